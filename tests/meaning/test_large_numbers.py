"""Numbers near the ends of what a program may be written with: exact everywhere, refused beyond."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from random_programs import every_input, random_input, random_program

from transformer_programs.analysis import infer
from transformer_programs.meaning.batch import decode_batch, encode_batch, run_batch
from transformer_programs.meaning.interpret import evaluate
from transformer_programs.printer import as_module, emit
from transformer_programs.program import Program, ProgramError, Vocabulary
from transformer_programs.program import steps as lang
from transformer_programs.program.values import MAX_NUMBER as M
from transformer_programs.program.values import Categorical, Number, Type
from transformer_programs.simplifier import simplify
from transformer_programs.store import dumps, loads

AB = Categorical(("a", "b"))
TOKENS = lang.Token(lang.Variable("tokens", AB), (0, 1))
ANY = Number(None, None)


def program(*steps: lang.Step, output: lang.Output, max_length: int | None = None) -> Program:
    return Program(Vocabulary(("a", "b")), (TOKENS, *steps), output, max_length)


def token(name: str, type: Type, *lookup: int) -> lang.Token:
    return lang.Token(lang.Variable(name, type), lookup)


def voting(*votes: lang.Vote, scale: int = 1) -> lang.Classifier:
    return lang.Classifier(("x", "y"), votes, scale=scale)


def with_number(number: int) -> dict[str, Callable[[], object]]:
    """Every place in which a program is written with a number."""
    n = token("n", ANY, 0, 1)
    return {
        "a word's value": lambda: program(token("n", ANY, 0, number), output=lang.Answer("n")),
        "an upper bound": lambda: Number(None, number),
        "a value": lambda: Categorical((0, number)),
        "a shift of a formula": lambda: lang.Formula("+", number),
        "a key": lambda: program(
            n,
            lang.NumericalHead(lang.Variable("s", ANY), "n", "n", "n", lang.Is(number)),
            output=lang.Answer("s"),
        ),
        "a vote": lambda: program(output=voting(lang.Vote("tokens", ((0, number), (0, 0))))),
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
    for _ in range(30):
        drawn = random_program(rng, large=True)
        inputs = every_input(drawn, 2) + [random_input(rng, drawn, 5) for _ in range(4)]
        assert loads(dumps(drawn)) == drawn
        expected = [evaluate(drawn, tokens).answer for tokens in inputs]
        for other in (drawn, simplify(drawn).program) if every_input(drawn, 2) else (drawn,):
            words = encode_batch(other, inputs)
            assert decode_batch(other, words, run_batch(other, words).labels) == expected
        file = as_module(emit(drawn))
        assert [file.run(tokens) for tokens in inputs] == expected


def test_products_beyond_64_bits_are_simplified_exactly() -> None:
    n = token("n", Categorical((M, 0, -M)), 0, 2)
    square = lang.Mlp(lang.Variable("square", Number(0, 5)), ("n", "n"), lang.Formula("*"))
    made = program(n, square, output=lang.Answer("square"), max_length=2)
    assert simplify(made).program(["a", "b"]) == made(["a", "b"]) == ["5", "5"]


def test_sums_beyond_64_bits_reach_the_end_of_their_type() -> None:
    """Not the 0 that they would be if they were cut off."""
    n = token("n", Number(M - 1, M), M - 1, M)
    for length in (2000, None):
        total = lang.NumericalHead(
            lang.Variable("total", Number(0, 9)), "n", "n", "n", lang.Compare("==")
        )
        found = infer(program(n, total, output=lang.Answer("total"), max_length=length))
        assert found.values("total") == (9,)


def test_sums_of_any_length_have_no_bound() -> None:
    """More than a million words may come: the sum of their ones is not said to end there."""
    one = lang.One(lang.Variable("ones", Number(1, 1)))
    out = lang.Variable("many", Number(10**6 + 5, 10**6 + 10))
    head = lang.NumericalHead(out, "tokens", "tokens", "ones", lang.Compare("=="))
    found = infer(program(one, head, output=lang.Answer("many")))
    assert found.values("many") == tuple(range(10**6 + 5, 10**6 + 11))
