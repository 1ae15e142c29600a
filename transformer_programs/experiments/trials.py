"""Trials of the search on all tasks, as data: the paper has no search."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from ..tasks import MORE, TASKS
from ..tasks.further import FURTHER
from ..tasks.generality import DEVELOPED, HELD_OUT
from .algorithmic import LARGE, SIZED
from .part import Experiment, Part


@dataclass(frozen=True, slots=True)
class Section:
    """Tasks that belong together in the report of the searches."""

    title: str
    about: str
    tasks: frozenset[str]


SECTIONS = (
    Section("The paper's tasks", "Three seeds each.", frozenset(TASKS)),
    Section(
        "Held-out tasks",
        "Written before the search was changed and searched once after its last change: 10 of 12 "
        "were solved. The two that were not, part_sum and odds_then_evens, have been studied "
        "since.",
        frozenset(HELD_OUT),
    ),
    Section(
        "Tasks it was developed on",
        "Used repeatedly while the search was developed.",
        frozenset(DEVELOPED),
    ),
    Section(
        "Further tasks",
        "Written before the search was first run on them; the failures were studied afterwards.",
        frozenset(FURTHER),
    ),
)
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
        "Each part was run by a command of its own (`--only PART`), 12 at once on 16 cores that "
        "also did other work, with commit 559f619. One change since then concerns these tasks: the "
        "search now also works backwards (docs/search.md, step 5) within long rounds; no search of "
        "less than 20 seconds has such a round. *Seconds* is "
        "processor time of the search, *wall* is elapsed time with the checks. A seed draws both "
        "the inputs of the task "
        "and the first sample. *Solved*: correct on all inputs of the task and on all longer ones. "
        "*Known*: all inputs of the task, where they can be listed, else those that were drawn. "
        "*Longer*: 10,000 inputs each of up "
        "to 2, 4 and 8 times the length. *Lines*: of the printed program, counted as README.md "
        "says; *not blank*: without empty lines, with the whole header. Ranges are over seeds. "
        "*Allowed*: seconds per core; an unsolved task may need more."
    ),
    layout="search",
    parts=tuple(_searches()),
    quick=("reverse, seed 0", "hist, seed 0"),
    sources={"all": "ours: the paper has no search"},
)
