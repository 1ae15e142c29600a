"""Networks side by side as one: what each part says stays, and their votes add up."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

pytest.importorskip("jax")

from tiny_networks import (
    CLASSES,
    VOCABULARY,
    every_input,
    is_the_network,
    random_network,
)

from transformer_programs.meaning.batch import run_batch
from transformer_programs.networks.config import Config
from transformer_programs.networks.extract import extract
from transformer_programs.networks.merge import merged
from transformer_programs.networks.prove import prove

SMALL = Config(
    layers=1,
    categorical_heads=2,
    numerical_heads=1,
    categorical_mlps=1,
    numerical_mlps=1,
    hidden=8,
)
DEALT = replace(SMALL, categorical_heads=2, numerical_heads=2, reaches="before,after")
# The settings of the networks that stand side by side.
SIDE_BY_SIDE = {
    "numbers in one": [replace(SMALL, numerical_heads=0, numerical_mlps=0), SMALL],
    "learned variables": [
        replace(SMALL, layers=2, word_variables=2, word_cardinality=3),
        replace(SMALL, layers=2, word_variables=1, word_cardinality=3),
    ],
    "reaches, the last one short": [DEALT, replace(DEALT, categorical_heads=1)],
    "reaches": [replace(SMALL, categorical_heads=6, numerical_heads=3, reaches="all,before,after")]
    * 2,
}


@pytest.mark.parametrize(
    ("name", "pooled"),
    [*((name, False) for name in SIDE_BY_SIDE), ("numbers in one", True)],
)
def test_votes_of_the_programs_of_the_parts_add_up(name, pooled):
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
    whole = np.asarray(run_batch(program, words).scores)
    there = slice(None) if pooled else words >= 0
    assert (whole[there] == sum(alone)[there]).all()


@pytest.mark.parametrize("name", ["learned variables", "reaches"])
def test_the_merged_network_is_its_program(name):
    networks = [random_network(config, {}, seed) for seed, config in enumerate(SIDE_BY_SIDE[name])]
    params, large = merged([own for own, _ in networks], [small for _, small in networks])
    program = extract(params, large, VOCABULARY, CLASSES)
    assert is_the_network(program, params, large)
    assert prove(program, params, large, VOCABULARY, CLASSES).equal
