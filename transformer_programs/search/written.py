"""Pieces as programs of any length, with names that a reader can use."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import assert_never

from ..emit import named
from ..program import Program
from ..program.steps import (
    Answer,
    CategoricalHead,
    Classifier,
    Compare,
    Mlp,
    NumericalHead,
    One,
    Output,
    Position,
    Step,
    Table,
    Token,
    Variable,
    Vote,
    with_reads,
)
from ..program.values import Number
from .building import OUT, TRUTH, Piece, formula, parts, piece, steps_of
from .domain import Domain

LONGEST_NAME = 16  # longer names make lines break
COUNTED = {"==": "same", "!=": "other", "<": "smaller", ">": "larger"}  # words: how many
REACHED = {"all": "", "before": "_before", "upto": "_so_far", "after": "_after"}


def program_of(top: Piece, domain: Domain, pooled: bool = False) -> Program:
    """The program that answers with what a piece computes."""
    plain = _answering(steps_of(without_pairs(top, domain)), domain, pooled)
    # The printer knows names for many heads; what it has none for gets a short one here.
    names = {
        old.out.name: new.out.name
        for old, new in zip(plain.steps, named(plain).steps, strict=True)
        if old.out.name != new.out.name and len(new.out.name) <= LONGEST_NAME
    }
    for step in plain.steps:
        short, number = _short(step, len(names)), len(names)
        taken = short in names.values()
        names.setdefault(step.out.name, f"{short}_{number}" if taken else short)
    steps = [_renamed(step, names.__getitem__) for step in plain.steps]
    return _answering(steps, domain, pooled)


def _answering(steps: list[Step], domain: Domain, pooled: bool) -> Program:
    """The program that answers with its last step, or lets it vote for the whole input."""
    last = steps[-1].out.name
    output: Output = Answer(last)
    if pooled:
        rows = range(len(domain.classes))
        weights = tuple(tuple(int(row == column) for column in rows) for row in rows)
        output = Classifier(domain.classes, (Vote(last, weights),), pooled=True)
    return Program(domain.vocabulary, tuple(steps), output, None, domain.causal)


def _renamed(step: Step, name: Callable[[str], str]) -> Step:
    return with_reads(replace(step, out=Variable(name(step.out.name), step.out.type)), name)


def _short(step: Step, number: int) -> str:
    """A name that tells the kind of variable, for one that has no better name."""
    match step:
        case NumericalHead(_, "tokens", "tokens", "ones", Compare(op, 0)) if op in COUNTED:
            return f"{COUNTED[op]}{REACHED[step.reach]}"
        case NumericalHead():
            return f"sum_{number}"
        case CategoricalHead():
            return f"{'found' if isinstance(step.out.type, Number) else 'copied'}_{number}"
        case Mlp(out, _, function):
            plain = "answer" if isinstance(function, Table) else "number"
            return f"{'flag' if out.type == TRUTH else plain}_{number}"
        case Token(out):
            return out.name if out.name in ("tokens", "numbers") else f"listed_{number}"
        case Position() | One():
            return step.out.name
        case _:
            assert_never(step)


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
