"""The verbs that run many networks: the paper's experiments, and sweeps of one's own."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

from rich.table import Table
from typer import Argument, Option

from ..experiments import EXPERIMENTS, ExperimentError, Site, experiment, gallery
from ..experiments import reproduce as reproduce_one
from ..experiments.engines import Desk, Engine, Ray
from ..experiments.ledger import programs_folder, results
from ..experiments.report import write_index, write_page
from ..experiments.trained import missing_corpora
from ..store.atomic import locked
from .console import note, print_wide, say
from .machine import MAX_SEEDS, Address, DeviceOption, EngineOption, Gpus, prepare
from .report import learning_progress

OUT = Path("runs", "reproduce")


def reproduce(
    name: Annotated[
        str | None, Argument(metavar="NAME", help="Name of an experiment; omit it to list all.")
    ] = None,
    quick: Annotated[
        bool, Option("--quick", help="Run a small version, to check that everything works.")
    ] = False,
    everything: Annotated[bool, Option("--all", help="Run every experiment.")] = False,
    index: Annotated[
        bool, Option("--index", help="Train nothing; rescore programs and rewrite all pages.")
    ] = False,
    only: Annotated[
        list[str] | None,
        Option(metavar="PART", help="Run only these parts: `--only dyck1 --only '*16/16*'`"),
    ] = None,
    seeds: Annotated[
        int | None,
        Option(min=1, max=MAX_SEEDS, help="Number of seeds; overrides the experiment's."),
    ] = None,
    out: Annotated[
        Path, Option("--out", "-o", metavar="DIR", help="Folder for the results.")
    ] = OUT,
    device: DeviceOption = None,
    engine: EngineOption = "local",
    address: Address = None,
    gpus: Gpus = None,
) -> None:
    """Run an experiment of the paper; print a table with our numbers and the paper's.

    With --quick, only the parts and their times are printed. Repeat the command to resume an
    interrupted run.

    Example: `tprog reproduce`

    Example: `tprog reproduce table-1`

    Example: `tprog reproduce larger-scale --only 'reverse 16/16'`

    Example: `tprog reproduce --index --out docs/results`
    """
    if only and name is None:
        raise ExperimentError("--only: works only with the name of an experiment")
    if index:
        with locked(out):
            listed = gallery.refresh(EXPERIMENTS, out, anew=True)
            if listed is not None:
                say(str(listed))
            for own in EXPERIMENTS.values():  # pages link to programs, so they come after them
                if (out / f"{own.name}.jsonl").is_file():
                    say(str(write_page(own, results(own, out), out)))
            say(str(write_index(EXPERIMENTS, out)))
        return
    if name is None and not everything:
        table = Table("experiment", "description", "networks", "done", box=None, pad_edge=False)
        for found in (experiment(own, quick) for own in EXPERIMENTS):
            done, count = len(results(found, out)), sum(part.networks for part in found.parts)
            row = found.title, str(count or ""), f"{done} of {len(found.parts)} parts"
            table.add_row(found.name, *row)
        print_wide(table)
        return
    todo = dict.fromkeys(EXPERIMENTS, ()) if name is None else _todo(name, only or (), quick, out)
    with locked(out):
        prepare(device)
        for one, parts in todo.items():
            found = experiment(one, quick)
            found = found if seeds is None else found.with_seeds(seeds)
            refusal = missing_corpora(found.parts)
            if everything and refusal:
                note(f"{one}: skipped: {refusal}")
                continue
            chosen = engine_of(engine, address, gpus, programs_folder(out))
            with learning_progress("working", chosen is None) as moment:
                page = reproduce_one(found, Site(out, command_given(), note, moment, chosen), parts)
            print(
                page.read_text(encoding="utf-8").partition("\n## ")[0]
            )  # the rest is for the file
            say(f"files: {page}, {found.name}.jsonl")
        if not quick:
            gallery.refresh(EXPERIMENTS, out)
            write_index(EXPERIMENTS, out)


def _todo(name: str, only: Sequence[str], quick: bool, out: Path) -> dict[str, Sequence[str]]:
    """The experiment and its parts, after those whose programs they read and that are not there."""
    found = experiment(name, quick)
    chosen, there = found.only(only) if only else found.parts, programs_folder(out)
    missing = {part.keep for part in chosen if not (there / f"{part.keep}.json").is_file()}
    if not found.needs or not missing:
        return {name: only}
    needed = [part.name for part in experiment(found.needs, quick).parts if part.keep in missing]
    listed = f" ({', '.join(needed)})" if only else ""
    note(f"{name} reads the programs of {found.needs}{listed}, which runs first")
    return {found.needs: needed, name: only}


def engine_of(
    name: str, address: str | None, gpus: float | None, programs: Path | None
) -> Engine | None:
    """The engine that was asked for; None for this machine."""
    if name == "ray":
        return Ray(address, gpus, desk=Desk(programs=programs and programs.resolve()))
    for option, value in (("--address", address), ("--gpus", gpus)):
        if value is not None:
            raise ExperimentError(f"{option}: works only with --engine ray")
    return None


def command_given() -> str:
    """The command as it was given, but for where results go: that is the reader's choice."""
    words, given = ["tprog"], iter(sys.argv[1:])
    for word in given:
        if word in ("--out", "-o"):
            next(given, None)
        elif not word.startswith("--out="):
            words.append(word)
    return shlex.join(words)
