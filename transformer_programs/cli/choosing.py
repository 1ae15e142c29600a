"""What to learn: a task by name, or a user's own files; and the verb that lists the tasks."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterable, Mapping
from hashlib import sha256
from pathlib import Path
from typing import Annotated, Any

from rich.table import Table
from rich.text import Text
from typer import Argument, Option

from .. import tasks as catalogue
from ..dataset import Setting
from ..store.folder import RECORD_FILE, read_record
from ..tasks import Task, TaskError
from ..tasks.formats import SUFFIXES
from .console import print_wide

TaskName = Annotated[
    str, Argument(metavar="TASK", help="A task from `tprog tasks`, or a file of your own.")
]
TaskSettings = Annotated[
    list[str] | None,
    Option("--task", metavar="NAME=VALUE", help="Change the task: --task length=16"),
]
TaskOfProgram = Annotated[
    str | None,
    Option("--task", metavar="TASK", help="Task of a .json file; run folders store it."),
]
SettingsGiven = Annotated[
    list[str] | None,
    Option(
        "--set",
        metavar="NAME=VALUE",
        help="Change a setting, such as layers=2.",
    ),
]
Data = Annotated[
    Path | None, Option(metavar="DIR", help="Folder of the text corpora; by default $TPROG_DATA.")
]
TestFile = Annotated[
    Path | None, Option("--test", metavar="FILE", help="Test set for your own file.")
]
ValidationFile = Annotated[
    Path | None, Option("--validation", metavar="FILE", help="Validation set for your own file.")
]

YES, NO = ("yes", "true", "1", "on"), ("no", "false", "0", "off")


def task_of(
    name: str,
    texts: Iterable[str] = (),
    data: Path | None = None,
    test: Path | None = None,
    validation: Path | None = None,
    usual: Mapping[str, Setting] | None = None,
) -> Task:
    """The task that a command names, with the settings given as NAME=VALUE; else the `usual`."""
    given, corpora = pairs(texts), ", ".join(catalogue.TEXTS)
    own_files = {"test": test, "validation": validation}
    if is_file(name):
        if data is not None:
            raise TaskError(
                f"--data: works only for {', '.join(catalogue.TEXTS)}; {name} is a file"
            )
        files = {option: str(file) for option, file in own_files.items() if file is not None}
        chosen = {**(usual or {}), **_parsed(catalogue.load, given, "a file")}
        return catalogue.make(name, path=name, **files, **chosen)
    for option, file in own_files.items():
        if file is not None:
            raise TaskError(f"--{option}: works only with a file of your own, got the task {name}")
    if name.startswith(catalogue.PREFIX) and data is None:
        return catalogue.make(name, **_parsed(catalogue.regular, given, "a regular language"))
    entry = catalogue.EVERY.get(name)
    if entry is None:
        return catalogue.make(name)  # which refuses it, and says what there is
    if data is not None and name not in catalogue.TEXTS:
        raise TaskError(f"--data: works only for {corpora}, got the task {name}")
    known = inspect.signature(entry.function).parameters
    chosen = {key: value for key, value in (usual or {}).items() if key in known}
    chosen |= _parsed(entry.function, given, name) | ({} if data is None else {"data": str(data)})
    return catalogue.make(name, **chosen)


def task_of_program(path: Path, name: str | None) -> Task | None:
    """The task a program was learned for: as told, or as its run folder says."""
    if name is not None:
        return task_of(name)
    folder = path if path.is_dir() else path.parent
    if not (folder / RECORD_FILE).is_file():
        return None
    task = read_record(folder).task
    return None if task["settings"] is None else catalogue.make(task["name"], **task["settings"])


def folder_name(task: Task) -> str:
    """The name of a run folder; of a regular language, another one for each expression."""
    regex = dict(task.spec.settings).get("regex") if task.spec is not None else None
    if not isinstance(regex, str):
        return task.name
    plain = re.sub(r"\W+", "-", regex, flags=re.ASCII).strip("-")[:20]
    return f"{task.name}-{plain}-{sha256(regex.encode()).hexdigest()[:4]}"


def is_file(name: str) -> bool:
    """Whether a task is a file: it is there, or its name ends as files of data do.

    >>> is_file("mydata.jsonl.gz"), is_file("sort")
    (True, False)
    """
    if name in catalogue.EVERY or name.startswith(catalogue.PREFIX):
        return False
    path = Path(name)
    return path.is_file() or Path(path.name.removesuffix(".gz")).suffix.lower() in SUFFIXES


def pairs(texts: Iterable[str]) -> dict[str, str]:
    """Settings that are given as NAME=VALUE."""
    found = {}
    for text in texts:
        name, sign, value = text.partition("=")
        if not sign:
            raise TaskError(f"expected NAME=VALUE, such as layers=2, got {text!r}")
        found[name.strip()] = value.strip()
    return found


def parsed_settings(function: Any, given: Mapping[str, str], what: str) -> dict[str, Any]:
    """Settings with the types that a function wants; others are refused."""
    known = inspect.signature(function).parameters
    for name in given:
        if name not in known:
            raise TaskError(f"{what} has no setting {name!r}: choose from {', '.join(known)}")
    return _parsed(function, given, what)


def _parsed(function: Any, given: Mapping[str, str], task: str) -> dict[str, Any]:
    """The settings of a task with the types that its function wants; `make` refuses others."""
    kinds = {name: str(p.annotation) for name, p in inspect.signature(function).parameters.items()}
    return {
        name: _value_of(text, kinds.get(name, ""), f"--task {name}", f" for {task}")
        for name, text in given.items()
    }


def _value_of(text: str, kind: str, option: str, of: str) -> str | float | bool | None:
    """A value from its text and the name of its type.

    >>> _value_of("3", "int | None", "", ""), _value_of("no", "bool", "", "")
    (3, False)
    """
    if "None" in kind and text.lower() in ("", "none"):
        return None
    try:
        if "bool" in kind:
            noun = "yes or no"
            return {**dict.fromkeys(YES, True), **dict.fromkeys(NO, False)}[text.lower()]
        noun = "a whole number" if "int" in kind else "a number"
        return int(text) if "int" in kind else float(text) if "float" in kind else text
    except (KeyError, ValueError):
        raise TaskError(f"{option}: expected {noun}{of}, got {text!r}") from None


def tasks(
    every: Annotated[
        bool, Option("--all", help="Also show the further tasks with examples.")
    ] = False,
) -> None:
    """List the tasks, with examples.

    Example: `tprog tasks`
    """
    further, names = (
        catalogue.MORE | catalogue.REGULAR,
        ", ".join(catalogue.MORE | catalogue.REGULAR),
    )
    parts: tuple[Table | str, ...] = (
        _listed(catalogue.TASKS),
        "\nFurther tasks:\n" if every else f"\nFurther tasks (--all shows examples): {names}",
        *([_listed(further)] if every else []),
        "\nText corpora (in the folder given by --data or TPROG_DATA):\n",
        _listed(catalogue.TEXTS),
        f"\nOr your own file ({', '.join(SUFFIXES)}; each also as .gz), with tokens and tags or "
        "with text and label.\n\nChange a setting with --task NAME=VALUE.",
    )
    for shown in parts:
        print_wide(shown, most=100)


def _listed(entries: dict[str, catalogue.TaskEntry]) -> Table:
    table = Table("task", "description and settings", "example", box=None, pad_edge=False)
    for name, entry in entries.items():
        example = f"{' '.join(entry.example)}\n{' '.join(label or '.' for label in entry.target)}"
        chosen = " ".join(f"{key}={v}" for key, v in entry.settings.items() if v is not None)
        table.add_row(name, Text.assemble(entry.description, "\n", (chosen, "dim")), Text(example))
    return table
