"""Networks that become programs: the model that the trainer trains, and what it gives.

`ProgramModel` tells the trainer the initial parameters, the loss and the answers of such networks.
A `ProgramNetwork` is a trained one with the program that is extracted from it and the proof that
both are the same.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from ..dataset import Ints, Scores, Task, evaluate_program, require_task
from ..program import Program, Vocabulary
from ..program.program import ProofError, linked
from ..store.atomic import write_arrays
from ..store.reading import StoreError, decode, read_arrays
from ..vectors import Vectors
from . import machine
from .architecture import VOTES, WORDS, Architecture, Params, enclosing_shape, narrow
from .checkpoints import Json, digest_of_arrays
from .choices import Fused, Sampler, Soft, random_bits, random_uniform
from .config import Config, Given, Modules, Shape
from .extract import ExtractionError, extract
from .initial import Mask, initial, widen
from .machine import Array, Packed, Tree
from .model import forward, hard_labels
from .population import ENOUGH_TO_SELECT, TrainedNetwork
from .products import added
from .prove import Proof, prove
from .trainer import Batch, DrawRows, Plan, Start, answers_alone
from .training_state import ROW, Data, Schedule, packed, stacked, unpacked
from .word_start import LabelStart, WordRows, unknown_chances


@dataclass(frozen=True)
class ProgramModel:
    """Networks that become programs; those of smaller shapes are parts of `architecture`.

    One network per seed is trained in each of `shapes`, by default in that of `architecture`.
    Choices that are `given` are set before training. Learned word variables start from `vectors`,
    or from what the labels say (`label_start`).
    """

    architecture: Architecture
    shapes: tuple[Shape, ...] = field(default=(), compare=False)
    given: tuple[Given, ...] = field(default=(), compare=False)
    vectors: WordRows | None = field(default=None, compare=False)
    label_start: LabelStart | None = field(default=None, compare=False)

    @staticmethod
    def of(
        task: Task,
        config: Config,
        shapes: Sequence[Shape] = (),
        given: Sequence[Given] = (),
        vectors: Vectors | None = None,
    ) -> ProgramModel:
        require_task(
            len(task.classes) > 1,
            f"{task.name}: every label is {task.classes[0]!r}, so there is nothing to train; "
            "`tprog search` gives the program",
        )
        large = Architecture.of(task, config)
        if shapes:  # networks of all shapes train as parts of one that holds them all
            large = large.with_shape(enclosing_shape(shapes))
        label_start = LabelStart.of(task, vectors) if config.word_start == "labels" else None
        rows = WordRows.of(vectors, task)
        return ProgramModel(large, tuple(shapes), tuple(given), rows, label_start)

    def plan(self, inputs: int, seeds: int) -> Plan:
        config = self.architecture.config
        enough = config.selection == "auto" and seeds >= ENOUGH_TO_SELECT
        selects = config.selection == "quarter" or enough
        return Plan(Schedule.of(config, inputs), config.keep, selects)

    def starts(self, seeds: Sequence[int]) -> list[Start]:
        large = self.architecture
        shapes = [large.with_shape(shape) for shape in self.shapes] or [large]
        return [Start(seed, shape) for shape in shapes for seed in seeds]

    def init(self, starts: Sequence[Start], task: Task) -> tuple[list[Params], dict[str, Any]]:
        config, shapes = self.architecture.config, self.architecture.array_shapes
        members, masks = zip(*map(self._first, starts), strict=True)
        put: Callable[[Any], Array] = jax.device_put
        more: dict[str, Any] = {
            "trainable": put(packed(stacked(masks), shapes)[ROW]),
            "replaced": put(unknown_chances(task, config)),
        }
        if config.vote_decay:
            shares = {
                name: np.full((1, *shape), config.vote_decay * (name in VOTES), np.float32)
                for name, shape in shapes.items()
            }
            more["decay"] = put(packed(shares, shapes)[ROW][0])
            if self.label_start is not None:
                more["home"] = put(packed(stacked(members), shapes)[ROW])
        return list(members), more

    def _first(self, start: Start) -> tuple[Params, Mask]:
        """The first parameters of a member, and which of them are trained."""
        small: Architecture = start.architecture
        params, mask = initial(small, start.seed, self.given)
        if WORDS in params and self.vectors is not None:
            params[WORDS] = self.vectors.logits(params[WORDS].shape, start.seed)
        if self.label_start is not None:
            params = self.label_start.placed(params, small)
        if small != self.architecture:
            params, mask = widen(params, mask, small, self.architecture)
        return params, mask

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
        if data.replaced is not None:  # else unknown words would be too rare to learn from
            chance, unknown = data.replaced
            drawn = random_uniform(keys, "unknown", words.shape, batch.device_part)
            words = jnp.where((drawn < chance[words]) & (words >= 0), unknown[words], words)
        if (samples := config.gumbel_samples) > 1:  # copies of a member, each with its own noise
            shifts = jnp.tile(jnp.arange(samples, dtype=jnp.uint32), members)
            keys = jnp.repeat(keys, samples, axis=0) + jnp.stack([shifts, shifts], axis=1)
            tree = {name: jnp.repeat(leaf, samples, axis=0) for name, leaf in tree.items()}
            words, labels = (jnp.repeat(x, samples, axis=0) for x in (words, labels))
        soft = replace(soft_sampler(config, keys, batch.temperature), device_part=batch.device_part)
        losses = member_losses(tree, self.architecture, words, labels, soft)
        return losses.reshape(members, samples).mean(1)

    def predict(self, params: Packed, words: Ints) -> Array:
        """The classes that the discretised networks give."""
        run = compiled_labels(self.architecture)
        with jax.enable_x64(True):
            labels: Array = run(params, jax.device_put(words))
        return labels

    def trained_network(
        self, start: Start, task: Task, params: dict[str, Any], **result: Any
    ) -> ProgramNetwork:
        """Cut to its own shape."""
        params = narrow(params, self.architecture, start.architecture)
        return ProgramNetwork(start.seed, start.architecture, params, **result, task=task)

    def identity(self, starts: Sequence[Start]) -> Json:
        vectors = None if self.vectors is None else digest_of_arrays([self.vectors.rows])
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
    picked = jnp.arange(architecture.class_count)[:, None, None] == labels
    right = added(jnp.where(picked, scores, 0), 1)
    loss = jnp.where(labels >= 0, jax.nn.logsumexp(scores, axis=1, keepdims=True) - right, 0)
    scored = jnp.maximum((labels >= 0).sum(2), 1)
    return (loss.sum(2) / scored).mean((1, 2))


@machine.compile_separately
def _taken(data: Array, rows: Array) -> Array:
    """Some inputs, the inputs last: data (inputs, N) or (inputs,), rows (P, B) -> (P, N, B)."""
    return data[rows] if data.ndim == 1 else jnp.swapaxes(data[rows], 1, 2)


def soft_sampler(config: Modules, keys: Array, temperature: Array) -> Soft:
    """Soft choices, stored as `precision` says; in bfloat16 on a GPU made by kernels."""
    on_gpu = jax.default_backend() == "gpu"
    if config.precision == "float32" or (config.precision == "auto" and not on_gpu):
        return Soft(keys, temperature)
    return (Fused if on_gpu else Soft)(keys, temperature, jnp.bfloat16)


@lru_cache(maxsize=8)
def compiled_labels(architecture: Architecture) -> machine.Compiled:
    """`hard_labels` of members that are rows, compiled; to be called in double precision."""

    def labels(params: Packed, words: Array) -> Array:
        tree = unpacked(params, architecture.array_shapes)
        return hard_labels(tree, architecture, words)

    # A GPU's compiler tries many forms of a kernel to find the fastest: not for a few evaluations.
    options: machine.Options = {"xla_gpu_enable_triton_gemm": False, "xla_gpu_autotune_level": "0"}
    return jax.jit(labels, compiler_options=options if machine.backend() == "gpu" else None)


# --- a trained network as a program ---------------------------------------------------------------


@dataclass(frozen=True, eq=False, repr=False)
class ProgramNetwork(TrainedNetwork):
    """One trained network as a program; program and proof are computed on first use.

    Its scores are those of the discretised network, cut to its own shape.
    """

    architecture: Architecture
    task: Task = field(kw_only=True)

    def __repr__(self) -> str:
        return f"<ProgramNetwork: seed {self.seed}, validation {self.validation:.2%}>"

    @cached_property
    def unproved(self) -> Program:
        """The program that is extracted from the discretised network, before the proof."""
        return extract(self.params, self.architecture, self.task.vocabulary, self.task.classes)

    @cached_property
    def refusal(self) -> str | None:
        """Why it cannot become a program; None if it can."""
        try:
            _ = self.unproved
        except ExtractionError as reason:
            return str(reason)
        return None

    @cached_property
    def proof(self) -> Proof:
        """The proof that program and discretised network compute the same function."""
        names = self.task.vocabulary, self.task.classes
        return prove(self.unproved, self.params, self.architecture, *names)

    @cached_property
    def program(self) -> Program:
        """The extracted program, with its proof as the first claim; ProofError if that fails."""
        if not self.proof.equal:
            raise ProofError(f"the program of seed {self.seed} {self.proof}")
        return linked(self.unproved, "extracted", f"network = extracted program: {self.proof}")

    @cached_property
    def scores(self) -> Mapping[str, Scores]:
        """The scores of the program by split."""
        splits = self.task.scored_splits()
        return {name: evaluate_program(self.unproved, self.task, s) for name, s in splits.items()}

    def predict(self, words: Ints) -> Ints:
        """The classes that the discretised network gives; at padding they mean nothing."""
        with machine.on_cpu():  # a GPU's compiler takes minutes where there are many values
            return answers_alone(ProgramModel(self.architecture), self.params, words)

    def save(self, path: Path) -> None:
        """Write the network to a file, from which `prove_stored` proves its program again."""
        header = NetworkHeader(self.architecture, self.task.vocabulary, self.task.classes)
        text = np.array(json.dumps(asdict(header)))
        write_arrays(path, {"header": text, **self.params}, compressed=True)

    def described(self) -> Json:
        refused = vars(self).get("refusal")  # known of the networks that came before the best
        return {
            "shape": asdict(self.architecture.config.shape),
            **super().described(),
            **({} if refused is None else {"refused": refused}),
        }

    def cells(self) -> dict[str, str]:
        return {"shape": self.architecture.config.shape.in_words()} | super().cells()


# --- the network of a run folder ------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class NetworkHeader:
    """The meaning of a network's parameters, as its file stores it."""

    architecture: Architecture
    vocabulary: Vocabulary
    classes: tuple[str, ...]


def prove_stored(path: Path, program: Program) -> Proof:
    """Prove a program equal to the network in a file; refused if `save` does not write such."""
    try:
        params = dict(read_arrays(path))
        header = decode(str(params.pop("header", "")), NetworkHeader, "header")
        architecture = header.architecture
        wanted = {name: leaf.shape for name, leaf in architecture.leaves.items()}
        found = {name: array.shape for name, array in params.items()}
        if found != wanted or any(array.dtype != np.float32 for array in params.values()):
            raise StoreError("expected the arrays of its architecture")
        counts = len(header.vocabulary.words), len(header.classes)
        if counts != (architecture.word_count, architecture.class_count):
            raise StoreError("expected as many words and classes as its architecture has")
    except ValueError as error:
        raise StoreError(f"{path}: not a stored network ({error})") from None
    return prove(program, params, architecture, header.vocabulary, header.classes)
