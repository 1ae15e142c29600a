"""Programs that share steps, run on the same inputs, answer as each does alone."""

from __future__ import annotations

import random
from dataclasses import replace

import numpy as np
import pytest
from random_programs import random_input, random_program

from transformer_programs.meaning.batch import Evaluated, encode_batch, label_batch
from transformer_programs.program import Program, Vocabulary
from transformer_programs.program.steps import (
    CategoricalHead,
    Classifier,
    Compare,
    NumericalHead,
    One,
    Position,
    Rows,
    Token,
    Variable,
    Vote,
)
from transformer_programs.program.values import Categorical, Number
from transformer_programs.simplifier import simplify_exactly

TWO_WORDS = Token(Variable("tokens", Categorical(("a", "b"))), (0, 1))


def assert_together_as_alone(words: np.ndarray, *programs: Program) -> None:
    """Every program answers as it does alone, one after the other on the same inputs."""
    shared = Evaluated(words, programs[0].causal)
    for program in [*programs, *programs]:
        assert shared.labels(program).tolist() == label_batch(program, words).tolist()


@pytest.mark.parametrize("weight", [60, 100, 1000, 20_000, 2**40])
def test_votes_fit_whatever_numbers_the_program_before_had(weight: int) -> None:
    def counting(row: tuple[int, ...]) -> Program:
        head = NumericalHead(
            Variable("n", Number(0, 8)), "tokens", "tokens", "one", Rows((row, row))
        )
        votes = Vote("n", ((0, weight),)), Vote("tokens", ((65, 0), (65, 0)))
        steps = TWO_WORDS, One(Variable("one", Number(1, 1))), head
        return Program(Vocabulary(("a", "b")), steps, Classifier(("lo", "hi"), votes), 8)

    words = np.array([[1] * 8] * 80 + [[0] * 3 + [1] * 5] * 5, np.int32)
    assert_together_as_alone(words, counting(()), counting((0,)), counting((0, 1)))


def test_variables_of_other_types_are_not_taken_for_each_other() -> None:
    def looking(values: tuple[int, ...]) -> Program:
        named = Token(Variable("x", Categorical(values)), (0, 1))
        place = Position(Variable("positions", Categorical(tuple(range(8)))))
        out = Variable("h", Categorical(("a", "b")))
        head = CategoricalHead(out, "x", "positions", "tokens", Compare("==", 0))
        output = Classifier(("lo", "hi"), (Vote("h", ((1, 0), (0, 1))),))
        return Program(Vocabulary(("a", "b")), (TWO_WORDS, named, place, head), output, 8)

    words = np.random.default_rng(0).integers(2, size=(20, 8)).astype(np.int32)
    assert_together_as_alone(words, looking((0, 1)), looking((2, 5)))


def test_random_programs_answer_together_as_alone() -> None:
    chance = random.Random(5)
    for _ in range(20):
        program = random_program(chance)
        if not isinstance(program.output, Classifier):
            continue
        words = encode_batch(program, [random_input(chance, program) for _ in range(30)])
        fewer = [
            replace(program, output=replace(program.output, votes=program.output.votes[i:]))
            for i in range(len(program.output.votes))
        ]
        others = [done.program for done in map(simplify_exactly, [program, *fewer])]
        assert_together_as_alone(words, program, *fewer, *others)
