"""What an experiment is: parts of work as plain data, the paper's numbers, the source of settings.

>>> part = Part("sort", task="sort", shapes=(halves(3, 8, 4),), seeds=5)
>>> part.shapes
((3, 4, 4, 2, 2),)
>>> part.document()["seeds"]
5
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from fnmatch import fnmatchcase
from typing import Any, Literal

from ..program.values import Refusal

Json = dict[str, Any]
ShapeNumbers = tuple[int, int, int, int, int]  # layers; heads and MLPs, categorical and numerical

Kind = Literal["program", "standard", "baseline", "lengths", "descent", "search", "data"]
Layout = Literal[
    "accuracy",
    "grid",
    "sizes",
    "case study",
    "lengths",
    "descent",
    "reads",
    "models",
    "search",
    "success",
    "extensions",
    "data",
]

PAPER_RECIPE = "the paper, appendix B: 250 epochs, batch 512, rate 0.05, temperature 3.0 to 0.01"


RECORDS = "programs.jsonl"  # what is known of every stored program
IMPROVED = "-improved"  # behind the name of a program that was changed directly
ALONE = "-alone"  # behind that of the best network, where several side by side were better


class ExperimentError(Refusal):
    """An experiment that cannot be run. The message says why, and what would be right."""


def halves(layers: int, heads: int, mlps: int) -> ShapeNumbers:
    """A shape as the paper counts: half of the heads and MLPs of a layer are numerical."""
    return layers, heads // 2, heads // 2, mlps // 2, mlps // 2


def categorical(layers: int, heads: int, mlps: int) -> ShapeNumbers:
    """A shape without numerical modules."""
    return layers, heads, 0, mlps, 0


@dataclass(frozen=True, slots=True)
class Part:
    """A piece of work that is done whole and whose result is one line of JSON.

    `settings` change the defaults of `Config` (or of `StandardConfig`), which are the paper's
    recipe. `shapes` train every seed in each of these shapes, as one masked population; without
    any, the shape is in the settings. `given` are choices made by hand: fields of `Given`, whose
    predicate may be "identity" or "word:W". `vectors` name word vectors, `inputs` limits the inputs
    of every split (0: all). After training so many `generations` follow, or the best networks,
    `merged` of them, are put side by side as one, with `refit` also half of them, a quarter and so
    on, their votes fitted together; and the best program is changed directly for `descent`
    seconds. `keep` names the file of the best program ("" for none); a part of the kind `lengths`,
    `descent` or `search` reads the program of that name.
    """

    name: str
    task: str
    kind: Kind = "program"
    task_settings: Mapping[str, Any] = field(default_factory=dict)
    settings: Mapping[str, Any] = field(default_factory=dict)
    shapes: tuple[ShapeNumbers, ...] = ()
    seeds: int = 5
    given: tuple[Mapping[str, Any], ...] = ()
    vectors: tuple[str, ...] = ()
    inputs: int = 0
    keep: str = ""
    generations: int = 0
    merged: int = 0
    refit: bool = False
    descent: float = 0.0

    def document(self) -> Json:
        """The part as JSON holds it: what tells it from every other part."""
        found: Json = json.loads(json.dumps(asdict(self)))
        # Lines from before there were any stay true.
        for name in ("generations", "merged", "refit", "descent"):
            if not found[name]:
                del found[name]
        return found

    @property
    def slug(self) -> str:
        """The name as a folder can be called."""
        return "".join(letter if letter.isalnum() else "-" for letter in self.name)


@dataclass(frozen=True, slots=True)
class Experiment:
    """A table or figure: its parts, a quick form of them, and what the paper reports.

    `paper` holds the paper's numbers of a part, by its name; `sources` says where each setting
    comes from. `needs` names an experiment whose programs are read. `file` is the name of its
    files, if it is not `name`.
    """

    name: str
    title: str
    about: str
    layout: Layout
    parts: tuple[Part, ...]
    quick: tuple[Part, ...]
    paper: Mapping[str, tuple[float, ...]] = field(default_factory=dict)
    paper_is: str = "paper"
    sources: Mapping[str, str] = field(default_factory=dict)
    needs: str = ""
    file: str = ""

    def __post_init__(self) -> None:
        for parts in (self.parts, self.quick):
            names = [part.name for part in parts]
            if len(set(names)) != len(names):
                raise ExperimentError(f"{self.name}: two parts have the same name")

    @property
    def stem(self) -> str:
        return self.file or self.name

    def quickened(self) -> Experiment:
        """The same at smaller sizes: minutes on two cores. Its numbers say that it runs, no more.

        >>> import transformer_programs.experiments as experiments
        >>> experiments.EXPERIMENTS["table-1"].quickened().stem
        'table-1-quick'
        """
        return replace(
            self,
            title=f"{self.title} (quick)",
            about=(
                "**Quick**: few inputs, few epochs, few seeds. This shows that the experiment "
                f"runs; its numbers mean nothing.\n\n{self.about}"
            ),
            parts=tuple(
                replace(part, keep=part.keep and f"quick-{part.keep}") for part in self.quick
            ),
            file=f"{self.stem}-quick",
        )

    def only(self, wanted: Sequence[str]) -> tuple[Part, ...]:
        """The parts that are called so, or whose names begin so; `*` stands for anything.

        >>> import transformer_programs.experiments as experiments
        >>> larger = experiments.EXPERIMENTS["larger-scale"]
        >>> [part.name for part in larger.only(["hist 8/8 s*", "sort 16/16 *r"])]
        ['sort 16/16 together', 'hist 8/8 standard']
        """
        for text in wanted:
            if not any(_is_called(part.name, text) for part in self.parts):
                names = ", ".join(repr(part.name) for part in self.parts)
                raise ExperimentError(f"{self.name} has no part {text!r}: there are {names}")
        return tuple(
            part for part in self.parts if any(_is_called(part.name, text) for text in wanted)
        )

    def with_seeds(self, seeds: int) -> Experiment:
        """The same with another number of seeds wherever networks are trained."""
        return replace(
            self,
            parts=tuple(
                replace(part, seeds=seeds) if part.kind in ("program", "standard") else part
                for part in self.parts
            ),
        )


def _is_called(name: str, wanted: str) -> bool:
    """
    >>> [_is_called("hist 8/8 program", text) for text in ("hist", "hi", "*16*", "hist*")]
    [True, False, False, True]
    """
    begins = name.startswith(wanted) and not name[len(wanted) :][:1].isalnum()
    return begins or fnmatchcase(name, wanted)
