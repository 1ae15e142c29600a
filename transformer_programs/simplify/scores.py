"""Rules about scores: only the order of a query's matches counts, and it may have a closed form."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from ..infer import Inference
from ..infer.grids import Grid, Mask, level_grid
from ..program.steps import CategoricalHead, Extreme, Head, Levels, Score, score_of
from ..program.values import Type
from .edits import Change, Changed, with_steps
from .lines import step_lines
from .predicates import heads


def plain_scores(inference: Inference) -> Changed:
    """A score that tells no two matches apart goes; one that only orders keys says so."""
    new: dict[str, Head] = {}
    changes: list[Change] = []
    for head, match, care in heads(inference):
        if not isinstance(head, CategoricalHead) or head.score is None:
            continue
        query, key = inference.types[head.query], inference.types[head.key]
        score = plainest(head.score, match & care, query, key)
        plain = replace(head, score=score)
        longest = step_lines(head, inference.types)
        if plain != head and step_lines(plain, inference.types) <= longest:
            new[head.out.name] = plain
            changes.append(Change("plain_scores", head.out.name, _what(score)))
    return with_steps(inference.program, new), changes


def _what(score: Score | None) -> str:
    match score:
        case None:
            return "its score tells no two matches apart"
        case Extreme(best):
            return f"the best match has the {best} key"
        case Levels(levels):
            return f"{len({level for row in levels for level in row})} levels of score are enough"


def plainest(score: Score, wanted: Mask, query: Type, key: Type) -> Score | None:
    """The shortest score with the same order among the keys that each query wants."""
    order = ordered(level_grid(score, query, key), wanted)
    if not order.any():
        return None
    for form in (Extreme("largest"), Extreme("smallest")):
        if np.array_equal(ordered(level_grid(form, query, key), wanted), order):
            return form
    for row in np.unique(order[(wanted == wanted.any(0)).all(1)], axis=0):
        # What one query wants whose matches are those of all queries may do for all of them.
        if np.array_equal(ordered(np.broadcast_to(row, order.shape), wanted), order):
            return _levels(np.broadcast_to(row, order.shape))
    return _levels(order)


def ordered(levels: Grid, wanted: Mask) -> Grid:
    """The rank of each wanted key among those of its query, from 0; 0 for all others."""
    found = np.zeros(levels.shape, dtype=np.int64)
    for row, level, want in zip(found, levels, wanted, strict=True):
        row[want] = np.unique(level[want], return_inverse=True)[1]
    return found


def same_order(a: Head, b: Head, met: Mask | None, query: Type, key: Type) -> bool:
    """Whether two heads prefer the same of the keys that are met."""
    first, second = score_of(a), score_of(b)
    if first == second:
        return True
    if met is None:
        return False
    levels = [
        np.zeros(met.shape, dtype=np.int64) if score is None else level_grid(score, query, key)
        for score in (first, second)
    ]
    return np.array_equal(ordered(levels[0], met), ordered(levels[1], met))


def read_through(
    score: Score, query: Grid | None, key: Grid | None, old: tuple[Type, Type]
) -> Score:
    """The score of a head that reads another query or key: for each value, the place it had."""
    if isinstance(score, Extreme) and key is None:
        return score
    grid = level_grid(score, *old)
    grid = grid if query is None else grid[query]
    return _levels(grid if key is None else grid[:, key])


def plainer_scores(score: Score) -> Iterator[Score | None]:
    """None at all, the order of the keys, the same for all queries, or one row like the most."""
    yield None
    if not isinstance(score, Levels):
        return
    yield Extreme("largest")
    yield Extreme("smallest")
    rows = Counter(score.levels)
    (rest, _), *_ = rows.most_common(1)
    yield Levels((rest,) * len(score.levels))
    for gone, _ in reversed(rows.most_common()):
        if gone != rest:
            yield Levels(tuple(rest if row == gone else row for row in score.levels))


def _levels(grid: Grid) -> Levels:
    return Levels(tuple(map(tuple, grid.tolist())))
