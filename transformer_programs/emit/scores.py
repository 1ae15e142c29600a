"""Scores: how good a key is to a query, as an expression or as a function of the two."""

from __future__ import annotations

from collections.abc import Iterator

from ..program.steps import Extreme, Head, Levels, Score, Table
from ..program.values import Number, domain
from .cells import Cells, Results, choice_line, shortest_form
from .conditions import Lookup, Subject
from .functions import Scope, ordered, remember
from .names import head_arguments
from .spelling import Spelling
from .writer import Writer


def print_score(head: Head, score: Score, name: str, scope: Scope) -> Writer:
    """score(query, key): the larger, the better."""
    w = Writer()
    q, k = head_arguments(head.query, head.key)
    if isinstance(score, Levels):
        remember(w, Table(()), scope.spelling[head.query], scope.spelling[head.key])
    w.define(name, (q, k))
    with w.indented():
        match score:
            case Extreme():
                w.line(f"return {_order(head, score, k, scope)}")
            case Levels():
                w.include(shortest_form(_cells(head, score, q, k, scope)))
    return w


def score_lines(
    head: Head, score: Score, table: str, scope: Scope
) -> Iterator[tuple[str, Writer | None]]:
    """A score as one expression of `q` and `k`, and the dict it asks, if it asks one."""
    if isinstance(score, Extreme):
        yield _order(head, score, "k", scope), None
        return
    cells = _cells(head, score, "q", "k", scope)
    if any(subject.spelling.embedding for subject in cells.subjects[:-1]):
        return  # sets of Enum members are slow to build: a function remembers its results
    if len(cells.subjects) == 1:
        (subject,) = cells.subjects
        results = {value: cells.out.text(level) for (value,), level in cells.results.items()}
        lookup = Lookup.of(subject, results)
        yield lookup.ask(table, "k"), lookup.define(table)
    line = choice_line(cells)
    if line is not None and not cells.subjects[0].spelling.embedding:
        yield line, None


def _order(head: Head, score: Extreme, k: str, scope: Scope) -> str:
    text = ordered(head.key, k, "<", scope)
    return text if score.best == "largest" else f"-{text}"


def _cells(head: Head, score: Levels, q: str, k: str, scope: Scope) -> Cells:
    """The levels by query and key; by the key alone where the query makes no difference."""
    query, key = Subject(q, scope.spelling[head.query]), Subject(k, scope.spelling[head.key])
    rows = dict(zip(domain(query.spelling.type), score.levels, strict=True))
    start = domain(key.spelling.type).start
    asked = {
        value: tuple(rows[value][k - start] for k in key.spelling.values)
        for value in query.spelling.values
    }
    listed = [level for row in asked.values() for level in row]
    out = Spelling(Number(min(listed), max(listed)))
    if len(set(asked.values())) == 1:
        (row,) = set(asked.values())
        alone: Results = {(k,): level for k, level in zip(key.spelling.values, row, strict=True)}
        return Cells(alone, (key,), out)
    pairs: Results = {
        (value, k): level
        for value, row in asked.items()
        for k, level in zip(key.spelling.values, row, strict=True)
    }
    return Cells(pairs, (query, key), out)
