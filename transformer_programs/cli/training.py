"""The verb that learns: train a program for a task, and what it is compared with."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ..experiments.words_alone import baseline
from ..program import Program
from ..program.json_layout import json_text
from ..store import write_text
from ..store.folder import RECORD_FILE, read_record
from ..store.locks import locked
from ..tasks import Task
from ..tasks.text import data_folder
from ..vectors import Vectors, VectorsError
from ..vectors import load as load_vectors
from .choosing import Data, TaskName, TaskSettings, TestFile, ValidationFile, pairs, task_of
from .console import errors, output
from .learned import (
    Compared,
    TrainError,
    affordable,
    print_comparison,
    print_plan,
    print_result,
    progress,
)
from .searching import search_program
from .simplifying import simplify as shorten

if TYPE_CHECKING:
    from ..learn import Config, Runs
    from ..learn.baseline import StandardConfig

# A program of more words or steps is made short only when asked: it takes minutes.
FEW_WORDS, FEW_STEPS = 64, 100
SEEDS, MOST_SEEDS = 8, 100_000  # networks: unless told, and at most
FOLDERS = {"search": "-search", "standard": "-standard"}  # what follows the task in their names
STANDARD = "standard."  # before a setting of the standard Transformer, where both are trained


# The options that would do nothing.
UNUSED = {
    "--learner search": "--seeds --vectors --model --evolve --merge --device --simplify".split(),
    "--model baseline": (
        "--seeds --set --vectors --evolve --merge --out --device --simplify --code".split()
    ),
    "--model standard": "--evolve --merge --simplify --code".split(),
    "--model all": ["--simplify"],
}


class Model(StrEnum):
    """What to train."""

    program = "program"
    standard = "standard"
    baseline = "baseline"
    all = "all"


class Learner(StrEnum):
    """How to learn a program."""

    gradient = "gradient"
    search = "search"


class Device(StrEnum):
    """Where to train."""

    cpu = "cpu"
    gpu = "gpu"


@dataclass(frozen=True, slots=True)
class Wanted:
    """What all models of one command share."""

    task: Task
    seeds: int
    vectors: Vectors | None
    generations: int = 0
    merge: int = 0
    yes: bool = False


Yes = Annotated[
    bool, typer.Option("--yes", help="Train even if it takes days, or more memory than there is.")
]


def train(
    task: TaskName,
    seeds: Annotated[
        int | None,
        typer.Option(
            min=1, max=MOST_SEEDS, help=f"How many networks, all at once; {SEEDS} by default."
        ),
    ] = None,
    settings: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="NAME=VALUE", help="Change a setting: --set layers=2"),
    ] = None,
    task_settings: TaskSettings = None,
    data: Data = None,
    test: TestFile = None,
    validation: ValidationFile = None,
    vectors: Annotated[
        list[Path] | None,
        typer.Option(metavar="FILE", help="Word vectors to start from; several are put together."),
    ] = None,
    model: Annotated[
        Model | None,
        typer.Option(help="A program, what the paper compares it with, or all in one table."),
    ] = None,
    learner: Annotated[
        Learner,
        typer.Option(help="Train a network, or search for a short program that is right always."),
    ] = Learner.gradient,
    evolve: Annotated[
        int | None,
        typer.Option(
            min=0, max=10_000, metavar="G", help="Then G generations: learn a few modules anew."
        ),
    ] = None,
    merge: Annotated[
        int | None,
        typer.Option(
            min=0,
            max=1000,
            metavar="N",
            help="Then try the best 1, 2, 4 up to N networks as one, their votes fitted together.",
        ),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(
            metavar="DIR",
            help="The run folder; by default runs/TASK, runs/TASK-search for the search.",
        ),
    ] = None,
    device: Annotated[
        Device | None, typer.Option(help="Where to train; a GPU is found by itself.")
    ] = None,
    simplify: Annotated[
        bool | None,
        typer.Option(help="Then make it short (tprog simplify); by default unless it is large."),
    ] = None,
    code: Annotated[
        bool | None,
        typer.Option(help="Print the program's code at the end; by default if it is short."),
    ] = None,
    yes: Yes = False,
) -> None:
    """Learn a program: many seeds at once, the best on validation, proved equal to its network.

    What was learned is kept as it is; beside it lies the short program that answers no training or
    validation input worse.

    An interrupted run goes on where it was when the same command is given again. Two commands never
    write in one folder at a time: the second is refused.

    Example: `tprog train induction --seeds 5`

    Example: `tprog train sort --set layers=2 --task length=10`

    Example: `tprog train conll --data DIR --vectors glove.6B.100d.txt`

    Example: `tprog train mydata.jsonl --test mytest.jsonl`

    Example: `tprog train most_freq --learner search`

    Example: `tprog train most_freq --set reaches=all,before,after --evolve 3`

    Example: `tprog train most_freq --seeds 16 --merge 8`
    """
    given = {
        "--seeds": seeds,
        "--set": settings,
        "--vectors": vectors,
        "--model": model,
        "--evolve": evolve,
        "--merge": merge,
        "--out": out,
        "--device": device,
        "--simplify": simplify,
        "--code": code,
    }
    _refuse_unused(learner, model, given)
    made = task_of(task, task_settings or (), data, test, validation)
    chosen = pairs(settings or ())
    folder = out or Path("runs", made.name + FOLDERS.get(model or learner, ""))
    if learner == Learner.search:
        with locked(folder):
            _refuse_run_of_another(folder, learner)
            search_program(made, chosen, folder, code, yes)
        return
    seeds = SEEDS if seeds is None else seeds
    wanted = Wanted(made, seeds, _vectors(vectors or (), made, data), evolve or 0, merge or 0, yes)
    if model == Model.baseline:
        print_plan(made, "the baseline of words alone")
        print_comparison(made, [_baseline(made)])
        return
    share_cores(seeds)
    with locked(folder), refusals_of_the_learner():
        _refuse_run_of_another(folder, learner)
        if device is not None:
            use(device)
        match model:
            case Model.standard:
                print_comparison(made, [_standard(wanted, _standard_config(chosen), folder)])
            case Model.all:
                _train_all(wanted, chosen, folder, code)
            case _:
                runs = _program(wanted, _config(wanted, chosen), folder)
                short = _is_small(runs.best.program) if simplify is None else simplify
                print_result(runs, folder, code=False if short else code)
                if short:
                    shorten(folder, code=code is not False)


def _is_small(program: Program) -> bool:
    return len(program.vocabulary.words) <= FEW_WORDS and len(program.steps) <= FEW_STEPS


def _refuse_unused(learner: Learner, model: Model | None, given: Mapping[str, object]) -> None:
    """No option is ignored: what the learner or the model does not use is refused."""
    chosen = f"--learner {learner}" if learner == Learner.search else f"--model {model}"
    for option in UNUSED.get(chosen, ()):
        if given[option] not in (None, []):
            raise TrainError(f"{option}: {chosen} does not use this option; leave it out")


def _refuse_run_of_another(folder: Path, learner: Learner) -> None:
    """A run of one learner never replaces a part of a run of the other."""
    if (folder / RECORD_FILE).is_file():
        found = read_record(folder).config.get("learner", Learner.gradient)
    elif learner == Learner.search and any(folder.glob("checkpoint_*.npz")):
        found = Learner.gradient
    else:
        return
    if found != learner:
        raise TrainError(f"{folder} holds a run of --learner {found}: choose another --out")


def _config(wanted: Wanted, settings: dict[str, str]) -> Config:
    """The settings of the networks; what does not fit the task is refused before any work."""
    from ..learn import Config, check, check_merge, preset

    config = Config.from_settings(settings, preset(wanted.task))
    check(wanted.task, config, wanted.vectors)
    check_merge(wanted.merge, wanted.task, config, wanted.seeds, wanted.generations)
    if wanted.vectors is not None and not config.word_variables:
        raise TrainError("--vectors: expected together with --set word_variables=4, or so many")
    return config


def _standard_config(settings: dict[str, str]) -> StandardConfig:
    from ..learn.baseline import StandardConfig

    return StandardConfig.from_settings(settings)


def _program(wanted: Wanted, config: Config, folder: Path) -> Runs:
    """Train programs, and keep the best."""
    from ..learn import fit
    from ..learn.architecture import Architecture
    from ..learn.loop import Schedule
    from ..learn.machine import Cost, member_bytes

    m, k = config.word_variables, config.word_cardinality
    words = f"; a word is {m} learned variables of {k} values" if m else ""
    if wanted.generations:
        words += f"; then {wanted.generations} generations"
    if wanted.merge:
        several = f"up to {wanted.merge} of them as one"
        words += f"; then {'the best with fitted votes' if wanted.merge == 1 else several}"
    steps = Schedule.of(config, len(wanted.task.train)).steps
    own = Architecture.of(wanted.task, config)
    cost = Cost.of(member_bytes(own), wanted.seeds, steps, len(own.modules))
    takes = affordable(cost, wanted.yes)
    print_plan(
        wanted.task,
        f"{wanted.seeds} networks of {config.layers} layers, {config.categorical_heads}"
        f"+{config.numerical_heads} heads and {config.categorical_mlps}"
        f"+{config.numerical_mlps} MLPs a layer, {config.epochs} epochs{words}",
        takes,
    )
    with progress() as told:
        return fit(
            wanted.task,
            config,
            wanted.seeds,
            out=folder,
            progress=told,
            vectors=wanted.vectors,
            evolve=wanted.generations,
            merge=wanted.merge,
        )


def _standard(wanted: Wanted, config: StandardConfig, folder: Path) -> Compared:
    """Train the standard Transformer; there is no program to show."""
    from ..learn.baseline import fit_standard
    from ..learn.machine import Cost
    from ..learn.standard import Network

    task = wanted.task
    steps = config.epochs * max(1, len(task.train) // config.batch)
    member = Network.of(task, config).member_bytes(config.batch)
    modules = config.layers * config.heads
    takes = affordable(Cost.of(member, wanted.seeds, steps, modules), wanted.yes)
    print_plan(
        task,
        f"{wanted.seeds} standard Transformers of {config.layers} layers, {config.heads} heads and "
        f"width {config.width}, up to {config.epochs} epochs",
        takes,
    )
    with progress() as told:
        population = fit_standard(
            task, config, wanted.seeds, out=folder, progress=told, vectors=wanted.vectors
        )
    best = population.best
    print(population)
    for name, split in (("test", task.test), ("all", task.all_inputs())):
        if split is not None:
            scores = task.accuracy(best.predict(split.words), split)
            output().print(f"{name + ':':<7}{scores}", soft_wrap=True)
    members = [
        {
            name: getattr(m, name)
            for name in ("seed", "validation", "test", "best_epoch", "diverged")
        }
        for m in population.members
    ]
    write_text(folder / "standard.json", json_text({"task": task.name, "members": members}) + "\n")
    output().print(f"files: {folder}/standard.json, metrics.jsonl", soft_wrap=True)
    return Compared.of("standard Transformer", task, best.predict)


def _baseline(task: Task) -> Compared:
    """The model of words alone."""
    words = baseline(task)
    return Compared.of(words.name, task, words.predict)


def _train_all(wanted: Wanted, settings: dict[str, str], folder: Path, code: bool | None) -> None:
    """Train a program and what the paper compares it with, on the same splits; one table."""
    own = {name: text for name, text in settings.items() if not name.startswith(STANDARD)}
    other = {
        name.removeprefix(STANDARD): text for name, text in settings.items() if name not in own
    }
    config, standard = _config(wanted, own), _standard_config(other)
    compared = [_baseline(wanted.task)]
    compared.append(_standard(wanted, standard, folder / "standard"))
    runs = _program(wanted, config, folder)
    best = runs.best
    scores = {split: best.scores(split) for split in ("validation", "test")}
    compared.append(Compared("Transformer Program", scores["validation"], scores["test"]))
    print_result(runs, folder, code)
    print_comparison(wanted.task, compared)
    document = {"task": wanted.task.name, "models": [one.record() for one in compared]}
    write_text(folder / "comparison.json", json_text(document) + "\n")


def _vectors(files: Sequence[Path], task: Task, data: Path | None) -> Vectors | None:
    """The word vectors to start from; a name alone is looked for among those of the corpora."""
    if not files:
        return None
    root = data_folder(None if data is None else str(data))
    found = []
    for file in files:
        known = None if root is None else root / "vectors" / f"{file.name}.npz"
        there = known is not None and known.is_file() and not file.exists()
        found.append(known if there and known is not None else file)
    try:
        vectors = load_vectors(*found)
    except VectorsError as error:
        raise TrainError(str(error)) from None
    errors().print(f"vectors: {vectors.coverage(task.vocabulary.words)}", soft_wrap=True)
    return vectors


@contextmanager
def refusals_of_the_learner() -> Iterator[None]:
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


def share_cores(seeds: int) -> None:
    """Let each core train its share of the networks: two cores at one network wait for each other.

    Must come before JAX starts. GPUs do not care, and flags that the user has set stay.
    """
    cores = min(os.cpu_count() or 1, seeds)
    if cores > 1 and "jax" not in sys.modules:
        flags = f"--xla_force_host_platform_device_count={cores} "
        os.environ.setdefault("XLA_FLAGS", flags + "--xla_cpu_multi_thread_eigen=false")


def use(device: Device) -> None:
    """Train there and nowhere else; to be called before anything is computed."""
    import jax

    update: Callable[[str, object], None] = jax.config.update
    update("jax_platforms", {"cpu": "cpu", "gpu": "cuda"}[device])
    try:
        jax.devices()
    except Exception:  # the kind depends on what is missing
        hint = {"cpu": "", "gpu": "; for NVIDIA's: pip install 'transformer-programs[cuda]'"}
        raise TrainError(f"--device {device.value}: JAX finds none here{hint[device]}") from None
