"""Variables and heads in words, for names and sentences. What takes too many words is None."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from ..meaning.formulas import COMPARE
from ..program import Program
from ..program import steps as lang
from ..program.values import Type, comparable, is_numeric, ordinal, symbol
from .code import is_binary, plus, ways
from .head_code import AttentionPattern, Rule
from .scope import Scope, singular

MAX_CASES = 4  # different rows of a predicate that a sentence may list
MAX_LISTED = 4  # values after "is"
MAX_LETTERS = 14  # of a word that a sentence may quote
MAX_KEY = 14  # letters in a name that say what a head looks for
MOSTLY = 0.6  # of the queries that look for one key, for a name to say "mostly"
IN_NAMES = {"<s>": "begin", "</s>": "end", "<unk>": "unknown", "|": "bar", ".": "dot", ",": "comma"}
IN_NAMES |= {"(": "open_paren", ")": "close_paren", "{": "open_brace", "}": "close_brace"}
WAYS = {"<=": "is at most {}", ">=": "is at least {}", "range": "is {} to {}"}


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
        kind = self.kinds[variable]
        if self.is_flag(variable) and len(values) == 1:
            return "holds" if symbol(kind, *values) == 1 else "does not hold"
        return among(kind, values)


def among(kind: Type, values: Collection[int]) -> str | None:
    """
    >>> from transformer_programs.program.values import Number
    >>> among(Number(0, 9), [7, 8, 9]), among(Number(0, 9), [2, 4])
    ('is at least 7', 'is 2 or 4')
    """
    said = ways(kind, values)
    for way, named in said.items():
        if way in WAYS and (way != "range" or len(values) > 2):
            return WAYS[way].format(*(symbol(kind, value) for value in named))
    few = said.get("not in", [])
    words = [quoted(kind, value) for value in (few if 0 < len(few) <= 2 else said["in"])]
    if None in words or not 0 < len(words) <= MAX_LISTED:
        return None
    negated = 0 < len(few) <= 2
    return f"is {'not ' * negated}{(' nor ' if negated else ' or ').join(map(str, words))}"


@dataclass(frozen=True)
class Look:
    """A head in words: what it looks for, and where."""

    head: lang.Head
    facts: Facts

    @cached_property
    def seen(self) -> AttentionPattern:
        return AttentionPattern(self.head, self.facts.scope)

    @property
    def reach(self) -> lang.Reach:
        return self.seen.reach

    @cached_property
    def cases(self) -> list[tuple[list[int], Rule]]:
        """The rules, and the queries that each is for: one comparison where that says all."""
        query, key = (self.facts.kinds[name] for name in (self.head.query, self.head.key))
        found = [(queries, row) for queries, row in self.seen.cases if isinstance(row, frozenset)]
        pairs = [(q, k) for queries, row in found for q in queries for k in row]
        shifts = {ordinal(key, k) - ordinal(query, q) for q, k in pairs}
        one_each = 1 < len(pairs) == sum(len(queries) for queries, row in found if row)
        numeric = is_numeric(query) and is_numeric(key)
        if one_each and len(shifts) == 1 and comparable(query, key) and (numeric or 0 in shifts):
            none: list[tuple[list[int], Rule]] = [case for case in found if not case[1]]
            return [([q for q, _ in pairs], lang.Compare("==", *shifts)), *none]
        return self.seen.cases

    @cached_property
    def rule(self) -> Rule | None:
        """The rule of a head that has the same for all queries, or else matches nothing."""
        rules = [rule for _, rule in self.cases]
        return rules[0] if not any(rules[1:]) and len(rules) <= 2 else None

    @cached_property
    def shift(self) -> int | None:
        """The fixed distance that a head copies from, where it matches anything."""
        head, scope = self.head, self.facts.scope
        if not isinstance(head, lang.CategoricalHead) or head.score is not None:
            return None
        is_same = isinstance(self.rule, lang.Compare) and self.rule.op == "=="
        if is_same and {head.query, head.key} <= scope.own:
            return self.rule.shift if isinstance(self.rule, lang.Compare) else None
        return self.seen.offset

    @cached_property
    def where(self) -> str | None:
        """The positions that a head matches: ' where x is 3'."""
        return "" if self.seen.takes_all else self._clauses(at=False)

    @cached_property
    def at(self) -> str | None:
        """The one position that a head matches: ' at position 6'."""
        return self._clauses(at=True)

    def _clauses(self, at: bool) -> str | None:
        parts, last = list[str](), len(self.cases) - 1
        for number, (queries, rule) in enumerate(self.cases if last < MAX_CASES else []):
            asked = self.facts.among(self.head.query, queries) if queries else None
            text = (self._at(rule) if at else self._with(rule)) if rule else ""
            if text is None or (asked is None and number < last):
                return None
            if text:
                end = f" if this {self.facts.one(self.head.query)} {asked}" if number < last else ""
                parts.append(f"{'else ' if number == last and parts else ''}{text}{end}")
        return f" {'; '.join(parts)}" if parts else None

    def _with(self, rule: Rule) -> str | None:
        head, key = self.head, self.facts.one(self.head.key)
        if isinstance(rule, frozenset):
            return f"where {key} {end}" if (end := self.facts.among(head.key, rule)) else None
        if head.query == head.key and not rule.shift:
            here = OPS[rule.op].here if head.key in self.facts.scope.own else ""
            return here or f"with {OPS[rule.op].like} {key}"
        this = plus(f"this {self.facts.one(head.query)}", rule.shift)
        return f"where {key} {OPS[rule.op].compared} {this}"

    def _at(self, rule: Rule) -> str | None:
        own, late = self.head.query == self.head.key, " once reached" * (self.reach == "upto")
        early = REACH[self.reach].side
        if isinstance(rule, frozenset):
            return f"at {early}position {min(rule)}{late}" if len(rule) == 1 else None
        if own and rule.shift < 0 and self.reach in ("before", "upto"):
            early = late = ""
        place = "this position" if own else f"position {self.facts.one(self.head.query)}"
        return f"at {early}{plus(place, rule.shift)}{late}" if rule.op == "==" else None

    def choice(self, head: lang.CategoricalHead) -> tuple[str, str]:
        """The match that a head chooses, and what it takes where there is none."""
        own: bool | None = self.seen.takes_all or None  # does it match itself?
        if isinstance(head.predicate, lang.Compare) and head.query == head.key:
            own = COMPARE[head.predicate.op](0, head.predicate.shift)
        own = False if self.reach in ("before", "after") else own
        nearest = {"before": "last", "after": "first"}.get(self.reach)
        nearest = nearest or ("nearest" if own is False else "nearest other")
        which = nearest if head.choose == "nearest" else head.choose
        itself = ", else this one" if which == "nearest other" else ""
        place = f"the {which} {REACH[self.reach].side}position{REACH[self.reach].so_far}"
        return place, itself if own else f"{itself}, else the first"

    # --- in names ---------------------------------------------------------------------------------

    @cached_property
    def keys(self) -> str:
        """The keys that a head looks for: 6, 1_or_6, mostly_1, 2_to_8, 1_etc; "" for any other."""
        asked: Counter[int] = Counter()
        for queries, rule in self.cases:
            if not isinstance(rule, frozenset) or len(rule) > 1:
                return ""
            asked.update(dict.fromkeys(rule, len(queries)))
        kind = self.facts.kinds[self.head.key]
        words = {key: in_name(symbol(kind, key)) for key in sorted(asked)}
        if not words or not all(words.values()):
            return ""
        often, count = asked.most_common(1)[0]
        if len(words) > 2 and count >= MOSTLY * asked.total():
            return f"mostly_{words[often]}"
        if len(words) > 3 and self.head.key in self.facts.scope.own:
            return f"{words[min(words)]}_to_{words[max(words)]}"
        return any_of([*words.values()]) if len(words) <= 3 else f"{words[often]}_etc"

    @cached_property
    def tail(self) -> str:
        """The end of a name: where a head looks."""
        head, facts, keys = self.head, self.facts, self.keys
        key, places = facts.one(head.key), head.key in facts.scope.own
        key = facts.noun(head.key) if len(key) > MAX_KEY or key[-1].isdigit() else key
        by, is_word = f"by_{facts.noun(head.query)}", facts.scope.is_word(head.key)
        if isinstance(self.rule, lang.Compare) and head.query == head.key:
            here = OPS[self.rule.op].here if places else ""
            end = here.replace(" ", "_") or f"of_{OPS[self.rule.op].name}"
            return end if not self.rule.shift else by
        if isinstance(self.rule, lang.Compare) and places and self.rule.op == "==":
            side = {-1: "before", 0: "at", 1: "after"}.get(self.rule.shift, "by")
            return f"{side}_{facts.one(head.query)}"
        if keys in ("0", "1") and facts.is_flag(head.key):
            start, _, of = key.partition("_")
            side, of = {"previous": ("after", of), "next": ("before", of)}.get(start, ("at", key))
            return f"{side}_{'not_' * (keys == '0')}{stem(of)}"
        if is_word and head.value in facts.scope.ones and keys:
            return f"of_{keys}"
        if keys and (places or (is_word and not keys[-1].isdigit())):
            return f"at_{keys}"
        return f"at_{key}_{keys}" if keys and len(key + keys) <= MAX_KEY else by


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


def any_of(words: list[str]) -> str:
    """Words as part of a name: a_b_or_c."""
    return "_or_".join(filter(None, ["_".join(words[:-1]), words[-1]]))


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
