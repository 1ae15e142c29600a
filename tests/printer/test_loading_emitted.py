"""An emitted file, loaded: what it answers, and what is refused."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from transformer_programs.verifier import load_emitted
from transformer_programs.verifier.pair import EmittedError


def test_changed_file_is_loaded_anew(tmp_path: Path) -> None:
    file = tmp_path / "p.py"
    file.write_text("def run(tokens):\n    return ['1']\n")
    first = load_emitted(file)
    file.write_text("def run(tokens):\n    return ['2']\n")
    assert (first(["a"]), load_emitted(file)(["a"])) == (["1"], ["2"])
    assert [f.name for f in tmp_path.iterdir()] == ["p.py"]
    assert "p" not in sys.modules


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("def run(:", "line 1: not Python"),
        ("x = 1", r"defines no run\(tokens\)"),
        ("1 / 0", r"cannot be loaded \(ZeroDivisionError"),
    ],
)
def test_file_that_is_not_emitted_is_refused(text: str, says: str, tmp_path: Path) -> None:
    file = tmp_path / "x.py"
    file.write_text(text)
    with pytest.raises(EmittedError, match=says):
        load_emitted(file)
