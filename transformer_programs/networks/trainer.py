"""The trainer: `train(model, task, seeds)` trains many networks of one model at once.

A model is a kind of network: one that becomes a program (`program_model`), or a standard
Transformer (`standard`). Members never look at each other: a member's batches and noise come from
its key alone. Networks that do not fit in memory together train in groups, one after the other. A
run with a folder writes checkpoints and metrics there; the same call continues where a killed one
stopped.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache, partial
from pathlib import Path
from typing import Any, NamedTuple, Protocol, Self

import jax
import jax.numpy as jnp
import numpy as np
import numpy.typing as npt
from jax.sharding import Mesh

from ..dataset import Task
from . import checkpoints, machine
from .architecture import WORDS, Params
from .checkpoints import Json
from .config import seed_numbers
from .evaluations import (
    COOLEST,
    HOTTEST,
    Ints,
    Metrics,
    Progress,
    ancestor,
    answers_of,
    best_evaluation,
    island_size,
    parents,
)
from .machine import INPUTS, Compiled, compiled
from .model import Tree
from .noise import Array, DevicePart, step_keys
from .population import Population
from .training_state import (
    ROW,
    Data,
    Kept,
    Rates,
    Schedule,
    State,
    TrainingState,
    adam_step,
    keep_better,
    packed,
    unpacked,
)

Floats = npt.NDArray[np.float64]
DrawRows = Callable[[Array, Array], Array]  # steps made, keys -> rows of the data

SMALL = 1 << 26  # bytes of a state that is written at every evaluation
WRITING = 0.1  # the part of the time that may go into writing larger ones


class Start(NamedTuple):
    """A member before training: its seed, and its own architecture."""

    seed: int
    architecture: Any


class Batch(NamedTuple):
    """The inputs of one step: rows of the data (P, B), each member's key, the temperature.

    Where devices share the inputs, the rows are those of one device, and `device_part` says which.
    """

    rows: Array
    keys: Array
    temperature: Array
    device_part: DevicePart | None


class Model(Hashable, Protocol):
    """A kind of network. Its arrays have the members first; equal models share compiled code.

    The `architecture` has the `array_shapes` of a member's row, `config.batch` inputs of a step, of
    which devices can share `shared_inputs`, and `member_bytes()`. `compile_key` is the model with
    defaults for the settings that compiled code ignores.
    """

    @property
    def architecture(self) -> Any: ...
    @property
    def compile_key(self) -> Self: ...

    def schedule(self, inputs: int, members: int = 1) -> Schedule:
        """The course of training so many members of each shape on so many inputs."""

    def members(self, seeds: Sequence[int]) -> list[Start]:
        """The networks to train."""

    def init(self, starts: Sequence[Start], task: Task, rates: Rates) -> tuple[State, Data]:
        """The first state of some members, and the data they train on."""

    def batches(self, data: Data, step: Array) -> DrawRows:
        """A function that draws the inputs of each step that follows `step`.

        It is given how many steps have been made since and the members' keys, and gives the rows
        of the data that each member trains on: (P, B).
        """

    def losses(self, tree: Tree, data: Data, batch: Batch) -> Array:
        """The loss of each member on its inputs. (P,)"""

    def predict(self, params: Tree, words: Ints) -> Array:
        """The classes that each member gives: words (B, N) -> (P, B, N), or (P, B) if pooled."""

    def trained_network(self, start: Start, task: Task, params: Params, **result: Any) -> Any:
        """A trained network as it is handed back; `result` has the other fields of the record."""

    def identity(self, starts: Sequence[Start]) -> Json:
        """All that decides the result beside task and seeds, as JSON."""


def train(
    model: Model,
    task: Task,
    seeds: int | Sequence[int] = 8,
    out: Path | None = None,
    on_progress: Callable[[Progress], None] | None = None,
) -> Population[Any]:
    """Train one network per seed (and shape) to the end, from its checkpoint if there is one."""
    machine.share_cores()
    machine.keep_compiled()
    if out is not None:
        out.mkdir(parents=True, exist_ok=True)
    numbers = seed_numbers(seeds)
    starts, schedule = model.members(numbers), model.schedule(len(task.train), len(numbers))
    mesh = machine.sharing(len(starts), model.architecture.shared_inputs)
    networks: list[Any] = []
    lines: list[Json] = []
    seconds, steps = 0.0, 0
    for group in groups_of(model, starts, schedule, mesh):
        training = GroupTraining(model, task, schedule, mesh, group, out)
        first, data = training.start_or_resume()
        now = first
        for now, left in training.chunks(first, data):
            if out is not None:
                # Metrics first: a run that goes on from a checkpoint has them all, or writes them.
                so_far = [training.report(one).line() for one in now.history]
                checkpoints.write_metrics(out / "metrics.jsonl", [*lines, *so_far])
                training.write(now)
            if on_progress is not None:
                on_progress(training.report(now.history[-1], left))
        lines += [training.report(one).line() for one in now.history]
        networks += training.results(now)
        seconds, steps = seconds + now.seconds, max(steps, now.step)
    return Population(tuple(networks), seconds, steps)


# --- compiled steps -------------------------------------------------------------------------------


def train_chunk(
    state: State, data: Data, model: Model, chunk: int | None, parts: int = 1
) -> tuple[State, Array]:
    """Run one chunk of steps of all members -> the new state, the mean losses (P,).

    `chunk` is how many, where the compiler is to know; else the rates say it. `parts` is the number
    of devices that share the inputs of a step: each has its part, and draws its noise.
    """
    members, rates, shapes = len(data.keys), data.rates, model.architecture.array_shapes
    batch_size, device_part = model.architecture.config.batch, None
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
            factor = rate * rates.words if name == WORDS else rate
            memory_of = state.optimiser[name]
            params[name], memory[name] = adam_step(value, slopes[name], memory_of, factor)
        if data.decay is not None:
            away = state.params[ROW] - (0 if data.home is None else data.home)
            params[ROW] -= rate * data.decay * away
        return State(params, memory, state.step + 1), before + losses

    steps = rates.chunk if chunk is None else chunk
    state, total = jax.lax.fori_loop(0, steps, step, (state, jnp.zeros(members)))
    return state, joined(total) / rates.chunk


@lru_cache(maxsize=8)
def compiled_chunk(model: Model, chunk: int | None, mesh: Mesh) -> Compiled:
    """`train_chunk`, compiled for the devices of a mesh."""
    return compiled(partial(train_chunk, model=model, chunk=chunk), mesh)


# --- groups ---------------------------------------------------------------------------------------


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

    @property
    def seeds(self) -> tuple[int, ...]:
        return tuple(start.seed for start in self.starts)


def groups_of(model: Model, starts: Sequence[Start], schedule: Schedule, mesh: Mesh) -> list[Group]:
    """Members in groups that fit in memory."""
    devices = list(mesh.devices)[: 1 if INPUTS in mesh.shape else None]
    shapes = len({start.architecture for start in starts})
    island = island_size(-(-len(starts) // shapes))
    together = island if schedule.selects else 1
    size = machine.equal_parts(model.architecture.member_bytes(), len(starts), devices, together)
    width, count = -(-size // len(devices)) * len(devices), -(-len(starts) // size)
    return [
        Group(i, count, tuple(starts[i * size : (i + 1) * size]), width, island)
        for i in range(count)
    ]


@dataclass(eq=False)
class GroupTraining:
    """The training of one group; `next_write` is when its checkpoint is due."""

    model: Model
    task: Task
    schedule: Schedule
    mesh: Mesh
    group: Group
    out: Path | None
    next_write: float = 0.0

    def start_or_resume(self) -> tuple[TrainingState, Data]:
        """The group before its first step, or as its checkpoint holds it; its data."""
        # Spare rows are copies of members: a group of any size runs the same compiled code.
        starts, width = self.group.starts, self.group.width
        rows = [starts[i % len(starts)] for i in range(width)]
        state, data = self.model.init(rows, self.task, self.schedule.rates)
        kept = None if self.schedule.keep == "last" else Kept.first(state, width)
        if self.path is None or not self.path.exists():
            return TrainingState(state, kept), data
        leaves, tree = jax.tree.flatten((state, kept))
        history, stored = checkpoints.read_checkpoint(self.path, self.identity, leaves)
        state, kept = machine.copied(jax.tree.unflatten(tree, stored))
        return TrainingState(state, kept, history), data

    def chunks(self, first: TrainingState, data: Data) -> Iterator[tuple[TrainingState, float]]:
        """Train and evaluate, one chunk of steps after the other; with the seconds left."""
        state, data = machine.placed(first.state, data, self.mesh)
        # A GPU would wait after every step of a loop of unknown length.
        chunk = self.schedule.chunk if jax.default_backend() == "gpu" else None
        run_chunk = compiled_chunk(self.model.compile_key, chunk, self.mesh)
        now, begun = replace(first, state=state), time.perf_counter()
        while not self.finished(now):
            state, losses = run_chunk(now.state, data)
            loss = np.asarray(losses, np.float64)
            seconds, before = first.seconds + time.perf_counter() - begun, now
            now = self._evaluated(now, state, loss, data, round(seconds, 3))
            # The first chunk is compiled: only those after it tell how long the others take.
            left = self.schedule.steps - now.step
            pace = (now.seconds - before.seconds) / self.schedule.chunk
            known = before.step > first.step or not left
            yield now, pace * left if known else np.nan

    def report(self, evaluation: Metrics, seconds_left: float = np.nan) -> Progress:
        """An evaluation, with its group."""
        group = self.group
        return Progress(
            **vars(evaluation),
            group=group.number,
            groups=group.groups,
            steps=self.schedule.steps,
            seeds=group.seeds,
            seconds_left=seconds_left,
        )

    def finished(self, now: TrainingState) -> bool:
        """Whether all steps are done, or no member can get better."""
        if self.schedule.keep == "first" and now.kept is not None and now.history:
            perfect = np.asarray(now.kept.score)[: len(self.group.starts)] >= 1
            if (perfect | now.diverged).all():
                return True
        return now.step >= self.schedule.steps

    def _evaluated(
        self, before: TrainingState, state: State, losses: Floats, data: Data, seconds: float
    ) -> TrainingState:
        """The group after another chunk: score members, keep the best, replace the worst."""
        members, step = len(self.group.starts), before.step + self.schedule.chunk
        loss, diverged = losses[:members], ~np.isfinite(losses[:members])
        if before.history:
            diverged |= before.diverged
        accuracy = answers_of(self.model, self.task, state.params, self.task.validation)[1]
        found = Metrics(
            step,
            seconds,
            self.schedule.temperature(step - 1),
            tuple(one if np.isfinite(one) else None for one in loss.tolist()),
            tuple(accuracy[:members].tolist()),
            tuple(diverged.tolist()),
        )
        kept = before.kept
        if kept is not None:
            scores = np.concatenate([found.scores, accuracy[members:]]).astype(np.float32)
            kept = keep_better(kept, state, jnp.asarray(scores), self.schedule.keep == "best")
        hot = COOLEST <= found.temperature <= HOTTEST
        if self.schedule.selects and step < self.schedule.steps and hot:
            shapes = [start.architecture for start in self.group.starts]
            origins = parents(loss, found.diverged, shapes, self.group.island)
            found = replace(found, parents=tuple(origins))
            rows = [*origins, *range(members, self.group.width)]
            state = machine.selected(state, data, rows, self.mesh)
        return TrainingState(state, kept, (*before.history, found))

    def results(self, done: TrainingState) -> list[Any]:
        """The trained members of the group."""
        model, task = self.model, self.task
        _, validation = answers_of(model, task, done.params, task.validation)
        answered, test = answers_of(model, task, done.params, task.test)
        arrays = {name: np.asarray(values) for name, values in done.params.items()}
        tree = unpacked(arrays, self.model.architecture.array_shapes)
        found, history = [], done.history
        for i, start in enumerate(self.group.starts):
            loss, descent = history[-1].loss[i], None
            if self.schedule.selects:
                descent = self.group.seeds[ancestor(history, i, self.schedule.keep)]
            network = self.model.trained_network(
                start,
                self.task,
                {name: values[i] for name, values in tree.items()},
                validation=float(validation[i]),
                test=float(test[i]),
                loss=float("nan") if loss is None else loss,
                diverged=bool(done.diverged[i]),
                best_evaluation=best_evaluation(history, i),
                answered=answered[i],
                ancestor=descent,
            )
            found.append(network)
        return found

    # --- the checkpoint ---------------------------------------------------------------------------

    @property
    def path(self) -> Path | None:
        return None if self.out is None else self.out / f"checkpoint_{self.group.number}.npz"

    @cached_property
    def identity(self) -> Json:
        model = self.model.identity(self.group.starts)
        return checkpoints.identity_of(self.task, self.group.seeds, model)

    def write(self, now: TrainingState) -> None:
        """Write the checkpoint, if it is small, the last or due."""
        begun, leaves = time.perf_counter(), jax.tree.leaves((now.state, now.kept))
        small = sum(leaf.nbytes for leaf in leaves) <= SMALL
        if self.path is not None and (small or self.finished(now) or begun >= self.next_write):
            checkpoints.write_checkpoint(self.path, self.identity, now.history, leaves)
            written = time.perf_counter()
            self.next_write = written + (written - begun) / WRITING
