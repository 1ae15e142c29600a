"""A program against the right answers of a task: all inputs, the first wrong one, or a sample."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import transformer_programs as tp
from transformer_programs import cli
from transformer_programs.dataset import predictions
from transformer_programs.program import Program
from transformer_programs.program.steps import Mlp, Table
from transformer_programs.tasks import Task, make
from transformer_programs.tasks.paper import DYCK2
from transformer_programs.verifier import every, verify_task

STORED = Path(__file__).parents[2] / "docs" / "results" / "programs"


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


def first_wrong(program: Program, task: Task) -> tuple[str, ...] | None:
    """The slow way: all inputs listed in one array."""
    split = task.all_inputs()
    assert split is not None
    wrong = (predictions(program, task, split) != split.labels) & (split.labels >= 0)
    rows = np.flatnonzero(wrong.any(axis=1))
    return tuple(task.words_of(split.words[rows[0]])) if len(rows) else None


@pytest.mark.parametrize("block", [70, 2**18])
@pytest.mark.parametrize("cell", range(2))
def test_the_first_wrong_input_is_found(
    brackets: Program, cell: int, block: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(every, "BLOCK", block)
    task, wrong = make("dyck2", length=7, samples=50), with_wrong_cell(brackets, cell)
    expected, shown = first_wrong(wrong, task), verify_task(wrong, task).counterexample
    assert (None if shown is None else shown.tokens) == expected
    if shown is not None:
        given, right = shown.answers
        assert right == DYCK2.oracle(shown.tokens)[shown.position or 0] != given


@pytest.mark.parametrize("name", ["dyck2", "sort", "induction"])
def test_of_too_many_inputs_all_short_ones_and_a_sample_are_run(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(every, "MAX_INPUTS", 5000)
    program, task = tp.load(STORED / f"{name}-searched.json"), make(name, samples=300)
    told: list[tuple[int, int]] = []
    result = verify_task(program, task, progress=lambda *done: told.append(done))
    length, count = {"dyck2": (7, 4**6), "sort": (7, 3905), "induction": (6, 832)}[name]
    assert (result.equal, result.strength, result.count) == (True, "sampled", count + 300)
    assert f"every input of up to {length} words and 300 inputs of {name}, up to" in str(result)
    assert told[-1] == (count + 300, count + 300)


def test_a_sample_finds_what_only_long_inputs_show(
    brackets: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(every, "MAX_INPUTS", 100)
    task = make("dyck2", length=12, samples=300)
    assert verify_task(brackets, task)
    learned = tp.load(STORED / "dyck2.json")  # by gradient: right on most inputs
    shown = verify_task(learned, task).counterexample
    assert shown is not None
    assert len(shown.tokens) == 12


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
