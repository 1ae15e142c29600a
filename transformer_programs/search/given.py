"""Found heads as choices that are given to the gradient learner before it trains.

A network's head has one key for each value of its query, so only heads that look for one key can be
given: those that compare words or positions with `==`, or look for a fixed key.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from .domain import Domain
from .nodes import Node, Recipe

INPUTS = {"word": "tokens", "position": "positions", "one": "ones"}


def given_modules(
    recipe: Recipe, domain: Domain, max_length: int, frozen: bool = True
) -> list[dict[str, Any]]:
    """The arguments of `learn.initial.Given` for each head over inputs alone, in the first layer.

    >>> from transformer_programs.tasks import sort
    >>> from transformer_programs.search.domain import domain_of
    >>> nodes = (Node("word"), Node("position"), Node("copy", (1, 1, 0), "==", -1, choose="first"))
    >>> given_modules(Recipe(nodes), domain_of(sort(samples=20)), 3)[0]["predicate"]
    (None, 0, 1)
    """
    counts = {"copy": 0, "sum": 0}
    found = []
    for node in recipe.nodes:
        if node.kind not in counts:
            continue
        kinds = [recipe.nodes[read].kind for read in node.reads]
        predicate = _one_key(node, kinds, domain, max_length)
        if predicate is None or not all(kind in INPUTS for kind in kinds):
            continue
        module = f"{'num_' if node.kind == 'sum' else ''}attn_0_{counts[node.kind]}"
        counts[node.kind] += 1
        query, key, value = (INPUTS[kind] for kind in kinds)
        found.append(
            {
                "module": module,
                "query": query,
                "key": key,
                "value": value,
                "predicate": predicate,
                "frozen": frozen,
            }
        )
    return found


def _one_key(
    node: Node, kinds: Sequence[str], domain: Domain, max_length: int
) -> tuple[int | None, ...] | None:
    """The key that each value of the query looks for; None where a head is not of this kind."""
    if kinds[0] != kinds[1] or kinds[0] not in ("word", "position"):
        return None
    if node.op != "==" or (node.shift and kinds[0] == "word"):
        return None
    if kinds[0] == "word":  # a network numbers the words as the vocabulary does
        return tuple(range(len(domain.vocabulary.words)))
    return tuple(_within(range(max_length), node.shift))


def _within(positions: range, shift: int) -> Iterator[int | None]:
    for position in positions:
        yield position + shift if position + shift in positions else None
