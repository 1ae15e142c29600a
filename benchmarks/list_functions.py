"""Functions of lists, to measure the search from eight examples.

Each line has a name and the output for a list x. No output is longer than its input. They were
written before the search was first run on them. Every second one of RULES, MORE and HARDER is in
`HELD_OUT`: they are only ever counted. Programs found for the others were read to improve the
search.
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
MORE = """
larger_than_seven: [v for v in x if v > 7]
smaller_than_four: [v for v in x if v < 4]
not_first: [v for v in x if v != x[0]]
equal_last: [v for v in x if v == x[-1]]
first_four: x[:4]
last_two: x[-2:]
drop_last_two: x[:-2]
drop_four: x[4:]
plus_five: [v + 5 for v in x]
tripled: [3 * v for v in x]
less_smallest: [v - min(x) for v in x]
largest_less: [max(x) - v for v in x]
second_smallest: sorted(x)[1:2]
third_largest: sorted(x)[::-1][2:3]
first_everywhere: x[:1] * len(x)
last_everywhere: x[-1:] * len(x)
largest_everywhere: [max(x)] * len(x)
count_everywhere: [len(x)] * len(x)
until_zero: x[: x.index(0)] if 0 in x else x
from_zero: x[x.index(0) :] if 0 in x else []
after_largest: x[x.index(max(x)) + 1 :]
before_smallest: x[: x.index(min(x))]
from_largest: x[x.index(max(x)) :]
until_largest: x[: x.index(max(x)) + 1]
inner_values: [v for v in x if min(x) < v < max(x)]
smallest_and_largest: [min(x), max(x)] if len(x) > 1 else x
first_two_swapped: x[1::-1] + x[2:]
last_two_swapped: x[:-2] + x[-2:][::-1]
second_is_five: x[:1] + [5] + x[2:] if len(x) > 1 else x
first_is_nine: [9] + x[1:]
three_to_eight: [8 if v == 3 else v for v in x]
zero_to_first: [x[0] if v == 0 else v for v in x]
repeated: [v for i, v in enumerate(x) if x.count(v) > 1 and v not in x[:i]]
count_distinct: [len(set(x))]
count_first: [x.count(x[0])]
count_above_five: [sum(v > 5 for v in x)]
rising_distinct: sorted(set(x))
rising_even: sorted(v for v in x if v % 2 == 0)
range_of_values: [max(x) - min(x)]
first_plus_second: [x[0] + x[1]] if len(x) > 1 else []
sums_from_here: [sum(x[i:]) for i in range(len(x))]
smallest_from_here: [min(x[i:]) for i in range(len(x))]
place_of_largest: [x.index(max(x)) + 1]
at_first: x[x[0] : x[0] + 1]
take_first: x[: x[0]]
drop_first_says: x[1 + x[0] :]
equal_to_next: [a for a, b in zip(x, x[1:]) if a == b]
runs_once: [v for i, v in enumerate(x) if i == 0 or x[i - 1] != v]
twice_plus_one: [2 * v + 1 for v in x]
halved: [v // 2 for v in x]
from_99: [99 - v for v in x]
modulo_three: [v % 3 for v in x]
is_even: [1 - v % 2 for v in x]
is_above_five: [int(v > 5) for v in x]
without_third: x[:2] + x[3:]
without_second_last: x[:-2] + x[-1:]
above_length: [v for v in x if v > len(x)]
above_index: [v for i, v in enumerate(x) if v > i]
always_seven: [7]
always_one_two: [1, 2][: len(x)]
every_second_backwards: x[::-2]
first_half_backwards: x[: len(x) // 2][::-1]
left_turn_by_two: x[2:] + x[:2]
right_turn_by_two: x[-2:] + x[:-2]
larger_end: [max(x[0], x[-1])]
sum_of_even: [sum(v for v in x if v % 2 == 0)]
second_to_fourth: x[1:4]
third_to_fifth: x[2:5]
four_put_second: (x[:1] + [4] + x[1:])[: len(x)]
length_put_first: [len(x)] + x[1:]
largest_to_zero: [0 if v == max(x) else v for v in x]
even_to_first: [v if v % 2 else x[0] for v in x]
"""
HARDER = """
sixth: x[5:6]
seventh: x[6:7]
third_of_long_else_first: x[2:3] if len(x) > 4 else x[:1]
first_of_odd_else_last: x[:1] if len(x) % 2 else x[-1:]
first_and_fourth_swapped: [x[3], x[1], x[2], x[0], *x[4:]] if len(x) > 3 else x
second_and_third_swapped: [x[0], x[2], x[1], *x[3:]] if len(x) > 2 else x
rest_backwards: x[:1] + x[1:][::-1]
first_three_backwards: x[:3][::-1] + x[3:]
inner_rising: sorted(x[1:-1])
first_four_rising: sorted(x[:4])
above_49: [v for v in x if v > 49]
below_50: [v for v in x if v < 50]
at_least_last: [v for v in x if v >= x[-1]]
below_second: [v for v in x if v < x[1]] if len(x) > 1 else []
multiples_of_ten: [v for v in x if v % 10 == 0]
ending_in_three: [v for v in x if v % 10 == 3]
even_at_even_places: [v for i, v in enumerate(x) if v % 2 == 0 and i % 2 == 0]
even_above_ten: [v for v in x if v % 2 == 0 and v > 10]
count_even: [sum(v % 2 == 0 for v in x)]
half_of_count: [len(x) // 2]
twice_first: [2 * x[0]]
sum_of_first_three: [sum(x[:3])]
has_five: [int(5 in x)]
ends_equal: [int(x[0] == x[-1])]
without_one_largest: x[: x.index(max(x))] + x[x.index(max(x)) + 1 :]
without_first_three: x[: x.index(3)] + x[x.index(3) + 1 :] if 3 in x else x
first_even: [v for v in x if v % 2 == 0][:1]
last_odd: [v for v in x if v % 2][-1:]
from_first_even: x[next((i for i, v in enumerate(x) if v % 2 == 0), len(x)) :]
until_first_odd: x[: next((i for i, v in enumerate(x) if v % 2), len(x))]
until_repeat: x[: next((i for i, v in enumerate(x) if v in x[:i]), len(x))]
until_fall: x[: next((i for i in range(1, len(x)) if x[i] < x[i - 1]), len(x))]
plus_first: [v + x[0] for v in x]
plus_count: [v + len(x) for v in x]
distance_to_last: [abs(v - x[-1]) for v in x]
less_index: [v - i for i, v in enumerate(x)]
sum_of_ends: [x[0] + x[-1]]
pair_sums: [x[i] + x[i + 1] for i in range(0, len(x) - 1, 2)]
even_first: [v for v in x if v % 2 == 0] + [v for v in x if v % 2]
above_five_first: [v for v in x if v > 5] + [v for v in x if v <= 5]
largest_to_front: [x.pop(x.index(max(x)))] + x
smallest_to_end: [*(x[: x.index(min(x))] + x[x.index(min(x)) + 1 :]), min(x)]
second_last: x[-2:-1]
fourth_last: x[-4:-3] if len(x) > 3 else []
every_third_zero: [0 if i % 3 == 2 else v for i, v in enumerate(x)]
odd_places_zero: [0 if i % 2 else v for i, v in enumerate(x)]
plus_one_at_odd_places: [v + i % 2 for i, v in enumerate(x)]
plus_one_if_even: [v + 1 - v % 2 for v in x]
two_largest: sorted(x)[::-1][:2]
three_smallest: sorted(x)[:3]
not_two_largest: [v for v in x if sum(w > v for w in x) > 1]
three_largest_in_order: [v for v in x if sum(w > v for w in x) < 3]
mean: [sum(x) // len(x)]
median: [sorted(x)[len(x) // 2]]
most_common: [max(sorted(x), key=x.count)]
count_largest: [x.count(max(x))]
distinct_so_far: [len(set(x[: i + 1])) for i in range(len(x))]
count_so_far: [x[: i + 1].count(v) for i, v in enumerate(x)]
parity_of_total: [sum(x) % 2]
parity_of_count: [len(x) % 2]
falls_from: [a for a, b in zip(x, x[1:]) if a > b]
after_even: [b for a, b in zip(x, x[1:]) if a % 2 == 0]
after_zero: [b for a, b in zip(x, x[1:]) if a == 0]
before_nine: [a for a, b in zip(x, x[1:]) if b == 9]
looked_up: [x[v] for v in x if v < len(x)]
below_length: [v for v in x if v < len(x)]
halves_swapped: x[len(x) // 2 :] + x[: len(x) // 2]
ends_in_turn: [x[i // 2] if i % 2 == 0 else x[-1 - i // 2] for i in range(len(x))]
zero_to_previous: [x[i - 1] if i and v == 0 else v for i, v in enumerate(x)]
first_places: [x.index(v) + 1 for v in x]
always_five_two: [5, 2][: len(x)]
ones_and_zeros: [i % 2 for i in range(len(x))]
total_everywhere: [sum(x)] * len(x)
smallest_everywhere: [min(x)] * len(x)
falling_distinct: sorted(set(x))[::-1]
even_backwards: [v for v in x if v % 2 == 0][::-1]
slice_by_two: x[2:][x[0] : x[1]] if len(x) > 1 else []
drop_last_first_says: x[: max(0, len(x) - x[0])]
zero_from_five: [0 if 5 in x[: i + 1] else v for i, v in enumerate(x)]
zero_until_five: [v if 5 in x[: i + 1] else 0 for i, v in enumerate(x)]
"""
LINES, FURTHER_LINES = RULES.strip().splitlines(), FURTHER.strip().splitlines()
MORE_LINES, HARDER_LINES = MORE.strip().splitlines(), HARDER.strip().splitlines()
FUNCTIONS = {
    name: eval(f"lambda x: {rule}")
    for name, rule in (
        line.split(": ", 1) for line in LINES + FURTHER_LINES + MORE_LINES + HARDER_LINES
    )
}
HELD_OUT = tuple(
    line.split(": ", 1)[0] for line in (*LINES[1::2], *MORE_LINES[1::2], *HARDER_LINES[1::2])
)
TELLING = tuple(line.split(": ", 1)[0] for line in HARDER_LINES)
MAX_EMPTY = 2  # outputs among the examples of TELLING functions


def rows_of(name: str) -> tuple[list[tuple[list[int], list[int]]], ...]:
    """Eight examples and further rows: lists of up to ten numbers below 100, most below 10."""
    rng, lists = random.Random(name), dict[tuple[int, ...], None]()
    while len(lists) < (10 if name in TELLING else 1) * (ROWS + HELD_OUT_ROWS):
        below = [rng.choice((10, 10, 100)) for _ in range(rng.randint(1, 10))]
        lists[tuple(map(rng.randrange, below))] = None
    rows = [(list(x), FUNCTIONS[name](list(x))) for x in lists]
    if name in TELLING:
        empty = [row for row in rows if not row[1]][:MAX_EMPTY]
        shown = [*empty, *(row for row in rows if row[1])][:ROWS]
        rows = shown + [row for row in rows if row not in shown]
    return rows[:ROWS], rows[ROWS : ROWS + HELD_OUT_ROWS]
