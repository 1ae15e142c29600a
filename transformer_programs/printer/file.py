"""A Program as the parts of one Python file, in the order they are read."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple, assert_never

from ..program import Program
from ..program import steps as lang
from ..program.program import is_pooled
from ..program.values import Categorical
from .code import (
    COLUMNS,
    Code,
    Form,
    call,
    defined,
    fits,
    function,
    literal,
    loaded,
    loop,
    names,
)
from .head_code import AT, FIND, head_form
from .mlps import mlp_form, mlp_function
from .numbers import IS_NUMERAL
from .raw import AGGREGATE, SELECT, selected_head
from .scope import Scope, is_identity, sources
from .sentences import sentences
from .votes import (
    BEST,
    Labels,
    Tables,
    classify_function,
    group_lists,
    group_tables,
    group_votes,
    labels_of,
    lists_all_classes,
    vote_tables,
)
from .word_code import (
    LABEL_WORDS,
    READ_AS,
    check_lines,
    command_line,
    list_functions,
    marks_of,
    reads_stand_ins,
    tokenize_function,
    tokens_of,
    unknown_words,
    word_constants,
    word_value,
)

HELPERS = {"select": SELECT, "aggregate": AGGREGATE, "at": AT, "find": FIND}
MAX_SUMMARY = 14  # lines of the docstring that say what each variable is
MAX_RAW_SUMMARY = 3  # in the paper's layout
MAX_TOP = 12  # lines of a list of words that stands at the top; a longer one stands at the end


class StepCode(NamedTuple):
    """A variable, what must be defined before `run`, and its statements in `run`."""

    variable: str
    definition: Code
    lines: tuple[Code, ...]


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
        return () if self.raw or self.labels is not None else group_tables(self.scope)

    @cached_property
    def pairs(self) -> Tables:
        """Those of groups of pairs."""
        return [table for table in self.tables if isinstance(table.step, lang.Mlp)]

    @cached_property
    def labels(self) -> Labels | None:
        """The votes as one class per value, if they are that."""
        return None if self.raw else labels_of(self.program.output, self.scope.types)

    @cached_property
    def steps(self) -> list[StepCode]:
        return list(step_codes(self))

    @cached_property
    def answer(self) -> list[Code]:
        return list(answer_lines(self.scope, self.tables, self.labels))

    @cached_property
    def votes(self) -> list[Code]:
        """The tables of votes."""
        output = self.program.output
        if not isinstance(output, lang.Classifier) or not output.votes:
            return []
        if self.labels is not None:
            return list(self.labels.constants(output))
        return [
            group_votes(self.tables, output)
            if self.tables
            else vote_tables(output, self.scope.types)
        ]

    def code(self, complete: bool) -> Code:
        """All but the docstring, laid out."""
        run, output, top = self._run(), self.program.output, self.votes
        body = [*self._prelude(run), *(step.definition for step in self.steps), run]
        if isinstance(output, lang.Classifier) and "classify" in names(run):
            top, body = [], [*body, *self.votes, classify_function(output, self.scope.types)]
        body += list_functions(self.program)
        used = frozenset[str]().union(*map(names, body))
        lists = list(word_constants(self.scope, used, self._shown()))
        for pair in self.pairs:
            lists.append(group_lists(self.scope.table(pair.step), pair.lists.items(), "pair", True))
        top = [*(full for full, _ in lists if full.count("\n") < MAX_TOP), *top]
        body += [full if complete else cut for full, cut in lists if full.count("\n") >= MAX_TOP]
        head = imports(run, "\n".join(body))
        return "".join(_laid_out([head, *top, *body, command_line(self.program)]))

    def _shown(self) -> list[lang.Token]:
        """The word variables whose values are shown beside votes, alone or in pairs."""
        source = sources(self.program)
        paired = {source.get(name) for pair in self.pairs for name in lang.reads(pair.step)}
        names = paired | {table.step.out.name for table in self.tables}
        return [step for step in tokens_of(self.program) if step.out.name in names]

    def _run(self) -> Code:
        """`run`: the check of the input, a line or a few for each step, and the answer."""
        scope, orders, every = self.scope, self._orders(), self.scope.everywhere
        lines = [line for step in self.steps for line in step.lines]
        read = frozenset[str]().union(*map(loaded, [*lines, *self.answer]))
        read |= {*lang.output_reads(self.program.output)}
        read |= {every} if read & orders.keys() else set()
        # Positions, and ones, are printed where a line reads them, and positions come first.
        given = scope.own | scope.ones if not self.raw else frozenset[str]()
        own = [step for step in self.steps if step.variable not in given or step.variable in read]
        first = [line for step in own if step.variable == every in scope.own for line in step.lines]
        first += [code for name, code in orders.items() if name in read]
        rest = [line for step in own for line in step.lines if line not in first]
        body = [*check_lines(scope), *unknown_words(scope), *first, *rest, *self.answer]
        called = "run" if self.program.vocabulary.lists is None else LABEL_WORDS
        return function(called, [scope.given], body)

    def _orders(self) -> dict[str, Code]:
        """All positions; for each of them, those that it looks at, by distance."""
        every, order = self.scope.everywhere, "key=lambda j: (j == i, abs(i - j), j)"
        orders = {
            every: f"{every} = list(range({self.scope.length}))",
            "nearest": f"nearest = [sorted({every}, {order}) for i in {every}]",
            "back": f"back = [[*reversed(range(i)), i] for i in {every}]",
        }
        return {name: code for name, code in orders.items() if name not in self.scope.own}

    def shared(self, used: frozenset[str]) -> dict[str, Code]:
        """Code that several steps may use: lists of words (cut), positions, functions, tables."""
        lists = word_constants(self.scope, used, ())
        words = {defined(full): full if full.count("\n") < MAX_TOP else cut for full, cut in lists}
        tables = [step.definition for step in self.steps if step.definition]
        tables += self.votes if self.labels or self.tables else []
        return {**words, **HELPERS, **self._orders(), **{defined(one): one for one in tables}}

    def _prelude(self, run: Code) -> Iterator[Code]:
        """The functions that `run` needs."""
        yield from (code for name, code in HELPERS.items() if name in names(run))
        if any(reads_stand_ins(step, self.program) for step in tokens_of(self.program)):
            yield READ_AS
        if self.program.vocabulary.numerals:
            yield IS_NUMERAL
        if self.program.vocabulary.reads_text:
            yield tokenize_function(self.program)


# --- steps ----------------------------------------------------------------------------------------


def step_codes(layout: Layout) -> Iterator[StepCode]:
    """Every step; those that are plain, or all in the raw layout, as the paper prints them."""
    scope, same, known = layout.scope, dict[object, lang.Head](), set[Code]()
    pairs = [table.step for table in layout.pairs]
    for step in layout.program.steps:
        out, plain = step.out.name, layout.raw or step.out.name in layout.plain
        match step:
            case lang.Token() | lang.Position() | lang.One():
                lines = tuple(_input(step, scope))
                yield StepCode(out, "", lines)
                continue
            case lang.CategoricalHead() | lang.NumericalHead():
                if plain:
                    yield StepCode(out, *selected_head(step, scope))
                    continue
                first = same.setdefault((step.query, step.key, step.predicate), step)
                form = head_form(step, scope, first)
            case lang.Mlp():
                form = mlp_function(step, scope) if plain else mlp_form(step, scope)
                if step in pairs:  # groups that come together vote
                    group = f'{scope.table(step)}.get(" ".join(pair))'
                    form = Form(loop(group, "pair", call("zip", *step.reads)))
            case other:
                assert_never(other)
        definition = "" if form.definition in known else form.definition
        known.add(form.definition)
        yield StepCode(out, definition, (f"{out} = {form.code}",))


def _input(step: lang.Token | lang.Position | lang.One, scope: Scope) -> Iterator[Code]:
    """A variable that reads nothing but the input."""
    out, given, program = step.out.name, scope.given, scope.program
    match step:
        case lang.Position():
            yield f"{out} = list(range({scope.length}))"
        case lang.One():
            yield f"{out} = [1] * {scope.length}"
        case lang.Token() if is_identity(step, program):
            if out != given:
                yield f"{out} = list({given})"
        case lang.Token():
            yield f"{out} = {loop(word_value(step, scope), 'w', given)}"


# --- the answer -----------------------------------------------------------------------------------


def answer_lines(scope: Scope, tables: Tables, labels: Labels | None) -> Iterator[Code]:
    """The statements that return the answer."""
    output = scope.program.output
    pooled = isinstance(output, lang.Classifier) and output.pooled
    if tables and isinstance(output, lang.Classifier):
        yield from _score_lines(tables, output)
    if not isinstance(output, lang.Classifier) or not pooled:
        yield from _labels(scope, tables, labels)
    elif not output.votes:
        yield f"return {literal(output.classes[0])}"
    elif tables:
        yield f"return {BEST.format('scores')}"
    elif labels is None:
        yield "return classify(locals())"
    else:
        label = labels.votes.ask("VOTES", "value")
        yield f"labels = [{label} for value in {labels.variable}]"
        yield "return max(CLASSES, key=labels.count)"


def _score_lines(tables: Tables, output: lang.Classifier) -> Iterator[Code]:
    """The votes of groups of words, added up at each position or over all of them."""
    added = "sum(row.get(name, 0) for row in {}) for name in CLASSES"
    if len(tables) == 1 and len(tables[0].voters) > 1 and not output.pooled:
        every = lists_all_classes(tables, output)
        added = "sum(column) for column in zip(*rows)" if every else added.format("rows")
        groups = call("zip", *tables[0].voters)
        yield f"votes = [[VOTES[g][j] for j, g in enumerate(row)] for row in {groups}]"
        yield f"scores = [[{added}] for rows in votes]"
        return
    first = True
    for table in tables:
        votes = "VOTES" if len(tables) == 1 else f"VOTES[{literal(table.step.out.name)}]"
        for number, voter in enumerate(table.voters):
            row = f"{votes}[g][{number}]" if len(table.voters) > 1 else f"{votes}.get(g, {{}})"
            column = f"[{row} for g in {voter}]"
            yield f"votes {'=' if first else '+='} {column if output.pooled else f'[{column}]'}"
            first = False
    each = f"[{added.format('votes' if output.pooled else 'rows')}]"
    yield f"scores = {each if output.pooled else f'[{each} for rows in zip(*votes)]'}"


def _labels(scope: Scope, tables: Tables, labels: Labels | None) -> Iterator[Code]:
    """The labels of all positions, with the begin and end words answered by themselves."""
    output, (begin, end) = scope.program.output, marks_of(scope.program)
    inner = f"[{'1' if begin else ''}:{'-1' if end else ''}]" if begin or end else ""

    def whole(between: Code, is_list: bool = True) -> Code:
        if not inner:
            return between if is_list else f"list({between})"
        return f"[{', '.join(filter(None, (begin, f'*{between}', end)))}]"

    label, of = "", ""
    if tables:
        label, of = BEST.format("row"), "scores"
    elif labels is not None:
        label, of = labels.votes.ask("VOTES", "value"), labels.variable
    elif isinstance(output, lang.Answer) and output.names:  # some numbers have names
        label, of = "str(value)", output.reads
        for number, name in reversed(output.names):
            label = f"{literal(name)} if value == {number} else {label}"
    if of:
        one = "row" if tables else "value"
        yield f"labels = [{label} for {one} in {of}]"
        yield f"return {whole('labels' + inner)}"
    elif isinstance(output, lang.Answer):
        type = scope.types[output.reads]
        is_text = isinstance(type, Categorical) and all(isinstance(v, str) for v in type.values)
        line = output.reads + inner if is_text else f"map(str, {output.reads}{inner})"
        yield f"return {whole(line, is_list=is_text and output.reads != scope.given)}"
    elif output.votes:
        yield f"return {whole('classify(locals())' + inner)}"
    else:
        count = f"({scope.length} - {inner.count('1')})" if inner else scope.length
        yield f"return {whole(f'[{literal(output.classes[0])}] * {count}')}"


# --- layout ---------------------------------------------------------------------------------------


def docstring(layout: Layout, name: str, facts: Iterable[str]) -> str:
    """The title, what each variable is, and what is known about the program."""
    program = layout.program
    plain = "".join(char if char.isalnum() or char in " _-.,()" else " " for char in name).strip()
    most = "any number of" if program.max_length is None else f"up to {program.max_length}"
    text = " or a text" if program.vocabulary.reads_text else ""
    out = "one label" if is_pooled(program) else "a label per word"
    lists = None if is_pooled(program) else program.vocabulary.lists
    out = "one number" if lists == "number" else "a list" if lists else out
    title = f"{plain[:30]}: a Transformer Program. In: {most} words{text}; out: {out}."
    known = dict(sentences(program))
    known |= {pair.voters[0]: ", then ".join(lang.reads(pair.step)) for pair in layout.pairs}
    said: dict[str, list[str]] = {}  # variables, by their sentence
    for variable, sentence in known.items():
        said.setdefault(sentence, []).append(variable)
    told = [f"{', '.join(variables)}: {text}." for text, variables in said.items()]
    summary = [line for one in told for line in _wrapped(one.replace('"', "'"), "    ")]
    summary = summary if len(summary) <= (MAX_RAW_SUMMARY if layout.raw else MAX_SUMMARY) else []
    lines = [f'"""{title}', *summary, *(line for fact in facts for line in _wrapped(fact))]
    return "\n".join(lines) + '"""\n'


def _wrapped(text: str, indent: str = "") -> list[str]:
    """The lines of a text, without what could end a docstring."""
    plain = "".join(char if char.isprintable() and char not in '"\\' else " " for char in text)
    return textwrap.wrap(plain, COLUMNS - 4, subsequent_indent=indent)


def imports(run: Code, body: Code) -> Code:
    """The imports of a file."""
    lines, read = [], loaded(run)
    # Linters point out a variable that is never read; votes may read what they need of all.
    if "locals" not in read and names(run) - read - {"_"}:
        lines.append("# ruff: noqa: F841 (some variables are read by no later step)")
    modules = {"json": "json.loads(", "re": "re.", "sys": ""}
    lines += [f"import {name}" for name, sign in modules.items() if sign in body]
    return "\n".join(lines)


def _laid_out(parts: Iterable[Code]) -> Iterator[Code]:
    """Each part with the blank lines before it: only plain statements stand close together."""
    gap, was_flat, was_line = "", True, False
    for number, code in enumerate(parts):
        if not code:
            continue
        text = formatted(code)
        is_flat = not code.startswith(("def ", "@", "if "))
        is_line = number > 0 and text.count("\n") == 1  # not the imports
        if not (was_flat and is_flat):
            gap = "\n\n"
        elif was_line and is_line:
            gap = ""
        yield gap + text
        gap, was_flat, was_line = "\n", is_flat, is_line


def formatted(code: Code) -> Code:
    """Code as black lays it out; what fits is written that way already."""
    if code.startswith("# fmt: off") or all(map(fits, code.split("\n"))):
        return code + "\n"
    import black  # slow to import

    return black.format_str(code, mode=black.Mode())
