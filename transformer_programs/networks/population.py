"""The result of training: one network per seed, printed as a table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Generic, TypeVar

import numpy as np

from .architecture import Params
from .config import ConfigError
from .evaluations import Ints, answers
from .training_state import packed

WIDTHS = {"shape": 18, "validation": 10, "test": 8, "best epoch": 10, "loss": 8, "from seed": 9}


@dataclass(frozen=True, eq=False)
class TrainedNetwork:
    """One trained network: its parameters, and how good it is.

    `validation` and `test` are the fractions of scored labels that it gets right, or F1 where the
    task asks for entities; `loss` is the mean training loss since the last evaluation. Its best
    evaluation has the number `best_evaluation`, 0 where it had diverged before. `answered` is what
    it answers to the test inputs, where it is known. After selection, `ancestor` is the seed whose
    initial parameters it descends from. `merged` is the number of networks that stand side by side
    in it.
    """

    seed: int
    architecture: Any
    params: Params
    validation: float
    test: float
    loss: float
    diverged: bool
    best_evaluation: int = 0
    answered: Ints | None = None
    ancestor: int | None = None
    merged: int = 1

    def cells(self) -> dict[str, str]:
        """Its row in the table of a population, by column."""
        scores = {"validation": f"{self.validation:.2%}", "test": f"{self.test:.2%}"}
        descent = {} if self.ancestor is None else {"from seed": str(self.ancestor)}
        return {**scores, "loss": f"{self.loss:.4f}", **descent}

    def rounded_scores(self) -> dict[str, float]:
        return {name: round(getattr(self, name), 6) for name in ("validation", "test")}

    def described(self) -> dict[str, Any]:
        """The network in plain values, for run.json."""
        return {
            "seed": self.seed,
            **self.rounded_scores(),
            "loss": None if np.isnan(self.loss) else round(self.loss, 6),
            "diverged": self.diverged,
            **({} if self.ancestor is None else {"ancestor": self.ancestor}),
        }


def answers_alone(model: Any, params: Params, words: Ints) -> Ints:
    """The classes that one trained network gives; at padding they mean nothing."""
    rows = packed({n: x[None] for n, x in params.items()}, model.architecture.array_shapes)
    found: Ints = answers(model, rows, words)[0]
    return found


Trained = TypeVar("Trained", bound=TrainedNetwork)


@dataclass(frozen=True, slots=True, eq=False)
class Population(Generic[Trained]):
    """All networks of one training run, and merged ones, the fewest first; printed as a table."""

    members: tuple[Trained, ...]
    seconds: float
    steps: int
    merged: tuple[Trained, ...] = ()

    @property
    def best(self) -> Trained:
        """The network with the best validation score; of equals, the one with the lowest loss."""
        ranked = self.ranked()
        if not ranked:
            raise ConfigError("every member diverged: try a smaller learning_rate")
        return max([ranked[0], *self.merged], key=lambda network: network.validation)

    def ranked(self) -> list[Trained]:
        """The networks that did not diverge, the best first."""
        sound = [member for member in self.members if not member.diverged]
        return sorted(sound, key=lambda member: (-member.validation, member.loss))

    def __str__(self) -> str:
        names = self.members[0].cells()
        lines = [f"{'seed':>6}" + "".join(f" {name:>{WIDTHS[name]}}" for name in names)]
        for member in self.members:
            cells = member.cells()
            if member.diverged:
                cells = {name: cells[name] for name in cells if name == "shape"}
            row = "".join(f" {cell:>{WIDTHS[name]}}" for name, cell in cells.items())
            lines.append(f"{member.seed:>6}{row}{'   diverged' if member.diverged else ''}")
        for one in self.merged:
            cells = one.cells()
            lines.append(
                f"the best {one.merged} merged: validation {cells['validation']}, "
                f"test {cells['test']}"
            )
        return "\n".join([*lines, f"{self.steps} steps in {self.seconds:.1f} s"])
