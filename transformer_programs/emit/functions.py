"""Predicates and MLPs as Python functions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from itertools import permutations, product
from typing import TypeVar

from ..interpret import row_major
from ..steps import (
    TRUTHS,
    Compare,
    Formula,
    Function,
    Head,
    Is,
    Mlp,
    Predicate,
    Rows,
    Table,
)
from ..values import Categorical, Type, bounds, domain, is_numeric, symbol
from .names import Names, constant_name, function_arguments, head_arguments
from .spelling import Spelling
from .writer import Expression, Item, OneOf, Writer, literal

MOST_ORDERED = 3  # arguments of a table whose every order is tried

K = TypeVar("K")
V = TypeVar("V")
Cases = list[tuple[OneOf, Expression]]
Results = dict[tuple[int, ...], int]  # of a table, by the values of its arguments
Bounds = tuple[int | None, int | None]


@dataclass(slots=True)
class Ranks:
    """Tables of the order of words, for the predicates that compare them."""

    names: Names
    of_type: dict[Type, str] = field(default_factory=dict)

    def name(self, variable: str, type: Type) -> str:
        if type not in self.of_type:
            self.of_type[type] = self.names.new(constant_name(variable, "_RANK"))
        return self.of_type[type]


@dataclass(frozen=True, slots=True)
class Scope:
    """What the body of a function may refer to."""

    spelling: Mapping[str, Spelling]
    names: Names
    ranks: Ranks


def print_predicate(head: Head, name: str, scope: Scope) -> Writer:
    """predicate(query, key): whether a query matches a key."""
    w = Writer()
    q, k = head_arguments(head.query, head.key)
    query, key = scope.spelling[head.query], scope.spelling[head.key]
    _remember(w, head.predicate, query, key)
    w.define(name, (q, k))
    with w.indented():
        match head.predicate:
            case Rows(accepts):
                cases, default = _rows(accepts, Subject(q, query), Subject(k, key))
                write_cases(w, cases, default)
            case Compare(op, shift):
                a, b = _ordered(head.key, k, op, scope), _ordered(head.query, q, op, scope)
                w.line(f"return {a} {op} {b}{_shifted(shift)}")
            case Is(value):
                w.test("return ", Subject(k, key).is_in([value]))
    return w


def _is_remembered(rule: Predicate | Function, *arguments: Spelling) -> bool:
    """Whether a function remembers its results: sets of Enum members are slow to build."""
    return isinstance(rule, Rows | Table) and any(spelling.embedding for spelling in arguments)


def _remember(w: Writer, rule: Predicate | Function, *arguments: Spelling) -> None:
    if _is_remembered(rule, *arguments):
        w.line("@cache")


@dataclass(frozen=True, slots=True)
class Subject:
    """An argument, and how its values are written."""

    argument: str
    spelling: Spelling

    def is_in(self, values: Iterable[int]) -> Expression:
        """The shortest test that holds for these values and no others."""
        texts = self.spelling.texts(values)
        if len(texts) in (0, self.spelling.count):
            return str(len(texts) > 0)
        return OneOf(self.argument, texts)


def _rows(
    accepts: tuple[tuple[int, ...], ...], query: Subject, key: Subject
) -> tuple[Cases, Expression]:
    """Queries that accept the same keys share a branch; the largest group is what is left over."""
    groups: dict[tuple[str, ...], list[int]] = {}
    accepted: dict[tuple[str, ...], Expression] = {}
    start = domain(query.spelling.type).start
    for q in query.spelling.values:
        row = accepts[q - start]
        texts = key.spelling.texts(row)
        groups.setdefault(texts, []).append(q)
        accepted[texts] = key.is_in(row)
    rest = _largest(groups)
    cases: Cases = [
        (OneOf(query.argument, query.spelling.texts(values)), accepted[texts])
        for texts, values in groups.items()
        if texts != rest
    ]
    return cases, accepted[rest]


def _largest(groups: Mapping[K, list[V]]) -> K:
    """The key of the longest list, the last of equals."""
    most = max(map(len, groups.values()))
    return next(key for key in reversed(list(groups)) if len(groups[key]) == most)


def write_cases(w: Writer, cases: Cases, default: Expression) -> None:
    if cases and {cases[-1][1], default} == {"True", "False"}:
        *cases, (last, outcome) = cases
        default = last if outcome == "True" else replace(last, negated=True)
    for test, outcome in cases:
        w.test("if ", test, ":")
        with w.indented():
            w.test("return ", outcome)
    w.test("return ", default)


def _ordered(variable: str, argument: str, op: str, scope: Scope) -> str:
    """What a comparison compares: words by their rank, everything else as it is."""
    type = scope.spelling[variable].type
    if op in ("==", "!=") or is_numeric(type):
        return argument
    return f"{scope.ranks.name(variable, type)}[{argument}]"


def _shifted(shift: int) -> str:
    return f" {'+' if shift > 0 else '-'} {abs(shift)}" if shift else ""


# --- MLPs -----------------------------------------------------------------------------------------


def different(reads: Iterable[str]) -> tuple[str, ...]:
    """The variables read, each once."""
    return tuple(dict.fromkeys(reads))


def print_mlp(mlp: Mlp, name: str, scope: Scope) -> Writer:
    w = Writer()
    reads = different(mlp.reads)
    arguments = dict(zip(reads, function_arguments(reads), strict=True))
    _remember(w, mlp.function, *(scope.spelling[name] for name in reads))
    w.define(name, tuple(arguments.values()))
    with w.indented():
        match mlp.function:
            case Table(cells):
                _write_table(w, mlp, cells, arguments, scope)
            case Formula():
                _write_formula(w, mlp, mlp.function, arguments, scope)
    return w


def _write_table(
    w: Writer, mlp: Mlp, cells: tuple[int, ...], arguments: dict[str, str], scope: Scope
) -> None:
    """The shortest of the forms that a table can take."""
    subjects = [Subject(text, scope.spelling[name]) for name, text in arguments.items()]
    domains = [domain(scope.spelling[name].type) for name in mlp.reads]
    place = [list(arguments).index(name) for name in mlp.reads]
    results = {
        values: cells[row_major(domains, [values[at] for at in place])]
        for values in product(*(subject.spelling.values for subject in subjects))
    }
    out = Spelling(mlp.out.type)
    natural = tuple(range(len(subjects)))
    orders = permutations(natural) if len(natural) <= MOST_ORDERED else [natural]
    forms = [_nested(results, subjects, out, order) for order in orders]
    if len(subjects) > 1:
        forms.append(_by_result(results, subjects, out))
    shortest = min(forms, key=lambda form: (len(form.lines), len(str(form))))
    w.include(shortest)


def _by_result(results: Results, subjects: list[Subject], out: Spelling) -> Writer:
    """Keys that give the same value share a branch; the commonest value is what is left over."""
    w = Writer(depth=1)
    groups: dict[int, list[Item]] = {}
    for values, result in results.items():
        texts = tuple(s.spelling.text(value) for s, value in zip(subjects, values, strict=True))
        groups.setdefault(result, []).append(texts)
    rest = _largest(groups)
    arguments = [subject.argument for subject in subjects]
    key = "key" if "key" not in arguments else "key_"
    if len(groups) > 1:
        w.bracketed(f"{key} = (", arguments, ")", display=True)
    cases: Cases = [
        (OneOf(key, tuple(items)), out.text(result))
        for result, items in groups.items()
        if result != rest
    ]
    write_cases(w, cases, out.text(rest))
    return w


def _nested(
    results: Results, subjects: list[Subject], out: Spelling, order: tuple[int, ...]
) -> Writer:
    """One argument after the other: its values that lead to the same rest share a branch."""
    w = Writer(depth=1)
    _write_nested(w, results, subjects, out, order)
    return w


def _write_nested(
    w: Writer, results: Results, subjects: list[Subject], out: Spelling, order: tuple[int, ...]
) -> None:
    if not order:
        w.test("return ", out.text(next(iter(results.values()))))
        return
    at, later = order[0], order[1:]
    rests: dict[int, Results] = {}
    for values, result in results.items():
        others = (*values[:at], 0, *values[at + 1 :])
        rests.setdefault(values[at], {})[others] = result
    groups: dict[tuple[int, ...], list[int]] = {}
    for value, rest in rests.items():
        groups.setdefault(tuple(rest.values()), []).append(value)
    left_over = _largest(groups)
    for outcome, values_of in groups.items():
        if outcome != left_over:
            w.test("if ", OneOf(subjects[at].argument, subjects[at].spelling.texts(values_of)), ":")
            with w.indented():
                _write_nested(w, rests[values_of[0]], subjects, out, later)
    _write_nested(w, rests[groups[left_over][0]], subjects, out, later)


def _write_formula(
    w: Writer, mlp: Mlp, formula: Formula, arguments: dict[str, str], scope: Scope
) -> None:
    given = [arguments[name] for name in mlp.reads]
    itself = len(given) == 2 and given[0] == given[1] and formula.shift == 0
    operands = [scope.spelling[name].type for name in mlp.reads]
    out = mlp.out.type
    if formula.op in TRUTHS:
        ordered = [_ordered(name, arguments[name], formula.op, scope) for name in mlp.reads]
        no, yes = (literal(symbol(out, value)) for value in domain(out))
        if itself and formula.op in ("==", "!=", "<", "<="):
            w.line(f"return {yes if formula.op in ('==', '<=') else no}")
            return
        _write_choice(w, _truth(formula, given, ordered, operands), yes, no)
    elif formula.op == "keep":
        _write_choice(w, _holds(given[1], operands[1]), given[0], literal(symbol(out, 0)))
    elif not is_numeric(out):
        w.line(f"return {given[0]}")
    else:
        text, reached = _arithmetic(formula, given, operands, scope.names)
        w.line(f"return {held_within(text, reached, bounds(out), scope.names, given)}")


def _write_choice(w: Writer, condition: str, yes: str, no: str) -> None:
    one_line = f"return {yes} if {condition} else {no}"
    if w.fits(one_line):
        w.line(one_line)
        return
    with w.block(f"if {condition}:"):
        w.line(f"return {yes}")
    w.line(f"return {no}")


def _holds(argument: str, type: Type, op: str = "!=") -> str:
    first = type.values[0] if isinstance(type, Categorical) else 0
    return f"{argument} {op} {literal(first)}"


def _truth(formula: Formula, given: list[str], ordered: list[str], operands: list[Type]) -> str:
    match formula.op:
        case "not":
            return _holds(given[0], operands[0], "==")
        case "and" | "or":
            sides = map(_holds, given, operands)
            return f" {formula.op} ".join(dict.fromkeys(sides))
        case op:
            return f"{ordered[0]} {op} {ordered[1]}{_shifted(formula.shift)}"


def _arithmetic(
    formula: Formula, given: list[str], operands: list[Type], names: Names
) -> tuple[str, Bounds]:
    """The text of a formula before it is held within its type, and the range it can reach."""
    low, high = zip(*map(bounds, operands), strict=True)
    shift = formula.shift
    match formula.op:
        case "+":
            text, reach = " + ".join(given), (_plus(*low), _plus(*high))
        case "-":
            text = " - ".join(given)
            reach = (_minus(low[0], high[1]), _minus(high[0], low[1]))
        case "min" | "max" as op:
            text = f"{names.builtin(op, given)}({', '.join(given)})"
            # The smaller of two is as small as either; the larger is as large as either.
            reach = (_either(low, op, op == "max"), _either(high, op, op == "min"))
        case _:
            text, reach = given[0], (low[0], high[0])
    return text + _shifted(shift), (_plus(reach[0], shift), _plus(reach[1], shift))


def _plus(a: int | None, b: int | None) -> int | None:
    return None if a is None or b is None else a + b


def _minus(a: int | None, b: int | None) -> int | None:
    return None if a is None or b is None else a - b


def _either(ends: Bounds, op: str, one_is_enough: bool) -> int | None:
    known = [end for end in ends if end is not None]
    if len(known) == 2 or (known and one_is_enough):
        return min(known) if op == "min" else max(known)
    return None


def held_within(text: str, reached: Bounds, out: Bounds, names: Names, given: Iterable[str]) -> str:
    """The formula, held within its type where it can leave it."""
    if out[0] is not None and (reached[0] is None or reached[0] < out[0]):
        text = f"{names.builtin('max', given)}({text}, {out[0]})"
    if out[1] is not None and (reached[1] is None or reached[1] > out[1]):
        text = f"{names.builtin('min', given)}({text}, {out[1]})"
    return text
