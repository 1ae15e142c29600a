"""categorical_sort: a Transformer Program. In: up to 8 words; out: a label for each.
Steps: 16 heads copy, 6 functions, 24 variables vote.
Learned by gradient: right on 99.96 % of the test labels, and on 99.99 % of those of
all 19,530 inputs. Network and program are equal on every input (compositional
proof: 24 modules, 1,418 cells, 296 choices, 955 votes)."""

import sys
from functools import lru_cache

WORDS = ("0", "1", "2", "3", "4")


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


KEYS_0_0 = {"<s>": 6, "2": 1, "3": 1, "4": 6}
KEYS_0_1 = {0: "3", 1: "1", 2: "1", 3: "1", 4: "2", 6: "4", 7: "1"}
KEYS_0_2 = {0: 4, 3: 1, 5: 4, 6: 5, 7: 2}
KEYS_0_3 = (6, 2, 1, 4, 5, 6, 3, 2)
KEYS_0_4 = {"0": "0", "1": "1", "2": "2"}
KEYS_0_5 = {0: 5, 4: 4, 5: 3, 6: 5}
KEYS_0_6 = {1: 4, 2: 5, 5: 7, 6: 2, 7: 2}
KEYS_0_7 = {4: "</s>", 5: "4", 6: "4"}


def mlp_0_0(attn_0_1_output, position):
    key = (attn_0_1_output, position)
    if key in {("<s>", 0), ("<s>", 6), ("3", 0)}:
        return 1
    if key in {("<s>", 1), ("<s>", 2), ("<s>", 5)}:
        return 0
    if key in {("<s>", 3), ("<s>", 4), ("1", 3), ("2", 4)}:
        return 7
    if key == ("4", 6):
        return 5
    return 2


def mlp_0_1(attn_0_6_output, position):
    if position == 1:
        return 2 if attn_0_6_output in {"<s>", "</s>", "4"} else 0
    if position == 2:
        return {"<s>": 1, "2": 4, "4": 1}.get(attn_0_6_output, 5)
    if position == 4:
        return 5 if attn_0_6_output in "012" else 1
    return 1


KEYS_1_0 = {0: 2, 1: 2, 3: 2, 5: 2, 6: 0, 7: 2}
KEYS_1_1 = {3: 2, 4: 2, 5: 1, 6: 1}
KEYS_1_3 = {1: 2, 2: 4, 6: 5}
KEYS_1_4 = {"<s>": 7, "0": 7, "4": 0}
KEYS_1_5 = {"1": 7, "2": 0}
KEYS_1_6 = {2: 4, 4: 1, 5: 3, 6: 4}
KEYS_1_7 = {1: 4, 2: 4, 5: 7, 6: 3}


def mlp_1_0(position, attn_1_5_output):
    if attn_1_5_output == "<s>":
        return 6
    if attn_1_5_output == "</s>":
        return {1: 2, 2: 1}.get(position, 6)
    if attn_1_5_output == "2":
        return (6, 2, 0, 1, 7, 7, 5, 6)[position]
    if attn_1_5_output == "3":
        return {1: 2, 2: 4, 5: 7, 6: 5}.get(position, 6)
    if attn_1_5_output == "4":
        return {1: 2, 2: 4, 6: 5}.get(position, 6)
    return {0: 6, 1: 2, 6: 5, 7: 6}.get(position, 1)


def mlp_1_1(attn_1_2_output, attn_1_3_output):
    if attn_1_2_output == "0":
        return 3 if attn_1_3_output in "34" else 2
    if attn_1_2_output == "1":
        return {"<s>": 6, "</s>": 6, "3": 3, "4": 3}.get(attn_1_3_output, 2)
    if attn_1_2_output == "2":
        return 2 if attn_1_3_output in "01" else 3
    if attn_1_2_output == "4":
        return 3
    return {"0": 2, "3": 3, "4": 3}.get(attn_1_3_output, 6)


def mlp_1_2(position, attn_1_1_output):
    if attn_1_1_output == "0":
        return (4, 5, 5, 6, 6, 7, 2, 4)[position]
    if attn_1_1_output == "1":
        return {1: 5, 2: 7, 3: 6, 4: 6, 6: 2}.get(position, 4)
    if attn_1_1_output == "2":
        return {1: 5, 2: 7, 3: 6, 6: 2}.get(position, 4)
    if attn_1_1_output == "3":
        return {1: 5, 2: 6, 5: 2, 6: 2}.get(position, 4)
    if attn_1_1_output == "4":
        return {1: 5, 5: 2, 6: 2}.get(position, 4)
    return 5 if position == 1 else 4


def mlp_1_3(position, attn_1_3_output):
    if attn_1_3_output == "<s>":
        return 0
    if attn_1_3_output == "</s>":
        return {1: 7, 3: 2, 4: 2, 5: 1}.get(position, 0)
    if attn_1_3_output == "0":
        return {1: 5, 3: 2, 4: 2, 6: 3}.get(position, 0)
    if attn_1_3_output == "1":
        return {1: 5, 4: 3, 6: 3}.get(position, 0)
    if attn_1_3_output == "2":
        return (0, 7, 4, 2, 2, 3, 3, 0)[position]
    if attn_1_3_output == "3":
        return {1: 7, 2: 4, 4: 3, 5: 6, 6: 6}.get(position, 0)
    return {1: 7, 2: 4, 4: 1, 5: 1, 6: 1}.get(position, 0)


def run(tokens):
    ends = {0: ["<s>"], len(tokens) - 1: ["</s>"]}
    wrong = {i: w for i, w in enumerate(tokens) if w not in ends.get(i, WORDS)}
    if wrong or isinstance(tokens, str) or not 2 <= len(tokens) <= 8:
        raise ValueError(
            f"expected <s>, up to 6 known words, </s>; got {wrong or tokens!r}"
        )
    positions = list(range(len(tokens)))
    found = select_closest(positions, tokens, lambda q, k: k == KEYS_0_0.get(q, 2))
    attn_0_0_outputs = aggregate(found, tokens)
    found = select_closest(tokens, positions, lambda q, k: k == KEYS_0_1.get(q))
    attn_0_1_outputs = aggregate(found, tokens)
    found = select_closest(positions, positions, lambda q, k: k == KEYS_0_2.get(q, 3))
    attn_0_2_outputs = aggregate(found, tokens)
    found = select_closest(positions, positions, lambda q, k: k == KEYS_0_3[q])
    attn_0_3_outputs = aggregate(found, tokens)
    found = select_closest(tokens, tokens, lambda q, k: k == KEYS_0_4.get(q, "4"))
    attn_0_4_outputs = aggregate(found, tokens)
    found = select_closest(positions, positions, lambda q, k: k == KEYS_0_5.get(q, 2))
    attn_0_5_outputs = aggregate(found, tokens)
    found = select_closest(positions, positions, lambda q, k: k == KEYS_0_6.get(q, 6))
    attn_0_6_outputs = aggregate(found, tokens)
    found = select_closest(tokens, positions, lambda q, k: k == KEYS_0_7.get(q, "0"))
    attn_0_7_outputs = aggregate(found, tokens)
    mlp_0_0_outputs = list(map(mlp_0_0, attn_0_1_outputs, positions))
    mlp_0_1_outputs = list(map(mlp_0_1, attn_0_6_outputs, positions))
    found = select_closest(
        mlp_0_0_outputs, positions, lambda q, k: k == KEYS_1_0.get(q)
    )
    attn_1_0_outputs = aggregate(found, attn_0_3_outputs)
    found = select_closest(positions, positions, lambda q, k: k == KEYS_1_1.get(q, 6))
    attn_1_1_outputs = aggregate(found, tokens)
    found = select_closest(
        tokens, positions, lambda q, k: q not in {1, 2, 3} and k == "</s>"
    )
    attn_1_2_outputs = aggregate(found, attn_0_0_outputs)
    found = select_closest(positions, positions, lambda q, k: k == KEYS_1_3.get(q, 1))
    attn_1_3_outputs = aggregate(found, attn_0_5_outputs)
    found = select_closest(
        mlp_0_0_outputs, attn_0_0_outputs, lambda q, k: k == KEYS_1_4.get(q, 2)
    )
    attn_1_4_outputs = aggregate(found, attn_0_2_outputs)
    found = select_closest(
        mlp_0_0_outputs, attn_0_1_outputs, lambda q, k: k == KEYS_1_5.get(q, 2)
    )
    attn_1_5_outputs = aggregate(found, attn_0_3_outputs)
    found = select_closest(positions, positions, lambda q, k: k == KEYS_1_6.get(q, 5))
    attn_1_6_outputs = aggregate(found, tokens)
    found = select_closest(positions, positions, lambda q, k: k == KEYS_1_7.get(q, 6))
    attn_1_7_outputs = aggregate(found, attn_0_2_outputs)
    mlp_1_0_outputs = list(map(mlp_1_0, positions, attn_1_5_outputs))
    mlp_1_1_outputs = list(map(mlp_1_1, attn_1_2_outputs, attn_1_3_outputs))
    mlp_1_2_outputs = list(map(mlp_1_2, positions, attn_1_1_outputs))
    mlp_1_3_outputs = list(map(mlp_1_3, positions, attn_1_3_outputs))
    return ["<s>", *classify(locals())[1:-1], "</s>"]


# fmt: off
CLASSES = ("0", "1", "2", "3", "4")
NO_VOTES = (0,) * len(CLASSES)  # of the values not listed
VOTES = {
    "tokens": {
        #      "0"     "1"      "2"      "3"      "4"
        "0": (   0, -63432, -111435, -162591, -204978),
        "1": (   0, -53570, -102445, -153702, -196325),
        "2": (   0, -55507,  -95772, -147804, -191204),
        "3": (   0, -55919,  -97540, -140469, -186840),
        "4": (   0, -56933,  -99066, -143251, -179061),
    },
    "positions": {
        #    "0"     "1"      "2"      "3"      "4"
        2: (   0,   4665,    9186,   10142,    9918),
        3: (   0,  11505,   21460,   28578,   33428),
        4: (   0,  19692,   33701,   50535,   59850),
        5: (   0,  21210,   39467,   58063,   67845),
        6: (   0,  18864,   39727,   63749,   80421),
    },
    "attn_0_0_outputs": {
        #         "0"     "1"      "2"      "3"      "4"
        "<s>":  (   0,    606,    1020,    1764,    3139),
        "</s>": (   0,    700,    1195,    2166,    3526),
        "1":    (-551,    -24,       0,       0,     -23),
        "2":    (   0,    514,     950,    1022,    1124),
        "3":    (   0,    486,    1064,    1639,    1593),
        "4":    (   0,    879,    1590,    2336,    3091),
    },
    "attn_0_1_outputs": {
        #      "0"     "1"      "2"      "3"      "4"
        "1": (2156,   4927,    1567,     668,       0),
        "2": (   0,     20,    1426,     215,     178),
        "4": (   0,   3141,    3590,    3167,    4788),
    },
    "attn_0_2_outputs": {
        #         "0"     "1"      "2"      "3"      "4"
        "<s>":  (   0,   7568,   12284,   18250,   21179),
        "</s>": (   0,   7625,   13037,   18536,   23387),
        "1":    (   0,  10422,    9834,    9845,    9899),
        "2":    (   0,   9752,   19021,   18303,   18229),
        "3":    (   0,   9607,   18359,   28265,   27609),
        "4":    (   0,   9417,   17977,   27037,   37101),
    },
    "attn_0_3_outputs": {
        #         "0"     "1"      "2"      "3"      "4"
        "</s>": (   0,   6863,   14190,   21984,   29704),
        "1":    (   0,  10533,    9844,    9771,    9710),
        "2":    (   0,  10016,   19359,   18615,   18459),
        "3":    (   0,   9844,   18587,   28374,   27706),
        "4":    (   0,   9585,   18120,   27052,   36832),
    },
    "attn_0_4_outputs": {
        #        "0"     "1"      "2"      "3"      "4"
        "<s>": (   0,   1125,    3319,    4120,    4507),
        "1":   (   0,    208,     401,     347,     519),
        "2":   (   0,   1587,    3216,    3379,    4112),
        "4":   (   0,   2491,    5284,    7228,   10481),
    },
    "attn_0_5_outputs": {
        #         "0"     "1"      "2"      "3"      "4"
        "</s>": (   0,    689,    1383,    2258,    2685),
        "1":    (   0,    728,    1221,    1454,    1649),
        "2":    (   0,   1201,    2017,    2501,    2647),
        "3":    (   0,    963,    1899,    2727,    3382),
        "4":    (   0,   1189,    2452,    3565,    4311),
    },
    "attn_0_6_outputs": {
        #         "0"     "1"      "2"      "3"      "4"
        "<s>":  (   0,   8390,   17528,   27138,   37356),
        "</s>": (   0,   8513,   15615,   22857,   27811),
        "1":    (   0,  10362,    9531,    9446,    8932),
        "2":    (   0,   8914,   16603,   15984,   14518),
        "3":    (   0,   9630,   17186,   24603,   20166),
        "4":    (   0,   7920,   14473,   20728,   25530),
    },
    "attn_0_7_outputs": {
        #         "0"     "1"      "2"      "3"      "4"
        "<s>":  (   0,   9194,   11119,   12285,   12825),
        "</s>": (   0,   5938,    7488,    9701,   16154),
        "4":    (   0,   8090,   10335,   12793,   21627),
    },
    "mlp_0_0_outputs": {
        #    "0"     "1"      "2"      "3"      "4"
        1: (   0,   5217,   10105,   14889,   12676),
        2: (2599,   3357,     384,       0,     242),
        5: (   0,    203,    2348,    5783,   13533),
        7: (   0,   1522,    1251,    1727,    1484),
    },
    "mlp_0_1_outputs": {
        #    "0"     "1"      "2"      "3"      "4"
        1: (   0,   6071,   10356,   16794,   16131),
        2: ( 226,   1530,    2524,    4415,       0),
        4: (   0,   5401,    8897,   10927,    8088),
        5: (   0,   4016,    6492,   10711,    6550),
    },
    "attn_1_0_outputs": {
        #         "0"     "1"      "2"      "3"      "4"
        "<s>":  (   0,    599,    1430,    2013,    2921),
        "</s>": (   0,    277,     770,    1478,    2631),
        "1":    (   0,    297,     463,     558,     610),
        "2":    (   0,    487,    1372,    1301,    1513),
        "3":    (   0,    235,     892,    1662,    1415),
        "4":    (   0,    118,     819,    1629,    2880),
    },
    "attn_1_1_outputs": {
        #         "0"     "1"      "2"      "3"      "4"
        "<s>":  (   0,   4659,    8481,   12733,   15101),
        "</s>": (   0,   4363,    7762,   11735,   12129),
        "1":    (   0,   7473,    5505,    4824,    4746),
        "2":    (   0,   5995,   11677,   10193,    9660),
        "3":    (   0,   5798,   10060,   15378,   11493),
        "4":    (   0,   4370,    7918,   11502,   16134),
    },
    "attn_1_2_outputs": {
        #         "0"     "1"      "2"      "3"      "4"
        "<s>":  (   0,   2755,    5199,    7902,   11646),
        "</s>": (   0,   1533,    3328,    5025,    7269),
        "1":    (   0,    474,     462,     578,     511),
        "2":    (   0,   1207,    2988,    2612,    2273),
        "3":    (   0,    865,    2446,    5398,    6189),
        "4":    (   0,   1366,    3211,    5943,    9554),
    },
    "attn_1_3_outputs": {
        #         "0"     "1"      "2"      "3"      "4"
        "<s>":  (   0,   1314,    3166,    4279,    5762),
        "</s>": (   0,   1352,    3113,    3945,    5296),
        "1":    (   0,   1629,    2182,    2344,    2371),
        "2":    (   0,   1557,    3787,    3699,    3163),
        "3":    (   0,   1564,    3875,    5759,    6032),
        "4":    (   0,   1899,    4369,    6554,    8853),
    },
    "attn_1_4_outputs": {
        #         "0"     "1"      "2"      "3"      "4"
        "<s>":  (   0,    157,     450,     469,    1071),
        "</s>": (   0,    218,     513,     776,    1322),
        "1":    (   0,    175,     248,     158,     241),
        "2":    (   0,    230,     573,     543,     648),
        "3":    (   0,    351,     705,    1001,    1049),
        "4":    (   0,    435,     907,    1298,    1750),
    },
    "attn_1_5_outputs": {
        #         "0"     "1"      "2"      "3"      "4"
        "<s>":  (   0,    673,    1131,    1536,    1520),
        "</s>": (   0,    311,     494,     925,    1147),
        "1":    (   0,    169,     229,     218,      19),
        "2":    (   0,    159,     427,     194,     424),
        "3":    (   0,    289,     442,     872,     766),
        "4":    (   0,    309,     641,    1328,    1708),
    },
    "attn_1_6_outputs": {
        #         "0"     "1"      "2"      "3"      "4"
        "<s>":  (   0,   7794,   13984,   21099,   27412),
        "</s>": (   0,   7492,   13381,   19538,   22422),
        "1":    (   0,   9705,    9212,    9130,    9026),
        "2":    (   0,   9177,   18174,   17383,   17003),
        "3":    (   0,   8976,   17356,   26751,   25593),
        "4":    (   0,   8487,   16582,   25113,   34570),
    },
    "attn_1_7_outputs": {
        #         "0"     "1"      "2"      "3"      "4"
        "<s>":  (   0,   1193,    2118,    3337,    4247),
        "</s>": (   0,    986,    1552,    2109,    2630),
        "1":    (   0,    794,     648,     795,     859),
        "2":    (   0,    793,    1506,    1681,    1548),
        "3":    (   0,   1014,    1769,    2764,    2757),
        "4":    (   0,    997,    1863,    2975,    4171),
    },
    "mlp_1_0_outputs": {
        #    "0"     "1"      "2"      "3"      "4"
        0: (   0,   1775,    4210,    6395,    8645),
        1: (   0,   1549,    4150,    6977,    9161),
        4: (   0,   1790,    4400,    6562,    6763),
        5: (   0,   3210,   10621,   17754,   22746),
        6: (   0,   1474,    4204,    7033,    9701),
        7: (   0,   2076,    5889,    9264,   11090),
    },
    "mlp_1_1_outputs": {
        #    "0"     "1"      "2"      "3"      "4"
        3: (   0,    339,     536,     947,    1200),
        6: (   0,    194,     255,     640,     737),
    },
    "mlp_1_2_outputs": {
        #    "0"     "1"      "2"      "3"      "4"
        2: (   0,   7212,   12646,   18767,   25936),
        4: (   0,   4612,    8018,   10677,   14224),
        6: (   0,   3580,    6360,    7713,   10226),
        7: (   0,   3073,    4370,    6042,    9160),
    },
    "mlp_1_3_outputs": {
        #    "0"     "1"      "2"      "3"      "4"
        0: (   0,   1398,    1506,     738,     166),
        1: (   0,   1310,    2540,    2229,    2253),
        2: (   0,   1361,    1663,    1033,    1180),
        3: (   0,   2577,    4466,    3722,    4029),
        4: (2812,   4424,    4042,    2234,       0),
        6: (   0,    658,    2484,    4542,    3024),
        7: (5367,   6088,    5863,    2362,       0),
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
