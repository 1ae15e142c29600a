"""A Program as the parts of one Python file, in the order they are read."""

from __future__ import annotations

import re
import symtable
import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from ..program import Program
from ..program.steps import (
    CategoricalHead,
    Classifier,
    Mlp,
    NumericalHead,
    Token,
)
from ..program.values import Categorical
from .body import print_run
from .meaning import flow
from .plan import Plan, plan
from .prelude import needs_nearest_first, print_prelude
from .shell import (
    print_classify,
    print_command_line,
    print_multiples,
    print_table_reader,
)
from .tables import (
    is_complete,
    print_embedding,
    print_embedding_lookup,
    print_labels,
    print_lookup,
    print_ranks,
    print_votes,
    print_words,
)
from .writer import COLUMNS, Writer, literal

Kind = Literal["head", "words", "library", "steps", "run", "votes", "command line"]
MOST_SUMMARY = 3  # lines of the docstring that say which variables flow where


@dataclass(frozen=True, slots=True)
class Section:
    """A part of an emitted file, so that its lines can be counted by what they are for."""

    kind: Kind
    text: str


def sections(
    program: Program,
    name: str,
    beside: str | None = None,
    facts: Sequence[str] = (),
    *,
    raw: bool = False,
) -> tuple[Section, ...]:
    """The parts of the file, blank lines included: joined, they are the file.

    `facts`: sentences about the program for its docstring. `raw`: in the paper's layout, a function
    for each head and a variable for its pattern; otherwise as short as it can be said.
    """
    p = plan(program, beside, raw=raw)
    body: list[tuple[Kind, Writer]] = [
        *(("library", w) for w in print_prelude(p.prelude)),
        *(("steps", w) for w in _functions(p)),
        ("run", print_run(p)),
        *_votes(p),
        ("command line", print_command_line(_is_pooled(program))),
    ]
    # Words and imports come last in time: only now is it known which tables and builtins are used.
    words: list[tuple[Kind, Writer]] = [("words", w) for w in _words(p, body)]
    if p.labels is not None:
        words += [("votes", w) for w in print_labels(p.labels, program.output, p.fixed)]
    head: list[tuple[Kind, Writer]] = [("head", w) for w in _head(p, name, facts, body)]
    parts = [*head, *words, *body]
    return tuple(
        Section(kind, f"{_gap(parts, i)}{writer}\n") for i, (kind, writer) in enumerate(parts)
    )


def _gap(parts: list[tuple[Kind, Writer]], i: int) -> str:
    if i == 0:
        return ""
    near = parts[i - 1 : i + 1]
    if not all(_is_flat(writer) for _, writer in near):
        return "\n\n"
    lines = all(kind != "head" and len(writer.lines) == 1 for kind, writer in near)
    return "" if lines else "\n"


def _is_flat(writer: Writer) -> bool:
    """Whether a part is plain statements, which black lets stand close together."""
    return not any(line.startswith(("def ", "class ", "@", "if ")) for line in writer.lines)


def _is_pooled(program: Program) -> bool:
    return isinstance(program.output, Classifier) and program.output.pooled


def _head(
    p: Plan, name: str, facts: Sequence[str], body: list[tuple[Kind, Writer]]
) -> Iterator[Writer]:
    yield _docstring(p.program, name, facts)
    imports = Writer()
    code = "\n".join(str(writer) for _, writer in body)
    if any(kind == "run" and _has_idle_variables(str(writer)) for kind, writer in body):
        imports.line("# ruff: noqa: F841 (some variables are read by no later step)")
    if p.beside is not None:
        imports.line("import json")
    imports.line("import sys")
    for builtin, alias in sorted(p.scope.names.aliases.items()):
        if is_used(alias, code):
            imports.line(f"from builtins import {builtin} as {alias}")
    if any(spelling.embedding for spelling in p.scope.spelling.values()):
        imports.line("from enum import Enum")
    remembers = any(writer.lines[0] == "@cache" for _, writer in body)
    cached = ["cache"] if remembers or p.beside is not None else []
    cached += ["lru_cache"] if needs_nearest_first(p.prelude) or p.voters[1] else []
    if cached:
        imports.line(f"from functools import {', '.join(cached)}")
    if p.beside is not None:
        imports.line("from pathlib import Path")
    yield imports


def is_used(name: str, code: str) -> bool:
    """Whether a name stands in some code."""
    return re.search(rf"(?<!\w){name}(?!\w)", code) is not None


def _docstring(program: Program, name: str, facts: Sequence[str]) -> Writer:
    """The title, which variables flow where, and what is known about the program."""
    w = Writer()
    lines = [_title(program, name)]
    summary = textwrap.wrap("; ".join(flow(program)), COLUMNS - 3, break_long_words=False)
    if len(summary) > MOST_SUMMARY:
        summary = [_census(program)]
    known = [line for fact in facts for line in textwrap.wrap(_plain(fact), COLUMNS - 4)]
    lines += [*summary, *known]
    lines[0] = f'"""{lines[0]}'
    lines[-1] += '"""'
    for line in lines:
        w.free(line)
    return w


def _census(program: Program) -> str:
    """How many steps of each kind there are, where naming them all would take too long."""
    kinds = {
        ("head copies", "heads copy"): CategoricalHead,
        ("head adds up", "heads add up"): NumericalHead,
        ("function", "functions"): Mlp,
    }
    counts = {
        nouns: sum(isinstance(step, kind) for step in program.steps)
        for nouns, kind in kinds.items()
    }
    if isinstance(program.output, Classifier):
        counts["variable votes", "variables vote"] = len(program.output.votes)
    parts = [
        f"{count} {one if count == 1 else more}" for (one, more), count in counts.items() if count
    ]
    return f"Steps: {', '.join(parts)}."


def _plain(text: str) -> str:
    """A text that cannot end a docstring."""
    return "".join(char if char.isprintable() and char not in '"\\' else " " for char in text)


def _title(program: Program, name: str) -> str:
    plain = "".join(char if char.isalnum() or char in " _-.,()" else " " for char in name).strip()
    most = "any number of" if program.max_length is None else f"up to {program.max_length}"
    out = "one label" if _is_pooled(program) else "a label for each"
    return f"{plain[:30]}: a Transformer Program. In: {most} words; out: {out}."


def _has_idle_variables(run: str) -> bool:
    """Whether a variable of `run` is written and never read, which linters would point out."""
    (function,) = symtable.symtable(run, "run", "exec").get_children()
    if re.search(r"\blocals\w*\(\)\)", run):
        return False  # the votes read what they need of all variables
    inside = {
        symbol.get_name()
        for scope in function.get_children()
        for symbol in scope.get_symbols()
        if symbol.is_free()
    }
    return any(
        symbol.is_assigned() and not symbol.is_referenced() and symbol.get_name() not in inside
        for symbol in function.get_symbols()
        if not symbol.is_parameter()
    )


def _words(p: Plan, body: list[tuple[Kind, Writer]]) -> Iterator[Writer]:
    vocabulary, fixed = p.program.vocabulary, p.fixed
    code = "\n".join(str(writer) for _, writer in body)
    for name, word in (
        (fixed.begin, vocabulary.begin),
        (fixed.end, vocabulary.end),
        (fixed.unknown, vocabulary.unknown),
    ):
        if word is not None and is_used(name, code):
            w = Writer()
            w.line(f"{name} = {literal(word)}")
            yield w
    if not p.lookups and p.beside is None:
        yield print_words(fixed.words, p.listed_words)
    for type, name in p.scope.ranks.of_type.items():
        if is_used(name, code):
            assert isinstance(type, Categorical)
            yield print_ranks(name, type)
    for step in p.program.steps:
        if isinstance(step, Token) and step.out.name in p.lookups:
            embedding = p.scope.spelling[step.out.name].embedding
            if embedding is not None:
                yield print_embedding(embedding, p.beside)
            if p.beside is not None:
                continue
            name = p.lookups[step.out.name]
            if embedding is not None:
                yield print_embedding_lookup(name, embedding)
            else:
                yield print_lookup(name, step, vocabulary.words)
    if p.beside is not None:
        yield print_table_reader(fixed, p.beside)


def _functions(p: Plan) -> Iterator[Writer]:
    for step in p.program.steps:
        definition = None
        if isinstance(step, CategoricalHead | NumericalHead):
            definition = p.predicate(step).definition
            score = p.scores.get(step.out.name)
            if score is not None and score.definition is not None:
                yield score.definition
        elif isinstance(step, Mlp):
            _, definition = p.mlp(step)
        if definition is not None:
            yield definition


def _votes(p: Plan) -> Iterator[tuple[Kind, Writer]]:
    output = p.program.output
    if isinstance(output, Classifier) and output.votes and p.labels is None:
        yield "votes", print_votes(output, p.scope.spelling, p.fixed)
        if p.voters[1]:
            yield "run", print_multiples(p.fixed)
        complete = is_complete(output, p.scope.spelling)
        yield "run", print_classify(output, p.fixed, *p.voters, complete)
