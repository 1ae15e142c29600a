"""The discretised network: every choice made, votes and weights rounded, all sums exact.

It takes the largest logit of every choice, rounds votes to whole numbers (votes = round(vote_scale
* weight)) and the weights of MLPs to multiples of 1/1024, and computes in double precision: all its
sums are then exact, whatever adds them up in whatever order, as long as none of them is too large:
`inexact` says whether one can be.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

import jax
import jax.numpy as jnp
import numpy as np
import numpy.typing as npt

from .architecture import ONES, VOTES, Architecture, Params
from .machine import on_cpu
from .model import Tree, forward
from .noise import Array
from .relax import Hard

AT_ONCE = 32  # inputs that one network answers at a time; more take a CPU longer for each
GRAIN = 1024  # MLP weights are rounded to multiples of 1 / GRAIN
EXACT = 2.0**52  # doubles count up to twice as far; the other half is for rounding of the bound


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
    """Parameters in double precision, votes and MLP weights rounded as described above."""
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

    Inputs run in blocks of one size: one compiled function serves all, and memory stays small.
    A GPU's compiler takes minutes where there are many values and positions.
    """
    count = len(words)
    words = np.pad(words, [(0, -count % AT_ONCE), (0, 0)], constant_values=-1)
    with jax.enable_x64(True), on_cpu():
        parts = [
            _hard_values(dict(params), architecture.compile_key, words[i : i + AT_ONCE])
            for i in range(0, max(1, len(words)), AT_ONCE)
        ]
    votes, values, numbers = (
        np.concatenate([np.asarray(one) for one in found], axis).astype(np.int64)
        for found, axis in zip(zip(*parts, strict=True), (0, 1, 1), strict=True)
    )
    labels = np.argmax(votes, axis=-1)
    return Computed(labels[:count], votes[:count], values[:, :count], numbers[:, :count])


# --- whether all sums are exact -------------------------------------------------------------------


def inexact(params: Params, architecture: Architecture) -> str | None:
    """Why sums of a member's discretised network may not be exact; None where all of them are.

    Every sum is bounded by the magnitudes of what is added: of a unit of an MLP, a whole number of
    1 / GRAIN; of what it makes of its units, of 1 / GRAIN^2; of numbers and of votes, of 1.
    """
    for name in architecture.leaves:
        if name in params and not np.isfinite(params[name]).all():
            return f"{name}: the network has a parameter that is no finite number"
    # The most that each numerical variable can be: a head adds up what it reads.
    top = {ONES: 1.0}
    for n, layer in enumerate(architecture.layers):
        for head, logits in zip(layer.numerical_heads, params.get(f"{n}.number", ()), strict=True):
            top[head] = architecture.length * top[layer.head_sums[int(np.argmax(logits))]]
    for n in range(len(architecture.layers)):
        units, logits = _largest_units(params, architecture, n, top)
        if units * GRAIN > EXACT or logits * GRAIN**2 > EXACT:
            return (
                f"the sums of an MLP of layer {n} may reach {max(units, logits):.3g}: beyond "
                f"{EXACT / GRAIN**2:.3g} they are not exact"
            )
    scale = architecture.config.vote_scale
    votes = np.abs(np.round(np.float64(params["votes"]) * scale)).max(1).sum(0)
    for name, row in zip(architecture.numerical, params.get("number_votes", ()), strict=True):
        votes += np.abs(np.round(np.float64(row) * scale)) * top[name]
    most = float(votes.max()) * (architecture.length if architecture.pooled else 1)
    if max(most, *top.values()) > EXACT:
        return (
            f"votes may reach {most:.3g} and numbers {max(top.values()):.3g}: beyond {EXACT:.3g} "
            "their sums are not exact"
        )
    return None


def _largest_units(
    params: Params, architecture: Architecture, n: int, top: dict[str, float]
) -> tuple[float, float]:
    """The most that a unit of an MLP of layer n can be, up or down, and the most it makes of them.

    Magnitudes are added up, whatever the signs: no order of the sum is larger on the way.
    """

    def size(name: str) -> npt.NDArray[np.float64]:
        grains = np.round(np.asarray(params[f"{n}.{name}"], np.float64) * GRAIN)
        return np.asarray(np.abs(grains) / GRAIN)

    units = []  # (MLPs, hidden) of each kind
    if f"{n}.mlp_in" in params:
        units.append(size("mlp_in").max(2).sum(1) + size("mlp_in_bias"))
    if f"{n}.num_mlp_in" in params:
        names = architecture.layers[n].mlp_numbers
        picks = np.argmax(params[f"{n}.num_mlp_reads"], axis=-1)
        read = np.array([[top[names[int(pick)]] for pick in row] for row in picks])
        units.append((size("num_mlp_in") * read[:, :, None]).sum(1) + size("num_mlp_in_bias"))
    if not units:
        return 0.0, 0.0
    every = np.concatenate(units)
    made = np.einsum("mw,mwk->mk", every, size("mlp_out")) + size("mlp_out_bias")
    return float(every.max()), float(made.max())
