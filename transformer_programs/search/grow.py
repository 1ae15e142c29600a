"""New variables from old ones: which steps a round makes, and storing what they gave.

Variables are ranked by cost, less a bonus for what they tell about the labels. A round with budget
B makes every head over variables whose ranks, multiplied, are at most B: cheap ones with many
others, dear ones with few. A variable that stands twice in a step counts once; words, positions and
ones are free; steps that are quick to make have a larger budget (2 B to 64 B). This is the order of
enumeration, the same for every task.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import zip_longest

import numpy as np
import numpy.typing as npt

from .goals import Hit
from .nodes import Node
from .pool import Pool

BONUS = 6.0  # units of cost that a variable gains which tells all about the labels


@dataclass(frozen=True, slots=True)
class Job:
    """Steps to make: the heads over a query and a key, or what else is made of `places`."""

    kind: str  # heads, flags, values, carried, weighted, unary, formulas, ...
    places: tuple[int, ...]
    values: tuple[int, ...] = ()


@dataclass(slots=True, eq=False)
class Harvest:
    """What jobs gave: new variables, and those of them that meet a target."""

    nodes: list[Node] = field(default_factory=list)
    rows: list[npt.NDArray[np.int16]] = field(default_factory=list)
    codes: list[int] = field(default_factory=list)
    gains: list[float] = field(default_factory=list)
    hits: list[tuple[Node, Hit]] = field(default_factory=list)
    cheaper: list[tuple[int, Node]] = field(default_factory=list)  # for variables that are there
    tried: int = 0


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


def jobs(pool: Pool, ranked: Sequence[int], budget: int, done: set[Job]) -> Iterator[Job]:
    """The steps that a round with this budget makes, and no earlier one made."""

    def fresh(kind: str, places: tuple[int, ...], values: tuple[int, ...] = ()) -> Iterator[Job]:
        job = Job(kind, places, values)
        if job not in done:
            done.add(job)
            yield job

    yield from _base_jobs(fresh)
    flags = [place for place in ranked[: 4 * budget] if _is_weight(pool, place)]
    rank_of = {place: rank for rank, place in enumerate(ranked, start=1)}
    flag_ranks = np.array([rank_of[flag] for flag in flags])
    for place in ranked[: 16 * budget]:
        yield from fresh("unary", (place,))
    for place in ranked[: 32 * budget]:
        if is_flag(pool, place):
            yield from fresh("flags", (place,))
        elif pool.node(place).kind == "pair":
            yield from fresh("heads", (place, place))
    for place in ranked[: 64 * budget]:
        if pool.valued(place) == "word":
            yield from fresh("formulas", (place,), (Pool.WORD,))
    for place in ranked[: 8 * budget]:
        if is_number(pool, place):
            yield from fresh("multiples", (place,))
            yield from fresh("fetched", (place,))
            yield from fresh("extremes", (place,))
        elif is_copied_word(pool, place):
            yield from fresh("pairs", (place,))
    for place in ranked[: 4 * budget]:
        yield from fresh("values", (place,))
        if is_number(pool, place):
            yield from fresh("flags", (place,))
    for rank, place in enumerate(ranked[:budget], start=1):
        for pair in _pairs(pool, place):
            yield from fresh("heads", pair)
        near = [flags[one] for one in np.flatnonzero(flag_ranks * rank <= 2 * budget)]
        for flag in (*pool.useful, *near):
            yield from fresh("weighted", (place,), (flag,))
        for flag in near:
            if is_flag(pool, flag) and flag != place:
                yield from fresh("carried", (flag,), (place,))
    for rank, place in enumerate(ranked[: 8 * budget], start=1):
        others = [Pool.POSITION, Pool.ONE, *ranked[: min(rank - 1, 8 * budget // rank)]]
        new = tuple(o for o in others if Job("formulas", (place, o)) not in done)
        done.update(Job("formulas", (place, other)) for other in new)
        if new:
            yield Job("formulas", (place,), new)


def _base_jobs(fresh: Callable[..., Iterator[Job]]) -> Iterator[Job]:
    word, position, one = Pool.WORD, Pool.POSITION, Pool.ONE
    for pair in ((word, word), (position, position), (one, one)):
        yield from fresh("heads", pair)
    yield from fresh("flags", (word,))
    yield from fresh("values", (position,))
    yield from fresh("formulas", (position,), (position,))


def _pairs(pool: Pool, place: int) -> Iterator[tuple[int, int]]:
    yield place, place
    other = Pool.WORD if pool.valued(place) == "word" else Pool.POSITION
    yield place, other
    yield other, place


def is_flag(pool: Pool, place: int) -> bool:
    entry = pool.entries[place]
    return entry.valued == "number" and (entry.low, entry.high) == (0, 1)


def is_number(pool: Pool, place: int) -> bool:
    """Whether a variable counts something: not a word, not a flag."""
    entry = pool.entries[place]
    return entry.valued == "number" and entry.high > 1


def is_copied_word(pool: Pool, place: int) -> bool:
    """Whether a variable is a word copied from elsewhere, however often."""
    while pool.node(place).kind == "copy":
        place = pool.node(place).reads[2]
    return place == Pool.WORD


def _is_weight(pool: Pool, place: int) -> bool:
    """Whether a sum of this variable may mean something: a flag or a small signed number."""
    entry = pool.entries[place]
    return entry.valued == "number" and entry.low >= -1 and entry.high <= 1


def merged(parts: Iterable[Harvest]) -> Harvest:
    """What several workers found, as one."""
    whole = Harvest()
    for part in parts:
        for name in ("nodes", "rows", "codes", "gains", "hits", "cheaper"):
            getattr(whole, name).extend(getattr(part, name))
        whole.tried += part.tried
    return whole


def stored(pool: Pool, harvest: Harvest) -> list[int]:
    """Put what workers found into the pool, the cheapest of equals; gives the new places."""
    order = sorted(range(len(harvest.nodes)), key=lambda n: pool.cost_of(harvest.nodes[n])[0])
    places = []
    for n in order:
        if harvest.codes[n] not in pool.place:
            places.append(
                pool.add(harvest.nodes[n], harvest.rows[n], harvest.codes[n], harvest.gains[n])
            )
    for place, node in harvest.cheaper:
        pool.make_cheaper(place, node)
    pool.tried += harvest.tried
    return places
