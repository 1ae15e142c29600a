"""A Program as the parts of one Python file, in the order they are read."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Literal

from ..program import Program
from ..program import steps as lang
from .answers import answer_lines
from .code import Code, constant, defined, fits, function, literal, names, statements
from .group_tables import (
    cut_constant,
    group_tables,
    keeps_words,
    lookup_lists,
    vote_lines,
    word_lines,
)
from .groups import is_identity, is_learned
from .header import docstring, imports
from .input_check import (
    LABEL_WORDS,
    READ_AS,
    Checked,
    command_line,
    list_functions,
    tokenize_function,
    words_constant,
)
from .numbers import IS_NUMERAL, value_code
from .scope import Scope, safe
from .self_check import differing_input
from .step_lines import (
    AGGREGATE,
    AT,
    FIND,
    SELECT,
    StepCode,
    position_lists,
    reads_any_stand_ins,
    step_codes,
    unknown_words,
)
from .votes import MULTIPLY, classify_function, labels_of, vote_tables
from .word_votes import NAMES, Tables

Kind = Literal["head", "words", "group votes", "prelude", "steps", "run", "votes", "command line"]
HELPERS = {"at": AT, "find": FIND}
MAX_TOP = 12  # lines of a list of words that stands at the top; a longer one stands at the end


@dataclass(frozen=True, slots=True)
class FileSection:
    """A part of an emitted file, so that its lines can be counted by what they are for."""

    kind: Kind
    text: str

    @property
    def own_lines(self) -> int:
        """How many lines it has, without the blank lines before it."""
        return self.text.lstrip("\n").count("\n")


def sections(
    program: Program,
    name: str,
    facts: Sequence[str] = (),
    *,
    raw: bool = False,
    complete: bool = True,
) -> tuple[FileSection, ...]:
    """The parts of the file, blank lines included: joined, they are the file.

    `facts`: sentences about the program for its docstring. `raw`: in the paper's layout. Without
    `complete`, long lists of words are cut short: to be read, not to be run.
    """
    layout = layout_of(program, raw=raw)
    head = FileSection(
        "head", docstring(layout.program, layout.tables, name, facts, raw=layout.raw) + "\n"
    )
    return (head, *layout.parts(complete))


def layout_of(program: Program, *, raw: bool = False) -> Layout:
    """How a program is printed."""
    # Programs are equal that differ in their origins alone, after which tables are named.
    return checked_layout(program, tuple(step.out.origin for step in program.steps), raw)


@lru_cache(maxsize=8)  # the same program is printed, measured and drawn
def checked_layout(program: Program, origins: tuple[lang.Origin | None, ...], raw: bool) -> Layout:
    """The layout of a file that answers as its program does.

    Where the shortest forms of all steps do not, the step that is to blame gets its plain form, or
    all of them; else the file gets the paper's layout.
    """
    steps = [
        step.out.name for step in safe(program).steps if isinstance(step, lang.Head | lang.Mlp)
    ]
    forms = (
        [] if raw else [frozenset[str](), *(frozenset([name]) for name in steps), frozenset(steps)]
    )
    for chosen, is_raw in [*((one, False) for one in forms), (frozenset[str](), True)]:
        plain = Layout(Scope(safe(program)), chosen, is_raw)
        helped = Layout(Scope(safe(program), helpers=True), chosen, is_raw)
        layout = min(plain, helped, key=Layout.length)
        wrong = differing_input("".join(part.text for part in layout.parts(True)), program)
        if wrong is None:
            return layout
    raise RuntimeError(f"the printed program would answer {wrong} wrongly, so it is not printed")


@dataclass(frozen=True)
class Layout:
    """How a program is printed: which steps get their plain form, and whether as in the paper."""

    scope: Scope
    plain: frozenset[str] = frozenset()
    raw: bool = False

    @property
    def program(self) -> Program:
        return self.scope.program

    @cached_property
    def tables(self) -> Tables:
        """The votes of groups of words, if nothing else votes."""
        labels = labels_of(self.program.output, self.scope.types)
        return () if self.raw or labels is not None else group_tables(self.program)

    @cached_property
    def steps(self) -> list[StepCode]:
        return list(step_codes(self.scope, self.tables, self.plain, self.raw))

    def length(self) -> int:
        """About how many lines the steps and what they need take."""
        lines = [line for step in self.steps for line in (step.definition, *step.lines)]
        used = frozenset[str]().union(*map(names, lines))
        helpers = [code for name, code in HELPERS.items() if name in used]
        return statements(textwrap.indent("\n".join(lines), "    ")) + 5 * len(helpers)

    def parts(self, complete: bool) -> tuple[FileSection, ...]:
        """All but the docstring, laid out."""
        steps, tables = self.steps, self.tables
        run = self._run(steps, tables)
        body: list[tuple[Kind, Code]] = [
            *(("prelude", code) for code in self._prelude(run, steps)),
            *(("steps", step.definition) for step in steps if step.definition),
            ("run", run),
            *self._votes(tables),
            *(("run", code) for code in list_functions(self.program)),
        ]
        top, end = self._words([code for _, code in body], complete)
        words: list[tuple[Kind, Code]] = [("words", code) for code in top]
        if tables:
            words.append(("group votes", "\n".join(vote_lines(tables, self.program, NAMES))))
        labels = None if self.raw else labels_of(self.program.output, self.scope.types)
        if labels is not None:
            words += [("votes", code) for code in labels.constants(self.program.output)]
        body += [("words", code) for code in end]
        code = [("head", imports(run, [code for _, code in body])), *words, *body]
        return tuple(_laid_out([*code, ("command line", command_line(self.program))]))

    def _run(self, steps: list[StepCode], tables: Tables) -> Code:
        """`run`: the check of the input, a line or a few for each step, and the answer."""
        scope, known = self.scope, self._known()
        answer = list(answer_lines(scope, tables, self.raw))
        read = frozenset[str]().union(
            *(names(line) for s in steps for line in s.lines), *map(names, answer)
        )
        own = [step for step in steps if not self._is_unread(step, steps, answer)]
        body = [*Checked(scope).lines(known), *unknown_words(scope, known)]
        # Positions come first, for other lists are made of them.
        own.sort(key=lambda step: step.variable != scope.everywhere)
        lists = list(position_lists(scope, read))
        lines = [line for step in own for line in step.lines]
        at = 1 if own and own[0].variable == scope.everywhere in scope.own else 0
        called = "run" if self.program.vocabulary.lists is None else LABEL_WORDS
        return function(called, [scope.given], [*body, *lines[:at], *lists, *lines[at:], *answer])

    def _is_unread(self, step: StepCode, steps: list[StepCode], answer: list[Code]) -> bool:
        """Whether a step gives positions, or ones, which nothing in print reads."""
        given, every = self.scope.own | self.scope.ones, self.scope.everywhere
        if self.raw or step.variable not in given:
            return False
        others = [line for one in steps if one is not step for line in one.lines] + answer
        read = frozenset[str]().union(*map(names, others))
        voting = set(lang.output_reads(self.program.output))
        lists = step.variable == every and bool(read & {"nearest", "back"})
        return step.variable not in read | voting and not lists

    def _known(self) -> Code:
        tokens = [step for step in self.program.steps if isinstance(step, lang.Token)]
        own = [step for step in tokens if not is_identity(step, self.program)]
        return Checked(self.scope).known([self.scope.lookup(step) for step in own])

    def _prelude(self, run: Code, steps: list[StepCode]) -> Iterator[Code]:
        """The functions that `run` needs."""
        used = names(run)
        yield from (
            code for name, code in (("select", SELECT), ("aggregate", AGGREGATE)) if name in used
        )
        yield from (code for name, code in HELPERS.items() if name in used)
        if reads_any_stand_ins(self.scope):
            yield READ_AS
        if self.program.vocabulary.numerals:
            yield IS_NUMERAL
        if self.program.vocabulary.reads_text:
            yield tokenize_function(self.program)

    def _votes(self, tables: Tables) -> Iterator[tuple[Kind, Code]]:
        output, types = self.program.output, self.scope.types
        labels = None if self.raw else labels_of(output, types)
        if isinstance(output, lang.Classifier) and output.votes and labels is None and not tables:
            printed = vote_tables(output, types)
            yield "votes", printed
            if "\nNUMBER_VOTES" in printed:
                yield "run", MULTIPLY
            yield "run", classify_function(output, types)

    def _words(self, body: list[Code], complete: bool) -> tuple[list[Code], list[Code]]:
        """The constants of words, at the top where they are short, or at the end."""
        lists = list(self._lists(frozenset[str]().union(*map(names, body))))
        top = [full for full, _ in lists if full.count("\n") < MAX_TOP]
        end = [full if complete else cut for full, cut in lists if full.count("\n") >= MAX_TOP]
        return top, end

    def _lists(self, used: frozenset[str]) -> Iterator[tuple[Code, Code]]:
        """The lists of words in full, and cut for reading."""
        vocabulary, check = self.program.vocabulary, Checked(self.scope)
        marks = {"BEGIN": vocabulary.begin, "END": vocabulary.end, "UNKNOWN": vocabulary.unknown}
        for name, word in marks.items():
            if name in used:
                yield f"{name} = {literal(word)}", ""
        if not vocabulary.numerals and (keeps_words(self.program) or self._known() == "WORDS"):
            cut = "\n".join(cut_constant("WORDS", list(map(literal, check.words))))
            yield words_constant(check.words, check.few_words), cut
        for number, type in enumerate(self.scope.word_types):
            called = f"ORDER_{number + 1}" if number else "ORDER"
            if called in used:
                ranks = [f"{literal(word)}: {rank}" for rank, word in enumerate(type.values)]
                yield constant(called, ranks), "\n".join(cut_constant(called, ranks))
        for step in self.program.steps:
            if isinstance(step, lang.Token) and not self._is_computed(step):
                yield self._groups(step)

    def _is_computed(self, step: lang.Token) -> bool:
        """Whether the value of a word needs no table."""
        if is_identity(step, self.program):
            return True
        return self.program.vocabulary.numerals and value_code(step, self.program) is not None

    def shared(self, used: frozenset[str]) -> dict[str, Code]:
        """Functions, lists of positions and lists of words (cut) that several steps may use."""
        code = [*HELPERS.values(), SELECT, AGGREGATE, *position_lists(self.scope, used)]
        lists = self._lists(used)
        words = {defined(full): full if full.count("\n") < MAX_TOP else cut for full, cut in lists}
        return words | {defined(one): one for one in code}

    def _groups(self, step: lang.Token) -> tuple[Code, Code]:
        """The value of each word: its group, for a learned variable."""
        lists, called = lookup_lists(step, self.program), self.scope.lookup(step)
        if not is_learned(step, self.program):
            pairs = [f"{literal(w)}: {literal(value)}" for value, words in lists for w in words]
            return constant(called, pairs), "\n".join(cut_constant(called, pairs))
        groups = f"{called}_WORDS"
        each = f"for value, words in {groups}.items() for word in words"
        inverted = formatted(f"{called} = {{word: value {each}}}").rstrip("\n")
        shown = word_lines(groups, lists, complete=False)
        if any(table.token == step for table in self.tables):  # the votes show the words
            shown = [f"# {groups}: the words of each group, all of them in the emitted file"]
        full = word_lines(groups, lists, complete=True)
        return "\n".join([*full, inverted]), "\n".join([*shown, inverted])


# --- layout ---------------------------------------------------------------------------------------


def _laid_out(parts: Iterable[tuple[Kind, Code]]) -> Iterator[FileSection]:
    """Each part with the blank lines before it: only plain statements stand close together."""
    gap, was_flat, was_line = "", True, False
    for kind, code in parts:
        if not code:
            continue
        text = formatted(code)
        is_flat = not code.startswith(("def ", "@", "if "))
        is_line = kind != "head" and text.count("\n") == 1
        if not (was_flat and is_flat):
            gap = "\n\n"
        elif was_line and is_line:
            gap = ""
        yield FileSection(kind, gap + text)
        gap, was_flat, was_line = "\n", is_flat, is_line


def formatted(code: Code) -> Code:
    """Code as black lays it out; what fits is written that way already."""
    if code.startswith("# fmt: off") or all(map(fits, code.split("\n"))):
        return code + "\n"
    import black  # slow to import

    return black.format_str(code, mode=black.Mode())


def step_code(program: Program, *, raw: bool = False) -> dict[str, str]:
    """Variable -> the lines that compute it, with the functions and tables they need.

    What several steps need stands with the first of them. The lines that make the answer stand
    under the empty name.

    >>> from transformer_programs.shelf import histogram
    >>> print(step_code(histogram.program)["num_attn_0_0_outputs"])
    num_attn_0_0_outputs = [tokens.count(token) for token in tokens]
    """
    layout = layout_of(program, raw=raw)
    safe_names = zip(program.steps, layout.program.steps, strict=True)
    original = {new.out.name: old.out.name for old, new in safe_names}
    needed = {defined(s.definition): s.definition for s in layout.steps if s.definition}
    code = dict.fromkeys(original.values(), "")
    every = {s.variable: s for s in step_codes(layout.scope, (), layout.plain, layout.raw)}
    every |= {step.variable: step for step in layout.steps}
    answer = answer_lines(layout.scope, layout.tables, layout.raw)
    parts_of = [*((s.variable, s.lines) for s in every.values()), ("", tuple(answer))]
    listed = [*needed.values(), *(line for _, lines in parts_of for line in lines)]
    shared = layout.shared(frozenset[str]().union(*map(names, listed)))
    for name, lines in parts_of:
        text = "\n".join(lines)
        read = frozenset[str]().union(*map(names, lines))
        for known in (needed, shared):  # and what these read
            read |= frozenset[str]().union(*(names(known[one]) for one in read & known.keys()))
        needs = [shared.pop(one) for one in list(shared) if one in read]
        needs += [needed[one] for one in needed if one in read]
        parts = [formatted(part).rstrip("\n") for part in [*needs, text] if part]
        gaps = ["\n\n" if part.startswith("def ") else "\n" for part in parts]
        joined = "".join(part + gap for part, gap in zip(parts, gaps, strict=True)).rstrip("\n")
        code[original.get(name, "")] = joined.replace("# fmt: off\n", "").replace("\n# fmt: on", "")
    return {name: text or f"{name}  # as given" for name, text in code.items()}
