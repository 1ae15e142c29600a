"""Rules about heads: what predicates and scores need not say, and closed forms for the rest."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import assert_never

import numpy as np

from ..analysis import Inference
from ..analysis.grids import Grid, Mask, level_grid, match_grid, rows_of
from ..program import steps as lang
from ..program.values import Type, size, symbol
from .closed_forms import distinct, general_form, predicate_form, rows_lines, step_lines
from .edits import Edit, rule
from .table_rules import compatible


def _heads(facts: Inference) -> Iterator[tuple[lang.Head, Mask, Mask, tuple[Type, Type]]]:
    """Every head that matters: its matches, the pairs where they matter, the types of a pair."""
    for step in facts.program.steps:
        if isinstance(step, lang.Head) and facts.needed[step.out.name].any():
            met, key = facts.pairs(step), facts.possible[step.key]
            if met is None:
                continue
            kinds = facts.types[step.query], facts.types[step.key]
            match = match_grid(step.predicate, *kinds)
            if isinstance(step, lang.CategoricalHead) and key is not None:
                # Finding position 0 and finding nothing are the same: both copy from there.
                only_at_0 = ~key[facts.contexts.place > 0].any(0)
                nothing_else = ~(match & met & ~only_at_0).any(1, keepdims=True)
                met = np.asarray(met & ~(nothing_else & only_at_0))
            yield step, match, met, kinds


def _no_longer(facts: Inference, new: lang.Head, old: lang.Head) -> bool:
    return new != old and step_lines(new, facts.types) <= step_lines(old, facts.types)


# --- queries and keys that need not be read -------------------------------------------------------


@rule
def unread_keys(facts: Inference) -> Iterator[Edit]:
    """A head that always or never matches, or whatever the query or the key, does not read them."""
    for head, match, care, _ in _heads(facts):
        wanted, unwanted, slim, what = (match & care), (~match & care), head, ""
        plain, asked = lang.score_of(head) is None, head.query
        told_apart = (wanted.any(1) & unwanted.any(1)).any()  # whether the key matters to a query
        if not wanted.any():
            slim, what = _constant(facts, head, False), "never matches"
        elif plain and not unwanted.any():
            slim, what = _constant(facts, head, True), "always matches"
        elif _whatever_the_query(match, care):
            slim, what = _of_any_query(facts, head, match, care), "does not depend on its query"
        elif plain and not told_apart and asked != head.key and facts.paired(asked, asked):
            every = np.broadcast_to(wanted.any(1, keepdims=True), (len(match), len(match)))
            slim = replace(head, key=asked, predicate=rows_of(every, facts.types[asked]))
            what = "does not depend on its key"
        if _no_longer(facts, slim, head):
            yield head.out.name, what, slim


def _of_any_query(facts: Inference, head: lang.Head, match: Mask, care: Mask) -> lang.Head:
    """The head whose query is its key. With a score, if no query changes the levels either."""
    score, key = lang.score_of(head), facts.types[head.key]
    form = predicate_form(match, care, facts.types[head.query], key)
    few = facts.paired(head.key, head.key)
    if head.query == head.key and (score is not None or isinstance(head.predicate, lang.Is)):
        return head
    if not few and (score is not None or not isinstance(form, lang.Is)):
        return head
    accepted = np.asarray((match & care).any(0) | ~(~match & care).any())
    predicate = form if isinstance(form, lang.Is) else _everywhere(accepted, key)
    slim = replace(head, query=head.key, predicate=predicate)
    if isinstance(slim, lang.CategoricalHead) and isinstance(score, lang.Levels):
        if len(set(score.levels)) > 1:
            return head
        slim = replace(slim, score=lang.Levels(score.levels[:1] * match.shape[1]))
    return slim


def _everywhere(accepted: Mask, key: Type) -> lang.Rows:
    """The predicate of keys with themselves by which each matches the same."""
    return rows_of(np.broadcast_to(accepted, (len(accepted), len(accepted))), key)


def _whatever_the_query(match: Mask, care: Mask) -> bool:
    """Whether no query refuses a key that another one accepts."""
    return not ((match & care).any(0) & (~match & care)).any()


def _constant(facts: Inference, head: lang.Head, matches: bool) -> lang.Head:
    """The head that always or never matches, reading only its value where that is enough."""
    names = [head.value, head.key] if facts.possible[head.value] is not None else [head.key]
    name = next((name for name in names if facts.paired(name, name)), None)
    if name is None:
        return head
    every = np.full(size(facts.types[name]) or 0, matches)
    slim = replace(head, query=name, key=name, predicate=_everywhere(every, facts.types[name]))
    return replace(slim, score=None) if isinstance(slim, lang.CategoricalHead) else slim


# --- shorter predicates ---------------------------------------------------------------------------


@rule
def comparisons(facts: Inference) -> Iterator[Edit]:
    """Rows that are a comparison or a single key, wherever it matters, become that."""
    for head, match, care, kinds in _heads(facts):
        if not isinstance(head.predicate, lang.Rows) or not (~match & care).any():
            continue
        form = predicate_form(match, care, *kinds)
        if isinstance(form, lang.Is) or (form is not None and not _whatever_the_query(match, care)):
            what = f"matches where {_spelled(form, head, kinds[1])}"
            yield head.out.name, what, replace(head, predicate=form)


def _spelled(form: lang.Compare | lang.Is, head: lang.Head, key: Type) -> str:
    """A closed form in words."""
    if isinstance(form, lang.Is):
        return f"{head.key} is {symbol(key, form.value)!r}"
    shift = f" {'-' if form.shift < 0 else '+'} {abs(form.shift)}" if form.shift else ""
    return f"key {head.key} {form.op} query {head.query}{shift}"


@rule
def unreachable_rows(facts: Inference) -> Iterator[Edit]:
    """Rows and keys that are never met are chosen so that the predicate is shortest."""
    for head, match, care, kinds in _heads(facts):
        if isinstance(head.predicate, lang.Rows) and not care.all():
            # Queries that do not contradict each other accept the same keys.
            grouped = np.empty_like(match)
            for members in compatible(match.astype(np.int64), care):
                grouped[members] = (match & care)[members].any(0)
            fillings = [match, grouped]
            # All but a few rows are a comparison: the rows never asked for follow it.
            general = general_form(match, care, *kinds)
            if general is not None:
                form = match_grid(general.form, *kinds)
                follows = ~((form != match) & care).any(1)
                fillings.append(np.where(follows[:, None], form, grouped))
            costs = [_cost(filled, *kinds) for filled in fillings]
            if min(costs) < costs[0]:
                best = fillings[costs.index(min(costs))]
                what = f"{(~care).sum()} of {care.size} pairs of query and key never occur"
                yield head.out.name, what, replace(head, predicate=rows_of(best, kinds[1]))


def _cost(match: Mask, query: Type, key: Type) -> tuple[int, int, int]:
    """Lines, then branches, then keys named; that all of them match needs no naming."""
    rows = np.array(distinct(match))
    named = int(np.minimum(rows.sum(1), (~rows).sum(1)).sum())
    return rows_lines(match, query, key), len(rows), named


# --- scores: only the order of a query's matches counts -------------------------------------------


@rule
def plain_scores(facts: Inference) -> Iterator[Edit]:
    """A score that tells no two matches apart goes; one that only orders keys says so."""
    for head, match, care, kinds in _heads(facts):
        if isinstance(head, lang.CategoricalHead) and head.score is not None:
            score = plainest(head.score, match & care, *kinds)
            plain = replace(head, score=score)
            if _no_longer(facts, plain, head):
                yield head.out.name, _what(score), plain


def _what(score: lang.Score | None) -> str:
    match score:
        case None:
            return "its score never decides between two matches"
        case lang.Extreme(best):
            return f"the best match has the {best} key"
        case lang.Levels(levels):
            return f"{len({level for row in levels for level in row})} levels of score are enough"
        case _:
            assert_never(score)


def plainest(score: lang.Score, wanted: Mask, query: Type, key: Type) -> lang.Score | None:
    """The shortest score with the same order among the keys that each query wants."""
    order = _ordered(level_grid(score, query, key), wanted)
    if not order.any():
        return None
    for form in (lang.Extreme("largest"), lang.Extreme("smallest")):
        if np.array_equal(_ordered(level_grid(form, query, key), wanted), order):
            return form
    for row in np.unique(order[(wanted == wanted.any(0)).all(1)], axis=0):
        # What one query wants whose matches are those of all queries may do for all of them.
        if np.array_equal(_ordered(np.broadcast_to(row, order.shape), wanted), order):
            return _levels(np.broadcast_to(row, order.shape))
    return _levels(order)


def _ordered(levels: Grid, wanted: Mask) -> Grid:
    """The rank of each wanted key among those of its query, from 0; 0 for all others."""
    found = np.zeros(levels.shape, dtype=np.int64)
    for row, level, want in zip(found, levels, wanted, strict=True):
        row[want] = np.unique(level[want], return_inverse=True)[1]
    return found


def same_order(a: lang.Head, b: lang.Head, met: Mask, query: Type, key: Type) -> bool:
    """Whether two heads prefer the same of the keys that are met."""
    scores = lang.score_of(a), lang.score_of(b)
    if scores[0] == scores[1]:
        return True
    plain = np.zeros(met.shape, dtype=np.int64)
    grids = (plain if score is None else level_grid(score, query, key) for score in scores)
    first, second = (_ordered(grid, met) for grid in grids)
    return np.array_equal(first, second)


def read_through(
    score: lang.Score, query: Grid, key: Grid, old: tuple[Type, Type], same_key: bool
) -> lang.Score:
    """The score of a head that reads another query or key: for each value, the place it had."""
    if isinstance(score, lang.Extreme) and same_key:
        return score
    return _levels(level_grid(score, *old)[np.ix_(query, key)])


def plainer_scores(score: lang.Score) -> Iterator[lang.Score | None]:
    """None at all, the order of the keys, the same for all queries, or one row like the most."""
    yield None
    if not isinstance(score, lang.Levels):
        return
    yield lang.Extreme("largest")
    yield lang.Extreme("smallest")
    rows = Counter(score.levels)
    (rest, _), *_ = rows.most_common(1)
    yield lang.Levels((rest,) * len(score.levels))
    for gone, _ in reversed(rows.most_common()):
        if gone != rest:
            yield lang.Levels(tuple(rest if row == gone else row for row in score.levels))


def _levels(grid: Grid) -> lang.Levels:
    return lang.Levels(tuple(map(tuple, grid.tolist())))
