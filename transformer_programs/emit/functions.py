"""MLPs: an expression of what they read where one line says it, else a function."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import product

from ..meaning.interpret import row_major
from ..program.steps import (
    TRUTHS,
    Formula,
    Function,
    Mlp,
    Predicate,
    Rows,
    Table,
)
from ..program.values import Categorical, Type, bounds, domain, is_numeric, symbol
from .cells import Cells, choice_line, shortest_form
from .conditions import Branches, Lookup, Subject, grouped, largest, shifted
from .names import Names, constant_name, function_arguments
from .spelling import Spelling
from .writer import Writer, literal

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


def _is_remembered(rule: Predicate | Function, *arguments: Spelling) -> bool:
    """Whether a function remembers its results: sets of Enum members are slow to build."""
    return isinstance(rule, Rows | Table) and any(spelling.embedding for spelling in arguments)


def remember(w: Writer, rule: Predicate | Function, *arguments: Spelling) -> None:
    if _is_remembered(rule, *arguments):
        w.line("@cache")


def ordered(variable: str, argument: str, op: str, scope: Scope) -> str:
    """What a comparison compares: words by their rank, everything else as it is."""
    type = scope.spelling[variable].type
    if op in ("==", "!=") or is_numeric(type):
        return argument
    return f"{scope.ranks.name(variable, type)}[{argument}]"


# --- MLPs -----------------------------------------------------------------------------------------


def different(reads: Iterable[str]) -> tuple[str, ...]:
    """The variables read, each once."""
    return tuple(dict.fromkeys(reads))


def print_mlp(mlp: Mlp, name: str, scope: Scope) -> Writer:
    w = Writer()
    reads = different(mlp.reads)
    arguments = dict(zip(reads, function_arguments(reads), strict=True))
    remember(w, mlp.function, *(scope.spelling[name] for name in reads))
    w.define(name, tuple(arguments.values()))
    with w.indented():
        match mlp.function:
            case Table(cells):
                w.include(shortest_form(_cells(mlp, cells, arguments, scope)))
            case Formula():
                _write_formula(w, mlp, mlp.function, arguments, scope)
    return w


def _cells(mlp: Mlp, cells: tuple[int, ...], arguments: dict[str, str], scope: Scope) -> Cells:
    """The results of a table by the values of its arguments."""
    subjects = [Subject(text, scope.spelling[name]) for name, text in arguments.items()]
    domains = [domain(scope.spelling[name].type) for name in mlp.reads]
    place = [list(arguments).index(name) for name in mlp.reads]
    results = {
        values: cells[row_major(domains, [values[at] for at in place])]
        for values in product(*(subject.spelling.values for subject in subjects))
    }
    return Cells(results, tuple(subjects), Spelling(mlp.out.type))


def loop_arguments(reads: tuple[str, ...], scope: Scope, short: bool) -> tuple[str, ...]:
    """Names for the values in a loop over these variables; `short`: so that it fits on a line."""
    names = function_arguments(reads)
    if not short and not set(names) & set(reads):
        return names
    if len(reads) == 1:
        return ("n" if is_numeric(scope.spelling[reads[0]].type) else "value",)
    # An argument of a loop cannot be told from the list it runs over.
    return tuple("abcdefgh"[: len(reads)]) if len(reads) <= 8 else names


def mlp_line(mlp: Mlp, scope: Scope, short: bool = False) -> tuple[str, str] | None:
    """An MLP as an expression and the loop it stands in, or None where it needs branches."""
    reads = different(mlp.reads)
    names = loop_arguments(reads, scope, short)
    arguments = dict(zip(reads, names, strict=True))
    text: str | None
    match mlp.function:
        case Formula() as formula:
            text = _formula_line(mlp, formula, arguments, scope)
        case Table(cells) if len(reads) == 1 and len(mlp.reads) == 1:
            text = _table_line(mlp, cells, Subject(names[0], scope.spelling[reads[0]]))
        case Table(cells):
            # Sets of Enum members are slow to build: a function remembers its results.
            remembered = any(scope.spelling[name].embedding for name in reads)
            text = None if remembered else choice_line(_cells(mlp, cells, arguments, scope))
    if text is None:
        return None
    if len(reads) == 1:
        return text, f"for {names[0]} in {reads[0]}"
    zipped = scope.names.builtin("zip", scope.spelling)
    return text, f"for {', '.join(names)} in {zipped}({', '.join(reads)})"


def mlp_lookup(mlp: Mlp, scope: Scope, short: bool = False) -> tuple[str, Lookup] | None:
    """A table of one variable as a dict, and the name of a value in it."""
    if not isinstance(mlp.function, Table) or len(mlp.reads) != 1:
        return None
    (argument,) = loop_arguments(mlp.reads, scope, short)
    subject = Subject(argument, scope.spelling[mlp.reads[0]])
    start = domain(subject.spelling.type).start
    out = Spelling(mlp.out.type)
    cells = mlp.function.cells
    results = {value: out.text(cells[value - start]) for value in subject.spelling.values}
    return argument, Lookup.of(subject, results)


def mlp_pairs(mlp: Mlp, table: str, scope: Scope) -> tuple[tuple[str, str], Writer] | None:
    """A table of several variables as a line: a set of what gives the rarer result, or a dict."""
    reads = different(mlp.reads)
    if not isinstance(mlp.function, Table) or len(reads) < 2:
        return None
    if any(scope.spelling[name].embedding for name in reads):
        return None  # they would be looked up by their members, one after the other
    cells = _cells(mlp, mlp.function.cells, {name: name for name in reads}, scope)
    groups, out = cells.groups, cells.out
    rest = largest(groups)
    few = {cells.key(values): result for values, result in cells.results.items() if result != rest}
    constant = Writer()
    if len(groups) == 2:
        (some,) = (result for result in groups if result != rest)
        constant.line(f"{table} = {{{', '.join(few)}}}")
        element = f"{out.text(some)} if key in {table} else {out.text(rest)}"
    else:
        pairs = [f"{key}: {out.text(result)}" for key, result in few.items()]
        constant.line(f"{table} = {{{', '.join(pairs)}}}")
        element = f"{table}.get(key, {out.text(rest)})"
    if not few or not all(map(constant.fits, constant.lines)):
        return None
    zipped = scope.names.builtin("zip", scope.spelling)
    return (element, f"for key in {zipped}({', '.join(reads)})"), constant


def _table_line(mlp: Mlp, cells: tuple[int, ...], subject: Subject) -> str | None:
    """A choice between two values, if the table is one."""
    branches = _table_branches(mlp, cells, subject)
    if len(branches.cases) > 1 or subject.spelling.embedding is not None:
        return None
    if not branches.cases:
        return str(branches.default)
    (case,) = branches.cases
    return f"{case.outcome} if {case.test} else {branches.default}"


def _table_branches(mlp: Mlp, cells: tuple[int, ...], subject: Subject) -> Branches:
    start = domain(subject.spelling.type).start
    results = {value: cells[value - start] for value in subject.spelling.values}
    out = Spelling(mlp.out.type)
    return grouped(subject, results, {result: out.text(result) for result in results.values()})


def _write_formula(
    w: Writer, mlp: Mlp, formula: Formula, arguments: dict[str, str], scope: Scope
) -> None:
    choice = _formula_choice(mlp, formula, arguments, scope)
    line = f"return {_formula_line(mlp, formula, arguments, scope)}"
    if choice is None or w.fits(line):
        w.line(line)
        return
    yes, condition, no = choice
    with w.block(f"if {condition}:"):
        w.line(f"return {yes}")
    w.line(f"return {no}")


def _formula_line(mlp: Mlp, formula: Formula, arguments: dict[str, str], scope: Scope) -> str:
    """A formula as one expression of its arguments."""
    choice = _formula_choice(mlp, formula, arguments, scope)
    if choice is not None:
        yes, condition, no = choice
        return f"{yes} if {condition} else {no}"
    given = [arguments[name] for name in mlp.reads]
    out = mlp.out.type
    if formula.op in TRUTHS:  # of a value and itself
        no, yes = (literal(symbol(out, value)) for value in domain(out))
        return yes if formula.op in ("==", "<=") else no
    if not is_numeric(out):
        return given[0]
    operands = [scope.spelling[name].type for name in mlp.reads]
    hidden = {*given, *scope.spelling}
    text, reached = _arithmetic(formula, given, operands, scope.names, hidden)
    return held_within(text, reached, bounds(out), scope.names, hidden)


def _formula_choice(
    mlp: Mlp, formula: Formula, arguments: dict[str, str], scope: Scope
) -> tuple[str, str, str] | None:
    """For a formula that chooses: one result, the condition for it, the other result."""
    given = [arguments[name] for name in mlp.reads]
    operands = [scope.spelling[name].type for name in mlp.reads]
    out = mlp.out.type
    if formula.op == "keep":
        return given[0], _holds(given[1], operands[1]), literal(symbol(out, 0))
    itself = len(given) == 2 and given[0] == given[1] and formula.shift == 0
    if formula.op not in TRUTHS or (itself and formula.op in ("==", "!=", "<", "<=")):
        return None
    sides = [ordered(name, arguments[name], formula.op, scope) for name in mlp.reads]
    no, yes = (literal(symbol(out, value)) for value in domain(out))
    return yes, _truth(formula, given, sides, operands), no


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
            return f"{ordered[0]} {op} {ordered[1]}{shifted(formula.shift)}"


def _arithmetic(
    formula: Formula,
    given: list[str],
    operands: list[Type],
    names: Names,
    hidden: Iterable[str],
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
            text = f"{names.builtin(op, hidden)}({', '.join(given)})"
            # The smaller of two is as small as either; the larger is as large as either.
            reach = (_either(low, op, op == "max"), _either(high, op, op == "min"))
        case _:
            text, reach = given[0], (low[0], high[0])
    return text + shifted(shift), (_plus(reach[0], shift), _plus(reach[1], shift))


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
