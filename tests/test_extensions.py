"""The extensions of the gradient learner: reach, sets of keys, scores, numbers."""

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
from transformer_programs.learn import train
from transformer_programs.learn.architecture import Architecture
from transformer_programs.learn.config import Config, ConfigError
from transformer_programs.learn.extract import extract
from transformer_programs.learn.initial import Given, initial
from transformer_programs.learn.prove import prove
from transformer_programs.learn.relax import Soft
from transformer_programs.program.steps import CategoricalHead, Compare, NumericalHead, Rows, Token
from transformer_programs.program.values import Number

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
    "sets of keys": (
        replace(SMALL, predicates="many", reaches="before,all,after", choices="last,first"),
        {},
    ),
    "numbers of words": (
        replace(SMALL, number_variables=2, number_range=2, reaches="before,all"),
        {"causal": True, "pooled": True},
    ),
    "scores": (
        replace(SMALL, score_levels=3, reaches="before,all,after", choices="last,first,nearest"),
        {},
    ),
    "offsets": (
        replace(SMALL, offset_heads=1, offsets=2, predicates="mixed", reaches="all,before"),
        {},
    ),
    "offsets alone, causal": (
        replace(SMALL, offset_heads=9, offsets=9, numerical_heads=0, numerical_mlps=0),
        {"causal": True, "pooled": True},
    ),
    "scores and sets of keys": (
        replace(SMALL, score_levels=9, predicates="mixed", categorical_mlps=0),
        {"causal": True},
    ),
    "everything": (
        replace(SMALL, layers=2, reaches="after,before", predicates="mixed", number_variables=1),
        {},
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


@pytest.mark.parametrize("name", ["numbers of words", "scores", "everything"])
def test_an_extended_program_is_printed_stored_and_simplified_without_a_change(name, tmp_path):
    program, _, _ = extracted(name)
    assert tp.verify(program, tp.simplify(program).program).equal
    tp.save(program, tmp_path / "program.json")
    assert tp.load(tmp_path / "program.json") == program
    (tmp_path / "program.py").write_text(tp.emit(program))
    assert tp.verify(tmp_path / "program.py", program)


def test_reaches_and_choices_are_dealt_out_in_turn_to_the_heads_of_each_kind():
    program, _, _ = extracted("sets of keys")
    heads = [s for s in program.steps if isinstance(s, CategoricalHead)]
    sums = [s for s in program.steps if isinstance(s, NumericalHead)]
    assert [head.reach for head in heads] == ["before", "all", "after"]
    assert [head.choose for head in heads] == ["last", "first", "last"]
    assert [head.reach for head in sums] == ["before", "all"]


def test_sets_of_keys_hold_none_one_and_several():
    program, _, _ = extracted("sets of keys")
    sizes = {len(row) for s in program.steps if isinstance(s, CategoricalHead) for row in rows(s)}
    assert {0, 1, 2} & sizes
    assert max(sizes) > 1
    mixed, _, _ = extracted("everything")
    heads = [s for s in mixed.steps if isinstance(s, CategoricalHead)]
    assert all(len(row) <= 1 for head in heads for row in rows(head))


def test_levels_are_the_score_of_what_matches():
    program, _, _ = extracted("scores")
    heads = [s for s in program.steps if isinstance(s, CategoricalHead)]
    assert len(heads) == 3
    for head in heads:
        for keys, levels in zip(rows(head), head.score.levels, strict=True):
            assert keys == tuple(k for k, level in enumerate(levels) if level > 0)
    found = {level for head in heads for row in head.score.levels for level in row}
    assert found == {0, 1, 2, 3}
    sums = [s for s in program.steps if isinstance(s, NumericalHead)]
    assert all(len(row) <= 1 for head in sums for row in rows(head))


def test_levels_given_by_hand_are_the_highest_for_the_keys_looked_for():
    architecture = network("scores", 0)[1]
    wanted = ((1, 2), 3, None, (), 0)
    given = Given("attn_0_0", query="tokens", key="tokens", predicate=wanted, frozen=True)
    params, trained = initial(architecture, 0, [given])
    head = extract(params, architecture, VOCABULARY, CLASSES).steps[3]
    assert [rows(head)[q] for q in (0, 1, 3)] == [(1, 2), (3,), ()]
    assert head.score.levels[0] == (0, 3, 3, 0)
    assert trained["0.levels"][0].any((1, 2)).tolist() == [False, False, True, False, False]


def rows(step):
    assert isinstance(step.predicate, Rows)
    return step.predicate.accepts


def test_numbers_of_words_are_a_token_step_in_the_stated_range():
    program, _, _ = extracted("numbers of words")
    steps = [s for s in program.steps if isinstance(s, Token) and isinstance(s.out.type, Number)]
    assert [step.out.name for step in steps] == ["num0_embeddings", "num1_embeddings"]
    assert all(step.out.type == Number(0, 2) for step in steps)


def test_the_proof_finds_another_reach_another_key_and_another_number():
    program, params, architecture = extracted("everything")

    def with_step(name, **changes):
        steps = [replace(s, **changes) if s.out.name == name else s for s in program.steps]
        return replace(program, steps=tuple(steps))

    head = next(s for s in program.steps if s.out.name == "num_attn_0_0_outputs")
    first, *others = rows(head)
    other = tuple(sorted({*first} ^ {0}))
    token = next(s for s in program.steps if s.out.name == "num0_embeddings")
    lookup = ((token.lookup[0] + 1) % 2, *token.lookup[1:])
    for name, changes, said in (
        ("attn_0_0_outputs", {"reach": "before"}, "takes"),
        ("attn_0_0_outputs", {"choose": "last"}, "takes"),
        ("num_attn_0_0_outputs", {"predicate": Rows((other, *others))}, "match in one of them"),
        ("num0_embeddings", {"lookup": lookup}, "num0_embeddings: not what the network makes"),
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


def test_the_proof_finds_another_level_and_a_missing_score():
    program, params, architecture = extracted("scores")
    head = next(s for s in program.steps if isinstance(s, CategoricalHead))
    levels = [list(levels) for levels in head.score.levels]
    row = next(q for q, keys in enumerate(rows(head)) if len({levels[q][k] for k in keys}) > 1)
    lowest = min(rows(head)[row], key=lambda k: levels[row][k])
    levels[row][lowest] = 1 + max(levels[row])
    for score, says in (
        (tp.Levels(tuple(map(tuple, levels))), f"query value {row} and key value"),
        (None, "attn_0_0: query value"),
    ):
        steps = tuple(replace(s, score=score) if s == head else s for s in program.steps)
        wrong = replace(program, steps=steps)
        proof = prove(wrong, params, architecture, VOCABULARY, CLASSES)
        assert says in str(proof)


def test_one_head_learns_to_copy_the_largest_word_only_with_a_score():
    task = tp.tasks.make("largest", symbols=5, length=7, samples=1000)
    alone = dict(categorical_heads=1, numerical_heads=0, categorical_mlps=0, numerical_mlps=0)
    plain = Config(layers=1, epochs=20, batch=64, evaluations=1, **alone)
    sets, scores = (
        train.fit(task, replace(plain, **changes), 4).best.validation
        for changes in ({"predicates": "many"}, {"score_levels": 6})
    )
    assert scores > 0.99
    assert sets < 0.95


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"reaches": "all, near"}, "reaches: expected some of all, before, upto, after"),
        ({"choices": "nearest,second"}, "choices: expected some of nearest, first, last"),
        ({"offset_heads": "1", "score_levels": "2"}, "offset_heads: expected 0 where score_levels"),
        ({"predicates": "two"}, "predicates: expected one or many or mixed, got 'two'"),
        (
            {"number_variables": "1", "numerical_heads": "0", "numerical_mlps": "0"},
            "number_variables: expected 0 where numerical_heads is 0",
        ),
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

EXTENDED = replace(NETWORKS["everything"][0], layers=1, categorical_heads=2, score_levels=2)


@pytest.fixture(scope="module")
def task():
    return tp.tasks.hist(vocab=6, length=LENGTH, samples=300)


@pytest.fixture(scope="module")
def population(task):
    return train.fit(task, EXTENDED, 4)


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
