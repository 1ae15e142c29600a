"""Targets: which values are wanted where; and which of many variables meet which of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
import numpy.typing as npt

from .domain import Array, Bools, Indices, Longs
from .pieces import Piece, formula, piece

MAX_JUDGED = 40  # proposals of one target that are judged at once; targets that are added
MIN_PLACES = 4  # that a target needs to mean something
PROBES = 48  # places, or pairs of places, that a variable is held against first
CODES = range(-4, 12)  # values that gains tell apart


Role = Literal["answer", "mask", "value", "flag"]


@dataclass(frozen=True, slots=True, eq=False)
class Target:
    """Wanted values at places of the flattened sample.

    number: the variable plus a fixed shift must give them; word: the variable itself; label: the
    variable, or it and the word, must decide them.

    `lift` makes an answer of a variable and its shift. `role`: the answer; the mask of an answer
    that is shorter than its input, or its values; a flag that is put in: of the words kept, or of
    where a class begins. `through`: what the last steps make of whole rows; no shift then.
    """

    name: str
    form: Literal["number", "word", "label"]
    places: Indices
    wanted: Array
    lift: Callable[[Piece, int], Piece]
    cost: int = 0
    role: Role = "answer"
    through: Callable[[Array], Array] | None = None

    def means_something(self) -> bool:
        """Whether a variable that meets the target is hardly one by chance."""
        if self.form == "label":  # see `decides`
            kinds = len(np.unique(self.wanted))
            return kinds <= 2 or 4 * kinds <= len(self.places)
        return len(self.places) >= MIN_PLACES


def moved(found: Piece, shift: int) -> Piece:
    return piece(formula("a", shift), found) if shift else found


@dataclass(frozen=True, slots=True)
class Hit:
    """A row that meets a target, with the shift that a number needs."""

    target: int
    row: int
    shift: int = 0
    alone: bool = True  # a label: the variable decides it without the word


@dataclass(frozen=True, slots=True, eq=False)
class Probe:
    """A few places of a target that most variables fail at.

    Pairs of places that want different labels of the same word tell a variable that decides them.
    """

    target: Target
    few: Indices
    pairs: tuple[Indices, Indices]

    @staticmethod
    def of(target: Target, words: Array) -> Probe:
        """Choose the places to look at first. `words`: the word at each place of the sample."""
        rng, count = np.random.default_rng(0), len(target.places)
        few = rng.permutation(count)[:PROBES].astype(np.intp)
        if target.form != "label":
            return Probe(target, few, (few, few))
        first, second = rng.integers(count, size=(2, 64 * PROBES))
        word = words[target.places]
        differ = target.wanted[first] != target.wanted[second]
        kept = np.flatnonzero(differ & (word[first] == word[second]))[:PROBES]
        return Probe(target, few, (target.places[first[kept]], target.places[second[kept]]))


class TargetSet:
    """All targets at once."""

    def __init__(self, targets: Sequence[Target], words: Array, width: int) -> None:
        """`words`: the word at each place of the sample; `width`: positions of an input."""
        self.words, self.width = words, width
        self.probes = [Probe.of(one, words) for one in targets]
        wanted = targets[0].wanted if targets else np.zeros(1, np.int16)
        _, self.classes, counts = np.unique(wanted, return_inverse=True, return_counts=True)
        self.entropy = float(_entropy(counts[None] / counts.sum())[0])

    def gains(self, rows: Array) -> npt.NDArray[np.float64]:
        """Which part of the uncertainty about a label each variable takes away, 0 to 1.

        Mutual information, less what chance alone would give; numbers far from 0 count as one.
        """
        if not len(rows) or self.entropy == 0:
            return np.zeros(len(rows))
        main, classes = self.probes[0].target, int(self.classes.max()) + 1
        codes = np.clip(rows[:, main.places], CODES.start, CODES.stop - 1) - CODES.start
        cells = codes.astype(np.int64) * classes + self.classes
        cells += (np.arange(len(rows)) * len(CODES) * classes)[:, None]
        counts = np.bincount(cells.ravel(), minlength=len(rows) * len(CODES) * classes)
        table = counts.reshape(len(rows), len(CODES), classes) / len(main.places)
        values = table.sum(axis=2)
        left = _entropy(table.reshape(len(rows), -1)) - _entropy(values)
        chance = ((values > 0).sum(axis=1) - 1) * (classes - 1) / (2 * len(main.places))
        return np.asarray(np.maximum((self.entropy - left - chance) / self.entropy, 0.0))

    def hits(self, rows: Array, words_too: Bools, first: int = 0) -> Iterator[Hit]:
        """Every row that meets a target, from the `first` on; `words_too`: which hold words."""
        for number, one in enumerate(self.probes[first:], first):
            match one.target.form:
                case "number" | "word" as form:
                    allowed = words_too if form == "word" else ~words_too
                    yield from self._equal(number, one, rows, allowed)
                case "label":
                    yield from self._labels(number, one, rows)

    def _equal(self, number: int, one: Probe, rows: Array, allowed: Bools) -> Iterator[Hit]:
        target = one.target
        rows = rows if target.through is None else target.through(rows)
        off = target.wanted[one.few] - rows[:, target.places[one.few]]
        right = (off == off[:, :1]).all(axis=1)
        for row in np.flatnonzero(right & allowed):
            shift = int(off[row, 0])
            met = (rows[row, target.places] + shift == target.wanted).all()
            # Only what is an answer itself may be moved far: it needs no step but that.
            exactly = target.form == "word" or target.through is not None
            if met and not (shift and (exactly or (target.cost and abs(shift) > 3))):
                yield Hit(number, int(row), shift)

    def _labels(self, number: int, one: Probe, rows: Array) -> Iterator[Hit]:
        target, (first, second) = one.target, one.pairs
        differ = rows[:, first] != rows[:, second]
        for row in np.flatnonzero(differ.all(axis=1)):
            values = rows[row, target.places].astype(np.int64)
            if decides(values, target.wanted):
                yield Hit(number, int(row), alone=True)
            elif decides(values * 2**15 + self.words[target.places], target.wanted):
                yield Hit(number, int(row), alone=False)


def _entropy(parts: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """The entropy of each row of probabilities, in nats."""
    safe = np.where(parts > 0, parts, 1.0)
    return np.asarray(-(parts * np.log(safe)).sum(axis=1))


def decides(codes: Longs, wanted: Array) -> bool:
    """Whether codes decide what is wanted everywhere, and not one by one."""
    different, place = np.unique(codes, return_inverse=True)
    if 4 * len(different) > len(codes) and len(different) > 2:
        return False
    count = int(wanted.max()) + 1
    table = np.bincount(place * count + wanted, minlength=len(different) * count)
    best = table.reshape(len(different), count).max(axis=1).sum()
    return bool(best == len(codes))
