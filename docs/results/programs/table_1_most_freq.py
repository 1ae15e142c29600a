"""table_1_most_freq: a Transformer Program. In: up to 8 words; out: a label for each.
Steps: 12 heads copy, 12 heads add up, 10 functions, 35 variables vote.
Learned by gradient: right on 76.18 % of the test labels, and on 75.24 % of those of
all 335,922 inputs. Network and program are equal on every input (compositional
proof: 36 modules, 1,982 cells, 296 choices, 1,491 votes)."""

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


KEYS_0_0 = {"<s>": "d", "f": None}
KEYS_0_1 = {0: "e", 1: "a", 2: "e", 6: "c", 7: "d"}
KEYS_0_2 = {"<s>": "d", "a": "a", "c": "c", "d": "c", "e": "c", "f": "f"}
KEYS_0_3 = (2, 0, 1, 2, 5, 6, 7, 3)
NUM_KEYS_0_0 = {0: "a", 1: "c", 2: "<s>", 3: "b", 4: "b", 5: "b", 6: "f"}
NUM_KEYS_0_1 = {0: "<s>", 1: "c", 2: "<s>"}
NUM_KEYS_0_2 = {0: "f", 1: "b", 2: "<s>", 3: "e", 4: "e", 5: "e", 6: "e"}


def mlp_0_0(position, attn_0_0_output):
    if attn_0_0_output == "<s>":
        return {0: 3, 1: 1}.get(position, 2)
    if attn_0_0_output == "a":
        return 4 if position == 1 else 2
    if attn_0_0_output == "b":
        return {1: 0, 2: 7, 6: 3, 7: 3}.get(position, 2)
    if attn_0_0_output == "c":
        return 0 if position == 1 else 2
    if attn_0_0_output == "d":
        return {0: 7, 1: 6, 2: 7, 7: 7}.get(position, 2)
    if attn_0_0_output == "e":
        return 1 if position == 1 else 2
    return 2


def mlp_0_1(position, attn_0_3_output):
    if attn_0_3_output == "f":
        return 3 if position == 6 else 4
    return {0: 2, 1: 1, 2: 2, 6: 3, 7: 3}.get(position, 6)


NUM_MLP_0_0 = {0: 0, 1: 7, 2: 2}
KEYS_1_0 = {"<s>": "c", "a": "a", "b": "c", "c": "c", "d": "c", "e": "c"}
KEYS_1_3 = {0: "e", 1: "f", 2: "b", 3: "f", 4: "e", 5: "e", 6: "e"}
NUM_KEYS_1_1 = {0: "b", 1: "b", 2: "<s>", 3: "c", 4: "c", 5: "c", 6: "f"}
NUM_KEYS_1_3 = {"<s>": "a", "c": "c", "e": "e"}


def mlp_1_1(position, attn_1_0_output):
    if attn_1_0_output == "<s>":
        return {1: 4, 2: 6, 3: 4, 7: 4}.get(position, 7)
    if attn_1_0_output in "ad":
        return {2: 6, 3: 4}.get(position, 7)
    if attn_1_0_output == "c":
        return {1: 2, 2: 6, 3: 4}.get(position, 7)
    return 7


NUM_KEYS_2_1 = {"<s>": "c", "a": "a", "b": "b", "e": "e"}
NUM_KEYS_2_3 = {"<s>": "a", "b": "b", "c": "b", "e": "<s>"}


def mlp_2_0(attn_2_3_output, attn_0_2_output):
    if attn_2_3_output in {"<s>", "a", "d"}:
        return 7 if attn_0_2_output == "c" else 6
    if attn_2_3_output == "c":
        return 6 if attn_0_2_output in "bde" else 7
    return 6


def mlp_2_1(position, attn_2_3_output):
    if position in {3, 4}:
        return 4 if attn_2_3_output in "bef" else 0
    if position in {5, 7}:
        return 2 if attn_2_3_output in {"<s>", "c", "d"} else 4
    return 4


NUM_MLP_2_0 = {0: 1, 1: 7}


def run(tokens):
    wrong = {i: w for i, w in enumerate(tokens) if w not in (WORDS if i else ["<s>"])}
    if wrong or isinstance(tokens, str) or not 1 <= len(tokens) <= 8:
        raise ValueError(f"expected <s>, up to 7 known words; got {wrong or tokens!r}")
    positions = list(range(len(tokens)))
    ones = [1] * len(tokens)
    found = select_closest(tokens, tokens, lambda q, k: k == KEYS_0_0.get(q, q))
    attn_0_0_outputs = aggregate(found, tokens)
    found = select_closest(tokens, positions, lambda q, k: k == KEYS_0_1.get(q, "f"))
    attn_0_1_outputs = aggregate(found, tokens)
    found = select_closest(tokens, tokens, lambda q, k: k == KEYS_0_2.get(q))
    attn_0_2_outputs = aggregate(found, tokens)
    found = select_closest(positions, positions, lambda q, k: k == KEYS_0_3[q])
    attn_0_3_outputs = aggregate(found, tokens)
    found = select(tokens, positions, lambda q, k: k == NUM_KEYS_0_0.get(q))
    num_attn_0_0_outputs = aggregate_sum(found, ones)
    found = select(tokens, positions, lambda q, k: k == NUM_KEYS_0_1.get(q, "d"))
    num_attn_0_1_outputs = aggregate_sum(found, ones)
    found = select(tokens, positions, lambda q, k: k == NUM_KEYS_0_2.get(q))
    num_attn_0_2_outputs = aggregate_sum(found, ones)
    found = select(tokens, positions, lambda q, k: k == ("e" if q in {1, 7} else "<s>"))
    num_attn_0_3_outputs = aggregate_sum(found, ones)
    mlp_0_0_outputs = list(map(mlp_0_0, positions, attn_0_0_outputs))
    mlp_0_1_outputs = list(map(mlp_0_1, positions, attn_0_3_outputs))
    num_mlp_0_0_outputs = [NUM_MLP_0_0.get(n, 5) for n in num_attn_0_2_outputs]
    num_mlp_0_1_outputs = [3 if n == 0 else 7 for n in num_attn_0_0_outputs]
    found = select_closest(
        attn_0_2_outputs, attn_0_3_outputs, lambda q, k: k == KEYS_1_0.get(q)
    )
    attn_1_0_outputs = aggregate(found, attn_0_2_outputs)
    found = select_closest(tokens, tokens, lambda q, k: q == "d" and k == q)
    attn_1_1_outputs = aggregate(found, mlp_0_0_outputs)
    found = select_closest(tokens, tokens, lambda q, k: k == ("e" if q == "b" else "b"))
    attn_1_2_outputs = aggregate(found, tokens)
    found = select_closest(tokens, positions, lambda q, k: k == KEYS_1_3.get(q))
    attn_1_3_outputs = aggregate(found, mlp_0_1_outputs)
    found = select(
        tokens, mlp_0_1_outputs, lambda q, k: k == ("f" if q <= 2 else "<s>")
    )
    num_attn_1_0_outputs = aggregate_sum(found, ones)
    found = select(tokens, positions, lambda q, k: k == NUM_KEYS_1_1.get(q))
    num_attn_1_1_outputs = aggregate_sum(found, ones)
    found = select(tokens, tokens, lambda q, k: k == ("<s>" if q == "a" else "a"))
    num_attn_1_2_outputs = aggregate_sum(found, ones)
    found = select(
        tokens, attn_0_3_outputs, lambda q, k: k == NUM_KEYS_1_3.get(q, "<s>")
    )
    num_attn_1_3_outputs = aggregate_sum(found, ones)
    mlp_1_1_outputs = list(map(mlp_1_1, positions, attn_1_0_outputs))
    num_mlp_1_1_outputs = [3 if n == 0 else 5 for n in num_attn_1_1_outputs]
    found = select_closest(
        num_mlp_0_1_outputs, tokens, lambda q, k: q not in {"c", "e"} and k == 3
    )
    attn_2_0_outputs = aggregate(found, mlp_0_0_outputs)
    found = select_closest(attn_0_2_outputs, tokens, lambda q, k: q == "b" and k == "a")
    attn_2_1_outputs = aggregate(found, attn_1_1_outputs)
    found = select_closest(
        attn_0_2_outputs, attn_0_3_outputs, lambda q, k: q == "<s>" and k == "f"
    )
    attn_2_2_outputs = aggregate(found, num_mlp_0_0_outputs)
    found = select_closest(
        positions, attn_0_2_outputs, lambda q, k: q in {"<s>", "a", "c"} and k in {1, 2}
    )
    attn_2_3_outputs = aggregate(found, attn_1_0_outputs)
    found = select(
        tokens, attn_0_3_outputs, lambda q, k: k == ("<s>" if q == "b" else "b")
    )
    num_attn_2_0_outputs = aggregate_sum(found, ones)
    found = select(
        tokens, attn_0_3_outputs, lambda q, k: k == NUM_KEYS_2_1.get(q, "<s>")
    )
    num_attn_2_1_outputs = aggregate_sum(found, ones)
    found = select(
        tokens, attn_0_3_outputs, lambda q, k: k == ("<s>" if q == "d" else "d")
    )
    num_attn_2_2_outputs = aggregate_sum(found, ones)
    found = select(tokens, attn_0_3_outputs, lambda q, k: k == NUM_KEYS_2_3.get(q, "e"))
    num_attn_2_3_outputs = aggregate_sum(found, num_attn_0_2_outputs)
    mlp_2_0_outputs = list(map(mlp_2_0, attn_2_3_outputs, attn_0_2_outputs))
    mlp_2_1_outputs = list(map(mlp_2_1, positions, attn_2_3_outputs))
    num_mlp_2_0_outputs = [NUM_MLP_2_0.get(n, 5) for n in num_attn_2_0_outputs]
    num_mlp_2_1_outputs = [4 if n == 0 else 5 for n in num_attn_1_2_outputs]
    return ["<s>", *classify(locals())[1:]]


# fmt: off
CLASSES = ("a", "b", "c", "d", "e", "f", "<s>")
NO_VOTES = (0,) * len(CLASSES)  # of the values not listed
VOTES = {
    "tokens": {
        #       "a"     "b"    "c"    "d"    "e"     "f"  "<s>"
        "a": (    0, -19572, -4868, -4501, -8027, -15973, 19469),
        "b": (15684,    444, 10585, 11933,  4700,      0, 27979),
        "c": (19360,      0, 12787, 15355, 11895,   4346, 40628),
        "d": (18289,      0, 10335, 16727, 10398,   3594, 40458),
        "e": (18808,      0, 11233, 14884, 12644,   3476, 40930),
        "f": (18972,      0, 12194, 15530, 11353,   5836, 40730),
    },
    "positions": {
        #     "a"     "b"    "c"    "d"    "e"     "f"  "<s>"
        1: (55365,  55972, 51706, 54020, 53191,  56637,     0),
        2: (41126,  42234, 38969, 39392, 36624,  44886,     0),
        3: (28849,  30941, 28083, 28462, 32199,  25976,     0),
        4: (18257,  20231, 17300, 18613, 21249,  14701,     0),
        5: ( 2543,   5618,  2880,  4075,  6466,      0,   557),
        6: (    0,   2692,   457,   873,  2976,   3845,  4952),
    },
    "attn_0_1_outputs": {
        #         "a"     "b"    "c"    "d"    "e"     "f"  "<s>"
        "<s>": (  730,   1948,  2995,  2684,  2089,      0, 11801),
        "a":   ( 1642,   2144,  5032,  2102,  3055,      0,  5123),
        "d":   (    0,   1228,  2558,  1123,  3244,   2017,  6925),
        "e":   ( 2281,   4023,  4830,  4505,  9940,   1724,     0),
        "f":   ( 3725,   4891,  5764,  5388,  4297,   9465,     0),
    },
    "attn_0_2_outputs": {
        #         "a"     "b"    "c"    "d"    "e"     "f"  "<s>"
        "<s>": ( 2977,   3358,     0,  3208,  3103,   3991,  4263),
        "a":   ( 3093,   3505,     0,  3266,  3187,   3926,  3603),
        "c":   (    0,    649,  1534,   838,   680,    967,   363),
    },
    "attn_0_3_outputs": {
        #         "a"     "b"    "c"    "d"    "e"     "f"  "<s>"
        "<s>": (    0,   1224,     7,  1630,   852,   1591,  1925),
        "b":   ( 1236,   2924,     0,  1232,  1774,   1711,  1451),
        "c":   (    0,   2617,  3485,  2867,  2873,   3181,  1866),
        "d":   (    0,   1053,   110,  2869,   819,   1695,  2378),
        "e":   (    0,    664,   721,  1276,  2209,   1355,   886),
        "f":   (    0,   1281,  2085,  1391,  1017,   4404,   516),
    },
    "mlp_0_0_outputs": {
        #     "a"     "b"    "c"    "d"    "e"     "f"  "<s>"
        0: (11990,  14592, 13708, 12537, 13829,  14280,     0),
        1: (20843,  21697, 21048, 20778, 23463,  23817,     0),
        2: ( 3804,   4729,  2854,  5321,  3251,   4287,     0),
        3: ( 4079,   5380,  4350,  5543,  3669,   4595,     0),
        4: ( 5523,   6122,  5634,  4658,  5242,   6157,     0),
        6: ( 9802,  11214, 10501, 12731, 11788,  11927,     0),
    },
    "mlp_0_1_outputs": {
        #     "a"     "b"    "c"    "d"    "e"     "f"  "<s>"
        1: (28938,  29715, 28810, 28940, 30970,  30807,     0),
        2: ( 7760,   8394,  7548,  7438,  8143,   8840,     0),
        4: (13350,  13607, 13567, 13075, 13720,  14281,     0),
        6: (12973,  13306, 12327, 12648, 12847,  15866,     0),
    },
    "num_mlp_0_0_outputs": {
        #     "a"     "b"    "c"    "d"    "e"     "f"  "<s>"
        0: ( 6009,   6214,  6900,  5478,     0,   5523, 23359),
        2: (  509,   1366,   599,  1332,     0,   1091,  2008),
        5: ( 3123,   5077,  3110,  4131,     0,   3796,  7591),
    },
    "num_mlp_0_1_outputs": {
        #     "a"     "b"    "c"    "d"    "e"     "f"  "<s>"
        7: ( 3423,   8088,  3775,  3398,  4765,   4409,     0),
    },
    "attn_1_0_outputs": {
        #         "a"     "b"    "c"    "d"    "e"     "f"  "<s>"
        "<s>": (  624,    658,   109,     0,   564,    802,  1960),
        "c":   ( 2053,   2370,  3682,  2286,  2323,   1925,     0),
        "d":   (  774,    811,     0,   696,   736,    854,  1850),
    },
    "attn_1_1_outputs": {
        #     "a"     "b"    "c"    "d"    "e"     "f"  "<s>"
        3: ( 6154,   6581,  5931,     0,  6061,   6261, 16475),
        6: ( 2313,   2551,  2258,     0,  2211,   2689,  2146),
        7: (  258,   1057,   217,  1347,   181,    599,     0),
    },
    "attn_1_2_outputs": {
        #       "a"     "b"    "c"    "d"    "e"     "f"  "<s>"
        "b": ( 8056,  11410,  7685,  8103,  8314,   7931,     0),
        "e": (  368,    993,   356,   205,  3773,     98,     0),
    },
    "attn_1_3_outputs": {
        #     "a"     "b"    "c"    "d"    "e"     "f"  "<s>"
        1: (  579,   1094,   848,   861,     0,    851,   604),
        2: (  266,    698,   196,   498,     0,    474,  1006),
        3: (  630,    897,   548,   615,  1482,      0,   476),
        4: (  382,    608,   234,   453,   270,    211,     0),
    },
    "mlp_1_1_outputs": {
        #     "a"     "b"    "c"    "d"    "e"     "f"  "<s>"
        2: ( 2371,   2413,  2368,  4939,  1943,   2070,     0),
        4: ( 3999,   4427,  4614,  4271,  5020,   4505,     0),
        7: (  559,   1058,  1097,     0,  1357,   1613,  6837),
    },
    "num_mlp_1_1_outputs": {
        #     "a"     "b"    "c"    "d"    "e"     "f"  "<s>"
        3: ( 4333,   6118,     0,  5451,  6226,   4717, 19707),
    },
    "attn_2_0_outputs": {
        #     "a"     "b"    "c"    "d"    "e"     "f"  "<s>"
        1: ( 1444,   2101,     0,  1633,  1540,   1436,  2235),
        2: ( 1965,   2317,  9638,  2258,  2615,   2188,     0),
        3: ( 1743,   2279,  8949,  1597,  1858,   1772,     0),
        4: (    0,    977,   602,   721,   663,    598,  2865),
        6: (    3,    526,  1341,    35,     0,     29,    68),
        7: ( 1038,   1475,  8378,  1318,  1218,   1001,     0),
    },
    "attn_2_1_outputs": {
        #     "a"     "b"    "c"    "d"    "e"     "f"  "<s>"
        3: ( 7127,   7379,  7173,     0,  7299,   7245, 17131),
    },
    "attn_2_2_outputs": {
        #     "a"     "b"    "c"    "d"    "e"     "f"  "<s>"
        2: ( 5324,   5598,  5114,  5400,  5253,   3046,     0),
        5: (13734,  13931, 13114, 13857, 13355,      0,  8600),
        7: ( 5908,   6076,  5829,  5913,  5989,   6795,     0),
    },
    "attn_2_3_outputs": {
        #         "a"     "b"    "c"    "d"    "e"     "f"  "<s>"
        "<s>": (  513,    546,   670,  1327,   684,      0,   890),
        "a":   (    0,    469,   308,   350,    67,    209,   512),
        "d":   (  414,    493,   341,   511,   438,      0,   545),
    },
    "mlp_2_0_outputs": {
        #     "a"     "b"    "c"    "d"    "e"     "f"  "<s>"
        7: ( 2857,   2978,  3112,  2853,  2728,   2701,     0),
    },
    "mlp_2_1_outputs": {
        #     "a"     "b"    "c"    "d"    "e"     "f"  "<s>"
        0: ( 4830,   5985,  5904,  5914,  5727,   5643,     0),
        4: ( 1091,   2782,  2834,  2816,  2686,   2465,     0),
    },
    "num_mlp_2_0_outputs": {
        #     "a"     "b"    "c"    "d"    "e"     "f"  "<s>"
        5: ( 7114,  19119,  7447,  7412,  6042,   6646,     0),
        7: ( 8596,  16844,  8678,  8748,  7240,   8147,     0),
    },
    "num_mlp_2_1_outputs": {
        #     "a"     "b"    "c"    "d"    "e"     "f"  "<s>"
        4: (    0,   7313,  6992,  6889,  7487,   6983, 25092),
    },
}
NUMBER_VOTES = {
    #                          "a"     "b"    "c"    "d"    "e"     "f"  "<s>"
    "num_attn_0_0_outputs": ( 5469,      0,  5069,  4717,  4380,   4226,  5066),
    "num_attn_0_1_outputs": ( 4580,   4704,  4974,     0,  4405,   4222,  4232),
    "num_attn_0_2_outputs": ( 2638,   2775,  3123,  1943,     0,   2103,  1563),
    "num_attn_0_3_outputs": (  177,      0,   580,   270,  5558,   1024,  1543),
    "num_attn_1_0_outputs": ( 4306,   4271,  4305,  4369,  4057,   9582,     0),
    "num_attn_1_1_outputs": ( 3156,   4031,     0,  3512,  3727,   3254,  4412),
    "num_attn_1_2_outputs": (  468,    298,     0,    47,   171,     12,   347),
    "num_attn_1_3_outputs": ( 3515,   1422,     0,  1535,   694,   1637,  1233),
    "num_attn_2_0_outputs": ( 1012,      0,  1243,  1453,  1511,   1761,   856),
    "num_attn_2_1_outputs": (    0,   1540,  2603,  2349,  1271,   2072,  2200),
    "num_attn_2_2_outputs": (  608,    493,     0,  2404,   444,    578,  1132),
    "num_attn_2_3_outputs": (  624,      0,   293,   486,   552,    425,   252),
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
