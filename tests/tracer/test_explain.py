"""Which steps matter, and circuits: checked against the interpreter, one input at a time."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import numpy as np
import pytest

import transformer_programs as tp
from transformer_programs.attribution import circuit, common_values, explain, frozen
from transformer_programs.meaning.batch import encode_batch
from transformer_programs.program import Program
from transformer_programs.shelf import SHELF, histogram, induction, places, sentiment
from transformer_programs.tracer import trace

SORT = tp.load(Path(__file__).parents[2] / "docs/results/programs/sort.json")


def some_inputs(program: Program, longest: int = 4) -> list[list[str]]:
    vocabulary = program.vocabulary
    begin = [] if vocabulary.begin is None else [vocabulary.begin]
    end = [] if vocabulary.end is None else [vocabulary.end]
    middles = [m for n in range(1, longest) for m in product(vocabulary.symbols[:4], repeat=n)]
    return [[*begin, *middle, *end] for middle in middles]


@pytest.mark.parametrize("name", SHELF)
def test_a_step_matters_where_the_interpreter_without_it_answers_otherwise(name: str) -> None:
    program = SHELF[name].program
    inputs = some_inputs(program)
    found = explain(program, encode_batch(program, inputs))
    assert found.inputs == len(inputs)
    runs = [trace(program, tokens) for tokens in inputs]
    for effect in found.effects:
        diffs = [run.diff(run.without(effect.step)) for run in runs]
        assert effect.inputs == sum(bool(diff.labels) for diff in diffs)
        assert effect.answers == sum(len(diff.labels) for diff in diffs)


def test_the_weightiest_step_comes_first_and_examples_are_clear() -> None:
    program = induction.program
    found = explain(program, encode_batch(program, [c[0].split() for c in induction.cases]))
    assert [effect.inputs for effect in found.effects] == sorted(
        (effect.inputs for effect in found.effects), reverse=True
    )
    shown = next(effect for effect in found.effects if effect.step == "attn_0_0_outputs")
    tokens = "<s> b 3 c 0 a 3 c".split()
    assert shown.example == "<s> b 3 c 0 a 3 c: 0 -> unk at 7"
    without = trace(program, tokens).without(shown.step).answer
    assert (program(tokens)[7], without[7]) == ("0", "unk")


def labels_with_only(program: Program, steps: tuple[str, ...], inputs: list[list[str]]) -> list:  # type: ignore[type-arg]
    """The answers of the program in which every other step is frozen, by the interpreter."""
    common = common_values(program, encode_batch(program, inputs))
    rest = {s.out.name: common[s.out.name] for s in program.steps if s.out.name not in steps}
    return [frozen(program, rest)(tokens) for tokens in inputs]


def test_a_circuit_keeps_every_answer_and_nothing_in_it_can_be_spared() -> None:
    inputs = some_inputs(induction.program, 5)
    found = circuit(induction.program, encode_batch(induction.program, inputs))
    before = [induction.program(tokens) for tokens in inputs]
    assert labels_with_only(induction.program, found.steps, inputs) == before
    assert found.kept == found.answers == sum(len(tokens) - 1 for tokens in inputs)
    for step, lost in zip(found.steps, found.needed, strict=True):
        fewer = tuple(name for name in found.steps if name != step)
        after = labels_with_only(induction.program, fewer, inputs)
        changed = np.concatenate(before) != np.concatenate(after)
        assert changed.sum() == lost > 0


def test_the_circuit_of_a_class_keeps_which_answers_are_that_class() -> None:
    middles = product(("Anna", "in", "saw", "Jordan"), repeat=3)
    inputs = [["<s>", *middle, "</s>"] for middle in middles]
    words = encode_batch(places.program, inputs)
    found = circuit(places.program, words, label="O")
    assert found.steps == ("var0_embeddings",)  # people and places are found apart by one more step
    everything = circuit(places.program, words)
    assert set(everything.steps) > set(found.steps)
    kept = labels_with_only(places.program, found.steps, inputs)
    for before, after in zip(map(places.program, inputs), kept, strict=True):
        assert [label == "O" for label in before] == [label == "O" for label in after]


def test_a_sub_problem_of_the_learned_sort_needs_few_of_its_steps() -> None:
    task = tp.tasks.sort()
    scored = np.asarray(task.test.labels >= 0)
    found = circuit(SORT, task.test.words, label="0", position=1, scored=scored)
    assert found.kept == found.answers == len(task.test)
    fewer = circuit(SORT, task.test.words, label="0", position=1, scored=scored, allow=0.05)
    assert 0.95 * found.answers <= fewer.kept <= found.answers
    assert len(found.steps) < len(SORT.steps) / 3
    assert {"tokens", "positions"} < set(found.steps)


def test_pooled_programs_and_answers_of_variables_have_circuits() -> None:
    inputs = [text.split() for text, _ in sentiment.cases]
    found = circuit(sentiment.program, encode_batch(sentiment.program, inputs))
    assert (found.inputs, found.answers, found.kept) == (4, 4, 4)
    words = encode_batch(histogram.program, some_inputs(histogram.program))
    counts = circuit(histogram.program, words, label="2")
    assert counts.steps == ("tokens", "num_attn_0_0_outputs")
