"""Training program networks: (task, config, seeds) -> Population, many networks at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from pathlib import Path

import jax
import numpy as np
from jax.sharding import Mesh

from ..dataset import require
from ..meaning.stand_ins import stand_ins
from ..tasks import Task
from ..vectors import Vectors
from . import checkpoint, machine
from .architecture import WORDS, Architecture, largest, narrow
from .checkpoint import Json
from .config import Config, ConfigError, Shape, Words
from .hardened import inexact
from .initial import Given, Knowledge, initial, noise_key, projected, widen, word_rows
from .loop import Course, Data, Schedule, State, row_labels, train_chunk
from .noise import Array
from .population import Member, Population, Progress
from .trainer import Ints, Report, Start, Trainer, seed_numbers


def fit(
    task: Task,
    config: Config,
    seeds: int | Sequence[int] = 8,
    *,
    out: Path | None = None,
    shapes: Sequence[Shape] | None = None,
    progress: Report | None = None,
    given: Sequence[Given] = (),
    vectors: Vectors | None = None,
) -> Population[Member]:
    """Train one network for each seed (and shape), all at once.

    `shapes` trains every seed in every one of these shapes; `given` sets choices of modules before
    training. With `out` the run can be killed at any moment and continued by the same call. Learned
    word variables start from `vectors`.
    """
    require(
        len(task.classes) > 1,
        f"{task.name}: every label is {task.classes[0]!r}, so there is nothing to train; "
        "`tprog search` gives the program",
    )
    machine.share_cores()
    own = tuple(shapes) if shapes is not None else (config.shape,)
    large = Architecture.of(task, config).with_shape(largest(own))
    check(task, large.config)
    trainer = ProgramTrainer(
        task=task,
        architecture=large,
        schedule=Schedule.of(config, len(task.train)),
        keep=config.keep,
        selects=config.selection != "none",
        vectors=word_rows(vectors, task),
        out=out,
        progress=progress,
        given=tuple(given),
        known=Knowledge.of(task, vectors) if config.word_start == "labels" else None,
    )
    numbers = seed_numbers(seeds)
    starts = [Start(seed, large.with_shape(shape)) for shape in own for seed in numbers]
    members = trainer.train(starts)
    return Population(tuple(members), trainer.seconds, trainer.schedule.steps)


def check(task: Task, config: Config) -> None:
    """Refuse settings that do not fit a task."""
    Schedule.of(config, len(task.train))
    unknown_words(task, config)
    architecture = Architecture.of(task, config)
    if config.word_start == "labels":
        Knowledge.columns(architecture)


@dataclass(eq=False, kw_only=True)
class ProgramTrainer(Trainer[Architecture, Member]):
    """Trains networks that become programs."""

    given: tuple[Given, ...] = ()
    known: Knowledge | None = None

    kind, model = Member, "program"

    @property
    def course(self) -> Course:
        return Course.of(self.architecture.config, self.schedule)

    def begin(self, starts: Sequence[Start[Architecture]]) -> tuple[State, Data]:
        a, config, rows, trained, words = self.architecture, self.architecture.config, [], [], []
        chance, instead = unknown_words(self.task, config)
        for start in starts:
            own = start.architecture
            params, mask = initial(own, start.seed, self.given)
            if WORDS in params and self.vectors is not None:
                shape, spread = params[WORDS].shape, config.word_spread
                params[WORDS] = projected(self.vectors, shape, start.seed, spread)
            if self.known is not None:
                params = self.known.placed(params, own)
            if own != a:
                params, mask = widen(params, mask, own, a)
            rows.append(np.concatenate([params[name].ravel() for name in a.row]))
            trained.append(np.concatenate([mask[name].ravel() for name in a.row]))
            if WORDS in params:
                words.append(params[WORDS])
        flat, masks = np.stack(rows), np.stack(trained)
        state = State.first(
            machine.copied(flat), machine.copied(np.stack(words)) if words else None
        )
        at_home = config.vote_decay and self.known is not None
        return state, Data(
            jax.device_put(self.task.train.words),
            jax.device_put(self.task.train.labels),
            jax.device_put(np.stack([noise_key(start.seed) for start in starts])),
            jax.device_put(self.course),
            jax.device_put(masks),
            chance,
            instead,
            jax.device_put(flat) if at_home else None,
        )

    def chunk(self) -> machine.Compiled:
        return compiled_chunk(self.architecture, self.schedule, self.mesh)

    def answers(self, flat: Array, logits: Array | None, words: Ints) -> Array:
        run = compiled_labels(self.architecture.still)
        with jax.enable_x64(True):
            labels: Array = run(flat, logits, jax.device_put(words))
        return labels

    def temperature(self, step: int) -> float:
        return float(self.course.temperature(step))

    def noted(self, report: Progress, history: Sequence[Json]) -> Json:
        return {"temperature": report.temperature}

    def ended(self, member: Member, start: Start[Architecture]) -> Member:
        """Cut to its own shape; diverged, too, where it cannot become a program."""
        whole, own = self.architecture, start.architecture
        params = narrow(member.params, whole, own)
        lost = member.diverged or inexact(params, own) is not None
        return replace(member, architecture=own, params=params, diverged=lost)

    def described(self, starts: Sequence[Start[Architecture]]) -> Json:
        shapes = [checkpoint.settings(start.architecture.config.shape) for start in starts]
        return {
            "shapes": [list(shape.values()) for shape in shapes],
            "given": [checkpoint.settings(one) for one in self.given],
        }


def compiled_chunk(architecture: Architecture, schedule: Schedule, mesh: Mesh) -> machine.Compiled:
    """`train_chunk`, compiled. A GPU would wait after every step of a loop of unknown length."""
    on_gpu = jax.default_backend() == "gpu"
    return _compiled_chunk(architecture.still, schedule.chunk if on_gpu else None, mesh)


@lru_cache(maxsize=8)
def _compiled_chunk(architecture: Architecture, chunk: int | None, mesh: Mesh) -> machine.Compiled:
    return machine.compiled(partial(train_chunk, architecture=architecture, chunk=chunk), mesh)


@lru_cache(maxsize=8)
def compiled_labels(own: Architecture) -> machine.Compiled:
    """`row_labels`, compiled; to be called in double precision."""
    # A GPU's compiler tries many forms of a kernel to find the fastest: not for a few evaluations.
    options: machine.Options = {"xla_gpu_enable_triton_gemm": False, "xla_gpu_autotune_level": "0"}
    return jax.jit(
        partial(row_labels, own=own),
        compiler_options=options if machine.backend() == "gpu" else None,
    )


def unknown_words(task: Task, config: Words) -> tuple[Array | None, Array | None]:
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
    return jax.device_put(chance.astype(np.float32)), jax.device_put(np.array(unknown, np.int32))
