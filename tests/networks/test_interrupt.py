"""Ctrl-C ends the command at once, with status 130; what was found or written until then stays."""

from __future__ import annotations

import json
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from transformer_programs.cli import main
from transformer_programs.store import StoreError, load
from transformer_programs.store.folder import read_record

# A shell says 130 of both: an exit with that status, and an end by the signal itself.
ENDED = (130, -signal.SIGINT)


@contextmanager
def command(*arguments: str) -> Iterator[subprocess.Popen[str]]:
    with subprocess.Popen(
        [sys.executable, "-m", "transformer_programs", *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        try:
            yield process
        finally:
            process.kill()


def interrupted(process: subprocess.Popen[str]) -> tuple[str, str]:
    """What it prints after an interrupt."""
    process.send_signal(signal.SIGINT)
    return process.communicate(timeout=60)


def wait_for(process: subprocess.Popen[str], text: str) -> None:
    assert process.stderr is not None
    for line in process.stderr:
        if text in line:
            return
    pytest.fail(f"{text!r} was not printed")


def test_a_search_keeps_the_best_program_so_far(tmp_path: Path) -> None:
    generator = random.Random(0)
    rows = [
        {"tokens": generator.choices("abcd", k=9), "label": generator.choice("yn")}
        for _ in range(300)
    ]
    examples = tmp_path / "random_labels.jsonl"  # which no rule explains
    examples.write_text("\n".join(json.dumps(row) for row in rows))
    with command("search", str(examples), "--jobs", "2", "--out", str(tmp_path / "run")) as process:
        wait_for(process, "candidates")
        out, _ = interrupted(process)
    assert process.returncode == 1  # a program, but not an exact one
    assert "test:  " in out
    assert read_record(tmp_path / "run").config["learner"] == "search"


def training(folder: Path, epochs: int, evaluations: int) -> list[str]:
    """The command that trains one small network."""
    shape = "layers=1 categorical_heads=1 numerical_heads=1 categorical_mlps=0 numerical_mlps=0"
    settings = [*shape.split(), f"epochs={epochs}", f"evaluations={evaluations}"]
    command = f"train hist --task samples=500 --task length=5 --seeds 1 --out {folder}".split()
    return [*command, *(word for one in settings for word in ("--set", one))]


def test_a_killed_training_resumes_to_the_same_program(tmp_path: Path) -> None:
    pytest.importorskip("jax")
    whole, killed = ([*training(tmp_path / name, 300, 60), "--no-simplify"] for name in "ab")
    assert main(whole) == 0
    with command(*killed) as process:
        while not (tmp_path / "b" / "checkpoint.npz").exists():
            time.sleep(0.01)
        process.kill()
    assert not (tmp_path / "b" / "program.json").exists()
    assert main(killed) == 0
    for name in ("extracted.json", "program.json"):
        assert (tmp_path / "a" / name).read_bytes() == (tmp_path / "b" / name).read_bytes(), name


def test_training_ends_at_once_and_leaves_a_checkpoint(tmp_path: Path) -> None:
    pytest.importorskip("jax")
    with command(*training(tmp_path, 20000, 2000)) as process:
        wait_for(process, "step ")
        interrupted(process)
    assert process.returncode in ENDED
    assert (tmp_path / "checkpoint.npz").is_file()  # from which a killed run continues
    with pytest.raises(StoreError, match="training is not finished: repeat the command"):
        load(tmp_path)
