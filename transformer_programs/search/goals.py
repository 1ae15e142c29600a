"""Which of many variables meet which targets: a few places first, then all of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from .target import Target

Rows = npt.NDArray[np.int16]
Places = npt.NDArray[np.intp]

PROBES = 24
PAIRS = 48
CODES = range(-4, 12)  # values that gains tell apart


@dataclass(frozen=True, slots=True)
class Hit:
    """A row that meets a target, with the shift that a number needs."""

    target: int
    row: int
    shift: int = 0
    alone: bool = True  # a label: the variable decides it without the word
    bounds: tuple[int, int] = (0, 0)  # a bag: the values of inputs that are not wanted


@dataclass(frozen=True, slots=True, eq=False)
class Probe:
    """A few places of a target that most variables fail at.

    Pairs of places that want different labels of the same word tell a variable that decides them.
    """

    target: Target
    few: Places
    pairs: tuple[Places, Places]


def probe(target: Target, words: Rows, seed: int = 0) -> Probe:
    """Choose the places to look at first. `words`: the word at each place of the sample."""
    rng = np.random.default_rng(seed)
    count = len(target.places)
    few = rng.permutation(count)[:PROBES].astype(np.intp)
    if target.form != "label":
        return Probe(target, few, (few, few))
    first, second = rng.integers(count, size=(2, 64 * PAIRS))
    word = words[target.places]
    differ = target.wanted[first] != target.wanted[second]
    kept = np.flatnonzero(differ & (word[first] == word[second]))[:PAIRS]
    return Probe(target, few, (target.places[first[kept]], target.places[second[kept]]))


@dataclass(frozen=True, slots=True, eq=False)
class Goals:
    """All targets at once. `slack`: the part of the labels that may be wrong."""

    probes: tuple[Probe, ...]
    words: Rows  # the word at each place of the sample
    entropy: float  # of the labels
    width: int  # positions of an input
    slack: float = 0.0

    @staticmethod
    def of(
        targets: Sequence[Target], words: Rows, width: int, slack: float = 0.0, seed: int = 0
    ) -> Goals:
        _, counts = np.unique(targets[0].wanted, return_counts=True)
        entropy = float(_entropy(counts[None] / counts.sum())[0])
        return Goals(
            tuple(probe(one, words, seed) for one in targets), words, entropy, width, slack
        )

    def gains(self, rows: Rows) -> npt.NDArray[np.float64]:
        """Which part of the uncertainty about a label each variable takes away, 0 to 1.

        Mutual information, less what chance alone would give; numbers far from 0 count as one.
        """
        main = self.probes[0].target
        if not len(rows) or self.entropy == 0:
            return np.zeros(len(rows))
        classes = int(main.wanted.max()) + 1
        codes = np.clip(rows[:, main.places], CODES.start, CODES.stop - 1) - CODES.start
        cells = codes.astype(np.int64) * classes + main.wanted
        cells += (np.arange(len(rows)) * len(CODES) * classes)[:, None]
        counts = np.bincount(cells.ravel(), minlength=len(rows) * len(CODES) * classes)
        table = counts.reshape(len(rows), len(CODES), classes) / len(main.places)
        values = table.sum(axis=2)
        left = _entropy(table.reshape(len(rows), -1)) - _entropy(values)
        chance = ((values > 0).sum(axis=1) - 1) * (classes - 1) / (2 * len(main.places))
        gains: npt.NDArray[np.float64] = (self.entropy - left - chance) / self.entropy
        return np.maximum(gains, 0.0)

    def hits(self, rows: Rows, words_too: npt.NDArray[np.bool_]) -> Iterator[Hit]:
        """Every row that meets a target. `words_too`: which rows hold words."""
        for number, one in enumerate(self.probes):
            match one.target.form:
                case "number":
                    through = one.target.through
                    seen = rows if through is None else through(rows)
                    yield from self._numbers(number, one, seen, ~words_too)
                case "word":
                    yield from self._words(number, one, rows, words_too)
                case "label":
                    yield from self._labels(number, one, rows)
                case "group":
                    pass
                case "bag":
                    yield from self._bags(number, one, rows, ~words_too)

    def _numbers(
        self, number: int, one: Probe, rows: Rows, numeric: npt.NDArray[np.bool_]
    ) -> Iterator[Hit]:
        target = one.target
        off = target.wanted[one.few] - rows[:, target.places[one.few]]
        centre = np.median(off, axis=1).astype(np.int16) if self.slack else off[:, 0]
        right = (off == centre[:, None]).mean(axis=1) >= 1 - 6 * self.slack
        for row in np.flatnonzero(right & numeric):
            shift = int(centre[row])
            close = rows[row, target.places] + shift == target.wanted
            # What is an answer itself may be moved far: it needs no step but that.
            farthest = 0 if target.through is not None else 2 if target.cost else 99
            if close.mean() < 1 - 2 * self.slack or abs(shift) > farthest:
                continue
            if target.holds is None or target.holds(rows[row] + np.int16(shift)):
                yield Hit(number, int(row), shift)

    def _words(
        self, number: int, one: Probe, rows: Rows, words: npt.NDArray[np.bool_]
    ) -> Iterator[Hit]:
        target = one.target
        close = rows[:, target.places[one.few]] == target.wanted[one.few]
        for row in np.flatnonzero(words & (close.mean(axis=1) >= 1 - 6 * self.slack)):
            if (rows[row, target.places] == target.wanted).mean() >= 1 - 2 * self.slack:
                yield Hit(number, int(row))

    def _bags(
        self, number: int, one: Probe, rows: Rows, numeric: npt.NDArray[np.bool_]
    ) -> Iterator[Hit]:
        """Rows with, in every input wanted, a value outside the range of all other inputs."""
        target, width = one.target, self.width
        wanted = target.wanted == 1
        usual = rows[:, target.places[~wanted]]
        low, high = usual.min(axis=1), usual.max(axis=1)
        there = rows[:, target.places[wanted]]
        outside = (there < low[:, None]) | (there > high[:, None])
        inputs = target.places[wanted] // width
        starts = np.flatnonzero(np.diff(inputs, prepend=-1))
        every = np.logical_or.reduceat(outside, starts, axis=1).mean(axis=1)
        for row in np.flatnonzero((every >= 1 - 2 * self.slack) & numeric):
            yield Hit(number, int(row), bounds=(int(low[row]), int(high[row])))

    def _labels(self, number: int, one: Probe, rows: Rows) -> Iterator[Hit]:
        first, second = one.pairs
        told = (
            (rows[:, first] != rows[:, second]).mean(axis=1) if len(first) else np.ones(len(rows))
        )
        target = one.target
        for row in np.flatnonzero(told >= 1 - 8 * self.slack):
            values = rows[row, target.places].astype(np.int64)
            if decides(values, target.wanted, 2 * self.slack):
                yield Hit(number, int(row), alone=True)
            elif decides(values * 2**15 + self.words[target.places], target.wanted, 2 * self.slack):
                yield Hit(number, int(row), alone=False)


def _entropy(parts: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """The entropy of each row of probabilities, in nats."""
    safe = np.where(parts > 0, parts, 1.0)
    entropy: npt.NDArray[np.float64] = -(parts * np.log(safe)).sum(axis=1)
    return entropy


def decides(codes: npt.NDArray[np.int64], wanted: npt.NDArray[np.int16], slack: float) -> bool:
    """Whether codes decide what is wanted, in all but a part of the places; and not one by one."""
    different, place = np.unique(codes, return_inverse=True)
    if 4 * len(different) > len(codes) and len(different) > 2:
        return False
    count = int(wanted.max()) + 1
    table = np.bincount(place * count + wanted, minlength=len(different) * count)
    best = table.reshape(len(different), count).max(axis=1).sum()
    return bool(best >= (1 - slack) * len(codes))
