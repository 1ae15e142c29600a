"""Make a solution cheaper by small changes, as long as it stays right on all that is known.

A node may be replaced by one that it reads, a head may look elsewhere or choose otherwise, a read
may be any other variable of the recipe. The first change that makes the recipe cheaper is kept, and
the next one starts from there.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from .judge import Judge, Solution
from .nodes import Node, Recipe, recipe_of

WAYS = {
    "sum": (("all", ""), ("before", ""), ("upto", ""), ("after", "")),
    "copy": tuple(
        (reach, choose)
        for reach in ("all", "before", "after", "upto")
        for choose in ("first", "last", "nearest")
    ),
}


def polished(solution: Solution, judge: Judge, most: int = 4000) -> Solution:
    """The cheapest solution that small changes lead to. `most`: variants that are tried."""
    tried = 0
    improved = True
    while improved:
        improved = False
        variants = sorted(set(_variants(solution.recipe, judge)), key=lambda recipe: recipe.cost)
        for recipe in variants:
            if recipe.cost >= solution.cost or tried >= most:
                break
            tried += 1
            better = judge.again(recipe)
            if better is not None and better.cost < solution.cost and better.rare <= solution.rare:
                solution, improved = better, True
                break
    return solution


def _variants(recipe: Recipe, judge: Judge) -> Iterator[Recipe]:
    nodes = list(recipe.nodes)
    for place, node in enumerate(nodes):
        for read in set(node.reads):
            if recipe.valued_at(read) == recipe.valued_at(place):
                yield _without(nodes, place, read)
        for other in _others(node, judge.domain.causal):
            yield _with(nodes, place, other)
        for number, read in enumerate(node.reads):
            for instead in range(place):
                if instead != read and recipe.valued_at(instead) == recipe.valued_at(read):
                    reads = (*node.reads[:number], instead, *node.reads[number + 1 :])
                    yield _with(nodes, place, replace(node, reads=reads))
        if node.kind in ("sum", "copy"):
            for instead in range(place):
                if instead not in node.reads[:2]:
                    yield _with(
                        nodes, place, replace(node, reads=(instead, instead, node.reads[2]))
                    )


def _others(node: Node, causal: bool) -> Iterator[Node]:
    """The same node with another reach, choice, comparison or shift."""
    for reach, choose in WAYS.get(node.kind, ()):
        if (reach, choose) != (node.reach, node.choose) and not (
            causal and reach in ("all", "after")
        ):
            yield replace(node, reach=reach, choose=choose)
    if node.kind in ("sum", "copy") and node.op not in ("==", "is"):
        yield replace(node, op="==", shift=0)
    if node.shift and node.op != "is":
        yield replace(node, shift=0)


def _with(nodes: list[Node], place: int, node: Node) -> Recipe:
    changed = [*nodes[:place], node, *nodes[place + 1 :]]
    return recipe_of(lambda read: changed[read], len(nodes) - 1)


def _without(nodes: list[Node], place: int, instead: int) -> Recipe:
    """Everything that read `place` reads `instead`."""
    changed = [
        replace(node, reads=tuple(instead if read == place else read for read in node.reads))
        for node in nodes
    ]
    last = len(nodes) - 1
    return recipe_of(lambda read: changed[read], instead if place == last else last)
