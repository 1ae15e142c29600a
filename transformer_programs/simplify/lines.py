"""About how many lines things take in print: what the rules must never make longer."""

from __future__ import annotations

from functools import lru_cache
from itertools import permutations
from typing import TypeVar, assert_never

import numpy as np
from numpy.typing import NDArray

from ..infer.grids import Grid, Mask, countable, function_grid, level_grid, match_grid
from ..program import Program, types
from ..program import steps as lang
from ..program.values import Type, domain
from .closed_forms import general_form

T = TypeVar("T", bound=np.generic)

FRAME = 4  # a definition, a call and the space around them
VALUES = 16  # that fit on a line, in tuples
PAIRS = 8  # that fit on a line, in dictionaries


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
            score, lines = lang.score_of(step), FRAME
            if isinstance(score, lang.Levels) and len(set(score.levels)) > 1:
                lines += FRAME + table_lines(level_grid(score, query, key))
            elif score is not None:  # an argument more, and the levels of each key
                lines += 2 + len(score.levels[0]) // PAIRS if isinstance(score, lang.Levels) else 1
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
