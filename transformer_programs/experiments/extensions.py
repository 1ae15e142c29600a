"""The paper's possible extensions and generations of networks, on the tasks that resist: as data.

A trial is a task with the best accuracy that is publicly reported for this method; a setting is
what is changed in the network.

>>> part("sort", "reach_mixed", seeds=48, generations=6).name
'sort: reach_mixed, 48 networks, 6 generations'
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from .rasp import FEW, QUICK, flat
from .record import PAPER_RECIPE, Experiment, Part

BASE: dict[str, Any] = {
    **flat((3, 6, 6, 2, 2)),
    "epochs": 100,
    "evaluations": 20,
    "keep": "best",
}
REACH = {"reaches": "all,before,after"}
MIXED = {"predicates": "mixed"}

SETTINGS: dict[str, dict[str, Any]] = {
    "plain": {},
    "reach": REACH,
    "mixed": MIXED,
    "many": {**REACH, "predicates": "many"},
    "reach_mixed": {**REACH, **MIXED},
    "calm": {**REACH, **MIXED, "attention_noise": 0.6},
    "cool": {**REACH, **MIXED, "start_temperature": 1.0, "attention_noise": 0.6},
    "numbers": {**REACH, **MIXED, "number_variables": 2},
    "scores": {**REACH, **MIXED, "score_levels": 4},
    "small": {**REACH, **MIXED, "layers": 2, "categorical_heads": 3, "numerical_heads": 3},
    "wide": {**REACH, **MIXED, "categorical_heads": 9, "numerical_heads": 9, "numerical_mlps": 4},
    "deep": {**REACH, **MIXED, "layers": 4, "numerical_mlps": 4},
}


@dataclass(frozen=True, slots=True)
class Trial:
    """A task, and the best public figure for this method on it, to be passed."""

    title: str
    task: str
    goal: float
    settings: Mapping[str, int] = field(default_factory=dict)


LARGE = {"vocab": 16, "length": 16}
TRIALS = {
    "most_freq": Trial("Most-Freq 8/8", "most_freq", 0.831),
    "sort": Trial("Sort 16/16", "sort", 0.881, LARGE),
    "double_hist": Trial("Double-Hist 16/16", "double_hist", 0.713, LARGE),
    "reverse": Trial("Reverse 16/16", "reverse", 0.443, LARGE),
    "most_freq_large": Trial("Most-Freq 16/16", "most_freq", 0.571, LARGE),
    "hist_large": Trial("Histogram 16/16", "hist", 1.0, LARGE),
}


def part(
    trial: str,
    setting: str,
    seeds: int,
    generations: int = 0,
    descent: float = 0.0,
    changed: Mapping[str, Any] | None = None,
) -> Part:
    """A trial in one setting; `changed` are settings beside it.

    The program of a part that ends with a descent is kept: that is the best part of a trial.
    """
    own = TRIALS[trial]
    later = f", {generations} generations" if generations else ""
    also = "".join(f", {name} {value}" for name, value in (changed or {}).items())
    return Part(
        f"{trial}: {setting}{also}, {seeds} networks{later}",
        own.task,
        task_settings=dict(own.settings),
        settings={**BASE, **SETTINGS[setting], **(changed or {})},
        seeds=seeds,
        generations=generations,
        descent=descent,
        keep=f"extensions-{trial}-{setting}" if descent else "",
    )


def goals(parts: Sequence[Part]) -> dict[str, tuple[float, ...]]:
    """What is publicly reported, for the names of parts."""
    return {one.name: (100 * TRIALS[one.name.split(":")[0]].goal,) for one in parts}


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
        "What the paper names as possible extensions, on the tasks where its network falls short: "
        "heads that look only before or after their position (*reach*), numerical heads that look "
        "for sets of keys (*mixed*); then generations, in which the best networks learn a few "
        "modules anew, and a last change of the program itself."
    ),
    layout="extensions",
    parts=PARTS,
    quick=(
        Part(
            "sort: reach_mixed",
            "sort",
            task_settings=FEW,
            settings={**flat((1, 2, 2, 1, 1)), **QUICK, **SETTINGS["reach_mixed"]},
            seeds=2,
            generations=1,
            descent=3.0,
            keep="extensions-sort",
        ),
    ),
    paper=goals(PARTS),
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
