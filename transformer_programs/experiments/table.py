"""One table for all experiments: a row per part, a column per fact that some part has.

Medians and quartiles are over all networks of a part, of every shape and seed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import numpy as np

from .part import Experiment, Json

LIMITS = {"conll": (120, 250), "trec": (100,), "mr": (60,), "subj": (100,), "ag_news": (100,)}
SOLVED = 0.99  # test accuracy of a network that counts as a success
MAX_LISTED = 3  # networks whose scores are listed one by one

Row = dict[str, str]


def table(experiment: Experiment, lines: Sequence[Json]) -> str:
    """The results as Markdown; parts that differ only in the seed share a row."""
    paper = {part.name: part.paper for part in experiment.parts}
    groups: dict[str, list[Row]] = {}
    for line in lines:
        name = str(line["part"]["name"])
        for more, row in _rows(line):
            label = name.rsplit(", seed ", 1)[0] + more
            numbers = " / ".join(f"{number:g} %" for number in paper.get(name, ()))
            groups.setdefault(label, []).append({"paper": numbers, **row})
    rows = {label: _joined(group) for label, group in groups.items()}
    columns = dict.fromkeys(column for row in rows.values() for column in row)
    shown = [column for column in columns if any(row.get(column) for row in rows.values())]
    return markdown(
        ["part", *shown],
        [[label, *(row.get(column, "") for column in shown)] for label, row in rows.items()],
    )


def markdown(header: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """
    >>> print(markdown(["a", "b"], [["1", "2"]]), end="")
    | a | b |
    |---|---|
    | 1 | 2 |
    """
    shown = "".join("| " + " | ".join(row) + " |\n" for row in rows)
    return f"| {' | '.join(header)} |\n{'|---' * len(header)}|\n{shown}"


def percent(value: float | None, digits: int = 2) -> str:
    return "" if value is None else f"{100 * value:.{digits}f} %"


def shaped(shape: Sequence[int]) -> str:
    """
    >>> shaped([3, 4, 4, 2, 2]), shaped([3, 8])
    ('3, 4+4, 2+2', '3, 8')
    """
    if len(shape) == 2:
        return f"{shape[0]}, {shape[1]}"
    layers, heads, numerical, mlps, numerical_mlps = shape
    return f"{layers}, {heads}+{numerical}, {mlps}+{numerical_mlps}"


def main_score(best: Json) -> float:
    """The score of a result: F1 of entities, or the share of right labels, not rounded."""
    return float(best["test"] if best["scores"].get("entities") else best["scores"]["token"])


def spread(members: Sequence[Json]) -> Row:
    """Networks, their median and quartiles on the test set; all scores if they are few."""
    scores = [member["test"] for member in members]
    if not scores:
        return {}
    low, middle, high = (percent(float(one)) for one in np.percentile(scores, [25, 50, 75]))
    few = len(scores) <= MAX_LISTED
    return {
        "networks": str(len(scores)),
        f"{SOLVED:.0%} or more": str(sum(score >= SOLVED for score in scores)),
        "median": middle,
        "quartiles": "" if few else f"{low} to {high}",
        "each": " / ".join(percent(score, 1) for score in scores) if few else "",
    }


def _rows(line: Json) -> Iterator[tuple[str, Row]]:
    """The rows of a line, and what each adds to the name of the part."""
    if "search" in line:
        yield "", _searched(line)
    elif "front" in line:
        for limit in (*LIMITS.get(line["part"]["task"]["name"], ()), None):
            yield (
                f", {'any length' if limit is None else f'at most {limit} lines'}",
                _within(line["front"], limit),
            )
    else:
        yield "", _networks(line)


def _networks(line: Json) -> Row:
    best, members = line.get("best"), line.get("members", ())
    if best is None:
        return {"test": "all diverged", "networks": str(len(members))}
    scores, count = best["scores"], best.get("networks", 1)
    alone = line.get("alone")
    row = {
        "test": percent(main_score(best)),
        "validation": percent(best["validation"]) if members else "",
        "without padding": percent(scores.get("without_filler")),
        "shape": "" if "shape" not in best else shaped(best["shape"]),
        "merged": str(count) if count > 1 else "",
        "best single network": "" if alone is None else percent(alone["test"]),
        **spread(members),
        "all inputs": percent((best.get("all") or {}).get("token")),
        "test inputs without error": percent(scores["exact"]) if members else "",
        "epochs": str(line["config"]["epochs"]) if members else "",
        "seconds": f"{line['seconds']:g}",
    }
    for one in line.get("merged", ()):
        row[f"{one['networks']} merged"] = percent(one["test"])
    return row


def _searched(line: Json) -> Row:
    found = line["search"]
    longer, cost = found["longer"], found["cost"]
    return {
        "solved": "yes" if found["solved"] else "no",
        "checked": (found["checks"] or ["-"])[0].split(" inputs")[0].removeprefix("right on "),
        "longer inputs": "-" if not longer else percent(min(longer)),
        "cost": "-" if cost is None else str(cost),
        "steps": str(found["steps"]),
        "lines": str(found["lines"] or ""),
        "processor seconds": f"{found['seconds']:,.0f}",
        "elapsed": f"{line['seconds']:,.0f}",
        "candidates": f"{found['tried']:,}",
    }


def _within(front: Sequence[Json], limit: int | None) -> Row:
    """The best program on validation of at most so many lines."""
    within = [one for one in front if limit is None or one["lines"] <= limit]
    best = max(within, key=lambda one: one["validation"], default=None)
    if best is None:
        return {"lines": "none"}
    scores = {name: percent(best[name]) for name in ("test", "validation")}
    sizes = {name: str(best[name]) for name in ("lines", "votes")}
    return scores | sizes | {"program": best["how"]}


def _joined(rows: Sequence[Row]) -> Row:
    """Several seeds as one row: a value if all agree, otherwise the range.

    >>> _joined([{"lines": "9"}, {"lines": "12"}])
    {'lines': '9 to 12'}
    """
    return {column: _range([row.get(column, "") for row in rows]) for column in rows[0]}


def _range(values: Sequence[str]) -> str:
    known = sorted(dict.fromkeys(value for value in values if value), key=_number)
    if len(known) < 2 or len(values) == 1:
        return known[0] if known else ""
    numbers = [_number(value) for value in known]
    return f"{known[0]} to {known[-1]}" if np.isfinite(numbers).all() else "; ".join(known)


def _number(text: str) -> float:
    try:
        return float(text.removesuffix(" %").replace(",", ""))
    except ValueError:
        return float("inf")
