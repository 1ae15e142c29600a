"""The verb that trains: networks that become programs, word groups, or a standard Transformer."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

from typer import Option

from ..dataset import Setting
from ..program.json_layout import json_text
from ..store import write_text
from ..store.folder import LEARNED_FILE, RECORD_FILE, agreement, read_record
from ..store.front import front_of, is_small, read_front
from ..store.whole import locked
from ..tasks import Task
from ..tasks.build import LONGEST
from ..tasks.own_files import TEXT_SETTINGS, is_text
from ..tasks.texts import vector_files
from ..vectors import Vectors
from ..vectors import load as load_vectors
from . import report
from .console import OptionError, counted, note, progress, refuse_unused, say
from .program_argument import Code, Votes
from .simplify import NO_LOSS, simplified
from .task_argument import (
    Columns,
    Data,
    SettingsGiven,
    TaskChoice,
    TaskName,
    TaskSettings,
    TestFile,
    ValidationFile,
    folder_name,
    pairs,
)

if TYPE_CHECKING:
    from ..learn import Runs

LONG_TEXT = 256  # words of a text with one label that are read

SEEDS, MAX_SEEDS = 8, 100_000  # networks: unless told, and at most


Learner = Literal["readable", "gradient", "standard", "search"]  # what a run folder holds
STANDARD_FILE = "standard.json"
Device = Literal["cpu", "gpu"]


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a command asks the learner for."""

    task: Task
    folder: Path
    seeds: int
    vectors: Vectors | None
    merge: int = 0


Seeds = Annotated[
    int | None,
    Option(min=1, max=MAX_SEEDS, help=f"Number of networks, trained at once; by default {SEEDS}."),
]
VectorFiles = Annotated[
    list[Path] | None,
    Option(metavar="FILE", help="Word vectors to start from; several files are joined."),
]
Merge = Annotated[
    int | None,
    Option(
        min=0,
        max=1000,
        help="Try merging the best 1, 2, 4, ... N networks into one, with jointly fitted votes; "
        "keep the best on validation.",
    ),
]
RunFolder = Annotated[
    Path | None,
    Option(
        "--out", "-o", metavar="DIR", help="Run folder; default: runs/TASK[-search, -standard]."
    ),
]
DeviceOption = Annotated[
    Device | None, Option(help="Where to train; by default on a GPU if there is one.")
]
LearnerOption = Annotated[
    Literal["readable", "gradient", "standard"] | None,
    Option(
        help="Word groups and votes (the default for your own text), networks that become "
        "programs, or standard Transformers to compare with."
    ),
]


def train(
    task: TaskName,
    seeds: Seeds = None,
    settings: SettingsGiven = None,
    task_settings: TaskSettings = None,
    data: Data = None,
    test: TestFile = None,
    validation: ValidationFile = None,
    columns: Columns = None,
    vectors: VectorFiles = None,
    learner: LearnerOption = None,
    merge: Merge = None,
    out: RunFolder = None,
    device: DeviceOption = None,
    simplify: Annotated[
        bool | None, Option(help="Simplify the program; the default unless it is large.")
    ] = None,
    code: Code = None,
    votes: Votes = False,
) -> None:
    """Learn a program from labelled data.

    For your own text, the program is a table of word groups and votes (--learner readable).
    Otherwise, or with --learner gradient, many networks are trained at once. The best network on
    validation is converted into a program, which is proved equal to it, and then shortened. The run
    folder keeps programs from the shortest to the best; `tprog show` lists them. The program of the
    run, which is printed and used by all verbs, is the shortest within one standard error of the
    best on validation. --learner standard trains
    standard Transformers on the same splits and prints their scores; `--set heads=4` changes their
    settings. If the training of networks was interrupted, repeat the command to resume it.

    Example: `tprog train induction --seeds 5`

    Example: `tprog train sort --set layers=2 --task length=10`

    Example: `tprog train conll --data DIR --vectors glove.6B.100d.txt`

    Example: `tprog train mydata.jsonl --test mytest.jsonl`

    Example: `tprog train most_freq --seeds 16 --merge 8`

    Example: `tprog train mydata.jsonl --learner standard --set layers=2`
    """
    unused: dict[str, object] = {"--merge": merge, "--simplify": simplify}
    if learner != "standard":
        unused |= {"--seeds": seeds, "--set": settings or None, "--device": device}
    if learner in ("readable", "standard"):
        refuse_unused(unused, f"cannot be combined with --learner {learner}")
    asked = any(value is not None for value in unused.values())
    named = TaskChoice(task, task_settings, data, test, validation, columns)
    if learner == "readable" or (learner is None and named.is_file and not asked):
        files = _vector_files(vectors or (), data)
        made = text_task(named, files)
        if learner == "readable" or is_text(made):
            found = None if not files else load_vectors(*files)
            learn_readable(made, found, out or Path("runs", folder_name(made)), code, votes)
            return
    made = named.make()
    suffix = "-standard" if learner == "standard" else ""
    wanted = Wanted(
        made,
        out or Path("runs", folder_name(made) + suffix),
        SEEDS if seeds is None else seeds,
        vectors_of(vectors or (), made, data),
        merge or 0,
    )
    folder, given = wanted.folder, pairs(settings or ())
    with locked(folder):
        refuse_run_of_another(folder, learner or "gradient", made)
        prepare(device)
        if learner == "standard":
            learn_standard(wanted, given)
            return
        runs = train_programs(wanted, given)
        program, done = runs.best.program, None
        if is_small(program) if simplify is None else simplify:
            done = simplified(program, made, NO_LOSS)
        front = read_front(folder).joined(front_of(made, program, done))
        front.save(folder, made.name)
    shown = front[front.knee].program
    report.print_learned(made, shown, "program", folder, code, votes)
    say(f"same:  {agreement(folder, shown)}")
    report.print_lines(program, shown)
    report.print_networks(runs)
    report.print_front(front, folder)
    report.print_try(made, folder)
    say(
        f"files: {folder}/program.py, program.json, {LEARNED_FILE} (as extracted), front/, "
        "run.json, metrics.jsonl"
    )


def text_task(named: TaskChoice, vectors: Sequence[str]) -> Task:
    """The task of a text with all its words; long texts with one label are not cut early."""
    usual: dict[str, Setting] = dict(TEXT_SETTINGS)
    if vectors:
        usual["vectors"] = ",".join(str(Path(file).absolute()) for file in vectors)
    made = named.make(usual)
    if made.pooled and made.max_length == LONGEST:
        made = named.make(usual | {"length": LONG_TEXT})
    return made


def learn_readable(
    task: Task, vectors: Vectors | None, folder: Path, code: bool | None, votes: bool
) -> None:
    """Learn word groups and their votes; keep the front of programs, print one."""
    require_learning()
    from ..learn.candidate import front_of
    from ..learn.readable import readable

    with locked(folder):
        refuse_run_of_another(folder, "readable", task)
        report.print_plan(
            task,
            "learning word groups and votes (--learner gradient trains networks instead)",
        )
        begun = time.perf_counter()
        with progress("reading the words") as show:
            found = readable(
                task, vectors=vectors, progress=lambda doing, share: show(doing, share=share)
            )
            show("measuring the programs", news=True)
            front = front_of(task, found)
        config = {"learner": "readable"}
        report.write_learned(folder, task, front, config, "", time.perf_counter() - begun)
    program = front[front.knee].program
    report.print_learned(task, program, "program", folder, code, votes)
    report.print_front(front, folder)
    report.print_try(task, folder)
    say(f"files: {folder}/program.py, program.json, front/, run.json")


def learn_standard(wanted: Wanted, settings: dict[str, str]) -> None:
    """Train standard Transformers; there is no program, only scores."""
    from ..learn.standard import StandardConfig, fit_standard

    task, folder, config = wanted.task, wanted.folder, StandardConfig.from_settings(settings)
    report.print_plan(
        task,
        f"{counted(wanted.seeds, 'standard Transformer')} of {counted(config.layers, 'layer')}, "
        f"{counted(config.heads, 'head')} and width {config.width}, up to "
        f"{counted(config.epochs, 'epoch')}",
        report.RESUMES,
    )
    with report.training_progress() as show:
        population = fit_standard(
            task, config, wanted.seeds, out=folder, progress=show, vectors=wanted.vectors
        )
    print(population)
    best = population.best
    report.print_scores(task, lambda split: task.accuracy(best.predict(split.words), split))
    fields = ("seed", "validation", "test", "best_epoch", "diverged")
    members = [{name: getattr(m, name) for name in fields} for m in population.members]
    write_text(folder / STANDARD_FILE, json_text({"task": task.name, "members": members}) + "\n")
    say(f"files: {folder}/{STANDARD_FILE}, metrics.jsonl")


def refuse_run_of_another(folder: Path, learner: Learner, task: Task) -> None:
    """A run of one learner or file never replaces a run of another."""
    if (folder / RECORD_FILE).is_file():
        record = read_record(folder)
        found = record.config.get("learner", "gradient")
        before = (record.task["settings"] or {}).get("path", record.task["name"])
        path = dict(task.spec.settings).get("path", task.name) if task.spec else task.name
        if found == learner and before != path:
            raise OptionError(f"{folder} holds a run of {before}: choose another --out")
    elif (folder / STANDARD_FILE).is_file():
        found = "standard"
    elif learner in ("readable", "search") and any(folder.glob("checkpoint_*.npz")):
        found = "gradient"
    else:
        return
    if found != learner:
        verb = "search" if found == "search" else f"train --learner {found}"
        raise OptionError(f"{folder} holds a run of `tprog {verb}`: choose another --out")


def train_programs(wanted: Wanted, settings: dict[str, str]) -> Runs:
    """Say what will be done, train programs, and keep the best."""
    from ..learn import Config, check, check_merge, fit, preset

    config = Config.from_settings(settings, preset(wanted.task))
    check(wanted.task, config)
    check_merge(wanted.merge, wanted.task, config, wanted.seeds)
    if wanted.vectors is not None and not config.word_variables:
        raise OptionError("--vectors: works only with --set word_variables=N, such as 4")
    m, k = config.word_variables, config.word_cardinality
    words = f"; a word is {m} learned variables of {k} values" if m else ""
    if wanted.merge:
        several = f"up to {wanted.merge} of them are merged"
        words += f"; then {'the votes of the best are refitted' if wanted.merge == 1 else several}"
    report.print_plan(
        wanted.task,
        f"{counted(wanted.seeds, 'network')} of {counted(config.layers, 'layer')}, "
        f"{config.categorical_heads}+{config.numerical_heads} heads and {config.categorical_mlps}"
        f"+{config.numerical_mlps} MLPs per layer, {counted(config.epochs, 'epoch')}{words}",
        report.RESUMES,
    )
    with report.training_progress() as show:
        return fit(
            wanted.task,
            config,
            wanted.seeds,
            out=wanted.folder,
            progress=show,
            vectors=wanted.vectors,
            merge=wanted.merge,
        )


def _vector_files(files: Sequence[Path], data: Path | None) -> list[str]:
    return vector_files(list(map(str, files)), None if data is None else str(data))


def vectors_of(files: Sequence[Path], task: Task, data: Path | None) -> Vectors | None:
    """The word vectors to start from."""
    if not files:
        return None
    vectors = load_vectors(*_vector_files(files, data))
    note(f"vectors: {vectors.coverage(task.vocabulary.words)}")
    return vectors


def require_learning() -> None:
    """Refuse where what learning needs is not installed."""
    try:
        import scipy.sparse  # type: ignore[import-untyped]  # noqa: F401

        from .. import learn  # noqa: F401
    except ModuleNotFoundError as error:
        name = str(error.name).partition(".")[0]
        raise OptionError(
            f"learning needs {name}: pip install 'transformer-programs[learn]'"
        ) from None


def prepare(device: Device | None) -> None:
    """Make this machine ready to train; refuse where it cannot be."""
    require_learning()
    from ..learn.machine import share_cores

    share_cores()
    if device is None:
        return
    import jax

    update: Callable[[str, object], None] = jax.config.update
    update("jax_platforms", {"cpu": "cpu", "gpu": "cuda,cpu"}[device])
    try:
        jax.devices()
    except Exception:  # the kind depends on what is missing
        hint = {"cpu": "", "gpu": "; for NVIDIA GPUs: pip install 'transformer-programs[cuda]'"}
        raise OptionError(f"--device {device}: JAX finds no {device} here{hint[device]}") from None
