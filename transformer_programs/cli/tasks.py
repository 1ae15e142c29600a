"""`tprog tasks`: list the tasks."""

from __future__ import annotations

from typing import Annotated

from rich.table import Table
from rich.text import Text
from typer import Option

from .. import tasks as catalogue
from ..tasks.formats import SUFFIXES
from .console import print_wide

WIDTH = 100


def tasks(
    every: Annotated[
        bool, Option("--all", help="Also show the further tasks with examples.")
    ] = False,
) -> None:
    """List the tasks, with examples.

    Example: `tprog tasks`
    """
    further = catalogue.FURTHER | catalogue.REGULAR
    hint = f"Or your own file ({', '.join(SUFFIXES)}; each also as .gz), with tokens and tags or"
    parts: tuple[Table | str, ...] = (
        _listed(catalogue.TASKS),
        "\nFurther tasks:\n" if every else f"\nFurther tasks (--all): {', '.join(further)}",
        *([_listed(further)] if every else []),
        "\nText corpora (in the folder given by --data or TPROG_DATA):\n",
        _listed(catalogue.TEXTS),
        f"\n{hint} with text and label.\n\nChange a setting with --task NAME=VALUE.",
    )
    for part in parts:
        print_wide(part, WIDTH)


def _listed(entries: dict[str, catalogue.TaskEntry]) -> Table:
    table = Table("task", "description and settings", "example", box=None, pad_edge=False)
    for name, entry in entries.items():
        example = f"{' '.join(entry.example)}\n{' '.join(label or '.' for label in entry.target)}"
        chosen = " ".join(f"{key}={v}" for key, v in entry.settings.items() if v is not None)
        table.add_row(name, Text.assemble(entry.description, "\n", (chosen, "dim")), Text(example))
    return table
