"""A trace as text for a terminal, and as HTML for a notebook. All words are shown as text."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from .causes import spell

if TYPE_CHECKING:
    from . import Trace
    from .why import Why


def grid(trace: Trace) -> list[list[str]]:
    """A run as rows of text: a header, the tokens, the variables, the answer.

    >>> from transformer_programs.shelf import histogram
    >>> from . import trace
    >>> for row in grid(trace(histogram.program, ["<s>", "a", "a"])): print(row)
    ['position', '0', '1', '2']
    ['tokens', '<s>', 'a', 'a']
    ['ones', '1', '1', '1']
    ['num_attn_0_0_outputs', '1', '2', '2']
    ['output', '<s>', '2', '2']
    """
    length = len(trace.tokens)
    rows = [["position", *map(str, range(length))]]
    for record in trace.steps:
        name = f"{record.name} (off)" if record.off else record.name
        rows.append([name, *(str(record.symbol(i)) for i in range(length))])
    if ["tokens", *trace.tokens] not in rows:
        rows.insert(1, ["words", *trace.tokens])
    cells = [trace.answer] + [""] * (length - 1) if isinstance(trace.answer, str) else trace.answer
    return [*rows, ["output", *cells]]


def as_text(trace: Trace) -> str:
    """The grid in columns; what would not show is spelled out."""
    rows = [[cell if cell.isprintable() else spell(cell) for cell in row] for row in grid(trace)]
    widths = [max(len(row[c]) for row in rows) for c in range(len(rows[0]))]
    lines = [
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in rows
    ]
    return "\n".join(lines)


def trace_html(trace: Trace) -> str:
    """A table for a notebook."""
    from ..view.notebook import table_html  # a method is only a short name for the function

    head, *rows = grid(trace)
    return table_html("", head, rows, bold=len(rows) - 1)


def why_html(why: Why) -> str:
    """The votes as a table for a notebook, largest difference first."""
    from ..view.notebook import table_html

    rows = [[what, f"{a:,}", f"{b:,}", f"{a - b:+,}"] for what, a, b in why.table()]
    head = ["value", "for", "against", "lead"]
    table = table_html("", head, rows, bold=len(rows) - 1) if why.rows else ""
    return f"<p>{escape(why.title)}</p>{_coloured(why)}{table}"


def _coloured(why: Why) -> str:
    """The words of the input, green where they speak for the label, red where against it."""
    most = max(map(abs, why.words), default=0)
    if not most:
        return ""
    words = []
    for word, lead in zip(why.trace.tokens, why.words, strict=True):
        colour = f"{'#2a9d4a' if lead > 0 else '#d1495b'}{round(160 * abs(lead) / most):02x}"
        words.append(f"<span style='background:{colour};padding:1px 3px'>{escape(word)}</span>")
    return f"<p>{' '.join(words)}</p>"
