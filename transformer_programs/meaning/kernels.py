"""Steps as NumPy operations on many inputs at once: the meaning of `interpret`.

Arrays are (positions, inputs): every operation runs along the inputs, in a dtype that holds all it
computes. That dtype follows from the values an array has, so nothing overflows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from math import prod
from typing import Any, TypeAlias, assert_never

import numpy as np

from ..program import steps as lang
from ..program.values import Categorical, Number, Type, bounds, domain, ordinal
from .formulas import COMPARE, OPERATIONS, clip_to, result, written
from .interpret import reachable

Array: TypeAlias = Any  # of NumPy
Span = tuple[int, int]

CHUNK_CELLS = 2**18  # pairs of positions that a head compares at once: they should stay in cache
MAX_BITS = 30  # of a set of keys, so that it fits into 32 bits
MAX_VOTE_CELLS = 4096  # of a table of votes, so that it stays in the cache


@dataclass(frozen=True, slots=True)
class Inputs:
    """Inputs side by side: `words` are indices into the vocabulary, 0 where `valid` is false.

    `chunks` are inputs that a head reads together, and the positions that they have.
    """

    words: Array
    valid: Array | None  # None where no input is padded
    causal: bool
    chunks: list[tuple[slice, slice]]

    @staticmethod
    def of(rows: Array, causal: bool) -> Inputs:
        """From rows of words, -1 at padding. Inputs of like length should stand together."""
        valid = np.ascontiguousarray(rows.T >= 0)
        size, chunks = max(1, CHUNK_CELLS // len(valid) ** 2), []
        for start in range(0, len(rows), size):
            here = slice(start, start + size)
            chunks.append((slice(valid[:, here].any(axis=1).sum()), here))
        if valid.all():
            return Inputs(np.ascontiguousarray(rows.T), None, causal, chunks)
        return Inputs(np.where(valid, rows.T, 0), valid, causal, chunks)


@dataclass(frozen=True, slots=True, eq=False)
class Column:
    """The values of a variable, what stands at padding among them; the least and the greatest."""

    type: Type
    values: Array
    span: Span

    @staticmethod
    def of(type: Type, values: Array) -> Column:
        span = (int(values.min()), int(values.max())) if values.size else (0, 0)
        return Column(type, values.astype(smallest_dtype(*span), copy=False), span)


def column(step: lang.Step, reads: Sequence[Column], inputs: Inputs) -> Column:
    """The values of a step, given those of the variables it reads."""
    return Column.of(step.out.type, _values(step, reads, inputs))


def _values(step: lang.Step, reads: Sequence[Column], inputs: Inputs) -> Array:
    shape = inputs.words.shape
    match step:
        case lang.Token(_, lookup):
            return np.take(_table(lookup), inputs.words)
        case lang.Position():
            return np.broadcast_to(np.arange(len(inputs.words))[:, None], shape)
        case lang.One():
            return np.ones(shape, np.int8)
        case lang.CategoricalHead():
            return _copied(step, reads, inputs)
        case lang.NumericalHead():
            return _summed(step, reads, inputs)
        case lang.Mlp(_, _, lang.Table(cells)):
            return np.take(_table(cells), _cells(reads, [domain(read.type) for read in reads]))
        case lang.Mlp(out, _, formula):
            assert isinstance(formula, lang.Formula)
            return _by_formula(formula, reads, out.type)
        case _:
            assert_never(step)


# --- heads ----------------------------------------------------------------------------------------


def _copied(head: lang.CategoricalHead, reads: Sequence[Column], inputs: Inputs) -> Array:
    """The values at the positions of highest rank.

    Rank and value share one number, the rank in its upper bits, so that one maximum over the
    positions finds the value to copy. Position 0 takes part with rank 0, in case nothing matches.
    The levels of a score come first: each has a rank for every position.
    """
    length, (low, high) = len(inputs.words), reads[2].span
    bits, score = (high - low).bit_length(), head.score
    levels: Array
    (least, greatest), levels = _ordinals(reads[1]) if score else ((0, 0), None)
    top = (length * (greatest - least + 1) + 1 << bits) - 1
    dtype = smallest_dtype(top, low, high, least, greatest)
    if score is not None:
        levels = levels.astype(dtype)
        levels = levels - least if score.best == "largest" else greatest - levels
        levels *= length << bits
    packed = reads[2].values.astype(dtype) - low
    rank = (ranks(length, head.choose).astype(dtype) << bits)[:, :, None]
    found = np.zeros(inputs.words.shape, dtype)
    for (width, here), seen in _attention(head, reads, inputs):
        value = packed[width, here]
        ranked = rank[width, width] + value
        if levels is not None:
            ranked = ranked + levels[width, here]
        found[width, here] = np.maximum(np.max(seen * ranked, axis=1), value[:1])
    return (found & (1 << bits) - 1) + low


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


def _summed(head: lang.NumericalHead, reads: Sequence[Column], inputs: Inputs) -> Array:
    """The sums of the values at all positions considered."""
    length, (low, high) = len(inputs.words), reads[2].span
    total = min(0, low * length), max(0, high * length)
    dtype = smallest_dtype(low, high, *total)
    value, found = reads[2].values.astype(dtype), np.zeros(inputs.words.shape, dtype)
    for where, seen in _attention(head, reads, inputs):
        found[where] = np.sum(seen * value[where], axis=1, dtype=dtype)
    type = head.out.type
    return clip_to(type, found.astype(smallest_dtype(*total, *_ends(type))), np)


def _attention(
    head: lang.Head, reads: Sequence[Column], inputs: Inputs
) -> Iterator[tuple[tuple[slice, slice], Array]]:
    """The positions considered, chunk by chunk: (query position, key position, inputs).

    One query position stands for all where the query makes no difference.
    """
    matches, query, key = _matching(head.predicate, *reads[:2])
    length = len(inputs.words)
    reach = np.zeros((length, length, 1), dtype=bool)
    for i in range(length):
        reach[i, list(reachable(i, length, head.reach, inputs.causal))] = True
    for width, here in inputs.chunks:
        found = matches(key[width, here], query[width, None, here])
        if inputs.valid is not None:
            found = found & inputs.valid[width, here]
        yield (width, here), found if reach.all() else found & reach[width, width]


def _matching(
    predicate: lang.Predicate, query: Column, key: Column
) -> tuple[Callable[[Array, Array], Array], Array, Array]:
    """An operation that tells whether keys match queries, and what it is to be given of each."""
    match predicate:
        case lang.Is(value):
            there = key.span[0] <= value <= key.span[1]  # else it may not fit into the dtype
            alike = key.values == (value if there else key.span[0])
            return np.logical_and, np.full((1, key.values.shape[1]), there), alike
        case lang.Compare(op, shift):
            (asked, queries), (given, keys) = _ordinals(query), _ordinals(key)
            dtype = smallest_dtype(*given, *asked, shift, asked[0] + shift, asked[1] + shift)
            return COMPARE[op], queries.astype(dtype) + shift, keys.astype(dtype)
        case lang.Rows(accepts):
            values, asked_row = domain(key.type), _cells([query], [domain(query.type)])
            given_key = _cells([key], [values])
            if len(values) <= MAX_BITS:  # each key value is a bit
                bits = [1 << k for k in range(len(values))]
                rows = _table([sum(bits[k - values.start] for k in row) for row in accepts])
                accepted, bit = np.take(rows, asked_row), np.take(_table(bits), given_key)
                return lambda k, q: (k & q).astype(bool), accepted, bit
            table = np.array([[k in row for k in values] for row in map(set, accepts)])
            return lambda k, q: table[q, k], asked_row, given_key
        case _:
            assert_never(predicate)


# --- functions ------------------------------------------------------------------------------------


def _by_formula(formula: lang.Formula, reads: Sequence[Column], out: Type) -> Array:
    ordered = OPERATIONS[formula.op].ordered
    given = [_ordinals(read) if ordered else (read.span, read.values) for read in reads]
    most = max(abs(end) for span, _ in given for end in span)
    most = (most**2 if formula.op == "*" else 2 * most) + abs(formula.shift)
    dtype = smallest_dtype(-most, most, *_ends(out))
    found = result(formula, [values.astype(dtype) for _, values in given], np)
    return written(formula, found, out, np)


def scores(output: lang.Classifier, reads: Sequence[Column], inputs: Inputs) -> Array:
    """The votes for each class: (positions, inputs, classes), or (inputs, classes) when pooled.

    The votes of a few variables, as many as fit, are added up beforehand, in one table.
    """
    spans = [range(read.span[0], read.span[1] + 1) for read in reads]
    total = (len(inputs.words) if output.pooled else 1) * sum(
        max(1, *map(abs, chain(*vote.weights))) * max(1, -values.start, values.stop)
        for vote, values in zip(output.votes, spans, strict=True)
    )
    dtype, classes = smallest_dtype(total, -total), len(output.classes)
    found = np.zeros((*inputs.words.shape, classes), dtype)
    tables: list[tuple[list[int], Array]] = []  # some votes, and their sums
    for i, (vote, read, values) in enumerate(zip(output.votes, reads, spans, strict=True)):
        rows = np.array(vote.weights, dtype)
        if not isinstance(read.type, Number):
            rows = rows[values.start : values.stop]
        elif values.stop - values.start <= MAX_VOTE_CELLS:
            rows = np.array(values, dtype)[:, None] * rows
        else:
            found += read.values.astype(dtype)[:, :, None] * rows
            continue
        if not tables or len(tables[-1][1]) * len(rows) > MAX_VOTE_CELLS:
            tables.append(([], np.zeros((1, classes), dtype)))
        group, table = tables[-1]
        tables[-1] = [*group, i], (table[:, None] + rows).reshape(-1, classes)
    for group, table in tables:
        found += np.take(
            table, _cells([reads[i] for i in group], [spans[i] for i in group]), axis=0
        )
    if not output.pooled:
        return found
    where = True if inputs.valid is None else inputs.valid[:, :, None]
    return found.sum(axis=0, dtype=dtype, where=where, initial=0)


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


def _ordinals(read: Column) -> tuple[Span, Array]:
    """The numbers that order and arithmetic see: the least and the greatest, and all of them."""
    values = read.type.values if isinstance(read.type, Categorical) and read.type.numeric else ()
    if values == tuple(range(len(values))):
        return read.span, read.values
    cells = _table([ordinal(read.type, value) for value in domain(read.type)])
    there = cells[read.span[0] : read.span[1] + 1]
    return (int(there.min()), int(there.max())), np.take(cells, read.values)


def _cells(reads: Sequence[Column], domains: Sequence[range]) -> Array:
    """The cell of a row-major table over some variables."""
    ends = (end for values in domains for end in (values.start, values.stop))
    dtype = smallest_dtype(prod(map(len, domains)), *ends)
    found, *others = (
        read.values.astype(dtype) - values.start
        for read, values in zip(reads, domains, strict=True)
    )
    for other, values in zip(others, domains[1:], strict=True):
        found = found * len(values) + other
    return found
