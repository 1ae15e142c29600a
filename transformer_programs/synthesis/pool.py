"""The variables found so far: each different from all others on the sample of inputs.

Two steps that have the same values on the whole sample are one variable (observational
equivalence): the cheaper is kept. A variable is recognised by a linear hash of its values, so that
the hash of a sum of two variables is the sum of their hashes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from ..program.steps import CategoricalHead, Is, Mlp, Table, Token
from ..program.values import Categorical, Type, domain
from .domain import Array, Bools, Indices, Longs
from .pieces import Draft, Piece, piece, type_of
from .sample import Sample

FREE_PRICE = 3  # of all that is known to be useful, together


@dataclass(frozen=True, slots=True, eq=False)
class Entry:
    """A variable: its step, what it costs with all that it reads, and which places those are."""

    draft: Draft
    type: Type
    cost: int
    parts: frozenset[int]  # places of all that it needs and that is not free, itself included
    gain: float  # how much it tells about the labels: see `TargetSet.gains`
    price: int  # its cost, but for parts that are known to be useful
    span: tuple[int, int]  # its least and its largest value
    named: bool  # whether it, or what it reads, asks for certain words

    @property
    def is_word(self) -> bool:
        return isinstance(self.type, Categorical)


class Pool:
    """Variables by place. Places 0, 1 and 2 are the word, the position and the one."""

    WORD, POSITION, ONE = 0, 1, 2

    def __init__(self, sample: Sample, seed: int = 0) -> None:
        self.sample = sample
        rng = np.random.default_rng(seed)
        shape = sample.inside.shape
        weights = rng.integers(-(2**62), 2**62, size=shape, dtype=np.int64)
        self.weights: Longs = np.where(sample.inside, weights, 0).ravel()
        self.entries: list[Entry] = []
        self.place: dict[int, int] = {}  # hash -> place
        self._rows = np.zeros((1024, self.weights.size), np.int16)
        self._pieces: dict[int, Piece] = {}
        self.free: frozenset[int] = frozenset()  # parts that are known to be useful
        self.useful: list[int] = []
        self.tabled: set[int] = set()  # places that tables read: they must keep their types
        self.first_ranks: list[int] = []  # places, in the order in which they were first ranked
        self._words: list[bool] = []  # for each variable: does it hold words? Is it 0 or 1?
        self._flags: list[bool] = []
        self._inside = np.flatnonzero(sample.inside)
        self.tried = 0

    def __len__(self) -> int:
        return len(self.entries)

    @property
    def rows(self) -> Array:
        """(variables, inputs x positions): the values of all variables."""
        return self._rows[: len(self.entries)]

    def values(self, place: int) -> Array:
        found: Array = self._rows[place].reshape(self.sample.inside.shape)
        return found

    def at(self, places: npt.ArrayLike, where: Indices) -> Array:
        """(variables, places of the sample): some values of some variables."""
        return self._rows[np.ix_(np.asarray(places, np.intp), where)]

    def is_word(self, place: int) -> bool:
        return self.entries[place].is_word

    def numbers(self, places: Iterable[int]) -> Longs:
        """Those of the variables that hold numbers."""
        return np.array([p for p in places if not self._words[p]], np.int64)

    def flags(self, places: Iterable[int]) -> Longs:
        """Those of the variables that are 0 or 1."""
        return np.array([p for p in places if self._flags[p]], np.int64)

    def words(self, places: Iterable[int]) -> Bools:
        """Which variables hold words."""
        return np.array([self._words[place] for place in places], bool)

    def hashed(self, rows: Array) -> Longs:
        """The hash of each row of values."""
        with np.errstate(over="ignore"):
            found: Longs = rows.astype(np.int64) @ self.weights
        return found

    def code(self, row: Array) -> int:
        """The hash of one row."""
        return int(self.hashed(row[None])[0])

    def spans(self, rows: Array) -> Iterator[tuple[int, int]]:
        """The least and the largest value of each row."""
        seen = rows[:, self._inside]
        return zip(seen.min(axis=1).tolist(), seen.max(axis=1).tolist(), strict=True)

    # --- what variables are made of -------------------------------------------------------------

    def type_of(self, made: Draft) -> Type:
        found: list[Type] = []
        for one in (*made.inner, made):
            reads = [self.entries[r].type if r >= 0 else found[-1 - r] for r in one.reads]
            found.append(type_of(one.step, reads))
        return found[-1]

    def piece(self, place: int) -> Piece:
        """A variable with all that it reads."""
        waiting = [place]
        while waiting:
            top = waiting[-1]
            made = self.entries[top].draft
            missing = [read for read in made.reads if read not in self._pieces]
            if missing:
                waiting += missing
            else:
                self._pieces.setdefault(top, self.piece_of(made))
                waiting.pop()
        return self._pieces[place]

    def piece_of(self, made: Draft) -> Piece:
        """A step that need not be in the pool, with all that it reads."""
        found: list[Piece] = []
        for one in (*made.inner, made):
            reads = [self.piece(read) if read >= 0 else found[-1 - read] for read in one.reads]
            found.append(piece(one.step, *reads, cost=one.cost))
        return found[-1]

    def parts_of(self, places: Iterable[int]) -> frozenset[int]:
        return frozenset[int]().union(*(self.entries[place].parts for place in places))

    def cost_of_parts(self, parts: Iterable[int]) -> int:
        return sum(self.entries[part].draft.cost for part in parts)

    def cost_of(self, made: Draft) -> int:
        """The cost of a step with all that it reads."""
        return made.own_cost + self.cost_of_parts(self.parts_of(made.leaves))

    def is_cheaper(self, made: Draft, place: int) -> bool:
        """Whether a step costs less than what a variable is computed by now."""
        cost = self.entries[place].cost
        if made.cost + max((self.entries[read].cost for read in made.leaves), default=0) >= cost:
            return False
        return self.cost_of(made) < cost

    def price_of(self, made: Draft) -> int:
        """The cost of a step without the parts that are known to be useful."""
        return made.own_cost + self._price(self.parts_of(made.leaves))

    def _price(self, parts: frozenset[int]) -> int:
        return self.cost_of_parts(parts - self.free) + (FREE_PRICE if parts & self.free else 0)

    # --- changes --------------------------------------------------------------------------------

    def make_cheaper(self, place: int, made: Draft) -> None:
        """Compute a variable by another step, if that costs less."""
        made = self._settled(made)
        parts, entry = self.parts_of(made.reads), self.entries[place]
        type = self.type_of(made)
        if isinstance(type, Categorical) != entry.is_word:
            return  # a word may have the values of a number, but no step may shift it
        if place in self.tabled and type != entry.type:
            return
        if self.is_cheaper(made, place) and place not in parts and place not in made.reads:
            self.entries[place] = replace(
                entry,
                draft=made,
                type=type,
                cost=self.cost_of(made),
                parts=parts | {place},
                price=min(self.price_of(made), entry.price),
            )
            self._pieces.clear()

    def make_useful(self, *places: int) -> None:
        """Variables that are summed wherever others compare, and that are free."""
        self.useful += [place for place in places if place not in self.useful]
        self.make_free(*places)

    def make_free(self, *places: int) -> None:
        """From now on these variables, and all they read, cost little when others are ranked."""
        free = self.free | self.parts_of(places)
        if free == self.free:
            return
        self.free = free
        for number, entry in enumerate(self.entries):
            if entry.parts & free:
                self.entries[number] = replace(entry, price=self._price(entry.parts))

    def add(
        self,
        made: Draft,
        row: Array,
        code: int,
        span: tuple[int, int] | None = None,
        gain: float = 0.0,
        named: bool = False,
        type: Type | None = None,
    ) -> int:
        """Put in a variable that `place` does not hold; gives its place."""
        made = self._settled(made)
        named |= any(self.entries[read].named for read in made.reads)
        if isinstance(made.step, CategoricalHead) and isinstance(made.step.predicate, Is):
            named |= made.reads[1] == self.WORD
        parts, place = self.parts_of(made.reads), len(self.entries)
        if place == len(self._rows):
            self._rows = np.concatenate([self._rows, np.zeros_like(self._rows)])
        self._rows[place] = row
        self.place.setdefault(code, place)
        if isinstance(made.step, Mlp) and isinstance(made.step.function, Table):
            self.tabled |= parts | set(made.reads)
        entry = Entry(
            made,
            type or self.type_of(made),
            made.cost + self.cost_of_parts(parts),
            parts | {place} if made.cost else parts,
            gain,
            self.price_of(made),
            span or next(self.spans(row[None])),
            named,
        )
        self.entries.append(entry)
        self._words.append(entry.is_word)
        self._flags.append(not entry.is_word and entry.span == (0, 1))
        return place

    def _settled(self, made: Draft) -> Draft:
        """The same step over places alone: what it has of its own is put into the pool."""
        places: list[int] = []

        def flat(one: Draft) -> Draft:
            reads = tuple(read if read >= 0 else places[-1 - read] for read in one.reads)
            return Draft(one.step, reads, one.cost)

        for one in map(flat, made.inner):
            row = self.value(one)
            code, number = self.code(row), not isinstance(self.type_of(one), Categorical)
            known = self.place.get(code)
            if known is None or self.is_word(known) == number:
                known = self.add(one, row, code)
            places.append(known)
        return flat(made)

    def value(self, made: Draft) -> Array:
        """The row of values of a step over variables of the pool."""
        if made.inner:
            made = self._settled(made)
        types = [self.entries[read].type for read in made.reads]
        reads = [self.values(read) for read in made.reads]
        if isinstance(made.step, Mlp) and isinstance(made.step.function, Table):
            # A table has no cell for the 0 at padding, unless its numbers can be 0.
            reads = [
                read.clip(domain(t)[0], domain(t)[-1]) for read, t in zip(reads, types, strict=True)
            ]
        return self.sample.value(made.step, types, reads).ravel()


# --- what variables are ---------------------------------------------------------------------------


def is_number(pool: Pool, place: int) -> bool:
    """Whether a variable counts something: not a word, not a flag."""
    entry = pool.entries[place]
    return not entry.is_word and entry.span[1] > 1


def is_flag(pool: Pool, place: int) -> bool:
    entry = pool.entries[place]
    return not entry.is_word and entry.span == (0, 1)


def is_symbol(pool: Pool, place: int) -> bool:
    """Whether a variable tells symbols from marks."""
    step = pool.entries[place].draft.step
    return isinstance(step, Token) and step.lookup == pool.sample.domain.symbol_lookup
