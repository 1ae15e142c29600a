"""The trace: what it records is what the interpreter computes, and `why` is exact."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from random_programs import random_input, random_program

import transformer_programs as tp
from transformer_programs.meaning.interpret import Values, encode, evaluate, run_step
from transformer_programs.program import Program, types
from transformer_programs.program.steps import (
    Answer,
    CategoricalHead,
    Classifier,
    Is,
    Position,
    Token,
    Variable,
)
from transformer_programs.program.values import Categorical, Number, ProgramError
from transformer_programs.shelf import histogram, induction, reverse
from transformer_programs.tracer import trace

WORDS = "<s> a 1 b 2 a".split()


def some_runs(count: int, seed: int = 0) -> list[tuple[Program, list[str]]]:
    rng = random.Random(seed)
    found = []
    for _ in range(count):
        program = random_program(rng)
        found.append((program, random_input(rng, program)))
    return found


# --- records --------------------------------------------------------------------------------------


def test_trace_records_what_the_interpreter_computes() -> None:
    for program, tokens in some_runs(100):
        run, given = trace(program, tokens), evaluate(program, tokens)
        assert {record.name: record.values for record in run.steps} == given.variables
        assert (run.scores, run.answer) == (given.scores, given.answer)


def head_over_words(choose: str) -> Program:
    """Copies the position of a word "x"."""
    words, place = ("a", "x"), Number(0, None)
    tokens = Token(Variable("tokens", Categorical(words)), (0, 1))
    reads, out = ("tokens", "tokens", "positions"), Variable("found", place)
    found = CategoricalHead(out, *reads, Is(1), choose=choose)  # type: ignore[arg-type]
    steps = (tokens, Position(Variable("positions", place)), found)
    return Program(tp.Vocabulary(words), steps, Answer("found"))


@pytest.mark.parametrize(
    ("choose", "tokens", "text"),
    [
        ("nearest", "x a x", "position 0, the left of the two nearest positions"),
        ("nearest", "a x a", "the same position, the only position"),
        ("first", "x a x", "position 0, the first of 2 positions"),
        ("last", "x a x", "position 2, the last of 2 positions"),
        ("nearest", "a a a", "position 0, because there is no position"),
    ],
)
def test_a_head_says_why_it_took_this_position(choose: str, tokens: str, text: str) -> None:
    found = trace(head_over_words(choose), tokens.split()).cause("found", 1)
    assert found.text == f'positions at {text} where tokens is "x"'


# --- why ------------------------------------------------------------------------------------------


def votes_by_hand(program: Program, variables: dict[str, Values], places: list[int]) -> list[int]:
    """The score of each class, added up here."""
    output, kinds = program.output, types(program)
    assert isinstance(output, Classifier)
    scores = [0] * len(output.classes)
    for vote in output.votes:
        for place in places:
            value = variables[vote.reads][place]
            number = isinstance(kinds[vote.reads], Number)
            row = vote.weights[0] if number else vote.weights[value]
            for c, weight in enumerate(row):
                scores[c] += weight * (value if number else 1)
    return scores


@pytest.mark.parametrize("kind", ["classifier", "pooled"])
def test_votes_of_why_add_up_to_the_scores(kind: str) -> None:
    rng = random.Random(2)
    for _ in range(60):
        program = random_program(rng, output=kind)  # type: ignore[arg-type]
        run = trace(program, random_input(rng, program))
        classes = program.output.classes  # type: ignore[union-attr]
        variables = {record.name: record.values for record in run.steps}
        everywhere = list(range(len(run.tokens)))
        asked = [None] if kind == "pooled" else [i for i in everywhere if run.is_scored(i)]
        for position in asked:
            scores = votes_by_hand(
                program, variables, everywhere if position is None else [position]
            )
            for against in [None, *classes]:
                why = run.why(position, against)
                mine, others = why.always
                assert mine + sum(row.votes for row in why.rows) == why.score
                assert others + sum(row.against for row in why.rows) == why.rival_score
                assert why.score == scores[classes.index(why.label)]
                if why.rival is not None:
                    assert why.rival_score == scores[classes.index(why.rival)]


def test_answer_of_a_variable_has_a_cause_and_no_votes() -> None:
    why = trace(histogram.program, "<s> a b a".split()).why(1)
    assert why.rows == ()
    assert str(why.cause) == (
        'num_attn_0_0_outputs at position 1 is 2: counts positions 1 and 3, where tokens is "a"'
    )


def test_begin_and_end_answer_themselves() -> None:
    why = trace(reverse.program, "<s> 1 </s>".split()).why(-1)
    assert (why.rows, why.cause) == ((), None)


# --- what if --------------------------------------------------------------------------------------


def run_by_hand(
    program: Program, tokens: list[str], off: set[str], fixed: dict[tuple[str, int], int]
) -> dict[str, Values]:
    """The interpreter's own steps; a step that is off writes 0, or what is nearest to it."""
    words, kinds = encode(program, tokens), types(program)
    variables: dict[str, Values] = {}
    for step in program.steps:
        name, type = step.out.name, step.out.type
        if name in off:
            rest = 0 if isinstance(type, Categorical) else max(type.low or 0, 0)
            if isinstance(type, Number) and type.high is not None:
                rest = min(rest, type.high)
            values = [rest] * len(words)
        else:
            values = list(run_step(step, words, variables, kinds, program.causal))
        for i in range(len(words)):
            values[i] = fixed.get((name, i), values[i])
        variables[name] = tuple(values)
    return variables


def test_switched_off_steps_give_what_the_interpreter_gives_without_them() -> None:
    rng = random.Random(3)
    for program, tokens in some_runs(100, seed=4):
        names = [step.out.name for step in program.steps]
        off = rng.sample(names, rng.randint(1, len(names)))
        run = trace(program, tokens).without(*off)
        variables = run_by_hand(program, tokens, set(off), {})
        assert {record.name: record.values for record in run.steps} == variables
        if isinstance(program.output, Classifier):
            kept = tuple(vote for vote in program.output.votes if vote.reads not in off)
            voting = replace(program, output=replace(program.output, votes=kept))
            places = range(len(tokens))
            rows = [tuple(votes_by_hand(voting, variables, [i])) for i in places]
            if program.output.pooled:
                rows = [tuple(map(sum, zip(*rows, strict=True)))]
            assert run.scores == tuple(rows)


def test_a_set_value_is_read_by_later_steps() -> None:
    rng = random.Random(5)
    for program, tokens in some_runs(100, seed=6):
        record = trace(program, tokens).step(rng.choice(program.steps).out.name)
        here, there = (rng.randrange(len(tokens)) for _ in range(2))
        value = record.values[there]
        run = trace(program, tokens).set(record.name, here, record.symbol(there))
        variables = run_by_hand(program, tokens, set(), {(record.name, here): value})
        assert {record.name: record.values for record in run.steps} == variables


def test_diff_lists_what_changes_and_nothing_else() -> None:
    run = trace(induction.program, WORDS)
    assert not run.diff(run)
    assert str(run.diff(run)) == "no difference"
    changed = run.diff(run.without("attn_0_0"))
    assert [label.position for label in changed.labels] == [5]
    names = {change.variable for change in changed.values}
    assert names == {"attn_0_0_outputs", "attn_1_0_outputs"}


# --- refusals -------------------------------------------------------------------------------------


def test_a_number_is_set_within_its_range() -> None:
    run = trace(histogram.program, ["<s>", "a"])
    assert run.set("num_attn_0_0", 1, "3").answer == ["<s>", "3"]
    with pytest.raises(ProgramError, match="from 0 to 8, got 9"):
        run.set("num_attn_0_0", 1, 9)
