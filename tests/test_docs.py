"""What the documents show is true: programs as they are printed, results as they were measured.

`python tests/test_docs.py` writes the shelf into docs/programs.md, and the table of results into
the README, anew. The code in the documents is run by test_documents.py.
"""

from __future__ import annotations

import re
from pathlib import Path

from transformer_programs.emit import readable, sections
from transformer_programs.experiments import runner
from transformer_programs.experiments.gallery import cheapest
from transformer_programs.experiments.ledger import read_lines
from transformer_programs.experiments.rasp import (
    LARGER,
    PROGRAM_LENGTH,
    SIZED,
    TABLE_1,
    TABLE_1_GRID,
    TITLES,
)
from transformer_programs.experiments.tables import markdown
from transformer_programs.shelf import SHELF, Example

ROOT = Path(__file__).parent.parent
RESULTS = ROOT / "docs" / "results"
README = ROOT / "README.md"
PROGRAMS = ROOT / "docs" / "programs.md"
ANEW = "python tests/test_docs.py writes it anew"
MARKS = ("<!-- shelf -->\n", "<!-- end of shelf -->\n")


def shown(example: Example) -> str:
    """An example as the documents show it: what it does, a case, the steps and `run`."""
    parts = sections(readable(example.program), example.name)
    code = "".join(part.text for part in parts if part.kind in ("steps", "run")).strip()
    tokens, answer = example.cases[0]
    return (
        f"### {example.name}\n\n{example.description}\n\n"
        f"`{tokens}` gives `{answer}`.\n\n```py\n{code}\n```\n\n"
    )


def with_shelf(text: str) -> str:
    before, rest = text.split(MARKS[0])
    _, after = rest.split(MARKS[1])
    return before + MARKS[0] + "\n" + "".join(map(shown, SHELF.values())) + MARKS[1] + after


def test_docs_show_the_shelf_as_it_is_printed():
    text = PROGRAMS.read_text(encoding="utf-8")
    assert with_shelf(text) == text


# --- the table of results on the first page -------------------------------------------------------


def results() -> str:
    """The paper's accuracy, ours by gradient, what the search found, and the lengths."""
    learned = {line["part"]["name"]: line for line in lines_of("table-1-best-shape")}
    lengths = {line["part"]["name"]: line["lengths"] for line in lines_of("program-length")}
    found = {line["label"]: line for line in cheapest(lines_of("search")) if line["solved"]}
    grid = {line["part"]["name"]: line for line in runner.results(TABLE_1_GRID, RESULTS)}
    wide = {line["part"]["name"]: line for line in lines_of("larger-scale")}
    together = [
        wide[f"{task} 8/8 together"] if f"{task} 8/8 together" in wide else grid[task]
        for task in TITLES
    ]
    rows = {
        "the paper": [f"{TABLE_1[task][0]:g}" for task in TITLES],
        "learned: the best of the paper's grid of 40 networks": [
            accuracy(grid[task].get("alone", grid[task]["best"])) for task in TITLES
        ],
        "learned: the best of 64 networks of one shape": [
            accuracy(learned[task]["best"]) for task in TITLES
        ],
        "learned: up to 16 networks as one (long programs)": [
            accuracy(line["best"]) for line in together
        ],
        "found by search: right on": [checked(found.get(task)) for task in TITLES],
        "lines of the paper's program, pruned": [
            f"{PROGRAM_LENGTH.paper[task][1]:g}" for task in TITLES
        ],
        "of ours by gradient (64 networks of one shape), exactly the same answers": [
            str(lengths[task]["exact"]["lines"]) for task in TITLES
        ],
        "of ours by search": [
            str(found[task]["lines"]) if task in found else "" for task in TITLES
        ],
    }
    return markdown(["", *TITLES.values()], [[name, *cells] for name, cells in rows.items()])


def larger_results() -> str:
    """The table of words and inputs twice as many and as long."""
    wide = {line["part"]["name"]: line for line in lines_of("larger-scale")}
    found = {line["label"]: line for line in cheapest(lines_of("search")) if line["solved"]}
    rows = {
        "publicly reported for this method": [
            f"{LARGER.paper[f'{task} 16/16 program'][0]:g}" for task in SIZED
        ],
        "learned: the best of the paper's grid of 40 networks, 100 epochs, not 250": [
            accuracy(wide[f"{task} 16/16 program"]["best"]) for task in SIZED
        ],
        "learned: up to 16 networks as one (long programs)": [
            accuracy(wide[f"{task} 16/16 together"]["best"]) for task in SIZED
        ],
        "found by search: right on": [checked(found.get(f"{task}-16")) for task in SIZED],
    }
    header = ["", *(TITLES[task] for task in SIZED)]
    return markdown(header, [[name, *cells] for name, cells in rows.items()])


def accuracy(best: dict) -> str:
    return f"{100 * best['test']:.2f}"


def lines_of(name: str) -> list[dict]:
    return read_lines(RESULTS / f"{name}.jsonl")


def checked(line: dict | None) -> str:
    """On how many inputs a found program was run: "all 19,530"."""
    if line is None:
        return "nothing found"
    count = re.search(r"([\d,]+) inputs", line["checks"][0])
    assert count is not None
    return f"all {count[1]}" if line["exhaustive"] else f"{count[1]} drawn"


def with_results(text: str) -> str:
    before, rest = text.split("<!-- results -->\n")
    _, after = rest.split("<!-- end of results -->\n")
    tables = f"{results()}\nWith vocabulary and length 16 instead of 8:\n\n{larger_results()}"
    return f"{before}<!-- results -->\n\n{tables}\n<!-- end of results -->\n{after}"


def test_the_table_on_the_first_page_is_what_was_measured():
    text = README.read_text(encoding="utf-8")
    assert with_results(text) == text, ANEW


# --- links ----------------------------------------------------------------------------------------


def test_documents_link_to_files_that_exist():
    for page in [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]:
        for target in re.findall(r"\]\(([^)#:]+)\)", page.read_text(encoding="utf-8")):
            assert (page.parent / target).exists(), f"{page.name} links to {target}"


if __name__ == "__main__":
    PROGRAMS.write_text(with_shelf(PROGRAMS.read_text(encoding="utf-8")), encoding="utf-8")
    README.write_text(with_results(README.read_text(encoding="utf-8")), encoding="utf-8")
