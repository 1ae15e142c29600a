"""New variables from old ones: which steps a round makes, and making them.

Variables are ranked by cost, less a bonus for what they tell about the labels. A round with budget
B makes every head over variables whose ranks, multiplied, are at most B: cheap ones with many
others, dear ones with few. A variable that stands twice in a step counts once; words, positions and
ones are free; steps that are quick to make have a larger budget (2 B to 64 B). This is the order of
enumeration, the same for every task.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import zip_longest

import numpy as np
import numpy.typing as npt

from .goals import Goals, Hit
from .heads import Candidates, Operand, copies, sources, sums
from .nodes import Node, valued
from .pool import Pool

BONUS = 6.0  # units of cost that a variable gains which tells all about the labels
FORMULAS = ("+", "-", "min", "max", "==", "<", "and", "keep")
SYMMETRIC = ("+", "min", "max", "==", "and")
MOST_FIXED = 10  # words that are looked for by name


@dataclass(frozen=True, slots=True)
class Job:
    """Steps to make: the heads over a query and a key, or what else is made of `places`."""

    kind: str  # heads, flags, values, unary, formulas
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

    Three orders in turn: by price (twice a turn), by price less a bonus for what a variable tells
    about the labels, and by what it tells alone (of those that tell the same, the cheapest).
    """
    places = range(Pool.ONE + 1, len(pool))
    entries = pool.entries
    plain = sorted(places, key=lambda p: (entries[p].price, p))
    worth = sorted(places, key=lambda p: (entries[p].price - BONUS * entries[p].gain, p))
    telling: dict[float, int] = {}
    for place in plain:
        telling.setdefault(round(entries[place].gain, 9), place)
    told = [telling[gain] for gain in sorted(telling, reverse=True)]
    turns = zip_longest(plain[::2], plain[1::2], worth, told)
    return list(dict.fromkeys(p for turn in turns for p in turn if p is not None))


def jobs(pool: Pool, ranked: Sequence[int], budget: int, done: set[Job]) -> Iterator[Job]:
    """The steps that a round with this budget makes, and no earlier one made."""

    def fresh(kind: str, places: tuple[int, ...], values: tuple[int, ...] = ()) -> Iterator[Job]:
        job = Job(kind, places, values)
        if job not in done:
            done.add(job)
            yield job

    yield from _base_jobs(pool, fresh)
    flags = [place for place in ranked[: 4 * budget] if _is_weight(pool, place)]
    rank_of = {place: rank for rank, place in enumerate(ranked, start=1)}
    flag_ranks = np.array([rank_of[flag] for flag in flags])
    for place in ranked[: 16 * budget]:
        yield from fresh("unary", (place,))
    for place in ranked[: 32 * budget]:
        if _is_flag(pool, place):
            yield from fresh("flags", (place,))
    for place in ranked[: 64 * budget]:
        if pool.valued(place) == "word":
            yield from fresh("formulas", (place,), (Pool.WORD,))
    for place in ranked[: 4 * budget]:
        yield from fresh("values", (place,))
    for rank, place in enumerate(ranked[:budget], start=1):
        for pair in _pairs(pool, place):
            yield from fresh("heads", pair)
        near = [flags[one] for one in np.flatnonzero(flag_ranks * rank <= 2 * budget)]
        for flag in (*pool.useful, *near):
            yield from fresh("weighted", (place,), (flag,))
    for rank, place in enumerate(ranked[: 8 * budget], start=1):
        others = [Pool.POSITION, *ranked[: min(rank - 1, 8 * budget // rank)]]
        new = tuple(o for o in others if Job("formulas", (place, o)) not in done)
        done.update(Job("formulas", (place, other)) for other in new)
        if new:
            yield Job("formulas", (place,), new)


def _base_jobs(pool: Pool, fresh: object) -> Iterator[Job]:
    word, position, one = Pool.WORD, Pool.POSITION, Pool.ONE
    assert callable(fresh)
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


def _is_flag(pool: Pool, place: int) -> bool:
    entry = pool.entries[place]
    return entry.valued == "number" and (entry.low, entry.high) == (0, 1)


def _is_weight(pool: Pool, place: int) -> bool:
    """Whether a sum of this variable may mean something: a flag or a small signed number."""
    entry = pool.entries[place]
    return entry.valued == "number" and entry.low >= -1 and entry.high <= 1


class Worker:
    """Does jobs on a pool that it does not change."""

    def __init__(self, pool: Pool, goals: Goals, ceiling: int) -> None:
        self.pool, self.goals = pool, goals
        self.ceiling = ceiling  # dearer variables are tried, but not kept
        self.arena = pool.arena
        self.found = Harvest()
        self.seen: set[int] = set()
        self.patterns: list[tuple[Node, npt.NDArray[np.intp]]] | None = None

    def work(self, todo: Sequence[Job]) -> Harvest:
        """Do the jobs; those of a kind that can be done together last."""
        values: list[int] = []
        weighted: dict[int, list[int]] = {}
        for job in todo:
            match job.kind:
                case "heads":
                    self._heads(*job.places)
                case "flags":
                    self._flags(job.places[0])
                case "values":
                    values.append(job.places[0])
                case "unary":
                    self._unary(job.places[0])
                case "weighted":
                    weighted.setdefault(job.places[0], []).append(job.values[0])
                case "formulas":
                    self._formulas(job.places[0], job.values)
        for start in range(0, len(values), 64):
            self._values(values[start : start + 64])
        for place, flags in weighted.items():
            self._weighted(place, flags)
        return self.found

    # --- one kind of step each ------------------------------------------------------------------

    def operand(self, place: int) -> Operand:
        number = self.pool.valued(place) != "word"
        return Operand(place, self.pool.values(place), number, constant=place == Pool.ONE)

    def _heads(self, query: int, key: int) -> None:
        q, k = self.operand(query), self.operand(key)
        one = self.operand(Pool.ONE)
        copied = [self.operand(Pool.WORD), self.operand(Pool.POSITION)]
        self._offer(sums(self.arena, q, k, [one]))
        self._offer(copies(self.arena, q, k, copied))

    def _flags(self, key: int) -> None:
        """Copies from where a flag holds, or from where a word stands."""
        copied = [self.operand(Pool.WORD), self.operand(Pool.POSITION)]
        if key == Pool.WORD:
            fixed: Sequence[int] = range(min(MOST_FIXED, len(self.arena.domain.words)))
        else:
            fixed = (1,)
        one = self.operand(Pool.ONE)
        self._offer(copies(self.arena, one, self.operand(key), copied, fixed))

    def _values(self, places: Sequence[int]) -> None:
        """Other variables as the values of simple heads."""
        if self.patterns is None:
            self.patterns = self._simple_patterns()
        operands = [self.operand(place) for place in places]
        stacked = np.stack([operand.values for operand in operands])
        for node, source in self.patterns:
            rows = np.take_along_axis(stacked, source[None], axis=2) * self.arena.inside
            nodes = [
                Node(
                    "copy",
                    (*node.reads[:2], place),
                    node.op,
                    node.shift,
                    node.reach,
                    node.choose,
                )
                for place in places
            ]
            self._offer(Candidates(nodes, rows.reshape(len(places), -1).astype(np.int16)))
        numbers = [operand for operand in operands if operand.number]
        if numbers:
            word, one = self.operand(Pool.WORD), self.operand(Pool.ONE)
            self._offer(sums(self.arena, one, one, numbers))
            self._offer(sums(self.arena, word, word, numbers, thrifty=True))

    def _simple_patterns(self) -> list[tuple[Node, npt.NDArray[np.intp]]]:
        patterns: dict[bytes, tuple[Node, npt.NDArray[np.intp]]] = {}
        for place in (Pool.ONE, Pool.POSITION, Pool.WORD):
            operand = self.operand(place)
            for node, source in sources(self.arena, operand, operand):
                if node.op == "==":
                    key = np.where(self.arena.inside, source, 0).tobytes()
                    put = Node("copy", (place, place), node.op, node.shift, node.reach, node.choose)
                    patterns.setdefault(key, (put, source))
        return list(patterns.values())

    def _weighted(self, place: int, flags: Sequence[int]) -> None:
        """Sums of flags over the positions whose variable compares with the own one."""
        operand = self.operand(place)
        for start in range(0, len(flags), 32):
            values = [self.operand(flag) for flag in flags[start : start + 32]]
            self._offer(sums(self.arena, operand, operand, values, thrifty=True))

    def _unary(self, place: int) -> None:
        entry = self.pool.entries[place]
        if entry.valued != "number":
            return
        row = self.pool.rows[place]
        inside = self.arena.inside.ravel()
        nodes, rows = [Node("formula", (place,), "not")], [(row == 0) & inside]
        if entry.high > 1 or entry.low < 0:
            nodes.append(Node("formula", (place,), "bool"))
            rows.append(row > 0)
        self._offer(Candidates(nodes, np.stack(rows).astype(np.int16)))

    def _formulas(self, place: int, others: Sequence[int]) -> None:
        """The variable with each of the others, in every formula of two."""
        pool, inside = self.pool, self.arena.inside.ravel()
        kind = pool.valued(place)
        same = [other for other in others if pool.valued(other) == kind]
        if not same:
            return
        a, b = pool.rows[place][None], pool.rows[same]
        if kind == "word":
            self._offer(
                Candidates(
                    [Node("formula", (place, other), "==") for other in same],
                    ((a == b) & inside).astype(np.int16),
                )
            )
            return
        flag = _is_flag(pool, place)
        flags = np.array([_is_flag(pool, other) for other in same])
        for op in FORMULAS:
            for swapped in (False, True):
                if swapped and op in SYMMETRIC:
                    continue
                useful = _useful(op, flag, flags, swapped)
                if not useful.any():
                    continue
                chosen = b[useful]
                pairs = [
                    (o, place) if swapped else (place, o)
                    for o, u in zip(same, useful, strict=True)
                    if u
                ]
                rows = _formula_rows(op, chosen if swapped else a, a if swapped else chosen)
                nodes = [Node("formula", pair, op) for pair in pairs]
                self._offer(Candidates(nodes, rows.astype(np.int16) * inside))

    # --- what is new ----------------------------------------------------------------------------

    def _offer(self, made: Candidates) -> None:
        found, pool = self.found, self.pool
        found.tried += len(made.nodes)
        if not made.nodes:
            return
        codes = pool.hashed(made.rows)
        fresh = []
        for number, code in enumerate(codes.tolist()):
            place = pool.place.get(code)
            if place is not None:
                if pool.cost_of(made.nodes[number])[0] < pool.entries[place].cost:
                    found.cheaper.append((place, made.nodes[number]))
            elif code not in self.seen:
                self.seen.add(code)
                fresh.append(number)
        if not fresh:
            return
        rows = made.rows[fresh]
        nodes = [made.nodes[number] for number in fresh]
        words = np.array([valued(node, pool.valued) == "word" for node in nodes])
        for hit in self.goals.hits(rows, words):
            found.hits.append((nodes[hit.row], hit))
        gains = self.goals.gains(rows)
        for number, node in enumerate(nodes):
            if pool.price_of(node) - BONUS * max(0.0, gains[number]) <= self.ceiling:
                found.nodes.append(node)
                found.rows.append(rows[number])
                found.codes.append(int(codes[fresh[number]]))
                found.gains.append(float(gains[number]))


def _useful(
    op: str, flag: bool, flags: npt.NDArray[np.bool_], swapped: bool
) -> npt.NDArray[np.bool_]:
    """For which partners a formula is worth making: truths join flags, arithmetic joins numbers."""
    every = np.ones_like(flags)
    if op == "and":
        return flags if flag else ~every
    if op in ("min", "max", "=="):
        return ~flags if not flag else (~every if op == "min" else every & flags)
    if op == "keep":
        return (every if flag else ~every) if swapped else flags
    return every


def _formula_rows(
    op: str, a: npt.NDArray[np.int16], b: npt.NDArray[np.int16]
) -> npt.NDArray[np.integer]:
    match op:
        case "+":
            return np.asarray(a + b)
        case "-":
            return np.asarray(a - b)
        case "min":
            return np.asarray(np.minimum(a, b))
        case "max":
            return np.asarray(np.maximum(a, b))
        case "==":
            return np.asarray(a == b, np.int16)
        case "<":
            return np.asarray(a < b, np.int16)
        case "and":
            return np.asarray((a != 0) & (b != 0)).astype(np.int16)
        case _:
            return np.where(b != 0, a, np.int16(0))


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
