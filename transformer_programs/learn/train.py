"""Training: (task, config, seeds) -> Population, many networks at once.

Networks that do not fit in memory together train in groups, one after the other. A run with a
folder writes checkpoints and metrics there; the same call continues where a killed one stopped.
"""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType

import jax
import jax.numpy as jnp
import numpy as np
import numpy.typing as npt

from ..store.untrusted import Arrays
from ..tasks.shapes import stand_ins
from ..vectors import Vectors
from . import checkpoint, machine
from .architecture import WORDS, Architecture, Params, TaskLike, largest, narrow
from .checkpoint import Checkpoint, Json
from .config import Config, ConfigError, Shape
from .exact import inexact
from .initial import Given, Mask, WordRows, initial, noise_key, projected, widen
from .knowledge import Knowledge, check_start, first_choices, knowledge
from .loop import Data, Schedule, State, Table, compiled_chunk, optimiser, temperature, unflatten
from .measure import Kept, keep_better, measure
from .population import Member, Population, Progress

Report = Callable[[Progress], None]
Bools = npt.NDArray[np.bool_]
Floats = npt.NDArray[np.float64]

# Tables of words make large checkpoints: no more than this part of the time goes into them.
WRITING = 0.1


@dataclass(frozen=True, slots=True)
class Start:
    """A member before training: its seed, and its own architecture.

    `first`, where it is known: its first parameters, and which of them are trained.
    """

    seed: int
    architecture: Architecture
    first: tuple[Params, Mask] | None = field(default=None, compare=False)


@dataclass(frozen=True)
class Run:
    """What all groups of one training run share. `architecture` holds all shapes."""

    task: TaskLike
    architecture: Architecture
    schedule: Schedule
    given: tuple[Given, ...]
    vectors: WordRows | None
    devices: tuple[jax.Device, ...]
    out: Path | None
    progress: Report | None
    interrupted: threading.Event


@dataclass(frozen=True)
class Group:
    """Members that train at the same time. The first `len(starts)` of `width` rows are theirs."""

    number: int
    groups: int
    starts: tuple[Start, ...]
    width: int


@dataclass(frozen=True)
class Moment:
    """A group in the middle of training; `kept` where members end as they were best."""

    state: State
    diverged: Bools
    kept: Kept | None = None
    step: int = 0
    seconds: float = 0.0
    history: tuple[Json, ...] = ()


def fit(
    task: TaskLike,
    config: Config,
    seeds: int | Sequence[int] = 8,
    *,
    out: Path | None = None,
    shapes: Sequence[Shape] | None = None,
    progress: Report | None = None,
    given: Sequence[Given] = (),
    vectors: Vectors | None = None,
) -> Population:
    """Train one network for each seed (and shape), all at once.

    `shapes` trains every seed in every one of these shapes; `given` sets choices of modules before
    training. With `out` the run can be killed at any moment and continued by the same call. Learned
    word variables start from `vectors`.
    """
    machine.keep_compiled()
    own = tuple(shapes) if shapes is not None else (config.shape,)
    numbers = seed_numbers(seeds)
    large = Architecture.of(task, config).with_shape(largest(own))
    starts = [Start(seed, large.with_shape(shape)) for shape in own for seed in numbers]
    if out is not None:
        out.mkdir(parents=True, exist_ok=True)
    with interruptible() as interrupted:
        run = Run(
            task,
            large,
            Schedule.of(config, len(task.train.words)),
            tuple(given),
            None if vectors is None else WordRows.of(vectors, task.vocabulary.words),
            tuple(jax.devices()),
            out,
            progress,
            interrupted,
        )
        members: list[Member] = []
        seconds, records = 0.0, tuple[Json, ...]()
        for group in split(run, starts):
            moment = train_group(run, group, records)
            members += results(run, group, moment)
            seconds, records = seconds + moment.seconds, records + moment.history
    return Population(tuple(members), seconds, run.schedule.steps)


def check(task: TaskLike, config: Config, vectors: Vectors | None = None) -> None:
    """Refuse settings that do not fit a task. `fit` refuses them too, when it gets there."""
    unknown_words(task, config)
    rows = None if vectors is None else WordRows.of(vectors, task.vocabulary.words)
    check_start(Architecture.of(task, config), rows)


def member(params: Params, i: int) -> Params:
    """One member's parameters out of a population's."""
    return {name: np.asarray(values[i]) for name, values in params.items()}


def split(run: Run, starts: Sequence[Start]) -> list[Group]:
    """Groups that fit in memory, all equally wide: one compiled chunk serves them all."""
    size = machine.group_size(run.architecture, len(starts), run.devices)
    width = -(-size // len(run.devices)) * len(run.devices)
    parts = [tuple(starts[i : i + size]) for i in range(0, len(starts), size)]
    return [Group(number, len(parts), part, width) for number, part in enumerate(parts)]


def train_group(run: Run, group: Group, records: tuple[Json, ...]) -> Moment:
    """Train a group to the end, from its checkpoint if there is one."""
    described = describe(run, group)
    path = None if run.out is None else run.out / f"checkpoint_{group.number}.npz"
    state, data = begin(run, group)
    moment = Moment(state, np.zeros(group.width, bool), first_kept(run, state))
    saved = None if path is None else checkpoint.read(path, described, _arrays(moment))
    if saved is not None:
        moment = _restored(saved, moment)
    chunk = compiled_chunk(run.architecture, run.schedule, run.devices)
    resumed, begun, next_write = moment, time.perf_counter(), 0.0
    while moment.step < run.schedule.steps:
        state, losses = chunk(moment.state, data)
        loss = np.asarray(losses, np.float64)
        diverged = moment.diverged | ~np.isfinite(loss).all(axis=1)
        accuracy = score(state, run)
        kept = moment.kept
        if kept is not None:
            sound = np.where(diverged, -1.0, accuracy)
            kept = keep_better(kept, state.flat, logits(state), jnp.asarray(sound, jnp.float32))
        spent = time.perf_counter() - begun
        report = _report(run, group, resumed, moment.step, spent, loss, accuracy, diverged)
        history = (*moment.history, record(report))
        moment = Moment(state, diverged, kept, report.step, report.seconds, history)
        if run.out is not None and path is not None:
            # Metrics first: whoever goes on from a checkpoint finds all of them, or writes them.
            checkpoint.write_metrics(run.out / "metrics.jsonl", records + history)
            now = time.perf_counter()
            last = moment.step >= run.schedule.steps or run.interrupted.is_set()
            if last or state.table is None or now >= next_write:
                checkpoint.write(path, _saved(moment), described)
                written = time.perf_counter()
                next_write = written + (written - now) / WRITING
        if run.progress is not None:
            run.progress(report)
        if run.interrupted.is_set():
            raise KeyboardInterrupt
    return moment


def begin(run: Run, group: Group) -> tuple[State, Data]:
    """The first state of a group, and the data it trains on."""
    # Spare rows are copies of members: a group of any size runs the same compiled code.
    starts = [group.starts[i % len(group.starts)] for i in range(group.width)]
    a, rows, trained, words, known = run.architecture, [], [], [], word_knowledge(run)
    for start in starts:
        given = first_choices(start.architecture) + run.given
        params, mask = start.first or initial(start.architecture, start.seed, given)
        if WORDS in params and run.vectors is not None and start.first is None:
            shape, spread = params[WORDS].shape, a.config.word_spread
            params[WORDS] = projected(run.vectors, shape, start.seed, spread)
        if known is not None and start.first is None:
            params = known.placed(params, start.architecture)
        if start.architecture != a:
            params, mask = widen(params, mask, start.architecture, a)
        rows.append(np.concatenate([params[name].ravel() for name in a.row]))
        trained.append(np.concatenate([mask[name].ravel() for name in a.row]))
        if WORDS in params:
            words.append(params[WORDS])
    flat, masks = jnp.asarray(np.stack(rows)), np.stack(trained)
    first = optimiser().init
    table = jnp.asarray(np.stack(words)) if words else None
    state = State(
        flat,
        first(flat),
        jnp.zeros((), jnp.int32),
        None if table is None else Table(table, first(table)),
    )
    return state, Data(
        jnp.asarray(run.task.train.words),
        jnp.asarray(run.task.train.labels),
        jnp.asarray(np.stack([noise_key(start.seed) for start in starts])),
        None if masks.all() else jnp.asarray(masks),
        *unknown_words(run.task, a.config),
        # A copy: the state is given away at every step.
        jnp.asarray(np.stack(rows)) if known is not None and a.config.vote_decay else None,
    )


def word_knowledge(run: Run) -> Knowledge | None:
    """What the training labels say of words, where these start with it."""
    chance, instead = unknown_words(run.task, run.architecture.config)
    unknown = None if chance is None or instead is None else (chance, instead)
    return knowledge(run.task.train, run.architecture, run.vectors, unknown)


def unknown_words(task: TaskLike, config: Config) -> tuple[jax.Array | None, jax.Array | None]:
    """How likely each word becomes unknown in training, and the word that then stands for it."""
    if not config.unknown_rate and not config.word_dropout:
        return None, None
    vocabulary = task.vocabulary
    unknown = stand_ins(vocabulary)
    if unknown is None:
        raise ConfigError("unknown_rate, word_dropout: expected 0 for a task with no unknown word")
    size, words = len(vocabulary.words), task.train.words
    counts = np.maximum(np.bincount(words[words >= 0], minlength=size), 1)
    rare = config.unknown_rate / (config.unknown_rate + counts)
    chance = 1 - (1 - rare) * (1 - config.word_dropout)
    for word in (vocabulary.begin, vocabulary.end, vocabulary.unknown):
        if word is not None:
            chance[vocabulary.words.index(word)] = 0
    return jnp.asarray(chance, jnp.float32), jnp.asarray(unknown, jnp.int32)


def logits(state: State) -> jax.Array | None:
    """The logits of the values of words, where there are any."""
    return None if state.table is None else state.table.logits


def first_kept(run: Run, state: State) -> Kept | None:
    """Nothing yet; None where members end as they are last."""
    if run.architecture.config.keep == "last":
        return None
    return Kept.none(state.flat, logits(state))


def score(state: State, run: Run) -> Floats:
    """How good each member's discretised network is on the validation inputs. (P,)"""
    tree = unflatten(state.flat, run.architecture, state.table)
    return measure(tree, run.architecture, run.task, run.task.validation)


def results(run: Run, group: Group, moment: Moment) -> list[Member]:
    """The trained members of a group, each cut to its own shape."""
    flat, words = moment.state.flat, logits(moment.state)
    if moment.kept is not None:
        flat, words = moment.kept.flat, moment.kept.logits
    tree = unflatten(flat, run.architecture) | ({} if words is None else {WORDS: words})
    validation, test = (
        measure(tree, run.architecture, run.task, split)
        for split in (run.task.validation, run.task.test)
    )
    params = {name: np.asarray(value) for name, value in tree.items()}
    losses = moment.history[-1]["loss"]
    assert isinstance(losses, list)
    members = []
    for i, start in enumerate(group.starts):
        own = narrow(member(params, i), run.architecture, start.architecture)
        loss = float("nan") if losses[i] is None else float(losses[i])
        # What cannot become a program is of no use, however small its loss.
        lost = bool(moment.diverged[i]) or inexact(own, start.architecture) is not None
        scores = float(validation[i]), float(test[i])
        members.append(Member(start.seed, start.architecture, own, *scores, loss, lost))
    return members


def describe(run: Run, group: Group) -> Json:
    """What a checkpoint must agree with to be continued: everything that decides the result."""
    return {
        "model": "program",
        "config": checkpoint.settings(run.architecture.config),
        "task": describe_task(run.task),
        "seeds": [start.seed for start in group.starts],
        "shapes": [
            list(checkpoint.settings(s.architecture.config.shape).values()) for s in group.starts
        ],
        "given": [checkpoint.settings(one) for one in run.given],
        "vectors": None if run.vectors is None else checkpoint.digest([run.vectors.rows]),
        "first": [
            checkpoint.digest([x for part in s.first for x in part.values()])
            for s in group.starts
            if s.first is not None
        ]
        or None,
    }


def describe_task(task: TaskLike) -> Json:
    """What a checkpoint must know about a task to tell it from another."""
    splits = (task.train, task.validation, task.test)
    return {
        "words": list(task.vocabulary.words),
        "classes": list(task.classes),
        "causal": task.causal,
        "pooled": task.pooled,
        "inputs": [len(split.words) for split in splits],
        "data": checkpoint.digest([x for s in splits for x in (s.words, s.labels)]),
    }


def seed_numbers(seeds: int | Sequence[int]) -> tuple[int, ...]:
    numbers = tuple(range(seeds)) if isinstance(seeds, int) else tuple(seeds)
    if not numbers:
        raise ConfigError("seeds: expected at least one")
    if len(set(numbers)) != len(numbers) or min(numbers) < 0:
        raise ConfigError(f"seeds: expected different whole numbers from 0 on, got {numbers}")
    return numbers


def _report(
    run: Run,
    group: Group,
    resumed: Moment,
    before: int,
    spent: float,
    loss: Floats,
    accuracy: Floats,
    diverged: Bools,
) -> Progress:
    step, steps, own = before + run.schedule.chunk, run.schedule.steps, len(group.starts)
    return Progress(
        group.number,
        group.groups,
        step,
        steps,
        float(temperature(run.architecture.config, run.schedule, step - 1)),
        resumed.seconds + spent,
        spent / (step - resumed.step) * (steps - step),
        tuple(start.seed for start in group.starts),
        tuple(loss.mean(axis=1)[:own].tolist()),
        tuple(accuracy[:own].tolist()),
        tuple(diverged[:own].tolist()),
    )


def record(report: Progress) -> Json:
    """A line of metrics; a loss that is not a number is null."""
    return {
        "group": report.group,
        "step": report.step,
        "steps": report.steps,
        "temperature": report.temperature,
        "seconds": round(report.seconds, 3),
        "seeds": list(report.seeds),
        "loss": [loss if np.isfinite(loss) else None for loss in report.loss],
        "accuracy": list(report.accuracy),
        "diverged": list(report.diverged),
    }


def _arrays(moment: Moment) -> Arrays:
    leaves = jax.tree.leaves((moment.state, moment.kept))
    return checkpoint.named(leaves) | {"diverged": moment.diverged}


def _saved(moment: Moment) -> Checkpoint:
    return Checkpoint(moment.step, moment.seconds, _arrays(moment), moment.history)


def _restored(saved: Checkpoint, like: Moment) -> Moment:
    leaves, tree = jax.tree.flatten((like.state, like.kept))
    stored = [jnp.asarray(saved.arrays[f"state_{i}"]) for i in range(len(leaves))]
    state, kept = jax.tree.unflatten(tree, stored)
    diverged = saved.arrays["diverged"]
    return Moment(state, diverged, kept, saved.step, saved.seconds, saved.history)


@contextmanager
def interruptible() -> Iterator[threading.Event]:
    """An event that the first Ctrl-C sets; a second one interrupts at once."""
    event = threading.Event()
    if threading.current_thread() is not threading.main_thread():
        yield event
        return
    before = signal.getsignal(signal.SIGINT)

    def stop(number: int, frame: FrameType | None) -> None:
        event.set()
        signal.signal(signal.SIGINT, before)

    signal.signal(signal.SIGINT, stop)
    try:
        yield event
    finally:
        signal.signal(signal.SIGINT, before)
    if event.is_set():  # too late to stop training, in time to stop what follows
        raise KeyboardInterrupt
