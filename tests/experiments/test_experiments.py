"""Experiments are sound data; a finished part is never repeated, and its result is kept."""

from __future__ import annotations

from dataclasses import replace

import pytest

pytest.importorskip("jax")

from small_experiment import Pretend, options, small

from transformer_programs.cli import main
from transformer_programs.experiments import EXPERIMENTS, experiment, run, table
from transformer_programs.experiments.ledger import open_ledger, read_lines
from transformer_programs.experiments.runner import reads
from transformer_programs.learn import Gradient
from transformer_programs.networks.config import Config
from transformer_programs.store import load
from transformer_programs.tasks import ALL_TASKS


@pytest.mark.parametrize("name", EXPERIMENTS)
def test_every_part_has_a_task_and_a_small_version(name):
    own = experiment(name)
    for part in (*own.parts, *own.quickened().parts):
        assert part.task.name in ALL_TASKS
        assert set(dict(part.task.settings)) - {"data"} <= set(ALL_TASKS[part.task.name].settings)
        assert part.document()["how"]


def test_the_recipe_of_the_paper_is_one_sample_and_the_last_parameters():
    parts = experiment("table-1").only(["*paper's recipe"])
    assert len(parts) == 7
    for part in parts:
        assert isinstance(part.how, Gradient)
        paper = Config(epochs=250, batch=512, learning_rate=0.05, keep="last", selection="none")
        assert replace(part.how.config, evaluations=paper.evaluations) == paper
        drawn = paper.start_temperature, paper.end_temperature, paper.gumbel_samples
        assert drawn == (3.0, 0.01, 1)
        assert (part.seeds, len(part.how.shapes), part.merge) == (5, 8, 0)


# --- running --------------------------------------------------------------------------------------


def test_an_interrupted_run_goes_on_and_repeats_nothing(tmp_path):
    first, second, third = Pretend(stop_after=1), Pretend(), Pretend()
    with pytest.raises(KeyboardInterrupt):
        run(small(), **options(tmp_path, first))
    run(small(), **options(tmp_path, second))
    lines = run(small(), **options(tmp_path, third))
    assert (first.asked, second.asked, third.asked) == (["first"], ["second"], [])
    assert [line["part"]["name"] for line in lines] == ["first", "second"]


def test_training_is_written_down_and_its_program_kept(tmp_path):
    own = replace(small(), parts=small().parts[:1])
    (line,) = run(own, **options(tmp_path))
    assert [member["seed"] for member in line["members"]] == [0, 1]
    assert "equal on every input" in line["best"]["proof"]
    assert line["best"]["reads"] == reads(load(tmp_path / "programs" / "first.json"))
    assert not (tmp_path / "unfinished").exists()
    assert run(own, **options(tmp_path)) == [line]


def test_merged_networks_are_kept_where_they_are_better(tmp_path):
    own = small(merge=2)
    (line,) = run(replace(own, parts=own.parts[:1]), **options(tmp_path))
    assert [one["networks"] for one in line["merged"]] == [1, 2]
    best = max(line["merged"], key=lambda one: one["validation"])
    better = best["validation"] > line["alone"]["validation"]
    assert line["best"]["validation"] == (best if better else line["alone"])["validation"]
    assert (tmp_path / "programs" / "first-alone.json").exists() == better


def test_an_experiment_of_standard_transformers_runs_at_a_small_size(tmp_path):
    own = experiment("larger-scale")
    own = replace(own, parts=tuple(part.quick() for part in own.only(["hist 8/8 standard"])))
    (line,) = run(own, **options(tmp_path))
    assert table(own, [line])


# --- the ledger and the table ---------------------------------------------------------------------


def test_a_line_that_was_cut_off_is_ignored_and_removed(tmp_path):
    run(small(), **options(tmp_path, Pretend()))
    file = tmp_path / "small.jsonl"
    whole = file.read_bytes()
    file.write_bytes(whole + b'{"part": 2, "scor')
    assert len(read_lines(file)) == 2
    with open_ledger(file) as (lines, append):
        append(lines[0])
    assert file.read_bytes() == whole + whole.splitlines(keepends=True)[0]


# --- the command ----------------------------------------------------------------------------------


def test_a_small_version_runs_and_prints_its_table(capsys, tmp_path):
    command = ["reproduce", "in-context", "--quick", "--out", str(tmp_path)]
    assert main(command) == 0
    assert "| four heads per layer, our recipe |" in capsys.readouterr().out
    assert main(command) == 0
    assert "in-context-quick: 1 of 1 parts done" in capsys.readouterr().err


def test_experiments_on_text_ask_for_their_corpora(monkeypatch, capsys, tmp_path):
    monkeypatch.delenv("TPROG_DATA", raising=False)
    assert main(["reproduce", "named-entities", "--out", str(tmp_path)]) == 2
    assert "set TPROG_DATA" in capsys.readouterr().err
    assert not list(tmp_path.iterdir())
