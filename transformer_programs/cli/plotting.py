"""The verb that draws: pictures of training and of what heads read, as PNG, SVG or PDF."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer

from ..plot import PlotError, save
from ..store import load
from ..store.history import read_history
from .console import say
from .using import name_of

Picture = Literal["curves", "history", "reads"]


def plot(
    picture: Annotated[
        Picture,
        typer.Argument(
            help="curves: accuracy during training; history: when heads and votes settled; reads: "
            "which variables the heads of several programs read."
        ),
    ],
    programs: Annotated[
        list[Path], typer.Argument(metavar="PROGRAM...", help="A .json file or a run folder.")
    ],
    out: Annotated[
        Path | None,
        typer.Option("--out", "-o", metavar="FILE", help="The picture: .png, .svg or .pdf."),
    ] = None,
) -> None:
    """Plot how networks were trained, or what heads read.

    The page that `tprog view` writes draws a program itself.

    Example: `tprog plot curves runs/sort`

    Example: `tprog plot history runs/sort -o history.svg`
    """
    if picture != "reads" and len(programs) > 1:
        raise PlotError(f"{picture} takes one run, got {len(programs)}")
    from ..plot import curves

    first, name = programs[0], name_of(programs[0])
    match picture:
        case "curves":
            figure = curves.curves(curves.read_metrics(first), name)
        case "history":
            figure = curves.history(read_history(first), load(first), name)
        case "reads":
            figure = curves.reads([load(path) for path in programs])  # as learned: what was chosen
    say(f"wrote {save(figure, out or Path(f'{name}-{picture}.png'))}")
