"""Predicates and functions as arrays over the values that they read, and comparisons for them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import prod
from typing import Any, NamedTuple, assert_never

import numpy as np
from numpy.typing import NDArray

from ..meaning.formulas import COMPARE, OPERATIONS, result, written
from ..program import steps as lang
from ..program.steps import Compare, CompareOp
from ..program.values import (
    MAX_NUMBER,
    Categorical,
    Type,
    bounds,
    comparable,
    domain,
    is_numeric,
    ordinal,
    size,
)

Mask = NDArray[np.bool_]
Grid = NDArray[np.int64]

MAX_CELLS = 4_000_000  # of a grid; functions of more combinations are not written out
MAX_PRODUCT = 1 << 62  # of numbers that are multiplied in 64 bits
MAX_PAIRS = 1_000_000  # of two variables; above this what ties them together is not followed


def ordinals(type: Type) -> Grid:
    """The number that order and arithmetic see, for every value of a finite type."""
    if isinstance(type, Categorical) and type.numeric:
        return np.array([ordinal(type, value) for value in domain(type)], dtype=np.int64)
    return values(type)


def values(type: Type) -> Grid:
    """Every value of a finite type."""
    return np.arange(domain(type).start, domain(type).stop, dtype=np.int64)


@lru_cache(maxsize=64)
def match_grid(predicate: lang.Predicate, query: Type, key: Type) -> Mask:
    """Which (query value, key value) pairs match; both types are finite.

    >>> from transformer_programs.program.values import Number
    >>> match_grid(lang.Compare("=="), Number(0, 1), Number(0, 2)).astype(int).tolist()
    [[1, 0, 0], [0, 1, 0]]
    """
    match predicate:
        case lang.Rows(accepts):
            grid = np.zeros((len(accepts), len(domain(key))), dtype=bool)
            start = domain(key).start
            for row, keys in zip(grid, accepts, strict=True):
                row[[k - start for k in keys]] = True
        case lang.Compare(op, shift):
            grid = COMPARE[op](ordinals(key)[None, :], ordinals(query)[:, None] + shift)
        case lang.Is(value):
            grid = np.zeros((len(domain(query)), len(domain(key))), dtype=bool)
            grid[:, value - domain(key).start] = True
        case _:
            assert_never(predicate)
    grid.flags.writeable = False
    return grid


def levels(score: lang.Extreme, key: Type) -> Grid:
    """The rank of each value of a finite type as a key: 0, 1, 2, ...

    >>> from transformer_programs.program.values import Number
    >>> levels(lang.Extreme("smallest"), Number(5, 7)).tolist()
    [2, 1, 0]
    """
    order = ordinals(key) if score.best == "largest" else -ordinals(key)
    return np.unique(order, return_inverse=True)[1].astype(np.int64)


def rows_of(grid: Mask, key: Type) -> lang.Rows:
    """The predicate with exactly these matches."""
    start = domain(key).start
    return lang.Rows(tuple(tuple(int(k) + start for k in np.flatnonzero(row)) for row in grid))


def cells_of(grid: Grid) -> lang.Table:
    """The table with exactly these values."""
    return lang.Table(tuple(grid.ravel().tolist()))


def countable(types: Sequence[Type], most: int = MAX_CELLS) -> bool:
    """Whether all combinations of values of these types can be written out."""
    sizes = [size(type) for type in types]
    return None not in sizes and prod(count or 0 for count in sizes) <= most


def function_grid(function: lang.Function, operands: tuple[Type, ...], out: Type) -> Grid:
    """The value of a function for every combination of what it reads, one axis a variable.

    >>> from transformer_programs.program.values import Number
    >>> function_grid(lang.Formula("+"), (Number(0, 1), Number(0, 2)), Number(0, 2)).tolist()
    [[0, 1, 2], [1, 2, 2]]
    """
    shape = tuple(len(domain(type)) for type in operands)
    match function:
        case lang.Table(cells):
            grid = np.array(cells, dtype=np.int64).reshape(shape)
        case lang.Formula():
            read = ordinals if OPERATIONS[function.op].ordered else values
            given: list[NDArray[Any]] = [*map(read, operands)]
            if prod(int(abs(numbers).max()) for numbers in given) > MAX_PRODUCT:
                given = [numbers.astype(object) for numbers in given]  # exact beyond 64 bits
            found = written(function, result(function, np.ix_(*given), np), out, np)
            kept = np.int64 if None not in bounds(out) else None
            grid = np.array(np.broadcast_to(found, shape), kept)
        case _:
            assert_never(function)
    grid.flags.writeable = False
    return grid


# --- comparisons that say the same as a grid of matches -------------------------------------------

Shifted = tuple[CompareOp, int]  # a comparison and its shift

MAX_CANDIDATES = 8  # comparisons tried for most queries


class GeneralForm(NamedTuple):
    """A comparison that holds for most query values, and the query values it does not hold for."""

    form: Compare
    exceptions: tuple[int, ...]


def general_form(match: Mask, care: Mask, query: Type, key: Type) -> GeneralForm | None:
    """The comparison that is right for most of the query values that occur, if for any.

    >>> from transformer_programs.program.values import Number
    >>> rows = np.eye(5, dtype=bool)
    >>> rows[3] = False
    >>> general_form(rows, np.ones((5, 5), dtype=bool), Number(0, 4), Number(0, 4))
    GeneralForm(form=Compare(op='==', shift=0), exceptions=(3,))
    """
    if not comparable(query, key):
        return None
    apart, numeric = distances(query, key), is_numeric(query) and is_numeric(key)
    rows = zip(apart, match, care, strict=True)
    candidates = Counter(found for row in rows for found in comparisons_between(*row, numeric))
    best: GeneralForm | None = None
    for (op, shift), _ in candidates.most_common(MAX_CANDIDATES):
        wrong = ((COMPARE[op](apart, shift) != match) & care).any(1)
        exceptions = tuple((np.flatnonzero(wrong) + domain(query).start).tolist())
        if best is None or len(exceptions) < len(best.exceptions):
            best = GeneralForm(Compare(op, shift), exceptions)
    return best


def distances(query: Type, key: Type) -> Grid:
    """The distance from each key to each query."""
    return ordinals(key)[None, :] - ordinals(query)[:, None]


def comparisons_between(apart: Grid, holds: Mask, care: Mask, numeric: bool) -> Iterator[Shifted]:
    """The comparisons that say what holds, where it matters; only numbers can be shifted."""
    found = comparisons_of(apart[holds & care], apart[~holds & care])
    return ((op, shift) for op, shift in found if numeric or shift == 0)


def comparisons_of(yes: Grid, no: Grid) -> Iterator[Shifted]:
    """The comparisons `difference op shift` that hold for each of `yes` and for none of `no`.

    >>> list(comparisons_of(np.array([-2, -1]), np.array([0, 1])))
    [('<', 0), ('<=', -1)]
    """
    if not len(yes) or not len(no):
        return
    (least, most), (low, high) = ((int(end.min()), int(end.max())) for end in (yes, no))
    found: list[Shifted] = [("==", least)] if least == most not in no else []
    # Where several shifts do, the one nearest 0 reads best.
    ordered: list[Shifted] = []
    if most < low:
        ordered = [("<", min(max(most + 1, 0), low)), ("<=", min(max(most, 0), low - 1))]
    elif high < least:
        ordered = [(">", min(max(high, 0), least - 1)), (">=", min(max(high + 1, 0), least))]
    found += sorted(ordered, key=lambda form: abs(form[1]))
    found += [("!=", low)] if low == high not in yes else []
    yield from (form for form in found if abs(form[1]) <= MAX_NUMBER)
