"""The values of templates over many variables at once."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from ..meaning.formulas import result
from ..program.steps import CategoricalHead, Head, Mlp, Table
from ..program.values import bounds
from .attention import HeadBatch
from .domain import Array, Indices
from .pieces import HERE, SLOTS, Piece
from .pool import Places, Pool
from .sample import LARGEST


class TemplateBatch:
    """The values of templates over some variables of the pool."""

    def __init__(self, pool: Pool, places: Sequence[Places]) -> None:
        self.pool, self.count = pool, len(places)
        self.shape = pool.sample.inside.shape
        base = ((Pool.WORD,), (Pool.POSITION,), (Pool.ONE,))
        self.known: dict[Piece, Array] = {}
        self.attentions: dict[tuple[Piece, Piece], HeadBatch] = {}
        for slot, column in zip(SLOTS, (*base, *zip(*places, strict=True)), strict=False):
            same = len(set(column)) == 1
            chosen = pool.rows[list(column[:1] if same else column)]
            self.known[slot] = chosen.reshape(-1, *self.shape)

    def rows(self, top: Piece) -> Array:
        """(variables, inputs x positions): what a template computes, 0 at padding."""
        found = self._computed(top) * self.pool.sample.inside
        wide = np.broadcast_to(found, (self.count, *self.shape))
        return np.asarray(wide.reshape(self.count, -1))

    def _values(self, top: Piece) -> Array:
        if top not in self.known:
            self.known[top] = self._computed(top)
        return self.known[top]

    def _computed(self, top: Piece) -> Array:
        reads = [self._values(read) for read in top.reads]
        found: npt.NDArray[np.generic]
        if isinstance(top.step, Head):
            found = self._attention(*top.reads[:2]).values(top.step, reads[2])
        else:
            assert isinstance(top.step, Mlp)
            function = top.step.function
            if isinstance(function, Table):  # of words
                size = len(self.pool.sample.domain.words)
                found = np.array(function.cells)[reads[0].astype(np.intp) * size + reads[-1]]
            else:
                if function.op == "*":
                    reads = [read.astype(np.int32) for read in reads]
                found = result(function, reads, np)
                low, high = bounds(top.step.out.type)
                found = found if low is None else np.clip(found, low, high)
        if found.dtype == np.int16 or found.dtype == np.bool_:
            return found.astype(np.int16)
        return np.asarray(np.clip(found, -LARGEST, LARGEST), np.int16)

    def source(self, head: CategoricalHead, slot: Piece) -> Indices:
        """(inputs, positions): where a head over an input copies from."""
        found: Indices = self._attention(slot, slot).source(head)[0]
        return found

    def _attention(self, query: Piece, key: Piece) -> HeadBatch:
        """Heads over inputs alone look at the same positions in every batch."""
        shared = query in SLOTS[:3] and key in SLOTS[:3]
        known = self.pool.attentions if shared else self.attentions
        if (query, key) not in self.attentions:
            if (query, key) not in known:
                given = self._values(query), self._values(key)
                known[query, key] = HeadBatch(self.pool.sample, *given, key == HERE)
            known[query, key].sums.clear()
            self.attentions[query, key] = known[query, key]
        return self.attentions[query, key]
