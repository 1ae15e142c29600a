"""Features of labelled text: which group of words stands where, and pairs of neighbours."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
from scipy.sparse import csr_matrix, hstack  # type: ignore[import-untyped]

from ..dataset import Ints
from .whole_votes import real_votes
from .word_scores import Floats, paired, placed

LEAST = 3  # training texts that have a pair


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


def pairs_of(group: Ints, count: int, places: Sequence[int]) -> csr_matrix:
    """How often each pair of a group and the one at each place stands in each text."""
    pairs = paired(group, count, places, outside=group[:, 0])
    return _counted(pairs, len(places) * count * count)


def _counted(values: npt.NDArray[np.integer], size: int) -> csr_matrix:
    """How often each value is in each row; -1 is none."""
    there = values >= 0
    starts = np.concatenate([[0], np.cumsum(there.sum(axis=1))])
    ones = np.ones(int(starts[-1]), np.float32)
    found = csr_matrix((ones, values[there], starts), shape=(len(values), size))
    found.sum_duplicates()
    return found


def ranked_pairs(
    seen: csr_matrix, paired: csr_matrix, answers: Floats, alone: Floats, held: float
) -> npt.NDArray[np.int64]:
    """Pairs of groups, those first that say most beside what the groups say by themselves."""
    common = np.flatnonzero((paired > 0).sum(axis=0).A1 >= LEAST)
    more = np.zeros((len(common), alone.shape[1]), np.float32)
    both = hstack([seen, paired[:, common]]).tocsr()
    start = np.concatenate([alone, more])
    said = real_votes(both, answers, start, rounds=20, held=held)[len(alone) :]
    often = np.sqrt(np.asarray(paired[:, common].sum(axis=0)).ravel())
    worth = np.linalg.norm(said - said.mean(axis=1, keepdims=True), axis=1) * often
    return np.asarray(common[np.argsort(-worth, kind="stable")], np.int64)
