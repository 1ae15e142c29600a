"""Answers that are shorter than their input: which positions have one, and which one.

A position without an answer has the label `begin`. The two questions are two kinds of targets: a
flag of the positions with an answer (a mask), and the values at these positions alone. Both are
found apart from each other and put together.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from ..program.values import Number
from .domain import MIN_SHOWN, NO_LABEL, Bools, Domain, Ints, base, by_word
from .meeting import Target, moved
from .pieces import Piece, cost_of, formula, piece, tabled
from .sample import Sample

MAX_CONSTANTS = 3  # numbers that only outputs hold, the most common ones
MAX_JOINED = 20  # masks, and values, that are put together
ROUND = (100, 50, 20, 10, 5, 2, 1)  # a threshold is a multiple of the first of these that fits


def answered(domain: Domain, labels: Ints) -> Bools | None:
    """Which positions have an answer; None where all have, or where answers are not lists."""
    begin = domain.vocabulary.begin
    if not domain.vocabulary.lists or begin not in domain.classes or domain.words[0] != begin:
        return None
    return np.asarray((labels >= 0) & (labels != domain.classes.index(begin)))


def targets(sample: Sample, labels: Ints) -> Iterator[Target]:
    """The mask, and the values where there is an answer."""
    domain, mask = sample.domain, answered(sample.domain, labels)
    if mask is None or not mask.any():
        return
    scored, places = np.flatnonzero(labels >= 0), np.flatnonzero(mask)
    wanted = mask.ravel()[scored].astype(np.int16)
    yield Target("mask", "label", scored, wanted, moved, role="mask")
    classes = labels.ravel()[places]
    words, numbers = domain.class_words[classes], domain.class_numbers
    if (words >= 0).all():
        yield Target("word of some", "word", places, words, moved, role="value")
    if numbers is not None and not domain.class_named[classes].any():
        yield Target("number of some", "number", places, numbers[classes], moved, role="value")


def masked(domain: Domain, value: Piece, mask: Piece) -> Piece:
    """The value where the mask is 1; elsewhere `begin`, or a number below all others."""
    if not isinstance(value.type, Number):
        return piece(formula("keep"), value, mask)
    numbers = domain.class_numbers
    below = min(0, 0 if numbers is None else int(numbers.min())) - 1
    below = NO_LABEL if domain.any_number else below
    none = tabled([mask], [(0, 1)], (below, 0), Number(below, 0))
    return piece(formula("+"), piece(formula("keep"), value, mask), none)


def keeps(known: list[Piece], new: Piece) -> bool:
    """Put a mask, or values, among the cheapest known; whether it is one of them."""
    known.append(new)
    known.sort(key=cost_of)
    del known[MAX_JOINED:]
    return new in known


def first_places(domain: Domain) -> Iterator[Piece]:
    """Of lists: is it the first value, the second, the third?"""
    _, position, one = base(domain)
    for shift in range(3) if domain.vocabulary.lists else ():
        place = piece(formula("a", shift), one) if shift else one
        yield piece(formula("=="), position, place)


# --- what examples tell ------------------------------------------------------------


def told_by_examples(sample: Sample, labels: Ints) -> Iterator[Piece]:
    """Words, thresholds and numbers that only the examples tell."""
    yield from _word_flags(sample, labels)
    yield from _constants(sample, labels)


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
    order = np.argsort(-often, kind="stable")[:MAX_CONSTANTS]
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
