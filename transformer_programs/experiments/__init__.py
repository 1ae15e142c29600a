"""The paper's tables and figures, trials and sweeps: one record, one runner, one report.

>>> list(EXPERIMENTS)[:3]
['in-context', 'table-1', 'table-1-four-samples']
"""

from __future__ import annotations

import difflib

from . import algorithmic, language, optimising, trials
from .part import Experiment, ExperimentError, Part
from .runner import Site, reproduce

__all__ = [
    "EXPERIMENTS",
    "Experiment",
    "ExperimentError",
    "Part",
    "Site",
    "experiment",
    "reproduce",
]

# An experiment that reads the programs of another stands after it.
EXPERIMENTS: dict[str, Experiment] = {
    one.name: one
    for one in (
        optimising.IN_CONTEXT,
        algorithmic.TABLE_1_GRID,
        algorithmic.MORE_SAMPLES,
        algorithmic.PAPER_RECIPE_GRID,
        algorithmic.BEST_SHAPE,
        algorithmic.DATA,
        algorithmic.LARGER,
        algorithmic.CATEGORICAL_ONLY,
        algorithmic.PROGRAM_LENGTH,
        algorithmic.HEAD_READS,
        optimising.CASE_STUDY,
        language.NAMED_ENTITIES,
        language.TEXT_CLASSIFICATION,
        language.READABLE,
        trials.SEARCH,
    )
}


def experiment(name: str, quick: bool = False) -> Experiment:
    """The experiment of that name.

    >>> experiment("table1")
    Traceback (most recent call last):
    transformer_programs.experiments.part.ExperimentError: there is no experiment 'table1': did \
you mean 'table-1'?
    """
    if name not in EXPERIMENTS:
        close = difflib.get_close_matches(name, EXPERIMENTS, n=1, cutoff=0.4)
        hint = f"did you mean {close[0]!r}?" if close else f"choose from {', '.join(EXPERIMENTS)}"
        raise ExperimentError(f"there is no experiment {name!r}: {hint}")
    found = EXPERIMENTS[name]
    return found.quickened() if quick else found
