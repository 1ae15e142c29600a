"""Features of labelled text: which words or groups stand where, and pairs of words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt
from scipy.sparse import csr_matrix, hstack  # type: ignore[import-untyped]

from ..dataset import Ints, Split

Indices = npt.NDArray[np.int64]

EARLY = -4  # a place of texts: words that have the first word, <s>, at most so far before them
FIRST, BEGUN = 0, 1  # where the other word of a pair stands: the first one behind <s>
NO_PAIRS = np.zeros(0, np.int64)


def cases(split: Split, places: Sequence[int], size: int) -> tuple[csr_matrix, Ints]:
    """Which of `size` values stand at each place of each case (cases, places x size); the labels.

    For tags a place is an offset. For texts, 0 stands for all words and `EARLY` for the first ones.
    """
    words = split.words
    if split.labels.ndim == 1:
        behind = np.arange(words.shape[1])
        early = np.where((behind > 0) & (behind <= -EARLY), words, -1)
        at = [early if place == EARLY else words for place in places]
    else:
        at = [placed(words, place)[split.labels >= 0][:, None] for place in places]
    return hstack([counted(one, size) for one in at]).tocsr(), split.labels[split.labels >= 0]


def counted(values: Ints, size: int) -> csr_matrix:
    """How often each value is in each row; -1 is none."""
    there = values >= 0
    starts = np.concatenate([[0], np.cumsum(there.sum(axis=1))])
    ones = np.ones(int(starts[-1]), np.float32)
    found = csr_matrix((ones, values[there], starts), shape=(len(values), size))
    found.sum_duplicates()
    return found


def placed(words: Ints, offset: int) -> Ints:
    """What stands at an offset from each position; the first word where nothing does, as for heads.

    >>> placed(np.array([[4, 5, -1]], np.int32), 1)[0].tolist()
    [5, 4, 4]
    """
    found = np.repeat(words[:, :1], words.shape[1], axis=1)
    to, start = max(0, -offset), max(0, offset)
    size = max(0, words.shape[1] - abs(offset))
    there = words[:, start : start + size]
    found[:, to : to + size] = np.where(there >= 0, there, words[:, :1])
    return found


@dataclass(frozen=True, slots=True, eq=False)
class WordPairs:
    """Pairs of a word and one at a place: place, word there and word, as digits to base `words`.

    >>> pairs = WordPairs.of(np.array([[3, 1, 3, 1, -1]], np.int32), 5, least=2)
    >>> pairs.listed.tolist(), pairs.counted(np.array([[1, 3, 1]], np.int32)).toarray().tolist()
    ([16], [[1.0]])
    """

    listed: Indices
    words: int
    places: tuple[int, ...] = (-1,)

    @staticmethod
    def of(at: Ints, words: int, places: tuple[int, ...] = (-1,), least: int = 1) -> WordPairs:
        """Those that stand at least so often in some inputs."""
        found, often = np.unique(WordPairs(NO_PAIRS, words, places)._of(at), return_counts=True)
        return WordPairs(found[(found >= 0) & (often >= least)], words, places)

    def counted(self, at: Ints) -> csr_matrix:
        """How often each is in each input (inputs, pairs)."""
        pairs, shape = self._of(at), (len(at), len(self.listed))
        found = np.searchsorted(self.listed, pairs).clip(max=max(0, len(self.listed) - 1))
        there = (pairs >= 0) & (self.listed[found] == pairs) if len(self.listed) else pairs < -1
        row, column = np.nonzero(there)
        return csr_matrix((np.ones(len(row), np.float32), (row, found[row, column])), shape)

    def _of(self, at: Ints) -> Indices:
        """The pairs of each word with those at all places (inputs, places x length); -1 for none.

        A place is an offset, or `FIRST`.
        """
        pairs = [np.zeros((len(at), 0), np.int64)]
        for i, place in enumerate(self.places):
            there, least = placed(at, place), 1
            if place == FIRST:  # for the words behind it
                there, least = at[:, BEGUN : BEGUN + 1], BEGUN + 1
            both = (i * self.words + there.astype(np.int64)) * self.words + at
            behind = np.arange(at.shape[1]) >= least
            pairs.append(np.where((there >= 0) & (at >= 0) & behind, both, -1))
        return np.concatenate(pairs, axis=1)

    def kept(self, which: Indices) -> WordPairs:
        return replace(self, listed=self.listed[which])

    def taken_apart(self) -> Iterator[tuple[int, Indices, Indices, Indices]]:
        """For each place that has any: which pairs, the words there, and the words themselves."""
        of, there = np.divmod(self.listed, self.words**2)
        for i, place in enumerate(self.places):
            which = np.flatnonzero(of == i)
            if len(which):
                yield place, which, there[which] // self.words, there[which] % self.words
