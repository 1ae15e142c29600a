"""Running a program again after a small change: only what the change reaches is computed.

A variable is known by its step and by the variables that step reads, so programs that share steps
share their values. Contributions of votes are kept the same way.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..batch.vectorise import Inputs, plan
from ..infer import live
from ..program import Program, types
from ..steps import Classifier, Vote, reads
from ..values import Number

CHUNK_CELLS = 2**18  # of the largest arrays made at once, so that they stay in the cache
MOST_COLUMNS = 400  # variables that are remembered
MOST_CELLS = 3 * 10**7  # of votes that are remembered

Key = tuple[Hashable, ...]


class Rerun:
    """Inputs to run many alike programs on. `places` (inputs, positions): where answers count."""

    def __init__(self, words: NDArray[np.integer], places: NDArray[np.bool_]) -> None:
        self.width = words.shape[1]
        size = max(1, CHUNK_CELLS // self.width**2)
        self.chunks = [_inputs(words[i : i + size]) for i in range(0, len(words), size)]
        self.places = np.flatnonzero(places.T.ravel())
        self._columns: OrderedDict[Key, tuple[int, list[Any]]] = OrderedDict()
        self._said: OrderedDict[int, NDArray[np.int_]] = OrderedDict()
        self._votes: OrderedDict[Key, NDArray[np.int64]] = OrderedDict()
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
        scores = np.zeros((len(self.places), len(output.classes)), dtype=np.int64)
        for vote in output.votes:
            counted = isinstance(known[vote.reads], Number)
            scores += self._contribution(vote, found[vote.reads], counted)
        return np.asarray(scores.argmax(1))

    def _contribution(
        self, vote: Vote, column: tuple[int, list[Any]], counted: bool
    ) -> NDArray[np.int64]:
        asked = (column[0], vote.weights)
        if asked not in self._votes:
            said, weights = self._at_places(column), np.array(vote.weights, dtype=np.int64)
            self._votes[asked] = said[:, None] * weights if counted else weights[said]
            cells = len(self.places) * len(vote.weights[0])
            while len(self._votes) > max(1, MOST_CELLS // max(cells, 1)):
                self._votes.popitem(last=False)
        self._votes.move_to_end(asked)
        return self._votes[asked]

    def _at_places(self, column: tuple[int, list[Any]]) -> NDArray[np.int_]:
        number, parts = column
        if number not in self._said:
            whole = np.concatenate(parts, axis=1)
            self._said[number] = whole.ravel()[self.places].astype(np.int64)
            while len(self._said) > MOST_COLUMNS // 4:
                self._said.popitem(last=False)
        self._said.move_to_end(number)
        return self._said[number]

    def _run(self, program: Program) -> dict[str, tuple[int, list[Any]]]:
        """Every live variable: its number here, and its values chunk by chunk."""
        alive = live(program)
        runs: dict[str, Any] = {}
        found: dict[str, tuple[int, list[Any]]] = {}
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


def _inputs(words: NDArray[np.integer]) -> Inputs:
    there = words >= 0
    return Inputs(np, np.where(there, words, 0).T, None if there.all() else there.T)
