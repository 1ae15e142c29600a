"""docs/results holds what was measured: pages, programs and scores agree with the ledgers.

`make tables` fills the pages anew.
"""

from __future__ import annotations

import shutil

import pytest

pytest.importorskip("jax")

import gallery
import pages

import transformer_programs as tp
from transformer_programs.experiments import EXPERIMENTS, experiment, results
from transformer_programs.program.program import digest
from transformer_programs.simplifier import readable

RESULTS, PROGRAMS = pages.RESULTS, pages.RESULTS / "programs"
STORED = {one.name: one for one in gallery.stored()}
ANEW = "`make tables` writes it anew"


def test_pages_are_what_the_ledgers_generate(tmp_path):
    copy = tmp_path / "results"
    copy.mkdir()
    for file in (*RESULTS.glob("*.md"), *RESULTS.glob("*.jsonl")):
        shutil.copy(file, copy)
    pages.write(copy, plots=False)
    for file in RESULTS.glob("*.md"):
        assert (copy / file.name).read_text("utf-8") == file.read_text("utf-8"), ANEW


def test_every_experiment_has_a_page_and_a_line_for_every_part():
    assert {file.stem for file in RESULTS.glob("*.jsonl")} == set(EXPERIMENTS)
    others = {"README", "data", "program-length"}
    assert {file.stem for file in RESULTS.glob("*.md")} == others | {*EXPERIMENTS}
    for name in EXPERIMENTS:
        own = experiment(name)
        assert len(results(own, RESULTS)) == len(own.parts), name


def test_every_stored_program_is_that_of_its_line():
    assert {file.name for file in PROGRAMS.glob("*.json*")} == {one.file for one in STORED.values()}
    listed = (PROGRAMS / "README.md").read_text("utf-8")
    for name, one in STORED.items():
        assert one.known["program"] == digest(tp.load(PROGRAMS / one.file)), name
        assert f"[{name}]({one.file})" in listed, ANEW
    stems = {one.stem for one in STORED.values() if one.file.endswith(".json")}
    assert {file.stem for file in PROGRAMS.glob("*.py")} == stems - {"text_mr"}, ANEW


@pytest.mark.parametrize("name", ["reverse", "sort", "most_freq", "hist-searched"])
def test_stored_programs_are_as_good_as_listed(name):
    gallery.score_again(STORED[name], tp.load(PROGRAMS / f"{name}.json"))


@pytest.mark.parametrize("name", ["hist", "dyck1", "double_hist-searched"])
def test_stored_code_is_what_is_printed(name):
    stored = STORED[name]
    code = gallery.code_of(stored, readable(tp.load(PROGRAMS / stored.file)))
    assert code == (PROGRAMS / f"{stored.stem}.py").read_text("utf-8"), ANEW
