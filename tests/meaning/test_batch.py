"""`batch` means what `interpret` means: on random programs, chunk by chunk, on large numbers."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import product

import numpy as np
import pytest
from random_programs import random_input, random_program

from transformer_programs.meaning import batch, kernels
from transformer_programs.meaning.batch import (
    Evaluated,
    decode_batch,
    encode_batch,
    label_batch,
    run_batch,
)
from transformer_programs.meaning.interpret import InputError, evaluate
from transformer_programs.program import Program, Vocabulary
from transformer_programs.program import steps as lang
from transformer_programs.program.program import is_pooled
from transformer_programs.program.values import Categorical, Number
from transformer_programs.simplifier import simplify_exactly


def assert_batch_is_interpreter(program: Program, words_of: list[list[str]]) -> None:
    """Every variable, score and answer of the batch is the interpreter's."""
    words = encode_batch(program, words_of)
    batch = run_batch(program, words)
    answers = decode_batch(program, words, batch.labels)
    for row, tokens in enumerate(words_of):
        one = evaluate(program, tokens)
        padding = words.shape[1] - len(tokens)
        for name, values in one.variables.items():
            assert batch.variables[name][row].tolist() == [*values, *[-1] * padding], name
        if batch.scores is not None:
            scores = batch.scores[row].tolist()
            scores = [scores] if is_pooled(program) else scores[: len(tokens)]
            assert [tuple(votes) for votes in scores] == list(one.scores)
        assert answers[row] == one.answer
    assert np.array_equal(label_batch(program, words), batch.labels)


def test_batch_equals_interpreter_on_many_random_programs() -> None:
    for seed in range(200):
        rng = random.Random(seed)
        program, longest = random_program(rng, most_steps=10), 45 if seed % 20 == 0 else 9
        inputs = [random_input(rng, program, longest) for _ in range(6)]
        assert_batch_is_interpreter(program, inputs)


def test_chunks_and_blocks_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    for seed in range(20):
        rng = random.Random(seed)
        program = random_program(rng)
        words = encode_batch(program, [random_input(rng, program) for _ in range(17)])
        whole = run_batch(program, words)
        for cells in (1, 60, 300):
            with monkeypatch.context() as small:
                small.setattr(kernels, "CHUNK_CELLS", cells)
                small.setattr(batch, "BLOCK_CELLS", cells)
                assert np.array_equal(run_batch(program, words).labels, whole.labels)
                assert np.array_equal(label_batch(program, words), whole.labels)


# --- numbers of any size --------------------------------------------------------------------------


def powers(heads: int) -> Program:
    """Sums of sums: length, length^2, length^3, ... without a bound."""
    number = Number(0, None)
    steps: list[lang.Step] = [lang.One(lang.Variable("p0", Number(1, 1)))]
    for power in range(1, heads + 1):
        out = lang.Variable(f"p{power}", number)
        steps.append(lang.NumericalHead(out, "p0", "p0", f"p{power - 1}", lang.Compare("==")))
    sign = lang.Variable("sign", Number(None, None))
    steps.append(lang.Mlp(sign, ("p0", f"p{heads}"), lang.Formula("-")))
    votes = (lang.Vote("sign", ((1, -1, 0),)), lang.Vote(f"p{heads}", ((3, 2, -5),)))
    return Program(Vocabulary(("a",)), tuple(steps), lang.Classifier(("x", "y", "z"), votes))


@pytest.mark.parametrize("heads", [5, 21, 40])
def test_sums_without_bounds_are_exact(heads: int) -> None:
    program = powers(heads)
    words = encode_batch(program, [["a"] * 10, ["a"] * 7])
    batch = run_batch(program, words)
    for row, length in ((0, 10), (1, 7)):
        assert batch.variables[f"p{heads}"][row, 0] == length**heads
        assert batch.variables["sign"][row, 0] == 1 - length**heads
        assert batch.scores is not None
        assert batch.scores[row, 0].tolist() == [
            1 + 2 * length**heads,
            3 * length**heads - 1,
            -5 * length**heads,
        ]


# --- inputs ---------------------------------------------------------------------------------------


def framed() -> Program:
    """Answers a word with itself; every input stands between <s> and </s>."""
    words = ("<s>", "a", "b", "</s>")
    token = lang.Token(lang.Variable("token", Categorical(words)), (0, 1, 2, 3))
    vocabulary = Vocabulary(words, None, "<s>", "</s>")
    return Program(vocabulary, (token,), lang.Answer("token"), 4)


def accepts(program: Program, tokens: list[str]) -> bool:
    try:
        evaluate(program, tokens)
    except InputError:
        return False
    return True


def test_encoding_refuses_what_the_interpreter_refuses() -> None:
    program = framed()
    for length in range(6):
        for tokens in map(list, product(("<s>", "a", "</s>", "c"), repeat=length)):
            batch = [["<s>", "</s>"], tokens]
            if accepts(program, tokens):
                assert encode_batch(program, batch)[1, : len(tokens)].min() >= 0
            else:
                with pytest.raises(InputError, match="input 1: "):
                    encode_batch(program, batch)


# --- programs that share steps --------------------------------------------------------------------

TWO_WORDS = lang.Token(lang.Variable("tokens", Categorical(("a", "b"))), (0, 1))


def assert_together_as_alone(words: np.ndarray, *programs: Program) -> None:
    """Every program answers as it does alone, one after the other on the same inputs."""
    shared = Evaluated(words, programs[0].causal)
    for program in [*programs, *programs]:
        assert shared.labels(program).tolist() == label_batch(program, words).tolist()


def test_variables_of_other_types_are_not_taken_for_each_other() -> None:
    def looking(values: tuple[int, ...]) -> Program:
        named = lang.Token(lang.Variable("x", Categorical(values)), (0, 1))
        place = lang.Position(lang.Variable("positions", Categorical(tuple(range(8)))))
        out = lang.Variable("h", Categorical(("a", "b")))
        head = lang.CategoricalHead(out, "x", "positions", "tokens", lang.Compare("==", 0))
        output = lang.Classifier(("lo", "hi"), (lang.Vote("h", ((1, 0), (0, 1))),))
        return Program(Vocabulary(("a", "b")), (TWO_WORDS, named, place, head), output, 8)

    words = np.random.default_rng(0).integers(2, size=(20, 8)).astype(np.int32)
    assert_together_as_alone(words, looking((0, 1)), looking((2, 5)))


def test_random_programs_answer_together_as_alone() -> None:
    chance = random.Random(5)
    for _ in range(20):
        program = random_program(chance)
        if not isinstance(program.output, lang.Classifier):
            continue
        words = encode_batch(program, [random_input(chance, program) for _ in range(30)])
        fewer = [
            replace(program, output=replace(program.output, votes=program.output.votes[i:]))
            for i in range(len(program.output.votes))
        ]
        others = [done.program for done in map(simplify_exactly, [program, *fewer])]
        assert_together_as_alone(words, program, *fewer, *others)
