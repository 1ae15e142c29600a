"""The best votes for given variables: softmax regression by SciPy's L-BFGS."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import inf
from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
AnyFloats = NDArray[np.floating]
Measure = Callable[[Floats], tuple[float, Floats]]

MEMORY = 10  # steps that the curvature is estimated from
DECAY = 1e-5  # of weights


@dataclass(frozen=True, slots=True, eq=False)
class Cases:
    """Labelled cases: `features` (features, cases), and `answers` (classes, cases) with the share
    of each case at its label. Half the bits take half the time, and votes are rounded anyway.
    """

    features: NDArray[np.float32]
    answers: NDArray[np.float32]

    @staticmethod
    def of(features: NDArray[Any], labels: Ints, counts: NDArray[Any], classes: int) -> Cases:
        """From features, labels, and how often each case occurs."""
        answers = np.zeros((classes, len(labels)), dtype=np.float32)
        answers[labels, np.arange(len(labels))] = counts / counts.sum()
        return Cases(np.ascontiguousarray(features, dtype=np.float32), answers)

    def only(self, columns: NDArray[np.int_]) -> Cases:
        """With some of the features; cases that these do not tell apart become one."""
        features = self.features[columns]
        first, group = distinct(features.astype(np.int32))
        answers = [np.bincount(group, shares) for shares in self.answers]
        return Cases(features[:, first], np.array(answers, np.float32))

    def scores(self, weights: Floats) -> NDArray[np.float32]:
        """The sum of votes for each class: (classes, cases)."""
        return np.asarray(weights.T.astype(np.float32) @ self.features)

    def lost(self, scores: NDArray[np.float32]) -> float:
        """The share of cases that these scores decide wrongly."""
        right = self.answers[scores.argmax(0), np.arange(scores.shape[1])]
        return 1 - float(right.sum(dtype=np.float64))

    def loss(self, weights: Floats) -> tuple[float, Floats]:
        """The cross-entropy of the labels, and its gradient by the weights."""
        loss, errors = softmax_loss(self.scores(weights).T, self.answers.T)
        return loss, (self.features @ errors).astype(np.float64)


def fit_votes(cases: Cases, start: Floats, rounds: int = 100, least: float = 1e-4) -> Floats:
    """Weights (features, classes) under which the labels are likeliest, kept from growing forever.

    The problem is convex. The fit ends where a step takes less than `least` of the loss away.

    >>> features = np.eye(2)
    >>> weights = fit_votes(Cases.of(features, np.array([1, 0]), np.ones(2), 2), np.zeros((2, 2)))
    >>> (features @ weights).argmax(1).tolist()
    [1, 0]
    """

    def measure(row: Floats) -> tuple[float, Floats]:
        weights = row.reshape(start.shape)
        loss, slope = cases.loss(weights)
        decayed = loss + DECAY * float((weights**2).sum()) / 2
        return decayed, (slope + DECAY * weights).ravel()

    before = inf

    def is_done(_: Floats, loss: float) -> bool:
        nonlocal before
        fell, before = before - loss, loss
        return fell < 1e-7 + least * loss

    return minimize(measure, start.ravel(), rounds, is_done).reshape(start.shape)


def minimize(
    measure: Measure,
    start: Floats,
    rounds: int,
    is_done: Callable[[Floats, float], bool] = lambda row, loss: False,
) -> Floats:
    """The numbers of the least loss that L-BFGS finds in so many rounds.

    `measure` gives the loss of a row of numbers and its slope. `is_done` sees the numbers and their
    loss after each round.

    >>> least = minimize(lambda row: (float(row @ row), 2 * row), np.array([3.0, 4.0]), 10)
    >>> bool(np.allclose(least, 0.0))
    True
    """
    from scipy.optimize import OptimizeResult  # type: ignore[import-untyped]
    from scipy.optimize import minimize as scipy_minimize

    def after_round(intermediate_result: OptimizeResult) -> None:
        if is_done(intermediate_result.x, float(intermediate_result.fun)):
            raise StopIteration

    options = {"maxiter": rounds, "maxcor": MEMORY, "ftol": 0.0, "gtol": 0.0, "maxfun": inf}
    with one_thread():
        found = scipy_minimize(
            measure, start, jac=True, method="L-BFGS-B", callback=after_round, options=options
        )
    return np.asarray(found.x, np.float64)


def one_thread() -> Any:
    """A context in which libraries use one thread: rows are short, more threads would only wait."""
    from threadpoolctl import threadpool_limits  # type: ignore[import-untyped]

    return threadpool_limits(limits=1)  # of the libraries that are imported by now


def softmax_loss(scores: AnyFloats, answers: AnyFloats) -> tuple[float, AnyFloats]:
    """The cross-entropy of weighted answers, and its gradient by the scores.

    Both (cases, classes).

    >>> loss, slope = softmax_loss(np.zeros((1, 2)), np.array([[0.0, 1.0]]))
    >>> round(loss, 3), slope.tolist()
    (0.693, [[0.5, -0.5]])
    """
    scores = scores - scores.max(axis=1, keepdims=True)
    likely = np.exp(scores)
    sums, weights = likely.sum(axis=1, keepdims=True), answers.sum(axis=1, keepdims=True)
    loss = (weights * np.log(sums)).sum(dtype=np.float64)
    loss -= (answers * scores).sum(dtype=np.float64)
    likely *= weights / sums
    likely -= answers
    return float(loss), likely


def sample(
    scores: AnyFloats, labels: Ints, counts: NDArray[Any], most: int
) -> tuple[Ints, NDArray[Any]]:
    """At most so many cases: those that scores decide most closely, and some of the rest.

    Both by number, and how much each counts. `scores` are (classes, cases). Half of the cases are
    close; the others count for all that are not.

    >>> scores = np.array([[3, 1, 4, 2], [0, 0, 0, 0]])
    >>> chosen, counts = sample(scores, np.zeros(4, int), np.ones(4), 2)
    >>> int(chosen[0]), counts.tolist()
    (1, [1.0, 3.0])
    """
    rivals, cases = scores.astype(np.float64), np.arange(len(labels))
    rivals[labels, cases] = -inf
    order = np.argsort(scores[labels, cases] - rivals.max(0), kind="stable")
    close, clear = order[: most // 2], order[most // 2 :]
    drawn = np.random.default_rng(0).permutation(clear)[: most - len(close)]
    times = counts[clear].sum() / counts[drawn].sum()
    return np.concatenate([close, drawn]), np.concatenate([counts[close], counts[drawn] * times])


def distinct(table: NDArray[np.int_]) -> tuple[NDArray[np.int_], NDArray[np.int_]]:
    """The different columns of a table: the first of each, and for each column which it is.

    >>> first, group = distinct(np.array([[1, 0, 1], [2, 5, 2]]))
    >>> first.tolist(), group.tolist()
    ([1, 0], [1, 0, 1])
    """
    rows = np.ascontiguousarray(table.T, ">i4")  # as bytes they sort as numbers do
    whole = rows.view(f"V{rows.shape[1] * rows.itemsize}").ravel()
    _, first, group = np.unique(whole, return_index=True, return_inverse=True)
    return first, group
