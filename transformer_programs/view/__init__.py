"""A program as one self-contained HTML page in which it runs: no network, no server.

`page/` holds plain HTML, CSS and JavaScript; here they are put into one file with the data.
"""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Sequence
from importlib.resources import files
from pathlib import Path
from typing import Any

from ..dataset import Task
from ..program import Program
from ..store import write_text
from .data import PageExample, layers, page_data

__all__ = ["PageExample", "layers", "page", "write_page"]

# In this order they make one script: later files use what earlier ones define.
SCRIPTS = (
    "interpret causes dom state strip flow run attention why whatif grids step votes link main"
).split()


def page(
    program: Program,
    *,
    name: str = "program",
    task: Task | None = None,
    examples: Sequence[PageExample] = (),
    start: Sequence[str] | None = None,
    raw: bool = False,
) -> str:
    """Return the HTML page of a program.

    The page offers inputs of the `task`, or the given `examples`, and marks their answers as right
    or wrong. It opens on the input `start`, a text or words, if given. `raw` shows the code in the
    paper's layout.
    """
    data = page_data(program, name, task, examples, start, raw)
    script = (
        '"use strict";\n(() => {\n'
        + "\n".join(_part(f"{name}.js") for name in SCRIPTS)
        + "\n})();\n"
    )
    style = _part("style.css")
    contents = {
        "SCRIPT-HASH": _hash(script),
        "STYLE-HASH": _hash(style),
        "STYLE": style,
        "DATA": _json(data),
        "SCRIPT": script,
    }
    parts = _part("index.html").split("@@")  # every other one is the name of what goes there
    return "".join(contents[part] if i % 2 else part for i, part in enumerate(parts))


def write_page(program: Program, path: str | Path, **options: Any) -> Path:
    """Write the page to a file; takes the same options as `page`."""
    file = Path(path)
    write_text(file, page(program, **options))
    return file


def _part(name: str) -> str:
    return (files(__package__) / "page" / name).read_text(encoding="utf-8")


def _hash(text: str) -> str:
    """The name of a script or style in the content-security policy."""
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


def _json(data: object) -> str:
    """JSON that cannot end the element it stands in, nor begin a comment."""
    text = json.dumps(data, separators=(",", ":"))
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")
