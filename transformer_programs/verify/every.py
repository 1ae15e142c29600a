"""A program against the right answers of a task, on every input there is.

Inputs are run in blocks, in the order in which the task lists them, so that memory stays small
however many there are. The right answers come from the task, never from the program.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ..dataset import Scores, Split, Task, predictions
from ..program import Program

BLOCK = 2**15  # inputs that are run at once
MOST_RUN = 2**31  # inputs of a task that can be run: an hour or two

Told = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class Wrong:
    """The first input, in the order of the task, that is answered wrong: its number and words."""

    number: int
    tokens: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Sweep:
    """How many inputs were run, from which on; the first that was answered wrong."""

    start: int
    stop: int
    wrong: Wrong | None = None


def sweep(
    program: Program, task: Task, start: int = 0, told: Told = lambda done, count: None
) -> Sweep:
    """Run a program on every input of a task, block by block; stops at a wrong answer.

    `start` is the number of an input: what comes before its block is left out. `told` how many
    inputs are done, so that a run that was stopped can go on from there.
    """
    begin = done = start - start % BLOCK
    for split, wrong in _blocks(program, task, begin, told):
        failed = wrong.any(axis=1)
        if failed.any():
            row = int(np.argmax(failed))
            first = Wrong(done + row, tuple(task.words_of(split.words[row])))
            return Sweep(begin, done + len(split), first)
        done += len(split)
    return Sweep(begin, done)


def tally(program: Program, task: Task, told: Told = lambda done, count: None) -> Scores:
    """How right a program is on every input of a task, however many there are."""
    inputs = labels = missed = failed = 0
    for split, wrong in _blocks(program, task, 0, told):
        inputs, labels = inputs + len(split), labels + int((split.labels >= 0).sum())
        missed, failed = missed + int(wrong.sum()), failed + int(wrong.any(axis=1).sum())
    return Scores(inputs, labels, 1 - missed / labels, None, 1 - failed / inputs)


def _blocks(
    program: Program, task: Task, first: int, told: Told
) -> Iterator[tuple[Split, npt.NDArray[np.bool_]]]:
    """Blocks of inputs, and which of their labels are answered wrong: (inputs, labels)."""
    space = task.space
    assert space is not None
    for start in range(first, space.count, BLOCK):
        split = space.between(start, min(start + BLOCK, space.count))
        wrong = (predictions(program, task, split) != split.labels) & (split.labels >= 0)
        yield split, wrong.reshape(len(split), -1)
        told(start + len(split), space.count)
