"""Each rule about votes by itself, before and after."""

from __future__ import annotations

from test_simplify_rules import (
    checked,
    head,
    program,
    table,
    votes,
)

from transformer_programs.simplifier import simplify


def test_rows_of_votes_that_cannot_occur_are_nothing() -> None:
    output = votes(("tokens", ((9, 0), (1, 0), (4, 4), (0, 2))))
    after = checked("plain_votes", program(output=output))
    # The label of <s> is <s>, whatever is voted; and 4 for everything is nothing for anything.
    assert after.program.output == votes(("tokens", ((0, 0), (1, 0), (0, 0), (0, 2))))


def test_pooled_votes_of_the_begin_word_count() -> None:
    output = votes(("tokens", ((9, 0), (1, 0), (4, 4), (0, 2))), pooled=True)
    after = checked("plain_votes", program(output=output))
    assert after.program.output.votes[0].weights[0] == (9, 0)


def test_vote_that_makes_no_difference_goes() -> None:
    output = votes(
        ("head", ((1, 1), (2, 2), (0, 0), (5, 5))), ("tokens", ((0, 1),) + ((1, 0),) * 3)
    )
    after = checked("plain_votes", program(head(), output=output)).program.output
    assert [vote.reads for vote in after.votes] == ["tokens"]


def test_constant_votes_are_given_by_another_variable() -> None:
    constant = table("constant", "ones", 2)
    rows = ((0, 0), (1, 0), (0, 2), (0, 1))
    output = votes(("constant", ((0, 0), (0, 0), (0, 2), (0, 0))), ("tokens", rows))
    after = checked("shifted_votes", program(constant, output=output)).program.output
    assert [vote.reads for vote in after.votes] == ["tokens"]


def test_ties_still_go_to_the_first_class() -> None:
    rows = ((0, 0, 0), (2, 2, 0), (0, 2, 2), (1, 0, 1))
    before = program(output=votes(("tokens", rows)))
    assert simplify(before).program(["<s>", "a", "b", "c"]) == ["<s>", "x", "y", "x"]
