"""The extensions of the gradient learner: reach and sets of keys."""

from dataclasses import replace

import pytest

pytest.importorskip("jax")

from tiny_networks import (
    CLASSES,
    LENGTH,
    VOCABULARY,
    is_the_network,
    random_network,
)

import transformer_programs as tp
from transformer_programs.networks.config import Config
from transformer_programs.networks.extract import extract
from transformer_programs.networks.program_model import train_programs
from transformer_programs.networks.prove import prove
from transformer_programs.program.steps import Rows

SMALL = Config(
    layers=1,
    categorical_heads=3,
    numerical_heads=2,
    categorical_mlps=1,
    numerical_mlps=1,
    hidden=8,
    epochs=2,
    batch=64,
    evaluations=1,
)
NETWORKS = {
    "sets of keys": (replace(SMALL, predicates="many", reaches="before,all,after"), {}),
    "causal": (
        replace(SMALL, predicates="many", reaches="before,all"),
        {"causal": True, "pooled": True},
    ),
    "mixed": (replace(SMALL, layers=2, reaches="after,before", predicates="mixed"), {}),
}


def network(name, seed):
    return random_network(*NETWORKS[name], seed)


def extracted(name, seed=0):
    params, architecture = network(name, seed)
    return extract(params, architecture, VOCABULARY, CLASSES), params, architecture


@pytest.mark.parametrize("name", NETWORKS)
def test_an_extended_network_is_the_program_extracted_from_it(name):
    for seed in range(3):
        program, params, architecture = extracted(name, seed)
        assert is_the_network(program, params, architecture)
    assert prove(program, params, architecture, VOCABULARY, CLASSES).equal


@pytest.mark.parametrize("name", ["causal", "mixed"])
def test_an_extended_program_is_printed_stored_and_simplified_without_a_change(name, tmp_path):
    program, _, _ = extracted(name)
    assert tp.verify(program, tp.simplify(program).program).equal
    tp.save(program, tmp_path / "program.json")
    assert tp.load(tmp_path / "program.json") == program
    (tmp_path / "program.py").write_text(tp.emit(program))
    assert tp.verify(tmp_path / "program.py", program)


def rows(step):
    assert isinstance(step.predicate, Rows)
    return step.predicate.accepts


def test_the_proof_finds_another_reach_another_match_another_key_and_a_score():
    program, params, architecture = extracted("mixed")

    def with_step(name, **changes):
        steps = [replace(s, **changes) if s.out.name == name else s for s in program.steps]
        return replace(program, steps=tuple(steps))

    head = next(s for s in program.steps if s.out.name == "num_attn_0_0_outputs")
    first, *others = rows(head)
    other = tuple(sorted({*first} ^ {0}))
    for name, changes, said in (
        ("attn_0_0_outputs", {"reach": "before"}, "takes"),
        ("attn_0_0_outputs", {"choose": "last"}, "takes"),
        ("num_attn_0_0_outputs", {"predicate": Rows((other, *others))}, "match in one of them"),
        (
            "attn_0_0_outputs",
            {"score": tp.program.Extreme()},
            "attn_0_0 has a score in the program",
        ),
    ):
        wrong = with_step(name, **changes)
        proof = prove(wrong, params, architecture, VOCABULARY, CLASSES)
        assert said in str(proof)


# --- training -------------------------------------------------------------------------------------

EXTENDED = replace(NETWORKS["mixed"][0], layers=1, categorical_heads=2)


@pytest.fixture(scope="module")
def task():
    return tp.tasks.hist(vocab=6, length=LENGTH, samples=300)


@pytest.fixture(scope="module")
def population(task):
    return train_programs(task, EXTENDED, 4)


def test_training_with_every_extension_gives_proved_programs(task, population):
    member = population.best
    names = task.vocabulary, task.classes
    program = extract(member.params, member.architecture, *names)
    assert prove(program, member.params, member.architecture, *names).equal
