"""Sweeps: a grid of settings and shapes of networks, many seeds each, as an experiment.

All shapes and seeds with the same other settings train as one masked population, or in parts of so
many networks. A network that is in the ledger is not trained again, however the rest is shared out:
so a sweep that was begun on one machine can go on on many.

>>> axes = parse_axes(["layers=2,3", "heads=4", "learning_rate=0.05,0.02"])
>>> points(axes)[0]
{'layers': '2', 'heads': '4', 'learning_rate': '0.05'}
>>> len(points(axes))
4
"""

from __future__ import annotations

import hashlib
import itertools
import json
import math
import shutil
from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

from ..printer import emit
from ..simplifier import readable
from ..store import loads, write_text
from ..store.reading import read_text
from ..tasks import make
from .ledger import open_ledger, programs_folder
from .part import SHAPE, Experiment, ExperimentError, Json, Part, ShapeNumbers
from .report import points_plot, write_file
from .runner import UNFINISHED, Site, do_all
from .statistics import percent, shaped
from .tabling import table
from .trained import best_member

NAME = "sweep"  # of the ledger, the page and the plot
SWEEP = Experiment(NAME, "A sweep", "", "sweep", ())
MOST_NETWORKS = 100_000
RAY_AT_ONCE = 64  # networks of a part on a cluster: about a minute of a large GPU
HALVED = {  # half of them categorical, half numerical, as the paper counts
    "heads": ("categorical_heads", "numerical_heads"),
    "mlps": ("categorical_mlps", "numerical_mlps"),
}
BEST = ("best.json", "best.py")

Point = tuple[str, ShapeNumbers, int]  # a network: settings without the shape (JSON), shape, seed


@dataclass(frozen=True, slots=True)
class Grid:
    """What to train: a task, settings that all share, axes (name -> values), the seeds."""

    task: str
    axes: Mapping[str, tuple[str, ...]]
    seeds: int
    task_settings: Mapping[str, Any] = field(default_factory=dict)
    settings: Mapping[str, str] = field(default_factory=dict)


# --- the grid -------------------------------------------------------------------------------------


def parse_axes(texts: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """Axes of a grid, given as NAME=VALUE,VALUE."""
    axes: dict[str, tuple[str, ...]] = {}
    for text in texts:
        name, sign, values = text.partition("=")
        listed = tuple(value.strip() for value in values.split(","))
        if not sign or not all(listed):
            raise ExperimentError(f"--grid {text}: expected NAME=VALUE,VALUE, such as layers=2,3")
        if name.strip() in axes:
            raise ExperimentError(f"--grid {name.strip()}: expected each name once, got it twice")
        axes[name.strip()] = tuple(dict.fromkeys(listed))
    return axes


def points(axes: Mapping[str, Sequence[str]]) -> list[dict[str, str]]:
    """Every combination of the values of the axes."""
    return [dict(zip(axes, values, strict=True)) for values in itertools.product(*axes.values())]


def networks(grid: Grid) -> list[Point]:
    """Every network of a grid, each once."""
    from ..learn.config import Config, preset

    usual = preset(make(grid.task, **grid.task_settings))
    base = Config.from_settings(_spelled_out(grid.settings), usual)
    count = math.prod(map(len, grid.axes.values())) * grid.seeds
    if count > MOST_NETWORKS:
        raise ExperimentError(f"expected at most {MOST_NETWORKS:,} networks, got {count:,}")
    found: dict[Point, None] = {}
    for point in points(grid.axes):
        config = asdict(Config.from_settings(_spelled_out(point), base))
        if config["selection"] != "none":  # parts have as many networks as a machine takes
            raise ExperimentError(
                f"selection: expected none in a sweep, got {config['selection']}: its networks "
                "must not depend on which of them train together"
            )
        layers, heads, numbers, mlps, number_mlps = (config.pop(name) for name in SHAPE)
        shape = (layers, heads, numbers, mlps, number_mlps)
        settings = json.dumps(config)
        found |= dict.fromkeys((settings, shape, seed) for seed in range(grid.seeds))
    return list(found)


def _spelled_out(settings: Mapping[str, str]) -> dict[str, str]:
    """Settings as `Config` has them: `heads` and `mlps` are shared out."""
    found = {name: text for name, text in settings.items() if name not in HALVED}
    for name, both in HALVED.items():
        if name not in settings:
            continue
        text = settings[name]
        for half in both:
            if half in settings:
                raise ExperimentError(
                    f"{name} and {half}: expected one of them, for {name} sets {' and '.join(both)}"
                )
        if not text.isdecimal() or int(text) % 2:
            raise ExperimentError(
                f"{name}: expected an even number, half of each kind, got {text!r}; or give "
                f"{' and '.join(both)}"
            )
        found |= dict.fromkeys(both, str(int(text) // 2))
    return found


# --- sharing out ----------------------------------------------------------------------------------


def part_of(
    grid: Grid, settings: str, shapes: Sequence[ShapeNumbers], seeds: Sequence[int]
) -> Part:
    """Networks that train together: every shape with every seed, all other settings the same."""
    part = Part(
        "",
        grid.task,
        "grid",
        task_settings=dict(grid.task_settings),
        settings=json.loads(settings),
        shapes=tuple(shapes),
        seeds=tuple(seeds),
    )
    text = json.dumps(part.document(), sort_keys=True)
    own = hashlib.sha256(text.encode()).hexdigest()[:16]
    return replace(part, name=f"{part.networks} networks, {own}")


def shared(grid: Grid, done: Container[Point], most: int) -> list[Part]:
    """The networks that are not done, in parts of at most so many.

    The whole grid is cut before it is looked up what is done, so that a sweep that was interrupted
    goes on with the same parts. Seeds are shared out before shapes, so that the networks of a part
    need the same room.
    """
    found: list[Part] = []
    by_settings: dict[str, dict[ShapeNumbers, None]] = {}
    for settings, shape, _ in networks(grid):
        by_settings.setdefault(settings, {})[shape] = None
    for settings, shapes in by_settings.items():
        for seeds in _chunks(range(grid.seeds), max(1, most // len(shapes))):
            for few in _chunks(list(shapes), most):
                left: dict[tuple[ShapeNumbers, ...], list[int]] = {}
                for seed in seeds:
                    own = tuple(shape for shape in few if (settings, shape, seed) not in done)
                    left.setdefault(own, []).append(seed)
                found += [part_of(grid, settings, *one) for one in left.items() if one[0]]
    return found


def _chunks(items: Sequence[Any], most: int) -> Iterator[Sequence[Any]]:
    """Pieces of about the same size, none above `most`.

    >>> list(_chunks((1, 2, 3, 4, 5), 4))
    [(1, 2, 3), (4, 5)]
    """
    size = -(-len(items) // -(-len(items) // most))
    for start in range(0, len(items), size):
        yield items[start : start + size]


# --- running --------------------------------------------------------------------------------------


def run(grid: Grid, site: Site, at_once: int = MOST_NETWORKS) -> Path:
    """Train what is not yet trained, and write the page; gives its file.

    OUT/sweep.jsonl holds a line per part, OUT/programs the best program of each shape of each part,
    and OUT/best.json and OUT/best.py the best of all, if its program is among these.
    """
    wanted = networks(grid)
    with open_ledger(site.out / f"{NAME}.jsonl") as ledger:
        done = trained(grid, ledger.lines)
        parts = shared(grid, done, at_once)
        if left := len(wanted) - sum(part.networks for part in parts):
            site.say(f"{left} of {len(wanted)} networks are trained")
        do_all(replace(SWEEP, parts=tuple(parts)), parts, ledger, site)
        shutil.rmtree(site.out / UNFINISHED, ignore_errors=True)  # of parts cut otherwise
        lines = [line for line in ledger.lines if _is_of(grid, line)]
    every = trained(grid, lines)
    found = {network: every[network] for network in wanted}
    write_best(best_member(list(found.values())), site.out)
    ways = {f"{line['made']['device']}, {line['made']['date']}" for line in lines}
    rows = by_point(grid, found)
    how = f"`{site.command}`, {'; '.join(sorted(ways))}"
    return write_file(
        site.out, NAME, lambda plot: page(grid, rows, how, plot), lambda: points_plot(rows)
    )


def _is_of(grid: Grid, line: Json) -> bool:
    part = line["part"]
    same = (part["task"], part.get("task_settings", {})) == (grid.task, dict(grid.task_settings))
    return same and part["kind"] == "grid"


def trained(grid: Grid, lines: Sequence[Json]) -> dict[Point, Json]:
    """What each network of the task came to, the first time that it was trained."""
    found: dict[Point, Json] = {}
    for line in lines:
        if _is_of(grid, line):
            settings = json.dumps(line["part"]["settings"])
            for member in line["members"]:
                found.setdefault((settings, tuple(member["shape"]), member["seed"]), member)
    return found


def write_best(first: Json | None, out: Path) -> None:
    """The program of the best network and its code; of another network, none stays behind."""
    files = {}
    if first is not None and "program" in first:
        source = programs_folder(out) / f"{first['program']}.json"
        text = read_text(source)
        files = {
            BEST[0]: text,
            BEST[1]: emit(readable(loads(text, str(source))), name=Path(BEST[0]).stem),
        }
    for name in set(BEST) - set(files):
        (out / name).unlink(missing_ok=True)
    for name, text in files.items():
        write_text(out / name, text)


def by_point(grid: Grid, found: Mapping[Point, Json]) -> dict[str, list[Json]]:
    """The networks of each point of the grid, by its name: what tells it from the others."""
    varied = [name for name in grid.axes if name not in (*SHAPE, *HALVED)]
    rows: dict[str, list[Json]] = {}
    for (settings, shape, _), member in found.items():
        others = [f"{name} {json.loads(settings)[name]}" for name in varied]
        rows.setdefault("; ".join([shaped(shape), *others]), []).append(member)
    return rows


def page(grid: Grid, rows: Mapping[str, list[Json]], how: str, plot: str = "") -> str:
    """What a sweep came to, as Markdown: the best network, the table, the plot, how."""
    members = [member for own in rows.values() for member in own]
    first = best_member(members)
    lines = [{"part": {"name": name}, "members": own} for name, own in rows.items()]
    sections = [
        f"# Sweep: {grid.task}",
        f"Best on validation: {'every network diverged.' if first is None else _told(first)}",
        table(SWEEP, lines).rstrip(),
        f"![Test accuracy of every network]({plot})" if plot else "",
        f"{how}: {len(members)} networks. Generated from `{NAME}.jsonl`, do not edit.",
    ]
    return "\n\n".join(section for section in sections if section) + "\n"


def _told(first: Json) -> str:
    """The best network of a sweep, and where its program is."""
    program = (
        "its program is best.json, best.py."
        if "program" in first
        else "its program was not kept, because a network of the same part was better. The same "
        "command with another --out trains all networks again and keeps the best program."
    )
    return (
        f"shape {shaped(first['shape'])} (layers, heads, MLPs), seed {first['seed']}: "
        f"{percent(first['validation'])} on validation, {percent(first['test'])} on test; {program}"
    )
