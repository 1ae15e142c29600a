"""Types of very many values: simplified without their square, and still with the same answers."""

from __future__ import annotations

import random
from importlib import import_module

import numpy as np
import pytest
from random_programs import every_input, random_input, random_program
from test_infer import check_sound

from transformer_programs.analysis import attend, infer
from transformer_programs.meaning.batch import run_batch
from transformer_programs.printer import as_module, emit
from transformer_programs.program import Program, Vocabulary
from transformer_programs.program.steps import (
    Answer,
    CategoricalHead,
    Classifier,
    Compare,
    Formula,
    Mlp,
    NumericalHead,
    One,
    Output,
    Position,
    Rows,
    Step,
    Table,
    Token,
    Variable,
    Vote,
)
from transformer_programs.program.values import Categorical, Number
from transformer_programs.simplifier import simplify

LETTERS = ("a", "b", "c")
SIZES = [5000, 70_000, 10**6]
YES_NO = Categorical(("no", "yes"))


def programs(most: int) -> dict[str, Program]:
    """Programs over numbers up to `most`, of which three are ever met."""
    number = Number(0, most)
    tokens = Token(Variable("tokens", Categorical(LETTERS)), (0, 1, 2))
    n = Token(Variable("n", number), (0, 3, most))
    ones = One(Variable("ones", Number(1, 1)))

    def made(*steps: Step, output: Output | None = None) -> Program:
        last = output or Answer(steps[-1].out.name)
        return Program(Vocabulary(LETTERS), (tokens, n, ones, *steps), last, 6)

    def out(name: str) -> Variable:
        return Variable(name, number)

    same, less = Compare("=="), Compare("<")
    counts = NumericalHead(out("counts"), "tokens", "tokens", "ones", same)
    again = NumericalHead(out("again"), "counts", "counts", "ones", same)
    double = Mlp(out("double"), ("n", "n"), Formula("+"))
    below = Mlp(Variable("below", YES_NO), ("double", "counts"), Formula("<"))
    votes = Vote("below", ((1, 0), (0, 1))), Vote("counts", ((2, 1),)), Vote("double", ((0, 1),))
    cells = Table(tuple(i * 7 % (most + 1) for i in range(most + 1)))
    return {
        "copies": made(CategoricalHead(out("head"), "n", "n", "n", less)),
        "copies a large value": made(CategoricalHead(out("head"), "tokens", "tokens", "n", same)),
        "always matches": made(
            CategoricalHead(out("head"), "tokens", "tokens", "n", Rows(((0, 1, 2),) * 3))
        ),
        "sums": made(NumericalHead(out("sum"), "n", "n", "n", less)),
        "counts of counts": made(counts, again),
        "votes": made(counts, double, below, output=Classifier(("x", "y"), votes)),
        "table": made(Mlp(out("table"), ("n",), cells)) if most < 10**6 else made(counts),
    }


@pytest.mark.parametrize("most", SIZES)
@pytest.mark.parametrize("name", programs(10))
def test_large_types_are_simplified_and_keep_their_answers(name: str, most: int) -> None:
    before = programs(most)[name]
    after = simplify(before).program
    inputs = every_input(before, 3)
    assert [after(tokens) for tokens in inputs] == [before(tokens) for tokens in inputs]
    if name != "table":  # which is printed with all its cells
        file = as_module(emit(before))
        assert [file.run(tokens) for tokens in inputs] == [before(tokens) for tokens in inputs]


@pytest.mark.parametrize("most", [5000, 70_000])
def test_positions_of_long_inputs_are_simplified(most: int) -> None:
    """As many words as positions: order and arithmetic ask once whether all are numbers."""
    places = Position(Variable("places", Categorical(tuple(range(most)))))
    tokens = Token(Variable("tokens", Categorical(LETTERS)), (0, 1, 2))
    head = Variable("head", tokens.out.type)
    before = Program(
        Vocabulary(LETTERS),
        (tokens, places, CategoricalHead(head, "places", "places", "tokens", Compare("==", -1))),
        Answer("head"),
        most,
    )
    after = simplify(before).program
    words = np.array([[0, 1, 2, 1]])
    assert np.array_equal(run_batch(after, words).labels, run_batch(before, words).labels)
    assert after(["b", "c"]) == ["b", "b"]


@pytest.mark.parametrize("limit", [1, 8, 40])
def test_what_is_not_followed_is_not_ruled_out(monkeypatch, limit: int) -> None:
    """Small programs with the limits made small: sound, and simplified to the same answers."""
    inference = import_module("transformer_programs.analysis")
    monkeypatch.setattr(inference, "MAX_PAIRS", limit)
    monkeypatch.setattr(attend, "MAX_PAIRS", limit)
    monkeypatch.setattr(attend, "MAX_WORK", 50 * limit)
    monkeypatch.setattr(attend, "MAX_COPIES", 20 * limit)
    monkeypatch.setattr(inference, "MAX_VALUES", max(2, limit // 4))
    rng = random.Random(limit)
    for _ in range(50):
        drawn = random_program(rng)
        inputs = every_input(drawn, 2)
        if not inputs:
            continue
        inputs += [random_input(rng, drawn) for _ in range(6)]
        found = infer(drawn)
        for tokens in inputs[:20]:
            check_sound(drawn, found, tokens)
        after = simplify(drawn).program
        assert [after(tokens) for tokens in inputs] == [drawn(tokens) for tokens in inputs]
