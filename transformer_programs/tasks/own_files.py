"""A user's own labelled files as a Task.

task = tp.tasks.load("mydata.jsonl")                          # split by a seed
task = tp.tasks.load("train.conll", test="test.conll")        # or test and validation files

JSON lines hold `tokens` and `tags`, or `text` and `label`, or `input` and `output`: a list, and the
list or the single value that answers it. CSV and TSV files have columns of these names; CoNLL files
have one word and its tag per line, an empty line between sentences; of CoNLL-U files the column
UPOS is read, or that of columns="FORM,XPOS".
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np

from ..dataset import Setting, Task, TaskSpec
from .build import Metrics, Preparation, build, held_out
from .formats import DataError, Record, read

MIN_TEXT_WORDS = 64  # a task with more is one of text
# The defaults where word groups are learned.
TEXT_SETTINGS: dict[str, Setting] = {"vocab": 100_000, "stand_ins": 10}


def load(
    path: str | Path,
    *,
    test: str | Path | None = None,
    validation: str | Path | None = None,
    columns: str | None = None,
    tokenizer: str = "plain",
    digits: str | None = None,
    vocab: int = 10_000,
    least_count: int = 1,
    length: int | None = None,
    unknown: bool = True,
    metric: Metrics = "auto",
    stand_ins: int = 0,
    vectors: str | None = None,
    seed: int = 0,
) -> Task:
    """Load a task from your own file.

    Without `test`, a tenth of the inputs is held out for testing; without `validation`, a tenth of
    the rest. Equal inputs stay in one split, and `seed` selects the inputs. `columns` names the
    fields of input and label ("message,category"; in CoNLL-U files "FORM,XPOS"), or all columns of
    a table without header line. `docs/language.md` lists the other settings.
    """
    settings: dict[str, Any] = dict(locals())
    train, held, tested = (
        [] if file is None else read(Path(file), columns) for file in (path, validation, test)
    )
    records = split_records(train, held, tested, seed)
    preparation = Preparation.of(settings)
    for name in ("path", "test", "validation"):  # the task can be made again from anywhere
        if settings[name] is not None:
            settings[name] = str(Path(settings[name]).absolute())
    if vectors is not None:
        files = vectors.split(",")
        settings["vectors"] = ",".join(str(Path(file).absolute()) for file in files)
    spec = TaskSpec(name_of(path), tuple(settings.items()))
    parts = {"validation": validation, "test": test}
    missing = [name for name, file in parts.items() if file is None]
    what = "one label per input" if isinstance(train[0].labels, str) else "one tag per word"
    what = "lists in, lists out" if train[0].lists and what == "one tag per word" else what
    description = f"{what}, from {Path(path).name}"
    description += f"; {' and '.join(missing)} held out" if missing else ""
    description += _inputs_in_common(records, path in (validation, test))
    return build(name_of(path), description, records, preparation, spec, shared=bool(missing))


def _inputs_in_common(records: Mapping[str, Sequence[Record]], same_file: bool) -> str:
    """A warning where inputs are in two splits: there a score says less than it seems to."""
    if same_file:
        return "; all rows are used for both training and testing"
    inputs = {name: {one.content for one in found} for name, found in records.items()}
    counts = {pair: len(inputs[pair[0]] & inputs[pair[1]]) for pair in combinations(inputs, 2)}
    common = [f"{count:,} in both {a} and {b}" for (a, b), count in counts.items() if count]
    return f"; careful, the files have inputs in common: {', '.join(common)}" if common else ""


def is_text(task: Task) -> bool:
    """Whether a task is one of real words: cut from texts, or many; some of them unknown."""
    words = task.vocabulary
    many = len(words.words) > MIN_TEXT_WORDS or words.tokenizer is not None
    return many and words.unknown is not None and not task.causal


def name_of(path: str | Path) -> str:
    """The name of the task that a file makes.

    >>> name_of("data/questions.tsv.gz")
    'questions'
    """
    return Path(Path(path).name.removesuffix(".gz")).stem


def split_records(
    train: Sequence[Record], validation: Sequence[Record], test: Sequence[Record], seed: int
) -> dict[str, Sequence[Record]]:
    """The records of three splits; an empty split is held out of training."""
    missing = (not validation) + (not test)
    different = len({record.content for record in train})
    if different < 1 + missing:
        raise DataError(
            f"{train[0].place.file}: expected at least {1 + missing} different inputs, to hold "
            f"some out; got {different}"
        )
    if not test:
        train, test = _held_out(train, seed)
    if not validation:
        train, validation = _held_out(train, seed)
    return {"train": train, "validation": validation, "test": test}


def _held_out(records: Sequence[Record], seed: int) -> tuple[list[Record], list[Record]]:
    """Hold out a tenth of the different inputs; equal inputs stay in one split."""
    contents = dict.fromkeys(record.content for record in records)
    number = {content: i for i, content in enumerate(content for content in contents if content)}
    out = np.zeros(len(number), bool)
    out[held_out(len(number), seed=seed)[1]] = True
    held = {content for content, i in number.items() if out[i]}  # no empty one: it has no label
    kept = [record for record in records if record.content not in held]
    return kept, [record for record in records if record.content in held]
