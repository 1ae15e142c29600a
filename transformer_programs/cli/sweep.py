"""`tprog sweep`: train a grid of settings."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from typer import Option

from ..experiments import ExperimentError, Site
from ..experiments import sweep as sweeps
from ..store.atomic import locked
from .console import note, say
from .machine import MAX_SEEDS, Address, DeviceOption, EngineOption, Gpus, prepare
from .report import learning_progress
from .reproduce import command_given, engine_of
from .task_argument import TaskChoice, TaskName, TaskSettings, pairs


def sweep(
    task: TaskName,
    axes: Annotated[
        list[str] | None,
        Option("--grid", metavar="NAME=VALUE,VALUE", help="Values to try: --grid layers=2,3"),
    ] = None,
    seeds: Annotated[int, Option(min=1, max=MAX_SEEDS, help="Networks per point of the grid.")] = 5,
    settings: Annotated[
        list[str] | None,
        Option("--set", metavar="NAME=VALUE", help="Change a setting: --set epochs=100"),
    ] = None,
    task_settings: TaskSettings = None,
    out: Annotated[
        Path | None,
        Option("--out", "-o", metavar="DIR", help="Folder; default: runs/sweep-TASK."),
    ] = None,
    at_once: Annotated[
        int | None, Option(min=1, help="Networks per part, trained together if memory allows.")
    ] = None,
    device: DeviceOption = None,
    engine: EngineOption = "local",
    address: Address = None,
    gpus: Gpus = None,
) -> None:
    """Train a grid of settings, several seeds each.

    All shapes and seeds train as one population.
    `heads=4` means two categorical and two numerical heads, and similarly for `mlps`. Repeat the
    command to resume an interrupted sweep.

    Example: `tprog sweep sort --grid layers=2,3 --grid heads=4,8 --seeds 5`

    Example: `tprog sweep sort --grid heads=4,8 --seeds 100 --engine ray --address auto`
    """
    made = TaskChoice(task, task_settings).make()
    if made.spec is None:
        raise ExperimentError(f"{task}: expected a task from `tprog tasks`")
    asked = sweeps.Grid(
        made.spec.name,
        sweeps.parse_axes(axes or ()),
        seeds,
        dict(made.spec.settings),
        pairs(settings or ()),
    )
    folder = out or Path("runs", f"sweep-{made.name}")
    chosen = engine_of(engine, address, gpus, None)
    with locked(folder), learning_progress("compiling", chosen is None) as told:
        prepare(device)
        limit = at_once or (sweeps.RAY_AT_ONCE if chosen else sweeps.MOST_NETWORKS)
        page = sweeps.run(asked, Site(folder, command_given(), note, told, chosen), limit)
    print(page.read_text(encoding="utf-8"))
    kept = [name for name in sweeps.BEST if (folder / name).is_file()]
    say(f"files: {', '.join([str(page), 'sweep.jsonl', *kept])}")
