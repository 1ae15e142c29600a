"""The meaning of a Program: one input, plain Python. The definition all else is tested against.

`docs/programs.md` states the same as five rules.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import assert_never

from ..program import Program, types
from ..program import steps as lang
from ..program.numerals import with_numerals
from ..program.values import Number, Refusal, Type, domain, ordinal
from .formulas import COMPARE, OPERATIONS, clip_to, result, written
from .words import input_of, read_as

Values = tuple[int, ...]
Words = Sequence[str]

MAX_LISTED = 10  # words of a vocabulary in a message


class InputError(Refusal):
    """An input that a program does not answer. The message says what would be right."""


@dataclass(frozen=True, slots=True)
class Evaluation:
    """Everything one run computed: each variable at each position, the scores, the answer.

    `scores` has a row of class votes for each position (one row for the whole input when pooled),
    and is empty where the program ends in an `Answer`.
    """

    tokens: tuple[str, ...]
    variables: dict[str, Values]
    scores: tuple[Values, ...]
    answer: list[str] | str


def evaluate(program: Program, tokens: Sequence[str]) -> Evaluation:
    """Run a program on one input, words or a text, and return every variable.

    >>> from transformer_programs.shelf import histogram
    >>> evaluate(histogram.program, ["<s>", "a", "b", "a"]).answer
    ['<s>', '2', '1', '2']
    """
    if isinstance(tokens, str):
        tokens = input_of(program, tokens)
    if program.vocabulary.numerals:
        program = with_numerals(program, tokens)
    words = encode(program, tokens)
    kinds = types(program)
    variables: dict[str, Values] = {}
    for step in program.steps:
        variables[step.out.name] = run_step(step, words, variables, kinds, program.causal)
    scores, answer = answered(program, tuple(tokens), variables, kinds)
    return Evaluation(tuple(tokens), variables, scores, answer)


def encode(program: Program, tokens: Words) -> Values:
    """The index of each token in the vocabulary, or an InputError (rule 5)."""
    require_words(tokens)
    vocabulary, length = program.vocabulary, len(tokens)
    if length == 0:
        raise InputError("the input is empty: a program needs at least one word")
    if program.max_length is not None and length > program.max_length:
        most = program.max_length
        raise InputError(f"the input has {length} words: this program takes at most {most}")
    begin, end = vocabulary.begin, vocabulary.end
    if begin is not None and tokens[0] != begin:
        raise InputError(f"the first word must be {begin!r}, got {tokens[0]!r}")
    if end is not None and tokens[-1] != end:
        raise InputError(f"the last word must be {end!r}, got {tokens[-1]!r}")
    words, index = [], vocabulary.index
    for i, token in enumerate(tokens):
        if (token == begin and i > 0) or (token == end and i < length - 1):
            place = "first" if token == begin else "last"
            raise InputError(f"{token!r} may only be the {place} word, but stands at position {i}")
        if token in index:
            words.append(index[token])
        elif vocabulary.unknown is not None:
            words.append(index[str(read_as(token, index, vocabulary.unknown))])
        else:
            first = ", ".join(map(repr, vocabulary.words[:MAX_LISTED]))
            more = ", ..." if len(vocabulary.words) > MAX_LISTED else ""
            reason = "no whole number and not" if vocabulary.numerals else "not"
            raise InputError(
                f"the word {token!r} at position {i} is {reason} in the vocabulary: {first}{more}"
            )
    return tuple(words)


def require_words(tokens: object) -> None:
    """Refuse what is no list or tuple of strings."""
    if not (isinstance(tokens, list | tuple) and all(isinstance(word, str) for word in tokens)):
        raise InputError(f"an input is a list of words, got {tokens!r}")


def run_step(
    step: lang.Step,
    words: Values,
    variables: dict[str, Values],
    kinds: dict[str, Type],
    causal: bool,
) -> Values:
    """The value of a step's variable at every position, given all variables before it."""
    length = len(words)
    match step:
        case lang.Token(_, lookup):
            return tuple(lookup[word] for word in words)
        case lang.Position():
            return tuple(range(length))
        case lang.One():
            return (1,) * length
        case lang.CategoricalHead():
            value = variables[step.value]
            return tuple(
                value[chosen(i, found, step.choose)]
                for i, found in enumerate(attention(step, variables, kinds, causal))
            )
        case lang.NumericalHead():
            value = variables[step.value]
            return tuple(
                clip_to(step.out.type, sum(value[j] for j in found))
                for found in attention(step, variables, kinds, causal)
            )
        case lang.Mlp(out, reads, function):
            operands = [kinds[name] for name in reads]
            inputs = zip(*(variables[name] for name in reads), strict=True)
            return tuple(apply(function, operands, out.type, values) for values in inputs)
        case _:
            assert_never(step)


def attention(
    head: lang.CategoricalHead | lang.NumericalHead,
    variables: dict[str, Values],
    kinds: dict[str, Type],
    causal: bool,
) -> list[list[int]]:
    """For each position, the positions in reach whose key matches its query best (rule 1)."""
    query, key = variables[head.query], variables[head.key]
    query_type, key_type = kinds[head.query], kinds[head.key]
    keys = set(key)
    accepted = {q: matching(head.predicate, query_type, key_type, q, keys) for q in set(query)}
    found = [
        [j for j in reachable(i, len(query), head.reach, causal) if key[j] in accepted[q]]
        for i, q in enumerate(query)
    ]
    score = lang.score_of(head)
    if score is None:
        return found
    levels = [level(score, key_type, k) for k in key]
    best = [max((levels[j] for j in among), default=0) for among in found]
    return [[j for j in among if levels[j] == top] for among, top in zip(found, best, strict=True)]


def reachable(i: int, length: int, reach: lang.Reach, causal: bool) -> range:
    """The positions a head at position i may look at."""
    match reach:
        case "all":
            return range(i + 1 if causal else length)
        case "before":
            return range(i)
        case "upto":
            return range(i + 1)
        case "after":
            return range(i + 1, length)
        case _:
            assert_never(reach)


def matches(predicate: lang.Predicate, query: Type, key: Type, q: int, k: int) -> bool:
    """Whether query value q matches key value k."""
    return bool(matching(predicate, query, key, q, {k}))


def matching(predicate: lang.Predicate, query: Type, key: Type, q: int, keys: set[int]) -> set[int]:
    """The key values, of those given, that match query value q."""
    match predicate:
        case lang.Rows(accepts):
            return keys.intersection(accepts[q - domain(query).start])
        case lang.Compare(op, shift):
            wanted = ordinal(query, q) + shift
            return {k for k in keys if COMPARE[op](ordinal(key, k), wanted)}
        case lang.Is(value):
            return keys & {value}
        case _:
            assert_never(predicate)


def level(score: lang.Extreme, key: Type, k: int) -> int:
    """The rank of key value k: a match of higher rank hides all others.

    >>> level(lang.Extreme("smallest"), Number(0, 9), 7)
    -7
    """
    return ordinal(key, k) if score.best == "largest" else -ordinal(key, k)


def chosen(i: int, found: Sequence[int], choose: lang.Choose) -> int:
    """The one position a categorical head copies from (rule 2).

    >>> chosen(3, [1, 5], "nearest"), chosen(3, [3, 7], "nearest"), chosen(3, [], "nearest")
    (1, 7, 0)
    """
    if not found:
        return 0
    match choose:
        case "nearest":
            return min(found, key=lambda j: (j == i, abs(i - j), j))
        case "first":
            return found[0]
        case "last":
            return found[-1]
        case _:
            assert_never(choose)


def apply(function: lang.Function, operands: Sequence[Type], out: Type, values: Values) -> int:
    """The value of an MLP, given the values it reads (rule 4)."""
    match function:
        case lang.Table(cells):
            return cells[row_major([domain(type) for type in operands], values)]
        case lang.Formula():
            return formula_value(function, operands, out, values)
        case _:
            assert_never(function)


def row_major(domains: Sequence[range], values: Sequence[int]) -> int:
    """The cell of a table that a combination of values falls into."""
    cell = 0
    for values_of, value in zip(domains, values, strict=True):
        cell = cell * len(values_of) + value - values_of.start
    return cell


def formula_value(formula: lang.Formula, kinds: Sequence[Type], out: Type, values: Values) -> int:
    """The value of a closed form. Truth of a variable: it is not 0, nor the first of its words."""
    if OPERATIONS[formula.op].ordered:
        values = tuple(ordinal(type, value) for type, value in zip(kinds, values, strict=True))
    found: int = written(formula, result(formula, values), out)
    return found


def answered(
    program: Program, tokens: tuple[str, ...], variables: dict[str, Values], kinds: dict[str, Type]
) -> tuple[tuple[Values, ...], list[str] | str]:
    """The votes and the answer that variables lead to, as `Evaluation` keeps them."""
    match program.output:
        case lang.Answer(reads) as answer:
            labels = [lang.answer_label(answer, kinds[reads], n) for n in variables[reads]]
            return (), _with_marks(program, tokens, labels)
        case lang.Classifier(classes, _, pooled) as classifier:
            rows = votes(classifier, variables, kinds, len(tokens))
            if pooled:
                total = tuple(map(sum, zip(*rows, strict=True)))
                return (total,), classes[winner(total)]
            return rows, _with_marks(program, tokens, [classes[winner(row)] for row in rows])
        case _:
            assert_never(program.output)


def votes(
    classifier: lang.Classifier, variables: dict[str, Values], kinds: dict[str, Type], length: int
) -> tuple[Values, ...]:
    """The votes each class gets at each position."""
    rows = [[0] * len(classifier.classes) for _ in range(length)]
    for vote in classifier.votes:
        for row, value in zip(rows, variables[vote.reads], strict=True):
            for c, weight in enumerate(cast(vote, kinds[vote.reads], value)):
                row[c] += weight
    return tuple(map(tuple, rows))


def cast(vote: lang.Vote, type: Type, value: int) -> Values:
    """The votes of this value for each class."""
    if isinstance(type, Number):
        return tuple(weight * value for weight in vote.weights[0])
    return vote.weights[value]


def winner(scores: Sequence[int]) -> int:
    """The first of the largest."""
    return scores.index(max(scores))


def _with_marks(program: Program, tokens: tuple[str, ...], labels: list[str]) -> list[str]:
    """The labels with `begin` and `end` answered by themselves."""
    inner = program.vocabulary.inner(len(tokens))
    return [label if i in inner else tokens[i] for i, label in enumerate(labels)]
