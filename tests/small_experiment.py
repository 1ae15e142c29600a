"""An experiment of two parts that takes seconds, and an engine that only pretends to work."""

from __future__ import annotations

from pathlib import Path

from transformer_programs.experiments import Site
from transformer_programs.experiments.engines import Done
from transformer_programs.experiments.part import Experiment, Part

SHAPE = {
    "layers": 1,
    "categorical_heads": 1,
    "numerical_heads": 0,
    "categorical_mlps": 0,
    "numerical_mlps": 0,
}
TINY = {**SHAPE, "hidden": 4, "epochs": 2, "batch": 16, "evaluations": 1}


def small(seeds: int = 2) -> Experiment:
    """An experiment of two parts that takes seconds."""
    parts = tuple(
        Part(name, "hist", task_settings={"samples": 100}, settings=TINY, seeds=seeds, keep=name)
        for name in ("first", "second")
    )
    return Experiment(
        "small", "Small", "Two parts.", "accuracy", parts, ("first",), paper={"first": (90.0,)}
    )


def site(out: Path, engine=None, said=None) -> Site:
    return Site(
        out, "tprog reproduce small", (said if said is not None else []).append, None, engine
    )


def line_of(part: Part, scores: list[float]) -> dict:
    """A line as training would write it."""
    members = [
        {"seed": i, "shape": [1, 1, 0, 0, 0], "validation": score, "test": score}
        | {"loss": 0.1, "diverged": False}
        for i, score in enumerate(scores)
    ]
    best = max(members, key=lambda member: member["validation"])
    scored = {"token": best["test"], "exact": 0.5, "entities": None}
    return {
        "part": part.document(),
        "config": {"epochs": 2},
        "members": members,
        "best": best | {"scores": scored, "all": None, "reads": {}},
        "seconds": 1.5,
        "made": {"device": "2 CPU cores", "jax": "0", "python": "3", "date": "2026-01-01"},
    }


class Pretend:
    """An engine that trains nothing, notes what it was asked for, and stops after some parts."""

    def __init__(self, stop_after: int = 99) -> None:
        self.asked: list[str] = []
        self.stop_after = stop_after

    def __call__(self, parts, work):
        for number, part in enumerate(parts):
            if number == self.stop_after:
                raise KeyboardInterrupt
            self.asked.append(part.name)
            yield part, Done(line_of(part, [0.5, 0.75, 1.0]))
