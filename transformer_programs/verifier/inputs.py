"""The space of inputs: all that two sides take, a sample of them, and smaller ones made of one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, combinations, groupby

import numpy as np

from ..meaning.interpret import InputError, encode, require_words
from ..meaning.words import unlisted_words
from ..program import Program, Vocabulary
from ..program.numerals import with_numerals
from ..program.program import is_pooled
from ..program.values import Refusal
from .pair import Side, Words, own_words, spelled

Row = tuple[int, ...]

SAMPLED_LENGTH = 24  # the longest sample for programs that take any length


class VerifyError(Refusal):
    """Two sides that cannot be compared. The message says why."""


@dataclass(frozen=True)
class InputSpace:
    """Every well-formed input of listed words, shortest first, then in vocabulary order.

    Where the vocabulary has an unknown word, `unlisted` words are among the inputs, last in the
    order: one for each listed word that unlisted words are read as. They are none of `taken`.

    >>> space = InputSpace(Vocabulary(("<s>", "a", "b"), begin="<s>"), 3)
    >>> space.count, [block.tolist() for block in space.blocks(3)][:3]
    (7, [[[0]], [[0, 1], [0, 2]], [[0, 1, 1], [0, 1, 2], [0, 2, 1]]])
    >>> InputSpace(Vocabulary(("<unk>", "a"), unknown="<unk>"), 1).words
    ('<unk>', 'a', 'unlisted')
    """

    vocabulary: Vocabulary
    max_length: int
    taken: frozenset[str] = frozenset()

    @cached_property
    def unlisted(self) -> tuple[str, ...]:
        """Words that stand for all that are not listed; none where they are refused."""
        return unlisted_words(self.vocabulary, self.taken)

    @cached_property
    def words(self) -> tuple[str, ...]:
        """The words that inputs are made of; blocks hold their indices."""
        return self.vocabulary.words + self.unlisted

    @cached_property
    def symbols(self) -> Words:
        """The indices of the words that may stand anywhere: all but `begin` and `end`."""
        marks = self.vocabulary.begin, self.vocabulary.end
        return np.array([i for i, w in enumerate(self.words) if w not in marks], dtype=np.int64)

    @property
    def count(self) -> int:
        return sum(map(self.count_of, self.lengths))

    @property
    def lengths(self) -> range:
        return range(max(1, self.marks), self.max_length + 1)

    @property
    def marks(self) -> int:
        """The number of fixed words of every input: `begin` and `end`."""
        return len(self.vocabulary.marks)

    def count_of(self, length: int) -> int:
        """The number of inputs of this length."""
        return int(len(self.symbols) ** (length - self.marks))

    def blocks(self, rows: int, lengths: range | None = None) -> Iterator[Words]:
        """All inputs, or those of some lengths: arrays of at most `rows` inputs of one length."""
        for length in self.lengths if lengths is None else lengths:
            count, width = self.count_of(length), length - self.marks
            for start in range(0, count, rows):
                numbers = np.arange(start, min(start + rows, count))
                digits = np.zeros((len(numbers), width), np.int64)
                for place in reversed(range(width)):
                    numbers, digits[:, place] = np.divmod(numbers, len(self.symbols))
                yield self._framed(digits)

    def sample(self, lengths: range, count: int, seed: int) -> Iterator[Words]:
        """About `count` different inputs: every length alike, half of them of few words each.

        Few different words make repetitions, which is what heads look for. Half of these inputs
        have the unlisted word among their few, where there is one.
        """
        rng, symbols = np.random.default_rng(seed), max(1, len(self.symbols))
        for number, length in enumerate(lengths):
            rows = count * (number + 1) // len(lengths) - count * number // len(lengths)
            shape = rows, length - self.marks
            few = rng.integers(symbols, size=(rows, 3))
            if unlisted := len(self.unlisted):
                chosen = symbols - 1 - rng.integers(unlisted, size=rows)
                few[:, 0] = np.where(rng.random(rows) < 0.5, chosen, few[:, 0])
            few_words = np.take_along_axis(few, rng.integers(3, size=shape), axis=1)
            half = rng.random((rows, 1)) < 0.5
            drawn = np.where(half, rng.integers(symbols, size=shape), few_words)
            if rows:
                yield self._framed(np.unique(drawn, axis=0) if shape[1] else drawn[:1])

    def _framed(self, symbols: Words) -> Words:
        """Inputs from indices into `symbols`: as words, between `begin` and `end`."""
        columns = [self.symbols[symbols] if symbols.size else symbols]
        for place, mark in ((0, self.vocabulary.begin), (len(columns) + 1, self.vocabulary.end)):
            if mark is not None:
                columns.insert(place, np.full((len(symbols), 1), self.words.index(mark)))
        return np.concatenate(columns, axis=1)


# --- those that are run ---------------------------------------------------------------------------


# Inputs in blocks of one length, the smallest first, of at most so many rows.
Blocks = Callable[[int], Iterator[Words]]


def common_space(sides: tuple[Side, Side]) -> tuple[InputSpace, bool, list[str]]:
    """The inputs that both sides take, whether these are all of them, and what is to be said.

    Programs that take any length are given inputs of up to SAMPLED_LENGTH words.
    """
    programs = [side for side in sides if isinstance(side, Program)]
    if not programs:
        raise VerifyError(
            "neither side says which inputs it takes: give the inputs to compare them on"
        )
    longest = [program.max_length for program in programs]
    known = [length for length in longest if length is not None]
    most = min(known, default=SAMPLED_LENGTH)
    own = own_words(sides[0]) | own_words(sides[1])
    space = InputSpace(programs[0].vocabulary, most, own)
    unlisted = len(space.unlisted)
    notes = [f"{unlisted} unknown words included"] if unlisted > 1 else []
    notes += ["one unknown word included"] if unlisted == 1 else []
    if len(set(longest)) > 1 or not known:
        notes.append(f"up to {most} words{', the most both take' if known else ''}")
    return space, bool(known), notes


def some_inputs(space: InputSpace, samples: int, seed: int) -> tuple[int, Blocks]:
    """About `samples` inputs of a space: all of the shortest lengths, then some of each length.

    Their number is an upper bound: an input that was drawn twice is run once.
    """
    stop, left = space.lengths.start, samples // 2
    while stop < space.lengths.stop and (left := left - space.count_of(stop)) >= 0:
        stop += 1
    whole, rest = range(space.lengths.start, stop), range(stop, space.lengths.stop)
    number = samples - sum(map(space.count_of, whole))

    def blocks(rows: int) -> Iterator[Words]:
        for block in chain(space.blocks(rows, whole), space.sample(rest, number, seed)):
            yield from np.split(block, range(rows, len(block), rows))

    return samples if rest else samples - number, blocks


def given_inputs(
    sides: tuple[Side, Side], inputs: Iterable[Sequence[str]]
) -> tuple[InputSpace, int, Blocks]:
    """Exactly the inputs given, each once."""
    programs = [side for side in sides if isinstance(side, Program)]
    given: set[tuple[str, ...]] = set()
    for number, tokens in enumerate(inputs):
        try:
            require_words(tokens)
            for program in programs:
                encode(with_numerals(program, tokens), tokens)
        except InputError as error:
            raise InputError(f"input {number}: {error}") from None
        given.add(tuple(tokens))
    found = sorted(set(chain(*given)))
    if not given:
        raise VerifyError("there are no inputs to compare on")
    if not found:
        raise VerifyError("all inputs are empty: expected a word in at least one of them")
    listed = programs[0].vocabulary if programs else Vocabulary(tuple(found))
    words = [word for word in listed.words if word in found]
    words += [word for word in found if word not in listed.words]
    index = {word: i for i, word in enumerate(words)}
    numbered = (tuple(map(index.__getitem__, tokens)) for tokens in given)
    rows = sorted(numbered, key=lambda row: (len(row), row))  # shortest first
    space = InputSpace(Vocabulary(tuple(words), None, listed.begin, listed.end), len(rows[-1]))

    def blocks(most: int) -> Iterator[Words]:
        for _, alike in groupby(rows, len):
            table = np.array([*alike], np.int64)
            yield from np.split(table, range(most, len(table), most))

    return space, len(rows), blocks


# --- which words and answers can be compared ------------------------------------------------------


def require_comparable(a: Program, b: Program) -> None:
    """Refuse programs of which only one gives a single answer for an input."""
    if is_pooled(a) != is_pooled(b):
        how = [("once for an input" if is_pooled(one) else "at each position") for one in (a, b)]
        said = f"one answers {how[0]}, the other {how[1]}"
        raise VerifyError(f"the programs cannot be compared: {said}")


def require_same_words(a: Vocabulary, b: Vocabulary) -> None:
    """Refuse two vocabularies that are not the same but for their order."""
    for field in ("begin", "end", "unknown"):
        ours, theirs = getattr(a, field), getattr(b, field)
        if ours != theirs:
            raise VerifyError(
                f"the two take different inputs: {field} is {spelled(ours)} in one, "
                f"{spelled(theirs)} in the other"
            )
    for word in sorted(set(a.words) ^ set(b.words))[:1]:
        raise VerifyError(
            f"the two take different inputs: only one of them has the word {spelled(word)}"
        )


def words_of_one(a: Vocabulary, b: Vocabulary) -> Iterator[list[str]]:
    """Inputs of one word that only one of two vocabularies has."""
    for ours, theirs in ((a, b), (b, a)):
        for word in sorted({*ours.symbols} - {*theirs.words}):
            yield ours.framed([word])


def refused_inputs(program: Program) -> Iterator[list[str]]:
    """Inputs that a program refuses: empty, too long, with wrong marks or an unknown word."""
    vocabulary, most = program.vocabulary, program.max_length
    yield []
    for word in vocabulary.symbols[:1]:
        if most is not None:
            yield vocabulary.framed([word] * (most + 1))
        for mark in vocabulary.marks:
            yield [token for token in vocabulary.framed([word]) if token != mark]
            yield vocabulary.framed([word, mark, word])
    if vocabulary.unknown is None:
        yield vocabulary.framed(["_".join(("", *vocabulary.words))])


# --- smaller inputs made from one input: fewer words, or earlier ones -----------------------------


FIRST_TRIED = 32  # replacements of a word: of a large vocabulary most are not needed


def shrink(space: InputSpace, row: Row, first: Callable[[Words], int | None], calls: int) -> Row:
    """A smaller input of the space that `first` still finds, until no step makes it smaller.

    `first` gives the first row of a block that has the property kept. A step leaves out one or two
    words, puts an earlier word for one word, at one place or wherever it stands, or swaps two words
    so that the earlier comes first. At most about `calls` inputs are tried.
    """
    blocks = _smaller(space, row)
    while calls > 0 and (block := next(blocks, None)) is not None:
        calls -= len(block)
        if (found := first(block)) is not None:
            row = tuple(block[found].tolist())
            blocks = _smaller(space, row)
    return row


def _smaller(space: InputSpace, row: Row) -> Iterator[Words]:
    """Blocks of smaller inputs, each in order, the shortest first."""
    inner = space.vocabulary.inner(len(row))
    tried: list[set[Row]] = []
    for fewer in (2, 1):
        if len(row) - fewer in space.lengths:
            left_out = combinations(inner, fewer)
            tried.append({tuple(w for i, w in enumerate(row) if i not in out) for out in left_out})
    # An earlier word further left makes the smaller input: places from the left, words in order.
    for i in inner:
        earlier = [word for word in space.symbols.tolist() if word < row[i]]
        everywhere = (tuple(w if old == row[i] else old for old in row) for w in earlier)
        tried.append({*everywhere, *((*row[:i], w, *row[i + 1 :]) for w in earlier)})
    swaps = [(i, j) for i, j in combinations(inner, 2) if row[j] < row[i]]
    tried.append({(*row[:i], row[j], *row[i + 1 : j], row[i], *row[j + 1 :]) for i, j in swaps})
    for rows in filter(None, tried):
        yield from np.split(np.array(sorted(rows), np.int64), [FIRST_TRIED])
