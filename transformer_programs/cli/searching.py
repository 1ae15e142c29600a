"""`tprog train --learner search`: look for a short, exact program instead of training a network."""

from __future__ import annotations

import os
import platform
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, fields
from pathlib import Path

import numpy as np
import typer

from ..emit import emit_files, line_count, readable
from ..program import Program
from ..search import Found, Settings, Status, search
from ..store.folder import RunRecord, write_run
from ..tasks import Task, TaskError, evaluate_program
from .console import errors, output, print_chain, print_code
from .learned import MOST_SECONDS

LONG = 200  # lines of a program that is not printed unless asked for
LARGEST = {  # settings
    "seconds": 10**8,
    "seed": 2**63 - 1,
    "sample": 10**6,
    "noise": 0.2,
    "workers": 4 * (os.cpu_count() or 1),
    "longer": 10**6,
}
EVERY = 10.0  # seconds between two reports where there is no terminal


def search_program(
    task: Task,
    given: Mapping[str, str],
    folder: Path,
    code: bool | None = None,
    yes: bool = False,
) -> None:
    """Search, write what was found into a run folder, and say what it was checked on."""
    settings = settings_of(given)
    if settings.seconds > MOST_SECONDS and not yes:
        raise TaskError(f"--set seconds: {settings.seconds:,.0f} are more than a day: give --yes")
    counts = " / ".join(f"{len(split):,}" for split in task.splits.values())
    console = errors()
    console.print(f"{task.name}: {task.description}", soft_wrap=True)
    console.print(f"  {counts} inputs to train, validate and test on")
    console.print(f"  searching for up to {settings.seconds:.0f} s of work on each core")
    with _progress() as told:
        found = search(task, settings, told)
    if found.program is None:
        output().print(str(found), soft_wrap=True)
        raise typer.Exit(1)
    write_found(folder, found, found.program)
    _print_found(found, found.program, folder, code)
    if not found.accepted:
        raise typer.Exit(1)


def settings_of(given: Mapping[str, str]) -> Settings:
    """Settings from their names and texts.

    >>> settings_of({"seconds": "30", "noise": "0.02"}).noise
    0.02
    """
    known = {field.name: field.default for field in fields(Settings)}
    values: dict[str, float] = {}
    for name, text in given.items():
        if name not in known:
            raise TaskError(f"the search has no setting {name!r}: there are {', '.join(known)}")
        kind: type[int] | type[float] = int if isinstance(known[name], int) else float
        try:
            values[name] = kind(text)
        except ValueError:
            what = "a whole number" if kind is int else "a number"
            raise TaskError(f"--set {name}: expected {what}, got {text!r}") from None
    settings = Settings(**values)  # type: ignore[arg-type]
    for name, most in LARGEST.items():
        if not 0 <= getattr(settings, name) <= most:
            raise TaskError(
                f"--set {name}: expected a number from 0 to {most:,}, got {getattr(settings, name)}"
            )
    return settings


def write_found(folder: Path, found: Found, program: Program) -> None:
    """The run folder of a search: the program with what it was checked on, its code, the record."""
    task = found.task
    spec = task.spec
    scores = {
        name: asdict(evaluate_program(program, task, split))
        for name, split in task.splits.items()
        if (split.labels >= 0).any()
    }
    record = RunRecord(
        task={"name": task.name, "settings": dict(spec.settings) if spec else None},
        config={"learner": "search", **asdict(found.settings)},
        members=[],
        best=0,
        scores=scores,
        proof="; ".join(map(str, found.checks)),
        program="",  # there is no network that this program could be proved equal to
        seconds=round(found.seconds, 2),
        steps=found.tried,
        made_with={"python": platform.python_version(), "numpy": np.__version__},
    )
    write_run(folder, program, record)


def _print_found(found: Found, program: Program, folder: Path, code: bool | None) -> None:
    console = output()
    text = emit_files(program, "program")["program.py"]
    shown = program
    if code or (code is None and text.count("\n") <= LONG):
        print_code(text)
        shown = readable(program)  # what is printed
    if not found.exact:
        console.print(str(found), soft_wrap=True)
    print_chain(shown)
    scores = evaluate_program(program, found.task)
    console.print(f"test:  {scores}", soft_wrap=True)
    console.print(
        f"size:  {len(program.steps)} steps, {line_count(program)} lines"
        + (f", cost {found.solution.cost}" if found.solution else "")
    )
    console.print(
        f"took:  {found.seconds:.1f} s ({found.cpu_seconds:.1f} s of processor time), "
        f"{found.tried:,} candidates, {found.restarts} larger samples",
        soft_wrap=True,
    )
    words = found.task.words_of(found.task.test.words[0])
    console.print(f'try:   tprog run {folder} "{" ".join(words)}"', soft_wrap=True)
    console.print(f"files: {folder}/program.py, program.json, run.json", soft_wrap=True)


@contextmanager
def _progress() -> Iterator[Callable[[Status], None]]:
    """One line that changes on a terminal; elsewhere a line a level, or every few seconds."""
    console = errors()
    if console.is_terminal:
        with console.status("searching") as line:
            yield lambda status: line.update(_reported(status))
        return
    last = [0, time.monotonic()]

    def told(status: Status) -> None:
        now = time.monotonic()
        if status.budget != last[0] or now - last[1] > EVERY:
            last[:] = [status.budget, now]
            console.print(_reported(status), soft_wrap=True)

    yield told


def _reported(status: Status) -> str:
    best = f", best so far {status.best:.2%}" if status.best else ""
    note = f": {status.note}" if status.note else ""
    return (
        f"level {status.budget}: {status.tried:,} candidates, {status.variables:,} variables"
        f"{best}, {status.seconds:.0f} s{note}"
    )
