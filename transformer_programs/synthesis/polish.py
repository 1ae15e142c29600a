"""Make a solution cheaper by small changes, as long as it stays right on all that is known.

A piece may be replaced by one that it reads, a head may look elsewhere or choose otherwise, a read
may be any other part. The first change that makes the program cheaper is kept, and the next one
starts from there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import product
from typing import assert_never

from ..program import steps as lang
from ..program.values import Number
from .domain import Domain, base
from .examine import MAX_TRIED, Examiner, Solution
from .kinds import CHOOSE, REACHES
from .pieces import Piece, copied, cost_of, formula, parts, piece, rebuilt, total, with_reads

Tops = tuple[Piece, ...]  # the variables that the end of a program is fitted to


def polished(solution: Solution, examiner: Examiner, left: Callable[[], float]) -> Solution:
    """The cheapest solution that small changes lead to, in the time that is left."""
    tried = 0
    while True:
        costs = _variants(solution, examiner.domain)
        for variant in sorted(costs, key=costs.__getitem__):
            if costs[variant] >= solution.cost or tried >= MAX_TRIED or left() <= 0:
                return solution
            tried += 1
            better = examiner.again(variant)
            if better is not None and better.cost < solution.cost and better.rare <= solution.rare:
                solution = better
                break
        else:
            return solution


def rivals(
    solution: Solution, examiner: Examiner, margin: int, left: Callable[[], float]
) -> Iterator[Solution]:
    """Solutions that small changes lead to, and that cost at most `margin` more."""
    most, costs = solution.cost + margin, _variants(solution, examiner.domain)
    for variant in [one for one in costs if costs[one] <= most][: MAX_TRIED // 4]:
        if left() <= 0:
            return
        other = examiner.again(variant)
        if other is not None and other.wrong == 0 and other.cost <= most:
            yield other


def _variants(solution: Solution, domain: Domain) -> dict[Tops, int]:
    """Other variables that the end of a program may be fitted to, and what it costs with them."""
    tops, found = tuple(solution.variables), list[Tops]()
    own = sorted(parts(*tops), key=lambda one: bool(one.reads))  # inputs first
    every = list(dict.fromkeys((*base(domain), *own)))
    ending = solution.cost - cost_of(*tops)
    for place, one in enumerate(every):
        for instead in (*dict.fromkeys(one.reads), *_changed(one, every[:place], domain.causal)):
            if _alike(instead, one):
                changed = [rebuilt(top, _with(one, instead)) for top in tops]
                if None not in changed:
                    found.append(tuple(top for top in changed if top is not None))
    for number, top in enumerate(tops):
        others = [other for other in every if other != top and _alike(other, top)]
        found += [(*tops[:number], other, *tops[number + 1 :]) for other in others]
    return {variant: cost_of(*variant) + ending for variant in dict.fromkeys(found)}


def _with(one: Piece, instead: Piece) -> Callable[[Piece, list[Piece]], Piece | None]:
    """A change of one part; those that read it read the other one."""
    return lambda part, reads: instead if part == one else with_reads(part, reads)


def _alike(a: Piece, b: Piece) -> bool:
    """Whether both are numbers, or words of the same list."""
    return a.type == b.type or (isinstance(a.type, Number) and isinstance(b.type, Number))


def _changed(one: Piece, before: list[Piece], causal: bool) -> Iterator[Piece]:
    """The same piece with another way to attend, comparison or shift, or with another read."""
    for step in _other_steps(one.step, causal):
        yield piece(step, *one.reads)
    others = [
        (*one.reads[:number], instead, *one.reads[number + 1 :])
        for number, read in enumerate(one.reads)
        for instead in before
        if instead != read and _alike(instead, read)
    ]
    if isinstance(one.step, lang.Head):
        own = [instead for instead in before if instead not in one.reads[:2]]
        others += [(instead, instead, one.reads[2]) for instead in own]
    yield from filter(None, (with_reads(one, reads) for reads in others))


def _other_steps(step: lang.Step, causal: bool) -> Iterator[lang.Step]:
    """The same step with another reach, choice, comparison or shift."""
    reaches = REACHES[causal]
    match step:
        case lang.NumericalHead():
            yield from (total(step.predicate, r) for r in reaches if r != step.reach)
        case lang.CategoricalHead():
            for reach, choose in product(reaches, CHOOSE):
                if (reach, choose) != (step.reach, step.choose):
                    yield copied(step.predicate, reach, choose, step.score)
        case lang.Mlp(_, _, function):
            if isinstance(function, lang.Formula) and function.op not in lang.DIVISIONS:
                yield from [formula(function.op)] if function.shift else []
        case lang.Token() | lang.Position() | lang.One():
            return
        case _:
            assert_never(step)
    if isinstance(step, lang.Head) and isinstance(step.predicate, lang.Compare):
        for plain in dict.fromkeys((lang.Compare("=="), lang.Compare(step.predicate.op))):
            if plain != step.predicate:
                yield replace(step, predicate=plain)
