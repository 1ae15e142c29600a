"""The standard Transformer: computes what its formula says, learns, keeps its best epoch."""

from dataclasses import replace
from functools import partial

import jax
import numpy as np
import pytest
from tiny_networks import toy as a_toy

from transformer_programs.networks.config import StandardConfig
from transformer_programs.networks.population import Progress
from transformer_programs.networks.standard import (
    Encoder,
    initial,
    logits,
)
from transformer_programs.networks.trainer import train
from transformer_programs.tasks import Split

# Nearly all time here is compilation, so most tests train this one shape, two members at a time.
TINY = StandardConfig(
    layers=1, heads=2, width=16, hidden=8, epochs=4, batch=32, learning_rate=0.005
)


toy = partial(a_toy, sizes=(420, 60, 50))


def trained(causal: bool = True, pooled: bool = False) -> tuple[dict[str, np.ndarray], Encoder]:
    """Parameters in which nothing is zero or one, so that a mistake anywhere shows."""
    network = Encoder.of(toy(pooled, causal), replace(TINY, layers=2))
    generator = np.random.default_rng(1)
    noise = {n: generator.normal(0, 0.3, shape) for n, shape in network.array_shapes.items()}
    return {n: (p + noise[n]).astype(np.float32) for n, p in initial(network, 0).items()}, network


@partial(jax.jit, static_argnums=1)
def compiled_scores(tree: dict[str, jax.Array], network: Encoder, words: jax.Array) -> jax.Array:
    return logits(tree, network, words)


def run(params: dict[str, np.ndarray], network: Encoder, *rows: list[int]) -> np.ndarray:
    return np.asarray(compiled_scores(params, network, np.asarray(rows, np.int32)))


# --- the network ----------------------------------------------------------------------------------


def by_hand(p: dict[str, np.ndarray], network: Encoder, words: list[int]) -> np.ndarray:
    """One input without padding, one position and one head at a time."""

    def normalised(x: np.ndarray, layer: int, which: int) -> np.ndarray:
        x = (x - x.mean()) / np.sqrt(x.var() + 1e-5)
        return x * p[f"{layer}.norm_scale"][which] + p[f"{layer}.norm_shift"][which]

    heads, size = TINY.heads, TINY.width // TINY.heads
    x = [p["tokens"][w] + p["positions"][i] for i, w in enumerate(words)]
    for n in range(network.config.layers):
        mixed = []
        for i in range(len(words)):
            parts = []
            for h in range(heads):
                own = slice(h * size, (h + 1) * size)
                to_query, to_key, to_value = (p[f"{n}.attend"][:, t, own] for t in range(3))
                seen = range(i + 1 if network.causal else len(words))
                match = [(x[i] @ to_query) @ (x[j] @ to_key) / size**0.5 for j in seen]
                weight = np.exp(match) / np.exp(match).sum()
                parts.append(sum(weight[j] * (x[j] @ to_value) for j in seen))
            mixed.append(np.concatenate(parts) @ p[f"{n}.mix"])
        x = [normalised(a + b, n, 0) for a, b in zip(x, mixed, strict=True)]
        hidden = [np.maximum(a @ p[f"{n}.in"] + p[f"{n}.in_bias"], 0) for a in x]
        change = [a @ p[f"{n}.out"] + p[f"{n}.out_bias"] for a in hidden]
        x = [normalised(a + b, n, 1) for a, b in zip(x, change, strict=True)]
    each = np.stack([a @ p["classes"] + p["classes_bias"] for a in x])
    return each.mean(0) if network.pooled else each


@pytest.mark.parametrize(("causal", "pooled"), [(True, False), (False, False), (False, True)])
def test_scores_are_those_of_the_formula_and_padding_changes_nothing(
    causal: bool, pooled: bool
) -> None:
    params, network = trained(causal, pooled)
    full, padded = run(params, network, [2, 0, 1, 1, 0], [2, 0, 1, -1, -1])
    np.testing.assert_allclose(full, by_hand(params, network, [2, 0, 1, 1, 0]), atol=1e-4)
    wanted = by_hand(params, network, [2, 0, 1])
    np.testing.assert_allclose(padded if pooled else padded[:3], wanted, atol=1e-4)


# --- training -------------------------------------------------------------------------------------


@pytest.mark.parametrize("pooled", [False, True])
def test_a_small_task_is_learned_and_training_stops_when_it_is(pooled: bool) -> None:
    found = train(Encoder.to_train(toy(pooled), replace(TINY, epochs=60)), toy(pooled), seeds=2)
    assert all(m.validation == 1.0 for m in found.members)
    assert found.steps < 13 * 60
    assert found.best.test > 0.97
    scored = toy(pooled).accuracy(found.best.predict(toy(pooled).test.words), toy(pooled).test)
    assert scored.token == found.best.test


def test_the_first_best_epoch_is_kept() -> None:
    # Labels without a rule, to validate with: accuracy goes up and down.
    words = toy().validation.words
    labels = np.random.default_rng(2).integers(0, 3, words.shape).astype(np.int32)
    task = replace(toy(), validation=Split(words, np.where(words < 0, -1, labels)))
    reports: list[Progress] = []
    found = train(
        Encoder.to_train(task, replace(TINY, epochs=8)), task, 2, on_progress=reports.append
    )
    accuracy = np.asarray([report.accuracy for report in reports])  # (epochs, members)
    assert accuracy.shape == (8, 2)
    assert (accuracy[-1] < accuracy.max(0)).any()
    for member, seen in zip(found.members, accuracy.T, strict=True):
        assert member.validation == seen.max()
        scored = task.accuracy(member.predict(words), task.validation)
        assert scored.token == member.validation
    assert found.best.validation == accuracy.max()
