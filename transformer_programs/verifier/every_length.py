"""Equality on inputs of every length: a program as a finite machine, explored state by state.

A program that never looks ahead reads one word after the other. Its summary of the words so far has
finite parts, and registers: numbers that may grow. Only a few sums of registers are ever looked at,
and of each of them only whether it is one of finitely many numbers, below, or above, and its
remainder. A state of the machine is just that. Which sums, numbers and remainders, the exploration
finds out: where too little is known to go on, it notes what is missing and starts again. So every
step is exact, and a state stands for all inputs that lead to it, however long.

>>> from transformer_programs.dataset import Automaton
>>> from transformer_programs.program import Answer, Categorical, Token, Variable, Vocabulary
>>> echo = Token(Variable("echo", Categorical(("a", "b"))), (0, 1))
>>> program = Program(Vocabulary(("a", "b")), (echo,), Answer("echo"))
>>> every_length(program, Automaton(("a", "b"), ((0, 1), (0, 1)), ("a", "b"), (True, True)))
Explored(states=3, differs=None)
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from math import gcd, lcm
from typing import Any, NamedTuple, NoReturn

from ..dataset import DEAD, Automaton
from ..meaning.remembering import NotBounded
from ..meaning.streaming import Numbers, OnePass, Past
from ..program import Program

MOST_READS = 20_000  # words read in states, in all: some seconds
MOST_WIDTH = 128  # numbers that a sum of registers may be, below and above not counted
MOST_REMAINDERS = 64
MOST_SUMS = 64

Sum = tuple[tuple[Hashable, int], ...]  # registers and how often each counts


@dataclass(frozen=True, slots=True, eq=False)
class Linear:
    """A number that is not known: registers, each some times, plus a constant, over `below`."""

    registers: Mapping[Hashable, int]
    constant: int = 0
    below: int = 1

    @staticmethod
    def of(registers: Mapping[Hashable, int], constant: int, below: int) -> Linear | int:
        kept = {name: times for name, times in registers.items() if times}
        return Linear(kept, constant, below) if kept else constant // below

    def __add__(self, other: Any) -> Any:
        if isinstance(other, int):
            return Linear(self.registers, self.constant + other * self.below, self.below)
        below = lcm(self.below, other.below)
        mine, its = below // self.below, below // other.below
        found = {name: times * mine for name, times in self.registers.items()}
        for name, times in other.registers.items():
            found[name] = found.get(name, 0) + times * its
        return Linear.of(found, self.constant * mine + other.constant * its, below)

    def __mul__(self, times: Any) -> Any:
        scaled = {name: own * times for name, own in self.registers.items()}
        return Linear.of(scaled, self.constant * times, self.below)

    __radd__, __rmul__ = __add__, __mul__

    def __sub__(self, other: Any) -> Any:
        return self + -1 * other

    def __rsub__(self, other: Any) -> Any:
        return self * -1 + other

    def __floordiv__(self, by: int) -> Any:
        """Only of what is known to be a multiple."""
        return Linear(self.registers, self.constant, self.below * by)


class Window(NamedTuple):
    """What is told apart of a sum: the numbers between low and high, and remainders by `by`.

    low stands for itself and all that is less, high for itself and all that is more.
    """

    low: int = -1
    high: int = 1
    by: int = 1


class Seen(NamedTuple):
    """A sum in a state: a number of its window, and its remainder."""

    number: int
    remainder: int


class Missing(Exception):
    """Too little is known of a sum to go on: this much is needed."""

    def __init__(self, numbers: PartlyKnown, sum: Sum, window: Window) -> None:
        super().__init__()
        self.numbers, self.sum, self.window = numbers, sum, window


class PartlyKnown(Numbers):
    """Numbers of which a state tells what the windows of their sums tell."""

    def __init__(self) -> None:
        self.windows: dict[Sum, Window] = {}
        self.state: Mapping[Sum, Seen] = {}

    def less(self, a: Any, b: Any) -> bool:
        return self._at_least(b - a, 1)

    def _at_least(self, a: Linear | int, least: int) -> bool:
        if isinstance(a, int):
            return a >= least
        sum, times = self._sum(a)
        border = least * a.below - a.constant
        if times > 0:
            return self._reaches(sum, -(-border // times))
        return not self._reaches(sum, border // times + 1)

    def _reaches(self, sum: Sum, least: int) -> bool:
        known, window = self._known(sum)
        if known.number == window.high and least > window.high:
            self._widen(sum, high=least)
        if known.number == window.low and least <= window.low:
            self._widen(sum, low=least - 1)
        return known.number >= least

    def equal(self, a: Any, b: Any) -> bool:
        difference = a - b
        return self._at_least(difference, 0) and not self._at_least(difference, 1)

    def exact(self, a: Any) -> int:
        if isinstance(a, int):
            return a
        sum, times = self._sum(a)
        known, window = self._known(sum)
        if known.number == window.high:
            self._widen(sum, high=window.high + 1)
        if known.number == window.low:
            self._widen(sum, low=window.low - 1)
        return int((times * known.number + a.constant) // a.below)

    def remainder(self, a: Any, by: int) -> int:
        if isinstance(a, int):
            return a % by
        sum, times = self._sum(a)
        known, window = self._known(sum)
        if window.by % (by * a.below):
            raise Missing(self, sum, window._replace(by=lcm(window.by, by * a.below)))
        return int((times * known.remainder + a.constant) % (by * a.below) // a.below)

    def _sum(self, a: Linear) -> tuple[Sum, int]:
        """The sum of registers, without a common factor, and how often it counts in a number."""
        ordered = sorted(a.registers.items(), key=lambda one: _order(one[0]))
        factor = gcd(*a.registers.values()) * (1 if ordered[0][1] > 0 else -1)
        return tuple((name, times // factor) for name, times in ordered), factor

    def _known(self, sum: Sum) -> tuple[Seen, Window]:
        if sum not in self.windows:
            raise Missing(self, sum, Window())
        return self.state[sum], self.windows[sum]

    def _widen(self, sum: Sum, low: int | None = None, high: int | None = None) -> NoReturn:
        """By half of what it is at least: there are less starts then."""
        window = self.windows[sum]
        more = (window.high - window.low) // 2
        wider = Window(
            window.low if low is None else min(low, window.low - more),
            window.high if high is None else max(high, window.high + more),
            window.by,
        )
        raise Missing(self, sum, wider)

    def learn(self, missing: Missing) -> None:
        """Tell more apart from now on."""
        window = missing.window
        of = [name[0] if isinstance(name, tuple) else "" for name, _ in missing.sum]
        names = ", ".join(f"step {step}" if step else "the position" for step in dict.fromkeys(of))
        if window.high - window.low > MOST_WIDTH or window.by > MOST_REMAINDERS:
            raise NotBounded(f"{names} grows without limit")
        self.windows[missing.sum] = window
        if len(self.windows) > MOST_SUMS:
            raise NotBounded(f"too many sums of what grows matter, the last of {names}")

    def kept(self, sum: Sum, changed: Callable[[Hashable], Linear | int]) -> Seen:
        """What is known of a sum when its registers have changed."""
        window = self.windows[sum]
        number: Any = 0
        for name, times in sum:
            number = number + times * changed(name)
        remainder = self.remainder(number, window.by)
        if self._at_least(number, window.high):
            return Seen(window.high, remainder)
        if not self._at_least(number, window.low + 1):
            return Seen(window.low, remainder)
        return Seen(self.exact(number), remainder)


@cache
def _order(register: Hashable) -> str:
    return repr(register)


# --- the two sides of a comparison ----------------------------------------------------------------


class OfProgram:
    """A program as a finite machine. A state: what heads remember, and what is known of sums."""

    def __init__(self, program: Program) -> None:
        if program.max_length is not None:
            raise NotBounded(f"it takes at most {program.max_length} words")
        self.numbers = PartlyKnown()
        self.machine = OnePass(program, self.numbers)
        self.words = {word: i for i, word in enumerate(program.vocabulary.words)}
        self.begin = program.vocabulary.begin
        self.reads = 0

    def start(self) -> Hashable:
        if self.begin is None:
            return None
        _, state = self.read(None, self.begin)
        return state

    def read(self, state: Any, word: str) -> tuple[str, Hashable]:
        numbers, windows = self.numbers, self.numbers.windows
        self.reads += 1
        if self.reads > MOST_READS:
            raise NotBounded(f"not decided after {MOST_READS:,} words in different states")
        if state is None:  # before the first word all registers are 0
            registers: Mapping[Hashable, Any] = defaultdict(int)
            past = self.machine.start()
            numbers.state = {}
        else:
            registers = _Unknown()
            past = Past(state[0], registers)
            numbers.state = dict(zip(windows, state[1], strict=True))
        label, changed, memories = self.machine.read(past, self.words[word])

        def after(name: Hashable) -> Any:
            return changed[name] if name in changed else registers[name]

        return label, (memories, tuple(numbers.kept(sum, after) for sum in windows))


class _Unknown(dict[Hashable, Any]):
    """Registers of which nothing is known but what a state tells of their sums."""

    def __missing__(self, name: Hashable) -> Linear:
        return Linear({name: 1})


class OfAutomaton:
    """The automaton of a regular task."""

    def __init__(self, automaton: Automaton) -> None:
        self.automaton = automaton
        self.words = {word: i for i, word in enumerate(automaton.words)}

    def start(self) -> Hashable:
        return 0

    def read(self, state: Any, word: str) -> tuple[str, Hashable] | None:
        to = self.automaton.moves[state][self.words[word]]
        return None if to == DEAD else (self.automaton.labels[to], to)


@dataclass(frozen=True, slots=True)
class Explored:
    """How many pairs of states there are, and the shortest input on which two sides differ."""

    states: int
    differs: tuple[str, ...] | None


def every_length(program: Program, other: Program | Automaton) -> Explored:
    """Compare on every input of every length, or raise `NotBounded`.

    Two programs take the same words; those of an automaton stand between `begin` and `end`.
    """
    vocabulary = program.vocabulary
    a = OfProgram(program)
    b = OfProgram(other) if isinstance(other, Program) else OfAutomaton(other)
    words = vocabulary.symbols if isinstance(other, Program) else other.words
    while True:
        try:
            found = _explored(a, b, words)
        except Missing as missing:
            missing.numbers.learn(missing)
            continue
        if found.differs is None:
            return found
        marks = [[] if mark is None else [mark] for mark in (vocabulary.begin, vocabulary.end)]
        return replace(found, differs=(*marks[0], *found.differs, *marks[1]))


def _explored(a: OfProgram, b: OfProgram | OfAutomaton, words: Sequence[str]) -> Explored:
    start = (a.start(), b.start())
    came: dict[Any, tuple[Any, str] | None] = {start: None}
    waiting = deque([start])
    while waiting:
        pair = waiting.popleft()
        for word in words:
            right = b.read(pair[1], word)
            if right is None:
                continue
            left = a.read(pair[0], word)
            if left[0] != right[0]:
                return Explored(len(came), (*_path(came, pair), word))
            reached = (left[1], right[1])
            if reached not in came:
                came[reached] = (pair, word)
                waiting.append(reached)
    return Explored(len(came), None)


def _path(came: Mapping[Any, tuple[Any, str] | None], state: Any) -> list[str]:
    """The words that led to a state first."""
    words: list[str] = []
    while (step := came[state]) is not None:
        state = step[0]
        words.append(step[1])
    return words[::-1]
