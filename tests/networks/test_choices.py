"""The relaxed choices: hard attention is rule 2 of the meaning, noise is Gumbel noise."""

import itertools

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from transformer_programs.meaning.interpret import chosen, reachable
from transformer_programs.networks.choices import Hard, gumbel, softmax, step_keys
from transformer_programs.networks.heads import nearest, visible_to_heads


def attended(matches: np.ndarray, real: np.ndarray, causal: bool, k: int) -> np.ndarray:
    """Where hard attention looks: matches (B, N, N) of 0 and 1, real (B, N)."""

    @jax.jit
    def run(matches: jax.Array, real: jax.Array) -> jax.Array:
        visible = visible_to_heads(jnp.where(real, 0, -1).T[None], causal, ["all"], 1).may_match
        scores = jnp.where(visible, jnp.moveaxis(matches, 0, -1), 0.0)
        return Hard()(nearest(scores, visible, k), "site", axis=3).argmax(3)

    return np.asarray(run(matches, real))[0, 0].T


@pytest.mark.parametrize("causal", [False, True])
@pytest.mark.parametrize("length", range(1, 9))
def test_hard_attention_is_rule_two_for_every_match_set(length: int, causal: bool) -> None:
    sets = np.array(list(itertools.product((0.0, 1.0), repeat=length)), np.float32)
    matches = np.broadcast_to(sets[:, None, :], (len(sets), length, length))
    found = attended(matches, np.ones((len(sets), length), bool), causal, k=8)
    for row, positions in zip(sets, found, strict=True):
        for i in range(length):
            reach = [j for j in reachable(i, length, "all", causal) if row[j]]
            assert positions[i] == chosen(i, reach, "nearest")


@pytest.mark.parametrize("causal", [False, True])
@pytest.mark.parametrize("length", [33, 57, 64])
def test_hard_attention_is_rule_two_in_long_padded_inputs(length: int, causal: bool) -> None:
    generator = np.random.default_rng(length)
    density = generator.choice([0.0, 0.02, 0.1, 0.5, 1.0], size=(200, length, 1))
    matches = (generator.random((200, length, length)) < density).astype(np.float32)
    lengths = generator.integers(1, length + 1, 200)
    found = attended(matches, np.arange(length) < lengths[:, None], causal, k=64)
    for row, n, positions in zip(matches, lengths, found, strict=True):
        for i in range(n):
            reach = [j for j in reachable(i, int(n), "all", causal) if row[i, j]]
            assert positions[i] == chosen(i, reach, "nearest")


@pytest.mark.parametrize("axis", [1, 2])
def test_gradient_of_a_soft_choice_is_that_of_the_softmax(axis: int) -> None:
    generator = np.random.default_rng(0)
    logits, noise, pull = generator.normal(size=(3, 2, 5, 6)).astype(np.float32)

    def plain(x: jax.Array) -> jax.Array:
        return (jax.nn.softmax((x + noise) / 0.7, axis=axis) * pull).sum()

    def own(x: jax.Array) -> jax.Array:
        return (softmax(x, noise, jnp.float32(0.7), axis) * pull).sum()

    found, slope = jax.jit(jax.value_and_grad(own))(logits)
    wanted, other = jax.jit(jax.value_and_grad(plain))(logits)
    assert abs(found - wanted) < 1e-5
    np.testing.assert_allclose(slope, other, atol=1e-6)


def test_noise_is_gumbel_noise() -> None:
    noise = np.asarray(gumbel(jnp.asarray([[1, 2]], jnp.uint32), "mlps", (1, 1000, 1000)))
    assert np.isfinite(noise).all()
    assert abs(noise.mean() - 0.57722) < 0.005
    assert abs(noise.var() - np.pi**2 / 6) < 0.01
    for q in (0.001, 0.1, 0.5, 0.9, 0.999):
        assert abs((noise < -np.log(-np.log(q))).mean() - q) < 4 * np.sqrt(q * (1 - q) / 1e6)


def test_noise_of_neighbours_sites_members_and_steps_is_uncorrelated() -> None:
    keys = jnp.asarray([[1, 2], [1, 3], [2, 2]], jnp.uint32)
    later = step_keys(keys, jnp.int32(1))
    draws = [gumbel(keys, "a", (3, 200_000)), gumbel(keys, "b", (3, 200_000))]
    draws += [gumbel(step_keys(keys, jnp.int32(0)), "a", (3, 200_000))]
    draws += [gumbel(later, "a", (3, 200_000))]
    rows = np.concatenate([np.asarray(d) for d in draws])
    rows = np.concatenate([rows[:, :-1], rows[:, 1:]])
    correlation = np.corrcoef(rows) - np.eye(len(rows))
    assert np.abs(correlation).max() < 0.012
