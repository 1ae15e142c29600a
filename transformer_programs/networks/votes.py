"""The votes of trained networks, fitted again.

Training fits votes to variables that are still in motion. Once every choice is made the variables
stand still, and the votes under which the labels are likeliest are the optimum of a convex problem,
a softmax regression.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from math import inf
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import numpy.typing as npt

from ..dataset import Split, Task
from ..meaning.batch import run_batch
from ..simplifier.fitting import Floats, minimize
from .architecture import VOTES, variable_name
from .evaluations import Ints
from .noise import Array
from .program_model import TrainedProgram

DECAY = 1e-6  # keeps weights from growing forever
ROUNDS = 240
BETWEEN = 20  # rounds between two evaluations
MIN_FALL = 2e-4  # of the loss from one evaluation to the next, in parts of it
BLOCK_CELLS = 1 << 22  # features of the cases that are computed at a time


@dataclass(frozen=True)
class Values:
    """The variables of networks on some cases, by their programs.

    A case is a scored position, or an input, whose variables are the means over its M words: the
    number of each categorical variable's value (cases, M, V) as a column, the numbers
    (cases, M, U), and the share of each word (cases, M).
    """

    columns: npt.NDArray[np.int32]
    numbers: npt.NDArray[np.float32]
    shares: npt.NDArray[np.float32]
    width: int  # of all columns

    @staticmethod
    def of(member: TrainedProgram, split: Split) -> Values:
        """The variables of one network."""
        a, real = member.architecture, split.words >= 0
        found = run_batch(member.extracted, split.words).variables
        places = slice(None) if a.pooled else split.labels >= 0

        def gathered(names: Sequence[str], kind: type) -> npt.NDArray[Any]:
            rows: list[Any] = [
                np.asarray(found[variable_name(name)], kind)[places] for name in names
            ]
            values: Any = np.array(rows, kind).reshape(len(rows), *real[places].shape)
            values = np.moveaxis(values if a.pooled else values[:, :, None], 0, -1)
            return np.asarray(values)

        starts = a.k * np.arange(len(a.categorical), dtype=np.int32)
        columns = gathered(a.categorical, np.int32) + starts
        shares = np.ones((len(columns), 1), np.float32)
        if a.pooled:
            shares = (real / real.sum(1, keepdims=True)).astype(np.float32)
        return Values(columns, gathered(a.numerical, np.float32), shares, a.k * len(starts))

    @staticmethod
    def together(parts: Sequence[Values]) -> Values:
        """The variables of several networks side by side, on the same cases."""
        starts = np.cumsum([0, *(part.width for part in parts)])
        columns = [part.columns + start for part, start in zip(parts, starts[:-1], strict=True)]
        numbers = np.concatenate([part.numbers for part in parts], axis=2)
        columns_of_all = np.concatenate(columns, axis=2).astype(np.int32)
        return Values(columns_of_all, numbers, parts[0].shares, int(starts[-1]))

    def in_blocks(self, labels: Ints) -> tuple[Array, ...]:
        """Columns, numbers, shares and labels as (blocks, cases of a block, ...), on the device."""
        size = max(1, BLOCK_CELLS // max(1, self.width * self.columns.shape[1]))
        blocks = max(1, -(-len(labels) // size))
        size = -(-len(labels) // blocks)

        def cut(array: npt.NDArray[Any], filler: int) -> Array:
            rest = [(0, blocks * size - len(array)), *[(0, 0)] * (array.ndim - 1)]
            padded = np.pad(array, rest, constant_values=filler)
            return jnp.asarray(padded.reshape(blocks, size, *array.shape[1:]))

        return cut(self.columns, 0), cut(self.numbers, 0), cut(self.shares, 0), cut(labels, -1)


def _features(block: tuple[Array, ...], width: int) -> Array:
    """The mean over the words of a case of its ones and numbers: (cases, width + U)."""
    columns, numbers, shares = block[:3]
    ones = jnp.zeros((*columns.shape[:2], width))
    case, word = jnp.indices(columns.shape[:2])
    ones = ones.at[case[:, :, None], word[:, :, None], columns].set(1.0)
    return jnp.einsum("cmf,cm->cf", jnp.concatenate([ones, numbers], axis=2), shares)


@cache
def _compiled(width: int) -> tuple[Any, Any]:
    """The sums of the losses and slopes, and the classes that are voted for, compiled."""

    def scores_of(features: Array, weights: Array) -> Array:
        return jnp.matmul(features, weights, precision="highest")

    def slope(weights: Array, blocks: tuple[Array, ...]) -> tuple[Array, Array]:
        def one(total: Array, block: tuple[Array, ...]) -> tuple[Array, Array]:
            features, labels = _features(block, width), block[3]
            scores, counted = scores_of(features, weights), labels >= 0
            wanted = labels[:, None] == jnp.arange(weights.shape[1])
            logarithms = jax.nn.log_softmax(scores)
            losses = -jnp.where(wanted, logarithms, 0).sum()
            errors = jnp.where(counted[:, None], jnp.exp(logarithms) - wanted, 0)
            return total + jnp.matmul(features.T, errors, precision="highest"), losses

        return jax.lax.scan(one, jnp.zeros_like(weights), blocks)

    def classes(weights: Array, blocks: tuple[Array, ...]) -> Array:
        def one(_: None, block: tuple[Array, ...]) -> tuple[None, Array]:
            return None, scores_of(_features(block, width), weights).argmax(1)

        return jax.lax.scan(one, None, blocks)[1].ravel()

    return jax.jit(slope), jax.jit(classes)


def fitted(
    members: Sequence[TrainedProgram],
    task: Task,
    known: Sequence[tuple[Values, Values]] | None = None,
    rounds: int = ROUNDS,
) -> list[TrainedProgram]:
    """The networks with the votes that, added up, make the training labels likeliest.

    Of all evaluations the best on validation counts. `known`: the variables of the networks on the
    inputs of training and of validation.
    """
    every = [values_of(member, task) for member in members] if known is None else known
    train, validation = map(Values.together, zip(*every, strict=True))
    of_train, of_validation = (
        values.in_blocks(split.labels if task.pooled else split.labels[split.labels >= 0])
        for values, split in ((train, task.train), (validation, task.validation))
    )
    slope_of, classes_of = _compiled(train.width)
    names = [(m, name) for name in VOTES for m in members if name in m.params]
    shapes = [m.params[name].shape for m, name in names]
    classes, scored = len(task.classes), max(1, int((task.train.labels >= 0).sum()))

    def as_weights(row: Floats) -> Array:
        return jnp.asarray(row.reshape(-1, classes), jnp.float32)

    def score(row: Floats) -> float:
        wanted = task.validation.labels
        given = np.full(wanted.shape, -1, np.int32)
        found = np.asarray(classes_of(as_weights(row), of_validation))[: len(validation.columns)]
        given[slice(None) if task.pooled else wanted >= 0] = found
        return task.accuracy(np.where(wanted >= 0, given, -1), task.validation).main

    def measure(row: Floats) -> tuple[float, Floats]:
        """The loss of some votes, and its slope."""
        slope, losses = slope_of(as_weights(row), of_train)
        loss = float(np.asarray(losses, np.float64).sum()) / scored
        down = np.asarray(slope, np.float64).ravel() / scored
        return loss + DECAY * float(row @ row) / 2, down + DECAY * row

    # The votes as they are, each network with its share.
    parts = [m.params[name].ravel() for m, name in names]
    best = start = np.concatenate(parts).astype(np.float64) / len(members)
    highest, done, before = score(start), 0, inf

    def is_done(weights: Floats, loss: float) -> bool:
        """Evaluate every few rounds; stop where the loss falls no more."""
        nonlocal best, highest, done, before
        done += 1
        if done % BETWEEN:
            return False
        now = score(weights)
        if now > highest:
            best, highest = weights.copy(), now
        fell, before, limit = before - loss, loss, MIN_FALL * before
        return fell < limit

    last = minimize(measure, start, rounds, is_done)
    row = last if score(last) > highest else best
    pieces = np.split(row.astype(np.float32), np.cumsum([part.size for part in parts])[:-1])
    votes: dict[int, dict[str, Any]] = {id(m): {} for m in members}
    for (member, name), shape, piece in zip(names, shapes, pieces, strict=True):
        votes[id(member)][name] = piece.reshape(shape)
    return [replace(m, answered=None, params=m.params | votes[id(m)]) for m in members]


def values_of(member: TrainedProgram, task: Task) -> tuple[Values, Values]:
    """The variables of a network on the inputs of training and of validation."""
    return Values.of(member, task.train), Values.of(member, task.validation)
