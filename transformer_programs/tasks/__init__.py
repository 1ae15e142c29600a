"""The tasks, by name.

>>> task = make("sort", samples=100)
>>> task.words_of(task.test.words[0])[0], make(task.spec.name, **dict(task.spec.settings)).name
('<s>', 'sort')
"""

from __future__ import annotations

import inspect
from collections import ChainMap
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from ..dataset import Setting as Setting
from ..dataset import Split as Split
from ..dataset import Task as Task
from ..dataset import TaskError as TaskError
from ..dataset import evaluate_program as evaluate_program
from ..program.values import suggestion
from .formats import SUFFIXES
from .formats import DataError as DataError
from .further import FURTHER as FURTHER
from .own_files import load as load
from .paper import TASKS as TASKS
from .paper import double_hist as double_hist
from .paper import dyck1 as dyck1
from .paper import dyck2 as dyck2
from .paper import hist as hist
from .paper import induction as induction
from .paper import most_freq as most_freq
from .paper import reverse as reverse
from .paper import sort as sort
from .question import MIN_SAMPLES
from .question import TaskEntry as TaskEntry
from .regular import PREFIX as PREFIX
from .regular import REGULAR as REGULAR
from .regular import regular as regular
from .texts import TEXTS as TEXTS
from .texts import ag_news as ag_news
from .texts import conll as conll
from .texts import mr as mr
from .texts import subj as subj
from .texts import trec as trec

ALL_TASKS = ChainMap(TASKS, FURTHER, REGULAR, TEXTS)  # a task that is added to TASKS is there, too
BOOLEANS = dict.fromkeys(("yes", "true", "1"), True) | dict.fromkeys(("no", "false", "0"), False)


def make(name: str, **settings: Setting) -> Task:
    """Make a task by its name; settings that are not given keep their defaults.

    Settings may be texts, such as "8". With `path`, the task is read from your own file. A regular
    language may also be given as "regex:" and its expression.

    >>> make("srot")
    Traceback (most recent call last):
    transformer_programs.dataset.labelled.TaskError: no task 'srot': did you mean 'sort'? \
(`tprog tasks --all` lists all)
    """
    if "path" in settings:
        return load(**checked(load, settings, "a file"))
    if name.startswith(PREFIX):
        name, settings = "regular", {"regex": name.removeprefix(PREFIX), **settings}
    if name not in ALL_TASKS:
        hint = suggestion(name, ALL_TASKS, TASKS | TEXTS)
        raise TaskError(f"no task {name!r}: {hint} (`tprog tasks --all` lists all)")
    function = ALL_TASKS[name].function
    return function(**checked(function, settings, name))


def checked(
    function: Callable[..., Task], settings: Mapping[str, Setting], what: str
) -> dict[str, Any]:
    """Settings with the types of a function's parameters; texts are read as such values.

    >>> checked(sort, {"length": "3"}, "sort")
    {'length': 3}
    """
    known, found = inspect.signature(function).parameters, dict[str, Any]()
    for name, value in settings.items():
        if name not in known:
            raise TaskError(f"{what} has no setting {name!r}: {suggestion(name, known)}")
        kind = str(known[name].annotation)
        wanted: type = bool if "bool" in kind else int if "int" in kind else str
        found[name] = value
        if isinstance(value, str) and "None" in kind and value.lower() in ("", "none"):
            found[name] = None
        elif isinstance(value, str) and wanted is not str:
            with suppress(KeyError, ValueError):
                found[name] = BOOLEANS[value.lower()] if wanted is bool else int(value)
        right = type(found[name]) is wanted or (found[name] is None and "None" in kind)
        if not right or (name == "seed" and not 0 <= found[name] < 2**32):
            nouns = {bool: "yes or no", int: "a whole number", str: "a text"}
            noun = "a whole number from 0 to 2**32 - 1" if name == "seed" else nouns[wanted]
            raise TaskError(f"{what}, {name}: expected {noun}, got {value!r}")
    return found


def is_file(name: str) -> bool:
    """Whether the name of a task is that of a file: it exists, or ends as data files do.

    >>> is_file("mydata.jsonl.gz"), is_file("sort")
    (True, False)
    """
    if name in ALL_TASKS or name.startswith(PREFIX):
        return False
    path = Path(name)
    return path.is_file() or Path(path.name.removesuffix(".gz")).suffix.lower() in SUFFIXES


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
