"""`tprog reproduce`: run the experiments of the paper."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from typer import Argument, Option

from ..experiments import EXPERIMENTS, ExperimentError, experiment, results, table
from ..experiments import run as run_experiment
from ..experiments.runner import missing_corpora
from . import options
from .console import note, say
from .options import command_given, engine_of, prepare
from .report import learning_progress


def reproduce(
    name: Annotated[
        str | None, Argument(metavar="NAME", help="Name of an experiment; omit it to list all.")
    ] = None,
    quick: Annotated[
        bool, Option("--quick", help="Run a small version, to check that everything works.")
    ] = False,
    everything: Annotated[bool, Option("--all", help="Run every experiment.")] = False,
    only: Annotated[
        list[str] | None,
        Option(metavar="PART", help="Run only these parts: `--only 'dyck1, *' --only '*16/16*'`"),
    ] = None,
    seeds: Annotated[
        int | None,
        Option(min=1, max=options.MAX_SEEDS, help="Number of seeds; overrides the experiment's."),
    ] = None,
    out: Annotated[
        Path, Option("--out", "-o", metavar="DIR", help="Folder for the results.")
    ] = Path("runs", "reproduce"),
    device: options.DeviceOption = None,
    engine: options.EngineOption = "local",
    address: options.Address = None,
    gpus: options.Gpus = None,
) -> None:
    """Run an experiment of the paper; print a table with our numbers and the paper's.

    Repeat the command to resume an interrupted run: finished parts are in OUT/NAME.jsonl.

    Example: `tprog reproduce table-1`

    Example: `tprog reproduce larger-scale --only 'reverse 16/16'`
    """
    if only and name is None:
        raise ExperimentError("--only: works only with the name of an experiment")
    if name is None and not everything:
        _print_list(quick, out)
        return
    chosen = engine_of(engine, address, gpus)
    prepare(device)
    for key in EXPERIMENTS if name is None else (name,):
        found = experiment(key, quick, seeds)
        if everything and (refusal := missing_corpora(found.parts)):
            note(f"{key}: skipped: {refusal}")
            continue
        with learning_progress("working", engine == "local") as show:
            lines = run_experiment(found, out, command_given(), only or (), note, show, chosen)
        print(f"# {found.title}\n\n{table(found, lines)}")
        if missing := len(found.parts) - len(lines):
            say(f"{missing} of {len(found.parts)} parts are not done yet")
        say(f"files: {out}/{found.name}.jsonl, programs/")


def _print_list(quick: bool, out: Path) -> None:
    for key in EXPERIMENTS:
        found = experiment(key, quick)
        done = f"{len(results(found, out))} of {len(found.parts)} parts done"
        say(f"{key:<20}{found.title} ({done})")
