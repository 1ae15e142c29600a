"""The standard Transformer that the paper compares with: settings, network, model of the trainer.

An encoder with learned token and position embeddings. In each layer softmax attention and a ReLU
network with one hidden layer; the result of each is added to the stream, which is then normalised
(post-norm). A linear classifier reads the stream, or its mean if the task is pooled. In training a
share of what goes into the stream may be dropped. Each member keeps its parameters of the epoch
with the best validation score.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import partial
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from ..dataset import Ints, Task
from ..vectors import Vectors
from .architecture import ForTask, Params
from .checkpoints import Json, digest_of_arrays
from .choices import NEVER, random_bits, random_uniform, step_keys
from .config import ConfigError, StandardConfig
from .machine import Array, Packed, Tree
from .population import TrainedNetwork
from .trainer import Batch, DrawRows, Plan, Start, answers_alone
from .training_state import Data, Schedule, Shapes, unpacked
from .word_start import WordRows

Drop = Callable[[Array, int], Array]  # what goes into the stream, and at which place of the network

LOOKED_UP = 512  # words from which on their vectors are looked up


# --- the network: one member ----------------------------------------------------------------------


@dataclass(frozen=True)
class Encoder(ForTask):
    """A standard Transformer's settings together with the sizes of its task."""

    config: StandardConfig
    vectors: WordRows | None = field(default=None, compare=False)  # of words, to start from

    shared_inputs = 1

    @staticmethod
    def to_train(task: Task, config: StandardConfig, vectors: Vectors | None = None) -> Encoder:
        """The embeddings of words start from `vectors`."""
        if not (task.validation.labels >= 0).any():
            raise ConfigError("validation: expected inputs with labels, to find the best epoch by")
        return replace(Encoder.of(task, config), vectors=WordRows.of(vectors, task))

    @property
    def architecture(self) -> Encoder:
        return self

    @property
    def array_shapes(self) -> Shapes:
        """The parameters by name. Attention has no biases, as in the paper's formula."""
        width, hidden = self.config.width, self.config.hidden
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
            "tokens": (self.word_count, width),
            "positions": (self.length, width),
            **{
                f"{n}.{name}": shape
                for n in range(self.config.layers)
                for name, shape in layer.items()
            },
            "classes": (width, self.class_count),
            "classes_bias": (self.class_count,),
        }

    def plan(self, inputs: int, seeds: int) -> Plan:
        """With an evaluation after each epoch."""
        per_epoch, rate = inputs // min(self.config.batch, inputs), self.config.learning_rate
        return Plan(Schedule.constant(self.config.epochs * per_epoch, per_epoch, rate), "first")

    def starts(self, seeds: Sequence[int]) -> list[Start]:
        return [Start(seed, self) for seed in seeds]

    def init(self, starts: Sequence[Start], task: Task) -> tuple[list[Params], dict[str, Any]]:
        return [initial(self, start.seed) for start in starts], {}

    def batches(self, data: Data, step: Array) -> DrawRows:
        """Every member sees each input once per epoch, in an order of its own.

        Inputs that do not fill a batch are left out; the next epoch leaves out others.
        """
        members, inputs = len(data.keys), len(data.words)
        batch = min(self.config.batch, inputs)
        steps = inputs // batch
        keys = step_keys(data.keys, 1 + step // steps)
        order = jnp.argsort(random_bits(keys, "epoch", (members, inputs)), axis=1)
        rows = order[:, : steps * batch].reshape(members, steps, batch).swapaxes(0, 1)
        return lambda number, keys: rows[number]

    def losses(self, tree: Tree, data: Data, batch: Batch) -> Array:
        """The mean over inputs of the mean cross-entropy over scored labels. (P,)"""

        def loss(params: Tree, rows: Array, key: Array) -> Array:
            words, labels = data.words[rows], data.labels[rows]
            found = logits(params, self, words, partial(dropped, key, self.config.dropout))
            # A label of -1 has a one-hot row of zeros: what is not scored adds nothing.
            right = jax.nn.one_hot(labels, self.class_count)
            each = -(jax.nn.log_softmax(found, axis=-1) * right).sum(-1).reshape(len(words), -1)
            scored = (labels >= 0).reshape(len(words), -1).sum(1)
            return (each.sum(1) / jnp.maximum(scored, 1)).mean()

        losses: Array = jax.vmap(loss)(tree, batch.rows, batch.keys)
        return losses

    def predict(self, params: Packed, words: Ints) -> Array:
        classes: Array = predicted(params, self, words)
        return classes

    def trained_network(
        self, start: Start, task: Task, params: dict[str, Any], **result: Any
    ) -> StandardNetwork:
        return StandardNetwork(start.seed, self, params, **result)

    def identity(self, starts: Sequence[Start]) -> Json:
        vectors = None if self.vectors is None else digest_of_arrays([self.vectors.rows])
        return {"model": "standard", "config": asdict(self.config), "vectors": vectors}


def initial(network: Encoder, seed: int) -> Params:
    """The first parameters of one member, by its seed alone: Glorot's range for matrices."""
    generator = np.random.default_rng([seed, 0])
    params: Params = {}
    for name, shape in network.array_shapes.items():
        if name in ("tokens", "positions"):
            params[name] = generator.standard_normal(shape, dtype=np.float32)
        elif name.endswith(("_bias", "_shift", "_scale")):
            params[name] = np.full(shape, name.endswith("_scale"), np.float32)
        else:
            limit = np.float32(math.sqrt(6 / (shape[0] + shape[-1])))
            params[name] = (2 * generator.random(shape, dtype=np.float32) - 1) * limit
    if network.vectors is not None:
        generator = np.random.default_rng([seed, 2])
        params["tokens"] = network.vectors.projected(generator, params["tokens"])
    return params


def dropped(key: Array | None, rate: float, values: Array, place: int) -> Array:
    """Zeros for a share of numbers, and the others larger, so that their mean stays."""
    if key is None or not rate:
        return values
    drawn = random_uniform(key[None], f"drop {place}", (1, *values.shape))[0]
    return jnp.where(drawn < rate, 0, values / (1 - rate))


NOTHING_DROPPED: Drop = partial(dropped, None, 0.0)


def logits(params: Tree, network: Encoder, words: Array, drop: Drop = NOTHING_DROPPED) -> Array:
    """The logits of the classes: words (B, N), -1 for padding -> (B, N, C), or (B, C) if pooled."""
    length, real = words.shape[1], words >= 0
    seen = jnp.tril(jnp.ones((length, length), bool)) if network.causal else True
    visible = real[:, None, None, :] & seen  # (B, 1, N, N)
    stream = drop(_word_vectors(params["tokens"], words) + params["positions"][:length], 0)
    for n in range(network.config.layers):
        attended = drop(_attended(params, n, stream, visible, network.config.heads), 2 * n + 1)
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
    """The output of the attention of layer n: (B, N, D) -> (B, N, D)."""
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


@partial(jax.jit, static_argnames="network")
def predicted(params: Packed, network: Encoder, words: Array) -> Array:
    """The likeliest class of each member: (P, D), (B, N) -> (P, B, N), or (P, B) if pooled."""
    tree = unpacked(params, network.array_shapes)
    found = jax.vmap(logits, in_axes=(0, None, None))(tree, network, words)
    return jnp.argmax(found, axis=-1).astype(jnp.int32)


class StandardNetwork(TrainedNetwork):
    """One trained network with the parameters of its best epoch."""

    def predict(self, words: Ints) -> Ints:
        """The class of each position, or of each input if pooled; at padding it means nothing."""
        return answers_alone(self.architecture, self.params, words)
