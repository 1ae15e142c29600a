"""Names and sentences for the variables of a program: what a step computes, from what it reads.

A sentence that needs too many words is None.
"""

from __future__ import annotations

import builtins
import keyword
from collections.abc import Collection, Iterator
from itertools import chain, count

from ..meaning.formulas import is_arithmetic
from ..program import Program
from ..program import steps as lang
from ..program.values import domain, is_numeric, symbol
from .code import plus
from .facts import MAX_CASES, REACH, Facts, Look, among, any_of, in_name, is_flag, quoted, stem
from .head_code import AttentionPattern
from .mlps import Tabled
from .numbers import numbers_of, other_words
from .scope import reach_of, renamed

MAX_NAME = 26  # letters
MAX_SENTENCE = 200  # letters
MAX_CELLS = 400  # of a table that a sentence may say
INPUTS = lang.Token | lang.Position | lang.One
TOO_LONG = "\0"  # in a sentence or a name: what should stand here is not short, or not there
FORMULAS = {  # a sentence, then names, the best first; A: that a holds; sa: what a is about
    "+": ("{a} + {b}", "{idiom}", "{a}_plus_{b}", "total"),
    "-": ("{a} - {b}", "{a}_minus_{b}", "difference"),
    "*": ("{a} * {b}", "{a}_times_{b}", "product"),
    "min": ("the smaller of {a} and {b}", "min_of_{a}_{b}", "smaller"),
    "max": ("the larger of {a} and {b}", "max_of_{a}_{b}", "larger"),
    "%": ("the remainder of {a} divided by {n}", "{a}_mod_{n}", "remainder"),
    "//": ("{a} divided by {n} and rounded down", "{a}_div_{n}", "quotient"),
    "==": ("whether {a} is {b}", "{idiom}", "is_{b}", "is_equal"),
    "!=": ("whether {a} is not {b}", "{idiom}", "is_not_{b}", "is_different"),
    "<": ("whether {a} is below {b}", "is_{a}_below_{b}", "is_below"),
    "<=": ("whether {a} is at most {b}", "is_{a}_at_most_{b}", "is_at_most"),
    "and": ("whether {A} and {B}", "is_{sa}_and_{sb}", "is_both"),
    "or": ("whether {A} or {B}", "is_{sa}_or_{sb}", "is_either"),
    "a": ("{a}", "{cap}_{a}"),
    "+n": ("{a}", "{a}_plus_{n}", "shifted"),
    "any": ("whether {a} is above 0", "{idiom}", "is_ever_{ever}", "is_any_{sa}", "is_any"),
    "not": ("whether {not_A}", "{idiom}", "is_never_{ever}", "is_no_{sa}", "is_none"),
    "keep": ("{a} if {B}; else {zero}", "kept_{a}", "kept"),
}
IDIOMS = {  # names that say more than a formula: its pattern, and a variable or what that compares
    ("any", "depth"): "is_open",
    ("any", "level"): "is_open",
    ("not", "depth"): "is_closed",
    ("any", "count_before"): "is_repeated",
    ("not", "count_before"): "is_new",
    ("==", "same before"): "is_repeated",
    ("!=", "same before"): "is_new",
    ("+", "<"): "rank",
    ("+", ">"): "rank",
}

Words = tuple[str | None, tuple[str, ...]]  # a sentence, and names, the best first


def wording(step: lang.Step, facts: Facts) -> Words:
    """The sentence of a step and its names."""
    match step:
        case lang.CategoricalHead(score=None):
            look = Look(step, facts)
            return _copied(step, look), tuple(_copy_names(step, look))
        case lang.CategoricalHead(score=lang.Extreme(best)):
            return _best(step, best, Look(step, facts))
        case lang.NumericalHead():
            return _sum(step, Look(step, facts))
        case lang.Mlp(_, _, lang.Formula() as formula):
            return _ends(step, facts) or _formula(step, formula, facts)
        case lang.Mlp():
            return _table(step, facts)
        case lang.Token():
            return None, tuple(_word_number(step, facts))
    return None, ()


# --- heads ----------------------------------------------------------------------------------------


def _best(head: lang.CategoricalHead, best: str, look: Look) -> Words:
    """The largest or the smallest, or what stands where it is."""
    facts, words = look.facts, REACH[look.reach]
    key, noun, where = facts.one(head.key), facts.noun(head.value), look.where
    place, otherwise = look.choice(head)
    if where is None or ";" in where:
        text = None
    elif head.value == head.key:
        misses = "" if otherwise in ("", ", else this one") else ", else the first"
        text = f"the {best} {key} of the {words.side}positions{words.so_far}{where}{misses}"
    else:
        text = f"the {facts.one(head.value)} of {place} with the {best} {key}"
        text += f"{where and f' among those{where}'}{otherwise}"
    if head.value == head.key:
        return text, (f"{best}_{key}{words.suffix}", f"{best}{words.suffix}")
    return text, (f"{noun}_of_{best}_{key}", f"{noun}_of_{best}", best)


def _copied(head: lang.CategoricalHead, look: Look) -> str | None:
    """The previous, the next, the first, the last, or a copy from where something holds."""
    facts, scope = look.facts, look.facts.scope
    value, is_place, mark = facts.one(head.value), head.value in scope.own, look.seen.mark
    if shift := look.seen.offset:
        side, place = ("previous", "before") if shift < 0 else ("next", "after")
        said = f"{side} {value}" if abs(shift) == 1 else f"{value} {abs(shift)} positions {place}"
        return f"the {said}, else the first"
    if mark is not None:
        return f"the {mark} position" if is_place else f"the {value} at the {mark} position"
    if head.key in scope.own and look.at is not None:
        at = look.at[4:].replace("; else at ", "; else ").replace("; at ", "; ")
        return f"{at if is_place else f'the {value}{look.at}'}, else the first"
    place, otherwise = look.choice(head)
    found = None if look.where is None else f"{place}{look.where}{otherwise}"
    return found if is_place or found is None else f"the {value} of {found}"


def _copy_names(head: lang.CategoricalHead, look: Look) -> Iterator[str]:
    facts, rule, keys, tail = look.facts, look.rule, look.keys, look.tail
    one, noun, places = facts.one(head.value), facts.noun(head.value), facts.scope.own
    if shift := look.shift:
        side, end = ("previous", "before") if shift < 0 else ("next", "after")
        yield from (f"{side}_{one}", f"{side}_{noun}") if abs(shift) == 1 else ()
        yield f"{one}_{abs(shift)}_{end}"
    if mark := look.seen.mark:
        yield f"{mark}_{noun}"
    if facts.called[head.key] == "level" and rule == lang.Compare("==", -1):
        yield from ("opener",) if head.choose != "first" and look.reach == "before" else ()
    source = facts.steps[head.key]
    if isinstance(source, lang.CategoricalHead) and Look(source, facts).shift == -1:
        is_induction = head.value == head.query == source.value and rule == lang.Compare("==")
        yield from ("induction",) if is_induction else ()
    if head.value == head.key not in places and tail.startswith("at_"):
        yield f"found_{keys if facts.scope.is_word(head.key) else tail[3:]}"
    if head.value in places and head.key not in places and tail.startswith(("at_", "of_")):
        nearest = {"before": "last", "after": "next"}.get(look.reach, "nearest")
        yield f"{nearest if head.choose == 'nearest' else head.choose}_{tail[3:]}"
    yield from (f"{noun}_{tail}", f"{noun}_by_{facts.noun(head.query)}")


def _sum(head: lang.NumericalHead, look: Look) -> Words:
    """A sum, or how many positions there are, or how often a word occurs."""
    facts, words, tail, where = look.facts, REACH[look.reach], look.tail, look.where
    value, suffix, kind = facts.one(head.value), words.suffix, facts.kinds[head.key]
    flag, is_one = facts.is_flag(head.value), head.value in facts.scope.ones
    total = "count" if is_one else f"sum_of_{value}"
    total = f"count_of_{value.removeprefix('is_').removeprefix('ends_')}" if flag else total
    short, by = "count" if is_one or flag else "total", f"by_{facts.noun(head.query)}"
    names = [f"{total}_{tail}{suffix}", f"{total}_{tail}", f"{short}_{tail}", f"{short}_{by}"]
    if look.seen.takes_all:
        depth = {"_so_far": "depth", "_before": "level"}.get(suffix, "") * (value == "change")
        names = [depth, f"{total}{suffix}", f"{short}{suffix}", short]
        names = [f"positions{suffix}" if suffix else "length"] * is_one or names
    if is_one and facts.scope.is_word(head.key):
        rule, word = head.predicate, ""
        if rule == lang.Compare("==") and head.query == head.key:
            word, names = f"this {facts.one(head.key)}", [f"count{suffix}"]
        elif isinstance(rule, lang.Is):
            word = quoted(kind, rule.value) or TOO_LONG
            names = [f"count_of_{in_name(symbol(kind, rule.value)) or 'word'}{suffix}"]
        if word:
            side = words.so_far or f" {words.side}".rstrip()
            text = f"how often {word} occurs{side}{facts.clipped(head)}"
            return None if TOO_LONG in text else text, tuple(names)
    places = f"{words.side}positions{words.so_far}"
    if flag and where is not None:
        start, _, end = where[1:].partition(" ")
        is_plain = ";" not in where and " if this " not in where
        where = f" where {value} holds{where and f',{where}'}"
        if start in ("with", "where") and is_plain:
            where = f" {start} {value} {'holds ' * (start == 'where')}and {end}"
    what = "number of" if is_one or flag else f"sum of {value} over the"
    text = f"the {what} {places}{where}{facts.clipped(head)}"
    return None if where is None else text, tuple(names)


# --- functions ------------------------------------------------------------------------------------


def _holds(variable: str, facts: Facts, negated: bool = False) -> str:
    """That a variable holds: it is not 0, nor the first of its values."""
    if facts.is_flag(variable):
        return f"{facts.one(variable)} {'does not hold' if negated else 'holds'}"
    first = quoted(facts.kinds[variable], 0) or TOO_LONG
    return f"{facts.one(variable)} {'is' if negated else 'is not'} {first}"


def _formula(mlp: lang.Mlp, formula: lang.Formula, facts: Facts) -> Words:
    op, shift, (x, y) = formula.op, formula.shift, (mlp.reads[0], mlp.reads[-1])
    given = {*facts.scope.own, *filter(facts.scope.is_word, mlp.reads)}
    if op in ("==", "!=") and not shift and y in given:
        x, y = y, x
    a, b, kind = facts.one(x), facts.one(y), mlp.out.type
    positive = op == "a" and is_flag(mlp) and not shift and not facts.is_flag(x)
    pattern = "any" if positive else "+n" if op == "a" and shift else op
    idioms = (IDIOMS.get((pattern, what)) for what in (a, *_compared(mlp, x, facts)))
    known = {"a": a, "b": b, "sa": stem(a), "sb": stem(b), "n": shift}
    known |= {"A": _holds(x, facts), "B": _holds(y, facts), "not_A": _holds(x, facts, True)}
    known |= {"zero": quoted(kind, 0) or TOO_LONG, "idiom": next(filter(None, idioms), TOO_LONG)}
    can_clip = is_arithmetic(op) and is_numeric(kind) and not positive
    clipped = facts.clipped(mlp) if can_clip else ""
    known["cap"] = "capped" if clipped else "copied"
    known["ever"] = stem(a) if a.endswith(("_so_far", "_before")) else TOO_LONG
    text, *names = (one.format(**known).replace("_-", "_minus_") for one in FORMULAS[pattern])
    if shift and op not in lang.DIVISIONS:
        text, names = plus(text, shift), names if op == "a" else names[-1:]
    if text.startswith("whether ") and not is_flag(mlp):
        no, yes = (quoted(kind, value) or TOO_LONG for value in domain(kind)[:2])
        text = f"{yes} if {text[8:]}; else {no}"
    text += clipped
    return None if TOO_LONG in text else text, tuple(names)


def _compared(mlp: lang.Mlp, x: str, facts: Facts) -> Iterator[str]:
    """The comparisons of the heads that a formula reads; of x with itself at earlier positions."""
    for head in (facts.steps[read] for read in mlp.reads):
        if isinstance(head, lang.NumericalHead) and isinstance(head.predicate, lang.Compare):
            yield plus(head.predicate.op, head.predicate.shift)
        elif isinstance(head, lang.CategoricalHead) and head.score is None:
            same = head.predicate == lang.Compare("==") and {*lang.reads(head)} == {x}
            yield "same before" if same and reach_of(head, facts.program) == "before" else ""


def _words_back(step: lang.Step, facts: Facts) -> dict[int, str]:
    """The words of a flag that holds where they stand, by their distances back; {} for others.

    The first word is a mark for which no such flag holds.
    """
    marks, back = facts.program.vocabulary, 0
    if (
        isinstance(step, lang.CategoricalHead)
        and (back := AttentionPattern(step, facts.scope).offset or 0) < 0
    ):
        return {at - back: w for at, w in _words_back(facts.steps[step.value], facts).items()}
    if isinstance(step, lang.Token) and is_flag(step) and not marks.numerals and marks.begin:
        values = [int(symbol(step.out.type, value)) for value in step.lookup]
        word = marks.words[values.index(1)] if sum(values) == 1 else marks.begin
        return {} if word == marks.begin else {0: word}
    if not isinstance(step, lang.Mlp) or step.function != lang.Formula("and"):
        return {}
    runs = [_words_back(facts.steps[read], facts) for read in step.reads]
    both = {pair for run in runs for pair in run.items()}
    return dict(both) if all(runs) and len(both) == len(dict(both)) else {}


def _ends(mlp: lang.Mlp, facts: Facts) -> Words | None:
    """Whether some words in a row end here."""
    words = [word for _, word in sorted(_words_back(mlp, facts).items(), reverse=True)]
    parts = [in_name(word) for word in words]
    if len(words) < 2 or len(words) <= max(_words_back(mlp, facts)) or not all(parts):
        return None
    name = "ends_" + ("" if max(map(len, parts)) == 1 else "_").join(parts)
    return f"whether the words {' '.join(map(repr, words))} end here", (name, "is_run")


def _table(mlp: lang.Mlp, facts: Facts) -> Words:
    """A value for each combination of values, in cases."""
    table, flag, out = Tabled.of(mlp, facts.scope), is_flag(mlp), mlp.out.type
    ones, nouns = list(map(facts.one, table.reads)), [*dict.fromkeys(map(facts.noun, mlp.reads))]
    nouns = nouns if len(nouns) > 1 or len(ones) == 1 else [*nouns, "pair"]
    names = ["kind"] * (len(ones) > 1)
    names += [f"{noun}_kind" for noun in nouns if noun not in ("kind", "pair")]
    if flag:
        names = [f"is_{'some_' * (len(ones) == 1)}{'_'.join(nouns)}", "is_listed"]
    if len(table.results) > MAX_CELLS:
        return None, tuple(names)
    said = {cell: quoted(out, cell) or TOO_LONG for cell in table.groups}
    default, left = max(table.groups, key=lambda cell: len(table.groups[cell])), table.groups
    rest = said[default]
    if flag:
        default = next((cell for cell in table.groups if symbol(out, cell) == 0), -1)
    elif len(ones) == 1 and not is_numeric(out):  # the same value, but for a few
        kind = table.types[0]
        same = [v for (v,) in table.results if symbol(kind, v) == symbol(out, table.results[v,])]
        if len(same) > 1 and len(same) >= len(table.groups[default]):
            kept = {cell: [v for v in of if v[0] not in same] for cell, of in left.items()}
            left, rest, default = {c: of for c, of in kept.items() if of}, ones[0], -1
    cases = []
    for cell, group in left.items():
        sides = table.box(group, table.results) if cell != default else {}
        if sides == {}:
            continue
        ends = [f"{facts.one(r)} {facts.among(r, b) or TOO_LONG}" for r, b in (sides or {}).items()]
        test = TOO_LONG if sides is None else " and ".join(ends)
        cases.append(test if flag else f"{said[cell]} if {test}")
        for read, values in (sides or {}).items() if flag and len(ends) == 1 else ():
            start = "" if facts.scope.is_word(read) else f"{facts.one(read)}_"
            value = in_name(symbol(facts.kinds[read], min(values)))
            names[:0] = [f"is_{start}{value}"] if len(values) == 1 else []
    text = f"whether {', or '.join(cases)}" if flag else "; ".join([*cases, f"else {rest}"])
    return None if TOO_LONG in text or not 0 < len(cases) <= MAX_CASES else text, tuple(names)


def _word_number(step: lang.Token, facts: Facts) -> Iterator[str]:
    """Names for a number of each word, or for whether it is one of some."""
    words, numbers = facts.program.vocabulary, [symbol(step.out.type, v) for v in step.lookup]
    if {*numbers} != {0, 1}:
        yield "change" if {*numbers} == {-1, 0, 1} else "number"
        return
    yes = [word for word, number in zip(words.words, numbers, strict=True) if number]
    no = [word for word in words.symbols if word not in yes]
    if words.numerals and not {*other_words(facts.program)} & {*yes}:
        if not no:
            yield "is_number"
        range_of_yes = numbers_of(step, 1, facts.program)
        said = None if range_of_yes is None else among(*range_of_yes)
        yield (said or "").replace(" ", "_").replace("-", "minus_")
    for listed, start in ((yes, "is_"), (no, "is_not_")) if no else ():
        if len(listed) <= 3 and all(map(in_name, listed)):
            yield start + any_of([*map(in_name, listed)])
    yield "is_some_word" if no else "is_word"


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
        is_copy = isinstance(step, lang.CategoricalHead) and Look(step, facts).shift is not None
        good = good if isinstance(step, lang.NumericalHead) or is_copy else ["answer"]
    noun = {lang.NumericalHead: "count", lang.Mlp: "kind", lang.Token: "number"}
    best = [*good, noun.get(type(step), "found")][0]
    numbered = (f"{best}_{number}" for number in count(2))
    return next(name for name in chain([best], good, numbered) if name not in taken)


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
        text = None if isinstance(step, INPUTS) else wording(step, facts)[0]
        if text is not None and len(text) <= MAX_SENTENCE:
            yield step.out.name, text
        facts.add(step, step.out.name)
    voters = lang.output_reads(program.output)
    if isinstance(program.output, lang.Classifier) and voters:
        text = f"the class with the most votes from {', '.join(voters)}"
        yield "label" if program.output.pooled else "labels", text
