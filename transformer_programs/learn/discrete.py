"""A discretised network, asked for one module at a time: reads, predicate, table, votes."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from math import prod

import jax
import jax.numpy as jnp
import numpy as np
import numpy.typing as npt

from ..program.values import Number, Type, domain
from .architecture import NUMBERS, WORDS, Architecture, Layer, Params, variable_name
from .model import Stream, Tree, chosen_params, layer_params, mlps, rounded
from .relax import Array, Hard

Ints = npt.NDArray[np.int64]
Bools = npt.NDArray[np.bool_]

ROW_COUNTS = (1 << 8, 1 << 12, 1 << 16)  # of a table; a larger one is cut, to fit in memory


class Discrete:
    """A discretised network, asked for one module at a time."""

    def __init__(self, params: Params, architecture: Architecture) -> None:
        self.architecture = architecture
        self.words = params.get(WORDS)
        with jax.enable_x64(True):
            tree = {name: jnp.asarray(params[name])[None] for name in architecture.row}
            self.params, self.chosen = _discretised(tree, architecture)

    def _choices(self, leaf: str, module: str) -> Ints:
        at = self.architecture.modules_of(leaf).index(module)
        logits = np.asarray(self.params[leaf][0, at])
        return np.asarray(np.argmax(logits, axis=-1))

    def lookup(self, variable: str) -> tuple[int, ...]:
        """The value of every word: that of a learned variable or number, or the word itself."""
        if variable in self.architecture.number_variables:
            at = self.architecture.number_variables.index(variable)
            numbers: list[int] = np.argmax(self.params[NUMBERS][0, :, at], axis=-1).tolist()
            return tuple(numbers)
        if self.words is None:
            return tuple(range(self.architecture.words))
        at = self.architecture.word_variables.index(variable)
        values: list[int] = np.argmax(self.words[:, at], axis=-1).tolist()
        return tuple(values)

    def head_reads(self, n: int, layer: Layer, module: str) -> tuple[str, str, str]:
        """The variables that a head reads as query, key and value."""
        query = layer.head_reads[int(self._choices(f"{n}.query", module))]
        key = layer.head_reads[int(self._choices(f"{n}.key", module))]
        if module in layer.categorical_heads:
            value = layer.head_reads[int(self._choices(f"{n}.value", module))]
        else:
            value = layer.head_sums[int(self._choices(f"{n}.number", module))]
        return variable_name(query), variable_name(key), variable_name(value)

    def predicate(self, n: int, module: str) -> Bools:
        """predicate[q, k]: whether query value q looks for key value k."""
        levels = self.levels(n, module)
        if levels is not None:
            return levels > 0
        leaf = self.architecture.predicate_leaf(n, module)
        at = self.architecture.modules_of(leaf).index(module)
        return np.asarray(self.chosen[leaf][0, at]) > 0

    def levels(self, n: int, module: str) -> Ints | None:
        """levels[q, k]: how good key value k is to query value q; None without a score."""
        leaf = self.architecture.predicate_leaf(n, module)
        return self._choices(leaf, module) if leaf == f"{n}.levels" else None

    def mlp_reads(self, n: int, layer: Layer, module: str) -> tuple[str, ...]:
        """The variables that an MLP reads."""
        numerical = module in layer.numerical_mlps
        names = layer.mlp_numbers if numerical else layer.mlp_reads
        picks = self._choices(f"{n}.num_mlp_reads" if numerical else f"{n}.mlp_reads", module)
        return tuple(variable_name(names[int(pick)]) for pick in picks)

    def mlp_cells(self, n: int, layer: Layer, module: str, reads: list[Type]) -> Ints:
        """What an MLP makes of every combination of values, row-major.

        The MLPs of the layer run as they do in the network, on rows that hold one combination
        each. Two reads of one variable cannot hold two values: there the first one counts.
        """
        numerical = module in layer.numerical_mlps
        picks = self._choices(f"{n}.num_mlp_reads" if numerical else f"{n}.mlp_reads", module)
        own = layer_params(self.chosen, n)
        cells = []
        for values in _blocks([domain(type) for type in reads]):
            padded = _padded(values)
            stream = self._stream(layer, picks, padded, numerical)
            with jax.enable_x64(True):
                written = np.asarray(_run_mlps(own, stream))
            cells.append(written[layer.mlps.index(module), : len(values)])
        return np.concatenate(cells)

    def _stream(
        self, layer: Layer, picks: Ints, values: Ints, numerical: bool
    ) -> tuple[Array, Array]:
        """A stream in which the variables picked hold these values: values (rows, reads)."""
        rows, k = len(values), self.architecture.k
        categorical = np.zeros((1, len(layer.mlp_reads), k, 1, rows))
        numbers = np.zeros((1, len(layer.mlp_numbers), 1, rows))
        numbers[:, :1] = 1  # the first number is always 1
        for read in reversed(range(len(picks))):
            if numerical:
                numbers[0, picks[read], 0] = values[:, read]
            else:
                categorical[0, picks[read], :, 0] = np.eye(k)[:, values[:, read]]
        with jax.enable_x64(True):
            return jnp.asarray(categorical), jnp.asarray(numbers)

    def votes(self, name: str, type: Type) -> tuple[tuple[int, ...], ...]:
        """The whole-number votes on a variable, one row a value (or one row for a number)."""
        architecture = self.architecture
        if isinstance(type, Number):
            names = [variable_name(module) for module in architecture.numerical]
            rows = np.asarray(self.params["number_votes"][0, names.index(name)])[None]
        else:
            names = [variable_name(module) for module in architecture.categorical]
            rows = np.asarray(self.params["votes"][0, names.index(name)])[: len(type.values)]
        return tuple(tuple(int(weight) for weight in row) for row in rows)


@partial(jax.jit, static_argnums=1)
def _discretised(params: Tree, architecture: Architecture) -> tuple[Tree, Tree]:
    """The rounded parameters, and the same with every choice made."""
    exact = rounded(params, architecture)
    return exact, chosen_params(exact, architecture, Hard())


@jax.jit
def _run_mlps(own: Tree, stream: tuple[Array, Array]) -> Array:
    """What the MLPs of a layer write, as the network runs them: (MLPs, rows)."""
    categorical, numbers = stream
    written = mlps(own, Stream((categorical,), numbers), Hard(), "")
    return jnp.argmax(jnp.concatenate(written, axis=1)[0, :, :, 0], axis=1)


def _padded(values: Ints) -> Ints:
    """The rows with some repeated, so that few different numbers of rows are ever compiled."""
    rows = next(size for size in ROW_COUNTS if size >= len(values))
    return np.concatenate([values, np.repeat(values[-1:], rows - len(values), axis=0)])


def _blocks(domains: list[range]) -> Iterator[Ints]:
    """Every combination of values, row-major, a block of rows at a time: (rows, reads)."""
    shape = tuple(map(len, domains))
    starts = np.asarray([values.start for values in domains])
    for first in range(0, prod(shape), ROW_COUNTS[-1]):
        cells = np.arange(first, min(first + ROW_COUNTS[-1], prod(shape)))
        yield np.stack(np.unravel_index(cells, shape), axis=1) + starts
