"""The JSON form of a program: the fields of its dataclasses, decoded and checked by msgspec.

Every dataclass has a struct with the same fields. Where a field may hold one of several kinds, the
key "kind" tells which. A variable with the type of an earlier one names that variable instead.
"""

from __future__ import annotations

import re
from dataclasses import MISSING, fields, is_dataclass
from functools import cache
from pathlib import Path
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import msgspec

from ..program import Program, steps
from ..program.json_layout import json_text
from ..program.program import claims
from ..program.values import Categorical, ProgramError, Type
from .atomic import write_text
from .reading import StoreError, decode_version, read_text

FORMAT, VERSION = "transformer-program", 7
PROGRAM_FILE = "program.json"  # the program of a run folder
CHECKPOINT_FILE = "checkpoint.npz"  # where an interrupted training resumes
UNIONS = (Type, steps.Predicate, steps.Function, steps.Step, steps.Output)
KINDS: dict[type, str] = {  # {CategoricalHead: "categorical_head", ...}
    kind: re.sub(r"(?<=[a-z])(?=[A-Z])", "_", kind.__name__).lower()
    for union in UNIONS
    for kind in get_args(union)
}


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
        why = "so it is not a run folder"
        if (Path(path) / CHECKPOINT_FILE).exists():
            why = "because its training is not finished: repeat the command that began it"
        raise StoreError(f"{path}: this folder holds no {PROGRAM_FILE}, {why}")
    return loads(read_text(file), str(file))


def _file_of(path: Path) -> Path:
    return path / PROGRAM_FILE if path.is_dir() else path


def dumps(program: Program) -> str:
    """The JSON text of a program. Equal programs give equal text."""
    return json_text(to_plain(program)) + "\n"


def to_plain(program: Program) -> dict[str, Any]:
    """A program as dict, list, str, int and bool."""
    found = _plain(program) | {"chain": _plain(claims(program))}
    types: dict[Type, str] = {}
    for step, written in zip(program.steps, found["steps"], strict=True):
        if step.out.type in types:
            written["out"]["type"] = types[step.out.type]
        elif isinstance(step.out.type, Categorical):
            types[step.out.type] = step.out.name
    return {"format": FORMAT, "version": VERSION, **found}


def _plain(value: Any) -> Any:
    if isinstance(value, tuple):
        return list(value) if set(map(type, value)) <= {int, str} else list(map(_plain, value))
    if not is_dataclass(value):
        return value
    found = {field.name: getattr(value, field.name) for field in fields(value) if field.init}
    tag = {"kind": KINDS[type(value)]} if type(value) in KINDS else {}
    return tag | {name: _plain(one) for name, one in found.items() if one is not None}


def loads(text: str, name: str = "the text") -> Program:
    """The program in a JSON text; `name` is the name of the text in an error."""
    decoded = decode_version(text, _struct(Program), FORMAT, VERSION, name)
    try:
        return _built(decoded, {})  # type: ignore[no-any-return]
    except ProgramError as error:
        raise StoreError(f"{name}: {error}") from None


def _built(value: Any, types: dict[str, Type]) -> Any:
    """The dataclass of a struct; `types` holds those of the variables so far."""
    if isinstance(value, tuple) and value and isinstance(value[0], msgspec.Struct):
        return tuple(_built(item, types) for item in value)
    if not isinstance(value, msgspec.Struct):
        return value
    kind = _KIND_OF[type(value)]
    given = {f.name: _built(getattr(value, f.name), types) for f in fields(kind) if f.init}
    if kind is steps.Variable:
        if isinstance(given["type"], str):
            if given["type"] not in types:
                raise ProgramError(
                    f"{given['name']}, type: expected a type, or an earlier variable "
                    f"({', '.join(types)}), got {given['type']!r}"
                )
            given["type"] = types[given["type"]]
        types.setdefault(given["name"], given["type"])
    return kind(**given)


_KIND_OF: dict[type, Any] = {}  # struct -> dataclass


@cache
def _struct(kind: Any) -> type[msgspec.Struct]:
    """A struct with the fields of a dataclass."""
    hints = get_type_hints(kind)
    if kind is steps.Variable:
        hints["type"] |= str
    listed: list[Any] = [("format", str), ("version", int)] if kind is Program else []
    for field in fields(kind):
        if field.init:
            default = None if type(None) in get_args(hints[field.name]) else field.default
            form = _form(hints[field.name])
            listed.append((field.name, form, *(() if default is MISSING else (default,))))
    tag = {"tag_field": "kind", "tag": KINDS[kind]} if kind in KINDS else {}
    made = msgspec.defstruct(
        kind.__name__,
        listed,
        kw_only=True,
        forbid_unknown_fields=True,
        **tag,  # type: ignore[arg-type]
    )
    _KIND_OF[made] = kind
    return made


def _form(hint: Any) -> Any:
    """A type with structs for dataclasses; words are checked by the dataclasses themselves."""
    if isinstance(hint, type) and is_dataclass(hint):
        return _struct(hint)
    if get_origin(hint) is Literal:
        return str
    if get_origin(hint) is tuple:
        return tuple[tuple(map(_form, get_args(hint)))]  # type: ignore[misc]
    if get_origin(hint) in (Union, UnionType):
        return Union[tuple(map(_form, get_args(hint)))]  # noqa: UP007
    return hint
