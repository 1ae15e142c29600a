"""Figures of training, and of what heads read, by Matplotlib: PNG, SVG, PDF.

Matplotlib comes with the extra `plot`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypedDict

from .program import Program
from .program.steps import CategoricalHead, Head, Mlp, NumericalHead, One, Position, Token
from .program.values import Refusal
from .store.atomic import writing
from .store.folder import METRICS_FILE
from .store.reading import StoreError, json_lines
from .view.data import layers

if TYPE_CHECKING:
    from matplotlib.figure import Figure

# Okabe and Ito's colours, which colour-blind people tell apart.
BLUE, ORANGE, GREEN, RED, PURPLE = "#0072b2", "#e69f00", "#009e73", "#d55e00", "#cc79a7"
INK, GREY = "#1d1c1a", "#8a867f"
# Endings of files -> the metadata to leave out, so that the same figure gives the same file.
FORMATS = {".png": "Software", ".svg": "Date", ".pdf": "CreationDate"}
ROLES = ("query", "key", "value")
COLOURS = {"tokens": BLUE, "positions": ORANGE, "ones": GREY, "attn": GREEN, "mlp": PURPLE}
KINDS = {Token: "tokens", Position: "positions", One: "ones", Mlp: "mlp"}  # a head: "attn"
HEADS: dict[str, type[Head]] = {"categorical": CategoricalHead, "numerical": NumericalHead}
TITLES = {"categorical": "heads that copy", "numerical": "heads that add up"}


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


def read_counts(
    programs: Sequence[Program], kind: type[Head]
) -> dict[tuple[int, str], Counter[str]]:
    """(layer, role) -> how often heads of a kind read each kind of variable."""
    counts: dict[tuple[int, str], Counter[str]] = {}
    for program in programs:
        layer = layers(program)
        kinds = {step.out.name: KINDS.get(type(step), "attn") for step in program.steps}
        for step in program.steps:
            if isinstance(step, kind):
                for role in ROLES:
                    place = (layer[step.out.name] - 1, role)
                    counts.setdefault(place, Counter())[kinds[getattr(step, role)]] += 1
    return counts


def reads(programs: Sequence[Program], title: str = "") -> Figure:
    """Which kinds of variables heads read, by layer, over all programs together."""
    shown = {}
    for name, kind in HEADS.items():
        if table := read_counts(programs, kind):
            shown[f"{TITLES[name]} ({sum(t.total() for t in table.values()) // 3})"] = table
    return draw_reads(shown, title or f"what heads read, {len(programs)} programs")


def draw_reads(
    tables: Mapping[str, Mapping[tuple[int, str], Mapping[str, float]]], title: str = ""
) -> Figure:
    """A panel per table: how much of each kind of variable is read, by layer and role."""
    if not tables:
        raise PlotError("none of these programs has a head")
    depth = 1 + max(layer for table in tables.values() for layer, _ in table)
    figure = new_figure(1.2 + 3.6 * len(tables), 0.9 + 1.05 * depth)
    grid = figure.subplots(1, len(tables), squeeze=False, sharey=True)[0]
    rows = [(layer, role) for layer in range(depth) for role in ROLES]
    for axes, (name, table) in zip(grid, tables.items(), strict=True):
        left = [0.0] * len(rows)
        for read, colour in COLOURS.items():
            found = [table.get(place, {}) for place in rows]
            shares = [100 * one.get(read, 0) / (sum(one.values()) or 1) for one in found]
            axes.barh(range(len(rows)), shares, left=left, color=colour, height=0.72, label=read)
            left = [start + share for start, share in zip(left, shares, strict=True)]
        axes.set_title(name, loc="left")
        axes.set_yticks(range(len(rows)), [f"layer {layer}, {role}" for layer, role in rows])
        axes.set_xlabel("% of the heads")
        clean(axes)
    grid[0].invert_yaxis()  # which all share
    handles, names = grid[0].get_legend_handles_labels()
    figure.legend(handles, names, loc="outside lower center", ncols=5, frameon=False)
    figure.suptitle(title, x=0.01, ha="left")
    return figure
