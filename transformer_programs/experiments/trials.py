"""Trials of the search on all tasks, as data: the paper has no search."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ..tasks import MORE, TASKS
from .algorithmic import LARGE, SIZED
from .part import Experiment, Part

SEEDS = 3  # of the paper's tasks; one of the others
SECONDS = 100.0  # that each may take per core


def _search(label: str, task: str, settings: Mapping[str, int], seed: int) -> Part:
    """A search; a seed draws both the inputs of the task and the first sample."""
    return Part(
        f"{label}, seed {seed}",
        task,
        "search",
        task_settings={**settings, "seed": seed},
        settings={"seconds": SECONDS, "seed": seed},
        keep="" if seed else f"{label}-searched",
    )


def _searches() -> Iterator[Part]:
    """The paper's tasks at both sizes, then all others."""
    for seed in range(SEEDS):
        for name in TASKS:
            yield _search(name, name, {}, seed)
        for name in SIZED:
            wide = dict(zip(("vocab", "length"), LARGE, strict=True))
            yield _search(f"{name}-16", name, wide, seed)
    for name, entry in MORE.items():
        # Of two symbols: longer inputs can all be run.
        settings = {"length": 12} if entry.example[1] in ("(", ")") else {}
        yield _search(name, name, settings, 0)


SEARCH = Experiment(
    name="search",
    title="Search results",
    about=(
        "Each task was searched by a separate command (`--only PART`) with commit 559f619 and a "
        f"limit of {SECONDS:.0f} s per core. Twelve commands ran at once on 16 cores that also did "
        "other work. The search has changed once since then: it now also works backwards within "
        "long rounds (docs/search.md, step 5). Only searches of 20 seconds or more have such "
        "rounds. Dyck-2 with seed 0 was searched again on two busy cores, and the same program was "
        "found.\n\nThe seed determines which inputs of the task are drawn, and which of them form "
        "the first sample. Ranges are over seeds.\n\n"
        "| column | meaning |\n|---|---|\n"
        "| solved | seeds whose program is correct on all inputs checked |\n"
        "| inputs | inputs of the task on which the program was checked; for Dyck-2 with seed 0, "
        "all of up to 13 words and 20,000 of 16 |\n"
        "| longer | longer inputs with correct answers, in three samples of 10,000 inputs with up "
        "to 2, 4 and 8 times the maximum length |\n"
        "| lines | all lines of the printed file, for the [stored programs](programs/README.md) |\n"
        "| seconds | processor time of the search |\n"
        "| elapsed | elapsed seconds, with the checks |\n"
        "| candidates | steps that the search tried |"
    ),
    layout="search",
    parts=tuple(_searches()),
    quick=("reverse, seed 0", "hist, seed 0"),
    sources={"all settings": "our choice; the paper has no search"},
)
