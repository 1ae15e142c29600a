"""How much each word speaks for each class: a linear model of words, and naive Bayes.

The score of a class is a sum over the words of a text (for tags, it is that of the word alone). A
word adds an amount of its own, held back towards what its vector, its shape and its ending say. So
a rare word is judged by what it is like, and a word that training does not have has scores too. How
much an amount is held back depends on how unevenly the word is spread over the classes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt
from scipy.sparse import csr_matrix, hstack  # type: ignore[import-untyped]

from ..dataset import Split, Task
from ..meaning.words import candidates, stand_ins
from ..simplifier.fitting import minimize, softmax_loss
from ..vectors import Vectors
from .text_features import Floats, Indices, WordPairs, cases

OWN, VECTOR, MARK, PAIR = 1.0, 1.0, 0.03, 0.3  # the variance of each kind of weight
ALIKE = 10  # training words that must share a shape or an ending for it to count
ROUNDS = 100  # of the optimiser
ENOUGH = 3e-5  # it stops at a smaller gain, as a share of the loss


@dataclass(frozen=True, slots=True, eq=False)
class Clues:
    """Clues about the words of a vocabulary apart from the labels.

    `counts` (words,): how often training has each. `vectors` (words, dimensions), of length 1;
    `marks` (words, marks) says which shape, endings and beginnings a word has.
    """

    counts: npt.NDArray[np.int64]
    vectors: Floats
    marks: csr_matrix

    @staticmethod
    def of(task: Task, vectors: Vectors | None) -> Clues:
        words = task.vocabulary.words
        counts = _often(task.train, len(words))
        rows = np.zeros((len(words), 0), np.float32)
        if vectors is not None:
            rows, _ = vectors.balanced_rows(words)
            rows /= np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-9)
        return Clues(counts, rows, marks_of(words, counts))

    def counted(self, train: Split) -> Clues:
        """The same for another training set."""
        return replace(self, counts=_often(train, len(self.counts)))

    def chosen(self, words: Indices) -> Clues:
        return Clues(self.counts[words], self.vectors[words], self.marks[words])

    def said(self, weights: Floats, marked: Floats) -> Floats:
        """The scores of each word from vectors and marks (words, classes)."""
        return np.asarray(self.vectors @ weights + self.marks @ marked, np.float32)


def _often(split: Split, words: int) -> npt.NDArray[np.int64]:
    return np.bincount(split.words[split.words >= 0], minlength=words)


def marks_of(words: Sequence[str], counts: npt.NDArray[np.int64]) -> csr_matrix:
    """Which of the marks that enough training words share each word has."""
    listed = [set(_marks(word)) for word in words]
    there = (own for own, count in zip(listed, counts, strict=True) if count)
    shared = Counter(mark for own in there for mark in own)
    common = sorted(m for m, count in shared.items() if count >= (2 if m[:1] == "=" else ALIKE))
    index = {mark: i for i, mark in enumerate(common)}
    columns = [[index[mark] for mark in sorted(own) if mark in index] for own in listed]
    starts = np.cumsum([0, *map(len, columns)])
    held = np.array([column for own in columns for column in own], np.int64)
    ones = np.ones(len(held), np.float32)
    return csr_matrix((ones, held, starts), shape=(len(words), len(common)))


def _marks(word: str) -> list[str]:
    """
    >>> _marks("Oslo")
    ['<Xx~slo>', '<Xx~lo>', '<Xx~o>', '<Xx>', '=oslo', '-o', '-lo', '-slo', 'os-', 'osl-']
    """
    low, sizes = word.lower(), range(1, len(word))
    ends, starts = (f"-{low[-n:]}" for n in sizes[:3]), (f"{low[:n]}-" for n in sizes[1:3])
    return [*candidates(word), f"={low}", *ends, *starts]


@dataclass(frozen=True, slots=True, eq=False)
class WordScores:
    """How much words and pairs of words speak for classes.

    `words` (offsets, words, classes), `paired` (pairs, classes). `alike`: the scores of words by
    their vectors, shapes and endings alone.
    """

    offsets: tuple[int, ...]
    words: Floats
    alike: Floats
    pairs: WordPairs
    paired: Floats

    def said(self, split: Split) -> Floats:
        """The scores of the classes in each case of a split."""
        seen, _ = cases(split, self.offsets, self.words.shape[1])
        found = seen @ np.concatenate(self.words)
        if len(self.paired):
            found = found + self.pairs.counted(split.words) @ self.paired
        return np.asarray(found, np.float32)


def scores_of(
    task: Task,
    clues: Clues,
    offsets: tuple[int, ...] = (0,),
    with_pairs: bool = False,
    on_progress: Callable[[float], None] = lambda share: None,
) -> WordScores:
    """The scores of a linear model of training, whose words `clues` counts.

    For tags, words at several offsets speak. With pairs, those of neighbours that training has more
    than once count too.
    """
    train, classes, many = task.train, len(task.classes), len(offsets)
    pairs = WordPairs.of(train.words[:, : None if with_pairs else 0], len(clues.counts), least=2)
    known = np.flatnonzero(clues.counts)
    own = clues.chosen(known)
    seen, labels = cases(train, offsets, len(clues.counts))
    seen = seen[:, np.concatenate([known + place * len(clues.counts) for place in range(many)])]
    if with_pairs:
        seen = hstack([seen, pairs.counted(train.words)]).tocsr()
    turned, marks = seen.T.tocsr(), own.marks.T.tocsr()
    answers = np.eye(classes, dtype=np.float32)[labels] / np.float32(len(labels))
    uneven = np.abs(_ratios(turned @ (answers * len(labels)) + 1))
    alone, wide = len(known) * many, many * classes
    shapes = [(alone, classes), (own.vectors.shape[1], wide), (marks.shape[0], wide)]
    shapes.append((len(pairs.listed), classes))
    ends = np.cumsum([rows * columns for rows, columns in shapes])
    variances = (OWN, VECTOR, MARK, PAIR)
    scales = [np.full(shape, var**0.5) for shape, var in zip(shapes, variances, strict=True)]
    scales[0] *= uneven[:alone]
    scales[3] *= uneven[alone:]
    spread = np.concatenate([scale.ravel() for scale in scales]).astype(np.float32)

    def parts(row: npt.NDArray[np.float64]) -> list[Floats]:
        split = np.split(row.astype(np.float32) * spread, ends[:-1])
        return [part.reshape(shape) for part, shape in zip(split, shapes, strict=True)]

    def by_offset(scores: Floats) -> Floats:
        """From (words, offsets x classes) to (offsets, words, classes)."""
        return scores.reshape(len(scores), many, classes).transpose(1, 0, 2)

    def measure(row: npt.NDArray[np.float64]) -> tuple[float, npt.NDArray[np.float64]]:
        added, weights, marked, paired = parts(row)
        words = added + by_offset(own.said(weights, marked)).reshape(alone, classes)
        loss, errors = softmax_loss(seen @ np.concatenate([words, paired]), answers)
        every = turned @ errors
        pull = every[:alone].reshape(many, len(known), classes)
        pull = np.ascontiguousarray(pull.transpose(1, 0, 2)).reshape(len(known), -1)
        slopes = (every[:alone], own.vectors.T @ pull, marks @ pull, every[alone:])
        slope = (np.concatenate([part.ravel() for part in slopes]) * spread).astype(np.float64)
        held = row / len(labels)
        return loss + float(row @ held) / 2, slope + held

    number, before = 0, np.inf

    def is_done(row: npt.NDArray[np.float64], loss: float) -> bool:
        nonlocal number, before
        number += 1
        on_progress(number / ROUNDS)
        fell, before = before - loss, loss
        return fell < ENOUGH * loss

    found = minimize(measure, np.zeros(spread.size), ROUNDS, is_done)
    added, weights, marked, paired = parts(found)
    alike = by_offset(clues.said(weights, marked)).copy()
    scores = alike.copy()
    scores[:, known] += added.reshape(many, len(known), classes)
    for table in scores:
        stand_for(table, task, clues.counts)
    scores -= scores.mean(axis=2, keepdims=True)
    alike -= alike.mean(axis=2, keepdims=True)
    return WordScores(offsets, scores, alike, pairs, paired)


def bayes_scores(task: Task) -> Floats:
    """The naive Bayes scores of words (words, classes), one added to counts.

    It says nothing of words that training does not have.
    """
    seen, labels = cases(task.train, (0,), len(task.vocabulary.words))
    counts = seen.T @ np.eye(len(task.classes), dtype=np.float32)[labels]
    there = counts.sum(axis=1)
    scores = np.log((counts + 1) / (counts + 1).sum(axis=0))
    scores = np.where(there[:, None] > 0, scores - scores.mean(axis=1, keepdims=True), 0)
    stand_for(scores, task, there)
    return np.asarray(scores, np.float32)


def _ratios(counts: Floats) -> Floats:
    """The logarithm of how much commoner each feature is in a class than in all others."""
    here = counts / counts.sum(axis=0)
    rest = counts.sum(axis=1, keepdims=True) - counts
    return np.asarray(np.log(here / (rest / rest.sum(axis=0))), np.float32)


def stand_for(scores: Floats, task: Task, counts: npt.NDArray[np.int64], most: int = 1) -> None:
    """Words that stand for unknown ones say what rare words of their kind say on average.

    A rare word occurs at most so often; a stand-in that training has counts as one of them.
    """
    instead = stand_ins(task.vocabulary)
    if instead is None:
        return
    rare, stands = (counts > 0) & (counts <= most), np.array(instead)
    unknown = task.vocabulary.words.index(str(task.vocabulary.unknown))
    for word in {unknown, *instead}:
        alike = rare & (stands == word)
        alike = alike if alike.any() else rare.copy()
        alike[word] = counts[word] > 0
        if alike.any():
            scores[word] = scores[alike].mean(axis=0)
