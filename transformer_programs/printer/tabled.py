"""What a table gives, as the body of a function: the shortest of the forms it can take."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import permutations

import numpy as np

from ..analysis.comparisons import comparisons_of
from ..program.values import is_numeric, ordinal
from . import tree as py
from .conditions import Lookup, Subject, largest, shortest
from .names import Spelling
from .tree import TRUE, Expression, Simple, Statements, fits

MOST_ORDERED = 3  # arguments of a table whose every order is tried

Values = tuple[int, ...]  # of the arguments of a table, or their places
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
        return grouped_by_result(self.results)

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


def grouped_by_result(results: Results) -> dict[int, list[Values]]:
    groups: dict[int, list[Values]] = {}
    for values, result in results.items():
        groups.setdefault(result, []).append(values)
    return groups


def shortest_body(table: Tabled) -> Statements:
    """The body of the function that gives these results."""
    natural = tuple(range(len(table.subjects)))
    orders = permutations(natural) if len(natural) <= MOST_ORDERED else [natural]
    bodies: list[Statements] = [tuple(_nested(table.results, table, o, depth=1)) for o in orders]
    if len(natural) > 1:
        bodies.append(_by_result(table))
    return shortest(bodies)


# --- results with a condition of their own --------------------------------------------------------


def choice_line(table: Tabled) -> Expression | None:
    """A choice between two or three results whose conditions a line can hold."""
    return _choice(table, table.results) if len(table.groups) in (2, 3) else None


def _choice(table: Tabled, left: Results) -> Expression | None:
    """The choice between the results that are left, the one with the shortest test first."""
    groups, text = grouped_by_result(left), table.out.text
    if len(groups) == 1:
        return text(*groups)
    tests = {result: _condition(table, group, left) for result, group in groups.items()}
    found = {result: test for result, test in tests.items() if test is not None}
    if table.out.is_truth:
        no = None if found.get(0) is None else py.seq("not (", found[0], ")")
        return found.get(1, no)
    for result in sorted(found, key=lambda result: _reading(found[result].text)):
        rest = {values: other for values, other in left.items() if other != result}
        otherwise = _choice(table, rest)
        if otherwise is not None:
            return py.either(text(result), found[result], otherwise)
    return None


def _reading(test: str) -> tuple[int, bool]:
    """How long a test is, and whether it says what is not so."""
    return len(test), "!=" in test or "not " in test


def _condition(
    table: Tabled, group: list[Values], left: Results | None = None
) -> Expression | None:
    """The test that holds for exactly these values of those left, if a few words can say it."""
    among = table.results if left is None else left
    return _box(table, group, among) or _comparison(table, group, among)


def _comparison(table: Tabled, group: list[Values], left: Results) -> Expression | None:
    """Two arguments that are equal, or one of which is smaller, for exactly these values."""
    if len(table.subjects) != 2:
        return None
    (a, first), (b, second) = ((s.argument, s.spelling) for s in table.subjects)
    numbers = is_numeric(first.type) and is_numeric(second.type)
    if not (numbers or first.type == second.type):
        return None
    within = set(group)
    apart = {(v, w): ordinal(first.type, v) - ordinal(second.type, w) for v, w in left}
    yes = np.array([distance for values, distance in apart.items() if values in within])
    no = np.array([distance for values, distance in apart.items() if values not in within])
    for op, shift in comparisons_of(yes, no):
        if numbers or (shift == 0 and op in ("==", "!=")):
            return py.comparison(a, op, py.plus(b, shift))
    return None


def _box(table: Tabled, group: list[Values], left: Results) -> Expression | None:
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
    tests = [table.subjects[at].is_in(sorted(sides[at])) for at in needed]
    return py.joined(" and ", tests) if tests else TRUE


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


def _nested(results: Results, table: Tabled, order: Values, depth: int) -> Iterator[Simple]:
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
