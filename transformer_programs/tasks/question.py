"""Tasks defined by a rule: the inputs, and the right answer at each symbol.

A `Question` has the answer as a function in plain Python. `Question.task` draws different inputs at
random from a `Source`, labels them by this function, and splits them 80/10/10 into training,
validation and test.

A body is the symbol indices of an input without `<s>` and `</s>`; in arrays (inputs, longest), -1
is padding.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain, islice, pairwise, product
from typing import Any, Protocol

import numpy as np

from ..dataset import Ints, Listing, Oracle, Setting, Split, Task, TaskSpec, require_task
from ..program import Vocabulary
from ..program.numerals import is_numeral
from .tokenizing import BEGIN, END

Symbols = list[str]
Body = tuple[int, ...]

COUNT = 4  # symbols, by default
MAX_DRAWS = 5  # per input; then what was found is used
MIN_SAMPLES = 10  # inputs that an 80/10/10 split needs, so that no part is empty
MAX_SAMPLE_CELLS = 200_000_000  # inputs x (length + vocabulary): about 4 GB while a task is made
LABELLED = 1024  # inputs that are made lists at a time: few enough to stay in the cache
# (minimum, maximum) of settings: more than can be learned, few enough to be made.
LIMITS = {"samples": (MIN_SAMPLES, 5_000_000), "seed": (0, 2**32 - 1)}
OTHERS = (1, 1000)

SETS: dict[str, Callable[[int, int], Iterable[object]]] = {  # (size, longest) -> names
    "letters": lambda size, longest: letter_names(size),
    "digits": lambda size, longest: range(size),
    "bars": lambda size, longest: (*letter_names(size - 1), "|"),
    "digit-bars": lambda size, longest: (*range(size - 1), "|"),
    "from-0": lambda size, longest: range(longest + 1),
    "from-1": lambda size, longest: range(1, longest + 1),
    "different": lambda size, longest: range(1, min(size, longest) + 1),
    "sums": lambda size, longest: range((size - 1) * longest + 1),
    "depths": lambda size, longest: range(-longest, longest + 1),
}
EXAMPLES = {  # an input of each set of symbols
    "letters": "a b a c",
    "digits": "1 3 0 3",
    "bars": "a | b a | c",
    "( )": "( ( ) ) )",
}


@dataclass(frozen=True, slots=True)
class Question:
    """A task: its symbols and classes, what it asks, and the right answers.

    An answer is None where nothing is scored.
    """

    kinds: str  # "symbols -> classes": names of `SETS`, or lists
    about: str  # what it asks, as a sentence
    answer: Callable[[Symbols, int], object] | None = None  # at a place of an input, from 0
    causal: bool = False  # the answer depends only on the symbols up to its place
    end: bool = False  # inputs end with </s>
    whole: Callable[[Symbols], Iterable[object]] | None = None  # all answers; instead of `answer`
    always: Callable[[int, int], Ints] | None = None  # (symbols, longest) -> bodies in training
    filler: str | None = None  # a class that only pads the target

    @property
    def alphabet(self) -> str:
        """The set of symbols: a name of `SETS`, or a list."""
        return self.kinds.partition(" -> ")[0]

    def answers(self, symbols: Symbols) -> list[str | None]:
        """The right answers at the symbols of an input; None where the task scores nothing."""
        return [None if one is None else str(one) for one in self._found(symbols)]

    def _found(self, symbols: Symbols) -> Iterable[object]:
        if self.whole is not None:
            return self.whole(symbols)
        assert self.answer is not None
        return map(partial(self.answer, symbols), range(len(symbols)))

    def _labels(self, body: Ints, names: tuple[str, ...], classes: Sequence[str]) -> Ints:
        """The classes of every symbol of many bodies; -1 where the task scores nothing."""
        index: dict[object, int] = {label: i for i, label in enumerate(classes)}
        # Numbers need not be made texts first: there may be a million.
        index |= {int(label): i for i, label in enumerate(classes) if is_numeral(label)}
        index[None] = -1
        labels, symbols, lengths = (
            np.full_like(body, -1),
            np.array(names, object),
            (body >= 0).sum(1),
        )
        answer = self.whole or self._found
        for length in np.unique(lengths).tolist():
            rows = np.flatnonzero(lengths == length)
            for some in np.split(rows, range(LABELLED, len(rows), LABELLED)):
                found = chain.from_iterable(map(answer, symbols[body[some, :length]].tolist()))
                numbers = np.fromiter(map(index.__getitem__, found), np.int32)
                labels[some, :length] = numbers.reshape(-1, length)
        return labels

    def oracle(self, words: Sequence[str]) -> list[str | None]:
        """The right answers to an input with its marks."""
        ends = words[-1] == END
        return [None, *self.answers(list(words[1 : len(words) - ends])), *[None] * ends]

    def further_task(
        self, name: str, symbols: int = COUNT, length: int = 8, samples: int = 10000, seed: int = 0
    ) -> Task:
        """The task with the settings of the further tasks: `length` counts the marks."""
        settings = {"symbols": symbols, "length": length, "samples": samples, "seed": seed}
        spec = spec_of(name, settings, {"symbols": (2, 20), "length": (4, 200)})
        require_task(
            self.alphabet in SETS or symbols == COUNT,
            f"{name}, symbols: leave this setting out, the symbols are always {self.alphabet}",
        )
        return self.task(spec, symbols, length)

    def task(self, spec: TaskSpec, size: int, length: int, source: Source | None = None) -> Task:
        """The task of `size` different symbols and inputs up to a length, by default all strings.

        Different inputs are drawn, labelled, and split 80/10/10.
        """
        longest = length - 1 - self.end
        both = self.kinds.split(" -> ", maxsplit=1)
        names, classes = (symbol_names(one, size, longest) for one in both)
        marks = (BEGIN, END) if self.end else (BEGIN,)
        labeller = Labeller(
            Vocabulary((*marks, *names), None, BEGIN, END if self.end else None),
            length,
            source or Strings(len(names), 1, longest),
            partial(self._labels, names=names, classes=classes),
        )
        always = None if self.always is None else self.always(len(names), longest)
        train, validation, test = labeller.splits(spec, always)
        return Task(
            name=spec.name,
            description=self.about,
            vocabulary=labeller.vocabulary,
            classes=classes,
            max_length=length,
            causal=self.causal,
            pooled=False,
            train=train,
            validation=validation,
            test=test,
            oracle=self.oracle,
            filler=self.filler,
            space=Listing(labeller.source.count, labeller.words, labeller.labels),
            spec=spec,
        )


causal = partial(Question, causal=True)  # the answer at a symbol depends on those up to it alone


def symbol_names(text: str, size: int, longest: int) -> tuple[str, ...]:
    """The names of a set, or of a list of sets and names.

    >>> symbol_names("digits none", 3, 8), symbol_names("no yes", 3, 8)
    (('0', '1', '2', 'none'), ('no', 'yes'))
    """
    parts = [SETS[word](size, longest) if word in SETS else (word,) for word in text.split()]
    return tuple(str(name) for part in parts for name in part)


def yes(holds: bool) -> str:
    return "yes" if holds else "no"


@dataclass(frozen=True, slots=True)
class TaskEntry:
    """A task that can be made: how, what it asks, and an example input.

    `answer` has the right labels of the example, for tasks without an oracle.
    """

    function: Callable[..., Task]
    description: str
    oracle: Oracle | None
    example: tuple[str, ...]
    answer: tuple[str | None, ...] = ()

    @staticmethod
    def of(name: str, question: Question, function: Any = None, example: str = "") -> TaskEntry:
        """A question as a task, made by `function`, or with the settings of the further tasks."""
        words = (example or EXAMPLES.get(question.alphabet, question.alphabet)).split()
        framed = (BEGIN, *words, *((END,) if question.end else ()))
        function = function or partial(question.further_task, name)
        return TaskEntry(function, question.about, question.oracle, framed)

    @property
    def target(self) -> list[str | None]:
        """The right answers to the example; None where nothing is scored."""
        return list(self.answer) if self.oracle is None else self.oracle(self.example)

    @property
    def settings(self) -> dict[str, Setting]:
        """The settings and their defaults."""
        parameters = inspect.signature(self.function).parameters
        return {name: parameter.default for name, parameter in parameters.items()}


# --- inputs that are drawn ------------------------------------------------------------------------


class Source(Protocol):
    """Bodies: `count` in all, each listed once by `every`, padded with -1."""

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
        [(0, -1), (1, -1), (0, 0), (0, 1), (1, 0), (1, 1)]
        """
        for length in range(self.shortest, self.longest + 1):
            padding = [(-1,)] * (self.longest - length)
            yield from product(*[range(self.symbols)] * length, *padding)


def letter_names(count: int) -> tuple[str, ...]:
    """a, b, ..., z, aa, ab, ...

    >>> letter_names(28)[-3:]
    ('z', 'aa', 'ab')
    """

    def name(index: int) -> str:
        letter = chr(ord("a") + index % 26)
        return letter if index < 26 else name(index // 26 - 1) + letter

    return tuple(map(name, range(count)))


@dataclass(frozen=True, slots=True, eq=False)
class Labeller:
    """Bodies as inputs: with the marks around them, and the class of every symbol.

    `labels_of` gives the classes of many bodies at once.
    """

    vocabulary: Vocabulary
    max_length: int
    source: Source
    labels_of: Callable[[Ints], Ints]

    def framed(self, body: Ints) -> Ints:
        """The inputs of these bodies, marks included."""
        words, end = self.vocabulary.words, self.vocabulary.end
        found = np.full((len(body), self.max_length), -1, np.int32)
        found[:, 1 : 1 + body.shape[1]] = np.where(body >= 0, body + self.marks, -1)
        found[:, 0] = words.index(BEGIN)
        if end is not None:
            found[np.arange(len(body)), 1 + (body >= 0).sum(axis=1)] = words.index(end)
        return found

    def labels(self, words: Ints) -> Ints:
        """The labels of these inputs: none at the marks."""
        labels = np.full_like(words, -1)
        inside = slice(1, 1 + self.longest)
        labels[:, inside] = self.labels_of(np.maximum(words[:, inside] - self.marks, -1))
        return labels

    @property
    def marks(self) -> int:
        """The number of marks: they come first among the words."""
        return 1 + (self.vocabulary.end is not None)

    @property
    def longest(self) -> int:
        """The most symbols of a body."""
        return self.max_length - self.marks

    def words(self, size: int) -> Iterator[Ints]:
        """All inputs, `size` at a time."""
        symbols = chain.from_iterable(self.source.every())
        while len(block := np.fromiter(islice(symbols, size * self.longest), np.int32)):
            yield self.framed(block.reshape(-1, self.longest))

    def splits(self, spec: TaskSpec, always: Ints | None = None) -> list[Split]:
        """Distinct inputs, drawn as `spec` says (settings samples and seed), split 80/10/10.

        `always` are bodies that training must hold: a label too rare to be drawn cannot be learned.
        """
        settings = dict(spec.settings)
        samples, seed = settings["samples"], settings["seed"]
        assert isinstance(samples, int)
        assert isinstance(seed, int)
        cells = samples * (self.max_length + len(self.vocabulary.words))
        require_task(
            cells <= MAX_SAMPLE_CELLS,
            f"{spec.name}: samples x (length + vocabulary) is {cells:,}; expected at most "
            f"{MAX_SAMPLE_CELLS:,}",
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
        words, edges = self.framed(body[order]), (0, count * 8 // 10, count * 9 // 10, count)
        labels = self.labels(words)
        return [Split(words[a:b].copy(), labels[a:b].copy()) for a, b in pairwise(edges)]


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
