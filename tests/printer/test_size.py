"""The model of printed length holds against printed files."""

from __future__ import annotations

from pathlib import Path
from statistics import median

import transformer_programs as tp
from transformer_programs import shelf
from transformer_programs.printer import printed_lines
from transformer_programs.printer.size import program_size
from transformer_programs.simplifier import readable

STORED = Path(__file__).parents[2] / "docs" / "results" / "programs"
PROGRAMS = {file.stem: tp.load(file) for file in sorted(STORED.glob("*.json"))} | {
    name: example.program for name, example in shelf.SHELF.items()
}
SMALL = {name: one for name, one in PROGRAMS.items() if len(one.vocabulary.words) < 500}


def test_the_model_is_right_for_all_programs_together_and_for_each() -> None:
    shown = {name: readable(one) for name, one in SMALL.items()}
    lines = {name: (program_size(one), printed_lines(one)) for name, one in shown.items()}
    said, printed = map(sum, zip(*lines.values(), strict=True))
    assert abs(said - printed) <= 0.05 * printed
    errors = {name: abs(said - printed) / printed for name, (said, printed) in lines.items()}
    assert median(errors.values()) <= 0.1
    assert max(errors.values()) <= 0.35, max(errors, key=errors.__getitem__)
    far_apart = [(a, b) for a in lines.values() for b in lines.values() if a[1] > 1.8 * b[1]]
    assert all(one[0] > two[0] for one, two in far_apart)
