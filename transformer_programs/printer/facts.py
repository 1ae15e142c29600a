"""What is known about the steps of a program before one of them is named or described."""

from __future__ import annotations

from dataclasses import dataclass, field

from ..program import Program, types
from ..program import steps as lang
from ..program.values import Number, domain, symbol
from .forms import exceptions_and_rule
from .groups import is_identity
from .names import is_binary, singular
from .prelude import reach_of
from .tree import literal

BRACKETS = {"(": ")", "[": "]", "{": "}", "<": ">"}
SIGNS = {"|": "bar", "(": "open", ")": "close", ".": "dot", ",": "comma", "+": "plus", "-": "minus"}
IS = {
    "==": "is",
    "!=": "is not",
    "<": "is below",
    "<=": "is at most",
    ">": "is above",
    ">=": "is at least",
}


@dataclass(frozen=True, slots=True)
class Wording:
    """What a step does: a sentence that its name begins, and names, the best first.

    `plain`: names that are true of many a step, for one that has to have a name.
    """

    sentence: str
    names: tuple[str, ...] = ()
    plain: tuple[str, ...] = ()


@dataclass(slots=True)
class Known:
    """The steps so far."""

    program: Program
    steps: dict[str, lang.Step] = field(default_factory=dict)
    called: dict[str, str] = field(default_factory=dict)  # what their variables are called

    def add(self, step: lang.Step, called: str) -> None:
        self.steps[step.out.name], self.called[step.out.name] = step, called

    def one(self, variable: str) -> str:
        """What one value of a variable is called."""
        return singular(self.called.get(variable, variable))

    def is_position(self, variable: str) -> bool:
        return isinstance(self.steps.get(variable), lang.Position)

    def here(self, variable: str) -> str:
        """A variable at the position that asks."""
        return "this position" if self.is_position(variable) else f"its {self.one(variable)}"

    def is_one(self, variable: str) -> bool:
        return isinstance(self.steps.get(variable), lang.One)

    def is_word(self, variable: str) -> bool:
        step = self.steps.get(variable)
        return isinstance(step, lang.Token) and is_identity(step, self.program)

    def is_truth(self, variable: str) -> bool:
        return is_binary(self.steps[variable].out.type)

    def reach(self, head: lang.Head) -> lang.Reach:
        return reach_of(head, self.program)

    def matches_all(self, head: lang.Head) -> bool:
        """Whether every query matches every key."""
        if isinstance(head.predicate, lang.Rows):
            keys = len(domain(types(self.program)[head.key]))
            return all(len(row) == keys for row in head.predicate.accepts)
        # The best of those that are no worse than the own key is the best of all.
        score = head.score if isinstance(head, lang.CategoricalHead) else None
        itself = head.query == head.key and self.reach(head) in ("all", "upto")
        no_worse = lang.Compare(">=" if score == lang.Extreme("largest") else "<=")
        return score is not None and itself and head.predicate == no_worse

    def rule(self, head: lang.Head) -> tuple[tuple[int, ...], lang.Compare] | None:
        """The comparison that a predicate is, and the query values that are exceptions to it."""
        kinds = types(self.program)
        return exceptions_and_rule(head.predicate, kinds[head.query], kinds[head.key])

    def follows(self, head: lang.Head, rule: lang.Compare) -> bool:
        """Whether a head matches by this rule or, for some queries, not at all."""
        found = self.rule(head)
        if found is None or found[1] != rule:
            return False
        if not isinstance(head.predicate, lang.Rows):
            return True
        start = domain(types(self.program)[head.query]).start
        return not any(head.predicate.accepts[q - start] for q in found[0])

    def offset(self, step: lang.Step | None) -> int | None:
        """How far off a head copies from, if from a fixed distance, or else from the first."""
        if not isinstance(step, lang.CategoricalHead) or step.score is not None:
            return None
        reach = self.reach(step)
        if self.matches_all(step):
            if reach == "before" or (reach == "upto" and step.choose == "nearest"):
                return None if step.choose == "first" else -1
            return 1 if reach == "after" and step.choose != "last" else None
        found = self.rule(step)
        own = self.is_position(step.query) and self.is_position(step.key)
        if not own or found is None or found[1].op != "==" or not self.follows(step, found[1]):
            return None
        shift = found[1].shift
        ahead = not self.program.causal and reach != "before"
        return shift if shift and (ahead if shift > 0 else reach != "after") else None

    def level(self, variable: str) -> lang.Reach | None:
        """The reach of a sum that is the depth in brackets."""
        step = self.steps.get(variable)
        if not isinstance(step, lang.NumericalHead) or not self.matches_all(step):
            return None
        token, reach = self.steps[step.value], self.reach(step)
        opens = isinstance(token, lang.Token) and opens_and_closes(token, self.program)
        return reach if opens and reach in ("before", "upto") else None

    def counts_after(self, head: lang.NumericalHead) -> bool:
        """Whether a sum is how many positions are still to come."""
        return self.is_one(head.value) and self.matches_all(head) and self.reach(head) == "after"

    def is_target(self, variable: str) -> bool:
        """Whether all that reads a variable looks up the position that it says."""
        reading = [step for step in self.program.steps if variable in lang.reads(step)]
        return bool(reading) and all(
            isinstance(step, lang.CategoricalHead)
            and variable not in (step.key, step.value)
            and self.is_position(step.key)
            and step.predicate == lang.Compare("==")
            for step in reading
        )

    def value(self, variable: str, value: int) -> str:
        """A value of a variable, as it is written."""
        return literal(symbol(types(self.program)[variable], value)).text


def opens_and_closes(token: lang.Token, program: Program) -> bool:
    """Whether the words that count 1 are opening brackets, and those that count -1 closing ones."""
    numbers = dict(zip(program.vocabulary.words, token.lookup, strict=True))
    opening = {word for word, number in numbers.items() if number == 1}
    closing = {word for word, number in numbers.items() if number == -1}
    signs = isinstance(token.out.type, Number) and set(numbers.values()) <= {-1, 0, 1}
    return signs and bool(opening) and {BRACKETS.get(word) for word in opening} == closing


def word_in_name(text: str) -> str:
    """A word as part of a name; "" where it cannot be.

    >>> word_in_name("a"), word_in_name("|"), word_in_name("<s>")
    ('a', 'bar', '')
    """
    return SIGNS.get(text) or (text if text.isidentifier() and text.isascii() else "")


def shifted(text: str, shift: int) -> str:
    """
    >>> shifted("rank", -1), shifted("rank", 0)
    ('rank minus 1', 'rank')
    """
    sign = "plus" if shift > 0 else "minus"
    return f"{text} {sign} {abs(shift)}" if shift else text


def stem(one: str) -> str:
    """What a truth or a count is about.

    >>> stem("is_new"), stem("wrong_so_far"), stem("count_of_a"), stem("first_time")
    ('new', 'wrong', 'a', 'first_time')
    """
    for start in ("is_", "count_of_", "any_", "ever_"):
        one = one.removeprefix(start)
    for end in ("_so_far", "_before", "_after", "_count"):
        one = one.removesuffix(end)
    return one
