"""Compiled training steps of many members at once, for any model.

Members never look at each other: a member's batches and noise come from its key alone. All
parameters of a member are one row of one array, so that the optimiser is a handful of operations
however many modules there are. Only the learned values of words, of which there may be a million,
have an array of their own. Adam moves all of them in every step, whether or not a word is in the
batch: a word that is met once in hundreds of steps moves far when it is met, which rare words need.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import Any, ClassVar, Literal, NamedTuple, Protocol, Self, TypeVar

import jax
import jax.numpy as jnp
import numpy as np
import numpy.typing as npt
from jax.sharding import Mesh

from ..tasks import Task
from .architecture import WORDS, Params
from .config import Config, ConfigError
from .machine import INPUTS, Compiled, compiled, copied
from .model import Tree
from .noise import Array, Share, step_keys
from .population import Json, Trained

A = TypeVar("A", Array, npt.NDArray[np.float32])
M_co = TypeVar("M_co", bound=Trained[Any], covariant=True)
Ints = npt.NDArray[np.int32]
Number = Any  # of an array of either library
Shapes = Mapping[str, tuple[int, ...]]
Rows = Callable[[Array, Array], Array]

MAX_STEPS = 2**30  # they are counted in 32 bits
DECAY, SLOW_DECAY = 0.9, 0.999  # of Adam's two means
LAST_RATE = 0.02  # of the learning rate, where it falls


@dataclass(frozen=True)
class Schedule:
    """How long training is, and how temperature and learning rate change.

    `chunk` is the number of steps between two evaluations. `rate_fall` is the part of the rate that
    is lost on the way, along a cosine; `word_rate` multiplies the rate of the values of words.
    `temperatures` are the first and the last. `keep` says which parameters a member ends with: the
    "last", the "best" on validation, or the "first" of equally good ones; then training ends early
    when no member can get better. With `selects`, copies of the best members replace the worst.
    """

    steps: int
    chunk: int
    learning_rate: float
    rate_fall: float = 0.0
    word_rate: float = 1.0
    temperatures: tuple[float, float] | None = None
    keep: Literal["last", "best", "first"] = "last"
    selects: bool = False

    @staticmethod
    def of(config: Config, inputs: int) -> Schedule:
        """Rounded up to whole chunks, so that one compiled chunk serves the whole training."""
        an_epoch = max(1, inputs // config.batch)
        steps = config.epochs * an_epoch
        if steps >= MAX_STEPS:
            most = MAX_STEPS // an_epoch
            raise ConfigError(f"epochs: expected fewer than {most:,} here, got {config.epochs:,}")
        chunk = -(-steps // min(config.evaluations, steps))
        return Schedule(
            -(-steps // chunk) * chunk,
            chunk,
            config.learning_rate,
            0.0 if config.schedule == "constant" else 1 - LAST_RATE,
            config.word_rate,
            (config.start_temperature, config.end_temperature),
            "best" if config.keep == "best" else "last",
            config.selection != "none",
        )

    @property
    def rates(self) -> Rates:
        first, last = self.temperatures or (1.0, 1.0)
        rates = self.learning_rate, self.rate_fall, self.word_rate
        numbers = map(np.float32, (max(1, self.steps - 1), first, last / first, *rates))
        return Rates(np.int32(self.chunk), *numbers)

    def temperature(self, step: int) -> float:
        """The temperature at a step; 0 where a model has none."""
        return 0.0 if self.temperatures is None else float(self.rates.temperature(step))


@jax.tree_util.register_dataclass
@dataclass(frozen=True)
class Rates:
    """The numbers of a schedule. Compiled steps are given them: one compilation serves all.

    `last` is the number of the last step, `cooling` the last temperature by the first.
    """

    chunk: Number
    last: Number
    heat: Number
    cooling: Number
    rate: Number
    fall: Number
    words: Number

    def temperature(self, step: Array | int) -> Number:
        """Geometric from the first to the last temperature."""
        return self.heat * self.cooling ** (step / self.last)

    def learning_rate(self, step: Array | int) -> Array:
        """As it is, or falling like a cosine to a fiftieth."""
        fraction = jnp.asarray(step, jnp.float32) / self.last
        now: Array = self.rate * (1 - self.fall * (1 - jnp.cos(jnp.pi * fraction)) / 2)
        return now


# --- the state of members -------------------------------------------------------------------------


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

    The logits of the values of words (P, words, m, values), where there are any, are separate.
    """

    flat: Array
    optimiser: Adam
    step: Array
    logits: Array | None = None
    word_optimiser: Adam | None = None

    @staticmethod
    def first(members: Sequence[Params], shapes: Shapes) -> State:
        """Before the first step."""
        flat = copied(np.stack([flat_row(params, shapes) for params in members]))
        logits = words = None
        if WORDS in members[0]:
            logits = copied(np.stack([params[WORDS] for params in members]))
            words = Adam.first(logits)
        return State(flat, Adam.first(flat), copied(np.int32(0)), logits, words)


@jax.tree_util.register_dataclass
@dataclass(frozen=True)
class Data:
    """Labelled inputs, keys (P, 2), rates, and which entries are trained (P, D); all constant.

    Word w of an input is replaced by the word unknown[w] with probability chance[w]. Votes that
    decay go back to those of `home` (P, D), else to 0.
    """

    words: Array
    labels: Array
    keys: Array
    rates: Rates
    trained: Array | None = None
    chance: Array | None = None
    unknown: Array | None = None
    home: Array | None = None

    of_members: ClassVar = ("keys", "trained", "home")  # have the members first


def flat_row(params: Mapping[str, npt.NDArray[Any]], shapes: Shapes) -> npt.NDArray[Any]:
    """The named arrays of one member as one row."""
    return np.concatenate([params[name].ravel() for name in shapes])


def unflatten(flat: A, shapes: Shapes) -> dict[str, A]:
    """(P, D) -> the named arrays, each with the members first, without the values of words."""
    tree, start = {}, 0
    for name, shape in shapes.items():
        size = math.prod(shape)
        tree[name] = flat[:, start : start + size].reshape(-1, *shape)
        start += size
    return tree


def flatten(tree: Tree, shapes: Shapes) -> Array:
    """The named arrays -> (P, D)."""
    rows = [tree[name] for name in shapes]
    return jnp.concatenate([row.reshape(row.shape[0], -1) for row in rows], axis=1)


def adam_step(
    value: Array, gradient: Array, memory: Adam, rate: Array | float
) -> tuple[Array, Adam]:
    """One step of Adam; entries whose gradient is not finite stay."""
    gradient = jnp.where(jnp.isfinite(gradient), gradient, 0)
    steps = memory.steps + 1
    mean = (1 - DECAY) * gradient + DECAY * memory.mean
    square = (1 - SLOW_DECAY) * gradient**2 + SLOW_DECAY * memory.square
    root = jnp.sqrt(square / (1 - SLOW_DECAY**steps))
    change = mean / (1 - DECAY**steps) / (root + 1e-8)
    return value - rate * change, Adam(steps, mean, square)


# --- steps ----------------------------------------------------------------------------------------


class Batch(NamedTuple):
    """The inputs of one step: rows of the data (P, B), each member's key, the temperature.

    Where devices share the inputs, the rows are those of one device, and `share` says which.
    """

    rows: Array
    keys: Array
    temperature: Array
    share: Share | None


@dataclass(frozen=True, slots=True)
class Start:
    """A member before training: its seed, and its own architecture."""

    seed: int
    architecture: Any


class Model(Hashable, Protocol[M_co]):
    """A kind of network. Its arrays have the members first; equal models share compiled code.

    `shapes` are the arrays of a member's row, `batch` the inputs of a step, `shared_inputs` how
    many of them devices can share. `vote_decay` (D,) is the share of each entry that decays per
    step at rate 1. `compile_key` has defaults for the settings that compiled code ignores.
    """

    @property
    def shapes(self) -> Shapes: ...
    @property
    def batch(self) -> int: ...
    @property
    def shared_inputs(self) -> int: ...
    @property
    def vote_decay(self) -> npt.NDArray[np.float32] | None: ...
    @property
    def compile_key(self) -> Self: ...
    def member_bytes(self) -> int: ...

    def init(self, starts: Sequence[Start], task: Task, schedule: Schedule) -> tuple[State, Data]:
        """The first state of some members, and the data they train on."""

    def batches(self, data: Data, step: Array) -> Rows:
        """A function from the number of a step since `step` and keys to inputs (P, B)."""

    def losses(self, tree: Tree, data: Data, batch: Batch) -> Array:
        """The loss of each member on its inputs. (P,)"""

    def predict(self, flat: Array, logits: Array | None, words: Ints) -> Array:
        """The classes that each member gives: words (B, N) -> (P, B, N), or (P, B) if pooled."""

    def member(self, start: Start, params: Params, **result: Any) -> M_co:
        """A trained member as it is handed back; `result` has the other fields of `Trained`."""

    def described(self, starts: Sequence[Start]) -> Json:
        """All that decides the result beside task and seeds, as JSON."""


def train_chunk(
    state: State, data: Data, model: Model[Any], chunk: int | None, parts: int = 1
) -> tuple[State, Array]:
    """Run one chunk of steps of all members -> the new state, the mean losses (P,).

    `chunk` is how many, where the compiler is to know; else the rates say it. `parts` is the number
    of devices that share the inputs of a step: each has its part, and draws its noise.
    """
    members, rates, decay = data.keys.shape[0], data.rates, model.vote_decay
    inputs, share = model.batch // parts, None
    if parts > 1:
        share = Share(jax.lax.axis_index(INPUTS) * inputs, model.batch)
    batches = model.batches(data, state.step)

    def joined(values: Array) -> Array:
        """The mean over the devices that share the inputs."""
        mean: Callable[[Array, str], Array] = jax.lax.pmean
        return values if share is None else mean(values, INPUTS)

    def loss(tree: Tree, batch: Batch) -> tuple[Array, Array]:
        losses = model.losses(tree, data, batch)
        return losses.sum(), losses

    def step(number: Array, now: tuple[State, Array]) -> tuple[State, Array]:
        state, before = now
        keys = step_keys(data.keys, state.step)
        rows = batches(number, keys)
        if share is not None:
            rows = jax.lax.dynamic_slice_in_dim(rows, share.first, inputs, axis=1)
        tree = unflatten(state.flat, model.shapes)
        if state.logits is not None:
            tree[WORDS] = state.logits
        batch = Batch(rows, keys, rates.temperature(state.step), share)
        gradient, losses = jax.grad(loss, has_aux=True)(tree, batch)
        slopes = joined(flatten(gradient, model.shapes))
        if data.trained is not None:
            slopes = jnp.where(data.trained, slopes, 0)
        rate = rates.learning_rate(state.step)
        flat, memory = adam_step(state.flat, slopes, state.optimiser, rate)
        if decay is not None:
            away = state.flat if data.home is None else state.flat - data.home
            flat -= rate * jnp.asarray(decay) * away
        logits, words_memory = state.logits, state.word_optimiser
        if logits is not None and words_memory is not None:
            slopes, rate = joined(gradient[WORDS]), rate * rates.words
            logits, words_memory = adam_step(logits, slopes, words_memory, rate)
        return State(flat, memory, state.step + 1, logits, words_memory), before + losses

    steps = rates.chunk if chunk is None else chunk
    state, total = jax.lax.fori_loop(0, steps, step, (state, jnp.zeros(members)))
    return state, joined(total) / rates.chunk


@lru_cache(maxsize=8)
def compiled_chunk(model: Model[Any], chunk: int | None, mesh: Mesh) -> Compiled:
    """`train_chunk`, compiled for the devices of a mesh."""
    return compiled(partial(train_chunk, model=model, chunk=chunk), mesh)
