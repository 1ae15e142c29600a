"""The two sides of a comparison: what each answers to a block of inputs, and where they differ."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .batch import decode_batch, label_name, run_batch
from .emitted import Emitted
from .interpret import evaluate
from .program import Program, types
from .spaces import Words
from .values import Symbol, symbol

Variables = dict[str, tuple[Symbol, ...]]
Answer = Any  # list[str], or str when pooled; what a callable gives may be anything


@dataclass(frozen=True, slots=True)
class Oracle:
    """What the right answer is. None, for a position or for the input, means: not scored.

    The positions of `begin` and `end` are not scored either.
    """

    answer: Callable[[list[str]], Any]

    def __call__(self, tokens: list[str]) -> Any:
        return self.answer(tokens)


@dataclass(frozen=True, slots=True)
class Failure:
    """In place of an answer: what was raised, or given that is no answer."""

    reason: str

    def __str__(self) -> str:
        return self.reason


Side = Program | Emitted | Oracle | Callable[[list[str]], Any]


def answer(side: Side, tokens: Sequence[str]) -> Answer:
    """What one side answers to one input: labels, one label, or a Failure."""
    try:
        given = side(list(tokens))
    except Exception as error:
        return Failure(f"{type(error).__name__}: {error}".removesuffix(": "))
    if given is None or isinstance(given, str):
        return given
    if not isinstance(given, list | tuple):
        return Failure(f"an answer that is no list of labels: {given!r}")
    if len(given) != len(tokens):
        return Failure(f"{len(given)} labels for {len(tokens)} words")
    return list(given)


def variables(side: Side, tokens: Sequence[str]) -> Variables:
    """Every intermediate variable of a side that has them, by the names a person reads."""
    if isinstance(side, Program):
        kinds = types(side)
        return {
            name: tuple(symbol(kinds[name], value) for value in values)
            for name, values in evaluate(side, tokens).variables.items()
        }
    return side.variables(tokens) if isinstance(side, Emitted) else {}


@dataclass(frozen=True, slots=True)
class Found:
    """What comparing a block of inputs gave: the first row that differs, and what was counted."""

    row: int | None
    scored: int = 0  # labels that were compared
    ties: tuple[int, int] = (0, 0)  # labels of each side that are the first of equal votes


@dataclass(frozen=True, slots=True)
class Pair:
    """Two sides, and the words that blocks of inputs are made of."""

    sides: tuple[Side, Side]
    words: tuple[str, ...]
    marks: tuple[str | None, str | None]  # `begin` and `end`, which no oracle scores

    def compare(self, block: Words) -> Found:
        """The first row of a block on which the sides differ. All rows have the same length."""
        a, b = self.sides
        if isinstance(a, Program) and isinstance(b, Program) and _frame(a) == _frame(b):
            return self._compare_programs(a, b, block)
        answers = zip(self._answers(a, block), self._answers(b, block), strict=True)
        scored = 0
        for row, (left, right) in enumerate(answers):
            places = self.scored_places(left, right)
            if self.first_difference(left, right) is not None:
                return Found(row)
            scored += len(places)
        return Found(None, scored)

    def tokens(self, row: NDArray[np.int64]) -> list[str]:
        return [self.words[word] for word in row.tolist()]

    def first_difference(self, left: Answer, right: Answer) -> int | None:
        """The first position that differs; -1 where the answers differ as a whole."""
        if isinstance(left, list) and isinstance(right, list):
            places = self.scored_places(left, right)
            return next((i for i in places if left[i] != right[i]), None)
        if isinstance(left, Failure) or isinstance(right, Failure):
            return -1
        return -1 if self.scored_places(left, right) and left != right else None

    def scored_places(self, left: Answer, right: Answer) -> range | list[int]:
        """The positions that are compared; one for the whole input where there are none."""
        oracles = [
            given
            for side, given in zip(self.sides, (left, right), strict=True)
            if isinstance(side, Oracle)
        ]
        if any(given is None for given in oracles):
            return range(0)
        if not (isinstance(left, list) and isinstance(right, list)):
            return range(1)
        if not oracles:
            return range(len(left))
        begin, end = self.marks
        inner = range(int(begin is not None), len(left) - (end is not None))
        return [i for i in inner if all(given[i] is not None for given in oracles)]

    def _answers(self, side: Side, block: Words) -> Iterator[Answer]:
        if isinstance(side, Program):
            rows = self._indices(side)[block]
            yield from decode_batch(side, rows, run_batch(side, rows).labels)
        else:
            for row in block:
                yield answer(side, self.tokens(row))

    def _indices(self, program: Program) -> NDArray[np.int64]:
        """The index of each of our words in a program's vocabulary."""
        index = {word: i for i, word in enumerate(program.vocabulary.words)}
        unknown = program.vocabulary.unknown
        return np.array([index[word if word in index else str(unknown)] for word in self.words])

    def _compare_programs(self, a: Program, b: Program, block: Words) -> Found:
        """The same comparison on whole arrays of labels."""
        codes: dict[str, int] = {}
        begin, end = self.marks
        inner = slice(int(begin is not None), block.shape[1] - (end is not None))
        labels, ties = [], []
        for program in (a, b):
            run = run_batch(program, self._indices(program)[block])
            pooled = run.labels.ndim == 1
            labels.append(
                _coded(program, run.labels[:, None] if pooled else run.labels[:, inner], codes)
            )
            ties.append(
                0 if run.scores is None else _ties(run.scores if pooled else run.scores[:, inner])
            )
        differs = (labels[0] != labels[1]).any(axis=1)
        row = int(np.argmax(differs)) if differs.any() else None
        return Found(row, labels[0].size, (ties[0], ties[1]))


def _frame(program: Program) -> tuple[str | None, str | None, bool]:
    pooled = getattr(program.output, "pooled", False)
    return program.vocabulary.begin, program.vocabulary.end, pooled


def _coded(program: Program, labels: Any, codes: dict[str, int]) -> NDArray[np.int64]:
    """Labels as numbers that mean the same for every program: equal where the names are."""
    different, places = np.unique(labels, return_inverse=True)
    name = label_name(program)
    numbers = [codes.setdefault(name(label), len(codes)) for label in different.tolist()]
    return np.array(numbers, dtype=np.int64)[places].reshape(labels.shape)


def _ties(scores: Any) -> int:
    """How many answers are the first of several classes with equally many votes."""
    best = scores.max(axis=-1, keepdims=True)
    return int(((scores == best).sum(axis=-1) > 1).sum())
