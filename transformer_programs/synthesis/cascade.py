"""A finite machine as heads: its state before each word, put together from simple parts.

A part is a number modulo k to which each word adds something, or which it sets (`_part`). What a
word does may depend on parts that are known already. Two ways lead to parts: the states in a circle
that words turn, perhaps seen from a frame that words turn, too (r -> 2 r + 1 modulo 7 only adds,
once powers of 2 are divided out); classes of states that words respect, then the states in each.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice, permutations
from typing import NamedTuple

import numpy as np

from ..program.steps import Is, Reach
from ..program.values import Number
from .automaton import MAX_STATES, Machine, congruences, learned, quotient
from .domain import Domain, Ints, base, by_word
from .pieces import EQUAL, Piece, copied, formula, piece, tabled, total
from .sample import Sample

Permutation = tuple[int, ...]
Key = tuple[int, int]  # a word, and the value of what is known before it
Acts = Mapping[Key, tuple[int, int | None]]  # what a word adds; what it sets, if it does


class Track(NamedTuple):
    """A number before each word, and which one stands for which state."""

    piece: Piece
    values: tuple[int, ...]

    @property
    def size(self) -> int:
        return max(self.values) + 1


def states(domain: Domain, sample: Sample, labels: Ints) -> list[Piece]:
    """Variables that tell the state of a machine that decides the labels; none where none does."""
    marks = [domain.vocabulary.begin, domain.vocabulary.end]
    places = [place for place, word in enumerate(domain.words) if word in marks]
    words = np.where(sample.inside & ~np.isin(sample.words, places), sample.words, np.int16(-1))
    found, reaches = [], tuple[Reach, ...](("before",) if domain.causal else ("before", "after"))
    # The state before each word, or after it when read backwards, from the mark that inputs have.
    for mark, reach in zip(marks, reaches, strict=False):
        way = slice(None) if reach == "before" else slice(None, None, -1)
        machine = None if mark is None else learned(words[:, way], labels[:, way])
        if mark is not None and machine is not None:
            track = _Cascade(domain, mark, reach).solved(machine)
            found += [] if track is None else [track.piece]
    return found


class _Cascade:
    """Makes the parts of machines over the words of a task."""

    def __init__(self, domain: Domain, mark: str, reach: Reach) -> None:
        self.domain, self.reach, self.mark = domain, reach, domain.words.index(mark)
        self.word, _, self.one = base(domain)
        self.tries = 0

    def solved(self, machine: Machine) -> Track | None:
        return self._circle(machine) or self._classes(machine)

    # --- two ways -------------------------------------------------------------------------------

    def _circle(self, machine: Machine) -> Track | None:
        """The states in a circle, in which words set a state or turn it, as seen from a frame.

        Words turn the frame by the permutation that one of them is; the first frame stands still.
        """
        turns, count = _turns(machine), len(machine.moves)
        still, shift = tuple(range(count)), (*range(1, count), 0)
        for frame in dict.fromkeys((still, *turns.values())):
            powers = _powers(frame)
            if len(powers) > MAX_STATES:
                continue
            back = [_inverse(power) for power in powers]
            turned = [_then(turn, one) for turn in turns.values() for one in back]
            for circle in dict.fromkeys((shift, *filter(_is_circle, turned))):
                around = set(_powers(circle))
                by = {
                    word: next((e for e, b in enumerate(back) if _then(turn, b) in around), 0)
                    for word, turn in turns.items()
                }
                found = self._in_frame(machine, powers, _around(circle), by)
                if found is not None:
                    return found
        return None

    def _in_frame(
        self,
        machine: Machine,
        powers: Sequence[Permutation],
        order: Sequence[int],
        by: Mapping[int, int],
    ) -> Track | None:
        """`by`: how far each word turns the frame."""
        count, size = len(order), len(powers)
        seen = [[order.index(state) for state in _inverse(power)] for power in powers]
        acts = _acts(
            (
                ((word, turn), seen[turn][state], seen[(turn + by.get(word, 0)) % size][after])
                for state, word, after in _moves(machine)
                for turn in range(size)
            ),
            count,
        )
        if acts is None:
            return None
        if size == 1:
            return Track(self._part(acts, count, None), tuple(seen[0]))
        frame = self._part({(word, 0): (turn, None) for word, turn in by.items()}, size, None)
        known = Track(frame, tuple(range(size)))
        own = self._part(acts, count, known)
        cells = [powers[turn][order[place]] for turn in range(size) for place in range(count)]
        return self._joined(known, own, count, cells)

    def _classes(self, machine: Machine) -> Track | None:
        """The class of the state first, then which of its class it is."""
        for classes in congruences(machine):
            self.tries += 1
            if self.tries > MAX_STATES:
                return None
            known = self.solved(quotient(machine, classes))
            if known is None:
                continue
            members = [
                [state for state, own in enumerate(classes) if own == one]
                for one in range(max(classes) + 1)
            ]
            size = max(map(len, members))
            for orders in islice(_orders(machine, members, size), MAX_STATES):
                value = {state: n for order in orders for n, state in enumerate(order)}
                value = {state: (n - value[0]) % size for state, n in value.items()}
                acts = _acts(
                    (
                        ((word, known.values[classes[state]]), value[state], value[after])
                        for state, word, after in _moves(machine)
                    ),
                    size,
                )
                if acts is None:
                    continue
                cells = [0] * (known.size * size)
                for state, own in enumerate(classes):
                    cells[known.values[own] * size + value[state]] = state
                return self._joined(known, self._part(acts, size, known), size, cells)
        return None

    # --- pieces ---------------------------------------------------------------------------------

    def _joined(self, known: Track, own: Piece, size: int, cells: Sequence[int]) -> Track:
        ranges = [(0, known.size - 1), (0, size - 1)]
        count = max(cells) + 1
        found = tabled([known.piece, own], ranges, tuple(cells), Number(0, count - 1))
        return Track(found, tuple(range(count)))

    def _part(self, acts: Acts, size: int, known: Track | None) -> Piece:
        """The number modulo `size` that words add to, or set."""
        adds = any(added for added, _ in acts.values())
        sets = any(given is not None for _, given in acts.values())
        added = self._of_word(lambda key: acts.get(key, (0, None))[0], known) if adds else None
        before = None
        if added is not None:
            before = piece(total(EQUAL, self.reach), self.one, self.one, added)
        if before is not None and not sets:
            return piece(formula("%", size), before)
        flag = self._of_word(lambda key: acts.get(key, (0, None))[1] is not None, known, mark=1)
        given = self._of_word(lambda key: acts.get(key, (0, None))[1] or 0, known)
        if before is None or added is None:
            return self._last(flag, given)
        upto = piece(formula("+"), before, added)
        since = self._last(flag, piece(formula("-"), given, upto))
        return piece(formula("%", size), piece(formula("+"), before, since))

    def _last(self, flag: Piece, value: Piece) -> Piece:
        nearest = copied(Is(1), self.reach, "last" if self.reach == "before" else "first")
        return piece(nearest, flag, flag, value)

    def _of_word(self, number: Callable[[Key], int], known: Track | None, mark: int = 0) -> Piece:
        """A number for each word, or for each word and value of what is known before it."""
        size = 1 if known is None else known.size
        cells = [
            mark if place == self.mark else int(number((place, value)))
            for place in range(len(self.domain.words))
            for value in range(size)
        ]
        if known is None:
            return by_word(self.domain, np.array(cells), cost=3)
        type = Number(min(0, *cells), max(0, *cells))
        ranges = [(0, len(self.domain.words) - 1), (0, size - 1)]
        return tabled([self.word, known.piece], ranges, tuple(cells), type)


# --- what words do --------------------------------------------------------------------------------


def _moves(machine: Machine) -> Iterator[tuple[int, int, int]]:
    for state, moves in enumerate(machine.moves):
        for word, after in moves.items():
            yield state, word, after


def _acts(moves: Iterator[tuple[Key, int, int]], size: int) -> Acts | None:
    """The number each word adds modulo `size`, or sets; None where one does neither."""
    seen: dict[Key, set[tuple[int, int]]] = {}
    for key, before, after in moves:
        seen.setdefault(key, set()).add((before, after))
    found: dict[Key, tuple[int, int | None]] = {}
    for key, pairs in seen.items():
        added = {(after - before) % size for before, after in pairs}
        given = {after for _, after in pairs}
        if len(added) == 1 and (len(pairs) > 1 or added == {0}):
            found[key] = added.pop(), None
        elif len(given) == 1:
            found[key] = 0, given.pop()
        else:
            return None
    return found


def _orders(
    machine: Machine, members: Sequence[Sequence[int]], size: int
) -> Iterator[list[tuple[int, ...]]]:
    """Orders of the states in each class: one is chosen, words carry it to classes as large."""
    first = next(one for one, own in enumerate(members) if len(own) == size)
    for order in permutations(members[first]):
        orders: dict[int, tuple[int, ...]] = {first: order}
        waiting = [first]
        while waiting:
            here = orders[waiting.pop()]
            for word in machine.moves[here[0]]:
                after = tuple(machine.moves[state].get(word, -1) for state in here)
                where = next((n for n, own in enumerate(members) if set(own) == set(after)), None)
                if where is not None and where not in orders:
                    orders[where] = after
                    waiting.append(where)
        yield [orders.get(n, tuple(own)) for n, own in enumerate(members)]


# --- permutations of states -----------------------------------------------------------------------


def _turns(machine: Machine) -> dict[int, Permutation]:
    """The words that move all states, no two to the same."""
    count = len(machine.moves)
    words = dict.fromkeys(word for moves in machine.moves for word in moves)
    turns = {word: tuple(moves.get(word, -1) for moves in machine.moves) for word in words}
    return {word: turn for word, turn in turns.items() if sorted(turn) == list(range(count))}


def _then(first: Permutation, second: Permutation) -> Permutation:
    return tuple(second[state] for state in first)


def _inverse(turn: Permutation) -> Permutation:
    return tuple(turn.index(state) for state in range(len(turn)))


def _powers(turn: Permutation) -> list[Permutation]:
    """A permutation 0, 1, 2, ... times, until it is back."""
    found = [tuple(range(len(turn)))]
    while (power := _then(found[-1], turn)) != found[0] and len(found) <= MAX_STATES:
        found.append(power)
    return found


def _around(turn: Permutation) -> tuple[int, ...]:
    """The states in the order in which a permutation leads from 0 to others."""
    found = [0]
    while (state := turn[found[-1]]) != 0:
        found.append(state)
    return tuple(found)


def _is_circle(turn: Permutation) -> bool:
    return len(_around(turn)) == len(turn)
