"""Heads with a score: of all matches only the best count, in every place where programs run."""

from dataclasses import replace
from itertools import product

import numpy as np
import pytest

import transformer_programs as tp
from transformer_programs.cli.summary import steps_in_words
from transformer_programs.meaning.batch import decode_batch, encode_batch, label_batch
from transformer_programs.meaning.interpret import evaluate
from transformer_programs.printer import as_module, emit
from transformer_programs.program.steps import (
    MOST_LEVEL,
    Answer,
    CategoricalHead,
    Extreme,
    Is,
    Levels,
    Mlp,
    Position,
    Rows,
    Table,
    Token,
    Variable,
)
from transformer_programs.program.values import Categorical, Number
from transformer_programs.simplifier import simplify_exactly
from transformer_programs.simplifier.head_rules import plainest
from transformer_programs.store import dumps, loads

WORDS = ("a", "b", "c", "d")
WORD = Categorical(WORDS)
TOKENS = Token(Variable("tokens", WORD), (0, 1, 2, 3))
ANY = Rows(((0, 1, 2, 3),) * 4)
BY_KEY = Levels(((0, 3, 1, 3),) * 4)  # b and d are best, then c, then a


def head(predicate=ANY, score=BY_KEY, value="tokens", **others):
    out = WORD if value == "tokens" else Number(0, 5)
    return CategoricalHead(
        Variable("best", out), "tokens", "tokens", value, predicate, score=score, **others
    )


def program(*steps, causal=False, length=6):
    last = steps[-1].out.name
    places = Position(Variable("positions", Number(0, None if length is None else length - 1)))
    return tp.Program(tp.Vocabulary(WORDS), (TOKENS, places, *steps), Answer(last), length, causal)


def chosen(made, text):
    """The position that each position copies from."""
    return list(evaluate(made, text.split()).variables["best"])


# --- what it means --------------------------------------------------------------------------------


def test_a_better_match_hides_all_others():
    assert chosen(program(head(value="positions")), "a c a b a a") == [3] * 6
    assert chosen(program(head(value="positions")), "a c a a a a") == [1] * 6


@pytest.mark.parametrize(
    ("choose", "expected"),
    [("nearest", [1, 3, 1, 1, 3]), ("first", [1] * 5), ("last", [3] * 5)],
)
def test_of_equally_good_matches_the_head_chooses_as_without_a_score(choose, expected):
    made = program(head(value="positions", choose=choose))
    assert chosen(made, "a b c d a") == expected


def test_a_key_that_does_not_match_is_never_best():
    only_a = Rows(((0,),) * 4)
    assert chosen(program(head(only_a, value="positions")), "b d a b d") == [2] * 5
    assert chosen(program(head(only_a, value="positions")), "c b d b d") == [0] * 5


def test_a_score_may_depend_on_the_query():
    same_is_best = Levels(tuple(tuple(int(q == k) for k in range(4)) for q in range(4)))
    made = program(head(score=same_is_best, value="positions"))
    assert chosen(made, "a b c a b") == [3, 4, 2, 0, 1]


def test_the_largest_so_far_is_found_at_any_length():
    made = program(head(ANY, Extreme(), reach="upto"), length=None)
    words = ["b", "a", "d", "c"] * 10 + ["a"]
    assert made(words) == [max(words[: i + 1]) for i in range(len(words))]


@pytest.mark.parametrize("best", ["largest", "smallest"])
def test_every_way_to_run_a_program_agrees_on_whole_numbers_of_any_size(best):
    values = (7, -2, 10**6, 0)
    number = Token(Variable("number", Categorical(values)), (0, 1, 2, 3))
    found = CategoricalHead(
        Variable("best", WORD), "tokens", "number", "tokens", ANY, score=Extreme(best)
    )
    made = tp.Program(tp.Vocabulary(WORDS), (TOKENS, number, found), Answer("best"), 4)
    pick = max if best == "largest" else min
    for words in product(WORDS, repeat=3):
        expected = pick(words, key=lambda word: values[WORDS.index(word)])
        assert made(list(words)) == [expected] * 3
        assert as_module(emit(made)).run(list(words)) == [expected] * 3
    batch = encode_batch(made, [list(words) for words in product(WORDS, repeat=3)])
    answers = decode_batch(made, batch, label_batch(made, batch))
    assert answers == [made(list(words)) for words in product(WORDS, repeat=3)]


# --- what it may be -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("score", "says"),
    [
        (Levels(((0,) * 4,) * 3), "score: expected 4 rows, one per value of tokens; got 3"),
        (Levels(((0,) * 3,) * 4), "score, row 0: expected 4 whole numbers"),
        (Levels(((0, 0, 0, MOST_LEVEL + 1),) * 4), "score, row 0: expected 4 whole numbers from"),
        (Levels(((0, 0, 0, 0.5),) * 4), "score, row 0: expected 4 whole numbers from"),
        ("largest", "score: expected Levels, Extreme or None, got 'largest'"),
    ],
)
def test_a_score_that_does_not_fit_is_refused(score, says):
    with pytest.raises(tp.ProgramError, match=says):
        program(head(score=score))


def test_only_largest_and_smallest_are_closed_forms():
    with pytest.raises(tp.ProgramError, match="Extreme, best: expected one of largest, smallest"):
        Extreme("longest")


def test_levels_can_be_written_over_names():
    assert Levels.where(WORD, WORD, lambda q, k: ord(k) - ord("a")) == Levels(((0, 1, 2, 3),) * 4)


# --- files ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("score", [BY_KEY, Extreme("smallest")])
def test_a_score_is_kept_in_a_file_that_older_releases_refuse(score):
    made = program(head(score=score))
    assert loads(dumps(made)) == made
    assert '"version": 2' in dumps(made)
    assert '"version": 1' in dumps(program(head(score=None)))


def test_a_score_in_a_file_that_does_not_fit_is_refused():
    text = dumps(program(head(score=Extreme())))
    for wrong, says in (
        ('{"key": "biggest"}', "score, key: expected one of largest, smallest"),
        ('{"rank": 1}', "score: expected an object with levels or key"),
        ('{"levels": [[0.5]]}', "score, levels, 0, 0: expected a whole number, got 0.5"),
    ):
        broken = text.replace('"score": {"key": "largest"}', f'"score": {wrong}')
        with pytest.raises(tp.StoreError, match=says):
            loads(broken)


# --- shorter --------------------------------------------------------------------------------------


def simplified(made):
    done = simplify_exactly(made)
    assert tp.verify(made, done.program).equal
    return done.program.steps[-1]


def test_levels_in_the_order_of_the_keys_are_said_so():
    assert simplified(program(head(score=Levels(((1, 2, 5, 9),) * 4)))).score == Extreme("largest")
    assert simplified(program(head(score=Levels(((4, 3, 2, 1),) * 4)))).score == Extreme("smallest")


def test_a_score_that_tells_no_two_matches_apart_goes():
    one_each = Rows(((1,), (2,), (3,), (0,)))
    assert simplified(program(head(one_each))).score is None
    assert simplified(program(head(score=Levels(((5,) * 4,) * 4)))).score is None
    assert simplified(program(head(Rows(((1, 3),) * 4)))).score is None


def test_a_query_that_makes_no_difference_is_not_read():
    found = CategoricalHead(
        Variable("best", WORD), "positions", "tokens", "tokens", Rows(((0, 1, 2, 3),) * 6),
        score=Levels(((0, 3, 1, 3),) * 6),
    )  # fmt: skip
    assert simplified(program(found)).query == "tokens"
    differs = replace(found, score=Levels(((0, 3, 1, 3),) * 5 + ((3, 0, 0, 0),)))
    assert simplified(program(differs)).query == "positions"


def test_two_heads_are_the_same_only_if_they_prefer_the_same():
    twin = replace(head(), out=Variable("twin", WORD))
    other = replace(twin, score=Levels(((3, 0, 0, 0),) * 4))
    scaled = replace(twin, score=Levels(((-7, 90, 2, 90),) * 4))
    for second, steps in ((twin, 2), (scaled, 2), (other, 3)):
        both = Mlp(Variable("both", Number(0, 15)), ("best", "twin"), Table(tuple(range(16))))
        made = program(head(), second, both)
        done = simplify_exactly(made).program
        assert tp.verify(made, done).equal
        assert len(done.steps) == steps + 1


def test_a_table_is_worked_into_the_score_that_reads_it():
    flipped = Mlp(Variable("flipped", WORD), ("tokens",), Table((3, 2, 1, 0)))
    found = CategoricalHead(
        Variable("best", WORD), "flipped", "flipped", "tokens", ANY, score=Extreme()
    )
    made = program(flipped, found)
    step = simplified(made)
    assert (step.key, step.score) == ("tokens", Extreme("smallest"))


def test_only_the_order_of_wanted_keys_counts():
    wanted = np.array([[True, True, False, False]] * 4)
    assert plainest(Levels(((0, 1, 9, 9),) * 4), wanted, WORD, WORD) == Extreme("largest")
    assert plainest(Levels(((1, 1, 9, 0),) * 4), wanted, WORD, WORD) is None


# --- for people -----------------------------------------------------------------------------------


def test_one_order_serves_every_query_that_wants_part_of_its_keys():
    keys = Categorical(("a", "b", "c"))
    wanted = np.array([[1, 1, 1], [1, 1, 0]]) > 0
    score = Levels(((5, 9, 7), (0, 4, 1000)))
    found = plainest(score, wanted, Categorical(("x", "y")), keys)
    assert found == Levels(((0, 2, 1), (0, 2, 1)))


def test_the_largest_so_far_reads_so():
    text = emit(program(head(ANY, Extreme()), causal=True))
    assert "best = [max(tokens[: i + 1], key=ORDER.get) for i in positions]" in text
    assert "best: the largest token so far." in text


def test_levels_are_printed_by_key_or_by_query_and_key():
    by_key = emit(program(head()))
    assert 'BEST_LEVELS = {"a": 0, "c": 1}\n' in by_key
    assert "key=lambda j: BEST_LEVELS.get(tokens[j], 2)" in by_key
    same = Levels(tuple(tuple(int(q == k) for k in range(4)) for q in range(4)))
    by_both = emit(program(head(score=same)))
    assert "key=lambda j: 1 if tokens[i] == tokens[j] else 0" in by_both
    raw = emit(program(head()), raw=True)
    assert "def score_best(q_token, k_token):" in raw


def test_a_trace_says_that_a_match_is_best():
    made = program(head(Is(1), Extreme(), value="positions"))
    run = tp.trace(made, ["a", "b", "a"])
    assert 'only position where tokens is "b" and is largest' in str(run.cause("best", 0))
    scored = tp.trace(program(head(value="positions")), ["a", "b", "d"])
    because = scored.cause("best", 0)
    assert "scores highest" in str(because)
    assert ("tokens", 0) in because.because  # the query


def test_the_summary_names_the_score():
    by_key, by_table = (program(head(score=score)) for score in (Extreme(), head().score))
    assert "largest" in list(steps_in_words(by_key))[-1]
    assert "the best match" in list(steps_in_words(by_table))[-1]
