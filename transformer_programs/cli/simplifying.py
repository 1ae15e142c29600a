"""The verb that makes a program shorter."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import nullcontext
from decimal import Decimal
from pathlib import Path
from typing import Annotated

from typer import Option

from ..printer import emit_files
from ..program import Program
from ..simplifier import Change, Simplification
from ..simplifier import simplify as shorten
from ..store import RUN_FILE, load, save, write_text
from ..store.folder import simplified_name
from ..store.front import Front, front_of, has_front, read_front
from ..store.whole import locked
from ..tasks import Task, evaluate_program
from . import learned
from .choosing import TaskOfProgram, task_of_program
from .console import OptionError, counted, refuse_unused, reporting, say
from .using import Code, ProgramPath, Votes, protect

NO_LOSS = Decimal(0)  # the budget that spares every right answer
MOST_NAMED = 6  # steps of one kind of change
MOST_KINDS = 12  # kinds of changes that are listed
DIGITS = 9  # of a budget behind the point


def simplify(
    program: ProgramPath,
    budget: Annotated[
        str | None,
        Option(metavar="SHARE", help="Allowed loss of the score, such as 0.1%; by default 0."),
    ] = None,
    exact: Annotated[
        bool, Option("--exact", help="Only exact rules: no answer changes on any input.")
    ] = False,
    task: TaskOfProgram = None,
    out: Annotated[
        Path | None,
        Option(
            "--out",
            "-o",
            metavar="FILE",
            help="The .json file to write (and a .py file); existing files are overwritten. By "
            "default simplified.json in a run folder, X_simplified.json for X.json; with a budget "
            "of 0.1%, simplified_0_1_percent.json.",
        ),
    ] = None,
    code: Code = None,
    votes: Votes = False,
) -> None:
    """Shorten a program; report changes and lost accuracy.

    Exact rules are applied first; they change no answer. With a task, pruning then removes
    everything that the training and validation inputs do not need, and more if the budget allows.
    The budget limits the loss of the score (F1 for entities, otherwise accuracy) on these inputs.
    In a run folder, the result is added to the list of programs.

    Example: `tprog simplify runs/sort --budget 0.1%`
    """
    share = NO_LOSS if budget is None else _share(budget)
    file = _target(program, out, share)
    kept = file.parent if (file.parent / RUN_FILE).exists() else None
    # A run folder is for one process at a time; elsewhere each file is its own.
    with nullcontext() if kept is None else locked(kept):
        loaded = load(program)
        known = None if exact else task_of_program(program, task)
        if known is None:
            refuse_unused({"--budget": budget}, "works only with a task, and without --exact")
        done = write_simplified(loaded, known, share, file)
        scored = [] if known is None else _scores(known, loaded, done.program)
        # Such as: simplified, budget 0.1%
        how = f"simplified, budget {(100 * share).normalize():f}%" if share else "simplified"
        front = None if known is None else front_of(known, loaded, done, how)
        if front is not None and known is not None and kept is not None:
            earlier = read_front(kept) if has_front(kept) else Front(())
            front = earlier.joined(front)
            front.save(kept, known.name)
    learned.print_lines(loaded, done.program)
    if done.program == loaded:
        say("same:  nothing could be removed")
    for line in scored:
        say(line)
    learned.print_program(done.program, file.stem, file.parent, code, votes)
    lines = summary(done.changes)
    for number, line in enumerate(lines[:MOST_KINDS]):
        say(f"{'' if number else 'rules:':<7}{line}")
    if len(lines) > MOST_KINDS:
        say(f"       and {counted(len(lines) - MOST_KINDS, 'more kind')} of changes")
    if front is not None:
        learned.print_front(front, kept)
    say(f"files: {file} and {file.with_suffix('.py').name}")


def _scores(task: Task, before: Program, after: Program) -> list[str]:
    """The scores of two programs, one line per set of inputs."""
    lines: list[str] = []
    for name, split in (("all", task.all_inputs()), ("test", task.test)):
        if split is not None:
            then, now = (evaluate_program(program, task, split) for program in (before, after))
            was = "unchanged" if then == now else f"before: {then}"
            lines.insert(0, f"{name + ':':<7}{now} ({was})")
    return lines


def write_simplified(
    program: Program, task: Task | None, share: Decimal, file: Path
) -> Simplification:
    """Make a program shorter, within a budget of its task, and write it with its code."""
    with reporting("simplifying") as told:
        done = shorten(program, task=task, budget=float(share), report=told)
    save(done.program, file)
    for name, text in emit_files(done.program, file.stem).items():
        write_text(file.parent / name, text)
    return done


def summary(changes: Sequence[Change]) -> list[str]:
    """What was done, one line per kind of change.

    >>> summary([Change("dead_steps", "x", "dead"), Change("dead_steps", "y", "dead")])
    ['dead: x, y']
    """
    names: dict[str, dict[str, None]] = {}
    for change in changes:
        names.setdefault(change.what, {})[change.step] = None
    return [
        f"{sentence}: {', '.join(steps) if len(steps) <= MOST_NAMED else f'{len(steps)} variables'}"
        for sentence, steps in names.items()
    ]


def _share(text: str) -> Decimal:
    """A share as a fraction: 0, 0.001 and 0.1% are all fine."""
    try:
        share = Decimal(text.removesuffix("%")) / (100 if text.endswith("%") else 1)
        right = 0 <= share < 1 and share == round(share, DIGITS)
    except ArithmeticError:  # no number, or none that has an order
        right = False
    if not right:
        raise OptionError(
            f"--budget: expected a share such as 0, 0.001 or 0.1%, from 0 to 1 with at most "
            f"{DIGITS} decimals, got {text!r}"
        )
    return share


def _target(program: Path, out: Path | None, share: Decimal) -> Path:
    """The .json file to write."""
    if out is None:
        name = simplified_name("" if program.is_dir() else program.stem, share)
        file = program / name if program.is_dir() else program.with_name(name)
    else:
        file = out / simplified_name("", share) if out.is_dir() else out
    if file.suffix != ".json":
        raise OptionError(f"--out: expected a folder or a name in .json, got {out}")
    protect(file, program)
    return file
