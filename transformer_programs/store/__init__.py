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

import json
from pathlib import Path
from typing import Any, NoReturn

from ..json_layout import json_text
from ..program import Program
from .document import StoreError, from_document, to_document
from .whole import write_text

__all__ = ["RUN_FILE", "StoreError", "dumps", "load", "loads", "save", "write_text"]

RUN_FILE = "program.json"  # what a run folder calls its program


def dumps(program: Program) -> str:
    """The JSON text of a program. Equal programs give equal text."""
    return json_text(to_document(program)) + "\n"


def loads(text: str, name: str = "the text") -> Program:
    """The program in a JSON text; `name` is what a refusal calls the text."""
    try:
        return from_document(_parse(text))
    except StoreError as error:
        raise StoreError(f"{name}: {error}") from None
    except RecursionError:
        raise StoreError(f"{name}: not a program file: its JSON is nested too deeply") from None


def save(program: Program, path: str | Path) -> Path:
    """Write a program to a `.json` file, or into a run folder; gives the file written."""
    file = _file_of(Path(path))
    text = dumps(program)
    if loads(text, str(file)) != program:  # never leave a file that says something else
        raise StoreError(f"{file}: this program does not survive being written as JSON")
    write_text(file, text)
    return file


def load(path: str | Path) -> Program:
    """Read a program from a `.json` file, or from a run folder that holds `program.json`."""
    file = _file_of(Path(path))
    if file != Path(path) and not file.exists():
        raise StoreError(f"{path}: this folder holds no {RUN_FILE}, so it is not a run folder")
    try:
        text = file.read_bytes().decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise StoreError(
            f"{file}: not a program file: expected UTF-8 text, but byte {error.start} is not"
        ) from None
    return loads(text, str(file))


def _file_of(path: Path) -> Path:
    return path / RUN_FILE if path.is_dir() else path


def _parse(text: str) -> Any:
    if not text.strip():
        raise StoreError("the file is empty")
    try:
        return json.loads(text, object_pairs_hook=_object, parse_constant=_no_constant)
    except json.JSONDecodeError as error:
        place = f"line {error.lineno}, column {error.colno}"
        if error.pos >= len(text.rstrip()) or error.msg.startswith("Unterminated string"):
            raise StoreError(f"{place}: the JSON ends too early: the file is truncated") from None
        raise StoreError(f"{place}: not valid JSON ({error.msg.lower()})") from None
    except StoreError:
        raise
    except ValueError as error:  # a number of more digits than Python reads
        raise StoreError(f"not a program file: {error}") from None


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    fields = dict(pairs)
    if len(fields) != len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise StoreError(f"the field {twice!r} stands twice in one object")
    return fields


def _no_constant(name: str) -> NoReturn:
    raise StoreError(f"expected whole numbers only, got {name}")
