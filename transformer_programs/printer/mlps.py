"""MLPs: an expression of what they read where one line says it, else a table or a function."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from typing import assert_never

from ..meaning.formulas import interval
from ..meaning.interpret import row_major
from ..program.steps import DIVISIONS, TRUTHS, Formula, Mlp, Table
from ..program.values import Categorical, Type, bounds, domain, is_numeric, symbol
from .code import (
    Code,
    Form,
    Lookup,
    call,
    either,
    fits,
    function,
    is_binary,
    is_in,
    largest,
    literal,
    one_of,
    plus,
    spelled,
    statements,
    tuple_of,
)
from .scope import At, Scope, clipped

Values = tuple[int, ...]  # of the arguments of a table
Results = dict[Values, int]  # of a table

MAX_CHOICES = 3  # results that one line can choose between


def mlp_form(mlp: Mlp, scope: Scope) -> Form:
    """The shortest form of an MLP, as its variable is computed."""
    table = mlp.function
    if isinstance(table, Formula):
        line = scope.each(lambda at: _formula(mlp, table, at, scope))
        if line == scope.each(lambda at: at(mlp.reads[0])):
            return Form(f"list({mlp.reads[0]})")
        return Form(line)
    lines_or_tables = (_as_line(mlp, scope), _as_pairs(mlp, scope), _as_dict(mlp, scope))
    forms = [*(form for form in lines_or_tables if form is not None), mlp_function(mlp, scope)]

    def lines(form: Form) -> int:
        blank = 2 * form.definition.startswith("def ")
        used = statements(form.definition) if form.definition else 0
        return statements(f"    {mlp.out.name} = {form.code}") + used + blank

    return min(forms, key=lines)


def _as_dict(mlp: Mlp, scope: Scope) -> Form | None:
    """A table of one variable as a dict."""
    read, *others = dict.fromkeys(mlp.reads)
    if others:
        return None
    tabled = Tabled.of(mlp, scope, str)
    results = {value: tabled.text(result) for (value,), result in tabled.results.items()}
    lookup, called = Lookup.of(scope.types[read], results), scope.table(mlp)
    return Form(scope.each(lambda at: lookup.ask(called, at(read))), lookup.define(called))


def mlp_function(mlp: Mlp, scope: Scope) -> Form:
    """An MLP as a call of a function at each position."""
    arguments = scope.reads(mlp)
    match mlp.function:
        case Table():
            tabled = Tabled.of(mlp, scope, arguments.__getitem__)
            body = min(tabled.bodies(), key=lambda body: statements("\n".join(body)))
        case Formula() as formula:
            body = [f"return {_formula(mlp, formula, arguments.__getitem__, scope)}"]
        case other:
            assert_never(other)
    called = scope.function(mlp)
    defined = function(called, arguments.values(), body)
    return Form(f"list({call('map', called, *arguments)})", defined)


def _as_line(mlp: Mlp, scope: Scope) -> Form | None:
    """A table as a choice between a few results whose conditions a line can hold."""
    if table_line(mlp, scope, str) is None:
        return None
    return Form(scope.each(lambda at: table_line(mlp, scope, at) or ""))


def table_line(mlp: Mlp, scope: Scope, at: At) -> Code | None:
    """A table as one expression of what it reads; None where it needs branches."""
    table = Tabled.of(mlp, scope, at)
    return table.choice(table.results) if len(table.groups) <= MAX_CHOICES else None


def _as_pairs(mlp: Mlp, scope: Scope) -> Form | None:
    """A table of several variables as a line: a set of what gives the rarer result, or a dict."""
    reads = tuple(dict.fromkeys(mlp.reads))
    if len(reads) < 2:
        return None
    table, called = Tabled.of(mlp, scope, str), scope.table(mlp)
    rest = largest(table.groups)
    few = {values: result for values, result in table.results.items() if result != rest}
    keys = {values: table.key(values) for values in few}
    pairs = [keys[v] if len(table.groups) == 2 else f"{keys[v]}: {table.text(few[v])}" for v in few]
    constant = f"{called} = {{{', '.join(pairs)}}}"
    if not few or not fits(constant):
        return None

    def element(at: At) -> Code:
        key = tuple_of(map(at, reads))
        if len(table.groups) > 2:
            return f"{called}.get({key}, {table.text(rest)})"
        return table.choose(next(iter(few.values())), f"{key} in {called}", table.text(rest))

    return Form(scope.each(element), constant)


# --- tables ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Tabled:
    """The results of a table for all values of its arguments."""

    results: Results
    arguments: tuple[Code, ...]
    types: tuple[Type, ...]
    out: Type

    @staticmethod
    def of(mlp: Mlp, scope: Scope, at: At) -> Tabled:
        assert isinstance(mlp.function, Table)
        reads = tuple(dict.fromkeys(mlp.reads))
        domains = [domain(scope.types[read]) for read in mlp.reads]
        place = [reads.index(read) for read in mlp.reads]
        results = {
            values: mlp.function.cells[row_major(domains, [values[one] for one in place])]
            for values in product(*(domain(scope.types[read]) for read in reads))
        }
        types = tuple(scope.types[read] for read in reads)
        return Tabled(results, tuple(map(at, reads)), types, mlp.out.type)

    @property
    def groups(self) -> dict[int, list[Values]]:
        """For each result, the values that lead to it."""
        return _grouped(self.results)

    def text(self, result: int) -> Code:
        return spelled(self.out, result)

    def key(self, values: Values) -> Code:
        """Some values of the arguments, as a tuple."""
        return tuple_of(map(spelled, self.types, values))

    def choose(self, yes: int, test: Code, no: Code) -> Code:
        """One result where a test holds, else the other."""
        if is_binary(self.out):
            return f"int({test})" if symbol(self.out, yes) == 1 else f"int(not ({test}))"
        return either(self.text(yes), test, no)

    def choice(self, left: Results) -> Code | None:
        """The choice between the results that are left, the one with the shortest test first."""
        groups = _grouped(left)
        if len(groups) == 1:
            return self.text(*groups)
        tests = {result: self._box(group, left) for result, group in groups.items()}
        found = {result: test for result, test in tests.items() if test is not None}
        if is_binary(self.out):  # what holds reads better than what does not
            found = {1: found[1]} if 1 in found else found
        for result in sorted(found, key=lambda result: _reading(found[result])):
            rest = {values: other for values, other in left.items() if other != result}
            otherwise = self.choice(rest)
            if otherwise is not None:
                return self.choose(result, found[result], otherwise)
        return None

    def _box(self, group: list[Values], left: Results) -> Code | None:
        """The conditions on single arguments that hold for exactly these values of those left."""
        sides = [set(column) for column in zip(*group, strict=True)]
        every = [set(column) for column in zip(*left, strict=True)]
        needed = [at for at, side in enumerate(sides) if side < every[at]]

        def inside(tested: list[int]) -> int:
            return sum(all(values[at] in sides[at] for at in tested) for values in left)

        if inside(needed) != len(group):
            return None
        for at in tuple(needed):
            without = [other for other in needed if other != at]
            needed = without if inside(without) == len(group) else needed
        tests = [is_in(self.arguments[at], self.types[at], sorted(sides[at])) for at in needed]
        return " and ".join(tests) or "True"

    def bodies(self) -> Iterator[list[Code]]:
        """The forms that the body of a function can take."""
        yield list(self._nested(self.results, 0))
        if len(self.arguments) > 1 and len(self.groups) > 1:
            yield list(self._by_result())

    def _by_result(self) -> Iterator[Code]:
        """Keys that give the same value share a branch; the commonest value is what is left."""
        groups = self.groups
        rest = largest(groups)
        yield f"key = {tuple_of(self.arguments)}"
        for result, values in groups.items():
            if result != rest:
                test = one_of("key", [self.key(one) for one in values])
                yield f"if {test}:\n    return {self.text(result)}"
        yield f"return {self.text(rest)}"

    def _nested(self, results: Results, at: int) -> Iterator[Code]:
        """One argument after the other: its values that lead to the same rest share a branch."""
        if at == len(self.arguments):
            yield f"return {self.text(next(iter(results.values())))}"
            return
        rests: dict[int, Results] = {}
        for values, result in results.items():
            rests.setdefault(values[at], {})[(*values[:at], 0, *values[at + 1 :])] = result
        groups: dict[Values, list[int]] = {}
        for value, rest in rests.items():
            groups.setdefault(tuple(rest.values()), []).append(value)
        left_over = largest(groups)
        argument, type = self.arguments[at], self.types[at]
        if at == len(self.arguments) - 1 and len(groups) > 1:
            line = self._last(argument, type, groups, left_over)
            if fits(f"return {line}", at + 1):
                yield f"return {line}"
                return
        for outcome, values_of in groups.items():
            if outcome != left_over:
                inner = "\n".join(self._nested(rests[values_of[0]], at + 1)).replace("\n", "\n    ")
                yield f"if {is_in(argument, type, values_of)}:\n    {inner}"
        yield from self._nested(rests[groups[left_over][0]], at + 1)

    def _last(
        self, argument: Code, type: Type, groups: dict[Values, list[int]], left_over: Values
    ) -> Code:
        """A choice or a dict for the values of the last argument."""
        if len(groups) == 2:
            (some,) = (outcome for outcome in groups if outcome != left_over)
            return self.choose(
                some[0], is_in(argument, type, groups[some]), self.text(left_over[0])
            )
        given = {
            value: self.text(outcome[0]) for outcome, values in groups.items() for value in values
        }
        lookup = Lookup.of(type, {value: given[value] for value in sorted(given)})
        return lookup.ask(lookup.display, argument)


def _grouped(results: Results) -> dict[int, list[Values]]:
    groups: dict[int, list[Values]] = {}
    for values, result in results.items():
        groups.setdefault(result, []).append(values)
    return groups


def _reading(test: Code) -> tuple[int, bool]:
    """How long a test is, and whether it says what is not so."""
    return len(test), "!=" in test or "not " in test


# --- formulas -------------------------------------------------------------------------------------


def _formula(mlp: Mlp, formula: Formula, at: At, scope: Scope) -> Code:
    """A formula as one expression of its arguments."""
    given, out, op = list(map(at, mlp.reads)), mlp.out.type, formula.op
    kinds = [scope.types[read] for read in mlp.reads]
    if op == "keep":
        return either(given[0], _holds(given[1], kinds[1]), literal(symbol(out, 0)))
    if op in TRUTHS:
        no, yes = (literal(symbol(out, value)) for value in domain(out))
        if mlp.reads[0] == mlp.reads[-1] and op in ("==", "!=", "<", "<=") and not formula.shift:
            return yes if op in ("==", "<=") else no  # a value and itself
        test = _truth(mlp, formula, given, scope)
        if is_binary(out):
            return f"int({test})"
        is_negated = test.startswith("not ")
        return either(no, test[4:], yes) if is_negated else either(yes, test, no)
    if not is_numeric(out):
        return given[0]
    if op == "a" and is_binary(out):
        return f"int({given[0]} > {-formula.shift})"
    match op:
        case "+" if mlp.reads[0] == mlp.reads[1]:
            code = f"2 * {given[0]}"
        case "+" | "-" | "*":
            code = f" {op} ".join(given)
        case "min" | "max":
            code = call(op, *given)
        case "%" | "//":
            code = f"{given[0]} {op} {formula.shift}"
        case _:
            code = given[0]
    if op not in DIVISIONS:
        code = plus(code, formula.shift)
    return clipped(code, interval(formula, list(map(bounds, kinds))), out)


def _truth(mlp: Mlp, formula: Formula, given: list[Code], scope: Scope) -> Code:
    """The test that a formula is."""
    kinds = [scope.types[read] for read in mlp.reads]
    match formula.op:
        case "not":
            return _holds(given[0], kinds[0], negated=True)
        case "and" | "or":
            return f" {formula.op} ".join(dict.fromkeys(map(_holds, given, kinds)))
        case op:
            a, b = (scope.ordered(r, one, op) for r, one in zip(mlp.reads, given, strict=True))
            return f"{a} {op} {plus(b, formula.shift)}"


def _holds(argument: Code, type: Type, negated: bool = False) -> Code:
    if is_binary(type):
        return f"not {argument}" if negated else argument
    first = type.values[0] if isinstance(type, Categorical) else 0
    return f"{argument} {'==' if negated else '!='} {literal(first)}"
