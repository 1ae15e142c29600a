"""The tasks of the paper: in-context learning (induction) and the seven RASP tasks.

Each is a `Question`. `vocab` and `length` count the special words, as in the paper;
`docs/learning.md` says how inputs are drawn.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from ..dataset import Task, TaskError
from .drawing import Brackets, Pairs, all_different, letter_names, one_symbol, spec_of
from .question import Question, Symbols, TaskEntry, causal

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


def _counted(s: Symbols) -> Iterator[int]:
    return map(s.count, s)


def _equally_common(s: Symbols) -> Iterator[int]:
    counts = Counter(s)
    symbols = Counter(counts.values())
    return (symbols[counts[symbol]] for symbol in s)


def _by_frequency(s: Symbols) -> Symbols:
    ranked = sorted(set(s), key=lambda symbol: (-s.count(symbol), s.index(symbol)))
    return ranked + ["<s>"] * (len(s) - len(ranked))


INDUCTION = causal(  # the symbols and classes depend on two settings
    "", "For each letter, the number that followed it before; unk if it is new.", whole=_followers
)
REVERSE = Question(
    "digits -> digits",
    "The symbols in reverse order.",
    whole=reversed,
    end=True,
)
HIST = Question(
    "letters -> from-1",
    "For each symbol, how often it occurs in the input.",
    whole=_counted,
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
    question = replace(
        INDUCTION,
        kinds=f"{' '.join(letter_names(letters))} {digits} -> {digits} unk",
    )
    source = Pairs(letters, numbers, (length - 2) // 2)
    return question.task(spec, letters + numbers, length, source)


reverse, sort = REVERSE.by_vocabulary("reverse", 3), SORT.by_vocabulary("sort", 3)
# The one departure from the paper's draw: training always holds one letter alone, 1 to length - 1
# times, and for `double_hist` the inputs a, a b, a b c, ... At 8/8 most draws have no letter 7
# times, and a count that never stood in training cannot be learned.
hist = HIST.by_vocabulary("hist", 2)
double_hist = DOUBLE_HIST.by_vocabulary("double_hist", 2)
# Symbols by falling frequency, padded with `<s>`, which is scored too.
most_freq = MOST_FREQ.by_vocabulary("most_freq", 2)


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
    "induction": INDUCTION.entry(induction, "a 1 b 0 b 0 a"),
    "reverse": REVERSE.entry(reverse, "3 1 1 2"),
    "hist": HIST.entry(hist, "a b b c"),
    "double_hist": DOUBLE_HIST.entry(double_hist, "a b b c"),
    "sort": SORT.entry(sort, "3 1 1 2"),
    "most_freq": MOST_FREQ.entry(most_freq, "a b b c"),
    "dyck1": DYCK1.entry(dyck1, "( ) ( ) )"),
    "dyck2": DYCK2.entry(dyck2, "( { } ) ( }"),
}
