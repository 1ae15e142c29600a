"""table_1_dyck2: a Transformer Program. In: up to 16 words; out: a label for each.
Steps: 6 heads copy, 5 heads add up, 8 functions, 20 variables vote.
Learned by gradient: right on 98.62 % of the test labels. Network and program are
equal on every input (compositional proof: 24 modules, 3,128 cells, 2,192 choices,
849 votes)."""

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
NUM_KEYS_0_0 = {2: "<s>", 3: "}", 4: ")", 5: ")", 6: ")", 8: ")"}


def mlp_0_0(token, previous_token):
    if token == "<s>":
        return 3
    if token == ")":
        return {"(": 12, ")": 4, "}": 4}.get(previous_token, 2)
    if token == "}":
        return {")": 4, "{": 12, "}": 4}.get(previous_token, 2)
    return 10 if previous_token in ")}" else 3


def mlp_0_1(previous_token, attn_0_1_output):
    if previous_token == "(":
        return 6 if attn_0_1_output == "{" else 8
    if previous_token == "{":
        return {")": 8, "{": 6, "}": 8}.get(attn_0_1_output, 9)
    return {")": 8, "}": 4}.get(attn_0_1_output, 9)


KEYS_1_0 = {")": "{", "}": "("}
KEYS_1_1 = {1: 1, 2: 2, 9: 4, 10: 4, 11: 4, 12: 4, 13: 4, 14: 4, 15: 4}


def mlp_1_0(token, position):
    if token == "<s>":
        return 13
    if token == "(":
        return 5 if position in {8, 9} else 13
    if token == ")":
        return (13, 13, 10, 5, 10, 13, 14, 5, 14, 5, 14, 6, 10, 5, 10, 13)[position]
    if token == "{":
        return 2 if position in {3, 7, 8, 9, 10, 11} else 13
    if position == 0:
        return 13
    if position in {2, 6, 8, 10}:
        return 14
    if position in {4, 12, 14}:
        return 10
    if position == 11:
        return 6
    return 5


def mlp_1_1(previous_token, attn_1_1_output):
    if previous_token == "<s>":
        return 9 if attn_1_1_output == 3 else 2
    if previous_token == "(":
        return {2: 0, 3: 14, 4: 0, 10: 0, 12: 0}.get(attn_1_1_output, 2)
    if previous_token == "{":
        return {2: 0, 3: 14, 10: 0, 12: 0}.get(attn_1_1_output, 2)
    return {3: 9, 12: 15}.get(attn_1_1_output, 2)


def mlp_2_1(attn_1_0_output, attn_2_1_output):
    key = (attn_1_0_output, attn_2_1_output)
    if key in {("(", 2), ("(", 3), ("(", 4), ("(", 10), ("(", 12), (")", 3), ("{", 3)}:
        return 0
    if key == ("{", 10):
        return 1
    return 10


def num_mlp_2_1(num_attn_1_1_output, num_attn_1_0_output):
    return 1 if num_attn_1_1_output == 0 and num_attn_1_0_output == 0 else 9


def run(tokens):
    wrong = {i: w for i, w in enumerate(tokens) if w not in (WORDS if i else ["<s>"])}
    if wrong or isinstance(tokens, str) or not 1 <= len(tokens) <= 16:
        raise ValueError(f"expected <s>, up to 15 known words; got {wrong or tokens!r}")
    positions = list(range(len(tokens)))
    ones = [1] * len(tokens)
    found = select_closest(positions, positions, lambda q, k: k == q - 1)
    previous_token = aggregate(found, tokens)  # copies the token just before
    found = select_closest(tokens, tokens, lambda q, k: k == KEYS_0_1.get(q, "{"))
    attn_0_1_outputs = aggregate(found, tokens)
    found = select(tokens, positions, lambda q, k: k == NUM_KEYS_0_0.get(q))
    num_attn_0_0_outputs = aggregate_sum(found, ones)
    num_attn_0_1_outputs = [1 for one in ones]
    mlp_0_0_outputs = list(map(mlp_0_0, tokens, previous_token))
    mlp_0_1_outputs = list(map(mlp_0_1, previous_token, attn_0_1_outputs))
    found = select_closest(
        attn_0_1_outputs, tokens, lambda q, k: k == KEYS_1_0.get(q, "<s>")
    )
    attn_1_0_outputs = aggregate(found, previous_token)
    found = select_closest(positions, positions, lambda q, k: k == KEYS_1_1.get(q, 3))
    attn_1_1_outputs = aggregate(found, mlp_0_0_outputs)
    # adds up num_attn_0_1_outputs of all positions so far where mlp_0_0_output is 4
    found = select(mlp_0_0_outputs, mlp_0_0_outputs, lambda q, k: k == 4)
    num_attn_1_0_outputs = aggregate_sum(found, num_attn_0_1_outputs)
    # adds up num_attn_0_1_outputs of all positions so far where mlp_0_0_output is 2
    found = select(mlp_0_0_outputs, mlp_0_0_outputs, lambda q, k: k == 2)
    num_attn_1_1_outputs = aggregate_sum(found, num_attn_0_1_outputs)
    mlp_1_0_outputs = list(map(mlp_1_0, tokens, positions))
    mlp_1_1_outputs = list(map(mlp_1_1, previous_token, attn_1_1_outputs))
    num_mlp_1_1_outputs = [1 if n == 0 else 11 for n in num_attn_1_1_outputs]
    found = select_closest(positions, tokens, lambda q, k: k == (4 if q == "}" else 3))
    attn_2_0_outputs = aggregate(found, attn_1_1_outputs)
    found = select_closest(
        previous_token, tokens, lambda q, k: k == ("(" if q in {"<s>", "{"} else ")")
    )
    attn_2_1_outputs = aggregate(found, attn_1_1_outputs)
    found = select(
        mlp_0_0_outputs, mlp_0_1_outputs, lambda q, k: q not in {6, 9} and k == 3
    )
    num_attn_2_0_outputs = aggregate_sum(found, ones)
    found = select(
        mlp_0_0_outputs,
        attn_1_1_outputs,
        lambda q, k: k == (4 if q in {7, 9, 10, 12, 14} else 2),
    )
    num_attn_2_1_outputs = aggregate_sum(found, num_attn_0_1_outputs)
    mlp_2_1_outputs = list(map(mlp_2_1, attn_1_0_outputs, attn_2_1_outputs))
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
        "(": (35920,     0,  8677),
        ")": (37071,     0, 18070),
        "{": (35677,     0,  8427),
        "}": (37353,     0, 18227),
    },
    "positions": {
        #      "F"    "P"    "T"
        1:  ( 6962, 12887,     0),
        3:  (12016, 14679,     0),
        4:  ( 3065,  6078,     0),
        5:  (10645, 17145,     0),
        6:  ( 1568,  7137,     0),
        7:  ( 9938, 16874,     0),
        8:  ( 1239,  7160,     0),
        9:  ( 8997, 17584,     0),
        10: (    0,  7580,   715),
        11: ( 8444, 17330,     0),
        12: (    0,  8074,  1285),
        13: ( 7822, 16997,     0),
        14: (    0,  8087,  1365),
        15: ( 7836, 17306,     0),
    },
    "previous_token": {
        #         "F"    "P"    "T"
        "<s>": (    0,  2524,  2197),
        "(":   (    0,  1046,  1120),
        ")":   (    0,    53,    41),
        "{":   (    0,   797,   659),
    },
    "attn_0_1_outputs": {
        #         "F"    "P"    "T"
        "<s>": ( 1642,  2343,     0),
        "(":   (  956,  1503,     0),
        "{":   ( 1220,  1836,     0),
        "}":   (    0,   284,   135),
    },
    "mlp_0_0_outputs": {
        #      "F"    "P"    "T"
        3:  ( 1150,  3488,     0),
        4:  (    0,  4070,  2513),
        10: ( 1359,  5023,     0),
        12: (    0,  4200,  3655),
    },
    "mlp_0_1_outputs": {
        #     "F"    "P"    "T"
        6: ( 3029,  9738,     0),
        8: (    0,   359,   369),
        9: ( 3713, 10390,     0),
    },
    "attn_1_0_outputs": {
        #         "F"    "P"    "T"
        "<s>": (    0,   168,   780),
        "(":   (  563,   650,     0),
        "{":   (  203,   500,     0),
        "}":   (    0,    45,   520),
    },
    "attn_1_1_outputs": {
        #      "F"    "P"    "T"
        2:  (    0,   344,  2977),
        3:  (    0,  3290,  2084),
        10: (    0,  5033,  9790),
        12: (    0,  6287,  9860),
    },
    "mlp_1_0_outputs": {
        #      "F"    "P"    "T"
        5:  ( 1379,  1588,     0),
        6:  (  746,  1147,     0),
        10: (    0,   193,  3421),
        13: (    0,   238,  1905),
        14: (    0,  1250,  3873),
    },
    "mlp_1_1_outputs": {
        #      "F"    "P"    "T"
        0:  (    0,   456,   655),
        2:  (    0,   558,  1802),
        9:  (    0,   390,  1517),
        15: (    0,   577,  2650),
    },
    "num_mlp_1_1_outputs": {
        #     "F"    "P"    "T"
        1: (    0,  5239,  3328),
    },
    "attn_2_0_outputs": {
        #      "F"    "P"    "T"
        2:  (    0,  8797,  9343),
        3:  (    0, 16373, 14697),
        10: (    0,  7980,  6159),
        12: (    0, 13130, 10207),
    },
    "attn_2_1_outputs": {
        #      "F"    "P"    "T"
        3:  (    0,  1395,  -262),
        4:  (  862,  2243,     0),
        10: (    0,  1418,   117),
        12: (    0,  1406,  -276),
    },
    "mlp_2_1_outputs": {
        #     "F"    "P"    "T"
        0: (    0,    34,   282),
        1: (  891,  1580,     0),
    },
    "num_mlp_2_1_outputs": {
        #     "F"    "P"    "T"
        1: (    0, 10252,  5286),
    },
}
NUMBER_VOTES = {
    #                          "F"    "P"    "T"
    "num_attn_0_0_outputs": (  229,     0,   337),
    "num_attn_1_0_outputs": ( 2619,     0,  2164),
    "num_attn_1_1_outputs": (14187,     0,  1406),
    "num_attn_2_0_outputs": ( 1162,  2262,     0),
    "num_attn_2_1_outputs": ( 4419,  1467,     0),
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
