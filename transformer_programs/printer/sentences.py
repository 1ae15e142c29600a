"""Names and sentences for the variables of a program: what a step computes, from what it reads."""

from __future__ import annotations

import builtins
import keyword
import re
from collections import Counter
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, count

from ..meaning.formulas import COMPARE
from ..program import Program
from ..program import steps as lang
from ..program.values import comparable, is_numeric, ordinal, symbol
from .code import largest, plus
from .facts import (
    LONG,
    MAX_CASES,
    Facts,
    Words,
    any_of,
    formula_words,
    in_name,
    number_names,
    quoted,
    stem,
    table_words,
)
from .head_code import AttentionPattern, Rule
from .patterns import IDIOMS, OPS, PATTERNS, REACH
from .scope import renamed

MAX_NAME = 26  # letters
MAX_SENTENCE = 280  # letters
MAX_KEY = 14  # letters in a name that say what a head looks for
MAX_KEYS = 3  # in a name
MOSTLY = 0.6  # of the queries that look for one key, for a name to say "mostly"
INPUTS = lang.Token | lang.Position | lang.One


def wording(step: lang.Step, facts: Facts) -> Words:
    """The sentence of a step and its names."""
    match step:
        case lang.CategoricalHead() | lang.NumericalHead():
            return HeadWords(step, facts.scope, facts).wording()
        case lang.Mlp(_, _, lang.Formula() as formula):
            return formula_words(step, formula, facts)
        case lang.Mlp():
            return table_words(step, facts)
        case lang.Token():
            return LONG, [*number_names(step, facts)]
    return LONG, []


# --- heads ----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class HeadWords(AttentionPattern):
    """The slots of the patterns of heads: what a head looks for, where, and what it makes of it."""

    facts: Facts

    def wording(self) -> Words:
        """The first sentence that is short, and all names."""
        head, own, slots = self.head, self.scope.own, self.slots
        kinds = ["word", "flag", *(["all"] if self.takes_all else []), "sum"]
        if isinstance(head, lang.CategoricalHead):
            best = "best key" if head.value == head.key else "best"
            kinds = ["shift", "mark", "at", "copy"] if head.score is None else [best]
        texts = (PATTERNS[kind][0].format_map(slots) for kind in kinds)
        text = next((text for text in texts if LONG not in text), LONG)
        if isinstance(head, lang.CategoricalHead) and head.value in own and head.score is None:
            for word in ("of", "at"):  # the position at a position is that position
                text = text.removeprefix(f"the {slots['value']} {word} ")
        patterns = [name for kind in kinds for name in PATTERNS[kind][1:]]
        tails = [*self.tails] or [LONG]
        aims = ((t, t[3:] if t.startswith(("at_", "of_")) else LONG) for t in tails)
        ends = [{"tail": tail, "aim": aim} for tail, aim in aims]
        return text, [name.format_map({**slots, **end}) for name in patterns for end in ends]

    # --- what it looks for ------------------------------------------------------------------------

    @cached_property
    def rules(self) -> list[tuple[list[int], Rule]]:
        """The rules, and the queries that each is for; keys at one distance are a comparison."""
        query, key = (self.facts.kinds[name] for name in (self.head.query, self.head.key))
        rows = [(queries, row) for queries, row in self.cases if isinstance(row, frozenset)]
        pairs = [(q, *row) for queries, row in rows for q in queries if len(row) == 1]
        shifts: dict[int, list[int]] = {}
        for q, k in pairs if comparable(query, key) else ():
            shifts.setdefault(ordinal(key, k) - ordinal(query, q), []).append(q)
        if not (is_numeric(query) and is_numeric(key)):
            shifts = {shift: same for shift, same in shifts.items() if shift == 0}
        if not shifts:
            return self.cases
        same = shifts[shift := largest(shifts)]
        left = [([q for q in queries if q not in same], row) for queries, row in rows]
        found: list[tuple[list[int], Rule]] = [(same, lang.Compare("==", shift))]
        found += [(queries, row) for queries, row in left if queries]
        return found if len(found) < len(self.cases) else self.cases

    @cached_property
    def rule(self) -> Rule | None:
        """The rule of a head that has the same for all queries, or else matches nothing."""
        rules = [rule for _, rule in self.rules]
        return rules[0] if not any(rules[1:]) and len(rules) <= 2 else None

    def clauses(self, say: Callable[[Rule], str]) -> str:
        """Each rule, with the queries that it is for."""
        parts, last = list[str](), len(self.rules) - 1
        for number, (queries, rule) in enumerate(self.rules if last < MAX_CASES else []):
            if rule:
                asked = self.facts.among(self.head.query, queries) if number < last else ""
                start = "else " if number == last and parts else ""
                parts.append(f"{start}{say(rule)}{asked and f' if this {asked}'}")
        return f" {'; '.join(parts)}" if parts else LONG

    @cached_property
    def where(self) -> str:
        """The positions that a head matches: ' where x is 3'."""
        return "" if self.takes_all else self.clauses(self._with)

    def _with(self, rule: Rule) -> str:
        head, key = self.head, self.facts.one(self.head.key)
        if isinstance(rule, frozenset):
            return f"where {self.facts.among(head.key, rule)}"
        compared, _, like, here = OPS[rule.op]
        if head.query == head.key and not rule.shift:
            return here if here and head.key in self.scope.own else f"with {like} {key}"
        return f"where {key} {compared} {plus(f'this {self.facts.one(head.query)}', rule.shift)}"

    def _at(self, rule: Rule) -> str:
        own, late = self.head.query == self.head.key, " once reached" * (self.reach == "upto")
        early = REACH[self.reach][1]
        if isinstance(rule, frozenset):
            return f"at {early}position {min(rule)}{late}" if len(rule) == 1 else LONG
        if own and rule.shift < 0 and self.reach in ("before", "upto"):
            early = late = ""
        place = "this position" if own else f"position {self.facts.one(self.head.query)}"
        return f"at {early}{plus(place, rule.shift)}{late}" if rule.op == "==" else LONG

    @property
    def _finds_itself(self) -> bool | None:
        """Whether a head matches its own position, if that is known."""
        rule = self.head.predicate
        if self.reach in ("before", "after"):
            return False
        if isinstance(rule, lang.Compare) and self.head.query == self.head.key:
            return bool(COMPARE[rule.op](0, rule.shift))
        return self.takes_all or None

    # --- the slots of its patterns ----------------------------------------------------------------

    @cached_property
    def slots(self) -> dict[str, str]:
        head, facts, (suffix, side, so_far) = self.head, self.facts, REACH[self.reach]
        value, where = facts.one(head.value), self.where
        slots = {"value": value, "key": facts.one(head.key), "noun": facts.noun(head.value)}
        slots |= {"positions": f"{side}positions{so_far}", "suffix": suffix, "where": where}
        slots["by"] = f"by_{facts.noun(head.query)}"
        if isinstance(head, lang.NumericalHead):
            slots |= self._word_slots(side, so_far)
            return slots | self._sum_slots(value) | {"clipped": facts.clipped(head)}
        itself = self._finds_itself
        nearest = "nearest" if itself is False else "nearest other"
        nearest = {"before": "last", "after": "first"}.get(self.reach, nearest)
        which = nearest if head.choose == "nearest" else head.choose
        misses = "" if itself else ", else the first"
        slots |= {"place": f"the {which} {side}position{so_far}", "misses": misses}
        slots["otherwise"] = ", else this one" * (which == "nearest other") + misses
        if head.score is not None:
            only = LONG if ";" in where else where
            those = only and f" among those{only}"
            return slots | {"best": head.score.best, "only": only, "those": those}
        is_place, at_place = head.value in self.scope.own, head.key in self.scope.own
        is_key = head.value == head.key and not at_place and not isinstance(self.rule, lang.Compare)
        first = "next" if self.reach == "after" else which.split()[0]
        slots |= {"found": "found" if is_key else LONG, "mark": self.mark or LONG}
        slots["nearest"] = first if is_place and not at_place else LONG
        slots["at"] = self.clauses(self._at) if at_place else LONG
        return slots | {"steps": _steps(value, self.offset), "shifted": self._shifted(value)}

    def _word_slots(self, side: str, so_far: str) -> dict[str, str]:
        """The word that is counted."""
        head, rule, kind = self.head, self.head.predicate, self.facts.kinds[self.head.key]
        word = name = LONG
        if head.value in self.scope.ones and self.scope.is_word(head.key):
            if isinstance(rule, lang.Is):
                word = quoted(kind, rule.value)
                name = f"count_of_{in_name(symbol(kind, rule.value))}"
            elif rule == lang.Compare("==") and head.query == head.key:
                word, name = f"this {self.facts.one(head.key)}", "count"
        return {"word": word, "word_count": name, "occurs": so_far or f" {side}".rstrip()}

    def _sum_slots(self, value: str) -> dict[str, str]:
        counts, is_flag = self.head.value in self.scope.ones, self.facts.is_flag(self.head.value)
        (suffix, *_), where = REACH[self.reach], self.where
        flagged = f" where {value} holds{where and ','}{where}"
        if where == f" with the same {value}":
            flagged = f" where {value} holds, or 0 where it does not hold here"
        elif where.startswith(" with ") and ";" not in where and " if " not in where:
            flagged = f" with {value} and {where[6:]}"
        total = f"count_of_{stem(value)}" if is_flag else f"sum_of_{value}"
        return {
            "sum": "number of" if counts else f"sum of {value} over the",
            "total": "count" if counts else total,
            "short": "count" if counts or is_flag else "total",
            "length": (f"positions{suffix}" if suffix else "length") if counts else LONG,
            "flagged": flagged if is_flag else LONG,
        }

    def _shifted(self, value: str) -> str:
        """previous_token, token_2_before, mostly_next_token"""
        (queries, rule), shift, mostly = self.rules[0], self.offset, ""
        places = {self.head.query, self.head.key} <= self.scope.own
        if places and isinstance(rule, lang.Compare) and rule.op == "==":
            often = len(queries) >= MOSTLY * sum(len(queries) for queries, _ in self.rules)
            shift = rule.shift if often or self.rule else None
            mostly = "" if self.rule else "mostly_"
        return mostly + _steps(value, shift).replace(" positions", "").replace(" ", "_")

    # --- in names ---------------------------------------------------------------------------------

    @cached_property
    def keys(self) -> list[str]:
        """The ends of names, for the keys of a head: 6, 1_or_6; 2_to_8, mostly_1, 1_0_etc."""
        asked: Counter[int] = Counter()
        for queries, rule in self.cases:
            if not isinstance(rule, frozenset) or len(rule) > 1:
                return []
            asked.update(dict.fromkeys(rule, len(queries)))
        kind, found = self.facts.kinds[self.head.key], list[str]()
        words = {key: in_name(symbol(kind, key)) for key in sorted(asked)}
        often = [words[key] for key, _ in asked.most_common()]
        if len(words) > 2 and max(asked.values()) >= MOSTLY * asked.total():
            found.append(f"mostly_{often[0]}")
        if 0 < len(words) <= MAX_KEYS:
            return [*found, any_of([*words.values()])]
        if words and self.head.key in self.scope.own:
            found.append(f"{words[min(words)]}_to_{words[max(words)]}")
        return [*found, *(f"{'_'.join(often[:n])}_etc" for n in (2, 3, 4) if n < len(words))]

    @property
    def tails(self) -> Iterator[str]:
        """The ends of a name: where the head looks."""
        head, facts, rule, key = self.head, self.facts, self.rule, self.facts.one(self.head.key)
        places, is_word = head.key in self.scope.own, self.scope.is_word(head.key)
        query = facts.one(head.query)
        if rule == lang.Compare("==") and key == f"previous_{query}":
            yield f"after_same_{query}"
        if isinstance(rule, lang.Compare) and head.query == head.key and not rule.shift:
            _, name, _, here = OPS[rule.op]
            is_copy = not is_word and isinstance(head, lang.CategoricalHead)
            end = here.replace(" ", "_") if places else f"of_{name}_{key}" if is_copy else ""
            yield from filter(None, (end, f"of_{name}"))
        elif rule == lang.Compare("==", -1) and head.query == head.key and self.reach == "before":
            yield f"below_{key}"
        elif isinstance(rule, lang.Compare) and places and rule.op == "==":
            yield {-1: "before", 0: "at", 1: "after"}.get(rule.shift, "by") + f"_{query}"
        key = facts.noun(head.key) if len(key) > MAX_KEY or key[-1].isdigit() else key
        for keys in self.keys:
            if keys in ("0", "1") and facts.is_flag(head.key):
                side = {"previous": "after", "next": "before"}.get(key.partition("_")[0], "at")
                of = key if side == "at" else key.partition("_")[2]
                yield f"{side}_{'not_' * (keys == '0')}{stem(of)}"
            elif is_word and head.value in self.scope.ones:
                yield f"of_{keys}"
            elif places or (is_word and (head.value == head.key or not keys[-1].isdigit())):
                yield f"at_{keys}"
            elif len(key + keys) <= MAX_KEY:
                yield f"at_{key}_{keys}"


def _steps(value: str, shift: int | None) -> str:
    if not shift:
        return LONG
    side, end = ("previous", "before") if shift < 0 else ("next", "after")
    return f"{side} {value}" if abs(shift) == 1 else f"{value} {abs(shift)} positions {end}"


# --- names and sentences --------------------------------------------------------------------------


def named(program: Program, nameless: Collection[str] = ()) -> Program:
    """The program with its variables named for what they compute.

    Names that a person gave stay. Variables that a module of a network wrote, and the `nameless`,
    get a name by what they read and compute; a number tells equal names apart.

    >>> from transformer_programs.shelf import histogram
    >>> named(histogram.program).output.reads
    'count'
    """
    facts = Facts(program)
    ours = {step.out.name for step in program.steps if step.out.name in nameless}
    ours |= {s.out.name for s in program.steps if s.out.origin and not isinstance(s, INPUTS)}
    taken = {step.out.name for step in program.steps} - ours
    for step in program.steps:
        if step.out.name in ours:
            facts.add(step, _name(step, facts, taken))
            taken.add(facts.called[step.out.name])
        else:
            facts.add(step, step.out.name)
    return renamed(program, facts.called)


def _name(step: lang.Step, facts: Facts, taken: Collection[str]) -> str:
    """The first good name, with a number if others have it."""
    good = [name for name in map(_idiom, wording(step, facts)[1]) if _is_name(name)]
    output = facts.program.output
    if isinstance(output, lang.Answer) and output.reads == step.out.name:
        is_copy = good[:1] and good[0].startswith(("previous_", "next_"))
        good = good if isinstance(step, lang.NumericalHead) or is_copy else ["answer"]
    noun = {lang.NumericalHead: "count", lang.Mlp: "kind", lang.Token: "number"}
    best = [*good, noun.get(type(step), "found")][0]
    numbered = (f"{best}_{number}" for number in count(2))
    return next(name for name in chain([best], good, numbered) if name not in taken)


def _idiom(name: str) -> str:
    return next((short for one, short in IDIOMS.items() if re.fullmatch(one, name)), name)


def _is_name(name: str) -> bool:
    reserved = keyword.iskeyword(name) or hasattr(builtins, name)
    return name.isidentifier() and len(name) <= MAX_NAME and not reserved


def sentences(program: Program) -> Iterator[tuple[str, str]]:
    """Each computed variable that can be described, and what it is.

    >>> from transformer_programs.shelf import reverse
    >>> for variable, sentence in sentences(reverse.program):
    ...     print(f"{variable}: {sentence}")
    length: the last position
    targets: length - position, at least 0
    outputs: the token at position target, else the first
    """
    facts = Facts(program)
    for step in program.steps:
        text = LONG if isinstance(step, INPUTS) else wording(step, facts)[0]
        if LONG not in text and len(text) <= MAX_SENTENCE:
            yield step.out.name, text
        facts.add(step, step.out.name)
    voters = lang.output_reads(program.output)
    if isinstance(program.output, lang.Classifier) and voters:
        text = f"the class with the most votes from {', '.join(voters)}"
        yield "label" if program.output.pooled else "labels", text
