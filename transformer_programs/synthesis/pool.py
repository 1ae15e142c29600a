"""The variables found so far: each different from all others on the sample of inputs.

Two pieces that have the same values on the whole sample are one variable (observational
equivalence): the cheaper is kept. A variable is recognised by a linear hash of its values, so that
the hash of a sum of two variables is the sum of their hashes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import zip_longest
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ..program.steps import Head, Is, Position, Token
from ..program.values import Categorical
from .domain import Array, Indices, Longs
from .evaluate import Attentions, TemplateBatch
from .pieces import OUT, PLACE_OF_SLOT, Piece, Places, copied_by, filled, parts
from .sample import Sample

FREE_PRICE = 3  # of all that is known to be useful, together
BONUS = 6.0  # units of cost that a variable gains which tells all about the labels


class Draft(NamedTuple):
    """A template, and the variables in its slots."""

    template: Piece
    places: Places

    @property
    def cost(self) -> int:
        """The cost of the template alone."""
        return _own_cost(self.template)


@cache
def _own_cost(template: Piece) -> int:
    return sum(one.cost for one in parts(template))


@dataclass(frozen=True, slots=True, eq=False)
class Entry:
    """A variable: the cheapest piece for it, and the keys of the parts that cost something."""

    piece: Piece
    parts: frozenset[int]
    cost: int
    gain: float  # how much it tells about the labels: see `TargetSet.gains`
    span: tuple[int, int]  # its least and its largest value
    named: bool  # whether it, or what it reads, asks for certain words
    of_word: bool  # whether it depends on the word at its position alone


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
        self.prices: list[int] = []  # costs, but for parts that are known to be useful
        self.kinds: list[str] = []  # of each variable: W for words, F for flags, N for numbers
        self.place: dict[int, int] = {}  # hash -> place
        self.costs: dict[int, int] = {}  # of each part, by its key
        self.free: frozenset[int] = frozenset()  # parts that are known to be useful
        self.useful: list[int] = []
        self.spelled: list[int] = []  # the numbers of words
        self.first_ranks: list[int] = []  # places, in the order in which they were first ranked
        self.tried = 0
        self.attentions: Attentions = {}  # of heads over inputs alone
        self.templates: dict[tuple[str, str], list[Piece]] = {}  # of each kind and types of slots
        self._rows = np.zeros((1024, self.weights.size), np.int16)
        self._inside = np.flatnonzero(sample.inside)

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

    def of_kind(self, kinds: str, places: Iterable[int]) -> Longs:
        """Those of the variables that are of some kinds."""
        return np.array([p for p in places if self.kinds[p] in kinds], np.int64)

    def hashed(self, rows: Array) -> Longs:
        """The hash of each row of values."""
        with np.errstate(over="ignore"):
            found: Longs = rows.astype(np.int64) @ self.weights
        return found

    def spans(self, rows: Array) -> Iterator[tuple[int, int]]:
        """The least and the largest value of each row."""
        seen = rows[:, self._inside]
        return zip(seen.min(axis=1).tolist(), seen.max(axis=1).tolist(), strict=True)

    def batch(self, places: Sequence[Places]) -> TemplateBatch:
        """Templates over some variables."""
        return TemplateBatch(self.sample, self.rows, places, self.attentions)

    # --- what variables are made of -------------------------------------------------------------

    def piece(self, place: int) -> Piece:
        return self.entries[place].piece

    def made(self, template: Piece, places: Places) -> Piece:
        """The piece of a candidate."""
        base = (self.WORD, self.POSITION, self.ONE)
        return filled(template, [self.entries[place].piece for place in (*base, *places)])

    def parts_of(self, places: Iterable[int]) -> frozenset[int]:
        return frozenset[int]().union(*(self.entries[place].parts for place in places))

    def cost_of(self, places: Iterable[int], own: int = 0) -> int:
        """The cost of variables together, and what a step over them costs."""
        return own + sum(map(self.costs.__getitem__, self.parts_of(places)))

    def price_of(self, places: Iterable[int], own: int = 0) -> int:
        """The same without the parts that are known to be useful."""
        return own + self._price(self.parts_of(places))

    def _price(self, parts: frozenset[int]) -> int:
        price = sum(map(self.costs.__getitem__, parts - self.free))
        return price + (FREE_PRICE if parts & self.free else 0)

    def is_cheaper(self, made: Draft, place: int) -> bool:
        """Whether a candidate costs less than what a variable is computed by now."""
        entries, cost = self.entries, self.entries[place].cost
        if made.cost + max((entries[p].cost for p in made.places), default=0) >= cost:
            return False
        return self.cost_of(made.places, made.cost) < cost

    def is_word(self, made: Draft) -> bool:
        """Whether a candidate copies words."""
        place = PLACE_OF_SLOT.get(copied_by(made.template), -1)
        if place > self.ONE:
            place = made.places[place - self.ONE - 1]
        return place >= 0 and self.kinds[place] == "W"

    # --- changes --------------------------------------------------------------------------------

    def put(
        self,
        made: Piece,
        row: Array,
        code: int,
        gain: float = 0.0,
        span: tuple[int, int] | None = None,
    ) -> int:
        """Put in a variable with values that no other one has; gives its place."""
        place = len(self.entries)
        if place == len(self._rows):
            self._rows = np.concatenate([self._rows, np.zeros_like(self._rows)])
        self._rows[place] = row
        self.place.setdefault(code, place)
        span = span or next(self.spans(row[None]))
        word = isinstance(made.type, Categorical)
        self.kinds.append("W" if word else "F" if span == (0, 1) else "N")
        if isinstance(made.step, Token) and not word and span[1] > 1:
            self.spelled.append(place)
        self.entries.append(self._entry(made, gain, span))
        self.prices.append(self._price(self.entries[place].parts))
        return place

    def _entry(self, made: Piece, gain: float, span: tuple[int, int]) -> Entry:
        whole = parts(made)
        every = [one for one in whole if one.cost]
        self.costs.update((one.key, one.cost) for one in every)
        keys = frozenset(one.key for one in every)
        named = any(map(self._asks_for_words, whole))
        of_word = not any(isinstance(one.step, Head | Position) for one in whole)
        return Entry(made, keys, sum(one.cost for one in every), gain, span, named, of_word)

    def _asks_for_words(self, one: Piece) -> bool:
        """Whether a piece is a flag of some words, not of all, or copies from where a word is."""
        if isinstance(one.step, Token) and one.step.out.name == OUT:
            symbols = len(self.sample.domain.words) - self.sample.domain.marks
            return {*one.step.lookup} <= {-1, 0, 1} and sum(one.step.lookup) < symbols
        asks = isinstance(one.step, Head) and isinstance(one.step.predicate, Is)
        return asks and isinstance(one.reads[1].type, Categorical)

    def make_cheaper(self, place: int, made: Piece) -> None:
        """Compute a variable by another piece, if that costs less."""
        old = self.entries[place]
        # A word may have the values of a number, but no step may shift it.
        if isinstance(made.type, Categorical) == (self.kinds[place] == "W"):
            new = self._entry(made, old.gain, old.span)
            if new.cost < old.cost:
                self.entries[place] = new
                self.prices[place] = min(self._price(new.parts), self.prices[place])

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
            if not entry.parts.isdisjoint(free):
                self.prices[number] = self._price(entry.parts)


def ranking(pool: Pool) -> list[int]:
    """The places of all variables that are not free, the best first.

    Five orders in turn: by price; by price, without those that ask for certain words; by price,
    those of a word alone; by price less a bonus for what a variable tells about the labels; by what
    it tells alone (of those that tell the same, the cheapest). In turn with that, the order in
    which variables were ranked first: what stood near the top before there were so many others is
    not forgotten.
    """
    entries, start = pool.entries, Pool.ONE + 1
    prices, gains = np.array(pool.prices), np.array([one.gain for one in entries])
    ranks = (prices[start:], (prices - BONUS * gains)[start:])
    plain, worth = ((start + np.argsort(one, kind="stable")).tolist() for one in ranks)
    unnamed = [place for place in plain if not entries[place].named]
    of_words = [place for place in plain if entries[place].of_word]
    telling: dict[float, int] = {}
    for place in plain:
        telling.setdefault(round(entries[place].gain, 9), place)
    told = [telling[gain] for gain in sorted(telling, reverse=True)]
    now = _in_turn(plain, unnamed, of_words, worth, told)
    known = set(pool.first_ranks)
    pool.first_ranks += [place for place in now if place not in known]
    return _in_turn(pool.first_ranks, now)


def _in_turn(*orders: Iterable[int]) -> list[int]:
    """The first of each, the second of each, ...; every place once."""
    turns = zip_longest(*orders)
    return list(dict.fromkeys(p for turn in turns for p in turn if p is not None))
