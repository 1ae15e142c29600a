"""All heads over a query and a key, many at once: candidates for the pool.

One equality and one order matrix, over all positions and over those before, give the sums of all
six comparisons in all four reaches: the rest is addition.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from ..program.steps import CategoricalHead, Choose, Compare, Extreme, Is, Predicate, Reach, Step
from .domain import Array, Bools, Indices
from .pieces import Draft, copied, draft, own_cost, total
from .pool import Pool
from .sample import LARGEST, REACHES, Sample

Floats = npt.NDArray[np.float32]

EQUAL, LESS, GREATER = Compare("=="), Compare("<"), Compare(">")
OTHER, LEAST, MOST = Compare("!="), Compare(">="), Compare("<=")
SHIFTED = (Compare("==", -1), Compare("==", 1))
CHOICES: dict[bool, tuple[tuple[Reach, Choose], ...]] = {
    False: (
        ("all", "first"),
        ("all", "last"),
        ("all", "nearest"),
        ("before", "first"),
        ("before", "last"),
        ("after", "first"),
        ("after", "last"),
        ("upto", "last"),
    ),
    True: (("before", "first"), ("before", "last"), ("upto", "first"), ("upto", "last")),
}
# The largest or smallest key that the query allows.
LARGEST_KEY, SMALLEST_KEY = Extreme("largest"), Extreme("smallest")
NEXT_BEST = ((LESS, LARGEST_KEY), (GREATER, SMALLEST_KEY))
BEST = ((LEAST, LARGEST_KEY), (MOST, SMALLEST_KEY))
BEST_WAYS: dict[bool, tuple[tuple[Reach, Choose], ...]] = {
    False: (("all", "first"), ("all", "last"), ("upto", "first"), ("upto", "last")),
    True: (("upto", "first"), ("upto", "last")),
}
NEAREST: dict[bool, tuple[tuple[Reach, Choose], ...]] = {
    False: (("all", "first"), ("before", "last"), ("after", "first")),
    True: (("before", "last"),),
}


@dataclass(frozen=True, slots=True, eq=False)
class Candidates:
    """Steps and their values, (steps, inputs x positions)."""

    drafts: list[Draft]
    rows: Array


@dataclass(frozen=True, slots=True)
class Operand:
    """A variable as a head reads it."""

    place: int | Draft  # in the pool, or a step that is not there
    values: Array
    number: bool  # whether shifts make sense
    constant: bool = False


def sums(
    sample: Sample, query: Operand, key: Operand, values: Sequence[Operand], thrifty: bool = False
) -> Candidates:
    """Every sum of each of `values` over the keys that compare with the query.

    `thrifty` leaves out `!=`, `<=`, `>=` and shifts.
    """
    stacked = np.stack([value.values for value in values], axis=-1).astype(np.float32)
    inside = np.broadcast_to(sample.inside[:, None, :], (sample.inputs, sample.width, sample.width))
    any_key = _by_reach(sample, inside, stacked)
    totals: dict[Compare, Floats] = {}
    if query.constant and key.constant:
        totals[EQUAL] = any_key
    else:
        equal = _by_reach(sample, sample.matches(EQUAL, query.values, key.values), stacked)
        less = _by_reach(sample, sample.matches(LESS, query.values, key.values), stacked)
        totals = {EQUAL: equal, LESS: less, GREATER: any_key - less - equal}
        if not thrifty:
            totals |= {OTHER: any_key - equal, MOST: less + equal, LEAST: any_key - less}
            for shifted in SHIFTED if query.number and key.number else ():
                match = sample.matches(shifted, query.values, key.values)
                totals[shifted] = _by_reach(sample, match, stacked)
    # (comparisons, reaches, inputs, positions, values) -> a row each
    rows = np.moveaxis(np.stack(list(totals.values())), -1, 2).reshape(-1, sample.inside.size)
    reaches: tuple[Reach, ...] = ("before", "upto") if sample.domain.causal else REACHES
    steps = [total(predicate, reach) for predicate in totals for reach in reaches]
    drafts = [draft for step in steps for draft in _drafts(step, query, key, values)]
    masked = np.clip(rows, -LARGEST, LARGEST).astype(np.int16) * sample.inside.ravel()
    return Candidates(drafts, masked)


def _by_reach(sample: Sample, match: Bools, values: Floats) -> Floats:
    """(reaches, inputs, positions, values): the sums over a match matrix in every reach."""
    before = np.matmul((match & sample.reaches["before"]).astype(np.float32), values)
    own = np.einsum("sii->si", match)[:, :, None] * values
    upto = before + own
    if sample.domain.causal:
        return np.stack([before, upto])
    every = np.matmul(match.astype(np.float32), values)
    return np.stack([every, before, upto, every - upto])


Source = tuple[CategoricalHead, Indices]  # a head, and the position it copies from


def _drafts(step: Step, query: Operand, key: Operand, values: Iterable[Operand]) -> list[Draft]:
    """A head over each of some values."""
    cost = own_cost(step, (query.place, key.place))
    return [draft(step, query.place, key.place, one.place, cost=cost) for one in values]


def copies(
    sample: Sample,
    query: Operand,
    key: Operand,
    values: Sequence[Operand],
    fixed: Sequence[int] | None = None,
    best: bool = False,
) -> Candidates:
    """Every copy of each of `values` from a key that compares with the query.

    `fixed`: instead, from a key that has one of these values, whatever the query. `best`: instead,
    from the largest or smallest key: of all, where the query is the key; or the next.
    """
    drafts: list[Draft] = []
    rows = [np.zeros((0, *sample.inside.shape), np.int16)]
    found = _bests(sample, query, key) if best else sources(sample, query, key, fixed)
    for step, source in found:
        drafts += _drafts(step, query, key, values)
        rows += [value.values[None, sample.each, source] for value in values]
    return Candidates(drafts, (np.concatenate(rows) * sample.inside).reshape(len(drafts), -1))


def _bests(sample: Sample, query: Operand, key: Operand) -> Iterator[Source]:
    whole = BEST[: 2 if key.number else 1] if query.place == key.place else ()
    for predicate, score in (*NEXT_BEST, *whole):
        match = sample.matches(predicate, query.values, key.values)
        keys = (1 if score.best == "largest" else -1) * key.values[:, None, :]
        ways = BEST_WAYS if (predicate, score) in BEST else NEAREST
        for reach, choose in ways[sample.domain.causal]:
            seen = match & sample.reaches[reach]
            held = np.where(seen, keys, np.int16(-LARGEST - 1))
            best = seen & (held == held.max(axis=2, keepdims=True))
            yield copied(predicate, reach, choose, score), sample.chosen(best, choose)


def sources(
    sample: Sample, query: Operand, key: Operand, fixed: Sequence[int] | None = None
) -> Iterator[Source]:
    """Each way to look from a query to a key, and the position it finds; `fixed` as in `copies`."""
    tests: Sequence[Predicate] = (EQUAL,)
    if fixed is not None:
        tests = [Is(value) for value in fixed]
    elif not (query.constant and key.constant):
        shifted = SHIFTED if query.number and key.number else ()
        tests = (EQUAL, *shifted, LESS, GREATER, OTHER)
    for predicate in tests:
        match = sample.matches(predicate, query.values, key.values)
        for reach, choose in CHOICES[sample.domain.causal]:
            seen = match & sample.reaches[reach]
            yield copied(predicate, reach, choose), sample.chosen(seen, choose)


@lru_cache(maxsize=2)
def simple_sources(sample: Sample) -> list[tuple[int, Source]]:
    """Heads whose query and key are an input: its place, and from where the head copies.

    Of heads that copy from the same positions everywhere the first is given.
    """
    found: dict[bytes, tuple[int, Source]] = {}
    for operand in (
        Operand(Pool.ONE, sample.inside.astype(np.int16), number=True, constant=True),
        Operand(Pool.POSITION, sample.position, number=True),
        Operand(Pool.WORD, sample.words, number=False),
    ):
        for step, source in sources(sample, operand, operand):
            if isinstance(step.predicate, Compare) and step.predicate.op == "==":
                same = np.where(sample.inside, source, 0).tobytes()
                assert isinstance(operand.place, int)
                found.setdefault(same, (operand.place, (step, source)))
    return list(found.values())
