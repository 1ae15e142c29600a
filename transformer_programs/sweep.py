"""Sweeps: a grid of settings and shapes of networks, many seeds each, one line a network.

All shapes and seeds with the same other settings train as one masked population, in as many parts
as memory asks for. A network that has its line is not trained again, however the rest is shared
out: so a sweep that was begun on one machine can go on on many.

>>> grid = parse_grid(["layers=2,3", "heads=4", "learning_rate=0.05,0.02"])
>>> [point for point in points(grid)][0]
{'layers': '2', 'heads': '4', 'learning_rate': '0.05'}
>>> len(list(points(grid)))
4
"""

from __future__ import annotations

import hashlib
import itertools
import json
import math
import os
import shutil
from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from contextlib import suppress
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .emit import emit_files
from .experiments.engines import Desk, Engine, Outcome
from .experiments.ledger import fields_of, open_ledger
from .experiments.lines import MADE, MEMBER
from .experiments.pictures import points_plot
from .experiments.record import ExperimentError, Json, ShapeNumbers
from .experiments.runner import UNFINISHED, keep
from .experiments.tables import markdown, percent, shaped, spread
from .experiments.work import described, made
from .plot import PlotError
from .plot import save as save_plot
from .store import dumps, loads, write_text
from .store.untrusted import SHARE, Fields, read_text
from .tasks import make

if TYPE_CHECKING:
    from .learn import Config
    from .learn.machine import Cost

SHAPE = ("layers", "categorical_heads", "numerical_heads", "categorical_mlps", "numerical_mlps")
MOST_NETWORKS = 100_000
RAY_AT_ONCE = 64  # networks of a part on a cluster: about a minute of a large GPU
HALVED = {  # half of them categorical, half numerical, as the paper counts
    "heads": ("categorical_heads", "numerical_heads"),
    "mlps": ("categorical_mlps", "numerical_mlps"),
}
IDENTITY: Fields = {  # what tells a network from every other
    "task": str,
    "task_settings": dict,
    "settings": dict,
    "shape": list,
    "seed": int,
}
LINE: Fields = (
    IDENTITY
    | {name: MEMBER[name] for name in ("shape", "test")}
    | {"validation": SHARE, "loss": (float, None), "diverged": bool}
    | {"seconds": float, "made": MADE | {"jax": str}, "program": (str, ...)}
)
BEST = ("best.json", "best.py", "best_words.json")  # the last for many words only


@dataclass(frozen=True, slots=True)
class Sweep:
    """What to train: a task, settings that all share, a grid (name -> values), the seeds."""

    task: str
    grid: Mapping[str, tuple[str, ...]]
    seeds: int
    task_settings: Mapping[str, Any] = field(default_factory=dict)
    settings: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Model:
    """One network of a sweep: its settings without the shape, its shape, its seed."""

    settings: tuple[tuple[str, Any], ...]
    shape: ShapeNumbers
    seed: int


@dataclass(frozen=True, slots=True)
class Block:
    """Networks that train together: every shape with every seed, all other settings the same."""

    task: str
    task_settings: tuple[tuple[str, Any], ...]
    settings: tuple[tuple[str, Any], ...]
    shapes: tuple[ShapeNumbers, ...]
    seeds: tuple[int, ...]

    def __len__(self) -> int:
        return len(self.shapes) * len(self.seeds)

    @property
    def slug(self) -> str:
        text = json.dumps(asdict(self), sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()[:16]


# --- the grid -------------------------------------------------------------------------------------


def parse_grid(texts: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """Axes of a grid, given as NAME=VALUE,VALUE."""
    grid: dict[str, tuple[str, ...]] = {}
    for text in texts:
        name, sign, values = text.partition("=")
        listed = tuple(value.strip() for value in values.split(","))
        if not sign or not all(listed):
            raise ExperimentError(f"--grid {text}: expected NAME=VALUE,VALUE, such as layers=2,3")
        if name.strip() in grid:
            raise ExperimentError(f"--grid {name.strip()}: expected each name once, got it twice")
        grid[name.strip()] = tuple(dict.fromkeys(listed))
    return grid


def points(grid: Mapping[str, Sequence[str]]) -> Iterator[dict[str, str]]:
    """Every combination of the values of a grid."""
    for values in itertools.product(*grid.values()):
        yield dict(zip(grid, values, strict=True))


def models(sweep: Sweep) -> list[Model]:
    """Every network of a sweep, each once."""
    from .learn import Config, preset

    base = Config.from_settings(
        _spelled_out(sweep.settings), preset(make(sweep.task, **sweep.task_settings))
    )
    count = math.prod(map(len, sweep.grid.values())) * sweep.seeds
    if count > MOST_NETWORKS:
        raise ExperimentError(f"expected at most {MOST_NETWORKS:,} networks, got {count:,}")
    found: dict[Model, None] = {}
    for point in points(sweep.grid):
        config = Config.from_settings(_spelled_out(point), base)
        settings, shape = _without_shape(config), _shape(config)
        for seed in range(sweep.seeds):
            found[Model(settings, shape, seed)] = None
    return list(found)


def _spelled_out(settings: Mapping[str, str]) -> dict[str, str]:
    """Settings as `Config` has them: `heads` and `mlps` are shared out."""
    for name, halves in HALVED.items():
        for half in halves:
            if name in settings and half in settings:
                raise ExperimentError(
                    f"{name} and {half}: expected one of them, for {name} sets "
                    f"{' and '.join(halves)}"
                )
    found: dict[str, str] = {}
    for name, text in settings.items():
        if name not in HALVED:
            found[name] = text
            continue
        if not text.isdecimal() or int(text) % 2:
            raise ExperimentError(
                f"{name}: expected an even number, half of each kind, got {text!r}; or give "
                f"{' and '.join(HALVED[name])}"
            )
        found |= dict.fromkeys(HALVED[name], str(int(text) // 2))
    return found


def _shape(config: Config) -> ShapeNumbers:
    layers, heads, numbers, mlps, number_mlps = (getattr(config, name) for name in SHAPE)
    return layers, heads, numbers, mlps, number_mlps


def _without_shape(config: Config) -> tuple[tuple[str, Any], ...]:
    return tuple((name, value) for name, value in asdict(config).items() if name not in SHAPE)


# --- sharing out ----------------------------------------------------------------------------------


def blocks(sweep: Sweep, todo: Sequence[Model], at_once: Callable[[Block], int]) -> list[Block]:
    """Networks that are still to be trained, in blocks of no more than `at_once` allows.

    Seeds are shared out before shapes, so that the networks of a block need the same room.
    """
    found: list[Block] = []
    by_settings: dict[tuple[tuple[str, Any], ...], dict[int, list[ShapeNumbers]]] = {}
    for model in todo:
        seeds = by_settings.setdefault(model.settings, {})
        seeds.setdefault(model.seed, []).append(model.shape)
    for settings, by_seed in by_settings.items():
        by_shapes: dict[tuple[ShapeNumbers, ...], list[int]] = {}
        for seed, shapes in by_seed.items():
            by_shapes.setdefault(tuple(shapes), []).append(seed)
        for listed, numbers in by_shapes.items():
            task_settings = tuple(sweep.task_settings.items())
            whole = Block(sweep.task, task_settings, settings, listed, tuple(numbers))
            found += list(_cut(whole, max(1, at_once(whole))))
    return found


def undone(
    sweep: Sweep, wanted: Sequence[Model], todo: Set[Model], at_once: Callable[[Block], int]
) -> list[Block]:
    """The blocks that are still to be trained: those of the whole sweep of which no network is.

    So a sweep that was interrupted goes on with the same blocks. What is left of blocks that are
    trained in part is shared out anew.
    """
    whole, rest = [], list[Model]()
    for block in blocks(sweep, wanted, at_once):
        own = [Model(block.settings, shape, seed) for seed in block.seeds for shape in block.shapes]
        left = [model for model in own if model in todo]
        if len(left) == len(own):
            whole.append(block)
        else:
            rest += left
    return whole + blocks(sweep, rest, at_once)


def _cut(block: Block, most: int) -> Iterator[Block]:
    few_seeds = max(1, most // len(block.shapes))
    few_shapes = min(most, len(block.shapes))
    for seeds in _chunks(block.seeds, few_seeds):
        for shapes in _chunks(block.shapes, few_shapes):
            yield Block(block.task, block.task_settings, block.settings, shapes, seeds)


def _chunks(items: tuple[Any, ...], most: int) -> Iterator[tuple[Any, ...]]:
    """Pieces of about the same size, none above `most`.

    >>> list(_chunks((1, 2, 3, 4, 5), 4))
    [(1, 2, 3), (4, 5)]
    """
    size = -(-len(items) // -(-len(items) // most))
    for start in range(0, len(items), size):
        yield items[start : start + size]


def fits_here(block: Block) -> int:
    """How many networks of a block train at once on this machine."""
    import jax

    from .learn import Config, Shape
    from .learn.architecture import Architecture, largest
    from .learn.machine import group_size

    task = make(block.task, **dict(block.task_settings))
    shapes = [Shape(*numbers) for numbers in block.shapes]
    architecture = Architecture.of(task, Config(**dict(block.settings))).with_shape(largest(shapes))
    return group_size(architecture, len(block), jax.devices())


def cost(sweep: Sweep) -> Cost:
    """What all networks of a sweep take on this machine, the largest of them each."""
    from .learn import Config, Shape
    from .learn.architecture import Architecture
    from .learn.loop import Schedule
    from .learn.machine import Cost, member_bytes

    task = make(sweep.task, **sweep.task_settings)
    found = []
    for model in models(sweep):
        config = Config(**dict(model.settings)).with_shape(Shape(*model.shape))
        steps = Schedule.of(config, len(task.train)).steps
        own = Architecture.of(task, config)
        found.append(Cost.of(member_bytes(own), 1, steps, len(own.modules)))
    seconds = sum(one.seconds for one in found) / min(os.cpu_count() or 1, len(found))
    return replace(max(found, key=lambda one: one.member), seconds=seconds)


def train_block(block: Block, desk: Desk) -> Outcome:
    """Train the networks of a block; a line for each, and the best of each shape as a program."""
    from .learn import Config, Run, Shape
    from .learn.train import fit

    task = make(block.task, **dict(block.task_settings))
    config = Config(**dict(block.settings))
    shapes = [Shape(*numbers) for numbers in block.shapes]
    population = fit(task, config, block.seeds, out=desk.folder, shapes=shapes, progress=desk.tell)
    share = round(population.seconds / len(population), 3)
    common = {
        "task": block.task,
        "task_settings": dict(block.task_settings),
        "settings": dict(block.settings),
        "seconds": share,
        "made": made(),
    }
    lines = [described(member) | common for member in population.members]
    programs = {}
    for shape in block.shapes:
        own = [line for line in lines if line["shape"] == list(shape)]
        chosen = best(own)
        if chosen is not None:
            chosen["program"] = "-".join([block.slug, *map(str, shape)])
            member = population.members[lines.index(chosen)]
            run = Run(task, member)
            run.require_proof()
            programs[chosen["program"]] = dumps(run.program)
    return Outcome(tuple(lines), programs)


# --- running --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Runner:
    """Where a sweep is run; `at_once` networks train together, or what memory here holds."""

    out: Path
    engine: Engine
    at_once: int | None
    say: Callable[[str], None]


def run(sweep: Sweep, runner: Runner) -> list[Json]:
    """Train what is not yet trained; gives the lines of all networks of the sweep.

    OUT/results.jsonl holds a line a network, OUT/programs the best program of each shape of each
    block, and OUT/best.json and OUT/best.py the best of all, if its program is among these.
    """
    wanted = models(sweep)
    with open_ledger(runner.out / "results.jsonl", fields_of(LINE)) as ledger:
        done = {identity(line) for line in ledger.lines}
        todo = [model for model in wanted if _identity(sweep, model) not in done]
        if len(todo) < len(wanted):
            runner.say(f"{len(wanted) - len(todo)} of {len(wanted)} networks are trained")
        most = fits_here if runner.at_once is None else lambda block: runner.at_once or 1
        shared = undone(sweep, wanted, set(todo), most) if todo else []
        for number, (_, outcome) in enumerate(runner.engine(shared, train_block), 1):
            keep(outcome, runner.out / "programs")  # before the lines that speak of them
            ledger.append(outcome.lines)
            runner.say(f"part {number} of {len(shared)}: {len(outcome.lines)} networks trained")
        shutil.rmtree(runner.out / UNFINISHED, ignore_errors=True)  # of parts cut otherwise
        ours = {_identity(sweep, model) for model in wanted}
        own = [line for line in ledger.lines if identity(line) in ours]
        lines = list({identity(line): line for line in reversed(own)}.values())[::-1]
        if len(lines) < len(own):
            runner.say(f"results.jsonl has {len(own) - len(lines)} networks twice: counted once")
        _write_best(lines, runner.out)
        return lines


def _write_best(lines: Sequence[Json], out: Path) -> None:
    """The program of the best line and its code; of another line, none stays behind."""
    chosen = best(lines)
    files = {}
    if chosen is not None and "program" in chosen:
        source = out / "programs" / f"{chosen['program']}.json"
        text = read_text(source)
        files = {BEST[0]: text, **emit_files(loads(text, str(source)), Path(BEST[0]).stem)}
    for name in set(BEST) - set(files):
        (out / name).unlink(missing_ok=True)
    for name, text in files.items():
        write_text(out / name, text)


def identity(line: Json) -> str:
    """What tells a network from every other: its task, settings, shape and seed."""
    return json.dumps([line[name] for name in IDENTITY], sort_keys=True)


def _identity(sweep: Sweep, model: Model) -> str:
    return identity(
        {
            "task": sweep.task,
            "task_settings": dict(sweep.task_settings),
            "settings": dict(model.settings),
            "shape": list(model.shape),
            "seed": model.seed,
        }
    )


def best(lines: Sequence[Json]) -> Json | None:
    """The network that is best on validation; of equals, the one with the lowest loss.

    Of those that are equal in both, one whose program is kept. None if every network diverged.
    """
    sound = (line for line in lines if not line["diverged"])
    return max(sound, key=lambda line: (_quality(line), "program" in line), default=None)


def _quality(line: Json) -> tuple[float, float]:
    return line["validation"], -(float("inf") if line["loss"] is None else line["loss"])


# --- what came out --------------------------------------------------------------------------------


def grouped(sweep: Sweep, lines: Sequence[Json]) -> dict[str, list[Json]]:
    """The lines of each point of the grid, by its name: what tells it from the others."""
    varied = [name for name in sweep.grid if name not in (*SHAPE, *HALVED)]
    found: dict[str, list[Json]] = {}
    for line in lines:
        settings = [f"{name} {line['settings'][name]}" for name in varied]
        found.setdefault("; ".join([shaped(line["shape"]), *settings]), []).append(line)
    return found


def table(sweep: Sweep, lines: Sequence[Json]) -> str:
    """Markdown: for each point of the grid the best on validation, the median and the spread."""
    rows = []
    for name, own in grouped(sweep, lines).items():
        scores = {"members": own}
        first = max(own, key=_quality)
        rows.append(
            [
                name,
                str(len(own)),
                percent(first["validation"]),
                percent(first["test"]),
                *spread(scores),
                str(sum(line["diverged"] for line in own)),
            ]
        )
    header = ["layers, heads, MLPs", "networks", "best on validation", "its test"]
    return markdown([*header, "median of test", "quartiles", "diverged"], rows)


def page(sweep: Sweep, lines: Sequence[Json], command: str, plot: str = "") -> str:
    """What a sweep came to, as Markdown: the best network, the table, the plot, how."""
    first = best(lines)
    ways = {
        f"{line['made']['device']}, JAX {line['made']['jax']}, {line['made']['date']}"
        for line in lines
    }
    sections = [
        f"# Sweep: {sweep.task}",
        f"Best on validation: {'every network diverged.' if first is None else _told(first)}",
        table(sweep, lines).rstrip(),
        f"![Test accuracy of every network]({plot})" if plot else "",
        f"`{command}`, {'; '.join(sorted(ways))}: {len(lines)} networks, "
        f"{sum(line['seconds'] for line in lines):,.0f} s of training. Generated, do not edit.",
    ]
    return "\n\n".join(section for section in sections if section) + "\n"


def _told(first: Json) -> str:
    """The best network of a sweep, and where its program is."""
    program = (
        "its program is best.json, best.py."
        if "program" in first
        else "its program was not kept, for a network that trained beside it was better. The same "
        "command with another --out trains all anew, and keeps the program of the best."
    )
    return (
        f"shape {shaped(first['shape'])} (layers, heads, MLPs), seed {first['seed']}: "
        f"{percent(first['validation'])} on validation, {percent(first['test'])} on test; {program}"
    )


def write_page(sweep: Sweep, lines: Sequence[Json], command: str, out: Path) -> Path:
    """Write OUT/sweep.md, and the plot where Matplotlib is here; gives the file."""
    plot = out / "sweep.svg"
    with suppress(PlotError):  # Matplotlib is not here
        save_plot(points_plot(grouped(sweep, lines)), plot)
    write_text(out / "sweep.md", page(sweep, lines, command, plot.name if plot.exists() else ""))
    return out / "sweep.md"
