"""The variables found so far: each different from all others on the sample of inputs.

Two nodes that have the same values on the whole sample are one variable (observational
equivalence): the cheaper is kept. A variable is recognised by a linear hash of its values, so that
the hash of a sum of two variables is the sum of their hashes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from .arena import Arena, Array
from .nodes import Node, Recipe, Valued, own_cost, recipe_of, valued

FREE_PRICE = 3  # of all that is known to be useful, together

Hashes = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class Entry:
    """A variable: its node, what it costs with all that it reads, and which nodes those are."""

    node: Node
    cost: int
    parts: frozenset[int]  # places of every node it needs that is not free, itself included
    valued: Valued
    gain: float  # how much it tells about the labels: see `Goals.gains`
    price: int  # its cost, but for parts that are known to be useful
    low: int
    high: int
    named: bool  # whether it, or what it reads, asks for certain words


class Pool:
    """Variables by place. Places 0, 1 and 2 are the word, the position and the one."""

    WORD, POSITION, ONE = 0, 1, 2

    def __init__(self, arena: Arena, seed: int = 0) -> None:
        self.arena = arena
        rng = np.random.default_rng(seed)
        shape = arena.inside.shape
        weights = rng.integers(-(2**62), 2**62, size=shape, dtype=np.int64)
        self.weights: Hashes = np.where(arena.inside, weights, 0).ravel()
        self.entries: list[Entry] = []
        self.place: dict[int, int] = {}  # hash -> place
        self._rows = np.zeros((1024, self.weights.size), np.int16)
        self.free: frozenset[int] = frozenset()  # parts that are known to be useful
        self.useful: list[int] = []
        self.multiples: tuple[int, int] = (0, 0)  # places of the position times 2 and times 3
        self.first_ranks: list[int] = []  # places, in the order in which they were first ranked
        self.tried = 0

    def __len__(self) -> int:
        return len(self.entries)

    @property
    def rows(self) -> npt.NDArray[np.int16]:
        """(variables, inputs x positions): the values of all variables."""
        return self._rows[: len(self.entries)]

    def values(self, place: int) -> Array:
        found: Array = self._rows[place].reshape(self.arena.inside.shape)
        return found

    def node(self, place: int) -> Node:
        return self.entries[place].node

    def valued(self, place: int) -> Valued:
        return self.entries[place].valued

    def recipe(self, places: Sequence[int] | int, *more: Node) -> Recipe:
        return recipe_of(self.node, places, *more)

    def hashed(self, rows: npt.NDArray[np.int16]) -> Hashes:
        """The hash of each row of values."""
        with np.errstate(over="ignore"):
            found: Hashes = rows.astype(np.int64) @ self.weights
        return found

    def cost_of(self, node: Node) -> tuple[int, frozenset[int]]:
        """What a node costs with all it reads, and the places of what it reads."""
        parts: frozenset[int] = frozenset()
        for read in set(node.reads):
            parts |= self.entries[read].parts
        own = own_cost(node)
        return own + sum(own_cost(self.entries[part].node) for part in parts), parts

    def make_cheaper(self, place: int, node: Node) -> None:
        """Compute a variable by another node, if that costs less."""
        cost, parts = self.cost_of(node)
        entry = self.entries[place]
        if cost < entry.cost and place not in parts and max(node.reads, default=-1) != place:
            price = self.price_of(node)
            self.entries[place] = replace(
                entry, node=node, cost=cost, parts=parts | {place}, price=min(price, entry.price)
            )

    def price_of(self, node: Node) -> int:
        """What a node costs without the parts that are known to be useful."""
        parts: frozenset[int] = frozenset()
        for read in set(node.reads):
            parts |= self.entries[read].parts
        return own_cost(node) + self._price(parts)

    def _price(self, parts: frozenset[int]) -> int:
        own = sum(own_cost(self.entries[part].node) for part in parts - self.free)
        return own + (FREE_PRICE if parts & self.free else 0)

    def make_free(self, places: Sequence[int]) -> None:
        """From now on these variables, and all they read, cost little when others are ranked."""
        self.useful += [place for place in places if place not in self.useful]
        free = self.free.union(*(self.entries[place].parts for place in places))
        if free == self.free:
            return
        self.free = free
        for number, entry in enumerate(self.entries):
            if entry.parts & free:
                self.entries[number] = replace(entry, price=self._price(entry.parts))

    def add(self, node: Node, row: npt.NDArray[np.int16], code: int, gain: float = 0.0) -> int:
        """Put in a variable that `place` does not hold; gives its place."""
        cost, parts = self.cost_of(node)
        price = self.price_of(node)
        place = len(self.entries)
        if place == len(self._rows):
            self._rows = np.concatenate([self._rows, np.zeros_like(self._rows)])
        self._rows[place] = row
        self.place[code] = place
        seen = row[self.arena.inside.ravel()]
        self.entries.append(
            Entry(
                node,
                cost,
                parts | {place} if own_cost(node) else parts,
                valued(node, self.valued),
                gain,
                price,
                int(seen.min()),
                int(seen.max()),
                self._asks_for_words(node),
            )
        )
        return place

    def _asks_for_words(self, node: Node) -> bool:
        symbols = len(self.arena.domain.sets[0]) if self.arena.domain.sets else 0
        by_name = node.kind == "signed" or (node.kind == "within" and len(node.words) < symbols)
        by_place = node.kind == "copy" and node.op == "is" and node.reads[1] == self.WORD
        return by_name or by_place or any(self.entries[read].named for read in node.reads)
