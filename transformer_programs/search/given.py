"""Found heads as choices that are given to the gradient learner before it trains.

Only heads over inputs can be given: they compare words or positions, and stand in the first layer.
A network must have heads of the reach they need; where its predicates look for one key (`many` is
False), only `==` can be given.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from .arena import compared
from .domain import Domain
from .nodes import Node, Recipe

INPUTS = {"word": "tokens", "position": "positions", "one": "ones"}
NEAREST = {("before", "last"), ("upto", "last"), ("after", "first")}  # the same as the nearest

Predicate = tuple[int | tuple[int, ...] | None, ...]


def given_modules(
    recipes: Sequence[Recipe],
    domain: Domain,
    max_length: int,
    frozen: bool = True,
    reaches: Sequence[str] = ("all",),
    many: bool = False,
) -> list[dict[str, Any]]:
    """The arguments of `learn.initial.Given` for each different head over inputs alone.

    `reaches` and `many` are those of the network: `Config.reaches`, dealt out in turn, and whether
    a query value may look for many keys. A network that is causal reads "upto" where it has "all".

    >>> from transformer_programs.tasks import sort
    >>> from transformer_programs.search.domain import domain_of
    >>> nodes = (Node("word"), Node("position"), Node("copy", (1, 1, 0), "==", -1, choose="first"))
    >>> given_modules([Recipe(nodes)], domain_of(sort(samples=20)), 3)[0]["predicate"]
    (None, 0, 1)
    """
    own = ["upto" if domain.causal and reach == "all" else reach for reach in reaches]
    used = {(kind, reach): 0 for kind in ("copy", "sum") for reach in own}
    found: dict[tuple[object, ...], dict[str, Any]] = {}
    for recipe in recipes:
        for node in recipe.nodes:
            if (node.kind, node.reach) not in used or node.score:
                continue
            kinds = [recipe.nodes[read].kind for read in node.reads]
            predicate = _predicate(node, kinds, domain, max_length, many)
            key = (node.kind, node.reach, tuple(kinds), predicate)
            if predicate is None or key in found or not all(kind in INPUTS for kind in kinds):
                continue
            number = own.index(node.reach) + len(own) * used[node.kind, node.reach]
            used[node.kind, node.reach] += 1
            module = f"{'num_' if node.kind == 'sum' else ''}attn_0_{number}"
            query, at, value = (INPUTS[kind] for kind in kinds)
            choices = {"query": query, "key": at, "value": value, "predicate": predicate}
            found[key] = {"module": module, **choices, "frozen": frozen}
    return list(found.values())


def _predicate(
    node: Node, kinds: Sequence[str], domain: Domain, max_length: int, many: bool
) -> Predicate | None:
    """The keys that each value of the query looks for; None where a network has no such head."""
    if kinds[0] != kinds[1] or kinds[0] not in ("word", "position") or node.op == "is":
        return None
    alone = kinds[0] == "position" and node.op == "=="  # one match: which is chosen is no question
    near = node.choose == "nearest" or (node.reach, node.choose) in NEAREST
    if (node.kind == "copy" and not (alone or near)) or (node.op != "==" and not many):
        return None
    # A network numbers the words as the vocabulary does.
    ordinal = domain.rank if kinds[0] == "word" else np.arange(max_length)
    match = compared(node.op, ordinal[None, :], ordinal[:, None] + node.shift)
    rows = [tuple(int(key) for key in np.flatnonzero(row)) for row in match]
    return tuple(rows) if many else tuple(row[0] if row else None for row in rows)
