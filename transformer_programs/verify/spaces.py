"""The inputs a program can be given: how many there are, all of them in order, or a sample."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import combinations
from itertools import count as count_from

import numpy as np
from numpy.typing import NDArray

from ..program import Vocabulary

Words = NDArray[np.int64]  # (inputs, positions): indices into the words of a space


@dataclass(frozen=True, slots=True)
class InputSpace:
    """Every well-formed input of listed words, shortest first, then in vocabulary order.

    Where the vocabulary has an unknown word, one word that is not listed stands for all of those,
    and comes last in the order. It is none of `taken`.

    `fewest` counts the words between `begin` and `end`. The input that is only `begin` and `end`
    is well-formed; the data of a task often leave it out (`fewest=1`).

    >>> space = InputSpace(Vocabulary(("<s>", "a", "b"), begin="<s>"), 3)
    >>> space.count, list(space)[:4]
    (7, [('<s>',), ('<s>', 'a'), ('<s>', 'b'), ('<s>', 'a', 'a')])
    >>> list(InputSpace(Vocabulary(("<unk>", "a"), unknown="<unk>"), 1))
    [('<unk>',), ('a',), ('unlisted',)]
    """

    vocabulary: Vocabulary
    max_length: int
    fewest: int = 0
    taken: frozenset[str] = frozenset()

    @property
    def unlisted(self) -> str | None:
        """The word that stands for all that are not listed; None where they are refused."""
        if self.vocabulary.unknown is None:
            return None
        taken = self.taken.union(self.vocabulary.words)
        names = (f"unlisted{number}" for number in count_from(2))
        return "unlisted" if "unlisted" not in taken else next(n for n in names if n not in taken)

    @property
    def words(self) -> tuple[str, ...]:
        """The words that inputs are made of; blocks hold their indices."""
        return self.vocabulary.words + (() if self.unlisted is None else (self.unlisted,))

    @property
    def symbols(self) -> Words:
        """The indices of the words that may stand anywhere: all but `begin` and `end`."""
        marks = self.vocabulary.begin, self.vocabulary.end
        return np.array([i for i, w in enumerate(self.words) if w not in marks], dtype=np.int64)

    @property
    def count(self) -> int:
        return sum(map(self.count_of, self.lengths))

    @property
    def lengths(self) -> range:
        return range(max(1, self.marks + self.fewest), self.max_length + 1)

    @property
    def marks(self) -> int:
        """How many words of every input are fixed: `begin` and `end`."""
        return (self.vocabulary.begin is not None) + (self.vocabulary.end is not None)

    def count_of(self, length: int) -> int:
        """How many inputs have this length."""
        symbols = len(self.vocabulary.symbols) + (self.vocabulary.unknown is not None)
        count: int = symbols ** (length - self.marks)
        return count

    def __iter__(self) -> Iterator[tuple[str, ...]]:
        words = self.words
        for block in self.blocks(4096):
            for row in block.tolist():
                yield tuple(words[word] for word in row)

    def blocks(self, rows: int, lengths: range | None = None) -> Iterator[Words]:
        """All inputs, or those of some lengths: arrays of at most `rows` inputs of one length."""
        for length in self.lengths if lengths is None else lengths:
            count = self.count_of(length)
            for start in range(0, count, rows):
                numbers = np.arange(start, min(start + rows, count))
                yield self.framed(self._digits(numbers, length - self.marks))

    def framed(self, symbols: Words) -> Words:
        """Inputs from indices into `symbols`: as words, between `begin` and `end`."""
        words, begin, end = self.words, self.vocabulary.begin, self.vocabulary.end
        columns = [self.symbols[symbols] if symbols.size else symbols]
        if begin is not None:
            columns.insert(0, np.full((len(symbols), 1), words.index(begin)))
        if end is not None:
            columns.append(np.full((len(symbols), 1), words.index(end)))
        return np.concatenate(columns, axis=1)

    def _digits(self, numbers: Words, length: int) -> Words:
        """The inputs with these numbers, among all of one length in order."""
        columns: list[Words] = []
        symbols = len(self.symbols)
        for _ in range(length):
            numbers, digit = np.divmod(numbers, symbols)
            columns.insert(0, digit)
        return np.stack(columns, axis=1) if columns else np.zeros((len(numbers), 0), np.int64)

    def sample(self, lengths: range, count: int, seed: int) -> Iterator[Words]:
        """About `count` different inputs: every length alike, half of them of few words each.

        Few different words make repetitions, which is what heads look for. Half of these inputs
        have the unlisted word among their few, where there is one.
        """
        rng = np.random.default_rng(seed)
        symbols = len(self.symbols)
        for part, length in enumerate(lengths):
            rows = count * (part + 1) // len(lengths) - count * part // len(lengths)
            if rows == 0:
                continue
            shape = (rows, length - self.marks)
            any_words = rng.integers(symbols, size=shape)
            few = rng.integers(symbols, size=(rows, 3))
            if self.unlisted is not None:
                few[rng.random(rows) < 0.5, 0] = symbols - 1
            few_words = np.take_along_axis(few, rng.integers(3, size=shape), axis=1)
            chosen = np.where(rng.random((rows, 1)) < 0.5, any_words, few_words)
            yield self.framed(np.unique(chosen, axis=0))


# --- smaller inputs made from one input: fewer words, or earlier ones -----------------------------


Row = tuple[int, ...]
FIRST_TRIED = 32  # replacements of a word
PAIRS_UP_TO = 64  # words: in longer inputs only one word is left out at a time


def shrink(space: InputSpace, row: Row, first: Callable[[Words], int | None], calls: int) -> Row:
    """A smaller input of the space that `first` still finds, until no step makes it smaller.

    `first` gives the first row of a block that has the property kept. A step leaves out one or two
    words, puts an earlier word for one word, at one place or wherever it stands, or swaps two words
    so that the earlier comes first. At most about `calls` inputs are tried.
    """
    while calls > 0:
        for block in _blocks(space, row):
            calls -= len(block)
            found = first(block)
            if found is not None:
                row = tuple(block[found].tolist())
                break
            if calls <= 0:
                return row
        else:
            return row
    return row


def _blocks(space: InputSpace, row: Row) -> Iterator[Words]:
    """Blocks of smaller inputs, each in order, the shortest first."""
    inner = space.vocabulary.inner(len(row))
    for fewer in (2, 1):
        if len(row) - fewer in space.lengths and (fewer == 1 or len(row) <= PAIRS_UP_TO):
            shorter = {
                tuple(word for i, word in enumerate(row) if i not in left_out)
                for left_out in combinations(inner, fewer)
            }
            if shorter:
                yield np.array(sorted(shorter), dtype=np.int64)
    symbols = space.symbols.tolist()
    # An earlier word further left makes the smaller input: places from the left, words in order.
    for i in inner:
        earlier = [word for word in symbols if word < row[i]]
        replaced = [_everywhere(row, row[i], word) for word in earlier]
        replaced += [(*row[:i], word, *row[i + 1 :]) for word in earlier]
        if replaced:
            block = np.array(sorted(set(replaced)), dtype=np.int64)
            yield from np.split(block, [FIRST_TRIED])  # of a large vocabulary most are not needed
    swapped = {
        (*row[:i], row[j], *row[i + 1 : j], row[i], *row[j + 1 :])
        for i, j in combinations(inner, 2)
        if row[j] < row[i]
    }
    if swapped:
        yield np.array(sorted(swapped), dtype=np.int64)


def _everywhere(row: Row, old: int, new: int) -> Row:
    return tuple(new if word == old else word for word in row)
