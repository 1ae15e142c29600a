"""A trace as text for a terminal, and as HTML for a notebook. All words are shown as text."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import TYPE_CHECKING

from .causes import spell

if TYPE_CHECKING:
    from . import Trace
    from .why import Why

CELL = "padding:2px 8px;text-align:center;font-family:monospace;white-space:pre"
NAME = "padding:2px 12px 2px 0;text-align:left;font-family:monospace"
LINE = "border-top:1px solid #8884"


def grid(trace: Trace) -> list[list[str]]:
    """What a run computed, as rows of text: a header, the tokens, the variables, the answer.

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
    head, *body, answer = grid(trace)
    rows = [_row(head, "th", "opacity:0.6")]
    rows += [_row(row, "td", "") for row in body]
    rows.append(_row(answer, "td", f"{LINE};font-weight:bold"))
    return f"<table style='border-collapse:collapse'>{''.join(rows)}</table>"


def why_html(why: Why) -> str:
    """The votes as a table for a notebook, largest difference first."""
    rows = [_row(["value", "for", "against", "lead"], "th", "opacity:0.6")]
    for what, votes, against in why.table():
        style = f"{LINE};font-weight:bold" if what == "sum" else ""
        rows.append(
            _row([what, f"{votes:,}", f"{against:,}", f"{votes - against:+,}"], "td", style)
        )
    table = f"<table style='border-collapse:collapse'>{''.join(rows)}</table>" if why.rows else ""
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


def _row(cells: Sequence[str], tag: str, style: str) -> str:
    first, *rest = (escape(cell) for cell in cells)
    others = "".join(f"<{tag} style='{CELL};{style}'>{cell}</{tag}>" for cell in rest)
    return f"<tr><{tag} style='{NAME};{style}'>{first}</{tag}>{others}</tr>"
