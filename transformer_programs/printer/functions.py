"""MLPs: an expression of what they read where one line says it, else a function."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from itertools import product
from typing import assert_never

from ..meaning.formulas import Bounds, interval
from ..meaning.interpret import row_major
from ..program.steps import DIVISIONS, TRUTHS, Formula, Mlp, Table
from ..program.values import Categorical, Type, bounds, domain, is_numeric, symbol
from . import tree as py
from .conditions import Lookup, Subject, largest
from .names import NameGiver, Spelling, function_arguments
from .tabled import Tabled, choice_line, shortest_body
from .tree import Expression, Simple, fits, lay_out

Definition = tuple[Simple, ...]  # of a function or a constant


@dataclass(frozen=True, slots=True)
class Form:
    """An expression, and the function or constant that has to be defined for it."""

    code: Expression
    definition: Definition = ()


@dataclass(frozen=True, slots=True)
class Scope:
    """What the body of a function may refer to; `ranks`: the tables of the order of words."""

    spelling: Mapping[str, Spelling]
    names: NameGiver
    ranks: dict[Type, str] = field(default_factory=dict)

    def builtin(self, wanted: str, *others: str) -> str:
        """A builtin as it is called where variables, or other names, may hide it."""
        return self.names.builtin(wanted, {*self.spelling, *others})

    def ordered(self, variable: str, argument: Expression, op: str) -> Expression:
        """What a comparison compares: words by their rank, everything else as it is."""
        type = self.spelling[variable].type
        if op in ("==", "!=") or is_numeric(type):
            return argument
        return py.item(self.rank(type), argument)

    def rank(self, type: Type) -> str:
        """The table of the order of words."""
        if type not in self.ranks:
            self.ranks[type] = self.names.new("ORDER")
        return self.ranks[type]


# --- the forms of an MLP --------------------------------------------------------------------------

At = Callable[[str], Expression]  # how the value of a variable at a position is written
Each = Callable[[Callable[[At], Expression]], Expression]  # a list of it, at every position


def mlp_form(mlp: Mlp, called: str, table: str, scope: Scope, each: Each) -> Form:
    """The shortest form of an MLP, as its variable is computed."""
    for form in (_as_line(mlp, scope, each), _as_pairs(mlp, table, scope, each)):
        if form is not None and is_short(mlp.out.name, form.code):
            return form
    by_function = mlp_function(mlp, called, scope)
    if not isinstance(mlp.function, Table) or len(mlp.reads) != 1:
        return by_function
    (read,) = mlp.reads  # a table of one variable may be a dict
    subject, text = Subject(py.name(read), scope.spelling[read]), Spelling(mlp.out.type).text
    start = domain(subject.spelling.type).start
    results = {value: mlp.function.cells[value - start] for value in subject.spelling.values}
    lookup = Lookup.of(subject, {value: text(result) for value, result in results.items()})
    asked = Form(each(lambda at: lookup.ask(table, at(read))), (lookup.define(table),))
    shorter = len(lay_out(asked.definition)) < len(lay_out(by_function.definition))
    return asked if shorter and is_short(mlp.out.name, asked.code) else by_function


def is_short(variable: str, code: Expression) -> bool:
    """Whether the statement of a variable fits on the lines of its parts."""
    return all(map(fits, lay_out([py.assign(variable, code)], 1)))


def mlp_function(mlp: Mlp, called: str, scope: Scope) -> Form:
    """An MLP as a call of a function at each position."""
    reads = tuple(dict.fromkeys(mlp.reads))
    arguments = dict(zip(reads, map(py.name, function_arguments(reads)), strict=True))
    at = arguments.__getitem__
    match mlp.function:
        case Table(cells):
            body = shortest_body(_tabled(mlp, cells, at, scope))
        case Formula() as formula:
            choice = _formula_choice(mlp, formula, at, scope)
            line = py.seq(_formula_line(mlp, formula, at, scope))
            body = (py.returns(line),)
            if choice is not None and not fits(f"return {line}", 1):
                yes, condition, no = choice
                body = py.when(py.seq(condition), py.returns(yes)), py.returns(no)
        case other:
            assert_never(other)
    each = py.call(scope.builtin("map"), py.name(called), *map(py.name, reads))
    texts = [argument.text for argument in arguments.values()]
    return Form(py.call(scope.builtin("list"), each), (py.function(called, texts, body),))


def _as_line(mlp: Mlp, scope: Scope, each: Each) -> Form | None:
    """An MLP as one expression; None where it needs branches."""
    function = mlp.function
    match function:
        case Formula():
            if _formula_line(mlp, function, py.name, scope) == py.name(mlp.reads[0]):
                return Form(py.call(scope.builtin("list"), py.name(mlp.reads[0])))
            return Form(each(lambda at: _formula_line(mlp, function, at, scope)))
        case Table(cells):
            if table_line(mlp, cells, py.name, scope) is None:
                return None
            return Form(each(lambda at: table_line(mlp, cells, at, scope) or py.NONE))
        case other:
            assert_never(other)


def table_line(mlp: Mlp, cells: tuple[int, ...], at: At, scope: Scope) -> Expression | None:
    """A table as one expression of what it reads; None where it needs branches."""
    table = _tabled(mlp, cells, at, scope)
    return choice_line(table) if len(table.groups) > 1 else table.out.text(*table.groups)


def _as_pairs(mlp: Mlp, table: str, scope: Scope, each: Each) -> Form | None:
    """A table of several variables as a line: a set of what gives the rarer result, or a dict."""
    reads = tuple(dict.fromkeys(mlp.reads))
    if not isinstance(mlp.function, Table) or len(reads) < 2:
        return None
    tabled = _tabled(mlp, mlp.function.cells, py.name, scope)
    text, rest = tabled.out.text, largest(tabled.groups)
    if tabled.out.is_truth:
        rest = 0
    few = {values: result for values, result in tabled.results.items() if result != rest}
    if len(tabled.groups) == 2:
        items = [tabled.key(values) for values in few]
    else:
        items = [py.seq(tabled.key(values), ": ", text(result)) for values, result in few.items()]
    constant = py.assign(table, py.bracketed("{", items, "}"))
    if not few or not fits(constant.code):
        return None

    def element(at: At) -> Expression:
        key = py.bracketed("(", [at(read) for read in reads], ")")
        if len(tabled.groups) > 2:
            return py.call(py.seq(py.name(table), ".get"), key, text(rest))
        test = py.seq(key, " in ", py.name(table))
        some = text(next(iter(few.values())))
        return test if tabled.out.is_truth else py.either(some, test, text(rest))

    return Form(each(element), (constant,))


def _tabled(mlp: Mlp, cells: tuple[int, ...], at: At, scope: Scope) -> Tabled:
    """The results of a table by the values of its arguments."""
    reads = tuple(dict.fromkeys(mlp.reads))
    subjects = [Subject(at(read), scope.spelling[read]) for read in reads]
    domains = [domain(scope.spelling[read].type) for read in mlp.reads]
    place = [reads.index(read) for read in mlp.reads]
    results = {
        values: cells[row_major(domains, [values[one] for one in place])]
        for values in product(*(subject.spelling.values for subject in subjects))
    }
    out = scope.spelling[mlp.out.name]
    return Tabled(results, tuple(subjects), Spelling(out.type, is_truth=out.is_truth))


# --- formulas -------------------------------------------------------------------------------------


def _formula_line(mlp: Mlp, formula: Formula, at: At, scope: Scope) -> Expression:
    """A formula as one expression of its arguments."""
    given, out = list(map(at, mlp.reads)), scope.spelling[mlp.out.name]
    choice = _formula_choice(mlp, formula, at, scope)
    if choice is not None:
        is_test = out.is_truth and formula.op != "keep"
        return choice[1] if is_test else py.either(*choice)
    if formula.op in TRUTHS:  # of a value and itself
        no, yes = (py.literal(symbol(out.type, value)) for value in domain(out.type))
        return yes if formula.op in ("==", "<=") else no
    if not is_numeric(out.type):
        return given[0]
    if out.is_truth and formula.op == "a" and not scope.spelling[mlp.reads[0]].is_truth:
        return py.comparison(given[0], ">", py.literal(-formula.shift))
    hidden = [argument.text for argument in given]
    match formula.op:
        case "+" if mlp.reads[0] == mlp.reads[1]:
            code = py.seq("2 * ", given[0])
        case "+" | "-" | "*" as op:
            code = py.joined(f" {op} ", given)
        case "min" | "max" as op:
            code = py.call(scope.builtin(op, *hidden), *given)
        case "%" | "//" as op:
            code = py.seq(given[0], f" {op} {formula.shift}")
        case _:
            code = given[0]
    if formula.op not in DIVISIONS:
        code = py.plus(code, formula.shift)
    ends = [bounds(scope.spelling[read].type) for read in mlp.reads]
    return held_within(code, interval(formula, ends), out.type, scope, *hidden)


def _formula_choice(
    mlp: Mlp, formula: Formula, at: At, scope: Scope
) -> tuple[Expression, Expression, Expression] | None:
    """For a formula that chooses: one result, the condition for it, the other result."""
    given = list(map(at, mlp.reads))
    spelled = [scope.spelling[read] for read in mlp.reads]
    out, op = mlp.out.type, formula.op
    if op == "keep":
        return given[0], _holds(given[1], spelled[1]), py.literal(symbol(out, 0))
    itself = len(given) == 2 and mlp.reads[0] == mlp.reads[1] and formula.shift == 0
    if op not in TRUTHS or (itself and op in ("==", "!=", "<", "<=")):
        return None
    no, yes = (py.literal(symbol(out, value)) for value in domain(out))
    match op:
        case "not" if spelled[0].is_truth and not scope.spelling[mlp.out.name].is_truth:
            return no, given[0], yes
        case "not":
            test = _holds(given[0], spelled[0], "==")
        case "and" | "or":
            test = py.joined(f" {op} ", dict.fromkeys(map(_holds, given, spelled)))
        case _:
            sides = [scope.ordered(read, at(read), op) for read in mlp.reads]
            test = py.comparison(sides[0], op, py.plus(sides[1], formula.shift))
    return yes, test, no


def _holds(argument: Expression, spelling: Spelling, op: str = "!=") -> Expression:
    if spelling.is_truth:
        return argument if op == "!=" else py.seq("not ", argument)
    first = spelling.type.values[0] if isinstance(spelling.type, Categorical) else 0
    return py.comparison(argument, op, py.literal(first))


def held_within(code: Expression, ends: Bounds, out: Type, scope: Scope, *taken: str) -> Expression:
    """A number, held within a type where it can leave it."""
    low, high = bounds(out)
    if low is not None and (ends[0] is None or ends[0] < low):
        code = py.call(scope.builtin("max", *taken), code, py.literal(low))
    if high is not None and (ends[1] is None or ends[1] > high):
        code = py.call(scope.builtin("min", *taken), code, py.literal(high))
    return code
