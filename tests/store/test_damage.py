"""What a user hands over is read within bounds; what cannot be right is refused in one sentence."""

from __future__ import annotations

import gzip
import random
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from shell import Shell

import transformer_programs as tp
from transformer_programs.learn import checkpoint
from transformer_programs.learn.population import Metrics
from transformer_programs.shelf import histogram
from transformer_programs.tasks import DataError
from transformer_programs.tasks.formats import read

ROW = '{"text": "a good film", "label": "pos"}\n'


@pytest.fixture
def tprog(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> Shell:
    monkeypatch.chdir(tmp_path)
    tp.save(histogram.program, "histogram.json")
    return Shell(capsys, monkeypatch)


# --- files ----------------------------------------------------------------------------------------


def test_every_flipped_bit_of_a_gz_file_is_refused_or_changes_no_row(tmp_path):
    rows = "".join(ROW.replace("good", f"good {i}") for i in range(20))
    whole, file = gzip.compress(rows.encode(), mtime=0), tmp_path / "a.jsonl.gz"
    rng = random.Random(0)
    for _ in range(100):
        damaged = bytearray(whole)
        damaged[rng.randrange(len(damaged))] ^= 1 << rng.randrange(8)
        file.write_bytes(damaged)
        try:
            found = read(file)
        except DataError:
            continue
        assert [record.content for record in found] == [f"a good {i} film" for i in range(20)]


def test_damaged_files_of_every_kind_are_refused_or_read_as_they_are() -> None:
    command = Path(__file__).parents[2] / "benchmarks" / "robustness.py"
    options = ["--cases", "51", "--kills", "0", "--seed", "1"]
    done = subprocess.run([sys.executable, command, *options], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    assert len(done.stdout.splitlines()) == 18  # kinds of files


# --- JSON -----------------------------------------------------------------------------------------

WRONG = {"not a number": '{"a": NaN}', "100,000 levels": "[" * 100_000 + "]" * 100_000}


@pytest.mark.parametrize("text", WRONG.values(), ids=WRONG)
def test_damaged_json_is_refused_in_every_kind_of_file(tprog: Shell, text: str) -> None:
    files = {
        "p.json": ["show", "p.json"],
        "d.jsonl": ["train", "d.jsonl"],
        "run/metrics.jsonl": ["plot", "curves", "run"],
        "run/run.json": ["view", "run"],
        "results/in-context.jsonl": ["reproduce", "--out", "results"],
    }
    for folder in ("run", "results"):
        Path(folder).mkdir()
    tp.save(histogram.program, "run/program.json")
    for name, command in files.items():
        Path(name).write_text(text + "\n")
        if name == "run/run.json":
            Path("run/view.html").unlink(missing_ok=True)
        assert tprog.refused(*command).startswith(name)


# --- checkpoints ----------------------------------------------------------------------------------

HISTORY = (Metrics(4, 1.0, 0.1, (0.5,), (0.5,), (False,)),)
STATE = [np.arange(3.0, dtype=np.float32), np.array([False])]


def kept(tmp_path: Path) -> Path:
    file = tmp_path / "checkpoint_0.npz"
    checkpoint.write(file, {"seeds": [0]}, HISTORY, STATE)
    return file


@pytest.mark.parametrize(
    "change",
    [
        lambda a: a.pop("state_0"),
        lambda a: a.pop("header"),
        lambda a: a.update(state_0=a["state_0"].astype(np.float64)),
        lambda a: a.update(state_0=a["state_0"][None]),
        lambda a: a.update(extra=np.zeros(1)),
        lambda a: a.update(header=np.array(str(a["header"]).replace("0.5", '"x"'))),
        lambda a: a.update(header=np.array("[" * 100_000)),
    ],
)
def test_a_changed_checkpoint_is_refused(tmp_path, change):
    file = kept(tmp_path)
    with np.load(file) as found:
        arrays = dict(found)
    change(arrays)
    np.savez(file, **arrays)
    with pytest.raises(
        checkpoint.CheckpointError,
        match=r"is not a readable checkpoint|holds a checkpoint of another run",
    ):
        checkpoint.read(file, {"seeds": [0]}, STATE)


# --- settings and messages ------------------------------------------------------------------------


def test_memory_that_runs_out_is_told_in_one_sentence(tprog: Shell, monkeypatch) -> None:
    for error in (MemoryError(), RuntimeError("RESOURCE_EXHAUSTED: Out of memory allocating")):

        def fails(*arguments: object, error: Exception = error) -> None:
            raise error

        monkeypatch.setattr("transformer_programs.cli.program_argument.program_of", fails)
        assert tprog.refused("show", "histogram.json").startswith("out of memory")
