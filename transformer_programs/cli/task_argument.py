"""The argument TASK of the verbs: a task by name, or a user's own files, with settings."""

from __future__ import annotations

import re
from collections.abc import Iterable
from hashlib import sha256
from pathlib import Path

from .. import tasks
from ..store.folder import RECORD_FILE, TaskRecord, read_record
from ..tasks import Task, TaskError
from .console import refuse_unused


def task_settings_of(
    name: str,
    settings: Iterable[str] | None = None,
    data: Path | None = None,
    test: Path | None = None,
    validation: Path | None = None,
    columns: str | None = None,
) -> dict[str, str]:
    """The options of a command about its task, as settings for `tasks.make(name, **settings)`."""
    from_file = tasks.is_file(name)
    if not from_file:
        files = {"--test": test, "--validation": validation, "--columns": columns}
        refuse_unused(files, f"works only with a file of your own, got {name}")
    if data is not None and name not in tasks.TEXTS:
        raise TaskError(f"--data: works only for {', '.join(tasks.TEXTS)}, got {name}")
    options = {"test": test, "validation": validation, "data": data, "columns": columns}
    options |= {"path": name} if from_file else {}
    given = {option: str(value) for option, value in options.items() if value is not None}
    return given | pairs(settings or ())


def task_of_program(path: Path, name: str | None) -> Task | None:
    """The task a program was learned for: the one given, or that of its run folder."""
    if name is not None:
        return tasks.make(name, **task_settings_of(name))
    task = recorded_task(path)
    if task is None or task["settings"] is None:
        return None
    return tasks.make(task["name"], **task["settings"])


def recorded_task(program: Path) -> TaskRecord | None:
    """The task in the record of a program's run folder, if there is one."""
    folder = program if program.is_dir() else program.parent
    return read_record(folder).task if (folder / RECORD_FILE).is_file() else None


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
