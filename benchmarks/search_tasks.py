"""Tasks that measure the search, beside those of the package: 48 questions about strings.

Those of EARLY were written before the search was first run on them; those of DEVELOPED were used
while it was made; those of HELD_OUT were first searched after the last change. Each has a line with
its name, its symbols and classes (as `Question` has them) and an example, and a line with the
answer at place i of the symbols s; a test checks every example. To search one of them:
`tp.tasks.TASKS.update(TASKS)`, then `tp.search(tp.tasks.make("nth"))`.
"""

from __future__ import annotations

from collections.abc import Iterator

from transformer_programs.tasks.further import depth, partners, run, since
from transformer_programs.tasks.question import Question, Symbols, TaskEntry, yes

EARLY = """
next: letters -> letters <s>: a b c -> b c <s>
    s[i + 1] if i + 1 < len(s) else "<s>"
first: causal: letters -> letters: b a c -> b b b
    s[0]
second_largest: digits -> digits: 1 3 3 0 -> 1 1 1 1
    sorted(set(s), key=int)[-2:][0]
sort_down: end: digits -> digits: 1 3 0 3 -> 3 3 1 0
    sorted(s, key=int, reverse=True)[i]
smaller: digits -> from-0: 1 3 0 1 -> 1 3 0 1
    sum(int(x) < int(s[i]) for x in s)
larger_after: digits -> from-0: 1 3 0 2 -> 2 0 1 0
    sum(int(x) > int(s[i]) for x in s[i + 1 :])
distinct: letters -> from-1: a b a c -> 3 3 3 3
    len(set(s))
repeated: letters -> no yes: a b a -> yes no yes
    yes(s.count(s[i]) > 1)
once: letters -> letters <s>: a b a c -> b c <s> <s>
    one([x for x in s if s.count(x) == 1][i:], "<s>")
every_second: letters -> letters <s>: a b c d e -> a c e <s> <s>
    one(s[::2][i:], "<s>")
back: causal: letters -> from-0: a b a a -> 0 0 2 1
    s[:i][::-1].index(s[i]) + 1 if s[i] in s[:i] else 0
pairs: letters -> from-1: a b a b -> 1 2 1 2
    pairs(s).count(pairs(s)[i])
longest_run: letters -> from-1: a b b a -> 2 2 2 2
    max(run(s, j) for j in range(len(s)))
lead: causal: letters -> a b tie: a b b c -> a tie b b
    lead(s[: i + 1].count("a"), s[: i + 1].count("b"))
before_bar: causal: bars -> bars <s>: a | b c | a -> <s> a a a c c
    one([s[j - 1] for j in range(i, 0, -1) if s[j] == "|"], "<s>")
"""
DEVELOPED = """
half: letters -> letters: a b c d -> a a b b
    s[i // 2]
larger_than_before: digits -> no yes: 1 3 0 -> no yes no
    yes(i > 0 and int(s[i]) > int(s[i - 1]))
nth: letters -> from-1: a b a a -> 1 1 2 3
    s[: i + 1].count(s[i])
rank_distinct: digits -> from-0: 3 1 1 0 -> 2 1 1 0
    len({x for x in s if int(x) < int(s[i])})
mode_so_far: letters -> letters: b a a b -> b a a a
    max(sorted(set(s)), key=s[: i + 1].count)
after_bar: bars -> bars none: a | b c -> b b b b
    one(s[s.index("|") + 1 :] if "|" in s else [])
successor: a b c d -> a b c d: a d -> b a
    "bcda"["abcd".index(s[i])]
shift_by_first: digits -> digits none: 1 3 0 -> 3 0 none
    one(s[i + int(s[0]) :])
halves: a b -> no yes: a b a b -> yes yes yes yes
    yes(s[: len(s) // 2] == s[len(s) // 2 :])
first_repeated: letters -> letters none: a b b a -> b b b b
    one([s[j] for j in range(len(s)) if s[j] in s[:j]])
where_before: letters -> from-0: a b a a -> 0 0 1 3
    max([j + 1 for j in range(i) if s[j] == s[i]], default=0)
smallest_so_far: digits -> digits: 2 1 3 -> 2 1 1
    min(s[: i + 1], key=int)
inversions: digits -> from-0: 3 1 2 -> 0 1 1
    sum(int(x) > int(s[i]) for x in s[:i])
sorted_so_far: digits -> no yes: 1 3 0 3 -> yes yes no no
    yes(s[: i + 1] == sorted(s[: i + 1], key=int))
partner: ( ) -> from-0: ) ( ( ) -> 0 0 4 3
    partners(s).get(i, -1) + 1
copy_before_a: letters -> letters: b a a c -> b b a c
    s[i - 1] if i > 0 and s[i] == "a" else s[i]
distinct_pairs: letters -> from-0: a b a b -> 0 1 2 2
    len(set(pairs(s)[1 : i + 1]))
count_mod_3: letters -> 0 1 2: a b a a -> 1 1 2 0
    s[: i + 1].count("a") % 3
next_larger: digits -> digits none: 1 0 3 2 -> 3 3 none none
    one([x for x in s[i + 1 :] if int(x) > int(s[i])])
where_largest: digits -> from-1: 1 3 3 -> 2 2 2
    s.index(max(s, key=int)) + 1
balance: letters -> no yes: a b c -> yes yes yes
    yes(s.count("a") == s.count("b"))
longest_so_far: letters -> from-1: a b b a -> 1 1 2 2
    max(run(s, j) for j in range(i + 1))
"""
HELD_OUT = """
without_a: letters -> letters none: b a c -> b c none
    one([x for x in s if x != "a"][i:])
span: digits -> from-1: 3 1 2 2 -> 1 1 2 3
    i + 1 - max([j + 1 for j in range(i) if int(s[j]) > int(s[i])], default=0)
spread: letters -> from-0: a b a -> 2 0 2
    last(s, s[i]) - s.index(s[i])
twin: letters -> no yes: a a b -> yes yes no
    yes(s[i] in (*s[max(0, i - 1) : i], *s[i + 1 : i + 2]))
mode_count: letters -> from-1: a b a -> 2 2 2
    max(map(s.count, s))
part_sum: digit-bars -> sums: 1 2 | 2 -> 1 3 0 2
    sum(map(int, s[i + 1 - since(s, i) : i + 1]))
ends: letters -> both first last none: a b a c -> first none first last
    ["none", "first", "last", "both"][(s[i] == s[0]) + 2 * (s[i] == s[-1])]
odds_then_evens: letters -> letters: a b c d -> a c b d
    (s[::2] + s[1::2])[i]
where_last_smallest: digits -> from-1: 1 0 0 2 -> 3 3 3 3
    last(s, min(s, key=int)) + 1
part_first: bars -> bars: a b | c a -> a a c c c
    one(s[i + 1 - since(s, i) :], "|")
lookup: letters -> letters none: a b a a -> none none b a
    one([s[j + 1] for j in range(i - 1, -1, -1) if s[j] == s[i]])
"""


def one(found: Symbols, rest: str = "none") -> str:
    """The first of these symbols, or what stands for none."""
    return found[0] if found else rest


def last(s: Symbols, symbol: str) -> int:
    return len(s) - 1 - s[::-1].index(symbol)


def pairs(s: Symbols) -> list[tuple[str, str]]:
    """Each symbol with the one before it."""
    return list(zip(["<s>", *s], s, strict=False))


def lead(a: int, b: int) -> str:
    return "tie" if a == b else "a" if a > b else "b"


def entries(text: str) -> Iterator[tuple[str, TaskEntry, list[str]]]:
    """The name of each task, the task, and the right answers to its example."""
    names = (one, last, pairs, lead, depth, partners, run, since, yes)
    known = {function.__name__: function for function in names}
    lines = text.strip().splitlines()
    for head, rule in zip(lines[::2], lines[1::2], strict=True):
        name, *marks, kinds, example = head.split(": ")
        answer = eval(f"lambda s, i: {rule}", known)
        asked = Question(kinds, rule, answer, causal="causal" in marks, end="end" in marks)
        words, right = example.split(" -> ")
        yield name, TaskEntry.of(name, asked, example=words), right.split()


ALL = [*entries(EARLY), *entries(DEVELOPED), *entries(HELD_OUT)]
TASKS = {name: entry for name, entry, _ in ALL}
ANSWERS = {name: answers for name, _, answers in ALL}
