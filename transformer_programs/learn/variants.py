"""Steps in place of a step: other variables to read, other rows or cells. For `descend`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import cast

from ..program import Program
from ..program.steps import (
    CategoricalHead,
    Head,
    Levels,
    Mlp,
    NumericalHead,
    Rows,
    Step,
    Table,
    score_of,
)
from ..program.values import Number, Type, domain

Row = tuple[int, ...]
Ranked = tuple[Row, Row]  # the keys that a query matches, and the level of every key
Part = int | Row | Ranked  # a cell of a table, or a row of a predicate (and of its score)


def with_step(program: Program, step: Step) -> Program:
    """The program with another step in place of the one of the same name."""
    return replace(
        program, steps=tuple(step if s.out.name == step.out.name else s for s in program.steps)
    )


def other_reads(step: Step, program: Program) -> Iterator[Step]:
    """The step with one of the variables it reads exchanged for another that fits there.

    A query or key may be any categorical variable: rows and keys that it lacks are dropped, those
    it has beside match nothing. All else keeps its type; a sum may be of any number.
    """
    known: dict[str, Type] = {}
    for earlier in program.steps:
        if earlier.out.name == step.out.name:
            break
        known[earlier.out.name] = earlier.out.type
    match step:
        case CategoricalHead() | NumericalHead():
            for name, type in known.items():
                if isinstance(step.predicate, Rows) and not isinstance(type, Number):
                    if name != step.query:
                        yield _resized(replace(step, query=name), step, known)
                    if name != step.key:
                        yield _resized(replace(step, key=name), step, known)
                sums = isinstance(step, NumericalHead) and isinstance(type, Number)
                if name != step.value and (sums or type == known[step.value]):
                    yield replace(step, value=name)
        case Mlp():
            for i, read in enumerate(step.reads):
                for name, type in known.items():
                    if name != read and type == known[read]:
                        names = (*step.reads[:i], name, *step.reads[i + 1 :])
                        yield replace(step, reads=names)
        case _:
            return


def _resized(head: Head, old: Head, known: dict[str, Type]) -> Head:
    """A head whose rows fit the query and the key that it reads now, value by value."""
    assert isinstance(old.predicate, Rows)
    queries, keys = domain(known[head.query]), domain(known[head.key])
    given = dict(zip(domain(known[old.query]), old.predicate.accepts, strict=True))
    rows = tuple(tuple(k for k in given.get(q, ()) if k in keys) for q in queries)
    score = score_of(old)
    if isinstance(head, CategoricalHead) and isinstance(score, Levels):
        named = domain(known[old.key])
        levels = {
            q: dict(zip(named, row, strict=True))
            for q, row in zip(domain(known[old.query]), score.levels, strict=True)
        }
        made = tuple(tuple(levels.get(q, {}).get(k, 0) for k in keys) for q in queries)
        return replace(head, predicate=Rows(rows), score=Levels(made))
    return replace(head, predicate=Rows(rows))


def variants_of(step: Step, known: dict[str, Type]) -> Iterator[Step]:
    """The step with all of its cells, or all of its rows, changed in the same way.

    Rows of at most one key look for another one or for none; larger ones gain or lose a key. Where
    there is a score, a key is lost or has any of the levels that occur.
    """
    if isinstance(step, Mlp):
        assert isinstance(step.function, Table)
        size = len(step.function.cells)
        for value in domain(step.out.type):
            yield replace(step, function=Table((value,) * size))
        return
    assert isinstance(step, CategoricalHead | NumericalHead)
    assert isinstance(step.predicate, Rows)
    rows = step.predicate.accepts
    score = score_of(step)
    if isinstance(score, Levels):
        occurring = sorted({level for row in score.levels for level in row})
        for place, key in enumerate(domain(known[step.key])):
            for level in (None, *occurring):
                parts = (cast(Ranked, part_of(step, q)) for q in range(len(rows)))
                yield _ranked(step, [_placed(part, place, key, level) for part in parts])
        return
    single = all(len(row) <= 1 for row in rows)
    if single:
        yield replace(step, predicate=Rows(((),) * len(rows)))
    for key in domain(known[step.key]):
        made = tuple((key,) if single else tuple(sorted({*row} ^ {key})) for row in rows)
        yield replace(step, predicate=Rows(made))


def part_of(step: Step, group: int) -> Part:
    """One cell of a table, or one row of a predicate, with that of its score if there is one."""
    if isinstance(step, Mlp):
        assert isinstance(step.function, Table)
        return step.function.cells[group]
    assert isinstance(step, CategoricalHead | NumericalHead)
    assert isinstance(step.predicate, Rows)
    score = score_of(step)
    row = step.predicate.accepts[group]
    return (row, score.levels[group]) if isinstance(score, Levels) else row


def _placed(part: Ranked, place: int, key: int, level: int | None) -> Ranked:
    """A row in which a key has a level, or (None) does not match."""
    keys, levels = part
    kept = {*keys, key} if level is not None else {*keys} - {key}
    return tuple(sorted(kept)), (*levels[:place], level or 0, *levels[place + 1 :])


def _ranked(head: Head, rows: list[Ranked]) -> Head:
    assert isinstance(head, CategoricalHead)
    keys, levels = zip(*rows, strict=True)
    return replace(head, predicate=Rows(keys), score=Levels(levels))


def with_parts(step: Step, parts: dict[int, Part]) -> Step:
    """The step with some cells or rows exchanged."""
    if isinstance(step, Mlp):
        assert isinstance(step.function, Table)
        cells = [parts.get(i, cell) for i, cell in enumerate(step.function.cells)]
        return replace(step, function=Table(cast(tuple[int, ...], tuple(cells))))
    assert isinstance(step, CategoricalHead | NumericalHead)
    assert isinstance(step.predicate, Rows)
    count = len(step.predicate.accepts)
    if isinstance(score_of(step), Levels):
        return _ranked(step, [cast(Ranked, parts.get(i, part_of(step, i))) for i in range(count)])
    rows = [parts.get(i, row) for i, row in enumerate(step.predicate.accepts)]
    made = Rows(cast(tuple[tuple[int, ...], ...], tuple(rows)))
    return replace(step, predicate=made)
