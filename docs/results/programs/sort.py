"""sort: a Transformer Program. In: up to 8 words; out: a label for each.
Steps: 12 heads copy, 12 heads add up, 9 functions, 35 variables vote.
Learned by gradient: right on 99.95 % of the test labels, and on 99.95 % of those of
all 19,530 inputs.
Extracted: network = program: equal on every input (compositional proof: 36 modules,
25,337 cells, 296 choices, 1,040 votes).
Simplified: same answer on every input, by rules (68 changes)."""

import sys
from functools import lru_cache

WORDS = ("0", "1", "2", "3", "4")
KEYS_0_0 = {1: "0", 2: "0", 3: "2"}
KEYS_0_1 = {0: "4", 2: "1", 5: "3", 6: "4", 7: "1"}
KEYS_0_2 = {1: "0", 2: "0", 4: "2"}
KEYS_0_3 = (6, 2, 3, 4, 5, 6, 1, 1)
NUM_KEYS_0_0 = {3: "</s>", 4: "</s>", 5: "4", 6: "4"}
NUM_KEYS_0_1 = {1: "<s>", 5: "0", 6: "0", 7: "0"}
NUM_KEYS_0_2 = {1: "0", 2: "</s>", 3: "4", 4: "3", 5: "3"}
NUM_KEYS_0_3 = {0: "2", 4: "</s>", 5: "4", 6: "4", 7: "2"}


def table_0_0(attn_0_3, position):
    if attn_0_3 == "<s>":
        return 7
    if attn_0_3 == "</s>":
        return {1: 0, 2: 2, 3: 2, 4: 4, 5: 5}.get(position, 7)
    if attn_0_3 in "34":
        return {1: 0, 4: 4, 5: 4, 6: 2}.get(position, 7)
    return {1: 0, 6: 2}.get(position, 7)


KEYS_1_0 = {1: "1", 2: "1", 5: "3", 6: "3"}
KEYS_1_1 = {"<s>": 2, "</s>": 1, "0": 2, "1": 4}
KEYS_1_2 = (3, 1, 1, 2, 3, 4, 7, 2)
KEYS_1_3 = {1: 5, 2: 1, 6: 6}
NUM_KEYS_1_0 = {0: "4", 4: "4", 5: "3", 6: "3"}
NUM_KEYS_1_3 = {0: "</s>", 4: "</s>", 5: "1", 6: "1"}


def table_1_1(attn_1_0, position):
    if attn_1_0 in {"<s>", "</s>", "4"}:
        return {1: 6, 6: 5}.get(position, 7)
    if attn_1_0 == "0":
        return {1: 6, 2: 0, 4: 0, 6: 5}.get(position, 7)
    return {1: 6, 2: 0, 6: 5}.get(position, 7)


def num_table_1_0(num_attn_1_3, num_attn_1_2):
    number = num_attn_1_3 + num_attn_1_2
    if number <= 1:
        return 0
    if number <= 3:
        return 6
    return 2


KEYS_2_1 = {0: "1", 1: "1", 2: "0", 3: "0", 4: "3"}
KEYS_2_2 = {1: 3, 3: 5, 4: 6, 5: 1}
NUM_KEYS_2_2 = {1: "0", 2: "0", 3: "0", 7: "0"}


def table_2_0(attn_2_0, attn_1_0):
    if attn_1_0 in {"<s>", "2"}:
        return 5 if attn_2_0 == "3" else 3
    if attn_1_0 == "3":
        return 4 if attn_2_0 in {"<s>", "3"} else 5
    return 3 if attn_2_0 in {"<s>", "2"} else 5


def table_2_1(position, attn_2_0):
    if attn_2_0 == "<s>":
        return 6 if position == 1 else 0
    if attn_2_0 in {"</s>", "2"}:
        return {1: 6, 2: 2}.get(position, 0)
    if attn_2_0 == "0":
        return {0: 0, 1: 6, 6: 5, 7: 0}.get(position, 2)
    if attn_2_0 == "1":
        return {1: 6, 2: 2, 3: 2, 4: 2}.get(position, 0)
    return {1: 6, 2: 2, 6: 5}.get(position, 0)


NUM_MLP_2_0 = {(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (2, 0)}


def run(tokens):
    ok = isinstance(tokens, (list, tuple)) and 2 <= len(tokens) <= 8
    ends = ok and {0: ["<s>"], len(tokens) - 1: ["</s>"]}
    if not ok or any(w not in ends.get(i, WORDS) for i, w in enumerate(tokens)):
        raise ValueError(f"expected <s>, up to 6 known words, </s>; got {tokens!r}")
    positions = list(range(len(tokens)))
    nearest = [
        sorted(positions, key=lambda j: (j == i, abs(i - j), j)) for i in positions
    ]
    attn_0_0 = [
        tokens[next((j for j in positions if tokens[j] == KEYS_0_0.get(i, "4")), 0)]
        for i in positions
    ]
    attn_0_1 = [
        tokens[next((j for j in positions if tokens[j] == KEYS_0_1.get(i, "0")), 0)]
        for i in positions
    ]
    attn_0_2 = [
        tokens[next((j for j in positions if tokens[j] == KEYS_0_2.get(i, "3")), 0)]
        for i in positions
    ]
    attn_0_3 = [
        tokens[next((j for j in positions if j == KEYS_0_3[i]), 0)] for i in positions
    ]
    num_attn_0_0 = [tokens.count(NUM_KEYS_0_0.get(i, "0")) for i in positions]
    num_attn_0_1 = [tokens.count(NUM_KEYS_0_1.get(i, "1")) for i in positions]
    num_attn_0_2 = [tokens.count(NUM_KEYS_0_2.get(i, "1")) for i in positions]
    num_attn_0_3 = [tokens.count(NUM_KEYS_0_3.get(i, "1")) for i in positions]
    mlp_0_0 = list(map(table_0_0, attn_0_3, positions))
    num_mlp_0_1 = [7 if n == 0 else 1 for n in num_attn_0_0]
    attn_1_0 = [
        attn_0_3[
            next((j for j in nearest[i] if tokens[j] == KEYS_1_0.get(i, "</s>")), 0)
        ]
        for i in positions
    ]
    attn_1_1 = [
        tokens[next((j for j in positions if j == KEYS_1_1.get(token, 6)), 0)]
        for token in tokens
    ]
    attn_1_2 = [
        tokens[next((j for j in positions if j == KEYS_1_2[i]), 0)] for i in positions
    ]
    attn_1_3 = [
        tokens[next((j for j in positions if j == KEYS_1_3.get(i, 7)), 0)]
        for i in positions
    ]
    num_attn_1_0 = [tokens.count(NUM_KEYS_1_0.get(i, "0")) for i in positions]
    num_attn_1_1 = [
        sum(num_attn_0_3[j] for j in positions if tokens[j] == "<s>") for _ in tokens
    ]
    num_attn_1_2 = [
        sum(num_attn_0_2[j] for j in positions if tokens[j] == "<s>") for _ in tokens
    ]
    num_attn_1_3 = [
        sum(num_attn_0_1[j] for j in positions if tokens[j] == NUM_KEYS_1_3.get(i, "0"))
        for i in positions
    ]
    mlp_1_1 = list(map(table_1_1, attn_1_0, positions))
    num_mlp_1_0 = list(map(num_table_1_0, num_attn_1_3, num_attn_1_2))
    num_mlp_1_1 = [3 if n <= 1 else 4 for n in num_attn_0_0]
    attn_2_0 = [
        attn_1_1[
            next(
                (j for j in nearest[i] if attn_1_2[i] == "4" and num_mlp_1_0[j] == 6), 0
            )
        ]
        for i in positions
    ]
    attn_2_1 = [
        tokens[next((j for j in positions if tokens[j] == KEYS_2_1.get(i, "4")), 0)]
        for i in positions
    ]
    attn_2_2 = [
        tokens[next((j for j in positions if j == KEYS_2_2.get(i, 4)), 0)]
        for i in positions
    ]
    attn_2_3 = [
        attn_1_2[
            next(
                (
                    j
                    for j in nearest[i]
                    if tokens[j] == ("0" if mlp_0_0[i] == 7 else "</s>")
                ),
                0,
            )
        ]
        for i in positions
    ]
    num_attn_2_0 = [
        sum(num_attn_1_1[j] for j in positions if i != 6 and tokens[j] == "2")
        for i in positions
    ]
    num_attn_2_1 = [tokens.count("</s>" if i == 1 else "3") for i in positions]
    num_attn_2_2 = [
        sum(num_attn_1_3[j] for j in positions if tokens[j] == NUM_KEYS_2_2.get(i, "2"))
        for i in positions
    ]
    num_attn_2_3 = [
        sum(
            num_attn_1_3[j]
            for j in positions
            if tokens[j] == ("1" if value == "0" else "0")
        )
        for value in attn_0_2
    ]
    mlp_2_0 = list(map(table_2_0, attn_2_0, attn_1_0))
    mlp_2_1 = list(map(table_2_1, positions, attn_2_0))
    num_mlp_2_0 = [
        5 if (num_attn_2_3[i], num_attn_2_2[i]) in NUM_MLP_2_0 else 2 for i in positions
    ]
    num_mlp_2_1 = [0 if n == 0 else 2 for n in num_attn_2_0]
    return ["<s>", *classify(locals())[1:-1], "</s>"]


# fmt: off
CLASSES = ("0", "1", "2", "3", "4")
NO_VOTES = (0,) * len(CLASSES)  # of the values not listed
VOTES = {
    "tokens": {
        #       "0"    "1"    "2"    "3"    "4"
        "0": ( 3513,  3161,  1784,   152,     0),
        "1": (    0,  1757,  1497,  1221,  1753),
        "2": (    0,  1664,  2240,  2254,  2926),
        "3": (    0,  1773,  2817,  4040,  4414),
        "4": (    0,  1989,  3218,  5447,  8656),
    },
    "positions": {
        #     "0"    "1"    "2"    "3"    "4"
        1: (19531, 16286, 10254,  3616,     0),
        2: (16532, 19786, 12583,  6291,     0),
        3: ( 4064,  8010,  8509,  2869,     0),
        4: (    0,  4650,  7622,  9770,  7674),
        5: (  234,     0, 12556, 20468, 18358),
        6: ( 5119,     0, 18914, 28242, 35847),
    },
    "attn_0_0": {
        #         "0"    "1"    "2"    "3"    "4"
        "<s>": ( 1010,   408,     0,   238,   137),
        "0":   ( 6786,  5910,  5059,  3209,     0),
        "2":   ( 3223,  2382,  3303,  2449,     0),
        "4":   (    0,  3509,  6941,  9842, 11966),
    },
    "attn_0_1": {
        #         "0"    "1"    "2"    "3"    "4"
        "<s>": (    0,  1594,  2025,  3765,  4202),
        "0":   ( 2920,  2467,  2334,  2268,     0),
        "1":   ( 2823,  2975,  1485,   231,     0),
        "3":   ( 1214,   636,  2274,  2743,     0),
        "4":   (    0,   874,  1204,   807,  4518),
    },
    "attn_0_2": {
        #         "0"    "1"    "2"    "3"    "4"
        "<s>": (  448,  1637,  1919,     0,  4163),
        "0":   ( 9429,  7145,  6661,  3389,     0),
        "2":   (    0,  2606,  4214,  2335,  3818),
        "3":   (    0,   648,  1579,  5915,  4693),
    },
    "attn_0_3": {
        #          "0"    "1"    "2"    "3"    "4"
        "</s>": ( 1925,     0,  1667,  4545, 10924),
        "0":    ( 6768,  5719,  4984,  2615,     0),
        "1":    ( 2079,  3516,  3548,  1887,     0),
        "2":    ( 1486,  1282,  2429,  1791,     0),
        "3":    (    0,   904,  2274,  2741,  1065),
        "4":    (    0,  1157,  3034,  4616,  5568),
    },
    "mlp_0_0": {
        #     "0"    "1"    "2"    "3"    "4"
        0: ( 8283,  5476,  2082,   618,     0),
        2: (    0,  3938,  5954,  6494,  5649),
        4: (    0,  2006,  2684,  1904,   688),
        5: ( 2353,     0,  1131,  3503,  7522),
        7: (    0,  2906,  3267,  2642,  1596),
    },
    "num_mlp_0_1": {
        #     "0"    "1"    "2"    "3"    "4"
        1: ( 2914,   138,     0,   439,  3504),
        7: (    0,  3485,  3524,  4089,  2300),
    },
    "attn_1_0": {
        #          "0"    "1"    "2"    "3"    "4"
        "<s>":  (    0,    97,  1468,  3523,  4662),
        "</s>": (    0,   681,  1190,  1586,  1565),
        "0":    ( 2278,  1503,   597,     0,   109),
        "1":    ( 2361,  2661,  1779,   863,     0),
        "2":    ( 1303,  1334,  1566,  1003,     0),
        "3":    (    0,    54,   991,  1681,   725),
        "4":    (    0,   610,  1397,  2882,  4263),
    },
    "attn_1_1": {
        #          "0"    "1"    "2"    "3"    "4"
        "<s>":  (  518,     0,  1052,  2787,  3477),
        "</s>": (  243,     0,   559,  2185,  2823),
        "0":    ( 2574,  2004,  1873,   984,     0),
        "1":    (  547,  1226,   885,   394,     0),
        "2":    (  200,   466,   347,   209,     0),
        "3":    (    0,   472,   679,   606,    95),
        "4":    (    0,   726,  1271,  1767,  1689),
    },
    "attn_1_2": {
        #          "0"    "1"    "2"    "3"    "4"
        "</s>": (    0,  1912,  3628,  3990,  6204),
        "0":    ( 6401,  5120,  3899,  1524,     0),
        "1":    (  982,   972,   954,   397,     0),
        "2":    (    0,   330,   873,   712,   409),
        "3":    (    0,   280,  1029,  1883,  1624),
        "4":    (    0,    87,  1410,  3114,  5138),
    },
    "attn_1_3": {
        #          "0"    "1"    "2"    "3"    "4"
        "<s>":  (   82,     0,  1433,  2499,  3602),
        "</s>": (  674,  1153,   929,   278,     0),
        "0":    (  259,     0,   971,  1064,  1162),
        "1":    (  872,  1207,   503,    70,     0),
        "2":    (  247,   798,   614,    81,     0),
        "3":    (    0,   619,  1070,  1112,  1029),
        "4":    (   52,     0,   622,  1913,  3023),
    },
    "mlp_1_1": {
        #     "0"    "1"    "2"    "3"    "4"
        0: (    0,  2185,  2675,  1361,   566),
        5: (    0,  3721,  5903,  6915,  7452),
        6: ( 8439,  5472,  3470,  1990,     0),
        7: (    0,  2468,  4023,  4242,  5081),
    },
    "num_mlp_1_0": {
        #     "0"    "1"    "2"    "3"    "4"
        0: ( 4390,     0,  4124,  5260,  6416),
        2: ( 1180,  2399,   572,     1,     0),
        6: (    0,  1828,  3546,  3312,  2464),
    },
    "num_mlp_1_1": {
        #     "0"    "1"    "2"    "3"    "4"
        3: (    0,  2235,  2103,  2015,   488),
        4: ( 8963,   902,     0,  2200,  9734),
    },
    "attn_2_0": {
        #          "0"    "1"    "2"    "3"    "4"
        "<s>":  (    0,   340,  1008,   972,  1094),
        "</s>": (  155,     0,   452,   254,   373),
        "0":    (  699,   707,   819,   669,     0),
        "1":    (  152,   477,   592,   724,     0),
        "2":    (    0,   445,   661,   586,   338),
        "3":    (    0,   494,  1082,  1186,  1016),
        "4":    (    0,   358,   969,  1400,  2338),
    },
    "attn_2_1": {
        #         "0"    "1"    "2"    "3"    "4"
        "<s>": (  494,     0,  2897,  2431,  3381),
        "0":   ( 6305, 10659,  7792,  3206,     0),
        "1":   ( 5179,  5475,     0,  1995,  1975),
        "3":   (  608,     0,  2217,  4105,   267),
        "4":   ( 2566,     0,  5973, 11206, 16104),
    },
    "attn_2_2": {
        #          "0"    "1"    "2"    "3"    "4"
        "<s>":  (    0,  1217,  2446,  4736,  3969),
        "</s>": (  237,     0,  1080,  3674,  5758),
        "0":    ( 5144,  4356,  3102,   815,     0),
        "1":    ( 1837,  3063,  2236,   608,     0),
        "2":    ( 1342,  1376,  1718,   415,     0),
        "3":    (    0,  1017,  1719,  1608,   915),
        "4":    (    0,  1184,  2349,  3681,  5763),
    },
    "attn_2_3": {
        #          "0"    "1"    "2"    "3"    "4"
        "<s>":  (  614,     0,   599,  1235,  1603),
        "</s>": (    0,   324,   831,  1209,  1310),
        "0":    ( 1327,  1197,  1033,   813,     0),
        "1":    (    0,   206,   441,   926,   458),
        "2":    (    0,   930,  1234,  1385,   728),
        "3":    (    0,   481,  1002,  1515,  1097),
        "4":    (   62,     0,   765,  1777,  2068),
    },
    "mlp_2_0": {
        #     "0"    "1"    "2"    "3"    "4"
        3: (    0,  1059,  1189,  1093,   923),
        4: (    0,   754,   919,   750,   559),
        5: (    0,   983,  1096,  1090,  1028),
    },
    "mlp_2_1": {
        #     "0"    "1"    "2"    "3"    "4"
        0: (    0,   276,  1338,  1346,   968),
        2: (  616,   767,  1347,   477,     0),
        5: (    0,  1819,  4461,  6539,  7193),
        6: ( 5983,  3393,  2418,  1646,     0),
    },
    "num_mlp_2_0": {
        #     "0"    "1"    "2"    "3"    "4"
        2: ( 1958,  2892,  2053,  1247,     0),
        5: (    0,   140,  1488,  3532,  4644),
    },
    "num_mlp_2_1": {
        #     "0"    "1"    "2"    "3"    "4"
        0: ( 1623,  1941,     0,  3616,  3987),
        2: (  729,  1605,  2548,   666,     0),
    },
}
NUMBER_VOTES = {
    #                  "0"    "1"    "2"    "3"    "4"
    "num_attn_0_0": ( 5474,     0,  1094,   990,  5499),
    "num_attn_0_1": ( 3285,  6793,  4324,  2176,     0),
    "num_attn_0_2": (  825,     0,  1143,  3703,  4668),
    "num_attn_0_3": ( 2367,  4545,     0,   350,  1157),
    "num_attn_1_0": ( 5070,   970,     0,  2591,  5136),
    "num_attn_1_1": ( 2026,  2450,  5456,  1424,     0),
    "num_attn_1_2": ( 3056,  5827,  4031,  1951,     0),
    "num_attn_1_3": ( 3677,  3112,  1921,   824,     0),
    "num_attn_2_0": ( 1483,  1623,  1386,   926,     0),
    "num_attn_2_1": (  976,  1314,  2892,  6019,     0),
    "num_attn_2_2": ( 1015,   450,   545,   414,     0),
    "num_attn_2_3": ( 1710,   800,   364,   133,     0),
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
