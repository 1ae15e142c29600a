"""Each rule by itself, before and after."""

from __future__ import annotations

from dataclasses import replace

import pytest
from random_programs import every_input
from test_simplify import same_labels

from transformer_programs.meaning.batch import encode_batch, run_batch
from transformer_programs.program import Program, Vocabulary
from transformer_programs.program.steps import (
    Answer,
    CategoricalHead,
    Classifier,
    Compare,
    Extreme,
    Is,
    Mlp,
    One,
    Output,
    Position,
    Rows,
    Step,
    Table,
    Token,
    Variable,
    Vote,
)
from transformer_programs.program.values import Categorical, Number, Type
from transformer_programs.simplifier import Simplification, apply_rule, simplify

# --- each rule, before and after ------------------------------------------------------------------

WORDS = ("<s>", "a", "b", "c")
WORD = Categorical(WORDS)
PLACE = Categorical(tuple(range(5)))
HEX = Categorical(tuple("0123456789ABCDEF"))
YES_NO = Categorical(("no", "yes"))
TOKENS = Token(Variable("tokens", WORD), (0, 1, 2, 3))
POSITIONS = Position(Variable("positions", PLACE))
ONES = One(Variable("ones", Number(1, 1)))
INPUTS = (TOKENS, POSITIONS, ONES)


def program(*steps: Step, output: Output | None = None, begin: bool = True) -> Program:
    """A program over a, b, c of at most five words that answers with its last step."""
    vocabulary = Vocabulary(WORDS, begin="<s>") if begin else Vocabulary(WORDS)
    return Program(vocabulary, (*INPUTS, *steps), output or Answer(steps[-1].out.name), 5)


def checked(rule: str, before: Program) -> Simplification:
    """The rule applied, after comparing all answers."""
    after = apply_rule(rule, before)
    words = encode_batch(before, every_input(before, 5))
    assert same_labels(after.program, before, words)
    return after


def step(program: Program, name: str) -> Step:
    return next(step for step in program.steps if step.out.name == name)


def head(name: str = "head", **fields: object) -> CategoricalHead:
    plain = CategoricalHead(
        Variable(name, WORD), "positions", "positions", "tokens", Compare("==", -1)
    )
    return replace(plain, **fields)


def votes(*given: tuple[str, tuple[tuple[int, ...], ...]], pooled: bool = False) -> Classifier:
    classes = tuple("xyz"[: len(given[0][1][0])])
    return Classifier(classes, tuple(Vote(*vote) for vote in given), pooled)


def table(name: str, read: str | tuple[str, ...], *cells: int, type: Type = WORD) -> Mlp:
    return Mlp(Variable(name, type), (read,) if isinstance(read, str) else read, Table(cells))


A_OR_B = Rows(((1, 2),) * 4)


@pytest.mark.parametrize(
    "other",
    [
        {"choose": "last"},
        {"reach": "after"},
        {"predicate": Rows(((1, 2, 3),) * 4)},
        {"query": "positions", "predicate": Rows(((1,),) * 5)},
        {"key": "turned"},
        {"score": Extreme("largest")},
    ],
    ids=str,
)
def test_heads_that_differ_in_one_thing_are_not_merged(other: dict[str, object]) -> None:
    turned = table("turned", "tokens", 0, 3, 2, 1)
    one = head("one", query="tokens", key="tokens", predicate=A_OR_B, choose="first")
    two = replace(one, out=Variable("two", WORD), **other)
    before = program(turned, one, two, table("both", ("one", "two"), *range(16), type=HEX))
    changes = apply_rule("repeated_values", before).changes
    assert not any(change.what.startswith("same as") for change in changes)
    words = encode_batch(before, every_input(before, 4))
    ran = run_batch(before, words).variables
    assert (ran["one"] != ran["two"]).any()  # so that merging them would be wrong


def test_a_table_that_never_matters_stays_in_its_type() -> None:
    low = Number(-3, -2)  # without 0
    before = program(
        table("first", "tokens", 0, 1, 0, 1, type=YES_NO),
        table("low", "first", -3, -2, type=low),
        table("unread", ("first", "low"), -2, -2, -3, -3, type=low),
        head(query="first", key="first", predicate=Is(1)),
    )
    checked("repeated_values", before)


# --- votes ----------------------------------------------------------------------------------------


def test_votes_without_effect_go() -> None:
    """The label of <s> is <s>, whatever is voted; and 4 for everything is nothing for anything."""
    rows = ((9, 0), (1, 0), (4, 4), (0, 2))
    output = votes(("head", ((1, 1), (2, 2), (0, 0), (5, 5))), ("tokens", rows))
    after = checked("plain_votes", program(head(), output=output)).program
    assert after.output == votes(("tokens", ((0, 0), (1, 0), (0, 0), (0, 2))))


def test_ties_still_go_to_the_first_class() -> None:
    rows = ((0, 0, 0), (2, 2, 0), (0, 2, 2), (1, 0, 1))
    before = program(output=votes(("tokens", rows)))
    assert simplify(before).program(["<s>", "a", "b", "c"]) == ["<s>", "x", "y", "x"]
