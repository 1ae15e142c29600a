"""Columns of values: the inputs, the dtypes that hold them, the numbers tables are asked by."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import prod
from typing import Any, TypeAlias

import numpy as np

from ..program.steps import Step
from ..program.values import Categorical, Type, domain, is_numeric, ordinal
from .spans import Span, ordinal_span, span_of

Array: TypeAlias = Any  # of NumPy
Columns = dict[str, Array]  # the variables so far, each (positions, inputs)


@dataclass(frozen=True, slots=True)
class Inputs:
    """Many inputs of one width."""

    words: Array  # (positions, inputs) indices into the vocabulary, 0 at padding
    valid: Array | None  # (positions, inputs): False at padding; None where there is none

    @staticmethod
    def of(words: Array, padded: bool) -> Inputs:
        """From rows of words, -1 at padding."""
        if not padded:
            return Inputs(words.T, None)
        return Inputs(np.where(words < 0, 0, words).T, (words >= 0).T)


Run = Callable[[Inputs, Columns], Array]


def smallest_dtype(low: int, high: int) -> Any:
    """The smallest signed dtype that holds low..high; object (exact, slow) beyond 64 bits.

    >>> smallest_dtype(0, 127), smallest_dtype(0, 128)
    (dtype('int8'), dtype('int16'))
    """
    for name in ("int8", "int16", "int32", "int64"):
        limits = np.iinfo(name)
        if limits.min <= low and high <= limits.max:
            return np.dtype(name)
    return np.dtype(object)


class Sized:
    """The variables so far in inputs of one length, and how large numbers can get."""

    def __init__(self, length: int, causal: bool, steps: Sequence[Step] = ()) -> None:
        self.length, self.causal = length, causal
        self.kinds: dict[str, Type] = {}
        self.spans: dict[str, Span] = {}
        for step in steps:
            self.know(step)

    def know(self, step: Step) -> None:
        """Take in the variable that a step writes."""
        self.kinds[step.out.name] = step.out.type
        self.spans[step.out.name] = span_of(step, self.spans, self.kinds, self.length)

    def dtype(self, *held: Span) -> Any:
        """The dtype of a value that may lie in any of the intervals."""
        return smallest_dtype(min(low for low, _ in held), max(high for _, high in held))

    def table(self, cells: Sequence[int]) -> Array:
        return np.array(cells, dtype=self.dtype((min(cells), max(cells))))

    def ordinals(self, names: Sequence[str], shift: int = 0) -> list[Run]:
        """The numbers that order and arithmetic see, all in one dtype that also holds shifts."""
        held = [ordinal_span(self.kinds[name], self.spans[name]) for name in names]
        dtype = self.dtype(*held, *((low + shift, high + shift) for low, high in held))
        return [self.ordinal(name, dtype) for name in names]

    def ordinal(self, name: str, dtype: Any) -> Run:
        type = self.kinds[name]
        if is_numeric(type) and isinstance(type, Categorical) and not _counts_up(type):
            cells = self.table([ordinal(type, value) for value in domain(type)])
            return lambda _, columns: np.take(cells, columns[name], axis=0).astype(dtype)
        return lambda _, columns: columns[name].astype(dtype)

    def column(self, name: str) -> Run:
        return lambda _, columns: columns[name]

    def looked_up(self, name: str, cells: Sequence[int]) -> Run:
        """A number for each value of a variable."""
        table, index = self.table(cells), self.index([name], [domain(self.kinds[name])])
        return lambda inputs, columns: np.take(table, index(inputs, columns), axis=0)

    def index(self, names: Sequence[str], domains: Sequence[range]) -> Run:
        """The cell of a row-major table over some variables."""
        cells = prod(map(len, domains))
        dtype = self.dtype((0, cells), *((values.start, values.stop) for values in domains))

        def run(_: Inputs, columns: Columns) -> Array:
            cell = columns[names[0]].astype(dtype) - domains[0].start
            for name, values in zip(names[1:], domains[1:], strict=True):
                cell = cell * len(values) + (columns[name].astype(dtype) - values.start)
            return cell

        return run


def _counts_up(type: Categorical) -> bool:
    """Whether the values are 0, 1, 2, ..., so that a value is its own ordinal."""
    return type.values == tuple(range(len(type.values)))
