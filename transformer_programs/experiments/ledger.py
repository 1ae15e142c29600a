"""Results that outlive any interruption: a file of JSON lines that only ever grows.

A line is there whole or not at all: one that was cut off in the middle of writing is not read, and
goes when the next line is written. One process writes at a time.
"""

from __future__ import annotations

import io
import json
import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from ..store.locks import locked
from ..store.untrusted import Fields, numbered, parse_json, read_bytes, refused_as, require
from .record import ExperimentError, Json

Check = Callable[[Json, str], None]  # refuses a line; told where that stands


def fields_of(fields: Fields) -> Check:
    """A check that a line has these fields, each of its kind."""
    return lambda line, where: require(line, fields, where)


def read_lines(path: Path, check: Check | None = None) -> list[Json]:
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
            document = parse_json(line, str(path), number)
            (check or fields_of({}))(document, f"{path}, line {number}")
            found.append(document)
    return found


class Ledger:
    """A file of JSON lines, open for writing; `lines` is what it holds."""

    def __init__(self, path: Path, descriptor: int, check: Check | None) -> None:
        self.path, self.descriptor = path, descriptor
        self.lines = read_lines(path, check)
        os.ftruncate(descriptor, read_bytes(path).rfind(b"\n") + 1)

    def append(self, lines: Iterable[Json]) -> None:
        """Add lines at the end, and wait until they are on disk."""
        new = list(lines)
        text = "".join(json.dumps(line) + "\n" for line in new).encode()
        while text:
            text = text[os.write(self.descriptor, text) :]
        os.fsync(self.descriptor)
        self.lines += new


@contextmanager
def open_ledger(path: Path, check: Check | None = None) -> Iterator[Ledger]:
    """The results in a file, its folder for this process alone; refused lines are refused."""
    with locked(path.parent):
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o644)
        try:
            yield Ledger(path, descriptor, check)
        finally:
            os.close(descriptor)
