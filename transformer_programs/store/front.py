"""The Pareto front of programs for a task: accuracy on held-out inputs against printed lines.

All programs of a front have the same kind of score, by validation or by cross-validation. A run
folder keeps its front as front.md (the table), front.jsonl (one line per program) and the programs
in front/; program.json is the program at the knee.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable
from dataclasses import dataclass, field, fields, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from ..dataset import Task, evaluate_program
from ..printer import emit, printed_lines
from ..program import Program
from ..program.json_layout import json_line
from ..program.steps import Classifier
from ..program.values import Refusal
from ..simplifier import Simplification, readable
from ..simplifier.judge import worth_having
from . import PROGRAM_FILE, load, save, write_text
from .reading import StoreError, json_lines

TABLE_FILE, LINES_FILE, PROGRAMS = "front.md", "front.jsonl", "front"
MAX_SMALL = (64, 100)  # words and steps of a program that is simplified in seconds


class FrontError(Refusal):
    """A front that has no such program."""


@dataclass(frozen=True)
class Choice:
    """A program on a front: how it was made, its size in print and its scores.

    `lines` are those of the printed file; `votes` are the weights that are not 0. `scores` begin
    with that on inputs that nothing was fitted to, such as "validation accuracy", if there are any;
    `inputs` is their number. "test accuracy" follows if there are test data. `source` is the
    program, or the file that holds it.
    """

    how: str
    lines: int
    steps: int
    votes: int
    scores: dict[str, float]
    inputs: int
    source: Any = field(default=None, repr=False, compare=False)

    @cached_property
    def program(self) -> Program:
        return self.source if isinstance(self.source, Program) else load(self.source)

    @property
    def held_out(self) -> str:
        """The name of the inputs that programs are compared on; "nothing" if there are none."""
        return next(iter(self.scores), "nothing").split()[0]

    @property
    def validation(self) -> float | None:
        """The score on held-out inputs."""
        return next(iter(self.scores.values()), None)

    def __str__(self) -> str:
        scores = [f"{name} {score:.2%}" for name, score in self.scores.items()]
        return ", ".join([self.how, f"{self.lines:,} lines", *scores])

    def numbers(self) -> dict[str, Any]:
        """All but the program, in plain values."""
        return {f.name: getattr(self, f.name) for f in fields(self) if f.compare}


class Front(tuple[Choice, ...]):
    """Programs for one task, from the shortest to the best; prints as a table."""

    @staticmethod
    def of(task: Task, programs: Iterable[tuple[str, Program]]) -> Front:
        """The front of some programs, each with a description of how it was made.

        None of them may be fitted to the validation inputs of the task.
        """
        return Front(()).joined(readable_choice(how, program, task) for how, program in programs)

    def joined(self, others: Iterable[Choice]) -> Front:
        """The front of these programs and others; in a tie, these are kept."""
        every = [*self, *others]
        kinds = {tuple(one.scores) for one in every}
        if len(kinds) > 1 or (len(every) > 1 and () in kinds):
            raise FrontError("programs can only be compared by one kind of score, held out for all")
        return Front(worth_having(every, lambda c: c.lines, lambda c: c.validation or 0.0))

    @property
    def best(self) -> Choice:
        return self[-1]

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
        rows = [["#", "lines", "steps", "votes", *self[0].scores, ""]]
        for i, one in enumerate(self):
            note = "; knee" if i == self.knee and len(self) > 1 else ""
            sizes = (f"{size:,}" for size in (one.lines, one.steps, one.votes))
            scores = (f"{score:.2%}" for score in one.scores.values())
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

    def save(self, folder: Path, name: str) -> None:
        """Write the table and the programs into a run folder; program.json is that of the knee."""
        programs = [choice.program for choice in self]  # read all before their files go
        (folder / PROGRAMS).mkdir(parents=True, exist_ok=True)
        for i, program in enumerate(programs):
            write_program(program, program_file(folder, i))
        lines = [json_line(choice.numbers()) + "\n" for choice in self]
        write_text(
            folder / TABLE_FILE,
            f"# {name}: from the shortest to the best\n\n```\n{self}\n```\n\n"
            f"Programs are compared on {self.best.held_out}. The knee, in {PROGRAM_FILE}, is the\n"
            f"shortest within one standard error of the best. All are in {PROGRAMS}/, by number.\n",
        )
        write_text(folder / LINES_FILE, "".join(lines))
        write_program(programs[self.knee], folder / PROGRAM_FILE)
        for file in (folder / PROGRAMS).iterdir():  # of a longer front
            number = re.fullmatch(r"program_(\d+)\.(json|py)", file.name)
            if number and int(number[1]) >= len(self):
                file.unlink()


def write_program(program: Program, file: Path) -> None:
    """Write a program as a .json file, with its code beside it."""
    write_text(file.with_suffix(".py"), emit(program, name=file.stem))
    save(program, file)


def readable_choice(
    how: str, program: Program, task: Task | None = None, held: tuple[str, float, int] | None = None
) -> Choice:
    """A program, simplified and named for reading, with its size and its scores at a task.

    `held`: what its held-out inputs are called, its score on them and their number; by default
    those of validation.
    """
    program, scores = readable(program), dict[str, float]()
    if task is not None:
        if held is None:
            score = evaluate_program(program, task, task.validation).main
            held = "validation", score, len(task.validation)
        kind = "accuracy" if task.metric == "token" else "F1"
        scores[f"{held[0]} {kind}"] = round(held[1], 6)
        if task.has_test:
            scores[f"test {kind}"] = round(evaluate_program(program, task, task.test).main, 6)
    votes = program.output.votes if isinstance(program.output, Classifier) else ()
    cast = sum(weight != 0 for vote in votes for row in vote.weights for weight in row)
    lines, inputs = printed_lines(program), 0 if held is None else held[2]
    return Choice(how, lines, len(program.steps), cast, scores, inputs, program)


def front_of(
    task: Task, program: Program, done: Simplification | None, how: str = "simplified"
) -> Front:
    """The front of a program and of what simplifying made of it."""
    made = [("extracted", program)]
    if done is not None:
        made += [(how, done.program), *(("pruned", one) for one in done.choices)]
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
    measured = [line for _, line in json_lines(folder / LINES_FILE, Choice)]
    if not measured:
        raise StoreError(f"{folder / LINES_FILE}: expected a line per program, but it holds none")
    return Front(replace(one, source=program_file(folder, i)) for i, one in enumerate(measured))
