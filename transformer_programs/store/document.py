"""Program <-> the plain values (dict, list, str, int, bool, None) of its JSON file.

`to_document` writes, `from_document` reads and refuses what it does not know, saying where.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import asdict, replace
from typing import Any, TypeVar, cast, get_args

from ..program import Link, Program, Vocabulary
from ..program.chain import claims
from ..program.content import FORMAT, content
from ..program.steps import (
    Answer,
    CategoricalHead,
    Choose,
    Classifier,
    Compare,
    Extreme,
    Formula,
    Function,
    Is,
    Levels,
    Mlp,
    Module,
    NumericalHead,
    One,
    Origin,
    Output,
    Position,
    Predicate,
    Reach,
    Rows,
    Score,
    Step,
    Table,
    Token,
    Variable,
    Vote,
)
from ..program.values import Categorical, Number, ProgramError, Type, is_int
from .untrusted import StoreError

# 2: heads may have a score; 3: a program may have a chain of claims; 4: a step may say which module
# of a network it comes from, where its name does not. A program is written as the
# first version that says all of it: older releases read what they can.
VERSION = 4
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
            document["version"] = VERSION
    if not chain:
        return document
    version = max(document["version"], WITH_CHAIN)
    return document | {"version": version, "chain": list(map(asdict, chain))}


# The names that networks give to their variables. Only here is a name taken apart: programs were
# stored by name alone before a variable knew its origin.
_NAMED_BY_MODULE = re.compile(
    r"((?:num_)?(?:attn|mlp))_(0|[1-9]\d{0,8})_(0|[1-9]\d{0,8})_outputs", re.A
)


def _origin_in_name(name: str) -> Origin | None:
    found = _NAMED_BY_MODULE.fullmatch(name)
    return None if found is None else Origin(int(found[2]), int(found[3]), cast(Module, found[1]))


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
    links = tuple(
        _link(value, n) for n, value in enumerate(_list(document.get("chain", []), "chain"))
    )
    document = {name: field for name, field in document.items() if name != "chain"}
    names = ("format", "version", "max_length", "causal", "vocabulary", "steps", "output")
    _, _, max_length, causal, vocabulary, steps, output = _fields(document, names, "the program")
    known: dict[str, Type] = {}
    program = _built(
        "",
        lambda: Program(
            _vocabulary(vocabulary),
            tuple(_step(step, number, known) for number, step in enumerate(_list(steps, "steps"))),
            _output(output),
            None if max_length is None else _int(max_length, "max_length"),
            _bool(causal, "causal"),
        ),
    )
    return replace(program, chain=links) if links else program


def _link(value: Json, number: int) -> Link:
    where = f"chain, link {number}"
    kind, says, digest = _fields(value, ("kind", "says", "digest"), where)
    return _built(where, lambda: Link(kind, says, digest))


def _vocabulary(value: Json) -> Vocabulary:
    where = "vocabulary"
    words, unknown, begin, end = _fields(value, ("words", "unknown", "begin", "end"), where)
    return Vocabulary(
        tuple(_words(words, f"{where}, words")),
        None if unknown is None else _word(unknown, f"{where}, unknown"),
        None if begin is None else _word(begin, f"{where}, begin"),
        None if end is None else _word(end, f"{where}, end"),
    )


def _step(value: Json, number: int, known: dict[str, Type]) -> Step:
    where = f"step {number}"
    kind = value.get("step") if isinstance(value, dict) else None
    if isinstance(value, dict) and isinstance(value.get("out"), str):
        where += f" ({value['out']})"
    fields = {
        "token": ("lookup",),
        "position": (),
        "one": (),
        "categorical_head": ("query", "key", "value", "reach", "choose", "predicate"),
        "numerical_head": ("query", "key", "value", "reach", "predicate"),
        "mlp": ("reads", "function"),
    }
    kind = _one_of(kind, tuple(fields), f"{where}, step")
    score = None
    if kind == "categorical_head" and "score" in value:
        score = _score(value["score"], f"{where}, score")
        value = {name: field for name, field in value.items() if name != "score"}
    origin = value.get("origin")
    value = {name: field for name, field in value.items() if name != "origin"}
    _, name, type, *rest = _fields(value, ("step", "out", "type", *fields[kind]), where)
    name = _word(name, f"{where}, out")
    come = _origin_in_name(name) if origin is None else _origin(origin, f"{where}, origin")
    out = _built(
        f"{where}, out", lambda: Variable(name, _type(type, known, f"{where}, type"), come)
    )
    known.setdefault(name, out.type)
    match kind:
        case "token":
            return Token(out, _ints(rest[0], f"{where}, lookup"))
        case "position":
            return Position(out)
        case "one":
            return One(out)
        case "mlp":
            reads = tuple(_words(rest[0], f"{where}, reads"))
            return Mlp(out, reads, _function(rest[1], f"{where}, function"))
    query, key, read = (_word(rest[i], f"{where}, {fields[kind][i]}") for i in range(3))
    reach: Reach = _one_of(rest[3], get_args(Reach), f"{where}, reach")
    predicate = _predicate(rest[-1], f"{where}, predicate")
    if kind == "numerical_head":
        return NumericalHead(out, query, key, read, predicate, reach)
    choose: Choose = _one_of(rest[4], get_args(Choose), f"{where}, choose")
    return CategoricalHead(out, query, key, read, predicate, reach, choose, score)


def _origin(value: Json, where: str) -> Origin:
    layer, number, kind = _fields(value, ("layer", "number", "kind"), where)
    return _built(where, lambda: Origin(layer, number, kind))


def _type(value: Json, known: dict[str, Type], where: str) -> Type:
    match _form(value, ("values", "like", "low"), where):
        case "values":
            (values,) = _fields(value, ("values",), where)
            symbols = (
                item if is_int(item) else _word(item, f"{where}, value {number}")
                for number, item in enumerate(_list(values, f"{where}, values"))
            )
            return Categorical(tuple(symbols))
        case "like":
            (like,) = _fields(value, ("like",), where)
            return known[_one_of(like, tuple(known), f"{where}, like")]
        case _:
            low, high = _fields(value, ("low", "high"), where)
            return Number(low, high)


def _predicate(value: Json, where: str) -> Predicate:
    match _form(value, ("rows", "compare", "is"), where):
        case "rows":
            (rows,) = _fields(value, ("rows",), where)
            return Rows(_rows(rows, where))
        case "compare":
            op, shift = _fields(value, ("compare", "shift"), where)
            return _built(where, lambda: Compare(op, shift))
        case _:
            (key,) = _fields(value, ("is",), where)
            return Is(_int(key, where))


def _score(value: Json, where: str) -> Score:
    if _form(value, ("levels", "key"), where) == "levels":
        (levels,) = _fields(value, ("levels",), where)
        return Levels(_rows(levels, where))
    (best,) = _fields(value, ("key",), where)
    return _built(where, lambda: Extreme(best))


def _function(value: Json, where: str) -> Function:
    if _form(value, ("table", "formula"), where) == "formula":
        op, shift = _fields(value, ("formula", "shift"), where)
        return _built(where, lambda: Formula(op, shift))
    (table,) = _fields(value, ("table",), where)
    rows = _rows(table, where)
    for number, row in enumerate(rows):
        if len(row) != len(rows[0]):
            raise StoreError(
                f"{where}, row {number}: expected {len(rows[0])} cells as in row 0, got {len(row)}"
            )
    return Table(tuple(cell for row in rows for cell in row))


def _output(value: Json) -> Output:
    where = "output"
    if _form(value, ("answer", "classes"), where) == "answer":
        (reads,) = _fields(value, ("answer",), where)
        return Answer(_word(reads, f"{where}, answer"))
    classes, pooled, scale, votes = _fields(value, ("classes", "pooled", "scale", "votes"), where)
    return Classifier(
        tuple(_words(classes, f"{where}, classes")),
        tuple(_vote(vote, n) for n, vote in enumerate(_list(votes, f"{where}, votes"))),
        _bool(pooled, f"{where}, pooled"),
        _int(scale, f"{where}, scale"),
    )


def _vote(value: Json, number: int) -> Vote:
    where = f"output, vote {number}"
    reads, weights = _fields(value, ("reads", "weights"), where)
    return Vote(_word(reads, f"{where}, reads"), _rows(weights, f"{where}, weights"))


def _built(where: str, make: Callable[[], T]) -> T:
    """What `make` makes; a refusal by the program's own checks becomes one by the file."""
    try:
        return make()
    except ProgramError as error:
        raise StoreError(f"{where}: {error}" if where else str(error)) from None


def _fields(value: Json, names: tuple[str, ...], where: str) -> list[Json]:
    if not isinstance(value, dict):
        raise StoreError(
            f"{where}: expected an object with {', '.join(names)}; got {_brief(value)}"
        )
    for name in names:
        if name not in value:
            raise StoreError(f"{where}: the field {name!r} is missing")
    for name in value:
        if name not in names:
            raise StoreError(f"{where}: expected {', '.join(names)}; got the field {name!r} too")
    return [value[name] for name in names]


def _form(value: Json, names: tuple[str, ...], where: str) -> str:
    """Which of several forms an object has, told by its first field."""
    for name in names:
        if isinstance(value, dict) and name in value:
            return name
    raise StoreError(f"{where}: expected an object with {' or '.join(names)}; got {_brief(value)}")


def _list(value: Json, where: str) -> list[Json]:
    if not isinstance(value, list):
        raise StoreError(f"{where}: expected a list, got {_brief(value)}")
    return value


def _words(value: Json, where: str) -> list[str]:
    return [_word(word, f"{where}, {n}") for n, word in enumerate(_list(value, where))]


def _word(value: Json, where: str) -> str:
    if isinstance(value, dict) and list(value) == ["join"]:
        return "".join(_words(value["join"], where))
    if not isinstance(value, str):
        raise StoreError(f"{where}: expected a string, got {_brief(value)}")
    return value


def _int(value: Json, where: str) -> int:
    if not is_int(value):
        raise StoreError(f"{where}: expected a whole number, got {_brief(value)}")
    return int(value)


def _bool(value: Json, where: str) -> bool:
    if not isinstance(value, bool):
        raise StoreError(f"{where}: expected true or false, got {_brief(value)}")
    return value


def _ints(value: Json, where: str) -> tuple[int, ...]:
    for number, item in enumerate(_list(value, where)):
        if not is_int(item):
            raise StoreError(f"{where}, {number}: expected a whole number, got {_brief(item)}")
    return tuple(value)


def _rows(value: Json, where: str) -> tuple[tuple[int, ...], ...]:
    return tuple(_ints(row, f"{where}, row {n}") for n, row in enumerate(_list(value, where)))


def _one_of(value: Json, allowed: tuple[T, ...], where: str) -> T:
    for choice in allowed:
        if value == choice:
            return choice
    listed = ", ".join(map(str, allowed)) or "nothing yet"
    raise StoreError(f"{where}: expected one of {listed}; got {_brief(value)}")


def _brief(value: Json) -> str:
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."
