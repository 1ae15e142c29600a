"""The start of learned word variables: word vectors, or what the labels say of each word."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ..dataset import Ints, Task
from ..meaning.words import stand_ins
from ..vectors import Vectors
from .architecture import WORDS, Architecture, Params
from .config import ConfigError, WordSettings

Floats = npt.NDArray[np.float32]

SPREAD = 0.5  # of the first logits of words with a vector
NO_VECTOR = 0.05  # of those of words without: larger ones freeze
STEEP = 0.5  # of the first logits: how fast they fall with the distance from a word's bin
LOWEST = -8.0  # no bin starts below: training can still reach it


@dataclass(frozen=True, slots=True, eq=False)
class WordRows:
    """The vectors of all words of a task (words, size), and which words have one."""

    rows: Floats
    found: npt.NDArray[np.bool_]

    @staticmethod
    def of(vectors: Vectors | None, task: Task) -> WordRows | None:
        """Those of each file with the same mean squared length, and all together with that of 1."""
        if vectors is None:
            return None
        rows, found = vectors.balanced_rows(task.vocabulary.words)
        mean = np.square(rows[found]).sum(axis=1).mean() if found.any() else 0
        return WordRows(rows / np.float32(np.sqrt(mean)) if mean else rows, found)

    def projected(self, generator: np.random.Generator, others: Floats) -> Floats:
        """The vectors, projected at random to the width of `others` and to entries of spread 1.

        A word without a vector has its row of `others`.
        """
        onto = generator.standard_normal((self.rows.shape[1], others.shape[1]), dtype=np.float32)
        return np.where(self.found[:, None], self.rows @ onto, others)

    def logits(self, shape: tuple[int, ...], seed: int) -> Floats:
        """Logits of the values of words (words, m, values): their vectors, projected at random.

        Words with vectors near each other start with much the same values.
        """
        generator = np.random.default_rng([seed, 2])
        width = int(np.prod(shape[1:]))
        noise = generator.standard_normal((shape[0], width), dtype=np.float32)
        logits = self.projected(generator, noise * np.float32(NO_VECTOR / SPREAD))
        return (logits * np.float32(SPREAD)).reshape(shape)


@dataclass(frozen=True, slots=True, eq=False)
class LabelStart:
    """Scores of words from the labels: how much each speaks for each class (words, classes).

    The scores are those of the linear model of words (`word_scores`). One variable per class holds
    the score (one in all where there are two classes), as the number of a bin, and each bin votes
    as much as it says. So a network starts as this linear model, and training goes on from there.
    `length` is the mean number of words where votes of a whole input are means, else 1.
    """

    scores: npt.NDArray[np.floating]
    length: float

    @staticmethod
    def of(task: Task, vectors: Vectors | None) -> LabelStart:
        from ..learn.word_scores import (  # loads SciPy, which other training need not
            Clues,
            scores_of,
        )

        scores = scores_of(task, Clues.of(task, vectors)).words[0]
        length = float((task.train.words >= 0).sum(axis=1).mean()) if task.pooled else 1.0
        return LabelStart(scores, length)

    def placed(self, params: Params, architecture: Architecture) -> Params:
        """The parameters with their first word variables, and all votes, given by the scores.

        No other variable has votes.
        """
        table, votes = params[WORDS].copy(), np.zeros_like(params["votes"])
        for variable, column in enumerate(self.columns(architecture)):
            scores = self.scores[:, column]
            bins = np.linspace(scores.min(), scores.max(), architecture.word_values)
            width = max(float(bins[-1] - bins[0]) / max(1, len(bins) - 1), 1e-6)
            distance = (scores[:, None] - bins) / width
            table[:, variable] = np.maximum(-STEEP * distance**2, LOWEST)
            place = architecture.categorical.index(architecture.word_variables[variable])
            votes[place, : len(bins), column] = bins * self.length
            if architecture.class_count == 2:
                votes[place, : len(bins), 0] = -bins * self.length
        return params | {WORDS: table, "votes": votes}

    @staticmethod
    def columns(architecture: Architecture) -> tuple[int, ...]:
        """The class whose score each of the first word variables holds; refused without room."""
        classes, variables = architecture.class_count, architecture.config.word_variables
        columns = (1,) if classes == 2 else tuple(range(classes))
        if variables < len(columns):
            raise ConfigError(
                f"word_variables: expected at least {len(columns)} where words start from the "
                f"labels and there are {classes} classes, got {variables}"
            )
        return columns


# --- rare words -----------------------------------------------------------------------------------


def unknown_chances(task: Task, config: WordSettings) -> tuple[Floats, Ints] | None:
    """The probability of each word to become unknown in training, and the word it becomes."""
    if not config.unknown_rate and not config.word_dropout:
        return None
    vocabulary = task.vocabulary
    unknown = stand_ins(vocabulary)
    if unknown is None:
        raise ConfigError("unknown_rate, word_dropout: expected 0 for a task with no unknown word")
    size, words = len(vocabulary.words), task.train.words
    counts = np.maximum(np.bincount(words[words >= 0], minlength=size), 1)
    rare = config.unknown_rate / (config.unknown_rate + counts)
    chance = 1 - (1 - rare) * (1 - config.word_dropout)
    for word in (vocabulary.begin, vocabulary.end, vocabulary.unknown):
        if word is not None:
            chance[vocabulary.words.index(word)] = 0
    return chance.astype(np.float32), np.array(unknown, np.int32)
