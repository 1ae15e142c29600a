"""The vocabulary of a task: which words of its texts a program knows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from itertools import chain

from ..meaning.words import common_stand_ins, read_as, with_digits_as
from ..program import Vocabulary
from ..program.program import Tokenizer
from ..vectors import load_vectors

UNKNOWN, BEGIN, END = "<unk>", "<s>", "</s>"
MAX_VECTOR_WORDS = 100_000  # of each file of vectors, which have the commonest words first

TOKENIZERS: dict[str, Tokenizer | None] = {"plain": "plain", "chars": "chars", "spaces": None}


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


def vector_words(files: Sequence[str], digits: str | None) -> list[str]:
    """The commonest words of files of vectors."""
    found = load_vectors(*files)
    listed = chain(*(one.words[:MAX_VECTOR_WORDS] for one in (found, *found.several)))
    return [word if digits is None else with_digits_as(word, digits) for word in listed]


def known_words(vocabulary: Vocabulary) -> Callable[[str], str]:
    """A function that gives each word as the vocabulary has it: itself, its stand-in, or unknown.

    A word that it cannot have at all stays as it is.

    >>> known = known_words(vocabulary_of([["Rome", "is", "old"], ["Oslo", "is"]], stand_ins=2))
    >>> known("is"), known("Lima"), known("a-b")
    ('is', '<Xx>', '<unk>')
    """
    listed = set(vocabulary.symbols)
    return cache(lambda word: read_as(word, listed, vocabulary.unknown) or word)
