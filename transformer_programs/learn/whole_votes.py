"""Votes a person can read: whole numbers from -9 to 9, most of them 0.

They are found as scoring systems are: from rounded real numbers, single votes go up or down by one
as long as that makes the labels of training likelier than it costs. A penalty on every vote, and on
every row of them, leaves only those that are needed.
"""

from __future__ import annotations

from itertools import islice

import numpy as np
import numpy.typing as npt
from scipy.sparse import csr_matrix  # type: ignore[import-untyped]

from ..dataset import Ints
from ..simplify.refit import lbfgs, softmax_loss

Floats = npt.NDArray[np.float32]
Doubles = npt.NDArray[np.float64]
Whole = npt.NDArray[np.int64]

MOST = 9
HELD = 1.0  # the variance of votes that are real numbers
ROUNDS = 40  # of the fit of real numbers
UNITS = (1.0, 1.5, 2.5, 4.0, 6.0, 9.0, 14.0, 20.0)  # votes per unit of a logit: the best of these
WAYS = np.array([[1], [-1]])  # a vote goes up or down
PASSES, STRIDES = 6, 4  # over all rows, and most steps in one row each time
ROW = 2.0  # votes that a row of them costs beside its own


def real_votes(seen: csr_matrix, labels: Ints, start: Floats, rounds: int = ROUNDS) -> Floats:
    """Weights (features, classes), not far from `start`, under which labels are likeliest."""
    answers = _answers(labels, start.shape[1])
    turned = seen.T.tocsr()

    def measure(row: npt.NDArray[np.float64]) -> tuple[float, npt.NDArray[np.float64]]:
        weights = row.astype(np.float32).reshape(start.shape)
        loss, errors = softmax_loss(seen @ weights, answers)
        moved = row - start.ravel()
        held = moved / (HELD * len(labels))
        slope = np.asarray(turned @ errors, np.float64).ravel()
        return loss + float(moved @ held) / 2, slope + held

    found = start.ravel().astype(np.float64)
    for row, _ in islice(lbfgs(measure, found), rounds):
        found = row
    return found.reshape(start.shape).astype(np.float32)


def whole_votes(seen: csr_matrix, labels: Ints, start: Floats, penalty: float) -> Whole:
    """Votes (features, classes) that begin as the real ones of `start`, rounded.

    Then single votes go up or down by one, each time by the step that makes the labels likelier by
    more than it costs. `penalty`: by how much one vote must raise the log likelihood of all labels.
    """
    centred = start - np.median(start, axis=1, keepdims=True)
    unit = _unit(seen, labels, centred)
    votes, columns = _rounded(centred * np.float32(unit)).astype(np.int64), seen.tocsc()
    scores = np.asarray(seen @ votes, np.float64) / unit
    often = np.diff(columns.indptr)
    votes[often == 0] = 0
    for _ in range(PASSES):
        before = votes.copy()
        for feature in np.argsort(-often, kind="stable")[: int((often > 0).sum())]:
            span = slice(columns.indptr[feature], columns.indptr[feature + 1])
            rows, times = columns.indices[span], columns.data[span] / unit
            for _ in range(STRIDES):
                gains = _gains(scores[rows], labels[rows], times)
                gains -= penalty * _dearer(votes[feature])
                gains[~(np.abs(votes[feature] + WAYS) <= MOST)] = -np.inf
                way, column = np.unravel_index(int(gains.argmax()), gains.shape)
                if gains[way, column] <= 1e-9:
                    break
                step = int(WAYS[way, 0])
                votes[feature, column] += step
                scores[rows, column] += step * times
        if (votes == before).all():
            break
    return votes


def _unit(seen: csr_matrix, labels: Ints, real: Floats) -> float:
    """The unit by which rounding the votes costs least."""
    answers = _answers(labels, real.shape[1])

    def loss(unit: float) -> float:
        return softmax_loss(seen @ (_rounded(real * np.float32(unit)) / unit), answers)[0]

    return min(UNITS, key=loss)


def _gains(scores: Doubles, labels: Ints, times: Doubles) -> Doubles:
    """How much likelier labels are with one vote more or less for each class: (ways, classes)."""
    scores = scores - scores.max(axis=1, keepdims=True)
    share = np.exp(scores)
    share /= share.sum(axis=1, keepdims=True)
    answers = labels[:, None] == np.arange(scores.shape[1])
    found = [
        (step * times[:, None] * answers - np.log1p(share * np.expm1(step * times)[:, None])).sum(0)
        for step in WAYS[:, 0]
    ]
    return np.stack(found)


def _dearer(row: Whole) -> Doubles:
    """By how much the penalty of a row grows with one vote more or less: (ways, classes)."""
    after = np.abs(row + WAYS) - np.abs(row)
    others = np.count_nonzero(row) - (row != 0)  # votes of the row beside this one
    alone = (others == 0) * ROW
    found: Doubles = after + alone * ((row + WAYS != 0) * 1.0 - (row != 0))
    return found


def _rounded(votes: Floats) -> Floats:
    return np.clip(np.rint(votes), -MOST, MOST)


def _answers(labels: Ints, classes: int) -> Floats:
    found = np.zeros((len(labels), classes), np.float32)
    found[np.arange(len(labels)), labels] = 1 / len(labels)
    return found
