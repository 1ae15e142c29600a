"""Whether a network is small enough for its sums to be exact, in whatever order they are added."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from .architecture import ONES, Architecture, Params
from .hardened import GRAIN

EXACT = 2.0**52  # doubles count up to twice as far; the other half is for rounding of the bound


def inexact(params: Params, architecture: Architecture) -> str | None:
    """Why sums of a member's discretised network may not be exact; None where all of them are.

    Every sum is bounded by the magnitudes of what is added: of a unit of an MLP, a whole number of
    1 / GRAIN; of what it makes of its units, of 1 / GRAIN^2; of numbers and of votes, of 1.
    """
    for name in architecture.leaves:
        if name in params and not np.isfinite(params[name]).all():
            return f"{name}: the network has a parameter that is no finite number"
    top = _largest_numbers(params, architecture)
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


def _largest_numbers(params: Params, architecture: Architecture) -> dict[str, float]:
    """The most that each numerical variable can be: a head adds up what it reads."""
    top = dict.fromkeys(architecture.number_variables, float(architecture.config.number_range))
    top[ONES] = 1.0
    for n, layer in enumerate(architecture.layers):
        for head, logits in zip(layer.numerical_heads, params.get(f"{n}.number", ()), strict=True):
            top[head] = architecture.length * top[layer.head_sums[int(np.argmax(logits))]]
    return top


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
