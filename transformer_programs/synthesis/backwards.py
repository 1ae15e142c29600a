"""Last steps over two or three variables that are found backwards, without making them all.

Sums: the hash of a sum is the sum of the hashes, so the partner of each variable can be looked up.
Choices: one variable where a flag holds, another where not. Tables: the partner must tell apart
every two places that a variable does not, though their labels differ.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import NamedTuple

import numpy as np

from .domain import Bools, Indices, Longs
from .meeting import Target, decides
from .pieces import Piece, formula, piece
from .pool import Pool

SHIFTS = (0, -1, 1, -2, 2)
SUMMED = 25000  # variables that sums are looked for among
PAIRED = 120  # variables whose sums with each other are summands too
SEEN = 160  # places of a target that proposals must meet; the judge looks at all
MOST = 24  # proposals of one kind
CONSIDERED = 1500  # variables that choices and tables look at
CHOOSERS = 30  # flags that may choose, of those that ask for words and of those that do not
CHOICE_SHIFTS = (0, -1, 1)
FIRST_OF_CHOICE = 150  # numbers that a choice may start from
MAX_PAIRS = 60  # of numbers that a flag is looked for
BRANCHES = 3  # numbers that are kept for each side of a flag
DIVIDED = 12  # sides of flags that may be divided again
FIRST_OF_TABLE = 60  # variables that a table may start from
CONFLICTS = 400  # pairs of places with different labels
MAX_CELLS = 200
MAX_TRIED = 400
BOTH_OF = 4000  # flags of which two may hold together


Branch = tuple[int, int]  # the place of a number, and its shift


class Proposal(NamedTuple):
    """A variable to be that may meet the target with this shift."""

    piece: Piece
    shift: int


def sums_to(
    pool: Pool, target: Target, ranked: Sequence[int], rng: np.random.Generator
) -> list[Proposal]:
    """Two variables, or three, whose sum or difference meets a number target."""
    numbers = pool.of_kind("FN", (Pool.POSITION, *ranked[:SUMMED]))
    chosen = rng.permutation(len(target.places))[:SEEN]
    places, wanted = target.places[chosen], target.wanted[chosen].astype(np.int64)
    weights = rng.integers(-(2**62), 2**62, size=len(places), dtype=np.int64)
    blocks = [numbers[start : start + 4096] for start in range(0, len(numbers), 4096)]
    with np.errstate(over="ignore"):  # hashes wrap around
        hashes = np.concatenate([pool.at(b, places).astype(np.int64) @ weights for b in blocks])
        target_set = [(shift, wanted @ weights - shift * weights.sum()) for shift in SHIFTS]
        found = _pairs(numbers, hashes, target_set) or _triples(numbers, hashes, target_set)
    found.sort(key=lambda one: pool.cost_of(one.places) + len(one.places))
    found = [one for one in found[:MAX_TRIED] if one.meets(pool, target)]
    return [one.proposed(pool) for one in found[:MOST]]


@dataclass(frozen=True, slots=True)
class Sum:
    """Two or three variables, whether the second is taken away, and the shift."""

    places: tuple[int, ...]
    minus: bool
    shift: int

    def meets(self, pool: Pool, target: Target) -> bool:
        """Whether the sum meets a target at all of its places."""
        rows = pool.rows[list(self.places)]
        total = rows[0] - rows[1] if self.minus else rows[0] + rows[1]
        total = (total + rows[2] if len(rows) > 2 else total) + np.int16(self.shift)
        met = bool((total[target.places] == target.wanted).all())
        return met and (target.holds is None or target.holds(total))

    def proposed(self, pool: Pool) -> Proposal:
        first, second, *rest = map(pool.piece, self.places)
        found = piece(formula("-" if self.minus else "+"), first, second)
        for one in rest:
            found = piece(formula("+"), found, one)
        return Proposal(found, self.shift)


ShiftedHashes = Sequence[tuple[int, np.int64]]  # shifts, and the hash of what is wanted with each


def _matches(order: Indices, ascending: Longs, needed: Longs) -> Iterator[tuple[int, int]]:
    """(number of the value needed, number of a variable that has it). Quick if `needed` rises."""
    left = np.minimum(np.searchsorted(ascending, needed, "left"), len(ascending) - 1)
    for n in np.flatnonzero(ascending[left] == needed):
        for at in range(left[n], min(len(ascending), left[n] + 2)):
            if ascending[at] == needed[n]:
                yield int(n), int(order[at])


def _pairs(numbers: Longs, hashes: Longs, target_set: ShiftedHashes) -> list[Sum]:
    found: list[Sum] = []
    order = np.argsort(hashes, kind="stable")
    ascending = hashes[order]
    for shift, wanted in target_set:
        for minus, needed, first in (
            (False, wanted - ascending[::-1], order[::-1]),
            (True, ascending - wanted, order),
        ):
            for n, b in _matches(order, ascending, needed):
                a = int(first[n])
                if minus or a <= b:
                    found.append(Sum((int(numbers[a]), int(numbers[b])), minus, shift))
    return found


def _triples(numbers: Longs, hashes: Longs, target_set: ShiftedHashes) -> list[Sum]:
    """Any one, and two of which both rank high or one is the position, which comes first."""
    top, every = min(PAIRED, len(numbers)), np.arange(len(numbers))
    order = np.argsort(hashes, kind="stable")
    ascending = hashes[order]
    found: list[Sum] = []
    for minus in (False, True):
        pairs = np.indices((top, top)).reshape(2, -1) if minus else np.triu_indices(top)
        first = np.concatenate([pairs[0], every])
        second = np.concatenate([pairs[1], np.zeros_like(every)])
        both = hashes[first] - hashes[second] if minus else hashes[first] + hashes[second]
        falling = np.argsort(both)[::-1]
        first, second, both = first[falling], second[falling], both[falling]
        for shift, wanted in target_set:
            for n, c in _matches(order, ascending, wanted - both):
                places = int(numbers[first[n]]), int(numbers[second[n]]), int(numbers[c])
                found.append(Sum(places, minus, shift))
    return found


def choices_to(
    pool: Pool, target: Target, ranked: Sequence[int], rng: np.random.Generator
) -> list[Proposal]:
    """One number where a flag holds, another where it does not; each with its own shift.

    Where one side has no number, another flag may divide it again.
    """
    flags = pool.of_kind("F", ranked[:CONSIDERED]).tolist()
    named = [flag for flag in flags if pool.entries[flag].named][:CHOOSERS]
    flags = [flag for flag in flags if not pool.entries[flag].named][:CHOOSERS] + named
    if not flags:
        return []
    seen = rng.permutation(len(target.places))[: 2 * SEEN]
    places, wanted = target.places[seen], target.wanted[seen]
    # The numbers that are right at most places, and where: (shifts, numbers, places).
    numbers = pool.of_kind("FN", (Pool.POSITION, Pool.ONE, *ranked[:SUMMED]))
    rows = pool.at(numbers, places)
    often = [(rows + np.int16(shift) == wanted).sum(axis=1) for shift in CHOICE_SHIFTS]
    best = np.sort(np.argsort(-np.max(often, axis=0), kind="stable")[:CONSIDERED])
    considered, rows = numbers[best], rows[best]
    equal = np.stack([rows + np.int16(shift) == wanted for shift in CHOICE_SHIFTS])
    held = np.asarray(pool.at(flags, places) != 0)
    sides = np.stack([held, ~held], axis=1)  # (flags, holds or not, places)

    def split(among: Bools) -> list[list[list[Branch]]]:
        """For each flag: what meets the target where it holds, and where not, among some places."""
        parts = (sides & among).astype(np.float32)
        sizes = parts.sum(axis=2)
        right = np.einsum("xvp,fsp->fsxv", equal.astype(np.float32), parts, optimize=True)
        good = right == sizes[:, :, None, None]
        good &= (sizes >= 8).all(axis=1)[:, None, None, None]
        chosen = [[np.argwhere(side.T)[:BRANCHES].tolist() for side in flag] for flag in good]
        return [
            [[(int(considered[v]), CHOICE_SHIFTS[x]) for v, x in side] for side in flag]
            for flag in chosen
        ]

    found = split(np.ones(len(places), bool))
    decisions = _covering(pool, ranked, places, considered, equal)
    open_sides: list[tuple[int, int, int]] = []
    for f, flag in enumerate(flags):
        yes, no = found[f]
        decisions += [Decision(((a, flag, True),), b) for a, b in product(yes, no)]
        for side, here, there in ((0, yes, no), (1, no, yes)):
            if here and not there:
                open_sides.append((int(sides[f, side].sum()), f, side))
    for _, f, side in sorted(open_sides, reverse=True)[:DIVIDED]:
        outer = (found[f][side][0], flags[f], side == 0)
        rest = split(sides[f, 1 - side])
        for flag, (yes, no) in zip(flags, rest, strict=True):
            for b, c in product(yes[:2], no[:2]):
                decisions.append(Decision((outer, (b, flag, True)), c))
    decisions.sort(key=lambda one: one.cost(pool))
    return [Proposal(one.piece(pool), 0) for one in decisions[:MOST]]


def _covering(
    pool: Pool, ranked: Sequence[int], places: Indices, among: Longs, equal: Bools
) -> list[Decision]:
    """Two numbers of which one is right everywhere, and any flag that says which."""
    right = equal.reshape(-1, len(places))  # (shifts x numbers, places)
    wrong = (~right).astype(np.float32)
    often = right.sum(axis=1)
    first = np.argsort(-often, kind="stable")[:FIRST_OF_CHOICE]
    first = first[often[first] < len(places)]
    missed = wrong[first] @ wrong.T
    missed[:, often == len(places)] = len(places)
    costs = np.array([pool.entries[place].cost for place in among.tolist()])
    each = np.tile(costs, len(CHOICE_SHIFTS))
    one, other = np.nonzero(missed == 0)
    cheapest = np.argsort(each[first[one]] + each[other], kind="stable")[: 40 * MAX_PAIRS]
    pairs = [(int(first[one[n]]), int(other[n])) for n in cheapest]
    pairs.sort(key=lambda two: pool.cost_of(int(among[n % len(among)]) for n in two))
    flags = pool.of_kind("F", ranked[:SUMMED])
    decisions: list[Decision] = []
    if not pairs or not len(flags):
        return decisions
    held = pool.at(flags, places) != 0

    def branch(number: int) -> Branch:
        shift, place = divmod(number, len(among))
        return int(among[place]), CHOICE_SHIFTS[shift]

    for a, b in pairs[:MAX_PAIRS]:
        only_a, only_b = right[a] & ~right[b], right[b] & ~right[a]
        if only_a.sum() < 8 or only_b.sum() < 8:
            continue
        for holds in (True, False):
            failed = (held[:, only_a] != holds).sum(axis=1) + (held[:, only_b] == holds).sum(axis=1)
            for flag in flags[np.flatnonzero(failed == 0)[:2]]:
                decisions.append(Decision(((branch(a), int(flag), holds),), branch(b)))
    return decisions


@dataclass(frozen=True, slots=True)
class Decision:
    """A number where a flag holds (or does not), else another where a second one does, ..."""

    branches: tuple[tuple[Branch, int, bool], ...]  # number, place of a flag, whether it holds
    last: Branch

    def cost(self, pool: Pool) -> int:
        numbers = [self.last, *(branch for branch, _, _ in self.branches)]
        places = [place for place, _ in numbers] + [flag for _, flag, _ in self.branches]
        steps = 4 * len(self.branches) + len({one for one in numbers if one[1]})
        return pool.cost_of(places) + steps

    def piece(self, pool: Pool) -> Piece:
        result = _shifted(pool, self.last)
        for branch, place, holds in reversed(self.branches):
            flag, here = pool.piece(place), _shifted(pool, branch)
            there, here = (result, here) if holds else (here, result)
            kept = piece(formula("keep"), here, flag)
            other = piece(formula("keep"), there, piece(formula("not"), flag))
            result = piece(formula("+"), kept, other)
        return result


def _shifted(pool: Pool, branch: Branch) -> Piece:
    place, shift = branch
    moved = shift or place == Pool.ONE  # `keep` needs a number that may be 0
    return piece(formula("a", shift), pool.piece(place)) if moved else pool.piece(place)


def bags_to(pool: Pool, target: Target, ranked: Sequence[int]) -> list[Piece]:
    """Two flags that both hold somewhere in every input that is wanted, and in no other."""
    wanted = target.wanted == 1
    inputs = target.places[wanted] // pool.sample.width
    starts = np.flatnonzero(np.diff(inputs, prepend=-1))
    flags = pool.of_kind("F", ranked[:SUMMED])
    somewhere = np.logical_or.reduceat(pool.at(flags, target.places[wanted]), starts, axis=1)
    flags = flags[somewhere.all(axis=1)][:BOTH_OF]
    held = pool.at(flags, target.places)
    there, usual = held[:, wanted].astype(np.float32), held[:, ~wanted].astype(np.float32)
    good = (usual @ usual.T == 0) & (there @ there.T >= len(starts))
    found: list[tuple[int, int]] = []
    pairs = np.argwhere(np.triu(good, 1))
    for start in range(0, len(pairs), MAX_TRIED):
        one, other = pairs[start : start + MAX_TRIED].T
        both = held[one][:, wanted] & held[other][:, wanted]
        right = np.logical_or.reduceat(both, starts, axis=1).all(axis=1)
        found += zip(flags[one[right]].tolist(), flags[other[right]].tolist(), strict=True)
    found.sort(key=lambda pair: pool.cost_of(pair))
    return [piece(formula("and"), *map(pool.piece, pair)) for pair in found[:MOST]]


def tables_to(
    pool: Pool, target: Target, ranked: Sequence[int], rng: np.random.Generator
) -> list[tuple[int, int]]:
    """Pairs of variables that decide a label target, the smallest tables first."""
    considered = np.array([Pool.WORD, Pool.POSITION, *ranked[:CONSIDERED]])
    found = [pool.entries[p].span for p in considered]
    spans = np.array([high - low + 1 for low, high in found])
    considered, spans = considered[spans <= 64], spans[spans <= 64]
    gains = np.array([pool.entries[p].gain for p in considered])
    starts = np.argsort(-gains, kind="stable")[:FIRST_OF_TABLE]
    first, second = rng.integers(len(target.places), size=(2, 6 * CONFLICTS))
    differ = np.flatnonzero(target.wanted[first] != target.wanted[second])[:CONFLICTS]
    one, other = (pool.at(considered, target.places[side[differ]]) for side in (first, second))
    confused = (one == other).astype(np.float32)  # (variables, pairs of places to be told apart)
    both = confused[starts] @ confused.T  # pairs that neither of the two tells apart
    good = (both == 0) & (spans[starts, None] * spans[None] <= MAX_CELLS)
    pairs: list[tuple[int, int, int]] = []
    for a, b in zip(*np.nonzero(good), strict=True):
        pair = int(considered[starts[a]]), int(considered[b])
        pairs.append((pool.cost_of(pair) + int(spans[starts[a]] * spans[b]), *pair))
    decided = []
    for _, a, b in sorted(pairs)[:MAX_TRIED]:
        codes = pool.rows[a, target.places].astype(np.int64) * 2**15 + pool.rows[b, target.places]
        if decides(codes, target.wanted):
            decided.append((a, b))
    return list(dict.fromkeys(decided))[:MOST]
