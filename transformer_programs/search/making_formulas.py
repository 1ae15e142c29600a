"""The makers of formulas: each makes its steps for many variables at once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from ..meaning.formulas import result
from ..program.steps import Formula, FormulaOp, Mlp
from ..program.values import bounds
from .arena import LARGEST
from .attending import (
    Candidates,
    Rows,
)
from .building import POSITIVE, formula
from .eligible import Places, is_difference, is_flag
from .pool import Pool, draft

FORMULAS: tuple[FormulaOp, ...] = ("+", "-", "*", "min", "max", "==", "<", "and", "keep")
OF_WORDS: tuple[FormulaOp, ...] = ("==", "!=", "<")
SYMMETRIC = frozenset(("+", "*", "min", "max", "==", "!=", "and"))
TOGETHER = 64  # variables that quick steps are made of at once
MOST_DIVISOR = 100


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


def distances(pool: Pool, todo: Sequence[Places]) -> Iterator[Candidates]:
    """How far a position that was found is from the own one."""
    yield from of_two(pool, "-", [Pool.POSITION], [place for place, _ in todo])


def divided(pool: Pool, todo: Sequence[Places]) -> Iterator[Candidates]:
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


def sizes(pool: Pool, todo: Sequence[Places]) -> Iterator[Candidates]:
    """A difference without its sign."""
    # A place that was one may since hold a cheaper step with the same values.
    for place in (place for place, _ in todo if is_difference(pool, place)):
        back = draft(formula("-"), *pool.entries[place].draft.reads[::-1])
        made = draft(formula("max"), place, back)
        yield Candidates([made], np.abs(pool.rows[place])[None])


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
