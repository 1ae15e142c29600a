"""Makes the steps that a round asks for, and keeps what is new or meets a target."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ..program.values import Categorical
from .attending import Candidates
from .eligible import Job, Places
from .goals import Goals, Hit
from .pool import Draft, Pool
from .primitives import PRIMITIVES
from .rounds import BONUS

MANY_WAITING = 1500  # new variables that are held against the targets at once


class New(NamedTuple):
    """A step whose values no variable has."""

    draft: Draft
    row: npt.NDArray[np.int16]
    code: int
    span: tuple[int, int]
    gain: float


@dataclass(slots=True, eq=False)
class Harvest:
    """What jobs gave: new variables, and those of them that meet a target."""

    new: list[New] = field(default_factory=list)
    hits: list[tuple[Draft, Hit]] = field(default_factory=list)
    cheaper: list[tuple[int, Draft]] = field(default_factory=list)  # for variables that are there
    tried: int = 0


def merged(parts: Sequence[Harvest]) -> Harvest:
    """What several workers found, as one."""
    return Harvest(
        [one for part in parts for one in part.new],
        [hit for part in parts for hit in part.hits],
        [one for part in parts for one in part.cheaper],
        sum(part.tried for part in parts),
    )


def stored(pool: Pool, harvest: Harvest) -> list[int]:
    """Put what workers found into the pool, the cheapest of equals; gives the new places."""
    first = len(pool)
    for one in sorted(harvest.new, key=lambda one: pool.cost_of(one.draft)):
        if one.code not in pool.place:
            pool.add(*one)
    for place, made in harvest.cheaper:
        pool.make_cheaper(place, made)
    pool.tried += harvest.tried
    return list(range(first, len(pool)))


class Worker:
    """Does jobs on a pool that it does not change."""

    def __init__(
        self, pool: Pool, goals: Goals, ceiling: int, late: Callable[[], bool] = lambda: False
    ) -> None:
        self.pool, self.goals, self.late = pool, goals, late
        self.ceiling = ceiling  # dearer variables are tried, but not kept
        self.found = Harvest()
        self.seen: set[int] = set()
        self.waiting: list[Candidates] = []  # new, but not yet held against the targets
        self.codes: list[int] = []  # of those

    def work(self, todo: Sequence[Job]) -> Harvest:
        """Do the jobs, those of a kind that can be done together last; stop when it is late."""
        table = {one.name: one for one in PRIMITIVES}
        later: dict[str, list[Places]] = {one.name: [] for one in PRIMITIVES if one.together > 1}
        for kind, place, others in todo:
            if kind in later:
                later[kind].append((place, others))
            else:
                self._offer_all(table[kind].make(self.pool, [(place, others)]))
        for kind, places in later.items():
            size = table[kind].together
            for start in range(0, len(places), size):
                self._offer_all(table[kind].make(self.pool, places[start : start + size]))
        self._look()
        return self.found

    def _offer_all(self, made: Iterable[Candidates]) -> None:
        for one in () if self.late() else made:
            self._offer(one)

    def _offer(self, made: Candidates) -> None:
        found, pool = self.found, self.pool
        found.tried += len(made.drafts)
        if not made.drafts:
            return
        codes = pool.hashed(made.rows)
        fresh = []
        for number, code in enumerate(codes.tolist()):
            place = pool.place.get(code)
            if place is not None:
                if pool.is_cheaper(made.drafts[number], place):
                    found.cheaper.append((place, made.drafts[number]))
            elif code not in self.seen:
                self.seen.add(code)
                fresh.append(number)
        if fresh:
            self.waiting.append(Candidates([made.drafts[n] for n in fresh], made.rows[fresh]))
            self.codes.extend(codes[fresh].tolist())
        if len(self.codes) >= MANY_WAITING:
            self._look()

    def _look(self) -> None:
        """Hold what is new against all targets: many rows at once, since each look takes long."""
        if not self.waiting:
            return
        found, pool = self.found, self.pool
        rows = np.concatenate([made.rows for made in self.waiting])
        drafts = [made for one in self.waiting for made in one.drafts]
        codes, self.waiting, self.codes = self.codes, [], []
        words = np.array([isinstance(pool.type_of(made), Categorical) for made in drafts])
        found.hits += [(drafts[hit.row], hit) for hit in self.goals.hits(rows, words)]
        gains = self.goals.gains(rows)
        for one in map(New, drafts, rows, codes, pool.spans(rows), gains.tolist()):
            if pool.price_of(one.draft) - BONUS * max(0.0, one.gain) <= self.ceiling:
                found.new.append(one)
