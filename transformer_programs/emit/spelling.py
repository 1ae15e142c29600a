"""How the values of each variable are written in an emitted file.

A value is written as itself: a word as a string, a number as a number. The values of a learned
embedding have no meaning but the words they stand for: they are members of an Enum, and so are the
values of every variable copied from it. Where a closed form counts or compares them with others, or
the program answers with them, they are written as they are named in the type.
"""

from __future__ import annotations

import keyword
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import assert_never

import numpy as np

from ..infer import Inference
from ..program import Program, types
from ..program.steps import (
    Answer,
    CategoricalHead,
    Classifier,
    Compare,
    Extreme,
    Formula,
    Mlp,
    NumericalHead,
    One,
    Position,
    Token,
    score_of,
)
from ..program.values import Categorical, Number, Type, domain, is_numeric, size, symbol
from .names import NameGiver, class_name
from .tree import Expression, literal, name, seq

TABLE_LINES = 3  # of a table of votes around its rows
MULTIPLYING = 12  # lines: the function that multiplies votes by a number, its call and its table
NOT_MEMBERS = ("name", "value", "mro")


@dataclass(frozen=True, slots=True)
class Embedding:
    """A Token step whose values are printed as an Enum: the words behind each value in use."""

    variable: str
    class_name: str
    members: dict[int, str]
    words: dict[int, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class Spelling:
    """How the values of one variable are written.

    `listed`: of a number with few values, those that vote, each with a row of its own. `is_truth`:
    whether 0 and 1 are all it can be, and it is written as a condition is.
    """

    type: Type
    embedding: Embedding | None = None
    listed: tuple[int, ...] = ()
    is_truth: bool = False

    def text(self, value: int) -> Expression:
        if self.embedding is not None:
            return seq(name(self.embedding.class_name), f".{self.embedding.members[value]}")
        return literal(symbol(self.type, value))

    @property
    def values(self) -> tuple[int, ...]:
        """The values that can occur, in the order of the type; of an embedding, those in use."""
        if self.embedding is not None:
            return tuple(self.embedding.members)
        return tuple(domain(self.type))

    @property
    def count(self) -> int | None:
        """How many values can occur; None when they cannot be counted."""
        return size(self.type) if self.embedding is None else len(self.embedding.members)

    def possible(self, values: Iterable[int]) -> list[int]:
        """Those of the values that can occur."""
        members = None if self.embedding is None else self.embedding.members
        return [value for value in values if members is None or value in members]

    def texts(self, values: Iterable[int]) -> tuple[Expression, ...]:
        """Those of the values that can occur, written."""
        return tuple(map(self.text, self.possible(values)))

    @property
    def is_text(self) -> bool:
        """Whether every value is written as a string."""
        return isinstance(self.type, Categorical) and all(
            isinstance(value, str) for value in self.type.values
        )


def is_number(spelling: Spelling) -> bool:
    """Whether values are printed as whole numbers: the members of an Enum are not."""
    return is_numeric(spelling.type) and spelling.embedding is None


def is_counted(spelling: Spelling) -> bool:
    """Whether the votes of a variable are one row times its number."""
    return isinstance(spelling.type, Number) and not spelling.listed


def with_listed_numbers(
    program: Program, spelling: dict[str, Spelling], found: Inference
) -> dict[str, Spelling]:
    """The numbers that vote get a row for each of their values, where that makes a shorter file."""
    output = program.output
    if not isinstance(output, Classifier) or not found.contexts.words:
        return spelling
    listed: dict[str, tuple[int, ...]] = {}
    for vote in output.votes:
        type = spelling[vote.reads].type
        if isinstance(type, Number):
            mask = found.possible[vote.reads]
            if mask is None:
                return spelling
            seen = np.flatnonzero(mask[found.contexts.counted].any(0)) + domain(type).start
            listed[vote.reads] = tuple(seen.tolist())
    if sum(len(values) + TABLE_LINES - 1 for values in listed.values()) > MULTIPLYING:
        return spelling
    return {name: replace(how, listed=listed.get(name) or ()) for name, how in spelling.items()}


def spellings(program: Program, names: NameGiver) -> dict[str, Spelling]:
    """How each variable of a program is written."""
    source = sources(program)
    plain = _written_as_named(program, source)
    embeddings = {
        step.out.name: _embedding(step, program, names)
        for step in program.steps
        if isinstance(step, Token) and step.out.name not in plain and is_learned(step, program)
    }
    return {
        name: Spelling(type, embeddings.get(source.get(name, "")))
        for name, type in types(program).items()
    }


def with_truths(program: Program, spelling: dict[str, Spelling]) -> dict[str, Spelling]:
    """What is 0 or 1 is a truth, unless the program may answer with it: True is not "1"."""
    answered = {program.output.reads} if isinstance(program.output, Answer) else set[str]()
    for step in reversed(program.steps):
        if step.out.name in answered:
            match step:
                case CategoricalHead():
                    answered.add(step.value)
                case Mlp(_, reads, Formula(op)) if op in ("a", "min", "max", "keep"):
                    answered |= set(reads[: 1 if op == "keep" else 2])
                case Token() | Position() | One() | NumericalHead() | Mlp():
                    pass
                case other:
                    assert_never(other)
    computed = {step.out.name for step in program.steps if not isinstance(step, Position | One)}
    return {
        variable: replace(
            how,
            is_truth=is_binary(how.type) and not how.embedding and variable in computed - answered,
        )
        for variable, how in spelling.items()
    }


def is_binary(type: Type) -> bool:
    """Whether 0 and 1 are all the values there are."""
    return type == Number(0, 1) or (isinstance(type, Categorical) and type.values == (0, 1))


def sources(program: Program) -> dict[str, str]:
    """For each variable that only ever holds values of an input variable: which one."""
    source: dict[str, str] = {}
    for step in program.steps:
        match step:
            case Token(out, _):
                source[out.name] = out.name
            case CategoricalHead(out=out, value=value) if value in source:
                source[out.name] = source[value]
            case Position() | One() | CategoricalHead() | NumericalHead() | Mlp():
                pass
            case other:
                assert_never(other)
    return source


def is_identity(step: Token, program: Program) -> bool:
    """Whether every word is its own value."""
    return all(
        symbol(step.out.type, value) == word
        for word, value in zip(program.vocabulary.words, step.lookup, strict=True)
    )


def is_learned(step: Token, program: Program) -> bool:
    """Whether values group words. Numbers, and new names for single words, speak for themselves."""
    grouped = len(set(step.lookup)) < len(step.lookup)
    return isinstance(step.out.type, Categorical) and grouped and not is_identity(step, program)


def _written_as_named(program: Program, source: dict[str, str]) -> set[str]:
    """The input variables whose values meet arithmetic, an order, other variables or the answer."""
    named: set[str] = set()
    for step in program.steps:
        match step:
            case CategoricalHead() | NumericalHead():
                if isinstance(step.predicate, Compare):
                    query, key = source.get(step.query), source.get(step.key)
                    if query != key or step.predicate.op not in ("==", "!="):
                        named |= {name for name in (query, key) if name is not None}
                    elif step.predicate.shift != 0 and query is not None:
                        named.add(query)
                if isinstance(score_of(step), Extreme) and step.key in source:
                    named.add(source[step.key])
            case Mlp(_, reads, Formula()):
                named |= {source[name] for name in reads if name in source}
            case Token() | Position() | One() | Mlp():
                pass
            case other:
                assert_never(other)
    if isinstance(program.output, Answer) and program.output.reads in source:
        named.add(source[program.output.reads])
    return named


def _embedding(step: Token, program: Program, names: NameGiver) -> Embedding:
    type = step.out.type
    assert isinstance(type, Categorical)
    words: dict[int, list[str]] = {}
    for word, value in zip(program.vocabulary.words, step.lookup, strict=True):
        words.setdefault(value, []).append(word)
    used = sorted(words)
    digits = len(str(len(type.values) - 1))
    named = all(_is_member_name(value) for value in type.values)
    members = {value: str(type.values[value]) if named else f"V{value:0{digits}}" for value in used}
    return Embedding(
        step.out.name,
        names.new(class_name(step.out.name)),
        members,
        {value: tuple(words[value]) for value in used},
    )


def _is_member_name(value: str | int) -> bool:
    return (
        isinstance(value, str)
        and value.isidentifier()
        and value.isascii()
        and not value.startswith("_")
        and not keyword.iskeyword(value)
        and value not in NOT_MEMBERS
        and len(value) <= 12
    )
