"""Further tasks, beside the paper's: copying, order, counting, flags, runs, separators, brackets.

They are for the search (see docs/search.md) and as examples. The tasks of `DEVELOPED` were looked
at while the search was made; those of `HELD_OUT` were written at the same time and first searched
once, at the end. `length` counts `<s>` and, where there
is one, `</s>`. Inputs are drawn as those of the paper's tasks.
"""

from __future__ import annotations

from itertools import groupby

from .drawing import BEGIN
from .question import Question, Symbols, causal, filled, yes

NOTHING = "none"


def run(s: Symbols, i: int) -> int:
    """How many symbols up to place i are the same as it."""
    start = i
    while start > 0 and s[start - 1] == s[i]:
        start -= 1
    return i - start + 1


def depth(s: Symbols, i: int) -> int:
    """How many brackets are open after place i; closed ones that were not open count down."""
    return s[: i + 1].count("(") - s[: i + 1].count(")")


def since(s: Symbols, i: int) -> int:
    """How many symbols stand after the last | up to place i."""
    seen = s[: i + 1]
    return len(seen) if "|" not in seen else seen[::-1].index("|")


def partners(s: Symbols) -> dict[int, int]:
    """The place of the bracket that belongs to the one at each place, where there is one."""
    open_at: list[int] = []
    found = {}
    for place, symbol in enumerate(s):
        if symbol == "(":
            open_at.append(place)
        elif open_at:
            other = open_at.pop()
            found[place], found[other] = other, place
    return found


def _match(s: Symbols, i: int) -> object:
    """The position of the bracket that the one at place i closes; none where it closes none."""
    return "open" if s[i] == "(" else partners(s[: i + 1]).get(i, -1) + 1 or "none"


def _lead(s: Symbols, i: int) -> str:
    a, b = (s[: i + 1].count(name) for name in ("a", "b"))
    return "tie" if a == b else "a" if a > b else "b"


def _before_bar(s: Symbols, i: int) -> str:
    """The symbol just before the last | up to place i."""
    bars = [place for place in range(1, i + 1) if s[place] == "|"]
    return s[bars[-1] - 1] if bars else BEGIN


def _swapped(s: Symbols, i: int) -> str:
    other = i + 1 if i % 2 == 0 else i - 1
    return s[other] if other < len(s) else s[i]


def _back(s: Symbols, i: int) -> int:
    """How far back the same symbol stood last; 0 where it never did."""
    earlier = [place for place in range(i) if s[place] == s[i]]
    return i - earlier[-1] if earlier else 0


def _pairs(s: Symbols, i: int) -> int:
    """How often the symbol stands just after the one that is just before it here."""
    both = [BEGIN, *s]
    return sum(both[n : n + 2] == both[i : i + 2] for n in range(len(s)))


def _or_nothing(found: Symbols) -> str:
    return found[0] if found else NOTHING


def _turned(s: Symbols, i: int) -> str:
    """The symbol opposite place i in its part between two |."""
    start = i + 1 - since(s, i)
    rest = [*s[start:], "|"]
    return "|" if s[i] == "|" else rest[start + rest.index("|") - 1 - i]


def _last(s: Symbols, symbol: str) -> int:
    """The place of the last such symbol."""
    return len(s) - 1 - s[::-1].index(symbol)


def _span(s: Symbols, i: int) -> int:
    """How many symbols up to this one, without a break, are not larger."""
    start = i
    while start > 0 and int(s[start - 1]) <= int(s[i]):
        start -= 1
    return i - start + 1


def _ends(s: Symbols, i: int) -> str:
    first, last = s[i] == s[0], s[i] == s[-1]
    return "both" if first and last else "first" if first else "last" if last else NOTHING


def _lookup(s: Symbols, i: int) -> str:
    """The symbol that came just after this one the last time."""
    return _or_nothing([s[j + 1] for j in range(i - 1, -1, -1) if s[j] == s[i]])


FURTHER: dict[str, Question] = {
    "previous": causal(
        "letters -> letters <s>", "The previous symbol.", lambda s, i: s[i - 1] if i else BEGIN
    ),
    "next": Question(
        "letters -> letters <s>",
        "The next symbol; at the end, <s>.",
        lambda s, i: s[i + 1] if i + 1 < len(s) else BEGIN,
    ),
    "first": causal("letters -> letters", "The first symbol, everywhere.", lambda s, i: s[0]),
    "last": Question(
        "letters -> letters", "The last symbol, everywhere.", lambda s, i: s[-1], end=True
    ),
    "rotate": Question(
        "letters -> letters",
        "The next symbol; at the end, the first one.",
        lambda s, i: s[(i + 1) % len(s)],
    ),
    "swap": Question(
        "letters -> letters", "The input with each pair of neighbours swapped.", _swapped
    ),
    "largest": Question(
        "digits -> digits", "The largest digit, everywhere.", lambda s, i: max(s, key=int)
    ),
    "largest_so_far": causal(
        "digits -> digits", "The largest digit so far.", lambda s, i: max(s[: i + 1], key=int)
    ),
    "second_largest": Question(
        "digits -> digits",
        "The second largest of the different digits, everywhere.",
        lambda s, i: sorted(set(s), key=int)[-2:][0],
    ),
    "sort_down": Question(
        "digits -> digits",
        "The digits in descending order.",
        lambda s, i: sorted(s, key=int, reverse=True)[i],
        end=True,
    ),
    "smaller": Question(
        "digits -> from-0",
        "The number of smaller digits.",
        lambda s, i: sum(int(x) < int(s[i]) for x in s),
    ),
    "larger_after": Question(
        "digits -> from-0",
        "The number of larger digits after.",
        lambda s, i: sum(int(x) > int(s[i]) for x in s[i + 1 :]),
    ),
    "sum_so_far": causal(
        "digits -> sums", "The sum of the digits so far.", lambda s, i: sum(map(int, s[: i + 1]))
    ),
    "median": Question(
        "digits -> digits",
        "The median digit, everywhere.",
        lambda s, i: sorted(s, key=int)[(len(s) - 1) // 2],
    ),
    "palindrome": Question(
        "letters -> no yes", "Is the input a palindrome?", lambda s, i: yes(s == s[::-1])
    ),
    "distinct": Question(
        "letters -> from-1", "The number of different symbols.", lambda s, i: len(set(s))
    ),
    "distinct_so_far": causal(
        "letters -> from-1",
        "The number of different symbols so far.",
        lambda s, i: len(set(s[: i + 1])),
    ),
    "repeated": Question(
        "letters -> no yes",
        "Does the symbol also occur elsewhere?",
        lambda s, i: yes(s.count(s[i]) > 1),
    ),
    "new": causal("letters -> no yes", "Is the symbol new?", lambda s, i: yes(s[i] not in s[:i])),
    "once": Question(
        "letters -> letters <s>",
        "The symbols that occur only once, then <s>.",
        filled(lambda s: [x for x in s if s.count(x) == 1]),
    ),
    "dedupe": Question(
        "letters -> letters <s>",
        "The different symbols in input order, then <s>.",
        filled(lambda s: list(dict.fromkeys(s))),
    ),
    "every_second": Question(
        "letters -> letters <s>",
        "The first, third, ... symbol, then <s>.",
        filled(lambda s: s[::2]),
    ),
    "back": causal("letters -> from-0", "The distance to the previous equal symbol, or 0.", _back),
    "pairs": Question("letters -> from-1", "How often this pair of neighbours occurs.", _pairs),
    "run": causal("letters -> from-1", "The length of the run of equal symbols up to here.", run),
    "longest_run": Question(
        "letters -> from-1",
        "The length of the longest run of equal symbols.",
        lambda s, i: max(len(list(group)) for _, group in groupby(s)),
    ),
    "parity": causal(
        "letters -> even odd",
        "Is the number of a's so far odd?",
        lambda s, i: "odd" if s[: i + 1].count("a") % 2 else "even",
    ),
    "lead": causal("letters -> a b tie", "Which is more frequent so far, a or b?", _lead),
    "since_bar": causal("bars -> from-0", "The number of symbols since the last |.", since),
    "before_bar": causal("bars -> bars <s>", "The symbol just before the last |.", _before_bar),
    "depth": causal("( ) -> depths", "The number of ( minus the number of ) so far.", depth),
    "match": causal(
        "( ) -> from-1 none open", "The position of the bracket that a ) closes.", _match
    ),
}

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
        lambda s, i: min(set(s[: i + 1]), key=lambda one: (-s[: i + 1].count(one), one)),
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
        "digits -> digits none",
        "The symbol n positions ahead; n is the first digit.",
        lambda s, i: _or_nothing(s[i + int(s[0]) :]),
    ),
    "halves": Question(
        "a b -> no yes",
        "Are both halves the same?",
        lambda s, i: yes(s[: len(s) // 2] == s[len(s) // 2 :]),
    ),
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
        "letters -> no yes",
        "Is a neighbour the same symbol?",
        lambda s, i: yes(s[i] in (*s[max(0, i - 1) : i], *s[i + 1 : i + 2])),
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
