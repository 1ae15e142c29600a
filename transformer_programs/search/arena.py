"""Inputs as arrays, and what every node computes on them: the meaning of a recipe to the search.

An array of values is (inputs, positions), 0 where there is padding. The meaning is that of
`interpret`; a test holds it against the compiled program.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

import numpy as np
import numpy.typing as npt

from .domain import Domain
from .nodes import Cells, Node, Recipe

Array = npt.NDArray[np.int16]
Bools = npt.NDArray[np.bool_]

CELLS = 2_000_000  # inputs x positions x positions that are computed at once
LARGEST = 32000  # numbers are held in 16 bits; what grows past this is cut off


class Arena:
    """Some inputs of a task, ready to compute on."""

    def __init__(self, domain: Domain, words: npt.NDArray[np.int32]) -> None:
        self.domain = domain
        longest = max(1, int((words >= 0).sum(axis=1).max(initial=1)))
        words = words[:, :longest]
        self.inside: Bools = words >= 0
        self.words: Array = np.where(self.inside, domain.rank[words], 0).astype(np.int16)
        self.inputs, self.width = words.shape
        self.lengths = self.inside.sum(axis=1)

    @cached_property
    def position(self) -> Array:
        return (np.arange(self.width, dtype=np.int16) * self.inside).astype(np.int16)

    @cached_property
    def last_seen(self) -> npt.NDArray[np.int32]:
        """(inputs, positions): the last position that a head sees there."""
        if self.domain.causal:
            return np.broadcast_to(np.arange(self.width, dtype=np.int32), self.inside.shape)
        ends = self.lengths.astype(np.int32)[:, None] - 1
        return np.broadcast_to(ends, self.inside.shape)

    @cached_property
    def reaches(self) -> dict[str, Bools]:
        """(query position, key position): what each reach lets a head see."""
        i, j = np.arange(self.width)[:, None], np.arange(self.width)[None, :]
        every = j <= i if self.domain.causal else np.ones_like(j <= i)
        return {"all": every, "before": j < i, "upto": j <= i, "after": j > i}

    @cached_property
    def nearness(self) -> npt.NDArray[np.int16]:
        """(query position, key position): larger is nearer, left before right, self last."""
        i, j = np.arange(self.width)[:, None], np.arange(self.width)[None, :]
        distance = np.where(i == j, self.width + 1, np.abs(i - j))
        near: npt.NDArray[np.int16] = (2 * (self.width + 2 - distance) + (j < i)).astype(np.int16)
        return near

    def value(self, node: Node, reads: Sequence[Array]) -> Array:
        """The values of a node, given those of the nodes it reads."""
        match node.kind:
            case "word":
                found: npt.NDArray[np.integer] = self.words
            case "position":
                found = self.position
            case "one":
                found = self.inside.astype(np.int16)
            case "number":
                found = self.domain.numbers[self.words]
            case "falling":
                found = self.domain.falling[self.words]
            case "within":
                found = np.isin(self.words, node.words).astype(np.int16)
            case "signed":
                minus = [-word for word in node.words if word < 0]
                plus = [word for word in node.words if word > 0]
                found = np.isin(self.words, plus).astype(np.int16) - np.isin(self.words, minus)
            case "sum":
                match_ = self.matches(node, reads[0], reads[1]).astype(np.float32)
                found = np.einsum("sij,sj->si", match_, reads[2].astype(np.float32))
            case "copy":
                source = self.chosen(self.matches(node, reads[0], reads[1]), node.choose)
                found = np.take_along_axis(reads[2], source, axis=1)
            case "pair":
                found = reads[0].astype(np.int32) * len(self.domain.words) + reads[1]
            case "formula":
                found = formula(node, reads)
            case "table":
                assert node.cells is not None
                found = looked_up(node.cells, reads)
        held = np.clip(np.where(self.inside, found, 0), -LARGEST, LARGEST)
        return held.astype(np.int16)

    def matches(self, node: Node, query: Array, key: Array) -> Bools:
        """(input, query position, key position): which pairs match and are in reach."""
        if node.op == "is":
            found = np.broadcast_to((key == node.shift)[:, None, :], (*key.shape, key.shape[1]))
        else:
            found = compared(node.op, key[:, None, :], query[:, :, None] + np.int16(node.shift))
        seen: Bools = found & self.inside[:, None, :] & self.reaches[node.reach]
        return best_of(seen, key, node.score) if node.score else seen

    def chosen(self, match: Bools, choose: str) -> npt.NDArray[np.intp]:
        """The position that a head copies from: 0 where nothing matches."""
        match choose:
            case "first":
                return np.asarray(match.argmax(axis=-1))
            case "last":
                last = self.width - 1 - match[:, :, ::-1].argmax(axis=-1)
                return np.where(match.any(axis=-1), last, 0)
            case _:
                return np.asarray((match * self.nearness).argmax(axis=-1))

    @cached_property
    def parts(self) -> list[Arena]:
        """The same inputs in pieces that heads can be computed on in little memory."""
        size = max(1, CELLS // self.width**2)
        if self.inputs <= size:
            return [self]
        words = np.where(self.inside, self.words, 0)
        pieces = []
        for start in range(0, self.inputs, size):
            piece = object.__new__(Arena)
            piece.domain = self.domain
            piece.inside, piece.words = (
                self.inside[start : start + size],
                words[start : start + size],
            )
            piece.inputs, piece.width = piece.words.shape
            piece.lengths = self.lengths[start : start + size]
            pieces.append(piece)
        return pieces

    def answer(self, recipe: Recipe) -> Array:
        """The values of the last node of a recipe."""
        return np.concatenate([piece.run(recipe)[-1] for piece in self.parts])

    def run(self, recipe: Recipe) -> list[Array]:
        """The values of every node of a recipe."""
        values: list[Array] = []
        for node in recipe.nodes:
            values.append(self.value(node, [values[read] for read in node.reads]))
        return values


def compared(op: str, key: npt.NDArray[np.integer], query: npt.NDArray[np.integer]) -> Bools:
    match op:
        case "==":
            return np.asarray(np.equal(key, query))
        case "!=":
            return np.asarray(np.not_equal(key, query))
        case "<":
            return np.asarray(np.less(key, query))
        case "<=":
            return np.asarray(np.less_equal(key, query))
        case ">":
            return np.asarray(np.greater(key, query))
        case _:
            return np.asarray(np.greater_equal(key, query))


def best_of(match: Bools, key: Array, score: str) -> Bools:
    """Of the matches only those whose key is the largest, or the smallest."""
    sign = np.int16(1 if score == "largest" else -1)
    held = np.where(match, sign * key[:, None, :], np.int16(-LARGEST - 1))
    found: Bools = match & (held == held.max(axis=2, keepdims=True))
    return found


def formula(node: Node, reads: Sequence[Array]) -> npt.NDArray[np.integer]:
    """The value of a closed form; the same as `interpret.formula_value` but for its bounds."""
    a: Array = reads[0]
    b: Array = reads[1] if len(reads) > 1 else a
    shift = np.int16(node.shift)
    match node.op:
        case "a":
            return np.asarray(a + shift)
        case "not":
            return np.asarray(a == 0, np.int16)
        case "bool":
            return np.asarray(a > 0, np.int16)
        case "+":
            return np.asarray(a + b + shift)
        case "-":
            return np.asarray(a - b + shift)
        case "min":
            return np.asarray(np.minimum(a, b) + shift)
        case "max":
            return np.asarray(np.maximum(a, b) + shift)
        case "and":
            return np.asarray((a != 0) & (b != 0), np.int16)
        case "or":
            return np.asarray((a != 0) | (b != 0), np.int16)
        case "keep":
            return np.where(b != 0, a, np.int16(0))
        case op:
            return compared(op, a, b + shift).astype(np.int16)


def looked_up(cells: Cells, reads: Sequence[Array]) -> npt.NDArray[np.integer]:
    """The results of a table, each read held within its range."""
    place = np.zeros(reads[0].shape, np.int64)
    for (low, high), read in zip(cells.ranges, reads, strict=True):
        place = place * (high - low + 1) + (np.clip(read, low, high) - low)
    return np.array(cells.results, np.int16)[place]
