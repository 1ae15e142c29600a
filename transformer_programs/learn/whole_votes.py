"""Votes a person can read: whole numbers from -9 to 9, most of them 0.

They are found as scoring systems are: from rounded real numbers, single votes go up or down by one
or to 0 as long as that makes the labels of training likelier than it costs. A penalty on every
vote, and on every row of them, leaves only those that are needed.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from scipy.sparse import csc_matrix, csr_matrix  # type: ignore[import-untyped]

from ..dataset import Ints
from ..simplifier.fitting import minimize, softmax_loss

Floats = npt.NDArray[np.float32]
Doubles = npt.NDArray[np.float64]
Whole = npt.NDArray[np.int64]

MOST = 9
HELD = 1.0  # the variance of votes that are real numbers
ROUNDS = 40  # of the fit of real numbers
UNITS = (1.0, 1.5, 2.5, 4.0, 6.0, 9.0, 14.0, 20.0)  # votes per unit of a logit: the best of these
PASSES, STRIDES = 6, 4  # over all rows, and most steps in one row each time
NONE = 1e-12 - 1  # a share of nothing: its logarithm is not infinite


def real_votes(
    seen: csr_matrix, answers: Floats, start: Floats, rounds: int = ROUNDS, held: float = HELD
) -> Floats:
    """Weights (features, classes), not far from `start`, under which answers are likeliest.

    `answers` (cases, classes): how likely each class is to be right.
    """
    cases = len(answers)
    answers, turned = answers / np.float32(cases), seen.T.tocsr()

    def measure(row: npt.NDArray[np.float64]) -> tuple[float, npt.NDArray[np.float64]]:
        weights = row.astype(np.float32).reshape(start.shape)
        loss, errors = softmax_loss(seen @ weights, answers)
        moved = row - start.ravel()
        back = moved / (held * cases)
        slope = np.asarray(turned @ errors, np.float64).ravel()
        return loss + float(moved @ back) / 2, slope + back

    found = minimize(measure, start.ravel().astype(np.float64), rounds)
    return found.reshape(start.shape).astype(np.float32)


class Rounding(NamedTuple):
    """How real votes become whole: how many units are tried, and what becomes of large votes.

    With `balanced`, all votes of a row move by the same, so that fewer are too large. With `sized`,
    a vote costs as much as its size, else all cost the same. `row`: votes that a row of them costs
    beside its own. `penalty`: by how much a vote must raise the log likelihood of all answers.
    """

    units: int
    balanced: bool
    sized: bool
    row: float
    penalty: float


def whole_votes(seen: csr_matrix, answers: Floats, start: Floats, how: Rounding) -> Whole:
    """Votes (features, classes) that begin as the real ones of `start`, rounded.

    Then single votes go up or down by one or to 0, each time by the step that makes the answers
    likelier by most, less what it costs. The first unit is that by which rounding alone costs
    least.
    """
    real = start - np.median(start, axis=1, keepdims=True)
    begun = {unit: _rounded(real * np.float32(unit), how.balanced) for unit in UNITS}
    first = min(UNITS, key=lambda unit: _loss(seen, answers, begun[unit], unit))
    tried = UNITS[UNITS.index(first) :][: how.units]
    found = {unit: _stepped(seen / unit, answers, begun[unit], how) for unit in tried}
    return found[min(tried, key=lambda unit: _loss(seen, answers, found[unit], unit))]


def _stepped(seen: csr_matrix, answers: Floats, votes: Whole, how: Rounding) -> Whole:
    """The votes after all steps that are worth their penalty."""
    columns = seen.astype(np.float64).tocsc()
    votes[np.diff(columns.indptr) == 0] = 0
    scores = columns @ votes
    share = _shares(scores)
    for _ in range(PASSES):
        before = votes.copy()
        for feature in _hopeful(columns, share, answers, votes, how):
            span = slice(columns.indptr[feature], columns.indptr[feature + 1])
            rows, times = columns.indices[span], columns.data[span, None]
            right = (times * answers[rows]).sum(axis=0)
            for _ in range(STRIDES):
                steps = _steps(votes[feature])
                gains = steps * right - _lost(share[rows], times, steps)
                gains -= _dearer(votes[feature], steps, how)
                gains[~(np.abs(votes[feature] + steps) <= MOST)] = -np.inf
                way, column = np.unravel_index(int(gains.argmax()), gains.shape)
                if gains[way, column] <= 1e-9:
                    break
                step = int(steps[way, column])
                votes[feature, column] += step
                scores[rows, column] += step * times[:, 0]
                share[rows] = _shares(scores[rows])
        if (votes == before).all():
            break
    return votes


def _hopeful(
    columns: csc_matrix, share: Doubles, answers: Floats, votes: Whole, how: Rounding
) -> npt.NDArray[np.int64]:
    """The rows that a step seems to better, by slope and curvature; the commonest first."""
    turned, steps = columns.T, _steps(votes)
    slope, curve = turned @ (answers - share), turned.power(2) @ (share * (1 - share))
    gains = steps * (slope[:, None] - steps * curve[:, None] / 2)
    gains -= _dearer(votes[:, None], steps, how)
    often = np.diff(columns.indptr) * (gains.max(axis=(1, 2)) > 0)
    found: npt.NDArray[np.int64] = np.argsort(-often, kind="stable")[: int((often > 0).sum())]
    return found


def _loss(seen: csr_matrix, answers: Floats, votes: Whole, unit: float) -> float:
    return softmax_loss(seen @ (votes / np.float32(unit)), answers)[0]


def _steps(votes: Whole) -> Whole:
    """By how much each vote may change: one up, one down, or to 0 (..., ways, classes)."""
    ones = np.ones_like(votes)
    return np.stack([ones, -ones, -votes], axis=-2)


def _shares(scores: Doubles) -> Doubles:
    """How likely each class is by the scores."""
    share: Doubles = np.exp(scores - scores.max(axis=1, keepdims=True))
    share /= share.sum(axis=1, keepdims=True)
    return share


def _lost(share: Doubles, times: Doubles, steps: Whole) -> Doubles:
    """How much the sum of all classes grows with each change of a vote: (ways, classes).

    It is the logarithm, added up over cases. `steps` are one up, one down, or to 0.
    """
    found = np.zeros(steps.shape)
    for way in (0, 1):  # the same for all classes
        grown = share * np.expm1(steps[way, 0] * times)
        found[way] = np.log1p(np.maximum(grown, NONE, out=grown), out=grown).sum(axis=0)
    there = steps[2].nonzero()[0]
    grown = share[:, there] * np.expm1(steps[2, there] * times)
    found[2, there] = np.log1p(np.maximum(grown, NONE, out=grown), out=grown).sum(axis=0)
    return found


def _dearer(row: Whole, steps: Whole, how: Rounding) -> Doubles:
    """By how much the penalty of a row grows with each change of a vote: (ways, classes)."""
    there = (row + steps != 0) * 1.0 - (row != 0)
    others = np.count_nonzero(row, axis=-1, keepdims=True) - (row != 0)
    grown = np.abs(row + steps) - np.abs(row) if how.sized else there
    found: Doubles = how.penalty * (grown + there * (others == 0) * how.row)
    return found


def _rounded(votes: Floats, balanced: bool) -> Whole:
    """
    >>> _rounded(np.array([[13, 0, 0]], np.float32), balanced=True).tolist()
    [[9, -2, -2]]
    """
    if balanced:
        over = np.maximum(votes.max(axis=1) - MOST, 0) - np.maximum(-MOST - votes.min(axis=1), 0)
        votes = votes - over[:, None] / 2
    found: Whole = np.clip(np.rint(votes), -MOST, MOST).astype(np.int64)
    return found


def certain(labels: Ints, classes: int) -> Floats:
    """
    >>> certain(np.array([1, 0], np.int32), 2).tolist()
    [[0.0, 1.0], [1.0, 0.0]]
    """
    return np.eye(classes, dtype=np.float32)[labels]
