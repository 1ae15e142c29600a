"""A run folder is its program.json: what training shows is what every command uses."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from shell import Shell

import transformer_programs as tp
from transformer_programs.program.chain import linked
from transformer_programs.program.content import digest
from transformer_programs.shelf import histogram
from transformer_programs.store.folder import RunRecord, write_run
from transformer_programs.store.front import Front, measured_choice, read_front

TASK = tp.tasks.hist(vocab=3, length=4, samples=100)
INPUT = "<s> a a a"


def wrong_beyond_two() -> tp.Program:
    """A histogram that never counts beyond two: longer to print, and wrong on INPUT."""
    count = tp.Variable("count", tp.Number(0, 4))
    capped = tp.Mlp(
        tp.Variable("capped", tp.Number(0, 4)), (histogram.program.steps[-1].out.name,), FORMULA
    )
    del count
    return tp.Program(
        histogram.program.vocabulary,
        (*histogram.program.steps, capped),
        tp.Answer("capped", histogram.program.output.names),
    )


FORMULA = tp.Formula("min", 2)


@pytest.fixture
def tprog(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> Shell:
    monkeypatch.chdir(tmp_path)
    return Shell(capsys, monkeypatch)


def answers(text: str) -> list[str]:
    return json.loads(text)["labels"]
