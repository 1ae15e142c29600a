"""Rules about heads: what their predicates need not say, and closed forms for what they say."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from ..infer import Inference
from ..infer.grids import Mask, match_grid, rows_of
from ..program.steps import (
    CategoricalHead,
    Compare,
    Extreme,
    Head,
    Is,
    Levels,
    NumericalHead,
    Rows,
    Score,
)
from ..program.values import Type, size, symbol
from .closed_forms import general_form, predicate_form
from .edits import Change, Changed, with_steps
from .lines import rows_lines, step_lines
from .tables import compatible


def heads(inference: Inference) -> Iterator[tuple[Head, Mask, Mask]]:
    """Every head that matters, with its matches and the (query, key) pairs where they matter."""
    for step in inference.program.steps:
        if not isinstance(step, CategoricalHead | NumericalHead):
            continue
        if not inference.needed[step.out.name].any():
            continue
        met = inference.pairs(step)
        if met is None:
            continue
        match = match_grid(step.predicate, inference.types[step.query], inference.types[step.key])
        yield step, match, _that_matter(inference, step, match, met)


def _that_matter(inference: Inference, head: Head, match: Mask, met: Mask) -> Mask:
    """Finding position 0 and finding nothing are the same: both copy from position 0."""
    key = inference.possible[head.key]
    if isinstance(head, NumericalHead) or key is None:
        return met
    only_at_0 = ~key[inference.contexts.place > 0].any(0)
    nothing_else = ~(match & met & ~only_at_0).any(1, keepdims=True)
    return np.asarray(met & ~(nothing_else & only_at_0))


def unread_keys(inference: Inference) -> Changed:
    """A head that always or never matches, or whatever the query or the key, does not read them."""
    new: dict[str, Head] = {}
    changes: list[Change] = []
    for head, match, care in heads(inference):
        slim, what = _independent(inference, head, match, care)
        longest = step_lines(head, inference.types)
        if slim != head and step_lines(slim, inference.types) <= longest:
            new[head.out.name] = slim
            changes.append(Change("unread_keys", head.out.name, what))
    return with_steps(inference.program, new), changes


def _independent(inference: Inference, head: Head, match: Mask, care: Mask) -> tuple[Head, str]:
    wanted, unwanted = (match & care), (~match & care)
    accepted = np.asarray(wanted.any(0))
    if not wanted.any():
        return _constant(inference, head, False), "never matches"
    if isinstance(head, CategoricalHead) and head.score is not None:
        return _best_of_any_query(inference, head, head.score, match, care)
    if not unwanted.any():
        return _constant(inference, head, True), "always matches"
    if _whatever_the_query(match, care):
        if isinstance(head.predicate, Is) and head.query == head.key:
            return head, ""
        key_type = inference.types[head.key]
        form = predicate_form(match, care, inference.types[head.query], key_type)
        if not isinstance(form, Is) and not inference.paired(head.key, head.key):
            return head, ""
        predicate = form if isinstance(form, Is) else _everywhere(accepted, key_type)
        return replace(head, query=head.key, predicate=predicate), "matches whatever the query"
    all_or_none = ~(wanted.any(1) & unwanted.any(1))
    if all_or_none.all() and head.key != head.query and inference.paired(head.query, head.query):
        query_type = inference.types[head.query]
        every = np.broadcast_to(wanted.any(1, keepdims=True), (len(match), len(match)))
        slim = replace(head, key=head.query, predicate=rows_of(every, query_type))
        return slim, "matches whatever the key"
    return head, ""


def _best_of_any_query(
    inference: Inference, head: CategoricalHead, score: Score, match: Mask, care: Mask
) -> tuple[Head, str]:
    """A head with a score needs its key; its query only if that changes the matches or levels."""
    one_order = isinstance(score, Extreme) or len(set(score.levels)) == 1
    if head.query == head.key or not one_order or not _whatever_the_query(match, care):
        return head, ""
    if not inference.paired(head.key, head.key):
        return head, ""
    key_type = inference.types[head.key]
    accepted = np.asarray((match & care).any(0) | ~(~match & care).any())
    form = predicate_form(match, care, inference.types[head.query], key_type)
    predicate = form if isinstance(form, Is) else _everywhere(accepted, key_type)
    if isinstance(score, Levels):
        score = Levels(score.levels[:1] * match.shape[1])
    slim = replace(head, query=head.key, predicate=predicate, score=score)
    return slim, "matches whatever the query"


def _everywhere(accepted: Mask, key: Type) -> Rows:
    """The predicate of keys with themselves by which each matches the same."""
    return rows_of(np.broadcast_to(accepted, (len(accepted), len(accepted))), key)


def _whatever_the_query(match: Mask, care: Mask) -> bool:
    """Whether no query refuses a key that another one accepts."""
    return not ((match & care).any(0) & (~match & care)).any()


def _constant(inference: Inference, head: Head, matches: bool) -> Head:
    """The head that always or never matches, reading only its value where that is enough."""
    names = [head.value, head.key] if inference.possible[head.value] is not None else [head.key]
    name = next((name for name in names if inference.paired(name, name)), None)
    if name is None:
        return head
    every = np.full(size(inference.types[name]) or 0, matches)
    slim = replace(head, query=name, key=name, predicate=_everywhere(every, inference.types[name]))
    return replace(slim, score=None) if isinstance(slim, CategoricalHead) else slim


def comparisons(inference: Inference) -> Changed:
    """Rows that are a comparison or a single key, wherever it matters, become that."""
    new: dict[str, Head] = {}
    changes: list[Change] = []
    for head, match, care in heads(inference):
        if not isinstance(head.predicate, Rows) or not (~match & care).any():
            continue
        query, key = inference.types[head.query], inference.types[head.key]
        form = predicate_form(match, care, query, key)
        if isinstance(form, Is) or (form is not None and not _whatever_the_query(match, care)):
            new[head.out.name] = replace(head, predicate=form)
            what = f"matches where {spelled(form, head, inference)}"
            changes.append(Change("comparisons", head.out.name, what))
    return with_steps(inference.program, new), changes


def spelled(form: Compare | Is, head: Head, inference: Inference) -> str:
    """A closed form in words."""
    if isinstance(form, Is):
        return f"{head.key} is {symbol(inference.types[head.key], form.value)!r}"
    shift = f" {'-' if form.shift < 0 else '+'} {abs(form.shift)}" if form.shift else ""
    return f"key {head.key} {form.op} query {head.query}{shift}"


def unreachable_rows(inference: Inference) -> Changed:
    """Rows and keys that are never met are chosen so that the predicate is shortest."""
    new: dict[str, Head] = {}
    changes: list[Change] = []
    for head, match, care in heads(inference):
        if not isinstance(head.predicate, Rows) or care.all():
            continue
        kinds = inference.types[head.query], inference.types[head.key]
        fillings = {filled.tobytes(): filled for filled in _fillings(match, care, *kinds)}
        costs = {cells: _cost(filled, *kinds) for cells, filled in fillings.items()}
        best = fillings[min(costs, key=lambda cells: costs[cells])]
        if costs[best.tobytes()] < _cost(match, *kinds):
            new[head.out.name] = replace(head, predicate=rows_of(best, inference.types[head.key]))
            what = f"{(~care).sum()} of {care.size} pairs of query and key are never met"
            changes.append(Change("unreachable_rows", head.out.name, what))
    return with_steps(inference.program, new), changes


def _fillings(match: Mask, care: Mask, query: Type, key: Type) -> Iterator[Mask]:
    """Ways to fill in what is never met."""
    wanted = match & care
    # Queries that do not contradict each other accept the same keys.
    grouped = np.empty_like(match)
    for members in compatible(match.astype(np.int64), care):
        grouped[members] = wanted[members].any(0)
    yield grouped
    # All but a few rows are a comparison: the rows never asked for follow it.
    general = general_form(match, care, query, key)
    if general is not None:
        form = match_grid(general.form, query, key)
        follows = ~((form != match) & care).any(1)
        yield np.where(follows[:, None], form, grouped)


def _cost(match: Mask, query: Type, key: Type) -> tuple[int, int, int]:
    """Lines, then branches, then keys named; that all of them match needs no naming."""
    rows = np.unique(match, axis=0)
    named = int(np.minimum(rows.sum(1), (~rows).sum(1)).sum())
    return rows_lines(match, query, key), len(rows), named
