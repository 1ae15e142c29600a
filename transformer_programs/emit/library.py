"""The few functions that every emitted program stands on, as the paper has them.

A head's pattern is the position that each query attends to, or, for `select`, all of them. Only
what a program uses is printed. Where all its heads reach equally far the functions say how far;
otherwise each head passes a `reach`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from ..program import Program
from ..steps import CategoricalHead, Head, NumericalHead, Reach
from .names import Names
from .writer import Writer

Kind = Literal["select_closest", "select_first", "select_last", "select"]
KIND_OF_CHOICE: dict[str, Kind] = {
    "nearest": "select_closest",
    "first": "select_first",
    "last": "select_last",
}
# The positions in reach of position i, and how a docstring names them.
RANGES: dict[Reach, str] = {
    "all": "range(len(keys))",
    "before": "range(i)",
    "upto": "range(i + 1)",
    "after": "range(i + 1, len(keys))",
}
PLACES: dict[Reach, str] = {
    "all": "",
    "before": " before its position",
    "upto": " up to its position",
    "after": " after its position",
}
REACHES: dict[Reach, tuple[str, str]] = {
    "all": ("everywhere", "All positions."),
    "before": ("before", "The positions before i."),
    "upto": ("upto", "The positions before i, and i."),
    "after": ("after", "The positions after i."),
}
# Where only one side is in reach, the order of preference needs no sorting.
NEAREST: dict[Reach, str] = {
    "before": "reversed(range(i))",
    "upto": "[*reversed(range(i)), i]",
    "after": "range(i + 1, len(keys))",
}


@dataclass(frozen=True, slots=True)
class Library:
    """The names of the library functions that a program uses."""

    kinds: dict[Kind, str]
    reaches: dict[Reach, str]
    shared: Reach | None
    nearest_first: str
    aggregate: str | None
    aggregate_sum: str | None

    def select(self, head: Head, causal: bool) -> tuple[str, tuple[str, ...]]:
        """The function that computes a head's pattern, and its arguments after the predicate."""
        extra = () if self.shared else (self.reaches[reach_of(head, causal)],)
        return self.kinds[kind_of(head)], extra


def reach_of(head: Head, causal: bool) -> Reach:
    return "upto" if causal and head.reach == "all" else head.reach


def kind_of(head: Head) -> Kind:
    return "select" if isinstance(head, NumericalHead) else KIND_OF_CHOICE[head.choose]


def library(program: Program, names: Names) -> Library:
    heads = [step for step in program.steps if isinstance(step, CategoricalHead | NumericalHead)]
    kinds = {kind_of(head) for head in heads}
    reaches = {reach_of(head, program.causal) for head in heads}
    shared = next(iter(reaches)) if len(reaches) == 1 else None
    categorical = any(isinstance(head, CategoricalHead) for head in heads)
    return Library(
        {kind: names.new(kind) for kind in (*KIND_OF_CHOICE.values(), "select") if kind in kinds},
        {
            reach: names.new(REACHES[reach][0])
            for reach in RANGES
            if reach in reaches and not shared
        },
        shared,
        names.new("nearest_first"),
        names.new("aggregate") if categorical else None,
        names.new("aggregate_sum") if "select" in kinds else None,
    )


def needs_nearest_first(lib: Library) -> bool:
    return "select_closest" in lib.kinds and lib.shared in (None, "all")


def print_library(lib: Library) -> list[Writer]:
    """Each library function by itself."""
    parts = [_reach(reach, name) for reach, name in lib.reaches.items()]
    if needs_nearest_first(lib):
        parts.append(_nearest_first(lib))
    for kind, name in lib.kinds.items():
        parts.append(_select_all(lib, name) if kind == "select" else _select_one(lib, kind, name))
    if lib.aggregate is not None:
        parts.append(
            _function(
                f"{lib.aggregate}(attention, values)",
                "The value at the position that each query attends to.",
                "return [values[j] for j in attention]",
            )
        )
    if lib.aggregate_sum is not None:
        parts.append(
            _function(
                f"{lib.aggregate_sum}(attention, values)",
                "The sum of the values at all positions that each query attends to.",
                "return [sum([values[j] for j in matches]) for matches in attention]",
            )
        )
    return parts


def _function(signature: str, docstring: str, *body: str) -> Writer:
    w = Writer()
    with w.block(f"def {signature}:"):
        w.line(f'"""{docstring}"""')
        for line in body:
            w.line(line)
    return w


def _reach(reach: Reach, name: str) -> Writer:
    positions = RANGES[reach].replace("len(keys)", "length")
    return _function(f"{name}(i, length)", REACHES[reach][1], f"return {positions}")


def _nearest_first(lib: Library) -> Writer:
    w = Writer()
    given, positions = ("length", "range(length)") if lib.shared else ("positions", "positions")
    w.line("@lru_cache(maxsize=1024)")
    with w.block(f"def {lib.nearest_first}(i, {given}):"):
        w.line('"""Positions by their distance from i: left before right, i itself last."""')
        w.line(f"return sorted({positions}, key=lambda j: (j == i, abs(i - j), j))")
    return w


def _signature(lib: Library, name: str) -> str:
    return f"{name}(keys, queries, predicate{'' if lib.shared else ', reach'})"


def _select_one(lib: Library, kind: Kind, name: str) -> Writer:
    """A function that picks one position a query: the first match in an order of preference."""
    positions = RANGES[lib.shared] if lib.shared else "reach(i, len(keys))"
    place = PLACES[lib.shared] if lib.shared else " in reach"
    if kind == "select_first":
        order, rule = positions, f"the first match{place}, else 0"
    elif kind == "select_last":
        order, rule = f"reversed({positions})", f"the last match{place}, else 0"
    else:
        order = f"{lib.nearest_first}(i, {'len(keys)' if lib.shared else positions})"
        order = NEAREST.get(lib.shared, order) if lib.shared else order
        rule = f"the nearest match{place}, its own position last, else 0"
        if lib.shared in ("before", "after"):
            rule = f"the nearest match{place}, else 0"
        elif lib.shared == "upto":
            rule = "the nearest earlier match, else itself if it matches, else 0"
    return _function(
        _signature(lib, name),
        f"For each query, {rule}.",
        "chosen = [0] * len(queries)",
        "for i, query in enumerate(queries):",
        f"    for j in {order}:",
        "        if predicate(query, keys[j]):",
        "            chosen[i] = j",
        "            break",
        "return chosen",
    )


def _select_all(lib: Library, name: str) -> Writer:
    """The function that picks every match of a query."""
    if lib.shared == "all":
        return _function(
            _signature(lib, name),
            "For each query, all matches; equal queries have the same.",
            "matches = {",
            "    query: [j for j, key in enumerate(keys) if predicate(query, key)]",
            "    for query in set(queries)",
            "}",
            "return [matches[query] for query in queries]",
        )
    place = PLACES[lib.shared] if lib.shared else " in reach"
    positions = RANGES[lib.shared] if lib.shared else "reach(i, len(keys))"
    return _function(
        _signature(lib, name),
        f"For each query, all matches{place}.",
        "return [",
        f"    [j for j in {positions} if predicate(query, keys[j])]",
        "    for i, query in enumerate(queries)",
        "]",
    )
