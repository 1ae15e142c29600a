"""recipe_most_freq: a Transformer Program. In: up to 8 words; out: a label for each.
Steps: 12 heads copy, 12 heads add up, 10 functions, 37 variables vote.
Learned by gradient: right on 75.92 % of the test labels, and on 74.14 % of those of
all 335,922 inputs.
Extracted: network = program: equal on every input (compositional proof: 36 modules,
1,674 cells, 7,968 choices, 1,477 votes).
Simplified: same answer on every input, by rules (88 changes)."""

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


KEYS_0_0 = {1: "a", 2: "a"}
KEYS_0_1 = (1, 0, 1, 2, 5, 6, 7, 3)
KEYS_0_2 = {0: "a", 1: "a", 2: "b", 3: "a", 4: "a", 5: "a", 6: "a"}
KEYS_0_3 = {0: "d", 1: "e", 6: "d", 7: "c"}
NUM_KEYS_0_0 = {0: "<s>", 1: "e", 2: "<s>", 3: "f", 4: "f", 5: "f", 6: "f"}
NUM_KEYS_0_1 = {0: "d", 1: "e", 2: "<s>", 3: "d", 4: "d", 5: "d"}
NUM_KEYS_0_3 = {0: "e", 1: "c", 2: "<s>", 3: "e", 4: "e", 5: "e", 6: "e"}


def mlp_0_0(position, attn_0_2_output):
    if attn_0_2_output == "<s>":
        return 5 if position in {1, 2} else 6
    if attn_0_2_output == "a":
        return {2: 6, 5: 7, 6: 6, 7: 6}.get(position, 3)
    if attn_0_2_output == "b":
        return 5 if position == 2 else 6
    return 6


def mlp_0_1(attn_0_3_output, position):
    if attn_0_3_output == "<s>":
        return {1: 2, 2: 7, 5: 4}.get(position, 6)
    if attn_0_3_output == "c":
        return 1 if position == 7 else 6
    if attn_0_3_output == "d":
        return 5 if position in {0, 6} else 6
    if attn_0_3_output == "e":
        return 5 if position == 1 else 6
    if attn_0_3_output == "f":
        return {2: 7, 3: 7, 4: 7, 5: 3}.get(position, 6)
    return 6


def num_mlp_0_0(num_attn_0_3_output, num_attn_0_0_output):
    number = num_attn_0_3_output - num_attn_0_0_output
    if number <= -1:
        return 1
    if number <= 6:
        return 5
    return 1


KEYS_1_2 = {"d": 3, "e": 6, "f": 6}
KEYS_1_3 = {1: "d", 3: "f"}
NUM_KEYS_1_1 = {"<s>": "f", "c": "<s>", "d": "d", "e": "<s>"}
NUM_KEYS_1_2 = {"<s>": "f", "c": "c", "e": "e"}


def mlp_1_0(attn_1_3_output, position):
    if attn_1_3_output == "a":
        return {0: 6, 1: 7, 2: 6, 3: 1}.get(position, 5)
    if attn_1_3_output == "d":
        return 6 if position <= 2 else 0
    if attn_1_3_output in "ef":
        return {0: 6, 1: 7, 2: 6}.get(position, 0)
    return 6


def mlp_1_1(attn_1_2_output, attn_0_0_output):
    if attn_0_0_output in {"<s>", "a"}:
        return 6 if attn_1_2_output == "d" else 3
    if attn_0_0_output == "d":
        return {"a": 3, "b": 3, "c": 2, "e": 3}.get(attn_1_2_output, 6)
    return 3


KEYS_2_0 = {1: "e", 2: "e", 3: "d", 7: "<s>"}
KEYS_2_2 = {"<s>": "d", "b": "f", "c": "d", "d": "f", "e": "d", "f": "d"}

# fmt: off
NUM_KEYS_2_0 = {
    "<s>": "a", "a": "<s>", "b": "b", "c": "e", "d": "c", "e": "e", "f": "a",
}
# fmt: on

NUM_KEYS_2_1 = {"c": "c", "d": "<s>", "e": "<s>"}
NUM_KEYS_2_2 = {"<s>": "f", "a": "a", "e": "e", "f": "a"}
NUM_KEYS_2_3 = {1: "c", 2: "<s>", 7: "<s>"}


def mlp_2_0(position, attn_1_0_output):
    if attn_1_0_output == "<s>":
        return 7 if 1 <= position <= 3 else 6
    if attn_1_0_output in "cf":
        return {1: 1, 2: 7, 3: 7}.get(position, 6)
    return 6


def run(tokens):
    ok = isinstance(tokens, (list, tuple)) and 1 <= len(tokens) <= 8
    if not ok or any(w not in (WORDS if i else ["<s>"]) for i, w in enumerate(tokens)):
        raise ValueError(f"expected <s>, up to 7 known words; got {tokens!r}")
    positions = list(range(len(tokens)))
    ones = [1] * len(tokens)
    found = select_closest(tokens, positions, lambda q, k: k == KEYS_0_0.get(q, "d"))
    attn_0_0_outputs = aggregate(found, tokens)
    found = select_closest(positions, positions, lambda q, k: k == KEYS_0_1[q])
    attn_0_1_outputs = aggregate(found, tokens)
    found = select_closest(tokens, positions, lambda q, k: k == KEYS_0_2.get(q))
    attn_0_2_outputs = aggregate(found, tokens)
    found = select_closest(tokens, positions, lambda q, k: k == KEYS_0_3.get(q, "f"))
    attn_0_3_outputs = aggregate(found, tokens)
    found = select(tokens, positions, lambda q, k: k == NUM_KEYS_0_0.get(q))
    num_attn_0_0_outputs = aggregate_sum(found, ones)
    found = select(tokens, positions, lambda q, k: k == NUM_KEYS_0_1.get(q))
    num_attn_0_1_outputs = aggregate_sum(found, ones)
    found = select(tokens, positions, lambda q, k: k == ("d" if q == 1 else "<s>"))
    num_attn_0_2_outputs = aggregate_sum(found, ones)
    found = select(tokens, positions, lambda q, k: k == NUM_KEYS_0_3.get(q))
    num_attn_0_3_outputs = aggregate_sum(found, ones)
    mlp_0_0_outputs = list(map(mlp_0_0, positions, attn_0_2_outputs))
    mlp_0_1_outputs = list(map(mlp_0_1, attn_0_3_outputs, positions))
    num_mlp_0_0_outputs = list(
        map(num_mlp_0_0, num_attn_0_3_outputs, num_attn_0_0_outputs)
    )
    num_mlp_0_1_outputs = [1 if n <= 1 else 2 for n in num_attn_0_3_outputs]
    found = select_closest(tokens, tokens, lambda q, k: k == ("f" if q == "c" else "c"))
    attn_1_0_outputs = aggregate(found, tokens)
    found = select_closest(
        tokens, mlp_0_0_outputs, lambda q, k: q not in {3, 5} and k == "f"
    )
    attn_1_1_outputs = aggregate(found, mlp_0_1_outputs)
    found = select_closest(
        positions, attn_0_3_outputs, lambda q, k: k == KEYS_1_2.get(q, 7)
    )
    attn_1_2_outputs = aggregate(found, attn_0_3_outputs)
    found = select_closest(tokens, positions, lambda q, k: k == KEYS_1_3.get(q))
    attn_1_3_outputs = aggregate(found, attn_0_1_outputs)
    found = select(
        tokens, attn_0_1_outputs, lambda q, k: k == ("<s>" if q == "b" else "b")
    )
    num_attn_1_0_outputs = aggregate_sum(found, ones)
    found = select(tokens, attn_0_1_outputs, lambda q, k: k == NUM_KEYS_1_1.get(q, "e"))
    num_attn_1_1_outputs = aggregate_sum(found, ones)
    found = select(
        tokens, attn_0_1_outputs, lambda q, k: k == NUM_KEYS_1_2.get(q, "<s>")
    )
    num_attn_1_2_outputs = aggregate_sum(found, ones)
    found = select(tokens, positions, lambda q, k: k == ("f" if q == 1 else "b"))
    num_attn_1_3_outputs = aggregate_sum(found, ones)
    mlp_1_0_outputs = list(map(mlp_1_0, attn_1_3_outputs, positions))
    mlp_1_1_outputs = list(map(mlp_1_1, attn_1_2_outputs, attn_0_0_outputs))
    num_mlp_1_0_outputs = [6 if n == 0 else 1 for n in num_attn_1_0_outputs]
    found = select_closest(tokens, positions, lambda q, k: k == KEYS_2_0.get(q, "b"))
    attn_2_0_outputs = aggregate(found, mlp_0_1_outputs)
    found = select_closest(tokens, tokens, lambda q, k: k == ("f" if q == "e" else "e"))
    attn_2_1_outputs = aggregate(found, tokens)
    found = select_closest(tokens, tokens, lambda q, k: k == KEYS_2_2.get(q))
    attn_2_2_outputs = aggregate(found, tokens)
    found = select_closest(
        attn_0_0_outputs, tokens, lambda q, k: q in "adef" and k == "a"
    )
    attn_2_3_outputs = aggregate(found, mlp_0_0_outputs)
    found = select(tokens, attn_0_1_outputs, lambda q, k: k == NUM_KEYS_2_0[q])
    num_attn_2_0_outputs = aggregate_sum(found, ones)
    found = select(tokens, attn_0_1_outputs, lambda q, k: k == NUM_KEYS_2_1.get(q, "e"))
    num_attn_2_1_outputs = aggregate_sum(found, ones)
    found = select(
        tokens, attn_0_1_outputs, lambda q, k: k == NUM_KEYS_2_2.get(q, "<s>")
    )
    num_attn_2_2_outputs = aggregate_sum(found, ones)
    found = select(tokens, positions, lambda q, k: k == NUM_KEYS_2_3.get(q, "b"))
    num_attn_2_3_outputs = aggregate_sum(found, ones)
    mlp_2_0_outputs = list(map(mlp_2_0, positions, attn_1_0_outputs))
    num_mlp_2_0_outputs = [1 if n == 0 else 3 for n in num_attn_1_0_outputs]
    num_mlp_2_1_outputs = [7 if n <= 1 else 0 for n in num_attn_1_0_outputs]
    return ["<s>", *classify(locals())[1:]]


# fmt: off
CLASSES = ("a", "b", "c", "d", "e", "f", "<s>")
NO_VOTES = (0,) * len(CLASSES)  # of the values not listed
VOTES = {
    "tokens": {
        #       "a"     "b"     "c"    "d"     "e"     "f"   "<s>"
        "b": (  488,   2590,   1413,  1102,   1494,      0,   2324),
        "c": (16264,  18109,  26305, 14902,  17426,  16961,      0),
        "d": (  553,   1122,   1402,  2648,   1241,      0,   2138),
        "e": (14455,  15873,  15812, 13548,  25670,  14470,      0),
        "f": ( 1059,   2369,   2091,     0,   1528,   3205,    918),
    },
    "positions": {
        #     "a"     "b"     "c"    "d"     "e"     "f"   "<s>"
        2: ( 2175,   6057,   2138,  5231,   3246,      0,   9554),
        3: ( 2623,   7406,   2814,     0,   6584,   2212,  11949),
        4: ( 1016,   5053,   1848,   188,   3635,      0,  12110),
        5: ( 1980,   5476,   2050,  1546,   3849,      0,  32031),
        6: ( 5143,   8134,   5713,     0,   7294,   4974,  45013),
        7: ( 4194,   6173,   7797,  2041,   4534,      0,  44159),
    },
    "attn_0_0_outputs": {
        #         "a"     "b"     "c"    "d"     "e"     "f"   "<s>"
        "<s>": (  239,    680,    818,     0,    760,    822,  11961),
        "d":   (  498,   1110,   1267,  7763,      0,    447,   5845),
    },
    "attn_0_1_outputs": {
        #         "a"     "b"     "c"    "d"     "e"     "f"   "<s>"
        "<s>": (    0,   1484,   2277,  1193,    751,   1471,   1677),
        "b":   (    0,   3801,   1894,  1935,   1847,   2069,   2148),
        "c":   (    0,    999,   3395,   898,   1384,   1125,    887),
        "d":   (    0,   1695,   1848,  3161,   1988,   1626,   1670),
        "e":   (    0,    927,   1890,  1093,   2672,   1126,    904),
        "f":   (    0,   1264,   1394,   785,    588,   2587,    516),
    },
    "attn_0_2_outputs": {
        #         "a"     "b"     "c"    "d"     "e"     "f"   "<s>"
        "<s>": (    0,   1515,    694,  1269,   1207,   1662,  11985),
        "b":   (    0,   1586,   1445,   825,   1473,    892,  10768),
    },
    "attn_0_3_outputs": {
        #         "a"     "b"     "c"    "d"     "e"     "f"   "<s>"
        "<s>": ( 5069,   5688,   4930,  3360,   5435,      0,  10181),
        "c":   ( 1953,   1978,   1301,     0,   2447,   2521,   6265),
        "d":   ( 2557,   2589,   1335,     0,   2314,   2885,  10664),
        "f":   ( 3839,   4093,   2943,  1834,   3800,   5523,      0),
    },
    "mlp_0_0_outputs": {
        #     "a"     "b"     "c"    "d"     "e"     "f"   "<s>"
        5: (13568,  14332,  14161, 14131,  14357,  14114,      0),
        6: ( -583,    350,      0,     0,    296,    969,   3340),
        7: (    0,    852,    773,   715,    537,   1129,   1824),
    },
    "mlp_0_1_outputs": {
        #     "a"     "b"     "c"    "d"     "e"     "f"   "<s>"
        1: ( 1964,   2052,   1624,     0,   1816,   8192,   6541),
        2: (17845,  18106,  18705, 19935,  17579,  28003,      0),
        3: ( 6040,   6692,   6808,  6867,   6440,  15143,      0),
        5: (    0,    380,    594,  1833,    688,   7673,    562),
        6: (  808,   1010,    954,  2246,   1449,   2464,      0),
        7: ( 7979,   8446,   8474,  9472,   8288,  16684,      0),
    },
    "num_mlp_0_0_outputs": {
        #     "a"     "b"     "c"    "d"     "e"     "f"   "<s>"
        5: ( 1005,   1285,    932,  1107,   1685,   1321,      0),
    },
    "num_mlp_0_1_outputs": {
        #     "a"     "b"     "c"    "d"     "e"     "f"   "<s>"
        2: (  899,   1834,   1711,  1493,      0,   1625,   2823),
    },
    "attn_1_0_outputs": {
        #         "a"     "b"     "c"    "d"     "e"     "f"   "<s>"
        "<s>": (  767,    887,     48,   254,    796,      0,   6324),
        "c":   (14444,  14894,  22364, 14258,  14869,  14237,      0),
    },
    "attn_1_1_outputs": {
        #     "a"     "b"     "c"    "d"     "e"     "f"   "<s>"
        1: (    0,   1365,    130,  1031,   1006,   2293,    655),
        2: (  406,    770,    438,   787,    843,      0,    683),
        5: (   91,    731,      0,   483,    751,    667,   1041),
        6: ( 2764,   3715,   3067,     0,   3630,   3835,   5834),
        7: (    0,    298,   -237,   -78,    213,   -469,     52),
    },
    "attn_1_2_outputs": {
        #         "a"     "b"     "c"    "d"     "e"     "f"   "<s>"
        "<s>": (    0,    495,    627,  1240,    706,    567,   4250),
        "c":   (    0,    708,    334,  1607,   1066,    785,   1980),
        "f":   ( 7350,   7939,   7554,  9032,   8150,   7833,      0),
    },
    "attn_1_3_outputs": {
        #         "a"     "b"     "c"    "d"     "e"     "f"   "<s>"
        "<s>": (    0,   1123,   1769,   707,    732,    710,    634),
        "b":   (    0,   1148,   1477,   566,    814,    851,   2319),
        "c":   (    0,   1369,   1133,   793,   1246,   1015,   1723),
        "d":   ( 1017,   1194,   1643,  1203,   2217,   1964,      0),
        "e":   (  662,    803,   1175,  1631,   1328,   1520,      0),
        "f":   ( 1185,   1456,   1635,  1976,   2142,   1378,      0),
    },
    "mlp_1_0_outputs": {
        #     "a"     "b"     "c"    "d"     "e"     "f"   "<s>"
        0: (  534,   1863,   1591,   934,    130,      0,   8257),
        1: (    0,   2472,   2649,  2224,   1694,   1087,   6822),
        5: (    0,   5097,   5186,  5167,   4295,   3880,  10438),
        6: (  573,    586,    290,  1223,    352,      0,   5398),
    },
    "mlp_1_1_outputs": {
        #     "a"     "b"     "c"    "d"     "e"     "f"   "<s>"
        2: ( 9233,   9507,   8609, 10112,   9374,   9082,      0),
        6: ( 8146,   8995,   8520, 10105,   8960,   9074,      0),
    },
    "num_mlp_1_0_outputs": {
        #     "a"     "b"     "c"    "d"     "e"     "f"   "<s>"
        1: ( 4105,   7050,   4076,  4174,   4144,   4188,      0),
    },
    "attn_2_0_outputs": {
        #     "a"     "b"     "c"    "d"     "e"     "f"   "<s>"
        1: (  606,   2154,      0,   375,   2135,    456,   1212),
        3: (  959,   1640,    648,   826,   2575,    621,      0),
        4: ( 7707,   8250,   7237,  7610,   9057,      0,   7115),
        5: (  512,   1130,      0,   300,   2228,    128,     41),
        6: (  694,   1272,      0,   816,   2175,    115,    962),
        7: (  641,    934,     92,   414,   2117,    264,      0),
    },
    "attn_2_1_outputs": {
        #       "a"     "b"     "c"    "d"     "e"     "f"   "<s>"
        "e": (18757,  19241,  19452, 19129,  28411,  19273,      0),
        "f": ( 4315,   4718,   4809,  4770,   4980,   5818,      0),
    },
    "attn_2_2_outputs": {
        #         "a"     "b"     "c"    "d"     "e"     "f"   "<s>"
        "<s>": ( 2636,   2839,   2230,     0,   2226,   2061,   4045),
        "f":   ( 1906,   2882,   1820,   207,   1966,   3308,      0),
    },
    "attn_2_3_outputs": {
        #     "a"     "b"     "c"    "d"     "e"     "f"   "<s>"
        3: (  202,    224,     84,   188,      0,    104,    115),
        6: (    0,   6672,   6786,  7212,   6581,   6259,  14237),
    },
    "mlp_2_0_outputs": {
        #     "a"     "b"     "c"    "d"     "e"     "f"   "<s>"
        1: ( 1000,   4895,      0,  1695,   2844,   1527,  14577),
        6: ( 2162,   2752,   1212,     0,   3394,   2303,  22482),
    },
    "num_mlp_2_0_outputs": {
        #     "a"     "b"     "c"    "d"     "e"     "f"   "<s>"
        3: (14948,  26358,  15066, 15318,  14967,  15412,      0),
    },
    "num_mlp_2_1_outputs": {
        #     "a"     "b"     "c"    "d"     "e"     "f"   "<s>"
        0: (    0,   3100,      2,   134,     10,     95,   1069),
    },
}
NUMBER_VOTES = {
    #                          "a"     "b"     "c"    "d"     "e"     "f"   "<s>"
    "ones":                 (    0, -21701, -12902, -8419, -17601, -10508, -19355),
    "num_attn_0_0_outputs": ( 3314,   3204,   3535,  3429,   4121,      0,   2382),
    "num_attn_0_1_outputs": ( 3176,   2999,   3438,     0,   3703,   3335,   2939),
    "num_attn_0_2_outputs": (  555,      9,    864,  5005,      0,    150,   2178),
    "num_attn_0_3_outputs": ( 2560,   2009,   3186,  2286,      0,   1875,   1209),
    "num_attn_1_0_outputs": ( 1292,   2410,    501,   548,    520,      0,    534),
    "num_attn_1_1_outputs": ( 2287,   1953,   2309,     0,   1003,   1885,   1270),
    "num_attn_1_2_outputs": ( 3086,   2165,    355,  1182,      0,   2109,   1939),
    "num_attn_1_3_outputs": ( 2881,      0,   2793,  3711,   3275,   4390,   3255),
    "num_attn_2_0_outputs": ( 1440,     86,    129,   277,     39,      0,    700),
    "num_attn_2_1_outputs": (  926,   1121,      0,  2807,   3264,   1504,   1536),
    "num_attn_2_2_outputs": (    0,   2973,   3227,  3043,   2891,   3364,   2278),
    "num_attn_2_3_outputs": ( 3494,      0,   4899,  3122,   3850,   2968,   2772),
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
