"""The paper's tables and figures: experiments as data, one runner, one ledger, one table.

>>> list(EXPERIMENTS)[:3]
['in-context', 'table-1', 'larger-scale']
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from ..program.values import suggestion
from . import algorithmic, language
from .ledger import results as results
from .part import Experiment as Experiment
from .part import ExperimentError as ExperimentError
from .part import Part as Part
from .runner import run as run
from .table import table as table

# Functions: an experiment is built when it is asked for.
EXPERIMENTS: dict[str, Callable[[], Experiment]] = {
    "in-context": algorithmic.in_context,
    "table-1": algorithmic.table_1,
    "larger-scale": algorithmic.larger_scale,
    "selection": algorithmic.selection,
    "categorical-only": algorithmic.categorical_only,
    "head-reads": algorithmic.head_reads,
    "case-study": algorithmic.case_study,
    "named-entities": language.named_entities,
    "text-classification": language.text_classification,
    "readable-text": language.readable_text,
    "search": algorithmic.search,
}


def experiment(name: str, quick: bool = False, seeds: int | None = None) -> Experiment:
    """The experiment of that name; `seeds` replaces its number of networks per setting.

    >>> experiment("table1")
    Traceback (most recent call last):
    transformer_programs.experiments.part.ExperimentError: there is no experiment 'table1': did \
you mean 'table-1'?
    """
    if name not in EXPERIMENTS:
        hint = suggestion(name, EXPERIMENTS)
        raise ExperimentError(f"there is no experiment {name!r}: {hint}")
    found = EXPERIMENTS[name]()
    found = found.quickened() if quick else found
    if seeds is None:
        return found
    parts = (replace(part, seeds=seeds) if part.networks else part for part in found.parts)
    return replace(found, parts=tuple(parts))
