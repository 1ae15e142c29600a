"""Which inputs two sides are compared on: unlisted words, those an oracle scores, those given."""

from __future__ import annotations

import pytest
from test_verify import SHORT, Labels, counted

import transformer_programs as tp
from transformer_programs.meaning.interpret import InputError
from transformer_programs.shelf import dyck2, histogram, sentiment
from transformer_programs.verifier import Oracle, VerifyError, verify

# --- words that are not listed --------------------------------------------------------------------


def test_sample_of_many_words_has_unlisted_ones() -> None:
    words = ("<unk>", *(f"word{i}" for i in range(5000)))
    tokens = tp.program.Variable("tokens", tp.program.Categorical(words))
    echo = tp.program.Token(tokens, tuple(range(len(words))))
    program = tp.Program(tp.Vocabulary(words, "<unk>"), (echo,), tp.program.Answer("tokens"), 12)
    listed = set(words)

    def wrong_where_two_are_unlisted(tokens: list[str]) -> Labels:
        unlisted = [i for i, t in enumerate(tokens) if t not in listed]
        return ["?"] * len(tokens) if len(unlisted) == 2 else program(tokens)

    result = verify(program, wrong_where_two_are_unlisted, samples=1000)
    assert result.counterexample is not None
    assert result.counterexample.tokens == ("unlisted", "unlisted")


# --- oracles --------------------------------------------------------------------------------------


def test_oracle_scores_neither_none_nor_marks() -> None:
    def right_where_repeated(tokens: list[str]) -> list[str | None]:
        return ["not scored"] + [
            str(tokens.count(t)) if tokens.count(t) > 1 else None for t in tokens[1:]
        ]

    assert verify(SHORT, Oracle(right_where_repeated)).equal
    assert not verify(SHORT, right_where_repeated).equal  # a callable is taken at its word


def test_oracle_that_scores_nothing_proves_nothing() -> None:
    with pytest.raises(VerifyError, match="nothing was compared"):
        verify(SHORT, Oracle(lambda tokens: [None] * len(tokens)))


# --- which inputs ---------------------------------------------------------------------------------


def test_given_inputs_are_the_only_ones_run() -> None:
    seen: list[list[str]] = []

    def listen(tokens: list[str]) -> list[str]:
        seen.append(list(tokens))
        return counted(tokens)

    result = verify(SHORT, listen, inputs=[["<s>", "b", "a"], ["<s>", "a"], ["<s>", "b", "a"]])
    assert seen == [["<s>", "a"], ["<s>", "b", "a"]]
    assert str(result) == "equal on all 2 inputs (exhaustive: the inputs given)"


def test_two_callables_need_inputs() -> None:
    with pytest.raises(VerifyError, match="neither side says which inputs it takes"):
        verify(counted, counted)
    assert verify(counted, counted, inputs=[["<s>"], ["<s>", "a"]]).count == 2


@pytest.mark.parametrize(
    ("inputs", "says"),
    [
        ([["<s>"], ["a"]], "input 1: the first word must be '<s>'"),
        (["<s> a"], "input 0: an input is a list of words, got '<s> a'"),
    ],
)
def test_given_input_that_is_wrong_is_named(inputs: list[list[str]], says: str) -> None:
    with pytest.raises(InputError, match=says):
        verify(SHORT, counted, inputs=inputs)


def test_lengths_that_differ_are_compared_up_to_the_shorter() -> None:
    for pair in ((SHORT, histogram.program), (histogram.program, SHORT)):
        result = verify(*pair)
        assert result.count == 259
        assert str(result) == (
            "equal on all 259 inputs (exhaustive: up to 4 words, the most both take)"
        )


def test_what_cannot_be_compared_is_refused_in_a_sentence() -> None:
    with pytest.raises(VerifyError, match="one answers once for an input, the other at each"):
        verify(sentiment.program, dyck2.program)
    with pytest.raises(VerifyError, match="expected a program, a file or a function"):
        verify(SHORT, 3)  # type: ignore[arg-type]
