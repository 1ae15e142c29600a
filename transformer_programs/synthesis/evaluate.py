"""The values of templates over many variables at once.

A query, a key and a value are arrays (variables, inputs, positions); where only one variable is
the same for all, it stands alone. One equality and one order matrix, over all positions and over
those before, give the sums of all six comparisons in all four reaches: the rest is addition.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, assert_never

import numpy as np
import numpy.typing as npt

from ..meaning.formulas import COMPARE, result
from ..program.steps import (
    CategoricalHead,
    Choose,
    Compare,
    Formula,
    Head,
    Is,
    Mlp,
    Predicate,
    Reach,
    Rows,
)
from ..program.values import bounds
from .domain import LARGEST, Array, Bools, Indices
from .pieces import EQUAL, GREATER, LEAST, LESS, MOST, OTHER, SLOTS, Piece, Places
from .sample import Sample

Floats = npt.NDArray[np.float32]

SUMS: dict[Compare, tuple[tuple[int, Compare | None], ...]] = {  # None: over all positions
    GREATER: ((1, None), (-1, LESS), (-1, EQUAL)),
    OTHER: ((1, None), (-1, EQUAL)),
    LEAST: ((1, None), (-1, LESS)),
    MOST: ((1, LESS), (1, EQUAL)),
}


class HeadBatch:
    """Heads over a query and a key: what each looks at is computed once."""

    def __init__(self, sample: Sample, query: Array, key: Array) -> None:
        self.sample, self.query, self.key = sample, query, key
        self.matches: dict[Predicate, Bools] = {}
        self.sources: dict[CategoricalHead, Indices] = {}
        self.sums: dict[tuple[Compare | None, int], dict[Reach, Floats]] = {}

    def values(self, head: Head, value: Array) -> npt.NDArray[np.generic]:
        """(variables, inputs, positions): what a head gives."""
        if not isinstance(head, CategoricalHead):
            assert isinstance(head.predicate, Compare)
            return self._by_reach(head.predicate, value)[head.reach]
        source = self.source(head)
        size = max(len(source), len(value))
        source = np.broadcast_to(source, (size, *source.shape[1:]))
        return np.take_along_axis(np.broadcast_to(value, source.shape), source, axis=2)

    def _match(self, predicate: Predicate) -> Bools:
        """(variables, inputs, query position, key position): which match; none at padding."""
        if predicate not in self.matches:
            found: Any
            match predicate:
                case Compare(op, shift):
                    query = self.query[:, :, :, None] + np.int16(shift)
                    found = COMPARE[op](self.key[:, :, None, :], query)
                case Is(value):
                    found = (self.key == value)[:, :, None, :]
                case Rows():
                    raise AssertionError("the search compares keys with queries by a rule")
                case _:
                    assert_never(predicate)
            self.matches[predicate] = np.asarray(found & self.sample.inside[:, None, :])
        return self.matches[predicate]

    def source(self, head: CategoricalHead) -> Indices:
        """(variables, inputs, positions): the position that a head copies from."""
        if head not in self.sources:
            seen = self._match(head.predicate) & self.sample.reaches[head.reach]
            if head.score is not None:
                sign = np.int16(1 if head.score.best == "largest" else -1)
                held = np.where(seen, sign * self.key[:, :, None, :], np.int16(-LARGEST - 1))
                seen &= held == held.max(axis=-1, keepdims=True)
            self.sources[head] = self._chosen(seen, head.choose)
        return self.sources[head]

    def _chosen(self, match: Bools, choose: Choose) -> Indices:
        """The first, last or nearest of those that match; 0 where none does."""
        match choose:
            case "first":
                return np.asarray(match.argmax(axis=-1))
            case "last":
                last = match.shape[-1] - 1 - match[..., ::-1].argmax(axis=-1)
                return np.where(match.any(axis=-1), last, 0)
            case "nearest":
                return np.asarray((match * self.sample.nearness).argmax(axis=-1))
            case _:
                assert_never(choose)

    def _by_reach(self, predicate: Compare | None, value: Array) -> dict[Reach, Floats]:
        """The sums over the keys that compare, or over all, in every reach."""
        known = (predicate, id(value))
        if known not in self.sums:
            self.sums[known] = self._summed(predicate, value)
        return self.sums[known]

    def _summed(self, predicate: Compare | None, value: Array) -> dict[Reach, Floats]:
        if predicate in SUMS:
            terms = [(sign, self._by_reach(one, value)) for sign, one in SUMS[predicate]]
            return {
                reach: np.asarray(sum(sign * found[reach] for sign, found in terms))
                for reach in terms[0][1]
            }
        sample = self.sample
        inside = np.broadcast_to(
            sample.inside[None, :, None, :], (1, sample.inputs, sample.width, sample.width)
        )
        match = inside if predicate is None else self._match(predicate)
        before = _product(match & sample.reaches["before"], value)
        upto = before + np.einsum("...ii->...i", match) * value
        if sample.domain.causal:
            return {"before": before, "upto": upto}
        every = _product(match, value)
        return {"all": every, "before": before, "upto": upto, "after": every - upto}


Attentions = dict[tuple[Piece, Piece], HeadBatch]  # by query and key


def _product(match: Bools, value: Array) -> Floats:
    """(variables, inputs, positions): the sums of a value over what matches."""
    if len(match) == 1:  # one matrix for all values
        stacked = np.moveaxis(value, 0, -1).astype(np.float32)
        return np.moveaxis(np.matmul(match[0].astype(np.float32), stacked), -1, 0)
    given = value.astype(np.float32)[..., None]
    return np.asarray(np.matmul(match.astype(np.float32), given)[..., 0])


class TemplateBatch:
    """The values of templates over some of the rows of values."""

    def __init__(
        self, sample: Sample, rows: Array, places: Sequence[Places], shared: Attentions
    ) -> None:
        """The first three rows are the word, the position and the one.

        `shared`: heads over these alone look at the same positions in every batch.
        """
        self.sample, self.count, self.shared = sample, len(places), shared
        self.shape = sample.inside.shape
        self.known: dict[Piece, Array] = {}
        self.attentions: Attentions = {}
        base = ((0,), (1,), (2,))
        for slot, column in zip(SLOTS, (*base, *zip(*places, strict=True)), strict=False):
            same = len(set(column)) == 1
            chosen = rows[list(column[:1] if same else column)]
            self.known[slot] = chosen.reshape(-1, *self.shape)

    def rows(self, top: Piece) -> Array:
        """(variables, inputs x positions): what a template computes, 0 at padding."""
        found = self._computed(top) * self.sample.inside
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
            assert isinstance(function, Formula)
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
        known = self.shared if {query, key} <= {*SLOTS[:3]} else self.attentions
        if (query, key) not in self.attentions:
            if (query, key) not in known:
                given = self._values(query), self._values(key)
                known[query, key] = HeadBatch(self.sample, *given)
            known[query, key].sums.clear()
            self.attentions[query, key] = known[query, key]
        return self.attentions[query, key]
