"""Further tasks, beside the paper's: copying, order, counting, flags, runs, separators, brackets.

They are for the search (see docs/search.md) and as examples. `length` counts `<s>` and, where there
is one, `</s>`. Inputs are drawn as those of the paper's tasks.
"""

from __future__ import annotations

from itertools import groupby

from .drawing import BEGIN
from .question import Question, Symbols, causal, filled, yes


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
