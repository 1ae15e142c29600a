"""`tprog reproduce`, as a user sees it."""

from __future__ import annotations

import os

import pytest

pytest.importorskip("jax")

from transformer_programs.cli import main
from transformer_programs.experiments import EXPERIMENTS


def test_the_command_lists_every_experiment(capsys, tmp_path):
    assert main(["reproduce", "--out", str(tmp_path)]) == 0
    shown = capsys.readouterr().out
    assert all(f"{name} " in shown for name in EXPERIMENTS)


def test_a_small_version_runs_and_prints_its_table(capsys, tmp_path):
    command = ["reproduce", "data", "--quick", "--out", str(tmp_path)]
    assert main(command) == 0
    assert "| hist 8/8 |" in capsys.readouterr().out
    assert main(command) == 0
    assert "data-quick: 2 of 2 parts done" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["table-2"], "there is no experiment 'table-2': did you mean 'table-1'?"),
        (
            ["table-1", "--only", "dyck3"],
            "table-1 has no part 'dyck3': choose from 'reverse, grid'",
        ),
        (["--all", "--only", "sort"], "--only: works only with the name"),
        (["program-length"], "run `tprog reproduce table-1` first"),
        (["table-1", "--address", "x"], "--address: works only with --engine ray"),
    ],
)
def test_what_cannot_be_is_refused_in_one_sentence(arguments, sentence, capsys, tmp_path):
    assert main(["reproduce", *arguments, "--out", str(tmp_path)]) == 2
    assert sentence in capsys.readouterr().err


def test_experiments_on_text_ask_for_their_corpora(monkeypatch, capsys, tmp_path):
    monkeypatch.delenv("TPROG_DATA", raising=False)
    assert main(["reproduce", "named-entities", "--out", str(tmp_path)]) == 2
    assert "set TPROG_DATA" in capsys.readouterr().err
    assert os.listdir(tmp_path) == []
