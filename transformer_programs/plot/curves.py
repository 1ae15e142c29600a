"""Figures of training, and of the variables that programs read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from operator import eq
from pathlib import Path
from typing import TYPE_CHECKING, Any, assert_never

from ..program import Program
from ..program import steps as lang
from ..store.folder import Snapshot
from ..store.untrusted import Fields, StoreError, json_lines, refused_as, require
from ..view.data import layers
from . import BLUE, GREEN, GREY, INK, ORANGE, PURPLE, PlotError, clean, new_figure

if TYPE_CHECKING:
    from matplotlib.figure import Figure

METRICS_FILE = "metrics.jsonl"
METRICS: Fields = {  # what a line of metrics holds
    "group": (int, ...),
    "step": int,
    "seeds": [int],
    "accuracy": [float],
    "loss": [(float, None)],
}
ROLES = ("query", "key", "value")
VOTES = "votes"  # the row of the classifier
Module = lang.Head | lang.Mlp
COLOURS = {"tokens": BLUE, "positions": ORANGE, "ones": GREY, "attn": GREEN, "mlp": PURPLE}


def read_metrics(folder: Path) -> list[dict[str, Any]]:
    """The lines of a run folder's metrics: one for every evaluation during training."""
    file = folder / METRICS_FILE
    if not folder.is_dir():
        raise PlotError(f"{folder}: expected a run folder: curves are those of its {METRICS_FILE}")
    if not file.is_file():
        raise PlotError(f"{folder}: this folder holds no {METRICS_FILE}")
    kept = []
    with refused_as(PlotError):
        for number, line in json_lines(file):
            where = f"{file}, line {number}"
            require(line, METRICS, where)
            if not len(line["seeds"]) == len(line["accuracy"]) == len(line["loss"]):
                raise StoreError(f"{where}: expected an accuracy and a loss for each of the seeds")
            kept += [line] if line["seeds"] else []
    if not kept:
        raise PlotError(f"{file}: there is nothing in it yet")
    return kept


def curves(metrics: Sequence[Mapping[str, Any]], title: str = "") -> Figure:
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


def history(snapshots: Sequence[Snapshot], end: Program, title: str = "") -> Figure:
    """The share of each head, each MLP and the votes that is final, by step, below the accuracy."""
    found = [agreement(one.program, end) for one in snapshots]
    names = [name for name in found[-1] if any(name in one for one in found)]
    figure = new_figure(7.2, 2.4 + 0.22 * len(names))
    above, below = figure.subplots(
        2, 1, sharex=True, gridspec_kw={"height_ratios": [2, 0.25 * len(names) + 1]}
    )
    places = range(len(snapshots))
    above.plot(places, [100 * one.validation for one in snapshots], color=BLUE, marker="o")
    above.set_ylabel("validation accuracy, %")
    shares = [[one.get(name, 0.0) for one in found] for name in names]
    image = below.imshow(shares, aspect="auto", cmap="cividis", vmin=0, vmax=1)
    below.set_yticks(range(len(names)), names, fontsize=7)
    below.set_xticks(places, [f"{one.step:,}" for one in snapshots], rotation=45, fontsize=7)
    below.set_xlabel("step")
    figure.colorbar(image, ax=below, label="share with final values", shrink=0.8)
    above.set_title(title, loc="left", color=INK)
    for axes in (above, below):
        clean(axes)
    return figure


def agreement(now: Program, end: Program) -> dict[str, float]:
    """For each head and MLP of a program, and its votes: how much of it is as it is at the end.

    0 where it reads other variables than at the end; otherwise the share of equal rows of a
    predicate, of equal cells of a table, or of values whose votes favour the same class.
    """
    before = {step.out.name: step for step in now.steps if isinstance(step, Module)}
    found = {
        step.out.name: _alike(before[step.out.name], step)
        for step in end.steps
        if isinstance(step, Module) and step.out.name in before
    }
    if isinstance(now.output, lang.Classifier) and isinstance(end.output, lang.Classifier):
        then, last = (
            {  # the class with the most votes, for every value of every variable
                (vote.reads, value): row.index(max(row))
                for vote in output.votes
                for value, row in enumerate(vote.weights)
            }
            for output in (now.output, end.output)
        )
        found[VOTES] = sum(then.get(at) == best for at, best in last.items()) / max(1, len(last))
    return found


def _alike(now: Module, end: Module) -> float:
    if lang.reads(now) != lang.reads(end):
        return 0.0
    rules = [step.function if isinstance(step, lang.Mlp) else step.predicate for step in (now, end)]
    match rules:
        case (lang.Rows(before), lang.Rows(after)) | (lang.Table(before), lang.Table(after)):
            same = sum(map(eq, before, after)) if len(before) == len(after) else 0
            return same / max(1, len(after))
    return float(rules[0] == rules[1])


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
