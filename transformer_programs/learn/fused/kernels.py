"""What all kernels share: loading, storing, noise, and how a kernel is launched."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

import jax
import jax.numpy as jnp
from jax.experimental import pallas as pl
from jax.experimental.pallas import triton

from ..noise import Array, gumbel_of, mix, uniform_of


def axis(size: int, at_least: int = 1) -> tuple[Array, Array]:
    """Indices of an axis, as many as a power of two, and which of them exist."""
    index = jnp.arange(max(at_least, pl.next_power_of_2(size)))
    return index, index < size


def load(ref: Any, index: tuple[Any, ...], exists: Array) -> Array:
    return triton.load(ref.at[index], mask=exists, other=0).astype(jnp.float32)


def store(ref: Any, index: tuple[Any, ...], exists: Array, value: Array) -> None:
    triton.store(ref.at[index], value.astype(ref.dtype), mask=exists)


def gumbel_noise(index: Array, keys: Any, p: Array) -> Array:
    """Gumbel noise of elements by their index, with the keys of member p."""
    return gumbel_of(uniform_of(mix(index.astype(jnp.uint32) + keys[p, 0], keys[p, 1])))


def array(dtype: Any, *shape: int) -> jax.ShapeDtypeStruct:
    return jax.ShapeDtypeStruct(shape, dtype)  # type: ignore[no-untyped-call]


def launched(
    kernel: Any,
    grid: tuple[int, ...],
    out: Any,
    interpret: bool,
    warps: int,
    shared: Mapping[int, int] = MappingProxyType({}),
) -> Any:
    """A kernel. `shared`: arguments that are also results, of which it writes a part."""
    return pl.pallas_call(
        kernel,
        out_shape=out,
        grid=grid,
        interpret=interpret,
        input_output_aliases=dict(shared),
        compiler_params=triton.CompilerParams(num_warps=warps, num_stages=1),
    )
