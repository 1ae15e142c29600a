"""A finite machine that labels words one after the other: the rule of a regular task, as data."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

DEAD = -1  # where no input goes on with this word


@dataclass(frozen=True, slots=True)
class Automaton:
    """moves[state][w]: the state after words[w], or DEAD; labels[state]: the label of that word.

    It starts in state 0. `ends`: the states in which an input may end.

    >>> turns = Automaton(("a", "b"), ((1, DEAD), (DEAD, 0)), ("even", "odd"), (True, True))
    >>> turns.run("aba"), turns.run("aa")
    (['odd', 'even', 'odd'], None)
    """

    words: tuple[str, ...]
    moves: tuple[tuple[int, ...], ...]
    labels: tuple[str, ...]
    ends: tuple[bool, ...]

    def run(self, words: Iterable[str]) -> list[str] | None:
        """The label after each word; None where there is no such input."""
        state, found = 0, []
        for word in words:
            state = self.moves[state][self.words.index(word)] if word in self.words else DEAD
            if state == DEAD:
                return None
            found.append(self.labels[state])
        return found
