"""The learnable choices: gates, predicate rows, attention, MLP outputs; soft and hard in one place.

A choice is a row of logits. `Soft` draws it with Gumbel noise at a temperature, so that a gradient
flows; `Hard` takes the largest logit. Everything else here is one formula for both: a network that
trains on soft choices and one that runs on hard choices differ in nothing else.

Arrays carry the population first and the inputs last: P members, H heads, k values, N positions,
B inputs. So every operation runs along many inputs at a time, and their axis is never moved.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

import jax
import jax.numpy as jnp

from ..program.steps import Reach
from .machine import backend, compile_separately
from .noise import Array, DevicePart, gumbel

NEVER = -1e30  # the logit of a position that no head may look at

# A sum of at most so many terms is written out; a longer one is a matrix product, which a GPU's
# compiler takes a fraction of the time for.
WRITTEN_OUT = 16


@dataclass(frozen=True, slots=True)
class Soft:
    """Draws every choice by Gumbel-softmax: keys (P, 2) uint32, one temperature.

    `device_part` is the part of the inputs, the last axis of all logits but those of choices along
    it, that a device has. Of a call, `noise` multiplies the noise, and `rows` (P, R) numbers the
    rows of the logits' second axis: rows of the same number are one choice, with the same noise.
    """

    keys: Array
    temperature: Array
    stored: type = jnp.float32  # what activations are stored as
    device_part: DevicePart | None = None

    def __call__(
        self, logits: Array, site: str, axis: int = -1, noise: float = 1, rows: Array | None = None
    ) -> Array:
        device_part = self.device_part if axis % logits.ndim < logits.ndim - 1 else None
        drawn = gumbel(self.keys, site, logits.shape, rows, device_part)
        return softmax(logits, noise * drawn, self.temperature, axis % logits.ndim)


@dataclass(frozen=True, slots=True)
class Fused(Soft):
    """Soft choices made by the kernels of `fused`; with `interpret` these run in plain JAX."""

    interpret: bool = False


@dataclass(frozen=True, slots=True)
class Hard:
    """Takes the largest logit, the first of equals, as an exact one-hot row."""

    def __call__(
        self, logits: Array, site: str, axis: int = -1, noise: float = 1, rows: Array | None = None
    ) -> Array:
        size = logits.shape[axis]
        return jax.nn.one_hot(jnp.argmax(logits, axis), size, dtype=logits.dtype, axis=axis)


Sampler = Soft | Hard  # makes a choice along an axis of logits


@partial(jax.custom_vjp, nondiff_argnums=(3,))
@partial(compile_separately, static=(3,))
def softmax(logits: Array, noise: Array, temperature: Array, axis: int) -> Array:
    """softmax((logits + noise) / temperature); the gradient flows to the logits alone."""
    scaled = (logits.astype(noise.dtype) + noise) / temperature
    largest = scaled.max(axis, keepdims=True)
    powers = jnp.exp(scaled - largest)
    return (powers / added(powers, axis)).astype(logits.dtype)


def _softmax(
    logits: Array, noise: Array, temperature: Array, axis: int
) -> tuple[Array, tuple[Array, Array]]:
    chosen = softmax(logits, noise, temperature, axis)
    return chosen, (chosen, temperature)


@partial(compile_separately, static=(0,))
def _softmax_gradient(
    axis: int, kept: tuple[Array, Array], gradient: Array
) -> tuple[Array, None, None]:
    chosen, temperature = kept
    wide, slope = chosen.astype(jnp.float32), gradient.astype(jnp.float32)
    mean = added(wide * slope, axis)
    return (wide * (slope - mean) / temperature).astype(chosen.dtype), None, None


softmax.defvjp(_softmax, _softmax_gradient)


# --- sums -----------------------------------------------------------------------------------------
# The CPU compiler turns a reduction along an axis into a loop over that axis, inside the loop over
# the inputs, and cannot vectorise it. Written out as a sum of slices it runs along the inputs: that
# is up to two hundred times faster.


def added(x: Array, axis: int) -> Array:
    """The sum along an axis, which stays with size 1."""
    if x.shape[axis] > WRITTEN_OUT or axis == x.ndim - 1:
        return x.sum(axis, keepdims=True)
    return _added(x, axis, x.shape[axis])


@partial(jax.custom_vjp, nondiff_argnums=(1, 2))
def _added(x: Array, axis: int, size: int) -> Array:
    slices = [jax.lax.slice_in_dim(x, i, i + 1, axis=axis) for i in range(size)]
    return sum(slices[1:], start=slices[0])


def _added_gradient(axis: int, size: int, _: None, gradient: Array) -> tuple[Array]:
    shape = (*gradient.shape[:axis], size, *gradient.shape[axis + 1 :])
    return (jnp.broadcast_to(gradient, shape),)


_added.defvjp(lambda x, axis, size: (_added(x, axis, size), None), _added_gradient)


@partial(jax.custom_vjp, nondiff_argnums=(0,))
@partial(compile_separately, static=(0,))
def product(spec: str, a: Array, b: Array) -> Array:
    """An einsum whose axes stand in the same order in both factors and in the result.

    At most one axis is summed over. "phkqb,phknb->phqnb" multiplies small matrices (k, q) and
    (k, n), one for each input b.
    """
    factors, result = spec.split("->")
    first, second = factors.split(",")
    (summed,) = (set(first) | set(second)) - set(result) or {""}
    sizes = dict(zip(first + second, a.shape + b.shape, strict=True))
    if sizes.get(summed, 1) > WRITTEN_OUT:
        return jnp.einsum(spec, a, b)
    # A CPU adds up slices fastest; a GPU would store each of them, but joins a sum into one loop.
    form = sum_of_slices if backend() == "cpu" else sum_of_products
    return form((first, second, result, summed), a, b)


Letters = tuple[str, str, str, str]  # the axes of both factors, of the result; the one summed over


def sum_of_slices(letters: Letters, a: Array, b: Array) -> Array:
    """A product with the sum written out, one term for each index of the axis summed over."""
    first, second, result, summed = letters

    def term(x: Array, axes: str, i: int) -> Array:
        if summed and summed in axes:
            x = jax.lax.index_in_dim(x, i, axes.index(summed), keepdims=False)
            axes = axes.replace(summed, "")
        return jnp.expand_dims(x, [n for n, letter in enumerate(result) if letter not in axes])

    size = a.shape[first.index(summed)] if summed else 1
    terms = [term(a, first, i) * term(b, second, i) for i in range(size)]
    return sum(terms[1:], start=terms[0])


def sum_of_products(letters: Letters, a: Array, b: Array) -> Array:
    """A product as one sum over the product of both factors, which is never stored on a GPU."""
    first, second, result, summed = letters
    every = result[:-1] + summed + result[-1:]

    def spread(x: Array, axes: str) -> Array:
        x = x.transpose([axes.index(letter) for letter in every if letter in axes])
        return jnp.expand_dims(x, [n for n, letter in enumerate(every) if letter not in axes])

    wide = jnp.promote_types(jnp.result_type(a, b), jnp.float32)
    products = spread(a, first).astype(wide) * spread(b, second)
    return (products.sum(len(result) - 1) if summed else products).astype(jnp.result_type(a, b))


def _product_gradient(spec: str, kept: tuple[Array, Array], gradient: Array) -> tuple[Array, Array]:
    factors, result = spec.split("->")
    first, second = factors.split(",")
    a, b = kept
    return (
        product(f"{result},{second}->{first}", gradient, b).astype(a.dtype),
        product(f"{result},{first}->{second}", gradient, a).astype(b.dtype),
    )


product.defvjp(lambda spec, a, b: (product(spec, a, b), (a, b)), _product_gradient)


@partial(jax.custom_vjp, nondiff_argnums=(2,))
def linear(weights: Array, x: Array, wide: bool = False) -> Array:
    """The matrix product of weights (..., i, o) with x (..., i, rows) -> (..., o, rows).

    It is stored as x is; with `wide`, as precisely as the weights.
    """
    narrow, stored = jnp.swapaxes(weights, -1, -2).astype(x.dtype), weights.dtype if wide else None
    result: Array = jnp.matmul(narrow, x, preferred_element_type=stored)
    return result


def _linear_gradient(_: bool, kept: tuple[Array, Array], gradient: Array) -> tuple[Array, Array]:
    weights, x = kept
    gradient = gradient.astype(x.dtype)
    wide = partial(jnp.einsum, preferred_element_type=weights.dtype)
    # Products of two wide matrices are up to three times faster with the taller one first.
    if x.shape[-2] >= gradient.shape[-2]:
        change = wide("...ir,...or->...io", x, gradient)
    else:
        change = jnp.swapaxes(wide("...or,...ir->...oi", gradient, x), -1, -2)
    return change.astype(weights.dtype), weights.astype(gradient.dtype) @ gradient


linear.defvjp(lambda weights, x, wide: (linear(weights, x, wide), (weights, x)), _linear_gradient)


@jax.custom_vjp
def relu(x: Array) -> Array:
    """max(x, 0). The gradient is known from the result: x itself need not be kept."""
    return jnp.maximum(x, 0)


relu.defvjp(
    lambda x: (relu(x),) * 2,
    lambda result, gradient: (jnp.where(result > 0, gradient, 0),),
)


# --- attention ------------------------------------------------------------------------------------


class Sight(NamedTuple):
    """Masks of a layer's heads: where they may match, and where they may copy from."""

    may_match: Array  # (P, heads or 1, N or 1, N, B)
    may_copy: Array  # (P, heads or 1, N or 1, N, B)


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
