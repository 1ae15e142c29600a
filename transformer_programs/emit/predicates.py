"""Predicates: an expression of a query and a key where one line says it, else a function."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from ..infer.grids import countable, match_grid
from ..program.steps import Compare, Head, Is, Rows
from ..program.values import Type, domain, is_numeric
from ..simplify.closed_forms import general_form
from .conditions import Branches, Lookup, Subject, grouped, shifted
from .functions import Scope, ordered, remember
from .names import head_arguments
from .writer import Expression, Writer


def predicate_line(head: Head, scope: Scope, q: str = "q", k: str = "k") -> str | None:
    """A predicate as one expression of a query and a key, or None where it needs branches."""
    lines = [form.one_line() for form in _forms(head, q, k, scope)]
    found = [line for line in lines if line is not None]
    if not found or (_has_embedding(head, scope) and not isinstance(head.predicate, Compare | Is)):
        return None  # sets of Enum members are slow to build: a function remembers its results
    return min(found, key=len)


def predicate_lookups(
    head: Head, table: str, scope: Scope, q: str = "q", k: str = "k"
) -> Iterator[tuple[str, Lookup]]:
    """A predicate as `k == table[q]`, where no query has more than one key."""
    if not isinstance(head.predicate, Rows) or max(map(len, head.predicate.accepts)) > 1:
        return
    query, key = Subject(q, scope.spelling[head.query]), scope.spelling[head.key]
    accepts = dict(zip(domain(query.spelling.type), head.predicate.accepts, strict=True))
    rows = {value: key.texts(accepts[value]) for value in query.spelling.values}
    keys = {value: row[0] if row else "None" for value, row in rows.items()}
    lookup = Lookup.of(query, keys, "None" if "None" in keys.values() else None)
    yield f"{k} == {lookup.ask(table, q)}", lookup
    general = exceptions_and_rule(head, query.spelling.type, key.type)
    if general is not None and general[1].op == "==" and _means_the_same(head, scope):
        exceptions, comparison = general
        rule = f"{q}{shifted(comparison.shift)}"
        asked = {
            value: keys[value] if value in exceptions else rule for value in query.spelling.values
        }
        lookup = Lookup.of(query, asked, rule)
        yield f"{k} == {lookup.ask(table, q)}", lookup


def print_predicate(head: Head, name: str, scope: Scope) -> Writer:
    """predicate(query, key): whether a query matches a key."""
    w = Writer()
    q, k = head_arguments(head.query, head.key)
    remember(w, head.predicate, scope.spelling[head.query], scope.spelling[head.key])
    w.define(name, (q, k))
    bodies = []
    for form in _forms(head, q, k, scope):
        body = Writer(depth=1)
        form.write(body)
        bodies.append(body)
        line = form.one_line()
        if line is not None and body.fits(f"return {line}"):
            bodies.append(Writer(depth=1))
            bodies[-1].line(f"return {line}")
    w.include(min(bodies, key=lambda body: (len(body.lines), len(str(body)))))
    return w


def print_listed(head: Head, name: str, scope: Scope) -> Writer:
    """The same as the paper prints it: a branch for each group of queries with the same keys."""
    w = Writer()
    q, k = head_arguments(head.query, head.key)
    remember(w, head.predicate, scope.spelling[head.query], scope.spelling[head.key])
    w.define(name, (q, k))
    with w.indented():
        next(_forms(head, q, k, scope)).write(w)
    return w


def _has_embedding(head: Head, scope: Scope) -> bool:
    return any(scope.spelling[name].embedding for name in (head.query, head.key))


def _forms(head: Head, q: str, k: str, scope: Scope) -> Iterator[Branches]:
    """The forms that a predicate can take: as it is listed, then by a rule."""
    query, key = Subject(q, scope.spelling[head.query]), Subject(k, scope.spelling[head.key])
    match head.predicate:
        case Compare() as comparison:
            yield Branches((), _comparison(comparison, head, q, k, scope))
        case Is(value):
            yield Branches((), key.is_in([value]))
        case Rows(accepts):
            yield _listed(accepts, query, key)
            general = exceptions_and_rule(head, query.spelling.type, key.spelling.type)
            if general is not None and _means_the_same(head, scope):
                exceptions, comparison = general
                yield _but_for(exceptions, accepts, query, key, comparison, head, scope)


def exceptions_and_rule(
    head: Head, query: Type, key: Type
) -> tuple[tuple[int, ...], Compare] | None:
    """The comparison that most rows of a predicate follow, and the query values that do not."""
    if isinstance(head.predicate, Compare):
        return (), head.predicate
    if not isinstance(head.predicate, Rows) or not countable((query, key)):
        return None
    match = match_grid(head.predicate, query, key)
    found = general_form(match, np.ones_like(match), query, key)
    if found is None:
        return None
    exceptions = [q - domain(query).start for q in found.exceptions]
    asking = np.asarray(
        match.any(axis=1)
    )  # queries that match nothing speak neither for the rule nor against it
    if asking.sum() <= 2 * asking[exceptions].sum():
        return None
    by_order = found.form.op not in ("==", "!=") and not is_numeric(query)
    return None if by_order else (found.exceptions, found.form)


def _means_the_same(head: Head, scope: Scope) -> bool:
    """Whether values that are equal are written equally: two embeddings share no members."""
    query, key = scope.spelling[head.query], scope.spelling[head.key]
    return query.embedding is key.embedding is None


def _listed(accepts: tuple[tuple[int, ...], ...], query: Subject, key: Subject) -> Branches:
    """Queries that accept the same keys share a branch."""
    start = domain(query.spelling.type).start
    rows = {q: tuple(key.spelling.possible(accepts[q - start])) for q in query.spelling.values}
    return grouped(query, rows, {row: key.is_in(row) for row in set(rows.values())})


def _but_for(
    exceptions: tuple[int, ...],
    accepts: tuple[tuple[int, ...], ...],
    query: Subject,
    key: Subject,
    comparison: Compare,
    head: Head,
    scope: Scope,
) -> Branches:
    """The exceptions first, then the general form."""
    start = domain(query.spelling.type).start
    rule = "rule"
    rows: dict[int, tuple[int, ...] | str] = dict.fromkeys(query.spelling.values, rule)
    rows |= {q: accepts[q - start] for q in exceptions}
    write: dict[tuple[int, ...] | str, Expression] = {
        row: key.is_in(row) for row in rows.values() if not isinstance(row, str)
    }
    write[rule] = _comparison(comparison, head, query.argument, key.argument, scope)
    return grouped(query, rows, write, rest=rule)


def _comparison(comparison: Compare, head: Head, q: str, k: str, scope: Scope) -> str:
    a = ordered(head.key, k, comparison.op, scope)
    b = ordered(head.query, q, comparison.op, scope)
    return f"{a} {comparison.op} {b}{shifted(comparison.shift)}"
