"""Networks side by side as one: what each part says stays, and their votes add up."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

pytest.importorskip("jax")

from tiny_networks import (
    CLASSES,
    VOCABULARY,
    assert_same_on_every_input,
    every_input,
    random_network,
)

from transformer_programs.learn.config import Config, ConfigError
from transformer_programs.learn.extract import extract
from transformer_programs.learn.merge import WIDTHS, merged, names_in, widened
from transformer_programs.learn.prove import prove
from transformer_programs.meaning.batch import run_batch

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
    "numbers of words": [
        replace(SMALL, layers=2, number_variables=2, categorical_mlps=0),
        replace(SMALL, layers=2, number_variables=1, categorical_mlps=0),
    ],
    "numbers of words in one": [
        replace(SMALL, numerical_heads=0, numerical_mlps=0),
        replace(SMALL, number_variables=2),
    ],
    "numbers and learned variables": [
        replace(SMALL, number_variables=1, word_variables=2, word_cardinality=3),
        replace(SMALL, number_variables=2, word_variables=1, word_cardinality=3),
    ],
    "reaches, the last one short": [DEALT, replace(DEALT, categorical_heads=1)],
    "offsets": [
        replace(SMALL, offset_heads=2, offsets=2),
        replace(SMALL, categorical_heads=1, offset_heads=1, offsets=2),
    ],
    "choices": [
        replace(SMALL, choices="first,last", numerical_heads=1),
        replace(SMALL, choices="first,last", categorical_heads=3),
    ],
    "reaches and choices": [
        replace(
            SMALL,
            categorical_heads=6,
            numerical_heads=3,
            reaches="all,before,after",
            choices="last,first",
        )
    ]
    * 2,
}


@pytest.mark.parametrize(
    ("name", "pooled"),
    [*((name, False) for name in SIDE_BY_SIDE), ("numbers of words in one", True)],
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


@pytest.mark.parametrize("name", ["numbers of words", "reaches and choices"])
def test_the_merged_network_is_its_program(name):
    networks = [random_network(config, {}, seed) for seed, config in enumerate(SIDE_BY_SIDE[name])]
    params, large = merged([own for own, _ in networks], [small for _, small in networks])
    program = extract(params, large, VOCABULARY, CLASSES)
    assert_same_on_every_input(program, params, large)
    assert prove(program, params, large, VOCABULARY, CLASSES).equal


def test_learned_numbers_are_counted_on_like_learned_variables():
    config = replace(SMALL, number_variables=2, word_variables=3, numerical_heads=4)
    _, small = random_network(replace(config, layers=2), {}, 0)
    before = {name: getattr(config, name) for name in WIDTHS}
    found = names_in(widened([small, small]), small, before)
    names = ("num0_embeddings", "var1_embeddings", "num_attn_1_0", "positions", "ones")
    assert [found.get(name) for name in names] == [
        *("num2_embeddings", "var4_embeddings", "num_attn_1_4", None, None)
    ]


@pytest.mark.parametrize(
    ("config", "says"),
    [
        (
            replace(DEALT, categorical_heads=3),
            "merge: expected categorical_heads to be a multiple of 2, the number of reaches, got 3",
        ),
        (
            replace(DEALT, numerical_heads=1),
            "merge: expected numerical_heads to be a multiple of 2, the number of reaches, got 1",
        ),
        (
            replace(SMALL, choices="first,last,nearest"),
            "merge: expected categorical_heads to be a multiple of 3, the number of choices, got 2",
        ),
    ],
)
def test_heads_that_would_get_the_reach_or_choice_of_another_are_refused(config, says):
    _, architecture = random_network(config, {}, 0)
    with pytest.raises(ConfigError) as refused:
        widened([architecture, architecture])
    assert str(refused.value) == says
    assert widened([architecture]).config.shape == config.shape


def test_offset_heads_stand_side_by_side_with_their_like_alone():
    configs = SMALL, replace(SMALL, offset_heads=2)
    own = [random_network(config, {}, 0)[1] for config in configs]
    with pytest.raises(ConfigError, match=r"offset_heads to be 0 in all .* got \[0, 2\] of"):
        widened(own)


def test_words_that_are_learned_in_one_network_only_are_refused():
    plain = replace(SMALL, cardinality=6, word_cardinality=4)
    own = [random_network(config, {}, 0)[1] for config in (plain, replace(plain, word_variables=2))]
    with pytest.raises(ConfigError, match="words are learned variables in one network, not in"):
        widened(own)
