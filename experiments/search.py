"""Search for a program for every task, with several sample seeds; resumable.

    python experiments/search.py                       # all tasks; three seeds for the paper's
    python experiments/search.py sort dyck2 --seeds 1  # some of them

Each search adds a line to docs/results/search.jsonl, and its program to the folder programs/search
beside; what is solved, or was given as much time before, is not done again. The table search.md is
made from the lines.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import transformer_programs as tp
from transformer_programs.emit import emit, line_count
from transformer_programs.search import Found, Settings, search
from transformer_programs.search.check import check_every
from transformer_programs.search.found import with_checks
from transformer_programs.store import write_text
from transformer_programs.tasks import MORE, TASKS
from transformer_programs.tasks.fresh import DEVELOPED, HELD_OUT
from transformer_programs.tasks.more import FURTHER

RESULTS = Path("docs/results")
WIDE = {"vocab": 16, "length": 16}


ABOUT = """# What the search finds

`python experiments/search.py`; generated, do not edit. Two processes on a machine that others used
at the same time: *seconds* is processor time of both together (on two idle cores about half of it
passes), *wall* is what passed here. A seed draws both the inputs of the task and the first sample.
*Solved*: right on all inputs of the task and on all longer ones. *Known*: all inputs of the task,
where they can be listed, else those that were drawn. *Longer*: 10,000 inputs each of up to 2, 4 and
8 times the length. *Lines*: of the printed program, counted as README.md says; *not blank*: without
empty lines, with the whole header. Ranges are over seeds. *Allowed*: the seconds per core that a
search had; one that is not solved may be with more."""


@dataclass(frozen=True, slots=True)
class Section:
    """Tasks that belong together in the report."""

    title: str
    about: str
    tasks: frozenset[str]


SECTIONS = (
    Section("The paper's tasks", "Three seeds each.", frozenset(TASKS)),
    Section(
        "Held-out tasks",
        "Written before the last changes of the search, and searched once, after them: nothing was "
        "changed because of what came out here. This is the number that says how general it is.",
        frozenset(HELD_OUT),
    ),
    Section(
        "Tasks it was developed on",
        "Looked at again and again while the search was made.",
        frozenset(DEVELOPED),
    ),
    Section(
        "Further tasks",
        "Written before the search was first run on them; what failed was looked at, too.",
        frozenset(FURTHER),
    ),
)


@dataclass(frozen=True, slots=True)
class Case:
    """A task at one size."""

    label: str
    task: str
    settings: dict[str, int]


def cases() -> Iterator[Case]:
    """The paper's tasks at both sizes, then all others."""
    for name in TASKS:
        yield Case(name, name, {})
    for name in ("reverse", "hist", "double_hist", "sort", "most_freq"):
        yield Case(f"{name}-16", name, WIDE)
    for name, entry in MORE.items():
        brackets = entry.example[1] in ("(", ")")  # two symbols: longer inputs can all be run
        yield Case(name, name, {"length": 12} if brackets else {})


def searched(case: Case, seed: int, seconds: float) -> tuple[Found, dict[str, Any]]:
    task = tp.tasks.make(case.task, **case.settings, seed=seed)
    found = search(task, Settings(seconds=seconds, seed=seed))
    if seed == 0:
        found = checked_on_every_input(found)
    program, solution = found.program, found.solution
    code = "" if program is None else emit(program, name=case.task)
    return found, {
        "label": case.label,
        "task": case.task,
        "settings": case.settings,
        "seed": seed,
        "seconds_allowed": seconds,
        "solved": solved(found),
        "exact": found.exact,
        "checks": [str(check) for check in found.checks],
        "exhaustive": bool(found.checks) and found.checks[0].kind == "exhaustive",
        "longer": [check.right / check.inputs for check in found.checks[1:]],
        "right": None if solution is None else solution.right,
        "voting": None if found.voting is None else [found.voting.right, found.voting.plain],
        "cost": None if solution is None else solution.cost,
        "lines": 0 if program is None else line_count(program),
        "printed": sum(1 for line in code.splitlines() if line.strip()),
        "steps": 0 if program is None else len(program.steps),
        "wall": round(found.seconds, 1),
        "cpu": round(found.cpu_seconds, 1),
        "tried": found.tried,
        "restarts": found.restarts,
        "steps_found": [] if solution is None else str(solution.piece).splitlines(),
    }


def solved(found: Found) -> bool:
    """Right on all inputs of the task, and on all longer ones that were drawn."""
    return found.exact and all(check.passed for check in found.checks)


def checked_on_every_input(found: Found) -> Found:
    """The same, checked on all inputs where they are too many to list and can be run even so."""
    if found.program is None or not found.exact or found.checks[0].kind == "exhaustive":
        return found
    every = check_every(found.program, found.task)
    if every is None:
        return found
    checks = (every, *found.checks[1:])
    program = with_checks(found.program, checks)
    return replace(found, program=program, checks=checks, exact=every.passed)


def keep(case: Case, seed: int, found: Found) -> None:
    """The program of the first seed and its code, if it is right on longer inputs too."""
    if found.program is None or not solved(found) or seed > 0:
        return
    folder = RESULTS / "programs" / "search"
    folder.mkdir(parents=True, exist_ok=True)
    stem = f"{case.label}-{seed}"
    tp.save(found.program, folder / f"{stem}.json")
    text = emit(found.program, name=case.task)
    write_text(folder / f"{stem}.py", text)


def lines_of(file: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in file.read_text().splitlines()] if file.exists() else []


def page(lines: list[dict[str, Any]]) -> str:
    order = {case.label: number for number, case in enumerate(cases())}
    by_label: dict[str, list[dict[str, Any]]] = {}
    for line in sorted(lines, key=lambda line: (order.get(line["label"], 999), line["seed"])):
        by_label.setdefault(line["label"], []).append(line)
    return "\n\n".join([ABOUT, *(section(one, by_label) for one in SECTIONS)]) + "\n"


def section(one: Section, by_label: dict[str, list[dict[str, Any]]]) -> str:
    labels = [label for label in by_label if by_label[label][0]["task"] in one.tasks]
    right = sum(all(line["solved"] for line in by_label[label]) for label in labels)
    count = f"**{right} of {len(labels)}** are solved."
    return f"## {one.title}\n\n{one.about} {count}\n\n{table(by_label, labels)}"


def table(by_label: dict[str, list[dict[str, Any]]], labels: list[str]) -> str:
    head = (
        "| task | solved | known | longer | cost | steps | lines | not blank | seconds | wall "
        "| allowed | candidates |\n" + "|---" * 12 + "|"
    )
    return "\n".join([head, *(row(label, by_label[label]) for label in labels)])


def row(label: str, lines: list[dict[str, Any]]) -> str:
    def span(field: str, form: str = "{:.0f}") -> str:
        values = [line[field] for line in lines if line[field] is not None]
        if not values:
            return "-"
        low, high = form.format(min(values)), form.format(max(values))
        return low if low == high else f"{low} to {high}"

    right = f"{sum(line['solved'] for line in lines)} of {len(lines)}"
    known = {(line["checks"] or ["-"])[0].split(" inputs")[0] for line in lines}
    longer = [part for line in lines for part in line["longer"]]
    shown = "-" if not longer else f"{min(longer):.2%}" if min(longer) < 1 else "100 %"
    fields = [
        span(field)
        for field in ("cost", "steps", "lines", "printed", "cpu", "wall", "seconds_allowed")
    ]
    return (
        f"| {label} | {right} | {'; '.join(sorted(known))} | {shown} | {' | '.join(fields)} "
        f"| {span('tried', '{:,.0f}')} |"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("labels", nargs="*", help="all of them unless named")
    parser.add_argument("--seeds", type=int, default=3, help="of the paper's tasks, or those named")
    parser.add_argument("--seconds", type=float, default=100.0)
    options = parser.parse_args()
    file = RESULTS / "search.jsonl"
    chosen = [case for case in cases() if not options.labels or case.label in options.labels]
    for seed in range(options.seeds):
        for case in chosen:
            if seed and case.task not in TASKS and not options.labels:
                continue
            lines = lines_of(file)
            mine = [line for line in lines if (line["label"], line["seed"]) == (case.label, seed)]
            if any(one["solved"] or one["seconds_allowed"] >= options.seconds for one in mine):
                continue
            found, line = searched(case, seed, options.seconds)
            keep(case, seed, found)
            others = [one for one in lines_of(file) if one not in mine]
            write_text(file, "".join(json.dumps(one) + "\n" for one in [*others, line]))
            print(case.label, seed, found, f"{found.cpu_seconds:.0f} s", flush=True)
    write_text(RESULTS / "search.md", page(lines_of(file)))


if __name__ == "__main__":
    main()
