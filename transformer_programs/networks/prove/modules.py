"""Modules of network and program.

Heads: what they read, what matches, which match they copy from. MLPs: which variables they depend
on, and what they make of each value.
"""

from __future__ import annotations

from functools import partial
from itertools import combinations, product
from math import prod
from typing import Any

import jax.numpy as jnp
import numpy as np

from ...meaning.interpret import apply, chosen, matches, reachable
from ...program.steps import (
    CategoricalHead,
    Choose,
    Head,
    Mlp,
    NumericalHead,
    Reach,
    Table,
    score_of,
)
from ...program.values import domain
from .. import heads, model
from ..architecture import Architecture, Layer, variable_name
from ..choices import Hard
from ..machine import Array, Tree
from .sides import Differs, Floats, Ints, Sides, alone, as_stream, blocks, differ_unless, quick_jit

# How much of each variable each read lets through: (reads, variables), queries before keys and
# values, and (sums, numbers).
Gates = tuple[Floats, Floats]


def step_of(sides: Sides, layer: Layer, name: str) -> Head:
    """The program's step for a head; it must be of the same kind, and no network has scores."""
    step = sides.step(name)
    kind = CategoricalHead if name in layer.categorical_heads else NumericalHead
    differ_unless(isinstance(step, kind), f"{name} is another kind of step in the program")
    assert isinstance(step, CategoricalHead | NumericalHead)
    differ_unless(score_of(step) is None, f"{name} has a score in the program, none in the network")
    return step


# --- what heads read ------------------------------------------------------------------------------

_read = quick_jit(lambda params, variables: heads.head_reads(params, as_stream(variables)))


def gates_of(params: Tree, layer: Layer, k: int) -> Gates:
    """The reads of every head of a layer.

    Reads run on each value of each variable alone, all others being 0. They are linear, so that is
    all there is to know of them.
    """
    many, numbers = len(layer.head_variables), len(layer.head_numbers)
    copies, every = len(layer.categorical_heads), len(layer.heads)
    gates = np.zeros((2 * every + copies, many)), np.zeros((every - copies, numbers))
    for rows in blocks(many * k + numbers, many * k):
        read, added = _read(params, alone(rows, many, k, numbers))
        array = np.asarray(read)[0, :, :, 0]  # (reads, k, rows)
        here, words, variable, value = np.arange(len(rows)), rows < many * k, rows // k, rows % k
        let = array[:, value, here] * words
        mixed = array - let[:, None] * (np.arange(k)[:, None] == value)
        differ_unless(not mixed.any(), f"{', '.join(layer.heads)} read a mix of values")
        gates[0][:, variable[words]] = let[:, words]
        if added is not None:
            gates[1][:, rows[~words] - many * k] = np.asarray(added)[0, :, 0, ~words].T
    return gates


def compare_reads(step: Head, name: str, gates: Gates, layer: Layer) -> None:
    """A head reads the variables that its step reads, each in its role."""
    (words, numbers), every, at = gates, len(layer.heads), layer.heads.index(name)
    if isinstance(step, NumericalHead):
        at_sum = at - len(layer.categorical_heads)
        value = "number", step.value, numbers[at_sum], layer.head_numbers
    else:
        value = "value", step.value, words[2 * every + at], layer.head_variables
    for role, claimed, weights, names in (
        ("query", step.query, words[at], layer.head_variables),
        ("key", step.key, words[every + at], layer.head_variables),
        value,
    ):
        read = [variable_name(names[u]) for u in np.flatnonzero(weights)]
        differ_unless(
            read == [claimed] and weights.sum() == 1,
            f"{name} reads {', '.join(read) or 'nothing'} as {role} in the network, "
            f"{claimed} in the program",
        )


# --- what heads do with it ------------------------------------------------------------------------


@partial(quick_jit, static_argnums=4)
def _take(
    predicate: Array, query: Array, key: Array, words: Array | None, architecture: Architecture
) -> Array:
    """The outputs of heads for queries and keys (1, k, N, B), where there are words, or everywhere.

    The value at a position is its number, in every unit, and so is the summand. So a head that
    copies gives the position it copies from: (heads, k, N, B); one that adds up the sum: likewise.
    """
    _, k, length, batch = query.shape
    layer = architecture.layers[0]
    copied, summed = len(layer.categorical_heads), len(layer.numerical_heads)
    every = jnp.ones((1, 1, 1, length, 1), bool)
    sight = heads.Sight(every, every) if words is None else heads.sight_of(words, architecture)
    query, key = (jnp.broadcast_to(x, (1, copied + summed, *x.shape[1:])) for x in (query, key))
    at = jnp.arange(length, dtype=query.dtype)[:, None]
    value = jnp.broadcast_to(at, (1, copied, k, length, batch))
    number = jnp.broadcast_to(at, (1, summed, length, batch)) if summed else None
    read = jnp.concatenate([query, key, value], axis=1)
    copies, sums = heads.heads(predicate, read, number, sight, Hard())
    sums = [jnp.broadcast_to(one[:, :, None], (1, summed, k, length, batch)) for one in sums]
    return jnp.concatenate([*copies, *sums], axis=1)[0]


def taken(
    predicate: Any, query: Floats, key: Floats, words: Ints | None, architecture: Architecture
) -> Ints:
    """The position that each head copies from, or the sum that it adds up: (heads, N, B)."""
    found = np.asarray(_take(predicate, query[None], key[None], words, architecture))
    differ_unless(
        bool((found == found[:, :1]).all()), "the heads of a layer do not copy values alike"
    )
    return found[:, 0].astype(np.int64)


def met_by(sides: Sides, params: Tree, layer: Layer) -> Ints:
    """The matches of each head for every query value and every key value: (heads, k * k).

    The query stands at position 0, the key at position 1; nothing is out of reach.
    """
    k, found = sides.architecture.k, []
    first = np.array([[True], [False]])
    for rows in blocks(k * k, len(layer.heads) * 2 * max(k, 2)):
        values = np.stack(np.divmod(rows, k))  # the query, then the key
        given = np.moveaxis(np.eye(k)[values], 2, 0)  # (k, 2, rows)
        query, key = given * first, given * ~first
        found.append(taken(params["predicate"], query, key, None, sides.architecture)[:, 0])
    return np.concatenate(found, axis=1)[:, : k * k]


def compare_matches(sides: Sides, step: Head, name: str, met: Ints) -> int:
    """Require that a head matches what its step matches; count the pairs of values."""
    k, count = sides.architecture.k, 0
    query, key = sides.known[step.query], sides.known[step.key]
    for q, v in product(domain(query), domain(key)):
        differ_unless(
            met[q * k + v] == matches(step.predicate, query, key, q, v),
            f"{name}: query value {q} and key value {v} match in one of them only",
        )
        count += 1
    return count


# --- which match they take ------------------------------------------------------------------------


class Sets:
    """Sets of matches, and what the heads of the network take of each, at every position.

    No match; one; two; and every position, in inputs of every length, since padding must not be
    seen. The heads are those of the network but for their predicate: query value 0 looks for key
    value 0.
    """

    def __init__(self, architecture: Architecture, params: Tree) -> None:
        a = self.architecture = architecture
        ones = [(j,) for j in range(a.length)]
        few = [(), *ones, *combinations(range(a.length), 2)]
        self.sets: list[tuple[int, ...]] = [*few, *[tuple(range(a.length))] * a.length]
        self.lengths = np.array([a.length] * len(few) + [n + 1 for n in range(a.length)])
        predicate = np.zeros(params["predicate"].shape)
        predicate[..., 0, 0] = 1
        keys = np.zeros((a.k, a.length, len(self.sets)))
        for number, found in enumerate(self.sets):
            keys[0, list(found), number] = 1
        query = np.broadcast_to((np.arange(a.k) == 0)[:, None, None] * 1.0, keys.shape)
        parts = []
        for rows in blocks(len(self.sets), len(a.layers[0].heads) * a.length * max(a.k, a.length)):
            real = np.arange(a.length)[:, None] < self.lengths[rows]
            words = np.where(real, 0, -1)[None]
            parts.append(taken(predicate, query[:, :, rows], keys[:, :, rows], words, a))
        self.taken = np.concatenate(parts, axis=2)[:, :, : len(self.sets)]  # (heads, N, sets)
        self._right: dict[tuple[Reach, Choose | None], Ints] = {}

    def compare(self, step: Head, name: str, at: int) -> int:
        """A head takes what its step takes, of every set; gives the number of decisions."""
        kind = step.reach, step.choose if isinstance(step, CategoricalHead) else None
        if kind not in self._right:
            self._right[kind] = self._expected(*kind)
        given, right = self.taken[at], self._right[kind]
        wrong = np.argwhere((given != right) & (right >= 0))
        if len(wrong):
            i, number = wrong[0]
            found = [j for j in self.sets[number] if j < self.lengths[number]]
            raise Differs(
                f"{name}: position {i} with matches at {found} takes {given[i, number]} in the "
                f"network, {right[i, number]} in the program"
            )
        return int((right >= 0).sum())

    def _expected(self, reach: Reach, choose: Choose | None) -> Ints:
        """The choice of a step from each set at each position, -1 behind the end: (N, sets)."""
        right = np.full((self.architecture.length, len(self.sets)), -1)
        for number, found in enumerate(self.sets):
            length = int(self.lengths[number])
            for i in range(length):
                seen = reachable(i, length, reach, self.architecture.causal)
                here = [j for j in seen if j in found]
                right[i, number] = sum(here) if choose is None else chosen(i, here, choose)
        return right


# --- MLPs -----------------------------------------------------------------------------------------


@quick_jit
def _outputs(params: Tree, words: Array, numbers: Array) -> Array:
    """The values that an MLP writes: words (1, V, k, 1, R), numbers (1, U, 1, R) -> (R,)."""
    (written,) = model.mlps(params, model.Stream((words,), numbers), Hard())
    return jnp.argmax(written[0, 0, :, 0], axis=0)


def cut_out(params: Tree, layer: Layer, name: str) -> dict[str, Floats]:
    """The parameters of an MLP alone."""
    at = layer.mlps.index(name)
    places = {"mlp_out": at, "mlp_out_bias": at}
    if name in layer.numerical_mlps:
        at -= len(layer.categorical_mlps)
        places |= {"num_mlp_reads": at, "num_mlp_in": at, "num_mlp_in_bias": at}
    else:
        places |= {"mlp_reads": at, "mlp_in": at, "mlp_in_bias": at}
    return {name: np.asarray(params[name])[:, at : at + 1] for name, at in places.items()}


def compare_mlp(sides: Sides, params: Tree, layer: Layer, name: str) -> int:
    """Require that an MLP makes of every combination of values what its step makes of it.

    Its gates let through nothing but what the step reads: so it can be cut out, with these
    variables. Gives the number of combinations.
    """
    step = sides.step(name)
    differ_unless(isinstance(step, Mlp), f"{name} is another kind of step in the program")
    assert isinstance(step, Mlp)
    alone, k, numerical = cut_out(params, layer, name), sides.architecture.k, 0
    role, names = "mlp_reads", list(map(variable_name, layer.mlp_variables))
    if name in layer.numerical_mlps:
        role, names, numerical = "num_mlp_reads", list(map(variable_name, layer.mlp_numbers)), 1
    needed = {names[u] for u in np.flatnonzero(alone[role].any(axis=(0, 1, 2)))}
    differ_unless(
        needed <= set(step.reads) <= set(names),
        f"{name} reads {', '.join(sorted(needed)) or 'nothing'} in the network, "
        f"{', '.join(step.reads)} in the program",
    )
    # The first number is always 1, whether it is read or not: it carries the bias.
    reads = tuple(dict.fromkeys([*names[:numerical], *step.reads]))
    alone[role] = alone[role][..., [names.index(read) for read in reads]]
    domains = [domain(sides.known[read]) for read in reads]
    count = prod(map(len, domains))
    for rows in blocks(count, k * len(reads) + alone["mlp_out"].size):
        picked = np.unravel_index(rows, tuple(map(len, domains)))
        values = [place + every.start for place, every in zip(picked, domains, strict=True)]
        words = np.zeros((1, 0, k, 1, len(rows)))
        numbers = np.array(values, float)[None, :, None]
        if not numerical:
            words = np.moveaxis(np.eye(k)[np.array(values)], 2, 1)[None, :, :, None]
            numbers = numbers[:, :0]
        given = np.asarray(_outputs(alone, words, numbers))
        by_name = dict(zip(reads, values, strict=True))
        wrong = np.flatnonzero(given != _right(sides, step, by_name))
        if len(wrong):
            found = ", ".join(f"{read} = {by_name[read][wrong[0]]}" for read in step.reads)
            raise Differs(f"{name}: its value for {found} differs")
    return count


def _right(sides: Sides, step: Mlp, values: dict[str, Ints]) -> Ints:
    """The results of a step for combinations of values."""
    kinds = [sides.known[read] for read in step.reads]
    read = [values[name] for name in step.reads]
    if isinstance(step.function, Table):
        places = [column - domain(type).start for column, type in zip(read, kinds, strict=True)]
        cells = np.ravel_multi_index(places, tuple(len(domain(type)) for type in kinds))
        return np.asarray(step.function.cells)[cells]
    rows = zip(*(column.tolist() for column in read), strict=True)
    return np.asarray([apply(step.function, kinds, step.out.type, row) for row in rows])
