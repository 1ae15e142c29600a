"""The few functions that an emitted program stands on: what a head does, for every query at once.

A head's function is named for which match it takes and where it looks: `nearest`, `last_before`,
`add_up_upto`. Only what a program uses is printed.
"""

from __future__ import annotations

from dataclasses import dataclass

from ..program import Program
from ..steps import CategoricalHead, Head, NumericalHead, Reach
from .names import Names
from .writer import Writer

# What a head does: "nearest", "first" or "last" of its matches, or "add_up" all of them; and where.
Kind = tuple[str, Reach]
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
# The positions in reach of position i, the nearest first, and what a docstring says of them.
NEAREST: dict[Reach, tuple[str, str]] = {
    "all": ("nearest_first(i, len(keys))", "nearest match, itself last, or at 0"),
    "before": ("range(i)[::-1]", "nearest earlier match, or at 0"),
    "upto": ("[*range(i)[::-1], i]", "nearest earlier match, or itself, or at 0"),
    "after": ("range(i + 1, len(keys))", "nearest later match, or at 0"),
}


@dataclass(frozen=True, slots=True)
class Library:
    """The names of the library functions that a program uses."""

    kinds: dict[Kind, str]
    nearest_first: str

    def function(self, head: Head, causal: bool) -> str:
        """The function that computes a head."""
        return self.kinds[kind_of(head, causal)]


def reach_of(head: Head, causal: bool) -> Reach:
    return "upto" if causal and head.reach == "all" else head.reach


def kind_of(head: Head, causal: bool) -> Kind:
    does = "add_up" if isinstance(head, NumericalHead) else head.choose
    return does, reach_of(head, causal)


def library(program: Program, names: Names) -> Library:
    heads = [step for step in program.steps if isinstance(step, CategoricalHead | NumericalHead)]
    kinds = dict.fromkeys(kind_of(head, program.causal) for head in heads)
    usual: Reach = "upto" if program.causal else "all"
    return Library(
        {
            (does, reach): names.new(does if reach == usual else f"{does}_{reach}")
            for does, reach in kinds
        },
        names.new("nearest_first"),
    )


def needs_nearest_first(lib: Library) -> bool:
    return ("nearest", "all") in lib.kinds


def print_library(lib: Library) -> list[Writer]:
    """Each library function by itself."""
    parts = [_nearest_first(lib)] if needs_nearest_first(lib) else []
    for (does, reach), name in lib.kinds.items():
        parts.append(_add_up(name, reach) if does == "add_up" else _copy(lib, name, does, reach))
    return parts


def _function(name: str, docstring: str, *body: str) -> Writer:
    w = Writer()
    with w.block(f"def {name}(values, queries, keys, matches):"):
        w.line(f'"""{docstring}"""')
        for line in body:
            w.line(line)
    return w


def _nearest_first(lib: Library) -> Writer:
    w = Writer()
    w.line("@lru_cache(maxsize=1024)")
    with w.block(f"def {lib.nearest_first}(i, length):"):
        w.line('"""Positions by their distance from i: left before right, i itself last."""')
        w.line("return sorted(range(length), key=lambda j: (j == i, abs(i - j), j))")
    return w


def _copy(lib: Library, name: str, does: str, reach: Reach) -> Writer:
    """A function that takes one match a query: the first in an order of preference."""
    match does:
        case "first":
            order, rule = RANGES[reach], f"first match{PLACES[reach]}, or at 0"
        case "last":
            order, rule = f"{RANGES[reach]}[::-1]", f"last match{PLACES[reach]}, or at 0"
        case _:
            order, rule = NEAREST[reach]
            order = order.replace("nearest_first", lib.nearest_first)
    return _function(
        name,
        f"For each query, the value at the {rule}.",
        "copied = [values[0]] * len(queries)",
        "for i, query in enumerate(queries):",
        f"    for j in {order}:",
        "        if matches(query, keys[j]):",
        "            copied[i] = values[j]",
        "            break",
        "return copied",
    )


def _add_up(name: str, reach: Reach) -> Writer:
    """The function that adds up over every match of a query."""
    if reach == "all":
        return _function(
            name,
            "For each query, the sum of the values at all matches; equal queries share it.",
            "sums = {",
            "    query: sum([value for key, value in zip(keys, values) if matches(query, key)])",
            "    for query in set(queries)",
            "}",
            "return [sums[query] for query in queries]",
        )
    return _function(
        name,
        f"For each query, the sum of the values at all matches{PLACES[reach]}.",
        "return [",
        f"    sum([values[j] for j in {RANGES[reach]} if matches(query, keys[j])])",
        "    for i, query in enumerate(queries)",
        "]",
    )
