"""The few functions that an emitted program stands on, as the paper has them.

`select_closest` gives the position that each query attends to and `aggregate` copies from there;
`select` gives all positions and `aggregate_sum` adds up. A function that looks less far than the
heads of its program usually do says so in its name: `select_last_before`, `select_upto`. Only what
a program uses is printed. With a score it is `select_best`, which is chosen among alike by the same
rules: `select_best`, `select_best_first_before`.
"""

from __future__ import annotations

from dataclasses import dataclass

from ..program import Program
from ..program.steps import CategoricalHead, Head, NumericalHead, Reach
from .names import Names
from .writer import Writer

Kind = tuple[str, Reach]  # which matches a head selects, and where it looks for them
SELECT = {"nearest": "select_closest", "first": "select_first", "last": "select_last"}
BEST = {"nearest": "select_best", "first": "select_best_first", "last": "select_best_last"}
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
    "all": ("nearest_first(i, len(keys))", "nearest match, itself last, or 0"),
    "before": ("range(i)[::-1]", "nearest earlier match, or 0"),
    "upto": ("[*range(i)[::-1], i]", "nearest earlier match, or itself, or 0"),
    "after": ("range(i + 1, len(keys))", "nearest later match, or 0"),
}


@dataclass(frozen=True, slots=True)
class Prelude:
    """The names of the library functions that a program uses."""

    kinds: dict[Kind, str]
    nearest_first: str
    copy: str
    add_up: str

    def select(self, head: Head, causal: bool) -> str:
        """The function that finds what each query of a head attends to."""
        return self.kinds[kind_of(head, causal)]

    def aggregate(self, head: Head) -> str:
        """The function that takes the values from there."""
        return self.add_up if isinstance(head, NumericalHead) else self.copy


NO_LIBRARY = Prelude({}, "", "", "")


def reach_of(head: Head, causal: bool) -> Reach:
    return "upto" if causal and head.reach == "all" else head.reach


def kind_of(head: Head, causal: bool) -> Kind:
    if isinstance(head, NumericalHead):
        select = "select"
    else:
        select = (SELECT if head.score is None else BEST)[head.choose]
    return select, reach_of(head, causal)


def prelude(program: Program, names: Names) -> Prelude:
    heads = [step for step in program.steps if isinstance(step, CategoricalHead | NumericalHead)]
    kinds = dict.fromkeys(kind_of(head, program.causal) for head in heads)
    usual: Reach = "upto" if program.causal else "all"
    return Prelude(
        {
            (select, reach): names.new(select if reach == usual else f"{select}_{reach}")
            for select, reach in kinds
        },
        names.new("nearest_first"),
        names.new("aggregate"),
        names.new("aggregate_sum"),
    )


def needs_nearest_first(lib: Prelude) -> bool:
    return any((select, "all") in lib.kinds for select in ("select_closest", "select_best"))


def print_prelude(lib: Prelude) -> list[Writer]:
    """Each library function by itself."""
    parts = [_nearest_first(lib)] if needs_nearest_first(lib) else []
    for (select, reach), name in lib.kinds.items():
        many = select == "select"
        parts.append(_select_all(name, reach) if many else _select_one(lib, name, select, reach))
    selects = {select for select, _ in lib.kinds}
    if selects - {"select"}:
        parts.append(_aggregate(lib.copy, "[values[j] for j in attention]"))
    if "select" in selects:
        sums = "[sum([values[j] for j in matches]) for matches in attention]"
        parts.append(_aggregate(lib.add_up, sums))
    return parts


def _select(name: str, docstring: str, *body: str, scored: bool = False) -> Writer:
    w = Writer()
    with w.block(f"def {name}(keys, queries, predicate{', score' if scored else ''}):"):
        w.line(f'"""{docstring}"""')
        for line in body:
            w.line(line)
    return w


def _aggregate(name: str, values: str) -> Writer:
    w = Writer()
    with w.block(f"def {name}(attention, values):"):
        w.line(f"return {values}")
    return w


def _nearest_first(lib: Prelude) -> Writer:
    w = Writer()
    w.line("@lru_cache(maxsize=1024)")
    with w.block(f"def {lib.nearest_first}(i, length):"):
        w.line('"""Positions by their distance from i: left before right, i itself last."""')
        w.line("return sorted(range(length), key=lambda j: (j == i, abs(i - j), j))")
    return w


def _select_one(lib: Prelude, name: str, select: str, reach: Reach) -> Writer:
    """A function that finds one match a query: the first in an order of preference."""
    match select:
        case "select_first" | "select_best_first":
            order, rule = RANGES[reach], f"first match{PLACES[reach]}, or 0"
        case "select_last" | "select_best_last":
            order, rule = f"{RANGES[reach]}[::-1]", f"last match{PLACES[reach]}, or 0"
        case _:
            order, rule = NEAREST[reach]
            order = order.replace("nearest_first", lib.nearest_first)
    if select in BEST.values():
        return _select(
            name,
            f"Each query's best match, of equals the {rule}.",
            "return [",
            "    max(",
            f"        (j for j in {order} if predicate(query, keys[j])),",
            "        key=lambda j: score(query, keys[j]),",
            "        default=0,",
            "    )",
            "    for i, query in enumerate(queries)",
            "]",
            scored=True,
        )
    return _select(
        name,
        f"For each query, the position of its {rule}.",
        "return [",
        f"    next((j for j in {order} if predicate(query, keys[j])), 0)",
        "    for i, query in enumerate(queries)",
        "]",
    )


def _select_all(name: str, reach: Reach) -> Writer:
    """The function that finds every match of a query."""
    if reach == "all":
        return _select(
            name,
            "For each query, the positions of all its matches; equal queries share them.",
            "matches = {",
            "    query: [j for j, key in enumerate(keys) if predicate(query, key)]",
            "    for query in set(queries)",
            "}",
            "return [matches[query] for query in queries]",
        )
    return _select(
        name,
        f"For each query, the positions of all its matches{PLACES[reach]}.",
        "return [",
        f"    [j for j in {RANGES[reach]} if predicate(query, keys[j])]",
        "    for i, query in enumerate(queries)",
        "]",
    )
