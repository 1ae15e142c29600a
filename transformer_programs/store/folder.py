"""A run folder: the program that was learned, its code, and the record of how it was learned.

program.json    the program
program.py      the same as Python code (with program_words.json for many words)
run.json        task, settings, every seed's scores, the proof
network.npz     the network of the program; `tprog verify` repeats the proof with it
simplified.*    shortened, no right answer lost; simplified_0_1_percent.*: with that budget
front.*, front/ the Pareto front, from the shortest program to the best: see front.py
metrics.jsonl   one line for every evaluation during training
checkpoint_*    where an interrupted run resumes
"""

from __future__ import annotations

import re
from dataclasses import asdict, dataclass, field
from decimal import Decimal
from pathlib import Path
from typing import Any

from ..printer import emit_files
from ..program import Program
from ..program.content import digest
from ..program.json_layout import json_text
from . import RUN_FILE, dumps, save, write_text
from .front import remove_front
from .untrusted import Kind, StoreError, read_bytes, read_json, require

RECORD_FILE = "run.json"
NETWORK_FILE = "network.npz"
_SHORT = r"simplified(_\d+(_\d+)?_percent)?"
DERIVED = re.compile(rf"((program|{_SHORT})_)?{_SHORT}")  # names of files
FORMAT, VERSION = "transformer-program-run", 1


@dataclass(frozen=True, slots=True)
class RunRecord:
    """How a program came about. Plain values only: what JSON can hold.

    `members` has one entry per seed. `scores` are those of the best member's program, by split.
    `proof` is the sentence that says that network and program are the same, for the program whose
    digest is `program`. The best program may come from several merged `networks`; then `best` is
    the first of them, and `side_by_side` has the scores for each number of networks.
    """

    task: dict[str, Any]
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


KINDS: dict[str, Kind] = {
    "task": {"name": str, "settings": (dict, None)},
    "config": dict,
    "members": [dict],
    "best": int,
    "scores": {...: dict},
    "proof": str,
    "program": str,
    "seconds": float,
    "steps": int,
    "made_with": dict,
    "networks": int,
    "side_by_side": [dict],
}  # of the fields of a record


def simplified_name(stem: str, budget: Decimal) -> str:
    """The file of a program that was simplified with a budget: each budget has its own.

    >>> simplified_name("", Decimal("0")), simplified_name("sort", Decimal("0.001"))
    ('simplified.json', 'sort_simplified_0_1_percent.json')
    """
    parts = [stem] if stem else []
    percent = f"{(100 * budget).normalize():f}".replace(".", "_")
    return "_".join([*parts, "simplified", *([f"{percent}_percent"] if budget else [])]) + ".json"


def write_run(folder: Path, program: Program, record: RunRecord) -> None:
    """Write everything but the files of training, each one whole."""
    folder.mkdir(parents=True, exist_ok=True)
    try:
        before = read_bytes(folder / RUN_FILE)
    except FileNotFoundError:
        before = b""
    if before != dumps(program).encode("utf-8", "surrogatepass"):
        remove_front(folder)  # and all else that was made of another program
        for file in list(folder.glob("*.json")):
            if DERIVED.fullmatch(file.stem):  # without such a file, its code is someone else's
                for ending in (".py", "_words.json", ".json"):
                    (folder / f"{file.stem}{ending}").unlink(missing_ok=True)
    for name, text in emit_files(program, "program").items():
        write_text(folder / name, text)
    save(program, folder / RUN_FILE)
    document = {"format": FORMAT, "version": VERSION, **asdict(record)}
    write_text(folder / RECORD_FILE, json_text(document) + "\n")


def read_record(folder: Path) -> RunRecord:
    """The record of a run folder."""
    file = folder / RECORD_FILE
    try:
        document = read_json(file)
    except FileNotFoundError:
        raise StoreError(f"{folder}: this folder holds no {RECORD_FILE}") from None
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        raise StoreError(f"{file}: not a record of a run: expected the format {FORMAT!r}")
    if document.get("version") != VERSION:
        raise StoreError(
            f"{file}: expected version {VERSION} of the record, got {document.get('version')!r}"
        )
    require(document, KINDS, str(file))
    return RunRecord(**{name: document[name] for name in KINDS})


def stored_proof(folder: Path, program: Program) -> str | None:
    """The proof kept with a run, if it speaks of this program."""
    if not (folder / RECORD_FILE).is_file():
        return None
    record = read_record(folder)
    return record.proof if record.program == digest(program) else None
