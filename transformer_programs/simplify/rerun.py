"""Running a program again after a small change: only what the change reaches is computed.

A variable is known by its step and by the variables that step reads, so programs that share steps
share their values.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..meaning.arrays import Planner, ballot
from ..meaning.batch import is_pooled, label_batch, run_batch
from ..meaning.columns import Inputs, Sized, spans
from ..program import Program, live, types
from ..program.steps import Answer, reads

CHUNK_CELLS = 2**18  # of the largest arrays made at once, so that they stay in the cache
MOST_COLUMNS = 400  # variables that are remembered
BLOCK = 2**13  # places whose votes are added up at once, likewise

Key = tuple[Hashable, ...]
Column = tuple[int, list[Any]]  # a variable: its number here, and its values chunk by chunk


def can_rerun(program: Program, length: int) -> bool:
    """Whether all that a program says on inputs of a length is small enough to be remembered."""
    found = spans(program, length).values()
    return all(low >= -(2**31) and high < 2**31 for low, high in found)


class Rerun:
    """Inputs to run many alike programs on. `places`: where answers count.

    They are (inputs, positions), or (inputs,) for pooled programs. If not `quick`, nothing is
    remembered: for pooled programs, and for those of large numbers (`can_rerun`).
    """

    def __init__(
        self, words: NDArray[np.integer], places: NDArray[np.bool_], quick: bool = True
    ) -> None:
        self.words, self.quick = words, quick
        size = max(1, CHUNK_CELLS // words.shape[1] ** 2)
        self.chunks = [_inputs(words[i : i + size]) for i in range(0, len(words), size)]
        self.places = np.flatnonzero(places.T.ravel())  # position by position
        self._columns: OrderedDict[Key, Column] = OrderedDict()
        self._said: OrderedDict[int, NDArray[np.int_]] = OrderedDict()
        self._ends: dict[int, tuple[int, int]] = {}
        self._made = 0

    def labels(self, program: Program) -> NDArray[np.int_]:
        """The label of a program wherever answers count: a class, or the value that it answers."""
        if not self.quick or is_pooled(program):
            return np.asarray(label_batch(program, self.words)).T.ravel()[self.places]
        if isinstance(program.output, Answer):
            return self.at_places(program, (program.output.reads,))[program.output.reads]
        return self._winners(program)

    def at_places(self, program: Program, names: tuple[str, ...]) -> dict[str, NDArray[np.int_]]:
        """The values of some variables wherever answers count, position by position."""
        if not self.quick:
            ran = run_batch(program, self.words).variables
            return {name: np.asarray(ran[name]).T.ravel()[self.places] for name in names}
        found = self._run(program)
        return {name: self._at_places(found[name]) for name in names}

    def _winners(self, program: Program) -> NDArray[np.int_]:
        """The class with the most votes wherever answers count."""
        output = program.output
        assert not isinstance(output, Answer)
        found, sized = self._run(program), Sized(self.words.shape[1], program.causal)
        said = {vote.reads: self._at_places(found[vote.reads])[None] for vote in output.votes}
        sized.kinds, sized.spans = types(program), {n: self._ends[found[n][0]] for n in said}
        votes = ballot(sized, output)
        winners = np.empty(len(self.places), dtype=np.int64)
        for first in range(0, len(winners), BLOCK):
            here = slice(first, first + BLOCK)
            block = Inputs(np.empty((1, len(winners[here]))), None)
            scores = votes(block, {name: column[:, here] for name, column in said.items()})
            winners[here] = scores[0].argmax(1)
        return winners

    def _at_places(self, column: Column) -> NDArray[np.int_]:
        """The values of a variable wherever answers count; their ends are kept in `_ends`."""
        number, parts = column
        if number not in self._said:
            said = np.concatenate(parts, axis=1).ravel()[self.places].astype(np.int32)
            self._said[number] = np.asarray(said)
            self._ends[number] = (int(said.min()), int(said.max())) if len(said) else (0, 0)
            while len(self._said) > MOST_COLUMNS // 4:
                self._said.popitem(last=False)
        self._said.move_to_end(number)
        return self._said[number]

    def _run(self, program: Program) -> dict[str, Column]:
        """Every live variable: its number here, and its values chunk by chunk."""
        alive = live(program)
        planner: Planner | None = None
        found: dict[str, Column] = {}
        for step in program.steps:
            name = step.out.name
            if name not in alive:
                continue
            key = (step, *(found[read][0] for read in reads(step)))
            if key not in self._columns:
                planner = planner or Planner(self.words.shape[1], program.causal, program.steps)
                run = planner.step(step)
                parts = [
                    run(chunk, {read: found[read][1][i] for read in reads(step)})
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
    return Inputs(np.where(there, words, 0).T, None if there.all() else there.T)
