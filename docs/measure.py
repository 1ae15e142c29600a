"""Fill the tables that no training makes: `python docs/measure.py`, some minutes of pruning.

docs/results/data.md            how much of each test set the training set covers
docs/results/program-length.md  how long the stored programs are, simplified and pruned
"""

from __future__ import annotations

from typing import Any

import numpy as np
from pages import RESULTS, fill

import transformer_programs as tp
from transformer_programs.dataset import Ints, Task, evaluate_program
from transformer_programs.experiments.algorithmic import LARGE, SIZED, TABLE_1, TITLES
from transformer_programs.experiments.table import markdown, percent
from transformer_programs.printer import lines_without_votes
from transformer_programs.tasks import make

PAPER_LINES = dict(  # full and pruned, of the paper's appendix C
    zip(
        TITLES,
        (
            *((1893, 713), (324, 160), (1309, 423), (1503, 635), (1880, 666)),
            *((9975, 892), (5406, 733)),
        ),
        strict=True,
    )
)
BUDGETS = (0.0, 0.001, 0.002, 0.004)  # of pruning
HUGE = 10**12  # numbers above are rounded


# --- the data -------------------------------------------------------------------------------------


def overlap(task: Task) -> dict[str, Any]:
    """Compare the test set of a task with its training set.

    No test input is a training input. But parts of it may be, and where a label depends on these
    alone, the label has been seen. `repeated`: the test inputs that are training inputs.
    `reordered`: those whose words stand in a training input in some order. `prefixes`: for a causal
    task, the scored test labels whose input so far is how a training input begins.
    """
    train, test = task.train.words, task.test.words
    scored, prefixes = task.test.labels >= 0, None
    if task.causal:
        ends = range(1, test.shape[1] + 1)
        prefixes = sum(_count(test[scored[:, end - 1], :end], train[:, :end]) for end in ends)
    return {
        "inputs": task.input_count,
        "drawn": sum(len(split) for split in task.splits.values()),
        "train": len(task.train),
        "test": len(task.test),
        "labels": int(scored.sum()),
        "repeated": _count(test, train),
        "reordered": _count(np.sort(test, axis=1), np.sort(train, axis=1)),
        "prefixes": prefixes,
    }


def _count(rows: Ints, among: Ints) -> int:
    """The number of rows that stand among others."""
    there = set(map(bytes, np.ascontiguousarray(among)))
    return sum(row in there for row in map(bytes, np.ascontiguousarray(rows)))


def data_row(task: Task) -> list[str]:
    """A row of the table of data."""
    found = overlap(task)
    inputs, test, prefixes = found["inputs"], found["test"], found["prefixes"]
    share = found["train"] / inputs
    return [
        f"{inputs:,}" if inputs < HUGE else f"{inputs:.2g}",
        f"{found['drawn']:,}",
        f"{found['train']:,}",
        percent(share, 1) if share >= 0.001 else "under 0.1 %",
        f"{found['repeated']} of {test:,}",
        percent(found["reordered"] / test, 1),
        "" if prefixes is None else percent(prefixes / found["labels"], 1),
    ]


def data_table() -> str:
    """How much of each test set the training set covers."""
    tasks = {"induction": make("induction")}
    tasks |= {f"{name} 8/8": make(name) for name in SIZED}
    tasks |= {name: make(name) for name in ("dyck1", "dyck2")}
    tasks |= {f"{name} 16/16": make(name, **LARGE) for name in SIZED}
    head = ["part", "possible inputs", "drawn", "training inputs", "share of all"]
    head += ["test inputs in training", "same words, any order", "labels with a known prefix"]
    return markdown(head, [[name, *data_row(task)] for name, task in tasks.items()])


# --- the length of programs -----------------------------------------------------------------------


def length_table() -> str:
    """Lines without votes of the stored programs: as learned, simplified exactly, and pruned.

    Pruning sees the training inputs. The last column has the shortest of all forms that has at
    least the paper's accuracy on the validation inputs.
    """
    rows = []
    for name, paper in PAPER_LINES.items():
        program, task = tp.load(RESULTS / "programs" / f"{name}.json"), make(name)
        forms = [tp.simplify(program).program]
        forms += [tp.simplify(program, task=task, budget=share).program for share in BUDGETS]
        short = [_measured(one, task) for one in forms]
        held = [100 * evaluate_program(one, task, task.validation).token for one in forms]
        enough = [one for one, score in zip(short, held, strict=True) if score >= TABLE_1[name]]
        shortest = min(enough) if enough else ("none", "")
        lines, scores = zip(_measured(program, task, raw=True), *short, shortest, strict=True)
        rows.append([name, *map(str, (*paper, *lines))])
        rows.append([f"{name}, test accuracy", "", "", *scores])
    head = ["part", "paper, full", "paper, pruned", "full", "exact"]
    head += [f"budget {100 * share:g} %" for share in BUDGETS]
    return markdown([*head, "shortest at the paper's accuracy"], rows)


def _measured(program: tp.Program, task: Task, raw: bool = False) -> tuple[int, str]:
    """The lines of a program whose header says how accurate it is, and its test accuracy."""
    test, every = evaluate_program(program, task).token, task.all_inputs()
    right = None if every is None else evaluate_program(program, task, every).token
    fact = how_right(test, right, len(every or ()))
    return lines_without_votes(program, raw=raw, facts=[fact]), percent(test)


def how_right(test: float, on_all: float | None, inputs: int) -> str:
    """The sentence about accuracy in the header of a printed file."""
    right = f"{100 * test:.2f} % of the test labels are right"
    if on_all is not None:
        right += f", {100 * on_all:.2f} % on all {inputs:,} inputs of the task"
    return f"Learned by gradient: {right}."


if __name__ == "__main__":
    fill(RESULTS / "data.md", table=data_table())
    fill(RESULTS / "program-length.md", table=length_table())
