"""double_hist: a Transformer Program. In: up to 8 words; out: a label for each.
Steps: 5 heads copy, 5 heads add up, 3 functions, 15 variables vote.
Learned by gradient: right on 99.90 % of the test labels, and on 99.86 % of those of
all 335,922 inputs.
Extracted: network = program: equal on every input (compositional proof: 18 modules,
1,107 cells, 296 choices, 708 votes).
Simplified: same answer on every input, by rules (47 changes)."""

import sys
from functools import lru_cache

WORDS = ("a", "b", "c", "d", "e", "f")
KEYS_0_1 = {0: 6, 1: 5, 5: 6, 7: 3}
NUM_KEYS_2_0 = {5: 7, 6: 7, 7: 6}


def run(tokens):
    ok = isinstance(tokens, (list, tuple)) and 1 <= len(tokens) <= 8
    if not ok or any(w not in (WORDS if i else ["<s>"]) for i, w in enumerate(tokens)):
        raise ValueError(f"expected <s>, up to 7 known words; got {tokens!r}")
    positions = list(range(len(tokens)))
    attn_0_0 = [
        next((j for j in positions if j == (7 if i >= 6 else 6)), 0) for i in positions
    ]
    attn_0_1 = [
        next((j for j in positions if j == KEYS_0_1.get(i, 7)), 0) for i in positions
    ]
    count = [tokens.count(token) for token in tokens]
    num_mlp_0_0 = [0 if n == 1 else 5 if n == 2 else 1 for n in count]
    attn_1_0 = [attn_0_0[7 if 7 < len(tokens) else 0] for _ in tokens]
    attn_1_1 = [
        attn_0_0[next((j for j in positions if j == (4 if n == 0 else 7)), 0)]
        for n in attn_0_0
    ]
    num_attn_1_0 = [sum(count[j] for j in positions if j == 6) for _ in tokens]
    num_attn_1_1 = [num_mlp_0_0.count(n) for n in num_mlp_0_0]
    mlp_1_0 = [5 if attn_1_1[i] == 0 and attn_1_0[i] == 0 else 3 for i in positions]
    attn_2_0 = [
        attn_1_1[next((j for j in positions if j == (6 if n == 0 else 7)), 0)]
        for n in attn_1_1
    ]
    num_attn_2_0 = [
        sum(j == NUM_KEYS_2_0.get(n, 5) for j in positions) for n in attn_1_1
    ]
    num_attn_2_1 = [
        sum(num_attn_1_1[j] for j in positions if j == (3 if n == 0 else 5))
        for n in attn_1_1
    ]
    num_mlp_2_0 = [5 if n <= 1 else 4 for n in num_attn_1_0]
    return ["<s>", *classify(locals())[1:]]


# fmt: off
CLASSES = ("1", "2", "3", "4", "5", "6")
NO_VOTES = (0,) * len(CLASSES)  # of the values not listed
VOTES = {
    "tokens": {
        #       "1"    "2"    "3"    "4"    "5"    "6"
        "a": (42809, 44395, 30548, 17052,     0,  1131),
        "b": (42967, 44469, 30551, 17049,     0,  1079),
        "c": (42733, 44411, 30594, 17063,     0,  1086),
        "d": (43391, 44356, 30552, 17011,     0,  1157),
        "e": (42729, 44360, 30565, 17045,     0,  1088),
        "f": (42988, 44529, 30595, 17074,     0,  1177),
    },
    "positions": {
        #     "1"    "2"    "3"    "4"    "5"    "6"
        1: ( 7467,  7298,  5105,  3103,     0,   791),
        2: ( 6070,  6676,  4294,  2392,   100,     0),
        3: ( 6115,  6587,  4146,  2330,     0,    61),
        4: ( 5872,  6454,  4049,  2382,    56,     0),
        5: ( 6856,  7615,  5205,  3195,  1205,     0),
        6: ( 7712,  8095,  5231,  3907,     0,  4407),
        7: ( 7922,  7832,  5122,  3993,   106,     0),
    },
    "attn_0_0": {
        #     "1"    "2"    "3"    "4"    "5"    "6"
        0: ( 9614,  9515,  7288,  4799,  3581,     0),
        6: ( 7762,  7823,  5336,  3465,     0,  1772),
        7: ( 9843, 10055,  7687,  5097,  3035,     0),
    },
    "attn_0_1": {
        #     "1"    "2"    "3"    "4"    "5"    "6"
        0: ( 7943,  7291,  5393,  3515,     0,   825),
        3: ( 6441,  6527,  4853,  3116,   923,     0),
        5: ( 6460,  6585,  4474,  2746,  1130,     0),
        6: ( 7321,  6599,  4616,  2905,     0,   763),
        7: (11999, 11824, 10020,  8310,  5940,     0),
    },
    "num_mlp_0_0": {
        #     "1"    "2"    "3"    "4"    "5"    "6"
        0: ( 4928,   333,  2517,  2551,   744,     0),
        1: (27795, 24868,  3547,     0,    42, 12638),
        5: (15881, 20437, 16139,  1129,     0,  3402),
    },
    "attn_1_0": {
        #     "1"    "2"    "3"    "4"    "5"    "6"
        0: ( 7676,  7600,  5463,  2531,    95,     0),
        6: ( 7159,  7222,  5213,  2503,     0,   723),
        7: (10922, 10972,  9171,  6904,  4419,     0),
    },
    "attn_1_1": {
        #     "1"    "2"    "3"    "4"    "5"    "6"
        0: ( 9482,  8784,  6212,  5613,     0,  2890),
        6: (10603, 10078,  8807,  3892,     0,  2701),
        7: (12359, 11612,  9659,  7875,  6036,     0),
    },
    "mlp_1_0": {
        #     "1"    "2"    "3"    "4"    "5"    "6"
        3: ( 5291,  5442,  3498,  2862,     0,   112),
        5: (11347, 10811,  8679,  5418,  4885,     0),
    },
    "attn_2_0": {
        #     "1"    "2"    "3"    "4"    "5"    "6"
        0: (10214,  9810,  8079,  3693,  3046,     0),
        6: (11168, 11064,  8549,  5359,     0,  4099),
        7: (12568, 12350,  9378,  8720,  6016,     0),
    },
    "num_mlp_2_0": {
        #     "1"    "2"    "3"    "4"    "5"    "6"
        4: ( 9651, 10126,  7379,  3456,  1190,     0),
        5: (15513, 15293, 12703,  8092,     0,  4076),
    },
}
NUMBER_VOTES = {
    #                  "1"    "2"    "3"    "4"    "5"    "6"
    "count":        (40697, 26823, 16526,  5181,     0,  5460),
    "num_attn_1_0": ( 6534,  5771,  5598,  4940,   545,     0),
    "num_attn_1_1": (    0,  8823, 19648, 30135, 38276, 25521),
    "num_attn_2_0": ( 5777,  5644,  7010,     0,  9435,  4065),
    "num_attn_2_1": (  728,     0,   349,   486,   626, 11859),
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
