"""The table of patterns: what a step does, as names for its variable and as a sentence.

A pattern is a function of a step and of what is known about the steps before it. The first that
knows the step says what it is. A name has at most three words; of the names that a pattern offers a
variable gets the first that is short and free.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import assert_never

from ..program import Program, types
from ..program.steps import (
    CategoricalHead,
    Compare,
    Extreme,
    Formula,
    Head,
    Is,
    Mlp,
    NumericalHead,
    One,
    Position,
    Reach,
    Rows,
    Step,
    Token,
)
from ..program.values import Number, Type, domain, is_numeric, symbol
from .conditions import Subject
from .forms import exceptions_and_rule
from .library import reach_of
from .names import singular
from .spelling import Spelling, is_binary, is_identity
from .tree import literal, name

BRACKETS = {"(": ")", "[": "]", "{": "}", "<": ">"}
SIGNS = {"|": "bar", "(": "open", ")": "close", ".": "dot", ",": "comma", "+": "plus", "-": "minus"}
NUMBERS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
LONGEST_WORD = 12
LATER: dict[Reach, str] = {"all": "", "upto": "_so_far", "before": "_before", "after": "_after"}
WHERE: dict[Reach, str] = {"all": "", "upto": "earlier ", "before": "earlier ", "after": "later "}
SAME = {"==": "the same", "!=": "another", "<": "a smaller", ">": "a larger"}
ARE = {"==": "the same", "!=": "different", "<": "smaller", ">": "larger"}
COUNTED = {"!=": "other", "<": "smaller", ">": "larger", "<=": "no_larger", ">=": "no_smaller"}
IS = {
    "==": "is",
    "!=": "is not",
    "<": "is below",
    "<=": "is at most",
    ">": "is above",
    ">=": "is at least",
}


@dataclass(frozen=True, slots=True)
class Said:
    """What a step does: a sentence that its name begins, and names, the best first.

    `plain`: names that are true of many a step, for one that has to have a name.
    """

    sentence: str
    names: tuple[str, ...] = ()
    plain: tuple[str, ...] = ()


@dataclass(slots=True)
class Known:
    """The steps so far, and what their variables are called."""

    program: Program
    steps: dict[str, Step] = field(default_factory=dict)
    called: dict[str, str] = field(default_factory=dict)

    def add(self, step: Step, called: str) -> None:
        self.steps[step.out.name], self.called[step.out.name] = step, called

    def one(self, variable: str) -> str:
        """What one value of a variable is called."""
        return singular(self.called.get(variable, variable))

    def is_position(self, variable: str) -> bool:
        return isinstance(self.steps.get(variable), Position)

    def is_one(self, variable: str) -> bool:
        return isinstance(self.steps.get(variable), One)

    def is_word(self, variable: str) -> bool:
        step = self.steps.get(variable)
        return isinstance(step, Token) and is_identity(step, self.program)

    def is_truth(self, variable: str) -> bool:
        return is_binary(self.steps[variable].out.type)

    def reach(self, head: Head) -> Reach:
        return reach_of(head, self.program)

    def matches_all(self, head: Head) -> bool:
        """Whether every query matches every key."""
        if isinstance(head.predicate, Rows):
            keys = len(domain(types(self.program)[head.key]))
            return all(len(row) == keys for row in head.predicate.accepts)
        # The best of those that are no worse than the own key is the best of all.
        score = head.score if isinstance(head, CategoricalHead) else None
        itself = head.query == head.key and self.reach(head) in ("all", "upto")
        no_worse = Compare(">=" if score == Extreme("largest") else "<=")
        return isinstance(score, Extreme) and itself and head.predicate == no_worse

    def rule(self, head: Head) -> tuple[tuple[int, ...], Compare] | None:
        """The comparison that a predicate is, and the query values that are exceptions to it."""
        kinds = types(self.program)
        return exceptions_and_rule(head.predicate, kinds[head.query], kinds[head.key])

    def follows(self, head: Head, rule: Compare) -> bool:
        """Whether a head matches by this rule or, for some queries, not at all."""
        found = self.rule(head)
        if found is None or found[1] != rule:
            return False
        if not isinstance(head.predicate, Rows):
            return True
        start = domain(types(self.program)[head.query]).start
        return not any(head.predicate.accepts[q - start] for q in found[0])

    def offset(self, step: Step | None) -> int | None:
        """How far off a head copies from, if from a fixed distance, or else from the first."""
        if not isinstance(step, CategoricalHead) or step.score is not None:
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

    def level(self, variable: str) -> Reach | None:
        """The reach of a sum that is the depth in brackets."""
        step = self.steps.get(variable)
        if not isinstance(step, NumericalHead) or not self.matches_all(step):
            return None
        token, reach = self.steps[step.value], self.reach(step)
        opens = isinstance(token, Token) and _opens(token, self.program)
        return reach if opens and reach in ("before", "upto") else None

    def counts_after(self, head: NumericalHead) -> bool:
        """Whether a sum is how many positions are still to come."""
        return self.is_one(head.value) and self.matches_all(head) and self.reach(head) == "after"

    def value(self, variable: str, value: int) -> str:
        """A value of a variable, as it is written."""
        return literal(symbol(types(self.program)[variable], value)).text


def said(step: Step, known: Known) -> Said:
    """What the first pattern that knows a step says of it."""
    patterns: tuple[Callable[..., Said | None], ...] = ()
    if isinstance(step, CategoricalHead):
        patterns = COPIES
    elif isinstance(step, NumericalHead):
        patterns = SUMS
    elif isinstance(step, Mlp):
        patterns = FORMULAS if isinstance(step.function, Formula) else TABLES
    elif isinstance(step, Token):
        patterns = WORDS
    return next((found for one in patterns if (found := one(step, known)) is not None), Said(""))


# --- copies ---------------------------------------------------------------------------------------


def _at_distance(head: CategoricalHead, known: Known) -> Said | None:
    offset, one = known.offset(head), known.one(head.value)
    if offset is None:
        return None
    side, far = "before" if offset < 0 else "after", abs(offset)
    if far == 1:
        return Said(f"the {one} just {side}", (f"{one}_{side}",))
    many = NUMBERS[far] if far < len(NUMBERS) else "far"
    return Said(f"the {one} {far} positions {side}", (f"{one}_{many}_{side}", f"{many}_{side}"))


def _induction(head: CategoricalHead, known: Known) -> Said | None:
    """What followed the same value before."""
    shifted = known.steps.get(head.key)
    if (
        isinstance(shifted, CategoricalHead)
        and known.offset(shifted) == -1
        and shifted.value == head.query == head.value
        and head.choose == "nearest"
        and head.score is None
        and known.reach(head) in ("before", "upto")
        and known.follows(head, Compare("=="))
    ):
        return Said(f"what followed the same {known.one(head.query)} before", ("induction",))
    return None


def _best(head: CategoricalHead, known: Known) -> Said | None:
    """The largest or the smallest."""
    score = head.score
    if score is None:
        return None
    value, key, reach = known.one(head.value), known.one(head.key), known.reach(head)
    if not isinstance(score, Extreme):
        return Said(f"the {value} of the best match, by a table", (), (f"best_{value}",))
    best, later = score.best, LATER[reach]
    where = {"upto": " so far", "all": "", "before": " before", "after": " after"}[reach]
    if head.value == head.key:
        own = () if key == "token" and later else (f"{best}_{key}{later}",)
        names = (*own, f"{best}{later}", f"{best}_{key}")
        text = f"the {best} {key}{where}"
    else:
        place = "place" if known.is_position(head.value) else value
        names = (f"{place}_of_{best}", f"{best}_{key}_{place}")
        text = f"the {value} where {key} is {best}{where}"
    if known.is_position(head.key) and best == "largest" and known.matches_all(head):
        names = (f"last_{value}",)
    if not known.matches_all(head):
        rule = known.rule(head)
        among = ", of those that match"
        if rule is not None and not rule[0]:
            query = _shifted(known.one(head.query), rule[1].shift)
            among = f", of those whose {key} {IS[rule[1].op]} its {query}"
        return Said(f"{text}{among}", (), names)
    return Said(text, names)


def _at_word(head: CategoricalHead, known: Known) -> Said | None:
    """From where another variable has one value."""
    if not isinstance(head.predicate, Is):
        return None
    one, key, reach = known.one(head.value), known.one(head.key), known.reach(head)
    written = known.value(head.key, head.predicate.value)
    if len(written) > LONGEST_WORD:
        return None
    if known.is_position(head.key):
        names = (f"first_{one}",) if head.predicate.value == 0 and reach != "after" else ()
        return Said(f"the {one} at position {written}", names, (f"{one}_there",))
    text = f"the {one} of the {head.choose} {WHERE[reach]}{key} {written}"
    word = _word(written.strip("\"'"))
    if known.is_word(head.key) and known.is_position(head.value):
        at_end = symbol(types(known.program)[head.key], head.predicate.value)
        if at_end == known.program.vocabulary.end and reach == "all":
            return Said(text, ("length",))
        which = {"before": "last", "after": "next"}.get(reach, "nearest")
        which = which if head.choose == "nearest" else head.choose
        return Said(text, (f"{which}_{word}", f"place_of_{word}") if word else (), ("place",))
    if known.is_truth(head.key):
        text = f"the {one} of the {head.choose} {WHERE[reach]}position with {key}"
        return Said(text, (f"{head.choose}_{one}",), (f"{one}_found",))
    return Said(text, (f"{one}_at_{word}",) if word else (), (f"{one}_found",))


def _at_place(head: CategoricalHead, known: Known) -> Said | None:
    """From the position that a variable says."""
    rule = known.rule(head)
    if rule is None or rule[1].op != "==" or not known.is_position(head.key):
        return None
    one, query, shift = known.one(head.value), known.one(head.query), rule[1].shift
    if known.is_one(head.query):
        query, shift = str(1 + shift), 0
    text = f"the {one} at position {_shifted(query, shift)}{_unless(head, rule[0], known)}"
    asked = known.steps.get(head.query)
    if isinstance(asked, NumericalHead) and known.counts_after(asked) and shift in (0, 1):
        return Said(text, (f"mirrored_{one}",))
    side = {-1: "before", 0: "at", 1: "after"}.get(shift)
    short = query.removesuffix("_place").removeprefix("place_of_")
    names = (f"{one}_{side}_{short}",) if side and short.isidentifier() else ()
    return Said(text, names, (f"{one}_there", f"{one}_found"))


def _of_same(head: CategoricalHead, known: Known) -> Said | None:
    """From a position with the same value of a variable, or another value of it."""
    rule = known.rule(head)
    if rule is None or head.query != head.key or rule[1].op not in SAME:
        return None
    one, key, reach, shift = (
        known.one(head.value),
        known.one(head.key),
        known.reach(head),
        rule[1].shift,
    )
    which = f"{head.choose} {WHERE[reach]}position"
    unless = _unless(head, rule[0], known)
    if shift:
        less = f"{abs(shift)} {'less' if shift < 0 else 'more'}"
        text = f"the {one} of the {which} whose {key} {IS[rule[1].op]} {less} than its own{unless}"
        level = known.level(head.key) == "before" and reach == "before" and head.choose != "first"
        opener = level and shift == -1 and rule[1].op == "==" and known.is_word(head.value)
        return Said(text, ("opener",) if opener else (), (f"{one}_found",))
    text = f"the {one} of the {which} with {SAME[rule[1].op]} {key}{unless}"
    plain = (f"{one}_found", f"found_{one}")
    choose = {"before": "last", "after": "next"}.get(reach, "nearest")
    choose = choose if head.choose == "nearest" else head.choose
    choose = "next" if (choose, reach) == ("first", "after") else choose
    if rule[1].op != "==":
        other = {"!=": "other", "<": "smaller", ">": "larger"}[rule[1].op]
        noun = "place" if known.is_position(head.value) else one
        own = (f"{choose}_{other}",) if head.value == head.key else ()
        return Said(text, (*own, f"{choose}_{other}_{noun}"), plain)
    if known.is_position(head.value):
        return Said(
            text, (f"{choose}_place",) if key == "token" else (f"{choose}_{key}_place",), plain
        )
    if head.value == head.key:
        seen = {"before": ("token_seen",), "after": ("token_to_come",)}.get(reach, ())
        return Said(text, seen if one == "token" else (), plain)
    return Said(text, (f"{one}_of_{choose}", f"{choose}_{one}"), plain)


def _where_equal(head: CategoricalHead, known: Known) -> Said | None:
    """From a position where one variable compares with another."""
    rule = known.rule(head)
    if rule is None:
        return None
    one, key, reach = known.one(head.value), known.one(head.key), known.reach(head)
    query = _shifted(known.one(head.query), rule[1].shift)
    which = f"{head.choose} {WHERE[reach]}position"
    text = f"the {one} of the {which} whose {key} {IS[rule[1].op]} its {query}"
    names = (f"{one}_by_{key}",) if known.is_position(head.query) else ()
    return Said(f"{text}{_unless(head, rule[0], known)}", names, (f"{one}_found", f"found_{one}"))


def _any_copy(head: CategoricalHead, known: Known) -> Said | None:
    one, key, reach = known.one(head.value), known.one(head.key), known.reach(head)
    which = f"{head.choose} {WHERE[reach]}position"
    if known.matches_all(head):
        return Said(f"the {one} of the {which}", (f"{head.choose}_{one}",), (f"{one}_found",))
    text = f"the {one} of the {which} whose {key} matches {known.one(head.query)}"
    return Said(text, (), (f"{one}_found",))


COPIES = (_at_distance, _induction, _best, _at_word, _at_place, _of_same, _where_equal, _any_copy)


# --- sums -----------------------------------------------------------------------------------------


def _what_is_added(head: NumericalHead, known: Known) -> tuple[str, str]:
    """How a sentence about a sum begins, and what is counted if that is not everything."""
    reach, value = WHERE[known.reach(head)], known.one(head.value)
    if known.is_one(head.value):
        return f"how many {reach}positions", ""
    if known.is_truth(head.value):
        return f"how many {reach}positions with {value}", stem(value)
    return f"the sum of {value} over the {reach}positions".replace(
        "the positions", "all positions"
    ), ""


def _sum_of_all(head: NumericalHead, known: Known) -> Said | None:
    if not known.matches_all(head):
        return None
    reach, value = known.reach(head), known.one(head.value)
    so_far = {"upto": " so far", "before": " before", "after": " after", "all": ""}[reach]
    later = LATER[reach]
    if known.is_one(head.value):
        number = "length" if reach == "all" else f"number{later}"
        return Said(f"how many positions there are{so_far}", (number,))
    if known.is_truth(head.value):
        what = stem(value)
        names = (f"{what}{later}",) if later else (f"count_of_{what}", f"all_{what}")
        return Said(f"how many positions with {value} there are{so_far}", names)
    token = known.steps[head.value]
    text = f"the sum of {value}{so_far}"
    if isinstance(token, Token) and set(token.lookup) <= {-1, 0, 1}:
        depth = {"upto": "depth", "before": "depth_before"}.get(reach)
        opens = depth is not None and _opens(token, known.program)
        return Said(text, (str(depth),) if opens else (f"balance{later}",))
    return Said(text, (f"total{later}", f"{value}{later}", f"total_{value}"))


def _count_of_word(head: NumericalHead, known: Known) -> Said | None:
    if not isinstance(head.predicate, Is):
        return None
    begins, _ = _what_is_added(head, known)
    written, key = known.value(head.key, head.predicate.value), known.one(head.key)
    if len(written) > LONGEST_WORD:
        return None
    word, later = _word(written.strip("\"'")), LATER[known.reach(head)]
    text = f"{begins} whose {key} is {written}"
    if not word or not known.is_word(head.key) or not known.is_one(head.value):
        return Said(text, (), (f"{key}_count", "match_count"))
    return Said(text, (f"{word}{later}" if later else f"count_of_{word}",))


def _compared(head: NumericalHead, known: Known) -> Said | None:
    """The positions whose key compares with the own."""
    rule = known.rule(head)
    if rule is None or head.query != head.key:
        return None
    begins, what = _what_is_added(head, known)
    key, later, (exceptions, compare) = known.one(head.key), LATER[known.reach(head)], rule
    unless = _unless(head, exceptions, known)
    token = key == "token" and not what
    if compare.shift:
        far = abs(compare.shift)
        more = "more" if compare.shift > 0 else "less"
        text = f"{begins} whose {key} {IS[compare.op]} {far} {more} than its own{unless}"
        names = (f"one_{more}",) if far == 1 and compare.op == "==" else ()
        return Said(text, names, (f"{key}_{more}", "match_count"))
    have = (
        f"with {SAME[compare.op]} {key}"
        if compare.op in SAME
        else f"whose {key} {IS[compare.op]} its own"
    )
    text = f"{begins} {have}{unless}".replace(
        f"with {known.one(head.value)} with", f"with {known.one(head.value)} and"
    )
    if known.is_one(head.value) and key == "token" and compare.op in ARE:
        so_far = " so far" if known.reach(head) == "upto" else ""
        text = f"how many {WHERE[known.reach(head)]}tokens are {ARE[compare.op]}{so_far}{unless}"
        text = text.replace("earlier tokens", "tokens") if so_far else text
    if compare.op == "==":
        if token and known.is_one(head.value):
            counts = {"": "count", "_so_far": "count_so_far"}
            return Said(text, (counts.get(later, f"same{later}"), f"same_token{later}"))
        return Said(text, (f"same_{key}{later}", f"same_{key}"), (f"{key}_count",))
    word = COUNTED[compare.op]
    own = (f"{word}{later}", f"{word}_token{later}") if token else ()
    return Said(text, (*own, f"{word}_{key}{later}", f"{word}_{key}"), (f"{key}_count",))


def _any_sum(head: NumericalHead, known: Known) -> Said | None:
    begins, _ = _what_is_added(head, known)
    rule, key, query = known.rule(head), known.one(head.key), known.one(head.query)
    text = f"{begins} whose {key} matches {query}"
    if rule is not None:
        than = "its position" if known.is_position(head.query) else f"its {query}"
        text = f"{begins} whose {key} {IS[rule[1].op]} {_shifted(than, rule[1].shift)}"
        text += _unless(head, rule[0], known)
    return Said(text, (), ("match_count", f"{key}_count", f"{query}_count"))


SUMS = (_sum_of_all, _count_of_word, _compared, _any_sum)


# --- functions ------------------------------------------------------------------------------------


def _is_seen(mlp: Mlp, known: Known) -> Said | None:
    """Whether a value was found that is the own one."""
    formula = mlp.function
    if not isinstance(formula, Formula) or formula.op not in ("==", "!=") or formula.shift:
        return None
    for one, other in (mlp.reads, mlp.reads[::-1]):
        head = known.steps[one]
        if not isinstance(head, CategoricalHead) or head.value != other:
            continue
        text = f"whether {known.one(one)} {IS[formula.op]} {known.one(other)}"
        reach, same = known.reach(head), formula.op == "=="
        if known.offset(head) in (-1, 1):
            side = "before" if known.offset(head) == -1 else "after"
            return Said(text, (f"same_as_{side}" if same else f"not_as_{side}",))
        itself = head.query == head.key == head.value and head.predicate == Compare("==")
        if itself and head.score is None and reach in ("before", "after"):
            names = {
                ("before", True): "seen_before",
                ("before", False): "first_time",
                ("after", True): "comes_again",
                ("after", False): "last_time",
            }
            return Said(text, (names[reach, same],))
    return None


def _is_positive(mlp: Mlp, known: Known) -> Said | None:
    """Whether there is any, or none: of a count or another number."""
    formula, one = mlp.function, known.one(mlp.reads[0])
    if not isinstance(formula, Formula) or formula.shift or formula.op not in ("a", "not"):
        return None
    number = isinstance(known.steps[mlp.reads[0]].out.type, Number) and not known.is_truth(
        mlp.reads[0]
    )
    if formula.op == "a" and not (number and mlp.out.type == Number(0, 1)):
        return None
    if formula.op == "not" and not number:
        return Said(f"whether {one} does not hold", (f"not_{one.removeprefix('is_')}",))
    some, text = formula.op == "a", f"whether {one} is {'above 0' if formula.op == 'a' else '0'}"
    level = known.level(mlp.reads[0])
    if level is not None:
        return Said(
            text, (("was" if level == "before" else "is") + ("_open" if some else "_closed"),)
        )
    seen = {"same_before": "seen_before", "same_after": "comes_again"}.get(one)
    if seen is not None:
        return Said(text, (seen if some else {"seen_before": "first_time"}.get(seen, "last_time"),))
    if isinstance(known.steps[mlp.reads[0]], NumericalHead):
        return Said(
            text, (f"{'any' if some else 'no'}_{stem(one)}", f"{'any' if some else 'no'}_{one}")
        )
    return Said(
        text,
        (f"{one}_positive" if some else f"{one}_is_zero",),
        ("is_positive" if some else "is_zero",),
    )


def _formula(mlp: Mlp, known: Known) -> Said:
    formula = mlp.function
    assert isinstance(formula, Formula)
    one = known.one(mlp.reads[0])
    two = known.one(mlp.reads[-1])
    op, shift = formula.op, formula.shift
    counts = [known.steps[read] for read in mlp.reads]
    more = _shifted("", shift).strip()
    more = f", {more}" if more else ""
    match op:
        case "a":
            if not shift:
                low, high = _ends(mlp.out.type)
                return Said(f"{one}, held from {low} to {high}", (f"capped_{one}",), ("capped",))
            side = {1: "next", -1: "previous"}.get(shift)
            names = (f"{side}_{one}",) if side else ()
            return Said(_shifted(one, shift), names, (f"shifted_{one}", "shifted"))
        case "+":
            ranks = any(
                isinstance(step, NumericalHead)
                and isinstance(step.predicate, Compare)
                and step.predicate.op in ("<", ">")
                for step in counts
            ) and all(isinstance(step, NumericalHead) for step in counts)
            if one == two:
                return Said(f"twice {one}{more}", (f"twice_{one}", "doubled"))
            names = (f"{one}_plus_{two}",)
            return Said(
                f"{one} plus {two}{more}", ("rank", *names) if ranks else names, ("both_together",)
            )
        case "-":
            return Said(f"{one} minus {two}{more}", (f"{one}_minus_{two}",), ("difference",))
        case "min" | "max":
            word = "smaller" if op == "min" else "larger"
            return Said(f"the {word} of {one} and {two}{more}", (), (f"{word}_one",))
        case "%":
            names = (
                ("is_odd" if one == "position" else f"odd_{one}",)
                if shift == 2
                else (f"{one}_remainder",)
            )
            return Said(f"the remainder of {one} divided by {shift}", names, ("remainder",))
        case "//":
            names = (f"half_{one}",) if shift == 2 else ()
            return Said(
                f"{one} divided by {shift}, rounded down", names, (f"{one}_quotient", "quotient")
            )
        case "and" | "or":
            text = f"whether {one} {op} {two}"
            return Said(text, (f"{one}_{op}_{two}",), ("both" if op == "and" else "either",))
        case "keep":
            return Said(f"{one} where {two}, else 0", (f"kept_{one}",), ("kept",))
        case "not":
            first = literal(symbol(known.steps[mlp.reads[0]].out.type, 0))
            return Said(f"whether {one} is {first}", (), (f"{one}_missing",))
        case "==" | "!=" | "<" | "<=":
            text = f"whether {one} {IS[op]} {_shifted(two, shift)}"
            inputs = [known.is_word(read) or known.is_position(read) for read in mlp.reads]
            names = ()
            if any(inputs) and op in ("==", "!=") and not shift:
                found = two if inputs[0] else one
                names = (f"{'is' if op == '==' else 'not'}_{found}",)
            word = {"==": "equal", "!=": "different", "<": "smaller", "<=": "no_larger"}[op]
            return Said(text, names, (f"{one}_{word}", f"is_{word}"))
        case other:
            assert_never(other)


def _ends(kind: Type) -> tuple[str | int | None, str | int | None]:
    if isinstance(kind, Number):
        return kind.low, kind.high
    return kind.values[0], kind.values[-1]


FORMULAS = (_is_seen, _is_positive, _formula)


def _table(mlp: Mlp, known: Known) -> Said | None:
    reads = [known.one(read) for read in dict.fromkeys(mlp.reads)]
    of = ", ".join(reads[:-1]) + (" and " if len(reads) > 1 else "") + reads[-1]
    alone = reads[0] if len(reads) == 1 else ""
    if is_binary(mlp.out.type):
        names = tuple(f"{one}_flag" for one in reversed(reads))
        return Said(f"yes or no, by {of}", (), ("flag", *names))
    return Said(
        f"by {of}", (), (f"{alone}_kind" if alone else "kind", *(f"{one}_kind" for one in reads))
    )


TABLES = (_table,)


# --- words ----------------------------------------------------------------------------------------


def _words(step: Token, known: Known) -> Said | None:
    """A number for each word, or whether it is one of some."""
    words = known.program.vocabulary.words
    kind = step.out.type
    if not is_numeric(kind):
        return None
    numbers = {
        word: int(symbol(kind, value)) for word, value in zip(words, step.lookup, strict=True)
    }
    ones = [word for word, number in numbers.items() if number == 1]
    text = "a number for each word"
    if set(numbers.values()) == {0, 1}:
        ends = {known.program.vocabulary.begin, known.program.vocabulary.end}
        if set(words) - set(ones) <= ends:
            return Said("whether it is a word of the input", ("is_word",))
        marks = [_word(word) for word in ones]
        joined = "_or_".join(marks) if all(marks) and len(marks) <= 2 else ""
        others = [word for word in words if word not in ones and word not in ends]
        if not joined and len(others) == 1 and _word(others[0]):
            return Said(text, (f"not_{_word(others[0])}",), ("is_listed",))
        return Said(text, (f"is_{joined}",) if joined else (), ("is_listed",))
    if set(numbers.values()) <= {-1, 0, 1}:
        return Said(text, ("change",))
    return Said(text, (), ("number", "weight", "code"))


WORDS = (_words,)


# --- in words -------------------------------------------------------------------------------------


def stem(one: str) -> str:
    """What a truth or a count is about.

    >>> stem("is_new"), stem("wrong_so_far"), stem("count_of_a"), stem("first_time")
    ('new', 'wrong', 'a', 'first_time')
    """
    for start in ("is_", "count_of_", "any_"):
        one = one.removeprefix(start)
    for end in ("_so_far", "_before", "_after", "_count"):
        one = one.removesuffix(end)
    return one


def _opens(token: Token, program: Program) -> bool:
    """Whether the words that count 1 are opening brackets, and those that count -1 closing ones."""
    kind = token.out.type
    numbers = dict(zip(program.vocabulary.words, token.lookup, strict=True))
    opening = {word for word, number in numbers.items() if number == 1}
    closing = {word for word, number in numbers.items() if number == -1}
    signs = isinstance(kind, Number) and set(numbers.values()) <= {-1, 0, 1}
    return signs and bool(opening) and {BRACKETS.get(word) for word in opening} == closing


def _word(text: str) -> str:
    """A word as part of a name; "" where it cannot be."""
    return SIGNS.get(text) or (text if text.isidentifier() and text.isascii() else "")


def _shifted(text: str, shift: int) -> str:
    sign = "plus" if shift > 0 else "minus"
    return f"{text} {sign} {abs(shift)}" if shift else text


def _unless(head: Head, exceptions: tuple[int, ...], known: Known) -> str:
    """The queries that a rule is not for, in words."""
    if not exceptions:
        return ""
    query = Spelling(types(known.program)[head.query])
    return f", unless {Subject(name(known.one(head.query)), query).is_in(exceptions)}"
