"""Heads written out: one comprehension each over the positions i and the positions j they look at.

    count = [sum(tokens[j] == tokens[i] for j in before[i]) for i in positions]

That is shorter than a library function for each kind of head, and so it is how a program is printed
whose heads look before or after themselves, or choose the first or the last match, in several ways.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Literal, assert_never

from ..program import Program
from ..program.steps import (
    CategoricalHead,
    Extreme,
    Head,
    Levels,
    Mlp,
    NumericalHead,
    One,
    Position,
    Reach,
    Token,
    score_of,
)
from ..simplify.edits import output_reads
from .functions import Scope, ordered
from .names import Names
from .prelude import kind_of, reach_of
from .writer import Wrapped, Writer

List = Reach | Literal["nearest"]  # of positions, for each position
SLICES: dict[List, str] = {"before": "[:{}]", "upto": "[: {} + 1]", "after": "[{} + 1 :]"}
LONGEST = 16  # a variable with a longer name makes every line long


@dataclass(frozen=True, slots=True)
class Places:
    """The names for positions in `run`: of one, of another, of all, and of those within a reach."""

    i: str
    j: str
    everywhere: str
    within: dict[List, str]
    own: frozenset[str]  # the variables that hold the position itself
    ones: frozenset[str]  # the variables that are 1

    def at(self, variable: str, place: str) -> str:
        """The value of a variable at a position."""
        return place if variable in self.own else f"{variable}[{place}]"


def has_many_kinds(program: Program) -> bool:
    """Whether the heads are of several kinds, and not just the two that a network learns.

    A head with a table of scores needs a function of the library whatever the others do.
    """
    heads = [step for step in program.steps if isinstance(step, CategoricalHead | NumericalHead)]
    if any(isinstance(score_of(head), Levels) for head in heads):
        return False
    kinds = {kind_of(head, program.causal) for head in heads}
    usual: Reach = "upto" if program.causal else "all"
    return len(kinds) > 1 and not kinds <= {("select", usual), ("select_closest", usual)}


def places_of(program: Program, names: Names) -> Places:
    own = [step.out.name for step in program.steps if isinstance(step, Position)]
    short = [name for name in own if len(name) <= LONGEST]
    lists: tuple[List, ...] = (*SLICES, "nearest")
    needed = {
        _looked_at(step, program.causal)
        for step in program.steps
        if isinstance(step, CategoricalHead | NumericalHead)
    }
    return Places(
        names.new("i"),
        names.new("j"),
        short[0] if short else names.new("positions"),
        {kind: names.new(kind) for kind in lists if kind in needed},
        frozenset(own),
        frozenset(step.out.name for step in program.steps if isinstance(step, One)),
    )


def _looked_at(head: Head, causal: bool) -> List:
    """The list of positions that a head is written with."""
    reach = reach_of(head, causal)
    if isinstance(head, CategoricalHead) and head.choose == "nearest":
        lists: dict[Reach, List] = {"all": "nearest", "upto": "before"}
        return lists.get(reach, reach)
    return reach


def only_counted(program: Program, conditions: Iterable[str]) -> frozenset[str]:
    """The variables that are 1 everywhere and only ever counted, which needs no list of ones."""
    ones = {step.out.name for step in program.steps if isinstance(step, One)}
    for step in program.steps:
        match step:
            case CategoricalHead(key=key, value=value, score=score):
                ones -= {value} if score is None else {key, value}
            case Mlp(_, reads):
                ones -= set(reads)
            case NumericalHead() | Token() | Position() | One():
                pass
            case other:
                assert_never(other)
    words = set(re.findall(r"\w+", " ".join(conditions)))
    return frozenset(ones - words - set(output_reads(program)))


def write_places(w: Writer, places: Places, length: str, builtin: Callable[[str], str]) -> None:
    """All positions, then for each those that are before it, after it and so on, where needed."""
    every, i, j = places.everywhere, places.i, places.j
    w.line(f"{every} = {builtin('list')}({builtin('range')}({length}))")
    loop = f"for {i} in {every}"
    for reach, name in places.within.items():
        if reach == "nearest":
            order = f"({j} == {i}, {builtin('abs')}({i} - {j}), {j})"
            parts = f"{builtin('sorted')}({every}, key=lambda {j}: {order})"
        else:
            parts = f"{every}{SLICES[reach].format(i)}"
        w.comprehension(f"{name} = [", parts, loop, "]")


def write_head(
    w: Writer, head: Head, condition: str, places: Places, causal: bool, scope: Scope
) -> None:
    """The comprehension of a head, as black splits it where it is too long for a line."""
    value, j = places.at(head.value, places.j), places.j

    def builtin(name: str) -> str:
        return scope.names.builtin(name, scope.spelling)

    looked_at = _order(head, places, causal, builtin)
    loop = f"for {j} in {looked_at}"
    test = () if condition == "True" else (f"if {_as_test(condition)}",)
    if isinstance(head, CategoricalHead):
        copy = () if head.value in places.own else ((f"{head.value}[", "]"),)
        found = f"({' '.join((j, loop, *test))})" if test else looked_at
        if isinstance(head.score, Extreme):
            best = builtin("max" if head.score.best == "largest" else "min")
            key = "" if head.key in places.own else f"key=lambda {j}: {_key(head, places, scope)}, "
            element = Wrapped((*copy, (f"{best}(", ")")), (f"{found}, {key}default=0",))
        else:
            found = found if test else f"{builtin('iter')}({found})"
            element = Wrapped((*copy, (f"{builtin('next')}(", ")")), (f"{found}, 0",))
    elif head.value not in places.ones:
        element = Wrapped(((f"{builtin('sum')}(", ")"),), (value, loop, *test))
    elif condition == "True":
        element = Wrapped(((f"{builtin('len')}(", ")"),), (looked_at,))
    else:
        element = Wrapped(((f"{builtin('sum')}(", ")"),), (condition, loop))
    w.listed(f"{head.out.name} = [", element, f"for {places.i} in {places.everywhere}", "]")


def _key(head: Head, places: Places, scope: Scope) -> str:
    """What decides between the matches of a head with a score."""
    return ordered(head.key, places.at(head.key, places.j), "<", scope)


def _order(head: Head, places: Places, causal: bool, builtin: Callable[[str], str]) -> str:
    """The positions that a head looks at, the one it would rather copy from first."""
    looked_at = _looked_at(head, causal)
    every = places.everywhere
    order = every if looked_at == "all" else f"{places.within[looked_at]}[{places.i}]"
    if not isinstance(head, CategoricalHead) or head.choose == "first" or looked_at == "nearest":
        return order
    if head.choose == "last":
        return f"{builtin('reversed')}({order})"
    match reach_of(head, causal):
        case "before":
            return f"{builtin('reversed')}({order})"
        case "upto":  # one's own position comes last
            return f"[*{builtin('reversed')}({order}), {places.i}]"
        case _:
            return order


def _as_test(condition: str) -> str:
    """A condition as it stands behind `if`: a choice needs brackets there."""
    choice = isinstance(ast.parse(condition, mode="eval").body, ast.IfExp)
    return f"({condition})" if choice else condition
