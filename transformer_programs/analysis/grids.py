"""Predicates and functions as arrays over the values that they read."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import prod
from typing import Any, assert_never

import numpy as np
from numpy.typing import NDArray

from ..meaning.formulas import COMPARE, OPERATIONS, result, written
from ..program import steps as lang
from ..program.values import Categorical, Type, bounds, domain, ordinal, size

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
