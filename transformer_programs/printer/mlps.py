"""MLPs: an expression of what they read where one line says it, else a dict or a function."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import product

from ..program.steps import DIVISIONS, TRUTHS, Formula, Mlp, Table
from ..program.values import Categorical, Type, domain, is_numeric, symbol
from .code import (
    Code,
    Form,
    Lookup,
    call,
    constant,
    either,
    fits,
    function,
    is_binary,
    is_in,
    largest,
    literal,
    plus,
    spelled,
    tuple_of,
)
from .scope import At, Scope, clipped

Values = tuple[int, ...]  # of the arguments of a table
Results = dict[Values, int]  # of a table
Decision = tuple[dict[str, list[int]], int]  # values of some variables, and the result they lead to

MAX_CHOICES = 3  # results that one line can choose between
MAX_PAIRS = 16  # values of several variables, and their results, on one line


def mlp_form(mlp: Mlp, scope: Scope) -> Form:
    """The shortest form of an MLP, as its variable is computed."""
    formula = mlp.function
    if isinstance(formula, Formula):
        return Form(scope.each(lambda at: _formula(mlp, formula, at, scope)))
    table = Tabled.of(mlp, scope)
    forms = [*table.lines(scope), *table.dicts(scope, scope.table(mlp))]
    forms.append(mlp_function(mlp, scope, table))

    return min(forms, key=lambda form: form.lines(mlp.out.name))


def mlp_function(mlp: Mlp, scope: Scope, table: Tabled | None = None) -> Form:
    """An MLP as a call of a function at each position."""
    arguments, called = scope.reads(mlp), scope.function(mlp)
    if isinstance(mlp.function, Formula):
        body = [f"return {_formula(mlp, mlp.function, arguments.__getitem__, scope)}"]
    else:
        table = table or Tabled.of(mlp, scope)
        body = [*table.body(list(arguments.values()), table.results)]
    defined = function(called, arguments.values(), body)
    return Form(f"list({call('map', called, *arguments)})", defined)


# --- tables ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Tabled:
    """The results of a table for all values of the variables that it reads."""

    results: Results
    reads: dict[str, Type]
    out: Type

    @staticmethod
    def of(mlp: Mlp, scope: Scope) -> Tabled:
        assert isinstance(mlp.function, Table)
        reads = {name: scope.types[name] for name in mlp.reads}
        cells = zip(
            product(*(domain(reads[n]) for n in mlp.reads)), mlp.function.cells, strict=True
        )
        results = dict(cells)
        if len(reads) < len(mlp.reads):  # a variable that is read twice has one value
            named = ((dict(zip(mlp.reads, values, strict=True)), values) for values in results)
            same = {
                tuple(one.values()): v for one, v in named if v == tuple(map(one.get, mlp.reads))
            }
            results = {values: results[cell] for values, cell in same.items()}
        return Tabled(results, reads, mlp.out.type)

    @cached_property
    def types(self) -> list[Type]:
        return list(self.reads.values())

    @cached_property
    def groups(self) -> dict[int, list[Values]]:
        """For each result, the values that lead to it."""
        return _grouped(self.results)

    def text(self, result: int) -> Code:
        return spelled(self.out, result)

    # --- decisions --------------------------------------------------------------------------------

    @cached_property
    def boxes(self) -> tuple[list[Decision], Results]:
        """Results with a simple test among what those before left, and what is left in the end."""
        found, left = list[Decision](), self.results
        while len(groups := _grouped(left)) > 1:
            sides = {result: self.box(group, left) for result, group in groups.items()}
            tests = {result: self.test(str, box) for result, box in sides.items() if box}
            if not tests:
                break
            result = min(tests, key=lambda one: len(tests[one]))
            found.append((sides[result] or {}, result))
            left = {values: other for values, other in left.items() if other != result}
        return found, left

    def test(self, at: At, sides: dict[str, list[int]]) -> Code:
        return " and ".join(is_in(at(name), self.reads[name], of) for name, of in sides.items())

    def decisions(self) -> Iterator[Decision]:
        """Cases, each for what those before it left: the last one is for all others."""
        found, left = self.boxes
        yield from found
        yield from self._leaves(left)

    def _leaves(self, results: Results, at: int = 0) -> Iterator[Decision]:
        if len({*results.values()}) == 1:
            yield {}, next(iter(results.values()))
            return
        branches, name = _branches(results, at), list(self.reads)[at]
        for values, rest in branches:
            for sides, result in self._leaves(rest, at + 1):
                yield ({name: values} if rest is not branches[-1][1] else {}) | sides, result

    # --- one line ---------------------------------------------------------------------------------

    def lines(self, scope: Scope) -> Iterator[Form]:
        """A choice between a few results whose conditions a line can hold."""
        if len(self.groups) > MAX_CHOICES:
            return
        found, left = self.boxes
        if len(_grouped(left)) > 1:
            return

        def choice(at: At) -> Code:
            line = self.text(next(iter(left.values())))
            for sides, result in reversed(found):
                line = self._either(result, self.test(at, sides), line)
            return line

        yield Form(scope.each(choice))

    def _either(self, yes: int, test: Code, no: Code) -> Code:
        """One result where a test holds, else the other."""
        if is_binary(self.out):
            return f"int({test})" if symbol(self.out, yes) == 1 else f"int(not ({test}))"
        return either(self.text(yes), test, no)

    def box(self, group: list[Values], left: Results) -> dict[str, list[int]] | None:
        """The values of single variables that hold for exactly these of the results left."""
        sides = [set(column) for column in zip(*group, strict=True)]
        every = [set(column) for column in zip(*left, strict=True)]
        needed = [axis for axis, side in enumerate(sides) if side < every[axis]]

        inside = sum(all(values[axis] in sides[axis] for axis in needed) for values in left)
        if inside != len(group):
            return None
        names = list(self.reads)
        return {names[axis]: sorted(sides[axis]) for axis in needed}

    # --- a dict -----------------------------------------------------------------------------------

    def dicts(self, scope: Scope, called: str) -> Iterator[Form]:
        """A dict; of several variables where it fits on a line."""
        several, rest = len(self.reads) > 1, largest(self.groups)
        few = {values: v for values, v in self.results.items() if not several or v != rest}
        if several and len(few) > MAX_PAIRS:
            return
        keys = {_key(map(spelled, self.types, values)): v for values, v in few.items()}
        lookup = Lookup.of(
            {k: self.text(v) for k, v in keys.items()}, self.text(rest) if several else None
        )
        two = several and len(self.groups) == 2  # what gives the rarer result is a set

        def ask(at: At) -> Code:
            key = _key(map(at, self.reads))
            if two:
                return self._either(next(iter(few.values())), f"{key} in {called}", self.text(rest))
            return lookup.ask(called, key)

        definition = constant(called, list(keys)) if two else lookup.define(called)
        if not several or fits(definition):
            yield Form(scope.each(ask), definition)

    # --- a function -------------------------------------------------------------------------------

    def body(self, arguments: list[Code], results: Results, at: int = 0) -> Iterator[Code]:
        """One argument after the other: its values that lead to the same rest share a branch."""
        if at == len(arguments):
            yield f"return {self.text(next(iter(results.values())))}"
            return
        branches, argument, type = _branches(results, at), arguments[at], self.types[at]
        if at == len(arguments) - 1 and len(branches) > 1:
            line = self._last(argument, type, {next(iter(r.values())): of for of, r in branches})
            if fits(f"return {line}", at + 1):
                yield f"return {line}"
                return
        for values, rest in branches[:-1]:
            inner = "\n".join(self.body(arguments, rest, at + 1)).replace("\n", "\n    ")
            yield f"if {is_in(argument, type, values)}:\n    {inner}"
        yield from self.body(arguments, branches[-1][1], at + 1)

    def _last(self, argument: Code, type: Type, groups: dict[int, list[int]]) -> Code:
        """A choice or a dict for the values of the last argument that lead to each result."""
        rest = largest(groups)
        if len(groups) == 2:
            (some,) = (result for result in groups if result != rest)
            return self._either(some, is_in(argument, type, groups[some]), self.text(rest))
        given = {value: result for result, values in groups.items() for value in values}
        lookup = Lookup.of({spelled(type, v): self.text(given[v]) for v in sorted(given)})
        return lookup.ask(lookup.display, argument)


def _branches(results: Results, at: int) -> list[tuple[list[int], Results]]:
    """The values of one variable that lead to the same rest, and that rest; the commonest last."""
    rests: dict[int, Results] = {}
    for values, result in results.items():
        rests.setdefault(values[at], {})[(*values[:at], 0, *values[at + 1 :])] = result
    groups: dict[Values, list[int]] = {}
    for value, rest in rests.items():
        groups.setdefault(tuple(rest.values()), []).append(value)
    last = largest(groups)
    return [(of, rests[of[0]]) for key, of in groups.items() if key != last] + [
        (groups[last], rests[groups[last][0]])
    ]


def _grouped(results: Results) -> dict[int, list[Values]]:
    groups: dict[int, list[Values]] = {}
    for values, result in results.items():
        groups.setdefault(result, []).append(values)
    return groups


def _key(parts: Iterable[Code]) -> Code:
    """The key of a dict: a value, or a tuple of several."""
    first, *others = parts
    return tuple_of([first, *others]) if others else first


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
    return clipped(code, scope.ends(mlp))


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
