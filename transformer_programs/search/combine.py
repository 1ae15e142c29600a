"""Last steps over two or three variables that are found backwards, without making them all.

Sums: the hash of a sum is the sum of the hashes, so the partner of each variable can be looked up.
Choices: one variable where a flag holds, another where not. Tables: the partner must tell apart
every two places that a variable does not, though their labels differ.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

import numpy as np
import numpy.typing as npt

from .goals import decides
from .grow import is_flag
from .nodes import Node, own_cost
from .pool import Pool
from .targets import Target

SHIFTS = (0, -1, 1, -2, 2)
SUMMED = 25000  # variables that sums are looked for among
PAIRED = 120  # variables whose sums with each other are summands too
SEEN = 160  # places of a target that proposals must meet; the judge looks at all
MOST = 24  # proposals of one kind
CONSIDERED = 1500  # variables that choices and tables look at
CHOOSERS = 30  # flags that may choose, of those that ask for words and of those that do not
CHOICE_SHIFTS = (0, -1, 1)
DIVIDED = 12  # sides of flags that may be divided again
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
    chosen = rng.permutation(len(target.places))[: FEW_LABELS * 3 if few else SEEN]
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
        found = _pairs(numbers, order, ascending, int(goal), int(unit))
        if not found:
            found = _triples(numbers, hashes, order, ascending, int(goal), int(unit))
    proposals = []
    for places_, nodes, shift in found:
        proposals.append(Proposal(places_, nodes, shift, _cost(pool, places_) + len(nodes)))
    proposals.sort(key=lambda one: one.cost)
    if few:
        return proposals[:MOST]
    return list(islice((one for one in proposals if _sums_up(pool, target, one)), MOST))


def _sums_up(pool: Pool, target: Target, proposal: Proposal) -> bool:
    """Whether a sum meets a target at all of its places."""
    rows = pool.rows[list(proposal.places)]
    total = rows[0] + rows[1] if proposal.nodes[0].op == "+" else rows[0] - rows[1]
    total = (total + rows[2] if len(rows) > 2 else total) + np.int16(proposal.shift)
    met = bool((total[target.places] == target.wanted).all())
    return met and (target.holds is None or target.holds(total))


Ints = npt.NDArray[np.int64]
Sum = tuple[tuple[int, ...], tuple[Node, ...], int]  # places, nodes on top of them, shift


def _wrapped(number: int) -> np.int64:
    """A whole number as 64 bits hold it: hashes wrap around."""
    return np.int64((number + 2**63) % 2**64 - 2**63)


def _matches(
    order: npt.NDArray[np.intp], ascending: Ints, needed: Ints
) -> Iterator[tuple[int, int]]:
    """(number of the value needed, number of a variable that has it). Quick if `needed` rises."""
    left = np.minimum(np.searchsorted(ascending, needed, "left"), len(ascending) - 1)
    for n in np.flatnonzero(ascending[left] == needed):
        for at in range(left[n], min(len(ascending), left[n] + 2)):
            if ascending[at] == needed[n]:
                yield int(n), int(order[at])


def _pairs(
    numbers: Ints, order: npt.NDArray[np.intp], ascending: Ints, goal: int, unit: int
) -> list[Sum]:
    found: list[Sum] = []
    falling = ascending[::-1]
    for shift in SHIFTS:
        wanted = _wrapped(goal - shift * unit)
        for op, needed, first in (
            ("+", wanted - falling, order[::-1]),
            ("-", ascending - wanted, order),
        ):
            for n, b in _matches(order, ascending, needed):
                a = int(first[n])
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
        falling = np.argsort(both)[::-1]
        first, second, both = first[falling], second[falling], both[falling]
        for shift in SHIFTS:
            needed = _wrapped(goal - shift * unit) - both
            for n, c in _matches(order, ascending, needed):
                places = int(numbers[first[n]]), int(numbers[second[n]]), int(numbers[c])
                nodes = (Node("formula", (-1, -2), op), Node("formula", (-101, -3), "+"))
                found.append((places, nodes, shift))
    return found


def choices_to(
    pool: Pool, target: Target, ranked: Sequence[int], slack: float, rng: np.random.Generator
) -> list[Proposal]:
    """One number where a flag holds, another where it does not; each with its own shift.

    Where one side has no number, another flag may divide it again.
    """
    flags = [p for p in ranked[:CONSIDERED] if is_flag(pool, p)]
    named = [flag for flag in flags if pool.entries[flag].named][:CHOOSERS]
    flags = [flag for flag in flags if not pool.entries[flag].named][:CHOOSERS] + named
    if not flags:
        return []
    seen = rng.permutation(len(target.places))[: 2 * SEEN]
    places, wanted = target.places[seen], target.wanted[seen]
    considered, equal = _agreeing(pool, ranked, places, wanted)
    held = np.asarray(pool.rows[flags][:, places] != 0)
    sides = np.stack([held, ~held], axis=1)  # (flags, holds or not, places)
    whole = _Branches(considered, equal.astype(np.float32), slack)
    found = whole.split(sides, np.ones(len(places), bool))
    proposals: list[Proposal] = []

    def propose(branches: Sequence[tuple[Branch, int, bool]], last: Branch) -> None:
        proposals.append(_decision(pool, branches, last))

    open_sides: list[tuple[int, int, int]] = []
    for f, flag in enumerate(flags):
        yes, no = found[f]
        for a in yes[:3]:
            for b in no[:3]:
                propose([(a, flag, True)], b)
        for side, here, there in ((0, yes, no), (1, no, yes)):
            if here and not there:
                open_sides.append((int(sides[f, side].sum()), f, side))
    for _, f, side in sorted(open_sides, reverse=True)[:DIVIDED]:
        rest = whole.split(sides, sides[f, 1 - side])
        for g, flag in enumerate(flags):
            for b in rest[g][0][:2]:
                for c in rest[g][1][:2]:
                    outer = (found[f][side][0], flags[f], side == 0)
                    propose([outer, (b, flag, True)], c)
    return sorted(proposals, key=lambda one: one.cost)[:MOST]


def _agreeing(
    pool: Pool,
    ranked: Sequence[int],
    places: npt.NDArray[np.intp],
    wanted: npt.NDArray[np.int16],
) -> tuple[Ints, npt.NDArray[np.bool_]]:
    """The numbers that are right at most places, and where: (shifts, numbers, places)."""
    among = (Pool.POSITION, Pool.ONE, *ranked[:SUMMED])
    numbers = np.array([p for p in among if pool.valued(p) == "number"])
    rows = pool.rows[numbers][:, places]
    often = [(rows + np.int16(shift) == wanted).sum(axis=1) for shift in CHOICE_SHIFTS]
    best = np.sort(np.argsort(-np.max(often, axis=0), kind="stable")[:CONSIDERED])
    chosen = rows[best]
    return numbers[best], np.stack([chosen + np.int16(shift) == wanted for shift in CHOICE_SHIFTS])


Branch = tuple[int, int]  # the place of a number, and its shift


class _Branches:
    """Which numbers meet a target on a part of its places."""

    def __init__(self, places: Ints, equal: npt.NDArray[np.float32], slack: float) -> None:
        self.places, self.equal, self.slack = places, equal, slack

    def split(
        self, sides: npt.NDArray[np.bool_], among: npt.NDArray[np.bool_]
    ) -> list[tuple[list[Branch], list[Branch]]]:
        """For each flag: what meets the target where it holds, and where not, among some places."""
        parts = (sides & among).astype(np.float32)  # (flags, sides, places)
        sizes = parts.sum(axis=2)
        right = np.einsum("xvp,fsp->fsxv", self.equal, parts, optimize=True)
        good = right >= (1 - 2 * self.slack) * sizes[:, :, None, None]
        good &= (sizes >= 8).all(axis=1)[:, None, None, None]
        found = []
        for flag in good:
            both = [
                [
                    (int(self.places[v]), CHOICE_SHIFTS[x])
                    for v, x in sorted((v, x) for x, v in zip(*np.nonzero(side), strict=True))
                ]
                for side in flag
            ]
            found.append((both[0], both[1]))
        return found


def _decision(pool: Pool, branches: Sequence[tuple[Branch, int, bool]], last: Branch) -> Proposal:
    """a where the first flag holds (or does not), b where the second one does, ..., else c."""
    places: list[int] = []
    nodes: list[Node] = []

    def read(place: int) -> int:
        if place not in places:
            places.append(place)
        return -1 - places.index(place)

    def put(node: Node) -> int:
        if node not in nodes:
            nodes.append(node)
        return -101 - nodes.index(node)

    def moved(branch: Branch) -> int:
        place, shift = branch
        return put(Node("formula", (read(place),), "a", shift)) if shift else read(place)

    result = moved(last)
    for branch, flag, holds in reversed(branches):
        here, there = (moved(branch), result) if holds else (result, moved(branch))
        kept = put(Node("formula", (here, read(flag)), "keep"))
        unless = put(Node("formula", (read(flag),), "not"))
        other = put(Node("formula", (there, unless), "keep"))
        result = put(Node("formula", (kept, other), "+"))
    return Proposal(tuple(places), tuple(nodes), 0, _cost(pool, places) + len(nodes))


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
