"""table_1_most_freq_improved: a Transformer Program. In: up to 8 words; out: a label for each.
Steps: 12 heads copy, 12 heads add up, 6 functions, 33 variables vote.
Learned by gradient, then changed directly: right on 78.37 % of the test labels, and
on 75.97 % of those of all 335,922 inputs."""

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


KEYS_0_0 = {1: "a", 2: "a", 3: "b", 4: "b", 5: "b"}
KEYS_0_1 = (1, 0, 1, 2, 5, 6, 7, 4)
NUM_KEYS_0_0 = {1: "f", 2: "<s>", 7: "f"}
NUM_KEYS_0_1 = {"<s>": "<s>", "a": "<s>", "e": "e"}
NUM_KEYS_0_2 = {0: "<s>", 1: "d", 2: "<s>", 3: "<s>", 4: "<s>", 5: "<s>"}
NUM_KEYS_0_3 = {0: "<s>", 1: "c", 2: "<s>", 3: "<s>", 4: "<s>", 5: "<s>"}


def mlp_0_0(attn_0_0_output, position):
    if attn_0_0_output in "ab":
        return 7
    return {1: 1, 2: 5, 6: 3, 7: 3}.get(position, 0)


def num_mlp_0_0(num_attn_0_0_output, num_attn_0_1_output):
    if num_attn_0_0_output == 0:
        return 0
    if num_attn_0_0_output == 1:
        return {3: 1, 4: 7, 5: 1}.get(num_attn_0_1_output, 5)
    if num_attn_0_0_output == 2:
        return {0: 2, 1: 2, 2: 6, 4: 4}.get(num_attn_0_1_output, 7)
    if num_attn_0_0_output == 3:
        return 5 if num_attn_0_1_output in {1, 3} else 7
    if num_attn_0_0_output == 4:
        return {0: 2, 4: 5}.get(num_attn_0_1_output, 7)
    if num_attn_0_0_output == 5:
        return 1 if num_attn_0_1_output == 0 else 7
    return 7


KEYS_1_2 = {0: 1, 1: 3, 3: 1, 4: 5, 6: 1, 7: 0}
KEYS_1_3 = {2: 2, 3: 6, 4: 2, 5: 3, 7: 3}
NUM_KEYS_1_0 = {0: "a", 1: "e", 2: "<s>", 3: "a", 4: "a", 5: "a", 6: "b"}
NUM_KEYS_1_1 = {"<s>": "d", "a": "a", "c": "c", "f": "f"}
NUM_KEYS_1_2 = {0: "f", 1: "b", 2: "b"}
NUM_KEYS_1_3 = {0: "f", 1: "f", 2: "<s>", 3: "c", 4: "c", 5: "c"}


def mlp_1_0(position, attn_1_3_output):
    if position == 1:
        return 2 if attn_1_3_output == "<s>" else 5
    if position == 2:
        return {"b": 2, "c": 2, "d": 2, "f": 3}.get(attn_1_3_output, 5)
    if position == 3:
        return {"b": 1, "c": 0, "e": 0, "f": 4}.get(attn_1_3_output, 5)
    if position == 4:
        return {"<s>": 5, "a": 1, "c": 0, "d": 5}.get(attn_1_3_output, 4)
    if position == 5:
        return {"<s>": 5, "c": 0, "e": 6, "f": 4}.get(attn_1_3_output, 1)
    if position == 6:
        return 3 if attn_1_3_output == "<s>" else 5
    return 5


NUM_MLP_1_0 = {0: 0, 1: 7, 5: 4}
KEYS_2_0 = {1: "b", 2: "b", 3: "b", 4: "b", 5: "f", 6: "b", 7: "e"}
KEYS_2_1 = {"d": "<s>", "e": "c"}
KEYS_2_2 = (6, 1, 1, 3, 6, 7, 7, 0)
NUM_KEYS_2_0 = {"<s>": "f", "a": "a", "d": "d", "e": "e"}
NUM_KEYS_2_1 = {"<s>": "a", "e": "e"}
NUM_KEYS_2_3 = {"<s>": "a", "b": "b", "c": "c", "d": "d"}


def mlp_2_0(attn_0_3_output, attn_0_1_output):
    if attn_0_3_output == "<s>":
        return 3 if attn_0_1_output == "c" else 5
    if attn_0_3_output == "c":
        return {"<s>": 1, "a": 6, "d": 1, "f": 2}.get(attn_0_1_output, 3)
    return 5


NUM_MLP_2_0 = {0: 7, 1: 4, 2: 4, 3: 6, 4: 2, 5: 2, 9: 6, 16: 4}


def run(tokens):
    ok = isinstance(tokens, (list, tuple)) and 1 <= len(tokens) <= 8
    if not ok or any(w not in (WORDS if i else ["<s>"]) for i, w in enumerate(tokens)):
        raise ValueError(f"expected <s>, up to 7 known words; got {tokens!r}")
    positions = list(range(len(tokens)))
    ones = [1] * len(tokens)
    found = select_closest(tokens, positions, lambda q, k: k == KEYS_0_0.get(q, "c"))
    attn_0_0_outputs = aggregate(found, tokens)
    found = select_closest(positions, positions, lambda q, k: k == KEYS_0_1[q])
    attn_0_1_outputs = aggregate(found, tokens)
    found = select_closest(tokens, tokens, lambda q, k: k == ("d" if q == "e" else "c"))
    attn_0_2_outputs = aggregate(found, tokens)
    found = select_closest(tokens, positions, lambda q, k: q <= 6 and k == "c")
    attn_0_3_outputs = aggregate(found, tokens)
    found = select(tokens, positions, lambda q, k: k == NUM_KEYS_0_0.get(q, "d"))
    num_attn_0_0_outputs = aggregate_sum(found, ones)
    found = select(tokens, tokens, lambda q, k: k == NUM_KEYS_0_1.get(q, "a"))
    num_attn_0_1_outputs = aggregate_sum(found, ones)
    found = select(tokens, positions, lambda q, k: k == NUM_KEYS_0_2.get(q))
    num_attn_0_2_outputs = aggregate_sum(found, ones)
    found = select(tokens, positions, lambda q, k: k == NUM_KEYS_0_3.get(q))
    num_attn_0_3_outputs = aggregate_sum(found, ones)
    mlp_0_0_outputs = list(map(mlp_0_0, attn_0_0_outputs, positions))
    num_mlp_0_0_outputs = list(
        map(num_mlp_0_0, num_attn_0_0_outputs, num_attn_0_1_outputs)
    )
    found = select_closest(tokens, tokens, lambda q, k: k == ("c" if q == "d" else "d"))
    attn_1_0_outputs = aggregate(found, tokens)
    found = select_closest(tokens, tokens, lambda q, k: k == ("a" if q == "e" else "e"))
    attn_1_1_outputs = aggregate(found, tokens)
    found = select_closest(
        mlp_0_0_outputs, num_mlp_0_0_outputs, lambda q, k: k == KEYS_1_2.get(q)
    )
    attn_1_2_outputs = aggregate(found, attn_0_2_outputs)
    found = select_closest(positions, positions, lambda q, k: k == KEYS_1_3.get(q, 1))
    attn_1_3_outputs = aggregate(found, attn_0_1_outputs)
    found = select(tokens, positions, lambda q, k: k == NUM_KEYS_1_0.get(q))
    num_attn_1_0_outputs = aggregate_sum(found, num_attn_0_1_outputs)
    found = select(
        tokens, attn_0_1_outputs, lambda q, k: k == NUM_KEYS_1_1.get(q, "<s>")
    )
    num_attn_1_1_outputs = aggregate_sum(found, ones)
    found = select(tokens, positions, lambda q, k: k == NUM_KEYS_1_2.get(q, "<s>"))
    num_attn_1_2_outputs = aggregate_sum(found, ones)
    found = select(tokens, positions, lambda q, k: k == NUM_KEYS_1_3.get(q))
    num_attn_1_3_outputs = aggregate_sum(found, ones)
    mlp_1_0_outputs = list(map(mlp_1_0, positions, attn_1_3_outputs))
    num_mlp_1_0_outputs = [NUM_MLP_1_0.get(n, 5) for n in num_attn_1_0_outputs]
    found = select_closest(
        attn_1_3_outputs, mlp_0_0_outputs, lambda q, k: k == KEYS_2_0.get(q)
    )
    attn_2_0_outputs = aggregate(found, attn_1_1_outputs)
    found = select_closest(attn_0_3_outputs, tokens, lambda q, k: k == KEYS_2_1.get(q))
    attn_2_1_outputs = aggregate(found, attn_1_0_outputs)
    found = select_closest(positions, positions, lambda q, k: k == KEYS_2_2[q])
    attn_2_2_outputs = aggregate(found, tokens)
    found = select_closest(tokens, tokens, lambda q, k: q != "f" and k == "f")
    attn_2_3_outputs = aggregate(found, tokens)
    found = select(
        tokens, attn_0_1_outputs, lambda q, k: k == NUM_KEYS_2_0.get(q, "<s>")
    )
    num_attn_2_0_outputs = aggregate_sum(found, ones)
    found = select(
        tokens, attn_0_1_outputs, lambda q, k: k == NUM_KEYS_2_1.get(q, "<s>")
    )
    num_attn_2_1_outputs = aggregate_sum(found, num_attn_0_1_outputs)
    found = select(tokens, positions, lambda q, k: k == ("<s>" if q in {1, 7} else "b"))
    num_attn_2_2_outputs = aggregate_sum(found, num_attn_1_2_outputs)
    found = select(
        tokens, attn_0_1_outputs, lambda q, k: k == NUM_KEYS_2_3.get(q, "<s>")
    )
    num_attn_2_3_outputs = aggregate_sum(found, ones)
    mlp_2_0_outputs = list(map(mlp_2_0, attn_0_3_outputs, attn_0_1_outputs))
    num_mlp_2_0_outputs = [NUM_MLP_2_0.get(n, 1) for n in num_attn_1_0_outputs]
    return ["<s>", *classify(locals())[1:]]


# fmt: off
CLASSES = ("a", "b", "c", "d", "e", "f", "<s>")
NO_VOTES = (0,) * len(CLASSES)  # of the values not listed
VOTES = {
    "tokens": {
        #       "a"    "b"    "c"    "d"    "e"    "f"  "<s>"
        "b": (    0,  3596,  1646,  1624,  1846,  1473,  1322),
        "c": (    0,  2051,  2747,  1915,  1636,  1539,  2151),
        "d": ( 3195,  5030,  4799, 11954,  5295,  4525,     0),
        "e": ( 4345, 11865, 11780, 11896, 20170, 11958,     0),
        "f": (11579, 13235, 13472, 13272, 13387, 21689,     0),
    },
    "positions": {
        #     "a"    "b"    "c"    "d"    "e"    "f"  "<s>"
        2: (    0,  3384,  3719,  3339,  2476,  2634,  8581),
        3: (    0,  2076,  2891,  2375,   365,  1090,   991),
        4: (    0,  2060,  2425,  2270,   151,   627, 15836),
        5: (  266,  1661,  2872,  2172,   261,     0, 31740),
        6: (    0,  3708,  4352,  5676,  1671,  2956, 25946),
        7: (    0,  3158,  4163,  4604,   589,  3371, 23940),
    },
    "attn_0_0_outputs": {
        #         "a"    "b"    "c"    "d"    "e"    "f"  "<s>"
        "<s>": (    0,  1424,  1380,  1701,  1179,  2880, 15542),
        "b":   (    0,  2090,   939,  1342,   772,  2005,  6948),
        "c":   (    0,  1094,   466,   820,   138,  1241, 11837),
    },
    "attn_0_1_outputs": {
        #         "a"    "b"    "c"    "d"    "e"    "f"  "<s>"
        "<s>": (    0,  3426,  2911,  2054,  2336,  2099,  2576),
        "b":   (    0,  5263,  3844,  3096,  2481,  2384,  2535),
        "c":   (    0,  2656,  4007,  1757,  1596,  2397,  1962),
        "d":   (    0,  1683,  1638,  2503,  1408,   148,  1247),
        "e":   (    0,  2091,  1541,  1272,  3024,  1253,  1012),
        "f":   (    0,  1340,  1784,   249,   695,  1458,   635),
    },
    "attn_0_2_outputs": {
        #         "a"    "b"    "c"    "d"    "e"    "f"  "<s>"
        "<s>": (   70,   173,   151,    12,     0,   725,   631),
        "c":   (  273,   622,   513,   647,     0,  1225,  1237),
    },
    "attn_0_3_outputs": {
        #         "a"    "b"    "c"    "d"    "e"    "f"  "<s>"
        "<s>": (  278,   378,     0,   297,     2,   296,  2020),
    },
    "mlp_0_0_outputs": {
        #     "a"    "b"    "c"    "d"    "e"    "f"  "<s>"
        1: (13141, 22271, 12745, 12930, 13342, 13719,     0),
        3: ( 1962,  9008,  1421,  2431,  1414,     0, 12636),
        5: (    0, 13649,  4314,  3762,  4560,  3968, -4165),
        7: ( 6565, 16173,  6649,  6664,  7292,  7807,     0),
    },
    "num_mlp_0_0_outputs": {
        #     "a"    "b"    "c"    "d"    "e"    "f"  "<s>"
        0: ( 2247,  2287,  2167,     0,  2711,  1997,  6968),
        1: (  191,   254,   207,   308,   380,   354,     0),
        2: ( 1814,  1998,  1965,  2333,  1812,  2078,     0),
        4: (   54,   406,   186,     0,   182,   291,   105),
        5: ( 2210,  2423,  2238,  2553,  2173,  2141,     0),
        7: ( 2025,  2194,  2223,  2916,  1811,  2508,     0),
    },
    "attn_1_0_outputs": {
        #       "a"    "b"    "c"    "d"    "e"    "f"  "<s>"
        "c": (  417,   446,   903,   685,   543,   539,     0),
        "d": ( 4823,  4881,  5021, 10889,  5248,  4937,     0),
    },
    "attn_1_1_outputs": {
        #         "a"    "b"    "c"    "d"    "e"    "f"  "<s>"
        "<s>": (    0,  4684,  4687,  5066,  5315,  4572,  4069),
        "e":   ( 7925, 12810, 12943, 13221, 20655, 13080,     0),
    },
    "attn_1_2_outputs": {
        #       "a"    "b"    "c"    "d"    "e"    "f"  "<s>"
        "c": ( 2665,  2719,  3078,  2604,  2497,  2639,     0),
        "d": (    0,   881,  1390,   666,   699,   741, -1016),
    },
    "attn_1_3_outputs": {
        #         "a"    "b"    "c"    "d"    "e"    "f"  "<s>"
        "<s>": (  447,  1053,   362,   642,     0,     0, -2810),
        "a":   (    0,  2244,  1390,  1684,  1155,  1497,  1079),
        "c":   ( 1356,  2281,     0,  1786,  1348,  1584,  2077),
        "d":   (  934,  1749,   962,     0,  1136,   968,  1015),
        "e":   (  908,  2128,  1362,  1849,     0,  1290,   625),
        "f":   ( 1661,  2875,  1589,  2302,  1858,     0,  1309),
    },
    "mlp_1_0_outputs": {
        #     "a"    "b"    "c"    "d"    "e"    "f"  "<s>"
        0: ( 1991,  2088,  2396,  2524,  4800,  1575,     0),
        1: (  517,   795,  1055,  1299,  3528,   582,     0),
        2: ( 6093,  6973,  6942,  7599,  7961,  6907,     0),
        3: (    0,   110,   565,   680,  1442,  1754,   480),
        4: (  686,   708,  1438,  1252,  3474,   369,     0),
        5: (  518,   873,  1051,  1157,  3419,     0,   696),
    },
    "num_mlp_1_0_outputs": {
        #     "a"    "b"    "c"    "d"    "e"    "f"  "<s>"
        0: (    0,   625,   646,   666,  1742,   905, 10644),
        4: (    0,  1954,  1848,  2000,  2405,  2112,  3100),
        5: (    0,  5638,  5417,  5303,  4238,  5058,  1701),
    },
    "attn_2_0_outputs": {
        #         "a"    "b"    "c"    "d"    "e"    "f"  "<s>"
        "<s>": (  477,  1047,   705,   548,     0,   770,  2867),
        "e":   (  224,   830,   276,   263,     0,   472,   144),
    },
    "attn_2_1_outputs": {
        #         "a"    "b"    "c"    "d"    "e"    "f"  "<s>"
        "<s>": ( 3311,  3448,  3460,     0,  3556,  3228,  6702),
        "d":   (    0,    65,   102,     3,    48,   340,   147),
    },
    "attn_2_2_outputs": {
        #         "a"    "b"    "c"    "d"    "e"    "f"  "<s>"
        "<s>": (    0,  1360,  1334,  1289,  1705,  2072,  3015),
        "b":   (    0,  2063,  1023,  1107,  1309,  1024,   817),
        "c":   (    0,  1406,  2475,  1101,  1893,  1202,  2425),
        "d":   (    0,  1442,  1164,  2203,  1464,  1042,  1341),
        "e":   (    0,  1287,  1104,  1361,  2127,  1139,  1418),
        "f":   (    0,  1601,  1615,  1260,  1825,  1883,  1713),
    },
    "attn_2_3_outputs": {
        #         "a"    "b"    "c"    "d"    "e"    "f"  "<s>"
        "<s>": ( 8031,  8082,  8022,  8096,  8136,     0, 22852),
    },
    "mlp_2_0_outputs": {
        #     "a"    "b"    "c"    "d"    "e"    "f"  "<s>"
        1: (  908,  1353,  1443,  1585,  1365,  1636,     0),
        2: (    0,   542,   494,   664,   742,  1131,  1336),
        3: (  946,  1398,  1333,  1308,  1477,  1469,     0),
        5: ( 9450,  9926,     0, 10186,  9612, 10353, 18645),
    },
    "num_mlp_2_0_outputs": {
        #     "a"    "b"    "c"    "d"    "e"    "f"  "<s>"
        1: (    0,   905,   908,   989,    42,   788,   141),
        4: (    0,  1028,   995,  1162,    66,   892,  1109),
        6: (  256,  2026,  2246,  2423,     0,  2167,  4334),
        7: (  233,   779,   913,   889,     0,   637,  3877),
    },
}
NUMBER_VOTES = {
    #                          "a"    "b"    "c"    "d"    "e"    "f"  "<s>"
    "ones":                 (34642,  7243, 18851, 13820, 15023, 19514,     0),
    "num_attn_0_0_outputs": ( 3749,  3855,  3476,     0,  3927,  3678,  3885),
    "num_attn_0_1_outputs": ( 2000,   640,   716,   699,     0,   862,   762),
    "num_attn_0_2_outputs": ( 1177,     0,   803,  5241,   186,  1439,  1114),
    "num_attn_0_3_outputs": (  185,   223,  5576,   113,     0,   239,   618),
    "num_attn_1_0_outputs": ( 1078,     0,    80,    14,  1922,   573,   989),
    "num_attn_1_1_outputs": (  628,  1656,   778,  2039,  1486,     0,  1450),
    "num_attn_1_2_outputs": ( 3795,  9226,  3765,  3650,  3996,  3615,     0),
    "num_attn_1_3_outputs": ( 3354,  3490,     0,  3453,  3259,  4141,  2640),
    "num_attn_2_0_outputs": (    0,  2258,  2815,  1313,  1238,  2725,  1475),
    "num_attn_2_1_outputs": ( 1497,  1029,   886,  1245,     0,   938,  1269),
    "num_attn_2_2_outputs": ( 2872,     0,  3243,  3261,  2917,  3205,  3291),
    "num_attn_2_3_outputs": ( 2305,   328,     0,   132,  1176,   973,  1194),
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
