"""Says whether a changed program is still good enough at a task, and quickly."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from ..dataset import NO_CLASS, Split, Task, answers, marked, translated
from ..program import Program, live, types
from ..program.steps import Answer, Classifier
from ..program.values import symbol
from .lines import program_lines
from .rerun import Rerun, can_rerun
from .unknown import unknown_copies

Bools = NDArray[np.bool_]
Ints = NDArray[np.integer]


@dataclass(frozen=True, slots=True)
class Point:
    """A program on the way: how long it was and how much of the data it got right."""

    lines: int
    accuracy: float


@dataclass(slots=True, eq=False)
class Judge:
    """What the first program got right, and how much of it a changed one may get wrong.

    Where words are unknown nobody knows what is right: of the answers there, as large a share may
    change.
    """

    task: Task
    split: Split
    budget: float
    answers: Callable[[Program], Bools]  # which scored labels a program gets right
    right: Bools
    rerun: Rerun | None
    elsewhere: Callable[[Program], Ints]  # what a program answers where words are unknown
    before: Ints  # what the first program answered there
    curve: list[Point] = field(default_factory=list)

    def allowing(self, budget: float) -> Judge:
        """The same judge with another budget."""
        return replace(self, budget=budget)

    def allows(self, program: Program, share: float = 1.0) -> bool:
        """Whether a program stays within the budget, or a share of it; it is recorded."""
        right = self.answers(program)
        self.curve.append(Point(program_lines(program), float(right.mean())))
        if self.budget == 0 and (self.right & ~right).any():
            return False
        if self.budget and right.mean() < self.right.mean() - share * self.budget:
            return False
        changed = self.elsewhere(program) != self.before
        return not changed.any() or bool(changed.mean() <= share * self.budget)


def judged_inputs(task: Task) -> Split:
    """The training and validation inputs of a task."""
    splits = [split for split in (task.train, task.validation) if len(split)]
    return Split(
        np.concatenate([split.words for split in splits]),
        np.concatenate([split.labels for split in splits]),
    )


def judge_of(program: Program, task: Task, budget: float) -> Judge:
    """The judge of changes to a program, on the training and validation inputs of a task."""
    split = judged_inputs(task)
    words = translated(split.words, task.vocabulary, program.vocabulary)
    scored = split.labels >= 0
    rows, copies = unknown_copies(words, program.vocabulary)
    if task.pooled or not can_rerun(program, words.shape[1]):

        def right(changed: Program) -> Bools:
            return np.asarray((answers(changed, task, words, scored) == split.labels)[scored])

        def elsewhere(changed: Program) -> Ints:
            return answers(changed, task, copies, scored[rows])[scored[rows]]

        rerun = None
    else:
        marks = np.zeros_like(scored)
        fixed: list[Bools] = []  # the marks are answered with themselves, whatever a program does
        for mark, here in marked(program, words).items():
            own = task.classes.index(mark) if mark in task.classes else NO_CLASS
            fixed.append(split.labels[here & scored] == own)
            marks |= here
        rerun, again = Rerun(words, scored & ~marks), Rerun(copies, (scored & ~marks)[rows])
        labels = split.labels.T.ravel()[rerun.places]

        def right(changed: Program) -> Bools:
            return np.concatenate([_given(changed, task, rerun) == labels, *fixed])

        def elsewhere(changed: Program) -> Ints:
            return _given(changed, task, again) if len(rows) else rows

    return Judge(task, split, budget, right, right(program), rerun, elsewhere, elsewhere(program))


def _given(program: Program, task: Task, rerun: Rerun) -> Ints:
    """The task's number of the class that a program answers, wherever answers count."""
    if isinstance(program.output, Answer):
        name = program.output.reads
        return _named(program, task, rerun.at_places(program, (name,))[name])
    return np.asarray(_classes(program, task)[rerun.winners(program)])


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
