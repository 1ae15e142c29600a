"""Tasks that are rules: what is asked at each symbol of an input, and which inputs there are.

A `Question` is a line of data with the right answer beside it, in plain Python.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np

from ..dataset import Ints, Listing, Oracle, Setting, Task, TaskError, TaskSpec, require_task
from ..program import Vocabulary
from .drawing import BEGIN, END, Labeller, Source, Strings, letter_names, spec_of

Symbols = list[str]
COUNT = 4  # symbols, by default
NUMERAL = re.compile(r"-?(0|[1-9][0-9]*)")
LIMITS = {"symbols": (2, 20), "length": (4, 200)}

SETS: dict[str, Callable[[int, int], Iterable[object]]] = {  # (symbols, longest) -> names
    "letters": lambda symbols, longest: letter_names(symbols),
    "digits": lambda symbols, longest: range(symbols),
    "bars": lambda symbols, longest: (*letter_names(symbols - 1), "|"),
    "digit-bars": lambda symbols, longest: (*range(symbols - 1), "|"),
    "from-0": lambda symbols, longest: range(longest + 1),
    "from-1": lambda symbols, longest: range(1, longest + 1),
    "different": lambda symbols, longest: range(1, min(symbols, longest) + 1),
    "sums": lambda symbols, longest: range((symbols - 1) * longest + 1),
    "depths": lambda symbols, longest: range(-longest, longest + 1),
}
EXAMPLES = {  # an input of each set of symbols
    "letters": "a b a c",
    "digits": "1 3 0 3",
    "bars": "a | b a | c",
    "( )": "( ( ) ) )",
}


@dataclass(frozen=True, slots=True)
class Question:
    """A task: its symbols and classes, what it asks, and the answer at each symbol.

    `kinds` is "symbols -> classes": names of `SETS`, or lists. `answer` gets the symbols of an
    input and the place of one of them, from 0; None where nothing is scored. Instead of it, `whole`
    answers an input at once. `always` gives bodies that training must hold, from the number of
    symbols and the longest input. `filler` only pads the target.
    """

    kinds: str
    about: str
    answer: Callable[[Symbols, int], object] | None = None
    causal: bool = False
    end: bool = False
    whole: Callable[[Symbols], Iterable[object]] | None = None
    always: Callable[[int, int], Ints] | None = None
    filler: str | None = None

    @property
    def symbols(self) -> str:
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
        index |= {int(label): i for i, label in enumerate(classes) if NUMERAL.fullmatch(label)}
        index[None] = -1
        padding = [[-1] * length for length in range(body.shape[1], -1, -1)]
        labels: list[int] = []
        for symbols in body.tolist():
            word = [names[symbol] for symbol in symbols if symbol >= 0]
            labels += [index[one] for one in self._found(word)]
            labels += padding[len(word)]
        return np.array(labels, np.int32).reshape(body.shape)

    def oracle(self, words: Sequence[str]) -> list[str | None]:
        """The right answers to an input with its marks."""
        ends = words[-1] == END
        return [None, *self.answers(list(words[1 : len(words) - ends])), *[None] * ends]

    def entry(self, function: Callable[..., Task], example: str = "") -> TaskEntry:
        """The question as a task that `function` makes."""
        words = (example or EXAMPLES.get(self.symbols, self.symbols)).split()
        framed = (BEGIN, *words, *((END,) if self.end else ()))
        return TaskEntry(function, self.about, self.oracle, framed)

    def maker(self, name: str) -> Callable[..., Task]:
        """The function that makes the task, whose settings are the same for all of them."""

        def made(
            symbols: int = COUNT, length: int = 8, samples: int = 10000, seed: int = 0
        ) -> Task:
            settings = {"symbols": symbols, "length": length, "samples": samples, "seed": seed}
            spec = spec_of(name, settings, LIMITS)
            require_task(
                self.symbols in SETS or symbols == COUNT,
                f"{name}, symbols: leave this setting out, the symbols are always {self.symbols}",
            )
            return self.task(spec, symbols, length)

        return made

    def by_vocabulary(self, name: str, special: int) -> Callable[..., Task]:
        """The same with the paper's settings: `vocab` and `length` count so many special words."""

        def made(vocab: int = 8, length: int = 8, samples: int = 20000, seed: int = 0) -> Task:
            settings = {"vocab": vocab, "length": length, "samples": samples, "seed": seed}
            limits = {"vocab": (special + 1, 1000), "length": (special, 1000)}
            spec = spec_of(name, settings, limits)
            return self.task(spec, vocab - special, length)

        made.__doc__ = self.about
        return made

    def task(self, spec: TaskSpec, symbols: int, length: int, source: Source | None = None) -> Task:
        """The task of so many symbols and inputs up to a length, by default all strings."""
        longest = length - 1 - self.end
        both = self.kinds.split(" -> ", maxsplit=1)
        names, classes = (symbol_names(one, symbols, longest) for one in both)
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
            space=Listing(labeller.source.count, labeller.blocks),
            spec=spec,
        )


causal = partial(Question, causal=True)  # the answer at a symbol depends on those up to it alone


def symbol_names(text: str, symbols: int, longest: int) -> tuple[str, ...]:
    """The names of a set, or of a list of sets and names.

    >>> symbol_names("digits none", 3, 8), symbol_names("no yes", 3, 8)
    (('0', '1', '2', 'none'), ('no', 'yes'))
    """
    parts = [SETS[word](symbols, longest) if word in SETS else (word,) for word in text.split()]
    return tuple(str(name) for part in parts for name in part)


def yes(holds: bool) -> str:
    return "yes" if holds else "no"


@dataclass(frozen=True, slots=True)
class TaskEntry:
    """A task that can be made: how, what it asks, and an example input.

    `answer` is what is right for the example of a task that has no oracle.
    """

    function: Callable[..., Task]
    description: str
    oracle: Oracle | None
    example: tuple[str, ...]
    answer: tuple[str, ...] = ()

    @property
    def target(self) -> list[str | None]:
        """The right answers to the example; None where nothing is scored."""
        return list(self.answer) if self.oracle is None else self.oracle(self.example)

    @property
    def settings(self) -> dict[str, Setting]:
        """The settings and their defaults."""
        parameters = inspect.signature(self.function).parameters
        return {name: parameter.default for name, parameter in parameters.items()}


def check_kinds(function: Callable[..., Task], settings: Mapping[str, Setting]) -> None:
    """Refuse settings of another type than the function names; those of a run come from a file."""
    for name, value in settings.items():
        kind = str(inspect.signature(function).parameters[name].annotation)
        if value is None and "None" in kind:
            continue
        wanted: type = bool if "bool" in kind else int if "int" in kind else str
        if type(value) is not wanted or (name == "seed" and not 0 <= int(value or 0) < 2**32):
            nouns = {bool: "true or false", int: "a whole number", str: "a text"}
            noun = "a whole number from 0 to 2**32 - 1" if name == "seed" else nouns[wanted]
            raise TaskError(f"{name}: expected {noun}, got {value!r}")
