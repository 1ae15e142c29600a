"""Words that are any whole number: how a printed file checks them and what it makes of them."""

from __future__ import annotations

from ..program import Program
from ..program import steps as lang
from ..program.numerals import is_numeral, is_value, listed_numbers
from ..program.values import Number
from .code import Code, either, is_in, one_of, ways

IS_NUMERAL = """
def is_numeral(word):
    \"\"\"Whether a word is a whole number of up to 15 digits.\"\"\"
    short = len(word) <= 16 and word.removeprefix("-").isdecimal()
    return short and str(int(word)) == word
""".strip()

Numbers = tuple[Number, list[int]]  # those that are listed, and some of them


def other_words(program: Program) -> list[str]:
    return [word for word in program.vocabulary.words if not is_numeral(word)]


def value_code(step: lang.Token, program: Program) -> Code | None:
    """The value of the word `w` by its number; None where that takes a table."""
    values = dict(zip(program.vocabulary.words, step.lookup, strict=True))
    code: Code | None = "int(w)"
    if not is_value(step, program.vocabulary):
        code = _by_range(step, program)
    others: dict[int, list[str]] = {}
    for word in other_words(program):
        others.setdefault(values[word], []).append(word)
    if code is None or not isinstance(step.out.type, Number):
        return None
    for value, words in others.items():
        if code.startswith("int(") and value == 0 and code != "int(w)":
            code = f"int({one_of('w', words, negated=True)} and {code[4:-1]})"
        else:
            code = either(str(value), one_of("w", words), code)
    return code


def _by_range(step: lang.Token, program: Program) -> Code | None:
    """One of two values, by a range of numbers."""
    values = dict(zip(program.vocabulary.words, step.lookup, strict=True))
    found = {values[str(number)] for number in listed_numbers(program.vocabulary)}
    if len(found) == 1:
        return str(*found)
    for value in sorted(found, reverse=True) if len(found) == 2 else ():
        numbers, (other,) = numbers_of(step, value, program), found - {value}
        if numbers is not None:
            test = is_in("int(w)", *numbers)
            return (
                f"int({test})" if (value, other) == (1, 0) else either(str(value), test, str(other))
            )
    return None


def numbers_of(step: lang.Token, value: int, program: Program) -> Numbers | None:
    """The numbers with a value, if they are a range; those beyond the ends have that of the end."""
    values = dict(zip(program.vocabulary.words, step.lookup, strict=True))
    low, *_, high = listed = listed_numbers(program.vocabulary)
    kind, numbers = Number(low, high), [n for n in listed if values[str(n)] == value]
    inner = len(numbers) == 1 and low < numbers[0] < high
    return (kind, numbers) if inner or {"<=", ">=", "range"} & {*ways(kind, numbers)} else None
