"""Votes fitted to discretised networks: as likely as can be, never worse on validation."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from sklearn.linear_model import LogisticRegression

pytest.importorskip("jax")

from tiny_networks import CLASSES, LENGTH, VOCABULARY, every_input, random_network

from transformer_programs.meaning.batch import run_batch
from transformer_programs.networks.architecture import VOTES
from transformer_programs.networks.config import Config
from transformer_programs.networks.merge import (
    DECAY,
    fitted,
    merge_best,
    merged,
    together,
    values_of,
)
from transformer_programs.networks.population import Population
from transformer_programs.networks.program_model import TrainedProgram
from transformer_programs.tasks import Split, Task, evaluate_program

# With so fine a scale, rounding to whole votes decides between no two classes.
SMALL = Config(
    layers=1,
    categorical_heads=2,
    numerical_heads=1,
    categorical_mlps=1,
    numerical_mlps=1,
    hidden=8,
    vote_scale=10**6,
)
WIDER = replace(SMALL, categorical_heads=3, numerical_mlps=0)


def tiny(pooled: bool = False, seed: int = 0) -> Task:
    """The class of the last word but one so far; mistaken now and then, so that no votes fit."""
    words = every_input()
    draw = np.random.default_rng(seed)
    before = np.roll(words, 1, axis=1) - 1
    labels = np.where((words >= 0) & (before >= 0), before, -1)
    mistaken = draw.random(labels.shape) < 0.15
    labels = np.where(mistaken & (labels >= 0), draw.integers(0, 3, labels.shape), labels)
    if pooled:
        labels = labels.max(axis=1)
    order = draw.permutation(np.flatnonzero(labels.reshape(len(words), -1).max(axis=1) >= 0))
    parts = (order[:70], order[70:95], order[95:])
    splits = [Split(words[rows], labels[rows].astype(np.int32)) for rows in parts]
    return Task("tiny", "the word before", VOCABULARY, CLASSES, LENGTH, False, pooled, *splits)


def members(count: int, task: Task) -> list[TrainedProgram]:
    """Networks as they are before training, of two shapes."""
    found = []
    for seed in range(count):
        params, own = random_network(WIDER if seed % 2 else SMALL, {"pooled": task.pooled}, seed)
        scores = (0.5 - seed / 100, 0.5, 1.0, False)
        found.append(TrainedProgram(seed, own, params, *scores, task=task))
    return found


def side(chosen: list[TrainedProgram]) -> TrainedProgram:
    """Networks as one, each with its share of the votes."""
    shares = [
        m.params | {name: m.params[name] / len(chosen) for name in VOTES if name in m.params}
        for m in chosen
    ]
    params, own = merged(shares, [m.architecture for m in chosen])
    return replace(chosen[0], params=params, architecture=own)


def cross_entropy(run: TrainedProgram) -> float:
    """How unlikely the training labels are under the votes of the program."""
    task, program, split = run.task, run.program, run.task.train
    logits = np.asarray(run_batch(program, split.words).scores, np.float64) / program.output.scale
    if task.pooled:
        logits /= (split.words >= 0).sum(axis=1)[:, None]
    counted = split.labels >= 0
    logits, labels = logits[counted], split.labels[counted]
    sums = np.log(np.exp(logits).sum(axis=1))
    return float((sums - logits[np.arange(len(labels)), labels]).mean())


@pytest.fixture(scope="module", params=[(1, False), (3, False), (2, True)])
def compared(request) -> tuple[TrainedProgram, TrainedProgram]:
    """So many networks as one, of a task with a label a word or an input: before and after."""
    count, pooled = request.param
    task = tiny(pooled)
    chosen = members(count, task)
    return side(chosen), together(chosen, replace(task, validation=task.train))


def test_fitted_votes_explain_the_training_labels_better_than_before(compared):
    before, after = compared
    assert cross_entropy(after) < cross_entropy(before)
    assert after.scores["train"].token > before.scores["train"].token


def test_networks_as_one_are_proved_to_be_their_program(compared):
    _, after = compared
    assert after.proof.equal
    assert after.disagreements() == 0


def test_the_loss_goes_down_to_the_optimum_that_scikit_learn_finds():
    task = tiny()
    chosen = members(2, task)
    looked_at = replace(task, validation=task.train)
    voting = fitted(chosen, looked_at, rounds=2000)
    params, own = merged([m.params for m in voting], [m.architecture for m in voting])
    after = replace(chosen[0], params=params, architecture=own)
    features = np.hstack([values_of(member, task)[0].toarray() for member in chosen])
    labels = task.train.labels[task.train.labels >= 0]
    model = LogisticRegression(C=1 / (DECAY * len(labels)), fit_intercept=False, max_iter=20_000)
    model.fit(features, labels)
    likely = model.predict_proba(features)[np.arange(len(labels)), labels]
    optimum = -np.log(likely).mean() + DECAY * (model.coef_**2).sum() / 2
    assert cross_entropy(after) == pytest.approx(optimum, abs=5e-3)
    assert cross_entropy(side(chosen)) > optimum + 0.1


@pytest.mark.parametrize("seed", [1, 2])
def test_validation_is_never_worse_than_before(seed):
    task = tiny(seed=seed)
    chosen = members(2, task)
    before, after = (
        evaluate_program(one.program, task, task.validation).token
        for one in (side(chosen), together(chosen, task))
    )
    assert after >= before


def test_the_best_networks_are_tried_as_one_from_the_fewest_on():
    task = tiny()
    chosen = members(5, task)
    deeper, own = random_network(replace(SMALL, layers=2), {}, 9)
    others = [
        TrainedProgram(9, own, deeper, 0.49, 0.5, 1.0, False, task=task)
    ]  # other layers than the best
    wide = merge_best(Population((*others, *reversed(chosen)), 1.0, 1), task, 4)
    assert [member.merged for member in wide] == [1, 2, 4]
    for member in wide:
        for split, score in (("validation", member.validation), ("test", member.test)):
            assert evaluate_program(member.program, task, task.splits[split]).main == score
