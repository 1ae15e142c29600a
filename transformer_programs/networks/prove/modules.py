"""Modules of network and program.

Heads: what they read, what matches, which match they copy from. MLPs: which variables they depend
on, and what they make of each value.
"""

from __future__ import annotations

from collections.abc import Sequence
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
from ..products import WRITTEN_OUT
from .sides import (
    Bools,
    Differs,
    Floats,
    Ints,
    Sides,
    alone,
    as_stream,
    blocks,
    differ_unless,
    parts_of,
    quick_jit,
)

# How much of each variable each read lets through: (reads, variables), queries before keys and
# values, and (sums, numbers).
Gates = tuple[Floats, Floats]
Kind = tuple[Reach, Choose | None]  # of a head: where it looks, what it chooses (None: it adds up)

MET = 3  # positions of the inputs that show which values match
FEW = 1024  # combinations of values; an MLP with fewer runs on some of them again


def step_of(sides: Sides, layer: Layer, name: str) -> Head:
    """The program's step for a head; it must be of the same kind, and no network has scores."""
    step = sides.step(name)
    kind = CategoricalHead if name in layer.categorical_heads else NumericalHead
    differ_unless(isinstance(step, kind), f"{name} is another kind of step in the program")
    assert isinstance(step, CategoricalHead | NumericalHead)
    differ_unless(score_of(step) is None, f"{name} has a score in the program, none in the network")
    return step


def kind_of(step: Head) -> Kind:
    return step.reach, step.choose if isinstance(step, CategoricalHead) else None


# --- what heads read ------------------------------------------------------------------------------


@quick_jit
def _read(params: Tree, variables: tuple[Array, Array]) -> tuple[Array, Array | None]:
    return heads.head_reads(params, as_stream(variables, variables[0].shape[1:2]))


def gates_of(params: Tree, layer: Layer, k: int) -> Gates:
    """The reads of every head of a layer.

    Reads run on each value of each variable alone, all others being 0. They are linear, so that is
    all there is to know of them.
    """
    many, numbers = len(layer.head_variables), len(layer.head_numbers)
    copies, every = len(layer.categorical_heads), len(layer.heads)
    let = np.zeros((2 * every + copies, many * k))
    summed = np.zeros((every - copies, many * k + numbers))
    pure = True  # whether no value is read as another
    for rows in blocks(many * k + numbers, many * k):
        read, added = _read(params, alone(rows, many, k, numbers))
        array = np.asarray(read)[0, :, :, 0]  # (reads, k, rows)
        here, categorical, value = np.arange(len(rows)), rows < many * k, rows % k
        through = array[:, value, here] * categorical
        pure &= not (array - through[:, None] * (np.arange(k)[:, None] == value)).any()
        let[:, rows[categorical]] = through[:, categorical]
        if added is not None:
            summed[:, rows] = np.asarray(added)[0, :, 0]
    by_value = let.reshape(-1, many, k)
    differ_unless(
        pure and bool((by_value == by_value[:, :, :1]).all()) and not summed[:, : many * k].any(),
        f"{', '.join(layer.heads)} read a mix of values",
    )
    return by_value[:, :, 0], summed[:, many * k :]


def compare_reads(step: Head, name: str, gates: Gates, layer: Layer) -> None:
    """A head reads the variables that its step reads, each in its role."""
    (variables, numbers), every, at = gates, len(layer.heads), layer.heads.index(name)
    if isinstance(step, NumericalHead):
        at_sum = at - len(layer.categorical_heads)
        value = "number", step.value, numbers[at_sum], layer.head_numbers
    else:
        value = "value", step.value, variables[2 * every + at], layer.head_variables
    for role, claimed, weights, names in (
        ("query", step.query, variables[at], layer.head_variables),
        ("key", step.key, variables[every + at], layer.head_variables),
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
    predicate: Array, query: Array, key: Array, words: Array, architecture: Architecture
) -> Array:
    """The outputs of heads for queries and keys (1, k, N, B), where they see what they see.

    The value at a position is its number, in every unit, and so is the summand. So a head that
    copies gives the position it copies from: (heads, k, N, B); one that adds up the sum: likewise.
    """
    _, k, length, batch = query.shape
    layer = architecture.layers[0]
    copied, summed = len(layer.categorical_heads), len(layer.numerical_heads)
    query, key = (jnp.broadcast_to(x, (1, copied + summed, *x.shape[1:])) for x in (query, key))
    at = jnp.arange(length, dtype=query.dtype)[:, None]
    value = jnp.broadcast_to(at, (1, copied, k, length, batch))
    number = jnp.broadcast_to(at, (1, summed, length, batch)) if summed else None
    read = jnp.concatenate([query, key, value], axis=1)
    sight = heads.sight_of(words, architecture)
    copies, sums = heads.heads(predicate, read, number, sight, Hard())
    sums = [jnp.broadcast_to(one[:, :, None], (1, summed, k, length, batch)) for one in sums]
    return jnp.concatenate([*copies, *sums], axis=1)[0]


def taken(
    predicate: Any, query: Floats, key: Floats, words: Ints, architecture: Architecture
) -> Ints:
    """The position that each head copies from, or the sum that it adds up: (heads, N, B)."""
    found = np.asarray(_take(predicate, query[None], key[None], words, architecture))
    differ_unless(
        bool((found == found[:, :1]).all()), "the heads of a layer do not copy values alike"
    )
    return found[:, 0].astype(np.int32)


def takes(kind: Kind, i: int, found: Sequence[int], length: int, causal: bool) -> int:
    """The result of a step at position i, given the matches: a position, or their sum."""
    reach, choose = kind
    seen = reachable(i, length, reach, causal)
    here = [j for j in found if j in seen]
    return sum(here) if choose is None else chosen(i, here, choose)


def met_by(sides: Sides, params: Tree, layer: Layer) -> Ints:
    """The result of each head for every query value and every key value: (heads, MET, k * k).

    The query value and the key value stand at every position. At the first or the last of three
    positions, whatever its reach, a head then sees a match at position 1, if there is one.
    """
    k, found = sides.architecture.k, []
    for rows in blocks(k * k, len(layer.heads) * MET * max(k, MET)):
        query, key = (
            np.broadcast_to(np.eye(k)[:, None, values], (k, MET, len(rows)))
            for values in np.divmod(rows, k)
        )
        words = np.zeros((1, MET, len(rows)), int)
        found.append(taken(params["predicate"], query, key, words, sides.architecture))
    return np.concatenate(found, axis=2)[:, :, : k * k]


def compare_matches(sides: Sides, step: Head, name: str, met: Ints) -> int:
    """Require that a head matches what its step matches; count the pairs of values."""
    k, causal, count = sides.architecture.k, sides.architecture.causal, 0
    query, key = sides.known[step.query], sides.known[step.key]
    right = [
        [takes(kind_of(step), i, found, MET, causal) for i in range(MET)]
        for found in ((), range(MET))
    ]
    for q, v in product(domain(query), domain(key)):
        matched = matches(step.predicate, query, key, q, v)
        differ_unless(
            met[:, q * k + v].tolist() == right[matched],
            f"{name}: query value {q} and key value {v} match in one of them only",
        )
        count += 1
    return count


# --- which match they take ------------------------------------------------------------------------


class Sets:
    """Sets of matches, and what the heads of the network take of each, at every position.

    No match; one; two; and every position, in inputs of every length, since padding must not be
    seen. The heads are those of the network but for their predicate: query value 0 looks for key
    value 0. Where nothing matches the key value is 1. k is cut to WRITTEN_OUT + 1, so `product`
    takes the same branch as with all values.
    """

    def __init__(self, architecture: Architecture) -> None:
        a, k = architecture, min(architecture.k, WRITTEN_OUT + 1)
        self.architecture = a
        ones = [(j,) for j in range(a.length)]
        few: list[tuple[int, ...]] = [(), *ones, *combinations(range(a.length), 2)]
        self.sets = [*few, *[tuple(range(a.length))] * a.length]
        self.lengths = np.array([a.length] * len(few) + [n + 1 for n in range(a.length)])
        predicate = np.zeros((1, len(a.layers[0].heads), k, k))
        predicate[..., 0, 0] = 1
        parts = []
        for rows in blocks(len(self.sets), len(a.layers[0].heads) * a.length * max(k, a.length)):
            keys, queries = np.zeros((2, k, a.length, len(rows)))
            keys[1:2], queries[0] = 1, 1
            for row, number in enumerate(rows):
                found = list(self.sets[number])
                keys[:2, found, row] = np.eye(2)[:k, :1]
            real = np.arange(a.length)[:, None] < self.lengths[rows]
            words = np.where(real, 0, -1)[None]
            parts.append(taken(predicate, queries, keys, words, a))
        self.taken = np.concatenate(parts, axis=2)[:, :, : len(self.sets)]  # (heads, N, sets)
        self._right: dict[Kind, Ints] = {}

    def compare(self, step: Head, name: str, at: int) -> int:
        """A head takes what its step takes, of every set; gives the number of decisions."""
        kind = kind_of(step)
        if kind not in self._right:
            self._right[kind] = self._expected(kind)
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

    def _expected(self, kind: Kind) -> Ints:
        """The choice of a step from each set at each position, -1 behind the end: (N, sets)."""
        right = np.full((self.architecture.length, len(self.sets)), -1, np.int32)
        for number, found in enumerate(self.sets):
            length = int(self.lengths[number])
            for i in range(length):
                right[i, number] = takes(kind, i, found, length, self.architecture.causal)
        return right


# --- MLPs -----------------------------------------------------------------------------------------


@partial(quick_jit, static_argnums=2)
def _hidden(params: Tree, variables: tuple[Array, Array], parts: tuple[int, ...]) -> list[Array]:
    stream = as_stream(variables, parts)
    return [model.hidden_sums(*given) for given in model.mlp_inputs(params, stream)]


def read_by_mlps(params: Tree, layer: Layer, k: int) -> Bools:
    """Which variables the MLPs of a layer depend on: (MLPs, variables), numbers last.

    The hidden sums are linear in the variables: each value of each variable alone tells all. What
    is the same for every value of a variable, such as a bias, is there whatever the values are.
    """
    many, numbers = len(layer.mlp_variables), len(layer.mlp_numbers)
    count, parts = many * k + numbers, parts_of(layer.head_variables, layer.categorical_heads)
    found = []
    for rows in blocks(count, many * k):
        given = _hidden(params, alone(rows, many, k, numbers), parts)
        found.append(np.concatenate([np.asarray(one)[0] for one in given]))
    sums = np.concatenate(found, axis=2)[:, :, :count]  # (MLPs, hidden, rows)
    by_value = sums[:, :, : many * k].reshape(*sums.shape[:2], many, k)
    varies = (by_value != by_value[..., :1]).any((1, 3)), sums[:, :, many * k :].any(1)
    return np.concatenate(varies, axis=1)


@partial(quick_jit, static_argnums=(3, 4))
def _outputs(
    params: Tree, values: Array, numbers: Array, parts: tuple[int, ...], kind: int
) -> Array:
    """The values that the MLPs of a kind write: values (1, V, k, 1, R or 1), numbers likewise."""
    rows = max(values.shape[-1], numbers.shape[-1])
    given = [jnp.broadcast_to(x, (*x.shape[:-1], rows)) for x in (values, numbers)]
    written = model.mlps(params, as_stream((given[0], given[1]), parts), Hard())
    return jnp.argmax(written[kind][0, :, :, 0], axis=1)


def compare_mlp(sides: Sides, params: Tree, layer: Layer, name: str, read: Bools) -> int:
    """Require that an MLP makes of every combination of values what its step makes of it.

    It depends on nothing but what the step reads. So it runs, together with the other MLPs of its
    layer, on every combination of these values, with one value of every other variable. Gives the
    number of combinations.
    """
    step, k, known = sides.step(name), sides.architecture.k, sides.known
    differ_unless(isinstance(step, Mlp), f"{name} is another kind of step in the program")
    assert isinstance(step, Mlp)
    numerical = name in layer.numerical_mlps
    categorical, sums = (
        list(map(variable_name, some)) for some in (layer.mlp_variables, layer.mlp_numbers)
    )
    names = categorical + sums
    needed = {u for u, used in zip(names, read[layer.mlps.index(name)], strict=True) if used}
    needed = {u for u in needed if len(domain(known[u])) > 1}
    differ_unless(
        needed <= set(step.reads) <= set(sums if numerical else categorical),
        f"{name} reads {', '.join(sorted(needed)) or 'nothing'} in the network, "
        f"{', '.join(step.reads)} in the program",
    )
    group = layer.numerical_mlps if numerical else layer.categorical_mlps
    at, parts = group.index(name), parts_of(layer.head_variables, layer.categorical_heads)
    reads = tuple(dict.fromkeys(step.reads))
    sizes = tuple(len(domain(known[u])) for u in reads)
    width = len(group) * sum(params["mlp_out"].shape[2:]) + (0 if numerical else k * len(names))
    for rows in blocks(prod(sizes), width, FEW):
        picked = np.unravel_index(rows, sizes)
        by_name = {u: p + domain(known[u]).start for u, p in zip(reads, picked, strict=True)}
        values = np.array(
            [by_name.get(u, np.full(len(rows), domain(known[u]).start)) for u in names]
        )
        chosen_values, numbers = values[: len(categorical)], values[len(categorical) :] * 1.0
        if numerical:
            chosen_values = chosen_values[:, :1]
        one_hot = np.moveaxis(np.eye(k)[chosen_values], 2, 1)[None, :, :, None]
        given = _outputs(params, one_hot, numbers[None, :, None], parts, -1 if numerical else 0)
        wrong = np.flatnonzero(np.asarray(given)[at] != _right(sides, step, by_name))
        if len(wrong):
            found = ", ".join(f"{u} = {by_name[u][wrong[0]]}" for u in step.reads)
            raise Differs(f"{name}: its value for {found} differs")
    return prod(sizes)


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
