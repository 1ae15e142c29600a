"""`tprog trace`: the values of all variables on one input, and the reasons of an answer."""

from __future__ import annotations

import re
from typing import Annotated

from typer import Argument, Option

from ..program import Program
from ..program.program import is_pooled
from ..simplifier import readable
from ..tracer import TraceError, Why, step_name
from ..tracer import trace as trace_run
from . import options
from .console import say, say_first
from .program_argument import opened_program, split

MAX_ROWS = 20  # of votes, reasons and changes


def trace(
    program: options.ProgramPath,
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
    raw: options.Raw = False,
    index: options.Index = None,
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
    one_answer = is_pooled(shown)
    if why is not None and one_answer:
        raise TraceError("--why: this program has one answer, which is explained without --why")
    if why is None and against is not None and not one_answer:
        raise TraceError("--against: works only with --why POSITION")
    reason = None
    if why is not None or against is not None or one_answer:
        reason = run.why(why, against)
    if run is not original:
        say("Changes:", style="bold")
        say_first(str(original.diff(run)).splitlines(), MAX_ROWS, "more change", "  ")
    if reason is not None:
        _print_why(reason)
    if why is None and against is None:
        say(str(run))


def _print_why(why: Why) -> None:
    title, *rows = str(why).splitlines()
    say(title, style="bold")
    say_first(rows, MAX_ROWS, "more value")
    if why.rows and (reasons := why.reasons()):
        say("Origin of the first value:")
        say_first(reasons, MAX_ROWS, "more value")


def _check_names(loaded: Program, shown: Program, names: list[str]) -> None:
    """Say so where a step is there only before simplifying."""
    for name in names:
        try:
            step_name(shown, name)
        except TraceError:
            step_name(loaded, name)  # raises where it is in neither
            raise TraceError(
                f"the simplified program has no step {name!r}, but the stored one has: add --raw"
            ) from None


def _parts(text: str) -> tuple[str, int, str]:
    found = re.fullmatch(r"([^@]*)@\s*([+-]?\d{1,18})\s*=(.*)", text, re.DOTALL)
    if found is None:
        raise TraceError(f"--set: expected VARIABLE@POSITION=VALUE, got {text!r}")
    return found[1].strip(), int(found[2]), found[3]
