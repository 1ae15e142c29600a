"""Numbers of the lines of an experiment, and how they are written.

Medians and quartiles are over all networks of a part, of every shape and seed; networks that
diverged count as they are on the test set.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

import numpy as np

from ..tasks import EntityScores
from .ledger import EntityCounts
from .part import Experiment, Json

SOLVED = 0.99  # test accuracy of a discretised network that counts as a success
SOURCES = ("tokens", "positions", "ones", "attn", "mlp")

Lines = Sequence[Json]


def markdown(header: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table; its first column is text, the others are as they come.

    >>> print(markdown(["a", "b"], [["1", "2"]]), end="")
    | a | b |
    |---|---|
    | 1 | 2 |
    """
    shown = "".join("| " + " | ".join(row) + " |\n" for row in rows)
    return f"| {' | '.join(header)} |\n{'|---' * len(header)}|\n{shown}"


def percent(value: float | None, digits: int = 2) -> str:
    return "" if value is None else f"{100 * value:.{digits}f} %"


def share(value: float) -> str:
    """
    >>> share(0.5778), share(0.00001)
    ('57.8 %', 'under 0.1 %')
    """
    return percent(value, 1) if value >= 0.001 else "under 0.1 %"


def name_of(line: Json) -> str:
    return str(line["part"]["name"])


def scores_of(line: Json) -> list[float]:
    """The test score of every network of a line; empty where it trained none."""
    return [member["test"] for member in line.get("members", ())]


def summary(line: Json) -> Json:
    """How many networks there were, how many succeeded, the best, the median and the quartiles."""
    scores = scores_of(line)
    if not scores:
        return dict.fromkeys(("seeds", "solved", "best", "median", "quartiles"))
    low, high = np.percentile(scores, [25, 75])
    return {
        "seeds": len(scores),
        "solved": sum(score >= SOLVED for score in scores),
        "best": max(scores),
        "median": float(np.median(scores)),
        "quartiles": (float(low), float(high)),
    }


def median(line: Json) -> str:
    return percent(summary(line)["median"])


def quartiles(line: Json) -> str:
    between = summary(line)["quartiles"]
    return "" if between is None else f"{percent(between[0])} to {percent(between[1])}"


def shaped(shape: Sequence[int]) -> str:
    """
    >>> shaped([3, 4, 4, 2, 2]), shaped([3, 8])
    ('3, 4+4, 2+2', '3, 8')
    """
    if len(shape) == 2:
        return f"{shape[0]}, {shape[1]}"
    layers, heads, numerical, mlps, numerical_mlps = shape
    return f"{layers}, {heads}+{numerical}, {mlps}+{numerical_mlps}"


def entities_of(scores: Json) -> EntityScores | None:
    """The scores of entities that a line holds, where there are any."""
    found = scores.get("entities")
    return EntityScores(*(found[name] for name in EntityCounts.__annotations__)) if found else None


def exactly(best: Json) -> float:
    """The share of right test labels, not rounded."""
    return float(best["scores"]["token"])


def paper(experiment: Experiment, name: str) -> str:
    return " / ".join(f"{number:g} %" for number in experiment.paper.get(name, ()))


def networks_of(line: Json) -> int:
    """How many networks stand side by side in what was best on validation."""
    return int((line.get("best") or {}).get("networks", 1))


def sizes_of(lines: Lines) -> dict[tuple[str, str, str], Json]:
    """Lines whose parts are called "TASK SIZE MODEL", by these three."""
    found = {}
    for line in lines:
        task, size, model = name_of(line).split(" ")
        found[task, size, model] = line
    return found


def shares_of(lines: Lines) -> dict[str, dict[str, float]]:
    """For "KIND LAYER ROLE" the share of heads that read each source, all tasks together."""
    counts: dict[str, Counter[str]] = {}
    for line in lines:
        if line["best"] is not None:
            for place, counted in line["best"].get("reads", {}).items():
                counts.setdefault(place, Counter()).update(counted)
    return {
        place: {source: counter[source] / max(1, counter.total()) for source in SOURCES}
        for place, counter in sorted(counts.items())
    }


def searches_of(lines: Lines) -> dict[str, list[Json]]:
    """Lines whose parts are called "LABEL, seed N", by their labels."""
    found: dict[str, list[Json]] = {}
    for line in lines:
        found.setdefault(name_of(line).rsplit(", ", 1)[0], []).append(line)
    return found
