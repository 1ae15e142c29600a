"""The operations of formulas and predicates: each on whole numbers, on arrays and on intervals.

This is the one table that `interpret`, `kernels`, `analysis.grids`, the printer and the search
read. A new operation is one line here, and one in `steps.FormulaOp`.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import inf
from types import SimpleNamespace
from typing import Any

from ..program.steps import DIVISIONS, TRUTHS, CompareOp, Formula, FormulaOp
from ..program.values import Categorical, Type, bounds, domain, is_numeric, ordinal

Bounds = tuple[int | None, int | None]  # of an interval; None where there is none
Ends = tuple[float, float]  # likewise, with infinity for None: whole numbers stay exact

PLAIN = SimpleNamespace(minimum=min, maximum=max)  # whole numbers in the place of numpy's arrays

COMPARE: dict[CompareOp, Callable[[Any, Any], Any]] = {  # of whole numbers and of arrays
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


@dataclass(frozen=True, slots=True)
class Operation:
    """An operation on numbers, arrays and intervals.

    `value` takes numpy or `PLAIN`, and then arrays or whole numbers. `ordered`: of each
    variable it reads the `ordinal`, not the value as it is. `interval`: of arithmetic, which
    results intervals lead to. Divisions take the divisor, too.
    """

    value: Callable[..., Any]
    ordered: bool = True
    interval: Callable[..., Ends] | None = None


def _truth(op: CompareOp) -> Operation:
    return Operation(lambda xp, a, b: COMPARE[op](a, b))


def _remainders(a: Ends, by: int) -> Ends:
    """All there are, unless an interval lies between two multiples."""
    return (a[0] % by, a[1] % by) if a[0] // by == a[1] // by else (0, by - 1)


def _products(a: Ends, b: Ends) -> Ends:
    corners = [0 if 0 in (x, y) else x * y for x in a for y in b]  # 0 times infinity is 0
    return min(corners), max(corners)


def _quotients(a: Ends, by: int) -> Ends:
    low, high = (end if abs(end) == inf else end // by for end in a)
    return low, high


OPERATIONS: dict[FormulaOp, Operation] = {
    "a": Operation(lambda xp, a: a, interval=lambda a: a),
    "+": Operation(lambda xp, a, b: a + b, interval=lambda a, b: (a[0] + b[0], a[1] + b[1])),
    "-": Operation(lambda xp, a, b: a - b, interval=lambda a, b: (a[0] - b[1], a[1] - b[0])),
    "*": Operation(lambda xp, a, b: a * b, interval=_products),
    "min": Operation(
        lambda xp, a, b: xp.minimum(a, b), interval=lambda a, b: (min(a[0], b[0]), min(a[1], b[1]))
    ),
    "max": Operation(
        lambda xp, a, b: xp.maximum(a, b), interval=lambda a, b: (max(a[0], b[0]), max(a[1], b[1]))
    ),
    "%": Operation(lambda xp, a, by: a % by, interval=_remainders),
    "//": Operation(lambda xp, a, by: a // by, interval=_quotients),
    "==": _truth("=="),
    "!=": _truth("!="),
    "<": _truth("<"),
    "<=": _truth("<="),
    "not": Operation(lambda xp, a: a == 0, ordered=False),
    "and": Operation(lambda xp, a, b: (a != 0) & (b != 0), ordered=False),
    "or": Operation(lambda xp, a, b: (a != 0) | (b != 0), ordered=False),
    "keep": Operation(lambda xp, a, b: a * (b != 0), ordered=False),
}


def is_arithmetic(op: FormulaOp) -> bool:
    """Whether an operation gives a number, which is shifted and held within a type."""
    return OPERATIONS[op].interval is not None


def result(formula: Formula, given: Sequence[Any], xp: Any = PLAIN) -> Any:
    """A formula's truth, kept value or number, of ordinals or values as its operation reads them.

    A number is not yet held within the type it is written to.

    >>> result(Formula("-", 1), (7, 5)), result(Formula("<", -1), (4, 5)), result(Formula("a"), [3])
    (3, False, 3)
    """
    operation, shift = OPERATIONS[formula.op], formula.shift
    if formula.op in DIVISIONS:
        return operation.value(xp, *given, shift)
    if operation.interval is not None:
        return operation.value(xp, *given) + shift
    if shift and formula.op in COMPARE:
        given = (given[0], given[1] + shift)
    return operation.value(xp, *given)


def interval(formula: Formula, operands: Sequence[Bounds]) -> Bounds:
    """The numbers that arithmetic can give, before they are held within a type.

    >>> interval(Formula("-", 1), [(0, 5), (2, 3)]), interval(Formula("min"), [(0, None), (2, 3)])
    ((-2, 4), (0, 3))
    """
    found = OPERATIONS[formula.op].interval
    assert found is not None, f"{formula.op} is no arithmetic"
    ends = [(-inf if low is None else low, inf if high is None else high) for low, high in operands]
    divided = formula.op in DIVISIONS
    low, high = found(*ends, formula.shift) if divided else found(*ends)
    shift = 0 if divided else formula.shift
    return (None if low == -inf else int(low) + shift, None if high == inf else int(high) + shift)


def written(formula: Formula, found: Any, out: Type, xp: Any = PLAIN) -> Any:
    """The value of a type that the result of a formula is written as."""
    if formula.op in TRUTHS:
        return found + domain(out).start
    if formula.op == "keep" or not is_numeric(out):  # "a" over words
        return found
    start = ordinal(out, 0) if isinstance(out, Categorical) else 0  # values count up from there
    return clip_to(out, found, xp) - start


def clip_to(type: Type, number: Any, xp: Any = PLAIN) -> Any:
    """The nearest number in the range of a type.

    >>> from transformer_programs.program import Number
    >>> clip_to(Number(0, 7), 9), clip_to(Number(0, None), 9)
    (7, 9)
    """
    low, high = bounds(type)
    number = number if low is None else xp.maximum(low, number)
    return number if high is None else xp.minimum(high, number)
