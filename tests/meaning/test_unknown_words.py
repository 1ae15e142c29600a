"""Simplified on inputs without an unknown word, programs still answer unknown words as before."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from itertools import product
from pathlib import Path

import numpy as np
import pytest
from five_rules import Run, stand_ins
from random_programs import UNSEEN, standing
from shell import Shell

import transformer_programs as tp
from transformer_programs.dataset import Ints, Listing, Split, Task
from transformer_programs.meaning.words import candidates
from transformer_programs.printer import as_module, emit
from transformer_programs.program import Program, Vocabulary
from transformer_programs.program.steps import (
    CategoricalHead,
    Classifier,
    Compare,
    Mlp,
    Position,
    Table,
    Token,
    Variable,
    Vote,
)
from transformer_programs.program.values import Categorical, Number
from transformer_programs.simplifier import simplify
from transformer_programs.verifier.pair import load_emitted

WORDS = ("<s>", "a", "b", "<unk>")
MARKED = Vocabulary(WORDS, "<unk>", "<s>")
CLASSES = ("x", "y", "z")
LENGTH = 5


def task(listed: bool, pooled: bool = False) -> Task:
    """The class of a word is x for a and y for b; no input has a word that is not listed."""
    inner = [row for n in range(1, LENGTH) for row in product((1, 2), repeat=n)]
    words = np.array([(0, *row, *[-1] * (LENGTH - 1 - len(row))) for row in inner], np.int32)

    def label(words: Ints) -> Ints:
        labels = np.where(words > 0, words - 1, -1).astype(np.int32)
        return labels[:, 1] if pooled else labels

    parts = [Split(words[i::3], label(words[i::3])) for i in range(3)]
    space = Listing(len(words), lambda size: iter([words]), label) if listed else None
    made = Task("words", "", MARKED, CLASSES, LENGTH, False, pooled, *parts)
    return replace(made, space=space)


def program(pooled: bool = False) -> Program:
    """x for a, y for b, z for an unknown word, and x again where one stood before."""
    word = Variable("word", Categorical(WORDS))
    place = Variable("place", Number(0, LENGTH - 1))
    previous = CategoricalHead(
        Variable("previous", word.type), "place", "place", "word", Compare("==", -1)
    )
    cells = tuple(
        0 if p == 3 else {0: 0, 1: 0, 2: 1, 3: 2}[w] for w, p in product(range(4), repeat=2)
    )
    told = Mlp(Variable("told", Categorical(CLASSES)), ("word", "previous"), Table(cells))
    votes = Classifier(CLASSES, (Vote("told", ((9, 0, 0), (0, 9, 0), (0, 0, 9))),), pooled)
    steps = (Token(word, (0, 1, 2, 3)), Position(place), previous, told)
    return Program(MARKED, steps, votes, LENGTH)


UNKNOWN = [
    ["<s>", "what"],
    ["<s>", "a", "what", "b"],
    ["<s>", "what", "b", "b"],
    ["<s>", "b", "a", "what", "ever"],
]


@pytest.mark.parametrize("pooled", [False, True])
@pytest.mark.parametrize("listed", [False, True])
def test_unknown_words_are_answered_as_before(listed: bool, pooled: bool) -> None:
    before = program(pooled=pooled)
    after = simplify(before, task=task(listed, pooled)).program
    for tokens in UNKNOWN:
        assert after(tokens) == before(tokens)


# --- stand-ins: words that stand for all unknown words of one shape and ending --------------------


def test_the_names_of_an_unknown_word_are_those_of_its_shape_and_ending() -> None:
    for word in UNSEEN:
        assert list(candidates(word)) == stand_ins(word), word


@pytest.mark.parametrize("many", [False, True])
def test_the_printed_file_reads_unknown_words_as_the_program_does(many: bool, tprog: Shell) -> None:
    rng, told = random.Random(int(many)), 0
    for number in range(4 if many else 12):
        made = standing(rng, many=many)
        given = ["<s>", *UNSEEN, "</s>"]
        expected = Run(made, given).answer
        assert made(given) == expected
        for raw in (False, True):
            code = emit(made, raw=raw)
            assert as_module(code).run(given) == expected, (number, raw)
            told += "def read_as" in code
        if many or number < 2:
            tp.save(made, f"p{number}.json")
            assert tprog("show", f"p{number}.json", "--code") == 0
            Path(f"p{number}.py").write_text(tprog.out, encoding="utf-8")
            assert load_emitted(Path(f"p{number}.py"))(given) == expected
            assert tprog("run", f"p{number}.json", json.dumps(given)) == 0
            assert json.loads(tprog.out)["labels"] == expected
    assert told > 3
