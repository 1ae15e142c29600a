"""Trace one input step by step: every value, its causes, and the effects of changes.

>>> from transformer_programs.shelf import induction
>>> run = trace(induction.program, "<s> a 1 b 2 a".split())
>>> print(run.why(5).chain()[0])
attn_1_0_outputs at position 5 is "1": tokens at position 2, the only position so far where \
attn_0_0_outputs is "a" (for tokens = "a")
>>> run.without("attn_0_0").answer[5]
'unk'
>>> print(run.diff(run.set("tokens", 2, "3")))
answer at position 5: "1" -> "3"
tokens at position 2: "1" -> "3"
attn_0_0_outputs at position 3: "1" -> "3"
attn_1_0_outputs at position 5: "1" -> "3"
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from ..meaning.interpret import Values, answered, encode, run_step
from ..meaning.words import input_of
from ..program import Program, types
from ..program.numerals import with_numerals
from ..program.values import Symbol
from .causes import Cause, Place, cause, chain, spell
from .records import (
    StepRecord,
    TraceError,
    attention_of,
    frozen,
    step_name,
    stored_value,
    switched_off,
)
from .why import Why, why

__all__ = ["Trace", "TraceError", "Why", "frozen", "step_name", "switched_off", "trace"]


class ValueChange(NamedTuple):
    """A variable or the answer, before and after; `position` is None for a pooled answer."""

    variable: str
    position: int | None
    before: Symbol
    after: Symbol

    def __str__(self) -> str:
        where = "" if self.position is None else f" at position {self.position}"
        return f"{self.variable}{where}: {spell(self.before)} -> {spell(self.after)}"


@dataclass(frozen=True, slots=True)
class Diff:
    """Everything that differs; false when nothing does."""

    labels: tuple[ValueChange, ...]
    values: tuple[ValueChange, ...]

    def __bool__(self) -> bool:
        return bool(self.values or self.labels)

    def __str__(self) -> str:
        return "\n".join(map(str, (*self.labels, *self.values))) or "no difference"


@dataclass(frozen=True, slots=True, repr=False)
class Trace:
    """One run of a program: a record per step, the votes, and the answer.

    `off` lists the steps that are switched off, and `fixed` has the values that were set, as they
    are stored. `scores` has the votes for each class at each position, or one row for a pooled
    program.
    """

    program: Program
    tokens: tuple[str, ...]
    steps: tuple[StepRecord, ...]
    scores: tuple[Values, ...]
    answer: list[str] | str
    off: tuple[str, ...] = ()
    fixed: Mapping[Place, int] = field(default_factory=dict)

    def why(self, position: int | None = None, against: str | None = None) -> Why:
        """The votes that decided a label, compared with the runner-up or another class."""
        return why(self, position, against)

    def cause(self, variable: str, position: int) -> Cause:
        """Explain the value of a variable at a position."""
        return cause(self, variable, self.position(position))

    def chain(self, variable: str, position: int) -> tuple[Cause, ...]:
        """Trace a value back to the input."""
        return chain(self, variable, self.position(position))

    def without(self, *steps: str) -> Trace:
        """The same run with steps switched off (see `switched_off`)."""
        names = (*self.off, *(step_name(self.program, step) for step in steps))
        return _run(self.program, self.tokens, tuple(dict.fromkeys(names)), self.fixed)

    def set(self, variable: str, position: int, value: Symbol) -> Trace:
        """The same run with a variable set at one position; later steps read the new value."""
        name, place = step_name(self.program, variable), self.position(position)
        new = {(name, place): stored_value(name, types(self.program)[name], value)}
        return _run(self.program, self.tokens, self.off, {**self.fixed, **new})

    def diff(self, other: Trace) -> Diff:
        """The differences from another run of the program on the same input."""
        if (self.program, self.tokens) != (other.program, other.tokens):
            raise TraceError("expected a run of the same program on the same input")
        values = [
            ValueChange(a.name, i, a.symbol(i), b.symbol(i))
            for a, b in zip(self.steps, other.steps, strict=True)
            for i in range(len(self.tokens))
        ]
        labels = [
            ValueChange("answer", place, self.label(place), other.label(place))
            for place in self.places
        ]
        return Diff(*(tuple(c for c in some if c.before != c.after) for some in (labels, values)))

    @property
    def places(self) -> Sequence[int | None]:
        """The position of each answer; None for the one answer of a pooled program."""
        return [None] if isinstance(self.answer, str) else range(len(self.tokens))

    def label(self, place: int | None) -> str:
        """The answer at a position, or the only one."""
        return str(self.answer if place is None else self.answer[place])

    def step(self, name: str) -> StepRecord:
        """The record of a step, by its name; `attn_1_0` is short for `attn_1_0_outputs`."""
        for record in self.steps:
            if record.name == name:
                return record
        return self.step(step_name(self.program, name))

    def position(self, position: int) -> int:
        """A position of the input; -1 is the last."""
        length = len(self.tokens)
        if not -length <= position < length:
            raise TraceError(f"no position {position}: the input has positions 0 to {length - 1}")
        return position % length

    def is_scored(self, position: int | None) -> bool:
        """Whether votes decide at this position; a begin or end word is its own answer."""
        return position is None or position in self.program.vocabulary.inner(len(self.tokens))

    def __str__(self) -> str:
        """A row per variable, between the positions and the answer; a column per position.

        >>> from transformer_programs.shelf import histogram
        >>> trace(histogram.program, ["<s>", "a", "a"])
        position              0    1  2
        tokens                <s>  a  a
        ones                  1    1  1
        num_attn_0_0_outputs  1    2  2
        output                <s>  2  2
        """
        length, answer = len(self.tokens), self.answer
        rows = [["position", *map(str, range(length))]]
        for record in self.steps:
            name = f"{record.name} (off)" if record.off else record.name
            rows.append([name, *(str(record.symbol(i)) for i in range(length))])
        if ["tokens", *self.tokens] not in rows:
            rows.insert(1, ["words", *self.tokens])
        cells = [answer] + [""] * (length - 1) if isinstance(answer, str) else answer
        rows.append(["output", *cells])
        rows = [[cell if cell.isprintable() else spell(cell) for cell in row] for row in rows]
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        pairs = (zip(row, widths, strict=True) for row in rows)
        lines = ("  ".join(cell.ljust(width) for cell, width in row) for row in pairs)
        return "\n".join(map(str.rstrip, lines))

    __repr__ = __str__


def trace(program: Program, tokens: Sequence[str]) -> Trace:
    """Run a program on one input, words or a text, and record every value."""
    given = input_of(program, tokens)
    return _run(with_numerals(program, given), given, (), {})


def _run(
    program: Program, given: Sequence[str], off: tuple[str, ...], fixed: Mapping[Place, int]
) -> Trace:
    changed = switched_off(program, off)
    words, kinds, tokens = encode(program, given), types(program), tuple(given)
    variables: dict[str, Values] = {}
    records = []
    for original, step in zip(program.steps, changed.steps, strict=True):
        name = step.out.name
        seen = attention_of(step, variables, kinds, program.causal)
        values = run_step(step, words, variables, kinds, program.causal)
        variables[name] = tuple(fixed.get((name, i), value) for i, value in enumerate(values))
        records.append(StepRecord(original, variables[name], seen, name in off))
    scores, answer = answered(changed, tokens, variables, kinds)
    return Trace(program, tokens, tuple(records), scores, answer, off, fixed)
