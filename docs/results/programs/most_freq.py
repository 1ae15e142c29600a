"""most_freq: a Transformer Program. In: up to 8 words; out: a label per word.
Learned by gradient: 76.23 % of the test labels are right, 73.19 % on all 335,922
inputs of the task.
Extracted: network = program: equal on every input (compositional proof: 36 modules,
2,005 cells, 296 choices, 1,477 votes).
Simplified: same answer on every input, by rules (89 changes)."""

import sys

WORDS = ("a", "b", "c", "d", "e", "f")


def at(values, place, end=None):
    """The value at a place before the end, or the first value."""
    return values[place if place in range(len(values))[:end] else 0]


def find(keys, wanted, places):
    """The first of some places whose key is wanted, or 0."""
    return next((j for j in places if keys[j] == wanted), 0)


KEYS_0_0 = {0: 1, 1: 1, 2: 7, 3: 4, 4: 5, 5: 6, 6: 7}
KEYS_0_1 = {0: 4, 2: 1, 3: 2, 4: 6, 5: 7, 6: 7}
KEYS_0_2 = {0: 3, 2: 1, 3: 3, 4: 5, 5: 6, 6: 7}
NUM_KEYS_0_1 = {0: "c", 1: "b", 2: "<s>", 6: "b", 7: "d"}
NUM_KEYS_0_2 = {0: "b", 1: "f", 2: "a", 3: "a", 4: "a", 5: "a", 6: "a"}
NUM_KEYS_0_3 = {0: "e", 1: "e", 2: "<s>", 7: "<s>"}


def mlp_0_0(found_b_or_d, position):
    if found_b_or_d == "d":
        return {1: 1, 5: 7, 6: 6, 7: 6}.get(position, 2)
    return {1: 5, 2: 5, 5: 7, 6: 6, 7: 6}.get(position, 2)


TOKEN_KIND = {("<s>", 7), ("e", 6)}
KEYS_1_0 = {"<s>": "d", "a": "b", "b": "c", "c": "b", "d": "f", "e": "f", "f": "d"}
KEYS_1_1 = {"<s>": "c", "a": "c", "b": "f"}
KEYS_1_2 = {"a": 4}
NUM_KEYS_1_1 = {"<s>": "e", "b": "b", "c": "c", "f": "f"}
NUM_KEYS_1_2 = {0: "f", 1: "f", 2: "<s>"}
POSITION_KIND = {(0, 1): 3, (0, 3): 7, (0, 4): 7, (4, 1): 7, (4, 3): 7, (4, 4): 7}
KEYS_2_0 = {0: "<s>", 1: "<s>", 7: "f"}
KEYS_2_1 = {"b": "d", "c": "b", "d": "c", "e": "c"}

# fmt: off
NUM_KEYS_2_0 = {
    "<s>": "f", "a": "<s>", "b": "b", "c": "e", "d": "d", "e": "e", "f": "<s>",
}
# fmt: on

NUM_KEYS_2_1 = {"<s>": "d", "b": "d", "e": "e", "f": "f"}
NUM_KEYS_2_3 = {"<s>": "b", "a": "a", "c": "e", "d": "b"}
KIND_3 = {(1, "c"), (2, "<s>"), (2, "c"), (3, "c"), (4, "c"), (5, "c"), (6, "c")}


def run(tokens):
    ok = isinstance(tokens, (list, tuple)) and 1 <= len(tokens) <= 8
    if not ok or tokens[0] != "<s>" or any(w not in WORDS for w in tokens[1:]):
        raise ValueError(f"expected <s>, up to 7 known words; got {tokens!r}")
    positions = list(range(len(tokens)))
    nearest = [
        sorted(positions, key=lambda j: (j == i, abs(i - j), j)) for i in positions
    ]
    ones = [1] * len(tokens)
    mostly_next_token = [at(tokens, KEYS_0_0.get(i)) for i in positions]
    token_at_1_to_7 = [at(tokens, KEYS_0_1.get(i)) for i in positions]
    token_at_3_1_etc = [at(tokens, KEYS_0_2.get(i)) for i in positions]
    found_b_or_d = [
        tokens[find(tokens, "b" if i == 2 else "d", positions)] for i in positions
    ]
    count_of_begin_or_c = [tokens.count("c" if i == 1 else "<s>") for i in positions]
    count_of_e_b_etc = [tokens.count(NUM_KEYS_0_1.get(i, "e")) for i in positions]
    count_of_mostly_a = [tokens.count(NUM_KEYS_0_2.get(i)) for i in positions]
    count_of_begin_d_or_e = [tokens.count(NUM_KEYS_0_3.get(i, "d")) for i in positions]
    kind = list(map(mlp_0_0, found_b_or_d, positions))
    token_kind = [2 if (token_at_1_to_7[i], i) in TOKEN_KIND else 3 for i in positions]
    count_kind = [
        0 if count_of_begin_d_or_e[i] == 0 and count_of_begin_or_c[i] == 0 else 2
        for i in positions
    ]
    count_kind_2 = [0 if n == 0 else 4 for n in count_of_mostly_a]
    found_d_b_etc = [
        tokens[find(tokens, KEYS_1_0[token], positions)] for token in tokens
    ]
    found_b_c_or_f = [
        tokens[find(tokens, KEYS_1_1.get(token, "b"), positions)] for token in tokens
    ]
    found_kind_4 = [
        count_kind_2[find(count_kind_2, KEYS_1_2.get(value), positions)]
        for value in token_at_3_1_etc
    ]
    token_at_kind_2_or_6 = [
        found_b_or_d[find(kind, 2 if token_at_3_1_etc[i] == "f" else 6, nearest[i])]
        for i in positions
    ]
    count_of_c_or_f = [
        tokens.count("f" if value in {"c", "f"} else "c") for value in token_at_1_to_7
    ]
    count_of_begin_e_etc = [
        tokens.count(NUM_KEYS_1_1.get(value, "<s>")) for value in token_at_3_1_etc
    ]
    count_of_mostly_c = [tokens.count(NUM_KEYS_1_2.get(i, "c")) for i in positions]
    count_of_begin_or_a = [
        tokens.count("<s>" if value == "a" else "a") for value in token_at_3_1_etc
    ]
    position_kind = [POSITION_KIND.get((count_kind_2[i], i), 6) for i in positions]
    kind_2 = [
        4 if found_b_or_d[i] == "<s>" and token_at_kind_2_or_6[i] != "d" else 0
        for i in positions
    ]
    count_kind_3 = [6 if n == 0 else 3 for n in count_of_mostly_a]
    count_kind_4 = [2 if n == 0 else 7 for n in count_of_e_b_etc]
    kind_at_mostly_d = [
        kind_2[find(tokens, KEYS_2_0.get(i, "d"), nearest[i])] for i in positions
    ]
    kind_by_token = [
        count_kind_4[find(token_at_1_to_7, KEYS_2_1.get(tokens[i], "<s>"), nearest[i])]
        for i in positions
    ]
    found_c_or_f = [
        tokens[find(tokens, "c" if token == "f" else "f", positions)]
        for token in tokens
    ]
    token_at_c_or_f = [
        tokens[find(tokens, "f" if token == "c" else "c", positions)]
        for token in tokens
    ]
    count_of_begin_e_f_etc = [
        tokens.count(NUM_KEYS_2_0[value]) for value in token_at_3_1_etc
    ]
    count_of_begin_d_etc = [
        tokens.count(NUM_KEYS_2_1.get(value, "<s>")) for value in token_at_3_1_etc
    ]
    count_of_begin_or_e = [
        tokens.count("<s>" if value == "e" else "e") for value in token_at_3_1_etc
    ]
    count_of_f_b_etc = [
        tokens.count(NUM_KEYS_2_3.get(value, "f")) for value in token_at_3_1_etc
    ]
    kind_3 = [3 if (i, token_at_c_or_f[i]) in KIND_3 else 5 for i in positions]
    count_kind_5 = [5 if n == 0 else 4 if n == 1 else 0 for n in count_of_begin_or_e]
    count_kind_6 = [0 if n == 0 else 3 for n in count_of_begin_or_e]
    return ["<s>", *classify(locals())[1:]]


# fmt: off
CLASSES = ("a", "b", "c", "d", "e", "f", "<s>")
NO_VOTES = (0,) * len(CLASSES)  # of the values not listed
VOTES = {
    "tokens": {
        #       "a"    "b"    "c"    "d"    "e"    "f"  "<s>"
        "a": (11960, 14658,     0, 10619, 10598, 10861, 18105),
        "b": (10444, 19345,     0,  9886, 10141,  9643, 10979),
        "d": (10425, 14978,     0, 10580,  9406,  9298, 17531),
        "e": (10444, 14657,     0,  9294, 10883,  9340, 17548),
        "f": (10733, 15265,     0,  9403, 10525, 17929,  7658),
    },
    "positions": {
        #     "a"    "b"    "c"    "d"    "e"    "f"  "<s>"
        1: ( 2033,  3137,  2401,  2973,  3266,  1002,     0),
        3: (  392,   524,   363,   250,  1462,     0,  3230),
        4: (    0,   110,    46,  -323,   825,  -440, 18748),
        5: (    0,  1315,   711,   177,  1250,  -666, 24689),
        6: (    0,  2095,  1006,   620,  1418,   110, 33074),
        7: (    0,    91, -1426,  -513, -1093, -2705, 28606),
    },
    "mostly_next_token": {
        #         "a"    "b"    "c"    "d"    "e"    "f"  "<s>"
        "<s>": (    0,  1233,  1748,  1603,  1749,  1071,  4708),
        "b":   (    0,  1325,   807,   979,  1046,   708,  2163),
        "c":   (    0,   876,  2070,   715,   977,   639,  2936),
        "d":   (    0,   866,   974,  1789,   807,   745,  1852),
        "e":   (    0,   818,  1008,   969,  2191,   789,  2383),
        "f":   (    0,   888,   765,   802,   973,  1592,  3031),
    },
    "token_at_1_to_7": {
        #         "a"    "b"    "c"    "d"    "e"    "f"  "<s>"
        "<s>": (    0,  1555,   811,   863,  1036,  1103,  1894),
        "b":   (    0,  1443,   927,   727,   666,   964,   901),
        "c":   (    0,  1178,  2275,   975,  1172,   923,  1323),
        "d":   (    0,  1263,  1102,  1888,   872,  1196,  1195),
        "e":   (    0,  1299,   979,   972,  2395,  1029,  1150),
        "f":   (    0,   919,   708,   711,   564,  1953,   879),
    },
    "token_at_3_1_etc": {
        #         "a"    "b"    "c"    "d"    "e"    "f"  "<s>"
        "<s>": ( 3135,  3916,  3588,  3348,  3454,  3607,     0),
        "b":   (    0,  2771,  1893,  1414,  1317,  1667,  -740),
        "c":   ( 2595,  4232,  4542,  3016,  3258,  4355,     0),
        "d":   (  926,  2674,  1988,  2902,  2917,  1432,     0),
        "e":   ( 1498,  2958,  2835,  2585,  4048,  3314,     0),
        "f":   ( 2142,  3682,  4062,  1302,  3393,  4438,     0),
    },
    "found_b_or_d": {
        #         "a"    "b"    "c"    "d"    "e"    "f"  "<s>"
        "<s>": ( 1118,  1534,  1669,     0,  2779,   902,  5386),
        "b":   (    0,  1629,  1121,  -529,  2125,    12,  2882),
    },
    "kind": {
        #     "a"    "b"    "c"    "d"    "e"    "f"  "<s>"
        1: ( 6392,  7223,  5549,  6445,  6736,  7238,     0),
        2: ( 5449,  5942,  5178,  5426,  5281,  5546,     0),
        5: (17874, 18194, 16756, 18151, 16167, 17491,     0),
        6: (  290,   474,   149,   534,   155,     0,  8898),
    },
    "token_kind": {
        #     "a"    "b"    "c"    "d"    "e"    "f"  "<s>"
        3: (  643,  1183,  1348,  1159,   173,   320,     0),
    },
    "count_kind": {
        #     "a"    "b"    "c"    "d"    "e"    "f"  "<s>"
        0: ( 3666,  3963,  3261,  2387,  2594,  3258,     0),
    },
    "count_kind_2": {
        #     "a"    "b"    "c"    "d"    "e"    "f"  "<s>"
        0: (    0,  5706,  5761,  5722,  5747,  5946, 15491),
    },
    "found_d_b_etc": {
        #         "a"    "b"    "c"    "d"    "e"    "f"  "<s>"
        "<s>": (  656,   768,   815,     0,   795,   390,  1576),
        "b":   ( 6364, 10954,  6676,  5349,  6371,  5983,     0),
        "c":   (  905,  1331,  1649,    72,   849,   940,     0),
        "f":   (  120,   129,   545,     0,   533,   672,   413),
    },
    "found_b_c_or_f": {
        #         "a"    "b"    "c"    "d"    "e"    "f"  "<s>"
        "<s>": (  486,   642,     0,  1047,   972,   657,  2862),
        "b":   ( 6546, 10514,  6329,  7168,  7339,  7068,     0),
        "f":   (  182,   603,     0,   851,   605,  1360,   533),
    },
    "found_kind_4": {
        #     "a"    "b"    "c"    "d"    "e"    "f"  "<s>"
        4: ( 3472,  6113,  3357,  3536,  3197,  3603,     0),
    },
    "token_at_kind_2_or_6": {
        #         "a"    "b"    "c"    "d"    "e"    "f"  "<s>"
        "<s>": (  680,   706,   542,     0,   460,   587,  3891),
    },
    "position_kind": {
        #     "a"    "b"    "c"    "d"    "e"    "f"  "<s>"
        6: (    0,  2990,  5376,  2347,  2424,  4162, 12614),
        7: (    0,  3952,  6719,  3182,  3136,  3985,  8856),
    },
    "kind_2": {
        #     "a"    "b"    "c"    "d"    "e"    "f"  "<s>"
        0: ( 2958,  2959,  3102,  4491,  2902,  2681,     0),
    },
    "count_kind_3": {
        #     "a"    "b"    "c"    "d"    "e"    "f"  "<s>"
        6: (    0,  2195,  2132,  1940,  1931,  1971,  7336),
    },
    "count_kind_4": {
        #     "a"    "b"    "c"    "d"    "e"    "f"  "<s>"
        2: ( 4269,  6274,  4220,  4646,     0,  4536,  8491),
    },
    "kind_at_mostly_d": {
        #     "a"    "b"    "c"    "d"    "e"    "f"  "<s>"
        0: ( 4921,  4935,  5071, 12081,  5290,  4808,     0),
    },
    "kind_by_token": {
        #     "a"    "b"    "c"    "d"    "e"    "f"  "<s>"
        2: (  180,   279,   327,   330,   125,     0,  1906),
    },
    "found_c_or_f": {
        #         "a"    "b"    "c"    "d"    "e"    "f"  "<s>"
        "<s>": ( 6443,  6585,  6931,  6478,  6474,     0, 19921),
        "c":   (    0,   265,  1159,   -40,  -236, -5871,  9557),
    },
    "token_at_c_or_f": {
        #         "a"    "b"    "c"    "d"    "e"    "f"  "<s>"
        "<s>": ( 9772,  9844,     0,  8888,  9311,  9122, 15506),
        "f":   ( 9356,  9715,     0,  8648,  9162,  9075, 13242),
    },
    "kind_3": {
        #     "a"    "b"    "c"    "d"    "e"    "f"  "<s>"
        3: ( 6562,  6653,  5772,  6370,  6699,  6007,     0),
    },
    "count_kind_5": {
        #     "a"    "b"    "c"    "d"    "e"    "f"  "<s>"
        0: (    0,   124,   126,   639,  3148,    11,  1103),
        5: (  950,  1007,  1033,   959,     0,  1017,  3264),
    },
    "count_kind_6": {
        #     "a"    "b"    "c"    "d"    "e"    "f"  "<s>"
        3: ( 8025,  9530,  8276,  8617, 15910,  8189,     0),
    },
}
NUMBER_VOTES = {
    #                            "a"    "b"    "c"    "d"    "e"    "f"  "<s>"
    "ones":                   (36769, 14234, 36488, 24570, 27212, 31460,     0),
    "count_of_begin_or_c":    (  941,   790,  4758,   161,     0,   887,  1613),
    "count_of_e_b_etc":       ( 4154,  5822,  3859,  3811,     0,  4511,  5147),
    "count_of_mostly_a":      (    0,  4290,  4788,  4595,  4546,  5565,  5202),
    "count_of_begin_d_or_e":  ( 2654,  3165,  2737,     0,  3667,  2785,  3488),
    "count_of_c_or_f":        (  771,   967,  1453,   692,   968,     0,   897),
    "count_of_begin_e_etc":   (  949,     0,   123,  1380,  2107,   320,  1216),
    "count_of_mostly_c":      ( 4060,  4134,     0,  3803,  3553,  4563,  4204),
    "count_of_begin_or_a":    ( 4670,  1273,   732,   686,   817,     0,   813),
    "count_of_begin_e_f_etc": ( 1333,    75,  1541,     0,   309,  1702,  1008),
    "count_of_begin_d_etc":   (  847,  1124,   920,  2367,     0,   154,   912),
    "count_of_begin_or_e":    ( 1150,   253,  1193,  1428,     0,  1169,   302),
    "count_of_f_b_etc":       (  878,  1371,   832,   894,  1163,     0,   994),
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
