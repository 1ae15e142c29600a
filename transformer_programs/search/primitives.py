"""The library of the search: every kind of step it makes.

`PRIMITIVES` is the table. One more row is one more kind: which variables it is made of, up to which
rank, and a function that makes it for many of them at once. `docs/extending.md` shows how.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from . import making_formulas, making_heads
from .attending import Candidates
from .eligible import (
    Job,
    Places,
    Round,
    attending,
    carrying,
    counts_and_words,
    each,
    is_copied_position,
    is_copied_word,
    is_difference,
    is_flag,
    is_number,
    is_numeric,
    is_word_flag,
    weighing,
    with_better_ones,
    with_the_word,
)
from .pool import Pool

TOGETHER = 64  # variables that quick steps are made of at once
EVERY = 1_000_000


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
    Primitive("unary", 16, each(is_numeric), making_formulas.unary),
    Primitive("flags", 32, each(is_flag), making_heads.flags),
    Primitive("formulas", 64, with_the_word, making_formulas.formulas),
    Primitive("distances", 64, each(is_copied_position), making_formulas.distances, TOGETHER),
    Primitive("divided", 8, each(is_number), making_formulas.divided),
    Primitive("fetched", 8, each(is_number), making_heads.fetched, TOGETHER),
    Primitive("extremes", 8, each(is_number), making_heads.extremes, TOGETHER),
    Primitive("pairs", 8, each(is_copied_word), making_heads.pairs),
    Primitive("parts", 32, each(is_word_flag), making_heads.parts_between),
    Primitive("keys", 8, counts_and_words, making_heads.keys),
    Primitive("sizes", 32, each(is_difference), making_formulas.sizes),
    Primitive("windows", 1, each(lambda pool, place: True), making_heads.windows, TOGETHER),
    Primitive("values", 4, each(lambda pool, place: True), making_heads.values_there, TOGETHER),
    Primitive("flags", 4, each(is_number), making_heads.flags),
    Primitive("heads", 1, attending, making_heads.heads),
    Primitive("weighted", 4, weighing, making_heads.weighted, EVERY),
    Primitive("carried", 1, carrying, making_heads.carried, EVERY),
    Primitive("formulas", 8, with_better_ones, making_formulas.formulas),
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
