"""table_1_double_hist: a Transformer Program. In: up to 8 words; out: a label for each.
Steps: 12 heads copy, 11 heads add up, 6 functions, 32 variables vote.
Learned by gradient: right on 99.90 % of the test labels, and on 99.86 % of those of
all 335,922 inputs. Network and program are equal on every input (compositional
proof: 36 modules, 7,089 cells, 296 choices, 1,320 votes)."""

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


KEYS_0_0 = {0: 7, 7: 7}
KEYS_0_1 = {4: 7, 6: 7, 7: 7}
KEYS_0_3 = {0: 6, 3: 5, 5: 6, 6: 4, 7: 5}
NUM_KEYS_0_3 = {0: 6, 3: 2, 4: 2, 7: 2}


def mlp_0_1(attn_0_2_output, attn_0_1_output):
    key = (attn_0_2_output, attn_0_1_output)
    if key in {(0, 0), (0, 7), (5, 0)}:
        return 7
    return 1


NUM_MLP_0_1 = {1: 2, 2: 0}
KEYS_1_1 = {0: 5, 1: 2, 2: 1, 3: 4, 6: 4}
KEYS_1_2 = {2: 5, 6: 1}


def num_mlp_1_0(num_attn_1_0_output, num_attn_1_1_output):
    key = (num_attn_1_0_output, num_attn_1_1_output)
    if key in {(0, 1), (0, 2), (0, 3), (0, 4), (0, 5), (1, 1), (1, 2), (1, 3)}:
        return 2
    return 7


KEYS_2_3 = {0: 4, 1: 5, 2: 4, 5: 2}
NUM_KEYS_2_0 = {5: 7, 6: 7, 7: 1}


def mlp_2_0(attn_2_1_output, attn_2_3_output):
    if attn_2_1_output == 2:
        return {0: 5, 2: 5, 4: 0}.get(attn_2_3_output, 2)
    if attn_2_1_output == 4:
        return 0 if attn_2_3_output in {2, 4} else 2
    return 2


def run(tokens):
    ok = isinstance(tokens, (list, tuple)) and 1 <= len(tokens) <= 8
    if not ok or any(w not in (WORDS if i else ["<s>"]) for i, w in enumerate(tokens)):
        raise ValueError(f"expected <s>, up to 7 known words; got {tokens!r}")
    positions = list(range(len(tokens)))
    ones = [1] * len(tokens)
    found = select_closest(positions, positions, lambda q, k: k == KEYS_0_0.get(q, 6))
    attn_0_0_outputs = aggregate(found, positions)
    found = select_closest(positions, positions, lambda q, k: k == KEYS_0_1.get(q, 6))
    attn_0_1_outputs = aggregate(found, positions)
    found = select_closest(positions, positions, lambda q, k: k == (5 if q == 0 else 7))
    attn_0_2_outputs = aggregate(found, positions)
    found = select_closest(positions, positions, lambda q, k: k == KEYS_0_3.get(q, 7))
    attn_0_3_outputs = aggregate(found, positions)
    # counts all positions with the same token
    found = select(tokens, tokens, lambda q, k: k == q)
    count_same_token = aggregate_sum(found, ones)
    found = select(positions, positions, lambda q, k: k == (3 if q == 4 else 4))
    num_attn_0_1_outputs = aggregate_sum(found, ones)
    found = select(positions, positions, lambda q, k: k == NUM_KEYS_0_3.get(q, 4))
    num_attn_0_3_outputs = aggregate_sum(found, ones)
    mlp_0_1_outputs = list(map(mlp_0_1, attn_0_2_outputs, attn_0_1_outputs))
    num_mlp_0_0_outputs = [6 if n == 1 else 0 for n in count_same_token]
    num_mlp_0_1_outputs = [NUM_MLP_0_1.get(n, 4) for n in count_same_token]
    # copies the num_mlp_0_0_output of the nearest num_mlp_0_1_output 0
    found = select_closest(
        num_mlp_0_1_outputs, num_mlp_0_1_outputs, lambda q, k: k == 0
    )
    attn_1_0_outputs = aggregate(found, num_mlp_0_0_outputs)
    found = select_closest(positions, positions, lambda q, k: k == KEYS_1_1.get(q, 6))
    attn_1_1_outputs = aggregate(found, num_mlp_0_1_outputs)
    found = select_closest(positions, positions, lambda q, k: k == KEYS_1_2.get(q, 6))
    attn_1_2_outputs = aggregate(found, attn_0_3_outputs)
    found = select_closest(
        num_mlp_0_1_outputs, attn_0_0_outputs, lambda q, k: k == (4 if q == 0 else 0)
    )
    attn_1_3_outputs = aggregate(found, attn_0_2_outputs)
    found = select(
        num_mlp_0_1_outputs, attn_0_2_outputs, lambda q, k: k == (0 if q <= 3 else 4)
    )
    num_attn_1_0_outputs = aggregate_sum(found, count_same_token)
    # adds up count_same_token of all positions with the same token
    found = select(tokens, tokens, lambda q, k: k == q)
    num_attn_1_1_outputs = aggregate_sum(found, count_same_token)
    found = select(
        attn_0_3_outputs, attn_0_0_outputs, lambda q, k: k == (0 if q == 6 else q + 6)
    )
    num_attn_1_2_outputs = aggregate_sum(found, num_attn_0_3_outputs)
    # counts all positions with the same num_mlp_0_1_output
    found = select(num_mlp_0_1_outputs, num_mlp_0_1_outputs, lambda q, k: k == q)
    count_same_num_mlp_0_1_output = aggregate_sum(found, ones)
    num_mlp_1_0_outputs = list(
        map(num_mlp_1_0, num_attn_1_0_outputs, num_attn_1_1_outputs)
    )
    found = select_closest(
        num_mlp_0_0_outputs, attn_0_3_outputs, lambda q, k: k < q - 1
    )
    attn_2_0_outputs = aggregate(found, mlp_0_1_outputs)
    found = select_closest(attn_1_1_outputs, attn_1_1_outputs, lambda q, k: False)
    attn_2_1_outputs = aggregate(found, attn_1_1_outputs)
    found = select_closest(
        attn_0_3_outputs, num_mlp_0_1_outputs, lambda q, k: k == (0 if q == 4 else 5)
    )
    attn_2_2_outputs = aggregate(found, num_mlp_0_1_outputs)
    found = select_closest(positions, positions, lambda q, k: k == KEYS_2_3.get(q, 1))
    attn_2_3_outputs = aggregate(found, num_mlp_0_1_outputs)
    found = select(
        positions, attn_0_1_outputs, lambda q, k: k == NUM_KEYS_2_0.get(q, 5)
    )
    num_attn_2_0_outputs = aggregate_sum(found, num_attn_0_3_outputs)
    found = select(
        num_mlp_0_1_outputs, num_mlp_0_0_outputs, lambda q, k: k == (0 if q == 0 else 2)
    )
    num_attn_2_1_outputs = aggregate_sum(found, num_attn_0_3_outputs)
    # adds up count_same_token of all positions where attn_1_0_output is 0
    found = select(attn_1_0_outputs, attn_1_0_outputs, lambda q, k: k == 0)
    num_attn_2_2_outputs = aggregate_sum(found, count_same_token)
    found = select(num_mlp_0_0_outputs, attn_1_3_outputs, lambda q, k: k > q)
    num_attn_2_3_outputs = aggregate_sum(found, num_attn_0_3_outputs)
    mlp_2_0_outputs = list(map(mlp_2_0, attn_2_1_outputs, attn_2_3_outputs))
    mlp_2_1_outputs = [
        1 if attn_1_3_output == 5 and attn_1_2_output == 0 else 2
        for attn_1_3_output, attn_1_2_output in zip(attn_1_3_outputs, attn_1_2_outputs)
    ]
    return ["<s>", *classify(locals())[1:]]


# fmt: off
CLASSES = ("1", "2", "3", "4", "5", "6")
NO_VOTES = (0,) * len(CLASSES)  # of the values not listed
VOTES = {
    "tokens": {
        #        "1"     "2"    "3"    "4"    "5"    "6"
        "a": (     0,   1111,  1720,  2010,  1378,  2056),
        "b": (     0,   1108,  1552,  1654,  1066,  1766),
        "d": (     0,    462,  1034,  1443,  1057,  1038),
        "e": (     0,    878,  1572,  1554,  1135,  1500),
        "f": (     0,    419,  1144,  1560,   890,  1374),
    },
    "positions": {
        #      "1"     "2"    "3"    "4"    "5"    "6"
        1: (     0,   3109,   933,   910,  2189,  3422),
        2: (     0,   3091,  1231,  1865,  1953,  2603),
        4: (     0,   2649,   176,  1124,  1605,  4181),
        5: (  2173,   4452,  2023,     0,  4552,  1554),
        6: (   114,   1494,     0,     5,  1068,  4567),
        7: (  1230,   1912,   876,  2298,     0,  2212),
    },
    "attn_0_0_outputs": {
        #      "1"     "2"    "3"    "4"    "5"    "6"
        0: (  1066,   2136,  2819,     0,  4854,  2418),
        6: (  1016,   1765,  1214,  1118,     0, 10343),
    },
    "attn_0_1_outputs": {
        #      "1"     "2"    "3"    "4"    "5"    "6"
        0: (  3096,   3249,  2754,  5248,  2027,     0),
        7: ( 10264,  10784, 11382, 10140, 11595,     0),
    },
    "attn_0_2_outputs": {
        #      "1"     "2"    "3"    "4"    "5"    "6"
        7: (  3154,  11672,  8155, 16884, 10996,     0),
    },
    "attn_0_3_outputs": {
        #      "1"     "2"    "3"    "4"    "5"    "6"
        4: (    59,    938,     0,  2149,  1991,  3511),
        5: (   254,   3013,   772,     0,  4984,  1169),
        6: (     0,    238,   417,  1285,  1500,  2779),
        7: (  7997,   8053,  8425,  8555, 11572,     0),
    },
    "mlp_0_1_outputs": {
        #      "1"     "2"    "3"    "4"    "5"    "6"
        1: (  3207,   3792,  3663,  3314,  5223,     0),
    },
    "num_mlp_0_0_outputs": {
        #      "1"     "2"    "3"    "4"    "5"    "6"
        6: (     0,   1004,  7491,  8635,  9772,   349),
    },
    "num_mlp_0_1_outputs": {
        #      "1"     "2"    "3"    "4"    "5"    "6"
        2: (     0,   5573, 12347, 15697, 15809,  7229),
        4: (     0,   6712, 10226, 13286, 13159,  9234),
    },
    "attn_1_0_outputs": {
        #      "1"     "2"    "3"    "4"    "5"    "6"
        6: (  1031,   3930,  2700,  3905,     0, 13146),
    },
    "attn_1_1_outputs": {
        #      "1"     "2"    "3"    "4"    "5"    "6"
        0: (     0,    257,  2681,  1999,  7823,   126),
        2: (     0,    673,  2818,  3826, 10857, 13415),
    },
    "attn_1_2_outputs": {
        #      "1"     "2"    "3"    "4"    "5"    "6"
        4: (     0,     99,   454,  1666,   180,  2921),
        6: (     0,    189,   516,   286,  1361,  4506),
        7: (  -545,   -389,   338,     0,  1974,     0),
    },
    "attn_1_3_outputs": {
        #      "1"     "2"    "3"    "4"    "5"    "6"
        0: (  7588,  10322,  7113, 22332,     0,  6182),
        5: (     0,   2857,  4248,  7554,   426,  3185),
    },
    "num_mlp_1_0_outputs": {
        #      "1"     "2"    "3"    "4"    "5"    "6"
        7: (     0,  14637,  7150, 24756, 10749,  8667),
    },
    "attn_2_0_outputs": {
        #      "1"     "2"    "3"    "4"    "5"    "6"
        7: (  1663,   1922,  1514,  1296,  2736,     0),
    },
    "attn_2_1_outputs": {
        #      "1"     "2"    "3"    "4"    "5"    "6"
        0: (   652,    950,  3271,  1441,  7150,     0),
        2: (     0,   1238,  2301,  3187,  9986, 11488),
    },
    "attn_2_2_outputs": {
        #      "1"     "2"    "3"    "4"    "5"    "6"
        0: (     0,   1601,  3906,  5012,  7505,   286),
        2: (     0,   1592,  3347,  4483, 10198, 13701),
    },
    "attn_2_3_outputs": {
        #      "1"     "2"    "3"    "4"    "5"    "6"
        0: (   529,   1031,  3230,  2570,  8609,     0),
        2: (     0,   1055,  2878,  4112, 11326, 13541),
    },
    "mlp_2_0_outputs": {
        #      "1"     "2"    "3"    "4"    "5"    "6"
        0: (   338,   1450,   542,   568,  1427,     0),
        2: (  1745,   2435,  1545,  2818,  3205,     0),
    },
    "mlp_2_1_outputs": {
        #      "1"     "2"    "3"    "4"    "5"    "6"
        2: (  2758,   5320,  3637,  5262,     0,  2713),
    },
}
NUMBER_VOTES = {
    #                                    "1"     "2"    "3"    "4"    "5"    "6"
    "ones":                          (179054, 134212, 95872, 45125, 31551,     0),
    "count_same_token":              ( 16229,  10282,  4260,   744,     0,  1030),
    "num_attn_0_1_outputs":          (  3781,   1520,     0,  1771,  1161,  1332),
    "num_attn_0_3_outputs":          (  5430,   2389,     0,  3301,  1661,   726),
    "num_attn_1_0_outputs":          (  9987,   8458,  8752,  7125,  4789,     0),
    "num_attn_1_1_outputs":          (  8041,   6448,  4207,  2381,     0,   469),
    "num_attn_1_2_outputs":          (  7113,   5550,  4397,  3551,     0,  6344),
    "count_same_num_mlp_0_1_output": (     0,  10953, 20010, 20349, 22242, 21226),
    "num_attn_2_0_outputs":          (  2460,   3192,  4012,     0,  5600,  3931),
    "num_attn_2_1_outputs":          (     0,   5819,  9213, 14544, 15770, 16575),
    "num_attn_2_2_outputs":          (  6643,   6150,  6062,  5634,  5211,     0),
    "num_attn_2_3_outputs":          (     0,   1736,  1665,  3690,  2833,  4614),
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
