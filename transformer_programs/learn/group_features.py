"""Features of labelled text: which group of words stands where, and pairs of neighbours."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from scipy.sparse import csc_matrix, csr_matrix  # type: ignore[import-untyped]

from ..dataset import Ints
from .word_scores import Floats, WordPairs, placed


def likely(scores: Floats) -> Floats:
    """
    >>> likely(np.array([[1.0, 1.0]], np.float32)).tolist()
    [[0.5, 0.5]]
    """
    shares = np.exp(scores - scores.max(axis=1, keepdims=True))
    return np.asarray(shares / shares.sum(axis=1, keepdims=True), np.float32)


def features(group: Ints, labels: Ints, count: int, offsets: Sequence[int]) -> csr_matrix:
    """Which group stands at each offset (cases, offsets x groups).

    Beyond the ends of an input there is the first word, as heads have it.
    """
    if labels.ndim == 1:
        return _counted(group, count)
    at = placed(group, offsets, outside=group[:, 0])[labels >= 0]
    at = at + np.arange(len(offsets), dtype=np.int32) * np.int32(count)
    return _counted(at, count * len(offsets))


def _counted(values: Ints, size: int) -> csr_matrix:
    """How often each value is in each row; -1 is none."""
    there = values >= 0
    starts = np.concatenate([[0], np.cumsum(there.sum(axis=1))])
    ones = np.ones(int(starts[-1]), np.float32)
    found = csr_matrix((ones, values[there], starts), shape=(len(values), size))
    found.sum_duplicates()
    return found


@dataclass(frozen=True, slots=True, eq=False)
class RankedPairs:
    """Pairs of words, what they say at first, and in which texts they are.

    `ranked`: those first that say most.
    """

    pairs: WordPairs
    said: Floats
    counted: csc_matrix
    ranked: npt.NDArray[np.int64]

    @staticmethod
    def of(pairs: WordPairs, counted: csr_matrix, said: Floats, worth: Floats) -> RankedPairs:
        """Ranked by the length of a row of `worth` and by how often texts have a pair."""
        often = np.sqrt(np.asarray(counted.sum(axis=0)).ravel())
        ranked = np.argsort(-np.linalg.norm(worth, axis=1) * often, kind="stable")
        return RankedPairs(pairs, said, counted.tocsc(), ranked)

    def first(self, many: int) -> RankedPairs:
        kept = np.sort(self.ranked[:many])
        return RankedPairs(
            self.pairs.kept(kept), self.said[kept], self.counted[:, kept], np.arange(len(kept))
        )
