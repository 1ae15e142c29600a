"""Types of very many values: simplified without their square, and still with the same answers."""

from __future__ import annotations

import random
from importlib import import_module

import pytest
from random_programs import every_input, random_input, random_program
from test_infer import check_sound

from transformer_programs.analysis import attend, infer
from transformer_programs.printer import as_module, emit
from transformer_programs.program import Program, Vocabulary
from transformer_programs.program import steps as lang
from transformer_programs.program.values import Categorical, Number
from transformer_programs.simplifier import simplify

LETTERS = ("a", "b", "c")
SIZES = [5000, 10**6]
YES_NO = Categorical(("no", "yes"))


def programs(most: int) -> dict[str, Program]:
    """Programs over numbers up to `most`, of which three are ever met."""
    number = Number(0, most)
    tokens = lang.Token(lang.Variable("tokens", Categorical(LETTERS)), (0, 1, 2))
    n = lang.Token(lang.Variable("n", number), (0, 3, most))
    ones = lang.One(lang.Variable("ones", Number(1, 1)))

    def made(*steps: lang.Step, output: lang.Output | None = None) -> Program:
        last = output or lang.Answer(steps[-1].out.name)
        return Program(Vocabulary(LETTERS), (tokens, n, ones, *steps), last, 6)

    def out(name: str) -> lang.Variable:
        return lang.Variable(name, number)

    same, less = lang.Compare("=="), lang.Compare("<")
    counts = lang.NumericalHead(out("counts"), "tokens", "tokens", "ones", same)
    again = lang.NumericalHead(out("again"), "counts", "counts", "ones", same)
    double = lang.Mlp(out("double"), ("n", "n"), lang.Formula("+"))
    below = lang.Mlp(lang.Variable("below", YES_NO), ("double", "counts"), lang.Formula("<"))
    votes = (
        lang.Vote("below", ((1, 0), (0, 1))),
        lang.Vote("counts", ((2, 1),)),
        lang.Vote("double", ((0, 1),)),
    )
    cells = lang.Table(tuple(i * 7 % (most + 1) for i in range(most + 1)))
    return {
        "copies a large value": made(
            lang.CategoricalHead(out("head"), "tokens", "tokens", "n", same)
        ),
        "always matches": made(
            lang.CategoricalHead(out("head"), "tokens", "tokens", "n", lang.Rows(((0, 1, 2),) * 3))
        ),
        "sums": made(lang.NumericalHead(out("sum"), "n", "n", "n", less)),
        "counts of counts": made(counts, again),
        "votes": made(counts, double, below, output=lang.Classifier(("x", "y"), votes)),
        "table": made(lang.Mlp(out("table"), ("n",), cells)) if most < 10**6 else made(counts),
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
