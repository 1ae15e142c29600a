"""Rules about MLPs: reads that are not needed, cells out of reach, formulas."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

import numpy as np

from ..infer import Inference
from ..infer.grids import Grid, Mask, cells_of, countable, function_grid
from ..program.steps import Formula, Function, Mlp, Table
from .closed_forms import function_form
from .edits import Change, Changed, with_steps
from .lines import table_lines

MOST_SLICES = 64  # of a table; slices of larger ones are not compared with one another


def reached(inference: Inference, mlp: Mlp) -> tuple[Grid, Mask] | None:
    """All results of an MLP, and which of them can occur where they matter."""
    operands = tuple(inference.types[name] for name in mlp.reads)
    if not countable(operands):
        return None
    care = inference.joint(mlp.reads, inference.needed[mlp.out.name])
    assert care is not None
    return function_grid(mlp.function, operands, mlp.out.type), care


def _mlps(inference: Inference) -> Iterator[tuple[Mlp, Grid, Mask]]:
    for step in inference.program.steps:
        if isinstance(step, Mlp) and inference.needed[step.out.name].any():
            found = reached(inference, step)
            if found is not None:
                yield step, *found


def unneeded_reads(inference: Inference) -> Changed:
    """An MLP reads only the variables that its result depends on, each once."""
    new: dict[str, Mlp] = {}
    changes: list[Change] = []
    for step, grid, care in _mlps(inference):
        kept, grid, care = _without_idle_axes(inference, step, grid, care)
        names = tuple(step.reads[i] for i in kept)
        if names == step.reads:
            continue
        slim = shortest(step, names, grid, care, inference)
        if isinstance(step.function, Formula) and not _as_short_as_a_formula(slim.function):
            continue
        new[step.out.name] = slim
        gone = [name for name in dict.fromkeys(step.reads) if name not in slim.reads]
        what = f"does not depend on {' or '.join(gone)}" if gone else "reads a variable once"
        changes.append(Change("unneeded_reads", step.out.name, what))
    return with_steps(inference.program, new), changes


def _as_short_as_a_formula(function: Function) -> bool:
    return isinstance(function, Formula) or len(set(function.cells)) == 1


def _without_idle_axes(
    inference: Inference, step: Mlp, grid: Grid, care: Mask
) -> tuple[list[int], Grid, Mask]:
    """Drop what makes no difference, the latest variable first: it is the dearest."""
    written = list(inference.types)
    kept = list(range(grid.ndim))
    for axis in sorted(kept, key=lambda i: (written.index(step.reads[i]), i), reverse=True):
        if len(kept) == 1:
            break
        at = kept.index(axis)
        low = np.where(care, grid, np.iinfo(np.int64).max).min(at)
        high = np.where(care, grid, np.iinfo(np.int64).min).max(at)
        asked = care.any(at)
        if np.array_equal(low[asked], high[asked]):
            rest = commonest(grid[care])
            grid, care = np.where(asked, high, rest), np.asarray(asked)
            kept.remove(axis)
    return kept, grid, care


def unreachable_cells(inference: Inference) -> Changed:
    """Cells that cannot be reached get the value that makes a table shortest."""
    new: dict[str, Mlp] = {}
    changes: list[Change] = []
    for step, grid, care in _mlps(inference):
        if not isinstance(step.function, Table) or care.all():
            continue
        filled = fill(grid, care)
        if _cost(filled) < _cost(grid):
            new[step.out.name] = Mlp(step.out, step.reads, cells_of(filled))
            count = int((~care).sum())
            what = f"{count} of {care.size} cells cannot be reached"
            changes.append(Change("unreachable_cells", step.out.name, what))
    return with_steps(inference.program, new), changes


def formulas(inference: Inference) -> Changed:
    """A table that is a formula wherever it can be reached becomes that formula."""
    new: dict[str, Mlp] = {}
    changes: list[Change] = []
    for step, grid, care in _mlps(inference):
        if not isinstance(step.function, Table):
            continue
        found = function_form(
            grid, care, [inference.types[name] for name in step.reads], step.out.type
        )
        if found is not None:
            order, formula = found
            names = tuple(step.reads[i] for i in order)
            new[step.out.name] = Mlp(step.out, names, formula)
            what = f"is the formula {spelled(formula, names)}"
            changes.append(Change("formulas", step.out.name, what))
    return with_steps(inference.program, new), changes


def spelled(formula: Formula, names: Sequence[str]) -> str:
    """A formula in words."""
    shift = f" {'-' if formula.shift < 0 else '+'} {abs(formula.shift)}" if formula.shift else ""
    match formula.op:
        case "a":
            return f"{names[0]}{shift}"
        case "not":
            return f"not {names[0]}"
        case "min" | "max":
            return f"{formula.op}({names[0]}, {names[1]}){shift}"
        case "keep":
            return f"{names[0]} where {names[1]}"
        case op:
            return f"{names[0]} {op} {names[1]}{shift}"


def shortest(
    step: Mlp, names: tuple[str, ...], grid: Grid, care: Mask, inference: Inference
) -> Mlp:
    """The shortest MLP with these results, where it matters."""
    found = function_form(grid, care, [inference.types[name] for name in names], step.out.type)
    if found is not None:
        order, formula = found
        return Mlp(step.out, tuple(names[i] for i in order), formula)
    return Mlp(step.out, names, cells_of(fill(grid, care)))


# --- filling in what cannot be reached ------------------------------------------------------------


def fill(grid: Grid, care: Mask) -> Grid:
    """The table that is the same where it matters and shortest otherwise.

    >>> grid = np.array([[1, 2], [3, 4]])
    >>> fill(grid, np.array([[True, True], [False, False]])).tolist()
    [[1, 2], [1, 2]]
    """
    if care.all() or not care.any():
        return grid
    filled = _fill(np.where(care, grid, 0).tobytes(), care.tobytes(), grid.shape)
    return min((filled, grid), key=_cost)


@lru_cache(maxsize=512)
def _fill(cells: bytes, cared: bytes, shape: tuple[int, ...]) -> Grid:
    grid = np.frombuffer(cells, dtype=np.int64).reshape(shape)
    care = np.frombuffer(cared, dtype=bool).reshape(shape)
    candidates = [np.where(care, grid, commonest(grid[care]))]
    for axis in range(grid.ndim if grid.ndim > 1 else 0):
        if grid.shape[axis] <= MOST_SLICES:
            candidates.append(_merged(grid, care, axis))
    return min(candidates, key=_cost)


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
