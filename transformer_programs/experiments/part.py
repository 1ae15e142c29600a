"""Experiments as data: an experiment has parts, and a part is learned in one call of `fit`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import MISSING, dataclass, fields, is_dataclass, replace
from fnmatch import fnmatchcase
from typing import Any

from ..dataset import TaskSpec
from ..learn import Baseline, Config, Gradient, How, Readable, Search, Seeds, Shape, Standard
from ..program.values import Refusal

Json = dict[str, Any]

QUICK: Json = {"epochs": 4, "batch": 128, "hidden": 16, "evaluations": 1, "reaches": "all"}
QUICK_WORDS: Json = QUICK | {"batch": 32, "hidden": 8, "word_variables": 2, "word_cardinality": 16}
QUICK_STANDARD: Json = {"layers": 1, "width": 16, "heads": 2, "hidden": 32, "epochs": 1}
QUICK_SAMPLES, QUICK_INPUTS = 1500, 300


class ExperimentError(Refusal):
    """An experiment that cannot be run. The message says why, and what would be right."""


@dataclass(frozen=True)
class Part:
    """A piece of work whose result is one line of the ledger.

    Of several `how`, the best on validation counts. `paper` has the paper's numbers in percent.
    `keep` names the file of the best program. `vectors` name word vectors beside the corpora.
    `inputs` limits the inputs of every split; 0 means all. With `merge`, up to that many of the
    best networks are merged, if this is better on validation.
    """

    name: str
    task: TaskSpec
    how: How | tuple[Standard, ...]
    seeds: Seeds | None = None
    paper: tuple[float, ...] = ()
    keep: str = ""
    vectors: tuple[str, ...] = ()
    inputs: int = 0
    merge: int = 0

    def document(self) -> Json:
        """The part in plain values, by which a line of the ledger is found again."""
        settings = {name: getattr(self, name) for name in ("task", "how", "seeds", "keep")}
        settings |= {"vectors": list(self.vectors), "inputs": self.inputs, "merge": self.merge}
        return {"name": self.name} | {n: plain(v) for n, v in settings.items() if v}

    @property
    def networks(self) -> int:
        """The number of networks it trains."""
        if self.seeds is None:
            return 0
        seeds = self.seeds if isinstance(self.seeds, int) else len(self.seeds)
        match self.how:
            case Gradient(shapes=shapes):
                return seeds * max(1, len(shapes))
            case tuple():
                return seeds * len(self.how)
            case _:
                return seeds

    def quick(self) -> Part:
        """The same at a size that takes seconds: few inputs, epochs and seeds, small networks."""
        text = self.vectors or self.inputs or self.task.name in ("conll", "trec")
        settings = self.task.settings if text else (*self.task.settings, ("samples", QUICK_SAMPLES))
        few = self.seeds if not isinstance(self.seeds, int) else min(2, self.seeds)
        return replace(
            self,
            task=replace(self.task, settings=tuple(dict(settings).items())),
            how=_quick(self.how),
            seeds=few,
            keep=self.keep and f"quick-{self.keep}",
            vectors=(),
            inputs=QUICK_INPUTS if text else 0,
            merge=min(2, self.merge),
        )


@dataclass(frozen=True)
class Experiment:
    """A table or figure. `quick` names the parts of its small version."""

    name: str
    title: str
    parts: tuple[Part, ...]
    quick: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        names = [part.name for part in self.parts]
        if len(set(names)) != len(names):
            raise ExperimentError(f"{self.name}: two parts have the same name")

    def quickened(self) -> Experiment:
        """A version that takes minutes on two cores; its scores mean nothing."""
        return replace(
            self,
            name=f"{self.name}-quick",
            title=f"{self.title} (quick: shows that it runs; the scores mean nothing)",
            parts=tuple(part.quick() for part in self.only(self.quick)),
        )

    def only(self, wanted: Sequence[str]) -> tuple[Part, ...]:
        """The parts with these names, or whose names begin so; `*` stands for anything."""
        for text in wanted:
            if not any(_is_called(part.name, text) for part in self.parts):
                names = ", ".join(repr(part.name) for part in self.parts)
                raise ExperimentError(f"{self.name} has no part {text!r}: choose from {names}")
        return tuple(
            part for part in self.parts if any(_is_called(part.name, text) for text in wanted)
        )


def task(name: str, **settings: Any) -> TaskSpec:
    """
    >>> task("sort", length=16).settings
    (('length', 16),)
    """
    return TaskSpec(name, tuple(settings.items()))


def recipe(shape: Shape | None = None, base: Config | None = None, **settings: Any) -> Config:
    """Settings of a network: the paper's recipe (without selection) but for those given."""
    config = replace(base or Config(), **{"selection": "none", **settings})
    return config if shape is None else config.with_shape(shape)


def plain(value: Any) -> Any:
    """A record in plain values: its type and its settings that are not the defaults.

    >>> plain(Search(seed=3))
    {'type': 'Search', 'seed': 3}
    """
    if isinstance(value, TaskSpec):
        return {"name": value.name, **dict(value.settings)}
    if is_dataclass(value) and not isinstance(value, type):
        settings = {f.name: getattr(value, f.name) for f in fields(value) if _is_changed(f, value)}
        return {"type": type(value).__name__} | {name: plain(one) for name, one in settings.items()}
    return [plain(one) for one in value] if isinstance(value, list | tuple) else value


def _is_changed(field: Any, record: Any) -> bool:
    return field.default is MISSING or getattr(record, field.name) != field.default


def _quick(how: Any) -> Any:
    """A learner at a size that takes seconds."""
    match how:
        case Gradient(config=config, shapes=shapes):
            assert config is not None
            words = bool(config.word_variables)
            shape = config.shape
            least = Shape(
                layers=min(2, shape.layers),
                categorical_heads=1,
                numerical_heads=min(1, shape.numerical_heads),
                categorical_mlps=min(1, shape.categorical_mlps),
            )
            small = replace(config.with_shape(least), **(QUICK_WORDS if words else QUICK))
            few = tuple(replace(least, layers=layers) for layers in (1, 2)) if shapes else ()
            return replace(how, config=small, shapes=few)
        case Standard(config=config):
            assert config is not None
            return replace(how, config=replace(config, **QUICK_STANDARD))
        case Search():
            return replace(how, seconds=15.0)
        case Readable():
            return replace(how, sizes=(8, 16))
        case tuple():
            return (_quick(how[0]),)
        case Baseline():
            return how
    raise ExperimentError(f"expected a learner, got {how!r}")


def _is_called(name: str, wanted: str) -> bool:
    """
    >>> [_is_called("hist 8/8 program", text) for text in ("hist", "hi", "*16*", "hist*")]
    [True, False, False, True]
    """
    begins = name.startswith(wanted) and not name[len(wanted) :][:1].isalnum()
    return begins or fnmatchcase(name, wanted)
