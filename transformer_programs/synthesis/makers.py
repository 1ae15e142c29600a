"""The makers of formulas and heads: each makes its steps for many variables at once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import numpy as np
import numpy.typing as npt

from ..meaning.formulas import result
from ..program.steps import CategoricalHead, Compare, Formula, FormulaOp, Mlp, Reach
from ..program.values import bounds
from .domain import Array
from .heads import EQUAL, Candidates, Operand, copies, simple_sources, sums
from .pieces import POSITIVE, Draft, copied, draft, formula, own_cost, total
from .pool import Pool, is_flag, is_symbol
from .sample import LARGEST

FORMULAS: tuple[FormulaOp, ...] = ("+", "-", "*", "min", "max", "==", "<", "and", "keep")
OF_WORDS: tuple[FormulaOp, ...] = ("==", "!=", "<")
SYMMETRIC = frozenset(("+", "*", "min", "max", "==", "!=", "and"))
TOGETHER = 64  # variables that quick steps are made of at once
MAX_DIVISOR = 100
MAX_FIXED = 10  # words that are looked for by name
PAIR_COST = 3
VALUES_AT_ONCE = 32  # that sums are made of
WIDEST = 8  # positions that a window may hold

Places = tuple[int, tuple[int, ...]]  # a variable, and others that it is joined with


def formula_rows(pool: Pool, step: Mlp, *reads: Sequence[int]) -> Array:
    """The values of a formula for many variables at once; one stands for as many as the others."""
    assert isinstance(step.function, Formula)
    given = [pool.rows[list(places)] for places in reads]
    if step.function.op == "*":
        given = [rows.astype(np.int32) for rows in given]
    found = result(step.function, given, np) * pool.sample.inside.ravel()
    rows: Array = np.clip(found, -LARGEST, LARGEST).astype(np.int16)
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


def distances(pool: Pool, todo: Sequence[Places]) -> Iterator[Candidates]:
    """The distance from the own position to one that was found."""
    yield from of_two(pool, "-", [Pool.POSITION], [place for place, _ in todo])


def divided(pool: Pool, todo: Sequence[Places]) -> Iterator[Candidates]:
    """A number divided by 2, 3, 10, the number of classes and of symbols; and twice a number.

    Remainder and whole part. Other remainders are those of finite machines.
    """
    for start in range(0, len(todo), TOGETHER):
        places = [place for place, _ in todo[start : start + TOGETHER]]
        rows = np.clip(pool.rows[places].astype(np.int32) * 2, -LARGEST, LARGEST).astype(np.int16)
        yield Candidates([draft(formula("+"), place, place) for place in places], rows)
    domain = pool.sample.domain
    counted = {2, 3, len(domain.classes), len(domain.symbols)} | ({10} if domain.numeric else set())
    divisors = sorted(by for by in counted if 2 <= by <= MAX_DIVISOR)
    for place, _ in todo:
        low, high = pool.entries[place].span
        steps = [formula("%", by) for by in divisors if by <= high or low < 0]
        steps += [formula("//", by) for by in divisors if by <= high and by != 3]
        if steps:
            rows = np.concatenate([formula_rows(pool, step, [place]) for step in steps])
            yield Candidates([draft(step, place) for step in steps], rows)


def unary(pool: Pool, todo: Sequence[Places]) -> Iterator[Candidates]:
    """Is a number 0? Is it above 0?"""
    for place, _ in todo:
        truths = [formula("not")]
        if pool.entries[place].span[1] > 1 or pool.entries[place].span[0] < 0:
            truths.append(POSITIVE)
        rows = np.concatenate([formula_rows(pool, step, [place]) for step in truths])
        yield Candidates([draft(step, place) for step in truths], rows)


def formulas(pool: Pool, todo: Sequence[Places]) -> Iterator[Candidates]:
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


# --- heads ----------------------------------------------------------------------------------------


def operand(pool: Pool, place: int) -> Operand:
    number = not pool.is_word(place)
    return Operand(place, pool.values(place), number, constant=place == Pool.ONE)


def _stacked(pool: Pool, drafts: Iterable[Draft], rows: npt.NDArray[np.generic]) -> Candidates:
    """Steps with their values as (steps, inputs, positions)."""
    masked = (rows * pool.sample.inside).astype(np.int16)
    return Candidates(list(drafts), masked.reshape(len(masked), -1))


def heads(pool: Pool, todo: Sequence[Places]) -> Iterator[Candidates]:
    """Every head over a query and a key that counts, or copies the word or the position."""
    for query, (key,) in todo:
        yield from _heads_of(pool, operand(pool, query), operand(pool, key))


def _heads_of(pool: Pool, q: Operand, k: Operand) -> Iterator[Candidates]:
    copied_too = [operand(pool, Pool.WORD), operand(pool, Pool.POSITION)]
    yield sums(pool.sample, q, k, [operand(pool, Pool.ONE)])
    yield copies(pool.sample, q, k, copied_too)
    if not (q.constant and k.constant):
        own = [k] if k.number and k.place != Pool.POSITION else []
        yield copies(pool.sample, q, k, [*copied_too, *own], best=True)


def flags(pool: Pool, todo: Sequence[Places]) -> Iterator[Candidates]:
    """Copies from where a flag holds, a number is 1, or a word stands."""
    word, position = operand(pool, Pool.WORD), operand(pool, Pool.POSITION)
    for key, _ in todo:
        own, words = operand(pool, key), range(min(MAX_FIXED, len(pool.sample.domain.words)))
        fixed = words if pool.is_word(key) else (1,)
        yield copies(pool.sample, own, own, [word, position], fixed)
        if is_flag(pool, key):
            yield _since(pool, copies(pool.sample, own, own, [position], (1,)))


def _since(pool: Pool, found: Candidates) -> Candidates:
    """The distance to the last position where a flag holds, and to the next one."""
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
    for place, (step, source) in simple_sources(pool.sample):
        cost = own_cost(step)
        drafts = [draft(step, place, place, one.place, cost=cost) for one in given]
        yield _stacked(pool, drafts, np.take_along_axis(stacked, source[None], axis=2))
    numbers = [one for one in given if one.number]
    if numbers:
        word, one = operand(pool, Pool.WORD), operand(pool, Pool.ONE)
        yield sums(pool.sample, one, one, numbers)
        yield sums(pool.sample, word, word, numbers, thrifty=True)


def _joined(todo: Sequence[Places]) -> dict[int, list[int]]:
    """The others of each variable."""
    found: dict[int, list[int]] = {}
    for place, others in todo:
        found.setdefault(place, []).extend(others)
    return found


def weighted(pool: Pool, todo: Sequence[Places]) -> Iterator[Candidates]:
    """Sums of flags over the positions whose variable compares with the own one."""
    for place, flags in _joined(todo).items():
        own, values = operand(pool, place), [operand(pool, flag) for flag in flags]
        for start in range(0, len(flags), VALUES_AT_ONCE):
            some = values[start : start + VALUES_AT_ONCE]
            yield sums(pool.sample, own, own, some, thrifty=True)


def fetched(pool: Pool, todo: Sequence[Places]) -> Iterator[Candidates]:
    """The word at the position that a number names, or just before or after it."""
    sample, places = pool.sample, [place for place, _ in todo]
    pointers = np.stack([pool.values(place) for place in places]).astype(np.intp)
    words = np.broadcast_to(sample.words, pointers.shape)
    for shift in (0, -1, 1):
        there = pointers + shift
        seen = (there >= 0) & (there <= sample.last_seen)
        step = copied(Compare("==", shift), "upto" if sample.domain.causal else "all", "first")
        drafts = [draft(step, place, Pool.POSITION, Pool.WORD) for place in places]
        found = np.take_along_axis(words, np.where(seen, there, 0), axis=2)
        yield _stacked(pool, drafts, found)
        if shift == 0:
            same, other = formula("=="), formula("!=")
            for test, holds in ((same, found == words), (other, found != words)):
                yield _stacked(pool, (draft(test, made, Pool.WORD) for made in drafts), holds)


def windows(pool: Pool, todo: Sequence[Places]) -> Iterator[Candidates]:
    """A variable some positions before; of a number, also its sum over the last positions."""
    sample, places = pool.sample, [place for place, _ in todo]
    values = np.stack([pool.values(place) for place in places])
    here, widths = np.arange(sample.width), range(2, min(WIDEST, sample.width - 1) + 1)
    for width in widths:
        drafts = (_before(pool, place, width) for place in places)
        yield _stacked(pool, drafts, values[:, :, np.maximum(here - width, 0)])
    numbers = [n for n, place in enumerate(places) if not pool.is_word(place)]
    if numbers:
        places, values = [places[n] for n in numbers], values[numbers]
        sums = np.cumsum(values, axis=2, dtype=np.int32)
        for width in widths:
            before = np.where(here < width, 0, sums[:, :, np.maximum(here - width, 0)])
            step = total(Compare(">", -width), "upto")
            drafts = (draft(step, Pool.POSITION, Pool.POSITION, place) for place in places)
            yield _stacked(pool, drafts, np.clip(sums - before, -LARGEST, LARGEST))
        yield from _window_extremes(pool, places, values)
        yield from _steps(pool, places, values)


def _before(pool: Pool, one: int | Draft, by: int) -> Draft:
    """A variable as it is `by` positions before."""
    there = copied(Compare("==", -by), "upto" if pool.sample.domain.causal else "all", "first")
    return draft(there, Pool.POSITION, Pool.POSITION, one)


def _steps(pool: Pool, places: Sequence[int], values: Array) -> Iterator[Candidates]:
    """By how much a number differs from the one before: up, either way, between symbols alone."""
    back, minus = np.maximum(np.arange(pool.sample.width) - 1, 0), formula("-")
    grown = values - values[:, :, back]
    before = [(place, _before(pool, place, 1)) for place in places]
    steps = [draft(minus, *both) for both in before]
    backs = [draft(minus, *both[::-1]) for both in before]
    sizes = [draft(formula("max"), *both) for both in zip(steps, backs, strict=True)]
    symbol = next((p for p in range(len(pool)) if is_symbol(pool, p)), None)
    for made, rows in ((steps, grown), (sizes, np.abs(grown))):
        yield _stacked(pool, made, rows)
        if symbol is not None:
            flags = pool.values(symbol)
            inner = draft(formula("and"), symbol, _before(pool, symbol, 1))
            kept = (draft(formula("keep"), one, inner) for one in made)
            yield _stacked(pool, kept, rows * (flags & flags[:, back]))


def _window_extremes(pool: Pool, places: Sequence[int], values: Array) -> Iterator[Candidates]:
    """The largest and the smallest of the last two, three and four values of a number."""
    here = np.arange(pool.sample.width)
    ops: tuple[FormulaOp, FormulaOp] = ("max", "min")
    for op, best in zip(ops, (np.maximum, np.minimum), strict=True):
        two = best(values, values[:, :, np.maximum(here - 1, 0)])
        pairs = [draft(formula(op), place, _before(pool, place, 1)) for place in places]
        yield _stacked(pool, pairs, two)
        for by in (1, 2):
            more = (draft(formula(op), pair, _before(pool, pair, by)) for pair in pairs)
            yield _stacked(pool, more, best(two, two[:, :, np.maximum(here - by, 0)]))


def pairs(pool: Pool, todo: Sequence[Places]) -> Iterator[Candidates]:
    """The own word and a copied one as one number, to be compared with others."""
    sample, step = pool.sample, pool.sample.domain.pair
    reaches: tuple[Reach, ...] = ("before",) if sample.domain.causal else ("before", "after")
    for place, _ in todo if step is not None else ():
        assert step is not None
        made = Draft(step, (place, Pool.WORD), PAIR_COST)
        row = pool.value(made)
        yield Candidates([made], row[None])
        both = Operand(made, row.reshape(sample.inside.shape), number=True)
        yield sums(sample, both, both, [operand(pool, Pool.ONE)], thrifty=True)
        yield copies(sample, both, both, [operand(pool, Pool.POSITION)])
        yield copies(sample, both, both, [operand(pool, Pool.WORD)], best=True)
        # Is it the first time that it has its value? The last?
        same = sample.matches(EQUAL, both.values, both.values)
        heads = [draft(total(EQUAL, reach), made, made, Pool.ONE) for reach in reaches]
        seen = [~(same & sample.reaches[reach]).any(axis=2) for reach in reaches]
        yield _stacked(pool, (draft(formula("not"), head) for head in heads), np.stack(seen))
