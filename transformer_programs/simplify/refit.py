"""The best votes for given variables: softmax regression, to its optimum, in NumPy."""

from __future__ import annotations

from collections import deque

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

MEMORY = 10  # steps that the curvature is estimated from


def refit(
    features: Floats, labels: Ints, counts: Floats, start: Floats, rounds: int = 100
) -> Floats:
    """Weights (features, classes) under which the labels are likeliest, kept from growing forever.

    `counts`: how often each row occurs. L-BFGS with halving steps; the problem is convex.

    >>> features = np.eye(2)
    >>> weights = refit(features, np.array([1, 0]), np.ones(2), np.zeros((2, 2)))
    >>> (features @ weights).argmax(1).tolist()
    [1, 0]
    """
    total = counts.sum()
    decay = 1e-5

    def measure(weights: Floats) -> tuple[float, Floats]:
        scores = features @ weights
        scores -= scores.max(1, keepdims=True)
        likely = np.exp(scores)
        sums = likely.sum(1, keepdims=True)
        rows = np.arange(len(labels))
        loss = float((counts * (np.log(sums[:, 0]) - scores[rows, labels])).sum() / total)
        likely /= sums
        likely[rows, labels] -= 1
        slope = features.T @ (likely * counts[:, None]) / total
        return loss + decay * float((weights**2).sum()) / 2, slope + decay * weights

    weights = start.copy()
    loss, slope = measure(weights)
    past: deque[tuple[Floats, Floats, float]] = deque(maxlen=MEMORY)
    for _ in range(rounds):
        direction = _direction(slope, past)
        step = 1.0
        while step > 1e-6:
            tried = weights - step * direction
            new_loss, new_slope = measure(tried)
            if new_loss < loss - 1e-4 * step * float((slope * direction).sum()):
                break
            step /= 2
        else:
            break
        moved, bent = tried - weights, new_slope - slope
        if (along := float((moved * bent).sum())) > 1e-12:
            past.append((moved, bent, 1 / along))
        done = loss - new_loss < 1e-7
        weights, loss, slope = tried, new_loss, new_slope
        if done:
            break
    return weights


def _direction(slope: Floats, past: deque[tuple[Floats, Floats, float]]) -> Floats:
    """The slope corrected by the curvature met so far (the two-loop recursion)."""
    direction = slope.copy()
    shares = []
    for moved, bent, scale in reversed(past):
        share = scale * float((moved * direction).sum())
        direction -= share * bent
        shares.append(share)
    if past:
        moved, bent, scale = past[-1]
        direction /= scale * float((bent * bent).sum())
    for (moved, bent, scale), share in zip(past, reversed(shares), strict=True):
        direction += moved * (share - scale * float((bent * direction).sum()))
    return direction
