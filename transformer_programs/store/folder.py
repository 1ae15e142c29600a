"""A run folder: the programs that were learned, from the shortest to the best, and the record.

program.json    the program of the run: the knee of the front
program.py      the same as Python code
front.jsonl     the Pareto front, one line per program; front/ holds the programs
extracted.json  the program as extracted from a network, which the proof is about
network.npz     that network; `tprog verify` repeats the proof with it
run.json        task, settings, every seed's scores, the proof
metrics.jsonl   one line per evaluation during training
checkpoint.npz  where an interrupted run resumes
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable
from dataclasses import asdict, dataclass, field, fields, replace
from functools import cached_property
from pathlib import Path
from typing import Any, TypedDict

from ..printer import emit
from ..printer.size import worth_having
from ..program import Program
from ..program.json_layout import json_line, json_text
from ..program.program import claims
from . import PROGRAM_FILE, dumps, load, save, write_text
from .reading import StoreError, decode_version, json_lines, read_text

RECORD_FILE, EXTRACTED_FILE, NETWORK_FILE = "run.json", "extracted.json", "network.npz"
METRICS_FILE = "metrics.jsonl"
LINES_FILE, PROGRAMS = "front.jsonl", "front"
FORMAT, VERSION = "transformer-program-run", 7


# --- the front ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class FrontEntry:
    """A program on a front: how it was made (its `origin`), its size in print and its scores.

    `lines` are those of the printed file; `votes` are the weights that are not 0. `scores` begin
    with that on inputs that nothing was fitted to, such as "validation accuracy", if there are any;
    `inputs` is their number. "test accuracy" follows if there are test data. `source` is the
    program, or the file that holds it. `temperature`: the sum of votes is divided by it before a
    softmax gives probabilities; 0 if that was not measured.
    """

    origin: str
    lines: int
    steps: int
    votes: int
    scores: dict[str, float]
    inputs: int
    source: Any = field(default=None, repr=False, compare=False)
    temperature: float = 0.0

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
        return ", ".join([self.origin, f"{self.lines:,} lines", *scores])


class Front(tuple[FrontEntry, ...]):
    """Programs for one task, from the shortest to the most accurate; prints as a table.

    All have the same kind of score, by validation or by cross-validation.
    """

    def joined(self, others: Iterable[FrontEntry]) -> Front:
        """The front of these programs and others; in a tie, these are kept."""
        every = [*self, *others]
        kinds = {tuple(one.scores) for one in every}
        if len(kinds) > 1 or (len(every) > 1 and () in kinds):
            raise StoreError("programs can only be compared by one kind of score, held out for all")
        return Front(worth_having(every, lambda c: c.lines, lambda c: c.validation or 0.0))

    @property
    def knee(self) -> int:
        """The index of the shortest program within one standard error of the most accurate.

        The error is that of the highest score, as a share of the validation inputs.
        """
        score = self[-1].validation
        if score is None:
            return len(self) - 1
        error = math.sqrt(score * (1 - score) / max(1, self[-1].inputs))
        scores = [one.validation or 0.0 for one in self]
        return next(i for i, one in enumerate(scores) if one >= score - error)

    def pick(self, index: int | None = None, lines: int | None = None) -> int:
        """The index of a program: the given one, the best of at most `lines` lines, or the knee."""
        if index is not None and not 0 <= index < len(self):
            raise StoreError(
                f"there is no program {index}: the front has programs 0 to {len(self) - 1}"
            )
        if index is not None or lines is None:
            return self.knee if index is None else index
        short = [i for i, entry in enumerate(self) if entry.lines <= lines]
        if not short:
            raise StoreError(
                f"no program has at most {lines} lines; the shortest has {self[0].lines:,}"
            )
        return short[-1]

    def __str__(self) -> str:
        rows = [["#", "lines", "steps", "votes", *self[0].scores, ""]]
        for i, one in enumerate(self):
            note = "; knee" if i == self.knee and len(self) > 1 else ""
            sizes = (f"{size:,}" for size in (one.lines, one.steps, one.votes))
            scores = (f"{score:.2%}" for score in one.scores.values())
            rows.append([str(i), *sizes, *scores, f"{one.origin}{note}"])
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        lines = []
        for *cells, note in rows:
            padded = (cell.rjust(width) for cell, width in zip(cells, widths, strict=False))
            lines.append("  ".join([*padded, note]).rstrip())
        return "\n".join(lines)

    __repr__ = __str__

    def save(self, folder: Path) -> None:
        """Write the front and its programs into a run folder; program.json is that of the knee."""
        programs = [entry.program for entry in self]  # read all before their files go
        (folder / PROGRAMS).mkdir(parents=True, exist_ok=True)
        for i, program in enumerate(programs):
            write_program(program, program_file(folder, i))
        shown = [f.name for f in fields(FrontEntry) if f.compare]  # all but the program
        lines = [json_line({name: getattr(one, name) for name in shown}) + "\n" for one in self]
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


def program_file(folder: Path, index: int) -> Path:
    return folder / PROGRAMS / f"program_{index}.json"


def read_front(folder: Path) -> Front:
    """The front of a run folder; empty where there is none, as for a .json file."""
    if not (folder / LINES_FILE).is_file():
        return Front()
    measured = [line for _, line in json_lines(folder / LINES_FILE, FrontEntry)]
    if not measured:
        raise StoreError(f"{folder / LINES_FILE}: expected a line per program, but it holds none")
    return Front(replace(one, source=program_file(folder, i)) for i, one in enumerate(measured))


# --- the record and the whole folder --------------------------------------------------------------


class TaskRecord(TypedDict):
    """A task and its settings; None if it was not made by a name."""

    name: str
    settings: dict[str, Any] | None


@dataclass(frozen=True, slots=True)
class RunRecord:
    """The record of a run: task, settings, scores, proof.

    `config` has all settings of the learner, `members` one entry per seed and shape.
    `extracted_scores`, by split, are those of what was learned, before it was simplified: of the
    extracted program, not of program.json, if networks were trained. `extracted` is the digest of
    the extracted program; `proof` is the sentence that says that it equals its network. `best` is
    that network's seed.
    """

    task: TaskRecord
    config: dict[str, Any]
    members: list[dict[str, Any]]
    best: int
    extracted_scores: dict[str, dict[str, Any]]
    proof: str
    extracted: str
    seconds: float
    training_steps: int
    made_with: dict[str, str]


def write_run(
    folder: Path, front: Front, record: RunRecord, extracted: Program | None = None
) -> None:
    """Write everything but the files of training.

    A repeated run that extracts the same program keeps the existing front, with programs that
    `tprog simplify` has added. So the extracted program is written after its front: whatever a
    killed run leaves, they belong together.
    """
    folder.mkdir(parents=True, exist_ok=True)
    file, known = folder / EXTRACTED_FILE, False
    if extracted is not None:
        text = dumps(extracted).encode()
        known = file.is_file() and file.read_bytes() == text and bool(read_front(folder))
    if not known:
        front.save(folder)
    if extracted is not None:
        save(extracted, file)
    write_record(folder, record)


def write_record(folder: Path, record: RunRecord) -> None:
    """Write run.json."""
    document = {"format": FORMAT, "version": VERSION, **asdict(record)}
    write_text(folder / RECORD_FILE, json_text(document) + "\n")


def program_of(path: Path, index: int | None = None) -> Program:
    """The program of a .json file or of a run folder: its program.json, or one of its front."""
    if index is not None:
        if not (front := read_front(path)):
            raise StoreError(f"{path}: expected a run folder with a front to pick program {index}")
        return front[front.pick(index)].program
    if (path / RECORD_FILE).is_file():
        read_record(path)  # refuses a run of another version
    return load(path)


def difference_from_network(folder: Path, program: Program) -> str | None:
    """A few words about a program that may answer otherwise than the network of its run folder.

    None if its chain of claims says that both are equal, or if the folder has no network.
    """
    if not (folder / EXTRACTED_FILE).is_file() or not (folder / RECORD_FILE).is_file():
        return None
    chain, extracted = claims(program), read_record(folder).extracted
    places = [number for number, link in enumerate(chain) if link.digest == extracted]
    if not places:
        return "nothing is known of this program"
    later = [link.says for link in chain[places[0] + 1 :] if link.kind != "simplified"]
    return "; then ".join(re.split(r" \(|, with", says)[0] for says in later) or None


def read_record(folder: Path) -> RunRecord:
    """The record of a run folder."""
    file = folder / RECORD_FILE
    if not file.exists():
        raise StoreError(f"{folder}: this folder holds no {RECORD_FILE}")
    return decode_version(read_text(file), RunRecord, FORMAT, VERSION, str(file))
