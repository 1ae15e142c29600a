"""table_1_most_freq_improved: a Transformer Program. In: up to 8 words; out: a label for each.
Steps: 12 heads copy, 12 heads add up, 11 functions, 36 variables vote.
Learned by gradient, then changed directly: right on 77.14 % of the test labels, and
on 75.92 % of those of all 335,922 inputs."""

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
KEYS_0_3 = {0: 2, 2: 1, 3: 2, 4: 5, 5: 6, 6: 7}
NUM_KEYS_0_0 = {0: "a", 1: "c", 2: "<s>", 3: "b", 4: "b", 5: "b", 6: "b"}
NUM_KEYS_0_1 = {0: "<s>", 1: "c", 2: "<s>"}
NUM_KEYS_0_2 = {0: "f", 1: "b", 2: "<s>", 7: "b"}


def mlp_0_0(position, attn_0_0_output):
    if attn_0_0_output == "<s>":
        return {0: 3, 1: 1}.get(position, 2)
    if attn_0_0_output == "a":
        return 4 if position == 1 else 2
    if attn_0_0_output == "b":
        return {1: 0, 2: 7, 6: 3, 7: 3}.get(position, 2)
    if attn_0_0_output == "c":
        return {1: 0, 7: 5}.get(position, 2)
    if attn_0_0_output == "d":
        return {0: 7, 1: 6, 2: 7}.get(position, 2)
    if attn_0_0_output == "e":
        return 1 if position == 1 else 2
    return 2


def mlp_0_1(position, attn_0_3_output):
    if attn_0_3_output == "<s>":
        return {0: 2, 1: 1, 6: 3, 7: 3}.get(position, 6)
    if attn_0_3_output == "c":
        return {0: 2, 2: 2, 4: 7, 5: 7, 6: 3}.get(position, 6)
    if attn_0_3_output == "f":
        return {1: 6, 6: 3, 7: 6}.get(position, 4)
    return {0: 2, 2: 2, 6: 3}.get(position, 6)


NUM_MLP_0_0 = {0: 0, 1: 7, 2: 2}
NUM_MLP_0_1 = {0: 3, 4: 3, 5: 4}
KEYS_1_0 = {"<s>": "c", "a": "a", "b": "c", "c": "c", "d": "c", "e": "c"}
KEYS_1_3 = {0: "e", 1: "f", 2: "b", 3: "f", 4: "e", 5: "e", 6: "e"}
NUM_KEYS_1_1 = {0: "b", 1: "b", 2: "<s>", 3: "c", 4: "c", 5: "c", 6: "f"}
NUM_KEYS_1_3 = {"<s>": "a", "c": "c", "e": "e"}


def mlp_1_1(position, attn_1_0_output):
    if attn_1_0_output == "<s>":
        return {1: 4, 2: 6, 3: 0, 7: 4}.get(position, 7)
    if attn_1_0_output == "a":
        return {2: 5, 3: 4}.get(position, 7)
    if attn_1_0_output == "c":
        return {1: 2, 2: 6, 3: 4}.get(position, 7)
    if attn_1_0_output == "d":
        return {2: 4, 3: 0}.get(position, 7)
    return 7


def num_mlp_1_0(num_attn_1_2_output, num_attn_1_0_output):
    if num_attn_1_0_output == 0:
        return {0: 7, 1: 1, 2: 0, 3: 2, 4: 3}.get(num_attn_1_2_output, 6)
    if num_attn_1_0_output == 1:
        return {1: 1, 2: 3, 3: 3}.get(num_attn_1_2_output, 6)
    if num_attn_1_0_output == 2:
        return {0: 2, 1: 3, 2: 7, 3: 0, 4: 2}.get(num_attn_1_2_output, 6)
    if num_attn_1_0_output == 3:
        return {0: 7, 1: 4, 2: 2, 3: 7}.get(num_attn_1_2_output, 6)
    if num_attn_1_0_output == 4:
        return {0: 3, 1: 1, 2: 2, 4: 1}.get(num_attn_1_2_output, 6)
    if num_attn_1_0_output == 5:
        return {0: 1, 5: 3}.get(num_attn_1_2_output, 6)
    return 6


def num_mlp_1_1(num_attn_1_0_output, num_attn_1_1_output):
    if num_attn_1_1_output == 0:
        return {0: 1, 3: 2, 4: 6}.get(num_attn_1_0_output, 3)
    if num_attn_1_1_output == 1:
        return 1 if num_attn_1_0_output in {4, 5} else 5
    if num_attn_1_1_output == 3:
        return 3 if num_attn_1_0_output in {0, 2, 3} else 5
    if num_attn_1_1_output == 4:
        return {0: 3, 1: 4, 2: 3, 3: 3}.get(num_attn_1_0_output, 5)
    if num_attn_1_1_output == 5:
        return {0: 3, 1: 2}.get(num_attn_1_0_output, 5)
    if num_attn_1_1_output == 6:
        return 3 if num_attn_1_0_output == 0 else 5
    return 5


KEYS_2_0 = {"<s>": 3, "a": 3, "b": 3, "c": 4, "f": 3}
KEYS_2_1 = {0: 3, 1: 2, 2: 5, 3: 2, 4: 4, 6: 2, 7: 2}


def predicate_2_3(q_position, k_position):
    if q_position == 3:
        return k_position == 7
    if 4 <= q_position <= 6:
        return False
    return k_position in {1, 2}


NUM_KEYS_2_1 = {"<s>": "c", "a": "a", "b": "b", "e": "e"}
NUM_KEYS_2_3 = {"<s>": "a", "b": "b", "c": "c", "e": "<s>"}


def mlp_2_0(attn_2_3_output, attn_1_0_output):
    if attn_2_3_output == "<s>":
        return {"<s>": 4, "a": 5, "c": 0}.get(attn_1_0_output, 6)
    if attn_2_3_output == "a":
        return {"<s>": 2, "a": 7, "c": 1, "d": 0}.get(attn_1_0_output, 6)
    if attn_2_3_output == "c":
        return {"<s>": 2, "a": 2, "c": 7}.get(attn_1_0_output, 6)
    return 6


def mlp_2_1(position, attn_2_3_output):
    if attn_2_3_output == "<s>":
        return {3: 6, 4: 0, 5: 2, 7: 2}.get(position, 4)
    if attn_2_3_output == "a":
        return {3: 0, 7: 1}.get(position, 4)
    if attn_2_3_output == "c":
        return {3: 0, 4: 0, 5: 2, 6: 5, 7: 2}.get(position, 4)
    if attn_2_3_output == "d":
        return {3: 6, 4: 0, 5: 2, 6: 5, 7: 2}.get(position, 4)
    return 4


def num_mlp_2_0(num_attn_2_0_output, num_attn_0_0_output):
    if num_attn_0_0_output == 1:
        return {0: 1, 1: 7, 6: 6}.get(num_attn_2_0_output, 5)
    if num_attn_0_0_output == 2:
        return {0: 6, 1: 7}.get(num_attn_2_0_output, 5)
    if num_attn_0_0_output == 3:
        return {1: 2, 2: 6, 3: 4}.get(num_attn_2_0_output, 5)
    if num_attn_0_0_output == 4:
        return {1: 0, 4: 6}.get(num_attn_2_0_output, 5)
    if num_attn_0_0_output == 5:
        return {0: 6, 1: 1, 5: 1}.get(num_attn_2_0_output, 5)
    return {0: 1, 1: 7}.get(num_attn_2_0_output, 5)


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
    found = select_closest(positions, positions, lambda q, k: k == KEYS_0_3.get(q))
    attn_0_3_outputs = aggregate(found, tokens)
    found = select(tokens, positions, lambda q, k: k == NUM_KEYS_0_0.get(q))
    num_attn_0_0_outputs = aggregate_sum(found, ones)
    found = select(tokens, positions, lambda q, k: k == NUM_KEYS_0_1.get(q, "d"))
    num_attn_0_1_outputs = aggregate_sum(found, ones)
    found = select(tokens, positions, lambda q, k: k == NUM_KEYS_0_2.get(q, "e"))
    num_attn_0_2_outputs = aggregate_sum(found, ones)
    found = select(tokens, positions, lambda q, k: k == ("e" if q in {1, 7} else "<s>"))
    num_attn_0_3_outputs = aggregate_sum(found, ones)
    mlp_0_0_outputs = list(map(mlp_0_0, positions, attn_0_0_outputs))
    mlp_0_1_outputs = list(map(mlp_0_1, positions, attn_0_3_outputs))
    num_mlp_0_0_outputs = [NUM_MLP_0_0.get(n, 5) for n in num_attn_0_2_outputs]
    num_mlp_0_1_outputs = [NUM_MLP_0_1.get(n, 7) for n in num_attn_0_0_outputs]
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
    num_mlp_1_0_outputs = list(
        map(num_mlp_1_0, num_attn_1_2_outputs, num_attn_1_0_outputs)
    )
    num_mlp_1_1_outputs = list(
        map(num_mlp_1_1, num_attn_1_0_outputs, num_attn_1_1_outputs)
    )
    found = select_closest(
        num_mlp_0_1_outputs, tokens, lambda q, k: k == KEYS_2_0.get(q)
    )
    attn_2_0_outputs = aggregate(found, mlp_0_0_outputs)
    found = select_closest(
        num_mlp_1_1_outputs, mlp_1_1_outputs, lambda q, k: k == KEYS_2_1.get(q)
    )
    attn_2_1_outputs = aggregate(found, attn_1_1_outputs)
    found = select_closest(
        attn_0_2_outputs, attn_0_3_outputs, lambda q, k: q == "<s>" and k == "f"
    )
    attn_2_2_outputs = aggregate(found, num_mlp_0_0_outputs)
    found = select_closest(positions, positions, predicate_2_3)
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
    num_attn_2_3_outputs = [min(n, 35) for n in num_attn_2_3_outputs]
    mlp_2_0_outputs = list(map(mlp_2_0, attn_2_3_outputs, attn_1_0_outputs))
    mlp_2_1_outputs = list(map(mlp_2_1, positions, attn_2_3_outputs))
    num_mlp_2_0_outputs = list(
        map(num_mlp_2_0, num_attn_2_0_outputs, num_attn_0_0_outputs)
    )
    num_mlp_2_1_outputs = [4 if n == 0 else 5 for n in num_attn_1_2_outputs]
    return ["<s>", *classify(locals())[1:]]


# fmt: off
CLASSES = ("a", "b", "c", "d", "e", "f", "<s>")
NO_VOTES = (0,) * len(CLASSES)  # of the values not listed
VOTES = {
    "tokens": {
        #       "a"     "b"     "c"    "d"     "e"     "f"  "<s>"
        "a": (    0, -23892, -10200, -8974, -18589, -14721,  6176),
        "b": (21657,   1771,  10334, 12738,      0,   6815, 19913),
        "c": (23516,      0,  11662, 15445,   5685,   9758, 30659),
        "d": (22860,      0,   9295, 17370,   5160,   9517, 30774),
        "e": (23410,      0,  10541, 15414,   6885,   9423, 31384),
        "f": (23113,      0,  10960, 15241,   5081,  11188, 30928),
    },
    "positions": {
        #     "a"     "b"     "c"    "d"     "e"     "f"  "<s>"
        1: (47271,  48265,  44048, 46882,  46678,  47279,     0),
        2: (33535,  34935,  31830, 32651,  30446,  35900,     0),
        3: (21707,  24770,  21902, 22754,  27048,  18361,     0),
        4: (11032,  13597,  10824, 12694,  15688,   6924,     0),
        5: ( 3148,   6702,   4048,  5575,   8542,      0,  8282),
        6: (    0,   3561,   1268,  2167,   4747,   3254, 11989),
    },
    "attn_0_1_outputs": {
        #         "a"     "b"     "c"    "d"     "e"     "f"  "<s>"
        "<s>": ( 1485,   2315,   3365,  3025,   2618,      0, 11735),
        "a":   ( 1452,   1493,   4457,  1818,   2454,      0,  4639),
        "d":   (    0,    992,   2366,   942,   3053,   1805,  6579),
        "e":   ( 2362,   3825,   4766,  4300,   9560,   1478,     0),
        "f":   ( 3386,   4528,   5382,  5000,   4220,   9192,     0),
    },
    "attn_0_2_outputs": {
        #         "a"     "b"     "c"    "d"     "e"     "f"  "<s>"
        "<s>": ( 3151,   3349,      0,  3604,   3481,   4212,  4279),
        "a":   ( -780,   -482,  -3721,  -652,   -772,      0,     0),
        "c":   (    0,    399,   1407,   789,    584,    758,    18),
    },
    "attn_0_3_outputs": {
        #         "a"     "b"     "c"    "d"     "e"     "f"  "<s>"
        "<s>": (    5,   1005,      0,  1398,    645,   1150,  1719),
        "b":   (  892,   2833,      0,  1130,   1649,   1651,  1312),
        "c":   (    0,   2566,   3165,  2954,   3068,   3162,  1960),
        "d":   (    0,    800,     14,  2780,    568,   1477,  2102),
        "e":   (    0,    325,     75,  1157,   2082,   1003,   638),
        "f":   (    0,   1206,   1924,  1360,    966,   4479,   482),
    },
    "mlp_0_0_outputs": {
        #     "a"     "b"     "c"    "d"     "e"     "f"  "<s>"
        0: ( 5041,   8643,   8036,  7922,   8292,   8110,     0),
        1: (13169,  15491,  14869, 15655,  18009,  17919,     0),
        2: (    0,   1293,     18,  2968,    715,    753,  2402),
        3: (    0,   2056,   1104,  3303,   1078,   1262,  2449),
        5: (    0,   2056,   1029,  1341,    977,    737,  8824),
        6: ( 3381,   5204,   4782,  7761,   6534,   5832,     0),
        7: (    0,    754,    988,  2199,   1179,   1038,  6415),
    },
    "mlp_0_1_outputs": {
        #     "a"     "b"     "c"    "d"     "e"     "f"  "<s>"
        1: (14633,  15564,  14758, 15344,  16919,  13774,     0),
        2: ( 1600,   2881,   2166,  2479,   2817,      0,  7856),
        3: ( 2352,   2838,   2872,  3236,   2796,      0, 16129),
        4: ( 1642,   2186,   2230,  2076,   2259,      0,  2104),
        6: (  373,    772,      0,   672,    299,    664,   900),
    },
    "num_mlp_0_0_outputs": {
        #     "a"     "b"     "c"    "d"     "e"     "f"  "<s>"
        2: (15385,  16222,  14579, 16449,  20645,  16039,     0),
        5: (12455,  14236,  11659, 14097,  15319,  13595,     0),
        7: (16547,  16687,  15891, 17152,  22585,  16806,     0),
    },
    "num_mlp_0_1_outputs": {
        #     "a"     "b"     "c"    "d"     "e"     "f"  "<s>"
        4: ( 3865,   5903,   2040,  1189,   4149,   3859,     0),
        7: ( 3153,   7411,   3169,  3046,   4507,   3851,     0),
    },
    "attn_1_0_outputs": {
        #         "a"     "b"     "c"    "d"     "e"     "f"  "<s>"
        "<s>": (  408,    717,    807,     0,   1079,    809,  1128),
        "a":   (  767,   1035,   1777,   793,   1044,    801,     0),
        "c":   ( 2776,   3405,   5292,  2947,   3111,   2456,     0),
    },
    "attn_1_1_outputs": {
        #     "a"     "b"     "c"    "d"     "e"     "f"  "<s>"
        3: ( 6342,   6683,   5960,     0,   6231,   6551, 16365),
        6: ( 3132,   3685,   3246,     0,   3207,   3808,  3060),
        7: ( -271,      0,   -692,   673,   -520,      0,  -491),
    },
    "attn_1_2_outputs": {
        #       "a"     "b"     "c"    "d"     "e"     "f"  "<s>"
        "b": ( 8169,  10630,   6628,  7326,   8139,   7841,     0),
        "e": (  216,    797,    295,     0,   3789,    360,   118),
    },
    "attn_1_3_outputs": {
        #     "a"     "b"     "c"    "d"     "e"     "f"  "<s>"
        1: ( 1602,   1965,   1658,  1382,      0,   2151,  1638),
        2: ( 1186,   1827,   1289,  1427,      0,   1718,  1829),
        4: (  952,   1446,   1059,  1101,      0,   1212,   914),
        6: (  858,   1064,    814,   845,      0,   1367,  1149),
        7: (  787,    893,    697,   480,      0,   1100,   459),
    },
    "mlp_1_1_outputs": {
        #     "a"     "b"     "c"    "d"     "e"     "f"  "<s>"
        0: ( 4316,   5211,   5096,  4394,   4487,   3801,     0),
        2: ( 5881,   6767,   6439,  9045,   5221,   6095,     0),
        4: ( 7601,   8929,   8754,  8319,   8273,   7535,     0),
        6: ( 3542,   4310,   4361,  3804,   3759,   3820,     0),
        7: (  155,   1736,   1150,     0,   1060,    678,  2770),
    },
    "num_mlp_1_0_outputs": {
        #     "a"     "b"     "c"    "d"     "e"     "f"  "<s>"
        1: (    0,   1605,   1379,  1282,   1337,    828,  1145),
        2: (    0,    700,    232,   674,    574,    424,   377),
        3: (    0,   2143,   2176,  1959,   1891,   1570,  1434),
        4: (    0,   2220,   1645,  1932,   1608,   1662,  1278),
        6: (    0,   1576,    966,  1156,   1408,    820,   909),
        7: (    0,    986,    615,   640,    713,   1335,   552),
    },
    "num_mlp_1_1_outputs": {
        #     "a"     "b"     "c"    "d"     "e"     "f"  "<s>"
        1: ( 3151,   4786,      0,  3966,   5108,   2101, 11538),
        2: ( 1546,   3089,      0,  2769,   3714,   2128,  9146),
        3: ( 4256,   6726,      0,  5192,   5959,   4646, 19156),
        4: ( 1316,   2135,      0,  2170,   2616,   1483,  7892),
        6: ( 1603,   3203,      0,  2521,   2775,   2332,  5905),
    },
    "attn_2_0_outputs": {
        #     "a"     "b"     "c"    "d"     "e"     "f"  "<s>"
        1: ( 1496,   2044,      0,  1620,   1315,   1426,  2153),
        2: ( 1494,   2388,   8751,  2208,   1671,   1630,     0),
        3: ( 1720,   2770,   8595,  1988,   1141,   1595,     0),
        4: (    0,   1432,    768,  1048,    518,    941,  2857),
        5: ( 2075,   2901,  10021,  2572,   2317,   2020,     0),
        6: (  444,    815,   1641,   319,      0,    730,   406),
        7: ( 1328,   2341,   8113,  1078,    751,   1168,     0),
    },
    "attn_2_1_outputs": {
        #     "a"     "b"     "c"    "d"     "e"     "f"  "<s>"
        3: ( 8133,   8644,   8825,     0,   8374,   8767, 15759),
        6: (  980,   1192,   1518,     0,    779,   1645,  1618),
        7: ( 1828,   2365,   2721,   662,   2266,   2639,     0),
    },
    "attn_2_2_outputs": {
        #     "a"     "b"     "c"    "d"     "e"     "f"  "<s>"
        0: (    0,    179,    253,   159,    332,   -440,  5309),
        2: ( 3044,   3102,   2953,  3110,   2806,      0,  3268),
        5: (13435,  13593,  13365, 13532,  12978,      0, 14039),
    },
    "attn_2_3_outputs": {
        #         "a"     "b"     "c"    "d"     "e"     "f"  "<s>"
        "<s>": (    0,    349,    868,   947,     85,    249,   795),
        "a":   ( -970,   -305,   -345,  -263,   -346,      0,     0),
        "c":   (  115,    116,    143,     0,    553,    782,   236),
    },
    "mlp_2_0_outputs": {
        #     "a"     "b"     "c"    "d"     "e"     "f"  "<s>"
        0: (    0,    557,    327,  1112,    476,    605,  1395),
        1: (    0,    760,    519,   990,   1057,    551,  1589),
        2: (    0,    559,    215,   788,    233,    401,   889),
        5: ( 1216,   1819,      0,  1763,   1636,   2042,  5608),
        6: (    0,    576,    632,   726,    802,    753,  3583),
        7: (    0,    419,    324,   763,    565,    377,  1132),
    },
    "mlp_2_1_outputs": {
        #     "a"     "b"     "c"    "d"     "e"     "f"  "<s>"
        0: ( 4451,   5548,   5561,  5393,   5363,   5479,     0),
        1: (  307,   1526,   1631,  2438,      0,   2190,  5249),
        4: (    0,   2371,   2250,  1837,   2060,   2188,  -518),
        5: ( 3363,   5034,   4420,  4778,   5012,   4828,     0),
        6: ( 3909,   5117,   4655,  5086,   5302,   5274,     0),
    },
    "num_mlp_2_0_outputs": {
        #     "a"     "b"     "c"    "d"     "e"     "f"  "<s>"
        0: ( 6117,  14748,   7177,  6928,   5428,   5737,     0),
        2: ( 7538,  15430,   7917,  7628,   6063,   6101,     0),
        4: (    0,   8244,   1552,  1445,    437,   -106, -3670),
        5: ( 6202,  18631,   8106,  7504,   5710,   5461,     0),
        6: ( 2815,  10252,   5204,  5270,   3775,   2400,     0),
        7: ( 7369,  15823,   8999,  8667,   6579,   7069,     0),
    },
    "num_mlp_2_1_outputs": {
        #     "a"     "b"     "c"    "d"     "e"     "f"  "<s>"
        4: (    0,   7491,   7490,  7054,   7601,   7092, 24725),
    },
}
NUMBER_VOTES = {
    #                          "a"     "b"     "c"    "d"     "e"     "f"  "<s>"
    "num_attn_0_0_outputs": ( 5359,      0,   5029,  4786,   4079,   4285,  4849),
    "num_attn_0_1_outputs": ( 4563,   4754,   5048,     0,   4544,   4164,  4202),
    "num_attn_0_2_outputs": ( 2604,   2749,   3426,  2037,      0,   2158,  1600),
    "num_attn_0_3_outputs": (  100,      0,    619,   347,   5796,    949,  1616),
    "num_attn_1_0_outputs": ( 4337,   4059,   4209,  4110,   3933,   9362,     0),
    "num_attn_1_1_outputs": ( 2747,   3686,      0,  3167,   3086,   2833,  3704),
    "num_attn_1_2_outputs": (  887,    542,    145,    75,    448,      0,   431),
    "num_attn_1_3_outputs": ( 3244,   1631,      0,  1348,    483,   1597,  1152),
    "num_attn_2_0_outputs": ( 1217,      0,   1342,  1430,   1576,   2033,  1045),
    "num_attn_2_1_outputs": (    0,   1539,   2637,  2235,   1296,   2051,  1961),
    "num_attn_2_2_outputs": (    0,   -138,   -514,  1637,   -357,      0,   448),
    "num_attn_2_3_outputs": (  488,      0,    104,   406,    597,    351,   146),
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
