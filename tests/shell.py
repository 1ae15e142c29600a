"""The command line as a test uses it, and the files that commands read and write."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from transformer_programs import Program, cli
from transformer_programs.learn.front import front_of
from transformer_programs.program.program import digest
from transformer_programs.store.folder import RunRecord, write_run
from transformer_programs.tasks import Task


class Shell:
    """Runs commands in one folder; `out`, `err` and the exit status of the last."""

    def __init__(self, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
        self.capsys, self.monkeypatch = capsys, monkeypatch
        self.out = self.err = ""

    def __call__(self, *arguments: str, stdin: bytes = b"") -> int:
        self.monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        status = cli.main(arguments)
        self.out, self.err = self.capsys.readouterr()
        assert "Traceback" not in self.out + self.err
        return status

    def refused(self, *arguments: str, stdin: bytes = b"") -> str:
        """The one sentence of a refusal."""
        assert self(*arguments, stdin=stdin) == 2
        assert self.err.startswith("tprog: ")
        assert self.err.count("\n") == 1
        return self.err.removeprefix("tprog: ").rstrip("\n")


def write_rows(path: Path, rows: Iterable[object]) -> Path:
    """Write JSON lines."""
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


def options(name: str, settings: dict[str, Any]) -> list[str]:
    """One option per setting: --set layers=1 --set epochs=2."""
    return [word for key, value in settings.items() for word in (name, f"{key}={value}")]


def page_data(file: Path) -> Any:
    """The data inside a page."""
    text = file.read_text(encoding="utf-8")
    return json.loads(text.split('id="data">')[1].split("</script>")[0])


def made_run(folder: Path, task: Task, extracted: Program, others: dict[str, Program]) -> Path:
    """A run folder as training leaves it: an extracted program, and others by their origin."""
    assert task.spec is not None
    spec = {"name": task.name, "settings": dict(task.spec.settings)}
    record = RunRecord(spec, {}, [], 0, {}, "equal (all)", digest(extracted), 1.0, 1, {})
    front = front_of(task, [("extracted", extracted), *others.items()])
    write_run(folder, front, record, extracted)
    moment = {"group": 0, "step": 1, "seeds": [0], "loss": [1.0], "accuracy": [0.5]}
    write_rows(folder / "metrics.jsonl", [moment])
    return folder
