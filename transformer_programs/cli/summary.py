"""A program on one screen: what it takes, its steps, what it answers."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import assert_never

from rich.box import SIMPLE_HEAD
from rich.table import Table as Grid
from rich.text import Text

from ..meaning.stand_ins import is_stand_in
from ..printer.scope import is_identity
from ..printer.sentences import sentences
from ..program import Program, Vocabulary
from ..program.chain import claims
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
    print_wide(_steps(program))


def facts_of(program: Program) -> list[tuple[str, str]]:
    """Facts about the whole program, as (name, text)."""
    vocabulary, output = program.vocabulary, program.output
    length = "any number of" if program.max_length is None else f"up to {program.max_length}"
    marks = [
        f"{name} {spelled(word)}"
        for name in ("begin", "end", "unknown")
        if (word := getattr(vocabulary, name)) is not None
    ]
    facts = [
        ("inputs", f"{length} words{', causal' if program.causal else ''}"),
        ("vocabulary", f"{len(vocabulary.words):,} words: {listed(_words_first(vocabulary))}"),
    ]
    if marks:
        facts.append(("marks", ", ".join(marks)))
    match output:
        case Answer(reads, names):
            said = "".join(f", {value}: {spelled(name)}" for value, name in names)
            facts.append(("answer", f"the value of {reads} at each position{said}"))
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


def _words_first(vocabulary: Vocabulary) -> tuple[str, ...]:
    """The words, and at the end those that stand for others or for an end of the input."""
    marks = {vocabulary.begin, vocabulary.end, vocabulary.unknown}
    return tuple(sorted(vocabulary.words, key=lambda word: word in marks or is_stand_in(word)))


def _steps(program: Program) -> Grid:
    grid = Grid(box=SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0))
    grid.add_column("variable", overflow="fold", no_wrap=True)
    grid.add_column("kind", no_wrap=True)
    grid.add_column("type", overflow="fold", max_width=28)
    grid.add_column("reads", overflow="fold")
    grid.add_column("description", overflow="fold")
    for step, sentence in zip(program.steps, steps_in_words(program), strict=True):
        grid.add_row(
            Text(step.out.name, style="bold"),
            Text(KINDS[type(step)].replace("_", " ")),
            Text(type_text(step.out.type)),
            Text(", ".join(dict.fromkeys(reads(step)))),
            Text(sentence),
        )
    return grid


def steps_in_words(program: Program) -> Iterator[str]:
    """A description of each step."""
    said = dict(sentences(program))
    for step in program.steps:
        if isinstance(step, Token):
            yield "the word itself" if is_identity(step, program) else "a value for each word"
        elif isinstance(step, Position | One):
            yield "0, 1, 2, ..." if isinstance(step, Position) else "1"
        else:
            by_table = f"by a table of {' and '.join(dict.fromkeys(reads(step)))}"
            yield said.get(step.out.name, by_table)


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
