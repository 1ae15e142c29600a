"""JSON values as text that a person can read and diff: one block a step, one line a row."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

Json = Any
PLAIN, ESCAPED = json.JSONEncoder(ensure_ascii=False), json.JSONEncoder()  # made once
WIDTH = 100
ALWAYS_BLOCKS = 6  # an object indented less than this is a block, even where it fits on a line


def json_line(value: Json) -> str:
    r"""JSON on one line, as it reads: only what does not print is escaped.

    >>> print(json_line({"tokens": ["é", "\n", "\ud800"]}))
    {"tokens": ["é", "\n", "\ud800"]}
    """
    match value:
        case str():
            return (PLAIN if value.isprintable() else ESCAPED).encode(value)
        case int() if not isinstance(value, bool):  # most values are
            return repr(int(value))
        case dict():
            fields = (f"{json_line(key)}: {json_line(field)}" for key, field in value.items())
            return "{" + ", ".join(fields) + "}"
        case list() | tuple():
            return "[" + ", ".join(map(json_line, value)) + "]"
        case _:
            return ESCAPED.encode(value)


def json_text(value: Json, indent: int = 0) -> str:
    """JSON on many lines: objects as blocks, lists of lists one row per line, plain lists filled.

    >>> print(json_text({"name": "x", "rows": [[0], [1, 2]]}))
    {
      "name": "x",
      "rows": [
        [0],
        [1, 2]
      ]
    }
    """
    inner = " " * (indent + 2)
    match value:
        case dict():
            if indent >= ALWAYS_BLOCKS and _is_flat(value):
                line = json_line(value)
                if indent + len(line) <= WIDTH - 10:
                    return line
            lines = (f"{inner}{json_line(k)}: {json_text(v, indent + 2)}" for k, v in value.items())
            return _block("{", lines, "}", indent)
        case list() if set(map(type, value)) <= {int, str}:  # they may be many
            return _filled(list(map(json_line, value)), indent)
        case list() if _has_rows(value):
            return _block("[", (inner + json_line(item) for item in value), "]", indent)
        case list() if not all(map(_is_flat, value)):
            return _block("[", (inner + json_text(item, indent + 2) for item in value), "]", indent)
        case list():
            return _filled([json_line(item) for item in value], indent)
        case _:
            return json_line(value)


def _is_flat(value: Json) -> bool:
    """Whether nothing in a value needs lines of its own."""
    fields = value.values() if isinstance(value, dict) else ()
    return not any(isinstance(field, dict) or _has_rows(field) for field in fields)


def _has_rows(value: Json) -> bool:
    return isinstance(value, list) and any(isinstance(item, list) for item in value)


def _block(start: str, lines: Iterable[str], end: str, indent: int) -> str:
    return start + "\n" + ",\n".join(lines) + "\n" + " " * indent + end


def _filled(items: list[str], indent: int) -> str:
    """A list on one line where it fits, else on as few as hold it."""
    if indent + sum(len(item) + 2 for item in items) <= WIDTH - 20:  # after its name
        return "[" + ", ".join(items) + "]"
    lines, inner, room = list[str](), " " * (indent + 2), 0
    for item in items:
        if len(item) + 2 > room:
            lines.append(inner + item)
            room = WIDTH - indent - 2
        else:
            lines[-1] += f", {item}"
        room -= len(item) + 2
    return _block("[", lines, "]", indent)
