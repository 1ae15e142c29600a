"""Says whether a changed program is still good enough at a task, and quickly."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from ..dataset import Task, as_classes, marked, predictions
from ..program import Program
from .lines import program_lines
from .observe import inputs_of, judged_inputs
from .rerun import Rerun, can_rerun

Bools = NDArray[np.bool_]
Ints = NDArray[np.integer]


@dataclass(frozen=True, slots=True)
class Point:
    """A program on the way: how long it was and its score on the data."""

    lines: int
    score: float
    program: Program = field(compare=False, repr=False)


P = TypeVar("P")


def worth_having(
    found: Iterable[P], lines: Callable[[P], int], score: Callable[[P], float]
) -> list[P]:
    """The best for their length, shortest first: each longer one has a better score.

    >>> worth_having([(30, 5), (10, 3), (20, 6), (12, 2)], lambda p: p[0], lambda p: p[1])
    [(10, 3), (20, 6)]
    """
    best: list[P] = []
    for one in sorted(found, key=lambda one: (lines(one), -score(one))):
        if not best or score(one) > score(best[-1]):
            best.append(one)
    return best


@dataclass(slots=True, eq=False)
class Judge:
    """What the first program answered, and how much of its score a changed one may lose.

    The score is the task's own: F1 where labels tag entities. Where words are unknown nobody knows
    what is right: of the answers there, as large a share may change.
    """

    task: Task
    budget: float
    rerun: Rerun
    labels: Ints  # of the task, wherever answers count; -1 where words are unknown
    fixed: Bools  # the marks: they are answered with themselves, whatever a program does
    first: Ints  # what the first program answered
    right: Bools = field(init=False)  # which scored labels it got right
    worth: list[Point] = field(default_factory=list)  # of all programs that were judged

    def __post_init__(self) -> None:
        self.right = self._right(self.first)

    def answers(self, program: Program) -> Bools:
        """Which scored labels a program gets right."""
        return self._right(numbers_of(program, self.task, self.rerun))

    def allowing(self, budget: float) -> Judge:
        """The same judge with another budget."""
        return replace(self, budget=budget)

    def allows(self, program: Program, share: float = 1.0) -> bool:
        """Whether a program stays within the budget, or a share of it; it is recorded."""
        given = numbers_of(program, self.task, self.rerun)
        point = Point(program_lines(program), self.score(given), program)
        self.worth[:] = worth_having([*self.worth, point], lambda p: p.lines, lambda p: p.score)
        if self.budget == 0 and (self.right & ~self._right(given)).any():
            return False
        if self.budget and point.score < self.score(self.first) - share * self.budget:
            return False
        changed = (given != self.first)[self.labels < 0]
        return not changed.any() or bool(changed.mean() <= share * self.budget)

    def score(self, given: Ints) -> float:
        """The task's score of these answers."""
        if self.task.metric == "token":
            return float(self._right(given).mean())
        split = judged_inputs(self.task)
        places = np.full(self.rerun.words.T.shape, -1, np.int64)
        places.ravel()[self.rerun.places] = given
        return self.task.entity_scores(places.T[: len(split)], split).f1

    def _right(self, given: Ints) -> Bools:
        own = self.labels >= 0
        return np.concatenate([(given == self.labels)[own], self.fixed])


def judge_of(program: Program, task: Task, budget: float) -> Judge:
    """The judge of changes to a program, on the training and validation inputs of a task."""
    split = judged_inputs(task)
    inputs = inputs_of(split, task, program)
    right = predictions(program, task, split) == split.labels
    if task.pooled:
        places, fixed = np.asarray(inputs.scored.any(1)), right[:0]
    else:
        marks = np.zeros_like(inputs.scored)
        for here in marked(program, inputs.words).values():
            marks |= here
        places, fixed = inputs.scored & ~marks, right[(inputs.scored & marks)[: len(split)]]
    rerun = Rerun(inputs.words, places, can_rerun(program, inputs.words.shape[1]))
    labels = np.full((len(inputs.words), *split.labels.shape[1:]), -1)
    labels[: len(split)] = split.labels
    first = numbers_of(program, task, rerun)
    return Judge(task, budget, rerun, labels.T.ravel()[rerun.places], fixed, first)


def numbers_of(program: Program, task: Task, rerun: Rerun) -> Ints:
    """The task's number of the class that a program answers, wherever answers count."""
    return as_classes(program, task, rerun.labels(program))
