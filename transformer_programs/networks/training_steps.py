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
from typing import Any, ClassVar, Literal, NamedTuple, Protocol, Self

import jax
import jax.numpy as jnp
import numpy as np
import numpy.typing as npt
from jax.sharding import Mesh

from ..tasks import Task
from .architecture import WORDS, Params
from .checkpoints import Json
from .config import Config, ConfigError
from .machine import INPUTS, Compiled, compiled, copied
from .model import Tree
from .noise import Array, DevicePart, step_keys

Ints = npt.NDArray[np.int32]
Scalar = Any  # of an array of either library
Shapes = Mapping[str, tuple[int, ...]]
DrawRows = Callable[[Array, Array], Array]

ROW = "row"
MAX_STEPS = 2**30  # they are counted in 32 bits
DECAY, SLOW_DECAY = 0.9, 0.999  # of Adam's two means
LAST_RATE = 0.02  # of the learning rate, where it falls


@jax.tree_util.register_dataclass
@dataclass(frozen=True)
class Rates:
    """The numbers of a schedule. Compiled steps are given them: one compilation serves all.

    `chunk` is the number of steps between two evaluations, `last` the number of the last step,
    `heat` the first temperature, `cooling` the last temperature by the first, `fall` the part of
    the learning rate that is lost on the way, `words` the factor of the rate of word values.
    """

    chunk: Scalar
    last: Scalar
    rate: Scalar
    heat: Scalar
    cooling: Scalar
    fall: Scalar
    words: Scalar

    @staticmethod
    def of(steps: int, chunk: int, rate: float, *others: float) -> Rates:
        """By default without a temperature, and with one rate for all."""
        numbers = others or (0.0, 1.0, 0.0, 1.0)
        return Rates(np.int32(chunk), *map(np.float32, (max(1, steps - 1), rate, *numbers)))

    def temperature(self, step: Array | int) -> Scalar:
        """Geometric from the first to the last temperature; 0 where a model has none."""
        return self.heat * self.cooling ** (step / self.last)

    def learning_rate(self, step: Array | int) -> Array:
        """As it is, or falling like a cosine to a fiftieth."""
        fraction = jnp.asarray(step, jnp.float32) / self.last
        now: Array = self.rate * (1 - self.fall * (1 - jnp.cos(jnp.pi * fraction)) / 2)
        return now


@dataclass(frozen=True)
class Schedule:
    """The length of training, and the course of temperature and learning rate.

    `keep` says which parameters a member ends with: the "last", the "best" on validation, or the
    "first" of equally good ones; then training ends early when no member can get better. With
    `selects`, copies of the best members replace the worst.
    """

    steps: int
    chunk: int
    rates: Rates
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
        steps = -(-steps // chunk) * chunk
        first, last = config.start_temperature, config.end_temperature
        fall = 0.0 if config.schedule == "constant" else 1 - LAST_RATE
        numbers = config.learning_rate, first, last / first, fall, config.word_rate
        rates = Rates.of(steps, chunk, *numbers)
        keep: Literal["last", "best"] = "best" if config.keep == "best" else "last"
        return Schedule(steps, chunk, rates, keep, config.selection != "none")

    def temperature(self, step: int) -> float:
        return float(self.rates.temperature(step))


# --- the state of members -------------------------------------------------------------------------


class Adam(NamedTuple):
    """The memory of Adam: steps, and the means of gradients and of their squares."""

    steps: Array
    mean: Array
    square: Array

    @staticmethod
    def first(like: Array) -> Adam:
        zeros = np.zeros(like.shape, np.float32)
        return Adam(*copied((np.int32(0), zeros, zeros)))


@jax.tree_util.register_dataclass
@dataclass(frozen=True)
class State:
    """P members after some steps: parameters with the optimiser's memory of them.

    The "row" has all parameters (P, D) but the logits of the values of words, which are
    (P, words, m, values), where there are any.
    """

    params: Tree
    optimiser: dict[str, Adam]
    step: Array

    @staticmethod
    def first(members: Sequence[Params], shapes: Shapes) -> State:
        """Before the first step."""
        params: Tree = copied(packed(stacked(members), shapes))
        memory = {name: Adam.first(values) for name, values in params.items()}
        return State(params, memory, copied(np.int32(0)))


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
    trainable: Array | None = None
    chance: Array | None = None
    unknown: Array | None = None
    home: Array | None = None

    of_members: ClassVar = ("keys", "trainable", "home")  # have the members first


def stacked(members: Sequence[Mapping[str, npt.NDArray[Any]]]) -> dict[str, npt.NDArray[Any]]:
    return {name: np.stack([arrays[name] for arrays in members]) for name in members[0]}


def unpacked(params: Mapping[str, Any], shapes: Shapes) -> dict[str, Any]:
    """Rows (P, D) -> the named arrays, each with the members first; values of words as they are."""
    tree, start = {name: own for name, own in params.items() if name != ROW}, 0
    for name, shape in shapes.items():
        size = math.prod(shape)
        tree[name] = params[ROW][:, start : start + size].reshape(-1, *shape)
        start += size
    return tree


def packed(tree: Mapping[str, Any], shapes: Shapes) -> dict[str, Any]:
    """The named arrays -> rows (P, D), and the values of words as they are."""
    rows = [tree[name].reshape(len(tree[name]), -1) for name in shapes]
    join = np.concatenate if isinstance(rows[0], np.ndarray) else jnp.concatenate
    return {ROW: join(rows, axis=1)} | {name: tree[name] for name in (WORDS,) if name in tree}


def adam_step(value: Array, gradient: Array, memory: Adam, rate: Any) -> tuple[Array, Adam]:
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

    Where devices share the inputs, the rows are those of one device, and `device_part` says which.
    """

    rows: Array
    keys: Array
    temperature: Array
    device_part: DevicePart | None


class Start(NamedTuple):
    """A member before training: its seed, and its own architecture."""

    seed: int
    architecture: Any


class Model(Hashable, Protocol):
    """A kind of network. Its arrays have the members first; equal models share compiled code.

    The `architecture` has the `array_shapes` of a member's row, `config.batch` inputs of a
    step, of which devices can share `shared_inputs`, and `member_bytes()`. `vote_decay` (D,) is the
    share of each entry that decays per step at rate 1. `compile_key` has defaults for the settings
    that compiled code ignores.
    """

    @property
    def architecture(self) -> Any: ...
    @property
    def vote_decay(self) -> npt.NDArray[np.float32] | None: ...
    @property
    def compile_key(self) -> Self: ...

    def init(self, starts: Sequence[Start], task: Task, rates: Rates) -> tuple[State, Data]:
        """The first state of some members, and the data they train on."""

    def batches(self, data: Data, step: Array) -> DrawRows:
        """A function from the number of a step since `step` and keys to inputs (P, B)."""

    def losses(self, tree: Tree, data: Data, batch: Batch) -> Array:
        """The loss of each member on its inputs. (P,)"""

    def predict(self, params: Tree, words: Ints) -> Array:
        """The classes that each member gives: words (B, N) -> (P, B, N), or (P, B) if pooled."""

    def trained_network(self, start: Start, task: Task, params: Params, **result: Any) -> Any:
        """A trained network as it is handed back; `result` has the other fields of the record."""

    def identity(self, starts: Sequence[Start]) -> Json:
        """All that decides the result beside task and seeds, as JSON."""


def train_chunk(
    state: State, data: Data, model: Model, chunk: int | None, parts: int = 1
) -> tuple[State, Array]:
    """Run one chunk of steps of all members -> the new state, the mean losses (P,).

    `chunk` is how many, where the compiler is to know; else the rates say it. `parts` is the number
    of devices that share the inputs of a step: each has its part, and draws its noise.
    """
    members, rates, decay = data.keys.shape[0], data.rates, model.vote_decay
    shapes, batch_size, device_part = (
        model.architecture.array_shapes,
        model.architecture.config.batch,
        None,
    )
    inputs = batch_size // parts
    if parts > 1:
        device_part = DevicePart(jax.lax.axis_index(INPUTS) * inputs, batch_size)
    batches = model.batches(data, state.step)

    def joined(values: Any) -> Any:
        """The mean over the devices that share the inputs."""
        mean: Callable[[Any, str], Any] = jax.lax.pmean
        return values if device_part is None else mean(values, INPUTS)

    def loss(tree: Tree, batch: Batch) -> tuple[Array, Array]:
        losses = model.losses(tree, data, batch)
        return losses.sum(), losses

    def step(number: Array, now: tuple[State, Array]) -> tuple[State, Array]:
        state, before = now
        keys = step_keys(data.keys, state.step)
        rows = batches(number, keys)
        if device_part is not None:
            rows = jax.lax.dynamic_slice_in_dim(rows, device_part.first, inputs, axis=1)
        batch = Batch(rows, keys, rates.temperature(state.step), device_part)
        tree = unpacked(state.params, shapes)
        gradient, losses = jax.grad(loss, has_aux=True)(tree, batch)
        slopes = joined(packed(gradient, shapes))
        if data.trainable is not None:
            slopes[ROW] = jnp.where(data.trainable, slopes[ROW], 0)
        rate = rates.learning_rate(state.step)
        params, memory = {}, {}
        for name, value in state.params.items():
            own = rate * rates.words if name == WORDS else rate
            params[name], memory[name] = adam_step(value, slopes[name], state.optimiser[name], own)
        if decay is not None:
            away = state.params[ROW] - (0 if data.home is None else data.home)
            params[ROW] -= rate * jnp.asarray(decay) * away
        return State(params, memory, state.step + 1), before + losses

    steps = rates.chunk if chunk is None else chunk
    state, total = jax.lax.fori_loop(0, steps, step, (state, jnp.zeros(members)))
    return state, joined(total) / rates.chunk


@lru_cache(maxsize=8)
def compiled_chunk(model: Model, chunk: int | None, mesh: Mesh) -> Compiled:
    """`train_chunk`, compiled for the devices of a mesh."""
    return compiled(partial(train_chunk, model=model, chunk=chunk), mesh)
