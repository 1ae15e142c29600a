"""`tprog view`: the HTML page of a program."""

from __future__ import annotations

import webbrowser
from pathlib import Path
from typing import Annotated

from typer import Option

from ..tasks import Task, TaskError
from ..view import page
from . import options
from .console import note, printable
from .program_argument import name_of, opened_program, page_file, protect, split, write_page
from .task_argument import task_of_program


def view(
    program: options.ProgramPath,
    out: options.OutFile = None,
    task: options.TaskOfProgram = None,
    raw: options.Raw = False,
    index: options.Index = None,
    start: Annotated[
        str | None, Option("--input", metavar="TEXT", help="Open the page on this input.")
    ] = None,
    show: Annotated[bool, Option("--open", help="Open the page in the browser.")] = False,
) -> None:
    """Write an HTML page that runs the program.

    Type an input and see every step. The page needs no server and no internet access. It shows the
    simplified program, which gives the same answers; --raw shows the program as it is stored.

    Example: `tprog view runs/messages --input "The invoice is wrong."`
    """
    file, known = page_file(out, program), _task_if_there(program, task)
    protect(file, program)
    loaded = opened_program(program, index, as_stored=raw)
    words = None if start is None else split(start, loaded)
    write_page(file, page(loaded, name=name_of(program), task=known, raw=raw, start=words))
    if show:
        webbrowser.open(file.resolve().as_uri())


def _task_if_there(path: Path, name: str | None) -> Task | None:
    """The task of a program; where the run's data is gone, none, and a word about it."""
    try:
        return task_of_program(path, name)
    except (TaskError, OSError) as error:
        if name is not None:
            raise
        note(f"the page has no examples of the task: {printable(str(error))}")
        return None
