"""Variables, their values and functions in words. What takes too many words is `LONG`."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import islice

from ..meaning.formulas import is_arithmetic
from ..program import Program
from ..program import steps as lang
from ..program.values import Type, bounds, domain, is_numeric, symbol
from .code import is_binary, plus, ways
from .mlps import Tabled
from .numbers import numbers_of, other_words
from .patterns import PATTERNS, REACH
from .scope import Scope, singular

Words = tuple[str, list[str]]  # a sentence, and names, the best first
LONG = "\0"  # in a sentence or a name: what should stand here is not short, or not there
MAX_CASES = 8  # that a sentence may list
MAX_CELLS = 400  # of a table that a sentence may say
MAX_LISTED = 6  # values after "is"
MAX_LETTERS = 14  # of a word that a sentence may quote
WAYS = {"<=": "is at most {}", ">=": "is at least {}", "range": "is {} to {}"}
IN_NAMES = {"<s>": "begin", "</s>": "end", "<unk>": "unknown", "|": "bar", ".": "dot", ",": "comma"}
IN_NAMES |= {"(": "open_paren", ")": "close_paren", "{": "open_brace", "}": "close_brace"}


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

    def constant(self, step: lang.Step) -> int | None:
        """The number that a variable always is; None if it is none."""
        if isinstance(step, lang.One):
            return 1
        function = step.function if isinstance(step, lang.Mlp) and not is_flag(step) else None
        if not isinstance(function, lang.Formula) or function.op != "a":
            return None
        number = self.constant(self.steps[lang.reads(step)[0]])
        if number is None:
            return None
        low, high = bounds(step.out.type)
        number += function.shift
        number = number if low is None else max(number, low)
        return number if high is None else min(number, high)

    def one(self, variable: str) -> str:
        """The name of one value of a variable."""
        return singular(self.called[variable]).removesuffix("_embedding")

    def operand(self, variable: str) -> str:
        """The number that a variable always is, or the name of one value."""
        number = self.constant(self.steps[variable])
        return self.one(variable) if number is None else str(number)

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
    return text if text and f"_{text}".isidentifier() and text.isascii() else LONG


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


# --- functions ------------------------------------------------------------------------------------


def formula_words(mlp: lang.Mlp, formula: lang.Formula, facts: Facts) -> Words:
    op, shift, (x, y) = formula.op, formula.shift, (mlp.reads[0], mlp.reads[-1])
    given = {*facts.scope.own, *filter(facts.scope.is_word, mlp.reads)}
    if op in ("==", "!=") and not shift and (y in given or facts.operand(x) != facts.one(x)):
        x, y = y, x
    arithmetic, kind = op in ("+", "-", "*", "min", "max"), mlp.out.type
    a, b = (facts.operand(v) if arithmetic else facts.one(v) for v in (x, y))
    always = facts.constant(mlp)
    above = op == "a" and is_flag(mlp) and shift <= 0 and not facts.is_flag(x)
    can_clip = is_arithmetic(op) and is_numeric(kind) and not above
    clipped = facts.clipped(mlp) if can_clip else ""
    slots: dict[str, object] = {"a": a, "b": b, "sa": stem(a), "sb": stem(b), "n": shift}
    if op == "a":
        slots["n"] = -shift if above else in_name(shift)
    slots |= {"c": always, "nc": in_name(always)}
    slots |= {"A": _holds(x, facts), "B": _holds(y, facts), "not_A": _holds(x, facts, True)}
    slots |= {"zero": quoted(kind, 0), "cap": "capped" if clipped else "copied"}
    slots["ever"] = stem(a) if a.endswith(("_so_far", "_before")) else LONG
    slots["ends"] = _ends(a, b)
    pattern, more = _pattern(mlp, formula, (x, y), above, facts)
    pattern = pattern if always is None else "always"
    text, *names = (one.format_map(slots | more) for one in PATTERNS[pattern])
    if shift and pattern in (op, "+n") and op not in lang.DIVISIONS:
        text, names = plus(text, shift), names if op == "a" else names[-1:]
    if text.startswith("whether ") and not is_flag(mlp):
        no, yes = (quoted(kind, value) for value in domain(kind)[:2])
        text = f"{yes} if {text[8:]}; else {no}"
    return text + clipped * (always is None), names


def _pattern(
    mlp: lang.Mlp, formula: lang.Formula, reads: tuple[str, str], above: bool, facts: Facts
) -> tuple[str, dict[str, object]]:
    """The pattern of a formula; if it negates another one, also what that one is about."""
    op, shift, (x, y) = formula.op, formula.shift, reads
    if op == "a" and (above or shift):
        return ("above" if shift else "any") if above else "+n", {}
    if op == "+" and x == y and not shift:
        return "twice", {}
    if op == "%" and shift == 2 and is_flag(mlp):
        return "odd", {}
    if op == "==" and not shift and (number := facts.constant(facts.steps[y])) is not None:
        return "is c", {"b": number, "nb": in_name(number)}
    step = facts.steps[x]
    if op == "not" and isinstance(step, lang.Mlp) and isinstance(step.function, lang.Formula):
        inner, by = step.function.op, step.function.shift
        if inner == "%":
            return "even" if by == 2 else "multiple", {"m": facts.one(step.reads[0]), "k": by}
        if inner == "a" and by < 0 and is_flag(step) and not facts.is_flag(step.reads[0]):
            return "at most", {"m": facts.one(step.reads[0]), "k": -by}
    return op, {}


def _holds(variable: str, facts: Facts, negated: bool = False) -> str:
    """That a variable holds: it is not 0, nor the first of its values."""
    if facts.is_flag(variable):
        return f"{facts.one(variable)} {'does not hold' if negated else 'holds'}"
    first = quoted(facts.kinds[variable], 0)
    return f"{facts.one(variable)} {'is' if negated else 'is not'} {first}"


def _ends(a: str, b: str) -> str:
    """A name for words in a row, from the names of flags for the last and for the first.

    >>> _ends("is_b", "previous_is_a"), _ends("ends_ab", "is_c_2_before")
    ('ends_ab', 'ends_cab')
    """
    run = a.removeprefix("is_").removeprefix("ends_")
    word = b.removeprefix("previous_is_").removeprefix("is_").removesuffix(f"_{len(run)}_before")
    starts = ("previous_is_" if len(run) == 1 else "is_") + word
    is_run = len(word) == 1 and b in (starts, f"{starts}_{len(run)}_before") and b != f"is_{word}"
    return f"ends_{word}{run}" if is_run and run.isalpha() else LONG


def table_words(mlp: lang.Mlp, facts: Facts) -> Words:
    """A value for each combination of values, in cases."""
    table, flag, out = Tabled.of(mlp, facts.scope), is_flag(mlp), mlp.out.type
    nouns, names = [*dict.fromkeys(map(facts.noun, mlp.reads))], list[str]()
    if flag and len(table.reads) == 1:
        names = [f"is_some_{nouns[0]}", "is_listed"]
    elif flag:
        names = [f"is_{'_'.join(nouns if len(nouns) > 1 else [*nouns, 'pair'])}", "is_listed"]
    else:
        names = ["kind"] * (len(table.reads) > 1)
        names += [f"{noun}_kind" for noun in nouns if noun != "kind"]
    if len(table.results) > MAX_CELLS:
        return LONG, names
    if flag:
        yes = [group for cell, group in table.groups.items() if symbol(out, cell) == 1]
        sides = table.box(yes[0], table.results) if yes else None
        for read, values in sides.items() if sides and len(sides) == 1 else ():
            start = "" if facts.scope.is_word(read) else f"{facts.one(read)}_"
            value = in_name(symbol(facts.kinds[read], min(values)))
            names[:0] = [f"is_{start}{value}"] if len(values) == 1 else []
        return f"whether {_all_of(sides, facts)}" if sides else LONG, names
    cases = list(islice(table.decisions(), MAX_CASES + 1))
    if not 1 < len(cases) <= MAX_CASES:
        return LONG, names
    while len(cases) > 1 and cases[-2][1] == cases[-1][1]:
        del cases[-2]
    cells = [quoted(out, cell) for _, cell in cases]
    if isinstance(output := facts.program.output, lang.Answer):
        named = {str(number): f"{number} (for {json.dumps(name)})" for number, name in output.names}
        cells = [named.get(cell, cell) for cell in cells]
    parts = [
        f"{cell} if {_all_of(sides, facts)}"
        for cell, (sides, _) in zip(cells, cases[:-1], strict=False)
    ]
    return f"{'; '.join(parts)}; else {cells[-1]}", names


def _all_of(sides: Mapping[str, list[int]], facts: Facts) -> str:
    return " and ".join(facts.among(read, values) for read, values in sides.items())


def number_names(step: lang.Token, facts: Facts) -> Iterator[str]:
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
        said = LONG if range_of_yes is None else among(*range_of_yes)
        yield said.replace(" ", "_").replace("-", "minus_")
    for listed, start in ((yes, "is_"), (no, "is_not_")) if no else ():
        if len(listed) <= 3:
            yield start + any_of([*map(in_name, listed)])
    yield "is_some_word" if no else "is_word"
