"""reverse: a Transformer Program. In: up to 8 words; out: a label per word.
Learned by gradient: 99.84 % of the test labels are right, 99.83 % on all 19,530
inputs of the task.
Extracted: network = program: equal on every input (compositional proof: 30 modules,
1,554 cells, 296 choices, 820 votes).
Simplified: same answer on every input, by rules (64 changes)."""

import sys

WORDS = ("0", "1", "2", "3", "4")


def at(values, place, end=None):
    """The value at a place before the end, or the first value."""
    return values[place if place in range(len(values))[:end] else 0]


def find(keys, wanted, places):
    """The first of some places whose key is wanted, or 0."""
    return next((j for j in places if keys[j] == wanted), 0)


KEYS_0_0 = {0: 6, 1: 6, 2: 5, 3: 4, 4: 3, 5: 2, 6: 1, 7: 1}
KEYS_0_1 = {0: 2, 1: 6, 2: 5, 3: 0, 4: 2}
KEYS_0_2 = {0: 2, 1: 5, 2: 4, 3: 4, 4: 3}
KEYS_0_3 = {0: 6, 1: 5, 2: 4, 3: 0, 4: 2}
NUM_KEYS_0_0 = {"<s>": 5, "</s>": 7, "0": 1, "1": 1, "2": 0, "3": 7, "4": 0}
NUM_KEYS_0_1 = {"0": 6, "2": 6, "3": 1}
NUM_KEYS_0_2 = {"<s>": 5, "2": 0}


def mlp_0_0(token_at_0_to_6, token_at_1_6_etc):
    if token_at_0_to_6 in {"<s>", "</s>"}:
        return {"2": 0, "3": 4, "4": 2}.get(token_at_1_6_etc, 5)
    if token_at_0_to_6 == "2":
        return 4 if token_at_1_6_etc == "4" else 0
    if token_at_0_to_6 == "3":
        return 5 if token_at_1_6_etc == "1" else 4
    if token_at_0_to_6 == "4":
        return 5 if token_at_1_6_etc == "1" else 2
    return 5


KEYS_1_0 = {0: 0, 3: 6, 4: 1, 5: 2, 6: 3}
KEYS_1_1 = {2: 3, 3: 2, 4: 1, 5: 1, 6: 1}
KEYS_1_2 = {1: 4, 2: 2, 3: 5, 4: 6, 5: 7, 6: 2, 7: 3}
KEYS_1_3 = {2: 2, 3: 3, 4: 6, 5: 7, 6: 1}
NUM_KEYS_1_0 = {"<s>": 3, "0": 2, "2": 7}
NUM_KEYS_1_1 = {"<s>": 6, "</s>": 4, "0": 2, "1": 5, "2": 3, "3": 1, "4": 5}
NUM_KEYS_1_2 = {"<s>": "4", "</s>": "4", "1": "</s>", "2": "</s>"}
NUM_KEYS_1_3 = {"<s>": "3", "0": "3", "1": "1", "2": "2", "3": "4", "4": "4"}


def mlp_1_0(token_at_5_1_etc, token_at_0_to_6):
    if token_at_5_1_etc == "<s>":
        return {"</s>": 7, "1": 6}.get(token_at_0_to_6, 4)
    if token_at_5_1_etc == "0":
        return {"</s>": 5, "1": 3, "4": 3}.get(token_at_0_to_6, 4)
    if token_at_5_1_etc == "1":
        return {"</s>": 7, "0": 4}.get(token_at_0_to_6, 6)
    if token_at_5_1_etc == "2":
        return 7 if token_at_0_to_6 == "</s>" else 4
    if token_at_5_1_etc == "3":
        return {"</s>": 0, "1": 6, "3": 6, "4": 6}.get(token_at_0_to_6, 4)
    return {"</s>": 7, "1": 6, "3": 6, "4": 6}.get(token_at_0_to_6, 4)


KEYS_2_0 = {1: 5, 3: 3, 4: 1, 5: 1, 6: 1}
KEYS_2_1 = {"<s>": "0", "</s>": "</s>", "4": "</s>"}
KEYS_2_2 = {2: "<s>", 3: "</s>", 4: "<s>"}
KEYS_2_3 = {"</s>": "4", "0": "</s>", "1": "</s>"}
NUM_KEYS_2_1 = {"<s>": 3, "</s>": 3, "0": 4, "1": 5, "2": 4, "3": 1, "4": 1}
NUM_KEYS_2_2 = {"<s>": "1", "0": "</s>", "3": "</s>", "4": "</s>"}
KIND_3 = {("0", "</s>"): 7, ("2", "</s>"): 7, ("3", "</s>"): 7, ("4", "</s>"): 2}


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
    token_at_1_to_6 = [at(tokens, KEYS_0_0[i]) for i in positions]
    token_at_0_to_6 = [at(tokens, KEYS_0_1.get(i, 1)) for i in positions]
    token_at_1_to_5 = [at(tokens, KEYS_0_2.get(i, 1)) for i in positions]
    token_at_1_6_etc = [at(tokens, KEYS_0_3.get(i, 1)) for i in positions]
    count_at_0_to_7 = [
        sum(j == NUM_KEYS_0_0[token] for j in positions) for token in tokens
    ]
    count_at_1_6_or_7 = [
        sum(j == NUM_KEYS_0_1.get(token, 7) for j in positions) for token in tokens
    ]
    count_at_mostly_7 = [
        sum(j == NUM_KEYS_0_2.get(token, 7) for j in positions) for token in tokens
    ]
    count_at_7 = [sum(j == 7 for j in positions)] * len(tokens)
    kind = list(map(mlp_0_0, token_at_0_to_6, token_at_1_6_etc))
    count_kind = [5 if n else 3 for n in count_at_7]
    token_at_4_0_etc = [at(tokens, KEYS_1_0.get(i, 4)) for i in positions]
    token_at_5_1_etc = [at(tokens, KEYS_1_1.get(i, 5)) for i in positions]
    kind_at_2_to_7 = [at(kind, KEYS_1_2.get(i)) for i in positions]
    kind_at_1_to_7 = [at(kind, KEYS_1_3.get(i, 5)) for i in positions]
    total_by_token = [
        sum(
            count_at_1_6_or_7[j]
            for j in positions
            if count_kind[j] == NUM_KEYS_1_0.get(value, 5)
        )
        for value in token_at_1_to_6
    ]
    total_by_token_2 = [
        sum(count_at_7[j] for j in positions if count_kind[j] == NUM_KEYS_1_1[value])
        for value in token_at_1_to_6
    ]
    total_by_token_3 = [
        sum(
            count_at_0_to_7[j]
            for j in positions
            if token_at_1_to_6[j] == NUM_KEYS_1_2.get(value, "3")
        )
        for value in token_at_1_to_6
    ]
    total_at_token_3_4_etc = [
        sum(
            count_at_7[j]
            for j in positions
            if token_at_1_to_5[j] == NUM_KEYS_1_3.get(value)
        )
        for value in token_at_1_6_etc
    ]
    token_kind = list(map(mlp_1_0, token_at_5_1_etc, token_at_0_to_6))
    kind_2 = [
        7 if total_at_token_3_4_etc[i] == 0 and not count_at_7[i] else 6
        for i in positions
    ]
    token_at_1_to_7 = [at(tokens, KEYS_2_0.get(i, 7)) for i in positions]
    kind_at_token_end_or_0 = [
        kind_at_2_to_7[find(tokens, KEYS_2_1.get(token_at_0_to_6[i]), nearest[i])]
        for i in positions
    ]
    token_at_token_mostly_4 = [
        token_at_4_0_etc[find(tokens, KEYS_2_2.get(i, "4"), nearest[i])]
        for i in positions
    ]
    position_by_token = [
        find(tokens, KEYS_2_3.get(token_at_1_to_6[i], "1"), nearest[i])
        for i in positions
    ]
    total_at_kind_6 = [
        sum(count_at_mostly_7[j] for j in positions if value == "0" and kind_2[j] == 6)
        for value in token_at_1_to_6
    ]
    total_at_kind_3_4_etc = [
        sum(
            total_at_token_3_4_etc[j]
            for j in positions
            if kind[j] == NUM_KEYS_2_1[value]
        )
        for value in token_at_1_to_6
    ]
    total_by_token_4 = [
        min(
            sum(
                count_at_mostly_7[j]
                for j in positions
                if token_at_1_to_6[j] == NUM_KEYS_2_2.get(value, "4")
            ),
            7,
        )
        for value in token_at_1_to_6
    ]
    total_at_kind_6_2 = [
        sum(
            count_at_mostly_7[j]
            for j in positions
            if value in {"2", "4"} and kind_2[j] == 6
        )
        for value in token_at_1_to_6
    ]
    kind_3 = [
        KIND_3.get((token_at_5_1_etc[i], token_at_0_to_6[i]), 1) for i in positions
    ]
    return ["<s>", *classify(locals())[1:-1], "</s>"]


# fmt: off
CLASSES = ("0", "1", "2", "3", "4")
NO_VOTES = (0,) * len(CLASSES)  # of the values not listed
VOTES = {
    "tokens": {
        #       "0"    "1"    "2"    "3"    "4"
        "0": (  454,   521,   366,   221,     0),
        "1": (    0,   469,   806,   652,   135),
        "2": (  433,  1265,     0,   344,    76),
        "3": ( 1207,  1946,  1565,     0,  1413),
    },
    "positions": {
        #     "0"    "1"    "2"    "3"    "4"
        2: (  197,  2161,   335,     0,   644),
        3: (    0,   975,   308,   629,   565),
        4: (    0,  1746,  1103,   677,  2588),
        5: (    0,  1170,   396,   745,   910),
        6: (    0,  1545,   101,   432,   863),
    },
    "token_at_1_to_6": {
        #          "0"    "1"    "2"    "3"    "4"
        "<s>":  ( 2127,  3313,  3059,     0,  1500),
        "</s>": (    0,  2982,   745,   511,   601),
        "0":    (  957,  2183,   729,    62,     0),
        "1":    ( 3896,  5482,  3635,  1674,     0),
        "2":    ( 1459,  3007,  2594,  1847,     0),
        "3":    (  730,  1256,  1433,   828,     0),
    },
    "token_at_0_to_6": {
        #          "0"    "1"    "2"    "3"    "4"
        "<s>":  (    0,  3891,  2308,  2169,  2412),
        "</s>": (    0,  5810,  1233,  4061,  2917),
        "1":    (    0,  6802,  2792,  2086,  2400),
        "2":    (    0,  4649,  9061,  4450,  5249),
        "3":    (    0,  6006,  4264,  7993,  4148),
        "4":    (    0,  5856,  3796,  4101,  8534),
    },
    "token_at_1_to_5": {
        #          "0"    "1"    "2"    "3"    "4"
        "<s>":  (  227,   648,   568,     0,   430),
        "</s>": (  522,   584,  1081,     0,   741),
        "0":    (  755,   791,    49,     0,    81),
        "1":    (  405,   818,    88,     0,    63),
        "2":    (  365,   622,   674,   155,     0),
        "4":    (   96,   498,   103,   214,     0),
    },
    "token_at_1_6_etc": {
        #          "0"    "1"    "2"    "3"    "4"
        "<s>":  (    0,  5086,  4339,  3680,  4049),
        "</s>": (    0,  4548,  3243,  1992,  3365),
        "1":    (    0,  9770,  4702,  4236,  5188),
        "2":    (    0,  4207,  7112,  2489,  3895),
        "3":    (    0,  5129,  2840,  6550,  3391),
        "4":    (    0,  5625,  3846,  3919,  8078),
    },
    "kind": {
        #     "0"    "1"    "2"    "3"    "4"
        0: ( 2461,  3869,  1136,  3382,     0),
        4: (    0,  1115,    36,  2333,  -255),
        5: ( 1873,  3804,  1082,  2330,     0),
    },
    "count_kind": {
        #     "0"    "1"    "2"    "3"    "4"
        3: ( 1095,  4358,     0,  2192,  4780),
    },
    "token_at_4_0_etc": {
        #          "0"    "1"    "2"    "3"    "4"
        "<s>":  (    0,  4004,  4379,  5476,  4574),
        "</s>": (    0,  2794,  4002,  4004,  4583),
        "1":    (    0,  6206,  3699,  3127,  4439),
        "2":    (    0,  3373,  9920,  5178,  5829),
        "3":    (    0,  3188,  4626, 10216,  5142),
        "4":    (    0,  4163,  5657,  5651, 12098),
    },
    "token_at_5_1_etc": {
        #          "0"    "1"    "2"    "3"    "4"
        "<s>":  (    0,  1571,  3266,  2589,  3441),
        "</s>": (    0,  1988,  2930,  1064,  2662),
        "1":    (    0,  3341,   767,  1243,  1043),
        "2":    (    0,   930,  3486,  1809,  2035),
        "3":    (    0,  1612,  1777,  1892,  1547),
        "4":    (    0,  1191,  2006,  1757,  2469),
    },
    "kind_at_2_to_7": {
        #     "0"    "1"    "2"    "3"    "4"
        0: ( 2215,  3398,     0,  6156,  2452),
        2: ( 2295,  2339,  2005,  4774,     0),
        5: (    0,   914,  1796,  5095,  2345),
    },
    "kind_at_1_to_7": {
        #     "0"    "1"    "2"    "3"    "4"
        0: ( 2214,  2435,     0,  5215,  2317),
        2: ( 5257,  5919,  5029,  8135,     0),
        5: (    0,   222,  1523,  5107,  1791),
    },
    "token_kind": {
        #     "0"    "1"    "2"    "3"    "4"
        0: (    0,  8444,  7762, 17941,  8997),
        3: (    0,  4510,  6409,  8200,  4832),
        4: (    0,  5060,  5852,  6978,  4398),
        6: (    0,  3282,  7179,  7819,  4918),
        7: (    0, 14021, 15558,  9020, 12257),
    },
    "kind_2": {
        #     "0"    "1"    "2"    "3"    "4"
        7: (  614,  1166,   234,     0,  2155),
    },
    "token_at_1_to_7": {
        #          "0"    "1"    "2"    "3"    "4"
        "<s>":  (    0,  2435,  3296,  3677,  3834),
        "</s>": (    0,  1018,  4007,  3772,  3762),
        "1":    (    0,  3650,   790,   935,  1021),
        "2":    (    0,  1339,  6416,  2133,  3056),
        "3":    (    0,  2458,  1884,  7756,  3248),
        "4":    (    0,  1392,  2409,  2185,  5045),
    },
    "kind_at_token_end_or_0": {
        #     "0"    "1"    "2"    "3"    "4"
        0: (    0,   399,  3311, -2850,   769),
        2: (    0,   218,   439, -2324,  2424),
        5: ( 5218,  5242,  2761,     0,  3265),
    },
    "token_at_token_mostly_4": {
        #          "0"    "1"    "2"    "3"    "4"
        "<s>":  (    0,  5256,  6444,  7497,  4723),
        "</s>": (    0,  5640,  6322,  8266,  3738),
        "1":    (    0, 11824,  6511,  6711,  6752),
        "2":    (    0,  5622, 14067,  7107,  7389),
        "3":    (    0,  5673,  6585, 14463,  6792),
        "4":    (    0,  5579,  8032,  7915, 13687),
    },
    "position_by_token": {
        #     "0"    "1"    "2"    "3"    "4"
        1: (    0,  3365,  -317,   175,  -354),
        2: (    0,  3984,   272,   423,  -247),
        3: (    0,  3917,  -430,   304,  -249),
        4: ( 1393,  5818,  1139,   583,     0),
        5: (    0,  3510,  1613,  2200,  1465),
        6: (    0,  3565,  2368,  3112,  2763),
        7: (13849, 17660,  3492,     0,   528),
    },
    "kind_3": {
        #     "0"    "1"    "2"    "3"    "4"
        1: ( 2594, 13611,     0,  3057,  7819),
        2: ( 3859,  7035,     0,  3949, 14919),
    },
}
NUMBER_VOTES = {
    #                            "0"    "1"    "2"    "3"    "4"
    "ones":                   (48905,     0, 21280, 11935, 11564),
    "count_at_0_to_7":        (  424,     0,   678,   221,   415),
    "count_at_1_6_or_7":      (  922,   260,  1140,     0,   414),
    "count_at_mostly_7":      (    0,   277,   679,   719,   258),
    "count_at_7":             (  354,    18,   381,   264,     0),
    "total_by_token":         (    0,  1765,   523,  4634,  1903),
    "total_by_token_2":       ( 2923,  3955,  1798,     0,  4648),
    "total_by_token_3":       (  645,    98,     0,   983,  1598),
    "total_at_token_3_4_etc": ( 1156,     0,   515,  1611,   273),
    "total_at_kind_6":        ( 4493,     0,  1030,  2334,  1263),
    "total_at_kind_3_4_etc":  (  329,   854,  1059,   370,     0),
    "total_by_token_4":       (  777,  1934,  1081,   433,     0),
    "total_at_kind_6_2":      (  924,     0,  3617,   279,  3152),
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
