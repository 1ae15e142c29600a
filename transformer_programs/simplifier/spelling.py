"""The shortest spelling of a step: the same values wherever they matter, in the fewest lines.

A head or MLP is a grid: matches of query and key values, or results for the values it reads. Some
cells of the grid never decide an answer. `respellings` lists the steps that agree on all others:
comparisons, tables filled in otherwise, and steps that read fewer variables.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..analysis import Inference
from ..analysis.grids import (
    MAX_PAIRS,
    Grid,
    Mask,
    cells_of,
    countable,
    function_grid,
    match_grid,
    ordinals,
    rows_of,
)
from ..printer.size import printed_size
from ..program import steps as lang
from ..program.steps import Compare, CompareOp, Head, Is, Mlp, Rows, Table
from ..program.values import MAX_NUMBER, Type, comparable, domain, is_numeric, symbol
from .edits import Edit, rule

MAX_SLICES = 64  # of a table; slices of larger ones are not compared with one another

Types = Mapping[str, Type]
Cost = tuple[int, ...]
Shifted = tuple[CompareOp, int]  # a comparison and its shift
Spelled = Head | Mlp


@rule
def shorter_spelling(facts: Inference) -> Iterator[Edit]:
    """Each head and MLP gets the shortest spelling that agrees wherever it matters."""
    for step, care in cared_for(facts):
        best = shortest(step, care, facts.types)
        if best != step and cost(best, facts.types) < cost(step, facts.types):
            yield step.out.name, _described(step, best, care, facts.types), best


def cared_for(facts: Inference) -> Iterator[tuple[Spelled, Mask]]:
    """Every head and MLP that matters, and the cells of its grid that matter."""
    for step in facts.program.steps:
        needed = facts.needed[step.out.name]
        if isinstance(step, Mlp) and needed.any():
            care = facts.joint(step.reads, needed)
            if care is not None:
                yield step, care
        elif isinstance(step, Head) and needed.any():
            care, key = facts.pairs(step), facts.possible[step.key]
            if care is None:
                continue
            if isinstance(step, lang.CategoricalHead) and key is not None:
                match = _grid(step, facts.types)
                # Finding position 0 and finding nothing are the same: both copy from there.
                only_at_0 = ~key[facts.contexts.place > 0].any(0)
                nothing_else = ~(match & care & ~only_at_0).any(1, keepdims=True)
                care = np.asarray(care & ~(nothing_else & only_at_0))
            yield step, care


def shortest(step: Spelled, care: Mask, types: Types) -> Spelled:
    """The cheapest respelling; the step itself where there is none."""
    reads = lang.reads(step)
    return _shortest(step, tuple(item for item in types.items() if item[0] in reads), bytes(care))


@lru_cache(maxsize=256)  # the rules ask again for every step after every change
def _shortest(step: Spelled, operands: tuple[tuple[str, Type], ...], care: bytes) -> Spelled:
    types = dict(operands)  # in the order in which they are written
    grid = _grid(step, types)
    there = np.frombuffer(care, bool).reshape(grid.shape)
    found = [*dict.fromkeys(respellings(step, grid, there, types))] or [step]
    return min(found, key=lambda s: cost(s, types)) if len(found) > 1 else found[0]


def _grid(step: Spelled, types: Types) -> NDArray[Any]:
    """The matches of a head, or the results of an MLP, for the values it reads."""
    if isinstance(step, Mlp):
        operands = tuple(types[name] for name in step.reads)
        return function_grid(step.function, operands, step.out.type)
    return match_grid(step.predicate, types[step.query], types[step.key])


def respellings(step: Spelled, grid: NDArray[Any], care: Mask, types: Types) -> Iterator[Spelled]:
    """The steps that agree with a grid wherever `care` holds.

    >>> from transformer_programs.program.values import Number
    >>> three = Number(0, 2)
    >>> mlp = Mlp(lang.Variable("b", three), ("a",), lang.Table((1, 1, 0)))
    >>> for found in respellings(mlp, np.array([1, 1, 0]), np.arange(3) < 2, {"a": three}):
    ...     print(found.function)
    Table(cells=(1, 1, 0))
    Table(cells=(1, 1, 1))
    """
    if isinstance(step, Mlp):
        if isinstance(step.function, Table):
            yield from _tables(step, step.reads, grid, care)
        fewer = _fewer_reads(step, grid, care, types)
        if fewer is not None:
            yield from _tables(step, *fewer)
    else:
        yield from _predicates(step, grid, care, types)
        yield from _reading_less(step, grid, care, types)


def cost(step: lang.Step, types: Types) -> Cost:
    """Printed lines and characters, variables read, then how much a reader has to remember."""
    reads, kind = lang.reads(step), 0  # of a head that matches everything or nothing
    read = len({*reads}) if isinstance(step, Head) else len(reads)
    if isinstance(step, Head) and isinstance(step.predicate, Rows):
        match = match_grid(step.predicate, types[step.query], types[step.key])
        kind = 3 * int(match.any() and not match.all())
    elif isinstance(step, Head):
        kind = 1 if isinstance(step.predicate, Is) else 2
    return *printed_size(step, types), read, kind, branches(step)


def branches(step: lang.Step) -> int:
    """The cells of a table beside its commonest, or the different rows of a head; and a score."""
    if isinstance(step, Mlp) and isinstance(step.function, Table):
        return len(step.function.cells) - max(Counter(step.function.cells).values())
    if isinstance(step, Head):
        rows = step.predicate.accepts if isinstance(step.predicate, Rows) else ()
        return len({*rows}) + (lang.score_of(step) is not None)
    return 0


# --- heads ----------------------------------------------------------------------------------------


def _predicates(head: Head, match: Mask, care: Mask, types: Types) -> Iterator[Head]:
    """The head with a comparison, a single key, or other matches where none is asked for."""
    query, key = types[head.query], types[head.key]
    if not isinstance(head.predicate, Rows):
        return
    form = predicate_form(match, care, query, key)
    if form is not None:
        yield replace(head, predicate=form)
    elif not care.all():
        # Queries that do not contradict each other accept the same keys.
        grouped = _merged(match.astype(np.int64), care, 0) > 0
        yield replace(head, predicate=rows_of(grouped, key))
        finds = (match & care).any(1, keepdims=True)
        if isinstance(predicate_form(match, care & finds, query, key), Compare):
            yield replace(head, predicate=rows_of(grouped & finds, key))


def _reading_less(head: Head, match: Mask, care: Mask, types: Types) -> Iterator[Head]:
    """The head without its query, its key or both, where its matches do not depend on them."""
    wanted, unwanted = match & care, ~match & care
    plain = lang.score_of(head) is None
    if not wanted.any() or (plain and not unwanted.any()):  # it always or never matches
        for name in (head.value, head.key):
            slim = replace(head, query=name, key=name)
            slim = replace(slim, score=None) if isinstance(slim, lang.CategoricalHead) else slim
            yield from _accepting(slim, np.asarray(wanted.any()), types)
    elif not (wanted.any(0) & unwanted).any():  # no query refuses what another one accepts
        form = predicate_form(match, care, types[head.query], types[head.key])
        if isinstance(form, Is):
            yield replace(head, query=head.key, predicate=form)
        else:
            keys = np.asarray(wanted.any(0) | (not unwanted.any()))
            yield from _accepting(replace(head, query=head.key), keys, types)


def _accepting(head: Head, keys: Mask, types: Types) -> Iterator[Head]:
    """The head with query and key the same variable, by which every query accepts these keys."""
    key = types[head.key]
    if countable((key, key), MAX_PAIRS):
        count = len(domain(key))
        yield replace(head, predicate=rows_of(np.broadcast_to(keys, (count, count)), key))


def predicate_form(match: Mask, care: Mask, query: Type, key: Type) -> Compare | Is | None:
    """A comparison or a single key that matches the same, where it matters.

    >>> from transformer_programs.program.values import Number
    >>> five = Number(0, 4)
    >>> k, q = np.meshgrid(np.arange(5), np.arange(5))
    >>> predicate_form(k == q - 1, np.ones((5, 5), dtype=bool), five, five)
    Compare(op='==', shift=-1)
    """
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


def usual_comparison(match: Mask, query: Type, key: Type) -> Compare | None:
    """The comparison that most query values match by, whatever the others match.

    >>> from transformer_programs.program.values import Number
    >>> rows = np.eye(5, dtype=bool)
    >>> rows[3] = False
    >>> usual_comparison(rows, Number(0, 4), Number(0, 4))
    Compare(op='==', shift=0)
    """
    if not comparable(query, key):
        return None
    apart = ordinals(key)[None, :] - ordinals(query)[:, None]
    numeric = is_numeric(query) and is_numeric(key)
    each = zip(apart, match, strict=True)
    found = Counter(form for row, yes in each for form in comparisons_of(row[yes], row[~yes]))
    forms = (Compare(op, shift) for (op, shift), _ in found.most_common())
    return next((form for form in forms if numeric or not form.shift), None)


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


# --- MLPs -----------------------------------------------------------------------------------------


def _tables(mlp: Mlp, reads: tuple[str, ...], grid: Grid, care: Mask) -> Iterator[Mlp]:
    """Tables with these results, filled in otherwise where they do not matter."""
    yield Mlp(mlp.out, reads, cells_of(grid))
    if care.any() and not care.all():
        yield Mlp(mlp.out, reads, cells_of(np.where(care, grid, commonest(grid, care))))
        for axis in range(grid.ndim if grid.ndim > 1 else 0):
            if grid.shape[axis] <= MAX_SLICES:
                yield Mlp(mlp.out, reads, cells_of(_merged(grid, care, axis)))


def _fewer_reads(
    mlp: Mlp, grid: Grid, care: Mask, types: Types
) -> tuple[tuple[str, ...], Grid, Mask] | None:
    """The variables that the results depend on, each once, and the grid over them alone."""
    written, kept = list(types), list(range(grid.ndim))
    # Drop what makes no difference, the latest variable first: it needs most steps.
    for axis in sorted(kept, key=lambda i: (written.index(mlp.reads[i]), i), reverse=True):
        if len(kept) == 1:
            break
        at = kept.index(axis)
        low = np.where(care, grid, np.iinfo(np.int64).max).min(at)
        high = np.where(care, grid, np.iinfo(np.int64).min).max(at)
        asked = np.asarray(care.any(at))
        if np.array_equal(low[asked], high[asked]):
            grid, care = np.where(asked, high, commonest(grid, care)), asked
            kept.remove(axis)
    reads = tuple(mlp.reads[i] for i in kept)
    return None if reads == mlp.reads else (reads, grid, care)


def _merged(grid: Grid, care: Mask, axis: int) -> Grid:
    """Slices along an axis that do not contradict each other become the same."""
    front = np.moveaxis(grid, axis, 0)
    values = front.reshape(len(front), -1).copy()
    known = np.moveaxis(care, axis, 0).reshape(values.shape).copy()
    groups: list[list[int]] = []  # the first row of each has all that is known of the others
    for i in np.argsort(-known.sum(1), kind="stable").tolist():
        for group in groups:
            both = known[group[0]] & known[i]
            if np.array_equal(values[group[0]][both], values[i][both]):
                values[group[0]][known[i]] = values[i][known[i]]
                known[group[0]] |= known[i]
                group.append(i)
                break
        else:
            groups.append([i])
    for group in groups:
        row, there = values[group[0]], known[group[0]]
        values[group] = np.where(there, row, commonest(row, there))
    return np.moveaxis(values.reshape(front.shape), 0, axis)


def commonest(grid: Grid, care: Mask) -> int:
    """The value that occurs most where `care` holds, the smallest of equals; anywhere if nowhere.

    A value of the grid in any case: others may not be in its type.

    >>> commonest(np.array([-3, -2, -3]), np.array([False, True, False]))
    -2
    >>> commonest(np.array([-3, -2, -3]), np.zeros(3, bool))
    -3
    """
    found, counts = np.unique(grid[care] if care.any() else grid, return_counts=True)
    return int(found[counts.argmax()])


# --- changes in words -----------------------------------------------------------------------------


def _described(old: Spelled, new: Spelled, care: Mask, types: Types) -> str:
    """The difference between two spellings."""
    reads = lang.reads(new)
    gone = [name for name in dict.fromkeys(lang.reads(old)) if name not in reads]
    if gone:
        return f"does not depend on {' or '.join(gone)}"
    function = new.function if isinstance(new, Mlp) else new.predicate
    match function:
        case Is(value):
            return f"matches where {reads[1]} is {symbol(types[reads[1]], value)!r}"
        case Compare(op, shift):
            plus = f" {'-' if shift < 0 else '+'} {abs(shift)}" if shift else ""
            return f"matches where key {reads[1]} {op} query {reads[0]}{plus}"
        case _:
            return f"{(~care).sum()} of {care.size} cases never occur"
