"""The dialogue of `tprog search --ask`: labels that decide between programs."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from ..dataset import Task
from ..meaning.words import to_value
from ..synthesis.found import Undecided
from ..tasks import is_file
from ..tasks.formats import FilePlace, format_of, input_and_labels
from .console import OptionError, say


def own_rows(task: str) -> Path:
    """The file that answers are appended to."""
    file = Path(task)
    if not is_file(task) or format_of(file) != "jsonl" or file.suffix == ".gz":
        raise OptionError("--ask: expected a .jsonl file of your own: answers are appended to it")
    return file


def answer_of(question: Undecided, task: Task) -> tuple[str, ...] | None:
    """Ask for the labels of an input: all of them, or `#` and the number of a listed answer.

    None if the user stops.
    """
    say(f"\n{question}")
    wanted = 1 if _has_one_answer(task) else len(question.words)
    fewest = 1 if task.vocabulary.lists else wanted
    listed = {f"#{n}": labels for n, (labels, _) in enumerate(question.answers, start=1)}
    for key, labels in listed.items():
        say(f"  {key}  {' '.join(labels) or '[]'}")
    while True:
        say(f"label {' '.join(question.words)} (#1, or your own answer; empty: stop):")
        given = sys.stdin.readline().split()
        if not given:
            return None
        if len(given) == 1 and given[0] in listed:
            return listed[given[0]]
        if not fewest <= len(given) <= wanted:
            most = "at most " * (fewest < wanted)
            say(f"expected {most}{wanted} label{'s' * (wanted > 1)}, got {len(given)}")
        elif (wrong := _not_a_number(given, task)) is not None:
            say(f"expected a number, as all labels of the file are, got {wrong!r}")
        else:
            return tuple(given)


def _not_a_number(given: list[str], task: Task) -> str | None:
    """An answer that is no number where all labels of the file are."""
    labels = (name for name in task.classes if name != task.vocabulary.begin)
    if not all(map(_is_number, labels)):
        return None
    return next((one for one in given if not _is_number(one)), None)


def _is_number(word: str) -> bool:
    return type(to_value(word)) in (int, float)


def append_row(
    file: Path, words: tuple[str, ...], labels: tuple[str, ...], task: Task, columns: str | None
) -> None:
    """Append an input and its labels to a file, in the fields that its first row has."""
    text = file.read_text(encoding="utf-8")
    first = json.loads(next(line for line in text.splitlines() if line.strip()))
    names = None if columns is None else tuple(name.strip() for name in columns.split(","))
    source, target = input_and_labels(tuple(first), names, FilePlace(str(file), 1))
    as_value = to_value if task.vocabulary.lists in ("values", "number") else str
    values, answers = list(map(as_value, words)), list(map(as_value, labels))
    content = " ".join(words) if isinstance(first[source], str) else values
    row = {source: content, target: answers[0] if _has_one_answer(task) else answers}
    with file.open("a", encoding="utf-8") as stream:
        stream.write("\n" * (not text.endswith("\n")) + json.dumps(row, ensure_ascii=False) + "\n")
    say(f"appended to {file}")


def _has_one_answer(task: Task) -> bool:
    return task.pooled or task.vocabulary.lists == "number"
