"""Every name of an emitted file, and which parts are short enough for one line."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import assert_never

from ..infer import Inference, infer
from ..program import Program, types
from ..program.steps import (
    CategoricalHead,
    Classifier,
    Head,
    Mlp,
    NumericalHead,
    One,
    Position,
    Predicate,
    Score,
    Token,
    score_of,
)
from .functions import Ranks, Scope, mlp_line, mlp_lookup, mlp_pairs, print_mlp
from .meaning import sentence
from .names import (
    Names,
    constant_name,
    function_name,
    keys_name,
    levels_name,
    pattern_name,
    possible_arguments,
    predicate_name,
    score_name,
    table_name,
)
from .places import Places, has_many_kinds, only_counted, places_of, write_head
from .predicates import predicate_line, predicate_lookups, print_listed, print_predicate
from .prelude import NO_LIBRARY, Prelude, prelude
from .scores import print_score, score_lines
from .shell import (
    Check,
    Fixed,
    Mark,
    mark,
)
from .spelling import is_counted, is_identity, spellings, with_listed_numbers
from .tables import (
    Labels,
    labels_of,
    words_are_few,
)
from .writer import Writer, literal

TOO_LONG = 1000  # lines, for a form that black would change
TEXT_OF_A_LINE = 20  # characters that cost a reader as much as one more line
Loop = tuple[str, str]  # the element of a comprehension, and what it loops over

IMPORTED = ("Enum", "Path", "cache", "json", "lru_cache", "sys")  # or may be


@dataclass(frozen=True, slots=True)
class Plan:
    """Every name of an emitted file, decided before its first line is printed."""

    program: Program
    scope: Scope
    prelude: Prelude
    fixed: Fixed
    functions: dict[str, str]  # the function of each head and MLP, by its variable
    tables: dict[str, str]  # the dict that may stand in for it
    lookups: dict[str, str]  # the dict of each Token step that is not the identity
    patterns: dict[str, str]  # the variable for what a head attends to, where it has one
    predicates: dict[str, Defined]  # of each head
    scores: dict[str, Defined]  # of each head that has one
    given: str  # the parameter of `run`
    within: frozenset[str]  # the sums that never leave their type
    beside: str | None  # the file that holds the tables of words, if it is not this one
    raw: bool  # whether every step is printed as the paper prints it
    places: Places | None = None  # heads are comprehensions over these; None: calls of the library

    @property
    def voters(self) -> tuple[bool, bool]:
        """Whether any variable votes by its value, and any by its number."""
        output = self.program.output
        votes = output.votes if isinstance(output, Classifier) else ()
        numbers = [is_counted(self.scope.spelling[vote.reads]) for vote in votes]
        return not all(numbers), any(numbers)

    @property
    def labels(self) -> Labels | None:
        """The votes as a dict from values to classes, if they are no more than that."""
        return None if self.raw else labels_of(self.program.output, self.scope.spelling)

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

    @property
    def unlisted(self) -> frozenset[str]:
        """The variables that are 1 everywhere and need not be printed."""
        conditions = [form.text for form in self.predicates.values()]
        return only_counted(self.program, conditions) if self.places else frozenset()

    def predicate(self, head: Head) -> Defined:
        """The form of a predicate, as an argument of its head's call."""
        return self.predicates[head.out.name]

    def score(self, head: Head) -> tuple[str, ...]:
        """The score as the last argument of its head's call, if there is one."""
        return (self.scores[head.out.name].text,) if head.out.name in self.scores else ()

    def predicate_forms(self, head: Head) -> list[Defined]:
        """The forms that a predicate can take; the first is a function."""
        name, table = self.functions[head.out.name], self.tables[head.out.name]
        if self.raw:
            return [Defined(name, print_listed(head, name, self.scope))]
        call, given, q, k = name, "lambda q, k: ", "q", "k"
        if self.places is not None:
            q = self.places.at(head.query, self.places.i)
            k = self.places.at(head.key, self.places.j)
            call, given = f"{name}({q}, {k})", ""
        forms = [Defined(call, print_predicate(head, name, self.scope))]
        for text, lookup in predicate_lookups(head, table, self.scope, q, k):
            forms.append(Defined(f"{given}{text}", lookup.define(table)))
        line = predicate_line(head, self.scope, q, k)
        if line is not None:
            forms.append(Defined(f"{given}{line}"))
        return forms

    def shortest(self, head: Head, forms: list[Defined]) -> tuple[int, Defined]:
        """The form that makes a head shortest, and how many lines that is."""

        def lines(form: Defined) -> int:
            call = Writer(depth=1)
            self.write_head(call, head, form.text)
            split = form is not forms[0] or head.out.name not in self.patterns
            if split and not all(map(Writer().fits, call.lines)):
                return TOO_LONG
            return len(call.lines) + form.lines

        best = min(forms, key=lambda form: lines(form) + form.characters / TEXT_OF_A_LINE)
        return lines(best), best

    def select_call(self, head: Head) -> tuple[str, ...]:
        """The call that finds what a head attends to: the function and its arguments."""
        function = self.prelude.select(head, self.program.causal)
        return function, head.key, head.query, self.predicate(head).text, *self.score(head)

    def write_head(self, w: Writer, head: Head, predicate: str, again: bool = False) -> None:
        """The calls that compute a head: one inside the other, or one after the other.

        `again`: the head before has found the same already.
        """
        start, comment = f"{head.out.name} = ", "" if self.raw else sentence(head, self.program)
        if self.places is not None:
            lines = Writer(w.depth)
            write_head(lines, head, predicate, self.places, self.program.causal, self.scope)
            w.remarked(lines, comment, at=0)
            return
        select = self.prelude.select(head, self.program.causal)
        aggregate = self.prelude.aggregate(head)
        arguments = (head.key, head.query, predicate, *self.score(head))
        pattern = self.patterns.get(head.out.name)
        lines = Writer(w.depth)
        if pattern is None:
            lines.nested(start, aggregate, select, arguments, head.value)
        else:
            if not again:
                lines.call(f"{pattern} = ", select, arguments)
            lines.call(start, aggregate, (pattern, head.value))
        w.remarked(lines, comment, at=0 if pattern is None else -1)

    def mlp(self, mlp: Mlp) -> tuple[Loop | None, Writer | None]:
        """The shortest form of an MLP: the element and the loop of a comprehension, or None for a
        call of its function; and what has to be defined first."""
        name, table = self.functions[mlp.out.name], self.tables[mlp.out.name]
        if self.raw:
            return None, print_mlp(mlp, name, self.scope)
        fits = Writer(depth=2).fits
        line = self._loop(mlp, [mlp_line(mlp, self.scope, short) for short in (False, True)])
        if line is not None and all(map(fits, line)):
            return line, None
        pairs = mlp_pairs(mlp, table, self.scope) if self.places is not None else None
        if pairs is not None and all(map(fits, pairs[0])):
            return pairs
        function = print_mlp(mlp, name, self.scope)
        found = [mlp_lookup(mlp, self.scope, short) for short in (False, True)]
        asked = [
            (lookup.ask(table, argument), f"for {argument} in {mlp.reads[0]}")
            for argument, lookup in filter(None, found)
        ]
        line = self._loop(mlp, asked)
        if line is not None and found[0] is not None:
            constant = found[0][1].define(table)
            if all(map(fits, line)) and len(constant.lines) < len(function.lines):
                return line, constant
        return None, function

    def _loop(self, mlp: Mlp, forms: Sequence[Loop | None]) -> Loop | None:
        """The first form that fits on one line, or else the first."""
        here = Writer(depth=1)
        for form in filter(None, forms):
            if here.fits(f"{mlp.out.name} = [{' '.join(form)}]"):
                return form
        return forms[0] if forms else None


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

    @property
    def characters(self) -> int:
        return len(self.text) + len(str(self.definition or ""))


def plan(program: Program, beside: str | None = None, *, raw: bool = False) -> Plan:
    variables = list(types(program))
    names = Names({*possible_arguments(variables), *IMPORTED, "run"})
    found = None if raw else infer(program)
    spelling = spellings(program, names)
    if found is not None:
        spelling = with_listed_numbers(program, spelling, found)
    functions, tables, lookups, patterns = {}, {}, {}, {}
    heads: list[Head] = []
    for step in program.steps:
        match step:
            case CategoricalHead(out) | NumericalHead(out):
                heads.append(step)
                functions[out.name] = names.new(predicate_name(out))
                tables[out.name] = names.new(keys_name(out))
                patterns[out.name] = names.new(pattern_name(out)) if raw else ""
            case Mlp(out):
                functions[out.name] = names.new(function_name(out))
                tables[out.name] = names.new(table_name(out))
            case Token(out) if not is_identity(step, program):
                lookups[out.name] = names.new(constant_name(out.name))
            case Token() | Position() | One():
                pass
            case _:
                assert_never(step)
    own = next((step for step in program.steps if step.out.name == "tokens"), None)
    free = own is None or (isinstance(own, Token) and is_identity(own, program))
    if not raw:
        patterns = dict.fromkeys(patterns, names.new("found"))
    scope = Scope(spelling, names, Ranks(names))
    scored = [(head, score) for head in heads if (score := score_of(head)) is not None]
    scores = {head.out.name: _score(head, score, scope, raw) for head, score in scored}
    apart = Plan(
        program,
        scope,
        prelude(program, names),
        Fixed.of(names),
        functions,
        tables,
        lookups,
        patterns,
        {},
        scores,
        "tokens" if free else names.new("words"),
        frozenset(head.out.name for head in heads if found and _stays_within(head, found)),
        beside,
        raw,
    )
    return _with_predicates(apart, heads)


def _score(head: Head, score: Score, scope: Scope, raw: bool) -> Defined:
    """The shortest form of a score; the paper's layout has a function for everything."""
    name = scope.names.new(score_name(head.out))
    table = scope.names.new(levels_name(head.out))
    forms = [Defined(name, print_score(head, score, name, scope))]
    for line, constant in () if raw else score_lines(head, score, table, scope):
        forms.append(Defined(f"lambda q, k: {line}", constant))
    short = [form for form in forms if Writer(depth=3).fits(form.text)]
    return min(short, key=lambda form: form.lines + form.characters / TEXT_OF_A_LINE)


def _stays_within(head: Head, found: Inference) -> bool:
    return isinstance(head, NumericalHead) and found.within_its_type(head.out.name)


def _with_predicates(apart: Plan, heads: list[Head]) -> Plan:
    """The plan with a form for each predicate: calls inside each other where that is as short.

    Heads of many kinds are written out, if lines are long enough for that.
    """
    plans = []
    if not apart.raw and has_many_kinds(apart.program):
        places = places_of(apart.program, apart.scope.names)
        written = replace(apart, patterns={}, scores={}, places=places, prelude=NO_LIBRARY)
        plans = _formed(heads, [written])
    if not plans or plans[0][0] >= TOO_LONG:
        plans = _formed(heads, [apart] if apart.raw else [replace(apart, patterns={}), apart])
    return min(plans, key=lambda plan: plan[0])[1]


def _formed(heads: list[Head], layouts: list[Plan]) -> list[tuple[int, Plan]]:
    """Each layout with the form of each predicate that is shortest in it, and its lines."""
    plans = []
    for layout in layouts:
        forms = {head.out.name: layout.predicate_forms(head) for head in heads}
        best: dict[str, tuple[int, Defined]] = {}
        same: dict[tuple[str, str, Predicate], Defined] = {}  # is defined once
        for head in heads:
            asked = (head.query, head.key, head.predicate)
            shared = [same[asked]] if asked in same and not layout.raw else []
            best[head.out.name] = layout.shortest(head, [*forms[head.out.name], *shared])
            same.setdefault(asked, Defined(best[head.out.name][1].text))
        predicates = {name: form for name, (_, form) in best.items()}
        lines = sum(count for count, _ in best.values())
        plans.append((lines, replace(layout, predicates=predicates)))
    return plans
