"""Which steps a round makes of the variables there are.

Variables are ranked by cost, less a bonus for what they tell about the labels. A round with budget
B makes every head over variables whose ranks, multiplied, are at most B: cheap ones with many
others, dear ones with few. A variable that stands twice in a step counts once; words, positions and
ones are free; steps that are quick to make have a larger budget (2 B to 64 B): `PRIMITIVES` says
which. This is the order of enumeration, the same for every task.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby, zip_longest
from typing import NamedTuple

import numpy as np

from ..program.values import Categorical
from .domain import Array
from .heads import Candidates
from .makers import Places
from .meeting import Hit, TargetSet
from .pieces import Draft
from .pool import Pool
from .primitives import FIRST, PRIMITIVES, Job, Round

BONUS = 6.0  # units of cost that a variable gains which tells all about the labels
MAX_WAITING = 1500  # new variables that are held against the targets at once

Done = set[tuple[str, int, int]]  # the steps that are made: kind, variable, other one or -1


def ranking(pool: Pool) -> list[int]:
    """The places of all variables that are not free, the best first.

    Four orders in turn: by price; by price, without those that ask for certain words; by price less
    a bonus for what a variable tells about the labels; by what it tells alone (of those that tell
    the same, the cheapest). In turn with that, the order in which variables were ranked first: what
    stood near the top before there were so many others is not forgotten.
    """
    places = range(Pool.ONE + 1, len(pool))
    entries = pool.entries
    plain = sorted(places, key=lambda p: (entries[p].price, p))
    worth = sorted(places, key=lambda p: (entries[p].price - BONUS * entries[p].gain, p))
    telling: dict[float, int] = {}
    for place in plain:
        telling.setdefault(round(entries[place].gain, 9), place)
    told = [telling[gain] for gain in sorted(telling, reverse=True)]
    unnamed = [place for place in plain if not entries[place].named]
    now = _in_turn(plain, unnamed, worth, told)
    known = set(pool.first_ranks)
    pool.first_ranks += [place for place in now if place not in known]
    return _in_turn(pool.first_ranks, now)


def _in_turn(*orders: Sequence[int]) -> list[int]:
    """The first of each, the second of each, ...; every place once."""
    turns = zip_longest(*orders)
    return list(dict.fromkeys(p for turn in turns for p in turn if p is not None))


def jobs(pool: Pool, ranked: Sequence[int], budget: int, done: Done) -> Iterator[Job]:
    """The steps that a round with this budget makes, and no earlier one made."""
    given, todo = Round(pool, ranked, budget), [*FIRST]
    # Row by row of the table; rows with the same budget take each variable in turn.
    for factor, rows in groupby(PRIMITIVES, key=lambda one: one.budget):
        together = list(rows)
        for rank, place in enumerate(ranked[: factor * budget], start=1):
            for one in together:
                todo += [Job(one.name, *places) for places in one.places(given, rank, place)]
    for job in todo:
        others = job.others or (-1,)
        new = tuple(other for other in others if (job.kind, job.place, other) not in done)
        if new:
            done.update((job.kind, job.place, other) for other in new)
            yield job._replace(others=new) if job.others else job


# --- making them ----------------------------------------------------------------------------------


class New(NamedTuple):
    """A step whose values no variable has."""

    draft: Draft
    row: Array
    code: int
    span: tuple[int, int]
    gain: float


@dataclass(slots=True, eq=False)
class Harvest:
    """The result of jobs: new variables, and those of them that meet a target."""

    new: list[New] = field(default_factory=list)
    hits: list[tuple[Draft, Hit]] = field(default_factory=list)
    cheaper: list[tuple[int, Draft]] = field(default_factory=list)  # for variables that are there
    tried: int = 0


def stored(pool: Pool, harvests: Sequence[Harvest]) -> range:
    """Put what workers found into the pool, the cheapest of equals; gives the new places."""
    first, new = len(pool), [one for harvest in harvests for one in harvest.new]
    for one in sorted(new, key=lambda one: pool.cost_of(one.draft)):
        if one.code not in pool.place:
            pool.add(*one)
    for harvest in harvests:
        for place, made in harvest.cheaper:
            pool.make_cheaper(place, made)
        pool.tried += harvest.tried
    return range(first, len(pool))


class Worker:
    """Does jobs on a pool that it does not change."""

    def __init__(
        self,
        pool: Pool,
        target_set: TargetSet,
        ceiling: int,
        late: Callable[[], bool] = lambda: False,
    ) -> None:
        self.pool, self.target_set, self.late = pool, target_set, late
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
                self._offer(table[kind].make(self.pool, [(place, others)]))
        for kind, places in later.items():
            size = table[kind].together
            for start in range(0, len(places), size):
                self._offer(table[kind].make(self.pool, places[start : start + size]))
        self._look()
        return self.found

    def _offer(self, several: Iterable[Candidates]) -> None:
        """Tell what is new from what is there, of which some may be computed at a lower cost."""
        found, pool = self.found, self.pool
        for made in () if self.late() else several:
            found.tried += len(made.drafts)
            codes, fresh = pool.hashed(made.rows).tolist(), []
            for number, code in enumerate(codes):
                place = pool.place.get(code)
                if place is not None:
                    if pool.is_cheaper(made.drafts[number], place):
                        found.cheaper.append((place, made.drafts[number]))
                elif code not in self.seen:
                    self.seen.add(code)
                    fresh.append(number)
            if fresh:
                self.waiting.append(Candidates([made.drafts[n] for n in fresh], made.rows[fresh]))
                self.codes += [codes[n] for n in fresh]
            if len(self.codes) >= MAX_WAITING:
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
        found.hits += [(drafts[hit.row], hit) for hit in self.target_set.hits(rows, words)]
        gains = self.target_set.gains(rows)
        for one in map(New, drafts, rows, codes, pool.spans(rows), gains.tolist()):
            if pool.price_of(one.draft) - BONUS * max(0.0, one.gain) <= self.ceiling:
                found.new.append(one)
