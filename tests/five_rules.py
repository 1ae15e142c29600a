"""A program run by the five rules as docs/programs.md states them.

An oracle for the interpreter and for all that is tested against it: of the package it uses nothing
but the data. Values are held by the names that a person reads, not by their indices.
"""

from __future__ import annotations

import re
import unicodedata

from transformer_programs.program import Program
from transformer_programs.program import steps as lang
from transformer_programs.program.values import Categorical, Number, Symbol, Type

REACH = {"all": "<=>", "before": "<", "upto": "<=", "after": ">"}  # of j, seen from i
SIGNS = {"==": "=", "!=": "<>"}


class Run:
    """One input: every variable by its names, the votes, the answer; None if it is refused."""

    def __init__(self, program: Program, tokens: list[str]) -> None:
        self.program, self.tokens = program, tokens
        self.types: dict[str, Type] = {}
        self.columns: dict[str, list[Symbol]] = {}
        self.scores: list[list[int]] = []
        self.answer: list[str] | str | None = None
        if takes(program, tokens):
            for step in program.steps:
                self.types[step.out.name] = step.out.type
                column = [self.value(step, i) for i in range(len(tokens))]
                self.columns[step.out.name] = column
            self.answer = self.answered()

    def value(self, step: lang.Step, i: int) -> Symbol:
        out = step.out.type
        match step:
            case lang.Token(_, lookup):
                words, unknown = self.program.vocabulary.words, self.program.vocabulary.unknown
                names = [self.tokens[i], *stand_ins(self.tokens[i]), unknown]
                return named(out, lookup[words.index(next(n for n in names if n in words))])
            case lang.Position():
                return i
            case lang.One():
                return 1
            case lang.CategoricalHead():
                return self.columns[step.value][copied_from(i, self.considered(step, i), step)]
            case lang.NumericalHead():
                added = self.columns[step.value]
                return held(out, sum(int(added[j]) for j in self.considered(step, i)))
            case lang.Mlp(_, reads, function):
                given = [(self.types[name], self.columns[name][i]) for name in reads]
                if isinstance(function, lang.Formula):
                    return computed(function, out, given)
                cell, width = 0, 1
                for type, name in reversed(given):
                    cell += width * row(type, name)
                    width *= count(type)
                return named(out, function.cells[cell])

    def considered(self, head: lang.Head, i: int) -> list[int]:
        """Rule 1: the positions in reach whose key matches; with a score, the best of these."""
        query_type, key_type = self.types[head.query], self.types[head.key]
        query, keys = self.columns[head.query][i], self.columns[head.key]
        found = [
            j
            for j in range(len(keys))
            if is_so(j - i, REACH[head.reach])
            and not (self.program.causal and j > i)
            and matches(head.predicate, query_type, key_type, query, keys[j])
        ]
        if not isinstance(head, lang.CategoricalHead) or head.score is None:
            return found
        sign = {"largest": 1, "smallest": -1}[head.score.best]
        level = [sign * number(key_type, keys[j]) for j in found]
        return [j for j, reached in zip(found, level, strict=True) if reached == max(level)]

    def answered(self) -> list[str] | str:
        output, vocabulary = self.program.output, self.program.vocabulary
        if isinstance(output, lang.Answer):
            labels = [str(value) for value in self.columns[output.reads]]
            for number, name in output.names:
                labels = [name if label == str(number) else label for label in labels]
        else:
            for i in range(len(self.tokens)):
                self.scores.append([0] * len(output.classes))
                for vote in output.votes:
                    value, type = self.columns[vote.reads][i], self.types[vote.reads]
                    times = int(value) if isinstance(type, Number) else 1
                    weights = vote.weights[0 if isinstance(type, Number) else row(type, value)]
                    for c, weight in enumerate(weights):
                        self.scores[i][c] += times * weight
            if output.pooled:
                self.scores = [[sum(votes) for votes in zip(*self.scores, strict=True)]]
            labels = [output.classes[votes.index(max(votes))] for votes in self.scores]
            if output.pooled:
                return labels[0]
        if vocabulary.begin is not None:
            labels[0] = vocabulary.begin
        if vocabulary.end is not None:
            labels[-1] = vocabulary.end
        return labels


def sign(char: str) -> str:
    """A digit, a letter by its category, a hyphen, or anything else."""
    kind = unicodedata.category(char)
    digit = "0" if kind == "Nd" or char == "@" else "."
    return kind if kind[0] == "L" else "-" if char == "-" else digit


def stand_ins(word: str) -> list[str]:
    """Rule 5: the names of the ending and the shape of an unknown word."""
    signs = "".join(map(sign, word))
    if "0" in signs:
        shape = "0x" if "L" in signs else "0"
    elif "L" not in signs:
        shape = "."
    elif set(re.findall("L.", signs)) == {"Lu"}:
        shape = "XX" if signs.count("L") > 1 else "X"
    else:
        shape = "Xx" if signs.startswith("Lu") else "xx"
    if "-" in signs and shape not in ("0", "0x", "."):
        shape += "-x"
    letters = re.search("(?<!^)(L.){1,3}$", "".join(map(sign, word.lower())))
    ending = word.lower()[-len(letters[0]) // 2 :] if letters else ""
    return [*(f"<{shape}~{ending[cut:]}>" for cut in range(len(ending))), f"<{shape}>"]


def takes(program: Program, tokens: list[str]) -> bool:
    """Rule 5: whether an input is answered."""
    vocabulary, most = program.vocabulary, program.max_length
    if not tokens or (most is not None and len(tokens) > most):
        return False
    begins = [i for i, token in enumerate(tokens) if token == vocabulary.begin]
    ends = [i for i, token in enumerate(tokens) if token == vocabulary.end]
    return (
        begins == ([] if vocabulary.begin is None else [0])
        and ends == ([] if vocabulary.end is None else [len(tokens) - 1])
        and (vocabulary.unknown is not None or set(tokens) <= set(vocabulary.words))
    )


def matches(
    predicate: lang.Predicate, query_type: Type, key_type: Type, q: Symbol, k: Symbol
) -> bool:
    match predicate:
        case lang.Rows(accepts):
            return k in [named(key_type, stored) for stored in accepts[row(query_type, q)]]
        case lang.Is(stored):
            return k == named(key_type, stored)
        case lang.Compare(op, shift):
            return is_so(number(key_type, k) - number(query_type, q) - shift, op)


def is_so(difference: int, op: str) -> bool:
    """Whether `a op b`, from a - b."""
    return "=><"[(difference > 0) - (difference < 0)] in SIGNS.get(op, op)


def copied_from(i: int, found: list[int], head: lang.CategoricalHead) -> int:
    """Rule 2: the one position that a categorical head copies from."""
    if not found:
        return 0
    if head.choose != "nearest":
        return min(found) if head.choose == "first" else max(found)
    for distance in range(1, i + max(found) + 1):
        for j in (i - distance, i + distance):
            if j in found:
                return j
    return i


def computed(formula: lang.Formula, out: Type, given: list[tuple[Type, Symbol]]) -> Symbol:
    """Rule 4: the value of a formula of a, or of a and b."""
    (a_type, a), (b_type, b) = given[0], given[-1]
    op, shift = formula.op, formula.shift
    if op in ("not", "and", "or"):
        holding = [holds(type, value) for type, value in given]
        return truth(out, {"not": not holding[0], "and": all(holding), "or": any(holding)}[op])
    if op == "keep":
        return a if holds(b_type, b) else named(out, 0)
    if op == "a" and not has_numbers(out):
        return a
    m, n = number(a_type, a), number(b_type, b)
    if op in ("==", "!=", "<", "<="):
        return truth(out, is_so(m - n - shift, op))
    if op in ("%", "//"):
        return held(out, divmod(m, shift)[op == "%"])
    results = {"a": m, "+": m + n, "-": m - n, "*": m * n, "min": min(m, n), "max": max(m, n)}
    return held(out, results[op] + shift)


# --- types ----------------------------------------------------------------------------------------


def named(type: Type, stored: int) -> Symbol:
    """The name of a value as programs store it: words by where they are listed."""
    return type.values[stored] if isinstance(type, Categorical) else stored


def row(type: Type, name: Symbol) -> int:
    """How many values of its type come before this one."""
    if isinstance(type, Categorical):
        return type.values.index(name)
    assert type.low is not None
    return int(name) - type.low


def count(type: Type) -> int:
    if isinstance(type, Categorical):
        return len(type.values)
    assert type.high is not None
    return row(type, type.high) + 1


def has_numbers(type: Type) -> bool:
    return isinstance(type, Number) or all(isinstance(value, int) for value in type.values)


def number(type: Type, name: Symbol) -> int:
    """What order and arithmetic see: a number itself, a word by where it is listed."""
    return int(name) if has_numbers(type) else row(type, name)


def holds(type: Type, name: Symbol) -> bool:
    """A number holds when it is not 0, a word when it is not the first of its type."""
    return name != 0 if isinstance(type, Number) else row(type, name) > 0


def truth(type: Type, true: bool) -> Symbol:
    """The first value of a type for no, the second for yes."""
    if isinstance(type, Categorical):
        return type.values[int(true)]
    assert type.low is not None
    return type.low + true


def held(type: Type, result: int) -> int:
    """The nearest number that a type has."""
    if isinstance(type, Categorical):
        return min((int(value) for value in type.values), key=lambda value: abs(value - result))
    if type.low is not None and result < type.low:
        return type.low
    return type.high if type.high is not None and result > type.high else result
