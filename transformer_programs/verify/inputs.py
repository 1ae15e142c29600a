"""Which inputs two sides are compared on, in which order, and what that proves."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, groupby
from typing import Literal

import numpy as np

from ..meaning.batch import is_pooled
from ..meaning.interpret import InputError, encode, require_words
from ..program import Program, Vocabulary
from ..program.values import Refusal
from .pair import Side, own_words, spelled
from .spaces import InputSpace, Words

Strength = Literal["identical", "compositional", "every length", "exhaustive", "sampled"]

SAMPLED_LENGTH = 24  # the longest sample for programs that take any length


class VerifyError(Refusal):
    """Two sides that cannot be compared. The message says why."""


@dataclass(frozen=True, slots=True)
class Chosen:
    """Which inputs are run, in which order, and what that proves."""

    space: InputSpace
    strength: Strength
    count: int
    note: str
    blocks: Callable[[int], Iterator[Words]]


def chosen(
    sides: tuple[Side, Side],
    inputs: InputSpace | Iterable[Sequence[str]] | None,
    limit: int,
    samples: int,
    seed: int,
) -> Chosen:
    programs = [side for side in sides if isinstance(side, Program)]
    if len(programs) == 2:
        _check_same_kind_of_answer(*programs)
    if inputs is not None and not isinstance(inputs, InputSpace):
        return _given(programs, list(inputs))
    if inputs is None and not programs:
        raise VerifyError(
            "neither side says which inputs it takes: give the inputs to compare them on"
        )
    said = own_words(sides[0]) | own_words(sides[1])
    notes: list[str] = []
    bounded = True
    if isinstance(inputs, InputSpace):
        space = replace(inputs, taken=inputs.taken | said)
        for program in programs:
            _check_takes(program, space)
    else:
        if len(programs) == 2:
            _check_same_words(programs[0].vocabulary, programs[1].vocabulary)
        lengths = [program.max_length for program in programs]
        known = [length for length in lengths if length is not None]
        bounded = bool(known)
        most = min(known, default=SAMPLED_LENGTH)
        space = InputSpace(programs[0].vocabulary, most, taken=said)
        if len(set(lengths)) > 1 or not bounded:
            notes.append(f"up to {most} words{', the most both take' if bounded else ''}")
    if space.unlisted is not None:
        notes.insert(0, "one unknown word included")
    note = ", ".join(notes)
    if bounded and space.count <= limit:
        return Chosen(space, "exhaustive", space.count, note, space.blocks)
    whole = _lengths_within(space, samples // 2)
    rest = range(whole.stop, space.lengths.stop)
    number = samples - sum(map(space.count_of, whole))

    def sampled(rows: int) -> Iterator[Words]:
        for block in chain(space.blocks(rows, whole), space.sample(rest, number, seed)):
            yield from np.split(block, range(rows, len(block), rows))

    return Chosen(space, "sampled", samples, note, sampled)


def _lengths_within(space: InputSpace, count: int) -> range:
    """The shortest lengths that have no more than `count` inputs together."""
    stop = space.lengths.start
    while stop < space.lengths.stop and (count := count - space.count_of(stop)) >= 0:
        stop += 1
    return range(space.lengths.start, stop)


def _given(programs: list[Program], inputs: list[Sequence[str]]) -> Chosen:
    """Exactly the inputs given, the smallest first."""
    for number, tokens in enumerate(inputs):
        try:
            require_words(tokens)
            for program in programs:
                encode(program, tokens)
        except InputError as error:
            raise InputError(f"input {number}: {error}") from None
    listed = programs[0].vocabulary if programs else None
    used = dict.fromkeys(chain.from_iterable(inputs))
    words = {word: None for word in (listed.words if listed else ()) if word in used} | used
    index = {word: i for i, word in enumerate(words)}
    rows = sorted({(len(tokens), *(index[word] for word in tokens)) for tokens in inputs})
    if not rows:
        raise VerifyError("there are no inputs to compare on")
    marks = (listed.begin, listed.end) if listed else (None, None)
    vocabulary = Vocabulary(tuple(words), None, *marks)

    def blocks(most: int) -> Iterator[Words]:
        for _, same_length in groupby(rows, key=lambda row: row[0]):
            block = np.array([row[1:] for row in same_length], dtype=np.int64)
            yield from np.split(block, range(most, len(block), most))

    space = InputSpace(vocabulary, rows[-1][0])
    return Chosen(space, "exhaustive", len(rows), "the inputs given", blocks)


def _check_same_kind_of_answer(a: Program, b: Program) -> None:
    pooled = [is_pooled(program) for program in (a, b)]
    if pooled[0] != pooled[1]:
        how = [("once for an input" if p else "at each position") for p in pooled]
        raise VerifyError(
            f"the programs cannot be compared: one answers {how[0]}, the other {how[1]}"
        )


def _check_same_words(a: Vocabulary, b: Vocabulary) -> None:
    """Refuse two vocabularies that are not the same but for their order."""
    for field in ("begin", "end", "unknown"):
        ours, theirs = getattr(a, field), getattr(b, field)
        if ours != theirs:
            raise VerifyError(
                f"the two take different inputs: {field} is {spelled(ours)} in one, "
                f"{spelled(theirs)} in the other"
            )
    for word in sorted(set(a.words) ^ set(b.words))[:1]:
        raise VerifyError(
            f"the two take different inputs: only one of them has the word {spelled(word)}"
        )


def _check_takes(program: Program, space: InputSpace) -> None:
    """Refuse a space with inputs that a program does not take."""
    _check_same_words(program.vocabulary, space.vocabulary)
    if program.max_length is not None and space.max_length > program.max_length:
        raise VerifyError(
            f"the inputs have up to {space.max_length} words, "
            f"but the program takes at most {program.max_length}"
        )
