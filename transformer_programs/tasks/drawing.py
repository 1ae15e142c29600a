"""Inputs that are drawn: where they come from, and how they become the splits of a task.

A `Source` draws inputs at random, or lists them all; a `Labeller` labels them. Both work on bodies:
the symbol indices of an input without `<s>` and `</s>`; in arrays (inputs, longest), -1 is padding.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import chain, islice, pairwise, product
from typing import Protocol

import numpy as np

from ..dataset import Ints, Setting, Split, TaskSpec, require_task
from ..program import Vocabulary

Body = tuple[int, ...]

BEGIN, END = "<s>", "</s>"
MAX_DRAWS = 5  # per input; then what was found is used
MIN_SAMPLES = 10  # inputs that an 80/10/10 split needs, so that no part is empty
MAX_CELLS = 200_000_000  # inputs x (length + vocabulary): about 4 GB while a task is made
# The least and the most of a setting: far past what can be learned, small enough to be made.
LIMITS = {"samples": (MIN_SAMPLES, 5_000_000), "seed": (0, 2**63 - 1)}
OTHERS = (1, 1000)


class Source(Protocol):
    """Bodies: `count` in all, each listed once by `every`."""

    @property
    def count(self) -> int: ...

    def draw(self, rng: np.random.Generator, inputs: int) -> Ints: ...

    def every(self) -> Iterator[Body]: ...


@dataclass(frozen=True, slots=True)
class Strings:
    """Strings of `symbols` different symbols, of `shortest` to `longest` of them.

    >>> Strings(symbols=5, shortest=1, longest=6).count
    19530
    """

    symbols: int
    shortest: int
    longest: int

    @property
    def count(self) -> int:
        return sum(self.symbols**length for length in range(self.shortest, self.longest + 1))

    def draw(self, rng: np.random.Generator, inputs: int) -> Ints:
        """Uniform over lengths first, then over symbols: short strings come often."""
        sizes = rng.integers(self.shortest, self.longest + 1, size=inputs)
        body = rng.integers(0, self.symbols, size=(inputs, self.longest), dtype=np.int32)
        return np.where(np.arange(self.longest) < sizes[:, None], body, np.int32(-1))

    def every(self) -> Iterator[Body]:
        """Short strings before long ones.

        >>> list(Strings(symbols=2, shortest=1, longest=2).every())
        [(0,), (1,), (0, 0), (0, 1), (1, 0), (1, 1)]
        """
        for length in range(self.shortest, self.longest + 1):
            yield from product(range(self.symbols), repeat=length)


@dataclass(frozen=True, slots=True)
class Brackets(Strings):
    """Strings of brackets, all of one length; symbols 2k and 2k + 1 open and close kind k.

    >>> Brackets(symbols=2, shortest=15, longest=15).count
    32768
    """

    def draw(self, rng: np.random.Generator, inputs: int) -> Ints:
        """Half of them start with a valid string of 1 to (length + 1) / 2 pairs, cut to `length`.

        The valid string grows by a pair beside it or a pair around it, each as likely; random
        brackets follow it.
        """
        body = Strings.draw(self, rng, inputs)
        most = (self.longest + 1) // 2
        pairs = rng.integers(1, most + 1, size=inputs) * rng.integers(0, 2, size=inputs)
        valid = np.zeros((inputs, 2 * most), np.int32)
        for grown in range(most):
            growing = grown < pairs
            around = growing & (rng.integers(0, 2, size=inputs) == 1)
            opening = 2 * rng.integers(0, self.symbols // 2, size=inputs, dtype=np.int32)
            valid[around, 1:] = valid[around, :-1]
            first = np.where(around, 0, 2 * grown)
            valid[growing, first[growing]] = opening[growing]
            valid[growing, 2 * grown + 1] = opening[growing] + 1
        inside = np.arange(self.longest) < 2 * pairs[:, None]
        return np.where(inside, valid[:, : self.longest], body)


@dataclass(frozen=True, slots=True)
class Pairs:
    """`pairs` letters each followed by its number, then a letter; a letter has one number.

    Symbols 0 .. letters - 1 are letters, the next `numbers` are numbers.
    """

    letters: int
    numbers: int
    pairs: int

    @property
    def count(self) -> int:
        """
        >>> Pairs(letters=4, numbers=4, pairs=4).count
        66880
        """
        ways = [self.letters] * (self.letters + 1)  # ways to end, by the different letters so far
        for _ in range(self.pairs):
            new = [*((self.letters - d) * self.numbers for d in range(self.letters)), 0]
            ways = [d * ways[d] + new[d] * [*ways, 0][d + 1] for d in range(self.letters + 1)]
        return ways[0]

    def draw(self, rng: np.random.Generator, inputs: int) -> Ints:
        """A uniform map from letters to numbers, then uniform letters."""
        number_of = rng.integers(0, self.numbers, size=(inputs, self.letters), dtype=np.int32)
        chosen = rng.integers(0, self.letters, size=(inputs, self.pairs + 1), dtype=np.int32)
        body = np.empty((inputs, 2 * self.pairs + 1), np.int32)
        body[:, ::2] = chosen
        body[:, 1::2] = self.letters + np.take_along_axis(number_of, chosen[:, :-1], axis=1)
        return body

    def every(self) -> Iterator[Body]:
        """By the first letter, then its number, then the second letter, and so on.

        >>> [body for body, _ in zip(Pairs(letters=2, numbers=2, pairs=1).every(), range(3))]
        [(0, 2, 0), (0, 2, 1), (0, 3, 0)]
        """

        def extended(pairs: int, number_of: dict[int, int]) -> Iterator[Body]:
            for letter in range(self.letters):
                known = [number_of[letter]] if letter in number_of else None
                if pairs == 0:
                    yield (letter,)
                    continue
                for number in known or range(self.letters, self.letters + self.numbers):
                    for rest in extended(pairs - 1, number_of | {letter: number}):
                        yield (letter, number, *rest)

        return extended(self.pairs, {})


def letter_names(count: int) -> tuple[str, ...]:
    """a, b, ..., z, aa, ab, ...

    >>> letter_names(28)[-3:]
    ('z', 'aa', 'ab')
    """

    def name(index: int) -> str:
        letter = chr(ord("a") + index % 26)
        return letter if index < 26 else name(index // 26 - 1) + letter

    return tuple(map(name, range(count)))


def one_symbol(symbols: int, longest: int) -> Ints:
    """The bodies of symbol 0 alone, once, twice, ... `longest` times."""
    size = np.arange(longest)
    return np.where(size <= size[:, None], 0, -1).astype(np.int32)


def all_different(symbols: int, longest: int) -> Ints:
    """The bodies 0, then 0 1, then 0 1 2, ...: as many different symbols as fit."""
    size = np.arange(min(symbols, longest))
    return np.where(np.arange(longest) <= size[:, None], np.arange(longest), -1).astype(np.int32)


@dataclass(frozen=True, slots=True, eq=False)
class Labeller:
    """Bodies as inputs: with the marks around them, and the class of every symbol.

    `label` gives the classes of many bodies at once.
    """

    vocabulary: Vocabulary
    max_length: int
    source: Source
    label: Callable[[Ints], Ints]

    def framed(self, body: Ints) -> Split:
        """The inputs of these bodies, marks and labels included."""
        words, end = self.vocabulary.words, self.vocabulary.end
        marks = len(words) - len(self.vocabulary.symbols)
        found = np.full((len(body), self.max_length), -1, np.int32)
        labels = found.copy()
        inside = slice(1, 1 + body.shape[1])
        found[:, inside] = np.where(body >= 0, body + marks, -1)
        labels[:, inside] = self.label(body)
        found[:, 0] = words.index(BEGIN)
        if end is not None:
            found[np.arange(len(body)), 1 + (body >= 0).sum(axis=1)] = words.index(end)
        return Split(found, labels)

    @property
    def longest(self) -> int:
        """The most symbols of a body."""
        return self.max_length - 1 - (self.vocabulary.end is not None)

    def blocks(self, size: int) -> Iterator[Split]:
        """All inputs, `size` at a time."""
        bodies, padding = self.source.every(), (-1,) * self.longest
        while block := [body + padding[len(body) :] for body in islice(bodies, size)]:
            symbols = np.fromiter(chain.from_iterable(block), np.int32)
            yield self.framed(symbols.reshape(len(block), self.longest))

    def splits(self, spec: TaskSpec, always: Ints | None = None) -> list[Split]:
        """Distinct inputs, drawn as `spec` says (settings samples and seed), parted 80/10/10.

        `always` are bodies that training must hold: a label too rare to be drawn cannot be learned.
        """
        settings = dict(spec.settings)
        samples, seed = settings["samples"], settings["seed"]
        assert isinstance(samples, int)
        assert isinstance(seed, int)
        cells = samples * (self.max_length + len(self.vocabulary.words))
        require_task(
            cells <= MAX_CELLS,
            f"{spec.name}: samples x (length + vocabulary) is {cells:,}; expected at most "
            f"{MAX_CELLS:,}",
        )
        rng = np.random.default_rng(seed)
        always = np.empty((0, self.longest), np.int32) if always is None else always
        always = always[-(samples // MIN_SAMPLES) :]  # never much of a small sample
        body = always  # then drawn ones, all different: `samples`, or what all tries give
        for _ in range(MAX_DRAWS):
            body = first_of_equals(np.concatenate([body, self.source.draw(rng, samples)]))
            if len(body) >= min(samples, self.source.count):
                break
        body, count = body[:samples], min(samples, len(body))
        require_task(
            count >= MIN_SAMPLES,
            f"{spec.name}: expected settings with at least {MIN_SAMPLES} different inputs, "
            f"found {count}",
        )
        # `always` comes first in `body`: it stays in training, wherever the rest goes.
        fixed = min(len(always), count // 2)
        order = np.concatenate([np.arange(fixed), fixed + rng.permutation(count - fixed)])
        whole, edges = self.framed(body[order]), (0, count * 8 // 10, count * 9 // 10, count)
        return [
            Split(whole.words[start:stop].copy(), whole.labels[start:stop].copy())
            for start, stop in pairwise(edges)
        ]


def spec_of(
    name: str, settings: Mapping[str, Setting], limits: Mapping[str, tuple[int, int]]
) -> TaskSpec:
    """The settings of a task, refused where one is no whole number or out of its limits."""
    for setting, value in settings.items():
        low, high = {**LIMITS, **limits}.get(setting, OTHERS)
        require_task(
            type(value) is int and low <= value <= high,
            f"{name}, {setting}: expected a whole number from {low} to {high}, got {value!r}",
        )
    return TaskSpec(name, tuple(settings.items()))


def first_of_equals(rows: Ints) -> Ints:
    """The rows without those that stand before, in their order.

    >>> first_of_equals(np.array([[2, 1], [0, 1], [2, 1]], np.int32)).tolist()
    [[2, 1], [0, 1]]
    """
    small = np.ascontiguousarray(rows, np.int8 if rows.max(initial=0) < 128 else np.int32)
    keys = small.view(np.dtype((np.void, small.dtype.itemsize * small.shape[1])))[:, 0]
    return rows[np.sort(np.unique(keys, return_index=True)[1])]
