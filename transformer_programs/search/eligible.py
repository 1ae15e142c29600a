"""Which variables steps are made of: by what they hold, and by how far down a round goes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ..program.steps import CategoricalHead, Formula, Mlp, NumericalHead, Token
from .pool import Pool

Places = tuple[int, tuple[int, ...]]  # a variable, and others that it is joined with


class Job(NamedTuple):
    """Steps to make of a variable, or of it and each of some others."""

    kind: str
    place: int
    others: tuple[int, ...] = ()


@dataclass(frozen=True, eq=False)
class Round:
    """One round of the search: the variables, the best first, and how far down it goes."""

    pool: Pool
    ranked: Sequence[int]
    budget: int

    @cached_property
    def _weights(self) -> tuple[list[int], npt.NDArray[np.intp]]:
        """Flags and small signed numbers whose sums may mean something, and their ranks."""
        found = [
            (place, rank)
            for rank, place in enumerate(self.ranked[: 4 * self.budget], start=1)
            if is_weight(self.pool, place)
        ]
        return [place for place, _ in found], np.array([rank for _, rank in found], np.intp)

    @cached_property
    def spelled(self) -> list[int]:
        """The numbers of words."""
        entries = enumerate(self.pool.entries[: len(self.pool.arena.domain.sets) + 9])
        return [
            place
            for place, entry in entries
            if isinstance(entry.draft.step, Token) and is_number(self.pool, place)
        ]

    def weights(self, rank: int) -> list[int]:
        """The weights that a variable of this rank may be joined with."""
        places, ranks = self._weights
        return [places[n] for n in np.flatnonzero(ranks * rank <= 2 * self.budget)]


def is_numeric(pool: Pool, place: int) -> bool:
    return not pool.is_word(place)


def is_number(pool: Pool, place: int) -> bool:
    """Whether a variable counts something: not a word, not a flag."""
    entry = pool.entries[place]
    return not entry.is_word and entry.span[1] > 1


def is_flag(pool: Pool, place: int) -> bool:
    entry = pool.entries[place]
    return not entry.is_word and entry.span == (0, 1)


def is_word_flag(pool: Pool, place: int) -> bool:
    return is_flag(pool, place) and isinstance(pool.entries[place].draft.step, Token)


def is_weight(pool: Pool, place: int) -> bool:
    entry = pool.entries[place]
    return not entry.is_word and entry.span[0] >= -1 and entry.span[1] <= 1


def _formula(pool: Pool, place: int) -> Formula | None:
    step = pool.entries[place].draft.step
    return step.function if isinstance(step, Mlp) and isinstance(step.function, Formula) else None


def is_difference(pool: Pool, place: int) -> bool:
    return _formula(pool, place) == Formula("-") and pool.entries[place].span[0] < 0


def is_symbol(pool: Pool, place: int) -> bool:
    """Whether a variable tells symbols from marks."""
    step = pool.entries[place].draft.step
    return isinstance(step, Token) and step.lookup == pool.arena.domain.symbol_lookup


def is_falling(pool: Pool, place: int) -> bool:
    """Whether a variable numbers the words from the last to the first."""
    step = pool.entries[place].draft.step
    return isinstance(step, Token) and step.lookup == pool.arena.domain.falling_lookup


def is_copied_word(pool: Pool, place: int) -> bool:
    """Whether a variable is a word copied from elsewhere, however often."""
    while isinstance(pool.entries[place].draft.step, CategoricalHead):
        place = pool.entries[place].draft.reads[2]
    return place == Pool.WORD


def is_copied_position(pool: Pool, place: int) -> bool:
    """Whether a variable is a position that a head found."""
    made = pool.entries[place].draft
    return isinstance(made.step, CategoricalHead) and made.reads[2] == Pool.POSITION


def each(holds: Callable[[Pool, int], bool]) -> Callable[[Round, int, int], Iterator[Places]]:
    """Steps of one variable, of every one for which something holds."""

    def places(given: Round, rank: int, place: int) -> Iterator[Places]:
        if holds(given.pool, place):
            yield place, ()

    return places


def counts_and_words(given: Round, rank: int, place: int) -> Iterator[Places]:
    """A variable that counts, with the numbers of words from the last to the first."""
    if isinstance(given.pool.entries[place].draft.step, NumericalHead):
        for words in given.spelled:
            if is_number(given.pool, place) and is_falling(given.pool, words):
                yield place, (words,)


def with_the_word(given: Round, rank: int, place: int) -> Iterator[Places]:
    if given.pool.is_word(place):
        yield place, (Pool.WORD,)


def attending(given: Round, rank: int, place: int) -> Iterator[Places]:
    """Heads over a variable, and over it and an input of its kind."""
    yield place, (place,)
    other = Pool.WORD if given.pool.is_word(place) else Pool.POSITION
    yield place, (other,)
    yield other, (place,)


def weighing(given: Round, rank: int, place: int) -> Iterator[Places]:
    """What is known to be useful; of the best variables also the numbers of words, and flags."""
    more = (*given.spelled, *given.weights(rank)) if rank <= given.budget else ()
    for weight in dict.fromkeys((*given.pool.useful, *more)):
        yield place, (weight,)


def carrying(given: Round, rank: int, place: int) -> Iterator[Places]:
    for flag in given.weights(rank):
        if is_flag(given.pool, flag) and flag != place:
            yield flag, (place,)


def with_better_ones(given: Round, rank: int, place: int) -> Iterator[Places]:
    better = given.ranked[: min(rank - 1, 8 * given.budget // rank)]
    yield place, (Pool.POSITION, Pool.ONE, *better)
