"""What a table gives, as the body of a function: the shortest of the forms it can take."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import permutations
from math import prod

import numpy as np

from ..program.values import bounds, is_numeric, ordinal
from ..simplify.closed_forms import comparisons_of
from . import tree as py
from .conditions import Lookup, Subject, largest, shortest
from .layout import fits
from .spelling import Spelling
from .tree import TRUE, Expression, Simple, Statements

MOST_ORDERED = 3  # arguments of a table whose every order is tried
MOST_EXCEPTIONS = 6  # results that a formula may not give
EXCEPTIONAL = 4  # of so many results, one

Values = tuple[int, ...]  # of the arguments of a table
Results = dict[Values, int]  # of a table


@dataclass(frozen=True, slots=True)
class Tabled:
    """What a table gives for all values of its arguments."""

    results: Results
    subjects: tuple[Subject, ...]
    out: Spelling

    @property
    def groups(self) -> dict[int, list[Values]]:
        """For each result, the values that lead to it."""
        groups: dict[int, list[Values]] = {}
        for values, result in self.results.items():
            groups.setdefault(result, []).append(values)
        return groups

    @property
    def arguments(self) -> list[Expression]:
        return [subject.argument for subject in self.subjects]

    def key(self, values: Values) -> Expression:
        """Some values of the arguments, as a tuple."""
        pairs = zip(self.subjects, values, strict=True)
        return py.bracketed("(", [subject.spelling.text(value) for subject, value in pairs], ")")

    def gives(self, result: int) -> Simple:
        return py.returns(self.out.text(result))

    def free(self, wanted: str) -> str:
        """A name that no argument has."""
        return wanted if py.name(wanted) not in self.arguments else f"{wanted}_"


def shortest_body(table: Tabled) -> Statements:
    """The body of the function that gives these results."""
    return shortest(_bodies(table))


def _bodies(table: Tabled) -> Iterator[Statements]:
    natural = tuple(range(len(table.subjects)))
    orders = permutations(natural) if len(natural) <= MOST_ORDERED else [natural]
    for order in orders:
        yield tuple(_nested(table.results, table, order, depth=1))
    if len(natural) > 1:
        yield _by_result(table)
        yield from _by_condition(table)
        yield from _by_one_number(table)
    yield from _formula_but_for(table)


# --- results with a condition of their own --------------------------------------------------------


def choice_line(table: Tabled) -> Expression | None:
    """A choice between two results, one of which has a condition that a line can hold."""
    groups, text = table.groups, table.out.text
    if len(groups) != 2:
        return None
    lines = []
    for result, other in permutations(groups):
        test = _condition(table, groups[result])
        if test is not None:
            lines.append(py.either(text(result), test, text(other)))
    return min(lines, key=lambda line: len(line.text)) if lines else None


def _by_condition(table: Tabled) -> Iterator[Statements]:
    """A branch for each result, with a condition of its own; the commonest is left over."""
    line = choice_line(table)
    if line is not None and fits(f"return {line}", 1):
        yield (py.returns(line),)
    groups = table.groups
    rest = largest(groups)
    body = []
    for result, values in groups.items():
        if result != rest:
            test = _condition(table, values)
            if test is None or not fits(f"if {test}:", 1):
                return
            body.append(py.when(test, table.gives(result)))
    yield (*body, table.gives(rest))


def _condition(table: Tabled, group: list[Values]) -> Expression | None:
    """The test that holds for exactly these values, where it can be said in a few words."""
    return _box(table, group) or _comparison(table, group)


def _comparison(table: Tabled, group: list[Values]) -> Expression | None:
    """Two arguments that are equal, or one of which is smaller, for exactly these values."""
    if len(table.subjects) != 2:
        return None
    (a, first), (b, second) = ((s.argument, s.spelling) for s in table.subjects)
    numbers = is_numeric(first.type) and is_numeric(second.type)
    if not (numbers or first.type == second.type):
        return None
    within = set(group)
    apart = {
        values: ordinal(first.type, values[0]) - ordinal(second.type, values[1])
        for values in table.results
    }
    yes = np.array([distance for values, distance in apart.items() if values in within])
    no = np.array([distance for values, distance in apart.items() if values not in within])
    for op, shift in comparisons_of(yes, no):
        if numbers or (shift == 0 and op in ("==", "!=")):
            return py.comparison(a, op, py.plus(b, shift))
    return None


def _box(table: Tabled, group: list[Values]) -> Expression | None:
    """The conditions on single arguments that hold for exactly these values, if there are any."""
    sides = [sorted(set(column)) for column in zip(*group, strict=True)]
    if prod(map(len, sides)) != len(group):
        return None
    tests = [
        subject.is_in(side)
        for subject, side in zip(table.subjects, sides, strict=True)
        if len(side) < len(subject.spelling.values)
    ]
    return py.joined(" and ", tests) if tests else TRUE


# --- results that follow from one number ----------------------------------------------------------

Arithmetic = tuple[Callable[..., Expression], Callable[..., int]]  # as it is written, as it is
ITSELF: list[Arithmetic] = [(lambda a: a, lambda a: a)]
NUMBERS: list[Arithmetic] = [
    (lambda a, b: py.seq(a, " + ", b), lambda a, b: a + b),
    (lambda a, b: py.seq(a, " - ", b), lambda a, b: a - b),
    (lambda a, b: py.call("min", a, b), min),
    (lambda a, b: py.call("max", a, b), max),
]


def _is_counted(table: Tabled) -> bool:
    """Whether all arguments are numbers, and none of them hides a builtin that is needed."""
    hidden = {"min", "max"} & {argument.text for argument in table.arguments}
    return not hidden and all(is_numeric(subject.spelling.type) for subject in table.subjects)


def _by_one_number(table: Tabled) -> Iterator[Statements]:
    """Results that follow from the sum of two numbers, or from another number made of them."""
    if len(table.subjects) != 2 or not _is_counted(table):
        return
    first, second = (subject.spelling.type for subject in table.subjects)
    for write, number in NUMBERS:
        found: dict[int, set[int]] = {}
        for (a, b), result in table.results.items():
            found.setdefault(number(ordinal(first, a), ordinal(second, b)), set()).add(result)
        if all(len(results) == 1 for results in found.values()) and len(table.groups) > 1:
            by_number = {made: results.pop() for made, results in sorted(found.items())}
            made = table.free("number")
            yield (py.assign(made, write(*table.arguments)), *_ranges(made, by_number, table))


def _ranges(number: str, results: Mapping[int, int], table: Tabled) -> Statements:
    """Branches on a number, from the smallest up: one for each run of the same result."""
    ends = [end for end in results if results.get(end + 1) != results[end]]
    tests = [
        py.when(py.comparison(py.name(number), "<=", py.literal(end)), table.gives(results[end]))
        for end in ends[:-1]
    ]
    return (*tests, table.gives(results[ends[-1]]))


def _formula_but_for(table: Tabled) -> Iterator[Statements]:
    """Arithmetic that gives most results; the few that it does not give stay as branches."""
    if len(table.subjects) > 2 or not _is_counted(table) or not is_numeric(table.out.type):
        return
    types = [subject.spelling.type for subject in table.subjects]
    low, high = bounds(table.out.type)
    wanted = {values: ordinal(table.out.type, result) for values, result in table.results.items()}
    for write, number in NUMBERS if len(types) == 2 else ITSELF:
        made = {values: number(*map(ordinal, types, values)) for values in wanted}
        (shift, _), *_ = Counter(wanted[values] - made[values] for values in wanted).most_common(1)
        held = {values: _held(by_itself + shift, low, high) for values, by_itself in made.items()}
        wrong = [values for values in wanted if wanted[values] != held[values]]
        if len(wrong) > MOST_EXCEPTIONS or EXCEPTIONAL * len(wrong) > len(wanted):
            continue
        formula = py.plus(write(*table.arguments), shift)
        if low is not None and min(made.values()) + shift < low:
            formula = py.call("max", formula, py.literal(low))
        if high is not None and max(made.values()) + shift > high:
            formula = py.call("min", formula, py.literal(high))
        yield (*_exceptions(table, wrong), py.returns(py.seq(formula)))


def _held(number: int, low: int | None, high: int | None) -> int:
    number = number if low is None else max(number, low)
    return number if high is None else min(number, high)


def _exceptions(table: Tabled, wrong: list[Values]) -> Iterator[Simple]:
    groups: dict[int, list[Values]] = {}
    for values in wrong:
        groups.setdefault(table.results[values], []).append(values)
    for result, group in groups.items():
        keys = list(map(table.key, group))
        test = _box(table, group) or py.one_of(py.bracketed("(", table.arguments, ")"), keys)
        yield py.when(py.seq(test), table.gives(result))


# --- results one by one, and arguments one after the other ----------------------------------------


def _by_result(table: Tabled) -> Statements:
    """Keys that give the same value share a branch; the commonest value is what is left over."""
    groups = table.groups
    rest = largest(groups)
    if len(groups) == 1:
        return (table.gives(rest),)
    key = table.free("key")
    tests = [
        py.when(py.one_of(py.name(key), list(map(table.key, values))), table.gives(result))
        for result, values in groups.items()
        if result != rest
    ]
    return (py.assign(key, py.bracketed("(", table.arguments, ")")), *tests, table.gives(rest))


def _nested(
    results: Results, table: Tabled, order: tuple[int, ...], depth: int
) -> Iterator[Simple]:
    """One argument after the other: its values that lead to the same rest share a branch."""
    if not order:
        yield table.gives(next(iter(results.values())))
        return
    at, later = order[0], order[1:]
    subject, text = table.subjects[at], table.out.text
    rests: dict[int, Results] = {}
    for values, result in results.items():
        others = (*values[:at], 0, *values[at + 1 :])
        rests.setdefault(values[at], {})[others] = result
    groups: dict[Values, list[int]] = {}
    for value, rest in rests.items():
        groups.setdefault(tuple(rest.values()), []).append(value)
    left_over = largest(groups)
    if not later and len(groups) > 1:
        if len(groups) == 2:
            (some,) = (outcome for outcome in groups if outcome != left_over)
            line = py.either(text(some[0]), subject.is_in(groups[some]), text(left_over[0]))
        else:
            given = {value: text(next(iter(rest.values()))) for value, rest in rests.items()}
            lookup = Lookup.of(subject, given)
            line = lookup.ask(lookup.display, subject.argument)
        if fits(f"return {line}", depth):
            yield py.returns(py.seq(line))
            return
    for outcome, values_of in groups.items():
        if outcome != left_over:
            inner = _nested(rests[values_of[0]], table, later, depth + 1)
            yield py.when(subject.is_in(values_of), *inner)
    yield from _nested(rests[groups[left_over][0]], table, later, depth)
