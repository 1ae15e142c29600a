"""Hooks of MkDocs: pages that stand elsewhere in the repository, live pages, the reference.

The Markdown in the repository links to files of the repository. In the site such a link leads to
the page of that file, to the reference of its module, or, where the site has neither, nowhere.
"""

from __future__ import annotations

import json
import os
import re
import sys
from importlib import import_module
from pathlib import Path, PurePosixPath
from typing import Any

from mkdocs.exceptions import BuildError
from mkdocs.structure.files import File, Files

import transformer_programs as tp
from transformer_programs.experiments.runner import missing_corpora, task_of
from transformer_programs.shelf import SHELF, Exhibit
from transformer_programs.simplifier import simplify_exactly
from transformer_programs.view import PageExample

sys.path.insert(0, str(Path(__file__).parent))  # MkDocs runs hooks from elsewhere
from gallery import Stored, stored

ROOT = Path(__file__).parent.parent
RESULTS = ROOT / "docs" / "results"
# Pages of the site that stand outside docs/.
ELSEWHERE = {"README.md": "index.md", "CONTRIBUTING.md": "contributing.md"}
ELSEWHERE["CHANGELOG.md"] = "changelog.md"
SEARCHING, FETCHED = "javascripts/offline_search.js", "https://unpkg.com/iframe-worker/shim"
LINK = re.compile(r"(!?)\[([^\]]*)\]\(([^)#:\s]+)(#[^)\s]*)?\)")
# The reference: the functions and classes a user meets.
CALLS = {
    "Learn a program": "fit search Gradient Standard Baseline Readable Search Learned Config "
    "TransformerProgramClassifier TransformerProgramTagger",
    "Run and store": "Program evaluate run_batch load save emit load_emitted",
    "Verify and simplify": "verify verify_task Oracle simplify infer claims",
    "Look inside": "trace explain circuit show page write_page",
}
# The types that programs and results are made of, by module.
TYPES = {
    "program.steps": "Variable Token Position One CategoricalHead NumericalHead Mlp Rows Compare "
    "Is Extreme Table Formula Classifier Vote Answer",
    "program.values": "Categorical Number Refusal ProgramError",
    "tasks": "make load Task TaskError DataError",
    "dataset": "Split Scores EntityScores",
    "synthesis.found": "Settings Found",
    "networks.program_model": "ProgramNetwork",
    "store.folder": "Front",
    "simplifier": "Simplification",
    "verifier": "Verification VerifyError",
    "tracer": "Trace Why TraceError",
    "plot": "curves",
}


def on_files(files: Files, config: Any) -> Files:
    """Add what does not stand in docs/."""
    for source, target in ELSEWHERE.items():
        files.append(generated(config, target, (ROOT / source).read_text(encoding="utf-8")))
    for notebook in sorted((ROOT / "docs" / "notebooks").glob("*.ipynb")):
        text = as_markdown(json.loads(notebook.read_text(encoding="utf-8")))
        files.append(generated(config, f"notebooks/{notebook.stem}.md", text))
    files.append(generated(config, "reference.md", reference()))
    rows = []
    for name, text, note in live_pages():
        files.append(generated(config, f"gallery/{name}.html", text))
        rows.append(f"| [{name}](gallery/{name}.html) | {note} |\n")
    files.append(generated(config, "gallery.md", GALLERY + "".join(rows)))
    return files


def on_post_page(output: str, page: Any, **_: Any) -> str:
    """The theme fetches what its search needs on pages opened from disk; here that is a file."""
    return output.replace(FETCHED, os.path.relpath(SEARCHING, os.path.dirname(page.url) or "."))


def on_post_template(output_content: str, **_: Any) -> str:
    """The same for the page of addresses that do not exist."""
    return output_content.replace(FETCHED, SEARCHING)


def on_post_build(config: Any) -> None:
    """No page fetches anything."""
    for file in Path(config["site_dir"]).rglob("*.html"):
        if re.search(r'src="?https?:', file.read_text(encoding="utf-8")):
            raise BuildError(f"{file}: expected a page that needs no network")


def generated(config: Any, path: str, text: str) -> File:
    return File.generated(config, path, content=text)


def on_page_markdown(markdown: str, page: Any, **_: Any) -> str:
    """Turn links between files of the repository into links between pages of the site."""
    own = page.file.src_uri
    source = next((old for old, new in ELSEWHERE.items() if new == own), f"docs/{own}")
    folder = os.path.dirname(own)

    def linked(found: re.Match[str]) -> str:
        mark, text, target, anchor = found.groups()
        if own in GENERATED:
            return found[0]
        place = os.path.normpath(os.path.join(os.path.dirname(source), target))
        new = in_site(PurePosixPath(place))
        if new is None:
            return text
        return f"{mark}[{text}]({os.path.relpath(new, folder or '.')}{anchor or ''})"

    return LINK.sub(linked, markdown)


GENERATED = ("reference.md", "gallery.md")


def in_site(file: PurePosixPath) -> str | None:
    """Where the site has a file of the repository; None if nowhere."""
    if str(file) in ELSEWHERE:
        return ELSEWHERE[str(file)]
    if file.parts[0] == "docs":
        inside = file.relative_to("docs")
        if inside.suffix == ".ipynb":
            return str(inside.with_suffix(".md"))
        if (ROOT / file).is_dir():
            return str(inside / "README.md") if (ROOT / file / "README.md").is_file() else None
        return str(inside)
    if file.parts[0] == "transformer_programs":
        return "reference.md"
    return None


# --- the gallery ----------------------------------------------------------------------------------

GALLERY = """# Gallery

Each stored program has a live page. Type an input, click an answer to see why it was given, or
switch off a step.

| program | |
|---|---|
"""


def live_pages() -> list[tuple[str, str, str]]:
    """Name, HTML and description of each page: the hand-made programs, then the stored ones."""
    made = [
        (
            f"shelf-{one.name}",
            tp.page(one.program, name=one.name, examples=tried(one)),
            one.description,
        )
        for one in SHELF.values()
    ]
    return made + [live_page(one) for one in stored()]


def tried(one: Exhibit) -> list[PageExample]:
    """The cases of a program: inputs of several words, with the right answers."""
    return [PageExample(tuple(words.split()), tuple(right.split())) for words, right in one.cases]


def live_page(one: Stored) -> tuple[str, str, str]:
    program = simplify_exactly(tp.load(RESULTS / "programs" / one.file)).program
    task = None if missing_corpora((one.part,)) else task_of(one.part)
    how = "Found by search." if one.searched else "Learned by gradient."
    about = task.description if task is not None else one.part.task.name
    return one.name, tp.page(program, name=one.name, task=task), f"{how} {about}"


# --- the reference, notebooks ---------------------------------------------------------------------


def reference() -> str:
    """A page of directives that mkdocstrings turns into the reference."""
    calls = ""
    for title, names in CALLS.items():
        # By its own place: a package may be called like its main function.
        found = [getattr(tp, name) for name in names.split()]
        calls += f"## {title}\n\n"
        calls += "".join(f"::: {one.__module__}.{one.__qualname__}\n\n" for one in found)
    modules = "".join(map(directive, TYPES))
    return f"{REFERENCE}{calls}## Modules\n\n{modules}"


def directive(module: str) -> str:
    """A module with the members that the reference shows."""
    place = f"transformer_programs.{module}"
    names = TYPES[module].split()
    missing = [name for name in names if not hasattr(import_module(place), name)]
    if missing:
        raise BuildError(f"{place} has no {', '.join(missing)}")
    options = f"show_root_full_path: true\n      members: [{', '.join(names)}]"
    return f"::: {place}\n    options:\n      {options}\n\n"


REFERENCE = """# Reference

```python
import transformer_programs as tp
```

The names in the first four sections are members of `tp`, such as `tp.search` and `tp.Program`.

"""


def as_markdown(notebook: dict[str, Any]) -> str:
    """The cells of a notebook: text as it is, code and its outputs as blocks."""
    cells = []
    for cell in notebook["cells"]:
        text = "".join(cell["source"])
        if cell["cell_type"] == "code":
            cells.append(f"```python\n{text}\n```")
            for one in cell["outputs"]:
                shown = "".join(one.get("text") or one["data"]["text/plain"])
                cells.append(f"```text\n{shown.rstrip()}\n```")
        else:
            cells.append(text)
    return "\n\n".join(cells) + "\n"
