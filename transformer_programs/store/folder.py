"""A run folder: its program, its code, and the record of how it was learned.

program.json    the program of the run: the knee of the front
program.py      the same as Python code
front.*, front/ the Pareto front, from the shortest program to the best: see front.py
learned.json    the program as extracted from a network, which the proof is about
network.npz     that network; `tprog verify` repeats the proof with it
run.json        task, settings, every seed's scores, the proof
metrics.jsonl   one line for every evaluation during training
checkpoint_*    where an interrupted run resumes
"""

from __future__ import annotations

import re
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, TypedDict

from ..program import Program
from ..program.json_layout import json_text
from ..program.program import claims
from . import dumps, load, save, write_text
from .front import Front, FrontError, has_front, read_front
from .reading import StoreError, decode_version, read_text

RECORD_FILE, LEARNED_FILE, NETWORK_FILE = "run.json", "learned.json", "network.npz"
FORMAT, VERSION = "transformer-program-run", 3


class TaskRecord(TypedDict):
    """A task and its settings; None if it was not made by a name."""

    name: str
    settings: dict[str, Any] | None


@dataclass(frozen=True, slots=True)
class RunRecord:
    """How the program of a run was learned: task, settings, scores, proof.

    `members` has one entry per seed. `scores` are those of the extracted program by split, or those
    of the run's program if it comes from no network. `proof` is the sentence that says that network
    and extracted program are the same; `program` is the digest of the extracted program. It may
    come from several merged `networks`; then `best` is the first of them, and `side_by_side` has
    the scores for each number of networks.
    """

    task: TaskRecord
    config: dict[str, Any]
    members: list[dict[str, Any]]
    best: int
    scores: dict[str, dict[str, Any]]
    proof: str
    program: str
    seconds: float
    steps: int
    made_with: dict[str, str]
    networks: int = 1
    side_by_side: list[dict[str, Any]] = field(default_factory=list)


def write_run(
    folder: Path, front: Front, record: RunRecord, learned: Program | None = None
) -> None:
    """Write everything but the files of training.

    If the extracted program is the stored one, its front stays: programs may have joined it.
    """
    folder.mkdir(parents=True, exist_ok=True)
    file, known = folder / LEARNED_FILE, False
    if learned is not None:
        text = dumps(learned).encode()
        known = file.is_file() and has_front(folder) and file.read_bytes() == text
        save(learned, file)
    if not known:
        front.save(folder, record.task["name"])
    write_record(folder, record)


def write_record(folder: Path, record: RunRecord) -> None:
    """Write run.json."""
    document = {"format": FORMAT, "version": VERSION, **asdict(record)}
    write_text(folder / RECORD_FILE, json_text(document) + "\n")


def program_of(path: Path, index: int | None = None) -> Program:
    """The program of a .json file or of a run folder: its program.json, or one of its front."""
    if index is not None:
        if not has_front(path):
            raise FrontError(f"{path}: expected a run folder with a front to pick program {index}")
        front = read_front(path)
        return front[front.chosen(index)].program
    if (path / RECORD_FILE).is_file():
        read_record(path)  # refuses a run of another version
    return load(path)


def difference_from_network(folder: Path, program: Program) -> str | None:
    """A few words about a program that may answer otherwise than the network of its run folder.

    None if its chain of claims says that both are equal, or if the folder has no network.
    """
    if not (folder / LEARNED_FILE).is_file() or not (folder / RECORD_FILE).is_file():
        return None
    chain, extracted = claims(program), read_record(folder).program
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
