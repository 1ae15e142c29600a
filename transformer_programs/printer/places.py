"""How positions are written in `run`, and which variables hold a position."""

from __future__ import annotations

import builtins
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Literal, NamedTuple, assert_never

from ..program import Program
from ..program import steps as lang
from ..program.values import bounds, is_numeric
from . import tree as py
from .functions import At, Scope
from .groups import is_identity
from .names import singular
from .prelude import reach_of
from .tree import Expression, Simple

SHORT = 24  # characters of a value that is the same everywhere
LONGEST = 16  # a variable with a longer name makes every line long
SLICES: dict[lang.Reach, str] = {"before": "[:{}]", "upto": "[: {} + 1]", "after": "[{} + 1 :]"}

Most = tuple[Literal["i", "n"], int]  # no more than the position, or the length, plus a number
COUNTS: dict[lang.Reach, Most]
COUNTS = {"all": ("n", 0), "before": ("i", 0), "upto": ("i", 1), "after": ("n", -1)}


class Loops(NamedTuple):
    """The names that loops give to positions and values."""

    i: str
    j: str
    other: str  # the value at another position
    number: str
    value: str


@dataclass(frozen=True, slots=True)
class Places:
    """How positions are written in `run`, and which variables hold a position."""

    program: Program
    scope: Scope
    given: str  # the input
    loops: Loops
    everywhere: str
    nearest: str  # lists of the others by distance, then of the position itself: of all,
    back: str  # or of those before
    own: frozenset[str]  # the variables that hold the position itself
    ones: frozenset[str]  # the variables that are 1
    most: dict[str, Most]  # how large those can be that hold a position, or count them

    @staticmethod
    def of(program: Program, scope: Scope, given: str) -> Places:
        new = scope.names.new
        own = [step.out.name for step in program.steps if isinstance(step, lang.Position)]
        short = [variable for variable in own if len(variable) <= LONGEST]
        return Places(
            program,
            scope,
            given,
            Loops(*map(new, ("i", "j", "other", "n", "value"))),
            short[0] if short else new("positions"),
            new("nearest"),
            new("back"),
            frozenset(own),
            frozenset(step.out.name for step in program.steps if isinstance(step, lang.One)),
            _most(program),
        )

    @property
    def i(self) -> Expression:
        return py.name(self.loops.i)

    @property
    def fewest(self) -> int:
        """How many words every input has: those at its ends, or one."""
        vocabulary = self.program.vocabulary
        return max(1, (vocabulary.begin is not None) + (vocabulary.end is not None))

    @property
    def length(self) -> Expression:
        return py.call(self.scope.builtin("len"), py.name(self.given))

    def at(self, variable: str, place: Expression) -> Expression:
        """The value of a variable at a position."""
        return place if variable in self.own else py.item(variable, place)

    def within(self, variable: str, reach: lang.Reach) -> Expression:
        """The values of a variable at the positions in reach of i, in their order."""
        if variable in self.own or variable == self.everywhere:
            if reach in ("before", "upto"):
                stop = py.plus(self.i, int(reach == "upto"))
                return py.seq(py.call(self.scope.builtin("range"), stop))
            variable = self.everywhere
        if reach == "all":
            return py.name(variable)
        before, after = SLICES[reach].split("{}")
        return py.seq(py.name(variable), before, self.i, after)

    def is_last_word(self, variable: str, value: Expression) -> bool:
        """Whether a variable is the word itself, and has this value at the end and nowhere else."""
        end, unknown = self.program.vocabulary.end, self.program.vocabulary.unknown
        words = {s.out.name: s for s in self.program.steps if isinstance(s, lang.Token)}
        identity = variable in words and is_identity(words[variable], self.program)
        return end not in (None, unknown) and identity and value == py.literal(end)

    def each(self, build: Callable[[At], Expression]) -> Expression:
        """The list of an expression: over the one variable that it reads, or over positions."""
        asked: dict[str, None] = {}

        def by_position(variable: str) -> Expression:
            asked[variable] = None
            return self.at(variable, self.i)

        element = build(by_position)
        if self.loops.i not in element.names:
            if len(element.text) <= SHORT:
                return py.seq("[", element, "] * ", self.length)
            unused = self.loops.i if "_" in element.names else "_"  # a variable may be called _
            return py.comprehension("[", element, (unused,), py.name(self.given), "]")
        if len(asked) == 1 and not self.own & set(asked):
            (variable,) = asked
            one = self._one_of(variable)
            alone = build(lambda _: py.name(one))
            if self.loops.i not in alone.names:
                return py.comprehension("[", alone, (one,), py.name(variable), "]")
        return py.comprehension("[", element, (self.loops.i,), py.name(self.everywhere), "]")

    def _one_of(self, variable: str) -> str:
        """The name of one value of a variable in a loop over it."""
        one = singular(variable)
        if one not in self.scope.spelling and len(one) <= LONGEST and not hasattr(builtins, one):
            return one
        numeric = is_numeric(self.scope.spelling[variable].type)
        return self.loops.number if numeric else self.loops.value

    def lists(self, used: py.NameSet) -> Iterator[Simple]:
        """All positions, and for each those that it looks at, by distance, where that is used."""
        every, i, j = py.name(self.everywhere), self.loops.i, self.loops.j
        builtin = self.scope.builtin
        if used & {self.everywhere, self.nearest, self.back}:
            listed = py.call(builtin("list"), py.call(builtin("range"), self.length))
            yield py.assign(self.everywhere, listed)
        if self.nearest in used:
            distance = py.call(builtin("abs"), Expression(f"{i} - {j}"))
            order = py.lambda_of((j,), py.seq(f"({j} == {i}, ", distance, f", {j})"))
            element = py.call(builtin("sorted"), every, py.seq("key=", order))
            yield py.assign(self.nearest, py.comprehension("[", py.seq(element), (i,), every, "]"))
        if self.back in used:
            before = py.call(builtin("reversed"), self.within(self.everywhere, "before"))
            element = py.seq("[*", before, ", ", self.i, "]")
            yield py.assign(self.back, py.comprehension("[", element, (i,), every, "]"))


def _most(program: Program) -> dict[str, Most]:
    """Of variables that count positions, or hold one: how large they can be."""
    ones = {step.out.name for step in program.steps if isinstance(step, lang.One)}
    most: dict[str, Most] = {}
    for step in program.steps:
        out = step.out.name
        match step:
            case lang.Position():
                most[out] = ("i", 0)
            case lang.NumericalHead():
                if step.value in ones and (bounds(step.out.type)[0] or 0) <= 0:
                    most[out] = COUNTS[reach_of(step, program)]
            case lang.CategoricalHead():
                if step.value in most:
                    of, shift = most[step.value]
                    behind = of == "i" and reach_of(step, program) in ("before", "upto")
                    most[out] = (of, shift) if behind or of == "n" else ("n", shift - 1)
            case lang.Mlp() | lang.Token() | lang.One():
                pass
            case other:
                assert_never(other)
    return most
