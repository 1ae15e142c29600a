"""Features of labelled text: which group of words stands where, and pairs of neighbours."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from scipy.sparse import csc_matrix, csr_matrix  # type: ignore[import-untyped]

from ..dataset import Ints, Split
from .word_scores import Floats, Indices, WordPairs, counted, placed


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
        return counted(group, count)
    at = placed(group, offsets, outside=group[:, 0])[labels >= 0]
    at = at + np.arange(len(offsets), dtype=np.int32) * np.int32(count)
    return counted(at, count * len(offsets))


@dataclass(frozen=True, slots=True, eq=False)
class Groups:
    """The group of every word (words,), in order of use, and how many groups there are.

    `begin` and `end` have their own.
    """

    of: npt.NDArray[np.int32]
    count: int

    def features(self, split: Split, offsets: Sequence[int]) -> csr_matrix:
        """Which groups stand at each offset of each case (cases, offsets x groups)."""
        at = np.where(split.words >= 0, self.of[split.words], -1).astype(np.int32)
        return features(at, split.labels, self.count, offsets)


@dataclass(frozen=True, slots=True, eq=False)
class CountedPairs:
    """Pairs of words, what they say at first, and how often each text has them."""

    pairs: WordPairs
    said: Floats
    counted: csc_matrix

    @staticmethod
    def of(pairs: WordPairs, said: Floats, texts: Ints) -> CountedPairs:
        """Of pairs that the same texts have as often, the first, which says what all say."""
        times = pairs.counted(texts)
        mark = times.T @ np.random.default_rng(0).standard_normal(len(texts))
        _, first, of = np.unique(mark, return_index=True, return_inverse=True)
        every = np.zeros((len(first), said.shape[1]), np.float32)
        np.add.at(every, of.ravel(), said)
        order = np.argsort(first)
        kept = first[order]
        return CountedPairs(pairs.kept(kept), every[order], times.tocsc()[:, kept])

    def best(self, many: int, worth: Floats) -> CountedPairs:
        """Those with the longest rows of `worth`, which are longer for pairs that are common."""
        ranked = np.argsort(-self._sizes(worth), kind="stable")
        return self._kept(np.sort(ranked[:many]))

    def at_best(self, places: int) -> CountedPairs:
        """Those at the places where pairs say most."""
        place = self.pairs.listed // self.pairs.words**2
        total = np.bincount(place, self._sizes(self.said), len(self.pairs.places))
        return self._kept(np.flatnonzero(np.isin(place, np.argsort(-total)[:places])))

    def _sizes(self, worth: Floats) -> Floats:
        often = np.sqrt(np.asarray(self.counted.sum(axis=0)).ravel())
        return np.asarray(np.linalg.norm(worth, axis=1) * often, np.float32)

    def _kept(self, kept: Indices) -> CountedPairs:
        return CountedPairs(self.pairs.kept(kept), self.said[kept], self.counted[:, kept])
