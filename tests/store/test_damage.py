"""Damaged files are refused in one sentence; of a killed process neither lock nor file is left."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from shell import Shell

import transformer_programs as tp
from transformer_programs.shelf import histogram
from transformer_programs.store.atomic import locked, write_text


def test_damaged_files_of_every_kind_are_refused_or_read_as_they_are() -> None:
    command = Path(__file__).parents[2] / "benchmarks" / "robustness.py"
    options = ["--cases", "51", "--kills", "0", "--seed", "1"]
    done = subprocess.run([sys.executable, command, *options], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    assert len(done.stdout.splitlines()) == 18  # kinds of files


# A process that is killed in the middle of a write; a worker of it lives on.
KILLED = """
import os, signal, sys, time
from pathlib import Path
from transformer_programs.store.atomic import locked, writing

folder = Path(sys.argv[1])
with locked(folder):
    child = os.fork()
    if not child:
        os.close(1)
        time.sleep(60)
        os._exit(0)
    print(child, flush=True)
    with writing(folder / "results") as stream:
        stream.write(b"a part")
        stream.flush()
        os.kill(os.getpid(), signal.SIGKILL)
"""


def test_what_a_killed_process_held_and_was_writing_is_free_and_goes(tmp_path: Path) -> None:
    pytest.importorskip("fcntl")
    done = subprocess.run(
        [sys.executable, "-c", KILLED, str(tmp_path)], stdout=subprocess.PIPE, text=True
    )
    assert done.returncode == -signal.SIGKILL
    try:
        assert len(list(tmp_path.iterdir())) == 2  # what was being written, and the lock
        with locked(tmp_path):
            write_text(tmp_path / "other", "whole")
        assert [file.name for file in tmp_path.iterdir()] == ["other"]
    finally:
        os.kill(int(done.stdout), signal.SIGKILL)


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
