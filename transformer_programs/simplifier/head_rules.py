"""Rules about heads: what predicates and scores need not say, and closed forms for the rest."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from ..analysis import Inference
from ..analysis.comparisons import general_form
from ..analysis.grids import Grid, Mask, levels, match_grid, rows_of
from ..program import steps as lang
from ..program.values import Type, size, symbol
from .closed_forms import distinct, predicate_form, rows_lines, step_lines
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
    """The head whose query is its key."""
    key = facts.types[head.key]
    form = predicate_form(match, care, facts.types[head.query], key)
    if head.query == head.key and isinstance(head.predicate, lang.Is):
        return head
    if not facts.paired(head.key, head.key) and not isinstance(form, lang.Is):
        return head
    accepted = np.asarray((match & care).any(0) | ~(~match & care).any())
    predicate = form if isinstance(form, lang.Is) else _everywhere(accepted, key)
    return replace(head, query=head.key, predicate=predicate)


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


def read_through(score: lang.Extreme, old: Type, new: Type, places: Grid) -> lang.Extreme | None:
    """The score with the same order by another key; `places`: for each value, the place it had."""
    order = np.unique(levels(score, old)[places], return_inverse=True)[1]
    forms = score, lang.Extreme("smallest" if score.best == "largest" else "largest")
    return next((form for form in forms if np.array_equal(levels(form, new), order)), None)
