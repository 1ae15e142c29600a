"""hist_8_8: a Transformer Program. In: up to 8 words; out: a label for each.
Steps: 9 heads copy, 8 heads add up, 7 functions, 24 variables vote.
Learned by gradient: right on 100.00 % of the test labels, and on 99.99 % of those
of all 335,922 inputs.
Extracted: network = program: equal on every input (compositional proof: 30 modules,
12,218 cells, 888 choices, 1,316 votes).
Simplified: same answer on every input, by rules (90 changes)."""

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


def select_closest_before(keys, queries, predicate):
    """For each query, the position of its nearest earlier match, or 0."""
    return [
        next((j for j in range(i)[::-1] if predicate(query, keys[j])), 0)
        for i, query in enumerate(queries)
    ]


def select_closest_after(keys, queries, predicate):
    """For each query, the position of its nearest later match, or 0."""
    return [
        next((j for j in range(i + 1, len(keys)) if predicate(query, keys[j])), 0)
        for i, query in enumerate(queries)
    ]


def select(keys, queries, predicate):
    """For each query, the positions of all its matches; equal queries share them."""
    matches = {
        query: [j for j, key in enumerate(keys) if predicate(query, key)]
        for query in set(queries)
    }
    return [matches[query] for query in queries]


def select_before(keys, queries, predicate):
    """For each query, the positions of all its matches before its position."""
    return [
        [j for j in range(i) if predicate(query, keys[j])]
        for i, query in enumerate(queries)
    ]


def select_after(keys, queries, predicate):
    """For each query, the positions of all its matches after its position."""
    return [
        [j for j in range(i + 1, len(keys)) if predicate(query, keys[j])]
        for i, query in enumerate(queries)
    ]


def aggregate(attention, values):
    return [values[j] for j in attention]


def aggregate_sum(attention, values):
    return [sum([values[j] for j in matches]) for matches in attention]


KEYS_0_2 = {"<s>": "b", "a": "e", "b": "d", "c": "a", "d": "<s>", "e": "a", "f": "c"}
NUM_KEYS_0_0 = {"b": "a", "c": "d", "f": "d"}
NUM_KEYS_0_1 = {"b": "a", "c": "f", "d": "b", "e": "a"}
KEYS_1_1 = {"b": "b", "c": "<s>", "d": "f", "f": "<s>"}


def num_mlp_1_1(num_attn_0_2_output, num_attn_1_1_output):
    if num_attn_0_2_output == 0:
        return {0: 7, 1: 6}.get(num_attn_1_1_output, 5)
    if num_attn_0_2_output == 1:
        return 6 if num_attn_1_1_output == 0 else 5
    return 5


KEYS_2_0 = {"<s>": 3, "a": 5, "b": 3, "f": 5}


def num_mlp_2_0(num_attn_2_0_output, num_attn_1_1_output):
    if num_attn_2_0_output == 0:
        return {0: 6, 1: 2}.get(num_attn_1_1_output, 5)
    return 5


NUM_MLP_2_1 = {0: 3, 1: 7}


def run(tokens):
    ok = isinstance(tokens, (list, tuple)) and 1 <= len(tokens) <= 8
    if not ok or any(w not in (WORDS if i else ["<s>"]) for i, w in enumerate(tokens)):
        raise ValueError(f"expected <s>, up to 7 known words; got {tokens!r}")
    positions = list(range(len(tokens)))
    ones = [1] * len(tokens)
    found = select_closest(tokens, tokens, lambda q, k: k == ("a" if q == "<s>" else q))
    attn_0_0_outputs = aggregate(found, tokens)
    # copies the token of the nearest earlier position with the same token
    found = select_closest_before(tokens, tokens, lambda q, k: k == q)
    attn_0_1_outputs = aggregate(found, tokens)
    found = select_closest_after(tokens, tokens, lambda q, k: k == KEYS_0_2[q])
    attn_0_2_outputs = aggregate(found, tokens)
    found = select(tokens, tokens, lambda q, k: k == NUM_KEYS_0_0.get(q, "c"))
    num_attn_0_0_outputs = aggregate_sum(found, ones)
    found = select_before(tokens, tokens, lambda q, k: k == NUM_KEYS_0_1.get(q, "e"))
    num_attn_0_1_outputs = aggregate_sum(found, ones)
    # counts all later positions with the same token, unless token == "<s>"
    found = select_after(tokens, tokens, lambda q, k: k == ("e" if q == "<s>" else q))
    num_attn_0_2_outputs = aggregate_sum(found, ones)
    mlp_0_0_outputs = [5 if value == "f" else 3 for value in attn_0_1_outputs]
    mlp_0_1_outputs = [
        1 if attn_0_0_output in "bcef" and attn_0_1_output == "<s>" else 4
        for attn_0_0_output, attn_0_1_output in zip(attn_0_0_outputs, attn_0_1_outputs)
    ]
    num_mlp_0_0_outputs = [3 if n == 0 else 7 for n in num_attn_0_2_outputs]
    num_mlp_0_1_outputs = [6 if n <= 1 else 5 for n in num_attn_0_2_outputs]
    # copies the num_mlp_0_0_output at position 3
    found = select_closest(positions, positions, lambda q, k: k == 3)
    attn_1_0_outputs = aggregate(found, num_mlp_0_0_outputs)
    found = select_closest_before(
        attn_0_1_outputs, attn_0_0_outputs, lambda q, k: k == KEYS_1_1.get(q, "c")
    )
    attn_1_1_outputs = aggregate(found, tokens)
    found = select_closest_after(
        attn_0_2_outputs, tokens, lambda q, k: q in "cde" and k == q
    )
    attn_1_2_outputs = aggregate(found, mlp_0_0_outputs)
    # adds up num_attn_0_0_outputs of all positions with the same token
    found = select(tokens, tokens, lambda q, k: k == q)
    num_attn_1_0_outputs = aggregate_sum(found, num_attn_0_0_outputs)
    # adds up num_attn_0_2_outputs of all earlier positions with the same token
    found = select_before(tokens, tokens, lambda q, k: k == q)
    num_attn_1_1_outputs = aggregate_sum(found, num_attn_0_2_outputs)
    # adds up num_attn_0_2_outputs of all later positions with the same token
    found = select_after(tokens, tokens, lambda q, k: k == q)
    num_attn_1_2_outputs = aggregate_sum(found, num_attn_0_2_outputs)
    num_mlp_1_1_outputs = list(
        map(num_mlp_1_1, num_attn_0_2_outputs, num_attn_1_1_outputs)
    )
    found = select_closest(
        num_mlp_0_0_outputs, attn_1_1_outputs, lambda q, k: k == KEYS_2_0.get(q, 7)
    )
    attn_2_0_outputs = aggregate(found, num_mlp_0_1_outputs)
    # copies the mlp_0_0_output of the nearest earlier position with the same token
    found = select_closest_before(tokens, tokens, lambda q, k: k == q)
    attn_2_1_outputs = aggregate(found, mlp_0_0_outputs)
    # copies the attn_1_1_output of the nearest later num_mlp_0_1_output 5
    found = select_closest_after(
        num_mlp_0_1_outputs, num_mlp_0_1_outputs, lambda q, k: k == 5
    )
    attn_2_2_outputs = aggregate(found, attn_1_1_outputs)
    # adds up num_attn_1_1_outputs of all positions with the same token
    found = select(tokens, tokens, lambda q, k: k == q)
    num_attn_2_0_outputs = aggregate_sum(found, num_attn_1_1_outputs)
    found = select_after(mlp_0_0_outputs, num_mlp_0_0_outputs, lambda q, k: k == q - 4)
    num_attn_2_2_outputs = aggregate_sum(found, num_attn_0_1_outputs)
    num_mlp_2_0_outputs = list(
        map(num_mlp_2_0, num_attn_2_0_outputs, num_attn_1_1_outputs)
    )
    num_mlp_2_1_outputs = [NUM_MLP_2_1.get(n, 1) for n in num_attn_2_0_outputs]
    return ["<s>", *classify(locals())[1:]]


# fmt: off
CLASSES = ("1", "2", "3", "4", "5", "6", "7")
NO_VOTES = (0,) * len(CLASSES)  # of the values not listed
VOTES = {
    "tokens": {
        #        "1"    "2"    "3"    "4"    "5"    "6"    "7"
        "a": (105414, 87551, 85081, 66558, 43307, 32830,     0),
        "b": (114423, 97009, 94906, 76151, 53394, 43080,     0),
        "c": (107320, 89771, 87638, 68803, 44690, 35095,     0),
        "d": (112194, 94177, 91947, 73163, 49185, 40447,     0),
        "e": (112243, 95247, 93385, 74867, 51909, 41684,     0),
        "f": (108332, 90540, 88464, 69651, 46549, 33752,     0),
    },
    "positions": {
        #      "1"    "2"    "3"    "4"    "5"    "6"    "7"
        2: (   224,   316,   238,   120,     0,  1014,   952),
        3: (   792,  1221,  1016,  1079,   803,  1772,     0),
        4: (  1218,  1735,  1752,  1857,  1170,  1866,     0),
        5: (  1731,  2632,  2805,  3006,  2393,  2022,     0),
        6: (  1664,  2923,  3327,  3740,  3080,  1859,     0),
        7: (   625,  2328,  3123,  3646,  3146,     0,  3029),
    },
    "attn_0_1_outputs": {
        #        "1"    "2"    "3"    "4"    "5"    "6"    "7"
        "a": (     0,  1484,  1003,  1602,  1488,   276,  2704),
        "b": (  2492,  3986,  3455,  4036,  3733,  2884,     0),
        "c": (  1120,  2327,  2106,  2790,  2358,     0,  2110),
        "d": (  2468,  3770,  3529,  4070,  3476,  3430,     0),
        "e": (  3719,  5418,  4385,  4953,  4577,  4119,     0),
        "f": (   908,  3237,  2397,  2781,  3081,     0,  2347),
    },
    "attn_0_2_outputs": {
        #          "1"    "2"    "3"    "4"    "5"    "6"    "7"
        "<s>": (  2591,  3180,  3244,  2985,  3373,  2344,     0),
        "a":   (   518,   821,   967,   832,  1412,     0,  3231),
        "d":   (   539,   791,   532,   211,   753,     0,   686),
        "e":   (    72,   648,   791,   327,   852,   576,     0),
    },
    "mlp_0_1_outputs": {
        #      "1"    "2"    "3"    "4"    "5"    "6"    "7"
        4: (  1693,  3475,  4743,  4769,  4487,  3729,     0),
    },
    "num_mlp_0_0_outputs": {
        #      "1"    "2"    "3"    "4"    "5"    "6"    "7"
        7: (     0,  5429,  5615,  6337,  7624,  7823,  6702),
    },
    "num_mlp_0_1_outputs": {
        #      "1"    "2"    "3"    "4"    "5"    "6"    "7"
        6: (  6074,  7704,  2741,  1084,   405,   645,     0),
    },
    "attn_1_0_outputs": {
        #      "1"    "2"    "3"    "4"    "5"    "6"    "7"
        3: (  1981,  2101,  1387,   745,  1017,     0,  4039),
    },
    "attn_1_1_outputs": {
        #          "1"    "2"    "3"    "4"    "5"    "6"    "7"
        "<s>": (   372,   495,   299,   216,     0,   673,  1042),
        "a":   (   404,   857,   731,   603,   723,     0,  2784),
        "c":   (     0,   899,   839,   561,   337,   985,   703),
        "d":   (     0,   605,   124,   468,   198,  1473,   184),
        "e":   (   408,   918,     0,   578,   422,  1038,   772),
        "f":   (   498,  1482,   114,   396,     0,   803,  1912),
    },
    "attn_1_2_outputs": {
        #      "1"    "2"    "3"    "4"    "5"    "6"    "7"
        5: (     0,   110,   658,   627,  1082,  2486,  3024),
    },
    "num_mlp_1_1_outputs": {
        #      "1"    "2"    "3"    "4"    "5"    "6"    "7"
        5: (   803,  4244,  7537,  5993,  4667,  1697,     0),
        6: (     0,  7737,  1473,  2601,  2550,  2836,  4339),
    },
    "attn_2_0_outputs": {
        #      "1"    "2"    "3"    "4"    "5"    "6"    "7"
        6: (  1005,  1191,   587,   667,   465,     0,    93),
    },
    "attn_2_1_outputs": {
        #      "1"    "2"    "3"    "4"    "5"    "6"    "7"
        5: (     0,   480,   738,  1178,  1581,  2303,  3792),
    },
    "attn_2_2_outputs": {
        #          "1"    "2"    "3"    "4"    "5"    "6"    "7"
        "<s>": (  1197,  1751,  1080,    68,     0,   970,    86),
        "a":   (   811,  1666,   303,   220,   250,     0,  2911),
        "b":   (  1290,  1335,   414,     0,   254,   968,   394),
        "d":   (   661,  1237,     0,   338,   256,  1949,   377),
        "e":   (  1307,  1565,     0,   621,   521,  1439,   802),
        "f":   (  1306,  1669,     0,  1080,  1220,  2011,  1191),
    },
    "num_mlp_2_0_outputs": {
        #      "1"    "2"    "3"    "4"    "5"    "6"    "7"
        2: (     0,  8136,  3910,  2997,  3307,  2555,  2594),
        5: (   952,  9135,  9492,  7456,  6149,  2425,     0),
    },
    "num_mlp_2_1_outputs": {
        #      "1"    "2"    "3"    "4"    "5"    "6"    "7"
        1: (  3804,  3980, 10346,  8594,  6412,  3225,     0),
        7: (     0,  4823,    64,  1799,   509,   977,   650),
    },
}
NUMBER_VOTES = {
    #                           "1"    "2"    "3"    "4"    "5"    "6"    "7"
    "num_attn_0_0_outputs": (  4294,  2170,   739,   593,     0,  1452,  1389),
    "num_attn_0_1_outputs": (  4643,  3453,  3025,  2434,  1907,  3610,     0),
    "num_attn_0_2_outputs": (     0,  4557,  7108,  8716,  8714,  5235,  3996),
    "num_attn_1_0_outputs": (     0,  1671,  2312,  2250,  2411,   354,   840),
    "num_attn_1_1_outputs": (     0,  5408,  7846, 10778, 12395, 10811, 10271),
    "num_attn_1_2_outputs": (   469,  1384,     0,  3409,  5491,  4628,  4121),
    "num_attn_2_0_outputs": (   744,     0,  1844,  3351,  4110,  5152,  5866),
    "num_attn_2_2_outputs": (  2574,  3025,  3334,  3217,  3114,  2650,     0),
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
