"""Evaluations of networks while they train: answers, reports, and selection.

With selection, while networks train, copies of the best replace the worst, by training loss alone.
Networks are selected within islands of consecutive members. The size of an island depends on the
number of seeds, not on the machine. Within an island, networks of the same shape are compared, if
there are four or more.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from typing import Any

import numpy as np
import numpy.typing as npt

from ..dataset import Split, Task

Ints = npt.NDArray[np.int32]

MAX_ISLAND = 16  # members that must fit in memory together
QUARTER = 4  # one member of so many is replaced
AT_ONCE = 256  # inputs that are evaluated at a time; more where batches are larger
NOT_STORED = ("groups", "seconds_left")
COOLEST, HOTTEST = 0.02, 1.5  # temperatures between which members are selected


@dataclass(frozen=True)
class Metrics:
    """Members that train together after `step` steps; one entry per member.

    `loss` is the mean since the last evaluation (None: not a finite number), `accuracy` the score
    of the discretised network on validation. `parents` are the members that each continues from,
    where members were selected.
    """

    step: int
    seconds: float
    temperature: float
    loss: tuple[float | None, ...]
    accuracy: tuple[float, ...]
    diverged: tuple[bool, ...]
    parents: tuple[int, ...] | None = None

    @property
    def scores(self) -> npt.NDArray[np.float32]:
        """The accuracies, as they are compared; -1 for members that diverged."""
        return np.where(self.diverged, -1.0, self.accuracy).astype(np.float32)


@dataclass(frozen=True)
class Progress(Metrics):
    """An evaluation of one of several groups; `seconds_left` may be not known (nan)."""

    group: int = 0
    groups: int = 1
    steps: int = 1
    seeds: tuple[int, ...] = ()
    seconds_left: float = float("nan")

    def line(self) -> dict[str, Any]:
        """The evaluation in plain values, for metrics.jsonl."""
        known = {name: value for name, value in asdict(self).items() if value is not None}
        return {name: value for name, value in known.items() if name not in NOT_STORED}

    @property
    def best_accuracy(self) -> float:
        """The highest accuracy of a member that has not diverged."""
        return float(np.where(self.diverged, 0.0, self.accuracy).max(initial=0.0))

    @property
    def median_loss(self) -> float:
        kept = [loss for loss, lost in zip(self.loss, self.diverged, strict=True) if not lost]
        return float(np.median(np.array(kept, float))) if kept else float("nan")

    @property
    def share(self) -> float:
        """The part of all steps that is done."""
        return (self.group + self.step / self.steps) / self.groups

    def __str__(self) -> str:
        parts = [
            f"step {self.step:,}/{self.steps:,}",
            f"loss {self.median_loss:.3f}",
            f"best validation {self.best_accuracy:.2%}",
        ]
        if self.temperature:
            parts.append(f"temperature {self.temperature:.2f}")
        if not np.isnan(self.seconds_left):
            parts.append(f"{self.seconds_left:.0f} s left")
        if lost := sum(self.diverged):
            parts.append(f"{lost} diverged")
        return "  ".join(parts)


def in_blocks(predict: Callable[[Ints], Any], words: Ints, size: int) -> Ints:
    """The answers (P, inputs, ...) to all inputs, `size` at a time, -1 for padding.

    Every block has the same size, so that one compiled function serves all.
    """
    blocks = max(1, -(-len(words) // size))
    padded = np.pad(words, [(0, blocks * size - len(words)), (0, 0)], constant_values=-1)
    found = [predict(padded[i * size : (i + 1) * size]) for i in range(blocks)]
    return np.concatenate([np.asarray(one) for one in found], axis=1)[:, : len(words)]


def answers_of(
    model: Any, task: Task, params: Mapping[str, Any], split: Split
) -> tuple[Ints, npt.NDArray[np.float64]]:
    """The answers of each member (P, inputs, N) or (P, inputs), and their scores (P,)."""
    if next(iter(params.values())).is_fully_replicated:
        # One device answers for all that have the same members.
        params = {name: array.addressable_data(0) for name, array in params.items()}
    size = max(AT_ONCE, model.architecture.config.batch)
    given = in_blocks(partial(model.predict, params), split.words, size)
    if task.metric != "token":
        return given, np.array([task.accuracy(one, split).main for one in given])
    scored = split.labels >= 0
    right = (given == split.labels) & scored
    return given, np.asarray(right.sum(tuple(range(1, right.ndim))) / max(1, scored.sum()))


def best_evaluation(history: Sequence[Metrics], member: int) -> int:
    """The number of a member's best evaluation, the first of equals; 0: it diverged at once."""
    scores = [one.scores[member] for one in history]
    return 1 + int(np.argmax(scores)) if max(scores) >= 0 else 0


# --- selection -----------------------------------------------------------------------------------


def island_size(seeds: int) -> int:
    """The number of members of an island; the last one may have fewer.

    >>> island_size(8), island_size(17), island_size(40)
    (8, 9, 14)
    """
    return -(-seeds // -(-seeds // MAX_ISLAND))


def parents(
    loss: npt.NDArray[np.float64], diverged: Sequence[bool], shapes: Sequence[object], island: int
) -> list[int]:
    """The member that each one continues from: itself, or a better one of its island and shape.

    >>> parents(np.array([3.0, 1.0, 2.0, 4.0]), [False] * 4, "aaaa", island=4)
    [0, 1, 2, 1]
    """
    found = list(range(len(loss)))
    cost = np.where(diverged, np.inf, loss)
    groups: dict[tuple[int, object], list[int]] = {}
    for i, shape in enumerate(shapes):
        groups.setdefault((i // island, shape), []).append(i)
    for group in groups.values():
        ranked = sorted(group, key=lambda i: cost[i])
        count = len(ranked) // QUARTER
        for good, bad in zip(ranked[:count], ranked[len(ranked) - count :], strict=True):
            found[bad] = bad if diverged[good] else good
    return found


def ancestor(history: Sequence[Metrics], member: int, keep: str) -> int:
    """The member from whose start the final parameters of a member descend."""
    end = len(history) - 1
    if keep == "best":  # those of the latest of the best evaluations
        scores = np.array([one.scores[member] for one in history])
        end = int(np.flatnonzero(scores == scores.max())[-1])
    for one in reversed(history[:end]):
        member = member if one.parents is None else one.parents[member]
    return member
