"""Training standard Transformers: (task, config, seeds) -> StandardPopulation, many at once.

The baseline of the paper, on the same tasks as the networks that become programs, and in the same
manner: groups that fit in memory, checkpoints and metrics in a folder, progress reports. Each
member keeps its parameters of the epoch with the best validation score.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import jax
import jax.numpy as jnp
import numpy as np
import numpy.typing as npt
import optax  # type: ignore[import-untyped]
from jax.sharding import Mesh, NamedSharding, PartitionSpec

from ..store.untrusted import Arrays
from ..tasks import Split, Task
from ..vectors import Vectors
from . import checkpoint, machine
from .architecture import Params, SplitLike, TaskLike
from .checkpoint import Checkpoint, Json
from .config import ConfigError
from .initial import WordRows, noise_key
from .population import Progress
from .standard import (
    BLOCK,
    Inputs,
    Network,
    StandardConfig,
    State,
    all_answers,
    answers,
    count_right,
    initial,
    keep_best,
    train_epoch,
    unflatten,
)
from .train import WRITING, Report, describe_task, interruptible, member, record, seed_numbers

__all__ = ["StandardConfig", "StandardMember", "StandardPopulation", "fit_standard"]

Array = jax.Array
Ints = npt.NDArray[np.int32]


@dataclass(frozen=True)
class Run:
    """What all groups of one training run share."""

    task: TaskLike
    config: StandardConfig
    network: Network
    vectors: WordRows | None
    devices: tuple[jax.Device, ...]
    train: Inputs
    validation: Inputs
    test: Inputs
    out: Path | None
    progress: Report | None
    interrupted: threading.Event

    @property
    def steps(self) -> int:
        """Steps an epoch."""
        inputs = len(self.train.words)
        return inputs // min(self.config.batch, inputs)


@dataclass(frozen=True)
class Group:
    """Members that train at the same time. The first `len(seeds)` of `width` rows are theirs."""

    number: int
    groups: int
    seeds: tuple[int, ...]
    width: int


@dataclass(frozen=True)
class Moment:
    """A group in the middle of training."""

    state: State
    diverged: npt.NDArray[np.bool_]
    epoch: int = 0
    seconds: float = 0.0
    history: tuple[Json, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class StandardMember:
    """One trained network with the parameters of its best epoch.

    `validation` and `test` are fractions of scored labels, or F1 where the task asks for entities;
    `loss` is that of the last epoch.
    """

    seed: int
    config: StandardConfig
    network: Network
    params: Params
    validation: float
    test: float
    best_epoch: int
    loss: float
    diverged: bool

    def predict(self, words: Ints) -> Ints:
        """The class of each position, or of each input if pooled; at padding it means nothing."""
        row = np.concatenate([self.params[name].ravel() for name in self.network.shapes])
        padded = _padded(words, max(1, -(-len(words) // BLOCK)) * BLOCK)
        blocks = padded.reshape(-1, BLOCK, words.shape[1])
        found = [np.asarray(answers(row[None], self.network, block)[0]) for block in blocks]
        return np.concatenate(found)[: len(words)]


@dataclass(frozen=True, slots=True, eq=False)
class StandardPopulation:
    """All members of one training run; printed as a table."""

    members: tuple[StandardMember, ...]
    seconds: float
    epochs: int

    @property
    def best(self) -> StandardMember:
        """The member with the best validation score, the first of equals."""
        sound = [member for member in self.members if not member.diverged]
        if not sound:
            raise ConfigError("every member diverged: try a smaller learning_rate")
        return max(sound, key=lambda member: member.validation)

    def __len__(self) -> int:
        return len(self.members)

    def __str__(self) -> str:
        lines = [f"{'seed':>6} {'validation':>10} {'test':>8} {'best epoch':>10} {'loss':>8}"]
        for m in self.members:
            row = f"{m.validation:>10.2%} {m.test:>8.2%} {m.best_epoch:>10} {m.loss:>8.4f}"
            lines.append(f"{m.seed:>6} {'  diverged' if m.diverged else row}")
        lines.append(f"{self.epochs} epochs in {self.seconds:.1f} s")
        return "\n".join(lines)


def fit_standard(
    task: TaskLike,
    config: StandardConfig,
    seeds: int | Sequence[int] = 8,
    *,
    out: Path | None = None,
    progress: Report | None = None,
    vectors: Vectors | None = None,
) -> StandardPopulation:
    """Train one standard Transformer for each seed, all at once.

    Training ends early when no member can get better. With `out` the run can be killed at any
    moment and continued by the same call. The embeddings of words start from `vectors`.
    """
    machine.keep_compiled()
    numbers, network = seed_numbers(seeds), Network.of(task, config)
    if not (task.validation.labels >= 0).any():
        raise ConfigError("validation: expected inputs with labels, to find the best epoch by")
    if out is not None:
        out.mkdir(parents=True, exist_ok=True)
    most = max(len(task.validation.words), len(task.test.words))
    validation, test = (_blocks(split, most) for split in (task.validation, task.test))
    train = Inputs(jnp.asarray(task.train.words), jnp.asarray(task.train.labels))
    devices = tuple(jax.devices())
    with interruptible() as interrupted:
        rows = None if vectors is None else WordRows.of(vectors, task.vocabulary.words)
        run = Run(
            task,
            config,
            network,
            rows,
            devices,
            train,
            validation,
            test,
            out,
            progress,
            interrupted,
        )
        members: list[StandardMember] = []
        seconds, epochs, records = 0.0, 0, tuple[Json, ...]()
        for group in split(run, numbers):
            moment = train_group(run, group, records)
            members += results(run, group, moment)
            seconds, records = seconds + moment.seconds, records + moment.history
            epochs = max(epochs, moment.epoch)
    return StandardPopulation(tuple(members), seconds, epochs)


def split(run: Run, seeds: tuple[int, ...]) -> list[Group]:
    """Groups that fit in memory, all equally wide: one compiled epoch serves them all."""
    devices, each = len(run.devices), run.network.member_bytes(run.config.batch)
    room = max(1, machine.memory_bytes(run.devices[0]) // each) * devices
    size = -(-len(seeds) // -(-len(seeds) // room))
    width = -(-size // devices) * devices
    parts = [seeds[i : i + size] for i in range(0, len(seeds), size)]
    return [Group(number, len(parts), part, width) for number, part in enumerate(parts)]


def train_group(run: Run, group: Group, records: tuple[Json, ...]) -> Moment:
    """Train a group to the end, from its checkpoint if there is one."""
    described = describe(run, group)
    path = None if run.out is None else run.out / f"checkpoint_{group.number}.npz"
    moment, keys = begin(run, group)
    saved = None if path is None else checkpoint.read(path, described, _arrays(moment))
    if saved is not None:
        moment = _restored(saved, moment, run.devices)
    resumed, begun, next_write = moment, time.perf_counter(), 0.0
    while not finished(run, group, moment):
        moment, report = next_epoch(run, group, moment, keys, resumed, begun)
        last = finished(run, group, moment) or run.interrupted.is_set()
        if run.out is not None and path is not None:
            # Metrics first: whoever goes on from a checkpoint finds all of them, or writes them.
            checkpoint.write_metrics(run.out / "metrics.jsonl", records + moment.history)
            now = time.perf_counter()
            if last or now >= next_write:
                checkpoint.write(path, _saved(moment), described)
                written = time.perf_counter()
                next_write = written + (written - now) / WRITING
        if run.progress is not None:
            run.progress(report)
        if run.interrupted.is_set():
            raise KeyboardInterrupt
    return moment


def begin(run: Run, group: Group) -> tuple[Moment, Array]:
    """The first moment of a group, and the keys (P, 2) that give the order of its inputs."""
    # Spare rows are copies of members: a group of any size runs the same compiled code.
    seeds = [group.seeds[i % len(group.seeds)] for i in range(group.width)]
    rows = [initial(run.network, seed) for seed in seeds]
    if run.vectors is not None:
        for row, seed in zip(rows, seeds, strict=True):
            row["tokens"] = run.vectors.projected(np.random.default_rng([seed, 2]), row["tokens"])
    flat = jnp.asarray(
        np.stack([np.concatenate([row[n].ravel() for n in run.network.shapes]) for row in rows])
    )
    memory = optax.adam(run.config.learning_rate).init(flat)
    none = jnp.full(group.width, -1, jnp.int32)
    state = State(flat, memory, flat, none.astype(jnp.float32), none + 1)
    keys = np.stack([noise_key(seed) for seed in seeds])
    moment = Moment(_placed(state, run.devices), np.zeros(group.width, bool))
    return moment, _placed(jnp.asarray(keys), run.devices)


def finished(run: Run, group: Group, moment: Moment) -> bool:
    """Whether no epoch is left, or no member can get better."""
    if moment.epoch >= run.config.epochs:
        return True
    perfect = np.asarray(moment.state.best_score) >= 1
    return bool((perfect | moment.diverged)[: len(group.seeds)].all())


def next_epoch(
    run: Run, group: Group, moment: Moment, keys: Array, resumed: Moment, begun: float
) -> tuple[Moment, Progress]:
    """Train and evaluate one epoch more. `begun` is when training went on from `resumed`."""
    epoch = jnp.asarray(moment.epoch + 1, jnp.int32)
    rate = jnp.asarray(run.config.learning_rate, jnp.float32)
    state, losses = train_epoch(
        moment.state,
        run.train,
        keys,
        epoch,
        rate,
        run.network,
        run.config.batch,
        run.config.dropout,
    )
    accuracy = scored(run, state.flat, run.task.validation, run.validation)
    state = keep_best(state, jnp.asarray(accuracy, jnp.float32), losses, epoch)
    loss = np.asarray(losses, np.float64)
    diverged = moment.diverged | ~np.isfinite(loss)
    spent, epochs, own = time.perf_counter() - begun, moment.epoch + 1, len(group.seeds)
    left = run.config.epochs - epochs
    report = Progress(
        group.number,
        group.groups,
        epochs * run.steps,
        run.config.epochs * run.steps,
        0.0,
        resumed.seconds + spent,
        spent / (epochs - resumed.epoch) * left,
        group.seeds,
        tuple(loss[:own].tolist()),
        tuple(accuracy[:own].tolist()),
        tuple(diverged[:own].tolist()),
    )
    line = {name: value for name, value in record(report).items() if name != "temperature"}
    line |= {"epoch": epochs, "best_epoch": np.asarray(state.best_epoch)[:own].tolist()}
    return Moment(state, diverged, epochs, report.seconds, (*moment.history, line)), report


def results(run: Run, group: Group, moment: Moment) -> list[StandardMember]:
    """The trained members of a group, each as it was after its best epoch."""
    state = moment.state
    validation = scored(run, state.best, run.task.validation, run.validation)
    test = scored(run, state.best, run.task.test, run.test)
    best = {name: np.asarray(leaf) for name, leaf in unflatten(state.best, run.network).items()}
    losses = moment.history[-1]["loss"]
    assert isinstance(losses, list)
    return [
        StandardMember(
            seed,
            run.config,
            run.network,
            member(best, i),
            float(validation[i]),
            float(test[i]),
            int(state.best_epoch[i]),
            float("nan") if losses[i] is None else float(losses[i]),
            bool(moment.diverged[i]),
        )
        for i, seed in enumerate(group.seeds)
    ]


def scored(run: Run, flat: Array, split: SplitLike, inputs: Inputs) -> npt.NDArray[np.float64]:
    """The score of each member on a split: what the task's metric says. (P,)"""
    task = run.task
    if not isinstance(task, Task) or task.metric == "token":
        right = np.asarray(count_right(flat, run.network, inputs))
        return right / max(1, int((split.labels >= 0).sum()))
    assert isinstance(split, Split)
    found = np.asarray(all_answers(flat, run.network, inputs.words))  # (blocks, P, B, N)
    by_member = np.moveaxis(found, 1, 0).reshape(found.shape[1], -1, found.shape[-1])
    rows = by_member[:, : len(split.words)]
    return np.array([task.accuracy(row, split).main for row in rows])


def describe(run: Run, group: Group) -> Json:
    """What a checkpoint must agree with to be continued: everything that decides the result."""
    return {
        "model": "standard",
        "config": checkpoint.settings(run.config),
        "task": describe_task(run.task),
        "seeds": list(group.seeds),
        "vectors": None if run.vectors is None else checkpoint.digest([run.vectors.rows]),
    }


def _blocks(split: SplitLike, most: int) -> Inputs:
    """A split in equal blocks. Splits of at most `most` inputs get the same number of them."""
    size = min(BLOCK, most)
    count = -(-most // size)
    words, labels = (
        _padded(array, count * size).reshape(count, size, *array.shape[1:])
        for array in (split.words, split.labels)
    )
    return Inputs(jnp.asarray(words), jnp.asarray(labels))


def _padded(array: Ints, rows: int) -> Ints:
    spare = [(0, rows - len(array)), *[(0, 0)] * (array.ndim - 1)]
    return np.pad(array, spare, constant_values=-1)


Placed = TypeVar("Placed")


def _placed(tree: Placed, devices: tuple[jax.Device, ...]) -> Placed:
    """Arrays on the devices, which share the members evenly; every leaf is a copy of its own."""
    mesh = Mesh(np.asarray(devices), ("members",))
    spec: Any = PartitionSpec

    def place(leaf: Any) -> Array:
        axes = spec("members") if np.ndim(leaf) else spec()
        placed: Array = jax.device_put(jnp.array(leaf), NamedSharding(mesh, axes))
        return placed

    found: Placed = jax.tree.map(place, tree)
    return found


def _arrays(moment: Moment) -> Arrays:
    return checkpoint.named(jax.tree.leaves(moment.state)) | {"diverged": moment.diverged}


def _saved(moment: Moment) -> Checkpoint:
    return Checkpoint(moment.epoch, moment.seconds, _arrays(moment), moment.history)


def _restored(saved: Checkpoint, like: Moment, devices: tuple[jax.Device, ...]) -> Moment:
    leaves, tree = jax.tree.flatten(like.state)
    stored = jax.tree.unflatten(tree, [saved.arrays[f"state_{i}"] for i in range(len(leaves))])
    state = _placed(stored, devices)
    return Moment(state, saved.arrays["diverged"], saved.step, saved.seconds, saved.history)
