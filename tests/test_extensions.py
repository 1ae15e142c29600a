"""The extensions of the gradient learner: reach and sets of keys."""

from dataclasses import replace

import numpy as np
import pytest

pytest.importorskip("jax")

import jax.numpy as jnp
from tiny_networks import (
    CLASSES,
    LENGTH,
    VOCABULARY,
    assert_same_on_every_input,
    random_network,
)

import transformer_programs as tp
from transformer_programs.learn.architecture import Architecture
from transformer_programs.learn.config import Config, ConfigError, Given
from transformer_programs.learn.extract import extract
from transformer_programs.learn.initial import initial
from transformer_programs.learn.program_model import train_programs
from transformer_programs.learn.prove import prove
from transformer_programs.learn.relax import Soft
from transformer_programs.program.steps import CategoricalHead, NumericalHead, Rows

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
    "sets of keys": (replace(SMALL, predicates="many", reaches="before,all,after"), {}),
    "causal": (
        replace(SMALL, predicates="many", reaches="before,all"),
        {"causal": True, "pooled": True},
    ),
    "mixed": (replace(SMALL, layers=2, reaches="after,before", predicates="mixed"), {}),
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


@pytest.mark.parametrize("name", ["causal", "mixed"])
def test_an_extended_program_is_printed_stored_and_simplified_without_a_change(name, tmp_path):
    program, _, _ = extracted(name)
    assert tp.verify(program, tp.simplify(program).program).equal
    tp.save(program, tmp_path / "program.json")
    assert tp.load(tmp_path / "program.json") == program
    (tmp_path / "program.py").write_text(tp.emit(program))
    assert tp.verify(tmp_path / "program.py", program)


def test_reaches_are_dealt_out_in_turn_to_the_heads_of_each_kind():
    program, _, _ = extracted("sets of keys")
    heads = [s for s in program.steps if isinstance(s, CategoricalHead)]
    sums = [s for s in program.steps if isinstance(s, NumericalHead)]
    assert [head.reach for head in heads] == ["before", "all", "after"]
    assert [head.reach for head in sums] == ["before", "all"]


def test_sets_of_keys_hold_none_one_and_several():
    program, _, _ = extracted("sets of keys")
    sizes = {len(row) for s in program.steps if isinstance(s, CategoricalHead) for row in rows(s)}
    assert {0, 1, 2} & sizes
    assert max(sizes) > 1
    mixed, _, _ = extracted("mixed")
    heads = [s for s in mixed.steps if isinstance(s, CategoricalHead)]
    assert all(len(row) <= 1 for head in heads for row in rows(head))


def rows(step):
    assert isinstance(step.predicate, Rows)
    return step.predicate.accepts


def test_the_proof_finds_another_reach_another_match_another_key_and_a_score():
    program, params, architecture = extracted("mixed")

    def with_step(name, **changes):
        steps = [replace(s, **changes) if s.out.name == name else s for s in program.steps]
        return replace(program, steps=tuple(steps))

    head = next(s for s in program.steps if s.out.name == "num_attn_0_0_outputs")
    first, *others = rows(head)
    other = tuple(sorted({*first} ^ {0}))
    for name, changes, said in (
        ("attn_0_0_outputs", {"reach": "before"}, "takes"),
        ("attn_0_0_outputs", {"choose": "last"}, "takes"),
        ("num_attn_0_0_outputs", {"predicate": Rows((other, *others))}, "match in one of them"),
        (
            "attn_0_0_outputs",
            {"score": tp.program.Extreme()},
            "attn_0_0 has a score in the program",
        ),
    ):
        wrong = with_step(name, **changes)
        proof = prove(wrong, params, architecture, VOCABULARY, CLASSES)
        assert said in str(proof)


def test_sets_of_keys_can_be_given():
    architecture = Architecture(replace(SMALL, predicates="many"), 4, 3, LENGTH)
    below = tuple(tuple(range(q)) for q in range(LENGTH))
    given = Given("num_attn_0_0", query="positions", key="positions", predicate=below, frozen=True)
    params, trained = initial(architecture, 0, [given])
    program = extract(params, architecture, VOCABULARY, CLASSES)
    head = next(s for s in program.steps if s.out.name == "num_attn_0_0_outputs")
    assert rows(head) == below
    assert trained["0.key_sets"].any((1, 2)).tolist() == [True, True, True, False, True]


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"reaches": "all, near"}, "reaches: expected some of all, before, upto, after"),
        ({"predicates": "two"}, "predicates: expected one or many or mixed, got 'two'"),
    ],
)
def test_wrong_extensions_are_refused(settings, message):
    with pytest.raises(ConfigError, match=message):
        Config.from_settings(settings)


def test_a_causal_network_has_no_head_that_looks_after():
    with pytest.raises(ConfigError, match="reaches: expected no 'after'"):
        Architecture(Config(reaches="all,after"), 4, 3, LENGTH, causal=True)


# --- training -------------------------------------------------------------------------------------

EXTENDED = replace(NETWORKS["mixed"][0], layers=1, categorical_heads=2)


@pytest.fixture(scope="module")
def task():
    return tp.tasks.hist(vocab=6, length=LENGTH, samples=300)


@pytest.fixture(scope="module")
def population(task):
    return train_programs(task, EXTENDED, 4)


def test_training_with_every_extension_gives_proved_programs(task, population):
    member = population.best
    names = task.vocabulary, task.classes
    program = extract(member.params, member.architecture, *names)
    assert prove(program, member.params, member.architecture, *names).equal


def test_a_frozen_set_of_keys_stays_as_it_is_at_any_temperature(population):
    own = population.members[0].architecture
    given = Given("num_attn_0_0", predicate=((1, 2),) * own.k, frozen=True)
    at = own.modules_of("0.key_sets").index(given.module)
    logits = initial(own, 0, [given])[0]["0.key_sets"][at][None]
    assert (logits > 0).sum() == 2 * own.k
    pair = jnp.stack([jnp.zeros(logits.shape), jnp.asarray(logits)], axis=-1)
    for temperature in (3.0, 0.01, 0.001):
        drawn = Soft(jnp.zeros((1, 2), jnp.uint32), jnp.float32(temperature))(pair, "truths")
        np.testing.assert_allclose(drawn[..., 1], logits > 0, atol=1e-6)
