"""Which steps a round makes of the variables there are.

Variables are ranked by cost, less a bonus for what they tell about the labels. A round with budget
B makes every head over variables whose ranks, multiplied, are at most B: cheap ones with many
others, dear ones with few. A variable that stands twice in a step counts once; words, positions and
ones are free; steps that are quick to make have a larger budget (2 B to 64 B): `PRIMITIVES` says
which. This is the order of enumeration, the same for every task.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby, zip_longest

from .eligible import Job, Round
from .pool import Pool
from .primitives import FIRST, PRIMITIVES

BONUS = 6.0  # units of cost that a variable gains which tells all about the labels

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
    for job in (*FIRST, *_jobs(Round(pool, ranked, budget))):
        others = job.others or (-1,)
        new = tuple(other for other in others if (job.kind, job.place, other) not in done)
        if new:
            done.update((job.kind, job.place, other) for other in new)
            yield job._replace(others=new) if job.others else job


def _jobs(given: Round) -> Iterator[Job]:
    """Row by row of the table; rows with the same budget take each variable in turn."""
    for budget, rows in groupby(PRIMITIVES, key=lambda one: one.budget):
        together = list(rows)
        for rank, place in enumerate(given.ranked[: budget * given.budget], start=1):
            for one in together:
                for first, others in one.places(given, rank, place):
                    yield Job(one.name, first, others)
