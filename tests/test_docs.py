"""What the documents show is true: their code runs, and programs stand there as they are printed.

`python tests/test_docs.py` writes the shelf into docs/programs.md anew.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from transformer_programs.emit import readable, sections
from transformer_programs.shelf import SHELF, Example

ROOT = Path(__file__).parent.parent
PROGRAMS = ROOT / "docs" / "programs.md"
MARKS = ("<!-- shelf -->\n", "<!-- end of shelf -->\n")
BLOCK = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def shown(example: Example) -> str:
    """An example as the documents show it: what it does, a case, the steps and `run`."""
    parts = sections(readable(example.program), example.name)
    code = "".join(part.text for part in parts if part.kind in ("steps", "run")).strip()
    tokens, answer = example.cases[0]
    return (
        f"### {example.name}\n\n{example.description}\n\n"
        f"`{tokens}` gives `{answer}`.\n\n```py\n{code}\n```\n\n"
    )


def with_shelf(text: str) -> str:
    before, rest = text.split(MARKS[0])
    _, after = rest.split(MARKS[1])
    return before + MARKS[0] + "\n" + "".join(map(shown, SHELF.values())) + MARKS[1] + after


def test_docs_show_the_shelf_as_it_is_printed():
    text = PROGRAMS.read_text(encoding="utf-8")
    assert with_shelf(text) == text


@pytest.mark.parametrize("number", range(len(BLOCK.findall(PROGRAMS.read_text("utf-8")))))
def test_code_in_the_page_about_programs_runs(number):
    exec(BLOCK.findall(PROGRAMS.read_text(encoding="utf-8"))[number], {})


def test_documents_link_to_files_that_exist():
    for page in [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]:
        for target in re.findall(r"\]\(([^)#:]+)\)", page.read_text(encoding="utf-8")):
            assert (page.parent / target).exists(), f"{page.name} links to {target}"


if __name__ == "__main__":
    PROGRAMS.write_text(with_shelf(PROGRAMS.read_text(encoding="utf-8")), encoding="utf-8")
