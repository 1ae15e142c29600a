"""What training gives back: one record per member, and the population they form.

A trained network is kept in a file, so that the proof of its program can be run again at any time.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Generic, TypedDict, TypeVar

import numpy as np
import numpy.typing as npt

from ..program import Program, Vocabulary
from ..store.atomic import write_arrays
from ..store.reading import StoreError, decode, read_arrays
from .architecture import Architecture, Params
from .checkpoint import Json
from .config import Config, ConfigError
from .hardened import Computed, hard_forward
from .prove import Proof, prove

WIDTHS = {"shape": 18, "validation": 10, "test": 8, "best epoch": 10, "loss": 8, "from seed": 9}

A = TypeVar("A")


@dataclass(frozen=True, slots=True, eq=False)
class Trained(Generic[A]):
    """One trained network: its parameters, and how good it is.

    `validation` and `test` are the fractions of scored labels that it gets right, or F1 where the
    task asks for entities; `loss` is the mean training loss since the last evaluation; `best` is
    the number of its best evaluation, 0 where it had diverged before; `answered` is what it
    answers to the test inputs, where it is known. After selection, `ancestor` is the seed whose
    initial parameters it descends from.
    """

    seed: int
    architecture: A
    params: Params
    validation: float
    test: float
    loss: float
    diverged: bool
    best: int = 0
    answered: npt.NDArray[np.int32] | None = None
    ancestor: int | None = None

    def shown(self) -> dict[str, str]:
        """What the table of a population says of it, column by column."""
        scores = {"validation": f"{self.validation:.2%}", "test": f"{self.test:.2%}"}
        descent = {} if self.ancestor is None else {"from seed": str(self.ancestor)}
        return {**scores, "loss": f"{self.loss:.4f}", **descent}

    def rounded(self) -> dict[str, float]:
        return {name: round(getattr(self, name), 6) for name in ("validation", "test")}

    def described(self) -> Json:
        """The member in plain values."""
        return {
            "seed": self.seed,
            **self.rounded(),
            "loss": None if np.isnan(self.loss) else round(self.loss, 6),
            "diverged": self.diverged,
            **({} if self.ancestor is None else {"ancestor": self.ancestor}),
        }


@dataclass(frozen=True, slots=True, eq=False)
class Member(Trained[Architecture]):
    """A program network, cut to its own shape, scored as it is when discretised."""

    architecture: Architecture

    @property
    def config(self) -> Config:
        return self.architecture.config

    def described(self) -> Json:
        return {"shape": asdict(self.config.shape), **Trained.described(self)}

    def run(self, words: npt.NDArray[np.int32]) -> Computed:
        """The discretised network on some inputs (inputs, length), -1 for padding."""
        return hard_forward(self.params, self.architecture, words)

    def shown(self) -> dict[str, str]:
        c = self.config
        heads = f"{c.layers} x {c.categorical_heads}+{c.numerical_heads} heads"
        shape = {"shape": f"{heads}, {c.categorical_mlps}+{c.numerical_mlps}"}
        return shape | Trained.shown(self)


M = TypeVar("M", bound=Trained[Any])


@dataclass(frozen=True, slots=True, eq=False)
class Population(Generic[M]):
    """All members of one training run; printed as a table."""

    members: tuple[M, ...]
    seconds: float
    steps: int
    unit: str = "steps"

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
            if not member.diverged and layers in (None, member.architecture.config.layers)
        ]
        return sorted(sound, key=lambda member: (-member.validation, member.loss))

    def __len__(self) -> int:
        return len(self.members)

    def __str__(self) -> str:
        names = self.members[0].shown()
        lines = [f"{'seed':>6}" + "".join(f" {name:>{WIDTHS[name]}}" for name in names)]
        for member in self.members:
            cells = member.shown()
            if member.diverged:
                cells = {name: cells[name] for name in cells if name == "shape"}
            row = "".join(f" {cell:>{WIDTHS[name]}}" for name, cell in cells.items())
            lines.append(f"{member.seed:>6}{row}{'   diverged' if member.diverged else ''}")
        return "\n".join([*lines, f"{self.steps} {self.unit} in {self.seconds:.1f} s"])


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
    def share(self) -> float:
        """The part of all steps that is done."""
        return (self.group + self.step / self.steps) / self.groups

    @property
    def median_loss(self) -> float:
        pairs = zip(self.loss, self.diverged, strict=True)
        kept = [loss for loss, lost in pairs if not lost]
        return float(np.median(kept)) if kept else float("nan")

    def __str__(self) -> str:
        left = "" if np.isnan(self.seconds_left) else f", {self.seconds_left:.0f} s left"
        doing = f"{self.doing}: " if self.doing else ""
        return f"{doing}step {self.step:,}/{self.steps:,}, best validation {self.best:.2%}{left}"

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


# --- a network in a file --------------------------------------------------------------------------


class ArchitectureSizes(TypedDict):
    words: int
    classes: int
    length: int
    causal: bool
    pooled: bool


@dataclass(frozen=True, slots=True)
class NetworkHeader:
    """The meaning of a network's parameters, as its file stores it."""

    config: Config
    sizes: ArchitectureSizes
    vocabulary: Vocabulary
    classes: tuple[str, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Network:
    """Parameters, and all that gives them a meaning."""

    params: Params
    architecture: Architecture
    vocabulary: Vocabulary
    classes: tuple[str, ...]

    def prove(self, program: Program) -> Proof:
        """Whether a program is what this network computes."""
        return prove(program, self.params, self.architecture, self.vocabulary, self.classes)

    def save(self, path: Path) -> None:
        sizes: Any = {
            name: getattr(self.architecture, name) for name in ArchitectureSizes.__annotations__
        }
        header = NetworkHeader(self.architecture.config, sizes, self.vocabulary, self.classes)
        text = np.array(json.dumps(asdict(header)))
        write_arrays(path, {"header": text, **self.params}, compressed=True)

    @staticmethod
    def load(path: Path) -> Network:
        """The network in a file; refused if the file is not what `save` writes."""
        try:
            arrays = read_arrays(path)
            header = decode(str(arrays.pop("header", "")), NetworkHeader, "header")
            return _described(header, dict(arrays))
        except ValueError as error:
            raise StoreError(f"{path}: not a stored network ({error})") from None


def _described(header: NetworkHeader, params: Params) -> Network:
    """A network from what its file says of it; its arrays must be those of its architecture."""
    architecture = Architecture(header.config, **header.sizes)
    network = Network(params, architecture, header.vocabulary, header.classes)
    wanted = {name: leaf.shape for name, leaf in architecture.leaves.items()}
    found = {name: array.shape for name, array in params.items()}
    if found != wanted or any(array.dtype != np.float32 for array in params.values()):
        raise StoreError("expected the arrays of its architecture")
    counts = len(network.vocabulary.words), len(network.classes)
    if counts != (architecture.words, architecture.classes):
        raise StoreError("expected as many words and classes as its architecture has")
    return network
