"""Groups of words that say much the same: k-means over the scores of words."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from contextlib import contextmanager

import numpy as np
from scipy.sparse import csr_matrix, hstack  # type: ignore[import-untyped]

from ..dataset import Ints, Task
from ..simplifier.fitting import one_thread
from .text_features import Floats, Indices, counted, members, placed
from .word_scores import Clues, stand_for

TRIES, ROUNDS = 3, 30  # of k-means
RARE = 5  # occurrences of a word that is like those never seen; half of all words are
SMOOTH = 2.0  # occurrences of a word that count as much as its shape, ending and vector
SMOOTH_BESIDE = 20.0  # occurrences beside a word that count as much as all tags
BESIDE = 0.7  # the weight of the tags beside a word
NEAR = (-2, -1, 1, 2)  # where they stand
VECTOR = 3.0  # the length of a vector beside marks, which are 0 or 1
STAY = 2.0  # a word changes its group if that makes its labels likelier by more than this logarithm
BLOCK = 1 << 15  # cases at a time


@contextmanager
def quietly() -> Iterator[None]:
    """Without warnings of scikit-learn that a fit is not at its end, or has fewer groups."""
    from sklearn.exceptions import ConvergenceWarning  # type: ignore[import-untyped]

    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        yield


def profiles(task: Task, clues: Clues) -> Floats:
    """Square roots of how often each word, and each word beside it, has each tag.

    Words that training does not have, or seldom, are judged by their vectors, shapes and endings,
    as a model of rare words says. So is every word in the second half of the rows.
    """
    from sklearn.linear_model import LogisticRegression  # type: ignore[import-untyped]

    words, labels = task.train.words, task.train.labels
    tagged = np.eye(len(task.classes))

    def tags(offset: int) -> Floats:
        """How often each tag stands at an offset from each word (words, classes)."""
        at = placed(words, (-offset,))[..., 0]
        there = (at >= 0) & (labels >= 0)
        seen = counted(at[there][:, None], len(clues.counts))
        return np.asarray(seen.T @ tagged[labels[there]], np.float32)

    own, marks = tags(0), hstack([csr_matrix(VECTOR * clues.vectors), clues.marks]).tocsr()
    most = max(RARE, int(np.median(clues.counts[clues.counts > 0])))
    rare = (clues.counts > 0) & (clues.counts <= most)
    word, tag = np.nonzero(own * rare[:, None])
    guess = np.tile(own.sum(axis=0) / own.sum(), (len(own), 1))
    usual = guess.copy()
    if len(set(tag.tolist())) > 1 and marks.shape[1]:
        model = LogisticRegression(tol=1e-3, max_iter=200)
        with quietly():
            model.fit(marks[word], tag, sample_weight=own[word, tag])
        guess[:] = 0
        guess[:, model.classes_] = model.predict_proba(marks)
    beside = [_shares(tags(offset), usual, SMOOTH_BESIDE) for offset in NEAR]
    parts = [_shares(own, guess, SMOOTH), *(BESIDE * part for part in beside)]
    points = np.concatenate(parts, axis=1).astype(np.float32)
    stand_for(points, task, clues.counts, most)
    alone = [np.sqrt(guess), *(BESIDE * np.sqrt(usual) for _ in NEAR)]
    return np.concatenate([points, np.concatenate(alone, axis=1).astype(np.float32)])


def _shares(counts: Floats, guess: Floats, weight: float) -> Floats:
    """Square roots of shares of a sum to which a guess was added with this weight."""
    total = counts.sum(axis=1, keepdims=True) + weight
    return np.asarray(np.sqrt((counts + weight * guess) / total), np.float32)


def clusters(points: Floats, weights: Floats, groups: int, seed: int) -> Indices:
    """The group of each point: that of the nearest centre. Points of weight 0 make no groups.

    >>> line = np.array([[0.0], [0.1], [5.0], [5.2], [9.0]], np.float32)
    >>> found = clusters(line, np.array([1, 1, 1, 1, 0], np.float32), 2, seed=0)
    >>> bool(found[0] == found[1] != found[2] == found[3] == found[4])
    True
    """
    from sklearn.cluster import KMeans  # type: ignore[import-untyped]

    known = weights > 0
    different = len(np.unique(points[known], axis=0))
    with one_thread(), quietly():
        model = KMeans(min(groups, different), n_init=TRIES, max_iter=ROUNDS, random_state=seed)
        model.fit(points[known], sample_weight=weights[known])
        return np.asarray(model.predict(points), np.int64)


def nearest_groups(points: Floats, alike: Floats, groups: Ints, weights: Floats) -> Indices:
    """For each word the group whose words, by `points`, say on average what those like it say."""
    member = members(groups, int(groups.max()) + 1).T.multiply(weights).tocsr()
    total = np.asarray(member.sum(axis=1))
    centres = np.asarray(member @ points / np.maximum(total, 1e-9), np.float32)
    far = np.square(centres).sum(axis=1) - 2 * alike @ centres.T
    far[:, total[:, 0] == 0] = np.inf
    return np.asarray(far.argmin(axis=1), np.int64)


def better_groups(at: Ints, answers: Floats, groups: Ints, votes: Floats) -> Indices:
    """The group of each word under which the labels of its cases are likeliest.

    `at` (cases, offsets): the word there; `votes` (offsets, groups, classes). The groups of all
    other words are as they are. Words that training does not have stay where they are.
    """
    there, gains = groups[at], np.zeros((len(groups), votes.shape[1]), np.float32)
    scores = sum(table[there[:, place]] for place, table in enumerate(votes))
    for place, table in enumerate(votes):
        most = table.max(axis=1)
        powers = np.exp(table - most[:, None]).T
        for start in range(0, len(at), BLOCK):
            part = slice(start, start + BLOCK)
            others = scores[part] - table[there[part, place]]
            top = others.max(axis=1, keepdims=True)
            likely = answers[part] @ table.T - most - np.log(np.exp(others - top) @ powers)
            gains += members(at[part, place], len(groups)).T @ likely
    here = np.arange(len(groups))
    gains[here, groups] += STAY
    return np.asarray(gains.argmax(axis=1), np.int64)
