"""The smallest and largest value each variable can have in inputs of a given length.

What a type leaves open (a `Number` without bounds) the length closes, so that arrays can be given a
dtype that never overflows.
"""

from __future__ import annotations

from ..program import Program, types
from ..program.steps import (
    TRUTHS,
    CategoricalHead,
    Formula,
    Mlp,
    NumericalHead,
    One,
    Position,
    Step,
    Table,
    Token,
)
from ..program.values import Categorical, Type, domain, is_numeric, ordinal
from .interpret import held_within

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
        found[step.out.name] = _span(step, found, kinds, length)
    return found


def ordinal_span(type: Type, span: Span) -> Span:
    """The interval of `ordinal` over the values of a variable."""
    if isinstance(type, Categorical) and type.numeric:
        ordinals = [ordinal(type, value) for value in domain(type)[span[0] : span[1] + 1]]
        return min(ordinals), max(ordinals)
    return span


def sum_span(value: Span, length: int) -> Span:
    """The interval of a sum over some positions, before it is held within its type."""
    return min(0, value[0] * length), max(0, value[1] * length)


def arithmetic_span(formula: Formula, operands: list[Span]) -> Span:
    """The interval of a closed form of arithmetic, before it is held within its type.

    >>> arithmetic_span(Formula("-", 1), [(0, 5), (2, 3)])
    (-2, 4)
    """
    low, high = operands[0]
    if len(operands) == 2:
        low_b, high_b = operands[1]
        match formula.op:
            case "+":
                low, high = low + low_b, high + high_b
            case "-":
                low, high = low - high_b, high - low_b
            case "min":
                low, high = min(low, low_b), min(high, high_b)
            case "max":
                low, high = max(low, low_b), max(high, high_b)
    return low + formula.shift, high + formula.shift


def _span(step: Step, found: dict[str, Span], kinds: dict[str, Type], length: int) -> Span:
    match step:
        case Token(_, lookup):
            return min(lookup), max(lookup)
        case Position():
            return 0, length - 1
        case One():
            return 1, 1
        case CategoricalHead():
            return found[step.value]
        case NumericalHead():
            low, high = sum_span(found[step.value], length)
            return held_within(step.out.type, low), held_within(step.out.type, high)
        case Mlp(out, reads, function):
            if isinstance(function, Table):
                return min(function.cells), max(function.cells)
            return _formula_span(function, [(kinds[name], found[name]) for name in reads], out.type)


def _formula_span(formula: Formula, operands: list[tuple[Type, Span]], out: Type) -> Span:
    first_type, first = operands[0]
    if formula.op in TRUTHS:
        values = domain(out)
        return values[0], values[-1]
    if formula.op == "keep":
        return min(0, first[0]), max(0, first[1])
    if not is_numeric(first_type):  # "a" over words
        return first
    low, high = arithmetic_span(formula, [ordinal_span(type, span) for type, span in operands])
    low, high = held_within(out, low), held_within(out, high)
    offset = ordinal(out, 0) if isinstance(out, Categorical) else 0
    return low - offset, high - offset
