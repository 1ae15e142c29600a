"""`tprog plot`: training curves as PNG, SVG or PDF."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from typer import Argument, Option

from ..plot import curves, read_metrics, save
from .console import say
from .program_argument import name_of


def plot(
    run: Annotated[Path, Argument(metavar="RUN", help="A run folder.")],
    out: Annotated[
        Path | None,
        Option("--out", "-o", metavar="FILE", help="File to write: .png, .svg or .pdf."),
    ] = None,
) -> None:
    """Plot the training of a run: validation accuracy and loss of every network.

    Example: `tprog plot runs/sort`
    """
    figure = curves(read_metrics(run), name_of(run))
    say(f"wrote {save(figure, out or Path(f'{name_of(run)}-curves.png'))}")
