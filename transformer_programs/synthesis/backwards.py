"""Last steps over two variables that are found backwards, without making them all.

Sums: the hash of a sum is the sum of the hashes, so the partner of each variable can be looked up.
Choices: one variable where a flag holds, another where not. Tables: the partner must tell apart
every two places that a variable does not, though their labels differ.
"""

from __future__ import annotations

from collections.abc import Sequence
from heapq import nsmallest
from typing import NamedTuple

import numpy as np

from ..program.steps import FormulaOp
from .domain import Longs
from .meeting import MAX_JUDGED, MIN_PLACES, Target, decides
from .pieces import Piece, formula, piece
from .pool import Pool

SHIFTS = (0, -1, 1, -2, 2)  # by which a sum may be moved to meet a target
MAX_FIRST = 120  # variables that a choice or a table may start from
MAX_CONSIDERED = 1500  # variables that a choice or a table may go on with
MAX_TABLE = 200  # cells of a table of two variables
MAX_SEEN = 320  # places of a target that proposals must meet, and proposals that meet them


Branch = tuple[int, int]  # the place of a number, and its shift


class Proposal(NamedTuple):
    """A variable to be that may meet the target with this shift."""

    piece: Piece
    shift: int


class Sum(NamedTuple):
    """Two variables that are added or taken away, and a shift."""

    op: FormulaOp
    first: int
    second: int
    shift: int

    def meets(self, pool: Pool, target: Target) -> bool:
        """Whether the sum meets a target at all of its places."""
        first, second = pool.rows[self.first], pool.rows[self.second]
        total = (first + second if self.op == "+" else first - second) + np.int16(self.shift)
        return bool((total[target.places] == target.wanted).all())

    def proposed(self, pool: Pool) -> Proposal:
        made = piece(formula(self.op), pool.piece(self.first), pool.piece(self.second))
        return Proposal(made, self.shift)


def sums_to(
    pool: Pool, target: Target, ranked: Sequence[int], rng: np.random.Generator
) -> list[Proposal]:
    """Two variables whose sum or difference meets a number target."""
    numbers = pool.of_kind("FN", (Pool.POSITION, *ranked))
    chosen = rng.permutation(len(target.places))[:MAX_SEEN]
    places, wanted = target.places[chosen], target.wanted[chosen].astype(np.int64)
    weights = rng.integers(-(2**62), 2**62, size=len(places), dtype=np.int64)
    blocks = [numbers[start : start + 4096] for start in range(0, len(numbers), 4096)]
    found: set[Sum] = set()
    with np.errstate(over="ignore"):  # hashes wrap around
        hashes = np.concatenate([pool.at(b, places).astype(np.int64) @ weights for b in blocks])
        order = np.argsort(hashes, kind="stable")
        for shift in SHIFTS:
            total = wanted @ weights - shift * weights.sum()
            sides: dict[FormulaOp, Longs] = {"+": total - hashes, "-": total + hashes}
            for op, first in sides.items():
                there = np.searchsorted(hashes, first, sorter=order) % len(order)
                for second in np.flatnonzero(hashes[order[there]] == first).tolist():
                    a, b = int(numbers[order[there[second]]]), int(numbers[second])
                    if op == "-" or a <= b:
                        found.add(Sum(op, a, b, shift))
    costs = [entry.cost for entry in pool.entries]
    near = nsmallest(
        4 * MAX_SEEN, found, key=lambda one: (costs[one.first] + costs[one.second], one)
    )
    ordered = sorted(near, key=lambda one: (pool.cost_of(one[1:3]), one))[:MAX_SEEN]
    return [one.proposed(pool) for one in ordered if one.meets(pool, target)][:MAX_JUDGED]


def choices_to(
    pool: Pool, target: Target, ranked: Sequence[int], rng: np.random.Generator
) -> list[Proposal]:
    """Two numbers, each with its own shift, of which one is right everywhere, and a flag for it."""
    flags = pool.of_kind("F", ranked)
    numbers = pool.of_kind("FN", (Pool.POSITION, Pool.ONE, *ranked))
    seen = rng.permutation(len(target.places))[:MAX_SEEN]
    places, wanted = target.places[seen], target.wanted[seen]
    rows = pool.at(numbers, places)
    right = np.concatenate([rows + np.int16(shift) == wanted for shift in SHIFTS[:3]])
    often = right.sum(axis=1)
    best = np.argsort(-often, kind="stable")[:MAX_CONSIDERED]
    best = np.sort(best[often[best] < len(places)])  # (shift x number): right at most places
    if not len(flags) or not len(best):
        return []
    right, wrong, often = right[best], (~right[best]).astype(np.float32), often[best]
    first = np.argsort(-often, kind="stable")[:MAX_FIRST]
    rest = len(places) - np.maximum(often[first, None], often)  # where only the other is right
    one, other = np.nonzero((wrong[first] @ wrong.T == 0) & (rest >= 2 * MIN_PLACES))
    branches = [(int(numbers[n % len(numbers)]), SHIFTS[n // len(numbers)]) for n in best]
    costs = np.array([pool.entries[place].cost for place, _ in branches])
    cheapest = np.argsort(costs[first[one]] + costs[other], kind="stable")[:MAX_FIRST]
    a, b = first[one[cheapest]], other[cheapest]
    found: list[tuple[int, Branch, Branch, int]] = []
    held = (pool.at(flags, places) != 0).astype(np.float32)
    # (flags, pairs): at how many places a flag holds where only one of the two is right.
    sides = [(x, y, (right[x] & ~right[y]).astype(np.float32)) for x, y in ((a, b), (b, a))]
    for (x, y, only_x), (_, _, only_y) in zip(sides, sides[::-1], strict=True):
        fits = (held @ only_x.T == only_x.sum(axis=1)) & (held @ only_y.T == 0)
        fits &= np.cumsum(fits, axis=0) <= 2  # two flags of each pair are enough
        for flag, pair in np.argwhere(fits).tolist():
            here, there, place = branches[x[pair]], branches[y[pair]], int(flags[flag])
            found.append((pool.cost_of((here[0], there[0], place)), here, there, place))
    found = sorted(found)[:MAX_JUDGED]
    return [Proposal(_choice(pool, here, there, flag), 0) for _, here, there, flag in found]


def _choice(pool: Pool, here: Branch, there: Branch, place: int) -> Piece:
    """A number where a flag holds, else another."""
    flag = pool.piece(place)
    kept = piece(formula("keep"), _shifted(pool, *here), flag)
    other = piece(formula("keep"), _shifted(pool, *there), piece(formula("not"), flag))
    return piece(formula("+"), kept, other)


def _shifted(pool: Pool, place: int, shift: int) -> Piece:
    moved = shift or place == Pool.ONE  # `keep` needs a number that may be 0
    return piece(formula("a", shift), pool.piece(place)) if moved else pool.piece(place)


def tables_to(
    pool: Pool, target: Target, ranked: Sequence[int], rng: np.random.Generator
) -> list[tuple[int, int]]:
    """Pairs of variables that decide a label target, the smallest tables first."""
    considered = np.array([Pool.WORD, Pool.POSITION, *ranked[:MAX_CONSIDERED]])
    found = [pool.entries[p].span for p in considered]
    spans = np.array([high - low + 1 for low, high in found])
    gains = np.array([pool.entries[p].gain for p in considered])
    starts = np.argsort(-gains, kind="stable")[:MAX_FIRST]
    first, second = rng.integers(len(target.places), size=(2, 8 * MAX_SEEN))
    differ = np.flatnonzero(target.wanted[first] != target.wanted[second])[:MAX_SEEN]
    one, other = (pool.at(considered, target.places[side[differ]]) for side in (first, second))
    confused = (one == other).astype(np.float32)  # (variables, pairs of places to be told apart)
    both = confused[starts] @ confused.T  # pairs that neither of the two tells apart
    good = (both == 0) & (spans[starts, None] * spans[None] <= MAX_TABLE)
    costs = np.array([pool.entries[p].cost for p in considered])
    start, end = np.nonzero(good)
    start = starts[start]
    near = np.argsort((costs + spans)[start] + (costs + spans)[end], kind="stable")[: 4 * MAX_SEEN]
    pairs: list[tuple[int, int, int]] = []
    for s, e in zip(start[near].tolist(), end[near].tolist(), strict=True):
        pair = int(considered[s]), int(considered[e])
        pairs.append((pool.cost_of(pair) + int(spans[s] * spans[e]), *pair))
    decided = []
    for _, a, b in sorted(pairs)[:MAX_SEEN]:
        codes = pool.rows[a, target.places].astype(np.int64) * 2**15 + pool.rows[b, target.places]
        if decides(codes, target.wanted):
            decided.append((a, b))
    return list(dict.fromkeys(decided))[:MAX_JUDGED]
