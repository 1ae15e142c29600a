"""`tprog simplify`: shorten a program."""

from __future__ import annotations

from contextlib import nullcontext
from pathlib import Path
from typing import Annotated

from typer import Option

from ..dataset import Task, evaluate_program
from ..learn.front import exact_front, front_of, results
from ..simplifier import simplify as shorten
from ..store.atomic import locked
from ..store.folder import Front, program_file, read_front, write_program
from . import options, report
from .console import OptionError, progress, refuse_unused, say, say_first
from .program_argument import name_of, opened_program, protect
from .task_argument import task_of_program

MAX_CHANGES = 12  # that are listed


def simplify(
    program: options.ProgramPath,
    index: options.Index = None,
    budget: Annotated[
        str | None,
        Option(metavar="SHARE", help="Allowed loss of the score, such as 0.1%; by default 0."),
    ] = None,
    exact: Annotated[
        bool, Option("--exact", help="Only exact rules: no answer changes on any input.")
    ] = False,
    task: options.TaskOfProgram = None,
    out: Annotated[
        Path | None,
        Option("--out", "-o", metavar="FILE", help="The .json file to write, and a .py file."),
    ] = None,
    code: options.Code = None,
) -> None:
    """Shorten a program; report changes and lost accuracy.

    Exact rules are applied first; they change no answer. With a task, pruning then removes
    everything that the training inputs do not need, and more if the budget allows. The budget
    limits the loss of the score (F1 for entities, otherwise accuracy) on these inputs. In a run
    folder, the result joins the front, whose programs are compared on validation; the program of
    the run is again the shortest within one standard error of the best. Of X.json, the result is
    X_simplified.json, with the budget in the name.

    Example: `tprog simplify runs/sort --budget 0.1%`
    """
    share = 0.0 if budget is None else _share(budget)
    file = _target(program, out, share)
    # A run folder is for one process at a time; elsewhere each file is its own.
    with locked(program) if file is None else nullcontext():
        loaded = opened_program(program, index)
        known = None if exact else task_of_program(program, task)
        if known is None:
            refuse_unused({"--budget": budget}, "works only with a task, and without --exact")
        front = _front_to_join(program, known) if file is None else None
        with progress("simplifying") as show:
            done = shorten(loaded, task=known, budget=share, on_progress=show)
        if file is not None:
            write_program(done.program, file)
        elif front is not None and known is not None:
            origin = f"simplified, budget {100 * share:g}%" if share else "simplified"
            made = front_of(known, results(origin, done))
            front = front.joined(exact_front(known, loaded)).joined(made)
            front.save(program)
            listed = [i for i, one in enumerate(front) if one.program == done.program]
            file = program_file(program, *listed) if listed else None
    unchanged = done.program == loaded
    report.print_size(done.program, before=None if unchanged else loaded)
    if unchanged:
        say("same:  nothing could be removed")
    if known is not None:
        then, now = (evaluate_program(one, known) for one in (loaded, done.program))
        say(f"test:  {now} ({'unchanged' if then == now else f'before: {then}'})")
    if file is not None and not unchanged:
        report.print_program(done.program, file.stem, file.parent, code)
    if done.changes:
        say("rules:")
        say_first([f"  {change}" for change in done.changes], MAX_CHANGES, "more change")
    if front is not None and not unchanged:
        report.print_front(front, program)
    if file is not None:
        say(f"files: {file} and {file.with_suffix('.py').name}")
    else:
        say("files: none: a program of the front is as short and as good")


def _front_to_join(folder: Path, task: Task | None) -> Front:
    """The front of a run folder, whose programs are compared on validation inputs."""
    front = read_front(folder)
    if task is None or front[-1].held_out != "validation":
        held_out = front[-1].held_out
        why = f"its programs are compared by {held_out}, the result cannot be"
        if held_out == "nothing":
            why = "no inputs were held out from its program, to compare the result on"
        raise OptionError(f"{folder}: {why}: add --out FILE")
    return front


def _share(text: str) -> float:
    """A share as a fraction: 0, 0.001 and 0.1% are all fine."""
    try:
        share = float(text.removesuffix("%")) / (100 if text.endswith("%") else 1)
    except ValueError:
        share = -1.0
    if not 0 <= share < 1:
        raise OptionError(
            f"--budget: expected a share such as 0, 0.001 or 0.1%, below 1, got {text!r}"
        )
    return share


def _target(program: Path, out: Path | None, share: float) -> Path | None:
    """The .json file to write, one per budget; None for the front of a run folder."""
    if out is None and program.is_dir():
        return None
    budget = f"_{100 * share:g}_percent".replace(".", "_") if share else ""
    name = f"{name_of(program)}_simplified{budget}.json"
    file = program.with_name(name) if out is None else out / name if out.is_dir() else out
    if file.suffix != ".json":
        raise OptionError(f"--out: expected a folder or a name in .json, got {out}")
    protect(file, program)
    return file
