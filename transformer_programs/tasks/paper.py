"""The tasks of the paper: in-context learning (induction) and the seven RASP tasks.

Each has an oracle, a few lines of plain Python on one input of words, which answers None where
nothing is scored; and, written apart from it, the labels of whole arrays of bodies at once, which
are class indices. The tests hold one against the other.

`vocab` and `length` count the special words, as the paper's do: `<s>`, `</s>` and padding for sort
and reverse, `<s>` and padding for the histogram tasks. So sort and reverse at 8/8 have 5 symbols
and 1 to 6 of them in an input, the histogram tasks 6 symbols and 1 to 7.

Inputs are drawn as in the paper: uniform over lengths, then over symbols, until there are `samples`
different ones. Where five times as many draws do not give them we use what was found: with seed 0,
14,105 of the 19,530 inputs of sort and reverse at 8/8, and 20,000 for the other tasks.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import numpy as np
import numpy.typing as npt

from ..dataset import Ints, Oracle, Task, TaskError, Tree
from ..program import Vocabulary
from .drawing import (
    BEGIN,
    END,
    Brackets,
    Pairs,
    Recipe,
    Strings,
    all_different,
    letter_names,
    make_task,
    one_symbol,
    spec_of,
)
from .entry import TaskEntry

Answer = list[str | None]

ABOUT = {
    "induction": "For each letter, the number that followed it before; unk when it is new.",
    "reverse": "The symbols in reverse order.",
    "hist": "For each symbol, how often it stands in the input.",
    "double_hist": "For each symbol, how many different symbols stand as often as it does.",
    "sort": "The symbols in ascending order.",
    "most_freq": "The different symbols, most frequent first, the earlier first among equals.",
    "dyck1": "Is the input so far a valid string of ( ) (T), the start of one (P), or neither (F)?",
    "dyck2": "As dyck1, with two kinds of brackets: ( ) and { }.",
}


# --- induction ------------------------------------------------------------------------------------


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
    digits = tuple(map(str, range(numbers)))
    recipe = Recipe(
        vocabulary=Vocabulary((BEGIN, *letter_names(letters), *digits), begin=BEGIN),
        classes=(*digits, "unk"),
        max_length=length,
        source=Pairs(letters, numbers, (length - 2) // 2),
        label=partial(induction_labels, letters=letters, numbers=numbers),
        oracle=induction_oracle,
        causal=True,
    )
    return make_task(recipe, spec, ABOUT[spec.name])


def induction_oracle(words: Sequence[str]) -> Answer:
    """
    >>> induction_oracle(["<s>", "a", "1", "b", "2", "a"])
    [None, 'unk', None, 'unk', None, '1']
    """
    answers: Answer = [None]
    for i, word in enumerate(words[1:], start=1):
        earlier = list(words[:i])
        if word.isdigit():
            answers.append(None)
        else:
            answers.append(earlier[earlier.index(word) + 1] if word in earlier else "unk")
    return answers


def induction_labels(body: Ints, letters: int, numbers: int) -> Ints:
    """Symbols: letters, then numbers. Classes: numbers, then unk.

    >>> induction_labels(np.array([[0, 3, 1, 2, 0]], np.int32), letters=2, numbers=2)
    array([[ 2, -1,  2, -1,  1]], dtype=int32)
    """
    every = np.arange(len(body))
    known = np.full((len(body), letters), numbers, np.int32)  # unk until a number has followed
    labels = np.full_like(body, -1)
    for column in range(0, body.shape[1], 2):
        letter = body[:, column]
        labels[:, column] = known[every, letter]
        if column + 1 < body.shape[1]:
            known[every, letter] = body[:, column + 1] - letters
    return labels


# --- reverse and sort: the same digits in another order -------------------------------------------


def reverse(vocab: int = 8, length: int = 8, samples: int = 20000, seed: int = 0) -> Task:
    """Reverse a string of digits.

    >>> task = reverse(samples=100)
    >>> task.vocabulary.words, task.classes
    (('<s>', '</s>', '0', '1', '2', '3', '4'), ('0', '1', '2', '3', '4'))
    """
    return _rearranged("reverse", locals(), reverse_labels, reverse_oracle)


def sort(vocab: int = 8, length: int = 8, samples: int = 20000, seed: int = 0) -> Task:
    """Sort a string of digits.

    >>> task = sort(samples=100)
    >>> len(task.train), len(task.validation), len(task.test), task.input_count
    (80, 10, 10, 19530)
    """
    return _rearranged("sort", locals(), sort_labels, sort_oracle)


def _rearranged(
    name: str, settings: dict[str, int], label: Callable[[Ints], Ints], oracle: Oracle
) -> Task:
    """Digits between `<s>` and `</s>`, answered by the same digits in another order."""
    spec = spec_of(name, settings, {"vocab": (4, 1000), "length": (3, 1000)})
    digits = tuple(map(str, range(settings["vocab"] - 3)))
    recipe = Recipe(
        vocabulary=Vocabulary((BEGIN, END, *digits), begin=BEGIN, end=END),
        classes=digits,
        max_length=settings["length"],
        source=Strings(len(digits), 1, settings["length"] - 2),
        label=label,
        oracle=oracle,
    )
    return make_task(recipe, spec, ABOUT[name])


def reverse_oracle(words: Sequence[str]) -> Answer:
    """
    >>> reverse_oracle(["<s>", "3", "1", "2", "</s>"])
    [None, '2', '1', '3', None]
    """
    return [None, *reversed(words[1:-1]), None]


def reverse_labels(body: Ints) -> Ints:
    """
    >>> reverse_labels(np.array([[3, 1, 2, -1]], np.int32))
    array([[ 2,  1,  3, -1]], dtype=int32)
    """
    source = (body >= 0).sum(axis=1)[:, None] - 1 - np.arange(body.shape[1])
    return np.where(source >= 0, np.take_along_axis(body, np.maximum(source, 0), axis=1), -1)


def sort_oracle(words: Sequence[str]) -> Answer:
    """
    >>> sort_oracle(["<s>", "3", "10", "2", "</s>"])
    [None, '2', '3', '10', None]
    """
    return [None, *sorted(words[1:-1], key=int), None]


def sort_labels(body: Ints) -> Ints:
    """
    >>> sort_labels(np.array([[3, 1, 2, -1]], np.int32))
    array([[ 1,  2,  3, -1]], dtype=int32)
    """
    last = np.iinfo(np.int32).max  # padding stays on the right
    ordered = np.sort(np.where(body >= 0, body, last), axis=1)
    return np.where(ordered == last, -1, ordered).astype(np.int32)


# --- hist, double_hist and most_freq: counts of letters -------------------------------------------


def hist(vocab: int = 8, length: int = 8, samples: int = 20000, seed: int = 0) -> Task:
    """Histogram: for each letter, how often it stands in the input.

    The one departure from the paper's draw: training always holds one letter alone, 1 to length - 1
    times. At 8/8 most draws have no letter 7 times, and a count that never stood in training
    cannot be learned.

    >>> task = hist(samples=100)
    >>> task.input_count, task.classes
    (335922, ('1', '2', '3', '4', '5', '6', '7'))
    """
    return _counted(
        "hist",
        locals(),
        hist_labels,
        hist_oracle,
        lambda letters, longest: {"classes": _up_to(longest), "always": one_symbol(longest)},
    )


def double_hist(vocab: int = 8, length: int = 8, samples: int = 20000, seed: int = 0) -> Task:
    """Double histogram: for each letter, how many different letters stand as often as it does.

    As with `hist`, training holds every count at least once: the inputs a, a b, a b c, ...

    >>> double_hist(samples=100).classes
    ('1', '2', '3', '4', '5', '6')
    """
    return _counted(
        "double_hist",
        locals(),
        double_hist_labels,
        double_hist_oracle,
        lambda letters, longest: {
            "classes": _up_to(min(len(letters), longest)),
            "always": all_different(len(letters), longest),
        },
    )


def most_freq(vocab: int = 8, length: int = 8, samples: int = 20000, seed: int = 0) -> Task:
    """The different letters by falling frequency, padded with `<s>`, which is scored too.

    >>> task = most_freq(samples=100)
    >>> task.filler, task.classes
    ('<s>', ('a', 'b', 'c', 'd', 'e', 'f', '<s>'))
    """
    return _counted(
        "most_freq",
        locals(),
        most_freq_labels,
        most_freq_oracle,
        lambda letters, longest: {"classes": (*letters, BEGIN), "filler": BEGIN},
    )


def _up_to(most: int) -> tuple[str, ...]:
    return tuple(map(str, range(1, most + 1)))


def _counted(
    name: str,
    settings: dict[str, int],
    label: Callable[..., Ints],
    oracle: Oracle,
    asked: Callable[[tuple[str, ...], int], dict[str, Any]],
) -> Task:
    """Letters after `<s>`; `asked` says the rest of the recipe, given the letters and how many."""
    spec = spec_of(name, settings, {"vocab": (3, 1000), "length": (2, 1000)})
    letters, longest = letter_names(settings["vocab"] - 2), settings["length"] - 1
    recipe = Recipe(
        vocabulary=Vocabulary((BEGIN, *letters), begin=BEGIN),
        max_length=longest + 1,
        source=Strings(len(letters), 1, longest),
        label=partial(label, symbols=len(letters)),
        oracle=oracle,
        **asked(letters, longest),
    )
    return make_task(recipe, spec, ABOUT[name])


def hist_oracle(words: Sequence[str]) -> Answer:
    """
    >>> hist_oracle(["<s>", "a", "b", "b", "c"])
    [None, '1', '2', '2', '1']
    """
    return [None, *(str(words.count(word)) for word in words[1:])]


def hist_labels(body: Ints, symbols: int) -> Ints:
    """Class 0 is the count 1.

    >>> hist_labels(np.array([[0, 1, 1, 2, -1]], np.int32), symbols=3)
    array([[ 0,  1,  1,  0, -1]], dtype=int32)
    """
    return _at(_counts(body, symbols) - 1, body)


def double_hist_oracle(words: Sequence[str]) -> Answer:
    """
    >>> double_hist_oracle(["<s>", "a", "b", "b", "c"])
    [None, '2', '1', '1', '2']
    """
    letters = words[1:]
    alike = [{x for x in letters if letters.count(x) == letters.count(word)} for word in letters]
    return [None, *(str(len(found)) for found in alike)]


def double_hist_labels(body: Ints, symbols: int) -> Ints:
    """Class 0 is the count 1.

    >>> double_hist_labels(np.array([[0, 1, 1, 2, -1]], np.int32), symbols=3)
    array([[ 1,  0,  0,  1, -1]], dtype=int32)
    """
    once = _counts(body, symbols)
    twice = _counts(once, body.shape[1] + 1)  # (inputs, count): the symbols that have this count
    return _at(_at(twice, once) - 1, body)


def _counts(body: Ints, symbols: int) -> Ints:
    """How often each symbol stands in each input: (inputs, symbols)."""
    inputs, width = len(body), symbols + 1  # one more, dropped at the end, for padding
    cell = np.arange(inputs)[:, None] * width + np.where(body >= 0, body, symbols)
    table = np.bincount(cell.ravel(), minlength=inputs * width).reshape(inputs, width)
    return table[:, :symbols].astype(np.int32)


def _at(table: Ints, body: Ints) -> Ints:
    """The entry of each input's row of `table` for each of its symbols."""
    found = np.take_along_axis(table, np.maximum(body, 0), axis=1)
    return np.where(body >= 0, found, -1).astype(np.int32)


def most_freq_oracle(words: Sequence[str]) -> Answer:
    """
    >>> most_freq_oracle(["<s>", "a", "b", "b", "c"])
    [None, 'b', 'a', 'c', '<s>']
    """
    letters = list(words[1:])
    ranked = sorted(set(letters), key=lambda word: (-letters.count(word), letters.index(word)))
    return [None, *ranked, *[BEGIN] * (len(letters) - len(ranked))]


def most_freq_labels(body: Ints, symbols: int) -> Ints:
    """Symbols by falling count, earlier ones first; the class after the last symbol is filler.

    >>> most_freq_labels(np.array([[0, 1, 1, 2, -1]], np.int32), symbols=3)
    array([[ 1,  0,  2,  3, -1]], dtype=int32)
    """
    inputs, longest = body.shape
    first = np.full((inputs, symbols + 1), longest, np.int32)  # the last column takes padding
    for column in range(longest - 1, -1, -1):
        first[np.arange(inputs), body[:, column]] = column
    count, first = _counts(body, symbols), first[:, :symbols]
    ranked = np.argsort(first - count * (longest + 1), axis=1, kind="stable").astype(np.int32)
    ranked = np.where(np.take_along_axis(count, ranked, axis=1) > 0, ranked, symbols)
    padded = np.full((inputs, longest), symbols, np.int32)
    width = min(longest, symbols)
    padded[:, :width] = ranked[:, :width]
    return np.where(body >= 0, padded, -1).astype(np.int32)


# --- dyck1 and dyck2: brackets --------------------------------------------------------------------


def dyck1(length: int = 16, samples: int = 20000, seed: int = 0) -> Task:
    """Dyck-1: after each bracket, is the input so far valid, the start of something valid, or not?

    Every input has length - 1 brackets. Half of the draws start with a valid string.

    >>> dyck1(samples=100).input_count
    32768
    """
    return _dyck("dyck1", locals(), ("(", ")"))


def dyck2(length: int = 16, samples: int = 20000, seed: int = 0) -> Task:
    """Dyck-2: the same with two kinds of brackets.

    >>> dyck2(samples=100).input_count
    1073741824
    """
    return _dyck("dyck2", locals(), ("(", ")", "{", "}"))


def _dyck(name: str, settings: dict[str, int], brackets: tuple[str, ...]) -> Task:
    spec = spec_of(name, settings, {"length": (2, 1000)})
    kinds, longest = len(brackets) // 2, settings["length"] - 1
    recipe = Recipe(
        vocabulary=Vocabulary((BEGIN, *brackets), begin=BEGIN),
        classes=("F", "P", "T"),
        max_length=longest + 1,
        source=Brackets(kinds, longest),
        label=dyck_labels,
        oracle=dyck_oracle,
        causal=True,
        tree=bracket_tree(kinds, longest),
    )
    return make_task(recipe, spec, ABOUT[name])


def dyck_oracle(words: Sequence[str]) -> Answer:
    """T: what was read is a valid string; P: it may still become one; F: it cannot.

    >>> dyck_oracle(["<s>", *"({})(}"])
    [None, 'P', 'P', 'P', 'T', 'P', 'F']
    """
    answers: Answer = [None]
    left = ""  # what is left of the input so far when matching neighbours are crossed out
    for word in words[1:]:
        left += word
        if left.endswith(("()", "{}")):
            left = left[:-2]
        answers.append("F" if set(left) & set(")}") else "P" if left else "T")
    return answers


FAIL, PREFIX, TRUE = range(3)


def dyck_labels(body: Ints) -> Ints:
    """Symbols 2k and 2k + 1 open and close kind k. Classes: F, P, T.

    >>> dyck_labels(np.array([[0, 1, 0, 1, 1]], np.int32))
    array([[1, 2, 1, 2, 0]], dtype=int32)
    """
    inputs, longest = body.shape
    every = np.arange(inputs)
    stack = np.full((inputs, longest + 1), -1, np.int32)  # stack[:, d]: the kind opened at depth d
    depth = np.zeros(inputs, np.int64)
    failed = np.zeros(inputs, bool)
    labels = np.full_like(body, -1)
    for column in range(longest):
        symbol = body[:, column]
        kind, closes = symbol // 2, symbol % 2 == 1
        failed |= closes & (stack[every, depth] != kind)
        depth = np.maximum(depth + np.where(closes, -1, 1), 0)
        stack[every, depth] = np.where(closes, stack[every, depth], kind)
        label = np.where(failed, FAIL, np.where(depth == 0, TRUE, PREFIX))
        labels[:, column] = np.where(symbol >= 0, label, -1)
    return labels


def bracket_tree(kinds: int, length: int) -> Tree | None:
    """The labels, bracket by bracket; None where what is open needs over 64 bits."""
    most = (kinds + 1) ** length
    if most >= 2**63:
        return None
    start: npt.NDArray[np.integer] = np.zeros(1, np.int64)
    start = start.astype(np.int32) if most < 2**31 else start
    return Tree(2 * kinds, length, start, partial(brackets_opened, kinds=kinds))


def brackets_opened(
    opened: npt.NDArray[np.integer], kinds: int
) -> tuple[npt.NDArray[np.integer], npt.NDArray[np.int8]]:
    """What is open after one more bracket of each sort, and its classes.

    The open brackets are the digits of a number in base kinds + 1, the last opened lowest, 1 + its
    kind; -1 once the string has failed.

    >>> brackets_opened(np.array([0, 1], np.int32), kinds=2)[0].tolist()
    [[1, -1, 2, -1], [4, 0, 5, -1]]
    """
    rest, last = np.divmod(opened, kinds + 1)
    valid = opened >= 0
    after = np.empty((len(opened), 2 * kinds), opened.dtype)
    for kind in range(kinds):
        after[:, 2 * kind] = np.where(valid, opened * (kinds + 1) + kind + 1, -1)
        after[:, 2 * kind + 1] = np.where(valid & (last == kind + 1), rest, -1)
    # FAIL, PREFIX, TRUE = 0, 1, 2: what did not fail, and what is closed on top of that.
    return after, (after >= 0).view(np.int8) + (after == 0).view(np.int8)


TASKS: dict[str, TaskEntry] = {
    function.__name__: TaskEntry(function, ABOUT[function.__name__], oracle, tuple(example.split()))
    for function, oracle, example in (
        (induction, induction_oracle, "<s> a 1 b 0 b 0 a"),
        (reverse, reverse_oracle, "<s> 3 1 1 2 </s>"),
        (hist, hist_oracle, "<s> a b b c"),
        (double_hist, double_hist_oracle, "<s> a b b c"),
        (sort, sort_oracle, "<s> 3 1 1 2 </s>"),
        (most_freq, most_freq_oracle, "<s> a b b c"),
        (dyck1, dyck_oracle, "<s> ( ) ( ) )"),
        (dyck2, dyck_oracle, "<s> ( { } ) ( }"),
    )
}
