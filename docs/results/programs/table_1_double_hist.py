"""table_1_double_hist: a Transformer Program. In: up to 8 words; out: a label for each.
Steps: 12 heads copy, 12 heads add up, 6 functions, 33 variables vote.
Learned by gradient: right on 99.90 % of the test labels, and on 99.85 % of those of
all 335,922 inputs.
Extracted: network = program: equal on every input (compositional proof: 36 modules,
5,396 cells, 7,968 choices, 1,320 votes).
Simplified: same answer on every input, by rules (102 changes)."""

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


KEYS_0_1 = {0: 4, 2: 5, 3: 5, 4: 5, 7: 7}
KEYS_0_3 = {"a": 5, "b": 6, "d": 5}
NUM_KEYS_0_3 = {0: 6, 3: 1, 4: 3, 7: 2}


def mlp_0_1(attn_0_3_output, attn_0_0_output):
    if attn_0_3_output in {0, 5, 6} and attn_0_0_output == 0:
        return 4
    if attn_0_3_output == 0 and attn_0_0_output == 5:
        return 5
    if attn_0_3_output == 6 and attn_0_0_output == 7:
        return 3
    return 1


def num_mlp_0_1(count_same_token, num_attn_0_0_output):
    key = (count_same_token, num_attn_0_0_output)
    if key in {(1, 0), (1, 1), (1, 2)}:
        return 2
    if key in {(1, 3), (2, 1), (2, 2), (3, 1)}:
        return 0
    return 4


KEYS_1_1 = {0: 2, 2: 1, 3: 4, 4: 6, 5: 2}
KEYS_1_2 = {5: 2, 6: 3}
KEYS_2_0 = {0: 5, 6: 7}
KEYS_2_2 = {4: 0}
KEYS_2_3 = {1: 6, 3: 5, 4: 2, 6: 5}
NUM_KEYS_2_3 = {6: 1, 7: 2}


def mlp_2_0(attn_2_3_output, attn_1_1_output):
    key = (attn_2_3_output, attn_1_1_output)
    if key in {(2, 4), (4, 2), (4, 4)}:
        return 0
    return 3


def run(tokens):
    ok = isinstance(tokens, (list, tuple)) and 1 <= len(tokens) <= 8
    if not ok or any(w not in (WORDS if i else ["<s>"]) for i, w in enumerate(tokens)):
        raise ValueError(f"expected <s>, up to 7 known words; got {tokens!r}")
    positions = list(range(len(tokens)))
    ones = [1] * len(tokens)
    found = select_closest(positions, positions, lambda q, k: k == (5 if q == 0 else 7))
    attn_0_0_outputs = aggregate(found, positions)
    found = select_closest(positions, positions, lambda q, k: k == KEYS_0_1.get(q, 6))
    attn_0_1_outputs = aggregate(found, positions)
    found = select_closest(positions, positions, lambda q, k: k == (4 if q == 7 else 6))
    attn_0_2_outputs = aggregate(found, positions)
    found = select_closest(positions, tokens, lambda q, k: k == KEYS_0_3.get(q, 7))
    attn_0_3_outputs = aggregate(found, positions)
    # counts all positions with the same token, unless token == "<s>"
    found = select(tokens, tokens, lambda q, k: q != "<s>" and k == q)
    num_attn_0_0_outputs = aggregate_sum(found, ones)
    found = select(positions, positions, lambda q, k: k == (3 if q in {2, 4} else 4))
    num_attn_0_1_outputs = aggregate_sum(found, ones)
    # counts all positions with the same token
    found = select(tokens, tokens, lambda q, k: k == q)
    count_same_token = aggregate_sum(found, ones)
    found = select(positions, positions, lambda q, k: k == NUM_KEYS_0_3.get(q, 4))
    num_attn_0_3_outputs = aggregate_sum(found, ones)
    mlp_0_1_outputs = list(map(mlp_0_1, attn_0_3_outputs, attn_0_0_outputs))
    num_mlp_0_0_outputs = [2 if n <= 1 else 0 for n in num_attn_0_0_outputs]
    num_mlp_0_1_outputs = list(map(num_mlp_0_1, count_same_token, num_attn_0_0_outputs))
    found = select_closest(
        num_mlp_0_1_outputs, mlp_0_1_outputs, lambda q, k: k == (4 if q == 4 else 0)
    )
    attn_1_0_outputs = aggregate(found, num_mlp_0_0_outputs)
    found = select_closest(positions, positions, lambda q, k: k == KEYS_1_1.get(q, 3))
    attn_1_1_outputs = aggregate(found, num_mlp_0_1_outputs)
    found = select_closest(positions, positions, lambda q, k: k == KEYS_1_2.get(q, 5))
    attn_1_2_outputs = aggregate(found, attn_0_1_outputs)
    found = select_closest(attn_0_1_outputs, attn_0_1_outputs, lambda q, k: False)
    attn_1_3_outputs = aggregate(found, attn_0_1_outputs)
    # adds up count_same_token of all positions where num_mlp_0_0_output is 0
    found = select(num_mlp_0_0_outputs, num_mlp_0_0_outputs, lambda q, k: k == 0)
    num_attn_1_0_outputs = aggregate_sum(found, count_same_token)
    # adds up count_same_token of all positions with the same token
    found = select(tokens, tokens, lambda q, k: k == q)
    num_attn_1_1_outputs = aggregate_sum(found, count_same_token)
    found = select(
        attn_0_1_outputs, attn_0_2_outputs, lambda q, k: k == (0 if q == 6 else q + 6)
    )
    num_attn_1_2_outputs = aggregate_sum(found, num_attn_0_3_outputs)
    # counts all positions with the same num_mlp_0_1_output
    found = select(num_mlp_0_1_outputs, num_mlp_0_1_outputs, lambda q, k: k == q)
    count_same_num_mlp_0_1_output = aggregate_sum(found, ones)
    mlp_1_0_outputs = [
        1 if attn_1_2_output in {0, 5} and attn_1_3_output == 0 else 0
        for attn_1_2_output, attn_1_3_output in zip(attn_1_2_outputs, attn_1_3_outputs)
    ]
    found = select_closest(
        attn_0_3_outputs, attn_0_3_outputs, lambda q, k: k == KEYS_2_0.get(q, 0)
    )
    attn_2_0_outputs = aggregate(found, mlp_0_1_outputs)
    found = select_closest(
        attn_1_3_outputs, num_mlp_0_0_outputs, lambda q, k: k == q + 2
    )
    attn_2_1_outputs = aggregate(found, num_mlp_0_1_outputs)
    found = select_closest(
        attn_0_0_outputs, num_mlp_0_1_outputs, lambda q, k: k == KEYS_2_2.get(q, q + 5)
    )
    attn_2_2_outputs = aggregate(found, num_mlp_0_1_outputs)
    found = select_closest(positions, positions, lambda q, k: k == KEYS_2_3.get(q, 3))
    attn_2_3_outputs = aggregate(found, num_mlp_0_1_outputs)
    found = select(positions, attn_0_2_outputs, lambda q, k: k == (7 if q == 6 else 5))
    num_attn_2_0_outputs = aggregate_sum(found, count_same_num_mlp_0_1_output)
    found = select(num_mlp_0_1_outputs, num_mlp_0_0_outputs, lambda q, k: k == q)
    num_attn_2_1_outputs = aggregate_sum(found, num_attn_0_3_outputs)
    # adds up count_same_token of all positions where attn_1_0_output is 0
    found = select(attn_1_0_outputs, attn_1_0_outputs, lambda q, k: k == 0)
    num_attn_2_2_outputs = aggregate_sum(found, count_same_token)
    found = select(
        positions, attn_0_3_outputs, lambda q, k: k == NUM_KEYS_2_3.get(q, 6)
    )
    num_attn_2_3_outputs = aggregate_sum(found, num_attn_0_3_outputs)
    mlp_2_0_outputs = list(map(mlp_2_0, attn_2_3_outputs, attn_1_1_outputs))
    mlp_2_1_outputs = [
        1 if attn_1_3_output == 0 and attn_1_2_output == 0 else 3
        for attn_1_3_output, attn_1_2_output in zip(attn_1_3_outputs, attn_1_2_outputs)
    ]
    return ["<s>", *classify(locals())[1:]]


# fmt: off
CLASSES = ("1", "2", "3", "4", "5", "6")
NO_VOTES = (0,) * len(CLASSES)  # of the values not listed
VOTES = {
    "tokens": {
        #        "1"     "2"    "3"    "4"    "5"    "6"
        "a": (     0,    920,   990,   977,  1349,  1406),
        "b": (     0,    566,   527,   808,  1510,   429),
        "c": (     0,    617,   654,   704,  1386,  1795),
        "e": (     0,    464,   598,   813,  1087,  1955),
        "f": (     0,    111,   200,   469,  1126,  1486),
    },
    "positions": {
        #      "1"     "2"    "3"    "4"    "5"    "6"
        1: (   315,   1028,   732,     0,  3164,   491),
        3: (     0,    247,   387,   343,   405,   786),
        4: (   769,    829,   689,   620,     0,   980),
        5: (   576,   1095,  1347,     0,  3893,  2409),
        6: (   303,    848,   951,     0,  2139,  4825),
        7: (     0,    287,   459,  1556,  2963,   438),
    },
    "attn_0_0_outputs": {
        #      "1"     "2"    "3"    "4"    "5"    "6"
        7: (   639,   6167,  4634, 10811, 12035,     0),
    },
    "attn_0_1_outputs": {
        #      "1"     "2"    "3"    "4"    "5"    "6"
        5: (     0,   1011,   939,   576,  7435, 10496),
        6: (     0,    306,   353,  1751,  5093, 12121),
        7: (     0,    537,   915,  2711,  6357,  4261),
    },
    "attn_0_2_outputs": {
        #      "1"     "2"    "3"    "4"    "5"    "6"
        0: ( 19178,  21636, 21208, 10619, 17529,     0),
        4: (  6878,   7710,  7059,  5408,  7025,     0),
    },
    "attn_0_3_outputs": {
        #      "1"     "2"    "3"    "4"    "5"    "6"
        5: (     0,    756,   640,   976,  3061,  2286),
        6: (     0,    487,   454,  1064,  3777,  4421),
        7: (  5044,   5819,  6069,  6529,  8963,     0),
    },
    "mlp_0_1_outputs": {
        #      "1"     "2"    "3"    "4"    "5"    "6"
        1: (     0,   3984,  3902,  6994,  9934,  3062),
        3: (     0,   4425,  3893,  6325,  8782,  3300),
    },
    "num_mlp_0_0_outputs": {
        #      "1"     "2"    "3"    "4"    "5"    "6"
        2: (     0,    350,  7336, 12683, 13772, 10338),
    },
    "num_mlp_0_1_outputs": {
        #      "1"     "2"    "3"    "4"    "5"    "6"
        2: (     0,   7326, 14403, 22975, 24806, 22576),
        4: (     0,   7462, 11898, 19011, 21680, 21221),
    },
    "attn_1_0_outputs": {
        #      "1"     "2"    "3"    "4"    "5"    "6"
        2: (   679,   5073,  1877, 10536,     0,  8509),
    },
    "attn_1_1_outputs": {
        #      "1"     "2"    "3"    "4"    "5"    "6"
        0: (  7884,   8498,  8148,  7129, 12662,     0),
        2: (     0,   1187,  1826,  2838, 11167,  6096),
    },
    "attn_1_2_outputs": {
        #      "1"     "2"    "3"    "4"    "5"    "6"
        0: (  3060,   9849, 13746,     0, 17838,  9064),
        5: (     0,   5383,  8184,   928, 15844, 12352),
        6: (     0,   5215,  8261,  1518, 15382, 16787),
    },
    "attn_1_3_outputs": {
        #      "1"     "2"    "3"    "4"    "5"    "6"
        4: (     0,   5370,  2337,  4386,  4508,  6003),
    },
    "mlp_1_0_outputs": {
        #      "1"     "2"    "3"    "4"    "5"    "6"
        0: (  1136,   2192,  1613,  1948,   795,     0),
    },
    "attn_2_0_outputs": {
        #      "1"     "2"    "3"    "4"    "5"    "6"
        1: (     0,   3765,  3263,  7616, 11431,  2214),
        3: (     0,   2397,  3165,  5424,  9232,  4641),
        5: (     0,    594,   573,  1053,  2387,  1262),
    },
    "attn_2_1_outputs": {
        #      "1"     "2"    "3"    "4"    "5"    "6"
        2: (     0,   2387,  2745,  4525,  6260, 14481),
        4: (  2981,   5586,  5674,  6831,     0, 14490),
    },
    "attn_2_2_outputs": {
        #      "1"     "2"    "3"    "4"    "5"    "6"
        2: (    81,    784,     0,  3837,   527,  6925),
        4: (  2508,   7782,  6631,  9704,     0, 10344),
    },
    "attn_2_3_outputs": {
        #      "1"     "2"    "3"    "4"    "5"    "6"
        0: ( 10416,  10694, 10376,  9815, 14393,     0),
        2: (     0,   1250,  1841,  3367, 10970,  5373),
    },
    "mlp_2_0_outputs": {
        #      "1"     "2"    "3"    "4"    "5"    "6"
        0: (     0,   4558,  5404,  6132,  3593, 10089),
    },
    "mlp_2_1_outputs": {
        #      "1"     "2"    "3"    "4"    "5"    "6"
        3: (     0,   6746,  2526,  5137,  3288,  3994),
    },
}
NUMBER_VOTES = {
    #                                    "1"     "2"    "3"    "4"    "5"    "6"
    "ones":                          (150569, 103785, 64859, 44092,     0, 16214),
    "num_attn_0_0_outputs":          (  7226,   4516,  1958,   663,     0,  1426),
    "num_attn_0_1_outputs":          (   872,   1201,     0,  1793,   637,  2318),
    "count_same_token":              (  8415,   4644,  2369,   592,     0,  1252),
    "num_attn_0_3_outputs":          (  1588,   1468,     0,  2757,   642,  1210),
    "num_attn_1_0_outputs":          ( 14805,  13359, 13124, 10709,  9176,     0),
    "num_attn_1_1_outputs":          (  7413,   6348,  5949,  3357,     0,   911),
    "num_attn_1_2_outputs":          (   362,    392,   672,  1185,     0,  4482),
    "count_same_num_mlp_0_1_output": (     0,  11371, 19276, 18441, 19759, 17533),
    "num_attn_2_0_outputs":          (  4566,   2033,  2970,  1969,  5639,     0),
    "num_attn_2_1_outputs":          (     0,   5576, 10312, 13385, 14769, 14065),
    "num_attn_2_2_outputs":          (  7417,   7406,  7075,  4307,  5880,     0),
    "num_attn_2_3_outputs":          (  1633,   1513,     0,  5969,   450,  8825),
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
