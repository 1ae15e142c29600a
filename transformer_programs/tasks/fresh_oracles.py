"""What each of the fresh tasks asks, in a few lines of plain Python on one input of words."""

from __future__ import annotations

from collections.abc import Callable

from .more_oracles import Words, depth, each, run, since, yes
from .oracles import Answer

Symbols = list[str]
NOTHING = "none"


def _or_nothing(found: list[str]) -> str:
    return found[0] if found else NOTHING


def _mode(seen: Symbols) -> str:
    """The most common symbol, of equals the first by the alphabet."""
    return min(set(seen), key=lambda symbol: (-seen.count(symbol), symbol))


def _partner(symbols: Symbols, i: int) -> int:
    """The place, from 1, of the bracket that belongs to this one; 0 where there is none."""
    open_at: list[int] = []
    partner = dict.fromkeys(range(len(symbols)), -1)
    for place, symbol in enumerate(symbols):
        if symbol == "(":
            open_at.append(place)
        elif open_at:
            other = open_at.pop()
            partner[place], partner[other] = other, place
    return partner[i] + 1


def _segment(symbols: Symbols, i: int) -> tuple[int, int]:
    """Where the part between two | begins and ends that place i is in; a | begins the next."""
    start = i + 1 - since(symbols, i)
    rest = symbols[start:]
    return start, start + (rest.index("|") if "|" in rest else len(rest))


def _turned(symbols: Symbols, i: int) -> str:
    start, stop = _segment(symbols, i)
    return "|" if symbols[i] == "|" else symbols[start + stop - 1 - i]


def _shifted(symbols: Symbols, i: int) -> str:
    return _or_nothing(symbols[i + int(symbols[0]) :])


def _halves(symbols: Symbols) -> bool:
    middle = len(symbols) // 2
    return symbols[:middle] == symbols[middle:]


def _last(symbols: Symbols, symbol: str) -> int:
    """The place of the last such symbol."""
    return len(symbols) - 1 - symbols[::-1].index(symbol)


def _span(symbols: Symbols, i: int) -> int:
    """How many symbols up to this one, without a break, are not larger."""
    start = i
    while start > 0 and int(symbols[start - 1]) <= int(symbols[i]):
        start -= 1
    return i - start + 1


def _twin(symbols: Symbols, i: int) -> bool:
    return symbols[i] in (*symbols[max(0, i - 1) : i], *symbols[i + 1 : i + 2])


def _ends(symbols: Symbols, i: int) -> str:
    first, last = symbols[i] == symbols[0], symbols[i] == symbols[-1]
    return "both" if first and last else "first" if first else "last" if last else NOTHING


def _lookup(symbols: Symbols, i: int) -> str:
    """The symbol that came just after this one the last time."""
    return _or_nothing([symbols[j + 1] for j in range(i - 1, -1, -1) if symbols[j] == symbols[i]])


DEVELOPED: dict[str, Callable[[Words], Answer]] = {
    "half": each(lambda s, i: s[i // 2]),
    "larger_than_before": each(lambda s, i: yes(i > 0 and int(s[i]) > int(s[i - 1]))),
    "nth": each(lambda s, i: s[: i + 1].count(s[i])),
    "rank_distinct": each(lambda s, i: len({x for x in s if int(x) < int(s[i])})),
    "mode_so_far": each(lambda s, i: _mode(s[: i + 1])),
    "after_bar": each(lambda s, i: s[s.index("|") + 1] if "|" in s[:-1] else NOTHING),
    "successor": each(lambda s, i: "bcda"["abcd".index(s[i])]),
    "shift_by_first": each(_shifted),
    "halves": each(lambda s, i: yes(_halves(s))),
    "first_repeated": each(
        lambda s, i: _or_nothing([s[j] for j in range(len(s)) if s[j] in s[:j]])
    ),
    "where_before": each(lambda s, i: max([j + 1 for j in range(i) if s[j] == s[i]], default=0)),
    "smallest_so_far": each(lambda s, i: min(s[: i + 1], key=int)),
    "inversions": each(lambda s, i: sum(int(x) > int(s[i]) for x in s[:i])),
    "sorted_so_far": each(lambda s, i: yes(s[: i + 1] == sorted(s[: i + 1], key=int))),
    "partner": each(_partner),
    "copy_before_a": each(lambda s, i: s[i - 1] if i > 0 and s[i] == "a" else s[i]),
    "distinct_pairs": each(lambda s, i: len({(s[j - 1], s[j]) for j in range(1, i + 1)})),
    "alternate": each(lambda s, i: "AB"[i % 2]),
    "count_mod_3": each(lambda s, i: s[: i + 1].count("a") % 3),
    "next_larger": each(lambda s, i: _or_nothing([x for x in s[i + 1 :] if int(x) > int(s[i])])),
    "where_largest": each(lambda s, i: s.index(max(s, key=int)) + 1),
    "turn_parts": each(_turned),
    "balance": each(lambda s, i: yes(s.count("a") == s.count("b"))),
    "longest_so_far": each(lambda s, i: max(run(s, j) for j in range(i + 1))),
}

HELD_OUT: dict[str, Callable[[Words], Answer]] = {
    "without_a": each(lambda s, i: ([x for x in s if x != "a"] + [NOTHING] * len(s))[i]),
    "span": each(_span),
    "spread": each(lambda s, i: _last(s, s[i]) - s.index(s[i])),
    "twin": each(lambda s, i: yes(_twin(s, i))),
    "mode_count": each(lambda s, i: max(s.count(x) for x in s)),
    "part_sum": each(lambda s, i: sum(map(int, s[i + 1 - since(s, i) : i + 1]))),
    "ends": each(_ends),
    "odds_then_evens": each(lambda s, i: (s[::2] + s[1::2])[i]),
    "deepest_so_far": each(lambda s, i: max(0, *(depth(s, j) for j in range(i + 1)))),
    "where_last_smallest": each(lambda s, i: _last(s, min(s, key=int)) + 1),
    "part_first": each(lambda s, i: (s[i + 1 - since(s, i) :] or ["|"])[0]),
    "lookup": each(_lookup),
}
