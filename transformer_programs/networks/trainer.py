"""The trainer: `train(model, task, seeds)` trains many networks of one model at once.

A model is a kind of network: one that becomes a program (`program_model`), or a standard
Transformer (`standard`). Without selection, members never look at each other: a member's batches
and noise come from its key alone. So members that do not fit into memory together take turns. A run
with a folder writes a checkpoint and metrics there; the same call continues where a killed one
stopped.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache, partial
from pathlib import Path
from typing import Any, Literal, NamedTuple, Protocol

import jax
import jax.numpy as jnp
import numpy as np
from jax.sharding import Mesh

from ..dataset import Ints, Task
from . import machine, population
from .architecture import WORDS, Params
from .checkpoints import Json, RunFiles, identity_of
from .choices import DevicePart, step_keys
from .config import seed_numbers
from .initial import noise_key
from .machine import ALL, INPUTS, Array, Compiled, Packed, Rows, Tree, compiled
from .population import Floats, Population, Progress, answers, scores_of
from .training_state import (
    ROW,
    Data,
    KeptParams,
    Schedule,
    State,
    TrainingState,
    adam_step,
    keep_better,
    packed,
    unpacked,
)

DrawRows = Callable[[Array, Array], Array]  # steps made, keys -> rows of the data

COPIES = 5  # of the parameters, while a state is made: drawn, joined, on the device, two moments


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


class Plan(NamedTuple):
    """How networks train: the schedule, and what happens when they are evaluated.

    With `selects`, copies of the best members replace the worst. Members end with the parameters
    that `keep` names: the last, or the last or first of the best on validation. With "first", which
    is for standard Transformers, training ends early when no member can get better.
    """

    schedule: Schedule
    keep: Literal["last", "best", "first"] = "last"
    selects: bool = False


class Model(Hashable, Protocol):
    """A kind of network; equal models share compiled code.

    The `architecture` has the `array_shapes` of a member's row, `config.batch` inputs of a step, of
    which devices can share `shared_inputs`.
    """

    @property
    def architecture(self) -> Any: ...

    def plan(self, inputs: int, seeds: int) -> Plan:
        """How networks train on so many inputs, with so many seeds per shape."""

    def starts(self, seeds: Sequence[int]) -> list[Start]:
        """The networks to train."""

    def init(self, starts: Sequence[Start], task: Task) -> tuple[list[Params], dict[str, Any]]:
        """The first parameters of each member, and the fields of `Data` that this model has."""

    def batches(self, data: Data, step: Array) -> DrawRows:
        """A function that draws the inputs of each step that follows `step`.

        It is given how many steps have been made since and the members' keys, and gives the rows
        of the data that each member trains on: (P, B).
        """

    def losses(self, tree: Tree, data: Data, batch: Batch) -> Array:
        """The loss of each member on its inputs. (P,)"""

    def predict(self, params: Packed, words: Ints) -> Array:
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
    run = TrainingRun.of(model, task, seed_numbers(seeds))
    first, data = run.begin()
    files = None
    if out is not None:
        files = RunFiles(out, identity_of(task, run.seeds, model.identity(run.starts)))
        first = files.resumed(first)
    now = first
    for now in run.chunks(first, data):
        if files is not None:
            files.write(now, run.finished(now))
        if on_progress is not None:
            on_progress(now.history[-1])
    return Population(tuple(run.results(now)), now.seconds, now.step)


def answers_alone(model: Any, params: Params, words: Ints) -> Ints:
    """The classes that one trained network gives; at padding they mean nothing."""
    rows = packed({n: x[None] for n, x in params.items()}, model.architecture.array_shapes)
    found: Ints = answers(model, rows, words)[0]
    return found


def first_state(
    model: Model, starts: Sequence[Start], task: Task, schedule: Schedule
) -> tuple[State, Data]:
    """Members before their first step, and the data they train on."""
    params, more = model.init(starts, task)
    put: Callable[[Any], Any] = jax.device_put
    keys = np.stack([noise_key(start.seed) for start in starts])
    data = Data(*map(put, (task.train.words, task.train.labels, keys, schedule)), **more)
    return State.first(params, model.architecture.array_shapes), data


# --- compiled steps -------------------------------------------------------------------------------


def train_chunk(
    state: State, data: Data, model: Model, chunk: int | None, parts: int = 1
) -> tuple[State, Array]:
    """Run one chunk of steps of all members -> the new state, the mean losses (P,).

    `chunk` is how many, where the compiler is to know; else the schedule says it. `parts` is the
    number of devices that share the inputs of a step: each has its part, and draws its noise.
    """
    members, schedule, shapes = len(data.keys), data.schedule, model.architecture.array_shapes
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
        batch = Batch(rows, keys, schedule.temperature(state.step), device_part)
        tree = unpacked(state.params, shapes)
        gradient, losses = jax.grad(loss, has_aux=True)(tree, batch)
        slopes = joined(packed(gradient, shapes))
        if data.trainable is not None:
            slopes[ROW] = jnp.where(data.trainable, slopes[ROW], 0)
        rate = schedule.learning_rate(state.step)
        params, memory, done = {}, {}, state.step + 1
        for name, value in state.params.items():
            factor = rate * schedule.words if name == WORDS else rate
            memory_of = state.optimiser[name]
            params[name], memory[name] = adam_step(value, slopes[name], memory_of, done, factor)
        if data.decay is not None:
            away = state.params[ROW] - (0 if data.home is None else data.home)
            params[ROW] -= rate * data.decay * away
        return State(Packed(params), memory, done), before + losses

    steps = schedule.chunk if chunk is None else chunk
    state, total = jax.lax.fori_loop(0, steps, step, (state, jnp.zeros(members)))
    return state, joined(total) / schedule.chunk


@lru_cache(maxsize=8)
def compiled_chunk(model: Model, chunk: int | None, mesh: Mesh) -> Compiled:
    """`train_chunk`, compiled for the devices of a mesh."""
    return compiled(partial(train_chunk, model=model, chunk=chunk), mesh)


# --- one training ---------------------------------------------------------------------------------


@dataclass(eq=False)
class TrainingRun:
    """The training of some members; `groups` are the rows that are in memory at a time."""

    model: Model
    task: Task
    starts: tuple[Start, ...]
    plan: Plan
    mesh: Mesh
    groups: tuple[Rows, ...] = (ALL,)

    @staticmethod
    def of(model: Model, task: Task, seeds: Sequence[int]) -> TrainingRun:
        starts = tuple(model.starts(seeds))
        mesh = machine.sharing(len(starts), model.architecture.shared_inputs)
        return TrainingRun(model, task, starts, model.plan(len(task.train), len(seeds)), mesh)

    @cached_property
    def seeds(self) -> tuple[int, ...]:
        return tuple(start.seed for start in self.starts)

    def begin(self) -> tuple[TrainingState, Data]:
        """The members before their first step, and the data they train on."""
        # Devices have equally many rows: copies of members fill up the last ones.
        parts, count = self.mesh.shape.get(machine.MEMBERS, 1), len(self.starts)
        rows = [self.starts[i % count] for i in range(-(-count // parts) * parts)]
        first = self.model.init(self.starts[:1], self.task)[0][0]  # whose copies must fit
        taken = COPIES * len(rows) * sum(array.nbytes for array in first.values())
        machine.require_memory(taken, count, self.mesh)
        state, data = first_state(self.model, rows, self.task, self.plan.schedule)
        kept = None if self.plan.keep == "last" else KeptParams.first(state, len(rows))
        return TrainingState(state, kept), data

    def chunks(self, first: TrainingState, data: Data) -> Iterator[TrainingState]:
        """Train and evaluate, one chunk of steps after the other.

        With one device and enough memory, a chunk is one call of `train_chunk`, compiled.
        """
        if self.finished(first):  # nothing was compiled that tells how many fit into memory
            size = self.mesh.shape.get(machine.MEMBERS, 1)
            count = len(first.state.params[ROW])
            self.groups = tuple(slice(at, at + size) for at in range(0, count, size))
            return
        state, data = machine.placed(first.state, data, self.mesh)
        chunk = int(self.plan.schedule.chunk)
        # A GPU would wait after every step of a loop of unknown length.
        fixed = chunk if jax.default_backend() == "gpu" else None
        run_chunk = compiled_chunk(self.model, fixed, self.mesh)
        now, begun = replace(first, state=state), time.perf_counter()
        self.groups = machine.groups_that_fit(run_chunk, state, data, self.mesh)
        while not self.finished(now):
            state, losses = machine.in_groups(run_chunk, now.state, data, self.groups, self.mesh)
            loss = np.asarray(losses, np.float64)
            seconds = first.seconds + time.perf_counter() - begun
            now = self._evaluated(now, state, loss, data, round(seconds, 3))
            yield now

    def finished(self, now: TrainingState) -> bool:
        """Whether all steps are done, or no member can get better."""
        if self.plan.keep == "first" and now.kept is not None and now.history:
            perfect = np.asarray(now.kept.score)[: len(self.starts)] >= 1
            if (perfect | now.diverged).all():
                return True
        return now.step >= int(self.plan.schedule.steps)

    def _evaluated(
        self, before: TrainingState, state: State, losses: Floats, data: Data, seconds: float
    ) -> TrainingState:
        """The state after another chunk: score members, keep the best, replace the worst."""
        schedule, members = self.plan.schedule, len(self.starts)
        step = before.step + int(schedule.chunk)
        loss, diverged = losses[:members], ~np.isfinite(losses[:members])
        if before.history:
            diverged |= before.diverged
        accuracy = self._scores(state.params, "validation")
        found = Progress(
            step,
            int(schedule.steps),
            self.seeds,
            seconds,
            float(schedule.temperature(step - 1)),
            tuple(one if np.isfinite(one) else None for one in loss.tolist()),
            tuple(accuracy[:members].tolist()),
            tuple(diverged.tolist()),
        )
        kept = before.kept
        if kept is not None:
            scores = np.concatenate([found.scores, accuracy[members:]]).astype(np.float32)
            kept = keep_better(kept, state, jnp.asarray(scores), self.plan.keep == "best")
        hot = population.COOLEST <= found.temperature <= population.HOTTEST
        if self.plan.selects and step < schedule.steps and hot:
            shapes = [start.architecture for start in self.starts]
            origins = population.parents(loss, found.diverged, shapes)
            found = replace(found, parents=tuple(origins))
            rows = [*origins, *range(members, len(losses))]
            state = machine.selected(state, data, rows, self.mesh)
        return TrainingState(state, kept, (*before.history, found))

    def _scores(self, params: Packed, split: str) -> Floats:
        """The scores of each row on a split."""
        if INPUTS in self.mesh.shape:  # one device answers for all
            params = Packed({name: array.addressable_data(0) for name, array in params.items()})
        inputs, found = self.task.splits[split], np.zeros(len(params[ROW]))
        for rows in self.groups:
            group = {name: x if rows == ALL else x[rows] for name, x in params.items()}
            given = answers(self.model, Packed(group), inputs.words)
            found[rows] = scores_of(self.task, inputs, given)
        return found

    def results(self, done: TrainingState) -> Iterator[Any]:
        """The trained members."""
        test = self._scores(done.params, "test")
        arrays: Any = {name: np.asarray(values) for name, values in done.params.items()}
        tree = unpacked(arrays, self.model.architecture.array_shapes)
        ends = population.final_evaluations(done.history, self.plan.keep)
        for i, (start, end) in enumerate(zip(self.starts, ends, strict=True)):
            loss, descent = done.history[-1].loss[i], None
            if self.plan.selects:
                descent = self.seeds[population.ancestor(done.history, i, end)]
            yield self.model.trained_network(
                start,
                self.task,
                {name: values[i] for name, values in tree.items()},
                validation=done.history[end].accuracy[i],
                test=float(test[i]),
                loss=float("nan") if loss is None else loss,
                diverged=bool(done.diverged[i]),
                ancestor=descent,
            )
