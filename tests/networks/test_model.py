"""The network: its discretised forward against a slow reading of its parameters, and its shapes."""

from dataclasses import replace

import numpy as np
import pytest
from tiny_networks import hard_forward

from transformer_programs.networks.architecture import Architecture, enclosing_shape
from transformer_programs.networks.config import Config, Given, Shape
from transformer_programs.networks.initial import initial, widen
from transformer_programs.networks.prove.ranges import inexact

SHAPES = [
    Shape(layers=1, categorical_heads=2, numerical_heads=2, categorical_mlps=1, numerical_mlps=1),
    Shape(layers=2, categorical_heads=1, numerical_heads=1, categorical_mlps=2, numerical_mlps=1),
    Shape(layers=2, categorical_heads=2),
    Shape(layers=2, numerical_heads=2),
    Shape(layers=2, categorical_mlps=2),
    Shape(layers=1),
    Shape(layers=3, categorical_heads=1, numerical_heads=2, numerical_mlps=1),
]


def architecture(shape: Shape, causal: bool = False, pooled: bool = False) -> Architecture:
    config = Config(hidden=8, batch=4).with_shape(shape)
    return Architecture(config, word_count=5, class_count=3, length=6, causal=causal, pooled=pooled)


def random_words(seed: int, inputs: int = 12) -> np.ndarray:
    generator = np.random.default_rng(seed)
    words = generator.integers(0, 5, (inputs, 6)).astype(np.int32)
    words[np.arange(6) >= generator.integers(1, 7, inputs)[:, None]] = -1
    return words


@pytest.mark.parametrize("small", SHAPES)
def test_a_masked_member_computes_what_the_small_network_does(small: Shape) -> None:
    a = architecture(small)
    wide = architecture(enclosing_shape(SHAPES))
    params, trained = initial(a, seed=3)
    stretched, _ = widen(params, trained, a, wide)
    words = random_words(1)
    alone, among = hard_forward(params, a, words), hard_forward(stretched, wide, words)
    assert (alone.votes == among.votes).all()
    places = [wide.categorical.index(name) for name in a.categorical]
    assert (alone.categorical == among.categorical[places]).all()
    numbers = [wide.numerical.index(name) for name in a.numerical]
    assert (alone.numerical == among.numerical[numbers]).all()


def test_given_choices_are_made_and_frozen_ones_are_not_trained() -> None:
    shape = Shape(layers=2, categorical_heads=2, numerical_heads=1, categorical_mlps=1)
    a = architecture(replace(shape, numerical_mlps=1))
    given = [
        Given("attn_1_1", query="mlp_0_0", key="positions", predicate=(1, None, 0, 3, 3, 3)),
        Given("num_attn_1_0", value="num_attn_0_0", frozen=True),
        Given("mlp_0_0", reads=("attn_0_1", None), frozen=True),
    ]
    params, trained = initial(a, 0, given)
    layer = a.layers[1]
    assert layer.head_variables[params["1.query"][1].argmax()] == "mlp_0_0"
    assert params["1.predicate"][1].argmax(-1)[[0, 2, 3, 4, 5]].tolist() == [1, 0, 3, 3, 3]
    assert trained["1.predicate"].all()
    assert layer.head_numbers[params["1.number"][0].argmax()] == "num_attn_0_0"
    assert not trained["1.number"].any()
    assert a.layers[0].mlp_variables[params["0.mlp_reads"][0, 0].argmax()] == "attn_0_1"
    assert trained["0.mlp_reads"][0].any(-1).tolist() == [False, True]


# --- exact sums -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "largest", "message"),
    [
        ("0.mlp_out_bias", 2.0**32, "an MLP of layer 0"),  # multiples of 2^-20 up to 2^53
        ("0.num_mlp_in", 2.0**32, "an MLP of layer 0"),
        ("0.mlp_out", 2.0**32, "an MLP of layer 0"),
        ("votes", 2.0**52 / 1000, "votes may reach"),
        ("votes", np.nan, "votes: the network has a parameter that is no finite number"),
    ],
)
def test_a_network_is_exact_up_to_a_bound(name: str, largest: float, message: str) -> None:
    a = architecture(SHAPES[0])
    params, _ = initial(a, seed=1)
    assert inexact(params, a) is None
    params[name].ravel()[-1] = largest
    assert message in str(inexact(params, a))
