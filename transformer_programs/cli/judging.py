"""The verbs that judge a program: verify compares two, evaluate tries one on labelled data."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated, Any

import typer
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text
from typer import Argument, Option

from ..printer import emit_files
from ..program import Program
from ..program.chain import digest
from ..store import load
from ..store.folder import LEARNED_FILE, NETWORK_FILE, RECORD_FILE, read_record
from ..tasks import check_kinds
from ..tasks import load as load_task
from ..tasks.build import Preparation
from ..tasks.examine import Judged, answerer, emitted_answerer, examine
from ..tasks.formats import Fields, Record, format_of, read
from ..tasks.texts import CORPORA
from ..tasks.tokenizing import BEGIN, END
from ..verifier import SAMPLES, VerifyError, verify_task
from ..verifier import verify as compare
from ..verifier.every import Progress as Told
from ..verifier.pair import Emitted, load_emitted
from .choosing import pairs, parsed_settings, task_of
from .console import counted, note, output, print_wide, printable, refuse_unused, say
from .using import Index, InputsFile, inputs_in, opened_program

Loaded = Program | Emitted

TABLES_ONLY = ("columns", "tagged")  # what only CSV and TSV files need to be told
MOST_LABELS = 12  # rows of the confusion table; the commonest labels
LONGEST_TEXT = 30  # words of an error that are shown


def verify(
    a: Annotated[Path, Argument(metavar="A", help="A .json file, run folder or .py file.")],
    b: Annotated[
        Path | None,
        Argument(metavar="B", help="The other program; default: A's code."),
    ] = None,
    index: Index = None,
    inputs: InputsFile = None,
    limit: Annotated[
        int | None,
        Option(min=1, max=10**12, help="Run all inputs if there are at most N, else a sample."),
    ] = None,
    samples: Annotated[int, Option(min=1, max=10**7, help="Size of the sample.")] = SAMPLES,
    seed: Annotated[int, Option(min=0, help="Seed of the sample.")] = 0,
    task: Annotated[
        list[str] | None,
        Option(
            metavar="TASK",
            help="Compare A with the right answers on the inputs of a task; repeat to "
            "change a setting: --task dyck2 --task length=12",
        ),
    ] = None,
) -> None:
    """Check whether two programs are equivalent; print a counterexample.

    The programs run on all inputs if possible, otherwise on a sample. Finite-state programs without
    a maximum length are compared at every length. --index picks a program of A. For a run folder,
    the proof is repeated with the extracted program and the stored network. With --task, all inputs
    of the task are run; if there are more than 20 million, all inputs up to a smaller length, then
    a sample.

    The exit status is 0 if no difference was found, otherwise 1. A .py file is executed: pass only
    files you trust.

    Example: `tprog verify sort.json sort.py`

    Example: `tprog verify sort.json`

    Example: `tprog verify dyck2.json --task dyck2`
    """
    left = _loaded(a, index)
    if task:
        if b is not None or inputs is not None or not isinstance(left, Program):
            raise VerifyError("--task: expected a single program, as a .json file or run folder")
        _verify_task(a, left, task)
        return
    same = b is not None and a.name == b.name
    names = (str(a), str(b)) if same else (a.name, "its code" if b is None else b.name)
    with _loaded_or_emitted(left, a, b) as right, progress_bar() as told:
        program = next((side for side in (left, right) if isinstance(side, Program)), None)
        if program is None and inputs is None:
            raise VerifyError(
                "a .py file does not say which inputs it accepts: compare it with a program's "
                ".json file, or give --inputs FILE"
            )
        result = compare(
            left,
            right,
            inputs=None if inputs is None else inputs_in(inputs, program),
            limit=limit,
            samples=samples,
            seed=seed,
            names=names,
            progress=told,
        )
    proved = [_proved(path) for path in (a, b) if path is not None and path.is_dir()]
    # Not Console.print: a table of variables is neither wrapped nor cut.
    print(f"{printable(str(a))} and {printable(str(b or 'its code'))}: {result}")
    if not (result and all(proved)):
        raise typer.Exit(1)


def _verify_task(path: Path, program: Program, given: list[str]) -> None:
    """Compare a program with the right answers of a task."""
    named = [text for text in given if "=" not in text]
    if len(named) != 1:
        raise VerifyError(f"--task: expected the name of one task, got {' '.join(named) or 'none'}")
    task = task_of(named[0], [text for text in given if "=" in text])
    with progress_bar() as told:
        result = verify_task(program, task, progress=told, names=(path.name, task.name))
    print(f"{printable(str(path))} and {task.name}: {result}")
    if not result:
        raise typer.Exit(1)


def _proved(path: Path) -> bool:
    """Prove the extracted program of a run folder again; False if that fails."""
    there = os.path.lexists(path / NETWORK_FILE)  # what cannot be read is refused below
    if not there and not (path / LEARNED_FILE).exists():
        return True
    program, shown = load(path / LEARNED_FILE), f"{printable(str(path))}: extracted program"
    stored = record.proof if (record := read_record(path)).program == digest(program) else ""
    if not there:
        print(f"{shown} and network: {stored or 'not proved'} (when learned; no {NETWORK_FILE})")
        return True
    try:
        from ..learn.population import Network
    except ModuleNotFoundError as error:
        said = stored or "not proved"
        print(f"{shown} and network: {said} (when learned; repeating this needs {error.name})")
        return True
    network = Network.load(path / NETWORK_FILE)
    note("proving that extracted program and network are equal; compiling takes a few seconds")
    proof = network.prove(program)
    print(f"{shown} and network: {proof}{', proved again' if proof.equal else ''}")
    return proof.equal


def _loaded(path: Path, index: int | None = None) -> Loaded:
    if path.suffix != ".py":
        return opened_program(path, index)
    refuse_unused({"--index": index}, "works only for a run folder with a front")
    return load_emitted(path)


@contextmanager
def _loaded_or_emitted(program: Loaded, path: Path, other: Path | None) -> Iterator[Loaded]:
    """The other side: a file, or the code that the program is printed as."""
    if other is not None:
        yield _loaded(other)
        return
    if not isinstance(program, Program):
        raise VerifyError(f"{path}: expected a second program to compare this .py file with")
    with TemporaryDirectory() as folder:  # kept: a second file with words is read when needed
        files = {Path(folder, name): text for name, text in emit_files(program, "emitted").items()}
        for file, text in files.items():
            file.write_text(text, encoding="utf-8")
        yield load_emitted(next(iter(files)))


@contextmanager
def progress_bar() -> Iterator[Told]:
    """A bar with the time left, on a terminal only; call it with the inputs done and the total."""
    columns = BarColumn(), MofNCompleteColumn(), TextColumn("inputs"), TimeRemainingColumn()
    console = output(stderr=True)
    with Progress(
        *columns, console=console, transient=True, disable=not console.is_terminal
    ) as bar:
        running = bar.add_task("inputs", total=None)
        yield lambda done, total: bar.update(running, completed=done, total=total)


# --- evaluate -------------------------------------------------------------------------------------


def evaluate(
    program: Annotated[
        Path, Argument(metavar="PROGRAM", help="A .json file, a run folder, or a .py file.")
    ],
    data: Annotated[Path, Option(metavar="FILE", help="Labelled inputs.")],
    settings: Annotated[
        list[str] | None,
        Option(
            "--task",
            metavar="NAME=VALUE",
            help="How to read the file: input, label, columns, tagged, format, tokenizer, digits.",
        ),
    ] = None,
    index: Index = None,
    most: Annotated[int, Option("--errors", min=0, help="How many errors to show.")] = 10,
) -> None:
    """Score a program on labelled data; print confusions and worst errors.

    The file is read in the same way as the training data. A .py file is executed: pass only files
    you trust.

    Example: `tprog evaluate runs/trec --data questions.tsv --task columns=label,text`
    """
    given = parsed_settings(_reading, pairs(settings or ()), "a file")
    side = _loaded(program, index)
    rules = _rules(program) | _own_rules(side) | given
    if (given.get("format") or format_of(data)) not in ("csv", "tsv"):
        # How another kind of file was read says nothing of this one.
        rules = {n: rule for n, rule in rules.items() if n in given or n not in TABLES_ONLY}
    fields, format, recipe = _reading(**rules)
    records = read(data, fields, format)
    if isinstance(side, Program):
        answering = answerer(side)
    else:
        if "tokenizer" not in given:
            records = _tokenized(records, side)
        answering = emitted_answerer(side, side.module.__doc__, records)
    found = examine(answering, records, recipe)
    if found.cut:
        reads = f"{answering.max_length:,} words with its marks"
        note(f"{found.cut:,} of {len(records):,} texts were cut: the program reads {reads}")
    strict, lenient = found.entities("strict"), found.entities("lenient")
    if strict is not None:
        say(f"entities: {strict}")
    if lenient != strict:
        say(f"          {lenient}, by the rules of conlleval")
    say(f"labels:   {found.accuracy:.2%} of {found.labels:,} right")
    if not found.pooled:
        say(f"inputs:   {found.exact:.2%} of {len(found.judged):,} with every label right")
    _print_confusion(found.confusion)
    _print_errors(found.worst(), most)


def _reading(
    input: str | None = None,
    label: str | None = None,
    columns: str | None = None,
    tagged: bool | None = None,
    format: Any = None,
    tokenizer: str = "spaces",
    digits: str | None = None,
) -> tuple[Fields, Any, Preparation]:
    """How a file is read, and how its texts become words."""
    names = None if columns is None else tuple(name.strip() for name in columns.split(","))
    how = Preparation(tokenizer=tokenizer, digits=digits)
    return Fields(input, label, names, tagged), format, how


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


def _own_rules(program: Loaded) -> dict[str, Any]:
    """How a program splits texts, where it says so."""
    if not isinstance(program, Program) or not program.vocabulary.reads_text:
        return {}
    words = program.vocabulary
    return {"tokenizer": words.tokenizer or "spaces", "digits": words.digits}


def _tokenized(records: list[Record], program: Emitted) -> list[Record]:
    """Records whose texts are split by the emitted file, if it can."""
    split = getattr(program.module, "tokenize", None)
    if split is None:
        return records

    def words(text: str) -> tuple[str, ...]:
        return tuple(word for word in split(text) if word not in (BEGIN, END))

    return [
        replace(one, content=words(one.content)) if isinstance(one.content, str) else one
        for one in records
    ]


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
    print()
    print_wide(table)


def _print_errors(worst: Sequence[Judged], most: int) -> None:
    if not worst:
        say("\nno errors")
        return
    if most == 0:
        return
    say(f"\nworst of {counted(len(worst), 'input')} with errors:")
    for one in worst[:most]:
        say(f"  {printable(str(one.record.place.at(None)))}", "dim")
        say(f"    {printable(_described(one))}")


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
