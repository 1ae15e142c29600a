"""Groups of words that say much the same: k-means over the scores of words."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from ..simplifier.fitting import BLOCK_CELLS

Floats = npt.NDArray[np.float32]
Indices = npt.NDArray[np.int64]

ROUNDS = 30


def centres_of(
    points: Floats, weights: Floats, groups: int, seed: int = 0, tries: int = 3
) -> Floats:
    """The centres of groups of points that are near each other: the best of some tries.

    >>> line = np.array([[0.0], [0.1], [5.0], [5.2], [9.0]], np.float32)
    >>> found, _ = nearest(line, centres_of(line, np.array([1, 1, 1, 1, 0], np.float32), 2))
    >>> bool(found[0] == found[1] != found[2] == found[3] == found[4])
    True
    """
    generator = np.random.default_rng(seed)
    known = weights > 0
    own, heavy = points[known], weights[known]
    best, least = own[:1], np.inf
    for _ in range(tries):
        centres = _first(own, heavy, groups, generator)
        for _ in range(ROUNDS):
            moved = _means(own, heavy, nearest(own, centres)[0], centres)
            done = np.allclose(moved, centres)
            centres = moved
            if done:
                break
        _, distance = nearest(own, centres)
        total = float((distance * heavy).sum())
        if total < least:
            best, least = centres, total
    return best


def _first(points: Floats, weights: Floats, groups: int, generator: np.random.Generator) -> Floats:
    """The first centres: points drawn far from those drawn before (k-means++)."""
    chosen = [int(generator.choice(len(points), p=weights / weights.sum()))]
    far = np.square(points - points[chosen[0]]).sum(axis=1)
    while len(chosen) < groups:
        chance = far.astype(np.float64) * weights
        if not chance.sum() > 0:
            break  # there are no more different points
        chosen.append(int(generator.choice(len(points), p=chance / chance.sum())))
        far = np.minimum(far, np.square(points - points[chosen[-1]]).sum(axis=1))
    return points[chosen]


def nearest(points: Floats, centres: Floats) -> tuple[Indices, Floats]:
    """The nearest centre of each point, and the square of its distance."""
    found = np.empty(len(points), np.int64)
    distance = np.empty(len(points), np.float32)
    lengths, twice = np.square(centres).sum(axis=1), 2 * centres.T
    size = max(16, BLOCK_CELLS // max(1, centres.size))  # points at a time: few enough for a cache
    for start in range(0, len(points), size):
        block = points[start : start + size]
        far = block @ twice
        np.subtract(lengths, far, out=far)
        found[start : start + size] = here = far.argmin(axis=1)
        distance[start : start + size] = far[np.arange(len(far)), here]
        distance[start : start + size] += np.square(block).sum(axis=1)
    return found, distance


def _means(points: Floats, weights: Floats, group: Indices, centres: Floats) -> Floats:
    totals = np.bincount(group, weights, len(centres))
    sums = np.stack(
        [np.bincount(group, weights * column, len(centres)) for column in points.T], axis=1
    )
    filled = totals[:, None] > 0
    return np.where(filled, sums / np.maximum(totals, 1e-12)[:, None], centres).astype(np.float32)
