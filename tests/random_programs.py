"""Random programs and inputs for tests: every kind of step, predicate, function and output."""

from __future__ import annotations

import random
from itertools import product
from typing import get_args

from five_rules import stand_ins
from program_builder import HOSTILE_WORDS, PLAIN_WORDS, OutputKind, ProgramBuilder, flip, some

from transformer_programs.program import Program, Vocabulary
from transformer_programs.program.steps import Classifier, Token, Variable, Vote
from transformer_programs.program.values import Categorical

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


# --- stand-ins: words that stand for all unknown words of one shape and ending --------------------

UNSEEN = (
    "",
    *"""
Ivanov Popova McDonald EU U U.S. rejects x eBay Anglo-Dutch A-B well-known X-ray T- 19 19.99 @-@ @th
1st B2B B-2 3-0 ½ m² - -- ... ?! 's n't _ Ǆ ǅ ΟΔΟΣ Σ İ ßß 日本 日本語 é ª ʰ <Xx <Xx> <xx~ing> ~ing
O'Neill É École Łódź ٣ x٣
""".split(),
)


def standing(rng: random.Random, *, many: bool) -> Program:
    """A tagger whose words, and some of all possible stand-ins, are in five random groups."""
    names = sorted({name for word in UNSEEN for name in stand_ins(word)})
    some = rng.sample(names, rng.choice((0, 5, len(names) // 2, len(names))))
    plain = [*rng.sample(UNSEEN, 12), *(f"w{i}" for i in range(500 * many))]
    words = tuple(dict.fromkeys(("<unk>", "<s>", "</s>", *some, *plain)))
    weights = rng.choice(((8, 1, 1, 1, 1), (1, 1, 1, 1, 1)))
    drawn = tuple(rng.choices(range(5), weights, k=len(words)))
    group = Token(Variable("group", Categorical((0, 1, 2, 3, 4))), drawn)
    other = Token(Variable("other", Categorical((0, 1))), tuple(int(value > 2) for value in drawn))
    own = Token(Variable("tokens", Categorical(words)), tuple(range(len(words))))
    votes = [Vote("group", tuple(tuple(9 * (a == b) for b in range(5)) for a in range(5)))]
    votes.append(Vote("other", ((0, 1, 0, 2, 0), (3, 0, 0, 0, 1))))
    steps: tuple[Token, ...] = (group, other)
    if rng.random() < 0.3:
        steps = (own, *steps)
        votes.append(Vote("tokens", tuple((i % 3, 0, i % 2, 0, 4) for i in range(len(words)))))
    classes = tuple("abcde")
    return Program(
        Vocabulary(words, "<unk>", "<s>", "</s>"), steps, Classifier(classes, tuple(votes))
    )
