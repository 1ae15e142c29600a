"""The network: named variables, modules that read some of them, votes over all of them.

Parameters are one flat dict of arrays; `Architecture.leaves` names the axes. For layer n, with H
categorical and J numerical heads, M categorical and O numerical MLPs of l inputs and hidden width
w, and V categorical and U numerical variables that can be read there:

    n.query, n.key    (H + J, V)      logits: the variable each head reads, categorical heads first
    n.value           (H, V)          logits: the variable a categorical head copies
    n.number          (J, U)          logits: the number a numerical head adds up
    n.predicate       (H + J, k, k)   logits: row q is the key value that query value q looks for
    n.mlp_reads       (M, l, V)       logits: the variables a categorical MLP reads
    n.mlp_in, _bias   (M, l, k, w), (M, w)
    n.num_mlp_reads   (O, l, U)       logits: the numbers a numerical MLP reads
    n.num_mlp_in, _bias  (O, l, w), (O, w)
    n.mlp_out, _bias  (M + O, w, k), (M + O, k)    categorical MLPs first
    votes             (all V, k, classes)
    number_votes      (all U, classes)
    words             (words, m, values)    logits: the values of a word's m learned variables

Categorical variables stand in the order tokens (or the learned variables of the word), positions,
then for each layer its categorical heads, categorical MLPs, numerical MLPs; numbers in the order
ones, then each layer's numerical heads. Heads read what lower layers wrote; MLPs also what the
heads of their own layer wrote. Arrays of no elements are left out. In a population every array has
the members as first axis.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

import jax
import jax.numpy as jnp

from .architecture import GRAIN, VOTES, WORDS, Architecture
from .choices import NEVER, Fused, Hard, Sampler, Soft
from .heads import attention, sight_of
from .machine import Array, Tree, compile_separately
from .products import linear, relu


@dataclass(frozen=True, slots=True)
class Stream:
    """All variables: categorical in blocks of (P, some, k, N, B), numerical (P, U, N, B)."""

    blocks: tuple[Array, ...]
    numerical: Array

    @property
    def categorical(self) -> Array:
        """(P, V, k, N, B)"""
        return jnp.concatenate(self.blocks, axis=1)

    def write(self, categorical: Sequence[Array], numerical: Sequence[Array] = ()) -> Stream:
        numbers = jnp.concatenate([self.numerical, *numerical], 1) if numerical else self.numerical
        return Stream((*self.blocks, *categorical), numbers)

    def merged(self) -> Stream:
        """The same in one block, where many reads follow."""
        return Stream((self.categorical,), self.numerical)

    def read(self, gate: Array) -> Array:
        """Mixtures of the categorical variables: gate (P, R, V) -> (P, R, k, N, B)."""
        mixed, start = [], 0
        for block in self.blocks:
            part = gate[:, :, start : start + block.shape[1]]
            mixed.append(linear(jnp.swapaxes(part, 1, 2), block.reshape(*block.shape[:2], -1)))
            start += block.shape[1]
        return sum(mixed[1:], start=mixed[0]).reshape(*gate.shape[:2], *self.blocks[0].shape[2:])

    def numbers(self) -> Array:
        """The numbers (P, U, N * B)."""
        return self.numerical.reshape(*self.numerical.shape[:2], -1)


def forward(
    params: Tree, architecture: Architecture, words: Array, sampler: Sampler
) -> tuple[Array, Stream]:
    """The scores of all classes, and all variables.

    params: arrays with the members first; words (P, N, B), -1 for padding
    -> scores (P, classes, N, B), or (P, classes, B) summed over the positions when pooled.
    """
    params = chosen_params(params, architecture, sampler)
    stream = input_variables(params, words, architecture, sampler)
    sight = sight_of(words, architecture)
    noise = architecture.config.attention_noise
    for n in range(architecture.config.layers):
        layer, stream = layer_params(params, n), stream.merged()
        stream = stream.write(*attention(layer, stream, sight, sampler, f"{n}.", noise))
        stream = stream.write(mlps(layer, stream, sampler, f"{n}."))
    return classify(params, architecture, stream, words), stream


def chosen_params(params: Tree, architecture: Architecture, sampler: Sampler) -> Tree:
    """The parameters with every row of logits replaced by its choice, all in one table.

    The values of words stay: only those of the words at hand are ever drawn.
    """
    names = [name for name, leaf in architecture.row.items() if leaf.choice]
    if not names:
        return params
    rows = [params[name].reshape(len(params[name]), -1, params[name].shape[-1]) for name in names]
    width = max(row.shape[2] for row in rows)
    padded = [
        jnp.pad(row, [(0, 0), (0, 0), (0, width - row.shape[2])], constant_values=NEVER)
        for row in rows
    ]
    table, start = sampler(jnp.concatenate(padded, axis=1), "choices"), 0
    chosen = dict(params)
    for name, row in zip(names, rows, strict=True):
        part = table[:, start : start + row.shape[1], : row.shape[2]]
        chosen[name] = part.reshape(params[name].shape)
        start += row.shape[1]
    return chosen


def layer_params(params: Tree, n: int) -> Tree:
    """The parameters of one layer, without its number in their names."""
    return {name[len(f"{n}.") :]: p for name, p in params.items() if name.startswith(f"{n}.")}


def input_variables(
    params: Tree, words: Array, architecture: Architecture, sampler: Sampler
) -> Stream:
    """The first variables: the word (itself, or what is learned of it), the position, the 1."""
    members, length, batch = words.shape
    k, wide = architecture.k, params["votes"].dtype
    dtype = jnp.dtype(sampler.stored) if isinstance(sampler, Soft) else wide
    numbers = jnp.ones((members, 1 if architecture.numerical else 0, length, batch), wide)
    if WORDS not in params:
        return Stream((_one_hot_inputs(words, k, dtype),), numbers)
    positions = jnp.eye(k, length, dtype=dtype)[:, :, None]
    positions = jnp.broadcast_to(positions, (members, 1, k, length, batch))
    learned = word_variables(params[WORDS], words, k, sampler).astype(dtype)
    return Stream((learned, positions), numbers)


@partial(compile_separately, static=(1, 2))
def _one_hot_inputs(words: Array, k: int, dtype: jnp.dtype) -> Array:
    tokens = jax.nn.one_hot(words, k, dtype=dtype, axis=1)
    positions = jnp.eye(k, words.shape[1], dtype=dtype)[:, :, None]
    return jnp.stack([tokens, jnp.broadcast_to(positions, tokens.shape)], axis=1)


def word_variables(table: Array, words: Array, k: int, sampler: Sampler) -> Array:
    """The learned variables of the words at hand: table (P, words, m, values) -> (P, m, k, N, B).

    A word draws the same values wherever it stands: its noise depends on nothing but the word. So
    this is a draw of the whole table, of which only the rows in use are computed.
    """
    members, length, batch = words.shape
    # Padding has no row: nothing is read for it, and no gradient goes anywhere.
    rows = jnp.where(words < 0, table.shape[1], words).reshape(members, length * batch)
    logits = jax.vmap(lambda rows_of, at: rows_of.at[at].get(mode="fill", fill_value=0))(
        table, rows
    )
    chosen = sampler(logits, WORDS, rows=rows)  # (P, N * B, m, values)
    chosen = jnp.pad(chosen, [(0, 0), (0, 0), (0, 0), (0, k - chosen.shape[3])])
    return jnp.moveaxis(chosen, 1, 3).reshape(members, table.shape[2], k, length, batch)


def _behind(axis: int, size: int) -> list[tuple[int, int]]:
    """Padding of an array of 4 or 5 axes: so many zeros behind what stands on one axis."""
    return [(0, size if i == axis else 0) for i in range(axis + 3)]


def mlp_inputs(params: Tree, stream: Stream) -> list[tuple[Array, Array]]:
    """The reads of the MLPs of a layer with their weights, categorical MLPs first.

    Reads (P, MLPs or 1, i, N * B), weights (P, MLPs, i, w). A bias is part of the weights.
    """
    inputs_of = []
    if "mlp_reads" in params:
        p, count, inputs, variables = params["mlp_reads"].shape
        read = stream.read(params["mlp_reads"].reshape(p, count * inputs, variables))
        read = read.reshape(p, count, inputs * read.shape[2], -1)
        # The values of a variable sum up to 1: the first read can carry the bias.
        bias = jnp.pad(params["mlp_in_bias"][:, :, None, None], _behind(2, inputs - 1))
        weights = (params["mlp_in"] + bias).reshape(p, count, read.shape[2], -1)
        inputs_of.append((read, weights))
    if "num_mlp_reads" in params:
        # The weights of the numbers themselves: those of the reads times what they read.
        weights = jnp.einsum("molu,molw->muow", params["num_mlp_reads"], params["num_mlp_in"])
        numbers = weights.shape[1]
        # The first number is always 1: it carries the bias.
        weights += jnp.pad(params["num_mlp_in_bias"][:, None], _behind(1, numbers - 1))
        inputs_of.append((stream.numbers()[:, None], jnp.swapaxes(weights, 1, 2)))
    return inputs_of


def mlps(params: Tree, stream: Stream, sampler: Sampler, site: str = "") -> list[Array]:
    """The outputs of the MLPs of a layer, categorical and numerical ones: each (P, M, k, N, B)."""
    written, first, shape = [], 0, stream.numerical.shape[2:]
    for kind, (read, weights) in enumerate(mlp_inputs(params, stream)):
        mine = slice(first, first + weights.shape[1])
        out, bias, first = params["mlp_out"][:, mine], params["mlp_out_bias"][:, mine], mine.stop
        place = f"{site}mlps{kind}"
        if isinstance(sampler, Fused):
            from . import fused

            chosen = fused.mlps(read, weights, out, bias, sampler, place)
            written.append(chosen.reshape(*chosen.shape[:3], *shape))
        else:
            logits = linear(out, relu(hidden_sums(read, weights)))
            logits = logits + bias[..., None].astype(logits.dtype)
            logits = logits.reshape(*logits.shape[:3], *shape)
            written.append(sampler(logits, place, axis=2))
    return written


def hidden_sums(read: Array, weights: Array) -> Array:
    """The sums before ReLU of some MLPs: (P, MLPs, w, N * B)."""
    p, count, inputs, width = weights.shape
    if read.shape[1] == count:
        return linear(weights, read)
    # All of them read the same.
    flat = jnp.swapaxes(weights, 1, 2).reshape(p, inputs, count * width)
    return linear(flat, read[:, 0]).reshape(p, count, width, -1)


def classify(params: Tree, architecture: Architecture, stream: Stream, words: Array) -> Array:
    """Linear votes of all variables; summed over the real positions when pooled."""
    members, length, batch = words.shape
    scores, start = jnp.zeros(()), 0
    for block in stream.blocks:
        votes = params["votes"][:, start : start + block.shape[1]]
        votes = votes.reshape(members, -1, architecture.class_count)
        scores += linear(votes, block.reshape(*votes.shape[:2], -1), True)
        start += block.shape[1]
    if "number_votes" in params:
        scores += linear(params["number_votes"], stream.numbers())
    scores = scores.reshape(members, architecture.class_count, length, batch)
    return (scores * (words >= 0)[:, None]).sum(2) if architecture.pooled else scores


# --- the discretised network ----------------------------------------------------------------------


def rounded(params: Tree, architecture: Architecture) -> Tree:
    """The parameters of the discretised network, in double precision.

    Votes are rounded to whole numbers (round(vote_scale * weight)), weights of MLPs to multiples of
    1 / GRAIN: sums are then exact in any order, unless they are too large (`ranges.inexact`).
    """
    result = {}
    for name, leaf in architecture.leaves.items():
        if name not in params:
            continue  # the values of words, where they are not asked for
        value = params[name].astype(jnp.float64)
        if name in VOTES:
            value = jnp.round(value * architecture.config.vote_scale)
        elif not leaf.choice:
            value = jnp.round(value * GRAIN) / GRAIN
        result[name] = value
    return result


def hard_labels(params: Tree, architecture: Architecture, words: Array) -> Array:
    """The labels of discretised networks: words (B, N) -> (P, B, N), or (P, B) if pooled."""
    words = jnp.broadcast_to(words.T, (params["votes"].shape[0], *words.T.shape))
    scores, _ = forward(rounded(params, architecture), architecture, words, Hard())
    return labels_of(scores)


def labels_of(scores: Array) -> Array:
    """The first of the classes with the highest score: (P, classes, N, B) -> (P, B, N), or pooled
    (P, classes, B) -> (P, B).
    """
    return jnp.swapaxes(jnp.argmax(scores, axis=1), 1, -1).astype(jnp.int32)
