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
from dataclasses import replace
from math import inf
from typing import Any

import numpy as np

from ..dataset import Split, Task, evaluate_program
from ..meaning.batch import run_batch
from ..simplifier.fitting import Floats, minimize, softmax_loss
from .architecture import VOTES, Architecture, Params, indices, variable_name
from .config import ConfigError, seed_numbers
from .population import Population
from .program_model import ProgramModel, TrainedProgram
from .relax import ABSENT

MODULES = ("categorical_heads", "numerical_heads", "categorical_mlps", "numerical_mlps")
WIDTHS = ("word_variables", *MODULES)  # these add up

DECAY = 1e-6  # keeps weights from growing forever
ROUNDS = 240
BETWEEN = 20  # rounds between two evaluations
MIN_FALL = 2e-4  # of the loss from one evaluation to the next, in parts of it

Sparse = Any  # a matrix of SciPy


def check_merge(merge: int, model: ProgramModel, seeds: int | Sequence[int]) -> None:
    """Raise ConfigError, before training, if `merge` networks of a model cannot be merged."""
    starts = model.members(seed_numbers(seeds))
    networks = len(starts)
    if not isinstance(merge, int) or isinstance(merge, bool) or not 0 <= merge <= networks:
        raise ConfigError(
            f"merge: expected a whole number from 0 to {networks}, the number of networks, "
            f"got {merge!r}"
        )
    if merge > 1:
        for architecture in {start.architecture for start in starts}:
            widened([architecture] * 2)


def merge_best(
    population: Population[TrainedProgram],
    task: Task,
    most: int,
    on_progress: Callable[[str, float], None] = lambda doing, share: None,
) -> list[TrainedProgram]:
    """The best `most` networks merged, also half of them, a quarter and so on; the fewest first.

    Their votes are fitted jointly.
    """
    layers = population.best.architecture.config.layers
    ranked = [m for m in population.ranked() if m.architecture.config.layers == layers][:most]
    counts = [len(ranked) >> i for i in reversed(range(len(ranked).bit_length()))]
    known: list[tuple[Sparse, Sparse]] = []
    found: list[TrainedProgram] = []
    for count in counts:
        doing = f"fitting the votes of {count} network{'s' * (count > 1)}"
        on_progress(doing, len(found) / len(counts))
        chosen = ranked[:count]
        known += [values_of(member, task) for member in chosen[len(known) :]]
        member = together(chosen, task, known)
        validation, test = (
            evaluate_program(member.extracted, task, split).main
            for split in (task.validation, task.test)
        )
        found.append(replace(member, validation=validation, test=test, merged=count))
    return found


def merged(
    networks: Sequence[Params], shapes: Sequence[Architecture]
) -> tuple[Params, Architecture]:
    """Networks -> the network that adds up their votes, and its architecture.

    They may have different numbers of heads, MLPs and learned variables of words. Inputs that all
    of them read (positions, and words that are their own values) stay as they are; learned
    variables stand side by side.
    """
    large = widened(shapes)
    params: Params = {
        name: np.full(leaf.shape, ABSENT if leaf.choice else 0.0, np.float32)
        for name, leaf in large.leaves.items()
    }
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


# --- votes that are fitted together ---------------------------------------------------------------


def values_of(member: TrainedProgram, task: Task) -> tuple[Sparse, Sparse]:
    """The variables of a network on the training and on the validation inputs, by its program.

    (cases, V * k + U): a one for the value of each categorical variable, and the numbers. A case is
    a scored position; or an input, with the means over its words.
    """
    from scipy.sparse import csr_matrix  # type: ignore[import-untyped]

    a, program = member.architecture, member.extracted

    def of(split: Split) -> Sparse:
        found, real = run_batch(program, split.words).variables, split.words >= 0
        places = real if a.pooled else split.labels >= 0
        case = np.nonzero(places)[0] if a.pooled else np.arange(places.sum())
        share = 1 / real.sum(1)[case] if a.pooled else np.ones(len(case))
        columns, entries = [], []
        for v, name in enumerate(a.categorical):
            columns.append(v * a.k + np.asarray(found[variable_name(name)])[places])
            entries.append(share)
        for u, name in enumerate(a.numerical, len(a.categorical) * a.k):
            columns.append(np.full(len(case), u))
            entries.append(share * np.asarray(found[variable_name(name)])[places])
        where = np.tile(case, len(columns)), np.concatenate(columns)
        values = np.concatenate(entries).astype(np.float32)
        shape = len(split.words) if a.pooled else len(case), a.k * len(a.categorical)
        return csr_matrix((values, where), (shape[0], shape[1] + len(a.numerical)))

    return of(task.train), of(task.validation)


def fitted(
    members: Sequence[TrainedProgram],
    task: Task,
    known: Sequence[tuple[Sparse, Sparse]] | None = None,
    rounds: int = ROUNDS,
) -> list[TrainedProgram]:
    """The networks with the votes that, added up, make the training labels likeliest.

    Of all evaluations the best on validation counts. `known`: the variables of the networks.
    """
    from scipy.sparse import hstack

    every = [values_of(member, task) for member in members] if known is None else known
    train, validation = (hstack(side).tocsr() for side in zip(*every, strict=True))
    labels, classes = task.train.labels, len(task.classes)
    rows = labels if task.pooled else labels[labels >= 0]
    answers = (rows[:, None] == np.arange(classes)) / max(1, int((rows >= 0).sum()))

    def score(row: Floats) -> float:
        wanted = task.validation.labels
        given = np.full(wanted.shape, -1, np.int32)
        places = slice(None) if task.pooled else wanted >= 0
        given[places] = (validation @ row.reshape(-1, classes)).argmax(1)
        return task.accuracy(np.where(wanted >= 0, given, -1), task.validation).main

    def measure(row: Floats) -> tuple[float, Floats]:
        """The loss of some votes, and its slope."""
        scores = train @ row.reshape(-1, classes).astype(np.float32)
        loss, slope = softmax_loss(scores.astype(np.float64), answers)
        down = (train.T @ slope.astype(np.float32)).astype(np.float64).ravel()
        return loss + DECAY * float(row @ row) / 2, down + DECAY * row

    # The votes as they are, each network with its share.
    parts = [m.params[name].ravel() for m in members for name in VOTES if name in m.params]
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
            best, highest = weights, now
        fell, before, limit = before - loss, loss, MIN_FALL * before
        return fell < limit

    last = minimize(measure, start, rounds, is_done)
    row = last if score(last) > highest else best
    sizes = np.cumsum([part.size for part in parts])[:-1]
    votes = iter(np.split(row.astype(np.float32), sizes))
    return [
        replace(
            m,
            answered=None,
            params=m.params
            | {
                name: next(votes).reshape(m.params[name].shape)
                for name in VOTES
                if name in m.params
            },
        )
        for m in members
    ]


def together(
    members: Sequence[TrainedProgram],
    task: Task,
    known: Sequence[tuple[Sparse, Sparse]] | None = None,
) -> TrainedProgram:
    """Networks side by side as one; their votes are fitted together to a task.

    Its scores are still those of the first network: `merge_best` measures its own.
    """
    voting = fitted(members, task, known)
    params, large = merged([m.params for m in voting], [m.architecture for m in voting])
    return replace(voting[0], params=params, architecture=large)
