"""`tprog evaluate`: score a program on labelled data."""

from __future__ import annotations

from pathlib import Path
from statistics import fmean
from typing import Annotated, Any

from rich.table import Table
from rich.text import Text
from typer import Option

from ..program import Program, Vocabulary
from ..program.steps import Classifier
from ..store.folder import read_front
from ..tasks import TaskError, checked
from ..tasks import load as load_task
from ..tasks.build import Preparation
from ..tasks.formats import read
from ..tasks.scored_records import ClassScores, ScoredRecord, ScoredRecords, score_records
from ..tasks.texts import CORPORA
from . import options
from .console import counted, listed, note, print_wide, printable, say
from .program_argument import opened_program
from .task_argument import pairs, recorded_task

READING = ("columns", "tokenizer", "digits")
MAX_LABELS = 12  # most frequent labels in the tables
MAX_WORDS = 30  # of an error that are shown


def evaluate(
    program: options.ProgramPath,
    data: Annotated[Path, Option(metavar="FILE", help="Labelled inputs.")],
    settings: Annotated[
        list[str] | None,
        Option(
            "--task",
            metavar="NAME=VALUE",
            help=f"How to read the file: {', '.join(READING)}.",
        ),
    ] = None,
    columns: options.Columns = None,
    index: options.Index = None,
    errors: Annotated[int, Option(min=0, help="How many errors to show.")] = 10,
) -> None:
    """Score a program on labelled data; print scores per class and errors.

    The file is read in the same way as the training data. Per class, the table has precision,
    recall and F1, and the classes that were given instead; the last row has their means.

    Example: `tprog evaluate runs/trec --data questions.tsv --columns label,text`
    """
    given = pairs(settings or ())
    if unknown := given.keys() - {*READING}:
        raise TaskError(f"a file has no setting {min(unknown)!r}: choose from {', '.join(READING)}")
    chosen = checked(load_task, given, "a file") | ({} if columns is None else {"columns": columns})
    loaded = opened_program(program, index)
    rules = _rules(program, loaded.vocabulary, chosen)
    records = read(data, rules.get("columns"))
    preparation = Preparation.of({"tokenizer": "spaces"} | rules)
    front = read_front(program)
    temperature = front[front.pick(index)].temperature if front else 0.0
    found = score_records(loaded, records, preparation, temperature)
    _check_labels(loaded, found, data)
    if found.cut:
        reads = f"{loaded.max_length:,} words with its marks"
        note(f"{found.cut:,} of {len(records):,} texts were cut: the program reads {reads}")
    _print_scores(found)
    _print_classes(found.by_class())
    worst = found.worst()
    say(f"\nworst of {counted(len(worst), 'input')} with errors:" if worst else "\nno errors")
    for one in worst[:errors]:
        say(f"  {one.record.place.at(None)}", "dim")
        say(f"    {printable(_described(one))}")


def _check_labels(program: Program, found: ScoredRecords, data: Path) -> None:
    """Refuse labels of which none is a class of the program; a note names those that are not."""
    if not isinstance(program.output, Classifier):
        return
    classes, wanted = program.output.classes, sorted({want for want, _ in found.confusion})
    others = [label for label in wanted if label not in classes]
    if others:
        message = f"the program never answers {listed(others)}: its classes are {listed(classes)}"
        if others == wanted:
            raise TaskError(f"{data}: {message}")
        note(message)


def _rules(program: Path, vocabulary: Vocabulary, chosen: dict[str, Any]) -> dict[str, Any]:
    """The settings for reading the file: those of the training data, and those chosen."""
    rules = _rules_of_run(program)
    if vocabulary.reads_text:
        rules |= {"tokenizer": vocabulary.tokenizer or "spaces", "digits": vocabulary.digits}
    return rules | chosen


def _print_scores(found: ScoredRecords) -> None:
    strict, lenient = found.entities("strict"), found.entities("lenient")
    if strict is not None:
        say(f"entities: {strict}")
    if lenient != strict:
        say(f"          {lenient}, by the rules of conlleval")
    say(f"labels:   {found.accuracy:.2%} of {found.labels:,} correct")
    if not found.pooled:
        say(f"inputs:   {found.exact:.2%} of {len(found.records):,} with every label correct")
    if found.calibration_error is not None:
        say(f"ECE:      {found.calibration_error:.2%} expected calibration error of probabilities")


def _rules_of_run(program: Path) -> dict[str, Any]:
    """The settings that the training data was read with, if the run folder is known."""
    task = recorded_task(program)
    if task is None:
        return {}
    settings = task["settings"] or {}
    names = [name for name in READING if settings.get(name) is not None]
    rules = checked(load_task, {name: settings[name] for name in names}, "a file")
    corpus = CORPORA.get(task["name"])
    if corpus is not None and "path" not in settings and corpus.columns is not None:
        rules["columns"] = corpus.columns
    return rules


def _print_classes(scores: list[ClassScores]) -> None:
    """Precision, recall and F1 of the most frequent classes, their means, and confusions."""
    table = Table(box=None, pad_edge=False)
    for name in ("class", "labels", "precision", "recall", "F1", "answered instead"):
        table.add_column(name, justify="left" if " " in name or name == "class" else "right")
    for one in sorted(scores[:MAX_LABELS]):
        instead = ", ".join(f"{printable(b)} {n:,}" for b, n in one.instead.most_common(3))
        shares = (f"{share:.1%}" for share in (one.precision, one.recall, one.f1))
        title = Text(printable(one.name), style="bold")
        table.add_row(title, f"{one.labels:,}", *shares, Text(instead))
    means = (fmean(column) for column in zip(*(one[2:5] for one in scores), strict=True))
    labels = sum(one.labels for one in scores)
    table.add_row("mean", f"{labels:,}", *(f"{mean:.1%}" for mean in means), style="dim")
    print()
    print_wide(table)
    if len(scores) > MAX_LABELS:
        say(f"and {len(scores) - MAX_LABELS} less frequent classes, which the mean counts too")


def _described(one: ScoredRecord) -> str:
    """An input with its errors: [right -> given] after a word, or before a text."""
    pairs = list(zip(one.wanted, one.given, strict=True))
    if isinstance(one.record.labels, str):
        more = " ..." if len(one.words) > MAX_WORDS else ""
        return f"[{pairs[0][0]} -> {pairs[0][1]}] {' '.join(one.words[:MAX_WORDS])}{more}"
    marked = [
        word if want is None or want == given else f"{word} [{want} -> {given}]"
        for word, (want, given) in zip(one.words, pairs, strict=True)
    ]
    return " ".join(marked)
