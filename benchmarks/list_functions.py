"""Functions of lists, to measure the search from eight examples.

Each line has a name and the output for a list x. No output is longer than its input. They were
written before the search was first run on them. Every second one of RULES is in `HELD_OUT`: they
are only ever counted. Programs found for those of FURTHER were read to improve the search.
"""

from __future__ import annotations

import random

ROWS, HELD_OUT_ROWS = 8, 40
RULES = """
third: x[2:3]
last: x[-1:]
first_three: x[:3]
drop_two: x[2:]
drop_last: x[:-1]
backwards: x[::-1]
rising: sorted(x)
falling: sorted(x)[::-1]
largest: [max(x)]
smallest: [min(x)]
count: [len(x)]
total: [sum(x)]
even: [v for v in x if v % 2 == 0]
above_ten: [v for v in x if v > 10]
below_first: [v for v in x if v < x[0]]
not_seven: [v for v in x if v != 7]
plus_two: [v + 2 for v in x]
doubled: [2 * v for v in x]
sums_so_far: [sum(x[: i + 1]) for i in range(len(x))]
largest_so_far: [max(x[: i + 1]) for i in range(len(x))]
steps: [abs(b - a) for a, b in zip(x, x[1:])]
distinct: list(dict.fromkeys(x))
once: [v for v in x if x.count(v) == 1]
again: [v for i, v in enumerate(x) if v in x[:i]]
every_second: x[::2]
odd_places: x[1::2]
ends_swapped: [x[-1], *x[1:-1], x[0]] if len(x) > 1 else x
left_turn: x[1:] + x[:1]
right_turn: x[-1:] + x[:-1]
pairs_swapped: [x[i ^ 1] if i ^ 1 < len(x) else x[i] for i in range(len(x))]
not_largest: [v for v in x if v != max(x)]
places_of_five: [i + 1 for i, v in enumerate(x) if v == 5]
first_half: x[: len(x) // 2]
count_of_five: [x.count(5)]
after_five: x[x.index(5) + 1 :] if 5 in x else []
before_five: x[: x.index(5)] if 5 in x else x
larger_neighbour: [max(a, b) for a, b in zip(x, x[1:])]
third_is_eight: x[:2] + [8] + x[3:] if len(x) > 2 else x
climbs: [b for a, b in zip(x, x[1:]) if b > a]
at_most_twenty: [min(v, 20) for v in x]
times_place: [v * (i + 1) for i, v in enumerate(x)]
less_first: [v - x[0] for v in x]
equal_before: [x[:i].count(v) for i, v in enumerate(x)]
units: [v % 10 for v in x]
tens: [v // 10 for v in x]
first_says_how_many: x[1:][: x[0]]
places: list(range(1, len(x) + 1))
second_largest: sorted(x)[-2:-1]
between: x[1:-1]
third_from_end: x[-3:-2]
"""
FURTHER = """
drop_first_three: x[3:]
every_third: x[::3]
larger_than_first: [v for v in x if v > x[0]]
dedupe_keep_last: [v for i, v in enumerate(x) if v not in x[i + 1 :]]
count_odd: [sum(v % 2 for v in x)] if x else []
last_three_backwards: x[::-1][:3]
falling_without_largest: sorted(x)[::-1][1:]
smallest_so_far: [min(x[: i + 1]) for i in range(len(x))]
indices_of_largest: [i for i, v in enumerate(x) if v == max(x)]
odd_to_zero: [v if v % 2 == 0 else 0 for v in x]
above_fifty: [v for v in x if v > 50]
at_least_thirty: [max(v, 30) for v in x]
differences: [b - a for a, b in zip(x, x[1:])]
only_odd: [v for v in x if v % 2]
first_and_last: x[:1] + x[-1:] if len(x) > 1 else x
middle: x[len(x) // 2 : len(x) // 2 + 1]
last_half: x[len(x) // 2 :]
first_plus_last: [x[0] + x[-1]] if x else []
second_ones_doubled: [2 * v if i % 2 else v for i, v in enumerate(x)]
multiples_of_three: [v for v in x if v % 3 == 0]
peaks: [v for i, v in enumerate(x) if 0 < i < len(x) - 1 and x[i - 1] < v > x[i + 1]]
rises: [int(b > a) for a, b in zip(x, x[1:])]
ranks: [sorted(x).index(v) for v in x]
inner_backwards: x[1:-1][::-1]
not_smallest: [v for v in x if v != min(x)]
second: x[1:2]
neighbour_sums: [a + b for a, b in zip(x, x[1:])]
until_above_sixty: x[: next((i for i, v in enumerate(x) if v > 60), len(x))]
plus_index: [v + i for i, v in enumerate(x)]
above_mean: [v for v in x if v * len(x) > sum(x)]
"""
LINES, FURTHER_LINES = RULES.strip().splitlines(), FURTHER.strip().splitlines()
FUNCTIONS = {
    name: eval(f"lambda x: {rule}")
    for name, rule in (line.split(": ", 1) for line in LINES + FURTHER_LINES)
}
HELD_OUT = tuple(FUNCTIONS)[1 : len(LINES) : 2]


def rows_of(name: str) -> tuple[list[tuple[list[int], list[int]]], ...]:
    """Eight examples and further rows: lists of up to ten numbers below 100, most below 10."""
    rng, lists = random.Random(name), dict[tuple[int, ...], None]()
    while len(lists) < ROWS + HELD_OUT_ROWS:
        below = [rng.choice((10, 10, 100)) for _ in range(rng.randint(1, 10))]
        lists[tuple(map(rng.randrange, below))] = None
    rows = [(list(x), FUNCTIONS[name](list(x))) for x in lists]
    return rows[:ROWS], rows[ROWS:]
