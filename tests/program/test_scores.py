"""Heads with a score: of all matches only the best count, in every place where programs run."""

from itertools import product

import pytest

import transformer_programs as tp
from transformer_programs.meaning.batch import decode_batch, encode_batch, label_batch
from transformer_programs.meaning.interpret import evaluate
from transformer_programs.printer import as_module, emit
from transformer_programs.program import steps as lang
from transformer_programs.program.values import Categorical, Number

WORDS = ("a", "b", "c", "d")
WORD = Categorical(WORDS)
TOKENS = lang.Token(lang.Variable("tokens", WORD), (0, 1, 2, 3))
RANK = lang.Token(
    lang.Variable("rank", Number(0, 3)), (0, 3, 1, 3)
)  # b and d are best, then c, then a
ANY = lang.Rows(((0, 1, 2, 3),) * 4)


def head(predicate=ANY, score=lang.Extreme(), value="tokens", key="rank", **others):  # noqa: B008
    out = WORD if value == "tokens" else Number(0, 5)
    return lang.CategoricalHead(
        lang.Variable("best", out), "tokens", key, value, predicate, score=score, **others
    )


def program(*steps, causal=False, length=6):
    last = steps[-1].out.name
    places = lang.Position(
        lang.Variable("positions", Number(0, None if length is None else length - 1))
    )
    steps = (TOKENS, RANK, places, *steps)
    return tp.Program(tp.Vocabulary(WORDS), steps, lang.Answer(last), length, causal)


def chosen(made, text):
    """The position that each position copies from."""
    return list(evaluate(made, text.split()).variables["best"])


# --- what it means --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("choose", "expected"),
    [("nearest", [1, 3, 1, 1, 3]), ("first", [1] * 5), ("last", [3] * 5)],
)
def test_of_equally_good_matches_the_head_chooses_as_without_a_score(choose, expected):
    made = program(head(value="positions", choose=choose))
    assert chosen(made, "a b c d a") == expected


@pytest.mark.parametrize("best", ["largest", "smallest"])
def test_every_way_to_run_a_program_agrees_on_whole_numbers_of_any_size(best):
    values = (7, -2, 10**6, 0)
    number = lang.Token(lang.Variable("number", Categorical(values)), (0, 1, 2, 3))
    made = program(number, head(score=lang.Extreme(best), key="number"), length=4)
    pick = max if best == "largest" else min
    for words in product(WORDS, repeat=3):
        expected = pick(words, key=lambda word: values[WORDS.index(word)])
        assert made(list(words)) == [expected] * 3
        assert as_module(emit(made)).run(list(words)) == [expected] * 3
    batch = encode_batch(made, [list(words) for words in product(WORDS, repeat=3)])
    answers = decode_batch(made, batch, label_batch(made, batch))
    assert answers == [made(list(words)) for words in product(WORDS, repeat=3)]
