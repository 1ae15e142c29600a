r"""Programs in files: JSON that a person can read and diff, and that only ever is data.

A file names its format and version. One step is one block; one row of a predicate, a table or a
vote is one line. Writing is atomic; reading refuses what is broken, foreign or newer, and says
where. Nothing is pickled, nothing evaluated.

>>> from transformer_programs.shelf import histogram
>>> print("\n".join(dumps(histogram.program).splitlines()[:3]))
{
  "format": "transformer-program",
  "version": 1,
>>> loads(dumps(histogram.program)) == histogram.program
True
"""

from __future__ import annotations

from pathlib import Path

from ..program import Program
from ..program.json_layout import json_text
from .document import from_document, to_document
from .untrusted import StoreError, parse_json, read_text
from .whole import write_text

__all__ = ["RUN_FILE", "StoreError", "dumps", "load", "loads", "save", "write_text"]

RUN_FILE = "program.json"  # what a run folder calls its program


def dumps(program: Program) -> str:
    """The JSON text of a program. Equal programs give equal text."""
    return json_text(to_document(program)) + "\n"


def loads(text: str, name: str = "the text") -> Program:
    """The program in a JSON text; `name` is what a refusal calls the text."""
    document = parse_json(text, name)
    try:
        return from_document(document)
    except StoreError as error:
        raise StoreError(f"{name}: {error}") from None


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
        raise StoreError(f"{path}: this folder holds no {RUN_FILE}, so it is not a run folder")
    return loads(read_text(file), str(file))


def _file_of(path: Path) -> Path:
    return path / RUN_FILE if path.is_dir() else path
