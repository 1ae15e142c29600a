"""Networks side by side as one: their votes add up, are fitted together, and all is proved."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from sklearn.linear_model import LogisticRegression

pytest.importorskip("jax")

from tiny_networks import (
    CLASSES,
    LENGTH,
    VOCABULARY,
    agrees,
    every_input,
    is_the_network,
    random_network,
    settings,
)

from transformer_programs.meaning.batch import run_batch
from transformer_programs.networks.extract import extract
from transformer_programs.networks.merge import DECAY, fitted, merge_best, merged, side_by_side
from transformer_programs.networks.population import Population
from transformer_programs.networks.program_model import ProgramNetwork
from transformer_programs.networks.prove import prove
from transformer_programs.tasks import Split, Task, evaluate_program

SMALL = settings(1, 2, 1, 1, 1)
# With so fine a scale, rounding to whole votes decides between no two classes.
FINE = replace(SMALL, vote_scale=10**6)
WIDER = replace(FINE, categorical_heads=3, numerical_mlps=0)
DEALT = replace(SMALL, numerical_heads=2, reaches="before,after")
# The settings of the networks that stand side by side.
SIDE_BY_SIDE = {
    "numbers in one": [replace(SMALL, numerical_heads=0, numerical_mlps=0), SMALL],
    "learned variables": [
        replace(SMALL, word_variables=2, word_cardinality=3),
        replace(SMALL, word_variables=1, word_cardinality=3),
    ],
    "reaches, the last one short": [DEALT, replace(DEALT, categorical_heads=1)],
}


@pytest.mark.parametrize(
    ("name", "pooled"), [*((name, False) for name in SIDE_BY_SIDE), ("numbers in one", True)]
)
def test_votes_of_the_parts_add_up_in_a_proved_program(name, pooled):
    networks = [
        random_network(config, {"pooled": pooled}, seed)
        for seed, config in enumerate(SIDE_BY_SIDE[name])
    ]
    params, large = merged([own for own, _ in networks], [small for _, small in networks])
    program = extract(params, large, VOCABULARY, CLASSES)
    words = every_input()
    alone = [
        np.asarray(run_batch(extract(*network, VOCABULARY, CLASSES), words).scores)
        for network in networks
    ]
    there = slice(None) if pooled else words >= 0
    assert (np.asarray(run_batch(program, words).scores)[there] == sum(alone)[there]).all()
    assert is_the_network(program, params, large)
    assert prove(program, params, large, VOCABULARY, CLASSES).equal


# --- votes that are fitted together ---------------------------------------------------------------


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


def members(count: int, task: Task) -> list[ProgramNetwork]:
    """Networks as they are before training, of two shapes."""
    found = []
    for seed in range(count):
        params, own = random_network(WIDER if seed % 2 else FINE, {"pooled": task.pooled}, seed)
        scores = (0.5 - seed / 100, 0.5, 1.0, False)
        found.append(ProgramNetwork(seed, own, params, *scores, task=task))
    return found


def cross_entropy(network: ProgramNetwork) -> float:
    """The mean negative log-likelihood of the training labels under the votes of the program."""
    task, program, split = network.task, network.program, network.task.train
    logits = np.asarray(run_batch(program, split.words).scores, np.float64) / program.output.scale
    if task.pooled:
        logits /= (split.words >= 0).sum(axis=1)[:, None]
    counted = split.labels >= 0
    logits, labels = logits[counted], split.labels[counted]
    sums = np.log(np.exp(logits).sum(axis=1))
    return float((sums - logits[np.arange(len(labels)), labels]).mean())


@pytest.mark.parametrize(("count", "pooled"), [(3, False), (2, True)])
def test_fitted_votes_explain_the_training_labels_better_than_before(count, pooled):
    task = tiny(pooled)
    chosen = members(count, task)
    before = side_by_side(chosen)
    after = fitted(before, replace(task, validation=task.train))
    assert cross_entropy(after) < cross_entropy(before)
    assert after.scores["train"].token > before.scores["train"].token
    assert after.proof.equal
    assert agrees(after)


def features_of(member: ProgramNetwork, split: Split) -> np.ndarray:
    """A one for each value of each variable that votes, and its numbers, at the scored words."""
    run = run_batch(member.program, split.words)
    found = []
    for vote in member.program.output.votes:
        values = np.asarray(run.variables[vote.reads])[split.labels >= 0]
        many = len(vote.weights)
        found.append(values[:, None] == np.arange(many) if many > 1 else values[:, None])
    return np.hstack(found).astype(float)


def test_the_loss_goes_down_to_the_optimum_that_scikit_learn_finds():
    task = tiny()
    network = side_by_side(members(2, task))
    after = fitted(network, replace(task, validation=task.train), rounds=2000)
    features = features_of(network, task.train)
    labels = task.train.labels[task.train.labels >= 0]
    model = LogisticRegression(C=1 / (DECAY * len(labels)), fit_intercept=False, max_iter=20_000)
    model.fit(features, labels)
    likely = model.predict_proba(features)[np.arange(len(labels)), labels]
    optimum = -np.log(likely).mean() + DECAY * (model.coef_**2).sum() / 2
    assert cross_entropy(after) == pytest.approx(optimum, abs=5e-3)


def test_the_best_networks_are_tried_as_one_from_the_fewest_on_and_validation_never_falls():
    task = tiny()
    chosen = members(5, task)
    deeper, own = random_network(replace(FINE, layers=2), {}, 9)
    # Of other layers than the best.
    others = [ProgramNetwork(9, own, deeper, 0.49, 0.5, 1.0, False, task=task)]
    wide = merge_best(Population((*others, *reversed(chosen)), 1.0, 1), task, 4)
    assert list(wide) == [1, 2, 4]
    for count, member in wide.items():
        for split, score in (("validation", member.validation), ("test", member.test)):
            assert evaluate_program(member.program, task, task.splits[split]).main == score
        before = evaluate_program(side_by_side(chosen[:count]).program, task, task.validation)
        assert member.validation >= before.main
