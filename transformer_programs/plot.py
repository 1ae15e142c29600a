"""Figures of training by Matplotlib: PNG, SVG, PDF.

Matplotlib comes with the extra `plot`.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypedDict

from .program.values import Refusal
from .store.atomic import writing
from .store.folder import METRICS_FILE
from .store.reading import StoreError, json_lines

if TYPE_CHECKING:
    from matplotlib.figure import Figure

# Okabe and Ito's colours, which colour-blind people tell apart.
BLUE, ORANGE, GREEN, RED, PURPLE = "#0072b2", "#e69f00", "#009e73", "#d55e00", "#cc79a7"
INK, GREY = "#1d1c1a", "#8a867f"
# Endings of files -> the metadata to leave out, so that the same figure gives the same file.
FORMATS = {".png": "Software", ".svg": "Date", ".pdf": "CreationDate"}


class PlotError(Refusal):
    """A figure that cannot be drawn. The message says what would be right."""


class MetricsLine(TypedDict):
    """The metrics of one evaluation, one entry per seed."""

    step: int
    seeds: list[int]
    accuracy: list[float]
    loss: list[float | None]


def new_figure(width: float, height: float) -> Figure:
    """An empty figure, in inches."""
    try:
        from matplotlib.figure import Figure
    except ModuleNotFoundError:
        raise PlotError("plots need Matplotlib: pip install 'transformer-programs[plot]'") from None
    return Figure(figsize=(width, height), layout="constrained")


def save(figure: Figure, path: str | Path) -> Path:
    """Write a figure in the format of the file's ending. The file is whole or not there."""
    import matplotlib as mpl

    file = Path(path)
    suffix = file.suffix.lower()
    if suffix not in FORMATS:
        raise PlotError(f"{file}: expected a name that ends in {', '.join(FORMATS)}")
    # Text stays text in an SVG, and the same figure gives the same file.
    with mpl.rc_context({"svg.fonttype": "none", "svg.hashsalt": "tprog"}), writing(file) as stream:
        figure.savefig(stream, format=suffix[1:], dpi=150, metadata={FORMATS[suffix]: None})
    return file


def clean(axes: Any) -> None:
    """Remove the ticks and the lines above and at the right."""
    axes.spines[["top", "right"]].set_visible(False)
    axes.tick_params(length=0)


def read_metrics(folder: Path) -> list[MetricsLine]:
    """The lines of a run folder's metrics: one for every evaluation during training."""
    folder.stat()  # raises if there is no such folder
    file = folder / METRICS_FILE
    if not file.is_file():
        raise PlotError(f"{folder}: expected a run folder with a {METRICS_FILE}")
    kept = []
    for number, line in json_lines(file, MetricsLine):
        if not len(line["seeds"]) == len(line["accuracy"]) == len(line["loss"]):
            raise StoreError(
                f"{file}, line {number}: expected an accuracy and a loss for each of the seeds"
            )
        kept += [line] if line["seeds"] else []
    if not kept:
        raise PlotError(f"{file}: there is nothing in it yet")
    return kept


def curves(metrics: Sequence[MetricsLine], title: str = "") -> Figure:
    """Validation accuracy and loss of every seed by step, with the best seed in colour."""
    by_network: dict[tuple[int, int], list[tuple[int, float, float | None]]] = {}
    for line in metrics:
        numbers = zip(line["seeds"], line["accuracy"], line["loss"], strict=True)
        for number, (seed, accuracy, loss) in enumerate(numbers):
            points = by_network.setdefault((number, seed), [])
            points.append((line["step"], accuracy, loss))
    best = max(by_network, key=lambda key: by_network[key][-1][1])
    figure = new_figure(6.4, 5.2)
    above, below = figure.subplots(2, 1, sharex=True)
    for key, points in by_network.items():
        style = dict(color=GREY, linewidth=0.8, alpha=0.6, zorder=1)
        if key == best:
            style = dict(color=BLUE, linewidth=2, zorder=2, label=f"seed {key[1]}, the best")
        losses = [(step, loss) for step, _, loss in points if loss is not None]
        above.plot([step for step, _, _ in points], [100 * a for _, a, _ in points], **style)
        below.plot([step for step, _ in losses], [loss for _, loss in losses], **style)
    above.set_ylabel("validation accuracy, %")
    above.legend(frameon=False, loc="lower right")
    below.set_ylabel("training loss")
    below.set_xlabel("step")
    if all(loss is None or loss > 0 for points in by_network.values() for _, _, loss in points):
        below.set_yscale("log")
    above.set_title(title or f"{len(by_network)} seeds", loc="left", color=INK)
    for axes in (above, below):
        clean(axes)
    return figure
