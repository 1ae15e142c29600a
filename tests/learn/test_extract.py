"""An extracted program is the network: the same variables on every input."""

import pytest

pytest.importorskip("jax")

from tiny_networks import CLASSES, NETWORKS, VOCABULARY, assert_same_on_every_input, random_network

from transformer_programs.learn.extract import extract


@pytest.mark.parametrize("name", NETWORKS)
@pytest.mark.parametrize("seed", range(3))
def test_extracted_program_computes_every_variable_of_the_network(name, seed):
    params, architecture = random_network(*NETWORKS[name], seed)
    program = extract(params, architecture, VOCABULARY, CLASSES)
    assert_same_on_every_input(program, params, architecture)
