"""extensions_hist_large_plain: a Transformer Program. In: up to 16 words; out: a label for each.
Steps: 5 heads copy, 5 heads add up, 4 functions, 16 variables vote.
Learned by gradient: right on 100.00 % of the test labels.
Extracted: network = program: equal on every input (compositional proof: 20 modules,
4,809 cells, 2,192 choices, 3,885 votes).
Simplified: same answer on every input, by rules (63 changes)."""

import sys
from functools import lru_cache

WORDS = ("a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l", "m", "n")


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


# fmt: off
KEYS_0_0 = {
    "<s>": "e", "a": "e", "b": "j", "c": "m", "d": "h", "e": "c", "f": "j", "g": "j",
    "h": "h", "i": "k", "j": "c", "k": "k", "l": "<s>", "m": "h", "n": "<s>",
}
# fmt: on

KEYS_0_1 = {"<s>": "e", "a": "g", "b": "d", "f": "l", "g": "d", "m": "d", "n": "b"}
KEYS_0_2 = {"<s>": "m", "c": "m", "e": "m", "g": "l", "i": "k", "l": "n"}


def num_mlp_0_0(num_attn_0_1_output, num_attn_0_0_output):
    if num_attn_0_0_output == 0:
        return 5 if num_attn_0_1_output <= 6 else 7
    if num_attn_0_0_output == 1:
        return 5 if num_attn_0_1_output <= 5 else 7
    if num_attn_0_0_output == 2:
        return 5 if num_attn_0_1_output <= 3 else 7
    if num_attn_0_0_output == 3:
        return 5 if num_attn_0_1_output <= 1 else 7
    if num_attn_0_0_output == 4:
        return 5 if num_attn_0_1_output == 0 else 7
    return 7


NUM_MLP_0_1 = {0: 9, 1: 9, 2: 9, 3: 9, 4: 5}
NUM_MLP_1_0 = {1: 3, 2: 0}


def run(tokens):
    ok = isinstance(tokens, (list, tuple)) and 1 <= len(tokens) <= 16
    if not ok or any(w not in (WORDS if i else ["<s>"]) for i, w in enumerate(tokens)):
        raise ValueError(f"expected <s>, up to 15 known words; got {tokens!r}")
    positions = list(range(len(tokens)))
    ones = [1] * len(tokens)
    found = select_closest(tokens, tokens, lambda q, k: k == KEYS_0_0[q])
    attn_0_0_outputs = aggregate(found, tokens)
    found = select_closest(tokens, tokens, lambda q, k: k == KEYS_0_1.get(q, q))
    attn_0_1_outputs = aggregate(found, tokens)
    found = select_closest(tokens, tokens, lambda q, k: k == KEYS_0_2.get(q, q))
    attn_0_2_outputs = aggregate(found, tokens)
    # counts all positions with the same token, unless token == "<s>"
    found = select(tokens, tokens, lambda q, k: k == ("b" if q == "<s>" else q))
    num_attn_0_0_outputs = aggregate_sum(found, ones)
    # counts all positions with the same token, unless token == "<s>"
    found = select(tokens, tokens, lambda q, k: k == ("m" if q == "<s>" else q))
    num_attn_0_1_outputs = aggregate_sum(found, ones)
    # counts all positions with the same token, unless token == "a"
    found = select(tokens, tokens, lambda q, k: k == ("<s>" if q == "a" else q))
    num_attn_0_2_outputs = aggregate_sum(found, ones)
    num_mlp_0_0_outputs = list(
        map(num_mlp_0_0, num_attn_0_1_outputs, num_attn_0_0_outputs)
    )
    num_mlp_0_1_outputs = [NUM_MLP_0_1.get(n, 14) for n in num_attn_0_0_outputs]
    # copies the num_mlp_0_1_output of the nearest position with the same token
    found = select_closest(tokens, tokens, lambda q, k: k == q)
    attn_1_0_outputs = aggregate(found, num_mlp_0_1_outputs)
    found = select_closest(tokens, tokens, lambda q, k: q != "a" and k != "a")
    attn_1_1_outputs = aggregate(found, num_mlp_0_0_outputs)
    found = select(
        positions, num_mlp_0_1_outputs, lambda q, k: k == (3 if q == 9 else 15)
    )
    num_attn_1_1_outputs = aggregate_sum(found, ones)
    found = select(tokens, tokens, lambda q, k: k == ("<s>" if q == "a" else q))
    num_attn_1_2_outputs = aggregate_sum(found, num_attn_0_1_outputs)
    num_mlp_1_0_outputs = [NUM_MLP_1_0.get(n, 8) for n in num_attn_0_1_outputs]
    num_mlp_1_1_outputs = [13 if n == 1 else 1 for n in num_attn_0_0_outputs]
    return ["<s>", *classify(locals())[1:]]


# fmt: off
CLASSES = ("1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13", "14", "15")
NO_VOTES = (0,) * len(CLASSES)  # of the values not listed
VOTES = {
    "tokens": {
        #       "1"    "2"    "3"    "4"    "5"   "6"    "7"    "8"    "9"   "10"   "11"   "12"   "13"   "14"   "15"
        "a": (31076, 11543, 18148, 21662, 19380, 6503,  8595, 10812,  7118,  9793,  7668,     0,  7211,   678,  8058),
        "b": (51017, 31978, 36637, 34395, 21712,    0,  9368, 27499, 25109, 26873, 25020, 17327, 24363, 16935, 24711),
        "c": (51254, 31945, 36411, 34461, 21219,    0,  9939, 27682, 25244, 26662, 25165, 17081, 24199, 17333, 24611),
        "d": (51845, 32042, 36649, 34511, 21188,    0,  9396, 27463, 25047, 26942, 25281, 16948, 24510, 16481, 24536),
        "e": (51040, 31541, 36053, 33432, 21017,    0,  9379, 26930, 24601, 26249, 24613, 16247, 23609, 17133, 23817),
        "f": (51569, 32326, 36665, 34531, 21588,    0, 10074, 27835, 25223, 27305, 25076, 17354, 24349, 17744, 24890),
        "g": (50066, 30438, 34975, 33017, 19769,    0,  8243, 26653, 23813, 25301, 24247, 15863, 23206, 15587, 23076),
        "h": (50657, 31167, 35719, 33178, 20933,    0, 11122, 27603, 24555, 26232, 24322, 15950, 23957, 16685, 24023),
        "i": (50875, 31621, 35788, 33869, 20863,    0,  9140, 26935, 24636, 26092, 24948, 16379, 24212, 16697, 24071),
        "j": (50357, 31098, 35206, 33283, 20185,    0,  9106, 26470, 23554, 26030, 24899, 16324, 23524, 16713, 23876),
        "k": (50541, 31170, 35617, 33189, 19859,    0,  8872, 27556, 24306, 25513, 24276, 15973, 23736, 16097, 24006),
        "l": (51748, 32442, 36719, 34270, 21277,    0, 10194, 28086, 25233, 27397, 25456, 17712, 24393, 17568, 24831),
        "m": (51535, 32304, 36719, 34576, 21050,    0, 10129, 27265, 24580, 26647, 25369, 17302, 24430, 16831, 24218),
        "n": (51120, 32160, 36017, 34034, 20466,    0,  9480, 27948, 25318, 27062, 25080, 16820, 24471, 17256, 24560),
    },
    "positions": {
        #      "1"    "2"    "3"    "4"    "5"   "6"    "7"    "8"    "9"   "10"   "11"   "12"   "13"   "14"   "15"
        1:  ( 4633,  4655,  4562,  4684,  3860, 5391,  6211,  6201,  6075,  6122,  5856,  7930,  6776,  7221,     0),
        2:  ( 4522,  4799,  4477,  4600,  3686, 6269,  6773,  6343,  6121,  5928,  5915,  8040,  7025,  7867,     0),
        3:  ( 4769,  4872,  4831,  4967,  4394, 6001,  6988,  6625,  6206,  6034,  6215,  8379,  7173,  7674,     0),
        4:  (-1767, -1537, -1683, -1745, -2394, -155,   457,     0,     0,  -476,  -220,  1846,   462,  1227, -6346),
        5:  ( 4573,  4835,  4627,  4830,  3793, 5569,  7057,  6599,  6471,  6308,  6131,  8855,  6880,  7708,     0),
        6:  ( 4298,  4601,  4506,  4659,  3512, 4971,  6773,  6460,  6114,  6117,  5910,  7925,  6683,  7517,     0),
        7:  ( 4898,  4994,  4899,  4878,  3950, 6063,  6631,  6938,  6618,  6393,  6187,  8360,  7280,  7560,     0),
        8:  ( 4967,  5049,  4860,  5123,  4088, 5318,  5081,  7112,  7491,  6895,  6323,  8555,  7144,  7665,     0),
        9:  ( 4510,  4608,  4571,  4757,  3717, 5963,  4948,  5833,  7989,  6896,  6563,  9077,  7321,  7877,     0),
        10: ( 4751,  4802,  4668,  4611,  3720, 5289,  6441,  5124,  4669,  7436,  6941,  9685,  7556,  7891,     0),
        11: ( 4151,  4257,  4101,  4310,  3342, 4250,  4336,  4650,  3529,  4008,  7532,  9549,  7755,  7963,     0),
        12: (  -55,     0,   -71,    48,  -917,  989,  -461,   740,  -421,  -986,     0,  6642,  3706,  3799, -4126),
        13: ( 3227,  3275,  3089,  3373,  2247, 3714,  5223,  3967,  2285,  3739,  3211,  3940,  8171,  8043,     0),
        14: ( 2148,  2194,  1829,  2239,  1805, 2952,  2437,  2937,  2265,  1714,  2726,  4222,  2941,  8503,     0),
    },
    "attn_0_0_outputs": {
        #         "1"    "2"    "3"    "4"    "5"   "6"    "7"    "8"    "9"   "10"   "11"   "12"   "13"   "14"   "15"
        "<s>": ( 2663,  2779,  2124,  2500,  2313, 3423,  2639,  3080,  3182,  2702,  2749,     0,  1981,  2293,  2027),
        "c":   (  898,  1100,   909,   769,   276, 1976,   506,  1208,  1024,   822,   576,     0,   271,  1969,  1272),
        "e":   (  788,  1570,  1463,  1657,   929, 1751,  1643,  2113,  1399,  1050,   655,     0,  1067,  1486,  2087),
        "h":   (  552,   818,   859,   972,   709,  510,   802,  1121,  1109,  1379,   572,   320,     0,   947,  1185),
        "k":   (  920,  1038,  1204,   850,   758, 1272,     0,  1700,  1155,   903,  1106,   910,  1057,  1259,  1781),
        "m":   ( 1773,  1868,  1898,  1899,  1800, 2768,  1532,  1847,  1583,  1198,  1246,     0,  1639,  2282,  2173),
    },
    "attn_0_1_outputs": {
        #         "1"    "2"    "3"    "4"    "5"   "6"    "7"    "8"    "9"   "10"   "11"   "12"   "13"   "14"   "15"
        "<s>": (   82,   464,   318,   247,   750, 1300,  2594,   678,   873,  1102,   609,     0,   449,   561,   206),
        "b":   (  513,  1082,  1134,  1156,  1042,  655,  2197,   587,  1094,  1621,   631,     0,   683,   960,   860),
        "c":   (  263,   735,  1047,  1302,   893,    0,  1301,   527,   411,  1543,   469,   400,  1238,  1280,   760),
        "d":   ( 1151,  1412,  1817,  1887,  1554,    0,  2184,   914,  1258,  1621,  1299,   678,  1193,  1463,  1490),
        "e":   (  549,  1091,  1430,  1698,   850,  169,  1604,   713,   962,  1361,   804,     0,   698,  1021,  1530),
        "g":   ( 1169,  1598,  1632,  2024,     0, 1909,  2125,  1170,  1069,  1901,  1211,   352,  1219,  1416,  1776),
        "h":   ( 1415,  1783,  1694,  1312,  1300,    0,  3017,  1214,  1572,  1849,  1075,   860,  1690,  1924,  1286),
        "i":   (  414,   724,  1057,  1009,   371,  524,   880,   609,  1038,  1313,   603,     0,   127,   990,   970),
        "k":   ( -221,   136,   109,  -264, -1448, -655,   547,    71,  -928,     0,     0,  -781,  -189,   151,  -299),
        "l":   ( 1081,  1276,  1223,  1212,   389,    0,  1560,   525,   891,  1216,   766,   226,   876,  1131,   994),
    },
    "attn_0_2_outputs": {
        #       "1"    "2"    "3"    "4"    "5"   "6"    "7"    "8"    "9"   "10"   "11"   "12"   "13"   "14"   "15"
        "a": (    0,   845,   995,   883,  2670, 4933,  3146,  1995,   932,  1304,  1851,  2948,  1568,  1558,  1477),
        "b": (  163,   985,  1384,  1713,   922,    0,   154,   945,   118,   104,   963,  1090,   909,  1035,   479),
        "d": (  152,  1143,  1801,  1724,  1241,  113,   932,   327,   332,     0,  1168,  2007,   879,  1264,  1224),
        "f": (  785,  1264,  1713,  1535,   858,    0,   547,   239,   407,   466,  1417,  1890,   417,   965,  1093),
        "h": ( 1570,  1878,  2213,  1944,  1553,    0,  2008,  1487,   863,  1152,  1415,  2283,  1594,  2222,  1087),
        "j": (  563,  1125,  1565,  1860,  1453,  234,     0,   712,   173,   780,   953,  2626,   848,  1334,   738),
        "k": ( 1276,  1625,  2367,  1675,  2253,   29,   130,  1274,   500,     0,  1488,  2497,  1226,  1722,   735),
        "l": (  852,  1286,  1434,  1209,   929,    1,   184,    80,   423,     0,   935,  2053,  1018,  1519,   898),
        "m": ( 1744,  1988,  2356,  2525,  2226,    0,    67,  1607,  1197,   826,  1600,  2230,  1401,  1951,  1573),
        "n": ( 1083,  2630,  2187,  2438,  1791,    0,   244,   760,  1097,   921,  1725,  1801,  1533,  2362,  1724),
    },
    "num_mlp_0_0_outputs": {
        #     "1"    "2"    "3"    "4"    "5"   "6"    "7"    "8"    "9"   "10"   "11"   "12"   "13"   "14"   "15"
        5: ( 9379, 11107,     0,  4406,  5967, 7261,  7618,  6889,  7146,  7090,  7725,  7446,  7517,  8170,  8434),
    },
    "num_mlp_0_1_outputs": {
        #      "1"    "2"    "3"    "4"    "5"   "6"    "7"    "8"    "9"   "10"   "11"   "12"   "13"   "14"   "15"
        9:  ( 6438,  6909,  8019,     0,  3010, 6807,  6555,  5994,  6162,  6093,  6334,  6829,  6302,  5811,  5856),
        14: ( 3224,  3325,  2291,     0,  6016, 7583,  6935,  5629,  5687,  5689,  5077,  5170,  4833,  4227,  3867),
    },
    "attn_1_0_outputs": {
        #      "1"    "2"    "3"    "4"    "5"   "6"    "7"    "8"    "9"   "10"   "11"   "12"   "13"   "14"   "15"
        9:  ( 5429,  5565,  7677,     0,  3106, 5221,  5643,  5397,  6033,  5162,  5419,  5146,  5568,  5297,  5778),
        14: ( 5887,  6556,  4193,     0,  7031, 9843,  8095,  8227,  7575,  6314,  7387,  7000,  6711,  5522,  5678),
    },
    "attn_1_1_outputs": {
        #     "1"    "2"    "3"    "4"    "5"   "6"    "7"    "8"    "9"   "10"   "11"   "12"   "13"   "14"   "15"
        5: ( 1908,  2161,  2433,  2368,  2883, 2151,  2259,  2189,  1671,     0,   114,  2415,  2401,   649,  1787),
    },
    "num_mlp_1_0_outputs": {
        #     "1"    "2"    "3"    "4"    "5"   "6"    "7"    "8"    "9"   "10"   "11"   "12"   "13"   "14"   "15"
        0: ( 2937, 13385,  5148,     0,  1885, 4896,  4868,  6364,  4572,  5076,  5213,  4671,  4751,  5876,  4060),
        8: (    0,  7176,  7133,  6974,  6749, 5376,  4692,  5276,  5433,  5687,  6174,  5338,  4757,  5329,  4214),
    },
    "num_mlp_1_1_outputs": {
        #     "1"    "2"    "3"    "4"    "5"   "6"    "7"    "8"    "9"   "10"   "11"   "12"   "13"   "14"   "15"
        1: (-5999,  7043,  4411,  2550,  1166, -519,  -746,  1022,   521,   592,   255,   339,     0,     0,  -222),
    },
}
NUMBER_VOTES = {
    #                          "1"    "2"    "3"    "4"    "5"   "6"    "7"    "8"    "9"   "10"   "11"   "12"   "13"   "14"   "15"
    "num_attn_0_0_outputs": (    0,  1397,  1223,  2121,  1548, 2107,  1849,  2306,  2000,  1976,  2516,  2328,  2731,  2915,  2985),
    "num_attn_0_1_outputs": (    0,  1454,  2197,  2467,  2066, 2342,  2359,  2242,  2269,  2391,  2536,  2204,  2488,  2737,  2676),
    "num_attn_0_2_outputs": (    0,   848,  1474,  1920,  1578,  549,   411,  1337,  1163,  1216,  1607,  1394,  1572,  2042,  1349),
    "num_attn_1_1_outputs": (  788,   523,   263,     0,   299,  156,   244,   232,   302,   408,   114,   298,   609,   769,   757),
    "num_attn_1_2_outputs": (  933,   604,   988,  1463,  2194, 2859,  2187,   375,     0,   597,   277,   392,   208,   391,   885),
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
