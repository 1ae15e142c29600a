"""What heads can return, given what their query, key and value can be. Part of `infer`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ..program.steps import CategoricalHead, Head, Is, score_of
from ..program.values import Type, domain, size
from .contexts import Contexts, Mask, Neighbour, Side, View, views
from .grids import MOST_PAIRS, Grid, match_grid

MOST_WORK = 1 << 28  # of pairs of a query and a key, over all contexts
MOST_COPIES = 1 << 25  # of pairs of a query and a value, over all places
FAR = 1 << 61  # beyond every number of a type; four of them fit into 64 bits


@dataclass(frozen=True, slots=True, eq=False)
class Returned:
    """What a head returns: by context, by query value; `own_value`: always its value right here.

    `within`: a sum that never leaves its type, and need not be held there.
    """

    mask: Mask | None
    by_query: Mask | None
    own_value: bool = False
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
        self._met: dict[tuple[bytes, bytes | None], Mask] = {}
        self._answered: dict[bytes, tuple[Mask, Mask, Mask]] = {}
        query, key = possible[head.query], possible[head.key]
        one = np.ones((len(contexts.words), 1), dtype=bool)
        self.key_known = key is not None
        # Whether every query value can be looked at by itself.
        queries = 0 if query is None else query.shape[1]
        keys, values = (1 if m is None else m.shape[1] for m in (key, possible[head.value]))
        self.query_known = bool(
            query is not None
            and queries * max(keys, values) <= MOST_PAIRS
            and len(query) * queries * keys <= MOST_WORK
            and contexts.places * queries * values <= MOST_COPIES
        )
        query = query if self.query_known else None
        self.query: Mask = one if query is None else query
        self.key: Mask = one if key is None else key
        self.value: Mask | None = possible[head.value]
        self.may_qk, self.sure_qk = self._matches()
        self.may_cq = overlap(self.key, self.may_qk.T)
        self.sure_cq = ~overlap(self.key, ~self.sure_qk.T)
        self.own_may_cq, self.own_sure_cq = self.may_cq, self.sure_cq
        if head.query == head.key and self.query_known:
            # At its own position the key is the query.
            own = np.broadcast_to(np.diagonal(self.may_qk), self.may_cq.shape)
            self.own_may_cq = self.own_sure_cq = own
        self.may_pq: dict[Side, Mask] = {side: self._any(self.may_cq, side) for side in _SIDES}
        self.sure_pq: dict[Side, Mask] = {side: self._all(self.sure_cq, side) for side in _SIDES}

    def _matches(self) -> tuple[Mask, Mask]:
        """The pairs that may match and the pairs that surely match."""
        query, key = self.types[self.head.query], self.types[self.head.key]
        if self.query_known and self.key_known:
            grid = match_grid(self.head.predicate, query, key)
            return grid, grid
        may = np.ones((self.query.shape[1], self.key.shape[1]), dtype=bool)
        if isinstance(self.head.predicate, Is) and self.key_known:
            is_value = np.arange(len(domain(key))) == self.head.predicate.value - domain(key).start
            may = may & is_value
            return may, may
        return may, ~may

    def _any(self, by_context: Mask, side: Side) -> Mask:
        at = [self.contexts.at(p, side) for p in range(self.contexts.places)]
        return np.array([by_context[here].any(0) for here in at])

    def _all(self, by_context: Mask, side: Side) -> Mask:
        at = [self.contexts.at(p, side) for p in range(self.contexts.places)]
        return np.array([by_context[here].all(0) & (len(here) > 0) for here in at])

    def _groups(self) -> list[tuple[NDArray[np.int_], View]]:
        """The contexts that see the same places, with what they see."""
        choose = self.head.choose if isinstance(self.head, CategoricalHead) else "first"
        return views(self.contexts, self.head.reach, choose)

    # --- copying ------------------------------------------------------------------------------

    def copied(self) -> Returned:
        """What a categorical head can copy."""
        value = self.value
        if value is None:
            return Returned(None, None)
        values_pqv: dict[Side, Mask] = {side: self._values(value, side) for side in _SIDES}
        at_0 = value[self.contexts.at(0, "left")].any(0)
        mask = np.zeros_like(value)
        by_query = np.zeros((self.query.shape[1], value.shape[1]), dtype=bool)
        own_value = True
        for group, seen in self._groups():
            left = self.query[group]  # (c, q): queries for which nothing surely was found so far
            for part in (seen.before_itself, None, seen.after_itself):
                # A match that scores higher hides one that would be chosen before it.
                looking = left if score_of(self.head) is None else self.query[group]
                if part is None:
                    if seen.itself:
                        own = looking & self.own_may_cq[group]
                        self._copy_own(group, own, value, mask, by_query)
                        left = left & ~self.own_sure_cq[group]
                    continue
                found_qv, unsure_q = self._walk(part, values_pqv)
                mask[group] |= overlap(looking, found_qv)
                reached = _each(looking, 0) & found_qv
                by_query |= reached
                own_value = own_value and not reached.any()
                left = left & unsure_q
            left = left & ~self._end_found(int(self.contexts.place[group[0]]), seen)
            if self.contexts.place[group[0]] == 0:
                self._copy_own(group, left, value, mask, by_query, matching=False)
            else:
                mask[group] |= _each(left, 1) & at_0
                by_query |= _each(left, 0) & at_0
                own_value = own_value and not left.any()
        return Returned(mask, by_query if self.query_known else None, own_value)

    def _values(self, value: Mask, side: Side) -> Mask:
        """(p, q, v): what a query can copy from a place, if it looks there."""
        found = []
        for place in range(self.contexts.places):
            here = self.contexts.at(place, side)
            if self.head.key == self.head.value:
                found.append(value[here].any(0) & self.may_qk)
            else:
                found.append(overlap(self.may_cq[here].T, value[here]))
        return np.array(found)

    def _walk(self, part: tuple[Neighbour, ...], values_pqv: dict[Side, Mask]) -> tuple[Mask, Mask]:
        """What is found going through places in order, and the queries that may find nothing."""
        queries = self.query.shape[1]
        found = np.zeros((queries, values_pqv["left"].shape[2]), dtype=bool)
        unsure = np.ones(queries, dtype=bool)
        scored = score_of(self.head) is not None
        for n in part:
            found |= (unsure[:, None] | scored) & values_pqv[n.side][n.place]
            if n.sure:
                unsure &= ~self.sure_pq[n.side][n.place]
        return found, unsure

    def _end_found(self, place: int, seen: View) -> Mask:
        """(q): queries that the end word matches, which is sure to come if it can be seen."""
        ahead = self.contexts.ends & (
            (self.contexts.place > place) if self.contexts.exact else self.contexts.place > 0
        )
        sees_ahead = self.contexts.closed and any(n.side == "right" for n in seen.others)
        return np.asarray(self.sure_cq[ahead].all(0) & sees_ahead)

    def _copy_own(
        self,
        group: NDArray[np.int_],
        looks_cq: Mask,
        value: Mask,
        mask: Mask,
        by_query: Mask,
        matching: bool = True,
    ) -> None:
        """Copy from the position itself; not `matching`: because it is position 0."""
        head = self.head
        if head.value == head.query and self.query_known:
            mask[group] |= looks_cq
            by_query[np.diag_indices(len(by_query))] |= looks_cq.any(0)
        elif matching and head.value == head.key:
            mask[group] |= value[group] & overlap(looks_cq, self.may_qk)
            by_query |= overlap(looks_cq.T, value[group]) & self.may_qk
        else:
            mask[group] |= value[group] & _each(looks_cq, 1)
            by_query |= overlap(looks_cq.T, value[group])

    # --- adding up ----------------------------------------------------------------------------

    def summed(self, out: Type) -> Returned:
        """What a numerical head can add up to: a range for each context and query value."""
        values = domain(out)
        contexts, queries = self.query.shape
        if self.value is None:
            return Returned(np.ones((contexts, len(values)), dtype=bool), None)
        low_cq, high_cq = self._own_range()
        ranges = {side: self._place_range(low_cq, high_cq, side) for side in _SIDES}
        low = np.zeros((contexts, queries), dtype=np.int64)
        high = np.zeros((contexts, queries), dtype=np.int64)
        own_low, own_high = self._held(low_cq, high_cq, self.own_may_cq, self.own_sure_cq)
        for group, seen in self._groups():
            for n in seen.others:
                at_least, at_most = (r[n.place] for r in ranges[n.side])
                if not (n.sure and self._single(n.place)):
                    at_least, at_most = np.minimum(at_least, 0), np.maximum(at_most, 0)
                # Many positions only push outward: past FAR it is no matter how far.
                many = 1 if self._single(n.place) else self.max_length or FAR
                low[group] += np.maximum(at_least, -(FAR // many)) * many
                high[group] += np.minimum(at_most, FAR // many) * many
            if seen.itself:
                low[group] += own_low[group]
                high[group] += own_high[group]
        c, q = np.nonzero(self.query)
        within = bool((low[c, q] >= values.start).all() and (high[c, q] < values.stop).all())
        low = np.clip(low, values.start, values.stop - 1) - values.start
        high = np.clip(high, values.start, values.stop - 1) - values.start
        mask = _filled(contexts, len(values), c, low[c, q], high[c, q])
        if not self.query_known or queries * len(values) > MOST_PAIRS:
            return Returned(mask, None, within=within)
        by_query = _filled(queries, len(values), q, low[c, q], high[c, q])
        return Returned(mask, by_query, within=within)

    def _single(self, place: int) -> bool:
        return self.contexts.exact or place == 0

    def _own_range(self) -> tuple[Grid, Grid]:
        """(c, q): the least and greatest value where the key matches."""
        assert self.value is not None
        numbers = np.array(domain(self.types[self.head.value]))
        same = self.head.key == self.head.value
        matching = [self.value & row for row in self.may_qk] if same else [self.value]
        low = [np.where(mask, numbers, numbers[-1]).min(1) for mask in matching]
        high = [np.where(mask, numbers, numbers[0]).max(1) for mask in matching]
        queries = len(self.may_qk) // len(matching)  # that a mask is for
        return np.repeat(low, queries, 0).T, np.repeat(high, queries, 0).T

    def _held(self, low: Grid, high: Grid, may: Mask, sure: Mask) -> tuple[Grid, Grid]:
        """What a position adds: 0 where it does not match, perhaps 0 where it may not."""
        at_least = np.where(sure, low, np.minimum(low, 0))
        at_most = np.where(sure, high, np.maximum(high, 0))
        return np.where(may, at_least, 0), np.where(may, at_most, 0)

    def _place_range(self, low_cq: Grid, high_cq: Grid, side: Side) -> tuple[Grid, Grid]:
        """(p, q): what a position in a place can add, if it exists."""
        low, high = self._held(low_cq, high_cq, self.may_cq, self.sure_cq)
        at = [self.contexts.at(place, side) for place in range(self.contexts.places)]
        none = np.zeros(low.shape[1], dtype=np.int64)
        return (
            np.array([low[here].min(0) if len(here) else none for here in at]),
            np.array([high[here].max(0) if len(here) else none for here in at]),
        )

    # --- what is looked at ----------------------------------------------------------------------

    def pairs(self, needed: Mask, tie: Mask | None) -> Mask:
        """(q, k): the query and key values that can meet, from contexts where it matters."""
        known = (needed.tobytes(), None if tie is None else tie.tobytes())
        if known in self._met:
            return self._met[known]
        query_type, key_type = self.types[self.head.query], self.types[self.head.key]
        followed = self.query_known and self.key_known
        met = np.full((size(query_type) or 1, size(key_type) or 1), not followed)
        keys: dict[Side, Mask] = {side: self._any(self.key, side) for side in _SIDES}
        for group, seen in self._groups() if followed else ():
            here = group[needed[group]]
            asked = _each(self.query[here], 0)
            for n in seen.others:
                met |= asked & keys[n.side][n.place]
            if seen.itself:
                own = overlap(self.query[here].T, self.key[here])
                met |= own if tie is None else own & tie
        self._met[known] = met
        return met

    def needs(self, needed: Mask) -> tuple[Mask, Mask, Mask]:
        """The contexts in which query, key and value matter, if the result does in `needed`."""
        if needed.tobytes() in self._answered:
            return self._answered[needed.tobytes()]
        key, value = np.zeros_like(needed), np.zeros_like(needed)
        for group, seen in self._groups():
            here = group[needed[group]]
            if len(here) == 0:
                continue
            asked = self.query[here].any(0)
            for n in seen.others:
                there = self.contexts.at(n.place, n.side)
                key[there] = True
                value[there] |= (self.may_cq[there] & asked).any(1)
            if seen.itself:
                key[here] = True
                value[here] |= (self.own_may_cq[here] & self.query[here]).any(1)
            if isinstance(self.head, CategoricalHead):
                at_0 = self.contexts.place[here[0]] == 0
                value[here if at_0 else self.contexts.at(0, "left")] = True
        # The query matters unless every query matches the same.
        by_query = bool((self.may_qk != self.may_qk[:1]).any())
        by_query |= bool((self.sure_qk != self.may_qk).any())
        found = needed if by_query else np.zeros_like(needed), key, value
        self._answered[needed.tobytes()] = found
        return found


_SIDES: tuple[Side, Side] = ("left", "right")


def _filled(rows: int, columns: int, row: Grid, low: Grid, high: Grid) -> Mask:
    """True from low to high in each row."""
    steps = np.zeros((rows, columns + 1), dtype=np.int32)
    np.add.at(steps, (row, low), 1)
    np.add.at(steps, (row, high + 1), -1)
    return np.asarray(np.cumsum(steps[:, :-1], axis=1) > 0)
