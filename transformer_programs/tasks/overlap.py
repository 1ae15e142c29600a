"""How much of its test set a task shows in training.

No test input stands in training. But parts of it may, and where a label depends on these alone,
the label has been seen.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ..dataset import Ints, Task


@dataclass(frozen=True, slots=True)
class Overlap:
    """How many inputs there are, and what of the test set stands in training.

    `repeated`: the test inputs that are training inputs. `reordered`: those whose words stand in a
    training input in some order. `prefixes`: for a causal task, the scored test labels whose input
    so far is how a training input begins; None for other tasks, whose labels need the whole input.
    """

    inputs: int | None
    drawn: int
    train: int
    test: int
    labels: int
    repeated: int
    reordered: int
    prefixes: int | None


def overlap(task: Task) -> Overlap:
    """Compare the test set of a task with its training set.

    >>> from transformer_programs.tasks import sort
    >>> found = overlap(sort())
    >>> found.inputs, found.drawn, found.train, found.repeated
    (19530, 14105, 11284, 0)
    """
    train, test = task.train.words, task.test.words
    scored = task.test.labels >= 0
    prefixes = None
    if task.causal:
        prefixes = sum(
            _count(test[scored[:, i], : i + 1], train[:, : i + 1]) for i in range(test.shape[1])
        )
    return Overlap(
        inputs=task.input_count,
        drawn=sum(len(split) for split in task.splits.values()),
        train=len(task.train),
        test=len(task.test),
        labels=int(scored.sum()),
        repeated=_count(test, train),
        reordered=_count(np.sort(test, axis=1), np.sort(train, axis=1)),
        prefixes=prefixes,
    )


def _count(rows: Ints, among: Ints) -> int:
    """How many rows stand among others.

    >>> _count(np.array([[1, 2], [2, 1], [1, 2]], np.int32), np.array([[1, 2]], np.int32))
    2
    """
    there = set(map(bytes, np.ascontiguousarray(among)))
    return sum(row in there for row in map(bytes, np.ascontiguousarray(rows)))
