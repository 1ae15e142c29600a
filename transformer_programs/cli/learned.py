"""What training prints: the plan, how far it is, and what was learned."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from math import isnan
from pathlib import Path
from typing import TYPE_CHECKING

from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from ..dataset import Task, evaluate_program
from ..emit import emit, readable
from .console import OptionError, errors, note, print_chain, print_code, print_wide, say

if TYPE_CHECKING:
    from ..learn import Progress as Moment
    from ..learn import Runs
    from ..learn.machine import Cost
    from ..program import Program

SHOWN_SEEDS = 10
SAID, MOST_SECONDS = 10.0, 86_400.0  # seconds of training that are announced, and asked about
COMPILING = "compiling the training step; compiled code is kept for the next run"
SHORT = 400  # lines of code that are printed without being asked for


def affordable(cost: Cost, yes: bool) -> str:
    """What training will take, unless that is little; very much is refused, unless told."""
    took = f"about {_duration(cost.seconds)}, {cost.member / 1e9:,.2f} GB per network"
    if not yes and (cost.seconds > MOST_SECONDS or cost.member > cost.room):
        raise OptionError(
            f"this would take {took} here, where {cost.room / 1e9:,.0f} GB can be used; "
            "make it smaller, or give --yes"
        )
    return f"{took} on this machine" if cost.seconds > SAID else ""


def _duration(seconds: float) -> str:
    """
    >>> _duration(70), _duration(2e10)
    ('70 seconds', '634 years')
    """
    for unit, name in ((31_557_600, "years"), (86_400, "days"), (3600, "hours"), (60, "minutes")):
        if seconds >= 2 * unit:
            return f"{seconds / unit:,.0f} {name}"
    return f"{seconds:.0f} seconds"


def print_plan(task: Task, networks: str, takes: str = "") -> None:
    counts = " / ".join(f"{len(split):,}" for split in task.splits.values())
    note(f"{task.name}: {task.description}")
    note(f"  {counts} inputs to train, validate and test on")
    for line in filter(None, (networks, takes)):
        note(f"  {line}")


@contextmanager
def progress(then: str = "") -> Iterator[Callable[[Moment], None]]:
    """A bar on a terminal, elsewhere one line per report; `then`: what follows the last one."""
    console = errors()
    if not console.is_terminal:

        def printed(moment: Moment) -> None:
            console.print(_reported(moment), soft_wrap=True)
            if then and _is_last(moment):
                console.print(then)

        console.print(COMPILING)
        yield printed
        return
    bar = Progress(
        BarColumn(),
        TextColumn("{task.percentage:>3.0f}%"),
        TextColumn("{task.description}"),
        TimeRemainingColumn(),
        console=console,
        transient=True,
    )
    with bar:
        task = bar.add_task(COMPILING, total=None)

        def told(moment: Moment) -> None:
            done = moment.group * moment.steps + moment.step
            total = moment.groups * moment.steps
            shown = then if then and _is_last(moment) else _reported(moment)
            bar.update(task, completed=done, total=total, description=shown)

        yield told


def _is_last(moment: Moment) -> bool:
    """Whether the last network is trained."""
    return not moment.doing and moment.step == moment.steps and moment.group + 1 == moment.groups


def _reported(moment: Moment) -> str:
    if moment.doing and not moment.step:
        return moment.doing
    parts = [
        f"step {moment.step:,}/{moment.steps:,}",
        f"loss {moment.median_loss:.3f}",
        f"best validation {moment.best:.2%}",
    ]
    if moment.temperature:
        parts.append(f"temperature {moment.temperature:.2f}")
    if not isnan(moment.seconds_left):
        parts.append(f"{moment.seconds_left:.0f} s left")
    if lost := sum(moment.diverged):
        parts.append(f"{lost} diverged")
    return (f"{moment.doing}: " if moment.doing else "") + "  ".join(parts)


def print_result(runs: Runs, folder: Path, code: bool | None) -> None:
    """The seeds, the best program's code, how good it is, and what is proved of it."""
    best = runs.best
    ranked = sorted(runs, key=lambda run: -run.member.validation)
    score = " F1" if runs.task.metric == "entity" else ""
    table = Table("seed", f"validation{score}", f"test{score}", "loss", box=None, pad_edge=False)
    for run in ranked[:SHOWN_SEEDS]:
        member = run.member
        values = (f"{member.validation:.2%}", f"{member.test:.2%}", f"{member.loss:.4f}")
        table.add_row(str(member.seed), *(("diverged", "", "") if member.diverged else values))
    print_wide(table)
    if len(ranked) > SHOWN_SEEDS:
        say(f"... and {len(ranked) - SHOWN_SEEDS} more seeds, all in {folder / 'run.json'}")
    if runs.wide:
        _print_wide_ones(runs, score)
    printed = code is not False and _print_code(best.program, runs.task.name, folder, code)
    say(f"test:  {best.scores()}")
    whole = runs.task.test.in_one_piece()
    if whole is not runs.task.test:
        scores = evaluate_program(best.program, runs.task, whole)
        say(f"       without the long sentences that were cut: {scores}")
    every = best.scores_on_all_inputs()
    if every is not None:
        say(f"all:   {every}")
    print_chain(readable(best.program) if printed else best.program)
    say(
        f"       program and network differ on {best.disagreements()} of "
        f"{len(runs.task.test):,} test inputs"
    )
    if runs.improved is not None:
        say(f"improved: {runs.improved}")
        scores = evaluate_program(runs.improved.program, runs.task, runs.task.test)
        say(f"       test: {scores}; in {folder}/improved.json")
    say(f"try:   tprog run {folder} {_quoted(runs.task)}")
    say(f"files: {folder}/program.py, program.json, network.npz, run.json, metrics.jsonl")


def _print_wide_ones(runs: Runs, score: str) -> None:
    """What several networks as one reached, and which of all counts."""
    say("\nthe best networks as one, their votes fitted together:")
    table = Table("networks", f"validation{score}", f"test{score}", box=None, pad_edge=False)
    for run in runs.wide:
        values = (run.member.validation, run.member.test)
        table.add_row(str(run.networks), *(f"{value:.2%}" for value in values))
    print_wide(table)
    best, noun = runs.best, "network" if runs.best.networks == 1 else "networks"
    how = "with the votes of its training" if best is runs.alone else "with fitted votes"
    say(f"best:  {best.networks} {noun} {how}")


def _print_code(program: Program, name: str, folder: Path, wanted: bool | None) -> bool:
    """Print the code where it is wanted, or short enough; gives whether it was printed."""
    text = emit(program, name=name)
    lines = text.count("\n")
    printed = wanted is not None or lines <= SHORT
    if printed:
        print_code(text)
    else:
        say(f"code:  {lines:,} lines, in {folder}/program.py")
    return printed


def _quoted(task: Task) -> str:
    """The first test input, as a shell takes it."""
    text = " ".join(task.words_of(task.test.words[0]))
    return shlex.quote(text) if set(text) & set('"$`!\\') else f'"{text}"'
