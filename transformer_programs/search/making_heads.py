"""The makers of heads: each makes its steps for many variables at once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal

import numpy as np
import numpy.typing as npt

from ..program.steps import CategoricalHead, Compare, FormulaOp, Reach
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
from .building import copied, formula, own_cost, total
from .eligible import Places, is_flag, is_symbol
from .pool import Draft, Pool, draft

MOST_FIXED = 10  # words that are looked for by name
PAIR_COST = 3
VALUES_AT_ONCE = 32  # that sums are made of
WIDEST = 8  # positions that a window may hold


def operand(pool: Pool, place: int) -> Operand:
    number = not pool.is_word(place)
    return Operand(place, pool.values(place), number, constant=place == Pool.ONE)


def _operand_of(pool: Pool, made: Draft, row: npt.NDArray[np.int16]) -> Operand:
    return Operand(made, row.reshape(pool.arena.inside.shape), number=True)


def _stacked(pool: Pool, drafts: list[Draft], rows: npt.NDArray[np.generic]) -> Candidates:
    """Steps with their values as (steps, inputs, positions)."""
    masked = (rows * pool.arena.inside).astype(np.int16)
    return Candidates(drafts, masked.reshape(len(drafts), -1))


def heads(pool: Pool, todo: Sequence[Places]) -> Iterator[Candidates]:
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


def flags(pool: Pool, todo: Sequence[Places]) -> Iterator[Candidates]:
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


def values_there(pool: Pool, todo: Sequence[Places]) -> Iterator[Candidates]:
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


def weighted(pool: Pool, todo: Sequence[Places]) -> Iterator[Candidates]:
    """Sums of flags over the positions whose variable compares with the own one."""
    for place, flags in _joined(todo).items():
        own = operand(pool, place)
        for start in range(0, len(flags), VALUES_AT_ONCE):
            values = [operand(pool, flag) for flag in flags[start : start + VALUES_AT_ONCE]]
            yield sums(pool.arena, own, own, values, thrifty=True)


def carried(pool: Pool, todo: Sequence[Places]) -> Iterator[Candidates]:
    """Other variables, copied from where a flag holds."""
    for flag, places in _joined(todo).items():
        own = operand(pool, flag)
        yield copies(pool.arena, own, own, [operand(pool, place) for place in places], (1,))


def fetched(pool: Pool, todo: Sequence[Places]) -> Iterator[Candidates]:
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


def extremes(pool: Pool, todo: Sequence[Places]) -> Iterator[Candidates]:
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


def windows(pool: Pool, todo: Sequence[Places]) -> Iterator[Candidates]:
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
        yield from _steps(pool, [places[n] for n in numbers], values[numbers])


def _before(pool: Pool, one: int | Draft, by: int) -> Draft:
    there = copied(Compare("==", -by), _everywhere(pool), "first")
    return draft(there, Pool.POSITION, Pool.POSITION, one)


def _steps(pool: Pool, places: Sequence[int], values: Rows) -> Iterator[Candidates]:
    """By how much a number differs from the one before: up, either way, between symbols alone."""
    back, minus = np.maximum(np.arange(pool.arena.width) - 1, 0), formula("-")
    grown = values - values[:, :, back]
    before = [(place, _before(pool, place, 1)) for place in places]
    steps = [draft(minus, *both) for both in before]
    sizes = [
        draft(formula("max"), step, draft(minus, *both[::-1]))
        for step, both in zip(steps, before, strict=True)
    ]
    symbol = next((p for p in range(len(pool)) if is_symbol(pool, p)), None)
    for made, rows in ((steps, grown), (sizes, np.abs(grown))):
        yield _stacked(pool, made, rows)
        if symbol is not None:
            flags = pool.values(symbol)
            inner = draft(formula("and"), symbol, _before(pool, symbol, 1))
            kept = [draft(formula("keep"), one, inner) for one in made]
            yield _stacked(pool, kept, rows * (flags & flags[:, back]))


def _window_extremes(pool: Pool, places: Sequence[int], values: Rows) -> Iterator[Candidates]:
    """The largest and the smallest of the last two, three and four values of a number."""
    here = np.arange(pool.arena.width)
    ops: tuple[FormulaOp, FormulaOp] = ("max", "min")
    for op, best in zip(ops, (np.maximum, np.minimum), strict=True):
        two = best(values, values[:, :, np.maximum(here - 1, 0)])
        pairs = [draft(formula(op), place, _before(pool, place, 1)) for place in places]
        yield _stacked(pool, pairs, two)
        for by in (1, 2):
            more = [draft(formula(op), pair, _before(pool, pair, by)) for pair in pairs]
            yield _stacked(pool, more, best(two, two[:, :, np.maximum(here - by, 0)]))


def pairs(pool: Pool, todo: Sequence[Places]) -> Iterator[Candidates]:
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


def parts_between(pool: Pool, todo: Sequence[Places]) -> Iterator[Candidates]:
    """Heads over positions of the same part, where certain words divide an input into parts."""
    reaches: tuple[Reach, ...] = ("before", "upto")
    for place, _ in todo:
        flags = pool.values(place)
        so_far = np.cumsum(flags, axis=1, dtype=np.int16)
        for reach, values in zip(reaches, (so_far - flags, so_far), strict=True):
            made = draft(total(EQUAL, reach), Pool.ONE, Pool.ONE, place)
            part = Operand(made, values, number=True)
            yield from _heads_of(pool, part, part)


def keys(pool: Pool, todo: Sequence[Places]) -> Iterator[Candidates]:
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
