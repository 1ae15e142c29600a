"""Programs that know every whole number, not only those that their vocabulary lists.

In a vocabulary with `numerals`, a number that is not listed is read as the nearest one that is.
Only a variable that holds the word itself, or its number, holds the new one. So the words of such a
program may be copied and told apart, and its numbers computed with, but no table has a row for
each of them.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING

from . import steps as lang
from .values import Categorical, Number, Type, require

if TYPE_CHECKING:
    from .program import Program, Vocabulary

MAX_DIGITS = 15  # of a numeral: whole numbers of so many are exact in JSON and JavaScript


def is_numeral(word: object) -> bool:
    """Whether a word is a whole number in its usual spelling.

    >>> is_numeral("-37"), is_numeral("007"), is_numeral("x")
    (True, False, False)
    """
    if not isinstance(word, str) or len(word) > MAX_DIGITS + 1:
        return False
    return word.removeprefix("-").isdecimal() and str(int(word)) == word


def listed_numbers(vocabulary: Vocabulary) -> list[int]:
    """The numbers among the words, in order."""
    return sorted(int(word) for word in vocabulary.words if is_numeral(word))


def holds_words(type: Type, vocabulary: Vocabulary) -> bool:
    """Whether a type has the numerals of a vocabulary among its values."""
    return isinstance(type, Categorical) and {
        word for word in vocabulary.words if is_numeral(word)
    } <= {*type.values}


def is_value(step: lang.Token, vocabulary: Vocabulary) -> bool:
    """Whether a variable holds the number that each numeral is."""
    pairs = zip(vocabulary.words, step.lookup, strict=True)
    number = isinstance(step.out.type, Number)
    return number and all(value == int(word) for word, value in pairs if is_numeral(word))


def check_numerals(program: Program) -> None:
    """Refuse steps that would need a row for each number."""
    vocabulary, types = program.vocabulary, {step.out.name: step.out.type for step in program.steps}
    words = {name for name, type in types.items() if holds_words(type, vocabulary)}
    for step in program.steps:
        require(
            not words.intersection(ordered(step)),
            f"{step.out.name}: expected no table or order of words, since any number may be one",
        )
        closed = isinstance(step, lang.Token) and is_value(step, vocabulary)
        require(
            not closed or step.out.type == Number(None, None),
            f"{step.out.name}, out: expected Number(None, None), since words are any numbers",
        )
    votes = program.output.votes if isinstance(program.output, lang.Classifier) else ()
    require(
        not words.intersection(vote.reads for vote in votes),
        "Program, output: expected no votes of words, since any number may be one",
    )


def ordered(step: lang.Step) -> tuple[str, ...]:
    """The variables of a step that are more than copied, or told apart."""
    match step:
        case lang.Mlp(_, reads, function):
            alike = isinstance(function, lang.Formula) and function.op in ("==", "!=", "keep")
            return () if alike else reads
        case lang.CategoricalHead() | lang.NumericalHead():
            op = step.predicate.op if isinstance(step.predicate, lang.Compare) else "<"
            equal = isinstance(step.predicate, lang.Is) or op in ("==", "!=") or _matches_all(step)
            return () if equal and lang.score_of(step) is None else (step.query, step.key)
        case _:
            return ()


def _matches_all(head: lang.Head) -> bool:
    """Whether a head matches every word with every other."""
    rows = head.predicate.accepts if isinstance(head.predicate, lang.Rows) else ()
    return head.query == head.key and all(len(row) == len(rows) for row in rows) and bool(rows)


def _resized(steps: Iterable[lang.Step]) -> tuple[lang.Step, ...]:
    """Steps of which some write more or fewer words: a head that matches all still does."""
    sizes: dict[str, int] = {}
    found: list[lang.Step] = []
    for step in steps:
        if isinstance(step, lang.Head) and _matches_all(step) and step.key in sizes:
            row = tuple(range(sizes[step.key]))
            step = replace(step, predicate=lang.Rows((row,) * len(row)))
        if isinstance(step.out.type, Categorical):
            sizes[step.out.name] = len(step.out.type.values)
        found.append(step)
    return tuple(found)


def with_numerals(program: Program, words: Iterable[str]) -> Program:
    """The program with the numbers among some words in its vocabulary.

    >>> from transformer_programs.program import Answer, Program, Token, Variable, Vocabulary
    >>> number = Variable("number", Number(None, None))
    >>> known = Vocabulary(("<s>", "0", "1"), begin="<s>", numerals=True)
    >>> program = Program(known, (Token(number, (0, 0, 1)),), Answer("number"))
    >>> with_numerals(program, ["<s>", "37"]).steps[0].lookup
    (0, 0, 1, 37)
    """
    vocabulary = program.vocabulary
    if not vocabulary.numerals:
        return program
    listed = {*vocabulary.words}
    new = sorted({int(word) for word in words if is_numeral(word) and word not in listed})
    if not new:
        return program
    low, *_, high = listed_numbers(vocabulary)
    nearest = [vocabulary.index[str(min(max(number, low), high))] for number in new]

    def widened(step: lang.Step) -> lang.Step:
        type = step.out.type
        if isinstance(type, Categorical) and holds_words(type, vocabulary):
            type = Categorical(tuple(dict.fromkeys((*type.values, *map(str, new)))))
        if isinstance(step, lang.Token):
            added = [step.lookup[word] for word in nearest]
            if isinstance(type, Categorical) and type != step.out.type:
                if type.values[added[0]] == vocabulary.words[nearest[0]]:  # it is the word itself
                    added = [type.values.index(str(number)) for number in new]
            elif is_value(step, vocabulary):
                added = new
            step = replace(step, lookup=(*step.lookup, *added))
        return replace(step, out=replace(step.out, type=type))

    more = replace(vocabulary, words=(*vocabulary.words, *map(str, new)), numerals=False)
    return replace(program, vocabulary=more, steps=_resized(map(widened, program.steps)), chain=())


def numbers_beyond(vocabulary: Vocabulary) -> list[str]:
    """Some numbers that a vocabulary does not list; none where words are not any number.

    >>> from transformer_programs.program import Vocabulary
    >>> numbers_beyond(Vocabulary(("0", "1"), numerals=True))
    ['-7', '2', '23']
    """
    if not vocabulary.numerals:
        return []
    low, *_, high = listed_numbers(vocabulary)
    return [str(number) for number in (low - 7, high + 1, 10 * abs(high) + 13)]


def without_numerals(program: Program, vocabulary: Vocabulary) -> Program:
    """The program that `with_numerals` was made of, or an edit of it; `vocabulary` is its own.

    A ProgramError where a step has a table of the words that were put in.
    """
    more = program.vocabulary.words[len(vocabulary.words) :]

    def narrowed(step: lang.Step) -> lang.Step:
        type = step.out.type
        if isinstance(type, Categorical) and more and type.values[-len(more) :] == more:
            type = Categorical(type.values[: -len(more)])
        if isinstance(step, lang.Token):
            step = replace(step, lookup=step.lookup[: len(vocabulary.words)])
        return replace(step, out=replace(step.out, type=type))

    return replace(program, vocabulary=vocabulary, steps=_resized(map(narrowed, program.steps)))
