"""With few examples, the command says what they leave open."""

from __future__ import annotations

import itertools
import json
import random
import re
from pathlib import Path

import pytest
from shell import Shell, write_rows

import transformer_programs as tp

WORDS = ("buy", "sell", "hold")
OPTIONS = ("--jobs", "1", "--no-code", "--out", "run")
QUESTION = re.compile(
    r"(\d+) other programs? of this size also fits?; they differ on ([\w ]+): (.+)"
)


def more_buys(words: list[str]) -> str:
    return "yes" if words.count("buy") > words.count("sell") else "no"


@pytest.fixture
def tprog(tprog: Shell) -> Shell:
    """A folder with 14 rows of "more buys than sells", which do not tell what `buy` gets."""
    generator = random.Random(7)
    inputs = [[generator.choice(WORDS) for _ in range(generator.randint(2, 6))] for _ in range(14)]
    rows = [{"tokens": words, "label": more_buys(words)} for words in inputs]
    write_rows(Path("trades.jsonl"), rows)
    return tprog


def share_right(folder: Path) -> float:
    program = tp.load(folder / "program.json")
    every = [list(words) for n in range(1, 6) for words in itertools.product(WORDS, repeat=n)]
    return sum(program(["<s>", *one, "</s>"]) == more_buys(one) for one in every) / len(every)


def test_the_plain_command_says_what_is_open_and_ask_ends_when_nothing_is(tprog: Shell) -> None:
    assert tprog("search", "trades.jsonl", *OPTIONS) == 0
    assert share_right(Path("run")) < 0.9  # a wrong rule that fits every row
    assert "no other program of this size is left" not in tprog.out
    shown = QUESTION.search(" ".join(tprog.out.split()))
    assert shown is not None
    assert int(shown[1]) >= 1
    rows = [json.loads(line) for line in Path("trades.jsonl").read_text().splitlines()]
    assert shown[2].split() not in [row["tokens"] for row in rows]
    assert shown[3].startswith(("yes or no; label it with --ask", "no or yes; label it with --ask"))
    answer = more_buys(shown[2].split())
    assert tprog("search", "trades.jsonl", "--ask", *OPTIONS, stdin=f"{answer}\n".encode()) == 0
    assert "no other program of this size is left" in " ".join(tprog.out.split())
    assert "label it with --ask" not in tprog.out


def test_an_answer_is_appended_in_the_fields_of_the_file(tprog: Shell) -> None:
    rows = [{"ops": words.split(), "is": words[0]} for words in ("a b", "b a", "a a b")]
    write_rows(Path("own.jsonl"), rows)
    fields = ("--columns", "ops,is", "--ask")
    assert tprog("search", "own.jsonl", *fields, *OPTIONS, stdin=b"b\n") == 0
    added = json.loads(Path("own.jsonl").read_text().splitlines()[-1])
    assert (added.keys(), added["is"]) == (rows[0].keys(), "b")


def test_ask_takes_no_answer_that_cannot_be_a_label(tprog: Shell) -> None:
    rows = [([3, 3, 1], [3, 1]), ([5, 5], [5]), ([2, 9], [2, 9]), ([7, 8, 7], [7, 8])]
    write_rows(Path("lists.jsonl"), [{"input": one, "output": out} for one, out in rows])
    given = b"none\n1 2 3 4 5 6 7 8 9 1 2 3\n\n"
    tprog("search", "lists.jsonl", "--ask", *OPTIONS, stdin=given)
    assert "expected a number, as all labels of the file are, got 'none'" in tprog.out
    assert "expected at most" in tprog.out
    assert len(Path("lists.jsonl").read_text().splitlines()) == len(rows)


def test_a_program_that_is_not_exact_is_compared_with_a_constant_answer(tprog: Shell) -> None:
    inputs = (["a"], ["b"], ["a", "b"], ["b", "a"])
    rows = [{"tokens": words, "label": one} for words in inputs for one in ("yes", "yes", "no")]
    write_rows(Path("rows.jsonl"), rows)
    tprog("search", "rows.jsonl", "--seconds", "1", *OPTIONS)
    assert "66.67% of 12 test labels are right; always answering 'yes' gives 66.67%" in tprog.out


def test_an_input_is_shown_on_which_programs_that_fit_differ() -> None:
    """Is it the position, or the number of equal words before? The rows do not tell."""
    rows = {"a": "0", "b": "0", "c": "0", "a a": "0 1", "b b": "0 1", "c c": "0 1"}
    examples = [(words.split(), labels.split()) for words, labels in rows.items()]
    found = tp.search(examples, seconds=30)
    question = found.undecided
    assert question.others >= 1
    fitting = [found.program, *(one for _, one in found.others)]
    for words, labels in examples:
        fitting = [one for one in fitting if one(["<s>", *words, "</s>"])[1:-1] == labels]
    given = {tuple(one(["<s>", *question.words, "</s>"])[1:-1]) for one in fitting}
    assert given == {labels for labels, _ in question.answers}
    assert len(given) > 1


def test_a_program_that_says_more_than_the_labels_is_doubted() -> None:
    lists = [[3, 8], [5], [9, 9, 2], [4, 7, 1], [6, 6], [1, 2, 3, 4], [8, 7], [9, 5, 3]]
    rule = [(given, sum(given)) for given in lists]
    assert not tp.search(rule, seconds=5).doubt
    answers = (7, 3, 12, 0, 9, 5, 1, 14)
    chance = [(given, [value]) for given, value in zip(lists, answers, strict=True)]
    found = tp.search(chance, seconds=5)
    assert not found.exact or "likelier memorised than found" in found.doubt


def test_words_that_no_example_shows_are_refused_and_not_all_equal() -> None:
    rows = ["1 1 2", "1 2 2 1", "3 3 3", "1 2", "2 2", "3 1", "2 1 1 3"]
    examples = [
        (words, ["yes" if i and words[i - 1] == words[i] else "no" for i in range(len(words))])
        for words in map(str.split, rows)
    ]
    program = tp.search(examples, seconds=5).program
    assert program(["<s>", "3", "3", "</s>"])[1:-1] == ["no", "yes"]
    with pytest.raises(ValueError, match="'5' at position 1 is not in the vocabulary"):
        program(["<s>", "5", "6", "</s>"])
