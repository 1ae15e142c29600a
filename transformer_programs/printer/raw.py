"""Heads in the layout of the paper: `select` finds all matches, `aggregate` copies or adds."""

from __future__ import annotations

from ..program import steps as lang
from .code import Code, call, function, literal, loop
from .head_code import Predicate
from .scope import Scope, clipped, reach_of

SELECT = '''
def select(keys, queries, predicate, reach="all"):
    """For each query, the positions in reach whose keys match."""
    n = len(keys)
    places = {
        "all": lambda i: range(n),
        "before": lambda i: range(i),
        "upto": lambda i: range(i + 1),
        "after": lambda i: range(i + 1, n),
    }
    return [
        [j for j in places[reach](i) if predicate(query, keys[j])]
        for i, query in enumerate(queries)
    ]
'''.strip()
AGGREGATE = '''
def aggregate(attention, values, choose="nearest", scores=None):
    """The value of the match that is chosen, or the first value; or the sum of all."""
    if choose == "sum":
        return [sum(values[j] for j in matches) for matches in attention]
    orders = {
        "nearest": lambda i, j: (j == i, abs(i - j), j),
        "first": lambda i, j: j,
        "last": lambda i, j: -j,
    }
    chosen = []
    for i, matches in enumerate(attention):
        if scores is not None:
            best = max((scores[j] for j in matches), default=0)
            matches = [j for j in matches if scores[j] == best]
        chosen.append(min(matches, key=lambda j: orders[choose](i, j), default=0))
    return [values[j] for j in chosen]
'''.strip()


def selected_head(head: lang.Head, scope: Scope) -> tuple[Code, tuple[Code, ...]]:
    """A head by its definition: all matches, and what is made of them."""
    test = Predicate(head, scope, head)
    if isinstance(head.predicate, lang.Rows):
        definition = test.called("q", "k").definition
    else:
        arguments = scope.arguments(head)
        body = [f"return {test.forms[0](*arguments).code}"]
        definition = function(scope.function(head), arguments, body)
    pattern = scope.pattern(head)
    reach = reach_of(head, scope.program)
    given = [head.key, head.query, scope.function(head)]
    given += [] if reach == "all" else [literal(reach)]
    taken = [pattern, head.value]
    if isinstance(head, lang.NumericalHead):
        taken.append('"sum"')
    elif head.choose != "nearest" or head.score is not None:
        taken.append(literal(head.choose))
        if head.score is not None:
            level = scope.ordered(head.key, "key", "<")
            taken.append(
                loop(level if head.score.best == "largest" else f"-{level}", "key", head.key)
            )
    out = head.out.name
    lines = [f"{pattern} = {call('select', *given)}", f"{out} = {call('aggregate', *taken)}"]
    if isinstance(head, lang.NumericalHead):
        held = clipped("n", scope.ends(head))
        lines += [] if held == "n" else [f"{out} = {loop(held, 'n', out)}"]
    return definition, tuple(lines)
