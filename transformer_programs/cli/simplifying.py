"""The verb that makes a program shorter."""

from __future__ import annotations

import errno
from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from decimal import Decimal
from pathlib import Path
from typing import Annotated

import typer

from ..emit import emit_files, line_count
from ..program import Program
from ..simplify import Change, Pruning, Simplification
from ..simplify import simplify as shorten
from ..store import RUN_FILE, load, save, write_text
from ..store.folder import simplified_name
from ..store.locks import locked
from ..tasks import Task, evaluate_program
from .choosing import TaskOfProgram, task_of_program
from .console import OptionError, print_chain, print_code, refuse_unused, reporting, say
from .using import Force, ProgramPath, protect

NO_LOSS = Decimal(0)  # the budget that spares every right answer
MOST_NAMED = 6
MOST_POINTS = 8  # of the curve that are shown
MOST_LOST = 0.2  # accuracy; what loses more is not shown
DIGITS = 9  # of a budget behind the point
BAR = 24  # characters of its longest bar


def simplify(
    program: ProgramPath,
    budget: Annotated[
        str | None,
        typer.Option(
            metavar="SHARE",
            help="How much accuracy may go: 0.1%, or 0 for no right answer, which is the default.",
        ),
    ] = None,
    exact: Annotated[
        bool, typer.Option("--exact", help="Only what gives the same answer on every input.")
    ] = False,
    task: TaskOfProgram = None,
    out: Annotated[
        Path | None,
        typer.Option(
            "--out",
            "-o",
            metavar="FILE",
            help="The .json file to write, with a .py beside it; by default simplified.json in a "
            "run folder, X_simplified.json for X.json; with a budget of 0.1%, "
            "simplified_0_1_percent.json.",
        ),
    ] = None,
    force: Force = False,
    code: Annotated[bool, typer.Option(help="Print the code of the simplified program.")] = True,
    every: Annotated[
        bool, typer.Option("--every-change", help="List every change, one per line, in order.")
    ] = False,
) -> None:
    """Make a program shorter, and say what was done and what it cost.

    Rules that cannot change an answer come first. Then, for a task, what no input of it needs goes,
    and then what its training and validation inputs can spare within the budget.

    Example: `tprog simplify runs/sort --budget 0.1%`
    """
    share = NO_LOSS if budget is None else _share(budget)
    if exact:
        refuse_unused({"--budget": budget, "--task": task}, "not together with --exact")
    file = _target(program, out, force, share)
    with _alone(file.parent):
        loaded = load(program)
        known = None if exact else task_of_program(program, task)
        if known is None:
            refuse_unused({"--budget": budget}, "together with --task TASK, where no run tells it")
        done = write_simplified(loaded, known, share, file)
    print_simplified(loaded, done, known, file, code, every)


def write_simplified(
    program: Program, task: Task | None, share: Decimal, file: Path
) -> Simplification:
    """Make a program shorter, within a budget of its task, and write it with its code."""
    with reporting("simplifying") as told:
        spare = None if task is None else float(share)
        done = shorten(program, task=task, budget=spare, report=told)
    save(done.program, file)
    for name, text in emit_files(done.program, file.stem).items():
        write_text(file.parent / name, text)
    return done


def print_simplified(
    before: Program,
    done: Simplification,
    task: Task | None,
    file: Path,
    code: bool = True,
    every: bool = False,
) -> None:
    """What was done, the code, and what it cost."""
    for line in map(str, done.changes) if every else summary(done.changes):
        say(line)
    if code:
        print_code(emit_files(done.program, file.stem)[f"{file.stem}.py"])
    _print_result(before, done, task)
    say(f"files: {file} and {file.with_suffix('.py').name}")


def _alone(folder: Path) -> AbstractContextManager[None]:
    """A run folder is for one process at a time; elsewhere each file is its own."""
    return locked(folder) if (folder / RUN_FILE).exists() else nullcontext()


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


def _target(program: Path, out: Path | None, force: bool, share: Decimal) -> Path:
    """The .json file to write; refused if that would replace what `simplify` did not write."""
    if out is None:
        name = simplified_name("" if program.is_dir() else program.stem, share)
        file = program / name if program.is_dir() else program.with_name(name)
    else:
        file = out / simplified_name("", share) if out.is_dir() else out
    if file.suffix != ".json":
        raise OptionError(f"--out: expected a folder or a name in .json, got {out}")
    if file.exists() and out is not None and not force:
        reason = "there is such a file; give another name, or --force"
        raise FileExistsError(errno.EEXIST, reason, str(file))
    protect(file.with_suffix(".py"), force)
    return file


def _print_result(before: Program, done: Simplification, task: Task | None) -> None:
    after = done.program
    say(
        f"lines: {line_count(before, raw=True):,} as learned, {line_count(after):,} now "
        f"(votes not counted); {len(before.steps)} steps, {len(after.steps)} now"
    )
    if after == before:
        say("same:  nothing could be taken away")
    print_chain(after)
    if task is None:
        return
    for name, split in (("test", task.test), ("all", task.all_inputs())):
        if split is not None:
            then, now = (evaluate_program(p, task, split) for p in (before, after))
            was = "unchanged" if then == now else f"before: {then}"
            say(f"{name + ':':<7}{now} ({was})")
    if done.pruning is not None:
        _print_curve(done.pruning)


def _print_curve(pruning: Pruning) -> None:
    """The trade of lines against accuracy, as far as it was looked into."""
    say(
        "curve: about how many lines steps and votes take by themselves, "
        "against training and validation labels right"
    )
    for line in curve_lines(pruning):
        say(line)


def curve_lines(pruning: Pruning) -> list[str]:
    """A bar for each of a few programs on the way, the longest first.

    >>> from transformer_programs.simplify import Point
    >>> ends = Point(100, 1.0), Point(20, 0.95)
    >>> middle = Point(60, 0.97), Point(30, 0.96)
    >>> from transformer_programs.shelf import reverse
    >>> for line in curve_lines(Pruning(reverse.program, *ends, middle)):
    ...     print(line)
      100  100.00%  ████████████████████████ before
       60   97.00%  ██████████████
       30   96.00%  ███████ the knee: --budget 4.00%
       20   95.00%  █████ now
    """
    worth = pruning.before.accuracy - MOST_LOST
    points = [point for point in pruning.frontier if point.accuracy >= worth]
    marks = {pruning.before: "before", pruning.after: "now"}
    if pruning.knee not in marks and pruning.knee in points:
        share = max(pruning.before.accuracy - pruning.knee.accuracy, 0)
        marks[pruning.knee] = f"the knee: --budget {share:.2%}"
    every = max(1, -(-len(points) // MOST_POINTS))
    shown = {*points[::every], *marks}
    longest = max(point.lines for point in shown)
    return [
        f"{point.lines:>5}  {point.accuracy:>7.2%}  "
        f"{'█' * max(1, round(BAR * point.lines / longest))} {marks.get(point, '')}".rstrip()
        for point in sorted(shown, key=lambda p: (-p.lines, -p.accuracy))
    ]
