"""Noise: every random number of training is a hash of (member's key, site, index).

It depends on nothing else, so a member draws the same noise alone and among a thousand.
"""

from __future__ import annotations

import math
import zlib
from functools import partial
from typing import NamedTuple

import jax
import jax.numpy as jnp

from .machine import compile_separately

Array = jax.Array
Axes = tuple[int, ...]  # their sizes


class DevicePart(NamedTuple):
    """The inputs of a batch that a device has: the first of them, and how many all devices have."""

    first: Array
    whole: int


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

    With the part of a device, of the inputs, which are the last axis, it is that of the whole.
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
