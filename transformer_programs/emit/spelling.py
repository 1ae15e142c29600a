"""How the values of each variable are written in an emitted file: words as strings, numbers as
numbers, and the values of a learned word variable by the names of its groups."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

import numpy as np

from ..infer import Inference
from ..program import Program
from ..program.steps import Classifier
from ..program.values import Categorical, Number, Type, domain, size, symbol
from .tree import Expression, literal

TABLE_LINES = 3  # of a table of votes around its rows
MULTIPLYING = 12  # lines: the function that multiplies votes by a number, its call and its table


@dataclass(frozen=True, slots=True)
class Spelling:
    """How the values of one variable are written.

    `listed`: of a number with few values, those that vote, each with a row of its own.
    """

    type: Type
    listed: tuple[int, ...] = ()

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
