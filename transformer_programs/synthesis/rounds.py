"""The candidates of a round: which are made, which are new, and which of them meet a target.

Variables are ranked by cost, less a bonus for what they tell about the labels. A round with budget
B makes every head over variables whose ranks, multiplied, are at most B: cheap ones with many
others, dear ones with few. A variable that stands twice in a step counts once; words, positions and
ones are free; steps that are quick to make have a larger budget (2 B to 64 B): `KINDS` says which.
This is the order of enumeration, the same for every task.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import NamedTuple

import numpy as np

from .domain import Array
from .kinds import FIRST, KINDS, Kind, Round, batches, by_types, templates_of
from .meeting import Hit, TargetSet
from .pieces import Places
from .pool import BONUS, Draft, Pool
from .sample import CELLS


class Job(NamedTuple):
    """Candidates to make: of a kind, with these variables in the slots."""

    kind: str
    places: tuple[Places, ...]


def jobs(
    pool: Pool, ranked: Sequence[int], budget: int, done: set[tuple[str, Places]]
) -> Iterator[Job]:
    """The candidates that a round with this budget makes, and no earlier one made."""
    given, kinds = Round(pool, ranked, budget), {one.name: one for one in KINDS}
    todo = [Job(name, (places,)) for name, places in FIRST]
    for place in pool.useful:
        todo += [Job(one.name, tuple(one.slots(given, budget, place))) for one in KINDS]
    # Row by row of the table; rows with the same budget take each variable in turn.
    for factor, rows in groupby(KINDS, key=lambda one: one.budget):
        together = list(rows)
        for rank, place in enumerate(ranked[: factor * budget], start=1):
            todo += [Job(one.name, tuple(one.slots(given, rank, place))) for one in together]
    for kind, several in todo:
        new = tuple(places for places in several if (kind, places) not in done)
        if new:
            done.update((kind, places) for places in new)
            for types in by_types(pool, new):  # workers are forked: they share what is made here
                templates_of(pool, kinds[kind], types)
            yield Job(kind, new)


class New(NamedTuple):
    """A candidate whose values no variable has."""

    made: Draft
    row: Array
    code: int
    span: tuple[int, int]
    gain: float


@dataclass(slots=True)
class Harvest:
    """The result of jobs: new variables, candidates that meet a target, and how many were tried."""

    new: list[New] = field(default_factory=list)
    hits: list[tuple[Draft, Hit]] = field(default_factory=list)
    cheaper: list[tuple[int, Draft]] = field(default_factory=list)  # for variables that are there
    tried: int = 0


def stored(pool: Pool, harvests: Sequence[Harvest]) -> range:
    """Put what workers found into the pool, the cheapest of equals; gives the new places."""
    first, new = len(pool), [one for harvest in harvests for one in harvest.new]
    for one in sorted(new, key=lambda one: pool.cost_of(one.made.places, one.made.cost)):
        if one.code not in pool.place:
            pool.put(pool.made(*one.made), one.row, one.code, one.gain, one.span)
    for harvest in harvests:
        for place, made in harvest.cheaper:
            pool.make_cheaper(place, pool.made(*made))
        pool.tried += harvest.tried
    return range(first, len(pool))


class Field(NamedTuple):
    """The state that all workers share: variables above the ceiling of cost are tried, not kept."""

    pool: Pool
    target_set: TargetSet
    ceiling: int
    late: Callable[[], bool]


def harvest(given: Field, todo: Sequence[Job]) -> Harvest:
    """Do jobs: what is new, and what is there but costs less so."""
    pool, found, seen = given.pool, Harvest(), set[int]()
    waiting: list[tuple[Draft, int, Array]] = []  # not yet held against the targets
    for kind, several in _together(todo):
        for made, rows in batches(pool, kind, several):
            if given.late():
                break
            found.tried += len(made)
            for candidate, code, row in zip(made, pool.hashed(rows).tolist(), rows, strict=True):
                place = pool.place.get(code)
                if place is not None:
                    if pool.is_cheaper(candidate, place):
                        found.cheaper.append((place, candidate))
                elif code not in seen:
                    seen.add(code)
                    waiting.append((candidate, code, row.copy()))
            if len(waiting) * pool.weights.size >= CELLS:  # many at once: each look takes long
                _look(given, waiting, found)
                waiting = []
    _look(given, waiting, found)
    return found


def _together(todo: Sequence[Job]) -> Iterator[tuple[Kind, Sequence[Places]]]:
    """The jobs of a variable and many others alone, all else of a kind together."""
    kinds, together = {one.name: one for one in KINDS}, dict[str, list[Places]]()
    for job in todo:
        if len(job.places) > 3:
            yield kinds[job.kind], job.places
        else:
            together.setdefault(job.kind, []).extend(job.places)
    yield from ((kinds[name], places) for name, places in together.items())


def _look(given: Field, waiting: Sequence[tuple[Draft, int, Array]], found: Harvest) -> None:
    """Hold what is new against all targets."""
    if not waiting:
        return
    made, codes, each = zip(*waiting, strict=True)
    pool, rows = given.pool, np.stack(each)
    words = np.array([pool.is_word(one) for one in made])
    found.hits += ((made[hit.row], hit) for hit in given.target_set.hits(rows, words))
    gains = given.target_set.gains(rows)
    for one in map(New, made, rows, codes, pool.spans(rows), gains.tolist()):
        price = pool.price_of(one.made.places, one.made.cost)
        if price - BONUS * max(0.0, one.gain) <= given.ceiling:
            found.new.append(one)
