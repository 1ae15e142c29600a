"""Variables and their values in words. What takes too many words is `LONG`."""

from __future__ import annotations

import json
from collections.abc import Collection
from dataclasses import dataclass, field
from functools import cached_property

from ..program import Program
from ..program import steps as lang
from ..program.values import Type, symbol
from .code import is_binary, ways
from .scope import Scope, singular

LONG = "\0"  # in a sentence or a name: what should stand here is not short, or not there
MAX_LISTED = 6  # values after "is"
MAX_LETTERS = 14  # of a word that a sentence may quote
WAYS = {"<=": "is at most {}", ">=": "is at least {}", "range": "is {} to {}"}
IN_NAMES = {"<s>": "begin", "</s>": "end", "<unk>": "unknown", "|": "bar", ".": "dot", ",": "comma"}
IN_NAMES |= {"(": "open_paren", ")": "close_paren", "{": "open_brace", "}": "close_brace"}
REACH = {  # at the end of a name, before "position" and after it
    "all": ("", "", ""),
    "upto": ("_so_far", "", " so far"),
    "before": ("_before", "earlier ", ""),
    "after": ("_after", "later ", ""),
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

    def among(self, variable: str, values: Collection[int]) -> str:
        """That a variable has one of some values: 'count is at least 3'."""
        end = among(self.kinds[variable], values)
        if self.is_flag(variable) and len(values) == 1:
            end = "holds" if symbol(self.kinds[variable], *values) == 1 else "does not hold"
        return f"{self.one(variable)} {end}"


def among(kind: Type, values: Collection[int]) -> str:
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
    negated = 0 < len(few) <= 2
    words = [quoted(kind, value) for value in (few if negated else said["in"])]
    listed = f"is {'not ' * negated}{(' nor ' if negated else ' or ').join(words)}"
    return listed if 0 < len(words) <= MAX_LISTED else LONG


def is_flag(step: lang.Step) -> bool:
    """Whether a step says whether something holds: 1 if it does, else 0."""
    if isinstance(step, lang.Position | lang.One | lang.NumericalHead):
        return False
    if isinstance(step, lang.Mlp) and isinstance(step.function, lang.Table):
        return {symbol(step.out.type, cell) for cell in step.function.cells} == {0, 1}
    return is_binary(step.out.type)


def quoted(kind: Type, value: int) -> str:
    """A value as a sentence shows it: 3, "a"."""
    word = symbol(kind, value)
    if isinstance(word, int):
        return str(word)
    plain = len(word) <= MAX_LETTERS and word.isprintable() and not set(word) & set('"\\;')
    return json.dumps(word, ensure_ascii=False) if plain else LONG


def any_of(words: list[str]) -> str:
    """Words as part of a name: a_b_or_c."""
    return "_or_".join(filter(None, ["_".join(words[:-1]), words[-1]]))


def in_name(value: object) -> str:
    """A value as part of a name.

    >>> in_name("a"), in_name("|"), in_name("</s>"), in_name(-1)
    ('a', 'bar', 'end', 'minus_1')
    """
    text = f"minus_{-value}" if isinstance(value, int) and value < 0 else str(value)
    text = IN_NAMES.get(text, text)
    return text if f"_{text}".isidentifier() and text.isascii() else LONG


def stem(one: str) -> str:
    """The thing that a flag or a count is about.

    >>> stem("is_new"), stem("count_of_wrong_so_far"), stem("is_any_a"), stem("token")
    ('new', 'wrong', 'a', 'token')
    """
    for start in ("is_", "ends_", "count_of_", "any_", "ever_", "sum_of_"):
        one = one.removeprefix(start)
    for suffix, *_ in REACH.values():
        one = one.removesuffix(suffix)
    return one
