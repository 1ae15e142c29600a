"""The table of the public sets is made of its lines."""

from __future__ import annotations

from pathlib import Path

import public_sets

ROOT = Path(__file__).parents[2]


def test_the_table_of_the_page_is_that_of_the_stored_lines():
    lines = (ROOT / "docs" / "public_sets.jsonl").read_text("utf-8").splitlines()
    assert public_sets.report(lines) in (ROOT / "docs" / "public_sets.md").read_text("utf-8")
