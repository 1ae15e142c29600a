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

Categorical variables stand in the order tokens, positions, then for each layer its categorical
heads, categorical MLPs, numerical MLPs; numbers in the order ones, then each layer's numerical
heads. Heads read what lower layers wrote; MLPs also what the heads of their own layer wrote.
Arrays of no elements are left out. In a population every array has the members as first axis.

The discretised network takes the largest logit of every choice, rounds votes to whole numbers
(votes = round(vote_scale * weight)) and the weights of MLPs to multiples of 1/1024, and computes in
double precision: all its sums are then exact, whatever adds them up in whatever order.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

import jax
import jax.numpy as jnp
import numpy as np
import numpy.typing as npt

from .architecture import Architecture, Params
from .relax import Array, Choose, Hard, match, nearest, visible_positions

Tree = dict[str, Array]

GRAIN = 1024  # MLP weights are rounded to multiples of 1 / GRAIN in the discretised network


@dataclass(frozen=True, slots=True)
class Stream:
    """All variables: categorical (P, V, B * N * k), numerical (P, U, B * N)."""

    categorical: Array
    numerical: Array

    def write(self, categorical: list[Array], numerical: list[Array]) -> Stream:
        return Stream(
            jnp.concatenate([self.categorical, *categorical], axis=1),
            jnp.concatenate([self.numerical, *numerical], axis=1),
        )


@dataclass(frozen=True, slots=True)
class Sizes:
    """The sizes of a batch: P members, B inputs, N positions, k values."""

    members: int
    batch: int
    length: int
    k: int


def forward(
    params: Tree, architecture: Architecture, words: Array, choose: Choose
) -> tuple[Array, Stream]:
    """The scores of all classes, and all variables.

    params: arrays with the members first; words (P, B, N), -1 for padding
    -> scores (P, B, N, classes), or (P, B, classes) summed over the positions when pooled.
    """
    members, batch, length = words.shape
    sizes = Sizes(members, batch, length, architecture.k)
    dtype = params["votes"].dtype
    stream = input_variables(architecture, words, dtype)
    visible = visible_positions(words, architecture.causal)
    for n in range(architecture.config.layers):
        own = {name[len(f"{n}.") :]: p for name, p in params.items() if name.startswith(f"{n}.")}
        noise = architecture.config.attention_noise
        stream = stream.write(*attention(own, sizes, stream, visible, choose, f"{n}.", noise))
        stream = stream.write(mlps(own, sizes, stream, choose, f"{n}."), [])
    return classify(params, architecture, sizes, stream, words), stream


def input_variables(architecture: Architecture, words: Array, dtype: jnp.dtype) -> Stream:
    """The first variables: the word and the position one-hot, and the number 1."""
    members, batch, length = words.shape
    k = architecture.k
    tokens = jax.nn.one_hot(words, k, dtype=dtype)
    positions = jnp.broadcast_to(jnp.eye(length, k, dtype=dtype), tokens.shape)
    numbers = 1 if architecture.numerical else 0
    return Stream(
        jnp.stack([tokens, positions], axis=1).reshape(members, 2, batch * length * k),
        jnp.ones((members, numbers, batch * length), dtype),
    )


def attention(
    own: Tree,
    sizes: Sizes,
    stream: Stream,
    visible: Array,
    choose: Choose,
    site: str,
    noise: float,
) -> tuple[list[Array], list[Array]]:
    """What the heads of a layer write: categorical (P, H, B*N*k), numerical (P, J, B*N)."""
    if "query" not in own:
        return [], []
    p, b, n, k = sizes.members, sizes.batch, sizes.length, sizes.k
    gates = [own[name] for name in ("query", "key", "value") if name in own]
    # All reads of a layer are one matrix product with the stacked gates.
    gate = choose(jnp.concatenate(gates, axis=1), f"{site}gates")
    reads = (gate @ stream.categorical).reshape(p, -1, b, n, k)
    heads, copied = own["query"].shape[1], own["value"].shape[1] if "value" in own else 0
    query, key, value = reads[:, :heads], reads[:, heads : 2 * heads], reads[:, 2 * heads :]
    predicate = choose(own["predicate"], f"{site}predicate")
    matched = match(query, key, predicate, visible)
    categorical, numerical = [], []
    if copied:
        at = choose(nearest(matched[:, :copied], visible, k), f"{site}attention", noise)
        copies = jnp.einsum("phbqn,phbnk->phbqk", at, value)
        categorical.append(copies.reshape(p, copied, -1))
    if "number" in own:
        gate = choose(own["number"], f"{site}number")
        summand = (gate @ stream.numerical).reshape(p, -1, b, 1, n)
        sums = (matched[:, copied:] * summand).sum(-1)
        numerical.append(sums.reshape(p, heads - copied, -1))
    return categorical, numerical


def mlps(own: Tree, sizes: Sizes, stream: Stream, choose: Choose, site: str) -> list[Array]:
    """What the MLPs of a layer write: (P, M + O, B*N*k)."""
    if "mlp_out" not in own:
        return []
    p, k = sizes.members, sizes.k
    rows = sizes.batch * sizes.length
    hidden = []
    if "mlp_reads" in own:
        count, inputs, variables = own["mlp_reads"].shape[1:]
        gate = choose(own["mlp_reads"], f"{site}mlp_reads").reshape(p, -1, variables)
        read = (gate @ stream.categorical).reshape(p, count, inputs, rows, k)
        total = sum(read[:, :, i] @ own["mlp_in"][:, :, i] for i in range(inputs))
        hidden.append(total + own["mlp_in_bias"][:, :, None])
    if "num_mlp_reads" in own:
        count, inputs, variables = own["num_mlp_reads"].shape[1:]
        gate = choose(own["num_mlp_reads"], f"{site}num_mlp_reads").reshape(p, -1, variables)
        read = (gate @ stream.numerical).reshape(p, count, inputs, rows, 1)
        total = sum(read[:, :, i] * own["num_mlp_in"][:, :, i, None] for i in range(inputs))
        hidden.append(total + own["num_mlp_in_bias"][:, :, None])
    units = jax.nn.relu(jnp.concatenate(hidden, axis=1))
    logits = units @ own["mlp_out"] + own["mlp_out_bias"][:, :, None]
    return [choose(logits, f"{site}mlps").reshape(p, -1, rows * k)]


def classify(
    params: Tree, architecture: Architecture, sizes: Sizes, stream: Stream, words: Array
) -> Array:
    """Linear votes of all variables; summed over the real positions when pooled."""
    p, rows = sizes.members, sizes.batch * sizes.length
    values = stream.categorical.reshape(p, -1, rows, sizes.k)
    scores = jnp.einsum("pvrk,pvkc->prc", values, params["votes"])
    if "number_votes" in params:
        scores += jnp.einsum("pur,puc->prc", stream.numerical, params["number_votes"])
    scores = scores.reshape(*words.shape, architecture.classes)
    return (scores * (words >= 0)[..., None]).sum(2) if architecture.pooled else scores


# --- the discretised network ----------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Outcome:
    """Everything the discretised network computes; at padding the values mean nothing.

    labels (B, N), or (B,) when pooled: the class with most votes. votes (B, N, classes) or
    (B, classes). categorical[v] (B, N) is the index of the value of `architecture.categorical[v]`;
    numerical[u] (B, N) is the number `architecture.numerical[u]`.
    """

    labels: npt.NDArray[np.int64]
    votes: npt.NDArray[np.int64]
    categorical: npt.NDArray[np.int64]
    numerical: npt.NDArray[np.int64]


def rounded(params: Tree, architecture: Architecture) -> Tree:
    """Parameters in double precision, votes and MLP weights rounded as the module text says."""
    scale = {
        "votes": architecture.config.vote_scale,
        "number_votes": architecture.config.vote_scale,
    }
    result = {}
    for name, leaf in architecture.leaves.items():
        value = params[name].astype(jnp.float64)
        if name in scale:
            value = jnp.round(value * scale[name])
        elif not leaf.choice:
            value = jnp.round(value * GRAIN) / GRAIN
        result[name] = value
    return result


@partial(jax.jit, static_argnums=1)
def _hard_labels(params: Tree, architecture: Architecture, words: Array) -> Array:
    words = jnp.broadcast_to(words, (params["votes"].shape[0], *words.shape))
    scores, _ = forward(rounded(params, architecture), architecture, words, Hard())
    return jnp.argmax(scores, axis=-1).astype(jnp.int32)


@partial(jax.jit, static_argnums=1)
def _hard_values(
    params: Tree, architecture: Architecture, words: Array
) -> tuple[Array, Array, Array]:
    params = {name: value[None] for name, value in params.items()}
    scores, stream = forward(rounded(params, architecture), architecture, words[None], Hard())
    values = stream.categorical.reshape(-1, *words.shape, architecture.k)
    numbers = stream.numerical.reshape(-1, *words.shape)
    return scores[0], jnp.argmax(values, axis=-1), numbers


@partial(jax.jit, static_argnums=1)
def _hard_correct(params: Tree, architecture: Architecture, words: Array, labels: Array) -> Array:
    right = (_hard_labels(params, architecture, words) == labels) & (labels >= 0)
    count: Array = right.sum(axis=tuple(range(1, right.ndim)))
    return count


def hard_correct(
    params: Tree,
    architecture: Architecture,
    words: npt.NDArray[np.int32],
    labels: npt.NDArray[np.int32],
) -> Array:
    """How many scored labels each member of a population gets right. (P,)"""
    with jax.enable_x64(True):
        count: Array = _hard_correct(params, architecture, jnp.asarray(words), jnp.asarray(labels))
    return count


def hard_labels(params: Tree, architecture: Architecture, words: npt.NDArray[np.int32]) -> Array:
    """The labels that each member of a population gives: words (B, N) -> (P, B, N) or (P, B)."""
    with jax.enable_x64(True):
        labels: Array = _hard_labels(params, architecture, jnp.asarray(words))
    return labels


def hard_forward(
    params: Params, architecture: Architecture, words: npt.NDArray[np.int32]
) -> Outcome:
    """Run one member's discretised network: words (B, N), -1 for padding."""
    with jax.enable_x64(True):
        scores, values, numbers = _hard_values(dict(params), architecture, jnp.asarray(words))
        votes = np.asarray(scores).astype(np.int64)
    return Outcome(
        np.argmax(votes, axis=-1),
        votes,
        np.asarray(values).astype(np.int64),
        np.asarray(numbers).astype(np.int64),
    )
