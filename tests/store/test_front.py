"""The front: which programs are on it, what a run folder keeps of it, how one is picked."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from shell import Shell, made_run

import transformer_programs as tp
from transformer_programs.learn.front import front_of
from transformer_programs.program.steps import Answer
from transformer_programs.shelf import histogram
from transformer_programs.store import StoreError
from transformer_programs.store.folder import Front, FrontEntry, read_front

TASK = tp.tasks.hist(vocab=6, length=7, samples=100)


def choice(lines: int, validation: float, inputs: int = 100) -> FrontEntry:
    scores = {"validation accuracy": validation, "test accuracy": 0.5}
    return FrontEntry("made up", lines, 3, 0, scores, inputs, histogram.program)


FRONT = Front().joined(
    choice(*pair) for pair in ((60, 0.89), (10, 0.3), (100, 0.9), (30, 0.8), (20, 0.87), (70, 0.89))
)


def test_a_longer_program_must_be_better() -> None:
    assert [one.lines for one in FRONT] == [10, 20, 60, 100]
    assert FRONT.joined([choice(15, 0.88)])[1].lines == 15


def test_the_knee_is_the_shortest_within_one_standard_error_of_the_best() -> None:
    """0.9 on 100 inputs is known up to 0.03, on 400 up to 0.015, on 4,000 up to 0.0047."""
    assert FRONT.knee == 1
    assert "knee" in str(FRONT).splitlines()[2]
    for inputs, knee in ((400, 2), (4000, 3)):
        assert Front(replace(one, inputs=inputs) for one in FRONT).knee == knee
    exact = Front().joined(choice(*pair) for pair in ((43, 0.34), (54, 0.999), (63, 1.0)))
    assert exact.knee == 2  # of the best score nothing is in doubt


def test_one_is_picked_by_number_or_by_lines() -> None:
    assert (FRONT.pick(3), FRONT.pick(lines=99), FRONT.pick(lines=20)) == (3, 2, 1)
    with pytest.raises(StoreError, match="there is no program 4: the front has programs 0 to 3"):
        FRONT.pick(4)
    with pytest.raises(StoreError, match="the shortest has 10"):
        FRONT.pick(lines=9)


def test_what_stands_in_the_table_is_measured() -> None:
    (one,) = front_of(TASK, [("by hand", histogram.program)])
    printed = tp.emit(histogram.program)
    words, labels = TASK.test.words, TASK.test.labels
    right = [
        str(histogram.program(TASK.words_of(row))[i]) == TASK.classes[label]
        for row, own in zip(words, labels, strict=True)
        for i, label in enumerate(own)
        if label >= 0
    ]
    assert (one.lines, one.steps, one.votes) == (printed.count("\n"), 3, 0)
    assert one.scores["test accuracy"] == pytest.approx(np.mean(right), abs=1e-6)


def test_a_folder_keeps_the_front_and_no_file_of_another(tmp_path: Path) -> None:
    FRONT.save(tmp_path)
    (tmp_path / "front" / "mine.json").write_text("{}")
    found = read_front(tmp_path)
    assert found == FRONT
    assert str(found) == str(FRONT)
    assert all(one.program == histogram.program for one in found)
    Front(FRONT[:2]).save(tmp_path)
    assert tp.load(tmp_path) == histogram.program  # the knee
    files = {file.name for file in (tmp_path / "front").iterdir()}
    assert files == {*(f"program_{i}.{end}" for i in (0, 1) for end in ("json", "py")), "mine.json"}


CONSTANT = replace(histogram.program, steps=histogram.program.steps[:2], output=Answer("ones"))


def test_after_a_kill_a_folder_has_no_front_of_another_program(tmp_path: Path, monkeypatch) -> None:
    first = histogram.program
    second = replace(first, output=Answer(first.steps[0].out.name))
    made_run(tmp_path, TASK, first, {})
    with monkeypatch.context() as patch:
        patch.setattr(Front, "save", killed)
        with pytest.raises(KeyboardInterrupt):
            made_run(tmp_path, TASK, second, {})
    made_run(tmp_path, TASK, second, {})
    assert read_front(tmp_path) == front_of(TASK, [("extracted", second)])


def killed(*_: object) -> None:
    raise KeyboardInterrupt


def test_simplifying_with_several_budgets_fills_one_front(tprog: Shell) -> None:
    made_run(Path("run"), TASK, histogram.program, {"always 1": CONSTANT})
    for budget in ("0", "0.1%"):
        assert tprog("simplify", "run", "--budget", budget, "--no-code") == 0
    assert tprog("show", "run") == 0
    front = read_front(Path("run"))
    assert str(front) in tprog.out
    assert len(front) > 1
    assert f"(program {front.knee}; --index N" in tprog.out
    assert tprog("show", "run", "--index", "0", "--code") == 0
    assert tprog.out == tp.emit(front[0].program, name="run")
    assert "the shortest has" in tprog.refused("show", "run", "--lines", "1")
