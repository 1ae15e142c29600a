"""One process writes in a folder at a time; of a killed one neither lock nor file is left."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from shell import Shell

import transformer_programs as tp
from transformer_programs.shelf import histogram
from transformer_programs.store.atomic import locked, write_text

pytest.importorskip("fcntl")

# A process that is killed in the middle of a write; a worker of it lives on.
KILLED = """
import os, signal, sys, time
from pathlib import Path
from transformer_programs.store.atomic import locked
from transformer_programs.store.atomic import writing

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


def test_a_folder_that_was_made_and_stays_empty_goes(tmp_path: Path) -> None:
    with locked(tmp_path / "runs" / "sort"), locked(tmp_path / "runs" / "sort"):
        assert (tmp_path / "runs" / "sort").is_dir()
    assert not list(tmp_path.iterdir())


@contextmanager
def held_by_another(folder: Path) -> Iterator[None]:
    """Another thread stands for another process: a folder is held by a thread."""
    begun, over = threading.Event(), threading.Event()

    def hold() -> None:
        with locked(folder):
            begun.set()
            over.wait()

    thread = threading.Thread(target=hold)
    thread.start()
    begun.wait()
    yield
    over.set()
    thread.join()


COMMANDS = {
    "train": "train hist --task samples=50 --out",
    "sweep": "sweep hist --task samples=50 --out",
    "reproduce": "reproduce case-study --quick --out",
    "simplify": "simplify --exact",
}


@pytest.mark.parametrize("command", COMMANDS.values(), ids=COMMANDS)
def test_a_second_command_in_a_folder_is_refused(
    command: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    tp.save(histogram.program, tmp_path / "program.json")
    with held_by_another(tmp_path):
        tprog = Shell(capsys, monkeypatch)
        assert tprog(*command.split(), str(tmp_path)) == 2
    assert tprog.err.splitlines()[-1] == (
        f"tprog: {tmp_path}: another process is writing here: wait for its end, "
        "or choose another folder"
    )
    assert [file.name for file in tmp_path.iterdir()] == ["program.json"]
