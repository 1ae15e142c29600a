"""Facts about the steps of a program, in words. A fact is None where it takes too many words."""

from __future__ import annotations

import json
from collections.abc import Collection
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from ..program import Program
from ..program import steps as lang
from ..program.values import Type, comparable, domain, is_numeric, ordinal, size, symbol
from .code import is_binary, plus
from .scope import Scope, reach_of, singular

MAX_CASES = 4  # different rows of a predicate that a sentence may list
MAX_LISTED = 4  # values after "is"
MAX_VALUES = 10_000  # of a type whose other values a sentence may list
MAX_LETTERS = 14  # of a word that a sentence may quote
IN_NAMES = {"<s>": "begin", "</s>": "end", "<unk>": "unknown", "|": "bar", ".": "dot", ",": "comma"}
IN_NAMES |= {"(": "open_paren", ")": "close_paren", "{": "open_brace", "}": "close_brace"}

Rule = frozenset[int] | lang.Compare  # the keys that match, or how they compare with the query
Cases = list[tuple[frozenset[int], Rule]]  # query values and the rule for them


class ReachWords(NamedTuple):
    """The words for a reach: at the end of a name, before "position" and after it."""

    suffix: str = ""
    side: str = ""
    so_far: str = ""


class OpWords(NamedTuple):
    """The words for a comparison: with a value, in a name, with this value, of positions."""

    compared: str
    name: str
    like: str
    here: str = ""


REACH: dict[lang.Reach, ReachWords] = {
    "all": ReachWords(),
    "upto": ReachWords("_so_far", "", " so far"),
    "before": ReachWords("_before", "earlier "),
    "after": ReachWords("_after", "later "),
}
OPS: dict[str, OpWords] = {
    "==": OpWords("is", "same", "the same"),
    "!=": OpWords("is not", "other", "another"),
    "<": OpWords("is below", "smaller", "a smaller", "before here"),
    "<=": OpWords("is at most", "no_larger", "no larger", "up to here"),
    ">": OpWords("is above", "larger", "a larger", "after here"),
    ">=": OpWords("is at least", "no_smaller", "no smaller", "from here on"),
}


@dataclass
class Facts:
    """The steps before the one in question, and the names of their variables."""

    program: Program
    steps: dict[str, lang.Step] = field(default_factory=dict)
    called: dict[str, str] = field(default_factory=dict)

    @cached_property
    def scope(self) -> Scope:
        return Scope(self.program)

    @property
    def kinds(self) -> dict[str, Type]:
        return self.scope.types

    def add(self, step: lang.Step, called: str) -> None:
        self.steps[step.out.name], self.called[step.out.name] = step, called

    def one(self, variable: str) -> str:
        """The name of one value of a variable."""
        return singular(self.called[variable]).removesuffix("_embedding")

    def noun(self, variable: str) -> str:
        """The kind of thing that a variable holds: copies of tokens are tokens."""
        step = self.steps[variable]
        while isinstance(step, lang.CategoricalHead):
            step = self.steps[step.value]
        is_kind = isinstance(step, lang.Mlp) and isinstance(step.function, lang.Table)
        nouns = {lang.NumericalHead: "count", lang.Mlp: "kind" if is_kind else None}
        return nouns.get(type(step)) or self.one(step.out.name)

    def is_flag(self, variable: str) -> bool:
        return is_flag(self.steps[variable])

    def clipped(self, step: lang.NumericalHead | lang.Mlp) -> str:
        """The end of a sentence about a number that is clipped to its type."""
        low, high = self.scope.ends(step)
        most = "" if high is None else f", at most {high}"
        return most if low is None else f"{most}, at least {low}"

    def among(self, variable: str, values: Collection[int]) -> str | None:
        """The end of a sentence that holds for these values of a variable: 'is at least 3'."""
        kind, listed = self.kinds[variable], sorted(values)
        if self.is_flag(variable) and len(listed) == 1:
            return "holds" if symbol(kind, listed[0]) == 1 else "does not hold"
        listable = (size(kind) or MAX_VALUES + 1) <= MAX_VALUES
        rest = [v for v in domain(kind) if v not in values] if listable else []
        numbers = [symbol(kind, v) for v in listed] if is_numeric(kind) else []
        if 1 < len(numbers) == int(numbers[-1]) - int(numbers[0]) + 1 and rest:
            if listed[-1] < rest[0]:
                return f"is at most {numbers[-1]}"
            if listed[0] > rest[-1]:
                return f"is at least {numbers[0]}"
            if len(numbers) > 2:
                return f"is {numbers[0]} to {numbers[-1]}"
        few = 0 < len(rest) <= 2 and len(rest) < len(listed)
        words = [quoted(kind, value) for value in (rest if few else listed)]
        if None in words or not 0 < len(words) <= MAX_LISTED:
            return None
        return f"is {'not ' if few else ''}{(' nor ' if few else ' or ').join(map(str, words))}"

    # --- heads ------------------------------------------------------------------------------------

    def cases(self, head: lang.Head) -> Cases:
        """The rules of a head and the queries each is for; the last is for all the others."""
        rule, query, key = head.predicate, self.kinds[head.query], self.kinds[head.key]
        if not isinstance(rule, lang.Rows):
            same = rule if isinstance(rule, lang.Compare) else frozenset([rule.value])
            return [(frozenset(), same)]
        rows = dict(zip(domain(query), rule.accepts, strict=True))
        asked = [q for q, row in rows.items() if row]
        shifts = {ordinal(key, k) - ordinal(query, q) for q in asked for k in rows[q]}
        numeric = is_numeric(query) and is_numeric(key)
        single = max(map(len, rows.values()), default=0) == 1 < len(asked) and len(shifts) == 1
        equal = single and comparable(query, key) and (numeric or shifts == {0})
        groups: dict[Rule, frozenset[int]] = {}
        for q, row in rows.items():
            one = lang.Compare("==", min(shifts)) if equal and row else frozenset(row)
            groups[one] = groups.get(one, frozenset()) | {q}
        most = max(map(len, groups.values()))
        found = [(queries, row) for row, queries in groups.items()]
        return sorted(found, key=lambda case: (not case[1], len(case[0]) == most, min(case[0])))

    def rule(self, head: lang.Head) -> Rule | None:
        """The rule of a head that has the same for all queries, or else matches nothing."""
        rules = [rule for _, rule in self.cases(head)]
        return rules[0] if not any(rules[1:]) and len(rules) <= 2 else None

    def where(self, head: lang.Head, at: bool = False) -> str | None:
        """The positions that a head matches: ' where x is 3'; `at`, the one: ' at position 6'."""
        cases, parts = self.cases(head), list[str]()
        if self.scope.matches_all(head) and not at:
            return ""
        for number, (queries, rule) in enumerate(cases if len(cases) <= MAX_CASES else []):
            asked = self.among(head.query, queries) if queries else None
            clause = self._at(head, rule) if at else self._with(head, rule)
            text, is_last = clause if rule else "", number == len(cases) - 1
            if text is None or (asked is None and not is_last):
                return None
            if text:
                end = "" if is_last else f" if this {self.one(head.query)} {asked}"
                parts.append(f"{'else ' if is_last and parts else ''}{text}{end}")
        return f" {'; '.join(parts)}" if parts else None

    def _with(self, head: lang.Head, rule: Rule) -> str | None:
        key = self.one(head.key)
        if isinstance(rule, frozenset):
            return f"where {key} {end}" if (end := self.among(head.key, rule)) else None
        own, words = head.query == head.key and not rule.shift, OPS[rule.op]
        if own:
            here = words.here if head.key in self.scope.own else ""
            return here or f"with {words.like} {key}"
        return f"where {key} {words.compared} {plus(f'this {self.one(head.query)}', rule.shift)}"

    def _at(self, head: lang.Head, rule: Rule) -> str | None:
        reach, own = reach_of(head, self.program), head.query == head.key
        early, late = REACH[reach].side, " once reached" if reach == "upto" else ""
        if isinstance(rule, frozenset):
            return f"at {early}position {min(rule)}{late}" if len(rule) == 1 else None
        if own and rule.shift < 0 and reach in ("before", "upto"):
            early = late = ""
        there = plus("this position" if own else f"position {self.one(head.query)}", rule.shift)
        return f"at {early}{there}{late}" if rule.op == "==" else None


def is_flag(step: lang.Step) -> bool:
    """Whether a step says whether something holds: 1 if it does, else 0."""
    if isinstance(step, lang.Position | lang.One | lang.NumericalHead):
        return False
    if isinstance(step, lang.Mlp) and isinstance(step.function, lang.Table):
        return {symbol(step.out.type, cell) for cell in step.function.cells} == {0, 1}
    return is_binary(step.out.type)


def quoted(kind: Type, value: int) -> str | None:
    """A value as a sentence shows it: 3, "a"; None where it is too long."""
    word = symbol(kind, value)
    if isinstance(word, int):
        return str(word)
    plain = len(word) <= MAX_LETTERS and word.isprintable() and not set(word) & set('"\\;')
    return json.dumps(word, ensure_ascii=False) if plain else None


def in_name(value: object) -> str:
    """A value as part of a name; "" where it cannot be.

    >>> in_name("a"), in_name("|"), in_name("</s>"), in_name(-1)
    ('a', 'bar', 'end', 'minus_1')
    """
    text = f"minus_{-value}" if isinstance(value, int) and value < 0 else str(value)
    text = IN_NAMES.get(text, text)
    return text if f"_{text}".isidentifier() and text.isascii() else ""


def stem(one: str) -> str:
    """The thing that a flag or a count is about.

    >>> stem("is_new"), stem("count_of_wrong_so_far"), stem("is_any_a"), stem("token")
    ('new', 'wrong', 'a', 'token')
    """
    for start in ("is_", "ends_", "count_of_", "any_", "ever_", "sum_of_"):
        one = one.removeprefix(start)
    for words in REACH.values():
        one = one.removesuffix(words.suffix)
    return one
