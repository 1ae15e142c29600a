"""The five rules of meaning, checked against formulas written here and examples worked by hand."""

import pytest

import transformer_programs as tp
from transformer_programs.meaning.interpret import (
    InputError,
)
from transformer_programs.shelf import SHELF, histogram, places, reverse


def joined(answer):
    return answer if isinstance(answer, str) else " ".join(answer)


CASES = [(e.name, e.program, *case) for e in SHELF.values() for case in e.cases]


@pytest.mark.parametrize(("program", "tokens", "answer"), [c[1:] for c in CASES])
def test_shelf_programs_give_their_stated_answers(program, tokens, answer):
    assert joined(program(tokens.split())) == answer


NUMBER, BIT = tp.program.Number(0, 9), tp.program.Categorical(("no", "yes"))


def test_first_of_equal_classes_wins():
    tokens = tp.program.Token(
        tp.program.Variable("tokens", tp.program.Categorical(("a", "b"))), (0, 1)
    )
    votes = tp.program.Vote("tokens", ((1, 1, 0), (0, 2, 2)))
    program = tp.Program(
        tp.Vocabulary(("a", "b")), (tokens,), tp.program.Classifier(("x", "y", "z"), (votes,))
    )
    assert program(["a", "b"]) == ["x", "y"]


@pytest.mark.parametrize(
    ("program", "tokens", "says"),
    [
        (histogram.program, "", "empty"),
        (histogram.program, "a b", "first word must be '<s>', got 'a'"),
        (histogram.program, "<s> a z", "'z' at position 2 is not in the vocabulary"),
        (histogram.program, "<s> a a a a a a a a", "9 words: this program takes at most 8"),
        (reverse.program, "<s> 1", "last word must be '</s>', got '1'"),
    ],
)
def test_bad_input_is_an_error_that_says_so(program, tokens, says):
    with pytest.raises(InputError, match=says.replace("'", ".")):
        program(tokens.split())


def test_an_unlisted_word_is_the_unknown_word():
    listed = places.program(["<s>", "<unk>", "</s>"])
    assert places.program(["<s>", "never-seen", "</s>"]) == listed
