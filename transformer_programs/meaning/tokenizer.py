"""Raw text as the words of an input: the same here, in an emitted file and on the page.

>>> plain_words("It's 19.99, isn't it?")
['It', "'s", '19.99', ',', 'is', "n't", 'it', '?']
>>> with_digits_as("19.99", "@")
'@.@'
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from ..program import Program, Vocabulary
from ..program.program import Tokenizer
from ..program.steps import Classifier

DIGITS = "[0-9]+"
PIECES: dict[Tokenizer, tuple[str, ...]] = {  # lines of a regular expression for a word
    # English suffixes, then numbers, abbreviations, words, and any other sign alone.
    "plain": (
        r"n't\b|'(?:s|re|ve|ll|d|m)\b|\d+(?:[.,:]\d+)*|(?:[^\W\d_]\.){2,}|",
        r"\w+?(?=n't\b)|\w+(?:[-.]\w+)*|[^\w\s]",
    ),
    "chars": (r"\S",),
}
_PIECES = {name: re.compile("".join(lines), re.IGNORECASE) for name, lines in PIECES.items()}
_DIGITS = re.compile(DIGITS)


def plain_words(text: str) -> list[str]:
    """The words and signs of a text, close to English treebanks."""
    return _PIECES["plain"].findall(text)


def with_digits_as(word: str, mark: str) -> str:
    """A word with each run of digits replaced by a mark, as the paper does for named entities."""
    return _DIGITS.sub(lambda _: mark, word)


def tokenized(text: str, tokenizer: Tokenizer | None, digits: str | None) -> list[str]:
    """The words of a text, as the fields of a vocabulary say."""
    words = text.split() if tokenizer is None else _PIECES[tokenizer].findall(text)
    return words if digits is None else [with_digits_as(word, digits) for word in words]


def text_input(text: str, program: Program) -> list[str]:
    """The input that a program reads a text as: its words between `begin` and `end`.

    Where a text has one label and is too long for the program, its first words are read.

    >>> from transformer_programs.shelf import histogram
    >>> text_input("a b", histogram.program)
    ['<s>', 'a', 'b']
    """
    words = tokenized(text, program.vocabulary.tokenizer, program.vocabulary.digits)
    inner = without_marks(words, program.vocabulary)[: most_words(program)]
    return marked(inner, program.vocabulary) if inner else []


def input_of(program: Program, given: Sequence[str]) -> Sequence[str]:
    """Words as they are; a text as a program with a tokenizer reads it."""
    if isinstance(given, str) and program.vocabulary.reads_text:
        return text_input(given, program)
    return given


def without_marks(words: list[str], vocabulary: Vocabulary) -> list[str]:
    """Words without the marks that they begin and end with."""
    begin, end = vocabulary.begin, vocabulary.end
    first = int(begin is not None and words[:1] == [begin])
    return words[first : len(words) - int(end is not None and words[-1:] == [end])]


def marked(words: list[str], vocabulary: Vocabulary) -> list[str]:
    """Words between `begin` and `end`."""
    begin, end = ([] if mark is None else [mark] for mark in (vocabulary.begin, vocabulary.end))
    return [*begin, *words, *end]


def most_words(program: Program) -> int | None:
    """The number of words at which a text is cut; None if a program never cuts one."""
    pooled = isinstance(program.output, Classifier) and program.output.pooled
    if program.max_length is None or not pooled:
        return None
    marks = (program.vocabulary.begin, program.vocabulary.end)
    return max(0, program.max_length - sum(mark is not None for mark in marks))
