"""Pieces as programs of any length, with names that a reader can use."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from itertools import pairwise

import numpy as np

from ..printer import named
from ..program import Program
from ..program import steps as lang
from ..program.numerals import MAX_DIGITS, is_numeral, is_value, listed_numbers, ordered
from ..program.values import Categorical, Number, ProgramError, Type
from ..simplifier import simplify_exactly
from .domain import MARK_ABOVE, NO_LABEL, Domain, by_word
from .examine import Names
from .pieces import OPEN, OUT, Piece, formula, held, piece, rebuilt, steps_of

BEYOND = 10**MAX_DIGITS  # more than any number that is a word
MAX_STEPS = 2  # of the values of numbers in order: a threshold has one, a single number two


def program_of_piece(
    top: Piece, domain: Domain, pooled: bool = False, names: Names = ()
) -> Program:
    """The program that answers with what a piece computes."""
    if domain.opening is not None:
        top, names = _opened(top, domain, domain.opening, names)
    open_top = opened(top, domain) if domain.any_number else None
    if open_top is not None:
        with suppress(ProgramError):
            return _refusing(_written(open_top, domain, pooled, names), numerals=True)
    program = _written(top, domain, pooled, names)
    return _refusing(program) if domain.refuses else program


def _written(top: Piece, domain: Domain, pooled: bool, names: Names) -> Program:
    steps = steps_of(top)
    last = steps[-1].out.name
    output: lang.Output = lang.Answer(last, names)
    if pooled:
        rows = range(len(domain.classes))
        weights = tuple(tuple(int(row == column) for column in rows) for row in rows)
        output = lang.Classifier(domain.classes, (lang.Vote(last, weights),), pooled=True)
    return Program(domain.vocabulary, tuple(steps), output, None, domain.causal)


def tidied(program: Program) -> Program:
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


# --- words that may be any number -----------------------------------------------------------------


def _refusing(program: Program, numerals: bool = False) -> Program:
    """The program without the unknown word, which no input has; with `numerals` for every number.

    Words that were never seen would all count as equal.
    """
    unknown = program.vocabulary.unknown
    known = [place for place, word in enumerate(program.vocabulary.words) if word != unknown]
    words = tuple(program.vocabulary.words[place] for place in known)
    steps = [
        replace(step, lookup=tuple(step.lookup[place] for place in known))
        if isinstance(step, lang.Token)
        else step
        for step in program.steps
    ]
    vocabulary = replace(program.vocabulary, words=words, unknown=None, numerals=numerals)
    return replace(program, vocabulary=vocabulary, steps=tuple(steps))


def opened(top: Piece, domain: Domain) -> Piece | None:
    """The same for words that may be any number: where an order is asked for, numbers for words.

    None where that cannot be, or where words have too many different values.
    """

    def change(one: Piece, reads: list[Piece]) -> Piece | None:
        if isinstance(one.step, lang.Token):
            return _open_token(one, one.step, domain)
        for number, name in enumerate(lang.reads(one.step)):
            if name in ordered(one.step) and not isinstance(one.reads[number].type, Number):
                found = _numbers_of(reads[number], domain)
                if found is None:
                    return None
                reads[number] = found
        if isinstance(one.step, lang.Mlp) and isinstance(one.step.function, lang.Table):
            reads = [_held(new, old.type) for new, old in zip(reads, one.reads, strict=True)]
        return piece(one.step, *reads)

    return rebuilt(top, change)


def _held(read: Piece, type: Type) -> Piece:
    """A number within the range that a table has cells for."""
    same = read.type == type or not isinstance(type, Number)
    return read if same else piece(held(type), read)


def _open_token(one: Piece, step: lang.Token, domain: Domain) -> Piece | None:
    """The number of a word without a limit; else other numbers have the value of the nearest one.

    None where words have too many different values.
    """
    if is_value(step, domain.vocabulary):
        lookup = tuple(BEYOND if value == MARK_ABOVE else value for value in step.lookup)
        out = replace(step.out, type=OPEN.type)
        return replace(one, step=replace(step, out=out, lookup=lookup))
    if isinstance(step.out.type, Number):
        value = dict(zip(domain.vocabulary.words, step.lookup, strict=True))
        numbers = [value[str(number)] for number in listed_numbers(domain.vocabulary)]
        if sum(a != b for a, b in pairwise(numbers)) > MAX_STEPS:
            return None
    return one


def _numbers_of(word: Piece, domain: Domain) -> Piece | None:
    """A word, copied as often as it is, as its number; marks come before all numbers."""
    if isinstance(word.step, lang.CategoricalHead):
        query, key, value = word.reads
        number = _numbers_of(value, domain)
        return None if number is None else piece(word.step, query, key, number)
    symbols = {*domain.vocabulary.symbols} - {domain.vocabulary.unknown}
    if not isinstance(word.step, lang.Token) or not all(map(is_numeral, symbols)):
        return None
    lookup = tuple(int(w) if is_numeral(w) else -BEYOND for w in domain.vocabulary.words)
    return Piece(lang.Token(lang.Variable(OUT, OPEN.type), lookup), (), 2)
