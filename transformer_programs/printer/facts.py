"""Facts about the steps of a program, in words. A fact is None where it takes too many words."""

from __future__ import annotations

import json
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from itertools import product

import numpy as np

from ..analysis import Inference, infer
from ..analysis.grids import general_form
from ..meaning.formulas import interval, is_arithmetic
from ..program import Program, types
from ..program import steps as lang
from ..program.values import Type, bounds, domain, is_numeric, size, symbol
from .code import is_binary
from .scope import is_identity, reach_of, singular

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
TOO_LONG = "\0"  # in a sentence: what should stand here takes too many words
SO_FAR = {"all": "", "upto": " so far", "before": "", "after": ""}
MAX_CELLS = 400  # of a table that a sentence may say
SUFFIX: dict[lang.Reach, str]
SUFFIX = {"all": "", "upto": "_so_far", "before": "_before", "after": "_after"}
WHERE: dict[lang.Reach, str] = {"all": "", "upto": "", "before": "earlier ", "after": "later "}
OCCURS = {"all": "", "upto": " so far", "before": " earlier", "after": " later"}
SAME = {"==": "same", "!=": "other", "<": "smaller", ">": "larger"}
SAME |= {"<=": "no_larger", ">=": "no_smaller"}
WITH = {"==": "the same", "!=": "another", "<": "a smaller", ">": "a larger"}
WITH |= {"<=": "no larger", ">=": "no smaller"}
HERE = {"<": "before here", "<=": "up to here", ">": "after here", ">=": "from here on"}
FORMULAS = {  # sentence and names; A: that a holds
    "+": ("{a} + {b}", "{a}_plus_{b}", "total"),
    "-": ("{a} - {b}", "{a}_minus_{b}", "difference"),
    "*": ("{a} * {b}", "{a}_times_{b}", "product"),
    "min": ("the smaller of {a} and {b}", "min_of_{a}_{b}", "smaller"),
    "max": ("the larger of {a} and {b}", "max_of_{a}_{b}", "larger"),
    "%": ("the remainder of {a} divided by {n}", "{a}_mod_{n}", "remainder"),
    "//": ("{a} divided by {n} and rounded down", "{a}_div_{n}", "quotient"),
    "==": ("whether {a} is {b}", "is_{b}", "is_equal"),
    "!=": ("whether {a} is not {b}", "is_not_{b}", "is_different"),
    "<": ("whether {a} is below {b}", "is_{a}_below_{b}", "is_below"),
    "<=": ("whether {a} is at most {b}", "is_{a}_at_most_{b}", "is_at_most"),
    "and": ("whether {A} and {B}", "is_{sa}_and_{sb}", "is_both"),
    "or": ("whether {A} or {B}", "is_{sa}_or_{sb}", "is_either"),
    "a": ("{a}", "capped_{a}", "capped"),
    "+n": ("", "{a}_plus_{n}", "shifted"),
    "any": ("whether {a} is above 0", "is_any_{sa}", "is_any"),
    "not": ("whether {not_A}", "is_no_{sa}", "is_none"),
    "keep": ("{a} if {B}; else {zero}", "kept_{a}", "kept"),
}
CONJUNCTIONS = {lang.Formula(op) for op in ("a", "and", "*", "min")}  # of flags

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
        return is_flag(self.steps[variable]) or bool(self.run(self.steps[variable]))

    def run(self, step: lang.Step) -> dict[int, str]:
        """The words of a flag that holds where they stand, by their distances back; {} for others.

        The first word is a mark for which no such flag holds.
        """
        marks, words = self.program.vocabulary, self.program.vocabulary.words
        if isinstance(step, lang.Token) and is_flag(step) and not marks.numerals:
            values = [symbol(step.out.type, value) for value in step.lookup]
            held = [word for word, value in zip(words, values, strict=True) if value == 1]
            return {0: held[0]} if len(held) == 1 and marks.begin not in (None, *held) else {}
        if isinstance(step, lang.CategoricalHead):
            run = self.run(self.steps[step.value])
            back = -(self.offset(step) or 0) if run and len(self.cases(step)) == 1 else 0
            return {at + back: word for at, word in run.items()} if back > 0 else {}
        if not isinstance(step, lang.Mlp) or step.function not in CONJUNCTIONS:
            return {}
        runs = [self.run(self.steps[read]) for read in dict.fromkeys(step.reads)]
        both = {pair for run in runs for pair in run.items()}
        fits = all(runs) and len(both) == len(dict(both)) and is_numeric(step.out.type)
        return dict(both) if fits else {}

    def reach(self, head: lang.Head) -> lang.Reach:
        return reach_of(head, self.program)

    def clipped(self, step: lang.NumericalHead | lang.Mlp) -> str:
        """The end of a sentence about a number that is clipped to its type."""
        (low, high), (least, most) = bounds(step.out.type), (None, None)
        if isinstance(step, lang.NumericalHead):
            total = lang.sum_type(self.kinds[step.value], self.reach(step), self.program.max_length)
            least, most = total.low, total.high
        elif isinstance(step.function, lang.Formula) and is_arithmetic(step.function.op):
            known = [bounds(self.kinds[read]) for read in step.reads]
            least, most = interval(step.function, known)
        over = "" if high is None or (most is not None and most <= high) else f", at most {high}"
        is_in = low is None or (least is not None and least >= low)
        text = over if is_in else f"{over}, at least {low}"
        if text and isinstance(step, lang.NumericalHead):
            self.known = self.known or infer(self.program)
            text = "" if self.known.within_its_type(step.out.name) else text
        return text

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


def where_of(head: lang.Head, facts: Facts, at: bool = False) -> str | None:
    """The positions that a head matches: 'where x is 3', 'with the same token'.

    With `at`, the one position there is: 'at position 6'.
    """
    if facts.matches_all(head) and not at:
        return ""
    key, query, reach = facts.one(head.key), facts.one(head.query), facts.reach(head)
    early, late = WHERE[reach], " once reached" if reach == "upto" else ""

    def clause(rule: Rule) -> str | None:
        if isinstance(rule, frozenset) and not at:
            return f"where {key} {end}" if (end := facts.among(head.key, rule)) else None
        if isinstance(rule, frozenset):
            return f"at {early}position {min(rule)}{late}" if len(rule) == 1 else None
        own = head.query == head.key
        if at:
            there = shifted("this position" if own else f"position {query}", rule.shift)
            reached = own and rule.shift < 0 and reach in ("before", "upto")
            sides = ("", "") if reached else (early, late)
            return f"at {sides[0]}{there}{sides[1]}" if rule.op == "==" else None
        if own and not rule.shift and facts.is_a(lang.Position, head.key) and rule.op in HERE:
            return HERE[rule.op]
        if own and not rule.shift:
            return f"with {WITH[rule.op]} {key}"
        return f"where {key} {IS[rule.op]} {shifted(f'this {query}', rule.shift)}"

    cases, parts = facts.cases(head), list[str]()
    for number, (queries, rule) in enumerate(cases if len(cases) <= MAX_CASES else []):
        asked = facts.among(head.query, queries) if queries else None
        text, is_last = clause(rule) if rule else "", number == len(cases) - 1
        if text is None or (asked is None and not is_last):
            return None
        if text:
            end = "" if is_last else f" if this {query} {asked}"
            parts.append(f"{'else ' if is_last and parts else ''}{text}{end}")
    return f" {'; '.join(parts)}" if parts else None


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
    for start in ("is_", "ends_", "count_of_", "any_", "ever_", "sum_of_"):
        one = one.removeprefix(start)
    for end in ("_so_far", "_before", "_after"):
        one = one.removesuffix(end)
    return one


# --- tables ---------------------------------------------------------------------------------------

Box = tuple[frozenset[int], ...]


def boxes(
    grid: dict[tuple[int, ...], int], default: int, kinds: Sequence[Type]
) -> list[tuple[int, Box | str]]:
    """The cells of a table that are not the default as a few boxes, or as a comparison.

    >>> from transformer_programs.program import Number
    >>> cells = {(a, b): int(a == 1 and b > 0) for a in range(3) for b in range(3)}
    >>> boxes(cells, 0, [Number(0, 2), Number(0, 2)])
    [(1, (frozenset({1}), frozenset({1, 2})))]
    """
    others = dict.fromkeys(cell for cell in grid.values() if cell != default)
    if len(kinds) == 2 and kinds[0] == kinds[1] and len(others) == 1:
        for word, equal in (("is", True), ("is not", False)):
            if all((cell != default) == ((a == b) == equal) for (a, b), cell in grid.items()):
                return [(value, word) for value in others]
    found: list[tuple[int, Box | str]] = []
    for value in others:
        cells = {at for at, cell in grid.items() if cell == value}
        left = set(cells)
        while left and len(found) <= MAX_CASES:
            around = [box for at in sorted(left) for box in _boxes_around(at, cells)]
            best = max(around, key=lambda box: len(left & {*product(*box)}))
            left -= {*product(*best)}
            found.append((value, best))
    return found


def _boxes_around(at: tuple[int, ...], cells: set[tuple[int, ...]]) -> list[Box]:
    """The box that is as wide as it can be and then as high, and the other way round."""
    if len(at) == 1:
        return [(frozenset(cell for (cell,) in cells),)]
    row, column = {b for a, b in cells if a == at[0]}, {a for a, b in cells if b == at[1]}
    rows = {a for a, _ in cells if all((a, b) in cells for b in row)}
    columns = {b for _, b in cells if all((a, b) in cells for a in column)}
    return [(frozenset(rows), frozenset(row)), (frozenset(column), frozenset(columns))]
