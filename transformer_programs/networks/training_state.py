"""The state of networks in training: parameters, optimiser, data and schedule.

All parameters of a member are one row of one array, so that the optimiser is a handful of
operations however many modules there are. Only the learned values of words, of which there may be a
million, have an array of their own. Adam moves all of them in every step, whether or not a word is
in the batch: a word that is met once in hundreds of steps moves far when it is met, which rare
words need.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, ClassVar, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
import numpy.typing as npt

from .architecture import WORDS, Params
from .config import Config, ConfigError
from .machine import Array, Packed, copied
from .population import Progress

Scalar = Any  # of an array of either library
Shapes = Mapping[str, tuple[int, ...]]

ROW = "row"
MAX_STEPS = 2**30  # they are counted in 32 bits
DECAY, SLOW_DECAY = 0.9, 0.999  # of Adam's two means
LAST_RATE = 0.02  # of the learning rate, where it falls


@jax.tree_util.register_dataclass
@dataclass(frozen=True)
class Schedule:
    """The numbers of a training. Compiled steps are given them: one compilation serves all.

    `chunk` is the number of steps between two evaluations, `last` the number of the last step,
    `heat` the first temperature (0 where a model has none), `cooling` the last temperature
    divided by the first, `fall` the part of the learning rate that is lost on the way, `words` the
    factor of the rate of word values.
    """

    steps: Scalar
    chunk: Scalar
    last: Scalar
    rate: Scalar
    heat: Scalar
    cooling: Scalar
    fall: Scalar
    words: Scalar

    @staticmethod
    def constant(steps: int, chunk: int, rate: float) -> Schedule:
        """A schedule without a temperature, with one rate for all parameters."""
        return Schedule._of(steps, chunk, rate, 0.0, 1.0, 0.0, 1.0)

    @staticmethod
    def of(config: Config, inputs: int) -> Schedule:
        """The schedule that the settings give on so many inputs.

        Its steps are rounded up to whole chunks, so that one compiled chunk serves all.
        """
        per_epoch = max(1, inputs // config.batch)
        steps = config.epochs * per_epoch
        if steps >= MAX_STEPS:
            most = MAX_STEPS // per_epoch
            raise ConfigError(f"epochs: expected fewer than {most:,} here, got {config.epochs:,}")
        chunk = -(-steps // min(config.evaluations, steps))
        steps = -(-steps // chunk) * chunk
        first, last = config.start_temperature, config.end_temperature
        fall = 0.0 if config.schedule == "constant" else 1 - LAST_RATE
        numbers = config.learning_rate, first, last / first, fall, config.word_rate
        return Schedule._of(steps, chunk, *numbers)

    @staticmethod
    def _of(steps: int, chunk: int, *numbers: float) -> Schedule:
        floats = map(np.float32, (max(1, steps - 1), *numbers))
        return Schedule(np.int32(steps), np.int32(chunk), *floats)

    def temperature(self, step: Array | int) -> Scalar:
        """It falls geometrically from the first to the last temperature."""
        return self.heat * self.cooling ** (step / self.last)

    def learning_rate(self, step: Array | int) -> Array:
        """It is constant, or falls like half a cosine to a fiftieth."""
        fraction = jnp.asarray(step, jnp.float32) / self.last
        now: Array = self.rate * (1 - self.fall * (1 - jnp.cos(jnp.pi * fraction)) / 2)
        return now


# --- the state of members -------------------------------------------------------------------------


class Adam(NamedTuple):
    """The memory of Adam: the means of gradients and of their squares."""

    mean: Array
    square: Array


@jax.tree_util.register_dataclass
@dataclass(frozen=True)
class State:
    """P members after some steps: parameters with the optimiser's memory of them.

    The "row" is (P, D), the logits of the values of words are (P, words, m, values).
    """

    params: Packed
    optimiser: dict[str, Adam]
    step: Array

    @staticmethod
    def first(members: Sequence[Params], shapes: Shapes) -> State:
        """The state before the first step."""
        params: Packed = copied(packed(stacked(members), shapes))
        zeros = {name: np.zeros(values.shape, np.float32) for name, values in params.items()}
        memory = {name: Adam(*copied((values, values))) for name, values in zeros.items()}
        return State(params, memory, copied(np.int32(0)))


@jax.tree_util.register_dataclass
@dataclass(frozen=True)
class Data:
    """Labelled inputs, keys (P, 2), schedule, and which entries are trained (P, D); all constant.

    Word w of an input is replaced by the word unknown[w] with probability chance[w]. Each
    step moves an entry towards `home` (P, D), or 0, by learning rate x `decay` (D,) x its distance.
    """

    words: Array
    labels: Array
    keys: Array
    schedule: Schedule
    trainable: Array | None = None
    replaced: tuple[Array, Array] | None = None
    decay: Array | None = None
    home: Array | None = None

    of_members: ClassVar = ("keys", "trainable", "home")  # have the members first


def stacked(members: Sequence[Mapping[str, npt.NDArray[Any]]]) -> dict[str, npt.NDArray[Any]]:
    return {name: np.stack([arrays[name] for arrays in members]) for name in members[0]}


def unpacked(params: Packed, shapes: Shapes) -> dict[str, Any]:
    """Rows (P, D) -> the named arrays, each with the members first; values of words as they are."""
    tree, start = {name: values for name, values in params.items() if name != ROW}, 0
    for name, shape in shapes.items():
        size = math.prod(shape)
        tree[name] = params[ROW][:, start : start + size].reshape(-1, *shape)
        start += size
    return tree


def packed(tree: Mapping[str, Any], shapes: Shapes) -> Packed:
    """The named arrays -> rows (P, D), and the values of words as they are."""
    rows = [tree[name].reshape(len(tree[name]), -1) for name in shapes]
    join: Any = np.concatenate if isinstance(rows[0], np.ndarray) else jnp.concatenate
    words = {WORDS: tree[WORDS]} if WORDS in tree else {}
    return Packed({ROW: join(rows, axis=1), **words})


def adam_step(
    value: Array, gradient: Array, memory: Adam, steps: Array, rate: Any
) -> tuple[Array, Adam]:
    """One step of Adam, the last of so many; entries whose gradient is not finite stay."""
    gradient = jnp.where(jnp.isfinite(gradient), gradient, 0)
    mean = (1 - DECAY) * gradient + DECAY * memory.mean
    square = (1 - SLOW_DECAY) * gradient**2 + SLOW_DECAY * memory.square
    root = jnp.sqrt(square / (1 - SLOW_DECAY**steps))
    change = mean / (1 - DECAY**steps) / (root + 1e-8)
    return value - rate * change, Adam(mean, square)


# --- between two evaluations ----------------------------------------------------------------------


@jax.tree_util.register_dataclass
@dataclass(frozen=True)
class KeptParams:
    """The parameters with which each member was best on validation, and how good it was. (P,)"""

    params: Packed
    score: Array

    @staticmethod
    def first(state: State, members: int) -> KeptParams:
        """Copies of the parameters, because the next chunk reuses the arrays of the state."""
        return KeptParams(copied(state.params), jnp.full(members, -1.0, jnp.float32))


@partial(jax.jit, static_argnums=3)
def keep_better(kept: KeptParams, state: State, score: Array, latest: bool) -> KeptParams:
    """Keep the parameters of members whose score rose; with `latest`, also in a tie."""
    better = score >= kept.score if latest else score > kept.score

    def better_of(now: Array, before: Array) -> Array:
        return jnp.where(better.reshape(-1, *[1] * (now.ndim - 1)), now, before)

    found: KeptParams = jax.tree.map(better_of, KeptParams(state.params, score), kept)
    return found


@dataclass(frozen=True)
class TrainingState:
    """Members in the middle of training; without `kept`, they end with the last parameters."""

    state: State
    kept: KeptParams | None = None
    history: tuple[Progress, ...] = ()

    @property
    def params(self) -> Packed:
        """Those that the members end with."""
        return self.state.params if self.kept is None else self.kept.params

    @property
    def step(self) -> int:
        return self.history[-1].step if self.history else 0

    @property
    def seconds(self) -> float:
        return self.history[-1].seconds if self.history else 0.0

    @property
    def diverged(self) -> npt.NDArray[np.bool_]:
        """The members that have diverged; one that was replaced is as its parent."""
        last = self.history[-1]
        lost = np.array(last.diverged)
        return lost if last.parents is None else lost[list(last.parents)]
