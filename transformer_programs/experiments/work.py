"""How a part of an experiment is done: train, compare, shorten or search; its result as a line."""

from __future__ import annotations

import os
import platform
import time
from dataclasses import asdict
from datetime import date
from typing import assert_never

from ..emit import emit, line_count
from ..program import Program
from ..program.content import digest
from ..store import dumps, load
from ..tasks import Task, evaluate_program
from ..tasks.overlap import overlap
from .engines import Desk, Done
from .part import ExperimentError, Json, Part
from .trained import learn_readable, task_of, train_grid, train_programs, train_standard

BUDGET = 0.001  # of the labels, that the shortest form of a program may lose


def do(part: Part, desk: Desk) -> Done:
    """Do one part; gives its line, and its best programs where they are kept."""
    begun = time.perf_counter()
    programs: dict[str, Program] = {}
    match part.kind:
        case "program":
            found, programs = train_programs(part, desk)
        case "grid":
            found, programs = train_grid(part, desk)
        case "readable":
            found = learn_readable(part)
        case "standard":
            found = train_standard(part, desk)
        case "baseline":
            found = _baseline(part)
        case "lengths":
            found = _lengths(part, desk)
        case "search":
            found, programs = _search(part)
        case "data":
            found = {"overlap": asdict(overlap(task_of(part)))}
        case _:
            assert_never(part.kind)
    seconds = round(time.perf_counter() - begun, 1)
    line = {"part": part.document(), **found, "seconds": seconds, "made": made()}
    return Done(line, {name: dumps(one) for name, one in programs.items()})


def made() -> Json:
    """When, with what and on what a result was made."""
    import jax

    devices = jax.devices()
    cores = f"{os.cpu_count()} CPU cores"
    kind = cores if devices[0].platform == "cpu" else f"{len(devices)} x {devices[0].device_kind}"
    return {
        "device": kind,
        "jax": jax.__version__,
        "python": platform.python_version(),
        "date": str(date.today()),
    }


# --- training -------------------------------------------------------------------------------------


def _baseline(part: Part) -> Json:
    """The model of words alone, or the one that its settings name."""
    from .words_alone import BASELINES

    task = task_of(part)
    model = BASELINES[part.settings.get("model", "words alone")](task)
    scores = model.scores(task, task.test)
    return {"model": model.name, "best": {"test": scores.main, "scores": asdict(scores)}}


# --- programs that are there ----------------------------------------------------------------------


def _lengths(part: Part, desk: Desk) -> Json:
    """How long a program is: in full, simplified exactly, and with what its task can spare."""
    from ..simplify import simplify

    program, task = _kept(part, desk), task_of(part)
    lengths = {"full": _measured(program, task, line_count(program, raw=True), 0.0)}
    for form, known, budget in (
        ("exact", None, None),
        ("budget 0", task, 0.0),
        ("budget 0.1 %", task, BUDGET),
    ):
        begun = time.perf_counter()
        short = simplify(program, task=known, budget=budget).program
        seconds = time.perf_counter() - begun
        lengths[form] = _measured(short, task, line_count(short), seconds)
    return {"read": digest(program), "lengths": lengths}


def _measured(program: Program, task: Task, lines: int, seconds: float) -> Json:
    test, every = evaluate_program(program, task).token, task.all_inputs()
    return {
        "lines": lines,
        "test": round(test, 6),
        "all": None if every is None else round(evaluate_program(program, task, every).token, 6),
        "seconds": round(seconds, 2),
    }


def _kept(part: Part, desk: Desk) -> Program:
    """The program that another experiment kept under the name of this part."""
    if desk.programs is None or not (desk.programs / f"{part.keep}.json").is_file():
        raise ExperimentError(f"{part.name}: the program {part.keep}.json is not there")
    return load(desk.programs / f"{part.keep}.json")


def _search(part: Part) -> tuple[Json, dict[str, Program]]:
    """Search for a program; a kept one is checked on every input, where that can be."""
    from ..search import Settings, search
    from ..search.check import check_every
    from ..search.found import with_checks

    task = task_of(part)
    found = search(task, Settings(**part.settings))
    program, checks, exact = found.program, found.checks, found.exact
    if (
        part.keep
        and program is not None
        and exact
        and checks[0].kind not in ("exhaustive", "proved")
    ):
        every = check_every(program, task)
        if every is not None:
            checks, exact = (every, *checks[1:]), every.passed
            program = with_checks(program, checks)
    solved = exact and all(check.passed for check in checks)
    code = "" if program is None else emit(program, name=part.task)
    line = {
        "solved": solved,
        "exact": exact,
        "exhaustive": bool(checks) and checks[0].kind in ("exhaustive", "proved"),
        "checks": list(map(str, checks)),
        "longer": [check.right / check.inputs for check in checks[1:]],
        "cost": None if found.solution is None else found.solution.cost,
        "steps": 0 if program is None else len(program.steps),
        "lines": 0 if program is None else line_count(program),
        "printed": sum(bool(line.strip()) for line in code.splitlines()),
        "tried": found.tried,
        "search_seconds": round(found.cpu_seconds, 1),
    }
    if program is None or not solved or not part.keep:
        return line, {}
    return line | {"program": digest(program)}, {part.keep: program}
