"""Compiled steps: a chunk of training steps of many members at once.

Members never look at each other: a member's batches and noise come from its key alone. All
parameters of a member are one row of one array, so that the optimiser is a handful of operations
however many modules there are. Only the learned values of words, of which there may be a million,
have an array of their own. Adam moves all of them in every step, whether or not a word is in the
batch: a word that is met once in hundreds of steps moves far when it is met, which rare words need.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar, NamedTuple, Protocol, TypeVar

import jax
import jax.numpy as jnp
import numpy as np
import numpy.typing as npt

from .architecture import VOTES, WORDS, Architecture
from .config import Config, ConfigError, Training
from .hardened import hard_labels
from .machine import INPUTS, apart, copied
from .model import Tree, forward
from .noise import Array, Share, random_bits, random_uniform, step_keys
from .relax import Choose, Fused, Soft, added

A = TypeVar("A", Array, npt.NDArray[np.float32])
Number = Any  # of an array of either library

MOST_STEPS = 2**30  # they are counted in 32 bits
DECAY, SLOW_DECAY = 0.9, 0.999  # of Adam's two means
LAST_RATE = 0.02  # of the learning rate, where it falls


@dataclass(frozen=True)
class Schedule:
    """How long training is, and how many steps lie between two evaluations."""

    steps: int
    chunk: int

    @staticmethod
    def of(config: Training, inputs: int) -> Schedule:
        """Rounded up to whole chunks, so that one compiled chunk serves the whole training."""
        an_epoch = max(1, inputs // config.batch)
        steps = config.epochs * an_epoch
        if steps >= MOST_STEPS:
            most = MOST_STEPS // an_epoch
            raise ConfigError(f"epochs: expected fewer than {most:,} here, got {config.epochs:,}")
        chunk = -(-steps // min(config.evaluations, steps))
        return Schedule(-(-steps // chunk) * chunk, chunk)


@jax.tree_util.register_dataclass
@dataclass(frozen=True)
class Course:
    """How long a chunk is, and how temperature and learning rate fall, as NumPy or JAX numbers.

    Compiled steps are given them, so that one compilation serves all courses. `last` is the number
    of the last step, `cooling` the last temperature by the first, `fall` the part of the rate that
    is lost on the way, like a cosine; `words` is how much faster the values of words learn.
    """

    chunk: Number
    last: Number
    heat: Number
    cooling: Number
    rate: Number
    fall: Number
    words: Number

    @staticmethod
    def of(config: Config, schedule: Schedule) -> Course:
        ratio = config.end_temperature / config.start_temperature
        fall = 0.0 if config.schedule == "constant" else 1 - LAST_RATE
        rest = max(1, schedule.steps - 1), config.start_temperature, ratio, config.learning_rate
        numbers = map(np.float32, (*rest, fall, config.word_rate))
        return Course(np.int32(schedule.chunk), *numbers)

    def temperature(self, step: Array | int) -> Number:
        """Geometric from the first to the last temperature."""
        return self.heat * self.cooling ** (step / self.last)

    def learning_rate(self, step: Array | int) -> Array:
        """As it is, or falling like a cosine to a fiftieth."""
        fraction = jnp.asarray(step, jnp.float32) / self.last
        now: Array = self.rate * (1 - self.fall * (1 - jnp.cos(jnp.pi * fraction)) / 2)
        return now


# --- the state of members, of whatever kind -------------------------------------------------------


class Shaped(Protocol):
    """What is known of a network: its settings, the arrays of a member's row, and what it needs.

    `shared_inputs`: how many inputs of a step of one member devices can share.
    """

    @property
    def config(self) -> Any: ...
    @property
    def shapes(self) -> Mapping[str, tuple[int, ...]]: ...
    @property
    def shared_inputs(self) -> int: ...
    def member_bytes(self) -> int: ...


class Adam(NamedTuple):
    """The memory of Adam: steps, and the means of gradients and of their squares."""

    steps: Array
    mean: Array
    square: Array

    @staticmethod
    def first(like: Array) -> Adam:
        zeros = np.zeros(like.shape, np.float32)
        return Adam(copied(np.int32(0)), copied(zeros), copied(zeros))


@jax.tree_util.register_dataclass
@dataclass(frozen=True)
class State:
    """The parameters of P members, one row each, the optimiser's memory, and the step.

    The logits of the values of words (P, words, m, values), where there are any, are apart.
    """

    flat: Array
    optimiser: Adam
    step: Array
    logits: Array | None = None
    word_optimiser: Adam | None = None

    @staticmethod
    def first(flat: Array, logits: Array | None = None) -> State:
        """Before the first step."""
        words = None if logits is None else Adam.first(logits)
        return State(flat, Adam.first(flat), copied(np.int32(0)), logits, words)


@jax.tree_util.register_dataclass
@dataclass(frozen=True)
class Data:
    """What stays the same in training: labelled inputs, keys (P, 2), the trained entries (P, D).

    `course` is that of program networks. Word w of an input is replaced by the word unknown[w] with
    probability chance[w]. Votes that decay go back to those of `home` (P, D), else to 0.
    """

    words: Array
    labels: Array
    keys: Array
    course: Course | None = None
    trained: Array | None = None
    chance: Array | None = None
    unknown: Array | None = None
    home: Array | None = None

    of_members: ClassVar = ("keys", "trained", "home")  # have the members first


def unflatten(flat: A, network: Shaped) -> dict[str, A]:
    """(P, D) -> the named arrays, each with the members first, without the values of words."""
    tree, start = {}, 0
    for name, shape in network.shapes.items():
        size = math.prod(shape)
        tree[name] = flat[:, start : start + size].reshape(-1, *shape)
        start += size
    return tree


def flatten(tree: Tree, network: Shaped) -> Array:
    """The named arrays -> (P, D)."""
    rows = [tree[name] for name in network.shapes]
    return jnp.concatenate([row.reshape(row.shape[0], -1) for row in rows], axis=1)


def moved(value: Array, gradient: Array, memory: Adam, rate: Array | float) -> tuple[Array, Adam]:
    """One step of Adam; entries whose gradient is not finite stay."""
    gradient = jnp.where(jnp.isfinite(gradient), gradient, 0)
    steps = memory.steps + 1
    mean = (1 - DECAY) * gradient + DECAY * memory.mean
    square = (1 - SLOW_DECAY) * gradient**2 + SLOW_DECAY * memory.square
    root = jnp.sqrt(square / (1 - SLOW_DECAY**steps))
    change = mean / (1 - DECAY**steps) / (root + 1e-8)
    return value - rate * change, Adam(steps, mean, square)


# --- the steps of program networks ----------------------------------------------------------------


def member_losses(
    tree: Tree, architecture: Architecture, words: Array, labels: Array, choose: Choose
) -> Array:
    """The loss of each member: the mean over its inputs of the mean over scored positions. (P,)

    words (P, N, B); labels (P, N, B), or (P, B) when pooled.
    """
    scores, _ = forward(tree, architecture, words, choose)  # (P, classes, N, B)
    if architecture.pooled:
        count = jnp.maximum((words >= 0).sum(1), 1)
        scores, labels = (scores / count[:, None])[:, :, None], labels[:, None]
    labels = labels[:, None]
    picked = jnp.arange(architecture.classes)[:, None, None] == labels
    right = added(jnp.where(picked, scores, 0), 1)
    loss = jnp.where(labels >= 0, jax.nn.logsumexp(scores, axis=1, keepdims=True) - right, 0)
    scored = jnp.maximum((labels >= 0).sum(2), 1)
    return (loss.sum(2) / scored).mean((1, 2))


@apart
def _batch(data: Array, rows: Array) -> Array:
    """Some inputs, the inputs last: data (inputs, N) or (inputs,), rows (P, B) -> (P, N, B)."""
    return data[rows] if data.ndim == 1 else jnp.swapaxes(data[rows], 1, 2)


def train_chunk(
    state: State, data: Data, architecture: Architecture, chunk: int | None, parts: int = 1
) -> tuple[State, Array]:
    """Run one chunk of steps of all members -> the new state, the mean losses (P,).

    `chunk` is how many, where the compiler is to know; else the course says it. `parts` is the
    number of devices that share the inputs of a step: each has its part, and draws its noise.
    """
    config, course = architecture.config, data.course
    assert course is not None
    members, samples = data.keys.shape[0], config.samples
    inputs, share = config.batch // parts, None
    if parts > 1:
        share = Share(jax.lax.axis_index(INPUTS) * inputs, config.batch)

    def joined(values: Array) -> Array:
        """The mean over the devices that share the inputs."""
        mean: Callable[[Array, str], Array] = jax.lax.pmean
        return values if share is None else mean(values, INPUTS)

    def loss(tree: Tree, words: Array, labels: Array, soft: Soft) -> tuple[Array, Array]:
        if samples > 1:  # every sample is a copy of the member with noise of its own
            tree = {name: jnp.repeat(leaf, samples, axis=0) for name, leaf in tree.items()}
            words, labels = (jnp.repeat(x, samples, axis=0) for x in (words, labels))
        losses = member_losses(tree, architecture, words, labels, soft)
        losses = losses.reshape(members, samples).mean(1)
        return losses.sum(), losses

    def step(_: int, now: tuple[State, Array]) -> tuple[State, Array]:
        state, before = now
        keys = step_keys(data.keys, state.step)
        drawn = random_bits(keys, "batch", (members, config.batch))
        rows = (drawn % jnp.uint32(len(data.words))).astype(jnp.int32)
        if share is not None:
            rows = jax.lax.dynamic_slice_in_dim(rows, share.first, inputs, axis=1)
        if samples > 1:
            shifts = jnp.tile(jnp.arange(samples, dtype=jnp.uint32), members)
            keys = jnp.repeat(keys, samples, axis=0) + jnp.stack([shifts, shifts], axis=1)
        soft = replace(chooser(config, keys, course.temperature(state.step)), share=share)
        tree = unflatten(state.flat, architecture)
        if state.logits is not None:
            tree[WORDS] = state.logits
        words, labels = _batch(data.words, rows), _batch(data.labels, rows)
        if data.chance is not None and data.unknown is not None:  # else too rare to learn from
            drawn = random_uniform(keys[::samples], "unknown", words.shape, share)
            replaced = (drawn < data.chance[words]) & (words >= 0)
            words = jnp.where(replaced, data.unknown[words], words)
        gradient, losses = jax.grad(loss, has_aux=True)(tree, words, labels, soft)
        slopes = joined(flatten(gradient, architecture))
        if data.trained is not None:
            slopes = jnp.where(data.trained, slopes, 0)
        rate = course.learning_rate(state.step)
        flat, memory = moved(state.flat, slopes, state.optimiser, rate)
        if config.vote_decay:  # the votes, and nothing else
            away = state.flat if data.home is None else state.flat - data.home
            decays = [config.vote_decay * (name in VOTES) for name in architecture.row]
            sizes = [math.prod(shape) for shape in architecture.shapes.values()]
            flat -= rate * jnp.asarray(np.repeat(np.asarray(decays, np.float32), sizes)) * away
        logits, words_memory = state.logits, state.word_optimiser
        if logits is not None and words_memory is not None:
            slopes, rate = joined(gradient[WORDS]), rate * course.words
            logits, words_memory = moved(logits, slopes, words_memory, rate)
        return State(flat, memory, state.step + 1, logits, words_memory), before + losses

    steps = course.chunk if chunk is None else chunk
    state, total = jax.lax.fori_loop(0, steps, step, (state, jnp.zeros(members)))
    return state, joined(total) / course.chunk


def chooser(config: Training, keys: Array, heat: Array) -> Soft:
    """Soft choices, stored as `Training.precision` says; in bfloat16 on a GPU made by kernels."""
    on_gpu = jax.default_backend() == "gpu"
    if config.precision == "float32" or (config.precision == "auto" and not on_gpu):
        return Soft(keys, heat)
    return (Fused if on_gpu else Soft)(keys, heat, jnp.bfloat16)


def row_labels(flat: Array, logits: Array | None, words: Array, own: Architecture) -> Array:
    """`hard_labels` of members that are rows: flat (P, D), logits of the values of words."""
    tree = unflatten(flat, own) | ({} if logits is None else {WORDS: logits})
    return hard_labels(tree, own, words)
