"""Steps as NumPy operations on many inputs at once: the meaning of `interpret`.

Arrays are (positions, inputs): every operation runs along the inputs, in a dtype that holds all it
computes. That dtype follows from the values an array has, so nothing overflows.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import chain
from math import prod
from typing import Any, NamedTuple, TypeAlias, assert_never

import numpy as np

from ..program import steps as lang
from ..program.values import Categorical, Number, Type, bounds, domain, ordinal
from .formulas import COMPARE, OPERATIONS, clip_to, result, written
from .interpret import reachable

Array: TypeAlias = Any  # of NumPy
Span = tuple[int, int]

MAX_BITS = 30  # of a set of keys, so that it fits into 32 bits
MAX_VOTE_CELLS = 4096  # of a table of votes, so that it stays in the cache


@dataclass(frozen=True, slots=True)
class Inputs:
    """Inputs of one width: `words` are indices into the vocabulary, 0 where `valid` is false."""

    words: Array
    valid: Array | None  # None where no input is padded

    @staticmethod
    def of(rows: Array) -> Inputs:
        """From rows of words, -1 at padding."""
        valid = np.ascontiguousarray(rows.T >= 0)
        if valid.all():
            return Inputs(np.ascontiguousarray(rows.T), None)
        return Inputs(np.where(valid, rows.T, 0), valid)


class Ranged(NamedTuple):
    """A variable that is read: its type, and the least and the greatest value it has."""

    type: Type
    span: Span


Kernel = Callable[..., Array]  # of Inputs and one array per variable that is read


def kernel(step: lang.Step, reads: Sequence[Ranged], length: int, causal: bool) -> Kernel:
    """The operation of a step, for inputs of at most `length` words."""
    match step:
        case lang.Token(_, lookup):
            values = _table(lookup)
            return lambda inputs: np.take(values, inputs.words)
        case lang.Position():
            places = np.arange(length, dtype=smallest_dtype(length))[:, None]
            return lambda inputs: np.broadcast_to(places[: len(inputs.words)], inputs.words.shape)
        case lang.One():
            return lambda inputs: np.ones(inputs.words.shape, np.int8)
        case lang.CategoricalHead():
            return _copy(step, reads, length, _attention(step, reads, length, causal))
        case lang.NumericalHead():
            return _sum(step, reads, length, _attention(step, reads, length, causal))
        case lang.Mlp(_, _, lang.Table(cells)):
            table, index = _table(cells), _index([domain(read.type) for read in reads])
            return lambda inputs, *columns: np.take(table, index(*columns))
        case lang.Mlp(out, _, formula):
            assert isinstance(formula, lang.Formula)
            return _formula(formula, reads, out.type)
        case _:
            assert_never(step)


# --- heads ----------------------------------------------------------------------------------------


def _copy(head: lang.CategoricalHead, reads: Sequence[Ranged], length: int, seen: Kernel) -> Kernel:
    """Copy from the position of highest rank.

    Rank and value share one number, the rank in its upper bits, so that one maximum over the
    positions finds the value to copy. Position 0 takes part with rank 0, in case nothing matches.
    The levels of a score come first: each has a rank for every position.
    """
    low, high = reads[2].span
    bits = (high - low).bit_length()
    (least, greatest), ordinals = _ordinals(reads[1]) if head.score else ((0, 0), _unchanged)
    levels = greatest - least + 1
    dtype = smallest_dtype((length * levels + 1 << bits) - 1, low, high, least, greatest)
    rank = (ranks(length, head.choose).astype(dtype) << bits)[:, :, None]

    def run(inputs: Inputs, query: Array, key: Array, value: Array) -> Array:
        width = len(value)
        value = value.astype(dtype) - low
        packed = rank[:width, :width] + value
        if head.score is not None:
            keys = ordinals(key).astype(dtype)
            level = keys - least if head.score.best == "largest" else greatest - keys
            packed = packed + level * (length << bits)
        best = np.maximum(np.max(seen(inputs, query, key) * packed, axis=1), value[:1])
        return (best & (1 << bits) - 1) + low

    return run


def ranks(length: int, choose: lang.Choose) -> Any:
    """ranks[i, j] = 1..length: how much a head at position i prefers to copy from position j.

    >>> ranks(4, "nearest")[1].tolist()
    [4, 1, 3, 2]
    """
    i, j = np.arange(length)[:, None], np.arange(length)[None]
    match choose:
        case "nearest":  # by distance, the left before the right, the position itself last
            cost = np.where(i == j, 2 * length, 2 * abs(i - j) + (j > i))
        case "first":
            cost = np.broadcast_to(j, (length, length))
        case "last":
            cost = np.broadcast_to(-j, (length, length))
        case _:
            assert_never(choose)
    return length - np.argsort(np.argsort(cost, axis=1), axis=1)


def _sum(head: lang.NumericalHead, reads: Sequence[Ranged], length: int, seen: Kernel) -> Kernel:
    type, (low, high) = head.out.type, reads[2].span
    total = min(0, low * length), max(0, high * length)
    dtype = smallest_dtype(low, high, *total)
    wide = smallest_dtype(*total, *_ends(type))

    def run(inputs: Inputs, query: Array, key: Array, value: Array) -> Array:
        found = np.sum(seen(inputs, query, key) * value.astype(dtype), axis=1, dtype=dtype)
        return np.broadcast_to(clip_to(type, found.astype(wide), np), inputs.words.shape)

    return run


def _attention(head: lang.Head, reads: Sequence[Ranged], length: int, causal: bool) -> Kernel:
    """Which positions each position considers: (query position, key position, inputs).

    One query position stands for all where the query makes no difference.
    """
    match = _matching(head.predicate, *reads[:2])
    reach = np.zeros((length, length, 1), dtype=bool)
    for i in range(length):
        reach[i, list(reachable(i, length, head.reach, causal))] = True

    def run(inputs: Inputs, query: Array, key: Array) -> Array:
        found = match(query, key)
        if inputs.valid is not None:
            found = found & inputs.valid
        return found if reach.all() else found & reach[: len(key), : len(key)]

    return run


def _matching(predicate: lang.Predicate, query: Ranged, key: Ranged) -> Kernel:
    """Which keys match which queries."""
    match predicate:
        case lang.Is(value):
            there = key.span[0] <= value <= key.span[1]  # else it may not fit into the dtype
            return lambda q, k: (k == (value if there else key.span[0]))[None] & there
        case lang.Compare(op, shift):
            (asked, queries), (given, keys) = _ordinals(query), _ordinals(key)
            dtype = smallest_dtype(*given, *asked, shift, asked[0] + shift, asked[1] + shift)
            return lambda q, k: COMPARE[op](
                keys(k).astype(dtype), (queries(q).astype(dtype) + shift)[:, None]
            )
        case lang.Rows(accepts):
            values = domain(key.type)
            if len(values) <= MAX_BITS:  # each key value is a bit
                bits = [1 << k for k in range(len(values))]
                rows = _table([sum(bits[k - values.start] for k in row) for row in accepts])
                accepted, given_bit = _looked_up(rows, query), _looked_up(_table(bits), key)
                return lambda q, k: (accepted(q)[:, None] & given_bit(k)).astype(bool)
            table = np.array([[k in row for k in values] for row in map(set, accepts)])
            index = _index([domain(query.type), values])
            return lambda q, k: np.take(table, index(q[:, None], k[None]))
        case _:
            assert_never(predicate)


# --- functions ------------------------------------------------------------------------------------


def _formula(formula: lang.Formula, reads: Sequence[Ranged], out: Type) -> Kernel:
    ordered = OPERATIONS[formula.op].ordered
    sources = [_ordinals(read) if ordered else (read.span, _unchanged) for read in reads]
    most = max(abs(end) for span, _ in sources for end in span)
    most = (most**2 if formula.op == "*" else 2 * most) + abs(formula.shift)
    dtype = smallest_dtype(-most, most, *_ends(out))

    def run(inputs: Inputs, *columns: Array) -> Array:
        read = zip(sources, columns, strict=True)
        found = result(formula, [take(c).astype(dtype) for (_, take), c in read], np)
        return written(formula, found, out, np)

    return run


def votes_kernel(output: lang.Classifier, reads: Sequence[Ranged], length: int) -> Kernel:
    """The votes for each class: (positions, inputs, classes), or (inputs, classes) when pooled.

    The votes of a few variables, as many as fit, are added up beforehand, in one table.
    """
    spans = [range(read.span[0], read.span[1] + 1) for read in reads]
    total = (length if output.pooled else 1) * sum(
        max(1, *map(abs, chain(*vote.weights))) * max(1, -values.start, values.stop)
        for vote, values in zip(output.votes, spans, strict=True)
    )
    dtype, classes = smallest_dtype(total, -total), len(output.classes)
    tables: list[tuple[list[int], Array]] = []  # some votes, and their sums
    products: list[tuple[int, Array]] = []  # votes of a number with very many values
    for i, (vote, read, values) in enumerate(zip(output.votes, reads, spans, strict=True)):
        rows = np.array(vote.weights, dtype)
        if not isinstance(read.type, Number):
            rows = rows[values.start : values.stop]
        elif values.stop - values.start <= MAX_VOTE_CELLS:
            rows = np.array(values, dtype)[:, None] * rows
        else:
            products.append((i, rows))
            continue
        if not tables or len(tables[-1][1]) * len(rows) > MAX_VOTE_CELLS:
            tables.append(([], np.zeros((1, classes), dtype)))
        group, table = tables[-1]
        tables[-1] = [*group, i], (table[:, None] + rows).reshape(-1, classes)
    lookups = [(group, table, _index([spans[i] for i in group])) for group, table in tables]

    def run(inputs: Inputs, *columns: Array) -> Array:
        scores = np.zeros((*inputs.words.shape, classes), dtype)
        for group, table, index in lookups:
            scores += np.take(table, index(*(columns[i] for i in group)), axis=0)
        for i, row in products:
            scores += columns[i].astype(dtype)[:, :, None] * row
        if not output.pooled:
            return scores
        where = True if inputs.valid is None else inputs.valid[:, :, None]
        return scores.sum(axis=0, dtype=dtype, where=where, initial=0)

    return run


def winners(scores: Array) -> Array:
    """The first of the largest along the last axis; for few classes much faster than argmax.

    >>> winners(np.array([[1, 3, 3], [2, 1, 0]])).tolist()
    [1, 0]
    """
    best, *others = np.ascontiguousarray(np.moveaxis(scores, -1, 0))
    number = smallest_dtype(len(others))
    found = np.zeros(best.shape, number)
    for i, score in enumerate(others, 1):
        np.maximum(found, (score > best) * number.type(i), out=found)
        best = np.maximum(best, score)
    return found


# --- small pieces ---------------------------------------------------------------------------------


def smallest_dtype(*numbers: int) -> Any:
    """The smallest signed dtype that holds all numbers; object (exact, slow) beyond 64 bits.

    >>> smallest_dtype(0, 127), smallest_dtype(0, 128)
    (dtype('int8'), dtype('int16'))
    """
    low, high = min(numbers), max(numbers)
    for name in ("int8", "int16", "int32", "int64"):
        if np.iinfo(name).min <= low and high <= np.iinfo(name).max:
            return np.dtype(name)
    return np.dtype(object)


def _ends(type: Type) -> list[int]:
    """The numbers that a result of this type is compared and computed with; 0 among them."""
    ends = [0, *(end for end in bounds(type) if end is not None)]
    return [*ends, min(ends) - max(ends), max(ends) - min(ends)]


def _table(cells: Sequence[int]) -> Array:
    return np.array(cells, dtype=smallest_dtype(min(cells), max(cells)))


def _unchanged(column: Array) -> Array:
    return column


def _ordinals(read: Ranged) -> tuple[Span, Callable[[Array], Array]]:
    """The numbers that order and arithmetic see: their span, and how a column is turned to them."""
    type, (low, high) = read
    values = type.values if isinstance(type, Categorical) and type.numeric else ()
    if values == tuple(range(len(values))):
        return read.span, _unchanged
    cells = _table([ordinal(type, value) for value in domain(type)])
    there = cells[low : high + 1]
    return (int(there.min()), int(there.max())), lambda column: np.take(cells, column)


def _looked_up(table: Array, read: Ranged) -> Callable[[Array], Array]:
    """The cell of a table for each value of a variable."""
    index = _index([domain(read.type)])
    return lambda column: np.take(table, index(column))


def _index(domains: Sequence[range]) -> Callable[..., Array]:
    """The cell of a row-major table over some variables."""
    ends = (end for values in domains for end in (values.start, values.stop))
    dtype = smallest_dtype(prod(map(len, domains)), *ends)

    def index(*columns: Array) -> Array:
        cell, *others = (c.astype(dtype) - d.start for c, d in zip(columns, domains, strict=True))
        for other, values in zip(others, domains[1:], strict=True):
            cell = cell * len(values) + other
        return cell

    return index
