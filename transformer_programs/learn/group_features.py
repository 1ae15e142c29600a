"""Features of labelled text: which group of words stands where."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from scipy.sparse import csr_matrix  # type: ignore[import-untyped]

from ..dataset import Ints
from .word_scores import Floats, placed


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
