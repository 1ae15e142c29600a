"""Experiments are sound data; a finished part is never repeated, and its result is kept."""

from __future__ import annotations

import signal
import statistics
import subprocess
import sys
from dataclasses import replace

import pytest

pytest.importorskip("jax")

from small_experiment import Pretend, line_of, options, small

from transformer_programs.experiments import EXPERIMENTS, ExperimentError, experiment, run, table
from transformer_programs.experiments.algorithmic import CASES, components
from transformer_programs.experiments.ledger import line_of as line_in
from transformer_programs.experiments.ledger import open_ledger, read_lines
from transformer_programs.experiments.runner import reads, task_of
from transformer_programs.learn.architecture import Architecture
from transformer_programs.learn.config import Config
from transformer_programs.learn.initial import initial
from transformer_programs.learning import Gradient
from transformer_programs.store import load
from transformer_programs.tasks import EVERY


@pytest.mark.parametrize("name", EXPERIMENTS)
def test_every_part_has_a_task_and_a_small_version(name):
    own = experiment(name)
    for part in (*own.parts, *own.quickened().parts):
        assert part.task.name in EVERY
        assert set(dict(part.task.settings)) - {"data"} <= set(EVERY[part.task.name].settings)
        assert part.document()["how"]


def test_the_recipe_of_the_paper_is_one_sample_and_the_last_parameters():
    parts = experiment("table-1").only(["*paper's recipe"])
    assert len(parts) == 7
    for part in parts:
        assert isinstance(part.how, Gradient)
        paper = Config(
            epochs=250, batch=512, learning_rate=0.05, samples=1, keep="last", selection="none"
        )
        assert replace(part.how.config, evaluations=paper.evaluations) == paper
        assert (paper.start_temperature, paper.end_temperature) == (3.0, 0.01)
        assert (part.seeds, len(part.how.shapes), part.how.merge) == (5, 8, 0)


def test_case_study_sets_by_hand_all_but_the_component_of_its_row():
    parts = {part.name: part for part in experiment("case-study").parts}
    counts = {name: len(part.how.given) for name, part in parts.items()}
    assert counts == {"everything": 0, "nothing": 5, **dict.fromkeys(components(), 4)}
    assert counts.keys() == CASES.keys()
    part = parts["nothing"]
    task = task_of(part)
    architecture = Architecture.of(task, part.how.config)
    params, trained = initial(architecture, 0, part.how.given)
    assert all(mask.all() for mask in trained.values())  # set by hand, and free to change
    end = task.vocabulary.words.index("</s>")
    assert set(params["0.predicate"][0].argmax(axis=-1)) == {end}
    assert params["1.predicate"][0].argmax(axis=-1).tolist() == list(range(architecture.k))


# --- running --------------------------------------------------------------------------------------


def test_an_interrupted_run_goes_on_and_repeats_nothing(tmp_path):
    first, second, third = Pretend(stop_after=1), Pretend(), Pretend()
    with pytest.raises(KeyboardInterrupt):
        run(small(), options(tmp_path, first))
    run(small(), options(tmp_path, second))
    lines = run(small(), options(tmp_path, third))
    assert (first.asked, second.asked, third.asked) == (["first"], ["second"], [])
    assert [line["part"]["name"] for line in lines] == ["first", "second"]


def test_a_part_with_other_settings_is_another_part():
    lines = [line_of(part, [0.5]) for part in small(seeds=2).parts]
    assert all(line_in(part, lines) for part in small(seeds=2).parts)
    assert not any(line_in(part, lines) for part in small(seeds=3).parts)


def test_training_is_written_down_and_its_program_kept(tmp_path):
    own = replace(small(), parts=small().parts[:1])
    (line,) = run(own, options(tmp_path))
    assert [member["seed"] for member in line["members"]] == [0, 1]
    assert "equal on every input" in line["best"]["proof"]
    assert line["best"]["disagreements"] == 0
    assert line["best"]["reads"] == reads(load(tmp_path / "programs" / "first.json"))
    assert not (tmp_path / "unfinished").exists()
    assert run(own, options(tmp_path)) == [line]


def test_merged_networks_are_written_down(tmp_path):
    own = replace(small(merge=2), parts=small(merge=2).parts[:1])
    (line,) = run(own, options(tmp_path))
    assert [one["networks"] for one in line["merged"]] == [1, 2]
    tried = [line["alone"], *line["merged"]]
    assert line["best"]["validation"] == max(round(one["validation"], 6) for one in tried)
    assert "2 merged" in table(own, [line])


def test_experiments_of_several_learners_run_at_a_small_size(tmp_path):
    for name, only in (("larger-scale", "hist 8/8 standard"), ("data", "hist 8/8")):
        own = replace(
            experiment(name), parts=tuple(p.quick() for p in experiment(name).only([only]))
        )
        (line,) = run(own, options(tmp_path))
        assert table(own, [line])


# --- the ledger and the table ---------------------------------------------------------------------

KILLED = """
import os, signal, sys
from pathlib import Path
from small_experiment import line_of, options, small
from transformer_programs.experiments import run
from transformer_programs.experiments.runner import Done

def engine(parts, work, context):
    for part in parts:
        with open(Path(sys.argv[1], "begun"), "a") as file:
            file.write(part.name[0])
        if part.name == sys.argv[2]:
            os.kill(os.getpid(), signal.SIGKILL)
        yield part, Done(line_of(part, [0.5]))

run(small(), options(Path(sys.argv[1]), engine))
"""


def test_a_killed_process_loses_only_the_part_it_was_at(tmp_path, monkeypatch):
    monkeypatch.setenv("PYTHONPATH", ":".join(sys.path))
    for fatal, status in (("second", -signal.SIGKILL), ("none", 0)):
        done = subprocess.run([sys.executable, "-c", KILLED, str(tmp_path), fatal], check=False)
        assert done.returncode == status
    assert (tmp_path / "begun").read_text() == "fss"
    names = [line["part"]["name"] for line in read_lines(tmp_path / "small.jsonl")]
    assert names == ["first", "second"]


def test_a_line_that_was_cut_off_is_ignored_and_removed(tmp_path):
    run(small(), options(tmp_path, Pretend()))
    file = tmp_path / "small.jsonl"
    whole = file.read_bytes()
    file.write_bytes(whole + b'{"part": 2, "scor')
    assert len(read_lines(file)) == 2
    with open_ledger(file) as (lines, append):
        append(lines[0])
    assert file.read_bytes() == whole + whole.splitlines(keepends=True)[0]


def test_an_invalid_line_is_rejected_with_its_place(tmp_path):
    file = tmp_path / "small.jsonl"
    file.write_text('{"part": {}}\n', encoding="utf-8")
    with pytest.raises(ExperimentError, match=r"small\.jsonl, line 1: "):
        read_lines(file)


def test_median_paper_and_padding_stand_in_the_table():
    scores = [0.91, 0.2, 0.55, 0.7]
    line = line_of(small().parts[0], scores)
    row = table(small(), [line]).splitlines()[2]
    assert f"{100 * statistics.median(scores):.2f} %" in row
    assert row.startswith("| first | 90 % | 91.00 % |")
    line["best"]["scores"]["without_filler"] = 0.625
    assert "| first | 90 % | 91.00 % | 62.50 % |" in table(small(), [line])
