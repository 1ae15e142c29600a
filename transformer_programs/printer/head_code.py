"""Heads written out, each as the list of what it gives at every position.

    previous_token = [tokens[0], *tokens[:-1]]
    count_before = [tokens[:i].count(tokens[i]) for i in positions]
    answer = [tokens[rank.index(i) if i in rank else 0] for i in positions]

Where Python has a word for what a head does (count, index, sum, max, a slice), that is written; any
other head looks at the positions j, in the order of its preference.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from ..program import steps as lang
from ..program.values import bounds
from . import tree as py
from .forms import Predicates
from .functions import At, Form, held_within, is_short
from .places import Places
from .prelude import reach_of
from .tree import FALSE, TRUE, Expression, fits, lay_out

TOO_LONG = 1000  # lines, for a form that black would change
TEXT_OF_A_LINE = 20  # characters that cost a reader as much as one more line

Copying = lang.CategoricalHead
Match = Callable[[Expression, Expression], Expression]  # the test of a query and a key


def shortest_head(
    head: lang.Head, places: Places, predicates: Predicates, only: int | None, within: bool
) -> tuple[int, Form]:
    """The form of the predicate, and the code of the head with what it needs defined.

    `only`: the form of the predicate, where another head has settled it. `within`: whether a sum
    never leaves its type.
    """

    def chosen(at: int) -> Match:
        return lambda q, k: predicates.forms(q, k)[at].code

    options = []
    for at, test in enumerate(predicates.forms(py.name("q"), py.name("k"))):
        if only in (None, at):
            code = HeadCode(head, places, chosen(at), within).whole()
            form = Form(code, test.definition)
            lines, needs = lay_out([py.assign(head.out.name, code)], 1), lay_out(form.definition)
            size = len(lines) + len(needs) + (2 if len(needs) > 1 else 0)
            size += 0 if all(map(fits, lines)) else TOO_LONG
            text = len(code.text) + len("\n".join(needs))
            options.append((size + text / TEXT_OF_A_LINE, at, form))
    _, at, form = min(options, key=lambda option: option[0])
    if not is_short(head.out.name, form.code):
        form = replace(form, code=py.seq(form.code))  # on one line, as long as that may be
    return at, form


def plain_head(
    head: lang.Head, places: Places, predicates: Predicates, only: int | None, within: bool
) -> tuple[int, Form]:
    """The same, with the predicate as a function and nothing made shorter."""
    test = predicates.forms(py.name("q"), py.name("k"))[0]
    code = HeadCode(head, places, lambda q, k: predicates.forms(q, k)[0].code, within=False)
    return 0, Form(code.plain(), test.definition)


# --- one head -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class HeadCode:
    """A head as it is written, with its test of a query and a key."""

    head: lang.Head
    places: Places
    match: Match
    within: bool

    @property
    def reach(self) -> lang.Reach:
        return reach_of(self.head, self.places.program)

    @property
    def j(self) -> Expression:
        return py.name(self.places.loops.j)

    def whole(self) -> Expression:
        """The list of what it gives at each position."""
        offset, value = self._offset(), self.head.value
        if offset in (-2, -1, 1, 2) and value not in self.places.own:
            first, listed = py.item(value, "0"), py.name(value)
            match offset:
                case -1:
                    return py.seq("[", first, ", *", listed, "[:-1]]")
                case 1:
                    return py.seq("[*", listed, "[1:], ", first, "]")
                case -2:
                    return py.seq("[", first, ", ", first, ", *", listed, "][:-2]")
                case _:
                    return py.seq("[*", listed, ", ", first, ", ", first, "][2:]")
        return self.places.each(self._element)

    def plain(self) -> Expression:
        """The same by the definition: what is at the matches, in the order of preference."""
        head, places, builtin = self.head, self.places, self.places.scope.builtin

        def element(at: At) -> Expression:
            query = at(head.query)
            if isinstance(head, lang.NumericalHead):
                opening = py.seq(py.name(builtin("sum")), "(")
                added, among = (
                    places.at(head.value, self.j),
                    places.within(places.everywhere, self.reach),
                )
                test = self._condition(query)
                total = py.comprehension(opening, added, (places.loops.j,), among, ")", test)
                return self._held(head, total)
            found = self._matching(self._order(head), query)
            if head.score is None:
                return places.at(head.value, py.call(builtin("next"), found, py.literal(0)))
            level = places.scope.ordered(head.key, places.at(head.key, self.j), "<")
            key = py.seq("key=", py.lambda_of((places.loops.j,), level))
            best = builtin("max" if head.score.best == "largest" else "min")
            return places.at(head.value, py.call(best, found, key, Expression("default=0")))

        return places.each(element)

    def _element(self, at: At) -> Expression:
        head, ones = self.head, self.places.ones
        query = at(head.query)
        if head.query in ones and head.key not in ones:
            query = py.literal(1)
        if isinstance(head, lang.NumericalHead):
            return self._held(head, self._sum(head, query))
        if head.score is not None and head.value == head.key not in self.places.own:
            return self._best_key(head, head.score, query)
        if head.score is None and head.value == head.key not in self.places.own:
            equal = self._equal_to(self._condition(query))
            spelling = self.places.scope.spelling  # a truth is no number, though equal to one
            alike = spelling[head.query].is_truth == spelling[head.key].is_truth
            if equal is not None and ((equal == query and alike) or not equal.names):
                test = py.seq(equal, " in ", self.places.within(head.key, self.reach))
                itself = py.either(equal, test, py.item(head.key, "0"))
                if fits(itself, 2):
                    return itself
        if head.score is None:
            chosen = self._chosen(head, query)
        else:
            chosen = self._best(head, head.score, query)
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

    def _sum(self, head: lang.NumericalHead, query: Expression) -> Expression:
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
        counts: dict[lang.Reach, Expression] = {
            "all": length,
            "before": i,
            "upto": py.plus(i, 1),
            "after": py.seq(length, " - ", i, " - 1"),
        }
        return py.seq(counts[self.reach])

    def _held(self, head: lang.NumericalHead, total: Expression) -> Expression:
        """A sum that can leave its type is held within it."""
        if self.within:
            return total
        scope = self.places.scope
        value, longest = scope.spelling[head.value].type, self.places.program.max_length
        ends = bounds(lang.sum_type(value, self.reach, longest))
        return held_within(total, ends, head.out.type, scope)

    # --- copies of the best ---

    def _best_key(self, head: Copying, score: lang.Extreme, query: Expression) -> Expression:
        """The largest or the smallest key that matches."""
        places, other = self.places, py.name(self.places.loops.other)
        among, given = places.within(head.key, self.reach), []
        if not self._takes_all(head, query):
            test = self.match(query, other)
            among = py.comprehension("(", other, (other.text,), among, ")", test)
            given.append(py.seq("default=", py.item(head.key, "0")))
        elif self.reach in ("before", "after"):
            given.append(py.seq("default=", py.item(head.key, "0")))
        if places.scope.ordered(head.key, other, "<") != other:
            rank = places.scope.rank(places.scope.spelling[head.key].type)
            given.insert(0, py.seq("key=", py.name(rank), ".get"))
        best = places.scope.builtin("max" if score.best == "largest" else "min")
        return py.call(best, among, *given)

    def _takes_all(self, head: lang.CategoricalHead, query: Expression) -> bool:
        """Whether the best match is the best of all: as it is of those no worse than the own."""
        itself = head.query == head.key and self.reach in ("all", "upto")
        no_worse = lang.Compare("<=" if head.score == lang.Extreme("smallest") else ">=")
        by_order = head.score is not None and itself and head.predicate == no_worse
        return by_order or self._condition(query) == TRUE

    def _best(self, head: Copying, score: lang.Extreme, query: Expression) -> Expression:
        """The position of the best match, the one it would rather copy from first among equals."""
        places, key = self.places, self.places.at(self.head.key, self.j)
        takes_all = self._takes_all(head, query)
        never_none = takes_all and self.reach in ("all", "upto")
        if never_none:
            if head.key in places.own:
                last = py.seq(places.length, " - 1") if self.reach == "all" else places.i
                return last if score.best == "largest" else py.literal(0)
            if head.choose == "first":
                best_key = self._best_key(head, score, query)
                return py.call(py.seq(py.name(head.key), ".index"), best_key)
        level = places.scope.ordered(head.key, key, "<")
        order = self._order(head)
        given = [order if takes_all else self._matching(order, query)]
        if level != self.j:
            given.append(py.seq("key=", py.lambda_of((places.loops.j,), level)))
        if not never_none:
            given.append(Expression("default=0"))
        return py.call(places.scope.builtin("max" if score.best == "largest" else "min"), *given)

    def _matching(self, among: Expression, query: Expression) -> Expression:
        """Those of some positions that match."""
        condition = self._condition(query)
        if condition == TRUE:
            return among
        return py.comprehension("(", self.j, (self.places.loops.j,), among, ")", condition)

    def _order(self, head: lang.CategoricalHead) -> Expression:
        """The positions in reach, the one that is chosen among equals first."""
        places, reach = self.places, self.reach
        among = places.within(places.everywhere, reach)
        if head.choose == "first" or (head.choose == "nearest" and reach == "after"):
            return among
        if head.choose == "nearest" and reach == "all":
            return py.item(places.nearest, places.i)
        if head.choose == "nearest" and reach == "upto":
            return py.item(places.back, places.i)
        return py.seq(py.call(places.scope.builtin("reversed"), among))

    # --- copies of a match ---

    def _chosen(self, head: lang.CategoricalHead, query: Expression) -> Expression:
        """The position that is copied from."""
        places, reach, condition = self.places, self.reach, self._condition(query)
        offset, rule, none = self._offset(), head.predicate, py.literal(0)
        if isinstance(rule, lang.Is) and head.key in places.own:
            query, rule = py.literal(rule.value), lang.Compare("==")
        if offset is not None:
            return self._looked_up(head, places.i, offset)
        if condition == FALSE:
            return none
        if condition == TRUE:
            return self._of_all(head)
        if (
            head.key in places.own
            and isinstance(rule, lang.Compare)
            and rule.op == "=="
            and reach != "after"
        ):
            return self._looked_up(head, query, rule.shift)
        equal = self._equal_to(condition)
        if equal is not None and places.is_last_word(head.key, equal) and reach == "all":
            return py.seq(places.length, " - 1")
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
        if not isinstance(head, lang.CategoricalHead) or head.score is not None:
            return None
        if self._condition(self.places.at(head.query, self.places.i)) == TRUE:
            if reach == "before" or (reach, head.choose) == ("upto", "nearest"):
                return None if head.choose == "first" else -1
            return 1 if reach == "after" and head.choose != "last" else None
        rule = head.predicate
        if (
            not {head.query, head.key} <= own
            or not isinstance(rule, lang.Compare)
            or rule.op != "=="
        ):
            return None
        reaches = ("all", "after") if rule.shift > 0 else ("all", "before", "upto")
        return rule.shift if rule.shift and reach in reaches else None

    def _of_all(self, head: lang.CategoricalHead) -> Expression:
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

    def _looked_up(self, head: lang.CategoricalHead, query: Expression, shift: int) -> Expression:
        """A position that a variable says, or 0 where that is not in reach."""
        places, reach = self.places, self.reach
        low: int | None
        if query == places.i:
            of, more, low = "i", 0, 0
        elif isinstance(head.predicate, lang.Is):
            of, more, low = "", 0, head.predicate.value
        else:
            of, more = places.most.get(head.query, ("", 0))
            low = bounds(places.scope.spelling[head.query].type)[0]
        fits = {"all": -1, "upto": 0, "before": -1}.get(reach, -1)
        inside = of == ("n" if reach == "all" else "i") and more + shift <= fits
        inside |= reach == "all" and of == "i" and more + shift <= 0
        if isinstance(head.predicate, lang.Is) and not of:
            inside |= reach == "all" and head.predicate.value + shift < places.fewest
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

    def _found(self, head: Copying, query: Expression, itself: bool = False) -> Expression:
        """The match that it would rather copy from, or position 0."""
        places, builtin, none = self.places, self.places.scope.builtin, py.literal(0)
        choose, reach = head.choose, self.reach
        one = head.key in places.own or head.key == head.value  # or they are all the same
        if one and self._equal_to(self._condition(query)) is not None:
            choose = "first"
        before = places.within(places.everywhere, "before")
        if choose == "nearest" and reach == "upto" and itself:
            default = py.seq("default=", places.i)
            return py.call(builtin("max"), self._matching(before, query), default)
        if choose == "last" or (choose, reach) == ("nearest", "before"):
            among = places.within(places.everywhere, reach)
            return py.call(builtin("max"), self._matching(among, query), Expression("default=0"))
        order = self._order(replace(head, choose=choose))
        return py.call(builtin("next"), self._matching(order, query), none)
