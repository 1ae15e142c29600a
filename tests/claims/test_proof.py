"""The proof "network = program" rests on nothing that extraction computes."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

pytest.importorskip("jax")

from random_programs import every_input
from test_prove import changed, extracted, find, is_the_network, prove
from tiny_networks import CLASSES, LENGTH, NETWORKS, VOCABULARY, random_network, settings

import transformer_programs as tp
from transformer_programs.analysis.attend import Attention
from transformer_programs.meaning.interpret import evaluate
from transformer_programs.networks import extract as extraction
from transformer_programs.networks import prove as proofs
from transformer_programs.networks.architecture import variable_name
from transformer_programs.networks.extract import extract
from transformer_programs.networks.prove.ranges import largest_sums

SEEDS = range(4)
SUMS = {
    "numerical heads": NETWORKS["numerical heads"],
    "numerical MLPs": NETWORKS["numerical MLPs"],
    "sums of sums": (settings(2, 0, 2, 0, 1), {}),
    "causal": (settings(1, 0, 2, 0, 1), {"causal": True}),
}


def halved(*given, _own=Attention.summed):
    """Wrong bounds: no sum is ever said to be larger than half of what it can be."""
    mask = _own(*given)[0].copy()
    top = int(np.flatnonzero(mask.any(0)).max())
    mask[:, top // 2 + 1 :] = False
    mask[~mask.any(1), 0] = True
    return mask, True


@pytest.mark.parametrize("name", SUMS)
@pytest.mark.parametrize("seed", SEEDS)
def test_wrong_bounds_of_the_analysis_lead_to_no_wrong_proof(name, seed, monkeypatch):
    params, architecture = random_network(*SUMS[name], seed)
    monkeypatch.setattr(Attention, "summed", halved)
    program = extract(params, architecture, VOCABULARY, CLASSES)
    if prove(program, params, architecture).equal:
        assert is_the_network(program, params, architecture)


@pytest.mark.parametrize("name", SUMS)
def test_wrong_bounds_of_the_proof_alone_lead_to_no_wrong_proof(name, monkeypatch):
    def too_small(program):
        return {sum: largest // 2 for sum, largest in largest_sums(program).items()}

    params, architecture = random_network(*SUMS[name], 0)
    monkeypatch.setattr(extraction, "largest_sums", too_small)
    monkeypatch.setattr(proofs, "largest_sums", too_small)
    program = extract(params, architecture, VOCABULARY, CLASSES)
    if prove(program, params, architecture).equal:
        assert is_the_network(program, params, architecture)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_sum_that_is_cut_off_is_never_proved(seed, monkeypatch):
    params, architecture = random_network(*SUMS["numerical heads"], seed)
    program = extract(params, architecture, VOCABULARY, CLASSES)
    monkeypatch.setattr(Attention, "summed", halved)
    for step in program.steps:
        for high in range(step.out.type.high if isinstance(step, tp.program.NumericalHead) else 0):
            cut = replace(step.out, type=tp.program.Number(0, high))
            wrong = changed(program, step.out.name, out=cut)
            if not is_the_network(wrong, params, architecture):
                assert "leave the range" in str(prove(wrong, params, architecture))


def test_a_head_that_reads_its_own_layer_is_a_difference():
    program, params, architecture = extracted("everything")
    mlp = find(program, "mlp_0_0_outputs")
    head = find(program, "num_attn_0_0_outputs")
    every = tuple(range(len(find(program, head.key).out.type.values)))
    rows = tp.program.Rows((every,) * len(mlp.out.type.values))
    moved = replace(head, query=mlp.out.name, predicate=rows)
    steps = [step for step in program.steps if step.out.name != head.out.name]
    at = steps.index(mlp) + 1
    proof = prove(replace(program, steps=(*steps[:at], moved, *steps[at:])), params, architecture)
    assert any(
        said.startswith("num_attn_0_0 reads ") and said.endswith("mlp_0_0_outputs in the program")
        for said in proof.differences
    )


@pytest.mark.parametrize("name", SUMS)
@pytest.mark.parametrize("marks", [{}, {"end": "c"}, {"begin": None}, {"end": "c", "unknown": "c"}])
def test_no_input_has_a_sum_beyond_the_bounds_of_the_proof(name, marks):
    vocabulary = replace(VOCABULARY, **marks)
    for seed in SEEDS[:2]:
        params, architecture = random_network(*SUMS[name], seed)
        program = extract(params, architecture, vocabulary, CLASSES)
        wide = tuple(
            replace(step, out=replace(step.out, type=tp.program.Number(0, 10**6)))
            if isinstance(step, tp.program.NumericalHead)
            and not any(
                isinstance(other, tp.program.Mlp) and step.out.name in other.reads
                for other in program.steps
            )
            else step
            for step in program.steps
        )
        largest = largest_sums(program)
        assert set(largest) == {variable_name(n) for n in architecture.numerical[1:]}
        for tokens in every_input(program, LENGTH):
            found = evaluate(replace(program, steps=wide), tokens).variables
            assert all(max(found[sum]) <= largest[sum] for sum in largest)
