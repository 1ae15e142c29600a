"""The inputs that edited programs are judged on, and copies of them with unknown words.

A task's inputs may have no unknown word, while the program must answer to them: the copies show
what an edit changes there.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ..dataset import Ints, Split, Task, translated
from ..program import Program, Vocabulary

ENOUGH = 0.01  # of the words: where so many are unknown, the inputs themselves tell
SHARE = 0.25  # of the words of a copy that are unknown, on average; at least one is
MAX_COPIES = 10_000


def inputs_of(split: Split, task: Task, program: Program) -> tuple[Ints, NDArray[np.bool_]]:
    """The words of a split and of copies with unknown words, padded with -1; where both are scored.

    In the words of the program.
    """
    words = translated(split.words, task.vocabulary, program.vocabulary)
    scored = split.labels >= 0
    scored = (scored[:, None] if task.pooled else scored) & (words >= 0)
    rows, copies = unknown_copies(words, program.vocabulary)
    return np.concatenate([words, copies]), np.concatenate([scored, scored[rows]])


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
    rows = rows[:: -(-len(rows) // MAX_COPIES) or 1]
    drawn = np.where(inner[rows], np.random.default_rng(0).random((len(rows), words.shape[1])), 1.0)
    gone = drawn < np.maximum(SHARE, np.nextafter(drawn.min(1, keepdims=True, initial=1.0), 2.0))
    return rows, np.where(gone & inner[rows], np.int32(unknown), words[rows])
