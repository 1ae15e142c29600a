"""recipe_dyck2: a Transformer Program. In: up to 16 words; out: a label for each.
Steps: 6 heads copy, 6 heads add up, 8 functions, 21 variables vote.
Learned by gradient: right on 98.63 % of the test labels.
Extracted: network = program: equal on every input (compositional proof: 24 modules,
2,366 cells, 27,936 choices, 849 votes).
Simplified: same answer on every input, by rules (71 changes)."""

import sys
from functools import lru_cache

WORDS = ("(", ")", "{", "}")


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


KEYS_0_1 = {")": ")", "{": "(", "}": "}"}
NUM_KEYS_0_0 = {2: "<s>", 4: ")", 5: ")", 6: ")", 7: ")", 8: ")", 13: "<s>"}


def mlp_0_0(token, previous_token):
    if token == "<s>":
        return 4 if previous_token == "<s>" else 3
    if token == ")":
        return {"(": 9, ")": 4, "}": 4}.get(previous_token, 2)
    if token == "}":
        return {")": 4, "{": 9, "}": 4}.get(previous_token, 2)
    return {")": 14, "}": 10}.get(previous_token, 3)


def mlp_0_1(previous_token, position):
    if previous_token == "<s>":
        return 8 if position == 1 else 2
    if previous_token == "(":
        return 2 if position in {0, 1, 5, 9, 11, 13, 15} else 8
    if previous_token == "{":
        if position in {2, 4, 12, 14}:
            return 8
        if position in {3, 7}:
            return 6
        if position in {6, 8, 10}:
            return 5
        return 2
    return {2: 4, 4: 4, 6: 12, 7: 6, 8: 12, 10: 12, 12: 12, 14: 12}.get(position, 2)


KEYS_1_0 = {"(": "{", ")": "{", "}": "("}
KEYS_1_1 = {0: 3, 1: 1, 2: 2, 3: 3, 4: 3, 5: 3, 6: 3, 7: 3}


def mlp_1_0(token, position):
    if token == "<s>":
        return 12
    if token == "(":
        return {2: 6, 4: 6, 7: 15, 9: 6, 11: 6, 13: 6}.get(position, 12)
    if token == "}":
        return {3: 15, 13: 6}.get(position, 12)
    return 6 if position == 13 else 12


def mlp_1_1(previous_token, attn_1_1_output):
    if previous_token == "<s>":
        return 6 if attn_1_1_output == 3 else 10
    if previous_token in "({":
        return {2: 9, 3: 6, 4: 15, 9: 0, 10: 9, 14: 5}.get(attn_1_1_output, 10)
    return 10


KEYS_2_1 = {"(": ")", "{": ")", "}": "{"}


def mlp_2_0(attn_2_0_output, mlp_0_0_output):
    if attn_2_0_output in {2, 4}:
        return {2: 12, 4: 0, 9: 10, 14: 4}.get(mlp_0_0_output, 15)
    if attn_2_0_output == 3:
        return {2: 10, 3: 10, 4: 11, 9: 10, 10: 10, 14: 10}.get(mlp_0_0_output, 15)
    if attn_2_0_output == 9:
        return {2: 4, 3: 4, 4: 11, 9: 4, 10: 4, 14: 4}.get(mlp_0_0_output, 15)
    if attn_2_0_output == 10:
        return 9 if mlp_0_0_output in {4, 14} else 15
    if attn_2_0_output == 14:
        return {2: 0, 4: 0, 14: 4}.get(mlp_0_0_output, 15)
    return 15


def mlp_2_1(attn_1_0_output, attn_2_0_output):
    if attn_2_0_output in {2, 4}:
        return 13 if attn_1_0_output in {"<s>", "("} else 6
    if attn_2_0_output == 3:
        return 0 if attn_1_0_output in {"<s>", "("} else 6
    if attn_2_0_output == 9:
        return {"<s>": 0, ")": 6, "}": 6}.get(attn_1_0_output, 1)
    return 13


def num_mlp_2_1(num_attn_1_1_output, num_attn_1_0_output):
    return 1 if num_attn_1_1_output == 0 and num_attn_1_0_output == 0 else 4


def run(tokens):
    ok = isinstance(tokens, (list, tuple)) and 1 <= len(tokens) <= 16
    if not ok or any(w not in (WORDS if i else ["<s>"]) for i, w in enumerate(tokens)):
        raise ValueError(f"expected <s>, up to 15 known words; got {tokens!r}")
    positions = list(range(len(tokens)))
    ones = [1] * len(tokens)
    found = select_closest(positions, positions, lambda q, k: k == q - 1)
    previous_token = aggregate(found, tokens)  # copies the token just before
    found = select_closest(tokens, tokens, lambda q, k: k == KEYS_0_1.get(q, "{"))
    attn_0_1_outputs = aggregate(found, tokens)
    found = select(tokens, positions, lambda q, k: k == NUM_KEYS_0_0.get(q))
    num_attn_0_0_outputs = aggregate_sum(found, ones)
    found = select(tokens, tokens, lambda q, k: q in ")}" and k == "<s>")
    num_attn_0_1_outputs = aggregate_sum(found, ones)
    mlp_0_0_outputs = list(map(mlp_0_0, tokens, previous_token))
    mlp_0_1_outputs = list(map(mlp_0_1, previous_token, positions))
    found = select_closest(
        attn_0_1_outputs, tokens, lambda q, k: k == KEYS_1_0.get(q, "<s>")
    )
    attn_1_0_outputs = aggregate(found, previous_token)
    found = select_closest(positions, positions, lambda q, k: k == KEYS_1_1.get(q, 4))
    attn_1_1_outputs = aggregate(found, mlp_0_0_outputs)
    # adds up num_attn_0_1_outputs of all positions so far where mlp_0_0_output is 4
    found = select(mlp_0_0_outputs, mlp_0_0_outputs, lambda q, k: k == 4)
    num_attn_1_0_outputs = aggregate_sum(found, num_attn_0_1_outputs)
    # adds up num_attn_0_1_outputs of all positions so far where mlp_0_0_output is 2
    found = select(mlp_0_0_outputs, mlp_0_0_outputs, lambda q, k: k == 2)
    num_attn_1_1_outputs = aggregate_sum(found, num_attn_0_1_outputs)
    mlp_1_0_outputs = list(map(mlp_1_0, tokens, positions))
    mlp_1_1_outputs = list(map(mlp_1_1, previous_token, attn_1_1_outputs))
    num_mlp_1_1_outputs = [4 if n == 0 else 8 for n in num_attn_1_1_outputs]
    # copies the attn_1_1_output at position 5
    found = select_closest(positions, positions, lambda q, k: k == 5)
    attn_2_0_outputs = aggregate(found, attn_1_1_outputs)
    found = select_closest(
        previous_token, tokens, lambda q, k: k == KEYS_2_1.get(q, "(")
    )
    attn_2_1_outputs = aggregate(found, attn_1_1_outputs)
    found = select(
        mlp_0_0_outputs, attn_0_1_outputs, lambda q, k: k == (3 if q in ")}" else 9)
    )
    num_attn_2_0_outputs = aggregate_sum(found, ones)
    found = select(
        mlp_0_0_outputs,
        attn_1_1_outputs,
        lambda q, k: k == (4 if q in {7, 9, 10, 12, 14} else 2),
    )
    num_attn_2_1_outputs = aggregate_sum(found, num_attn_0_1_outputs)
    mlp_2_0_outputs = list(map(mlp_2_0, attn_2_0_outputs, mlp_0_0_outputs))
    mlp_2_1_outputs = list(map(mlp_2_1, attn_1_0_outputs, attn_2_0_outputs))
    num_mlp_2_1_outputs = list(
        map(num_mlp_2_1, num_attn_1_1_outputs, num_attn_1_0_outputs)
    )
    return ["<s>", *classify(locals())[1:]]


# fmt: off
CLASSES = ("F", "P", "T")
NO_VOTES = (0,) * len(CLASSES)  # of the values not listed
VOTES = {
    "tokens": {
        #       "F"    "P"    "T"
        "(": (36253,     0,  1161),
        ")": (37559,     0, 11283),
        "{": (35569,     0,     5),
        "}": (37886,     0, 11275),
    },
    "positions": {
        #      "F"    "P"    "T"
        1:  ( 3348,  7562,     0),
        2:  (    0,  3963,  8889),
        3:  ( 8308, 10514,     0),
        5:  ( 8109, 10263,     0),
        6:  (  312,  2293,     0),
        7:  (10164, 12348,     0),
        8:  (    0,  4110,  1490),
        9:  ( 7534, 12018,     0),
        10: (    0,  3697,  2102),
        11: ( 7017, 11545,     0),
        12: (    0,  3570,  2507),
        13: ( 5676, 10053,     0),
        14: (    0,  3074,  2423),
        15: ( 6121, 10549,     0),
    },
    "previous_token": {
        #         "F"    "P"    "T"
        "<s>": (    0,  1042,  1580),
        "(":   (    0,   126,   304),
        ")":   (   14,   794,     0),
        "}":   (  108,   731,     0),
    },
    "attn_0_1_outputs": {
        #         "F"    "P"    "T"
        "<s>": ( 2448,  4047,     0),
        "(":   ( 3061,  3666,     0),
        "{":   ( 2109,  3333,     0),
        "}":   (   47,    49,     0),
    },
    "mlp_0_0_outputs": {
        #      "F"    "P"    "T"
        3:  ( 3077,  5602,     0),
        4:  (    0,  5299,  2207),
        9:  (    0,  2575,  2107),
        10: ( 1466,  4333,     0),
        14: ( 1029,  3916,     0),
    },
    "mlp_0_1_outputs": {
        #     "F"    "P"    "T"
        2: ( 4492,  5501,     0),
        4: (    0,   668,   117),
        5: (    0,  2914,  1886),
        6: ( 1251,  2999,     0),
        8: (    0,  2545,  1232),
    },
    "attn_1_0_outputs": {
        #         "F"    "P"    "T"
        "<s>": (    0,   838,   399),
        "(":   (  539,  1268,     0),
        "{":   (    0,   367,    24),
        "}":   (    0,    11,   422),
    },
    "attn_1_1_outputs": {
        #      "F"    "P"    "T"
        2:  (    0,  4242,  6540),
        3:  (    0,  5691,  2530),
        9:  (    0,  7817, 11448),
        10: (    0,  3615, 10239),
        14: (    0,  4854, 11139),
    },
    "mlp_1_0_outputs": {
        #      "F"    "P"    "T"
        6:  (    0,  1347,  1509),
        12: (    0,   886,  3457),
    },
    "mlp_1_1_outputs": {
        #      "F"    "P"    "T"
        0:  ( 1598,  2155,     0),
        5:  ( 3628,  3959,     0),
        9:  ( 1342,  3544,     0),
        10: (    0,  1031,   -36),
        15: (    0,  1522,  1676),
    },
    "num_mlp_1_1_outputs": {
        #     "F"    "P"    "T"
        4: (    0, 10293, 10535),
    },
    "attn_2_0_outputs": {
        #      "F"    "P"    "T"
        2:  (    0,  9649, 10783),
        3:  (    0, 10939, 11918),
        4:  (    0,  1441,  1876),
        9:  (    0,  9668,  7634),
        10: (    0,   303,   285),
    },
    "attn_2_1_outputs": {
        #      "F"    "P"    "T"
        2:  (    0,  3280,  4476),
        3:  (    0,  1317,  2350),
        9:  (    0,   575,  1768),
        10: (    0,   611,  2107),
        14: (    0,   946,  2059),
    },
    "mlp_2_0_outputs": {
        #      "F"    "P"    "T"
        0:  (    0,  6617,  2164),
        4:  (    0,  4075,  2024),
        9:  (    0,  4433,  1897),
        10: (    0,  4789,   861),
        12: (    0,  6147,  2013),
        15: (    0,  5122,  1338),
    },
    "mlp_2_1_outputs": {
        #      "F"    "P"    "T"
        1:  (  747,  1489,     0),
        6:  (  163,   898,     0),
        13: (    0,   993,  1822),
    },
    "num_mlp_2_1_outputs": {
        #     "F"    "P"    "T"
        1: (    0, 12440,  7297),
    },
}
NUMBER_VOTES = {
    #                          "F"    "P"    "T"
    "num_attn_0_0_outputs": (  252,     0,   433),
    "num_attn_1_0_outputs": ( 2651,     0,  2304),
    "num_attn_1_1_outputs": ( 9996,     0,  1824),
    "num_attn_2_0_outputs": ( 1288,  2394,     0),
    "num_attn_2_1_outputs": ( 4473,  1525,     0),
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
