"""Conditions on one value, in their shortest words, and the branches that are made of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import TypeVar

from ..program.values import Categorical, symbol
from . import tree as py
from .names import Spelling
from .tree import FALSE, NONE, TRUE, Expression, Part, Simple, Statements, fits

COMMON = 3  # a result that at least one value in so many has is what is left over
LONGEST_TABLE = "NUM_KEYS_0_0"  # a name as long as most of them
MOST_VALUES = 1000  # of a variable whose ranges and complements are looked for

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


def shortest(bodies: Iterable[Statements]) -> Statements:
    """The body of a function that takes the fewest lines, and of those the least text."""

    def size(body: Statements) -> tuple[int, int]:
        lines = py.lay_out(body, depth=1)
        return len(lines), sum(map(len, lines))

    return min(bodies, key=size)


@dataclass(frozen=True, slots=True)
class Subject:
    """An argument, and how its values are written."""

    argument: Expression
    spelling: Spelling

    def is_in(self, values: Iterable[int]) -> Expression:
        """The shortest test that holds for these values and for no others that can occur."""
        listed = list(values)
        count = self.spelling.count
        if len(listed) in (0, count):
            return TRUE if listed else FALSE
        if self.spelling.is_truth:
            holds = symbol(self.spelling.type, listed[0]) == 1
            return self.argument if holds else py.seq("not ", self.argument)
        if count is None or count > MOST_VALUES:
            return self._one_of(listed)
        wanted = set(listed)
        forms = [self._one_of(listed), *self._as_text(listed), *self._as_range(listed)]
        if 2 * len(listed) > count:
            forms.append(self._one_of(self.others(wanted), negated=True))
        # The first of the shortest: a list of what holds reads better than one of what does not.
        return min(forms, key=lambda form: py.width(form.text))

    def others(self, values: Collection[int]) -> list[int]:
        """All other values that can occur."""
        return [value for value in self.spelling.values if value not in values]

    def _one_of(self, values: list[int], negated: bool = False) -> Expression:
        return py.one_of(self.argument, self.spelling.texts(values), negated)

    def _as_text(self, values: list[int]) -> Iterator[Expression]:
        """Single letters or signs as one text: `token in "abc"`."""
        if not isinstance(self.spelling.type, Categorical):
            return
        words = self.spelling.type.values
        if not self.spelling.is_text or len(values) < 2:
            return
        text = "".join(str(words[value]) for value in values)
        plain = text.isascii() and text.isprintable() and not set(text) & set("\\\"' ")
        found = {value for value, word in enumerate(words) if str(word) in text}
        if plain and found == set(values) and len(text) == len(values):
            yield py.comparison(self.argument, "in", py.literal(text))

    def _as_range(self, values: list[int]) -> Iterator[Expression]:
        """Whole numbers without a gap: `2 <= position <= 6`."""
        if len(values) < 2:
            return
        every = {value: symbol(self.spelling.type, value) for value in self.spelling.values}
        if not all(isinstance(named, int) for named in every.values()):
            return
        numbers = sorted(int(named) for named in every.values())
        wanted = sorted(int(every[value]) for value in values)
        low, high = wanted[0], wanted[-1]
        if [number for number in numbers if low <= number <= high] != wanted:
            return
        if low == numbers[0]:
            yield py.seq(self.argument, f" <= {high}")
        elif high == numbers[-1]:
            yield py.seq(self.argument, f" >= {low}")
        else:
            yield py.seq(f"{low} <= ", self.argument, f" <= {high}")


@dataclass(frozen=True, slots=True)
class Case:
    """What is returned where a test holds; `otherwise` is the test that holds elsewhere."""

    test: Expression
    otherwise: Expression
    outcome: Expression


@dataclass(frozen=True, slots=True)
class Branches:
    """Cases that exclude each other, and what is returned where none of them holds."""

    cases: tuple[Case, ...]
    default: Expression

    def one_line(self) -> Expression | None:
        """All of it as one expression, where that still reads well."""
        if not self.cases:
            return self.default
        if len(self.cases) > 1:
            return None
        (case,) = self.cases
        some, rest = case.outcome, self.default
        match some.text, rest.text:
            case "True", "False":
                return case.test
            case "False", "True":
                return case.otherwise
            case "False", _:
                return py.seq(case.otherwise, " and ", rest)
            case "True", _:
                return py.seq(case.test, " or ", rest)
            case _, "False":
                return py.seq(case.test, " and ", some)
            case _, "True":
                return py.seq(case.otherwise, " or ", some)
        if some.sides and rest.sides and some.sides[0] == rest.sides[0]:
            chosen = py.either(some.sides[1], case.test, rest.sides[1])
            sides = (some.sides[0], chosen)
            return replace(py.seq(sides[0], " == (", chosen, ")"), sides=sides)
        return py.either(some, case.test, rest)

    def statements(self) -> Statements:
        """One `if` per case. The last two of True and False are one line."""
        cases, default = list(self.cases), self.default
        if cases and {cases[-1].outcome, default} == {TRUE, FALSE}:
            last = cases.pop()
            default = last.test if last.outcome == TRUE else last.otherwise
        tests = [py.when(case.test, py.returns(case.outcome)) for case in cases]
        return (*tests, py.returns(default))

    def bodies(self) -> Iterator[Statements]:
        """The forms that the body of a function can take."""
        yield self.statements()
        line = self.one_line()
        if line is not None and fits(f"return {line}", 1):
            yield (py.returns(line),)


def grouped(
    subject: Subject,
    outcomes: Mapping[int, K],
    write: Mapping[K, Expression],
    rest: K | None = None,
) -> Branches:
    """Values that lead to the same share a branch; `rest`, or the largest group, has none."""
    groups: dict[K, list[int]] = {}
    for value, outcome in outcomes.items():
        groups.setdefault(outcome, []).append(value)
    rest = rest if rest is not None else largest(groups)
    cases = [
        Case(subject.is_in(values), subject.is_in(subject.others(set(values))), write[outcome])
        for outcome, values in groups.items()
        if outcome != rest
    ]
    return Branches(tuple(cases), write[rest])


@dataclass(frozen=True, slots=True)
class Lookup:
    """A dict from values to results, and how it is asked; `default`: None where all are listed."""

    pairs: tuple[Expression, ...]
    default: Expression | None

    @staticmethod
    def of(
        subject: Subject, results: Mapping[int, Expression], default: Expression | None = None
    ) -> Lookup:
        """All values listed but those that have the default: if none is given, a common one."""
        (common, count), *_ = Counter(results.values()).most_common(1)
        if default is None and count > 1 and COMMON * count >= len(results):
            default = common
        keys = {value: subject.spelling.text(value) for value in results}
        pairs = [py.seq(keys[v], ": ", given) for v, given in results.items() if given != default]
        return Lookup(tuple(pairs), default)

    @property
    def width(self) -> int:
        """The columns that its definition takes, more or less."""
        return py.width(f"{LONGEST_TABLE} = {self.display}")

    def ask(self, table: Part, argument: Expression) -> Expression:
        if self.default is None:
            return py.item(table, argument)
        asked = [argument] if self.default == NONE else [argument, self.default]
        table = py.name(table) if isinstance(table, str) else table
        return py.call(py.seq(table, ".get"), *asked)

    @property
    def display(self) -> Expression:
        return py.bracketed("{", self.pairs, "}")

    def define(self, called: str) -> Simple:
        """The table as a constant."""
        return py.assign(called, self.display, filled=True)


def largest(groups: Mapping[K, list[V]]) -> K:
    """The key of the longest list, the last of equals."""
    most = max(map(len, groups.values()))
    return next(key for key in reversed(list(groups)) if len(groups[key]) == most)
