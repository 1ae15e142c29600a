"""Targets: the labels themselves, or values one known step before them.

A target says which value is wanted at which places of the sample, and which steps turn a variable
that has those values into an answer (its `lift`). Inverses make targets from the labels: the
position a label is copied from, the rank a word is copied by, the value that a known head brings
here, the steps of a running sum, the places where an absorbing class begins.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import replace

import numpy as np

from ..program.steps import CategoricalHead, Compare, Reach
from ..program.values import Number
from .domain import (
    LARGEST,
    MAX_CLASSES,
    MIN_SHOWN,
    NO_LABEL,
    Array,
    Bools,
    Domain,
    Ints,
    base,
    by_word,
)
from .kinds import LARGEST_KEY, SMALLEST_KEY, simple_heads
from .meeting import Role, Target, moved
from .pieces import (
    EQUAL,
    LEAST,
    MOST,
    PLACE_OF_SLOT,
    Piece,
    copied,
    cost_of,
    formula,
    piece,
    tabled,
    total,
)
from .pool import Pool
from .sample import Sample

MIN_MARKS = 20  # of one word, at which a number begins anew


def targets_of(pool: Pool, labels: Ints) -> list[Target]:
    """Every target that the labels alone give; the ranks of variables are about the first."""
    sample = pool.sample
    found = [*_of_some(sample, labels), *_main(sample, labels)]
    found += _pointers(sample, labels)
    plain = [one for one in found if one.lift is moved and one.role != "mask"]
    whole = whole_inputs(labels)
    found += [one for main in plain for one in _behind(pool, main, whole)]
    found += _steps(sample, labels)
    found += (*beginnings(sample, labels), *kept(sample, labels))
    different: dict[Hashable, Target] = {}
    for one in found:
        if one.means_something():
            wanted = one.places.tobytes(), one.wanted.tobytes()
            different.setdefault((one.form, one.role, one.through, *wanted), one)
    return list(different.values())


def _main(sample: Sample, labels: Ints) -> Iterator[Target]:
    scored = np.flatnonzero(labels >= 0)
    classes = labels.ravel()[scored]
    numbers = sample.domain.class_numbers
    if len(sample.domain.classes) <= MAX_CLASSES and not sample.domain.tells_values:
        yield Target("label", "label", scored, classes.astype(np.int16), moved)
    if numbers is not None and answered(sample.domain, labels) is None:
        main = Target("number", "number", scored, numbers[classes], moved)
        yield main
        named = sample.domain.class_named[classes]
        if named.any():  # each name may have any number that no other label has
            places, wanted = scored[~named], numbers[classes][~named]
            yield replace(main, name="number or name", places=places, wanted=wanted)
        if not sample.domain.any_number:  # there, marks may be above some numbers and below others
            yield from _extremes(sample, labels, main)
    words = sample.domain.class_words[classes]
    if (words >= 0).all():
        yield Target("word", "word", scored, words, moved)


def _extremes(sample: Sample, labels: Ints, main: Target) -> Iterator[Target]:
    """The largest or smallest value of a variable: of all, or so far where labels rise or fall."""
    value = np.zeros(labels.shape, np.int16)
    value.ravel()[main.places] = main.wanted
    both = (labels[:, 1:] >= 0) & (labels[:, :-1] >= 0)
    grown = (value[:, 1:] - value[:, :-1])[both]
    for predicate, score in ((LEAST, LARGEST_KEY), (MOST, SMALLEST_KEY)):
        sign = np.int16(1 if score.best == "largest" else -1)
        reach: Reach = "upto"
        if whole_inputs(labels) and not sample.domain.causal:
            reach = "all"
        elif (sign * grown < 0).any() or not grown.any():
            continue

        def through(rows: Array, sign: np.int16 = sign, reach: Reach = reach) -> Array:
            shaped = (sign * rows).reshape(len(rows), *sample.inside.shape)
            held = np.where(sample.inside, shaped, np.int16(-LARGEST - 1))
            best = np.maximum.accumulate(held, axis=2)
            best = np.broadcast_to(best[:, :, -1:], held.shape) if reach == "all" else best
            return np.asarray(sign * best).reshape(len(rows), -1)

        head = copied(predicate, reach, "first", score)

        def lift(found: Piece, shift: int, head: CategoricalHead = head) -> Piece:
            return piece(head, found, found, found)

        yield replace(main, name=score.best, lift=lift, cost=8, through=through)


def asked_words(sample: Sample, labels: Ints) -> Array | None:
    """The word asked for at each place, -1 where none; None where labels are not words."""
    words = np.where(labels >= 0, sample.domain.class_words[labels], -1)
    named = (words >= 0).sum()
    return words.astype(np.int16) if named and 2 * named >= (labels >= 0).sum() else None


def _pointers(sample: Sample, labels: Ints) -> Iterator[Target]:
    """The position each label is copied from, wherever its word stands once in the input."""
    words = asked_words(sample, labels)
    if words is None:
        return
    same = (words[:, :, None] == sample.words[:, None, :]) & sample.inside[:, None, :]
    same &= (words >= 0)[:, :, None]
    if sample.domain.vocabulary.begin is not None:
        same[:, :, 0] = False  # the first word may also stand for "none"
    places, wanted = np.flatnonzero(same.sum(axis=2) == 1), same.argmax(axis=2).astype(np.int16)
    word, position, _ = base(sample.domain)

    def lift(found: Piece, shift: int) -> Piece:
        return piece(copied(Compare("==", shift)), found, position, word)

    role: Role = "answer" if answered(sample.domain, labels) is None else "value"
    yield Target("pointer", "number", places, wanted.ravel()[places], lift, cost=2, role=role)


def rank_targets(sample: Sample, labels: Ints, flag: Piece, chosen: Bools) -> list[Target]:
    """The position each chosen word is copied to, where the chosen words are those asked for.

    `chosen` are the values of `flag`. None where the words asked for in some input are not
    those that are chosen there, each as often. First without leaving out the words that are not
    chosen: often that is enough.
    """
    words = asked_words(sample, labels)
    if words is None:
        return []
    begin = sample.domain.vocabulary.begin is not None
    asked = (words >= 0) & (words != sample.words[:, :1] if begin else True)
    if begin:  # the first word of all is never asked for, whatever the flag says of it
        chosen = chosen & (np.arange(sample.width) > 0)
    if (asked.sum(axis=1) != chosen.sum(axis=1)).any():
        return []  # most flags choose more words, or fewer
    sizes = sample.inputs, len(sample.domain.words) + 1
    row = np.arange(sample.inputs)[:, None] * sizes[1]
    for_words = np.bincount((row + words)[asked], minlength=sizes[0] * sizes[1])
    for_chosen = np.bincount((row + sample.words)[chosen], minlength=sizes[0] * sizes[1])
    if (for_words != for_chosen).any():
        return []
    # Equal words go to the places that ask for them in order: the first to the first.
    turn, asked_turn = _turns(sample.words, chosen), _turns(words, asked)
    same = (sample.words[:, :, None] == words[:, None, :]) & asked[:, None, :]
    same &= turn[:, :, None] == asked_turn[:, None, :]
    places, wanted = np.flatnonzero(chosen), same.argmax(axis=2).astype(np.int16)

    offset = 0 if begin else 1  # 0 is the rank of what is not chosen, so ranks must start at 1
    word, position, _ = base(sample.domain)

    def plain(found: Piece, shift: int) -> Piece:
        return piece(copied(Compare("==", -shift)), position, found, word)

    def among(found: Piece, shift: int) -> Piece:
        move = shift + offset
        rank = piece(formula("a", move), found) if move else found
        kept = piece(formula("keep"), rank, flag)
        return piece(copied(Compare("==", offset)), position, kept, word)

    ranks = wanted.ravel()[places]
    return [
        Target("rank", "number", places, ranks, plain, cost=2),
        Target("rank among some", "number", places, ranks, among, cost=5),
    ]


def _turns(words: Array, among: Bools) -> Ints:
    """How many equal words there are before, of those that are among the chosen."""
    equal = (words[:, :, None] == words[:, None, :]) & among[:, None, :]
    return np.asarray(np.tril(equal, -1).sum(axis=2), np.int32)


def _behind(pool: Pool, main: Target, whole: bool) -> Iterator[Target]:
    """Values that a simple head would bring to where the labels are.

    Where all labels of an input are the same, only heads that bring them from one position.
    """
    sample, batch = pool.sample, pool.batch([()])
    inputs, positions = np.divmod(main.places, sample.width)
    for head, slot in simple_heads(pool):
        source = batch.source(head, slot)
        there = inputs * sample.width + source[inputs, positions]
        places, first, back = np.unique(there, return_index=True, return_inverse=True)
        wanted, at = main.wanted[first], pool.piece(PLACE_OF_SLOT[slot])
        alike = (wanted[back] == main.wanted).all() and (there != main.places).any()
        if not alike or (whole and len(places) > sample.inputs):
            continue

        def lift(found: Piece, shift: int, head: CategoricalHead = head, at: Piece = at) -> Piece:
            return piece(head, at, at, moved(found, shift))

        shifted = isinstance(head.predicate, Compare) and head.predicate.shift != 0
        name = f"{main.name} behind {head.choose} {head.reach}"
        yield replace(main, name=name, places=places, wanted=wanted, lift=lift, cost=2 + shifted)


def _steps(sample: Sample, labels: Ints) -> Iterator[Target]:
    """By how much a number grows from one position to the next, or since the last mark.

    A mark is a word at which the label is always the same.
    """
    numbers, (_, _, one) = sample.domain.class_numbers, base(sample.domain)
    if numbers is None:
        return
    value, both = numbers[labels], np.zeros_like(sample.inside)
    both[:, 1:] = (labels[:, 1:] >= 0) & (labels[:, :-1] >= 0)
    grown = np.diff(value, axis=1, prepend=np.int16(0))
    yield _summands("step upto", both, grown, "upto", one)
    if not sample.domain.causal:  # after position i come the values from i + 1 on
        yield _summands("step after", both, -grown, "after", one)
    for mark in sample.single:
        if mark < sample.domain.marks:
            continue
        at = (sample.words == mark) & (labels >= 0)
        if at.sum() >= MIN_MARKS and len(np.unique(value[at])) == 1:
            flag = by_word(sample.domain, np.arange(len(sample.domain.words)) == mark)
            marks = piece(total(EQUAL, "upto"), one, one, flag)
            wanted = np.where(at, value, grown)
            yield _summands(f"step since {mark}", both | at, wanted, "upto", marks)


def _summands(name: str, where: Bools, wanted: Array, reach: Reach, key: Piece) -> Target:
    """The summands of a number that is summed over positions with the same key."""

    def lift(found: Piece, shift: int) -> Piece:
        return found if shift else piece(total(EQUAL, reach), key, key, found)

    places = np.flatnonzero(where)
    return Target(name, "number", places, wanted.ravel()[places], lift, 2 + cost_of(key))


def beginnings(sample: Sample, labels: Ints) -> Iterator[Target]:
    """The positions where a class begins that never ends again, against all positions before."""
    asked = labels[labels >= 0]
    for name in np.flatnonzero(np.bincount(asked) >= 0.02 * len(asked)).tolist():
        here, other = labels == name, (labels >= 0) & (labels != name)
        before = np.maximum.accumulate(here, axis=1)
        if (before & other).any() or not other.any():  # it ends
            continue
        begins = here & ~np.concatenate([np.zeros_like(here[:, :1]), before[:, :-1]], axis=1)
        later = begins & np.maximum.accumulate(other, axis=1)
        if later.any(axis=1).sum() < max(3, 0.02 * sample.inputs):
            continue  # it never begins: an input is of this class or not
        places = np.flatnonzero(begins | other)
        wanted = begins.ravel()[places].astype(np.int16)
        yield Target(f"begins {name}", "label", places, wanted, moved, cost=3, role="flag")


def whole_inputs(labels: Ints) -> bool:
    """Whether all labels of an input are the same, in every input."""
    asked = labels >= 0
    first = np.take_along_axis(labels, asked.argmax(axis=1)[:, None], axis=1)
    return bool(((labels == first) | ~asked).all())


# --- answers that are shorter than their input ----------------------------------------------------


def answered(domain: Domain, labels: Ints) -> Bools | None:
    """Which positions have an answer; None where all have, or where answers are not lists."""
    begin = domain.vocabulary.begin
    if not domain.vocabulary.lists or begin not in domain.classes or domain.words[0] != begin:
        return None
    return np.asarray((labels >= 0) & (labels != domain.classes.index(begin)))


def _of_some(sample: Sample, labels: Ints) -> Iterator[Target]:
    """Of answers shorter than inputs: the mask, and the values where there is an answer.

    They are found apart from each other, and put together by `masked`.
    """
    domain, mask = sample.domain, answered(sample.domain, labels)
    if mask is None or not mask.any():
        return
    scored, places = np.flatnonzero(labels >= 0), np.flatnonzero(mask)
    wanted = mask.ravel()[scored].astype(np.int16)
    found = [Target("mask", "label", scored, wanted, moved, role="mask")]
    classes = labels.ravel()[places]
    words, numbers = domain.class_words[classes], domain.class_numbers
    if (words >= 0).all():
        found.append(Target("word of some", "word", places, words, moved, role="value"))
    if numbers is not None and not domain.class_named[classes].any():
        wanted = numbers[classes]
        found.append(Target("number of some", "number", places, wanted, moved, role="value"))
    by_position = (mask | (labels < 0)).all(axis=0) | ~mask.any(axis=0)
    yield from found[::-1] if by_position.all() else found


def kept(sample: Sample, labels: Ints) -> Iterator[Target]:
    """The words that stand in the output, where each output has some of the words of its input.

    Left open where a word stands there less often than in the input.
    """
    mask = answered(sample.domain, labels)
    if mask is None:
        return
    inner, size = sample.inside & (sample.words >= sample.domain.marks), len(sample.domain.words)
    row = np.arange(sample.inputs)[:, None] * size
    answers = sample.domain.class_words[labels]
    if not (mask & (answers >= 0)).any() or (mask & (answers < 0)).any():
        return
    given, asked = (
        np.bincount((row + words)[where], minlength=sample.inputs * size)
        for words, where in ((sample.words, inner), (answers, mask))
    )
    if (asked > given).any():
        return
    here = row + sample.words
    told = inner & ((asked == 0) | (asked == given))[here]
    wanted = (asked > 0)[here][told].astype(np.int16)
    if MIN_SHOWN <= wanted.sum() <= len(wanted) - MIN_SHOWN:
        yield Target("kept", "label", np.flatnonzero(told), wanted, moved, cost=3, role="flag")


def masked(domain: Domain, value: Piece, mask: Piece) -> Piece:
    """The value where the mask is 1; elsewhere `begin`, or a number below all others."""
    if not isinstance(value.type, Number):
        return piece(formula("keep"), value, mask)
    numbers = domain.class_numbers
    below = min(0, 0 if numbers is None else int(numbers.min())) - 1
    below = NO_LABEL if domain.any_number else below
    none = tabled([mask], [(0, 1)], (below, 0), Number(below, 0))
    return piece(formula("+"), piece(formula("keep"), value, mask), none)
