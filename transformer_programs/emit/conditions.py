"""Conditions on one value, in their shortest words, and the branches that are made of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import TypeVar

from ..program.values import Categorical, symbol
from .spelling import Spelling
from .writer import COLUMNS, Expression, OneOf, Writer, literal, width

COMMON = 3  # a result that at least one value in so many has is what is left over
LONGEST_TABLE = "NUM_KEYS_0_0"  # a name as long as most of them
MOST_VALUES = 1000  # of a variable whose ranges and complements are looked for

K = TypeVar("K")
V = TypeVar("V")


def shifted(shift: int) -> str:
    """What is added in a comparison or a formula.

    >>> shifted(-1), shifted(0)
    (' - 1', '')
    """
    return f" {'+' if shift > 0 else '-'} {abs(shift)}" if shift else ""


@dataclass(frozen=True, slots=True)
class Subject:
    """An argument, and how its values are written."""

    argument: str
    spelling: Spelling

    def is_in(self, values: Iterable[int]) -> Expression:
        """The shortest test that holds for these values and for no others that can occur."""
        listed = self.spelling.possible(values)
        count = self.spelling.count
        if len(listed) in (0, count):
            return str(len(listed) > 0)
        if count is None or count > MOST_VALUES:
            return self._one_of(listed)
        wanted = set(listed)
        forms: list[Expression] = [
            self._one_of(listed),
            *self._as_text(listed),
            *self._as_range(listed),
        ]
        if 2 * len(listed) > count:
            others = [value for value in self.spelling.values if value not in wanted]
            forms.append(replace(self._one_of(others), negated=True))
        # The first of the shortest: a list of what holds reads better than one of what does not.
        return min(forms, key=lambda form: width(str(form)))

    def is_not_in(self, values: Iterable[int]) -> Expression:
        """The test that holds for all other values that can occur."""
        unwanted = set(values)
        return self.is_in([value for value in self.spelling.values if value not in unwanted])

    def _one_of(self, values: list[int]) -> OneOf:
        return OneOf(self.argument, self.spelling.texts(values))

    def _as_text(self, values: list[int]) -> Iterator[str]:
        """Single letters or signs as one text: `token in "abc"`."""
        if self.spelling.embedding is not None or not isinstance(self.spelling.type, Categorical):
            return
        words = self.spelling.type.values
        if not all(isinstance(word, str) for word in words) or len(values) < 2:
            return
        text = "".join(str(words[value]) for value in values)
        plain = text.isascii() and text.isprintable() and not set(text) & set("\\\"' ")
        found = {value for value, word in enumerate(words) if str(word) in text}
        if plain and found == set(values) and len(text) == len(values):
            yield f"{self.argument} in {literal(text)}"

    def _as_range(self, values: list[int]) -> Iterator[str]:
        """Whole numbers without a gap: `2 <= position <= 6`."""
        if self.spelling.embedding is not None or len(values) < 2:
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
            yield f"{self.argument} <= {high}"
        elif high == numbers[-1]:
            yield f"{self.argument} >= {low}"
        else:
            yield f"{low} <= {self.argument} <= {high}"


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

    def one_line(self) -> str | None:
        """All of it as one expression, where that still reads well."""
        if not self.cases:
            return str(self.default)
        if len(self.cases) > 1:
            return None
        (case,) = self.cases
        match str(case.outcome), str(self.default):
            case "True", "False":
                return str(case.test)
            case "False", "True":
                return str(case.otherwise)
            case "False", rest:
                return f"{case.otherwise} and {rest}"
            case "True", rest:
                return f"{case.test} or {rest}"
            case some, "False":
                return f"{case.test} and {some}"
            case some, "True":
                return f"{case.otherwise} or {some}"
            case some, rest:
                return _either(case, some, rest, self.default)

    def write(self, w: Writer) -> None:
        """One `if` a case. The last two of True and False are one line."""
        cases, default = list(self.cases), self.default
        if cases and {str(cases[-1].outcome), str(default)} == {"True", "False"}:
            last = cases.pop()
            default = last.test if last.outcome == "True" else last.otherwise
        for case in cases:
            w.test("if ", case.test, ":")
            with w.indented():
                w.test("return ", case.outcome)
        w.test("return ", default)


def _either(case: Case, some: str, rest: str, default: Expression) -> str:
    match case.outcome, default:
        case OneOf(subject, (one,), False), OneOf(_, (other,), False):
            return f"{subject} == ({one} if {case.test} else {other})"
        case OneOf(subject, (one,), False), _ if rest.startswith(f"{subject} == "):
            return f"{subject} == ({one} if {case.test} else {rest.removeprefix(f'{subject} == ')})"
        case _:
            return f"{some} if {case.test} else {rest}"


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
        Case(subject.is_in(values), subject.is_not_in(values), write[outcome])
        for outcome, values in groups.items()
        if outcome != rest
    ]
    return Branches(tuple(cases), write[rest])


@dataclass(frozen=True, slots=True)
class Lookup:
    """A dict from values to results, and how it is asked; `default`: None where all are listed.

    `in_order`: the results of 0, 1, 2, ... as a tuple instead, where that is shorter.
    """

    pairs: tuple[str, ...]
    default: str | None
    in_order: tuple[str, ...] = ()

    @staticmethod
    def of(subject: Subject, results: Mapping[int, str], default: str | None = None) -> Lookup:
        """All values listed but those that have the default: if none is given, a common one."""
        (common, count), *_ = Counter(results.values()).most_common(1)
        if default is None and count > 1 and COMMON * count >= len(results):
            default = common
        listed = {value: result for value, result in results.items() if result != default}
        pairs = [f"{subject.spelling.text(value)}: {result}" for value, result in listed.items()]
        lookup = Lookup(tuple(pairs), default)
        texts = [subject.spelling.text(value) for value in results]
        in_order = texts == [str(number) for number in range(len(texts))] and len(texts) > 1
        if in_order and not any(subject.argument in result for result in results.values()):
            inline = replace(lookup, in_order=tuple(results.values()))
            if inline.width < lookup.width and (default is None or lookup.width > COLUMNS):
                return inline
        return lookup

    @property
    def width(self) -> int:
        """The columns that its definition takes, more or less."""
        return width(f"{LONGEST_TABLE} = {self.display}")

    def ask(self, table: str, argument: str) -> str:
        if self.default is None or self.in_order:
            return f"{table}[{argument}]"
        asked = argument if self.default == "None" else f"{argument}, {self.default}"
        return f"{table}.get({asked})"

    @property
    def display(self) -> str:
        if self.in_order:
            return f"({', '.join(self.in_order)})"
        return f"{{{', '.join(self.pairs)}}}"

    def define(self, name: str) -> Writer:
        """The table as a constant."""
        w = Writer()
        if self.in_order:
            w.display(f"{name} = (", self.in_order, ")")
        else:
            w.display(f"{name} = {{", self.pairs, "}")
        return w


def largest(groups: Mapping[K, list[V]]) -> K:
    """The key of the longest list, the last of equals."""
    most = max(map(len, groups.values()))
    return next(key for key in reversed(list(groups)) if len(groups[key]) == most)
