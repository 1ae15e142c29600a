"""Facts about the steps of a program, in words. A fact is None where it takes too many words."""

from __future__ import annotations

import json
from collections.abc import Collection
from dataclasses import dataclass, field

import numpy as np

from ..analysis import Inference, infer
from ..analysis.grids import general_form
from ..meaning.formulas import interval, is_arithmetic
from ..program import Program, types
from ..program import steps as lang
from ..program.values import Number, Type, bounds, domain, is_numeric, ordinal, size, symbol
from .scope import is_binary, is_identity, singular

MAX_CASES = 4  # different rows of a predicate that a sentence may list
MAX_LISTED = 4  # values after "is"
MAX_VALUES = 10_000  # of a type whose other values a sentence may list
MAX_LETTERS = 14  # of a word that a sentence may quote
IS = {
    "==": "is",
    "!=": "is not",
    "<": "is below",
    "<=": "is at most",
    ">": "is above",
    ">=": "is at least",
}
IN_NAMES = {"<s>": "begin", "</s>": "end", "<unk>": "unknown", "|": "bar", ".": "dot", ",": "comma"}
IN_NAMES |= {"(": "open_paren", ")": "close_paren", "{": "open_brace", "}": "close_brace"}

Rule = frozenset[int] | lang.Compare  # the keys that match, or how they compare with the query
Cases = list[tuple[frozenset[int], Rule]]  # query values and the rule for them


@dataclass(slots=True)
class Facts:
    """The steps before the one in question, and the names of their variables."""

    program: Program
    kinds: dict[str, Type] = field(init=False)
    steps: dict[str, lang.Step] = field(default_factory=dict)
    called: dict[str, str] = field(default_factory=dict)
    known: Inference | None = None

    def __post_init__(self) -> None:
        self.kinds = types(self.program)

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

    def is_a(self, kind: type[lang.Step], variable: str) -> bool:
        return isinstance(self.steps[variable], kind)

    def is_word(self, variable: str) -> bool:
        """Whether the values of a variable are the words of the input."""
        step = self.steps[variable]
        return isinstance(step, lang.Token) and is_identity(step, self.program)

    def is_flag(self, variable: str) -> bool:
        """Whether a variable says whether something holds: 1 if it does, else 0."""
        return is_flag(self.steps[variable])

    def reach(self, head: lang.Head) -> lang.Reach:
        return "upto" if self.program.causal and head.reach == "all" else head.reach

    def ends(self, variable: str) -> tuple[int | None, int | None]:
        """The smallest and the largest number that a variable can be, as far as that is known."""
        self.known = self.known or infer(self.program)
        values, kind = self.known.values(variable), self.kinds[variable]
        numbers = [ordinal(kind, value) for value in values or ()]
        return (min(numbers), max(numbers)) if numbers else bounds(kind)

    def clipped(self, step: lang.NumericalHead | lang.Mlp) -> str:
        """The end of a sentence about a number that is clipped to its type."""
        (low, high), (least, most) = bounds(step.out.type), (None, None)
        if isinstance(step, lang.NumericalHead):
            self.known = self.known or infer(self.program)
            value = Number(*self.ends(step.value))
            total = lang.sum_type(value, self.reach(step), self.program.max_length)
            within = self.known.within_its_type(step.out.name)
            least, most = (low, high) if within else (total.low, total.high)
        elif isinstance(step.function, lang.Formula) and is_arithmetic(step.function.op):
            least, most = interval(step.function, [self.ends(read) for read in step.reads])
        over = "" if high is None or (most is not None and most <= high) else f", at most {high}"
        is_in = low is None or (least is not None and least >= low)
        return over if is_in else f"{over}, at least {low}"

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

    def matches_all(self, head: lang.Head) -> bool:
        """Whether every query matches every key, or every key that could be chosen."""
        if isinstance(head.predicate, lang.Rows):
            keys = len(domain(self.kinds[head.key]))
            return all(len(row) == keys for row in head.predicate.accepts)
        score = lang.score_of(head)
        itself = head.query == head.key and self.reach(head) in ("all", "upto")
        no_worse = lang.Compare(">=" if score == lang.Extreme("largest") else "<=")
        return score is not None and itself and head.predicate == no_worse

    def cases(self, head: lang.Head) -> Cases:
        """The rules of a head and the queries each is for; the last is for all the others."""
        rule = head.predicate
        if not isinstance(rule, lang.Rows):
            same = rule if isinstance(rule, lang.Compare) else frozenset([rule.value])
            return [(frozenset(), same)]
        query, key = self.kinds[head.query], self.kinds[head.key]
        rows = {q: frozenset(row) for q, row in zip(domain(query), rule.accepts, strict=True)}
        match = np.array([[k in row for k in domain(key)] for row in rows.values()])
        form = general_form(match, np.ones_like(match), query, key)
        others = {rows[q] for q in form.exceptions} if form else set()
        few = len(others) + 1 < len({*rows.values()})  # cases, with the comparison as one of them
        groups: dict[Rule, frozenset[int]] = {}
        for q, row in rows.items():
            rule_of = form.form if form and few and q not in form.exceptions else row
            groups[rule_of] = groups.get(rule_of, frozenset()) | {q}
        most = max(map(len, groups.values()))
        found = [(queries, row) for row, queries in groups.items()]
        return sorted(found, key=lambda case: (not case[1], len(case[0]) == most, min(case[0])))

    def rule(self, head: lang.Head) -> Rule | None:
        """The rule of a head that has the same for all queries, or else matches nothing."""
        cases = self.cases(head)
        return cases[0][1] if len(cases) == 1 or (len(cases) == 2 and not cases[1][1]) else None

    def offset(self, step: lang.Step) -> int | None:
        """The distance that a head copies from, if it is fixed; some queries may match nothing."""
        if not isinstance(step, lang.CategoricalHead) or step.score is not None:
            return None
        reach, rule = self.reach(step), self.rule(step)
        if self.matches_all(step):
            if reach == "before" or (reach == "upto" and step.choose == "nearest"):
                return None if step.choose == "first" else -1
            return 1 if reach == "after" and step.choose != "last" else None
        own = step.query == step.key and self.is_a(lang.Position, step.key)
        if not own or not isinstance(rule, lang.Compare) or rule.op != "==" or rule.shift == 0:
            return None
        reached = reach in (("all", "after") if rule.shift > 0 else ("all", "upto", "before"))
        return rule.shift if reached else None


def is_flag(step: lang.Step) -> bool:
    """Whether a step says whether something holds."""
    if isinstance(step, lang.Position | lang.One | lang.NumericalHead):
        return False
    cells: Collection[int] = domain(step.out.type) if is_binary(step.out.type) else ()
    if isinstance(step, lang.Mlp) and isinstance(step.function, lang.Table):
        cells = step.function.cells
    return {symbol(step.out.type, cell) for cell in cells} == {0, 1}


def quoted(kind: Type, value: int) -> str | None:
    """A value as a sentence shows it: 3, "a"; None where it is too long."""
    word = symbol(kind, value)
    if isinstance(word, int):
        return str(word)
    plain = len(word) <= MAX_LETTERS and word.isprintable() and not set(word) & set('"\\;')
    return json.dumps(word, ensure_ascii=False) if plain else None


def shifted(text: str, shift: int) -> str:
    """
    >>> shifted("rank", -1), shifted("rank", 0)
    ('rank - 1', 'rank')
    """
    return f"{text} {'+' if shift > 0 else '-'} {abs(shift)}" if shift else text


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
    for start in ("is_", "count_of_", "any_", "ever_", "sum_of_"):
        one = one.removeprefix(start)
    for end in ("_so_far", "_before", "_after"):
        one = one.removesuffix(end)
    return one
