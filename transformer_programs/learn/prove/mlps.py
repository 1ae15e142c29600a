"""MLPs of network and program: which variables they depend on, and what they make of each value."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from math import prod

import jax.numpy as jnp
import numpy as np

from ...meaning.interpret import apply
from ...program.steps import Mlp, Table
from ...program.values import domain
from ..architecture import Layer, variable_name
from ..model import Stream, Tree, mlp_hidden, mlp_outputs
from ..noise import Array
from ..relax import Hard
from .pieces import Differs, Floats, Ints, Sides, alone, as_stream, blocks, differ_unless, piece


@piece
def _hidden(own: Tree, variables: tuple[Array, Array]) -> list[Array]:
    """The sums before ReLU; the first number is 1, as it always is."""
    stream = as_stream(variables)
    return mlp_hidden(own, Stream(stream.blocks, stream.numerical.at[:, :1].set(1)))


@partial(piece, static_argnums=2)
def _outputs(own: Tree, hidden: list[Array], rows: int) -> Array:
    """The value that each MLP writes: (MLPs, rows)."""
    written = jnp.concatenate(mlp_outputs(own, hidden, (1, rows), Hard()), axis=1)
    return jnp.argmax(written[0, :, :, 0], axis=1)


@dataclass(frozen=True, slots=True)
class Sums:
    """What the hidden sums of a layer's MLPs are made of: they are linear in the variables.

    `base` (MLPs, w): when no variable has a value. `each` (MLPs, w, V * k + U): what each value of
    each categorical variable adds, and what each number adds, times itself.
    """

    base: Floats
    each: Floats

    @staticmethod
    def of(own: Tree, layer: Layer, k: int) -> Sums:
        many, numbers = len(layer.mlp_reads), len(layer.mlp_numbers)
        base, parts = np.zeros(()), []
        count = many * k + numbers
        for rows in blocks(count, count):
            variables = alone(rows, many, k, numbers)
            none = _hidden(own, (0 * variables[0], 0 * variables[1]))
            base = np.concatenate([np.asarray(part) for part in none], axis=1)[0, :, :, 0]
            some = np.concatenate([np.asarray(part) for part in _hidden(own, variables)], axis=1)
            parts.append(some[0] - base[:, :, None])
        return Sums(base, np.concatenate(parts, axis=2)[:, :, :count])


def compare_reads(sides: Sides, sums: Sums, layer: Layer, name: str) -> Mlp:
    """An MLP depends on nothing but what its step reads; gives the step."""
    step = sides.step(name)
    differ_unless(isinstance(step, Mlp), f"{name} is another kind of step in the program")
    assert isinstance(step, Mlp)
    k, words = sides.architecture.k, len(layer.mlp_reads) * sides.architecture.k
    added = sums.each[layer.mlps.index(name)].any(axis=0)
    depends = [*added[:words].reshape(-1, k).any(axis=1), *added[words:]]
    names = [variable_name(read) for read in layer.mlp_reads + layer.mlp_numbers]
    needed = {read for read, needed in zip(names, depends, strict=True) if needed}
    differ_unless(
        needed <= set(step.reads) <= set(names),
        f"{name} reads {', '.join(sorted(needed)) or 'nothing'} in the network, "
        f"{', '.join(step.reads)} in the program",
    )
    return step


def compare_cells(sides: Sides, own: Tree, sums: Sums, layer: Layer, name: str, step: Mlp) -> int:
    """An MLP makes of every combination of values what its step makes of it; gives their number."""
    a, at = sides.architecture, layer.mlps.index(name)
    reads = tuple(dict.fromkeys(step.reads))
    domains = [domain(sides.known[read]) for read in reads]
    count = prod(map(len, domains))
    kinds = [len(layer.categorical_mlps), len(layer.numerical_mlps)]
    for rows in blocks(count, sums.base.size):
        picked = np.unravel_index(rows, tuple(map(len, domains)))
        values = {
            read: place + own_domain.start
            for read, place, own_domain in zip(reads, picked, domains, strict=True)
        }
        hidden = np.zeros((1, *sums.base.shape, len(rows)))
        hidden[0, at] = sums.base[at][:, None]
        for read, own_values in values.items():
            hidden[0, at] += _added(sums.each[at], layer, a.k, read, own_values)
        split = [part for part in np.split(hidden, [kinds[0]], axis=1) if part.shape[1]]
        outputs = {name: own[name] for name in ("mlp_out", "mlp_out_bias")}
        given = np.asarray(_outputs(outputs, split, len(rows)))[at]
        wrong = np.flatnonzero(given != _right(sides, step, values))
        if len(wrong):
            said = ", ".join(f"{read} = {values[read][wrong[0]]}" for read in reads)
            raise Differs(f"{name}: its value for {said} differs")
    return count


def _added(each: Floats, layer: Layer, k: int, read: str, values: Ints) -> Floats:
    """What the values of a variable add to the hidden sums of an MLP: (w, rows)."""
    words = [variable_name(name) for name in layer.mlp_reads]
    if read in words:
        return each[:, words.index(read) * k + values]
    numbers = [variable_name(name) for name in layer.mlp_numbers]
    # The first number is always 1, which the base has counted.
    return each[:, [len(words) * k + numbers.index(read)]] * values


def _right(sides: Sides, step: Mlp, values: dict[str, Ints]) -> Ints:
    """What a step makes of combinations of values."""
    kinds = [sides.known[read] for read in step.reads]
    read = [values[name] for name in step.reads]
    if isinstance(step.function, Table):
        places = [own - domain(type).start for own, type in zip(read, kinds, strict=True)]
        cells = np.ravel_multi_index(places, tuple(len(domain(type)) for type in kinds))
        return np.asarray(step.function.cells)[cells]
    rows = zip(*(own.tolist() for own in read), strict=True)
    return np.asarray([apply(step.function, kinds, step.out.type, row) for row in rows])
