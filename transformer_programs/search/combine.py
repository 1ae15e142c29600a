"""Last steps over two or three variables that are found backwards, without making them all.

Sums: the hash of a sum is the sum of the hashes, so the partner of each variable can be looked up.
Choices: one variable where a flag holds, another where not. Tables: the partner must tell apart
every two places that a variable does not, though their labels differ.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from .goals import decides
from .nodes import Node, own_cost
from .pool import Pool
from .targets import Target

SHIFTS = (0, -1, 1, -2, 2)
SUMMED = 25000  # variables that sums are looked for among
PAIRED = 120  # variables whose sums with each other are summands too
MOST = 24  # proposals of one kind
CONSIDERED = 2000  # variables that choices and tables look at
CHOOSERS = 60  # flags that may choose
FIRST_OF_TABLE = 60  # variables that a table may start from
CONFLICTS = 400  # pairs of places with different labels
MOST_CELLS = 200
MOST_TRIED = 400
FEW_LABELS = 12


@dataclass(frozen=True, slots=True)
class Proposal:
    """Variables, and nodes on top of them that may meet the target with this shift."""

    places: tuple[int, ...]
    nodes: tuple[Node, ...]
    shift: int
    cost: int


def _cost(pool: Pool, places: Sequence[int]) -> int:
    parts: frozenset[int] = frozenset()
    for place in places:
        parts |= pool.entries[place].parts
    return sum(own_cost(pool.node(part)) for part in parts)


def sums_to(
    pool: Pool, target: Target, ranked: Sequence[int], rng: np.random.Generator, few: bool
) -> list[Proposal]:
    """Two variables, or three, whose sum or difference meets a number target.

    `few`: look at some of the places only, since some labels may be wrong.
    """
    numbers = np.array([Pool.POSITION, *(p for p in ranked[:SUMMED] if pool.valued(p) == "number")])
    chosen = np.arange(len(target.places))
    if few:
        chosen = rng.permutation(len(chosen))[: FEW_LABELS * 3]
    places, wanted = target.places[chosen], target.wanted[chosen].astype(np.int64)
    weights = rng.integers(-(2**62), 2**62, size=len(places), dtype=np.int64)
    with np.errstate(over="ignore"):
        hashes = np.concatenate(
            [
                pool.rows[numbers[start : start + 4096]][:, places].astype(np.int64) @ weights
                for start in range(0, len(numbers), 4096)
            ]
        )
        goal, unit = wanted @ weights, weights.sum()
        order = np.argsort(hashes, kind="stable")
        ascending = hashes[order]
        found = _pairs(numbers, hashes, order, ascending, int(goal), int(unit))
        if not found:
            found = _triples(numbers, hashes, order, ascending, int(goal), int(unit))
    proposals = []
    for places_, nodes, shift in found:
        proposals.append(Proposal(places_, nodes, shift, _cost(pool, places_) + len(nodes)))
    return sorted(proposals, key=lambda one: one.cost)[:MOST]


Ints = npt.NDArray[np.int64]
Sum = tuple[tuple[int, ...], tuple[Node, ...], int]  # places, nodes on top of them, shift


def _wrapped(number: int) -> np.int64:
    """A whole number as 64 bits hold it: hashes wrap around."""
    return np.int64((number + 2**63) % 2**64 - 2**63)


def _matches(
    order: npt.NDArray[np.intp], ascending: Ints, needed: Ints
) -> Iterator[tuple[int, int]]:
    """(number of the value needed, number of a variable that has it)."""
    left = np.searchsorted(ascending, needed, "left")
    right = np.searchsorted(ascending, needed, "right")
    for n in np.flatnonzero(right > left):
        for at in range(left[n], min(right[n], left[n] + 2)):
            yield int(n), int(order[at])


def _pairs(
    numbers: Ints, hashes: Ints, order: npt.NDArray[np.intp], ascending: Ints, goal: int, unit: int
) -> list[Sum]:
    found: list[Sum] = []
    for shift in SHIFTS:
        wanted = _wrapped(goal - shift * unit)
        for op, needed in (("+", wanted - hashes), ("-", hashes - wanted)):
            for a, b in _matches(order, ascending, needed):
                if op == "-" or a <= b:
                    pair = int(numbers[a]), int(numbers[b])
                    found.append((pair, (Node("formula", (-1, -2), op),), shift))
    return found


def _triples(
    numbers: Ints, hashes: Ints, order: npt.NDArray[np.intp], ascending: Ints, goal: int, unit: int
) -> list[Sum]:
    top = min(PAIRED, len(numbers))
    first, second = np.triu_indices(top)
    found: list[Sum] = []
    for op in ("+", "-"):
        if op == "-":
            first, second = (index.ravel() for index in np.indices((top, top)))
        both = hashes[first] + hashes[second] if op == "+" else hashes[first] - hashes[second]
        for shift in SHIFTS:
            needed = _wrapped(goal - shift * unit) - both
            for n, c in _matches(order, ascending, needed):
                places = int(numbers[first[n]]), int(numbers[second[n]]), int(numbers[c])
                nodes = (Node("formula", (-1, -2), op), Node("formula", (-101, -3), "+"))
                found.append((places, nodes, shift))
    return found


def choices_to(pool: Pool, target: Target, ranked: Sequence[int], slack: float) -> list[Proposal]:
    """One number where a flag holds, another where it does not; each with its own shift."""
    considered = [p for p in (Pool.POSITION, *ranked[:CONSIDERED]) if pool.valued(p) == "number"]
    flags = [p for p in considered if (pool.entries[p].low, pool.entries[p].high) == (0, 1)]
    flags = flags[:CHOOSERS]
    if not flags:
        return []
    held = (pool.rows[flags][:, target.places] != 0).astype(np.float32).T  # (places, flags)
    sizes = held.sum(axis=0)
    useful = (sizes >= 8) & (len(target.places) - sizes >= 8)
    rows = pool.rows[considered][:, target.places]
    proposals = []
    hold: dict[tuple[int, bool], list[tuple[int, int]]] = {}
    for shift in (0, -1, 1):
        equal = (rows + np.int16(shift) == target.wanted).astype(np.float32)
        right = equal @ held  # (variables, flags): places that are right and where the flag holds
        other = equal.sum(axis=1)[:, None] - right
        for side, count, size in ((True, right, sizes), (False, other, len(rows[0]) - sizes)):
            good = (count >= (1 - 2 * slack) * size) & useful
            for v, f in zip(*np.nonzero(good), strict=True):
                hold.setdefault((int(f), side), []).append((considered[int(v)], shift))
    for f, flag in enumerate(flags):
        yes, no = hold.get((f, True), []), hold.get((f, False), [])
        for a, up in yes[:3]:
            for b, down in no[:3]:
                nodes = _choice(up, down)
                places = (a, b, flag)
                proposals.append(Proposal(places, nodes, 0, _cost(pool, places) + len(nodes)))
    return sorted(proposals, key=lambda one: one.cost)[:MOST]


def _choice(up: int, down: int) -> tuple[Node, ...]:
    """a + up where the flag holds, b + down elsewhere. Reads a, b and the flag as -1, -2, -3."""
    nodes: list[Node] = []

    def put(node: Node) -> int:
        nodes.append(node)
        return -100 - len(nodes)

    a = put(Node("formula", (-1,), "a", up)) if up else -1
    b = put(Node("formula", (-2,), "a", down)) if down else -2
    kept = put(Node("formula", (a, -3), "keep"))
    unless = put(Node("formula", (-3,), "not"))
    other = put(Node("formula", (b, unless), "keep"))
    put(Node("formula", (kept, other), "+"))
    return tuple(nodes)


def tables_to(
    pool: Pool, target: Target, ranked: Sequence[int], slack: float, rng: np.random.Generator
) -> list[tuple[int, int]]:
    """Pairs of variables that decide a label target, the smallest tables first."""
    considered = np.array([Pool.WORD, Pool.POSITION, *ranked[:CONSIDERED]])
    spans = np.array([pool.entries[p].high - pool.entries[p].low + 1 for p in considered])
    considered, spans = considered[spans <= 64], spans[spans <= 64]
    gains = np.array([pool.entries[p].gain for p in considered])
    starts = np.argsort(-gains, kind="stable")[:FIRST_OF_TABLE]
    first, second = rng.integers(len(target.places), size=(2, 6 * CONFLICTS))
    differ = np.flatnonzero(target.wanted[first] != target.wanted[second])[:CONFLICTS]
    rows = pool.rows[considered]
    one, other = (rows[:, target.places[side[differ]]] for side in (first, second))
    confused = (one == other).astype(np.float32)  # (variables, pairs of places to be told apart)
    both = confused[starts] @ confused.T  # pairs that neither of the two tells apart
    good = (both <= 8 * slack * len(differ)) & (spans[starts, None] * spans[None] <= MOST_CELLS)
    found: list[tuple[int, int, int]] = []
    for a, b in zip(*np.nonzero(good), strict=True):
        pair = int(considered[starts[a]]), int(considered[b])
        found.append((_cost(pool, pair) + int(spans[starts[a]] * spans[b]), *pair))
    decided = []
    for _, a, b in sorted(found)[:MOST_TRIED]:
        codes = pool.rows[a, target.places].astype(np.int64) * 2**15 + pool.rows[b, target.places]
        if decides(codes, target.wanted, 2 * slack):
            decided.append((a, b))
    return list(dict.fromkeys(decided))[:MOST]
