"""Every program up to a cost, level by level: what "no program of cost <= c fits" stands on.

The rounds of a search leave out much that is cheap but unlikely. Here nothing is left out: level c
makes every step of the library over variables that are there, if it costs c with all that it reads.
A variable that has the same values as a cheaper one on the sample is that one.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial

import numpy as np
import numpy.typing as npt

from .aims import targets_of
from .arena import Arena
from .attending import Candidates, bests, copies, sums
from .examiner import Examiner, Solution
from .goals import Goals
from .pool import Draft, Pool
from .primitives import (
    FORMULAS,
    OF_WORDS,
    PAIR_COST,
    PRIMITIVES,
    SYMMETRIC,
    Round,
    fixed_keys,
    inputs,
    of_two,
    operand,
)

MOST_LEVEL = 7  # from 8 on a program may be a table of two variables, which are not all made
HEAD = 4  # the least that a head costs
FORMULA = 2  # and a formula of two variables
MAIN = ("group", "label", "number", "size", "word")  # targets: the labels themselves


class EveryLevel:
    """Variables of every cost up to `complete`, on a sample of inputs."""

    def __init__(
        self,
        examiner: Examiner,
        words: npt.NDArray[np.int32],
        labels: npt.NDArray[np.int32],
        left: Callable[[], float],
    ) -> None:
        self.examiner, self.left = examiner, left
        self.arena = Arena(examiner.domain, words)
        self.pool = Pool(self.arena)
        every = targets_of(self.arena, labels[:, : self.arena.width])
        named = [target for target in every if target.name in MAIN]
        row = self.arena.words.ravel()
        self.goals = Goals.of(named, row, self.arena.width, examiner.slack)
        self.waiting: dict[int, list[tuple[Draft, npt.NDArray[np.int16], int]]] = {}
        self.done: set[tuple[object, ...]] = set()
        self.complete = -1

    def solutions(self) -> Iterator[Solution]:
        """Every solution of level 0, 1, 2, ... until the time is over."""
        for given in inputs(self.examiner.domain):
            self._offer([Candidates([given.draft], self.pool.value(given.draft)[None])])
        for level in range(MOST_LEVEL + 1):
            for make in self._steps(level):
                self._offer(make())
                if self.left() <= 0:
                    return
            yield from self._put(level)
            self.complete = level

    def _put(self, level: int) -> Iterator[Solution]:
        """Put what costs as much as this level into the pool, and hold it against the labels."""
        new: list[int] = []
        for made, row, code in self.waiting.pop(level, []):
            # Words, positions and ones have places of their own, though they may be the same here.
            if code not in self.pool.place or len(self.pool) <= Pool.ONE:
                new.append(self.pool.add(made, row, code))
        if not new:
            return
        for hit in self.goals.hits(self.pool.rows[new], self.pool.words(new)):
            pieces = [self.pool.piece(new[hit.row])]
            if not hit.alone:
                pieces.append(self.pool.piece(Pool.WORD))
            solution = self.examiner.consider(*pieces)
            if solution is not None:
                yield solution

    def _offer(self, made: Iterable[Candidates]) -> None:
        for one in made:
            codes = self.pool.hashed(one.rows)
            for draft, row, code in zip(one.drafts, one.rows, codes.tolist(), strict=True):
                if code not in self.pool.place:
                    found = draft, row.copy(), code
                    self.waiting.setdefault(self.pool.cost_of(draft), []).append(found)

    # --- every step over variables that are there ----------------------------------------------

    def _steps(self, level: int) -> Iterator[Callable[[], Iterable[Candidates]]]:
        """What may cost this level, and was not made for an earlier one."""
        pool, entries = self.pool, self.pool.entries
        for one in (one for one in PRIMITIVES if one.least):
            for place in range(len(pool)):
                if entries[place].cost + one.least <= level and self._fresh(one.name, place):
                    places = list(one.places(Round(pool, (), 0), 0, place))
                    yield partial(one.make, pool, places)
        for a, others in self._pairs(level - FORMULA):
            new = [b for b in others if self._fresh("formula", a, b)]
            yield partial(self._formulas, a, new)
        for q, others in self._pairs(level - HEAD):
            for k in others:
                room = level - HEAD - (q != k)
                if pool.is_word(q) == pool.is_word(k) and self._together(q, k) <= room:
                    values = [v for v in range(len(pool)) if entries[v].cost <= room]
                    values = [v for v in values if self._together(q, k, v) <= room]
                    values = [v for v in values if self._fresh("head", q, k, v)]
                    if values:
                        yield partial(self._heads, q, k, values)

    def _pairs(self, most: int) -> Iterator[tuple[int, list[int]]]:
        """Each variable with all that cost at most so much together with it; also with itself."""
        entries = self.pool.entries
        cheap = [place for place in range(len(entries)) if entries[place].cost <= most]
        users: dict[int, list[int]] = {}  # of a part: all that need it
        for place in cheap:
            for part in entries[place].parts:
                users.setdefault(part, []).append(place)
        by_cost = sorted(cheap, key=lambda place: entries[place].cost)
        costs = [entries[place].cost for place in by_cost]
        for a in cheap:
            partners = set(by_cost[: bisect_right(costs, most - entries[a].cost)]) | {a}
            partners.update(*(users[part] for part in entries[a].parts))
            yield a, [b for b in sorted(partners) if self._together(a, b) <= most]

    def _fresh(self, *step: object) -> bool:
        if step in self.done:
            return False
        self.done.add(step)
        return True

    def _together(self, *places: int) -> int:
        """What variables cost together: shared parts once."""
        entries = self.pool.entries
        if sum(entries[place].cost > 0 for place in set(places)) <= 1:
            return max(entries[place].cost for place in places)
        return self.pool.cost_of_parts(self.pool.parts_of(places))

    def _formulas(self, a: int, others: Sequence[int]) -> Iterator[Candidates]:
        word, pair = self.pool.is_word(a), self.examiner.domain.pair
        same = [b for b in others if self.pool.is_word(b) == word]
        for op in OF_WORDS if word else FORMULAS:
            given = [b for b in same if op not in SYMMETRIC or a <= b]
            yield from of_two(self.pool, op, [a], given)
        if word and pair is not None:
            for b in same:
                made = Draft(pair, (a, b), PAIR_COST)
                yield Candidates([made], self.pool.value(made)[None])

    def _heads(self, query: int, key: int, values: Sequence[int]) -> Iterator[Candidates]:
        q, k = operand(self.pool, query), operand(self.pool, key)
        given = [operand(self.pool, value) for value in values]
        numbers = [value for value in given if value.number]
        if numbers:
            yield sums(self.arena, q, k, numbers)
        yield copies(self.arena, q, k, given)
        if not (q.constant and k.constant):
            yield bests(self.arena, q, k, given)
        if query == key:
            yield copies(self.arena, q, k, given, fixed_keys(self.pool, key))
