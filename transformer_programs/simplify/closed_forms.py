"""Closed forms that say the same as rows or cells, wherever it matters which.

A grid of matches or results comes with `care`: the pairs or combinations that can occur. Elsewhere
any value will do.

>>> from transformer_programs.program.values import Number
>>> five = Number(0, 4)
>>> k, q = np.meshgrid(np.arange(5), np.arange(5))
>>> predicate_form(k == q - 1, np.ones((5, 5), dtype=bool), five, five)
Compare(op='==', shift=-1)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import get_args

import numpy as np

from ..infer.grids import Grid, Mask, function_grid, ordinals
from ..meaning.formulas import COMPARE, result
from ..program.steps import TRUTHS, Compare, CompareOp, Formula, FormulaOp, Is
from ..program.values import (
    MOST_NUMBER,
    Categorical,
    Number,
    Type,
    comparable,
    domain,
    is_numeric,
    size,
)

MOST_SHIFTS = 8  # tried, of the comparisons or of one operation of arithmetic


def predicate_form(match: Mask, care: Mask, query: Type, key: Type) -> Compare | Is | None:
    """A comparison or a single key that matches the same, where it matters."""
    wanted, unwanted = match & care, ~match & care
    keys = np.flatnonzero(wanted.any(0))
    if len(keys) == 1 and not unwanted[:, keys[0]].any():
        return Is(int(keys[0]) + domain(key).start)
    if not comparable(query, key):
        return None
    apart = ordinals(key)[None, :] - ordinals(query)[:, None]
    found = _comparison(apart[wanted], apart[unwanted], is_numeric(query) and is_numeric(key))
    return None if found is None else Compare(*found)


@dataclass(frozen=True, slots=True)
class GeneralForm:
    """A comparison that holds for most query values, and the query values it does not hold for."""

    form: Compare
    exceptions: tuple[int, ...]


def general_form(match: Mask, care: Mask, query: Type, key: Type) -> GeneralForm | None:
    """The comparison that is right for most of the query values that occur, if for any.

    >>> from transformer_programs.program.values import Number
    >>> rows = np.eye(5, dtype=bool)
    >>> rows[3] = False
    >>> general_form(rows, np.ones((5, 5), dtype=bool), Number(0, 4), Number(0, 4))
    GeneralForm(form=Compare(op='==', shift=0), exceptions=(3,))
    """
    if not comparable(query, key):
        return None
    apart = ordinals(key)[None, :] - ordinals(query)[:, None]
    numeric = is_numeric(query) and is_numeric(key)
    asked = care.any(1)
    candidates = Counter(
        found
        for q in np.flatnonzero(asked)
        for found in comparisons_of(apart[q][match[q] & care[q]], apart[q][~match[q] & care[q]])
        if numeric or found[1] == 0
    )
    best: GeneralForm | None = None
    for (op, shift), _ in candidates.most_common(MOST_SHIFTS):
        wrong = ((COMPARE[op](apart, shift) != match) & care).any(1)
        rows = tuple((np.flatnonzero(wrong) + domain(query).start).tolist())
        if best is None or len(rows) < len(best.exceptions):
            best = GeneralForm(Compare(op, shift), rows)
    return best


def _comparison(yes: Grid, no: Grid, numeric: bool) -> tuple[CompareOp, int] | None:
    """`difference op shift`, true for each of `yes` and false for each of `no`."""
    fits = [found for found in comparisons_of(yes, no) if numeric or found[1] == 0]
    return fits[0] if fits else None


def comparisons_of(yes: Grid, no: Grid) -> Iterator[tuple[CompareOp, int]]:
    """The comparisons `difference op shift` that hold for each of `yes` and for none of `no`.

    >>> list(comparisons_of(np.array([-2, -1]), np.array([0, 1])))
    [('<', 0), ('<=', -1)]
    """
    if len(yes) and len(no):
        yield from (found for found in _fitting(yes, no) if abs(found[1]) <= MOST_NUMBER)


def _fitting(yes: Grid, no: Grid) -> Iterator[tuple[CompareOp, int]]:
    least_yes, most_yes, least_no, most_no = (
        int(bound) for bound in (yes.min(), yes.max(), no.min(), no.max())
    )
    if least_yes == most_yes and least_yes not in no:
        yield "==", least_yes
    # Where several shifts do, the one nearest 0 reads best.
    ordered: list[tuple[CompareOp, int]] = []
    if most_yes < least_no:
        ordered = [
            ("<", _nearest_0(most_yes + 1, least_no)),
            ("<=", _nearest_0(most_yes, least_no - 1)),
        ]
    elif most_no < least_yes:
        ordered = [
            (">", _nearest_0(most_no, least_yes - 1)),
            (">=", _nearest_0(most_no + 1, least_yes)),
        ]
    yield from sorted(ordered, key=lambda found: abs(found[1]))
    if least_no == most_no and least_no not in yes:
        yield "!=", least_no


def _nearest_0(low: int, high: int) -> int:
    return min(max(low, 0), high)


# --- functions ------------------------------------------------------------------------------------

ORDER: tuple[FormulaOp, ...] = (
    *("a", "not", "==", "!=", "<", "<=", "+", "-", "min", "max", "and", "or", "keep"),
)
assert set(ORDER) == set(get_args(FormulaOp))
SYMMETRIC: frozenset[FormulaOp] = frozenset(("==", "!=", "+", "min", "max", "and", "or"))


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
    for op in ORDER:
        for order in orders:
            if op in SYMMETRIC and order == (1, 0):
                continue
            types = [operands[i] for i in order]
            for shift in _shifts(op, results.transpose(order), care.transpose(order), types, out):
                formula = Formula(op, shift)
                grid = function_grid(formula, tuple(types), out)
                if np.array_equal(
                    grid[care.transpose(order)], results.transpose(order)[care.transpose(order)]
                ):
                    return order, formula
    return None


def _shifts(
    op: FormulaOp, results: Grid, care: Mask, operands: Sequence[Type], out: Type
) -> Iterator[int]:
    """The shifts under which a formula of these types may exist and be right."""
    unary = op in ("a", "not")
    if unary != (len(operands) == 1) or (op in TRUTHS and size(out) != 2):
        return
    numeric = all(map(is_numeric, operands))
    if op in ("not", "and", "or"):
        yield 0
    elif op in TRUTHS:
        if comparable(*operands):
            a, b = np.ix_(*map(ordinals, operands))
            apart, held = a - b, results != domain(out).start
            for found, shift in comparisons_of(apart[held & care], apart[~held & care]):
                if found == op and (numeric or shift == 0):
                    yield shift
    elif op == "keep":
        if out == operands[0] and (isinstance(out, Categorical) or 0 in domain(out)):
            yield 0
    elif op == "a" and not numeric:
        if out == operands[0]:
            yield 0
    elif numeric and _holds_arithmetic(out):
        yield from _arithmetic_shifts(op, results, care, operands, out)


def _holds_arithmetic(out: Type) -> bool:
    if isinstance(out, Number):
        return True
    return out.numeric and list(out.values) == list(
        range(int(out.values[0]), int(out.values[0]) + len(out.values))
    )


def _arithmetic_shifts(
    op: FormulaOp, results: Grid, care: Mask, operands: Sequence[Type], out: Type
) -> Iterator[int]:
    """How far the results are from the plain ones: one distance where nothing is held in bounds."""
    plain = result(Formula(op), np.ix_(*map(ordinals, operands)), np)
    start = ordinals(out)[0] if isinstance(out, Categorical) else 0
    distances = np.unique((results + start - np.broadcast_to(plain, results.shape))[care])
    shifts = sorted(map(int, distances), key=abs)[:MOST_SHIFTS]
    yield from (shift for shift in shifts if abs(shift) <= MOST_NUMBER)
