"""The plots of experiments, for those that have one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np

from ..plot import BLUE, GREEN, INK, ORANGE, RED, clean, new_figure, plain
from ..plot.curves import draw_reads
from .part import Experiment, Json
from .statistics import shares_of, sizes_of

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def picture(experiment: Experiment, lines: Sequence[Json]) -> Figure | None:
    """The plot of an experiment; None where it has none, or nothing to show."""
    if not lines:
        return None
    match experiment.layout:
        case "sizes":
            return by_size(experiment, lines)
        case "reads":
            return read_shares(lines)
        case "accuracy":
            return beside_paper(experiment, lines)
        case _:
            return None


def by_size(experiment: Experiment, lines: Sequence[Json]) -> Figure:
    """Programs beside standard Transformers, one panel a size."""
    found = sizes_of(lines)
    sizes = sorted({size for _, size, _ in found}, key=lambda size: int(size.split("/")[1]))
    tasks = list(dict.fromkeys(task for task, _, _ in found))
    figure = new_figure(4.2 * len(sizes), 3.2)
    panels = figure.subplots(1, len(sizes), sharey=True, squeeze=False)[0]
    models = {"program": BLUE, "together": GREEN, "standard": ORANGE}
    names = ("program, grid", "merged", "standard")
    for panel, size in zip(panels, sizes, strict=True):
        for i, (model, colour) in enumerate(models.items()):
            scores = [_best(found.get((task, size, model))) for task in tasks]
            place = np.arange(len(tasks)) + 0.27 * (i - 1)
            panel.bar(place, scores, 0.25, color=colour, label=names[i])
        panel.set_xticks(range(len(tasks)), [plain(task) for task in tasks], rotation=20)
        panel.set_title(f"vocabulary/length {size}")
        panel.set_ylim(0, 104)
        clean(panel)
    panels[0].set_ylabel("test accuracy, %")
    panels[-1].legend(loc="center left", bbox_to_anchor=(1, 0.5), frameon=False)
    return figure


def _best(line: Json | None) -> float:
    return 0.0 if line is None or line["best"] is None else 100 * line["best"]["test"]


def read_shares(lines: Sequence[Json]) -> Figure:
    """What heads read, by their kind, layer and role."""
    tables: dict[str, dict[tuple[int, str], dict[str, float]]] = {}
    for place, found in shares_of(lines).items():
        kind, layer, role = place.split(" ")
        tables.setdefault(f"{kind} heads", {})[int(layer), role] = found
    return draw_reads(tables)


def beside_paper(experiment: Experiment, lines: Sequence[Json]) -> Figure | None:
    """Every network as a point, the best on validation as a circle, the paper as a dash."""
    shown = [line for line in lines if line["best"] is not None and line.get("members")]
    if not shown:
        return None
    return points_plot({line["part"]["name"]: line["members"] for line in shown}, experiment.paper)


def points_plot(
    rows: Mapping[str, Sequence[Json]], paper: Mapping[str, tuple[float, ...]] | None = None
) -> Figure:
    """A row a name: every network as a point, the best on validation as a circle."""
    figure = new_figure(9, 0.8 + 0.36 * len(rows))
    axes = figure.subplots()
    for row, (name, members) in enumerate(rows.items()):
        scores = np.array([100 * member["test"] for member in members])
        nudge = (np.arange(len(scores)) % 7 - 3) * 0.06
        axes.plot(scores, row + nudge, ".", color=BLUE, alpha=0.35, markersize=4)
        best = max(members, key=lambda member: member["validation"])
        axes.plot(100 * best["test"], row, "o", color=INK, fillstyle="none")
        for number in (paper or {}).get(name, ()):
            axes.plot([number] * 2, [row - 0.35, row + 0.35], color=RED)
    axes.set_yticks(range(len(rows)), [plain(name) for name in rows])
    axes.invert_yaxis()
    marks = "dots: networks; circle: best on validation"
    axes.set_xlabel(f"test accuracy, % ({marks}{'; dash: paper' if paper else ''})")
    axes.grid(axis="x", alpha=0.3)
    clean(axes)
    return figure
