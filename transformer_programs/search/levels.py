"""Every program up to a cost, level by level: what "no program of cost <= c fits" stands on.

The rounds of a search leave out much that is cheap but unlikely. Here nothing is left out: level c
makes every step of the library over variables that are there, if it costs c with all that it reads.
A variable that has the same values as a cheaper one on the sample is that one.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import chain

import numpy as np
import numpy.typing as npt

from .arena import Arena
from .goals import Goals
from .heads import Candidates, Operand, bests, copies, sums
from .judge import Judge, Solution
from .nodes import Node, Recipe, own_cost
from .pool import Pool
from .targets import targets_of
from .worker import FORMULAS, MOST_FIXED, SYMMETRIC, formula_rows

MOST_LEVEL = 7  # from 8 on a program may be a table of two variables, which are not all made
HEAD = 4  # the least that a head costs
FORMULA = 2  # and a formula of two variables
MAIN = ("label", "number", "word")  # targets: the labels themselves


class Levels:
    """Variables of every cost up to `complete`, on a sample of inputs."""

    def __init__(
        self,
        judge: Judge,
        words: npt.NDArray[np.int32],
        labels: npt.NDArray[np.int32],
        left: Callable[[], float],
    ) -> None:
        self.judge, self.left = judge, left
        self.arena = Arena(judge.domain, words)
        self.labels = labels[:, : self.arena.width]
        self.pool = Pool(self.arena)
        named = [t for t in targets_of(self.arena, self.labels) if t.name in MAIN]
        row = self.arena.words.ravel()
        self.goals = Goals.of(named, row, self.arena.width, judge.slack)
        self.waiting: dict[int, list[tuple[Node, npt.NDArray[np.int16], int]]] = {}
        self.done: set[tuple[object, ...]] = set()
        self.tried = 0
        self.complete = -1

    def solutions(self) -> Iterator[Solution]:
        """Every solution of level 0, 1, 2, ... until the time is over."""
        for node in self._inputs():
            self._offer(Candidates([node], self.arena.value(node, ()).reshape(1, -1)))
        for level in range(MOST_LEVEL + 1):
            for make in self._steps(level):
                make()
                if self.left() <= 0:
                    return
            yield from self._put(level)
            self.complete = level

    def _inputs(self) -> Iterator[Node]:
        domain = self.judge.domain
        yield from (Node("word"), Node("position"), Node("one"))
        if domain.numeric:
            yield Node("number")
        yield Node("falling")
        for words in domain.sets:
            yield Node("within", words=words, shift=domain.set_cost(words))
        for words in domain.signs:
            yield Node("signed", words=words)

    def _put(self, level: int) -> Iterator[Solution]:
        """Put what costs as much as this level into the pool, and hold it against the labels."""
        new: list[int] = []
        for node, row, code in self.waiting.pop(level, []):
            # Words, positions and ones have places of their own, though they may be the same here.
            if code not in self.pool.place or len(self.pool) <= Pool.ONE:
                new.append(self.pool.add(node, row, code))
        if not new:
            return
        words = np.array([self.pool.valued(place) == "word" for place in new])
        for hit in self.goals.hits(self.pool.rows[new], words):
            recipes: list[Recipe] = [self.pool.recipe(new[hit.row])]
            if not hit.alone:
                recipes.append(self.pool.recipe(Pool.WORD))
            solution = self.judge.consider(recipes)
            if solution is not None:
                yield solution

    def _offer(self, made: Candidates) -> None:
        self.tried += len(made.nodes)
        codes = self.pool.hashed(made.rows)
        for node, row, code in zip(made.nodes, made.rows, codes.tolist(), strict=True):
            if code not in self.pool.place:
                cost = self.pool.cost_of(node)[0] if len(self.pool) else own_cost(node)
                self.waiting.setdefault(cost, []).append((node, row.copy(), code))

    # --- every step over variables that are there ----------------------------------------------

    def _steps(self, level: int) -> Iterator[Callable[[], None]]:
        """What may cost this level, and was not made for an earlier one."""
        pool, entries = self.pool, self.pool.entries
        for a in range(len(pool)):
            if entries[a].cost + 1 <= level and self._fresh("one", a):
                yield partial(self._unary, a)
        for a, b in self._pairs(level - FORMULA):
            if self._fresh("formula", a, b):
                yield partial(self._formulas, a, b)
        for q, k in self._pairs(level - HEAD):
            room = level - HEAD - (q != k)
            if pool.valued(q) == pool.valued(k) and self._together(q, k) <= room:
                values = [v for v in range(len(pool)) if entries[v].cost <= room]
                values = [v for v in values if self._together(q, k, v) <= room]
                values = [v for v in values if self._fresh("head", q, k, v)]
                if values:
                    yield partial(self._heads, q, k, values)

    def _pairs(self, most: int) -> Iterator[tuple[int, int]]:
        """Every two variables that cost at most so much together; also each with itself."""
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
            for b in sorted(partners):
                if self._together(a, b) <= most:
                    yield a, b

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
        parts = frozenset(chain.from_iterable(entries[place].parts for place in places))
        return sum(own_cost(self.pool.node(part)) for part in parts)

    def _operand(self, place: int) -> Operand:
        number = self.pool.valued(place) != "word"
        return Operand(place, self.pool.values(place), number, constant=place == Pool.ONE)

    def _unary(self, place: int) -> None:
        if self.pool.valued(place) == "number":
            row = self.pool.rows[place]
            inside = self.arena.inside.ravel()
            nodes = [Node("formula", (place,), op) for op in ("not", "bool")]
            rows = np.stack([(row == 0) & inside, row > 0]).astype(np.int16)
            self._offer(Candidates(nodes, rows))

    def _formulas(self, a: int, b: int) -> None:
        kind, inside = self.pool.valued(a), self.arena.inside.ravel()
        if kind != self.pool.valued(b):
            return
        one, other = self.pool.rows[a], self.pool.rows[b]
        ops: Sequence[str] = ("==", "!=", "<") if kind == "word" else FORMULAS
        nodes = [Node("formula", (a, b), op) for op in ops if op not in SYMMETRIC or a <= b]
        rows = np.stack([formula_rows(node.op, one, other).astype(np.int16) for node in nodes])
        self._offer(Candidates(nodes, rows * inside))
        if kind == "word":
            node = Node("pair", (a, b))
            row = self.arena.value(node, [self.pool.values(a), self.pool.values(b)])
            self._offer(Candidates([node], row.reshape(1, -1)))

    def _heads(self, query: int, key: int, values: Sequence[int]) -> None:
        q, k = self._operand(query), self._operand(key)
        given = [self._operand(value) for value in values]
        numbers = [value for value in given if value.number]
        if numbers:
            self._offer(sums(self.arena, q, k, numbers))
        self._offer(copies(self.arena, q, k, given))
        if not (q.constant and k.constant):
            self._offer(bests(self.arena, q, k, given))
        if query == key:
            words = range(min(MOST_FIXED, len(self.arena.domain.words)))
            fixed = words if self.pool.valued(key) == "word" else (1,)
            self._offer(copies(self.arena, q, k, given, fixed))
