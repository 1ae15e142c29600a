"""Sums and products written so that CPUs and GPUs are fast at them; each has its own gradient.

The CPU compiler turns a reduction along an axis into a loop over that axis, inside the loop over
the inputs, and cannot vectorise it. Written out as a sum of slices it runs along the inputs: that
is up to two hundred times faster.
"""

from __future__ import annotations

from functools import partial

import jax
import jax.numpy as jnp

from .machine import Array, backend, compile_separately

# A sum of at most so many terms is written out; a longer one is a matrix product, which a GPU's
# compiler takes a fraction of the time for.
WRITTEN_OUT = 16


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
