"""`tprog reproduce`: what it does, and in which order."""

from __future__ import annotations

import os

import pytest

from transformer_programs.cli import main
from transformer_programs.cli import reproduce as reproducing
from transformer_programs.experiments import EXPERIMENTS
from transformer_programs.experiments.algorithmic import TABLE_1


def test_only_the_parts_whose_programs_are_read_run_first(tmp_path):
    needed = {"table-1-best-shape": ["sort"], "program-length": ["sort"]}
    assert reproducing._todo("program-length", ["sort"], False, tmp_path) == needed
    everything = reproducing._todo("program-length", (), False, tmp_path)
    assert everything == {"table-1-best-shape": list(TABLE_1), "program-length": ()}
    (tmp_path / "programs").mkdir()
    (tmp_path / "programs" / "sort.json").write_text("{}")
    assert reproducing._todo("program-length", ["sort"], False, tmp_path) == {
        "program-length": ["sort"]
    }


def test_the_command_lists_every_experiment(capsys, tmp_path):
    assert main(["reproduce", "--out", str(tmp_path)]) == 0
    shown = capsys.readouterr().out
    assert all(f"{name} " in shown for name in EXPERIMENTS)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["table-2"], "there is no experiment 'table-2': did you mean 'table-1'?"),
        (["table-1", "--only", "dyck3"], "table-1 has no part 'dyck3': choose from 'reverse',"),
        (["--all", "--only", "sort"], "--only: works only with the name"),
        (["program-length", "--quick", "--only", "nosuch"], "program-length has no part 'nosuch'"),
        (["table-1", "--address", "x"], "--address: works only with --engine ray"),
    ],
)
def test_what_cannot_be_is_refused_in_one_sentence(arguments, sentence, capsys, tmp_path):
    pytest.importorskip("jax")
    assert main(["reproduce", *arguments, "--out", str(tmp_path)]) == 2
    assert sentence in capsys.readouterr().err


def test_experiments_on_text_ask_for_their_corpora(monkeypatch, capsys, tmp_path):
    pytest.importorskip("jax")
    monkeypatch.delenv("TPROG_DATA", raising=False)
    assert main(["reproduce", "named-entities", "--out", str(tmp_path)]) == 2
    assert "set TPROG_DATA" in capsys.readouterr().err
    assert os.listdir(tmp_path) == []
