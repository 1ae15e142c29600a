"""Each rule about votes by itself, before and after."""

from __future__ import annotations

from dataclasses import replace

from test_simplify_rules import (
    YES_NO,
    checked,
    head,
    program,
    table,
    votes,
)

from transformer_programs.program.steps import (
    Answer,
    Classifier,
    Compare,
    NumericalHead,
    Variable,
    Vote,
)
from transformer_programs.program.values import Number
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


def test_votes_are_divided_by_what_they_share_with_the_scale() -> None:
    output = replace(votes(("tokens", ((0, 0), (300, 0), (0, 0), (0, 600)))), scale=1000)
    after = checked("plain_votes", program(output=output)).program.output
    assert after.votes[0].weights == ((0, 0), (3, 0), (0, 0), (0, 6))
    assert after.scale == 10


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


def test_default_row_of_votes_is_nothing() -> None:
    previous = ((0, 3), (0, 3), (0, 3), (5, 0))
    own = ((0, 0), (4, 0), (1, 0), (0, 2))
    before = program(head(), output=votes(("head", previous), ("tokens", own)))
    after = checked("shifted_votes", before).program.output
    assert after.votes[0] == Vote("head", ((0, 0), (0, 0), (0, 0), (8, 0)))


def test_votes_move_to_the_variable_that_decides() -> None:
    vowel = table("vowel", "tokens", 0, 1, 0, 0, type=YES_NO)
    output = votes(("vowel", ((0, 1), (5, 0))), ("tokens", ((0, 0), (0, 0), (2, 0), (0, 0))))
    after = checked("moved_votes", program(vowel, output=output))
    assert after.program.output == votes(("tokens", ((0, 1), (5, 0), (2, 1), (0, 1))))


def test_number_gives_its_votes_to_the_variable_that_decides_it() -> None:
    number = table("number", "tokens", 0, 3, 1, 0, type=Number(0, 3))
    output = votes(("number", ((2, 0),)), ("tokens", ((0, 0), (0, 5), (0, 1), (0, 1))))
    after = checked("moved_votes", program(number, output=output))
    assert after.program.output == votes(("tokens", ((0, 0), (6, 5), (2, 1), (0, 1))))


def test_a_single_voter_votes_once_for_its_winner() -> None:
    output = replace(votes(("tokens", ((0, 0), (370, 20), (-4, 12), (7, 7)))), scale=1000)
    after = checked("one_voter", program(output=output)).program.output
    assert after == votes(("tokens", ((0, 0), (1, 0), (0, 1), (1, 0))))


def test_ties_still_go_to_the_first_class() -> None:
    rows = ((0, 0, 0), (2, 2, 0), (0, 2, 2), (1, 0, 1))
    before = program(output=votes(("tokens", rows)))
    assert simplify(before).program(["<s>", "a", "b", "c"]) == ["<s>", "x", "y", "x"]


# --- who wins -------------------------------------------------------------------------------------

COUNT = NumericalHead(Variable("count", Number(0, 5)), "tokens", "tokens", "ones", Compare("=="))


def test_voter_that_changes_no_winner_does_not_vote() -> None:
    strong, weak = ((0, 0), (9, 0), (0, 9), (9, 0)), ((0, 0), (1, 0), (0, 2), (0, 3))
    before = program(head(), output=votes(("head", weak), ("tokens", strong)))
    after = checked("idle_voters", before)
    assert after.program.output == votes(("tokens", strong))
    assert list(map(str, after.changes)) == ["head: its votes change no winner"]


def test_voter_that_breaks_a_tie_still_votes() -> None:
    strong, weak = ((0, 0), (0, 0), (0, 9), (9, 0)), ((0, 0), (0, 1), (0, 2), (0, 3))
    before = program(head(), output=votes(("head", weak), ("tokens", strong)))
    assert checked("idle_voters", before).changes == ()


def test_voter_that_decides_whatever_the_others_say_votes_alone() -> None:
    # Each of the others has a say in the sum, and none in the winner.
    own, previous = ((0, 0), (9, 0), (0, 9), (9, 0)), ((0, 0), (4, 0), (0, 4), (3, 0))
    before = program(head(), output=votes(("tokens", own), ("head", previous)))
    after = checked("deciding_voter", before).program.output
    assert after == votes(("tokens", ((0, 0), (1, 0), (0, 1), (1, 0))))


def test_value_that_is_the_label_is_the_answer() -> None:
    # The class n has the most votes where the count is n: n * count - n * n / 2, in whole numbers.
    classes = ("1", "2", "3", "4")
    by_count = tuple(2 * int(name) for name in classes)
    always = tuple(-int(name) * int(name) for name in classes)
    output = Classifier(classes, (Vote("count", (by_count,)), Vote("ones", (always,))))
    after = checked("deciding_voter", program(COUNT, output=output))
    assert after.program.output == Answer("count")
    assert after.program(["<s>", "a", "b", "a"]) == ["<s>", "2", "1", "2"]


def test_value_that_is_the_label_but_for_one_is_not_the_answer() -> None:
    classes = ("1", "2", "3")  # of four equal words, none is the fourth class
    by_count, always = (2, 4, 6), (-1, -4, -9)
    output = Classifier(classes, (Vote("count", (by_count,)), Vote("ones", (always,))))
    assert isinstance(
        checked("deciding_voter", program(COUNT, output=output)).program.output, Classifier
    )
