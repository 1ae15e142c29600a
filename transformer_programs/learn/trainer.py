"""The trainer: many networks at once, of any model (program networks, standard Transformers).

Networks that do not fit in memory together train in groups, one after the other. A run with a
folder writes checkpoints and metrics there; the same call continues where a killed one stopped.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any, Generic, TypeVar

import jax
import jax.numpy as jnp
import numpy as np
import numpy.typing as npt
from jax.sharding import Mesh

from ..store.reading import Arrays
from ..tasks import Split, Task
from . import checkpoint, machine
from .architecture import WORDS
from .checkpoint import CheckpointHeader
from .config import ConfigError
from .noise import Array
from .population import Json, Metrics, Population, Progress, Trained, metrics_line
from .selection import COOLEST, HOTTEST, ancestor, island_size, parents
from .training_steps import Data, Ints, Model, Schedule, Start, State, compiled_chunk, unflatten

Bools = npt.NDArray[np.bool_]
Floats = npt.NDArray[np.float64]
M = TypeVar("M", bound=Trained[Any])

AT_ONCE = 256  # inputs that are evaluated at a time; more where batches are larger
SMALL = 1 << 26  # bytes of a state that is written at every evaluation
WRITING = 0.1  # the part of the time that may go into writing larger ones


@dataclass(frozen=True)
class Group:
    """Members that train at the same time.

    Arrays have `width` rows: one per member, then copies that fill up the devices. Selection
    compares members within islands of `island` consecutive members.
    """

    number: int
    groups: int
    starts: tuple[Start, ...]
    width: int
    island: int


@jax.tree_util.register_dataclass
@dataclass(frozen=True)
class Best:
    """The parameters with which each member was best on validation, and how good it was. (P,)"""

    flat: Array
    logits: Array | None
    score: Array


@partial(jax.jit, static_argnums=3)
def keep_better(best: Best, state: State, score: Array, latest: bool) -> Best:
    """Update the best parameters of members whose score rose; with `latest`, also in a tie."""
    better = score >= best.score if latest else score > best.score

    def chosen(now: Array, before: Array) -> Array:
        return jnp.where(better.reshape(-1, *[1] * (now.ndim - 1)), now, before)

    kept: Best = jax.tree.map(chosen, Best(state.flat, state.logits, score), best)
    return kept


@dataclass(frozen=True)
class TrainingState:
    """A group in the middle of training; `best` is None where the last parameters are kept."""

    state: State
    diverged: Bools
    best: Best | None = None
    step: int = 0
    seconds: float = 0.0
    history: tuple[Metrics, ...] = ()

    @property
    def arrays(self) -> Arrays:
        """All arrays, as a checkpoint holds them."""
        leaves = jax.tree.leaves((self.state, self.best))
        arrays = {f"state_{i}": np.asarray(leaf) for i, leaf in enumerate(leaves)}
        return arrays | {"diverged": self.diverged}

    def resumed(self, header: CheckpointHeader, arrays: Arrays) -> TrainingState:
        """The state that a checkpoint holds."""
        leaves, tree = jax.tree.flatten((self.state, self.best))
        stored = [arrays[f"state_{i}"] for i in range(len(leaves))]
        state, best = machine.copied(jax.tree.unflatten(tree, stored))
        known = header.step, header.seconds, header.history
        return TrainingState(state, arrays["diverged"], best, *known)


def train_population(
    model: Model[M],
    task: Task,
    starts: Sequence[Start],
    schedule: Schedule,
    out: Path | None = None,
    on_progress: Callable[[Progress], None] | None = None,
) -> Population[M]:
    """Train members to the end, from their checkpoints if there are any."""
    machine.keep_compiled()
    if out is not None:
        out.mkdir(parents=True, exist_ok=True)
    mesh = machine.sharing(len(starts), model.shared_inputs)
    members: list[M] = []
    lines: list[Json] = []
    seconds, steps = 0.0, 0
    for group in groups_of(model, starts, schedule, mesh):
        # Spare rows are copies of members: a group of any size runs the same compiled code.
        rows = [group.starts[i % len(group.starts)] for i in range(group.width)]
        state, data = model.init(rows, task, schedule)
        training = GroupTraining(model, task, schedule, mesh, group, data)
        first, writer = training.begun(state), None
        if out is not None:
            writer = Writer(out, group, schedule.steps, training.described(), tuple(lines))
            first = writer.resumed(first)
        done = first
        for done, report in training.run(first):
            if writer is not None:
                writer.write(done, last=training.finished(done))
            if on_progress is not None:
                on_progress(report)
        lines += [] if writer is None else writer.lines(done)
        members += training.results(done)
        seconds, steps = seconds + done.seconds, max(steps, done.step)
    return Population(tuple(members), seconds, steps)


def groups_of(
    model: Model[Any], starts: Sequence[Start], schedule: Schedule, mesh: Mesh
) -> list[Group]:
    """Members in groups that fit in memory."""
    devices = list(mesh.devices)[: 1 if machine.INPUTS in mesh.shape else None]
    shapes = len({start.architecture for start in starts})
    island = island_size(-(-len(starts) // shapes))
    together = island if schedule.selects else 1
    size = machine.equal_parts(model.member_bytes(), len(starts), devices, together)
    width, count = -(-size // len(devices)) * len(devices), -(-len(starts) // size)
    return [
        Group(i, count, tuple(starts[i * size : (i + 1) * size]), width, island)
        for i in range(count)
    ]


@dataclass(eq=False)
class Writer:
    """Writes the checkpoint of a group, and the metrics of all groups; `before`: earlier groups."""

    out: Path
    group: Group
    steps: int
    described: Json
    before: tuple[Json, ...]
    next_write: float = 0.0

    @property
    def path(self) -> Path:
        return self.out / f"checkpoint_{self.group.number}.npz"

    def resumed(self, first: TrainingState) -> TrainingState:
        """The state in the checkpoint, if there is one."""
        if not self.path.exists():
            return first
        return first.resumed(*checkpoint.read(self.path, self.described, first.arrays))

    def lines(self, done: TrainingState) -> list[Json]:
        seeds = [start.seed for start in self.group.starts]
        return [metrics_line(self.group.number, self.steps, seeds, one) for one in done.history]

    def write(self, done: TrainingState, last: bool) -> None:
        # Metrics first: a run that goes on from a checkpoint has them all, or writes them.
        lines = [*self.before, *self.lines(done)]
        checkpoint.write_metrics(self.out / "metrics.jsonl", lines)
        now = time.perf_counter()
        small = sum(leaf.nbytes for leaf in jax.tree.leaves(done.state)) <= SMALL
        if small or last or now >= self.next_write:
            header = CheckpointHeader(self.described, done.step, done.seconds, done.history)
            checkpoint.write(self.path, header, done.arrays)
            written = time.perf_counter()
            self.next_write = written + (written - now) / WRITING


@dataclass(frozen=True, eq=False)
class GroupTraining(Generic[M]):
    """The training of one group."""

    model: Model[M]
    task: Task
    schedule: Schedule
    mesh: Mesh
    group: Group
    data: Data

    def begun(self, state: State) -> TrainingState:
        """The group before its first step."""
        best, width = None, self.group.width
        if self.schedule.keep != "last":  # copies: the next chunk takes the arrays of the state
            flat, logits = machine.copied((state.flat, state.logits))
            best = Best(flat, logits, jnp.full(width, -1.0, jnp.float32))
        return TrainingState(state, np.zeros(width, bool), best)

    def finished(self, now: TrainingState) -> bool:
        """Whether all steps are done, or no member can get better."""
        settled = False
        if self.schedule.keep == "first" and now.best is not None:
            perfect = np.asarray(now.best.score) >= 1
            settled = bool((perfect | now.diverged)[: len(self.group.starts)].all())
        return settled or now.step >= self.schedule.steps

    def run(self, first: TrainingState) -> Iterator[tuple[TrainingState, Progress]]:
        """Train and evaluate, one chunk after the other."""
        state, data = machine.placed(first.state, self.data, self.mesh)
        # A GPU would wait after every step of a loop of unknown length.
        chunk = self.schedule.chunk if jax.default_backend() == "gpu" else None
        steps = compiled_chunk(self.model.compile_key, chunk, self.mesh)
        now, begun = replace(first, state=state), time.perf_counter()
        while not self.finished(now):
            state, losses = steps(now.state, data)
            loss = np.asarray(losses, np.float64)
            seconds, before = first.seconds + time.perf_counter() - begun, now
            now = self._evaluated(now, state, loss, data, seconds)
            # The first chunk is compiled: only those after it tell how long the others take.
            left = self.schedule.steps - now.step
            pace = (now.seconds - before.seconds) / self.schedule.chunk
            known = before.step > first.step or not left
            yield now, self._progress(now, pace * left if known else np.nan)

    def _evaluated(
        self, before: TrainingState, state: State, loss: Floats, data: Data, seconds: float
    ) -> TrainingState:
        """The group after another chunk: score members, keep the best, replace the worst."""
        own, diverged = len(self.group.starts), before.diverged | ~np.isfinite(loss)
        validation = self.task.validation
        accuracy = self._scored(self._predicted(state.flat, state.logits, validation), validation)
        best, step = before.best, before.step + self.schedule.chunk
        if best is not None:
            sound = jnp.asarray(np.where(diverged, -1.0, accuracy), jnp.float32)
            best = keep_better(best, state, sound, self.schedule.keep == "best")
        found = Metrics(
            step,
            round(seconds, 3),
            self.schedule.temperature(step - 1),
            tuple(one if np.isfinite(one) else None for one in loss[:own].tolist()),
            tuple(accuracy[:own].tolist()),
            tuple(diverged[:own].tolist()),
        )
        hot = COOLEST <= found.temperature <= HOTTEST
        if self.schedule.selects and step < self.schedule.steps and hot:
            shapes = [start.architecture for start in self.group.starts]
            chosen = parents(loss[:own], found.diverged, shapes, self.group.island)
            found = replace(found, parents=tuple(chosen))
            rows = [*chosen, *range(own, self.group.width)]
            state, diverged = machine.selected(state, data, rows, self.mesh), diverged[rows]
        return TrainingState(state, diverged, best, step, seconds, (*before.history, found))

    def _progress(self, now: TrainingState, seconds_left: float) -> Progress:
        return Progress(
            **vars(now.history[-1]),
            group=self.group.number,
            groups=self.group.groups,
            steps=self.schedule.steps,
            seeds=tuple(start.seed for start in self.group.starts),
            seconds_left=seconds_left,
        )

    def results(self, done: TrainingState) -> list[M]:
        """The trained members of the group."""
        end = done.state if done.best is None else done.best
        splits = self.task.validation, self.task.test
        predicted = [self._predicted(end.flat, end.logits, split) for split in splits]
        scores = [self._scored(*pair) for pair in zip(predicted, splits, strict=True)]
        tree = unflatten(np.asarray(end.flat), self.model.shapes)
        if end.logits is not None:
            tree[WORDS] = np.asarray(end.logits)
        found, starts = [], self.group.starts
        for i, start in enumerate(starts):
            loss, descent = done.history[-1].loss[i], None
            if self.schedule.selects:
                descent = starts[ancestor(done.history, i, self.schedule.keep)].seed
            member = self.model.member(
                start,
                {name: values[i] for name, values in tree.items()},
                validation=float(scores[0][i]),
                test=float(scores[1][i]),
                loss=float("nan") if loss is None else loss,
                diverged=bool(done.diverged[i]),
                best=best_evaluation(done.history, i),
                answered=predicted[1][i],
                ancestor=descent,
            )
            found.append(member)
        return found

    def _predicted(self, flat: Array, logits: Array | None, split: Split) -> Ints:
        """The answers of each member: (P, inputs, N) or (P, inputs)."""
        if flat.is_fully_replicated:  # one device answers for all that have the same members
            flat, logits = jax.tree.map(lambda array: array.addressable_data(0), (flat, logits))
        size = max(AT_ONCE, self.model.batch)
        return in_blocks(partial(self.model.predict, flat, logits), split.words, size)

    def _scored(self, given: Ints, split: Split) -> Floats:
        """The score of each member's answers on a split by the task's metric. (P,)"""
        if self.task.metric == "token":
            scored = split.labels >= 0
            right = (given == split.labels) & scored
            return np.asarray(right.sum(tuple(range(1, right.ndim))) / max(1, scored.sum()))
        return np.array([self.task.accuracy(own, split).main for own in given])

    def described(self) -> Json:
        """The run for its checkpoint: everything that decides the result."""
        splits = (self.task.train, self.task.validation, self.task.test)
        return {
            "task": {
                "words": list(self.task.vocabulary.words),
                "classes": list(self.task.classes),
                "causal": self.task.causal,
                "pooled": self.task.pooled,
                "inputs": [len(split) for split in splits],
                "data": checkpoint.digest_of_arrays(
                    [x for s in splits for x in (s.words, s.labels)]
                ),
            },
            "seeds": [start.seed for start in self.group.starts],
            **self.model.described(self.group.starts),
        }


def in_blocks(predict: Callable[[Ints], Array], words: Ints, size: int) -> Ints:
    """The answers (P, inputs, ...) to all inputs, `size` at a time, -1 for padding.

    Every block has the same size, so that one compiled function serves all.
    """
    blocks = max(1, -(-len(words) // size))
    padded = np.pad(words, [(0, blocks * size - len(words)), (0, 0)], constant_values=-1)
    found = [predict(padded[i * size : (i + 1) * size]) for i in range(blocks)]
    return np.concatenate([np.asarray(one) for one in found], axis=1)[:, : len(words)]


def best_evaluation(history: Sequence[Metrics], member: int) -> int:
    """The number of a member's best evaluation, the first of equals; 0: it diverged at once."""
    scores = [-1.0 if one.diverged[member] else one.accuracy[member] for one in history]
    return 1 + int(np.argmax(scores)) if max(scores) >= 0 else 0


def seed_numbers(seeds: int | Sequence[int]) -> tuple[int, ...]:
    numbers = tuple(range(seeds)) if isinstance(seeds, int) else tuple(seeds)
    if not numbers:
        raise ConfigError("seeds: expected at least one")
    if len(set(numbers)) != len(numbers) or min(numbers) < 0:
        raise ConfigError(f"seeds: expected different whole numbers from 0 on, got {numbers}")
    return numbers
