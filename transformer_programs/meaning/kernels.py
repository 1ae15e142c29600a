"""Steps as NumPy operations on many inputs at once: the meaning of `interpret`.

Arrays are (positions, inputs): every operation runs along the inputs, in the smallest dtype that
holds all it computes. That dtype follows from the values an array has, so nothing overflows.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import chain
from math import prod
from typing import Any, NamedTuple, TypeAlias, assert_never

import numpy as np

from ..program import steps as lang
from ..program.values import Categorical, Number, Type, domain, ordinal
from .formulas import COMPARE, OPERATIONS, clip_to, first_number, interval, is_arithmetic, result
from .interpret import reachable

Array: TypeAlias = Any  # of NumPy
Span = tuple[int, int]

MAX_BITS = 62  # of a code that says which queries a key matches
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
            cells = _table(lookup)
            return lambda inputs: np.take(cells, inputs.words)
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
            index = _index([domain(read.type) for read in reads])
            table = _table(cells)
            return lambda inputs, *columns: np.take(table, index(columns))
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
    _, key, value = reads
    low, high = value.span
    bits = (high - low).bit_length()
    (least, greatest), ordinals = ((0, 0), _unchanged) if head.score is None else _ordinals(key)
    levels = greatest - least + 1
    dtype = smallest_dtype((length * levels + 1 << bits) - 1, low, high, least, greatest)
    rank = (ranks(length, head.choose).astype(dtype) << bits)[:, :, None]
    up = head.score is not None and head.score.best == "largest"

    def run(inputs: Inputs, query: Array, key: Array, value: Array) -> Array:
        width = len(value)
        value = value.astype(dtype) - low
        packed = rank[:width, :width] + value
        if head.score is not None:
            keys = ordinals(key).astype(dtype)
            packed = packed + (keys - least if up else greatest - keys) * (length << bits)
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
    low, high = reads[2].span
    total = min(0, low * length), max(0, high * length)
    kept = clip_to(head.out.type, total[0]), clip_to(head.out.type, total[1])
    dtype = smallest_dtype(low, high, *total, *kept)

    def run(inputs: Inputs, query: Array, key: Array, value: Array) -> Array:
        found = np.sum(seen(inputs, query, key) * value.astype(dtype), axis=1, dtype=dtype)
        found = found if kept == total else np.clip(found, *kept)
        return np.broadcast_to(found, inputs.words.shape)

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
            if not key.span[0] <= value <= key.span[1]:
                return lambda q, k: np.zeros((1, *k.shape), bool)
            return lambda q, k: (k == value)[None]
        case lang.Compare(op, shift):
            (asked, queries), (given, keys) = _ordinals(query), _ordinals(key)
            dtype = smallest_dtype(*given, *asked, shift, asked[0] + shift, asked[1] + shift)
            return lambda q, k: COMPARE[op](
                keys(k).astype(dtype), (queries(q).astype(dtype) + shift)[:, None]
            )
        case lang.Rows(accepts):
            return _rows(accepts, domain(query.type), domain(key.type))
        case _:
            assert_never(predicate)


def _rows(accepts: tuple[tuple[int, ...], ...], queries: range, keys: range) -> Kernel:
    """The matches of a table, by a code for each query and each key.

    Where no two different rows share a key, a row and its keys have the same number. Where there
    are few different rows, each has a bit, and so have its keys.
    """
    rows = [*dict.fromkeys(filter(None, accepts))]
    at, of = _index([queries]), _index([keys])
    if len(rows) == 1 and all(accepts):
        member: Array = np.isin(keys, rows[0])
        return lambda q, k: np.take(member, of([k]))[None]
    apart = len(set[int]().union(*rows)) == sum(map(len, rows))
    if not apart and len(rows) > MAX_BITS:
        table = np.array([[key in row for key in keys] for row in map(set, accepts)])
        index = _index([queries, keys])
        return lambda q, k: np.take(table, index((q[:, None], k[None])))
    code = {row: i + 1 if apart else 1 << i for i, row in enumerate(rows)}
    of_key = dict.fromkeys(keys, -1 if apart else 0)
    for row, one in code.items():
        of_key |= {key: one if apart else of_key[key] | one for key in row}
    dtype = smallest_dtype(0, *code.values(), *of_key.values())
    asked = np.array([code.get(row, 0) for row in accepts], dtype)
    given = np.array([*of_key.values()], dtype)
    test = operator.eq if apart else lambda q, k: q & k != 0
    return lambda q, k: test(np.take(asked, at([q]))[:, None], np.take(given, of([k])))


# --- functions ------------------------------------------------------------------------------------


def _formula(formula: lang.Formula, reads: Sequence[Ranged], out: Type) -> Kernel:
    shift, ordered = formula.shift, OPERATIONS[formula.op].ordered
    sources = [_ordinals(read) if ordered else (read.span, _unchanged) for read in reads]
    ends = [*chain(*(span for span, _ in sources))]
    numbers = [*ends, shift, *(end + shift for end in ends)]
    finish: Callable[[Array], Array] = _unchanged
    if is_arithmetic(formula.op):
        low, high = interval(formula, [span for span, _ in sources])
        assert low is not None
        assert high is not None
        kept, first = (clip_to(out, low), clip_to(out, high)), first_number(out)
        numbers += [low, high, low - shift, high - shift, *kept]
        numbers += [first, kept[0] - first, kept[1] - first]
        finish = lambda found: np.clip(found, *kept) - first  # noqa: E731
    elif formula.op in lang.TRUTHS:
        first = domain(out).start
        numbers += [first, first + 1]
        finish = lambda found: found.astype(dtype) + first  # noqa: E731
    dtype = smallest_dtype(*numbers)

    def run(inputs: Inputs, *columns: Array) -> Array:
        read = zip(sources, columns, strict=True)
        return finish(result(formula, [take(c).astype(dtype) for (_, take), c in read], np))

    return run


# --- votes ----------------------------------------------------------------------------------------


def votes_kernel(output: lang.Classifier, reads: Sequence[Ranged], length: int) -> Kernel:
    """The votes for each class: (positions, inputs, classes).

    The votes of a few variables, as many as fit, are added up beforehand, in one table.
    """
    counted = [isinstance(read.type, Number) for read in reads]
    total = sum(
        max(1, *map(abs, chain(*vote.weights))) * (max(1, *map(abs, read.span)) if number else 1)
        for vote, read, number in zip(output.votes, reads, counted, strict=True)
    ) * (length if output.pooled else 1)
    dtype, classes = smallest_dtype(total, -total), len(output.classes)
    weights = [np.array(vote.weights, dtype) for vote in output.votes]
    products: list[int] = []  # voters with very many numbers
    tables: list[tuple[list[int], Array]] = []
    spans = [range(read.span[0], read.span[1] + 1) for read in reads]
    for i, values in enumerate(spans):
        if counted[i] and values.stop - values.start > MAX_VOTE_CELLS:
            products.append(i)
            continue
        rows = weights[i][values.start : values.stop]
        if counted[i]:
            rows = np.array(values, dtype)[:, None] * weights[i]
        if not tables or len(tables[-1][1]) * len(rows) > MAX_VOTE_CELLS:
            tables.append(([], np.zeros((1, classes), dtype)))
        group, table = tables[-1]
        tables[-1] = [*group, i], (table[:, None] + rows).reshape(-1, classes)
    lookups = [(group, table, _index([spans[i] for i in group])) for group, table in tables]

    def run(inputs: Inputs, *columns: Array) -> Array:
        scores = np.zeros((*inputs.words.shape, classes), dtype)
        for group, table, index in lookups:
            scores += np.take(table, index([columns[i] for i in group]), axis=0)
        for i in products:
            scores += columns[i].astype(dtype)[:, :, None] * weights[i]
        return scores if inputs.valid is None else scores * inputs.valid[:, :, None]

    return run


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


def _table(cells: Sequence[int]) -> Array:
    return np.array(cells, dtype=smallest_dtype(min(cells), max(cells)))


def _unchanged(column: Array) -> Array:
    return column


def _ordinals(read: Ranged) -> tuple[Span, Callable[[Array], Array]]:
    """The numbers that order and arithmetic see: their span, and how a column is turned to them."""
    type = read.type
    values = type.values if isinstance(type, Categorical) and type.numeric else ()
    if values == tuple(range(len(values))):
        return read.span, _unchanged
    cells = _table([ordinal(type, value) for value in domain(type)])
    there = cells[read.span[0] : read.span[1] + 1]
    return (int(there.min()), int(there.max())), lambda column: np.take(cells, column)


def _index(domains: Sequence[range]) -> Callable[[Sequence[Array]], Array]:
    """The cell of a row-major table over some variables."""
    dtype = smallest_dtype(
        prod(map(len, domains)), *(e for d in domains for e in (d.start, d.stop))
    )

    def index(columns: Sequence[Array]) -> Array:
        cell = columns[0].astype(dtype) - domains[0].start
        for column, values in zip(columns[1:], domains[1:], strict=True):
            cell = cell * len(values) + (column.astype(dtype) - values.start)
        return cell

    return index
