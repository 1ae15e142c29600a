"""A program as pictures: its residual stream, its heads, its votes, and one classified sentence."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, assert_never

from ..meaning.interpret import level, matches
from ..program import Program, types
from ..program.steps import (
    CategoricalHead,
    Classifier,
    Head,
    Mlp,
    NumericalHead,
    One,
    Position,
    Step,
    Token,
    score_of,
)
from ..program.values import Categorical, Symbol, Type, domain, size, symbol
from ..simplify.edits import output_reads
from ..trace import Trace, step_name, trace
from ..view.layers import layers
from . import BLUE, GREY, INK, ORANGE, PALE, PlotError, clean, new_figure, plain

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

MOST_VALUES = 40  # of a type, on one side of a grid
MOST_HEADS = 6
GLYPHS = {"CategoricalHead": "→", "NumericalHead": "Σ", "Mlp": "ƒ"}


# --- the residual stream --------------------------------------------------------------------------


def roles(step: Step) -> dict[str, str]:
    """Variable -> what a step reads it as: q, k, v, or nothing for a function."""
    found: dict[str, str] = {}
    match step:
        case CategoricalHead() | NumericalHead():
            for role, name in (("q", step.query), ("k", step.key), ("v", step.value)):
                found[name] = found.get(name, "") + role
        case Mlp(_, read):
            found = dict.fromkeys(read, "")
        case Token() | Position() | One():
            pass
        case other:
            assert_never(other)
    return found


def stream(program: Program, title: str = "") -> Figure:
    """A line for each variable, a node where it is written, a dot where it is read."""
    layer, voters = layers(program), output_reads(program)
    columns: dict[str, float] = {}
    x, last = 0.0, 0
    for step in program.steps:
        if layer[step.out.name] > 0:
            x += 1.0 if layer[step.out.name] == last else 1.5
            last = layer[step.out.name]
        columns[step.out.name] = x if layer[step.out.name] > 0 else 0.0
    out = x + 1.5
    rows = {step.out.name: -float(i) for i, step in enumerate(program.steps)}
    figure = new_figure(2.4 + 0.36 * out, 0.6 + 0.3 * len(rows))
    axes = figure.subplots()
    for step in program.steps:
        _draw_step(axes, program, step, columns, rows, out)
    for name in voters:
        axes.plot(out, rows[name], "o", color=BLUE, markersize=4)
    if voters:
        ends = [rows[name] for name in voters]
        axes.plot([out, out], [min(ends), max(ends)], color=BLUE, linewidth=1.5)
        axes.text(out + 0.3, sum(ends) / len(ends), "answer", va="center")
    axes.set_yticks(list(rows.values()), list(rows), family="monospace", fontsize=8)
    axes.set_xticks([])
    axes.set_xlim(-0.8, out + 2)
    axes.set_title(title, loc="left")
    for side in ("top", "right", "bottom", "left"):
        axes.spines[side].set_visible(False)
    axes.tick_params(length=0)
    return figure


def _draw_step(
    axes: Axes,
    program: Program,
    step: Step,
    columns: dict[str, float],
    rows: dict[str, float],
    out: float,
) -> None:
    name = step.out.name
    x, y = columns[name], rows[name]
    uses = [columns[s.out.name] for s in program.steps if name in roles(s)]
    uses += [out] if name in output_reads(program) else []
    axes.plot([x, max([x, *uses])], [y, y], color=BLUE if uses else PALE, linewidth=1.5, zorder=1)
    for read, role in roles(step).items():
        axes.plot([x, x], [rows[read], y], color=GREY, linewidth=1, zorder=1)
        dot: dict[str, Any] = dict(color="white", markeredgecolor=GREY, zorder=2)
        axes.plot(x, rows[read], "o", markersize=9 if role else 5, **dot)
        axes.text(x, rows[read], role, ha="center", va="center", fontsize=5.5, zorder=3)
    colour = {"NumericalHead": ORANGE, "Mlp": GREY}.get(type(step).__name__, BLUE)
    axes.plot(x, y, "s", color=colour, markersize=10, zorder=4)
    glyph = GLYPHS.get(type(step).__name__, "")
    axes.text(x, y, glyph, ha="center", va="center", color="white", fontsize=7, zorder=5)


# --- heads ----------------------------------------------------------------------------------------


def heads(program: Program, tokens: Sequence[str], steps: Sequence[str] = ()) -> Figure:
    """Each head: which keys each query matches, and where it looks on one input."""
    run = trace(program, tokens)
    chosen = [step_name(program, name) for name in steps] or [
        step.out.name for step in program.steps if isinstance(step, CategoricalHead | NumericalHead)
    ][:MOST_HEADS]
    found = [s for s in program.steps if s.out.name in chosen]
    if not found:
        raise PlotError("this program has no heads")
    figure = new_figure(7.2, 3.1 * len(found))
    grid = figure.subplots(len(found), 2, squeeze=False)
    for (left, right), step in zip(grid, found, strict=True):
        if not isinstance(step, CategoricalHead | NumericalHead):
            raise PlotError(f"{step.out.name} is not a head")
        _draw_predicate(left, program, step)
        _draw_attention(right, run, step)
    return figure


def _draw_predicate(axes: Axes, program: Program, head: Head) -> None:
    kinds = types(program)
    query, key = kinds[head.query], kinds[head.key]
    queries, keys = _some_values(query), _some_values(key)
    cells = [[float(matches(head.predicate, query, key, q, k)) for k in keys] for q in queries]
    score = score_of(head)
    if score is not None:  # the better, the darker
        levels = [[level(score, query, key, q, k) for k in keys] for q in queries]
        order = sorted({one for row in levels for one in row})
        cells = [
            [cell * (1 + order.index(one)) / len(order) for cell, one in zip(*rows, strict=True)]
            for rows in zip(cells, levels, strict=True)
        ]
    _draw_cells(axes, cells, _names(query, queries), _names(key, keys))
    axes.set_ylabel(f"query {head.query}", family="monospace", fontsize=8)
    axes.set_xlabel(f"key {head.key}", family="monospace", fontsize=8)
    axes.set_title(head.out.name, loc="left", family="monospace", fontsize=9)


def _draw_attention(axes: Axes, run: Trace, head: Head) -> None:
    looks = run.step(head.out.name).looks
    places = range(len(run.tokens))
    cells = [[1 if j in look.used else 0.25 * (j in look.found) for j in places] for look in looks]
    names = [plain(token) for token in run.tokens]
    _draw_cells(axes, cells, names, names)
    axes.set_title(f"looks at, to read {head.value}", loc="left", fontsize=9)


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
    """The classifier's weights of one variable: a row a value, a column a class."""
    name, output = step_name(program, variable), _classifier(program)
    vote = next((vote for vote in output.votes if vote.reads == name), None)
    if vote is None:
        raise PlotError(f"{name} has no votes: {', '.join(v.reads for v in output.votes)} have")
    type = types(program)[name]
    rows = vote.weights[:MOST_VALUES]
    values = list(range(len(rows)))
    names = _names(type, values) if isinstance(type, Categorical) else ["each 1"]
    figure = new_figure(2 + 0.55 * len(output.classes), 1.2 + 0.3 * len(rows))
    axes = figure.subplots()
    _draw_weights(axes, rows, names, [plain(c) for c in output.classes], output.scale)
    axes.set_title(name, loc="left", family="monospace", fontsize=10)
    return figure


def scores(program: Program, tokens: Sequence[str], position: int | None = None) -> Figure:
    """The votes of each token for each class, and of each feature of one token."""
    run, output = trace(program, tokens), _classifier(program)
    place = run.position(len(tokens) // 2 if position is None else position)
    classes = [plain(c) for c in output.classes]
    features = _features(run, place)
    height = 1.4 + 0.28 * max(len(tokens), len(features))
    figure = new_figure(4.5 + 0.75 * len(classes), height)
    left, right = figure.subplots(1, 2)
    rows = [run.scores_of(i) for i in range(len(tokens))]
    _draw_weights(left, rows, [plain(t) for t in tokens], classes, output.scale)
    left.set_title(f"each token (answer: {plain(_said(run, place))})", loc="left", fontsize=9)
    names = [f"{name} = {plain(value)}" for name, value, _ in features]
    _draw_weights(right, [weights for _, _, weights in features], names, classes, output.scale)
    right.set_title(f"the features of {plain(tokens[place])}", loc="left", fontsize=9)
    return figure


def _said(run: Trace, place: int) -> str:
    return run.answer if isinstance(run.answer, str) else run.answer[place]


def _features(run: Trace, place: int) -> list[tuple[str, Symbol, tuple[int, ...]]]:
    """The values at a position that vote there, the weightiest first."""
    kinds, found = types(run.program), []
    for vote in _classifier(run.program).votes:
        record = run.step(vote.reads)
        value = record.values[place]
        if isinstance(kinds[vote.reads], Categorical):
            weights = vote.weights[value]
        else:
            weights = tuple(weight * value for weight in vote.weights[0])
        found.append((vote.reads, record.symbol(place), weights))
    return sorted(found, key=lambda item: -(max(item[2]) - min(item[2])))[:20]


def _classifier(program: Program) -> Classifier:
    if not isinstance(program.output, Classifier) or not program.output.votes:
        raise PlotError("this program does not vote: its answer is the value of a variable")
    return program.output


def _draw_weights(
    axes: Axes, rows: Sequence[Sequence[int]], names: list[str], classes: list[str], scale: int
) -> None:
    most = max((abs(w) for row in rows for w in row), default=1) or 1
    shares = [[weight / most for weight in row] for row in rows]
    axes.imshow(shares, cmap="PuOr_r", vmin=-1.6, vmax=1.6, aspect="auto")
    for y, row in enumerate(rows):
        for x, weight in enumerate(row):
            text = f"{weight / scale:.1f}" if scale > 1 else f"{weight:,}"
            axes.text(x, y, text, ha="center", va="center", fontsize=7, color=INK)
    axes.set_xticks(range(len(classes)), classes, fontsize=8)
    axes.set_yticks(range(len(names)), names, fontsize=8, family="monospace")
    axes.xaxis.tick_top()
    clean(axes)


__all__ = ["heads", "roles", "scores", "stream", "votes"]
