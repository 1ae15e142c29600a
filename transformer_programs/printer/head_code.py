"""Heads written out, each as the list of what it gives at every position.

    token_before = [tokens[0], *tokens[:-1]]
    same_before = [tokens[:i].count(tokens[i]) for i in positions]
    answer = [at(tokens, rank) for rank in ranks]

Where Python has a word for what a head does (count, index, sum, max, a slice), that is written; any
other head looks at the positions j, in the order of its preference.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import assert_never

from ..program import steps as lang
from ..program.steps import Compare, Head, Is, Rows
from ..program.values import Type, bounds, domain
from .code import (
    Code,
    Form,
    Lookup,
    call,
    defined,
    either,
    equal_to,
    fits,
    function,
    is_choice,
    is_in,
    largest,
    loop,
    names,
    plus,
    spelled,
)
from .scope import At, Scope, clipped, reach_of

NO_MATCH = "0"  # the position that is copied from where nothing matches
AT = '''
def at(values, place, end=None):
    """The value at a place before the end, or the first value."""
    return values[place if place in range(len(values))[:end] else 0]
'''.strip()
FIND = '''
def find(keys, wanted, places):
    """The first of some places whose key is wanted, or 0."""
    return next((j for j in places if keys[j] == wanted), 0)
'''.strip()


def head_form(head: lang.Head, scope: Scope, same: lang.Head, known: set[Code]) -> Form:
    """The form that asks least of a reader.

    `same`: the first head with the same predicate, after which tables and functions are called.
    `known`: what is defined already and costs nothing.
    """
    forms = []
    for match in Predicate(head, scope, same).forms:
        code = HeadCode(head, scope, match).whole()
        definition = match("q", "k").definition
        used = definition if definition and defined(definition) in names(code) else ""
        forms.append(Form(code, used))

    def asks(form: Form) -> float:
        return (Form(form.code) if form.definition in known else form).reading(head.out.name)

    return min(forms, key=asks)


@dataclass(frozen=True, slots=True)
class HeadCode:
    """A head as it is written, with its test of a query and a key."""

    head: lang.Head
    scope: Scope
    match: Match

    @property
    def reach(self) -> lang.Reach:
        return reach_of(self.head, self.scope.program)

    def whole(self) -> Code:
        """The list of what it gives at each position."""
        value, offset = self.head.value, self.scope.offset(self.head)
        if value not in self.scope.own and offset in (-1, 1):
            before, after = f"[{value}[0], *{value}[:-1]]", f"[*{value}[1:], {value}[0]]"
            return before if offset == -1 else after
        return self.scope.each(self._element)

    def _element(self, at: At) -> Code:
        head, scope = self.head, self.scope
        query = at(head.query)
        if head.query in scope.ones and head.key not in scope.ones:
            query = "1"
        if isinstance(head, lang.NumericalHead):
            return clipped(self._sum(head, query), scope.ends(head))
        if head.score is not None:
            if head.value == head.key not in scope.own:
                return self._best_key(head, head.score, query)
            return scope.at(head.value, self._best(head, head.score, query))
        offset = self.scope.offset(self.head)
        if offset is not None:
            return self._at(plus("i", offset))
        return self._copy(head, query)

    def _test(self, query: Code, key: Code = "") -> Code:
        return self.match(query, key or self.scope.at(self.head.key, "j")).code

    def _equal(self, query: Code) -> Code | None:
        """The value that a key has to be, if there is one."""
        return equal_to(self._test(query), self.scope.at(self.head.key, "j"))

    def _matching(self, among: Code, query: Code) -> Code:
        """Those of some positions that match."""
        test = self._test(query)
        return among if test == "True" else loop("j", "j", among, test, "()")

    # --- sums -------------------------------------------------------------------------------------

    def _sum(self, head: lang.NumericalHead, query: Code) -> Code:
        scope, test = self.scope, self._test(query)
        among, counts = scope.within(head.key, self.reach), head.value in scope.ones
        if test == "True":
            return self._count_all() if counts else f"sum({scope.within(head.value, self.reach)})"
        if test == "False":
            return "0"
        equal = self._equal(query)
        if counts and equal is not None and head.key not in scope.own:
            return f"{among}.count({equal})"
        if counts or head.value == head.key:
            one = "j" if head.key in scope.own else "other"
            test = self._test(query, one)
            added = (test, "") if counts else (one, test)
            return f"sum{loop(added[0], one, among, added[1], '()')}"
        positions = scope.within(scope.everywhere, self.reach)
        return f"sum{loop(scope.at(head.value, 'j'), 'j', positions, test, '()')}"

    def _count_all(self) -> Code:
        """How many positions are in reach."""
        length = self.scope.length
        counts = {"all": length, "before": "i", "upto": "i + 1", "after": f"{length} - i - 1"}
        return counts[self.reach]

    # --- copies of the best -----------------------------------------------------------------------

    def _best_key(self, head: lang.CategoricalHead, score: lang.Extreme, query: Code) -> Code:
        """The largest or the smallest key that matches."""
        scope, takes_all = self.scope, self.scope.matches_all(head)
        among, given = scope.within(head.key, self.reach), []
        if not takes_all:
            among = loop("other", "other", among, self._test(query, "other"), "()")
        if scope.ordered(head.key, "other", "<") != "other":
            given.append(f"key={scope.rank(head.key)}.get")
        if not takes_all or self.reach in ("before", "after"):
            given.append(f"default={head.key}[0]")
        return call("max" if score.best == "largest" else "min", among, *given)

    def _best(self, head: lang.CategoricalHead, score: lang.Extreme, query: Code) -> Code:
        """The position of the best match, the one it would rather copy from first among equals."""
        scope, takes_all = self.scope, self.scope.matches_all(head)
        never_none = takes_all and self.reach in ("all", "upto")
        level = scope.ordered(head.key, scope.at(head.key, "j"), "<")
        order = self._order(head)
        given = [order if takes_all else self._matching(order, query)]
        given += [] if level == "j" else [f"key=lambda j: {level}"]
        given += [] if never_none else [f"default={NO_MATCH}"]
        return call("max" if score.best == "largest" else "min", *given)

    def _order(self, head: lang.CategoricalHead) -> Code:
        """The positions in reach, the one that is chosen among equals first."""
        among = self.scope.within(self.scope.everywhere, self.reach)
        if head.choose == "first" or (head.choose == "nearest" and self.reach == "after"):
            return among
        if head.choose == "nearest" and self.reach in ("all", "upto"):
            return "nearest[i]" if self.reach == "all" else "back[i]"
        return f"reversed({among})"

    # --- copies of a match ------------------------------------------------------------------------

    def _copy(self, head: lang.CategoricalHead, query: Code) -> Code:
        """The value at the match that is chosen, or at position 0."""
        scope, reach = self.scope, self.reach
        test, equal = self._test(query), self._equal(query)
        if test == "True":
            return scope.at(head.value, self._of_all(head))
        if test == "False":
            return scope.at(head.value, NO_MATCH)
        if equal is None:
            return scope.at(head.value, self._found(head, query))
        if head.key in scope.own and reach != "after":
            return self._at(equal)
        itself = head.query == head.key and equal == query
        if head.value == head.key not in scope.own and (equal == query or not names(equal)):
            found = either(equal, f"{equal} in {scope.within(head.key, reach)}", f"{head.key}[0]")
            if fits(found, 2):
                return found
        if head.key not in scope.own and (head.choose == "first" or scope.mark(head)):
            index = f"{head.key}.index({equal})"
            always = itself and reach in ("all", "upto")
            if always or (reach == "all" and scope.mark(head)):
                return scope.at(head.value, index)
            if reach == "all":
                wanted = f"({equal})" if is_choice(equal) else equal
                return scope.at(head.value, either(index, f"{wanted} in {head.key}", NO_MATCH))
        return scope.at(head.value, self._found(head, query))

    def _at(self, place: Code) -> Code:
        """The value at a place, or that at position 0 where the place is not in reach."""
        scope, value = self.scope, self.head.value
        if place == "i":
            return scope.at(value, "i" if self.reach in ("all", "upto") else NO_MATCH)
        ends = {"all": scope.length, "before": "i", "upto": "i + 1", "after": scope.length}
        if self._is_natural(place):
            test = f"{place} <= i" if self.reach == "upto" else f"{place} < {ends[self.reach]}"
            found = either(place, test, NO_MATCH)
            return scope.at(value, found)
        listed, end = scope.everywhere if value in scope.own else value, ends[self.reach]
        return f"at({listed}, {place}{'' if end == scope.length else f', {end}'})"

    def _is_natural(self, place: Code) -> bool:
        """Whether a place is a number, or a variable, that is never below 0."""
        low = bounds(self.scope.types[self.head.query])[0]
        is_query = isinstance(self.head.predicate, lang.Compare) and "-" not in place
        return place.isdigit() or (is_query and low is not None and low >= 0)

    def _of_all(self, head: lang.CategoricalHead) -> Code:
        """The position that is copied from where all in reach match."""
        last = f"{self.scope.length} - 1"
        if head.choose == "first":
            return NO_MATCH
        if self.reach == "upto":
            return "i"
        if self.reach == "after":
            return either(last, f"i < {last}", NO_MATCH)
        return last if head.choose == "last" else either("i - 1", "i", f"min(1, {last})")

    def _found(self, head: lang.CategoricalHead, query: Code) -> Code:
        """The match that it would rather copy from, or position 0."""
        scope, choose, reach = self.scope, head.choose, self.reach
        one = head.key in scope.own or head.key == head.value  # or they are all the same
        if one and self._equal(query) is not None:
            choose = "first"
        if choose == "last" or (choose, reach) == ("nearest", "before"):
            among = scope.within(scope.everywhere, reach)
            return call("max", self._matching(among, query), f"default={NO_MATCH}")
        order, equal = self._order(replace(head, choose=choose)), self._equal(query)
        if equal is not None and head.key not in scope.own:
            return call("find", head.key, equal, order)
        return call("next", self._matching(order, query), NO_MATCH)


# --- predicates -----------------------------------------------------------------------------------

Match = Callable[[Code, Code], Form]  # the test of a query and a key


@dataclass(frozen=True, slots=True)
class Predicate:
    """The forms that the predicate of a head can take, as an expression of a query and a key."""

    head: Head
    scope: Scope
    same: Head  # the first head that has this predicate: it gives its name to what is defined

    @property
    def forms(self) -> list[Match]:
        """A comparison has one form; rows may be a lookup or a line, or else a call."""
        if not isinstance(self.head.predicate, Rows):
            return [lambda q, k: Form(self._line(q, k))]
        forms: list[Match] = []
        if max(map(len, self.head.predicate.accepts), default=0) <= 1:
            forms.append(self._lookup)
        if len(set(self.head.predicate.accepts)) <= 2:
            forms.append(lambda q, k: Form(self._line(q, k)))
        return forms or [self.called]

    def called(self, q: Code, k: Code) -> Form:
        """A call of a function, with a branch for each group of queries with the same keys."""
        head = self.head
        named, arguments = self.scope.function(self.same), self.scope.arguments(head)
        *cases, (_, default) = self._cases(*arguments)
        body = [f"if {test}:\n    return {outcome}" for test, outcome in cases]
        if cases and {cases[-1][1], default} == {"True", "False"}:
            test = cases[-1][0] if default == "False" else self._otherwise(arguments[0])
            body[-1:], default = [], test
        defined = function(named, arguments, [*body, f"return {default}"])
        return Form(f"{named}({q}, {k})", defined)

    def _lookup(self, q: Code, k: Code) -> Form:
        """`k == table[q]`, where no query has more than one key."""
        head, types = self.head, self.scope.types
        assert isinstance(head.predicate, Rows)
        none = "None"
        rows = zip(domain(types[head.query]), head.predicate.accepts, strict=True)
        asked = {spelled(types[head.query], q): row for q, row in rows}
        keys = {q: spelled(types[head.key], row[0]) if row else none for q, row in asked.items()}
        lookup = Lookup.of(keys, none if none in keys.values() else None)
        table = self.scope.table(self.same)
        return Form(f"{k} == {lookup.ask(table, q)}", lookup.define(table))

    def _line(self, q: Code, k: Code) -> Code:
        head = self.head
        match head.predicate:
            case Compare(op, shift):
                if {head.query, head.key} <= self.scope.ones:
                    return str(self.scope.matches_all(head))
                ordered = self.scope.ordered
                return f"{ordered(head.key, k, op)} {op} {plus(ordered(head.query, q, op), shift)}"
            case Is(value):
                return f"{k} == {spelled(self.scope.types[head.key], value)}"
            case Rows():
                cases = self._cases(q, k)
            case other:
                assert_never(other)
        if len(cases) == 1:
            return cases[0][1]
        (test, some), (_, rest) = cases
        otherwise = self._otherwise(q)
        match some, rest:
            case "True", "False":
                return test
            case "False", "True":
                return otherwise
            case "False", _:
                return f"{otherwise} and {rest}"
            case "True", _:
                return f"{test} or {rest}"
            case _, "False":
                return f"{test} and {some}"
            case _, "True":
                return f"{otherwise} or {some}"
        sides = equal_to(some, k), equal_to(rest, k)
        if sides[0] is not None and sides[1] is not None:
            return f"{k} == ({either(sides[0], test, sides[1])})"
        return either(some, test, rest)

    def _cases(self, q: Code, k: Code) -> list[tuple[Code, Code]]:
        """The test of each group of queries, the last of which needs none, and of their keys."""
        query, key = (self.scope.types[name] for name in (self.head.query, self.head.key))
        groups = queries_by_row(self.head, self.scope.types).items()
        return [(is_in(q, query, queries), is_in(k, key, row)) for row, queries in groups]

    def _otherwise(self, q: Code) -> Code:
        """The test of the queries that have the last row."""
        queries = queries_by_row(self.head, self.scope.types)
        return is_in(q, self.scope.types[self.head.query], [*queries.values()][-1])


def queries_by_row(head: Head, types: Mapping[str, Type]) -> dict[tuple[int, ...], list[int]]:
    """The queries that accept each row of keys, the row with most queries last."""
    assert isinstance(head.predicate, Rows)
    groups: dict[tuple[int, ...], list[int]] = {}
    for query, row in zip(domain(types[head.query]), head.predicate.accepts, strict=True):
        groups.setdefault(row, []).append(query)
    rest = largest(groups)
    return {row: groups[row] for row in [*(row for row in groups if row != rest), rest]}
