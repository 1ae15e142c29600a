"""Coordinate descent on a program: what was broken is found again, and nothing gets worse."""

from dataclasses import replace

import numpy as np
import pytest

pytest.importorskip("jax")

import transformer_programs as tp
from transformer_programs.learn.descend import descend
from transformer_programs.learn.variants import other_reads, variants_of, with_parts
from transformer_programs.program import types
from transformer_programs.program.steps import (
    Answer,
    CategoricalHead,
    Classifier,
    Levels,
    Mlp,
    NumericalHead,
    One,
    Position,
    Rows,
    Table,
    Token,
    Variable,
    Vote,
)
from transformer_programs.program.values import Categorical, Number
from transformer_programs.tasks import evaluate_program

LENGTH = 5


@pytest.fixture(scope="module")
def task():
    return tp.tasks.hist(vocab=6, length=LENGTH, samples=300)


@pytest.fixture(scope="module")
def counting(task):
    """How often the word at a position occurs: a head that counts, a table, votes for its value."""
    words = Categorical(task.vocabulary.words)
    places = Categorical(tuple(range(LENGTH)))
    same = Rows(tuple((q,) for q in range(len(task.vocabulary.words))))
    label = Categorical(tuple(range(LENGTH + 1)))
    weights = tuple(
        tuple(1000 * (str(n) == name) for name in task.classes) for n in range(LENGTH + 1)
    )
    nothing = ((0,) * len(task.classes),)
    return tp.Program(
        task.vocabulary,
        (
            Token(Variable("tokens", words), tuple(range(len(task.vocabulary.words)))),
            Position(Variable("positions", places)),
            One(Variable("ones", Number(1, 1))),
            NumericalHead(Variable("count", Number(0, LENGTH)), "tokens", "tokens", "ones", same),
            Mlp(Variable("label", label), ("count",), Table(tuple(range(LENGTH + 1)))),
        ),
        Classifier(task.classes, (Vote("label", weights), Vote("ones", nothing)), scale=100),
        LENGTH,
    )


def changed(program, name, **changes):
    steps = [replace(s, **changes) if s.out.name == name else s for s in program.steps]
    return replace(program, steps=tuple(steps))


def test_the_program_before_it_is_broken_is_right(task, counting):
    assert evaluate_program(counting, task, task.validation).main == 1.0
    found = descend(counting, task, seconds=1.0)
    assert found.after == found.before == 1.0
    assert found.program == counting


@pytest.mark.parametrize(
    ("name", "changes"),
    [
        ("label", {"function": Table((0, 2, 2, 1, 4, 5))}),
        ("count", {"predicate": Rows(((0,), (1,), (2,), (1,), ()))}),
        ("count", {"key": "positions", "predicate": Rows(((0,), (1,), (2,), (3,), (4,)))}),
    ],
)
def test_what_was_broken_is_found_again(task, counting, name, changes):
    broken = changed(counting, name, **changes)
    found = descend(broken, task, seconds=20.0)
    assert found.before == evaluate_program(broken, task, task.validation).main < 1.0
    assert found.after == evaluate_program(found.program, task, task.validation).main == 1.0
    assert found.changes >= 1


def test_votes_alone_can_be_found(task, counting):
    nothing = tuple((0,) * len(task.classes) for _ in range(LENGTH + 1))
    silent = replace(counting, output=replace(counting.output, votes=(Vote("label", nothing),)))
    assert descend(silent, task, seconds=10.0).after == 1.0


def test_an_exchanged_query_keeps_the_rows_that_fit(counting):
    head = next(s for s in counting.steps if s.out.name == "count")
    others = {(s.query, s.key, s.value): s for s in other_reads(head, counting)}
    assert set(others) == {("positions", "tokens", "ones"), ("tokens", "positions", "ones")}
    words = len(counting.vocabulary.words)
    rows = others["positions", "tokens", "ones"].predicate.accepts
    assert rows == tuple((q,) if q < words else () for q in range(LENGTH))


def test_larger_rows_gain_or_lose_one_key_and_small_ones_look_for_another(counting):
    head = next(s for s in counting.steps if s.out.name == "count")
    single = [v[0] for v in variants_of(head, types(counting))]
    assert single == [(), *((k,) for k in range(len(counting.vocabulary.words)))]
    several = with_parts(head, {0: (0, 2)})
    found = [(v[0], v[1]) for v in variants_of(several, types(counting))]
    assert found[:3] == [((2,), (0, 1)), ((0, 1, 2), ()), ((0,), (1, 2))]


def test_a_program_without_votes_is_refused(task, counting):
    with pytest.raises(ValueError, match="expected a program that votes"):
        descend(replace(counting, output=Answer("label")), task)


def test_descent_is_the_same_with_the_same_seed(task, counting):
    broken = changed(counting, "label", function=Table((0,) * (LENGTH + 1)))
    first, again = (descend(broken, task, seconds=20.0, seed=3) for _ in range(2))
    assert first.program == again.program
    assert np.isclose(first.after, again.after)


def test_a_row_of_a_score_gains_or_loses_a_key_or_changes_its_level(counting):
    known = types(counting)
    scored = CategoricalHead(
        Variable("copy", known["tokens"]),
        "tokens",
        "tokens",
        "tokens",
        Rows(((0, 1),) * 5),
        score=Levels(((1, 2, 0, 0, 0),) * 5),
    )
    parts = {variant[3] for variant in variants_of(scored, known)}
    assert ((0, 1), (2, 2, 0, 0, 0)) in parts
    assert ((0,), (1, 0, 0, 0, 0)) in parts
    assert ((0, 1, 4), (1, 2, 0, 0, 2)) in parts
    changed = with_parts(scored, {3: ((0,), (1, 0, 0, 0, 0))})
    assert changed.predicate.accepts[2:4] == ((0, 1), (0,))
    assert changed.score.levels[2:4] == ((1, 2, 0, 0, 0), (1, 0, 0, 0, 0))


def test_an_exchanged_key_keeps_the_levels_that_fit(counting):
    known = types(counting)
    scored = CategoricalHead(
        Variable("copy", known["tokens"]),
        "tokens",
        "tokens",
        "tokens",
        Rows(((0, 1),) * 5),
        score=Levels(((1, 2, 3, 4, 5),) * 5),
    )
    program = replace(counting, steps=(*counting.steps, scored))
    exchanged = [s for s in other_reads(scored, program) if s.key == "label"]
    assert len(exchanged) == 1
    assert exchanged[0].score.levels[0] == (1, 2, 3, 4, 5, 0)
    replace(program, steps=(*counting.steps, *exchanged))  # it is a step that can exist


def test_a_program_without_votes_stays_as_it_is(task, counting):
    silent = replace(counting, output=Classifier(task.classes, ()))
    done = descend(silent, task, seconds=5)
    assert (done.program, done.changes) == (silent, 0)
