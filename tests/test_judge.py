"""Programs that share steps, run on the same inputs, answer as each does alone."""

from __future__ import annotations

import random
from dataclasses import replace

import numpy as np
import pytest
from random_programs import random_input, random_program

from transformer_programs.meaning.batch import encode_batch, label_batch
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
from transformer_programs.simplifier.judge import Rerun

TWO_WORDS = Token(Variable("tokens", Categorical(("a", "b"))), (0, 1))


def rerun(words: np.ndarray, *programs: Program) -> None:
    """Every program answers as it does alone, one after the other on the same inputs."""
    places = np.asarray(label_batch(programs[0], words)) >= 0  # neither marks nor padding
    shared = Rerun(words, places)
    for program in [*programs, *programs]:
        alone = np.asarray(label_batch(program, words)).T[places.T]
        assert shared.labels(program).tolist() == alone.tolist()


@pytest.mark.parametrize("weight", [60, 100, 1000, 20_000, 2**40])
def test_a_program_is_added_up_anew_where_its_numbers_are_larger(weight: int) -> None:
    def counting(row: tuple[int, ...]) -> Program:
        head = NumericalHead(
            Variable("n", Number(0, 8)), "tokens", "tokens", "one", Rows((row, row))
        )
        votes = Vote("n", ((0, weight),)), Vote("tokens", ((65, 0), (65, 0)))
        steps = TWO_WORDS, One(Variable("one", Number(1, 1))), head
        return Program(Vocabulary(("a", "b")), steps, Classifier(("lo", "hi"), votes), 8)

    words = np.array([[1] * 8] * 80 + [[0] * 3 + [1] * 5] * 5, np.int32)
    rerun(words, counting(()), counting((0,)), counting((0, 1)))


def test_variables_of_other_types_are_not_taken_for_each_other() -> None:
    def looking(values: tuple[int, ...]) -> Program:
        named = Token(Variable("x", Categorical(values)), (0, 1))
        place = Position(Variable("positions", Categorical(tuple(range(8)))))
        out = Variable("h", Categorical(("a", "b")))
        head = CategoricalHead(out, "x", "positions", "tokens", Compare("==", 0))
        output = Classifier(("lo", "hi"), (Vote("h", ((1, 0), (0, 1))),))
        return Program(Vocabulary(("a", "b")), (TWO_WORDS, named, place, head), output, 8)

    words = np.random.default_rng(0).integers(2, size=(20, 8)).astype(np.int32)
    rerun(words, looking((0, 1)), looking((2, 5)))


def test_random_programs_answer_together_as_alone() -> None:
    chance = random.Random(5)
    for _ in range(10):
        program = random_program(chance)
        if not isinstance(program.output, Classifier) or program.output.pooled:
            continue
        words = encode_batch(program, [random_input(chance, program) for _ in range(30)])
        fewer = [
            replace(program, output=replace(program.output, votes=program.output.votes[i:]))
            for i in range(len(program.output.votes))
        ]
        others = [done.program for done in map(simplify_exactly, [program, *fewer])]
        rerun(words, program, *fewer, *others)
