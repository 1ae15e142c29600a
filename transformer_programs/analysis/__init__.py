"""Which values each variable can take, and where they matter. Sound: nothing is missed.

Every variable has, for every context (`contexts`), the set of values it may have there. Where a
type has no finite list of values nothing is said about it.

>>> from transformer_programs.shelf import dyck2
>>> infer(dyck2.program).values("mlp_0_0_outputs")
(0, 4, 7, 13)
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations, product
from typing import assert_never

import numpy as np
from numpy.typing import NDArray

from ..program import Program, types
from ..program import steps as lang
from ..program.values import Type, domain, size
from .attend import Attention, contexts_of, overlap
from .grids import MAX_PAIRS, Mask, countable, function_grid

__all__ = ["Inference", "infer"]

MAX_VALUES = 20_000  # of one variable; above this its values are not followed

Pair = tuple[str, str]


@dataclass(slots=True, eq=False)
class _Result:
    """The result of inferring one step, kept so that an unchanged step costs nothing."""

    step: lang.Step
    sources: list[Mask | None]
    types: list[Type]
    mask: Mask | None = None
    ties: dict[Pair, Mask] = field(default_factory=dict)
    attention: Attention | None = None
    within: bool = False  # of a sum: it never leaves its type


class Inference:
    """The values that the variables of a program can have, on any input that it takes.

    `possible[name]` is a mask (contexts, values). It is None where the values of a variable are not
    followed: it may be anything.
    """

    def __init__(self, program: Program, earlier: Inference | None = None) -> None:
        self.program, self.contexts = program, contexts_of(program)
        known = earlier._results if earlier and earlier.contexts is self.contexts else {}
        self.types = types(program)
        self.possible: dict[str, Mask | None] = {}
        # (a, b) -> mask (values of a, values of b): pairs seen at one position in no context only.
        self.ties: dict[Pair, Mask] = {}
        self._results: dict[str, _Result] = {}
        for step in program.steps:
            result = self._result(step, known.get(step.out.name))
            self._results[step.out.name] = result
            self.possible[step.out.name] = result.mask
            self.ties |= result.ties

    def values(self, name: str) -> tuple[int, ...] | None:
        """The values a variable can take, ascending; None where they cannot be listed."""
        mask = self.possible[name]
        if mask is None:
            return None
        return tuple((np.flatnonzero(mask.any(0)) + domain(self.types[name]).start).tolist())

    def joint(self, names: Sequence[str], where: Mask | None = None) -> Mask | None:
        """The combinations of values that variables can have at one position, one axis a variable.

        `where`: in these contexts only. None where they are too many to list.
        """
        if not countable([self.types[name] for name in names]):
            return None
        tied, masks = self._tied(names), self._masks(names)
        if masks is None:
            return tied
        found = np.zeros_like(tied)
        for rows in self._distinct(masks, where):
            cells = np.ix_(*rows)
            found[cells] = found[cells] | tied[cells]
        return found

    def decides(self, a: str, b: str, where: Mask) -> NDArray[np.int64] | None:
        """The value of b for each value of a, where a decides b; the first of b where a is not."""
        first, second = self.possible[a], self.possible[b]
        if first is None or second is None:
            return None
        tie = self.tie(a, b)
        if tie is None:
            if (first.any(1) & (second.sum(1) > 1) & where).any():
                return None  # in one context, one value of a goes with two of b
            low, high = _decided(first[where], second[where])
        else:
            both = overlap(first[where].T, second[where]) & tie
            low, high = _decided(np.eye(len(both), dtype=bool), both)
        if (low < high).any() or (high < 0).all():
            return None
        return low.astype(np.int64) + domain(self.types[b]).start

    def equal(self, a: str, b: str, where: Mask) -> bool:
        """Whether two variables of one type always have the same value."""
        results, mask = self.decides(a, b, where), self.possible[a]
        if results is None or mask is None:
            return False
        seen = mask[where].any(0)
        return bool((results == np.array(domain(self.types[a])))[seen].all())

    def pairs(self, head: lang.Head) -> Mask | None:
        """The (query value, key value) pairs a head can meet where its value matters."""
        kinds = self.types[head.query], self.types[head.key]
        if not countable(kinds, MAX_PAIRS):
            return None
        attention = self._attention(head)
        if not attention.followed:
            return np.ones([size(kind) or 1 for kind in kinds], bool)
        return attention.pairs(self.needed[head.out.name])

    def _attention(self, head: lang.Head) -> Attention:
        found = self._results[head.out.name].attention
        assert found is not None
        return found

    def within_its_type(self, name: str) -> bool:
        """Whether a sum is known never to leave its type, so that nothing has to hold it there."""
        return self._results[name].within

    def tie(self, a: str, b: str) -> Mask | None:
        """Pairs of values that two variables can have at one position, where that is known."""
        if a == b:
            return np.eye(len(domain(self.types[a])), dtype=bool)
        if (a, b) in self.ties:
            return self.ties[a, b]
        return self.ties[b, a].T if (b, a) in self.ties else None

    @cached_property
    def needed(self) -> dict[str, Mask]:
        """For each variable, the contexts in which its value can still change the answer."""
        none = np.zeros(len(self.contexts.words), dtype=bool)
        needed = {name: none.copy() for name in self.types}
        for name in lang.output_reads(self.program.output):
            needed[name] |= self.contexts.counted
        for step in reversed(self.program.steps):
            here = needed[step.out.name]
            if isinstance(step, lang.Head):
                if here.any():
                    needed[step.key][:] = needed[step.value][:] = True
                if self._attention(step).reads_query:
                    needed[step.query] |= here
            else:
                for name in lang.reads(step):
                    needed[name] |= here
        return needed

    # --- forward: one step --------------------------------------------------------------------

    def _result(self, step: lang.Step, known: _Result | None) -> _Result:
        """The result of a step: the one known, if nothing that it depends on has changed."""
        result = _Result(step, self._sources(step), [self.types[n] for n in lang.reads(step)])
        if (
            known is not None
            and (known.step, known.types) == (step, result.types)
            and all(a is b for a, b in zip(result.sources, known.sources, strict=True))
        ):
            return known
        self._infer(result)
        return result

    def _sources(self, step: lang.Step) -> list[Mask | None]:
        names = lang.reads(step)
        pairs = product(names, names) if isinstance(step, lang.Mlp) else ()
        return [self.possible[name] for name in names] + [self.ties.get(pair) for pair in pairs]

    def _infer(self, result: _Result) -> None:
        """Find what a step can write."""
        step, every = result.step, self.contexts.words
        if isinstance(step, lang.Head):
            result.attention = Attention(self.contexts, step, self.types, self.possible)
        count = size(step.out.type)
        if count is None or count > MAX_VALUES:
            return
        match step:
            case lang.Token(_, lookup):
                start = domain(step.out.type).start
                shared = {id(words): words for words in every}  # by places
                seen = {kind: {lookup[w] - start for w in words} for kind, words in shared.items()}
                result.mask = _listed(count, [seen[id(words)] for words in every])
            case lang.Position():
                exact, later = self.contexts.exact, range(1, count)
                where = [[int(p)] if exact or p == 0 else later for p in self.contexts.place]
                result.mask = _listed(count, where)
            case lang.One():
                result.mask = np.ones((len(every), 1), dtype=bool)
            case lang.CategoricalHead():
                assert result.attention is not None
                result.mask = result.attention.copied()
            case lang.NumericalHead():
                assert result.attention is not None
                kinds = self.types[step.value], step.out.type
                found = result.attention.summed(*kinds, self.program.max_length)
                result.mask, result.within = found
            case lang.Mlp():
                self._mlp(step, count, result)
            case _:
                assert_never(step)

    def _mlp(self, step: lang.Mlp, count: int, result: _Result) -> None:
        operands = tuple(self.types[name] for name in step.reads)
        contexts = len(self.contexts.words)
        if not countable(operands):
            result.mask = np.ones((contexts, count), dtype=bool)
            return
        grid = function_grid(step.function, operands, step.out.type) - domain(step.out.type).start
        tied, masks = self._tied(step.reads), self._masks(step.reads)
        result.mask = np.zeros((contexts, count), dtype=bool)
        if masks is None:
            result.mask[:, np.unique(grid[tied])] = True
            return
        reached = np.zeros(grid.shape, dtype=bool)
        for rows, same in self._distinct(masks).items():
            cells = np.ix_(*rows)
            allowed = tied[cells]
            reached[cells] = reached[cells] | allowed
            result.mask[np.ix_(np.array(same), np.unique(grid[cells][allowed]))] = True
        index = np.nonzero(reached)
        for name, values, mask in zip(step.reads, index, masks, strict=True):
            if mask.shape[1] * count <= MAX_PAIRS:
                tie = np.zeros((mask.shape[1], count), dtype=bool)
                tie[values, grid[index]] = True
                result.ties[name, step.out.name] = tie

    # --- small pieces -------------------------------------------------------------------------

    def _masks(self, names: Sequence[str]) -> list[Mask] | None:
        """The masks of variables; None where one of them is not followed."""
        masks = [mask for name in names if (mask := self.possible[name]) is not None]
        return masks if len(masks) == len(names) else None

    def _tied(self, names: Sequence[str]) -> Mask:
        """Combinations that no tie between two of the variables rules out."""
        shape = [len(domain(self.types[name])) for name in names]
        allowed = np.ones(shape, dtype=bool)
        for (i, a), (j, b) in combinations(enumerate(names), 2):
            tie = self.tie(a, b)
            if tie is not None:
                lifted = [1] * len(names)
                lifted[i], lifted[j] = tie.shape
                allowed &= tie.reshape(lifted)
        return allowed

    @staticmethod
    def _distinct(
        masks: Sequence[Mask], where: Mask | None = None
    ) -> dict[tuple[tuple[int, ...], ...], list[int]]:
        """The different sets of values that contexts allow, and the contexts that allow each."""
        found: dict[bytes, list[int]] = {}
        together = np.concatenate(masks, axis=1)
        for c in range(len(together)) if where is None else np.flatnonzero(where):
            found.setdefault(together[c].tobytes(), []).append(int(c))
        return {
            tuple(tuple(np.flatnonzero(mask[same[0]]).tolist()) for mask in masks): same
            for same in found.values()
        }


def infer(program: Program, earlier: Inference | None = None) -> Inference:
    """Compute the values that each variable can take; results in `earlier` are reused."""
    return Inference(program, earlier)


def _decided(first: Mask, second: Mask) -> tuple[NDArray[np.int_], NDArray[np.int_]]:
    """For each value of one variable, the least and the greatest of another, by context alone.

    Both are (contexts, values). A value that no context allows has the least 0, the greatest -1.
    """
    count, there = second.shape[1], second.any(1)
    least = np.where(there, second.argmax(1), count).astype(np.int32)
    most = np.where(there, count - 1 - second[:, ::-1].argmax(1), -1).astype(np.int32)
    low = np.where(first, least[:, None], np.int32(count)).min(0, initial=count)
    high = np.where(first, most[:, None], np.int32(-1)).max(0, initial=-1)
    return np.where(high < 0, 0, low), high


def _listed(count: int, choices: Sequence[Collection[int]]) -> Mask:
    """A mask from the values that are possible in each context."""
    mask = np.zeros((len(choices), count), dtype=bool)
    for row, values in zip(mask, choices, strict=True):
        row[list(values)] = True
    return mask
