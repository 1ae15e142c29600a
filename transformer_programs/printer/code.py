"""Python source as text: how values, tests and lists are written, and questions put to `ast`."""

from __future__ import annotations

import ast
import unicodedata
from collections import Counter
from collections.abc import Hashable, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple, TypeVar

from ..program.values import Categorical, Number, Type, domain, size, symbol

COLUMNS = 88
INDENT = "    "
BLACK_COLUMNS = 30  # of a long line that is split, those on each of its lines
Code = str
DEFAULT_SHARE = 1 / 3  # a result this common becomes the dict's default
MAX_VALUES = 1000  # of a variable whose ranges and complements are looked for

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class Form(NamedTuple):
    """An expression, and the function or constant that has to be defined for it."""

    code: Code
    definition: Code = ""

    def lines(self, out: str) -> int:
        """About how many lines a variable takes with this form, and what is defined for it."""
        blank = 2 * self.definition.startswith("def ")
        used = statements(self.definition) + blank if self.definition else 0
        return statements(f"    {out} = {self.code}") + used

    def reading(self, out: str) -> float:
        """How much this form asks of a reader: its lines, and its characters."""
        return self.lines(out) + (len(out) + len(self.code) + len(self.definition)) / 40


@lru_cache(maxsize=4096)
def literal(value: str | int | None) -> Code:
    r"""A value as Python source: double quotes unless single ones need fewer backslashes.

    >>> print(literal(3), literal("a"), literal('say "hi"'), literal("it's"), literal("\x00\n"))
    3 "a" 'say "hi"' "it's" "\x00\n"
    """
    if not isinstance(value, str):
        return str(value)
    if value.isprintable() and not any(char in value for char in "\\\"'"):
        return f'"{value}"'
    quote = "'" if value.count('"') > value.count("'") else '"'
    shown = {quote: "\\" + quote}
    for char in {*value} - {quote}:
        odd = char == "\\" or not char.isprintable()
        shown[char] = char.encode("unicode_escape").decode() if odd else char
    return quote + "".join(map(shown.__getitem__, value)) + quote


def width(text: str) -> int:
    """Columns a text takes: two for the wide characters of East Asia, as black counts them."""
    if text.isascii():
        return len(text)
    return sum(2 if unicodedata.east_asian_width(char) in "WF" else 1 for char in text)


def fits(code: Code, depth: int = 0) -> bool:
    """Whether some code fits on a line that is indented so many times."""
    return width(code) + len(INDENT) * depth <= COLUMNS


# --- questions ------------------------------------------------------------------------------------


@lru_cache(maxsize=4096)
def names(code: Code) -> frozenset[str]:
    """Every name in some code.

    >>> sorted(names("[tokens[j] for j in places]"))
    ['j', 'places', 'tokens']
    """
    return frozenset(node.id for node in ast.walk(ast.parse(code)) if isinstance(node, ast.Name))


@lru_cache(maxsize=4096)
def loaded(code: Code) -> frozenset[str]:
    """Every name in some code that is read, not written.

    >>> sorted(loaded("best = max(scores)"))
    ['max', 'scores']
    """
    found = (node for node in ast.walk(ast.parse(code)) if isinstance(node, ast.Name))
    return frozenset(node.id for node in found if isinstance(node.ctx, ast.Load))


@lru_cache(maxsize=4096)
def equal_to(test: Code, subject: Code) -> Code | None:
    """The other side, where a test says no more than what a subject is equal to.

    >>> equal_to("tokens[j] == (1 if i else 2)", "tokens[j]"), equal_to("a < b", "a")
    ('1 if i else 2', None)
    """
    node = ast.parse(test, mode="eval").body
    if not isinstance(node, ast.Compare) or not isinstance(node.ops[0], ast.Eq):
        return None
    if len(node.ops) > 1 or ast.get_source_segment(test, node.left) != subject:
        return None
    return ast.get_source_segment(test, node.comparators[0])


@lru_cache(maxsize=4096)
def defined(code: Code) -> str:
    """The name that a constant or a function is defined under; of several, the last.

    >>> defined("KEYS = {0: 1}"), defined("def match(a, b):\\n    return a == b")
    ('KEYS', 'match')
    """
    node = ast.parse(code).body[-1]
    if isinstance(node, ast.FunctionDef):
        return node.name
    assert isinstance(node, ast.Assign)
    assert isinstance(node.targets[0], ast.Name)
    return node.targets[0].id


def is_choice(code: Code) -> bool:
    """Whether code is `a if test else b`."""
    return " if " in code and isinstance(ast.parse(code, mode="eval").body, ast.IfExp)


# --- expressions ----------------------------------------------------------------------------------


def plus(number: Code, shift: int) -> Code:
    """
    >>> print(plus("n", -1), plus("n", 0))
    n - 1 n
    """
    return f"{number} {'+' if shift > 0 else '-'} {abs(shift)}" if shift else number


def either(yes: Code, test: Code, no: Code) -> Code:
    return f"{yes} if {test} else {no}"


def call(function: Code, *arguments: Code) -> Code:
    return f"{function}({', '.join(arguments)})"


def tuple_of(items: Iterable[Code]) -> Code:
    """A tuple; a lone item has a comma."""
    listed = list(items)
    return f"({listed[0]},)" if len(listed) == 1 else f"({', '.join(listed)})"


def loop(element: Code, target: str, of: Code, test: Code = "", ends: str = "[]") -> Code:
    """A comprehension.

    >>> loop("j", "j", "places", "j in KEYS", ends="()")
    '(j for j in places if j in KEYS)'
    """
    condition = f" if {f'({test})' if is_choice(test) else test}" if test else ""
    return f"{ends[0]}{element} for {target} in {of}{condition}{ends[1:]}"


def one_of(subject: Code, values: Sequence[str | int], negated: bool = False) -> Code:
    """Whether a subject is one of some values.

    >>> one_of("token", ["a"]), one_of("position", [0, 8], negated=True)
    ('token == "a"', 'position not in {0, 8}')
    """
    if len(values) == 1:
        return f"{subject} {'!=' if negated else '=='} {literal(values[0])}"
    first, last = "()" if subject == "w" else "{}"  # a set cannot be asked for what has no hash
    listed = f"{first}{', '.join(map(literal, values))}{last}"
    return f"{subject} {'not in' if negated else 'in'} {listed}"


# --- statements -----------------------------------------------------------------------------------


def constant(called: str, items: Sequence[Code], ends: str = "{}") -> Code:
    """A constant that lists items: on one line, or as many per line as fit, which black keeps."""
    comma = "," if ends == "()" and len(items) == 1 else ""
    line = f"{called} = {ends[0]}{', '.join(items)}{comma}{ends[1]}"
    if fits(line):
        return line
    lines = [f"{called} = {ends[0]}", *(INDENT + line for line in filled(items)), ends[1]]
    return "\n".join(["# fmt: off", *lines, "# fmt: on"])


def filled(items: Iterable[Code], room: int = COLUMNS - len(INDENT)) -> list[str]:
    """Items with commas, as many per line as fit."""
    lines: list[str] = []
    for one in items:
        if lines and width(f"{lines[-1]} {one},") <= room:
            lines[-1] += f" {one},"
        else:
            lines.append(f"{one},")
    return lines


def cut(start: Code, items: Sequence[Code]) -> Code:
    """The first of many words or pairs on one line, and how many more there are."""
    shown = 1
    for shown in range(1, len(items)):
        if width(f"{start}{', '.join(items[: shown + 1])}, and {len(items):,} more") > COLUMNS:
            break
    return f"{start}{', '.join(items[:shown])}, and {len(items) - shown:,} more"


def function(called: str, arguments: Iterable[str], body: Iterable[Code]) -> Code:
    lines = [INDENT + line for part in body for line in part.split("\n")]
    return "\n".join([f"def {call(called, *arguments)}:", *lines])


# --- values and tests of them ---------------------------------------------------------------------


def is_binary(type: Type) -> bool:
    """Whether 0 and 1 are all the values there are."""
    return type == Number(0, 1) or (isinstance(type, Categorical) and type.values == (0, 1))


def spelled(type: Type, value: int) -> Code:
    """A value as it is written."""
    return literal(symbol(type, value))


def is_in(argument: Code, type: Type, values: Iterable[int]) -> Code:
    """The shortest test that holds for these values and for no others of the type.

    >>> from transformer_programs.program.values import Number
    >>> is_in("n", Number(0, 9), [7, 8, 9]), is_in("n", Number(0, 1), [0])
    ('n >= 7', 'not n')
    """
    given = ways(type, values)
    listed = [symbol(type, value) for value in given["in"]]
    if not listed or given.get("not in") == []:
        return "True" if listed else "False"
    if is_binary(type):
        return argument if listed == [1] else f"not {argument}"
    forms = [one_of(argument, listed)]
    for way, values in given.items():
        ends = [symbol(type, value) for value in values]
        if way in ("<=", ">="):
            forms.append(f"{argument} {way} {ends[0]}")
        elif way == "range":
            forms.append(f"{ends[0]} <= {argument} <= {ends[1]}")
        elif way == "not in":
            forms.append(one_of(argument, ends, negated=True))
    # The first of the shortest: a list of what holds reads better than one of what does not.
    return min(forms, key=len)


def ways(type: Type, values: Iterable[int]) -> dict[str, list[int]]:
    """The ways to say that a value is one of some: a comparison, and the values that it names.

    >>> ways(Number(0, 4), [2, 3, 4])
    {'in': [2, 3, 4], '>=': [2], 'not in': [0, 1]}
    """
    listed, count = sorted(values), size(type)
    found = {"in": listed}
    if count is None or count > MAX_VALUES:
        return found
    rest = [value for value in domain(type) if value not in {*listed}]
    numbers = {value: symbol(type, value) for value in domain(type)}
    if len(listed) > 1 and all(isinstance(number, int) for number in numbers.values()):
        low, *_, high = sorted(listed, key=lambda value: int(numbers[value]))
        below = [value for value in rest if int(numbers[value]) < int(numbers[low])]
        above = [value for value in rest if int(numbers[value]) > int(numbers[high])]
        if len(below) + len(above) == len(rest):
            way = ("<=", [high]) if not below else (">=", [low]) if not above else None
            found |= [way or ("range", [low, high])]
    return found | ({"not in": rest} if len(rest) < len(listed) else {})


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
    def of(results: Mapping[Code, Code], default: Code | None = None) -> Lookup:
        """All values listed but those that have the default: if none is given, a common one."""
        for common, count in Counter(results.values()).most_common(1):
            if default is None and count > 1 and count >= DEFAULT_SHARE * len(results):
                default = common
        return Lookup(tuple(f"{v}: {one}" for v, one in results.items() if one != default), default)

    def ask(self, table: Code, argument: Code) -> Code:
        if self.default is None:
            return f"{table}[{argument}]"
        return f"{table}.get({argument}{'' if self.default == 'None' else f', {self.default}'})"

    def define(self, called: str) -> Code:
        return constant(called, self.pairs)

    @property
    def display(self) -> Code:
        return f"{{{', '.join(self.pairs)}}}"


# --- lengths --------------------------------------------------------------------------------------


def statements(code: Code) -> int:
    """About how many lines black makes of some code: it splits long lines at their brackets."""
    lines = code.split("\n")
    return sum(1 if fits(line) else 2 + width(line.lstrip()) // BLACK_COLUMNS for line in lines)
