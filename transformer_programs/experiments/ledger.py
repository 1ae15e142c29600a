"""The ledger: a file of JSON lines, one per finished part, that only grows.

A line that was cut off while it was written is ignored, and removed when the next one is written.
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

from ..store.atomic import locked
from ..store.reading import convert, decode, numbered, read_bytes
from .part import Experiment, Json, Part

Share = Annotated[float, Meta(ge=0, le=1)]


class SplitScores(TypedDict):
    validation: Share
    test: Share


class MergedScores(SplitScores):
    networks: int


class MemberLine(SplitScores):
    seed: int
    shape: Annotated[list[int], Meta(min_length=2, max_length=5)]
    loss: float | None
    diverged: bool


class LineScores(TypedDict):
    token: Share
    exact: Share


class BestLine(TypedDict):
    test: Share
    scores: LineScores
    all: NotRequired[LineScores | None]
    reads: NotRequired[dict[Annotated[str, Meta(pattern="^[^ ]+ [^ ]+ [^ ]+$")], dict[str, int]]]


class FrontLine(SplitScores):
    how: str
    lines: int
    votes: int


class SearchLine(TypedDict):
    solved: bool
    exhaustive: bool
    checks: list[str]
    longer: list[Share]
    tried: int
    cost: int | None
    steps: int
    lines: int
    seconds: float


class Line(TypedDict):
    """The result of a part: networks with the best one, a front, or a search."""

    part: dict[str, Any]
    made: dict[str, str]
    command: str
    seconds: float
    config: NotRequired[dict[str, Any]]
    members: NotRequired[list[MemberLine]]
    best: NotRequired[BestLine | None]
    alone: NotRequired[SplitScores]
    merged: NotRequired[list[MergedScores]]
    front: NotRequired[list[FrontLine]]
    search: NotRequired[SearchLine]


def read_lines(path: Path) -> list[Json]:
    """Every whole line of a ledger; none if there is no file. Invalid lines are rejected."""
    if not path.exists():
        return []
    found = []
    data = read_bytes(path)
    whole = io.BytesIO(data[: data.rfind(b"\n") + 1])
    for number, text in numbered(whole, f"{path}, "):
        where = f"{path}, line {number}"
        line: Json = decode(text, dict[str, Any], where)
        convert(line, Line, where)
        found.append(line)
    return found


@contextmanager
def open_ledger(path: Path) -> Iterator[tuple[list[Json], Callable[[Json], None]]]:
    """The lines of a ledger, for this process alone, and a function that adds one on disk."""
    with locked(path.parent):
        lines = read_lines(path)
        with path.open("ab") as stream:
            stream.truncate(read_bytes(path).rfind(b"\n") + 1)

            def append(line: Json) -> None:
                stream.write(f"{json.dumps(line)}\n".encode())
                stream.flush()
                os.fsync(stream.fileno())
                lines.append(line)

            yield lines, append


def line_of(part: Part, lines: Sequence[Json]) -> Json | None:
    """The last line of a part; a part whose settings have changed is another part."""
    wanted = part.document()
    return next((line for line in reversed(lines) if line["part"] == wanted), None)


def results(experiment: Experiment, out: Path) -> list[Json]:
    """The line of each part that is done in a folder, in the order of the parts."""
    lines = read_lines(out / f"{experiment.name}.jsonl")
    found = (line_of(part, lines) for part in experiment.parts)
    return [line for line in found if line is not None]
