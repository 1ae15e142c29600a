"""Words and names that try to break out of a printed program, and vocabularies of many words."""

from __future__ import annotations

import random

import pytest
from printed import assert_agrees, formatted, raw, unsimplified
from program_builder import HOSTILE_NAMES, HOSTILE_WORDS
from random_programs import random_input, random_program

from transformer_programs.printer import as_module
from transformer_programs.printer.scope import renamed
from transformer_programs.program import Program, Vocabulary
from transformer_programs.program.steps import (
    Answer,
    CategoricalHead,
    Classifier,
    Rows,
    Token,
    Variable,
    Vote,
)
from transformer_programs.program.values import Categorical

# --- words and names that try to break out --------------------------------------------------------

BREAKOUTS = (
    *HOSTILE_WORDS,
    *('"""', "'''", "\\", "\\\\", '\\"', "\\'", "{}", "{tokens}", "%d", "</script>", "import"),
    *("\ud800", "\udfff", "\ufeff", "\x85", "\u200b", "\u202e", "\U0001f600", "a\nb"),
    *("é" * 50, "日本" * 30, *(f"\"{i}'" * i for i in range(1, 4))),
)


def test_any_word_survives_unchanged() -> None:
    words = tuple(dict.fromkeys(BREAKOUTS))
    tokens = Token(Variable("tokens", Categorical(words)), tuple(range(len(words))))
    votes = Vote("tokens", tuple(tuple(int(i == j) for j in words) for i in words))
    rows = Rows(tuple((i,) for i in range(len(words))))
    head = CategoricalHead(Variable("same", tokens.out.type), "tokens", "tokens", "tokens", rows)
    for output in (Answer("tokens"), Answer("same"), Classifier(words, (votes,))):
        for unknown in (None, words[0]):
            vocabulary = Vocabulary(words, unknown=unknown, begin=words[1], end=words[2])
            program = Program(vocabulary, (tokens, head), output)
            given = [words[1], words[0], *words[3:], words[2]]
            for code in (raw(program), unsimplified(program)):
                code.encode("utf-8")
                assert as_module(code).run(given) == given
                assert formatted(code) == code


TAKEN = (
    *HOSTILE_NAMES,
    *("select_closest", "nearest_first", "aggregate_sum", "classify", "check", "find", "map", "at"),
    *("WORDS", "BEGIN", "VOTES", "CLASSES", "NUMBER_VOTES", "Enum", "lru_cache", "cache", "sys"),
    *("locals", "predicate_tokens", "attn_0_0_pattern", "found", "variables", "word", "token"),
    *("builtin_len", "everywhere", "before", "upto", "l", "O", "I", "mlp_x", "Path", "json"),
)


@pytest.mark.parametrize("block", range(2))
def test_a_variable_may_have_any_name_of_the_file(block: int) -> None:
    rng = random.Random(block)
    names = list(dict.fromkeys(TAKEN))
    for _ in range(12):
        program = random_program(rng, hostile=False, most_steps=10)
        steps = [step.out.name for step in program.steps]
        program = renamed(program, dict(zip(steps, rng.sample(names, 11), strict=False)))
        tokens = random_input(rng, program)
        for code in (raw(program), unsimplified(program)):
            assert formatted(code) == code
            assert_agrees(program, as_module(code), tokens)


# --- large vocabularies ---------------------------------------------------------------------------
