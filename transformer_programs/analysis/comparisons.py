"""Comparisons that say the same as a grid of matches, exactly or for most queries."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from ..meaning.formulas import COMPARE
from ..program.steps import Compare, CompareOp
from ..program.values import MAX_NUMBER, Type, comparable, domain, is_numeric
from .grids import Grid, Mask, ordinals

Shifted = tuple[CompareOp, int]  # a comparison and its shift

MAX_CANDIDATES = 8  # comparisons tried for most queries


class GeneralForm(NamedTuple):
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
    apart, numeric = distances(query, key), is_numeric(query) and is_numeric(key)
    rows = zip(apart, match, care, strict=True)
    candidates = Counter(found for row in rows for found in comparisons_between(*row, numeric))
    best: GeneralForm | None = None
    for (op, shift), _ in candidates.most_common(MAX_CANDIDATES):
        wrong = ((COMPARE[op](apart, shift) != match) & care).any(1)
        exceptions = tuple((np.flatnonzero(wrong) + domain(query).start).tolist())
        if best is None or len(exceptions) < len(best.exceptions):
            best = GeneralForm(Compare(op, shift), exceptions)
    return best


def distances(query: Type, key: Type) -> Grid:
    """The distance from each key to each query."""
    return ordinals(key)[None, :] - ordinals(query)[:, None]


def comparisons_between(apart: Grid, holds: Mask, care: Mask, numeric: bool) -> Iterator[Shifted]:
    """The comparisons that say what holds, where it matters; only numbers can be shifted."""
    found = comparisons_of(apart[holds & care], apart[~holds & care])
    return ((op, shift) for op, shift in found if numeric or shift == 0)


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
