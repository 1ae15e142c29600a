"""How much each word speaks for each class, as itself and as a neighbour: a linear model of words.

The score of a class is a sum over the words around a position (or over all words of a text). A word
adds an amount of its own, held back towards what its vector, its shape and its ending say. So a
rare word is judged by what it is like, and a word that training does not have has scores too. How
much an amount is held back depends on how unevenly the word is spread over the classes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt
from scipy.sparse import csr_matrix, hstack  # type: ignore[import-untyped]

from ..dataset import Ints, Split, Task
from ..meaning.words import candidates, stand_ins
from ..simplifier.fitting import minimize, softmax_loss
from ..vectors import Vectors

Floats = npt.NDArray[np.float32]
Indices = npt.NDArray[np.int64]

OWN, VECTOR, MARK, PAIR = 1.0, 1.0, 0.03, 0.3  # the variance of each kind of weight
ALIKE = 10  # training words that must share a shape or an ending for it to count
ROUNDS = 100  # of the optimiser
ENOUGH = 3e-5  # it stops at a smaller gain, as a share of the loss
FIRST, BEGUN = 0, 1  # a place: that of the first word, behind the word that begins an input
NO_PAIRS = np.zeros(0, np.int64)


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

    def chosen(self, words: npt.NDArray[np.int64]) -> Clues:
        return Clues(self.counts[words], self.vectors[words], self.marks[words])

    def said(self, weights: Floats, marked: Floats) -> Floats:
        """The features of each word from vectors and marks (words, columns)."""
        return np.asarray(self.vectors @ weights + self.marks @ marked, np.float32)


def _often(split: Split, words: int) -> npt.NDArray[np.int64]:
    return np.bincount(split.words[split.words >= 0], minlength=words)


def marks_of(words: Sequence[str], counts: npt.NDArray[np.int64]) -> csr_matrix:
    """Which of the marks that enough training words share each word has."""
    listed = [set(_marks(word)) for word in words]
    shared = Counter(
        mark for own, count in zip(listed, counts, strict=True) if count for mark in own
    )
    common = sorted(
        mark for mark, count in shared.items() if count >= (2 if mark[:1] == "=" else ALIKE)
    )
    index = {mark: i for i, mark in enumerate(common)}
    columns = [[index[mark] for mark in sorted(own) if mark in index] for own in listed]
    starts = np.cumsum([0, *map(len, columns)])
    held = np.array([column for own in columns for column in own], np.int64)
    return csr_matrix(
        (np.ones(len(held), np.float32), held, starts), shape=(len(words), len(common))
    )


def _marks(word: str) -> list[str]:
    """
    >>> _marks("Oslo")
    ['<Xx~slo>', '<Xx~lo>', '<Xx~o>', '<Xx>', '=oslo', '-o', '-lo', '-slo', 'os-', 'osl-']
    """
    low, sizes = word.lower(), range(1, len(word))
    return [
        *candidates(word),
        f"={low}",
        *(f"-{low[-n:]}" for n in sizes[:3]),
        *(f"{low[:n]}-" for n in sizes[1:3]),
    ]


def cases(split: Split, offsets: Sequence[int], words: int) -> tuple[csr_matrix, Ints]:
    """The words that count for each label (cases, offsets x words), and the labels."""
    if split.labels.ndim == 1:
        at = split.words
    else:
        at = placed(split.words, offsets)[split.labels >= 0]
        at = np.where(at >= 0, at + np.arange(len(offsets), dtype=np.int32) * words, -1)
    return counted(at, words * len(offsets)), split.labels[split.labels >= 0]


def counted(values: Ints, size: int) -> csr_matrix:
    """How often each value is in each row; -1 is none."""
    there = values >= 0
    starts = np.concatenate([[0], np.cumsum(there.sum(axis=1))])
    ones = np.ones(int(starts[-1]), np.float32)
    found = csr_matrix((ones, values[there], starts), shape=(len(values), size))
    found.sum_duplicates()
    return found


def placed(words: Ints, offsets: Sequence[int], outside: Ints | None = None) -> Ints:
    """The word at each offset from each position (inputs, length, offsets); -1 for none.

    With `outside` (inputs,), that stands beyond both ends.

    >>> placed(np.array([[4, 5, -1]], np.int32), (-1, 1))[0].tolist()
    [[-1, 5], [4, -1], [5, -1]]
    """
    length = words.shape[1]
    found = np.full((*words.shape, len(offsets)), -1, np.int32)
    for i, offset in enumerate(offsets):
        to, start = max(0, -offset), max(0, offset)
        size = max(0, length - abs(offset))
        found[:, to : to + size, i] = words[:, start : start + size]
    if outside is not None:
        found = np.where(found < 0, outside[:, None, None], found)
    return found


@dataclass(frozen=True, slots=True, eq=False)
class WordPairs:
    """Pairs of a word and one at a place: place, word there and word, as digits to base `words`.

    >>> pairs = WordPairs.of(np.array([[3, 1, 3, 1, -1]], np.int32), 5, least=2)
    >>> pairs.listed.tolist(), pairs.counted(np.array([[1, 3, 1]], np.int32)).toarray().tolist()
    ([16], [[1.0]])
    """

    listed: npt.NDArray[np.int64]
    words: int
    places: tuple[int, ...] = (-1,)

    @staticmethod
    def of(at: Ints, words: int, places: tuple[int, ...] = (-1,), least: int = 1) -> WordPairs:
        """Those that stand at least so often in some inputs."""
        found, often = np.unique(WordPairs(NO_PAIRS, words, places)._of(at), return_counts=True)
        return WordPairs(found[(found >= 0) & (often >= least)], words, places)

    def counted(self, at: Ints) -> csr_matrix:
        """How often each is in each input (inputs, pairs)."""
        pairs, shape = self._of(at), (len(at), len(self.listed))
        found = np.searchsorted(self.listed, pairs).clip(max=max(0, len(self.listed) - 1))
        there = (pairs >= 0) & (self.listed[found] == pairs) if len(self.listed) else pairs < -1
        row, column = np.nonzero(there)
        return csr_matrix((np.ones(len(row), np.float32), (row, found[row, column])), shape)

    def _of(self, at: Ints) -> npt.NDArray[np.int64]:
        """The pairs of each word with those at all places (inputs, places x length); -1 for none.

        A place is an offset, or `FIRST`.
        """
        pairs = [np.zeros((len(at), 0), np.int64)]
        for i, place in enumerate(self.places):
            there, least = placed(at, (place,), outside=at[:, 0])[..., 0], 1
            if place == FIRST:  # for the words behind it
                there, least = at[:, BEGUN : BEGUN + 1], BEGUN + 1
            both = (i * self.words + there.astype(np.int64)) * self.words + at
            behind = np.arange(at.shape[1]) >= least
            pairs.append(np.where((there >= 0) & (at >= 0) & behind, both, -1))
        return np.concatenate(pairs, axis=1)

    def kept(self, which: npt.NDArray[np.int64]) -> WordPairs:
        return replace(self, listed=self.listed[which])

    def taken_apart(self) -> Iterator[tuple[int, Indices, Indices, Indices]]:
        """For each place that has any: which pairs, the words there, and the words themselves."""
        of, there = np.divmod(self.listed, self.words**2)
        for i, place in enumerate(self.places):
            which = np.flatnonzero(of == i)
            if len(which):
                yield place, which, there[which] // self.words, there[which] % self.words


@dataclass(frozen=True, slots=True, eq=False)
class WordScores:
    """How much words speak for classes at each offset, and pairs of words beside them.

    `words` (offsets, words, classes); `paired` (pairs, classes).
    """

    offsets: tuple[int, ...]
    words: Floats
    pairs: WordPairs
    paired: Floats

    def said(self, split: Split) -> Floats:
        """The scores of the classes in each case of a split."""
        _, words, classes = self.words.shape
        seen, _ = cases(split, self.offsets, words)
        found = seen @ self.words.reshape(-1, classes)
        if len(self.paired):
            found = found + self.pairs.counted(split.words) @ self.paired
        return np.asarray(found, np.float32)


def scores_of(
    task: Task,
    clues: Clues,
    offsets: tuple[int, ...],
    places: tuple[int, ...] = (),
    told: Callable[[float], None] | None = None,
) -> WordScores:
    """The scores of a linear model of training, whose words `clues` counts.

    With `places`, pairs of words that training has more than once count too.
    """
    train, there = task.train, clues.counts
    pairs = WordPairs(NO_PAIRS, len(clues.counts), places)
    if places:
        pairs = WordPairs.of(train.words, len(clues.counts), places, least=2)
    many, classes, words = len(offsets), len(task.classes), len(clues.counts)
    known = np.flatnonzero(there)
    own = clues.chosen(known)
    seen, labels = cases(train, offsets, words)
    seen = seen[:, (known + words * np.arange(many)[:, None]).ravel()]
    if len(pairs.listed):
        seen = hstack([seen, pairs.counted(train.words)]).tocsr()
    turned, marks = seen.T.tocsr(), own.marks.T.tocsr()
    answers = np.zeros((len(labels), classes), np.float32)
    answers[np.arange(len(labels)), labels] = 1 / len(labels)
    columns, alones = many * classes, many * len(known)
    parts_of = (len(known), own.vectors.shape[1], own.marks.shape[1])
    sizes = [*(size * columns for size in parts_of), len(pairs.listed) * classes]
    variances = np.array([OWN, VECTOR, MARK, PAIR], np.float32)
    spread = np.repeat(np.sqrt(variances), sizes)
    uneven = np.abs(_ratios(turned @ (answers * len(labels)) + 1))
    by_word = uneven[:alones].reshape(many, len(known), classes).transpose(1, 0, 2)
    spread[: sizes[0]] *= by_word.ravel()
    spread[sum(sizes[:3]) :] *= uneven[alones:].ravel()

    def parts(row: npt.NDArray[np.float64]) -> list[Floats]:
        scaled = np.split(row.astype(np.float32) * spread, np.cumsum(sizes)[:-1])
        return [*(part.reshape(-1, columns) for part in scaled[:3]), scaled[3].reshape(-1, classes)]

    def by_offset(table: Floats) -> Floats:
        """(words, offsets x classes) as (offsets x words, classes)."""
        turned = table.reshape(-1, many, classes).transpose(1, 0, 2)
        return np.ascontiguousarray(turned).reshape(-1, classes)

    def measure(row: npt.NDArray[np.float64]) -> tuple[float, npt.NDArray[np.float64]]:
        alone, weights, marked, paired = parts(row)
        scores = seen @ np.concatenate([by_offset(alone + own.said(weights, marked)), paired])
        loss, errors = softmax_loss(scores, answers)
        every = turned @ errors
        pull = every[:alones].reshape(many, len(known), classes).transpose(1, 0, 2)
        pull = np.ascontiguousarray(pull).reshape(len(known), columns)
        slopes = (pull, own.vectors.T @ pull, marks @ pull, every[alones:])
        slope = np.concatenate([part.ravel() for part in slopes])
        held = row / len(labels)
        return loss + float(row @ held) / 2, slope.astype(np.float64) * spread + held

    number, before = 0, np.inf

    def is_done(row: npt.NDArray[np.float64], loss: float) -> bool:
        nonlocal number, before
        number += 1
        if told is not None:
            told(number / ROUNDS)
        fell, before = before - loss, loss
        return fell < ENOUGH * loss

    found = minimize(measure, np.zeros(sum(sizes)), ROUNDS, is_done)
    alone, weights, marked, paired = parts(found)
    scores = clues.said(weights, marked)
    scores[known] += alone
    stand_for(scores, task, there)
    scores = scores.reshape(words, many, classes).transpose(1, 0, 2)
    scores = np.asarray(scores - scores.mean(axis=2, keepdims=True), np.float32)
    return WordScores(offsets, scores, pairs, paired)


def bayes_scores(task: Task) -> Floats:
    """The naive Bayes scores of words (1, words, classes), one added to counts.

    It says nothing of words that training does not have.
    """
    seen, labels = cases(task.train, (0,), len(task.vocabulary.words))
    counts = seen.T @ np.eye(len(task.classes), dtype=np.float32)[labels]
    there = counts.sum(axis=1)
    scores = np.log((counts + 1) / (counts + 1).sum(axis=0))
    scores = np.where(there[:, None] > 0, scores - scores.mean(axis=1, keepdims=True), 0)
    stand_for(scores, task, there)
    return np.asarray(scores[None], np.float32)


def _ratios(counts: Floats) -> Floats:
    """The logarithm of how much commoner each feature is in a class than in all others."""
    here = counts / counts.sum(axis=0)
    rest = counts.sum(axis=1, keepdims=True) - counts
    return np.asarray(np.log(here / (rest / rest.sum(axis=0))), np.float32)


def stand_for(scores: Floats, task: Task, counts: npt.NDArray[np.int64], most: int = 1) -> None:
    """Words that stand for unknown ones say what rare words say, unless training has them.

    A rare word occurs at most so often.
    """
    instead = stand_ins(task.vocabulary)
    if instead is None:
        return
    rare, stands = (counts > 0) & (counts <= most), np.array(instead)
    unknown = task.vocabulary.words.index(str(task.vocabulary.unknown))
    for word in {unknown, *instead}:
        alike = rare & (stands == word)
        alike = alike if alike.any() else rare
        if not counts[word] and alike.any():
            scores[word] = scores[alike].mean(axis=0)
