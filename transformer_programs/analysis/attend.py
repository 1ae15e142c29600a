"""The values that heads can return, given those of their query, key and value. Part of `infer`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ..program.steps import CategoricalHead, Head, Is, score_of
from ..program.values import Type, domain, size
from .contexts import Contexts, Mask, Neighbour, Side, View, views
from .grids import MAX_PAIRS, Grid, match_grid

MAX_WORK = 1 << 28  # pairs of a query and a key, over all contexts
MAX_COPIES = 1 << 25  # pairs of a query and a value, over all places
FAR = 1 << 61  # beyond every number of a type; four of them fit into 64 bits

_SIDES: tuple[Side, Side] = ("left", "right")


@dataclass(frozen=True, slots=True, eq=False)
class Returned:
    """The values that a head can return in each context; None where they are not followed.

    `within`: a sum that never leaves its type, so that nothing has to clip it.
    """

    mask: Mask | None
    within: bool = False


def _each(mask: Mask, axis: int) -> Mask:
    """Whether there is anything, as a column: along the rows (1) or the columns (0)."""
    return np.asarray(mask.any(axis)).reshape(-1, 1)


def overlap(a: Mask, b: Mask) -> Mask:
    """Whether row i of a and column j of b have something in common."""
    # Of zeros and ones. Products of narrow matrices may look at numbers beside them in memory and
    # leave a warning behind, though not in the result.
    with np.errstate(invalid="ignore"):
        return np.asarray(a.astype(np.float32) @ b.astype(np.float32) > 0)


class Attention:
    """One head over all contexts. Axes: c context, p place, q query, k key, v value.

    A query or key whose values cannot be listed is taken as having one value that may be anything;
    so is a query of too many values to look at each together with every key and value.
    """

    def __init__(
        self,
        contexts: Contexts,
        head: Head,
        types: Mapping[str, Type],
        possible: Mapping[str, Mask | None],
        max_length: int | None,
    ) -> None:
        self.contexts, self.head, self.types = contexts, head, types
        self.max_length = max_length
        query, key, self.value = (possible[n] for n in (head.query, head.key, head.value))
        queries, keys, values = (1 if m is None else m.shape[1] for m in (query, key, self.value))
        if (
            queries * max(keys, values) > MAX_PAIRS
            or len(contexts.words) * queries * keys > MAX_WORK
            or contexts.places * queries * values > MAX_COPIES
        ):
            query = None
        one = np.ones((len(contexts.words), 1), dtype=bool)
        self.followed = query is not None and key is not None
        self.query, self.key = one if query is None else query, one if key is None else key
        self.may_qk, self.sure_qk = self._matches(key is not None)
        self.may_cq = overlap(self.key, self.may_qk.T)
        self.sure_cq = ~overlap(self.key, ~self.sure_qk.T)

    def _matches(self, key_known: bool) -> tuple[Mask, Mask]:
        """The pairs that may match and the pairs that surely match."""
        query, key = self.types[self.head.query], self.types[self.head.key]
        if self.followed:
            grid = match_grid(self.head.predicate, query, key)
            return grid, grid
        may = np.ones((self.query.shape[1], self.key.shape[1]), dtype=bool)
        if isinstance(self.head.predicate, Is) and key_known:
            may = may & (np.array(domain(key)) == self.head.predicate.value)
            return may, may
        return may, ~may

    @property
    def reads_query(self) -> bool:
        """Whether different queries may match differently."""
        same = (self.may_qk == self.may_qk[:1]).all() and (self.sure_qk == self.may_qk).all()
        return not same

    def _places(self, side: Side) -> list[NDArray[np.int_]]:
        """The contexts of each place."""
        return [self.contexts.at(place, side) for place in range(self.contexts.places)]

    def _groups(self) -> list[tuple[NDArray[np.int_], View]]:
        """The contexts that see the same places, with what they see."""
        choose = self.head.choose if isinstance(self.head, CategoricalHead) else "first"
        return views(self.contexts, self.head.reach, choose)

    # --- copying ------------------------------------------------------------------------------

    def copied(self) -> Returned:
        """The values that a categorical head can copy."""
        value, scored = self.value, score_of(self.head) is not None
        if value is None:
            return Returned(None)
        values_pqv: dict[Side, Mask] = {
            side: np.array([overlap(self.may_cq[at].T, value[at]) for at in self._places(side)])
            for side in _SIDES
        }
        sure_pq: dict[Side, Mask] = {
            side: np.array([self.sure_cq[at].all(0) & (len(at) > 0) for at in self._places(side)])
            for side in _SIDES
        }
        at_0, mask = value[self.contexts.at(0, "left")].any(0), np.zeros_like(value)

        def walk(part: tuple[Neighbour, ...]) -> tuple[Mask, Mask]:
            """What is found going through places in order, and the queries that may go on."""
            found, unsure = np.zeros_like(values_pqv["left"][0]), np.ones(self.query.shape[1], bool)
            for n in part:
                found |= (unsure[:, None] | scored) & values_pqv[n.side][n.place]
                if n.sure:
                    unsure &= ~sure_pq[n.side][n.place]
            return found, unsure

        for group, seen in self._groups():
            left = self.query[group]  # (c, q): queries for which nothing surely was found so far
            for part in (seen.before_itself, None, seen.after_itself):
                # A match that scores higher hides one that would be chosen before it.
                looking = self.query[group] if scored else left
                if part is not None:
                    found_qv, unsure_q = walk(part)
                    mask[group] |= overlap(looking, found_qv)
                    left = left & unsure_q
                elif seen.itself:
                    mask[group] |= value[group] & _each(looking & self.may_cq[group], 1)
                    left = left & ~self.sure_cq[group]
            default = value[group] if self.contexts.place[group[0]] == 0 else at_0
            mask[group] |= default & _each(left, 1)
        return Returned(mask)

    # --- adding up ----------------------------------------------------------------------------

    def summed(self, out: Type) -> Returned:
        """The sums of a numerical head: a range for each context and query value."""
        values = domain(out)
        contexts, queries = self.query.shape
        if self.value is None:
            return Returned(np.ones((contexts, len(values)), dtype=bool))
        least, most = self._added()
        none = np.zeros(queries, dtype=np.int64)
        ranges = {  # (p, q): what a position in a place can add, if it exists
            side: (
                np.array([least[at].min(0) if len(at) else none for at in self._places(side)]),
                np.array([most[at].max(0) if len(at) else none for at in self._places(side)]),
            )
            for side in _SIDES
        }
        low = np.zeros((contexts, queries), dtype=np.int64)
        high = np.zeros((contexts, queries), dtype=np.int64)
        for group, seen in self._groups():
            for n in seen.others:
                at_least, at_most = (r[n.place] for r in ranges[n.side])
                single = self.contexts.exact or n.place == 0
                if not (n.sure and single):
                    at_least, at_most = np.minimum(at_least, 0), np.maximum(at_most, 0)
                # Many positions only push outward: past FAR it is no matter how far.
                many = 1 if single else self.max_length or FAR
                low[group] += np.maximum(at_least, -(FAR // many)) * many
                high[group] += np.minimum(at_most, FAR // many) * many
            if seen.itself:
                low[group] += least[group]
                high[group] += most[group]
        c, q = np.nonzero(self.query)
        within = bool((low[c, q] >= values.start).all() and (high[c, q] < values.stop).all())
        low = np.clip(low, values.start, values.stop - 1) - values.start
        high = np.clip(high, values.start, values.stop - 1) - values.start
        return Returned(_filled(contexts, len(values), c, low[c, q], high[c, q]), within)

    def _added(self) -> tuple[Grid, Grid]:
        """(c, q): the least and the most that a position adds; 0 where it does not match."""
        assert self.value is not None
        numbers = np.array(domain(self.types[self.head.value]))
        low = np.where(self.value, numbers, numbers[-1]).min(1)[:, None]
        high = np.where(self.value, numbers, numbers[0]).max(1)[:, None]
        at_least = np.where(self.sure_cq, low, np.minimum(low, 0))
        at_most = np.where(self.sure_cq, high, np.maximum(high, 0))
        return np.where(self.may_cq, at_least, 0), np.where(self.may_cq, at_most, 0)

    # --- what is looked at ----------------------------------------------------------------------

    def pairs(self, needed: Mask) -> Mask:
        """(q, k): the query and key values that can meet, from contexts where it matters."""
        query_type, key_type = self.types[self.head.query], self.types[self.head.key]
        met = np.full((size(query_type) or 1, size(key_type) or 1), not self.followed)
        keys = {side: [self.key[at].any(0) for at in self._places(side)] for side in _SIDES}
        for group, seen in self._groups() if self.followed else ():
            here = group[needed[group]]
            asked = _each(self.query[here], 0)
            for n in seen.others:
                met |= asked & keys[n.side][n.place]
            if seen.itself:
                met |= overlap(self.query[here].T, self.key[here])
        return met


def _filled(rows: int, columns: int, row: Grid, low: Grid, high: Grid) -> Mask:
    """True from low to high in each row."""
    steps = np.zeros((rows, columns + 1), dtype=np.int32)
    np.add.at(steps, (row, low), 1)
    np.add.at(steps, (row, high + 1), -1)
    return np.asarray(np.cumsum(steps[:, :-1], axis=1) > 0)
