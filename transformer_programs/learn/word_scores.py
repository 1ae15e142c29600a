"""How much each word speaks for each class, at each place: a linear model of words.

The score of a class is a sum over the words at some places. A word adds an amount of its own,
shrunk towards what its vector, its shape and its ending say. So a rare word is judged by what it is
like, and a word that training does not have has scores too. How much an amount is shrunk depends on
how unevenly the word is spread over the classes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from scipy.optimize import minimize  # type: ignore[import-untyped]
from scipy.sparse import csr_matrix, hstack  # type: ignore[import-untyped]

from ..dataset import Ints, Split, Task
from ..meaning.stand_ins import candidates, is_stand_in, less_specific, stand_ins
from ..vectors import Vectors
from .features import NO_PAIRS, WordPairs, cases

Floats = npt.NDArray[np.float32]
Doubles = npt.NDArray[np.float64]

OWN, VECTOR, MARK, PAIR = 1.0, 1.0, 0.1, 0.3  # the variance of each kind of weight
MIN_SHARED = 10  # training words that must share a shape or an ending for it to count
ROUNDS = 100  # of the optimiser


@dataclass(frozen=True, slots=True, eq=False)
class Clues:
    """What is known about the words of a vocabulary apart from the labels.

    `counts` (words,): how often training has each. `vectors` (words, dimensions), of length 1;
    `marks` (words, marks): which shape, endings and beginnings a word has. `unseen` (words,): what
    a word is read as where it is not known. With a vector, that is the copy `words + i`, which has
    the vector and the marks but no amount of its own; else it is the stand-in.
    """

    counts: npt.NDArray[np.int64]
    vectors: Floats
    marks: csr_matrix
    unseen: Ints

    @staticmethod
    def of(task: Task, vectors: Vectors | None) -> Clues:
        words = task.vocabulary.words
        counts = np.bincount(task.train.words[task.train.words >= 0], minlength=len(words))
        rows = np.zeros((len(words), 0), np.float32)
        if vectors is not None:
            rows, _ = vectors.balanced_rows(words)
            rows /= np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-9)
        own, instead = np.arange(len(words)), stand_ins(task.vocabulary)
        unseen = own + len(words)
        if instead is not None:
            unseen = np.where(rows.any(axis=1), unseen, instead)
            stands = [is_stand_in(word) or word == task.vocabulary.unknown for word in words]
            unseen = np.where(stands, own, unseen)
        return Clues(counts, rows, marks_of(words, counts), unseen.astype(np.int32))

    def read(self, words: Ints) -> Ints:
        """Words as a program reads them: by shape and ending, if not in training or vectors."""
        known = (self.counts > 0) | (self.unseen >= len(self.counts))
        instead = np.where(known, np.arange(len(known)), self.unseen)
        return np.where(words >= 0, instead[words], -1).astype(np.int32)

    def dropped(self, words: Ints, seed: int) -> Ints:
        """Words where one met n times is read as unknown with the probability 1 / (n + 1)."""
        chance = 1 / (1 + self.counts[words])
        drawn = np.random.default_rng(seed).random(words.shape) < chance
        return np.where(drawn & (words >= 0), self.unseen[words], words).astype(np.int32)


def marks_of(words: Sequence[str], counts: npt.NDArray[np.int64]) -> csr_matrix:
    """Which of the marks that enough training words share each word has."""
    listed = [_marks(word) for word in words]
    shared = Counter(
        mark for own, count in zip(listed, counts, strict=True) if count for mark in own
    )
    least = {mark: 2 if mark[:1] == "=" else MIN_SHARED for mark in shared}
    common = sorted(mark for mark, count in shared.items() if count >= least[mark])
    index = {mark: i for i, mark in enumerate(common)}
    columns = [[index[mark] for mark in own if mark in index] for own in listed]
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
    if is_stand_in(word):
        return [word, *less_specific(word)]
    low, sizes = word.lower(), range(1, len(word))
    ends = [f"-{low[-n:]}" for n in sizes[:3]]
    return [*candidates(word), f"={low}", *ends, *(f"{low[:n]}-" for n in sizes[1:3])]


@dataclass(frozen=True, slots=True, eq=False)
class WordScores:
    """How much words speak for classes at each place, and pairs of words beside them.

    `words` (places, words and their copies, classes); `paired` (pairs, classes).
    """

    places: tuple[int, ...]
    words: Floats
    pairs: WordPairs
    paired: Floats

    def said(self, split: Split) -> Floats:
        """The scores of the classes in each case of a split."""
        _, words, classes = self.words.shape
        found = cases(split, self.places, words)[0] @ self.words.reshape(-1, classes)
        if len(self.paired):
            found = found + self.pairs.counted(split.words) @ self.paired
        return np.asarray(found, np.float32)

    def probable(self, logs: Floats) -> Floats:
        """The square roots of what each word makes of the shares of classes, place by place."""
        parts = [np.sqrt(softmax(table + logs)) for table in self.words]
        return np.concatenate(parts, axis=1)


def scores_of(
    task: Task,
    clues: Clues,
    places: tuple[int, ...],
    pairs_at: tuple[int, ...] = (),
    on_round: Callable[[float], None] | None = None,
    train: Split | None = None,
) -> WordScores:
    """The scores of a linear model of training, whose words `clues` counts.

    With `pairs_at`, pairs of words that training has more than once count too. `train`: training
    with some words read as unknown.
    """
    train, words, classes = train or task.train, len(clues.counts), len(task.classes)
    pairs = WordPairs(NO_PAIRS, words, pairs_at)
    if pairs_at:
        pairs = WordPairs.of(train.words, words, pairs_at, least=2)
    seen, labels = cases(train, places, 2 * words)
    model = _Model.of(seen, pairs.counted(train.words) if pairs_at else None, clues, len(places))
    answers = np.eye(classes, dtype=np.float32)[labels]
    spread = model.spread(answers)

    def measure(row: Doubles) -> tuple[float, Doubles]:
        weights = row.astype(np.float32) * spread
        loss, errors = softmax_loss(model.scores(weights, classes), answers)
        slope = model.slope(errors) * spread
        return loss + float(row @ row) / 2, slope.astype(np.float64) + row

    rounds = 0

    def told(_: Doubles) -> None:
        nonlocal rounds
        rounds += 1
        if on_round is not None:
            on_round(min(1.0, rounds / ROUNDS))

    options = {"maxiter": ROUNDS, "ftol": 1e-5}
    start = np.zeros(len(spread))
    found = minimize(measure, start, jac=True, method="L-BFGS-B", callback=told, options=options)
    table, paired = model.tables(found.x.astype(np.float32) * spread, clues, classes)
    table -= table.mean(axis=2, keepdims=True)
    return WordScores(places, table, pairs, paired)


@dataclass(frozen=True, slots=True, eq=False)
class _Model:
    """The inputs of the linear model: words that training has, their copies, pairs of words.

    A weight vector holds, one after the other, the own amounts of words, the weights of vectors
    and of marks (each places x rows x classes), and the amounts of pairs.
    """

    seen: csr_matrix  # (cases, places x [words, copies] + pairs)
    turned: csr_matrix
    used: npt.NDArray[np.int64]
    vectors: Floats
    marks: csr_matrix
    places: int
    pairs: int

    @staticmethod
    def of(seen: csr_matrix, pairs: csr_matrix | None, clues: Clues, places: int) -> _Model:
        words = len(clues.counts)
        met = np.bincount(seen.indices % (2 * words), minlength=2 * words)
        used = np.flatnonzero(met[:words] + met[words:])
        both = np.concatenate([used, used + words])
        kept = (both + 2 * words * np.arange(places)[:, None]).ravel()
        seen = seen.tocsc()[:, kept].tocsr()
        many = 0 if pairs is None else pairs.shape[1]
        seen = seen if pairs is None else hstack([seen, pairs]).tocsr()
        marks = clues.marks[used]
        return _Model(seen, seen.T.tocsr(), used, clues.vectors[used], marks, places, many)

    def spread(self, answers: Floats) -> Floats:
        """The standard deviation of each weight; larger for words that few classes have."""
        classes = answers.shape[1]
        uneven = np.abs(_log_ratios(np.asarray(self.turned @ answers + 1, np.float32)))
        cut = self.places * 2 * len(self.used)
        own = uneven[:cut].reshape(self.places, 2, -1, classes)[:, 0]
        sizes = [self.places * part.shape[1] * classes for part in (self.vectors, self.marks)]
        parts = [np.sqrt(OWN) * own, np.full(sizes[0], np.sqrt(VECTOR))]
        parts += [np.full(sizes[1], np.sqrt(MARK)), np.sqrt(PAIR) * uneven[cut:]]
        return np.concatenate([part.ravel() for part in parts]).astype(np.float32)

    def _split(self, weights: Floats, classes: int) -> list[Floats]:
        rows = (len(self.used), self.vectors.shape[1], self.marks.shape[1])
        cuts = np.cumsum([self.places * size * classes for size in rows])
        own, vectors, marks, pairs = np.split(weights, cuts)
        shaped = [part.reshape(self.places, -1, classes) for part in (own, vectors, marks)]
        return [*shaped, pairs.reshape(self.pairs, classes)]

    def scores(self, weights: Floats, classes: int) -> Floats:
        """The scores of the classes in each case."""
        own, by_vector, by_mark, pairs = self._split(weights, classes)
        parts = []
        for place in range(self.places):
            shared = self.vectors @ by_vector[place] + self.marks @ by_mark[place]
            parts += [own[place] + shared, shared]
        return np.asarray(self.seen @ np.concatenate([*parts, pairs]), np.float32)

    def slope(self, errors: Floats) -> Floats:
        """The slope of the loss for each weight."""
        every = self.turned @ errors
        cut, classes = self.places * 2 * len(self.used), errors.shape[1]
        by_word = every[:cut].reshape(self.places, 2, -1, classes)
        shared = by_word.sum(axis=1)
        parts = [by_word[:, 0]]
        parts.append(np.stack([self.vectors.T @ own for own in shared]))
        parts.append(np.stack([self.marks.T @ own for own in shared]))
        return np.concatenate([part.ravel() for part in (*parts, every[cut:])])

    def tables(self, weights: Floats, clues: Clues, classes: int) -> tuple[Floats, Floats]:
        """The scores of all words and copies (places, 2 x words, classes), and of pairs."""
        own, by_vector, by_mark, pairs = self._split(weights, classes)
        tables = []
        for place in range(self.places):
            shared = np.asarray(clues.vectors @ by_vector[place] + clues.marks @ by_mark[place])
            table = np.concatenate([shared, shared])
            table[self.used] += own[place]
            tables.append(table)
        return np.stack(tables).astype(np.float32), pairs


def naive_bayes_scores(train: Split, words: int, classes: int) -> Floats:
    """The scores of naive Bayes (words and copies, classes), one added to counts; 0 if unseen."""
    seen, labels = cases(train, (0,), 2 * words)
    counts = seen.T @ np.eye(classes, dtype=np.float32)[labels]
    scores = np.log((counts + 1) / (counts + 1).sum(axis=0))
    known = counts.sum(axis=1, keepdims=True) > 0
    return np.where(known, scores - scores.mean(axis=1, keepdims=True), 0).astype(np.float32)


def _log_ratios(counts: Floats) -> Floats:
    """The logarithm of how much commoner each feature is in a class than in all others."""
    here = counts / counts.sum(axis=0)
    rest = counts.sum(axis=1, keepdims=True) - counts
    return np.asarray(np.log(here / (rest / rest.sum(axis=0))), np.float32)


def softmax(scores: Floats) -> Floats:
    """
    >>> softmax(np.array([[1.0, 1.0]], np.float32)).tolist()
    [[0.5, 0.5]]
    """
    shares = np.exp(scores - scores.max(axis=1, keepdims=True))
    return np.asarray(shares / shares.sum(axis=1, keepdims=True), np.float32)


def softmax_loss(scores: Floats, answers: Floats) -> tuple[float, Floats]:
    """The cross entropy of all cases, and its slope for each score."""
    moved = scores - scores.max(axis=1, keepdims=True)
    shares = np.exp(moved)
    totals = shares.sum(axis=1, keepdims=True)
    loss = float(np.log(totals).sum(dtype=np.float64) - np.vdot(answers, moved))
    return loss, shares / totals - answers
