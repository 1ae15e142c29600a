"""How long the programs of the paper's Table 1 shapes are: printed in full, simplified, pruned.

    python experiments/program_length.py                # all seven, into docs/results
    python experiments/program_length.py hist sort      # some of them, printed only

Lines are counted as the paper does: the library included, the votes excluded, black at 88 columns.
"""

from __future__ import annotations

import argparse
import os
import time
from dataclasses import dataclass
from datetime import date
from pathlib import Path

import transformer_programs as tp
from transformer_programs.emit import line_count
from transformer_programs.program import Program
from transformer_programs.simplify import simplify
from transformer_programs.tasks import Task, evaluate_program

PAPER = {  # lines of the paper's programs: in full, pruned
    "reverse": (1893, 713),
    "hist": (324, 160),
    "double_hist": (1309, 423),
    "sort": (1503, 635),
    "most_freq": (1880, 666),
    "dyck1": (9975, 892),
    "dyck2": (5406, 733),
}
BUDGET = 0.001
HEADER = (
    "| task | paper, full | paper, pruned | full | exact | budget 0 | budget 0.1 % "
    "| exact / paper | 0.1 % / paper |\n" + "|---" * 9 + "|"
)


@dataclass(frozen=True, slots=True)
class Length:
    """One form of a program: its lines, how much it gets right, how long it took to make."""

    lines: int
    test: float
    every: float | None  # of all inputs of the task, where they can be listed
    seconds: float


def forms(name: str, programs: Path) -> dict[str, Length]:
    """The program of a task in full, simplified exactly, and pruned with and without a budget."""
    program, task = tp.load(programs / f"{name}.json"), tp.tasks.make(name)
    found = {"full": measured(program, task, 0.0, raw=True)}
    for form, known, budget in (("exact", None, None), ("0", task, 0.0), ("0.1 %", task, BUDGET)):
        start = time.perf_counter()
        done = simplify(program, task=known, budget=budget).program
        found[form] = measured(done, task, time.perf_counter() - start)
    return found


def measured(program: Program, task: Task, seconds: float, raw: bool = False) -> Length:
    every = task.all_inputs()
    return Length(
        line_count(program, raw=raw),
        evaluate_program(program, task).token,
        None if every is None else evaluate_program(program, task, every).token,
        seconds,
    )


def row(name: str, found: dict[str, Length]) -> str:
    full, pruned = PAPER[name]
    shares = [f"{found[form].lines / pruned:.0%}" for form in ("exact", "0.1 %")]
    lines = [str(length.lines) for length in found.values()]
    return f"| {name} | {full} | {pruned} | {' | '.join(lines)} | {' | '.join(shares)} |"


def accuracy_row(name: str, found: dict[str, Length]) -> str:
    cells = []
    for length in found.values():
        every = "" if length.every is None else f" ({length.every:.2%})"
        cells.append(f"{length.test:.2%}{every}")
    seconds = [f"{length.seconds:.1f}" for form, length in found.items() if form != "full"]
    return f"| {name} | {' | '.join(cells)} | {' | '.join(seconds)} |"


def page(found: dict[str, dict[str, Length]], command: str, day: str) -> str:
    return f"""# How long the programs are

`{command}`, {day}, on {os.cpu_count()} CPU cores. Generated, do not edit.

Lines as the paper counts them: the library included, the votes excluded, black at 88 columns.
*Exact*: the same answers on every input, proved. *Budget 0*: no right answer on the training and
validation inputs is lost. *Budget 0.1 %*: at most one of their labels in a thousand is lost.
The shares are of the paper's pruned programs.

{HEADER}
{chr(10).join(row(name, lengths) for name, lengths in found.items())}

Accuracy on the test labels, in parentheses on all inputs of the task where they can be listed; and
the seconds each form took.

| task | full | exact | budget 0 | budget 0.1 % | s, exact | s, budget 0 | s, 0.1 % |
|---|---|---|---|---|---|---|---|
{chr(10).join(accuracy_row(name, lengths) for name, lengths in found.items())}
"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("tasks", nargs="*", choices=[*PAPER, []], help="all of them unless named")
    parser.add_argument("--programs", type=Path, default=Path("docs/results/programs"))
    parser.add_argument("--out", type=Path, default=Path("docs/results/program-length.md"))
    parser.add_argument("--date", default=date.today().isoformat())
    options = parser.parse_args()
    found = {}
    for name in options.tasks or PAPER:
        found[name] = forms(name, options.programs)
        print(row(name, found[name]), accuracy_row(name, found[name]), sep="\n", flush=True)
    text = page(found, "python experiments/program_length.py", options.date)
    if options.tasks:
        print(text)
        return
    beside = options.out.with_suffix(".tmp")
    beside.write_text(text)
    beside.rename(options.out)


if __name__ == "__main__":
    main()
