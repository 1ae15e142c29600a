"""categorical_double_hist: a Transformer Program. In: up to 8 words; out: a label for each.
Steps: 21 heads copy, 8 functions, 31 variables vote.
Learned by gradient: right on 59.62 % of the test labels, and on 52.95 % of those of
all 335,922 inputs. Network and program are equal on every input (compositional
proof: 36 modules, 1,974 cells, 296 choices, 1,800 votes)."""

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


KEYS_0_0 = {"a": "c", "b": "f", "c": "f", "e": "f"}
KEYS_0_1 = {0: 6, 3: 6, 6: 6, 7: 7}
KEYS_0_4 = {"<s>": "f", "b": "a", "d": "c", "f": "c"}
KEYS_0_6 = {"b": "c", "d": "d", "e": "c", "f": "c"}
KEYS_0_7 = {"<s>": "b", "c": "d", "d": "f", "e": "d"}


def mlp_0_0(attn_0_4_output, attn_0_6_output):
    if attn_0_4_output == "<s>" and attn_0_6_output in {"<s>", "a", "d"}:
        return 6
    if attn_0_4_output in "bf" and attn_0_6_output == "a":
        return 3
    return 4


def mlp_0_3(attn_0_6_output, attn_0_0_output):
    key = (attn_0_6_output, attn_0_0_output)
    if key in {("a", "<s>"), ("c", "a"), ("d", "<s>"), ("d", "a")}:
        return 1
    if key in {("a", "c"), ("a", "f")}:
        return 4
    return 2


KEYS_1_0 = {"c": "b", "d": "e", "e": "d", "f": "d"}
KEYS_1_1 = {"a": "d", "d": "b", "f": "d"}
KEYS_1_6 = {4: 3, 7: 1}
KEYS_1_7 = {"a": "f", "c": "e", "d": "e", "f": "b"}


def mlp_1_1(attn_1_1_output, attn_1_2_output):
    if attn_1_2_output == 0:
        return 7
    if attn_1_2_output == 1:
        return {0: 0, 1: 7, 2: 1, 6: 7}.get(attn_1_1_output, 2)
    if attn_1_2_output == 3:
        return {0: 0, 2: 1, 3: 2, 5: 2}.get(attn_1_1_output, 7)
    if attn_1_2_output == 6:
        return {0: 0, 3: 2, 5: 2}.get(attn_1_1_output, 7)
    if attn_1_2_output == 7:
        return 0
    return {0: 0, 2: 1, 3: 2, 4: 2, 5: 2}.get(attn_1_1_output, 7)


def mlp_1_3(attn_1_5_output, position):
    key = (attn_1_5_output, position)
    if key in {(1, 1), (2, 2), (3, 3), (4, 3), (4, 4), (5, 2), (5, 5), (5, 6)}:
        return 1
    if key in {(3, 6), (4, 6), (6, 3)}:
        return 7
    if key in {(4, 2), (4, 5), (5, 3)}:
        return 6
    if key == (6, 6):
        return 3
    return 2


KEYS_2_2 = {2: 1, 3: 2, 6: 2}
KEYS_2_4 = {"b": "d", "d": "c", "e": "a", "f": "d"}


def mlp_2_2(token, attn_0_6_output):
    key = (token, attn_0_6_output)
    if key in {("a", "a"), ("d", "d"), ("f", "<s>")}:
        return 1
    if key in {("b", "<s>"), ("c", "<s>"), ("e", "<s>")}:
        return 7
    return 6


def mlp_2_3(attn_2_1_output, attn_2_3_output):
    if attn_2_1_output == 0:
        return {0: 2, 6: 4}.get(attn_2_3_output, 7)
    return 7


def run(tokens):
    wrong = {i: w for i, w in enumerate(tokens) if w not in (WORDS if i else ["<s>"])}
    if wrong or isinstance(tokens, str) or not 1 <= len(tokens) <= 8:
        raise ValueError(f"expected <s>, up to 7 known words; got {wrong or tokens!r}")
    positions = list(range(len(tokens)))
    found = select_closest(tokens, tokens, lambda q, k: k == KEYS_0_0.get(q, "a"))
    attn_0_0_outputs = aggregate(found, tokens)
    found = select_closest(positions, positions, lambda q, k: k == KEYS_0_1.get(q, 5))
    attn_0_1_outputs = aggregate(found, positions)
    found = select_closest(tokens, tokens, lambda q, k: k == ("a" if q == "<s>" else q))
    attn_0_2_outputs = aggregate(found, positions)
    # copies the position of the nearest position with the same token
    found = select_closest(tokens, tokens, lambda q, k: k == q)
    attn_0_3_outputs = aggregate(found, positions)
    found = select_closest(tokens, tokens, lambda q, k: k == KEYS_0_4.get(q, "b"))
    attn_0_4_outputs = aggregate(found, tokens)
    found = select_closest(tokens, tokens, lambda q, k: k == ("b" if q == "<s>" else q))
    attn_0_5_outputs = aggregate(found, positions)
    found = select_closest(tokens, tokens, lambda q, k: k == KEYS_0_6.get(q, "a"))
    attn_0_6_outputs = aggregate(found, tokens)
    found = select_closest(tokens, tokens, lambda q, k: k == KEYS_0_7.get(q, "e"))
    attn_0_7_outputs = aggregate(found, positions)
    mlp_0_0_outputs = list(map(mlp_0_0, attn_0_4_outputs, attn_0_6_outputs))
    mlp_0_2_outputs = [
        6 if attn_0_1_output == 0 and attn_0_7_output <= 4 else 1
        for attn_0_1_output, attn_0_7_output in zip(attn_0_1_outputs, attn_0_7_outputs)
    ]
    mlp_0_3_outputs = list(map(mlp_0_3, attn_0_6_outputs, attn_0_0_outputs))
    found = select_closest(tokens, tokens, lambda q, k: k == KEYS_1_0.get(q, "c"))
    attn_1_0_outputs = aggregate(found, attn_0_7_outputs)
    found = select_closest(tokens, tokens, lambda q, k: k == KEYS_1_1.get(q, "a"))
    attn_1_1_outputs = aggregate(found, attn_0_3_outputs)
    found = select_closest(tokens, tokens, lambda q, k: k == ("c" if q == "<s>" else q))
    attn_1_2_outputs = aggregate(found, attn_0_3_outputs)
    found = select_closest(
        positions, positions, lambda q, k: k == (3 if q in {0, 2, 6, 7} else 2)
    )
    attn_1_4_outputs = aggregate(found, attn_0_3_outputs)
    found = select_closest(tokens, tokens, lambda q, k: k == ("d" if q == "<s>" else q))
    attn_1_5_outputs = aggregate(found, positions)
    found = select_closest(positions, positions, lambda q, k: k == KEYS_1_6.get(q, 4))
    attn_1_6_outputs = aggregate(found, attn_0_5_outputs)
    found = select_closest(tokens, tokens, lambda q, k: k == KEYS_1_7.get(q, "c"))
    attn_1_7_outputs = aggregate(found, attn_0_3_outputs)
    mlp_1_0_outputs = [
        0 if attn_0_0_output == "<s>" and attn_0_6_output in {"<s>", "a", "d"} else 1
        for attn_0_0_output, attn_0_6_output in zip(attn_0_0_outputs, attn_0_6_outputs)
    ]
    mlp_1_1_outputs = list(map(mlp_1_1, attn_1_1_outputs, attn_1_2_outputs))
    mlp_1_3_outputs = list(map(mlp_1_3, attn_1_5_outputs, positions))
    found = select_closest(attn_1_6_outputs, attn_1_6_outputs, lambda q, k: True)
    attn_2_0_outputs = aggregate(found, attn_1_6_outputs)
    # copies the attn_0_1_output of the nearest attn_0_2_output 7
    found = select_closest(attn_0_2_outputs, attn_0_2_outputs, lambda q, k: k == 7)
    attn_2_1_outputs = aggregate(found, attn_0_1_outputs)
    found = select_closest(
        attn_1_2_outputs, attn_1_1_outputs, lambda q, k: k == KEYS_2_2.get(q, 3)
    )
    attn_2_2_outputs = aggregate(found, attn_1_6_outputs)
    # copies the attn_0_1_output of the nearest mlp_0_2_output 1
    found = select_closest(mlp_0_2_outputs, mlp_0_2_outputs, lambda q, k: k == 1)
    attn_2_3_outputs = aggregate(found, attn_0_1_outputs)
    found = select_closest(tokens, tokens, lambda q, k: k == KEYS_2_4.get(q, "f"))
    attn_2_4_outputs = aggregate(found, attn_1_5_outputs)
    found = select_closest(
        mlp_0_0_outputs, attn_0_1_outputs, lambda q, k: k == (6 if q == 0 else 3)
    )
    attn_2_5_outputs = aggregate(found, attn_1_1_outputs)
    mlp_2_2_outputs = list(map(mlp_2_2, tokens, attn_0_6_outputs))
    mlp_2_3_outputs = list(map(mlp_2_3, attn_2_1_outputs, attn_2_3_outputs))
    return ["<s>", *classify(locals())[1:]]


# fmt: off
CLASSES = ("1", "2", "3", "4", "5", "6")
NO_VOTES = (0,) * len(CLASSES)  # of the values not listed
VOTES = {
    "tokens": {
        #        "1"     "2"     "3"     "4"     "5"      "6"
        "a": (     0,  -5863,  -9911, -34624, -68233, -109047),
        "b": (     0,  -5550,  -8651, -30708, -62697, -106986),
        "c": (110324, 104606, 100939,  75810,  41208,       0),
        "d": (109190, 103365,  99522,  74737,  40467,       0),
        "e": (110076, 104376, 100744,  75985,  41272,       0),
        "f": (     0,  -5616,  -8973, -33486, -67579, -108337),
    },
    "positions": {
        #      "1"     "2"     "3"     "4"     "5"      "6"
        1: (  1477,   1935,   1250,   1914,      0,    2397),
        2: (  2021,   2265,   1570,   1769,      0,    2776),
        3: (  1514,   1674,   1670,    704,      0,    2046),
        4: (  1596,   2024,   1369,   2020,      0,    2844),
        5: (   928,   1336,    950,   2042,      0,    2202),
        6: (  1371,   1451,   1672,    683,      0,    2547),
    },
    "attn_0_0_outputs": {
        #        "1"     "2"     "3"     "4"     "5"      "6"
        "a": (     0,    472,    850,   4310,  11107,   12917),
        "c": (     0,    528,   1500,   4591,  10468,   11744),
        "f": (     0,    477,   1092,   4817,  12035,   14170),
    },
    "attn_0_1_outputs": {
        #      "1"     "2"     "3"     "4"     "5"      "6"
        0: (   370,    410,      0,   2735,    609,    1676),
        6: (  1165,   1280,    473,   1533,      0,     961),
        7: (  4221,   4288,   4038,   4977,   4521,       0),
    },
    "attn_0_2_outputs": {
        #      "1"     "2"     "3"     "4"     "5"      "6"
        1: (     0,    139,    112,    173,    200,     174),
        2: (     0,     14,    128,    143,    356,     343),
        3: (     0,    159,     97,    348,    453,     272),
        4: (     0,     63,     56,    124,    219,     366),
        6: (     0,     97,     77,    272,    476,     359),
        7: (  4036,   4098,   4089,   4395,   4312,       0),
    },
    "attn_0_3_outputs": {
        #      "1"     "2"     "3"     "4"     "5"      "6"
        1: (     0,    299,     90,    568,    190,    4486),
        2: (     0,    179,     35,    536,    269,    4734),
        3: (     0,    314,     88,    744,    111,    4760),
        4: (     0,    257,     23,    550,    224,    4642),
        5: (    23,    297,    138,    541,      0,    4488),
        6: (     0,    284,     86,    644,     50,    4232),
    },
    "attn_0_4_outputs": {
        #          "1"     "2"     "3"     "4"     "5"      "6"
        "<s>": ( 10027,  10106,   9958,   9257,   5487,       0),
        "b":   (     0,    467,   1117,   4128,   6482,    3826),
        "c":   (     0,    437,    966,   3954,   6777,    3083),
    },
    "attn_0_5_outputs": {
        #      "1"     "2"     "3"     "4"     "5"      "6"
        1: (     0,    217,    358,   1016,   1415,    1177),
        2: (     0,    192,    367,    792,   1406,    1228),
        3: (     0,    161,    306,    604,   1218,     905),
        5: (     0,    155,    429,   1104,   1499,    1044),
        6: (     0,    183,    390,    658,   1203,     878),
        7: (  2700,   2876,   3251,   3675,   4839,       0),
    },
    "attn_0_6_outputs": {
        #          "1"     "2"     "3"     "4"     "5"      "6"
        "<s>": (  3078,   3197,   3364,   3331,   1869,       0),
        "a":   (     0,    233,    605,    761,    415,     204),
        "d":   (     0,     43,    228,     60,     55,     102),
    },
    "attn_0_7_outputs": {
        #      "1"     "2"     "3"     "4"     "5"      "6"
        1: (     0,    425,   1113,   4986,  13043,   15248),
        2: (     0,    621,   1274,   5263,  13715,   15798),
        3: (     0,    450,   1280,   5206,  13286,   15805),
        4: (     0,    574,   1197,   5087,  13028,   15127),
        5: (     0,    460,   1244,   5165,  13132,   15494),
        6: (     0,    544,   1069,   5208,  12930,   15461),
        7: (     0,    576,   1429,   3731,  12902,    6824),
    },
    "mlp_0_0_outputs": {
        #      "1"     "2"     "3"     "4"     "5"      "6"
        4: (     0,    158,    252,    515,    148,     393),
        6: (  2661,   2734,   2772,   2536,   1105,       0),
    },
    "mlp_0_2_outputs": {
        #      "1"     "2"     "3"     "4"     "5"      "6"
        6: (   363,    542,      0,   2626,    655,    1753),
    },
    "mlp_0_3_outputs": {
        #      "1"     "2"     "3"     "4"     "5"      "6"
        1: (  1162,   1323,   1563,   1286,    779,       0),
        2: (  1669,   1745,   1708,   1080,   1253,       0),
    },
    "attn_1_0_outputs": {
        #      "1"     "2"     "3"     "4"     "5"      "6"
        0: (  7564,   7631,   7424,   6802,   4541,       0),
        1: (   263,    341,    273,    290,    108,       0),
        2: (     0,    129,     53,    176,     99,     -84),
        3: (     0,    118,     64,    208,    197,    -104),
        4: (     0,    171,     25,     99,     22,    -223),
        6: (   253,    324,      0,    136,    115,      30),
        7: (  6317,   6504,   6648,   6161,   6436,       0),
    },
    "attn_1_1_outputs": {
        #      "1"     "2"     "3"     "4"     "5"      "6"
        1: (     0,    178,    986,   4089,   9515,   11685),
        2: (     0,    273,   1081,   4160,   9981,   12030),
        3: (     0,    138,    931,   4143,   9327,   11884),
        4: (     0,    170,    892,   3987,   9342,   11075),
        5: (     0,    245,    933,   3960,   9172,   11514),
        6: (     0,    202,    818,   3921,   9193,   10780),
        7: (     0,      4,    955,   3024,   8962,    3959),
    },
    "attn_1_2_outputs": {
        #      "1"     "2"     "3"     "4"     "5"      "6"
        2: (   128,    221,    291,    178,    186,       0),
        3: (     0,     82,    130,    204,    103,     180),
        4: (   246,    268,    270,    248,    130,       0),
        5: (     0,     63,     42,     32,     86,      36),
        6: (   450,    468,    476,    457,      0,     282),
        7: (   -39,      0,     74,      0,    343,   -1610),
    },
    "attn_1_4_outputs": {
        #      "1"     "2"     "3"     "4"     "5"      "6"
        0: (   412,    987,      0,    966,    847,    7411),
        1: (   466,   1037,    409,   1063,      0,    2220),
        2: (   345,    559,      0,    702,    289,    7104),
        3: (   902,   1329,    651,   1417,      0,    7157),
        4: (   361,   1046,    178,    955,      0,    4033),
        5: (   490,   1097,    416,   1244,      0,    2390),
        6: (    17,    490,      0,    971,     54,    1881),
    },
    "attn_1_5_outputs": {
        #      "1"     "2"     "3"     "4"     "5"      "6"
        1: (     0,    265,    528,    742,    756,     142),
        2: (     0,    241,    622,   1427,   1484,     768),
        3: (     0,    323,    693,   1492,   1619,     715),
        5: (   299,    347,    321,      0,    537,     315),
        6: (     0,    141,    821,     62,    153,      88),
        7: (   989,   1352,   2527,   6521,   7049,       0),
    },
    "attn_1_6_outputs": {
        #      "1"     "2"     "3"     "4"     "5"      "6"
        0: (     0,    644,   1919,   1927,   2833,    1736),
        1: (  2061,   2893,   3572,   4364,   4365,       0),
        2: (  1671,   2744,   3507,   4362,   4718,       0),
        3: (     0,    487,   1097,   1983,   2215,    1676),
        5: (  1600,   2516,   3279,   4335,   4644,       0),
        6: (  2279,   3100,   3882,   5284,   5724,       0),
        7: (  3227,   3795,   4774,   5317,   7576,       0),
    },
    "attn_1_7_outputs": {
        #      "1"     "2"     "3"     "4"     "5"      "6"
        1: (     0,    584,   1256,   5042,  12457,   14416),
        2: (     0,    614,   1476,   5116,  12461,   14467),
        3: (     0,    542,   1330,   5318,  12522,   14474),
        4: (     0,    456,   1196,   5021,  12309,   14269),
        5: (     0,    362,   1295,   5060,  12392,   14403),
        6: (     0,    521,   1169,   5122,  11460,   14771),
        7: (     0,    456,   1300,   3611,  11261,    5929),
    },
    "mlp_1_0_outputs": {
        #      "1"     "2"     "3"     "4"     "5"      "6"
        1: (     0,    164,    341,    991,   1675,    1547),
    },
    "mlp_1_1_outputs": {
        #      "1"     "2"     "3"     "4"     "5"      "6"
        1: (   175,    274,    176,      0,    392,     545),
        2: (     0,     80,     27,    117,    534,     401),
        7: (     0,     94,    128,    219,    406,     435),
    },
    "mlp_1_3_outputs": {
        #      "1"     "2"     "3"     "4"     "5"      "6"
        1: (     0,    896,   2417,   8610,  12454,   10544),
        3: (     0,   1144,   2205,  10123,  14077,   11053),
        6: (     0,    469,    726,   2515,   4221,    6977),
        7: (     0,    253,    501,   1199,   3353,    4734),
    },
    "attn_2_0_outputs": {
        #      "1"     "2"     "3"     "4"     "5"      "6"
        0: (     0,    234,    825,    783,   1091,    5179),
        1: (     0,    207,     62,    235,    816,      45),
        2: (    45,    164,      0,    567,    559,    3614),
        3: (     0,    194,     15,    904,    934,    5424),
        4: (     0,    248,    106,   1143,   1085,    5531),
        5: (    53,    250,      0,    669,    471,    3081),
        6: (     8,    155,      0,    600,    143,    2612),
    },
    "attn_2_1_outputs": {
        #      "1"     "2"     "3"     "4"     "5"      "6"
        0: (  2729,   2777,   3705,      0,  13182,   10373),
        5: (   983,    987,   1154,    901,      0,    3564),
        6: (   293,    403,    235,   1654,      0,    9438),
    },
    "attn_2_2_outputs": {
        #      "1"     "2"     "3"     "4"     "5"      "6"
        0: (     0,    565,   1336,    823,   1930,    2660),
        1: (  1173,   1372,   1642,   1534,   2214,       0),
        3: (   621,    939,   1174,    806,    366,       0),
        4: (     0,    549,    978,   2045,   2669,    4325),
        5: (   155,    330,    354,      0,    592,     465),
        6: (   642,    832,    771,    465,    861,       0),
        7: (   481,    698,    744,    619,    344,       0),
    },
    "attn_2_3_outputs": {
        #      "1"     "2"     "3"     "4"     "5"      "6"
        0: (   256,    487,      0,   3947,    667,    7346),
        5: (     0,     64,     20,    864,    470,    6506),
        6: (     0,     60,     80,    884,    196,    6096),
    },
    "attn_2_4_outputs": {
        #      "1"     "2"     "3"     "4"     "5"      "6"
        1: (     0,    341,    853,   3010,   7116,    5974),
        2: (     0,    423,    718,   3000,   7106,    6423),
        3: (     0,    293,    684,   2843,   7065,    5813),
        4: (     0,    343,    664,   2798,   7015,    6141),
        5: (     0,    364,    792,   3102,   7259,    6458),
        6: (     0,    437,    741,   3072,   7019,    6364),
        7: (   555,    669,   1259,   2834,   7376,       0),
    },
    "attn_2_5_outputs": {
        #      "1"     "2"     "3"     "4"     "5"      "6"
        0: (  1706,   1897,   1583,   1813,      0,    4510),
        1: (    86,    104,      0,    596,     40,    7286),
        2: (     0,    283,     39,    630,    358,    7237),
        3: (   186,    341,      0,    619,    243,    6737),
        4: (   111,    162,      0,    579,    211,    6289),
        5: (   211,    301,     13,    607,      0,    7146),
        6: (   209,    359,      0,    492,    398,    6586),
    },
    "mlp_2_2_outputs": {
        #      "1"     "2"     "3"     "4"     "5"      "6"
        1: (     0,    127,    193,     31,    197,     574),
        6: (     0,    156,    242,    314,    680,     462),
    },
    "mlp_2_3_outputs": {
        #      "1"     "2"     "3"     "4"     "5"      "6"
        4: (  4001,   4133,   3943,   2347,      0,    3388),
        7: (  3084,   3186,   3164,    252,   1570,       0),
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
