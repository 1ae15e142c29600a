"""Every name of an emitted file and the form of every step, decided before it is put together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import assert_never

from ..infer import infer
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
    Token,
    score_of,
)
from ..simplify.groups import is_identity
from .constants import Labels, labels_of
from .forms import predicate_function, predicate_line, predicate_lookups, score_forms
from .functions import Form, Scope, mlp_form, mlp_function
from .group_tables import GroupVotes, group_votes, keeps_words
from .layout import COLUMNS, fits, lay_out, width
from .library import NO_LIBRARY, Library, heads_of
from .names import (
    NameGiver,
    constant_name,
    part_name,
    pattern_name,
    possible_arguments,
    table_name,
)
from .places import Places, has_many_kinds, head_written_out, only_counted, places_of
from .sentences import sentence
from .spelling import Spelling, is_counted, with_listed_numbers
from .tree import Expression, Simple, assign, call, lambda_of, name

TOO_LONG = 1000  # lines, for a form that black would change
TEXT_OF_A_LINE = 20  # characters that cost a reader as much as one more line

IMPORTED = ("Path", "json", "lru_cache", "sys")  # or may be
CONSTANTS = (
    *("WORDS", "BEGIN", "END", "UNKNOWN", "CLASSES", "VOTES", "NUMBER_VOTES", "NO_VOTES"),
    *("PATH", "LISTS", "TABLE", "ROWS"),
)
FUNCTIONS = ("classify", "multiply")


@dataclass(frozen=True, slots=True)
class Called:
    """The names of what a file defines."""

    given: str  # the parameter of `run`
    fixed: dict[str, str]  # whatever the program: CONSTANTS and FUNCTIONS
    functions: dict[str, str]  # of each head and MLP, by its variable
    tables: dict[str, str]  # the dict that may stand in for it
    lookups: dict[str, str]  # the dict of each Token step that is not the identity

    @staticmethod
    def of(program: Program, names: NameGiver) -> Called:
        functions, tables, lookups = {}, {}, {}
        own = True  # whether the input can be called `tokens`
        for step in program.steps:
            out = step.out.name
            match step:
                case CategoricalHead() | NumericalHead():
                    functions[out] = names.new(part_name(step.out, "predicate"))
                    tables[out] = names.new(table_name(step.out, "keys"))
                case Mlp():
                    functions[out] = names.new(part_name(step.out, "mlp"))
                    tables[out] = names.new(table_name(step.out))
                case Token():
                    if not is_identity(step, program):
                        lookups[out] = names.new(constant_name(out))
                case Position() | One():
                    pass
                case other:
                    assert_never(other)
            own &= out != "tokens" or (isinstance(step, Token) and out not in lookups)
        return Called(
            "tokens" if own else names.new("words"),
            {wanted: names.new(wanted) for wanted in (*CONSTANTS, *FUNCTIONS)},
            functions,
            tables,
            lookups,
        )


@dataclass(frozen=True, slots=True)
class Heads:
    """How heads are written: as calls of the library, one inside the other or one after the other,
    or as comprehensions over places."""

    library: Library
    patterns: Mapping[str, str]  # the variable for what a head attends to, where it has one
    places: Places | None = None


@dataclass(frozen=True, slots=True)
class FileDraft:
    """An emitted file before it is put together."""

    program: Program
    scope: Scope
    called: Called
    heads: Heads
    forms: dict[str, Form]  # of each MLP, and of the predicate of each head
    scores: dict[str, Form]  # of each head that has one
    within: frozenset[str]  # the sums that never leave their type
    beside: str | None  # the file that holds the tables of words, if it is not this one
    raw: bool  # whether every step is printed as the paper prints it

    @property
    def spelling(self) -> Mapping[str, Spelling]:
        return self.scope.spelling

    @property
    def voters(self) -> tuple[bool, bool]:
        """Whether any variable votes by its value, and any by its number."""
        output = self.program.output
        votes = output.votes if isinstance(output, Classifier) else ()
        numbers = [is_counted(self.spelling[vote.reads]) for vote in votes]
        return not all(numbers), any(numbers)

    @property
    def labels(self) -> Labels | None:
        """The votes as a dict from values to classes, if they are no more than that."""
        return None if self.raw else labels_of(self.program.output, self.spelling)

    @property
    def tables(self) -> tuple[GroupVotes, ...]:
        """The votes of groups of words, if nothing else votes."""
        return (
            ()
            if self.raw or self.labels is not None
            else group_votes(self.program, with_words=self.beside is not None)
        )

    @property
    def together(self) -> frozenset[str]:
        """The variables that say which groups of words come together, and do no more than vote."""
        return frozenset(table.votes[0].reads for table in self.tables if table.token is None)

    @property
    def known(self) -> Expression:
        """An expression that holds every listed word."""
        lookups = [] if keeps_words(self.program) else list(self.called.lookups.values())
        return name(lookups[0] if lookups else self.called.fixed["WORDS"])

    @property
    def listed_words(self) -> tuple[str, ...]:
        """The words as they are listed; those at the ends are set apart where they are checked."""
        vocabulary = self.program.vocabulary
        return vocabulary.words if vocabulary.unknown is not None else vocabulary.symbols

    @property
    def length(self) -> Expression:
        return call(self.scope.builtin("len"), name(self.called.given))

    @property
    def unlisted(self) -> frozenset[str]:
        """The variables that are 1 everywhere and need not be printed."""
        conditions = [form.code for form in self.forms.values()]
        return only_counted(self.program, conditions) if self.heads.places else frozenset()

    def mlp(self, mlp: Mlp) -> Form:
        """An MLP, as its variable is computed."""
        called, table = self.called.functions[mlp.out.name], self.called.tables[mlp.out.name]
        if self.raw:
            return mlp_function(mlp, called, self.scope)
        return mlp_form(mlp, called, table, self.scope, pairs=self.heads.places is not None)

    def found_by(self, head: Head, predicate: Expression) -> Expression:
        """The call that finds what a head attends to."""
        score = [self.scores[head.out.name].code] if head.out.name in self.scores else []
        select = self.heads.library.select(head, self.program)
        return call(select, name(head.key), name(head.query), predicate, *score)

    def head(self, head: Head, predicate: Expression, again: bool = False) -> list[Simple]:
        """The statements that compute a head, and what it does in a comment.

        `again`: the head before has found the same already.
        """
        out, places = head.out.name, self.heads.places
        if places is not None:
            written = head_written_out(head, predicate, places, self.program, self.scope)
            return self._remarked([assign(out, written)], head)
        found, pattern = self.found_by(head, predicate), self.heads.patterns.get(out)
        aggregate, value = self.heads.library.aggregate(head), name(head.value)
        if pattern is None:
            return self._remarked([assign(out, call(aggregate, found, value))], head)
        first = [] if again else [assign(pattern, found)]
        return self._remarked([*first, assign(out, call(aggregate, name(pattern), value))], head)

    def _remarked(self, statements: list[Simple], head: Head) -> list[Simple]:
        """What a head does, in the margin of its last statement or above them all."""
        remark = "" if self.raw else sentence(head, self.program)
        if not remark:
            return statements
        *others, last = statements
        if width(f"{lay_out([last], 1)[0]}  # {remark}") <= COLUMNS:
            return [*others, replace(last, remark=remark)]
        comment = Expression(f"# {remark}")
        return [*([Simple(comment)] if fits(comment, 1) else []), *statements]

    def predicate_forms(self, head: Head) -> list[Form]:
        """The forms that a predicate can take; the first is a function."""
        called, table = self.called.functions[head.out.name], self.called.tables[head.out.name]
        defined = predicate_function(head, called, self.scope, listed=self.raw)
        places = self.heads.places
        if self.raw:
            return [Form(name(called), defined)]
        q, k = name("q"), name("k")
        if places is not None:
            q, k = places.at(head.query, places.i), places.at(head.key, places.j)
        lines = list(predicate_lookups(head, table, q, k, self.scope))
        line = predicate_line(head, q, k, self.scope)
        lines += [] if line is None else [Form(line)]
        if places is not None:
            return [Form(call(called, q, k), defined), *lines]
        inline = [Form(lambda_of(("q", "k"), form.code), form.definition) for form in lines]
        return [Form(name(called), defined), *inline]

    def shortest(self, head: Head, forms: Sequence[Form]) -> tuple[int, Form]:
        """The form that makes a head shortest, and how many lines that is."""

        def lines(form: Form) -> int:
            printed = lay_out(self.head(head, form.code), 1)
            split = form is not forms[0] or head.out.name not in self.heads.patterns
            if split and not all(map(fits, printed)):
                return TOO_LONG
            return len(printed) + form.lines

        best = min(forms, key=lambda form: lines(form) + form.characters / TEXT_OF_A_LINE)
        return lines(best), best


def drafted(program: Program, beside: str | None = None, *, raw: bool = False) -> FileDraft:
    names = NameGiver({*possible_arguments(types(program)), *IMPORTED, "run"})
    found = None if raw else infer(program)
    spelling = {variable: Spelling(type) for variable, type in types(program).items()}
    if found is not None:
        spelling = with_listed_numbers(program, spelling, found)
    called = Called.of(program, names)
    scope = Scope(spelling, names)
    heads = heads_of(program)
    if raw:
        patterns = {head.out.name: names.new(pattern_name(head.out)) for head in heads}
    else:
        patterns = dict.fromkeys([head.out.name for head in heads], names.new("found"))
    scores = {head.out.name: _score(head, scope, raw) for head in heads if score_of(head)}
    sums = [head.out.name for head in heads if isinstance(head, NumericalHead)]
    within = [out for out in sums if found is not None and found.within_its_type(out)]
    return _with_forms(
        FileDraft(
            program,
            scope,
            called,
            Heads(Library.of(program, names), patterns),
            {},
            scores,
            frozenset(within),
            beside,
            raw,
        )
    )


def _score(head: Head, scope: Scope, raw: bool) -> Form:
    """The shortest form of a score."""
    score, new = score_of(head), scope.names.new
    assert score is not None
    called, table = new(part_name(head.out, "score")), new(table_name(head.out, "levels"))
    forms = score_forms(head, score, called, table, scope, raw=raw)
    short = [form for form in forms if fits(form.code, 3)]
    return min(short, key=lambda form: form.lines + form.characters / TEXT_OF_A_LINE)


def _with_forms(draft: FileDraft) -> FileDraft:
    """The draft with a form for each step."""
    formed = _with_predicates(draft)
    mlps = [step for step in draft.program.steps if isinstance(step, Mlp)]
    forms = {mlp.out.name: formed.mlp(mlp) for mlp in mlps if mlp.out.name not in draft.together}
    return replace(formed, forms=formed.forms | forms)


def _with_predicates(draft: FileDraft) -> FileDraft:
    """The draft with a form for each predicate: calls inside each other where that is as short.

    Heads of many kinds are written out, if lines are long enough for that.
    """
    program, scope = draft.program, draft.scope
    if draft.raw:
        return _formed(draft)[1]
    if has_many_kinds(program):
        written_out = Heads(NO_LIBRARY, {}, places_of(program, scope))
        lines, formed = _formed(replace(draft, heads=written_out, scores={}))
        if lines < TOO_LONG:
            return formed
    inside = replace(draft, heads=replace(draft.heads, patterns={}))
    return min(map(_formed, (inside, draft)), key=lambda formed: formed[0])[1]


def _formed(draft: FileDraft) -> tuple[int, FileDraft]:
    """The draft with the form of each predicate that is shortest in it, and its lines."""
    total, predicates = 0, {}
    same: dict[tuple[str, str, Predicate], Form] = {}  # is defined once
    for head in heads_of(draft.program):
        asked = (head.query, head.key, head.predicate)
        shared = [same[asked]] if asked in same and not draft.raw else []
        lines, best = draft.shortest(head, [*draft.predicate_forms(head), *shared])
        same.setdefault(asked, Form(best.code))
        predicates[head.out.name] = best
        total += lines
    return total, replace(draft, forms=predicates)
