"""The argument TASK of the verbs: a task by name, or a user's own files, with settings."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

from .. import tasks as catalogue
from ..dataset import Setting
from ..store.folder import RECORD_FILE, read_record
from ..tasks import Task, TaskError
from ..tasks.formats import SUFFIXES
from .console import refuse_unused

BOOLEANS = dict.fromkeys(("yes", "true", "1"), True) | dict.fromkeys(("no", "false", "0"), False)
KINDS: dict[str, tuple[str, Callable[[str], Any]]] = {  # of settings: what is expected, its parser
    "bool": ("yes or no", lambda text: BOOLEANS[text.lower()]),
    "int": ("a whole number", int),
    "float": ("a number", float),
    "": ("a text", str),
}


@dataclass(frozen=True, slots=True)
class TaskChoice:
    """The task that a command asks for, as its options say it."""

    name: str
    settings: Iterable[str] | None = None  # NAME=VALUE
    data: Path | None = None
    test: Path | None = None
    validation: Path | None = None
    columns: str | None = None

    def make(self, defaults: Mapping[str, Setting] | None = None) -> Task:
        """The task, with `defaults` for settings that are not given."""
        own = self.is_file
        if not own:
            files = {n: getattr(self, n[2:]) for n in ("--test", "--validation", "--columns")}
            refuse_unused(files, f"works only with a file of your own, got {self.name}")
        if self.data is not None and self.name not in catalogue.TEXTS:
            corpora = ", ".join(catalogue.TEXTS)
            raise TaskError(f"--data: works only for {corpora}, got {self.name}")
        if own:
            function: Callable[..., Task] = catalogue.load
        elif self.name.startswith(catalogue.PREFIX):
            function = catalogue.regular
        elif self.name in catalogue.ALL_TASKS:
            function = catalogue.ALL_TASKS[self.name].function
        else:
            return catalogue.make(self.name)  # refuses it, with the nearest name
        known = inspect.signature(function).parameters
        chosen = {key: value for key, value in (defaults or {}).items() if key in known}
        chosen |= parsed(function, pairs(self.settings or ()), "a file" if own else self.name)
        paths = {name: getattr(self, name) for name in ("test", "validation", "data")}
        paths |= {"path": self.name if own else None}
        chosen |= {name: str(path) for name, path in paths.items() if path is not None}
        return catalogue.make(self.name, **chosen, **columns_of(self.columns))

    @property
    def is_file(self) -> bool:
        """Whether the task is a file: it exists, or its name ends as data files do.

        >>> TaskChoice("mydata.jsonl.gz").is_file, TaskChoice("sort").is_file
        (True, False)
        """
        if self.name in catalogue.ALL_TASKS or self.name.startswith(catalogue.PREFIX):
            return False
        path = Path(self.name)
        return path.is_file() or Path(path.name.removesuffix(".gz")).suffix.lower() in SUFFIXES


def task_of_program(path: Path, name: str | None) -> Task | None:
    """The task a program was learned for: the one given, or that of its run folder."""
    if name is not None:
        return TaskChoice(name).make()
    folder = path if path.is_dir() else path.parent
    if not (folder / RECORD_FILE).is_file():
        return None
    task = read_record(folder).task
    return None if task["settings"] is None else catalogue.make(task["name"], **task["settings"])


def folder_name(task: Task) -> str:
    """The name of a run folder; regular languages have one per expression."""
    regex = dict(task.spec.settings).get("regex") if task.spec is not None else None
    if not isinstance(regex, str):
        return task.name
    plain = re.sub(r"\W+", "-", regex, flags=re.ASCII).strip("-")[:20]
    return f"{task.name}-{plain}-{sha256(regex.encode()).hexdigest()[:4]}"


# --- settings -------------------------------------------------------------------------------------


def pairs(texts: Iterable[str]) -> dict[str, str]:
    """Settings that are given as NAME=VALUE."""
    found = {}
    for text in texts:
        name, sign, value = text.partition("=")
        if not sign:
            raise TaskError(f"expected NAME=VALUE, such as layers=2, got {text!r}")
        found[name.strip()] = value.strip()
    return found


def columns_of(text: str | None) -> dict[str, str]:
    """The settings that --columns INPUT,LABEL stands for."""
    if text is None:
        return {}
    names = [name.strip() for name in text.split(",")]
    if len(names) != 2 or not all(names):
        raise TaskError(f"--columns: expected INPUT,LABEL, such as message,category, got {text!r}")
    return {"input": names[0], "label": names[1]}


def parsed(function: Any, given: Mapping[str, str], what: str) -> dict[str, Any]:
    """Settings with the types of a function's parameters; `make` refuses unknown ones.

    >>> parsed(catalogue.sort, {"length": "3"}, "sort")
    {'length': 3}
    """
    known, found = inspect.signature(function).parameters, dict[str, Any]()
    for name, text in given.items():
        kind = str(known[name].annotation) if name in known else ""
        noun, parse = next(KINDS[word] for word in KINDS if word in kind)
        try:
            none = "None" in kind and text.lower() in ("", "none")
            found[name] = None if none else parse(text)
        except (KeyError, ValueError):
            raise TaskError(f"--task {name}: expected {noun} for {what}, got {text!r}") from None
    return found
