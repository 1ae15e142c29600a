"""Programs for text that were tried: how each was made, and how good and how long it is."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from ..dataset import Task
from ..program import Program
from ..program.program import linked
from ..store.folder import Front, front_entry


class Recipe(NamedTuple):
    """The number of groups and the offsets they are copied from; of pairs and of their places; the
    cost of a vote."""

    size: int
    offsets: tuple[int, ...]
    pairs: tuple[int, int]
    penalty: float


@dataclass(frozen=True, slots=True, eq=False)
class Candidate:
    """A program, how good it is on validation, and how much of it there is to read.

    For texts, `validation` is the score in cross-validation over training and validation. `inputs`
    is how many it counts. `lines` are those the program prints; `votes` counts those that are not
    0, `groups` and `pairs` the values.
    """

    program: Program
    validation: float
    inputs: int
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


def front_of_candidates(task: Task, found: Iterable[Candidate]) -> Front:
    """The front of programs for text, by their scores on inputs that were held out."""
    name, train, held = "validation", len(task.train), len(task.validation)
    says = f"to {train:,} inputs; chosen on {held:,} validation inputs"
    if task.pooled:
        name = "cross-validation"
        says = f"to {train + held:,} inputs; chosen in cross-validation on them"
    return Front(()).joined(
        front_entry(
            f"{one.groups} groups",
            linked(one.program, "fitted", says),
            task,
            (name, one.validation, one.inputs),
        )
        for one in found
    )
