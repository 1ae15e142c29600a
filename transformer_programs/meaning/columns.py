"""Columns of values: the inputs, the intervals and dtypes that hold them, the places in tables.

What a type leaves open (a `Number` without bounds) the length of an input closes, so that arrays
can be given a dtype that never overflows.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import prod
from typing import Any, TypeAlias, assert_never

import numpy as np

from ..program import Program, types
from ..program import steps as lang
from ..program.values import Categorical, Type, domain, is_numeric, ordinal
from .formulas import Bounds, first_number, held_within, interval

Span = tuple[int, int]
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

    def __init__(self, length: int, causal: bool, steps: Sequence[lang.Step] = ()) -> None:
        self.length, self.causal = length, causal
        self.kinds: dict[str, Type] = {}
        self.spans: dict[str, Span] = {}
        for step in steps:
            self.know(step)

    def know(self, step: lang.Step) -> None:
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
        values = type.values if isinstance(type, Categorical) and type.numeric else ()
        if values != tuple(range(len(values))):
            cells = self.table([ordinal(type, value) for value in domain(type)])
            return lambda _, columns: np.take(cells, columns[name], axis=0).astype(dtype)
        return lambda _, columns: columns[name].astype(dtype)  # a value is its own ordinal

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


# --- intervals ------------------------------------------------------------------------------------


def spans(program: Program, length: int) -> dict[str, Span]:
    """An interval that holds every value of each variable, in inputs of at most `length` words.

    >>> from transformer_programs.shelf import histogram
    >>> spans(histogram.program, 5)[histogram.program.steps[-1].out.name]
    (0, 5)
    """
    kinds = types(program)
    found: dict[str, Span] = {}
    for step in program.steps:
        found[step.out.name] = span_of(step, found, kinds, length)
    return found


def ordinal_span(type: Type, span: Span) -> Span:
    """The interval of `ordinal` over the values of a variable."""
    if isinstance(type, Categorical) and type.numeric:
        ordinals = [ordinal(type, value) for value in domain(type)[span[0] : span[1] + 1]]
        return min(ordinals), max(ordinals)
    return span


def closed(bounds: Bounds) -> Span:
    """An interval of operands that have ends has them, too."""
    low, high = bounds
    assert low is not None
    assert high is not None
    return low, high


def sum_span(value: Span, length: int) -> Span:
    """The interval of a sum over some positions, before it is held within its type."""
    return min(0, value[0] * length), max(0, value[1] * length)


def span_of(step: lang.Step, found: dict[str, Span], kinds: dict[str, Type], length: int) -> Span:
    """The interval of what a step writes, given those of what it reads."""
    match step:
        case lang.Token(_, lookup):
            return min(lookup), max(lookup)
        case lang.Position():
            return 0, length - 1
        case lang.One():
            return 1, 1
        case lang.CategoricalHead():
            return found[step.value]
        case lang.NumericalHead():
            low, high = sum_span(found[step.value], length)
            return held_within(step.out.type, low), held_within(step.out.type, high)
        case lang.Mlp(_, _, lang.Table(cells)):
            return min(cells), max(cells)
        case lang.Mlp(out, reads, formula):
            assert isinstance(formula, lang.Formula)
            low, high = found[reads[0]]
            if formula.op in lang.TRUTHS:
                return domain(out.type)[0], domain(out.type)[-1]
            if formula.op == "keep":
                return min(0, low), max(0, high)
            if is_numeric(kinds[reads[0]]):  # else "a" over words
                held = interval(formula, [ordinal_span(kinds[n], found[n]) for n in reads])
                ends = closed(held)
                low, high = (held_within(out.type, end) - first_number(out.type) for end in ends)
            return low, high
        case _:
            assert_never(step)
