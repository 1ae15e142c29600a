"""What commands that train and simplify take and refuse, and the presets of the tasks."""

from __future__ import annotations

import pytest
from typer.testing import CliRunner

pytest.importorskip("jax")

from test_runs import COMMAND

import transformer_programs as tp
from transformer_programs.cli import app, main
from transformer_programs.learn import PRESETS, Config, preset
from transformer_programs.store import StoreError
from transformer_programs.store.folder import read_record
from transformer_programs.tasks import TASKS


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ("--merge 9", "merge: expected a whole number from 0 to 8, the number of networks, got 9"),
        ("--merge 3 --seeds 2", "from 0 to 2, the number of networks, got 3"),
        ("--merge 2 --set reaches=all,before,after", "merge: expected categorical_heads to be a"),
    ],
)
def test_what_cannot_stand_side_by_side_is_refused_before_training(
    arguments, says, capsys, tmp_path
):
    assert main(["train", "sort", *arguments.split(), "--out", str(tmp_path / "never")]) == 2
    sentence = capsys.readouterr().err.strip().splitlines()[-1]
    assert sentence.startswith("tprog: ")
    assert says in sentence
    assert not (tmp_path / "never").exists()


def test_networks_that_all_diverge_are_told_in_one_sentence(tmp_path, capsys):
    command = [*COMMAND, "--merge", "2", "--set", "learning_rate=1e38", "--set", "epochs=1"]
    assert main([*command, "--out", str(tmp_path / "lost")]) == 2
    sentence = capsys.readouterr().err.strip().splitlines()[-1]
    assert sentence == "tprog: every member diverged: try a smaller learning_rate"
    assert not (tmp_path / "lost" / "run.json").exists()


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("{", "run.json: line 1, column 2: the JSON ends too early"),
        ("[]", "expected the format"),
        ('{"format": "transformer-program-run", "version": 9}', "expected version 1"),
        ('{"format": "transformer-program-run", "version": 1}', "the field 'task' is missing"),
    ],
)
def test_a_broken_record_is_refused(tmp_path, text, says):
    (tmp_path / "run.json").write_text(text, encoding="utf-8")
    with pytest.raises(StoreError, match=says):
        read_record(tmp_path)


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["train", "srot"], "did you mean 'sort'"),
        (["train", "sort", "--set", "layer=2"], "did you mean 'layers'"),
        (["train", "sort", "--set", "layers"], "expected NAME=VALUE"),
        (["train", "sort", "--set", "layers=two"], "expected a whole number"),
        (["train", "sort", "--task", "lenght=9"], "did you mean 'length'"),
        (["train", "sort", "--task", "length=many"], "expected a whole number"),
        (["compare", "sort", "--model", "standard", "--set", "head=2"], "did you mean 'heads'"),
    ],
)
def test_wrong_settings_are_refused_in_one_sentence(arguments, says, capsys, tmp_path):
    assert main([*arguments, "--out", str(tmp_path / "never")]) == 2
    sentence = capsys.readouterr().err.strip().splitlines()[-1]
    assert sentence.startswith("tprog: ")
    assert says in sentence
    assert not (tmp_path / "never").exists()


def test_tasks_are_listed_with_an_example_each():
    shown = CliRunner().invoke(app, ["tasks"]).output
    for name, entry in TASKS.items():
        assert name in shown
        assert " ".join(entry.example) in shown


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


def test_long_inputs_of_sort_get_twice_the_heads():
    long = preset(tp.tasks.sort(vocab=16, length=16, samples=100))
    assert long.categorical_heads == 2 * preset("sort").categorical_heads
    assert preset(tp.tasks.reverse(vocab=16, length=16, samples=100)) == PRESETS["reverse"]


def test_simplify_replaces_only_what_it_wrote(tmp_path, capsys):
    program = tp.save(tp.shelf.reverse.program, tmp_path / "reverse.json")
    short = ["simplify", str(program), "--exact", "--no-code"]
    for _ in range(2):  # its own files may be written again
        assert main(short) == 0
        assert "reverse_simplified.json and reverse_simplified.py" in capsys.readouterr().out
    before = program.read_text()
    assert main([*short, "--out", str(program)]) == 2
    assert "the file exists; choose another name or add --force" in capsys.readouterr().err
    assert program.read_text() == before
    (tmp_path / "mine.py").write_text("mine = 1\n")
    assert main([*short, "--out", str(tmp_path / "mine.json")]) == 2
    assert "mine.py: tprog did not write this file" in capsys.readouterr().err
    assert main([*short, "--out", str(tmp_path / "mine.py")]) == 2
    assert "expected a folder or a name in .json" in capsys.readouterr().err
    assert (tmp_path / "mine.py").read_text() == "mine = 1\n"
    assert main([*short, "--out", str(program), "--force"]) == 0
    assert tp.verify(program, tp.shelf.reverse.program)


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ("--model baseline --set layers=2", "--set: cannot be combined with --model baseline"),
        ("--model baseline --out x", "--out: cannot be combined with --model baseline"),
        ("--model standard --no-code", "--code: cannot be combined with --model standard"),
        ("--model baseline --merge 2", "--merge: cannot be combined with --model baseline"),
        ("--model standard --merge 2", "--merge: cannot be combined with --model standard"),
    ],
)
def test_an_option_that_would_do_nothing_is_refused(arguments, says, capsys):
    assert main(["compare", "sort", *arguments.split()]) == 2
    assert says in capsys.readouterr().err
