"""Damaged files are refused in one sentence; of a killed process neither lock nor file is left."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from shell import Shell

import transformer_programs as tp
from transformer_programs.shelf import histogram


def test_damaged_files_of_every_kind_are_refused_or_read_as_they_are() -> None:
    command = Path(__file__).parents[2] / "benchmarks" / "robustness.py"
    options = ["--cases", "34", "--kills", "0", "--seed", "1"]
    done = subprocess.run([sys.executable, command, *options], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    assert len(done.stdout.splitlines()) == 18  # kinds of files


HOLDING = """
import sys
from pathlib import Path
from transformer_programs.store.atomic import locked

with locked(Path(sys.argv[1])):
    print(flush=True)
    input()
"""


def test_a_second_command_in_a_folder_is_refused(tprog: Shell, tmp_path: Path) -> None:
    tp.save(histogram.program, tmp_path / "program.json")
    command = [sys.executable, "-c", HOLDING, str(tmp_path)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as other:
        assert other.stdout is not None
        other.stdout.readline()
        for verb in ("train hist --task samples=50 --out", "simplify --exact"):
            assert tprog(*verb.split(), str(tmp_path)) == 2
            assert f"{tmp_path}: another process is writing here" in tprog.err
        other.communicate(b"\n")
    assert [file.name for file in tmp_path.iterdir()] == ["program.json"]
