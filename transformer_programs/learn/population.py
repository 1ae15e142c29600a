"""What training gives back: one record a member, and the population they form."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, Generic, Protocol, TypeVar

import numpy as np
import numpy.typing as npt

from .architecture import Architecture, Params
from .checkpoint import Json
from .config import Config, ConfigError
from .model import Outcome, hard_forward

AT_ONCE = 512  # inputs that one network answers at a time


@dataclass(frozen=True, slots=True, eq=False)
class Member:
    """One trained network: its parameters, cut to its own shape, and how good it is.

    `validation` and `test` are the fractions of scored labels that the discretised network gets
    right; `loss` is the mean training loss since the last evaluation.
    """

    seed: int
    architecture: Architecture
    params: Params
    validation: float
    test: float
    loss: float
    diverged: bool

    @property
    def config(self) -> Config:
        return self.architecture.config

    def run(self, words: npt.NDArray[np.int32]) -> Outcome:
        """The discretised network on some inputs (inputs, length), -1 for padding."""
        if len(words) <= AT_ONCE:
            return hard_forward(self.params, self.architecture, words)
        # Blocks of one size: one compiled function serves all, and memory stays small.
        padded = np.pad(words, [(0, -len(words) % AT_ONCE), (0, 0)], constant_values=-1)
        blocks = [
            hard_forward(self.params, self.architecture, padded[i : i + AT_ONCE])
            for i in range(0, len(padded), AT_ONCE)
        ]
        labels = np.concatenate([block.labels for block in blocks])[: len(words)]
        votes = np.concatenate([block.votes for block in blocks])[: len(words)]
        categorical = np.concatenate([block.categorical for block in blocks], axis=1)
        numerical = np.concatenate([block.numerical for block in blocks], axis=1)
        return Outcome(labels, votes, categorical[:, : len(words)], numerical[:, : len(words)])

    HEADER: ClassVar = f"{'seed':>6} {'shape':>18} {'validation':>10} {'test':>8} {'loss':>8}"

    def row(self) -> str:
        """A line of the table of a population."""
        c = self.config
        shape = (
            f"{c.layers} x {c.categorical_heads}+{c.numerical_heads} heads, "
            f"{c.categorical_mlps}+{c.numerical_mlps}"
        )
        scores = f"{self.validation:>10.2%} {self.test:>8.2%} {self.loss:>8.4f}"
        return f"{self.seed:>6} {shape:>18} {'  diverged' if self.diverged else scores}"


class AnyMember(Protocol):
    """What a population asks of its members."""

    HEADER: ClassVar[str]

    @property
    def config(self) -> Any: ...
    @property
    def validation(self) -> float: ...
    @property
    def loss(self) -> float: ...
    @property
    def diverged(self) -> bool: ...

    def row(self) -> str: ...


M = TypeVar("M", bound=AnyMember)


@dataclass(frozen=True, slots=True, eq=False)
class Members(Generic[M]):
    """All members of one training run; printed as a table."""

    members: tuple[M, ...]
    seconds: float
    steps: int

    UNIT: ClassVar = "steps"

    @property
    def best(self) -> M:
        """The member with the best validation score; of equals, the one with the lowest loss."""
        ranked = self.ranked()
        if not ranked:
            raise ConfigError("every member diverged: try a smaller learning_rate")
        return ranked[0]

    def ranked(self, layers: int | None = None) -> list[M]:
        """The members that did not diverge, the best first; with so many layers, if told."""
        sound = [
            member
            for member in self.members
            if not member.diverged and layers in (None, member.config.layers)
        ]
        return sorted(sound, key=lambda member: (-member.validation, member.loss))

    def __len__(self) -> int:
        return len(self.members)

    def __str__(self) -> str:
        lines = [self.members[0].HEADER, *(member.row() for member in self.members)]
        return "\n".join([*lines, f"{self.steps} {self.UNIT} in {self.seconds:.1f} s"])


class Population(Members[Member]):
    """Program networks that trained together."""

    __slots__ = ()


@dataclass(frozen=True, slots=True, eq=False)
class Progress:
    """How far training is; loss and accuracy (validation, discretised) have one entry a member.

    `doing` says what is done, where that is not training. `seconds_left` may be not known (nan).
    """

    group: int
    groups: int
    step: int
    steps: int
    temperature: float
    seconds: float
    seconds_left: float
    seeds: tuple[int, ...]
    loss: tuple[float, ...]
    accuracy: tuple[float, ...]
    diverged: tuple[bool, ...]
    doing: str = ""

    @property
    def best(self) -> float:
        """The best accuracy so far of a member that has not diverged."""
        pairs = zip(self.accuracy, self.diverged, strict=True)
        return max((accuracy for accuracy, lost in pairs if not lost), default=0.0)

    @property
    def median_loss(self) -> float:
        pairs = zip(self.loss, self.diverged, strict=True)
        kept = [loss for loss, lost in pairs if not lost]
        return float(np.median(kept)) if kept else float("nan")

    def record(self) -> Json:
        """A line of metrics; a loss that is not a number is null."""
        return {
            "group": self.group,
            "step": self.step,
            "steps": self.steps,
            "seconds": round(self.seconds, 3),
            "seeds": list(self.seeds),
            "loss": [loss if np.isfinite(loss) else None for loss in self.loss],
            "accuracy": list(self.accuracy),
            "diverged": list(self.diverged),
        }
