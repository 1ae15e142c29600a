"""Merged networks: the modules of several networks side by side, their votes fitted together.

Networks that started from other seeds, or in other ways, make other mistakes. Side by side they
are one wider network, in which each module reads the variables of its own part: it becomes one
program, with one proof, like any other.
Of networks whose votes are fitted together (`votes.py`), each votes where it is right.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

import numpy as np

from ..dataset import Task, evaluate_program
from .architecture import VOTES, Architecture, Params, indices
from .config import ConfigError, seed_numbers
from .population import Population
from .program_model import ProgramModel, TrainedProgram
from .relax import ABSENT
from .votes import Values, fitted, values_of

MODULES = ("categorical_heads", "numerical_heads", "categorical_mlps", "numerical_mlps")
WIDTHS = ("word_variables", *MODULES)  # these add up


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
    known: list[tuple[Values, Values]] = []
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


def together(
    members: Sequence[TrainedProgram],
    task: Task,
    known: Sequence[tuple[Values, Values]] | None = None,
) -> TrainedProgram:
    """Networks side by side as one; their votes are fitted together to a task.

    Its scores are still those of the first network: `merge_best` measures its own.
    """
    voting = fitted(members, task, known)
    params, large = merged([m.params for m in voting], [m.architecture for m in voting])
    return replace(voting[0], params=params, architecture=large)
