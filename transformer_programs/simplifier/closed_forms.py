"""Closed forms that say the same as rows or cells, wherever it matters.

A grid of matches or results comes with `care`: the pairs or combinations that can occur. Elsewhere
any value will do.

>>> from transformer_programs.program.values import Number
>>> five = Number(0, 4)
>>> k, q = np.meshgrid(np.arange(5), np.arange(5))
>>> predicate_form(k == q - 1, np.ones((5, 5), dtype=bool), five, five)
Compare(op='==', shift=-1)
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import product

import numpy as np

from ..analysis.grids import Grid, Mask, function_grid, ordinals
from ..meaning.formulas import COMPARE, first_number, is_arithmetic, result
from ..program.steps import Compare, CompareOp, Formula, FormulaOp, Is, Mlp, Variable
from ..program.validity import check_formula
from ..program.values import (
    MAX_NUMBER,
    ProgramError,
    Type,
    bounds,
    comparable,
    domain,
    is_numeric,
)

Types = Sequence[Type]
Shifted = tuple[CompareOp, int]  # a comparison and its shift

MAX_SHIFTS = 8  # tried, of one operation of arithmetic


def predicate_form(match: Mask, care: Mask, query: Type, key: Type) -> Compare | Is | None:
    """A comparison or a single key that matches the same, where it matters."""
    wanted, unwanted = match & care, ~match & care
    keys = np.flatnonzero(wanted.any(0))
    if len(keys) == 1 and not unwanted[:, keys[0]].any():
        return Is(int(keys[0]) + domain(key).start)
    if not comparable(query, key):
        return None
    apart = ordinals(key)[None, :] - ordinals(query)[:, None]
    numeric = is_numeric(query) and is_numeric(key)  # only numbers can be shifted
    found = comparisons_of(apart[wanted], apart[unwanted])
    return next((Compare(op, shift) for op, shift in found if numeric or shift == 0), None)


def comparisons_of(yes: Grid, no: Grid) -> Iterator[Shifted]:
    """The comparisons `difference op shift` that hold for each of `yes` and for none of `no`.

    >>> list(comparisons_of(np.array([-2, -1]), np.array([0, 1])))
    [('<', 0), ('<=', -1)]
    """
    if not len(yes) or not len(no):
        return
    (least, most), (low, high) = ((int(end.min()), int(end.max())) for end in (yes, no))
    found: list[Shifted] = [("==", least)] if least == most not in no else []
    # Where several shifts do, the one nearest 0 reads best.
    ordered: list[Shifted] = []
    if most < low:
        ordered = [("<", min(max(most + 1, 0), low)), ("<=", min(max(most, 0), low - 1))]
    elif high < least:
        ordered = [(">", min(max(high, 0), least - 1)), (">=", min(max(high + 1, 0), least))]
    found += sorted(ordered, key=lambda form: abs(form[1]))
    found += [("!=", low)] if low == high not in yes else []
    yield from (form for form in found if abs(form[1]) <= MAX_NUMBER)


# --- functions ------------------------------------------------------------------------------------

UNARY: tuple[FormulaOp, ...] = ("a", "not")
BINARY: tuple[FormulaOp, ...] = ("==", "!=", "<", "<=", "+", "-", "*", "min", "max", "and", "or")


def function_form(
    results: Grid, care: Mask, operands: Sequence[Type], out: Type
) -> tuple[tuple[int, ...], Formula] | None:
    """A formula with the same results, where it matters, and the order of the operands it reads.

    >>> from transformer_programs.program.values import Number
    >>> a, b = np.meshgrid(np.arange(3), np.arange(3), indexing="ij")
    >>> three = Number(0, 2)
    >>> function_form(np.minimum(a + b, 2), np.ones((3, 3), dtype=bool), (three, three), three)
    ((0, 1), Formula(op='+', shift=0))
    """
    if len(operands) > 2 or not care.any() or len(np.unique(results[care])) < 2:
        return None
    orders = [(0,)] if len(operands) == 1 else [(0, 1), (1, 0)]
    for op, order in product(UNARY if len(operands) == 1 else BINARY, orders):
        types = tuple(operands[i] for i in order)
        turned, there = results.transpose(order), care.transpose(order)
        for shift in _shifts(op, turned, there, types, out):
            formula = Formula(op, shift)
            if np.array_equal(function_grid(formula, types, out)[there], turned[there]):
                return order, formula
    return None


def _shifts(op: FormulaOp, results: Grid, care: Mask, reads: Types, out: Type) -> Iterable[int]:
    """The shifts under which a formula may exist and be right; none where it may not."""
    try:
        check_formula(Mlp(Variable("c", out), ("a", "b")[: len(reads)], Formula(op)), "c", reads)
    except ProgramError:
        return ()
    if not all(map(is_numeric, reads)) or not (op in COMPARE or is_arithmetic(op)):
        return (0,)
    numbers = np.ix_(*map(ordinals, reads))
    if op in COMPARE:
        apart, holds = numbers[0] - numbers[1], results != domain(out).start
        found = comparisons_of(apart[holds & care], apart[~holds & care])
        return (shift for name, shift in found if name == op)
    # How far the results are from the plain ones: one distance where none is clipped.
    written = results + first_number(out)
    apart = written - result(Formula(op), numbers, np)
    low, high = bounds(out)
    inside = care & (written != low) & (written != high)  # not clipped: they decide the shift
    shifts = sorted(map(int, np.unique(apart[inside if inside.any() else care])), key=abs)
    if inside.any() and len(shifts) > 1:
        return ()
    return (shift for shift in shifts[:MAX_SHIFTS] if abs(shift) <= MAX_NUMBER)
