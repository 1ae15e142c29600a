"""The verb that trains: networks that become programs, word groups, or a standard Transformer."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

from typer import Option

from ..dataset import Setting
from ..store.atomic import locked
from ..store.folder import LEARNED_FILE, RECORD_FILE, agreement
from ..store.front import read_front
from ..tasks import Task
from ..tasks.build import LONGEST
from ..tasks.own_files import TEXT_SETTINGS, is_text
from ..tasks.texts import vector_files
from ..vectors import Vectors
from ..vectors import load as load_vectors
from . import choosing, learned, using
from .console import OptionError, counted, note, refuse_unused, reporting, say

if TYPE_CHECKING:
    from ..learning import Learned

LONG_TEXT = 256  # words of a text with one label that are read
NamedTask = tuple[str, Sequence[str], Path | None, Path | None, Path | None]

SEEDS, MOST_SEEDS = 8, 100_000  # networks: unless told, and at most


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
    Option(min=1, max=MOST_SEEDS, help=f"Number of networks, trained at once; by default {SEEDS}."),
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
    task: choosing.TaskName,
    seeds: Seeds = None,
    settings: choosing.SettingsGiven = None,
    task_settings: choosing.TaskSettings = None,
    data: choosing.Data = None,
    test: choosing.TestFile = None,
    validation: choosing.ValidationFile = None,
    vectors: VectorFiles = None,
    learner: LearnerOption = None,
    merge: Merge = None,
    out: RunFolder = None,
    device: DeviceOption = None,
    simplify: Annotated[
        bool | None, Option(help="Simplify the program; the default unless it is large.")
    ] = None,
    code: using.Code = None,
    votes: using.Votes = False,
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
    named = (task, task_settings or (), data, test, validation)
    if learner == "readable" or (learner is None and choosing.is_file(task) and not asked):
        files = _vector_files(vectors or (), data)
        made = text_task(named, files)
        if learner == "readable" or is_text(made):
            found = None if not files else load_vectors(*files)
            learn_readable(
                made, found, out or Path("runs", choosing.folder_name(made)), code, votes
            )
            return
    made = choosing.task_of(*named)
    suffix = "-standard" if learner == "standard" else ""
    wanted = Wanted(
        made,
        out or Path("runs", choosing.folder_name(made) + suffix),
        SEEDS if seeds is None else seeds,
        vectors_of(vectors or (), made, data),
        merge or 0,
    )
    from ..learning import Gradient, Standard, require_own_folder

    folder, given = wanted.folder, choosing.pairs(settings or ())
    with locked(folder):
        require_own_folder(folder, Standard() if learner == "standard" else Gradient(), made)
        prepare(device)
        if learner == "standard":
            learn_standard(wanted, given)
            return
        runs = train_programs(wanted, given, simplify)
        front = read_front(folder)
    program, shown = runs.best.program, front[front.knee].program
    learned.print_learned(made, shown, "program", folder, code, votes)
    say(f"same:  {agreement(folder, shown)}")
    learned.print_lines(program, shown)
    learned.print_networks(runs)
    learned.print_front(front, folder)
    learned.print_try(made, folder)
    say(
        f"files: {folder}/program.py, program.json, {LEARNED_FILE} (as extracted), front/, "
        "run.json, metrics.jsonl"
    )


def text_task(named: NamedTask, vectors: Sequence[str]) -> Task:
    """The task of a text with all its words; long texts with one label are not cut early."""
    usual: dict[str, Setting] = dict(TEXT_SETTINGS)
    if vectors:
        usual["vectors"] = ",".join(str(Path(file).absolute()) for file in vectors)
    made = choosing.task_of(*named, usual=usual)
    if made.pooled and made.max_length == LONGEST:
        made = choosing.task_of(*named, usual=usual | {"length": LONG_TEXT})
    return made


def learn_readable(
    task: Task, vectors: Vectors | None, folder: Path, code: bool | None, votes: bool
) -> None:
    """Learn word groups and their votes; keep the front of programs, print one."""
    require_learning()
    from ..learning import Readable, fit, require_own_folder

    how = Readable(vectors)
    with locked(folder):
        require_own_folder(folder, how, task)
        learned.print_plan(
            task,
            "learning word groups and votes (--learner gradient trains networks instead)",
        )
        with reporting("reading the words") as told:
            front = fit(
                task, how, out=folder, on_progress=lambda stage: told(str(stage), share=stage.share)
            ).front
    program = front[front.knee].program
    learned.print_learned(task, program, "program", folder, code, votes)
    learned.print_front(front, folder)
    learned.print_try(task, folder)
    say(f"files: {folder}/program.py, program.json, front/, run.json")


def learn_standard(wanted: Wanted, settings: dict[str, str]) -> None:
    """Train standard Transformers; there is no program, only scores."""
    from ..learn.standard import StandardConfig
    from ..learning import Standard, fit

    task, folder, config = wanted.task, wanted.folder, StandardConfig.from_settings(settings)
    learned.print_plan(
        task,
        f"{counted(wanted.seeds, 'standard Transformer')} of {counted(config.layers, 'layer')}, "
        f"{counted(config.heads, 'head')} and width {config.width}, up to "
        f"{counted(config.epochs, 'epoch')}",
        learned.RESUMES,
    )
    with learned.progress() as told:
        how = Standard(config, wanted.seeds, wanted.vectors)
        found = fit(task, how, out=folder, on_progress=told)
    print(found)
    best = found.best
    learned.print_scores(task, lambda split: task.accuracy(best.predict(split.words), split))
    say(f"files: {folder}/{RECORD_FILE}, metrics.jsonl")


def train_programs(wanted: Wanted, settings: dict[str, str], simplify: bool | None) -> Learned:
    """Say what will be done, train programs, and keep the best."""
    from ..learn.config import Config, preset
    from ..learn.runs import check_merge
    from ..learn.train import check
    from ..learning import Gradient, fit

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
    learned.print_plan(
        wanted.task,
        f"{counted(wanted.seeds, 'network')} of {counted(config.layers, 'layer')}, "
        f"{config.categorical_heads}+{config.numerical_heads} heads and {config.categorical_mlps}"
        f"+{config.numerical_mlps} MLPs per layer, {counted(config.epochs, 'epoch')}{words}",
        learned.RESUMES,
    )
    with learned.progress() as told:
        how = Gradient(
            config, wanted.seeds, vectors=wanted.vectors, merge=wanted.merge, simplify=simplify
        )
        return fit(wanted.task, how, out=wanted.folder, on_progress=told)


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
        import jax  # noqa: F401
        import scipy.sparse  # type: ignore[import-untyped]  # noqa: F401
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
