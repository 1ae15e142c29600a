"""MLPs: an expression of what they read where one line says it, else a function."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import product
from typing import assert_never

from ..meaning.formulas import Bounds, interval
from ..meaning.interpret import row_major
from ..program.steps import DIVISIONS, TRUTHS, Formula, Mlp, Table
from ..program.values import Categorical, Type, bounds, domain, is_numeric, symbol
from . import tree as py
from .conditions import Lookup, Subject, grouped, largest
from .layout import fits, lay_out
from .names import NameGiver, constant_name, function_arguments
from .spelling import Spelling
from .tabled import Tabled, choice_line, shortest_body
from .tree import Expression, Simple, Statements


@dataclass(frozen=True, slots=True)
class Form:
    """An expression, and the function or constant that has to be defined for it."""

    code: Expression
    definition: tuple[Simple, ...] = ()

    @property
    def lines(self) -> int:
        """The lines of the definition and of the space around it."""
        lines = len(lay_out(self.definition))
        return lines + (2 if lines > 1 else 0)

    @property
    def characters(self) -> int:
        return len(self.code.text) + len("\n".join(lay_out(self.definition)))


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
        if type not in self.ranks:
            self.ranks[type] = self.names.new(constant_name(variable, "_RANK"))
        return py.item(self.ranks[type], argument)


def different(reads: Iterable[str]) -> tuple[str, ...]:
    """The variables read, each once."""
    return tuple(dict.fromkeys(reads))


# --- the forms of an MLP --------------------------------------------------------------------------


def mlp_form(mlp: Mlp, called: str, table: str, scope: Scope, pairs: bool) -> Form:
    """The shortest form of an MLP, as its variable is computed; `pairs`: where a set of pairs, or
    a dict of them, may be asked."""
    line = _first_short(mlp, _as_line(mlp, scope))
    if line is not None and _parts_fit(line.code):
        return line
    if pairs:
        paired = _as_pairs(mlp, table, scope)
        if paired is not None and _parts_fit(paired.code):
            return paired
    by_function = mlp_function(mlp, called, scope)
    asked = _first_short(mlp, _as_lookup(mlp, table, scope))
    if asked is None or not _parts_fit(asked.code):
        return by_function
    shorter = len(lay_out(asked.definition)) < len(lay_out(by_function.definition))
    return asked if shorter else by_function


def mlp_function(mlp: Mlp, called: str, scope: Scope) -> Form:
    """An MLP as a call of a function at each position."""
    reads = different(mlp.reads)
    arguments = dict(zip(reads, function_arguments(reads), strict=True))
    match mlp.function:
        case Table(cells):
            body = shortest_body(_tabled(mlp, cells, arguments, scope))
        case Formula() as formula:
            body = _formula_body(mlp, formula, arguments, scope)
        case other:
            assert_never(other)
    each = py.call(scope.builtin("map"), py.name(called), *map(py.name, reads))
    definition = py.function(called, tuple(arguments.values()), body)
    return Form(py.call(scope.builtin("list"), each), (definition,))


def _parts_fit(code: Expression) -> bool:
    """Whether a comprehension fits on the lines of its parts."""
    assert code.brackets is not None
    return all(fits(part, 2) for part in code.brackets.items)


def _first_short(mlp: Mlp, forms: Iterator[Form]) -> Form | None:
    """The first form that fits on one line, or else the first."""
    first = None
    for form in forms:
        first = first or form
        if fits(f"{mlp.out.name} = {form.code}", 1):
            return form
    return first


def _loop_arguments(reads: tuple[str, ...], scope: Scope, short: bool) -> tuple[str, ...]:
    """Names for the values in a loop over these variables; `short`: so that it fits on a line."""
    names = function_arguments(reads)
    if not short and not set(names) & set(reads):
        return names
    if len(reads) == 1:
        return ("n" if is_numeric(scope.spelling[reads[0]].type) else "value",)
    # An argument of a loop cannot be told from the list it runs over.
    return tuple("abcdefgh"[: len(reads)]) if len(reads) <= 8 else names


def _loop(
    element: Expression, targets: tuple[str, ...], reads: tuple[str, ...], scope: Scope
) -> Expression:
    """The element at each position, over one variable or several at once."""
    together = py.call(scope.builtin("zip"), *map(py.name, reads))
    return py.comprehension(
        "[", element, targets, py.name(reads[0]) if len(reads) == 1 else together, "]"
    )


def _as_line(mlp: Mlp, scope: Scope) -> Iterator[Form]:
    """An MLP as one expression; nothing where it needs branches."""
    reads = different(mlp.reads)
    for short in (False, True):
        names = _loop_arguments(reads, scope, short)
        arguments = dict(zip(reads, names, strict=True))
        code: Expression | None
        match mlp.function:
            case Formula() as formula:
                code = _formula_line(mlp, formula, arguments, scope)
            case Table(cells) if len(mlp.reads) == 1:
                code = _table_line(mlp, cells, Subject(py.name(names[0]), scope.spelling[reads[0]]))
            case Table(cells):
                code = choice_line(_tabled(mlp, cells, arguments, scope))
            case other:
                assert_never(other)
        if code is not None:
            yield Form(_loop(code, names, reads, scope))


def _as_lookup(mlp: Mlp, table: str, scope: Scope) -> Iterator[Form]:
    """A table of one variable as a dict."""
    if not isinstance(mlp.function, Table) or len(mlp.reads) != 1:
        return
    for short in (False, True):
        names = _loop_arguments(mlp.reads, scope, short)
        subject = Subject(py.name(names[0]), scope.spelling[mlp.reads[0]])
        text = Spelling(mlp.out.type).text
        results = _results(mlp.function.cells, subject.spelling)
        lookup = Lookup.of(subject, {value: text(result) for value, result in results.items()})
        asked = lookup.ask(table, subject.argument)
        yield Form(_loop(asked, names, mlp.reads, scope), (lookup.define(table),))


def _as_pairs(mlp: Mlp, table: str, scope: Scope) -> Form | None:
    """A table of several variables as a line: a set of what gives the rarer result, or a dict."""
    reads = different(mlp.reads)
    if not isinstance(mlp.function, Table) or len(reads) < 2:
        return None
    tabled = _tabled(mlp, mlp.function.cells, {read: read for read in reads}, scope)
    text, rest = tabled.out.text, largest(tabled.groups)
    few = {values: result for values, result in tabled.results.items() if result != rest}
    if len(tabled.groups) == 2:
        (some,) = set(few.values())
        items = [tabled.key(values) for values in few]
        element = py.either(text(some), py.seq("key in ", py.name(table)), text(rest))
    else:
        items = [py.seq(tabled.key(values), ": ", text(result)) for values, result in few.items()]
        element = py.call(py.seq(py.name(table), ".get"), Expression("key"), text(rest))
    constant = py.assign(table, py.bracketed("{", items, "}"))
    if not few or not fits(constant.code):
        return None
    return Form(_loop(element, ("key",), reads, scope), (constant,))


def _tabled(mlp: Mlp, cells: tuple[int, ...], arguments: dict[str, str], scope: Scope) -> Tabled:
    """The results of a table by the values of its arguments."""
    subjects = [Subject(py.name(text), scope.spelling[read]) for read, text in arguments.items()]
    domains = [domain(scope.spelling[read].type) for read in mlp.reads]
    place = [list(arguments).index(read) for read in mlp.reads]
    results = {
        values: cells[row_major(domains, [values[at] for at in place])]
        for values in product(*(subject.spelling.values for subject in subjects))
    }
    return Tabled(results, tuple(subjects), Spelling(mlp.out.type))


def _results(cells: tuple[int, ...], read: Spelling) -> dict[int, int]:
    """The results of a table of one variable, by its values."""
    start = domain(read.type).start
    return {value: cells[value - start] for value in read.values}


def _table_line(mlp: Mlp, cells: tuple[int, ...], subject: Subject) -> Expression | None:
    """A choice between two values, if the table is one."""
    results, text = _results(cells, subject.spelling), Spelling(mlp.out.type).text
    branches = grouped(subject, results, {result: text(result) for result in results.values()})
    if not branches.cases:
        return branches.default
    if len(branches.cases) > 1:
        return None
    (case,) = branches.cases
    return py.either(case.outcome, case.test, branches.default)


# --- formulas -------------------------------------------------------------------------------------


def _formula_body(
    mlp: Mlp, formula: Formula, arguments: dict[str, str], scope: Scope
) -> Statements:
    choice = _formula_choice(mlp, formula, arguments, scope)
    line = py.seq(_formula_line(mlp, formula, arguments, scope))
    if choice is None or fits(f"return {line}", 1):
        return (py.returns(line),)
    yes, condition, no = choice
    return py.when(py.seq(condition), py.returns(yes)), py.returns(no)


def _formula_line(
    mlp: Mlp, formula: Formula, arguments: dict[str, str], scope: Scope
) -> Expression:
    """A formula as one expression of its arguments."""
    choice = _formula_choice(mlp, formula, arguments, scope)
    if choice is not None:
        return py.either(*choice)
    given = [py.name(arguments[read]) for read in mlp.reads]
    out = mlp.out.type
    if formula.op in TRUTHS:  # of a value and itself
        no, yes = (py.literal(symbol(out, value)) for value in domain(out))
        return yes if formula.op in ("==", "<=") else no
    if not is_numeric(out):
        return given[0]
    hidden = arguments.values()
    match formula.op:
        case "+" | "-" as op:
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
    return held_within(code, interval(formula, ends), out, scope, *hidden)


def _formula_choice(
    mlp: Mlp, formula: Formula, arguments: dict[str, str], scope: Scope
) -> tuple[Expression, Expression, Expression] | None:
    """For a formula that chooses: one result, the condition for it, the other result."""
    given = [py.name(arguments[read]) for read in mlp.reads]
    operands = [scope.spelling[read].type for read in mlp.reads]
    out, op = mlp.out.type, formula.op
    if op == "keep":
        return given[0], _holds(given[1], operands[1]), py.literal(symbol(out, 0))
    itself = len(given) == 2 and given[0] == given[1] and formula.shift == 0
    if op not in TRUTHS or (itself and op in ("==", "!=", "<", "<=")):
        return None
    no, yes = (py.literal(symbol(out, value)) for value in domain(out))
    match op:
        case "not":
            test = _holds(given[0], operands[0], "==")
        case "and" | "or":
            test = py.joined(f" {op} ", dict.fromkeys(map(_holds, given, operands)))
        case _:
            sides = [scope.ordered(read, py.name(arguments[read]), op) for read in mlp.reads]
            test = py.comparison(sides[0], op, py.plus(sides[1], formula.shift))
    return yes, test, no


def _holds(argument: Expression, type: Type, op: str = "!=") -> Expression:
    first = type.values[0] if isinstance(type, Categorical) else 0
    return py.comparison(argument, op, py.literal(first))


def held_within(
    code: Expression, reached: Bounds, type: Type, scope: Scope, *hidden: str
) -> Expression:
    """A number, held within a type where it can leave it."""
    low, high = bounds(type)
    if low is not None and (reached[0] is None or reached[0] < low):
        code = py.call(scope.builtin("max", *hidden), code, py.literal(low))
    if high is not None and (reached[1] is None or reached[1] > high):
        code = py.call(scope.builtin("min", *hidden), code, py.literal(high))
    return code
