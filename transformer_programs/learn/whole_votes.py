"""Votes a person can read: whole numbers from -9 to 9, most of them 0.

Real votes are fitted within the range that whole ones can have, and rounded. Then single votes go
up or down by one, or to 0, as long as that makes the answers likelier than it costs. A penalty on
every vote, and on every row of them, leaves only those that are needed.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from scipy.optimize import minimize, minimize_scalar  # type: ignore[import-untyped]
from scipy.sparse import csr_matrix  # type: ignore[import-untyped]

from ..dataset import Ints
from .word_scores import Doubles, Floats, softmax, softmax_loss

Whole = npt.NDArray[np.int64]

MAX_VOTE = 9
UNIT = 3  # votes per unit of a logit
ROUNDS = 60  # of the fit of real numbers
PASSES = 80  # of steps by one
BINS = 10  # of the expected calibration error


def real_votes(
    seen: csr_matrix,
    answers: Floats,
    start: Floats,
    *,
    bound: float | None = MAX_VOTE / UNIT,
    rounds: int = ROUNDS,
) -> Floats:
    """Weights (features, classes), not far from `start`, under which answers are likeliest.

    `answers` (cases, classes): how likely each class is to be right. `bound`: the largest size of a
    weight.
    """
    turned = seen.T.tocsr()
    towards = (start - start.mean(axis=1, keepdims=True)).ravel().astype(np.float64)

    def measure(row: Doubles) -> tuple[float, Doubles]:
        weights = row.astype(np.float32).reshape(start.shape)
        loss, errors = softmax_loss(seen @ weights, answers)
        moved = row - towards
        slope = np.asarray(turned @ errors, np.float64).ravel() + moved
        return loss + float(moved @ moved) / 2, slope

    bounds = None if bound is None else [(-bound, bound)] * start.size
    begin = towards if bound is None else towards.clip(-bound, bound)
    options = {"maxiter": rounds, "ftol": 1e-5}
    found = minimize(measure, begin, jac=True, method="L-BFGS-B", bounds=bounds, options=options)
    return np.asarray(found.x.reshape(start.shape), np.float32)


def whole_votes(seen: csr_matrix, answers: Floats, start: Floats, penalty: float) -> Whole:
    """Votes (features, classes) that begin as the real ones of `start`, rounded.

    `penalty`: by how much a vote, and a row of votes, must raise the log likelihood of all answers.
    Each pass takes the most promising steps at once, fewer of them where together they do harm.
    """
    scaled = seen * np.float32(1 / UNIT)
    turned = scaled.T.tocsr()
    squared = turned.power(2)
    centred = UNIT * (start - np.median(start, axis=1, keepdims=True))
    votes = np.clip(np.rint(centred), -MAX_VOTE, MAX_VOTE).astype(np.float32)
    votes[np.diff(turned.indptr) == 0] = 0

    def total(votes: Floats, scores: Floats) -> float:
        cast = np.count_nonzero(votes) + np.count_nonzero(votes.any(axis=1))
        return softmax_loss(scores, answers)[0] + penalty * cast

    scores = scaled @ votes
    best = total(votes, scores)
    for _ in range(PASSES):
        shares = softmax(scores)
        slope, curve = turned @ (answers - shares), squared @ (shares * (1 - shares))
        steps = _steps(votes, slope, curve, penalty)
        count = (len(steps.rows) + 3) // 4
        while count:
            some = votes.copy()
            some[steps.rows[:count], steps.columns[:count]] += steps.sizes[:count]
            moved = scaled @ some
            better = total(some, moved)
            if better < best - 1e-6:
                break
            count //= 4
        if not count:
            break
        votes, scores, best = some, moved, better
    return _narrow(votes.astype(np.int64))


def _narrow(votes: Whole) -> Whole:
    """Rows moved so that most votes are 0: that changes no answer, unless one becomes too large.

    >>> _narrow(np.array([[1, 1, 5], [-3, 0, 0], [9, -1, -1]])).tolist()
    [[0, 0, 4], [-3, 0, 0], [9, 0, 0]]
    """
    values = np.arange(-MAX_VOTE, MAX_VOTE + 1)
    counts = (votes[:, :, None] == values).sum(axis=1) * 100 - np.abs(values)
    usual = values[counts.argmax(axis=1)]
    return np.asarray((votes - usual[:, None]).clip(-MAX_VOTE, MAX_VOTE), np.int64)


class _Steps(NamedTuple):
    """Changes of single votes, at most one per row, the most promising first."""

    rows: npt.NDArray[np.int64]
    columns: npt.NDArray[np.int64]
    sizes: Floats


def _steps(votes: Floats, slope: Floats, curve: Floats, penalty: float) -> _Steps:
    """The steps that gain something by slope and curvature, less what votes cost."""
    ones = np.ones_like(votes)
    sizes = np.stack([ones, -ones, -votes], axis=1)  # (rows, ways, classes)
    there = votes[:, None] != 0
    more = (votes[:, None] + sizes != 0) * 1.0 - there
    alone = np.count_nonzero(votes, axis=1)[:, None, None] == there
    gains = sizes * (slope[:, None] - sizes * curve[:, None] / 2) - penalty * more * (1 + alone)
    gains[np.abs(votes[:, None] + sizes) > MAX_VOTE] = 0
    flat = gains.reshape(len(votes), -1)
    which = flat.argmax(axis=1)
    gain = flat[np.arange(len(votes)), which]
    rows = np.argsort(-gain, kind="stable")[: np.count_nonzero(gain > 1e-6)]
    ways, columns = np.divmod(which[rows], votes.shape[1])
    return _Steps(rows, columns, sizes[rows, ways, columns])


def without_idle(seen: csr_matrix, votes: Whole) -> Whole:
    """The votes without the rows that change no answer; of such rows, the rarest go first."""
    votes, columns = votes.copy(), seen.tocsc()
    while True:
        scores = seen @ votes
        answers = scores.argmax(axis=1)
        cells = columns.tocoo()
        cast = np.asarray(votes.any(axis=1))
        asked = cast[cells.col]
        row, feature, times = cells.row[asked], cells.col[asked], cells.data[asked]
        left = scores[row] - times[:, None] * votes[feature]
        changed = left.argmax(axis=1) != answers[row]
        busy = np.bincount(feature, changed, len(votes)) > 0
        idle = np.flatnonzero(cast & ~busy)
        if not len(idle):
            return votes
        often = np.diff(columns.indptr)[idle]
        idle = idle[np.argsort(often, kind="stable")]
        votes[idle[: (len(idle) + 1) // 2]] = 0


class Calibration(NamedTuple):
    """The temperature that turns votes into probabilities, and how far these are from the truth."""

    temperature: float
    error: float

    @staticmethod
    def of(votes: Floats, labels: Ints) -> Calibration:
        """The best temperature for the votes of inputs that were held out, and its error there."""
        answers = certain(labels, votes.shape[1])

        def loss(log_temperature: float) -> float:
            scaled = (votes / np.exp(log_temperature)).astype(np.float32)
            return softmax_loss(scaled, answers)[0]

        found = minimize_scalar(loss, bounds=(np.log(0.1), np.log(100)), method="bounded")
        temperature = float(np.exp(found.x))
        return Calibration(
            temperature, calibration_error(probabilities(votes, temperature), labels)
        )


def probabilities(votes: Floats, temperature: float) -> Floats:
    """
    >>> probabilities(np.array([[3, 3]]), 2.0).tolist()
    [[0.5, 0.5]]
    """
    return softmax(np.asarray(votes / temperature, np.float32))


def calibration_error(shares: Floats, labels: Ints) -> float:
    """The expected calibration error: how far confidence is from accuracy, in the mean.

    >>> calibration_error(np.array([[0.75, 0.25]] * 4, np.float32), np.array([0, 0, 0, 1]))
    0.0
    """
    sure, right = shares.max(axis=1), shares.argmax(axis=1) == labels
    bins = np.minimum((sure * BINS).astype(np.int64), BINS - 1)
    gaps = np.bincount(bins, sure.astype(np.float64) - right, BINS)
    return float(np.abs(gaps).sum() / max(1, len(labels)))


def certain(labels: Ints, classes: int) -> Floats:
    """
    >>> certain(np.array([1, 0], np.int32), 2).tolist()
    [[0.0, 1.0], [1.0, 0.0]]
    """
    return np.eye(classes, dtype=np.float32)[labels]
