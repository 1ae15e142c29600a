"""The standard Transformer that the paper compares with: settings, network, one compiled epoch.

An encoder with learned token and position embeddings. In each layer softmax attention and a ReLU
network with one hidden layer; the result of each is added to the stream, which is then normalised
(post-norm); no dropout. A linear classifier reads the stream, or its mean if the task is pooled.

Parameters carry the members first. Members never look at each other: what is random about one comes
from its own seed alone.

>>> StandardConfig.from_settings({"layers": "2", "heads": "4"})
StandardConfig(layers=2, heads=4, width=256, hidden=256, epochs=100, batch=50, learning_rate=0.0003)
>>> StandardConfig.from_settings({"head": "4"})
Traceback (most recent call last):
...
transformer_programs.learn.config.ConfigError: there is no setting 'head': did you mean 'heads'?
"""

from __future__ import annotations

import difflib
import math
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from functools import partial
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import optax  # type: ignore[import-untyped]

from .architecture import Params, TaskLike
from .config import ConfigError, _require_at_least

Array = jax.Array
Tree = dict[str, Array]

NEVER = -1e30  # the attention logit of a position that may not be seen
BLOCK = 256  # inputs that are evaluated at a time
LAYER = "layer."  # leaves of this name have one row a layer


# --- settings -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class StandardConfig:
    """Every setting of a standard Transformer and its training; the paper tries 2 and 3 layers, 4
    and 8 heads. `width` is that of the stream, `hidden` that of the hidden layer.
    """

    layers: int = 3
    heads: int = 8
    width: int = 256
    hidden: int = 256
    epochs: int = 100
    batch: int = 50
    learning_rate: float = 0.0003

    def __post_init__(self) -> None:
        counts = ("layers", "heads", "width", "hidden", "epochs", "batch")
        _require_at_least(self, 1, counts)  # type: ignore[arg-type]
        if self.width % self.heads:
            raise ConfigError(
                f"heads: expected a divisor of width, which is {self.width}, got {self.heads}"
            )
        rate = self.learning_rate
        number = isinstance(rate, int | float) and not isinstance(rate, bool)
        if not (number and math.isfinite(rate) and rate > 0):
            raise ConfigError(f"learning_rate: expected a number above 0, got {rate!r}")

    @staticmethod
    def from_settings(
        settings: Mapping[str, str], base: StandardConfig | None = None
    ) -> StandardConfig:
        """`base` with some settings changed, each given as text."""
        changed = {name: _parse(name, text) for name, text in settings.items()}
        return replace(base or StandardConfig(), **changed)  # type: ignore[arg-type]


def _parse(name: str, text: str) -> int | float:
    kinds = {field.name: str(field.type) for field in fields(StandardConfig)}
    if name not in kinds:
        close = difflib.get_close_matches(name, kinds, n=1, cutoff=0.5)
        hint = f"did you mean {close[0]!r}?" if close else f"expected one of {', '.join(kinds)}"
        raise ConfigError(f"there is no setting {name!r}: {hint}")
    try:
        return float(text) if kinds[name] == "float" else int(text)
    except ValueError:
        noun = "a number" if kinds[name] == "float" else "a whole number"
        raise ConfigError(f"{name}: expected {noun}, got {text!r}") from None


# --- the network: one member ----------------------------------------------------------------------


@dataclass(frozen=True)
class Network:
    """The settings together with the sizes of the task."""

    config: StandardConfig
    words: int
    classes: int
    length: int
    causal: bool
    pooled: bool

    @staticmethod
    def of(task: TaskLike, config: StandardConfig) -> Network:
        words, classes = len(task.vocabulary.words), len(task.classes)
        return Network(config, words, classes, task.max_length, task.causal, task.pooled)

    @property
    def shapes(self) -> dict[str, tuple[int, ...]]:
        """The parameters by name. Attention has no biases, as in the paper's formula."""
        c = self.config
        layers, width, hidden = c.layers, c.width, c.hidden
        return {
            "tokens": (self.words, width),
            "positions": (self.length, width),
            "layer.attend": (layers, width, 3, width),  # to query, key and value
            "layer.mix": (layers, width, width),
            "layer.norm_scale": (layers, 2, width),  # after attention, after the ReLU network
            "layer.norm_shift": (layers, 2, width),
            "layer.in": (layers, width, hidden),
            "layer.in_bias": (layers, hidden),
            "layer.out": (layers, hidden, width),
            "layer.out_bias": (layers, width),
            "classes": (width, self.classes),
            "classes_bias": (self.classes,),
        }

    def member_bytes(self) -> int:
        """About how many bytes one member takes while it trains."""
        c = self.config
        copies = 6  # parameters, the best ones, two moments, gradient, change
        kept = copies * sum(math.prod(shape) for shape in self.shapes.values())
        rows = max(c.batch, BLOCK // 4) * self.length  # evaluation keeps nothing between layers
        layer = 10 * c.width + 3 * c.hidden + 4 * c.heads * self.length
        return 4 * (kept + rows * (2 * c.layers * layer + self.words + 4 * self.classes))


def initial(network: Network, seed: int) -> Params:
    """The first parameters of one member, by its seed alone: Glorot for matrices."""
    generator = np.random.default_rng([seed, 0])
    params: Params = {}
    for name, shape in network.shapes.items():
        if name in ("tokens", "positions"):
            params[name] = generator.standard_normal(shape, dtype=np.float32)
        elif name.endswith(("_bias", "_shift", "_scale")):
            params[name] = np.full(shape, name.endswith("_scale"), np.float32)
        else:
            read = shape[1 if name.startswith(LAYER) else 0]
            limit = np.float32(math.sqrt(6 / (read + shape[-1])))
            params[name] = (2 * generator.random(shape, dtype=np.float32) - 1) * limit
    return params


def scores(params: Tree, network: Network, words: Array) -> Array:
    """The score of each class: words (B, N), -1 for padding -> (B, N, C), or (B, C) if pooled."""
    batch, length = words.shape
    real = words >= 0
    seen = jnp.tril(jnp.ones((length, length), bool)) if network.causal else True
    visible = real[:, None, None, :] & seen  # (B, 1, N, N)

    def layer(stream: Array, own: Tree) -> tuple[Array, None]:
        read = jnp.einsum("bnd,dte->tbne", stream, own["layer.attend"])
        # (3, B, N, D) -> three times (B, H, N, D / H)
        split = read.reshape(3, batch, length, network.config.heads, -1).swapaxes(2, 3)
        query, key, value = split
        logits = query @ key.swapaxes(2, 3) / math.sqrt(query.shape[-1])
        attention = jax.nn.softmax(jnp.where(visible, logits, NEVER), axis=-1)
        mixed = (attention @ value).swapaxes(1, 2).reshape(stream.shape) @ own["layer.mix"]
        stream = _normalised(stream + mixed, own, 0)
        hidden = jax.nn.relu(stream @ own["layer.in"] + own["layer.in_bias"])
        return _normalised(stream + hidden @ own["layer.out"] + own["layer.out_bias"], own, 1), None

    # A product with one-hot rows, not a lookup: on a GPU the gradient of a lookup adds in an order
    # that differs from run to run.
    tokens = jax.nn.one_hot(words, network.words) @ params["tokens"]
    stream, _ = jax.lax.scan(
        layer,
        tokens + params["positions"][:length],
        {name: leaf for name, leaf in params.items() if name.startswith(LAYER)},
    )
    if network.pooled:
        count = jnp.maximum(real.sum(1, keepdims=True), 1)
        stream = (stream * real[..., None]).sum(1) / count
    return stream @ params["classes"] + params["classes_bias"]


def _normalised(stream: Array, own: Tree, which: int) -> Array:
    scale, shift = own["layer.norm_scale"][which], own["layer.norm_shift"][which]
    return jax.nn.standardize(stream, axis=-1) * scale + shift


def loss(params: Tree, network: Network, words: Array, labels: Array) -> Array:
    """The mean over inputs of the mean cross-entropy over scored labels."""
    found = jax.nn.log_softmax(scores(params, network, words), axis=-1)
    # A label of -1 has a one-hot row of zeros: what is not scored adds nothing.
    losses = -(found * jax.nn.one_hot(labels, network.classes)).sum(-1)
    losses, scored = losses.reshape(len(words), -1), (labels >= 0).reshape(len(words), -1)
    return (losses.sum(1) / jnp.maximum(scored.sum(1), 1)).mean()


# --- the compiled functions: many members ---------------------------------------------------------


@jax.tree_util.register_dataclass
@dataclass(frozen=True)
class State:
    """P members in training: parameters, Adam's memory, and the best epoch so far (0: none)."""

    params: Tree
    memory: optax.OptState
    best: Tree
    best_right: Array
    best_epoch: Array


@jax.tree_util.register_dataclass
@dataclass(frozen=True)
class Inputs:
    """Labelled inputs on the device: to train on (inputs, N), to evaluate (blocks, inputs, N)."""

    words: Array
    labels: Array


@partial(jax.jit, static_argnames="network", donate_argnames="state")
def train_epoch(
    state: State, data: Inputs, keys: Array, epoch: Array, network: Network
) -> tuple[State, Array]:
    """Every member sees its inputs once, in an order of its own -> the state, mean losses (P,).

    Inputs that do not fill a batch are left out; the next epoch leaves out others.
    """
    inputs, config = len(data.words), network.config
    batch = min(config.batch, inputs)
    steps = inputs // batch
    update = optax.adam(config.learning_rate).update

    def order(words: Array) -> Array:
        key = jax.random.fold_in(jax.random.wrap_key_data(words, impl="threefry2x32"), epoch)
        return jax.random.permutation(key, inputs)[: steps * batch].reshape(steps, batch)

    def step(now: tuple[Tree, Any], rows: Array) -> tuple[tuple[Tree, Any], Array]:
        params, memory = now
        losses, gradient = jax.vmap(jax.value_and_grad(loss), in_axes=(0, None, 0, 0))(
            params, network, data.words[rows], data.labels[rows]
        )
        change, memory = update(gradient, memory)
        return (optax.apply_updates(params, change), memory), losses

    rows = jax.vmap(order, out_axes=1)(keys)  # (steps, P, batch)
    (params, memory), losses = jax.lax.scan(step, (state.params, state.memory), rows)
    return replace(state, params=params, memory=memory), losses.mean(0)


@partial(jax.jit, static_argnames="network")
def answers(params: Tree, network: Network, words: Array) -> Array:
    """The class of each member's best score: words (B, N) -> (P, B, N), or (P, B) if pooled."""
    found = jax.vmap(scores, in_axes=(0, None, None))(params, network, words)
    return jnp.argmax(found, axis=-1).astype(jnp.int32)


@partial(jax.jit, static_argnames="network")
def count_right(params: Tree, network: Network, data: Inputs) -> Array:
    """How many scored labels each member gets right. (P,)"""

    def in_block(block: Inputs) -> Array:
        right = (answers(params, network, block.words) == block.labels) & (block.labels >= 0)
        return jnp.sum(right, axis=tuple(range(1, right.ndim)))

    return jnp.sum(jax.lax.map(in_block, data), axis=0)


@partial(jax.jit, donate_argnames="state")
def keep_best(state: State, right: Array, losses: Array, epoch: Array) -> State:
    """Members that got better keep their parameters; the first of equally good epochs stays."""
    better = (right > state.best_right) & jnp.isfinite(losses)

    def kept(old: Array, new: Array) -> Array:
        return jnp.where(better.reshape(-1, *[1] * (new.ndim - 1)), new, old)

    return replace(
        state,
        best=jax.tree.map(kept, state.best, state.params),
        best_right=kept(state.best_right, right),
        best_epoch=kept(state.best_epoch, jnp.broadcast_to(epoch, right.shape)),
    )
