"""The standard Transformer that the paper compares with: settings, network, one compiled epoch.

An encoder with learned token and position embeddings. In each layer softmax attention and a ReLU
network with one hidden layer; the result of each is added to the stream, which is then normalised
(post-norm). A linear classifier reads the stream, or its mean if the task is pooled. In training a
share of what goes into the stream may be dropped.

Parameters carry the members first. Members never look at each other: what is random about one comes
from its own seed alone.

>>> StandardConfig.from_settings({"layers": "2", "heads": "4"})  # doctest: +NORMALIZE_WHITESPACE
StandardConfig(layers=2, heads=4, width=256, hidden=256, epochs=100, batch=50, learning_rate=0.0003,
  dropout=0.0)
>>> StandardConfig.from_settings({"head": "4"})
Traceback (most recent call last):
...
transformer_programs.learn.config.ConfigError: there is no setting 'head': did you mean 'heads'?
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import optax  # type: ignore[import-untyped]

from .architecture import Params, TaskLike
from .config import ConfigError, require_within, with_settings

Array = jax.Array
Tree = dict[str, Array]
Drop = Callable[[Array, int], Array]  # what goes into the stream, and at which place of the network

NEVER = -1e30  # the attention logit of a position that may not be seen
BLOCK = 256  # inputs that are evaluated at a time
LOOKED_UP = 512  # words from which on their vectors are looked up


# --- settings -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class StandardConfig:
    """Every setting of a standard Transformer and its training; the paper tries 2 and 3 layers, 4
    and 8 heads. `width` is that of the stream, `hidden` that of the hidden layer. In training each
    number that goes into the stream is dropped with probability `dropout`.
    """

    layers: int = 3
    heads: int = 8
    width: int = 256
    hidden: int = 256
    epochs: int = 100
    batch: int = 50
    learning_rate: float = 0.0003
    dropout: float = 0.0

    def __post_init__(self) -> None:
        require_within(self)
        if self.width % self.heads:
            raise ConfigError(
                f"heads: expected a divisor of width, which is {self.width}, got {self.heads}"
            )

    @staticmethod
    def from_settings(
        settings: Mapping[str, str], base: StandardConfig | None = None
    ) -> StandardConfig:
        """`base` with some settings changed, each given as text."""
        return with_settings(base or StandardConfig(), settings)


# --- the network: one member ----------------------------------------------------------------------


@dataclass(frozen=True)
class Network:
    """What decides the shape of a network: some of the settings, and the sizes of the task."""

    layers: int
    heads: int
    width: int
    hidden: int
    words: int
    classes: int
    length: int
    causal: bool
    pooled: bool

    @staticmethod
    def of(task: TaskLike, config: StandardConfig) -> Network:
        return Network(
            config.layers,
            config.heads,
            config.width,
            config.hidden,
            len(task.vocabulary.words),
            len(task.classes),
            task.max_length,
            task.causal,
            task.pooled,
        )

    @property
    def shapes(self) -> dict[str, tuple[int, ...]]:
        """The parameters by name. Attention has no biases, as in the paper's formula."""
        width, hidden = self.width, self.hidden
        layer = {
            "attend": (width, 3, width),  # to query, key and value
            "mix": (width, width),
            "norm_scale": (2, width),  # after attention, after the ReLU network
            "norm_shift": (2, width),
            "in": (width, hidden),
            "in_bias": (hidden,),
            "out": (hidden, width),
            "out_bias": (width,),
        }
        return {
            "tokens": (self.words, width),
            "positions": (self.length, width),
            **{f"{n}.{name}": shape for n in range(self.layers) for name, shape in layer.items()},
            "classes": (width, self.classes),
            "classes_bias": (self.classes,),
        }

    def member_bytes(self, batch: int) -> int:
        """About how many bytes one member takes while it trains."""
        copies = 8  # parameters, the best ones, two moments; gradient, change and their parts
        kept = copies * sum(math.prod(shape) for shape in self.shapes.values())
        rows = max(batch, BLOCK // 4) * self.length  # evaluation keeps nothing between layers
        layer = 10 * self.width + 3 * self.hidden + 4 * self.heads * self.length
        word = self.words if self.words < LOOKED_UP else self.width
        return 4 * (kept + rows * (2 * self.layers * layer + word + 4 * self.classes))


def initial(network: Network, seed: int) -> Params:
    """The first parameters of one member, by its seed alone: Glorot's range for matrices."""
    generator = np.random.default_rng([seed, 0])
    params: Params = {}
    for name, shape in network.shapes.items():
        if name in ("tokens", "positions"):
            params[name] = generator.standard_normal(shape, dtype=np.float32)
        elif name.endswith(("_bias", "_shift", "_scale")):
            params[name] = np.full(shape, name.endswith("_scale"), np.float32)
        else:
            limit = np.float32(math.sqrt(6 / (shape[0] + shape[-1])))
            params[name] = (2 * generator.random(shape, dtype=np.float32) - 1) * limit
    return params


def _nothing_dropped(values: Array, place: int) -> Array:
    return values


def dropping(key: Array, rate: float) -> Drop:
    """Zeros for a share of numbers, and the others larger, so that their mean stays."""

    def drop(values: Array, place: int) -> Array:
        left = jax.random.bernoulli(jax.random.fold_in(key, place), 1 - rate, values.shape)
        return jnp.where(left, values / (1 - rate), 0)

    return drop


def scores(params: Tree, network: Network, words: Array, drop: Drop = _nothing_dropped) -> Array:
    """The score of each class: words (B, N), -1 for padding -> (B, N, C), or (B, C) if pooled."""
    length, real = words.shape[1], words >= 0
    seen = jnp.tril(jnp.ones((length, length), bool)) if network.causal else True
    visible = real[:, None, None, :] & seen  # (B, 1, N, N)
    stream = drop(_word_vectors(params["tokens"], words) + params["positions"][:length], 0)
    for n in range(network.layers):
        attended = drop(_attended(params, n, stream, visible, network.heads), 2 * n + 1)
        stream = _normalised(params, n, 0, stream + attended)
        hidden = jax.nn.relu(stream @ params[f"{n}.in"] + params[f"{n}.in_bias"])
        change = hidden @ params[f"{n}.out"] + params[f"{n}.out_bias"]
        stream = _normalised(params, n, 1, stream + drop(change, 2 * n + 2))
    if network.pooled:
        count = jnp.maximum(real.sum(1, keepdims=True), 1)
        stream = (stream * real[..., None]).sum(1) / count
    return stream @ params["classes"] + params["classes_bias"]


def _word_vectors(table: Array, words: Array) -> Array:
    """The row of each word (B, N, D), zeros for padding.

    Of few words by a product with one-hot rows: on a GPU the gradient of a lookup adds in an order
    that differs from run to run. With many words the product would take most of the time.
    """
    if len(table) < LOOKED_UP:
        return jax.nn.one_hot(words, len(table)) @ table
    rows: Array = table.at[words].get(mode="fill", fill_value=0, wrap_negative_indices=False)
    return rows


def _attended(params: Tree, n: int, stream: Array, visible: Array, heads: int) -> Array:
    """What the attention of layer n gives: (B, N, D) -> (B, N, D)."""
    read = jnp.einsum("bnd,dte->tbne", stream, params[f"{n}.attend"])
    # (3, B, N, D) -> three times (B, H, N, D / H)
    query, key, value = read.reshape(*read.shape[:3], heads, -1).swapaxes(2, 3)
    logits = query @ key.swapaxes(2, 3) / math.sqrt(query.shape[-1])
    attention = jax.nn.softmax(jnp.where(visible, logits, NEVER), axis=-1)
    mixed: Array = (attention @ value).swapaxes(1, 2).reshape(stream.shape)
    return mixed @ params[f"{n}.mix"]


def _normalised(params: Tree, n: int, which: int, stream: Array) -> Array:
    scale, shift = params[f"{n}.norm_scale"][which], params[f"{n}.norm_shift"][which]
    return jax.nn.standardize(stream, axis=-1) * scale + shift


def loss(
    params: Tree, network: Network, words: Array, labels: Array, drop: Drop = _nothing_dropped
) -> Array:
    """The mean over inputs of the mean cross-entropy over scored labels."""
    found = jax.nn.log_softmax(scores(params, network, words, drop), axis=-1)
    # A label of -1 has a one-hot row of zeros: what is not scored adds nothing.
    losses = -(found * jax.nn.one_hot(labels, network.classes)).sum(-1)
    losses, scored = losses.reshape(len(words), -1), (labels >= 0).reshape(len(words), -1)
    return (losses.sum(1) / jnp.maximum(scored.sum(1), 1)).mean()


# --- the compiled functions: many members ---------------------------------------------------------


@jax.tree_util.register_dataclass
@dataclass(frozen=True)
class State:
    """P members in training, one row each: parameters, Adam's memory, the best epoch (0: none).

    All parameters of a member are one row, so that Adam is a handful of operations.
    """

    flat: Array
    memory: optax.OptState
    best: Array
    best_score: Array
    best_epoch: Array


def unflatten(flat: Array, network: Network) -> Tree:
    """(P, D) -> the named arrays, each with the members first."""
    tree, start = {}, 0
    for name, shape in network.shapes.items():
        size = math.prod(shape)
        tree[name] = flat[:, start : start + size].reshape(-1, *shape)
        start += size
    return tree


@jax.tree_util.register_dataclass
@dataclass(frozen=True)
class Inputs:
    """Labelled inputs on the device: to train on (inputs, N), to evaluate (blocks, inputs, N)."""

    words: Array
    labels: Array


def epoch_order(keys: Array, epoch: Array, inputs: int, batch: int) -> Array:
    """The inputs of each step of an epoch, in an order of each member's own. (steps, P, batch)

    Inputs that do not fill a batch are left out; the next epoch leaves out others.
    """
    batch = min(batch, inputs)
    steps = inputs // batch

    def order(words: Array) -> Array:
        key = _epoch_key(words, epoch)
        return jax.random.permutation(key, inputs)[: steps * batch].reshape(steps, batch)

    return jax.vmap(order, out_axes=1)(keys)


def _epoch_key(words: Array, epoch: Array) -> Array:
    """What is random about one member in an epoch."""
    return jax.random.fold_in(jax.random.wrap_key_data(words, impl="threefry2x32"), epoch)


@partial(jax.jit, static_argnames=("network", "batch", "dropout"), donate_argnames="state")
def train_epoch(
    state: State,
    data: Inputs,
    keys: Array,
    epoch: Array,
    learning_rate: Array,
    network: Network,
    batch: int,
    dropout: float = 0.0,
) -> tuple[State, Array]:
    """Every member sees its inputs once -> the new state, the mean losses (P,)."""
    update = optax.adam(learning_rate).update

    def member_loss(params: Tree, rows: Array, key: Array, number: Array) -> Array:
        words, labels = data.words[rows], data.labels[rows]
        if not dropout:
            return loss(params, network, words, labels)
        of_step = jax.random.fold_in(_epoch_key(key, epoch), number)
        return loss(params, network, words, labels, dropping(of_step, dropout))

    gradient = jax.vmap(jax.value_and_grad(member_loss), in_axes=(0, 0, 0, None))

    def step(now: tuple[Array, Any], given: tuple[Array, Array]) -> tuple[tuple[Array, Any], Array]:
        flat, memory = now
        rows, number = given
        losses, slopes = gradient(unflatten(flat, network), rows, keys, number)
        row = [slopes[name].reshape(len(flat), -1) for name in network.shapes]
        change, memory = update(jnp.concatenate(row, axis=1), memory)
        return (optax.apply_updates(flat, change), memory), losses

    rows = epoch_order(keys, epoch, len(data.words), batch)
    numbers = jnp.arange(1, len(rows) + 1)
    (flat, memory), losses = jax.lax.scan(step, (state.flat, state.memory), (rows, numbers))
    return replace(state, flat=flat, memory=memory), losses.mean(0)


@partial(jax.jit, static_argnames="network")
def answers(flat: Array, network: Network, words: Array) -> Array:
    """The class of each member's best score: words (B, N) -> (P, B, N), or (P, B) if pooled."""
    tree = unflatten(flat, network)
    found = jax.vmap(scores, in_axes=(0, None, None))(tree, network, words)
    return jnp.argmax(found, axis=-1).astype(jnp.int32)


@partial(jax.jit, static_argnames="network")
def count_right(flat: Array, network: Network, data: Inputs) -> Array:
    """How many scored labels each member gets right. (P,)"""

    def in_block(block: Inputs) -> Array:
        right = (answers(flat, network, block.words) == block.labels) & (block.labels >= 0)
        return jnp.sum(right, axis=tuple(range(1, right.ndim)))

    return jnp.sum(jax.lax.map(in_block, data), axis=0)


@partial(jax.jit, static_argnames="network")
def all_answers(flat: Array, network: Network, words: Array) -> Array:
    """The answers to every block: words (blocks, B, N) -> (blocks, P, B, N)."""
    found: Array = jax.lax.map(lambda block: answers(flat, network, block), words)
    return found


@partial(jax.jit, donate_argnames="state")
def keep_best(state: State, score: Array, losses: Array, epoch: Array) -> State:
    """Members that got better keep their parameters; the first of equally good epochs stays."""
    better = (score > state.best_score) & jnp.isfinite(losses)
    return replace(
        state,
        best=jnp.where(better[:, None], state.flat, state.best),
        best_score=jnp.where(better, score, state.best_score),
        best_epoch=jnp.where(better, epoch, state.best_epoch),
    )
