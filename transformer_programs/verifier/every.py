"""A program against the right answers of a task: on all its inputs, or on all short ones and some.

The right answers come from the task, never from the program.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from ..dataset import Split, Task, predictions
from ..meaning.interpret import InputError, encode
from ..program import Program
from ..program.numerals import with_numerals
from ..program.values import Refusal
from ..tasks import resized

MAX_INPUTS = 20_000_000  # that are all run: at most about a minute
BLOCK = 2**15  # inputs that are run at once

Progress = Callable[[int, int], None]  # called with the number of inputs done, and the total


@dataclass(frozen=True, slots=True)
class Sweep:
    """The inputs that were run, and the first of them that was answered wrong.

    Of `count` inputs, `drawn` are those that the task drew, and the others are all inputs of up to
    `complete` words.
    """

    count: int
    complete: int
    drawn: int
    wrong: tuple[str, ...] | None = None


def sweep(program: Program, task: Task, progress: Progress = lambda done, total: None) -> Sweep:
    """Run a program on all inputs of a task, up to the first wrong answer.

    If there are more than MAX_INPUTS, all inputs of the task at a smaller length are run, then the
    inputs that the task drew for training, validation and test.
    """
    every = task if _count(task) <= MAX_INPUTS else _shorter(task)
    drawn = [] if every is task else [split for split in task.splits.values() if len(split)]
    complete, done, own = 0, 0, sum(map(len, drawn))
    total = own
    blocks: Iterator[tuple[Task, Split]] = ((task, split) for split in drawn)
    if every is not None and every.space is not None:
        complete, total = every.max_length, own + _count(every)
        blocks = chain(((every, split) for split in every.space.blocks(BLOCK)), blocks)
    for one, split in blocks:
        failed = _failed(program, one, split)
        if failed.any():
            row = int(np.argmax(failed))
            return Sweep(done + row + 1, complete, own, tuple(one.words_of(split.words[row])))
        done += len(split)
        progress(done, total)
    return Sweep(done, complete, own)


def _failed(program: Program, task: Task, split: Split) -> NDArray[np.bool_]:
    """The inputs on which some scored label is wrong. An input that is refused is wrong, too."""
    try:
        wrong = (predictions(program, task, split) != split.labels) & (split.labels >= 0)
    except Refusal:
        refused = np.array([_refuses(program, task.words_of(row)) for row in split.words], bool)
        if not refused.any():
            raise
        return refused
    failed: NDArray[np.bool_] = wrong.reshape(len(split), -1).any(axis=1)
    return failed


def _refuses(program: Program, words: list[str]) -> bool:
    try:
        encode(with_numerals(program, words), words)
    except InputError:
        return True
    return False


def _count(task: Task) -> int:
    assert task.space is not None
    return task.space.count


def _shorter(task: Task) -> Task | None:
    """The task at the largest length with at most MAX_INPUTS inputs; None where there is none."""
    found = None
    for length in range(1, task.max_length):
        made = resized(task, length)
        if made is not None and _count(made) > MAX_INPUTS:
            break
        found = made or found
    return found
