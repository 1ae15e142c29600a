"""A program on one screen: what it takes, its steps, what it answers."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import assert_never

from rich.box import SIMPLE_HEAD
from rich.table import Table as Grid
from rich.text import Text

from ..meaning.words import is_stand_in
from ..printer.scope import is_identity
from ..printer.sentences import sentences
from ..program import Program
from ..program.program import claims
from ..program.steps import Answer, Classifier, One, Position, Token, reads
from ..program.values import Categorical, Number, Type
from ..store.schema import KINDS
from ..view.notebook import show_page
from .console import listed, print_wide, spelled


def show(program: Program) -> None:
    """Print a summary of a program: its inputs, steps and answers.

    In a notebook, it shows the page, which runs the program.
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
    steps = Grid(box=SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0))
    for head in ("variable", "kind", "type", "reads", "description"):
        steps.add_column(head, overflow="fold", no_wrap=head in ("variable", "kind"))
    for step, sentence in zip(program.steps, steps_in_words(program), strict=True):
        kind, read = KINDS[type(step)].replace("_", " "), ", ".join(dict.fromkeys(reads(step)))
        cells = map(Text, (kind, type_text(step.out.type), read, sentence))
        steps.add_row(Text(step.out.name, style="bold"), *cells)
    print_wide(steps)


def facts_of(program: Program) -> list[tuple[str, str]]:
    """Facts about the whole program, as (name, text)."""
    vocabulary, output = program.vocabulary, program.output
    length = "any number of" if program.max_length is None else f"up to {program.max_length}"
    marks = {name: getattr(vocabulary, name) for name in ("begin", "end", "unknown")}
    others = {*marks.values()}  # behind the words: those that stand for others or for an end
    words = sorted(vocabulary.words, key=lambda word: word in others or is_stand_in(word))
    facts = [
        ("inputs", f"{length} words{', causal' if program.causal else ''}"),
        ("vocabulary", f"{len(words):,} words: {listed(words)}"),
        ("marks", ", ".join(f"{n} {spelled(word)}" for n, word in marks.items() if word)),
    ]
    match output:
        case Answer(reads, names):
            labels = "".join(f", {value}: {spelled(name)}" for value, name in names)
            facts.append(("answer", f"the value of {reads} at each position{labels}"))
        case Classifier(classes, votes, pooled):
            where = "for the whole input" if pooled else "at each position"
            facts.append(("answer", f"one of {len(classes):,} classes {where}: {listed(classes)}"))
            rows = sum(len(vote.weights) for vote in votes)
            voters = listed([vote.reads for vote in votes]) or "nothing"
            facts.append(("votes", f"{rows:,} rows x {len(classes):,} classes, from {voters}"))
        case _:
            assert_never(output)
    facts += [("" if number else "chain", str(link)) for number, link in enumerate(claims(program))]
    return [(name, text) for name, text in facts if text]


def steps_in_words(program: Program) -> Iterator[str]:
    """A description of each step."""
    described = dict(sentences(program))
    for step in program.steps:
        if isinstance(step, Token):
            yield "the word itself" if is_identity(step, program) else "a value for each word"
        elif isinstance(step, Position | One):
            yield "0, 1, 2, ..." if isinstance(step, Position) else "1"
        else:
            by_table = f"by a table of {' and '.join(dict.fromkeys(reads(step)))}"
            yield described.get(step.out.name, by_table)


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
        case Number(low, high):
            return f"{'' if low is None else low}..{'' if high is None else high}"
        case _:
            assert_never(type)
