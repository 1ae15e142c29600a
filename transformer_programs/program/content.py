"""The content of a program as plain values (dict, list, str, int, bool, None), and its digest.

A type that an earlier variable has already is written {"like": "tokens"}.
"""

from __future__ import annotations

import hashlib
import re
from typing import Any, assert_never

from .json_layout import json_text
from .program import Program, types
from .steps import (
    Answer,
    CategoricalHead,
    Classifier,
    Compare,
    Extreme,
    Formula,
    Function,
    Is,
    Levels,
    Mlp,
    NumericalHead,
    One,
    Output,
    Position,
    Predicate,
    Rows,
    Score,
    Step,
    Table,
    Token,
    Variable,
    score_of,
)
from .values import Categorical, Number, Symbol, Type, size

FORMAT = "transformer-program"

Json = Any

STEP_NAMES: dict[type, str] = {
    Token: "token",
    Position: "position",
    One: "one",
    CategoricalHead: "categorical_head",
    NumericalHead: "numerical_head",
    Mlp: "mlp",
}


def digest(program: Program) -> str:
    """A short name that no other program has: what is claimed of a program is no part of it."""
    text = json_text(content(program)) + "\n"
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:16]


def content(program: Program) -> dict[str, Json]:
    """A program as plain values, keys in a fixed order; its chain of claims is not part of it."""
    vocabulary, kinds = program.vocabulary, types(program)
    named: dict[Type, str] = {}
    return {
        "format": FORMAT,
        "version": _version(program),
        "max_length": program.max_length,
        "causal": program.causal,
        "vocabulary": {
            "words": list(map(_word_json, vocabulary.words)),
            "unknown": _word_json(vocabulary.unknown),
            "begin": _word_json(vocabulary.begin),
            "end": _word_json(vocabulary.end),
        },
        "steps": [_step_json(step, kinds, named) for step in program.steps],
        "output": _output_json(program.output),
    }


def _version(program: Program) -> int:
    """The first version that says all of a program: older releases read what they can."""
    heads = (step for step in program.steps if isinstance(step, CategoricalHead))
    return 1 if all(head.score is None for head in heads) else 2


def _step_json(step: Step, kinds: dict[str, Type], named: dict[Type, str]) -> Json:
    fields: dict[str, Json] = {
        "step": STEP_NAMES[type(step)],
        "out": step.out.name,
        "type": _type_json(step.out, named),
    }
    match step:
        case Token(_, lookup):
            return fields | {"lookup": list(lookup)}
        case Position() | One():
            return fields
        case CategoricalHead() | NumericalHead():
            fields |= {"query": step.query, "key": step.key, "value": step.value}
            fields |= {"reach": step.reach}
            if isinstance(step, CategoricalHead):
                fields |= {"choose": step.choose}
            fields |= {"predicate": _predicate_json(step.predicate)}
            score = score_of(step)
            return fields if score is None else fields | {"score": _score_json(score)}
        case Mlp(_, reads, function):
            last = size(kinds[reads[-1]]) or 1
            return fields | {"reads": list(reads), "function": _function_json(function, last)}
        case _:
            assert_never(step)


def _type_json(variable: Variable, named: dict[Type, str]) -> Json:
    match variable.type:
        case Number(low, high):
            return {"low": low, "high": high}
        case Categorical(values) as type:
            if type in named:
                return {"like": named[type]}
            named[type] = variable.name
            return {"values": list(map(_word_json, values))}
        case _:
            assert_never(variable.type)


def _predicate_json(predicate: Predicate) -> Json:
    match predicate:
        case Rows(accepts):
            return {"rows": list(map(list, accepts))}
        case Compare(op, shift):
            return {"compare": op, "shift": shift}
        case Is(value):
            return {"is": value}
        case _:
            assert_never(predicate)


def _score_json(score: Score) -> Json:
    match score:
        case Levels(levels):
            return {"levels": list(map(list, levels))}
        case Extreme(best):
            return {"key": best}
        case _:
            assert_never(score)


def _function_json(function: Function, last: int) -> Json:
    match function:
        case Table(cells):  # one row holds all values of the last variable read
            return {"table": [list(cells[i : i + last]) for i in range(0, len(cells), last)]}
        case Formula(op, shift):
            return {"formula": op, "shift": shift}
        case _:
            assert_never(function)


def _output_json(output: Output) -> Json:
    match output:
        case Answer(reads):
            return {"answer": reads}
        case Classifier(classes, votes, pooled, scale):
            return {
                "classes": list(map(_word_json, classes)),
                "pooled": pooled,
                "scale": scale,
                "votes": [
                    {"reads": vote.reads, "weights": list(map(list, vote.weights))}
                    for vote in votes
                ],
            }
        case _:
            assert_never(output)


# A JSON reader makes one character of "\ud83d\ude00"; two lone surrogates in a row must stay two.
_BETWEEN_SURROGATES = re.compile("(?<=[\ud800-\udbff])(?=[\udc00-\udfff])")


def _word_json(word: Symbol | None) -> Json:
    parts = _BETWEEN_SURROGATES.split(word) if isinstance(word, str) else []
    return {"join": parts} if len(parts) > 1 else word
