"""`tprog show`: the programs of a run, the steps of a program, or its code."""

from __future__ import annotations

from typing import Annotated

from typer import Option

from ..printer import emit
from ..store.folder import Front, read_front
from . import options
from .console import note, output, print_code, refuse_unused
from .program_argument import name_of, opened_program


def show(
    program: options.ProgramPath,
    index: options.Index = None,
    lines: Annotated[
        int | None, Option(min=1, help="Pick the best program of at most N lines.")
    ] = None,
    code: Annotated[bool, Option("--code", help="Print the Python code.")] = False,
    raw: options.Raw = False,
) -> None:
    """Show the programs of a run, the steps of a program, or its Python code.

    A run folder lists its programs from the shortest to the best; --index or --lines picks one, and
    --code alone prints the program of the run, which all verbs use; --raw prints it in the layout
    of the paper. Long lists of words are cut on a terminal; `tprog emit` writes a file with all.

    Example: `tprog show runs/sort --lines 60 --code`
    """
    front = read_front(program) if program.is_dir() else Front()
    if not front:
        picked = {"--index": index, "--lines": lines}
        refuse_unused(picked, "works only for a run folder with a front")
    elif index is not None or lines is not None or code:
        number = front.pick(index, lines)
        note(f"program {number} of the front: {front[number]}")
        index = None if number == front.knee else number
    elif len(front) > 1:
        from .report import print_front  # imports all that learns

        opened_program(program, None)
        print_front(front, program)
        return
    loaded = opened_program(program, index)
    name = name_of(program)
    if code:
        print_code(emit(loaded, name=name, raw=raw, complete=not output().is_terminal))
    else:
        from .summary import show as print_summary

        print_summary(loaded)
