r"""Programs in JSON files that a person can read and diff. Writing is atomic.

>>> from transformer_programs.shelf import histogram
>>> print("\n".join(dumps(histogram.program).splitlines()[:3]))
{
  "format": "transformer-program",
  "version": 7,
>>> loads(dumps(histogram.program)) == histogram.program
True
"""

from __future__ import annotations

from pathlib import Path

from ..program import Program
from .atomic import write_text
from .reading import StoreError, read_text
from .schema import dumps, loads

__all__ = ["PROGRAM_FILE", "StoreError", "dumps", "load", "loads", "save", "write_text"]

PROGRAM_FILE = "program.json"  # the program of a run folder


def save(program: Program, path: str | Path) -> Path:
    """Write a program to a `.json` file or into a run folder; returns the path."""
    file = _file_of(Path(path))
    text = dumps(program)
    if loads(text, str(file)) != program:  # never leave a file that says something else
        raise StoreError(f"{file}: this program does not survive being written as JSON")
    write_text(file, text)
    return file


def load(path: str | Path) -> Program:
    """Read a program from a `.json` file or a run folder."""
    file = _file_of(Path(path))
    if file != Path(path) and not file.exists():
        raise StoreError(f"{path}: this folder holds no {PROGRAM_FILE}, so it is not a run folder")
    return loads(read_text(file), str(file))


def _file_of(path: Path) -> Path:
    return path / PROGRAM_FILE if path.is_dir() else path
