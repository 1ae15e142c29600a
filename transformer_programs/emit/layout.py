"""A tree of Python laid out as black leaves it at 88 columns.

A statement that is too long is split at its brackets, and what is inside them in turn. A line that
has no shorter form (a very long word, say) carries `# fmt: skip`; a long list of words is filled
line by line between `# fmt: off` and `# fmt: on`.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator

from .tree import Bracketing, Expression, Part, Statement, Verbatim, around

COLUMNS = 88
INDENT = "    "


def width(text: str) -> int:
    """Columns a text takes: two for the wide characters of East Asia, as black counts them."""
    if text.isascii():
        return len(text)
    return sum(2 if unicodedata.east_asian_width(char) in "WF" else 1 for char in text)


def fits(code: Part, depth: int = 0) -> bool:
    """Whether some code fits on a line that is indented so many times."""
    return width(str(code)) + len(INDENT) * depth <= COLUMNS


def lay_out(code: Iterable[Statement], depth: int = 0, *, for_black: bool = True) -> list[str]:
    """The lines of some statements; `for_black`: with the comments that speak to black."""
    return [line for statement in code for line in _lines(statement, depth, for_black)]


def _lines(statement: Statement, depth: int, for_black: bool) -> Iterator[str]:
    indent = INDENT * depth
    if isinstance(statement, Verbatim):
        yield from (f"{indent}{line}" if line else "" for line in statement.lines)
        return
    code = statement.code
    if statement.filled and code.brackets is not None and not fits(code, depth):
        lines = list(filled(code.brackets, depth))
        yield from [f"{indent}# fmt: off", *lines, f"{indent}# fmt: on"] if for_black else lines
        return
    skip = "" if fits(code, depth) or code.text.startswith("#") else "  # fmt: skip"
    first, *others = _split(code, depth) or [f"{indent}{code}{skip}"]
    yield f"{first}  # {statement.remark}" if statement.remark else first
    yield from others
    for inner in statement.body:
        yield from _lines(inner, depth + 1, for_black)


def _split(code: Expression, depth: int) -> list[str]:
    """The lines of an expression that is too long for one; none where it cannot be split."""
    brackets = code.brackets
    if brackets is None or fits(code, depth):
        return []
    if not brackets.before:  # words without brackets: `a or b`
        return list(_inside(brackets, depth))
    if not fits(brackets.before, depth) and brackets.kind != "def":
        return []
    ends = f"{INDENT * depth}{brackets.before}", f"{INDENT * depth}{brackets.after}"
    return [ends[0], *_inside(brackets, depth + 1), ends[1]]


def _inside(brackets: Bracketing, depth: int) -> Iterator[str]:
    lone, kind = len(brackets.items) == 1, brackets.kind
    shared = kind in ("call", "words") or (kind == "def" and not lone)
    if shared and fits(brackets.inside, depth):
        yield f"{INDENT * depth}{brackets.inside}"
        return
    # Words have no commas; nor has the lone argument of a call, but that of a def has one.
    comma = kind in ("display", "def") or (kind == "call" and not lone)
    for one in brackets.items:
        code = around("", one, ",") if comma else one
        yield from _split(code, depth) or [f"{INDENT * depth}{code}"]


def filled(brackets: Bracketing, depth: int = 0) -> Iterator[str]:
    """A long list of short items, as many per line as fit; for tables that black leaves alone."""
    indent, line = INDENT * (depth + 1), ""
    yield f"{INDENT * depth}{brackets.before}"
    for one in brackets.items:
        longer = f"{line} {one}," if line else f"{one},"
        if line and not fits(longer, depth + 1):
            yield f"{indent}{line}"
            longer = f"{one},"
        line = longer
    yield f"{indent}{line}"
    yield f"{INDENT * depth}{brackets.after}"
