"""The trainer: many networks at once, of any model (program networks, standard Transformers).

Networks that do not fit in memory together train in groups, one after the other. A run with a
folder writes checkpoints and metrics there; the same call continues where a killed one stopped.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from functools import cached_property, partial
from pathlib import Path
from typing import Any, Generic, TypeVar

import jax
import jax.numpy as jnp
import numpy as np
import numpy.typing as npt
from jax.sharding import Mesh

from ..tasks import Split, Task
from . import checkpoints, machine
from .architecture import Params
from .checkpoints import Json
from .config import ConfigError
from .evaluations import (
    COOLEST,
    HOTTEST,
    Metrics,
    Progress,
    ancestor,
    best_evaluation,
    island_size,
    parents,
)
from .model import Tree
from .noise import Array
from .training_steps import (
    Data,
    Ints,
    Model,
    Schedule,
    Start,
    State,
    compiled_chunk,
    packed,
    unpacked,
)

Bools = npt.NDArray[np.bool_]
Floats = npt.NDArray[np.float64]

WIDTHS = {"shape": 18, "validation": 10, "test": 8, "best epoch": 10, "loss": 8, "from seed": 9}
AT_ONCE = 256  # inputs that are evaluated at a time; more where batches are larger
SMALL = 1 << 26  # bytes of a state that is written at every evaluation
WRITING = 0.1  # the part of the time that may go into writing larger ones


def train_population(
    model: Model,
    task: Task,
    starts: Sequence[Start],
    schedule: Schedule,
    out: Path | None = None,
    on_progress: Callable[[Progress], None] | None = None,
) -> Population[Any]:
    """Train members to the end, from their checkpoints if there are any."""
    machine.keep_compiled()
    if out is not None:
        out.mkdir(parents=True, exist_ok=True)
    mesh = machine.sharing(len(starts), model.architecture.shared_inputs)
    members: list[Any] = []
    lines: list[Json] = []
    seconds, steps = 0.0, 0
    for group in groups_of(model, starts, schedule, mesh):
        training = GroupTraining(model, task, schedule, mesh, group, out)
        first, data = training.start_or_resume()
        done = first
        for done, report in training.chunks(first, data):
            if out is not None:
                # Metrics first: a run that goes on from a checkpoint has them all, or writes them.
                own = [training.metrics_line(one) for one in done.history]
                checkpoints.write_metrics(out / "metrics.jsonl", [*lines, *own])
                training.write(done)
            if on_progress is not None:
                on_progress(report)
        lines += [training.metrics_line(one) for one in done.history]
        members += training.results(done)
        seconds, steps = seconds + done.seconds, max(steps, done.step)
    return Population(tuple(members), seconds, steps)


# --- results --------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class TrainedNetwork:
    """One trained network: its parameters, and how good it is.

    `validation` and `test` are the fractions of scored labels that it gets right, or F1 where the
    task asks for entities; `loss` is the mean training loss since the last evaluation. Its best
    evaluation has the number `best_evaluation`, 0 where it had diverged before. `answered` is what
    it answers to the test inputs, where it is known. After selection, `ancestor` is the seed whose
    initial parameters it descends from.
    """

    seed: int
    architecture: Any
    params: Params
    validation: float
    test: float
    loss: float
    diverged: bool
    best_evaluation: int = 0
    answered: npt.NDArray[np.int32] | None = None
    ancestor: int | None = None

    def cells(self) -> dict[str, str]:
        """Its row in the table of a population, by column."""
        scores = {"validation": f"{self.validation:.2%}", "test": f"{self.test:.2%}"}
        descent = {} if self.ancestor is None else {"from seed": str(self.ancestor)}
        return {**scores, "loss": f"{self.loss:.4f}", **descent}

    def rounded_scores(self) -> dict[str, float]:
        return {name: round(getattr(self, name), 6) for name in ("validation", "test")}

    def described(self) -> Json:
        """The network in plain values, for run.json."""
        return {
            "seed": self.seed,
            **self.rounded_scores(),
            "loss": None if np.isnan(self.loss) else round(self.loss, 6),
            "diverged": self.diverged,
            **({} if self.ancestor is None else {"ancestor": self.ancestor}),
        }


Trained = TypeVar("Trained", bound=TrainedNetwork)


@dataclass(frozen=True, slots=True, eq=False)
class Population(Generic[Trained]):
    """All networks of one training run; printed as a table."""

    members: tuple[Trained, ...]
    seconds: float
    steps: int

    @property
    def best(self) -> Trained:
        """The network with the best validation score; of equals, the one with the lowest loss."""
        ranked = self.ranked()
        if not ranked:
            raise ConfigError("every member diverged: try a smaller learning_rate")
        return ranked[0]

    def ranked(self, layers: int | None = None) -> list[Trained]:
        """The networks that did not diverge, the best first; only those with `layers` layers."""
        sound = [
            member
            for member in self.members
            if not member.diverged and layers in (None, member.architecture.config.layers)
        ]
        return sorted(sound, key=lambda member: (-member.validation, member.loss))

    def __str__(self) -> str:
        names = self.members[0].cells()
        lines = [f"{'seed':>6}" + "".join(f" {name:>{WIDTHS[name]}}" for name in names)]
        for member in self.members:
            cells = member.cells()
            if member.diverged:
                cells = {name: cells[name] for name in cells if name == "shape"}
            row = "".join(f" {cell:>{WIDTHS[name]}}" for name, cell in cells.items())
            lines.append(f"{member.seed:>6}{row}{'   diverged' if member.diverged else ''}")
        return "\n".join([*lines, f"{self.steps} steps in {self.seconds:.1f} s"])


# --- the training of a group ----------------------------------------------------------------------


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
    devices = list(mesh.devices)[: 1 if machine.INPUTS in mesh.shape else None]
    shapes = len({start.architecture for start in starts})
    island = island_size(-(-len(starts) // shapes))
    together = island if schedule.selects else 1
    size = machine.equal_parts(model.architecture.member_bytes(), len(starts), devices, together)
    width, count = -(-size // len(devices)) * len(devices), -(-len(starts) // size)
    return [
        Group(i, count, tuple(starts[i * size : (i + 1) * size]), width, island)
        for i in range(count)
    ]


@jax.tree_util.register_dataclass
@dataclass(frozen=True)
class BestParams:
    """The parameters with which each member was best on validation, and how good it was. (P,)"""

    params: Tree
    score: Array


@partial(jax.jit, static_argnums=3)
def keep_better(best_params: BestParams, state: State, score: Array, latest: bool) -> BestParams:
    """Update the best parameters of members whose score rose; with `latest`, also in a tie."""
    better = score >= best_params.score if latest else score > best_params.score

    def better_of(now: Array, before: Array) -> Array:
        return jnp.where(better.reshape(-1, *[1] * (now.ndim - 1)), now, before)

    kept: BestParams = jax.tree.map(better_of, BestParams(state.params, score), best_params)
    return kept


@dataclass(frozen=True)
class TrainingState:
    """A group in the middle of training; without `best_params`, it ends with the last ones."""

    state: State
    best_params: BestParams | None = None
    history: tuple[Metrics, ...] = ()

    @property
    def step(self) -> int:
        return self.history[-1].step if self.history else 0

    @property
    def seconds(self) -> float:
        return self.history[-1].seconds if self.history else 0.0

    @property
    def diverged(self) -> Bools:
        """The members that have diverged; one that was replaced is as its parent."""
        last = self.history[-1]
        lost = np.array(last.diverged)
        return lost if last.parents is None else lost[list(last.parents)]


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
        best_params = None
        if self.schedule.keep != "last":  # copies: the next chunk takes the arrays of the state
            best_params = BestParams(
                machine.copied(state.params), jnp.full(width, -1.0, jnp.float32)
            )
        if self.path is None or not self.path.exists():
            return TrainingState(state, best_params), data
        leaves, tree = jax.tree.flatten((state, best_params))
        history, stored = checkpoints.read_checkpoint(self.path, self.identity, leaves)
        state, best_params = machine.copied(jax.tree.unflatten(tree, stored))
        return TrainingState(state, best_params, history), data

    def chunks(self, first: TrainingState, data: Data) -> Iterator[tuple[TrainingState, Progress]]:
        """Train and evaluate, one chunk of steps after the other."""
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
            yield now, self._progress(now.history[-1], pace * left if known else np.nan)

    def _progress(self, evaluation: Metrics, seconds_left: float) -> Progress:
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
        if self.schedule.keep == "first" and now.best_params is not None and now.history:
            perfect = np.asarray(now.best_params.score)[: len(self.group.starts)] >= 1
            if (perfect | now.diverged).all():
                return True
        return now.step >= self.schedule.steps

    def _evaluated(
        self, before: TrainingState, state: State, loss: Floats, data: Data, seconds: float
    ) -> TrainingState:
        """The group after another chunk: score members, keep the best, replace the worst."""
        own, best_params, step = (
            len(self.group.starts),
            before.best_params,
            before.step + self.schedule.chunk,
        )
        diverged = ~np.isfinite(loss[:own])
        if before.history:
            diverged |= before.diverged
        accuracy = self._answers(state.params, self.task.validation)[1]
        found = Metrics(
            step,
            seconds,
            self.schedule.temperature(step - 1),
            tuple(one if np.isfinite(one) else None for one in loss[:own].tolist()),
            tuple(accuracy[:own].tolist()),
            tuple(diverged.tolist()),
        )
        if best_params is not None:
            sound = np.concatenate([found.scores, accuracy[own:]]).astype(np.float32)
            best_params = keep_better(
                best_params, state, jnp.asarray(sound), self.schedule.keep == "best"
            )
        hot = COOLEST <= found.temperature <= HOTTEST
        if self.schedule.selects and step < self.schedule.steps and hot:
            shapes = [start.architecture for start in self.group.starts]
            origins = parents(loss[:own], found.diverged, shapes, self.group.island)
            found = replace(found, parents=tuple(origins))
            rows = [*origins, *range(own, self.group.width)]
            state = machine.selected(state, data, rows, self.mesh)
        return TrainingState(state, best_params, (*before.history, found))

    def _answers(self, params: Tree, split: Split) -> tuple[Ints, Floats]:
        """The answers of each member (P, inputs, N) or (P, inputs), and their scores (P,)."""
        if next(iter(params.values())).is_fully_replicated:
            # One device answers for all that have the same members.
            params = jax.tree.map(lambda array: array.addressable_data(0), params)
        size = max(AT_ONCE, self.model.architecture.config.batch)
        given = in_blocks(partial(self.model.predict, params), split.words, size)
        if self.task.metric != "token":
            return given, np.array([self.task.accuracy(own, split).main for own in given])
        scored = split.labels >= 0
        right = (given == split.labels) & scored
        return given, np.asarray(right.sum(tuple(range(1, right.ndim))) / max(1, scored.sum()))

    def results(self, done: TrainingState) -> list[Any]:
        """The trained members of the group."""
        end = done.state.params if done.best_params is None else done.best_params.params
        _, validation = self._answers(end, self.task.validation)
        answered, test = self._answers(end, self.task.test)
        arrays = {name: np.asarray(values) for name, values in end.items()}
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

    # --- files ------------------------------------------------------------------------------------

    @property
    def path(self) -> Path | None:
        return None if self.out is None else self.out / f"checkpoint_{self.group.number}.npz"

    def metrics_line(self, evaluation: Metrics) -> Json:
        """A line of metrics.jsonl."""
        own = {name: value for name, value in asdict(evaluation).items() if value is not None}
        seeds = list(self.group.seeds)
        return {"group": self.group.number, "steps": self.schedule.steps, "seeds": seeds, **own}

    def write(self, now: TrainingState) -> None:
        """Write the checkpoint, if it is small, the last or due."""
        begun, leaves = time.perf_counter(), jax.tree.leaves((now.state, now.best_params))
        small = sum(leaf.nbytes for leaf in leaves) <= SMALL
        if self.path is not None and (small or self.finished(now) or begun >= self.next_write):
            checkpoints.write_checkpoint(self.path, self.identity, now.history, leaves)
            written = time.perf_counter()
            self.next_write = written + (written - begun) / WRITING

    @cached_property
    def identity(self) -> Json:
        """The run for its checkpoint: everything that decides the result."""
        task, splits = self.task, (self.task.train, self.task.validation, self.task.test)
        arrays = [array for split in splits for array in (split.words, split.labels)]
        return {
            "task": {
                "words": list(task.vocabulary.words),
                "classes": list(task.classes),
                "causal": task.causal,
                "pooled": task.pooled,
                "inputs": [len(split) for split in splits],
                "data": checkpoints.digest_of_arrays(arrays),
            },
            "seeds": list(self.group.seeds),
            **self.model.identity(self.group.starts),
        }


def in_blocks(predict: Callable[[Ints], Array], words: Ints, size: int) -> Ints:
    """The answers (P, inputs, ...) to all inputs, `size` at a time, -1 for padding.

    Every block has the same size, so that one compiled function serves all.
    """
    blocks = max(1, -(-len(words) // size))
    padded = np.pad(words, [(0, blocks * size - len(words)), (0, 0)], constant_values=-1)
    found = [predict(padded[i * size : (i + 1) * size]) for i in range(blocks)]
    return np.concatenate([np.asarray(one) for one in found], axis=1)[:, : len(words)]


def answers(model: Model, params: Params, words: Ints) -> Ints:
    """The classes that one trained network gives; at padding they mean nothing."""
    rows = packed({n: x[None] for n, x in params.items()}, model.architecture.array_shapes)
    found: Ints = in_blocks(partial(model.predict, rows), words, AT_ONCE)[0]
    return found
