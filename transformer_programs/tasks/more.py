"""Further tasks, beside the paper's: copying, order, counting, flags, runs, separators, brackets.

They are for the search (see docs/search.md) and as examples. `length` counts `<s>` and, where there
is one, `</s>`. Labels come from the oracles; inputs are drawn as those of the paper's tasks.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from ..dataset import Ints, Oracle, Task, TaskSpec, require
from ..program import Vocabulary
from .more_oracles import ORACLES
from .rasp import BEGIN, END, LARGEST
from .sampling import FEWEST, Recipe, make_task
from .sources import Strings, letter_names

Names = Callable[[int, int], tuple[str, ...]]  # (symbols, longest) -> names


@dataclass(frozen=True, slots=True)
class Further:
    """How a task is made: its symbols and classes, given how many symbols and how long."""

    about: str
    symbols: str  # letters, digits, bars (letters and |), ...: see `SYMBOLS`
    classes: Names
    example: str
    causal: bool = False
    end: bool = False


def digits(symbols: int, longest: int) -> tuple[str, ...]:
    return tuple(map(str, range(symbols)))


def letters(symbols: int, longest: int) -> tuple[str, ...]:
    return letter_names(symbols)


def bars(symbols: int, longest: int) -> tuple[str, ...]:
    return (*letter_names(symbols - 1), "|")


def brackets(symbols: int, longest: int) -> tuple[str, ...]:
    return ("(", ")")


def digit_bars(symbols: int, longest: int) -> tuple[str, ...]:
    return (*digits(symbols - 1, longest), "|")


def bits(symbols: int, longest: int) -> tuple[str, ...]:
    return letter_names(2)


def four_letters(symbols: int, longest: int) -> tuple[str, ...]:
    return letter_names(4)


def or_label(names: Names, label: str) -> Names:
    return lambda symbols, longest: (*names(symbols, longest), label)


def or_none(names: Names) -> Names:
    return or_label(names, BEGIN)


def these(*classes: str) -> Names:
    return lambda symbols, longest: classes


def counts(low: int) -> Names:
    return lambda symbols, longest: tuple(map(str, range(low, longest + 1)))


def sums(symbols: int, longest: int) -> tuple[str, ...]:
    return tuple(map(str, range((symbols - 1) * longest + 1)))


def _depths(symbols: int, longest: int) -> tuple[str, ...]:
    return tuple(map(str, range(-longest, longest + 1)))


def _places(symbols: int, longest: int) -> tuple[str, ...]:
    return (*map(str, range(1, longest + 1)), "none", "open")


SYMBOLS: dict[str, Names] = {
    "letters": letters,
    "digits": digits,
    "bars": bars,
    "digit bars": digit_bars,
    "bits": bits,
    "brackets": brackets,
    "four letters": four_letters,
}
FIXED = ("bits", "brackets", "four letters")  # whatever the setting `symbols` says
COUNT = 4  # of symbols, unless told
YES = these("no", "yes")

FURTHER: dict[str, Further] = {
    "previous": Further("The symbol just before.", "letters", or_none(letters), "a b c", True),
    "next": Further("The symbol just after; <s> at the end.", "letters", or_none(letters), "a b"),
    "first": Further("The first symbol, everywhere.", "letters", letters, "b a c", True),
    "last": Further("The last symbol, everywhere.", "letters", letters, "b a c", end=True),
    "rotate": Further("The next symbol; the first at the end.", "letters", letters, "a b c"),
    "swap": Further("Neighbours change places, two by two.", "letters", letters, "a b c d e"),
    "largest": Further("The largest digit, everywhere.", "digits", digits, "1 3 0"),
    "largest_so_far": Further("The largest digit so far.", "digits", digits, "1 3 0", True),
    "second_largest": Further(
        "The second largest of the different digits, everywhere.", "digits", digits, "1 3 3 0"
    ),
    "sort_down": Further("The digits in falling order.", "digits", digits, "1 3 0", end=True),
    "smaller": Further("How many digits are smaller.", "digits", counts(0), "1 3 0"),
    "larger_after": Further("How many later digits are larger.", "digits", counts(0), "1 3 0 2"),
    "sum_so_far": Further("The sum of the digits so far.", "digits", sums, "1 3 0 2", True),
    "median": Further("The middle digit of all in order, everywhere.", "digits", digits, "3 0 1"),
    "palindrome": Further("Is it the same backwards?", "letters", YES, "a b a"),
    "distinct": Further("How many different symbols.", "letters", counts(1), "a b a"),
    "distinct_so_far": Further(
        "How many different symbols so far.", "letters", counts(1), "a b a c", True
    ),
    "repeated": Further("Does the symbol stand elsewhere too?", "letters", YES, "a b a"),
    "new": Further("Is this the first time?", "letters", YES, "a b a", True),
    "once": Further(
        "The symbols that stand only once, then <s>.", "letters", or_none(letters), "a b a c"
    ),
    "dedupe": Further(
        "The different symbols as they come, then <s>.", "letters", or_none(letters), "a b a c"
    ),
    "every_second": Further(
        "The first, third, ... symbol, then <s>.", "letters", or_none(letters), "a b c d e"
    ),
    "back": Further("How far back it stood last; 0: never.", "letters", counts(0), "a b a", True),
    "pairs": Further(
        "How often the two symbols here stand side by side.", "letters", counts(1), "a b a b"
    ),
    "run": Further("How long the run of equals is so far.", "letters", counts(1), "a b b b", True),
    "longest_run": Further("The longest run of equals.", "letters", counts(1), "a b b b a"),
    "parity": Further(
        "Is the number of a so far odd?", "letters", these("even", "odd"), "a b a a", True
    ),
    "lead": Further(
        "Which of a and b came more often so far?",
        "letters",
        these("a", "b", "tie"),
        "a b b",
        True,
    ),
    "since_bar": Further(
        "How many symbols since the last |.", "bars", counts(0), "a | b a c", True
    ),
    "before_bar": Further(
        "The symbol just before the last |.", "bars", or_none(bars), "a | b a | c", True
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
    return maker(name, FURTHER[name], ORACLES[name])


def maker(name: str, how: Further, oracle: Oracle) -> Callable[..., Task]:
    """The function that makes a task of this kind."""

    def made(symbols: int = COUNT, length: int = 8, samples: int = 10000, seed: int = 0) -> Task:
        spec = _spec(name, symbols=symbols, length=length, samples=samples, seed=seed)
        longest = length - 1 - how.end
        names = SYMBOLS[how.symbols](symbols, longest)
        require(
            how.symbols not in FIXED or symbols == COUNT,
            f"{name}, symbols: leave this setting out, the symbols are always {' '.join(names)}",
        )
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
