"""The standard Transformer that the paper compares with: settings, network, training.

An encoder with learned token and position embeddings. In each layer softmax attention and a ReLU
network with one hidden layer; the result of each is added to the stream, which is then normalised
(post-norm). A linear classifier reads the stream, or its mean if the task is pooled. In training a
share of what goes into the stream may be dropped.

It is trained on the same tasks and by the same trainer as networks that become programs. Parameters
carry the members first. Members never look at each other: what is random about one comes from its
own seed alone. Each keeps its parameters of the epoch with the best validation score.

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
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from pathlib import Path
from typing import ClassVar

import jax
import jax.numpy as jnp
import numpy as np
from jax.sharding import Mesh

from ..tasks import Task
from ..vectors import Vectors
from . import trainer
from .architecture import ForTask, Params
from .checkpoint import Json
from .config import ConfigError, FromText, require_within
from .initial import noise_key, word_rows
from .loop import Data, Schedule, State, flatten, moved, unflatten
from .machine import Compiled, compiled, copied, share_cores
from .model import Tree
from .noise import Array, random_bits, random_uniform, step_keys
from .population import Population, Progress, Trained
from .relax import NEVER
from .trainer import AT_ONCE, Ints, Moment, Report, Start, Trainer

Drop = Callable[[Array, int], Array]  # what goes into the stream, and at which place of the network

LOOKED_UP = 512  # words from which on their vectors are looked up


# --- settings -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class StandardConfig(FromText):
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


# --- the network: one member ----------------------------------------------------------------------


@dataclass(frozen=True)
class Encoder(ForTask[StandardConfig]):
    """A standard Transformer's settings together with the sizes of its task."""

    shared_inputs: ClassVar = 1

    @property
    def still(self) -> Encoder:
        """The same without what compiled code does not depend on."""
        return replace(self, config=replace(self.config, epochs=1))

    @property
    def shapes(self) -> dict[str, tuple[int, ...]]:
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
            "tokens": (self.words, width),
            "positions": (self.length, width),
            **{
                f"{n}.{name}": shape
                for n in range(self.config.layers)
                for name, shape in layer.items()
            },
            "classes": (width, self.classes),
            "classes_bias": (self.classes,),
        }

    def member_bytes(self) -> int:
        """About how many bytes one member takes while it trains."""
        c = self.config
        copies = 8  # parameters, the best ones, two moments; gradient, change and their parts
        kept = copies * sum(math.prod(shape) for shape in self.shapes.values())
        rows = max(c.batch, AT_ONCE // 4) * self.length  # evaluation keeps nothing between layers
        layer = 10 * c.width + 3 * c.hidden + 4 * c.heads * self.length
        word = self.words if self.words < LOOKED_UP else c.width
        return 4 * (kept + rows * (2 * c.layers * layer + word + 4 * self.classes))


def initial(network: Encoder, seed: int) -> Params:
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
        drawn = random_uniform(key[None], f"drop {place}", (1, *values.shape))[0]
        return jnp.where(drawn < rate, 0, values / (1 - rate))

    return drop


def scores(params: Tree, network: Encoder, words: Array, drop: Drop = _nothing_dropped) -> Array:
    """The score of each class: words (B, N), -1 for padding -> (B, N, C), or (B, C) if pooled."""
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
    params: Tree, network: Encoder, words: Array, labels: Array, drop: Drop = _nothing_dropped
) -> Array:
    """The mean over inputs of the mean cross-entropy over scored labels."""
    found = jax.nn.log_softmax(scores(params, network, words, drop), axis=-1)
    # A label of -1 has a one-hot row of zeros: what is not scored adds nothing.
    losses = -(found * jax.nn.one_hot(labels, network.classes)).sum(-1)
    losses, scored = losses.reshape(len(words), -1), (labels >= 0).reshape(len(words), -1)
    return (losses.sum(1) / jnp.maximum(scored.sum(1), 1)).mean()


# --- training: many members -----------------------------------------------------------------------


def epoch_order(keys: Array, epoch: Array, inputs: int, batch: int) -> Array:
    """The inputs of each step of an epoch, in an order of each member's own. (steps, P, batch)

    Inputs that do not fill a batch are left out; the next epoch leaves out others.
    """
    batch = min(batch, inputs)
    drawn = random_bits(step_keys(keys, epoch), "epoch", (len(keys), inputs))
    order = jnp.argsort(drawn, axis=1)[:, : inputs // batch * batch]
    return order.reshape(len(keys), -1, batch).swapaxes(0, 1)


def train_epoch(state: State, data: Data, network: Encoder) -> tuple[State, Array]:
    """Every member sees its inputs once -> the new state, the mean losses (P,)."""
    config, inputs = network.config, len(data.words)
    epoch = 1 + state.step // (inputs // min(config.batch, inputs))
    rows = epoch_order(data.keys, epoch, inputs, config.batch)

    def member_loss(params: Tree, rows: Array, key: Array) -> Array:
        drop = dropping(key, config.dropout) if config.dropout else _nothing_dropped
        return loss(params, network, data.words[rows], data.labels[rows], drop)

    gradient = jax.vmap(jax.value_and_grad(member_loss))

    def step(now: State, rows: Array) -> tuple[State, Array]:
        keys = step_keys(data.keys, now.step)
        losses, slopes = gradient(unflatten(now.flat, network), rows, keys)
        change = flatten(slopes, network)
        flat, memory = moved(now.flat, change, now.optimiser, config.learning_rate)
        return State(flat, memory, now.step + 1), losses

    state, losses = jax.lax.scan(step, state, rows)
    return state, losses.mean(0)


@lru_cache(maxsize=8)
def compiled_epoch(network: Encoder, mesh: Mesh) -> Compiled:
    """`train_epoch`, compiled."""
    return compiled(partial(train_epoch, network=network), mesh)


@partial(jax.jit, static_argnames="network")
def answers(flat: Array, network: Encoder, words: Array) -> Array:
    """The class of each member's best score: (P, D), (B, N) -> (P, B, N), or (P, B) if pooled."""
    tree = unflatten(flat, network)
    found = jax.vmap(scores, in_axes=(0, None, None))(tree, network, words)
    return jnp.argmax(found, axis=-1).astype(jnp.int32)


class StandardMember(Trained[Encoder]):
    """One trained network with the parameters of its best epoch."""

    __slots__ = ()

    @property
    def config(self) -> StandardConfig:
        return self.architecture.config

    @property
    def best_epoch(self) -> int:
        return self.best

    def shown(self) -> dict[str, str]:
        """With its best epoch before the loss."""
        cells = super().shown()
        loss = cells.pop("loss")
        return {**cells, "best epoch": str(self.best), "loss": loss}

    def predict(self, words: Ints) -> Ints:
        """The class of each position, or of each input if pooled; at padding it means nothing."""
        network = self.architecture.still
        flat = flatten({name: jnp.asarray(x)[None] for name, x in self.params.items()}, network)
        found: Ints = trainer.in_blocks(partial(answers, flat, network), words, AT_ONCE)[0]
        return found


def fit_standard(
    task: Task,
    config: StandardConfig,
    seeds: int | Sequence[int] = 8,
    *,
    out: Path | None = None,
    progress: Report | None = None,
    vectors: Vectors | None = None,
) -> Population[StandardMember]:
    """Train one standard Transformer for each seed, all at once.

    Training ends early when no member can get better. With `out` the run can be killed at any
    moment and continued by the same call. The embeddings of words start from `vectors`.
    """
    share_cores()
    network, inputs = Encoder.of(task, config), len(task.train)
    if not (task.validation.labels >= 0).any():
        raise ConfigError("validation: expected inputs with labels, to find the best epoch by")
    an_epoch = inputs // min(config.batch, inputs)
    training = StandardTrainer(
        task=task,
        architecture=network,
        schedule=Schedule(config.epochs * an_epoch, an_epoch),
        vectors=word_rows(vectors, task),
        out=out,
        progress=progress,
    )
    members = training.train([Start(seed, network) for seed in trainer.seed_numbers(seeds)])
    epochs = max(line["epoch"] for line in training.records)
    return Population(tuple(members), training.seconds, epochs, "epochs")


@dataclass(eq=False, kw_only=True)
class StandardTrainer(Trainer[Encoder, StandardMember]):
    """Trains standard Transformers; an evaluation follows every epoch."""

    keep: str = "first"

    kind, model = StandardMember, "standard"

    def begin(self, starts: Sequence[Start[Encoder]]) -> tuple[State, Data]:
        rows = []
        for start in starts:
            params = initial(start.architecture, start.seed)
            if self.vectors is not None:
                generator = np.random.default_rng([start.seed, 2])
                params["tokens"] = self.vectors.projected(generator, params["tokens"])
            rows.append(np.concatenate([params[name].ravel() for name in self.architecture.shapes]))
        return State.first(copied(np.stack(rows))), Data(
            jax.device_put(self.task.train.words),
            jax.device_put(self.task.train.labels),
            jax.device_put(np.stack([noise_key(start.seed) for start in starts])),
        )

    def chunk(self) -> Compiled:
        return compiled_epoch(self.architecture.still, self.mesh)

    def answers(self, flat: Array, logits: Array | None, words: Ints) -> Array:
        given: Array = answers(flat, self.architecture.still, words)
        return given

    def settled(self, moment: Moment, members: int) -> bool:
        assert moment.best is not None
        perfect = np.asarray(moment.best.score) >= 1
        return bool((perfect | moment.diverged)[:members].all())

    def noted(self, report: Progress, history: Sequence[Json]) -> Json:
        best = [trainer.best_evaluation(history, i) for i in range(len(report.seeds))]
        return {"epoch": len(history), "best_epoch": best}
