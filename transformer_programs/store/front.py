"""The front: all programs for a task that are worth having, from the shortest to the best.

A program is on the front if no shorter one has as good a score on validation. A run folder keeps
its front as front.md (the table), front.jsonl (one line per program) and the programs in front/.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from ..dataset import Task, evaluate_program
from ..printer import emit_files, printed_lines
from ..program import Program
from ..program.json_layout import json_line
from ..program.steps import Classifier
from ..program.values import Refusal
from ..simplifier import Simplification
from ..simplifier.judge import worth_having
from . import load, save, write_text
from .untrusted import Kind, StoreError, json_lines, require

TABLE_FILE, LINES_FILE, PROGRAMS = "front.md", "front.jsonl", "front"
KINDS: dict[str, Kind] = {
    "how": str,
    "score": str,
    "lines": int,
    "steps": int,
    "votes": int,
    "validation": float,
    "test": float,
    "inputs": int,
}
# A program of more words or steps is made short only when asked: it takes minutes.
FEW_WORDS, FEW_STEPS = 64, 100
OWN = re.compile(r"program_\d+(\.json|\.py|_words\.json)")  # the files of a front


class FrontError(Refusal):
    """A front that has no such program."""


@dataclass(frozen=True)
class Choice:
    """A program on a front: how it was made, its size in print and its scores.

    `lines` are those of the printed file; `votes` are the weights that are not 0. `inputs` are
    those of validation. `source` is the program, or the file that holds it.
    """

    how: str
    score: str  # accuracy or F1
    lines: int
    steps: int
    votes: int
    validation: float
    test: float
    inputs: int
    source: Program | Path = field(repr=False, compare=False)

    @cached_property
    def program(self) -> Program:
        return load(self.source) if isinstance(self.source, Path) else self.source

    def __str__(self) -> str:
        return (
            f"{self.how}, {self.lines:,} lines, {self.score} {self.validation:.2%} on validation, "
            f"{self.test:.2%} on test"
        )

    def numbers(self) -> dict[str, Any]:
        """All but the program, in plain values."""
        return {name: getattr(self, name) for name in KINDS}


@dataclass(frozen=True, repr=False)
class Front:
    """Programs for one task, from the shortest to the best; prints as a table."""

    choices: tuple[Choice, ...]

    @staticmethod
    def of(
        task: Task,
        programs: Iterable[tuple[str, Program]],
        validation: Sequence[tuple[float, int]] = (),
    ) -> Front:
        """The front of some programs, each with a description of how it was made.

        `validation` has their validation scores, each with the number of inputs, if known.
        """
        found = [measured_choice(task, how, program) for how, program in programs]
        if validation:
            found = [
                replace(one, validation=round(score, 6), inputs=inputs)
                for one, (score, inputs) in zip(found, validation, strict=True)
            ]
        return Front(()).joined(found)

    def joined(self, others: Iterable[Choice]) -> Front:
        """The front of these programs and others; in a tie, these are kept."""
        every = [*self.choices, *others]
        return Front(tuple(worth_having(every, lambda c: c.lines, lambda c: c.validation)))

    def __len__(self) -> int:
        return len(self.choices)

    def __iter__(self) -> Iterator[Choice]:
        return iter(self.choices)

    def __getitem__(self, index: int) -> Choice:
        return self.choices[index]

    @property
    def best(self) -> Choice:
        return self.choices[-1]

    @property
    def knee(self) -> int:
        """The index of the shortest program within one standard error of the best.

        The error is that of the best score, as a share of the validation inputs.
        """
        score = self.best.validation
        error = math.sqrt(score * (1 - score) / max(1, self.best.inputs))
        return next(i for i, one in enumerate(self) if one.validation >= score - error)

    def chosen(self, index: int | None = None, lines: int | None = None) -> int:
        """The index of a program: the given one, or that of the best with at most `lines` lines."""
        if index is not None and not 0 <= index < len(self):
            raise FrontError(f"expected a number from 0 to {len(self) - 1}, got {index}")
        if index is not None or lines is None:
            return self.knee if index is None else index
        short = [i for i, choice in enumerate(self) if choice.lines <= lines]
        if not short:
            raise FrontError(
                f"no program has at most {lines} lines; the shortest has {self[0].lines:,}"
            )
        return short[-1]

    def rows(self) -> list[list[str]]:
        """The table, with its head."""
        score = self[0].score
        head = ["#", "lines", "steps", "votes", f"validation {score}", f"test {score}", ""]
        rows = [head]
        for i, one in enumerate(self):
            note = "; knee" if i == self.knee and len(self) > 1 else ""
            sizes = (f"{size:,}" for size in (one.lines, one.steps, one.votes))
            scores = f"{one.validation:.2%}", f"{one.test:.2%}"
            rows.append([str(i), *sizes, *scores, f"{one.how}{note}"])
        return rows

    def __str__(self) -> str:
        rows = self.rows()
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        lines = []
        for *cells, note in rows:
            padded = (cell.rjust(width) for cell, width in zip(cells, widths, strict=False))
            lines.append("  ".join([*padded, note]).rstrip())
        return "\n".join(lines)

    __repr__ = __str__

    def _repr_html_(self) -> str:
        from ..view.notebook import table_html  # a method is only a short name for the function

        head, *rows = self.rows()
        return table_html("programs from the shortest to the best", head, rows, bold=self.knee)

    def to_dataframe(self) -> Any:
        """The table as a pandas DataFrame."""
        try:
            import pandas  # type: ignore[import-untyped]
        except ModuleNotFoundError:
            raise FrontError("to_dataframe needs pandas: pip install pandas") from None
        return pandas.DataFrame([choice.numbers() for choice in self])

    def markdown(self, name: str) -> str:
        head, *rows = self.rows()
        table = [head, ["---:"] * (len(head) - 1) + ["---"], *rows]
        lines = [f"| {' | '.join(cells)} |" for cells in table]
        title = f"# {name}: programs from the shortest to the best"
        note = (
            "Lines counts the printed file; votes counts those that are not 0. The best program is",
            "chosen on validation. The knee is the shortest within one standard error of it.",
            "The first column names the program in front/.",
        )
        return "\n".join([title, "", *lines, "", *note])

    def save(self, folder: Path, name: str) -> None:
        """Write the table and the programs into a run folder, replacing older ones."""
        for choice in self:
            choice.program  # noqa: B018  # read all before their files go
        remove_front(folder)
        (folder / PROGRAMS).mkdir(exist_ok=True)
        for i, choice in enumerate(self):
            for file, text in emit_files(choice.program, f"program_{i}").items():
                write_text(folder / PROGRAMS / file, text)
            save(choice.program, program_file(folder, i))
        lines = [json_line(choice.numbers()) + "\n" for choice in self]
        write_text(folder / TABLE_FILE, self.markdown(name) + "\n")
        write_text(folder / LINES_FILE, "".join(lines))


def measured_choice(task: Task, how: str, program: Program) -> Choice:
    """A program with its size and scores."""
    votes = program.output.votes if isinstance(program.output, Classifier) else ()
    return Choice(
        how,
        "accuracy" if task.metric == "token" else "F1",
        printed_lines(program),
        len(program.steps),
        sum(weight != 0 for vote in votes for row in vote.weights for weight in row),
        round(evaluate_program(program, task, task.validation).main, 6),
        round(evaluate_program(program, task, task.test).main, 6),
        len(task.validation),
        program,
    )


def front_of(
    task: Task, program: Program, done: Simplification | None, how: str = "simplified"
) -> Front:
    """The front of a program and of what simplifying made of it."""
    made = [("as learned", program)]
    if done is not None:
        made.append((how, done.program))
        made += [("pruned", choice) for choice in done.choices]
    return Front.of(task, made)


def is_small(program: Program) -> bool:
    """Whether simplifying for a task takes seconds, not minutes."""
    return len(program.vocabulary.words) <= FEW_WORDS and len(program.steps) <= FEW_STEPS


def program_file(folder: Path, index: int) -> Path:
    return folder / PROGRAMS / f"program_{index}.json"


def has_front(folder: Path) -> bool:
    return (folder / LINES_FILE).is_file()


def read_front(folder: Path) -> Front:
    """The front of a run folder."""
    choices: list[Choice] = []
    for number, document in json_lines(folder / LINES_FILE):
        where = f"{folder / LINES_FILE}, line {number}"
        require(document, KINDS, where)
        file = program_file(folder, len(choices))
        choices.append(Choice(**{name: document[name] for name in KINDS}, source=file))
    if not choices:
        raise StoreError(f"{folder / LINES_FILE}: expected a line per program, but it holds none")
    return Front(tuple(choices))


def remove_front(folder: Path) -> None:
    """Remove the front of a run folder, and nothing else."""
    own = (file for file in (folder / PROGRAMS).glob("*") if OWN.fullmatch(file.name))
    for file in (folder / TABLE_FILE, folder / LINES_FILE, *own):
        file.unlink(missing_ok=True)
    with suppress(OSError):  # there is none, or it holds something else
        (folder / PROGRAMS).rmdir()
