"""Regular languages as tasks: label every symbol of a word by the state of the minimal automaton.

An expression has `|`, `*`, `+`, `?`, parentheses, lists of symbols such as [abc] or [a-d], and `\\`
before a symbol that would mean something else. The expression becomes its position automaton
(Glushkov), which is made deterministic and then minimal. A position is called a place here.

>>> task = regular("(ab|aabb)*")
>>> task.oracle(["<s>", "a", "b", "a", "a"])
[None, '1', '0', '1', '2']
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import accumulate
from typing import NamedTuple

import numpy as np

from ..dataset import DEAD, Automaton, Ints, Task, TaskError, TaskSpec, require_task
from .question import Body, Question, TaskEntry, spec_of
from .tokenizing import BEGIN

PREFIX = "regex:"  # before an expression, as the name of its task
LABELS = ("state", "accepted", "next")
WORDS = ("language", "all")
LIMITS = {"length": (2, 2000)}
MAX_SYMBOLS = 200  # characters of an expression
MAX_STATES = 2000
SPECIAL = "|*+?()[]\\{}.^$"
BEFORE = -1  # the place before the first symbol


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
        require_task(
            value in allowed, f"{name}: expected one of {', '.join(allowed)}, got {value!r}"
        )
    numbers = spec_of("regular", {"length": length, "samples": samples, "seed": seed}, LIMITS)
    named = (("regex", regex), ("label", label), ("words", words))
    spec = TaskSpec("regular", (*named, *numbers.settings))
    automaton = labelled(Minimal.of(regex), label, words == "all")
    source = Language(automaton, length - 1)
    require_task(source.count > 0, f"regex {regex!r}: no word of 1 to {length - 1} symbols")
    reached = {automaton.labels[to] for row in automaton.moves for to in row if to != DEAD}
    classes = tuple(name for name in dict.fromkeys(automaton.labels) if name in reached)
    about = {"state": "the state after each symbol", "accepted": "is the word so far accepted?"}
    question = Question(
        f"{' '.join(automaton.words)} -> {' '.join(classes)}",
        f"{regex}: {about.get(label, 'which symbols can follow')}",
        whole=lambda symbols: automaton.run(symbols) or [None] * len(symbols),
        causal=True,
    )
    task = question.task(spec, len(automaton.words), length, source)
    assert task.space is not None
    return replace(task, space=replace(task.space, automaton=automaton))


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
    """The inputs of an automaton, of 1 to `longest` symbols; see `question.Source`."""

    def __init__(self, automaton: Automaton, longest: int) -> None:
        self.automaton, self.longest = automaton, longest
        # ways[n][state]: how many words of n symbols lead from a state to an end.
        self.ways = [[int(end) for end in automaton.ends]]
        for _ in range(longest):
            last = self.ways[-1]
            self.ways.append([sum(last[to] for to in row if to != DEAD) for row in automaton.moves])
        # DEAD is the last row, too: there is no way from it.
        self.moves = np.array([*automaton.moves, (DEAD,) * len(automaton.words)])

    @property
    def count(self) -> int:
        return sum(self.ways[n][0] for n in range(1, self.longest + 1))

    def draw(self, rng: np.random.Generator, inputs: int) -> Ints:
        """Uniform over the lengths that there are, then over the words of that length."""
        sizes = [n for n in range(1, self.longest + 1) if self.ways[n][0]]
        length = rng.permutation(np.resize(sizes, inputs))
        # (left, states, symbols): the part of the words that go on with this symbol or one before.
        parts = np.array([self._parts(last) for last in self.ways[:-1]])
        body = np.full((inputs, self.longest), -1, np.int32)
        state = np.zeros(inputs, np.int64)
        for column in range(self.longest):
            rows = np.flatnonzero(length > column)
            part = parts[length[rows] - column - 1, state[rows]]
            body[rows, column] = (part <= rng.random(len(rows))[:, None]).sum(axis=1)
            state[rows] = self.moves[state[rows], body[rows, column]]
        return body

    def _parts(self, ways: list[int]) -> list[list[float]]:
        rows = [[0 if to == DEAD else ways[to] for to in row] for row in self.automaton.moves]
        return [[n / (sum(row) or 1) for n in accumulate(row)] for row in rows]

    def every(self) -> Iterator[Body]:
        """Short words before long ones, each length in the order of its symbols.

        >>> list(Language(labelled(Minimal.of("a*b"), "state", False), 3).every())
        [(1, -1, -1), (0, 1, -1), (0, 0, 1)]
        """
        for length in range(1, self.longest + 1):
            stack: list[tuple[Body, int]] = [((), 0)] if self.ways[length][0] else []
            while stack:
                word, state = stack.pop()
                if len(word) == length:
                    yield word + (-1,) * (self.longest - length)
                    continue
                left = self.ways[length - len(word) - 1]
                moves = [*enumerate(self.automaton.moves[state])]
                stack += [((*word, s), to) for s, to in moves[::-1] if to != DEAD and left[to]]


# --- from an expression to its minimal automaton --------------------------------------------------


class Fragment(NamedTuple):
    """A subexpression: whether it matches the empty word, and its first and last places."""

    empty: bool
    first: frozenset[int]
    last: frozenset[int]


class Reader:
    """Reads an expression from the left, one function per level of binding.

    `takes`: the symbols that each place takes; `follow`: the places that can follow it.
    """

    def __init__(self, text: str) -> None:
        self.text, self.at = text, 0
        self.takes: list[frozenset[str]] = []
        self.follow: list[set[int]] = []

    def put(self, symbols: frozenset[str]) -> Fragment:
        self.takes.append(symbols)
        self.follow.append(set())
        place = frozenset((len(self.takes) - 1,))
        return Fragment(False, place, place)

    def join(self, before: Fragment, after: Fragment) -> None:
        for place in before.last:
            self.follow[place] |= after.first

    def refuse(self, message: str, at: int | None = None) -> TaskError:
        place = self.at if at is None else at
        return TaskError(f"regex {self.text!r}, character {place + 1}: {message}")

    @property
    def next(self) -> str:
        return self.text[self.at : self.at + 1]

    def take(self) -> str:
        self.at += 1
        return self.text[self.at - 1]

    def union(self) -> Fragment:
        found = self.chain()
        while self.next == "|":
            self.take()
            other = self.chain()
            found = Fragment(
                found.empty or other.empty, found.first | other.first, found.last | other.last
            )
        return found

    def chain(self) -> Fragment:
        found = Fragment(True, frozenset(), frozenset())
        while self.next and self.next not in "|)":
            other = self.repeated()
            self.join(found, other)
            found = Fragment(
                found.empty and other.empty,
                found.first | other.first if found.empty else found.first,
                found.last | other.last if other.empty else other.last,
            )
        return found

    def repeated(self) -> Fragment:
        found = self.single()
        while self.next and self.next in "*+?":
            sign = self.take()
            if sign in "*+":
                self.join(found, found)
            if sign in "*?":
                found = found._replace(empty=True)
        return found

    def single(self) -> Fragment:
        start = self.at
        if self.next == "[":
            self.take()
            return self.put(self.listed(start))
        if self.next != "(":
            return self.put(frozenset(self.symbol()))
        self.take()
        found = self.union()
        if self.at == len(self.text):
            raise self.refuse("a ( without its )", start)
        self.take()
        return found

    def listed(self, start: int) -> frozenset[str]:
        found: set[str] = set()
        while self.next != "]":
            if not self.next:
                raise self.refuse("a [ without its ]", start)
            low = self.symbol()
            high = low
            if self.next == "-":
                self.take()
                high = self.symbol()
            if high < low:
                raise self.refuse(f"{low}-{high} has no symbol", start)
            found |= set(map(chr, range(ord(low), ord(high) + 1)))
        self.take()
        if not found:
            raise self.refuse("an empty list of symbols", start)
        return frozenset(found)

    def symbol(self) -> str:
        escaped = self.next == "\\"
        if escaped:
            self.take()
        if not self.next:
            raise self.refuse("expected a symbol, got the end")
        if self.next.isspace() or not self.next.isprintable():
            raise self.refuse(f"expected a symbol, got {self.next!r}")
        if self.next in SPECIAL and not escaped:
            hint = f"nothing to repeat by {self.next}" if self.next in "*+?" else ""
            raise self.refuse(
                hint or f"expected a symbol, got {self.next} (write \\{self.next} for the symbol)"
            )
        return self.take()


@dataclass(frozen=True, slots=True)
class Minimal:
    """The minimal automaton: states in the order in which words reach them, 0 first.

    moves[state][symbol] is DEAD where no word of the language goes on so.
    """

    symbols: tuple[str, ...]
    moves: tuple[tuple[int, ...], ...]
    accepts: tuple[bool, ...]

    @staticmethod
    def of(text: str) -> Minimal:
        """
        >>> Minimal.of("(ab)*").moves, Minimal.of("a|b|ab?").accepts
        (((1, -1), (-1, 0)), (False, True, True))
        """
        if len(text) > MAX_SYMBOLS:
            raise TaskError(f"regex: expected at most {MAX_SYMBOLS} characters, got {len(text):,}")
        reader = Reader(text)
        whole = reader.union()
        if reader.next:
            raise reader.refuse("a ) without its (")
        symbols = tuple(sorted(set().union(*reader.takes)))
        if not symbols:
            raise TaskError(f"regex {text!r}: expected at least one symbol")
        moves, accepts = _by_places(reader, whole, symbols)
        return _merged(symbols, moves, accepts)


def _by_places(
    reader: Reader, whole: Fragment, symbols: tuple[str, ...]
) -> tuple[list[list[int]], list[bool]]:
    """The deterministic automaton, whose states are sets of places (the subset construction)."""
    takes, follow = reader.takes, reader.follow
    start = frozenset((BEFORE,))
    number, order = {start: 0}, [start]
    moves: list[list[int]] = []
    for state in order:  # which grows
        row = []
        for symbol in symbols:
            places = {
                after
                for place in state
                for after in (whole.first if place == BEFORE else follow[place])
                if symbol in takes[after]
            }
            reached = frozenset(places)
            if reached not in number:
                if len(order) >= MAX_STATES:
                    raise TaskError(f"regex {reader.text!r}: more than {MAX_STATES:,} states")
                number[reached] = len(order)
                order.append(reached)
            row.append(number[reached])
        moves.append(row)
    final = whole.last | (frozenset((BEFORE,)) if whole.empty else frozenset())
    return moves, [bool(state & final) for state in order]


def _merged(symbols: tuple[str, ...], moves: list[list[int]], accepts: list[bool]) -> Minimal:
    """The minimal automaton: equivalent states merged (Moore), those that accept nothing DEAD."""
    group = [int(accepted) for accepted in accepts]
    while True:
        seen: dict[tuple[int, ...], int] = {}
        finer = [
            seen.setdefault((group[state], *(group[to] for to in row)), len(seen))
            for state, row in enumerate(moves)
        ]
        if len(seen) == len(set(group)):
            break
        group = finer
    one = {group[state]: state for state in reversed(range(len(moves)))}  # a state of each group
    dead = {
        name
        for name, state in one.items()
        if not accepts[state] and all(group[to] == name for to in moves[state])
    }
    order = [group[0]]
    for name in order:  # which grows
        for to in moves[one[name]]:
            if group[to] not in order and group[to] not in dead:
                order.append(group[to])
    place = {name: number for number, name in enumerate(order)}
    return Minimal(
        symbols,
        tuple(tuple(place.get(group[to], DEAD) for to in moves[one[name]]) for name in order),
        tuple(accepts[one[name]] for name in order),
    )


REGULAR = {
    "regular": TaskEntry(
        regular,
        'The state of the minimal automaton of a regular language; also "regex:(ab|aabb)*".',
        None,
        (BEGIN, *"ababaabb"),
        (None, *"10101230"),
    )
}
