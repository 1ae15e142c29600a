"""Lines are all lines of a printed file; lines without votes leave out its vote tables alone."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import transformer_programs as tp
from transformer_programs.printer import emit, lines_without_votes, printed_lines

ROOT = Path(__file__).parent.parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
LINKED = re.findall(r"\[(\d+)\]\((docs/results/programs/\w+\.py)\)", README)


def counted_without_votes(text: str) -> int:
    """Count as a person does: every line, but for the block from the mark above CLASSES."""
    lines, votes, count = text.splitlines(), False, 0
    for line, following in zip(lines, [*lines[1:], ""], strict=True):
        votes = votes or (line == "# fmt: off" and following.startswith("CLASSES = "))
        count += not votes
        votes = votes and line != "# fmt: on"
    return count


def test_the_readme_links_a_number_of_every_task() -> None:
    assert len(LINKED) == 14
    assert "| lines without votes, ours, searched |" in README


@pytest.mark.parametrize(("stated", "file"), LINKED)
def test_the_readme_states_the_lines_that_a_person_counts(stated: str, file: str) -> None:
    assert int(stated) == counted_without_votes((ROOT / file).read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", ["hist", "double_hist", "sort-searched", "in-context-one-head"])
@pytest.mark.parametrize("raw", [False, True])
def test_both_counts_are_those_of_the_printed_file(name: str, raw: bool) -> None:
    program = tp.load(ROOT / "docs" / "results" / "programs" / f"{name}.json")
    text = emit(program, raw=raw)
    assert printed_lines(program, raw=raw) == len(text.splitlines())
    assert lines_without_votes(program, raw=raw) == counted_without_votes(text)
