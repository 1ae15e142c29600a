"""What the documents show is true: programs as they are printed, results as they were measured.

`python tests/test_docs.py` writes the shelf into docs/programs.md, and the table of results into
the README, anew. The code in the documents is run by test_documents.py.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

from transformer_programs.emit import readable, sections
from transformer_programs.experiments import runner
from transformer_programs.experiments.gallery import cheapest
from transformer_programs.experiments.ledger import read_lines
from transformer_programs.experiments.public import reruns
from transformer_programs.experiments.rasp import (
    PAPER_RECIPE_GRID,
    PROGRAM_LENGTH,
    SIZED,
    TABLE_1,
    TABLE_1_GRID,
    TITLES,
)
from transformer_programs.experiments.record import ALONE, RECORDS
from transformer_programs.experiments.report import programs_of
from transformer_programs.experiments.tables import markdown
from transformer_programs.shelf import SHELF, Exhibit

ROOT = Path(__file__).parent.parent
RESULTS = ROOT / "docs" / "results"
README = ROOT / "README.md"
PROGRAMS = ROOT / "docs" / "programs.md"
ANEW = "python tests/test_docs.py writes it anew"
MARKS = ("<!-- shelf -->\n", "<!-- end of shelf -->\n")


def shown(example: Exhibit) -> str:
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
    """The paper's accuracy, ours by gradient, public reruns, what the search found, the lengths."""
    learned = {line["part"]["name"]: line for line in lines_of("table-1-best-shape")}
    lengths = {line["part"]["name"]: line["lengths"] for line in lines_of("program-length")}
    grid = {line["part"]["name"]: line for line in runner.results(TABLE_1_GRID, RESULTS)}
    plain = {line["part"]["name"]: line for line in runner.results(PAPER_RECIPE_GRID, RESULTS)}
    wide = {line["part"]["name"]: line for line in lines_of("larger-scale")}
    found = searched()
    rows = {
        "the paper: best on validation of its grid of 40 networks": paper_numbers(TABLE_1),
        "ours, [the paper's recipe](docs/results/table-1-paper-recipe.md) on the same grid": [
            accuracy(plain.get(task), "best") for task in TITLES
        ],
        "ours, [a changed recipe](docs/results/table-1.md): four Gumbel samples per step for "
        "Most-Freq and Dyck-2, the best of 20 evaluations for Most-Freq and both Dycks": [
            accuracy(grid[task], "alone" if "alone" in grid[task] else "best") for task in TITLES
        ],
        "ours, [64 networks of the paper's best shape](docs/results/table-1-best-shape.md)": [
            accuracy(learned[task], "best") for task in TITLES
        ],
        **{f"public rerun: {one.linked}": paper_numbers(one.scores) for one in reruns("8/8")},
        "ours, up to 16 networks as one: [five tasks](docs/results/larger-scale.md), "
        "[Dycks](docs/results/table-1.md)": [
            accuracy(wide.get(f"{task} 8/8 together", grid[task]), "best") for task in TITLES
        ],
        "ours, [found by search](docs/results/search.md), which checked it on": [
            checked(found.get(task)) for task in TITLES
        ],
        "lines of the paper's program, pruned": [
            f"{PROGRAM_LENGTH.paper[task][1]:g}" for task in TITLES
        ],
        "lines of ours by gradient (64 networks of one shape), simplified with the same answer on "
        "every input": [
            f"[{lengths[task]['exact']['lines']}](docs/results/programs/{task}.py)"
            for task in TITLES
        ],
        "lines of ours by search": [
            f"[{found[task]['lines']}](docs/results/programs/search/{task}-{found[task]['seed']}.py)"
            for task in TITLES
        ],
    }
    return markdown(["", *TITLES.values()], [[name, *cells] for name, cells in rows.items()])


def larger_results() -> str:
    """The table of words and inputs twice as many and as long."""
    wide = {line["part"]["name"]: line for line in lines_of("larger-scale")}
    found = searched()
    rows = {
        **{f"public rerun: {one.linked}": paper_numbers(one.scores) for one in reruns("16/16")},
        "ours, best on validation of the grid of 40 networks, 100 epochs": [
            accuracy(wide[f"{task} 16/16 program"], "best") for task in SIZED
        ],
        "ours, up to 16 networks as one": [
            accuracy(wide[f"{task} 16/16 together"], "best") for task in SIZED
        ],
        "ours, found by search, which checked it on": [
            checked(found.get(f"{task}-16")) for task in SIZED
        ],
    }
    header = ["", *(TITLES[task] for task in SIZED)]
    return markdown(header, [[name, *cells] for name, cells in rows.items()])


def paper_numbers(scores: Mapping) -> list[str]:
    """Numbers of others, as they give them."""
    values = {
        task: value[0] if isinstance(value, tuple) else value for task, value in scores.items()
    }
    return [f"{values[task]:.2f}" for task in TITLES if task in values]


def accuracy(line: dict | None, role: str) -> str:
    """A test accuracy, in parentheses without padding; marked where no program is stored."""
    if line is None:
        return "not run yet"
    best = line[role]
    scores = best.get("scores", {})  # which are not rounded
    bare = scores.get("without_filler")
    stored = stored_program(line, role)
    return (
        f"{100 * scores.get('token', best['test']):.2f}"
        + ("" if bare is None else f" ({100 * bare:.2f})")
        + ("" if stored else " \\*")
    )


def stored_program(line: dict, role: str) -> str:
    """The name of the program with this score; empty if it is not kept."""
    known = {
        one["name"]: one["test"]["token"] for one in lines_of(f"programs/{Path(RECORDS).stem}")
    }
    for name in programs_of([line], RESULTS)[line["part"]["name"]]:
        if name.endswith(ALONE) == (role == "alone"):
            assert abs(known[name] - line[role]["test"]) < 6e-5, name  # both are rounded
            return name
    return ""


def searched() -> dict[str, dict]:
    return {line["label"]: line for line in cheapest(lines_of("search")) if line["solved"]}


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
