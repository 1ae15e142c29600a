"""The command line as a test uses it: commands in one folder, what they print, their status."""

from __future__ import annotations

import io
import sys

import pytest

from transformer_programs import cli


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
