"""Merged networks: the modules of several networks side by side, their votes fitted together.

Networks that started from other seeds, or in other ways, make other mistakes. Side by side they
are one wider network, in which each module reads the variables of its own part: it becomes one
program, with one proof, like any other. Some experiments use them; it is too long to read.

Training fits votes to variables that are still in motion. Once every choice is made the variables
stand still, and the votes under which the labels are likeliest are the optimum of a convex problem,
a softmax regression.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from itertools import islice
from math import inf
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import numpy.typing as npt

from ..dataset import Ints, Split, Task, evaluate_program
from ..meaning.batch import run_batch
from ..simplifier.fitting import Floats, minimize
from .architecture import VOTES, Architecture, Params, indices, nothing_in, variable_name
from .config import ConfigError, Shape
from .machine import Array
from .population import Population
from .program_model import ProgramNetwork

MODULES = [one.name for one in fields(Shape)[1:]]  # after the layers
WIDTHS = ("word_variables", *MODULES)  # these add up
DECAY = 1e-6  # keeps weights from growing forever
ROUNDS = 240
BETWEEN = 20  # rounds between two evaluations
MIN_FALL = 2e-4  # of the loss from one evaluation to the next, in parts of it
BLOCK_CELLS = 1 << 22  # features of the cases that are computed at a time

Block = tuple[Array, ...]  # some cases: the fields of `Values`


def merge_best(
    population: Population[ProgramNetwork], task: Task, most: int
) -> dict[int, ProgramNetwork]:
    """The best `most` networks merged, by their number; also half of them, a quarter and so on."""
    layers = population.best.architecture.config.layers
    equally_deep = (m for m in population.ranked() if m.architecture.config.layers == layers)
    ranked = list(islice((m for m in equally_deep if m.refusal is None), most))
    found: dict[int, ProgramNetwork] = {}
    for halvings in reversed(range(len(ranked).bit_length())):
        count = len(ranked) >> halvings
        network = fitted(side_by_side(ranked[:count]), task)
        validation, test = (
            evaluate_program(network.unproved, task, split).main
            for split in (task.validation, task.test)
        )
        found[count] = replace(network, validation=validation, test=test)
    return found


# --- networks side by side ------------------------------------------------------------------------


def side_by_side(members: Sequence[ProgramNetwork]) -> ProgramNetwork:
    """Networks as one, each with its share of the votes; its scores are those of the first."""
    count = len(members)
    params, large = merged([m.params for m in members], [m.architecture for m in members])
    params |= {name: params[name] / np.float32(count) for name in VOTES if name in params}
    return replace(members[0], params=params, architecture=large)


def merged(
    networks: Sequence[Params], shapes: Sequence[Architecture]
) -> tuple[Params, Architecture]:
    """Networks -> the network that adds up their votes, and its architecture.

    They may have different numbers of heads, MLPs and learned variables of words. Inputs that all
    of them read (positions, and words that are their own values) stay as they are; learned
    variables stand side by side.
    """
    large = widened(shapes)
    params = nothing_in(large)
    scale = large.config.vote_scale
    before = dict.fromkeys(WIDTHS, 0)
    for network, small in zip(networks, shapes, strict=True):
        names = names_in(large, small, before)
        for name, leaf in small.leaves.items():
            place = indices(leaf, large.leaves[name], names)
            if name in VOTES:  # several networks may vote on one variable: add up what is rounded
                params[name][place] += np.round(network[name] * scale) / np.float32(scale)
            else:
                params[name][place] = network[name]
        before = {field: n + getattr(small.config, field) for field, n in before.items()}
    return params, large


def widened(architectures: Sequence[Architecture]) -> Architecture:
    """The architecture of networks of one run side by side."""
    # The reaches dealt out in turn to heads must begin anew after the heads of each network.
    for config in [one.config for one in architectures[:-1]]:
        dealt = len(config.reaches.split(","))
        for name in ("categorical_heads", "numerical_heads"):
            if getattr(config, name) % dealt:
                raise ConfigError(
                    f"merge: expected {name} to be a multiple of {dealt}, the number of reaches, "
                    f"got {getattr(config, name)}"
                )
    first = architectures[0]
    counts = {name: sum(getattr(a.config, name) for a in architectures) for name in WIDTHS}
    return replace(first, config=replace(first.config, cardinality=first.k, **counts))


def names_in(large: Architecture, small: Architecture, before: Mapping[str, int]) -> dict[str, str]:
    """The names that the variables and modules of a part have in the merged network.

    `before`: how many of each kind stand before those of this part.
    """
    axes = []
    if small.config.word_variables:
        axes.append(("word_variables", small.word_variables, large.word_variables))
    for few, many in zip(small.layers, large.layers, strict=True):
        axes += [(kind, getattr(few, kind), getattr(many, kind)) for kind in MODULES]
    return {
        name: new
        for kind, few, many in axes
        for name, new in zip(few, many[before[kind] :], strict=False)
    }


# --- votes that are fitted again ------------------------------------------------------------------


@dataclass(frozen=True)
class Values:
    """The variables of a network on some cases, by its program.

    A case is a scored position, or an input, whose variables are the means over its M words: the
    row of each categorical variable's value among all votes (cases, M, V), the numbers
    (cases, M, U), the share of each word (cases, M), and the label (cases,).
    """

    rows: npt.NDArray[np.int32]
    numbers: npt.NDArray[np.float32]
    shares: npt.NDArray[np.float32]
    labels: Ints

    @staticmethod
    def of(network: ProgramNetwork, split: Split) -> Values:
        a, real = network.architecture, split.words >= 0
        found = run_batch(network.unproved, split.words).variables
        cases = slice(None) if a.pooled else split.labels >= 0

        def gathered(names: Sequence[str], kind: type) -> npt.NDArray[Any]:
            columns: list[Any] = [
                np.asarray(found[variable_name(name)], kind)[cases] for name in names
            ]
            values: Any = np.array(columns, kind).reshape(len(columns), *real[cases].shape)
            return np.moveaxis(values if a.pooled else values[:, :, None], 0, -1)

        firsts = a.k * np.arange(len(a.categorical), dtype=np.int32)
        rows, labels = gathered(a.categorical, np.int32) + firsts, split.labels[cases]
        shares = np.ones((len(rows), 1), np.float32)
        if a.pooled:
            shares = (real / real.sum(1, keepdims=True)).astype(np.float32)
        return Values(rows, gathered(a.numerical, np.float32), shares, labels)

    def in_blocks(self, width: int) -> list[Block]:
        """All arrays in blocks of cases, on the device."""
        count = max(1, -(-len(self.labels) * width * self.rows.shape[1] // BLOCK_CELLS))
        arrays = self.rows, self.numbers, self.shares, self.labels
        parts = ([jnp.asarray(part) for part in np.array_split(one, count)] for one in arrays)
        return list(zip(*parts, strict=True))


def _scores(block: Block, weights: Array) -> tuple[Array, Array]:
    """The features of some cases, means over their words (cases, rows of votes), and the scores."""
    rows, numbers, shares, _ = block
    ones = jnp.zeros((*rows.shape[:2], len(weights) - numbers.shape[2]))
    case, word = jnp.indices(rows.shape[:2])
    ones = ones.at[case[:, :, None], word[:, :, None], rows].set(1.0)
    features = jnp.einsum("cmf,cm->cf", jnp.concatenate([ones, numbers], axis=2), shares)
    return features, jnp.matmul(features, weights, precision="highest")


@jax.jit
def _slope(weights: Array, block: Block) -> tuple[Array, Array]:
    """The slope of the loss of some cases by the weights, and the loss."""
    (features, scores), labels = _scores(block, weights), block[3]
    right = labels[:, None] == jnp.arange(weights.shape[1])
    logarithms = jax.nn.log_softmax(scores)
    errors = jnp.exp(logarithms) - right
    loss = -jnp.where(right, logarithms, 0).sum()
    return jnp.matmul(features.T, errors, precision="highest"), loss


@jax.jit
def _classes(weights: Array, block: Block) -> Array:
    return _scores(block, weights)[1].argmax(1)


def fitted(network: ProgramNetwork, task: Task, rounds: int = ROUNDS) -> ProgramNetwork:
    """The network with the votes under which the training labels are likeliest.

    Of all evaluations the best on validation counts.
    """
    names = [name for name in VOTES if name in network.params]
    start = np.concatenate([network.params[n].reshape(-1, len(task.classes)) for n in names])
    train, validation = (Values.of(network, split) for split in (task.train, task.validation))
    of_train, of_validation = (values.in_blocks(len(start)) for values in (train, validation))
    scored = max(1, int((train.labels >= 0).sum()))

    def as_weights(row: Floats) -> Array:
        return jnp.asarray(row.reshape(start.shape), jnp.float32)

    def score(row: Floats) -> float:
        wanted = task.validation.labels
        given = np.full(wanted.shape, -1, np.int32)
        found = [np.asarray(_classes(as_weights(row), block)) for block in of_validation]
        given[slice(None) if task.pooled else wanted >= 0] = np.concatenate(found)
        return task.accuracy(np.where(wanted >= 0, given, -1), task.validation).main

    def measure(row: Floats) -> tuple[float, Floats]:
        """The loss of some votes, and its slope."""
        weights = as_weights(row)
        slopes, losses = zip(*(_slope(weights, block) for block in of_train), strict=True)
        loss = float(np.asarray(losses, np.float64).sum()) / scored
        down = np.asarray(sum(slopes), np.float64).ravel() / scored
        return loss + DECAY * float(row @ row) / 2, down + DECAY * row

    best = start.ravel().astype(np.float64)
    highest, done, before = score(best), 0, inf

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

    last = minimize(measure, best, rounds, is_done)
    weights = np.asarray(last if score(last) > highest else best, np.float32)
    sizes = np.cumsum([network.params[name].size for name in names])[:-1]
    votes = {
        name: piece.reshape(network.params[name].shape)
        for name, piece in zip(names, np.split(weights, sizes), strict=True)
    }
    return replace(network, params=network.params | votes)
