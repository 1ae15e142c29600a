"""Forked workers: every item once, in order; what goes wrong in one is heard of.

Each case runs in a Python of its own: one that has loaded JAX must not be forked.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from transformer_programs.synthesis.parallel import in_parallel


def killed(_: int, item: int) -> int:
    if item == 3:
        os.kill(os.getpid(), signal.SIGKILL)
    return item


def in_another_python(case: str) -> None:
    """Run a function of this file where nothing else is loaded."""
    code = f"import {Path(__file__).stem} as cases; cases.{case}"
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=Path(__file__).parent,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr


def end_of_a_worker() -> None:
    with pytest.raises(ChildProcessError, match="was killed: was there enough memory"):
        in_parallel(killed, 0, range(4), 2)


def test_a_killed_worker_is_told_and_not_waited_for() -> None:
    in_another_python("end_of_a_worker()")


def endless(folder: str, item: int) -> None:
    Path(folder, f"{os.getpid()}").touch()
    while True:
        pass


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="looks at processes in /proc")
def test_no_worker_outlives_a_parent_that_is_killed(tmp_path: Path) -> None:
    call = f"cases.in_parallel(cases.endless, {str(tmp_path)!r}, [1, 2, 3], 3)"
    code = f"import {Path(__file__).stem} as cases; {call}"
    with subprocess.Popen([sys.executable, "-c", code], cwd=Path(__file__).parent) as parent:
        wait_until(lambda: len(list(tmp_path.iterdir())) == 3)
        parent.kill()
    workers = [int(file.name) for file in tmp_path.iterdir()]
    try:
        wait_until(lambda: not any(map(running, workers)))
    finally:
        for worker in filter(running, workers):
            os.kill(worker, signal.SIGKILL)


def running(process: int) -> bool:
    """Whether a process is there that is more than a dead child nobody has waited for."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def wait_until(condition: Callable[[], bool], seconds: float = 30.0) -> None:
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "waited too long"
        time.sleep(0.02)
