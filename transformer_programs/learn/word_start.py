"""Words that start from the labels: how much each word speaks for each class.

The scores are those of the linear model of words (`word_scores`). One variable per class holds the
score (one in all where there are two classes), as the number of a bin, and each bin votes as much
as it says. So a network starts as this linear model, as a program of a table or two, and training
goes on from there.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ..tasks import Task
from ..vectors import Vectors
from .architecture import WORDS, Architecture, Params
from .config import ConfigError

if TYPE_CHECKING:
    from .word_scores import Floats

STEEP = 0.5  # of the first logits: how fast they fall with the distance from a word's bin
LOWEST = -8.0  # no bin starts below: training can still reach it


@dataclass(frozen=True, slots=True, eq=False)
class Knowledge:
    """What training inputs say of words (words, classes).

    `length`: how many words an input has on average where labels are of whole inputs, as votes of
    these are means; else 1.
    """

    scores: Floats
    length: float

    @staticmethod
    def of(task: Task, vectors: Vectors | None) -> Knowledge:
        from .word_scores import Clues, scores_of  # loads SciPy, which other training need not

        scores = scores_of(task, Clues.of(task, vectors), (0,)).words[0]
        length = float((task.train.words >= 0).sum(axis=1).mean()) if task.pooled else 1.0
        return Knowledge(scores, length)

    def placed(self, params: Params, architecture: Architecture) -> Params:
        """The parameters with their first word variables, and all votes, given by the scores.

        No other variable has votes.
        """
        table, votes = params[WORDS].copy(), np.zeros_like(params["votes"])
        for variable, column in enumerate(held_columns(architecture)):
            own = self.scores[:, column]
            bins = np.linspace(own.min(), own.max(), architecture.word_values)
            width = max(float(bins[-1] - bins[0]) / max(1, len(bins) - 1), 1e-6)
            distance = (own[:, None] - bins) / width
            table[:, variable] = np.maximum(-STEEP * distance**2, LOWEST)
            place = architecture.categorical.index(architecture.word_variables[variable])
            votes[place, : len(bins), column] = bins * self.length
            if architecture.classes == 2:
                votes[place, : len(bins), 0] = -bins * self.length
        return params | {WORDS: table, "votes": votes}


def held_columns(architecture: Architecture) -> tuple[int, ...]:
    """The class whose score each of the first word variables holds; refused without room."""
    classes, variables = architecture.classes, architecture.config.word_variables
    columns = (1,) if classes == 2 else tuple(range(classes))
    if variables < len(columns):
        raise ConfigError(
            f"word_variables: expected at least {len(columns)} where words start from the labels "
            f"and there are {classes} classes, got {variables}"
        )
    return columns
