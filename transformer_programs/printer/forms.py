"""Predicates and scores of heads: an expression of a query and a key, or a function of the two."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import assert_never

import numpy as np

from ..analysis.comparisons import general_form
from ..analysis.grids import countable, match_grid
from ..program.steps import Compare, Extreme, Head, Is, Predicate, Rows
from ..program.values import Type, domain, is_numeric
from . import tree as py
from .conditions import Branches, Lookup, Subject, grouped, shortest
from .functions import Definition, Form, Scope
from .names import head_arguments
from .tree import NONE, Expression

RULE = "rule"  # the outcome of the queries that are no exceptions to it


# --- predicates -----------------------------------------------------------------------------------


def predicate_function(head: Head, called: str, scope: Scope, *, listed: bool) -> Definition:
    """predicate(query, key): whether a query matches a key, in the shortest form.

    `listed`: as the paper prints it, a branch for each group of queries with the same keys.
    """
    arguments = head_arguments(head.query, head.key)
    forms = _forms(head, py.name(arguments[0]), py.name(arguments[1]), scope)
    if listed:
        body = next(forms).statements()
    else:
        body = shortest(body for form in forms for body in form.bodies())
    return (py.function(called, arguments, body),)


class Predicates:
    """The forms that a predicate can take as an expression of a query and a key.

    The first is a call of a function; the others may need the definition of a table.
    """

    def __init__(self, head: Head, called: str, table: str, scope: Scope) -> None:
        self.head, self.called, self.table, self.scope = head, called, table, scope
        self.defined = predicate_function(head, called, scope, listed=False)
        self.made: dict[tuple[Expression, Expression], list[Form]] = {}

    def forms(self, q: Expression, k: Expression) -> list[Form]:
        if (q, k) not in self.made:
            lines = [form.one_line() for form in _forms(self.head, q, k, self.scope)]
            short = sorted((line for line in lines if line), key=lambda line: len(line.text))
            called = Form(py.call(self.called, q, k), self.defined)
            self.made[q, k] = [called, *self.lookups(q, k), *map(Form, short[:1])]
        return self.made[q, k]

    def lookups(self, q: Expression, k: Expression) -> Iterator[Form]:
        """A predicate as `k == table[q]`, where no query has more than one key."""
        head, table, scope = self.head, self.table, self.scope
        if not isinstance(head.predicate, Rows) or max(map(len, head.predicate.accepts)) > 1:
            return
        query, key = Subject(q, scope.spelling[head.query]), scope.spelling[head.key]
        accepts = dict(zip(domain(query.spelling.type), head.predicate.accepts, strict=True))
        rows = {value: key.texts(accepts[value]) for value in query.spelling.values}
        keys = {value: row[0] if row else NONE for value, row in rows.items()}
        lookups = [Lookup.of(query, keys, NONE if NONE in keys.values() else None)]
        general = exceptions_and_rule(head.predicate, query.spelling.type, key.type)
        if general is not None and general[1].op == "==":
            rule = py.plus(q, general[1].shift)
            asked = {value: keys[value] if value in general[0] else rule for value in keys}
            lookups.append(Lookup.of(query, asked, rule))
        for lookup in lookups:
            yield Form(py.comparison(k, "==", lookup.ask(table, q)), (lookup.define(table),))


def _forms(head: Head, q: Expression, k: Expression, scope: Scope) -> Iterator[Branches]:
    """The forms that a predicate can take: as it is listed, then by a rule."""
    query, key = Subject(q, scope.spelling[head.query]), Subject(k, scope.spelling[head.key])
    match head.predicate:
        case Compare() as rule:
            yield Branches((), _comparison(rule, head, q, k, scope))
        case Is(value):
            yield Branches((), key.is_in([value]))
        case Rows(accepts):
            queries = domain(query.spelling.type)
            row_of = dict(zip(queries, accepts, strict=True))
            rows = {value: row_of[value] for value in query.spelling.values}
            yield grouped(query, rows, {row: key.is_in(row) for row in set(rows.values())})
            general = exceptions_and_rule(head.predicate, query.spelling.type, key.spelling.type)
            if general is not None:
                exceptions, rule = general
                kept: dict[int, tuple[int, ...] | str] = {
                    v: row_of[v] if v in exceptions else RULE for v in query.spelling.values
                }
                write: dict[tuple[int, ...] | str, Expression] = {
                    row: key.is_in(row) for row in kept.values() if not isinstance(row, str)
                }
                write[RULE] = _comparison(rule, head, q, k, scope)
                yield grouped(query, kept, write, rest=RULE)
        case other:
            assert_never(other)


def _comparison(by: Compare, head: Head, q: Expression, k: Expression, scope: Scope) -> Expression:
    a, b = scope.ordered(head.key, k, by.op), scope.ordered(head.query, q, by.op)
    return py.comparison(a, by.op, py.plus(b, by.shift))


@lru_cache(maxsize=4096)
def exceptions_and_rule(
    predicate: Predicate, query: Type, key: Type
) -> tuple[tuple[int, ...], Compare] | None:
    """The comparison that most rows of a predicate follow, and the query values that do not."""
    if isinstance(predicate, Compare):
        return (), predicate
    if not isinstance(predicate, Rows) or not countable((query, key)):
        return None
    match = match_grid(predicate, query, key)
    found = general_form(match, np.ones_like(match), query, key)
    if found is None:
        return None
    exceptions = [q - domain(query).start for q in found.exceptions]
    # Queries that match nothing speak neither for the rule nor against it.
    asking = np.asarray(match.any(axis=1))
    if asking.sum() <= 2 * asking[exceptions].sum():
        return None
    by_order = found.form.op not in ("==", "!=") and not is_numeric(query)
    return None if by_order else (found.exceptions, found.form)


# --- scores ---------------------------------------------------------------------------------------


def score_function(head: Head, score: Extreme, called: str, scope: Scope) -> Definition:
    """score(query, key), the larger, the better."""
    names = head_arguments(head.query, head.key)
    code = scope.ordered(head.key, py.name(names[1]), "<")
    code = code if score.best == "largest" else py.seq("-", code)
    return (py.function(called, names, (py.returns(code),)),)
