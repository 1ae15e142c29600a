"""Running a program again after a small change: only what the change reaches is computed.

A variable is known by its step and by the variables that step reads, so programs that share steps
share their values. Votes of several variables are added up for all that they can say together
before they are looked up, so that few places have to be visited often.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable, Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..meaning.arrays import plan
from ..meaning.ballot import most_votes
from ..meaning.columns import Inputs, smallest_dtype
from ..meaning.spans import spans
from ..program import Program, live, types
from ..program.steps import Classifier, reads
from ..program.values import Number

CHUNK_CELLS = 2**18  # of the largest arrays made at once, so that they stay in the cache
MOST_COLUMNS = 400  # variables that are remembered
MOST_CODES = 100  # of what several variables say together that are remembered
MOST_ROWS = 4096  # of votes added up beforehand, so that they stay in the cache
MOST_RANGE = 2**20  # of the values of a variable that votes
BLOCK = 2**13  # places whose votes are added up at once, likewise

Key = tuple[Hashable, ...]
Column = tuple[int, list[Any]]  # a variable: its number here, and its values chunk by chunk
Votes = NDArray[Any]  # whole numbers in as many bytes as they need


def can_rerun(program: Program, length: int) -> bool:
    """Whether all that a program says on inputs of a length is small enough for `Rerun`."""
    if not isinstance(program.output, Classifier):
        return False
    found = spans(program, length)
    voted = [found[vote.reads] for vote in program.output.votes]
    return all(low >= -(2**31) and high < 2**31 for low, high in found.values()) and all(
        high - low < MOST_RANGE for low, high in voted
    )


class Rerun:
    """Inputs to run many alike programs on. `places` (inputs, positions): where answers count."""

    def __init__(self, words: NDArray[np.integer], places: NDArray[np.bool_]) -> None:
        self.width = words.shape[1]
        size = max(1, CHUNK_CELLS // self.width**2)
        self.chunks = [_inputs(words[i : i + size]) for i in range(0, len(words), size)]
        self.places = np.flatnonzero(places.T.ravel())
        self._columns: OrderedDict[Key, Column] = OrderedDict()
        self._said: OrderedDict[int, NDArray[np.int_]] = OrderedDict()
        self._ranges: dict[int, tuple[int, int]] = {}
        self._together: OrderedDict[tuple[int, ...], NDArray[np.integer]] = OrderedDict()
        self._made = 0

    def at_places(self, program: Program, names: tuple[str, ...]) -> dict[str, NDArray[np.int_]]:
        """The values of some variables wherever answers count, position by position."""
        found = self._run(program)
        return {name: self._at_places(found[name]) for name in names}

    def winners(self, program: Program) -> NDArray[np.int_]:
        """The class with the most votes wherever answers count; not for pooled programs."""
        output = program.output
        assert isinstance(output, Classifier)
        found, known = self._run(program), types(program)
        ranges = {vote.reads: self._range(found[vote.reads]) for vote in output.votes}
        numbers = {name for name in ranges if isinstance(known[name], Number)}
        most = most_votes(output, {name: max(map(abs, ranges[name])) for name in numbers})
        # Whole numbers that hold every sum of votes; half the bytes take half the time.
        kind = np.result_type(np.int32, smallest_dtype(-most, most))
        tables = []
        for vote in output.votes:
            low, high = ranges[vote.reads]
            weights = np.array(vote.weights, dtype=kind)
            if vote.reads in numbers:
                weights = np.arange(low, high + 1).astype(kind)[:, None] * weights
            else:
                weights = weights[low : high + 1]
            tables.append((found[vote.reads], weights))
        scores = np.zeros((len(self.places), len(output.classes)), dtype=kind)
        for columns, weights in _together(tables):
            codes = self._codes(columns)
            for i in range(0, len(codes), BLOCK):
                scores[i : i + BLOCK] += weights[codes[i : i + BLOCK]]
        return np.asarray(scores.argmax(1))

    def _range(self, column: Column) -> tuple[int, int]:
        """The least and the greatest value of a variable wherever answers count."""
        if column[0] not in self._ranges:
            said = self._at_places(column)
            self._ranges[column[0]] = (int(said.min()), int(said.max())) if len(said) else (0, 0)
        return self._ranges[column[0]]

    def _codes(self, columns: tuple[Column, ...]) -> NDArray[np.integer]:
        """One number for what several variables say together."""
        asked = tuple(number for number, _ in columns)
        if asked not in self._together:
            codes: NDArray[np.integer] = np.zeros(len(self.places), dtype=np.int32)
            for column in columns:
                low, high = self._range(column)
                codes *= high - low + 1
                codes += self._at_places(column) - low
            codes = codes.astype(np.int16) if codes.max(initial=0) < 2**15 else codes
            self._together[asked] = codes
            while len(self._together) > MOST_CODES:
                self._together.popitem(last=False)
        self._together.move_to_end(asked)
        return self._together[asked]

    def _at_places(self, column: Column) -> NDArray[np.int_]:
        number, parts = column
        if number not in self._said:
            whole = np.concatenate(parts, axis=1)
            self._said[number] = whole.ravel()[self.places].astype(np.int32)
            while len(self._said) > MOST_COLUMNS // 4:
                self._said.popitem(last=False)
        self._said.move_to_end(number)
        return self._said[number]

    def _run(self, program: Program) -> dict[str, Column]:
        """Every live variable: its number here, and its values chunk by chunk."""
        alive = live(program)
        runs: dict[str, Any] = {}
        found: dict[str, Column] = {}
        for step in program.steps:
            name = step.out.name
            if name not in alive:
                continue
            key = (step, *(found[read][0] for read in reads(step)))
            if key not in self._columns:
                runs = runs or dict(plan(program, self.width, every_step=False).steps)
                parts = [
                    runs[name](chunk, {read: found[read][1][i] for read in reads(step)})
                    for i, chunk in enumerate(self.chunks)
                ]
                self._made += 1
                self._columns[key] = (self._made, parts)
            self._columns.move_to_end(key)
            found[name] = self._columns[key]
        while len(self._columns) > MOST_COLUMNS:
            self._columns.popitem(last=False)
        return found


def _together(tables: list[tuple[Column, Votes]]) -> Iterator[tuple[tuple[Column, ...], Votes]]:
    """The tables of several variables, added up for every combination of their values."""
    columns: tuple[Column, ...] = ()
    votes: Votes = np.zeros((1, 0), dtype=np.int32)
    for column, weights in tables:
        if columns and len(votes) * len(weights) <= MOST_ROWS:
            votes = (votes[:, None, :] + weights[None, :, :]).reshape(-1, weights.shape[1])
            columns = (*columns, column)
            continue
        if columns:
            yield columns, votes
        columns, votes = (column,), weights
    if columns:
        yield columns, votes


def _inputs(words: NDArray[np.integer]) -> Inputs:
    there = words >= 0
    return Inputs(np, np.where(there, words, 0).T, None if there.all() else there.T)
