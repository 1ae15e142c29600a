"""categorical_most_freq: a Transformer Program. In: up to 8 words; out: a label for each.
Steps: 16 heads copy, 4 functions, 22 variables vote.
Learned by gradient: right on 63.13 % of the test labels, and on 61.96 % of those of
all 335,922 inputs.
Extracted: network = program: equal on every input (compositional proof: 20 modules,
1,110 cells, 296 choices, 1,113 votes).
Simplified: same answer on every input, by rules (49 changes)."""

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


KEYS_0_0 = {"<s>": 2, "c": 4, "d": 4, "f": 6}
KEYS_0_1 = {0: 4, 4: 2, 5: 3, 6: 3, 7: 5}
KEYS_0_2 = {3: 1, 4: 4, 5: 7, 6: 7, 7: 5}
KEYS_0_3 = {1: "e", 2: "e"}
KEYS_0_4 = (2, 1, 1, 0, 5, 6, 7, 3)
KEYS_0_5 = {1: "d", 2: "d", 6: "e"}
KEYS_0_6 = (5, 0, 0, 6, 1, 2, 4, 3)
KEYS_0_7 = {0: "b", 2: "a", 3: "e", 4: "e", 5: "e", 6: "c", 7: "b"}


def mlp_0_0(attn_0_0_output, position):
    if attn_0_0_output == "<s>":
        return {1: 0, 2: 1}.get(position, 7)
    if attn_0_0_output == "a":
        return {1: 0, 2: 5, 3: 5, 4: 5}.get(position, 7)
    if attn_0_0_output == "b":
        return {1: 5, 2: 1, 3: 4, 4: 4, 5: 4}.get(position, 7)
    if attn_0_0_output == "c":
        return {1: 5, 2: 1, 3: 3}.get(position, 7)
    if attn_0_0_output == "d":
        return {1: 2, 2: 4, 3: 3, 4: 3, 5: 6}.get(position, 7)
    if attn_0_0_output == "e":
        return {1: 2, 2: 1, 3: 6}.get(position, 7)
    return {1: 0, 2: 4}.get(position, 7)


def mlp_0_1(attn_0_1_output, position):
    if position == 1:
        return {"<s>": 3, "a": 7, "b": 7, "c": 5}.get(attn_0_1_output, 2)
    if position == 2:
        return {"<s>": 3, "d": 2}.get(attn_0_1_output, 1)
    if position == 3:
        return {"<s>": 3, "a": 4, "d": 2, "e": 4}.get(attn_0_1_output, 1)
    if position == 4:
        return {"<s>": 3, "a": 4, "e": 4}.get(attn_0_1_output, 6)
    if position == 5:
        return {"<s>": 3, "b": 5, "f": 6}.get(attn_0_1_output, 4)
    return 3


KEYS_1_0 = {"b": "f", "c": "a", "e": "d", "f": "f"}
KEYS_1_2 = {0: "b", 1: "c", 2: "b", 4: "e", 5: "e", 6: "b", 7: "a"}
KEYS_1_4 = {1: "f", 2: "f", 3: "a", 7: "<s>"}
KEYS_1_5 = {"a": "d", "d": "f", "e": "c", "f": "c"}


def mlp_1_0(position, attn_1_4_output):
    if attn_1_4_output == "<s>":
        return {1: 0, 2: 3, 3: 7, 4: 7}.get(position, 1)
    if attn_1_4_output == "b":
        return {1: 0, 2: 5, 3: 5, 4: 5}.get(position, 1)
    if attn_1_4_output == "e":
        return {4: 5, 5: 6, 6: 6}.get(position, 1)
    return 1


def mlp_1_1(position, attn_1_0_output):
    if attn_1_0_output == "a":
        return 7 if position == 2 else 2
    if attn_1_0_output == "b":
        return {0: 2, 1: 3, 2: 3}.get(position, 1)
    if attn_1_0_output == "f":
        return {1: 7, 2: 7, 5: 1}.get(position, 2)
    return 7 if position in {1, 2} else 2


def run(tokens):
    ok = isinstance(tokens, (list, tuple)) and 1 <= len(tokens) <= 8
    if not ok or any(w not in (WORDS if i else ["<s>"]) for i, w in enumerate(tokens)):
        raise ValueError(f"expected <s>, up to 7 known words; got {tokens!r}")
    positions = list(range(len(tokens)))
    found = select_closest(positions, tokens, lambda q, k: k == KEYS_0_0.get(q, 5))
    attn_0_0_outputs = aggregate(found, tokens)
    found = select_closest(positions, positions, lambda q, k: k == KEYS_0_1.get(q, 1))
    attn_0_1_outputs = aggregate(found, tokens)
    found = select_closest(positions, positions, lambda q, k: k == KEYS_0_2.get(q, 2))
    attn_0_2_outputs = aggregate(found, tokens)
    found = select_closest(tokens, positions, lambda q, k: k == KEYS_0_3.get(q, "b"))
    attn_0_3_outputs = aggregate(found, tokens)
    found = select_closest(positions, positions, lambda q, k: k == KEYS_0_4[q])
    attn_0_4_outputs = aggregate(found, tokens)
    found = select_closest(tokens, positions, lambda q, k: k == KEYS_0_5.get(q, "b"))
    attn_0_5_outputs = aggregate(found, tokens)
    found = select_closest(positions, positions, lambda q, k: k == KEYS_0_6[q])
    attn_0_6_outputs = aggregate(found, tokens)
    found = select_closest(tokens, positions, lambda q, k: k == KEYS_0_7.get(q))
    attn_0_7_outputs = aggregate(found, tokens)
    mlp_0_0_outputs = list(map(mlp_0_0, attn_0_0_outputs, positions))
    mlp_0_1_outputs = list(map(mlp_0_1, attn_0_1_outputs, positions))
    found = select_closest(
        attn_0_1_outputs, tokens, lambda q, k: k == KEYS_1_0.get(q, "b")
    )
    attn_1_0_outputs = aggregate(found, attn_0_0_outputs)
    found = select_closest(tokens, tokens, lambda q, k: k == ("e" if q == "c" else "c"))
    attn_1_1_outputs = aggregate(found, tokens)
    found = select_closest(
        attn_0_1_outputs, positions, lambda q, k: k == KEYS_1_2.get(q)
    )
    attn_1_2_outputs = aggregate(found, attn_0_3_outputs)
    found = select_closest(tokens, tokens, lambda q, k: k == ("d" if q == "f" else "f"))
    attn_1_3_outputs = aggregate(found, tokens)
    found = select_closest(
        attn_0_5_outputs, positions, lambda q, k: k == KEYS_1_4.get(q, "e")
    )
    attn_1_4_outputs = aggregate(found, attn_0_5_outputs)
    found = select_closest(
        attn_0_6_outputs, tokens, lambda q, k: k == KEYS_1_5.get(q, "e")
    )
    attn_1_5_outputs = aggregate(found, attn_0_3_outputs)
    found = select_closest(tokens, tokens, lambda q, k: k == ("c" if q == "d" else "d"))
    attn_1_6_outputs = aggregate(found, tokens)
    found = select_closest(tokens, tokens, lambda q, k: k == ("e" if q == "a" else "a"))
    attn_1_7_outputs = aggregate(found, tokens)
    mlp_1_0_outputs = list(map(mlp_1_0, positions, attn_1_4_outputs))
    mlp_1_1_outputs = list(map(mlp_1_1, positions, attn_1_0_outputs))
    return ["<s>", *classify(locals())[1:]]


# fmt: off
CLASSES = ("a", "b", "c", "d", "e", "f", "<s>")
NO_VOTES = (0,) * len(CLASSES)  # of the values not listed
VOTES = {
    "tokens": {
        #       "a"     "b"     "c"    "d"     "e"    "f"   "<s>"
        "a": (    0, -22509, -14653, -9916, -13191, -9048, -16155),
        "b": (    0, -15341,  -7724, -3149,  -3216, -2380,   2374),
        "c": (    0, -15823,  -1251, -3623,  -6478, -2535,  -9392),
        "d": (    0, -15599,  -8599,  3427,  -3555, -2800, -10193),
        "e": (    0, -15556,  -7708, -3485,  -3391, -2890,   1537),
        "f": (    0, -15425,  -7849, -3845,  -3769,  4270, -10782),
    },
    "positions": {
        #     "a"     "b"     "c"    "d"     "e"    "f"   "<s>"
        1: (    0,   1043,    -10,   -50,    283, -1531, -14542),
        2: (12060,  13038,  11014, 10779,  11852, 10963,      0),
        3: (11471,  11740,  11793, 11290,  11619, 11487,      0),
        5: (  381,    511,      0,   208,   1076,   343,   8474),
        6: (  502,   2609,      0,  1948,   4702,  1103,   8347),
        7: ( 1011,   3060,      0,  2977,   1480,  2284,  15583),
    },
    "attn_0_0_outputs": {
        #         "a"     "b"     "c"    "d"     "e"    "f"   "<s>"
        "<s>": (    0,    565,     37,    85,    550,  1105,    771),
        "b":   (  130,    425,      0,   571,    219,  1050,    959),
        "c":   (    0,    315,     30,   405,    345,  1034,    188),
        "d":   (    0,    513,    743,   426,    337,  1113,    685),
        "e":   (    0,    550,    418,   235,    443,  1089,    334),
        "f":   (    0,    558,    622,   605,    571,   940,    235),
    },
    "attn_0_1_outputs": {
        #       "a"     "b"     "c"    "d"     "e"    "f"   "<s>"
        "a": (    0,   1040,    208,   177,    964,  -125,    315),
        "c": ( 1615,   2409,      0,  1044,   1182,  1033,   1510),
        "d": ( 1312,   2099,   1089,     0,    548,   421,   1004),
        "e": ( 1450,   1604,    656,   323,     83,   127,      0),
        "f": ( 1488,   2389,   1392,  1041,    960,     0,   1583),
    },
    "attn_0_2_outputs": {
        #         "a"     "b"     "c"    "d"     "e"    "f"   "<s>"
        "<s>": (    0,    378,   1067,   912,    885,  1007,   1199),
        "b":   (    0,    802,    740,   691,    401,   645,   1235),
        "c":   (    0,    655,   1672,   969,    729,  1102,   1232),
        "d":   (    0,    502,   1113,  1501,    651,  1097,   1210),
        "e":   (    0,    143,    589,   876,   1245,   768,    384),
        "f":   (    0,    405,    993,   980,    925,  1611,   1171),
    },
    "attn_0_3_outputs": {
        #       "a"     "b"     "c"    "d"     "e"    "f"   "<s>"
        "b": ( 5779,   7288,   5589,  5584,   5650,  5542,      0),
        "e": ( 7535,   7674,   7486,  7637,  12563,  7814,      0),
    },
    "attn_0_4_outputs": {
        #         "a"     "b"     "c"    "d"     "e"    "f"   "<s>"
        "<s>": (    0,   1169,   1230,  1001,   1345,   850,    336),
        "b":   (    0,   2347,   1338,   912,   1726,   701,    426),
        "c":   (    0,    952,   2051,   532,   1259,   307,    483),
        "d":   (    0,    705,    874,  1940,   1005,   142,    732),
        "e":   (    0,   1406,   1240,   976,   2544,   914,    215),
        "f":   (    0,    865,    724,   578,   1178,  1571,    474),
    },
    "attn_0_5_outputs": {
        #         "a"     "b"     "c"    "d"     "e"    "f"   "<s>"
        "<s>": (    0,    230,     51,    95,    287,   139,   1231),
        "d":   ( 2172,   2256,   2146,  2152,   2307,  2116,      0),
        "e":   ( 5490,   5578,   5496,  5640,   5619,  5514,      0),
    },
    "attn_0_6_outputs": {
        #         "a"     "b"     "c"    "d"     "e"    "f"   "<s>"
        "<s>": ( 1760,   3531,   1682,  1440,   1584,  1594,      0),
        "a":   (    0,   4108,   2219,  2217,   2285,  2211,   2080),
        "c":   ( 2509,   4335,      0,  2055,   2232,  2139,   2023),
        "d":   ( 2292,   4244,   2196,     0,   2259,  2170,   2009),
        "e":   ( 2029,   3731,   1751,  1777,      0,  1745,   1295),
        "f":   ( 2237,   4103,   1941,  1744,   2287,     0,   1915),
    },
    "attn_0_7_outputs": {
        #         "a"     "b"     "c"    "d"     "e"    "f"   "<s>"
        "<s>": (   80,    329,    171,     0,    185,   147,    346),
        "a":   ( 3072,   3238,   3114,  2964,   2923,  3048,      0),
        "b":   ( 1867,   2586,   2055,  1820,   5656,  1957,      0),
        "e":   (10335,  10676,  10329, 10583,  16561, 10617,      0),
    },
    "mlp_0_0_outputs": {
        #     "a"     "b"     "c"    "d"     "e"    "f"   "<s>"
        0: ( 3953,   4292,   3381,  4487,   4377,  5954,      0),
        1: ( 4315,   4458,   4704,  4558,   4260,  4487,      0),
        2: ( 4889,   5729,   4925,  6866,   6504,  6600,      0),
        3: (  945,   1240,      0,   289,    804,   770,    780),
        5: (    0,   1170,    711,   718,    681,  1443,    627),
        6: (  885,   1390,    511,   890,      0,   752,   1065),
        7: (  538,    661,      0,   447,    158,   373,   1427),
    },
    "mlp_0_1_outputs": {
        #     "a"     "b"     "c"    "d"     "e"    "f"   "<s>"
        1: (14070,  14806,  12749, 15279,  11527, 13627,      0),
        2: (12979,  13931,  11614, 13879,  11156, 13288,      0),
        4: (10516,  12791,  10874, 12777,   7892, 11632,      0),
        5: (11249,  11972,  11471, 11916,   8266, 10752,      0),
        6: (11293,  12449,  10653, 12519,   8911, 10935,      0),
        7: (16650,  17195,  13555, 14982,  11746, 14218,      0),
    },
    "attn_1_0_outputs": {
        #         "a"     "b"     "c"    "d"     "e"    "f"   "<s>"
        "<s>": (  586,    638,    887,   700,    785,   165,      0),
        "a":   (    0,    477,    543,   632,    511,   408,    488),
        "c":   (  176,    337,     97,   181,    192,     0,    127),
        "d":   (  105,    293,     73,     0,    272,    78,    176),
        "e":   (  210,    374,    138,    91,     57,     0,     12),
        "f":   (  379,    443,    335,   326,    530,     0,    283),
    },
    "attn_1_1_outputs": {
        #         "a"     "b"     "c"    "d"     "e"    "f"   "<s>"
        "<s>": ( 2909,   2971,   2658,  3199,      0,  3078,   5565),
        "c":   (10498,  10536,  17115, 10632,   7623, 10837,      0),
    },
    "attn_1_2_outputs": {
        #       "a"     "b"     "c"    "d"     "e"    "f"   "<s>"
        "b": (  651,    943,   1190,  1237,   1243,  1373,      0),
        "e": (  820,    943,    920,  1078,    949,  1093,      0),
    },
    "attn_1_3_outputs": {
        #         "a"     "b"     "c"    "d"     "e"    "f"   "<s>"
        "<s>": ( 7042,   7070,   7124,  7104,   7102,     0,  20587),
        "d":   ( 6400,   6452,   6398,  7077,   6615,     0,  19744),
    },
    "attn_1_4_outputs": {
        #       "a"     "b"     "c"    "d"     "e"    "f"   "<s>"
        "b": (  164,   1284,     12,    70,      0,    21,    584),
        "e": (  323,   1423,    325,   202,    148,   135,      0),
    },
    "attn_1_5_outputs": {
        #       "a"     "b"     "c"    "d"     "e"    "f"   "<s>"
        "b": (    0,   5261,   -251,  -220,   -258,  -211,  -5942),
    },
    "attn_1_6_outputs": {
        #         "a"     "b"     "c"    "d"     "e"    "f"   "<s>"
        "<s>": ( 6975,   6997,   6984,     0,   6878,  7028,  20284),
        "c":   ( 6295,   6521,   7227,     0,   6180,  6464,  18972),
    },
    "attn_1_7_outputs": {
        #         "a"     "b"     "c"    "d"     "e"    "f"   "<s>"
        "<s>": (    0,   6880,   6810,  6904,   6804,  6823,  20344),
        "e":   (    0,   6464,   6592,  6352,   9458,  6359,  17274),
    },
    "mlp_1_0_outputs": {
        #     "a"     "b"     "c"    "d"     "e"    "f"   "<s>"
        1: (  115,    382,    315,   575,      0,   366,  14534),
        3: (    0,     40,     82,   342,    513,   173,   9054),
        5: (    0,    182,    250,   394,    503,   319,   8003),
        6: (    0,     60,    424,   594,    518,   497,  13828),
        7: (   71,    275,      0,   651,    433,    93,   9313),
    },
    "mlp_1_1_outputs": {
        #     "a"     "b"     "c"    "d"     "e"    "f"   "<s>"
        2: (    0,    597,     38,    70,    244,    82,    476),
        3: (11693,  13783,  13051, 12893,  13204, 13023,      0),
        7: (10082,  11834,  11514, 11438,  11526, 11767,      0),
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
