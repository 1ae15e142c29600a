"""What each of the further tasks asks, in a few lines of plain Python on one input of words.

An input starts with `<s>`; where the last word is `</s>` it is no symbol. An answer is None where
the task scores nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import groupby

from .oracles import Answer

Words = Sequence[str]
NONE = "<s>"


def each(answer: Callable[[list[str], int], object]) -> Callable[[Words], Answer]:
    """An oracle that asks at every symbol: `answer` gets the symbols and the place of one."""

    def oracle(words: Words) -> Answer:
        ends = words[-1] == "</s>"
        symbols = list(words[1 : len(words) - ends])
        asked = [str(answer(symbols, i)) for i in range(len(symbols))]
        return [None, *asked, *([None] if ends else [])]

    return oracle


def _list(made: Callable[[list[str]], list[str]]) -> Callable[[Words], Answer]:
    """An oracle that asks for a list of symbols, filled up with `<s>`."""

    def answer(symbols: list[str], i: int) -> str:
        wanted = made(symbols)
        return wanted[i] if i < len(wanted) else NONE

    return each(answer)


def yes(holds: bool) -> str:
    return "yes" if holds else "no"


def run(symbols: list[str], i: int) -> int:
    """How many symbols up to place i are the same as it."""
    start = i
    while start > 0 and symbols[start - 1] == symbols[i]:
        start -= 1
    return i - start + 1


def _match(symbols: list[str], i: int) -> str:
    """The position of the bracket that the one at place i closes; none where it closes none."""
    open_at: list[int] = []
    for place, symbol in enumerate(symbols[: i + 1]):
        if symbol == "(":
            open_at.append(place + 1)
        elif place == i:
            return str(open_at[-1]) if open_at else "none"
        elif open_at:
            open_at.pop()
    return "open"


def depth(symbols: list[str], i: int) -> int:
    seen = symbols[: i + 1]
    return seen.count("(") - seen.count(")")


def _lead(symbols: list[str], i: int) -> str:
    a, b = (symbols[: i + 1].count(name) for name in ("a", "b"))
    return "tie" if a == b else "a" if a > b else "b"


def since(symbols: list[str], i: int) -> int:
    """How many symbols stand after the last | up to place i."""
    seen = symbols[: i + 1]
    return len(seen) if "|" not in seen else seen[::-1].index("|")


def _before_bar(symbols: list[str], i: int) -> str:
    """The symbol just before the last | up to place i."""
    bars = [place for place in range(1, i + 1) if symbols[place] == "|"]
    return symbols[bars[-1] - 1] if bars else NONE


def _swapped(symbols: list[str], i: int) -> str:
    other = i + 1 if i % 2 == 0 else i - 1
    return symbols[other] if other < len(symbols) else symbols[i]


def _back(symbols: list[str], i: int) -> int:
    """How far back the same symbol stood last; 0 where it never did."""
    earlier = [place for place in range(i) if symbols[place] == symbols[i]]
    return i - earlier[-1] if earlier else 0


def _pairs(symbols: list[str], i: int) -> int:
    """How often the symbol stands just after the one that is just before it here."""
    both = [NONE, *symbols]
    return sum(both[n : n + 2] == both[i : i + 2] for n in range(len(symbols)))


def _second(symbols: list[str]) -> str:
    ordered = sorted(set(symbols), key=int)
    return ordered[-2] if len(ordered) > 1 else ordered[0]


ORACLES: dict[str, Callable[[Words], Answer]] = {
    "previous": each(lambda s, i: s[i - 1] if i else NONE),
    "next": each(lambda s, i: s[i + 1] if i + 1 < len(s) else NONE),
    "first": each(lambda s, i: s[0]),
    "last": each(lambda s, i: s[-1]),
    "rotate": each(lambda s, i: s[(i + 1) % len(s)]),
    "swap": each(_swapped),
    "largest": each(lambda s, i: max(s, key=int)),
    "largest_so_far": each(lambda s, i: max(s[: i + 1], key=int)),
    "second_largest": each(lambda s, i: _second(s)),
    "sort_down": each(lambda s, i: sorted(s, key=int, reverse=True)[i]),
    "smaller": each(lambda s, i: sum(int(x) < int(s[i]) for x in s)),
    "larger_after": each(lambda s, i: sum(int(x) > int(s[i]) for x in s[i + 1 :])),
    "sum_so_far": each(lambda s, i: sum(map(int, s[: i + 1]))),
    "median": each(lambda s, i: sorted(s, key=int)[(len(s) - 1) // 2]),
    "palindrome": each(lambda s, i: yes(s == s[::-1])),
    "distinct": each(lambda s, i: len(set(s))),
    "distinct_so_far": each(lambda s, i: len(set(s[: i + 1]))),
    "repeated": each(lambda s, i: yes(s.count(s[i]) > 1)),
    "new": each(lambda s, i: yes(s[i] not in s[:i])),
    "once": _list(lambda s: [x for x in s if s.count(x) == 1]),
    "dedupe": _list(lambda s: list(dict.fromkeys(s))),
    "every_second": _list(lambda s: s[::2]),
    "back": each(_back),
    "pairs": each(_pairs),
    "run": each(run),
    "longest_run": each(lambda s, i: max(len(list(group)) for _, group in groupby(s))),
    "parity": each(lambda s, i: "odd" if s[: i + 1].count("a") % 2 else "even"),
    "lead": each(_lead),
    "since_bar": each(since),
    "before_bar": each(_before_bar),
    "depth": each(depth),
    "match": each(_match),
}
