"""Votes a person can read: whole numbers from -9 to 9, most of them 0.

They are found as scoring systems are: from rounded real numbers, single votes go up or down by one
or to 0 as long as that makes the labels of training likelier than it costs. A penalty on every
vote, and on every row of them, leaves only those that are needed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import numpy as np
import numpy.typing as npt
from scipy.sparse import csc_matrix, csr_matrix  # type: ignore[import-untyped]

from ..dataset import Ints
from ..simplifier.fitting import minimize, softmax_loss

Floats = npt.NDArray[np.float32]
Doubles = npt.NDArray[np.float64]
Whole = npt.NDArray[np.int64]

MAX_VOTE = 9
ROUNDS = 40  # of the fit of real numbers
ROW = 0.5  # votes that a row of them costs beside its own
PASSES, STRIDES = 6, 4  # over all rows, and most steps in one row each time


def real_votes(seen: csr_matrix, answers: Floats, start: Floats, rounds: int = ROUNDS) -> Floats:
    """Weights (features, classes) under which answers are likeliest; their mean is `start`, their
    variance 1.

    `answers` (cases, classes): how likely each class is to be right.
    """
    cases = len(answers)
    answers, turned = answers / np.float32(cases), seen.T.tocsr()

    def measure(row: npt.NDArray[np.float64]) -> tuple[float, npt.NDArray[np.float64]]:
        weights = row.astype(np.float32).reshape(start.shape)
        loss, errors = softmax_loss(seen @ weights, answers)
        moved = row - start.ravel()
        back = moved / cases
        slope = np.asarray(turned @ errors, np.float64).ravel()
        return loss + float(moved @ back) / 2, slope + back

    found = minimize(measure, start.ravel().astype(np.float64), rounds)
    return found.reshape(start.shape).astype(np.float32)


def whole_votes(
    seen: csr_matrix,
    answers: Floats,
    start: Floats,
    penalties: Iterable[float],
    units: Iterable[float],
) -> Iterator[Whole]:
    """Votes (features, classes) that begin as the real ones of `start`, rounded; one per penalty.

    Then single votes go up or down by one or to 0, each time by the step that makes the answers
    likelier by most, less what it costs. Of the `units` (votes per unit of a logit), it takes that
    with which this costs least. The votes of one penalty begin as those of the penalty before.

    A penalty: by how much a vote must raise the log likelihood of all answers.
    """
    real = start - np.median(start, axis=1, keepdims=True)
    begun = {unit: _rounded(real * unit) for unit in map(np.float32, units)}

    def cost(votes: Whole, unit: np.float32, penalty: float) -> float:
        loss, _ = softmax_loss(seen @ (votes / unit), answers)
        return loss + penalty * np.count_nonzero(votes)

    for penalty in penalties:
        found = {unit: _stepped(seen / unit, answers, begun[unit], penalty) for unit in begun}
        best = min(found, key=lambda unit: cost(found[unit], unit, penalty))
        begun = {best: found[best].copy()}
        yield found[best]


def _stepped(seen: csr_matrix, answers: Floats, votes: Whole, penalty: float) -> Whole:
    """The votes after all steps that are worth their penalty.

    Slope and curvature of the likelihood choose the step of a row; it stays if the answers are
    likelier by more than it costs.
    """
    columns = seen.tocsc()
    votes[np.diff(columns.indptr) == 0] = 0
    right = columns.T @ answers
    scores = np.asarray(columns @ votes.astype(np.float32), np.float32)
    share, sums = _shares(scores)
    for _ in range(PASSES):
        before = votes.copy()
        for feature in _hopeful(columns, share, right, votes, penalty):
            span = slice(columns.indptr[feature], columns.indptr[feature + 1])
            rows, times = columns.indices[span], columns.data[span]
            for _ in range(STRIDES):
                here, steps = share[rows], _steps(votes[feature])
                slope, curve = right[feature] - times @ here, (times * times) @ (here - here * here)
                row, costs = votes[feature], _dearer(votes[feature], steps, penalty)
                gains, reached = steps * (slope - steps * curve / 2) - costs, row + steps
                gains[np.abs(reached) > MAX_VOTE] = -np.inf
                way, column = np.unravel_index(int(gains.argmax()), gains.shape)
                if gains[way, column] <= 0:
                    break
                step, moved = int(steps[way, column]), scores[rows]
                moved[:, column] += step * times
                new, logs = _shares(moved)
                gain = step * right[feature, column] - float((logs - sums[rows]).sum())
                if gain <= costs[way, column] + 1e-6:
                    break
                votes[feature, column] += step
                scores[rows], share[rows], sums[rows] = moved, new, logs
        if (votes == before).all():
            break
    return votes


def _hopeful(
    columns: csc_matrix, share: Floats, right: Floats, votes: Whole, penalty: float
) -> npt.NDArray[np.int64]:
    """The rows that a step seems to better, by slope and curvature; the commonest first."""
    turned, steps = columns.T, _steps(votes)
    slope, curve = right - turned @ share, turned.power(2) @ (share - share * share)
    gains = steps * (slope[:, None] - steps * curve[:, None] / 2)
    gains -= _dearer(votes[:, None], steps, penalty)
    often = np.diff(columns.indptr) * (gains.max(axis=(1, 2)) > 0)
    found: npt.NDArray[np.int64] = np.argsort(-often, kind="stable")[: int((often > 0).sum())]
    return found


def without_idle(seen: csr_matrix, votes: Whole) -> Whole:
    """The votes without rows that change no answer and make none a tie, the rarest first.

    >>> seen = csr_matrix(np.array([[1, 1], [1, 0]], np.float32))
    >>> without_idle(seen, np.array([[0, 3], [0, 1]])).tolist()
    [[0, 3], [0, 0]]
    """
    columns, votes = seen.tocsc(), votes.copy()
    scores = np.asarray(columns @ votes.astype(np.float32))
    answers, often = scores.argmax(axis=1), np.diff(columns.indptr)
    clear = _is_clear(scores)
    for feature in np.argsort(often, kind="stable"):
        span = slice(columns.indptr[feature], columns.indptr[feature + 1])
        rows, times = columns.indices[span], columns.data[span, None]
        left = scores[rows] - times * votes[feature]
        same = (left.argmax(axis=1) == answers[rows]) & (_is_clear(left) | ~clear[rows])
        if votes[feature].any() and same.all():
            votes[feature], scores[rows] = 0, left
    return votes


def _is_clear(scores: Floats) -> npt.NDArray[np.bool_]:
    """Which rows have one largest score."""
    best = np.partition(scores, -2, axis=1)[:, -2:]
    return np.asarray(best[:, 1] > best[:, 0])


def _steps(votes: Whole) -> Whole:
    """By how much each vote may change: one up, one down, or to 0 (..., ways, classes)."""
    ones = np.ones_like(votes)
    return np.stack([ones, -ones, -votes], axis=-2)


def _shares(scores: Floats) -> tuple[Floats, Floats]:
    """How likely each class is by the scores, and the logarithm of the sum of all powers."""
    most = scores.max(axis=1, keepdims=True)
    share: Floats = np.exp(scores - most)
    sums = share.sum(axis=1, keepdims=True)
    share /= sums
    return share, (most + np.log(sums))[:, 0]


def _dearer(row: Whole, steps: Whole, penalty: float) -> Doubles:
    """By how much the cost of a row grows with each change of a vote: (ways, classes)."""
    there = (row + steps != 0) * 1.0 - (row != 0)
    others = np.count_nonzero(row, axis=-1, keepdims=True) - (row != 0)
    found: Doubles = penalty * there * (1 + (others == 0) * ROW)
    return found


def _rounded(votes: Floats) -> Whole:
    """
    >>> _rounded(np.array([[13, 0, -2.4]], np.float32)).tolist()
    [[9, 0, -2]]
    """
    return np.asarray(np.rint(np.clip(votes, -MAX_VOTE, MAX_VOTE)), np.int64)


def likely(scores: Floats) -> Floats:
    """
    >>> likely(np.array([[1.0, 1.0]], np.float32)).tolist()
    [[0.5, 0.5]]
    """
    return _shares(scores)[0]


def certain(labels: Ints, classes: int) -> Floats:
    """
    >>> certain(np.array([1, 0], np.int32), 2).tolist()
    [[0.0, 1.0], [1.0, 0.0]]
    """
    return np.eye(classes, dtype=np.float32)[labels]
