"""From a regular expression to its minimal automaton: places, sets of places, classes of states.

`|`, `*`, `+`, `?`, parentheses, lists of symbols such as [abc] or [a-d], and `\\` before a symbol
that would mean something else. A place is where a symbol stands in the expression; the states of
the first automaton are sets of places, and states that no word tells apart become one.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from ..dataset import DEAD, TaskError

LONGEST = 200  # characters of an expression
MOST_STATES = 2000
SPECIAL = "|*+?()[]\\{}.^$"
BEFORE = -1  # the place before the first symbol


class Fragment(NamedTuple):
    """A part of an expression: may it be empty, and the places it can begin and end with."""

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

    def whole(self) -> Fragment:
        found = self.union()
        if self.next:
            raise self.refuse("a ) without its (")
        return found

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
        if len(text) > LONGEST:
            raise TaskError(f"regex: expected at most {LONGEST} characters, got {len(text):,}")
        reader = Reader(text)
        whole = reader.whole()
        symbols = tuple(sorted(set().union(*reader.takes)))
        if not symbols:
            raise TaskError(f"regex {text!r}: expected at least one symbol")
        moves, accepts = _by_places(reader, whole, symbols)
        return _merged(symbols, moves, accepts)


def _by_places(
    reader: Reader, whole: Fragment, symbols: tuple[str, ...]
) -> tuple[list[list[int]], list[bool]]:
    """The automaton whose states are sets of places; the empty set is a state like the others."""
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
                if len(order) >= MOST_STATES:
                    raise TaskError(f"regex {reader.text!r}: more than {MOST_STATES:,} states")
                number[reached] = len(order)
                order.append(reached)
            row.append(number[reached])
        moves.append(row)
    final = whole.last | (frozenset((BEFORE,)) if whole.empty else frozenset())
    return moves, [bool(state & final) for state in order]


def _merged(symbols: tuple[str, ...], moves: list[list[int]], accepts: list[bool]) -> Minimal:
    """States that no word tells apart as one; those that no word accepts from are DEAD."""
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


def ways(
    moves: tuple[tuple[int, ...], ...], ends: tuple[bool, ...], longest: int
) -> list[list[int]]:
    """found[n][state]: how many words of n symbols lead from a state to an end."""
    found = [[int(end) for end in ends]]
    for _ in range(longest):
        last = found[-1]
        found.append([sum(last[to] for to in row if to != DEAD) for row in moves])
    return found
