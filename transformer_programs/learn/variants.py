"""Steps in place of a step: other variables to read, other rows or cells. For `descend`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, assert_never

from ..program import Program
from ..program.steps import (
    CategoricalHead,
    Head,
    Levels,
    Mlp,
    NumericalHead,
    One,
    Position,
    Rows,
    Step,
    Table,
    Token,
    score_of,
)
from ..program.values import Number, Type, domain

# A cell of a table; or a row of a predicate: the keys that match, with the level of every key where
# there is a score.
Part = Any


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
        case Token() | Position() | One():
            return
        case _:
            assert_never(step)


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


def parts_of(step: Step) -> list[Part]:
    """The cells of a step, or its rows; none where it has neither."""
    match step:
        case Mlp():
            return list(step.function.cells) if isinstance(step.function, Table) else []
        case CategoricalHead() | NumericalHead():
            if not isinstance(step.predicate, Rows):
                return []
            rows, score = step.predicate.accepts, score_of(step)
            return list(zip(rows, score.levels, strict=True) if isinstance(score, Levels) else rows)
        case Token() | Position() | One():
            return []
        case _:
            assert_never(step)


def with_parts(step: Step, parts: Mapping[int, Part]) -> Step:
    """The step with some cells or rows exchanged."""
    every = tuple(parts.get(i, part) for i, part in enumerate(parts_of(step)))
    if isinstance(step, Mlp):
        return replace(step, function=Table(every))
    assert isinstance(step, CategoricalHead | NumericalHead)
    if isinstance(step, CategoricalHead) and isinstance(step.score, Levels):
        keys, levels = zip(*every, strict=True)
        return replace(step, predicate=Rows(keys), score=Levels(levels))
    return replace(step, predicate=Rows(every))


def variants_of(step: Step, known: dict[str, Type]) -> Iterator[dict[int, Part]]:
    """All cells of a step, or all of its rows, changed in the same way.

    Rows of at most one key look for another one or for none; larger ones gain or lose a key. Where
    there is a score, a key is lost or has any of the levels that occur.
    """
    parts = dict(enumerate(parts_of(step)))
    if isinstance(step, Mlp):
        yield from (dict.fromkeys(parts, value) for value in domain(step.out.type))
        return
    assert isinstance(step, CategoricalHead | NumericalHead)
    score, keys = score_of(step), domain(known[step.key])
    if isinstance(score, Levels):
        occurring = sorted({level for row in score.levels for level in row})
        for place, key in enumerate(keys):
            for level in (None, *occurring):
                yield {i: _placed(part, place, key, level) for i, part in parts.items()}
        return
    single = all(len(row) <= 1 for row in parts.values())
    if single:
        yield dict.fromkeys(parts, ())
    for key in keys:
        yield {i: (key,) if single else tuple(sorted({*row} ^ {key})) for i, row in parts.items()}


def _placed(part: Part, place: int, key: int, level: int | None) -> Part:
    """A row in which a key has a level, or (None) does not match."""
    keys, levels = part
    kept = {*keys, key} if level is not None else {*keys} - {key}
    return tuple(sorted(kept)), (*levels[:place], level or 0, *levels[place + 1 :])
