"""Heads written out, each as the list of what it gives at every position.

    token_before = [tokens[0], *tokens[:-1]]
    same_before = [tokens[:i].count(tokens[i]) for i in positions]
    answer = [at(tokens, rank) for rank in ranks]

Where Python has a word for what a head does (count, index, sum, max, a slice), that is written; any
other head looks at the positions j, in the order of its preference.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property

from ..meaning.formulas import COMPARE
from ..program import steps as lang
from ..program.steps import Compare, Head, Is, Rows
from ..program.values import bounds, domain, symbol
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

NEVER_EMPTY: tuple[lang.Reach, ...] = ("all", "upto")  # they hold the position itself
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


# --- what a head looks for ------------------------------------------------------------------------

Rule = frozenset[int] | Compare  # the keys that match, or how they compare with the query


@dataclass(frozen=True)
class AttentionPattern:
    """The keys that a head attends to, and its reach; its code, name and sentence ask this."""

    head: Head
    scope: Scope

    @property
    def reach(self) -> lang.Reach:
        return reach_of(self.head, self.scope.program)

    @cached_property
    def cases(self) -> list[tuple[list[int], Rule]]:
        """The rules, and the queries that each is for.

        The last, for all other queries, is that nothing matches, or else the commonest.
        """
        head, rule = self.head, self.head.predicate
        if not isinstance(rule, Rows):
            return [([], frozenset([rule.value]) if isinstance(rule, Is) else rule)]
        groups: dict[tuple[int, ...], list[int]] = {}
        for query, row in zip(domain(self.scope.types[head.query]), rule.accepts, strict=True):
            groups.setdefault(row, []).append(query)
        rest = () if () in groups else largest(groups)
        rows = [*(row for row in groups if row != rest), rest]
        return [(groups[row], frozenset(row)) for row in rows]

    @cached_property
    def takes_all(self) -> bool:
        """Whether every query matches every key, or every key that could be chosen."""
        head, ones = self.head, self.scope.ones
        if isinstance(head.predicate, Rows):
            keys = len(domain(self.scope.types[head.key]))
            return all(len(row) == keys for row in head.predicate.accepts)
        if {head.query, head.key} <= ones and isinstance(head.predicate, Compare):
            return bool(COMPARE[head.predicate.op](1, 1 + head.predicate.shift))
        score, itself = lang.score_of(head), head.query == head.key and self.reach in NEVER_EMPTY
        no_worse = Compare("<=" if score == lang.Extreme("smallest") else ">=")
        return score is not None and itself and head.predicate == no_worse

    @cached_property
    def offset(self) -> int | None:
        """The fixed distance that a head copies from, or else from position 0."""
        head, rule, own = self.head, self.head.predicate, self.scope.own
        if not isinstance(head, lang.CategoricalHead) or head.score is not None:
            return None
        if self.takes_all:
            if self.reach == "before" or (self.reach, head.choose) == ("upto", "nearest"):
                return None if head.choose == "first" else -1
            return 1 if self.reach == "after" and head.choose != "last" else None
        if not {head.query, head.key} <= own or not isinstance(rule, Compare) or rule.op != "==":
            return None
        reaches = ("all", "after") if rule.shift > 0 else ("all", "before", "upto")
        return rule.shift or None if self.reach in reaches else None

    @cached_property
    def mark(self) -> str | None:
        """The "first" or "last" position, where a head matches only its number or its mark."""
        head, scope, words = self.head, self.scope, self.scope.program.vocabulary
        if not isinstance(head.predicate, Is) or self.reach in ("before", "after"):
            return None
        value = symbol(scope.types[head.key], head.predicate.value)
        if head.key in scope.own:
            return "first" if value == 0 else None
        if not scope.is_word(head.key) or value == words.unknown:
            return None
        marks = {words.begin: "first", words.end: "last" if self.reach == "all" else None}
        return marks.get(str(value))


# --- code -----------------------------------------------------------------------------------------


def head_form(head: lang.Head, scope: Scope, same: lang.Head) -> Form:
    """The form that asks least of a reader.

    `same`: the first head with the same predicate, after which tables and functions are called.
    """
    forms = []
    for match in Predicate(head, scope, same).forms:
        code = HeadCode(head, scope, match).whole()
        definition = match("q", "k").definition
        used = definition if definition and defined(definition) in names(code) else ""
        forms.append(Form(code, used))

    return min(forms, key=lambda form: form.reading(head.out.name))


@dataclass(frozen=True)
class HeadCode(AttentionPattern):
    """A head as it is written, with its test of a query and a key."""

    match: Match

    def whole(self) -> Code:
        """The list of what it gives at each position."""
        value, offset = self.head.value, self.offset
        if value not in self.scope.own and offset in (-1, 1):
            before, after = f"[{value}[0], *{value}[:-1]]", f"[*{value}[1:], {value}[0]]"
            return before if offset == -1 else after
        return self.scope.each(self._element)

    def _element(self, at: At) -> Code:
        head, scope = self.head, self.scope
        query = at(head.query)
        if isinstance(head, lang.NumericalHead):
            return clipped(self._sum(head, query), scope.ends(head))
        if head.score is not None:
            if head.value == head.key not in scope.own:
                return self._best_key(head, head.score, query)
            return scope.at(head.value, self._best(head, head.score, query))
        return self._copy(head, query)

    def _test(self, query: Code, key: Code = "") -> Code:
        return self.match(query, key or self.scope.at(self.head.key, "j")).code

    def _equal(self, query: Code) -> Code | None:
        """The value that a key has to be, if there is one."""
        return equal_to(self._test(query), self.scope.at(self.head.key, "j"))

    def _matching(self, among: Code, query: Code) -> Code:
        """Those of some positions that match."""
        test = self._test(query)
        return loop("j", "j", among, "" if test == "True" else test, "()")

    # --- sums -------------------------------------------------------------------------------------

    def _sum(self, head: lang.NumericalHead, query: Code) -> Code:
        scope, test = self.scope, self._test(query)
        among, counts = scope.within(head.key, self.reach), head.value in scope.ones
        if test == "True":
            return self._count_all() if counts else f"sum({scope.within(head.value, self.reach)})"
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
        scope, takes_all = self.scope, self.takes_all
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
        scope, takes_all = self.scope, self.takes_all
        never_none = takes_all and self.reach in NEVER_EMPTY
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
        if head.choose == "nearest" and self.reach in NEVER_EMPTY:
            return "nearest[i]" if self.reach == "all" else "back[i]"
        return f"reversed({among})"

    # --- copies of a match ------------------------------------------------------------------------

    def _copy(self, head: lang.CategoricalHead, query: Code) -> Code:
        """The value at the match that is chosen, or at position 0."""
        scope, reach = self.scope, self.reach
        equal = self._equal(query)
        if equal is None:
            return scope.at(head.value, self._found(head, query))
        if head.key in scope.own and reach != "after":
            return self._at(equal)
        itself = head.query == head.key and equal == query
        if head.value == head.key not in scope.own and (equal == query or not names(equal)):
            found = either(equal, f"{equal} in {scope.within(head.key, reach)}", f"{head.key}[0]")
            if fits(found, 2):
                return found
        if head.key not in scope.own and (head.choose == "first" or self.mark):
            index = f"{head.key}.index({equal})"
            always = itself and reach in NEVER_EMPTY
            if always or (reach == "all" and self.mark):
                return scope.at(head.value, index)
            if reach == "all":
                wanted = f"({equal})" if is_choice(equal) else equal
                return scope.at(head.value, either(index, f"{wanted} in {head.key}", NO_MATCH))
        return scope.at(head.value, self._found(head, query))

    def _at(self, place: Code) -> Code:
        """The value at a place, or that at position 0 where the place is not in reach."""
        scope, value = self.scope, self.head.value
        ends = {"all": scope.length, "before": "i", "upto": "i + 1", "after": scope.length}
        if self._is_natural(place):
            test = f"{place} <= i" if self.reach == "upto" else f"{place} < {ends[self.reach]}"
            found = either(place, test, NO_MATCH)
            return scope.at(value, found)
        if re.fullmatch(r"i - \d+", place):
            return scope.at(value, f"max({place}, 0)")
        listed, end = scope.everywhere if value in scope.own else value, ends[self.reach]
        return f"at({listed}, {place}{'' if end == scope.length else f', {end}'})"

    def _is_natural(self, place: Code) -> bool:
        """Whether a place is a number, or a variable, that is never below 0."""
        low = bounds(self.scope.types[self.head.query])[0]
        is_query = isinstance(self.head.predicate, lang.Compare) and "-" not in place
        return place.isdigit() or (is_query and low is not None and low >= 0)

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


@dataclass(frozen=True)
class Predicate(AttentionPattern):
    """The forms that the predicate of a head can take, as an expression of a query and a key."""

    same: Head  # the first head that has this predicate: it gives its name to what is defined

    @property
    def forms(self) -> list[Match]:
        """A comparison has one form; rows may be a lookup or a line, or else a call."""
        if not isinstance(self.head.predicate, Rows):
            return [lambda q, k: Form(self._line(q, k))]
        forms: list[Match] = []
        if all(isinstance(rule, frozenset) and len(rule) <= 1 for _, rule in self.cases):
            forms.append(self._lookup)
        if len(self.cases) <= 2:
            forms.append(lambda q, k: Form(self._line(q, k)))
        return forms or [self.called]

    def called(self, q: Code, k: Code) -> Form:
        """A call of a function, with a branch for each group of queries with the same keys."""
        named, arguments = self.scope.function(self.same), self.scope.arguments(self.head)
        *cases, (_, default) = self._tests(*arguments)
        body = [f"if {test}:\n    return {outcome}" for test, outcome in cases]
        defined = function(named, arguments, [*body, f"return {default}"])
        return Form(f"{named}({q}, {k})", defined)

    def _lookup(self, q: Code, k: Code) -> Form:
        """`k == table[q]`, where no query has more than one key."""
        head, types, none = self.head, self.scope.types, "None"
        assert isinstance(head.predicate, Rows)
        rows = zip(domain(types[head.query]), head.predicate.accepts, strict=True)
        asked = {spelled(types[head.query], q): row for q, row in rows}
        keys = {q: spelled(types[head.key], row[0]) if row else none for q, row in asked.items()}
        lookup = Lookup.of(keys, none if none in keys.values() else None)
        table = self.scope.table(self.same)
        return Form(f"{k} == {lookup.ask(table, q)}", lookup.define(table))

    def _line(self, q: Code, k: Code) -> Code:
        """One line: a comparison, or a choice between the keys of two groups of queries."""
        head, scope = self.head, self.scope
        if isinstance(head.predicate, Compare):
            if {head.query, head.key} <= scope.ones:
                return str(self.takes_all)
            op, shift = head.predicate.op, head.predicate.shift
            key, query = scope.ordered(head.key, k, op), scope.ordered(head.query, q, op)
            return f"{key} {op} {plus(query, shift)}"
        if isinstance(head.predicate, Is):
            return f"{k} == {spelled(scope.types[head.key], head.predicate.value)}"
        (test, some), *others = self._tests(q, k)
        if not others:
            return some
        ((otherwise, rest),) = others
        if rest == "False":
            return test if some == "True" else f"{test} and {some}"
        if rest == "True":
            return f"{otherwise} or {some}"
        sides = equal_to(some, k), equal_to(rest, k)
        if sides[0] is not None and sides[1] is not None:
            return f"{k} == ({either(sides[0], test, sides[1])})"
        return either(some, test, rest)

    def _tests(self, q: Code, k: Code) -> list[tuple[Code, Code]]:
        """The test of each group of queries, and of the keys that they match."""
        query, key = (self.scope.types[name] for name in (self.head.query, self.head.key))
        return [
            (is_in(q, query, queries), is_in(k, key, rule))
            for queries, rule in self.cases
            if isinstance(rule, frozenset)
        ]
