"""A program against every input of a task: shared beginnings, the first wrong input, going on."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import transformer_programs as tp
from transformer_programs import cli
from transformer_programs.cli import judging
from transformer_programs.dataset import Tree, predictions
from transformer_programs.program import Program, Vocabulary
from transformer_programs.program.steps import Mlp, Table, Token
from transformer_programs.shelf import histogram
from transformer_programs.synthesis.check import check_every
from transformer_programs.tasks import Task, evaluate_program, make
from transformer_programs.tasks.paper import DYCK2, bracket_tree
from transformer_programs.verifier import VerifyError, every, verify_task
from transformer_programs.verifier.every import sweep, tally

STORED = Path(__file__).parent.parent / "docs" / "results" / "programs"
CLASSES = ("F", "P", "T")


@pytest.fixture
def brackets() -> Program:
    return tp.load(STORED / "dyck2-searched.json")


def with_wrong_cell(program: Program, number: int) -> Program:
    """The program with one cell of its last table changed."""
    *steps, last = program.steps
    assert isinstance(last, Mlp)
    assert isinstance(last.function, Table)
    cells = list(last.function.cells)
    cells[number] = (cells[number] + 1) % 3
    return replace(program, steps=(*steps, replace(last, function=Table(tuple(cells)))))


def first_wrong(program: Program, task: Task) -> int | None:
    """The slow way: all inputs listed, each run by itself."""
    split = task.all_inputs()
    assert split is not None
    wrong = (predictions(program, task, split) != split.labels) & (split.labels >= 0)
    rows = np.flatnonzero(wrong.any(axis=1))
    return int(rows[0]) if len(rows) else None


# --- the right answers ----------------------------------------------------------------------------


def grown(tree: Tree, symbols: tuple[int, ...]) -> str:
    known, labels = tree.start, ""
    for symbol in symbols:
        known, classes = tree.grow(known)
        labels += CLASSES[classes[0, symbol]]
        known = known[:, symbol]
    return labels


@pytest.mark.parametrize(("kinds", "length"), [(1, 9), (2, 6)])
def test_labels_grow_as_the_rule_in_plain_python_says(kinds: int, length: int) -> None:
    signs = "(){}"
    tree = bracket_tree(kinds, length)
    assert tree is not None
    for symbols in product(range(2 * kinds), repeat=length):
        expected = DYCK2.oracle(["<s>", *(signs[symbol] for symbol in symbols)])
        assert grown(tree, symbols) == "".join(map(str, expected[1:]))


@pytest.mark.parametrize("length", [15, 25, 39])
def test_long_strings_grow_right_too(length: int) -> None:
    rng, signs = random.Random(length), "(){}"
    tree = bracket_tree(2, length)
    assert tree is not None
    for _ in range(200):
        symbols: list[int] = []
        opened: list[int] = []
        for _ in range(length):  # mostly what may still become valid
            if opened and rng.random() < 0.45:
                symbols.append(opened.pop() + 1)
            elif rng.random() < 0.95:
                opened.append(2 * rng.randrange(2))
                symbols.append(opened[-1])
            else:
                symbols.append(rng.randrange(4))
        expected = DYCK2.oracle(["<s>", *(signs[symbol] for symbol in symbols)])
        assert grown(tree, tuple(symbols)) == "".join(map(str, expected[1:]))


def test_what_does_not_fit_a_number_has_no_tree() -> None:
    assert bracket_tree(2, 40) is None
    space = make("dyck2", length=64, samples=20).space
    assert space is not None
    assert space.tree is None


def test_the_tree_has_the_inputs_of_the_task_in_their_order() -> None:
    task = make("dyck2", length=6, samples=50)
    assert task.space is not None
    assert task.space.tree is not None
    walk = every._Walk(tp.load(STORED / "dyck2-searched.json"), task, task.space.tree, 64)
    split = task.space.between(0, task.space.count)
    for number in range(0, task.space.count, 37):
        block, inside = divmod(number, walk.size)
        assert walk.row(block, inside).tolist() == split.words[number].tolist()


# --- every input ----------------------------------------------------------------------------------


@pytest.mark.parametrize("length", [3, 7, 9])
def test_a_right_program_is_equal_on_all_inputs(brackets: Program, length: int) -> None:
    task = make("dyck2", length=length, samples=12)
    result = verify_task(brackets, task)
    assert result
    assert (result.strength, result.count) == ("exhaustive", 4 ** (length - 1))
    assert first_wrong(brackets, task) is None


@pytest.mark.parametrize("block", [1, 4, 70, 2**18])
@pytest.mark.parametrize("cell", range(4))
def test_the_first_wrong_input_is_found(
    brackets: Program, cell: int, block: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(every, "BLOCK", block)
    task = make("dyck2", length=7, samples=50)
    wrong = with_wrong_cell(brackets, cell)
    for threads in (1, 3):
        found = sweep(wrong, task, threads=threads).wrong
        assert (None if found is None else found.number) == first_wrong(wrong, task)
    result = verify_task(wrong, task)
    if found is not None:
        assert result.counterexample is not None
        assert result.counterexample.tokens == found.tokens
        given, right = result.counterexample.answers
        assert right == DYCK2.oracle(found.tokens)[result.counterexample.position or 0] != given
    assert bool(result) == (found is None)


def test_a_stopped_run_goes_on(brackets: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(every, "BLOCK", 64)
    task = make("dyck2", length=7, samples=50)
    told: list[int] = []

    def stopping(done: int, count: int) -> None:
        told.append(done)
        if done >= 1000:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        verify_task(brackets, task, progress=stopping)
    assert told[-1] == 1024
    result = verify_task(brackets, task, start=told[-1], progress=lambda done, _: told.append(done))
    assert str(result) == (
        "equal on all 3,072 inputs (exhaustive: inputs 1,024 to 4,096 of dyck2, up to 7 words)"
    )
    assert told == [*range(64, 1025, 64), *range(1088, 4097, 64)]


@pytest.mark.parametrize("name", ["dyck2", "sort"])  # a tree of inputs, and a list
def test_how_long_it_takes_is_said_before_it_starts(name: str) -> None:
    task = make(name, length=6, samples=50)
    assert task.space is not None
    heard: list[tuple[str, int]] = []

    def expected(count: int, seconds: float) -> None:
        assert 0 < seconds < 60
        heard.append(("expected", count))

    result = verify_task(
        tp.load(STORED / f"{name}-searched.json"),
        task,
        start=100,
        expected=expected,
        progress=lambda done, count: heard.append(("done", done)),
    )
    assert result
    assert heard == [("expected", task.space.count - 100), ("done", task.space.count)]


def test_a_run_that_goes_on_finds_nothing_before_its_start(brackets: Program) -> None:
    task = make("dyck2", length=7, samples=50)
    wrong = with_wrong_cell(brackets, 0)
    first = first_wrong(wrong, task)
    assert first is not None
    assert verify_task(wrong, task, start=first).counterexample is not None


def test_words_in_another_order_are_matched_by_name(brackets: Program) -> None:
    old = brackets.vocabulary
    order = [3, 0, 4, 2, 1]
    steps = tuple(
        replace(step, lookup=tuple(step.lookup[i] for i in order))
        if isinstance(step, Token)
        else step
        for step in brackets.steps
    )
    words = tuple(old.words[i] for i in order)
    other = replace(brackets, vocabulary=Vocabulary(words, begin="<s>"), steps=steps)
    assert verify_task(other, make("dyck2", length=6, samples=50))


def test_programs_that_look_ahead_are_run_input_by_input() -> None:
    task = make("sort", samples=50)
    assert verify_task(tp.load(STORED / "sort-searched.json"), task).count == 19_530
    learned = tp.load(STORED / "sort.json")  # by gradient: right on most inputs
    found = sweep(learned, task).wrong
    assert found is not None
    assert found.number == first_wrong(learned, task)


def test_a_found_program_can_be_checked_on_every_input(brackets: Program) -> None:
    task = make("dyck2", length=7, samples=50)
    check = check_every(brackets, task)
    assert str(check) == "right on all 4,096 inputs of the task (exhaustive)"
    wrong = with_wrong_cell(brackets, 0)
    check = check_every(wrong, task)
    assert check is not None
    assert not check.passed
    assert check.right == first_wrong(wrong, task)
    assert check_every(tp.load(STORED / "sort-searched.json"), make("sort", samples=50)) is None


def test_data_have_no_inputs_to_list(tmp_path: Path) -> None:
    file = tmp_path / "mine.jsonl"
    file.write_text(
        "".join(f'{{"tokens": ["{c}"], "tags": ["{c}"]}}\n' for c in "abcdefghij"), encoding="utf-8"
    )
    task = make(str(file), path=str(file))
    with pytest.raises(VerifyError, match="cannot be listed"):
        verify_task(histogram.program, task)


def test_a_start_beyond_the_end_is_refused(brackets: Program) -> None:
    with pytest.raises(VerifyError, match="expected 0 to 63"):
        verify_task(brackets, make("dyck2", length=4, samples=20), start=64)


# --- the command ----------------------------------------------------------------------------------


def tprog(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str]:
    """The exit status, and all that was printed."""
    status = cli.main(["verify", *arguments])
    return status, "".join(capsys.readouterr())


def test_the_command_runs_every_input_of_a_task(
    brackets: Program, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    short = ["--task", "dyck2", "--task", "length=8"]
    status, text = tprog(capsys, str(STORED / "dyck2-searched.json"), *short)
    assert status == 0
    assert "equal on all 16,384 inputs (exhaustive: every input of dyck2, up to 8 words)" in text
    tp.save(with_wrong_cell(brackets, 0), tmp_path / "wrong.json")
    status, text = tprog(capsys, str(tmp_path / "wrong.json"), *short)
    assert status == 1
    assert "differ on" in text


def test_the_command_says_how_to_go_on(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def stopped(program: Program, task: Task, **options: Any) -> None:
        options["progress"](4096, 16384)
        raise KeyboardInterrupt

    monkeypatch.setattr(judging, "verify_task", stopped)
    status, text = tprog(capsys, str(STORED / "dyck2-searched.json"), "--task", "dyck2")
    assert status == 130
    assert "--start 4096" in text


@pytest.mark.parametrize(
    ("more", "says"),
    [
        (["--task", "length=8"], "expected the name of one task"),
        (["--task", "dyck2", "--task", "sort"], "expected the name of one task"),
        (["other.json", "--task", "dyck2"], "expected a single program"),
        (["--task", "dyck2", "--task", "length=4", "--start", "64"], "expected 0 to 63"),
        (["--task", "dyck2", "--samples", "9"], "--samples: cannot be combined with --task"),
        (["--inputs", "file", "--seed", "9"], "--seed: cannot be combined with --inputs"),
        (["--start", "0"], "--start: works only with --task"),
    ],
)
def test_the_command_refuses_what_it_cannot_compare(
    more: list[str], says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    status, text = tprog(capsys, str(STORED / "dyck2-searched.json"), *more)
    assert status == 2
    assert says in text


# --- how right it is ------------------------------------------------------------------------------


@pytest.mark.parametrize("number", [0, 1, 3])
def test_labels_and_inputs_that_are_right_are_counted_as_if_they_were_listed(brackets, number):
    task, program = make("dyck2", length=7, samples=100), with_wrong_cell(brackets, number)
    split = task.all_inputs()
    assert split is not None
    listed, counted = evaluate_program(program, task, split), tally(program, task)
    assert counted is not None
    assert (counted.inputs, counted.labels) == (listed.inputs, listed.labels)
    assert counted.token == pytest.approx(listed.token, abs=1e-12)
    assert counted.exact == pytest.approx(listed.exact, abs=1e-12)


def test_the_learned_program_for_brackets_is_counted_too():
    task, program = make("dyck1"), tp.load(STORED / "dyck1.json")
    counted, split = tally(program, task), task.all_inputs()
    assert counted is not None
    assert split is not None
    assert str(counted) == str(evaluate_program(program, task, split))


def test_inputs_that_share_no_beginnings_are_not_counted():
    assert tally(histogram.program, make("hist", samples=100)) is None
