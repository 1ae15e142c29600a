"""Results that outlive any interruption: a file of JSON lines that only ever grows.

A line is there whole or not at all: one that was cut off in the middle of writing is not read, and
goes when the next line is written. One process writes at a time.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from ..store.locks import locked
from .record import ExperimentError, Json

Fields = Mapping[str, type]


def read_lines(path: Path, fields: Fields | None = None) -> list[Json]:
    """Every whole line of a file, in order; none if there is no file.

    A line that lacks one of the fields, or has it of another type, is refused.
    """
    if not path.exists():
        return []
    text = path.read_bytes()
    whole = text[: text.rfind(b"\n") + 1]
    found = []
    for number, line in enumerate(whole.splitlines(), 1):
        try:
            document = json.loads(line)
        except ValueError:
            raise ExperimentError(f"{path}, line {number}: expected a line of JSON") from None
        if not isinstance(document, dict):
            raise ExperimentError(f"{path}, line {number}: expected an object")
        for name, kind in (fields or {}).items():
            if not isinstance(document.get(name), kind):
                raise ExperimentError(
                    f"{path}, line {number}: expected a line of results, with a field {name!r}"
                )
        found.append(document)
    return found


class Ledger:
    """A file of JSON lines, open for writing; `lines` is what it holds."""

    def __init__(self, path: Path, descriptor: int, fields: Fields | None) -> None:
        self.path, self.descriptor = path, descriptor
        self.lines = read_lines(path, fields)
        os.ftruncate(descriptor, path.read_bytes().rfind(b"\n") + 1)

    def append(self, lines: Iterable[Json]) -> None:
        """Add lines at the end, and wait until they are on disk."""
        new = list(lines)
        text = "".join(json.dumps(line) + "\n" for line in new).encode()
        while text:
            text = text[os.write(self.descriptor, text) :]
        os.fsync(self.descriptor)
        self.lines += new


@contextmanager
def open_ledger(path: Path, fields: Fields | None = None) -> Iterator[Ledger]:
    """The results in a file, its folder for this process alone; lines need these fields."""
    with locked(path.parent):
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o644)
        try:
            yield Ledger(path, descriptor, fields)
        finally:
            os.close(descriptor)
