"""The programs of public task sets: examples to search from, and inputs held out.

`search_gate.py FOLDER` searches them. FOLDER holds `mips.py` (a table MIPS of name -> alphabet,
length, what comes out, rule; and the functions `alphabet` and `answer`) and `regular_languages.csv`
(name, regex). Inputs are drawn here. The search sees the rows alone: no rule, no name, no oracle.

mips: as many different rows as asked for (four fifths of all inputs, where there are not so many),
1,000 others held out. languages: words of up to 50 symbols, each labelled by the states of the
minimal automaton; held out are 500 words of 451 to 500 symbols (the longest there are, where a
language has none). This prints the table of docs/public_sets.md:

    python benchmarks/public_sets.py docs/public_sets.jsonl
"""

from __future__ import annotations

import csv
import importlib.util
import json
import random
import sys
import time
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from statistics import median
from types import ModuleType
from typing import Any

from transformer_programs.program import Program
from transformer_programs.synthesis import Settings, search
from transformer_programs.tasks import make

HELD_OUT = {"mips": 1000, "languages": 500}
LONG = (451, 500)

Example = tuple[list[str], list[str]]


def spelled(symbol: Any) -> str:
    """A symbol as a word: a pair by its numbers."""
    return ",".join(map(str, symbol)) if isinstance(symbol, tuple) else str(symbol)


def loaded(folder: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location("mips_rules", folder / "mips.py")
    if spec is None or spec.loader is None:
        raise SystemExit(f"{folder / 'mips.py'}: expected a Python file")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def of_mips(folder: Path, name: str, rows: int) -> tuple[list[Example], list[Example]]:
    """Examples and inputs held out of a task of MIPS."""
    rules = loaded(folder)
    symbols, length, _, rule = rules.MIPS[name]
    words, rng, held = rules.alphabet(symbols), random.Random(0), HELD_OUT["mips"]
    if len(words) ** length <= rows + held:
        drawn = list(product(words, repeat=length))
        rng.shuffle(drawn)
        rows = min(rows, len(drawn) * 4 // 5)
    else:
        different: dict[tuple[Any, ...], None] = {}
        while len(different) < rows + held:
            different[tuple(rng.choice(words) for _ in range(length))] = None
        drawn = list(different)
    made = [
        ([spelled(symbol) for symbol in given], [spelled(one) for one in rules.answer(rule, given)])
        for given in drawn[: rows + held]
    ]
    return made[:rows], made[rows:]


def of_language(regex: str, rows: int) -> tuple[list[Example], list[Example]]:
    """Words of a regular language with the states after each symbol, short ones and long ones."""

    def drawn(length: int, samples: int) -> list[Example]:
        task = make("regular", regex=regex, length=length + 1, samples=samples)
        found: dict[tuple[str, ...], list[str]] = {}
        for split in task.splits.values():
            for row in split.words:
                words = task.words_of(row)
                labels = task.oracle(words) if task.oracle else []
                found[tuple(words[1:])] = [str(label) for label in labels[1:]]
        return [(list(words), labels) for words, labels in found.items()]

    long = drawn(LONG[1], 6 * HELD_OUT["languages"])
    far = [one for one in long if len(one[0]) >= LONG[0]]
    longest = sorted(long, key=lambda one: -len(one[0]))
    return drawn(50, rows)[:rows], (far or longest)[: HELD_OUT["languages"]]


def answered(program: Program, words: list[str]) -> list[str]:
    """What a program says of each word, without its marks."""
    vocabulary = program.vocabulary
    begin = [] if vocabulary.begin is None else [vocabulary.begin]
    end = [] if vocabulary.end is None else [vocabulary.end]
    try:
        found = program([*begin, *words, *end])
    except ValueError:  # a word that no example has
        return []
    return [str(one) for one in found[len(begin) : len(found) - len(end)]]


def trial(job: dict[str, Any]) -> dict[str, Any]:
    """Search one task from its rows."""
    folder, rows = Path(job["folder"]), job["rows"]
    mips = job["set"] == "mips"
    train, held = of_mips(folder, job["task"], rows) if mips else of_language(job["regex"], rows)
    began = time.process_time()
    found = search(train, Settings(seconds=job["seconds"], seed=job["seed"], workers=1))
    spent = time.process_time() - began
    program = found.program
    right = 0 if program is None else sum(answered(program, x) == y for x, y in held)
    return {
        **{name: value for name, value in job.items() if name != "folder"},
        "rows": len(train),
        "held": len(held),
        "right": right,
        "exact": found.exact,
        "cost": None if found.solution is None else found.solution.cost,
        "cpu_seconds": round(spent, 1),
        "says": str(found),
    }


def tried(job: dict[str, Any]) -> dict[str, Any]:
    try:
        return trial(job)
    except Exception as error:
        return {**job, "held": 1, "right": 0, "error": f"{type(error).__name__}: {error}"}


def jobs_of(folder: Path, name: str, rows: int) -> Iterator[dict[str, Any]]:
    """Every task of a set, with so many rows to search from."""
    own = {"folder": str(folder), "set": name, "rows": rows, "asked": rows, "seed": 0}
    if name == "mips":
        given = [{"task": name} for name in loaded(folder).MIPS]
    else:
        with (folder / "regular_languages.csv").open(newline="", encoding="utf-8") as lines:
            given = [{"task": row["name"], "regex": row["regex"]} for row in csv.DictReader(lines)]
    yield from ({**own, **one} for one in given)


TITLES = {
    "mips": "the 62 sequence tasks of MIPS",
    "languages": "61 regular languages of a state-tracking suite",
}
HEAD = (
    "| tasks | examples per task | solved | unsolved (held-out inputs correct) "
    "| processor seconds, median |"
)


def report(lines: list[str]) -> str:
    """The table of all lines: a row for each set and number of examples."""
    groups: dict[tuple[str, int], list[dict[str, Any]]] = {}
    for one in map(json.loads, lines):
        groups.setdefault((one["set"].partition("-")[0], one["asked"]), []).append(one)
    rows = (row_of(name, asked, found) for (name, asked), found in groups.items())
    return "\n".join([HEAD, "|---" * HEAD.count(" | ") + "|---|", *rows])


def row_of(name: str, asked: int, found: list[dict[str, Any]]) -> str:
    failed = [one for one in found if one["right"] < one["held"]]
    failed.sort(key=lambda one: (one["right"] / one["held"], one["task"]))
    named = ", ".join(f"{one['task']} ({one['right']:,} of {one['held']:,})" for one in failed)
    seconds = median(one["cpu_seconds"] for one in found if one["right"] == one["held"])
    solved = f"**{len(found) - len(failed)} of {len(found)}**"
    cells = (
        TITLES[name],
        f"up to {asked:,}",
        solved,
        named or "none",
        f"{seconds:g}",
    )
    return f"| {' | '.join(cells)} |"


if __name__ == "__main__":
    print(report(Path(sys.argv[1]).read_text("utf-8").splitlines()))
