"""Trials beyond the paper, as data: extensions of the network, and what a search finds.

The settings of extensions are what is changed in the network.

>>> part("sort", "reach_mixed", seeds=48, generations=6).name
'sort: reach_mixed, 48 networks, 6 generations'
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from ..tasks import MORE, TASKS
from ..tasks.further import FURTHER
from ..tasks.generality import DEVELOPED, HELD_OUT
from .algorithmic import LARGE, REACHES, SIZED, TITLES
from .part import PAPER_RECIPE, Experiment, Part, flat

BASE: dict[str, Any] = {
    **flat((3, 6, 6, 2, 2)),
    "epochs": 100,
    "evaluations": 20,
    "keep": "best",
}
REACH = {"reaches": REACHES}
MIXED = {"predicates": "mixed"}

SETTINGS: dict[str, dict[str, Any]] = {
    "plain": {},
    "reach": REACH,
    "mixed": MIXED,
    "many": {**REACH, "predicates": "many"},
    "reach_mixed": {**REACH, **MIXED},
    "small": {**REACH, **MIXED, "layers": 2, "categorical_heads": 3, "numerical_heads": 3},
    "wide": {**REACH, **MIXED, "categorical_heads": 9, "numerical_heads": 9, "numerical_mlps": 4},
}


WIDE = dict(zip(("vocab", "length"), LARGE, strict=True))
TRIALS: dict[str, tuple[str, float, dict[str, int]]] = {
    # name: task, the best public figure for this method on it, settings of the task
    "most_freq": ("most_freq", 83.1, {}),
    "sort": ("sort", 88.1, WIDE),
    "double_hist": ("double_hist", 71.3, WIDE),
    "reverse": ("reverse", 44.3, WIDE),
    "most_freq_large": ("most_freq", 57.1, WIDE),
    "hist_large": ("hist", 100.0, WIDE),
}


def part(
    trial: str,
    setting: str,
    seeds: int,
    generations: int = 0,
    descent: float = 0.0,
    changed: Mapping[str, Any] | None = None,
) -> Part:
    """A task in one setting; `changed` are settings beside it.

    The program of a part that ends with a descent is kept: that is the best part of a trial.
    """
    task, _, own = TRIALS[trial]
    later = f", {generations} generations" if generations else ""
    also = "".join(f", {name} {value}" for name, value in (changed or {}).items())
    return Part(
        f"{trial}: {setting}{also}, {seeds} networks{later}",
        task,
        task_settings=own,
        settings={**BASE, **SETTINGS[setting], **(changed or {})},
        seeds=seeds,
        generations=generations,
        descent=descent,
        keep=f"extensions-{trial}-{setting}" if descent else "",
    )


TWICE = {"categorical_heads": 12, "numerical_heads": 12}
MANY = {**TWICE, "numerical_mlps": 4, "epochs": 80}
FLAT = {"layers": 2, "categorical_heads": 3, "numerical_heads": 3, "epochs": 80}
PARTS = tuple(
    part(*columns)
    for columns in (
        ("most_freq", "plain", 32, 0, 0.0, {"epochs": 60}),
        ("most_freq", "many", 32, 0, 0.0, {"epochs": 60}),
        ("most_freq", "reach_mixed", 32, 0, 0.0, {"epochs": 60}),
        ("most_freq", "reach_mixed", 32, 6, 100.0, MANY),
        ("sort", "reach_mixed", 16, 0, 0.0, {"epochs": 40}),
        ("sort", "wide", 16, 0, 0.0, {"epochs": 40}),
        ("sort", "plain", 16, 3, 100.0, {**TWICE, "epochs": 80}),
        ("double_hist", "mixed", 16, 0, 0.0, {"epochs": 40}),
        ("double_hist", "reach_mixed", 16, 0, 0.0, {"epochs": 40}),
        ("double_hist", "reach", 20, 2, 100.0, None),
        ("reverse", "small", 64, 3, 300.0, {"epochs": 80}),
        ("most_freq_large", "reach_mixed", 16, 0, 60.0, {"epochs": 50}),
        ("hist_large", "plain", 12, 0, 60.0, FLAT),
    )
)

EXTENSIONS = Experiment(
    name="extensions",
    title="Extensions of the network, generations of networks",
    about=(
        "The extensions that the paper suggests, on the tasks where its network falls short: "
        "heads that attend only before or after their position (*reach*), numerical heads that "
        "match sets of keys (*mixed*). Then generations, in which the best networks retrain a "
        "few modules, and coordinate descent on the program."
    ),
    layout="extensions",
    parts=PARTS,
    quick=("reverse",),
    paper={one.name: (TRIALS[one.name.split(":")[0]][1],) for one in PARTS},
    paper_is="publicly reported for this method",
    sources={
        "training": PAPER_RECIPE,
        "publicly reported": "the best of the public reruns of the reference code that [Larger "
        "vocabularies and longer inputs](larger-scale.md) lists, but for Double-Hist not the one "
        "with a hand-made count",
        "shape, epochs": "ours: 3 layers, 6+6 heads, 2+2 MLPs, 100 epochs, where nothing is said",
        "reach, sets of keys": "the paper, appendix: possible extensions",
        "generations, descent": "ours, see docs/learning.md",
    },
)

# --- searches -------------------------------------------------------------------------------------


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
        "Written before the last changes of the search, and searched once, after them: nothing was "
        "changed because of what came out here. This is the number that says how general it is.",
        frozenset(HELD_OUT),
    ),
    Section(
        "Tasks it was developed on",
        "Looked at again and again while the search was made.",
        frozenset(DEVELOPED),
    ),
    Section(
        "Further tasks",
        "Written before the search was first run on them; what failed was looked at, too.",
        frozenset(FURTHER),
    ),
)
SEEDS = 3  # of the paper's tasks; one of the others
EARLY = ("median", "palindrome", "match", "mode_so_far", "halves")  # had 30 seconds, not 60


def _search(label: str, task: str, settings: Mapping[str, int], seconds: float, seed: int) -> Part:
    """A search; a seed draws both the inputs of the task and the first sample."""
    return Part(
        f"{label}, seed {seed}",
        task,
        "search",
        task_settings={**settings, "seed": seed},
        settings={"seconds": seconds, "seed": seed},
        keep="" if seed else f"{label}-searched",
    )


def _searches() -> Iterator[Part]:
    """The paper's tasks at both sizes, then all others."""
    for seed in range(SEEDS):
        for name in TASKS:
            yield _search(name, name, {}, 100.0, seed)
        for name in SIZED:
            yield _search(f"{name}-16", name, WIDE, 100.0, seed)
    for name, entry in MORE.items():
        # Of two symbols: longer inputs can all be run.
        settings = {"length": 12} if entry.example[1] in ("(", ")") else {}
        yield _search(name, name, settings, 30.0 if name in EARLY else 60.0, 0)


SEARCH = Experiment(
    name="search",
    title="Search results",
    about=(
        "Two processes on a machine shared with other work. *Seconds* is processor time of both "
        "together (about half of it passes on two idle cores), *wall* is elapsed time. A seed "
        "draws both the inputs of the task and the first sample. *Solved*: correct on all inputs "
        "of the task and on all longer ones. *Known*: all inputs of the task, "
        "where they can be listed, else those that were drawn. *Longer*: 10,000 inputs each of up "
        "to 2, 4 and 8 times the length. *Lines*: of the printed program, counted as README.md "
        "says; *not blank*: without empty lines, with the whole header. Ranges are over seeds. "
        "*Allowed*: seconds per core; an unsolved task may need more."
    ),
    layout="search",
    parts=tuple(_searches()),
    quick=("reverse, seed 0", "hist, seed 0"),
    sources={"all": "ours: the paper has no search"},
)

AGAINST_GRADIENT = Experiment(
    name="search-against-gradient",
    title="Search against gradient, at longer inputs",
    about=(
        "The program that the search finds for each task, and the one learned by gradient (Table "
        "1, best shape): the share of right labels on the test set and on 5,000 inputs of up to "
        "2, 4 and 8 times the length. The test set is unseen only for the learned program: the "
        "search also checks its program on longer inputs and on every input of the task, if they can be "
        "listed (all but Dyck-2). A learned program cannot take inputs longer than those it was "
        "trained on. Processor seconds are those of all cores together. The "
        "programs of these searches are not stored; those of [search.md](search.md) are."
    ),
    layout="against",
    parts=tuple(
        Part(task, task, "against", settings={"seconds": 600.0}, keep=task) for task in TITLES
    ),
    quick=("reverse", "hist"),
    sources={"all": "ours: the paper has no search"},
    needs="table-1-best-shape",
)
