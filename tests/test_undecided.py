"""Few examples: other programs that fit, an input that decides, and the question for it."""

from __future__ import annotations

import json

import pytest

from transformer_programs.synthesis import Settings, search

FAST = Settings(seconds=30, workers=1)
ROWS = [("a", "0"), ("b", "0"), ("c", "0"), ("a a", "0 1"), ("b b", "0 1"), ("c c", "0 1")]


def examples(*more: tuple[str, str]):
    return [(words.split(), labels.split()) for words, labels in (*ROWS, *more)]


@pytest.fixture(scope="module")
def found():
    """Is it the position, or the number of equal words before? The rows do not tell."""
    return search(examples(), FAST)


def test_an_input_is_shown_on_which_programs_that_fit_differ(found):
    question = found.undecided
    assert question.others >= 1
    others = [one for _, one in found.others]
    frame = ["<s>", *question.words, "</s>"]
    fitting = [
        one
        for one in (found.program, *others)
        if all(one(["<s>", *words, "</s>"])[1:-1] == labels for words, labels in examples())
    ]
    given = {tuple(one(frame)[1:-1]) for one in fitting}
    assert given == {labels for labels, _ in question.answers}
    assert len(given) > 1


def test_ask_appends_the_answer_and_searches_again(tprog, tmp_path):
    file = tmp_path / "few.jsonl"
    rows = [{"tokens": words, "tags": labels} for words, labels in examples()]
    file.write_text("\n".join(map(json.dumps, rows)))  # no end of line behind the last row
    options = ("--ask", "--seconds", "30", "--jobs", "1", "--no-code")
    assert tprog("search", "few.jsonl", *options, stdin=b"x y z u\n1\n\n") == 0
    lines = file.read_text().splitlines()
    assert len(lines) == 7
    assert set(json.loads(lines[-1])) == {"tokens", "tags"}
    assert "labels, got 4" in tprog.out
    assert "appended to few.jsonl" in tprog.out
