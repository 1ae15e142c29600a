"""Python as data: expressions that know the names they read, statements that know their step.

An expression holds its text on one line, as it is most often printed, and the brackets at which it
is split where that line is too long. Which names a part of a file reads, which step a statement
belongs to and what it defines are fields: nothing looks for them in printed text.

A tree is laid out as black leaves it at 88 columns. A statement that is too long is split at its
brackets, and what is inside them in turn. A line that has no shorter form (a very long word, say)
carries `# fmt: skip`; a long list of words is filled line by line between `# fmt: off` and `# fmt:
on`.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Literal

COLUMNS = 88
INDENT = "    "

BracketKind = Literal["display", "call", "def", "words"]
NameSet = frozenset[str]
NO_NAMES: NameSet = frozenset()


@dataclass(frozen=True, slots=True)
class Bracketing:
    """Where an expression is split: what stands before its brackets, inside and behind.

    A set, list, tuple or dict (`display`) has one line per item as soon as it is split; the
    arguments of a call or a def, and the `words` of a comprehension, may share a line of their own.
    """

    before: str
    items: tuple[Expression, ...]
    after: str
    kind: BracketKind

    @property
    def inside(self) -> str:
        return (" " if self.kind == "words" else ", ").join([item.text for item in self.items])


@dataclass(frozen=True, slots=True)
class Expression:
    """Source text that reads some names; without brackets it is never split."""

    text: str
    names: NameSet = NO_NAMES
    brackets: Bracketing | None = None
    is_choice: bool = False  # whether it is `a if test else b`
    sides: tuple[Expression, Expression] | None = None  # of an equation

    def __str__(self) -> str:
        return self.text


Part = str | Expression  # a str is syntax, which reads no name
TRUE, FALSE, NONE = Expression("True"), Expression("False"), Expression("None")


def names_in(parts: Iterable[Part | Statement]) -> NameSet:
    """The names that any of these read."""
    found = {part.names for part in parts if not isinstance(part, str)}
    return found.pop() if len(found) == 1 else NO_NAMES.union(*found)


# --- expressions ----------------------------------------------------------------------------------


@lru_cache(maxsize=4096)
def name(text: str) -> Expression:
    return Expression(text, frozenset((text,)))


@lru_cache(maxsize=4096)
def literal(value: str | int) -> Expression:
    r"""A value as Python source: double quotes unless single ones need fewer backslashes.

    >>> print(literal(3), literal("a"), literal('say "hi"'), literal("it's"), literal("\x00\n"))
    3 "a" 'say "hi"' "it's" "\x00\n"
    """
    if isinstance(value, int):
        return Expression(str(value))
    if value.isprintable() and not any(char in value for char in "\\\"'"):
        return Expression(f'"{value}"')
    quote = "'" if value.count('"') > value.count("'") else '"'
    shown = {quote: "\\" + quote}
    for char in {*value} - {quote}:
        odd = char == "\\" or not char.isprintable()
        shown[char] = char.encode("unicode_escape").decode() if odd else char
    return Expression(quote + "".join(map(shown.__getitem__, value)) + quote)


def seq(*parts: Part) -> Expression:
    """Parts one after the other, never split.

    >>> seq(name("count"), " + ", literal(1)).names
    frozenset({'count'})
    """
    return Expression("".join(map(str, parts)), names_in(parts))


def joined(separator: str, parts: Iterable[Expression]) -> Expression:
    parts = tuple(parts)
    return Expression(separator.join([part.text for part in parts]), names_in(parts))


def around(before: Part, inner: Expression, after: str = "") -> Expression:
    """An expression with something before and after it: it is split where it was."""
    split = inner.brackets
    if split is not None:
        ends = f"{before}{split.before}", f"{split.after}{after}"
        split = Bracketing(ends[0], split.items, ends[1], split.kind)
    return Expression(f"{before}{inner}{after}", names_in((before, inner)), split)


def bracketed(
    before: Part, items: Iterable[Expression], after: str, kind: BracketKind = "display"
) -> Expression:
    """`before` ends with an opening bracket, `after` begins with the closing one."""
    brackets = Bracketing(str(before), tuple(items), after, kind)
    text = f"{before}{brackets.inside}{after}"
    return Expression(text, names_in((before, *brackets.items)), brackets)


def call(function: Part, *arguments: Expression) -> Expression:
    """
    >>> print(call("max", name("a"), literal(0)))
    max(a, 0)
    """
    called = name(function) if isinstance(function, str) else function
    return bracketed(seq(called, "("), arguments, ")", "call")


def item(of: Part, index: Part) -> Expression:
    """`of[index]`."""
    return seq(name(of) if isinstance(of, str) else of, "[", index, "]")


def tuple_of(items: Sequence[Expression]) -> Expression:
    """A tuple; a lone item has a comma."""
    made = bracketed("(", items, ")")
    return replace(made, text=f"({items[0]},)") if len(items) == 1 else made


def comparison(a: Expression, op: str, b: Expression) -> Expression:
    sides = (a, b) if op == "==" else None
    return Expression(f"{a} {op} {b}", a.names | b.names, sides=sides)


def plus(number: Expression, shift: int) -> Expression:
    """
    >>> print(plus(name("n"), -1), plus(name("n"), 0))
    n - 1 n
    """
    return seq(number, f" {'+' if shift > 0 else '-'} {abs(shift)}" if shift else "")


def either(yes: Expression, test: Expression, no: Expression) -> Expression:
    names = yes.names | test.names | no.names
    return Expression(f"{yes} if {test} else {no}", names, is_choice=True)


def one_of(subject: Expression, items: Sequence[Expression], negated: bool = False) -> Expression:
    """Whether `subject` is one of the items; a lone item is compared through a set to be split.

    >>> print(one_of(name("token"), [literal("a")]))
    token == "a"
    >>> print(one_of(name("position"), [literal(0), literal(8)], negated=True))
    position not in {0, 8}
    """
    among = bracketed(seq(subject, f" {'not in' if negated else 'in'} {{"), items, "}")
    if len(items) > 1:
        return among
    alone = comparison(subject, "!=" if negated else "==", items[0])
    return replace(alone, brackets=among.brackets)


def lambda_of(arguments: Sequence[str], value: Expression) -> Expression:
    made = seq(f"lambda {', '.join(arguments)}: ", value)
    return replace(made, names=made.names - set(arguments))


def comprehension(
    opening: Part,
    element: Expression,
    targets: Sequence[str],
    of: Expression,
    closing: str,
    test: Expression | None = None,
) -> Expression:
    """`opening element for targets in of if test closing`; its targets are no names it reads."""
    words = [element, seq(f"for {', '.join(targets)} in ", of)]
    if test is not None:
        words.append(seq("if ", f"({test})" if test.is_choice else test))
    made = bracketed(opening, words, closing, "words")
    inside = names_in((element, *(() if test is None else (test,)))) - set(targets)
    return replace(made, names=inside | names_in((opening, of)))


# --- statements -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Simple:
    """A statement on one line or split at its brackets; with a body, a block.

    `writes`: the name that it gives a value. `step`: the variable of the program whose step it
    belongs to, "" for the answer; None for what stands before the next step.
    """

    code: Expression
    body: tuple[Statement, ...] = ()
    writes: str = ""
    step: str | None = None
    remark: str = ""  # a comment in the margin of its first line
    filled: bool = False  # a list of words: where it is long, as many per line as fit
    bound: NameSet = NO_NAMES  # the arguments of a def

    @property
    def names(self) -> NameSet:
        return (self.code.names | names_in(self.body)) - self.bound

    @property
    def is_block(self) -> bool:
        return len(self.body) > 0


@dataclass(frozen=True, slots=True)
class Verbatim:
    """Lines as they are: a function of the prelude, or a table whose columns black would tear."""

    lines: tuple[str, ...]
    names: NameSet = NO_NAMES
    is_block: bool = False  # whether it defines a function or a class
    step: None = None


Statement = Simple | Verbatim
Statements = tuple[Statement, ...]


def assign(variable: str, value: Expression, *, filled: bool = False) -> Simple:
    return Simple(around(f"{variable} = ", value), writes=variable, filled=filled)


def returns(value: Expression) -> Simple:
    return Simple(around("return ", value))


def when(test: Expression, *body: Statement) -> Simple:
    return Simple(around("if ", test, ":"), body)


def function(called: str, arguments: Sequence[str], body: Statements) -> Simple:
    header = bracketed(f"def {called}(", map(Expression, arguments), "):", "def")
    return Simple(header, body, writes=called, bound=frozenset(arguments))


def source(text: str, reads: Iterable[str] = ()) -> Verbatim:
    """A function of the prelude, as it stands."""
    return Verbatim(tuple(text.strip("\n").split("\n")), frozenset(reads), is_block=True)


# --- layout ---------------------------------------------------------------------------------------


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
