"""A Program as the parts of one Python file, in the order they are read."""

from __future__ import annotations

import textwrap
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from ..meaning.batch import is_pooled
from ..program import Program, types
from ..program import steps as lang
from ..program.values import Categorical
from . import constants, prelude
from . import tree as py
from .body import ANSWER, CHECK, run_function
from .draft import FileDraft, drafted
from .group_tables import (
    group_comments,
    keeps_words,
    lookup_lists,
    on_one_line,
    word_lists,
    words_file,
)
from .groups import is_learned
from .self_check import differing_input
from .sentences import sentences
from .tree import NameSet, Simple, Statement, Statements, Verbatim, lay_out, names_in
from .vote_lists import shown_groups

Kind = Literal["head", "words", "group votes", "prelude", "steps", "run", "votes", "command line"]
FilePart = tuple[Kind, Statements]
Origins = tuple[lang.Origin | None, ...]
FEWER = 3  # in the paper's layout
MOST_SUMMARY = 14  # lines of the docstring that say what each variable is


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
    beside: str | None = None,
    facts: Sequence[str] = (),
    *,
    raw: bool = False,
) -> tuple[FileSection, ...]:
    """The parts of the file, blank lines included: joined, they are the file.

    `facts`: sentences about the program for its docstring. `raw`: in the paper's layout, a function
    for each head and a variable for its pattern; otherwise as short as it can be said.
    """
    p, imports, parts = _assembled(program, origins(program), beside, raw)
    head = [_docstring(p, name, facts), imports]
    return tuple(_laid_out([*map(_top, head), *parts]))


def _top(lines: tuple[str, ...]) -> FilePart:
    return "head", (Verbatim(lines),)


def origins(program: Program) -> Origins:
    """Where its variables come from: programs are equal that differ in this alone."""
    return tuple(step.out.origin for step in program.steps)


@lru_cache(maxsize=8)  # the same program is printed, measured and searched for its votes
def _assembled(
    program: Program, origins: Origins, beside: str | None, raw: bool
) -> tuple[FileDraft, tuple[str, ...], tuple[FilePart, ...]]:
    """The draft of a file that answers as its program does; its imports; all that follows them.

    Where the shortest forms of all steps do not, the step that is to blame gets its plain form, or
    all of them; else the file gets the paper's layout.
    """
    steps = [step.out.name for step in program.steps if isinstance(step, lang.Head | lang.Mlp)]
    plain = [] if raw else [(), *((name,) for name in steps), steps]
    layouts = [*((False, frozenset(names)) for names in plain), (True, frozenset[str]())]
    files = {} if beside is None else {beside: words_file(program)}
    for is_raw, names in layouts:
        made = _put_together(drafted(program, beside, raw=is_raw, plain=names))
        code = "".join(part.text for part in _laid_out([_top(made[1]), *made[2]]))
        wrong = differing_input(code, program, files)
        if wrong is None:
            return made
    raise RuntimeError(f"the printed program would answer {wrong} wrongly, so it is not printed")


def _put_together(p: FileDraft) -> tuple[FileDraft, tuple[str, ...], tuple[FilePart, ...]]:
    """The draft, the imports, and all that stands behind them."""
    program = p.program
    run, fixed = run_function(p), p.called.fixed
    functions = [*(p.prelude.parts() if p.prelude else ())]
    functions += [prelude.stand_in_function(fixed)] if p.reads_stand_ins else []
    if program.vocabulary.reads_text:
        functions.append(prelude.tokenize_function(program, fixed))
    body: list[FilePart] = [
        *(("prelude", (function,)) for function in functions),
        *(("steps", definition) for definition in _definitions(p)),
        ("run", (run,)),
        *_votes(p),
        *(("run", (function,)) for function in prelude.list_functions(program, fixed)),
        ("command line", (prelude.command_line(program),)),
    ]
    used = names_in(statement for _, statements in body for statement in statements)
    words: list[FilePart] = [("words", part) for part in _words(p, used)]
    words += [("group votes", part) for part in constants.ballot_constants(p.ballot, fixed)]
    if p.labels is not None:
        labels = constants.label_constants(p.labels, program.output, fixed)
        words += [("votes", (constant,)) for constant in labels]
    used |= names_in(statement for _, statements in words for statement in statements)
    return p, tuple(_imports(p, run, used)), (*words, *body)


def _laid_out(parts: Iterable[FilePart]) -> Iterator[FileSection]:
    """Each part with the blank lines before it: only plain statements stand close together."""
    gap, was_flat, was_line = "", True, False
    for kind, statements in parts:
        lines = lay_out(statements)
        is_flat = not any(statement.is_block for statement in statements)
        is_line = kind != "head" and len(lines) == 1
        if not (was_flat and is_flat):
            gap = "\n\n"
        elif was_line and is_line:
            gap = ""
        yield FileSection(kind, gap + "\n".join([*lines, ""]))
        gap, was_flat, was_line = "\n", is_flat, is_line


def step_code(program: Program, beside: str | None = None, *, raw: bool = False) -> dict[str, str]:
    """Variable -> the lines that compute it, with the functions and tables they need.

    The lines that make the answer stand under the empty name.

    >>> from transformer_programs.shelf import histogram
    >>> print(step_code(histogram.program)["num_attn_0_0_outputs"])
    num_attn_0_0_outputs = [tokens.count(token) for token in tokens]
    """
    checked = _assembled(program, origins(program), beside, raw)[0]
    p = drafted(program, beside, raw=checked.raw, plain=checked.plain)
    groups: dict[str, list[Statement]] = {variable: [] for variable in (*types(program), ANSWER)}
    waiting: list[Statement] = []  # statements that belong to the next variable
    for statement in run_function(p).body:
        if statement.step is None:
            waiting.append(statement)
        elif statement.step != CHECK:
            groups[statement.step] += [*waiting, statement]
            waiting = []
    defined = list(_definitions(p))
    code = {}
    for variable, statements in groups.items():
        lines: list[str] = []
        for part in defined:
            if part[-1].writes in names_in(statements):
                lines += [*lay_out(part, for_black=False), *([""] if part[-1].is_block else [])]
        if variable in p.inlined:
            statements = [py.assign(variable, p.forms[variable].code)]
        lines += [line.removeprefix(py.INDENT) for line in lay_out(statements, 1)]
        code[variable] = "\n".join(lines) or f"{variable}  # as given"
    return code


# --- the head of the file -------------------------------------------------------------------------


def _imports(p: FileDraft, run: Simple, used: NameSet) -> Iterator[str]:
    read = names_in(run.body)
    written = {one.writes for one in run.body if isinstance(one, Simple) and one.writes}
    # Linters point out a variable that is never read; votes may read what they need of all.
    if p.scope.builtin("locals") not in read and written - read - {p.called.given}:
        yield "# ruff: noqa: F841 (some variables are read by no later step)"
    yield from (f"import {module}" for module in ("json", "re", "sys") if module in used)
    for builtin, alias in sorted(p.scope.names.aliases.items()):
        if alias in used:
            yield f"from builtins import {builtin} as {alias}"
    if "lru_cache" in used:
        yield "from functools import lru_cache"
    if "Path" in used:
        yield "from pathlib import Path"


def _docstring(p: FileDraft, name: str, facts: Iterable[str]) -> tuple[str, ...]:
    """The title, what each variable is, and what is known about the program."""
    program = p.program
    plain = "".join(char if char.isalnum() or char in " _-.,()" else " " for char in name).strip()
    most = "any number of" if program.max_length is None else f"up to {program.max_length}"
    text = " or a text" if program.vocabulary.reads_text else ""
    out = "one label" if is_pooled(program) else "a label per word"
    out = "a list" if program.vocabulary.lists and not is_pooled(program) else out
    title = f"{plain[:30]}: a Transformer Program. In: {most} words{text}; out: {out}."
    said: dict[str, list[str]] = {}  # variables, by their sentence
    known = dict(sentences(program))
    for step in program.steps:
        if step.out.name in p.together:
            parts = [
                known.pop(read, read) if read in p.inlined else read for read in lang.reads(step)
            ]
            known[step.out.name] = ", then ".join(parts)
    for variable, text in known.items():
        said.setdefault(text, []).append(variable)
    told = [f"{', '.join(variables)}: {text}." for text, variables in said.items()]
    summary = [line for one in told for line in _wrapped(one.replace('"', "'"), "    ")]
    if len(summary) > (FEWER if p.raw else MOST_SUMMARY):  # how many of each kind, instead
        kinds = Counter(type(step) for step in program.steps)
        votes = program.output.votes if isinstance(program.output, lang.Classifier) else ()
        counts = (
            (kinds[lang.CategoricalHead], "head that copies", "heads that copy"),
            (kinds[lang.NumericalHead], "head that sums", "heads that sum"),
            (kinds[lang.Mlp], "function", "functions"),
            (len(votes), "voting variable", "voting variables"),
        )
        listed = [f"{count} {one if count == 1 else more}" for count, one, more in counts if count]
        summary = [f"Steps: {', '.join(listed)}."]
    facts_told = [line for fact in facts for line in _wrapped(fact)]
    lines = [f'"""{title}', *summary, *facts_told]
    lines[-1] += '"""'
    return tuple(lines)


def _wrapped(text: str, indent: str = "") -> list[str]:
    """The lines of a text, without what could end a docstring."""
    plain = "".join(char if char.isprintable() and char not in '"\\' else " " for char in text)
    return textwrap.wrap(plain, py.COLUMNS - 4, subsequent_indent=indent)


# --- what it defines ------------------------------------------------------------------------------


def _words(p: FileDraft, used: NameSet) -> Iterator[Statements]:
    vocabulary, fixed = p.program.vocabulary, p.called.fixed
    marks = {"BEGIN": vocabulary.begin, "END": vocabulary.end, "UNKNOWN": vocabulary.unknown}
    for constant, word in marks.items():
        if word is not None and fixed[constant] in used:
            yield (py.assign(fixed[constant], py.literal(word)),)
    if p.beside is not None:
        yield prelude.list_reader(fixed, p.beside)
    if keeps_words(p.program) or p.known == py.name(fixed["WORDS"]):  # looked up as they are
        listed = py.item(py.item(py.item(fixed["LISTS"], py.literal("")), "0"), "1")
        if p.beside is None:
            yield (constants.words_constant(fixed["WORDS"], p.listed_words),)
        else:
            yield (py.assign(fixed["WORDS"], py.call("set", listed)),)
    for type, constant in p.scope.ranks.items():
        if constant in used:
            assert isinstance(type, Categorical)
            yield (constants.ranks_constant(constant, type),)
    for step in p.program.steps:
        if isinstance(step, lang.Token) and step.out.name in p.called.lookups:
            yield from _groups(p, step, p.called.lookups[step.out.name])


def _groups(p: FileDraft, step: lang.Token, called: str) -> Iterator[Statements]:
    """The value of each word: its group, for a learned variable."""
    lists, learned = lookup_lists(step, p.program), is_learned(step, p.program)
    if p.beside is not None:
        of_file = py.item(p.called.fixed["LISTS"], py.literal(step.out.name))
        made = constants.inverted(called, of_file)
        named = word_lists(step, p.program)
        comments = group_comments(named, shown_groups(p.ballot)) if learned else []
        file = on_one_line(p.beside)
        remark = f"# {step.out.name}: groups and their frequent words; {file} has them all"
        yield (made, *([Verbatim((remark, *comments))] if comments else []))
    elif learned:
        groups = p.scope.names.new(f"{called}_WORDS")
        yield (constants.groups_constant(groups, lists),)
        yield (constants.inverted(called, py.seq(py.name(groups), ".items()")),)
    else:
        yield (constants.lookup_constant(called, lists),)


def _definitions(p: FileDraft) -> Iterator[tuple[Simple, ...]]:
    """The functions and tables that the steps need, one by one."""
    for form in p.forms.values():
        part: tuple[Simple, ...] = ()
        for statement in form.definition:
            part = (*part, statement)
            if statement.writes:
                yield part
                part = ()


def _votes(p: FileDraft) -> Iterator[FilePart]:
    output, fixed = p.program.output, p.called.fixed
    if isinstance(output, lang.Classifier) and output.votes and p.labels is None and not p.tables:
        yield "votes", (constants.vote_tables(output, p.spelling, fixed),)
        if p.voters[1]:
            yield "run", (prelude.multiply_function(fixed),)
        complete = constants.is_complete(output, p.spelling)
        yield "run", (prelude.classify_function(output.pooled, fixed, *p.voters, complete),)
