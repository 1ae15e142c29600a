"""The Pareto front of programs for a task: accuracy on held-out inputs against printed lines.

All programs of a front have the same kind of score, by validation or by cross-validation. A run
folder keeps its front as front.md (the table), front.jsonl (one line per program) and the programs
in front/; program.json is the program at the knee.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import asdict, dataclass, field, fields, replace
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

from ..dataset import Task, evaluate_program
from ..printer import emit, printed_lines
from ..printer.size import program_size
from ..program import Program
from ..program.json_layout import json_line
from ..program.steps import Classifier
from ..program.values import Refusal
from ..simplifier import Simplification, readable
from ..simplifier.judge import worth_having
from . import RUN_FILE, load, save, write_text
from .reading import StoreError, json_lines

TABLE_FILE, LINES_FILE, PROGRAMS = "front.md", "front.jsonl", "front"
MAX_SMALL = (64, 100)  # words and steps of a program that is simplified in seconds
OWN = re.compile(r"program_\d+(\.json|\.py)")  # the files of a front


class FrontError(Refusal):
    """A front that has no such program."""


@dataclass(frozen=True)
class Measured:
    """How a program was made, its size in print and its scores: a line of front.jsonl.

    `lines` are those of the printed file; `votes` are the weights that are not 0. `validation` is
    the score on inputs that nothing was fitted to, and None if there are none; `held_out` names
    them ("validation" or "cross-validation"), `inputs` is their number. `test` is None without test
    data.
    """

    how: str
    score: str  # accuracy or F1
    lines: int
    steps: int
    votes: int
    held_out: str
    validation: float | None
    test: float | None
    inputs: int


@dataclass(frozen=True)
class Choice(Measured):
    """A program on a front; `source` is the program, or the file that holds it."""

    source: Program | Path = field(repr=False, compare=False)

    @cached_property
    def program(self) -> Program:
        return load(self.source) if isinstance(self.source, Path) else self.source

    def __str__(self) -> str:
        scores = [f"{name} {score:.2%}" for name, score in self.scores().items()]
        return ", ".join([self.how, f"{self.lines:,} lines", *scores])

    def scores(self) -> dict[str, float]:
        """The scores that are known, by the names of their columns."""
        named = {self.held_out: self.validation, "test": self.test}
        return {f"{name} {self.score}": s for name, s in named.items() if s is not None}

    def numbers(self) -> dict[str, Any]:
        """All but the program, in plain values."""
        return {f.name: getattr(self, f.name) for f in fields(Measured)}


@dataclass(frozen=True, repr=False)
class Front:
    """Programs for one task, from the shortest to the best; prints as a table."""

    choices: tuple[Choice, ...]

    @staticmethod
    def of(task: Task, programs: Iterable[tuple[str, Program]]) -> Front:
        """The front of some programs, each with a description of how it was made.

        None of them may be fitted to the validation inputs of the task.
        """
        return Front(()).joined(measured_choice(task, how, program) for how, program in programs)

    def joined(self, others: Iterable[Choice]) -> Front:
        """The front of these programs and others; in a tie, these are kept."""
        every = [*self.choices, *others]
        if len({tuple(one.scores()) for one in every}) > 1 or (
            len(every) > 1 and every[0].validation is None
        ):
            raise FrontError("programs can only be compared by one kind of score, held out for all")
        return Front(tuple(worth_having(every, lambda c: c.lines, lambda c: c.validation or 0.0)))

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
        if score is None:
            return len(self) - 1
        error = math.sqrt(score * (1 - score) / max(1, self.best.inputs))
        scores = [one.validation or 0.0 for one in self]
        return next(i for i, one in enumerate(scores) if one >= score - error)

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
        rows = [["#", "lines", "steps", "votes", *self[0].scores(), ""]]
        for i, one in enumerate(self):
            note = "; knee" if i == self.knee and len(self) > 1 else ""
            sizes = (f"{size:,}" for size in (one.lines, one.steps, one.votes))
            scores = (f"{score:.2%}" for score in one.scores().values())
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

    def markdown(self, name: str) -> str:
        head, *rows = self.rows()
        table = [head, ["---:"] * (len(head) - 1) + ["---"], *rows]
        lines = [f"| {' | '.join(cells)} |" for cells in table]
        note = (
            f"Programs are compared on {self.best.held_out}. The knee, in {RUN_FILE}, is the",
            f"shortest within one standard error of the best. All are in {PROGRAMS}/, by number.",
        )
        return "\n".join([f"# {name}: from the shortest to the best", "", *lines, "", *note])

    def save(self, folder: Path, name: str) -> None:
        """Write the table and the programs into a run folder; program.json is that of the knee."""
        for choice in self:
            choice.program  # noqa: B018  # read all before their files go
        remove_front(folder)
        (folder / PROGRAMS).mkdir(parents=True, exist_ok=True)
        for i, choice in enumerate(self):
            write_program(choice.program, program_file(folder, i))
        lines = [json_line(choice.numbers()) + "\n" for choice in self]
        write_text(folder / TABLE_FILE, self.markdown(name) + "\n")
        write_text(folder / LINES_FILE, "".join(lines))
        write_program(self[self.knee].program, folder / RUN_FILE)


def write_program(program: Program, file: Path) -> None:
    """Write a program as a .json file, with its code beside it."""
    write_text(file.with_suffix(".py"), emit(program, name=file.stem))
    save(program, file)


class Held(NamedTuple):
    """A score on inputs that were held out: what they are called, the score, their number."""

    name: str
    score: float
    inputs: int


def measured_choice(task: Task, how: str, program: Program, held: Held | None = None) -> Choice:
    """A program with its size and scores; `held` is by default its score on validation."""
    if held is None:
        score = evaluate_program(program, task, task.validation).main
        held = Held("validation", score, len(task.validation))
    test = evaluate_program(program, task, task.test).main if task.has_test else None
    return replace(
        unscored_choice(how, program),
        score="accuracy" if task.metric == "token" else "F1",
        held_out=held.name,
        validation=round(held.score, 6),
        test=None if test is None else round(test, 6),
        inputs=held.inputs,
    )


def unscored_choice(how: str, program: Program) -> Choice:
    """A program, simplified and named for reading, where no inputs were held out."""
    program = readable(program)
    votes = program.output.votes if isinstance(program.output, Classifier) else ()
    cast = sum(weight != 0 for vote in votes for row in vote.weights for weight in row)
    lines, steps = printed_lines(program), len(program.steps)
    return Choice(how, "accuracy", lines, steps, cast, "nothing", None, None, 0, program)


def front_of(
    task: Task, program: Program, done: Simplification | None, how: str = "simplified"
) -> Front:
    """The front of a program and of what simplifying made of it."""
    made = [("extracted", program)]
    if done is not None:
        made.append((how, done.program))
        # Of two programs of one size, the last one is better known: claims differ in length.
        size = program_size(done.program)
        made += [("pruned", one) for one in done.choices if program_size(one) != size]
    return Front.of(task, made)


def is_small(program: Program) -> bool:
    """Whether simplifying for a task takes seconds, not minutes."""
    words, steps = MAX_SMALL
    return len(program.vocabulary.words) <= words and len(program.steps) <= steps


def program_file(folder: Path, index: int) -> Path:
    return folder / PROGRAMS / f"program_{index}.json"


def has_front(folder: Path) -> bool:
    return (folder / LINES_FILE).is_file()


def read_front(folder: Path) -> Front:
    """The front of a run folder."""
    measured = [line for _, line in json_lines(folder / LINES_FILE, Measured)]
    choices = [
        Choice(**asdict(one), source=program_file(folder, i)) for i, one in enumerate(measured)
    ]
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
