"""table_1_sort: a Transformer Program. In: up to 8 words; out: a label for each.
Steps: 12 heads copy, 12 heads add up, 7 functions, 33 variables vote.
Learned by gradient: right on 99.98 % of the test labels, and on 99.98 % of those of
all 19,530 inputs. Network and program are equal on every input (compositional
proof: 36 modules, 8,969 cells, 296 choices, 1,040 votes)."""

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


KEYS_0_0 = {1: "1", 2: "4", 4: "4"}
KEYS_0_1 = {0: "3", 2: "1", 4: "2", 5: "4", 6: "4"}
KEYS_0_2 = {0: 4, 2: 5, 4: 6, 5: 3, 7: 4}
KEYS_0_3 = {0: "2", 4: "3", 5: "4", 6: "4", 7: "1"}
NUM_KEYS_0_0 = {1: "2", 2: "2", 6: "0", 7: "0"}
NUM_KEYS_0_1 = {0: "1", 1: "1", 2: "0", 3: "0", 4: "0", 6: "3", 7: "2"}
NUM_KEYS_0_2 = {0: "1", 1: "0", 6: "1", 7: "1"}
NUM_KEYS_0_3 = {0: "3", 2: "3", 3: "3", 4: "3", 5: "3", 6: "</s>", 7: "3"}


def num_mlp_0_0(num_attn_0_0_output, num_attn_0_1_output):
    if num_attn_0_1_output == 0:
        return 4 if num_attn_0_0_output <= 1 else 5
    if num_attn_0_1_output == 1:
        return 4 if num_attn_0_0_output == 0 else 5
    return 3


KEYS_1_2 = {1: "1", 5: "</s>", 7: "</s>"}
KEYS_1_3 = {"0": "0", "4": "3"}
NUM_KEYS_1_2 = {0: "3", 2: "</s>", 3: "4", 4: "4", 5: "4", 6: "3", 7: "4"}


def mlp_1_0(attn_1_3_output, attn_1_2_output):
    if attn_1_3_output in "14":
        return 1 if attn_1_2_output in {"</s>", "2"} else 0
    if attn_1_3_output == "2":
        return 0 if attn_1_2_output in "034" else 1
    return {"</s>": 2, "2": 1}.get(attn_1_2_output, 0)


KEYS_2_0 = {1: "0", 2: "0", 3: "</s>", 6: "4"}
KEYS_2_1 = {1: 3, 2: 3, 3: 5, 4: 5}
KEYS_2_3 = {1: "1", 2: "0"}
NUM_KEYS_2_2 = {1: "4", 2: "4", 6: "<s>"}
NUM_KEYS_2_3 = {2: "1", 6: "<s>"}


def mlp_2_0(attn_2_2_output, position):
    if attn_2_2_output == "<s>":
        return {1: 5, 2: 1, 3: 4, 5: 6}.get(position, 3)
    if attn_2_2_output in {"</s>", "3"}:
        return {1: 5, 2: 7, 3: 4}.get(position, 3)
    if attn_2_2_output == "2":
        return {1: 5, 2: 7, 3: 1}.get(position, 3)
    if attn_2_2_output == "4":
        return {1: 5, 2: 7, 3: 1, 5: 6}.get(position, 3)
    return {1: 5, 2: 7, 3: 4, 4: 4, 5: 2}.get(position, 3)


def mlp_2_1(position, attn_2_3_output):
    if position in {1, 5}:
        return {"<s>": 2, "0": 6}.get(attn_2_3_output, 7)
    if position == 2:
        return 6 if attn_2_3_output in "013" else 2
    if position == 6:
        return 2 if attn_2_3_output in {"<s>", "0"} else 7
    return 2


def num_mlp_2_1(num_attn_2_0_output, num_attn_2_2_output):
    return 6 if num_attn_2_0_output == 0 and num_attn_2_2_output <= 1 else 7


def run(tokens):
    ok = isinstance(tokens, (list, tuple)) and 2 <= len(tokens) <= 8
    ends = ok and {0: ["<s>"], len(tokens) - 1: ["</s>"]}
    if not ok or any(w not in ends.get(i, WORDS) for i, w in enumerate(tokens)):
        raise ValueError(f"expected <s>, up to 6 known words, </s>; got {tokens!r}")
    positions = list(range(len(tokens)))
    ones = [1] * len(tokens)
    found = select_closest(tokens, positions, lambda q, k: k == KEYS_0_0.get(q, "0"))
    attn_0_0_outputs = aggregate(found, tokens)
    found = select_closest(tokens, positions, lambda q, k: k == KEYS_0_1.get(q, "0"))
    attn_0_1_outputs = aggregate(found, tokens)
    found = select_closest(positions, positions, lambda q, k: k == KEYS_0_2.get(q, 2))
    attn_0_2_outputs = aggregate(found, tokens)
    found = select_closest(tokens, positions, lambda q, k: k == KEYS_0_3.get(q, "0"))
    attn_0_3_outputs = aggregate(found, tokens)
    found = select(tokens, positions, lambda q, k: k == NUM_KEYS_0_0.get(q, "1"))
    num_attn_0_0_outputs = aggregate_sum(found, ones)
    found = select(tokens, positions, lambda q, k: k == NUM_KEYS_0_1.get(q))
    num_attn_0_1_outputs = aggregate_sum(found, ones)
    found = select(tokens, positions, lambda q, k: k == NUM_KEYS_0_2.get(q, "2"))
    num_attn_0_2_outputs = aggregate_sum(found, ones)
    found = select(tokens, positions, lambda q, k: k == NUM_KEYS_0_3.get(q))
    num_attn_0_3_outputs = aggregate_sum(found, ones)
    num_mlp_0_0_outputs = list(
        map(num_mlp_0_0, num_attn_0_0_outputs, num_attn_0_1_outputs)
    )
    found = select_closest(positions, positions, lambda q, k: k == 1)
    attn_1_0_outputs = aggregate(found, tokens)  # copies the token at position 1
    found = select_closest(
        positions, num_mlp_0_0_outputs, lambda q, k: k == (4 if q == 5 else 6)
    )
    attn_1_1_outputs = aggregate(found, tokens)
    found = select_closest(tokens, positions, lambda q, k: k == KEYS_1_2.get(q, "2"))
    attn_1_2_outputs = aggregate(found, tokens)
    found = select_closest(
        tokens, attn_0_1_outputs, lambda q, k: k == KEYS_1_3.get(q, "2")
    )
    attn_1_3_outputs = aggregate(found, attn_0_2_outputs)
    # adds up num_attn_0_2_outputs of all positions where attn_0_1_output is "0"
    found = select(attn_0_1_outputs, attn_0_1_outputs, lambda q, k: k == "0")
    num_attn_1_0_outputs = aggregate_sum(found, num_attn_0_2_outputs)
    # adds up num_attn_0_0_outputs of all positions where token is "<s>"
    found = select(tokens, tokens, lambda q, k: k == "<s>")
    num_attn_1_1_outputs = aggregate_sum(found, num_attn_0_0_outputs)
    found = select(tokens, positions, lambda q, k: k == NUM_KEYS_1_2.get(q))
    num_attn_1_2_outputs = aggregate_sum(found, ones)
    found = select(
        positions, positions, lambda q, k: q not in {5, 6} and k in {1, 2, 7}
    )
    num_attn_1_3_outputs = aggregate_sum(found, num_attn_0_1_outputs)
    mlp_1_0_outputs = list(map(mlp_1_0, attn_1_3_outputs, attn_1_2_outputs))
    num_mlp_1_0_outputs = [0 if n == 0 else 3 for n in num_attn_1_1_outputs]
    num_mlp_1_1_outputs = [0 if n == 0 else 1 for n in num_attn_1_3_outputs]
    found = select_closest(tokens, positions, lambda q, k: k == KEYS_2_0.get(q, "3"))
    attn_2_0_outputs = aggregate(found, tokens)
    found = select_closest(positions, positions, lambda q, k: k == KEYS_2_1.get(q, 6))
    attn_2_1_outputs = aggregate(found, tokens)
    found = select_closest(
        tokens, tokens, lambda q, k: k == ("</s>" if q in "01" else "1")
    )
    attn_2_2_outputs = aggregate(found, attn_0_2_outputs)
    found = select_closest(
        tokens, mlp_1_0_outputs, lambda q, k: k == KEYS_2_3.get(q, "4")
    )
    attn_2_3_outputs = aggregate(found, attn_1_0_outputs)
    found = select(tokens, positions, lambda q, k: k == ("3" if 4 <= q <= 6 else "0"))
    num_attn_2_0_outputs = aggregate_sum(found, num_attn_1_0_outputs)
    # adds up num_attn_0_2_outputs of all positions where token is "2"
    found = select(tokens, tokens, lambda q, k: k == "2")
    num_attn_2_1_outputs = aggregate_sum(found, num_attn_0_2_outputs)
    found = select(
        attn_0_3_outputs, positions, lambda q, k: k == NUM_KEYS_2_2.get(q, "2")
    )
    num_attn_2_2_outputs = aggregate_sum(found, num_attn_0_0_outputs)
    found = select(tokens, positions, lambda q, k: k == NUM_KEYS_2_3.get(q, "0"))
    num_attn_2_3_outputs = aggregate_sum(found, num_attn_1_0_outputs)
    mlp_2_0_outputs = list(map(mlp_2_0, attn_2_2_outputs, positions))
    mlp_2_1_outputs = list(map(mlp_2_1, positions, attn_2_3_outputs))
    num_mlp_2_1_outputs = list(
        map(num_mlp_2_1, num_attn_2_0_outputs, num_attn_2_2_outputs)
    )
    return ["<s>", *classify(locals())[1:-1], "</s>"]


# fmt: off
CLASSES = ("0", "1", "2", "3", "4")
NO_VOTES = (0,) * len(CLASSES)  # of the values not listed
VOTES = {
    "tokens": {
        #       "0"     "1"     "2"    "3"     "4"
        "1": (    0,   2547,   2344,  2201,   1302),
        "2": (    0,   2725,   5234,  4667,   2783),
        "3": (    0,   1648,   4039,  4989,   2691),
        "4": (    0,   2319,   5060,  6016,   7263),
    },
    "positions": {
        #     "0"     "1"     "2"    "3"     "4"
        1: (59354,  10470,  12715,     0,   5680),
        2: (45588,   8277,   4413,     0,  15618),
        3: (    0, -12475,   1177,  1384,  19073),
        4: (    0, -22092,   1192, 12884,  45030),
        5: (    0, -41093, -10168,  6112,  35516),
        6: (    0, -42622, -15961, 20192,  43565),
    },
    "attn_0_0_outputs": {
        #       "0"     "1"     "2"    "3"     "4"
        "0": (    0,   4387,   2060,  5858,   4871),
        "1": ( 3379,   5031,      0,  1625,   3851),
        "4": (    0,    363,   4084,  6351,   9618),
    },
    "attn_0_1_outputs": {
        #         "0"     "1"     "2"    "3"     "4"
        "<s>": (    0,   9569,   9632, 10419,   7968),
        "1":   ( 1512,  14424,  11328,  5603,      0),
        "2":   (    0,   6837,  11498, 12298,   8356),
        "4":   (    0,   7208,   8070, 10774,  19109),
    },
    "attn_0_2_outputs": {
        #          "0"     "1"     "2"    "3"     "4"
        "<s>":  (    0,    479,   6269,  7760,  10789),
        "</s>": (    0,   1748,   3982,  5495,   7389),
        "1":    (    0,   2176,   1642,  1341,    270),
        "2":    (    0,   1514,   3994,  2992,   1772),
        "3":    (    0,   2157,   4692,  5998,   3876),
        "4":    (    0,   1538,   5237,  6380,   7876),
    },
    "attn_0_3_outputs": {
        #         "0"     "1"     "2"    "3"     "4"
        "<s>": (    0,   7102,   8549, 14031,  15421),
        "3":   (    0,  12003,  14787, 18352,  19851),
        "4":   (    0,   4557,   7500, 15203,  24549),
    },
    "num_mlp_0_0_outputs": {
        #     "0"     "1"     "2"    "3"     "4"
        4: (    0,   7092,   8568, 14367,  13361),
        5: (    0,   7546,   8434, 13252,  10869),
    },
    "attn_1_0_outputs": {
        #       "0"     "1"     "2"    "3"     "4"
        "1": (    0,   1768,   1026,  1097,    787),
        "2": (  476,   1284,   3193,  1649,      0),
        "3": (    0,   2024,   3286,  4586,   3358),
        "4": (    0,   1316,   2707,  3862,   5165),
    },
    "attn_1_1_outputs": {
        #         "0"     "1"     "2"    "3"     "4"
        "<s>": (    0,   2077,   3915,  4191,   4284),
        "0":   ( 4773,   6314,   4587,  3651,      0),
        "1":   ( 3410,   6968,   4596,  3606,      0),
        "2":   ( 3869,   7701,   7624,  5376,      0),
        "3":   (    0,   3122,   3436,  3093,   -841),
        "4":   (    0,   2233,   3205,  3050,    168),
    },
    "attn_1_2_outputs": {
        #          "0"     "1"     "2"    "3"     "4"
        "</s>": (    0,   1982,   4494,  2321,   2680),
        "1":    ( 4332,  10289,   4098,     0,   3070),
        "2":    (    0,   3613,   5468,  2208,   1374),
    },
    "attn_1_3_outputs": {
        #          "0"     "1"     "2"    "3"     "4"
        "<s>":  (    0,    363,   2183,  2679,    736),
        "</s>": (    0,    346,    367,  1256,   2047),
        "1":    (    0,    941,    557,   479,    463),
        "2":    (    0,    501,    698,  1010,    589),
        "3":    (    0,   1261,   1691,  2619,   2132),
        "4":    (    0,    924,   1928,  2680,   3941),
    },
    "mlp_1_0_outputs": {
        #     "0"     "1"     "2"    "3"     "4"
        1: (    0,    314,   3888,  3128,   1915),
        2: (    0,   1038,   2594,  1807,   1233),
    },
    "num_mlp_1_0_outputs": {
        #     "0"     "1"     "2"    "3"     "4"
        3: ( 4065,   6429,   2984,   768,      0),
    },
    "num_mlp_1_1_outputs": {
        #     "0"     "1"     "2"    "3"     "4"
        1: (    0,   1369,   1935,  1659,    784),
    },
    "attn_2_0_outputs": {
        #          "0"     "1"     "2"    "3"     "4"
        "<s>":  (    0,  11015,  14636, 16875,  19308),
        "</s>": (    0,  11783,  15763, 20200,  21269),
        "3":    (    0,  16015,  23014, 33822,  33007),
        "4":    (    0,   2119,   3428,  3238,  38826),
    },
    "attn_2_1_outputs": {
        #          "0"     "1"     "2"    "3"     "4"
        "</s>": (    0,   6257,   3870,  3060,  -2405),
        "0":    (20946,  25206,  20172, 14505,      0),
        "1":    (19977,  27170,  21287, 15263,      0),
        "2":    (18445,  24747,  22249, 15838,      0),
        "3":    (15815,  22684,  20178, 16104,      0),
        "4":    (    0,   6431,   5020,   909, -11669),
    },
    "attn_2_2_outputs": {
        #          "0"     "1"     "2"    "3"     "4"
        "<s>":  (    0,   2385,   4041,  3202,    975),
        "</s>": (    0,   1676,   1355,  1810,   2999),
        "1":    (    0,    610,    753,  1140,    706),
        "2":    (    0,    236,   1684,   915,    477),
        "3":    (    0,   1089,   2302,  2685,   1515),
        "4":    (    0,    802,   3090,  3766,   5664),
    },
    "attn_2_3_outputs": {
        #          "0"     "1"     "2"    "3"     "4"
        "</s>": (    0,    519,    470,   587,    554),
        "1":    (    0,   1413,    590,  1041,    169),
        "2":    (  784,   2028,   2989,  2118,      0),
        "3":    (    0,   1812,   2692,  3904,   2506),
        "4":    (    0,   1421,   2296,  3041,   3548),
    },
    "mlp_2_0_outputs": {
        #     "0"     "1"     "2"    "3"     "4"
        1: (    0,   6026,   7577, 12899,  12670),
        2: (    0,   3710,   6666, 11049,  11991),
        3: (    0,   3922,   8133, 15214,  17412),
        4: (    0,   3637,   6853, 13106,  15181),
        6: (    0,   4858,   6724, 11939,  13669),
        7: (    0,   4417,   3791,  7853,   6686),
    },
    "mlp_2_1_outputs": {
        #     "0"     "1"     "2"    "3"     "4"
        2: (    0,   3723,   2663,  3223,   3621),
        6: (    0,   3119,   1067, -1015,  -2518),
    },
    "num_mlp_2_1_outputs": {
        #     "0"     "1"     "2"    "3"     "4"
        7: (    0,     53,  -1540, -2809,  -3666),
    },
}
NUMBER_VOTES = {
    #                          "0"     "1"     "2"    "3"     "4"
    "num_attn_0_0_outputs": (10702,  11070,   8638,  3497,      0),
    "num_attn_0_1_outputs": (11706,   5298,   2707,  3873,      0),
    "num_attn_0_2_outputs": ( 1119,   2158,   8052,  3948,      0),
    "num_attn_0_3_outputs": ( 1496,   2920,   5597,  8484,      0),
    "num_attn_1_0_outputs": ( 1389,   1047,   1598,     0,   1167),
    "num_attn_1_1_outputs": ( 5466,  11766,   4852,  3288,      0),
    "num_attn_1_2_outputs": (    0,   1060,   3319,  6622,  12843),
    "num_attn_1_3_outputs": ( 6535,   6485,   3856,  1518,      0),
    "num_attn_2_0_outputs": ( 2385,    682,    592,  1239,      0),
    "num_attn_2_1_outputs": ( 1224,   2304,   3180,  1498,      0),
    "num_attn_2_2_outputs": ( 1462,   2238,   1485,   371,      0),
    "num_attn_2_3_outputs": ( 6695,   5951,   3972,  2119,      0),
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
