"""What a simplification keeps, in the words of a chain of claims: never more than was checked."""

from __future__ import annotations

from collections.abc import Sequence

from ..dataset import Split, Task, predictions
from ..program import Program
from .edits import Change
from .observe import judged_inputs


def by_rules(changes: Sequence[Change]) -> str:
    """What exact rules keep, by what they are.

    >>> by_rules([Change("dead_steps", "x", "nothing reads it")])
    'same answer on every input, by rules (1 change)'
    """
    return f"same answer on every input, by rules ({_count(len(changes), 'change')})"


def measured(
    before: Program, after: Program, task: Task, every: Split | None, budget: float | None
) -> str:
    """How two programs compare at a task: both are run on all its inputs, or on those it was given.

    `every`: all inputs of the task; None where they cannot be listed. The budget is told where
    answers differ.
    """
    split = judged_inputs(task) if every is None else every
    others: dict[str, int] = {}  # so that two wrong answers are not taken for one
    then, now = (predictions(program, task, split, others) for program in (before, after))
    number = int((then != now).reshape(len(split), -1).any(axis=1).sum())
    which = f"the {len(split):,} training and validation inputs given"
    if every is not None:
        which = f"all {len(split):,} inputs of {task.name}"
    how = "" if every is None else " (exhaustive)"
    if not number:
        where = "on" if task.pooled else "at every scored position of"
        return f"same answers {where} {which}{how}"
    right, still = (given == split.labels for given in (then, now))
    lost, gained = int((right & ~still).sum()), int((still & ~right).sum())
    return (
        f"different answers on {number:,} of {which}{how}, with {_count(lost, 'right label')} lost "
        f"and {gained:,} gained" + ("" if budget is None else f" (budget {100 * budget:.6g}%)")
    )


def _count(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'s' * (number != 1)}"
