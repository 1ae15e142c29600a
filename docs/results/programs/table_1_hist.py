"""table_1_hist: a Transformer Program. In: up to 8 words; out: a label for each.
Steps: 3 heads copy, 7 heads add up, 1 function, 13 variables vote.
Learned by gradient: right on 100.00 % of the test labels, and on 99.97 % of those
of all 335,922 inputs. Network and program are equal on every input (compositional
proof: 24 modules, 1,377 cells, 296 choices, 1,050 votes)."""

import sys
from functools import lru_cache

WORDS = ("a", "b", "c", "d", "e", "f")


@lru_cache(maxsize=1024)
def nearest_first(i, length):
    """Positions by their distance from i: left before right, i itself last."""
    return sorted(range(length), key=lambda j: (j == i, abs(i - j), j))


def select_closest(keys, queries, predicate):
    """For each query, the position of its nearest match, itself last, or 0."""
    return [
        next((j for j in nearest_first(i, len(keys)) if predicate(query, keys[j])), 0)
        for i, query in enumerate(queries)
    ]


def select(keys, queries, predicate):
    """For each query, the positions of all its matches; equal queries share them."""
    matches = {
        query: [j for j, key in enumerate(keys) if predicate(query, key)]
        for query in set(queries)
    }
    return [matches[query] for query in queries]


def aggregate(attention, values):
    return [values[j] for j in attention]


def aggregate_sum(attention, values):
    return [sum([values[j] for j in matches]) for matches in attention]


KEYS_0_2 = {"a": "c", "b": "d", "d": "c", "e": "a"}
NUM_KEYS_0_0 = {"<s>": "c", "a": "f", "b": "e", "c": "a", "d": "c", "e": "d", "f": "e"}
NUM_KEYS_0_3 = {"a": "d", "c": "b", "e": "b", "f": "a"}
NUM_KEYS_1_1 = (0, 0, 3, 4, 2, 3, 5, 7)
NUM_KEYS_1_2 = {"b": "d", "c": "f", "d": "b", "f": "d"}


def run(tokens):
    ok = isinstance(tokens, (list, tuple)) and 1 <= len(tokens) <= 8
    if not ok or any(w not in (WORDS if i else ["<s>"]) for i, w in enumerate(tokens)):
        raise ValueError(f"expected <s>, up to 7 known words; got {tokens!r}")
    positions = list(range(len(tokens)))
    ones = [1] * len(tokens)
    # copies the position of the nearest position with the same token
    found = select_closest(tokens, tokens, lambda q, k: k == q)
    attn_0_0_outputs = aggregate(found, positions)
    found = select_closest(tokens, tokens, lambda q, k: k == KEYS_0_2.get(q))
    attn_0_2_outputs = aggregate(found, positions)
    found = select_closest(tokens, tokens, lambda q, k: q in "acdf" and k == q)
    attn_0_3_outputs = aggregate(found, positions)
    found = select(tokens, tokens, lambda q, k: k == NUM_KEYS_0_0[q])
    num_attn_0_0_outputs = aggregate_sum(found, ones)
    # counts all positions with the same token
    found = select(tokens, tokens, lambda q, k: k == q)
    count_same_token = aggregate_sum(found, ones)
    found = select(tokens, tokens, lambda q, k: k == NUM_KEYS_0_3.get(q, "f"))
    num_attn_0_3_outputs = aggregate_sum(found, ones)
    # adds up count_same_token of all positions with the same token
    found = select(tokens, tokens, lambda q, k: k == q)
    num_attn_1_0_outputs = aggregate_sum(found, count_same_token)
    found = select(
        attn_0_0_outputs, attn_0_3_outputs, lambda q, k: k == NUM_KEYS_1_1[q]
    )
    num_attn_1_1_outputs = aggregate_sum(found, num_attn_0_0_outputs)
    found = select(tokens, tokens, lambda q, k: k == NUM_KEYS_1_2.get(q, "c"))
    num_attn_1_2_outputs = aggregate_sum(found, count_same_token)
    num_attn_1_2_outputs = [min(n, 42) for n in num_attn_1_2_outputs]
    # adds up count_same_token of all positions where attn_0_0_output is 7
    found = select(attn_0_0_outputs, attn_0_0_outputs, lambda q, k: k == 7)
    num_attn_1_3_outputs = aggregate_sum(found, count_same_token)
    num_mlp_1_0_outputs = [3 if n == 1 else 2 for n in count_same_token]
    return ["<s>", *classify(locals())[1:]]


# fmt: off
CLASSES = ("1", "2", "3", "4", "5", "6", "7")
NO_VOTES = (0,) * len(CLASSES)  # of the values not listed
VOTES = {
    "tokens": {
        #        "1"     "2"     "3"     "4"    "5"    "6"    "7"
        "a": (151410, 137532, 121014,  86886, 60944, 29226,     0),
        "b": (161631, 147233, 130935,  97333, 71423, 40855,     0),
        "c": (155368, 141628, 125300,  91398, 64936, 30047,     0),
        "d": (161017, 149452, 133352,  99652, 73716, 42783,     0),
        "e": (164683, 150666, 134420, 100781, 75242, 43803,     0),
        "f": (159297, 145922, 129493,  95544, 69581, 33200,     0),
    },
    "positions": {
        #      "1"     "2"     "3"     "4"    "5"    "6"    "7"
        1: (   216,    367,    230,    142,   187,     0,   976),
        2: (   426,    537,    430,    373,   381,     0,   209),
        3: (   401,    609,    520,    438,   481,     0,   527),
        4: (   507,    570,    486,    448,   426,     0,   574),
        6: (   145,    287,    365,    466,   548,   180,     0),
        7: (   855,    971,   1018,    972,   920,     0,  4601),
    },
    "attn_0_0_outputs": {
        #      "1"     "2"     "3"     "4"    "5"    "6"    "7"
        2: (  1355,   1422,   1467,   1512,  1515,  1132,     0),
        3: (   705,    796,    735,    627,   524,     0,  1105),
        4: (   450,    496,    432,    322,   103,   645,     0),
        5: (     0,    405,    412,    435,   299,    76,   724),
        6: (     0,    404,    621,    779,   823,   340,  1330),
        7: (     0,   1421,   1531,   1333,  1017,   819,   187),
    },
    "attn_0_2_outputs": {
        #      "1"     "2"     "3"     "4"    "5"    "6"    "7"
        1: (  2652,   2910,   2943,   2974,  3244,  8006,     0),
        2: (   566,    696,    697,    782,   971,     0,  3370),
        3: (  1121,   1273,   1302,   1365,  1814,     0,  2912),
        4: (   112,    555,    689,    753,   876,     0,  2867),
        5: (    40,    340,    526,    671,   820,     0,  3348),
        6: (    15,    719,   1095,   1200,  1815,     0,  3673),
        7: (  3897,   5271,   5813,   6185,  6445,     0,  9052),
    },
    "attn_0_3_outputs": {
        #      "1"     "2"     "3"     "4"    "5"    "6"    "7"
        0: (  5646,   7008,   6871,   6569,  6409,  5243,     0),
        1: (   462,    769,    718,    768,  1008,  1188,     0),
        2: (   208,    521,    404,    353,   441,   526,     0),
        3: (  1054,   1402,   1335,   1302,  1392,  1629,     0),
        4: (   236,    578,    603,    678,   820,     0,   121),
        6: (     0,    666,    728,    886,   984,   949,   729),
        7: (  5422,   5891,   6093,   6234,  6329,     0, 11336),
    },
    "num_mlp_1_0_outputs": {
        #      "1"     "2"     "3"     "4"    "5"    "6"    "7"
        2: (     0,  30928,  15209,  13686, 10622,  9604,  6933),
    },
}
NUMBER_VOTES = {
    #                           "1"     "2"     "3"     "4"    "5"    "6"    "7"
    "num_attn_0_0_outputs": (  7991,   7097,   6604,   6116,  5475,     0,  4182),
    "count_same_token":     (     0,   2750,   5883,   6353,  2872,  2653,   737),
    "num_attn_0_3_outputs": (  6941,   5965,   5482,   5052,  4676,     0,  3286),
    "num_attn_1_0_outputs": (  2077,      0,   3835,   6545,  8706,  9783, 10839),
    "num_attn_1_1_outputs": (  4983,   4797,   4664,   4552,  4497,     0,  2355),
    "num_attn_1_2_outputs": (  2710,   2497,   2292,   2110,  1635,  1541,     0),
    "num_attn_1_3_outputs": (     0,    182,    288,    382,   421,   174,   629),
}
# fmt: on


@lru_cache(maxsize=1024)
def multiply(name, number):
    """The votes of a number: the weights of its variable, times the number."""
    return [number * weight for weight in NUMBER_VOTES[name]]


def classify(variables):
    """The class with the most votes at each position, the first of equals."""
    votes = [
        [table.get(value, NO_VOTES) for value in variables[name]]
        for name, table in VOTES.items()
    ]
    votes += [
        [multiply(name, number) for number in variables[name]] for name in NUMBER_VOTES
    ]
    scores = [[sum(column) for column in zip(*rows)] for rows in zip(*votes)]
    return [CLASSES[row.index(max(row))] for row in scores]


if __name__ == "__main__":
    try:
        print(*run(" ".join(sys.argv[1:]).split()))
    except ValueError as error:
        sys.exit(print(error, file=sys.stderr) or 2)
