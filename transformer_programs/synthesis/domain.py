"""The words of a task in order, the numbers they spell, and its classes.

Nothing here, nor anywhere in the search, asks for the name of a task.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain, combinations, count, islice, product
from math import prod

import numpy as np
import numpy.typing as npt

from ..dataset import Task
from ..program import Vocabulary
from ..program.numerals import listed_numbers
from ..program.steps import One, Position, Token, Variable
from ..program.values import Categorical, Number
from .pieces import OUT, Piece

Array = npt.NDArray[np.int16]  # values of variables
Bools = npt.NDArray[np.bool_]
Indices = npt.NDArray[np.intp]
Ints = npt.NDArray[np.int32]  # (inputs, positions): words or classes, -1 where there is none
Longs = npt.NDArray[np.int64]

FEW_NAMES = 4  # so many symbols, or labels, are taken one by one, or in every set of them
NUMBER = re.compile(r"(-?\d+)")
MAX_CLASSES = 500  # that a variable may decide
MIN_SHOWN = 3  # examples that show what a rule may hold: a number, a cell, an opening word
FAR = 3000  # beyond all numbers that words and labels spell
LARGEST = 32000  # that an array of 16 bits is to hold
NO_LABEL, MARK_ABOVE = -FAR, 10 * FAR  # where there is no label; a mark above all numbers
MAX_FLAGGED_WORDS = 24  # symbols from which on single ones are not variables either


@dataclass(frozen=True, eq=False)
class Domain:
    """The words and classes of a task, as the search numbers them.

    `words` are in the order that comparisons see: marks and the unknown word first, then the
    symbols by the alphabet, or by value where every one is a whole number. rank[w] is the place of
    word w of the vocabulary. `symbols`: the places of words that are no marks and stand in inputs;
    the vocabulary has more where they are numbers and some between them are missing.
    `opening`: a word of their own that inputs open with, and which is its own label; it is a mark,
    the first of the words, and no class.
    """

    vocabulary: Vocabulary
    words: tuple[str, ...]
    symbols: tuple[int, ...]
    rank: Array
    classes: tuple[str, ...]
    causal: bool
    opening: str | None = None
    any_number: bool = False  # whether numbers that no example shows may be words, too
    refuses: bool = False  # whether programs refuse unknown words, as no input has one

    @cached_property
    def marks(self) -> int:
        """How many words are marks: they come first."""
        return len(_marks(self.vocabulary, self.opening))

    @cached_property
    def numeric(self) -> bool:
        """Whether several symbols spell whole numbers."""
        return sum(whole(word) is not None for word in self.words[self.marks :]) > 1

    @cached_property
    def numbers(self) -> Array:
        """The whole number that each word spells, 0 where it is none."""
        return np.array([whole(word) or 0 for word in self.words], np.int16)

    @cached_property
    def fields(self) -> tuple[Array, ...]:
        """The first, second, ... number of symbols that hold several, as "3,5" does."""
        columns = _columns(self.words[self.marks :])
        return tuple(np.array([*[0] * self.marks, *column], np.int16) for column in columns)

    @cached_property
    def sets(self) -> tuple[tuple[int, ...], ...]:
        """Sets of words that are variables: all symbols, each, and of few symbols every set."""
        inner, count = self.symbols, len(self.symbols)
        every = (tuple(range(self.marks, len(self.words))),) if self.marks else ()
        if count > MAX_FLAGGED_WORDS or self.any_number:
            return every
        most = count - 1 if count <= FEW_NAMES else 1
        sizes = range(1, max(1, most) + 1)
        return every + tuple(one for size in sizes for one in combinations(inner, size))

    @cached_property
    def signs(self) -> tuple[tuple[int, ...], ...]:
        """Words that count 1, and with a minus those that count -1.

        One symbol against another; of few symbols, each set with the first against all others.
        """
        inner = self.symbols
        if not self.marks or len(inner) > 6:
            return ()
        found: list[tuple[int, ...]] = [(one, -other) for one, other in combinations(inner, 2)]
        if len(inner) <= FEW_NAMES:
            for size in range(len(inner) - 1):
                for more in combinations(inner[1:], size):
                    chosen = (inner[0], *more)
                    found.append((*chosen, *(-word for word in inner if word not in chosen)))
        return tuple(dict.fromkeys(found))

    @cached_property
    def orders(self) -> tuple[Piece, ...]:
        """A number for each word, 1 for the last; and multiples, so that sums tell two words."""
        size = len(self.words)
        order = np.where(np.arange(size) < self.marks, 0, size - np.arange(size))
        scaled = (by_word(self, order * size, cost=3),) if size**2 <= LARGEST else ()
        return (by_word(self, order), *scaled)

    @cached_property
    def class_words(self) -> Array:
        """For each class the word of that name, or -1."""
        place = {word: i for i, word in enumerate(self.words)}
        return np.array([place.get(name, -1) for name in self.classes], np.int16)

    @cached_property
    def class_numbers(self) -> Array | None:
        """For each class the whole number it spells; None unless every class does.

        Of classes that are mostly numbers, a few may be names, which get the numbers just below.
        """
        spelled = [whole(name.removesuffix(self.point)) for name in self.classes]
        numbers = [number for number in spelled if number is not None]
        if not numbers or len(spelled) - len(numbers) > min(FEW_NAMES, len(numbers) // 2):
            return None
        below = count(min(numbers) - 1, -1)
        return np.array([next(below) if one is None else one for one in spelled], np.int16)

    @cached_property
    def class_named(self) -> Bools:
        """Which classes are names, where most are numbers."""
        return np.array([whole(name.removesuffix(self.point)) is None for name in self.classes])

    @cached_property
    def tells_values(self) -> bool:
        """Whether labels are values that may be any number: no table of those seen tells them."""
        return self.any_number and self.class_numbers is not None and len(self.classes) > FEW_NAMES

    @cached_property
    def point(self) -> str:
        """The ending of whole numbers where all labels are spelled as fractions: .0, or nothing."""
        return ".0" if all(name.endswith(".0") for name in self.classes) else ""


def whole(text: str) -> int | None:
    """The small whole number a text spells, in its usual spelling.

    >>> whole("-3"), whole("007"), whole("x")
    (-3, None, None)
    """
    try:
        number = int(text)
    except ValueError:
        return None
    return number if str(number) == text and abs(number) < FAR else None


def domain_of(task: Task) -> Domain:
    """
    >>> from transformer_programs.tasks import sort
    >>> domain_of(sort(samples=20)).words
    ('<s>', '</s>', '0', '1', '2', '3', '4')
    """
    opening = _opening(task)
    marks = _marks(task.vocabulary, opening)
    seen = [word for word in task.vocabulary.words if word not in marks]
    vocabulary = replace(task.vocabulary, words=(*task.vocabulary.words, *_between(seen)))
    symbols = sorted(word for word in vocabulary.words if word not in marks)
    if all(whole(word) is not None for word in symbols):
        symbols.sort(key=int)
    words = (*marks, *symbols)
    place = {word: i for i, word in enumerate(words)}
    return Domain(
        vocabulary=vocabulary,
        words=words,
        symbols=tuple(sorted(place[word] for word in seen)),
        rank=np.array([place[word] for word in vocabulary.words], np.int16),
        classes=tuple(name for name in task.classes if name != opening),
        causal=task.causal,
        opening=opening,
        any_number=_any_number(task, vocabulary),
        refuses=vocabulary.unknown is not None and not _has_unknown(task),
    )


def _has_unknown(task: Task) -> bool:
    """Whether an input has the unknown word; or text has, which is never refused."""
    words, unknown = task.vocabulary.words, task.vocabulary.unknown
    if unknown is None or task.vocabulary.reads_text:
        return unknown is not None
    return any((split.words == words.index(unknown)).any() for split in task.splits.values())


def _any_number(task: Task, vocabulary: Vocabulary) -> bool:
    """Whether words may be any number: where some are missing, or inputs are lists of values."""
    numbers = listed_numbers(vocabulary)
    complete = len(numbers) > 1 and numbers[-1] - numbers[0] == len(numbers) - 1
    if not complete or vocabulary.reads_text or _has_unknown(task):
        return False
    return vocabulary.lists in ("values", "number") or len(vocabulary.words) > len(
        task.vocabulary.words
    )


def _opening(task: Task) -> str | None:
    """The word that all inputs open with, where it stands and is a label nowhere else."""
    words, labels, first = task.train.words, task.train.labels, task.vocabulary.begin is not None
    here = words == words[0, int(first)]
    name = task.vocabulary.words[words[0, int(first)]]
    if task.pooled or len(words) < MIN_SHOWN or name not in task.classes:
        return None
    same = (labels == task.classes.index(name)) == here
    alone = here.sum(axis=1).max() == 1 and here[:, int(first)].all()
    return name if alone and same.all() and (words[:, int(first) + 1] >= 0).any() else None


def _marks(vocabulary: Vocabulary, opening: str | None) -> list[str]:
    """The words that are no symbols."""
    special = (opening, vocabulary.begin, vocabulary.end, vocabulary.unknown)
    return list(dict.fromkeys(mark for mark in special if mark is not None))


def _columns(words: Sequence[str]) -> list[tuple[int, ...]]:
    """The first, second, ... number of each word, where all are alike but for their numbers.

    >>> _columns(["3,5", "0,-1"])
    [(3, 0), (5, -1)]
    """
    parts = [NUMBER.split(word) for word in words]
    if len({tuple(one[::2]) for one in parts}) != 1 or len(parts[0]) < 5:
        return []
    found = [[whole(text) for text in column] for column in list(zip(*parts, strict=True))[1::2]]
    known = [tuple(number for number in column if number is not None) for column in found]
    return known if all(len(column) == len(words) for column in known) else []


def _between(words: Sequence[str]) -> list[str]:
    """Numbers that examples leave out: all with as many digits as the longest one seen.

    None where no number between the least and the largest is left out, or where they are too many.

    >>> len(_between(["0", "12", "4"])), _between(["0", "1"]), _between(["0,0", "1,1"])[:3]
    (97, [], ['0,1', '0,2', '0,3'])
    """
    single = [number for word in words if (number := whole(word)) is not None]
    columns = [tuple(single)] if len(single) > 1 else _columns(words)
    if not columns:
        return []
    like = str(single[0]) if len(single) > 1 else words[0]
    signs, known = NUMBER.split(like)[::2], set(words)

    def missing(ranges: Sequence[range]) -> list[str]:
        if prod(map(len, ranges)) > FAR:
            return []
        every = ((*map(str, numbers), "") for numbers in product(*ranges))
        spelled = ("".join(chain(*zip(signs, one, strict=True))) for one in every)
        return [word for word in spelled if word not in known]

    seen = [range(min(column), max(column) + 1) for column in columns]
    between = missing(seen)
    return (missing([_of_digits(one) for one in seen]) or between) if between else []


def _of_digits(seen: range) -> range:
    """All numbers with as many digits as the longest of a range; below 0 only where it goes there.

    >>> _of_digits(range(3, 59)), _of_digits(range(-2, 5))
    (range(0, 100), range(-9, 10))
    """
    end = 10 ** max(len(str(abs(number))) for number in (seen[0], seen[-1]))
    return range(1 - end if seen[0] < 0 else 0, end)


def spread(domain: Domain, task: Task) -> Ints:
    """One label a position: that of the whole input at each of its words where there is one.

    It is the number of a class of the domain, which may have fewer than the task.
    """
    labels, place = task.train.labels, {name: n for n, name in enumerate(domain.classes)}
    number = np.array([*(place.get(name, -1) for name in task.classes), -1], np.int32)
    if labels.ndim == 1:
        labels = np.where(task.train.words >= 0, labels[:, None], -1)
    return number[labels]


# --- what the search starts from ------------------------------------------------------------------


def inputs(domain: Domain) -> Iterator[Piece]:
    """Variables that read no other one.

    Word, position and one, in the order of their places; then what else words may mean.
    """
    words = Variable("tokens", Categorical(domain.words))
    yield Piece(Token(words, tuple(domain.rank.tolist())))
    yield Piece(Position(Variable("positions", Number(0, None))))
    yield Piece(One(Variable("ones", Number(1, 1))))
    if domain.numeric:
        yield by_word(domain, domain.numbers, name="numbers")
    places = np.arange(len(domain.words))
    # So that the smallest is no mark: the last symbol is 1, or marks are above all numbers.
    if domain.any_number:
        yield marked(domain)
    else:
        yield from domain.orders
    numbers = [np.abs(domain.numbers)] if domain.numbers.min() < 0 else []
    for one in (*([] if domain.any_number else numbers), *domain.fields):
        yield by_word(domain, one)
    for some in domain.sets:
        many = len(some) == 1 and len(domain.symbols) > FEW_NAMES  # singling one out is dear
        yield by_word(domain, np.isin(places, some), (1 if len(some) > 4 else 2) + 2 * many)
    for some in domain.signs:
        signs = [(place in some) - (-place in some) for place in places.tolist()]
        yield by_word(domain, np.array(signs), 3)


def marked(domain: Domain) -> Piece:
    """The numbers of words, with marks above them all."""
    marks = np.arange(len(domain.words)) < domain.marks
    return by_word(domain, np.where(marks, MARK_ABOVE, domain.numbers), cost=3)


def base(domain: Domain) -> tuple[Piece, Piece, Piece]:
    """The word, the position and the one."""
    word, position, one = islice(inputs(domain), 3)
    return word, position, one


def word_flag(domain: Domain, *words: int) -> Piece:
    """Whether a word is one of these."""
    return by_word(domain, np.isin(np.arange(len(domain.words)), words))


def by_word(
    domain: Domain, values: npt.NDArray[np.generic], cost: int = 2, name: str = OUT
) -> Piece:
    """A number for each word. 0 is always in its range: `keep` may have to give it."""
    lookup = tuple(map(int, values[domain.rank].tolist()))
    out = Variable(name, Number(min(0, *lookup), max(0, *lookup)))
    return Piece(Token(out, lookup), (), cost)
