"""Program <-> JSON: a file that a person can read and diff, and that only ever is data.

A file names its format and version. One step is one block; one row of a predicate, a table or a
vote is one line. A type that an earlier variable has already is written `{"like": "tokens"}`.
Writing is atomic; reading refuses what is broken, foreign or newer, and says where.

>>> from transformer_programs.shelf import histogram
>>> print(dumps(histogram.program)[:50])
{
  "format": "transformer-program",
  "version": 1,
>>> loads(dumps(histogram.program)) == histogram.program
True
"""

from __future__ import annotations

import json
import os
import re
import secrets
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any, NoReturn, TypeVar, get_args

from .program import Program, Vocabulary, types
from .steps import (
    Answer,
    CategoricalHead,
    Choose,
    Classifier,
    Compare,
    Formula,
    Function,
    Is,
    Mlp,
    NumericalHead,
    One,
    Output,
    Position,
    Predicate,
    Reach,
    Rows,
    Step,
    Table,
    Token,
    Variable,
    Vote,
)
from .values import Categorical, Number, ProgramError, Type, is_int, size

FORMAT = "transformer-program"
VERSION = 1
RUN_FILE = "program.json"  # what a run folder calls its program
WIDTH = 100

Json = Any
T = TypeVar("T")

STEPS: dict[str, type] = {
    "token": Token,
    "position": Position,
    "one": One,
    "categorical_head": CategoricalHead,
    "numerical_head": NumericalHead,
    "mlp": Mlp,
}
STEP_NAMES = {kind: name for name, kind in STEPS.items()}


class StoreError(ValueError):
    """A file that does not hold a program we can read. The message says which, where and why."""


# --- files ----------------------------------------------------------------------------------------


def save(program: Program, path: str | Path) -> Path:
    """Write a program to a `.json` file, or into a run folder; gives the file written."""
    file = _file_of(Path(path))
    text = dumps(program)
    if loads(text, str(file)) != program:  # never leave a file that says something else
        raise StoreError(f"{file}: the program cannot be written as JSON without loss")
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


def write_text(path: str | Path, text: str) -> None:
    """Write a whole file or nothing: a temporary file beside it, on disk, then renamed.

    A reader sees the old file or the new one, never a part, whatever happens meanwhile.
    """
    file = Path(os.path.realpath(path))  # a link stays a link
    temporary = file.with_name(f".{file.name}.{secrets.token_hex(4)}.tmp")
    try:
        with open(temporary, "x", encoding="utf-8", newline="\n") as stream:
            stream.write(text)
            stream.flush()
            os.fsync(stream.fileno())
        if file.exists():
            temporary.chmod(file.stat().st_mode & 0o777)
        os.replace(temporary, file)
    except BaseException:
        with suppress(OSError):
            temporary.unlink()
        raise
    with suppress(OSError):  # the rename itself on disk; not every system lets a folder be synced
        folder = os.open(file.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)


def _file_of(path: Path) -> Path:
    return path / RUN_FILE if path.is_dir() else path


# --- Program -> JSON ------------------------------------------------------------------------------


def dumps(program: Program) -> str:
    """The JSON text of a program. Equal programs give equal text."""
    vocabulary = program.vocabulary
    kinds = types(program)
    named: dict[Type, str] = {}
    steps = [_step_json(step, kinds, named) for step in program.steps]
    document = {
        "format": FORMAT,
        "version": VERSION,
        "max_length": program.max_length,
        "causal": program.causal,
        "vocabulary": {
            "words": [_word_json(word) for word in vocabulary.words],
            "unknown": _word_json(vocabulary.unknown),
            "begin": _word_json(vocabulary.begin),
            "end": _word_json(vocabulary.end),
        },
        "steps": steps,
        "output": _output_json(program.output),
    }
    return _layout(document) + "\n"


def _step_json(step: Step, kinds: dict[str, Type], named: dict[Type, str]) -> Json:
    head: Json = {
        "step": STEP_NAMES[type(step)],
        "out": step.out.name,
        "type": _type_json(step.out, named),
    }
    match step:
        case Token(_, lookup):
            return head | {"lookup": list(lookup)}
        case Position() | One():
            return head
        case CategoricalHead() | NumericalHead():
            head |= {"query": step.query, "key": step.key, "value": step.value}
            head |= {"reach": step.reach}
            if isinstance(step, CategoricalHead):
                head |= {"choose": step.choose}
            return head | {"predicate": _predicate_json(step.predicate)}
        case Mlp(_, reads, function):
            last = size(kinds[reads[-1]]) or 1
            return head | {"reads": list(reads), "function": _function_json(function, last)}


def _type_json(variable: Variable, named: dict[Type, str]) -> Json:
    match variable.type:
        case Number(low, high):
            return {"low": low, "high": high}
        case Categorical(values) as type:
            if type in named:
                return {"like": named[type]}
            named[type] = variable.name
            return {"values": [_word_json(v) if isinstance(v, str) else v for v in values]}


def _predicate_json(predicate: Predicate) -> Json:
    match predicate:
        case Rows(accepts):
            return {"rows": [list(row) for row in accepts]}
        case Compare(op, shift):
            return {"compare": op, "shift": shift}
        case Is(value):
            return {"is": value}


def _function_json(function: Function, last: int) -> Json:
    match function:
        case Table(cells):  # a line for all values of the last variable read
            return {"table": [list(cells[i : i + last]) for i in range(0, len(cells), last)]}
        case Formula(op, shift):
            return {"formula": op, "shift": shift}


def _output_json(output: Output) -> Json:
    match output:
        case Answer(reads):
            return {"answer": reads}
        case Classifier(classes, votes, pooled, scale):
            return {
                "classes": [_word_json(name) for name in classes],
                "pooled": pooled,
                "scale": scale,
                "votes": [
                    {"reads": vote.reads, "weights": [list(row) for row in vote.weights]}
                    for vote in votes
                ],
            }


# JSON readers join "\ud83d\ude00" to one character; two lone surrogates in a row must stay two.
_BETWEEN_SURROGATES = re.compile("(?<=[\ud800-\udbff])(?=[\udc00-\udfff])")


def _word_json(word: str | None) -> Json:
    parts = [] if word is None else _BETWEEN_SURROGATES.split(word)
    return {"join": parts} if len(parts) > 1 else word


# --- JSON -> text: one block a step, one line a row -----------------------------------------------


def json_line(value: Json) -> str:
    """JSON on one line, as it reads: only what does not print is escaped.

    >>> print(json_line({"tokens": ["é", "\\n", "\\ud800"]}))
    {"tokens": ["é", "\\n", "\\ud800"]}
    """
    match value:
        case str():
            return json.dumps(value, ensure_ascii=not value.isprintable())
        case dict():
            return "{" + ", ".join(f"{json_line(k)}: {json_line(v)}" for k, v in value.items()) + "}"
        case list() | tuple():
            return "[" + ", ".join(map(json_line, value)) + "]"
        case _:
            return json.dumps(value)


def _layout(value: Json, indent: int = 0) -> str:
    inner = " " * (indent + 2)
    match value:
        case dict():
            line = json_line(value) if indent >= 6 and _is_flat(value) else None
            if line is not None and indent + len(line) <= WIDTH - 20:
                return line
            fields = (f"{inner}{json_line(k)}: {_layout(v, indent + 2)}" for k, v in value.items())
            return _block("{", fields, "}", indent)
        case [list(), *_]:
            return _block("[", (inner + json_line(row) for row in value), "]", indent)
        case [dict() as first, *_] if "join" not in first:
            return _block("[", (inner + _layout(item, indent + 2) for item in value), "]", indent)
        case list():
            return _filled([json_line(item) for item in value], indent)
        case _:
            return json_line(value)


def _is_flat(value: Json) -> bool:
    return not any(isinstance(v, dict) or (isinstance(v, list) and v and isinstance(v[0], list))
                   for v in value.values())


def _block(start: str, lines: Iterable[str], end: str, indent: int) -> str:
    return start + "\n" + ",\n".join(lines) + "\n" + " " * indent + end


def _filled(items: list[str], indent: int) -> str:
    """A list on one line where it fits, else on as few as hold it."""
    if sum(len(item) + 2 for item in items) + indent <= WIDTH - 20:
        return "[" + ", ".join(items) + "]"
    lines: list[list[str]] = [[]]
    room = width = WIDTH - indent - 2
    for item in items:
        if len(item) + 2 > room and lines[-1]:
            lines.append([])
            room = width
        lines[-1].append(item)
        room -= len(item) + 2
    return _block("[", (" " * (indent + 2) + ", ".join(line) for line in lines), "]", indent)
