"""What is published is what was measured: lists, programs and their accuracy agree with the files.

`tprog reproduce --index --out docs/results` writes all of it anew.
"""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from small_experiment import line_of, small

import transformer_programs as tp
from transformer_programs.cli import main
from transformer_programs.experiments import EXPERIMENTS, gallery, report
from transformer_programs.experiments.gallery import code_of, refresh, score_again, stored
from transformer_programs.experiments.part import ExperimentError, Part
from transformer_programs.program.chain import digest, linked
from transformer_programs.shelf import histogram
from transformer_programs.tasks import evaluate_program

RESULTS = Path(__file__).parent.parent / "docs" / "results"
PROGRAMS = RESULTS / "programs"
STORED = {one.name: one for one in stored(EXPERIMENTS, RESULTS)}
ANEW = "tprog reproduce --index --out docs/results writes it anew"


# --- what is in docs/results ----------------------------------------------------------------------


def test_the_list_of_results_is_what_the_lines_generate():
    text = (RESULTS / "README.md").read_text(encoding="utf-8")
    assert text == report.index(EXPERIMENTS, RESULTS), ANEW


def test_the_list_of_programs_is_what_the_lines_generate():
    text = (PROGRAMS / "README.md").read_text(encoding="utf-8")
    assert text == gallery.page(list(STORED.values()), RESULTS), ANEW


def test_every_ledger_is_that_of_an_experiment():
    assert {file.stem for file in RESULTS.glob("*.jsonl")} <= set(EXPERIMENTS)
    assert {file.stem for file in RESULTS.glob("*.md")} == {
        "README",
        *(file.stem for file in RESULTS.glob("*.jsonl")),
    }


def test_every_program_that_was_kept_is_listed_as_it_is():
    assert {file.stem for file in PROGRAMS.glob("*.json")} == set(STORED)
    for name, one in STORED.items():
        assert one.known["program"] == digest(tp.load(PROGRAMS / f"{name}.json")), ANEW


@pytest.mark.parametrize("name", ["reverse", "hist", "dyck1"])
def test_accuracy_over_all_inputs_is_as_listed(name):
    task, program = tp.tasks.make(name), tp.load(PROGRAMS / f"{name}.json")
    every = task.all_inputs()
    assert every is not None
    scores = evaluate_program(program, task, every)
    listed = STORED[name].known["all"]
    assert (scores.inputs, scores.labels) == (listed["inputs"], listed["labels"])
    assert (scores.token, scores.exact) == (listed["token"], listed["exact"])
    assert evaluate_program(program, task).token == STORED[name].known["scores"]["token"]


@pytest.mark.parametrize("name", ["hist", "in-context-one-head", "sort-searched"])
def test_printed_programs_are_those_that_are_stored(name):
    files = code_of(STORED[name], tp.load(PROGRAMS / f"{name}.json"))
    assert files
    for file, text in files.items():
        assert (PROGRAMS / file).read_text(encoding="utf-8") == text, ANEW


@pytest.mark.parametrize("name", [one.name for one in STORED.values() if not one.searched])
def test_printed_programs_say_how_good_they_are_and_what_is_proved(name):
    code = PROGRAMS / f"{STORED[name].stem}.py"
    proof = STORED[name].known["proof"]
    assert proof in " ".join(map(str, tp.claims(tp.load(PROGRAMS / f"{name}.json"))))
    if not code.is_file():
        assert name == "text-mr"  # too long to read
        return
    said = " ".join(code.read_text(encoding="utf-8").split('"""')[1].split())
    assert "of the test labels" in said, ANEW
    assert proof in said, ANEW


@pytest.mark.parametrize("name", ["sort", "most_freq", "hist-searched", "palindrome-searched"])
def test_stored_programs_are_as_good_as_listed(name):
    score_again(STORED[name], tp.load(PROGRAMS / f"{name}.json"))


def test_searched_files_have_as_many_lines_as_listed():
    listed = {name: one.known["lines"] for name, one in STORED.items() if one.searched}
    assert len(listed) > 10
    files = {name: (PROGRAMS / f"{STORED[name].stem}.py") for name in listed}
    counts = {name: len(file.read_text("utf-8").splitlines()) for name, file in files.items()}
    assert counts == listed, ANEW


def test_there_is_code_for_every_program_that_is_short():
    stems = {one.stem for one in STORED.values()}
    assert {file.stem for file in PROGRAMS.glob("*.py")} == stems - {"text_mr"}, ANEW


# --- how the lists are made -----------------------------------------------------------------------


def of_one_part(**settings):
    """An experiment that keeps one program of the task `hist`."""
    part = Part("first", "hist", task_settings=settings, keep="first")
    return {"small": replace(small(), parts=(part,))}


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder with the results of an experiment of one part, and its program."""
    own = of_one_part(samples=100)
    monkeypatch.setattr("transformer_programs.cli.reproduce.EXPERIMENTS", own)
    (part,) = own["small"].parts
    proof = "equal on every input (all)"
    best = {"scores": {"token": 1.0, "exact": 1.0, "entities": None}, "proof": proof}
    line = line_of(part, [0.5, 0.75]) | {"command": "tprog reproduce small"}
    line["best"] |= best | {"program": digest(histogram.program)}
    write(tmp_path, line)
    (tmp_path / "programs").mkdir()
    program = linked(histogram.program, "extracted", f"network = program: {proof}")
    tp.save(program, tmp_path / "programs" / "first.json")
    return tmp_path


def write(folder, line):
    (folder / "small.jsonl").write_text(json.dumps(line) + "\n")


def line_in(folder):
    return json.loads((folder / "small.jsonl").read_text())


def test_one_command_writes_pages_programs_and_lists(folder, capsys):
    assert main(["reproduce", "--index", "--out", str(folder)]) == 0
    shown = capsys.readouterr().out.split()
    assert [Path(file).name for file in shown] == ["README.md", "small.md", "README.md"]
    assert (
        "| [first](first.json) | [first.py](first.py) | hist, samples 100 | small | 100.00 %"
        in (folder / "programs" / "README.md").read_text(encoding="utf-8")
    )
    assert "first 100.00 % (90 %)" in (folder / "README.md").read_text(encoding="utf-8")
    code = (folder / "programs" / "first.py").read_text(encoding="utf-8")
    assert "Extracted: network = program: equal on every input (all)." in " ".join(code.split())


def test_scores_on_all_inputs_are_checked_too(folder, capsys):
    line, command = line_in(folder), ["reproduce", "--index", "--out", str(folder)]
    every = {"token": 1.0, "exact": 1.0, "entities": None, "inputs": 335922, "labels": 2284278}
    line["best"]["all"] = every
    write(folder, line)
    assert main(command) == 0
    line["best"]["all"]["labels"] = 9
    write(folder, line)
    assert main(command) == 2
    assert "its line says 100.00 % of its all labels are right" in capsys.readouterr().err


def test_what_a_line_says_of_another_program_is_not_said_of_this_one(folder, capsys):
    tp.save(replace(histogram.program, max_length=9), folder / "programs" / "first.json")
    with pytest.raises(ExperimentError, match="not the program that its line speaks of"):
        refresh(of_one_part(samples=100), folder, anew=True)
    line = line_in(folder)
    del line["best"]["program"]  # of a line that does not say which one it was
    write(folder, line)
    assert list(stored(of_one_part(samples=100), folder)) == []


def test_a_program_that_is_not_as_good_as_its_line_says_is_refused(folder, capsys):
    line = line_in(folder)
    line["best"]["scores"]["token"] = 0.75
    write(folder, line)
    assert main(["reproduce", "--index", "--out", str(folder)]) == 2
    said = "says 75.00 % of its test labels are right, the program has 100.00 %"
    assert said in " ".join(capsys.readouterr().err.split())
