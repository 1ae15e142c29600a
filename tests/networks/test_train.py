"""Training: continues after a kill, keeps members apart, finds what can be found."""

import os
import subprocess
import sys
import textwrap
from dataclasses import replace
from pathlib import Path

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from tiny_networks import TINY, agrees, same, toy, train_programs

from transformer_programs.networks import machine, trainer
from transformer_programs.networks.architecture import Architecture
from transformer_programs.networks.checkpoints import CheckpointError, write_checkpoint
from transformer_programs.networks.choices import Hard
from transformer_programs.networks.config import ConfigError, Shape
from transformer_programs.networks.initial import initial
from transformer_programs.networks.model import forward
from transformer_programs.networks.program_model import member_losses
from transformer_programs.networks.training_state import ROW, Adam, adam_step

WIDE = replace(TINY, epochs=6, batch=128, gumbel_samples=2)
SELECTED = replace(TINY, selection="quarter")
TWO_DEVICES = "--xla_force_host_platform_device_count=2"


@pytest.mark.parametrize("pooled", [False, True])
def test_a_small_task_is_learned(pooled: bool) -> None:
    found = train_programs(toy(pooled), replace(TINY, epochs=80), seeds=2)
    assert found.best.validation == 1.0
    assert found.best.test == 1.0
    test = toy(pooled).test
    scored = test.labels >= 0
    assert (found.best.predict(test.words)[scored] == test.labels[scored]).all()


def test_the_same_seeds_give_the_same_networks_and_others_do_not() -> None:
    first, again, other = (train_programs(toy(), TINY, seeds=s) for s in ([3, 5], [3, 5], [4, 5]))
    assert same(first, again)
    assert not same(first, other)


def test_a_member_depends_on_its_own_seed_only() -> None:
    # Only the rounding of sums may differ with the number of members.
    config = replace(TINY, epochs=1)
    together = {m.seed: m for m in train_programs(toy(), config, seeds=[7, 2]).members}
    (alone,) = train_programs(toy(), config, seeds=[2]).members
    for name, values in alone.params.items():
        np.testing.assert_allclose(values, together[2].params[name], atol=1e-4)


def test_loss_is_the_mean_over_inputs_of_the_mean_over_scored_positions() -> None:
    a = Architecture.of(toy(), TINY)
    data = toy().train
    params, _ = initial(a, 0)
    tree = {name: jnp.asarray(p)[None] for name, p in params.items()}
    words, labels = data.words.T[None], data.labels.T[None]
    found = jax.jit(lambda tree: member_losses(tree, a, words, labels, Hard()))(tree)
    scores = np.asarray(jax.jit(lambda tree: forward(tree, a, words, Hard())[0])(tree))[0].T
    losses = []
    for row, labels in zip(scores, data.labels, strict=True):
        terms = [
            np.log(np.exp(s - s.max()).sum()) + s.max() - s[label]
            for s, label in zip(row, labels, strict=True)
            if label >= 0
        ]
        losses.append(np.mean(terms))
    np.testing.assert_allclose(np.asarray(found)[0], np.mean(losses), rtol=1e-4)


def test_shapes_train_together_and_come_back_in_their_own_size() -> None:
    shapes = [
        Shape(layers=1, categorical_heads=2),
        Shape(layers=1, categorical_heads=1, numerical_heads=1, categorical_mlps=1),
    ]
    config = replace(TINY, epochs=3, end_temperature=0.01)
    found = train_programs(toy(), config, seeds=3, shapes=shapes)
    assert [m.architecture.config.shape for m in found.members] == [
        s for s in shapes for _ in range(3)
    ]
    small = found.members[0]
    assert set(small.params) == {"0.query", "0.key", "0.value", "0.predicate", "votes"}
    words, labels = toy().test.words, toy().test.labels
    for member in found.members:
        assert not member.diverged  # also at the lowest temperature
        given = member.predict(words)
        right = (given == labels) & (labels >= 0)
        assert member.test == right.sum() / (labels >= 0).sum()
        assert agrees(member)


def test_a_checkpoint_of_another_run_is_refused(tmp_path: Path) -> None:
    train_programs(toy(), TINY, seeds=2, out=tmp_path)
    with pytest.raises(CheckpointError, match=r"there learning_rate is 0\.05, here 0\.1"):
        train_programs(toy(), replace(TINY, learning_rate=0.1), seeds=2, out=tmp_path)
    with pytest.raises(CheckpointError, match=r"there seeds is \[0, 1\], here \[0, 1, 2\]"):
        train_programs(toy(), TINY, seeds=3, out=tmp_path)
    with pytest.raises(CheckpointError, match="there pooled is false, here true"):
        train_programs(toy(pooled=True), TINY, seeds=2, out=tmp_path)


@pytest.mark.parametrize("damage", ["another file", "truncated"])
def test_a_broken_checkpoint_is_refused(damage: str, tmp_path: Path) -> None:
    file = tmp_path / "checkpoint.npz"
    write_checkpoint(file, {}, (), [np.arange(1000.0)])
    content = {"another file": b"not a checkpoint", "truncated": file.read_bytes()[:-100]}
    file.write_bytes(content[damage])
    with pytest.raises(CheckpointError, match="is not a readable checkpoint"):
        train_programs(toy(), TINY, seeds=2, out=tmp_path)


def test_adam_moves_as_in_its_paper_and_leaves_what_is_not_finite() -> None:
    zeros = jnp.zeros((1, 2))
    value, memory = jnp.asarray([[1.0, 2.0]]), Adam(zeros, zeros)
    expected, mean, square = 1.0, 0.0, 0.0
    for step, slope in enumerate((0.3, -2.0, 0.5), 1):
        slopes = jnp.asarray([[slope, jnp.nan]])
        value, memory = adam_step(value, slopes, memory, jnp.int32(step), 0.1)
        mean, square = 0.9 * mean + 0.1 * slope, 0.999 * square + 0.001 * slope**2
        expected -= 0.1 * (mean / (1 - 0.9**step)) / ((square / (1 - 0.999**step)) ** 0.5 + 1e-8)
    np.testing.assert_allclose(value, [[expected, 2.0]], rtol=1e-5)


def test_a_network_that_needs_more_memory_than_there_is_is_refused(monkeypatch) -> None:
    monkeypatch.setattr(machine, "free_memory", lambda mesh: 1000)
    with pytest.raises(ConfigError, match="choose a smaller network"):
        train_programs(toy(), TINY, seeds=1)
    monkeypatch.setattr(machine, "free_memory", lambda mesh: 10**7)
    monkeypatch.setattr(machine, "bytes_taken", lambda *_: 13 * 10**6)
    with pytest.raises(ConfigError, match="choose a smaller network"):
        train_programs(toy(), TINY, seeds=3)


def test_networks_that_do_not_fit_into_memory_together_train_and_are_selected_alike(
    monkeypatch,
) -> None:
    whole = train_programs(toy(), SELECTED, seeds=5)
    sizes = []

    def bytes_taken(run, state, data, mesh):
        sizes.append(len(data.keys))
        return sizes[-1] * 10**6

    monkeypatch.setattr(machine, "bytes_taken", bytes_taken)
    monkeypatch.setattr(machine, "free_memory", lambda mesh: 2_500_000)
    turns = train_programs(toy(), SELECTED, seeds=5)
    assert len(sizes) == 2
    assert sizes[1] < sizes[0]
    assert [one.ancestor for one in turns.members] == [one.ancestor for one in whole.members]
    for one, other in zip(turns.members, whole.members, strict=True):
        np.testing.assert_allclose(one.params["votes"], other.params["votes"], atol=0.05)


def test_a_finished_run_that_is_resumed_is_scored_in_parts(tmp_path: Path, monkeypatch) -> None:
    first, sizes = train_programs(toy(), TINY, seeds=5, out=tmp_path), []

    def answers(model, params, words, _own=trainer.answers):
        sizes.append(len(params[ROW]))
        return _own(model, params, words)

    monkeypatch.setattr(trainer, "answers", answers)
    again = train_programs(toy(), TINY, seeds=5, out=tmp_path)
    assert max(sizes) <= machine.sharing(5).shape.get(machine.MEMBERS, 1)
    assert [one.cells() for one in again.members] == [one.cells() for one in first.members]


def on_two_devices(code: str, folder: Path) -> list[np.ndarray]:
    """The list `arrays` that the code leaves; the modules of the tests can be imported there."""
    file = folder / "arrays.npz"
    before = f"import sys; sys.path.insert(0, {str(Path(__file__).parents[1])!r})\nimport jax\n"
    after = f"\nassert len(jax.devices()) == 2\nimport numpy; numpy.savez({str(file)!r}, *arrays)\n"
    whole = before + textwrap.dedent(code) + after
    flags = {"XLA_FLAGS": f"{os.environ.get('XLA_FLAGS', '')} {TWO_DEVICES}"}
    subprocess.run([sys.executable, "-c", whole], env=os.environ | flags, timeout=300, check=True)
    with np.load(file) as arrays:
        return [arrays[name] for name in arrays.files]


ON_TWO_DEVICES = """
sys.path.insert(0, sys.path[0] + "/networks")
from test_train import SELECTED, WIDE, toy, train_programs
from transformer_programs.networks import machine, trainer as steps
arrays = [*train_programs(toy(), WIDE, seeds=1).members[0].params.values()]
made, compiled = [], machine.compiled
steps.compiled = lambda *given: made.append(compiled(*given)) or made[-1]
members = train_programs(toy(), SELECTED, seeds=5).members
arrays += [[member.ancestor for member in members], *(one.params["votes"] for one in members)]
assert [run._cache_size() for run in made] == [1]
"""


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> list[np.ndarray]:
    """One network whose inputs two devices share; the ancestors and votes of five networks."""
    return on_two_devices(ON_TWO_DEVICES, tmp_path_factory.mktemp("two"))


def test_two_devices_that_share_the_inputs_train_the_same_network(shared: list[np.ndarray]) -> None:
    alone = train_programs(toy(), WIDE, seeds=1)
    for values, found in zip(alone.members[0].params.values(), shared[:-6], strict=True):
        np.testing.assert_allclose(values, found, atol=1e-3)


def test_two_devices_share_the_members_select_the_same_and_compile_once(
    shared: list[np.ndarray],
) -> None:
    alone, (ancestors, *found) = train_programs(toy(), SELECTED, seeds=5), shared[-6:]
    assert ancestors.tolist() == [member.ancestor for member in alone.members]
    for member, votes in zip(alone.members, found, strict=True):
        np.testing.assert_allclose(member.params["votes"], votes, atol=0.05)
