"""Which inputs two sides are compared on: unlisted words, those an oracle scores, those given."""

from __future__ import annotations

from test_verify import SHORT, Labels, counted

import transformer_programs as tp
from transformer_programs.shelf import histogram
from transformer_programs.verifier import Oracle, verify

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


# --- which inputs ---------------------------------------------------------------------------------


def test_given_inputs_are_the_only_ones_run() -> None:
    seen: list[list[str]] = []

    def listen(tokens: list[str]) -> list[str]:
        seen.append(list(tokens))
        return counted(tokens)

    result = verify(SHORT, listen, inputs=[["<s>", "b", "a"], ["<s>", "a"], ["<s>", "b", "a"]])
    assert seen == [["<s>", "a"], ["<s>", "b", "a"]]
    assert str(result) == "equal on all 2 inputs (exhaustive: the inputs given)"


def test_lengths_that_differ_are_compared_up_to_the_shorter() -> None:
    for pair in ((SHORT, histogram.program), (histogram.program, SHORT)):
        result = verify(*pair)
        assert result.count == 259
        assert str(result) == (
            "equal on all 259 inputs (exhaustive: up to 4 words, the most both take)"
        )
