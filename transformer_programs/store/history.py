"""How a program came about: what the discretised network computed at a few points of training.

A run folder keeps them in history.jsonl, one program per line, with the step and the score on
validation.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from ..program import Program
from ..program.json_layout import json_line
from ..program.steps import CategoricalHead, Classifier, Mlp, NumericalHead, Rows, Table, reads
from . import write_text
from .document import from_document, to_document
from .untrusted import Kind, StoreError, json_lines, require

HISTORY_FILE = "history.jsonl"
KINDS: dict[str, Kind] = {"step": int, "validation": float, "program": dict}
VOTES = "votes"  # the row of the classifier
Module = CategoricalHead | NumericalHead | Mlp


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The program of a network at one step of training."""

    step: int
    validation: float
    program: Program

    def __str__(self) -> str:
        return f"step {self.step:,}, {self.validation:.2%} on validation"


def write_history(folder: Path, snapshots: Sequence[Snapshot]) -> None:
    """Write the snapshots of a run, or remove those of an earlier one."""
    if not snapshots:
        (folder / HISTORY_FILE).unlink(missing_ok=True)
        return
    lines = [
        {"step": one.step, "validation": one.validation, "program": to_document(one.program)}
        for one in snapshots
    ]
    write_text(folder / HISTORY_FILE, "".join(json_line(line) + "\n" for line in lines))


def read_history(folder: Path) -> list[Snapshot]:
    """The snapshots of a run folder, in the order of training."""
    file, found = folder / HISTORY_FILE, []
    if not file.is_file():
        raise StoreError(
            f"{folder}: this folder holds no {HISTORY_FILE}: expected a run of `tprog train` with "
            "the gradient learner"
        )
    for number, line in json_lines(file):
        where = f"{file}, line {number}"
        require(line, KINDS, where)
        try:
            program = from_document(line["program"])
        except StoreError as error:
            raise StoreError(f"{where}: {error}") from None
        found.append(Snapshot(line["step"], line["validation"], program))
    if not found:
        raise StoreError(f"{file}: expected a line per snapshot, but it holds none")
    return found


def agreement(now: Program, end: Program) -> dict[str, float]:
    """For each head and MLP of a program, and its votes: how much of it is as it is at the end.

    0 where it reads other variables than at the end; otherwise the share of equal rows of a
    predicate, of equal cells of a table, or of values whose votes favour the same class.
    """
    before = {step.out.name: step for step in now.steps if isinstance(step, Module)}
    found = {
        step.out.name: _alike(before[step.out.name], step)
        for step in end.steps
        if isinstance(step, Module) and step.out.name in before
    }
    if isinstance(now.output, Classifier) and isinstance(end.output, Classifier):
        then, last = _favoured(now.output), _favoured(end.output)
        found[VOTES] = _share([then.get(at) for at in last], list(last.values()))
    return found


def _alike(now: Module, end: Module) -> float:
    if reads(now) != reads(end):
        return 0.0
    rules = [step.function if isinstance(step, Mlp) else step.predicate for step in (now, end)]
    match rules:
        case Rows(before), Rows(after):
            return _share(before, after)
        case Table(before), Table(after):
            return _share(before, after)
    return float(rules[0] == rules[1])


def _favoured(output: Classifier) -> dict[tuple[str, int], int]:
    """The class with the most votes, for every value of every variable."""
    return {
        (vote.reads, value): row.index(max(row))
        for vote in output.votes
        for value, row in enumerate(vote.weights)
    }


def _share(now: Sequence[object], end: Sequence[object]) -> float:
    if len(now) != len(end):
        return 0.0
    return sum(map(lambda a, b: a == b, now, end)) / max(1, len(end))
