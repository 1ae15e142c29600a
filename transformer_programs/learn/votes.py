"""The best votes for discretised networks: softmax regression on what their variables say.

Training fits votes to variables that are still in motion. Once every choice is made the variables
stand still, and the votes under which the labels are likeliest are the optimum of a convex problem.
For several networks together it is worth most: each of them then votes where it is right.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import islice
from math import inf
from typing import NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
import numpy.typing as npt

from ..simplify.refit import Floats, Measure, lbfgs
from ..tasks import Split, Task
from .merge import VOTES, merged
from .population import Member

CELLS = 1 << 26  # zeros and ones that are multiplied at once
CPU_CELLS = 1 << 20  # what a cache holds
DECAY = 1e-6  # keeps weights from growing forever
ROUNDS = 240
BETWEEN = 20  # rounds between two looks at the validation inputs
LEAST_FALL = 2e-4  # of the loss from one look to the next, in parts of it

Told = Callable[[int, float, float], None]  # rounds done, the loss, the best validation score


class Heard(NamedTuple):
    """What the variables of one network say: (V, inputs, length) and (U, inputs, length)."""

    categorical: npt.NDArray[np.generic]
    numerical: npt.NDArray[np.float32]


class Said(NamedTuple):
    """What the variables of networks say, in blocks of inputs.

    categorical (blocks, inputs, length, V), numerical (blocks, inputs, length, U), labels (blocks,
    inputs, length) or (blocks, inputs) when pooled, -1 where none counts; `there`: where words are.
    """

    categorical: jax.Array
    numerical: jax.Array
    labels: jax.Array
    there: jax.Array


Weights = tuple[jax.Array, jax.Array]  # (V, k, classes), (U, classes)


def heard(member: Member, task: Task) -> tuple[Heard, Heard]:
    """What a network says on the training and on the validation inputs."""
    small = np.uint8 if member.architecture.k <= 1 << 8 else np.int32
    train, validation = (
        Heard(found.categorical.astype(small), found.numerical.astype(np.float32))
        for found in (member.run(split.words) for split in (task.train, task.validation))
    )
    return train, validation


def fitted(
    members: Sequence[Member],
    task: Task,
    *,
    rounds: int = ROUNDS,
    known: Sequence[tuple[Heard, Heard]] | None = None,
    told: Told | None = None,
) -> list[Member]:
    """The networks with the votes that, added up, make the training labels likeliest.

    Of all looks the one that is best on validation counts. `known`: what was heard of them.
    """
    shapes = _Shapes(members)
    every = [heard(member, task) for member in members] if known is None else known
    train = shapes.said([one for one, _ in every], task.train)
    validation = shapes.said([one for _, one in every], task.validation)
    measure, score = _measure(train, shapes), _scorer(validation, shapes, task)
    best = start = shapes.start()
    highest = score(start)
    for done, weights, loss in _looks(measure, start, rounds):
        now = score(weights)
        if now > highest:
            best, highest = weights, now
        if told is not None:
            told(done, loss, highest)
    return shapes.with_votes(best)


def together(
    members: Sequence[Member],
    task: Task | None = None,
    *,
    known: Sequence[tuple[Heard, Heard]] | None = None,
    told: Told | None = None,
) -> Member:
    """Networks side by side as one; their votes are fitted together to a task, if there is one.

    Its scores are still those of the first network: `side_by_side` measures its own.
    """
    voting = members if task is None else fitted(members, task, known=known, told=told)
    params, large = merged([m.params for m in voting], [m.architecture for m in voting])
    return replace(voting[0], params=params, architecture=large)


def _looks(measure: Measure, start: Floats, rounds: int) -> Iterator[tuple[int, Floats, float]]:
    """Every few rounds, how many were done, the weights and their loss, while it falls."""
    steps = islice(lbfgs(measure, start), rounds)
    done, before = 0, inf
    while latest := list(islice(steps, BETWEEN)):
        done += len(latest)
        weights, loss = latest[-1]
        yield done, weights, loss
        if before - loss < LEAST_FALL * before:
            return
        before = loss


class _Shapes:
    """The votes of several networks as one row of numbers."""

    def __init__(self, members: Sequence[Member]) -> None:
        self.members = members
        first = members[0].architecture
        self.k, self.classes, self.pooled = first.k, first.classes, first.pooled
        self.categorical = sum(len(m.architecture.categorical) for m in members)
        self.numerical = sum(len(m.architecture.numerical) for m in members)

    def said(self, known: Sequence[Heard], split: Split) -> Said:
        """What all variables of all networks say on a split."""
        categorical = np.concatenate([one.categorical for one in known])
        numerical = np.concatenate([one.numerical for one in known])
        inputs, length = split.words.shape
        cells = inputs * length * (self.categorical * self.k + self.numerical)
        count = -(-cells // (CPU_CELLS if jax.default_backend() == "cpu" else CELLS))
        size = -(-max(1, inputs) // max(1, count))

        def blocks(values: npt.NDArray[np.generic], missing: int = 0) -> jax.Array:
            behind = [(0, -inputs % size), *[(0, 0)] * (values.ndim - 1)]
            padded = np.pad(values, behind, constant_values=missing)
            return jnp.asarray(padded.reshape(len(padded) // size, size, *values.shape[1:]))

        return Said(
            blocks(np.moveaxis(categorical, 0, -1)),
            blocks(np.moveaxis(numerical, 0, -1)),
            blocks(split.labels, -1),
            blocks(split.words >= 0),
        )

    def start(self) -> Floats:
        """The votes as they are, each network with its share."""
        share = 1 / len(self.members)
        rows = [
            member.params[name].ravel().astype(np.float64) * share
            for name in VOTES
            for member in self.members
            if name in member.params
        ]
        return np.concatenate(rows)

    def weights(self, row: jax.Array) -> Weights:
        votes = self.categorical * self.k * self.classes
        return (
            row[:votes].reshape(self.categorical, self.k, self.classes),
            row[votes:].reshape(self.numerical, self.classes),
        )

    def with_votes(self, row: Floats) -> list[Member]:
        """The networks with these votes."""
        found, first = [dict(member.params) for member in self.members], 0
        for name in VOTES:
            for params in found:
                if name in params:
                    shape, size = params[name].shape, params[name].size
                    params[name] = row[first : first + size].reshape(shape).astype(np.float32)
                    first += size
        return [replace(m, params=params) for m, params in zip(self.members, found, strict=True)]

    def scores(self, weights: Weights, said: Said) -> jax.Array:
        """The scores of one block: (inputs, length, classes), or (inputs, classes) when pooled."""
        votes, number_votes = weights
        # A product with zeros and ones: on a CPU several times faster than looking votes up. Some
        # devices round what they multiply, unless told.
        ones = jax.nn.one_hot(said.categorical, self.k, dtype=votes.dtype)
        scores = jnp.einsum("ilvk,vkc->ilc", ones, votes, precision="highest")
        numbers = jnp.einsum("ilu,uc->ilc", said.numerical, number_votes, precision="highest")
        scores = scores + numbers
        if not self.pooled:
            return scores
        there = said.there[:, :, None]
        return jnp.where(there, scores, 0).sum(1) / jnp.maximum(there.sum(1), 1)


def _measure(said: Said, shapes: _Shapes) -> Measure:
    """Weights -> their loss on all blocks, and its slope."""
    counted = float((said.labels >= 0).sum())

    def loss(row: jax.Array, block: Said) -> jax.Array:
        likely = jax.nn.log_softmax(shapes.scores(shapes.weights(row), block), axis=-1)
        own = jnp.take_along_axis(likely, jnp.maximum(block.labels, 0)[..., None], -1)[..., 0]
        return -jnp.where(block.labels >= 0, own, 0).sum() / counted

    @jax.jit
    def summed(row: jax.Array, blocks: Said) -> tuple[jax.Array, jax.Array]:
        def add(
            total: tuple[jax.Array, jax.Array], block: Said
        ) -> tuple[tuple[jax.Array, jax.Array], None]:
            value, slope = jax.value_and_grad(loss)(row, block)
            return (total[0] + value, total[1] + slope), None

        zero = (jnp.zeros(()), jnp.zeros_like(row))
        return jax.lax.scan(add, zero, blocks)[0]

    def measure(row: Floats) -> tuple[float, Floats]:
        value, slope = summed(jnp.asarray(row, jnp.float32), said)
        decayed = float(value) + DECAY * float(row @ row) / 2
        return decayed, np.asarray(slope, np.float64) + DECAY * row

    return measure


def _scorer(said: Said, shapes: _Shapes, task: Task) -> Callable[[Floats], float]:
    """Weights -> the main score of the networks together on the validation inputs."""
    split = task.validation
    count = len(split.words)

    @jax.jit
    def answers(row: jax.Array, blocks: Said) -> jax.Array:
        def answered(block: Said) -> jax.Array:
            return shapes.scores(shapes.weights(row), block).argmax(-1)

        return jnp.asarray(jax.lax.map(answered, blocks))

    def score(row: Floats) -> float:
        given = np.asarray(answers(jnp.asarray(row, jnp.float32), said), np.int32)
        given = given.reshape(-1, *given.shape[2:])[:count]
        return task.accuracy(np.where(split.labels >= 0, given, -1), split).main

    return score
