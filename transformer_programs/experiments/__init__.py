"""The paper's tables and figures: experiments as data, one runner, one ledger, one table.

>>> list(EXPERIMENTS)[:3]
['in-context', 'table-1', 'data']
"""

from __future__ import annotations

import difflib
from collections.abc import Callable

from . import paper, text
from .ledger import results
from .part import Experiment, ExperimentError, Part
from .run import RunOptions, run
from .table import table

__all__ = [
    "EXPERIMENTS",
    "Experiment",
    "ExperimentError",
    "Part",
    "RunOptions",
    "experiment",
    "results",
    "run",
    "table",
]

# Functions: the settings of a standard Transformer need JAX.
EXPERIMENTS: dict[str, Callable[[], Experiment]] = {
    "in-context": paper.in_context,
    "table-1": paper.table_1,
    "data": paper.data,
    "larger-scale": paper.larger_scale,
    "categorical-only": paper.categorical_only,
    "program-length": paper.program_length,
    "head-reads": paper.head_reads,
    "case-study": paper.case_study,
    "named-entities": text.named_entities,
    "text-classification": text.text_classification,
    "readable-text": text.readable_text,
    "search": paper.search,
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
    found = EXPERIMENTS[name]()
    return found.quickened() if quick else found
