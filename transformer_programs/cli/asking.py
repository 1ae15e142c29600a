"""Questions that decide between programs: an input to label, and the file that the answer joins."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from ..dataset import Split
from ..search.undecided import Undecided
from ..tasks import Task
from ..tasks.reading import INPUTS, LABELS, format_of
from .choosing import is_file, task_of
from .console import OptionError, printable, say


def asked_file(name: str, unused: Mapping[str, object]) -> Path:
    """The file that answers are appended to, or a refusal."""
    if not is_file(name) or format_of(Path(name)) != "jsonl" or name.endswith(".gz"):
        raise OptionError("--ask: expected a .jsonl file of your own: answers are appended to it")
    for option, value in unused.items():
        if value is not None:
            raise OptionError(f"{option}: expected not together with --ask, which uses every row")
    return Path(name)


def task_of_every_row(path: Path, settings: list[str]) -> Task:
    """The task of a file of few examples: all of them are to be learned, none is held out."""
    task = task_of(str(path), settings, None, path, path)
    none = Split(task.validation.words[:0], task.validation.labels[:0])
    about = f"every row of {path.name} is for training, and the test repeats them"
    return replace(task, validation=none, description=about)


def ask(open_question: Undecided, pooled: bool) -> tuple[str, ...] | None:
    """The right answer: its number in the list, or all labels; None where the user stops."""
    say(f"\n{open_question}")
    wanted = 1 if pooled else len(open_question.words)
    for number, (labels, _) in enumerate(open_question.answers, start=1):
        say(f"  {number if wanted > 1 else ' '}  {printable(' '.join(labels))}")
    words = printable(" ".join(open_question.words))
    how = "a number, or all labels" if wanted > 1 else "the label"
    while True:
        say(f"label {words} ({how}; empty: stop):")
        given = sys.stdin.readline().split()
        if not given:
            return None
        if wanted > 1 and len(given) == 1 and given[0].isdecimal():
            number = int(given[0])
            if 1 <= number <= len(open_question.answers):
                return open_question.answers[number - 1][0]
        if len(given) == wanted:
            return tuple(given)
        say(f"expected {wanted} labels, got {len(given)}")


def append_row(path: Path, words: tuple[str, ...], labels: tuple[str, ...], pooled: bool) -> None:
    """Write an input and its labels behind the rows of a file, as these are written."""
    text = path.read_text(encoding="utf-8")
    first = json.loads(next(line for line in text.splitlines() if line.strip()))
    source = next((name for name in INPUTS if name in first), "tokens")
    target = next((name for name in LABELS if name in first), "tags")
    content = " ".join(words) if isinstance(first.get(source), str) else list(words)
    row = {source: content, target: labels[0] if pooled else list(labels)}
    with path.open("a", encoding="utf-8") as file:
        file.write(
            ("" if text.endswith("\n") else "\n") + json.dumps(row, ensure_ascii=False) + "\n"
        )
    say(f"appended to {printable(str(path))}")
