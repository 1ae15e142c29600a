"""Words that start from the labels: what linear models say of each word.

The score of a word for a class is the mean of what two linear models say of it: naive Bayes, which
counts, and a regression on the words and their vectors, which also knows words that are like
others. One variable per class holds the score (one in all where there are two classes), as the
number of a bin, and each bin votes as much as it says. So a network whose labels belong to whole
inputs starts as these two models, as a program of a table or two, and training goes on from there.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice

import numpy as np
import numpy.typing as npt
from scipy.sparse import csr_matrix, diags  # type: ignore[import-untyped]

from ..simplify.refit import Floats, lbfgs, softmax_loss
from ..tasks import Split
from .architecture import WORDS, Architecture, Params
from .config import ConfigError
from .initial import WordRows

Unknown = tuple[npt.ArrayLike, npt.ArrayLike]

SMOOTHING = 1.0  # added to every count of naive Bayes
REGRESSION = 2.0  # what the regression weighs, where naive Bayes weighs 1
VECTORS = 2.0  # the length of a word's vector, where the word itself has the length 1
LOOSE = 0.03  # the variance of the weights of the regression
ROUNDS = 60  # of its optimiser
STEEP = 0.5  # of the first logits: how fast they fall with the distance from a word's bin
LOWEST = -8.0  # no bin starts below: training can still reach it


@dataclass(frozen=True, slots=True, eq=False)
class Knowledge:
    """What training inputs say of words; `length` is how many words count for a label."""

    words: Floats
    length: float

    def placed(self, params: Params, architecture: Architecture) -> Params:
        """The parameters of a network that knows this."""
        return started(params, architecture, self.words, self.length)


def knowledge(
    train: Split,
    architecture: Architecture,
    vectors: WordRows | None,
    unknown: Unknown | None = None,
) -> Knowledge | None:
    """What the setting `word_start` asks for; None where words start from vectors alone."""
    a = architecture
    if a.config.word_start == "vectors":
        return None
    held_columns(a)
    length = float((train.words >= 0).sum(axis=1).mean()) if a.pooled else 1.0
    return Knowledge(label_scores(train, a.words, a.classes, vectors, unknown), length)


def check_start(architecture: Architecture) -> None:
    """Refuse a `word_start` that the network has no room for."""
    if architecture.config.word_start != "vectors":
        held_columns(architecture)


def label_scores(
    split: Split,
    words: int,
    classes: int,
    vectors: WordRows | None = None,
    unknown: Unknown | None = None,
) -> Floats:
    """How much a word speaks for each class (words, classes), every row with mean 0.

    `unknown`: word w counts as the word second[w] with probability first[w], as in training.

    >>> from ..tasks import Split
    >>> two = Split(np.array([[0, 1], [0, 2]], np.int32), np.array([0, 1], np.int32))
    >>> (label_scores(two, 3, 2) > 0.1).tolist()
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
    said, always = _regression(bags, answers, _centred(vectors, words))
    # What is said whatever the words are is spread over all of them.
    always += np.log(answers.sum(axis=0) + SMOOTHING) / REGRESSION
    said += alone / REGRESSION + always / bags.sum(axis=1).mean()
    said -= said.mean(axis=1, keepdims=True)
    return said * (REGRESSION / (1 + REGRESSION))


def _bags(split: Split, words: int, classes: int) -> tuple[csr_matrix, Floats]:
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


def _centred(vectors: WordRows | None, words: int) -> Floats:
    """The vectors without what all have in common; zeros where a word has none."""
    if vectors is None or not vectors.found.any():
        return np.zeros((words, 0))
    away = vectors.rows - vectors.rows[vectors.found].mean(axis=0)
    return np.where(vectors.found[:, None], VECTORS * away, 0).astype(np.float64)


def _regression(bags: csr_matrix, answers: Floats, vectors: Floats) -> tuple[Floats, Floats]:
    """What each word says by a softmax regression, and what is said of all inputs."""
    words, classes = len(vectors), answers.shape[1]
    turned, cases = bags.T.tocsr(), answers.sum()
    shape = (words + vectors.shape[1] + 1, classes)  # the last row is that of all inputs

    def said(table: Floats) -> Floats:
        return np.asarray(table[:words] + vectors @ table[words:-1])

    def measure(table: Floats) -> tuple[float, Floats]:
        loss, errors = softmax_loss(bags @ said(table) + table[-1], answers)
        slopes = turned @ errors
        slope = np.concatenate([slopes, vectors.T @ slopes, errors.sum(0, keepdims=True)])
        slope[:-1] += table[:-1] / LOOSE
        return (loss + float((table[:-1] ** 2).sum()) / (2 * LOOSE)) / cases, slope / cases

    table = np.zeros(shape)
    for weights, _ in islice(lbfgs(measure, table), ROUNDS):
        table = weights
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


def started(params: Params, architecture: Architecture, scores: Floats, length: float) -> Params:
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
