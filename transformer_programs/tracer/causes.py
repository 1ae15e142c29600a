"""The causes of a value: one sentence per value, and the values it was made of.

`cause` answers for one variable at one position; `chain` follows it back to the input. The page
says the same sentences: `view/page/causes.js` is this file in JavaScript.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, assert_never

from ..meaning.words import described, read_as
from ..program import Program, types
from ..program import steps as lang
from ..program.values import Symbol, bounds, domain, is_numeric, ordinal, size, symbol
from .records import Attended, StepRecord

if TYPE_CHECKING:
    from . import Trace

Place = tuple[str, int]  # a variable and a position
ALWAYS = "constant votes"  # in the place of what votes
MAX_NAMED = 3  # keys that a predicate accepts, up to which they are named
# How positions are called that a head may read: before and after the noun.
REACHES = {
    "all": ("", ""),
    "before": ("earlier ", ""),
    "upto": ("", " so far"),
    "after": ("later ", ""),
}


@dataclass(frozen=True, slots=True)
class Cause:
    """One value and why it is what it is; `because` are the values it was made of."""

    variable: str
    position: int
    value: Symbol
    text: str
    because: tuple[Place, ...]

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
    kept = tuple(link for link in because if not isinstance(trace.step(link[0]).step, lang.One))
    return Cause(record.name, position, record.symbol(position), text, kept)


def chain(trace: Trace, variable: str, position: int) -> tuple[Fact, ...]:
    """The cause of a value, the causes of what it was made of, and so on back to the input.

    Every value stands once, where it is first needed.
    """
    found: dict[Place, Fact] = {}

    def follow(variable: str, position: int, depth: int) -> None:
        if (variable, position) not in found:
            made = cause(trace, variable, position)
            found[variable, position] = Fact(depth, made)
            for link in made.because:
                follow(*link, depth + 1)

    follow(trace.step(variable).name, position, 0)
    return tuple(found.values())


def spell(value: Symbol) -> str:
    r"""A value in a sentence: words in quotes, numbers as they are.

    >>> spell("a"), spell(3)
    ('"a"', '3')
    """
    return str(value) if isinstance(value, int) else json.dumps(value, ensure_ascii=False)


def _because(trace: Trace, record: StepRecord, i: int) -> tuple[str, tuple[Place, ...]]:
    if any(fixed.variable == record.name and fixed.position == i for fixed in trace.fixed):
        return "set by hand", ()
    if record.off:
        return "switched off", ()
    match record.step:
        case lang.Token():
            token, vocabulary = trace.tokens[i], trace.program.vocabulary
            word = str(read_as(token, vocabulary.words, vocabulary.unknown))
            known = "" if word == token else f", an {described(word)}"
            return f"the word there is {spell(token)}{known}", ()
        case lang.Position():
            return "the position", ()
        case lang.One():
            return "always 1", ()
        case lang.CategoricalHead() as head:
            attended = record.attention[i]
            key = () if attended.reason == "default" else ((head.key, attended.used[0]),)
            copy = ((head.value, attended.used[0]), *key, *_query_link(head, i))
            return _copied(head, attended, i, trace.program), copy
        case lang.NumericalHead() as head:
            attended = record.attention[i]
            links = [(name, j) for j in attended.used for name in (head.value, head.key)]
            return _added(head, attended, trace, i), (*_query_link(head, i), *links)
        case lang.Mlp(_, reads):
            parts = [f"{name} = {spell(trace.step(name).symbol(i))}" for name in reads]
            return f"computed from {_listed(parts)}", tuple((name, i) for name in reads)
        case _:
            assert_never(record.step)


def _copied(head: lang.CategoricalHead, attended: Attended, i: int, program: Program) -> str:
    (used,) = attended.used
    source = f"{head.value} at {'the same position' if used == i else f'position {used}'}"
    if attended.reason == "default":
        return f"{source}, because {_no_match(head, attended, program)}"
    if attended.reason == "itself" and head.score is None:
        return f"{source}, because {_no_match(head, attended, program, 'other ')}"
    asked = _asked(head, attended, program)
    tests = [asked[0]] if asked else []
    if head.score is not None:
        tests.append(f"is {head.score.best}")
    fits = f" where {head.key} {' and '.join(tests)}" if tests else ""
    kind, place = _reach(head, program)
    match attended.reason:
        case "only" | "itself":
            return f"{source}, the only {kind}position{place}{fits}"
        case "tie":
            return f"{source}, the left of the two nearest {kind}positions{place}{fits}"
        case reason:
            return f"{source}, the {reason} of {len(attended.found)} {kind}positions{place}{fits}"


def _added(head: lang.NumericalHead, attended: Attended, trace: Trace, i: int) -> str:
    if attended.used:
        noun = "position" if len(attended.used) == 1 else "positions"
        ones = isinstance(trace.step(head.value).step, lang.One)
        text = "counts" if ones else f"the sum of {head.value} over"
        text += f" {noun} {_places(attended.used)}"
        asked = _asked(head, attended, trace.program)
        text += f", where {head.key} {asked[0]}" if asked else ""
    else:
        text = _no_match(head, attended, trace.program)
    total = sum(trace.step(head.value).values[j] for j in attended.used)
    if total != trace.step(head.out.name).values[i]:
        low, high = bounds(head.out.type)
        ends = ["" if bound is None else str(bound) for bound in (low, high)]
        text += f"; {total} is clipped to {'..'.join(ends)}"
    return text


def _no_match(head: lang.Head, attended: Attended, program: Program, other: str = "") -> str:
    kind, place = _reach(head, program)
    asked = _asked(head, attended, program)
    if asked is None:
        return f"there is no {other}{kind}position{place}"
    return f"no {other}{kind}position{place} has {head.key} {asked[1]}"


def _reach(head: lang.Head, program: Program) -> tuple[str, str]:
    return REACHES["upto" if program.causal and head.reach == "all" else head.reach]


def _asked(head: lang.Head, attended: Attended, program: Program) -> tuple[str, str] | None:
    """The condition on a key, as it follows "where tokens ..." and "has tokens ...".

    None: every key matches.
    """
    query, key = (types(program)[name] for name in (head.query, head.key))
    asks = spell(symbol(query, attended.query))
    match head.predicate:
        case lang.Is(value):
            named = spell(symbol(key, value))
            return f"is {named}", named
        case lang.Compare(op, shift):
            moved = f" {'+' if shift > 0 else '-'} {abs(shift)}" if shift else ""
            wanted = f"{asks}{moved}"
            if is_numeric(key):
                wanted = str(ordinal(query, attended.query) + shift)
            if moved or head.key != head.query:
                wanted += f" ({head.query} here{moved})"
            return (f"is {wanted}", wanted) if op == "==" else (f"{op} {wanted}", f"{op} {wanted}")
        case lang.Rows(accepts):
            row = accepts[attended.query - domain(query).start]
            if len(row) == size(key):
                return None
            if not 1 <= len(row) <= MAX_NAMED:
                return f"matches {head.query} {asks}", f"matching {head.query} {asks}"
            wanted = _listed([spell(symbol(key, value)) for value in row], "or")
            if head.key != head.query or row != (attended.query,):
                wanted += f" (for {head.query} {asks})"
            return f"is {wanted}", wanted
        case _:
            assert_never(head.predicate)


def _query_link(head: lang.Head, i: int) -> tuple[Place, ...]:
    return () if isinstance(head.predicate, lang.Is) else ((head.query, i),)


def _places(positions: Sequence[int]) -> str:
    """
    >>> _places((0, 2, 3, 4, 6, 7))
    '0, 2 to 4, 6 and 7'
    """
    runs: list[list[int]] = []
    for j in positions:
        if runs and runs[-1][-1] == j - 1:
            runs[-1].append(j)
        else:
            runs.append([j])
    parts = [[f"{run[0]} to {run[-1]}"] if len(run) > 2 else map(str, run) for run in runs]
    return _listed([part for run in parts for part in run])


def _listed(parts: Sequence[str], word: str = "and") -> str:
    """
    >>> _listed(["1"]), _listed(["1", "3", "4"])
    ('1', '1, 3 and 4')
    """
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} {word} {parts[-1]}"
