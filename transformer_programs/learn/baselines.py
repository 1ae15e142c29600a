"""WordModels: the simplest models of words, on the same splits of the same task.

>>> from transformer_programs.tasks import sort
>>> task = sort(samples=200)
>>> baseline = unigram_tagger(task)
>>> print(baseline.name, baseline.scores(task, task.test).labels)
unigram tagger 90
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..dataset import Ints, Scores, Split, Task, TaskError

AT_ONCE = 1000  # inputs


@dataclass(frozen=True, slots=True)
class WordModel:
    """A model from words (inputs, length) to class indices: one per position, or one per input."""

    name: str
    predict: Callable[[Ints], Ints]

    def scores(self, task: Task, split: Split) -> Scores:
        return task.accuracy(self.predict(split.words), split)


def baseline(task: Task) -> WordModel:
    """The baseline of the paper for this kind of task."""
    return naive_bayes(task) if task.pooled else unigram_tagger(task)


def unigram_tagger(task: Task) -> WordModel:
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

    return WordModel("unigram tagger", predict)


def naive_bayes(task: Task) -> WordModel:
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

    return WordModel("naive Bayes", predict)


def linear(task: Task) -> WordModel:
    """Softmax regression: on words and pairs of neighbours, or for tags on a word and both beside.

    Its weights have the variance 1, which is C = 1 in scikit-learn.
    """
    from scipy.sparse import hstack  # type: ignore[import-untyped]

    from .text_features import WordPairs, cases
    from .whole_votes import certain, real_votes

    size = len(task.vocabulary.words)
    pairs = WordPairs.of(task.train.words, size)

    def seen(split: Split) -> Any:
        if not task.pooled:
            return cases(split, (-1, 0, 1), size)[0]
        return hstack([cases(split, (0,), size)[0], pairs.counted(split.words)]).tocsr()

    inputs = seen(task.train)
    start = np.zeros((inputs.shape[1], len(task.classes)), np.float32)
    answers = certain(task.train.labels[task.train.labels >= 0], len(task.classes))
    weights = real_votes(inputs, answers, start, rounds=60)

    def predict(words: Ints) -> Ints:
        answers = np.where(words >= 0, 0, -1).astype(np.int32)
        answers = answers[:, 0] if task.pooled else answers
        answers[answers >= 0] = (seen(Split(words, answers)) @ weights).argmax(axis=1)
        return answers

    return WordModel("linear", predict)


BASELINES: dict[str, Callable[[Task], WordModel]] = {"words alone": baseline, "linear": linear}
