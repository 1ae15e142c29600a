"""Figures of a program: its residual stream, heads, votes, and one classified sentence."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, assert_never

from ..meaning.interpret import cast, level, matches
from ..program import Program, types
from ..program import steps as lang
from ..program.values import Categorical, Type, domain, size, symbol
from ..tracer import step_name, trace
from ..view.data import layers
from . import BLUE, GREY, INK, ORANGE, PALE, PlotError, clean, new_figure, plain

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

MOST_VALUES = 40  # of a type, on one side of a grid
MOST_HEADS = 6
MOST_FEATURES = 20


# --- the residual stream --------------------------------------------------------------------------


def roles(step: lang.Step) -> dict[str, str]:
    """Variable -> what a step reads it as: q, k, v, or nothing for a function."""
    found = dict.fromkeys(lang.reads(step), "")
    if isinstance(step, lang.Head):
        for role, name in zip("qkv", lang.reads(step), strict=True):
            found[name] += role
    return found


def _node(step: lang.Step) -> tuple[str, str]:
    """The sign of a step and its colour."""
    match step:
        case lang.Token() | lang.Position() | lang.One():
            return "", BLUE
        case lang.CategoricalHead():
            return "→", BLUE
        case lang.NumericalHead():
            return "Σ", ORANGE
        case lang.Mlp():
            return "ƒ", GREY
        case _:
            assert_never(step)


def stream(program: Program, title: str = "") -> Figure:
    """The residual stream: lines are variables, nodes are writes, dots are reads."""
    layer, voters = layers(program), lang.output_reads(program.output)
    steps = sorted(program.steps, key=lambda step: layer[step.out.name])
    columns: dict[str, float] = {}
    x, last = 0.0, 0
    for name in (step.out.name for step in steps):
        if layer[name] > 0:
            x += 1.0 if layer[name] == last else 1.5
        columns[name], last = x, layer[name]
    out = x + 1.5
    rows = {step.out.name: -float(i) for i, step in enumerate(steps)}
    ends = {name: [out] if name in voters else [] for name in rows}  # where each is read
    for step in steps:
        for read in roles(step):
            ends[read].append(columns[step.out.name])
    figure = new_figure(2.4 + 0.36 * out, 0.6 + 0.3 * len(rows))
    axes = figure.subplots()
    for step in steps:
        _draw_step(axes, step, columns[step.out.name], rows, ends[step.out.name])
    if voters:
        heights = [rows[name] for name in voters]
        axes.plot([out] * len(heights), heights, "o", color=BLUE, markersize=4)
        axes.plot([out, out], [min(heights), max(heights)], color=BLUE, linewidth=1.5)
        axes.text(out + 0.3, sum(heights) / len(heights), "answer", va="center")
    axes.set_yticks(list(rows.values()), list(rows), family="monospace", fontsize=8)
    axes.set_xticks([])
    axes.set_xlim(-0.8, out + 2)
    axes.set_title(title, loc="left")
    clean(axes, "top", "right", "bottom", "left")
    return figure


def _draw_step(
    axes: Axes, step: lang.Step, x: float, rows: dict[str, float], ends: list[float]
) -> None:
    y = rows[step.out.name]
    axes.plot([x, max([x, *ends])], [y, y], color=BLUE if ends else PALE, linewidth=1.5, zorder=1)
    for read, role in roles(step).items():
        axes.plot([x, x], [rows[read], y], color=GREY, linewidth=1, zorder=1)
        dot: dict[str, Any] = dict(color="white", markeredgecolor=GREY, zorder=2)
        axes.plot(x, rows[read], "o", markersize=9 if role else 5, **dot)
        axes.text(x, rows[read], role, ha="center", va="center", fontsize=5.5, zorder=3)
    glyph, colour = _node(step)
    axes.plot(x, y, "s", color=colour, markersize=10, zorder=4)
    axes.text(x, y, glyph, ha="center", va="center", color="white", fontsize=7, zorder=5)


# --- heads ----------------------------------------------------------------------------------------


def heads(program: Program, tokens: Sequence[str], steps: Sequence[str] = ()) -> Figure:
    """The heads: which keys each query matches, and the positions attended to on one input."""
    run = trace(program, tokens)
    chosen = {step_name(program, name) for name in steps}
    all_heads = [s for s in program.steps if isinstance(s, lang.Head)]
    found = [head for head in all_heads if head.out.name in chosen] or all_heads[:MOST_HEADS]
    others = chosen - {head.out.name for head in all_heads}
    if others:
        raise PlotError(f"{min(others)} is not a head")
    if not found:
        raise PlotError("this program has no heads")
    figure = new_figure(7.2, 3.1 * len(found))
    grid = figure.subplots(len(found), 2, squeeze=False)
    places, names = range(len(run.tokens)), [plain(token) for token in run.tokens]
    for (left, right), head in zip(grid, found, strict=True):
        _draw_predicate(left, program, head)
        looks = run.step(head.out.name).looks
        cells = [[1 if j in a.used else 0.25 * (j in a.found) for j in places] for a in looks]
        _draw_cells(right, cells, names, names)
        right.set_title(f"looks at, to read {head.value}", loc="left", fontsize=9)
    return figure


def _draw_predicate(axes: Axes, program: Program, head: lang.Head) -> None:
    kinds = types(program)
    query, key = kinds[head.query], kinds[head.key]
    queries, keys = _some_values(query), _some_values(key)
    cells = [[float(matches(head.predicate, query, key, q, k)) for k in keys] for q in queries]
    score = lang.score_of(head)
    if score is not None:  # the better, the darker
        levels = [[level(score, key, k) for k in keys] for _ in queries]
        order = sorted({one for row in levels for one in row})
        cells = [
            [cell * (1 + order.index(one)) / len(order) for cell, one in zip(*rows, strict=True)]
            for rows in zip(cells, levels, strict=True)
        ]
    _draw_cells(axes, cells, _names(query, queries), _names(key, keys))
    axes.set_ylabel(f"query {head.query}", family="monospace", fontsize=8)
    axes.set_xlabel(f"key {head.key}", family="monospace", fontsize=8)
    axes.set_title(head.out.name, loc="left", family="monospace", fontsize=9)


def _draw_cells(axes: Axes, cells: Any, rows: list[str], columns: list[str]) -> None:
    axes.imshow(cells, cmap="Blues", vmin=0, vmax=1.25, aspect="equal")
    axes.set_xticks(range(len(columns)), columns, rotation=90, fontsize=7)
    axes.set_yticks(range(len(rows)), rows, fontsize=7)
    axes.tick_params(length=0)


def _some_values(type: Type) -> list[int]:
    if size(type) is None:
        low = getattr(type, "low", None) or 0
        return list(range(low, low + 10))
    return list(domain(type))[:MOST_VALUES]


def _names(type: Type, values: Sequence[int]) -> list[str]:
    return [plain(symbol(type, value)) for value in values]


# --- votes ----------------------------------------------------------------------------------------


def votes(program: Program, variable: str) -> Figure:
    """The classifier's weights of one variable: one row per value, one column per class."""
    name, output = step_name(program, variable), _classifier(program)
    vote = next((vote for vote in output.votes if vote.reads == name), None)
    if vote is None:
        raise PlotError(f"{name} has no votes: {', '.join(v.reads for v in output.votes)} have")
    type, rows = types(program)[name], vote.weights[:MOST_VALUES]
    names = _names(type, range(len(rows))) if isinstance(type, Categorical) else ["each 1"]
    figure = new_figure(2 + 0.55 * len(output.classes), 1.2 + 0.3 * len(rows))
    axes = figure.subplots()
    _draw_weights(axes, output, rows, names)
    axes.set_title(name, loc="left", family="monospace", fontsize=10)
    return figure


def scores(program: Program, tokens: Sequence[str], position: int | None = None) -> Figure:
    """The votes of each token for each class, and of each feature of one token."""
    run, output = trace(program, tokens), _classifier(program)
    place = run.position(len(tokens) // 2 if position is None else position)
    said = run.answer if isinstance(run.answer, str) else run.answer[place]
    features = []  # the values there with their votes, the weightiest first
    for vote in output.votes:
        record = run.step(vote.reads)
        votes = cast(vote, record.type, record.values[place])
        features.append((f"{vote.reads} = {plain(record.symbol(place))}", votes))
    features = sorted(features, key=lambda item: min(item[1]) - max(item[1]))[:MOST_FEATURES]
    height = 1.4 + 0.28 * max(len(tokens), len(features))
    figure = new_figure(4.5 + 0.75 * len(output.classes), height)
    left, right = figure.subplots(1, 2)
    rows = [run.scores_of(i) for i in range(len(tokens))]
    _draw_weights(left, output, rows, [plain(token) for token in tokens])
    left.set_title(f"each token (answer: {plain(said)})", loc="left", fontsize=9)
    _draw_weights(right, output, [row for _, row in features], [name for name, _ in features])
    right.set_title(f"the features of {plain(tokens[place])}", loc="left", fontsize=9)
    return figure


def _classifier(program: Program) -> lang.Classifier:
    if not isinstance(program.output, lang.Classifier) or not program.output.votes:
        raise PlotError("this program does not vote: its answer is the value of a variable")
    return program.output


def _draw_weights(
    axes: Axes, output: lang.Classifier, rows: Sequence[Sequence[int]], names: list[str]
) -> None:
    most = max((abs(w) for row in rows for w in row), default=1) or 1
    shares = [[weight / most for weight in row] for row in rows]
    axes.imshow(shares, cmap="PuOr_r", vmin=-1.6, vmax=1.6, aspect="auto")
    for y, row in enumerate(rows):
        for x, weight in enumerate(row):
            text = f"{weight / output.scale:.1f}" if output.scale > 1 else f"{weight:,}"
            axes.text(x, y, text, ha="center", va="center", fontsize=7, color=INK)
    axes.set_xticks(range(len(output.classes)), map(plain, output.classes), fontsize=8)
    axes.set_yticks(range(len(names)), names, fontsize=8, family="monospace")
    axes.xaxis.tick_top()
    clean(axes)
