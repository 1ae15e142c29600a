"""Python source as text: how values, tests and lists are written, and questions put to `ast`."""

from __future__ import annotations

import ast
import unicodedata
from collections.abc import Iterable, Sequence
from functools import lru_cache

COLUMNS = 88
INDENT = "    "
Code = str


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


def one_of(subject: Code, items: Sequence[Code], negated: bool = False) -> Code:
    """Whether a subject is one of the items.

    >>> one_of("token", ['"a"']), one_of("position", ["0", "8"], negated=True)
    ('token == "a"', 'position not in {0, 8}')
    """
    if len(items) == 1:
        return f"{subject} {'!=' if negated else '=='} {items[0]}"
    return f"{subject} {'not in' if negated else 'in'} {{{', '.join(items)}}}"


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


def function(called: str, arguments: Iterable[str], body: Iterable[Code]) -> Code:
    lines = [INDENT + line for part in body for line in part.split("\n")]
    return "\n".join([f"def {call(called, *arguments)}:", *lines])


def statements(code: Code) -> int:
    """The lines that some code takes, about."""
    return sum(1 + width(line) // COLUMNS * 2 for line in code.split("\n"))


def cost(code: Code) -> float:
    """How much some code asks of a reader: its lines, and its characters."""
    return statements(code) + len(code) / 20 if code else 0
