"""Every name of an emitted file, and which parts are short enough for one line."""

from __future__ import annotations

from dataclasses import dataclass

from ..program import Program, types
from ..steps import (
    CategoricalHead,
    Classifier,
    Head,
    Mlp,
    NumericalHead,
    One,
    Position,
    Token,
)
from ..values import Number
from .functions import Ranks, Scope, mlp_line, mlp_lookup, print_mlp
from .library import Library, library
from .meaning import sentence
from .names import (
    Names,
    constant_name,
    function_name,
    possible_arguments,
    predicate_name,
    table_name,
)
from .predicates import predicate_line, predicate_lookups, print_predicate
from .shell import (
    Check,
    Fixed,
    Mark,
    mark,
)
from .spelling import is_identity, spellings
from .tables import (
    Labels,
    labels_of,
    words_are_few,
)
from .writer import Writer, literal

IMPORTED = ("Enum", "Path", "cache", "json", "lru_cache", "sys")  # or may be


@dataclass(frozen=True, slots=True)
class Plan:
    """Every name of an emitted file, decided before its first line is printed."""

    program: Program
    scope: Scope
    library: Library
    fixed: Fixed
    functions: dict[str, str]  # the function of each head and MLP, by its variable
    tables: dict[str, str]  # the dict that may stand in for it
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

    @property
    def labels(self) -> Labels | None:
        """The votes as a dict from values to classes, if they are no more than that."""
        return labels_of(self.program.output, self.scope.spelling)

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

    @property
    def listed_words(self) -> tuple[str, ...]:
        """The words as they are listed; those at the ends are set apart where they are checked."""
        vocabulary = self.program.vocabulary
        return vocabulary.words if vocabulary.unknown is not None else vocabulary.symbols

    @property
    def unknown(self) -> Mark | None:
        word = self.program.vocabulary.unknown
        return None if word is None else mark(word, self.fixed.unknown)

    @property
    def check(self) -> Check:
        vocabulary, fixed = self.program.vocabulary, self.fixed
        begin, end, strict = vocabulary.begin, vocabulary.end, vocabulary.unknown is None
        listed = strict and self.known == fixed.words
        return Check(
            self.given,
            self.known if strict else None,
            listed,
            listed and words_are_few(fixed.words, self.listed_words),
            None if begin is None else mark(begin, fixed.begin),
            None if end is None else mark(end, fixed.end),
            self.program.max_length,
        )

    def builtin(self, name: str) -> str:
        """A builtin as it is called in `run`, where variables may hide it."""
        return self.scope.names.builtin(name, self.scope.spelling)

    @property
    def length(self) -> str:
        return f"{self.builtin('len')}({self.given})"

    def predicate(self, head: Head) -> Defined:
        """The shortest form of a predicate, as an argument of its head's call."""
        name = self.functions[head.out.name]
        forms = [Defined(name, print_predicate(head, name, self.scope))]
        table = self.tables[head.out.name]
        for text, lookup in predicate_lookups(head, table, self.scope):
            forms.append(Defined(f"lambda q, k: {text}", lookup.define(table)))
        line = predicate_line(head, self.scope)
        if line is not None:
            forms.append(Defined(f"lambda q, k: {line}"))

        def lines(form: Defined) -> tuple[int, int]:
            call = Writer(depth=1)
            self.write_head(call, head, form.text)
            if form.text != name and not all(map(Writer().fits, call.lines)):
                return 1000, 0
            return len(call.lines) + form.lines, len(form.text) + len(str(form.definition or ""))

        return min(forms, key=lines)

    def write_head(self, w: Writer, head: Head, predicate: str) -> None:
        """The call that computes a head."""
        function = self.library.function(head, self.program.causal)
        arguments = (head.value, head.query, head.key, predicate)
        w.call(f"{head.out.name} = ", function, arguments, sentence(head, self.program))

    def mlp(self, mlp: Mlp) -> tuple[tuple[str, str] | None, Writer | None]:
        """The shortest form of an MLP: the element and the loop of a comprehension, or None for a
        call of its function; and what has to be defined first."""
        name, table = self.functions[mlp.out.name], self.tables[mlp.out.name]
        fits = Writer(depth=2).fits
        line = mlp_line(mlp, self.scope)
        if line is not None and all(map(fits, line)):
            return line, None
        function = print_mlp(mlp, name, self.scope)
        found = mlp_lookup(mlp, self.scope)
        if found is not None:
            argument, lookup = found
            line = (lookup.ask(table, argument), f"for {argument} in {mlp.reads[0]}")
            constant = lookup.define(table)
            if all(map(fits, line)) and len(constant.lines) < len(function.lines):
                return line, constant
        return None, function


@dataclass(frozen=True, slots=True)
class Defined:
    """An expression, and the function or constant that has to be defined for it."""

    text: str
    definition: Writer | None = None

    @property
    def lines(self) -> int:
        """The lines of the definition and of the space around it."""
        if self.definition is None:
            return 0
        lines = self.definition.lines
        return len(lines) + (0 if len(lines) == 1 else 2)


def plan(program: Program, beside: str | None = None) -> Plan:
    variables = list(types(program))
    names = Names({*possible_arguments(variables), *IMPORTED, "run"})
    spelling = spellings(program, names)
    functions, tables, lookups = {}, {}, {}
    for step in program.steps:
        match step:
            case CategoricalHead(out) | NumericalHead(out):
                functions[out.name] = names.new(predicate_name(out.name))
                tables[out.name] = names.new(table_name(out.name, "_KEYS"))
            case Mlp(out):
                functions[out.name] = names.new(function_name(out.name))
                tables[out.name] = names.new(table_name(out.name))
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
        tables,
        lookups,
        "tokens" if free else names.new("words"),
        beside,
    )
