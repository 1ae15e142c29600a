"""The five rules of meaning, checked against formulas written here and examples worked by hand."""

from dataclasses import replace
from itertools import chain, combinations

import pytest

import transformer_programs as tp
from transformer_programs.meaning.interpret import (
    InputError,
    chosen,
    formula_value,
    matches,
    reachable,
)
from transformer_programs.shelf import SHELF, histogram, places, reverse, sentiment


def joined(answer):
    return answer if isinstance(answer, str) else " ".join(answer)


CASES = [(e.name, e.program, *case) for e in SHELF.values() for case in e.cases]


@pytest.mark.parametrize(("program", "tokens", "answer"), [c[1:] for c in CASES])
def test_shelf_programs_give_their_stated_answers(program, tokens, answer):
    assert joined(program(tokens.split())) == answer


def nearest_by_expanding_rings(i, found, length):
    """Rule 2 said another way: walk outwards, left before right; oneself last; then position 0."""
    for distance in range(1, length):
        for j in (i - distance, i + distance):
            if j in found:
                return j
    return i if i in found else 0


@pytest.mark.parametrize("length", range(1, 9))
def test_every_match_set_takes_the_nearest_left_first_itself_last(length):
    positions = range(length)
    subsets = chain.from_iterable(combinations(positions, r) for r in range(length + 1))
    for found in subsets:
        for i in positions:
            assert chosen(i, found, "nearest") == nearest_by_expanding_rings(i, set(found), length)


def test_first_and_last_take_the_ends_and_default_to_the_start():
    assert chosen(2, [1, 3, 5], "first") == 1
    assert chosen(2, [1, 3, 5], "last") == 5
    assert chosen(2, [], "first") == chosen(2, [], "last") == 0


@pytest.mark.parametrize(
    ("reach", "causal", "expected"),
    [
        ("all", False, [0, 1, 2, 3]),
        ("all", True, [0, 1, 2]),
        ("before", False, [0, 1]),
        ("upto", False, [0, 1, 2]),
        ("upto", True, [0, 1, 2]),
        ("after", False, [3]),
    ],
)
def test_reach_of_position_two_of_four(reach, causal, expected):
    assert list(reachable(2, 4, reach, causal)) == expected


def test_compare_reads_the_key_first():
    number = tp.program.Number(0, 9)
    assert matches(tp.program.Compare("<"), number, number, 5, 4)
    assert not matches(tp.program.Compare("<"), number, number, 4, 5)
    assert matches(tp.program.Compare("==", -1), number, number, 5, 4)


def test_rows_of_a_number_count_from_its_lowest_value():
    query, key = tp.program.Number(-1, 1), tp.program.Number(2, 3)
    rows = tp.program.Rows(((2,), (), (3,)))
    assert [matches(rows, query, key, q, 2) for q in (-1, 0, 1)] == [True, False, False]
    assert [matches(rows, query, key, q, 3) for q in (-1, 0, 1)] == [False, False, True]


def test_compare_of_numbers_by_value_not_by_index():
    shifted = tp.program.Categorical((3, 4, 5))
    assert matches(tp.program.Compare("=="), shifted, tp.program.Number(0, 9), 0, 3)


@pytest.mark.parametrize(
    ("op", "shift", "a", "b", "expected"),
    [
        ("+", 0, 3, 4, 7),
        ("+", 1, 3, 4, 8),
        ("+", 0, 8, 4, 9),  # held within the type written to
        ("-", 0, 3, 4, 0),
        ("-", 5, 3, 4, 4),
        ("min", 0, 3, 4, 3),
        ("max", 0, 3, 4, 4),
        ("keep", 0, 3, 4, 3),
        ("keep", 0, 3, 0, 0),
    ],
)
def test_arithmetic(op, shift, a, b, expected):
    number = tp.program.Number(0, 9)
    assert (
        formula_value(tp.program.Formula(op, shift), [number, number], number, (a, b)) == expected
    )


@pytest.mark.parametrize(
    ("op", "shift", "a", "b", "expected"),
    [
        ("==", 0, 3, 3, "yes"),
        ("==", 1, 4, 3, "yes"),
        ("!=", 0, 3, 3, "no"),
        ("<", 0, 2, 3, "yes"),
        ("<=", 0, 3, 3, "yes"),
        ("and", 0, 2, 0, "no"),
        ("or", 0, 2, 0, "yes"),
    ],
)
def test_truths(op, shift, a, b, expected):
    number, out = tp.program.Number(0, 9), tp.program.Categorical(("no", "yes"))
    value = formula_value(tp.program.Formula(op, shift), [number, number], out, (a, b))
    assert out.values[value] == expected


def test_not_and_copy_take_one_argument():
    number = tp.program.Number(0, 9)
    assert formula_value(tp.program.Formula("not"), [number], tp.program.Number(0, 1), (0,)) == 1
    assert formula_value(tp.program.Formula("a", 2), [number], number, (3,)) == 5
    words = tp.program.Categorical(("x", "y"))
    assert formula_value(tp.program.Formula("a"), [words], words, (1,)) == 1


def test_an_arithmetic_result_may_be_one_of_a_list():
    out = tp.program.Categorical((2, 3, 4))
    assert (
        out.values[
            formula_value(tp.program.Formula("+"), [tp.program.Number(0, 9)] * 2, out, (1, 2))
        ]
        == 3
    )


def test_first_of_equal_classes_wins():
    tokens = tp.program.Token(
        tp.program.Variable("tokens", tp.program.Categorical(("a", "b"))), (0, 1)
    )
    votes = tp.program.Vote("tokens", ((1, 1, 0), (0, 2, 2)))
    program = tp.Program(
        tp.Vocabulary(("a", "b")), (tokens,), tp.program.Classifier(("x", "y", "z"), (votes,))
    )
    assert program(["a", "b"]) == ["x", "y"]


def test_a_number_votes_once_for_each_unit():
    steps = (*histogram.program.steps,)
    vote = tp.program.Vote("num_attn_0_0_outputs", ((1, 0),))
    bias = tp.program.Vote("ones", ((0, 2),))
    program = tp.Program(
        histogram.program.vocabulary,
        steps,
        tp.program.Classifier(("often", "seldom"), (vote, bias)),
        8,
    )
    assert program("<s> a b b c c c".split())[1:] == ["seldom", *["often"] * 5]
    scores = tp.evaluate(program, "<s> a b b".split()).scores
    assert scores == ((1, 2), (1, 2), (2, 2), (2, 2))


def test_pooled_answers_are_by_the_sum_over_all_positions():
    run = tp.evaluate(sentiment.program, ["good", "good", "bad"])
    assert run.answer == "positive"
    assert run.scores == ((1, 2),)


def test_a_sum_is_held_within_the_type_it_is_written_to():
    steps = list(histogram.program.steps)
    steps[2] = replace(
        steps[2], out=tp.program.Origin(0, 0, "num_attn").variable(tp.program.Number(0, 2))
    )
    capped = replace(histogram.program, steps=tuple(steps))
    assert capped("<s> a a a b".split()) == ["<s>", "2", "2", "2", "1"]


def test_every_variable_is_kept():
    run = tp.evaluate(reverse.program, ["<s>", "7", "8", "</s>"])
    assert run.variables["length"] == (3, 3, 3, 3)
    assert run.variables["targets"] == (3, 2, 1, 0)


@pytest.mark.parametrize(
    ("program", "tokens", "says"),
    [
        (histogram.program, "", "empty"),
        (histogram.program, "a b", "first word must be '<s>', got 'a'"),
        (
            histogram.program,
            "<s> a <s>",
            "'<s>' may only be the first word, but stands at position 2",
        ),
        (histogram.program, "<s> a z", "'z' at position 2 is not in the vocabulary"),
        (histogram.program, "<s> a a a a a a a a", "9 words: this program takes at most 8"),
        (reverse.program, "<s> 1", "last word must be '</s>', got '1'"),
        (reverse.program, "<s> </s> 1 </s>", "'</s>' may only be the last word"),
    ],
)
def test_bad_input_is_an_error_that_says_so(program, tokens, says):
    with pytest.raises(InputError, match=says.replace("'", ".")):
        program(tokens.split())


@pytest.mark.parametrize("tokens", ["<s>", b"<s>", None, 5, {"<s>": 0}, iter(["<s>"]), ["<s>", 5]])
def test_only_a_list_of_words_is_an_input(tokens):
    with pytest.raises(InputError, match="list of words"):
        histogram.program(tokens)


def test_an_unlisted_word_is_the_unknown_word():
    listed = places.program(["<s>", "<unk>", "</s>"])
    assert places.program(["<s>", "never-seen", "</s>"]) == listed
