"""Several networks as one: their modules side by side, their votes added up.

Networks of the same settings that started from other seeds make other mistakes. Side by side they
are one wider network, in which each module reads the variables of its own part: it becomes one
program, with one proof, like any other.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from .architecture import Architecture, Axis, Params
from .config import ConfigError
from .relax import ABSENT

VOTES = ("votes", "number_votes")
COUNTS = {  # what numbers the modules of each kind
    "attn": "categorical_heads",
    "num_attn": "numerical_heads",
    "mlp": "categorical_mlps",
    "num_mlp": "numerical_mlps",
}


def merged(networks: Sequence[Params], architecture: Architecture) -> tuple[Params, Architecture]:
    """Networks of one architecture -> the network that adds up their votes, and its architecture.

    Inputs that all of them read (positions, and words that are their own values) stay as they are;
    learned variables of words stand side by side.
    """
    if not networks:
        raise ConfigError("merge: expected at least one network")
    large = widened(architecture, len(networks))
    params: Params = {
        name: np.full(leaf.shape, ABSENT if leaf.choice else 0.0, np.float32)
        for name, leaf in large.leaves.items()
    }
    scale = architecture.config.vote_scale
    for number, own in enumerate(networks):
        for name, leaf in architecture.leaves.items():
            axes = zip(leaf.axes, large.leaves[name].axes, leaf.shape, strict=True)
            place = np.ix_(*(_places(few, many, n, number, architecture) for few, many, n in axes))
            if name in VOTES:  # several networks may vote on one variable: add up what is rounded
                params[name][place] += np.round(own[name] * scale) / np.float32(scale)
            else:
                params[name][place] = own[name]
    return params, large


def widened(architecture: Architecture, times: int) -> Architecture:
    """The architecture of so many networks side by side."""
    config = architecture.config
    counts = {field: times * getattr(config, field) for field in COUNTS.values()}
    wide = replace(config, word_variables=times * config.word_variables, **counts)
    return replace(architecture, config=replace(wide, cardinality=architecture.k))


def renamed(variable: str, number: int, architecture: Architecture) -> str:
    """The name that a variable or module of network `number` has in the merged network.

    >>> from .config import Config
    >>> small = Architecture(Config(categorical_heads=8), words=8, classes=2, length=8)
    >>> renamed("attn_1_3", 2, small), renamed("positions", 2, small)
    ('attn_1_19', 'positions')
    """
    config = architecture.config
    if variable.endswith("_embeddings"):
        own = int(variable.removeprefix("var").removesuffix("_embeddings"))
        return f"var{number * config.word_variables + own}_embeddings"
    kind, _, place = variable.partition("_") if "_" in variable else (variable, "", "")
    if kind == "num":
        rest, _, place = place.partition("_")
        kind = f"num_{rest}"
    if kind not in COUNTS:
        return variable
    layer, _, own_place = place.partition("_")
    first = number * int(getattr(config, COUNTS[kind]))
    return f"{kind}_{layer}_{first + int(own_place)}"


def _places(few: Axis, many: Axis, size: int, number: int, architecture: Architecture) -> list[int]:
    """Where the entries of an axis stand in the merged network."""
    if isinstance(few, int) or isinstance(many, int):
        return list(range(size))
    return [many.index(renamed(name, number, architecture)) for name in few]
