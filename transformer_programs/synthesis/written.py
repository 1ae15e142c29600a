"""Pieces as programs of any length, with names that a reader can use."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from ..printer import named
from ..program import Program
from ..program import steps as lang
from ..program.values import Categorical, Number
from ..simplifier import simplify_exactly
from .domain import Domain, by_word
from .endings import Names
from .pieces import OUT, Piece, formula, parts, piece, steps_of

NO_LABEL = -1000  # beyond all numbers that a label may spell


def program_of(top: Piece, domain: Domain, pooled: bool = False, names: Names = ()) -> Program:
    """The program that answers with what a piece computes."""
    top = without_pairs(top, domain)
    if domain.opening is not None:
        top, names = _opened(top, domain, domain.opening, names)
    steps = steps_of(top)
    last = steps[-1].out.name
    output: lang.Output = lang.Answer(last, names)
    if pooled:
        rows = range(len(domain.classes))
        weights = tuple(tuple(int(row == column) for column in rows) for row in rows)
        output = lang.Classifier(domain.classes, (lang.Vote(last, weights),), pooled=True)
    return Program(domain.vocabulary, tuple(steps), output, None, domain.causal)


def readable(program: Program) -> Program:
    """The program simplified by exact rules, its variables named for what they do."""
    done = simplify_exactly(program).program
    given = ("tokens", "numbers")
    nameless = [
        step.out.name
        for step in done.steps
        if not isinstance(step, lang.Position | lang.One) and step.out.name not in given
    ]
    return named(done, nameless)


def _opened(top: Piece, domain: Domain, opening: str, names: Names) -> tuple[Piece, Names]:
    """The answer, but the opening word at itself: the first of the words, or a number's name."""
    others = by_word(domain, np.arange(len(domain.words)) > 0)
    if isinstance(top.type, Number):
        low = NO_LABEL if top.type.low is None else min(0, top.type.low)
        below = min([low, *(value for value, _ in names)]) - 1
        ready = piece(formula("a"), top) if top.type.low == 1 else top
        mark = by_word(domain, np.where(np.arange(len(domain.words)) == 0, below, 0))
        return piece(formula("+"), piece(formula("keep"), ready, others), mark), (
            *names,
            (below, opening),
        )
    if isinstance(top.step, lang.Mlp) and isinstance(top.step.function, lang.Table):
        cells = tuple(cell + 1 for cell in top.step.function.cells)
        out = lang.Variable(OUT, Categorical((opening, *map(str, top.type.values))))
        top = Piece(replace(top.step, out=out, function=lang.Table(cells)), top.reads, top.cost)
    return piece(formula("keep"), top, others), ()


def without_pairs(top: Piece, domain: Domain) -> Piece:
    """The same with sums in place of tables that number pairs of words: they are short to print.

    The numbers of the first word are multiplied by the number of words.
    """
    pair, size = domain.pair, len(domain.words)
    new: dict[Piece, Piece] = {}
    for one in parts(top):
        reads = tuple(new[read] for read in one.reads)
        if one.step == pair:
            first, second = _numbered(reads[0], size, domain), _numbered(reads[1], 1, domain)
            new[one] = piece(formula("+"), first, second)
        else:
            new[one] = one if reads == one.reads else piece(one.step, *reads, cost=one.cost)
    return new[top]


def _numbered(word: Piece, scale: int, domain: Domain) -> Piece:
    """A word, copied as often as it is, computed from the numbers of the words instead."""
    if isinstance(word.step, lang.CategoricalHead):
        query, key, value = word.reads
        return piece(word.step, query, key, _numbered(value, scale, domain))
    numbers = tuple(int(place) * scale for place in domain.rank)
    return Piece(lang.Token(lang.Variable(OUT, Number(0, max(numbers))), numbers))
