"""categorical_hist: a Transformer Program. In: up to 8 words; out: a label for each.
Steps: 11 heads copy, 5 functions, 16 variables vote.
Learned by gradient: right on 80.99 % of the test labels, and on 75.89 % of those of
all 335,922 inputs.
Extracted: network = program: equal on every input (compositional proof: 18 modules,
926 cells, 296 choices, 1,085 votes).
Simplified: same answer on every input, by rules (55 changes)."""

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


def aggregate(attention, values):
    return [values[j] for j in attention]


KEYS_0_0 = {"<s>": 7, "a": 7}
KEYS_0_1 = {0: "e", 1: "a", 5: "e", 6: "f", 7: "b"}


def mlp_0_1(attn_0_1_output, attn_0_3_output):
    if attn_0_1_output == "a":
        return 2 if attn_0_3_output in {"<s>", "e"} else 0
    if attn_0_1_output == "f":
        return 0 if attn_0_3_output in "bdf" else 2
    return 2


def mlp_1_0(attn_1_2_output, attn_0_2_output):
    if attn_1_2_output == "<s>":
        return {"<s>": 3, "a": 6, "c": 0, "f": 3}.get(attn_0_2_output, 4)
    if attn_1_2_output == "a":
        return {"a": 6, "b": 6, "c": 0}.get(attn_0_2_output, 3)
    if attn_1_2_output == "b":
        return {"a": 6, "b": 4, "c": 5}.get(attn_0_2_output, 3)
    if attn_1_2_output == "c":
        return {"a": 6, "b": 5, "c": 4, "d": 0}.get(attn_0_2_output, 3)
    if attn_1_2_output == "d":
        return {"c": 0, "d": 4}.get(attn_0_2_output, 3)
    if attn_1_2_output == "e":
        return 7 if attn_0_2_output == "b" else 3
    return 6 if attn_0_2_output == "a" else 3


def mlp_1_1(attn_1_2_output, attn_0_2_output):
    if attn_0_2_output == "<s>":
        return 0 if attn_1_2_output in "be" else 2
    if attn_0_2_output == "a":
        return {"<s>": 2, "a": 2, "f": 7}.get(attn_1_2_output, 0)
    if attn_0_2_output == "b":
        return 7 if attn_1_2_output in "def" else 0
    if attn_0_2_output == "c":
        return 2 if attn_1_2_output in {"<s>", "c"} else 0
    if attn_0_2_output == "d":
        return 7 if attn_1_2_output == "f" else 0
    if attn_0_2_output == "e":
        return 7 if attn_1_2_output in "ac" else 0
    return {"<s>": 2, "b": 0, "e": 0, "f": 2}.get(attn_1_2_output, 7)


def mlp_2_0(attn_1_2_output, attn_0_1_output):
    if attn_1_2_output in "cf":
        return {"<s>": 6, "f": 1}.get(attn_0_1_output, 4)
    return 6 if attn_0_1_output == "<s>" else 4


def mlp_2_1(attn_1_0_output, position):
    key = (attn_1_0_output, position)
    if key in {(1, 1), (2, 2), (3, 3), (4, 4), (5, 5), (6, 6), (7, 7)}:
        return 2
    return 3


def run(tokens):
    ok = isinstance(tokens, (list, tuple)) and 1 <= len(tokens) <= 8
    if not ok or any(w not in (WORDS if i else ["<s>"]) for i, w in enumerate(tokens)):
        raise ValueError(f"expected <s>, up to 7 known words; got {tokens!r}")
    positions = list(range(len(tokens)))
    found = select_closest(positions, tokens, lambda q, k: k == KEYS_0_0.get(q, 6))
    attn_0_0_outputs = aggregate(found, positions)
    found = select_closest(tokens, positions, lambda q, k: k == KEYS_0_1.get(q))
    attn_0_1_outputs = aggregate(found, tokens)
    found = select_closest(tokens, tokens, lambda q, k: k == ("a" if q == "<s>" else q))
    attn_0_2_outputs = aggregate(found, tokens)
    found = select_closest(tokens, tokens, lambda q, k: k == ("d" if q == "<s>" else q))
    attn_0_3_outputs = aggregate(found, tokens)
    mlp_0_1_outputs = list(map(mlp_0_1, attn_0_1_outputs, attn_0_3_outputs))
    # copies the position of the nearest position with the same token
    found = select_closest(tokens, tokens, lambda q, k: k == q)
    attn_1_0_outputs = aggregate(found, positions)
    found = select_closest(tokens, tokens, lambda q, k: q in "abdef" and k == q)
    attn_1_1_outputs = aggregate(found, mlp_0_1_outputs)
    # copies the attn_0_3_output of the nearest position with another mlp_0_1_output
    found = select_closest(mlp_0_1_outputs, mlp_0_1_outputs, lambda q, k: k != q)
    attn_1_2_outputs = aggregate(found, attn_0_3_outputs)
    mlp_1_0_outputs = list(map(mlp_1_0, attn_1_2_outputs, attn_0_2_outputs))
    mlp_1_1_outputs = list(map(mlp_1_1, attn_1_2_outputs, attn_0_2_outputs))
    found = select_closest(tokens, attn_1_2_outputs, lambda q, k: q == "c" and k == "b")
    attn_2_0_outputs = aggregate(found, mlp_1_1_outputs)
    found = select_closest(tokens, tokens, lambda q, k: q in "ae" and k == q)
    attn_2_1_outputs = aggregate(found, mlp_0_1_outputs)
    found = select_closest(tokens, tokens, lambda q, k: q == "c" and k == q)
    attn_2_2_outputs = aggregate(found, positions)
    # copies the mlp_1_1_output of the nearest position with the same token
    found = select_closest(tokens, tokens, lambda q, k: k == q)
    attn_2_3_outputs = aggregate(found, mlp_1_1_outputs)
    mlp_2_0_outputs = list(map(mlp_2_0, attn_1_2_outputs, attn_0_1_outputs))
    mlp_2_1_outputs = list(map(mlp_2_1, attn_1_0_outputs, positions))
    return ["<s>", *classify(locals())[1:]]


# fmt: off
CLASSES = ("1", "2", "3", "4", "5", "6", "7")
NO_VOTES = (0,) * len(CLASSES)  # of the values not listed
VOTES = {
    "tokens": {
        #       "1"    "2"    "3"     "4"     "5"     "6"     "7"
        "a": (    0, -4907, -8274, -12533, -18594, -29633, -34049),
        "b": (38866, 33958, 30268,  25875,  18507,   7004,      0),
        "c": (40762, 34539, 30582,  26169,  18002,   2597,      0),
        "d": (41476, 35638, 31422,  26887,  19770,  10261,      0),
        "e": (    0, -4918, -8385, -12631, -18972, -30676, -38428),
        "f": (39253, 34033, 30321,  26143,  19759,   1791,      0),
    },
    "positions": {
        #     "1"    "2"    "3"     "4"     "5"     "6"     "7"
        1: (  307,   994,  1074,   1215,   1420,   1095,      0),
        2: (  110,   211,   181,    170,    297,    122,      0),
        3: (    0,   442,   454,    331,    590,    326,    436),
        5: (    0,   158,   389,    571,    992,    986,    831),
        6: (    0,   623,   762,   1020,   1242,   1393,   1156),
        7: (    0,   527,   799,   1052,   1669,   1075,   1426),
    },
    "attn_0_0_outputs": {
        #     "1"    "2"    "3"     "4"     "5"     "6"     "7"
        6: (    0,   452,  1337,   2177,   2987,   3322,   5780),
        7: ( 1827,  2223,  2702,   3420,   4679,      0,   8955),
    },
    "attn_0_1_outputs": {
        #         "1"    "2"    "3"     "4"     "5"     "6"     "7"
        "<s>": (  180,   555,   755,   1149,   1235,      0,    127),
        "b":   ( 2725,  2889,  3033,   3209,   3280,   2316,      0),
        "e":   ( 3678,  3788,  3862,   4070,   3782,   1895,      0),
        "f":   ( 4318,  4397,  4430,   4385,   4116,      0,    297),
    },
    "mlp_0_1_outputs": {
        #     "1"    "2"    "3"     "4"     "5"     "6"     "7"
        0: (    0,   311,   356,    593,    903,   -785,    -87),
    },
    "attn_1_0_outputs": {
        #     "1"    "2"    "3"     "4"     "5"     "6"     "7"
        2: (    0,   464,   761,    779,   1209,   2114,   2401),
        3: (    0,    53,   445,    598,   1099,   2007,   2405),
        4: (    0,   461,   812,   1233,   1244,   1913,   2730),
        5: (    0,   583,   905,   1257,   1533,   3054,   2727),
        6: (    0,   109,   176,    375,    614,   1718,   1899),
        7: (    0,   517,   856,   1261,   1853,   2701,   3652),
    },
    "attn_1_1_outputs": {
        #     "1"    "2"    "3"     "4"     "5"     "6"     "7"
        2: (    0,    32,   471,    722,   1009,   1553,    431),
    },
    "attn_1_2_outputs": {
        #       "1"    "2"    "3"     "4"     "5"     "6"     "7"
        "a": (    0,  1811,  2027,   1996,   2804,   4647,   3959),
        "b": ( 1013,  2724,  3011,   3169,   3216,   3849,      0),
        "c": ( 2569,  4178,  4063,   3667,   3192,      0,   1732),
        "d": ( 1014,  2412,  2737,   2896,   3051,   5079,      0),
        "e": (  893,  2333,  2507,   2170,   2173,   2246,      0),
        "f": ( 1969,  3664,  4089,   4199,   4307,      0,   1218),
    },
    "mlp_1_0_outputs": {
        #     "1"    "2"    "3"     "4"     "5"     "6"     "7"
        0: (  677,  1142,  1344,   1125,   1922,      0,    587),
        3: ( 1015,  1214,  1211,    759,   1275,   1045,      0),
        4: (    0,  1796,  2650,   2954,   4735,   3494,   2130),
        6: (  201,   278,   273,     72,      0,    624,    212),
        7: (  568,   780,   776,    276,    957,   1254,      0),
    },
    "mlp_1_1_outputs": {
        #     "1"    "2"    "3"     "4"     "5"     "6"     "7"
        2: (    0,  1306,  1852,   2059,   2600,   2705,   2813),
        7: (  324,   446,   591,    297,    342,   1954,      0),
    },
    "attn_2_0_outputs": {
        #     "1"    "2"    "3"     "4"     "5"     "6"     "7"
        0: (    0,    18,    66,     21,    267,   5862,   3203),
        2: (    0,   101,   410,    833,   1424,   8348,   7934),
    },
    "attn_2_1_outputs": {
        #     "1"    "2"    "3"     "4"     "5"     "6"     "7"
        2: (    0,   103,   319,    584,    992,   1315,   1109),
    },
    "attn_2_2_outputs": {
        #     "1"    "2"    "3"     "4"     "5"     "6"     "7"
        1: (  555,   923,  1202,    972,    919,      0,    765),
        2: (    0,   547,   821,    681,    456,   1448,    911),
        3: (    0,   576,   786,    545,    570,    846,    903),
        4: (    0,   623,   809,    667,    591,    811,    556),
        5: (    0,   712,   828,    844,    858,   1417,   1419),
        6: (    0,   619,   667,    891,    704,    522,    804),
        7: (    0,   551,   784,    926,    570,   1530,    996),
    },
    "attn_2_3_outputs": {
        #     "1"    "2"    "3"     "4"     "5"     "6"     "7"
        0: (    0,   208,   271,    800,    872,   1100,    717),
        2: (    0,  1255,  1893,   2606,   3341,   4412,   6495),
    },
    "mlp_2_0_outputs": {
        #     "1"    "2"    "3"     "4"     "5"     "6"     "7"
        4: ( 1427,  1538,  1174,   1008,    910,      0,   1071),
        6: (  530,   701,   605,    668,    775,      0,    405),
    },
    "mlp_2_1_outputs": {
        #     "1"    "2"    "3"     "4"     "5"     "6"     "7"
        3: (    0,  8754,  9312,   9634,  10213,  10371,  11179),
    },
}
# fmt: on


def classify(variables):
    """The class with the most votes at each position, the first of equals."""
    votes = [
        [table.get(value, NO_VOTES) for value in variables[name]]
        for name, table in VOTES.items()
    ]
    scores = [[sum(column) for column in zip(*rows)] for rows in zip(*votes)]
    return [CLASSES[row.index(max(row))] for row in scores]


if __name__ == "__main__":
    try:
        print(*run(" ".join(sys.argv[1:]).split()))
    except ValueError as error:
        sys.exit(print(error, file=sys.stderr) or 2)
