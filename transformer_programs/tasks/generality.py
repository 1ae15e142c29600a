"""Tasks that say how general the search is: those it was developed on, and those held out.

The tasks of `DEVELOPED` were looked at while the search was made; those of `HELD_OUT` were written
at the same time and first searched once, at the end.
"""

from __future__ import annotations

from .further import depth, partners, run, since
from .question import Question, Symbols, filled, yes

NOTHING = "none"


def _or_nothing(found: Symbols) -> str:
    return found[0] if found else NOTHING


def _mode(seen: Symbols) -> str:
    """The most common symbol, of equals the first by the alphabet."""
    return min(set(seen), key=lambda symbol: (-seen.count(symbol), symbol))


def _segment(s: Symbols, i: int) -> tuple[int, int]:
    """Where the part between two | begins and ends that place i is in; a | begins the next."""
    start = i + 1 - since(s, i)
    rest = s[start:]
    return start, start + (rest.index("|") if "|" in rest else len(rest))


def _turned(s: Symbols, i: int) -> str:
    start, stop = _segment(s, i)
    return "|" if s[i] == "|" else s[start + stop - 1 - i]


def _shifted(s: Symbols, i: int) -> str:
    return _or_nothing(s[i + int(s[0]) :])


def _halves(s: Symbols) -> bool:
    middle = len(s) // 2
    return s[:middle] == s[middle:]


def _last(s: Symbols, symbol: str) -> int:
    """The place of the last such symbol."""
    return len(s) - 1 - s[::-1].index(symbol)


def _span(s: Symbols, i: int) -> int:
    """How many symbols up to this one, without a break, are not larger."""
    start = i
    while start > 0 and int(s[start - 1]) <= int(s[i]):
        start -= 1
    return i - start + 1


def _twin(s: Symbols, i: int) -> bool:
    return s[i] in (*s[max(0, i - 1) : i], *s[i + 1 : i + 2])


def _ends(s: Symbols, i: int) -> str:
    first, last = s[i] == s[0], s[i] == s[-1]
    return "both" if first and last else "first" if first else "last" if last else NOTHING


def _lookup(s: Symbols, i: int) -> str:
    """The symbol that came just after this one the last time."""
    return _or_nothing([s[j + 1] for j in range(i - 1, -1, -1) if s[j] == s[i]])


DEVELOPED: dict[str, Question] = {
    "half": Question(
        "letters -> letters", "The symbol at half this position.", lambda s, i: s[i // 2]
    ),
    "larger_than_before": Question(
        "digits -> no yes",
        "Is the digit larger than the previous one?",
        lambda s, i: yes(i > 0 and int(s[i]) > int(s[i - 1])),
    ),
    "nth": Question(
        "letters -> from-1",
        "How often the symbol has occurred so far.",
        lambda s, i: s[: i + 1].count(s[i]),
    ),
    "rank_distinct": Question(
        "digits -> from-0",
        "The number of different smaller digits.",
        lambda s, i: len({x for x in s if int(x) < int(s[i])}),
    ),
    "mode_so_far": Question(
        "letters -> letters",
        "The most frequent symbol so far; ties by name.",
        lambda s, i: _mode(s[: i + 1]),
    ),
    "after_bar": Question(
        "bars -> bars none",
        "The symbol after the first |.",
        lambda s, i: s[s.index("|") + 1] if "|" in s[:-1] else NOTHING,
    ),
    "successor": Question(
        "a b c d -> a b c d", "The next letter; a after d.", lambda s, i: "bcda"["abcd".index(s[i])]
    ),
    "shift_by_first": Question(
        "digits -> digits none", "The symbol n positions ahead; n is the first digit.", _shifted
    ),
    "halves": Question("a b -> no yes", "Are both halves the same?", lambda s, i: yes(_halves(s))),
    "first_repeated": Question(
        "letters -> letters none",
        "The first symbol that occurs a second time.",
        lambda s, i: _or_nothing([s[j] for j in range(len(s)) if s[j] in s[:j]]),
    ),
    "where_before": Question(
        "letters -> from-0",
        "The previous position of the same symbol, or 0.",
        lambda s, i: max([j + 1 for j in range(i) if s[j] == s[i]], default=0),
    ),
    "smallest_so_far": Question(
        "digits -> digits", "The smallest digit so far.", lambda s, i: min(s[: i + 1], key=int)
    ),
    "inversions": Question(
        "digits -> from-0",
        "The number of larger digits before.",
        lambda s, i: sum(int(x) > int(s[i]) for x in s[:i]),
    ),
    "sorted_so_far": Question(
        "digits -> no yes",
        "Are the digits in ascending order so far?",
        lambda s, i: yes(s[: i + 1] == sorted(s[: i + 1], key=int)),
    ),
    "partner": Question(
        "( ) -> from-0",
        "The position of the matching bracket, or 0.",
        lambda s, i: partners(s).get(i, -1) + 1,
    ),
    "copy_before_a": Question(
        "letters -> letters",
        "At an a, the symbol before it; otherwise the symbol.",
        lambda s, i: s[i - 1] if i > 0 and s[i] == "a" else s[i],
    ),
    "distinct_pairs": Question(
        "letters -> from-0",
        "The number of different pairs of neighbours so far.",
        lambda s, i: len({(s[j - 1], s[j]) for j in range(1, i + 1)}),
    ),
    "alternate": Question(
        "letters -> A B", "A and B in turn, for any input.", lambda s, i: "AB"[i % 2]
    ),
    "count_mod_3": Question(
        "letters -> 0 1 2",
        "The number of a's so far, modulo 3.",
        lambda s, i: s[: i + 1].count("a") % 3,
    ),
    "next_larger": Question(
        "digits -> digits none",
        "The next later digit that is larger.",
        lambda s, i: _or_nothing([x for x in s[i + 1 :] if int(x) > int(s[i])]),
    ),
    "where_largest": Question(
        "digits -> from-1",
        "The first position of the largest digit.",
        lambda s, i: s.index(max(s, key=int)) + 1,
    ),
    "turn_parts": Question("bars -> bars", "The input with each part between | reversed.", _turned),
    "balance": Question(
        "letters -> no yes",
        "Are there as many a's as b's?",
        lambda s, i: yes(s.count("a") == s.count("b")),
    ),
    "longest_so_far": Question(
        "letters -> from-1",
        "The length of the longest run of equal symbols so far.",
        lambda s, i: max(run(s, j) for j in range(i + 1)),
    ),
}

HELD_OUT: dict[str, Question] = {
    "without_a": Question(
        "letters -> letters none",
        "All symbols but a, moved to the front.",
        filled(lambda s: [x for x in s if x != "a"], NOTHING),
    ),
    "span": Question(
        "digits -> from-1", "The length of the run up to here without a larger digit.", _span
    ),
    "spread": Question(
        "letters -> from-0",
        "The distance from the first to the last position of the symbol.",
        lambda s, i: _last(s, s[i]) - s.index(s[i]),
    ),
    "twin": Question(
        "letters -> no yes", "Is a neighbour the same symbol?", lambda s, i: yes(_twin(s, i))
    ),
    "mode_count": Question(
        "letters -> from-1",
        "How often the most common symbol occurs.",
        lambda s, i: max(s.count(x) for x in s),
    ),
    "part_sum": Question(
        "digit-bars -> sums",
        "The sum of the digits since the last |.",
        lambda s, i: sum(map(int, s[i + 1 - since(s, i) : i + 1])),
    ),
    "ends": Question(
        "letters -> both first last none", "Does the symbol equal the first or the last one?", _ends
    ),
    "odds_then_evens": Question(
        "letters -> letters",
        "Every second symbol, then the others.",
        lambda s, i: (s[::2] + s[1::2])[i],
    ),
    "deepest_so_far": Question(
        "( ) -> from-0",
        "The largest depth so far.",
        lambda s, i: max(0, *(depth(s, j) for j in range(i + 1))),
    ),
    "where_last_smallest": Question(
        "digits -> from-1",
        "The last position of the smallest digit.",
        lambda s, i: _last(s, min(s, key=int)) + 1,
    ),
    "part_first": Question(
        "bars -> bars",
        "The first symbol since the last |.",
        lambda s, i: (s[i + 1 - since(s, i) :] or ["|"])[0],
    ),
    "lookup": Question(
        "letters -> letters none", "The symbol that last followed this one.", _lookup
    ),
}
