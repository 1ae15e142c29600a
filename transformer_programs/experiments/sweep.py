"""A sweep is an experiment with a grid: every shape and seed of equal settings is one population.

>>> parse_axes(["layers=2,3", "heads=4"])
{'layers': ('2', '3'), 'heads': ('4',)}
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import fields, replace

from ..learn import Config, Gradient, Shape, preset
from ..tasks import Task
from .part import Experiment, ExperimentError, Json, Part
from .table import markdown, percent, shaped, spread

SHAPE = tuple(field.name for field in fields(Shape))
HALVED = {  # half of them categorical, half numerical, as the paper counts
    "heads": ("categorical_heads", "numerical_heads"),
    "mlps": ("categorical_mlps", "numerical_mlps"),
}


def parse_axes(texts: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """Axes of a grid, given as NAME=VALUE,VALUE."""
    axes: dict[str, tuple[str, ...]] = {}
    for text in texts:
        name, sign, values = text.partition("=")
        listed = tuple(value.strip() for value in values.split(","))
        if not sign or not all(listed) or name.strip() in axes:
            raise ExperimentError(f"--grid: expected NAME=VALUE,VALUE once per name, got {text!r}")
        axes[name.strip()] = listed
    return axes


def sweep(
    task: Task,
    axes: Mapping[str, Sequence[str]],
    seeds: int,
    settings: Mapping[str, str],
    at_once: int,
) -> Experiment:
    """The networks of a grid, in parts of at most `at_once` that train together."""
    if task.spec is None:
        raise ExperimentError(f"{task.name}: expected a task that can be made again")
    shapes: dict[tuple[str, Config], dict[Shape, None]] = {}
    for values in itertools.product(*axes.values()):
        point = dict(zip(axes, values, strict=True))
        config = Config.from_settings(_spelled_out({**settings, **point}), preset(task))
        if config.selection == "quarter":  # a part has as many networks as the machine takes
            raise ExperimentError("selection: expected none in a sweep, got quarter")
        config = replace(config, selection="none")
        others = [f"{n}={v}" for n, v in point.items() if n not in (*SHAPE, *HALVED)]
        same = ", ".join(others), config.with_shape(Shape(layers=1, categorical_heads=1))
        shapes.setdefault(same, {})[config.shape] = None
    parts: list[Part] = []
    for (label, config), grid in shapes.items():
        step = max(1, at_once // len(grid))
        for first in range(0, seeds, step):
            some = tuple(range(first, min(seeds, first + step)))
            name = f"{label or 'grid'}, seeds {some[0]} to {some[-1]}"
            how = Gradient(config, shapes=tuple(grid))
            parts.append(Part(name, task.spec, how, some, keep=f"best-of-part-{len(parts)}"))
    return Experiment("sweep", f"Sweep: {task.name}", tuple(parts))


def sweep_table(axes: Mapping[str, Sequence[str]], lines: Sequence[Json]) -> str:
    """A row per point of the grid."""
    varied = [name for name in axes if name not in (*SHAPE, *HALVED)]
    points: dict[str, list[Json]] = {}
    for line in lines:
        others = [f"{name} {line['config'][name]}" for name in varied]
        for member in line["members"]:
            points.setdefault("; ".join([shaped(member["shape"]), *others]), []).append(member)
    rows = []
    for label, members in points.items():
        sound = [member for member in members if not member["diverged"]]
        best = max(sound, key=lambda member: member["validation"], default=None)
        scores = [percent(best[name]) if best else "" for name in ("validation", "test")]
        summary = spread(members)
        cells = [summary["median"], summary["quartiles"], str(len(members) - len(sound))]
        rows.append([label, summary["networks"], *scores, *cells])
    header = ["layers, heads, MLPs", "networks", "best on validation", "its test accuracy"]
    return markdown([*header, "median", "quartiles", "diverged"], rows)


def best_of_sweep(lines: Sequence[Json]) -> Json | None:
    """The best network on validation of all parts, with the name of its program."""
    found = [line["best"] | {"keep": line["part"]["keep"]} for line in lines if line["best"]]
    return max(found, key=lambda best: best["validation"], default=None)


def _spelled_out(settings: Mapping[str, str]) -> dict[str, str]:
    """Settings as `Config` has them: `heads` and `mlps` are shared out."""
    found = {name: text for name, text in settings.items() if name not in HALVED}
    for name in HALVED.keys() & settings.keys():
        text = settings[name]
        if not text.isdecimal() or int(text) % 2 or found.keys() & set(HALVED[name]):
            raise ExperimentError(
                f"{name}: expected an even number, half of each kind, and no "
                f"{' or '.join(HALVED[name])} beside it, got {text!r}"
            )
        found |= dict.fromkeys(HALVED[name], str(int(text) // 2))
    return found
