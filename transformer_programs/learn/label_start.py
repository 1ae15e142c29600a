"""A start of the learned word variables from the labels: what a bag of words knows of each word.

The score of a word for a class is the mean of what two linear models say of it: naive Bayes, which
counts, and a regression on the words and their vectors, which also knows words that are like
others. One variable a class holds the score (one in all where there are two classes), as the number
of a bin, and each bin votes as much as it says. So a network whose labels belong to whole inputs
starts as these two models, as a program of a table or two, and training goes on from there.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
from scipy.optimize import minimize  # type: ignore[import-untyped]
from scipy.sparse import csr_matrix, diags, hstack  # type: ignore[import-untyped]

from ..tasks import Split
from .architecture import WORDS, Architecture, Params
from .config import ConfigError
from .initial import WordRows

Floats = npt.NDArray[np.float32]
Doubles = npt.NDArray[np.float64]
Unknown = tuple[npt.ArrayLike, npt.ArrayLike]

SMOOTHING = 1.0  # added to every count of naive Bayes
REGRESSION = 2.0  # what the regression weighs, where naive Bayes weighs 1
VECTORS = 2.0  # the length of a word's vector, where the word itself has the length 1
LOOSE = 0.03  # the variance of the weights of the regression
ROUNDS = 40  # of its optimiser
STEEP = 0.5  # of the first logits: how fast they fall with the distance from a word's bin
LOWEST = -8.0  # no bin starts below: training can still reach it


def label_scores(
    split: Split,
    words: int,
    classes: int,
    vectors: WordRows | None = None,
    unknown: Unknown | None = None,
    more: Sequence[csr_matrix] = (),
) -> tuple[Doubles, list[Doubles]]:
    """How much a word speaks for each class (words, classes), every row with mean 0.

    `unknown`: word w counts as the word second[w] with probability first[w], as in training. The
    scores of `more` features (cases, features) come after those of the words: they are for the
    regression alone.

    >>> from ..tasks import Split
    >>> two = Split(np.array([[0, 1], [0, 2]], np.int32), np.array([0, 1], np.int32))
    >>> (label_scores(two, 3, 2)[0] > 0.1).tolist()
    [[False, False], [True, False], [False, True]]
    """
    bags, answers = _bags(split, words, classes)
    if unknown is not None:
        chance, instead = (np.asarray(part) for part in unknown)
        held = (np.arange(words), instead)
        moved = csr_matrix((chance.astype(np.float64), held), shape=(words, words))
        bags = (bags @ (diags(1.0 - chance.astype(np.float64)) + moved)).tocsr()
    counts = np.asarray(bags.T @ answers) + SMOOTHING
    alone = np.log(counts / counts.sum(axis=0))
    said, always = _regression(hstack([bags, *more]).tocsr(), answers, _centred(vectors, words))
    # What is said whatever the words are is spread over all of them.
    always += np.log(answers.sum(axis=0) + SMOOTHING) / REGRESSION
    said[:words] += alone / REGRESSION + always / bags.sum(axis=1).mean()
    said -= said.mean(axis=1, keepdims=True)
    said *= REGRESSION / (1 + REGRESSION)
    ends = np.cumsum([words, *(extra.shape[1] for extra in more)])
    first, *others = np.split(said, ends[:-1])
    return first, others


def _bags(split: Split, words: int, classes: int) -> tuple[csr_matrix, Doubles]:
    """How often each word is in each case (cases, words), and what is right (cases, classes).

    A case is an input with one label; where words have labels of their own it is a word, with how
    often it has each label.
    """
    if split.labels.ndim == 1:
        return bags_of(split.words, words), np.eye(classes)[split.labels]
    real = (split.words >= 0) & (split.labels >= 0)
    answers = np.zeros((words, classes))
    np.add.at(answers, (split.words[real], split.labels[real]), 1.0)
    return diags(np.ones(words)).tocsr(), answers


def bags_of(values: npt.NDArray[np.int32], size: int) -> csr_matrix:
    """How often each value is in each input (inputs, size); -1 is none."""
    rows, places = np.nonzero(values >= 0)
    held = (rows, values[rows, places])
    return csr_matrix((np.ones(len(rows)), held), shape=(len(values), size))


def _centred(vectors: WordRows | None, words: int) -> Doubles:
    """The vectors without what all have in common; zeros where a word has none."""
    if vectors is None or not vectors.found.any():
        return np.zeros((words, 0))
    away = vectors.rows - vectors.rows[vectors.found].mean(axis=0)
    return np.where(vectors.found[:, None], VECTORS * away, 0).astype(np.float64)


def _regression(bags: csr_matrix, answers: Doubles, vectors: Doubles) -> tuple[Doubles, Doubles]:
    """What each feature says by a softmax regression, and what is said of all inputs.

    The first features are words, which have vectors.
    """
    words, features, classes = len(vectors), bags.shape[1], answers.shape[1]
    turned, weights = bags.T.tocsr(), answers.sum(axis=1, keepdims=True)
    shape = (features + vectors.shape[1] + 1, classes)  # the last row is that of all inputs

    def said(table: Doubles) -> Doubles:
        each = table[:features].copy()
        each[:words] += vectors @ table[features:-1]
        return each

    def loss(flat: Doubles) -> tuple[float, Doubles]:
        table = flat.reshape(shape)
        scores = bags @ said(table) + table[-1]
        largest = scores.max(axis=1, keepdims=True)
        powers = np.exp(scores - largest)
        total = powers.sum(axis=1, keepdims=True)
        unlikely = float((weights * (np.log(total) + largest)).sum() - (answers * scores).sum())
        errors = powers / total * weights - answers
        slopes = turned @ errors
        slope = np.concatenate([slopes, vectors.T @ slopes[:words], errors.sum(0, keepdims=True)])
        slope[:-1] += table[:-1] / LOOSE
        return unlikely + float((table[:-1] ** 2).sum()) / (2 * LOOSE), slope.ravel()

    start = np.zeros(shape).ravel()
    found = minimize(loss, start, jac=True, method="L-BFGS-B", options={"maxiter": ROUNDS})
    table = found.x.reshape(shape)
    return said(table), table[-1].copy()


def held_columns(architecture: Architecture) -> tuple[int, ...]:
    """The class whose score each of the first word variables holds."""
    classes, variables = architecture.classes, architecture.config.word_variables
    columns = (1,) if classes == 2 else tuple(range(classes))
    if variables < len(columns):
        raise ConfigError(
            f"word_variables: expected at least {len(columns)} where words start from the labels "
            f"and there are {classes} classes, got {variables}"
        )
    return columns


def started(params: Params, architecture: Architecture, scores: Doubles, length: float) -> Params:
    """The parameters with their first word variables, and all votes, given by scores.

    `length`: how many words an input has on average, as votes of whole inputs are means. No other
    variable has votes.
    """
    table, votes = params[WORDS].copy(), np.zeros_like(params["votes"])
    for variable, column in enumerate(held_columns(architecture)):
        own = scores[:, column]
        bins = np.linspace(own.min(), own.max(), architecture.word_values)
        width = max(float(bins[-1] - bins[0]) / max(1, len(bins) - 1), 1e-6)
        distance = (own[:, None] - bins) / width
        table[:, variable] = np.maximum(-STEEP * distance**2, LOWEST)
        place = architecture.categorical.index(architecture.word_variables[variable])
        votes[place, : len(bins), column] = bins * length
        if architecture.classes == 2:
            votes[place, : len(bins), 0] = -bins * length
    return params | {WORDS: table, "votes": votes}
