"""The tasks of the paper: in-context learning (induction) and the seven RASP tasks.

Each is a `Question`. `vocab` and `length` count the special words, as in the paper;
`docs/learning.md` says how inputs are drawn.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial

import numpy as np

from ..dataset import Ints, Task, TaskError
from .question import Body, Question, Strings, Symbols, TaskEntry, causal, letter_names, spec_of

# --- the answers to one input ---------------------------------------------------------------------


def _followers(s: Symbols) -> Iterator[str | None]:
    """For each letter, the number that followed it before."""
    for i, symbol in enumerate(s):
        if symbol.isdigit():
            yield None
        else:
            yield s[s.index(symbol) + 1] if symbol in s[:i] else "unk"


def _balanced(s: Symbols) -> Iterator[str]:
    """T: what was read is a valid string; P: it may still become one; F: it cannot."""
    left = ""  # the input so far without matching neighbours
    for symbol in s:
        left += symbol
        if left.endswith(("()", "{}")):
            left = left[:-2]
        yield "F" if set(left) & set(")}") else "P" if left else "T"


def _equally_common(s: Symbols) -> Iterator[int]:
    counts = [*map(s.count, s)]
    return (counts.count(count) // count for count in counts)  # each symbol stands `count` times


def _by_frequency(s: Symbols) -> Symbols:
    ranked = sorted(dict.fromkeys(s), key=s.count, reverse=True)  # equals stay in their order
    return ranked + ["<s>"] * (len(s) - len(ranked))


# --- inputs that training always holds, and two sources of inputs ---------------------------------


def one_symbol(symbols: int, longest: int) -> Ints:
    """The bodies of symbol 0 alone, once, twice, ... `longest` times."""
    size = np.arange(longest)
    return np.where(size <= size[:, None], 0, -1).astype(np.int32)


def all_different(symbols: int, longest: int) -> Ints:
    """The bodies 0, then 0 1, then 0 1 2, ...: as many different symbols as fit."""
    size = np.arange(min(symbols, longest))
    return np.where(np.arange(longest) <= size[:, None], np.arange(longest), -1).astype(np.int32)


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


# --- the questions --------------------------------------------------------------------------------

INDUCTION = causal(  # the symbols and classes depend on two settings
    "", "For each letter, the number that followed it before; unk if it is new.", whole=_followers
)
REVERSE = Question("digits -> digits", "The symbols in reverse order.", whole=reversed, end=True)
HIST = Question(
    "letters -> from-1",
    "For each symbol, how often it occurs in the input.",
    whole=lambda symbols: map(symbols.count, symbols),
    always=one_symbol,
)
DOUBLE_HIST = Question(
    "letters -> different",
    "For each symbol, how many different symbols occur equally often.",
    whole=_equally_common,
    always=all_different,
)
SORT = Question(
    "digits -> digits",
    "The symbols in ascending order.",
    whole=partial(sorted, key=int),
    end=True,
)
MOST_FREQ = Question(
    "letters -> letters <s>",
    "The different symbols from the most to the least frequent; ties in input order.",
    whole=_by_frequency,
    filler="<s>",
)
DYCK1 = causal(
    "( ) -> F P T",
    "Is the input so far a valid string of ( ) (T), the start of one (P), or neither (F)?",
    whole=_balanced,
)
DYCK2 = replace(DYCK1, kinds="( ) { } -> F P T", about=DYCK1.about.replace("( )", "( ) and { }"))


# --- the tasks ------------------------------------------------------------------------------------


def induction(
    letters: int = 4, numbers: int = 4, length: int = 10, samples: int = 20000, seed: int = 0
) -> Task:
    """In-context learning: `<s>`, then letters and their numbers in turn, a letter last.

    >>> task = induction(samples=100)
    >>> task.input_count, task.classes
    (66880, ('0', '1', '2', '3', 'unk'))
    """
    spec = spec_of("induction", locals(), {"length": (4, 1000)})
    if length % 2:
        raise TaskError(
            f"induction, length: expected an even number (<s>, then a letter first and last), "
            f"got {length}"
        )
    digits = " ".join(map(str, range(numbers)))
    kinds = f"{' '.join(letter_names(letters))} {digits} -> {digits} unk"
    question = replace(INDUCTION, kinds=kinds)
    source = Pairs(letters, numbers, (length - 2) // 2)
    return question.task(spec, letters + numbers, length, source)


def reverse(vocab: int = 8, length: int = 8, samples: int = 20000, seed: int = 0) -> Task:
    """The symbols in reverse order."""
    return _sized("reverse", REVERSE, vocab, length, samples, seed)


def sort(vocab: int = 8, length: int = 8, samples: int = 20000, seed: int = 0) -> Task:
    """The symbols in ascending order.

    >>> task = sort(samples=100)
    >>> task.oracle(["<s>", "3", "1", "2", "</s>"])
    [None, '1', '2', '3', None]
    """
    return _sized("sort", SORT, vocab, length, samples, seed)


# The one departure from the paper's draw: training always holds one letter alone, 1 to length - 1
# times, and for `double_hist` the inputs a, a b, a b c, ... At 8/8 most draws have no letter 7
# times, and a count that never stood in training cannot be learned.
def hist(vocab: int = 8, length: int = 8, samples: int = 20000, seed: int = 0) -> Task:
    """For each symbol, how often it occurs in the input."""
    return _sized("hist", HIST, vocab, length, samples, seed)


def double_hist(vocab: int = 8, length: int = 8, samples: int = 20000, seed: int = 0) -> Task:
    """For each symbol, how many different symbols occur equally often."""
    return _sized("double_hist", DOUBLE_HIST, vocab, length, samples, seed)


def most_freq(vocab: int = 8, length: int = 8, samples: int = 20000, seed: int = 0) -> Task:
    """Symbols by falling frequency, padded with `<s>`, which is scored too."""
    return _sized("most_freq", MOST_FREQ, vocab, length, samples, seed)


def _sized(name: str, question: Question, vocab: int, length: int, samples: int, seed: int) -> Task:
    """A task in the paper's sizes: `vocab` counts <s>, the padding and, if there is one, </s>."""
    special = 2 + question.end
    settings = {"vocab": vocab, "length": length, "samples": samples, "seed": seed}
    limits = {"vocab": (special + 1, 1000), "length": (special, 1000)}
    spec = spec_of(name, settings, limits)
    return question.task(spec, vocab - special, length)


def dyck1(length: int = 16, samples: int = 20000, seed: int = 0) -> Task:
    """Dyck-1: after each bracket, is the input so far valid, the start of something valid, or not?

    Every input has length - 1 brackets. Half of the draws start with a valid string.

    >>> dyck1(samples=100).input_count
    32768
    """
    spec = spec_of("dyck1", locals(), {"length": (2, 1000)})
    return DYCK1.task(spec, 2, length, Brackets(2, length - 1, length - 1))


def dyck2(length: int = 16, samples: int = 20000, seed: int = 0) -> Task:
    """Dyck-2: the same with two kinds of brackets.

    >>> dyck2(samples=100).input_count
    1073741824
    """
    spec = spec_of("dyck2", locals(), {"length": (2, 1000)})
    return DYCK2.task(spec, 4, length, Brackets(4, length - 1, length - 1))


TASKS: dict[str, TaskEntry] = {
    "induction": TaskEntry.of("induction", INDUCTION, induction, "a 1 b 0 b 0 a"),
    "reverse": TaskEntry.of("reverse", REVERSE, reverse, "3 1 1 2"),
    "hist": TaskEntry.of("hist", HIST, hist, "a b b c"),
    "double_hist": TaskEntry.of("double_hist", DOUBLE_HIST, double_hist, "a b b c"),
    "sort": TaskEntry.of("sort", SORT, sort, "3 1 1 2"),
    "most_freq": TaskEntry.of("most_freq", MOST_FREQ, most_freq, "a b b c"),
    "dyck1": TaskEntry.of("dyck1", DYCK1, dyck1, "( ) ( ) )"),
    "dyck2": TaskEntry.of("dyck2", DYCK2, dyck2, "( { } ) ( }"),
}
