"""Programs for text that were tried: how each was made, and how good and how long it is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from ..program import Program


class Recipe(NamedTuple):
    """How many groups of each variable, copied from where; how many pairs; the cost of a vote."""

    sizes: tuple[int, ...]
    offsets: tuple[int, ...]
    pairs: int
    penalty: float


@dataclass(frozen=True, slots=True, eq=False)
class Candidate:
    """A program, how good it is on validation, and how much of it there is to read.

    `expected` is what it is chosen by: its score on validation, for texts without vectors mixed
    with how often it answers as the linear model, which is less a matter of luck. `lines` are those
    it prints; `votes` counts those that are not 0, `groups` and `pairs` the values there are.
    """

    program: Program
    validation: float
    expected: float
    lines: int
    votes: int
    groups: int
    pairs: int
    recipe: Recipe

    @property
    def offsets(self) -> tuple[int, ...]:
        return self.recipe.offsets

    def __str__(self) -> str:
        offsets = ", ".join(f"{offset:+}" for offset in self.offsets if offset)
        copied = f", offsets {offsets}" if offsets else ""
        paired = f", {self.pairs} pair{'s' * (self.pairs > 1)}" if self.pairs else ""
        return (
            f"{self.groups} groups{copied}{paired}: {self.votes} votes, {self.lines} lines, "
            f"validation {self.validation:.2%}"
        )


def front_of_candidates(found: Sequence[Candidate]) -> list[Candidate]:
    """The most promising one, before it that of those that are shorter and worse, and so on."""
    chosen: list[Candidate] = []
    while found:
        best = max(found, key=lambda one: (one.expected, -one.lines))
        chosen.insert(0, best)
        found = [o for o in found if o.lines < best.lines and o.validation < best.validation]
    return chosen
