"""Attention as one kernel: match, default, bias, noise, softmax, and what is copied or added up."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from types import MappingProxyType
from typing import Any

import jax
import jax.numpy as jnp
from jax.experimental import pallas as pl
from jax.experimental.pallas import triton

from ..noise import Array, site_keys
from ..relax import NEVER, Fused, Sight, distance_bias, linear
from .kernels import array, axis, gumbel_noise, launched, load, store

INPUTS = 16  # inputs that a kernel works on
LARGEST = 256  # entries of a table (values, positions) that fits into registers, per input


def fits(values: int, length: int) -> bool:
    """Whether attention over so many values and positions is small enough for a kernel."""
    return pl.next_power_of_2(values) * pl.next_power_of_2(length) <= LARGEST


@dataclass(frozen=True, slots=True)
class _Heads:
    """Those of one kind: `first` is the number of the first of them among all of their layer."""

    first: int
    count: int
    all: int
    values: int
    length: int
    batch: int
    how: _How

    def call(
        self, kernel: Any, members: int, out: Any, shared: Mapping[int, int] = MappingProxyType({})
    ) -> Any:
        table = pl.next_power_of_2(self.values) * pl.next_power_of_2(self.length)
        grid, warps = (members, self.count, pl.cdiv(self.batch, INPUTS)), max(1, table // 64)
        return launched(partial(kernel, self), grid, out, self.how.interpret, warps, shared)


class _Cell:
    """The part of one kernel: member p, head h of its kind, some inputs."""

    def __init__(self, heads: _Heads) -> None:
        self.heads, self.p, self.h = heads, pl.program_id(0), pl.program_id(1)
        self.b = pl.program_id(2) * INPUTS + jnp.arange(INPUTS)
        self.is_b = self.b < heads.batch
        self.k, self.is_k = axis(heads.values)
        self.n, self.is_n = axis(heads.length)
        self.head = heads.first + self.h  # among all heads of the layer
        self.key, self.value = heads.all + self.head, 2 * heads.all + self.h  # among all reads

    def whole(self, at: Any) -> tuple[tuple[Any, ...], Array]:
        """All values and positions of variable `at`: (K, N, inputs)."""
        index = self.p, at, self.k[:, None, None], self.n[None, :, None], self.b[None, None]
        return index, self.is_k[:, None, None] & self.is_n[None, :, None] & self.is_b[None, None]

    def row(self, at: Any, q: Any) -> tuple[tuple[Any, ...], Array]:
        """All values of variable `at` at position q: (K, inputs)."""
        exists = self.is_k[:, None] & self.is_b[None]
        return (self.p, at, self.k[:, None], q, self.b[None]), exists

    def line(self, *at: Any) -> tuple[tuple[Any, ...], Array]:
        """All positions of number, or of attention from a position: (N, inputs)."""
        return (self.p, *at, self.n[:, None], self.b[None]), self.is_n[:, None] & self.is_b[None]

    def seen(self, ref: Any, head: Any, q: Any) -> Array:
        """Which positions are visible from q: (N, inputs)."""
        head, q = (0 if ref.shape[axis] == 1 else at for axis, at in ((1, head), (2, q)))
        index, exists = self.line(head, q)
        return (triton.load(ref.at[index], mask=exists, other=0) != 0) & exists

    def matched(self, wanted: Array, keys: Array, seen: Array) -> Array:
        """How far the keys match: (K, inputs), (K, N, inputs) -> (N, inputs)."""
        return jnp.where(seen, (wanted[:, None] * keys).sum(0), 0)

    def scores(self, matched: Array) -> tuple[Array, Array]:
        """The matches, with position 0 for none; and how far there is one."""
        total = matched.sum(0, keepdims=True)
        none = jnp.maximum(1 - total, 0)
        return matched + jnp.where(self.n[:, None] == 0, none, 0) + 1e-20, total


def _copy_forward(heads: _Heads, *refs: Any) -> None:
    wanted, read, visible, copied, bias, seeds, heat, out, attention = refs
    cell = _Cell(heads)
    keys, values = load(read, *cell.whole(cell.key)), load(read, *cell.whole(cell.value))

    def step(q: Array, _: None) -> None:
        own = load(wanted, *cell.row(cell.head, q))
        scores = cell.scores(cell.matched(own, keys, cell.seen(visible, cell.head, q)))[0]
        logits = jnp.log(scores) + load(bias, (q, cell.n), cell.is_n)[:, None]
        logits = jnp.where(cell.seen(copied, cell.h, q), logits, NEVER) / heads.values**0.5
        row = (cell.h * heads.length + q) * heads.length + cell.n[:, None]
        noise = gumbel_noise(row * heads.batch + cell.b[None], seeds, cell.p)
        scaled = (logits + heads.how.noise * noise) / heat[0]
        scaled = jnp.where(cell.is_n[:, None], scaled, NEVER)
        powers = jnp.exp(scaled - scaled.max(0, keepdims=True))
        at = powers / powers.sum(0, keepdims=True)
        store(attention, *cell.line(cell.h, q), at)
        store(out, *cell.row(cell.h, q), (at[None] * values).sum(1))

    jax.lax.fori_loop(0, heads.length, step, None)


def _copy_backward(heads: _Heads, *refs: Any) -> None:
    wanted, read, visible, copied, heat, attention, gradient, d_wanted, d_read = refs
    cell = _Cell(heads)
    keys, values = load(read, *cell.whole(cell.key)), load(read, *cell.whole(cell.value))

    def step(q: Array, sums: tuple[Array, Array]) -> tuple[Array, Array]:
        own = load(wanted, *cell.row(cell.head, q))
        seen = cell.seen(visible, cell.head, q)
        scores, total = cell.scores(cell.matched(own, keys, seen))
        at = load(attention, *cell.line(cell.h, q))
        slope = load(gradient, *cell.row(cell.h, q))
        back = (slope[:, None] * values).sum(0)
        back = at * (back - (at * back).sum(0, keepdims=True)) / (heat[0] * heads.values**0.5)
        back = jnp.where(cell.seen(copied, cell.h, q), back, 0) / scores
        first = jnp.where(cell.n[:, None] == 0, back, 0).sum(0, keepdims=True)
        back = jnp.where(seen, back - jnp.where(total < 1, first, 0), 0)
        store(d_wanted, *cell.row(cell.head, q), (back[None] * keys).sum(1))
        return sums[0] + own[:, None] * back[None], sums[1] + slope[:, None] * at[None]

    zeros = jnp.zeros_like(keys), jnp.zeros_like(values)
    sums = jax.lax.fori_loop(0, heads.length, step, zeros)
    store(d_read, *cell.whole(cell.key), sums[0])
    store(d_read, *cell.whole(cell.value), sums[1])


def _sum_forward(heads: _Heads, *refs: Any) -> None:
    wanted, read, number, visible, out = refs
    cell = _Cell(heads)
    keys, numbers = load(read, *cell.whole(cell.key)), load(number, *cell.line(cell.h))

    def step(q: Array, _: None) -> None:
        own = load(wanted, *cell.row(cell.head, q))
        matched = cell.matched(own, keys, cell.seen(visible, cell.head, q))
        store(out, (cell.p, cell.h, q, cell.b), cell.is_b, (matched * numbers).sum(0))

    jax.lax.fori_loop(0, heads.length, step, None)


def _sum_backward(heads: _Heads, *refs: Any) -> None:
    wanted, read, number, visible, gradient, _, _, d_wanted, d_read, d_number = refs
    cell = _Cell(heads)
    keys, numbers = load(read, *cell.whole(cell.key)), load(number, *cell.line(cell.h))

    def step(q: Array, sums: tuple[Array, Array]) -> tuple[Array, Array]:
        own = load(wanted, *cell.row(cell.head, q))
        seen = cell.seen(visible, cell.head, q)
        matched = cell.matched(own, keys, seen)
        slope = load(gradient, (cell.p, cell.h, q, cell.b), cell.is_b)[None]
        back = jnp.where(seen, slope * numbers, 0)
        store(d_wanted, *cell.row(cell.head, q), (back[None] * keys).sum(1))
        return sums[0] + own[:, None] * back[None], sums[1] + matched * slope

    zeros = jnp.zeros_like(keys), jnp.zeros_like(numbers)
    sums = jax.lax.fori_loop(0, heads.length, step, zeros)
    store(d_read, *cell.whole(cell.key), sums[0])
    store(d_number, *cell.line(cell.h), sums[1])


@dataclass(frozen=True, slots=True)
class _How:
    """What decides which kernels run: how many heads copy, the noise, whether in plain JAX."""

    copies: int
    noise: float
    interpret: bool

    def heads(self, wanted: Array) -> tuple[_Heads, _Heads]:
        """The heads that copy, and those that add up."""
        every, k, n, b = wanted.shape[1:]
        kind = partial(_Heads, all=every, values=k, length=n, batch=b, how=self)
        return kind(0, self.copies), kind(self.copies, every - self.copies)


def attend(
    read: Array,
    predicate: Array,
    number: Array | None,
    sight: Sight,
    choose: Fused,
    site: str,
    noise: float,
) -> tuple[Array, Array | None]:
    """What heads copy (P, H, K, N, B), and what they add up (P, J, N, B).

    read (P, 2 (H + J) + H, K, N, B): the queries, keys and values of the heads;
    predicate (P, H + J, K, K); number (P, J, N, B).
    """
    bias = distance_bias(read.shape[3])
    masks = sight.matched.astype(jnp.int8), sight.copied.astype(jnp.int8)
    how = _How(read.shape[1] - 2 * predicate.shape[1], noise, choose.interpret)
    seeds, heat = site_keys(choose.keys, site), choose.temperature.reshape(1)
    return _attend(how, read, predicate, number, *masks, bias, seeds, heat)


@partial(jax.custom_vjp, nondiff_argnums=(0,))
def _attend(how: _How, *args: Any) -> tuple[Array, Array | None]:
    result: tuple[Array, Array | None] = _attended(how, *args)[0]
    return result


def _wanted(read: Array, predicate: Array) -> Array:
    """The keys that each query looks for: (P, H + J, K, N, B)."""
    query = read[:, : predicate.shape[1]]
    return linear(predicate, query.reshape(*query.shape[:3], -1)).reshape(query.shape)


def _attended(how: _How, *args: Any) -> Any:
    """The results, and what the way back needs."""
    read, predicate, number, visible, copied, bias, seeds, heat = args
    wanted = _wanted(read, predicate)
    copy, add = how.heads(wanted)
    members, batch = len(read), read.shape[2:]
    copies = array(read.dtype, members, copy.count, *batch)
    result, attention, total = jnp.zeros(copies.shape, read.dtype), None, None
    if copy.count:
        out = copies, array(read.dtype, members, copy.count, copy.length, *batch[1:])
        run = copy.call(_copy_forward, members, out)
        result, attention = run(wanted, read, visible, copied, bias, seeds, heat)
    if number is not None:
        run = add.call(_sum_forward, members, array(number.dtype, *number.shape))
        total = run(wanted, read, number, visible)
    return (result, total), (read, predicate, number, visible, copied, heat, wanted, attention)


def _attend_gradient(how: _How, kept: Any, gradient: Any) -> Any:
    read, predicate, number, visible, copied, heat, wanted, attention = kept
    copy, add = how.heads(wanted)
    # Both kinds of heads write into the same two arrays, so that nothing is put together later.
    slopes = array(read.dtype, *wanted.shape), array(read.dtype, *read.shape)
    d_wanted, d_read = (jnp.zeros(one.shape, one.dtype) for one in slopes)
    d_number = None
    if copy.count:
        run = copy.call(_copy_backward, len(read), slopes)
        d_wanted, d_read = run(wanted, read, visible, copied, heat, attention, gradient[0])
    if number is not None:
        out = *slopes, array(number.dtype, *number.shape)
        run = add.call(_sum_backward, len(read), out, shared={5: 0, 6: 1})
        given = wanted, read, number, visible, gradient[1], d_wanted, d_read
        d_wanted, d_read, d_number = run(*given)
    _, back = jax.vjp(_wanted, read[:, : wanted.shape[1]], predicate)
    d_query, d_predicate = back(d_wanted)
    d_read = jax.lax.dynamic_update_slice_in_dim(d_read, d_query, 0, 1)
    return d_read, d_predicate, d_number, *(None,) * 5


_attend.defvjp(_attended, _attend_gradient)
