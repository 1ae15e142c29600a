"""A population of networks: reports while they train, selection, and the result.

With selection, while networks train, copies of the best replace the worst, by training loss alone.
Networks are selected within islands of consecutive members. Within an island, networks of the same
shape are compared, if there are four or more.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from itertools import zip_longest
from typing import Any, Generic, TypeVar

import numpy as np
import numpy.typing as npt

from ..dataset import Ints, Split, Task
from ..program.program import ProofError
from .architecture import Params
from .config import ConfigError
from .machine import Packed

Floats = npt.NDArray[np.float64]

ENOUGH_TO_SELECT = 12  # networks: of fewer, selection made the best one worse (docs/learning.md)
MAX_ISLAND = 16  # members
QUARTER = 4  # one member of so many is replaced
COOLEST, HOTTEST = 0.02, 1.5  # temperatures between which members are selected
AT_ONCE = 256  # inputs that are evaluated at a time; more where batches are larger


@dataclass(frozen=True)
class Progress:
    """An evaluation of the networks with these seeds after `step` of `steps` steps.

    `loss`, per network, is the mean since the last evaluation (None: not a finite number),
    `accuracy` the score of the discretised network on validation. `parents` are the networks that
    each continues from, where networks were selected.
    """

    step: int
    steps: int
    seeds: tuple[int, ...]
    seconds: float
    temperature: float
    loss: tuple[float | None, ...]
    accuracy: tuple[float, ...]
    diverged: tuple[bool, ...]
    parents: tuple[int, ...] | None = None

    @property
    def scores(self) -> npt.NDArray[np.float32]:
        """The accuracies, as they are compared; -1 for networks that diverged."""
        return np.where(self.diverged, -1.0, self.accuracy).astype(np.float32)

    def line(self) -> dict[str, Any]:
        """The evaluation in plain values, for metrics.jsonl."""
        return {name: value for name, value in asdict(self).items() if value is not None}

    @property
    def share(self) -> float:
        """The part of all steps that is done."""
        return self.step / self.steps

    def __str__(self) -> str:
        sound = ~np.array(self.diverged)
        loss = np.median(np.array(self.loss, float)[sound]) if sound.any() else np.nan
        best = np.where(sound, self.accuracy, 0.0).max()
        parts = [
            f"step {self.step:,}/{self.steps:,}",
            f"loss {loss:.3f}",
            f"best validation {best:.2%}",
        ]
        if self.temperature:
            parts.append(f"temperature {self.temperature:.2f}")
        if lost := sum(self.diverged):
            parts.append(f"{lost} diverged")
        return "  ".join(parts)


def answers(model: Any, params: Packed, words: Ints) -> Ints:
    """The classes that each network gives: (P, inputs, N) or (P, inputs); at padding, any.

    Inputs come in blocks of one size, so that one compiled function serves all.
    """
    size = max(AT_ONCE, model.architecture.config.batch)
    blocks = max(1, -(-len(words) // size))
    padded = np.pad(words, [(0, blocks * size - len(words)), (0, 0)], constant_values=-1)
    found = [model.predict(params, padded[i * size : (i + 1) * size]) for i in range(blocks)]
    return np.concatenate([np.asarray(one) for one in found], axis=1)[:, : len(words)]


def scores_of(task: Task, split: Split, given: Ints) -> Floats:
    """The score of the answers of each network. (P,)"""
    if task.metric != "token":
        return np.array([task.accuracy(one, split).main for one in given])
    scored = split.labels >= 0
    right = (given == split.labels) & scored
    return np.asarray(right.sum(tuple(range(1, right.ndim))) / max(1, scored.sum()))


# --- selection -----------------------------------------------------------------------------------


def island_size(seeds: int) -> int:
    """The number of members of an island; the last one may have fewer.

    >>> island_size(8), island_size(17), island_size(40)
    (8, 9, 14)
    """
    return -(-seeds // -(-seeds // MAX_ISLAND))


def parents(loss: Floats, diverged: Sequence[bool], shapes: Sequence[object]) -> list[int]:
    """The member that each one continues from: itself, or a better one of its island and shape.

    >>> parents(np.array([3.0, 1.0, 2.0, 4.0]), [False] * 4, "aaaa")
    [0, 1, 2, 1]
    """
    found = list(range(len(loss)))
    cost = np.where(diverged, np.inf, loss)
    island = island_size(-(-len(shapes) // len(set(shapes))))
    rivals: dict[tuple[int, object], list[int]] = {}
    for i, shape in enumerate(shapes):
        rivals.setdefault((i // island, shape), []).append(i)
    for group in rivals.values():
        ranked = sorted(group, key=lambda i: cost[i])
        count = len(ranked) // QUARTER
        for good, bad in zip(ranked[:count], ranked[len(ranked) - count :], strict=True):
            found[bad] = bad if diverged[good] else good
    return found


def final_evaluations(history: Sequence[Progress], keep: str) -> list[int]:
    """The evaluation whose parameters each member ends with: `Plan.keep` says which."""
    scores = np.array([one.scores for one in history])  # (evaluations, P)
    last = len(history) - 1
    match keep:
        case "last":
            ends = np.full(scores.shape[1], last)
        case "best":
            ends = last - scores[::-1].argmax(0)
        case _:
            ends = scores.argmax(0)
    found: list[int] = ends.tolist()
    return found


def ancestor(history: Sequence[Progress], member: int, end: int) -> int:
    """The member from whose start the parameters of a member at an evaluation descend."""
    for one in reversed(history[:end]):
        member = member if one.parents is None else one.parents[member]
    return member


# --- the result -----------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class TrainedNetwork:
    """One trained network: its parameters, and how good it is.

    `validation` and `test` are the fractions of scored labels that it gets right, or F1 where the
    task asks for entities; `loss` is the mean training loss since the last evaluation. After
    selection, `ancestor` is the seed whose initial parameters it descends from.
    """

    seed: int
    architecture: Any
    params: Params
    validation: float
    test: float
    loss: float
    diverged: bool
    ancestor: int | None = None

    @property
    def refusal(self) -> str | None:
        """Why it cannot become the program that it is trained for; None if it can."""
        return None

    def cells(self) -> dict[str, str]:
        """Its row in the table of a population, by column."""
        scores = {"validation": f"{self.validation:.2%}", "test": f"{self.test:.2%}"}
        descent = {} if self.ancestor is None else {"from seed": str(self.ancestor)}
        return {**scores, "loss": f"{self.loss:.4f}", **descent}

    def described(self) -> dict[str, Any]:
        """The network in plain values, for run.json."""
        return {
            "seed": self.seed,
            "validation": round(self.validation, 6),
            "test": round(self.test, 6),
            "loss": None if np.isnan(self.loss) else round(self.loss, 6),
            "diverged": self.diverged,
            **({} if self.ancestor is None else {"ancestor": self.ancestor}),
        }


Trained = TypeVar("Trained", bound=TrainedNetwork)


@dataclass(frozen=True, slots=True, eq=False)
class Population(Generic[Trained]):
    """All networks of one training run; printed as a table."""

    members: tuple[Trained, ...]
    seconds: float
    steps: int

    @property
    def best(self) -> Trained:
        """The first of the ranked networks that is not refused as a program."""
        ranked = self.ranked()
        if not ranked:
            raise ConfigError("every member diverged: try a smaller learning_rate")
        for member in ranked:
            if member.refusal is None:
                return member
        first = ranked[0]
        raise ProofError(
            f"no network can become a program; of the best, seed {first.seed}, {first.refusal}"
        )

    def ranked(self) -> list[Trained]:
        """The networks that did not diverge by validation; of equals, by loss."""
        sound = [member for member in self.members if not member.diverged]
        return sorted(sound, key=lambda member: (-member.validation, member.loss))

    def __str__(self) -> str:
        rows = [["seed", *self.members[0].cells()]]
        for member in self.members:
            scores = [] if member.diverged else member.cells().values()
            rows.append([str(member.seed), *scores] if scores else [str(member.seed), "diverged"])
        widths = [max(map(len, column)) for column in zip_longest(*rows, fillvalue="")]
        lines = [
            "  ".join(cell.rjust(width) for cell, width in zip(row, widths, strict=False))
            for row in rows
        ]
        return "\n".join([*lines, f"{self.steps} steps in {self.seconds:.1f} s"])
