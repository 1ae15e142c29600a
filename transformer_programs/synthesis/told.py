"""Variables that the examples tell: words, thresholds, numbers, and runs of words.

A motif is a run of two to five words in a row that stands in inputs of one class only, and in many
of them. Labels of single words have none: with motifs there, one task of MIPS
(Balanced_Parenthesis) was not solved in its time.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import numpy.typing as npt

from ..program.steps import Compare
from .domain import FEW_NAMES, MIN_SHOWN, Domain, Ints, base, by_word, word_flag
from .pieces import Piece, copied, formula, piece
from .sample import Sample
from .targets import answered, whole_inputs

Counts = npt.NDArray[np.integer]

ROUND = (100, 50, 20, 10, 5, 2, 1)  # a threshold is a multiple of the first of these that fits
LONGEST = 5  # words of a motif
MIN_SHARE = 0.3  # of its class that a motif must cover


def told(sample: Sample, labels: Ints) -> Iterator[Piece]:
    """Variables that the examples tell. Words, thresholds and numbers may do so by accident."""
    for one in (*_word_flags(sample, labels), *_constants(sample, labels)):
        yield replace(one, cost=one.cost + 2)
    yield from _first_places(sample.domain)
    yield from _motifs(sample, labels)


def _first_places(domain: Domain) -> Iterator[Piece]:
    """Of lists: is it the first value, the second, the third?"""
    _, position, one = base(domain)
    for shift in range(3) if domain.vocabulary.lists else ():
        place = piece(formula("a", shift), one) if shift else one
        yield piece(formula("=="), position, place)


def _word_flags(sample: Sample, labels: Ints) -> Iterator[Piece]:
    """Flags of numbers above a threshold, and of single words, that the examples tell apart.

    Words are told apart where the same word always has the same class, or is always in the answer
    of its input or never.
    """
    domain, places = sample.domain, np.arange(len(sample.domain.words))
    if domain.any_number:
        yield from (by_word(domain, places == word) for word in sample.single)
    for some, others in _told_apart(sample, labels):
        for one in (some, others):
            if len(one) == 1:
                yield by_word(domain, places == one[0])
        if domain.numeric and min(some) >= domain.marks and min(others) >= domain.marks:
            low, high = sorted((domain.numbers[some], domain.numbers[others]), key=max)
            if low.max() < high.min():
                limit = _roundest(int(low.max()), int(high.min()) - 1)
                above = domain.numbers > limit
                above[: domain.marks] = False
                yield by_word(domain, above)


def _constants(sample: Sample, labels: Ints) -> Iterator[Piece]:
    """Numbers that outputs of several inputs hold where the input has another one."""
    domain, numbers = sample.domain, sample.domain.class_numbers
    if not domain.any_number or numbers is None:
        return
    other = (labels >= 0) & ~domain.class_named[labels]
    other &= numbers[labels] != domain.numbers[sample.words]
    row, position = np.nonzero(other)
    shown = np.unique(np.stack([row, numbers[labels[row, position]]]), axis=1)[1]
    found, often = np.unique(shown, return_counts=True)
    order = np.argsort(-often, kind="stable")[:FEW_NAMES]
    one = base(domain)[2]
    for number, times in zip(found[order].tolist(), often[order], strict=True):
        if times >= MIN_SHOWN and number != 1:
            yield piece(formula("a", number - 1), one)


def _roundest(low: int, high: int) -> int:
    """The roundest whole number from low to high.

    >>> _roundest(18, 23), _roundest(3, 4), _roundest(7, 7)
    (20, 4, 7)
    """
    return next(high // unit * unit for unit in ROUND if high // unit * unit >= low)


def _told_apart(sample: Sample, labels: Ints) -> Iterator[tuple[list[int], list[int]]]:
    domain, asked = sample.domain, labels >= 0
    found: list[tuple[set[int], set[int]]] = []
    for name in np.unique(labels[asked]).tolist():
        here = set(sample.words[asked & (labels == name)].tolist())
        found.append((here, set(sample.words[asked & (labels != name)].tolist())))
    mask = answered(domain, labels)
    if mask is not None:
        answers = np.where(mask, domain.class_words[labels], -1)
        rows = [set(row[row >= 0].tolist()) for row in answers]
        inside = [set(row[ok].tolist()) for row, ok in zip(sample.words, asked, strict=True)]
        kept = set().union(*(a & b for a, b in zip(inside, rows, strict=True)))
        found.append((kept, set().union(*inside) - kept))
        if any(a - b & kept for a, b in zip(inside, rows, strict=True)):
            found.pop()  # a word is kept in one input and dropped in another
    for some, others in found:
        if some and others and not some & others:
            yield sorted(some), sorted(others)


def _motifs(sample: Sample, labels: Ints) -> Iterator[Piece]:
    """Flags of the positions where a motif ends, where labels are those of whole inputs."""
    if not whole_inputs(labels):
        return
    sizes = np.bincount(labels.max(axis=1))
    for length in range(2, min(LONGEST, sample.width) + 1):
        runs = np.lib.stride_tricks.sliding_window_view(sample.words, length, axis=1)
        ends = sample.inside[:, length - 1 :] & (labels[:, length - 1 :] >= 0)
        if not ends.any():
            return
        kinds, kind = np.unique(runs[ends], axis=0, return_inverse=True)
        classes = labels[:, length - 1 :][ends]
        # A run counts once per input.
        once = np.unique(np.stack([np.nonzero(ends)[0], kind.ravel(), classes]), axis=1)
        count = np.zeros((len(kinds), len(sizes)), np.int64)
        np.add.at(count, (once[1], once[2]), 1)
        yield from (_flag(sample, kinds[one].tolist()) for one in _telling(count, sizes))


def _telling(count: Counts, sizes: Counts) -> list[int]:
    """Of runs, counted by class: those of one class, the ones that cover most of it first."""
    name = count.argmax(axis=1)
    covered = np.where((count > 0).sum(axis=1) == 1, count.max(axis=1) / sizes[name].clip(1), 0)
    order = np.argsort(-covered, kind="stable")
    return [int(one) for one in order if covered[one] >= MIN_SHARE]


def _flag(sample: Sample, words: list[int]) -> Piece:
    """Whether these words end here, in this order."""
    _, position, _ = base(sample.domain)
    found: Piece | None = None
    for back, word in enumerate(reversed(words)):
        flag = word_flag(sample.domain, word)
        if back:
            flag = piece(copied(Compare("==", -back)), position, position, flag)
        found = flag if found is None else piece(formula("and"), found, flag)
    assert found is not None
    return found
