"""Tables of results: from the lines of an experiment to Markdown, the paper's numbers beside ours.

Most layouts are columns: a header, and the cell of a line under it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from ..tasks import TASKS
from . import statistics as stats
from .optimising import CASES, COMPONENTS
from .part import Experiment, Json, Layout
from .statistics import Lines, markdown, name_of, percent, shaped, summary
from .trained import best_member

MANY = 10**12  # inputs, from where on only their magnitude is said
FORMS = ("full", "exact", "budget 0", "budget 0.1 %")

Cell = Callable[[Json], str]


def table(experiment: Experiment, lines: Lines) -> str:
    """The table of an experiment."""
    return LAYOUTS[experiment.layout](experiment, lines) + _without_filler(lines)


def _without_filler(lines: Lines) -> str:
    """The score without labels that only pad the target, where a task has such labels."""
    known = [(name_of(line), (line.get("best") or {}).get("scores", {})) for line in lines]
    rows = [
        [name, percent(scores["token"]), percent(scores["without_filler"])]
        for name, scores in known
        if scores.get("without_filler") is not None
    ]
    if not rows:
        return ""
    return (
        "\nMost-Freq pads its targets with `<s>`. The paper counts these labels, and so do we. "
        "Without them, accuracy is lower:\n\n"
        + markdown(["task", "all labels, as in the paper", "without the padding"], rows)
    )


# --- layouts of columns ---------------------------------------------------------------------------


def _by_columns(columns: Mapping[str, Cell | None], experiment: Experiment, lines: Lines) -> str:
    """A row per line, a cell per column; a column without a cell has the paper's numbers."""
    header = [experiment.paper_is if cell is None else name for name, cell in columns.items()]
    return markdown(
        header,
        [
            [
                stats.paper(experiment, name_of(line)) if cell is None else cell(line)
                for cell in columns.values()
            ]
            for line in lines
        ],
    )


def _best(cell: Cell, diverged: str = "") -> Cell:
    """A cell on the best network of a line; of a line without one, what that says."""
    return lambda line: diverged if line["best"] is None else cell(line["best"])


ACCURACY: dict[str, Cell | None] = {
    "task": name_of,
    "best on validation: layers, heads, MLPs": _best(
        lambda best: shaped(best["shape"]), "all diverged"
    ),
    "epochs": lambda line: str(line["config"]["epochs"]),
    "paper": None,
    "ours, test accuracy": _best(lambda best: percent(stats.exactly(best))),
    "networks": lambda line: str(summary(line)["seeds"]),
    "median": stats.median,
    "quartiles": stats.quartiles,
    "accuracy on all inputs": _best(lambda best: percent((best.get("all") or {}).get("token"))),
    "test inputs without error": _best(lambda best: percent(best["scores"]["exact"])),
    "seconds": lambda line: f"{line['seconds']:g}",
}


SUCCESS: dict[str, Cell | None] = {
    "recipe": name_of,
    f"networks at {percent(stats.SOLVED, 0)} or more": lambda line: "{solved} of {seeds}".format(
        **summary(line)
    ),
    "paper": None,
    "best": lambda line: percent(summary(line)["best"]),
    "median": stats.median,
    "quartiles": stats.quartiles,
}


def _precision(line: Json) -> str:
    found = stats.entities_of((line["best"] or {}).get("scores", {}))
    return f"{percent(found.precision)}, {percent(found.recall)}" if found else ""


def _alone(line: Json) -> str:
    best = line.get("alone") or line["best"]
    return percent(best["test"]) if line.get("members") and best else ""


MODELS: dict[str, Cell | None] = {
    "model": name_of,
    "paper": None,
    "ours": _best(lambda best: percent(best["test"]), "all diverged"),
    "precision, recall": _precision,
    "best network alone": _alone,
    "networks": lambda line: str(len(stats.scores_of(line)) or ""),
    "median": stats.median,
    "quartiles": stats.quartiles,
}


def _overlap(cell: Cell) -> Cell:
    return lambda line: cell(line["overlap"])


DATA: dict[str, Cell | None] = {
    "task, vocabulary/length": name_of,
    "possible inputs": _overlap(
        lambda found: f"{found['inputs']:,}" if found["inputs"] < MANY else f"{found['inputs']:.2g}"
    ),
    "drawn": _overlap(lambda found: f"{found['drawn']:,}"),
    "training inputs (share of possible inputs)": _overlap(
        lambda found: f"{found['train']:,} ({stats.share(found['train'] / found['inputs'])})"
    ),
    "test inputs in training": _overlap(lambda found: f"{found['repeated']} of {found['test']:,}"),
    "test inputs with the same words as a training input, in any order": _overlap(
        lambda found: percent(found["reordered"] / found["test"], 1)
    ),
    "test labels whose prefix also starts a training input": _overlap(
        lambda found: percent(found["prefixes"] and found["prefixes"] / found["labels"], 1)
    ),
}


def _of_first(name: str) -> Cell:
    """A number of the network of a line that is best on validation."""
    return lambda line: percent((best_member(line["members"]) or {}).get(name))


SWEEP: dict[str, Cell | None] = {
    "layers, heads, MLPs": name_of,
    "networks": lambda line: str(len(line["members"])),
    "best on validation": _of_first("validation"),
    "its test accuracy": _of_first("test"),
    "median test accuracy": stats.median,
    "quartiles": stats.quartiles,
    "diverged": lambda line: str(sum(member["diverged"] for member in line["members"])),
}


# --- other layouts --------------------------------------------------------------------------------


def _by_count(lines: Lines) -> str:
    """The test score by how many networks stand side by side, where that was tried."""
    tried = [line for line in lines if len(line.get("side_by_side", ())) > 1]
    if not tried:
        return ""
    counts = sorted({one["networks"] for line in tried for one in line["side_by_side"]})
    rows = []
    for line in tried:
        scores = {one["networks"]: one["test"] for one in line["side_by_side"]}
        cells = [percent(scores.get(count)) for count in counts]
        rows.append([name_of(line), percent(line["alone"]["test"]), *cells])
    header = ["task", "best network as trained", *map(str, counts)]
    return (
        "\nTest accuracy of merged networks with jointly fitted votes, by the number of "
        "networks:\n\n" + markdown(header, rows)
    )


def _sizes(experiment: Experiment, lines: Lines) -> str:
    found = stats.sizes_of(lines)
    header = ["task, vocabulary/length", experiment.paper_is, "program, grid", "its median"]
    header += ["merged (networks)", "median, single network", "standard Transformer", "its median"]
    rows = []
    for task, size in dict.fromkeys((task, size) for task, size, _ in found):
        row = [f"{task} {size}", stats.paper(experiment, f"{task} {size} program")]
        for model in ("program", "together", "standard"):
            line = found.get((task, size, model))
            best = None if line is None else line["best"]
            if line is None or best is None:
                row += ["", ""]
                continue
            what = stats.networks_of(line) if "side_by_side" in line else shaped(best["shape"])
            row += [f"{percent(best['test'])} ({what})", stats.median(line)]
        rows.append(row)
    return markdown(header, rows) + _by_count(lines)


def _case_study(experiment: Experiment, lines: Lines) -> str:
    rows = []
    for line in lines:
        name = name_of(line)
        marks = ["-" if name in ("everything", one) else "yes" for one in COMPONENTS]
        ours = " / ".join(f"{100 * score:.1f}" for score in stats.scores_of(line))
        theirs = " / ".join(f"{number:g}" for number in CASES[name])
        rows.append([*marks, theirs, ours, stats.median(line)])
    parts = [name.replace(" read", ": variables").replace(" pred", ": pred") for name in COMPONENTS]
    header = [*parts, "paper, three seeds, %", "ours, %", "our median"]
    return markdown(header, rows)


def _lengths(experiment: Experiment, lines: Lines) -> str:
    rows, scores = [], []
    for line in lines:
        name, found = name_of(line), line["lengths"]
        full, pruned = (int(number) for number in experiment.paper[name])
        counts = [found[form]["lines_without_votes"] for form in FORMS]
        shares = [percent(count / pruned, 0) for count in (counts[1], counts[3])]
        rows.append([name, str(full), str(pruned), *map(str, counts), *shares])
        seconds = [f"{found[form]['seconds']:.1f}" for form in FORMS[1:]]
        scores.append([name, *(_right(found[form]) for form in FORMS), *seconds])
    header = ["lines without votes", "paper, full", "paper, pruned", *FORMS]
    return (
        markdown([*header, "exact / paper's pruned", "0.1 % / paper's pruned"], rows)
        + "\nTest accuracy of each form, and the seconds to produce it (in parentheses: accuracy "
        "on all inputs,\nif they can be listed):\n\n"
        + markdown(["task", *FORMS, *(f"s, {form}" for form in FORMS[1:])], scores)
    )


def _right(form: Json) -> str:
    return percent(form["test"]) + (f" ({percent(form['all'])})" if form["all"] is not None else "")


def _reads(experiment: Experiment, lines: Lines) -> str:
    rows = [
        [*place.split(" "), *(percent(share, 0) for share in shares.values())]
        for place, shares in stats.shares_of(lines).items()
    ]
    return markdown(["heads", "layer", "read as", *stats.SOURCES], rows)


def _search(experiment: Experiment, lines: Lines) -> str:
    """A table for the paper's tasks, and one for all others."""
    shown, by_label = [], stats.searches_of(lines)
    for title, about, of_paper in SEARCH_SECTIONS:
        own = {
            label: own
            for label, own in by_label.items()
            if (own[0]["part"]["task"] in TASKS) == of_paper
        }
        if own:
            right = sum(all(line["solved"] for line in rows) for rows in own.values())
            rows = [[label, *_search_row(rows)] for label, rows in own.items()]
            shown.append(
                f"## {title}\n\n{about} Solved: **{right} of {len(own)}**.\n\n"
                + markdown(SEARCHED, rows)
            )
    return "\n".join(shown)


SEARCH_SECTIONS = (
    ("The paper's tasks", "Each task has three seeds.", True),
    (
        "Further tasks",
        "Examples of 68 tasks that the search was developed and tested on (docs/search.md).",
        False,
    ),
)


SEARCHED = (
    *("task", "solved", "inputs", "longer", "cost", "steps", "lines", "seconds"),
    *("elapsed", "candidates"),
)


def _search_row(lines: Lines) -> list[str]:
    """Several seeds of one task as one row."""
    checked = {(line["checks"] or ["-"])[0].split(" inputs")[0] for line in lines}
    known = {one.removeprefix("right on ") for one in checked}
    longer = [share for line in lines for share in line["longer"]]
    return [
        f"{sum(line['solved'] for line in lines)} of {len(lines)}",
        "; ".join(sorted(known)),
        "-" if not longer else f"{min(longer):.2%}" if min(longer) < 1 else "100 %",
        *(_span([line.get(name) for line in lines]) for name in ("cost", "steps", "lines")),
        *(_span([line[name] for line in lines]) for name in ("search_seconds", "seconds")),
        _span([line["tried"] for line in lines]),
    ]


def _span(values: Sequence[float | None]) -> str:
    """
    >>> _span([3.2, 4100]), _span([None])
    ('3 to 4,100', '-')
    """
    known = [value for value in values if value is not None]
    if not known:
        return "-"
    low, high = f"{min(known):,.0f}", f"{max(known):,.0f}"
    return low if low == high else f"{low} to {high}"


def _front(experiment: Experiment, lines: Lines) -> str:
    """Of every limit on lines, the program within it that is best on validation."""
    rows = []
    for line in lines:
        if "front" not in line:
            rows.append([name_of(line), "", "", "", "", percent(line["best"]["test"])])
            continue
        for limit in (*line["part"]["settings"]["limits"], None):
            within = [one for one in line["front"] if limit is None or one["lines"] <= limit]
            best = max(within, key=lambda one: one["validation"], default=None)
            row = [name_of(line), "any" if limit is None else str(limit)]
            if best is None:
                rows.append([*row, "none", "", "", ""])
                continue
            offsets = ", ".join(f"{offset:+}" for offset in best["offsets"] if offset)
            what = f"{best['groups']} groups" + (f", also read at {offsets}" if offsets else "")
            pairs = best["pairs"]
            what += f", {pairs} pair{'s' * (pairs > 1)} of words" if pairs else ""
            what += f"; {best['votes']} votes"
            scores = percent(best["validation"]), percent(best["test"])
            rows.append([*row, str(best["lines"]), what, *scores])
    return markdown(["model", "at most", "lines", "program", "validation", "test"], rows)


LAYOUTS: dict[Layout, Callable[[Experiment, Lines], str]] = {
    "accuracy": lambda own, lines: _by_columns(ACCURACY, own, lines) + _by_count(lines),
    "success": partial(_by_columns, SUCCESS),
    "sizes": _sizes,
    "case study": _case_study,
    "lengths": _lengths,
    "reads": _reads,
    "models": partial(_by_columns, MODELS),
    "search": _search,
    "data": partial(_by_columns, DATA),
    "sweep": partial(_by_columns, SWEEP),
    "front": _front,
}
