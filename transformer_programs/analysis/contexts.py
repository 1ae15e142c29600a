"""Contexts: the situations a position can be in, which is where it stands and what word is there.

Values are inferred for each context by itself. That is what makes cheap correlations visible:
position 0 is always the begin word, nothing follows the end word, a head that reads positions looks
at known places.

>>> from transformer_programs.shelf import places
>>> contexts = contexts_of(places.program)
>>> len(contexts.words), contexts.words[0]
(72, (1,))
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from itertools import zip_longest
from typing import Literal, assert_never

import numpy as np
from numpy.typing import NDArray

from ..program import Program
from ..program.steps import Choose, Reach, Token

Mask = NDArray[np.bool_]
Side = Literal["left", "right"]

MAX_CONTEXTS = 1500  # above this, words are no longer told apart
MAX_PLACES = 128  # above this, positions are no longer told apart


@dataclass(frozen=True, slots=True, eq=False)
class Contexts:
    """Parallel arrays, one entry a context; a place is one position, or all of 1, 2, 3, ...

    `ends`: nothing follows. `counted`: the label there is the program's own, not a mark answered
    with itself. `words`: the words that may stand there.
    """

    place: NDArray[np.int_]
    ends: Mask
    counted: Mask
    words: tuple[tuple[int, ...], ...]
    places: int
    exact: bool
    closed: bool  # every input is closed by an end word
    causal: bool
    _members: dict[tuple[int, Side | None], NDArray[np.int_]] = field(default_factory=dict)
    _views: dict[tuple[Reach, Choose], Views] = field(default_factory=dict)

    def same(self, other: Contexts) -> bool:
        """Whether masks over these contexts are masks over the others."""
        return (
            self.words == other.words
            and self.causal == other.causal
            and np.array_equal(self.place, other.place)
            and np.array_equal(self.ends, other.ends)
            and np.array_equal(self.counted, other.counted)
        )

    def at(self, place: int, side: Side | None = None) -> NDArray[np.int_]:
        """The contexts of a place; those on the left of something cannot be the end."""
        if (place, side) not in self._members:
            here = self.place == place
            here = here & ~self.ends if side == "left" else here
            self._members[place, side] = np.flatnonzero(here)
        return self._members[place, side]


@dataclass(frozen=True, slots=True)
class Neighbour:
    """Another place that a head may look at; `sure`: a position there surely exists."""

    place: int
    side: Side
    sure: bool


@dataclass(frozen=True, slots=True)
class View:
    """The contexts that a head attends to, in its order of choice, and whether it sees itself."""

    before_itself: tuple[Neighbour, ...]
    itself: bool
    after_itself: tuple[Neighbour, ...]

    @property
    def others(self) -> tuple[Neighbour, ...]:
        return self.before_itself + self.after_itself


Views = list[tuple[NDArray[np.int_], View]]  # contexts, with what they see


def contexts_of(program: Program) -> Contexts:
    """The contexts of a program, as fine as is affordable."""
    vocabulary, length = program.vocabulary, program.max_length
    lookups = [step.lookup for step in program.steps if isinstance(step, Token)]
    kinds: dict[tuple[int, ...], list[int]] = {}
    for word, name in enumerate(vocabulary.words):
        # A word that is not listed may stand anywhere, so `unknown` may, whatever else it is.
        if name == vocabulary.unknown or name not in (vocabulary.begin, vocabulary.end):
            kinds.setdefault(tuple(lookup[word] for lookup in lookups), []).append(word)
    inner = [tuple(words) for words in kinds.values()]
    exact = length is not None and length <= MAX_PLACES
    places = (length or 2) if exact else 2
    if places * (len(inner) + 1) > MAX_CONTEXTS:
        inner = [tuple(word for words in inner for word in words)]
    # Every kind of word at every place where it can stand.
    begin, end = vocabulary.begin, vocabulary.end
    index = {word: i for i, word in enumerate(vocabulary.words)}
    rows: list[tuple[int, bool, bool, tuple[int, ...]]] = []
    room = length is None or length >= (begin is not None) + (end is not None)
    for place in range(places if room else 0):
        after_begin = begin is None or place > 0
        before_last = length is None or place < length - 1
        if not after_begin:
            rows.append((place, False, False, (index[str(begin)],)))
        if after_begin and (end is None or before_last):
            rows += [(place, False, True, words) for words in inner]
        if after_begin and end is not None:
            rows.append((place, True, False, (index[end],)))
    pooled = getattr(program.output, "pooled", False)
    return Contexts(
        np.array([row[0] for row in rows], dtype=int),
        np.array([row[1] for row in rows], dtype=bool),
        np.array([row[2] or pooled for row in rows], dtype=bool),
        tuple(row[3] for row in rows),
        places,
        exact,
        end is not None,
        program.causal,
    )


def view(contexts: Contexts, place: int, ends: bool, reach: Reach, choose: Choose) -> View:
    """The contexts that a head attends to from a place (rules 1 and 2 of `interpret`).

    >>> from transformer_programs.shelf import places
    >>> seen = view(contexts_of(places.program), 2, False, "all", "nearest")
    >>> [neighbour.place for neighbour in seen.others][:5]
    [1, 3, 0, 4, 5]
    """
    left: list[Neighbour] = []  # all of them exist
    if reach != "after" and contexts.exact:
        left = [Neighbour(p, "left", True) for p in reversed(range(place))]
    elif reach != "after" and place:
        left = [Neighbour(1, "left", False), Neighbour(0, "left", True)]
    right: list[Neighbour] = []  # the next one exists where an end word is still to come
    if not (ends or contexts.causal or reach in ("before", "upto")):
        further = range(place + 1, contexts.places) if contexts.exact else range(1, 2)
        right = [Neighbour(p, "right", contexts.closed and p == further[0]) for p in further]
    itself = reach in ("all", "upto")
    match choose:
        case "nearest" if contexts.exact:
            return View(tuple(n for two in zip_longest(left, right) for n in two if n), itself, ())
        case "nearest":
            # How far "later" is cannot be told, so it neither hides position 0 nor is hidden by it.
            later = [replace(n, sure=False) for n in (*left, *right) if n.place == 1]
            return View((*later, *(n for n in left if n.place == 0)), itself, ())
        case "first":
            return View(tuple(left[::-1]), itself, tuple(right))
        case "last":
            return View(tuple(right[::-1]), itself, tuple(left))
        case _:
            assert_never(choose)


def views(contexts: Contexts, reach: Reach, choose: Choose) -> Views:
    """All contexts in groups that see the same places, with what they see."""
    if (reach, choose) not in contexts._views:
        groups = []
        for place in range(contexts.places):
            for ends in (False, True):
                here = (contexts.place == place) & (contexts.ends == ends)
                if here.any():
                    seen = view(contexts, place, ends, reach, choose)
                    groups.append((np.flatnonzero(here), seen))
        contexts._views[reach, choose] = groups
    return contexts._views[reach, choose]
