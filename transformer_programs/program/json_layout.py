"""JSON that a person can read and diff: short values on one line, long lists filled."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

Json = Any
PLAIN = json.JSONEncoder(ensure_ascii=False)
WIDTH = 100
KEY_WIDTH = 20  # room for the key in front of a value


def json_line(value: Json) -> str:
    r"""JSON on one line; only characters that do not print are escaped.

    >>> print(json_line({"tokens": ["é", "\n", "\ud800"]}))
    {"tokens": ["é", "\n", "\ud800"]}
    """
    text = PLAIN.encode(value)
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
    if not isinstance(value, dict | list):
        return json_line(value)
    if isinstance(value, dict):
        items = [f"{json_line(k)}: {json_text(v, indent + 2)}" for k, v in value.items()]
    elif set(map(type, value)) == {int}:  # they may be many
        items = list(map(str, value))
    else:
        items = [json_text(item, indent + 2) for item in value]
    start, end = "{}" if isinstance(value, dict) else "[]"
    size = indent + sum(len(item) + 2 for item in items)
    if size <= WIDTH - KEY_WIDTH and not any("\n" in item for item in items):
        return start + ", ".join(items) + end
    inner = " " * (indent + 2)
    if isinstance(value, list) and not any(isinstance(item, dict | list) for item in value):
        lines = _filled(items, inner)
    else:
        lines = [inner + item for item in items]
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
