"""A finite machine that tells the labels: learned by joining the states of a tree of beginnings.

The tree has a state for each beginning of an input. States are joined, the shortest first, while
no two labels contradict each other (evidence-driven state merging). The label of a word may depend
on the word and on the state before it; nothing is asked of what comes after it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

Ints = npt.NDArray[np.integer]

MAX_STATES = 40  # of a machine; fewer where it has more than 40 words
MAX_NODES = 30_000  # of the tree of beginnings
MAX_VISITS = 2_000_000  # of nodes, until the search for a machine is given up


@dataclass(frozen=True, slots=True)
class Machine:
    """moves[state][word] is the state after the word; state 0 is the first. Some may be unknown."""

    moves: tuple[Mapping[int, int], ...]


def learned(words: Ints, labels: Ints) -> Machine | None:
    """The machine whose state before a word decides its label with it, on the shortest inputs.

    `words` and `labels` are (inputs, positions), below 0 where there is none. None where no small
    machine does.

    >>> words = np.array([[0, 1, 1, 0, 1], [1, 0, 0, 1, 1], [1, 1, 1, 0, 0], [0, 0, 1, 0, 1]] * 9)
    >>> len(learned(words, np.cumsum(words, axis=1) % 2).moves)
    2
    """
    order = np.argsort((words >= 0).sum(axis=1), kind="stable")
    tree = _Tree.of(words[order], labels[order])
    machine = None if tree is None else tree.joined()
    return machine if machine is not None and len(machine.moves) > 1 else None


Move = tuple[int, int]  # a state and a word, or two states


@dataclass(slots=True)
class _Fold:
    """A tree laid over a settled state: what changes, and how many labels agreed."""

    old: int
    moves: dict[Move, int] = field(default_factory=dict)
    says: dict[Move, int] = field(default_factory=dict)
    agreed: int = 0


class _Tree:
    """States with their moves and what they say."""

    def __init__(self) -> None:
        self.moves: list[dict[int, int]] = [{}]
        self.says: list[dict[int, int]] = [{}]
        self.visits = 0

    @staticmethod
    def of(words: Ints, labels: Ints) -> _Tree | None:
        """The tree of some inputs; None where one beginning has two labels."""
        tree = _Tree()
        for row, wanted in zip(words.tolist(), labels.tolist(), strict=True):
            state = 0
            for word, label in zip(row, wanted, strict=True):
                if word < 0:
                    continue
                if label >= 0 and tree.says[state].setdefault(word, label) != label:
                    return None
                if word not in tree.moves[state]:
                    tree.moves[state][word] = len(tree.moves)
                    tree.moves.append({})
                    tree.says.append({})
                state = tree.moves[state][word]
            if len(tree.moves) > MAX_NODES:
                break
        return tree

    def joined(self) -> Machine | None:
        """Join states until all are settled; None where there would be too many."""
        settled = [0]
        words = len({word for moves in self.moves for word in moves})
        most = max(2, min(MAX_STATES, MAX_STATES**2 // max(1, words)))
        while (move := self._next(settled)) is not None:
            state = self.moves[move[0]][move[1]]
            folds = [fold for old in settled if (fold := self._fold(old, state)) is not None]
            if folds:
                self._join(move, max(folds, key=lambda fold: fold.agreed))
            else:
                settled.append(state)
            if len(settled) > most or self.visits > MAX_VISITS:
                return None
        number = {state: n for n, state in enumerate(settled)}
        return Machine(
            tuple({word: number[to] for word, to in self.moves[state].items()} for state in settled)
        )

    def _next(self, settled: Sequence[int]) -> Move | None:
        """The move of a settled state to the first state of the tree that is not."""
        found = [
            (to, (state, word))
            for state in settled
            for word, to in self.moves[state].items()
            if to not in settled
        ]
        return min(found)[1] if found else None

    def _join(self, move: Move, fold: _Fold) -> None:
        """Lead a move to the settled state that most labels say; nowhere where none does."""
        state, word = move
        del self.moves[state][word]
        if fold.agreed:
            for (one, of), label in fold.says.items():
                self.says[one][of] = label
            for (one, of), child in fold.moves.items():
                self.moves[one][of] = child
            self.moves[state][word] = fold.old

    def _fold(self, old: int, state: int) -> _Fold | None:
        """Lay the tree below a state over another state; None where labels contradict."""
        fold = _Fold(old)
        waiting = [(old, state)]
        while waiting:
            here, there = waiting.pop()
            self.visits += 1
            for word, label in self.says[there].items():
                known = self.says[here].get(word, fold.says.get((here, word), label))
                if known != label:
                    return None
                if word in self.says[here] or (here, word) in fold.says:
                    fold.agreed += 1
                else:
                    fold.says[here, word] = label
            for word, child in self.moves[there].items():
                known = self.moves[here].get(word, fold.moves.get((here, word), -1))
                if known >= 0:
                    waiting.append((known, child))
                else:
                    fold.moves[here, word] = child
        return fold


# --- the parts of a machine -----------------------------------------------------------------------

Classes = tuple[int, ...]  # for each state its class


def congruences(machine: Machine) -> Iterator[Classes]:
    """Divisions of the states that every word respects, the coarsest first."""
    count = len(machine.moves)
    if count > MAX_STATES:
        return
    found = {_closed(machine, a, b) for a in range(count) for b in range(a + 1, count)}
    yield from sorted((one for one in found if max(one) > 0), key=lambda one: (max(one), one))


def _closed(machine: Machine, a: int, b: int) -> Classes:
    """The finest division that joins two states."""
    leader = list(range(len(machine.moves)))

    def find(state: int) -> int:
        while leader[state] != state:
            state = leader[state]
        return state

    waiting = [(a, b)]
    while waiting:
        one, other = (find(state) for state in waiting.pop())
        if one == other:
            continue
        low, high = sorted((one, other))
        members = [state for state in range(len(leader)) if find(state) in (low, high)]
        leader[high] = low
        for word in {word for state in members for word in machine.moves[state]}:
            reached = [machine.moves[s][word] for s in members if word in machine.moves[s]]
            waiting += [(reached[0], to) for to in reached[1:]]
    number: dict[int, int] = {}
    return tuple(number.setdefault(find(state), len(number)) for state in range(len(leader)))


def quotient(machine: Machine, classes: Sequence[int]) -> Machine:
    """The machine of the classes of states."""
    moves: list[dict[int, int]] = [{} for _ in range(max(classes) + 1)]
    for state, own in enumerate(machine.moves):
        moves[classes[state]] |= {word: classes[to] for word, to in own.items()}
    return Machine(tuple(moves))
