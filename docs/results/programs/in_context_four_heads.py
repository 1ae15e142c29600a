"""in_context_four_heads: a Transformer Program. In: up to 10 words; out: a label for each.
Steps: 7 heads copy, 9 variables vote.
Learned by gradient: right on 100.00 % of the test labels, and on 100.00 % of those
of all 66,880 inputs.
Extracted: network = program: equal on every input (compositional proof: 8 modules,
667 cells, 560 choices, 455 votes).
Simplified: same answer on every input, by rules (22 changes)."""

import sys

WORDS = ("a", "b", "c", "d", "0", "1", "2", "3")


def select_closest(keys, queries, predicate):
    """For each query, the position of its nearest earlier match, or itself, or 0."""
    return [
        next((j for j in [*range(i)[::-1], i] if predicate(query, keys[j])), 0)
        for i, query in enumerate(queries)
    ]


def aggregate(attention, values):
    return [values[j] for j in attention]


KEYS_0_1 = {"a": "2", "b": "b", "d": "1", "2": "a", "3": "d"}
KEYS_0_2 = {"a": "c", "b": "b", "c": "1", "d": "d"}
KEYS_0_3 = (6, 3, 1, 2, 3, 4, 5, 2, 7, 0)

# fmt: off
KEYS_1_0 = {
    "<s>": "2", "a": "a", "b": "b", "c": "c", "d": "d", "0": "2", "1": "3", "2": "0",
    "3": "0",
}
# fmt: on

# fmt: off
KEYS_1_1 = {
    "<s>": "2", "a": "a", "b": "b", "c": "c", "d": "d", "0": "3", "1": "2", "3": "0",
}
# fmt: on

# fmt: off
KEYS_1_2 = {
    "<s>": "0", "a": "a", "b": "b", "c": "c", "d": "d", "0": "1", "1": "3", "2": "1",
    "3": "0",
}
# fmt: on

# fmt: off
KEYS_1_3 = {
    "<s>": "2", "a": "a", "b": "b", "d": "d", "0": "2", "1": "3", "2": "3", "3": "2",
}
# fmt: on


def run(tokens):
    ok = isinstance(tokens, (list, tuple)) and 1 <= len(tokens) <= 10
    if not ok or any(w not in (WORDS if i else ["<s>"]) for i, w in enumerate(tokens)):
        raise ValueError(f"expected <s>, up to 9 known words; got {tokens!r}")
    positions = list(range(len(tokens)))
    found = select_closest(tokens, tokens, lambda q, k: k == KEYS_0_1.get(q, "0"))
    attn_0_1_outputs = aggregate(found, tokens)
    found = select_closest(tokens, tokens, lambda q, k: k == KEYS_0_2.get(q, "a"))
    attn_0_2_outputs = aggregate(found, tokens)
    # copies the token just before, unless position in {0, 1, 7, 9}
    found = select_closest(positions, positions, lambda q, k: k == KEYS_0_3[q])
    attn_0_3_outputs = aggregate(found, tokens)
    found = select_closest(attn_0_3_outputs, tokens, lambda q, k: k == KEYS_1_0[q])
    attn_1_0_outputs = aggregate(found, tokens)
    found = select_closest(attn_0_3_outputs, tokens, lambda q, k: k == KEYS_1_1.get(q))
    attn_1_1_outputs = aggregate(found, tokens)
    found = select_closest(attn_0_3_outputs, tokens, lambda q, k: k == KEYS_1_2[q])
    attn_1_2_outputs = aggregate(found, tokens)
    found = select_closest(attn_0_3_outputs, tokens, lambda q, k: k == KEYS_1_3.get(q))
    attn_1_3_outputs = aggregate(found, attn_0_3_outputs)
    return ["<s>", *classify(locals())[1:]]


# fmt: off
CLASSES = ("0", "1", "2", "3", "unk")
NO_VOTES = (0,) * len(CLASSES)  # of the values not listed
VOTES = {
    "tokens": {
        #       "0"     "1"     "2"     "3"   "unk"
        "a": (17494,    148,    253,      0,   4988),
        "b": (    0, -17243, -16810, -16957, -11133),
        "c": (    0, -17270, -16672, -16880, -11761),
        "d": (    0, -17048, -16733, -16923, -10285),
        "0": (    0, -17742, -17737, -18243, -12074),
        "1": (17832,    803,      0,    237,   7475),
        "2": (    0, -16764, -17350, -17212, -11049),
        "3": (    0, -17062, -16387, -16728,  -9966),
    },
    "positions": {
        #     "0"     "1"     "2"     "3"   "unk"
        2: ( 2708,   3643,   4383,   2646,      0),
        3: ( 2523,   2528,   2996,   2892,      0),
        4: ( 3156,   4350,   4023,   4005,      0),
        5: ( 2445,   2690,   3190,   3045,      0),
        6: (    0,   1303,   1551,   1816,  -1703),
        7: ( 2848,   3015,   3542,   3332,      0),
        8: (    0,    883,   2210,   1381,  -1297),
        9: ( 3441,   3549,   3910,   3705,      0),
    },
    "attn_0_1_outputs": {
        #         "0"     "1"     "2"     "3"   "unk"
        "<s>": (    0,    646,    725,    426,    759),
        "a":   (    0,    606,    404,    681,    559),
        "b":   (    0,    798,    620,    811,    537),
        "d":   (   67,    269,    512,    812,      0),
        "1":   (    0,   1030,    503,    571,    930),
        "2":   (    0,    524,    870,    766,   1124),
    },
    "attn_0_2_outputs": {
        #         "0"     "1"     "2"     "3"   "unk"
        "<s>": (  234,    299,    654,    447,      0),
        "a":   (  297,    906,    609,    403,      0),
        "b":   (  588,   1114,    851,    800,      0),
        "d":   ( 1510,   1785,   1617,   1704,      0),
        "1":   (  304,   1267,    404,    228,      0),
    },
    "attn_0_3_outputs": {
        #         "0"     "1"     "2"     "3"   "unk"
        "<s>": (    0,    984,   1148,   1097,    100),
        "a":   (    0,   1092,   1045,   1039,    251),
        "b":   (    0,   1365,   1159,   1219,    596),
        "c":   (    0,   1216,   1094,   1176,    653),
        "d":   (    0,   1094,   1072,   1043,    490),
        "1":   (    0,   2061,   1117,   1005,   1186),
        "2":   (    0,    931,   2317,   1185,   1231),
        "3":   (    0,   1071,   1176,   2336,   1310),
    },
    "attn_1_0_outputs": {
        #         "0"     "1"     "2"     "3"   "unk"
        "<s>": (    0,   5834,   5614,   5605,   7807),
        "a":   (    0,   5037,   5688,   5787,   4563),
        "b":   (    0,   4920,   5193,   5263,   4484),
        "c":   (    0,   5181,   5538,   5541,   4374),
        "d":   (    0,   5232,   5695,   5512,   4238),
        "1":   (    0,  10818,   5821,   5777,   5574),
        "2":   (    0,   5423,  10830,   5700,   5233),
        "3":   (    0,   5420,   5459,  10927,   5246),
    },
    "attn_1_1_outputs": {
        #         "0"     "1"     "2"     "3"   "unk"
        "<s>": (    0,   4308,   3726,   3824,   7922),
        "a":   (    0,   4038,   4070,   4186,   4452),
        "b":   (    0,   3991,   3880,   3977,   4425),
        "c":   (    0,   4046,   3867,   3972,   4714),
        "d":   (    0,   4086,   3983,   3795,   4532),
        "1":   (    0,   8159,   3933,   4004,   3913),
        "2":   (    0,   3827,   7583,   3813,   3418),
        "3":   (    0,   4135,   3763,   7797,   3855),
    },
    "attn_1_2_outputs": {
        #         "0"     "1"     "2"     "3"   "unk"
        "<s>": (    0,   5619,   5121,   5135,   8193),
        "a":   (    0,   5616,   5379,   5306,   5032),
        "b":   (    0,   5195,   5024,   5044,   4542),
        "c":   (    0,   5097,   5015,   5129,   4516),
        "d":   (    0,   5227,   5049,   5132,   4561),
        "1":   (    0,  10358,   5108,   5039,   5201),
        "2":   (    0,   5273,  10110,   5005,   5097),
        "3":   (    0,   5907,   5534,  10754,   5601),
    },
    "attn_1_3_outputs": {
        #         "0"     "1"     "2"     "3"   "unk"
        "<s>": (    0,    105,   -240,    218,    391),
        "a":   (  374,    542,      0,    422,    152),
        "d":   (    0,    450,     46,    213,    -18),
        "2":   (    0,     80,   1342,     84,    142),
        "3":   (    0,    144,   -208,   1276,    645),
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
