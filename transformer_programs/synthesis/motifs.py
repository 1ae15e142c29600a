"""Motifs: runs of two to five words in a row that tell a class by themselves.

A motif stands in inputs of one class only, and in many of them. Labels of single words have none:
with motifs there, one task of MIPS (Balanced_Parenthesis) was not solved in its time.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from ..program.steps import Compare
from .domain import Ints, base, word_flag
from .pieces import Piece, copied, formula, piece
from .sample import Sample
from .targets import whole_inputs

Counts = npt.NDArray[np.integer]

LONGEST = 5  # words of a motif
MIN_SHARE = 0.3  # of its class that a motif must cover


def motifs(sample: Sample, labels: Ints) -> Iterator[Piece]:
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
