"""The verb that tries a program on labelled data."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.table import Table
from rich.text import Text

from ..program import Program
from ..store import load
from ..store.folder import RECORD_FILE, read_record
from ..tasks import check_kinds
from ..tasks import load as load_task
from ..tasks.build import Preparation
from ..tasks.corpora import CORPORA, data_folder
from ..tasks.examine import Answerer, Examination, Judged, answerer, emitted_answerer, examine
from ..tasks.files import refuse_unused
from ..tasks.reading import Fields, Record, format_of, read
from ..tasks.tokenizing import resolved_tokenizer
from ..verify.emitted import Emitted, load_emitted
from .choosing import parsed_settings
from .console import output, print_wide, printable

TABLES_ONLY = ("columns", "tagged")  # what only CSV and TSV files need to be told
MOST_LABELS = 12  # rows of the confusion table; the commonest labels
LONGEST_TEXT = 30  # words of an error that are shown


def evaluate(
    program: Annotated[
        Path,
        typer.Argument(metavar="PROGRAM", help="A .json file, a run folder, or an emitted .py."),
    ],
    data: Annotated[Path, typer.Option(metavar="FILE", help="Labelled inputs.")],
    settings: Annotated[
        list[str] | None,
        typer.Option(
            "--task",
            metavar="NAME=VALUE",
            help="How to read the file: input, label, columns, tagged, format, tokenizer, digits.",
        ),
    ] = None,
    errors: Annotated[int, typer.Option(min=0, help="How many errors to show.")] = 10,
) -> None:
    """Try a program on labelled data: scores, confusions, worst errors.

    The file is read as the program's training data was, if its run folder tells. A .py file is
    run: only give files you trust.

    Example: `tprog evaluate runs/trec --data questions.tsv --task columns=label,text`
    """
    given = parsed_settings(_reading, settings or (), "a file")
    rules = _rules(program) | given
    if (given.get("format") or format_of(data)) not in ("csv", "tsv"):
        # How another kind of file was read says nothing of this one.
        rules = {n: rule for n, rule in rules.items() if n in given or n not in TABLES_ONLY}
    fields, format, recipe = _reading(**rules)
    records = read(data, fields, format)
    texts = any(isinstance(record.content, str) for record in records)
    refuse_unused(data, given.get("tokenizer", "auto"), texts)
    side = load_emitted(program) if program.suffix == ".py" else load(program)
    found = examine(_answerer(side, records), records, recipe)
    _print_scores(found)
    _print_confusion(found.confusion)
    _print_errors(found.worst(), errors)


def _reading(
    input: str | None = None,
    label: str | None = None,
    columns: str | None = None,
    tagged: bool | None = None,
    format: Any = None,
    tokenizer: str = "auto",
    digits: str | None = None,
) -> tuple[Fields, Any, Preparation]:
    """How a file is read, and how its texts become words."""
    names = None if columns is None else tuple(name.strip() for name in columns.split(","))
    tokens = resolved_tokenizer(tokenizer, data_folder(None))
    return Fields(input, label, names, tagged), format, Preparation(tokenizer=tokens, digits=digits)


def _rules(program: Path) -> dict[str, Any]:
    """How the data was read that a program was learned from, where its run folder is known."""
    folder = program if program.is_dir() else program.parent
    if not (folder / RECORD_FILE).is_file():
        return {}
    task = read_record(folder).task
    settings = task.get("settings") or {}
    known = ("input", "label", "columns", "tagged", "tokenizer", "digits")
    rules = {name: settings[name] for name in known if settings.get(name) is not None}
    check_kinds(load_task, rules)
    corpus = CORPORA.get(task["name"])
    if corpus is not None and "path" not in settings and corpus.fields.columns is not None:
        rules["columns"] = ",".join(corpus.fields.columns)
    return rules


def _answerer(side: Program | Emitted, records: Sequence[Record]) -> Answerer:
    if isinstance(side, Program):
        return answerer(side)
    saved = side.path.with_suffix(".json")
    vocabulary = load(saved).vocabulary if saved.is_file() else None
    return emitted_answerer(side, side.module.__doc__, records, vocabulary)


def _print_scores(found: Examination) -> None:
    console = output()
    strict, lenient = found.entities("strict"), found.entities("lenient")
    if strict is not None:
        console.print(f"entities: {strict}", soft_wrap=True)
    if lenient != strict:
        console.print(f"          {lenient}, by the rules of conlleval", soft_wrap=True)
    console.print(f"labels:   {found.accuracy:.2%} of {found.labels:,} right")
    if not found.pooled:
        console.print(f"inputs:   {found.exact:.2%} of {len(found.judged):,} all right")


def _print_confusion(counts: Counter[tuple[str, str]]) -> None:
    """A row for each label that is right, a column for each answer; the commonest ones."""
    common = Counter[str]()
    for (want, given), count in counts.items():
        common[want] += count
        common[given] += count
    shown = sorted(label for label, _ in common.most_common(MOST_LABELS))
    others = set(common) - set(shown)
    columns = [*shown, "others"] if others else shown
    table = Table("right \\ given", *map(printable, columns), box=None, pad_edge=False)
    for want in shown:
        row = [counts[want, given] for given in shown]
        if others:
            row.append(sum(counts[want, given] for given in others))
        cells = [
            Text(f"{count:,}" if count else ".", style="green" if column == want else "")
            for column, count in zip(columns, row, strict=True)
        ]
        table.add_row(Text(printable(want), style="bold"), *cells)
    output().print()
    print_wide(table)


def _print_errors(worst: Sequence[Judged], most: int) -> None:
    console = output()
    if not worst:
        console.print("\nno errors")
        return
    if most == 0:
        return
    console.print(f"\nworst of {len(worst):,} inputs with errors:")
    for one in worst[:most]:
        console.print(Text(f"  {printable(str(one.record.place.at(None)))}", style="dim"))
        console.print(f"    {printable(_described(one))}", soft_wrap=True)


def _described(one: Judged) -> str:
    """An input with its wrong labels: [right -> given] after a word, or before a text."""
    pairs = list(zip(one.wanted, one.given, strict=True))
    if isinstance(one.record.labels, str):
        text = " ".join(one.words[:LONGEST_TEXT])
        more = " ..." if len(one.words) > LONGEST_TEXT else ""
        return f"[{pairs[0][0]} -> {pairs[0][1]}] {text}{more}"
    marked = [
        word if want is None or want == given else f"{word} [{want} -> {given}]"
        for word, (want, given) in zip(one.words, pairs, strict=True)
    ]
    return " ".join(marked)
