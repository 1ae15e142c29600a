"""An experiment of two parts that takes seconds, and an engine that only pretends to work."""

from __future__ import annotations

from transformer_programs.experiments import Experiment, Part
from transformer_programs.experiments.part import recipe, task
from transformer_programs.experiments.runner import Done, serial
from transformer_programs.learn import Gradient
from transformer_programs.networks.config import Shape

TINY = recipe(Shape(layers=1, categorical_heads=1), hidden=4, epochs=2, batch=16, evaluations=1)
COMMAND = "tprog reproduce small"


def small(seeds: int = 2, merge: int = 0) -> Experiment:
    """An experiment of two parts that takes seconds."""
    parts = tuple(
        Part(name, task("hist", samples=100), Gradient(TINY), seeds, paper, name, merge=merge)
        for name, paper in (("first", (90.0,)), ("second", ()))
    )
    return Experiment("small", "Small", parts, ("first",))


def options(out, engine=serial) -> dict:
    return {"out": out, "command": COMMAND, "engine": engine}


def line_of(part: Part, scores: list[float]) -> dict:
    """A line as training would write it."""
    members = [
        {"seed": i, "shape": [1, 1, 0, 0, 0], "validation": score, "test": score}
        | {"loss": 0.1, "diverged": False}
        for i, score in enumerate(scores)
    ]
    best = max(members, key=lambda member: member["validation"])
    return {
        "part": part.document(),
        "config": {"epochs": 2},
        "members": members,
        "best": best | {"scores": {"token": best["test"], "exact": 0.5}, "all": None, "reads": {}},
        "seconds": 1.5,
        "made": {"device": "2 CPU cores", "jax": "0", "python": "3", "date": "2026-01-01"},
    }


class Pretend:
    """An engine that trains nothing, notes the parts, and is interrupted after some of them."""

    def __init__(self, stop_after: int = 99) -> None:
        self.asked: list[str] = []
        self.stop_after = stop_after

    def __call__(self, parts, work, context):
        for number, part in enumerate(parts):
            if number == self.stop_after:
                raise KeyboardInterrupt
            self.asked.append(part.name)
            yield part, Done(line_of(part, [0.5, 0.75, 1.0]))
