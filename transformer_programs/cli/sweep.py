"""`tprog sweep`: train a grid of settings."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from typer import Option

from ..experiments import run as run_experiment
from ..experiments import sweep as grid
from ..experiments.table import percent, shaped
from ..tasks import make
from . import options
from .console import note, say
from .options import command_given, engine_of, prepare
from .report import learning_progress
from .task_argument import pairs, task_settings_of

AT_ONCE = 64  # networks of a part: about a minute of a large GPU


def sweep(
    task: options.TaskName,
    axes: Annotated[
        list[str] | None,
        Option("--grid", metavar="NAME=VALUE,VALUE", help="Values to try: --grid layers=2,3"),
    ] = None,
    seeds: Annotated[
        int, Option(min=1, max=options.MAX_SEEDS, help="Networks per point of the grid.")
    ] = 5,
    settings: options.NetworkSettings = None,
    task_settings: options.TaskSettings = None,
    out: options.RunFolder = None,
    at_once: Annotated[
        int, Option(min=1, help="Networks that train together, and are written together.")
    ] = AT_ONCE,
    device: options.DeviceOption = None,
    engine: options.EngineOption = "local",
    address: options.Address = None,
    gpus: options.Gpus = None,
) -> None:
    """Train a grid of settings, several seeds each.

    Shapes and seeds train together. `heads=4` means two categorical and two numerical
    heads, and similarly for `mlps`. Repeat the command to resume an interrupted sweep.

    Example: `tprog sweep sort --grid heads=4,8 --seeds 100 --engine ray --address auto`
    """
    made = make(task, **task_settings_of(task, task_settings))
    folder = out or Path("runs", f"sweep-{made.name}")
    chosen, points = engine_of(engine, address, gpus), grid.parse_axes(axes or ())
    prepare(device)
    asked = grid.sweep(made, points, seeds, pairs(settings or ()), at_once)
    with learning_progress("compiling", engine == "local") as show:
        lines = run_experiment(asked, folder, command_given(), (), note, show, chosen)
    print(f"# {asked.title}\n\n{grid.sweep_table(points, lines)}")
    best = grid.best_of_sweep(lines)
    if best is None:
        say("best:  every network diverged: try a smaller learning_rate")
        return
    say(
        f"best:  shape {shaped(best['shape'])}, seed {best['seed']}: "
        f"{percent(best['validation'])} on validation, {percent(best['test'])} on test"
    )
    say(f"read:  tprog show {folder}/programs/{best['keep']}.json --code")
    say(f"files: {folder}/sweep.jsonl, programs/")
