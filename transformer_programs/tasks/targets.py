"""The labels of whole arrays of inputs at once.

`body` (inputs, longest): the index of each symbol, without `<s>` and `</s>`, -1 where padding. A
label is the index of its class, -1 where nothing is scored.
"""

from __future__ import annotations

from functools import partial

import numpy as np
import numpy.typing as npt

from ..dataset import Ints, Tree


def lengths(body: Ints) -> Ints:
    return np.asarray((body >= 0).sum(axis=1), np.int32)


def reverse(body: Ints) -> Ints:
    """
    >>> reverse(np.array([[3, 1, 2, -1]], np.int32))
    array([[ 2,  1,  3, -1]], dtype=int32)
    """
    source = lengths(body)[:, None] - 1 - np.arange(body.shape[1])
    return np.where(source >= 0, np.take_along_axis(body, np.maximum(source, 0), axis=1), -1)


def sort(body: Ints) -> Ints:
    """
    >>> sort(np.array([[3, 1, 2, -1]], np.int32))
    array([[ 1,  2,  3, -1]], dtype=int32)
    """
    last = np.iinfo(np.int32).max  # padding stays on the right
    ordered = np.sort(np.where(body >= 0, body, last), axis=1)
    return np.where(ordered == last, -1, ordered).astype(np.int32)


def counts(body: Ints, symbols: int) -> Ints:
    """How often each symbol stands in each input: (inputs, symbols)."""
    inputs, width = len(body), symbols + 1  # one more, dropped at the end, for padding
    cell = np.arange(inputs)[:, None] * width + np.where(body >= 0, body, symbols)
    table = np.bincount(cell.ravel(), minlength=inputs * width).reshape(inputs, width)
    return table[:, :symbols].astype(np.int32)


def _at(table: Ints, body: Ints) -> Ints:
    """The entry of each input's row of `table` for each of its symbols."""
    found = np.take_along_axis(table, np.maximum(body, 0), axis=1)
    return np.where(body >= 0, found, -1).astype(np.int32)


def hist(body: Ints, symbols: int) -> Ints:
    """Class 0 is the count 1.

    >>> hist(np.array([[0, 1, 1, 2, -1]], np.int32), symbols=3)
    array([[ 0,  1,  1,  0, -1]], dtype=int32)
    """
    return _at(counts(body, symbols) - 1, body)


def double_hist(body: Ints, symbols: int) -> Ints:
    """Class 0 is the count 1.

    >>> double_hist(np.array([[0, 1, 1, 2, -1]], np.int32), symbols=3)
    array([[ 1,  0,  0,  1, -1]], dtype=int32)
    """
    once = counts(body, symbols)
    twice = counts(once, body.shape[1] + 1)  # (inputs, count): the symbols that have this count
    return _at(_at(twice, once) - 1, body)


def most_freq(body: Ints, symbols: int) -> Ints:
    """Symbols by falling count, earlier ones first; the class after the last symbol is filler.

    >>> most_freq(np.array([[0, 1, 1, 2, -1]], np.int32), symbols=3)
    array([[ 1,  0,  2,  3, -1]], dtype=int32)
    """
    inputs, longest = body.shape
    first = np.full((inputs, symbols + 1), longest, np.int32)  # the last column takes padding
    for column in range(longest - 1, -1, -1):
        first[np.arange(inputs), body[:, column]] = column
    count, first = counts(body, symbols), first[:, :symbols]
    ranked = np.argsort(first - count * (longest + 1), axis=1, kind="stable").astype(np.int32)
    ranked = np.where(np.take_along_axis(count, ranked, axis=1) > 0, ranked, symbols)
    padded = np.full((inputs, longest), symbols, np.int32)
    width = min(longest, symbols)
    padded[:, :width] = ranked[:, :width]
    return np.where(body >= 0, padded, -1).astype(np.int32)


FAIL, PREFIX, TRUE = range(3)


def dyck(body: Ints) -> Ints:
    """Symbols 2k and 2k + 1 open and close kind k. Classes: F, P, T.

    >>> dyck(np.array([[0, 1, 0, 1, 1]], np.int32))
    array([[1, 2, 1, 2, 0]], dtype=int32)
    """
    inputs, longest = body.shape
    every = np.arange(inputs)
    stack = np.full((inputs, longest + 1), -1, np.int32)  # stack[:, d]: the kind opened at depth d
    depth = np.zeros(inputs, np.int64)
    failed = np.zeros(inputs, bool)
    labels = np.full_like(body, -1)
    for column in range(longest):
        symbol = body[:, column]
        kind, closes = symbol // 2, symbol % 2 == 1
        failed |= closes & (stack[every, depth] != kind)
        depth = np.maximum(depth + np.where(closes, -1, 1), 0)
        stack[every, depth] = np.where(closes, stack[every, depth], kind)
        label = np.where(failed, FAIL, np.where(depth == 0, TRUE, PREFIX))
        labels[:, column] = np.where(symbol >= 0, label, -1)
    return labels


def bracket_tree(kinds: int, length: int) -> Tree | None:
    """The labels of `dyck`, bracket by bracket; None where what is open needs over 64 bits."""
    most = (kinds + 1) ** length
    if most >= 2**63:
        return None
    start: npt.NDArray[np.integer] = np.zeros(1, np.int64)
    start = start.astype(np.int32) if most < 2**31 else start
    return Tree(2 * kinds, length, start, partial(brackets_opened, kinds=kinds))


def brackets_opened(
    opened: npt.NDArray[np.integer], kinds: int
) -> tuple[npt.NDArray[np.integer], npt.NDArray[np.int8]]:
    """What is open after one more bracket of each sort, and its classes.

    The open brackets are the digits of a number in base kinds + 1, the last opened lowest, 1 + its
    kind; -1 once the string has failed.

    >>> brackets_opened(np.array([0, 1], np.int32), kinds=2)[0].tolist()
    [[1, -1, 2, -1], [4, 0, 5, -1]]
    """
    rest, last = np.divmod(opened, kinds + 1)
    valid = opened >= 0
    after = np.empty((len(opened), 2 * kinds), opened.dtype)
    for kind in range(kinds):
        after[:, 2 * kind] = np.where(valid, opened * (kinds + 1) + kind + 1, -1)
        after[:, 2 * kind + 1] = np.where(valid & (last == kind + 1), rest, -1)
    # FAIL, PREFIX, TRUE = 0, 1, 2: what did not fail, and what is closed on top of that.
    return after, (after >= 0).view(np.int8) + (after == 0).view(np.int8)


def induction(body: Ints, letters: int, numbers: int) -> Ints:
    """Symbols: letters, then numbers. Classes: numbers, then unk.

    >>> induction(np.array([[0, 3, 1, 2, 0]], np.int32), letters=2, numbers=2)
    array([[ 2, -1,  2, -1,  1]], dtype=int32)
    """
    every = np.arange(len(body))
    known = np.full((len(body), letters), numbers, np.int32)  # unk until a number has followed
    labels = np.full_like(body, -1)
    for column in range(0, body.shape[1], 2):
        letter = body[:, column]
        labels[:, column] = known[every, letter]
        if column + 1 < body.shape[1]:
            known[every, letter] = body[:, column + 1] - letters
    return labels
