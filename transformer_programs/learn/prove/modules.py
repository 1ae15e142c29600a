"""Modules of network and program.

Heads: what they read, what matches, which match they copy from. MLPs: which variables they depend
on, and what they make of each value.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from itertools import combinations, product
from math import prod
from typing import Any

import jax.numpy as jnp
import numpy as np

from ...meaning.interpret import apply, best, chosen, level, matches, reachable
from ...program.steps import CategoricalHead, Choose, Head, Mlp, NumericalHead, Reach, Table
from ...program.values import domain
from .. import model
from ..architecture import Architecture, Layer, variable_name
from ..model import Tree
from ..noise import Array
from ..relax import Hard, Sight
from .sides import Differs, Floats, Ints, Sides, alone, as_stream, blocks, differ_unless, piece

# The parameters of what heads do with their reads.
PREDICATES = ("levels", "offsets", "predicate", "key_sets")
Gates = dict[str, Floats]  # for each role (heads, variables): how much of a variable is let through
Asked = Mapping[str, Any]  # what heads do with their reads, of JAX or NumPy
Matches = dict[int, int]  # matching positions, and the key value that stands there


def step_of(sides: Sides, layer: Layer, name: str) -> Head:
    """The program's step for a head; it must be of the same kind."""
    step = sides.step(name)
    kind = CategoricalHead if name in layer.categorical_heads else NumericalHead
    differ_unless(isinstance(step, kind), f"{name} is another kind of step in the program")
    assert isinstance(step, CategoricalHead | NumericalHead)
    return step


# --- what heads read ------------------------------------------------------------------------------

_read = piece(lambda own, variables: model.head_reads(own, as_stream(variables)))


def gates_of(own: Tree, layer: Layer, k: int) -> Gates:
    """What every head of a layer reads.

    Reads run on each value of each variable alone, all others being 0. They are linear, so that is
    all there is to know of them.
    """
    many, numbers = len(layer.head_reads), len(layer.head_sums)
    gates = {role: np.zeros((len(layer.heads), many)) for role in ("query", "key", "value")}
    gates["number"] = np.zeros((len(layer.numerical_heads), numbers))
    for rows in blocks(many * k + numbers, many * k):
        read: model.Reads = _read(own, alone(rows, many, k, numbers))
        here = np.arange(len(rows))
        words, variable, value = rows < many * k, rows // k, rows % k
        for role, found in zip(("query", "key", "value"), read, strict=False):
            array = np.asarray(found)[0, :, :, 0]  # (heads, k, rows)
            let = array[:, value, here] * words
            mixed = array - let[:, None] * (np.arange(k)[:, None] == value)
            differ_unless(not mixed.any(), f"{', '.join(layer.heads)} read a mix of values")
            gates[role][: len(let), variable[words]] = let[:, words]
        if read.number is not None:
            gates["number"][:, rows[~words] - many * k] = np.asarray(read.number)[0, :, 0, ~words].T
    return gates


def compare_reads(step: Head, name: str, gates: Gates, layer: Layer) -> None:
    """A head reads the variables that its step reads, each in its role."""
    at, last, among = layer.heads.index(name), "value", layer.head_reads
    roles = {"query": (step.query, gates["query"][at]), "key": (step.key, gates["key"][at])}
    if isinstance(step, NumericalHead):
        at, last, among = at - len(layer.categorical_heads), "number", layer.head_sums
    roles[last] = step.value, gates[last][at]
    for role, (claimed, weights) in roles.items():
        names = among if role == last else layer.head_reads
        read = [variable_name(names[u]) for u in np.flatnonzero(weights)]
        differ_unless(
            read == [claimed] and weights.sum() == 1,
            f"{name} reads {', '.join(read) or 'nothing'} as {role} in the network, "
            f"{claimed} in the program",
        )


# --- what heads do with it ------------------------------------------------------------------------


@partial(piece, static_argnums=4)
def _take(
    own: Tree, query: Array, key: Array, words: Array | None, architecture: Architecture
) -> Array:
    """What heads make of queries and keys (1, k, N, B), where words (1, N, B) are or everywhere.

    The value at a position is its number, in every unit, and so is the summand. So a head that
    copies gives the position it copies from: (heads, k, N, B); one that adds up the sum: likewise.
    """
    _, k, length, batch = query.shape
    layer = architecture.layers[0]
    copied, summed = len(layer.categorical_heads), len(layer.numerical_heads)
    sight = model.sight_of(jnp.zeros((1, length, 1), int) if words is None else words, architecture)
    if words is None:
        every = jnp.ones((1, 1, 1, length, 1), bool)
        sight = Sight(every, every, sight.bias)
    query, key = (jnp.broadcast_to(x, (1, copied + summed, *x.shape[1:])) for x in (query, key))
    at = jnp.arange(length, dtype=query.dtype)[:, None]
    value = jnp.broadcast_to(at, (1, copied, k, length, batch))
    number = jnp.broadcast_to(at, (1, summed, length, batch)) if summed else None
    copies, sums = model.heads(own, model.Reads(query, key, value, number), sight, Hard())
    sums = [jnp.broadcast_to(one[:, :, None], (1, summed, k, length, batch)) for one in sums]
    return jnp.concatenate([*copies, *sums], axis=1)[0]


def taken(
    own: Asked, query: Floats, key: Floats, words: Ints | None, architecture: Architecture
) -> Ints:
    """The position that each head copies from, or the sum that it adds up: (heads, N, B)."""
    asked = {name: own[name] for name in PREDICATES if name in own}
    found = np.asarray(_take(asked, query[None], key[None], words, architecture))
    differ_unless(
        bool((found == found[:, :1]).all()), "the heads of a layer do not copy values alike"
    )
    return found[:, 0].astype(np.int64)


def met_by(sides: Sides, own: Tree, layer: Layer, keys: int) -> Ints:
    """What each head finds for every query value and every key value, or every two: (heads, rows).

    The query stands at position 0, the keys behind it; nothing is out of reach.
    """
    k, length = sides.architecture.k, keys + 1
    first = (np.arange(length) == 0)[:, None]
    found = []
    for rows in blocks(k**length, len(layer.heads) * length * max(k, length)):
        values = np.stack(np.unravel_index(rows, (k,) * length))  # the query, then the keys
        given = np.moveaxis(np.eye(k)[values], 2, 0)  # (k, N, rows)
        found.append(taken(own, given * first, given * ~first, None, sides.architecture)[:, 0])
    return np.concatenate(found, axis=1)[:, : k**length]


def compare_matches(sides: Sides, step: Head, name: str, met: Ints, keys: int) -> int:
    """What a head finds is what its step finds; gives the number of combinations of values."""
    k, count = sides.architecture.k, 0
    query, key = sides.known[step.query], sides.known[step.key]
    score = getattr(step, "score", None)
    for values in product(domain(query), *[domain(key)] * keys):
        q, *given = values
        found = [j for j, v in enumerate(given, 1) if matches(step.predicate, query, key, q, v)]
        if score is not None:
            found = best([(level(score, query, key, q, given[j - 1]), j) for j in found])
        right = chosen(0, found, step.choose) if isinstance(step, CategoricalHead) else sum(found)
        differ_unless(
            met[np.ravel_multi_index(values, (k,) * len(values))] == right,
            f"{name}: query value {q} and key value {' or '.join(map(str, given))} match "
            "in one of them only",
        )
        count += 1
    return count


# --- which match they take ------------------------------------------------------------------------


class Sets:
    """Sets of matches, and what the heads of the network take of each, at every position.

    No match; one; two, of the same level or of neighbouring ones; and every position, in inputs of
    every length, since padding must not be seen. The heads are those of the network but for their
    predicate: query value 0 looks for key values 0 and 1.
    """

    def __init__(self, architecture: Architecture, own: Tree) -> None:
        self.architecture = architecture
        length, layer = architecture.length, architecture.layers[0]
        pairs = list(combinations(range(length), 2))
        few: list[Matches] = [{j: 0} for j in range(length)] + [{i: 0, j: 0} for i, j in pairs]
        unlike: list[Matches] = [{i: a, j: 1 - a} for i, j in pairs for a in (0, 1)]
        whole: list[Matches] = [dict.fromkeys(range(length), 0)] * length
        most = max(1, architecture.config.score_levels)
        # The levels of key values 0 and 1, and the sets that are run with them.
        runs = [((1, 1), [{}, *few, *whole])] + [((a, a), few) for a in range(2, most + 1)]
        runs += [((a, a + 1), unlike) for a in range(1, most) if architecture.k > 1]
        self.levels = [levels for levels, sets in runs for _ in sets]
        self.sets = [one for _, sets in runs for one in sets]
        self.lengths = np.full(len(self.sets), length)
        self.lengths[1 + len(few) : 1 + len(few) + length] = np.arange(1, length + 1)
        first, parts = 0, []
        for levels, sets in runs:
            rows = slice(first, first + len(sets))
            parts.append(self._taken(_looking_for(own, levels), sets, self.lengths[rows], layer))
            first += len(sets)
        self.taken = np.concatenate(parts, axis=2)  # (heads, N, sets)
        self._right: dict[tuple[Reach, Choose | None], Ints] = {}

    def _taken(self, own: Asked, sets: list[Matches], lengths: Ints, layer: Layer) -> Ints:
        a = self.architecture
        keys = np.zeros((a.k, a.length, len(sets)))
        for number, found in enumerate(sets):
            for j, value in found.items():
                keys[value, j, number] = 1
        query = np.broadcast_to((np.arange(a.k) == 0)[:, None, None] * 1.0, keys.shape)
        parts = []
        for rows in blocks(len(sets), len(layer.heads) * a.length * max(a.k, a.length)):
            real = np.arange(a.length)[:, None] < lengths[rows]
            words = np.where(real, 0, -1)[None]
            parts.append(taken(own, query[:, :, rows], keys[:, :, rows], words, a))
        return np.concatenate(parts, axis=2)[:, :, : len(sets)]

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
        """What a step takes of each set at each position, -1 behind the input's end: (N, sets)."""
        right = np.full((self.architecture.length, len(self.sets)), -1)
        for number, found in enumerate(self.sets):
            length, levels = int(self.lengths[number]), self.levels[number]
            for i in range(length):
                seen = reachable(i, length, reach, self.architecture.causal)
                here = [(levels[found[j]], j) for j in seen if j in found]
                if choose is None:
                    right[i, number] = sum(j for _, j in here)
                else:
                    right[i, number] = chosen(i, best(here), choose)
        return right


def _looking_for(own: Tree, levels: tuple[int, int]) -> Asked:
    """The parameters of heads of which query value 0 looks for key values 0 and 1."""
    asked = {name: np.zeros(own[name].shape) for name in PREDICATES if name in own}
    for name in asked.keys() - {"levels"}:
        asked[name][..., 0, :2] = 1
    if "levels" in asked:
        asked["levels"][..., 0] = 1
        for value, reached in enumerate(levels[: asked["levels"].shape[-2]]):
            asked["levels"][..., 0, value, :] = np.arange(asked["levels"].shape[-1]) == reached
    return asked


# --- MLPs -----------------------------------------------------------------------------------------


@piece
def _hidden(own: Tree, variables: tuple[Array, Array]) -> list[Array]:
    """The sums before ReLU; the first number is 1, as it always is."""
    stream = as_stream(variables)
    return model.mlp_hidden(own, model.Stream(stream.blocks, stream.numerical.at[:, :1].set(1)))


@partial(piece, static_argnums=2)
def _outputs(own: Tree, hidden: list[Array], rows: int) -> Array:
    """The value that each MLP writes: (MLPs, rows)."""
    written = jnp.concatenate(model.mlp_outputs(own, hidden, (1, rows), Hard()), axis=1)
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


def compare_mlp_reads(sides: Sides, sums: Sums, layer: Layer, name: str) -> Mlp:
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
