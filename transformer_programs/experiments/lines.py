"""What a line of results must hold, by what was done: a line that lacks it is refused."""

from __future__ import annotations

from typing import Any

from ..store.untrusted import SHARE, Fields, StoreError, Such, require
from .record import Json

TEXT_OR_NONE = (str, None, ...)
MADE: Fields = {"device": str, "jax": TEXT_OR_NONE, "python": TEXT_OR_NONE, "date": str}
ENTITIES: Fields = {"wanted": int, "found": int, "right": int}
SCORES: Fields = {
    "token": SHARE,
    "exact": SHARE,
    "entities": (ENTITIES, None, ...),
}
EVERY: Fields = SCORES | {"inputs": int, "labels": int}  # those on all inputs


def _is_shape(value: Any) -> bool:
    numbers = isinstance(value, list) and all(type(item) is int for item in value)
    return numbers and len(value) in (2, 5)


MEMBER: Fields = {
    "seed": int,
    "shape": Such("a shape of 2 or 5 whole numbers", _is_shape),
    "validation": (SHARE, None),
    "test": SHARE,
    "loss": (float, None, ...),
    "diverged": (bool, None, ...),
}
TRIED: Fields = {"networks": int, "validation": SHARE, "test": SHARE}
BEST: Fields = MEMBER | {
    "validation": SHARE,
    "program": (str, ...),
    "networks": (int, ...),
    "scores": (SCORES, ...),
    "all": (EVERY, None, ...),
    "proof": (str, ...),
    "reads": ({...: {...: int}}, ...),
}
CHANGED: Fields = {"says": str, "scores": SCORES, "program": (str, ...)}
NETWORKS: Fields = {
    "config": ({"epochs": int}, None),
    "members": [MEMBER],
    "best": (BEST, None),
    "summary": (
        {"seeds": int, "solved": int, "best": SHARE}
        | {"median": (SHARE, ...), "solved_at": (SHARE, ...)},
        ...,
    ),
    "alone": ({"validation": SHARE, "test": SHARE}, ...),
    "side_by_side": ([TRIED], ...),
    "before_generations": ({"test": SHARE}, ...),
    "improved": (CHANGED | {"says": (str, ...)}, ...),
}
SHORTENED: Fields = {"lines": int, "seconds": (float, ...), "test": SHARE, "all": (SHARE, None)}
OVERLAP: Fields = dict.fromkeys(("drawn", "train", "test", "labels", "repeated", "reordered"), int)
KINDS: dict[str, Fields] = {
    "program": NETWORKS,
    "standard": NETWORKS,
    "baseline": {"best": {"test": SHARE, "scores": SCORES}},
    "lengths": {"lengths": {...: SHORTENED}},
    "descent": {"learned": SHARE, "improved": CHANGED},
    "search": {
        "exact": bool,
        "search": [(SHARE, None)],
        "gradient": [(SHARE, None)],
        "lines": (int, None),
        "gradient_lines": (int, None),
        "search_seconds": float,
    },
    "data": {"overlap": OVERLAP | {"inputs": (int, None), "prefixes": (int, None)}},
}
LINE: Fields = {
    "part": {"name": str, "kind": Such("a kind of part", lambda kind: kind in tuple(KINDS))},
    "made": MADE,
    "command": str,
    "seconds": (float, None),
    "note": (str, ...),
    "read": (str, ...),
}  # what every line of results has
PROGRAM: Fields = {
    "name": str,
    "program": str,
    "experiment": str,
    "task": str,
    "task_settings": dict,
    "test": SCORES,
    "all": (EVERY, None),
    "proof": str,
    "steps": (int, ...),
    "lines": (int, None, ...),
    "code_lines": (int, None, ...),
}  # a line on a program that is kept
SEARCH: Fields = {
    "label": str,
    "seed": int,
    "solved": bool,
    "checks": [str],
    "longer": [SHARE],
    "cost": (int, None),
    "lines": (int, None),
}  # a line of experiments/search.py
LANGUAGE: Fields = {
    "task": str,
    "setting": str,
    "best": int,
    "seeds": {...: [SHARE]},
    "proof": (str, ...),
}  # a line of experiments/language.py


def check_line(line: Json, where: str) -> None:
    """Refuse a line of results that does not hold what was done."""
    require(line, LINE, where)
    require(line, KINDS[line["part"]["kind"]], where)
    for place in (line.get("best") or {}).get("reads", ()):
        if len(place.split(" ")) != 3:
            raise StoreError(f"{where}, best, reads: expected a kind, layer and role, got {place}")
