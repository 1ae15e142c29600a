"""The causes of a value: one sentence per value, and the values it was made of.

`cause` answers for one variable at one position; `chain` follows it back to the input. The page
says the same sentences: `view/page/causes.js` is this file in JavaScript.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple, assert_never

from ..meaning.words import described, read_as
from ..program import steps as lang
from ..program import types
from ..program.values import Symbol, bounds, domain, is_numeric, ordinal, size, symbol
from .records import StepRecord

if TYPE_CHECKING:
    from . import Trace

Place = tuple[str, int]  # a variable and a position
MAX_NAMED = 3  # keys that a predicate accepts, up to which they are named
REACHES = {"all": "", "before": " before here", "upto": " so far", "after": " after here"}


class Cause(NamedTuple):
    """One value and why it is what it is; `because` are the values it was made of.

    `depth`: in a chain, how many steps it is away from what was asked.
    """

    variable: str
    position: int
    value: Symbol
    text: str
    because: tuple[Place, ...]
    depth: int = 0

    def __str__(self) -> str:
        return f"{self.variable} at position {self.position} is {spell(self.value)}: {self.text}"


def cause(trace: Trace, variable: str, position: int) -> Cause:
    """Why a variable has its value at a position."""
    record = trace.step(variable)
    text, because = _because(trace, record, position)
    kept = tuple(link for link in because if not isinstance(trace.step(link[0]).step, lang.One))
    return Cause(record.name, position, record.symbol(position), text, kept)


def chain(trace: Trace, variable: str, position: int) -> tuple[Cause, ...]:
    """The cause of a value, the causes of what it was made of, and so on back to the input.

    Every value stands once, where it is first needed.
    """
    found: dict[Place, Cause] = {}

    def follow(variable: str, position: int, depth: int) -> None:
        if (variable, position) not in found:
            made = cause(trace, variable, position)
            found[variable, position] = made._replace(depth=depth)
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
    if (record.name, i) in trace.fixed:
        return "set by hand", ()
    if record.off:
        return "switched off", ()
    match record.step:
        case lang.Token():
            return f"the word there is {spell(trace.tokens[i])}{unknown_text(trace, (i,))}", ()
        case lang.Position():
            return "the position", ()
        case lang.One():
            return "always 1", ()
        case lang.CategoricalHead() as head:
            query, read = _links(trace, head, i)
            return _copied(trace, head, i), (*read, *query)
        case lang.NumericalHead() as head:
            query, read = _links(trace, head, i)
            return _added(trace, head, i), (*query, *read)
        case lang.Mlp(_, reads):
            parts = [f"{name} = {spell(trace.step(name).symbol(i))}" for name in reads]
            return f"computed from {_listed(parts)}", tuple((name, i) for name in reads)
        case _:
            assert_never(record.step)


def unknown_text(trace: Trace, places: Sequence[int]) -> str:
    """The reading of an unknown word, if one stands at these places; else nothing."""
    vocabulary, words = trace.program.vocabulary, [trace.tokens[i] for i in places]
    read = [str(read_as(word, vocabulary.index, vocabulary.unknown)) for word in words]
    return f", an {described(read[0])}" if len(words) == 1 and read != words else ""


def _copied(trace: Trace, head: lang.CategoricalHead, i: int) -> str:
    found, (used,) = trace.step(head.out.name).attention[i]
    source = f"{head.value} at {'the same position' if used == i else f'position {used}'}"
    where = _where(trace, head, i)
    if not found:
        return f"{source}, because there is no position{where}"
    if len(found) == 1:
        return f"{source}, the only position{where}"
    tie = head.choose == "nearest" and used < i and 2 * i - used in found
    which = "left of the two nearest" if tie else f"{head.choose} of {len(found)}"
    return f"{source}, the {which} positions{where}"


def _added(trace: Trace, head: lang.NumericalHead, i: int) -> str:
    used, values = trace.step(head.out.name).attention[i].used, trace.step(head.value).values
    text = f"there is no position{_where(trace, head, i)}"
    if used:
        ones = isinstance(trace.step(head.value).step, lang.One)
        asked = _asked(trace, head, i)
        text = "counts" if ones else f"the sum of {head.value} over"
        text += f" position{'s' if len(used) > 1 else ''} {_places(used)}"
        text += f", where {asked}" if asked else ""
    total = sum(values[j] for j in used)
    if total != trace.step(head.out.name).values[i]:
        ends = ["" if bound is None else str(bound) for bound in bounds(head.out.type)]
        text += f"; {total} is clipped to {'..'.join(ends)}"
    return text


def _where(trace: Trace, head: lang.Head, i: int) -> str:
    """The positions that a head looks for, after the word "position"."""
    reach = "upto" if trace.program.causal and head.reach == "all" else head.reach
    asked = _asked(trace, head, i)
    return REACHES[reach] + (f" where {asked}" if asked else "")


def _asked(trace: Trace, head: lang.Head, i: int) -> str:
    """The condition on a key, such as 'tokens is "a"'; empty if every key matches."""
    query, key = (types(trace.program)[name] for name in (head.query, head.key))
    value = trace.step(head.query).values[i]
    asks = spell(symbol(query, value))
    tests = []
    match head.predicate:
        case lang.Is(wanted):
            tests = [f"is {spell(symbol(key, wanted))}"]
        case lang.Compare(op, shift):
            moved = f" {'+' if shift > 0 else '-'} {abs(shift)}" if shift else ""
            number = str(ordinal(query, value) + shift) if is_numeric(key) else asks
            here = f" (= {head.query} here{moved})" if moved or head.key != head.query else ""
            tests = [f"{'is' if op == '==' else op} {number}{here}"]
        case lang.Rows(accepts):
            row = accepts[value - domain(query).start]
            if 0 < len(row) <= MAX_NAMED and len(row) < (size(key) or 0):
                listed = _listed([spell(symbol(key, one)) for one in row], "or")
                tests = [f"is {listed} (for {head.query} = {asks})"]
            elif len(row) != size(key):
                tests = [f"matches {head.query} = {asks}"]
        case _:
            assert_never(head.predicate)
    if (score := lang.score_of(head)) is not None:
        tests.append(f"is {score.best}")
    return f"{head.key} {' and '.join(tests)}" if tests else ""


def _links(trace: Trace, head: lang.Head, i: int) -> tuple[list[Place], list[Place]]:
    """The query, if the predicate reads it, and the values that were read, each with its key."""
    found, used = trace.step(head.out.name).attention[i]
    names = (head.value, head.key) if found else (head.value,)  # no key matches by default
    query = [] if isinstance(head.predicate, lang.Is) else [(head.query, i)]
    return query, [(name, j) for j in used for name in names]


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
