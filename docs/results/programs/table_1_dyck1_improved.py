"""table_1_dyck1_improved: a Transformer Program. In: up to 16 words; out: a label for each.
Steps: 12 heads copy, 11 heads add up, 12 functions, 38 variables vote.
Learned by gradient, then changed directly: right on 99.62 % of the test labels, and
on 99.68 % of those of all 32,768 inputs."""

import sys
from functools import lru_cache

WORDS = ("(", ")")


def select_closest(keys, queries, predicate):
    """For each query, the position of its nearest earlier match, or itself, or 0."""
    return [
        next((j for j in [*range(i)[::-1], i] if predicate(query, keys[j])), 0)
        for i, query in enumerate(queries)
    ]


def select(keys, queries, predicate):
    """For each query, the positions of all its matches up to its position."""
    return [
        [j for j in range(i + 1) if predicate(query, keys[j])]
        for i, query in enumerate(queries)
    ]


def aggregate(attention, values):
    return [values[j] for j in attention]


def aggregate_sum(attention, values):
    return [sum([values[j] for j in matches]) for matches in attention]


KEYS_0_1 = (14, 1, 14, 2, 3, 4, 4, 6, 6, 8, 8, 10, 11, 12, 12, 14)
NUM_KEYS_0_0 = {1: "<s>", 3: ")", 5: ")", 7: ")", 9: "<s>", 11: "<s>", 13: "<s>"}
NUM_KEYS_0_1 = {3: "(", 4: "(", 6: "<s>", 8: "<s>"}
NUM_KEYS_0_2 = {1: ")", 2: "<s>", 4: ")", 6: ")", 8: ")"}

# fmt: off
NUM_KEYS_0_3 = (
    None, "<s>", ")", ")", ")", ")", ")", None, "<s>", ")", "<s>", "<s>", "<s>", "<s>",
    "<s>", "<s>",
)
# fmt: on


def mlp_0_0(attn_0_1_output, attn_0_0_output):
    if attn_0_1_output == "(":
        return 7 if attn_0_0_output == ")" else 1
    return 7 if attn_0_0_output == "(" else 2


def mlp_0_1(attn_0_1_output, position):
    if attn_0_1_output == "<s>":
        return 1 if position == 0 else 0
    if attn_0_1_output == "(":
        return {4: 1, 5: 1, 6: 1, 7: 1, 8: 1, 9: 1, 13: 15, 15: 13}.get(position, 0)
    return {1: 6, 6: 13, 7: 13, 13: 13, 15: 6}.get(position, 0)


NUM_MLP_0_0 = {0: 8, 1: 6, 3: 7}


def num_mlp_0_1(num_attn_0_2_output, num_attn_0_1_output):
    if num_attn_0_2_output == 0 and num_attn_0_1_output == 4:
        return 14
    if num_attn_0_2_output == 5 and num_attn_0_1_output == 1:
        return 7
    return 9


KEYS_1_1 = {"(": "<s>"}


def mlp_1_0(attn_0_3_output, position):
    if attn_0_3_output == "<s>":
        return 5 if position == 1 else 8
    if attn_0_3_output == "(":
        return {0: 8, 2: 8, 6: 8, 8: 11, 9: 8, 10: 8, 13: 8, 15: 7}.get(position, 5)
    return {2: 2, 3: 2, 12: 14, 13: 11, 14: 15, 15: 2}.get(position, 8)


def mlp_1_1(attn_0_3_output, attn_0_1_output):
    if attn_0_3_output == "<s>":
        return 13
    if attn_0_3_output == "(":
        return 6 if attn_0_1_output == ")" else 13
    return {"<s>": 2, "(": 15, ")": 6}[attn_0_1_output]


NUM_MLP_1_0 = {0: 11, 2: 2, 3: 10}
NUM_MLP_1_1 = {0: 8, 8: 2, 9: 9}


def mlp_2_0(attn_0_2_output, attn_2_2_output):
    if attn_0_2_output == "<s>":
        return 15 if attn_2_2_output == "(" else 11
    return 0 if attn_2_2_output == "<s>" else 13


def mlp_2_1(attn_2_1_output, attn_2_3_output):
    key = (attn_2_1_output, attn_2_3_output)
    if key in {("<s>", "<s>"), (")", "<s>"), (")", ")")}:
        return 14
    return 12


def num_mlp_2_0(num_attn_1_3_output, num_attn_0_2_output):
    if num_attn_1_3_output == 0:
        return {0: 12, 1: 9, 2: 9, 3: 12, 4: 12}.get(num_attn_0_2_output, 10)
    if num_attn_1_3_output == 1:
        return {0: 5, 1: 5, 2: 12, 4: 12, 5: 11}.get(num_attn_0_2_output, 10)
    if num_attn_1_3_output == 2:
        return {0: 5, 1: 11, 2: 9, 3: 9, 4: 12, 5: 11}.get(num_attn_0_2_output, 10)
    if num_attn_1_3_output == 3:
        return {0: 5, 1: 11, 2: 11, 3: 11, 8: 10}.get(num_attn_0_2_output, 12)
    if num_attn_1_3_output == 4:
        return {0: 0, 3: 9, 4: 11, 5: 11}.get(num_attn_0_2_output, 12)
    if num_attn_1_3_output == 5:
        return {0: 10, 3: 10, 4: 9, 5: 11}.get(num_attn_0_2_output, 12)
    if num_attn_1_3_output == 6:
        return {0: 10, 3: 11, 5: 11}.get(num_attn_0_2_output, 12)
    if num_attn_1_3_output == 7:
        return 11 if num_attn_0_2_output == 3 else 12
    if num_attn_1_3_output == 8:
        return {0: 8, 4: 11}.get(num_attn_0_2_output, 12)
    if num_attn_1_3_output == 9:
        return {0: 8, 4: 11, 5: 11}.get(num_attn_0_2_output, 12)
    if num_attn_1_3_output == 10:
        return 11 if num_attn_0_2_output in {0, 5} else 12
    if 11 <= num_attn_1_3_output <= 13:
        return 11 if num_attn_0_2_output == 0 else 12
    return 12


NUM_MLP_2_1 = {0: 10, 1: 11, 2: 13, 5: 13, 8: 0, 9: 10}


def run(tokens):
    wrong = {i: w for i, w in enumerate(tokens) if w not in (WORDS if i else ["<s>"])}
    if wrong or isinstance(tokens, str) or not 1 <= len(tokens) <= 16:
        raise ValueError(f"expected <s>, up to 15 known words; got {wrong or tokens!r}")
    positions = list(range(len(tokens)))
    ones = [1] * len(tokens)
    found = select_closest(positions, tokens, lambda q, k: k == (10 if q == ")" else 1))
    attn_0_0_outputs = aggregate(found, tokens)
    # copies the token just before, unless position in {0, 1, 2, 6, 8, 10, 14}
    found = select_closest(positions, positions, lambda q, k: k == KEYS_0_1[q])
    attn_0_1_outputs = aggregate(found, tokens)
    found = select_closest(positions, tokens, lambda q, k: k == (6 if q == ")" else 1))
    attn_0_2_outputs = aggregate(found, tokens)
    found = select_closest(positions, tokens, lambda q, k: k == (2 if q == ")" else 1))
    attn_0_3_outputs = aggregate(found, tokens)
    found = select(tokens, positions, lambda q, k: k == NUM_KEYS_0_0.get(q))
    num_attn_0_0_outputs = aggregate_sum(found, ones)
    found = select(tokens, positions, lambda q, k: k == NUM_KEYS_0_1.get(q))
    num_attn_0_1_outputs = aggregate_sum(found, ones)
    found = select(tokens, positions, lambda q, k: k == NUM_KEYS_0_2.get(q))
    num_attn_0_2_outputs = aggregate_sum(found, ones)
    found = select(tokens, positions, lambda q, k: k == NUM_KEYS_0_3[q])
    num_attn_0_3_outputs = aggregate_sum(found, ones)
    mlp_0_0_outputs = list(map(mlp_0_0, attn_0_1_outputs, attn_0_0_outputs))
    mlp_0_1_outputs = list(map(mlp_0_1, attn_0_1_outputs, positions))
    num_mlp_0_0_outputs = [NUM_MLP_0_0.get(n, 14) for n in num_attn_0_1_outputs]
    num_mlp_0_1_outputs = list(
        map(num_mlp_0_1, num_attn_0_2_outputs, num_attn_0_1_outputs)
    )
    found = select_closest(
        positions, attn_0_1_outputs, lambda q, k: k == (12 if q == ")" else 1)
    )
    attn_1_0_outputs = aggregate(found, tokens)
    found = select_closest(
        attn_0_2_outputs, attn_0_0_outputs, lambda q, k: k == KEYS_1_1.get(q, ")")
    )
    attn_1_1_outputs = aggregate(found, attn_0_2_outputs)
    found = select_closest(attn_0_1_outputs, tokens, lambda q, k: q == ")" and k == q)
    attn_1_2_outputs = aggregate(found, tokens)
    found = select_closest(
        positions, mlp_0_0_outputs, lambda q, k: k == (7 if q == 2 else 5)
    )
    attn_1_3_outputs = aggregate(found, attn_0_2_outputs)
    found = select(
        attn_0_0_outputs, attn_0_0_outputs, lambda q, k: q != "(" and k == "("
    )
    num_attn_1_0_outputs = aggregate_sum(found, ones)
    found = select(
        tokens, num_mlp_0_0_outputs, lambda q, k: k == ("(" if q == 14 else ")")
    )
    num_attn_1_2_outputs = aggregate_sum(found, num_attn_0_0_outputs)
    found = select(mlp_0_0_outputs, num_mlp_0_0_outputs, lambda q, k: q != 7 and k == 2)
    num_attn_1_3_outputs = aggregate_sum(found, num_attn_0_3_outputs)
    mlp_1_0_outputs = list(map(mlp_1_0, attn_0_3_outputs, positions))
    mlp_1_1_outputs = list(map(mlp_1_1, attn_0_3_outputs, attn_0_1_outputs))
    num_mlp_1_0_outputs = [NUM_MLP_1_0.get(n, 9) for n in num_attn_0_1_outputs]
    num_mlp_1_1_outputs = [NUM_MLP_1_1.get(n, 5) for n in num_attn_1_0_outputs]
    found = select_closest(
        mlp_0_1_outputs, attn_0_0_outputs, lambda q, k: q in "()" and k == 1
    )
    attn_2_0_outputs = aggregate(found, attn_1_1_outputs)
    # copies the attn_0_3_output of the nearest earlier token "("
    found = select_closest(tokens, tokens, lambda q, k: k == "(")
    attn_2_1_outputs = aggregate(found, attn_0_3_outputs)
    found = select_closest(
        mlp_0_0_outputs, mlp_0_1_outputs, lambda q, k: k == (7 if q == 1 else 1)
    )
    attn_2_2_outputs = aggregate(found, attn_0_2_outputs)
    found = select_closest(
        attn_1_0_outputs, tokens, lambda q, k: k == ("(" if q == ")" else "<s>")
    )
    attn_2_3_outputs = aggregate(found, attn_0_3_outputs)
    found = select(mlp_0_0_outputs, attn_1_3_outputs, lambda q, k: q != ")" and k == 2)
    num_attn_2_0_outputs = aggregate_sum(found, num_attn_0_0_outputs)
    found = select(
        mlp_1_1_outputs, num_mlp_0_1_outputs, lambda q, k: q != 7 and k == 13
    )
    num_attn_2_1_outputs = aggregate_sum(found, num_attn_0_1_outputs)
    # adds up num_attn_0_0_outputs of all positions so far where mlp_1_0_output is 2
    found = select(mlp_1_0_outputs, mlp_1_0_outputs, lambda q, k: k == 2)
    num_attn_2_2_outputs = aggregate_sum(found, num_attn_0_0_outputs)
    found = select(tokens, mlp_0_1_outputs, lambda q, k: q in {1, 4, 7, 9} and k == "(")
    num_attn_2_3_outputs = aggregate_sum(found, num_attn_1_3_outputs)
    mlp_2_0_outputs = list(map(mlp_2_0, attn_0_2_outputs, attn_2_2_outputs))
    mlp_2_1_outputs = list(map(mlp_2_1, attn_2_1_outputs, attn_2_3_outputs))
    num_mlp_2_0_outputs = list(
        map(num_mlp_2_0, num_attn_1_3_outputs, num_attn_0_2_outputs)
    )
    num_mlp_2_1_outputs = [NUM_MLP_2_1.get(n, 3) for n in num_attn_2_1_outputs]
    return ["<s>", *classify(locals())[1:]]


# fmt: off
CLASSES = ("F", "P", "T")
NO_VOTES = (0,) * len(CLASSES)  # of the values not listed
VOTES = {
    "tokens": {
        #      "F"     "P"    "T"
        "(": (6149,   7136,     0),
    },
    "positions": {
        #     "F"     "P"    "T"
        1:  (2625,   3195,     0),
        3:  (1989,   4275,     0),
        4:  ( 501,   1039,     0),
        5:  (3256,   4887,     0),
        6:  (   0,   3647,   243),
        7:  (3066,   3560,     0),
        8:  (   0,   4725,  -896),
        9:  (4624,   5837,     0),
        10: ( 438,   1761,     0),
        11: (3523,   5963,     0),
        12: (   0,   1086,   223),
        13: (2299,   5704,     0),
        14: (   0,   1145,   902),
        15: (5086,   5656,     0),
    },
    "attn_0_0_outputs": {
        #        "F"     "P"    "T"
        "<s>": (   0,   6293,   428),
        "(":   ( 538,  11438,     0),
    },
    "attn_0_1_outputs": {
        #      "F"     "P"    "T"
        "(": (   0,    284,  -531),
        ")": (   0,    772,  -313),
    },
    "attn_0_2_outputs": {
        #      "F"     "P"    "T"
        "(": (   0,    173,  -228),
        ")": (   0,    328,   -80),
    },
    "attn_0_3_outputs": {
        #      "F"     "P"    "T"
        "(": (   0,    594,  1967),
        ")": (  30,   1399,     0),
    },
    "mlp_0_0_outputs": {
        #    "F"     "P"    "T"
        1: ( 257,   3874,     0),
        7: (   0,   2294,  1213),
    },
    "mlp_0_1_outputs": {
        #     "F"     "P"    "T"
        0:  (   0,   1044,   631),
        1:  (   0,    427,  1883),
        6:  ( 408,    906,     0),
        13: (   0,    645,   212),
    },
    "num_mlp_0_0_outputs": {
        #     "F"     "P"    "T"
        6:  (   0,   1112,   783),
        8:  (   0,    561,   392),
        14: (   0,    379,   462),
    },
    "num_mlp_0_1_outputs": {
        #     "F"     "P"    "T"
        9:  (   0,    969,   974),
        14: (   0,    249,   359),
    },
    "attn_1_0_outputs": {
        #        "F"     "P"    "T"
        "<s>": (   0,   2601,   917),
        "(":   (  86,   1335,     0),
    },
    "attn_1_1_outputs": {
        #        "F"     "P"    "T"
        "<s>": (   0,   2057,   569),
    },
    "attn_1_2_outputs": {
        #        "F"     "P"    "T"
        "<s>": (   0,   3486,  1011),
        "(":   (   0,   4752,  2765),
    },
    "attn_1_3_outputs": {
        #        "F"     "P"    "T"
        "<s>": (   0,   1604,  1510),
        "(":   (   0,   4203,  3580),
    },
    "mlp_1_0_outputs": {
        #     "F"     "P"    "T"
        5:  (   0,    220,   768),
        7:  (  45,    738,     0),
        8:  (   0,    824,   298),
        11: (   0,   2034,  1031),
        14: (   0,   1041,   733),
        15: (   0,    615,   468),
    },
    "mlp_1_1_outputs": {
        #     "F"     "P"    "T"
        6:  (   0,    873,  -274),
        13: ( 614,    752,     0),
        15: (   0,    446,    54),
    },
    "num_mlp_1_0_outputs": {
        #     "F"     "P"    "T"
        9:  (   0,    539,    12),
        10: ( 470,    647,     0),
        11: ( 427,    631,     0),
    },
    "num_mlp_1_1_outputs": {
        #    "F"     "P"    "T"
        2: (   0,   2316,  1465),
        5: (   0,    862,  3483),
        8: (   0,   4921,   397),
    },
    "attn_2_0_outputs": {
        #        "F"     "P"    "T"
        "<s>": (   0,   2786,  1106),
    },
    "attn_2_1_outputs": {
        #        "F"     "P"    "T"
        "<s>": (   0,   2593,  1603),
        "(":   (   0,   4590,  3615),
    },
    "attn_2_2_outputs": {
        #      "F"     "P"    "T"
        "(": (   0,   2337,  1936),
        ")": (   0,    287,   907),
    },
    "attn_2_3_outputs": {
        #        "F"     "P"    "T"
        "<s>": (2992,   3044,     0),
        "(":   (2326,   3897,     0),
    },
    "mlp_2_0_outputs": {
        #     "F"     "P"    "T"
        11: ( 707,   1194,     0),
        13: (   0,   2145,   594),
        15: (   0,    574,   557),
    },
    "mlp_2_1_outputs": {
        #     "F"     "P"    "T"
        12: (   0,   1700,  2690),
    },
    "num_mlp_2_0_outputs": {
        #     "F"     "P"    "T"
        0:  (   0,   1300,  2060),
        5:  (   0,    450,  2213),
        8:  (   0,   1081,  1810),
        9:  (   0,   1796,  1511),
        10: (   0,   2480,  3001),
        12: (   0,   1951,  3739),
    },
    "num_mlp_2_1_outputs": {
        #     "F"     "P"    "T"
        0:  (   0,   2070,   582),
        3:  (   0,   4608,  2397),
        11: ( 321,   1410,     0),
        13: (   0,   3322,   735),
    },
}
NUMBER_VOTES = {
    #                         "F"     "P"    "T"
    "ones":                 (   0, -26277, -5455),
    "num_attn_0_0_outputs": (3276,   3197,     0),
    "num_attn_0_1_outputs": (   0,   1006,   586),
    "num_attn_0_2_outputs": (3298,      0,  3181),
    "num_attn_0_3_outputs": ( 461,      0,   752),
    "num_attn_1_0_outputs": ( 562,   2644,     0),
    "num_attn_1_2_outputs": (4201,      0,  1910),
    "num_attn_1_3_outputs": (2900,      0,  1426),
    "num_attn_2_0_outputs": (2003,      0,   459),
    "num_attn_2_1_outputs": (   0,   1680,  1013),
    "num_attn_2_2_outputs": (7278,      0,  2317),
    "num_attn_2_3_outputs": ( 346,    113,     0),
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
