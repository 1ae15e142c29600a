"""What differs between two runs of the same input: answers, and values."""

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


def diff(a: Trace, b: Trace) -> Diff:
    """What is different in b. Both must be of the same input; variables only one has are left."""
    if a.tokens != b.tokens:
        raise TraceError("two runs can be compared only on the same input")
    names = {record.name for record in b.steps}
    values = [
        ValueChange(record.name, i, record.symbol(i), b.step(record.name).symbol(i))
        for record in a.steps
        if record.name in names
        for i in range(len(a.tokens))
    ]
    if isinstance(a.answer, str) or isinstance(b.answer, str):
        labels = [ValueChange("answer", None, str(a.answer), str(b.answer))]
    else:
        pairs = enumerate(zip(a.answer, b.answer, strict=True))
        labels = [ValueChange("answer", i, before, after) for i, (before, after) in pairs]
    return Diff(*(tuple(c for c in some if c.before != c.after) for some in (labels, values)))
