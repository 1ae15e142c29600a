"""Inputs of a task in a program's words, and where their labels are scored.

Where a program takes unknown words but the inputs have none, copies of them have some: what inputs
without an unknown word cannot tell.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ..dataset import Ints, Split, Task, translated
from ..infer.grids import Mask
from ..meaning.batch import label_batch
from ..program import Program, Vocabulary

ENOUGH = 0.01  # of the words: where so many are unknown, the inputs themselves tell
SHARE = 0.25  # of the words of a copy that are unknown, on average; at least one is
MOST_COPIES = 10_000


class ScoredInputs:
    """Inputs as rows of word indices padded with -1, and where their labels are scored.

    Those after the first `listed` are copies in which words are unknown.
    """

    def __init__(
        self,
        words: Ints,
        scored: Mask | None = None,
        listed: int | None = None,
    ) -> None:
        self.words = words
        self.scored = words >= 0 if scored is None else scored
        self.listed = len(words) if listed is None else listed

    def __len__(self) -> int:
        return self.listed

    def some(self, count: int) -> ScoredInputs:
        """About this many of the inputs, evenly spread."""
        every = slice(None, None, max(1, len(self.words) // count))
        return ScoredInputs(self.words[every], self.scored[every])

    def scored_labels(self, program: Program) -> NDArray[np.int_]:
        """The answers of a program wherever they are scored."""
        labels = np.asarray(label_batch(program, self.words))
        return labels if labels.ndim == 1 else labels[self.scored]


def inputs_of(split: Split, task: Task, program: Program) -> ScoredInputs:
    """The inputs of a split, in the words of a program, and copies in which words are unknown."""
    words = translated(split.words, task.vocabulary, program.vocabulary)
    scored = split.labels >= 0
    scored = (scored[:, None] if task.pooled else scored) & (words >= 0)
    rows, copies = unknown_copies(words, program.vocabulary)
    return ScoredInputs(
        np.concatenate([words, copies]), np.concatenate([scored, scored[rows]]), len(words)
    )


def judged_inputs(task: Task) -> Split:
    """The training and validation inputs of a task."""
    splits = [split for split in (task.train, task.validation) if len(split)]
    return Split(
        np.concatenate([split.words for split in splits]),
        np.concatenate([split.labels for split in splits]),
    )


def unknown_copies(words: Ints, vocabulary: Vocabulary) -> tuple[NDArray[np.int_], Ints]:
    """The inputs that are copied, by number, and the copies; none where nothing is to be told.

    >>> rows, copies = unknown_copies(np.array([[1, 2], [2, -1]]), Vocabulary(("?", "a", "b"), "?"))
    >>> rows.tolist(), copies.tolist()
    ([0, 1], [[1, 0], [0, -1]])
    """
    none = np.zeros(0, dtype=int), words[:0]
    if vocabulary.unknown is None or not len(words):
        return none
    unknown = vocabulary.words.index(vocabulary.unknown)
    inner = words >= 0
    lengths = inner.sum(1)
    inner[:, 0] &= vocabulary.begin is None
    if vocabulary.end is not None:
        inner[np.arange(len(words)), lengths - 1] = False
    if (inner & (words == unknown)).sum() >= ENOUGH * max(1, inner.sum()):
        return none
    rows = np.flatnonzero(inner.any(1))
    rows = rows[:: -(-len(rows) // MOST_COPIES) or 1]
    drawn = np.where(inner[rows], np.random.default_rng(0).random((len(rows), words.shape[1])), 1.0)
    gone = drawn < np.maximum(SHARE, np.nextafter(drawn.min(1, keepdims=True, initial=1.0), 2.0))
    return rows, np.where(gone & inner[rows], np.int32(unknown), words[rows])
