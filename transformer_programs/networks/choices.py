"""The learnable choices: a row of logits, of which one is taken; soft and hard in one place.

`Soft` draws a choice with Gumbel noise at a temperature, so that a gradient flows; `Hard` takes the
largest logit. All else in a network is one formula for both: one that trains on soft choices and
one that runs on hard choices differ in nothing else.

Every random number of training is a hash of (member's key, site, index). It depends on nothing
else, so a member draws the same noise alone and among a thousand.

Arrays carry the population first and the inputs last: P members, H heads, k values, N positions,
B inputs. So every operation runs along many inputs at a time, and their axis is never moved.
"""

from __future__ import annotations

import math
import zlib
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

import jax
import jax.numpy as jnp

from .machine import Array, compile_separately
from .products import added

Axes = tuple[int, ...]  # their sizes

NEVER = -1e30  # the logit of a position that no head may look at


class DevicePart(NamedTuple):
    """The inputs of a batch that a device has: the first of them, and how many all devices have."""

    first: Array
    whole: int


@dataclass(frozen=True, slots=True)
class Soft:
    """Draws every choice by Gumbel-softmax: keys (P, 2) uint32, one temperature.

    `device_part`: which slice of the inputs this device has. Inputs are the last axis, except where
    the choice itself runs along that axis. In a call, `noise` multiplies the noise, and `rows`
    (P, R) numbers the rows of the logits' second axis: rows of the same number have the same noise.
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


# --- noise ----------------------------------------------------------------------------------------


def random_bits(keys: Array, site: str, shape: Axes) -> Array:
    """32 random bits for each element: keys (P, 2) and a shape (P, ...) -> uint32 (P, ...)."""
    return _bits(site_keys(keys, site), None, shape)


def random_uniform(
    keys: Array, site: str, shape: Axes, device_part: DevicePart | None = None
) -> Array:
    """A number between 0 and 1 for each element; a device's part is one of the last axis."""
    first, whole = device_part or (None, 0)
    return _uniform(site_keys(keys, site), None, shape, first, whole)


def site_keys(keys: Array, site: str) -> Array:
    salt = jnp.uint32(zlib.crc32(site.encode()))
    first = mix(keys[:, 0] ^ salt ^ mix(keys[:, 1]))
    return jnp.stack([first, mix(first ^ keys[:, 1])], axis=1)


def _bits(
    keys: Array, rows: Array | None, shape: Axes, first: Array | None = None, whole: int = 0
) -> Array:
    size = math.prod(shape[1:])
    index = jax.lax.broadcasted_iota(jnp.uint32, (shape[0], size), 1)
    if first is not None:  # number the elements as in the whole batch
        own = jnp.arange(shape[-1], dtype=jnp.uint32) + first.astype(jnp.uint32)
        starts = jnp.arange(size // shape[-1], dtype=jnp.uint32) * jnp.uint32(whole)
        index = jnp.broadcast_to((starts[:, None] + own).reshape(size), (shape[0], size))
    if rows is not None:  # number the elements by the number of their row and their place in it
        width = size // shape[1]
        first = (rows.astype(jnp.uint32) * jnp.uint32(width))[:, :, None]
        index = (first + jnp.arange(width, dtype=jnp.uint32)).reshape(shape[0], size)
    return mix(index + keys[:, :1], keys[:, 1:]).reshape(shape)


def step_keys(keys: Array, step: Array) -> Array:
    """A fresh pair of words for each member and step: keys (P, 2) -> (P, 2)."""
    step = step.astype(jnp.uint32)
    first = mix(keys[:, 0] + step * jnp.uint32(0x85EBCA6B))
    second = mix(keys[:, 1] ^ mix(first + step))
    return jnp.stack([first, second], axis=1)


def gumbel(
    keys: Array,
    site: str,
    shape: Axes,
    rows: Array | None = None,
    device_part: DevicePart | None = None,
) -> Array:
    """Standard Gumbel noise; rows (P, R) of the same number have the same.

    With `device_part`, a device draws its slice of the noise of the whole batch (inputs are the
    last axis).
    """
    first, whole = device_part or (None, 0)
    return compile_separately(gumbel_of)(_uniform(site_keys(keys, site), rows, shape, first, whole))


@partial(compile_separately, static=(2, 4))
def _uniform(
    keys: Array, rows: Array | None, shape: Axes, first: Array | None, whole: int
) -> Array:
    return uniform_of(_bits(keys, rows, shape, first, whole))


def uniform_of(bits: Array) -> Array:
    """A number between 0 and 1 from random bits: 23 of them and a half, so never 0 and never 1."""
    uniform: Array = ((bits >> 9).astype(jnp.float32) + 0.5) * jnp.float32(2**-23)
    return uniform


def gumbel_of(uniform: Array) -> Array:
    """Gumbel noise from a number between 0 and 1."""
    return -jnp.log(-jnp.log(uniform))


def mix(x: Array, key: Array | int = 0) -> Array:
    """A bijection of 32-bit words in which every bit of x touches every bit of the result."""
    x = (x ^ (x >> 16)) * jnp.uint32(0x7FEB352D) ^ key
    x = (x ^ (x >> 15)) * jnp.uint32(0x846CA68B)
    return x ^ (x >> 16)
