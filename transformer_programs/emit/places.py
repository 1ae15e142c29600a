"""Heads written out: one comprehension each over the positions i and the positions j they look at.

    count = [sum(tokens[j] == tokens[i] for j in before[i]) for i in positions]

That is shorter than a library function for each kind of head, and so it is how a program is printed
whose heads look before or after themselves, or choose the first or the last match, in several ways.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
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
from . import tree as py
from .functions import Scope
from .library import heads_of, kind_of, reach_of, usual_reach
from .tree import TRUE, Expression, Simple

List = Reach | Literal["nearest"]  # of positions, for each position
SLICES: dict[List, str] = {"before": ":{}", "upto": ": {} + 1", "after": "{} + 1 :"}
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

    def at(self, variable: str, place: str) -> Expression:
        """The value of a variable at a position."""
        return py.name(place) if variable in self.own else py.item(variable, py.name(place))

    def each(self, element: Expression) -> Expression:
        """The list of an expression at every position."""
        return py.comprehension("[", element, (self.i,), py.name(self.everywhere), "]")


def has_many_kinds(program: Program) -> bool:
    """Whether the heads are of several kinds, and not just the two that a network learns.

    A head with a table of scores needs a function of the library whatever the others do.
    """
    if any(isinstance(score_of(head), Levels) for head in heads_of(program)):
        return False
    kinds = {kind_of(head, program) for head in heads_of(program)}
    usual = usual_reach(program)
    return len(kinds) > 1 and not kinds <= {("select", usual), ("select_closest", usual)}


def places_of(program: Program, scope: Scope) -> Places:
    own = [step.out.name for step in program.steps if isinstance(step, Position)]
    short = [variable for variable in own if len(variable) <= LONGEST]
    lists: tuple[List, ...] = (*SLICES, "nearest")
    needed = {_looked_at(head, program) for head in heads_of(program)}
    new = scope.names.new
    return Places(
        new("i"),
        new("j"),
        short[0] if short else new("positions"),
        {kind: new(kind) for kind in lists if kind in needed},
        frozenset(own),
        frozenset(step.out.name for step in program.steps if isinstance(step, One)),
    )


def _looked_at(head: Head, program: Program) -> List:
    """The list of positions that a head is written with."""
    reach = reach_of(head, program)
    if isinstance(head, CategoricalHead) and head.choose == "nearest":
        lists: dict[Reach, List] = {"all": "nearest", "upto": "before"}
        return lists.get(reach, reach)
    return reach


def only_counted(program: Program, conditions: Iterable[Expression]) -> frozenset[str]:
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
    return frozenset(ones - py.names_in(conditions) - set(output_reads(program)))


def place_lists(places: Places, length: Expression, scope: Scope) -> Iterator[Simple]:
    """All positions, then for each those that are before it, after it and so on, where needed."""
    every, i, j = places.everywhere, places.i, places.j
    yield py.assign(every, py.call(scope.builtin("list"), py.call(scope.builtin("range"), length)))
    for reach, called in places.within.items():
        if reach == "nearest":
            distance = py.call(scope.builtin("abs"), Expression(f"{i} - {j}"))
            order = py.lambda_of((j,), py.seq(f"({j} == {i}, ", distance, f", {j})"))
            element = py.call(scope.builtin("sorted"), py.name(every), py.seq("key=", order))
        else:
            element = py.item(every, SLICES[reach].format(i))
        yield py.assign(called, places.each(py.seq(element)))


def head_written_out(
    head: Head, condition: Expression, places: Places, program: Program, scope: Scope
) -> Expression:
    """The comprehension of a head."""
    return places.each(_element(head, condition, places, program, scope))


def _element(
    head: Head, condition: Expression, places: Places, program: Program, scope: Scope
) -> Expression:
    """The value of a head at position i."""
    looked_at = _order(head, places, program, scope)
    always, j = condition == TRUE, places.j
    if isinstance(head, NumericalHead):
        if head.value in places.ones and always:
            return py.bracketed(
                py.seq(py.name(scope.builtin("len")), "("), [looked_at], ")", "words"
            )
        added = py.seq(py.name(scope.builtin("sum")), "(")
        if head.value in places.ones:
            return py.comprehension(added, condition, (j,), looked_at, ")")
        test = None if always else condition
        return py.comprehension(added, places.at(head.value, j), (j,), looked_at, ")", test)
    found = looked_at
    if not always:
        found = py.seq(py.comprehension("(", py.name(j), (j,), looked_at, ")", condition))
    if isinstance(head.score, Extreme):
        best = scope.builtin("max" if head.score.best == "largest" else "min")
        key = py.lambda_of((j,), scope.ordered(head.key, places.at(head.key, j), "<"))
        by_key = [] if head.key in places.own else [py.seq("key=", key)]
        given = py.joined(", ", [found, *by_key, Expression("default=0")])
    else:
        best = scope.builtin("next")
        found = py.seq(py.call(scope.builtin("iter"), found)) if always else found
        given = py.seq(found, ", 0")
    chosen = py.bracketed(py.seq(py.name(best), "("), [given], ")", "words")
    if head.value in places.own:
        return chosen
    return py.bracketed(py.seq(py.name(head.value), "["), [chosen], "]", "words")


def _order(head: Head, places: Places, program: Program, scope: Scope) -> Expression:
    """The positions that a head looks at, the one it would rather copy from first."""
    looked_at, i = _looked_at(head, program), py.name(places.i)
    order = (
        py.name(places.everywhere) if looked_at == "all" else py.item(places.within[looked_at], i)
    )
    if not isinstance(head, CategoricalHead) or head.choose == "first" or looked_at == "nearest":
        return order
    back = py.seq(py.call(scope.builtin("reversed"), order))
    reach = reach_of(head, program)
    if head.choose == "last" or reach == "before":
        return back
    return py.seq("[*", back, ", ", i, "]") if reach == "upto" else order  # its own position last
