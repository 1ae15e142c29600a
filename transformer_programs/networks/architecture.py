"""The variables and modules of a network by name, and the axes of its parameters.

Every axis of a parameter that stands for variables or modules is a tuple of their names. So one
table (`Architecture.leaves`) gives the sizes, the initial values, how a smaller network sits in a
larger one, and where a module's gate is found.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from functools import cached_property
from itertools import cycle, islice
from types import MappingProxyType
from typing import Any, Self, cast

import numpy as np
import numpy.typing as npt

from ..dataset import Task
from ..program.steps import Reach
from .config import Config, ConfigError, Shape

Axis = tuple[str, ...] | int
Params = dict[str, npt.NDArray[np.float32]]

TOKENS, POSITIONS, ONES = "tokens", "positions", "ones"
WORDS = "words"  # the parameters of learned word variables
VOTES = ("votes", "number_votes")  # those of the classifier
# The logit of a variable that no gate may read. Not larger: divided by a low temperature, only the
# rounding of a large one would be left, and a choice among such logits alone would be no number.
ABSENT = -1e5
GRAIN = 1024  # weights of MLPs are rounded to multiples of 1 / GRAIN
# The arrays of choices of variables, and what a module of a program calls what is chosen.
ROLES = {
    "query": "query",
    "key": "key",
    "value": "value",
    "number": "value",
    "mlp_reads": "reads",
    "num_mlp_reads": "reads",
}


def variable_name(module: str) -> str:
    """The program's name for what a module writes.

    >>> variable_name("attn_0_1"), variable_name("tokens")
    ('attn_0_1_outputs', 'tokens')
    """
    inputs = module in (TOKENS, POSITIONS, ONES) or module.endswith("_embeddings")
    return module if inputs else f"{module}_outputs"


@dataclass(frozen=True, slots=True)
class Leaf:
    """One array of parameters: its axes, and how it starts.

    `choice`: each row of the last axis is the logits of one choice. `scale` is the spread of the
    initial normal values (0 for zeros).
    """

    axes: tuple[Axis, ...]
    scale: float
    choice: bool = False

    @property
    def shape(self) -> tuple[int, ...]:
        return tuple(axis if isinstance(axis, int) else len(axis) for axis in self.axes)


@dataclass(frozen=True)
class Layer:
    """The modules of one layer, and the variables that its heads and its MLPs can read.

    `reaches` are those of the heads; "all" of a causal network is all up to a position.
    """

    number: int
    categorical_heads: tuple[str, ...]
    numerical_heads: tuple[str, ...]
    categorical_mlps: tuple[str, ...]
    numerical_mlps: tuple[str, ...]
    head_variables: tuple[str, ...]
    head_numbers: tuple[str, ...]
    reaches: tuple[Reach, ...]

    @property
    def heads(self) -> tuple[str, ...]:
        return self.categorical_heads + self.numerical_heads

    @property
    def mlps(self) -> tuple[str, ...]:
        return self.categorical_mlps + self.numerical_mlps

    @property
    def mlp_variables(self) -> tuple[str, ...]:
        return self.head_variables + self.categorical_heads

    @property
    def mlp_numbers(self) -> tuple[str, ...]:
        return self.head_numbers + self.numerical_heads


@dataclass(frozen=True)
class ForTask:
    """A network's settings together with the sizes of its task."""

    config: Any
    word_count: int
    class_count: int
    length: int
    causal: bool = False
    pooled: bool = False

    @classmethod
    def of(cls, task: Task, config: Any) -> Self:
        sizes = len(task.vocabulary.words), len(task.classes), task.max_length
        return cls(config, *sizes, task.causal, task.pooled)


@dataclass(frozen=True)
class Architecture(ForTask):
    """A network that becomes a program: its variables, modules and parameters."""

    config: Config

    def __post_init__(self) -> None:
        given, needed = self.config.cardinality, max(self.word_values, self.length)
        if given is not None and given < needed:
            raise ConfigError(
                f"cardinality: expected at least {needed} for {self.word_values} "
                f"{'values of a word' if self.config.word_variables else 'words'} and inputs of "
                f"{self.length}, got {given}"
            )
        if self.causal and "after" in self.reaches:
            raise ConfigError(
                "reaches: expected no 'after' where a network sees only what is before"
            )

    def with_shape(self, shape: Shape) -> Architecture:
        """The same for a network of another shape; the cardinality stays."""
        return replace(self, config=self.config.with_shape(shape))

    @property
    def k(self) -> int:
        """The number of values of every categorical variable."""
        return self.config.cardinality or max(self.word_values, self.length)

    @property
    def word_values(self) -> int:
        """The number of values of a word's variable: the number of words, or as learned."""
        return self.config.word_cardinality if self.config.word_variables else self.word_count

    @property
    def word_variables(self) -> tuple[str, ...]:
        """The variables that say which word stands at a position: the word itself, or learned.

        >>> config = Config(word_variables=2)
        >>> Architecture(config, word_count=99, class_count=2, length=8).word_variables
        ('var0_embeddings', 'var1_embeddings')
        """
        count = self.config.word_variables
        return tuple(f"var{i}_embeddings" for i in range(count)) or (TOKENS,)

    @property
    def shared_inputs(self) -> int:
        """The inputs of a step that devices can share: one where each would move all of a table."""
        return 1 if self.config.word_variables else self.config.batch

    @property
    def reaches(self) -> tuple[Reach, ...]:
        """The reaches that are dealt out in turn to the heads of each kind."""
        return cast(tuple[Reach, ...], tuple(self.config.reaches.split(",")))

    @property
    def inputs(self) -> tuple[str, ...]:
        """The categorical variables that the input stage writes."""
        return (*self.word_variables, POSITIONS)

    @cached_property
    def layers(self) -> tuple[Layer, ...]:
        c = self.config
        variables = self.inputs
        numbers: tuple[str, ...] = (ONES,) if c.numerical_heads else ()
        most = max(c.categorical_heads, c.numerical_heads)
        dealt = tuple(islice(cycle(self.reaches), most))
        layers = []
        for n in range(c.layers):
            layer = Layer(
                n,
                tuple(f"attn_{n}_{i}" for i in range(c.categorical_heads)),
                tuple(f"num_attn_{n}_{i}" for i in range(c.numerical_heads)),
                tuple(f"mlp_{n}_{i}" for i in range(c.categorical_mlps)),
                tuple(f"num_mlp_{n}_{i}" for i in range(c.numerical_mlps)),
                variables,
                numbers,
                dealt[: c.categorical_heads] + dealt[: c.numerical_heads],
            )
            layers.append(layer)
            variables, numbers = layer.mlp_variables + layer.mlps, layer.mlp_numbers
        return tuple(layers)

    @cached_property
    def categorical(self) -> tuple[str, ...]:
        """The names of all categorical variables, in the order of the stream."""
        return self.layers[-1].mlp_variables + self.layers[-1].mlps

    @cached_property
    def numerical(self) -> tuple[str, ...]:
        """The names of all numerical variables, in the order of the stream."""
        return self.layers[-1].mlp_numbers

    @cached_property
    def leaves(self) -> dict[str, Leaf]:
        """Every array of parameters of one member, by name; none of them is empty.

        The values of words come last: they are many, and are kept apart in training.
        """
        c, k = self.config, self.k
        leaves: dict[str, Leaf] = {}

        def choice(name: str, *axes: Axis) -> None:
            size = axes[-1] if isinstance(axes[-1], int) else len(axes[-1])
            leaves[name] = Leaf(axes, size**-0.5 if size else 0.0, choice=True)

        for n, layer in enumerate(self.layers):
            choice(f"{n}.query", layer.heads, layer.head_variables)
            choice(f"{n}.key", layer.heads, layer.head_variables)
            choice(f"{n}.value", layer.categorical_heads, layer.head_variables)
            choice(f"{n}.number", layer.numerical_heads, layer.head_numbers)
            choice(f"{n}.predicate", layer.heads, k, k)
            cat, num, width = layer.categorical_mlps, layer.numerical_mlps, c.hidden
            choice(f"{n}.mlp_reads", cat, c.mlp_inputs, layer.mlp_variables)
            leaves[f"{n}.mlp_in"] = Leaf((cat, c.mlp_inputs, k, width), width**-0.5)
            leaves[f"{n}.mlp_in_bias"] = Leaf((cat, width), 0.0)
            choice(f"{n}.num_mlp_reads", num, c.mlp_inputs, layer.mlp_numbers)
            leaves[f"{n}.num_mlp_in"] = Leaf((num, c.mlp_inputs, width), width**-0.5)
            leaves[f"{n}.num_mlp_in_bias"] = Leaf((num, width), 0.0)
            leaves[f"{n}.mlp_out"] = Leaf((layer.mlps, width, k), k**-0.5)
            leaves[f"{n}.mlp_out_bias"] = Leaf((layer.mlps, k), 0.0)
        leaves["votes"] = Leaf((self.categorical, k, self.class_count), self.class_count**-0.5)
        leaves["number_votes"] = Leaf((self.numerical, self.class_count), self.class_count**-0.5)
        if c.word_variables:
            choice(WORDS, self.word_count, self.word_variables, self.word_values)
        return {name: leaf for name, leaf in leaves.items() if 0 not in leaf.shape}

    def modules_of(self, leaf: str) -> tuple[str, ...]:
        """The modules along the first axis of an array."""
        modules = self.leaves[leaf].axes[0]
        assert not isinstance(modules, int)
        return modules

    def choices_of(self, module: str) -> dict[str, str]:
        """For each role of a module, the array with its choices; the last axis is to choose from.

        >>> architecture = Architecture(Config(), word_count=4, class_count=2, length=8)
        >>> architecture.choices_of("num_attn_0_1")
        {'query': '0.query', 'key': '0.key', 'value': '0.number'}
        """
        return {
            ROLES[name.rpartition(".")[2]]: name
            for name in self.leaves
            if name.rpartition(".")[2] in ROLES and module in self.modules_of(name)
        }

    @cached_property
    def row(self) -> dict[str, Leaf]:
        """The arrays that make up a member's row in training: all but the values of words."""
        return {name: leaf for name, leaf in self.leaves.items() if name != WORDS}

    @cached_property
    def array_shapes(self) -> dict[str, tuple[int, ...]]:
        """The shapes of the arrays of a row."""
        return {name: leaf.shape for name, leaf in self.row.items()}


def enclosing_shape(shapes: Sequence[Shape]) -> Shape:
    """The smallest shape of which all of these are parts."""
    names = [field.name for field in fields(Shape)]
    return Shape(**{name: max(getattr(shape, name) for shape in shapes) for name in names})


def indices(
    small: Leaf, large: Leaf, names: Mapping[str, str] = MappingProxyType({})
) -> tuple[npt.NDArray[np.intp], ...]:
    """The index of a small network's entries in the large network's array.

    `names`: those of its variables and modules that are called otherwise in the large one.
    """
    places = [
        np.asarray([many.index(names.get(name, name)) for name in few], np.intp)
        if isinstance(few, tuple) and isinstance(many, tuple)
        else np.arange(size)
        for few, many, size in zip(small.axes, large.axes, small.shape, strict=True)
    ]
    return np.ix_(*places)


def nothing_in(large: Architecture) -> Params:
    """The parameters of a network of which nothing is there: no variable is read, none votes."""
    return {
        name: np.full(leaf.shape, ABSENT if leaf.choice else 0.0, np.float32)
        for name, leaf in large.leaves.items()
    }


def narrow(params: Params, large: Architecture, small: Architecture) -> Params:
    """The part of a large network's parameters that a smaller network has."""
    if large == small:
        return {name: values.copy() for name, values in params.items()}
    return {
        name: params[name][indices(leaf, large.leaves[name])] for name, leaf in small.leaves.items()
    }
