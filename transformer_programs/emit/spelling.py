"""How the values of each variable are written in an emitted file: words as strings, numbers as
numbers, and the values of a learned word variable by the names of its groups."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import assert_never

import numpy as np

from ..infer import Inference
from ..program import Program
from ..program import steps as lang
from ..program.values import Categorical, Number, Type, domain, size, symbol
from .tree import Expression, literal

TABLE_LINES = 3  # of a table of votes around its rows
MULTIPLYING = 12  # lines: the function that multiplies votes by a number, its call and its table


@dataclass(frozen=True, slots=True)
class Spelling:
    """How the values of one variable are written.

    `listed`: of a number with few values, those that vote, each with a row of its own. `is_truth`:
    whether 0 and 1 are all it can be, and it is written as a condition is.
    """

    type: Type
    listed: tuple[int, ...] = ()
    is_truth: bool = False

    def text(self, value: int) -> Expression:
        return literal(symbol(self.type, value))

    @property
    def values(self) -> range:
        """The values that can occur, in the order of the type."""
        return domain(self.type)

    @property
    def count(self) -> int | None:
        """How many values can occur; None when they cannot be counted."""
        return size(self.type)

    def texts(self, values: Iterable[int]) -> tuple[Expression, ...]:
        return tuple(map(self.text, values))

    @property
    def is_text(self) -> bool:
        """Whether every value is written as a string."""
        return isinstance(self.type, Categorical) and all(
            isinstance(value, str) for value in self.type.values
        )


def is_counted(spelling: Spelling) -> bool:
    """Whether the votes of a variable are one row times its number."""
    return isinstance(spelling.type, Number) and not spelling.listed


def with_listed_numbers(
    program: Program, spelling: dict[str, Spelling], found: Inference
) -> dict[str, Spelling]:
    """The numbers that vote get a row for each of their values, where that makes a shorter file."""
    output = program.output
    if not isinstance(output, lang.Classifier) or not found.contexts.words:
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


def with_truths(program: Program, spelling: dict[str, Spelling]) -> dict[str, Spelling]:
    """What is 0 or 1 is a truth, unless the program may answer with it: True is not "1"."""
    answered = {program.output.reads} if isinstance(program.output, lang.Answer) else set[str]()
    for step in reversed(program.steps):
        if step.out.name in answered:
            match step:
                case lang.CategoricalHead():
                    answered.add(step.value)
                case lang.Mlp(_, reads, lang.Formula(op)) if op in ("a", "min", "max", "keep"):
                    answered |= set(reads[: 1 if op == "keep" else 2])
                case (
                    lang.Token() | lang.Position() | lang.One() | lang.NumericalHead() | lang.Mlp()
                ):
                    pass
                case other:
                    assert_never(other)
    given = {s.out.name for s in program.steps if isinstance(s, lang.Position | lang.One)}
    return {
        variable: replace(how, is_truth=is_binary(how.type) and variable not in given | answered)
        for variable, how in spelling.items()
    }


def is_binary(type: Type) -> bool:
    """Whether 0 and 1 are all the values there are."""
    return type == Number(0, 1) or (isinstance(type, Categorical) and type.values == (0, 1))
