"""Learned word variables: one draw a word, where they start, how they train, what is proved."""

from dataclasses import replace

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from tiny_networks import hard_forward, train_programs

from transformer_programs.meaning.batch import label_batch
from transformer_programs.networks.architecture import WORDS, Architecture
from transformer_programs.networks.choices import Soft, gumbel
from transformer_programs.networks.config import Config
from transformer_programs.networks.extract import extract
from transformer_programs.networks.initial import initial, noise_key
from transformer_programs.networks.model import word_variables
from transformer_programs.networks.prove import prove
from transformer_programs.networks.word_start import LabelStart, unknown_chances
from transformer_programs.program import Vocabulary
from transformer_programs.tasks import Split, Task

SMALL = Config(
    layers=1,
    categorical_heads=2,
    numerical_heads=0,
    categorical_mlps=1,
    numerical_mlps=0,
    hidden=8,
    word_variables=2,
    word_cardinality=3,
    batch=16,
    epochs=4,
    evaluations=2,
)
ANIMALS, COLOURS = tuple(f"animal{i}" for i in range(8)), tuple(f"colour{i}" for i in range(8))
WORD_LIST = Vocabulary(("<unk>", "<s>", *ANIMALS, *COLOURS), unknown="<unk>", begin="<s>")


def toy(pooled: bool = False, inputs: tuple[int, int, int] = (120, 40, 40)) -> Task:
    """Is the word an animal (or was the first one)? Each of sixteen words is one or the other."""
    generator = np.random.default_rng(0)
    splits = []
    for count in inputs:
        words = generator.integers(2, 18, (count, 6)).astype(np.int32)
        words[:, 0] = 1
        words[np.arange(6) >= generator.integers(3, 7, count)[:, None]] = -1
        labels = np.where(words < 2, -1, words < 10).astype(np.int32)
        splits.append(Split(words, labels[:, 1].copy() if pooled else labels))
    train, validation, test = splits
    return Task(
        "toy", "animals", WORD_LIST, ("no", "yes"), 6, False, pooled, train, validation, test
    )


def table_of(words: int, seed: int = 0) -> jax.Array:
    return jnp.asarray(np.random.default_rng(seed).normal(size=(2, words, 2, 3)), jnp.float32)


def soft() -> Soft:
    keys = jnp.asarray(np.stack([noise_key(0), noise_key(1)]))
    return Soft(keys, jnp.float32(0.7))


def whole_table(table: jax.Array, words: jax.Array, choose: Soft) -> jax.Array:
    """The oracle: draw the whole table, then look words up by a one-hot product."""
    rows = jnp.broadcast_to(jnp.arange(table.shape[1]), table.shape[:2])
    noise = gumbel(choose.keys, WORDS, table.shape, rows)
    drawn = jax.nn.softmax((table + noise) / choose.temperature, axis=-1)
    return jnp.einsum("pnbw,pwmk->pmknb", jax.nn.one_hot(words, table.shape[1]), drawn)


# --- one draw a word ------------------------------------------------------------------------------


def test_words_at_hand_are_drawn_as_the_whole_table_would_be() -> None:
    table, words = table_of(9), jnp.asarray([[[0, 3], [3, 8]], [[1, 1], [8, 0]]])
    found = np.asarray(jax.jit(lambda t: word_variables(t, words, 3, soft()))(table))
    other = jax.jit(lambda t: whole_table(t, words, soft()))(table)
    np.testing.assert_allclose(found, other, atol=1e-6)
    assert (found[0, :, :, 0, 1] == found[0, :, :, 1, 0]).all()  # the word 3, twice
    assert not (found[0, :, :, 0, 0] == found[0, :, :, 0, 1]).all()
    weights = jnp.asarray(np.random.default_rng(1).normal(size=(2, 2, 3, 2, 2)), jnp.float32)
    own = jax.grad(lambda t: (word_variables(t, words, 3, soft()) * weights).sum())(table)
    slope = jax.grad(lambda t: (whole_table(t, words, soft()) * weights).sum())(table)
    np.testing.assert_allclose(own, slope, atol=1e-5)


# --- extraction and proof -------------------------------------------------------------------------


@pytest.mark.parametrize("pooled", [False, True])
def test_the_program_is_proved_and_answers_as_the_network(pooled: bool) -> None:
    task = toy(pooled)
    a = Architecture.of(task, SMALL)
    params, _ = initial(a, 3)
    program = extract(params, a, task.vocabulary, task.classes)
    proof = prove(program, params, a, task.vocabulary, task.classes)
    assert proof.equal, proof
    assert proof.cells > 2 * len(task.vocabulary.words)
    own, other = label_batch(program, task.test.words), hard_forward(params, a, task.test.words)
    real = np.asarray(own) >= 0  # not at padding, nor at the mark
    assert (np.asarray(own)[real] == other.labels[real]).all()
    assert (real == (task.test.labels >= 0)).all()


# --- training -------------------------------------------------------------------------------------


def test_groups_of_words_are_learned_and_best_parameters_kept() -> None:
    task = toy()
    reports: list[float] = []
    config = replace(SMALL, epochs=40, schedule="cosine", evaluations=5, keep="best")
    found = train_programs(
        task, config, seeds=2, on_progress=lambda p: reports.append(p.accuracy[0])
    )
    assert found.best.validation == 1.0
    assert found.best.test == 1.0
    assert found.members[0].validation == pytest.approx(max(reports))
    member = found.best
    program = extract(member.params, member.architecture, WORD_LIST, task.classes)
    assert prove(program, member.params, member.architecture, WORD_LIST, task.classes).equal


def test_rare_words_become_unknown_more_often_and_marks_never() -> None:
    task = toy()
    found = unknown_chances(task, replace(SMALL, unknown_rate=2.0, word_dropout=0.1))
    assert found is not None
    chance, unknown = found
    count = int((task.train.words == 5).sum())
    assert float(chance[5]) == pytest.approx(1 - (1 - 2 / (2 + count)) * 0.9)
    assert chance[:2].tolist() == [0, 0]
    assert set(unknown.tolist()) == {0}
    assert unknown_chances(task, SMALL) is None


# --- a start from the labels ----------------------------------------------------------------------

FROM_LABELS = replace(SMALL, word_cardinality=8, word_start="labels", vote_decay=5.0)


@pytest.mark.parametrize("pooled", [False, True])
def test_a_network_starts_as_a_linear_model_and_its_votes_decay_back_to_that(pooled: bool) -> None:
    task = toy(pooled)
    if pooled:  # are there more animals than colours?
        words = task.train.words
        labels = ((words > 1) & (words < 10)).sum(1) > (words >= 10).sum(1)
        task = replace(task, train=Split(words, labels.astype(np.int32)))
    a = Architecture.of(task, FROM_LABELS)
    params = LabelStart.of(task, None).placed(initial(a, 0)[0], a)
    found = hard_forward(params, a, task.train.words).labels
    right = (found == task.train.labels)[task.train.labels >= 0].mean()
    assert right > 0.9 if pooled else right == 1.0
    if pooled:
        return
    near, far = (
        train_programs(task, replace(FROM_LABELS, vote_decay=decay), seeds=1).members[0]
        for decay in (5.0, 0.0)
    )
    change = [np.abs(one.params["votes"] - params["votes"]).mean() for one in (near, far)]
    assert change[0] < change[1] / 2
