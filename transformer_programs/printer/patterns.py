"""The table of patterns: what a step does, as names for its variable and as a sentence.

A pattern is a function of a step and of what is known about the steps before it. The first that
knows the step says what it is. Those of heads stand here, those of functions and words in
`arithmetic`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from ..program import steps as lang
from ..program import types
from ..program.values import symbol
from .arithmetic import FORMULAS, WORDS
from .conditions import Subject
from .facts import IS, Known, Wording, opens_and_closes, shifted, stem, word_in_name
from .names import Spelling
from .tree import name

NUMBERS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
LONGEST_WORD = 12
SUFFIX: dict[lang.Reach, str]
SUFFIX = {"all": "", "upto": "_so_far", "before": "_before", "after": "_after"}
WHERE: dict[lang.Reach, str] = {"all": "", "upto": "", "before": "earlier ", "after": "later "}
SAME = {"==": "the same", "!=": "another", "<": "a smaller", ">": "a larger"}
COUNTED = {"!=": "other", "<": "smaller", ">": "larger", "<=": "no_larger", ">=": "no_smaller"}
FROM_HERE = {"<=": ("up_to_here", "come up to here"), ">=": ("from_here", "come from here on")}
ARE = {**COUNTED, "==": "the same", "!=": "different"}


def said(step: lang.Step, known: Known) -> Wording:
    """What the first pattern that knows a step says of it."""
    table: dict[type, tuple[Callable[[Any, Known], Wording | None], ...]] = {
        lang.CategoricalHead: COPIES,
        lang.NumericalHead: SUMS,
        lang.Mlp: FORMULAS,
        lang.Token: WORDS,
    }
    patterns = table.get(type(step), ())
    found = next((said for one in patterns if (said := one(step, known)) is not None), Wording(""))
    if isinstance(step, lang.Head):
        rule = known.rule(step)
        if rule is not None and not known.follows(step, rule[1]):
            return replace(found, names=())  # some queries look for something else
    return found


def _unless(head: lang.Head, exceptions: tuple[int, ...], known: Known) -> str:
    """The queries that a rule is not for, in words."""
    if not exceptions:
        return ""
    query = Spelling(types(known.program)[head.query])
    return f", unless {Subject(name(known.one(head.query)), query).is_in(exceptions)}"


# --- copies ---------------------------------------------------------------------------------------


def _copied(head: lang.CategoricalHead, known: Known, where: str) -> str:
    """The sentence about a copy from the position that is chosen of those described."""
    reach = known.reach(head)
    so_far = " so far" if reach == "upto" else ""
    which = f"the {head.choose} {WHERE[reach]}position{so_far}{where}"
    return which if known.is_position(head.value) else f"the {known.one(head.value)} of {which}"


def _choice(head: lang.CategoricalHead, known: Known) -> str:
    """The match that is chosen, in a word."""
    reach = known.reach(head)
    if reach == "after" and head.choose != "last":
        return "next"
    return "last" if reach == "before" and head.choose == "nearest" else head.choose


def _at_distance(head: lang.CategoricalHead, known: Known) -> Wording | None:
    offset, one = known.offset(head), known.one(head.value)
    if offset is None:
        return None
    side, far = "before" if offset < 0 else "after", abs(offset)
    rule = known.rule(head)
    unless = _unless(head, rule[0], known) if rule is not None else ""
    if far == 1:
        short = one.removesuffix("_embedding")
        return Wording(f"the {one} just {side}{unless}", (f"{short}_{side}", f"{one}_{side}"))
    many = NUMBERS[far] if far < len(NUMBERS) else "far"
    names = (f"{one}_{many}_{side}", f"{many}_{side}")
    return Wording(f"the {one} {far} positions {side}{unless}", names)


def _induction(head: lang.CategoricalHead, known: Known) -> Wording | None:
    """What followed the same value before."""
    shifted_by_one = known.steps.get(head.key)
    if (
        isinstance(shifted_by_one, lang.CategoricalHead)
        and known.offset(shifted_by_one) == -1
        and shifted_by_one.value == head.query == head.value
        and head.choose == "nearest"
        and head.score is None
        and known.reach(head) in ("before", "upto")
        and known.follows(head, lang.Compare("=="))
    ):
        return Wording(f"what followed the same {known.one(head.query)} before", ("induction",))
    return None


def _best(head: lang.CategoricalHead, known: Known) -> Wording | None:
    """The largest or the smallest."""
    score = head.score
    if score is None:
        return None
    value, key, reach = known.one(head.value), known.one(head.key), known.reach(head)
    place = "place" if known.is_position(head.value) else value
    best, suffix, so_far = score.best, SUFFIX[reach], SUFFIX[reach].replace("_", " ")
    text = f"the {value} where {key} is {best}{so_far}"
    names: tuple[str, ...] = (f"{place}_of_{best}", f"{best}_{key}_{place}")
    if head.value == head.key:
        text = f"the {best} {key}{so_far}"
        names = (f"{best}_{key}{suffix}", f"{best}{suffix}", f"{best}_{key}")
        names = names[1:] if key == "token" and suffix else names
    if known.matches_all(head):
        last = known.is_position(head.key) and best == "largest" and reach == "all"
        return Wording(f"the last {value}", (f"last_{place}",)) if last else Wording(text, names)
    among, rule = "that match", known.rule(head)
    if rule is not None and not rule[0]:
        its = shifted(known.here(head.query), rule[1].shift)
        among = f"whose {key} {IS[rule[1].op]} {its}"
    return Wording(f"{text}, of those {among}", (), names)


def _at_value(head: lang.CategoricalHead, known: Known) -> Wording | None:
    """From where another variable has one value."""
    if not isinstance(head.predicate, lang.Is):
        return None
    one, key, reach = known.one(head.value), known.one(head.key), known.reach(head)
    written = known.value(head.key, head.predicate.value)
    if len(written) > LONGEST_WORD:
        return None
    if known.is_position(head.key):
        first = head.predicate.value == 0 and reach != "after"
        text, own = f"the {one} at position {written}", (f"first_{one}",) if first else ()
        return Wording(text, own, (f"{one}_there",))
    plain = (f"{one}_found", f"found_{one}", "found")
    if known.is_truth(head.key) and head.predicate.value == 1:
        text = _copied(head, known, f" where {key} holds")
        return Wording(text, (f"{_choice(head, known)}_{one}",), plain)
    text = _copied(head, known, f" whose {key} is {written}")
    word = word_in_name(written.strip("\"'"))
    if not known.is_word(head.key):
        return Wording(text, (), plain)
    if not known.is_position(head.value):
        return Wording(text, (f"{one}_at_{word}",) if word else (), plain)
    words = known.program.vocabulary
    marked = symbol(types(known.program)[head.key], head.predicate.value)
    if marked == words.end != words.unknown and reach == "all":
        return Wording(text, ("length",))
    names = (f"{_choice(head, known)}_{word}", f"place_of_{word}") if word else ()
    return Wording(text, names, ("place",))


def _at_place(head: lang.CategoricalHead, known: Known) -> Wording | None:
    """From the position that a variable says."""
    rule = known.rule(head)
    if rule is None or rule[1].op != "==" or not known.is_position(head.key):
        return None
    one, query, shift = known.one(head.value), known.one(head.query), rule[1].shift
    if known.is_one(head.query):
        query, shift = str(1 + shift), 0
    place = "this position" if known.is_position(head.query) else f"position {query}"
    text = f"the {one} at {shifted(place, shift)}{_unless(head, rule[0], known)}"
    asked = known.steps.get(head.query)
    if isinstance(asked, lang.NumericalHead) and known.counts_after(asked) and shift in (0, 1):
        return Wording(text, (f"mirrored_{one}",))
    side = {-1: "before", 0: "at", 1: "after"}.get(shift)
    short = query.removesuffix("_place").removeprefix("place_of_")
    names = (f"{one}_{side}_{short}",) if side and short.isidentifier() else ()
    return Wording(text, names, (f"{one}_there", f"{one}_found", "found"))


def _of_same(head: lang.CategoricalHead, known: Known) -> Wording | None:
    """From a position with the same value of a variable, or another value of it."""
    rule = known.rule(head)
    if rule is None or head.query != head.key or rule[1].op not in SAME:
        return None
    one, key, (exceptions, compare) = known.one(head.value), known.one(head.key), rule
    unless, plain = _unless(head, exceptions, known), (f"{one}_found", f"found_{one}", "found")
    if compare.shift:
        more = f"{abs(compare.shift)} {'less' if compare.shift < 0 else 'more'} than its own"
        text = _copied(head, known, f" whose {key} {IS[compare.op]} {more}{unless}")
        behind = known.reach(head) == "before" and head.choose != "first"
        opener = behind and known.level(head.key) == "before" and compare == lang.Compare("==", -1)
        return Wording(text, ("opener",) if opener and known.is_word(head.value) else (), plain)
    text = _copied(head, known, f" with {SAME[compare.op]} {key}{unless}")
    choice, at_place = _choice(head, known), known.is_position(head.value)
    if compare.op != "==":
        other = COUNTED[compare.op]
        own = (f"{choice}_{other}",) if head.value == head.key else ()
        return Wording(text, (*own, f"{choice}_{other}_{'place' if at_place else one}"), plain)
    if at_place:
        name = f"{choice}_place" if key == "token" else f"{choice}_{key}_place"
        return Wording(text, (name,), plain)
    if head.value != head.key:
        return Wording(text, (f"{one}_of_{choice}", f"{choice}_{one}"), plain)
    seen = {"before": ("seen",), "after": ("to_come",)}.get(known.reach(head), ())
    return Wording(text, tuple(f"{one}_{where}" for where in seen), plain)


def _any_copy(head: lang.CategoricalHead, known: Known) -> Wording:
    """From a position where one variable compares with another, or is selected by it."""
    one, key, rule = known.one(head.value), known.one(head.key), known.rule(head)
    plain = (f"{one}_found", f"found_{one}", "found")
    if rule is not None:
        its = shifted(known.here(head.query), rule[1].shift)
        unless = _unless(head, rule[0], known)
        text = _copied(head, known, f" whose {key} {IS[rule[1].op]} {its}{unless}")
        names = (f"{one}_by_{key}",) if known.is_position(head.query) else ()
        return Wording(text, names, plain)
    if known.matches_all(head):
        return Wording(_copied(head, known, ""), (f"{head.choose}_{one}",), plain)
    where = f" whose {key} is selected by {known.here(head.query)}"
    return Wording(_copied(head, known, where), (), plain)


COPIES = (_at_distance, _induction, _best, _at_value, _at_place, _of_same, _any_copy)


# --- sums -----------------------------------------------------------------------------------------


def _added(head: lang.NumericalHead, known: Known, where: str) -> str:
    """The sentence about a sum over the positions described."""
    reach, value = known.reach(head), known.one(head.value)
    positions = f"{WHERE[reach]}positions{' so far' if reach == 'upto' else ''}"
    if known.is_one(head.value):
        return f"how many {positions} {where}"
    if known.is_truth(head.value):
        return f"how many {positions} with {value} {where}"
    return f"the sum of {value} over the {positions} that {where}"


def _sum_of_all(head: lang.NumericalHead, known: Known) -> Wording | None:
    if not known.matches_all(head):
        return None
    reach, value = known.reach(head), known.one(head.value)
    suffix, so_far = SUFFIX[reach], SUFFIX[reach].replace("_", " ")
    if known.is_one(head.value):
        there = {"before": "come before", "after": "come after"}.get(reach, f"there are{so_far}")
        return Wording(f"how many positions {there}", (f"number{suffix}" if suffix else "length",))
    if known.is_truth(head.value):
        what = "distinct" if value == "first_time" else stem(value)
        names = (f"{what}{suffix}", f"{value}{suffix}") if suffix else ()
        counts = (f"count_of_{stem(value)}", f"{stem(value)}_count")
        plain = (f"match_count{suffix}", "match_count")
        return Wording(f"how often {value} holds{so_far}", names or counts, plain)
    token, text = known.steps[head.value], f"the sum of {value}{so_far}"
    if isinstance(token, lang.Token) and set(token.lookup) <= {-1, 0, 1}:
        depth = {"upto": "depth", "before": "level"}.get(reach)
        if depth is not None and opens_and_closes(token, known.program):
            return Wording(text, (depth,))
        return Wording(text, (f"balance{suffix}",))
    return Wording(text, (f"total{suffix}", f"{value}{suffix}", f"total_{value}"))


def _window(head: lang.NumericalHead, known: Known) -> Wording | None:
    """A sum over the last few positions, the own one included."""
    rule = known.rule(head)
    if rule is None or head.query != head.key or not known.is_position(head.key):
        return None
    exceptions, compare = rule
    width = -compare.shift
    if exceptions or compare.op != ">" or known.reach(head) != "upto" or width < 2:
        return None
    value = known.one(head.value)
    if known.is_truth(head.value):
        text = f"how often {value} holds at the last {width} positions"
        return Wording(text, (f"in_last_{width}",))
    return Wording(f"the sum of {value} over the last {width} positions", (f"sum_last_{width}",))


def _count_of_value(head: lang.NumericalHead, known: Known) -> Wording | None:
    if not isinstance(head.predicate, lang.Is):
        return None
    written, key = known.value(head.key, head.predicate.value), known.one(head.key)
    if len(written) > LONGEST_WORD:
        return None
    word, suffix = word_in_name(written.strip("\"'")), SUFFIX[known.reach(head)]
    text = _added(head, known, f"have {key} {written}")
    if not word or not known.is_word(head.key) or not known.is_one(head.value):
        return Wording(text, (), (f"{key}_count", "match_count"))
    return Wording(text, (f"{word}{suffix}" if suffix else f"count_of_{word}",))


def _compared(head: lang.NumericalHead, known: Known) -> Wording | None:
    """The positions whose key compares with the own."""
    rule = known.rule(head)
    if rule is None or head.query != head.key:
        return None
    reach, key, (exceptions, compare) = known.reach(head), known.one(head.key), rule
    suffix, unless = SUFFIX[reach], _unless(head, exceptions, known)
    plain = (f"{key}_count", "match_count")
    if compare.shift:
        more = "more" if compare.shift > 0 else "less"
        having = f"have a {key} that {IS[compare.op]} {abs(compare.shift)} {more}"
        near = abs(compare.shift) == 1 and compare.op == "=="
        text = f"{_added(head, known, having)}{unless}"
        return Wording(text, (f"one_{more}",) if near else (), plain)
    if known.is_one(head.value) and key == "token":
        are, so_far = ARE[compare.op].replace("_", " "), " so far" if reach == "upto" else ""
        text = f"how many {WHERE[reach]}tokens{so_far} are {are}{unless}"
        if compare.op == "==":
            same = {"all": "count", "upto": "count_so_far"}.get(reach, f"same{suffix}")
            return Wording(text, (same, f"same_token{suffix}"), plain)
        word = COUNTED[compare.op]
        return Wording(text, (f"{word}{suffix}", f"{word}_token{suffix}"), plain)
    if compare.op in FROM_HERE and known.is_position(head.key):
        name, text = FROM_HERE[compare.op]
        return Wording(_added(head, known, text), (name,), plain)
    have = SAME.get(compare.op, "a")
    than = f" that is {COUNTED[compare.op].replace('_', ' ')}" if have == "a" else ""
    text = _added(head, known, f"have {have} {key}{than}{unless}")
    if compare.op == "==" and key.startswith("same"):
        return Wording(text, ("alike",), plain)
    word = COUNTED.get(compare.op, "same")
    return Wording(text, (f"{word}_{key}{suffix}", f"{word}_{key}"), plain)


def _any_sum(head: lang.NumericalHead, known: Known) -> Wording:
    rule, key, query = known.rule(head), known.one(head.key), known.one(head.query)
    text = _added(head, known, f"have a {key} that is selected by {known.here(head.query)}")
    if rule is not None:
        its = shifted(known.here(head.query), rule[1].shift)
        text = _added(head, known, f"have a {key} that {IS[rule[1].op]} {its}")
        text += _unless(head, rule[0], known)
    return Wording(text, (), ("match_count", f"{key}_count", f"{query}_count"))


SUMS = (_sum_of_all, _window, _count_of_value, _compared, _any_sum)
