"""`tprog reproduce`: options that would do nothing are refused, and nothing is written then."""

from __future__ import annotations

from pathlib import Path

import pytest

from transformer_programs.cli import main


@pytest.mark.parametrize(
    ("given", "says"),
    [
        (["table-1", "--index"], "--index: expected alone, got table-1 too"),
        (["--index", "--all"], "--index: expected alone, got --all too"),
        (["--index", "--quick"], "--index: expected alone, got --quick too"),
        (["--index", "--seeds", "3"], "--index: expected alone, got --seeds too"),
        (["--index", "--engine", "ray"], "--index: expected alone, got --engine too"),
        (["--every-input"], "--every-input: expected together with --index"),
        (["--seeds", "3"], "expected the name of an experiment, or --all, got --seeds too"),
        (["--device", "cpu"], "expected the name of an experiment, or --all, got --device too"),
        (["--only", "sort"], "--only: expected together with the name of an experiment"),
        (["table-1", "--all"], "expected a name or --all, got both"),
    ],
)
def test_what_would_be_ignored_is_refused(
    given: list[str], says: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert main(["reproduce", *given, "--out", str(tmp_path / "results")]) == 2
    shown = capsys.readouterr()
    assert shown.err.startswith(f"tprog: {says}")
    assert shown.err.count("\n") == 1
    assert not (tmp_path / "results").exists()
