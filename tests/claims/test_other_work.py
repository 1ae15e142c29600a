"""The pages say of the reference code and of public reruns what their repositories show."""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
PAGES = {
    file: " ".join(file.read_text(encoding="utf-8").split())
    for file in (ROOT / "README.md", *(ROOT / "docs").rglob("*.md"))
}
SHAPES = "shapes as reported, 3/8/4; most likely 8+8 heads, 4+4 MLPs"


def test_the_reference_code_lowers_the_temperature_per_step() -> None:
    recipe = PAGES[ROOT / "docs" / "results" / "table-1.md"]
    assert "per step, as in the paper and its reference code (`smooth_temps=True`)" in recipe
    assert not [file for file, text in PAGES.items() if "lowers it per epoch" in text]


def test_no_page_says_that_the_public_rerun_has_the_shapes_of_the_paper() -> None:
    naming = [text for text in PAGES.values() if "SebastiaanBeekman" in text]
    assert len(naming) >= 3
    for text in naming:
        assert SHAPES in text
        assert "a wider grid, probably chosen on test" in text
    for text in PAGES.values():
        assert "TransformerPrograms), the paper's shapes" not in text
        assert "TransformerPrograms, the paper's shapes" not in text
