"""Pieces as programs of any length, with names that a reader can use."""

from __future__ import annotations

from ..emit import named
from ..program import Program
from ..program.steps import (
    Answer,
    CategoricalHead,
    Classifier,
    One,
    Output,
    Position,
    Step,
    Token,
    Variable,
    Vote,
)
from ..program.values import Number
from .building import OUT, Piece, formula, parts, piece, steps_of
from .domain import Domain


def program_of(top: Piece, domain: Domain, pooled: bool = False) -> Program:
    """The program that answers with what a piece computes, its variables named for what they do."""
    plain = _answering(steps_of(without_pairs(top, domain)), domain, pooled)
    inputs = {"tokens", "numbers"}
    nameless = [
        step.out.name
        for step in plain.steps
        if not isinstance(step, Position | One) and step.out.name not in inputs
    ]
    return named(plain, nameless)


def _answering(steps: list[Step], domain: Domain, pooled: bool) -> Program:
    """The program that answers with its last step, or lets it vote for the whole input."""
    last = steps[-1].out.name
    output: Output = Answer(last)
    if pooled:
        rows = range(len(domain.classes))
        weights = tuple(tuple(int(row == column) for column in rows) for row in rows)
        output = Classifier(domain.classes, (Vote(last, weights),), pooled=True)
    return Program(domain.vocabulary, tuple(steps), output, None, domain.causal)


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
    if isinstance(word.step, CategoricalHead):
        query, key, value = word.reads
        return piece(word.step, query, key, _numbered(value, scale, domain))
    numbers = tuple(int(place) * scale for place in domain.rank)
    return Piece(Token(Variable(OUT, Number(0, max(numbers))), numbers))
