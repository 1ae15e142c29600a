"""`tprog trace`: the values of all variables on one input, and the reasons of an answer."""

from __future__ import annotations

import re
from typing import Annotated

from rich.box import SIMPLE_HEAD
from rich.table import Table
from rich.text import Text
from typer import Argument, Option

from ..program import Program
from ..program.steps import Classifier
from ..simplifier import readable
from ..tracer import TraceError, Why, step_name
from ..tracer import trace as trace_run
from .console import print_wide, printable, say, say_first, spelled
from .program_argument import Index, ProgramPath, Raw, opened_program, split

MAX_ROWS = 20  # of votes and changes
MAX_REASONS = 12
BAR = 12  # characters of the longest bar


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
    shown = loaded if raw else readable(loaded)
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
        say_first(str(original.diff(run)).splitlines(), MAX_ROWS, "more change", "  ")
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
    say_first(reasons, MAX_REASONS, "more value")


def _votes(why: Why) -> Table:
    table = Table(box=SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0))
    table.add_column("value", overflow="fold")
    for name in (f"for {spelled(why.label)}", f"for {spelled(why.rival or '')}", "lead"):
        table.add_column(Text(name), justify="right", no_wrap=True)
    table.add_column("", no_wrap=True)
    most = max(abs(row.lead) for row in why.rows) or 1
    for number, (what, votes, against) in enumerate(why.table(MAX_ROWS)):
        lead = votes - against
        own = number < min(MAX_ROWS, len(why.rows))
        bar = ("+" if lead > 0 else "-") * round(BAR * abs(lead) / most) if own else ""
        cells = (Text(printable(what)), f"{votes:,}", f"{against:,}", f"{lead:+,}", bar)
        table.add_row(*cells, style="bold" if what == "sum" else None)
    return table


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
