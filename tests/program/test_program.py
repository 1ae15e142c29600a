"""A program refuses to exist when it is wrong: which step and field, and what was expected."""

import pytest

import transformer_programs as tp

WORDS = ("a", "b")
TOKENS = tp.program.Token(tp.program.Variable("tokens", tp.program.Categorical(WORDS)), (0, 1))
ONES = tp.program.One(tp.program.Variable("ones", tp.program.Number(1, 1)))
BIT = tp.program.Categorical(("no", "yes"))


def program(*steps, output=None, **settings):
    """A program over two words; the two input steps come first."""
    settings = {"max_length": 4} | settings
    steps = (TOKENS, ONES, *steps)
    return tp.Program(
        tp.Vocabulary(WORDS), steps, output or tp.program.Answer("tokens"), **settings
    )


def head(**changes):
    fields = dict(
        out=tp.program.Variable("h", tp.program.Categorical(WORDS)),
        query="tokens",
        key="tokens",
        value="tokens",
        predicate=tp.program.Rows(((0,), (1,))),
    )
    return tp.program.CategoricalHead(**(fields | changes))


def vote(*weights, reads="tokens"):
    return tp.program.Classifier(("x", "y"), (tp.program.Vote(reads, weights),))


REFUSED = [
    # (what is wrong, how to make it, what the message must say)
    ("read before write", lambda: program(head(key="later")), ["step 2 (h)", "reads", "'later'"]),
    (
        "a key that does not exist",
        lambda: program(head(predicate=tp.program.Rows(((0,), (2,))))),
        ["step 2 (h)", "row 1", "from 0 to 1", "(2,)"],
    ),
    (
        "a lookup that misses a word",
        lambda: tp.Program(
            tp.Vocabulary(WORDS), (tp.program.Token(TOKENS.out, (0,)),), tp.program.Answer("tokens")
        ),
        ["step 0 (tokens)", "lookup", "expected 2", "got 1"],
    ),
    (
        "a vote that is not whole",
        lambda: program(output=vote((1, 0), (0.5, 0))),
        ["vote on tokens", "row 1", "a whole number", "0.5"],
    ),
    ("a word twice", lambda: tp.Vocabulary(("a", "a")), ["Vocabulary, words", "'a' twice"]),
]


@pytest.mark.parametrize(
    ("make", "says"), [case[1:] for case in REFUSED], ids=[c[0] for c in REFUSED]
)
def test_refusal_names_step_field_and_what_was_expected(make, says):
    with pytest.raises(tp.program.ProgramError) as refusal:
        make()
    for words in says:
        assert words in str(refusal.value)
