"""Heads written out, each as the list of what it gives at every position.

    token_before = [tokens[0], *tokens[:-1]]
    same_before = [tokens[:i].count(tokens[i]) for i in positions]
    answer = [tokens[rank.index(i) if i in rank else 0] for i in positions]

Where Python has a word for what a head does (count, index, sum, max, a slice), that is written; any
other head looks at the positions j, in the order of its preference.
"""

from __future__ import annotations

import builtins
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Literal, assert_never

from ..program import Program
from ..program.steps import (
    CategoricalHead,
    Compare,
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
    sum_type,
)
from ..program.values import bounds
from ..simplify.edits import output_reads
from . import tree as py
from .forms import Predicates, level_forms
from .functions import At, Form, Scope, held_within, is_short
from .layout import fits, lay_out
from .library import reach_of
from .names import part_name, singular, table_name
from .spelling import is_number
from .tree import FALSE, TRUE, Expression, Simple

TOO_LONG = 1000  # lines, for a form that black would change
TEXT_OF_A_LINE = 20  # characters that cost a reader as much as one more line
LONGEST = 16  # a variable with a longer name makes every line long
SLICES: dict[Reach, str] = {"before": "[:{}]", "upto": "[: {} + 1]", "after": "[{} + 1 :]"}

Match = Callable[[Expression, Expression], Expression]  # the test of a query and a key
Most = tuple[Literal["i", "n"], int]  # no more than the position, or the length, plus a number


@dataclass(frozen=True, slots=True)
class Loops:
    """The names that loops give to positions and values."""

    i: str
    j: str
    other: str  # the value at another position
    number: str
    value: str

    @staticmethod
    def of(scope: Scope) -> Loops:
        return Loops(*map(scope.names.new, ("i", "j", "other", "n", "value")))


@dataclass(frozen=True, slots=True)
class Places:
    """How positions are written in `run`, and which variables hold a position."""

    program: Program
    scope: Scope
    length: Expression
    loops: Loops
    everywhere: str
    nearest: str
    own: frozenset[str]  # the variables that hold the position itself
    ones: frozenset[str]  # the variables that are 1
    most: dict[str, Most]  # how large those can be that hold a position, or count them

    @staticmethod
    def of(program: Program, scope: Scope, length: Expression) -> Places:
        new = scope.names.new
        own = [step.out.name for step in program.steps if isinstance(step, Position)]
        short = [variable for variable in own if len(variable) <= LONGEST]
        return Places(
            program,
            scope,
            length,
            Loops.of(scope),
            short[0] if short else new("positions"),
            new("nearest"),
            frozenset(own),
            frozenset(step.out.name for step in program.steps if isinstance(step, One)),
            _most(program),
        )

    @property
    def i(self) -> Expression:
        return py.name(self.loops.i)

    def at(self, variable: str, place: Expression) -> Expression:
        """The value of a variable at a position."""
        return place if variable in self.own else py.item(variable, place)

    def within(self, variable: str, reach: Reach) -> Expression:
        """The values of a variable at the positions in reach of i, in their order."""
        if variable in self.own or variable == self.everywhere:
            if reach in ("before", "upto"):
                return py.seq(
                    py.call(self.scope.builtin("range"), py.plus(self.i, int(reach == "upto")))
                )
            variable = self.everywhere
        if reach == "all":
            return py.name(variable)
        before, after = SLICES[reach].split("{}")
        return py.seq(py.name(variable), before, self.i, after)

    def each(self, build: Callable[[At], Expression]) -> Expression:
        """The list of an expression: over the one variable that it reads, or over positions."""
        asked: dict[str, None] = {}

        def by_position(variable: str) -> Expression:
            asked[variable] = None
            return self.at(variable, self.i)

        element = build(by_position)
        if self.loops.i not in element.names:
            return py.seq("[", element, "] * ", self.length)
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
        numeric = is_number(self.scope.spelling[variable])
        return self.loops.number if numeric else self.loops.value

    def lists(self, used: py.NameSet) -> Iterable[Simple]:
        """All positions, and for each all by their distance from it, where that is used."""
        every, i, j = py.name(self.everywhere), self.loops.i, self.loops.j
        builtin = self.scope.builtin
        if self.everywhere in used or self.nearest in used or self.everywhere in self.own:
            listed = py.call(builtin("list"), py.call(builtin("range"), self.length))
            yield py.assign(self.everywhere, listed)
        if self.nearest in used:
            distance = py.call(builtin("abs"), Expression(f"{i} - {j}"))
            order = py.lambda_of((j,), py.seq(f"({j} == {i}, ", distance, f", {j})"))
            element = py.call(builtin("sorted"), every, py.seq("key=", order))
            yield py.assign(self.nearest, py.comprehension("[", py.seq(element), (i,), every, "]"))


def _most(program: Program) -> dict[str, Most]:
    """Of variables that count positions, or hold one: how large they can be."""
    ones = {step.out.name for step in program.steps if isinstance(step, One)}
    most: dict[str, Most] = {}
    for step in program.steps:
        out = step.out.name
        match step:
            case Position():
                most[out] = ("i", 0)
            case NumericalHead() if step.value in ones and (bounds(step.out.type)[0] or 0) <= 0:
                counts: dict[Reach, Most] = {
                    "all": ("n", 0),
                    "before": ("i", 0),
                    "upto": ("i", 1),
                    "after": ("n", -1),
                }
                most[out] = counts[reach_of(step, program)]
            case CategoricalHead() if step.value in most:
                of, shift = most[step.value]
                behind = of == "i" and reach_of(step, program) in ("before", "upto")
                most[out] = (of, shift) if behind or of == "n" else ("n", shift - 1)
            case CategoricalHead() | NumericalHead() | Mlp() | Token() | One():
                pass
            case other:
                assert_never(other)
    return most


def only_counted(program: Program, codes: Iterable[Expression]) -> frozenset[str]:
    """The variables that are 1 everywhere and that nothing in print reads."""
    ones = {step.out.name for step in program.steps if isinstance(step, One)}
    return frozenset(ones - py.names_in(codes) - set(output_reads(program)))


# --- one head, in its shortest form ---------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class HeadForms:
    """The forms that a head can take, by those of its predicate and of its score.

    `only`: the form of the predicate, where another head has settled it. `within`: whether a sum
    never leaves its type.
    """

    head: Head
    places: Places
    predicates: Predicates
    only: int | None
    within: bool

    def shortest(self) -> tuple[int, Form]:
        """The form of the predicate, and the code of the head with what it needs defined."""
        scope, out = self.places.scope, self.head.out
        score = score_of(self.head)
        names = ("", "")
        if isinstance(score, Levels):
            new = scope.names.new
            names = new(part_name(out, "score")), new(table_name(out, "levels"))
        q, k = py.name("q"), py.name("k")
        tests = self.predicates.forms(q, k)
        levels = [] if not names[0] else self._levels(names, q, k)
        options = []
        for at in range(len(tests)) if self.only is None else [self.only]:
            for level in range(len(levels)) if levels else [None]:
                code = self._code(at, level, names)
                needs = () if level is None else levels[level].definition
                form = Form(code, (*tests[at].definition, *needs))
                options.append((self._size(form), at, form))
        _, at, form = min(options, key=lambda option: option[0])
        if not is_short(out.name, form.code):
            form = replace(form, code=py.seq(form.code))  # on one line, as long as that may be
        return at, form

    def _levels(self, names: tuple[str, str], q: Expression, k: Expression) -> list[Form]:
        score = score_of(self.head)
        assert isinstance(score, Levels)
        return level_forms(self.head, score, names, q, k, self.places.scope)

    def _code(self, at: int, level: int | None, names: tuple[str, str]) -> Expression:
        def match(q: Expression, k: Expression) -> Expression:
            return self.predicates.forms(q, k)[at].code

        def score(q: Expression, k: Expression) -> Expression:
            assert level is not None
            return self._levels(names, q, k)[level].code

        return HeadCode(self.head, self.places, match, score, self.within).whole()

    def _size(self, form: Form) -> float:
        """The lines that it takes, and a part of one for its text."""
        lines = lay_out([py.assign(self.head.out.name, form.code)], 1)
        too_long = 0 if all(map(fits, lines)) else TOO_LONG
        return too_long + len(lines) + form.lines + form.characters / TEXT_OF_A_LINE


# --- one head -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class HeadCode:
    """A head as it is written, with its test and its score of a query and a key."""

    head: Head
    places: Places
    match: Match
    score: Match
    within: bool

    @property
    def reach(self) -> Reach:
        return reach_of(self.head, self.places.program)

    @property
    def j(self) -> Expression:
        return py.name(self.places.loops.j)

    def whole(self) -> Expression:
        """The list of what it gives at each position."""
        offset, value = self._offset(), self.head.value
        if offset in (-1, 1) and value not in self.places.own:
            first, listed = py.item(value, "0"), py.name(value)
            if offset == -1:
                return py.seq("[", first, ", *", listed, "[:-1]]")
            return py.seq("[*", listed, "[1:], ", first, "]")
        return self.places.each(self._element)

    def _element(self, at: At) -> Expression:
        head, query = self.head, at(self.head.query)
        if isinstance(head, NumericalHead):
            return self._held(head, self._sum(head, query))
        if isinstance(head.score, Extreme) and head.value == head.key not in self.places.own:
            return self._best_key(head, head.score, query)
        chosen = self._chosen(head, query) if head.score is None else self._best(head, query)
        if head.value in self.places.own:
            return chosen
        return py.bracketed(py.seq(py.name(head.value), "["), [chosen], "]", "words")

    def _condition(self, query: Expression) -> Expression:
        return self.match(query, self.places.at(self.head.key, self.j))

    def _equal_to(self, condition: Expression) -> Expression | None:
        """The value that a key has to be, if there is one."""
        sides, key = condition.sides, self.places.at(self.head.key, self.j)
        return sides[1] if sides is not None and sides[0] == key else None

    # --- sums ---

    def _sum(self, head: NumericalHead, query: Expression) -> Expression:
        places, reach, condition = self.places, self.reach, self._condition(query)
        among, counts = places.within(head.key, reach), head.value in places.ones
        opening = py.seq(py.name(places.scope.builtin("sum")), "(")
        if condition == TRUE:
            added = py.bracketed(opening, [places.within(head.value, reach)], ")", "call")
            return self._count_all() if counts else added
        if condition == FALSE:
            return py.literal(0)
        equal = self._equal_to(condition)
        if counts and equal is not None and head.key not in places.own:
            return py.call(py.seq(among, ".count"), equal)
        if counts or head.value == head.key:
            other = places.loops.j if head.key in places.own else places.loops.other
            test = self.match(query, py.name(other))
            added, only = (test, None) if counts else (py.name(other), test)
            return py.comprehension(opening, added, (other,), among, ")", only)
        added, positions = places.at(head.value, self.j), places.within(places.everywhere, reach)
        return py.comprehension(opening, added, (places.loops.j,), positions, ")", condition)

    def _count_all(self) -> Expression:
        """How many positions are in reach."""
        i, length = self.places.i, self.places.length
        counts: dict[Reach, Expression] = {
            "all": length,
            "before": i,
            "upto": py.plus(i, 1),
            "after": py.seq(length, " - ", i, " - 1"),
        }
        return py.seq(counts[self.reach])

    def _held(self, head: NumericalHead, total: Expression) -> Expression:
        """A sum that can leave its type is held within it."""
        if self.within:
            return total
        scope = self.places.scope
        value, longest = scope.spelling[head.value].type, self.places.program.max_length
        ends = bounds(sum_type(value, self.reach, longest))
        return held_within(total, ends, head.out.type, scope)

    # --- copies of the best ---

    def _best_key(self, head: CategoricalHead, score: Extreme, query: Expression) -> Expression:
        """The largest or the smallest key that matches."""
        places, other = self.places, py.name(self.places.loops.other)
        among, test = places.within(head.key, self.reach), self.match(query, other)
        itself = head.query == head.key and self.reach in ("all", "upto")
        # The best of those that are no worse than the own key is the best of all.
        no_worse = Compare(">=" if score.best == "largest" else "<=")
        given = []
        if test == TRUE or (itself and head.predicate == no_worse):
            given.append(among)
        else:
            given.append(py.comprehension("(", other, (other.text,), among, ")", test))
        rank = places.scope.ordered(head.key, other, "<")
        if rank != other:
            given.append(py.seq("key=", py.lambda_of((other.text,), rank)))
        if given[0] != among or self.reach in ("before", "after"):
            given.append(py.seq("default=", py.item(head.key, "0")))
        best = places.scope.builtin("max" if score.best == "largest" else "min")
        return py.call(best, *given)

    def _best(self, head: CategoricalHead, query: Expression) -> Expression:
        """The position of the best match, the one it would rather copy from first among equals."""
        places, key = self.places, self.places.at(self.head.key, self.j)
        if isinstance(head.score, Extreme):
            best, level = head.score.best, places.scope.ordered(head.key, key, "<")
        else:
            best, level = "largest", self.score(query, key)
        given = [self._matching(self._order(head), query)]
        if level != self.j:
            given.append(py.seq("key=", py.lambda_of((places.loops.j,), level)))
        function = places.scope.builtin("max" if best == "largest" else "min")
        return py.call(function, *given, Expression("default=0"))

    def _matching(self, among: Expression, query: Expression) -> Expression:
        """Those of some positions that match."""
        condition = self._condition(query)
        if condition == TRUE:
            return among
        return py.comprehension("(", self.j, (self.places.loops.j,), among, ")", condition)

    def _order(self, head: CategoricalHead) -> Expression:
        """The positions in reach, the one that is chosen among equals first."""
        places, reach = self.places, self.reach
        among = places.within(places.everywhere, reach)
        if head.choose == "first" or (head.choose == "nearest" and reach == "after"):
            return among
        if head.choose == "nearest" and reach == "all":
            return py.item(places.nearest, places.i)
        if head.choose == "nearest" and reach == "upto":
            before = places.within(places.everywhere, "before")
            back = py.seq(py.call(places.scope.builtin("reversed"), before))
            return py.seq("[*", back, ", ", places.i, "]")  # its own position last
        return py.seq(py.call(places.scope.builtin("reversed"), among))

    # --- copies of a match ---

    def _chosen(self, head: CategoricalHead, query: Expression) -> Expression:
        """The position that is copied from."""
        places, reach, condition = self.places, self.reach, self._condition(query)
        offset, rule, none = self._offset(), head.predicate, py.literal(0)
        if offset is not None:
            return self._looked_up(head, places.i, offset)
        if condition == FALSE:
            return none
        if condition == TRUE:
            return self._of_all(head)
        if (
            head.key in places.own
            and isinstance(rule, Compare)
            and rule.op == "=="
            and reach != "after"
        ):
            return self._looked_up(head, query, rule.shift)
        equal = self._equal_to(condition)
        if equal is None:
            return self._found(head, query)
        itself = head.query == head.key and equal == query
        if head.key not in places.own and head.choose == "first":
            index = py.call(py.seq(py.name(head.key), ".index"), equal)
            if itself and reach in ("all", "upto"):
                return index
            if reach == "all":
                wanted = py.seq("(", equal, ")") if equal.is_choice else equal
                return py.either(index, py.seq(wanted, " in ", py.name(head.key)), none)
        return self._found(head, query, itself)

    def _offset(self) -> int | None:
        """How far off it copies from, where that is a fixed distance, or else from position 0."""
        head, reach, own = self.head, self.reach, self.places.own
        if not isinstance(head, CategoricalHead) or head.score is not None:
            return None
        if self._condition(self.places.at(head.query, self.places.i)) == TRUE:
            if reach == "before" or (reach, head.choose) == ("upto", "nearest"):
                return None if head.choose == "first" else -1
            return 1 if reach == "after" and head.choose != "last" else None
        rule = head.predicate
        if not {head.query, head.key} <= own or not isinstance(rule, Compare) or rule.op != "==":
            return None
        reaches = ("all", "after") if rule.shift > 0 else ("all", "before", "upto")
        return rule.shift if rule.shift and reach in reaches else None

    def _of_all(self, head: CategoricalHead) -> Expression:
        """The position that is copied from where all in reach match."""
        i, length, none = self.places.i, self.places.length, py.literal(0)
        last = py.seq(length, " - 1")
        if head.choose == "first":
            return none
        if self.reach == "upto":
            return i
        if self.reach == "after":
            return py.either(last, py.comparison(i, "<", last), none)
        if head.choose == "last":
            return last
        second = py.call(self.places.scope.builtin("min"), py.literal(1), last)
        return py.either(py.plus(i, -1), i, second)

    def _looked_up(self, head: CategoricalHead, query: Expression, shift: int) -> Expression:
        """A position that a variable says, or 0 where that is not in reach."""
        places, reach = self.places, self.reach
        of, more = places.most.get(head.query, ("", 0)) if query != places.i else ("i", 0)
        low = 0 if query == places.i else bounds(places.scope.spelling[head.query].type)[0]
        fits = {"all": -1, "upto": 0, "before": -1}.get(reach, -1)
        inside = of == ("n" if reach == "all" else "i") and more + shift <= fits
        inside |= reach == "all" and of == "i" and more + shift <= 0
        place, no_less = py.plus(query, shift), low is not None and low + shift >= 0
        if inside:
            return place if no_less else py.call(places.scope.builtin("max"), place, py.literal(0))
        end = py.seq(places.length) if reach in ("all", "after") else places.i
        op = "<=" if reach == "upto" else "<"
        if no_less and shift == 1 and reach == "upto":
            test = py.comparison(query, "<", end)
        else:
            test = py.seq("" if no_less else "0 <= ", py.comparison(place, op, end))
        return py.either(place, test, py.literal(0))

    def _found(self, head: CategoricalHead, query: Expression, itself: bool = False) -> Expression:
        """The match that it would rather copy from, or position 0."""
        places, builtin, none = self.places, self.places.scope.builtin, py.literal(0)
        choose, reach = head.choose, self.reach
        if head.key in places.own and self._equal_to(self._condition(query)) is not None:
            choose = "first"  # there is but one
        before = places.within(places.everywhere, "before")
        if choose == "nearest" and reach == "upto" and itself:
            default = py.seq("default=", places.i)
            return py.call(builtin("max"), self._matching(before, query), default)
        if choose == "last" or (choose, reach) == ("nearest", "before"):
            among = places.within(places.everywhere, reach)
            return py.call(builtin("max"), self._matching(among, query), Expression("default=0"))
        order = self._order(replace(head, choose=choose))
        return py.call(builtin("next"), self._matching(order, query), none)
