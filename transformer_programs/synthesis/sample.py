"""Inputs as arrays, and the values of pieces on them, by `meaning.kernels`.

An array of values is (inputs, positions). Heads over many inputs are computed part by part.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from ..meaning.interpret import reachable
from ..meaning.kernels import Column as Read
from ..meaning.kernels import Inputs, column, ranks
from ..program.steps import Mlp, Reach, Table
from ..program.values import domain
from .domain import MAX_FLAGGED_WORDS, MIN_SHOWN, Array, Bools, Domain, Ints
from .pieces import Piece, parts

Column = npt.NDArray[Any]  # (positions, inputs), in any dtype

CELLS = 1_000_000  # values that are computed, or held against targets, at once
REMEMBERED = 2**25  # bytes of values that one sample keeps
REACHES: tuple[Reach, ...] = ("all", "before", "upto", "after")


class Sample:
    """Some inputs of a task, ready to compute on."""

    def __init__(self, domain: Domain, words: Ints) -> None:
        self.domain = domain
        longest = max(1, int((words >= 0).sum(axis=1).max(initial=1)))
        self.given = words[:, :longest]
        self.inside: Bools = self.given >= 0
        self.words: Array = np.where(self.inside, domain.rank[self.given], 0).astype(np.int16)
        self.inputs, self.width = self.given.shape
        self.lengths = self.inside.sum(axis=1)
        self.known: list[dict[Piece, Column]] = [{} for _ in self.parts]

    @cached_property
    def single(self) -> list[int]:
        """Words that a step may ask for: where they may be any number, those of several inputs."""
        if not self.domain.any_number:
            return list(range(min(MAX_FLAGGED_WORDS, len(self.domain.words))))
        there = [np.unique(row[ok]) for row, ok in zip(self.words, self.inside, strict=True)]
        often = np.bincount(np.concatenate(there), minlength=len(self.domain.words))
        often[: self.domain.marks] = 0
        order = np.argsort(-often, kind="stable")[:MAX_FLAGGED_WORDS]
        return [word for word in order.tolist() if often[word] >= MIN_SHOWN]

    # --- one step, and all that a piece needs ---------------------------------------------------

    @cached_property
    def parts(self) -> list[Inputs]:
        """The inputs in pieces that heads can be computed on in little memory."""
        size = max(1, CELLS // self.width**2)
        pieces = [self.given[start : start + size] for start in range(0, self.inputs, size)]
        return [Inputs.of(part, self.domain.causal) for part in pieces]

    def values(self, piece: Piece) -> npt.NDArray[np.integer]:
        """(inputs, positions): what a piece computes; anything at padding."""
        most = REMEMBERED // self.words.nbytes
        for inputs, known in zip(self.parts, self.known, strict=True):
            if len(known) > most:
                known.clear()
            for one in parts(piece):
                if one not in known:
                    reads = [known[read] for read in one.reads]
                    known[one] = self._column(one, inputs, reads)
        return np.concatenate([known[piece] for known in self.known], axis=1).T

    def _column(self, one: Piece, inputs: Inputs, reads: Sequence[Column]) -> Column:
        """(positions, inputs): the values of one piece."""
        step, types = one.typed, [read.type for read in one.reads]
        if isinstance(step, Mlp) and isinstance(step.function, Table):  # no cells for padding
            limits = [(domain(own)[0], domain(own)[-1]) for own in types]
            reads = [column.clip(*ends) for column, ends in zip(reads, limits, strict=True)]
        return np.asarray(column(step, list(map(Read.of, types, reads)), inputs).values)

    # --- heads, many at once --------------------------------------------------------------------

    @cached_property
    def reaches(self) -> dict[Reach, Bools]:
        """(query position, key position): what each reach lets a head see."""
        found = {reach: np.zeros((self.width, self.width), bool) for reach in REACHES}
        for reach, seen in found.items():
            for i in range(self.width):
                seen[i, list(reachable(i, self.width, reach, self.domain.causal))] = True
        return found

    @cached_property
    def nearness(self) -> Array:
        """(query position, key position): larger is nearer, left before right, self last."""
        return np.asarray(ranks(self.width, "nearest"), np.int16)
