"""What differs between two runs of the same input: values, and answers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..program.values import Symbol
from .causes import spell
from .looks import TraceError

if TYPE_CHECKING:
    from . import Trace


@dataclass(frozen=True, slots=True)
class ValueChange:
    """One variable at one position, before and after."""

    variable: str
    position: int
    before: Symbol
    after: Symbol


@dataclass(frozen=True, slots=True)
class LabelChange:
    """One answer, before and after; `position` is None for the one answer of a pooled program."""

    position: int | None
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class Diff:
    """Everything that differs; false when nothing does."""

    values: tuple[ValueChange, ...]
    labels: tuple[LabelChange, ...]

    def __bool__(self) -> bool:
        return bool(self.values or self.labels)

    def __str__(self) -> str:
        lines = [
            f"{change.variable} at position {change.position}: "
            f"{spell(change.before)} -> {spell(change.after)}"
            for change in self.values
        ]
        for label in self.labels:
            where = "" if label.position is None else f" at position {label.position}"
            lines.append(f"answer{where}: {spell(label.before)} -> {spell(label.after)}")
        return "\n".join(lines) or "no difference"


def diff(a: Trace, b: Trace) -> Diff:
    """What is different in b. Both must be of the same input; variables only one has are left."""
    if a.tokens != b.tokens:
        raise TraceError("two runs can be compared only on the same input")
    names = {record.name for record in b.steps}
    changes = []
    for record in a.steps:
        if record.name not in names:
            continue
        other = b.step(record.name)
        for i in range(len(a.tokens)):
            before, after = record.symbol(i), other.symbol(i)
            if before != after:
                changes.append(ValueChange(record.name, i, before, after))
    return Diff(tuple(changes), _labels(a, b))


def _labels(a: Trace, b: Trace) -> tuple[LabelChange, ...]:
    if isinstance(a.answer, str) or isinstance(b.answer, str):
        changed = a.answer != b.answer
        return (LabelChange(None, str(a.answer), str(b.answer)),) if changed else ()
    return tuple(
        LabelChange(i, before, after)
        for i, (before, after) in enumerate(zip(a.answer, b.answer, strict=True))
        if before != after
    )
