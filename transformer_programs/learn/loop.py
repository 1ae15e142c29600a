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
from functools import lru_cache, partial
from typing import Any, NamedTuple, Protocol, TypeVar

import jax
import jax.numpy as jnp
import numpy as np
import numpy.typing as npt
from jax.sharding import Mesh, NamedSharding, PartitionSpec

from .architecture import VOTES, WORDS, Architecture
from .config import Config, ConfigError, Training
from .hardened import hard_labels
from .kept_code import KeptCode
from .machine import apart, backend
from .model import Tree, forward
from .noise import Array, Share, random_bits, random_uniform, step_keys
from .relax import Choose, Fused, Soft, added

A = TypeVar("A", Array, npt.NDArray[np.float32])
Number = Any  # of an array of either library

MOST_STEPS = 2**30  # they are counted in 32 bits
DECAY, SLOW_DECAY = 0.9, 0.999  # of Adam's two means
LAST_RATE = 0.02  # of the learning rate, where it falls
OPTIONS: dict[str, dict[str, bool | str]] = {
    # Products that share a factor would be joined, and their results copied apart for the kernels.
    "gpu": {"xla_disable_hlo_passes": "dot-merger"},
}
ALONE: dict[str, bool | str] = {"xla_cpu_multi_thread_eigen": False}  # of a core that is a device
MEMBERS, INPUTS = "members", "inputs"
FEWEST = 64  # inputs that are worth a device


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
    """What is known of a network: its settings, and the arrays that make up a member's row."""

    @property
    def config(self) -> Any: ...
    @property
    def shapes(self) -> Mapping[str, tuple[int, ...]]: ...


class Adam(NamedTuple):
    """The memory of Adam: steps, and the means of gradients and of their squares."""

    steps: Array
    mean: Array
    square: Array

    @staticmethod
    def first(like: Array) -> Adam:
        zeros = np.zeros(like.shape, np.float32)
        return Adam(jnp.asarray(np.int32(0)), jnp.asarray(zeros), jnp.asarray(zeros))


@jax.tree_util.register_dataclass
@dataclass(frozen=True)
class WordTable:
    """The logits of the values of words (P, words, m, values), and their optimiser's memory."""

    logits: Array
    optimiser: Adam


@jax.tree_util.register_dataclass
@dataclass(frozen=True)
class State:
    """The parameters of P members, one row each, the optimiser's memory, and the step.

    The learned values of words, where there are any, are in a table of their own.
    """

    flat: Array
    optimiser: Adam
    step: Array
    table: WordTable | None = None

    @property
    def logits(self) -> Array | None:
        """The logits of the values of words, where there are any."""
        return None if self.table is None else self.table.logits

    @staticmethod
    def first(flat: Array, table: Array | None = None) -> State:
        """Before the first step."""
        own = None if table is None else WordTable(table, Adam.first(table))
        return State(flat, Adam.first(flat), jnp.asarray(np.int32(0)), own)


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


def compiled(run: partial[tuple[State, Array]], mesh: Mesh) -> KeptCode:
    """Steps, compiled for the devices that share them.

    State, data -> the state after them, the mean loss of members (P,), which is not finite where
    that of any step was not.
    """
    described = f"{run.func.__name__} {run.keywords} {mesh.shape}"

    def steps(state: State, data: Data) -> tuple[State, Array]:
        if mesh.size == 1:
            return run(state, data)
        own, given = _shares(state.table is not None, mesh)
        parts = partial(run, parts=mesh.size) if INPUTS in mesh.shape else run
        result: tuple[State, Array] = jax.shard_map(
            parts, mesh=mesh, in_specs=(own, given), out_specs=(own, given.keys), check_vma=False
        )(state, data)
        return result

    return KeptCode(steps, described, _options(backend(), mesh.size > 1))


@lru_cache
def _options(backend: str, several: bool) -> dict[str, bool | str] | None:
    """How to compile there, if this version of JAX knows how."""
    options = OPTIONS.get(backend, {}) | (ALONE if several and backend == "cpu" else {})
    try:
        jax.jit(jnp.negative, compiler_options=options)(0)
    except jax.errors.JaxRuntimeError:
        return None
    return options


def sharing(members: int, inputs: int = 1) -> Mesh:
    """The devices that share the steps of so many members, each with inputs that can be shared.

    They share the members. Where a CPU has two cores or more for each member, they share the
    inputs of every member: two cores that share each single operation wait for each other.
    """
    devices = np.asarray(jax.devices())
    most = min(len(devices), inputs // FEWEST)
    if backend() == "cpu" and most >= 2 * members:
        parts = next(parts for parts in range(most, 0, -1) if inputs % parts == 0)
        return Mesh(devices[:parts], (INPUTS,))
    return Mesh(devices[:members], (MEMBERS,))


def _shares(table: bool, mesh: Mesh) -> tuple[State, Data]:
    """What each device has of a state and of data: its members, by the first axis, or all."""
    spec: Callable[..., Any] = PartitionSpec
    whole = spec()
    split = spec(MEMBERS) if MEMBERS in mesh.shape else whole
    memory = Adam(whole, split, split)
    words = WordTable(split, memory) if table else None
    return (
        State(split, memory, whole, words),
        Data(whole, whole, split, whole, split, whole, whole, split),
    )


def placed(state: State, data: Data, mesh: Mesh) -> tuple[State, Data]:
    """The same, where the compiled steps leave it: else they would be compiled a second time."""
    if mesh.size == 1:
        return state, data

    def put(spec: PartitionSpec, value: Any) -> Any:
        return jax.device_put(value, NamedSharding(mesh, spec))

    found: tuple[State, Data] = jax.tree.map(
        put,
        _shares(state.table is not None, mesh),
        (state, data),
        is_leaf=lambda x: isinstance(x, PartitionSpec),
    )
    return found


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


def _decay(architecture: Architecture) -> Array:
    """How much of each entry of a row decays a step: the votes, and nothing else. (D,)"""
    rates = [
        np.full(
            int(np.prod(leaf.shape)),
            architecture.config.vote_decay if name in VOTES else 0.0,
            np.float32,
        )
        for name, leaf in architecture.row.items()
    ]
    return jnp.asarray(np.concatenate(rates))


def _with_unknown(words: Array, data: Data, keys: Array, share: Share | None) -> Array:
    """Some words (P, N, B) replaced by the unknown one, which is else too rare to learn from."""
    if data.chance is None or data.unknown is None:
        return words
    drawn = random_uniform(keys, "unknown", words.shape, share)
    replaced = (drawn < data.chance[words]) & (words >= 0)
    return jnp.where(replaced, data.unknown[words], words)


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
        if state.table is not None:
            tree[WORDS] = state.table.logits
        words, labels = _batch(data.words, rows), _batch(data.labels, rows)
        words = _with_unknown(words, data, keys[::samples], share)
        gradient, losses = jax.grad(loss, has_aux=True)(tree, words, labels, soft)
        slopes = joined(flatten(gradient, architecture))
        if data.trained is not None:
            slopes = jnp.where(data.trained, slopes, 0)
        rate = course.learning_rate(state.step)
        flat, memory = moved(state.flat, slopes, state.optimiser, rate)
        if config.vote_decay:
            away = state.flat if data.home is None else state.flat - data.home
            flat -= rate * _decay(architecture) * away
        table = state.table
        if table is not None:
            rate *= course.words
            table = WordTable(*moved(table.logits, joined(gradient[WORDS]), table.optimiser, rate))
        return State(flat, memory, state.step + 1, table), before + losses

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


@lru_cache(maxsize=8)
def compiled_labels(own: Architecture) -> KeptCode:
    """`row_labels`, compiled; to be called in double precision."""
    # A GPU's compiler tries many forms of a product to find the fastest: not for a few evaluations.
    options: dict[str, bool | str] = {"xla_gpu_enable_triton_gemm": False}
    return KeptCode(partial(row_labels, own=own), f"labels {own}", options, changes=False)


def compiled_chunk(architecture: Architecture, schedule: Schedule, mesh: Mesh) -> KeptCode:
    """`train_chunk`, compiled. A GPU would wait after every step of a loop of unknown length."""
    on_gpu = jax.default_backend() == "gpu"
    return _compiled_chunk(architecture.still, schedule.chunk if on_gpu else None, mesh)


@lru_cache(maxsize=8)
def _compiled_chunk(architecture: Architecture, chunk: int | None, mesh: Mesh) -> KeptCode:
    return compiled(partial(train_chunk, architecture=architecture, chunk=chunk), mesh)
