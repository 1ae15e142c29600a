"""The learnable choices: gates, predicate rows, attention, MLP outputs; soft and hard in one place.

A choice is a row of logits. `Soft` draws it with Gumbel noise at a temperature, so that a gradient
flows; `Hard` takes the largest logit. Everything else here is one formula for both: a network that
trains on soft choices and one that runs on hard choices differ in nothing else.

Arrays carry the population first: P members, H heads, B inputs, N positions, k values.
"""

from __future__ import annotations

import zlib
from dataclasses import dataclass
from typing import Protocol

import jax
import jax.numpy as jnp

Array = jax.Array


class Choose(Protocol):
    """Makes a choice for each row of logits; `noise` multiplies the noise of a random choice."""

    def __call__(self, logits: Array, site: str, noise: float = 1.0) -> Array: ...


# A position no head may look at, and a variable no gate may read.
NEVER = -1e30
ABSENT = -1e9


@dataclass(frozen=True, slots=True)
class Soft:
    """Draws every choice by Gumbel-softmax: keys (P, 2) uint32, one temperature."""

    keys: Array
    temperature: Array

    def __call__(self, logits: Array, site: str, noise: float = 1.0) -> Array:
        drawn = noise * gumbel(self.keys, site, logits.shape).astype(logits.dtype)
        return jax.nn.softmax((logits + drawn) / self.temperature, axis=-1)


@dataclass(frozen=True, slots=True)
class Hard:
    """Takes the largest logit, the first of equals, as an exact one-hot row."""

    def __call__(self, logits: Array, site: str, noise: float = 1.0) -> Array:
        return jax.nn.one_hot(jnp.argmax(logits, -1), logits.shape[-1], dtype=logits.dtype)


# --- noise ----------------------------------------------------------------------------------------
# A number is a hash of (member's key, site, index). It depends on nothing else, so a member draws
# the same noise alone and among a thousand; and it is cheap enough to be computed where it is used
# instead of being stored.


def random_bits(keys: Array, site: str, shape: tuple[int, ...]) -> Array:
    """32 random bits for each element: keys (P, 2) and a shape (P, ...) -> uint32 (P, ...)."""
    salt = jnp.uint32(zlib.crc32(site.encode()))
    first, second = (keys[:, i].reshape((-1,) + (1,) * (len(shape) - 1)) for i in (0, 1))
    index = jnp.zeros(shape, jnp.uint32)
    stride = 1
    for axis in range(len(shape) - 1, 0, -1):
        index = index + jax.lax.broadcasted_iota(jnp.uint32, shape, axis) * jnp.uint32(stride)
        stride *= shape[axis]
    return _mix(_mix(index * jnp.uint32(0x9E3779B9) + _mix(first ^ salt)) ^ second)


def step_keys(keys: Array, step: Array) -> Array:
    """A fresh pair of words for each member and step: keys (P, 2) -> (P, 2)."""
    step = step.astype(jnp.uint32)
    first = _mix(keys[:, 0] + step * jnp.uint32(0x85EBCA6B))
    second = _mix(keys[:, 1] ^ _mix(first + step))
    return jnp.stack([first, second], axis=1)


def gumbel(keys: Array, site: str, shape: tuple[int, ...]) -> Array:
    """Standard Gumbel noise."""
    bits = random_bits(keys, site, shape) >> 9  # 23 bits and a half: never 0, never 1
    uniform = (bits.astype(jnp.float32) + 0.5) * jnp.float32(2**-23)
    return -jnp.log(-jnp.log(uniform))


def _mix(x: Array) -> Array:
    """A bijection of 32-bit words in which every bit of x touches every bit of the result."""
    x = (x ^ (x >> 16)) * jnp.uint32(0x7FEB352D)
    x = (x ^ (x >> 15)) * jnp.uint32(0x846CA68B)
    return x ^ (x >> 16)


# --- attention ------------------------------------------------------------------------------------


def match(query: Array, key: Array, predicate: Array, visible: Array) -> Array:
    """How far each query matches each key: S = Q W K^T where visible, else 0.

    query, key (P, H, B, N, k), predicate (P, H, k, k), visible (P, 1, B, N, N)
    -> (P, H, B, N, N). With hard choices every entry is exactly 0 or 1.
    """
    members, heads, batch, length, k = query.shape
    wanted = query.reshape(members, heads, batch * length, k) @ predicate
    wanted = wanted.reshape(query.shape)
    return jnp.where(visible, jnp.einsum("phbqk,phbnk->phbqn", wanted, key), 0)


def nearest(matched: Array, visible: Array, k: int) -> Array:
    """Attention logits whose largest is the position that a categorical head copies from.

    The nearest match wins: the bias falls with distance, position i itself comes last, and argmax
    takes the left one of two at equal distance. Without any match position 0 gets the score 1, and
    all others have a score of 0, whose logarithm no bias outweighs.
    """
    length = matched.shape[-1]
    first = jnp.arange(length) == 0
    default = jax.nn.relu(1 - matched.sum(-1, keepdims=True))
    scores = matched + jnp.where(first, default, 0)
    logits = jnp.log(scores + 1e-20) + distance_bias(length).astype(matched.dtype)
    masked: Array = jnp.where(visible, logits, NEVER) / k**0.5
    return masked


def distance_bias(length: int) -> Array:
    """-(d - 1) / N at distance d of 1 and more, -2 at distance 0."""
    position = jnp.arange(length)
    distance = jnp.abs(position[:, None] - position[None, :])
    return jnp.where(distance == 0, -2.0, -(distance - 1) / length)


def visible_positions(words: Array, causal: bool) -> Array:
    """Which position may look at which: real ones, none to the right if causal. (P, 1, B, N, N)"""
    length = words.shape[-1]
    real = (words >= 0)[:, None, :, None, :]
    seen = jnp.tril(jnp.ones((length, length), bool)) if causal else jnp.ones((1, 1), bool)
    return real & seen
