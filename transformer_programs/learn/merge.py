"""Merged networks: the modules of several networks side by side, their votes fitted together.

Networks that started from other seeds, or in other ways, make other mistakes. Side by side they
are one wider network, in which each module reads the variables of its own part: it becomes one
program, with one proof, like any other.

Training fits votes to variables that are still in motion. Once every choice is made the variables
stand still, and the votes under which the labels are likeliest are the optimum of a convex problem,
a softmax regression. Of several networks each then votes where it is right.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields, replace
from functools import partial
from math import inf
from typing import NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
import numpy.typing as npt

from ..meaning.batch import run_batch
from ..simplifier.fitting import Floats, Measure, minimize
from ..tasks import Split, Task
from .architecture import VOTES, Architecture, Params, indices, variable_name
from .config import Choices, Config, ConfigError, Training, Words
from .extract import extract
from .network import Member
from .noise import Array
from .relax import ABSENT

MODULES = ("categorical_heads", "numerical_heads", "categorical_mlps", "numerical_mlps")
WIDTHS = ("word_variables", *MODULES)  # these add up
# Networks may differ in how they were trained.
FREE = {field.name for record in (Training, Choices, Words) for field in fields(record)}
FREE = FREE - {"reaches", "predicates", "word_cardinality"} | {*WIDTHS, "cardinality"}

CELLS = 1 << 26  # zeros and ones that are multiplied at once
CPU_CELLS = 1 << 20  # what a cache holds
DECAY = 1e-6  # keeps weights from growing forever
ROUNDS = 240
# A GPU's compiler tries many forms of a product to find the fastest: not for a few rounds.
compiled = partial(jax.jit, compiler_options={"xla_gpu_enable_triton_gemm": False})
BETWEEN = 20  # rounds between two evaluations
MIN_FALL = 2e-4  # of the loss from one evaluation to the next, in parts of it

OnRound = Callable[[int, float, float], None]  # rounds, loss, best validation score


def merged(networks: Sequence[Params], own: Sequence[Architecture]) -> tuple[Params, Architecture]:
    """Networks -> the network that adds up their votes, and its architecture.

    They may have different numbers of heads, MLPs and learned variables of words. Inputs that all
    of them read (positions, and words that are their own values) stay as they are; learned
    variables stand side by side.
    """
    large = widened(own)
    params: Params = {
        name: np.full(leaf.shape, ABSENT if leaf.choice else 0.0, np.float32)
        for name, leaf in large.leaves.items()
    }
    scale = large.config.vote_scale
    before = dict.fromkeys(WIDTHS, 0)
    for network, small in zip(networks, own, strict=True):
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
    """The architecture of these networks side by side."""
    first = architectures[0]
    for other in architectures[1:]:
        for field in fields(Config):
            ours, theirs = (getattr(a.config, field.name) for a in (first, other))
            if ours != theirs and field.name not in FREE:
                raise ConfigError(
                    f"merge: {field.name} is {ours} in one network, {theirs} in another"
                )
        learned = [a.config.word_variables > 0 for a in (first, other)]
        if learned[0] != learned[1]:
            raise ConfigError("merge: words are learned variables in one network, not in another")
        if replace(other, config=first.config) != first or other.k != first.k:
            raise ConfigError("merge: expected networks of one task, with variables of one size")
    for one in architectures[:-1]:
        _check_dealt(one.config)
    counts = {name: sum(getattr(a.config, name) for a in architectures) for name in WIDTHS}
    return replace(first, config=replace(first.config, cardinality=first.k, **counts))


def _check_dealt(config: Config) -> None:
    """The reaches dealt out in turn to heads must begin anew after the heads of this network."""
    dealt = len(config.reaches.split(","))
    for name in ("categorical_heads", "numerical_heads"):
        if getattr(config, name) % dealt:
            raise ConfigError(
                f"merge: expected {name} to be a multiple of {dealt}, the number of reaches, "
                f"got {getattr(config, name)}"
            )


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


# --- votes that are fitted together ---------------------------------------------------------------


class Values(NamedTuple):
    """The variables of one network: (V, inputs, length) and (U, inputs, length)."""

    categorical: npt.NDArray[np.generic]
    numerical: npt.NDArray[np.float32]


Known = Sequence[tuple[Values, Values]]  # of each network: on training and validation inputs


class ValueBlocks(NamedTuple):
    """The variables of networks, in blocks of inputs.

    categorical (blocks, inputs, length, V), numerical (blocks, inputs, length, U), `there`: where
    words are.
    """

    categorical: Array
    numerical: Array
    there: Array


def values_of(member: Member, task: Task) -> tuple[Values, Values]:
    """The variables of a network on the training and on the validation inputs, by its program."""
    a = member.architecture
    program = extract(member.params, a, task.vocabulary, task.classes)
    small = np.uint8 if a.k <= 1 << 8 else np.int32

    def of(split: Split) -> Values:
        found, shape = run_batch(program, split.words).variables, (-1, *split.words.shape)
        values, numbers = (  # 0 at padding
            np.maximum([found[variable_name(name)] for name in names], 0).astype(kind)
            for names, kind in ((a.categorical, small), (a.numerical, np.float32))
        )
        return Values(values.reshape(shape), numbers.reshape(shape))

    return of(task.train), of(task.validation)


def fitted(
    members: Sequence[Member],
    task: Task,
    *,
    rounds: int = ROUNDS,
    known: Known | None = None,
    on_round: OnRound | None = None,
) -> list[Member]:
    """The networks with the votes that, added up, make the training labels likeliest.

    Of all evaluations the best on validation counts. `known`: the variables of the networks.
    """
    every = [values_of(member, task) for member in members] if known is None else known
    train = Voters(members, [one for one, _ in every], task.train)
    validation = Voters(members, [one for _, one in every], task.validation)
    labels = task.validation.labels

    def score(row: Floats) -> float:
        given = validation.scores(row).argmax(-1).astype(np.int32)
        return task.accuracy(np.where(labels >= 0, given, -1), task.validation).main

    # The votes as they are, each network with its share.
    rows = [m.params[name].ravel() for name in VOTES for m in members if name in m.params]
    best = start = np.concatenate(rows).astype(np.float64) / len(members)
    highest, done, before = score(start), 0, inf

    def is_done(weights: Floats, loss: float) -> bool:
        """Evaluate every few rounds; stop where the loss falls no more."""
        nonlocal best, highest, done, before
        done += 1
        if done % BETWEEN:
            return False
        now = score(weights)
        if now > highest:
            best, highest = weights, now
        if on_round is not None:
            on_round(done, loss, highest)
        fell, before, limit = before - loss, loss, MIN_FALL * before
        return fell < limit

    last = minimize(train.measure(task.train.labels), start, rounds, is_done)
    return _with_votes(members, last if score(last) > highest else best)


def together(
    members: Sequence[Member],
    task: Task,
    *,
    known: Known | None = None,
    on_round: OnRound | None = None,
) -> Member:
    """Networks side by side as one; their votes are fitted together to a task.

    Its scores are still those of the first network: `merge_best` measures its own.
    """
    voting = fitted(members, task, known=known, on_round=on_round)
    params, large = merged([m.params for m in voting], [m.architecture for m in voting])
    return replace(voting[0], params=params, architecture=large, answered=None)


def _with_votes(members: Sequence[Member], row: Floats) -> list[Member]:
    """The networks with these votes."""
    found, first = [dict(member.params) for member in members], 0
    for name in VOTES:
        for params in found:
            if name in params:
                shape, size = params[name].shape, params[name].size
                params[name] = row[first : first + size].reshape(shape).astype(np.float32)
                first += size
    pairs = zip(members, found, strict=True)
    return [replace(m, params=params, answered=None) for m, params in pairs]


class Voters:
    """All variables of some networks on a split. Their votes are one row of numbers."""

    def __init__(self, members: Sequence[Member], known: Sequence[Values], split: Split) -> None:
        first = members[0].architecture
        self.shape = VoteShape(first.k, first.classes, first.pooled)
        categorical = np.concatenate([one.categorical for one in known])
        numerical = np.concatenate([one.numerical for one in known])
        inputs, length = split.words.shape
        cells = inputs * length * (len(categorical) * first.k + len(numerical))
        count = -(-cells // (CPU_CELLS if jax.default_backend() == "cpu" else CELLS))
        size = -(-max(1, inputs) // max(1, count))

        self.inputs, self.size = inputs, size
        self.blocks = ValueBlocks(
            self._cut(np.moveaxis(categorical, 0, -1)),
            self._cut(np.moveaxis(numerical, 0, -1)),
            self._cut(split.words >= 0),
        )

    def _cut(self, values: npt.NDArray[np.generic]) -> Array:
        """Something of each input, in blocks of inputs; zeros fill the last."""
        padded = np.pad(values, [(0, -self.inputs % self.size), *[(0, 0)] * (values.ndim - 1)])
        blocks = padded.reshape(len(padded) // self.size, self.size, *values.shape[1:])
        cut: Array = jax.device_put(blocks)
        return cut

    def scores(self, row: Floats) -> Floats:
        """The scores of all classes: (inputs, length, classes), or (inputs, classes) if pooled."""
        found = np.asarray(_scores(self.shape, row.astype(np.float32), self.blocks))
        return found.reshape(-1, *found.shape[2:])[: self.inputs]

    def measure(self, labels: npt.NDArray[np.int32]) -> Measure:
        """Weights -> their loss on all labels that count, and its slope."""
        wanted, counted = self._cut(labels + 1) - 1, max(1, int((labels >= 0).sum()))

        def measure(row: Floats) -> tuple[float, Floats]:
            slope, losses = _slope(self.shape, row.astype(np.float32), self.blocks, wanted)
            loss = float(np.asarray(losses, np.float64).sum()) / counted
            decayed = loss + DECAY * float(row @ row) / 2
            return decayed, np.asarray(slope, np.float64) / counted + DECAY * row

        return measure


class VoteShape(NamedTuple):
    """The values of a variable, classes, and whether an input has one answer."""

    k: int
    classes: int
    pooled: bool


@partial(compiled, static_argnums=0)
def _scores(shape: VoteShape, row: Array, blocks: ValueBlocks) -> Array:
    scores: Array = jax.lax.map(partial(_block, shape, row), blocks)
    return scores


@partial(compiled, static_argnums=0)
def _slope(shape: VoteShape, row: Array, blocks: ValueBlocks, wanted: Array) -> tuple[Array, Array]:
    """The slope of the loss on all blocks, and the loss on each."""

    def loss(row: Array, blocks: ValueBlocks, labels: Array) -> Array:
        """How unlikely the labels of one block are, those that count."""
        scores = _block(shape, row, blocks)
        right = (scores * jax.nn.one_hot(labels, shape.classes)).sum(-1)
        return jnp.where(labels >= 0, jax.nn.logsumexp(scores, axis=-1) - right, 0).sum()

    def add(total: Array, block: tuple[ValueBlocks, Array]) -> tuple[Array, Array]:
        lost, slope = jax.value_and_grad(loss)(row, *block)
        return total + slope, lost

    found: tuple[Array, Array] = jax.lax.scan(add, jnp.zeros_like(row), (blocks, wanted))
    return found


def _block(shape: VoteShape, row: Array, blocks: ValueBlocks) -> Array:
    """The scores of one block."""
    many, numbers = blocks.categorical.shape[-1], blocks.numerical.shape[-1]
    votes = row[: many * shape.k * shape.classes].reshape(many, shape.k, shape.classes)
    number_votes = row[votes.size :].reshape(numbers, shape.classes)
    # A product with zeros and ones: on a CPU several times faster than looking votes up. Some
    # devices round what they multiply by default.
    ones = jax.nn.one_hot(blocks.categorical, shape.k, dtype=votes.dtype)
    scores = jnp.einsum("ilvk,vkc->ilc", ones, votes, precision="highest")
    scores += jnp.einsum("ilu,uc->ilc", blocks.numerical, number_votes, precision="highest")
    if not shape.pooled:
        return scores
    there = blocks.there[:, :, None]
    return jnp.where(there, scores, 0).sum(1) / jnp.maximum(there.sum(1), 1)
