"""Merged networks: the modules of several networks side by side, their votes added up.

Networks that started from other seeds, or in other ways, make other mistakes. Side by side they
are one wider network, in which each module reads the variables of its own part: it becomes one
program, with one proof, like any other.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields, replace

import numpy as np

from .architecture import VOTES, Architecture, Params, indices
from .config import Config, ConfigError, Training, Words
from .relax import ABSENT

LEARNED = ("word_variables", "number_variables")  # what words are
MODULES = ("categorical_heads", "numerical_heads", "categorical_mlps", "numerical_mlps")
WIDTHS = (*LEARNED, *MODULES)  # these add up
# Networks may differ in how they were trained.
FREE = {field.name for record in (Training, Words) for field in fields(record)}
FREE = FREE - {"word_cardinality"} | {*WIDTHS, "offset_heads", "cardinality"}


def merged(networks: Sequence[Params], own: Sequence[Architecture]) -> tuple[Params, Architecture]:
    """Networks -> the network that adds up their votes, and its architecture.

    They may have different numbers of heads, MLPs and learned variables of words. Inputs that all
    of them read (positions, and words that are their own values) stay as they are; learned
    variables stand side by side, and so do learned numbers.
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
    offsets = [min(a.config.offset_heads, a.config.categorical_heads) for a in architectures]
    every = [a.config.categorical_heads for a in architectures]
    if len(architectures) > 1 and any(offsets) and offsets != every:
        raise ConfigError(
            "merge: expected offset_heads to be 0 in all networks, or all of their categorical "
            f"heads, got {offsets} of {every}"
        )
    counts = {name: sum(getattr(a.config, name) for a in architectures) for name in WIDTHS}
    counts["offset_heads"] = sum(offsets)
    return replace(first, config=replace(first.config, cardinality=first.k, **counts))


def _check_dealt(config: Config) -> None:
    """What is dealt out in turn to heads must begin anew after the heads of this network."""
    heads = ("categorical_heads", "numerical_heads")
    for what, names in (("reaches", heads), ("choices", heads[:1])):
        dealt = len(getattr(config, what).split(","))
        for name in names:
            if getattr(config, name) % dealt:
                raise ConfigError(
                    f"merge: expected {name} to be a multiple of {dealt}, the number of {what}, "
                    f"got {getattr(config, name)}"
                )


def names_in(large: Architecture, small: Architecture, before: Mapping[str, int]) -> dict[str, str]:
    """The names that the variables and modules of a part have in the merged network.

    `before`: how many of each kind stand before those of this part.
    """
    learned = LEARNED if small.config.word_variables else LEARNED[1:]
    axes = [(kind, getattr(small, kind), getattr(large, kind)) for kind in learned]
    for few, many in zip(small.layers, large.layers, strict=True):
        axes += [(kind, getattr(few, kind), getattr(many, kind)) for kind in MODULES]
    return {
        name: new
        for kind, few, many in axes
        for name, new in zip(few, many[before[kind] :], strict=False)
    }
