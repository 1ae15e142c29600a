"""The five learners, as records that say how to learn: `transformer_programs.fit(task, how)`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING, Any, cast

from ..networks.config import Config, Given, Shape, StandardConfig
from ..synthesis import Settings

if TYPE_CHECKING:
    from ..vectors import Vectors

Seeds = int | Sequence[int]  # how many, or which


@dataclass(frozen=True)
class Gradient:
    """Train one network per seed, all at once; the best on validation becomes a proved program.

    `config` is by default the preset of the task. `shapes` trains every seed in each of these
    shapes. `given` sets choices of modules before training, `vectors` initialise word variables.
    The program is simplified for its task unless it is large; `simplify` overrides this.
    """

    config: Config | None = None
    seeds: Seeds = 8
    shapes: Sequence[Shape] = ()
    given: Sequence[Given] = ()
    vectors: Vectors | None = None
    simplify: bool | None = None


@dataclass(frozen=True)
class Standard:
    """Train standard Transformers, one per seed, to compare with; they do not become programs."""

    config: StandardConfig | None = None
    seeds: Seeds = 8
    vectors: Vectors | None = None


@dataclass(frozen=True)
class Baseline:
    """Fit a model of words: "words alone" (naive Bayes, or the commonest tag) or "linear"."""

    model: str = "words alone"


@dataclass(frozen=True)
class Readable:
    """Learn word groups and votes, for text; `sizes` are the numbers of groups to try."""

    vectors: Vectors | None = None
    sizes: Sequence[int] | None = None
    penalties: Sequence[float] | None = None
    seed: int = 0


@dataclass(frozen=True, slots=True)
class Search(Settings):
    """Search for a short program that is right on every example.

    With several `seeds`, each has its own time limit, and the best result counts.
    """

    seeds: Seeds | None = None


How = Gradient | Standard | Baseline | Readable | Search


@dataclass(frozen=True)
class Stage:
    """A report of work that has no numbers of its own; `share` is the part done, if it is known."""

    doing: str
    share: float | None = None

    def __str__(self) -> str:
        return self.doing


# Is given reports, which print as a line; `share` is the part that is done, if it is known.
OnProgress = Callable[[Any], None]


def learner_name(how: How) -> str:
    """The name in run.json: gradient, standard, baseline, readable or search."""
    return type(how).__name__.lower()


def plain_settings(how: How) -> dict[str, Any]:
    """The settings of a learner in plain values; of vectors, their digest."""
    vectors = getattr(how, "vectors", None)
    without: Any = how if vectors is None else replace(cast(Any, how), vectors=None)
    plain = asdict(without)
    config = plain.pop("config", None)
    if not isinstance(seeds := plain.get("seeds"), int | None):
        plain["seeds"] = list(seeds)
    if vectors is not None:
        plain["vectors"] = vectors.digest
    return {**(config or {}), **plain}
