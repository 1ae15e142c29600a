"""Lines of Python, laid out as black leaves them at 88 columns.

Only the few shapes that an emitted file has: a line, a block, a bracketed list that may need more
than one line, a test, and tables that black is asked to leave alone. A line that has no shorter
form (a very long word, say) carries `# fmt: skip`.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

COLUMNS = 88
INDENT = "    "
ESCAPES = {"\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t"}

Item = str | tuple[str, ...]  # source text; a tuple is printed as one


@dataclass(frozen=True, slots=True)
class OneOf:
    """Whether `subject` is one of the items, or with `negated` none of them.

    >>> print(OneOf("token", ('"a"',)), "|", OneOf("position", ("0", "8"), negated=True))
    token == "a" | position not in {0, 8}
    """

    subject: str
    items: tuple[Item, ...]
    negated: bool = False

    def __str__(self) -> str:
        if len(self.items) == 1:
            return f"{self.subject} {'!=' if self.negated else '=='} {flat(self.items[0])}"
        return f"{self.membership}{', '.join(map(flat, self.items))}}}"

    @property
    def membership(self) -> str:
        """The opening of the test as a membership in a set."""
        return f"{self.subject} {'not in' if self.negated else 'in'} {{"


Expression = str | OneOf


@dataclass(frozen=True, slots=True)
class Wrapped:
    """The parts of a comprehension inside brackets, the outermost first.

    >>> print(Wrapped((("tokens[", "]"), ("max(", ")")), ("j", "for j in before")))
    tokens[max(j for j in before)]
    """

    brackets: tuple[tuple[str, str], ...]
    parts: tuple[str, ...]

    def __str__(self) -> str:
        text = " ".join(self.parts)
        for opening, closing in reversed(self.brackets):
            text = f"{opening}{text}{closing}"
        return text


class Writer:
    """Collects the lines of one part of a file."""

    def __init__(self, depth: int = 0) -> None:
        self.lines: list[str] = []
        self.depth = depth

    def __str__(self) -> str:
        return "\n".join(self.lines)

    def include(self, other: Writer) -> None:
        """What another writer wrote, at the depth it was written for."""
        self.lines += other.lines

    def line(self, text: str) -> None:
        """One line, whatever its length: what it holds cannot be split."""
        skip = "  # fmt: skip" if not self.fits(text) and not text.startswith("#") else ""
        self.lines.append(INDENT * self.depth + text + skip)

    def free(self, text: str) -> None:
        """A line inside a table that black leaves alone."""
        self.lines.append(INDENT * self.depth + text)

    def fits(self, text: str) -> bool:
        return width(text) + len(INDENT) * self.depth <= COLUMNS

    @contextmanager
    def indented(self) -> Iterator[None]:
        self.depth += 1
        yield
        self.depth -= 1

    @contextmanager
    def block(self, header: str) -> Iterator[None]:
        self.line(header)
        with self.indented():
            yield

    @contextmanager
    def as_is(self) -> Iterator[None]:
        """A table whose columns or rows black would tear apart."""
        self.line("# fmt: off")
        yield
        self.line("# fmt: on")

    def bracketed(
        self, before: str, items: Sequence[Item], after: str, *, display: bool = False
    ) -> None:
        """`before` ends with an opening bracket, `after` begins with the closing one.

        Black gives a set, list, tuple or dict (`display`) one line an element as soon as it does
        not fit; the arguments of a call or a def may first share one line of their own.
        """
        inline = ", ".join(map(flat, items))
        if self._is_one_line(before, before + inline + after):
            return
        self.free(before)
        with self.indented():
            if not display and self._shares_a_line(before, items, inline):
                self.free(inline)
            else:
                for item in items:
                    self._element(item)
        self.free(after)

    def _is_one_line(self, before: str, inline: str) -> bool:
        """Write a statement on one line if it fits, or if even its beginning does not."""
        if not self.fits(inline) and (self.fits(before) or before.startswith("def ")):
            return False
        self.line(inline)
        return True

    def _shares_a_line(self, before: str, items: Sequence[Item], inline: str) -> bool:
        if len(items) == 1:  # a lone argument of a def gets a comma, that of a call does not
            return not before.startswith("def ")
        return self.fits(inline)

    def _element(self, item: Item) -> None:
        if isinstance(item, str) or self.fits(flat(item) + ","):
            self.free(flat(item) + ",")
            return
        self.free("(")
        with self.indented():
            for part in item:
                self.free(part + ",")
        self.free("),")

    def define(self, name: str, arguments: Sequence[str]) -> None:
        self.bracketed(f"def {name}(", arguments, "):")

    def call(self, before: str, function: str, arguments: Sequence[str]) -> None:
        self.bracketed(f"{before}{function}(", arguments, ")")

    def remarked(self, other: Writer, comment: str, at: int) -> None:
        """What another writer wrote and, in the margin of one of its lines or above, a remark."""
        lines = list(other.lines)
        if comment:
            if width(f"{lines[at]}  # {comment}") <= COLUMNS:
                lines[at] += f"  # {comment}"
            elif self.fits(f"# {comment}"):
                self.line(f"# {comment}")
        self.lines += lines

    def nested(
        self, before: str, function: str, inner: str, arguments: Sequence[str], last: str
    ) -> None:
        """A call whose first argument is a call: `function(inner(arguments), last)`."""
        start, call = f"{before}{function}(", f"{inner}({', '.join(arguments)})"
        if self._is_one_line(start, f"{start}{call}, {last})"):
            return
        self.free(start)
        with self.indented():
            if self.fits(f"{call}, {last}"):
                self.free(f"{call}, {last}")
            else:
                self.bracketed(f"{inner}(", arguments, "),")
                self.free(f"{last},")
        self.free(")")

    def mapped(self, before: str, outer: str, inner: str, arguments: Sequence[str]) -> None:
        """A call as the only argument of another: `outer(inner(arguments))`."""
        inline = f"{before}{outer}({inner}({', '.join(arguments)}))"
        if self._is_one_line(f"{before}{outer}(", inline):
            return
        self.free(f"{before}{outer}(")
        with self.indented():
            self.call("", inner, arguments)
        self.free(")")

    def test(self, before: str, test: Expression, after: str = "") -> None:
        """`if <test>:` or `return <test>`; a long word is compared through a set, which splits."""
        if isinstance(test, str) or self.fits(f"{before}{test}{after}"):
            self.line(f"{before}{test}{after}")
        else:
            self.bracketed(before + test.membership, test.items, f"}}{after}", display=True)

    def comprehension(self, before: str, element: str, loop: str, after: str) -> None:
        """`before` ends with an opening bracket: one line, or one of its own, or two."""
        if self._is_one_line(before, f"{before}{element} {loop}{after}"):
            return
        self.free(before)
        with self.indented():
            together = f"{element} {loop}"
            for part in [together] if self.fits(together) else [element, loop]:
                self.free(part)
        self.free(after)

    def listed(self, before: str, element: Wrapped, loop: str, after: str) -> None:
        """A comprehension whose element is split bracket by bracket where it is too long."""
        text = str(element)
        if self.fits(f"{before}{text} {loop}{after}") or Writer(self.depth + 1).fits(text):
            self.comprehension(before, text, loop, after)
            return
        self.free(before)
        with self.indented():
            self._wrapped(element)
            self.free(loop)
        self.free(after)

    def _wrapped(self, element: Wrapped) -> None:
        if self.fits(str(element)):
            self.free(str(element))
        elif element.brackets:
            opening, closing = element.brackets[0]
            self.free(opening)
            with self.indented():
                self._wrapped(Wrapped(element.brackets[1:], element.parts))
            self.free(closing)
        else:
            for part in element.parts:
                self.free(part)

    def filled(self, before: str, items: Iterable[str], after: str) -> None:
        """A long list of short items, as many a line as fit; for tables that black leaves alone."""
        self.free(before)
        with self.indented():
            line = ""
            for item in items:
                longer = f"{line} {item}," if line else f"{item},"
                if line and not self.fits(longer):
                    self.free(line)
                    longer = f"{item},"
                line = longer
            self.free(line)
        self.free(after)

    def display(self, before: str, items: Sequence[str], after: str) -> None:
        """A list of words: on one line, or filled."""
        inline = before + ", ".join(items) + after
        if self.fits(inline):
            self.line(inline)
            return
        with self.as_is():
            self.filled(before, items, after)


def flat(item: Item) -> str:
    return item if isinstance(item, str) else f"({', '.join(item)})"


def width(text: str) -> int:
    """Columns a text takes: two for the wide characters of East Asia, as black counts them."""
    if text.isascii():
        return len(text)
    return sum(2 if unicodedata.east_asian_width(char) in "WF" else 1 for char in text)


def padded(text: str, columns: int) -> str:
    return text + " " * (columns - width(text))


def literal(value: str | int) -> str:
    r"""A value as Python source: double quotes unless single ones need fewer backslashes.

    >>> print(literal(3), literal("a"), literal('say "hi"'), literal("it's"), literal("\x00\n"))
    3 "a" 'say "hi"' "it's" "\x00\n"
    """
    if isinstance(value, int):
        return str(value)
    if value.isprintable() and not any(char in value for char in "\\\"'"):
        return f'"{value}"'
    quote = "'" if value.count('"') > value.count("'") else '"'
    return quote + "".join(_escaped(char, quote) for char in value) + quote


def _escaped(char: str, quote: str) -> str:
    if char in ESCAPES:
        return ESCAPES[char]
    if char == quote:
        return "\\" + char
    if char.isprintable():
        return char
    code = ord(char)
    if code < 0x100:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"
