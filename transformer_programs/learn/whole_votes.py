"""Votes a person can read: whole numbers from -9 to 9, most of them 0.

They are fitted as what they are: every step of the fit rounds them, and its slope is passed through
the rounding to the numbers behind it. A penalty on their size, and on every row of them, leaves
only those that are needed.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

import numpy as np
import numpy.typing as npt
from scipy.sparse import csr_matrix  # type: ignore[import-untyped]

from ..dataset import Ints
from ..simplify.refit import lbfgs, softmax_loss

Floats = npt.NDArray[np.float32]
Whole = npt.NDArray[np.int64]

MOST = 9
HELD = 1.0  # the variance of votes that are real numbers
ROUNDS = 40  # of the fit of real numbers
EPOCHS, STEPS = 6, 240  # of the fit of whole numbers: so often over all cases, and at least
BATCH = 8192  # cases per step
RATE = 0.4  # of the first step, in votes
NEAR = 0.98  # share of all votes that are meant to be within -9..9
UNIT = (1.0, 6.0)  # least and most votes per unit of a logit


def real_votes(seen: csr_matrix, labels: Ints, start: Floats, rounds: int = ROUNDS) -> Floats:
    """Weights (features, classes) under which labels are likeliest; `seen` (cases, features)."""
    answers = _answers(labels, start.shape[1])
    turned = seen.T.tocsr()

    def measure(row: npt.NDArray[np.float64]) -> tuple[float, npt.NDArray[np.float64]]:
        weights = row.astype(np.float32).reshape(start.shape)
        loss, errors = softmax_loss(seen @ weights, answers)
        held = row / (HELD * len(labels))
        slope = np.asarray(turned @ errors, np.float64).ravel()
        return loss + float(row @ held) / 2, slope + held

    found = start.ravel().astype(np.float64)
    for row, _ in islice(lbfgs(measure, found), rounds):
        found = row
    return found.reshape(start.shape).astype(np.float32)


def whole_votes(
    seen: csr_matrix, labels: Ints, start: Floats, penalty: float, seed: int = 0
) -> Whole:
    """Votes (features, classes) that begin as the real ones of `start`.

    `penalty`: by how much one vote must raise the log likelihood of all labels together.
    """
    centred = start - np.median(start, axis=1, keepdims=True)
    used = np.abs(centred[centred != 0])
    unit = MOST / float(np.quantile(used, NEAR)) if used.size else 1.0
    unit = float(np.clip(unit, *UNIT))
    votes = centred * np.float32(unit)
    mean, square = np.zeros_like(votes), np.zeros_like(votes)
    steps = max(STEPS, EPOCHS * -(-len(labels) // BATCH))
    for step, rows in enumerate(islice(_batches(len(labels), seed), steps)):
        here, rate = seen[rows], RATE * (1 + np.cos(np.pi * step / steps)) / 2
        rounded = _rounded(votes) / np.float32(unit)
        _, errors = softmax_loss(here @ rounded, _answers(labels[rows], votes.shape[1]))
        slope = (here.T @ errors) / np.float32(unit)
        slope += np.float32(penalty / len(labels)) * _pull(votes)
        mean += np.float32(0.1) * (slope - mean)
        square += np.float32(0.01) * (slope * slope - square)
        grown = mean / np.float32(1 - 0.9 ** (step + 1))
        spread = np.sqrt(square / np.float32(1 - 0.99 ** (step + 1)))
        votes = np.clip(votes - np.float32(rate) * grown / (spread + 1e-9), -MOST, MOST)
    return _rounded(votes).astype(np.int64)


def _pull(votes: Floats) -> Floats:
    """The slope of the penalty: of each vote, and of the length of each row."""
    length = np.sqrt(np.square(votes).sum(axis=1, keepdims=True) + 0.25)
    return np.asarray(np.sign(votes) + votes / length, np.float32)


def _rounded(votes: Floats) -> Floats:
    return np.clip(np.rint(votes), -MOST, MOST)


def _answers(labels: Ints, classes: int) -> Floats:
    found = np.zeros((len(labels), classes), np.float32)
    found[np.arange(len(labels)), labels] = 1 / len(labels)
    return found


def _batches(count: int, seed: int) -> Iterator[npt.NDArray[np.int64]]:
    """Rows in random order, over and over."""
    generator = np.random.default_rng(seed)
    while True:
        order = generator.permutation(count)
        yield from (order[start : start + BATCH] for start in range(0, count, BATCH))
