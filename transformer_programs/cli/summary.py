"""A program on one screen: what it takes, its steps, what it answers."""

from __future__ import annotations

import sys
from typing import assert_never

from rich.box import SIMPLE_HEAD
from rich.table import Table as Grid
from rich.text import Text

from ..program import Program, types
from ..program.chain import claims
from ..program.steps import (
    Answer,
    CategoricalHead,
    Classifier,
    Compare,
    Extreme,
    Formula,
    Head,
    Is,
    Levels,
    Mlp,
    NumericalHead,
    One,
    Position,
    Rows,
    Score,
    Step,
    Table,
    Token,
)
from ..program.values import Categorical, Number, Type, size, symbol
from ..simplify.groups import is_identity
from ..view.notebook import show_page
from .console import listed, print_wide, spelled


def show(program: Program) -> None:
    """Print what a person wants to know first: what a program takes, its steps, its answers.

    In a notebook this is its page, in which it runs.
    """
    if "ipykernel" in sys.modules:
        show_page(program)
        return
    facts = Grid.grid(padding=(0, 2))
    facts.add_column(style="bold", no_wrap=True)
    facts.add_column(overflow="fold")
    for name, text in facts_of(program):
        facts.add_row(name, Text(text))
    print_wide(facts)
    print_wide(_steps(program))


def facts_of(program: Program) -> list[tuple[str, str]]:
    """What there is to say about a program as a whole, as (name, text)."""
    vocabulary, output = program.vocabulary, program.output
    length = "any number of" if program.max_length is None else f"up to {program.max_length}"
    marks = [
        f"{name} {spelled(word)}"
        for name in ("begin", "end", "unknown")
        if (word := getattr(vocabulary, name)) is not None
    ]
    facts = [
        ("inputs", f"{length} words{', causal' if program.causal else ''}"),
        ("vocabulary", f"{len(vocabulary.words):,} words: {listed(vocabulary.words)}"),
    ]
    if marks:
        facts.append(("marks", ", ".join(marks)))
    match output:
        case Answer(reads):
            facts.append(("answer", f"the value of {reads} at each position"))
        case Classifier(classes, votes, pooled, scale):
            where = "for the whole input" if pooled else "at each position"
            facts.append(("answer", f"one of {len(classes):,} classes {where}: {listed(classes)}"))
            rows = sum(len(vote.weights) for vote in votes)
            voters = listed(tuple(vote.reads for vote in votes)) or "nothing"
            facts.append(("votes", f"{rows:,} rows x {len(classes):,} classes, from {voters}"))
            if scale != 1:
                facts.append(("scale", f"a logit is votes / {scale:,}"))
        case _:
            assert_never(output)
    chain = claims(program)
    return facts + [("" if number else "chain", str(link)) for number, link in enumerate(chain)]


def _steps(program: Program) -> Grid:
    grid = Grid(box=SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0))
    grid.add_column("variable", overflow="fold", no_wrap=True)
    grid.add_column("kind", no_wrap=True)
    grid.add_column("type", overflow="fold", max_width=28)
    grid.add_column("reads and computes", overflow="fold")
    for step in program.steps:
        grid.add_row(
            Text(step.out.name, style="bold"),
            Text(kind_of(step)),
            Text(type_text(step.out.type)),
            Text(computes(step, program)),
        )
    return grid


def kind_of(step: Step) -> str:
    match step:
        case Token():
            return "word"
        case Position():
            return "position"
        case One():
            return "one"
        case CategoricalHead():
            return "cat. head"
        case NumericalHead():
            return "num. head"
        case Mlp():
            return "MLP"
        case _:
            assert_never(step)


def computes(step: Step, program: Program) -> str:
    """What a step reads and does, in a few words."""
    match step:
        case Token():
            return "the word itself" if is_identity(step, program) else "a value for each word"
        case Position():
            return "0, 1, 2, ..."
        case One():
            return "1"
        case CategoricalHead():
            where = f"{_predicate(step, program)}{_reach(step)}{_best(step.score)}"
            return f"{step.value} where {where}, {step.choose}"
        case NumericalHead():
            return f"sum of {step.value} where {_predicate(step, program)}{_reach(step)}"
        case Mlp(_, read, Formula() as formula):
            return _formula(formula, read)
        case Mlp(_, read, Table(cells)):
            return f"table of {' x '.join(read)} ({len(cells):,} cells)"
        case Mlp():  # for the type checker: the two above are all there are
            raise TypeError(step)
        case _:
            assert_never(step)


def type_text(type: Type) -> str:
    """The values of a type.

    >>> type_text(Number(0, 8)), type_text(Number(None, None)), type_text(Categorical(("a", "b")))
    ('0..8', 'whole number', 'a b')
    """
    match type:
        case Categorical(values):
            ascending = values == tuple(range(len(values))) and len(values) > 2
            return f"0..{len(values) - 1}" if ascending else listed(values, 16)
        case Number(None, None):
            return "whole number"
        case Number(None, high):
            return f"up to {high}"
        case Number(low, None):
            return f"from {low}"
        case Number():
            return f"{type.low}..{type.high}"
        case _:
            assert_never(type)


def _predicate(head: Head, program: Program) -> str:
    key, query = f"key {head.key}", f"query {head.query}"
    match head.predicate:
        case Compare(op, shift):
            return f"{key} {op} {query}{_shift(shift)}"
        case Is(value):
            return f"{key} == {spelled(symbol(types(program)[head.key], value))}"
        case Rows(accepts):
            pairs = len(accepts) * (size(types(program)[head.key]) or 0)
            return f"{key} fits {query} ({sum(map(len, accepts)):,} of {pairs:,} pairs)"
        case _:
            assert_never(head.predicate)


def _best(score: Score | None) -> str:
    match score:
        case None:
            return ""
        case Extreme(best):
            return f", {best} key"
        case Levels(levels):
            return f", best of {len({level for row in levels for level in row})} levels"
        case _:
            assert_never(score)


def _reach(head: Head) -> str:
    return "" if head.reach == "all" else f", {head.reach}"


def _formula(formula: Formula, read: tuple[str, ...]) -> str:
    shift = _shift(formula.shift)
    match formula.op:
        case "a":
            return f"{read[0]}{shift}"
        case "not":
            return f"not {read[0]}"
        case "min" | "max":
            return f"{formula.op}({', '.join(read)}){shift}"
        case "keep":
            return f"{read[0]} if {read[1]} else 0"
        case "%" | "//":
            return f"{read[0]} {formula.op} {formula.shift}"
        case op:
            return f"{read[0]} {op} {read[1]}{shift}"


def _shift(shift: int) -> str:
    return "" if shift == 0 else f" {'+' if shift > 0 else '-'} {abs(shift)}"
