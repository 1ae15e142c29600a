"""Results that outlive any interruption: a file of JSON lines that only ever grows.

A line is there whole or not at all: one that was cut off in the middle of writing is not read, and
goes when the next line is written. One process writes at a time. A line that does not hold what
its kind of part came to is refused.
"""

from __future__ import annotations

import io
import json
import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, get_args

from ..program.content import digest
from ..store import load, untrusted
from ..store.untrusted import SHARE, Fields, StoreError, Such, require
from ..store.whole import locked
from .part import Experiment, ExperimentError, Json, Kind, Part

Check = Callable[[Json, str], None]  # refuses a line; told where that stands

# --- what a line holds ----------------------------------------------------------------------------

ENTITIES: Fields = {"wanted": int, "found": int, "right": int}
SCORES: Fields = {"token": SHARE, "exact": SHARE, "entities": (ENTITIES, None)}
EVERY: Fields = SCORES | {"inputs": int, "labels": int}  # those on all inputs


def _is_shape(value: Any) -> bool:
    numbers = isinstance(value, list) and all(type(item) is int for item in value)
    return numbers and len(value) in (2, 5)


MEMBER: Fields = {
    "seed": int,
    "shape": Such("a shape of 2 or 5 whole numbers", _is_shape),
    "validation": SHARE,
    "test": SHARE,
    "loss": (float, None),
    "diverged": bool,
    "program": (str, ...),
}
BEST: Fields = MEMBER | {
    "networks": (int, ...),
    "scores": SCORES,
    "all": (EVERY, None, ...),
    "proof": (str, ...),
    "reads": ({...: {...: int}}, ...),
}
NETWORKS: Fields = {
    "config": {"epochs": int},
    "members": [MEMBER],
    "best": (BEST, None),
    "alone": ({"validation": SHARE, "test": SHARE}, ...),
    "side_by_side": ([{"networks": int, "validation": SHARE, "test": SHARE}], ...),
}
SHORTENED: Fields = {
    "lines_without_votes": int,
    "seconds": float,
    "test": SHARE,
    "all": (SHARE, None),
}
OVERLAP: Fields = dict.fromkeys(("drawn", "train", "test", "labels", "repeated", "reordered"), int)
KINDS: dict[Kind, Fields] = {
    "program": NETWORKS,
    "grid": {
        "config": {},
        "members": [MEMBER],
        "part": {"task": str, "settings": dict, "task_settings": (dict, ...)},
    },
    "readable": {
        "front": [
            {"lines": int, "votes": int, "groups": int, "pairs": int, "offsets": [int]}
            | {"validation": SHARE, "test": SHARE}
        ]
    },
    "standard": NETWORKS,
    "baseline": {"best": {"test": SHARE, "scores": SCORES}},
    "lengths": {"read": str, "lengths": {...: SHORTENED}},
    "search": {"exact": bool, "lines": (int, ...), "search_seconds": float}
    | {"solved": bool, "exhaustive": bool, "checks": [str], "longer": [SHARE], "tried": int}
    | {"cost": (int, None), "steps": int, "program": (str, ...)},
    "data": {"overlap": OVERLAP | {"inputs": (int, None), "prefixes": (int, None)}},
}
LINE: Fields = {
    "part": {"name": str, "kind": Such("a kind of part", lambda kind: kind in get_args(Kind))},
    "made": {"device": str, "jax": str, "python": str, "date": str},
    "command": str,
    "seconds": float,
}  # what every line has


def check_line(line: Json, where: str) -> None:
    """Refuse a line of results that does not hold what was done."""
    require(line, LINE, where)
    kind: Kind = line["part"]["kind"]
    require(line, KINDS[kind], where)
    best = (line.get("best") if "best" in KINDS[kind] else None) or {}
    for place in best.get("reads", ()):
        if len(place.split(" ")) != 3:
            raise StoreError(f"{where}, best, reads: expected a kind, layer and role, got {place}")


# --- the file -------------------------------------------------------------------------------------


def read_lines(path: Path, check: Check = check_line) -> list[Json]:
    """Every whole line of a file, in order; none if there is no file.

    A line that the check refuses is refused with its place.
    """
    if not path.exists():
        return []
    found = []
    with untrusted.refused_as(ExperimentError):
        data = untrusted.read_bytes(path)
        whole = io.BytesIO(data[: data.rfind(b"\n") + 1])
        for number, line in untrusted.numbered(whole, f"{path}, "):
            document = untrusted.parse_json(line, str(path), number)
            require(document, {}, f"{path}, line {number}")
            check(document, f"{path}, line {number}")
            found.append(document)
    return found


class Ledger:
    """A file of JSON lines, open for writing; `lines` is what it holds."""

    def __init__(self, path: Path, descriptor: int, check: Check) -> None:
        self.path, self.descriptor = path, descriptor
        self.lines = read_lines(path, check)
        os.ftruncate(descriptor, untrusted.read_bytes(path).rfind(b"\n") + 1)

    def append(self, *lines: Json) -> None:
        """Add lines at the end, and wait until they are on disk."""
        text = "".join(json.dumps(line) + "\n" for line in lines).encode()
        while text:
            text = text[os.write(self.descriptor, text) :]
        os.fsync(self.descriptor)
        self.lines += lines


@contextmanager
def open_ledger(path: Path, check: Check = check_line) -> Iterator[Ledger]:
    """The results in a file, its folder for this process alone; refused lines are refused."""
    with locked(path.parent):
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o644)
        try:
            yield Ledger(path, descriptor, check)
        finally:
            os.close(descriptor)


# --- the parts of an experiment -------------------------------------------------------------------


def programs_folder(out: Path) -> Path:
    """Where the programs of experiments are kept."""
    return out / "programs"


def undone(experiment: Experiment, lines: Sequence[Json], out: Path) -> list[Part]:
    """The parts without a line. A part whose settings have changed is another part."""
    return [part for part in experiment.parts if _line_of(part, lines, out) is None]


def finished(experiment: Experiment, lines: Sequence[Json], out: Path) -> list[Json]:
    """The line of each part that has one, in the order of the parts."""
    found = (_line_of(part, lines, out) for part in experiment.parts)
    return [line for line in found if line is not None]


def results(experiment: Experiment, out: Path) -> list[Json]:
    """The line of each part that is done in a folder, in the order of the parts."""
    return finished(experiment, read_lines(out / f"{experiment.name}.jsonl"), out)


def _line_of(part: Part, lines: Sequence[Json], out: Path) -> Json | None:
    """The last line of a part; if the part reads a program, a line on the one that is there."""
    own, file = part.document(), programs_folder(out) / f"{part.keep}.json"
    for line in reversed([line for line in lines if line["part"] == own]):
        read = line.get("read")
        if read is None or not file.is_file() or read == digest(load(file)):
            return line
    return None
