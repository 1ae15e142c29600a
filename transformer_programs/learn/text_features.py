"""Features of labelled text: which word, or group of words, stands where; pairs of words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from scipy.sparse import csr_matrix  # type: ignore[import-untyped]

from ..dataset import Ints, Split

Floats = npt.NDArray[np.float32]
Indices = npt.NDArray[np.int64]


def cases(split: Split, offsets: Sequence[int], words: int) -> tuple[csr_matrix, Ints]:
    """The words that count for each label (cases, offsets x words), and the labels.

    Beyond the ends of an input there is the first word, as heads have it. `split.words` may also
    hold the groups of words.
    """
    at = split.words
    if split.labels.ndim > 1:
        at = placed(split.words, offsets, outside=split.words[:, 0])[split.labels >= 0]
        at = at + np.arange(len(offsets), dtype=np.int32) * np.int32(words)
    return counted(at, words * len(offsets)), split.labels[split.labels >= 0]


def counted(values: Ints, size: int) -> csr_matrix:
    """How often each value is in each row; -1 is none."""
    there = values >= 0
    starts = np.concatenate([[0], np.cumsum(there.sum(axis=1))])
    ones = np.ones(int(starts[-1]), np.float32)
    found = csr_matrix((ones, values[there], starts), shape=(len(values), size))
    found.sum_duplicates()
    return found


def placed(words: Ints, offsets: Sequence[int], outside: Ints | None = None) -> Ints:
    """The word at each offset from each position (inputs, length, offsets); -1 for none.

    With `outside` (inputs,), that stands beyond both ends.

    >>> placed(np.array([[4, 5, -1]], np.int32), (-1, 1))[0].tolist()
    [[-1, 5], [4, -1], [5, -1]]
    """
    length = words.shape[1]
    found = np.full((*words.shape, len(offsets)), -1, np.int32)
    for i, offset in enumerate(offsets):
        to, start = max(0, -offset), max(0, offset)
        size = max(0, length - abs(offset))
        found[:, to : to + size, i] = words[:, start : start + size]
    if outside is not None:
        found = np.where(found < 0, outside[:, None, None], found)
    return found


@dataclass(frozen=True, slots=True, eq=False)
class WordPairs:
    """Pairs of a word and the one before it: two digits to base `words`, in order.

    >>> pairs = WordPairs.of(np.array([[3, 1, 3, 1, -1]], np.int32), 5, least=2)
    >>> pairs.listed.tolist(), pairs.counted(np.array([[1, 3, 1]], np.int32)).toarray().tolist()
    ([16], [[1.0]])
    """

    listed: Indices
    words: int

    @staticmethod
    def of(at: Ints, words: int, least: int = 1) -> WordPairs:
        """Those that stand at least so often in some inputs."""
        found, often = np.unique(_pairs(at, words), return_counts=True)
        return WordPairs(found[(found >= 0) & (often >= least)], words)

    def counted(self, at: Ints) -> csr_matrix:
        """How often each is in each input (inputs, pairs)."""
        pairs, size = _pairs(at, self.words), len(self.listed)
        found = np.searchsorted(self.listed, pairs)
        there = np.append(self.listed, -1)[found] == pairs
        return counted(np.where(there & (pairs >= 0), found, -1), size)

    def kept(self, which: Indices) -> WordPairs:
        return WordPairs(self.listed[which], self.words)


def _pairs(at: Ints, words: int) -> Indices:
    """The pair of each word and the one before it (inputs, length - 1); -1 for none."""
    before, here = at[:, :-1].astype(np.int64), at[:, 1:]
    return np.where((before >= 0) & (here >= 0), before * words + here, -1)


@dataclass(frozen=True, slots=True, eq=False)
class PairGroups:
    """Pairs of words that vote, and the group of each."""

    pairs: WordPairs
    groups: Indices
    count: int

    @staticmethod
    def none(words: int) -> PairGroups:
        return PairGroups(WordPairs(np.zeros(0, np.int64), words), np.zeros(0, np.int64), 0)

    def counted(self, at: Ints) -> csr_matrix:
        """How often each group of pairs is in each input (inputs, groups)."""
        return self.pairs.counted(at) @ members(self.groups, self.count)


def members(groups: Ints | Indices, count: int) -> csr_matrix:
    """Which group each word or pair is in (words, groups).

    >>> members(np.array([1, 0], np.int64), 2).toarray().tolist()
    [[0.0, 1.0], [1.0, 0.0]]
    """
    ones, size = np.ones(len(groups), np.float32), len(groups)
    return csr_matrix((ones, groups, np.arange(size + 1)), shape=(size, count))
