"""The positions that heads look at, for many queries and keys at once.

A query, a key and a value are arrays (variables, inputs, positions); where only one variable is
the same for all, it stands alone. One equality and one order matrix, over all positions and over
those before, give the sums of all six comparisons in all four reaches: the rest is addition.
"""

from __future__ import annotations

from typing import Any, assert_never

import numpy as np
import numpy.typing as npt

from ..meaning.formulas import COMPARE
from ..program.steps import (
    CategoricalHead,
    Choose,
    Compare,
    Head,
    Is,
    NumericalHead,
    Predicate,
    Reach,
    Rows,
)
from .domain import Array, Bools, Indices
from .sample import LARGEST, Sample

Floats = npt.NDArray[np.float32]

EQUAL, LESS, GREATER = Compare("=="), Compare("<"), Compare(">")
OTHER, LEAST, MOST = Compare("!="), Compare(">="), Compare("<=")


class HeadBatch:
    """Heads over a query and a key: what each looks at is computed once."""

    def __init__(self, sample: Sample, query: Array, key: Array, by_position: bool) -> None:
        """`by_position`: the key is the position."""
        self.sample, self.query, self.key, self.by_position = sample, query, key, by_position
        self.matches: dict[Predicate, Bools] = {}
        self.sources: dict[CategoricalHead, Indices] = {}
        self.sums: dict[tuple[Compare | None, int], dict[Reach, Floats]] = {}

    def values(self, head: Head, value: Array) -> npt.NDArray[np.generic]:
        """(variables, inputs, positions): what a head gives."""
        if isinstance(head, NumericalHead):
            return self._total(head, value)
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

    # --- copies ---------------------------------------------------------------------------------

    def source(self, head: CategoricalHead) -> Indices:
        """(variables, inputs, positions): the position that a head copies from."""
        match head:
            case CategoricalHead(predicate=Compare("==", by), reach="all" | "upto" as reach) if (
                self.by_position
            ):
                return self._pointed(by, reach)
        if head not in self.sources:
            seen = self._match(head.predicate) & self.sample.reaches[head.reach]
            if head.score is not None:
                sign = np.int16(1 if head.score.best == "largest" else -1)
                held = np.where(seen, sign * self.key[:, :, None, :], np.int16(-LARGEST - 1))
                seen &= held == held.max(axis=-1, keepdims=True)
            self.sources[head] = self._chosen(seen, head.choose)
        return self.sources[head]

    def _pointed(self, shift: int, reach: Reach) -> Indices:
        """The position that the query names; 0 where there is none."""
        there, ends = self.query.astype(np.intp) + shift, self.sample.lengths[:, None] - 1
        if reach == "upto" or self.sample.domain.causal:
            ends = np.arange(self.sample.width)
        return np.where((there >= 0) & (there <= ends), there, 0)

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

    # --- sums -----------------------------------------------------------------------------------

    def _total(self, head: NumericalHead, value: Array) -> Floats:
        assert isinstance(head.predicate, Compare)
        return self._by_reach(head.predicate, value)[head.reach]

    def _by_reach(self, predicate: Compare | None, value: Array) -> dict[Reach, Floats]:
        """The sums over the keys that compare, or over all, in every reach."""
        known = (predicate, id(value))
        if known not in self.sums:
            self.sums[known] = self._summed(predicate, value)
        return self.sums[known]

    def _summed(self, predicate: Compare | None, value: Array) -> dict[Reach, Floats]:
        derived: dict[Compare, tuple[tuple[int, Compare | None], ...]] = {
            GREATER: ((1, None), (-1, LESS), (-1, EQUAL)),
            OTHER: ((1, None), (-1, EQUAL)),
            LEAST: ((1, None), (-1, LESS)),
            MOST: ((1, LESS), (1, EQUAL)),
        }
        if predicate in derived:
            terms = [(sign, self._by_reach(one, value)) for sign, one in derived[predicate]]
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


def _product(match: Bools, value: Array) -> Floats:
    """(variables, inputs, positions): the sums of a value over what matches."""
    if len(match) == 1:  # one matrix for all values
        stacked = np.moveaxis(value, 0, -1).astype(np.float32)
        return np.moveaxis(np.matmul(match[0].astype(np.float32), stacked), -1, 0)
    given = value.astype(np.float32)[..., None]
    return np.asarray(np.matmul(match.astype(np.float32), given)[..., 0])
