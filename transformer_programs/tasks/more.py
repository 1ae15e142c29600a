"""Further tasks, beside the paper's: copying, order, counting, flags, runs, separators, brackets.

They are for the search (see docs/search.md) and as examples. `length` counts `<s>` and, where there
is one, `</s>`. Labels come from the oracles; inputs are drawn as those of the paper's tasks.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from ..program import Vocabulary
from .more_oracles import ORACLES
from .rasp import BEGIN, END, LARGEST
from .sampling import FEWEST, Recipe, make_task
from .sources import Strings, letter_names
from .task import Ints, Task, TaskSpec, require

Names = Callable[[int, int], tuple[str, ...]]  # (symbols, longest) -> names


@dataclass(frozen=True, slots=True)
class Further:
    """How a task is made: its symbols and classes, given how many symbols and how long."""

    about: str
    symbols: str  # letters, digits, bars (letters and |), or brackets
    classes: Names
    example: str
    causal: bool = False
    end: bool = False


def _digits(symbols: int, longest: int) -> tuple[str, ...]:
    return tuple(map(str, range(symbols)))


def _letters(symbols: int, longest: int) -> tuple[str, ...]:
    return letter_names(symbols)


def _bars(symbols: int, longest: int) -> tuple[str, ...]:
    return (*letter_names(symbols - 1), "|")


def _brackets(symbols: int, longest: int) -> tuple[str, ...]:
    return ("(", ")")


def _or_none(names: Names) -> Names:
    return lambda symbols, longest: (*names(symbols, longest), BEGIN)


def _these(*classes: str) -> Names:
    return lambda symbols, longest: classes


def _counts(low: int) -> Names:
    return lambda symbols, longest: tuple(map(str, range(low, longest + 1)))


def _sums(symbols: int, longest: int) -> tuple[str, ...]:
    return tuple(map(str, range((symbols - 1) * longest + 1)))


def _depths(symbols: int, longest: int) -> tuple[str, ...]:
    return tuple(map(str, range(-longest, longest + 1)))


def _places(symbols: int, longest: int) -> tuple[str, ...]:
    return (*map(str, range(1, longest + 1)), "none", "open")


SYMBOLS = {"letters": _letters, "digits": _digits, "bars": _bars, "brackets": _brackets}
YES = _these("no", "yes")

FURTHER: dict[str, Further] = {
    "previous": Further("The symbol just before.", "letters", _or_none(_letters), "a b c", True),
    "next": Further("The symbol just after; <s> at the end.", "letters", _or_none(_letters), "a b"),
    "first": Further("The first symbol, everywhere.", "letters", _letters, "b a c", True),
    "last": Further("The last symbol, everywhere.", "letters", _letters, "b a c", end=True),
    "rotate": Further("The next symbol; the first at the end.", "letters", _letters, "a b c"),
    "swap": Further("Neighbours change places, two by two.", "letters", _letters, "a b c d e"),
    "largest": Further("The largest digit, everywhere.", "digits", _digits, "1 3 0"),
    "largest_so_far": Further("The largest digit so far.", "digits", _digits, "1 3 0", True),
    "second_largest": Further(
        "The second largest of the different digits, everywhere.", "digits", _digits, "1 3 3 0"
    ),
    "sort_down": Further("The digits in falling order.", "digits", _digits, "1 3 0", end=True),
    "smaller": Further("How many digits are smaller.", "digits", _counts(0), "1 3 0"),
    "larger_after": Further("How many later digits are larger.", "digits", _counts(0), "1 3 0 2"),
    "sum_so_far": Further("The sum of the digits so far.", "digits", _sums, "1 3 0 2", True),
    "median": Further("The middle digit of all in order, everywhere.", "digits", _digits, "3 0 1"),
    "palindrome": Further("Is it the same backwards?", "letters", YES, "a b a"),
    "distinct": Further("How many different symbols.", "letters", _counts(1), "a b a"),
    "distinct_so_far": Further(
        "How many different symbols so far.", "letters", _counts(1), "a b a c", True
    ),
    "repeated": Further("Does the symbol stand elsewhere too?", "letters", YES, "a b a"),
    "new": Further("Is this the first time?", "letters", YES, "a b a", True),
    "once": Further(
        "The symbols that stand only once, then <s>.", "letters", _or_none(_letters), "a b a c"
    ),
    "dedupe": Further(
        "The different symbols as they come, then <s>.", "letters", _or_none(_letters), "a b a c"
    ),
    "every_second": Further(
        "The first, third, ... symbol, then <s>.", "letters", _or_none(_letters), "a b c d e"
    ),
    "back": Further("How far back it stood last; 0: never.", "letters", _counts(0), "a b a", True),
    "pairs": Further(
        "How often the two symbols here stand side by side.", "letters", _counts(1), "a b a b"
    ),
    "run": Further("How long the run of equals is so far.", "letters", _counts(1), "a b b b", True),
    "longest_run": Further("The longest run of equals.", "letters", _counts(1), "a b b b a"),
    "parity": Further(
        "Is the number of a so far odd?", "letters", _these("even", "odd"), "a b a a", True
    ),
    "lead": Further(
        "Which of a and b came more often so far?",
        "letters",
        _these("a", "b", "tie"),
        "a b b",
        True,
    ),
    "since_bar": Further(
        "How many symbols since the last |.", "bars", _counts(0), "a | b a c", True
    ),
    "before_bar": Further(
        "The symbol just before the last |.", "bars", _or_none(_bars), "a | b a | c", True
    ),
    "depth": Further("How deep in brackets.", "brackets", _depths, "( ( ) )", True),
    "match": Further(
        "The position of the bracket that a ) closes.", "brackets", _places, "( ( ) ) )", True
    ),
}


def make_further(name: str) -> Callable[..., Task]:
    """The function that makes a further task.

    >>> task = make_further("rotate")(samples=100)
    >>> task.vocabulary.words, task.input_count
    (('<s>', 'a', 'b', 'c', 'd'), 21844)
    """
    how = FURTHER[name]
    oracle = ORACLES[name]

    def made(symbols: int = 4, length: int = 8, samples: int = 10000, seed: int = 0) -> Task:
        spec = _spec(name, symbols=symbols, length=length, samples=samples, seed=seed)
        longest = length - 1 - how.end
        names = SYMBOLS[how.symbols](symbols, longest)
        marks = (BEGIN, END) if how.end else (BEGIN,)
        vocabulary = Vocabulary((*marks, *names), begin=BEGIN, end=END if how.end else None)
        classes = how.classes(symbols, longest)
        place = {label: i for i, label in enumerate(classes)}

        def label(body: Ints) -> Ints:
            labels = np.full(body.shape, -1, np.int32)
            for row, symbols_ in zip(labels, body.tolist(), strict=True):
                words = [names[symbol] for symbol in symbols_ if symbol >= 0]
                answer = oracle([BEGIN, *words])[1:]
                row[: len(words)] = [place[one] for one in answer if one is not None]
            return labels

        recipe = Recipe(
            vocabulary=vocabulary,
            classes=classes,
            max_length=length,
            source=Strings(len(names), 1, longest),
            label=label,
            oracle=oracle,
            causal=how.causal,
        )
        return make_task(recipe, spec, how.about)

    return made


def _spec(name: str, **settings: int) -> TaskSpec:
    """The settings of a task, refused where one is no whole number or out of range."""
    smallest = {"symbols": 2, "length": 4, "samples": FEWEST, "seed": 0}
    largest = LARGEST | {"symbols": 20, "length": 200}
    for setting, value in settings.items():
        low, high = smallest[setting], largest[setting]
        whole = isinstance(value, int) and not isinstance(value, bool)
        require(
            whole and low <= value <= high,
            f"{name}, {setting}: expected a whole number from {low} to {high}, got {value!r}",
        )
    return TaskSpec(name, tuple(settings.items()))
