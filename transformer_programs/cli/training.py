"""The verbs that learn: train a program for a task, list the tasks."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.markup import escape
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from ..emit import emit
from ..store import write_text
from ..store.layout import json_text
from ..tasks import TASKS, Task, make
from .console import errors, output, print_code, print_wide

if TYPE_CHECKING:
    from ..learn import Progress as Moment
    from ..learn import Runs

SHOWN_SEEDS = 10


class TrainError(ValueError):
    """A training run that cannot be. The message says why."""


class Model(StrEnum):
    """What to train."""

    program = "program"
    standard = "standard"


class Device(StrEnum):
    """Where to train."""

    cpu = "cpu"
    gpu = "gpu"


def train(
    task: Annotated[str, typer.Argument(metavar="TASK", help="A name that `tprog tasks` lists.")],
    seeds: Annotated[int, typer.Option(min=1, help="How many networks, all at once.")] = 8,
    settings: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="NAME=VALUE", help="Change a setting: --set layers=2"),
    ] = None,
    task_settings: Annotated[
        list[str] | None,
        typer.Option("--task", metavar="NAME=VALUE", help="Change the task: --task length=16"),
    ] = None,
    model: Annotated[
        Model, typer.Option(help="A program, or the standard Transformer to compare with.")
    ] = Model.program,
    out: Annotated[
        Path | None, typer.Option(metavar="DIR", help="The run folder; runs/TASK by default.")
    ] = None,
    device: Annotated[
        Device | None, typer.Option(help="Where to train; a GPU is found by itself.")
    ] = None,
    code: Annotated[bool, typer.Option(help="Print the program's code at the end.")] = True,
) -> None:
    """Learn a program: many seeds at once, the best on validation, proved equal to its network.

    An interrupted run goes on where it was when the same command is given again.

    Example: `tprog train induction --seeds 5`

    Example: `tprog train sort --set layers=2 --task length=10`
    """
    made = make(task, **_task_settings(task, task_settings or ()))
    _share_cores(seeds)
    with _refusals_of_the_learner():
        from ..learn import Config, fit, preset

        if device is not None:
            _use(device)
        if model == Model.standard:
            _train_standard(made, _pairs(settings or ()), seeds, out)
            return
        config = Config.from_settings(_pairs(settings or ()), preset(task))
        folder = out if out is not None else Path("runs", task)
        _print_plan(
            made,
            f"{seeds} networks of {config.layers} layers, {config.categorical_heads}"
            f"+{config.numerical_heads} heads and {config.categorical_mlps}"
            f"+{config.numerical_mlps} MLPs a layer, {config.epochs} epochs",
        )
        with _progress() as told:
            runs = fit(made, config, seeds, out=folder, progress=told)
    _print_result(runs, folder, code)


def _train_standard(task: Task, settings: dict[str, str], seeds: int, out: Path | None) -> None:
    """Train the standard Transformer and print how good it is; there is no program to show."""
    from ..learn.baseline import StandardConfig, fit_standard

    config = StandardConfig.from_settings(settings)
    folder = out if out is not None else Path("runs", f"{task.name}-standard")
    _print_plan(
        task,
        f"{seeds} standard Transformers of {config.layers} layers, {config.heads} heads and "
        f"width {config.width}, up to {config.epochs} epochs",
    )
    with _progress() as told:
        population = fit_standard(task, config, seeds, out=folder, progress=told)
    best, console = population.best, output()
    print(population)
    console.print(
        f"test:  {task.accuracy(best.predict(task.test.words), task.test)}", soft_wrap=True
    )
    every = task.all_inputs()
    if every is not None:
        console.print(f"all:   {task.accuracy(best.predict(every.words), every)}", soft_wrap=True)
    members = [
        {
            name: getattr(m, name)
            for name in ("seed", "validation", "test", "best_epoch", "diverged")
        }
        for m in population.members
    ]
    write_text(folder / "standard.json", json_text({"task": task.name, "members": members}) + "\n")
    console.print(f"files: {folder}/standard.json, metrics.jsonl", soft_wrap=True)


def tasks() -> None:
    """The tasks that can be learned, with an example each.

    Example: `tprog tasks`
    """
    table = Table("task", "what it asks", "example", "settings", box=None, pad_edge=False)
    for name, entry in TASKS.items():
        example = f"{' '.join(entry.example)}\n{' '.join(label or '.' for label in entry.target)}"
        chosen = " ".join(f"{key}={value}" for key, value in entry.settings.items())
        table.add_row(name, escape(entry.description), escape(example), chosen)
    print_wide(table)


def _pairs(texts: tuple[str, ...] | list[str]) -> dict[str, str]:
    pairs = {}
    for text in texts:
        name, sign, value = text.partition("=")
        if not sign:
            raise TrainError(f"expected NAME=VALUE, got {text!r}: write for example layers=2")
        pairs[name.strip()] = value.strip()
    return pairs


def _task_settings(task: str, texts: tuple[str, ...] | list[str]) -> Mapping[str, Any]:
    settings = {}
    for name, value in _pairs(texts).items():
        try:
            settings[name] = int(value)
        except ValueError:
            raise TrainError(
                f"--task {name}: expected a whole number for {task}, got {value!r}"
            ) from None
    return settings


@contextmanager
def _refusals_of_the_learner() -> Iterator[None]:
    """What the learner refuses, as one sentence; also that it is not installed."""
    try:
        from ..learn import CheckpointError, ConfigError
    except ModuleNotFoundError as error:
        raise TrainError(
            f"learning needs {error.name}: pip install 'transformer-programs[learn]'"
        ) from None
    try:
        yield
    except (CheckpointError, ConfigError) as error:
        raise TrainError(str(error)) from None


def _share_cores(seeds: int) -> None:
    """Let each core train its share of the networks: two cores at one network wait for each other.

    Must come before JAX starts. GPUs do not care, and flags that the user has set stay.
    """
    cores = min(os.cpu_count() or 1, seeds)
    if cores > 1 and "jax" not in sys.modules:
        flags = f"--xla_force_host_platform_device_count={cores} "
        os.environ.setdefault("XLA_FLAGS", flags + "--xla_cpu_multi_thread_eigen=false")


def _use(device: Device) -> None:
    """Train there and nowhere else; to be called before anything is computed."""
    import jax

    update: Callable[[str, object], None] = jax.config.update
    update("jax_platforms", {"cpu": "cpu", "gpu": "cuda"}[device])
    try:
        jax.devices()
    except Exception:  # the kind depends on what is missing
        hint = {"cpu": "", "gpu": "; for NVIDIA's: pip install 'transformer-programs[cuda]'"}
        raise TrainError(f"--device {device.value}: JAX finds none here{hint[device]}") from None


def _print_plan(task: Task, networks: str) -> None:
    counts = " / ".join(f"{len(split):,}" for split in task.splits.values())
    console = errors()
    console.print(f"{task.name}: {task.description}", soft_wrap=True)
    console.print(f"  {counts} inputs to train, validate and test on")
    console.print(f"  {networks}", soft_wrap=True)


@contextmanager
def _progress() -> Iterator[Callable[[Moment], None]]:
    """A bar on a terminal, a line a report elsewhere."""
    console = errors()
    if not console.is_terminal:
        yield lambda moment: console.print(_reported(moment), soft_wrap=True)
        return
    bar = Progress(
        BarColumn(),
        TextColumn("{task.percentage:>3.0f}%"),
        TextColumn("{task.description}"),
        TimeRemainingColumn(),
        console=console,
        transient=True,
    )
    with bar:
        task = bar.add_task("compiling", total=None)

        def told(moment: Moment) -> None:
            done = moment.group * moment.steps + moment.step
            total = moment.groups * moment.steps
            bar.update(task, completed=done, total=total, description=_reported(moment))

        yield told


def _reported(moment: Moment) -> str:
    lost = sum(moment.diverged)
    heat = f"temperature {moment.temperature:.2f}  " if moment.temperature else ""
    return (
        f"step {moment.step:,}/{moment.steps:,}  loss {moment.median_loss:.3f}  "
        f"best validation {moment.best:.2%}  {heat}{moment.seconds_left:.0f} s left"
        + (f"  {lost} diverged" if lost else "")
    )


def _print_result(runs: Runs, folder: Path, code: bool) -> None:
    best, console = runs.best, output()
    ranked = sorted(runs, key=lambda run: -run.member.validation)
    table = Table("seed", "validation", "test", "loss", box=None, pad_edge=False)
    for run in ranked[:SHOWN_SEEDS]:
        member = run.member
        values = (f"{member.validation:.2%}", f"{member.test:.2%}", f"{member.loss:.4f}")
        table.add_row(str(member.seed), *(("diverged", "", "") if member.diverged else values))
    print_wide(table)
    if len(ranked) > SHOWN_SEEDS:
        console.print(
            f"... and {len(ranked) - SHOWN_SEEDS} more seeds, all in {folder / 'run.json'}"
        )
    if code:
        print_code(emit(best.program, name=runs.task.name))
    console.print(f"test:  {best.scores()}", soft_wrap=True)
    every = best.scores_on_all_inputs()
    if every is not None:
        console.print(f"all:   {every}", soft_wrap=True)
    console.print(f"proof: {best.proof}", soft_wrap=True)
    console.print(
        f"       program and network differ on {best.disagreements()} of "
        f"{len(runs.task.test):,} test inputs"
    )
    words = runs.task.words_of(runs.task.test.words[0])
    console.print(f'try:   tprog run {folder} "{" ".join(words)}"', soft_wrap=True)
    console.print(f"files: {folder}/program.py, program.json, run.json, metrics.jsonl")
