"""`tprog plot`: training curves, or what heads read, as PNG, SVG or PDF."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

from typer import Argument, Option

from .. import plot as figures
from ..plot import PlotError, save
from . import options
from .console import refuse_unused, say
from .program_argument import name_of, opened_program

Picture = Literal["curves", "reads"]


def plot(
    picture: Annotated[
        Picture,
        Argument(metavar="PICTURE", help="curves of training, or what the heads read."),
    ],
    programs: Annotated[
        list[Path], Argument(metavar="PROGRAM...", help="A .json file or a run folder.")
    ],
    out: Annotated[
        Path | None,
        Option("--out", "-o", metavar="FILE", help="File to write: .png, .svg or .pdf."),
    ] = None,
    index: options.Index = None,
) -> None:
    """Plot the training of a run, or what the heads of programs read.

    Example: `tprog plot curves runs/sort`

    Example: `tprog plot reads runs/sort runs/reverse -o reads.svg`
    """
    name = name_of(programs[0])
    if picture == "reads":
        figure = figures.reads([opened_program(path, index) for path in programs])
    elif len(programs) > 1:
        raise PlotError(f"curves takes one program, got {len(programs)}")
    else:
        refuse_unused({"--index": index}, "works only for reads")
        figure = figures.curves(figures.read_metrics(programs[0]), name)
    say(f"wrote {save(figure, out or Path(f'{name}-{picture}.png'))}")
