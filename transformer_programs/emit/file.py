"""A Program as the parts of one Python file, in the order they are read."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from ..program import Program, types
from ..steps import (
    Answer,
    CategoricalHead,
    Classifier,
    Mlp,
    NumericalHead,
    One,
    Position,
    Step,
    Token,
    sum_type,
)
from ..values import Categorical, Number, bounds
from .functions import Ranks, Scope, different, held_within, print_mlp, print_predicate
from .library import Library, library, needs_nearest_first, print_library, reach_of
from .names import (
    Names,
    constant_name,
    function_name,
    pattern_name,
    possible_arguments,
    predicate_name,
)
from .shell import (
    Fixed,
    print_check,
    print_classify,
    print_command_line,
    print_multiples,
    print_table_reader,
)
from .spelling import is_identity, spellings
from .tables import (
    print_embedding,
    print_embedding_lookup,
    print_lookup,
    print_ranks,
    print_votes,
    print_words,
)
from .writer import Writer, literal

Kind = Literal["head", "words", "library", "steps", "run", "votes", "check", "command line"]
IMPORTED = ("Enum", "Path", "cache", "json", "lru_cache", "sys")


@dataclass(frozen=True, slots=True)
class Section:
    """A part of an emitted file, so that its lines can be counted by what they are for."""

    kind: Kind
    text: str


@dataclass(frozen=True, slots=True)
class Plan:
    """Every name of an emitted file, decided before its first line is printed."""

    program: Program
    scope: Scope
    library: Library
    fixed: Fixed
    functions: dict[str, str]  # the function of each head and MLP, by its variable
    lookups: dict[str, str]  # the dict of each Token step that is not the identity
    given: str  # the parameter of `run`
    beside: str | None  # the file that holds the tables of words, if it is not this one

    @property
    def voters(self) -> tuple[bool, bool]:
        """Whether any variable votes by its value, and any by its number."""
        output, kinds = self.program.output, types(self.program)
        votes = output.votes if isinstance(output, Classifier) else ()
        numbers = [isinstance(kinds[vote.reads], Number) for vote in votes]
        return not all(numbers), any(numbers)

    def table(self, variable: str) -> str:
        """The dict from words to the values of a Token variable, as an expression."""
        if self.beside is None:
            return self.lookups[variable]
        embedding = self.scope.spelling[variable].embedding
        kind = f", {embedding.class_name}" if embedding else ""
        return f"{self.fixed.table}({literal(variable)}{kind})"

    @property
    def known(self) -> str:
        """An expression that holds every listed word."""
        if self.lookups:
            return self.table(next(iter(self.lookups)))
        return self.fixed.words if self.beside is None else f'{self.fixed.table}("")'


def plan(program: Program, beside: str | None = None) -> Plan:
    variables = list(types(program))
    names = Names({*possible_arguments(variables), *IMPORTED, "run"})
    spelling = spellings(program, names)
    functions, lookups = {}, {}
    for step in program.steps:
        match step:
            case CategoricalHead(out) | NumericalHead(out):
                functions[out.name] = names.new(predicate_name(out.name))
            case Mlp(out):
                functions[out.name] = names.new(function_name(out.name))
            case Token(out) if not is_identity(step, program):
                lookups[out.name] = names.new(constant_name(out.name))
            case Token() | Position() | One():
                pass
    own = next((step for step in program.steps if step.out.name == "tokens"), None)
    free = own is None or (isinstance(own, Token) and is_identity(own, program))
    return Plan(
        program,
        Scope(spelling, names, Ranks(names)),
        library(program, names),
        Fixed.of(names),
        functions,
        lookups,
        "tokens" if free else names.new("words"),
        beside,
    )


def sections(program: Program, name: str, beside: str | None = None) -> tuple[Section, ...]:
    """The parts of the file, blank lines included: joined, they are the file."""
    p = plan(program, beside)
    body: list[tuple[Kind, Writer]] = [
        *(("library", w) for w in print_library(p.library)),
        *(("steps", w) for w in _functions(p)),
        ("run", _run(p)),
        *_votes(p),
        ("check", print_check(program, p.fixed, p.known)),
        ("command line", print_command_line(_is_pooled(program))),
    ]
    # Words and imports come last in time: only now is it known which tables and builtins are used.
    words: list[tuple[Kind, Writer]] = [("words", w) for w in _words(p)]
    head: list[tuple[Kind, Writer]] = [("head", w) for w in _head(p, name, body)]
    parts = [*head, *words, *body]
    return tuple(
        Section(kind, f"{_gap(parts, i)}{writer}\n") for i, (kind, writer) in enumerate(parts)
    )


def _gap(parts: list[tuple[Kind, Writer]], i: int) -> str:
    if i == 0:
        return ""
    flat = all(_is_flat(writer) for _, writer in parts[i - 1 : i + 1])
    return "\n" if flat else "\n\n"


def _is_flat(writer: Writer) -> bool:
    """Whether a part is plain statements, which black lets stand close together."""
    return not any(line.startswith(("def ", "class ", "@", "if ")) for line in writer.lines)


def _is_pooled(program: Program) -> bool:
    return isinstance(program.output, Classifier) and program.output.pooled


def _head(p: Plan, name: str, body: list[tuple[Kind, Writer]]) -> Iterator[Writer]:
    w = Writer()
    w.line(f'"""{_title(p.program, name)}"""')
    yield w
    imports = Writer()
    if any(kind == "run" and _has_idle_variables(str(writer)) for kind, writer in body):
        imports.line("# ruff: noqa: F841 (some variables are read by no later step)")
    if p.beside is not None:
        imports.line("import json")
    imports.line("import sys")
    for builtin, alias in sorted(p.scope.names.aliases.items()):
        imports.line(f"from builtins import {builtin} as {alias}")
    if any(spelling.embedding for spelling in p.scope.spelling.values()):
        imports.line("from enum import Enum")
    remembers = any(writer.lines[0] == "@cache" for _, writer in body)
    cached = ["cache"] if remembers or p.beside is not None else []
    cached += ["lru_cache"] if needs_nearest_first(p.library) or p.voters[1] else []
    if cached:
        imports.line(f"from functools import {', '.join(cached)}")
    if p.beside is not None:
        imports.line("from pathlib import Path")
    yield imports


def _title(program: Program, name: str) -> str:
    plain = "".join(char if char.isalnum() or char in " _-.,()" else " " for char in name).strip()
    most = "any number of" if program.max_length is None else f"up to {program.max_length}"
    out = "one label" if _is_pooled(program) else "a label for each"
    return f"{plain[:30]}: a Transformer Program. In: {most} words; out: {out}."


def _has_idle_variables(run: str) -> bool:
    """Whether a variable of `run` is written and never read, which linters would point out."""
    read: set[str] = set()
    written: set[str] = set()
    for node in ast.walk(ast.parse(run)):
        match node:
            case ast.Call(ast.Name("locals")):
                return False
            case ast.Name(name, ast.Load()):
                read.add(name)
            case ast.Name(name, ast.Store()):
                written.add(name)
    return bool(written - read - {"_"})


def _words(p: Plan) -> Iterator[Writer]:
    vocabulary, fixed = p.program.vocabulary, p.fixed
    marks = Writer()
    for name, word in (
        (fixed.begin, vocabulary.begin),
        (fixed.end, vocabulary.end),
        (fixed.unknown, vocabulary.unknown),
    ):
        if word is not None:
            marks.line(f"{name} = {literal(word)}")
    if not p.lookups and p.beside is None:
        words = print_words(fixed.words, vocabulary.words)
        marks.lines += words.lines
    if marks.lines:
        yield marks
    for type, name in p.scope.ranks.of_type.items():
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
        match step:
            case CategoricalHead() | NumericalHead():
                yield print_predicate(step, p.functions[step.out.name], p.scope)
            case Mlp():
                yield print_mlp(step, p.functions[step.out.name], p.scope)
            case Token() | Position() | One():
                pass


def _votes(p: Plan) -> Iterator[tuple[Kind, Writer]]:
    output, fixed = p.program.output, p.fixed
    if isinstance(output, Classifier) and output.votes:
        names = (fixed.classes, fixed.votes, fixed.number_votes)
        yield "votes", print_votes(output, p.scope.spelling, names)
        if p.voters[1]:
            yield "check", print_multiples(fixed)
        yield "check", print_classify(output, fixed, *p.voters)


# --- run ------------------------------------------------------------------------------------------


def _run(p: Plan) -> Writer:
    w = Writer()
    with w.block(f"def run({p.given}):"):
        out = "One label for the whole input" if _is_pooled(p.program) else "A label for each word"
        w.line(f'"""{out}. Each step of the program is a local variable."""')
        w.line(f"{p.given} = {p.fixed.check}({p.given})")
        for step in p.program.steps:
            _write_step(w, step, p)
        w.line(f"return {_answer(p)}")
    return w


def _write_step(w: Writer, step: Step, p: Plan) -> None:
    name = step.out.name
    match step:
        case Token():
            if name in p.lookups:
                w.line(f"{name} = [{p.table(name)}[word] for word in {p.given}]")
            elif name != p.given:
                w.line(f"{name} = {p.given}")
        case Position():
            made, span = _builtin(p, "list"), _builtin(p, "range")
            w.line(f"{name} = {made}({span}({_length(p)}))")
        case One():
            w.line(f"{name} = [1] * {_length(p)}")
        case CategoricalHead() | NumericalHead():
            pattern = p.scope.names.new(pattern_name(name))
            select, extra = p.library.select(step, p.program.causal)
            arguments = (step.key, step.query, p.functions[name], *extra)
            w.call(f"{pattern} = ", select, arguments)
            library = p.library
            categorical = isinstance(step, CategoricalHead)
            gather = library.aggregate if categorical else library.aggregate_sum
            w.call(f"{name} = ", str(gather), (pattern, step.value))
            if isinstance(step, NumericalHead):
                _hold_within(w, step, p)
        case Mlp():
            made, over = _builtin(p, "list"), _builtin(p, "map")
            arguments = (p.functions[name], *different(step.reads))
            w.mapped(f"{name} = ", made, over, arguments)


def _hold_within(w: Writer, head: NumericalHead, p: Plan) -> None:
    """A sum that can leave its type is held within it."""
    name, value = head.out.name, p.scope.spelling[head.value].type
    reached = bounds(sum_type(value, reach_of(head, p.program.causal), p.program.max_length))
    hidden = {*p.scope.spelling, "n"}
    text = held_within("n", reached, bounds(head.out.type), p.scope.names, hidden)
    if text != "n":
        w.comprehension(f"{name} = [", text, f"for n in {name}", "]")


def _builtin(p: Plan, name: str) -> str:
    return p.scope.names.builtin(name, p.scope.spelling)


def _length(p: Plan) -> str:
    return f"{_builtin(p, 'len')}({p.given})"


def _answer(p: Plan) -> str:
    """The last line of `run`: the labels, with the begin and end words answered by themselves."""
    vocabulary = p.program.vocabulary
    begin, end = vocabulary.begin is not None, vocabulary.end is not None
    inner = f"[{'1' if begin else ''}:{'-1' if end else ''}]" if begin or end else ""
    match p.program.output:
        case Answer(name):
            text = f"{name}{inner}"
            if not p.scope.spelling[name].is_text:
                text = f"{_builtin(p, 'map')}({_builtin(p, 'str')}, {text})"
                text = text if inner else f"{_builtin(p, 'list')}({text})"
        case Classifier(classes, votes, pooled):
            if pooled:
                every = f"{p.fixed.classify}({_builtin(p, 'locals')}())"
                return every if votes else literal(classes[0])
            if votes:
                text = f"{p.fixed.classify}({_builtin(p, 'locals')}()){inner}"
            else:
                count = f"({_length(p)} - {begin + end})" if inner else _length(p)
                text = f"[{literal(classes[0])}] * {count}"
    if not inner:
        return text
    opening = f"{p.fixed.begin}, " if begin else ""
    closing = f", {p.fixed.end}" if end else ""
    return f"[{opening}*{text}{closing}]"
