"""What a variable may be good for: the labels themselves, or something one known step before them.

A target says which value is wanted at which places of the sample, and which steps turn a variable
that has those values into an answer (its `lift`). Inverses make targets from the labels: the
position a label is copied from, the rank a word is copied by, the value that a known head brings
here, the steps of a running sum, the places where an absorbing class begins.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice

import numpy as np
import numpy.typing as npt

from ..program.steps import CategoricalHead, Compare, Formula, Mlp, Reach
from .arena import LARGEST, Arena, Bools
from .attending import BEST, EQUAL, simple_sources
from .building import TRUTH, Piece, copied, formula, piece, tabled, total
from .fitting import numbers_of_names
from .given import base, by_word, word_flag
from .pool import Pool
from .target import Labels, Rows, Target, no_lift

FEWEST = 20  # places a target needs to mean anything
MOST_PATTERNS = 12
FEW_MARKS = 10  # symbols of which each may be one since which something is summed
MOST_CLASSES = 500  # that a variable may decide
FEW_CLASSES = 64  # that each tell what a variable is worth
GROUPS = 16  # of more classes than that


def _without_sign(found: Piece, shift: int) -> Piece:
    """The larger of a number and what it is with the other sign."""
    if isinstance(found.step, Mlp) and found.step.function == Formula("-"):
        return piece(formula("max"), found, piece(formula("-"), *found.reads[::-1]))
    twice = piece(formula("+"), found, found)
    return piece(formula("max"), found, piece(formula("-"), found, twice))


def targets_of(arena: Arena, labels: Labels) -> list[Target]:
    """Every target that the labels alone give."""
    found = list(_main(arena, labels))
    found += _pointers(arena, labels)
    plain = [one for one in found if one.lift is no_lift and one.form != "group"]
    found += _exceptions(arena, labels, found)
    whole = whole_inputs(labels)
    found += [one for main in plain for one in _behind(arena, main, whole)]
    found += _steps(arena, labels)
    found += beginnings(arena, labels)
    found += _bags(arena, labels)
    return [one for one in found if len(one.places) >= min(FEWEST, len(found[0].places))]


def _main(arena: Arena, labels: Labels) -> Iterator[Target]:
    scored = np.flatnonzero(labels >= 0)
    classes = labels.ravel()[scored]
    numbers = arena.domain.class_numbers
    if len(arena.domain.classes) > FEW_CLASSES:
        order = np.argsort(np.argsort(classes if numbers is None else numbers[classes]))
        groups = order * GROUPS // max(1, len(order))
        yield Target("group", "group", scored, groups.astype(np.int16), no_lift)
    if len(arena.domain.classes) <= MOST_CLASSES:
        yield Target("label", "label", scored, classes.astype(np.int16), no_lift)
    if numbers is not None:
        yield Target("number", "number", scored, numbers[classes], no_lift)
        named = arena.domain.class_named[classes]
        if named.any():
            yield _number_or_name(scored, classes, numbers, named)
        if numbers.min() >= 0 and numbers.max() > 1:
            yield Target(
                "size", "number", scored, numbers[classes], _without_sign, 6, through=np.abs
            )
        yield from _extremes(arena, labels, Target("", "number", scored, numbers[classes], no_lift))
    words = arena.domain.class_words[classes]
    if (words >= 0).all():
        yield Target("word", "word", scored, words, no_lift)


def _number_or_name(
    places: npt.NDArray[np.intp], classes: Labels, numbers: npt.NDArray[np.int16], named: Bools
) -> Target:
    """Numbers, and at each name any one number that no other label has."""

    def holds(row: npt.NDArray[np.int16]) -> bool:
        values = row[places]
        return numbers_of_names(classes[named], values[named], values[~named]) is not None

    wanted = numbers[classes][~named]
    return Target("number or name", "number", places[~named], wanted, no_lift, holds=holds)


def _extremes(arena: Arena, labels: Labels, main: Target) -> Iterator[Target]:
    """The largest or smallest value of a variable: of all, or so far where labels rise or fall."""
    value = np.zeros(labels.shape, np.int16)
    value.ravel()[main.places] = main.wanted
    both = (labels[:, 1:] >= 0) & (labels[:, :-1] >= 0)
    grown = (value[:, 1:] - value[:, :-1])[both]
    for predicate, score in BEST:
        sign = np.int16(1 if score.best == "largest" else -1)
        reach: Reach = "upto"
        if whole_inputs(labels) and not arena.domain.causal:
            reach = "all"
        elif (sign * grown < 0).any() or not grown.any():
            continue

        def through(rows: Rows, sign: np.int16 = sign, reach: Reach = reach) -> Rows:
            shaped = (sign * rows).reshape(len(rows), *arena.inside.shape)
            held = np.where(arena.inside, shaped, np.int16(-LARGEST - 1))
            if reach == "all":
                best = np.broadcast_to(held.max(axis=2, keepdims=True), held.shape)
            else:
                best = np.maximum.accumulate(held, axis=2)
            return np.asarray(sign * best).reshape(len(rows), -1)

        head = copied(predicate, reach, "first", score)

        def lift(found: Piece, shift: int, head: CategoricalHead = head) -> Piece:
            return piece(head, found, found, found)

        yield replace(main, name=score.best, lift=lift, cost=8, through=through)


def asked_words(arena: Arena, labels: Labels) -> npt.NDArray[np.int16] | None:
    """The word asked for at each place, -1 where none; None where labels are not words."""
    words = np.where(labels >= 0, arena.domain.class_words[labels], -1)
    named = (words >= 0).sum()
    return words.astype(np.int16) if named and 2 * named >= (labels >= 0).sum() else None


def _pointers(arena: Arena, labels: Labels) -> Iterator[Target]:
    """Where each label is copied from, wherever its word stands once in the input."""
    words = asked_words(arena, labels)
    if words is None:
        return
    same = (words[:, :, None] == arena.words[:, None, :]) & arena.inside[:, None, :]
    same &= (words >= 0)[:, :, None]
    if arena.domain.vocabulary.begin is not None:
        same[:, :, 0] = False  # the first word may also stand for "none"
    once = same.sum(axis=2) == 1
    wanted = same.argmax(axis=2)
    places = np.flatnonzero(once)
    word, position, _ = base(arena.domain)

    def lift(found: Piece, shift: int) -> Piece:
        return piece(copied(Compare("==", shift)), found, position, word)

    yield Target("pointer", "number", places, wanted.ravel()[places].astype(np.int16), lift, cost=2)


def _exceptions(arena: Arena, labels: Labels, known: list[Target]) -> Iterator[Target]:
    """Numbers and pointers at all words but those whose label never changes."""
    domain, asked = arena.domain, labels >= 0
    fixed = np.full(len(domain.words), -1)  # the class of each word that has but one
    for word in domain.symbols:
        classes = np.unique(labels[asked & (arena.words == word)])
        fixed[word] = classes[0] if len(classes) == 1 else -1
    same = np.flatnonzero((fixed >= 0) & (domain.class_words[fixed] == np.arange(len(fixed))))
    _, position, _ = base(domain)
    for main in known:
        words = same if main.name == "pointer" else np.flatnonzero(fixed >= 0)
        if main.name not in ("pointer", "number") or not 0 < len(words) < len(domain.symbols):
            continue
        given = np.zeros(len(domain.words), np.int16)
        if main.name == "number" and domain.class_numbers is not None:
            given[words] = domain.class_numbers[fixed[words]]
        flag, number = word_flag(domain, *words.tolist()), by_word(domain, given)

        def lift(
            found: Piece,
            shift: int,
            main: Target = main,
            flag: Piece = flag,
            number: Piece = number,
        ) -> Piece:
            moved = piece(formula("a", shift), found) if shift else found
            kept = piece(formula("keep"), moved, piece(formula("not"), flag))
            if main.name == "number":
                return piece(formula("+"), kept, number)
            own = piece(formula("keep"), position, flag)
            return main.lift(piece(formula("+"), own, kept), 0)

        other = ~np.isin(arena.words.ravel()[main.places], words)
        yield replace(
            main,
            name=f"{main.name} elsewhere",
            places=main.places[other],
            wanted=main.wanted[other],
            lift=lift,
            cost=8,
        )


def rank_target(
    arena: Arena, labels: Labels, flag: Piece, chosen: Bools, slack: float = 0.0
) -> Target | None:
    """The position each chosen word is copied to, where the chosen words are those asked for.

    `chosen` are the values of `flag`. None where the words asked for in some input are not
    those that are chosen there, each as often.
    """
    words = asked_words(arena, labels)
    if words is None:
        return None
    begin = arena.domain.vocabulary.begin is not None
    asked = (words >= 0) & (words != arena.words[:, :1] if begin else True)
    if (asked.sum(axis=1) == chosen.sum(axis=1)).mean() < 1 - 12 * slack:
        return None  # most flags choose more words, or fewer
    size = len(arena.domain.words) + 1
    for_words = np.zeros((arena.inputs, size), np.int32)
    for_chosen = for_words.copy()
    row = np.broadcast_to(np.arange(arena.inputs)[:, None], words.shape)
    np.add.at(for_words, (row[asked], words[asked]), 1)
    np.add.at(for_chosen, (row[chosen], arena.words[chosen]), 1)
    same_words = (for_words == for_chosen).all(axis=1)
    if same_words.mean() < 1 - 12 * slack:
        return None
    # Equal words go to the places that ask for them in order: the first to the first.
    kept = chosen & same_words[:, None]
    turn = _turns(arena.words, kept)
    asked_turn = _turns(words, asked)
    same = (arena.words[:, :, None] == words[:, None, :]) & asked[:, None, :]
    same &= turn[:, :, None] == asked_turn[:, None, :]
    wanted = same.argmax(axis=2)
    places = np.flatnonzero(kept)
    if len(places) < FEWEST:
        return None

    offset = 0 if begin else 1  # 0 is the rank of what is not chosen, so ranks must start at 1
    word, position, _ = base(arena.domain)

    def lift(found: Piece, shift: int) -> Piece:
        move = shift + offset
        rank = piece(formula("a", move), found) if move else found
        kept = piece(formula("keep"), rank, flag)
        return piece(copied(Compare("==", offset)), position, kept, word)

    return Target(
        "rank among some", "number", places, wanted.ravel()[places].astype(np.int16), lift, 5
    )


def key_target(
    arena: Arena, labels: Labels, pointer: Target, query: Piece, values: npt.NDArray[np.int16]
) -> Target:
    """What the key must be at the words asked for, to be found by a number of the whole input.

    `values` are those of `query`: the same at every position of an input.
    """
    inputs = pointer.places // arena.width
    places, first = np.unique(inputs * arena.width + pointer.wanted, return_index=True)
    asked = labels >= 0
    words = np.where(asked, arena.domain.class_words[labels], -1)

    word, _, _ = base(arena.domain)

    def lift(found: Piece, shift: int) -> Piece:
        return piece(copied(Compare("==", -shift)), query, found, word)

    def holds(row: npt.NDArray[np.int16]) -> bool:
        same = (row.reshape(values.shape) == values) & arena.inside
        found = np.take_along_axis(arena.words, same.argmax(axis=1)[:, None], axis=1)
        return bool(((found == words) | ~asked).all())

    wanted = values.ravel()[pointer.places[first]]
    return Target("key", "number", places, wanted, lift, 2, holds=holds)


def _turns(words: npt.NDArray[np.int16], among: Bools) -> npt.NDArray[np.int32]:
    """How many equal words there are before, of those that are among the chosen."""
    equal = (words[:, :, None] == words[:, None, :]) & among[:, None, :]
    earlier: npt.NDArray[np.int32] = np.tril(equal, -1).sum(axis=2).astype(np.int32)
    return earlier


def plain_rank(arena: Arena, target: Target) -> Target:
    """The same ranks, without leaving out the words that are not chosen: often that is enough."""
    word, position, _ = base(arena.domain)

    def lift(found: Piece, shift: int) -> Piece:
        return piece(copied(Compare("==", -shift)), position, found, word)

    return replace(target, name="rank", lift=lift, cost=2)


def _behind(arena: Arena, main: Target, whole: bool) -> Iterator[Target]:
    """What a variable must be for a simple head to bring the labels here.

    Where all labels of an input are the same, only heads that bring them from one position.
    """
    pieces = dict(zip((Pool.WORD, Pool.POSITION, Pool.ONE), base(arena.domain), strict=True))
    found = (
        _moved(arena, main, source, step, pieces[place])
        for place, (step, source) in simple_sources(arena)
    )
    kept = (one for one in found if one and not (whole and len(one.places) > arena.inputs))
    return islice(kept, MOST_PATTERNS)


def _moved(
    arena: Arena,
    main: Target,
    source: npt.NDArray[np.intp],
    head: CategoricalHead,
    at: Piece,
) -> Target | None:
    inputs, positions = np.divmod(main.places, arena.width)
    there = inputs * arena.width + source[inputs, positions]
    order = np.argsort(there, kind="stable")
    places, first = np.unique(there[order], return_index=True)
    wanted = main.wanted[order][first]
    back = np.searchsorted(places, there)
    if not (wanted[back] == main.wanted).all() or (there == main.places).all():
        return None

    def lift(found: Piece, shift: int) -> Piece:
        return piece(head, at, at, found)

    shifted = isinstance(head.predicate, Compare) and head.predicate.shift != 0
    name = f"{main.name} behind {head.choose} {head.reach}"
    return Target(name, main.form, places, wanted, lift, cost=2 + shifted)


def _steps(arena: Arena, labels: Labels) -> Iterator[Target]:
    """By how much a number grows from one position to the next; or since the last mark.

    A mark is a word at which the label is always the same.
    """
    numbers = arena.domain.class_numbers
    if numbers is None:
        return
    both = (labels[:, 1:] >= 0) & (labels[:, :-1] >= 0)
    value = numbers[labels]
    _, _, one = base(arena.domain)
    reaches: tuple[Reach, ...] = ("upto",) if arena.domain.causal else ("upto", "after")
    grown = np.zeros_like(value)
    grown[:, 1:] = value[:, 1:] - value[:, :-1]
    after = np.zeros_like(both, shape=labels.shape)
    after[:, 1:] = both
    for reach in reaches:
        # Before position i + 1 come the values up to i; after position i those from i + 1 on.
        places = np.flatnonzero(after)
        wanted = (grown if reach == "upto" else -grown).ravel()[places]
        yield _sum_target(f"step {reach}", places, wanted, reach, one, 2)
    if len(arena.domain.symbols) > FEW_MARKS:
        return
    for mark in arena.domain.symbols:
        at = (arena.words == mark) & (labels >= 0)
        if at.sum() < FEWEST or len(np.unique(value[at])) > 1:
            continue
        places = np.flatnonzero(after | at)
        wanted = np.where(at, value, grown).ravel()[places]
        flag = word_flag(arena.domain, mark)
        marks = piece(total(EQUAL, "upto"), one, one, flag)
        yield _sum_target(f"step since {mark}", places, wanted, "upto", marks, 10)


def _sum_target(
    name: str,
    places: npt.NDArray[np.intp],
    wanted: npt.NDArray[np.int16],
    reach: Reach,
    key: Piece,
    cost: int,
) -> Target:
    """The summands of a number that is summed over positions with the same key."""

    def lift(found: Piece, shift: int) -> Piece:
        return found if shift else piece(total(EQUAL, reach), key, key, found)

    return Target(name, "number", places, wanted.astype(np.int16), lift, cost)


def beginnings(arena: Arena, labels: Labels) -> Iterator[Target]:
    """Where a class that never ends again begins, against all places before."""
    asked = labels[labels >= 0]
    for name in np.flatnonzero(np.bincount(asked) >= 0.02 * len(asked)).tolist():
        here, other = labels == name, (labels >= 0) & (labels != name)
        before = np.maximum.accumulate(here, axis=1)
        ends = (before & other).any()
        if ends or not other.any():
            continue
        begins = here & ~np.concatenate([np.zeros_like(here[:, :1]), before[:, :-1]], axis=1)
        later = begins & np.maximum.accumulate(other, axis=1)
        if later.any(axis=1).sum() < max(3, 0.02 * arena.inputs):
            continue  # it never begins: an input is of this class or not
        known = begins | other
        places = np.flatnonzero(known)
        yield Target(
            f"begins {name}",
            "label",
            places,
            begins.ravel()[places].astype(np.int16),
            no_lift,
            cost=3,
            begins=name,
        )


def whole_inputs(labels: Labels) -> bool:
    """Whether all labels of an input are the same, in every input."""
    asked = labels >= 0
    first = np.take_along_axis(labels, asked.argmax(axis=1)[:, None], axis=1)
    return bool(((labels == first) | ~asked).all())


def _bags(arena: Arena, labels: Labels) -> Iterator[Target]:
    """Classes of whole inputs: does any position of an input tell that it is of the class?"""
    asked = labels >= 0
    first = np.take_along_axis(labels, asked.argmax(axis=1)[:, None], axis=1)
    scored: Bools = np.asarray(asked.any(axis=1))
    if not whole_inputs(labels) or arena.domain.causal:
        return
    places = np.flatnonzero(arena.inside & scored[:, None])
    names = first[:, 0]
    for name in np.unique(names[scored]).tolist():
        of_class = np.asarray(names == name)
        wanted = np.repeat(of_class, arena.width)[places]
        if 3 <= of_class[scored].sum() <= scored.sum() - 3:
            yield Target(f"any {name}", "bag", places, wanted.astype(np.int16), no_lift, cost=3)


def outside(found: Piece, low: int, high: int, one: Piece) -> Piece:
    """How many positions of an input have a value outside low..high."""
    start, stop = max(-LARGEST, low - 1), min(LARGEST, high + 1)
    results = tuple(int(not low <= value <= high) for value in range(start, stop + 1))
    flag = tabled([found], [(start, stop)], results, TRUTH)
    return piece(total(EQUAL), one, one, flag)
