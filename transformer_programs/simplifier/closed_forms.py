"""Closed forms that say the same as rows or cells, wherever it matters which; lines of print.

A grid of matches or results comes with `care`: the pairs or combinations that can occur. Elsewhere
any value will do.

>>> from transformer_programs.program.values import Number
>>> five = Number(0, 4)
>>> k, q = np.meshgrid(np.arange(5), np.arange(5))
>>> predicate_form(k == q - 1, np.ones((5, 5), dtype=bool), five, five)
Compare(op='==', shift=-1)
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import permutations, product
from typing import TypeVar, assert_never, get_args

import numpy as np
from numpy.typing import NDArray

from ..analysis.comparisons import comparisons_between, distances, general_form
from ..analysis.grids import Grid, Mask, countable, function_grid, match_grid, ordinals
from ..meaning.formulas import result
from ..program import Program, types
from ..program import steps as lang
from ..program.steps import DIVISIONS, TRUTHS, UNARY, Compare, Formula, FormulaOp, Is
from ..program.values import MAX_NUMBER, Categorical, Type, comparable, domain, is_numeric, size

T = TypeVar("T", bound=np.generic)
Types = Sequence[Type]

MOST_SHIFTS = 8  # tried, of one operation of arithmetic
FRAME = 4  # a definition, a call and the space around them
VALUES = 16  # that fit on a line, in tuples
PAIRS = 8  # that fit on a line, in dictionaries


def predicate_form(match: Mask, care: Mask, query: Type, key: Type) -> Compare | Is | None:
    """A comparison or a single key that matches the same, where it matters."""
    wanted, unwanted = match & care, ~match & care
    keys = np.flatnonzero(wanted.any(0))
    if len(keys) == 1 and not unwanted[:, keys[0]].any():
        return Is(int(keys[0]) + domain(key).start)
    if not comparable(query, key):
        return None
    found = comparisons_between(
        distances(query, key), match, care, is_numeric(query) and is_numeric(key)
    )
    return next((Compare(op, shift) for op, shift in found), None)


# --- functions ------------------------------------------------------------------------------------

ORDER: tuple[FormulaOp, ...] = (
    *("a", "not", "==", "!=", "<", "<=", "+", "-", "*", "min", "max", "and", "or", "keep"),
    *("%", "//"),
)
assert set(ORDER) == set(get_args(FormulaOp))
SYMMETRIC: frozenset[FormulaOp] = frozenset(("==", "!=", "+", "*", "min", "max", "and", "or"))


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
    for op, order in product(ORDER, orders):
        if op in SYMMETRIC and order == (1, 0):
            continue
        types = tuple(operands[i] for i in order)
        turned, there = results.transpose(order), care.transpose(order)
        for shift in _shifts(op, turned, there, types, out):
            formula = Formula(op, shift)
            if np.array_equal(function_grid(formula, types, out)[there], turned[there]):
                return order, formula
    return None


def _shifts(op: FormulaOp, results: Grid, care: Mask, reads: Types, out: Type) -> Iterator[int]:
    """The shifts under which a formula of these types may exist and be right."""
    unary = len(reads) == 1
    if op in DIVISIONS or (op in UNARY) != unary or (op in TRUTHS and size(out) != 2):
        return
    numeric = all(map(is_numeric, reads))
    if op in ("not", "and", "or"):
        yield 0
    elif op in TRUTHS:
        if comparable(*reads):
            a, b = np.ix_(*map(ordinals, reads))
            fitting = comparisons_between(a - b, results != domain(out).start, care, numeric)
            yield from (shift for found, shift in fitting if found == op)
    elif op == "keep":
        if out == reads[0] and (isinstance(out, Categorical) or 0 in domain(out)):
            yield 0
    elif op == "a" and not numeric:
        if out == reads[0]:
            yield 0
    elif numeric and is_numeric(out):
        if isinstance(out, Categorical) and not set(np.diff(ordinals(out))) <= {1}:
            return  # numbers one apart must be values one apart
        # How far the results are from the plain ones: one distance where none is held in bounds.
        plain = result(Formula(op), np.ix_(*map(ordinals, reads)), np)
        start = ordinals(out)[0] if isinstance(out, Categorical) else 0
        distances = np.unique((results + start - np.broadcast_to(plain, results.shape))[care])
        shifts = sorted(map(int, distances), key=abs)[:MOST_SHIFTS]
        yield from (shift for shift in shifts if abs(shift) <= MAX_NUMBER)


# --- about how many lines things take in print, which rules must never make longer ----------------


def table_lines(cells: Grid) -> int:
    """The lines of a table, as branches on one variable after the other or on its results.

    >>> table_lines(np.array([7, 7, 7])), table_lines(np.array([1, 2, 2])), table_lines(np.eye(3))
    (1, 3, 4)
    """
    orders = permutations(range(cells.ndim)) if cells.ndim <= 3 else [tuple(range(cells.ndim))]
    nested = min(_nested(cells.transpose(order)) for order in orders)
    if cells.ndim == 1:
        return nested
    _, counts = np.unique(cells, return_counts=True)
    listed = int(cells.size - counts.max())
    return min(nested, 2 * len(counts) + listed * cells.ndim // VALUES)


def _nested(cells: Grid) -> int:
    """Branches on the first axis: slices that are the same share one, the commonest has none."""
    if cells.ndim == 1:
        return 2 * len(set(cells.tolist())) - 1
    slices = distinct(cells)
    return sum(map(_nested, slices)) + len(slices) - 1


def distinct(cells: NDArray[T]) -> list[NDArray[T]]:
    """The different slices along the first axis: `np.unique` takes ten times as long."""
    return list({part.tobytes(): part for part in cells}.values())


def rows_lines(match: Mask, query: Type, key: Type) -> int:
    """The lines of a predicate: a branch a row, or a comparison after those it does not fit."""
    listed = 2 * len(distinct(match)) - 1
    if (match.sum(1) == 1).all():  # a dictionary: the key of each query value
        listed = min(listed, 3 + len(match) // PAIRS)
    general = general_form(match, np.ones_like(match), query, key)
    if general is None:
        return listed
    exceptions = [q - domain(query).start for q in general.exceptions]
    return min(listed, 1 + 2 * len(distinct(match[exceptions])))


def step_lines(step: lang.Step, known: dict[str, Type]) -> int:
    """The lines of a step."""
    return _step_lines(step, tuple(known[name] for name in lang.reads(step)))


@lru_cache(maxsize=2048)
def _step_lines(step: lang.Step, operands: tuple[Type, ...]) -> int:
    match step:
        case lang.CategoricalHead() | lang.NumericalHead():
            query, key, _ = operands
            lines = FRAME + (lang.score_of(step) is not None)  # an argument more
            if not isinstance(step.predicate, lang.Rows):
                return lines + 1
            if not countable((query, key)):
                return lines + 2 * len(set(step.predicate.accepts)) - 1
            return lines + rows_lines(match_grid(step.predicate, query, key), query, key)
        case lang.Mlp(out, _, function):
            if isinstance(function, lang.Formula):
                return FRAME + 1
            return FRAME + table_lines(function_grid(function, operands, out.type))
        case lang.Token() | lang.Position() | lang.One():
            return 1
        case _:
            assert_never(step)


def program_lines(program: Program) -> int:
    """The lines of all steps and of the votes that are not nothing."""
    known = types(program)
    lines = sum(step_lines(step, known) for step in program.steps)
    if isinstance(program.output, lang.Classifier):
        lines += sum(any(row) for vote in program.output.votes for row in vote.weights)
    return lines
