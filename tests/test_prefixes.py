"""Inputs that begin alike share what they compute, and get the labels they get one by one."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import product

import numpy as np
import pytest
from random_programs import random_program

from transformer_programs.meaning.batch import label_batch
from transformer_programs.meaning.interpret import evaluate
from transformer_programs.meaning.prefixes import Prefixes, looks_ahead
from transformer_programs.program import Program, Vocabulary
from transformer_programs.program.steps import (
    Answer,
    Best,
    CategoricalHead,
    Choose,
    Classifier,
    Compare,
    Extreme,
    Is,
    NumericalHead,
    One,
    Position,
    Predicate,
    Reach,
    Rows,
    Token,
    Variable,
)
from transformer_programs.program.values import Categorical, Number
from transformer_programs.shelf import SHELF

WORD = Categorical(("a", "b", "c"))
TOKENS = Token(Variable("tokens", WORD), (0, 1, 2))
POSITIONS = Position(Variable("positions", Number(0, None)))
ONES = One(Variable("ones", Number(1, 1)))


def tree(program: Program, symbols: int, free: int) -> list[np.ndarray]:
    """The words of all inputs of `free` of the first symbols, level by level."""
    vocabulary = program.vocabulary
    index = {word: i for i, word in enumerate(vocabulary.words)}
    chosen = np.array([index[word] for word in vocabulary.symbols[:symbols]])
    marks = [vocabulary.begin, vocabulary.end]
    begin, end = (None if mark is None else index[mark] for mark in marks)
    levels = [] if begin is None else [np.array([begin])]
    levels += [np.tile(chosen, len(chosen) ** level) for level in range(free)]
    return levels if end is None else [*levels, np.full(len(chosen) ** free, end)]


def assert_shares(program: Program, symbols: int, free: int) -> None:
    words = tree(program, symbols, free)
    whole = len(words[-1])
    rows = np.stack([np.repeat(level, whole // len(level)) for level in words], axis=1)
    expected = np.asarray(label_batch(program, rows))
    begin, end = program.vocabulary.begin is not None, program.vocabulary.end is not None
    for i, labels in enumerate(Prefixes(program, len(words)).labels(words)):
        if begin <= i < len(words) - end:
            assert np.array_equal(np.repeat(labels, whole // len(labels)), expected[:, i]), i


@pytest.mark.parametrize("block", range(8))
def test_random_programs_get_the_labels_they_get_one_by_one(block: int) -> None:
    shared = 0
    for seed in range(60 * block, 60 * block + 60):
        rng = random.Random(f"prefixes {seed}")
        program = random_program(rng, most_steps=8, causal=rng.random() < 0.8)
        symbols = min(3, len(program.vocabulary.symbols))
        if looks_ahead(program) or symbols == 0:
            continue
        marks = len(program.vocabulary.words) - len(program.vocabulary.symbols)
        longest = 7 if program.max_length is None else program.max_length
        free = min(6, longest - marks)
        if free > 0:
            assert_shares(program, symbols, free)
            shared += 1
    assert shared > 10


@pytest.mark.parametrize("choose", ["nearest", "first", "last"])
@pytest.mark.parametrize("reach", ["before", "upto"])
@pytest.mark.parametrize(
    "predicate",
    [Compare("=="), Compare("<"), Is(1), Rows(((0, 1), (1, 2), ())), Rows(((0, 1, 2),) * 3)],
)
@pytest.mark.parametrize("score", [None, Extreme(), Extreme("smallest")])
def test_every_kind_of_copy(
    choose: Choose, reach: Reach, predicate: Predicate, score: Extreme | None
) -> None:
    head = CategoricalHead(
        Variable("copy", POSITIONS.out.type),
        "tokens",
        "tokens",
        "positions",
        predicate,
        reach,
        choose,
        score,
    )
    program = Program(Vocabulary(WORD.values), (TOKENS, POSITIONS, head), Answer("copy"), None)  # type: ignore[arg-type]
    assert_shares(program, 3, 5)


@pytest.mark.parametrize("best", ["largest", "smallest"])
def test_the_best_of_keys_is_found_where_only_they_fit_one_byte(best: Best) -> None:
    """Numbers from -100 to 100 do, but how far they are apart does not."""
    far = Token(Variable("far", Number(-100, 100)), (-100, 0, 100))
    head = CategoricalHead(Variable("copy", WORD), "far", "far", "tokens", Compare("!="), "before")
    steps = (TOKENS, far, replace(head, score=Extreme(best)))
    assert_shares(Program(Vocabulary(WORD.values), steps, Answer("copy"), None), 3, 4)  # type: ignore[arg-type]


@pytest.mark.parametrize("value", ["ones", "positions"])
@pytest.mark.parametrize("reach", ["before", "upto"])
def test_every_kind_of_sum(value: str, reach: Reach) -> None:
    for out in (Number(None, None), Number(1, 3)):
        head = NumericalHead(Variable("sum", out), "tokens", "tokens", value, Compare("!="), reach)
        steps = (TOKENS, POSITIONS, ONES, head)
        program = Program(Vocabulary(WORD.values), steps, Answer("sum"), None)  # type: ignore[arg-type]
        assert_shares(program, 3, 5)


def test_beginnings_decide_what_does_not_look_ahead() -> None:
    for seed in range(150):
        rng = random.Random(f"ahead {seed}")
        program = random_program(rng, most_steps=6, hostile=False, output="answer")
        symbols = program.vocabulary.symbols
        framed = program.vocabulary.begin is not None or program.vocabulary.end is not None
        if looks_ahead(program) or framed or not symbols:
            continue
        most = min(4, program.max_length or 4)
        for tokens in product(symbols[:2], repeat=most):
            whole = evaluate(program, tokens).answer
            for stop in range(1, most):
                assert evaluate(program, tokens[:stop]).answer == whole[:stop]


def test_programs_that_look_ahead_are_known_and_refused() -> None:
    ahead = {name: looks_ahead(example.program) for name, example in SHELF.items()}
    assert ahead == {
        "histogram": True,
        "induction": False,
        "reverse": True,
        "dyck2": False,
        "sentiment": True,  # one label for all words
        "places": True,
    }
    with pytest.raises(ValueError, match="looks past its own position"):
        Prefixes(SHELF["histogram"].program, 8)
    causal = replace(SHELF["histogram"].program, causal=True)
    assert not looks_ahead(causal)
    assert isinstance(SHELF["places"].program.output, Classifier)


def test_votes_are_counted_for_every_beginning() -> None:
    assert_shares(SHELF["dyck2"].program, 4, 5)
    assert_shares(SHELF["induction"].program, 5, 4)
