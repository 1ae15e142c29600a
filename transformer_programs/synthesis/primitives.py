"""The library of the search: every kind of step it makes, and of which variables.

`PRIMITIVES` is the table. One more row is one more kind: which variables it is made of, up to which
rank, and a function that makes it for many of them at once. `docs/extending.md` shows how.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from ..program.steps import CategoricalHead, Token
from . import makers
from .heads import Candidates
from .makers import TOGETHER, Places
from .pool import Pool, is_flag, is_number

EVERY = 1_000_000


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
    def spelled(self) -> list[int]:
        """The numbers of words."""
        entries = self.pool.entries[: len(self.pool.sample.domain.sets) + 9]
        tokens = (n for n, entry in enumerate(entries) if isinstance(entry.draft.step, Token))
        return [place for place in tokens if is_number(self.pool, place)]

    @cached_property
    def _weights(self) -> tuple[list[int], list[int]]:
        """Flags and small signed numbers whose sums may mean something: their ranks and places."""
        found = {}
        for rank, place in enumerate(self.ranked[: 4 * self.budget], start=1):
            entry = self.pool.entries[place]
            if not entry.is_word and entry.span[0] >= -1 and entry.span[1] <= 1:
                found[rank] = place
        return list(found), list(found.values())

    def weights(self, rank: int) -> list[int]:
        """The weights that a variable of this rank may be joined with."""
        ranks, places = self._weights
        return places[: bisect_right(ranks, 2 * self.budget // rank)]


# --- of which variables steps are made ------------------------------------------------------------


def each(holds: Callable[[Pool, int], bool]) -> Callable[[Round, int, int], Iterator[Places]]:
    """Steps of one variable, of every one for which something holds."""

    def places(given: Round, rank: int, place: int) -> Iterator[Places]:
        if holds(given.pool, place):
            yield place, ()

    return places


def is_copied_word(pool: Pool, place: int) -> bool:
    """Whether a variable is a word copied from elsewhere, however often."""
    while isinstance(pool.entries[place].draft.step, CategoricalHead):
        place = pool.entries[place].draft.reads[2]
    return place == Pool.WORD


def is_copied_position(pool: Pool, place: int) -> bool:
    """Whether a variable is a position that a head found."""
    made = pool.entries[place].draft
    return isinstance(made.step, CategoricalHead) and made.reads[2] == Pool.POSITION


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
    """Variables known to be useful; for the best variables also the numbers of words, and flags."""
    more = (*given.spelled, *given.weights(rank)) if rank <= given.budget else ()
    for weight in dict.fromkeys((*given.pool.useful, *more)):
        yield place, (weight,)


def with_better_ones(given: Round, rank: int, place: int) -> Iterator[Places]:
    better = given.ranked[: min(rank - 1, 8 * given.budget // rank)]
    yield place, (Pool.POSITION, Pool.ONE, *better)


# --- the table ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Primitive:
    """A kind of step: of which variables it is made, and how.

    A round with budget B makes it of the first `budget` x B variables. `places` says what it is
    made of, given the round, the rank of a variable and its place. `together`: of how many at once.
    """

    name: str
    budget: int
    places: Callable[[Round, int, int], Iterator[Places]]
    make: Callable[[Pool, Sequence[Places]], Iterator[Candidates]]
    together: int = 1


PRIMITIVES = [
    Primitive("unary", 16, each(lambda pool, place: not pool.is_word(place)), makers.unary),
    Primitive("flags", 32, each(is_flag), makers.flags),
    Primitive("formulas", 64, with_the_word, makers.formulas),
    Primitive("distances", 64, each(is_copied_position), makers.distances, TOGETHER),
    Primitive("divided", 8, each(is_number), makers.divided),
    Primitive("fetched", 8, each(is_number), makers.fetched, TOGETHER),
    Primitive("pairs", 8, each(is_copied_word), makers.pairs),
    Primitive("windows", 1, each(lambda pool, place: True), makers.windows, TOGETHER),
    Primitive("values", 4, each(lambda pool, place: True), makers.values_there, TOGETHER),
    Primitive("flags", 4, each(is_number), makers.flags),
    Primitive("heads", 1, attending, makers.heads),
    Primitive("weighted", 4, weighing, makers.weighted, EVERY),
    Primitive("formulas", 8, with_better_ones, makers.formulas),
]
FIRST = (  # what every search begins with
    Job("heads", Pool.WORD, (Pool.WORD,)),
    Job("heads", Pool.POSITION, (Pool.POSITION,)),
    Job("heads", Pool.ONE, (Pool.ONE,)),
    Job("flags", Pool.WORD),
    Job("values", Pool.POSITION),
    Job("divided", Pool.POSITION),
    Job("formulas", Pool.POSITION, (Pool.POSITION,)),
)
