"""Further tasks, beside the paper's: copying, order, counting, flags, runs, separators, brackets.

They are examples, for training as for the search. `length` counts `<s>` and, where there is one,
`</s>`. Inputs are drawn as those of the paper's tasks.
"""

from __future__ import annotations

from .question import Question, Symbols, TaskEntry, causal, yes
from .tokenizing import BEGIN


def run(s: Symbols, i: int) -> int:
    """The number of symbols up to place i that are the same as it."""
    start = i
    while start > 0 and s[start - 1] == s[i]:
        start -= 1
    return i - start + 1


def depth(s: Symbols, i: int) -> int:
    """The number of open brackets after place i; closed ones that were not open count down."""
    return s[: i + 1].count("(") - s[: i + 1].count(")")


def since(s: Symbols, i: int) -> int:
    """The number of symbols after the last | up to place i."""
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


def _swapped(s: Symbols, i: int) -> str:
    other = i + 1 if i % 2 == 0 else i - 1
    return s[other] if other < len(s) else s[i]


def _turned(s: Symbols, i: int) -> str:
    """The symbol opposite place i in its part between two |."""
    start = i + 1 - since(s, i)
    rest = [*s[start:], "|"]
    return "|" if s[i] == "|" else rest[start + rest.index("|") - 1 - i]


QUESTIONS: dict[str, Question] = {
    "previous": causal(
        "letters -> letters <s>", "The previous symbol.", lambda s, i: s[i - 1] if i else BEGIN
    ),
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
    "distinct_so_far": causal(
        "letters -> from-1",
        "The number of different symbols so far.",
        lambda s, i: len(set(s[: i + 1])),
    ),
    "new": causal("letters -> no yes", "Is the symbol new?", lambda s, i: yes(s[i] not in s[:i])),
    "dedupe": Question(
        "letters -> letters <s>",
        "The different symbols in input order, then <s>.",
        lambda s, i: (list(dict.fromkeys(s)) + [BEGIN] * len(s))[i],
    ),
    "run": causal("letters -> from-1", "The length of the run of equal symbols up to here.", run),
    "parity": causal(
        "letters -> even odd",
        "Is the number of a's so far odd?",
        lambda s, i: "odd" if s[: i + 1].count("a") % 2 else "even",
    ),
    "since_bar": causal("bars -> from-0", "The number of symbols since the last |.", since),
    "depth": causal("( ) -> depths", "The number of ( minus the number of ) so far.", depth),
    "match": causal(
        "( ) -> from-1 none open", "The position of the bracket that a ) closes.", _match
    ),
    "alternate": Question(
        "letters -> A B", "A and B in turn, for any input.", lambda s, i: "AB"[i % 2]
    ),
    "turn_parts": Question("bars -> bars", "The input with each part between | reversed.", _turned),
    "deepest_so_far": Question(
        "( ) -> from-0",
        "The largest depth so far.",
        lambda s, i: max(0, *(depth(s, j) for j in range(i + 1))),
    ),
}


FURTHER = {name: TaskEntry.of(name, question) for name, question in QUESTIONS.items()}
