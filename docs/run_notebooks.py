"""Run the notebooks of docs/notebooks and store their outputs: `make notebooks`."""

from __future__ import annotations

import ast
import io
import json
import os
import tempfile
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any

NOTEBOOKS = Path(__file__).parent / "notebooks"
MAX_LINES = 60  # of an output that are stored


def outputs(source: str, space: dict[str, Any], number: int) -> list[dict[str, Any]]:
    """Run a cell: what it prints, and the value of its last expression."""
    body = ast.parse(source).body
    last = body.pop() if isinstance(body[-1], ast.Expr) else None
    printed, value = io.StringIO(), None
    with redirect_stdout(printed):
        exec(compile(ast.Module(body, []), f"cell {number}", "exec"), space)
        if isinstance(last, ast.Expr):
            value = eval(compile(ast.Expression(last.value), f"cell {number}", "eval"), space)
    found: list[dict[str, Any]] = []
    if printed.getvalue():
        found.append({"output_type": "stream", "name": "stdout", "text": cut(printed.getvalue())})
    if value is not None:
        data = {"text/plain": cut(repr(value))}
        found.append(
            {
                "output_type": "execute_result",
                "execution_count": number,
                "data": data,
                "metadata": {},
            }
        )
    return found


def cut(text: str) -> list[str]:
    """The lines of an output; of a long one, the first."""
    lines = text.splitlines(keepends=True)
    more = len(lines) - MAX_LINES
    return [*lines[:MAX_LINES], f"... and {more} more lines\n"] if more > 0 else lines


def run(path: Path) -> None:
    """Run all cells of a notebook in an empty folder, and write it with their outputs."""
    notebook, space = json.loads(path.read_text(encoding="utf-8")), {"__name__": path.stem}
    code = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        for number, cell in enumerate(code, 1):
            cell["outputs"] = outputs("".join(cell["source"]), space, number)
            cell["execution_count"] = number
        os.chdir(NOTEBOOKS)
    path.write_text(json.dumps(notebook, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    print(path.name, len(code), "cells")


if __name__ == "__main__":
    for found in sorted(NOTEBOOKS.glob("*.ipynb")):
        run(found.resolve())
