"""A discretised network, asked for one module at a time: reads, predicate, table, votes.

Everything is read off the parameters in NumPy. The proof runs the network's own code instead.
"""

from __future__ import annotations

from math import prod

import numpy as np
import numpy.typing as npt

from ..program.values import Number, Type, domain
from .architecture import NUMBERS, POSITIONS, WORDS, Architecture, Layer, Params, variable_name
from .hardened import GRAIN

Ints = npt.NDArray[np.int64]
Bools = npt.NDArray[np.bool_]
Floats = npt.NDArray[np.float64]

ROWS = 1 << 16  # of a table; a larger one is made in parts, to fit in memory


class Discrete:
    """A discretised network, asked for one module at a time."""

    def __init__(self, params: Params, architecture: Architecture) -> None:
        self.params, self.architecture = params, architecture

    def _of(self, leaf: str, module: str) -> npt.NDArray[np.float32]:
        """The parameters of one module in an array."""
        at = self.architecture.modules_of(leaf).index(module)
        return np.asarray(self.params[leaf][at])

    def _choices(self, leaf: str, module: str) -> Ints:
        return np.asarray(np.argmax(self._of(leaf, module), axis=-1))

    def _weights(self, leaf: str, module: str) -> Floats:
        """The weights of an MLP, as they are rounded."""
        return np.round(self._of(leaf, module).astype(np.float64) * GRAIN) / GRAIN

    def lookup(self, variable: str) -> tuple[int, ...]:
        """The value of every word: that of a learned variable or number, or the word itself."""
        a = self.architecture
        learned, names = WORDS, a.word_variables
        if variable in a.number_variables:
            learned, names = NUMBERS, a.number_variables
        if learned not in self.params:
            return tuple(range(a.words))
        logits = self.params[learned][:, names.index(variable)]
        values: list[int] = np.argmax(logits, axis=-1).tolist()
        return tuple(values)

    def head_reads(self, n: int, layer: Layer, module: str) -> tuple[str, str, str]:
        """The variables that a head reads as query, key and value."""
        copies = module in layer.categorical_heads
        value, names = ("value", layer.head_reads) if copies else ("number", layer.head_sums)
        query = key = POSITIONS
        if module not in layer.offset_heads:
            query, key = (
                layer.head_reads[int(self._choices(f"{n}.{role}", module))]
                for role in ("query", "key")
            )
        read = names[int(self._choices(f"{n}.{value}", module))]
        return variable_name(query), variable_name(key), variable_name(read)

    def offset(self, n: int, module: str) -> int:
        """How many positions away an offset head copies from."""
        return int(self._choices(f"{n}.offsets", module)) - self.architecture.config.offsets

    def predicate(self, n: int, module: str) -> Bools:
        """predicate[q, k]: whether query value q looks for key value k."""
        levels, leaf = self.levels(n, module), self.architecture.predicate_leaf(n, module)
        if levels is not None:
            return levels > 0
        if leaf == f"{n}.key_sets":
            return np.asarray(self._of(leaf, module) > 0)
        keys = np.arange(self.architecture.k)
        return np.asarray(self._choices(leaf, module)[:, None] == keys)

    def levels(self, n: int, module: str) -> Ints | None:
        """levels[q, k]: how good key value k is to query value q; None without a score."""
        leaf = self.architecture.predicate_leaf(n, module)
        return self._choices(leaf, module) if leaf == f"{n}.levels" else None

    def mlp_reads(self, n: int, layer: Layer, module: str) -> tuple[str, ...]:
        """The variables that an MLP reads."""
        kind, names = _kind(layer, module)
        picks = self._choices(f"{n}.{kind}_reads", module)
        return tuple(variable_name(names[int(pick)]) for pick in picks)

    def mlp_cells(self, n: int, layer: Layer, module: str, reads: list[Type]) -> Ints:
        """What an MLP makes of every combination of values, row-major.

        Two reads of one variable cannot hold two values: there the first one counts.
        """
        kind, _ = _kind(layer, module)
        picks = self._choices(f"{n}.{kind}_reads", module).tolist()
        into, out = self._weights(f"{n}.{kind}_in", module), self._weights(f"{n}.mlp_out", module)
        bias = self._weights(f"{n}.{kind}_in_bias", module)
        out_bias = self._weights(f"{n}.mlp_out_bias", module)
        domains = [domain(type) for type in reads]
        shape, cells = tuple(map(len, domains)), []
        for first in range(0, prod(shape), ROWS):
            rows = np.arange(first, min(first + ROWS, prod(shape)))
            places = np.unravel_index(rows, shape)
            hidden = np.broadcast_to(bias, (len(rows), len(bias)))
            for weights, pick in zip(into, picks, strict=True):
                read = picks.index(pick)
                values = places[read] + domains[read].start
                numerical = weights.ndim == 1
                hidden = hidden + (values[:, None] * weights if numerical else weights[values])
            cells.append(np.argmax(np.maximum(hidden, 0) @ out + out_bias, axis=1))
        return np.concatenate(cells)

    def votes(self, name: str, type: Type) -> tuple[tuple[int, ...], ...]:
        """The whole-number votes on a variable, one row per value (or one row for a number)."""
        a, number = self.architecture, isinstance(type, Number)
        leaf, modules = ("number_votes", a.numerical) if number else ("votes", a.categorical)
        at = [variable_name(module) for module in modules].index(name)
        weights = self.params[leaf][at].astype(np.float64)
        rows = np.atleast_2d(np.round(weights * a.config.vote_scale))
        count = 1 if isinstance(type, Number) else len(type.values)
        return tuple(tuple(int(weight) for weight in row) for row in rows[:count])


def _kind(layer: Layer, module: str) -> tuple[str, tuple[str, ...]]:
    """How the arrays of an MLP are called, and what it can read."""
    if module in layer.numerical_mlps:
        return "num_mlp", layer.mlp_numbers
    return "mlp", layer.mlp_reads
