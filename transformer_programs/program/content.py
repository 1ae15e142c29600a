"""The content of a program as plain values (dict, list, str, int, bool, None), and its digest.

A type that an earlier variable has already is written {"like": "tokens"}. Where something may be of
several kinds, the name of its first field tells which: `FIRST`.
"""

from __future__ import annotations

import hashlib
import re
from dataclasses import fields
from typing import Any

from . import steps
from .json_layout import json_text
from .program import Program, Vocabulary, types
from .values import Categorical, Number, Type, size

FORMAT = "transformer-program"

Json = Any

STEP_NAMES: dict[type, str] = {
    steps.Token: "token",
    steps.Position: "position",
    steps.One: "one",
    steps.CategoricalHead: "categorical_head",
    steps.NumericalHead: "numerical_head",
    steps.Mlp: "mlp",
}
FIRST: dict[type, str] = {
    Categorical: "values",
    Number: "low",
    steps.Rows: "rows",
    steps.Compare: "compare",
    steps.Is: "is",
    steps.Extreme: "key",
    steps.Table: "table",
    steps.Formula: "formula",
    steps.Answer: "answer",
    steps.Classifier: "classes",
    steps.Vote: "reads",
    Vocabulary: "words",
}
OPTIONAL = ("score", "names", "tokenizer", "digits", "lists")  # left out where there is none
LAST = ("predicate", "score", "votes")  # fields that are written behind the shorter ones
# A JSON reader makes one character of "\ud83d\ude00"; two lone surrogates in a row must stay two.
_BETWEEN_SURROGATES = re.compile("(?<=[\ud800-\udbff])(?=[\udc00-\udfff])")


def digest(program: Program) -> str:
    """A short name that no other program has: what is claimed of a program is no part of it."""
    text = json_text(content(program)) + "\n"
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:16]


def content(program: Program) -> dict[str, Json]:
    """A program as plain values, keys in a fixed order; its chain of claims is not part of it."""
    kinds = types(program)
    named: dict[Type, str] = {}
    listed: list[Json] = []
    for step in program.steps:  # a variable stands in two fields
        name, type_ = step.out.name, step.out.type
        written = {"like": named[type_]} if type_ in named else _plain(type_)
        if isinstance(type_, Categorical):
            named.setdefault(type_, name)
        found = {"step": STEP_NAMES[type(step)], "out": name, "type": written, **_plain(step)}
        if isinstance(step, steps.Mlp) and isinstance(step.function, steps.Table):
            cells, last = step.function.cells, size(kinds[step.reads[-1]]) or 1
            rows = [list(cells[i : i + last]) for i in range(0, len(cells), last)]
            found["function"] = {"table": rows}  # one for each value before the last variable
        listed.append(found)
    scored = any(steps.score_of(s) for s in program.steps if isinstance(s, steps.Head))
    answered = isinstance(program.output, steps.Answer) and program.output.names
    extended = program.vocabulary.reads_text or program.vocabulary.lists
    version = 6 if extended else 5 if answered else 2 if scored else 1
    return {
        "format": FORMAT,
        "version": version,  # older releases read what they can
        "max_length": program.max_length,
        "causal": program.causal,
        "vocabulary": _plain(program.vocabulary),
        "steps": listed,
        "output": _plain(program.output),
    }


def _plain(value: Any) -> Json:
    """What a value holds, as plain values."""
    match value:
        case str():
            parts = _BETWEEN_SURROGATES.split(value)
            return {"join": parts} if len(parts) > 1 else value
        case tuple():
            numbers = set(map(type, value)) <= {int}  # they may be many
            return list(value) if numbers else list(map(_plain, value))
        case None | int():
            return value
    names = [field.name for field in fields(value) if field.init and field.name != "out"]
    found = {name: getattr(value, name) for name in sorted(names, key=lambda name: name in LAST)}
    if type(value) not in STEP_NAMES:
        found = {FIRST[type(value)]: found.pop(names[0]), **found}
    return {n: _plain(v) for n, v in found.items() if v or n not in OPTIONAL}
