"""The GPU's kernels compute what the plain forms compute: choices, losses and gradients."""

from __future__ import annotations

from dataclasses import replace

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from transformer_programs.networks import fused
from transformer_programs.networks.architecture import Architecture
from transformer_programs.networks.choices import Fused, Soft, gumbel, softmax
from transformer_programs.networks.config import Config
from transformer_programs.networks.initial import initial, noise_key
from transformer_programs.networks.products import linear, relu
from transformer_programs.networks.program_model import member_losses

MEMBERS, BATCH = 2, 20
SMALL = Config(layers=1, categorical_heads=2, numerical_heads=2, categorical_mlps=1, hidden=16)
KEYS = jnp.asarray(np.stack([noise_key(seed) for seed in range(MEMBERS)]))
HEAT = jnp.float32(1.3)


def losses_and_slopes(architecture, choose, compute=jax.value_and_grad):
    """The loss of two networks on random inputs, some of them short, and its gradient."""
    members = [initial(architecture, seed)[0] for seed in range(MEMBERS)]
    tree = {name: jnp.asarray(np.stack([m[name] for m in members])) for name in architecture.leaves}
    draw = np.random.default_rng(0)
    shape = MEMBERS, architecture.length, BATCH
    words = draw.integers(0, architecture.word_count, shape).astype(np.int32)
    words[:, 4:, ::3] = -1
    labels = np.where(words < 0, -1, draw.integers(0, architecture.class_count, shape))

    def loss(tree):
        return member_losses(
            tree, architecture, jnp.asarray(words), jnp.asarray(labels.astype(np.int32)), choose
        ).sum()

    return jax.jit(compute(loss))(tree)


@pytest.mark.parametrize(
    ("settings", "length", "causal"),
    [
        ({"reaches": "all,before"}, 8, True),
        # Neither 7 values nor 6 positions are a power of two.
        ({"numerical_heads": 0, "attention_noise": 0.5}, 6, False),
        ({"categorical_heads": 0}, 6, False),
    ],
)
def test_heads_by_kernels_have_the_losses_and_gradients_of_the_plain_form(settings, length, causal):
    config = replace(SMALL, categorical_mlps=0, numerical_mlps=0, **settings)
    architecture = Architecture(config, word_count=7, class_count=5, length=length, causal=causal)
    plain, slopes = losses_and_slopes(architecture, Soft(KEYS, HEAT))
    found, own = losses_and_slopes(architecture, Fused(KEYS, HEAT, jnp.float32, interpret=True))
    assert found == pytest.approx(float(plain), rel=1e-6)
    for name, slope in slopes.items():
        np.testing.assert_allclose(own[name], slope, rtol=1e-3, atol=1e-6, err_msg=name)


@pytest.mark.parametrize("shared", [False, True])
def test_mlps_by_a_kernel_choose_and_learn_as_the_plain_form(shared):
    draw = np.random.default_rng(1)
    mlps, inputs, width, values, rows = 3, 5, 20, 7, 150  # more rows than one block, not a multiple
    eighths = lambda *shape: jnp.asarray(draw.integers(-8, 9, shape) / 8, jnp.float32)  # noqa: E731
    reads = jnp.asarray(draw.integers(0, 2, (MEMBERS, 1 if shared else mlps, inputs, rows)))
    args = (
        reads.astype(jnp.float32),
        eighths(MEMBERS, mlps, inputs, width),
        eighths(MEMBERS, mlps, width, values),
        eighths(MEMBERS, mlps, values),
    )
    choose = Fused(KEYS, HEAT, jnp.float32, interpret=True)
    weights = jnp.asarray(draw.normal(size=(MEMBERS, mlps, values, rows)), jnp.float32)

    def plain(reads, w_in, w_out, bias):
        reads = jnp.broadcast_to(reads, (MEMBERS, mlps, inputs, rows))
        logits = linear(w_out, relu(linear(w_in, reads))) + bias[..., None]
        noise = gumbel(KEYS, "site", logits.shape)
        return (softmax(logits, noise, HEAT, 2) * weights).sum()

    def kernel(*args):
        return (fused.mlps(*args, choose, "site").astype(jnp.float32) * weights).sum()

    wanted, slopes = jax.jit(jax.value_and_grad(plain, (0, 1, 2, 3)))(*args)
    found, own = jax.jit(jax.value_and_grad(kernel, (0, 1, 2, 3)))(*args)
    assert found == pytest.approx(float(wanted), abs=0.5)  # 6,300 terms, each rounded to 8 bits
    for slope, other in zip(slopes, own, strict=True):
        np.testing.assert_allclose(other, slope, atol=0.02 * float(jnp.abs(slope).max()))


def test_stored_in_bfloat16_the_loss_is_nearly_the_same():
    architecture = Architecture(SMALL, word_count=7, class_count=5, length=6)
    alone = lambda loss: loss  # noqa: E731  the loss without its gradient
    plain = losses_and_slopes(architecture, Soft(KEYS, HEAT), alone)
    for choose in (
        Soft(KEYS, HEAT, jnp.bfloat16),
        Fused(KEYS, HEAT, jnp.bfloat16, interpret=True),
    ):
        found = losses_and_slopes(architecture, choose, alone)
        assert found == pytest.approx(float(plain), rel=1e-3)
        assert found != plain
