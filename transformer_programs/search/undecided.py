"""Few examples leave a choice: other programs that fit, and an input that tells them apart."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice, product

import numpy as np

from ..dataset import Ints, Split, Task, predictions
from ..program import Program

MARGIN = 4  # how much more a program may cost to be one that is also meant
MOST_TRIED = 4000  # inputs on which programs may differ: all short ones first
LONGER = 3  # words that such an input may have more than the longest example
LONGEST = 12  # and at most, marks not counted


@dataclass(frozen=True, slots=True)
class Undecided:
    """Programs that fit all examples, but answer `words` differently.

    `same` of them have the cost of the one that was found, `dearer` a little more; only programs
    that the search met are counted. `answers` are the different answers, the most common first, and
    how many programs give each. An answer has one label per word, or one for all.
    """

    same: int
    dearer: int
    words: tuple[str, ...]
    answers: tuple[tuple[tuple[str, ...], int], ...]

    def __str__(self) -> str:
        given = " or ".join(f"{' '.join(labels)} ({count})" for labels, count in self.answers)
        return (
            f"programs that fit all examples, too: {self.same - 1:,} of the same cost, "
            f"{self.dearer:,} that cost up to {MARGIN} more; {' '.join(self.words)} gets {given}"
        )


def told_apart(
    program: Program, others: Sequence[tuple[int, Program]], task: Task
) -> Undecided | None:
    """An input that splits a program and others that fit all examples best; None if none does.

    `others` come with how much more they cost.
    """
    fit = [(0, program), *((more, one) for more, one in others if _fits(one, task))]
    fitting = [one for _, one in fit]
    inputs = _inputs(task)
    labels = np.where(inputs >= 0, 0, -1).astype(np.int32)
    asked = Split(inputs, labels[:, 0].copy() if task.pooled else labels)
    names: dict[str, int] = {}
    given = np.stack([predictions(one, task, asked, names) for one in fitting])
    differ = (given != given[0]).reshape(len(fitting), len(inputs), -1).any(axis=(0, 2))
    if not differ.any():
        return None
    counts = {
        row: Counter(one[row].tobytes() for one in given)
        for row in np.flatnonzero(differ)[:MOST_TRIED]
    }
    # The answer tells most where the most common one is least common; of equals the shortest input.
    row = min(counts, key=lambda one: max(counts[one].values()))
    spelled = dict(enumerate(task.classes)) | {number: name for name, number in names.items()}
    inner = task.vocabulary.inner(int((inputs[row] >= 0).sum()))
    answers = Counter(
        tuple(spelled.get(int(n), "?") for n in np.atleast_1d(one[row])[_scored(task, inner)])
        for one in given
    )
    words = tuple(task.words_of(inputs[row])[inner.start : inner.stop])
    same = sum(more == 0 for more, _ in fit)
    return Undecided(same, len(fit) - same, words, tuple(answers.most_common()))


def _scored(task: Task, inner: range) -> slice:
    return slice(None) if task.pooled else slice(inner.start, inner.stop)


def _fits(program: Program, task: Task) -> bool:
    """Whether a program is right on all labels that are known."""
    return all(
        bool(((predictions(program, task, split) == split.labels) | (split.labels < 0)).all())
        for split in task.splits.values()
        if len(split)
    )


def _inputs(task: Task) -> Ints:
    """All short inputs, as many as are tried, then some longer ones; no unknown word in them."""
    vocabulary = task.vocabulary
    known = [
        i
        for i, word in enumerate(vocabulary.words)
        if word in vocabulary.symbols and word != vocabulary.unknown
    ]
    marks = [
        [] if mark is None else [vocabulary.words.index(mark)]
        for mark in (vocabulary.begin, vocabulary.end)
    ]
    given = task.max_length - len(marks[0]) - len(marks[1])
    longest = min(LONGEST, given + LONGER)
    every = (body for n in range(1, longest + 1) for body in product(known, repeat=n))
    bodies: list[Sequence[int]] = list(islice(every, MOST_TRIED // 2))
    rng = np.random.default_rng(0)
    if len(bodies) == MOST_TRIED // 2:
        sizes = np.sort(rng.integers(1, longest + 1, size=MOST_TRIED // 2))
        bodies += [rng.choice(known, size=size).tolist() for size in sizes]
    rows = np.full((len(bodies), task.max_length + LONGER), -1, np.int32)
    for row, body in zip(rows, bodies, strict=True):
        framed = [*marks[0], *body, *marks[1]]
        row[: len(framed)] = framed
    return rows
