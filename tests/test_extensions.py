"""The extensions of the gradient learner: reach, choice, offset."""

from dataclasses import replace

import pytest

pytest.importorskip("jax")

from tiny_networks import (
    CLASSES,
    LENGTH,
    VOCABULARY,
    assert_same_on_every_input,
    random_network,
)

import transformer_programs as tp
from transformer_programs.learn import train
from transformer_programs.learn.architecture import Architecture
from transformer_programs.learn.config import Config, ConfigError
from transformer_programs.learn.extract import extract
from transformer_programs.learn.initial import Given, initial
from transformer_programs.learn.prove import prove
from transformer_programs.program.steps import CategoricalHead, Compare, NumericalHead

SMALL = Config(
    layers=1,
    categorical_heads=3,
    numerical_heads=2,
    categorical_mlps=1,
    numerical_mlps=1,
    hidden=8,
    epochs=2,
    batch=64,
    evaluations=1,
)
NETWORKS = {
    "reaches and choices": (
        replace(SMALL, layers=2, reaches="before,all,after", choices="last,first"),
        {},
    ),
    "causal and pooled": (replace(SMALL, reaches="before,all"), {"causal": True, "pooled": True}),
    "offsets": (replace(SMALL, offset_heads=1, offsets=2, reaches="all,before"), {}),
    "offsets alone, causal": (
        replace(SMALL, offset_heads=9, offsets=9, numerical_heads=0, numerical_mlps=0),
        {"causal": True, "pooled": True},
    ),
}


def network(name, seed):
    return random_network(*NETWORKS[name], seed)


def extracted(name, seed=0):
    params, architecture = network(name, seed)
    return extract(params, architecture, VOCABULARY, CLASSES), params, architecture


@pytest.mark.parametrize("name", NETWORKS)
def test_an_extended_network_is_the_program_extracted_from_it(name):
    for seed in range(3):
        program, params, architecture = extracted(name, seed)
        assert_same_on_every_input(program, params, architecture)
    assert prove(program, params, architecture, VOCABULARY, CLASSES).equal


@pytest.mark.parametrize("name", ["reaches and choices", "offsets"])
def test_an_extended_program_is_printed_stored_and_simplified_without_a_change(name, tmp_path):
    program, _, _ = extracted(name)
    assert tp.verify(program, tp.simplify(program).program).equal
    tp.save(program, tmp_path / "program.json")
    assert tp.load(tmp_path / "program.json") == program
    (tmp_path / "program.py").write_text(tp.emit(program))
    assert tp.verify(tmp_path / "program.py", program)


def test_reaches_and_choices_are_dealt_out_in_turn_to_the_heads_of_each_kind():
    program, _, _ = extracted("reaches and choices")
    heads = [s for s in program.steps if isinstance(s, CategoricalHead)][:3]
    sums = [s for s in program.steps if isinstance(s, NumericalHead)][:2]
    assert [head.reach for head in heads] == ["before", "all", "after"]
    assert [head.choose for head in heads] == ["last", "first", "last"]
    assert [head.reach for head in sums] == ["before", "all"]


def test_the_proof_finds_another_reach_another_choice_and_a_score():
    program, params, architecture = extracted("reaches and choices")
    for changes, said in (
        ({"reach": "all"}, "takes"),
        ({"choose": "first"}, "takes"),
        ({"score": tp.Extreme("largest")}, "attn_0_0 has a score in the program alone"),
    ):
        steps = [
            replace(s, **changes) if s.out.name == "attn_0_0_outputs" else s for s in program.steps
        ]
        wrong = replace(program, steps=tuple(steps))
        assert said in str(prove(wrong, params, architecture, VOCABULARY, CLASSES))


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"reaches": "all, near"}, "reaches: expected some of all, before, upto, after"),
        ({"choices": "nearest,second"}, "choices: expected some of nearest, first, last"),
        ({"offset_heads": "-1"}, "offset_heads: expected a whole number from 0 to 1,000"),
    ],
)
def test_wrong_extensions_are_refused(settings, message):
    with pytest.raises(ConfigError, match=message):
        Config.from_settings(settings)


def test_a_causal_network_has_no_head_that_looks_after():
    with pytest.raises(ConfigError, match="reaches: expected no 'after'"):
        Architecture(Config(reaches="all,after"), 4, 3, LENGTH, causal=True)


def test_an_offset_head_is_a_comparison_of_positions():
    params, own = random_network(*NETWORKS["offsets"], seed=3)
    program = extract(params, own, VOCABULARY, CLASSES)
    heads = [step for step in program.steps if step.out.name in ("attn_0_0_outputs",)]
    away = int(params["0.offsets"][0].argmax()) - 2
    assert [(head.query, head.key, head.predicate) for head in heads] == [
        ("positions", "positions", Compare("==", away))
    ]
    with pytest.raises(ConfigError, match="attn_0_0 has no query: it cannot be given"):
        initial(own, 0, [Given("attn_0_0", query="tokens")])


# --- training -------------------------------------------------------------------------------------


def test_training_with_every_extension_gives_proved_programs():
    task = tp.tasks.hist(vocab=6, length=LENGTH, samples=300)
    config = replace(SMALL, reaches="after,before", choices="last,nearest", offset_heads=1)
    member = train.fit(task, config, 4).best
    names = task.vocabulary, task.classes
    program = extract(member.params, member.architecture, *names)
    assert prove(program, member.params, member.architecture, *names).equal
