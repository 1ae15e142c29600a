"""The result of a comparison: how it was checked, or the input that shows the difference."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from ..program import Program
from ..program.json_layout import json_line
from .pair import Pair, Variables, answer, spelled, variables

Strength = Literal["identical", "compositional", "every length", "exhaustive", "sampled"]


@dataclass(frozen=True, slots=True)
class Counterexample:
    """An input on which two sides differ, and everything that each computed on it.

    `position` is the first that differs, None where the answers differ as a whole; `answers` are
    the two answers there. `variables` are those of each side that has them, at every position.
    `unlisted` are the words of the input that are not in the vocabulary.
    """

    tokens: tuple[str, ...]
    position: int | None
    answers: tuple[Any, Any]
    variables: tuple[Variables, Variables]
    names: tuple[str, str] = ("a", "b")
    unlisted: tuple[str, ...] = ()

    def __str__(self) -> str:
        place = "" if self.position is None else f" position {self.position}:"
        a, b = map(spelled, self.answers)
        words = ", ".join(map(json_line, self.unlisted))
        are = "is" if len(self.unlisted) == 1 else "are"
        unlisted = f" ({words} {are} not in the vocabulary)" if words else ""
        return f"differ on {json_line(self.tokens)}{unlisted}:{place} {a} vs {b}\n{self.table()}"

    def table(self) -> str:
        """The variables of both sides at the position that differs; `<-` where they do."""
        at = self.position
        a, b = (
            {name: v if at is None else v[at] for name, v in side.items()}
            for side in self.variables
        )
        rows: list[tuple[str, ...]] = [("variable", *self.names)]
        for name in dict.fromkeys([*a, *b]):
            rows.append((name, *(spelled(side[name]) if name in side else "" for side in (a, b))))
        rows.append(("output", spelled(self.answers[0]), spelled(self.answers[1])))
        widths = [max(len(row[column]) for row in rows) for column in range(3)]
        lines = []
        for number, row in enumerate(rows):
            cells = "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True))
            differs = number > 0 and "" not in row and row[1] != row[2]
            lines.append(f"  {cells}{'  <-' if differs else ''}".rstrip())
        return "\n".join(lines)


@dataclass(frozen=True, slots=True)
class Verification:
    """The result of a comparison: whether two sides are equal, and how this was checked.

    `count` is the number of inputs or, for a comparison at every length, of states. `says` is the
    result in a sentence, unless there is a counterexample.
    """

    equal: bool
    strength: Strength
    count: int
    says: str = ""
    counterexample: Counterexample | None = None

    def __bool__(self) -> bool:
        return self.equal

    def __str__(self) -> str:
        return self.says if self.counterexample is None else str(self.counterexample)


def counterexample(
    pair: Pair, tokens: Sequence[str], names: tuple[str, str]
) -> Counterexample | None:
    """The difference of the sides on an input, by the definition; None where they agree."""
    answers = [answer(side, tokens) for side in pair.sides]
    position, _ = pair.differ(*answers)
    if position is None:
        return None
    programs = [side for side in pair.sides if isinstance(side, Program)]
    unlisted = [t for t in tokens if any(t not in p.vocabulary.words for p in programs)]
    shown = answers if position < 0 else [given[position] for given in answers]
    return Counterexample(
        tuple(tokens),
        None if position < 0 else position,
        (shown[0], shown[1]),
        (variables(pair.sides[0], tokens), variables(pair.sides[1], tokens)),
        names,
        tuple(dict.fromkeys(unlisted)),
    )
