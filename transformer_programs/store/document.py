"""Program <-> the plain values (dict, list, str, int, bool, None) of its JSON file.

`to_document` writes, `from_document` reads and refuses what it does not know, saying where. An
object of the file is read by the annotations of what is made of it.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import asdict
from functools import cache, reduce
from inspect import signature
from operator import or_
from types import UnionType
from typing import Any, Literal, TypeVar, Union, cast, get_args, get_origin, get_type_hints

from ..program import Program
from ..program import steps as lang
from ..program.chain import claims
from ..program.content import FIRST, FORMAT, STEP_NAMES, content
from ..program.values import ProgramError, Symbol, Type, is_int
from .untrusted import StoreError, brief, require

# 2: heads may have a score; 3: a program may have a chain of claims; 4: a step may say which module
# of a network it comes from, where its name does not; 5: numbers that are answered may have names;
# 6: a vocabulary may name the tokenizer of raw text, or take lists.
# A program is written as the first version that says all of it: older releases read what they can.
VERSION = 6
WITH_ORIGIN = 4
WITH_CHAIN = 3

Json = Any
T = TypeVar("T")


# --- writing --------------------------------------------------------------------------------------


def to_document(program: Program) -> dict[str, Json]:
    """A program with its chain of claims as plain values, keys in a fixed order."""
    document, chain = content(program), claims(program)
    for step, written in zip(program.steps, document["steps"], strict=True):
        origin = step.out.origin
        if origin is not None and origin != _origin_in_name(step.out.name):
            written["origin"] = asdict(origin)
            document["version"] = max(document["version"], WITH_ORIGIN)
    if not chain:
        return document
    version = max(document["version"], WITH_CHAIN)
    return document | {"version": version, "chain": list(map(asdict, chain))}


# The names that networks give to their variables. Only here is a name taken apart: programs were
# stored by name alone before a variable knew its origin.
_NAMED_BY_MODULE = re.compile(
    r"((?:num_)?(?:attn|mlp))_(0|[1-9]\d{0,8})_(0|[1-9]\d{0,8})_outputs", re.A
)


def _origin_in_name(name: str) -> lang.Origin | None:
    if (found := _NAMED_BY_MODULE.fullmatch(name)) is None:
        return None
    return lang.Origin(int(found[2]), int(found[3]), cast(lang.Module, found[1]))


# --- reading: `where` names the place in the file for the sentence of a refusal -------------------


def from_document(document: Json) -> Program:
    """The program that plain values describe, or a StoreError."""
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        raise StoreError(
            f'this is JSON, but not a transformer program: expected "format": "{FORMAT}" '
            "at the top of the file"
        )
    version: Json = document.get("version")
    if not is_int(version) or version < 1:
        raise StoreError(f"version: expected a whole number from 1 to {VERSION}, got {version!r}")
    if version > VERSION:
        raise StoreError(
            f"the file has format version {version}, but this release reads up to {VERSION}: "
            "a newer transformer-programs wrote it; upgrade to read it"
        )
    hints = _hints(Program)
    _check_fields(document, ("format", "version", *hints), "the program")
    reader = _Reader()
    given: dict[str, Any] = {
        name: reader.read(hint, document[name], name)
        for name, hint in hints.items()
        if name in document
    }
    return _built("", lambda: Program(**given))


def _table(rows: tuple[tuple[int, ...], ...]) -> lang.Table:
    for number, row in enumerate(rows):
        if len(row) != len(rows[0]):
            wanted = len(rows[0])
            raise ProgramError(f"row {number}: expected {wanted} cells as in row 0, got {len(row)}")
    return lang.Table(tuple(cell for row in rows for cell in row))


# The kinds of a union, by the field that tells them apart: it holds their first value.
_FORMS: dict[Any, dict[str, Callable[..., Any]]] = {
    union: {
        name: _table if kind is lang.Table else kind
        for kind, name in FIRST.items()
        if kind in (get_args(union) or (union,))
    }
    for union in (Type, lang.Predicate, lang.Extreme, lang.Function, lang.Output)
}
_KINDS: dict[str, Callable[..., lang.Step]] = {name: kind for kind, name in STEP_NAMES.items()}
_MAY_BE_MISSING = {"chain", "names", "origin", "score", "tokenizer", "digits", "lists"}


class _Reader:
    """Reads values by annotations; knows the types of the variables read so far."""

    def __init__(self) -> None:
        self.known: dict[str, Type] = {}

    def read(self, hint: Any, value: Json, where: str) -> Any:
        """The value that a hint asks for."""
        if get_origin(hint) is tuple:
            if not isinstance(value, list):
                raise StoreError(f"{where}: expected a list, got {brief(value)}")
            item, *others = get_args(hint)
            if others == [...] and set(map(type, value)) <= {item}:
                return tuple(value)  # numbers or words: they may be many
            hints = [item] * len(value) if others == [...] else [item, *others]
            if len(value) != len(hints):
                raise StoreError(f"{where}: expected {len(hints)} values, got {brief(value)}")
            pairs = enumerate(zip(hints, value, strict=True))
            return tuple(self.read(one, given, f"{where}, {n}") for n, (one, given) in pairs)
        if hint in _FORMS:
            return self.form(hint, value, where)
        if hint == lang.Step:
            return self.step(value, where)
        if hint in _PLAIN:
            return _PLAIN[hint](value, where)
        if get_origin(hint) is Literal:
            return _one_of(value, get_args(hint), where)
        if get_origin(hint) in (Union, UnionType):
            others = [one for one in get_args(hint) if one is not type(None)]
            return None if value is None else self.read(reduce(or_, others), value, where)
        return self.object(hint, value, where)

    def object(self, make: Callable[..., T], value: Json, where: str, first: str = "") -> T:
        """Make something of the fields of an object; `first` is another name of the first field."""
        hints = _hints(make)
        names = (first, *list(hints)[1:]) if first else tuple(hints)
        _check_fields(value, names, where)
        given = {
            own: self.read(hint, value[name], f"{where}, {name}")
            for name, (own, hint) in zip(names, hints.items(), strict=True)
            if name in value
        }
        return _built(where, lambda: make(**given))

    def form(self, union: Any, value: Json, where: str) -> Any:
        """An object of one of several kinds; a type may be like that of an earlier variable."""
        fields = value if isinstance(value, dict) else {}
        if union == Type and "like" in fields:
            _check_fields(value, ("like",), where)
            return self.known[_one_of(value["like"], tuple(self.known), f"{where}, like")]
        for name, make in _FORMS[union].items():
            if name in fields:
                return self.object(make, value, where, name)
        names = " or ".join([*_FORMS[union], *(["like"] if union == Type else [])])
        raise StoreError(f"{where}: expected an object with {names}; got {brief(value)}")

    def step(self, value: Json, where: str) -> lang.Step:
        """A step; its variable stands in three fields."""
        fields = value if isinstance(value, dict) else {}
        where = where.replace("steps, ", "step ")
        if isinstance(fields.get("out"), str):
            where += f" ({fields['out']})"
        kind = _KINDS[_one_of(fields.get("step"), tuple(_KINDS), f"{where}, step")]
        hints = _hints(kind) | {"out": str, "type": Type, "origin": lang.Origin}
        _check_fields(value, ("step", *hints), where)
        given = {
            name: self.read(hint, value[name], f"{where}, {name}")
            for name, hint in hints.items()
            if name in value
        }
        name, type = given.pop("out"), given.pop("type")
        origin = given.pop("origin", None) or _origin_in_name(name)
        out = _built(f"{where}, out", lambda: lang.Variable(name, type, origin))
        self.known.setdefault(name, type)
        return kind(out, **given)


@cache
def _hints(make: Callable[..., Any]) -> dict[str, Any]:
    """The annotations of the parameters of a class or function, by name."""
    hints = get_type_hints(make)
    return {name: hints[name] for name in signature(make).parameters}


def _built(where: str, make: Callable[[], T]) -> T:
    """The result of `make`; a refusal by the program's own checks becomes one of the file."""
    try:
        return make()
    except ProgramError as error:
        raise StoreError(f"{where}: {error}" if where else str(error)) from None


def _check_fields(value: Json, names: tuple[str, ...], where: str) -> None:
    if not isinstance(value, dict):
        raise StoreError(f"{where}: expected an object with {', '.join(names)}; got {brief(value)}")
    for name in names:
        if name not in value and name not in _MAY_BE_MISSING:
            raise StoreError(f"{where}: the field {name!r} is missing")
    for name in value:
        if name not in names:
            raise StoreError(f"{where}: expected {', '.join(names)}; got the field {name!r} too")


def _one_of(value: Json, allowed: tuple[str, ...], where: str) -> str:
    if value not in allowed:
        listed = ", ".join(allowed) or "nothing yet"
        raise StoreError(f"{where}: expected one of {listed}; got {brief(value)}")
    return str(value)


def _word(value: Json, where: str) -> str:
    if isinstance(value, dict) and list(value) == ["join"]:
        require(value["join"], [str], where)
        return "".join(value["join"])
    if not isinstance(value, str):
        raise StoreError(f"{where}: expected a string, got {brief(value)}")
    return value


def _int(value: Json, where: str) -> int:
    if not is_int(value):
        raise StoreError(f"{where}: expected a whole number, got {brief(value)}")
    return int(value)


def _bool(value: Json, where: str) -> bool:
    require(value, bool, where)
    return bool(value)


_PLAIN: dict[Any, Callable[[Json, str], Any]] = {
    str: _word,
    int: _int,
    bool: _bool,
    Symbol: lambda value, where: value if is_int(value) else _word(value, where),
}
