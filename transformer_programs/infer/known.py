"""What is known of the variables of a program, as the simplifier and the printer ask for it.

`Inference` is the questions; `infer` answers them for every input by proof, `simplify.observe` for
some inputs by running them.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from functools import cached_property
from typing import assert_never

import numpy as np
from numpy.typing import NDArray

from ..program import Program, types
from ..program import steps as lang
from ..program.values import domain
from .attend import Attention
from .contexts import Contexts, Mask
from .grids import MOST_PAIRS, countable


class Inference(ABC):
    """What the variables of a program can be. `possible[name]` is a mask (contexts, values).

    It is None where the values of a variable are not followed: it may be anything.
    """

    def __init__(self, program: Program, contexts: Contexts) -> None:
        self.program, self.contexts = program, contexts
        self.types = types(program)
        self.possible: dict[str, Mask | None] = {}

    def values(self, name: str) -> tuple[int, ...] | None:
        """The values a variable can take, ascending; None where they cannot be listed."""
        return self._listed(name, self.possible[name])

    def used_values(self, name: str) -> tuple[int, ...] | None:
        """The values a variable can take where that matters to the output."""
        mask = self.possible[name]
        return self._listed(name, None if mask is None else mask[self.needed[name]])

    def combinations(self, names: Sequence[str]) -> set[tuple[int, ...]] | None:
        """The combinations of values that several variables can take at one position."""
        joint = self.joint(names)
        if joint is None:
            return None
        starts = [domain(self.types[name]).start for name in names]
        return {tuple(np.add(cell, starts).tolist()) for cell in np.argwhere(joint)}

    def within_its_type(self, name: str) -> bool:
        """Whether a sum is known never to leave its type, so that nothing has to hold it there."""
        return False

    @abstractmethod
    def joint(self, names: Sequence[str], where: Mask | None = None) -> Mask | None:
        """The same as an array with one axis a variable; `where`: in these contexts only."""

    @abstractmethod
    def pair(self, a: str, b: str, where: Mask) -> Mask | None:
        """`joint` of two variables, if they have few values."""

    @abstractmethod
    def decides(self, a: str, b: str, where: Mask) -> NDArray[np.int64] | None:
        """The value of b for each value of a, where a decides b; the first of b where a is not."""

    @abstractmethod
    def pairs(self, head: lang.Head) -> Mask | None:
        """The (query value, key value) pairs a head can meet where its value matters."""

    @abstractmethod
    def attention(self, head: lang.Head) -> Attention:
        """What can be said about where a head looks."""

    def equal(self, a: str, b: str, where: Mask) -> bool:
        """Whether two variables of one type always have the same value."""
        results, mask = self.decides(a, b, where), self.possible[a]
        if results is None or mask is None:
            return False
        seen = mask[where].any(0)
        return bool((results == np.array(domain(self.types[a])))[seen].all())

    def paired(self, *names: str) -> bool:
        """Whether the pairs of values of two variables are few enough to be followed."""
        return countable([self.types[name] for name in names], MOST_PAIRS)

    @cached_property
    def needed(self) -> dict[str, Mask]:
        """For each variable, the contexts in which its value can still change the answer."""
        none = np.zeros(len(self.contexts.words), dtype=bool)
        needed = {name: none.copy() for name in self.types}
        for name in lang.output_reads(self.program.output):
            needed[name] |= self.contexts.counted
        for step in reversed(self.program.steps):
            here = needed[step.out.name]
            match step:
                case lang.Mlp():
                    for name in step.reads:
                        needed[name] |= here
                case lang.CategoricalHead() | lang.NumericalHead():
                    if here.any():
                        query, key, value = self.attention(step).needs(here)
                        needed[step.query] |= query
                        needed[step.key] |= key
                        needed[step.value] |= value
                case lang.Token() | lang.Position() | lang.One():
                    pass
                case _:
                    assert_never(step)
        return needed

    def _listed(self, name: str, mask: Mask | None) -> tuple[int, ...] | None:
        if mask is None:
            return None
        return tuple((np.flatnonzero(mask.any(0)) + domain(self.types[name]).start).tolist())
