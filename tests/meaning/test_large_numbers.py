"""Numbers near the ends of what a program may be written with: exact everywhere, refused beyond."""

from __future__ import annotations

import random
from collections.abc import Callable

import numpy as np
import pytest
from random_programs import every_input, random_input, random_program

from transformer_programs.analysis import infer
from transformer_programs.meaning.batch import Evaluated, decode_batch, encode_batch, run_batch
from transformer_programs.meaning.interpret import evaluate
from transformer_programs.printer import as_module, emit
from transformer_programs.program import Program, ProgramError, Vocabulary
from transformer_programs.program.steps import (
    Answer,
    Classifier,
    Compare,
    Formula,
    Is,
    Mlp,
    NumericalHead,
    One,
    Output,
    Step,
    Token,
    Variable,
    Vote,
)
from transformer_programs.program.values import MAX_NUMBER as M
from transformer_programs.program.values import Categorical, Number, Type
from transformer_programs.simplifier import simplify
from transformer_programs.store import dumps, loads

AB = Categorical(("a", "b"))
TOKENS = Token(Variable("tokens", AB), (0, 1))
ANY = Number(None, None)


def program(*steps: Step, output: Output, max_length: int | None = None) -> Program:
    return Program(Vocabulary(("a", "b")), (TOKENS, *steps), output, max_length)


def token(name: str, type: Type, *lookup: int) -> Token:
    return Token(Variable(name, type), lookup)


def voting(*votes: Vote, scale: int = 1) -> Classifier:
    return Classifier(("x", "y"), votes, scale=scale)


def with_number(number: int) -> dict[str, Callable[[], object]]:
    """Every place in which a program is written with a number."""
    one = Mlp(Variable("m", ANY), ("n",), Formula("a"))
    n = token("n", ANY, 0, 1)
    return {
        "a word's value": lambda: program(token("n", ANY, 0, number), output=Answer("n")),
        "a lower bound": lambda: Number(number, None),
        "an upper bound": lambda: Number(None, number),
        "a value": lambda: Categorical((0, number)),
        "a shift of a predicate": lambda: Compare("<", number),
        "a shift of a formula": lambda: Formula("+", number),
        "a key": lambda: program(
            n, NumericalHead(Variable("s", ANY), "n", "n", "n", Is(number)), output=Answer("s")
        ),
        "a vote": lambda: program(output=voting(Vote("tokens", ((0, number), (0, 0))))),
        "a vote on a number": lambda: program(n, one, output=voting(Vote("m", ((0, number),)))),
        "a scale": lambda: voting(scale=abs(number)),
    }


@pytest.mark.parametrize("place", with_number(0))
def test_numbers_up_to_the_bound_are_taken_and_beyond_it_refused(place: str) -> None:
    for number in (M, -M):
        with_number(number)[place]()
    for number in (M + 1, -M - 1, 4 * 10**18, 10**5000):
        with pytest.raises(ProgramError, match=rf"expected a whole number .*{M}, got"):
            with_number(number)[place]()


def test_evaluators_and_exact_rules_agree_on_large_numbers() -> None:
    rng = random.Random(5)
    for _ in range(80):
        drawn = random_program(rng, large=True)
        inputs = every_input(drawn, 2) + [random_input(rng, drawn, 5) for _ in range(4)]
        assert loads(dumps(drawn)) == drawn
        expected = [evaluate(drawn, tokens).answer for tokens in inputs]
        for other in (drawn, simplify(drawn).program) if every_input(drawn, 2) else (drawn,):
            words = encode_batch(other, inputs)
            assert decode_batch(other, words, run_batch(other, words).labels) == expected
        file = as_module(emit(drawn))
        assert [file.run(tokens) for tokens in inputs] == expected


def test_votes_that_would_pass_the_bound_are_not_added_up() -> None:
    """Both variables are the word: adding their votes up would be shorter, but too large."""
    again = token("again", AB, 0, 1)
    votes = Vote("tokens", ((M, 0), (0, 1))), Vote("again", ((M, 0), (0, 1)))
    made = Program(Vocabulary(("a", "b")), (TOKENS, again), Classifier(("x", "y"), votes, True))
    done = simplify(made).program
    for tokens in (["a", "b", "b"], ["b"], ["a"]):
        assert done(tokens) == made(tokens)


def test_products_beyond_64_bits_are_simplified_exactly() -> None:
    n = token("n", Categorical((M, 0, -M)), 0, 2)
    square = Mlp(Variable("square", Number(0, 5)), ("n", "n"), Formula("*"))
    made = program(n, square, output=Answer("square"), max_length=2)
    assert simplify(made).program(["a", "b"]) == made(["a", "b"]) == ["5", "5"]


def test_sums_beyond_64_bits_reach_the_end_of_their_type() -> None:
    """Not the 0 that they would be if they were cut off."""
    n = token("n", Number(M - 1, M), M - 1, M)
    for length in (2000, None):
        total = NumericalHead(Variable("total", Number(0, 9)), "n", "n", "n", Compare("=="))
        found = infer(program(n, total, output=Answer("total"), max_length=length))
        assert found.values("total") == (9,)


def test_sums_of_any_length_have_no_bound() -> None:
    """More than a million words may come: the sum of their ones is not said to end there."""
    one = One(Variable("ones", Number(1, 1)))
    out = Variable("many", Number(10**6 + 5, 10**6 + 10))
    head = NumericalHead(out, "tokens", "tokens", "ones", Compare("=="))
    found = infer(program(one, head, output=Answer("many")))
    assert found.values("many") == tuple(range(10**6 + 5, 10**6 + 11))


@pytest.mark.parametrize("number", [2**7 - 1, 2**7, 2**31 - 1, 2**31, M])
def test_columns_that_are_remembered_are_exact(number: int) -> None:
    """One program after the other: a small number leaves no small dtype to a large one."""
    words = np.array([[0, 1], [1, 1]])
    shared = Evaluated(words, causal=False)
    for largest in (1, number, 1):
        n = token("n", ANY, largest - 2, largest)
        votes = Vote("n", ((1, 0),)), Vote("tokens", ((0, largest), (0, 1)))
        for output in (voting(*votes), Answer("n")):
            made = program(n, output=output)
            right = [evaluate(made, tokens).answer for tokens in (["a", "b"], ["b", "b"])]
            assert decode_batch(made, words, shared.labels(made)) == right
