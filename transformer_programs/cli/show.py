"""`tprog show`: the programs of a run, the steps of a program, or its code."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from typer import Option

from ..printer import emit
from ..store import RUN_FILE
from ..store.front import PROGRAMS, Front, has_front, read_front
from .console import note, output, print_code, refuse_unused, say
from .program_argument import Index, ProgramPath, Raw, Votes, name_of, opened_program
from .report import without_votes
from .summary import show as print_summary


def show(
    program: ProgramPath,
    index: Index = None,
    lines: Annotated[
        int | None, Option(min=1, help="Pick the best program of at most N lines.")
    ] = None,
    code: Annotated[bool, Option("--code", help="Print the Python code.")] = False,
    votes: Votes = False,
    raw: Raw = False,
) -> None:
    """Show the programs of a run, the steps of a program, or its Python code.

    A run folder lists its programs from the shortest to the best; --index or --lines picks one, and
    --code alone prints the program of the run, which all verbs use; --raw prints it in the layout
    of the paper. Into a file, all of it is printed; on a terminal, long tables of votes only with
    --votes, and long lists of words not at all.

    Example: `tprog show sort.json --code`

    Example: `tprog show runs/sort --lines 60 --code`
    """
    code = code or votes
    if not has_front(program):
        picked = {"--index": index, "--lines": lines}
        refuse_unused(picked, "works only for a run folder with a front")
    elif index is not None or lines is not None or code:
        front = read_front(program)
        number = front.chosen(index, lines)
        note(f"program {number} of the front: {front[number]}")
        index = None if number == front.knee else number
    elif len(front := read_front(program)) > 1:
        _print_front(front, program)
        return
    loaded = opened_program(program, index)
    name = name_of(program)
    if not code:
        print_summary(loaded)
    elif not output().is_terminal:
        print(emit(loaded, name=name, raw=raw), end="")
    else:
        text = emit(loaded, name=name, raw=raw, complete=False)
        print_code(text if votes or raw else without_votes(loaded, name, text))


def _print_front(front: Front, folder: Path) -> None:
    """The table of a run, and how to read its programs."""
    opened_program(folder, None)
    say(f"{front}\n")
    say(
        f"{RUN_FILE} is program {front.knee}, the shortest within one standard error of the best; "
        f"all are in {folder}/{PROGRAMS}/"
    )
    say(f"read:  tprog show {folder} --code (--index N: another one, in every command)")
