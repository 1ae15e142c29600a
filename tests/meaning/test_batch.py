"""`batch` means what `interpret` means: on random programs, on the tie rule, chunk by chunk."""

from __future__ import annotations

import random
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from random_programs import every_input, inputs, programs, random_input, random_program

from transformer_programs.meaning import batch
from transformer_programs.meaning.batch import (
    decode_batch,
    encode_batch,
    is_pooled,
    label_batch,
    run_batch,
)
from transformer_programs.meaning.interpret import InputError, evaluate
from transformer_programs.program import Program, Vocabulary
from transformer_programs.program.steps import (
    Answer,
    CategoricalHead,
    Classifier,
    Compare,
    Formula,
    Mlp,
    NumericalHead,
    One,
    Position,
    Rows,
    Step,
    Token,
    Variable,
    Vote,
)
from transformer_programs.program.values import Categorical, Number
from transformer_programs.shelf import SHELF


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
    for seed in range(300):
        rng = random.Random(seed)
        program = random_program(rng, most_steps=10)
        assert_batch_is_interpreter(program, [random_input(rng, program) for _ in range(8)])


@settings(max_examples=50)
@given(st.data())
def test_batch_equals_interpreter_on_drawn_programs(data: st.DataObject) -> None:
    program = data.draw(programs())
    assert_batch_is_interpreter(program, data.draw(st.lists(inputs(program), max_size=4)))


@pytest.mark.parametrize("name", SHELF)
def test_batch_equals_interpreter_on_the_shelf(name: str) -> None:
    program = SHELF[name].program
    rng = random.Random(0)
    assert_batch_is_interpreter(program, [random_input(rng, program) for _ in range(50)])


def test_chunks_and_blocks_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    for seed in range(20):
        rng = random.Random(seed)
        program = random_program(rng)
        words = encode_batch(program, [random_input(rng, program) for _ in range(17)])
        whole = run_batch(program, words)
        for cells in (1, 60, 300):
            with monkeypatch.context() as small:
                small.setattr(batch, "CHUNK_CELLS", cells)
                small.setattr(batch, "BLOCK_CELLS", cells)
                parts, labels = run_batch(program, words), label_batch(program, words)
            assert np.array_equal(parts.labels, whole.labels)
            assert np.array_equal(labels, whole.labels)
            for name, column in whole.variables.items():
                assert np.array_equal(parts.variables[name], column)


def test_more_padding_changes_nothing() -> None:
    for seed in range(20):
        rng = random.Random(seed)
        program = random_program(rng)
        words = encode_batch(program, [random_input(rng, program) for _ in range(5)])
        wider = np.pad(words, ((0, 0), (0, 3)), constant_values=-1)
        labels = label_batch(program, wider)
        assert decode_batch(program, wider, labels) == decode_batch(
            program, words, label_batch(program, words)
        )


def test_long_inputs_of_many_lengths_are_labelled_as_interpreted() -> None:
    for seed in range(5):
        rng = random.Random(seed)
        program = random_program(rng, finite=False)
        assert_batch_is_interpreter(program, [random_input(rng, program, 45) for _ in range(6)])


# --- the tie rule ---------------------------------------------------------------------------------


def marked_positions(causal: bool) -> Program:
    """Copies its place from the position that a head chooses among those marked 'x'."""
    marks = Variable("marks", Categorical((".", "x")))
    place = Variable("place", Number(0, None))
    steps: list[Step] = [Token(marks, (0, 1)), Position(place)]
    for choose in ("nearest", "first", "last"):
        out = Variable(choose, place.type)
        head = CategoricalHead(out, "marks", "marks", "place", Rows(((1,), (1,))), "all", choose)
        steps.append(head)
    return Program(Vocabulary((".", "x")), tuple(steps), Answer("nearest"), None, causal)


@pytest.mark.parametrize("causal", [False, True])
@pytest.mark.parametrize("length", range(1, 9))
def test_every_match_set_is_resolved_by_the_tie_rule(length: int, causal: bool) -> None:
    words = np.array(list(product((0, 1), repeat=length)))
    variables = run_batch(marked_positions(causal), words).variables
    for row, marked in enumerate(words.tolist()):
        for i in range(length):
            seen = [j for j in range(i + 1 if causal else length) if marked[j]]
            # Distance first; one half more to the right; the own position behind all others.
            cost = {j: abs(i - j) + 0.5 * (j > i) if j != i else 2 * length for j in seen}
            nearest = min(cost, key=lambda j: cost[j]) if cost else 0
            got = [int(variables[name][row, i]) for name in ("nearest", "first", "last")]
            assert got == [nearest, min(seen, default=0), max(seen, default=0)]


# --- numbers of any size --------------------------------------------------------------------------


def powers(heads: int) -> Program:
    """Sums of sums: length, length^2, length^3, ... without a bound."""
    number = Number(0, None)
    steps: list[Step] = [One(Variable("p0", Number(1, 1)))]
    for power in range(1, heads + 1):
        out = Variable(f"p{power}", number)
        steps.append(NumericalHead(out, "p0", "p0", f"p{power - 1}", Compare("==")))
    sign = Variable("sign", Number(None, None))
    steps.append(Mlp(sign, ("p0", f"p{heads}"), Formula("-")))
    votes = (Vote("sign", ((1, -1, 0),)), Vote(f"p{heads}", ((3, 2, -5),)))
    return Program(Vocabulary(("a",)), tuple(steps), Classifier(("x", "y", "z"), votes))


@pytest.mark.parametrize("heads", [2, 5, 10, 21, 40])
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
    token = Token(Variable("token", Categorical(words)), (0, 1, 2, 3))
    vocabulary = Vocabulary(words, None, "<s>", "</s>")
    return Program(vocabulary, (token,), Answer("token"), 4)


def test_begin_and_end_have_no_label_and_answer_themselves() -> None:
    program = framed()
    words = encode_batch(program, [["<s>", "b", "a", "</s>"], ["<s>", "</s>"]])
    labels = label_batch(program, words)
    assert labels.tolist() == [[-1, 2, 1, -1], [-1, -1, -1, -1]]
    assert decode_batch(program, words, labels) == [["<s>", "b", "a", "</s>"], ["<s>", "</s>"]]


def test_no_inputs_give_no_labels() -> None:
    program = framed()
    for words in (encode_batch(program, []), np.zeros((0, 0), dtype=int)):
        assert label_batch(program, words).shape == (0, 1)
        assert decode_batch(program, words, label_batch(program, words)) == []


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ([[0, 1, 3], [-1, -1, -1]], "input 1: it is empty"),
        ([[0, 1, 1, 1, 3]], "input 0: it has more words than the 4"),
        ([[0, -1, 3]], "padding before a word"),
        ([[0, 4, 3]], "a word is not below 4"),
        ([[1, 1, 3]], "its first word must be '<s>'"),
        ([[0, 1, 1]], "its last word must be '</s>'"),
        ([[0, 0, 3]], "'<s>' may only be its first word"),
        ([[0, 3, 3]], "'</s>' may only be its last word"),
    ],
)
def test_wrong_arrays_are_refused(rows: list[list[int]], message: str) -> None:
    with pytest.raises(InputError, match=message):
        label_batch(framed(), np.array(rows))


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


def test_every_input_of_a_small_program_is_labelled_as_interpreted() -> None:
    program = random_program(random.Random(5), finite=True, output="classifier")
    assert_batch_is_interpreter(program, every_input(program, 4)[:300])


def test_a_value_out_of_very_many_has_its_own_votes() -> None:
    many, said = 5000, (0, 17, 4999)
    weights = tuple((number % 3, number % 5, number % 7) for number in range(many))
    token = Token(Variable("number", Categorical(tuple(range(many)))), said)
    output = Classifier(("x", "y", "z"), (Vote("number", weights),))
    run = run_batch(
        Program(Vocabulary(("a", "b", "c")), (token,), output, 3), np.array([[0, 1, 2]])
    )
    assert np.asarray(run.scores).tolist() == [[list(weights[number]) for number in said]]
