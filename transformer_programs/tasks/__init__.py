"""Tasks: what can be learned, by name.

>>> task = make("sort", samples=100)
>>> task.words_of(task.test.words[0])[0], make(task.spec.name, **dict(task.spec.settings)).name
('<s>', 'sort')
"""

from __future__ import annotations

import difflib
import inspect
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from . import oracles, rasp
from .rasp import double_hist, dyck1, dyck2, hist, induction, most_freq, reverse, sort
from .score import evaluate_program
from .task import (
    InputSpace,
    Oracle,
    Scores,
    Setting,
    Split,
    Task,
    TaskError,
    TaskSpec,
    accuracy,
)

__all__ = [
    "TASKS",
    "InputSpace",
    "Scores",
    "Setting",
    "Split",
    "Task",
    "TaskEntry",
    "TaskError",
    "TaskSpec",
    "accuracy",
    "double_hist",
    "dyck1",
    "dyck2",
    "evaluate_program",
    "hist",
    "induction",
    "make",
    "most_freq",
    "reverse",
    "sort",
]


@dataclass(frozen=True, slots=True)
class TaskEntry:
    """A task that can be made: how, what it asks, and an example input."""

    function: Callable[..., Task]
    description: str
    oracle: Oracle
    example: tuple[str, ...]

    @property
    def target(self) -> list[str | None]:
        """What is right for the example; None where nothing is scored.

        >>> TASKS["most_freq"].target
        [None, 'b', 'a', 'c', '<s>']
        """
        return self.oracle(self.example)

    @property
    def settings(self) -> dict[str, Setting]:
        """The settings and their defaults.

        >>> TASKS["dyck1"].settings
        {'length': 16, 'samples': 20000, 'seed': 0}
        """
        parameters = inspect.signature(self.function).parameters
        return {name: parameter.default for name, parameter in parameters.items()}


def _entry(function: Callable[..., Task], oracle: Oracle, example: str) -> TaskEntry:
    description = rasp.DESCRIPTIONS[function.__name__]
    return TaskEntry(function, description, oracle, tuple(example.split()))


TASKS: dict[str, TaskEntry] = {
    "induction": _entry(induction, oracles.induction, "<s> a 1 b 0 b 0 a"),
    "reverse": _entry(reverse, oracles.reverse, "<s> 3 1 1 2 </s>"),
    "hist": _entry(hist, oracles.hist, "<s> a b b c"),
    "double_hist": _entry(double_hist, oracles.double_hist, "<s> a b b c"),
    "sort": _entry(sort, oracles.sort, "<s> 3 1 1 2 </s>"),
    "most_freq": _entry(most_freq, oracles.most_freq, "<s> a b b c"),
    "dyck1": _entry(dyck1, oracles.dyck, "<s> ( ) ( ) )"),
    "dyck2": _entry(dyck2, oracles.dyck, "<s> ( { } ) ( }"),
}


def make(name: str, **settings: Setting) -> Task:
    """The task of that name. Settings that are not given have their defaults.

    >>> make("srot")
    Traceback (most recent call last):
    transformer_programs.tasks.task.TaskError: no task 'srot': did you mean 'sort'? There are \
induction, reverse, hist, double_hist, sort, most_freq, dyck1, dyck2.
    """
    if name not in TASKS:
        raise TaskError(f"no task {name!r}: {_nearest(name, TASKS)}")
    entry = TASKS[name]
    for setting in settings:
        if setting not in entry.settings:
            hint = _nearest(setting, entry.settings)
            raise TaskError(f"{name} has no setting {setting!r}: {hint}")
    return entry.function(**settings)


def _nearest(wrong: object, right: Iterable[str]) -> str:
    """The nearest right name, if one is near, then all of them."""
    names = list(right)
    near = difflib.get_close_matches(str(wrong).lower(), names, n=1, cutoff=0.5)
    return (f"did you mean {near[0]!r}? " if near else "") + f"There are {', '.join(names)}."
