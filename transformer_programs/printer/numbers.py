"""Words that are any whole number: how a printed file checks them and what it makes of them."""

from __future__ import annotations

from itertools import groupby

from ..program import Program
from ..program import steps as lang
from ..program.numerals import is_numeral, is_value, listed_numbers
from .code import Code, one_word_of

IS_NUMERAL = """
def is_numeral(word):
    \"\"\"Whether a word is a whole number of up to 15 digits.\"\"\"
    short = len(word) <= 16 and word.removeprefix("-").isdecimal()
    return short and str(int(word)) == word
""".strip()


def other_words(program: Program) -> list[str]:
    return [word for word in program.vocabulary.words if not is_numeral(word)]


def value_code(step: lang.Token, program: Program) -> Code | None:
    """The value of the word `w` by its number; None where that takes a table."""
    values = dict(zip(program.vocabulary.words, step.lookup, strict=True))
    code: Code | None = "int(w)"
    if not is_value(step, program.vocabulary):
        code = _by_ranges([(n, values[str(n)]) for n in listed_numbers(program.vocabulary)])
    others: dict[int, list[str]] = {}
    for word in other_words(program):
        others.setdefault(values[word], []).append(word)
    if code is None or not hasattr(step.out.type, "low"):
        return None
    for value, words in others.items():
        if code.startswith("int(") and value == 0 and code != "int(w)":
            code = f"int(not {one_word_of(words)} and {code[4:-1]})".replace("not w ==", "w !=")
        else:
            code = f"{value} if {one_word_of(words)} else {code}"
    return code


def _by_ranges(values: list[tuple[int, int]]) -> Code | None:
    """A value for each range of numbers, at most three ranges."""
    match _ranges(values):
        case [value], _:
            return str(value)
        case [0, 1], [last, _]:
            return f"int(int(w) > {last})"
        case [1, 0], [last, _]:
            return f"int(int(w) <= {last})"
        case [0, 1, 0], [low, high, _]:
            return f"int(int(w) == {high})" if high == low + 1 else f"int({low} < int(w) <= {high})"
        case [low, high], [last, _]:
            return f"{low} if int(w) <= {last} else {high}"
    return None


def _ranges(values: list[tuple[int, int]]) -> tuple[list[int], list[int]]:
    """The values of ranges of numbers, and the last number of each."""
    runs = [(value, [n for n, _ in run]) for value, run in groupby(values, key=lambda one: one[1])]
    return [value for value, _ in runs], [numbers[-1] for _, numbers in runs]


def flag_name(step: lang.Token, program: Program) -> str | None:
    """The name of a flag of the numbers above another one, up to it, or equal to it."""
    values = dict(zip(program.vocabulary.words, step.lookup, strict=True))
    if any(values[word] for word in other_words(program)):
        return None
    match _ranges([(n, values[str(n)]) for n in listed_numbers(program.vocabulary)]):
        case [0, 1], [last, _]:
            return f"is_above_{last}".replace("-", "minus_")
        case [1, 0], [last, _]:
            return f"is_at_most_{last}".replace("-", "minus_")
        case [0, 1, 0], [low, high, _] if high == low + 1:
            return f"is_{high}".replace("-", "minus_")
    return None
