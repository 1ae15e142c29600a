"""Checks of a found program: on all inputs of its task, and on samples of longer ones."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from ..dataset import Split, Task, predictions
from ..program import Program
from ..tasks import resized
from ..verifier.every import sweep
from ..verifier.finite_state import NotBounded, every_length
from .domain import Ints

FACTORS = (2, 4, 8)  # how much longer than the inputs of the task are those of further checks


@dataclass(frozen=True, slots=True, eq=False)
class Evidence:
    """Inputs a program was run on: which, how many, how many were answered right throughout."""

    what: str
    kind: str  # exhaustive, sampled, given, refuted; proved: `inputs` are states of a machine
    inputs: int
    right: int
    wrong_rows: Ints  # a few of the inputs that were answered wrong

    @property
    def passed(self) -> bool:
        return self.right == self.inputs

    def __str__(self) -> str:
        if self.kind == "proved":
            return f"right on every input of every length ({self.inputs:,} states)"
        if self.kind == "refuted":
            return f"wrong on {self.what}"
        inputs = f"{self.inputs:,} {self.what}"
        how = "" if self.kind == "given" else f" ({self.kind})"
        if self.right == self.inputs:
            return f"right on {'all ' if self.kind != 'sampled' else ''}{inputs}{how}"
        return f"right on {self.right / self.inputs:.2%} of {inputs}{how}"


def check_split(program: Program, task: Task, split: Split, what: str, kind: str) -> Evidence:
    """Run a program on labelled inputs; an input counts where every label is right."""
    given = predictions(program, task, split)
    wrong = (given != split.labels) & (split.labels >= 0)
    failed = wrong.reshape(len(split), -1).any(axis=1)
    rows = split.words[np.flatnonzero(failed)[:8]]
    return Evidence(what, kind, len(split), len(split) - int(failed.sum()), rows)


def check_known(program: Program, task: Task) -> Evidence:
    """All inputs of the task where they can be listed; else those it holds."""
    every = task.all_inputs()
    if every is not None:
        return check_split(program, task, every, "inputs of the task", "exhaustive")
    if task.oracle is not None:
        split = _together(task.splits.values())
        return check_split(program, task, split, "inputs of the task", "sampled")
    # Where nobody can say what is right, the test inputs are left for the test.
    what = "training and validation inputs" if len(task.validation) else "examples"
    split = _together([task.train, task.validation])
    return check_split(program, task, split, what, "given")


def _together(splits: Iterable[Split], most: int | None = None) -> Split:
    """The first inputs of several splits, as one."""
    some = [split for split in splits if len(split)]
    words, labels = ([getattr(split, name) for split in some] for name in ("words", "labels"))
    return Split(np.concatenate(words)[:most], np.concatenate(labels)[:most])


def check_every_length(program: Program, task: Task) -> Evidence | None:
    """Proved or refuted by the automaton of a regular task; None where that cannot be.

    The automaton knows the shortest input on which a program is wrong.
    """
    automaton = None if task.space is None else task.space.automaton
    if automaton is None:
        return None
    try:
        found = every_length(program, automaton)
    except NotBounded:
        return None
    none = np.zeros((0, task.max_length), np.int32)
    if found.differs is None:
        return Evidence("inputs", "proved", found.states, found.states, none)
    return Evidence(" ".join(found.differs), "refuted", 1, 0, none)


def check_short(program: Program, task: Task) -> Evidence:
    """All inputs of a task that has too many, up to a length, and those it holds.

    It takes up to a minute: the search itself does without.
    """
    found = sweep(program, task)
    what = f"inputs, including all of up to {found.complete} words"
    none = np.zeros((0, task.max_length), np.int32)
    return Evidence(what, "sampled", found.count, found.count - (found.wrong is not None), none)


def longer_task(task: Task, factor: int, samples: int, seed: int = 1) -> Task | None:
    """The same task on longer inputs; None where it has no length to set."""
    length = dict(task.spec.settings).get("length") if task.spec is not None else None
    return resized(task, factor * length, samples, seed) if isinstance(length, int) else None


def check_longer(program: Program, longer: Task, most: int | None = None) -> Evidence:
    """The first inputs of the same task at a longer length."""
    what = f"inputs of up to {longer.max_length} words"
    return check_split(program, longer, _together(longer.splits.values(), most), what, "sampled")
