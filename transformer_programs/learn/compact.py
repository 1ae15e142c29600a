"""A network with its choices made, in a hundredth of the room: what extraction needs of it.

The discretised network depends on nothing of a choice but which option is the largest. So that is
all that is kept: a number for each row of logits, where the logits of ten thousand words would fill
megabytes.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from .architecture import Architecture, Params

Arrays = dict[str, npt.NDArray[np.generic]]


def compacted(params: Params, architecture: Architecture) -> Arrays:
    """The chosen option of every choice, and every other parameter as it is."""
    found: Arrays = {}
    for name, leaf in architecture.leaves.items():
        if leaf.choice:
            found[name] = np.argmax(params[name], axis=-1).astype(np.uint16)
        else:
            found[name] = params[name]
    return found


def expanded(arrays: Arrays, architecture: Architecture) -> Params:
    """Parameters whose discretised network is the one that was compacted."""
    params: Params = {}
    for name, leaf in architecture.leaves.items():
        values = arrays[name]
        if leaf.choice:
            chosen = values.astype(np.int64)[..., None] == np.arange(leaf.shape[-1])
            params[name] = chosen.astype(np.float32)
        else:
            params[name] = values.astype(np.float32)
    return params
