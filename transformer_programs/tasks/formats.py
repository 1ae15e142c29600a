"""Labelled data in files: JSON lines, CSV, TSV, CoNLL and CoNLL-U, each also compressed by gzip.

A file becomes `Record`s. Invalid rows are rejected with file, line and column.
"""

from __future__ import annotations

import csv
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from pathlib import Path
from typing import Any, Literal, TypeAlias

from ..dataset import TaskError
from ..meaning.words import to_value, to_word
from ..program.numerals import is_numeral
from ..program.program import Lists
from ..store.reading import json_lines, lines
from .tokenizing import BEGIN

Labels: TypeAlias = str | tuple[str | None, ...]
Format = Literal["jsonl", "csv", "tsv", "conll", "conllu"]
Names = tuple[str, ...] | None  # of fields

SUFFIXES: dict[str, Format] = {
    ".jsonl": "jsonl",
    ".ndjson": "jsonl",
    ".csv": "csv",
    ".tsv": "tsv",
    ".conll": "conll",
    ".conllu": "conllu",
    ".iob": "conll",
    ".bio": "conll",
    ".txt": "conll",
}
INPUTS, LABELS = ("tokens", "text", "input"), ("tags", "label", "output")
SKIPPED = "-DOCSTART-"  # CoNLL's line between two documents
COMMENT = re.compile(r"#\s*[\w.:-]+(\s+[\w.:-]+)?\s*=")  # as in: # sent_id = 3
QUOTED = re.compile(r'"[^"]*("|$)')  # a field, or the part of it that is on this line
COLUMNS = ("ID", "FORM", "LEMMA", "UPOS", "XPOS", "FEATS", "HEAD", "DEPREL", "DEPS", "MISC")


class DataError(TaskError):
    """Invalid data. The message says what is wrong, where, and what was expected."""


@dataclass(frozen=True, slots=True)
class FilePlace:
    """A place in a file, for a message.

    >>> print(FilePlace("data.csv", 3, "label"), "|", FilePlace("data.txt", 7, 2))
    data.csv, line 3, column 'label' | data.txt, line 7, column 2
    """

    file: str
    line: int
    column: str | int | None = None
    unit: str = "line"

    def __str__(self) -> str:
        column = "" if self.column is None else f", column {self.column!r}"
        return f"{self.file}, {self.unit} {self.line}{column}"

    def at(self, column: str | int | None) -> FilePlace:
        return FilePlace(self.file, self.line, column, self.unit)


@dataclass(frozen=True, slots=True)
class Record:
    """One labelled input as it stands in a file.

    `content` is a text, or words. `labels` is one label for all of it, or one tag per word, None
    for a word that is not scored. `lines` has the line of each word in a file with one word per
    line. `lists`: the input and the labels are lists of strings, or of JSON values.
    """

    content: str | tuple[str, ...]
    labels: Labels
    place: FilePlace
    lines: tuple[int, ...] | None = None
    lists: Lists | None = None


def read(path: Path, columns: str | None = None) -> list[Record]:
    """All records of a file, whose format its name says.

    `columns` names the fields of input and label, joined by a comma: the input first unless the
    names say otherwise, as in "label,text"; or all columns of a table without header line. In CoNLL
    files they are numbers from 1, from the last backwards if negative; in CoNLL-U files also names,
    such as XPOS.
    """
    kind = format_of(path)
    names = None if columns is None else tuple(name.strip() for name in columns.split(","))
    if names is not None and (len(names) < 2 or not all(names)):
        raise DataError(f"columns: expected INPUT,LABEL, such as message,category, got {columns!r}")
    match kind:
        case "jsonl":
            records = list(_json_lines(path, names))
        case "csv" | "tsv":
            records = list(_table(path, names, kind))
        case "conll" | "conllu":
            records = list(_conll(path, names, kind == "conllu"))
    if not records:
        raise DataError(f"{path}: expected labelled inputs, but the file holds none")
    return records


def format_of(path: Path) -> Format:
    """The format that a file's name says.

    >>> format_of(Path("train.tsv.gz"))
    'tsv'
    """
    suffix = Path(path.name.removesuffix(".gz")).suffix.lower()
    if suffix not in SUFFIXES:
        known = ", ".join(SUFFIXES)
        raise DataError(f"{path}: expected a file name that ends in one of {known} (or these .gz)")
    return SUFFIXES[suffix]


# --- JSON lines -----------------------------------------------------------------------------------


def _json_lines(path: Path, columns: Names) -> Iterator[Record]:
    for number, document in json_lines(path):
        place = FilePlace(str(path), number)
        if not isinstance(document, dict):
            raise DataError(f"{place}: expected an object such as {{'text': ..., 'label': ...}}")
        source, target = input_and_labels(tuple(document), columns, place)
        content, labels, at = document[source], document[target], place.at(target)
        if isinstance(content, list) and target == "output":
            yield list_record(content, labels, at)
            continue
        if isinstance(content, list) and all(isinstance(word, str) for word in content):
            content = tuple(content)
        elif not isinstance(content, str):
            hint = "; for lists of numbers, the fields are 'input' and 'output'"
            raise DataError(
                f"{place.at(source)}: expected a text or a list of words, got {content!r}"
                f"{hint if isinstance(content, list) else ''}"
            )
        if isinstance(labels, list):
            yield tagged_record(content, tuple(_name(label, at) for label in labels), place, target)
            continue
        label = _name(labels, at)
        if label is None:
            raise DataError(f"{at}: expected a label, got null")
        yield Record(content, label, at)


def list_record(content: Sequence[Any], output: Any, place: FilePlace) -> Record:
    """A record of JSON's `input` and `output`: a list, and a list or a single value.

    Where the output is shorter than the input, the last labels are `<s>`.
    """
    answers = output if isinstance(output, list | tuple) else [output]
    for number, value in enumerate((*content, *answers)):
        if not isinstance(value, str | int | float):  # also true and false
            where = "input" if number < len(content) else "output"
            raise DataError(
                f"{place}: expected numbers, strings, true or false in the {where}, got {value!r}"
            )
        if value == BEGIN:
            raise DataError(f"{place}: expected other strings than {BEGIN!r}, which marks an input")
    texts = [value for value in (*content, *answers) if isinstance(value, str)]
    lists: Lists = "strings" if len(texts) == len(content) + len(answers) else "values"
    if lists == "values":
        require_strings(texts, place)
    words, labels = tuple(map(to_word, content)), tuple(map(to_word, answers))
    if answers is not output:
        return Record(words, labels[0], place, lists=lists)
    if len(labels) > len(words):
        raise DataError(
            f"{place}: expected an output no longer than the input ({len(words)}), got "
            f"{len(labels)} values: a program answers at most once per value of its input"
        )
    return Record(words, (*labels, *[BEGIN] * (len(words) - len(labels))), place, lists=lists)


def with_one_number(record: Record) -> Record:
    """Repeat the number that answers a list as the label of each of its values."""
    labels = (str(record.labels),) * len(record.content)
    return replace(record, labels=labels, lists="number")


def has_numbers(records: Sequence[Record]) -> bool:
    """Whether every record is a list answered by one number, with at least three numbers in all."""
    numbers = {one.labels for one in records if one.lists == "values" and one.content}
    single = all(one.lists and one.content and isinstance(one.labels, str) for one in records)
    return single and len(numbers) > 2 and all(map(is_numeral, map(str, numbers)))


def require_strings(texts: Iterable[Any], place: FilePlace) -> None:
    """Reject strings that look like other values of the same file."""
    for text in texts:
        if to_value(text) != text:
            raise DataError(
                f"{place}: expected no string that looks like another value, because the file also "
                f"has numbers, true or false; got {text!r}"
            )


def _name(label: Any, place: FilePlace) -> str | None:
    """A label's name: text, or a number's digits; null for a word that is not scored."""
    if label is None or isinstance(label, str):
        return label
    if isinstance(label, int):  # also true and false
        return str(label).lower() if isinstance(label, bool) else str(label)
    raise DataError(f"{place}: expected labels that are texts or whole numbers, got {label!r}")


# --- CSV and TSV ----------------------------------------------------------------------------------


def _table(path: Path, columns: Names, kind: Format) -> Iterator[Record]:
    rows = _tsv_rows(path) if kind == "tsv" else _csv_rows(path)
    start, first = next(rows, (0, []))
    if not start:  # the file is empty
        return
    names, given = tuple(name.strip() for name in first), columns
    complete = all(set(given or ()) & {*usual} for usual in (INPUTS, LABELS))
    if given and complete and not set(given) <= set(names):  # there is no header line
        names, given, rows = given, None, chain([(start, first)], rows)
    source, target = input_and_labels(names, given, FilePlace(str(path), 1))
    tagged = target == "tags"
    for number, row in rows:
        place = FilePlace(str(path), number)
        if len(row) != len(names):
            raise DataError(f"{place}: expected {len(names)} columns, got {len(row)}")
        values = dict(zip(names, row, strict=True))
        words = tuple(values[source].split()) if tagged or source == "tokens" else values[source]
        if tagged:
            yield tagged_record(words, tuple(values[target].split()), place, target)
        elif not values[target].strip():
            raise DataError(f"{place.at(target)}: expected a label, got nothing")
        else:
            yield Record(words, values[target].strip(), place.at(target))


def _tsv_rows(path: Path) -> Iterator[tuple[int, list[str]]]:
    """The rows with their lines, without empty ones; quotes are characters like any other."""
    return ((number, line.split("\t")) for number, line in lines(path) if line)


def _csv_rows(path: Path) -> Iterator[tuple[int, list[str]]]:
    """The rows with the line that each begins on, without empty ones.

    Quotes group the text of a field. Semicolons separate the fields, as some spreadsheets write
    them, if the first line has some, and no comma, outside quotes.
    """
    first = QUOTED.sub("", next(lines(path), (1, ""))[1])
    separator = ";" if ";" in first and "," not in first else ","
    texts = (line + "\n" for _, line in lines(path))
    reader, begin = csv.reader(texts, strict=True, delimiter=separator), 1
    while True:
        try:
            row = next(reader, None)
        except csv.Error as error:
            raise DataError(f"{path}, line {begin}: not CSV ({error})") from None
        if row is None:
            return
        if row:
            yield begin, row
        begin = reader.line_num + 1


# --- CoNLL columns --------------------------------------------------------------------------------

Line = tuple[int, list[str]]  # its number in the file, and its cells


def _conll(path: Path, columns: Names, universal: bool) -> Iterator[Record]:
    """One word per line; in CoNLL-U, words in several parts and empty nodes are left out."""
    names, usual = (COLUMNS, ("2", "4")) if universal else ((), ("1", "-1"))
    given = columns or usual
    if len(given) != 2:
        raise DataError(f"{path}: expected two columns, of words and of tags, got {len(given)}")
    word, tag = (_column(path, text, names) for text in given)
    least = len(COLUMNS) if universal else max(2, abs(word), abs(tag))
    for block in _blocks(path, r"\t" if universal else r"[ \t]+"):
        found: list[Line] = []
        for number, cells in block:
            if cells[0] == SKIPPED:
                continue
            if len(cells) < least or (universal and len(cells) > least):
                wanted = f"{least} columns with tabs between them" if universal else ""
                wanted = wanted or f"at least {least} columns"
                raise DataError(f"{path}, line {number}: expected {wanted}, got {len(cells)}")
            if not universal or cells[0].isdigit():  # not 3-4, nor 3.1
                found.append((number, cells))
        if found:
            words, tags = ([cells[n - (n > 0)] for _, cells in found] for n in (word, tag))
            labels = tuple(None if universal and label == "_" else label for label in tags)
            place = FilePlace(str(path), found[0][0], max(tag, 0) or None)
            yield Record(tuple(words), labels, place, tuple(number for number, _ in found))


def _blocks(path: Path, separator: str) -> Iterator[list[Line]]:
    """The lines of each sentence as cells, without comments."""
    block: list[Line] = []
    for number, line in lines(path):
        text = line.strip(" \t") if separator != r"\t" else line
        if text.strip():
            block.append((number, re.split(separator, text)))
        elif block:
            yield _without_comments(block)
            block = []
    if block:
        yield _without_comments(block)


def _without_comments(block: list[Line]) -> list[Line]:
    """Drop the comments of a block, not its words that begin with #.

    A comment has another number of columns than the sentence, or reads as `name = value`.
    """
    widths = Counter(len(cells) for _, cells in block if not cells[0].startswith("#"))
    width = max(widths, key=lambda w: widths[w], default=0)
    return [
        (number, cells)
        for number, cells in block
        if not cells[0].startswith("#")
        or (len(cells) == width and not COMMENT.match(" ".join(cells)))
    ]


def _column(path: Path, text: str, names: Sequence[str]) -> int:
    """The number of a column that is given by number or name."""
    if text.upper() in names:
        return names.index(text.upper()) + 1
    try:
        number = int(text)
    except ValueError:
        number = 0
    if number == 0 or (names and abs(number) > len(names)):
        named = f"one of {', '.join(names)}, or " if names else ""
        raise DataError(
            f"{path}: a column of a CoNLL file is {named}a number, such as 1 for the first and -1 "
            f"for the last, got {text!r}"
        )
    return number


# --- what all formats share -----------------------------------------------------------------------


def input_and_labels(
    names: tuple[str, ...], wanted: tuple[str, ...] | None, place: FilePlace
) -> tuple[str, str]:
    """The names of the fields to read: the wanted ones, or the first of the usual ones."""
    if wanted is not None and not {*wanted} <= {*names}:
        raise DataError(f"{place}: expected the fields {_listed(wanted)}, found {_listed(names)}")
    if wanted is None or len(wanted) > 2:
        return _usual(names, INPUTS, "an input", place), _usual(names, LABELS, "labels", place)
    first, second = wanted
    swapped = first in LABELS or second in INPUTS
    source, target = (second, first) if swapped else (first, second)
    return _once(names, source, place), _once(names, target, place)


def _usual(names: tuple[str, ...], usual: tuple[str, ...], what: str, place: FilePlace) -> str:
    """The first of the usual names that a file has, in upper or lower case."""
    found = [name for one in usual for name in names if name.lower() == one]
    if not found:
        raise DataError(
            f"{place}: expected {what} in a field {' or '.join(map(repr, usual))}, found "
            f"{_listed(names)} (name both fields: --columns INPUT,LABEL)"
        )
    return _once(names, found[0], place)


def _once(names: tuple[str, ...], name: str, place: FilePlace) -> str:
    if names.count(name) > 1:
        raise DataError(f"{place}: expected one column {name!r}, got several")
    return name


def _listed(names: tuple[str, ...]) -> str:
    return ", ".join(map(repr, names)) or "none"


def tagged_record(
    content: str | tuple[str, ...],
    tags: tuple[str | None, ...],
    place: FilePlace,
    column: str | None = None,
) -> Record:
    """A record with one tag per word."""
    words = tuple(content.split()) if isinstance(content, str) else content
    if len(tags) != len(words):
        raise DataError(
            f"{place.at(column)}: expected {len(words)} tags, one per word, got {len(tags)}"
        )
    return Record(words, tags, place.at(column))
