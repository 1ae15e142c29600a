"""Numbers that stand for a head's choices, so that arrays of them can be compared at once.

`equal_codes` and `bit_codes` say which values match, `ranks` which of the matches is preferred.
"""

from __future__ import annotations

from typing import Any, assert_never

import numpy as np

from ..program.steps import Choose

Accepts = tuple[tuple[int, ...], ...]  # as in Rows
Codes = tuple[list[int], list[int]]  # of each query value, of each key value

MOST_BITS = 30  # of a code, so that it fits int32, the widest that JAX has unless told


def ranks(length: int, choose: Choose) -> Any:
    """ranks[i, j] = 1..length: how much a head at position i prefers to copy from position j.

    >>> ranks(4, "nearest")[1].tolist()
    [4, 1, 3, 2]
    """
    i, j = np.arange(length)[:, None], np.arange(length)[None]
    match choose:
        case "nearest":  # two to a step of distance: the left one comes first; the own place last
            cost = np.where(i == j, 2 * length, 2 * abs(i - j) + (j > i))
        case "first":
            cost = np.broadcast_to(j, (length, length))
        case "last":
            cost = np.broadcast_to(-j, (length, length))
        case _:
            assert_never(choose)
    return length - np.argsort(np.argsort(cost, axis=1), axis=1)


def dense_levels(levels: tuple[tuple[int, ...], ...]) -> list[list[int]]:
    """The levels of a score, numbered 0, 1, 2, ... in their order.

    >>> dense_levels(((-5, 1000), (0, 0)))
    [[0, 2], [1, 1]]
    """
    numbers = sorted({level for row in levels for level in row})
    dense = {level: i for i, level in enumerate(numbers)}
    return [[dense[level] for level in row] for row in levels]


def equal_codes(accepts: Accepts, keys: range) -> Codes | None:
    """A code for each query value and each key value, equal where they match.

    There is one if any two rows accept the same keys or none in common, as when each accepts one.
    """
    code_of_row: dict[tuple[int, ...], int] = {}
    code_of_key: dict[int, int] = {}
    for row in accepts:
        if row in code_of_row or not row:
            continue
        code_of_row[row] = len(code_of_row) + 1
        if any(key in code_of_key for key in row):
            return None
        code_of_key.update(dict.fromkeys(row, code_of_row[row]))
    queries = [code_of_row.get(row, 0) for row in accepts]
    return queries, [code_of_key.get(key, -1) for key in keys]


def bit_codes(accepts: Accepts, keys: range) -> Codes | None:
    """A code for each query value and each key value, with a bit in common where they match.

    There is one if there are few different rows, or few different columns.
    """
    columns: dict[int, list[int]] = {key: [] for key in keys}
    for query, row in enumerate(accepts):
        for key in row:
            columns[key].append(query)
    rows = dict.fromkeys(row for row in accepts if row)
    distinct = dict.fromkeys(tuple(column) for column in columns.values() if column)
    if min(len(rows), len(distinct)) > MOST_BITS:
        return None
    queries, wanted = [0] * len(accepts), [0] * len(keys)
    if len(rows) <= len(distinct):
        for bit, row in enumerate(rows):
            for key in row:
                wanted[key - keys.start] |= 1 << bit
        bit_of_row = {row: 1 << bit for bit, row in enumerate(rows)}
        return [bit_of_row.get(row, 0) for row in accepts], wanted
    for bit, column in enumerate(distinct):
        for query in column:
            queries[query] |= 1 << bit
    bit_of_column = {column: 1 << bit for bit, column in enumerate(distinct)}
    return queries, [bit_of_column.get(tuple(column), 0) for column in columns.values()]
