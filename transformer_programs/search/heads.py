"""All heads over a query and a key, many at once: candidates for the pool.

One equality and one order matrix, over all positions and over those before, give the sums of all
six comparisons in all four reaches: the rest is addition.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from .arena import Arena, Array, Bools
from .nodes import Node

Floats = npt.NDArray[np.float32]

SHIFTS = (-1, 1)
CHOICES = {
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
# The largest or smallest key that the query allows: comparison, score, reach, choose.
NEXT_BEST = (("<", "largest"), (">", "smallest"))
BEST = ((">=", "largest"), ("<=", "smallest"))


BEST_WAYS = {
    False: (("all", "first"), ("all", "last"), ("upto", "first"), ("upto", "last")),
    True: (("upto", "first"), ("upto", "last")),
}
NEAREST = (("all", "first"), ("before", "last"), ("after", "first"))


@dataclass(frozen=True, slots=True, eq=False)
class Candidates:
    """Nodes and their values, (nodes, inputs x positions)."""

    nodes: list[Node]
    rows: npt.NDArray[np.int16]


@dataclass(frozen=True, slots=True)
class Operand:
    """A variable as a head reads it."""

    place: int
    values: Array
    number: bool  # whether shifts make sense
    constant: bool = False


def sums(
    arena: Arena, query: Operand, key: Operand, values: Sequence[Operand], thrifty: bool = False
) -> Candidates:
    """Every sum of each of `values` over the keys that compare with the query.

    `thrifty` leaves out `!=`, `<=`, `>=` and shifts.
    """
    stacked = np.stack([value.values for value in values], axis=-1).astype(np.float32)
    inside = arena.inside[:, None, :]
    q, k = query.values[:, :, None], key.values[:, None, :]
    totals = {}
    settings: list[tuple[str, int]] = []
    any_key = _by_reach(
        arena, np.broadcast_to(inside, (*inside.shape[:1], arena.width, arena.width)), stacked
    )
    if query.constant and key.constant:
        totals[("==", 0)] = any_key
    else:
        equal = _by_reach(arena, (k == q) & inside, stacked)
        less = _by_reach(arena, (k < q) & inside, stacked)
        totals[("==", 0)] = equal
        totals[("<", 0)] = less
        totals[(">", 0)] = any_key - less - equal
        if not thrifty:
            totals[("!=", 0)] = any_key - equal
            totals[("<=", 0)] = less + equal
            totals[(">=", 0)] = any_key - less
            if query.number and key.number:
                for shift in SHIFTS:
                    match = (k == q + np.int16(shift)) & inside
                    totals[("==", shift)] = _by_reach(arena, match, stacked)
    settings = list(totals)
    reaches = _reaches(arena)
    # (settings, reaches, inputs, positions, values) -> a row each
    rows = np.stack([totals[one] for one in settings])
    rows = np.moveaxis(rows, -1, 2).reshape(-1, arena.inside.size)
    nodes = [
        Node("sum", (query.place, key.place, value.place), op, shift, reach)
        for op, shift in settings
        for reach in reaches
        for value in values
    ]
    masked = np.clip(rows, -32000, 32000).astype(np.int16) * arena.inside.ravel()
    return Candidates(nodes, masked)


def _reaches(arena: Arena) -> tuple[str, ...]:
    return ("before", "upto") if arena.domain.causal else ("all", "before", "upto", "after")


def _by_reach(arena: Arena, match: Bools, values: Floats) -> Floats:
    """(reaches, inputs, positions, values): the sums over a match matrix in every reach."""
    before = np.matmul((match & arena.reaches["before"]).astype(np.float32), values)
    own = np.einsum("sii->si", match)[:, :, None] * values
    upto = before + own
    if arena.domain.causal:
        return np.stack([before, upto])
    every = np.matmul(match.astype(np.float32), values)
    return np.stack([every, before, upto, every - upto])


def copies(
    arena: Arena,
    query: Operand,
    key: Operand,
    values: Sequence[Operand],
    fixed: Sequence[int] | None = None,
) -> Candidates:
    """Every copy of each of `values` from a key that compares with the query.

    `fixed`: instead, from a key that has one of these values, whatever the query.
    """
    nodes: list[Node] = []
    rows: list[Array] = []
    for node, source in sources(arena, query, key, fixed):
        for value in values:
            nodes.append(replace(node, reads=(query.place, key.place, value.place)))
            rows.append(np.take_along_axis(value.values, source, axis=1))
    if not nodes:
        return Candidates([], np.zeros((0, arena.inside.size), np.int16))
    stacked = np.stack(rows) * arena.inside
    return Candidates(nodes, stacked.reshape(len(nodes), -1))


def bests(arena: Arena, query: Operand, key: Operand, values: Sequence[Operand]) -> Candidates:
    """Copies from the largest or smallest key: of all, where the query is the key; or the next."""
    tests = (
        NEXT_BEST if query.place != key.place else NEXT_BEST + (BEST if key.number else BEST[:1])
    )
    ways = (("before", "last"),) if arena.domain.causal else NEAREST
    nodes: list[Node] = []
    rows: list[Array] = []
    for op, score in tests:
        whole = (op, score) in BEST
        for reach, choose in BEST_WAYS[arena.domain.causal] if whole else ways:
            reads = (query.place, key.place)
            node = Node("copy", reads, op, 0, reach, choose, score)
            source = arena.chosen(arena.matches(node, query.values, key.values), choose)
            for value in values:
                nodes.append(replace(node, reads=(*reads, value.place)))
                rows.append(np.take_along_axis(value.values, source, axis=1))
    stacked = np.stack(rows) * arena.inside
    return Candidates(nodes, stacked.reshape(len(nodes), -1))


def sources(
    arena: Arena, query: Operand, key: Operand, fixed: Sequence[int] | None = None
) -> Iterator[tuple[Node, npt.NDArray[np.intp]]]:
    """Each way to look from a query to a key, and the position it finds."""
    q, k = query.values[:, :, None], key.values[:, None, :]
    inside = arena.inside[:, None, :]
    tests: list[tuple[str, int, Bools]] = []
    shape = (arena.inputs, arena.width, arena.width)
    if fixed is not None:
        tests = [("is", value, np.broadcast_to((k == value) & inside, shape)) for value in fixed]
    elif not (query.constant and key.constant):
        equal, less = (k == q) & inside, (k < q) & inside
        tests.append(("==", 0, equal))
        if query.number and key.number:
            tests += [("==", shift, (k == q + np.int16(shift)) & inside) for shift in SHIFTS]
        tests += [
            ("<", 0, less),
            (">", 0, inside & ~less & ~equal),
            ("!=", 0, inside & ~equal),
        ]
    else:
        tests.append(("==", 0, (k == q) & inside))
    for op, shift, match in tests:
        for reach, choose in CHOICES[arena.domain.causal]:
            seen = match & arena.reaches[reach]
            node = Node("copy", (), op, shift, reach, choose)
            yield node, arena.chosen(seen, choose)
