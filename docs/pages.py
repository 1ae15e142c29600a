"""Fill the tables and plots of docs/results from the ledgers: part of `make tables`.

The text of the pages is written by hand; only what stands between two marks is generated.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from statistics import median

import numpy as np

from transformer_programs import plot
from transformer_programs.experiments import EXPERIMENTS, Experiment, experiment, results, table
from transformer_programs.experiments.part import Json
from transformer_programs.experiments.table import main_score, markdown, percent

RESULTS = Path(__file__).parent / "results"
SOURCES = ("tokens", "positions", "ones", "attn", "mlp")
COLOURS = (plot.BLUE, plot.ORANGE, plot.GREY, plot.GREEN, plot.PURPLE)  # one per source
ROLES = ("query", "key", "value")


def between(text: str, mark: str, new: str) -> str:
    """A page with the text between two marks replaced."""
    before, rest = text.split(f"<!-- {mark} -->\n")
    _, after = rest.split(f"<!-- end of {mark} -->\n")
    return f"{before}<!-- {mark} -->\n\n{new.rstrip()}\n\n<!-- end of {mark} -->\n{after}"


def fill(file: Path, **parts: str) -> None:
    """Write a page with new text between its marks."""
    text = file.read_text(encoding="utf-8")
    for mark, new in parts.items():
        text = between(text, mark, new)
    file.write_text(text, encoding="utf-8")


def made(own: Experiment, lines: Sequence[Json]) -> str:
    """The command, and on what machines and when the lines were measured."""
    ways: dict[tuple[str, ...], list[str]] = {}
    for line in lines:
        way = tuple(line["made"][name] for name in ("device", "jax", "python", "date"))
        ways.setdefault(way, []).append(line["part"]["name"])
    others = "all" if len(ways) == 1 else "all others"
    rows = [
        [*way, others if len(parts) > len(lines) // 2 else "; ".join(parts)]
        for way, parts in ways.items()
    ]
    seconds = sum(line["seconds"] for line in lines)
    return (
        f"`tprog reproduce {own.name}`; the parts took {seconds:,.0f} s in total. "
        f"`{own.name}.jsonl` has the command of each part.\n\n"
        + markdown(["machine", "JAX", "Python", "date", "parts"], rows)
    )


def headline(own: Experiment, lines: Sequence[Json]) -> str:
    """The test score of each part, in parentheses the paper's; else where to look."""
    if own.name == "search":
        solved = {line["part"]["name"].rsplit(", ", 1)[0]: False for line in lines}
        for line in lines:
            solved[line["part"]["name"].rsplit(", ", 1)[0]] |= line["search"]["solved"]
        return f"{sum(solved.values())} of {len(solved)} solved"
    long = ("larger-scale", "selection", "head-reads", "case-study", "readable-text")
    if own.name in long or not lines[0].get("best"):
        return "see the page"
    paper = {part.name: part.paper for part in own.parts}
    cells = []
    for line in lines:
        name, best = line["part"]["name"], line["best"]
        count = best.get("networks", 1)
        what = f", {count} merged networks," if count > 1 else ""
        theirs = f" ({paper[name][0]:g} %)" if paper[name] else ""
        cells.append(f"{name}{what} {percent(main_score(best))}{theirs}")
    return "; ".join(cells)


def index(known: dict[str, tuple[Experiment, list[Json]]]) -> str:
    """The table of all experiments."""
    rows = []
    for name, (own, lines) in known.items():
        if not lines:
            continue
        seconds = f"{sum(line['seconds'] for line in lines):,.0f}"
        hardware, dates = (
            "; ".join(dict.fromkeys(line["made"][what] for line in lines))
            for what in ("device", "date")
        )
        row = [f"[{own.title}]({name}.md)", headline(own, lines), hardware, dates, seconds]
        rows.append(row)
    head = ["experiment", "ours (paper's)", "hardware", "date", "seconds, summed over parts"]
    return markdown(head, rows)


# --- plots and the table of what heads read -------------------------------------------------------


def shares(lines: Sequence[Json]) -> dict[str, dict[str, float]]:
    """For "KIND LAYER ROLE" the share of heads that read each source, over all tasks."""
    counts: dict[str, Counter[str]] = {}
    for line in lines:
        for place, counted in line["best"]["reads"].items():
            counts.setdefault(place, Counter()).update(counted)
    return {
        place: {source: counter[source] / max(1, counter.total()) for source in SOURCES}
        for place, counter in sorted(counts.items())
    }


def populations(lines: Sequence[Json]) -> str:
    """Per task, with and without selection: the best of each population, and their medians."""
    found: dict[tuple[str, str], list[Json]] = {}
    for line in lines:
        if ", seed " in line["part"]["name"]:
            task, kind, _ = line["part"]["name"].split(", ")
            found.setdefault((task, kind), []).append(line)
    rows = []
    for (task, kind), each in found.items():
        row = [task, kind]
        for split in ("validation", "test"):
            scores = [line["best"][split] for line in each]
            row += [" / ".join(percent(score) for score in scores), percent(median(scores))]
        members = [member["test"] for line in each for member in line["members"]]
        rows.append([*row, percent(median(members))])
    head = ["task", "selection", "validation of the best of each population", "median"]
    head += ["their test", "median", "median member, test"]
    return markdown(head, rows)


def draw_heads(lines: Sequence[Json], file: Path) -> None:
    """A panel per kind of head: how much of each kind of variable is read, by layer and role."""
    tables: dict[str, dict[tuple[int, str], dict[str, float]]] = {}
    for place, found in shares(lines).items():
        kind, layer, role = place.split(" ")
        tables.setdefault(f"{kind} heads", {})[int(layer), role] = found
    depth = 1 + max(layer for table in tables.values() for layer, _ in table)
    figure = plot.new_figure(1.2 + 3.6 * len(tables), 0.9 + 1.05 * depth)
    grid = figure.subplots(1, len(tables), squeeze=False, sharey=True)[0]
    rows = [(layer, role) for layer in range(depth) for role in ROLES]
    for axes, (name, counted) in zip(grid, tables.items(), strict=True):
        left = np.zeros(len(rows))
        for source, colour in zip(SOURCES, COLOURS, strict=True):
            part = np.array([100 * counted.get(place, {}).get(source, 0.0) for place in rows])
            axes.barh(range(len(rows)), part, left=left, color=colour, height=0.72, label=source)
            left += part
        axes.set_title(name, loc="left")
        axes.set_yticks(range(len(rows)), [f"layer {layer}, {role}" for layer, role in rows])
        axes.set_xlabel("% of the heads")
        plot.clean(axes)
    grid[0].invert_yaxis()  # which all share
    handles, names = grid[0].get_legend_handles_labels()
    figure.legend(handles, names, loc="outside lower center", ncols=5, frameon=False)
    plot.save(figure, file)


def draw_networks(own: Experiment, lines: Sequence[Json], file: Path) -> None:
    """A row per part: every network as a point, the best on validation as a circle."""
    shown = [line for line in lines if line.get("members")]
    figure = plot.new_figure(9, 0.8 + 0.3 * len(shown))
    axes, paper = figure.subplots(), {part.name: part.paper for part in own.parts}
    for row, line in enumerate(shown):
        scores = np.array([100 * member["test"] for member in line["members"]])
        nudge = (np.arange(len(scores)) % 7 - 3) * 0.06
        axes.plot(scores, row + nudge, ".", color=plot.BLUE, alpha=0.35, markersize=4)
        axes.plot(100 * main_score(line["best"]), row, "o", color=plot.INK, fillstyle="none")
        for number in paper[line["part"]["name"]]:
            axes.plot([number] * 2, [row - 0.35, row + 0.35], color=plot.RED)
    axes.set_yticks(range(len(shown)), [line["part"]["name"] for line in shown])
    axes.invert_yaxis()
    marks = "dots: networks; circle: the result; dash: paper or public reruns"
    axes.set_xlabel(f"test accuracy, % ({marks})")
    axes.grid(axis="x", alpha=0.3)
    plot.clean(axes)
    plot.save(figure, file)


def write(out: Path = RESULTS, plots: bool = True) -> None:
    """Fill every page of a folder."""
    known = {}
    for name in EXPERIMENTS:
        own = experiment(name)
        lines = results(own, out)
        known[name] = own, lines
        fill(out / f"{name}.md", table=table(own, lines), made=made(own, lines))
        if name == "selection":
            fill(out / f"{name}.md", populations=populations(lines))
        if name == "head-reads":
            rows = [
                [*place.split(" "), *(percent(share, 0) for share in found.values())]
                for place, found in shares(lines).items()
            ]
            head = ["heads", "layer", "read as", *SOURCES]
            fill(out / f"{name}.md", reads=markdown(head, rows))
        if plots and (out / f"{name}.svg").exists():
            if name == "head-reads":
                draw_heads(lines, out / f"{name}.svg")
            else:
                draw_networks(own, lines, out / f"{name}.svg")
    fill(out / "README.md", index=index(known))
