"""The values that heads can return, in every context, given those of their query, key and value.

A context is the situation a position can be in: where it stands and what word is there. Values are
inferred for each context by itself. That is what makes cheap correlations visible: position 0 is
always the begin word, nothing follows the end word, a head that reads positions looks at known
places.

>>> from transformer_programs.shelf import places
>>> contexts = contexts_of(places.program)
>>> len(contexts.words), contexts.words[0]
(72, (1,))
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import product, zip_longest
from typing import Literal, assert_never

import numpy as np
from numpy.typing import NDArray

from ..program import Program, Vocabulary
from ..program.program import is_pooled
from ..program.steps import CategoricalHead, Choose, Head, Is, Reach, Token, score_of
from ..program.values import Type, domain
from .grids import MAX_PAIRS, Grid, Mask, match_grid

Side = Literal["left", "right"]
Indices = NDArray[np.int_]

MAX_CONTEXTS = 1500  # above this, words are no longer told apart
MAX_PLACES = 128  # above this, positions are no longer told apart


@dataclass(frozen=True, slots=True, eq=False)
class Contexts:
    """Parallel arrays, one entry a context; a place is one position, or all of 1, 2, 3, ...

    `ends`: nothing follows. `counted`: the label there is the program's own, not a mark answered
    with itself. `words`: the words that may stand there.
    """

    place: NDArray[np.int_]
    ends: Mask
    counted: Mask
    words: tuple[tuple[int, ...], ...]
    places: int
    exact: bool
    closed: bool  # every input is closed by an end word
    causal: bool


@dataclass(frozen=True, slots=True)
class Neighbour:
    """Another place that a head may look at; `sure`: a position there surely exists."""

    place: int
    side: Side
    sure: bool


@dataclass(frozen=True, slots=True)
class View:
    """The contexts that a head attends to, in its order of choice, and whether it sees itself."""

    before_itself: tuple[Neighbour, ...]
    itself: bool
    after_itself: tuple[Neighbour, ...]

    @property
    def others(self) -> tuple[Neighbour, ...]:
        return self.before_itself + self.after_itself


def contexts_of(program: Program) -> Contexts:
    """The contexts of a program, as fine as is affordable; one object for equal ones."""
    lookups = tuple(step.lookup for step in program.steps if isinstance(step, Token))
    frame = program.vocabulary, program.max_length, program.causal, is_pooled(program)
    return _contexts(*frame, lookups)


@lru_cache(maxsize=8)
def _contexts(
    vocabulary: Vocabulary,
    length: int | None,
    causal: bool,
    pooled: bool,
    lookups: tuple[tuple[int, ...], ...],
) -> Contexts:
    kinds: dict[tuple[int, ...], list[int]] = {}
    for word, name in enumerate(vocabulary.words):
        # A word that is not listed may stand anywhere, so `unknown` may, whatever else it is.
        if name == vocabulary.unknown or name not in (vocabulary.begin, vocabulary.end):
            kinds.setdefault(tuple(lookup[word] for lookup in lookups), []).append(word)
    inner = [tuple(words) for words in kinds.values()]
    exact = length is not None and length <= MAX_PLACES
    places = (length or 2) if exact else 2
    if places * (len(inner) + 1) > MAX_CONTEXTS:
        inner = [tuple(word for words in inner for word in words)]
    # Every kind of word at every place where it can stand.
    begin, end = vocabulary.begin, vocabulary.end
    rows: list[tuple[int, bool, bool, tuple[int, ...]]] = []
    room = length is None or length >= len(vocabulary.marks)
    for place in range(places if room else 0):
        after_begin = begin is None or place > 0
        before_last = length is None or place < length - 1
        if not after_begin:
            rows.append((place, False, False, (vocabulary.index[str(begin)],)))
        if after_begin and (end is None or before_last):
            rows += [(place, False, True, words) for words in inner]
        if after_begin and end is not None:
            rows.append((place, True, False, (vocabulary.index[end],)))
    return Contexts(
        np.array([row[0] for row in rows], dtype=int),
        np.array([row[1] for row in rows], dtype=bool),
        np.array([row[2] or pooled for row in rows], dtype=bool),
        tuple(row[3] for row in rows),
        places,
        exact,
        end is not None,
        causal,
    )


def view(contexts: Contexts, place: int, ends: bool, reach: Reach, choose: Choose) -> View:
    """The contexts that a head attends to from a place (rules 1 and 2 of `interpret`).

    >>> from transformer_programs.shelf import places
    >>> seen = view(contexts_of(places.program), 2, False, "all", "nearest")
    >>> [neighbour.place for neighbour in seen.others][:5]
    [1, 3, 0, 4, 5]
    """
    left: list[Neighbour] = []  # all of them exist
    if reach != "after" and contexts.exact:
        left = [Neighbour(p, "left", True) for p in reversed(range(place))]
    elif reach != "after" and place:
        left = [Neighbour(1, "left", False), Neighbour(0, "left", True)]
    right: list[Neighbour] = []  # the next one exists where an end word is still to come
    if not (ends or contexts.causal or reach in ("before", "upto")):
        further = range(place + 1, contexts.places) if contexts.exact else range(1, 2)
        right = [Neighbour(p, "right", contexts.closed and p == further[0]) for p in further]
    itself = reach in ("all", "upto")
    match choose:
        case "nearest" if contexts.exact:
            return View(tuple(n for two in zip_longest(left, right) for n in two if n), itself, ())
        case "nearest":
            # How far "later" is cannot be told, so it neither hides position 0 nor is hidden by it.
            later = [replace(n, sure=False) for n in (*left, *right) if n.place == 1]
            return View((*later, *(n for n in left if n.place == 0)), itself, ())
        case "first":
            return View(tuple(left[::-1]), itself, tuple(right))
        case "last":
            return View(tuple(right[::-1]), itself, tuple(left))
        case _:
            assert_never(choose)


@lru_cache(maxsize=64)
def views(contexts: Contexts, reach: Reach, choose: Choose) -> list[tuple[Indices, View]]:
    """All contexts in groups that see the same places, with what they see."""
    groups = []
    for place in range(contexts.places):
        for ends in (False, True):
            here = (contexts.place == place) & (contexts.ends == ends)
            if here.any():
                seen = view(contexts, place, ends, reach, choose)
                groups.append((np.flatnonzero(here), seen))
    return groups


@lru_cache(maxsize=64)
def members(contexts: Contexts, side: Side) -> list[Indices]:
    """The contexts of each place; those on the left of something cannot be the end."""
    there = ~contexts.ends if side == "left" else np.ones_like(contexts.ends)
    return [np.flatnonzero((contexts.place == p) & there) for p in range(contexts.places)]


# --- heads ----------------------------------------------------------------------------------------

MAX_WORK = 1 << 28  # pairs of a query and a key, over all contexts
MAX_COPIES = 1 << 25  # pairs of a query and a value, over all places
FAR = 1 << 61  # beyond every number of a type; four of them fit into 64 bits

_SIDES: tuple[Side, Side] = ("left", "right")


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
    so is a query of too many values to look at each together with every key and value. Then the
    head is not `followed`. Its `query` and `key` may match in a context, or surely do.
    """

    def __init__(
        self,
        contexts: Contexts,
        head: Head,
        types: Mapping[str, Type],
        possible: Mapping[str, Mask | None],
    ) -> None:
        self.contexts, self.head = contexts, head
        query, key, self.value = (possible[n] for n in (head.query, head.key, head.value))
        queries, keys, values = (1 if m is None else m.shape[1] for m in (query, key, self.value))
        if (
            queries * max(keys, values) > MAX_PAIRS
            or len(contexts.words) * queries * keys > MAX_WORK
            or contexts.places * queries * values > MAX_COPIES
        ):
            query, queries = None, 1
        self.followed = query is not None and key is not None
        if self.followed:
            may = sure = match_grid(head.predicate, types[head.query], types[head.key])
        else:
            may, sure = np.ones((queries, keys), bool), np.zeros((queries, keys), bool)
            if isinstance(head.predicate, Is) and key is not None:
                may = sure = may & (np.array(domain(types[head.key])) == head.predicate.value)
        one = np.ones((len(contexts.words), 1), dtype=bool)
        self.query, self.key = one if query is None else query, one if key is None else key
        self.may_cq, self.sure_cq = overlap(self.key, may.T), ~overlap(self.key, ~sure.T)
        # Whether different queries may match differently.
        self.reads_query = not ((may == may[:1]).all() and (sure == may).all())

    def _groups(self) -> list[tuple[Indices, View]]:
        """The contexts that see the same places, with what they see."""
        choose = self.head.choose if isinstance(self.head, CategoricalHead) else "first"
        return views(self.contexts, self.head.reach, choose)

    # --- copying ------------------------------------------------------------------------------

    def copied(self) -> Mask | None:
        """The values that a categorical head can copy; None where they are not followed."""
        value, scored = self.value, score_of(self.head) is not None
        if value is None:
            return None
        sides = {side: members(self.contexts, side) for side in _SIDES}
        values_pqv: dict[Side, Mask] = {
            side: np.array([overlap(self.may_cq[at].T, value[at]) for at in places])
            for side, places in sides.items()
        }
        sure_pq: dict[Side, Mask] = {
            side: np.array([self.sure_cq[at].all(0) & (len(at) > 0) for at in places])
            for side, places in sides.items()
        }
        at_0, mask = value[sides["left"][0]].any(0), np.zeros_like(value)

        def walk(part: tuple[Neighbour, ...]) -> tuple[Mask, Mask]:
            """The values found going through places in order, and the queries that may go on."""
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
        return mask

    # --- adding up ----------------------------------------------------------------------------

    def summed(self, read: Type, out: Type, max_length: int | None) -> tuple[Mask, bool]:
        """The sums of a numerical head, a range per context and query, and whether all are in it.

        A sum that never leaves its type does not have to be clipped.
        """
        values = domain(out)
        contexts, queries = self.query.shape
        if self.value is None:
            return np.ones((contexts, len(values)), dtype=bool), False
        least, most = self._added(np.array(domain(read)))
        none = np.zeros(queries, dtype=np.int64)
        alone = np.array([self.contexts.exact or p == 0 for p in range(self.contexts.places)])
        # Many positions only push outward: past FAR it is no matter how far.
        many = np.where(alone, 1, max_length or FAR)[:, None]
        added: dict[tuple[Side, bool], Grid] = {}  # (2, p, q): the least and the most of a place
        for side, sure in product(_SIDES, (False, True)):
            places = members(self.contexts, side)
            low = np.array([least[at].min(0) if len(at) else none for at in places])
            high = np.array([most[at].max(0) if len(at) else none for at in places])
            surely = sure & alone[:, None]
            low, high = np.where(surely, low, low.clip(max=0)), np.where(surely, high, high.clip(0))
            ends = low.clip(-(FAR // many)) * many, high.clip(max=FAR // many) * many
            added[side, sure] = np.array(ends)
        low, high = np.zeros((2, contexts, queries), dtype=np.int64)
        for group, seen in self._groups():
            seen_at = [added[n.side, n.sure][:, n.place] for n in seen.others]
            least_q, most_q = np.sum([np.array([none, none]), *seen_at], axis=0)
            low[group] = least_q + (least[group] if seen.itself else 0)
            high[group] = most_q + (most[group] if seen.itself else 0)
        c, q = np.nonzero(self.query)
        within = bool((low[c, q] >= values.start).all() and (high[c, q] < values.stop).all())
        low = np.clip(low, values.start, values.stop - 1) - values.start
        high = np.clip(high, values.start, values.stop - 1) - values.start
        return _filled(contexts, len(values), c, low[c, q], high[c, q]), within

    def _added(self, numbers: Grid) -> tuple[Grid, Grid]:
        """(c, q): the least and the most that a position adds; 0 where it does not match."""
        assert self.value is not None
        low = np.where(self.value, numbers, numbers[-1]).min(1)[:, None]
        high = np.where(self.value, numbers, numbers[0]).max(1)[:, None]
        at_least = np.where(self.sure_cq, low, np.minimum(low, 0))
        at_most = np.where(self.sure_cq, high, np.maximum(high, 0))
        return np.where(self.may_cq, at_least, 0), np.where(self.may_cq, at_most, 0)

    # --- what is looked at ----------------------------------------------------------------------

    def pairs(self, needed: Mask) -> Mask:
        """(q, k): the query and key values that can meet, from contexts where it matters."""
        met = np.zeros((self.query.shape[1], self.key.shape[1]), bool)
        keys = {s: [self.key[at].any(0) for at in members(self.contexts, s)] for s in _SIDES}
        for group, seen in self._groups():
            here = group[needed[group]]
            met |= _each(self.query[here], 0) & np.any(
                [np.zeros_like(met[0]), *(keys[n.side][n.place] for n in seen.others)], axis=0
            )
            if seen.itself:
                met |= overlap(self.query[here].T, self.key[here])
        return met


def _filled(rows: int, columns: int, row: Grid, low: Grid, high: Grid) -> Mask:
    """True from low to high in each row."""
    steps = np.zeros((rows, columns + 1), dtype=np.int32)
    np.add.at(steps, (row, low), 1)
    np.add.at(steps, (row, high + 1), -1)
    return np.asarray(np.cumsum(steps[:, :-1], axis=1) > 0)
