"""Where a value came from: one sentence per value, and the values it was made of.

`cause` answers for one variable at one position; `chain` follows it back to the input. The page
says the same sentences: `view/page/causes.js` is this file in JavaScript.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, assert_never

from ..program import Program, types
from ..program import steps as lang
from ..program.values import Symbol, bounds, symbol
from .looks import Look, StepRecord, read_as

if TYPE_CHECKING:
    from . import Trace

Role = Literal["value", "key", "query", "read"]
ALWAYS = "whatever the words are"  # in the place of what votes
# What is said of the best of several matches, and of another one that would be as good.
LARGEST, SMALLEST = (" and is largest", " and as large"), (" and is smallest", " and as small")
HIGHEST = (" and scores highest", " and scoring as high")
PLACES = {"all": "", "before": " before it", "upto": " up to it", "after": " after it"}


@dataclass(frozen=True, slots=True)
class Ingredient:
    """A value that another was made of, and what it was for."""

    role: Role
    variable: str
    position: int


@dataclass(frozen=True, slots=True)
class Cause:
    """One value and why it is what it is; `because` are the values it was made of."""

    variable: str
    position: int
    value: Symbol
    text: str
    because: tuple[Ingredient, ...]

    def __str__(self) -> str:
        return f"{self.variable} at position {self.position} is {spell(self.value)}: {self.text}"


@dataclass(frozen=True, slots=True)
class Fact:
    """A cause and how many steps it is away from what was asked."""

    depth: int
    cause: Cause


def cause(trace: Trace, variable: str, position: int) -> Cause:
    """Why a variable has its value at a position."""
    record = trace.step(variable)
    text, because = _because(trace, record, position)
    kept = tuple(
        link for link in because if not isinstance(trace.step(link.variable).step, lang.One)
    )
    return Cause(record.name, position, record.symbol(position), text, kept)


def chain(trace: Trace, variable: str, position: int) -> tuple[Fact, ...]:
    """The cause of a value, the causes of what it was made of, and so on back to the input.

    Every value stands once, where it is first needed.
    """
    seen: set[tuple[str, int]] = set()
    return tuple(_follow(trace, trace.step(variable).name, position, 0, seen))


def _follow(
    trace: Trace, variable: str, position: int, depth: int, seen: set[tuple[str, int]]
) -> Iterator[Fact]:
    if (variable, position) in seen:
        return
    seen.add((variable, position))
    made = cause(trace, variable, position)
    yield Fact(depth, made)
    for link in made.because:
        yield from _follow(trace, link.variable, link.position, depth + 1, seen)


def spell(value: Symbol) -> str:
    r"""A value in a sentence: words in quotes, numbers as they are.

    >>> spell("a"), spell(3)
    ('"a"', '3')
    """
    return str(value) if isinstance(value, int) else json.dumps(value, ensure_ascii=False)


def _because(trace: Trace, record: StepRecord, i: int) -> tuple[str, tuple[Ingredient, ...]]:
    if any(fixed.variable == record.name and fixed.position == i for fixed in trace.fixed):
        return "set by hand", ()
    if record.off:
        return "switched off", ()
    match record.step:
        case lang.Token():
            return _word(trace, i), ()
        case lang.Position():
            return "the position", ()
        case lang.One():
            return "always 1", ()
        case lang.CategoricalHead() as head:
            look = record.looks[i]
            return _copied(head, look, trace.program), _copy_links(head, look, i)
        case lang.NumericalHead() as head:
            look = record.looks[i]
            links = [
                Ingredient(role, name, j)
                for j in look.used
                for role, name in _pairs(("value", head.value), ("key", head.key))
            ]
            return _added(head, look, trace, i), (*_query_link(head, i), *links)
        case lang.Mlp(_, reads):
            parts = [f"{name} {spell(trace.step(name).symbol(i))}" for name in reads]
            return f"computed from {_and(parts)}", tuple(
                Ingredient("read", name, i) for name in reads
            )
        case _:
            assert_never(record.step)


def _pairs(*pairs: tuple[Role, str]) -> tuple[tuple[Role, str], ...]:
    return pairs


def _word(trace: Trace, i: int) -> str:
    token = trace.tokens[i]
    word = read_as(trace.program.vocabulary, token)
    known = "" if word == token else f", which is not listed and read as {spell(word)}"
    return f"the word there is {spell(token)}{known}"


def _copied(head: lang.CategoricalHead, look: Look, program: Program) -> str:
    fits, where = _fits(head, look, program), _place(head, program)
    fitting = _fits(head, look, program, has=True)
    best, as_good = _best(head.score)
    fits += best
    (used,) = look.used
    count = len(look.found)
    source = f"{head.value} of position {used}"
    match look.reason:
        case "default":
            return f"{source}, because no position{where} has {head.key} {fitting}"
        case "itself":
            itself = f"{head.value} of the position itself"
            return f"{itself}, because no other{where} has {head.key} {fitting}{as_good}"
        case "only":
            return f"{source}, the only one{where} where {head.key} {fits}"
        case "tie":
            return f"{source}, the left of the two nearest{where} where {head.key} {fits}"
        case reason:
            return f"{source}, the {reason} of {count}{where} where {head.key} {fits}"


def _best(score: lang.Score | None) -> tuple[str, str]:
    match score:
        case None:
            return "", ""
        case lang.Extreme(best):
            return LARGEST if best == "largest" else SMALLEST
        case lang.Levels():
            return HIGHEST
        case _:
            assert_never(score)


def _added(head: lang.NumericalHead, look: Look, trace: Trace, i: int) -> str:
    fits, where = _fits(head, look, trace.program), _place(head, trace.program)
    if not look.used:
        fitting = _fits(head, look, trace.program, has=True)
        text = f"an empty sum, because no position{where} has {head.key} {fitting}"
    else:
        places = _and([str(j) for j in look.used])
        noun = "position" if len(look.used) == 1 else "positions"
        text = f"the sum of {head.value} over {noun} {places}, where {head.key} {fits}"
    total = sum(trace.step(head.value).values[j] for j in look.used)
    if total != trace.step(head.out.name).values[i]:
        low, high = bounds(head.out.type)
        ends = ["" if bound is None else str(bound) for bound in (low, high)]
        text += f"; {total} is clipped to {'..'.join(ends)}"
    return text


def _place(head: lang.Head, program: Program) -> str:
    return PLACES["upto" if program.causal and head.reach == "all" else head.reach]


def _fits(head: lang.Head, look: Look, program: Program, *, has: bool = False) -> str:
    """What the predicate asks of a key, as it follows "where tokens ..." or "has tokens ..."."""
    kinds = types(program)
    match head.predicate:
        case lang.Is(value):
            return f"{'equal to' if has else 'is'} {spell(symbol(kinds[head.key], value))}"
        case lang.Compare(op, shift):
            relation = f"{op} {head.query}"
            if shift:
                relation += f" {'+' if shift > 0 else '-'} {abs(shift)}"
        case lang.Rows():
            relation = f"{'matching' if has else 'matches'} {head.query}"
        case _:
            assert_never(head.predicate)
    return f"{relation} (query {spell(symbol(kinds[head.query], look.query))})"


def _query_link(head: lang.Head, i: int) -> tuple[Ingredient, ...]:
    unread = isinstance(head.predicate, lang.Is) and not isinstance(
        lang.score_of(head), lang.Levels
    )
    return () if unread else (Ingredient("query", head.query, i),)


def _copy_links(head: lang.CategoricalHead, look: Look, i: int) -> tuple[Ingredient, ...]:
    (used,) = look.used
    key = () if look.reason == "default" else (Ingredient("key", head.key, used),)
    return (Ingredient("value", head.value, used), *key, *_query_link(head, i))


def _and(parts: Sequence[str]) -> str:
    """
    >>> _and(["1"]), _and(["1", "3", "4"])
    ('1', '1, 3 and 4')
    """
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}"
