"""What the search builds: nodes that read other nodes, what each costs, and whole recipes.

A node is one variable of a program to be. It names the nodes it reads by number: in a `Pool` those
are places in the pool, in a `Recipe` places in the recipe. Nothing in a node depends on the length
of the input, so one recipe makes a program for any length.

>>> previous = Node("copy", (1, 1, 0), op="==", shift=-1, choose="first")
>>> own_cost(previous)
5
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

Kind = (
    Literal["word", "position", "one", "number", "falling", "within", "signed"]
    | Literal["sum", "copy", "formula", "pair", "table"]
)
Valued = Literal["word", "number", "class"]

ATTENDING = ("sum", "copy")


@dataclass(frozen=True, slots=True)
class Cells:
    """A finite table: for each node read, the values it is held within; the results, row-major.

    `classes`: the results are places in the list of classes; else they are whole numbers.
    """

    ranges: tuple[tuple[int, int], ...]
    results: tuple[int, ...]
    classes: bool = False


@dataclass(frozen=True, slots=True)
class Node:
    """One variable: how it is computed from the nodes it reads.

    Heads read (query, key, value); `op` is a comparison of key with query + shift, or "is": the key
    equals `shift`. A formula has the `op` of `steps.Formula`, or "bool": 1 where a number is above
    0. "within" is 1 for the words listed in `words`; its `shift` is what one of many costs extra.
    A `score` says that of the matches the largest or the smallest key is best. "falling" numbers
    the symbols from the last to the first; marks are 0. "signed" is 1 for some `words`, -1 for
    those that are listed with a minus, 0 for others. "pair" is one number for two words.
    """

    kind: Kind
    reads: tuple[int, ...] = ()
    op: str = ""
    shift: int = 0
    reach: str = "all"
    choose: str = ""
    score: str = ""  # of a copy: largest or smallest
    words: tuple[int, ...] = ()
    cells: Cells | None = None


HEAD_COST = {"==": 0, "<": 1, ">": 1, "<=": 1, ">=": 1, "!=": 2, "is": 1}
FORMULA_COST = {"not": 1, "bool": 1, "a": 1, "min": 3, "max": 3}


def own_cost(node: Node) -> int:
    """What a node adds to the cost of a recipe. `docs/search.md` lists it.

    Words, positions and ones are free. A head costs 4, a formula of two variables 2; what is less
    common costs more: an order instead of equality, a shift, a query that is not the key.
    """
    match node.kind:
        case "word" | "position" | "one":
            return 0
        case "number" | "falling":
            return 2
        case "pair" | "signed":
            return 3
        case "within":
            return (1 if len(node.words) > 4 else 2) + node.shift
        case "formula":
            return FORMULA_COST.get(node.op, 2) + (node.shift != 0)
        case "sum" | "copy":
            query, key, _ = node.reads
            moved = node.op != "is" and node.shift != 0
            if node.score:
                return 6 + moved + (query != key)
            # A copy from "any smaller one" is rare.
            rare = node.kind == "copy" and node.op != "=="
            compared = 2 if rare else HEAD_COST[node.op]
            return 4 + compared + moved + (query != key)
        case "table":
            assert node.cells is not None
            return 2 + len(node.cells.results)


def valued(node: Node, of: Callable[[int], Valued]) -> Valued:
    """Whether the values of a node are words, whole numbers or classes."""
    match node.kind:
        case "word":
            return "word"
        case "copy":
            return of(node.reads[2])
        case "formula":
            return of(node.reads[0]) if node.op == "keep" else "number"
        case "table":
            return "class" if node.cells is not None and node.cells.classes else "number"
        case _:
            return "number"


@dataclass(frozen=True, slots=True)
class Recipe:
    """Nodes in order, each reading only earlier ones; the last one is what the recipe computes."""

    nodes: tuple[Node, ...]

    @property
    def cost(self) -> int:
        """What its nodes cost, and 2 for each different way to attend: a function to print."""
        ways = {(n.kind, n.reach, n.choose, n.score) for n in self.nodes if n.kind in ATTENDING}
        return sum(map(own_cost, self.nodes)) + 2 * len(ways)

    @property
    def valued(self) -> Valued:
        return self.valued_at(len(self.nodes) - 1)

    def valued_at(self, place: int) -> Valued:
        """Whether the values of one of its nodes are words, whole numbers or classes."""
        return valued(self.nodes[place], self.valued_at)

    def __str__(self) -> str:
        return "\n".join(f"v{place} = {spelled(node)}" for place, node in enumerate(self.nodes))


def recipe_of(node_at: Callable[[int], Node], last: Sequence[int] | int, *more: Node) -> Recipe:
    """The recipe of some nodes and all that they read, with `more` nodes on top.

    A node of `more` reads -1, -2, ... for the first, second, ... of `last`, and -101, -102, ... for
    the first, second, ... of `more` itself.
    """
    wanted = [last] if isinstance(last, int) else list(last)
    order: dict[int, int] = {}
    nodes: list[Node] = []

    def visit(place: int) -> int:
        if place not in order:
            node = node_at(place)
            reads = tuple(visit(read) for read in node.reads)
            order[place] = len(nodes)
            nodes.append(replace(node, reads=reads))
        return order[place]

    for place in wanted:
        visit(place)
    added: list[int] = []

    def place_of(read: int) -> int:
        if read <= -101:
            return added[-read - 101]
        return order[wanted[-read - 1]] if read < 0 else visit(read)

    for node in more:
        put = replace(node, reads=tuple(map(place_of, node.reads)))
        if put in nodes:
            added.append(nodes.index(put))
        else:
            added.append(len(nodes))
            nodes.append(put)
    target = added[-1] if more else order[wanted[-1]]
    return _ending_in(nodes, target)


def _ending_in(nodes: list[Node], target: int) -> Recipe:
    """Only what `target` needs, with `target` last."""
    needed: set[int] = set()

    def need(place: int) -> None:
        if place not in needed:
            needed.add(place)
            for read in nodes[place].reads:
                need(read)

    need(target)
    kept = [place for place in sorted(needed) if place != target] + [target]
    new = {place: i for i, place in enumerate(kept)}
    return Recipe(
        tuple(
            replace(nodes[place], reads=tuple(new[read] for read in nodes[place].reads))
            for place in kept
        )
    )


def spelled(node: Node, name: Callable[[int], str] = lambda place: f"v{place}") -> str:
    """A node in a few words, for reports.

    >>> spelled(Node("sum", (0, 0, 2), op="<", reach="before"))
    'sum of v2 before where v0 < v0'
    """
    reads = [name(read) for read in node.reads]
    more = "" if node.shift == 0 else f" {'+' if node.shift > 0 else '-'} {abs(node.shift)}"
    match node.kind:
        case "sum" | "copy":
            query, key, value = reads
            test = f"{key} is {node.shift}" if node.op == "is" else f"{key} {node.op} {query}{more}"
            what = f"sum of {value}" if node.kind == "sum" else f"{node.choose} {value}"
            best = f" and {key} is the {node.score}" if node.score else ""
            return f"{what} {node.reach} where {test}{best}"
        case "pair":
            return f"pair of {', '.join(reads)}"
        case "formula":
            return f"{node.op}({', '.join(reads)}){more}"
        case "table":
            assert node.cells is not None
            return f"table of {', '.join(reads)} ({len(node.cells.results)} cells)"
        case "within":
            return f"word in {node.words}"
        case "signed":
            return f"1 or -1 by word {node.words}"
        case kind:
            return str(kind)


def as_plain(recipe: Recipe) -> list[Any]:
    """A recipe as plain lists, for reports in JSON."""
    return [spelled(node) for node in recipe.nodes]
