"""An extracted program is the network: the same variables on every input, and a proof of it."""

from dataclasses import replace

import pytest

pytest.importorskip("jax")

from tiny_networks import (
    CLASSES,
    LENGTH,
    VOCABULARY,
    assert_same_on_every_input,
    random_network,
)

import transformer_programs as tp
from transformer_programs.learn.config import Config
from transformer_programs.learn.extract import extract
from transformer_programs.learn.prove import Proof
from transformer_programs.learn.prove import prove as prove_named


def settings(*counts, **changes):
    names = ("layers", "categorical_heads", "numerical_heads", "categorical_mlps", "numerical_mlps")
    return Config(**dict(zip(names, counts, strict=True)), hidden=8, **changes)


# Every kind of module alone and together, causal, pooled, one and three inputs an MLP.
NETWORKS = {
    "categorical heads": (settings(2, 2, 0, 0, 0), {}),
    "numerical heads": (settings(2, 0, 2, 0, 0), {}),
    "categorical MLPs": (settings(2, 1, 0, 2, 0), {}),
    "numerical MLPs": (settings(2, 0, 2, 0, 2), {}),
    "everything": (settings(3, 2, 2, 1, 1), {}),
    "causal": (settings(2, 2, 1, 1, 1), {"causal": True}),
    "pooled": (settings(1, 1, 1, 1, 1), {"pooled": True}),
    "one read": (settings(1, 1, 1, 1, 1, mlp_inputs=1), {}),
    "three reads": (settings(1, 1, 1, 1, 1, mlp_inputs=3), {}),
    "spare values": (settings(2, 2, 1, 1, 1, cardinality=9), {}),
}


def network(name, seed):
    return random_network(*NETWORKS[name], seed)


def prove(program, params, architecture) -> Proof:
    return prove_named(program, params, architecture, VOCABULARY, CLASSES)


@pytest.mark.parametrize("name", NETWORKS)
@pytest.mark.parametrize("seed", range(3))
def test_extracted_program_computes_every_variable_of_the_network(name, seed):
    params, architecture = network(name, seed)
    program = extract(params, architecture, VOCABULARY, CLASSES)
    assert_same_on_every_input(program, params, architecture)


@pytest.mark.parametrize("name", NETWORKS)
def test_extraction_is_proved_equal(name):
    params, architecture = network(name, seed=7)
    proof = prove(extract(params, architecture, VOCABULARY, CLASSES), params, architecture)
    assert proof.equal
    assert str(proof).startswith("equal on every input (compositional proof")


def changed(program, step_name, **changes):
    steps = tuple(replace(s, **changes) if s.out.name == step_name else s for s in program.steps)
    return replace(program, steps=steps)


def find(program, name):
    return next(step for step in program.steps if step.out.name == name)


def test_proof_finds_one_changed_predicate_cell():
    params, architecture = network("everything", 1)
    program = extract(params, architecture, VOCABULARY, CLASSES)
    head = find(program, "attn_1_0_outputs")
    rows = list(head.predicate.accepts)
    rows[0] = () if rows[0] else (0,)
    wrong = changed(program, "attn_1_0_outputs", predicate=tp.Rows(tuple(rows)))
    proof = prove(wrong, params, architecture)
    assert not proof.equal
    assert "attn_1_0" in proof.difference


def test_proof_finds_one_changed_table_cell():
    params, architecture = network("everything", 1)
    program = extract(params, architecture, VOCABULARY, CLASSES)
    mlp = next(s for s in program.steps if isinstance(s, tp.Mlp) and len(set(s.reads)) > 1)
    cells = list(mlp.function.cells)
    cells[-1] = (cells[-1] + 1) % LENGTH
    wrong = changed(program, mlp.out.name, function=tp.Table(tuple(cells)))
    assert not prove(wrong, params, architecture).equal


def test_proof_finds_one_changed_vote():
    params, architecture = network("everything", 1)
    program = extract(params, architecture, VOCABULARY, CLASSES)
    vote, *others = program.output.votes
    first = (vote.weights[0][0] + 1, *vote.weights[0][1:])
    vote = replace(vote, weights=(first, *vote.weights[1:]))
    wrong = replace(program, output=replace(program.output, votes=(vote, *others)))
    proof = prove(wrong, params, architecture)
    assert proof.difference == "the votes on tokens differ"


def test_proof_finds_a_sum_that_its_type_cuts_off():
    params, architecture = network("numerical heads", 0)
    program = extract(params, architecture, VOCABULARY, CLASSES)
    head = next(s for s in program.steps if isinstance(s, tp.NumericalHead) and s.out.type.high)
    capped = tp.Variable(head.out.name, tp.Number(0, head.out.type.high - 1))
    proof = prove(changed(program, head.out.name, out=capped), params, architecture)
    assert not proof.equal
    assert "leave the range" in proof.difference


def test_proof_finds_another_network():
    params, architecture = network("everything", 1)
    other, _ = network("everything", 2)
    assert not prove(extract(params, architecture, VOCABULARY, CLASSES), other, architecture).equal


def test_proof_finds_ones_that_are_not_one():
    params, architecture = network("numerical heads", 1)
    program = extract(params, architecture, VOCABULARY, CLASSES)
    none = tp.Token(tp.Variable("ones", tp.Number(0, 1)), (0, 0, 0, 0))
    steps = tuple(none if isinstance(s, tp.One) else s for s in program.steps)
    proof = prove(replace(program, steps=steps), params, architecture)
    assert proof.difference == "ones: not 1 at every position"


def test_proof_finds_classes_in_another_order():
    params, architecture = network("everything", 1)
    program = extract(params, architecture, VOCABULARY, CLASSES)
    wrong = replace(program, output=replace(program.output, classes=CLASSES[::-1]))
    assert "the network's classes" in prove(wrong, params, architecture).difference


@pytest.mark.parametrize(
    "vocabulary",
    [
        tp.Vocabulary(("<s>", "b", "a", "c"), begin="<s>"),
        tp.Vocabulary(("<s>", "a", "b", "c"), begin="<s>", unknown="c"),
    ],
)
def test_proof_finds_other_words(vocabulary):
    params, architecture = network("everything", 1)
    wrong = extract(params, architecture, vocabulary, CLASSES)
    assert "the network's words" in prove(wrong, params, architecture).difference
