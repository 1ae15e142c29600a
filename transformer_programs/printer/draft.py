"""Every name of an emitted file and the form of every step, decided before it is put together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from itertools import chain
from typing import assert_never

from ..analysis import Inference, infer
from ..program import Program, types
from ..program import steps as lang
from ..program.values import Categorical
from . import names as naming
from .conditions import Subject
from .constants import Labels, labels_of, words_are_few
from .forms import Predicates, predicate_function, score_function
from .functions import Form, Scope, mlp_form, mlp_function
from .group_tables import GroupTable, group_tables, keeps_words, reads_stand_ins
from .groups import is_identity
from .head_code import plain_head, shortest_head
from .names import NameGiver, Spelling, is_counted
from .places import Places
from .prelude import LABEL_WORDS, Prelude
from .tree import Expression, NameSet, call, name, names_in

SHORT_TEST = 40  # characters

IMPORTED = ("Path", "json", "lru_cache", "re", "sys")  # or may be
CONSTANTS = (*("WORDS", "BEGIN", "END", "UNKNOWN", "CLASSES", "VOTES", "NUMBER_VOTES", "NO_VOTES"),)
FUNCTIONS = ("classify", "multiply", "read_as", "tokenize", "to_word", "to_value")


@dataclass(frozen=True, slots=True)
class Called:
    """The names of what a file defines."""

    given: str  # the parameter of `run`
    fixed: dict[str, str]  # whatever the program: CONSTANTS and FUNCTIONS
    functions: dict[str, str]  # of each head and MLP, by its variable
    tables: dict[str, str]  # the dict that may stand in for it
    lookups: dict[str, str]  # the dict of each Token step that is not the identity

    @staticmethod
    def of(program: Program, names: NameGiver, conditions: Collection[str]) -> Called:
        """`conditions`: the Token steps that are written as a test of each word."""
        functions, tables, lookups = {}, {}, {}
        own = True  # whether the input can be called `tokens`
        for step in program.steps:
            out = step.out.name
            match step:
                case lang.CategoricalHead() | lang.NumericalHead():
                    functions[out] = names.new(naming.part_name(step.out, "predicate"))
                    tables[out] = names.new(naming.table_name(step.out, "keys"))
                case lang.Mlp():
                    noun = "table" if out == str(step.out.origin) else "mlp"
                    functions[out] = names.new(naming.part_name(step.out, noun))
                    tables[out] = names.new(naming.table_name(step.out))
                case lang.Token():
                    if not is_identity(step, program) and out not in conditions:
                        lookups[out] = names.new(naming.constant_name(out))
                case lang.Position() | lang.One():
                    pass
                case other:
                    assert_never(other)
            own &= out != "tokens" or (isinstance(step, lang.Token) and is_identity(step, program))
        return Called(
            "tokens" if own else names.new("words"),
            {wanted: names.new(wanted) for wanted in (*CONSTANTS, *FUNCTIONS)},
            functions,
            tables,
            lookups,
        )


@dataclass(frozen=True, slots=True)
class FileDraft:
    """An emitted file before it is put together."""

    program: Program
    scope: Scope
    called: Called
    forms: dict[str, Form]  # how each variable is computed
    prelude: Prelude | None = None  # of the paper's layout
    places: Places | None = None  # of every other
    tables: tuple[GroupTable, ...] = ()  # the votes of groups of words, if nothing else votes
    plain: frozenset[str] = frozenset()  # the variables that are not written as short as can be

    @property
    def raw(self) -> bool:
        """Whether every step is printed as the paper prints it."""
        return self.places is None

    @property
    def spelling(self) -> Mapping[str, Spelling]:
        return self.scope.spelling

    @property
    def voters(self) -> tuple[bool, bool]:
        """Whether any variable votes by its value, and any by its number."""
        output = self.program.output
        votes = output.votes if isinstance(output, lang.Classifier) else ()
        numbers = [is_counted(self.spelling[vote.reads]) for vote in votes]
        return not all(numbers), any(numbers)

    @property
    def labels(self) -> Labels | None:
        """The votes as a dict from values to classes, if they are no more than that."""
        return None if self.raw else labels_of(self.program.output, self.spelling)

    @property
    def together(self) -> frozenset[str]:
        """The variables that say which groups of words come together, and do no more than vote."""
        return frozenset(table.key for table in self.tables if table.token is None)

    @property
    def inlined(self) -> frozenset[str]:
        """The copies that are read by one of these variables alone: they need no name."""
        steps = self.program.steps
        read = Counter(read for step in steps for read in set(lang.reads(step)))
        read.update(lang.output_reads(self.program.output))
        together = (set(lang.reads(step)) for step in steps if step.out.name in self.together)
        copies = {step.out.name for step in steps if isinstance(step, lang.CategoricalHead)}
        return frozenset(one for one in copies.intersection(chain(*together)) if read[one] == 1)

    @property
    def known(self) -> Expression:
        """An expression that holds every listed word."""
        words = self.called.fixed["WORDS"]
        few = self.program.vocabulary.unknown is None and words_are_few(words, self.listed_words)
        lookups = [] if few or keeps_words(self.program) else list(self.called.lookups.values())
        return name(lookups[0] if lookups else words)

    @property
    def reads_stand_ins(self) -> bool:
        """Whether words that are not listed differ by their shape or ending."""
        tokens = [step for step in self.program.steps if isinstance(step, lang.Token)]
        return any(reads_stand_ins(step, self.program) for step in tokens)

    @property
    def listed_words(self) -> tuple[str, ...]:
        """The words as they are listed; those at the ends are set apart where they are checked."""
        vocabulary = self.program.vocabulary
        return vocabulary.words if vocabulary.unknown is not None else vocabulary.symbols

    @property
    def length(self) -> Expression:
        return call(self.scope.builtin("len"), name(self.called.given))

    @property
    def used(self) -> NameSet:
        """The names that the steps read."""
        return names_in(form.code for form in self.forms.values())

    @property
    def unlisted(self) -> frozenset[str]:
        """The positions and the variables that are 1 everywhere which nothing in print reads."""
        steps = () if self.raw else self.program.steps
        given = {step.out.name for step in steps if isinstance(step, lang.One | lang.Position)}
        return frozenset(given - self.used - set(lang.output_reads(self.program.output)))


def drafted(
    program: Program, *, raw: bool = False, plain: frozenset[str] = frozenset()
) -> FileDraft:
    names = NameGiver({*naming.possible_arguments(types(program)), *IMPORTED, "run", LABEL_WORDS})
    found = None if raw else infer(program)
    spelling = {variable: Spelling(type) for variable, type in types(program).items()}
    if found is not None:
        spelling = naming.with_truths(program, spelling)
    listed = found is not None and program.vocabulary.unknown is None
    words = Subject(name("w"), Spelling(Categorical(program.vocabulary.words)))
    tests = {}  # the truths about words that are told by a short test of the word
    for step in program.steps if listed else ():
        if isinstance(step, lang.Token) and spelling[step.out.name].is_truth:
            test = words.is_in([at for at, value in enumerate(step.lookup) if value == 1])
            if len(test.text) <= SHORT_TEST and step.out.name != "tokens":
                tests[step.out.name] = Form(test)
    called = Called.of(program, names, tests)
    draft = FileDraft(program, Scope(spelling, names), called, tests, plain=plain)
    if found is None:
        return _in_full(replace(draft, prelude=Prelude.of(program, names)))
    places = Places.of(program, draft.scope, draft.called.given)
    draft = replace(draft, places=places)
    if draft.labels is None:
        draft = replace(draft, tables=group_tables(program))
    return _written_out(draft, found)


def _in_full(draft: FileDraft) -> FileDraft:
    """The paper's layout: a function for each head and each MLP."""
    scope, called = draft.scope, draft.called
    forms = {}
    for step in draft.program.steps:
        out = step.out.name
        if isinstance(step, lang.Mlp):
            forms[out] = mlp_function(step, called.functions[out], scope)
        elif isinstance(step, lang.Head):
            function = called.functions[out]
            defined = predicate_function(step, function, scope, listed=True)
            given = [name(step.key), name(step.query), name(function)]
            score = lang.score_of(step)
            if score is not None:
                scored = scope.names.new(naming.part_name(step.out, "score"))
                defined = (*score_function(step, score, scored, scope), *defined)
                given.append(name(scored))
            assert draft.prelude is not None
            forms[out] = Form(call(draft.prelude.select(step, draft.program), *given), defined)
    return replace(draft, forms=forms)


def _written_out(draft: FileDraft, found: Inference) -> FileDraft:
    """Each variable as the shortest list of its values."""
    program, scope, called, places = draft.program, draft.scope, draft.called, draft.places
    assert places is not None
    forms = dict(draft.forms)
    same: dict[tuple[str, str, lang.Predicate], tuple[Predicates, int]] = {}  # is defined once
    for step in program.steps:
        out = step.out.name
        if isinstance(step, lang.Mlp) and out in draft.together:
            inlined = draft.inlined
            parts = [forms[r].code if r in inlined else name(r) for r in step.reads]
            groups = call(scope.builtin("zip"), *parts)
            joined = call(scope.builtin("map"), Expression('" ".join'), groups)
            forms[out] = Form(call(scope.builtin("list"), joined))
        elif isinstance(step, lang.Mlp):
            function, table = called.functions[out], called.tables[out]
            if out in draft.plain:
                forms[out] = mlp_function(step, function, scope)
            else:
                forms[out] = mlp_form(step, function, table, scope, places.each)
        elif isinstance(step, lang.Head):
            asked = (step.query, step.key, step.predicate)
            predicates, only = same.get(asked, (None, None))
            if predicates is None:
                predicates = Predicates(step, called.functions[out], called.tables[out], scope)
            within = not isinstance(step, lang.NumericalHead) or found.within_its_type(out)
            write = plain_head if out in draft.plain else shortest_head
            chosen, form = write(step, places, predicates, only, within)
            defined = {one.writes for known in forms.values() for one in known.definition}
            if form.definition and form.definition[-1].writes in defined:
                form = replace(form, definition=())
            forms[out] = form
            same.setdefault(asked, (predicates, chosen))
    return replace(draft, forms=forms)
