"""Programs and runs as HTML for notebooks. All words are shown as text."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from ..program import Program
from ..simplifier import readable

CODE = "max-height:32em;overflow:auto;font-size:0.9em;line-height:1.4"
CELL = "padding:2px 8px;text-align:right;white-space:pre"


def program_html(program: Program) -> str:
    """A line about a program, and its code.

    >>> from transformer_programs.shelf import histogram
    >>> program_html(histogram.program)[:53]
    '<p>Program: up to 8 words, 7 known, answers with num_'
    """
    return f"<p>{escape(repr(program)[1:-1])}</p><pre style='{CODE}'>{escape(str(program))}</pre>"


def show_page(program: Program) -> None:
    """Show the page of a program below a cell of a notebook, in a frame of its own."""
    from IPython.display import HTML, display  # type: ignore[import-not-found]

    from . import page

    text = escape(page(readable(program)))
    style = "width:100%;height:720px;border:1px solid #8884"
    display(HTML(f'<iframe srcdoc="{text}" style="{style}"></iframe>'))


def table_html(
    title: str, head: Sequence[str], rows: Sequence[Sequence[str]], bold: int = 0
) -> str:
    """A table with a title (none if empty) and one row in bold."""
    parts = [_row(head, "th", "opacity:0.6")]
    parts += [
        _row(row, "td", "font-weight:bold" if i == bold else "") for i, row in enumerate(rows)
    ]
    table = f"<table style='border-collapse:collapse'>{''.join(parts)}</table>"
    return f"<p>{escape(title)}</p>{table}" if title else table


def _row(cells: Sequence[str], tag: str, style: str) -> str:
    shown = "".join(f"<{tag} style='{CELL};{style}'>{escape(cell)}</{tag}>" for cell in cells)
    return f"<tr>{shown}</tr>"
