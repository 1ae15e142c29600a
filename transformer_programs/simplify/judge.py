"""Says whether a changed program is still good enough at a task, and quickly."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from ..infer import live
from ..program import Program, types
from ..score import NO_CLASS, predictions, translated
from ..steps import Answer, Classifier
from ..task import Split, Task
from ..values import symbol
from .lines import program_lines
from .rerun import Rerun, can_rerun

Bools = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Point:
    """A program on the way: how long it was and how much of the data it got right."""

    lines: int
    accuracy: float


@dataclass(slots=True, eq=False)
class Judge:
    """What the first program got right, and how much of it a changed one may get wrong."""

    task: Task
    split: Split
    budget: float
    answers: Callable[[Program], Bools]  # which scored labels a program gets right
    right: Bools
    rerun: Rerun | None
    curve: list[Point] = field(default_factory=list)

    def allowing(self, budget: float) -> Judge:
        """The same judge with another budget."""
        return replace(self, budget=budget)

    def allows(self, program: Program, share: float = 1.0) -> bool:
        """Whether a program stays within the budget, or a share of it; it is recorded."""
        right = self.answers(program)
        self.curve.append(Point(program_lines(program), float(right.mean())))
        if self.budget == 0:
            return not (self.right & ~right).any()
        return bool(right.mean() >= self.right.mean() - share * self.budget)


def judge_of(program: Program, task: Task, budget: float) -> Judge:
    """The judge of changes to a program, on the training and validation inputs of a task."""
    splits = [split for split in (task.train, task.validation) if len(split)]
    split = Split(
        np.concatenate([split.words for split in splits]),
        np.concatenate([split.labels for split in splits]),
    )
    words = translated(split.words, task.vocabulary, program.vocabulary)
    if task.pooled or not can_rerun(program, words.shape[1]):
        return _plain_judge(program, task, split, budget)
    scored = split.labels >= 0
    marked = np.isin(words, _marks(program)) & scored
    rerun = Rerun(words, scored & ~marked)
    # The marks are answered with themselves, whatever the program does.
    by_name = np.array(
        [task.classes.index(m) if m in task.classes else NO_CLASS for m in program.vocabulary.words]
    )
    fixed = by_name[words[marked]] == split.labels[marked]
    labels = split.labels.T.ravel()[rerun.places]

    def answers(changed: Program) -> Bools:
        if isinstance(changed.output, Answer):
            name = changed.output.reads
            given = _named(changed, task, rerun.at_places(changed, (name,))[name])
        else:
            given = _classes(changed, task)[rerun.winners(changed)]
        return np.concatenate([given == labels, fixed])

    return Judge(task, split, budget, answers, answers(program), rerun)


def _plain_judge(program: Program, task: Task, split: Split, budget: float) -> Judge:
    scored = split.labels >= 0

    def answers(changed: Program) -> Bools:
        return np.asarray((predictions(changed, task, split) == split.labels)[scored])

    return Judge(task, split, budget, answers, answers(program), None)


def _marks(program: Program) -> list[int]:
    vocabulary = program.vocabulary
    marks = (vocabulary.begin, vocabulary.end)
    return [vocabulary.words.index(mark) for mark in marks if mark is not None]


def _classes(program: Program, task: Task) -> NDArray[np.int_]:
    """The task's number of each class of a program."""
    assert isinstance(program.output, Classifier)
    number = {name: i for i, name in enumerate(task.classes)}
    return np.array([number.get(name, NO_CLASS) for name in program.output.classes])


def _named(program: Program, task: Task, values: NDArray[np.int_]) -> NDArray[np.int_]:
    """The task's number of the class that each value of the answer names."""
    assert isinstance(program.output, Answer)
    type = types(program)[program.output.reads]
    number = {name: i for i, name in enumerate(task.classes)}
    found, place = np.unique(values, return_inverse=True)
    named = [number.get(str(symbol(type, int(value))), NO_CLASS) for value in found]
    return np.array(named, dtype=np.int_)[place.ravel()]


def without_dead(program: Program) -> Program:
    """The program without the steps that nothing reads."""
    alive = live(program) or {program.steps[0].out.name}
    return replace(program, steps=tuple(s for s in program.steps if s.out.name in alive))
