"""The verb that searches: a short, exact program from examples, without a network."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import asdict, fields
from pathlib import Path
from typing import Annotated

import numpy as np
import typer

from ..dataset import Task, evaluate_program
from ..emit import line_count
from ..program import Program
from ..search import Found, Settings, Status
from ..search import search as search_task
from ..store.front import Front
from ..store.locks import locked
from . import asking, choosing, training, using
from .console import OptionError, counted, reporting, say
from .learned import MOST_SECONDS, print_learned, print_plan, print_try, write_learned

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
        float | None, typer.Option(min=0, help="Seconds of work per core, at most.")
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
    ask: Annotated[
        bool,
        typer.Option(
            "--ask",
            help="From few examples: ask for the label of an input that decides between programs, "
            "append it to the file, and search again.",
        ),
    ] = False,
    out: training.RunFolder = None,
    code: using.Code = None,
    votes: using.Votes = False,
    yes: training.Yes = False,
) -> None:
    """Search for a short program that is correct on every input.

    Nothing is trained. Programs are enumerated by length; the first that is correct on every
    example, and on every other input of the task that can be listed, is kept.

    Example: `tprog search most_freq`

    Example: `tprog search examples.jsonl --seconds 60 --set seed=1`

    Example: `tprog search few.jsonl --ask`
    """
    options = {"seconds": seconds, "workers": jobs}
    given = choosing.pairs(settings or ())
    given |= {name: f"{value}" for name, value in options.items() if value is not None}
    chosen = settings_of(given)
    if chosen.seconds > MOST_SECONDS and not yes:
        raise OptionError(f"--seconds: {chosen.seconds:,.0f} are more than a day: give --yes")
    unused = {"--data": data, "--test": test, "--validation": validation}
    rows = asking.asked_file(task, unused) if ask else None
    while True:
        if rows is None:
            made = choosing.task_of(task, task_settings or (), data, test, validation)
        else:
            made = asking.task_of_every_row(rows, task_settings or [])
        folder = out or Path("runs", f"{made.name}-search")
        found = _searched(made, chosen, folder)
        if found.program is None:
            say(str(found))
            raise typer.Exit(1)
        _print_found(found, found.program, folder, code, votes)
        if rows is None or found.undecided is None:
            break
        labels = asking.ask(found.undecided, made.pooled)
        if labels is None:
            break
        asking.append_row(rows, found.undecided.words, labels, made.pooled)
    if not found.accepted:
        raise typer.Exit(1)


def _searched(task: Task, chosen: Settings, folder: Path) -> Found:
    """Search with a plan and reports; what is found is left in a run folder."""
    with locked(folder):
        training.refuse_run_of_another(folder, training.Learner.search)
        print_plan(task, f"searching for up to {chosen.seconds:.0f} s of work on each core")
        levels: set[int] = set()
        with reporting("searching", EVERY) as tell:

            def told(status: Status) -> None:
                tell(_reported(status), status.budget not in levels)
                levels.add(status.budget)

            found = search_task(task, chosen, told)
        if found.program is not None:
            write_found(folder, found, found.program)
    return found


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
    config, checks = asdict(found.settings), "; ".join(map(str, found.checks))
    task, learner = found.task, {"learner": training.Learner.search.value}
    scores = write_learned(folder, task, program, learner | config, checks, found.seconds)
    if {"validation", "test"} <= scores.keys():
        Front.of(task, [("found by search", program)]).save(folder, task.name)


def _print_found(
    found: Found, program: Program, folder: Path, code: bool | None, votes: bool
) -> None:
    """The result first; then how sure it is, and what it took."""
    if not found.exact:
        say(str(found))
        _warn_of_chance(found.task, program)
    print_learned(found.task, program, "program", folder, code, votes)
    say(
        f"size:  {counted(len(program.steps), 'step')}, {counted(line_count(program), 'line')}"
        + (f", cost {found.solution.cost}" if found.solution else "")
    )
    say(
        f"took:  {found.seconds:.1f} s ({found.cpu_seconds:.1f} s of processor time), "
        f"{found.tried:,} candidates, {counted(found.restarts, 'larger sample')}"
    )
    print_try(found.task, folder)
    say(f"files: {folder}/program.py, program.json, front.md, run.json")


def _warn_of_chance(task: Task, program: Program) -> None:
    """Say so where a program is no better than the label that is commonest in training."""
    labels = task.train.labels[task.train.labels >= 0]
    usual = int(np.bincount(labels).argmax())
    scored = task.test.labels >= 0
    chance = float((task.test.labels[scored] == usual).mean())
    right = evaluate_program(program, task).token
    spread = (chance * (1 - chance) / max(1, int(scored.sum()))) ** 0.5
    if right <= chance + 2 * spread:
        say(
            f"note:  this is no better than chance: {right:.2%} of the test labels are right, and "
            f"{chance:.2%} are {task.classes[usual]!r}; try `tprog train`"
        )


def _reported(status: Status) -> str:
    best = f", best so far {status.best:.2%}" if status.best else ""
    note = f": {status.note}" if status.note else ""
    return (
        f"level {status.budget}: {status.tried:,} candidates, {status.variables:,} variables"
        f"{best}, {status.seconds:.0f} s{note}"
    )
