"""Attention and MLPs as one GPU kernel each, which stores nothing of what lies within.

A training step is bound by the bytes it moves. The plain forms (`heads`, `model`) store a score for
each pair of positions and a hidden layer for each position; these kernels compute them where they
are used, once on the way forward and once more on the way back. Activations are stored in bfloat16;
inside a kernel everything but the factors of an MLP's products is float32. The noise is that of
`choices.gumbel`, number for number.
"""

from __future__ import annotations

from functools import partial, reduce
from operator import and_
from typing import Any

import jax
import jax.numpy as jnp
from jax.experimental import pallas as pl
from jax.experimental.pallas import triton

from .choices import NEVER, Fused, gumbel_of, mix, site_keys, uniform_of
from .heads import Sight, distance_bias
from .machine import Array
from .products import linear

Axis = tuple[Array, Array]  # indices, as many as a power of two, and which of them exist
Shape: Any = jax.ShapeDtypeStruct

INPUTS = 16  # inputs that a kernel of attention works on
LARGEST = 256  # entries of a table (values, positions) that fits into registers, per input
ROWS = 128  # positions of inputs that a kernel of MLPs works on at a time
SPLIT = 4  # kernels that share the positions of one MLP


def _axis(size: int, at_least: int = 1) -> Axis:
    index = jnp.arange(max(at_least, pl.next_power_of_2(size)))
    return index, index < size


def _place(*at: Any) -> tuple[tuple[Any, ...], Any]:
    """Numbers and axes -> an index with a dimension for each axis, and which entries exist."""
    axes = [one for one in at if isinstance(one, tuple)]
    others = [[j for j in range(len(axes)) if j != i] for i in range(len(axes))]
    spread = [[jnp.expand_dims(x, o) for x in one] for one, o in zip(axes, others, strict=True)]
    index, exists = iter(spread), reduce(and_, [is_there for _, is_there in spread])
    return tuple(next(index)[0] if isinstance(one, tuple) else one for one in at), exists


def _load(ref: Any, *at: Any) -> Array:
    index, exists = _place(*at)
    return triton.load(ref.at[index], mask=exists, other=0).astype(jnp.float32)


def _store(value: Array, ref: Any, *at: Any) -> None:
    index, exists = _place(*at)
    triton.store(ref.at[index], value.astype(ref.dtype), mask=exists)


def _gumbel_noise(index: Array, keys: Any, p: Array) -> Array:
    """Gumbel noise of elements by their index, with the keys of member p."""
    return gumbel_of(uniform_of(mix(index.astype(jnp.uint32) + keys[p, 0], keys[p, 1])))


def _softmax(logits: Array, exists: Array) -> Array:
    logits = jnp.where(exists[:, None], logits, NEVER)
    powers = jnp.exp(logits - logits.max(0, keepdims=True))
    return powers / powers.sum(0, keepdims=True)


def _launched(kernel: Any, grid: tuple[int, ...], out: Any, warps: int, **more: Any) -> Any:
    params = triton.CompilerParams(num_warps=warps, num_stages=1)
    return pl.pallas_call(kernel, grid=grid, out_shape=out, compiler_params=params, **more)


# --- attention: match, default, bias, noise, softmax, and what is copied or added up --------------


def fits(values: int, length: int) -> bool:
    """Whether attention over so many values and positions is small enough for a kernel."""
    return pl.next_power_of_2(values) * pl.next_power_of_2(length) <= LARGEST


class _Cell:
    """The part of one kernel: member p, head h of its kind, some inputs.

    `first` is the number of the first head of this kind among all of their layer.
    """

    def __init__(self, first: int, wanted: Any, read: Any, visible: Any) -> None:
        every, self.values, self.length, self.batch = wanted.shape[1:]
        self.wanted, self.visible = wanted, visible
        self.p, self.h = pl.program_id(0), pl.program_id(1)
        inputs = pl.program_id(2) * INPUTS + jnp.arange(INPUTS)
        self.k, self.n, self.b = (
            _axis(self.values),
            _axis(self.length),
            (inputs, inputs < self.batch),
        )
        self.head = first + self.h  # among all heads of the layer
        self.key, self.value = every + self.head, 2 * every + self.h  # among all reads
        self.keys = _load(read, self.p, self.key, self.k, self.n, self.b)

    def seen(self, ref: Any, head: Any, q: Any) -> Array:
        """The positions that are visible from q: (N, inputs)."""
        head, q = (0 if ref.shape[axis] == 1 else at for axis, at in ((1, head), (2, q)))
        return _load(ref, self.p, head, q, self.n, self.b) != 0

    def match(self, q: Any) -> tuple[Array, Array, Array]:
        """The keys that q looks for (K, inputs), what it sees, and the match (N, inputs)."""
        wanted = _load(self.wanted, self.p, self.head, self.k, q, self.b)
        seen = self.seen(self.visible, self.head, q)
        return wanted, seen, jnp.where(seen, (wanted[:, None] * self.keys).sum(0), 0)

    def scores(self, matched: Array) -> tuple[Array, Array]:
        """The matches, with position 0 for none; and how far there is one."""
        total = matched.sum(0, keepdims=True)
        none = jnp.where(self.n[0][:, None] == 0, jnp.maximum(1 - total, 0), 0)
        return matched + none + 1e-20, total


def _copy_forward(strength: float, *refs: Any) -> None:
    wanted, read, visible, copied, bias, seeds, heat, out, attention = refs
    cell = _Cell(0, wanted, read, visible)
    p, h, k, n, b = cell.p, cell.h, cell.k, cell.n, cell.b
    values = _load(read, p, cell.value, k, n, b)

    def step(q: Array, _: None) -> None:
        scores = cell.scores(cell.match(q)[2])[0]
        logits = jnp.log(scores) + _load(bias, q, n)[:, None]
        logits = jnp.where(cell.seen(copied, h, q), logits, NEVER) / cell.values**0.5
        row = (h * cell.length + q) * cell.length + n[0][:, None]
        noise = _gumbel_noise(row * cell.batch + b[0][None], seeds, p)
        at = _softmax((logits + strength * noise) / heat[0], n[1])
        _store(at, attention, p, h, q, n, b)
        _store((at[None] * values).sum(1), out, p, h, k, q, b)

    jax.lax.fori_loop(0, cell.length, step, None)


def _copy_backward(*refs: Any) -> None:
    wanted, read, visible, copied, heat, attention, gradient, d_wanted, d_read = refs
    cell = _Cell(0, wanted, read, visible)
    p, h, k, n, b = cell.p, cell.h, cell.k, cell.n, cell.b
    values = _load(read, p, cell.value, k, n, b)

    def step(q: Array, sums: tuple[Array, Array]) -> tuple[Array, Array]:
        sought, seen, matched = cell.match(q)
        scores, total = cell.scores(matched)
        at, slope = _load(attention, p, h, q, n, b), _load(gradient, p, h, k, q, b)
        back = (slope[:, None] * values).sum(0)
        back = at * (back - (at * back).sum(0, keepdims=True)) / (heat[0] * cell.values**0.5)
        back = jnp.where(cell.seen(copied, h, q), back, 0) / scores
        first = jnp.where(n[0][:, None] == 0, back, 0).sum(0, keepdims=True)
        back = jnp.where(seen, back - jnp.where(total < 1, first, 0), 0)
        _store((back[None] * cell.keys).sum(1), d_wanted, p, cell.head, k, q, b)
        return sums[0] + sought[:, None] * back[None], sums[1] + slope[:, None] * at[None]

    zeros = jnp.zeros_like(cell.keys), jnp.zeros_like(values)
    sums = jax.lax.fori_loop(0, cell.length, step, zeros)
    _store(sums[0], d_read, p, cell.key, k, n, b)
    _store(sums[1], d_read, p, cell.value, k, n, b)


def _sum_forward(first: int, *refs: Any) -> None:
    wanted, read, number, visible, out = refs
    cell = _Cell(first, wanted, read, visible)
    numbers = _load(number, cell.p, cell.h, cell.n, cell.b)

    def step(q: Array, _: None) -> None:
        _store((cell.match(q)[2] * numbers).sum(0), out, cell.p, cell.h, q, cell.b)

    jax.lax.fori_loop(0, cell.length, step, None)


def _sum_backward(first: int, *refs: Any) -> None:
    wanted, read, number, visible, gradient, _, _, d_wanted, d_read, d_number = refs
    cell = _Cell(first, wanted, read, visible)
    p, h, k, n, b = cell.p, cell.h, cell.k, cell.n, cell.b
    numbers = _load(number, p, h, n, b)

    def step(q: Array, sums: tuple[Array, Array]) -> tuple[Array, Array]:
        sought, seen, matched = cell.match(q)
        slope = _load(gradient, p, h, q, b)[None]
        back = jnp.where(seen, slope * numbers, 0)
        _store((back[None] * cell.keys).sum(1), d_wanted, p, cell.head, k, q, b)
        return sums[0] + sought[:, None] * back[None], sums[1] + matched * slope

    zeros = jnp.zeros_like(cell.keys), jnp.zeros_like(numbers)
    sums = jax.lax.fori_loop(0, cell.length, step, zeros)
    _store(sums[0], d_read, p, cell.key, k, n, b)
    _store(sums[1], d_number, p, h, n, b)


def _over_heads(kernel: Any, wanted: Array, count: int, out: Any, **more: Any) -> Any:
    """A kernel for so many heads of one kind."""
    values, length, batch = wanted.shape[2:]
    table = pl.next_power_of_2(values) * pl.next_power_of_2(length)
    grid = len(wanted), count, pl.cdiv(batch, INPUTS)
    return _launched(kernel, grid, out, max(1, table // 64), **more)


def attend(
    read: Array,
    predicate: Array,
    number: Array | None,
    sight: Sight,
    sampler: Fused,
    site: str,
    noise: float,
) -> tuple[Array, Array | None]:
    """Attention: the copied values (P, H, K, N, B), and the sums (P, J, N, B).

    read (P, 2 (H + J) + H, K, N, B): the queries, keys and values of the heads;
    predicate (P, H + J, K, K); number (P, J, N, B).
    """
    masks = sight.may_match.astype(jnp.int8), sight.may_copy.astype(jnp.int8)
    drawn = distance_bias(read.shape[3]), site_keys(sampler.keys, site)
    heat = sampler.temperature.reshape(1)
    return _attend(sampler.interpret, noise, read, predicate, number, *masks, *drawn, heat)


@partial(jax.custom_vjp, nondiff_argnums=(0, 1))
def _attend(*args: Any) -> tuple[Array, Array | None]:
    result: tuple[Array, Array | None] = _attended(*args)[0]
    return result


def _wanted(read: Array, predicate: Array) -> Array:
    """The keys that each query looks for: (P, H + J, K, N, B)."""
    query = read[:, : predicate.shape[1]]
    return linear(predicate, query.reshape(*query.shape[:3], -1)).reshape(query.shape)


def _attended(interpret: bool, noise: float, *args: Any) -> Any:
    """The results, and what the way back needs."""
    read, predicate, number, visible, copied, bias, seeds, heat = args
    wanted, sizes = _wanted(read, predicate), read.shape[2:]
    copies = len(read), read.shape[1] - 2 * predicate.shape[1]
    result, attention, total = jnp.zeros((*copies, *sizes), read.dtype), None, None
    if copies[1]:
        shapes = (*copies, *sizes), (*copies, sizes[1], *sizes[1:])
        out, kernel = [Shape(one, read.dtype) for one in shapes], partial(_copy_forward, noise)
        run = _over_heads(kernel, wanted, copies[1], out, interpret=interpret)
        result, attention = run(wanted, read, visible, copied, bias, seeds, heat)
    if number is not None:
        out, kernel = Shape(number.shape, number.dtype), partial(_sum_forward, copies[1])
        run = _over_heads(kernel, wanted, number.shape[1], out, interpret=interpret)
        total = run(wanted, read, number, visible)
    return (result, total), (read, predicate, number, visible, copied, heat, wanted, attention)


def _attend_gradient(interpret: bool, noise: float, kept: Any, gradient: Any) -> Any:
    read, predicate, number, visible, copied, heat, wanted, attention = kept
    # Both kinds of heads write into the same two arrays, so that nothing is put together later.
    slopes = [Shape(one.shape, read.dtype) for one in (wanted, read)]
    d_wanted, d_read = (jnp.zeros(one.shape, one.dtype) for one in slopes)
    d_number, copies = None, gradient[0].shape[1]
    if copies:
        run = _over_heads(_copy_backward, wanted, copies, slopes, interpret=interpret)
        d_wanted, d_read = run(wanted, read, visible, copied, heat, attention, gradient[0])
    if number is not None:
        out, kernel = [*slopes, Shape(number.shape, number.dtype)], partial(_sum_backward, copies)
        more = {"interpret": interpret, "input_output_aliases": {5: 0, 6: 1}}
        run = _over_heads(kernel, wanted, number.shape[1], out, **more)
        given = wanted, read, number, visible, gradient[1], d_wanted, d_read
        d_wanted, d_read, d_number = run(*given)
    _, back = jax.vjp(_wanted, read[:, : wanted.shape[1]], predicate)
    d_query, d_predicate = back(d_wanted)
    d_read = jax.lax.dynamic_update_slice_in_dim(d_read, d_query, 0, 1)
    return d_read, d_predicate, d_number, *(None,) * 5


_attend.defvjp(_attended, _attend_gradient)


# --- MLPs: in, ReLU, out and choice; the hidden layer is never stored -----------------------------


def _dot(a: Array, b: Array, over: tuple[int, int]) -> Array:
    """The matrix product over one axis of each, in bfloat16 with float32 sums."""
    a, b = a.astype(jnp.bfloat16), b.astype(jnp.bfloat16)
    dims = (((over[0],), (over[1],)), ((), ()))
    return jax.lax.dot_general(a, b, dims, preferred_element_type=jnp.float32)


class _Mlp:
    """The part of one kernel: member p, MLP c, some positions; shared reads have one row for all.

    Its weights (I, W), (W, K) are zero where an axis is longer than it need be.
    """

    def __init__(self, reads: Any, w_in: Any, w_out: Any) -> None:
        self.reads, self.rows = reads, reads.shape[3]
        self.p, self.c, self.part = (pl.program_id(axis) for axis in range(3))
        self.i, self.w, self.k = (_axis(size, 16) for size in (*w_in.shape[2:], w_out.shape[3]))
        self.first = _load(w_in, self.p, self.c, self.i, self.w)
        self.second = _load(w_out, self.p, self.c, self.w, self.k)

    def loop(self, step: Any, start: Any = None) -> Any:
        """Steps over positions, with what is read there (I, rows), and the hidden layer."""
        c, steps = 0 if self.reads.shape[1] == 1 else self.c, pl.cdiv(self.rows, ROWS * SPLIT)

        def one(t: Array, sums: Any) -> Any:
            index = (self.part * steps + t) * ROWS + jnp.arange(ROWS)
            r = index, index < self.rows
            read = _load(self.reads, self.p, c, self.i, r)
            return step(r, read, jnp.maximum(_dot(self.first, read, (0, 0)), 0), sums)

        return jax.lax.fori_loop(0, steps, one, start)


def _mlp_forward(*refs: Any) -> None:
    reads, w_in, w_out, bias, keys, heat, out = refs
    mlp = _Mlp(reads, w_in, w_out)
    p, c, k = mlp.p, mlp.c, mlp.k
    added, row = _load(bias, p, c, k)[:, None], c * w_out.shape[3] + k[0][:, None]

    def step(r: Axis, read: Array, hidden: Array, _: None) -> None:
        logits = _dot(mlp.second, hidden, (0, 0)) + added
        noise = _gumbel_noise(row * mlp.rows + r[0][None], keys, p)
        _store(_softmax((logits + noise) / heat[0], k[1]), out, p, c, k, r)

    mlp.loop(step)


def _mlp_backward(*refs: Any) -> None:
    reads, w_in, w_out, heat, chosen, gradient, d_reads, d_in, d_out, d_bias = refs
    mlp = _Mlp(reads, w_in, w_out)
    p, c, part, k = mlp.p, mlp.c, mlp.part, mlp.k

    def step(r: Axis, read: Array, hidden: Array, sums: tuple[Array, ...]) -> tuple[Array, ...]:
        choice, slope = _load(chosen, p, c, k, r), _load(gradient, p, c, k, r)
        slope = choice * (slope - (choice * slope).sum(0, keepdims=True)) / heat[0]
        back = jnp.where(hidden > 0, _dot(mlp.second, slope, (1, 0)), 0)
        _store(_dot(mlp.first, back, (1, 0)), d_reads, p, c, mlp.i, r)
        slopes = _dot(read, back, (1, 1)), _dot(hidden, slope, (1, 1)), slope.sum(1)
        return tuple(before + now for before, now in zip(sums, slopes, strict=True))

    zeros = jnp.zeros(k[0].shape, jnp.float32)
    sums = mlp.loop(step, (jnp.zeros_like(mlp.first), jnp.zeros_like(mlp.second), zeros))
    _store(sums[0], d_in, p, c, part, mlp.i, mlp.w)
    _store(sums[1], d_out, p, c, part, mlp.w, k)
    _store(sums[2], d_bias, p, c, part, k)


def mlps(reads: Array, w_in: Array, w_out: Array, bias: Array, sampler: Fused, site: str) -> Array:
    """The outputs of MLPs: softmax((relu(reads W) V + bias + noise) / temperature).

    reads (P, C or 1, I, R), w_in (P, C, I, W), w_out (P, C, W, K), bias (P, C, K) -> (P, C, K, R)
    """
    seeds, heat = site_keys(sampler.keys, site), sampler.temperature.reshape(1)
    return _mlps(sampler.interpret, reads, w_in, w_out, bias, seeds, heat)


@partial(jax.custom_vjp, nondiff_argnums=(0,))
def _mlps(interpret: bool, *args: Array) -> Array:
    return _chosen(interpret, *args)[0]


def _chosen(interpret: bool, *args: Array) -> tuple[Array, tuple[Array, ...]]:
    """The choices, and what the way back needs."""
    reads, w_in, w_out, _, _, heat = args
    out = Shape((*w_in.shape[:2], w_out.shape[3], reads.shape[3]), jnp.bfloat16)
    grid = *w_in.shape[:2], SPLIT
    chosen: Array = _launched(_mlp_forward, grid, out, 4, interpret=interpret)(*args)
    return chosen, (reads, w_in, w_out, chosen, heat)


def _mlps_gradient(interpret: bool, kept: tuple[Array, ...], gradient: Array) -> Any:
    reads, w_in, w_out, chosen, heat = kept
    part = *w_in.shape[:2], SPLIT
    shapes = w_in.shape[2:], w_out.shape[2:], w_out.shape[3:]
    slopes = [Shape((*part, *shape), jnp.float32) for shape in shapes]
    out = [Shape((*w_in.shape[:3], reads.shape[3]), reads.dtype), *slopes]
    run = _launched(_mlp_backward, part, out, 4, interpret=interpret)
    d_reads, *found = run(reads, w_in, w_out, heat, chosen, gradient)
    if reads.shape[1] == 1:
        d_reads = d_reads.sum(1, keepdims=True)
    return d_reads, *(slope.sum(2) for slope in found), None, None


_mlps.defvjp(_chosen, _mlps_gradient)
