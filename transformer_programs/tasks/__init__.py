"""The tasks, by name.

>>> task = make("sort", samples=100)
>>> task.words_of(task.test.words[0])[0], make(task.spec.name, **dict(task.spec.settings)).name
('<s>', 'sort')
"""

from __future__ import annotations

import difflib
import inspect
from collections import ChainMap
from collections.abc import Callable, Iterable

from ..dataset import Setting, Split, Task, TaskError, evaluate_program
from .drawing import MIN_SAMPLES
from .formats import DataError
from .further import QUESTIONS
from .own_files import load
from .paper import TASKS, double_hist, dyck1, dyck2, hist, induction, most_freq, reverse, sort
from .question import TaskEntry, check_kinds
from .regular import PREFIX, REGULAR, regular
from .texts import TEXTS, ag_news, conll, mr, subj, trec

__all__ = [
    "ALL_TASKS",
    "FURTHER",
    "PREFIX",
    "REGULAR",
    "TASKS",
    "TEXTS",
    "DataError",
    "Split",
    "Task",
    "TaskEntry",
    "TaskError",
    "ag_news",
    "check_kinds",
    "conll",
    "double_hist",
    "dyck1",
    "dyck2",
    "evaluate_program",
    "hist",
    "induction",
    "load",
    "make",
    "most_freq",
    "mr",
    "regular",
    "resized",
    "reverse",
    "sort",
    "subj",
    "trec",
]


FURTHER: dict[str, TaskEntry] = {
    name: question.entry(question.maker(name)) for name, question in QUESTIONS.items()
}
ALL_TASKS = ChainMap(TASKS, FURTHER, REGULAR, TEXTS)  # a task that is added to TASKS is there, too


def make(name: str, **settings: Setting) -> Task:
    """Make a task by its name; settings that are not given keep their defaults.

    With `path`, the task is read from your own file. A regular language may also be given as
    "regex:" and its expression.

    >>> make("srot")
    Traceback (most recent call last):
    transformer_programs.dataset.labelled.TaskError: no task 'srot': did you mean 'sort'? Choose \
from induction, reverse, hist, double_hist, sort, most_freq, dyck1, dyck2, conll, trec, mr, subj, \
ag_news and more; `tprog tasks` lists all
    """
    own = "path" in settings
    if not own and name.startswith(PREFIX):
        name, settings = "regular", {"regex": name.removeprefix(PREFIX), **settings}
    if not own and name not in ALL_TASKS:
        hint = _nearest(name, ALL_TASKS, TASKS | TEXTS)
        raise TaskError(f"no task {name!r}: {hint} and more; `tprog tasks` lists all")
    function: Callable[..., Task] = load if own else ALL_TASKS[name].function
    known = inspect.signature(function).parameters
    for setting in settings:
        if setting not in known:
            what = "a file" if own else name
            raise TaskError(f"{what} has no setting {setting!r}: {_nearest(setting, known)}")
    if own or name in TEXTS or name in REGULAR:
        check_kinds(function, settings)
    return function(**settings)


def resized(task: Task, length: int, samples: int = MIN_SAMPLES, seed: int = 0) -> Task | None:
    """The same task with another maximum length; None where it has no length to set.

    >>> resized(make("sort", samples=100), length=4).input_count
    30
    """
    if task.spec is None or task.spec.name not in ALL_TASKS:
        return None
    settings = dict(task.spec.settings)
    if not isinstance(settings.get("length"), int) or "samples" not in settings:
        return None
    settings |= {"length": length, "samples": samples, "seed": seed}
    try:
        return make(task.spec.name, **settings)
    except TaskError:
        return None


def _nearest(wrong: object, right: Iterable[str], listed: Iterable[str] | None = None) -> str:
    """The nearest right name, if one is near, then those to list (by default all)."""
    names = list(right)
    near = difflib.get_close_matches(str(wrong).lower(), names, n=1, cutoff=0.5)
    shown = ", ".join(names if listed is None else listed)
    return (f"did you mean {near[0]!r}? Choose from " if near else "choose from ") + shown
