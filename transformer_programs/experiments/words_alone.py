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

from ..dataset import Ints, Scores, Split, Task, TaskError

AT_ONCE = 1000  # inputs


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
    """Multinomial naive Bayes on how often each word occurs, one added to every count."""
    if not task.pooled:
        raise TaskError(f"{task.name}: naive Bayes needs one label for each input")
    words, labels = task.train.words, task.train.labels
    counts = np.ones((len(task.vocabulary.words), len(task.classes)))
    there = words >= 0
    np.add.at(counts, (words[there], np.repeat(labels, there.sum(axis=1))), 1)
    likely = np.concatenate([np.log(counts / counts.sum(axis=0)), np.zeros((1, counts.shape[1]))])
    with np.errstate(divide="ignore"):  # a class that training does not have
        prior = np.log(np.bincount(labels, minlength=len(task.classes)) / len(labels))

    def predict(words: Ints) -> Ints:
        found = np.zeros(len(words), np.int32)
        for first in range(0, len(words), AT_ONCE):  # padding is -1: the last row
            block = words[first : first + AT_ONCE]
            found[first : first + AT_ONCE] = (prior + likely[block].sum(axis=1)).argmax(axis=1)
        return found

    return Baseline("naive Bayes", predict)
