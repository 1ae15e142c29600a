"""What the documents show is true: programs as they are printed, results as they were measured.

`make tables` writes both anew. The code in the documents is run by test_documents.py.
"""

from __future__ import annotations

import re
import runpy
from pathlib import Path

ROOT = Path(__file__).parent.parent
WRITER = runpy.run_path(str(ROOT / "docs" / "write_tables.py"))
ANEW = "make tables writes it anew"


def test_the_table_on_the_first_page_and_the_shelf_are_as_measured_and_printed():
    pages = WRITER["pages"]()
    assert [page.name for page in pages] == ["README.md", "programs.md"]
    for page, text in pages.items():
        assert page.read_text(encoding="utf-8") == text, ANEW


def test_documents_link_to_files_that_exist():
    for page in [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]:
        for target in re.findall(r"\]\(([^)#:]+)\)", page.read_text(encoding="utf-8")):
            assert (page.parent / target).exists(), f"{page.name} links to {target}"
