"""The one model of printed length: how many lines a step, or a whole program, takes in print.

It is asked far more often than anything is printed, so it estimates widths instead of writing text;
a test holds it against printed files. Names count as NAME characters, whatever they are.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import lru_cache
from itertools import permutations
from typing import TypeVar, assert_never

import numpy as np
from numpy.typing import NDArray

from ..analysis.grids import Grid, countable, function_grid
from ..program import Program, types
from ..program import steps as lang
from ..program.values import Number, Type, domain, symbol

T = TypeVar("T", bound=np.generic)

COLUMNS = 84  # inside a function
NAME = 12  # characters of a name
ITEM = NAME + 3  # of a value at a position: tokens[i]
DEFINITION = 3  # lines of `def` and of the space around a function
MAX_CHOICES = 3  # results that one line can choose between
FRAME = 17  # lines around the steps: imports, the check of the input, the command line
VOTES = 20  # lines of the functions that add up votes
SENTENCES = 14  # lines of the docstring that describe variables


def step_size(step: lang.Step, types: Mapping[str, Type]) -> int:
    """About how many lines a step prints, with the functions and tables it needs.

    >>> from transformer_programs.program.steps import Formula, Mlp, Variable
    >>> from transformer_programs.program.values import Number
    >>> step_size(Mlp(Variable("next", Number(0, 5)), ("n",), Formula("a", 1)), {"n": Number(0, 4)})
    1
    """
    return _size(step, tuple(types[name] for name in lang.reads(step)))


def program_size(program: Program) -> int:
    """About how many lines the whole file of a program has."""
    known = types(program)
    lines = FRAME + sum(step_size(step, known) for step in program.steps)
    described = sum(isinstance(step, lang.Head | lang.Mlp) for step in program.steps)
    lines += described if described <= SENTENCES else 1
    tokens = [step.lookup for step in program.steps if isinstance(step, lang.Token)]
    if all(len(set(lookup)) == len(lookup) for lookup in tokens):
        words = program.vocabulary.words
        lines += _listed(len(words), sum(len(word) + 2 for word in words) // len(words))
    if isinstance(program.output, lang.Classifier):
        lines += votes_size(program.output, known)
    return lines


def votes_size(output: lang.Classifier, types: Mapping[str, Type]) -> int:
    """About how many lines the votes take: one per value that votes."""
    if len(output.votes) == 1 and not isinstance(types[output.votes[0].reads], Number):
        rows = output.votes[0].weights
        if all(min(row) >= 0 and sum(row) <= 1 for row in rows):
            return 1 + sum(any(row) for row in rows) // 8
    voting = sum(any(row) for vote in output.votes for row in vote.weights)
    tables = sum(not isinstance(types[vote.reads], Number) for vote in output.votes)
    return VOTES + 3 * tables + voting if output.votes else 0


@lru_cache(maxsize=8192)
def _size(step: lang.Step, operands: tuple[Type, ...]) -> int:
    match step:
        case lang.CategoricalHead() | lang.NumericalHead():
            return _head(step, operands)
        case lang.Mlp(out, reads, function):
            if isinstance(function, lang.Formula):
                return 1
            grid = function_grid(function, operands, out.type)
            return _table(_diagonal(grid, reads), max(_width(type) for type in operands))
        case lang.Token(_, lookup):
            groups = len(set(lookup))
            return 1 if groups == len(lookup) else 2 + min(2 * groups, len(lookup) // 8)
        case lang.Position() | lang.One():
            return 1
        case _:
            assert_never(step)


def _width(type: Type) -> int:
    """The characters of the longest value, as it is written."""
    if isinstance(type, Number):
        return max(len(str(end)) for end in (type.low, type.high))
    return max(len(str(value)) + 2 * isinstance(value, str) for value in type.values)


def _listed(count: int, each: int) -> int:
    """The lines of a constant that lists so many items of a width."""
    columns = NAME + 6 + count * (each + 2)
    return 1 if columns <= COLUMNS else 4 + columns // COLUMNS


# --- heads ----------------------------------------------------------------------------------------


def _head(head: lang.Head, operands: tuple[Type, ...]) -> int:
    query, key, value = operands
    test, defined = _test(head.predicate, query, key)
    equal = not isinstance(head.predicate, lang.Compare) or head.predicate.op == "=="
    if isinstance(head, lang.NumericalHead):
        counts = value == Number(1, 1)
        element = 12 + test if counts and equal else 20 + test if counts else 38 + test
    elif head.score is not None:
        element = 62 + test
    elif isinstance(head.predicate, lang.Compare) and equal and isinstance(key, Number):
        element = 16 + test  # most often, the query is a position
    else:
        element = 44 + test
    return _statement(element) + defined


def _statement(element: int) -> int:
    """The lines of a list of an element of this width, at every position."""
    loop = 20
    if NAME + 4 + element + loop <= COLUMNS:
        return 1
    if element + loop <= COLUMNS - 4:
        return 3
    return 4 if element <= COLUMNS - 4 else 6 + 4 * (element > COLUMNS + 16)


def _test(predicate: lang.Predicate, query: Type, key: Type) -> tuple[int, int]:
    """The width of the test of a query and a key, and the lines of what it needs defined."""
    match predicate:
        case lang.Compare(_, shift):
            return 2 * ITEM - 4 + (4 if shift else 0), 0
        case lang.Is(value):
            return ITEM + 4 + len(str(symbol(key, value))), 0
        case lang.Rows(accepts):
            rows = Counter(accepts)
            few, many = (min(rows.values()), max(rows.values())) if rows else (0, 0)
            if set(rows) in ({()}, {tuple(_keys(key))}):  # always or never: nothing to test
                return 0, 0
            if max(map(len, rows)) <= 1:  # the key of each query
                if len(rows) <= 2:
                    return 2 * ITEM + 12 + _width(key) + few * _width(query), 0
                pairs = len(accepts) - many
                return 2 * ITEM + 16, _listed(pairs, _width(query) + _width(key) + 2)
            each = [min(len(row), 1 + len(_keys(key)) - len(row)) for row in rows]
            branches = sum(1 + count * (_width(key) + 2) // COLUMNS for count in each)
            if len(rows) == 1:
                return ITEM + 4 + each[0] * (_width(key) + 2), 0
            if len(rows) == 2 and any(not row or len(row) == len(_keys(key)) for row in rows):
                words = few * (_width(query) + 2) + max(each) * (_width(key) + 2)
                return 2 * ITEM + 12 + words, 0
            return 2 * ITEM, DEFINITION + len(rows) - 1 + branches
        case _:
            assert_never(predicate)


def _keys(type: Type) -> range:
    return domain(type) if countable((type,)) else range(0)


# --- tables ---------------------------------------------------------------------------------------


def _diagonal(grid: Grid, reads: tuple[str, ...]) -> Grid:
    """The cells that can be asked for: a variable that is read twice has one value."""
    if len(reads) == 2 and reads[0] == reads[1]:
        return grid.diagonal()
    return grid


def _table(cells: Grid, each: int) -> int:
    """The lines of a table of values: a line, a dict, or branches in a function."""
    results, counts = np.unique(cells, return_counts=True)
    rest = int(cells.size - counts.max())
    if len(results) == 1:
        return 1
    if cells.ndim == 1:
        if len(results) <= MAX_CHOICES and rest <= 8:
            return 1
        return 1 + _listed(rest, each + 4)
    if any(_is_box(cells == result) for result in results) and len(results) == 2:
        return 1
    listed = rest * (cells.ndim * (each + 2) + 2 + 3 * (len(results) > 2))
    if NAME + 4 + listed <= COLUMNS:
        return 2
    return 1 + DEFINITION + _branches(cells)


def _is_box(holds: NDArray[np.bool_]) -> bool:
    """Whether a test of each variable says where something holds."""
    axes = range(holds.ndim)
    sides = [holds.any(axis=tuple(other for other in axes if other != axis)) for axis in axes]
    return bool(holds[np.ix_(*sides)].all())


def _branches(cells: Grid) -> int:
    """The lines of a function: branches on one variable after the other, or on its results."""
    orders = permutations(range(cells.ndim)) if cells.ndim <= 3 else [tuple(range(cells.ndim))]
    nested = min(_nested(cells.transpose(order)) for order in orders)
    if cells.ndim == 1:
        return nested
    _, counts = np.unique(cells, return_counts=True)
    listed = int(cells.size - counts.max())
    return min(nested, 2 * len(counts) + listed * cells.ndim // 12)


def _nested(cells: Grid) -> int:
    """Branches on the first axis: slices that are the same share one, the commonest has none."""
    if cells.ndim == 1:
        return 1 + len(cells) // 20
    slices = _distinct(cells)
    return sum(map(_nested, slices)) + len(slices) - 1


def _distinct(cells: NDArray[T]) -> list[NDArray[T]]:
    """The different slices along the first axis: `np.unique` takes ten times as long."""
    return list({part.tobytes(): part for part in cells}.values())
