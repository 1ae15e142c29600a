"""The library of the search: the inputs it starts from, and every kind of step it makes.

`PRIMITIVES` is the table of steps. One more row is one more kind: which variables it is made of, up
to which rank, and a function that makes it for many of them at once. `docs/extending.md` shows how.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from typing import Literal, NamedTuple

import numpy as np
import numpy.typing as npt

from ..meaning.formulas import result
from ..program.steps import (
    CategoricalHead,
    Compare,
    Formula,
    FormulaOp,
    Mlp,
    One,
    Position,
    Reach,
    Token,
    Variable,
)
from ..program.values import Categorical, Number, bounds
from .arena import LARGEST
from .attending import (
    BEST,
    Candidates,
    Operand,
    Rows,
    bests,
    copies,
    simple_sources,
    sums,
)
from .building import OUT, POSITIVE, Piece, copied, formula, own_cost, total
from .domain import FEW_WORDS, Domain
from .pool import Draft, Pool, draft

FORMULAS: tuple[FormulaOp, ...] = ("+", "-", "*", "min", "max", "==", "<", "and", "keep")
OF_WORDS: tuple[FormulaOp, ...] = ("==", "!=", "<")
SYMMETRIC = frozenset(("+", "*", "min", "max", "==", "!=", "and"))
MOST_FIXED = 10  # words that are looked for by name
TOGETHER = 64  # variables that quick steps are made of at once
EVERY = 1_000_000
PAIR_COST = 3
VALUES_AT_ONCE = 32  # that sums are made of
MOST_DIVISOR = 100
WIDEST = 8  # positions that a window may hold

# --- inputs ---------------------------------------------------------------------------------------


class Input(NamedTuple):
    """A variable that reads no other one."""

    draft: Draft
    named: bool = False  # whether it asks for certain words


def inputs(domain: Domain) -> Iterator[Input]:
    """Word, position and one, in the order of their places; then what else words may mean."""
    yield Input(Draft(Token(Variable("tokens", Categorical(domain.words)), _lookup(domain.rank))))
    yield Input(Draft(Position(Variable("positions", Number(0, None)))))
    yield Input(Draft(One(Variable("ones", Number(1, 1)))))
    if domain.numeric:
        yield Input(_by_word(domain, domain.numbers, 2, "numbers"))
    if domain.numbers.min() < 0:
        yield Input(_by_word(domain, np.abs(domain.numbers), 2))
    for numbers in domain.fields:
        yield Input(_by_word(domain, numbers, 2))
    if domain.falling.any():
        yield Input(_by_word(domain, domain.falling, 2))
    places = np.arange(len(domain.words))
    symbols = len(domain.words) - domain.marks
    for words in domain.sets:
        many = len(words) == 1 and len(domain.symbols) > FEW_WORDS  # singling one out is dear
        cost = (1 if len(words) > 4 else 2) + (2 if many else 0)
        yield Input(_by_word(domain, np.isin(places, words), cost), len(words) < symbols)
    for words in domain.signs:
        signs = [(place in words) - (-place in words) for place in places.tolist()]
        yield Input(_by_word(domain, np.array(signs), 3), named=True)


def base(domain: Domain) -> tuple[Piece, Piece, Piece]:
    """The word, the position and the one."""
    word, position, one = (Piece(given.draft.step) for given in islice(inputs(domain), 3))
    return word, position, one


def word_flag(domain: Domain, word: int) -> Piece:
    """Whether a word is this one."""
    made = _by_word(domain, np.arange(len(domain.words)) == word, 2)
    return Piece(made.step, (), made.cost)


def _lookup(values: npt.NDArray[np.generic]) -> tuple[int, ...]:
    return tuple(int(value) for value in values.tolist())


def _by_word(domain: Domain, values: npt.NDArray[np.generic], cost: int, name: str = OUT) -> Draft:
    """A number for each word. 0 is always in its range: `keep` may have to give it."""
    lookup = _lookup(values[domain.rank])
    return Draft(Token(Variable(name, Number(min(0, *lookup), max(0, *lookup))), lookup), (), cost)


# --- which variables steps are made of ------------------------------------------------------------

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


def is_weight(pool: Pool, place: int) -> bool:
    entry = pool.entries[place]
    return not entry.is_word and entry.span[0] >= -1 and entry.span[1] <= 1


def is_pair(pool: Pool, place: int) -> bool:
    return pool.entries[place].draft.step == pool.arena.domain.pair


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


def _with_itself(given: Round, rank: int, place: int) -> Iterator[Places]:
    if is_pair(given.pool, place):
        yield place, (place,)


def _with_the_word(given: Round, rank: int, place: int) -> Iterator[Places]:
    if given.pool.is_word(place):
        yield place, (Pool.WORD,)


def _attending(given: Round, rank: int, place: int) -> Iterator[Places]:
    """Heads over a variable, and over it and an input of its kind."""
    yield place, (place,)
    other = Pool.WORD if given.pool.is_word(place) else Pool.POSITION
    yield place, (other,)
    yield other, (place,)


def _weighing(given: Round, rank: int, place: int) -> Iterator[Places]:
    """The numbers of words, what is known to be useful, and flags."""
    for weight in dict.fromkeys((*given.spelled, *given.pool.useful, *given.weights(rank))):
        yield place, (weight,)


def _carrying(given: Round, rank: int, place: int) -> Iterator[Places]:
    for flag in given.weights(rank):
        if is_flag(given.pool, flag) and flag != place:
            yield flag, (place,)


def _with_better_ones(given: Round, rank: int, place: int) -> Iterator[Places]:
    better = given.ranked[: min(rank - 1, 8 * given.budget // rank)]
    yield place, (Pool.POSITION, Pool.ONE, *better)


# --- making steps ---------------------------------------------------------------------------------


def operand(pool: Pool, place: int) -> Operand:
    number = not pool.is_word(place)
    return Operand(place, pool.values(place), number, constant=place == Pool.ONE)


def formula_rows(pool: Pool, step: Mlp, *reads: Sequence[int]) -> Rows:
    """The values of a formula for many variables at once; one stands for as many as the others."""
    assert isinstance(step.function, Formula)
    given = [pool.rows[list(places)] for places in reads]
    if step.function.op == "*":
        given = [rows.astype(np.int32) for rows in given]
    found = result(step.function, given, np) * pool.arena.inside.ravel()
    rows: Rows = np.clip(found, -LARGEST, LARGEST).astype(np.int16)
    low, high = bounds(step.out.type)
    return rows if low is None else np.clip(rows, low, high)


def of_two(
    pool: Pool, op: FormulaOp, first: Sequence[int], second: Sequence[int]
) -> Iterator[Candidates]:
    """A formula of one variable with many others, on either side."""
    if first and second:
        step = formula(op)
        drafts = [draft(step, a, b) for a in first for b in second]
        yield Candidates(drafts, formula_rows(pool, step, first, second))


def _stacked(pool: Pool, drafts: list[Draft], rows: npt.NDArray[np.generic]) -> Candidates:
    """Steps with their values as (steps, inputs, positions)."""
    masked = (rows * pool.arena.inside).astype(np.int16)
    return Candidates(drafts, masked.reshape(len(drafts), -1))


def _heads(pool: Pool, todo: Sequence[Places]) -> Iterator[Candidates]:
    """Every head over a query and a key that counts, or copies the word or the position."""
    copied_too = [operand(pool, Pool.WORD), operand(pool, Pool.POSITION)]
    for query, (key,) in todo:
        q, k = operand(pool, query), operand(pool, key)
        yield sums(pool.arena, q, k, [operand(pool, Pool.ONE)])
        yield copies(pool.arena, q, k, copied_too)
        if not (q.constant and k.constant):
            own = [k] if k.number and key != Pool.POSITION else []
            yield bests(pool.arena, q, k, [*copied_too, *own])


def fixed_keys(pool: Pool, key: int) -> Sequence[int]:
    """The keys that are looked for whatever the query: some words, or 1."""
    return range(min(MOST_FIXED, len(pool.arena.domain.words))) if pool.is_word(key) else (1,)


def _flags(pool: Pool, todo: Sequence[Places]) -> Iterator[Candidates]:
    """Copies from where a flag holds, a number is 1, or a word stands."""
    for key, _ in todo:
        own = operand(pool, key)
        values = [operand(pool, Pool.WORD), operand(pool, Pool.POSITION)]
        yield copies(pool.arena, own, own, values, fixed_keys(pool, key))


def _values(pool: Pool, todo: Sequence[Places]) -> Iterator[Candidates]:
    """Other variables as the values of simple heads."""
    given = [operand(pool, place) for place, _ in todo]
    stacked = np.stack([one.values for one in given])
    for place, (step, source) in simple_sources(pool.arena):
        cost = own_cost(step)
        drafts = [Draft(step, (place, place, one.place), cost) for one in given]
        yield _stacked(pool, drafts, np.take_along_axis(stacked, source[None], axis=2))
    numbers = [one for one in given if one.number]
    if numbers:
        word, one = operand(pool, Pool.WORD), operand(pool, Pool.ONE)
        yield sums(pool.arena, one, one, numbers)
        yield sums(pool.arena, word, word, numbers, thrifty=True)


def _joined(todo: Sequence[Places]) -> dict[int, list[int]]:
    """The others of each variable."""
    found: dict[int, list[int]] = {}
    for place, others in todo:
        found.setdefault(place, []).extend(others)
    return found


def _weighted(pool: Pool, todo: Sequence[Places]) -> Iterator[Candidates]:
    """Sums of flags over the positions whose variable compares with the own one."""
    for place, flags in _joined(todo).items():
        own = operand(pool, place)
        for start in range(0, len(flags), VALUES_AT_ONCE):
            values = [operand(pool, flag) for flag in flags[start : start + VALUES_AT_ONCE]]
            yield sums(pool.arena, own, own, values, thrifty=True)


def _carried(pool: Pool, todo: Sequence[Places]) -> Iterator[Candidates]:
    """Other variables, copied from where a flag holds."""
    for flag, places in _joined(todo).items():
        own = operand(pool, flag)
        yield copies(pool.arena, own, own, [operand(pool, place) for place in places], (1,))


def _fetched(pool: Pool, todo: Sequence[Places]) -> Iterator[Candidates]:
    """The word at the position that a number names, or just before or after it."""
    arena, places = pool.arena, [place for place, _ in todo]
    pointers = np.stack([pool.values(place) for place in places]).astype(np.intp)
    words = np.broadcast_to(arena.words, pointers.shape)
    for shift in (0, -1, 1):
        there = pointers + shift
        seen = (there >= 0) & (there <= arena.last_seen)
        step = copied(Compare("==", shift), _everywhere(pool), "first")
        drafts = [draft(step, place, Pool.POSITION, Pool.WORD) for place in places]
        yield _stacked(pool, drafts, np.take_along_axis(words, np.where(seen, there, 0), axis=2))


def _everywhere(pool: Pool) -> Literal["upto", "all"]:
    return "upto" if pool.arena.domain.causal else "all"


def _extremes(pool: Pool, todo: Sequence[Places]) -> Iterator[Candidates]:
    """The largest and the smallest value so far, and of all."""
    arena, places = pool.arena, [place for place, _ in todo]
    numbers = np.stack([pool.values(place) for place in places])
    for predicate, score in BEST:
        sign = np.int16(1 if score.best == "largest" else -1)
        held = np.where(arena.inside, sign * numbers, np.int16(-LARGEST - 1))
        so_far = np.maximum.accumulate(held, axis=2)
        ways: list[tuple[Reach, npt.NDArray[np.int16]]] = [("upto", so_far)]
        if not arena.domain.causal:
            ways.append(("all", np.broadcast_to(so_far[:, :, -1:], held.shape)))
        for reach, best in ways:
            step = copied(predicate, reach, "first", score)
            yield _stacked(
                pool, [draft(step, place, place, place) for place in places], sign * best
            )


def _distances(pool: Pool, todo: Sequence[Places]) -> Iterator[Candidates]:
    """How far a position that was found is from the own one."""
    yield from of_two(pool, "-", [Pool.POSITION], [place for place, _ in todo])


def _divided(pool: Pool, todo: Sequence[Places]) -> Iterator[Candidates]:
    """A number divided by 2, 3, and as many as there are classes or symbols; and twice a number.

    Remainder and whole part. Other remainders are those of finite machines.
    """
    for start in range(0, len(todo), TOGETHER):
        places = [place for place, _ in todo[start : start + TOGETHER]]
        rows = np.clip(pool.rows[places].astype(np.int32) * 2, -LARGEST, LARGEST).astype(np.int16)
        yield Candidates([draft(formula("+"), place, place) for place in places], rows)
    domain = pool.arena.domain
    counted = {2, 3, len(domain.classes), len(domain.symbols)}
    divisors = sorted(by for by in counted if 2 <= by <= MOST_DIVISOR)
    for place, _ in todo:
        low, high = pool.entries[place].span
        steps = [formula("%", by) for by in divisors if by <= high or low < 0]
        steps += [formula("//", by) for by in divisors if by <= high and by != 3]
        if steps:
            rows = np.concatenate([formula_rows(pool, step, [place]) for step in steps])
            yield Candidates([draft(step, place) for step in steps], rows)


def _windows(pool: Pool, todo: Sequence[Places]) -> Iterator[Candidates]:
    """What a variable is some positions before; of a number, its sum over the last positions."""
    arena, places = pool.arena, [place for place, _ in todo]
    values = np.stack([pool.values(place) for place in places])
    here = np.arange(arena.width)
    for width in range(2, min(WIDEST, arena.width - 1) + 1):
        there = copied(Compare("==", -width), _everywhere(pool), "first")
        drafts = [draft(there, Pool.POSITION, Pool.POSITION, place) for place in places]
        yield _stacked(pool, drafts, values[:, :, np.where(here < width, 0, here - width)])
    numbers = [n for n, place in enumerate(places) if not pool.is_word(place)]
    if numbers:
        sums = np.cumsum(values[numbers], axis=2, dtype=np.int32)
        for width in range(2, min(WIDEST, arena.width - 1) + 1):
            before = np.where(here < width, 0, sums[:, :, np.maximum(here - width, 0)])
            step = total(Compare(">", -width), "upto")
            drafts = [draft(step, Pool.POSITION, Pool.POSITION, places[n]) for n in numbers]
            yield _stacked(pool, drafts, np.clip(sums - before, -LARGEST, LARGEST))


def _pairs(pool: Pool, todo: Sequence[Places]) -> Iterator[Candidates]:
    """The own word and a copied one as one number, to be compared with others."""
    step = pool.arena.domain.pair
    if step is not None:
        for place, _ in todo:
            made = Draft(step, (place, Pool.WORD), PAIR_COST)
            yield Candidates([made], pool.value(made)[None])


def _unary(pool: Pool, todo: Sequence[Places]) -> Iterator[Candidates]:
    """Is a number 0? Is it above 0?"""
    for place, _ in todo:
        truths = [formula("not")]
        if pool.entries[place].span[1] > 1 or pool.entries[place].span[0] < 0:
            truths.append(POSITIVE)
        rows = np.concatenate([formula_rows(pool, step, [place]) for step in truths])
        yield Candidates([draft(step, place) for step in truths], rows)


def _formulas(pool: Pool, todo: Sequence[Places]) -> Iterator[Candidates]:
    """The variable with each of the others, in every formula of two."""
    for place, others in todo:
        same = [other for other in others if pool.is_word(other) == pool.is_word(place)]
        if pool.is_word(place):
            # Of two that mean the same the first is kept: an order of words takes lines to print.
            for op in OF_WORDS:
                yield from of_two(pool, op, [place], same)
            yield from of_two(pool, "<", same, [place])
            continue
        flag = is_flag(pool, place)
        same = [other for other in same if not (flag and other == Pool.ONE)]
        for op in FORMULAS:
            useful = [o for o in same if _useful(op, flag, is_flag(pool, o))]
            yield from of_two(pool, op, [place], useful)
            if op not in SYMMETRIC:
                useful = [o for o in same if _useful(op, is_flag(pool, o), flag)]
                yield from of_two(pool, op, useful, [place])


def _useful(op: FormulaOp, first: bool, second: bool) -> bool:
    """Whether a formula is worth making of two variables that are flags or not."""
    match op:
        case "and":
            return first and second
        case "min" | "*":
            return not first and not second
        case "max" | "==":
            return first == second
        case "keep":
            return second
        case _:
            return True


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
    Primitive("unary", 16, each(is_numeric), _unary),
    Primitive("flags", 32, each(is_flag), _flags),
    Primitive("heads", 32, _with_itself, _heads),
    Primitive("formulas", 64, _with_the_word, _formulas),
    Primitive("distances", 64, each(is_copied_position), _distances, TOGETHER),
    Primitive("divided", 8, each(is_number), _divided),
    Primitive("fetched", 8, each(is_number), _fetched, TOGETHER),
    Primitive("extremes", 8, each(is_number), _extremes, TOGETHER),
    Primitive("pairs", 8, each(is_copied_word), _pairs),
    Primitive("windows", 1, each(lambda pool, place: True), _windows, TOGETHER),
    Primitive("values", 4, each(lambda pool, place: True), _values, TOGETHER),
    Primitive("flags", 4, each(is_number), _flags),
    Primitive("heads", 1, _attending, _heads),
    Primitive("weighted", 1, _weighing, _weighted, EVERY),
    Primitive("carried", 1, _carrying, _carried, EVERY),
    Primitive("formulas", 8, _with_better_ones, _formulas),
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
