"""Initial parameters: random values, choices given by hand, words that start from labels."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ..dataset import Task
from ..program.values import suggestion
from ..vectors import Vectors
from .architecture import ABSENT, WORDS, Architecture, Axis, Params, indices, nothing_in
from .config import ConfigError, Given

Floats = npt.NDArray[np.float32]
Mask = dict[str, npt.NDArray[np.bool_]]

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


def initial(
    architecture: Architecture, seed: int, given: Sequence[Given] = ()
) -> tuple[Params, Mask]:
    """The first parameters of one member, by its seed alone, and which of them are trained.

    The values of words are always trained.
    """
    generator = np.random.default_rng([seed, 0])
    params: Params = {}
    for name, leaf in architecture.leaves.items():
        values = generator.standard_normal(leaf.shape, dtype=np.float32)
        params[name] = values * np.float32(leaf.scale)
    trainable = {name: np.ones(leaf.shape, bool) for name, leaf in architecture.row.items()}
    for one in given:
        _give(params, trainable, architecture, one)
    return params, trainable


def noise_key(seed: int) -> npt.NDArray[np.uint32]:
    """The two words from which all noise and all batches of a member come."""
    return np.random.SeedSequence([seed, 1]).generate_state(2).astype(np.uint32)


def widen(
    params: Params, trainable: Mask, small: Architecture, large: Architecture
) -> tuple[Params, Mask]:
    """A small network as a member of a population of larger ones.

    What it does not have is never read, has no votes and is not trained: so the large network
    computes what the small one does.
    """
    wide = nothing_in(large)
    wide_trained = {name: np.zeros(leaf.shape, bool) for name, leaf in large.row.items()}
    for name, leaf in small.leaves.items():
        place = indices(leaf, large.leaves[name])
        wide[name][place] = params[name]
        if name in wide_trained:
            wide_trained[name][place] = trainable[name]
    return wide, wide_trained


def _give(params: Params, trainable: Mask, architecture: Architecture, given: Given) -> None:
    """Write one record's choices into the parameters, in place."""
    known = {name: layer for layer in architecture.layers for name in layer.heads + layer.mlps}
    if given.module not in known:
        meant = suggestion(given.module, known)
        raise ConfigError(f"there is no module {given.module!r}: {meant}")
    layer = known[given.module]
    choices = {role: name for role, (name, _) in layer.choices_of(given.module).items()}
    if given.module in layer.heads:
        choices["predicate"] = f"{layer.number}.predicate"
    for field in ("query", "key", "value", "predicate", "reads"):
        wanted, name = getattr(given, field), choices.get(field)
        if wanted is None:
            continue
        if name is None:
            raise ConfigError(f"{given.module} has no {field}: it cannot be given")
        rows = wanted if isinstance(wanted, tuple) else (wanted,)
        leaf, where = architecture.leaves[name], f"{given.module}, {field}"
        at = architecture.modules_of(name).index(given.module)
        logits, mask = (one[name][at].reshape(-1, leaf.shape[-1]) for one in (params, trainable))
        if len(rows) != len(logits):
            raise ConfigError(f"{where}: expected {len(logits)} choices, got {len(rows)}")
        low, high = (ABSENT, 0.0) if given.frozen else (0.0, given.strength)
        for i, choice in enumerate(rows):
            if choice is not None:
                logits[i] = low
                logits[i, _column(choice, leaf.axes[-1], where, i)] = high
                mask[i] &= not given.frozen


def _column(choice: str | int, options: Axis, where: str, row: int) -> int:
    """The place of a variable, or of a key value, among the options."""
    if isinstance(options, tuple):
        if choice not in options:
            meant = suggestion(str(choice), options)
            raise ConfigError(f"{where}: {choice!r} cannot be read there: {meant}")
        return options.index(str(choice))
    if not isinstance(choice, int) or not 0 <= choice < options:
        raise ConfigError(
            f"{where}, row {row}: expected a value from 0 to {options - 1}, got {choice!r}"
        )
    return choice


# --- words that start from the labels -------------------------------------------------------------


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

        scores = scores_of(task, Clues.of(task, vectors)).words
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
