"""The verb that compares: a program and what the paper compares it with, on the same splits."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer
from rich.table import Table

from ..dataset import Ints, Scores, Task
from ..experiments.words_alone import baseline
from ..program.json_layout import json_text
from ..store import write_text
from . import choosing, training, using
from .console import print_wide, refuse_unused, say
from .learned import affordable, print_learned, print_networks, print_plan, progress

if TYPE_CHECKING:
    from ..learn.standard import StandardConfig


Contender = Literal["program", "standard", "baseline", "all"]
STANDARD = "standard."  # before a setting of the standard Transformer, where both are trained


@dataclass(frozen=True, slots=True)
class Compared:
    """A model in a comparison: its scores on validation and test."""

    name: str
    validation: Scores
    test: Scores

    @staticmethod
    def of(name: str, task: Task, predict: Callable[[Ints], Ints]) -> Compared:
        splits = (task.validation, task.test)
        return Compared(name, *(task.accuracy(predict(one.words), one) for one in splits))


def print_comparison(task: Task, compared: Sequence[Compared]) -> None:
    """One table of models on the same splits of a task."""
    entities = task.metric == "entity"
    names = ("precision", "recall", "F1") if entities else ("test",)
    table = Table("model", "validation", *names, box=None, pad_edge=False)
    for one in compared:
        found = one.test.entities
        test = (one.test.main,) if found is None else (found.precision, found.recall, found.f1)
        table.add_row(one.name, *(f"{value:.2%}" for value in (one.validation.main, *test)))
    print_wide(table)


def compare(
    task: choosing.TaskName,
    model: Annotated[
        Contender,
        typer.Option(
            help="Which models to train; baseline is a unigram tagger (one label per word) or "
            "naive Bayes (one label per input)."
        ),
    ] = "all",
    seeds: training.Seeds = None,
    settings: choosing.SettingsGiven = None,
    task_settings: choosing.TaskSettings = None,
    data: choosing.Data = None,
    test: choosing.TestFile = None,
    validation: choosing.ValidationFile = None,
    vectors: training.VectorFiles = None,
    merge: training.Merge = None,
    out: training.RunFolder = None,
    device: training.DeviceOption = None,
    code: using.Code = None,
    yes: training.Yes = False,
) -> None:
    """Compare a program with a standard Transformer and a baseline.

    All three are trained on the same splits, and one table is printed. The baseline is a unigram
    tagger if there is one label per word, and naive Bayes if there is one label per input.
    `--set standard.heads=4` changes a setting of the standard Transformer.

    Example: `tprog compare trec --data DIR`

    Example: `tprog compare sort --set layers=2 --set standard.layers=2`

    Example: `tprog compare mydata.jsonl --model baseline`
    """
    asked: dict[str, object] = {"--merge": merge, "--code": code is not None}
    if model == "baseline":
        asked |= {"--seeds": seeds, "--set": settings or None, "--vectors": vectors or None}
        asked |= {"--out": out, "--device": device}
    if model in ("baseline", "standard"):
        refuse_unused(asked, f"cannot be combined with --model {model}")
    made = choosing.task_of(task, task_settings or (), data, test, validation)
    if model == "baseline":
        print_plan(made, "baseline: naive Bayes" if made.pooled else "baseline: unigram tagger")
        print_comparison(made, [_baseline(made)])
        return
    alone = model == "standard"
    folder = out or Path("runs", made.name + ("-standard" if alone else ""))
    found = training.vectors_of(vectors or (), made, data)
    number = training.SEEDS if seeds is None else seeds
    wanted = training.Wanted(made, folder, number, found, merge or 0, yes)
    with training.ready(folder, device):
        _compare(wanted, choosing.pairs(settings or ()), model, code)


def _compare(
    wanted: training.Wanted, settings: dict[str, str], model: Contender, code: bool | None
) -> None:
    """Train what was asked for and print one table; what does not fit is refused before that."""
    from ..learn.standard import StandardConfig

    alone = model == "standard"
    other = {
        name.removeprefix(STANDARD): text
        for name, text in settings.items()
        if alone or name.startswith(STANDARD)
    }
    own = {name: text for name, text in settings.items() if not name.startswith(STANDARD)}
    standard = StandardConfig.from_settings(other)
    if alone:
        print_comparison(wanted.task, [_standard(wanted, standard, wanted.folder)])
        return
    config, compared = training.config_of(wanted, own), []
    if model == "all":
        compared.append(_baseline(wanted.task))
        compared.append(_standard(wanted, standard, wanted.folder / "standard"))
    runs = training.train_programs(wanted, config)
    scores = {split: runs.best.scores(split) for split in ("validation", "test")}
    compared.append(Compared("Transformer Program", scores["validation"], scores["test"]))
    print_comparison(wanted.task, compared)
    print_learned(wanted.task, runs.best.program, "program", wanted.folder, code, False)
    print_networks(runs)
    models = [
        asdict(one) | {"main": {"validation": one.validation.main, "test": one.test.main}}
        for one in compared
    ]
    document = {"task": wanted.task.name, "models": models}
    write_text(wanted.folder / "comparison.json", json_text(document) + "\n")


def _standard(wanted: training.Wanted, config: StandardConfig, folder: Path) -> Compared:
    """Train the standard Transformer; there is no program to show."""
    from ..learn.machine import Cost
    from ..learn.standard import Encoder, fit_standard

    task = wanted.task
    steps = config.epochs * max(1, len(task.train) // config.batch)
    member = Encoder.of(task, config).member_bytes()
    cost = Cost.of(member, wanted.seeds, steps, config.layers * config.heads)
    plan = (
        f"{wanted.seeds} standard Transformers of {config.layers} layers, {config.heads} heads and "
        f"width {config.width}, up to {config.epochs} epochs"
    )
    print_plan(task, plan, affordable(cost, wanted.yes))
    with progress() as told:
        population = fit_standard(
            task, config, wanted.seeds, out=folder, progress=told, vectors=wanted.vectors
        )
    best = population.best
    print(population)
    for name, split in (("test", task.test), ("all", task.all_inputs())):
        if split is not None:
            scores = task.accuracy(best.predict(split.words), split)
            say(f"{name + ':':<7}{scores}")
    fields = ("seed", "validation", "test", "best_epoch", "diverged")
    members = [{name: getattr(m, name) for name in fields} for m in population.members]
    write_text(folder / "standard.json", json_text({"task": task.name, "members": members}) + "\n")
    say(f"files: {folder}/standard.json, metrics.jsonl")
    return Compared.of("standard Transformer", task, best.predict)


def _baseline(task: Task) -> Compared:
    """The model of words alone."""
    words = baseline(task)
    return Compared.of(words.name, task, words.predict)
