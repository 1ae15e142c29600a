"""Which keys match which queries, and how well: a number for each query and each key decides."""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, assert_never

import numpy as np

from ..program.steps import CategoricalHead, Choose, Compare, Head, Is, Rows
from ..program.values import domain
from .columns import Array, Columns, Inputs, Run, Sized, ordinal_span
from .formulas import COMPARE

Test = Callable[[Array, Array], Array]  # of codes of queries and of keys


@dataclass(frozen=True, slots=True)
class Coded:
    """A code for each query and each key, and whether two codes match.

    No `query`: whatever the query, which is then passed as None. No `test`: all match.
    """

    query: Run | None
    key: Run
    test: Test | None

    def everywhere(self, inputs: Inputs, columns: Columns) -> Array:
        """Which positions match: (query position, key position, inputs).

        One query position stands for all where the query makes no difference.
        """
        key = self.key(inputs, columns)[None]
        query = None if self.query is None else self.query(inputs, columns)[:, None]
        if self.test is None:
            return np.ones(key.shape, dtype=bool)
        return self.test(query, key)


def matching(sized: Sized, head: Head) -> Coded:
    """Which keys match which queries."""
    keys = sized.column(head.key)
    match head.predicate:
        case Compare(op, shift):
            query, key = sized.ordinals([head.query, head.key], shift)
            compare = COMPARE[op]
            return Coded(
                lambda inputs, columns: query(inputs, columns) + shift,
                key,
                lambda q, k: compare(k, q),
            )
        case Is(value):
            low, high = sized.spans[head.key]
            if not low <= value <= high:  # it may not even fit the dtype of the column
                return Coded(None, keys, lambda q, k: np.zeros(k.shape, dtype=bool))
            return Coded(None, keys, lambda q, k: k == value)
        case Rows(accepts):
            every = domain(sized.kinds[head.key])
            if all(len(row) == len(every) for row in accepts):
                return Coded(None, keys, None)
            tests = (equal_codes, operator.eq), (bit_codes, lambda q, k: q & k != 0)
            for codes, test in tests:
                found = codes(accepts, every)
                if found is not None:
                    at, of = map(sized.looked_up, (head.query, head.key), found)
                    return Coded(at, of, test)
            rows = [set(row) for row in accepts]
            return _grid(sized, head, [[key in row for key in every] for row in rows])
        case _:
            assert_never(head.predicate)


def scoring(sized: Sized, head: CategoricalHead) -> tuple[int, Run] | None:
    """How many levels a head's score has, and the level of each key, from 0 up."""
    if head.score is None:
        return None
    low, high = ordinal_span(sized.kinds[head.key], sized.spans[head.key])
    keys = sized.ordinal(head.key, sized.dtype((low, high), (0, high - low)))
    up = head.score.best == "largest"

    def above(inputs: Inputs, columns: Columns) -> Array:
        key = keys(inputs, columns)
        return key - low if up else high - key

    return high - low + 1, above


def _grid(sized: Sized, head: Head, rows: Sequence[Sequence[bool]]) -> Coded:
    """A truth for every pair of a query and a key, looked up."""
    table = np.array(rows).ravel()
    wide = sized.dtype((0, len(table)))
    at = sized.index([head.query], [domain(sized.kinds[head.query])])
    of = sized.index([head.key], [domain(sized.kinds[head.key])])
    width = wide.type(len(rows[0]))
    return Coded(
        lambda inputs, columns: at(inputs, columns).astype(wide) * width,
        lambda inputs, columns: of(inputs, columns).astype(wide),
        lambda q, k: np.take(table, q + k, axis=0),
    )


# --- codes that decide ----------------------------------------------------------------------------


Accepts = tuple[tuple[int, ...], ...]  # as in Rows
Codes = tuple[list[int], list[int]]  # of each query value, of each key value

MOST_BITS = 30  # of a code, so that it fits int32


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
