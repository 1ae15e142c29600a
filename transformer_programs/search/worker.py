"""Makes the steps that a round asks for, and keeps what is new or meets a target."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import numpy.typing as npt

from .arena import LARGEST
from .goals import Goals
from .grow import BONUS, Harvest, Job, is_flag
from .heads import BEST, Candidates, Operand, bests, copies, sources, sums
from .nodes import Node, valued
from .pool import Pool

FORMULAS = ("+", "-", "min", "max", "==", "<", "and", "keep")
SYMMETRIC = ("+", "min", "max", "==", "!=", "and")
MOST_FIXED = 10  # words that are looked for by name
MANY_WAITING = 1500  # new variables that are held against the targets at once
TOGETHER = 64  # variables that quick steps are made of at once


class Worker:
    """Does jobs on a pool that it does not change."""

    def __init__(self, pool: Pool, goals: Goals, ceiling: int) -> None:
        self.pool, self.goals = pool, goals
        self.ceiling = ceiling  # dearer variables are tried, but not kept
        self.arena = pool.arena
        self.found = Harvest()
        self.seen: set[int] = set()
        self.waiting: list[Candidates] = []  # new, but not yet held against the targets
        self.waiting_codes: list[int] = []
        self.patterns: list[tuple[Node, npt.NDArray[np.intp]]] | None = None

    def work(self, todo: Sequence[Job]) -> Harvest:
        """Do the jobs; those of a kind that can be done together last."""
        make = {
            "values": self._values,
            "multiples": self._multiples,
            "fetched": self._fetched,
            "extremes": self._extremes,
        }
        together: dict[str, list[int]] = {kind: [] for kind in make}
        shared: dict[tuple[str, int], list[int]] = {}
        for job in todo:
            match job.kind:
                case "heads":
                    self._heads(*job.places)
                case "flags":
                    self._flags(job.places[0])
                case "pairs":
                    self._pairs(job.places[0])
                case "unary":
                    self._unary(job.places[0])
                case "formulas":
                    self._formulas(job.places[0], job.values)
                case "weighted" | "carried":
                    shared.setdefault((job.kind, job.places[0]), []).append(job.values[0])
                case kind:
                    together[kind].append(job.places[0])
        for kind, places in together.items():
            for start in range(0, len(places), TOGETHER):
                make[kind](places[start : start + TOGETHER])
        for (kind, place), values in shared.items():
            if kind == "weighted":
                self._weighted(place, values)
            else:
                self._carried(place, values)
        self._look()
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
        if not (q.constant and k.constant):
            own = [k] if k.number and key != Pool.POSITION else []
            self._offer(bests(self.arena, q, k, [*copied, *own]))

    def _flags(self, key: int) -> None:
        """Copies from where a flag holds, a number is 1, or a word stands."""
        copied = [self.operand(Pool.WORD), self.operand(Pool.POSITION)]
        if key == Pool.WORD:
            fixed: Sequence[int] = range(min(MOST_FIXED, len(self.arena.domain.words)))
        else:
            fixed = (1,)
        own = self.operand(key)
        self._offer(copies(self.arena, own, own, copied, fixed))

    def _values(self, places: Sequence[int]) -> None:
        """Other variables as the values of simple heads."""
        if self.patterns is None:
            self.patterns = self._simple_patterns()
        operands = [self.operand(place) for place in places]
        stacked = np.stack([operand.values for operand in operands])
        for node, source in self.patterns:
            rows = np.take_along_axis(stacked, source[None], axis=2) * self.arena.inside
            nodes = [replace(node, reads=(*node.reads[:2], place)) for place in places]
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

    def _carried(self, flag: int, places: Sequence[int]) -> None:
        """Other variables, copied from where a flag holds."""
        operands = [self.operand(place) for place in places]
        own = self.operand(flag)
        self._offer(copies(self.arena, own, own, operands, (1,)))

    def _fetched(self, places: Sequence[int]) -> None:
        """The word at the position that a number names, or just before or after it."""
        arena = self.arena
        pointers = np.stack([self.pool.values(place) for place in places]).astype(np.intp)
        last = arena.last_seen
        words = np.broadcast_to(arena.words, pointers.shape)
        reach = "upto" if arena.domain.causal else "all"
        for shift in (0, -1, 1):
            there = pointers + shift
            seen = (there >= 0) & (there <= last)
            rows = np.take_along_axis(words, np.where(seen, there, 0), axis=2) * arena.inside
            nodes = [
                Node("copy", (place, Pool.POSITION, Pool.WORD), "==", shift, reach, "first")
                for place in places
            ]
            self._offer(Candidates(nodes, rows.reshape(len(places), -1)))

    def _extremes(self, places: Sequence[int]) -> None:
        """The largest and the smallest value so far, and of all."""
        arena = self.arena
        numbers = np.stack([self.pool.values(place) for place in places])
        for op, score in BEST:
            sign = np.int16(1 if score == "largest" else -1)
            held = np.where(arena.inside, sign * numbers, np.int16(-LARGEST - 1))
            so_far = np.maximum.accumulate(held, axis=2)
            ways = [("upto", so_far)]
            if not arena.domain.causal:
                ways.append(("all", np.broadcast_to(so_far[:, :, -1:], held.shape)))
            for reach, best in ways:
                nodes = [Node("copy", (p, p, p), op, 0, reach, "first", score) for p in places]
                rows = sign * best * arena.inside
                self._offer(Candidates(nodes, rows.reshape(len(places), -1).astype(np.int16)))

    def _multiples(self, places: Sequence[int]) -> None:
        """Is a number even, or a multiple of 3? Half of it? By positions times 2 or 3."""
        arena, pool = self.arena, self.pool
        reach = "upto" if arena.domain.causal else "all"
        numbers = np.stack([pool.values(place) for place in places]).astype(np.int32)
        last = arena.last_seen
        double, triple = pool.multiples
        tests = [(double, "==", 0), (double, "<", 0), (double, "<=", 0)]
        tests += [(triple, "==", shift) for shift in (0, -1, 1)]
        for multiple, op, shift in tests:
            by = 2 if multiple == double else 3
            moved = numbers + shift
            if op == "==":
                rows = (moved % by == 0) & (moved >= 0) & (moved <= by * last)
            else:  # how many positions, doubled, are less: half of the number
                rows = np.clip((moved - (op == "<")) // by, -1, last) + 1
            nodes = [Node("sum", (p, multiple, Pool.ONE), op, shift, reach) for p in places]
            made = (rows * arena.inside).astype(np.int16)
            self._offer(Candidates(nodes, made.reshape(len(places), -1)))

    def _pairs(self, place: int) -> None:
        """The own word and a copied one as one number, to be compared with others."""
        node = Node("pair", (place, Pool.WORD))
        row = self.arena.value(node, [self.pool.values(place), self.arena.words])
        self._offer(Candidates([node], row.reshape(1, -1)))

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
            # Of two that mean the same the first is kept: an order of words takes lines to print.
            for op, rows in (("==", a == b), ("!=", a != b), ("<", a < b)):
                nodes = [Node("formula", (place, other), op) for other in same]
                self._offer(Candidates(nodes, (rows & inside).astype(np.int16)))
            nodes = [Node("formula", (other, place), "<") for other in same]
            self._offer(Candidates(nodes, ((b < a) & inside).astype(np.int16)))
            return
        flag = is_flag(pool, place)
        if flag:
            same = [other for other in same if other != Pool.ONE]
            b = pool.rows[same]
            if not same:
                return
        flags = np.array([is_flag(pool, other) for other in same])
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
                rows = formula_rows(op, chosen if swapped else a, a if swapped else chosen)
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
        if fresh:
            self.waiting.append(Candidates([made.nodes[n] for n in fresh], made.rows[fresh]))
            self.waiting_codes.extend(codes[fresh].tolist())
        if len(self.waiting_codes) >= MANY_WAITING:
            self._look()

    def _look(self) -> None:
        """Hold what is new against all targets: many rows at once, since each look takes long."""
        if not self.waiting:
            return
        found, pool = self.found, self.pool
        rows = np.concatenate([made.rows for made in self.waiting])
        nodes = [node for made in self.waiting for node in made.nodes]
        codes, self.waiting, self.waiting_codes = self.waiting_codes, [], []
        words = np.array([valued(node, pool.valued) == "word" for node in nodes])
        for hit in self.goals.hits(rows, words):
            found.hits.append((nodes[hit.row], hit))
        gains = self.goals.gains(rows)
        for number, node in enumerate(nodes):
            if pool.price_of(node) - BONUS * max(0.0, gains[number]) <= self.ceiling:
                found.nodes.append(node)
                found.rows.append(rows[number])
                found.codes.append(codes[number])
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


def formula_rows(
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
        case "!=":
            return np.asarray(a != b, np.int16)
        case "<":
            return np.asarray(a < b, np.int16)
        case "and":
            return np.asarray((a != 0) & (b != 0)).astype(np.int16)
        case _:
            return np.where(b != 0, a, np.int16(0))
