"""What the search knows of a task: its words in order, the numbers they spell, its classes.

Nothing here, nor anywhere in the search, asks for the name of a task.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

import numpy as np
import numpy.typing as npt

from ..dataset import Split, Task
from ..program import Vocabulary
from ..program.steps import Mlp, Table, Variable
from ..program.values import Number
from .building import OUT, PLACES

FEW_WORDS = 4  # symbols of which every set is a variable; of more, only single ones
FEW_SIGNS = 6  # symbols of which any two may count against each other
MOST_PAIRED = 170  # words whose pairs are numbered: the numbers must fit 16 bits
MOST_FIELDS = 4
NUMBER = re.compile(r"(-?\d+)")
MANY_WORDS = 24  # symbols from which on single ones are not variables either


@dataclass(frozen=True, eq=False)
class Domain:
    """The words and classes of a task, as the search numbers them.

    `words` are in the order that comparisons see: marks and the unknown word first, then the
    symbols by the alphabet, or by value where every one is a whole number. rank[w] is the place of
    word w of the vocabulary.
    """

    vocabulary: Vocabulary
    words: tuple[str, ...]
    rank: npt.NDArray[np.int16]
    numbers: npt.NDArray[np.int16]  # the whole number each word spells, 0 where it is none
    falling: npt.NDArray[np.int16]  # symbols from the last (1) to the first, marks 0
    numeric: bool  # whether every symbol spells a whole number
    fields: tuple[npt.NDArray[np.int16], ...]  # the numbers in symbols that hold several: "3,5"
    sets: tuple[tuple[int, ...], ...]  # sets of words that are variables
    signs: tuple[tuple[int, ...], ...]  # words that count 1, and with a minus those that count -1
    classes: tuple[str, ...]
    causal: bool
    pair: Mlp | None  # two words as one number; None where there are too many pairs

    @cached_property
    def class_words(self) -> npt.NDArray[np.int16]:
        """For each class the word of that name, or -1."""
        place = {word: i for i, word in enumerate(self.words)}
        return np.array([place.get(name, -1) for name in self.classes], np.int16)

    @cached_property
    def class_numbers(self) -> npt.NDArray[np.int16] | None:
        """For each class the whole number it spells; None unless every class does."""
        found = [whole(name) for name in self.classes]
        if any(number is None for number in found):
            return None
        return np.array(found, np.int16)


def whole(text: str) -> int | None:
    """The small whole number a text spells, in its usual spelling.

    >>> whole("-3"), whole("007"), whole("x")
    (-3, None, None)
    """
    try:
        number = int(text)
    except ValueError:
        return None
    return number if str(number) == text and abs(number) < 1000 else None


def domain_of(task: Task) -> Domain:
    """
    >>> from transformer_programs.tasks import sort
    >>> domain_of(sort(samples=20)).words
    ('<s>', '</s>', '0', '1', '2', '3', '4')
    """
    vocabulary = task.vocabulary
    special = (vocabulary.begin, vocabulary.end, vocabulary.unknown)
    marks = list(dict.fromkeys(mark for mark in special if mark is not None))
    symbols = sorted(word for word in vocabulary.words if word not in marks)
    numeric = len(symbols) > 1 and all(whole(word) is not None for word in symbols)
    if numeric:
        symbols.sort(key=int)
    words = (*marks, *symbols)
    place = {word: i for i, word in enumerate(words)}
    return Domain(
        vocabulary=vocabulary,
        words=words,
        rank=np.array([place[word] for word in vocabulary.words], np.int16),
        numbers=np.array([whole(word) or 0 for word in words], np.int16),
        falling=np.array([*[0] * len(marks), *range(len(symbols), 0, -1)], np.int16),
        numeric=numeric,
        fields=_fields(len(marks), symbols),
        sets=_sets(len(marks), len(symbols)),
        signs=_signs(len(marks), len(symbols)),
        classes=task.classes,
        causal=task.causal,
        pair=_pair(words) if len(words) <= MOST_PAIRED else None,
    )


def _fields(marks: int, symbols: list[str]) -> tuple[npt.NDArray[np.int16], ...]:
    """The first, second, ... number of each symbol, where all are alike but for their numbers."""
    parts = [NUMBER.split(word) for word in symbols]
    alike = {tuple(one[::2]) for one in parts}
    if len(alike) != 1 or not 2 <= len(parts[0]) // 2 <= MOST_FIELDS:
        return ()
    columns = list(zip(*(one[1::2] for one in parts), strict=True))
    if any(whole(text) is None for column in columns for text in column):
        return ()
    return tuple(np.array([*[0] * marks, *map(int, column)], np.int16) for column in columns)


def _pair(words: tuple[str, ...]) -> Mlp:
    """The table that numbers the pairs of words, in order."""
    count = len(words) ** 2
    out = Variable(OUT, Number(0, count - 1))
    return Mlp(out, PLACES[:2], Table(tuple(range(count))))


def _sets(marks: int, symbols: int) -> tuple[tuple[int, ...], ...]:
    """All symbols, each symbol, and of few symbols all of their sets."""
    inner = range(marks, marks + symbols)
    every = (tuple(inner),) if marks else ()
    if symbols > MANY_WORDS:
        return every
    most = symbols - 1 if symbols <= FEW_WORDS else 1
    sizes = range(1, max(1, most) + 1)
    return every + tuple(one for size in sizes for one in combinations(inner, size))


def _signs(marks: int, symbols: int) -> tuple[tuple[int, ...], ...]:
    """One symbol against another; of few symbols, each set with the first against all others."""
    inner = range(max(1, marks), marks + symbols)
    if not marks or symbols > FEW_SIGNS:
        return ()
    found: list[tuple[int, ...]] = [(one, -other) for one, other in combinations(inner, 2)]
    if symbols <= FEW_WORDS:
        for size in range(symbols - 1):
            for more in combinations(inner[1:], size):
                chosen = (inner[0], *more)
                found.append((*chosen, *(-word for word in inner if word not in chosen)))
    return tuple(dict.fromkeys(found))


def spread(labels: npt.NDArray[np.int32], split: Split) -> npt.NDArray[np.int32]:
    """One label a position: that of the whole input at each of its words where there is one."""
    if labels.ndim == 2:
        return labels
    return np.where(split.words >= 0, labels[:, None], -1).astype(np.int32)
