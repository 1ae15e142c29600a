"""The verbs that look inside a program, as a user sees them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from shell import Shell, made_run, page_data

import transformer_programs as tp
from transformer_programs.shelf import SHELF, induction, places

WORDS = "<s> a 1 b 2 a"


@pytest.fixture
def tprog(tprog: Shell) -> Shell:
    for name, example in SHELF.items():
        tp.save(example.program, f"{name}.json")
    return tprog


@pytest.fixture
def run_folder(tmp_path: Path) -> Path:
    """A run folder of the paper's induction program."""
    return made_run(tmp_path / "run", tp.tasks.induction(samples=200), induction.program, {})


# --- view -----------------------------------------------------------------------------------------


def test_view_of_a_run_knows_its_task(tprog: Shell, run_folder: Path) -> None:
    assert tprog("view", "run", "--raw") == 0
    data = page_data(Path("run/view.html"))
    assert data["examples"][0]["answers"] == [None, "unk", None, "unk", None, "0", None, "1"]
    assert "induction" in data["layers"]


def test_view_shows_the_simplified_program_unless_told(tprog: Shell) -> None:
    assert tprog("view", "induction.json", "--task", "induction", "-o", "x.html") == 0
    layers = page_data(Path("x.html"))["layers"]
    assert list(layers) == ["tokens", "positions", "previous_token", "induction"]


def test_view_works_where_the_data_of_the_run_is_gone(tprog: Shell, run_folder: Path) -> None:
    record = json.loads((run_folder / "run.json").read_text(encoding="utf-8"))
    record["task"] = {"name": "gone", "settings": {"path": "gone.jsonl"}}
    (run_folder / "run.json").write_text(json.dumps(record), encoding="utf-8")
    assert tprog("view", "run") == 0
    assert tprog.err.startswith("the page has no examples of the task: ")


# --- trace ----------------------------------------------------------------------------------------


def test_trace_says_why(tprog: Shell) -> None:
    assert tprog("trace", "places.json", "<s> Anna in Jordan </s>", "--why", "3", "--raw") == 0
    reason = '"LOC" at position 3 has 4 votes, "PER" has 3: a lead of 1\n'
    assert tprog.out.startswith(reason)
    assert "position     " not in tprog.out
    assert "    positions at position 3 is 3: the position" in tprog.out


def test_trace_without_a_step_shows_what_changes(tprog: Shell) -> None:
    assert tprog("trace", "induction.json", WORDS, "--without", "attn_0_0", "--raw") == 0
    assert "attn_0_0_outputs (off)" in tprog.out
    assert '  answer at position 5: "1" -> "unk"\n' in tprog.out
    assert tprog("trace", "induction.json", WORDS, "--set", "tokens@2=3") == 0
    assert '  answer at position 5: "1" -> "3"\n' in tprog.out


# --- explain --------------------------------------------------------------------------------------


def test_explain_counts_and_finds_a_circuit(tprog: Shell, run_folder: Path) -> None:
    assert tprog("explain", "run", "--raw", "--class", "unk") == 0
    assert tprog.out.startswith("which answers are unk: ")
    assert " answers on 20 inputs, and each is needed: " in tprog.out


def test_explain_reads_inputs_from_a_file(tprog: Shell) -> None:
    Path("inputs.txt").write_text(f"{WORDS}\n<s> a 1\n", encoding="utf-8")
    assert tprog("explain", "induction.json", "--inputs", "inputs.txt", "--raw") == 0
    assert tprog.out.startswith("inputs.txt: 2 inputs, 7 answers\n")
    assert "<s> a 1 b 2 a: 1 -> unk at 5" in tprog.out


# --- plot -----------------------------------------------------------------------------------------


def test_plot_writes_a_picture(tprog: Shell, run_folder: Path) -> None:
    assert tprog("plot", "run", "-o", "x.svg") == 0, tprog.err
    assert Path("x.svg").read_text(encoding="utf-8").startswith("<?xml")
    assert tprog("plot", "run") == 0
    assert Path("run-curves.png").read_bytes().startswith(b"\x89PNG")
    assert "ends in .png, .svg, .pdf" in tprog.refused("plot", "run", "-o", "x.gif")


# --- notebooks ------------------------------------------------------------------------------------


def test_programs_show_themselves_in_notebooks() -> None:
    html = places.program._repr_html_()
    assert html.startswith("<p>Program: up to 16 words, 13 known, 3 classes, 3 steps</p>")
    assert "<s>" not in html
    assert "&lt;s&gt;" in html
