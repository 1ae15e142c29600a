"""Further tasks, beside the paper's: copying, order, counting, flags, runs, separators, brackets.

They are for the search (see docs/search.md) and as examples. A `Rule` is a line of data with the
right answer beside it, in plain Python; labels come from that. `length` counts `<s>` and, where
there is one, `</s>`. Inputs are drawn as those of the paper's tasks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import groupby

import numpy as np

from ..dataset import Ints, Oracle, Task, require
from ..program import Vocabulary
from .drawing import BEGIN, END, Recipe, Strings, letter_names, make_task, spec_of
from .entry import TaskEntry

Symbols = list[str]
COUNT = 4  # of symbols, unless told
LIMITS = {"symbols": (2, 20), "length": (4, 200)}

SETS: dict[str, Callable[[int, int], Iterable[object]]] = {  # (symbols, longest) -> names
    "letters": lambda symbols, longest: letter_names(symbols),
    "digits": lambda symbols, longest: range(symbols),
    "bars": lambda symbols, longest: (*letter_names(symbols - 1), "|"),
    "digit-bars": lambda symbols, longest: (*range(symbols - 1), "|"),
    "from-0": lambda symbols, longest: range(longest + 1),
    "from-1": lambda symbols, longest: range(1, longest + 1),
    "sums": lambda symbols, longest: range((symbols - 1) * longest + 1),
    "depths": lambda symbols, longest: range(-longest, longest + 1),
}

EXAMPLES = {
    "letters": "a b a c",
    "digits": "1 3 0 3",
    "bars": "a | b a | c",
    "digit-bars": "1 2 | 2",
    "a b": "a b a b",
    "a b c d": "a d b c",
    "( )": "( ( ) ) )",
}  # an input of each set of symbols


@dataclass(frozen=True, slots=True)
class Rule:
    """A task: its symbols and classes, what it asks, and the answer at each symbol.

    `kinds` is "symbols -> classes": names of `SETS`, or a list. `answer` gets the symbols of an
    input and the place of one of them, from 0.
    """

    kinds: str
    about: str
    answer: Callable[[Symbols, int], object]
    causal: bool = False
    end: bool = False

    @property
    def symbols(self) -> str:
        return self.kinds.partition(" -> ")[0]

    def oracle(self, words: Sequence[str]) -> list[str | None]:
        """The right answers to an input; None where the task scores nothing."""
        ends = words[-1] == END
        symbols = list(words[1 : len(words) - ends])
        asked = [str(self.answer(symbols, i)) for i in range(len(symbols))]
        return [None, *asked, *([None] if ends else [])]

    def entry(self, name: str) -> TaskEntry:
        """The rule as a task that can be made."""
        example = (BEGIN, *EXAMPLES[self.symbols].split(), *((END,) if self.end else ()))
        return TaskEntry(self.maker(name), self.about, self.oracle, example)

    def maker(self, name: str) -> Callable[..., Task]:
        """The function that makes the task.

        >>> task = FURTHER["rotate"].maker("rotate")(samples=100)
        >>> task.vocabulary.words, task.input_count
        (('<s>', 'a', 'b', 'c', 'd'), 21844)
        """

        def made(
            symbols: int = COUNT, length: int = 8, samples: int = 10000, seed: int = 0
        ) -> Task:
            settings = {"symbols": symbols, "length": length, "samples": samples, "seed": seed}
            spec = spec_of(name, settings, LIMITS)
            longest = length - 1 - self.end
            names = named(self.symbols, symbols, longest)
            require(
                self.symbols in SETS or symbols == COUNT,
                f"{name}, symbols: leave this setting out, the symbols are always "
                f"{' '.join(names)}",
            )
            marks = (BEGIN, END) if self.end else (BEGIN,)
            classes = named(self.kinds.partition(" -> ")[2], symbols, longest)
            recipe = Recipe(
                vocabulary=Vocabulary((*marks, *names), None, BEGIN, END if self.end else None),
                classes=classes,
                max_length=length,
                source=Strings(len(names), 1, longest),
                label=lambda body: _labels(body, names, classes, self.oracle),
                oracle=self.oracle,
                causal=self.causal,
            )
            return make_task(recipe, spec, self.about)

        return made


causal = partial(Rule, causal=True)  # the answer at a symbol depends on those up to it alone


def named(text: str, symbols: int, longest: int) -> tuple[str, ...]:
    """The names of a set, or of a list of sets and names.

    >>> named("digits none", 3, 8), named("no yes", 3, 8)
    (('0', '1', '2', 'none'), ('no', 'yes'))
    """
    parts = [SETS[word](symbols, longest) if word in SETS else (word,) for word in text.split()]
    return tuple(str(name) for part in parts for name in part)


def _labels(body: Ints, names: tuple[str, ...], classes: tuple[str, ...], oracle: Oracle) -> Ints:
    """The classes of every symbol of many bodies, by the oracle."""
    place = {label: i for i, label in enumerate(classes)}
    labels = np.full(body.shape, -1, np.int32)
    for row, symbols in zip(labels, body.tolist(), strict=True):
        words = [names[symbol] for symbol in symbols if symbol >= 0]
        answer = oracle([BEGIN, *words])[1:]
        row[: len(words)] = [place[one] for one in answer if one is not None]
    return labels


# --- parts of answers -----------------------------------------------------------------------------


def filled(made: Callable[[Symbols], Symbols], rest: str = BEGIN) -> Callable[[Symbols, int], str]:
    """The answer that asks for a list of symbols, filled up."""
    return lambda s, i: (made(s) + [rest] * len(s))[i]


def yes(holds: bool) -> str:
    return "yes" if holds else "no"


def run(s: Symbols, i: int) -> int:
    """How many symbols up to place i are the same as it."""
    start = i
    while start > 0 and s[start - 1] == s[i]:
        start -= 1
    return i - start + 1


def depth(s: Symbols, i: int) -> int:
    """How many brackets are open after place i; closed ones that were not open count down."""
    return s[: i + 1].count("(") - s[: i + 1].count(")")


def since(s: Symbols, i: int) -> int:
    """How many symbols stand after the last | up to place i."""
    seen = s[: i + 1]
    return len(seen) if "|" not in seen else seen[::-1].index("|")


def partners(s: Symbols) -> dict[int, int]:
    """The place of the bracket that belongs to the one at each place, where there is one."""
    open_at: list[int] = []
    found = {}
    for place, symbol in enumerate(s):
        if symbol == "(":
            open_at.append(place)
        elif open_at:
            other = open_at.pop()
            found[place], found[other] = other, place
    return found


def _match(s: Symbols, i: int) -> object:
    """The position of the bracket that the one at place i closes; none where it closes none."""
    return "open" if s[i] == "(" else partners(s[: i + 1]).get(i, -1) + 1 or "none"


def _lead(s: Symbols, i: int) -> str:
    a, b = (s[: i + 1].count(name) for name in ("a", "b"))
    return "tie" if a == b else "a" if a > b else "b"


def _before_bar(s: Symbols, i: int) -> str:
    """The symbol just before the last | up to place i."""
    bars = [place for place in range(1, i + 1) if s[place] == "|"]
    return s[bars[-1] - 1] if bars else BEGIN


def _swapped(s: Symbols, i: int) -> str:
    other = i + 1 if i % 2 == 0 else i - 1
    return s[other] if other < len(s) else s[i]


def _back(s: Symbols, i: int) -> int:
    """How far back the same symbol stood last; 0 where it never did."""
    earlier = [place for place in range(i) if s[place] == s[i]]
    return i - earlier[-1] if earlier else 0


def _pairs(s: Symbols, i: int) -> int:
    """How often the symbol stands just after the one that is just before it here."""
    both = [BEGIN, *s]
    return sum(both[n : n + 2] == both[i : i + 2] for n in range(len(s)))


FURTHER: dict[str, Rule] = {
    "previous": causal(
        "letters -> letters <s>", "The symbol just before.", lambda s, i: s[i - 1] if i else BEGIN
    ),
    "next": Rule(
        "letters -> letters <s>",
        "The symbol just after; <s> at the end.",
        lambda s, i: s[i + 1] if i + 1 < len(s) else BEGIN,
    ),
    "first": causal("letters -> letters", "The first symbol, everywhere.", lambda s, i: s[0]),
    "last": Rule(
        "letters -> letters", "The last symbol, everywhere.", lambda s, i: s[-1], end=True
    ),
    "rotate": Rule(
        "letters -> letters",
        "The next symbol; the first at the end.",
        lambda s, i: s[(i + 1) % len(s)],
    ),
    "swap": Rule("letters -> letters", "Neighbours change places, two by two.", _swapped),
    "largest": Rule(
        "digits -> digits", "The largest digit, everywhere.", lambda s, i: max(s, key=int)
    ),
    "largest_so_far": causal(
        "digits -> digits", "The largest digit so far.", lambda s, i: max(s[: i + 1], key=int)
    ),
    "second_largest": Rule(
        "digits -> digits",
        "The second largest of the different digits, everywhere.",
        lambda s, i: sorted(set(s), key=int)[-2:][0],
    ),
    "sort_down": Rule(
        "digits -> digits",
        "The digits in falling order.",
        lambda s, i: sorted(s, key=int, reverse=True)[i],
        end=True,
    ),
    "smaller": Rule(
        "digits -> from-0",
        "How many digits are smaller.",
        lambda s, i: sum(int(x) < int(s[i]) for x in s),
    ),
    "larger_after": Rule(
        "digits -> from-0",
        "How many later digits are larger.",
        lambda s, i: sum(int(x) > int(s[i]) for x in s[i + 1 :]),
    ),
    "sum_so_far": causal(
        "digits -> sums", "The sum of the digits so far.", lambda s, i: sum(map(int, s[: i + 1]))
    ),
    "median": Rule(
        "digits -> digits",
        "The middle digit of all in order, everywhere.",
        lambda s, i: sorted(s, key=int)[(len(s) - 1) // 2],
    ),
    "palindrome": Rule(
        "letters -> no yes", "Is it the same backwards?", lambda s, i: yes(s == s[::-1])
    ),
    "distinct": Rule("letters -> from-1", "How many different symbols.", lambda s, i: len(set(s))),
    "distinct_so_far": causal(
        "letters -> from-1", "How many different symbols so far.", lambda s, i: len(set(s[: i + 1]))
    ),
    "repeated": Rule(
        "letters -> no yes",
        "Does the symbol stand elsewhere too?",
        lambda s, i: yes(s.count(s[i]) > 1),
    ),
    "new": causal(
        "letters -> no yes", "Is this the first time?", lambda s, i: yes(s[i] not in s[:i])
    ),
    "once": Rule(
        "letters -> letters <s>",
        "The symbols that stand only once, then <s>.",
        filled(lambda s: [x for x in s if s.count(x) == 1]),
    ),
    "dedupe": Rule(
        "letters -> letters <s>",
        "The different symbols as they come, then <s>.",
        filled(lambda s: list(dict.fromkeys(s))),
    ),
    "every_second": Rule(
        "letters -> letters <s>",
        "The first, third, ... symbol, then <s>.",
        filled(lambda s: s[::2]),
    ),
    "back": causal("letters -> from-0", "How far back it stood last; 0: never.", _back),
    "pairs": Rule(
        "letters -> from-1", "How often the two symbols here stand side by side.", _pairs
    ),
    "run": causal("letters -> from-1", "How long the run of equals is so far.", run),
    "longest_run": Rule(
        "letters -> from-1",
        "The longest run of equals.",
        lambda s, i: max(len(list(group)) for _, group in groupby(s)),
    ),
    "parity": causal(
        "letters -> even odd",
        "Is the number of a so far odd?",
        lambda s, i: "odd" if s[: i + 1].count("a") % 2 else "even",
    ),
    "lead": causal("letters -> a b tie", "Which of a and b came more often so far?", _lead),
    "since_bar": causal("bars -> from-0", "How many symbols since the last |.", since),
    "before_bar": causal("bars -> bars <s>", "The symbol just before the last |.", _before_bar),
    "depth": causal("( ) -> depths", "How deep in brackets.", depth),
    "match": causal(
        "( ) -> from-1 none open", "The position of the bracket that a ) closes.", _match
    ),
}
