"""Tables of results: from the lines of an experiment to Markdown, the paper's numbers beside ours.

Medians and quartiles are over all networks of a part, of every shape and seed; networks that
diverged count as they are on the test set.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import numpy as np

from ..tasks import EntityScores
from .lines import ENTITIES
from .optimising import CASES, COMPONENTS
from .record import Experiment, Json, Layout

SOLVED = 0.99  # test accuracy of a discretised network that counts as a success
MANY = 10**12  # inputs, from where on only their magnitude is said
SOURCES = ("tokens", "positions", "ones", "attn", "mlp")


def markdown(header: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table; its first column is text, the others are as they come.

    >>> print(markdown(["a", "b"], [["1", "2"]]), end="")
    | a | b |
    |---|---|
    | 1 | 2 |
    """
    lines = [header, ["---"] * len(header), *rows]
    return "".join(
        "|" + "|".join(row) + "|\n" if row[0] == "---" else "| " + " | ".join(row) + " |\n"
        for row in lines
    )


def table(experiment: Experiment, lines: Sequence[Json]) -> str:
    """The table of an experiment."""
    return LAYOUTS[experiment.layout](experiment, lines) + _without_filler(lines)


def _without_filler(lines: Sequence[Json]) -> str:
    """The score without labels that only pad the target, where a task has such labels."""
    rows = []
    for line in lines:
        for what, best in ("best", line.get("best")), ("changed directly", line.get("improved")):
            scores = (best or {}).get("scores", {})
            if scores.get("without_filler") is not None:
                name = line["part"]["name"] + ("" if what == "best" else f", {what}")
                rows.append([name, percent(scores["token"]), percent(scores["without_filler"])])
    if not rows:
        return ""
    return (
        "\nMost-Freq pads its targets with `<s>`. The paper's number counts these labels, and so "
        "does every\nother table here:\n\n"
        + markdown(["test accuracy", "all labels, as the paper", "without the padding"], rows)
    )


def percent(value: float | None, digits: int = 2) -> str:
    return "" if value is None else f"{100 * value:.{digits}f} %"


def scores_of(line: Json) -> list[float]:
    """The test score of every network of a line; empty where only a summary was kept."""
    return [member["test"] for member in line.get("members") or ()]


def summary(line: Json) -> Json:
    """How many networks there were, how many succeeded, the best, the median and the quartiles."""
    scores = scores_of(line)
    if not scores:
        return {"quartiles": None, **line.get("summary", {})}
    low, high = np.percentile(scores, [25, 75])
    return {
        "seeds": len(scores),
        "solved": sum(score >= SOLVED for score in scores),
        "best": max(scores),
        "median": float(np.median(scores)),
        "quartiles": (float(low), float(high)),
    }


def spread(line: Json) -> list[str]:
    """The median and the quartiles, as two cells."""
    known = summary(line)
    quartiles = known["quartiles"]
    between = "" if quartiles is None else f"{percent(quartiles[0])} to {percent(quartiles[1])}"
    return [percent(known.get("median")), between]


def shaped(shape: Sequence[int]) -> str:
    """
    >>> shaped([3, 4, 4, 2, 2]), shaped([3, 8])
    ('3, 4+4, 2+2', '3, 8')
    """
    if len(shape) == 2:
        return f"{shape[0]}, {shape[1]}"
    layers, heads, numerical, mlps, numerical_mlps = shape
    return f"{layers}, {heads}+{numerical}, {mlps}+{numerical_mlps}"


def paper(experiment: Experiment, name: str) -> str:
    return " / ".join(f"{number:g} %" for number in experiment.paper.get(name, ()))


# --- layouts --------------------------------------------------------------------------------------


def _accuracy(experiment: Experiment, lines: Sequence[Json]) -> str:
    header = [
        "task",
        "best on validation: layers, heads, MLPs",
        "epochs",
        experiment.paper_is,
        "ours: its test accuracy",
        "networks",
        "median",
        "quartiles",
        "all inputs",
        "exact inputs",
        "seconds",
    ]
    rows = [_accuracy_row(experiment, line) for line in lines]
    return markdown(header, rows) + _by_count(lines)


def _accuracy_row(experiment: Experiment, line: Json) -> list[str]:
    name, best = line["part"]["name"], line["best"]
    if best is None:
        return [name, "all diverged", *[""] * 9]
    every = best.get("all")
    return [
        name,
        shaped(best["shape"]),
        str(line["config"]["epochs"]),
        paper(experiment, name),
        percent(_exactly(best)),
        str(summary(line)["seeds"]),
        *spread(line),
        "" if every is None else percent(every["token"]),
        percent(best["scores"]["exact"]) if "scores" in best else "",
        f"{line['seconds']:g}",
    ]


def _success(experiment: Experiment, lines: Sequence[Json]) -> str:
    header = ["recipe", f"networks at {percent(SOLVED, 0)} and more", experiment.paper_is, "best"]
    rows = []
    for line in lines:
        name, known = line["part"]["name"], summary(line)
        count = f"{known['solved']} of {known['seeds']}"
        if "solved_at" in known:  # carried over, and counted more strictly
            count += f" (at {percent(known['solved_at'], 0)})"
        best = percent(known.get("best"))
        rows.append([name, count, paper(experiment, name), best, *spread(line)])
    return markdown([*header, "median", "quartiles"], rows)


def grid_of(lines: Sequence[Json]) -> dict[str, dict[str, Json]]:
    """Lines whose parts are called "COLUMN, ROW": column -> row -> line."""
    found: dict[str, dict[str, Json]] = {}
    for line in lines:
        column, row = line["part"]["name"].rsplit(", ", 1)
        found.setdefault(column, {})[row] = line
    return found


def _grid(experiment: Experiment, lines: Sequence[Json]) -> str:
    columns = grid_of(lines)
    names = dict.fromkeys(row for rows in columns.values() for row in rows)
    rows = []
    for name in sorted(names, key=int):
        cells = [_grid_cell(summary(own[name])) if name in own else "" for own in columns.values()]
        rows.append([name, *cells])
    return markdown(["heads a layer", *columns], rows)


def _grid_cell(known: Json) -> str:
    return (
        f"{known['solved']} of {known['seeds']}; best {percent(known['best'], 1)}, "
        f"median {percent(known['median'], 1)}"
    )


def sizes_of(lines: Sequence[Json]) -> dict[tuple[str, str, str], Json]:
    """Lines whose parts are called "TASK SIZE MODEL", by these three."""
    found = {}
    for line in lines:
        task, size, model = line["part"]["name"].split(" ")
        found[task, size, model] = line
    return found


def _sizes(experiment: Experiment, lines: Sequence[Json]) -> str:
    found = sizes_of(lines)
    header = [
        "task, vocabulary/length",
        experiment.paper_is,
        "program, grid",
        "its median",
        "several as one: networks",
        "median of one",
        "standard Transformer",
        "its median",
    ]
    rows = []
    for task, size in dict.fromkeys((task, size) for task, size, _ in found):
        row = [f"{task} {size}", paper(experiment, f"{task} {size} program")]
        for model in ("program", "together", "standard"):
            row += _size_cells(found.get((task, size, model)))
        rows.append(row)
    return markdown(header, rows) + _by_count(lines)


def _size_cells(line: Json | None) -> list[str]:
    if line is None or line["best"] is None:
        return ["", ""]
    what = networks_of(line) if "side_by_side" in line else shaped(line["best"]["shape"])
    return [f"{percent(line['best']['test'])} ({what})", spread(line)[0]]


def networks_of(line: Json) -> int:
    """How many networks stand side by side in what was best on validation."""
    best = line["best"]
    if "side_by_side" not in line or "networks" in best:
        return int(best.get("networks", 1))
    # Older lines do not say. Of equals the one alone was chosen, then the fewest.
    tried = [{"networks": 1, **line["alone"]}, *line["side_by_side"]]
    equal = (one for one in tried if round(one["validation"], 6) == best["validation"])
    return int(next(equal)["networks"])


def _by_count(lines: Sequence[Json]) -> str:
    """The test score by how many networks stand side by side, where that was tried."""
    tried = [line for line in lines if len(line.get("side_by_side", ())) > 1]
    if not tried:
        return ""
    counts = sorted({one["networks"] for line in tried for one in line["side_by_side"]})
    rows = []
    for line in tried:
        scores = {one["networks"]: one["test"] for one in line["side_by_side"]}
        cells = [percent(scores.get(count)) for count in counts]
        rows.append([line["part"]["name"], percent(line["alone"]["test"]), *cells])
    header = ["task", "best network as trained", *(f"{count}" for count in counts)]
    return (
        "\nSeveral networks side by side as one, by how many, test accuracy with the votes fitted "
        "together:\n\n" + markdown(header, rows)
    )


def _case_study(experiment: Experiment, lines: Sequence[Json]) -> str:
    rows = []
    for line in lines:
        name = line["part"]["name"]
        marks = ["-" if name in ("everything", one) else "yes" for one in COMPONENTS]
        ours = " / ".join(f"{100 * score:.1f}" for score in scores_of(line))
        theirs = " / ".join(f"{number:g}" for number in CASES[name])
        rows.append([*marks, theirs, ours, spread(line)[0]])
    header = [*COMPONENTS, "paper, three seeds, %", "ours, %", "our median"]
    return "By hand:\n\n" + markdown(header, rows)


FORMS = ("full", "exact", "budget 0", "budget 0.1 %")


def _lengths(experiment: Experiment, lines: Sequence[Json]) -> str:
    lengths = {line["part"]["name"]: line["lengths"] for line in lines}
    rows, scores = [], []
    for name, found in lengths.items():
        full, pruned = (int(number) for number in experiment.paper[name])
        counts = [found[form]["lines"] for form in FORMS]
        shares = [percent(count / pruned, 0) for count in (counts[1], counts[3])]
        rows.append([name, str(full), str(pruned), *map(str, counts), *shares])
        seconds = [f"{found[form]['seconds']:.1f}" for form in FORMS[1:]]
        scores.append([name, *(_right(found[form]) for form in FORMS), *seconds])
    header = ["task", "paper, full", "paper, pruned", *FORMS]
    return (
        markdown([*header, "exact / paper's pruned", "0.1 % / paper's pruned"], rows)
        + "\nAccuracy on the test labels, in parentheses on all inputs of the task where they can "
        "be listed;\nand the seconds that each form took:\n\n"
        + markdown(["task", *FORMS, *(f"s, {form}" for form in FORMS[1:])], scores)
    )


def _right(form: Json) -> str:
    every = percent(form["all"])
    return percent(form["test"]) + (f" ({every})" if every else "")


def shares_of(lines: Sequence[Json]) -> dict[str, dict[str, float]]:
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


def _reads(experiment: Experiment, lines: Sequence[Json]) -> str:
    rows = []
    for place, shares in shares_of(lines).items():
        kind, layer, role = place.split(" ")
        rows.append([kind, layer, role, *(percent(share, 0) for share in shares.values())])
    return markdown(["heads", "layer", "read as", *SOURCES], rows)


def _models(experiment: Experiment, lines: Sequence[Json]) -> str:
    rows = []
    for line in lines:
        name, best = line["part"]["name"], line["best"]
        if best is None:
            rows.append([name, paper(experiment, name), "all diverged", *[""] * 5])
            continue
        alone = (line.get("alone") or best)["test"] if line.get("members") else None
        entities = best.get("scores", {}).get("entities")
        more = "" if entities is None else _precision(entities)
        count = str(len(scores_of(line)) or "")
        scores = spread(line) if count else ["", ""]
        ours = [percent(best["test"]), more, percent(alone)]
        rows.append([name, paper(experiment, name), *ours, count, *scores])
    header = ["model", "paper", "ours", "precision, recall", "best network alone", "networks"]
    return markdown([*header, "median", "quartiles"], rows)


def _precision(entities: Json) -> str:
    scores = EntityScores(*(entities[name] for name in ENTITIES))
    return f"{percent(scores.precision)}, {percent(scores.recall)}"


def _extensions(experiment: Experiment, lines: Sequence[Json]) -> str:
    rows = []
    for line in lines:
        name, best = line["part"]["name"], line["best"]
        if best is None:
            rows.append([name, paper(experiment, name), "all diverged", *[""] * 5])
            continue
        first, improved = line.get("before_generations"), line.get("improved")
        rows.append(
            [
                name,
                paper(experiment, name),
                percent(first["test"] if first else _exactly(best)),
                *spread(line),
                percent(_exactly(best)) if first else "",
                percent(improved["scores"]["token"]) if improved else "",
                f"{line['seconds']:g}",
            ]
        )
    header = ["task: setting", experiment.paper_is, "best on validation", "median", "quartiles"]
    return markdown([*header, "after generations", "program, changed directly", "seconds"], rows)


def _exactly(best: Json) -> float:
    """The share of right test labels, from the scores if there are any: these are not rounded."""
    return float(best["scores"]["token"] if "scores" in best else best["test"])


def _descent(experiment: Experiment, lines: Sequence[Json]) -> str:
    rows = [
        [
            line["part"]["name"],
            paper(experiment, line["part"]["name"]),
            percent(line["learned"]),
            percent(line["improved"]["scores"]["token"]),
            line["improved"]["says"],
        ]
        for line in lines
    ]
    header = ["task", experiment.paper_is, "learned, test", "changed directly, test", "what it did"]
    return markdown(header, rows)


def _search(experiment: Experiment, lines: Sequence[Json]) -> str:
    rows = []
    for line in lines:
        rows.append(
            [
                line["part"]["name"],
                "yes" if line["exact"] else "no",
                *(percent(score) or "-" for score in line["search"]),
                *(percent(score) or "-" for score in line["gradient"]),
                _or_none(line["lines"]),
                _or_none(line["gradient_lines"]),
                f"{line['search_seconds']:g}",
            ]
        )
    lengths = ("1x", "2x", "4x", "8x")
    header = [
        "task",
        "search: exact",
        *(f"search {length}" for length in lengths),
        *(f"gradient {length}" for length in lengths),
        "lines, search",
        "lines, gradient",
        "processor seconds of search",
    ]
    return markdown(header, rows)


def _share(value: float) -> str:
    """
    >>> _share(0.5778), _share(0.00001)
    ('57.8 %', 'under 0.1 %')
    """
    return percent(value, 1) if value >= 0.001 else "under 0.1 %"


def _data(experiment: Experiment, lines: Sequence[Json]) -> str:
    rows = []
    for line in lines:
        found = line["overlap"]
        every, labels = found["inputs"], found["prefixes"]
        rows.append(
            [
                line["part"]["name"],
                f"{every:,}" if every < MANY else f"{every:.2g}",
                f"{found['drawn']:,}",
                f"{found['train']:,} ({_share(found['train'] / every)})",
                f"{found['repeated']} of {found['test']:,}",
                percent(found["reordered"] / found["test"], 1),
                "" if labels is None else percent(labels / found["labels"], 1),
            ]
        )
    header = [
        "task, vocabulary/length",
        "inputs in all",
        "drawn",
        "in training (share of all)",
        "test inputs in training",
        "test inputs whose words, in some order, stand in training",
        "test labels whose input so far begins a training input",
    ]
    return markdown(header, rows)


def _or_none(value: Any) -> str:
    return "" if value is None else str(value)


LAYOUTS: dict[Layout, Callable[[Experiment, Sequence[Json]], str]] = {
    "accuracy": _accuracy,
    "success": _success,
    "grid": _grid,
    "sizes": _sizes,
    "case study": _case_study,
    "lengths": _lengths,
    "descent": _descent,
    "reads": _reads,
    "models": _models,
    "search": _search,
    "data": _data,
    "extensions": _extensions,
}
