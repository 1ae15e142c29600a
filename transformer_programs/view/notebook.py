"""Programs as HTML for notebooks. All words are shown as text."""

from __future__ import annotations

from html import escape

from ..program import Program
from ..simplifier import readable

CODE = "max-height:32em;overflow:auto;font-size:0.9em;line-height:1.4"


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
