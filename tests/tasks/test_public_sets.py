"""The table of the public sets is made of its lines; a trial holds its inputs out."""

from __future__ import annotations

from pathlib import Path

import public_sets

ROOT = Path(__file__).parents[2]

RULES = """
MIPS = {"Twice": ("0..2", 4, "", "double")}
def alphabet(text): return [0, 1, 2]
def answer(rule, x): return [2 * n for n in x]
"""


def test_the_table_of_the_page_is_that_of_the_stored_lines():
    lines = (ROOT / "docs" / "public_sets.jsonl").read_text("utf-8").splitlines()
    assert public_sets.report(lines) in (ROOT / "docs" / "public_sets.md").read_text("utf-8")


def test_no_input_held_out_is_shown(tmp_path):
    (tmp_path / "mips.py").write_text(RULES, "utf-8")
    shown, held = public_sets.of_mips(tmp_path, "Twice", 50)
    assert (len(shown), len(held)) == (50, 31)
    assert not {tuple(x) for x, _ in shown} & {tuple(x) for x, _ in held}
    assert all(y == [str(2 * int(n)) for n in x] for x, y in (*shown, *held))


def test_long_words_of_a_language_are_held_out():
    shown, held = public_sets.of_language("(ab)*", 60)
    assert max(len(x) for x, _ in shown) <= 50
    assert {len(x) for x, _ in held} <= set(range(451, 501))
    assert all(y == ["1", "0"] * (len(x) // 2) for x, y in held)
