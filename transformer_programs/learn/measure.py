"""How good the discretised networks of a population are, and the best that each has been."""

from __future__ import annotations

from dataclasses import dataclass

import jax
import jax.numpy as jnp
import numpy as np
import numpy.typing as npt

from ..tasks import Split, Task
from .architecture import Architecture, SplitLike, TaskLike
from .model import Tree, hard_correct, hard_labels
from .relax import Array

Floats = npt.NDArray[np.float64]

AT_ONCE = 256  # inputs that are evaluated at a time; more where batches are larger


def measure(tree: Tree, architecture: Architecture, task: TaskLike, split: SplitLike) -> Floats:
    """The score of each member's discretised network: what the task's metric says. (P,)

    The fraction of scored labels that are right, or F1 of the entities that the labels tag.
    """
    size = max(architecture.config.batch, AT_ONCE)
    entities = isinstance(task, Task) and task.metric == "entity"
    found = []
    for i in range(0, len(split.words), size):
        words, labels = split.words[i : i + size], split.labels[i : i + size]
        # Every block has the same size, so that one compiled function serves all.
        spare = [(0, size - len(words)), *[(0, 0)] * (words.ndim - 1)]
        words = np.pad(words, spare, constant_values=-1)
        labels = np.pad(labels, spare[: labels.ndim], constant_values=-1)
        if entities:
            found.append(hard_labels(tree, architecture, words))
        else:
            found.append(hard_correct(tree, architecture, words, labels))
    if not entities:
        total = max(1, int((split.labels >= 0).sum()))
        right = np.stack([np.asarray(count) for count in found]).astype(np.int64)
        return np.asarray(right.sum(axis=0) / total)
    assert isinstance(task, Task)
    assert isinstance(split, Split)
    blocks = [np.asarray(labels) for labels in found]
    answers = np.concatenate(blocks, axis=1)[:, : len(split.words)]
    return np.array([task.accuracy(own, split).main for own in answers])


@jax.tree_util.register_dataclass
@dataclass(frozen=True)
class Kept:
    """The parameters with which each member was best on validation, and how good it was. (P,)"""

    flat: Array
    logits: Array | None
    score: Array

    @staticmethod
    def none(flat: Array, logits: Array | None) -> Kept:
        # Copies: the arrays of the state are given away to the next chunk.
        words = None if logits is None else jnp.copy(logits)
        return Kept(jnp.copy(flat), words, jnp.full(len(flat), -1.0, jnp.float32))


@jax.jit
def keep_better(kept: Kept, flat: Array, logits: Array | None, score: Array) -> Kept:
    """The members that are at least as good as ever keep what they are now."""
    better = score.astype(jnp.float32) >= kept.score

    def chosen(now: Array, before: Array) -> Array:
        return jnp.where(better.reshape(-1, *[1] * (now.ndim - 1)), now, before)

    best: Kept = jax.tree.map(chosen, Kept(flat, logits, score.astype(jnp.float32)), kept)
    return best
