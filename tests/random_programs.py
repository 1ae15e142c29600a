"""Random programs and inputs for tests: every kind of step, predicate, function and output."""

from __future__ import annotations

import random
from itertools import product
from typing import get_args

from program_builder import HOSTILE_WORDS, PLAIN_WORDS, OutputKind, ProgramBuilder, flip, some

from transformer_programs.program import Program, Vocabulary

OUTPUT_KINDS: tuple[OutputKind, ...] = get_args(OutputKind)


def random_program(
    rng: random.Random,
    *,
    most_steps: int = 8,
    finite: bool | None = None,
    causal: bool | None = None,
    hostile: bool | None = None,
    output: OutputKind | None = None,
    large: bool = False,
) -> Program:
    """A well-formed program. `finite`: has a max_length. Options left at None are drawn.

    `large`: with numbers near the ends of what a program may hold.

    >>> random_program(random.Random(0)) == random_program(random.Random(0))
    True
    """
    finite = flip(rng, 0.7) if finite is None else finite
    causal = flip(rng, 0.3) if causal is None else causal
    hostile = flip(rng, 0.3) if hostile is None else hostile
    vocabulary = _vocabulary(rng, hostile)
    marks = (vocabulary.begin is not None) + (vocabulary.end is not None)
    max_length = rng.randint(max(1, marks), 8) if finite else None
    builder = ProgramBuilder(rng, vocabulary, max_length, causal, hostile, large)
    builder.add(builder.token())
    for _ in range(rng.randint(0, most_steps)):
        builder.add(builder.step())
    kind: OutputKind = rng.choice(OUTPUT_KINDS) if output is None else output
    return Program(vocabulary, tuple(builder.steps), builder.output(kind), max_length, causal)


def random_input(rng: random.Random, program: Program, most_words: int = 9) -> list[str]:
    """A valid input of the program; with words that are not listed where it takes them."""
    vocabulary = program.vocabulary
    marks = [mark for mark in (vocabulary.begin, vocabulary.end) if mark is not None]
    longest = most_words if program.max_length is None else min(most_words, program.max_length)
    choices: list[str] = list(vocabulary.symbols)
    if vocabulary.unknown is not None:
        choices += [word for word in ("zzz", "unlisted'\"\n") if word not in vocabulary.words]
    length = rng.randint(max(1, len(marks)), max(1, longest, len(marks))) - len(marks)
    middle = [rng.choice(choices) for _ in range(length)] if choices else []
    begin = [] if vocabulary.begin is None else [vocabulary.begin]
    end = [] if vocabulary.end is None else [vocabulary.end]
    return begin + middle + end


def every_input(program: Program, most_words: int) -> list[list[str]]:
    """All inputs with at most `most_words` words, listed or, where it may stand, one unlisted."""
    vocabulary = program.vocabulary
    begin = [] if vocabulary.begin is None else [vocabulary.begin]
    end = [] if vocabulary.end is None else [vocabulary.end]
    longest = most_words if program.max_length is None else min(most_words, program.max_length)
    symbols = vocabulary.symbols + (() if vocabulary.unknown is None else ("unlisted",))
    return [
        [*begin, *middle, *end]
        for length in range(longest - len(begin) - len(end) + 1)
        for middle in product(symbols, repeat=length)
        if length + len(begin) + len(end) > 0
    ]


def _vocabulary(rng: random.Random, hostile: bool) -> Vocabulary:
    pool = list(HOSTILE_WORDS if hostile else PLAIN_WORDS)
    words = some(rng, pool, rng.randint(1, 5))
    begin = end = unknown = None
    if flip(rng, 0.4):
        begin = rng.choice(pool[-5:]) if hostile else "<s>"
    if flip(rng, 0.3):
        end = rng.choice(pool[:5]) if hostile else "</s>"
    marks = [mark for mark in (begin, end) if mark is not None]
    words = [word for word in words if word not in marks]
    everything = [*marks, *words]
    rng.shuffle(everything)
    if flip(rng, 0.3):
        unknown = rng.choice(everything)  # which may be a mark
    return Vocabulary(tuple(everything), unknown, begin, end)
