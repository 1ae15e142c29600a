"""What the voters of a program said wherever a label is scored, as features to fit votes to."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from ..dataset import translated
from ..meaning.batch import run_batch
from ..program import Program, types
from ..program.steps import Classifier
from ..program.values import Number, Type
from .judge import Judge
from .refit import Floats, Ints

# Different combinations of votes that fitting looks at, by the accuracy of the program: where many
# answers are wrong, votes fit the noise of few rows.
ROWS = {0.995: 6_000, 0.95: 12_000, 0.0: 20_000}


@dataclass(frozen=True, slots=True, eq=False)
class Ballots:
    """Each different case once: its features, its label, how often it occurs.

    `columns` are the features of each voter; `whole`: no case was left out.
    """

    features: Floats
    labels: Ints
    counts: Floats
    columns: dict[str, NDArray[np.int_]]
    whole: bool

    def lost(self, weights: Floats) -> float:
        """The share of cases that these votes decide wrongly."""
        wrong = (self.features @ weights).argmax(1) != self.labels
        return float(self.counts[wrong].sum() / self.counts.sum())


def ballots_of(program: Program, judge: Judge) -> Ballots:
    """The ballots of a program. Where no right answer may be lost, wrong ones are no guide."""
    output, task, known = program.output, judge.task, types(program)
    assert isinstance(output, Classifier)
    class_of = {name: i for i, name in enumerate(output.classes)}
    relabel = np.array([class_of.get(name, -1) for name in task.classes] + [-1])
    columns: dict[str, NDArray[np.int_]] = {}
    width = 0
    for vote in output.votes:
        columns[vote.reads] = np.arange(width, width + len(vote.weights))
        width += len(vote.weights)
    said, labels = _said(program, judge)
    cases = np.concatenate([said, relabel[labels][:, None]], axis=1)
    good = cases[:, -1] >= 0
    if judge.budget == 0:
        good &= judge.right[: len(good)]
    cases, counts = distinct(cases[good])
    clean = 1.0 if judge.budget == 0 else judge.right.mean()
    most = next(rows for accuracy, rows in ROWS.items() if clean >= accuracy)
    whole = len(cases) <= most
    features = cases[:, :-1].astype(np.float64)
    if not task.pooled:
        features = _one_hot(features.astype(np.int64), output, columns, width, known)
    every = Ballots(
        features, cases[:, -1].astype(np.int64), counts.astype(np.float64), columns, whole
    )
    return every if whole else sample(every, votes_of(output, every), most)


def distinct(rows: NDArray[np.int_]) -> tuple[NDArray[np.int_], NDArray[np.int_]]:
    """The different rows of a table, in order, and how often each occurs.

    >>> rows, counts = distinct(np.array([[1, 2], [0, 5], [1, 2]]))
    >>> rows.tolist(), counts.tolist()
    ([[0, 5], [1, 2]], [1, 2])
    """
    codes, radix = np.zeros(len(rows), dtype=np.int64), 1  # a row as one number: quick to sort
    for column in rows.T:
        low, high = (int(column.min()), int(column.max())) if len(column) else (0, 0)
        if radix * (high - low + 1) >= 2**62:
            seen, codes = np.unique(codes, return_inverse=True)
            radix = len(seen)
        codes = codes.ravel() * (high - low + 1) + (column - low)
        radix *= high - low + 1
    _, first, counts = np.unique(codes, return_index=True, return_counts=True)
    return rows[first], counts


def votes_of(output: Classifier, ballots: Ballots) -> Floats:
    """The votes of an output, a row a feature."""
    weights = np.zeros((ballots.features.shape[1], len(output.classes)))
    for vote in output.votes:
        weights[ballots.columns[vote.reads]] = np.array(vote.weights) / output.scale
    return weights


def sample(ballots: Ballots, weights: Floats, most: int) -> Ballots:
    """All close decisions, and some of the others, which then count for the rest too."""
    scores = ballots.features @ weights
    rows = np.arange(len(scores))
    own = scores[rows, ballots.labels]
    scores[rows, ballots.labels] = -np.inf
    order = np.argsort(own - scores.max(1), kind="stable")
    near = most // 2
    close, clear = order[:near], order[near:]
    drawn = np.random.default_rng(0).permutation(clear)[: most - near]
    times = ballots.counts[clear].sum() / ballots.counts[drawn].sum()
    counts = np.concatenate([ballots.counts[close], ballots.counts[drawn] * times])
    chosen = np.concatenate([close, drawn])
    return replace(
        ballots, features=ballots.features[chosen], labels=ballots.labels[chosen], counts=counts
    )


def _said(program: Program, judge: Judge) -> tuple[NDArray[np.int_], NDArray[np.int_]]:
    """A row for each scored label, in the judge's order, and the label."""
    output, split = program.output, judge.split
    assert isinstance(output, Classifier)
    names = tuple(vote.reads for vote in output.votes)
    if judge.rerun is not None:
        found = judge.rerun.at_places(program, names)
        labels = split.labels.T.ravel()[judge.rerun.places]
        return np.stack([found[name] for name in names], axis=1), labels.astype(np.int64)
    words = translated(split.words, judge.task.vocabulary, program.vocabulary)
    ran = run_batch(program, words).variables
    said = [np.asarray(ran[name]) for name in names]
    scored = split.labels >= 0
    if judge.task.pooled:
        blocks = _pooled(said, words >= 0, output, types(program))
        return np.concatenate(blocks, axis=1)[scored], split.labels[scored].astype(np.int64)
    return np.stack([column[scored] for column in said], axis=1), split.labels[scored].astype(
        np.int64
    )


def _one_hot(
    cases: Ints,
    output: Classifier,
    columns: dict[str, NDArray[np.int_]],
    width: int,
    known: dict[str, Type],
) -> Floats:
    features = np.zeros((len(cases), width))
    for place, vote in enumerate(output.votes):
        first = int(columns[vote.reads][0])
        if isinstance(known[vote.reads], Number):
            features[:, first] = cases[:, place]
        else:
            features[np.arange(len(cases)), first + cases[:, place]] = 1
    return features


def _pooled(
    said: list[NDArray[np.int_]],
    there: NDArray[np.bool_],
    output: Classifier,
    known: dict[str, Type],
) -> list[NDArray[np.int_]]:
    """How often each value was said in an input, or the sum of the numbers."""
    found = []
    for column, vote in zip(said, output.votes, strict=True):
        if isinstance(known[vote.reads], Number):
            found.append(np.where(there, column, 0).sum(1, keepdims=True))
        else:
            values = range(len(vote.weights))
            found.append(np.stack([(there & (column == v)).sum(1) for v in values], axis=1))
    return found
