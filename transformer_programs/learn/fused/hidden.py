"""MLPs as one kernel: in, ReLU, out and choice; the hidden layer is never stored."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Any

import jax
import jax.numpy as jnp
from jax.experimental import pallas as pl

from ..noise import Array, site_keys
from ..relax import NEVER, Fused
from .kernels import array, axis, gumbel_noise, launched, load, store

ROWS = 128  # positions of inputs that a kernel works on at a time
SPLIT = 4  # kernels that share the positions of one MLP


def _dot(a: Array, b: Array, over: tuple[int, int]) -> Array:
    """The matrix product over one axis of each, in bfloat16 with float32 sums."""
    a, b = a.astype(jnp.bfloat16), b.astype(jnp.bfloat16)
    dims = (((over[0],), (over[1],)), ((), ()))
    return jax.lax.dot_general(a, b, dims, preferred_element_type=jnp.float32)


@dataclass(frozen=True, slots=True)
class _Sizes:
    """Those of a group of MLPs: shared reads have one row for all of them."""

    mlps: int
    shared: bool
    inputs: int
    width: int
    values: int
    rows: int

    @staticmethod
    def of(reads: Array, w_in: Array, w_out: Array) -> _Sizes:
        inputs, width = w_in.shape[2:]
        shared = reads.shape[1] == 1
        return _Sizes(w_in.shape[1], shared, inputs, width, w_out.shape[3], reads.shape[3])

    @property
    def steps(self) -> int:
        return pl.cdiv(self.rows, ROWS * SPLIT)


def _weights(w_in: Any, w_out: Any, p: Array, c: Array, s: _Sizes) -> tuple[Array, Array]:
    """Both weights, zero where an axis is longer than it need be: (I, W), (W, K)."""
    (i, is_i), (w, is_w), (k, is_k) = axis(s.inputs, 16), axis(s.width, 16), axis(s.values, 16)
    first = load(w_in, (p, c, i[:, None], w[None]), is_i[:, None] & is_w[None])
    second = load(w_out, (p, c, w[:, None], k[None]), is_w[:, None] & is_k[None])
    return first, second


def _mlp_forward(s: _Sizes, *refs: Any) -> None:
    reads, w_in, w_out, bias, keys, temperature, out = refs
    p, c, part = pl.program_id(0), pl.program_id(1), pl.program_id(2)
    (i, is_i), (k, is_k) = axis(s.inputs, 16), axis(s.values, 16)
    first, second = _weights(w_in, w_out, p, c, s)
    added = load(bias, (p, c, k), is_k)[:, None]

    def step(t: Array, _: None) -> None:
        r = (part * s.steps + t) * ROWS + jnp.arange(ROWS)
        is_r = (r < s.rows)[None]
        read = load(reads, (p, 0 if s.shared else c, i[:, None], r[None]), is_i[:, None] & is_r)
        hidden = jnp.maximum(_dot(first, read, (0, 0)), 0)
        logits = _dot(second, hidden, (0, 0)) + added
        noise = gumbel_noise((c * s.values + k[:, None]) * s.rows + r[None], keys, p)
        scaled = jnp.where(is_k[:, None], (logits + noise) / temperature[0], NEVER)
        powers = jnp.exp(scaled - scaled.max(0, keepdims=True))
        chosen = powers / powers.sum(0, keepdims=True)
        store(out, (p, c, k[:, None], r[None]), is_k[:, None] & is_r, chosen)

    jax.lax.fori_loop(0, s.steps, step, None)


def _mlp_backward(s: _Sizes, *refs: Any) -> None:
    reads, w_in, w_out, temperature, chosen, gradient, d_reads, d_in, d_out, d_bias = refs
    p, c, part = pl.program_id(0), pl.program_id(1), pl.program_id(2)
    (i, is_i), (w, is_w), (k, is_k) = axis(s.inputs, 16), axis(s.width, 16), axis(s.values, 16)
    first, second = _weights(w_in, w_out, p, c, s)

    def step(t: Array, sums: tuple[Array, Array, Array]) -> tuple[Array, Array, Array]:
        r = (part * s.steps + t) * ROWS + jnp.arange(ROWS)
        is_r = (r < s.rows)[None]
        at = (p, c, k[:, None], r[None])
        own = load(chosen, at, is_k[:, None] & is_r)
        slope = load(gradient, at, is_k[:, None] & is_r)
        slope = own * (slope - (own * slope).sum(0, keepdims=True)) / temperature[0]
        read = load(reads, (p, 0 if s.shared else c, i[:, None], r[None]), is_i[:, None] & is_r)
        hidden = jnp.maximum(_dot(first, read, (0, 0)), 0)
        back = jnp.where(hidden > 0, _dot(second, slope, (1, 0)), 0)
        store(d_reads, (p, c, i[:, None], r[None]), is_i[:, None] & is_r, _dot(first, back, (1, 0)))
        return (
            sums[0] + _dot(read, back, (1, 1)),
            sums[1] + _dot(hidden, slope, (1, 1)),
            sums[2] + slope.sum(1),
        )

    zeros = jnp.zeros_like(first), jnp.zeros_like(second), jnp.zeros(k.shape, jnp.float32)
    sums = jax.lax.fori_loop(0, s.steps, step, zeros)
    store(d_in, (p, c, part, i[:, None], w[None]), is_i[:, None] & is_w[None], sums[0])
    store(d_out, (p, c, part, w[:, None], k[None]), is_w[:, None] & is_k[None], sums[1])
    store(d_bias, (p, c, part, k), is_k, sums[2])


def mlps(reads: Array, w_in: Array, w_out: Array, bias: Array, choose: Fused, site: str) -> Array:
    """What MLPs choose: softmax((relu(reads W) V + bias + noise) / temperature).

    reads (P, C or 1, I, R), w_in (P, C, I, W), w_out (P, C, W, K), bias (P, C, K) -> (P, C, K, R)
    """
    seeds, heat = site_keys(choose.keys, site), choose.temperature.reshape(1)
    return _mlps(choose.interpret, reads, w_in, w_out, bias, seeds, heat)


@partial(jax.custom_vjp, nondiff_argnums=(0,))
def _mlps(interpret: bool, *args: Array) -> Array:
    members, s = len(args[1]), _Sizes.of(*args[:3])
    out = array(jnp.bfloat16, members, s.mlps, s.values, s.rows)
    run = launched(partial(_mlp_forward, s), (members, s.mlps, SPLIT), out, interpret, 4)
    chosen: Array = run(*args)
    return chosen


def _mlps_kept(interpret: bool, *args: Array) -> tuple[Array, tuple[Array, ...]]:
    reads, w_in, w_out, _, _, heat = args
    chosen = _mlps(interpret, *args)
    return chosen, (reads, w_in, w_out, chosen, heat)


def _mlps_gradient(interpret: bool, kept: tuple[Array, ...], gradient: Array) -> Any:
    reads, w_in, w_out, chosen, heat = kept
    s = _Sizes.of(reads, w_in, w_out)
    part = len(w_in), s.mlps, SPLIT
    out = (
        array(reads.dtype, *part[:2], s.inputs, s.rows),
        array(jnp.float32, *part, s.inputs, s.width),
        array(jnp.float32, *part, s.width, s.values),
        array(jnp.float32, *part, s.values),
    )
    run = launched(partial(_mlp_backward, s), part, out, interpret, 4)
    d_reads, *slopes = run(reads, w_in, w_out, heat, chosen, gradient)
    if s.shared:
        d_reads = d_reads.sum(1, keepdims=True)
    return d_reads, *(slope.sum(2) for slope in slopes), None, None


_mlps.defvjp(_mlps_kept, _mlps_gradient)
