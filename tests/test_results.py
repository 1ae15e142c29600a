"""What is published is what was measured: lists, programs and their accuracy agree with the files.

`tprog reproduce --index --out docs/results` writes all of it anew.
"""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest
from small_experiment import line_of, small

import transformer_programs as tp
from transformer_programs.cli import main
from transformer_programs.emit import emit_files
from transformer_programs.experiments import EXPERIMENTS, gallery, index
from transformer_programs.experiments.gallery import claimed, facts, kept, refresh, score_again
from transformer_programs.experiments.ledger import read_lines
from transformer_programs.experiments.record import RECORDS, Part
from transformer_programs.program.content import digest
from transformer_programs.shelf import histogram
from transformer_programs.tasks import evaluate_program

RESULTS = Path(__file__).parent.parent / "docs" / "results"
PROGRAMS = RESULTS / "programs"
KNOWN = {line["name"]: line for line in read_lines(PROGRAMS / RECORDS)}
RESCORED = ("table-1-sort", "table-1-most_freq", "most_freq", "hist-8-8", "categorical-dyck2")
ANEW = "tprog reproduce --index --out docs/results writes it anew"


# --- what is in docs/results ----------------------------------------------------------------------


def test_the_list_of_results_is_what_the_lines_generate():
    text = (RESULTS / "README.md").read_text(encoding="utf-8")
    assert text == index.page(EXPERIMENTS, RESULTS), ANEW


def test_the_list_of_programs_is_what_the_lines_generate():
    text = (PROGRAMS / "README.md").read_text(encoding="utf-8")
    assert text == gallery.page(RESULTS), ANEW


@pytest.fixture(scope="module")
def there():
    """Every program that is stored, by its name."""
    return {one.name: one for one in kept(EXPERIMENTS, RESULTS)}


def test_every_program_that_was_kept_is_listed_as_it_is(there):
    names = list(there)
    assert set(names) == set(KNOWN), ANEW
    for name in names:
        assert KNOWN[name]["program"] == digest(tp.load(PROGRAMS / f"{name}.json")), ANEW


@pytest.mark.parametrize("name", ["reverse", "hist", "dyck1"])
def test_accuracy_over_all_inputs_is_as_listed(name):
    task, program = tp.tasks.make(name), tp.load(PROGRAMS / f"{name}.json")
    every = task.all_inputs()
    assert every is not None
    scores = evaluate_program(program, task, every)
    listed = KNOWN[name]["all"]
    assert (scores.inputs, scores.labels) == (listed["inputs"], listed["labels"])
    assert (scores.token, scores.exact) == (listed["token"], listed["exact"])
    assert evaluate_program(program, task).token == KNOWN[name]["test"]["token"]


@pytest.mark.parametrize("name", ["hist", "induction-one-head"])
def test_printed_programs_are_those_that_are_stored(name):
    stem = name.replace("-", "_")
    program = claimed(tp.load(PROGRAMS / f"{name}.json"), KNOWN[name])
    files = emit_files(program, stem, facts=facts(KNOWN[name], False))
    for file, text in files.items():
        assert (PROGRAMS / file).read_text(encoding="utf-8") == text, ANEW


@pytest.mark.parametrize("name", sorted(gallery.with_code(list(KNOWN.values()))))
def test_printed_programs_say_how_good_they_are_and_what_is_proved(name):
    header = (PROGRAMS / f"{name.replace('-', '_')}.py").read_text(encoding="utf-8").split('"""')[1]
    said = " ".join(header.split())
    assert "of the test labels" in said, ANEW
    assert KNOWN[name]["proof"] in said, ANEW


@pytest.mark.parametrize("name", RESCORED)
def test_stored_programs_are_as_good_as_listed(name, there):
    score_again(there[name], tp.load(PROGRAMS / f"{name}.json"), KNOWN[name])


def counted(text: str) -> int:
    """The lines of a printed file as docs/results/README.md says that they are counted."""
    lines = text.splitlines()
    end = next(i for i, line in enumerate(lines) if line.endswith('"""') and line != '"""')
    header = lines[: end + 1]
    about = (i for i, line in enumerate(header) if line.startswith(("Found by", "Learned by")))
    own = next(about, len(header))
    rest = "\n".join(lines[end + 1 :])
    without = re.sub(
        r"\n*# fmt: off\nCLASSES.*?# fmt: on$", "", rest, flags=re.DOTALL | re.MULTILINE
    )
    return own + len(without.splitlines())


def test_printed_files_have_as_many_lines_as_listed():
    learned = {PROGRAMS / f"{name.replace('-', '_')}.py": KNOWN[name]["lines"] for name in KNOWN}
    searched = {
        PROGRAMS / "search" / f"{line['label']}-{line['seed']}.py": line["lines"]
        for line in read_lines(RESULTS / "search.jsonl")
    }
    listed = {file: lines for file, lines in (learned | searched).items() if file.is_file()}
    assert len(listed) > 90
    assert {file: counted(file.read_text(encoding="utf-8")) for file in listed} == listed, ANEW


def test_lengths_are_those_of_the_printed_files():
    for line in read_lines(RESULTS / "program-length.jsonl"):
        assert line["lengths"]["exact"]["lines"] == KNOWN[line["part"]["keep"]]["lines"]


def test_there_is_code_for_the_better_of_a_pair_alone():
    coded = {name.replace("-", "_") for name in gallery.with_code(list(KNOWN.values()))}
    assert {file.stem for file in PROGRAMS.glob("*.py")} == coded, ANEW


def test_no_code_is_kept_that_is_too_long_to_read():
    for file in PROGRAMS.rglob("*.py"):
        assert file.read_text(encoding="utf-8").count("\n") <= gallery.MOST_LINES, file


def test_searched_programs_are_those_of_solved_tasks():
    solved = {
        f"{s['label']}-{s['seed']}" for s in read_lines(RESULTS / "search.jsonl") if s["solved"]
    }
    for ending in ("json", "py"):
        there = {file.stem for file in (PROGRAMS / "search").glob(f"*.{ending}")}
        assert there <= solved
        assert {name for name in solved if name.endswith("-0")} == there


# --- how the lists are made -----------------------------------------------------------------------


def of_one_part(**settings):
    """An experiment that keeps one program of the task `hist`."""
    part = Part("first", "hist", task_settings=settings, keep="first")
    return {"small": replace(small(), parts=(part,))}


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder with the results of an experiment of one part, and its program."""
    own = of_one_part(samples=100)
    monkeypatch.setattr("transformer_programs.cli.reproducing.EXPERIMENTS", own)
    (part,) = own["small"].parts
    best = {"scores": {"token": 1.0, "exact": 1.0}, "proof": "equal on every input (all)"}
    line = line_of(part, [0.5, 0.75]) | {"command": "tprog reproduce small"}
    line["best"] |= best
    (tmp_path / "small.jsonl").write_text(json.dumps(line) + "\n")
    (tmp_path / "programs").mkdir()
    tp.save(histogram.program, tmp_path / "programs" / "first.json")
    return tmp_path


def test_one_command_writes_pages_programs_and_lists(folder, capsys):
    assert main(["reproduce", "--index", "--out", str(folder)]) == 0
    shown = capsys.readouterr().out.split()
    assert [Path(file).name for file in shown] == ["README.md", "small.md", "README.md"]
    assert (
        "| [first](first.json) | [first.py](first.py) | hist, samples 100 | small | 100.00 %"
        in (folder / "programs" / "README.md").read_text(encoding="utf-8")
    )
    assert "first 75.00 % (90 %)" in (folder / "README.md").read_text(encoding="utf-8")
    code = (folder / "programs" / "first.py").read_text(encoding="utf-8")
    assert "Extracted: network = program: equal on every input (all)." in " ".join(code.split())


def test_programs_on_text_are_listed_where_they_are_kept(folder):
    line = {"task": "trec", "setting": "paper", "best": 3, "seeds": {"3": [0.8, 0.875]}}
    lines = [line | {"proof": "equal"}, line | {"setting": "two"}]
    (folder / "language.jsonl").write_text("".join(json.dumps(one) + "\n" for one in lines))
    (folder / "programs" / "text").mkdir()
    tp.save(histogram.program, folder / "programs" / "text" / "trec-paper.json")
    text = gallery.page(folder)
    assert "| [trec-paper](text/trec-paper.json) |  | 80.00 % | 87.50 % | equal |" in text
    assert "trec-two" not in text


def test_a_program_that_has_not_changed_keeps_its_line_and_its_code(folder):
    own = of_one_part()
    refresh(own, folder, anew=False)
    lines = read_lines(folder / "programs" / RECORDS)
    lines[0]["all"] = {"token": 1.0, "exact": 1.0, "inputs": 7, "labels": 9}
    (folder / "programs" / RECORDS).write_text(json.dumps(lines[0]) + "\n")
    (folder / "programs" / "first.py").write_text("as it was")
    refresh(own, folder, anew=False)
    assert read_lines(folder / "programs" / RECORDS) == lines
    assert (folder / "programs" / "first.py").read_text() == "as it was"
    refresh(own, folder, anew=True)
    assert "all 7 inputs" in (folder / "programs" / "first.py").read_text()
    tp.save(replace(histogram.program, max_length=9), folder / "programs" / "first.json")
    refresh(own, folder, anew=False)
    assert read_lines(folder / "programs" / RECORDS)[0]["all"] != lines[0]["all"]


def test_what_a_line_says_of_another_program_is_not_said_of_this_one(folder):
    own = of_one_part(samples=100)
    line = json.loads((folder / "small.jsonl").read_text())
    line["best"]["program"] = "that of other seeds"
    (folder / "small.jsonl").write_text(json.dumps(line) + "\n")
    refresh(own, folder)
    (known,) = read_lines(folder / "programs" / RECORDS)
    assert known["test"]["token"] == 1.0
    assert known["proof"] == ""


def test_the_better_on_validation_of_one_network_and_several_is_listed():
    lines = []
    for model, validation, test in (("program", 0.9, 0.1), ("together", 0.8, 0.9)):
        part = Part(f"hist 8/8 {model}", "hist")
        lines.append({"part": part.document(), "best": {"validation": validation, "test": test}})
    sizes = replace(small(), layout="sizes")
    assert index._larger(sizes, lines) == "hist 8/8 10.00 %"
    lines[0]["best"]["validation"] = 0.7
    lines[1]["best"]["networks"] = 4
    assert index._larger(sizes, lines) == "hist 8/8, 4 networks as one, 90.00 %"


def test_the_code_of_a_program_goes_when_a_better_one_comes(folder):
    own = of_one_part(samples=100)
    programs = folder / "programs"
    refresh(own, folder)
    assert [file.name for file in programs.glob("*.py")] == ["first.py"]
    tp.save(replace(histogram.program, max_length=9), programs / "first-improved.json")
    line = json.loads((folder / "small.jsonl").read_text())
    line["best"]["scores"]["token"] = 0.75
    for token, code in ((0.875, "first_improved.py"), (0.625, "first.py")):
        scores = {"token": token, "exact": 0.5}
        changed = line | {"improved": {"scores": scores}}
        (folder / "small.jsonl").write_text(json.dumps(changed) + "\n")
        (programs / RECORDS).unlink()
        listed = refresh(own, folder)
        assert listed is not None
        assert [file.name for file in programs.glob("*.py")] == [code]
        assert listed.read_text(encoding="utf-8").count("| JSON alone |") == 1


def test_a_program_that_is_not_as_good_as_its_line_says_is_refused(folder, capsys):
    line = json.loads((folder / "small.jsonl").read_text())
    line["best"]["scores"]["token"] = 0.75
    (folder / "small.jsonl").write_text(json.dumps(line) + "\n")
    assert main(["reproduce", "--index", "--out", str(folder)]) == 2
    said = "says 75.00 % of its test labels are right, the program has 100.00 %"
    assert said in " ".join(capsys.readouterr().err.split())


def test_long_code_is_not_kept(folder, monkeypatch):
    own = of_one_part()
    monkeypatch.setattr(gallery, "MOST_LINES", 9)
    listed = refresh(own, folder)
    assert listed is not None
    lines = read_lines(folder / "programs" / RECORDS)[0]["code_lines"]
    assert lines > 9
    assert f"| JSON alone: {lines} lines |" in listed.read_text(encoding="utf-8")
    assert not list((folder / "programs").glob("*.py"))


@pytest.mark.parametrize("arguments", [["table-1"], ["--all"]])
def test_the_lists_are_written_alone(arguments, capsys, tmp_path):
    assert main(["reproduce", "--index", *arguments, "--out", str(tmp_path)]) == 2
    assert f"--index: expected alone, got {arguments[0]} too" in capsys.readouterr().err


def test_every_layout_has_a_number_for_the_list():
    from transformer_programs.experiments.tables import LAYOUTS

    assert set(index.HEADLINES) == set(LAYOUTS)
