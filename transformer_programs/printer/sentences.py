"""Names and sentences for the variables of a program, from one table of patterns.

A pattern is a function of a step and the facts about the steps before it. The first that knows the
step says what it is. A sentence that needs too many words is None.
"""

from __future__ import annotations

import builtins
import json
import keyword
from collections.abc import Callable, Collection, Iterator
from itertools import chain, count, product
from typing import Any

from ..meaning.formulas import is_arithmetic
from ..program import Program
from ..program import steps as lang
from ..program.values import domain, is_numeric, symbol
from .facts import (
    FORMULAS,
    HERE,
    MAX_CASES,
    MAX_CELLS,
    OCCURS,
    SAME,
    SO_FAR,
    SUFFIX,
    TOO_LONG,
    WHERE,
    Facts,
    boxes,
    in_name,
    is_flag,
    quoted,
    shifted,
    stem,
    where_of,
)
from .numbers import flag_name
from .scope import renamed

MAX_NAME = 26  # letters
MAX_SENTENCE = 200  # letters
INPUTS = lang.Token | lang.Position | lang.One

Words = tuple[str | None, tuple[str, ...]]  # a sentence, and names, the best first


def wording(step: lang.Step, facts: Facts) -> Words:
    """The sentence of the first pattern that matches a step."""
    found = (pattern(step, facts) for pattern in PATTERNS.get(type(step), ()))
    return next((words for words in found if words is not None), (None, ()))


# --- heads ----------------------------------------------------------------------------------------


def _choice(head: lang.CategoricalHead, facts: Facts) -> tuple[str, str]:
    """The match that a head chooses, and what it takes where there is none."""
    reach, rule = facts.reach(head), facts.rule(head)
    own: bool | None = True if facts.matches_all(head) else None  # does it match itself?
    if isinstance(rule, lang.Compare) and head.query == head.key and len(facts.cases(head)) == 1:
        own = rule.op in ("==", "<=", ">=") if not rule.shift else own
        own = False if rule.op == "==" and rule.shift else own
    own = False if reach in ("before", "after") else own
    nearest = {"before": "last", "after": "first"}.get(reach, "nearest" if own is False else "")
    which = (nearest or "nearest other") if head.choose == "nearest" else head.choose
    otherwise = ", else this one" if which == "nearest other" else ""
    return f"the {which} {WHERE[reach]}position{SO_FAR[reach]}", otherwise + ", else the first" * (
        not own
    )


def _tail(head: lang.Head, facts: Facts) -> str:
    """The end of a name: where a head looks."""
    rule, key = facts.rule(head), facts.one(head.key)
    if isinstance(rule, frozenset) and len(rule) == 1:
        word = in_name(symbol(facts.kinds[head.key], min(rule)))
        if facts.is_flag(head.key):
            return f"at_{'' if word == '1' else 'not_'}{stem(key)}"
        plain = facts.is_word(head.key) or facts.is_a(lang.Position, head.key)
        return f"at_{word if plain else f'{key}_{word}'}" if word else f"by_{key}"
    at_place = facts.is_a(lang.Position, head.key) and head.query != head.key
    if at_place and rule in (lang.Compare("==", -1), lang.Compare("=="), lang.Compare("==", 1)):
        assert isinstance(rule, lang.Compare)
        return f"{('at', 'after', 'before')[rule.shift]}_{facts.one(head.query)}"
    if isinstance(rule, lang.Compare) and head.query == head.key and not rule.shift:
        here = facts.is_a(lang.Position, head.key) and rule.op in HERE
        return HERE[rule.op].replace(" ", "_") if here else f"of_{SAME[rule.op]}"
    return f"by_{facts.noun(head.query)}"


def _offset(head: lang.CategoricalHead, facts: Facts) -> Words | None:
    """The previous, the next."""
    offset, one = facts.offset(head), facts.one(head.value)
    if offset is None:
        return None
    exact = facts.matches_all(head) or len(facts.cases(head)) == 1
    text = None if exact else _copy(head, facts)[0]
    side, other = ("before", "previous") if offset < 0 else ("after", "next")
    if abs(offset) == 1:
        names = (f"{other}_{one}", f"{other}_{facts.noun(head.value)}")
        return f"the {other} {one}, else the first" if exact else text, names
    far, names = abs(offset), (f"{one}_{abs(offset)}_{side}", f"{abs(offset)}_{side}")
    return f"the {one} {far} positions {side}, else the first" if exact else text, names


def _best(head: lang.CategoricalHead, facts: Facts) -> Words | None:
    """The largest or the smallest, or what stands where it is."""
    if head.score is None:
        return None
    where, reach, best = where_of(head, facts), facts.reach(head), head.score.best
    key, value, noun = facts.one(head.key), facts.one(head.value), facts.noun(head.value)
    names: tuple[str, ...] = (f"{noun}_of_{best}_{key}", f"{noun}_of_{best}", best)
    if head.value == head.key:
        names = (f"{best}_{key}{SUFFIX[reach]}", f"{best}{SUFFIX[reach]}")
    which, otherwise = _choice(head, facts)
    if where is None or ";" in where:
        return None, names
    if head.value == head.key:
        places = f"{WHERE[reach]}positions{SO_FAR[reach]}{where}"
        misses = "" if otherwise in ("", ", else this one") else ", else the first"
        return f"the {best} {key} of the {places}{misses}", names
    among = f" among those{where}" if where else ""
    return f"the {value} of {which} with the {best} {key}{among}{otherwise}", names


def _mark(head: lang.CategoricalHead, facts: Facts) -> Words | None:
    """From the first or the last position, known by its number or its mark."""
    cases, reach, words = facts.cases(head), facts.reach(head), facts.program.vocabulary
    rule, value = cases[0][1], facts.one(head.value)
    if len(cases) > 1 or not isinstance(rule, frozenset) or reach in ("before", "after"):
        return None
    first = frozenset([0]) if facts.is_a(lang.Position, head.key) else None
    last = None
    if facts.is_word(head.key) and words.unknown not in (words.begin, words.end):
        at = [symbol(facts.kinds[head.key], key) for key in rule]
        first = rule if at == [words.begin] else None
        last = rule if at == [words.end] and reach == "all" else None
    which = "first" if rule == first else "last" if rule == last else None
    if which is None:
        return None
    if facts.is_a(lang.Position, head.value):
        return f"the {which} position", (f"{which}_position",)
    return f"the {value} at the {which} position", (f"{which}_{facts.noun(head.value)}",)


def _copy(head: lang.CategoricalHead, facts: Facts) -> Words:
    """A copy from a position with some property."""
    value, place = facts.one(head.value), facts.is_a(lang.Position, head.value)
    noun, tail, reach = facts.noun(head.value), _tail(head, facts), facts.reach(head)
    rule, before = facts.rule(head), facts.steps[head.key]
    names: tuple[str, ...] = (f"{noun}_{tail}", f"{noun}_by_{facts.noun(head.query)}", "found")
    if place and tail.startswith(("at_", "of_")) and not facts.is_a(lang.Position, head.key):
        nearest = {"before": "last", "after": "next"}.get(reach, "nearest")
        names = (f"{nearest if head.choose == 'nearest' else head.choose}_{tail[3:]}", *names)
    if facts.offset(before) == -1 and head.value == head.query == lang.reads(before)[2]:
        names = ("induction", *names) if rule == lang.Compare("==") else names
    if facts.called[head.key] == "level" and rule == lang.Compare("==", -1) and reach == "before":
        names = ("opener", *names) if head.choose != "first" else names
    if facts.is_a(lang.Position, head.key) and (at := where_of(head, facts, at=True)) is not None:
        text = f"the {value}{at}"
        if place:  # not: the position at position 6
            text = at[4:].replace("; else at ", "; else ").replace("; at ", "; ")
        return f"{text}, else the first", names
    which, otherwise = _choice(head, facts)
    if (where := where_of(head, facts)) is None:
        return None, names
    return f"{which if place else f'the {value} of {which}'}{where}{otherwise}", names


def _occurrences(head: lang.NumericalHead, facts: Facts) -> Words | None:
    """How often a word occurs."""
    reach, cases = facts.reach(head), facts.cases(head)
    if not (facts.is_word(head.key) and facts.is_a(lang.One, head.value) and len(cases) == 1):
        return None
    rule, end = cases[0][1], f"occurs{OCCURS[reach]}{facts.clipped(head)}"
    if rule == lang.Compare("==") and head.query == head.key:
        return f"how often this {facts.one(head.key)} {end}", (f"count{SUFFIX[reach]}",)
    if not isinstance(rule, frozenset) or len(rule) != 1:
        return None
    word, kind = in_name(symbol(facts.kinds[head.key], min(rule))), facts.kinds[head.key]
    text = f"how often {said} {end}" if (said := quoted(kind, min(rule))) else None
    return text, (f"count_of_{word or 'word'}{SUFFIX[reach]}",)


def _sum(head: lang.NumericalHead, facts: Facts) -> Words:
    """A sum, or how many positions there are."""
    reach, value, flag = facts.reach(head), facts.one(head.value), facts.is_flag(head.value)
    suffix, tail, is_one = SUFFIX[reach], _tail(head, facts), facts.is_a(lang.One, head.value)
    total = "count" if is_one else f"count_of_{stem(value)}" if flag else f"sum_of_{value}"
    short = "count" if is_one or flag else "total"
    names: tuple[str, ...] = (f"{total}_{tail}{suffix}", f"{total}_{tail}", f"{short}_{tail}")
    names = names[1:] if tail.startswith("by_") else names
    if facts.matches_all(head):
        depth = {"upto": "depth", "before": "level"}.get(reach, "") if value == "change" else ""
        names = (depth, f"{total}{suffix}", f"{short}{suffix}", short)
        names = (f"positions{suffix}" if suffix else "length",) if is_one else names
    if (where := where_of(head, facts)) is None:
        return None, names
    among = f" with {value}" if flag else ""
    places = f"{WHERE[reach]}positions{SO_FAR[reach]}{among}{where}{facts.clipped(head)}"
    counts = is_one or flag
    return f"the number of {places}" if counts else f"the sum of {value} over the {places}", names


# --- functions ------------------------------------------------------------------------------------


def _holds(variable: str, facts: Facts, negated: bool = False) -> str:
    """That a variable holds: it is not 0, nor the first of its values."""
    if facts.is_flag(variable):
        return f"{facts.one(variable)} {'does not hold' if negated else 'holds'}"
    first = quoted(facts.kinds[variable], 0) or TOO_LONG
    return f"{facts.one(variable)} {'is' if negated else 'is not'} {first}"


def _run(mlp: lang.Mlp, facts: Facts) -> Words | None:
    """Whether some words in a row end here."""
    words = [word for _, word in sorted(facts.run(mlp).items(), reverse=True)]
    if len(words) < 2 or len(words) <= max(facts.run(mlp)):
        return None
    parts = [in_name(word) or TOO_LONG for word in words]
    name = "ends_" + ("" if max(map(len, parts)) == 1 else "_").join(parts)
    return f"whether the words {' '.join(map(json.dumps, words))} end here", (name, "is_run")


def _formula(mlp: lang.Mlp, facts: Facts) -> Words | None:
    if not isinstance(mlp.function, lang.Formula):
        return None
    op, shift, (x, y) = mlp.function.op, mlp.function.shift, (mlp.reads[0], mlp.reads[-1])
    if op in ("==", "!=") and not shift and (facts.is_word(y) or facts.is_a(lang.Position, y)):
        x, y = y, x
    a, b, divides = facts.one(x), facts.one(y), op in lang.DIVISIONS
    known = {"a": a, "b": b, "sa": stem(a), "sb": stem(b), "n": shift}
    known |= {"A": _holds(x, facts), "B": _holds(y, facts), "not_A": _holds(x, facts, True)}
    known["zero"] = quoted(mlp.out.type, 0) or TOO_LONG
    positive = op == "a" and is_flag(mlp) and not shift and not facts.is_flag(x)
    pattern = "any" if positive else "+n" if op == "a" and shift else op
    text, *names = (one.format(**known) for one in FORMULAS[pattern])
    if shift and not divides and op != "a":
        text, names = shifted(text, shift), names[1:]
    if op == "a" and shift:
        text, names = shifted(a, shift), [name.replace("-", "minus_") for name in names]
    names = [*_idioms(mlp, x, y, facts), *names]
    if text.startswith("whether ") and not is_flag(mlp):
        no, yes = (quoted(mlp.out.type, value) or TOO_LONG for value in domain(mlp.out.type)[:2])
        text = f"{yes} if {text[8:]}; else {no}"
    clips = is_arithmetic(op) and is_numeric(mlp.out.type) and not positive
    text += facts.clipped(mlp) if clips else ""
    return None if TOO_LONG in text else text, tuple(names)


def _idioms(mlp: lang.Mlp, x: str, y: str, facts: Facts) -> Iterator[str]:
    """Names that say more than the formula: what x and y are is known."""
    function, one, head = mlp.function, facts.one(x), facts.steps[y]
    op = function.op if isinstance(function, lang.Formula) and not function.shift else ""
    known = {("a", "depth"): "is_open", ("not", "depth"): "is_closed", ("a", "level"): "is_open"}
    known |= {("a", "count_before"): "is_repeated", ("not", "count_before"): "is_new"}
    if is_flag(mlp) and (op, one) in known:
        yield known[op, one]
    elif is_flag(mlp) and op in ("a", "not") and one.endswith(("_so_far", "_before")):
        yield f"is_{'ever' if op == 'a' else 'never'}_{stem(one)}"
    both = [facts.steps[read] for read in mlp.reads]
    rules = [step.predicate for step in both if isinstance(step, lang.NumericalHead)]
    if op == "+" and len(rules) == 2 and {lang.Compare("<"), lang.Compare(">")} & {*rules}:
        yield "rank"
    if op in ("==", "!=") and isinstance(head, lang.CategoricalHead) and head.score is None:
        itself = head.query == head.key == head.value == x and facts.reach(head) == "before"
        if itself and facts.rule(head) == lang.Compare("=="):
            yield "is_repeated" if op == "==" else "is_new"


def _table(mlp: lang.Mlp, facts: Facts) -> Words | None:
    """A value for each combination of values, in cases."""
    if not isinstance(mlp.function, lang.Table):
        return None
    reads, flag, kinds = mlp.reads, is_flag(mlp), [facts.kinds[read] for read in mlp.reads]
    nouns = list(dict.fromkeys(map(facts.noun, reads)))
    about = f"{nouns[0]}_pair" if len(nouns) == 1 < len(reads) else "_".join(nouns)
    names: tuple[str, ...] = ("kind",)
    if flag:
        names = (f"is_some_{about}" if len(reads) == 1 else f"is_{about}", "is_listed")
    if len(mlp.function.cells) > MAX_CELLS or len({*reads}) < len(reads) or len(reads) > 2:
        return None, names
    grid = dict(zip(product(*map(domain, kinds)), mlp.function.cells, strict=True))
    default = max(dict.fromkeys(grid.values()), key=list(grid.values()).count)
    default = next(
        (cell for cell in grid.values() if flag and symbol(mlp.out.type, cell) == 0), default
    )
    cases: list[tuple[int, str]] = []
    for value, box in boxes(grid, default, kinds):
        if isinstance(box, str):  # two variables compared
            cases.append((value, f"{facts.one(reads[0])} {box} {facts.one(reads[1])}"))
            names = (f"{box.replace(' ', '_')}_{facts.one(reads[1])}", *names) if flag else names
            continue
        sides = [
            (r, b) for r, b, k in zip(reads, box, kinds, strict=True) if len(b) < len(domain(k))
        ]
        ends = [f"{facts.one(r)} {facts.among(r, b) or TOO_LONG}" for r, b in sides]
        cases.append((value, " and ".join(ends)))
        if flag and len(sides) == 1 == len(sides[0][1]):
            read, value_of = sides[0][0], symbol(facts.kinds[sides[0][0]], min(sides[0][1]))
            about = "" if facts.is_word(read) else f"{facts.one(read)}_"
            names = (f"is_{about}{in_name(value_of)}", *names)
    said = {cell: quoted(mlp.out.type, cell) or TOO_LONG for cell in {*grid.values()}}
    text = "; ".join([*(f"{said[v]} if {one}" for v, one in cases), f"else {said[default]}"])
    if flag:
        text = f"whether {', or '.join(one for _, one in cases)}"
    return None if TOO_LONG in text or not 0 < len(cases) <= MAX_CASES else text, names


def _word_number(step: lang.Token, facts: Facts) -> Words | None:
    """A number for each word, or whether it is one of some."""
    if not is_numeric(step.out.type):
        return None
    words, numbers = facts.program.vocabulary, [symbol(step.out.type, v) for v in step.lookup]
    if {*numbers} != {0, 1}:
        return None, ("change" if {*numbers} == {-1, 0, 1} else "number",)
    if words.numerals and (called := flag_name(step, facts.program)) is not None:
        return None, (called,)
    yes = [word for word, number in zip(words.words, numbers, strict=True) if number]
    no = [word for word in words.symbols if word not in yes]
    listed = [(yes, "is_"), (no, "is_not_")] if no else []
    few = [(all(map(in_name, of)), of, start) for of, start in listed if len(of) <= 2]
    names = [f"{start}{'_or_'.join(map(in_name, of))}" for plain, of, start in few if plain]
    return None, (*names, "is_some_word" if no else "is_word")


PATTERNS: dict[type[lang.Step], tuple[Callable[[Any, Facts], Words | None], ...]] = {
    lang.CategoricalHead: (_offset, _best, _mark, _copy),
    lang.NumericalHead: (_occurrences, _sum),
    lang.Mlp: (_run, _formula, _table),
    lang.Token: (_word_number,),
}


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
    good = [name for name in wording(step, facts)[1] if _is_name(name)]
    output = facts.program.output
    if isinstance(output, lang.Answer) and output.reads == step.out.name:
        plain = isinstance(step, lang.NumericalHead) or facts.offset(step) is not None
        good = good if plain else ["answer"]
    noun = {lang.NumericalHead: "count", lang.Mlp: "kind", lang.Token: "number"}
    best = [*good, noun.get(type(step), "found")][0]
    numbered = (f"{best}_{number}" for number in count(2))
    return next(name for name in chain([best], numbered) if name not in taken)


def _is_name(name: str) -> bool:
    reserved = keyword.iskeyword(name) or hasattr(builtins, name)
    return name.isidentifier() and len(name) <= MAX_NAME and not reserved


def describe(step: lang.Step, facts: Facts) -> str | None:
    """The sentence for a step, given the facts about those before it; None where it has none."""
    text = wording(step, facts)[0]
    return text if text is not None and len(text) <= MAX_SENTENCE else None


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
        text = None if isinstance(step, INPUTS) else describe(step, facts)
        if text is not None:
            yield step.out.name, text
        facts.add(step, step.out.name)
    voters = lang.output_reads(program.output)
    if isinstance(program.output, lang.Classifier) and voters:
        text = f"the class with the most votes from {', '.join(voters)}"
        yield "label" if program.output.pooled else "labels", text
