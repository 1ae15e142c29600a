"""table_1_reverse_improved: a Transformer Program. In: up to 8 words; out: a label for each.
Steps: 12 heads copy, 12 heads add up, 6 functions, 33 variables vote.
Learned by gradient, then changed directly: right on 99.91 % of the test labels, and
on 99.96 % of those of all 19,530 inputs."""

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


KEYS_0_0 = (2, 4, 5, 4, 3, 2, 1, 1)
KEYS_0_1 = (3, 6, 5, 4, 3, 2, 1, 1)
KEYS_0_2 = (2, 5, 3, 1, 3, 7, 1, 7)
KEYS_0_3 = {0: 2, 1: 5, 2: 5, 3: 4}
NUM_KEYS_0_1 = (3, 7, 6, 1, 4, 7, 0, 3)
NUM_KEYS_0_2 = {"1": 6, "3": 2, "4": 6}
NUM_KEYS_0_3 = {0: "0", 1: "0", 2: "0", 3: "3", 5: "0", 6: "0", 7: "0"}


def mlp_0_0(attn_0_2_output, attn_0_0_output):
    if attn_0_2_output == "<s>":
        return {"<s>": 2, "</s>": 0, "1": 0, "4": 6}.get(attn_0_0_output, 7)
    if attn_0_2_output == "</s>":
        return {"<s>": 4, "</s>": 0, "1": 6, "2": 0}.get(attn_0_0_output, 1)
    if attn_0_2_output == "0":
        return {"</s>": 1, "1": 5}.get(attn_0_0_output, 6)
    if attn_0_2_output == "1":
        return {"<s>": 0, "</s>": 6, "1": 0, "2": 5}.get(attn_0_0_output, 7)
    if attn_0_2_output == "2":
        return {"</s>": 1, "1": 7, "2": 7, "3": 7}.get(attn_0_0_output, 6)
    if attn_0_2_output == "3":
        return {"</s>": 1, "1": 7}.get(attn_0_0_output, 6)
    return {"</s>": 1, "1": 5, "2": 7}.get(attn_0_0_output, 6)


def num_mlp_0_0(num_attn_0_2_output, num_attn_0_0_output):
    return 2 if num_attn_0_2_output == 1 and num_attn_0_0_output == 1 else 4


KEYS_1_0 = {0: 3, 1: 5, 2: 7, 3: 3}
KEYS_1_1 = {0: "0", 1: "</s>", 3: "</s>", 4: "4", 5: "1", 6: "0"}
KEYS_1_2 = {0: 3, 1: 6, 2: 4, 3: 3, 4: 2}
KEYS_1_3 = {0: 2, 1: 5, 2: 4, 3: 2}
NUM_KEYS_1_0 = {"<s>": 4, "0": 0, "3": 2, "4": 0}
NUM_KEYS_1_3 = {"<s>": "3", "</s>": "2", "3": "</s>", "4": "</s>"}


def mlp_1_0(attn_0_0_output, attn_0_2_output):
    if attn_0_2_output in {"<s>", "2"}:
        return {"0": 2, "1": 4, "3": 0, "4": 4}.get(attn_0_0_output, 3)
    if attn_0_2_output == "</s>":
        return {"0": 7, "1": 1, "3": 1, "4": 1}.get(attn_0_0_output, 3)
    if attn_0_2_output == "0":
        return {"</s>": 7, "1": 4, "2": 3, "4": 4}.get(attn_0_0_output, 2)
    if attn_0_2_output == "3":
        return {"</s>": 1, "0": 2, "1": 4, "4": 4}.get(attn_0_0_output, 0)
    return {"</s>": 1, "0": 2, "2": 3, "3": 0}.get(attn_0_0_output, 4)


NUM_MLP_1_0 = {0: 6, 3: 2}
KEYS_2_0 = {"2": "0", "3": "1"}
KEYS_2_1 = {1: 4, 2: 2, 3: 6, 4: 6, 6: 3}
KEYS_2_2 = (1, 1, 4, 2, 6, 7, 3, 7)
KEYS_2_3 = {"<s>": "1", "</s>": "1", "0": "2", "1": "3", "2": "1", "4": "2"}
NUM_KEYS_2_0 = {"<s>": "0", "</s>": "3", "0": "</s>", "2": "</s>"}
NUM_KEYS_2_1 = {"</s>": "</s>", "0": "1", "4": "2"}

# fmt: off
NUM_KEYS_2_3 = {
    "<s>": "1", "</s>": "4", "0": "0", "1": "2", "2": "</s>", "3": "<s>", "4": "2",
}
# fmt: on


def mlp_2_0(attn_0_0_output, attn_0_2_output):
    if attn_0_2_output == "<s>":
        return {"</s>": 4, "2": 2, "4": 1}.get(attn_0_0_output, 3)
    if attn_0_2_output == "</s>":
        return {"<s>": 4, "</s>": 4, "2": 7, "4": 2}.get(attn_0_0_output, 5)
    if attn_0_2_output == "0":
        return {"</s>": 5, "2": 6, "3": 3}.get(attn_0_0_output, 1)
    if attn_0_2_output == "1":
        return {"</s>": 5, "2": 2, "3": 3}.get(attn_0_0_output, 6)
    if attn_0_2_output == "2":
        return {"</s>": 7, "2": 2, "3": 3, "4": 2}.get(attn_0_0_output, 6)
    if attn_0_2_output == "3":
        return {"</s>": 5, "0": 2, "2": 6, "4": 4}.get(attn_0_0_output, 3)
    return {"</s>": 6, "1": 0, "2": 4, "3": 3}.get(attn_0_0_output, 1)


def num_mlp_2_0(num_attn_2_2_output, num_attn_2_1_output):
    if num_attn_2_1_output == 0:
        return {0: 2, 1: 4, 21: 2}.get(num_attn_2_2_output, 5)
    if num_attn_2_1_output in {1, 2}:
        return 4 if num_attn_2_2_output <= 1 else 5
    return 5


def run(tokens):
    ok = isinstance(tokens, (list, tuple)) and 2 <= len(tokens) <= 8
    ends = ok and {0: ["<s>"], len(tokens) - 1: ["</s>"]}
    if not ok or any(w not in ends.get(i, WORDS) for i, w in enumerate(tokens)):
        raise ValueError(f"expected <s>, up to 6 known words, </s>; got {tokens!r}")
    positions = list(range(len(tokens)))
    ones = [1] * len(tokens)
    found = select_closest(positions, positions, lambda q, k: k == KEYS_0_0[q])
    attn_0_0_outputs = aggregate(found, tokens)
    found = select_closest(positions, positions, lambda q, k: k == KEYS_0_1[q])
    attn_0_1_outputs = aggregate(found, tokens)
    found = select_closest(positions, positions, lambda q, k: k == KEYS_0_2[q])
    attn_0_2_outputs = aggregate(found, tokens)
    found = select_closest(positions, positions, lambda q, k: k == KEYS_0_3.get(q, 7))
    attn_0_3_outputs = aggregate(found, tokens)
    found = select(positions, positions, lambda q, k: q <= 6 and k == 7)
    num_attn_0_0_outputs = aggregate_sum(found, ones)
    found = select(positions, positions, lambda q, k: k == NUM_KEYS_0_1[q])
    num_attn_0_1_outputs = aggregate_sum(found, ones)
    found = select(positions, tokens, lambda q, k: k == NUM_KEYS_0_2.get(q, 7))
    num_attn_0_2_outputs = aggregate_sum(found, ones)
    found = select(tokens, positions, lambda q, k: k == NUM_KEYS_0_3.get(q))
    num_attn_0_3_outputs = aggregate_sum(found, ones)
    mlp_0_0_outputs = list(map(mlp_0_0, attn_0_2_outputs, attn_0_0_outputs))
    num_mlp_0_0_outputs = list(
        map(num_mlp_0_0, num_attn_0_2_outputs, num_attn_0_0_outputs)
    )
    found = select_closest(positions, positions, lambda q, k: k == KEYS_1_0.get(q, 1))
    attn_1_0_outputs = aggregate(found, tokens)
    found = select_closest(tokens, positions, lambda q, k: k == KEYS_1_1.get(q))
    attn_1_1_outputs = aggregate(found, attn_0_1_outputs)
    found = select_closest(positions, positions, lambda q, k: k == KEYS_1_2.get(q, 1))
    attn_1_2_outputs = aggregate(found, tokens)
    found = select_closest(positions, positions, lambda q, k: k == KEYS_1_3.get(q, 1))
    attn_1_3_outputs = aggregate(found, tokens)
    found = select(
        num_mlp_0_0_outputs, attn_0_1_outputs, lambda q, k: k == NUM_KEYS_1_0.get(q, 3)
    )
    num_attn_1_0_outputs = aggregate_sum(found, num_attn_0_2_outputs)
    found = select(
        num_mlp_0_0_outputs, attn_0_1_outputs, lambda q, k: q in "124" and k == 2
    )
    num_attn_1_1_outputs = aggregate_sum(found, num_attn_0_0_outputs)
    found = select(
        num_mlp_0_0_outputs, attn_0_1_outputs, lambda q, k: q in "12" and k == 2
    )
    num_attn_1_2_outputs = aggregate_sum(found, num_attn_1_1_outputs)
    num_attn_1_2_outputs = [min(n, 8) for n in num_attn_1_2_outputs]
    found = select(
        attn_0_3_outputs, attn_0_1_outputs, lambda q, k: k == NUM_KEYS_1_3.get(q, "<s>")
    )
    num_attn_1_3_outputs = aggregate_sum(found, num_attn_0_1_outputs)
    mlp_1_0_outputs = list(map(mlp_1_0, attn_0_0_outputs, attn_0_2_outputs))
    num_mlp_1_0_outputs = [NUM_MLP_1_0.get(n, 1) for n in num_attn_1_3_outputs]
    found = select_closest(
        tokens, attn_0_3_outputs, lambda q, k: k == KEYS_2_0.get(q, q)
    )
    attn_2_0_outputs = aggregate(found, attn_0_3_outputs)
    found = select_closest(positions, positions, lambda q, k: k == KEYS_2_1.get(q, 7))
    attn_2_1_outputs = aggregate(found, attn_1_2_outputs)
    found = select_closest(positions, positions, lambda q, k: k == KEYS_2_2[q])
    attn_2_2_outputs = aggregate(found, mlp_1_0_outputs)
    found = select_closest(tokens, attn_1_0_outputs, lambda q, k: k == KEYS_2_3.get(q))
    attn_2_3_outputs = aggregate(found, attn_0_1_outputs)
    found = select(
        attn_2_0_outputs, attn_0_1_outputs, lambda q, k: k == NUM_KEYS_2_0.get(q, "<s>")
    )
    num_attn_2_0_outputs = aggregate_sum(found, num_attn_1_1_outputs)
    found = select(
        attn_0_1_outputs, attn_0_1_outputs, lambda q, k: k == NUM_KEYS_2_1.get(q, "<s>")
    )
    num_attn_2_1_outputs = aggregate_sum(found, num_attn_1_2_outputs)
    found = select(
        num_mlp_0_0_outputs, attn_0_1_outputs, lambda q, k: q in "01" and k == 2
    )
    num_attn_2_2_outputs = aggregate_sum(found, num_attn_1_1_outputs)
    found = select(
        attn_1_2_outputs, attn_1_0_outputs, lambda q, k: k == NUM_KEYS_2_3[q]
    )
    num_attn_2_3_outputs = aggregate_sum(found, ones)
    mlp_2_0_outputs = list(map(mlp_2_0, attn_0_0_outputs, attn_0_2_outputs))
    num_mlp_2_0_outputs = list(
        map(num_mlp_2_0, num_attn_2_2_outputs, num_attn_2_1_outputs)
    )
    return ["<s>", *classify(locals())[1:-1], "</s>"]


# fmt: off
CLASSES = ("0", "1", "2", "3", "4")
NO_VOTES = (0,) * len(CLASSES)  # of the values not listed
VOTES = {
    "tokens": {
        #        "0"    "1"    "2"    "3"    "4"
        "0": (   825,  2039,     0,  1053,   536),
        "1": (  1217,  2329,     0,  2184,   377),
        "2": (   699,  2214,   309,   423,     0),
        "4": (  1515,  3318,     0,  2122,  1181),
    },
    "positions": {
        #      "0"    "1"    "2"    "3"    "4"
        1: (     0,  2741,  4991,  2075,   692),
        2: (     0,  1285,  2218,  2159,  3322),
        3: (   497,  1104,     0,  1893,   297),
        5: (     0,  4877,   647,  1059,  2640),
        6: (   142,  3817,     0,  1975,  1500),
    },
    "attn_0_0_outputs": {
        #           "0"    "1"    "2"    "3"    "4"
        "<s>":  (     0,  2725,   737,  2625,  3137),
        "</s>": (     0,  3695,  3842,   443,  7158),
        "1":    (   869,  6485,  1282,     0,  4580),
        "2":    (   795,  2581,  2312,   651,     0),
        "3":    (  2511,  3965,     0,  7990,  3958),
        "4":    (     0,  3653,   256,  2199,  5193),
    },
    "attn_0_1_outputs": {
        #           "0"    "1"    "2"    "3"    "4"
        "<s>":  (  2160,  5297,  3540,     0,  4020),
        "</s>": (     0,  6472,  4703,  4271,  6435),
        "0":    (  3954,  6549,  3493,     0,  2424),
        "1":    (  5779,  7434,  2940,   613,     0),
        "3":    (     0,  6132,  4286,  4312,  5364),
        "4":    (     0,    64,  1786,  3035,  3542),
    },
    "attn_0_2_outputs": {
        #           "0"    "1"    "2"    "3"    "4"
        "<s>":  (  1405,  7675,  4222,  3620,     0),
        "</s>": (   350,  7988,  1331,     0,  4060),
        "1":    (  1527, 10383,  3798,  2560,     0),
        "2":    (  1276,  3009,  5687,  2878,     0),
        "3":    (     0,  3300,  2898,  9509,  2001),
        "4":    (     0,  2548,  1209,  1884,  3581),
    },
    "attn_0_3_outputs": {
        #           "0"    "1"    "2"    "3"    "4"
        "<s>":  (     0,  1440,  2370,  3943,  4012),
        "</s>": (  1949,  3750,  1994,     0,  3809),
        "1":    (     0,  1439,   905,  1638,  1309),
        "2":    (   657,  2210,  2612,   642,     0),
        "3":    (     0,  1268,  1778,  9133,  3946),
        "4":    (     0,   467,   503,  3349,  2836),
    },
    "mlp_0_0_outputs": {
        #      "0"    "1"    "2"    "3"    "4"
        0: (  1848, 18140,  2044,     0,  1025),
        2: (  3009, 20608,  3636,  1475,     0),
        4: (  1454, 18431,  2323,     0,   693),
        5: (  1836, 18916,  1969,     0,  1605),
        6: (  5124, 30505,  4208,    47,     0),
        7: (  3761, 23776,  3360,     0,  1068),
    },
    "num_mlp_0_0_outputs": {
        #      "0"    "1"    "2"    "3"    "4"
        4: (     0, 10440,  9720, 11329,  6709),
    },
    "attn_1_0_outputs": {
        #           "0"    "1"    "2"    "3"    "4"
        "<s>":  (     0, 12399, 12013, 10953, 10808),
        "</s>": (     0, 12826, 13435,  8334, 11582),
        "1":    (     0, 19566, 11289, 10655, 14352),
        "2":    (     0, 13803, 21502, 10167, 10614),
        "3":    (     0, 12957,  8598, 19495, 12364),
        "4":    (     0, 15423, 11432, 11752, 21287),
    },
    "attn_1_1_outputs": {
        #           "0"    "1"    "2"    "3"    "4"
        "<s>":  (     0,  4548,  6344,  8399,  8746),
        "</s>": (  1952, 11366,  4513,  6168,     0),
        "1":    (     0, 10547,  2925,  3730,  4270),
        "2":    (     0,  5363,  9111,  5564,  4920),
        "3":    (     0,  4000,  2746,  9375,  4186),
        "4":    (     0,  6116,  3171,  4209,  9814),
    },
    "attn_1_2_outputs": {
        #           "0"    "1"    "2"    "3"    "4"
        "<s>":  (     0, 14681, 12672, 11521, 13269),
        "</s>": (     0, 12839, 10107, 13900, 14250),
        "1":    (     0, 28251, 12220, 12589, 13679),
        "2":    (     0,  9598, 27411, 11783, 13661),
        "3":    (     0, 13269, 10243, 26437, 14312),
        "4":    (     0, 13377, 10676, 11743, 24053),
    },
    "attn_1_3_outputs": {
        #           "0"    "1"    "2"    "3"    "4"
        "<s>":  (     0,  8694,  6161,  4932,  8057),
        "</s>": (     0,  7877, 11251,  3998,  8105),
        "1":    (     0, 20283,  7919,  5961,  8044),
        "2":    (     0,  9153, 17443,  4006,  6613),
        "3":    (     0,  7228,  7036, 13656,  7693),
        "4":    (     0,  8067,  8200,  5619, 16769),
    },
    "mlp_1_0_outputs": {
        #      "0"    "1"    "2"    "3"    "4"
        0: (     0, 16227, 19983, 22735, 18764),
        1: (     0, 31818, 24399, 40150, 32513),
        2: (     0, 18448, 21347, 27281, 19447),
        3: (     0, 18636, 22141, 24398, 16162),
        4: (     0, 18882, 19908, 27229, 16743),
    },
    "num_mlp_1_0_outputs": {
        #      "0"    "1"    "2"    "3"    "4"
        1: (   621,  2339,     0,  4829,  1544),
        2: (    76,   415,  1330,   368,     0),
    },
    "attn_2_0_outputs": {
        #           "0"    "1"    "2"    "3"    "4"
        "<s>":  (     0,  4318,  4789,  1034,  2595),
        "</s>": (   994,  4983,  2229,     0,  1812),
        "1":    (     0,  8081,  5398,  3562,  4168),
        "2":    (     0,  4097,  9415,  3386,  3384),
        "3":    (     0,  3607,  5830,  2767,  1379),
        "4":    (     0,  6545,  5247,  5859,  8848),
    },
    "attn_2_1_outputs": {
        #           "0"    "1"    "2"    "3"    "4"
        "<s>":  (     0,  6544,  1546,  2626,  1458),
        "</s>": (  5058, 12740,  2604,     0,  3918),
        "0":    (     0, 14545,  6931,  4933,  6262),
        "2":    (  8028, 15475,     0,  6853,  8086),
        "3":    ( 10181, 19067, 11869,     0, 10529),
        "4":    (  7640, 13903,  6687,  6779,     0),
    },
    "attn_2_2_outputs": {
        #      "0"    "1"    "2"    "3"    "4"
        0: (  4769, 11300,     0,  2559,  9060),
        2: (     0, 12376,   607,  9857, 10756),
        3: ( 13002, 18635,     0, 18321, 17138),
        4: (  6240,  6864,     0,  9054,  4408),
        7: (     0, 22485,  9675, 20254, 21048),
    },
    "attn_2_3_outputs": {
        #          "0"    "1"    "2"    "3"    "4"
        "<s>": (  2019,  6032,     0,  1697,   236),
        "0":   (  2027,  2770,   918,  1083,     0),
        "1":   (  1126,  2715,   732,   810,     0),
        "2":   (  1984,  3384,  1850,  1862,     0),
        "3":   (  1208,  2720,  1298,     0,   235),
        "4":   (   883,  2366,   601,   769,     0),
    },
    "mlp_2_0_outputs": {
        #      "0"    "1"    "2"    "3"    "4"
        0: (  1334,  2724,  4855,  3852,     0),
        1: (     0,  2128,  2640,  3759,  1320),
        2: (  1812,  2367,     0,  2508,  6476),
        3: (  1631,  2774,  3834,     0,  2782),
        5: ( 24388, 26805, 11406, 32394,     0),
        6: (     0,    95,  1705,  2914,  4445),
        7: (  6651,  9985, 26194,  9347,     0),
    },
    "num_mlp_2_0_outputs": {
        #      "0"    "1"    "2"    "3"    "4"
        4: (    30,   966,     0,   601,   571),
        5: (  4900,  5965,     0,  2906,  3855),
    },
}
NUMBER_VOTES = {
    #                           "0"    "1"    "2"    "3"    "4"
    "ones":                 (124957,     0, 55655, 40710, 50079),
    "num_attn_0_0_outputs": (  2810,   153,   730,     0,  1698),
    "num_attn_0_1_outputs": (  1058,    39,     0,   844,  1117),
    "num_attn_0_2_outputs": (  1176,  3004,  1202,     0,   995),
    "num_attn_0_3_outputs": (  2934,   335,   111,   276,     0),
    "num_attn_1_0_outputs": (   938,  1460,     0,  7182,   348),
    "num_attn_1_1_outputs": (     0,  5430,  6849,  2574,  9206),
    "num_attn_1_2_outputs": (     0,  6305,  6598,  2525,   938),
    "num_attn_1_3_outputs": (     0,   878,   944,  4124,  4473),
    "num_attn_2_0_outputs": (  2828,    90,  2301,  1101,     0),
    "num_attn_2_1_outputs": (  3557,     0,   475,  2227,  4614),
    "num_attn_2_2_outputs": (  3950,  4465,     0,  3581,  3483),
    "num_attn_2_3_outputs": (   285,  2219,    60,     0,   757),
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
