"""Ctrl-C ends the command at once, with status 130; what was found or written until then stays."""

from __future__ import annotations

import json
import random
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

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


def test_training_ends_at_once_and_leaves_a_checkpoint(tmp_path: Path) -> None:
    pytest.importorskip("jax")
    shape = "layers=1 categorical_heads=1 numerical_heads=1 categorical_mlps=0 numerical_mlps=0"
    settings = [*shape.split(), "epochs=20000", "evaluations=2000"]
    options = ["--seeds", "1", *(word for one in settings for word in ("--set", one))]
    task = ("hist", "--task", "samples=500", "--out", str(tmp_path))
    with command("train", *task, *options) as process:
        wait_for(process, "step ")
        interrupted(process)
    assert process.returncode in ENDED
    assert (tmp_path / "checkpoint.npz").is_file()  # from which a killed run continues
    with pytest.raises(StoreError, match="training is not finished: repeat the command"):
        load(tmp_path)
