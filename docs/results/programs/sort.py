"""sort: a Transformer Program. In: up to 8 words; out: a label per word.
Learned by gradient: 99.95 % of the test labels are right, 99.95 % on all 19,530
inputs of the task.
Extracted: network = program: equal on every input (compositional proof: 36 modules,
25,337 cells, 296 choices, 1,040 votes).
Simplified: same answer on every input, by rules (96 changes)."""

import sys

WORDS = ("0", "1", "2", "3", "4")


def at(values, place, end=None):
    """The value at a place before the end, or the first value."""
    return values[place if place in range(len(values))[:end] else 0]


def find(keys, wanted, places):
    """The first of some places whose key is wanted, or 0."""
    return next((j for j in places if keys[j] == wanted), 0)


KEYS_0_0 = {1: "0", 2: "0", 3: "2", 7: "1"}
KEYS_0_1 = {2: "1", 5: "3", 6: "4"}
KEYS_0_2 = {3: "3", 4: "2", 5: "3", 6: "3"}
KEYS_0_3 = {0: 6, 1: 2, 2: 3, 3: 4, 4: 5, 5: 6, 6: 1, 7: 1}
NUM_KEYS_0_0 = {3: "</s>", 4: "</s>", 5: "4", 6: "4"}
NUM_KEYS_0_1 = {0: "2", 1: "<s>", 5: "0", 6: "0", 7: "0"}
NUM_KEYS_0_2 = {1: "0", 2: "</s>", 3: "4", 4: "3", 5: "3"}
NUM_KEYS_0_3 = {0: "2", 4: "</s>", 5: "4", 6: "4", 7: "2"}


def mlp_0_0(mostly_next_token, position):
    if mostly_next_token == "</s>":
        return {1: 0, 4: 4, 5: 5}.get(position, 2)
    if mostly_next_token in {"3", "4"}:
        return {1: 0, 2: 7, 3: 7, 6: 2}.get(position, 4)
    return {1: 0, 6: 2}.get(position, 7)


KEYS_1_0 = {1: "1", 2: "1", 5: "3", 6: "3"}
KEYS_1_1 = {"<s>": 2, "</s>": 1, "0": 2, "1": 4}
KEYS_1_2 = {0: 3, 1: 1, 2: 1, 3: 2, 4: 3, 5: 4, 6: 7, 7: 2}
KEYS_1_3 = {2: 1, 3: 7, 4: 7, 5: 7, 6: 6}
NUM_KEYS_1_0 = {4: "4", 5: "3", 6: "3"}
NUM_KEYS_1_3 = {0: "</s>", 4: "</s>", 5: "1", 6: "1"}


def mlp_1_1(token_by_position, position):
    if token_by_position in {"<s>", "</s>", "4"}:
        return {1: 6, 6: 5}.get(position, 7)
    if token_by_position == "0":
        return {1: 6, 2: 0, 4: 0, 6: 5}.get(position, 7)
    return {1: 6, 2: 0, 6: 5}.get(position, 7)


def num_mlp_1_0(total_by_position, total_at_begin):
    if total_by_position == 0:
        return {0: 0, 1: 0, 2: 6, 3: 6}.get(total_at_begin, 2)
    if total_by_position == 1:
        return {0: 0, 1: 6, 2: 6}.get(total_at_begin, 2)
    if total_by_position == 2:
        return 6 if total_at_begin <= 1 else 2
    if total_by_position == 3:
        return 6 if total_at_begin == 0 else 2
    return 2


KEYS_2_0 = {"4": 6}
KEYS_2_1 = {0: "1", 1: "1", 2: "0", 3: "0", 4: "3"}
KEYS_2_2 = {2: 4, 3: 5, 4: 6, 5: 1, 6: 4}


def mlp_2_0(token_at_kind_6, token_by_position):
    if token_at_kind_6 == "<s>":
        return 4 if token_by_position == "3" else 3
    if token_at_kind_6 == "2":
        return 5 if token_by_position == "3" else 3
    if token_at_kind_6 == "3":
        return 4 if token_by_position == "3" else 5
    return 3 if token_by_position in {"<s>", "2"} else 5


def mlp_2_1(position, token_at_kind_6):
    if position == 1:
        return 6
    if position == 2:
        return 0 if token_at_kind_6 == "<s>" else 2
    if position == 5:
        return 2 if token_at_kind_6 == "0" else 0
    if position == 6:
        return 5 if token_at_kind_6 in {"0", "3", "4"} else 0
    return 2 if token_at_kind_6 in {"0", "1"} else 0


KIND_4 = {(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (2, 0)}


def run(tokens):
    ok = isinstance(tokens, (list, tuple)) and 2 <= len(tokens) <= 8
    ok = ok and tokens[0] == "<s>" and tokens[-1] == "</s>"
    if not ok or any(w not in WORDS for w in tokens[1:-1]):
        raise ValueError(f"expected <s>, up to 6 known words, </s>; got {tokens!r}")
    positions = list(range(len(tokens)))
    nearest = [
        sorted(positions, key=lambda j: (j == i, abs(i - j), j)) for i in positions
    ]
    ones = [1] * len(tokens)
    found_4_0_etc = [
        tokens[find(tokens, KEYS_0_0.get(i, "4"), positions)] for i in positions
    ]
    found_mostly_0 = [
        tokens[find(tokens, KEYS_0_1.get(i, "0"), positions)] for i in positions
    ]
    found_0_2_or_3 = [
        tokens[find(tokens, KEYS_0_2.get(i, "0"), positions)] for i in positions
    ]
    mostly_next_token = [at(tokens, KEYS_0_3[i]) for i in positions]
    count_of_end_0_or_4 = [tokens.count(NUM_KEYS_0_0.get(i, "0")) for i in positions]
    count_of_1_0_etc = [tokens.count(NUM_KEYS_0_1.get(i, "1")) for i in positions]
    count_of_1_3_etc = [tokens.count(NUM_KEYS_0_2.get(i, "1")) for i in positions]
    count_of_1_2_etc = [tokens.count(NUM_KEYS_0_3.get(i, "1")) for i in positions]
    kind = list(map(mlp_0_0, mostly_next_token, positions))
    count_kind = [7 if n == 0 else 1 for n in count_of_end_0_or_4]
    token_by_position = [
        mostly_next_token[find(tokens, KEYS_1_0.get(i, "</s>"), nearest[i])]
        for i in positions
    ]
    token_at_1_to_6 = [at(tokens, KEYS_1_1.get(token, 6)) for token in tokens]
    token_at_1_to_7 = [at(tokens, KEYS_1_2[i]) for i in positions]
    token_at_5_7_etc = [at(tokens, KEYS_1_3.get(i, 5)) for i in positions]
    count_of_mostly_0 = [tokens.count(NUM_KEYS_1_0.get(i, "0")) for i in positions]
    total_by_token = [
        sum(
            count_of_1_2_etc[j]
            for j in positions
            if tokens[j] == ("2" if value == "1" else "<s>")
        )
        for value in found_4_0_etc
    ]
    total_at_begin = [
        sum(count_of_1_3_etc[j] for j in positions if tokens[j] == "<s>")
    ] * len(tokens)
    total_by_position = [
        sum(
            count_of_1_0_etc[j]
            for j in positions
            if tokens[j] == NUM_KEYS_1_3.get(i, "0")
        )
        for i in positions
    ]
    token_kind = list(map(mlp_1_1, token_by_position, positions))
    kind_2 = list(map(num_mlp_1_0, total_by_position, total_at_begin))
    count_kind_2 = [3 if n <= 1 else 4 for n in count_of_end_0_or_4]
    token_at_kind_6 = [
        token_at_1_to_6[find(kind_2, KEYS_2_0.get(token_at_1_to_7[i]), nearest[i])]
        for i in positions
    ]
    found_4_1_etc = [
        tokens[find(tokens, KEYS_2_1.get(i, "4"), positions)] for i in positions
    ]
    token_at_3_4_etc = [at(tokens, KEYS_2_2.get(i, 3)) for i in positions]
    token_at_token_end_or_0 = [
        token_at_1_to_7[find(tokens, "0" if kind[i] == 7 else "</s>", nearest[i])]
        for i in positions
    ]
    total_at_token_2 = [
        sum(total_by_token[j] for j in positions if i != 6 and tokens[j] == "2")
        for i in positions
    ]
    count_of_end_or_3 = [tokens.count("</s>" if i == 1 else "3") for i in positions]
    total_at_token_0_or_2 = [
        sum(
            total_by_position[j]
            for j in positions
            if tokens[j] == ("2" if 4 <= i <= 6 else "0")
        )
        for i in positions
    ]
    total_at_token_0_or_1 = [
        sum(
            total_by_position[j]
            for j in positions
            if tokens[j] == ("1" if value == "0" else "0")
        )
        for value in found_0_2_or_3
    ]
    kind_3 = list(map(mlp_2_0, token_at_kind_6, token_by_position))
    position_kind = list(map(mlp_2_1, positions, token_at_kind_6))
    kind_4 = [
        5 if (total_at_token_0_or_1[i], total_at_token_0_or_2[i]) in KIND_4 else 2
        for i in positions
    ]
    count_kind_3 = [0 if n == 0 else 2 for n in total_at_token_2]
    return ["<s>", *classify(locals())[1:-1], "</s>"]


# fmt: off
CLASSES = ("0", "1", "2", "3", "4")
NO_VOTES = (0,) * len(CLASSES)  # of the values not listed
VOTES = {
    "tokens": {
        #       "0"     "1"     "2"    "3"     "4"
        "1": (    0,   2109,   3226,  4582,   5266),
        "2": (    0,   2016,   3969,  5615,   6439),
        "3": (    0,   2125,   4546,  7401,   7927),
        "4": (    0,   2341,   4947,  8808,  12169),
    },
    "positions": {
        #     "0"     "1"     "2"    "3"     "4"
        1: (50259,  52133,  27187, 11221,      0),
        2: (47260,  55633,  29516, 13896,      0),
        3: (34792,  43857,  25442, 10474,      0),
        4: (23054,  32823,  16881,  9701,      0),
        5: (    0,   4885,  -1473, -2889, -12604),
    },
    "found_4_0_etc": {
        #         "0"     "1"     "2"    "3"     "4"
        "<s>": (    0,    274,    717,  2805,   5913),
        "2":   (    0,     35,   1807,  2803,   3563),
        "4":   (    0,   4385,   8668, 13419,  18752),
    },
    "found_mostly_0": {
        #         "0"     "1"     "2"    "3"     "4"
        "<s>": (    0,   2172,    965,  2236,   5416),
        "0":   ( 2181,   2306,    535,     0,    475),
        "1":   ( 4121,   4851,   1723,     0,   2512),
        "4":   (    0,   1452,    144,  -722,   5732),
    },
    "found_0_2_or_3": {
        #         "0"     "1"     "2"    "3"     "4"
        "<s>": (    0,   3473,   4239,  5592,  13144),
        "2":   (    0,   4890,   6982,  8375,  13247),
        "3":   (    0,   2932,   4347, 11955,  14122),
    },
    "mostly_next_token": {
        #       "0"     "1"     "2"    "3"     "4"
        "0": (15767,  16643,  14241,  8994,      0),
        "1": (11078,  14440,  12805,  8266,      0),
        "2": (10485,  12206,  11686,  8170,      0),
        "3": (    0,   2829,   2532,   121,  -7934),
        "4": (    0,   3082,   3292,  1996,  -3431),
    },
    "kind": {
        #     "0"     "1"     "2"    "3"     "4"
        2: (    0,   6745,  12155, 14159,  13932),
        4: (    0,   4813,   8885,  9569,   8971),
        5: (    0,    454,   4979,  8815,  13452),
        7: (    0,   5713,   9468, 10307,   9879),
    },
    "count_kind": {
        #     "0"     "1"     "2"    "3"     "4"
        7: (    0,   6261,   6438,  6564,   1710),
    },
    "token_by_position": {
        #          "0"     "1"     "2"    "3"     "4"
        "<s>":  (    0,    872,   3149,  5801,   6831),
        "</s>": (    0,   1456,   2871,  3864,   3734),
        "1":    (  192,   1267,   1291,   972,      0),
        "2":    (    0,    806,   1944,  1978,    866),
        "3":    (    0,    829,   2672,  3959,   2894),
        "4":    (    0,   1385,   3078,  5160,   6432),
    },
    "token_at_1_to_6": {
        #          "0"     "1"     "2"    "3"     "4"
        "<s>":  (    0,     52,   1235,  3859,   5533),
        "</s>": (    0,    327,   1017,  3532,   5154),
        "1":    (    0,   1249,   1039,  1437,   2027),
        "2":    (    0,    836,    848,  1599,   2374),
        "3":    (    0,   1042,   1380,  2196,   2669),
        "4":    (    0,   1296,   1972,  3357,   4263),
    },
    "token_at_1_to_7": {
        #          "0"     "1"     "2"    "3"     "4"
        "</s>": (    0,   3193,   6130,  8867,  12605),
        "1":    (    0,   1271,   2474,  4292,   5419),
        "2":    (    0,   1611,   3375,  5589,   6810),
        "3":    (    0,   1561,   3531,  6760,   8025),
        "4":    (    0,   1368,   3912,  7991,  11539),
    },
    "token_at_5_7_etc": {
        #          "0"     "1"     "2"    "3"     "4"
        "<s>":  (    0,    177,    639,  1612,   2617),
        "</s>": ( 1577,   2315,   1120,   376,      0),
        "1":    ( 1775,   2369,    694,   168,      0),
        "2":    ( 1150,   1960,    805,   179,      0),
        "3":    (    0,    878,    358,   307,    126),
        "4":    (  142,    349,      0,  1198,   2210),
    },
    "token_kind": {
        #     "0"     "1"     "2"    "3"     "4"
        0: (    0,   5152,   7644,  7810,   9005),
        5: (    0,   6688,  10872, 13364,  15891),
        7: (    0,   5435,   8992, 10691,  13520),
    },
    "kind_2": {
        #     "0"     "1"     "2"    "3"     "4"
        2: ( 3206,   8815,   2864,  1157,      0),
        6: (    0,   6218,   3812,  2442,    438),
    },
    "count_kind_2": {
        #     "0"     "1"     "2"    "3"     "4"
        3: (    0,  10296,  11066,  8778,   -283),
    },
    "token_at_kind_6": {
        #         "0"     "1"     "2"    "3"     "4"
        "<s>": (    0,    495,    711,   873,    876),
        "0":   (  917,   1080,    740,   788,      0),
        "1":   (  370,    850,    513,   843,      0),
        "2":   (    0,    600,    364,   487,    120),
        "3":   (    0,    649,    785,  1087,    798),
        "4":   (    0,    513,    672,  1301,   2120),
    },
    "found_4_1_etc": {
        #         "0"     "1"     "2"    "3"     "4"
        "<s>": (10651,  12723,   9647,  3948,      0),
        "0":   (19843,  26763,  17923,  8104,      0),
        "1":   (16742,  19604,   8156,  4918,      0),
        "3":   (13879,  15837,  12081,  8736,      0),
    },
    "token_at_3_4_etc": {
        #          "0"     "1"     "2"    "3"     "4"
        "<s>":  (    0,   2005,   4488,  9065,   9113),
        "</s>": (    0,    551,   2885,  7766,  10665),
        "1":    (    0,   2014,   2441,  3100,   3307),
        "2":    (    0,    822,   2418,  3402,   3802),
        "3":    (    0,   1805,   3761,  5937,   6059),
        "4":    (    0,   1972,   4391,  8010,  10907),
    },
    "token_at_token_end_or_0": {
        #          "0"     "1"     "2"    "3"     "4"
        "</s>": (    0,    938,    846,   588,    321),
        "0":    ( 2316,   2800,   2037,  1181,      0),
        "1":    (    0,    820,    456,   305,   -531),
        "2":    (    0,   1544,   1249,   764,   -261),
        "3":    (    0,   1095,   1017,   894,    108),
        "4":    (    0,    552,    718,  1094,   1017),
    },
    "kind_3": {
        #     "0"     "1"     "2"    "3"     "4"
        3: (    0,    305,    270,   343,    364),
        5: (    0,    229,    177,   340,    469),
    },
    "position_kind": {
        #     "0"     "1"     "2"    "3"     "4"
        0: (    0,   2866,   4903,  5683,   6951),
        2: (    0,   2741,   4296,  4198,   5367),
        5: (    0,   4409,   8026, 10876,  13176),
    },
    "kind_4": {
        #     "0"     "1"     "2"    "3"     "4"
        2: ( 6602,   7396,   5209,  2359,      0),
    },
    "count_kind_3": {
        #     "0"     "1"     "2"    "3"     "4"
        2: ( 3093,   3651,   6535,  1037,      0),
    },
}
NUMBER_VOTES = {
    #                           "0"     "1"     "2"    "3"     "4"
    "ones":                  (    0, -40521, -20246, -9159,   6394),
    "count_of_end_0_or_4":   ( 5474,      0,   1094,   990,   5499),
    "count_of_1_0_etc":      ( 3285,   6793,   4324,  2176,      0),
    "count_of_1_3_etc":      (  825,      0,   1143,  3703,   4668),
    "count_of_1_2_etc":      ( 2367,   4545,      0,   350,   1157),
    "count_of_mostly_0":     ( 5070,    970,      0,  2591,   5136),
    "total_by_token":        ( 2026,   2450,   5456,  1424,      0),
    "total_at_begin":        ( 3056,   5827,   4031,  1951,      0),
    "total_by_position":     ( 3677,   3112,   1921,   824,      0),
    "total_at_token_2":      ( 1483,   1623,   1386,   926,      0),
    "count_of_end_or_3":     (  976,   1314,   2892,  6019,      0),
    "total_at_token_0_or_2": ( 1015,    450,    545,   414,      0),
    "total_at_token_0_or_1": ( 1710,    800,    364,   133,      0),
}
# fmt: on


def classify(variables):
    """The class with the most votes at each position, the first of equals."""
    votes = []
    for name, table in VOTES.items():
        votes.append([table.get(value, NO_VOTES) for value in variables[name]])
    for name, row in NUMBER_VOTES.items():
        votes.append([[n * weight for weight in row] for n in variables[name]])
    scores = [[sum(column) for column in zip(*rows)] for rows in zip(*votes)]
    return [CLASSES[row.index(max(row))] for row in scores]


if __name__ == "__main__":
    try:
        print(*run(" ".join(sys.argv[1:]).split()))
    except ValueError as error:
        sys.exit(print(error, file=sys.stderr) or 2)
