"""The proof holds for what extraction reads off, and finds whatever differs from the network."""

import random
from dataclasses import replace

import numpy as np
import pytest

pytest.importorskip("jax")

from tiny_networks import (
    CLASSES,
    LENGTH,
    NETWORKS,
    VOCABULARY,
    is_the_network,
    random_network,
    settings,
)

import transformer_programs as tp
from transformer_programs.networks.extract import Discrete, extract
from transformer_programs.networks.prove import Proof
from transformer_programs.networks.prove import prove as prove_named
from transformer_programs.program.steps import reads

EXTENDED = NETWORKS | {
    "dealt out": (settings(1, 3, 3, 0, 0, reaches="all,before,after"), {}),
    "causal and pooled": (
        settings(1, 3, 2, 1, 1, reaches="before,all"),
        {"causal": True, "pooled": True},
    ),
    "reaches in two layers": (settings(2, 3, 2, 1, 1, reaches="after,before"), {}),
    "words": (settings(1, 1, 1, 0, 0, word_variables=2, word_cardinality=3), {}),
}


def network(name, seed):
    return random_network(*EXTENDED[name], seed)


def extracted(name, seed=1):
    params, architecture = network(name, seed)
    return extract(params, architecture, VOCABULARY, CLASSES), params, architecture


def prove(program, params, architecture) -> Proof:
    return prove_named(program, params, architecture, VOCABULARY, CLASSES)


@pytest.mark.parametrize("name", EXTENDED)
def test_extraction_is_proved_equal_and_is_the_network(name):
    for seed in (2, 7):
        assert is_the_network(*extracted(name, seed))
    proof = prove(*extracted(name, seed))
    assert proof.equal, proof
    assert str(proof).startswith("equal on every input (compositional proof")


# --- a mistake of extraction is not repeated ------------------------------------------------------


def next_one(values):
    return tuple(np.roll(values, 1).tolist())


# A network, a method by which extraction reads it, and what a mistake makes of its result.
BROKEN = {
    "votes negated": (
        "everything",
        "votes",
        lambda rows: tuple(tuple(-w for w in r) for r in rows),
    ),
    "votes of another value": ("everything", "votes", lambda rows: rows[::-1]),
    "predicate transposed": ("everything", "predicate", np.transpose),
    "predicate all true": ("categorical heads", "predicate", np.ones_like),
    "predicate never true": ("numerical heads", "predicate", np.zeros_like),
    "cells reversed": ("everything", "mlp_cells", lambda cells: cells[::-1]),
    "cells of the next value": ("numerical MLPs", "mlp_cells", lambda cells: np.roll(cells, 1)),
    "query and key swapped": (
        "everything",
        "reads",
        lambda reads: (*reads[1::-1], reads[2]) if len(reads) == 3 else reads,
    ),
    "the query copied": (
        "categorical heads",
        "reads",
        lambda reads: (*reads[:2], reads[0]),
    ),
    "MLP reads reversed": (
        "everything",
        "reads",
        lambda reads: reads if len(reads) == 3 else reads[::-1],
    ),
    "words of the next one": ("words", "lookup", next_one),
}


@pytest.mark.parametrize("broken", BROKEN)
def test_a_broken_reader_of_extraction_is_found(broken, monkeypatch):
    name, method, wrong = BROKEN[broken]
    own = getattr(Discrete, method)
    for seed in range(8):
        params, architecture = network(name, seed)
        with monkeypatch.context() as patch:
            patch.setattr(Discrete, method, lambda self, *of: wrong(own(self, *of)))
            program = extract(params, architecture, VOCABULARY, CLASSES)
        right = is_the_network(program, params, architecture)
        assert prove(program, params, architecture).equal == right
        if not right:
            return
    pytest.fail("no network shows this mistake")


@pytest.mark.parametrize(
    ("name", "field", "others"),
    [
        ("dealt out", "reach", ("all", "before", "upto", "after")),
        ("categorical heads", "choose", ("nearest", "first", "last")),
    ],
)
def test_what_a_head_reaches_and_chooses_is_the_networks(name, field, others):
    program, params, architecture = extracted(name)
    for step in program.steps:
        for other in (
            set(others) - {getattr(step, field, others[0])} if hasattr(step, field) else ()
        ):
            proof = prove(changed(program, step.out.name, **{field: other}), params, architecture)
            module = step.out.name.removesuffix("_outputs")
            assert proof.differences[0].startswith(f"{module}: position")


def changed(program, step_name, **changes):
    steps = tuple(replace(s, **changes) if s.out.name == step_name else s for s in program.steps)
    return replace(program, steps=steps)


def find(program, name):
    return next(step for step in program.steps if step.out.name == name)


@pytest.mark.parametrize(
    ("vocabulary", "classes", "message"),
    [
        (tp.Vocabulary(("<s>", "b", "a", "c"), begin="<s>"), CLASSES, "the network's words"),
        (replace(VOCABULARY, unknown="c"), CLASSES, "the network's words"),
        (VOCABULARY, CLASSES[::-1], "the network's classes"),
    ],
)
def test_proof_finds_other_words_and_classes_in_another_order(vocabulary, classes, message):
    params, architecture = network("everything", 1)
    wrong = extract(params, architecture, vocabulary, classes)
    assert message in str(prove(wrong, params, architecture))


@pytest.mark.parametrize("name", ["everything", "pooled", "words"])
def test_the_program_of_another_network_is_not_proved(name):
    program, *_ = extracted(name, seed=1)
    params, architecture = network(name, 2)
    assert not is_the_network(program, params, architecture)
    assert not prove(program, params, architecture).equal


def test_proof_finds_a_score_that_no_network_has():
    program, params, architecture = extracted("reaches in two layers")
    scored = changed(program, "attn_0_0_outputs", score=tp.program.Extreme())
    assert "attn_0_0 has a score in the program" in str(prove(scored, params, architecture))


@pytest.mark.parametrize("name", ["everything", "numerical MLPs", "words"])
def test_steps_in_another_legal_order_are_still_the_network(name):
    program, params, architecture = extracted(name)
    for seed in range(3):
        left, order, known = list(program.steps), [], set()
        rng = random.Random(seed)
        while left:
            ready = [step for step in left if set(reads(step)) <= known]
            order.append(rng.choice(ready))
            left.remove(order[-1])
            known.add(order[-1].out.name)
        other = replace(program, steps=tuple(order))
        assert other != program
        assert prove(other, params, architecture).equal


def test_random_edits_are_found_wherever_they_change_a_variable():
    program, params, architecture = extracted("everything", seed=3)
    rng = random.Random(0)
    found = []
    for _ in range(12):
        step = rng.choice(
            [s for s in program.steps if isinstance(s, tp.program.Mlp | tp.program.NumericalHead)]
        )
        if isinstance(step, tp.program.Mlp):
            cells = list(step.function.cells)
            cells[rng.randrange(len(cells))] = rng.randrange(LENGTH)
            wrong = changed(program, step.out.name, function=tp.program.Table(tuple(cells)))
        else:
            rows = [set(row) for row in step.predicate.accepts]
            rng.choice(rows).symmetric_difference_update({rng.randrange(2)})
            wrong = changed(
                program,
                step.out.name,
                predicate=tp.program.Rows(tuple(map(tuple, map(sorted, rows)))),
            )
        equal = prove(wrong, params, architecture).equal
        found.append(equal)
        if equal:  # never where an input shows the difference
            assert is_the_network(wrong, params, architecture)
    assert not all(found)
