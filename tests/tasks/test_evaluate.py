"""`tprog train` and `tprog evaluate` on a user's own files: from the file to emitted code."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest
from shell import options, write_rows

import transformer_programs as tp
from transformer_programs.cli import main
from transformer_programs.shelf import places, sentiment
from transformer_programs.store.folder import read_record
from transformer_programs.tasks.build import Preparation
from transformer_programs.tasks.formats import read
from transformer_programs.tasks.scored_records import score_records

SHAPE = dict(layers=1, categorical_heads=1, numerical_heads=0, categorical_mlps=0, numerical_mlps=0)
TINY = SHAPE | dict(epochs=8, batch=32, evaluations=2, word_variables=1, word_cardinality=4)
REVIEWS = "label\ttext\npositive\tA good film\nnegative\tnot good\npositive\tdull dull\n"
PLACES = "Anna PER\nsaw O\nJordan LOC\n\nZoe PER\nin O\nBerlin LOC\n"


@pytest.fixture
def tprog(tprog):
    """A shell in a folder with two programs and data for each."""
    for name, example in (("sentiment", sentiment), ("places", places)):
        tp.save(example.program, f"{name}.json")
    Path("reviews.tsv").write_text(REVIEWS, encoding="utf-8")
    Path("places.conll").write_text(PLACES, encoding="utf-8")
    return tprog


def test_a_classifier_is_evaluated(tprog):
    assert tprog("evaluate", "sentiment.json", "--data", "reviews.tsv") == 0
    assert "labels:   66.67% of 3 correct" in tprog.out
    rows = re.findall(r"^(\w+) +(\S+) +(\S+%) +(\S+%) +(\S+%)", tprog.out, re.MULTILINE)
    assert rows == [
        ("negative", "1", "50.0%", "100.0%", "66.7%"),
        ("positive", "2", "100.0%", "50.0%", "66.7%"),
        ("mean", "3", "75.0%", "75.0%", "66.7%"),
    ]
    assert "worst of 1 input with errors:\n  reviews.tsv, line 4\n" in tprog.out
    assert "[positive -> negative] dull dull" in tprog.out


def test_labels_that_the_program_never_answers_are_named(tprog):
    Path("other.csv").write_text("text,label\na good film,Positive\n", encoding="utf-8")
    refusal = tprog.refused("evaluate", "sentiment.json", "--data", "other.csv")
    assert "other.csv: the program never answers Positive: its classes are negative" in refusal
    Path("other.csv").write_text("text,label\ngood,positive\nfilm,mixed\n", encoding="utf-8")
    assert tprog("evaluate", "sentiment.json", "--data", "other.csv") == 0
    assert "the program never answers mixed" in tprog.err


def test_a_tagger_is_evaluated_and_long_inputs_are_cut(tprog):
    assert tprog("evaluate", "places.json", "--data", "places.conll", "--errors", "1") == 0
    shown = tprog.out
    assert "labels:   66.67% of 6 correct\ninputs:   0.00% of 2 with every label correct" in shown
    # Both have one error; the program was surer of this one.
    assert "worst of 2 inputs with errors:\n  places.conll, line 5\n" in shown
    assert "Zoe [PER -> O] in Berlin" in shown
    assert "Anna" not in shown
    Path("long.conll").write_text("Anna PER\nsaw O\n" * 30, encoding="utf-8")
    assert tprog("evaluate", "places.json", "--data", "long.conll") == 0
    assert "labels:   100.00% of 60 correct" in tprog.out


@pytest.mark.usefixtures("soon_content")
def test_a_list_that_one_number_answers_has_one_label(tprog):
    rows = [{"input": [*range(n % 4), n], "output": n} for n in range(12)]
    write_rows(Path("last.jsonl"), rows)
    assert tprog("search", "last.jsonl", "--seconds", "20", "--jobs", "1") == 0
    assert tprog("evaluate", "runs/last-search", "--data", "last.jsonl") == 0
    assert "labels:   100.00% of 12 correct" in tprog.out


@pytest.mark.parametrize(
    ("program", "file"), [(sentiment.program, "reviews.tsv"), (places.program, "places.conll")]
)
def test_the_calibration_error_is_that_of_all_answers(tprog, program, file):
    found = score_records(program, read(Path(file)), Preparation(), temperature=1.0)
    answers = [
        (min(int(10 * sure), 9), sure, want == given)
        for one in found.records
        for want, given, sure in zip(one.wanted, one.given, one.confidence, strict=True)
    ]
    assert len(answers) == found.labels
    gaps = [abs(sum(right - sure for b, sure, right in answers if b == n)) for n in range(10)]
    assert found.calibration_error == pytest.approx(sum(gaps) / len(answers))
    assert all(1 / len(program.output.classes) <= sure <= 1 for _, sure, _ in answers)
    assert score_records(program, read(Path(file)), Preparation()).calibration_error is None


# --- from a file to a program ---------------------------------------------------------------------


def sentence(rng):
    name, place = rng.choice(["Anna", "Ben", "Carla"]), rng.choice(["Rome", "Oslo", "Lima"])
    year = rng.randint(1900, 1999)
    return {
        "tokens": [name, rng.choice(["saw", "left"]), place, "in", str(year)],
        "tags": ["B-PER", "O", "B-LOC", "O", "O"],
    }


@pytest.fixture(scope="module")
def learned(tmp_path_factory):
    """A folder in which a tagger was trained on made sentences by the command line."""
    folder = tmp_path_factory.mktemp("own")
    rng = random.Random(0)
    for name, count in (("train", 200), ("test", 30)):
        write_rows(folder / f"{name}.jsonl", [sentence(rng) for _ in range(count)])
    command = ["train", str(folder / "train.jsonl"), "--test", str(folder / "test.jsonl")]
    command += ["--seeds", "2", "--task", "digits=@", "--no-code", "--no-simplify"]
    assert main([*command, *options("--set", TINY), "--out", str(folder / "run")]) == 0
    return folder


def test_a_file_becomes_a_run_with_a_proof(learned):
    record = read_record(learned / "run")
    assert record.proof.startswith("equal on every input (compositional proof")
    assert record.task["name"] == "train"
    assert record.task["settings"]["digits"] == "@"
    assert record.extracted_scores["test"]["entities"]["wanted"] == 60


def test_a_learned_program_is_evaluated_as_its_data_was_read(learned, tprog):
    assert tprog("evaluate", str(learned / "run"), "--data", str(learned / "test.jsonl")) == 0
    scores = read_record(learned / "run").extracted_scores["test"]
    assert f"labels:   {scores['token']:.2%} of 150 correct" in tprog.out
    assert "@" in tp.load(learned / "run").vocabulary.words
