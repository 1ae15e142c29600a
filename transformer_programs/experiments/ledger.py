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
from typing import Annotated, Any, NotRequired, TypedDict

from msgspec import Meta

from ..program.chain import digest
from ..store import load
from ..store.atomic import locked
from ..store.reading import convert, decode, numbered, read_bytes, refused_as
from .part import Experiment, ExperimentError, Json, Kind, Part

Check = Callable[[Json, str], None]  # refuses a line; told where that stands

# --- what a line holds ----------------------------------------------------------------------------

Share = Annotated[float, Meta(ge=0, le=1)]


class EntityCounts(TypedDict):
    wanted: int
    found: int
    right: int


class LineScores(TypedDict):
    token: Share
    exact: Share
    entities: EntityCounts | None


class ScoresOnAll(LineScores):
    inputs: int
    labels: int


class MemberLine(TypedDict):
    seed: int
    shape: Annotated[list[int], Meta(min_length=2, max_length=5)]
    validation: Share
    test: Share
    loss: float | None
    diverged: bool
    program: NotRequired[str]


class BestLine(MemberLine):
    networks: NotRequired[int]
    scores: LineScores
    all: NotRequired[ScoresOnAll | None]
    proof: NotRequired[str]
    reads: NotRequired[dict[Annotated[str, Meta(pattern="^[^ ]+ [^ ]+ [^ ]+$")], dict[str, int]]]


class SplitScores(TypedDict):
    validation: Share
    test: Share


class MergedScores(SplitScores):
    networks: int


class Epochs(TypedDict):
    epochs: int


class NetworksLine(TypedDict):
    config: Epochs
    members: list[MemberLine]
    best: BestLine | None
    alone: NotRequired[SplitScores]
    side_by_side: NotRequired[list[MergedScores]]


class GridPart(TypedDict):
    task: str
    settings: dict[str, Any]
    task_settings: NotRequired[dict[str, Any]]


class GridLine(TypedDict):
    config: dict[str, Any]
    members: list[MemberLine]
    part: GridPart


class ReadableScores(SplitScores):
    lines: int
    votes: int
    groups: int
    pairs: int
    offsets: list[int]


class ReadableLine(TypedDict):
    front: list[ReadableScores]


class BaselineBest(TypedDict):
    test: Share
    scores: LineScores


class BaselineLine(TypedDict):
    best: BaselineBest


class Shortened(TypedDict):
    lines_without_votes: int
    seconds: float
    test: Share
    all: Share | None


class LengthsLine(TypedDict):
    read: str
    lengths: dict[str, Shortened]


class SearchLine(TypedDict):
    exact: bool
    lines: NotRequired[int]
    search_seconds: float
    solved: bool
    exhaustive: bool
    checks: list[str]
    longer: list[Share]
    tried: int
    cost: int | None
    steps: int
    program: NotRequired[str]


class OverlapCounts(TypedDict):
    drawn: int
    train: int
    test: int
    labels: int
    repeated: int
    reordered: int
    inputs: int | None
    prefixes: int | None


class DataLine(TypedDict):
    overlap: OverlapCounts


class PartName(TypedDict):
    name: str
    kind: Kind


class MadeWith(TypedDict):
    device: str
    jax: str
    python: str
    date: str


class Line(TypedDict):
    part: PartName
    made: MadeWith
    command: str
    seconds: float


KINDS: dict[Kind, Any] = {
    "program": NetworksLine,
    "grid": GridLine,
    "readable": ReadableLine,
    "standard": NetworksLine,
    "baseline": BaselineLine,
    "lengths": LengthsLine,
    "search": SearchLine,
    "data": DataLine,
}


def check_line(line: Json, where: str) -> None:
    """Reject a line of results that does not hold what was done."""
    convert(line, Line, where)
    convert(line, KINDS[line["part"]["kind"]], where)


# --- the file -------------------------------------------------------------------------------------


def read_lines(path: Path, check: Check = check_line) -> list[Json]:
    """Every whole line of a file, in order; none if there is no file.

    A line that the check refuses is refused with its place.
    """
    if not path.exists():
        return []
    found = []
    with refused_as(ExperimentError):
        data = read_bytes(path)
        whole = io.BytesIO(data[: data.rfind(b"\n") + 1])
        for number, line in numbered(whole, f"{path}, "):
            document: Json = decode(line, dict[str, Any], f"{path}, line {number}")
            check(document, f"{path}, line {number}")
            found.append(document)
    return found


class Ledger:
    """A file of JSON lines, open for writing; `lines` is what it holds."""

    def __init__(self, path: Path, descriptor: int, check: Check) -> None:
        self.path, self.descriptor = path, descriptor
        self.lines = read_lines(path, check)
        os.ftruncate(descriptor, read_bytes(path).rfind(b"\n") + 1)

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
