"""What an experiment is: parts of work as plain data, the paper's numbers, the source of settings.

>>> part = Part("sort", task="sort", shapes=(halves(3, 8, 4),), seeds=2)
>>> part.shapes
((3, 4, 4, 2, 2),)
>>> part.document()["seeds"]
2
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from fnmatch import fnmatchcase
from typing import Any, Literal, assert_never

from ..program.values import Refusal

Json = dict[str, Any]
ShapeNumbers = tuple[int, int, int, int, int]  # layers; heads and MLPs, categorical and numerical

Kind = Literal["program", "grid", "readable", "standard", "baseline", "lengths", "search", "data"]
Layout = (
    Literal["accuracy", "success", "sizes", "case study", "lengths", "reads", "models"]
    | Literal["search", "data", "sweep", "front"]
)

PAPER_RECIPE = {  # settings that are the paper's, and where it gives them
    "training": "batch 512, learning rate 0.05, temperature 3.0 to 0.01 (the paper, appendix B)",
    "epochs": "250 (the paper, appendix B)",
}

SHAPE = ("layers", "categorical_heads", "numerical_heads", "categorical_mlps", "numerical_mlps")
ALONE = "-alone"  # behind that of the best network, where several side by side were better
SMALLER = "-quick"  # behind the name of an experiment at a small size
QUICK = {"epochs": 4, "batch": 128, "hidden": 16, "evaluations": 1, "reaches": "all"}
QUICK_WORDS = {
    **QUICK,
    "batch": 32,
    "hidden": 8,
    "word_variables": 2,
    "word_cardinality": 16,
    "layers": 1,
    "categorical_heads": 1,
    "categorical_mlps": 1,
}
QUICK_STANDARD = {"width": 16, "heads": 2, "hidden": 32, "epochs": 1, "layers": 1}


class ExperimentError(Refusal):
    """An experiment that cannot be run. The message says why, and what would be right."""


def halves(layers: int, heads: int, mlps: int) -> ShapeNumbers:
    """A shape as the paper counts: half of the heads and MLPs of a layer are numerical."""
    return layers, heads // 2, heads // 2, mlps // 2, mlps // 2


def categorical(layers: int, heads: int, mlps: int) -> ShapeNumbers:
    """A shape without numerical modules."""
    return layers, heads, 0, mlps, 0


def flat(shape: ShapeNumbers) -> dict[str, int]:
    """A shape as settings of `Config`."""
    return dict(zip(SHAPE, shape, strict=True))


@dataclass(frozen=True, slots=True)
class Part:
    """A piece of work that is done whole and whose result is one line of JSON.

    `settings` change the defaults of `Config` (or of `StandardConfig`, or of the search), which are
    the paper's recipe; of programs on text they change the preset of the task. `shapes` train every
    seed in each of these shapes, as one masked population; without any, the shape is in the
    settings. `seeds` are how many, or which. `given` are choices made by hand: fields of `Given`,
    whose predicate may be "identity" or "word:W". `vectors` name word vectors, `inputs` limits the
    inputs of every split (0: all). After training the best networks, `merged` of them, half of
    them, a quarter and so on, are put side by side as one, with votes that are fitted together.
    `keep` names the file of the best program ("" for none); a part of the kind `lengths` reads the
    program of that name.
    """

    name: str
    task: str
    kind: Kind = "program"
    task_settings: Mapping[str, Any] = field(default_factory=dict)
    settings: Mapping[str, Any] = field(default_factory=dict)
    shapes: tuple[ShapeNumbers, ...] = ()
    seeds: int | tuple[int, ...] = 5
    given: tuple[Mapping[str, Any], ...] = ()
    vectors: tuple[str, ...] = ()
    inputs: int = 0
    keep: str = ""
    merged: int = 0

    def document(self) -> Json:
        """The part as JSON holds it, without what is empty: what tells it from every other part."""
        values = {own.name: getattr(self, own.name) for own in fields(self)}
        found: Json = json.loads(json.dumps({name: one for name, one in values.items() if one}))
        return found

    @property
    def slug(self) -> str:
        """The name as a folder can be called."""
        return "".join(letter if letter.isalnum() else "-" for letter in self.name)

    @property
    def networks(self) -> int:
        """How many networks it trains."""
        if self.kind not in ("program", "grid", "standard"):
            return 0
        seeds = self.seeds if isinstance(self.seeds, int) else len(self.seeds)
        return seeds * max(1, len(self.shapes))

    def quickened(self) -> Part:
        """The same at a size that takes seconds: few inputs, epochs and seeds, small networks."""
        on_text = bool(self.vectors) or self.kind == "baseline"
        own, shapes = dict(self.settings), self.shapes
        match self.kind:
            case "program":
                most = dict.fromkeys(SHAPE, 1) | {"layers": 2}
                own |= {name: min(own[name], most[name]) for name in SHAPE if name in own}
                own |= QUICK_WORDS if on_text else QUICK
                few = [min(1, number) for number in self.shapes[0][1:]] if shapes else []
                shapes = tuple((n, *few) for n in (1, 2)) if few else ()  # type: ignore[misc]
            case "standard":
                own |= QUICK_STANDARD
                shapes = ((1, 2, 0, 0, 0),) if shapes else ()
            case "search":
                own |= {"seconds": 15.0}
            case "readable":
                own |= {"sizes": [8, 16]}
            case "grid" | "baseline" | "lengths" | "data":
                pass
            case _:
                assert_never(self.kind)
        return replace(
            self,
            task_settings=self.task_settings if on_text else {**self.task_settings, **FEW},
            settings=own,
            shapes=shapes,
            seeds=min(2, self.seeds) if isinstance(self.seeds, int) else self.seeds[:2],
            vectors=(),
            inputs=300 if on_text else 0,
            keep=self.keep and f"quick-{self.keep}",
            merged=min(2, self.merged),
        )


FEW = {"samples": 1500}


@dataclass(frozen=True, slots=True)
class Experiment:
    """A table or figure: its parts, and what the paper reports.

    `quick` names the parts that a small form has. `paper` holds the paper's numbers of a part, by
    its name; `sources` says where each setting comes from. `needs` names an experiment whose
    programs are read.
    """

    name: str
    title: str
    about: str
    layout: Layout
    parts: tuple[Part, ...]
    quick: tuple[str, ...] = ()
    paper: Mapping[str, tuple[float, ...]] = field(default_factory=dict)
    paper_is: str = "paper"
    sources: Mapping[str, str] = field(default_factory=dict)
    needs: str = ""

    def __post_init__(self) -> None:
        names = [part.name for part in self.parts]
        if len(set(names)) != len(names):
            raise ExperimentError(f"{self.name}: two parts have the same name")

    @property
    def command(self) -> str:
        """The command that runs it."""
        quick = " --quick" if self.name.endswith(SMALLER) else ""
        return f"tprog reproduce {self.name.removesuffix(SMALLER)}{quick}"

    def quickened(self) -> Experiment:
        """The same at smaller sizes: minutes on two cores. Its numbers say that it runs, no more.

        >>> import transformer_programs.experiments as experiments
        >>> experiments.EXPERIMENTS["table-1"].quickened().command
        'tprog reproduce table-1 --quick'
        """
        return replace(
            self,
            name=f"{self.name}{SMALLER}",
            title=f"{self.title} (quick)",
            about=(
                "This run has few inputs, epochs and seeds. It shows only that the experiment "
                "works. Its scores mean nothing, so the table lists only parts and times."
            ),
            parts=tuple(part.quickened() for part in self.only(self.quick)),
        )

    def only(self, wanted: Sequence[str]) -> tuple[Part, ...]:
        """The parts that are called so, or whose names begin so; `*` stands for anything.

        >>> import transformer_programs.experiments as experiments
        >>> larger = experiments.EXPERIMENTS["larger-scale"]
        >>> [part.name for part in larger.only(["hist 8/8 s*", "sort 16/16 *r"])]
        ['sort 16/16 together', 'hist 8/8 standard']
        """
        called = {text: [p for p in self.parts if _is_called(p.name, text)] for text in wanted}
        for text, parts in called.items():
            if not parts:
                names = ", ".join(repr(part.name) for part in self.parts)
                own = self.name.removesuffix(SMALLER)
                raise ExperimentError(f"{own} has no part {text!r}: choose from {names}")
        return tuple(part for part in self.parts if any(part in own for own in called.values()))

    def with_seeds(self, seeds: int) -> Experiment:
        """The same with another number of seeds wherever networks are trained."""
        return replace(
            self,
            parts=tuple(
                replace(part, seeds=seeds) if part.networks else part for part in self.parts
            ),
        )


def _is_called(name: str, wanted: str) -> bool:
    """
    >>> [_is_called("hist 8/8 program", text) for text in ("hist", "hi", "*16*", "hist*")]
    [True, False, False, True]
    """
    begins = name.startswith(wanted) and not name[len(wanted) :][:1].isalnum()
    return begins or fnmatchcase(name, wanted)
