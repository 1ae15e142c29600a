"""The verb that trains: many networks at once; the best becomes a program."""

from __future__ import annotations

import inspect
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ..program import Program
from ..store.folder import RECORD_FILE, read_record, simplified_name
from ..store.locks import locked
from ..tasks import Task
from ..tasks.texts import data_folder
from ..vectors import Vectors
from ..vectors import load as load_vectors
from . import choosing
from .console import OptionError, note
from .learned import affordable, print_plan, print_result, progress
from .simplifying import NO_LOSS, print_simplified, write_simplified

if TYPE_CHECKING:
    from ..learn import Config, Runs

# A program of more words or steps is made short only when asked: it takes minutes.
FEW_WORDS, FEW_STEPS = 64, 100
SEEDS, MOST_SEEDS = 8, 100_000  # networks: unless told, and at most


class Contender(StrEnum):
    """What to train: a program, what the paper compares it with, or all in one table."""

    program = "program"
    standard = "standard"
    baseline = "baseline"
    all = "all"


class Learner(StrEnum):
    """How a program is learned; what a run folder says of it."""

    gradient = "gradient"
    search = "search"


class Device(StrEnum):
    """Where to train."""

    cpu = "cpu"
    gpu = "gpu"


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a command asks the learner for."""

    task: Task
    folder: Path
    seeds: int
    vectors: Vectors | None
    generations: int = 0
    merge: int = 0
    yes: bool = False


Seeds = Annotated[
    int | None,
    typer.Option(
        min=1, max=MOST_SEEDS, help=f"How many networks, all at once; {SEEDS} by default."
    ),
]
VectorFiles = Annotated[
    list[Path] | None,
    typer.Option(metavar="FILE", help="Word vectors to start from; several are put together."),
]
Evolve = Annotated[
    int | None,
    typer.Option(
        min=0, max=10_000, metavar="G", help="Then G generations: learn a few modules anew."
    ),
]
Merge = Annotated[
    int | None,
    typer.Option(
        min=0,
        max=1000,
        metavar="N",
        help="Then try the best 1, 2, 4 up to N networks as one, their votes fitted together.",
    ),
]
RunFolder = Annotated[
    Path | None,
    typer.Option(
        "--out", "-o", metavar="DIR", help="The run folder; by default runs/ and the task."
    ),
]
DeviceOption = Annotated[
    Device | None, typer.Option(help="Where to train; a GPU is found by itself.")
]
Code = Annotated[
    bool | None,
    typer.Option(help="Print the program's code at the end; by default if it is short."),
]
Yes = Annotated[
    bool, typer.Option("--yes", help="Go on even if it takes days, or more memory than there is.")
]


def train(
    task: choosing.TaskName,
    seeds: Seeds = None,
    settings: choosing.SettingsGiven = None,
    task_settings: choosing.TaskSettings = None,
    data: choosing.Data = None,
    test: choosing.TestFile = None,
    validation: choosing.ValidationFile = None,
    vectors: VectorFiles = None,
    model: Annotated[Contender | None, typer.Option(hidden=True)] = None,
    learner: Annotated[Learner | None, typer.Option(hidden=True)] = None,
    evolve: Evolve = None,
    merge: Merge = None,
    out: RunFolder = None,
    device: DeviceOption = None,
    simplify: Annotated[
        bool | None,
        typer.Option(help="Then make it short (tprog simplify); by default unless it is large."),
    ] = None,
    code: Code = None,
    yes: Yes = False,
) -> None:
    """Learn a program: train many networks at once, prove the best.

    The best on validation becomes a program, which is proved equal to its network and kept as it
    is; beside it lies the short program that answers no training or validation input worse.

    An interrupted run goes on where it was when the same command is given again. Two commands never
    write in one folder at a time: the second is refused.

    Example: `tprog train induction --seeds 5`

    Example: `tprog train sort --set layers=2 --task length=10`

    Example: `tprog train conll --data DIR --vectors glove.6B.100d.txt`

    Example: `tprog train mydata.jsonl --test mytest.jsonl`

    Example: `tprog train most_freq --set reaches=all,before,after --evolve 3`

    Example: `tprog train most_freq --seeds 16 --merge 8`
    """
    given = {name: value for name, value in locals().items() if value not in (None, [])}
    given.pop("learner", None)
    if learner == Learner.search:
        return _handed_on("search", "--learner search", given)
    if model not in (None, Contender.program):
        return _handed_on("compare", f"--model {model}", given)
    made = choosing.task_of(task, task_settings or (), data, test, validation)
    wanted = Wanted(
        made,
        out or Path("runs", made.name),
        SEEDS if seeds is None else seeds,
        vectors_of(vectors or (), made, data),
        evolve or 0,
        merge or 0,
        yes,
    )
    with ready(wanted.folder, wanted.seeds, device):
        runs = train_programs(wanted, config_of(wanted, choosing.pairs(settings or ())))
        program = runs.best.program
        short = _is_small(program) if simplify is None else simplify
        print_result(runs, wanted.folder, code=False if short else code)
        if short:
            file = wanted.folder / simplified_name("", NO_LOSS)
            done = write_simplified(program, made, NO_LOSS, file)
            print_simplified(program, done, made, file, code=code is not False)


def _handed_on(verb: str, chosen: str, given: dict[str, Any]) -> None:
    """Hand a command of an earlier version to the verb that does this now."""
    from . import verb_of

    function = verb_of(verb)
    known = inspect.signature(function).parameters
    names = {"settings": "set", "task_settings": "task"}
    for name in given:
        if name not in known:
            option = f"--{names.get(name, name)}"
            raise OptionError(f"{option}: {chosen} does not use this option; leave it out")
    function(**given)
    note(f"note: `tprog train {chosen}` is now `tprog {verb}`")


def _is_small(program: Program) -> bool:
    return len(program.vocabulary.words) <= FEW_WORDS and len(program.steps) <= FEW_STEPS


def refuse_run_of_another(folder: Path, learner: Learner) -> None:
    """A run of one learner never replaces a part of a run of the other."""
    if (folder / RECORD_FILE).is_file():
        found = read_record(folder).config.get("learner", Learner.gradient)
    elif learner == Learner.search and any(folder.glob("checkpoint_*.npz")):
        found = Learner.gradient
    else:
        return
    if found != learner:
        verb = {"gradient": "train", "search": "search"}.get(found, found)
        raise OptionError(f"{folder} holds a run of `tprog {verb}`: choose another --out")


def config_of(wanted: Wanted, settings: dict[str, str]) -> Config:
    """The settings of the networks; what does not fit the task is refused before any work."""
    from ..learn import Config, check, check_merge, preset

    config = Config.from_settings(settings, preset(wanted.task))
    check(wanted.task, config, wanted.vectors)
    check_merge(wanted.merge, wanted.task, config, wanted.seeds, wanted.generations)
    if wanted.vectors is not None and not config.word_variables:
        raise OptionError("--vectors: expected together with --set word_variables=4, or so many")
    return config


def train_programs(wanted: Wanted, config: Config) -> Runs:
    """Say what will be done, train programs, and keep the best."""
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
    print_plan(
        wanted.task,
        f"{wanted.seeds} networks of {config.layers} layers, {config.categorical_heads}"
        f"+{config.numerical_heads} heads and {config.categorical_mlps}"
        f"+{config.numerical_mlps} MLPs per layer, {config.epochs} epochs{words}",
        affordable(cost, wanted.yes),
    )
    with progress("testing; then the proof that the best program is its network") as told:
        return fit(
            wanted.task,
            config,
            wanted.seeds,
            out=wanted.folder,
            progress=told,
            vectors=wanted.vectors,
            evolve=wanted.generations,
            merge=wanted.merge,
        )


def vectors_of(files: Sequence[Path], task: Task, data: Path | None) -> Vectors | None:
    """The word vectors to start from; a name alone is looked for among those of the corpora."""
    if not files:
        return None
    root = data_folder(None if data is None else str(data))
    found = []
    for file in files:
        known = None if root is None else root / "vectors" / f"{file.name}.npz"
        there = known is not None and known.is_file() and not file.exists()
        found.append(known if there and known is not None else file)
    vectors = load_vectors(*found)
    note(f"vectors: {vectors.coverage(task.vocabulary.words)}")
    return vectors


@contextmanager
def ready(folder: Path, seeds: int, device: Device | None) -> Iterator[None]:
    """A folder for this command alone, on a machine that is ready to train."""
    with locked(folder):
        refuse_run_of_another(folder, Learner.gradient)
        prepare(seeds, device)
        yield


def prepare(seeds: int, device: Device | None) -> None:
    """Make this machine ready to train so many networks; refuse where it cannot be."""
    share_cores(seeds)
    try:
        from .. import learn  # noqa: F401
    except ModuleNotFoundError as error:
        raise OptionError(
            f"learning needs {error.name}: pip install 'transformer-programs[learn]'"
        ) from None
    if device is not None:
        use(device)


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
    update("jax_platforms", {"cpu": "cpu", "gpu": "cuda,cpu"}[device])
    try:
        jax.devices()
    except Exception:  # the kind depends on what is missing
        hint = {"cpu": "", "gpu": "; for NVIDIA's: pip install 'transformer-programs[cuda]'"}
        raise OptionError(f"--device {device.value}: JAX finds none here{hint[device]}") from None
