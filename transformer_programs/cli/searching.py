"""The verb that searches: a short, exact program from examples, without a network."""

from __future__ import annotations

import os
import platform
from collections.abc import Mapping
from dataclasses import asdict, fields
from pathlib import Path
from typing import Annotated

import numpy as np
import typer

from ..dataset import evaluate_program
from ..emit import emit_files, line_count, readable
from ..program import Program
from ..search import Found, Settings, Status
from ..search import search as search_task
from ..store.folder import RunRecord, write_run
from ..store.locks import locked
from . import choosing, training
from .console import OptionError, print_chain, print_code, reporting, say
from .learned import MOST_SECONDS, print_plan

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


def search(
    task: choosing.TaskName,
    seconds: Annotated[
        float | None, typer.Option(min=0, help="How long each core may work at most.")
    ] = None,
    jobs: Annotated[
        int | None,
        typer.Option(min=1, help="Processes at once. Any number finds the same; more are faster."),
    ] = None,
    settings: choosing.SettingsGiven = None,
    task_settings: choosing.TaskSettings = None,
    data: choosing.Data = None,
    test: choosing.TestFile = None,
    validation: choosing.ValidationFile = None,
    out: training.RunFolder = None,
    code: training.Code = None,
    yes: training.Yes = False,
) -> None:
    """Search for a short program that is right on every input.

    Nothing is trained. Programs are enumerated by their length; the first that answers every
    example, and every other input of the task that can be listed, is kept.

    Example: `tprog search most_freq`

    Example: `tprog search examples.jsonl --seconds 60 --set seed=1`
    """
    made = choosing.task_of(task, task_settings or (), data, test, validation)
    options = {"seconds": seconds, "workers": jobs}
    given = choosing.pairs(settings or ())
    given |= {name: f"{value}" for name, value in options.items() if value is not None}
    folder = out or Path("runs", f"{made.name}-search")
    with locked(folder):
        training.refuse_run_of_another(folder, training.Learner.search)
        chosen = settings_of(given)
        if chosen.seconds > MOST_SECONDS and not yes:
            raise OptionError(f"--seconds: {chosen.seconds:,.0f} are more than a day: give --yes")
        print_plan(made, f"searching for up to {chosen.seconds:.0f} s of work on each core")
        levels: set[int] = set()
        with reporting("searching", EVERY) as tell:

            def told(status: Status) -> None:
                tell(_reported(status), status.budget not in levels)
                levels.add(status.budget)

            found = search_task(made, chosen, told)
        if found.program is None:
            say(str(found))
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
    known = {field.name: str(field.type) for field in fields(Settings)}
    for name in given:
        if name not in known:
            raise OptionError(f"the search has no setting {name!r}: there are {', '.join(known)}")
    values = {
        name: choosing.value_of(text, known[name], f"--set {name}") for name, text in given.items()
    }
    settings = Settings(**values)  # type: ignore[arg-type]
    for name, most in LARGEST.items():
        if not 0 <= getattr(settings, name) <= most:
            raise OptionError(
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
    text = emit_files(program, "program")["program.py"]
    shown = program
    if code or (code is None and text.count("\n") <= LONG):
        print_code(text)
        shown = readable(program)  # what is printed
    if not found.exact:
        say(str(found))
    print_chain(shown)
    scores = evaluate_program(program, found.task)
    say(f"test:  {scores}")
    say(
        f"size:  {len(program.steps)} steps, {line_count(program)} lines"
        + (f", cost {found.solution.cost}" if found.solution else "")
    )
    say(
        f"took:  {found.seconds:.1f} s ({found.cpu_seconds:.1f} s of processor time), "
        f"{found.tried:,} candidates, {found.restarts} larger samples"
    )
    words = found.task.words_of(found.task.test.words[0])
    say(f'try:   tprog run {folder} "{" ".join(words)}"')
    say(f"files: {folder}/program.py, program.json, run.json")


def _reported(status: Status) -> str:
    best = f", best so far {status.best:.2%}" if status.best else ""
    note = f": {status.note}" if status.note else ""
    return (
        f"level {status.budget}: {status.tried:,} candidates, {status.variables:,} variables"
        f"{best}, {status.seconds:.0f} s{note}"
    )
