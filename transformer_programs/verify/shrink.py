"""Smaller inputs made from one input: fewer words, or earlier ones."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations

import numpy as np

from .spaces import InputSpace, Words

Row = tuple[int, ...]
FIRST_TRIED = 32  # replacements of a word
PAIRS_UP_TO = 64  # words: in longer inputs only one word is left out at a time


def shrink(space: InputSpace, row: Row, first: Callable[[Words], int | None], calls: int) -> Row:
    """A smaller input of the space that `first` still finds, until no step makes it smaller.

    `first` gives the first row of a block that has the property kept. A step leaves out one or two
    words, puts an earlier word for one word, at one place or wherever it stands, or swaps two words
    so that the earlier comes first. At most about `calls` inputs are tried.
    """
    while calls > 0:
        for block in _blocks(space, row):
            calls -= len(block)
            found = first(block)
            if found is not None:
                row = tuple(block[found].tolist())
                break
            if calls <= 0:
                return row
        else:
            return row
    return row


def _blocks(space: InputSpace, row: Row) -> Iterator[Words]:
    """Blocks of smaller inputs, each in order, the shortest first."""
    inner = space.vocabulary.inner(len(row))
    for fewer in (2, 1):
        if len(row) - fewer in space.lengths and (fewer == 1 or len(row) <= PAIRS_UP_TO):
            shorter = {
                tuple(word for i, word in enumerate(row) if i not in left_out)
                for left_out in combinations(inner, fewer)
            }
            if shorter:
                yield np.array(sorted(shorter), dtype=np.int64)
    symbols = space.symbols.tolist()
    # An earlier word further left makes the smaller input: places from the left, words in order.
    for i in inner:
        earlier = [word for word in symbols if word < row[i]]
        replaced = [_everywhere(row, row[i], word) for word in earlier]
        replaced += [(*row[:i], word, *row[i + 1 :]) for word in earlier]
        if replaced:
            block = np.array(sorted(set(replaced)), dtype=np.int64)
            yield from np.split(block, [FIRST_TRIED])  # of a large vocabulary most are not needed
    swapped = {
        (*row[:i], row[j], *row[i + 1 : j], row[i], *row[j + 1 :])
        for i, j in combinations(inner, 2)
        if row[j] < row[i]
    }
    if swapped:
        yield np.array(sorted(swapped), dtype=np.int64)


def _everywhere(row: Row, old: int, new: int) -> Row:
    return tuple(new if word == old else word for word in row)
