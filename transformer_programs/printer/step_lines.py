"""The statements of `run` that compute each variable, with what has to be defined for them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple, assert_never

from ..program import steps as lang
from ..program.numerals import listed_numbers
from ..program.values import bounds
from .code import Code, call, function, literal, loop
from .conditions import Form, Predicate
from .group_tables import keeps_words, reads_stand_ins
from .groups import is_identity
from .head_code import head_form
from .input_check import Mark
from .mlps import mlp_form, mlp_function
from .numbers import value_code
from .scope import Scope, clipped, reach_of
from .word_votes import Tables, inlined, together

AT = '''
def at(values, place, end=None):
    """The value at a place before the end, or the first value."""
    return values[place if place in range(len(values))[:end] else 0]
'''.strip()
FIND = '''
def find(keys, wanted, places):
    """The first of some places whose key is wanted, or 0."""
    return next((j for j in places if keys[j] == wanted), 0)
'''.strip()
SELECT = '''
def select(keys, queries, predicate, reach="all"):
    """For each query, the positions in reach whose keys match."""
    n = len(keys)
    places = {
        "all": lambda i: range(n),
        "before": lambda i: range(i),
        "upto": lambda i: range(i + 1),
        "after": lambda i: range(i + 1, n),
    }
    return [
        [j for j in places[reach](i) if predicate(query, keys[j])]
        for i, query in enumerate(queries)
    ]
'''.strip()
AGGREGATE = '''
def aggregate(attention, values, choose="nearest", scores=None):
    """The value of the match that is chosen, or the first value; or the sum of all."""
    if choose == "sum":
        return [sum(values[j] for j in matches) for matches in attention]
    orders = {
        "nearest": lambda i, j: (j == i, abs(i - j), j),
        "first": lambda i, j: j,
        "last": lambda i, j: -j,
    }
    chosen = []
    for i, matches in enumerate(attention):
        if scores is not None:
            best = max((scores[j] for j in matches), default=0)
            matches = [j for j in matches if scores[j] == best]
        chosen.append(min(matches, key=lambda j: orders[choose](i, j), default=0))
    return [values[j] for j in chosen]
'''.strip()


class StepCode(NamedTuple):
    """A variable, what must be defined before `run`, and its statements in `run`."""

    variable: str
    definition: Code
    lines: tuple[Code, ...]


def step_codes(
    scope: Scope, tables: Tables, plain: frozenset[str], raw: bool
) -> Iterator[StepCode]:
    """Every step; those that are `plain`, or all with `raw`, as the paper prints them."""
    program, same = scope.program, dict[object, lang.Head]()
    pairs, unnamed = together(tables), inlined(program, tables)
    known: set[Code] = set()
    copies: dict[str, Code] = {}
    for step in program.steps:
        out = step.out.name
        match step:
            case lang.Token() | lang.Position() | lang.One():
                yield StepCode(out, "", tuple(_input(step, scope)))
                continue
            case lang.CategoricalHead() | lang.NumericalHead():
                if raw or out in plain:
                    yield StepCode(out, *_selected(step, scope))
                    continue
                first = same.setdefault((step.query, step.key, step.predicate), step)
                form = head_form(step, scope, first, known)
            case lang.Mlp():
                if out in pairs:
                    read = [copies.get(name, name) for name in step.reads]
                    form = Form(f'list(map(" ".join, {call("zip", *read)}))')
                elif raw or out in plain:
                    form = mlp_function(step, scope)
                else:
                    form = mlp_form(step, scope)
            case other:
                assert_never(other)
        if out in unnamed:
            copies[out] = form.code
            continue
        definition = "" if form.definition in known else form.definition
        known.add(form.definition)
        yield StepCode(out, definition, (f"{out} = {form.code}",))


def _input(step: lang.Step, scope: Scope) -> Iterator[Code]:
    """A variable that reads nothing but the input."""
    out, given = step.out.name, scope.given
    match step:
        case lang.Token():
            if not is_identity(step, scope.program):
                yield f"{out} = {loop(_looked_up(step, scope), 'w', given)}"
            elif out != given:
                yield f"{out} = list({given})"
        case lang.Position():
            yield f"{out} = list(range({scope.length}))"
        case lang.One():
            yield f"{out} = [1] * {scope.length}"
        case _:
            raise TypeError(step)


def _looked_up(step: lang.Token, scope: Scope) -> Code:
    """The value of the word `w`; of a word that is not listed, that of the unknown word."""
    table, vocabulary = scope.lookup(step), scope.program.vocabulary
    if vocabulary.numerals:
        low, *_, high = listed_numbers(vocabulary)
        known = f"w if w in {table} else str(min(max(int(w), {low}), {high}))"
        return value_code(step, scope.program) or f"{table}[{known}]"
    if vocabulary.unknown is None:
        return f"{table}[w]"
    type, value = step.out.type, step.lookup[vocabulary.words.index(vocabulary.unknown)]
    word = "w"
    if reads_stand_ins(step, scope.program) and not keeps_words(scope.program):
        word = f"read_as(w, {table})"
    unknown = type.values[value] if hasattr(type, "values") else value
    return f"{table}.get({word}, {literal(unknown)})"


def _selected(head: lang.Head, scope: Scope) -> tuple[Code, tuple[Code, ...]]:
    """A head by its definition: all matches, and what is made of them."""
    test = Predicate(head, scope, head)
    if isinstance(head.predicate, lang.Rows):
        definition = test.called("q", "k").definition
    else:
        arguments = scope.arguments(head)
        body = [f"return {test.forms[0](*arguments).code}"]
        definition = function(scope.function(head), arguments, body)
    pattern = scope.pattern(head)
    reach = reach_of(head, scope.program)
    given = [head.key, head.query, scope.function(head)]
    given += [] if reach == "all" else [literal(reach)]
    taken = [pattern, head.value]
    if isinstance(head, lang.NumericalHead):
        taken.append('"sum"')
    elif head.choose != "nearest" or head.score is not None:
        taken.append(literal(head.choose))
        if head.score is not None:
            level = scope.ordered(head.key, "key", "<")
            taken.append(
                loop(level if head.score.best == "largest" else f"-{level}", "key", head.key)
            )
    out = head.out.name
    lines = [f"{pattern} = {call('select', *given)}", f"{out} = {call('aggregate', *taken)}"]
    if isinstance(head, lang.NumericalHead):
        ends = bounds(lang.sum_type(scope.types[head.value], reach, scope.program.max_length))
        held = clipped("n", ends, head.out.type)
        lines += [] if held == "n" else [f"{out} = {loop(held, 'n', out)}"]
    return definition, tuple(lines)


def unknown_words(scope: Scope, known: Code) -> Iterator[Code]:
    """The input with the unknown word, or what stands for it, in place of words not listed."""
    program = scope.program
    unknown = Mark.of(program.vocabulary.unknown, "UNKNOWN")
    if unknown is None or not keeps_words(program):
        return
    word = f"w if w in {known} else {unknown.code}"
    if reads_any_stand_ins(scope):
        word = f"read_as(w, {known}, {unknown.code})"
    yield f"{scope.given} = {loop(word, 'w', scope.given)}"


def reads_any_stand_ins(scope: Scope) -> bool:
    """Whether words that are not listed differ by their shape or ending."""
    tokens = [step for step in scope.program.steps if isinstance(step, lang.Token)]
    return any(reads_stand_ins(step, scope.program) for step in tokens)


def position_lists(scope: Scope, used: frozenset[str]) -> Iterator[Code]:
    """All positions, and for each those that it looks at, by distance, where that is used."""
    every = scope.everywhere
    if every not in scope.own and used & {every, "nearest", "back"}:
        yield f"{every} = list(range({scope.length}))"
    if "nearest" in used:
        order = "key=lambda j: (j == i, abs(i - j), j)"
        yield f"nearest = [sorted({every}, {order}) for i in {every}]"
    if "back" in used:
        yield f"back = [[*reversed(range(i)), i] for i in {every}]"
