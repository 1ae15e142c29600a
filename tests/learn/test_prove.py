"""The proof holds for what extraction reads off, and finds whatever differs from the network."""

import random
from dataclasses import replace

import numpy as np
import pytest

pytest.importorskip("jax")

import jax
from tiny_networks import (
    CLASSES,
    LENGTH,
    NETWORKS,
    VOCABULARY,
    every_input,
    random_network,
    settings,
)

import transformer_programs as tp
from transformer_programs.learn.architecture import variable_name
from transformer_programs.learn.extract import Discrete, extract
from transformer_programs.learn.hardened import hard_forward
from transformer_programs.learn.merge import merged
from transformer_programs.learn.prove import Proof
from transformer_programs.learn.prove import prove as prove_named
from transformer_programs.learn.prove.modules import Sums, compare_mlp_reads
from transformer_programs.learn.prove.sides import Differs, Sides, compare_whole
from transformer_programs.meaning.batch import run_batch
from transformer_programs.program.steps import reads

EXTENDED = NETWORKS | {
    "dealt out": (settings(1, 3, 3, 0, 0, reaches="all,before,after"), {}),
    "words": (settings(1, 1, 1, 0, 0, word_variables=2, word_cardinality=3), {}),
}


def network(name, seed):
    return random_network(*EXTENDED[name], seed)


def extracted(name, seed=1):
    params, architecture = network(name, seed)
    return extract(params, architecture, VOCABULARY, CLASSES), params, architecture


def prove(program, params, architecture) -> Proof:
    return prove_named(program, params, architecture, VOCABULARY, CLASSES)


def is_the_network(program, params, architecture) -> bool:
    """Whether network and program have the same variables and votes on every input there is."""
    words = every_input()
    real = words >= 0
    outcome, run = hard_forward(params, architecture, words), run_batch(program, words)
    for names, values in (
        (architecture.categorical, outcome.categorical),
        (architecture.numerical, outcome.numerical),
    ):
        for module, expected in zip(names, values, strict=True):
            found = np.asarray(run.variables[variable_name(module)])
            if not (found == expected)[real].all():
                return False
    votes = np.asarray(run.scores) == outcome.votes
    return bool(votes.all() if architecture.pooled else votes[real].all())


@pytest.mark.parametrize("name", EXTENDED)
def test_extraction_is_proved_equal(name):
    proof = prove(*extracted(name, seed=7))
    assert proof.equal, proof
    assert str(proof).startswith("equal on every input (compositional proof")


def test_the_proof_counts_what_it_compared():
    program, params, architecture = extracted("dealt out")
    proof = prove(program, params, architecture)
    known = {step.out.name: step.out.type for step in program.steps}
    heads = [
        step
        for step in program.steps
        if isinstance(step, tp.program.CategoricalHead | tp.program.NumericalHead)
    ]
    pairs = sum(len(known[s.query].values) * len(known[s.key].values) for s in heads)
    # No match, one, two of five positions; and all of them in inputs of 1 to 5 words.
    decisions = LENGTH * (1 + LENGTH + LENGTH * (LENGTH - 1) // 2) + sum(range(1, LENGTH + 1))
    values = sum(
        len(t.values) if isinstance(t, tp.program.Categorical) else 1 for t in known.values()
    )
    assert proof.modules == len(heads) == 6
    assert proof.cells == pairs + len(VOCABULARY.words)
    assert proof.choices == len(heads) * decisions
    assert proof.votes == values * len(CLASSES)


# --- a mistake of extraction is not repeated ------------------------------------------------------


def swapped(self, *where, _reads=Discrete.head_reads):
    query, key, value = _reads(self, *where)
    return key, query, value


def copied_from_query(self, *where, _reads=Discrete.head_reads):
    query, key, value = _reads(self, *where)
    return query, key, query if "attn" not in value and query != value else value


# What extraction reads off a network, each method broken in one way, and a network that shows it.
BROKEN = {
    "votes negated": (
        "everything",
        {
            "votes": lambda self, *of, _own=Discrete.votes: tuple(
                tuple(-weight for weight in row) for row in _own(self, *of)
            )
        },
    ),
    "votes of another value": (
        "everything",
        {"votes": lambda self, *of, _own=Discrete.votes: _own(self, *of)[::-1]},
    ),
    "predicate transposed": (
        "everything",
        {"predicate": lambda self, *of, _own=Discrete.predicate: _own(self, *of).T},
    ),
    "predicate all true": (
        "categorical heads",
        {"predicate": lambda self, *of, _own=Discrete.predicate: np.ones_like(_own(self, *of))},
    ),
    "predicate never true": (
        "numerical heads",
        {"predicate": lambda self, *of, _own=Discrete.predicate: np.zeros_like(_own(self, *of))},
    ),
    "cells reversed": (
        "everything",
        {"mlp_cells": lambda self, *of, _own=Discrete.mlp_cells: _own(self, *of)[::-1]},
    ),
    "cells of the next value": (
        "numerical MLPs",
        {"mlp_cells": lambda self, *of, _own=Discrete.mlp_cells: np.roll(_own(self, *of), 1)},
    ),
    "query and key swapped": ("everything", {"head_reads": swapped}),
    "the query copied": ("categorical heads", {"head_reads": copied_from_query}),
    "MLP reads reversed": (
        "everything",
        {"mlp_reads": lambda self, *of, _own=Discrete.mlp_reads: _own(self, *of)[::-1]},
    ),
    "words of the next one": (
        "words",
        {
            "lookup": lambda self, *of, _own=Discrete.lookup: tuple(
                np.roll(_own(self, *of), 1).tolist()
            )
        },
    ),
}


@pytest.mark.parametrize("broken", BROKEN)
def test_a_broken_reader_of_extraction_is_found(broken, monkeypatch):
    name, methods = BROKEN[broken]
    seeds = iter(range(8))
    for seed in seeds:
        params, architecture = network(name, seed)
        with monkeypatch.context() as patch:
            for method, wrong in methods.items():
                patch.setattr(Discrete, method, wrong)
            program = extract(params, architecture, VOCABULARY, CLASSES)
        assert prove(program, params, architecture).equal == is_the_network(
            program, params, architecture
        )
        if not is_the_network(program, params, architecture):
            break
    else:
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


def test_proof_finds_a_sum_that_its_type_cuts_off():
    params, architecture = network("numerical heads", 0)
    program = extract(params, architecture, VOCABULARY, CLASSES)
    head = next(
        s for s in program.steps if isinstance(s, tp.program.NumericalHead) and s.out.type.high
    )
    capped = tp.program.Variable(head.out.name, tp.program.Number(0, head.out.type.high - 1))
    proof = prove(changed(program, head.out.name, out=capped), params, architecture)
    assert not proof.equal
    assert "leave the range" in str(proof)


def test_proof_finds_another_network():
    params, architecture = network("everything", 1)
    other, _ = network("everything", 2)
    assert not prove(extract(params, architecture, VOCABULARY, CLASSES), other, architecture).equal


def test_proof_finds_ones_that_are_not_one():
    params, architecture = network("numerical heads", 1)
    program = extract(params, architecture, VOCABULARY, CLASSES)
    none = tp.program.Token(tp.program.Variable("ones", tp.program.Number(0, 1)), (0, 0, 0, 0))
    steps = tuple(none if isinstance(s, tp.program.One) else s for s in program.steps)
    proof = prove(replace(program, steps=steps), params, architecture)
    assert "ones: not what the network makes" in str(proof)


def test_proof_finds_classes_in_another_order():
    program, params, architecture = extracted("everything")
    wrong = replace(program, output=replace(program.output, classes=CLASSES[::-1]))
    assert "the network's classes" in str(prove(wrong, params, architecture))


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
    assert "the network's words" in str(prove(wrong, params, architecture))


def test_proof_finds_another_read_of_a_head_that_never_matches():
    params, architecture = random_network(settings(1, 1, 0, 0, 0, predicates="many"), {}, 1)
    params["0.key_sets"] = -np.ones_like(params["0.key_sets"])
    program = extract(params, architecture, VOCABULARY, CLASSES)
    head = find(program, "attn_0_0_outputs")
    assert not any(head.predicate.accepts)
    other = next(n for n in ("tokens", "positions") if n != head.query)
    rows = tp.program.Rows(((),) * len(find(program, other).out.type.values))
    wrong = changed(program, "attn_0_0_outputs", query=other, predicate=rows)
    assert prove(wrong, params, architecture).differences == (
        f"attn_0_0 reads {head.query} as query in the network, {other} in the program",
    )


def test_proof_finds_votes_that_are_pooled_in_one_only():
    program, params, architecture = extracted("pooled")
    wrong = replace(program, output=replace(program.output, pooled=False))
    assert prove(wrong, params, architecture).differences == (
        "pooled in one of them and not in the other",
    )


def test_an_mlp_reads_what_one_of_its_hidden_units_depends_on():
    program, params, architecture = extracted("everything")
    layer, k = architecture.layers[-1], architecture.k
    step = find(program, variable_name(layer.mlps[0]))
    names = [variable_name(name) for name in layer.mlp_reads]
    with jax.enable_x64(True):
        sides = Sides.of(program, params, architecture)
    for at, name in enumerate(names):
        each = np.zeros((len(layer.mlps), 3, len(names) * k + len(layer.mlp_numbers)))
        each[0, 1, at * k + 1] = 0.5  # one value of one variable, for one of three hidden units
        sums = Sums(np.zeros(each.shape[:2]), each)
        if name in step.reads:
            assert compare_mlp_reads(sides, sums, layer, layer.mlps[0]) == step
        else:
            with pytest.raises(Differs, match=f"reads {name} in the network"):
                compare_mlp_reads(sides, sums, layer, layer.mlps[0])
    assert set(names) - set(step.reads)


def test_the_whole_network_is_compared_at_every_word():
    program, params, architecture = extracted("categorical heads")
    wrong = changed(program, "tokens", lookup=(0, 2, 1, 3))  # right for <s> and c
    with jax.enable_x64(True):
        compare_whole(Sides.of(program, params, architecture))
        with pytest.raises(Differs, match="tokens differs in the whole network"):
            compare_whole(Sides.of(wrong, params, architecture))


def test_every_module_that_differs_is_named():
    program, params, architecture = extracted("everything")
    names = ("attn_0_0_outputs", "num_attn_1_0_outputs", "mlp_1_0_outputs")
    for name in names[:2]:
        rows = [() if row else (0,) for row in find(program, name).predicate.accepts]
        program = changed(program, name, predicate=tp.program.Rows(tuple(rows)))
    cells = find(program, names[2]).function.cells
    other = tp.program.Table(tuple((cell + 1) % LENGTH for cell in cells))
    proof = prove(changed(program, names[2], function=other), params, architecture)
    assert [said.split(":")[0] for said in proof.differences] == [
        "attn_0_0",
        "num_attn_1_0",
        "mlp_1_0",
    ]
    assert str(proof).startswith("differs from its network: attn_0_0")


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


def test_a_merged_network_is_compared_like_any_other(monkeypatch):
    networks = [network("dealt out", seed) for seed in range(2)]
    params, large = merged([own for own, _ in networks], [small for _, small in networks])
    assert prove(extract(params, large, VOCABULARY, CLASSES), params, large).equal
    monkeypatch.setattr(Discrete, "head_reads", swapped)
    assert not prove(extract(params, large, VOCABULARY, CLASSES), params, large).equal


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
