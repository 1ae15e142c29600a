"""The library of the search: every kind of step it makes.

`PRIMITIVES` is the table. One more row is one more kind: which variables it is made of, up
to which rank, and a function that makes it for many of them at once. `docs/extending.md` shows how.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
import numpy.typing as npt

from ..meaning.formulas import result
from ..program.steps import CategoricalHead, Compare, Formula, FormulaOp, Mlp, Reach
from ..program.values import bounds
from .arena import LARGEST
from .attending import (
    BEST,
    EQUAL,
    Candidates,
    Operand,
    Rows,
    bests,
    copies,
    simple_sources,
    sums,
)
from .building import POSITIVE, copied, formula, own_cost, total
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

# --- making steps ---------------------------------------------------------------------------------


def operand(pool: Pool, place: int) -> Operand:
    number = not pool.is_word(place)
    return Operand(place, pool.values(place), number, constant=place == Pool.ONE)


def _operand_of(pool: Pool, made: Draft, row: npt.NDArray[np.int16]) -> Operand:
    return Operand(made, row.reshape(pool.arena.inside.shape), number=True)


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
    for query, (key,) in todo:
        yield from _heads_of(pool, operand(pool, query), operand(pool, key))


def _heads_of(pool: Pool, q: Operand, k: Operand) -> Iterator[Candidates]:
    copied_too = [operand(pool, Pool.WORD), operand(pool, Pool.POSITION)]
    yield sums(pool.arena, q, k, [operand(pool, Pool.ONE)])
    yield copies(pool.arena, q, k, copied_too)
    if not (q.constant and k.constant):
        own = [k] if k.number and k.place != Pool.POSITION else []
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
        if is_flag(pool, key):
            yield _since(pool, own)


def _since(pool: Pool, flag: Operand) -> Candidates:
    """How far the last position is where a flag holds, and the next one."""
    found = copies(pool.arena, flag, flag, [operand(pool, Pool.POSITION)], (1,))
    here, drafts, rows = pool.rows[Pool.POSITION], [], []
    for made, row in zip(found.drafts, found.rows, strict=True):
        assert isinstance(made.step, CategoricalHead)
        match made.step.reach, made.step.choose:
            case (("before" | "upto"), "last"):
                drafts.append(draft(formula("-"), Pool.POSITION, made))
                rows.append(here - row)
            case "after", "first":
                drafts.append(draft(formula("-"), made, Pool.POSITION))
                rows.append(row - here)
    return Candidates(drafts, np.stack(rows))


def _values(pool: Pool, todo: Sequence[Places]) -> Iterator[Candidates]:
    """Other variables as the values of simple heads."""
    given = [operand(pool, place) for place, _ in todo]
    stacked = np.stack([one.values for one in given])
    for place, (step, source) in simple_sources(pool.arena):
        cost = own_cost(step)
        drafts = [draft(step, place, place, one.place, cost=cost) for one in given]
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
        found = np.take_along_axis(words, np.where(seen, there, 0), axis=2)
        yield _stacked(pool, drafts, found)
        if shift == 0:
            same, other = formula("=="), formula("!=")
            for test, holds in ((same, found == words), (other, found != words)):
                yield _stacked(pool, [draft(test, made, Pool.WORD) for made in drafts], holds)


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
        yield from _window_extremes(pool, [places[n] for n in numbers], values[numbers])


def _window_extremes(pool: Pool, places: Sequence[int], values: Rows) -> Iterator[Candidates]:
    """The largest and the smallest of the last two, three and four values of a number."""

    def before(one: int | Draft, by: int) -> Draft:
        there = copied(Compare("==", -by), _everywhere(pool), "first")
        return draft(there, Pool.POSITION, Pool.POSITION, one)

    here = np.arange(pool.arena.width)
    ops: tuple[FormulaOp, FormulaOp] = ("max", "min")
    for op, best in zip(ops, (np.maximum, np.minimum), strict=True):
        two = best(values, values[:, :, np.maximum(here - 1, 0)])
        pairs = [draft(formula(op), place, before(place, 1)) for place in places]
        yield _stacked(pool, pairs, two)
        for by in (1, 2):
            more = [draft(formula(op), pair, before(pair, by)) for pair in pairs]
            yield _stacked(pool, more, best(two, two[:, :, np.maximum(here - by, 0)]))


def _pairs(pool: Pool, todo: Sequence[Places]) -> Iterator[Candidates]:
    """The own word and a copied one as one number, to be compared with others."""
    step = pool.arena.domain.pair
    if step is not None:
        for place, _ in todo:
            made = Draft(step, (place, Pool.WORD), PAIR_COST)
            row = pool.value(made)
            yield Candidates([made], row[None])
            both = _operand_of(pool, made, row)
            yield sums(pool.arena, both, both, [operand(pool, Pool.ONE)], thrifty=True)
            yield copies(pool.arena, both, both, [operand(pool, Pool.POSITION)])
            yield bests(pool.arena, both, both, [operand(pool, Pool.WORD)])
            yield _once(pool, both)


def _once(pool: Pool, one: Operand) -> Candidates:
    """Is it the first time that a variable has its value? The last?"""
    same = pool.arena.matches(EQUAL, one.values, one.values)
    reaches: tuple[Reach, ...] = ("before",) if pool.arena.domain.causal else ("before", "after")
    heads = [draft(total(EQUAL, reach), one.place, one.place, Pool.ONE) for reach in reaches]
    seen = [~(same & pool.arena.reaches[reach]).any(axis=2) for reach in reaches]
    return _stacked(pool, [draft(formula("not"), head) for head in heads], np.stack(seen))


def _parts(pool: Pool, todo: Sequence[Places]) -> Iterator[Candidates]:
    """Heads over positions of the same part, where certain words divide an input into parts."""
    reaches: tuple[Reach, ...] = ("before", "upto")
    for place, _ in todo:
        flags = pool.values(place)
        so_far = np.cumsum(flags, axis=1, dtype=np.int16)
        for reach, values in zip(reaches, (so_far - flags, so_far), strict=True):
            made = draft(total(EQUAL, reach), Pool.ONE, Pool.ONE, place)
            part = Operand(made, values, number=True)
            yield from _heads_of(pool, part, part)


def _keys(pool: Pool, todo: Sequence[Places]) -> Iterator[Candidates]:
    """A number, and of equal ones the order of the words, as one number to be compared."""
    count = len(pool.arena.domain.words)
    many = Draft(formula("a", count - 1), (Pool.ONE,))  # the three steps cost what a pair costs
    ops: tuple[FormulaOp, FormulaOp] = ("+", "-")
    for place, (falling,) in todo:
        if pool.entries[place].span[1] * count <= LARGEST:
            scaled = draft(formula("*"), place, many)
            values, word = pool.rows[place] * np.int16(count), pool.rows[falling]
            for op, row in zip(ops, (values + word, values - word), strict=True):
                key = _operand_of(pool, draft(formula(op), scaled, falling, cost=0), row)
                yield sums(pool.arena, key, key, [operand(pool, Pool.ONE)], thrifty=True)
                yield bests(pool.arena, key, key, [operand(pool, Pool.WORD)])


def _sizes(pool: Pool, todo: Sequence[Places]) -> Iterator[Candidates]:
    """A difference without its sign."""
    for place, _ in todo:
        back = draft(formula("-"), *pool.entries[place].draft.reads[::-1])
        made = draft(formula("max"), place, back)
        yield Candidates([made], np.abs(pool.rows[place])[None])


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
    Primitive("formulas", 64, with_the_word, _formulas),
    Primitive("distances", 64, each(is_copied_position), _distances, TOGETHER),
    Primitive("divided", 8, each(is_number), _divided),
    Primitive("fetched", 8, each(is_number), _fetched, TOGETHER),
    Primitive("extremes", 8, each(is_number), _extremes, TOGETHER),
    Primitive("pairs", 8, each(is_copied_word), _pairs),
    Primitive("parts", 32, each(is_word_flag), _parts),
    Primitive("keys", 8, counts_and_words, _keys),
    Primitive("sizes", 8, each(is_difference), _sizes),
    Primitive("windows", 1, each(lambda pool, place: True), _windows, TOGETHER),
    Primitive("values", 4, each(lambda pool, place: True), _values, TOGETHER),
    Primitive("flags", 4, each(is_number), _flags),
    Primitive("heads", 1, attending, _heads),
    Primitive("weighted", 4, weighing, _weighted, EVERY),
    Primitive("carried", 1, carrying, _carried, EVERY),
    Primitive("formulas", 8, with_better_ones, _formulas),
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
