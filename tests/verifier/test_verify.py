"""Comparing two sides: what is equal is proved, what differs is shown on the smallest input."""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import pytest
from near_equal import near
from random_programs import every_input, random_program

import transformer_programs as tp
from transformer_programs.printer import emit
from transformer_programs.shelf import (
    SHELF,
    dyck2,
    histogram,
    induction,
    reverse,
    sentiment,
)
from transformer_programs.verifier import Oracle, verify

Labels = list[str] | str


def with_step(program: tp.Program, name: str, **fields: object) -> tp.Program:
    """A program with some fields of one step changed."""
    steps = tuple(replace(s, **fields) if s.out.name == name else s for s in program.steps)
    return replace(program, steps=steps)


def first_difference(a: tp.Program, b: tp.Program, most_words: int) -> list[str] | None:
    """The smallest input that differs, by brute force: in order of length, then of vocabulary."""
    return next((t for t in every_input(a, most_words) if a(t) != b(t)), None)


def counted(tokens: list[str]) -> list[str]:
    """The histogram, as a person would write it."""
    return [tokens[0]] + [str(tokens.count(token)) for token in tokens[1:]]


SHORT = replace(histogram.program, max_length=4)


# --- what is equal --------------------------------------------------------------------------------


@pytest.mark.parametrize("name", SHELF)
def test_shelf_equals_its_emitted_code(name: str, tmp_path: Path) -> None:
    file = tmp_path / f"{name}.py"
    file.write_text(emit(SHELF[name].program))
    result = verify(SHELF[name].program, file, limit=2000, samples=300)
    assert result.equal, result


def test_same_program_is_identical_without_a_run() -> None:
    result = verify(sentiment.program, sentiment.program)
    assert (result.equal, result.strength, result.count) == (True, "identical", 0)
    assert str(result) == "equal on every input (the programs are identical)"


def test_small_space_is_exhausted() -> None:
    result = verify(SHORT, counted)
    assert (result.equal, result.strength, result.count) == (True, "exhaustive", 1 + 6 + 36 + 216)
    assert str(result) == "equal on all 259 inputs (exhaustive)"
    assert result


def test_large_space_is_sampled() -> None:
    result = verify(reverse.program, Oracle(lambda t: t[::-1]), limit=1000, samples=500)
    assert (result.equal, result.strength) == (True, "sampled")
    assert 400 <= result.count <= 500
    assert str(result) == f"no difference found on {result.count} inputs (sampled)"


# --- what differs ---------------------------------------------------------------------------------


def planted_faults() -> Iterable[tuple[str, tp.Program, tp.Program]]:
    """One predicate cell, one vote: each changed in a correct program."""
    program = dyck2.program
    head = next(s for s in program.steps if s.out.name == "attn_0_0_outputs")
    assert isinstance(head, tp.program.CategoricalHead)
    assert isinstance(head.predicate, tp.program.Rows)
    rows = list(head.predicate.accepts)
    rows[3] = ()
    yield (
        "predicate",
        program,
        with_step(program, head.out.name, predicate=tp.program.Rows(tuple(rows))),
    )
    output = induction.program.output
    assert isinstance(output, tp.program.Classifier)
    weights = list(output.votes[0].weights)
    weights[6] = (0, 0, 2, 0, 0)
    vote = replace(output.votes[0], weights=tuple(weights))
    yield (
        "vote",
        induction.program,
        replace(induction.program, output=replace(output, votes=(vote,))),
    )


@pytest.mark.parametrize(
    ("right", "wrong"), [pytest.param(a, b, id=name) for name, a, b in planted_faults()]
)
@pytest.mark.parametrize("limit", [None, 100], ids=["exhaustive", "sampled"])
def test_planted_fault_is_found_on_the_smallest_input(
    right: tp.Program, wrong: tp.Program, limit: int | None
) -> None:
    expected = first_difference(right, wrong, 5)
    assert expected is not None
    result = verify(right, wrong, limit=limit)
    assert not result
    shown = result.counterexample
    assert shown is not None
    assert list(shown.tokens) == expected
    assert shown.position is not None
    labels = right(expected), wrong(expected)
    assert shown.answers == (labels[0][shown.position], labels[1][shown.position])
    assert all(labels[0][i] == labels[1][i] for i in range(shown.position))


@pytest.mark.parametrize("by_call", [False, True])
def test_random_differences_are_minimal(by_call: bool) -> None:
    rng = random.Random(5)
    found = 0
    while found < 20:
        a = random_program(rng, finite=True)
        symbols = len(a.vocabulary.symbols)
        if symbols > 3 or (a.max_length or 0) > 4:
            continue
        b = near(rng, a)
        if b in (a, None) or (b.vocabulary, b.max_length) != (a.vocabulary, a.max_length):
            continue
        expected = first_difference(a, b, 5)
        result = verify(a, b.__call__ if by_call else b, limit=10**6)
        assert result.equal == (expected is None)
        if expected is not None:
            found += 1
            assert result.counterexample is not None
            assert list(result.counterexample.tokens) == expected


def test_sampled_difference_shrinks_to_what_matters() -> None:
    def odd(tokens: list[str]) -> list[str]:  # wrong where "3" stands somewhere before "7"
        labels = reverse.program(tokens)
        assert isinstance(labels, list)
        threes = [i for i, token in enumerate(tokens) if token == "3"]
        if threes and "7" in tokens[threes[0] :] and len(tokens) > 6:
            labels[2] = "?"
        return labels

    result = verify(reverse.program, odd)
    assert (result.equal, result.strength) == (False, "sampled")
    assert result.counterexample is not None
    assert result.counterexample.tokens == ("<s>", "0", "0", "0", "3", "7", "</s>")
    assert result.counterexample.answers == ("3", "?")


# --- files and networks --------------------------------------------------------------------------
