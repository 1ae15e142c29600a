"""JSON that a person can read and diff: short values on one line, long lists filled."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

Json = Any
WIDTH = 100
KEY_WIDTH = 20  # room for the key in front of a value


def json_line(value: Json) -> str:
    r"""JSON on one line; only characters that do not print are escaped.

    >>> print(json_line({"tokens": ["é", "\n", "\ud800"]}))
    {"tokens": ["é", "\n", "\ud800"]}
    """
    text = json.dumps(value, ensure_ascii=False)
    if text.isprintable():
        return text
    return "".join(char if char.isprintable() else json.dumps(char)[1:-1] for char in text)


def json_text(value: Json, indent: int = 0) -> str:
    """JSON on several lines, where it does not fit on one.

    >>> print(json_text({"name": "x" * 70, "rows": [[0], [1, 2]]}))
    {
      "name": "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
      "rows": [[0], [1, 2]]
    }
    """
    line, inner = json_line(value), " " * (indent + 2)
    if indent + len(line) <= WIDTH - KEY_WIDTH or not isinstance(value, dict | list):
        return line
    if isinstance(value, dict):
        fields = (f"{inner}{json_line(k)}: {json_text(v, indent + 2)}" for k, v in value.items())
        return _block("{", fields, "}", indent)
    if any(isinstance(item, dict | list) for item in value):
        items = (inner + json_text(item, indent + 2) for item in value)
        return _block("[", items, "]", indent)
    return _block("[", _filled(map(json_line, value), inner), "]", indent)


def _block(start: str, lines: Iterable[str], end: str, indent: int) -> str:
    return start + "\n" + ",\n".join(lines) + "\n" + " " * indent + end


def _filled(items: Iterable[str], inner: str) -> list[str]:
    """Items on as few lines as hold them."""
    lines, room = list[str](), 0
    for item in items:
        if len(item) + 2 > room:
            lines.append(inner + item)
            room = WIDTH - len(inner)
        else:
            lines[-1] += f", {item}"
        room -= len(item) + 2
    return lines
