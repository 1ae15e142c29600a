"""Figures of training, and of the variables that programs read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NotRequired, TypedDict, assert_never

from ..program import Program
from ..program import steps as lang
from ..store.reading import StoreError, json_lines, refused_as
from ..view.data import layers
from . import BLUE, GREEN, GREY, INK, ORANGE, PURPLE, PlotError, clean, new_figure

if TYPE_CHECKING:
    from matplotlib.figure import Figure

METRICS_FILE = "metrics.jsonl"
ROLES = ("query", "key", "value")
COLOURS = {"tokens": BLUE, "positions": ORANGE, "ones": GREY, "attn": GREEN, "mlp": PURPLE}


class MetricsLine(TypedDict):
    """The metrics of one evaluation, one entry per seed."""

    group: NotRequired[int]
    step: int
    seeds: list[int]
    accuracy: list[float]
    loss: list[float | None]


def read_metrics(folder: Path) -> list[MetricsLine]:
    """The lines of a run folder's metrics: one for every evaluation during training."""
    file = folder / METRICS_FILE
    if not folder.is_dir():
        raise PlotError(f"{folder}: expected a run folder: curves are those of its {METRICS_FILE}")
    if not file.is_file():
        raise PlotError(f"{folder}: this folder holds no {METRICS_FILE}")
    kept = []
    with refused_as(PlotError):
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
    by_seed: dict[tuple[int, int], list[tuple[int, float, float | None]]] = {}
    for line in metrics:
        for i, seed in enumerate(line["seeds"]):
            key = (int(line.get("group", 0)), int(seed))
            loss = line["loss"][i]
            by_seed.setdefault(key, []).append((line["step"], line["accuracy"][i], loss))
    best = max(by_seed, key=lambda key: by_seed[key][-1][1])
    figure = new_figure(6.4, 5.2)
    above, below = figure.subplots(2, 1, sharex=True)
    for key, points in by_seed.items():
        style = dict(color=GREY, linewidth=0.8, alpha=0.6, zorder=1)
        if key == best:
            style = dict(color=BLUE, linewidth=2, zorder=2, label=f"seed {key[1]}, the best")
        steps = [step for step, _, _ in points]
        above.plot(steps, [100 * accuracy for _, accuracy, _ in points], **style)
        losses = [(step, loss) for step, _, loss in points if loss is not None]
        below.plot([s for s, _ in losses], [loss for _, loss in losses], **style)
    above.set_ylabel("validation accuracy, %")
    above.legend(frameon=False, loc="lower right")
    below.set_ylabel("training loss")
    below.set_xlabel("step")
    if all(loss is None or loss > 0 for points in by_seed.values() for _, _, loss in points):
        below.set_yscale("log")
    above.set_title(title or f"{len(by_seed)} seeds", loc="left", color=INK)
    for axes in (above, below):
        clean(axes)
    return figure


# --- what heads read ------------------------------------------------------------------------------


def kind_of(step: lang.Step) -> str:
    """The kind of variable that a step writes: tokens, positions, ones, attn or mlp."""
    match step:
        case lang.Token():
            return "tokens"
        case lang.Position():
            return "positions"
        case lang.One():
            return "ones"
        case lang.CategoricalHead() | lang.NumericalHead():
            return "attn"
        case lang.Mlp():
            return "mlp"
        case _:
            assert_never(step)


def read_counts(
    programs: Sequence[Program], kind: type[lang.Head]
) -> dict[tuple[int, str], Counter[str]]:
    """(layer, role) -> how often heads of a kind read each kind of variable."""
    counts: dict[tuple[int, str], Counter[str]] = {}
    for program in programs:
        layer = layers(program)
        kinds = {step.out.name: kind_of(step) for step in program.steps}
        for step in program.steps:
            if isinstance(step, kind):
                for role in ROLES:
                    place = (layer[step.out.name] - 1, role)
                    counts.setdefault(place, Counter())[kinds[getattr(step, role)]] += 1
    return counts


def reads(programs: Sequence[Program], title: str = "") -> Figure:
    """Which kinds of variables heads read, by layer, over all programs together."""
    tables = {"heads that copy": lang.CategoricalHead, "heads that add up": lang.NumericalHead}
    shown = {}
    for name, kind in tables.items():
        if table := read_counts(programs, kind):
            shown[f"{name} ({sum(t.total() for t in table.values()) // 3})"] = table
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
        for y, place in enumerate(rows):
            counts, left = table.get(place, {}), 0.0
            for read, colour in COLOURS.items():
                share = 100 * counts.get(read, 0) / (sum(counts.values()) or 1)
                axes.barh(y, share, left=left, color=colour, height=0.72)
                left += share
        axes.set_title(name, loc="left")
        axes.set_yticks(range(len(rows)), [f"layer {layer}, {role}" for layer, role in rows])
        axes.set_xlabel("% of the heads")
        axes.invert_yaxis() if axes is grid[0] else None
        clean(axes)
    handles = [grid[0].containers[i] for i in range(len(COLOURS))]
    figure.legend(handles, list(COLOURS), loc="outside lower center", ncols=5, frameon=False)
    figure.suptitle(title, x=0.01, ha="left")
    return figure
