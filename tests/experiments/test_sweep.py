"""A sweep trains every network of its grid once, however it is shared out and interrupted."""

from __future__ import annotations

import json

import pytest

pytest.importorskip("jax")

from shell import options

from transformer_programs.experiments.ledger import read_lines
from transformer_programs.experiments.sweep import parse_axes, sweep
from transformer_programs.store import load
from transformer_programs.tasks import evaluate_program, make

SMALL = {"epochs": "2", "batch": "16", "hidden": "4", "evaluations": "1", "mlps": "0"}
COMMAND = ["sweep", "hist", "--task", "samples=100", "--seeds", "2", "--grid", "layers=1"]
COMMAND += ["--grid", "heads=2,4", *options("--set", SMALL)]


def test_a_grid_is_every_combination_with_every_seed():
    axes = parse_axes(["layers=1,2", "heads=2,4", "learning_rate=0.05,0.02"])
    for at_once in (100, 3, 1):
        parts = sweep(make("hist", samples=100), axes, 5, SMALL, at_once).parts
        found = {
            (part.how.config.learning_rate, shape, seed)
            for part in parts
            for shape in part.how.shapes
            for seed in part.seeds
        }
        assert len(found) == sum(part.networks for part in parts) == 2 * 4 * 5


def test_the_command_trains_the_grid_and_keeps_the_best_program(tprog, tmp_path):
    assert tprog(*COMMAND, "--out", "swept") == 0, tprog.err
    assert "| 1, 1+1, 0+0 | 2 |" in tprog.out
    assert "| 1, 2+2, 0+0 | 2 |" in tprog.out
    shown = tprog.out
    (line,) = read_lines(tmp_path / "swept" / "sweep.jsonl")
    assert len(line["members"]) == 4
    program = load(tmp_path / "swept" / "programs" / f"{line['part']['keep']}.json")
    task = make("hist", samples=100)
    assert evaluate_program(program, task).token == line["best"]["scores"]["token"]
    assert f"seed {line['best']['seed']}: " in shown
    assert tprog(*COMMAND, "--out", "swept") == 0  # nothing is left to be done
    assert tprog.out == shown
    assert json.dumps(read_lines(tmp_path / "swept" / "sweep.jsonl")) == json.dumps([line])
