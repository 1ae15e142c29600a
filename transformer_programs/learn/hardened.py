"""The discretised network: every choice made, votes and weights rounded, all sums exact.

It takes the largest logit of every choice, rounds votes to whole numbers (votes = round(vote_scale
* weight)) and the weights of MLPs to multiples of 1/1024, and computes in double precision: all its
sums are then exact, whatever adds them up in whatever order, as long as none of them is too large:
`exact.inexact` says whether one can be.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

import jax
import jax.numpy as jnp
import numpy as np
import numpy.typing as npt

from .architecture import VOTES, Architecture, Params
from .machine import on_cpu
from .model import Tree, forward
from .noise import Array
from .relax import Hard

AT_ONCE = 512  # inputs that one network answers at a time
GRAIN = 1024  # MLP weights are rounded to multiples of 1 / GRAIN


@dataclass(frozen=True, slots=True)
class Computed:
    """Everything the discretised network computes; at padding the values mean nothing.

    labels (B, N), or (B,) when pooled: the class with most votes. votes (B, N, classes) or
    (B, classes). categorical[v] (B, N) is the index of the value of `architecture.categorical[v]`;
    numerical[u] (B, N) is the number `architecture.numerical[u]`.
    """

    labels: npt.NDArray[np.int64]
    votes: npt.NDArray[np.int64]
    categorical: npt.NDArray[np.int64]
    numerical: npt.NDArray[np.int64]


def rounded(params: Tree, architecture: Architecture) -> Tree:
    """Parameters in double precision, votes and MLP weights rounded as said above."""
    result = {}
    for name, leaf in architecture.leaves.items():
        if name not in params:
            continue  # the values of words, where they are not asked for
        value = params[name].astype(jnp.float64)
        if name in VOTES:
            value = jnp.round(value * architecture.config.vote_scale)
        elif not (leaf.choice or leaf.truth):
            value = jnp.round(value * GRAIN) / GRAIN
        result[name] = value
    return result


def hard_labels(params: Tree, architecture: Architecture, words: Array) -> Array:
    """The labels that each member of a population gives: words (B, N) -> (P, B, N) or (P, B)."""
    words = jnp.broadcast_to(words.T, (params["votes"].shape[0], *words.T.shape))
    scores, _ = forward(rounded(params, architecture), architecture, words, Hard())
    return jnp.swapaxes(jnp.argmax(scores, axis=1), 1, -1).astype(jnp.int32)


@partial(jax.jit, static_argnums=1)
def _hard_values(
    params: Tree, architecture: Architecture, words: Array
) -> tuple[Array, Array, Array]:
    params = {name: value[None] for name, value in params.items()}
    scores, stream = forward(rounded(params, architecture), architecture, words.T[None], Hard())
    values = jnp.argmax(stream.categorical[0], axis=1)
    return scores[0].T, jnp.swapaxes(values, 1, 2), jnp.swapaxes(stream.numerical[0], 1, 2)


def hard_forward(
    params: Params, architecture: Architecture, words: npt.NDArray[np.int32]
) -> Computed:
    """Run one member's discretised network on the CPU: words (B, N), -1 for padding.

    Many inputs run in blocks of one size: one compiled function serves all, and memory stays small.
    A GPU's compiler takes minutes where there are many values and positions.
    """
    count = len(words)
    if count > AT_ONCE:
        words = np.pad(words, [(0, -count % AT_ONCE), (0, 0)], constant_values=-1)
    with jax.enable_x64(True), on_cpu():
        parts = [
            _hard_values(dict(params), architecture.still, words[i : i + AT_ONCE])
            for i in range(0, max(1, len(words)), AT_ONCE)
        ]
    votes, values, numbers = (
        np.concatenate([np.asarray(one) for one in found], axis).astype(np.int64)
        for found, axis in zip(zip(*parts, strict=True), (0, 1, 1), strict=True)
    )
    labels = np.argmax(votes, axis=-1)
    return Computed(labels[:count], votes[:count], values[:, :count], numbers[:, :count])
