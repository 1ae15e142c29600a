"""`tprog search`: a short, exact program from examples, without a network."""

from __future__ import annotations

import os
import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import numpy as np
import typer
from typer import Option

from ..dataset import Task, evaluate_program, predictions
from ..learn import Search, fit
from ..printer import emit
from ..program import Program
from ..program.numerals import is_numeral
from ..program.program import digest
from ..simplifier import readable
from ..synthesis import Settings, Status
from ..synthesis.domain import whole
from ..synthesis.found import Found
from ..synthesis.search_run import MAX_ROWS
from ..tasks import make
from . import options
from .asking import answer_of, append_row, own_rows
from .console import counted, note, progress, refuse_unused, say
from .report import print_learned, print_plan
from .task_argument import folder_name, task_settings_of

MAX_MISSED = 5  # rows that a failed search shows
MAX_SETUP = 0.25  # of the time limit; as much is left for the report, which takes as long


def search(
    context: typer.Context,
    task: options.TaskName,
    seconds: Annotated[
        float, Option(min=0, max=86_400, help="Time limit in seconds.")
    ] = Settings().seconds,
    jobs: Annotated[
        int | None,
        Option(min=1, max=4 * (os.cpu_count() or 1), help="Number of processes."),
    ] = None,
    seed: Annotated[int, Option(min=0, max=2**63 - 1, help="Seed of the search.")] = 0,
    task_settings: options.TaskSettings = None,
    data: options.Data = None,
    test: options.TestFile = None,
    validation: options.ValidationFile = None,
    columns: options.Columns = None,
    ask: Annotated[
        bool,
        Option("--ask", help="Ask for labels that decide between programs; append them."),
    ] = False,
    out: options.RunFolder = None,
    code: Annotated[bool, Option(help="Print the code.")] = True,
) -> None:
    """Search for a short program that is correct on every example.

    The search trains no network. It tries cheap programs first. For a task from `tprog tasks`, the
    program is also checked on all inputs of the task if they can be listed, otherwise on a sample.
    With --ask and few examples, you are asked for the label of an input on which programs differ;
    it is appended to the file, and the search is repeated.

    Example: `tprog search most_freq`

    Example: `tprog search few.jsonl --ask`
    """
    began: float = context.obj
    how = Search(seconds=seconds, seed=seed, workers=jobs or 0)
    rows = None  # the file that answers are appended to
    if ask:
        unused = {"--data": data, "--test": test, "--validation": validation}
        refuse_unused(unused, "cannot be combined with --ask, which uses every row")
        rows = own_rows(task)
    given = task_settings_of(task, task_settings, data, test or rows, validation or rows, columns)
    while True:
        made = _with_all_rows(task, given)
        folder = out or Path("runs", f"{folder_name(made)}-search")
        print_plan(made, f"searching for up to {seconds:.0f} s")
        _print_large(made)
        spent = min(time.monotonic() - began, MAX_SETUP * seconds)
        found = _searched(made, replace(how, seconds=seconds - 2 * spent), folder, code)
        if found.doubt:
            say(f"doubt: {found.doubt}")
        question = found.undecided
        if question is not None and rows is None:
            say(f"also:  {question}; label it with --ask")
        if question is None and rows is not None and found.others is not None:
            say("also:  no other program of this size is left")
        if question is None or rows is None or (labels := answer_of(question, made)) is None:
            break
        append_row(rows, question.words, labels, made, columns)
        began = time.monotonic()
    if not found.exact:
        raise typer.Exit(1)


def _print_large(task: Task) -> None:
    """Say that numbers in lists are too large to compare or compute with."""
    words = task.vocabulary.words if task.vocabulary.lists else ()
    large = [word for word in words if is_numeral(word) and whole(word) is None]
    if large:
        say(f"note:  the search takes numbers such as {large[0]} for words, with no value or order")


def _searched(task: Task, how: Search, folder: Path, code: bool) -> Found:
    """Search once and print the result; exit if there is no program at all."""
    shown = set[str]()  # digests of programs whose code is on the screen
    with progress("searching") as show:

        def on_progress(status: Status) -> None:
            """Show the status, and the code of the first program that passes all checks."""
            show(str(status), news=status.program is not None)
            if status.program is not None and code:
                program = readable(status.program)
                shown.add(digest(program))
                note(emit(program, complete=False))

        learned = fit(task, how, out=folder, on_progress=on_progress)
    found = learned.found
    assert found is not None
    if not found.exact:
        say(str(found))
    if found.program is None:
        raise typer.Exit(1)
    if not found.exact:
        _print_missed(task, found.program)
    on_screen = sys.stdout.isatty() and sys.stderr.isatty() and digest(learned.program) in shown
    print_learned(learned, folder, code and not on_screen)
    spent = f"{found.seconds:.1f} s ({found.cpu_seconds:.1f} s of processor time)"
    say(f"took:  {spent}, {found.tried:,} candidates")
    return found


def _with_all_rows(name: str, given: dict[str, str]) -> Task:
    """The task; of a file with few rows all are for training, none is held out."""
    held = given.get("test"), given.get("validation")
    if "path" in given and held in ((None, None), (name, name)):
        made = make(name, **given | {"test": name, "validation": name})
        if held == (name, name) or len(made.train) <= MAX_ROWS:
            return replace(made, validation=made.validation.first(0))
    return make(name, **given)


def _print_missed(task: Task, program: Program) -> None:
    """The training inputs that the best program gets wrong, and what else can be tried."""
    labels, scored = task.train.labels[task.train.labels >= 0], task.test.labels >= 0
    usual = int(np.bincount(labels).argmax())
    constant = float((task.test.labels[scored] == usual).mean())
    say(
        f"note:  {evaluate_program(program, task).token:.2%} of {int(scored.sum()):,} test labels "
        f"are right; always answering {task.classes[usual]!r} gives {constant:.2%}"
    )
    given = predictions(program, task, task.train)
    wrong = ((given != task.train.labels) & (task.train.labels >= 0)).reshape(len(given), -1)
    rows = np.flatnonzero(wrong.any(axis=1))
    if len(rows):
        say(f"missed: {counted(len(rows), 'training input')} of {len(given):,}")
    for row in rows[:MAX_MISSED]:
        words = task.words_of(task.train.words[row])
        right = " ".join(label or "-" for label in task.labels_of(task.train, int(row)))
        answer = program(words)
        shown = answer if isinstance(answer, str) else " ".join(answer)
        say(f"  {' '.join(words)}: answers {shown}, should be {right}")
    say("next:  more time (--seconds), more examples (--ask), or `tprog train`")
