"""How large the page of a named-entity program is, and how long a run and a redraw take in it.

    python benchmarks/page_speed.py

The program is made up: 10,000 words, 3 layers, 8 heads and 4 MLPs a layer. Needs Chromium and the
development requirements, as the tests of the page do.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from statistics import median

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from browser import open_browser
from large_programs import entity_program

from transformer_programs.view import page

VIEWS = ("run", "flow", "whatif", "step", "tables", "votes")
RUN = """(tokens) => {
  const { program, runProgram } = window.transformerProgram;
  return Array.from({ length: 20 }, () => {
    const begun = performance.now();
    runProgram(program, tokens);
    return performance.now() - begun;
  });
}"""
REDRAW = """(line) => Array.from({ length: 8 }, () => {
  document.getElementById("words").value = line;
  const begun = performance.now();
  document.getElementById("form").requestSubmit();
  document.body.offsetHeight;
  return performance.now() - begun;
})"""


def shown(times: list[float]) -> str:
    return f"{median(times):6.1f} ms ({min(times):.1f} to {max(times):.1f})"


def main() -> None:
    text = page(entity_program(), name="entities")
    print(f"page: {len(text.encode()) / 1e6:.2f} MB")
    words = ["<s>", *(f"word{37 * n}" for n in range(30)), "</s>"]
    with tempfile.TemporaryDirectory() as folder, open_browser() as browser:
        path = Path(folder, "page.html")
        path.write_text(text, encoding="utf-8")
        view = browser.new_page(viewport={"width": 1280, "height": 860})
        view.goto(path.as_uri())
        print(f"a run alone:     {shown(view.evaluate(RUN, words))}")
        for name in VIEWS:
            view.click(f"#tab-{name}")
            print(f"drawing {name + ':':<9}{shown(view.evaluate(REDRAW, ' '.join(words)))}")


if __name__ == "__main__":
    main()
