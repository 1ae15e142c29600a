"""The heads of a layer: what they read, which positions match, what they make of the matches.

Categorical heads copy the value at one match, numerical heads add up a number over all of them. All
heads of a layer share their reads and matches, each kind has a formula of its own: `nearest` and
`total`. The kernels of `fused` compute the same on a GPU.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

import jax.numpy as jnp

from ..program.steps import Reach
from .architecture import Architecture
from .choices import NEVER, Fused, Sampler
from .machine import Array, Tree, compile_separately
from .products import added, linear, product, relu

if TYPE_CHECKING:
    from .model import Stream


class Sight(NamedTuple):
    """Masks of a layer's heads: where they may match, and where they may copy from."""

    may_match: Array  # (P, heads or 1, N or 1, N, B)
    may_copy: Array  # (P, heads or 1, N or 1, N, B)


def attention(
    params: Tree, stream: Stream, sight: Sight, sampler: Sampler, site: str, noise: float
) -> tuple[list[Array], list[Array]]:
    """The outputs of the heads of a layer: categorical (P, H, k, N, B), numerical (P, J, N, B)."""
    if "query" not in params:
        return [], []
    read, number = head_reads(params, stream)
    site, predicate = f"{site}attention", params["predicate"]
    if isinstance(sampler, Fused):
        from . import fused  # loaded only where kernels run: it takes a tenth of a second

        if fused.fits(*read.shape[2:4]):
            copies, sums = fused.attend(read, predicate, number, sight, sampler, site, noise)
            return [copies] if copies.shape[1] else [], [] if sums is None else [sums]
    return heads(predicate, read, number, sight, sampler, site, noise)


def head_reads(params: Tree, stream: Stream) -> tuple[Array, Array | None]:
    """The reads of the heads of a layer: queries, keys and values, one behind the other; numbers.

    (P, 2 (H + J) + H, k, N, B) and (P, J, N, B); all are one matrix product with stacked gates.
    """
    gates = [params[name] for name in ("query", "key", "value") if name in params]
    read, number = stream.read(jnp.concatenate(gates, axis=1)), None
    if "number" in params:
        number = linear(jnp.swapaxes(params["number"], 1, 2), stream.numbers())
        number = number.reshape(*number.shape[:2], *stream.numerical.shape[2:])
    return read, number


def heads(
    predicate: Array,
    read: Array,
    number: Array | None,
    sight: Sight,
    sampler: Sampler,
    site: str = "",
    noise: float = 1.0,
) -> tuple[list[Array], list[Array]]:
    """The outputs of the heads of a layer, given what they read."""
    every = predicate.shape[1]
    count = read.shape[1] - 2 * every
    query, sum_query, key, sum_key, value = jnp.split(
        read, [count, every, every + count, 2 * every], axis=1
    )
    seen = [sight.may_match] * 2
    if sight.may_match.shape[1] > 1:
        seen = jnp.split(sight.may_match, [count], axis=1)
    categorical, numerical = [], []
    if count:
        matched = match(query, key, predicate[:, :count], seen[0])
        logits = nearest(matched, sight.may_copy, key.shape[2])
        at = sampler(logits, site, axis=3, noise=noise)
        categorical.append(product("phqnb,phknb->phkqb", at, value))
    if number is not None:
        numerical.append(total(sum_query, sum_key, predicate[:, count:], seen[1], number))
    return categorical, numerical


# --- formulas -------------------------------------------------------------------------------------


def match(query: Array, key: Array, predicate: Array, visible: Array) -> Array:
    """The match of each query with each key: S = Q W K^T where visible, else 0.

    query, key (P, H, k, N, B), predicate (P, H, k, k), visible (P, H or 1, N or 1, N, B)
    -> (P, H, N, N, B): queries, then keys. With hard choices every entry is exactly 0 or 1.
    """
    members, heads, k, length, batch = query.shape
    flat = query.reshape(members, heads, k, length * batch)
    wanted = linear(predicate, flat).reshape(query.shape)
    return jnp.where(visible, product("phkqb,phknb->phqnb", wanted, key), 0)


def total(query: Array, key: Array, predicate: Array, visible: Array, number: Array) -> Array:
    """The sum of the numbers (P, H, N, B) where keys match, for each query: (P, H, N, B).

    Where all positions see the same, numbers are added up for each key value first, and no query
    is compared with each key.
    """
    if visible.shape[2] > 1:
        return product("phqnb,phnb->phqb", match(query, key, predicate, visible), number)
    found = product("phknb,phnb->phkb", key, jnp.where(visible[:, :, 0], number, 0))
    return product("phkqb,phkb->phqb", query, linear(jnp.swapaxes(predicate, 2, 3), found))


def nearest(matched: Array, visible: Array, k: int) -> Array:
    """Attention logits whose largest is the position that a categorical head copies from.

    The nearest match wins: the bias falls with distance, position i itself comes last, and argmax
    takes the left one of two at equal distance. Without any match position 0 gets the score 1, and
    all others have a score of 0, whose logarithm no bias outweighs: position 0 must be visible here
    even where it cannot match.
    """
    length = matched.shape[3]
    default = relu(_missing(matched))
    scores = matched + jnp.pad(default, [(0, 0)] * 3 + [(0, length - 1), (0, 0)])
    logits = jnp.log(scores + 1e-20) + distance_bias(length).astype(matched.dtype)[..., None]
    masked: Array = jnp.where(visible, logits, NEVER) / k**0.5
    return masked


@compile_separately
def _missing(matched: Array) -> Array:
    """One minus the matches of each query; stored, or every key would add it up anew."""
    return 1 - added(matched, 3)


def distance_bias(length: int) -> Array:
    """-(d - 1) / N at distance d of 1 and more, -2 at distance 0."""
    position = jnp.arange(length)
    distance = jnp.abs(position[:, None] - position[None, :])
    return jnp.where(distance == 0, -2.0, -(distance - 1) / length)


# --- what heads see -------------------------------------------------------------------------------


def sight_of(words: Array, architecture: Architecture) -> Sight:
    """The positions that the heads of every layer see: words (P, N, B)."""
    layer = architecture.layers[0]  # the heads of all layers have the same reaches
    copies = len(layer.categorical_heads)
    return visible_to_heads(words, architecture.causal, layer.reaches, copies)


def in_reach(length: int, reach: Reach, causal: bool) -> Array:
    """The mask of a reach: may the first position look at the second?"""
    position = jnp.arange(length)
    after = position - position[:, None]
    every = jnp.ones((length, length), bool)
    seen = {"all": every, "before": after < 0, "upto": after <= 0, "after": after > 0}[reach]
    return seen & (after <= 0) if causal else seen


def visible_to_heads(words: Array, causal: bool, reaches: Sequence[Reach], copies: int) -> Sight:
    """The masks of a layer's heads: where each may find a match, and where it may copy from.

    The reaches of the heads, of which the first `copies` are categorical -> (P, H + J, N, N, B) and
    (P, H, N, N, B); where all heads see all, both are (P, 1, N, N, B) or (P, 1, 1, N, B).
    """
    length, real = words.shape[1], (words >= 0)[:, None, None]
    if set(reaches) <= {"all"}:
        seen = in_reach(length, "all", causal) if causal else jnp.ones((1, 1), bool)
        visible = real & seen[:, :, None]
        return Sight(visible, visible)
    seen = jnp.stack([in_reach(length, reach, causal) for reach in reaches])[:, :, :, None]
    visible = real & seen
    first = (jnp.arange(length) == 0)[:, None]  # position 0 stands for no match
    return Sight(visible, visible[:, :copies] | first)
