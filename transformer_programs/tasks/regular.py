"""Regular languages as tasks: label every symbol of a word by the state of the minimal automaton.

>>> task = regular("(ab|aabb)*")
>>> task.oracle(["<s>", "a", "b", "a", "a"])
[None, '1', '0', '1', '2']
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import accumulate

import numpy as np
import numpy.typing as npt

from ..dataset import DEAD, Automaton, Ints, Task, TaskSpec, require
from .drawing import BEGIN, spec_of
from .question import Question, TaskEntry
from .regex import Minimal, ways

PREFIX = "regex:"  # before an expression, as the name of its task
LABELS = ("state", "accepted", "next")
WORDS = ("language", "all")
LIMITS = {"length": (2, 2000)}


def regular(
    regex: str = "(ab|aabb)*",
    label: str = "state",
    words: str = "language",
    length: int = 50,
    samples: int = 10_000,
    seed: int = 0,
) -> Task:
    """The task of a regular language.

    `label`: the state of the minimal automaton after each symbol, whether the word so far is
    `accepted`, or which symbols can come `next` ($ where the word may end). `words`: those of the
    language, or all words of its symbols. `length` counts the words of an input, `<s>` too.

    >>> regular("a*b", label="next").oracle(["<s>", "a", "a", "b"])
    [None, 'ab', 'ab', '$']
    """
    for name, value, allowed in (("label", label, LABELS), ("words", words, WORDS)):
        require(value in allowed, f"{name}: expected one of {', '.join(allowed)}, got {value!r}")
    require(isinstance(regex, str), f"regex: expected a text, got {regex!r}")
    numbers = spec_of("regular", {"length": length, "samples": samples, "seed": seed}, LIMITS)
    named = (("regex", regex), ("label", label), ("words", words))
    spec = TaskSpec("regular", (*named, *numbers.settings))
    automaton = labelled(Minimal.of(regex), label, words == "all")
    source = Language(automaton, length - 1)
    require(source.count > 0, f"regex {regex!r}: no word of 1 to {length - 1} symbols")
    reached = {automaton.labels[to] for row in automaton.moves for to in row if to != DEAD}
    classes = tuple(name for name in dict.fromkeys(automaton.labels) if name in reached)
    places = np.array([classes.index(one) if one in reached else -1 for one in automaton.labels])

    def label_all(body: Ints, symbols: int) -> Ints:
        return np.where(body >= 0, places[source.states(body)], -1).astype(np.int32)

    about = {"state": "the state after each symbol", "accepted": "is the word so far accepted?"}
    question = Question(
        f"{' '.join(automaton.words)} -> {' '.join(classes)}",
        f"{regex}: {about.get(label, 'which symbols can follow')}",
        whole=lambda symbols: answers(automaton, symbols),
        causal=True,
        label=label_all,
    )
    task = question.task(spec, len(automaton.words), length, source)
    assert task.space is not None
    return replace(task, space=replace(task.space, automaton=automaton))


def answers(automaton: Automaton, symbols: Sequence[str]) -> list[str | None]:
    """The labels of the symbols; None for each where this is no input."""
    found = automaton.run(symbols)
    return [None] * len(symbols) if found is None else list(found)


def labelled(minimal: Minimal, label: str, every_word: bool) -> Automaton:
    """The minimal automaton with labels; for all words with the state that accepts none, last."""
    moves, accepts = list(minimal.moves), list(minimal.accepts)
    if every_word and any(DEAD in row for row in moves):
        dead = len(moves)
        moves = [tuple(dead if to == DEAD else to for to in row) for row in moves]
        moves.append((dead,) * len(minimal.symbols))
        accepts.append(False)

    def follow(state: int) -> str:
        row = minimal.moves[state] if state < len(minimal.moves) else ()
        found = [s for s, to in zip(minimal.symbols, row, strict=False) if to != DEAD]
        return "".join(found) + "$" * accepts[state] or "none"

    labels = {
        "state": [str(state) for state in range(len(moves))],
        "accepted": ["yes" if accepted else "no" for accepted in accepts],
        "next": [follow(state) for state in range(len(moves))],
    }
    ends = [True] * len(moves) if every_word else accepts
    return Automaton(minimal.symbols, tuple(moves), tuple(labels[label]), tuple(ends))


class Language:
    """The inputs of an automaton, of 1 to `longest` symbols; see `drawing.Source`."""

    def __init__(self, automaton: Automaton, longest: int) -> None:
        self.automaton, self.longest = automaton, longest
        self.ways = ways(automaton.moves, automaton.ends, longest)
        # DEAD is the last row, too: there is no way from it.
        self.moves = np.array([*automaton.moves, (DEAD,) * len(automaton.words)])

    @property
    def count(self) -> int:
        return sum(self.ways[n][0] for n in range(1, self.longest + 1))

    def states(self, body: Ints) -> npt.NDArray[np.int64]:
        """The state after each symbol; DEAD from where it is no word, or is over."""
        found = np.full(body.shape, DEAD)
        state = np.zeros(len(body), np.int64)
        for column in range(body.shape[1]):
            state = np.where(body[:, column] >= 0, self.moves[state, body[:, column]], DEAD)
            found[:, column] = state
        return found

    def _before(self, left: int) -> list[list[int]]:
        """found[state][s]: how many words of `left` symbols go on with a symbol before the s-th."""
        last = self.ways[left - 1]
        rows = [[0 if to == DEAD else last[to] for to in row] for row in self.automaton.moves]
        return [list(accumulate(row, initial=0)) for row in rows]

    def draw(self, rng: np.random.Generator, inputs: int) -> Ints:
        """Uniform over the lengths that there are, then over the words of that length."""
        sizes = [n for n in range(1, self.longest + 1) if self.ways[n][0]]
        length = rng.permutation(np.resize(sizes, inputs))
        # (left, states, symbols): the part of the words that go on with this symbol or one before.
        parts = np.array(
            [
                [[n / (row[-1] or 1) for n in row[1:]] for row in self._before(left)]
                for left in range(1, self.longest + 1)
            ]
        )
        body = np.full((inputs, self.longest), -1, np.int32)
        state = np.zeros(inputs, np.int64)
        for column in range(self.longest):
            rows = np.flatnonzero(length > column)
            part = parts[length[rows] - column - 1, state[rows]]
            body[rows, column] = (part <= rng.random(len(rows))[:, None]).sum(axis=1)
            state[rows] = self.moves[state[rows], body[rows, column]]
        return body

    def listed(self, start: int, stop: int) -> Ints:
        """Short words before long ones, each length in the order of its symbols.

        >>> Language(labelled(Minimal.of("a*b"), "state", False), 3).listed(0, 3).tolist()
        [[1, -1, -1], [0, 1, -1], [0, 0, 1]]
        """
        body = np.full((stop - start, self.longest), -1, np.int32)
        offset = 0
        for length in range(1, self.longest + 1):
            low, high = max(start, offset), min(stop, offset + self.ways[length][0])
            if low < high:
                rest = np.arange(low - offset, high - offset)
                body[low - start : high - start, :length] = self._spelled(rest, length)
            offset += self.ways[length][0]
            if offset >= stop:
                break
        return body

    def _spelled(self, rest: npt.NDArray[np.int64], length: int) -> Ints:
        """The words of these numbers, among all of a length."""
        body = np.empty((len(rest), length), np.int32)
        state = np.zeros(len(rest), np.int64)
        for column in range(length):
            before = np.array(self._before(length - column))[state]
            symbol = (before[:, 1:] <= rest[:, None]).sum(axis=1)
            rest = rest - before[np.arange(len(rest)), symbol]
            body[:, column] = symbol
            state = self.moves[state, symbol]
        return body


REGULAR = {
    "regular": TaskEntry(
        regular,
        'The state of the minimal automaton of a regular language; also "regex:(ab|aabb)*".',
        lambda words: [
            None,
            *answers(labelled(Minimal.of("(ab|aabb)*"), "state", False), words[1:]),
        ],
        (BEGIN, *"ababaabb"),
    )
}
