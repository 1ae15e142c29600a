"""The verbs that look inside a program: view, trace, explain."""

from __future__ import annotations

import re
import webbrowser
from pathlib import Path
from typing import Annotated

import numpy as np
from rich.box import SIMPLE_HEAD
from rich.table import Table
from rich.text import Text
from typer import Argument, Option

from ..attribution import Array, ExplainError, Explanation, circuit
from ..attribution import explain as explain_steps
from ..dataset import translated
from ..meaning.batch import encode_batch
from ..printer import readable
from ..program import Program
from ..program.steps import Classifier
from ..store import write_text
from ..store.atomic import is_stream
from ..store.front import Front, has_front, read_front
from ..tasks import Task, TaskError
from ..tracer import TraceError, Why, step_name
from ..tracer import trace as trace_run
from ..view import Highlight, PageFront, page
from .choosing import TaskOfProgram, task_of_program
from .console import counted, note, print_wide, printable, say, say_first, spelled
from .using import (
    Index,
    InputsFile,
    OutFile,
    ProgramPath,
    Raw,
    inputs_in,
    name_of,
    opened_program,
    protect,
    split,
)

MOST_ROWS = 20  # of votes
MOST_FACTS = 12  # of where a value came from


def view(
    program: ProgramPath,
    out: OutFile = None,
    task: TaskOfProgram = None,
    raw: Raw = False,
    index: Index = None,
    show: Annotated[bool, Option("--open", help="Open the page in the browser.")] = False,
) -> None:
    """Write an HTML page that runs the program.

    Type an input and see every step. The page needs no server and no internet access. It shows the
    simplified program, which gives the same answers; --raw shows the program as it is stored. The
    other programs of a run folder get pages beside it, linked by a slider.

    Example: `tprog view sort.json --task sort`
    """
    file, known = _page_file(out, program), _task_if_there(program, task)
    protect(file, program)
    name, loaded = name_of(program), opened_program(program, index)
    front = read_front(program) if has_front(program) and not raw else Front(())
    if is_stream(file) or len(front) < 2:
        _write_page(file, page(_shown(loaded, raw), name=name, task=known, raw=raw))
    else:
        here = front.chosen(index)
        files = [file.with_name(f"{file.stem}_{i}{file.suffix}") for i in range(len(front))]
        files[here] = file
        pages = tuple((one.name, str(choice)) for one, choice in zip(files, front, strict=True))
        for i, choice in enumerate(front):
            shown = _shown(loaded if i == here else choice.program, raw)
            text = page(shown, name=name, task=known, front=PageFront(i, pages), raw=raw)
            write_text(files[i], text)
        others = counted(len(front) - 1, "page")
        say(f"wrote {file} and {others} beside it, linked by a slider")
    if show:
        webbrowser.open(file.resolve().as_uri())


def trace(
    program: ProgramPath,
    tokens: Annotated[list[str], Argument(help="The words of one input.")],
    why: Annotated[
        int | None, Option(metavar="POSITION", help="Explain the answer at this position.")
    ] = None,
    against: Annotated[
        str | None, Option(metavar="CLASS", help="With --why: compare with this class.")
    ] = None,
    without: Annotated[
        list[str] | None, Option(metavar="STEP", help="Switch off a step; repeatable.")
    ] = None,
    setting: Annotated[
        list[str] | None,
        Option("--set", metavar="VARIABLE@POSITION=VALUE", help="Set a value; repeatable."),
    ] = None,
    raw: Raw = False,
    index: Index = None,
) -> None:
    """Show every variable at every position, or explain one answer.

    The input is words separated by spaces, or a JSON list. With --without or --set, the changed run
    is compared with the original one. The program is simplified first, which changes no answer;
    --raw uses it as it is stored.

    Example: `tprog trace sort.json "<s> 3 1 2 </s>" --why 2`

    Example: `tprog trace sort.json "<s> 3 1 2 </s>" --without attn_0_0 --raw`
    """
    loaded = opened_program(program, index)
    shown = _shown(loaded, raw)
    _check_names(loaded, shown, [*(without or ()), *(_parts(s)[0] for s in setting or ())])
    original = trace_run(shown, split(" ".join(tokens), shown))
    run = original.without(*without) if without else original
    for text in setting or ():
        variable, position, value = _parts(text)
        run = run.set(variable, position, value)
    if why is not None and _answers_once(shown):
        raise TraceError("--why: this program has one answer, which is explained without --why")
    reason = None
    if why is not None or against is not None or _answers_once(shown):
        reason = run.why(why, against)
    if run is not original:
        say("Changes:", style="bold")
        say_first(str(original.diff(run)).splitlines(), MOST_ROWS, "more change", "  ")
    if reason is not None:
        _print_why(reason)
    if why is None and against is None:
        for line in str(run).split("\n"):
            say(printable(line))


def _answers_once(program: Program) -> bool:
    return isinstance(program.output, Classifier) and program.output.pooled


def _print_why(why: Why) -> None:
    say(printable(why.title), style="bold")
    most = max(map(abs, why.words), default=0)
    if most:  # the words of the input, green where they speak for the label, red where against it
        words = Text()
        for word, lead in zip(why.trace.tokens, why.words, strict=True):
            strong = "bold " if 2 * abs(lead) > most else ""
            style = f"{strong}{'green' if lead > 0 else 'red'}" if lead else "dim"
            words.append(" " if words else "").append(printable(word), style)
        say(words)
    if why.rows:
        print_wide(_votes(why))
    reasons = why.reasons()
    if why.rows and reasons:
        say("Origin of the first value:")
    say_first(reasons, MOST_FACTS, "more value")


def _votes(why: Why) -> Table:
    table = Table(box=SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0))
    table.add_column("value", overflow="fold")
    for name in (f"for {spelled(why.label)}", f"for {spelled(why.rival or '')}", "lead"):
        table.add_column(Text(name), justify="right", no_wrap=True)
    table.add_column("", no_wrap=True)
    most = max(abs(row.lead) for row in why.rows) or 1
    for number, (what, votes, against) in enumerate(why.table(MOST_ROWS)):
        lead = votes - against
        own = number < min(MOST_ROWS, len(why.rows))
        bar = ("+" if lead > 0 else "-") * round(12 * abs(lead) / most) if own else ""
        cells = (Text(printable(what)), f"{votes:,}", f"{against:,}", f"{lead:+,}", bar)
        table.add_row(*cells, style="bold" if what == "sum" else None)
    return table


# --- explain --------------------------------------------------------------------------------------


def explain(
    program: ProgramPath,
    task: TaskOfProgram = None,
    inputs: InputsFile = None,
    every: Annotated[bool, Option("--all", help="Use all inputs of the task.")] = False,
    label: Annotated[
        str | None, Option("--class", metavar="CLASS", help="Find the circuit of a class.")
    ] = None,
    position: Annotated[
        int | None, Option(metavar="POSITION", help="Find the circuit of a position.")
    ] = None,
    allow: Annotated[
        float | None,
        Option(metavar="SHARE", help="Share of answers that the circuit may change, from 0 to 1."),
    ] = None,
    out: OutFile = None,
    raw: Raw = False,
    index: Index = None,
) -> None:
    """Switch off each step in turn; count the changed answers.

    With --class or --position, find a circuit instead: a few steps that suffice to tell which
    answers are this class, or to give all answers at this position, when all other steps are frozen
    at their most frequent values. --out writes a page with the circuit.

    Example: `tprog explain runs/sort --class 0 --position 1`
    """
    wanted = label is not None or position is not None or out is not None
    if allow is not None and not 0 <= allow <= 1:
        raise ExplainError(f"--allow: expected a share from 0 to 1, got {allow:g}")
    shown = _shown(opened_program(program, index), raw)
    known = task_of_program(program, task)
    words, scored, source = _inputs(shown, known, inputs, every)
    file = None if out is None else _page_file(out, program)
    if file is not None:
        protect(file, program, inputs)
    if not wanted:
        _print_effects(explain_steps(shown, words, scored), source)
        return
    found = circuit(shown, words, label=label, position=position, scored=scored, allow=allow or 0.0)
    say(printable(str(found)), style="bold")
    table = Table("step", "answers lost without it", box=SIMPLE_HEAD, pad_edge=False)
    for step, needed in zip(found.steps, found.needed, strict=True):
        table.add_row(step, f"{needed:,}")
    print_wide(table)
    if file is not None:
        highlight = Highlight(f"circuit: {found.behaviour}", str(found), found.steps)
        text = page(shown, name=name_of(program), task=known, highlights=[highlight], raw=raw)
        _write_page(file, text)


def _print_effects(told: Explanation, source: str) -> None:
    say(f"{told.inputs:,} inputs ({source}), {told.answers:,} answers")
    table = Table("step", "inputs", "answers", "clearest example", box=SIMPLE_HEAD, pad_edge=False)
    for effect in told.effects:
        if effect.inputs:
            example = Text(printable(str(effect.examples[0])), overflow="fold")
            table.add_row(effect.step, f"{effect.inputs:,}", f"{effect.answers:,}", example)
    print_wide(table)
    if told.idle:
        say(f"no effect if switched off alone: {', '.join(told.idle)}")


def _inputs(
    program: Program, task: Task | None, file: Path | None, every: bool
) -> tuple[Array, Array | None, str]:
    """The inputs to explain on, where their answers count, and what they are."""
    if file is not None:
        return encode_batch(program, list(inputs_in(file, program))), None, str(file)
    if task is None:
        raise ExplainError("expected --task TASK or --inputs FILE")
    chosen = task.all_inputs() if every else task.test
    if chosen is None:
        raise ExplainError(f"the task {task.name} has too many inputs to list: leave out --all")
    words = translated(chosen.words, task.vocabulary, program.vocabulary)
    scored = np.asarray(chosen.labels >= 0)
    return words, scored, "every input" if every else f"test inputs of {task.name}"


# --- what the verbs share -------------------------------------------------------------------------


def _task_if_there(path: Path, name: str | None) -> Task | None:
    """The task of a program; where the run's data is gone, none, and a word about it."""
    try:
        return task_of_program(path, name)
    except (TaskError, OSError) as error:
        if name is not None:
            raise
        note(f"the page has no examples of the task: {printable(str(error))}")
        return None


def _shown(program: Program, raw: bool) -> Program:
    return program if raw else readable(program)


def _check_names(loaded: Program, shown: Program, names: list[str]) -> None:
    """Say so where a step is there only before simplifying."""
    for name in names:
        try:
            step_name(shown, name)
        except TraceError as error:
            try:
                step_name(loaded, name)
            except TraceError:
                raise error from None
            raise TraceError(
                f"the simplified program has no step {name!r}, but the stored one has: add --raw"
            ) from None


def _parts(text: str) -> tuple[str, int, str]:
    found = re.fullmatch(r"([^@]*)@\s*([+-]?\d{1,18})\s*=(.*)", text, re.DOTALL)
    if found is None:
        raise TraceError(f"--set: expected VARIABLE@POSITION=VALUE, got {text!r}")
    return found[1].strip(), int(found[2]), found[3]


def _page_file(given: Path | None, program: Path) -> Path:
    """The page to write: the file that was named, one in that folder, or one by the program."""
    if given is None:
        return program / "view.html" if program.is_dir() else program.with_suffix(".html")
    return given / f"{name_of(program)}.html" if given.is_dir() else given


def _write_page(file: Path, text: str) -> None:
    write_text(file, text)
    if not is_stream(file):  # it may be where this would be printed
        say(f"wrote {file} ({len(text.encode()) / 1e6:.2f} MB)")
