"""A program refuses to exist when it is wrong: which step and field, and what was expected."""

from dataclasses import FrozenInstanceError, replace

import pytest

import transformer_programs as tp
from transformer_programs.program.steps import sum_type
from transformer_programs.shelf import SHELF, histogram, induction, places, reverse

WORDS = ("a", "b")
TOKENS = tp.Token(tp.Variable("tokens", tp.Categorical(WORDS)), (0, 1))
ONES = tp.One(tp.Variable("ones", tp.Number(1, 1)))
BIT = tp.Categorical(("no", "yes"))


def program(*steps, output=None, **settings):
    """A program over two words; the two input steps come first."""
    settings = {"max_length": 4} | settings
    steps = (TOKENS, ONES, *steps)
    return tp.Program(tp.Vocabulary(WORDS), steps, output or tp.Answer("tokens"), **settings)


def head(**changes):
    fields = dict(
        out=tp.Variable("h", tp.Categorical(WORDS)),
        query="tokens",
        key="tokens",
        value="tokens",
        predicate=tp.Rows(((0,), (1,))),
    )
    return tp.CategoricalHead(**(fields | changes))


def count(**changes):
    fields = dict(
        out=tp.Variable("n", tp.Number(0, 4)),
        query="tokens",
        key="tokens",
        value="ones",
        predicate=tp.Compare("=="),
    )
    return tp.NumericalHead(**(fields | changes))


def mlp(out, reads, function):
    return tp.Mlp(tp.Variable("m", out), reads, function)


def vote(*weights, reads="tokens"):
    return tp.Classifier(("x", "y"), (tp.Vote(reads, weights),))


REFUSED = [
    # (what is wrong, how to make it, what the message must say)
    ("read before write", lambda: program(head(key="later")), ["step 2 (h)", "reads", "'later'"]),
    ("second write", lambda: program(head(), head()), ["step 3 (h)", "out", "written before"]),
    (
        "too few rows",
        lambda: program(head(predicate=tp.Rows(((0,),)))),
        ["step 2 (h)", "predicate", "2 rows", "got 1"],
    ),
    (
        "a key that does not exist",
        lambda: program(head(predicate=tp.Rows(((0,), (2,))))),
        ["step 2 (h)", "row 1", "from 0 to 1", "(2,)"],
    ),
    (
        "a row out of order",
        lambda: program(head(predicate=tp.Rows(((1, 0), ())))),
        ["step 2 (h)", "row 0", "ascending"],
    ),
    (
        "a head's type is not its value's",
        lambda: program(head(out=tp.Variable("h", tp.Number(0, 1)))),
        ["step 2 (h)", "out", "tokens"],
    ),
    (
        "a sum that is not a number",
        lambda: program(count(out=tp.Variable("n", BIT))),
        ["step 2 (n)", "out", "Number"],
    ),
    (
        "a sum of words",
        lambda: program(count(value="tokens")),
        ["step 2 (n)", "value", "Number"],
    ),
    (
        "rows over an endless number",
        lambda: program(
            count(out=tp.Variable("n", tp.Number(0, None))),
            head(query="n"),
            max_length=None,
        ),
        ["step 3 (h)", "query n", "finitely many"],
    ),
    (
        "words compared with numbers",
        lambda: program(head(query="ones", predicate=tp.Compare("<"))),
        ["step 2 (h)", "predicate", "ones and tokens"],
    ),
    (
        "words shifted",
        lambda: program(head(predicate=tp.Compare("==", 1))),
        ["step 2 (h)", "shift", "got 1"],
    ),
    (
        "no such value",
        lambda: program(head(predicate=tp.Is(5))),
        ["step 2 (h)", "from 0 to 1", "5"],
    ),
    (
        "no such reach",
        lambda: program(head(reach="left")),
        ["step 2 (h)", "reach", "before", "'left'"],
    ),
    ("no such choice", lambda: program(head(choose="best")), ["step 2 (h)", "choose", "nearest"]),
    (
        "a causal head that looks ahead",
        lambda: program(head(reach="after"), causal=True),
        ["step 2 (h)", "reach", "causal", "after"],
    ),
    (
        "a table of the wrong size",
        lambda: program(mlp(BIT, ("tokens", "tokens"), tp.Table((0, 1)))),
        ["step 2 (m)", "cells", "expected 4", "2 x 2", "got 2"],
    ),
    (
        "a cell that is no value",
        lambda: program(mlp(BIT, ("tokens",), tp.Table((0, 2)))),
        ["step 2 (m)", "cells", "from 0 to 1", "got 2"],
    ),
    (
        "a formula with too few reads",
        lambda: program(mlp(tp.Number(0, 2), ("ones",), tp.Formula("+"))),
        ["step 2 (m)", "reads", "expected 2", "got 1"],
    ),
    (
        "a truth with three values",
        lambda: program(mlp(tp.Number(0, 2), ("ones", "ones"), tp.Formula("=="))),
        ["step 2 (m)", "out", "two values"],
    ),
    (
        "words added up",
        lambda: program(mlp(tp.Number(0, 2), ("tokens", "ones"), tp.Formula("+"))),
        ["step 2 (m)", "reads", "whole numbers", "tokens and ones"],
    ),
    ("no such formula", lambda: tp.Formula("xor"), ["Formula, op", "'xor'"]),
    ("no such comparison", lambda: tp.Compare("~"), ["Compare, op", "'~'"]),
    (
        "a lookup that misses a word",
        lambda: tp.Program(
            tp.Vocabulary(WORDS), (tp.Token(TOKENS.out, (0,)),), tp.Answer("tokens")
        ),
        ["step 0 (tokens)", "lookup", "expected 2", "got 1"],
    ),
    (
        "positions of the wrong type",
        lambda: program(tp.Position(tp.Variable("p", tp.Number(0, 8)))),
        ["step 2 (p)", "out", "(0, 1, 2, 3)"],
    ),
    (
        "ones that are not one",
        lambda: program(tp.One(tp.Variable("o", tp.Number(0, 1)))),
        ["step 2 (o)", "Number(1, 1)"],
    ),
    (
        "a vote with too few rows",
        lambda: program(output=vote((1, 0))),
        ["vote on tokens", "2 rows"],
    ),
    (
        "a vote of the wrong width",
        lambda: program(output=vote((1, 0), (1,))),
        ["vote on tokens", "row 1", "2 columns", "got 1"],
    ),
    (
        "a vote that is not whole",
        lambda: program(output=vote((1, 0), (0.5, 0))),
        ["vote on tokens", "row 1", "a whole number", "0.5"],
    ),
    (
        "two votes on one variable",
        lambda: program(output=tp.Classifier(("x",), (tp.Vote("ones", ((1,),)),) * 2)),
        ["vote on ones", "two"],
    ),
    ("a vote on nothing", lambda: program(output=vote(reads="u")), ["vote on u", "reads"]),
    (
        "an answer that is not there",
        lambda: program(output=tp.Answer("u")),
        ["Answer, reads", "'u'"],
    ),
    ("no length", lambda: program(max_length=0), ["max_length", "from 1 to", "got 0"]),
    ("length", lambda: program(max_length=10**30), ["max_length", "to 1,000,000", "got 1000"]),
    ("no values", lambda: tp.Categorical(()), ["Categorical, values", "non-empty"]),
    ("a value twice", lambda: tp.Categorical(("a", "a")), ["Categorical, values", "'a' twice"]),
    ("a truth as a value", lambda: tp.Categorical((True,)), ["Categorical, values", "True"]),
    ("bounds crossed", lambda: tp.Number(3, 2), ["Number, high", "3"]),
    ("a name that is no name", lambda: tp.Variable("a b", BIT), ["Variable, name", "'a b'"]),
    ("a keyword as a name", lambda: tp.Variable("class", BIT), ["Variable, name", "'class'"]),
    ("a word twice", lambda: tp.Vocabulary(("a", "a")), ["Vocabulary, words", "'a' twice"]),
    (
        "a begin that is no word",
        lambda: tp.Vocabulary(("a",), begin="<s>"),
        ["Vocabulary, begin", "'<s>'"],
    ),
    (
        "one word to begin and end",
        lambda: tp.Vocabulary(("a",), begin="a", end="a"),
        ["Vocabulary, end", "'a'"],
    ),
    (
        "a class that is no text",
        lambda: tp.Classifier(("x", 3), ()),
        ["Classifier, classes", "tuple of str", "3"],
    ),
    (
        "a truth for the value of a word",
        lambda: program(tp.Token(tp.Variable("word", BIT), (0, True))),
        ["step 2 (word), lookup", "from 0 to 1", "True"],
    ),
    (
        "no such best key",
        lambda: program(head(score=tp.Extreme("longest"))),
        ["Extreme, best", "largest", "'longest'"],
    ),
    ("a class twice", lambda: tp.Classifier(("x", "x"), ()), ["Classifier, classes", "'x' twice"]),
]


@pytest.mark.parametrize(
    ("make", "says"), [case[1:] for case in REFUSED], ids=[c[0] for c in REFUSED]
)
def test_refusal_names_step_field_and_what_was_expected(make, says):
    with pytest.raises(tp.ProgramError) as refusal:
        make()
    for words in says:
        assert words in str(refusal.value)


def test_well_formed_parts_are_accepted():
    assert program(head(), count(), mlp(BIT, ("tokens", "n"), tp.Table((0, 1) * 5)))


@pytest.mark.parametrize("example", SHELF.values(), ids=SHELF)
def test_programs_hash_and_compare_by_value(example):
    rebuilt = replace(example.program, steps=tuple(replace(s) for s in example.program.steps))
    assert rebuilt == example.program
    assert hash(rebuilt) == hash(example.program)
    assert rebuilt != replace(example.program, output=tp.Answer(example.program.steps[0].out.name))


def test_a_program_cannot_be_changed():
    with pytest.raises(FrozenInstanceError):
        induction.program.causal = False


@pytest.mark.parametrize(
    ("value", "reach", "length", "expected"),
    [
        (tp.Number(1, 1), "all", 8, tp.Number(0, 8)),
        (tp.Number(1, 1), "before", 8, tp.Number(0, 7)),
        (tp.Number(0, 8), "all", 8, tp.Number(0, 64)),
        (tp.Number(-2, 3), "upto", 4, tp.Number(-8, 12)),
        (tp.Number(1, 1), "all", None, tp.Number(0, None)),
        (tp.Number(-3, -1), "all", None, tp.Number(None, 0)),
    ],
)
def test_range_of_a_sum(value, reach, length, expected):
    assert sum_type(value, reach, length) == expected


def test_vocabulary_lists_the_words_that_may_stand_anywhere():
    assert "<s>" not in reverse.program.vocabulary.symbols
    assert "</s>" not in reverse.program.vocabulary.symbols
    assert places.program.vocabulary.symbols[0] == "<unk>"
    assert histogram.program.vocabulary.symbols == ("a", "b", "c", "d", "e", "f")
