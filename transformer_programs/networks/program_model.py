"""Program networks as a model of the trainer: (task, config, seeds) -> Population."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import numpy.typing as npt

from ..dataset import require_task
from ..meaning.words import stand_ins
from ..tasks import Task
from ..vectors import Vectors
from . import checkpoint, machine
from .architecture import VOTES, WORDS, Architecture, largest_shape, narrow
from .config import Choices, Config, ConfigError, Given, Shape, Words
from .hardened import hard_labels, inexact
from .initial import Knowledge, WordRows, initial, noise_key, projected, widen, word_rows
from .model import Tree, forward
from .network import Member
from .noise import Array, random_bits, random_uniform
from .population import Json, Population, Progress
from .relax import Fused, Sampler, Soft, added
from .trainer import seed_numbers, train_population
from .training_steps import (
    ROW,
    Batch,
    Data,
    DrawRows,
    Ints,
    Rates,
    Schedule,
    Start,
    State,
    packed,
    stacked,
    unpacked,
)


def train_programs(
    task: Task,
    config: Config,
    seeds: int | Sequence[int] = 8,
    *,
    out: Path | None = None,
    shapes: Sequence[Shape] = (),
    given: Sequence[Given] = (),
    vectors: Vectors | None = None,
    on_progress: Callable[[Progress], None] | None = None,
) -> Population:
    """Train one network for each seed (and shape), all at once.

    `shapes` trains every seed in every one of these shapes; `given` sets choices of modules before
    training. With `out` the run can be killed at any moment and continued by the same call. Learned
    word variables start from `vectors`.
    """
    require_task(
        len(task.classes) > 1,
        f"{task.name}: every label is {task.classes[0]!r}, so there is nothing to train; "
        "`tprog search` gives the program",
    )
    machine.share_cores()
    own = tuple(shapes) or (config.shape,)
    large = Architecture.of(task, config).with_shape(largest_shape(own))
    model = ProgramModel(
        large,
        tuple(given),
        word_rows(vectors, task),
        Knowledge.of(task, vectors) if config.word_start == "labels" else None,
    )
    starts = [Start(seed, large.with_shape(shape)) for shape in own for seed in seed_numbers(seeds)]
    return train_population(
        model, task, starts, Schedule.of(config, len(task.train)), out, on_progress
    )


@dataclass(frozen=True)
class ProgramModel:
    """Networks that become programs; those of smaller shapes are parts of `architecture`.

    Learned word variables start from `vectors`, or from what the labels say (`known`).
    """

    architecture: Architecture
    given: tuple[Given, ...] = field(default=(), compare=False)
    vectors: WordRows | None = field(default=None, compare=False)
    known: Knowledge | None = field(default=None, compare=False)

    @property
    def compile_key(self) -> ProgramModel:
        return ProgramModel(self.architecture.compile_key)

    @cached_property
    def vote_decay(self) -> npt.NDArray[np.float32] | None:
        decay = self.architecture.config.vote_decay
        shares = [
            np.full(shape, decay * (name in VOTES))
            for name, shape in self.architecture.shapes.items()
        ]
        own = [share.ravel().astype(np.float32) for share in shares]
        return np.concatenate(own) if decay else None

    def init(self, starts: Sequence[Start], task: Task, rates: Rates) -> tuple[State, Data]:
        config, members, masks = self.architecture.config, [], []
        for start in starts:
            own: Architecture = start.architecture
            params, mask = initial(own, start.seed, self.given)
            if WORDS in params and self.vectors is not None:
                shape, spread = params[WORDS].shape, config.word_spread
                params[WORDS] = projected(self.vectors, shape, start.seed, spread)
            if self.known is not None:
                params = self.known.placed(params, own)
            if own != self.architecture:
                params, mask = widen(params, mask, own, self.architecture)
            members.append(params)
            masks.append(mask)
        state = State.first(members, self.architecture.shapes)
        at_home = config.vote_decay and self.known is not None
        put: Callable[[Any], Array] = jax.device_put
        return state, Data(
            put(task.train.words),
            put(task.train.labels),
            put(np.stack([noise_key(start.seed) for start in starts])),
            jax.device_put(rates),
            put(packed(stacked(masks), self.architecture.shapes)[ROW]),
            *unknown_chances(task, config),
            put(np.asarray(state.params[ROW]).copy()) if at_home else None,
        )

    def batches(self, data: Data, step: Array) -> DrawRows:
        """Inputs drawn at random, with replacement."""

        def rows(number: Array, keys: Array) -> Array:
            drawn = random_bits(keys, "batch", (len(keys), self.architecture.config.batch))
            chosen: Array = (drawn % jnp.uint32(len(data.words))).astype(jnp.int32)
            return chosen

        return rows

    def losses(self, tree: Tree, data: Data, batch: Batch) -> Array:
        config, keys, members = self.architecture.config, batch.keys, len(batch.keys)
        words, labels = (_taken(x, batch.rows) for x in (data.words, data.labels))
        if data.chance is not None and data.unknown is not None:  # else too rare to learn from
            drawn = random_uniform(keys, "unknown", words.shape, batch.share)
            replaced = (drawn < data.chance[words]) & (words >= 0)
            words = jnp.where(replaced, data.unknown[words], words)
        if (samples := config.samples) > 1:  # each is a copy of the member with its own noise
            shifts = jnp.tile(jnp.arange(samples, dtype=jnp.uint32), members)
            keys = jnp.repeat(keys, samples, axis=0) + jnp.stack([shifts, shifts], axis=1)
            tree = {name: jnp.repeat(leaf, samples, axis=0) for name, leaf in tree.items()}
            words, labels = (jnp.repeat(x, samples, axis=0) for x in (words, labels))
        soft = replace(soft_sampler(config, keys, batch.temperature), share=batch.share)
        losses = member_losses(tree, self.architecture, words, labels, soft)
        return losses.reshape(members, samples).mean(1)

    def predict(self, params: Tree, words: Ints) -> Array:
        """The classes that the discretised networks give."""
        run = compiled_labels(self.architecture.compile_key)
        with jax.enable_x64(True):
            labels: Array = run(params, jax.device_put(words))
        return labels

    def member(self, start: Start, params: dict[str, Any], **result: Any) -> Member:
        """Cut to its own shape; diverged, too, where it cannot become a program."""
        own: Architecture = start.architecture
        params = narrow(params, self.architecture, own)
        result["diverged"] = result["diverged"] or inexact(params, own) is not None
        return Member(start.seed, own, params, **result)

    def identity(self, starts: Sequence[Start]) -> Json:
        vectors = None if self.vectors is None else checkpoint.digest_of_arrays([self.vectors.rows])
        shapes = [asdict(start.architecture.config.shape) for start in starts]
        return {
            "model": "program",
            "config": asdict(self.architecture.config),
            "vectors": vectors,
            "shapes": [list(shape.values()) for shape in shapes],
            "given": [asdict(one) for one in self.given],
        }


def member_losses(
    tree: Tree, architecture: Architecture, words: Array, labels: Array, sampler: Sampler
) -> Array:
    """The loss of each member: the mean over its inputs of the mean over scored positions. (P,)

    words (P, N, B); labels (P, N, B), or (P, B) when pooled.
    """
    scores, _ = forward(tree, architecture, words, sampler)  # (P, classes, N, B)
    if architecture.pooled:
        count = jnp.maximum((words >= 0).sum(1), 1)
        scores, labels = (scores / count[:, None])[:, :, None], labels[:, None]
    labels = labels[:, None]
    picked = jnp.arange(architecture.classes)[:, None, None] == labels
    right = added(jnp.where(picked, scores, 0), 1)
    loss = jnp.where(labels >= 0, jax.nn.logsumexp(scores, axis=1, keepdims=True) - right, 0)
    scored = jnp.maximum((labels >= 0).sum(2), 1)
    return (loss.sum(2) / scored).mean((1, 2))


@machine.compile_separately
def _taken(data: Array, rows: Array) -> Array:
    """Some inputs, the inputs last: data (inputs, N) or (inputs,), rows (P, B) -> (P, N, B)."""
    return data[rows] if data.ndim == 1 else jnp.swapaxes(data[rows], 1, 2)


def soft_sampler(config: Choices, keys: Array, temperature: Array) -> Soft:
    """Soft choices, stored as `precision` says; in bfloat16 on a GPU made by kernels."""
    on_gpu = jax.default_backend() == "gpu"
    if config.precision == "float32" or (config.precision == "auto" and not on_gpu):
        return Soft(keys, temperature)
    return (Fused if on_gpu else Soft)(keys, temperature, jnp.bfloat16)


@lru_cache(maxsize=8)
def compiled_labels(own: Architecture) -> machine.Compiled:
    """`hard_labels` of members that are rows, compiled; to be called in double precision."""

    def labels(params: Tree, words: Array) -> Array:
        return hard_labels(unpacked(params, own.shapes), own, words)

    # A GPU's compiler tries many forms of a kernel to find the fastest: not for a few evaluations.
    options: machine.Options = {"xla_gpu_enable_triton_gemm": False, "xla_gpu_autotune_level": "0"}
    return jax.jit(labels, compiler_options=options if machine.backend() == "gpu" else None)


def unknown_chances(task: Task, config: Words) -> tuple[Array | None, Array | None]:
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
