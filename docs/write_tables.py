"""Write the tables of README.md and docs/results: `make tables`."""

from __future__ import annotations

import json
import re
import textwrap
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import gallery
import pages as result_pages
from measure import PAPER_LINES
from pages import between
from reruns import reruns

from transformer_programs.experiments import experiment, results
from transformer_programs.experiments.algorithmic import SIZED, TABLE_1, TITLES
from transformer_programs.experiments.table import main_score, markdown

ROOT = Path(__file__).parent.parent
RESULTS = ROOT / "docs" / "results"
Line = dict[str, Any]
PUBLISHED = {  # of the public task sets: their names, and how many tasks others solve
    "mips": ("the 62 sequence tasks of MIPS", "MIPS solves 32, GPT-4 30, both together 43"),
    "languages": (
        "61 of the 125 regular languages of a state-tracking suite",
        "GPT-2 solves 61 of all 125 (99 % of inputs; the equal numbers are a coincidence)",
    ),
}


def lines_of(name: str) -> dict[str, Line]:
    """The lines of an experiment, by the names of its parts."""
    return {line["part"]["name"]: line for line in results(experiment(name), RESULTS)}


def result_table() -> str:
    """The table of the first page: one network, merged networks, the search, lengths."""
    table_1 = lines_of("table-1")
    grid, plain, four = (
        {task: table_1[f"{task}, {kind}"] for task in TITLES if f"{task}, {kind}" in table_1}
        for kind in ("grid", "paper's recipe", "four samples")
    )
    alone, page = grid | four, "docs/results/table-1.md"
    wide, found = lines_of("larger-scale"), lines_of("search")
    rows = {
        "the paper: best of 40 networks on validation": paper_numbers(TABLE_1),
        f"ours, [the paper's recipe]({page}), 40 networks": [
            accuracy(plain[task]["best"]) for task in TITLES
        ],
        f"ours, [recipe changed for four tasks]({page}), 40 networks": [
            accuracy(alone[task].get("alone") or alone[task]["best"]) for task in TITLES
        ],
        "ours, one wide network [with selection](docs/results/selection.md), of 12": [
            selected(f"{task} 8/8, wide") for task in TITLES
        ],
        **{name: paper_numbers(scores) for name, scores in reruns("8/8")},
        "ours, up to 16 [merged networks](docs/results/larger-scale.md)": [
            accuracy(wide.get(f"{task} 8/8 together", grid[task])["best"]) for task in TITLES
        ],
        "ours, [searched](docs/results/search.md): inputs checked, all correct": [
            checked(found[f"{task}, seed 0"]["search"]) for task in TITLES
        ],
        "lines without votes, the paper's program, pruned": [
            str(PAPER_LINES[task][1]) for task in TITLES
        ],
        "lines without votes, ours, trained (64 networks of one shape), simplified exactly": [
            code(lines_without_votes(printed(task)), task) for task in TITLES
        ],
        "lines without votes, ours, searched": [
            code(lines_without_votes(printed(f"{task}_searched")), f"{task}_searched")
            for task in TITLES
        ],
    }
    return markdown(["", *TITLES.values()], [[name, *cells] for name, cells in rows.items()])


def more_tables() -> str:
    """Vocabulary and length 16, and public task sets."""
    wide, found = lines_of("larger-scale"), lines_of("search")
    rows = {
        **{name: paper_numbers(scores) for name, scores in reruns("16/16")},
        "ours, best of 40 networks on validation, 100 epochs": [
            accuracy(wide[f"{task} 16/16 program"]["best"]) for task in SIZED
        ],
        "ours, one wide network [with selection](selection.md), of 12 (Double-Hist: of 36)": [
            selected(f"{task} 16/16, wide") for task in SIZED
        ],
        "ours, up to 16 merged networks": [
            accuracy(wide[f"{task} 16/16 together"]["best"]) for task in SIZED
        ],
        "ours, searched: inputs checked, all correct": [
            checked(found[f"{task}-16, seed 0"]["search"]) for task in SIZED
        ],
    }
    names = ["vocabulary and length 16", *(TITLES[task] for task in SIZED)]
    table = markdown(names, [[name, *cells] for name, cells in rows.items()])
    return f"{table}\n{public_tasks()}"


def public_tasks() -> str:
    """How many tasks of public sets the search solves from examples, beside published numbers."""
    text = (ROOT / "docs" / "public_sets.jsonl").read_text(encoding="utf-8")
    found = [json.loads(line) for line in text.splitlines()]
    rows = []
    for name, asked in sorted({(one["set"], one["asked"]) for one in found}):
        held = [one for one in found if (one["set"], one["asked"]) == (name, asked)]
        solved = sum(one["right"] == one["held"] for one in held)
        title, others = PUBLISHED[name]
        many = f"up to {held[0]['asked']:,} examples each"
        rows.append([f"[{title}](../public_sets.md), {many}", f"{solved} of {len(held)}", others])
    heads = [
        "search of public task sets",
        "solved (all held-out inputs correct)",
        "published results",
    ]
    return markdown(heads, rows)


def found_program() -> str:
    """The steps of the program that the search found for Most-Freq, as they are printed."""
    text = printed("most_freq_searched")
    steps = text[text.index("    positions = ") : text.index("\n\nif __name__")]
    return f"```py\n{textwrap.dedent(steps).strip()}\n```\n\n"


def printed(stem: str) -> str:
    """The code of a stored program."""
    return (RESULTS / "programs" / f"{stem}.py").read_text(encoding="utf-8")


def lines_without_votes(text: str) -> int:
    """All lines of a printed file but its vote tables, from the mark above CLASSES on."""
    tables = re.findall(r"^# fmt: off\nCLASSES = .*?^# fmt: on$", text, re.DOTALL | re.MULTILINE)
    return len(text.splitlines()) - sum(len(table.splitlines()) for table in tables)


def paper_numbers(scores: Mapping[str, Any]) -> list[str]:
    """Numbers of others, as they give them."""
    return [f"{scores[task]:.2f}" for task in TITLES if task in scores]


def accuracy(best: Line) -> str:
    """A test accuracy, in parentheses without padding."""
    bare = best.get("scores", {}).get("without_filler")
    return f"{100 * main_score(best):.2f}" + ("" if bare is None else f" ({100 * bare:.2f})")


def selected(part: str) -> str:
    """The accuracy of a part that was trained with selection, if it is done."""
    line = lines_of("selection").get(part)
    return "" if line is None else accuracy(line["best"])


def checked(line: Line) -> str:
    """On how many inputs a found program was run: "all 19,530"."""
    count = re.search(r"([\d,]+) inputs", line["checks"][0])
    complete = re.search(r"including all of up to \d+ words", line["checks"][0])
    assert count is not None
    if complete is not None:
        return f"{count[1]}, {complete[0]}"
    return f"all {count[1]}" if line["exhaustive"] else f"a sample of {count[1]}"


def code(lines: int, stem: str) -> str:
    return f"[{lines}](docs/results/programs/{stem}.py)"


def pages() -> dict[Path, str]:
    """Both pages, as they should be."""
    readme, more = ROOT / "README.md", RESULTS / "README.md"
    first = between(readme.read_text(encoding="utf-8"), "results", f"{result_table()}\n")
    return {
        readme: between(first, "found", found_program()),
        more: between(more.read_text(encoding="utf-8"), "more", more_tables()),
    }


if __name__ == "__main__":
    gallery.write()
    result_pages.write()
    for page, text in pages().items():
        page.write_text(text, encoding="utf-8")
