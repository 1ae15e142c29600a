"""What commands that train and simplify take and refuse, and the presets of the tasks."""

from __future__ import annotations

import pytest

pytest.importorskip("jax")

from test_learning import COMMAND

from transformer_programs.cli import main
from transformer_programs.networks.config import Config, preset


def test_networks_that_all_diverge_are_told_in_one_sentence(tmp_path, capsys):
    command = [*COMMAND, "--merge", "2", "--set", "learning_rate=1e38", "--set", "epochs=1"]
    assert main([*command, "--out", str(tmp_path / "lost")]) == 2
    sentence = capsys.readouterr().err.strip().splitlines()[-1]
    assert sentence == "tprog: every member diverged: try a smaller learning_rate"
    assert not (tmp_path / "lost" / "run.json").exists()


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ("srot", "did you mean 'sort'"),
        ("sort --set layer=2", "did you mean 'layers'"),
        ("sort --set layers=two", "expected a whole number"),
        ("sort --set cardinality=2", "cardinality: expected at least 8 for 7 words"),
        ("sort --task lenght=9", "did you mean 'length'"),
        ("sort --merge 3 --seeds 2", "from 0 to 2, the number of networks, got 3"),
        ("sort --learner standard --set head=2", "did you mean 'heads'"),
        ("sort --learner standard --merge 2", "--merge: cannot be combined with --learner"),
        ("sort --learner readable --set layers=2", "--set: cannot be combined with --learner"),
        ("sort --vectors vectors.txt", "--vectors: works only with --set word_variables=N"),
    ],
)
def test_what_cannot_be_is_refused_in_one_sentence_before_any_work(
    arguments, says, capsys, tmp_path, monkeypatch
):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "vectors.txt").write_text("1 0.5 0.5\n2 0.1 0.9\n", encoding="utf-8")
    assert main(["train", *arguments.split()]) == 2
    shown = capsys.readouterr()
    sentence = shown.err.strip().splitlines()[-1]
    assert sentence.startswith("tprog: ")
    assert says in sentence
    assert shown.out == ""
    assert not (tmp_path / "runs").exists()


def test_every_task_has_a_preset_with_the_shape_of_the_papers_table():
    table = {  # layers, heads and MLPs a layer, of the paper's best models
        "reverse": (3, 8, 2),
        "hist": (1, 4, 2),
        "double_hist": (3, 4, 2),
        "sort": (3, 8, 4),
        "most_freq": (3, 8, 4),
        "dyck1": (3, 8, 2),
        "dyck2": (3, 4, 4),
    }
    for name, shape in table.items():
        c: Config = preset(name)
        heads = c.categorical_heads + c.numerical_heads
        assert (c.layers, heads, c.categorical_mlps + c.numerical_mlps) == shape
