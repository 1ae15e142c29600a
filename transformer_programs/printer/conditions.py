"""Conditions on one value in their shortest words, and the predicates that are made of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple, TypeVar, assert_never

from ..program.steps import Compare, Head, Is, Rows
from ..program.values import Type, domain, size, symbol
from .code import Code, constant, either, equal_to, function, literal, one_of, plus
from .scope import Scope, is_binary

DEFAULT_SHARE = 1 / 3  # a result this common becomes the dict's default
MAX_VALUES = 1000  # of a variable whose ranges and complements are looked for

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class Form(NamedTuple):
    """An expression, and the function or constant that has to be defined for it."""

    code: Code
    definition: Code = ""


def spelled(type: Type, value: int) -> Code:
    """A value as it is written."""
    return literal(symbol(type, value))


def is_in(argument: Code, type: Type, values: Iterable[int]) -> Code:
    """The shortest test that holds for these values and for no others of the type.

    >>> from transformer_programs.program.values import Number
    >>> is_in("n", Number(0, 9), [7, 8, 9]), is_in("n", Number(0, 1), [0])
    ('n >= 7', 'not n')
    """
    listed, count = list(values), size(type)
    if len(listed) in (0, count):
        return "True" if listed else "False"
    if is_binary(type):
        return argument if symbol(type, listed[0]) == 1 else f"not {argument}"
    written = [spelled(type, value) for value in listed]
    if count is None or count > MAX_VALUES:
        return one_of(argument, written)
    forms = [one_of(argument, written), *_as_range(argument, type, listed)]
    if 2 * len(listed) > count:
        others = [spelled(type, value) for value in _others(type, listed)]
        forms.append(one_of(argument, others, negated=True))
    # The first of the shortest: a list of what holds reads better than one of what does not.
    return min(forms, key=len)


def _others(type: Type, values: Collection[int]) -> list[int]:
    left = set(values)
    return [value for value in domain(type) if value not in left]


def _as_range(argument: Code, type: Type, values: list[int]) -> Iterator[Code]:
    """Whole numbers without a gap: `2 <= position <= 6`."""
    every = {value: symbol(type, value) for value in domain(type)}
    if len(values) < 2 or not all(isinstance(named, int) for named in every.values()):
        return
    numbers = sorted(int(named) for named in every.values())
    wanted = sorted(int(every[value]) for value in values)
    low, high = wanted[0], wanted[-1]
    if [number for number in numbers if low <= number <= high] != wanted:
        return
    if low == numbers[0]:
        yield f"{argument} <= {high}"
    elif high == numbers[-1]:
        yield f"{argument} >= {low}"
    else:
        yield f"{low} <= {argument} <= {high}"


def largest(groups: Mapping[K, list[V]]) -> K:
    """The key of the longest list, the last of equals."""
    most = max(map(len, groups.values()))
    return next(key for key in reversed(list(groups)) if len(groups[key]) == most)


# --- a dict from values to results ----------------------------------------------------------------


class Lookup(NamedTuple):
    """A dict, and how it is asked; `default` is None where every value is listed."""

    pairs: tuple[Code, ...]
    default: Code | None

    @staticmethod
    def of(type: Type, results: Mapping[int, Code], default: Code | None = None) -> Lookup:
        """All values listed but those that have the default: if none is given, a common one."""
        (common, count), *_ = Counter(results.values()).most_common(1)
        if default is None and count > 1 and count >= DEFAULT_SHARE * len(results):
            default = common
        given = {value: result for value, result in results.items() if result != default}
        return Lookup(tuple(f"{spelled(type, v)}: {one}" for v, one in given.items()), default)

    def ask(self, table: Code, argument: Code) -> Code:
        if self.default is None:
            return f"{table}[{argument}]"
        return f"{table}.get({argument}{'' if self.default == 'None' else f', {self.default}'})"

    def define(self, called: str) -> Code:
        return constant(called, self.pairs)

    @property
    def display(self) -> Code:
        return f"{{{', '.join(self.pairs)}}}"


# --- predicates -----------------------------------------------------------------------------------

Match = Callable[[Code, Code], Form]  # the test of a query and a key


@dataclass(frozen=True, slots=True)
class Predicate:
    """The forms that the predicate of a head can take, as an expression of a query and a key."""

    head: Head
    scope: Scope
    same: Head  # the first head that has this predicate: it gives its name to what is defined

    @property
    def forms(self) -> list[Match]:
        """A comparison has one form; rows may be a call, a lookup, or a line."""
        if not isinstance(self.head.predicate, Rows):
            return [lambda q, k: Form(self._line(q, k))]
        forms: list[Match] = [self.called]
        if max(map(len, self.head.predicate.accepts), default=0) <= 1:
            forms.append(self._lookup)
        if len(set(self.head.predicate.accepts)) <= 2:
            forms.append(lambda q, k: Form(self._line(q, k)))
        return forms

    def called(self, q: Code, k: Code) -> Form:
        """A call of a function, with a branch for each group of queries with the same keys."""
        head = self.head
        named, arguments = self.scope.function(self.same), self.scope.arguments(head)
        *cases, (_, default) = self._cases(*arguments)
        body = [f"if {test}:\n    return {outcome}" for test, outcome in cases]
        if cases and {cases[-1][1], default} == {"True", "False"}:
            test = cases[-1][0] if default == "False" else self._otherwise(arguments[0])
            body[-1:], default = [], test
        defined = function(named, arguments, [*body, f"return {default}"])
        return Form(f"{named}({q}, {k})", defined)

    def _lookup(self, q: Code, k: Code) -> Form:
        """`k == table[q]`, where no query has more than one key."""
        head, types = self.head, self.scope.types
        assert isinstance(head.predicate, Rows)
        none = "None"
        rows = zip(domain(types[head.query]), head.predicate.accepts, strict=True)
        keys = {q: spelled(types[head.key], row[0]) if row else none for q, row in rows}
        lookup = Lookup.of(types[head.query], keys, none if none in keys.values() else None)
        table = self.scope.table(self.same)
        return Form(f"{k} == {lookup.ask(table, q)}", lookup.define(table))

    def _line(self, q: Code, k: Code) -> Code:
        head = self.head
        match head.predicate:
            case Compare(op, shift):
                ordered = self.scope.ordered
                return f"{ordered(head.key, k, op)} {op} {plus(ordered(head.query, q, op), shift)}"
            case Is(value):
                return f"{k} == {spelled(self.scope.types[head.key], value)}"
            case Rows():
                cases = self._cases(q, k)
            case other:
                assert_never(other)
        if len(cases) == 1:
            return cases[0][1]
        (test, some), (_, rest) = cases
        otherwise = self._otherwise(q)
        match some, rest:
            case "True", "False":
                return test
            case "False", "True":
                return otherwise
            case "False", _:
                return f"{otherwise} and {rest}"
            case "True", _:
                return f"{test} or {rest}"
            case _, "False":
                return f"{test} and {some}"
            case _, "True":
                return f"{otherwise} or {some}"
        sides = equal_to(some, k), equal_to(rest, k)
        if sides[0] is not None and sides[1] is not None:
            return f"{k} == ({either(sides[0], test, sides[1])})"
        return either(some, test, rest)

    def _groups(self) -> dict[tuple[int, ...], list[int]]:
        """The queries that accept each row of keys, the row with most queries last."""
        assert isinstance(self.head.predicate, Rows)
        groups: dict[tuple[int, ...], list[int]] = {}
        queries = domain(self.scope.types[self.head.query])
        for query, row in zip(queries, self.head.predicate.accepts, strict=True):
            groups.setdefault(row, []).append(query)
        rest = largest(groups)
        return {row: groups[row] for row in [*(row for row in groups if row != rest), rest]}

    def _cases(self, q: Code, k: Code) -> list[tuple[Code, Code]]:
        """The test of each group of queries, the last of which needs none, and of their keys."""
        query, key = (self.scope.types[name] for name in (self.head.query, self.head.key))
        groups = self._groups().items()
        return [(is_in(q, query, queries), is_in(k, key, row)) for row, queries in groups]

    def _otherwise(self, q: Code) -> Code:
        """The test of the queries that have the last row."""
        return is_in(q, self.scope.types[self.head.query], [*self._groups().values()][-1])
