"""Rules about MLPs: reads that are not needed, cells out of reach, formulas."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from ..analysis import Inference
from ..analysis.grids import Grid, Mask, cells_of, function_grid
from ..program.steps import Formula, Mlp, Table
from .closed_forms import function_form, table_lines
from .edits import Edit, rule

Names = tuple[str, ...]

MOST_SLICES = 64  # of a table; slices of larger ones are not compared with one another


def _mlps(facts: Inference) -> Iterator[tuple[Mlp, Grid, Mask]]:
    """Every MLP that matters: all its results, and which of them can occur where they matter."""
    for step in facts.program.steps:
        if isinstance(step, Mlp) and facts.needed[step.out.name].any():
            operands = tuple(facts.types[name] for name in step.reads)
            care = facts.joint(step.reads, facts.needed[step.out.name])
            if care is not None:
                yield step, function_grid(step.function, operands, step.out.type), care


@rule
def unneeded_reads(facts: Inference) -> Iterator[Edit]:
    """An MLP reads only the variables that its result depends on, each once."""
    written = list(facts.types)
    for step, grid, care in _mlps(facts):
        # Drop what makes no difference, the latest variable first: it is the dearest.
        kept = list(range(grid.ndim))
        order = sorted(kept, key=lambda i: (written.index(step.reads[i]), i), reverse=True)
        for axis in order:
            if len(kept) == 1:
                break
            at = kept.index(axis)
            low = np.where(care, grid, np.iinfo(np.int64).max).min(at)
            high = np.where(care, grid, np.iinfo(np.int64).min).max(at)
            asked = np.asarray(care.any(at))
            if np.array_equal(low[asked], high[asked]):
                grid, care = np.where(asked, high, commonest(grid[care])), asked
                kept.remove(axis)
        names = tuple(step.reads[i] for i in kept)
        if names == step.reads:
            continue
        slim = shortest(step, names, grid, care, facts)
        listed = isinstance(slim.function, Table) and len(set(slim.function.cells)) > 1
        if isinstance(step.function, Formula) and listed:  # which is longer
            continue
        gone = [name for name in dict.fromkeys(step.reads) if name not in slim.reads]
        what = f"does not depend on {' or '.join(gone)}" if gone else "removed a repeated read"
        yield step.out.name, what, slim


@rule
def unreachable_cells(facts: Inference) -> Iterator[Edit]:
    """Cells that cannot be reached get the value that makes a table shortest."""
    for step, grid, care in _mlps(facts):
        if isinstance(step.function, Table) and not care.all():
            filled = fill(grid, care)
            if _cost(filled) < _cost(grid):
                what = f"{(~care).sum()} of {care.size} cells are never used"
                yield step.out.name, what, replace(step, function=cells_of(filled))


@rule
def formulas(facts: Inference) -> Iterator[Edit]:
    """A table that is a formula wherever it can be reached becomes that formula."""
    for step, grid, care in _mlps(facts):
        table = isinstance(step.function, Table)
        made = _as_formula(step, step.reads, grid, care, facts) if table else None
        if made is not None:
            yield step.out.name, f"is the formula {_spelled(made)}", made


def _spelled(mlp: Mlp) -> str:
    """A formula in words."""
    formula, (a, *b) = mlp.function, mlp.reads
    assert isinstance(formula, Formula)
    shift = f" {'-' if formula.shift < 0 else '+'} {abs(formula.shift)}" if formula.shift else ""
    match formula.op:
        case "a":
            return f"{a}{shift}"
        case "not":
            return f"not {a}"
        case "min" | "max":
            return f"{formula.op}({a}, {b[0]}){shift}"
        case "keep":
            return f"{a} where {b[0]}"
        case "%" | "//":
            return f"{a} {formula.op} {formula.shift}"
        case op:
            return f"{a} {op} {b[0]}{shift}"


def _as_formula(step: Mlp, names: Names, grid: Grid, care: Mask, facts: Inference) -> Mlp | None:
    """The formula with these results, where it matters."""
    found = function_form(grid, care, [facts.types[name] for name in names], step.out.type)
    return found and Mlp(step.out, tuple(names[i] for i in found[0]), found[1])


def shortest(step: Mlp, names: Names, grid: Grid, care: Mask, facts: Inference) -> Mlp:
    """The shortest MLP with these results, where it matters."""
    formula = _as_formula(step, names, grid, care, facts)
    return formula or Mlp(step.out, names, cells_of(fill(grid, care)))


# --- filling in what cannot be reached ------------------------------------------------------------


def fill(grid: Grid, care: Mask) -> Grid:
    """The table that is the same where it matters and shortest otherwise.

    >>> grid = np.array([[1, 2], [3, 4]])
    >>> fill(grid, np.array([[True, True], [False, False]])).tolist()
    [[1, 2], [1, 2]]
    """
    if care.all() or not care.any():
        return grid
    candidates = [np.where(care, grid, commonest(grid[care]))]
    for axis in range(grid.ndim if grid.ndim > 1 else 0):
        if grid.shape[axis] <= MOST_SLICES:
            candidates.append(_merged(grid, care, axis))
    return min((*candidates, grid), key=_cost)


def _cost(cells: Grid) -> tuple[int, int]:
    _, counts = np.unique(cells, return_counts=True)
    return table_lines(cells), int(cells.size - counts.max())


def _merged(grid: Grid, care: Mask, axis: int) -> Grid:
    """Slices along an axis that do not contradict each other become the same."""
    front = np.moveaxis(grid, axis, 0)
    values = front.reshape(len(front), -1)
    known = np.moveaxis(care, axis, 0).reshape(values.shape)
    groups = compatible(values, known)
    merged = np.empty_like(values)
    for members in groups:
        row = np.full(values.shape[1], commonest(values[members][known[members]]))
        for i in members:
            row[known[i]] = values[i][known[i]]
        merged[members] = row
    return np.moveaxis(merged.reshape(front.shape), 0, axis)


def compatible(values: Grid, known: Mask) -> list[list[int]]:
    """Rows in groups that agree wherever two of them are known; unknown rows join the largest.

    >>> values, known = np.array([[1, 2], [1, 0], [3, 3]]), np.array([[1, 1], [1, 0], [0, 0]]) > 0
    >>> compatible(values, known)
    [[0, 1, 2]]
    """
    groups: list[tuple[list[int], Grid, Mask]] = []
    blank = [i for i in range(len(values)) if not known[i].any()]
    # Rows of which most is known first: they say most about what fits them.
    for i in sorted(set(range(len(values))) - set(blank), key=lambda i: -int(known[i].sum())):
        for members, row, seen in groups:
            both = seen & known[i]
            if np.array_equal(row[both], values[i][both]):
                members.append(i)
                row[known[i]] = values[i][known[i]]
                seen |= known[i]
                break
        else:
            groups.append(([i], values[i].copy(), known[i].copy()))
    if not groups:
        return [blank]
    largest = max(groups, key=lambda group: len(group[0]))
    largest[0].extend(blank)
    return [sorted(members) for members, _, _ in groups]


def commonest(values: Grid) -> int:
    """The value that occurs most, the smallest of equals; 0 of none."""
    if values.size == 0:
        return 0
    found, counts = np.unique(values, return_counts=True)
    return int(found[counts.argmax()])
