"""Votes as array operations: what each class gets at each position."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain
from typing import Any

import numpy as np

from ..program.steps import Classifier, Vote
from ..program.values import Number
from .columns import Array, Columns, Inputs, Run, Sized

VOTE_CELLS = 4096  # of a table of votes, so that it stays in the cache


def ballot(sized: Sized, classifier: Classifier) -> Run:
    """The votes for each class: (positions, inputs, classes)."""
    count = len(classifier.classes)
    numbers = {
        vote.reads: max(map(abs, sized.spans[vote.reads]))
        for vote in classifier.votes
        if isinstance(sized.kinds[vote.reads], Number)
    }
    most = most_votes(classifier, numbers)
    total = most * sized.length if classifier.pooled else most
    dtype = sized.dtype((-total, total))
    parts = [_looked_up(sized, group, dtype) for group in _groups(sized, classifier.votes)]
    parts += [_multiplied(vote, dtype) for vote in classifier.votes if _large(sized, vote)]

    def run(inputs: Inputs, columns: Columns) -> Array:
        scores = np.zeros((*inputs.words.shape, count), dtype=dtype)
        for part in parts:
            scores = scores + part(inputs, columns)
        return scores

    return run


def most_votes(classifier: Classifier, numbers: Mapping[str, int]) -> int:
    """No class gets more at a position, nor less than its negative, in whatever order it is added.

    `numbers`: the greatest magnitude of each variable whose votes are times its number.
    """
    return sum(
        max(map(abs, chain(*vote.weights))) * numbers.get(vote.reads, 1)
        for vote in classifier.votes
    )


def _values(sized: Sized, vote: Vote) -> range:
    low, high = sized.spans[vote.reads]
    return range(low, high + 1)


def _large(sized: Sized, vote: Vote) -> bool:
    low, high = sized.spans[vote.reads]
    return isinstance(sized.kinds[vote.reads], Number) and high - low >= VOTE_CELLS


def _groups(sized: Sized, votes: Sequence[Vote]) -> list[list[Vote]]:
    """Votes on few values, grouped: the sum of a group is looked up in one table."""
    groups: list[list[Vote]] = []
    cells = VOTE_CELLS + 1
    for vote in votes:
        if _large(sized, vote):
            continue
        cells *= len(_values(sized, vote))
        if cells > VOTE_CELLS:
            groups.append([])
            cells = len(_values(sized, vote))
        groups[-1].append(vote)
    return groups


def _looked_up(sized: Sized, group: list[Vote], dtype: Any) -> Run:
    table = np.zeros((1, len(group[0].weights[0])), dtype=dtype)
    for vote in group:
        counted = isinstance(sized.kinds[vote.reads], Number)
        rows = [
            [weight * value for weight in vote.weights[0]] if counted else vote.weights[value]
            for value in _values(sized, vote)
        ]
        table = (table[:, None] + np.array(rows, dtype=dtype)).reshape(-1, table.shape[1])
    index = sized.index([vote.reads for vote in group], [_values(sized, vote) for vote in group])
    return lambda inputs, columns: np.take(table, index(inputs, columns), axis=0)


def _multiplied(vote: Vote, dtype: Any) -> Run:
    weights = np.array(vote.weights[0], dtype=dtype)
    return lambda _, columns: columns[vote.reads].astype(dtype)[:, :, None] * weights
