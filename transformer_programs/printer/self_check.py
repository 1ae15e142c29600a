"""Runs a printed file beside its program: on short inputs, on the longest, and on invalid ones."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import cycle, islice, product
from math import isqrt
from types import ModuleType

from ..meaning.interpret import InputError, evaluate
from ..program import Program
from ..program.steps import Head, Token
from .input_check import LABEL_WORDS

MAX_WORDS = 4  # listed words of all inputs
MAX_SHORT = 150  # short inputs
MAX_LENGTH = 24  # of the longest inputs, where a program takes any
MAX_PAIRS = 10_000  # positions times positions times heads of one input


def differing_input(code: str, program: Program) -> list[str] | None:
    """The first input that the file answers otherwise than the program; None if there is none."""
    module = ModuleType("printed")
    try:
        exec(compile(code, "<printed>", "exec"), module.__dict__)
    except Exception:
        return next(_inputs(program))  # like any other, it is not answered
    return next((x for x in _inputs(program) if _printed(module, x) != _right(program, x)), None)


def _inputs(program: Program) -> Iterator[list[str]]:
    vocabulary = program.vocabulary
    begin, end = ([] if w is None else [w] for w in (vocabulary.begin, vocabulary.end))
    unlisted = max(vocabulary.words, key=len) + "x"
    lookups = [step.lookup for step in program.steps if isinstance(step, Token)]
    values = zip(*lookups, strict=True) if lookups else vocabulary.words
    kinds = dict(zip(values, vocabulary.words, strict=True))  # words with different values
    words = [word for word in kinds.values() if word not in (*begin, *end)]
    words = words[:: max(1, len(words) // MAX_WORDS)][:MAX_WORDS]
    words += [unlisted] if vocabulary.unknown is not None else []
    words += ["-1234", "98765"] if vocabulary.numerals else []
    heads = sum(isinstance(step, Head) for step in program.steps)
    longest = min(program.max_length or MAX_LENGTH, isqrt(MAX_PAIRS // max(1, heads)))
    inner = longest - len(begin) - len(end)
    short = (middle for n in range(inner + 2) for middle in product(words, repeat=n))
    for middle in islice(short, MAX_SHORT):
        yield [*begin, *middle, *end]
    for length in range(max(0, inner - 1), inner + 2):  # the last one may be too long
        for order in (words, words[:1]):
            yield [*begin, *islice(cycle(order), length), *end]
    yield [*begin, unlisted, *end]
    yield [*words[:1], *begin, *end, *words[:1]]


def _right(program: Program, tokens: list[str]) -> object:
    """The answer, or None for an input that is refused."""
    try:
        return evaluate(program, tokens).answer
    except InputError:
        return None


def _printed(module: ModuleType, tokens: list[str]) -> object:
    try:
        return getattr(module, LABEL_WORDS, module.run)(tokens)
    except ValueError as error:
        return None if str(error).startswith("expected ") else error
    except Exception as error:
        return error
