"""The trainer: many networks of one kind at once, program networks or standard Transformers.

Networks that do not fit in memory together train in groups, one after the other. A run with a
folder writes checkpoints and metrics there; the same call continues where a killed one stopped.
"""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any, ClassVar, Generic, TypeVar

import jax
import jax.numpy as jnp
import numpy as np
import numpy.typing as npt
from jax.sharding import Mesh

from ..store.reading import Arrays
from ..tasks import Split, Task
from . import checkpoint, machine
from .architecture import WORDS
from .checkpoint import Checkpoint, Json
from .config import ConfigError
from .initial import WordRows
from .loop import Data, Schedule, Shaped, State, unflatten
from .noise import Array
from .population import Progress, Trained
from .selection import COOLEST, HOTTEST, ancestor, island_size, parents

Bools = npt.NDArray[np.bool_]
Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int32]
Report = Callable[[Progress], None]
A = TypeVar("A", bound=Shaped)
M = TypeVar("M", bound=Trained[Any])

AT_ONCE = 256  # inputs that are evaluated at a time; more where batches are larger
SMALL = 1 << 26  # bytes of a state that is written at every evaluation
WRITING = 0.1  # the part of the time that may go into writing larger ones


@dataclass(frozen=True, slots=True)
class Start(Generic[A]):
    """A member before training: its seed, and its own architecture."""

    seed: int
    architecture: A


@dataclass(frozen=True)
class Group(Generic[A]):
    """Members that train at the same time. The first `len(starts)` of `width` rows are theirs.

    `island` members each are selected among each other.
    """

    number: int
    groups: int
    starts: tuple[Start[A], ...]
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
    """The members that are better than ever (or, with `latest`, as good) keep what they are now."""
    better = score >= best.score if latest else score > best.score

    def chosen(now: Array, before: Array) -> Array:
        return jnp.where(better.reshape(-1, *[1] * (now.ndim - 1)), now, before)

    kept: Best = jax.tree.map(chosen, Best(state.flat, state.logits, score), best)
    return kept


@dataclass(frozen=True)
class Moment:
    """A group in the middle of training; `best` where members end as they were best."""

    state: State
    diverged: Bools
    best: Best | None = None
    step: int = 0
    seconds: float = 0.0
    history: tuple[Json, ...] = ()


@dataclass(eq=False, kw_only=True)
class Trainer(ABC, Generic[A, M]):
    """Trains networks of one kind on a task. `architecture` holds the shapes of all of them.

    `seconds` and `records` add up over all that was trained.
    """

    task: Task
    architecture: A
    schedule: Schedule
    vectors: WordRows | None = None
    out: Path | None = None
    progress: Report | None = None
    seconds: float = 0.0
    records: tuple[Json, ...] = ()
    mesh: Mesh = field(init=False)  # the devices that share the members, or their inputs

    kind: ClassVar[type[Any]]  # of members
    model: ClassVar[str]  # as checkpoints call it
    keep: str = "last"  # or the "best" parameters of a member, or the "first" of equally good ones
    selects: bool = False  # copies of the best members replace the worst: see `selection`

    # --- what a kind of network says of itself

    @abstractmethod
    def begin(self, starts: Sequence[Start[A]]) -> tuple[State, Data]:
        """The first state of some members, and the data they train on."""

    @abstractmethod
    def chunk(self) -> machine.Compiled:
        """The compiled steps between two evaluations."""

    @abstractmethod
    def answers(self, flat: Array, logits: Array | None, words: Ints) -> Array:
        """The classes that each member gives: words (B, N) -> (P, B, N), or (P, B) if pooled."""

    @abstractmethod
    def noted(self, report: Progress, history: Sequence[Json]) -> Json:
        """What metrics say of this kind of network alone."""

    def ended(self, member: M, start: Start[A]) -> M:
        """A trained member as it is handed back."""
        return member

    def described(self, starts: Sequence[Start[A]]) -> Json:
        """What decides the result beside settings, task, seeds and vectors."""
        return {}

    def temperature(self, step: int) -> float:
        return 0.0

    def settled(self, moment: Moment, members: int) -> bool:
        """Whether none of the first so many members can get better."""
        return False

    # --- training

    def train(self, starts: Sequence[Start[A]]) -> list[M]:
        """Train members to the end."""
        machine.keep_compiled()
        if self.out is not None:
            self.out.mkdir(parents=True, exist_ok=True)
        self.mesh = machine.sharing(len(starts), self.architecture.shared_inputs)
        devices = list(self.mesh.devices)[: 1 if machine.INPUTS in self.mesh.shape else None]
        shapes = len({start.architecture for start in starts})
        island = island_size(-(-len(starts) // shapes))
        together = island if self.selects else 1
        size = machine.equal_parts(self.architecture.member_bytes(), len(starts), devices, together)
        width, count = -(-size // len(devices)) * len(devices), -(-len(starts) // size)
        members: list[M] = []
        for i in range(count):
            own = tuple(starts[i * size : (i + 1) * size])
            group = Group(i, count, own, width, island)
            moment = self._train_group(group)
            members += self._results(group, moment)
            self.seconds += moment.seconds
            self.records += moment.history
        return members

    def _train_group(self, group: Group[A]) -> Moment:
        """Train a group to the end, from its checkpoint if there is one."""
        described = self._describe(group)
        path = None if self.out is None else self.out / f"checkpoint_{group.number}.npz"
        # Spare rows are copies of members: a group of any size runs the same compiled code.
        state, data = self.begin([group.starts[i % len(group.starts)] for i in range(group.width)])
        best = None
        if self.keep != "last":  # copies: the arrays of the state are given away to the next chunk
            flat, logits = machine.copied((state.flat, state.logits))
            best = Best(flat, logits, jnp.full(group.width, -1.0, jnp.float32))
        moment = Moment(state, np.zeros(group.width, bool), best)
        saved = None if path is None else checkpoint.read(path, described, _arrays(moment))
        if saved is not None:
            leaves, tree = jax.tree.flatten((state, best))
            stored = [saved.arrays[f"state_{i}"] for i in range(len(leaves))]
            state, best = machine.copied(jax.tree.unflatten(tree, stored))
            known = saved.step, saved.seconds, saved.history
            moment = Moment(state, saved.arrays["diverged"], best, *known)
        small = sum(leaf.nbytes for leaf in jax.tree.leaves(moment.state)) <= SMALL
        state, data = machine.placed(moment.state, data, self.mesh)
        moment = replace(moment, state=state)
        resumed, begun, next_write = moment, time.perf_counter(), 0.0
        while not self._finished(group, moment):
            moment, report = self._advance(group, moment, resumed, begun, data)
            if self.out is not None and path is not None:
                # Metrics first: a run that goes on from a checkpoint has them all, or writes them.
                checkpoint.write_metrics(self.out / "metrics.jsonl", self.records + moment.history)
                now = time.perf_counter()
                if small or self._finished(group, moment) or now >= next_write:
                    found = moment.step, moment.seconds, _arrays(moment), moment.history
                    checkpoint.write(path, Checkpoint(*found), described)
                    written = time.perf_counter()
                    next_write = written + (written - now) / WRITING
            if self.progress is not None:
                self.progress(report)
        return moment

    def _finished(self, group: Group[A], moment: Moment) -> bool:
        return moment.step >= self.schedule.steps or self.settled(moment, len(group.starts))

    def _advance(
        self, group: Group[A], moment: Moment, resumed: Moment, begun: float, data: Data
    ) -> tuple[Moment, Progress]:
        """Train and evaluate one chunk more. `begun` is when training went on from `resumed`."""
        state, losses = self.chunk()(moment.state, data)
        loss = np.asarray(losses, np.float64)
        diverged = moment.diverged | ~np.isfinite(loss)
        validation = self.task.validation
        answered = self._answered(state.flat, state.logits, validation.words)
        accuracy = self._scored(answered, validation)
        best = moment.best
        if best is not None:
            sound = jnp.asarray(np.where(diverged, -1.0, accuracy), jnp.float32)
            best = keep_better(best, state, sound, self.keep == "best")
        step, steps, own = moment.step + self.schedule.chunk, self.schedule.steps, len(group.starts)
        seconds = resumed.seconds + time.perf_counter() - begun
        # The first chunk is compiled: only those after it tell how long the others take.
        pace = np.nan if moment is resumed else (seconds - moment.seconds) / self.schedule.chunk
        report = Progress(
            group.number,
            group.groups,
            step,
            steps,
            self.temperature(step - 1),
            seconds,
            pace * (steps - step) if step < steps else 0.0,
            tuple(start.seed for start in group.starts),
            tuple(loss[:own].tolist()),
            tuple(accuracy[:own].tolist()),
            tuple(diverged[:own].tolist()),
        )
        line = report.record()
        line |= self.noted(report, (*moment.history, line))
        if self.selects and step < steps and COOLEST <= report.temperature <= HOTTEST:
            shapes = [start.architecture for start in group.starts]
            line["parents"] = parents(loss[:own], report.diverged, shapes, group.island)
            rows = [*line["parents"], *range(own, group.width)]
            state, diverged = machine.selected(state, data, rows, self.mesh), diverged[rows]
        history = (*moment.history, line)
        return Moment(state, diverged, best, step, report.seconds, history), report

    def _results(self, group: Group[A], moment: Moment) -> list[M]:
        """The trained members of a group."""
        end = moment.state if moment.best is None else moment.best
        splits = self.task.validation, self.task.test
        given = [self._answered(end.flat, end.logits, split.words) for split in splits]
        scores = [self._scored(*pair) for pair in zip(given, splits, strict=True)]
        tree = unflatten(np.asarray(end.flat), self.architecture)
        if end.logits is not None:
            tree[WORDS] = np.asarray(end.logits)
        found = []
        for i, start in enumerate(group.starts):
            params = {name: values[i] for name, values in tree.items()}
            validation, test = (float(score[i]) for score in scores)
            loss = moment.history[-1]["loss"][i]
            loss = float("nan") if loss is None else float(loss)
            lost, best = bool(moment.diverged[i]), best_evaluation(moment.history, i)
            trained = self.architecture, params, validation, test, loss, lost, best, given[1][i]
            from_seed = None
            if self.selects:
                from_seed = group.starts[ancestor(moment.history, i, self.keep)].seed
            found.append(self.ended(self.kind(start.seed, *trained, from_seed), start))
        return found

    @property
    def _at_once(self) -> int:
        return int(max(AT_ONCE, self.architecture.config.batch))

    def _answered(self, flat: Array, logits: Array | None, words: Ints) -> Ints:
        """What each member's network answers: words (inputs, N) -> (P, inputs, N) or (P, inputs)"""
        if flat.is_fully_replicated:  # one device answers for all that have the same members
            flat, logits = jax.tree.map(lambda array: array.addressable_data(0), (flat, logits))
        return in_blocks(partial(self.answers, flat, logits), words, self._at_once)

    def _scored(self, given: Ints, split: Split) -> Floats:
        """The score of each member's answers on a split: what the task's metric says. (P,)"""
        if self.task.metric == "token":
            scored = split.labels >= 0
            right = (given == split.labels) & scored
            return np.asarray(right.sum(tuple(range(1, right.ndim))) / max(1, scored.sum()))
        return np.array([self.task.accuracy(own, split).main for own in given])

    def _describe(self, group: Group[A]) -> Json:
        """What a checkpoint must agree with to be continued: everything that decides the result."""
        splits = (self.task.train, self.task.validation, self.task.test)
        return {
            "model": self.model,
            "config": checkpoint.settings(self.architecture.config),
            "task": {
                "words": list(self.task.vocabulary.words),
                "classes": list(self.task.classes),
                "causal": self.task.causal,
                "pooled": self.task.pooled,
                "inputs": [len(split) for split in splits],
                "data": checkpoint.digest([x for s in splits for x in (s.words, s.labels)]),
            },
            "seeds": [start.seed for start in group.starts],
            "vectors": None if self.vectors is None else checkpoint.digest([self.vectors.rows]),
            **self.described(group.starts),
        }


def in_blocks(answers: Callable[[Ints], Array], words: Ints, size: int) -> Ints:
    """The answers (P, inputs, ...) to all inputs, so many at a time, -1 for padding.

    Every block has the same size, so that one compiled function serves all.
    """
    blocks = max(1, -(-len(words) // size))
    padded = np.pad(words, [(0, blocks * size - len(words)), (0, 0)], constant_values=-1)
    found = [answers(padded[i * size : (i + 1) * size]) for i in range(blocks)]
    return np.concatenate([np.asarray(one) for one in found], axis=1)[:, : len(words)]


def best_evaluation(history: Sequence[Json], member: int) -> int:
    """The number of a member's best evaluation, the first of equals; 0: it diverged at once."""
    scores = [-1.0 if h["diverged"][member] else h["accuracy"][member] for h in history]
    return 1 + int(np.argmax(scores)) if max(scores) >= 0 else 0


def seed_numbers(seeds: int | Sequence[int]) -> tuple[int, ...]:
    numbers = tuple(range(seeds)) if isinstance(seeds, int) else tuple(seeds)
    if not numbers:
        raise ConfigError("seeds: expected at least one")
    if len(set(numbers)) != len(numbers) or min(numbers) < 0:
        raise ConfigError(f"seeds: expected different whole numbers from 0 on, got {numbers}")
    return numbers


def _arrays(moment: Moment) -> Arrays:
    leaves = jax.tree.leaves((moment.state, moment.best))
    arrays = {f"state_{i}": np.asarray(leaf) for i, leaf in enumerate(leaves)}
    return arrays | {"diverged": moment.diverged}
