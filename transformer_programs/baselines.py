"""What a program must beat: the simplest models of words, on the same splits of the same task.

>>> from transformer_programs.tasks import sort
>>> task = sort(samples=200)
>>> baseline = unigram_tagger(task)
>>> print(baseline.name, baseline.scores(task, task.test).labels)
unigram tagger 90
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from .dataset import Ints, Scores, Split, Task, TaskError


@dataclass(frozen=True, slots=True)
class Baseline:
    """A model from words (inputs, length) to class indices: one a position, or one an input."""

    name: str
    predict: Callable[[Ints], Ints]

    def scores(self, task: Task, split: Split) -> Scores:
        return task.accuracy(self.predict(split.words), split)


def baseline(task: Task) -> Baseline:
    """The baseline of the paper for this kind of task."""
    return naive_bayes(task) if task.pooled else unigram_tagger(task)


def unigram_tagger(task: Task) -> Baseline:
    """For each word the tag it has most often in training; the first of equals.

    A word that does not occur in training has the tag that all words have most often.
    """
    if task.pooled:
        raise TaskError(f"{task.name}: a unigram tagger needs a label for each word")
    scored = task.train.labels >= 0
    counts = np.zeros((len(task.vocabulary.words), len(task.classes)), np.int64)
    np.add.at(counts, (task.train.words[scored], task.train.labels[scored]), 1)
    usual = counts.sum(axis=0).argmax()
    best = np.where(counts.any(axis=1), counts.argmax(axis=1), usual).astype(np.int32)

    def predict(words: Ints) -> Ints:
        return np.where(words >= 0, best[words], np.int32(-1)).astype(np.int32)

    return Baseline("unigram tagger", predict)


def naive_bayes(task: Task) -> Baseline:
    """Multinomial naive Bayes on how often each word occurs; needs scikit-learn."""
    if not task.pooled:
        raise TaskError(f"{task.name}: naive Bayes needs one label for each input")
    try:
        from sklearn.naive_bayes import MultinomialNB  # type: ignore[import-untyped]
    except ModuleNotFoundError:
        raise TaskError(
            "naive Bayes needs scikit-learn: pip install 'transformer-programs[sklearn]'"
        ) from None
    model = MultinomialNB()
    size = len(task.vocabulary.words)
    model.fit(_word_counts(task.train.words, size), task.train.labels)

    def predict(words: Ints) -> Ints:
        return np.asarray(model.predict(_word_counts(words, size)), np.int32)

    return Baseline("naive Bayes", predict)


def _word_counts(words: Ints, size: int) -> npt.ArrayLike:
    """How often each word occurs in each input, as a sparse matrix (inputs, words)."""
    from scipy.sparse import csr_matrix  # type: ignore[import-untyped]

    listed = words >= 0
    starts = np.concatenate([[0], np.cumsum(listed.sum(axis=1))])
    shape = (len(words), size)
    counts = csr_matrix((np.ones(int(starts[-1]), np.int64), words[listed], starts), shape=shape)
    counts.sum_duplicates()
    matrix: npt.ArrayLike = counts
    return matrix
