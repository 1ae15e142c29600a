"""Search tasks some of whose training labels were changed, and count what is found.

    python benchmarks/search_noise.py 0.01 hist reverse sort

Of 4,000 inputs per task the training labels are changed with this probability, each to another
class. The search is told to expect twice as many wrong labels, at most 6 %. A row of a table for
each task: labels changed, labels that the program gets wrong, whether it is right on all test
inputs and on 1,000 inputs each of up to 2, 4 and 8 times the length.
"""

from __future__ import annotations

import sys
import time
from dataclasses import replace

import numpy as np

from transformer_programs.dataset import Split, evaluate_program
from transformer_programs.synthesis import Settings, search
from transformer_programs.tasks import make


def row(name: str, rate: float) -> str:
    task, rng = make(name, samples=4000), np.random.default_rng(1)
    labels, classes = task.train.labels.copy(), len(task.classes)
    changed = (labels >= 0) & (rng.random(labels.shape) < rate)
    other = labels + rng.integers(1, classes, size=labels.shape)
    labels[changed] = other[changed] % classes
    noisy = replace(task, train=Split(task.train.words, labels))
    began = time.process_time()
    settings = Settings(seconds=60, workers=1, noise=min(0.06, 2 * rate), longer=1000)
    found = search(noisy, settings)
    spent = time.process_time() - began
    if found.program is None or found.solution is None:
        return f"| {name} | {rate:.0%} | {changed.sum():,} | - | - | - | {spent:.0f} |"
    right = evaluate_program(found.program, task).exact
    longer = all(check.right == check.inputs for check in found.checks[1:])
    return (
        f"| {name} | {rate:.0%} | {changed.sum():,} of {(labels >= 0).sum():,} | "
        f"{found.solution.wrong:,} | {right:.1%} | {'yes' if longer else 'no'} | {spent:.0f} |"
    )


if __name__ == "__main__":
    for task_name in sys.argv[2:]:
        print(row(task_name, float(sys.argv[1])), flush=True)
