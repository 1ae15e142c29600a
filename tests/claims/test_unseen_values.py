"""Values that no example shows: numbers between those shown, and labels copied from the input."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

import pytest
from browser import Watched, answers, run_input
from shell import Shell, write_rows

import transformer_programs as tp
from transformer_programs.program import (
    Answer,
    Mlp,
    One,
    Program,
    Table,
    Token,
    Variable,
    Vocabulary,
)
from transformer_programs.program.values import Categorical, Number, ProgramError
from transformer_programs.tasks.formats import DataError
from transformer_programs.view import page

pytestmark = pytest.mark.usefixtures("soon_content")
SHOWN = ["12", "58", "20", "31", "45", "9"]
RULES: dict[str, tuple[Callable[[list[str]], list[str]], list[str]]] = {
    "adds one": (lambda x: [str(int(n) + 1) for n in x], []),
    "copies": (lambda x: x[::-1], []),
    "copies among other words": (lambda x: x[::-1], ["a", "b"]),
    "compares": (
        lambda x: ["up" if i and int(n) > int(x[i - 1]) else "-" for i, n in enumerate(x)],
        [],
    ),
}


def write(path: Path, rule: Callable[[list[str]], list[str]], words: list[str], count: int) -> Path:
    chance = random.Random(len(words))
    inputs = [chance.choices(words, k=chance.randint(1, 6)) for _ in range(count)]
    return write_rows(path, [{"tokens": one, "tags": rule(one)} for one in inputs])


@pytest.mark.parametrize("rule", [max, sum, lambda x: x[-1] + 1])
def test_a_single_number_that_was_not_shown_is_an_answer(
    rule: Callable[[list[int]], int], tprog: Shell
) -> None:
    chance = random.Random(2)
    lists = [[chance.randint(0, 30) for _ in range(chance.randint(1, 6))] for _ in range(40)]
    found = tp.search([(one, rule(one)) for one in lists], seconds=20)
    asked = [[17, 90, 4], [200, 7], [5], [-9, -12]]
    assert [found.program(one) for one in asked] == [*map(rule, asked)]
    space: dict[str, Callable[[list[int]], int]] = {"__name__": "printed"}
    exec(tp.emit(found.program), space)
    assert [space["run"](one) for one in asked] == [*map(rule, asked)]
    write_rows(Path("asked.jsonl"), [{"input": one, "output": rule(one)} for one in asked])
    tp.save(found.program, "found.json")
    assert tprog("evaluate", "found.json", "--data", "asked.jsonl") == 0
    assert "100.00%" in tprog.out
    with pytest.raises(ValueError, match="at least one value"):
        found.program([])


@pytest.mark.parametrize("name", RULES)
def test_numbers_that_were_not_shown_are_numbers(name: str, tprog: Shell, tmp_path: Path) -> None:
    rule, others = RULES[name]
    train = write(tmp_path / "train.jsonl", rule, [*SHOWN, *others], 60)
    test = write(tmp_path / "test.jsonl", rule, ["37", "12", "23", *others], 20)
    options = "--seconds 30 --jobs 1 --no-code --out run".split()
    assert tprog("search", str(train), "--test", str(test), *options) == 0
    assert "100.00% of" in tprog.out.partition("test:")[2].splitlines()[0]
    program = tp.load("run")
    asked = ["58", "37", *others, "144", "12", "98765"]
    assert program(["<s>", *asked, "</s>"]) == ["<s>", *rule(asked), "</s>"]
    assert tp.trace(program, ["<s>", *asked, "</s>"]).answer == ["<s>", *rule(asked), "</s>"]
    (tmp_path / "printed.py").write_text(tp.emit(program))
    assert tp.verify(program, tmp_path / "printed.py")


@pytest.mark.parametrize(
    "rule",
    [sorted, lambda x: [n for n in x if n > 30], lambda x: [2 * n for n in x]],
    ids=["sorted", "above a threshold", "doubled"],
)
def test_lists_may_hold_any_number(
    rule: Callable[[list[int]], list[int]], watched: Watched, tmp_path: Path
) -> None:
    chance = random.Random(1)
    inputs = [chance.choices([12, 58, 20, 31, 45, 9, 77], k=n % 6) for n in range(30)]
    program = tp.search([(one, rule(one)) for one in inputs], seconds=20).program
    assert program is not None
    printed: dict[str, Callable[[list[int]], list[int]]] = {}
    exec(tp.emit(program), printed)
    tab = watched.open(page(program), tmp_path)
    for given in ([31, 5, 1234, 36], [100, 7, 98765, 100], []):
        assert program(given) == printed["run"](given) == rule(given)
        if given:
            run_input(tab, str(given))
            assert [int(label) for label in answers(tab) if label != "<s>"] == rule(given)


def test_an_open_vocabulary_has_no_table_of_words() -> None:
    vocabulary = Vocabulary(("<s>", "0", "1"), begin="<s>", numerals=True)
    tokens = Variable("tokens", Categorical(("<s>", "0", "1")))
    other = Mlp(Variable("other", Number(0, 1)), ("tokens",), Table((0, 0, 1)))
    with pytest.raises(ProgramError, match="expected no table or order of words"):
        Program(vocabulary, (Token(tokens, (0, 1, 2)), other), Answer("other"))
    with pytest.raises(ProgramError, match="expected whole numbers among the words, none left out"):
        Vocabulary(("0", "2"), numerals=True)


def test_an_answer_that_is_listed_is_an_input_that_is_not() -> None:
    """The values of the answer are all listed words, and a number that is no word."""
    vocabulary = Vocabulary(("<s>", "0", "1"), begin="<s>", numerals=True)
    number, ones = Variable("number", Number(None, None)), Variable("ones", Number(1, 1))
    answer = Mlp(Variable("answer", Categorical(("0", "1", "4"))), ("ones",), Table((2,)))
    steps = (Token(number, (0, 0, 1)), One(ones), answer)
    program = Program(vocabulary, steps, Answer("answer"))
    assert program(["<s>", "4", "7", "1"]) == ["<s>", "4", "4", "4"]


def test_a_label_that_training_has_not_and_no_program_can_compute_is_refused(
    tmp_path: Path,
) -> None:
    train, test = tmp_path / "train.jsonl", tmp_path / "test.jsonl"
    train.write_text('{"tokens": ["a"], "tags": ["x"]}\n{"tokens": ["b"], "tags": ["y"]}\n')
    test.write_text('{"tokens": ["a", "b"], "tags": ["x", "z"]}\n')
    with pytest.raises(DataError, match="the label 'z' does not occur in training"):
        tp.tasks.load(train, test=test, validation=train)
    test.write_text('{"tokens": ["a", "z"], "tags": ["z", "y"]}\n')
    assert "z" in tp.tasks.load(train, test=test, validation=train).classes
