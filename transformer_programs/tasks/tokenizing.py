"""Words: how a text becomes words, and which of them a program knows.

>>> plain_words("It's 19.99, isn't it?")
['It', "'s", '19.99', ',', 'is', "n't", 'it', '?']
>>> with_digits_as("19.99", "@")
'@.@'
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import cache

from ..meaning.stand_ins import common_stand_ins, read_as
from ..program import Vocabulary

UNKNOWN, BEGIN, END = "<unk>", "<s>", "</s>"

DIGITS = re.compile(r"[0-9]+")
# What English tags on to words, then numbers, abbreviations, words, and any other sign alone.
PIECES = re.compile(
    r"n't\b|'(?:s|re|ve|ll|d|m)\b|\d+(?:[.,:]\d+)*|(?:[^\W\d_]\.){2,}|"
    r"\w+?(?=n't\b)|\w+(?:[-.]\w+)*|[^\w\s]",
    re.IGNORECASE,
)


def plain_words(text: str) -> list[str]:
    """The words and signs of a text, near to how English treebanks cut it; needs nothing."""
    return PIECES.findall(text)


def with_digits_as(word: str, mark: str) -> str:
    """A word with each run of digits replaced by a mark, as the paper does for named entities."""
    return DIGITS.sub(lambda _: mark, word)


TOKENIZERS: dict[str, Callable[[str], list[str]]] = {"plain": plain_words, "spaces": str.split}


def vocabulary_of(
    sentences: Iterable[Sequence[str]],
    *,
    most: int = 10_000,
    least_count: int = 1,
    unknown: bool = True,
    begin: str | None = BEGIN,
    end: str | None = END,
    stand_ins: int = 0,
    more: Iterable[str] = (),
) -> Vocabulary:
    """The `most` common words that occur at least `least_count` times, commonest first.

    Words that are equally common stand in the order of the alphabet, never in that of the inputs:
    where these are sorted by label, all rare words that are left out would come from the last one,
    and the unknown word would tell it. Among the words are those that stand for at least
    `stand_ins` different words of one shape and ending; 0 for none. Last come `more` words, which
    training need not have.

    >>> vocabulary_of([["b", "c", "b"], ["a"]], most=2).words
    ('<unk>', '<s>', '</s>', 'b', 'a')
    """
    marks = [mark for mark in (UNKNOWN if unknown else None, begin, end) if mark is not None]
    counts = Counter(word for sentence in sentences for word in sentence)
    for mark in marks:
        counts.pop(mark, None)
    standing = sorted(common_stand_ins(counts, stand_ins) - set(counts)) if stand_ins else []
    room = max(0, most - len(standing))
    ranked = sorted(counts, key=lambda word: (-counts[word], word))
    common = [word for word in ranked[:room] if counts[word] >= least_count]
    words = dict.fromkeys((*marks, *standing, *common, *more))
    return Vocabulary(tuple(words), UNKNOWN if unknown else None, begin, end)


def known_words(vocabulary: Vocabulary) -> Callable[[str], str]:
    """A function that gives each word as the vocabulary has it: itself, its stand-in, or unknown.

    A word that it cannot have at all stays as it is.

    >>> known = known_words(vocabulary_of([["Rome", "is", "old"], ["Oslo", "is"]], stand_ins=2))
    >>> known("is"), known("Lima"), known("a-b")
    ('is', '<Xx>', '<unk>')
    """
    listed = set(vocabulary.symbols)
    return cache(lambda word: read_as(word, listed, vocabulary.unknown) or word)
