"""One runner for all experiments: what is not yet in the ledger is done, then the page is written.

A part trains, compares, shortens or searches; its result is a line of the ledger.

OUT/NAME.jsonl      one line per part; only ever grows
OUT/NAME.md, .svg   the table and the plot, made anew from these lines
OUT/programs/       the best programs as JSON, and as code where that is short
OUT/unfinished/NAME/   where an interrupted part goes on
"""

from __future__ import annotations

import os
import platform
import shutil
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, assert_never

import numpy as np

from ..dataset import Split
from ..dataset.scoring import overlap
from ..printer import lines_without_votes, printed_lines
from ..program import Program
from ..program.chain import digest
from ..store import dumps, load, write_text
from ..tasks import Task, evaluate_program
from . import trained
from .engines import Desk, Done, Engine, Local
from .gallery import how_right
from .ledger import Ledger, finished, open_ledger, programs_folder, read_lines, undone
from .part import SMALLER, Experiment, ExperimentError, Json, Part
from .report import write_page
from .trained import missing_corpora, task_of

if TYPE_CHECKING:
    from ..learn.population import Progress

BUDGET = 0.001  # of the labels, that the shortest form of a program may lose
UNFINISHED = "unfinished"  # the folder of parts that were interrupted

Say = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Site:
    """Where an experiment is run: its folder, its engine, and the command that is on record."""

    out: Path
    command: str
    say: Say
    tell: Callable[[Progress], None] | None = None
    engine: Engine | None = None


def reproduce(experiment: Experiment, site: Site, only: Sequence[str] = ()) -> Path:
    """Do every part that is not done, and write the page; gives its file.

    With `only`, the parts of these names; the page then says how many are still to be done.
    """
    chosen = experiment.only(only) if only else experiment.parts
    refusal = missing_corpora(experiment.parts)
    if refusal:
        raise ExperimentError(f"{experiment.name}: {refusal}")
    with open_ledger(site.out / f"{experiment.name}.jsonl") as ledger:
        ledger.append(*taken_over(experiment, ledger.lines, site.out))
        todo = undone(experiment, ledger.lines, site.out)
        done = len(experiment.parts) - len(todo)
        if done:
            site.say(f"{experiment.name}: {done} of {len(experiment.parts)} parts are done")
        do_all(experiment, [part for part in todo if part in chosen], ledger, site)
        left = {part.slug for part in undone(experiment, ledger.lines, site.out)}
        scratch = site.out / UNFINISHED / experiment.name
        for folder in scratch.glob("*"):
            if folder.name not in left:
                shutil.rmtree(folder, ignore_errors=True)
        with suppress(OSError):  # something else was interrupted there
            if scratch.exists():
                scratch.rmdir()
            scratch.parent.rmdir()
        return write_page(experiment, finished(experiment, ledger.lines, site.out), site.out)


def do_all(experiment: Experiment, parts: Sequence[Part], ledger: Ledger, site: Site) -> None:
    """Do parts of an experiment where the site says; each is written down when it is done."""
    programs = programs_folder(site.out)
    desk = Desk(tell=site.tell, programs=programs)
    engine = site.engine or Local(site.out / UNFINISHED / experiment.name, desk)

    def announced(part: Part, desk: Desk) -> Done:
        number = experiment.parts.index(part) + 1
        site.say(f"{experiment.name}: {part.name} (part {number} of {len(experiment.parts)})")
        return do(part, desk)

    # Parts of a cluster begin elsewhere, and many at once.
    for part, done in engine(parts, announced if site.engine is None else do):
        for name, text in done.programs.items():  # before the line that speaks of them
            programs.mkdir(parents=True, exist_ok=True)
            write_text(programs / f"{name}.json", text)
        ledger.append(done.line | {"command": site.command})
        best = None if experiment.name.endswith(SMALLER) else done.line.get("best")
        tested = f", best on validation has {best['test']:.2%} on test" if best else ""
        site.say(f"{experiment.name}: {part.name} took {done.line['seconds']} s{tested}")


def taken_over(experiment: Experiment, lines: Sequence[Json], out: Path) -> list[Json]:
    """Lines of other experiments in this folder that are the same work.

    A part that keeps a program must be the same in all, and its program must be there.
    """
    wanted = undone(experiment, lines, out)
    others: list[Json] = []
    for path in sorted(out.glob("*.jsonl")) if wanted else ():
        if path.stem != experiment.name:
            with suppress(ExperimentError):  # a file of someone else
                others += read_lines(path)
    found = []
    for part in wanted:
        own = part.document()
        if part.keep:
            there = (programs_folder(out) / f"{part.keep}.json").is_file()
            same = [line for line in others if there and line["part"] == own]
        else:
            same = [line for line in others if _work(line["part"]) == _work(own)]
        found += [line | {"part": own} for line in same[-1:]]
    return found


def _work(document: Json) -> Json:
    """What a part does: all of it but its name, and that of the program it keeps."""
    return {name: value for name, value in document.items() if name not in ("name", "keep")}


# --- a part of an experiment ----------------------------------------------------------------------


def do(part: Part, desk: Desk) -> Done:
    """Do one part; gives its line, and its best programs where they are kept."""
    begun = time.perf_counter()
    programs: dict[str, Program] = {}
    match part.kind:
        case "program":
            found, programs = trained.train_programs(part, desk)
        case "grid":
            found, programs = trained.train_grid(part, desk)
        case "readable":
            found = trained.learn_readable(part)
        case "standard":
            found = trained.train_standard(part, desk)
        case "baseline":
            task = task_of(part)
            from ..learn.baselines import BASELINES

            model = BASELINES[part.settings.get("model", "words alone")](task)
            scores = model.scores(task, task.test)
            found = {"model": model.name, "best": {"test": scores.main, "scores": asdict(scores)}}
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
    versions = {"jax": jax.__version__, "python": platform.python_version()}
    return {"device": kind, **versions, "date": str(date.today())}


def _lengths(part: Part, desk: Desk) -> Json:
    """How long a program is: in full, simplified exactly, and with what its task can spare."""
    from ..simplifier import simplify

    file = None if desk.programs is None else desk.programs / f"{part.keep}.json"
    if file is None or not file.is_file():
        raise ExperimentError(f"{part.name}: the program {part.keep}.json is not there")
    program, task = load(file), task_of(part)
    # No program is chosen here, so none of the validation inputs is held out.
    splits = task.train, task.validation
    words, labels = ([getattr(s, name) for s in splits] for name in ("words", "labels"))
    task = replace(task, train=Split(np.concatenate(words), np.concatenate(labels)))
    lengths = {"full": _measured(program, task, raw=True, seconds=0.0)}
    for form, known, budget in (
        ("exact", None, 0.0),
        ("budget 0", task, 0.0),
        ("budget 0.1 %", task, BUDGET),
    ):
        begun = time.perf_counter()
        short = simplify(program, task=known, budget=budget).program
        seconds = time.perf_counter() - begun
        lengths[form] = _measured(short, task, raw=False, seconds=seconds)
    return {"read": digest(program), "lengths": lengths}


def _measured(program: Program, task: Task, raw: bool, seconds: float) -> Json:
    """The size and accuracy of a program, printed with the same header as a stored one."""
    test, every = evaluate_program(program, task).token, task.all_inputs()
    right = None if every is None else evaluate_program(program, task, every).token
    on_all = None if every is None or right is None else (right, len(every))
    facts = [how_right(test, on_all)]
    return {
        "lines_without_votes": lines_without_votes(program, raw=raw, facts=facts),
        "test": round(test, 6),
        "all": None if right is None else round(right, 6),
        "seconds": round(seconds, 2),
    }


def _search(part: Part) -> tuple[Json, dict[str, Program]]:
    """Search for a program; a kept one is checked on all short inputs of a task with too many."""
    from ..synthesis import Settings, search
    from ..synthesis.check import check_short
    from ..synthesis.found import with_checks

    task = task_of(part)
    found = search(task, Settings(**part.settings))
    program, checks, exact = found.program, found.checks, found.exact
    every_input = ("exhaustive", "proved")
    if part.keep and program is not None and exact and checks[0].kind not in every_input:
        checks = (check_short(program, task), *checks[1:])
        program, exact = with_checks(program, checks), checks[0].passed
    solved = exact and all(check.passed for check in checks)
    line = {
        "solved": solved,
        "exact": exact,
        "exhaustive": bool(checks) and checks[0].kind in every_input,
        "checks": list(map(str, checks)),
        "longer": [check.right / check.inputs for check in checks[1:]],
        "cost": None if found.solution is None else found.solution.cost,
        "steps": 0 if program is None else len(program.steps),
        "lines": 0 if program is None else printed_lines(program),
        "tried": found.tried,
        "search_seconds": round(found.cpu_seconds, 1),
    }
    if program is None or not solved or not part.keep:
        return line, {}
    return line | {"program": digest(program)}, {part.keep: program}
