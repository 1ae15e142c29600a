"""The cells of a table as branches, in the shortest of the forms they can take."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import permutations
from math import prod

import numpy as np

from ..program.values import bounds, is_numeric, ordinal
from ..simplify.closed_forms import comparisons_of
from .conditions import Lookup, Subject, largest, shifted
from .spelling import Spelling
from .writer import Item, OneOf, Writer

MOST_ORDERED = 3  # arguments of a table whose every order is tried

Results = dict[tuple[int, ...], int]  # of a table, by the values of its arguments


@dataclass(frozen=True, slots=True)
class Cells:
    """What a table gives for all values of its arguments."""

    results: Results
    subjects: tuple[Subject, ...]
    out: Spelling

    @property
    def groups(self) -> dict[int, list[tuple[int, ...]]]:
        """For each result, the values that lead to it."""
        groups: dict[int, list[tuple[int, ...]]] = {}
        for values, result in self.results.items():
            groups.setdefault(result, []).append(values)
        return groups

    def key(self, values: tuple[int, ...]) -> str:
        """Some values of the arguments, as a tuple."""
        pairs = zip(self.subjects, values, strict=True)
        return f"({', '.join(subject.spelling.text(value) for subject, value in pairs)})"


def shortest_form(cells: Cells) -> Writer:
    """The body of the function that gives these results."""
    return min(_forms(cells), key=lambda form: (len(form.lines), len(str(form))))


def _forms(cells: Cells) -> Iterator[Writer]:
    natural = tuple(range(len(cells.subjects)))
    orders = permutations(natural) if len(natural) <= MOST_ORDERED else [natural]
    for order in orders:
        w = Writer(depth=1)
        _write_nested(w, cells.results, cells.subjects, cells.out, order)
        yield w
    if len(natural) > 1:
        yield _by_result(cells)
        yield from _by_condition(cells)
        yield from _by_one_number(cells)
    yield from _formula_but_for(cells)


# --- results with a condition of their own --------------------------------------------------------


def choice_line(cells: Cells) -> str | None:
    """A choice between two results, one of which has a condition that a line can hold."""
    groups = cells.groups
    if len(groups) != 2:
        return None
    lines = []
    for result, other in permutations(groups):
        test = _condition(cells, groups[result])
        if test is not None:
            lines.append(f"{cells.out.text(result)} if {test} else {cells.out.text(other)}")
    return min(lines, key=len) if lines else None


def _by_condition(cells: Cells) -> Iterator[Writer]:
    """A branch for each result, with a condition of its own; the commonest is left over."""
    line = choice_line(cells)
    if line is not None:
        w = Writer(depth=1)
        if w.fits(f"return {line}"):
            w.line(f"return {line}")
            yield w
    groups = cells.groups
    rest = largest(groups)
    tests = {r: _condition(cells, values) for r, values in groups.items() if r != rest}
    w = Writer(depth=1)
    for result, test in tests.items():
        if test is None or not w.fits(f"if {test}:"):
            return
        with w.block(f"if {test}:"):
            w.test("return ", cells.out.text(result))
    w.test("return ", cells.out.text(rest))
    yield w


def _condition(cells: Cells, group: list[tuple[int, ...]]) -> str | None:
    """The test that holds for exactly these values, where it can be said in a few words."""
    return _box(cells, group) or _comparison(cells, group)


def _comparison(cells: Cells, group: list[tuple[int, ...]]) -> str | None:
    """Two arguments that are equal, or one of which is smaller, for exactly these values."""
    if len(cells.subjects) != 2:
        return None
    (a, first), (b, second) = ((s.argument, s.spelling) for s in cells.subjects)
    numbers = _is_number(first) and _is_number(second)
    if not (numbers or (first.type == second.type and first.embedding is second.embedding)):
        return None
    within = set(group)
    apart = {
        values: ordinal(first.type, values[0]) - ordinal(second.type, values[1])
        for values in cells.results
    }
    yes = np.array([distance for values, distance in apart.items() if values in within])
    no = np.array([distance for values, distance in apart.items() if values not in within])
    for op, shift in comparisons_of(yes, no):
        if numbers or (shift == 0 and op in ("==", "!=")):
            return f"{a} {op} {b}{shifted(shift)}"
    return None


def _is_number(spelling: Spelling) -> bool:
    """Whether values are printed as whole numbers: the members of an Enum are not."""
    return is_numeric(spelling.type) and spelling.embedding is None


def _box(cells: Cells, group: list[tuple[int, ...]]) -> str | None:
    """The conditions on single arguments that hold for exactly these values, if there are any."""
    sides = [sorted(set(column)) for column in zip(*group, strict=True)]
    if prod(map(len, sides)) != len(group):
        return None
    tests = [
        str(subject.is_in(side))
        for subject, side in zip(cells.subjects, sides, strict=True)
        if len(side) < len(subject.spelling.values)
    ]
    return " and ".join(tests) or "True"


# --- results that follow from one number ----------------------------------------------------------

NUMBERS: dict[str, Callable[..., int]] = {
    "{0} + {1}": lambda a, b: a + b,
    "{0} - {1}": lambda a, b: a - b,
    "min({0}, {1})": min,
    "max({0}, {1})": max,
}


ITSELF: dict[str, Callable[..., int]] = {"{0}": lambda a: a}
MOST_EXCEPTIONS = 6  # results that a formula may not give
EXCEPTIONAL = 4  # of so many results, one


def _by_one_number(cells: Cells) -> Iterator[Writer]:
    """Results that follow from the sum of two numbers, or from another number made of them."""
    first, *others = cells.subjects
    if len(others) != 1 or not all(_is_number(s.spelling) for s in cells.subjects):
        return
    arguments = [subject.argument for subject in cells.subjects]
    if set(arguments) & {"min", "max"}:
        return
    for text, number in NUMBERS.items():
        found: dict[int, set[int]] = {}
        for (a, b), result in cells.results.items():
            made = number(ordinal(first.spelling.type, a), ordinal(others[0].spelling.type, b))
            found.setdefault(made, set()).add(result)
        if all(len(results) == 1 for results in found.values()) and len(cells.groups) > 1:
            by_number = {made: results.pop() for made, results in sorted(found.items())}
            w = Writer(depth=1)
            name = "number" if "number" not in arguments else "number_"
            w.line(f"{name} = {text.format(*arguments)}")
            _write_ranges(w, name, by_number, cells.out)
            yield w


def _formula_but_for(cells: Cells) -> Iterator[Writer]:
    """Arithmetic that gives most results; the few that it does not give stay as branches."""
    spellings = [*(subject.spelling for subject in cells.subjects), cells.out]
    plain = all(map(_is_number, spellings))
    arguments = [subject.argument for subject in cells.subjects]
    if not plain or len(arguments) > 2 or set(arguments) & {"min", "max"}:
        return
    types = [subject.spelling.type for subject in cells.subjects]
    low, high = bounds(cells.out.type)
    wanted = {values: ordinal(cells.out.type, result) for values, result in cells.results.items()}
    for text, number in NUMBERS.items() if len(arguments) == 2 else ITSELF.items():
        made = {values: number(*map(ordinal, types, values)) for values in wanted}
        (shift, _), *_ = Counter(wanted[values] - made[values] for values in wanted).most_common(1)
        held = {values: _held(by_itself + shift, low, high) for values, by_itself in made.items()}
        wrong = [values for values in wanted if wanted[values] != held[values]]
        if len(wrong) > MOST_EXCEPTIONS or EXCEPTIONAL * len(wrong) > len(wanted):
            continue
        formula = f"{text.format(*arguments)}{shifted(shift)}"
        if low is not None and min(made.values()) + shift < low:
            formula = f"max({formula}, {low})"
        if high is not None and max(made.values()) + shift > high:
            formula = f"min({formula}, {high})"
        w = Writer(depth=1)
        _write_exceptions(w, cells, wrong)
        w.line(f"return {formula}")
        yield w


def _held(number: int, low: int | None, high: int | None) -> int:
    number = number if low is None else max(number, low)
    return number if high is None else min(number, high)


def _write_exceptions(w: Writer, cells: Cells, wrong: list[tuple[int, ...]]) -> None:
    groups: dict[int, list[tuple[int, ...]]] = {}
    for values in wrong:
        groups.setdefault(cells.results[values], []).append(values)
    for result, group in groups.items():
        with w.block(f"if {_box(cells, group) or _one_of(cells, group)}:"):
            w.test("return ", cells.out.text(result))


def _one_of(cells: Cells, group: list[tuple[int, ...]]) -> str:
    """Whether the arguments are one of a few combinations."""
    texts = [
        tuple(s.spelling.text(v) for s, v in zip(cells.subjects, values, strict=True))
        for values in group
    ]
    arguments = ", ".join(subject.argument for subject in cells.subjects)
    return str(OneOf(f"({arguments})", tuple(texts)))


def _write_ranges(w: Writer, name: str, results: Mapping[int, int], out: Spelling) -> None:
    """Branches on a number, from the smallest up: one for each run of the same result."""
    ends = [
        (number, result)
        for number, result in results.items()
        if results.get(number + 1, None) != result
    ]
    for number, result in ends[:-1]:
        with w.block(f"if {name} <= {number}:"):
            w.test("return ", out.text(result))
    w.test("return ", out.text(ends[-1][1]))


# --- results one by one, and arguments one after the other ----------------------------------------


def _by_result(cells: Cells) -> Writer:
    """Keys that give the same value share a branch; the commonest value is what is left over."""
    w = Writer(depth=1)
    subjects, out = cells.subjects, cells.out
    groups: dict[int, list[Item]] = {}
    for values, result in cells.results.items():
        texts = tuple(s.spelling.text(value) for s, value in zip(subjects, values, strict=True))
        groups.setdefault(result, []).append(texts)
    rest = largest(groups)
    arguments = [subject.argument for subject in subjects]
    key = "key" if "key" not in arguments else "key_"
    if len(groups) > 1:
        w.bracketed(f"{key} = (", arguments, ")", display=True)
    for result, items in groups.items():
        if result != rest:
            w.test("if ", OneOf(key, tuple(items)), ":")
            with w.indented():
                w.test("return ", out.text(result))
    w.test("return ", out.text(rest))
    return w


def _write_nested(
    w: Writer,
    results: Results,
    subjects: tuple[Subject, ...],
    out: Spelling,
    order: tuple[int, ...],
) -> None:
    """One argument after the other: its values that lead to the same rest share a branch."""
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
    left_over = largest(groups)
    if not later and len(groups) == 2:
        (some, values_of) = next(item for item in groups.items() if item[0] != left_over)
        test, other = subjects[at].is_in(values_of), out.text(left_over[0])
        line = f"return {out.text(some[0])} if {test} else {other}"
        if w.fits(line):
            w.line(line)
            return
    if not later and len(groups) > 2:
        results_of = {value: out.text(next(iter(rest.values()))) for value, rest in rests.items()}
        lookup = Lookup.of(subjects[at], results_of)
        line = f"return {lookup.ask(lookup.display, subjects[at].argument)}"
        if w.fits(line):
            w.line(line)
            return
    for outcome, values_of in groups.items():
        if outcome != left_over:
            w.test("if ", subjects[at].is_in(values_of), ":")
            with w.indented():
                _write_nested(w, rests[values_of[0]], subjects, out, later)
    _write_nested(w, rests[groups[left_over][0]], subjects, out, later)
