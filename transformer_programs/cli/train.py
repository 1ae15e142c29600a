"""`tprog train`: networks that become programs, word groups, or standard Transformers."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Literal

from typer import Option

from ..learn import Config, Gradient, Readable, Standard, StandardConfig, fit, preset
from ..tasks import TEXTS, Setting, Task, make
from ..tasks.build import MAX_WORDS
from ..tasks.own_files import TEXT_SETTINGS, is_text
from ..tasks.texts import vector_files
from ..vectors import load_vectors
from . import options
from .console import OptionError, counted, note, refuse_unused
from .options import prepare, require_package
from .report import learning_progress, print_learned, print_plan
from .task_argument import folder_name, pairs, task_settings_of

SEEDS = 8
LONG_TEXT = 256  # words that are read of a text with one label
RESUMES = "Ctrl-C stops it; the same command resumes"
OTHERWISE = "for word groups and votes add --learner readable; for an exact rule use tprog search"

Learner = Literal["readable", "gradient", "standard"]


def train(
    task: options.TaskName,
    seeds: Annotated[
        int | None,
        Option(min=1, max=options.MAX_SEEDS, help=f"Networks, trained at once; default {SEEDS}."),
    ] = None,
    settings: options.NetworkSettings = None,
    task_settings: options.TaskSettings = None,
    data: options.Data = None,
    test: options.TestFile = None,
    validation: options.ValidationFile = None,
    columns: options.Columns = None,
    vectors: Annotated[
        list[Path] | None,
        Option(metavar="FILE", help="Word vectors to start from; several files are joined."),
    ] = None,
    learner: Annotated[
        Learner | None,
        Option(help="Word groups (for your own text), networks, or standard Transformers."),
    ] = None,
    out: options.RunFolder = None,
    device: options.DeviceOption = None,
    simplify: Annotated[
        bool | None, Option(help="Simplify the program; the default unless it is large.")
    ] = None,
    code: options.Code = None,
) -> None:
    """Learn a program from labelled data.

    For your own text, the program is a table of word groups and votes (--learner readable).
    Otherwise, or with --learner gradient, many networks are trained at once. The best network on
    validation is converted into a program, which is proved equal to it, and then shortened. The run
    folder keeps programs from the shortest to the best; `tprog show` lists them. The program of the
    run, which is printed and used by all verbs, is the shortest within one standard error of the
    best on validation. --learner standard trains standard Transformers on the same splits and
    prints their scores; `--set heads=4` changes their settings. If the training of networks was
    interrupted, repeat the command to resume it.

    Example: `tprog train induction --seeds 5`

    Example: `tprog train sort --set layers=2 --task length=10`

    Example: `tprog train mydata.csv --columns message,category --test mytest.csv`
    """
    of_networks = {"--simplify": simplify}
    of_training = {"--seeds": seeds, "--set": settings or None, "--device": device}
    if learner in ("readable", "standard"):
        unused = of_networks if learner == "standard" else of_networks | of_training
        refuse_unused(unused, f"cannot be combined with --learner {learner}")
    options_given = any(value is not None for value in (of_networks | of_training).values())
    of_task = task_settings_of(task, task_settings, data, test, validation, columns)
    files = vector_files(list(map(str, vectors or ())), None if data is None else str(data))
    made, learner = _task_and_learner(task, of_task, learner, files, options_given)
    folder = out or Path("runs", folder_name(made) + "-standard" * (learner == "standard"))
    if learner == "readable":
        require_package("scikit-learn")
    else:
        prepare(device)
    known = load_vectors(*files) if files else None
    if known is not None:
        note(f"vectors: {known.coverage(made.vocabulary.words)}")
    given, count = pairs(settings or ()), seeds or SEEDS
    how: Gradient | Standard | Readable
    match learner:
        case "readable":
            how = Readable(known)
            plan = "learning word groups and votes (--learner gradient trains networks instead)"
        case "standard":
            how = Standard(StandardConfig.from_settings(given), count, known)
            plan = f"{counted(count, 'standard Transformer')}; {RESUMES}"
        case "gradient":
            config = Config.from_settings(given, preset(made))
            if known is not None and not config.word_variables:
                raise OptionError("--vectors: works only with --set word_variables=N, such as 4")
            how = Gradient(config, count, vectors=known, simplify=simplify)
            plan = f"{counted(count, 'network')} of {config.in_words()}; {RESUMES}"
            if "path" in of_task and not options_given:
                plan += f"\n  {OTHERWISE}"
    print_plan(made, plan)
    with learning_progress("reading the words" if learner == "readable" else "compiling") as show:
        learned = fit(made, how, out=folder, on_progress=show)
    print_learned(learned, folder, code)


def _task_and_learner(
    name: str,
    given: dict[str, str],
    learner: Learner | None,
    vectors: Sequence[str],
    options_given: bool,
) -> tuple[Task, Learner]:
    """The task, and the learner that is asked for, else the usual one of the task.

    Without --learner, --set, --seeds, --device or --simplify mean gradient, as do named tasks. For
    word groups, a file is read with the settings for text and, if its texts are long, again with
    more words.
    """
    if learner is None and (options_given or "path" not in given):
        learner = "gradient"
    if learner in ("gradient", "standard"):
        return make(name, **given), learner
    text: dict[str, Setting] = {}
    if "path" in given or name in TEXTS:
        text |= TEXT_SETTINGS
        if vectors:
            text["vectors"] = ",".join(str(Path(file).absolute()) for file in vectors)
    made = make(name, **text | given)
    if made.pooled and made.max_length == MAX_WORDS and "length" not in given:
        made = make(name, **text | {"length": LONG_TEXT} | given)
    if learner is None and not is_text(made):
        return make(name, **given), "gradient"
    return made, "readable"
