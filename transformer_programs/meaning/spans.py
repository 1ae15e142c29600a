"""The smallest and largest value each variable can have in inputs of a given length.

What a type leaves open (a `Number` without bounds) the length closes, so that arrays can be given a
dtype that never overflows.
"""

from __future__ import annotations

from typing import assert_never

from ..program import Program, types
from ..program import steps as lang
from ..program.values import Categorical, Type, domain, is_numeric, ordinal
from .formulas import Bounds, first_number, held_within, interval

Span = tuple[int, int]


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
        case lang.Mlp(out, reads, function):
            if isinstance(function, lang.Table):
                return min(function.cells), max(function.cells)
            return _formula_span(function, [(kinds[name], found[name]) for name in reads], out.type)
        case _:
            assert_never(step)


def _formula_span(formula: lang.Formula, operands: list[tuple[Type, Span]], out: Type) -> Span:
    first_type, first = operands[0]
    if formula.op in lang.TRUTHS:
        values = domain(out)
        return values[0], values[-1]
    if formula.op == "keep":
        return min(0, first[0]), max(0, first[1])
    if not is_numeric(first_type):  # "a" over words
        return first
    held = interval(formula, [ordinal_span(type, span) for type, span in operands])
    low, high = (held_within(out, end) - first_number(out) for end in closed(held))
    return low, high
