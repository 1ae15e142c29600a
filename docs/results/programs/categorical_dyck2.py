"""categorical_dyck2: a Transformer Program. In: up to 16 words; out: a label for each.
Steps: 8 heads copy, 8 functions, 18 variables vote.
Learned by gradient: right on 96.06 % of the test labels. Network and program are
equal on every input (compositional proof: 16 modules, 2,006 cells, 2,192 choices,
699 votes)."""

import sys

WORDS = ("(", ")", "{", "}")


def select_closest(keys, queries, predicate):
    """For each query, the position of its nearest earlier match, or itself, or 0."""
    return [
        next((j for j in [*range(i)[::-1], i] if predicate(query, keys[j])), 0)
        for i, query in enumerate(queries)
    ]


def aggregate(attention, values):
    return [values[j] for j in attention]


KEYS_0_0 = {")": 2, "}": 4}
KEYS_0_1 = (14, 1, 14, 14, 3, 4, 4, 6, 6, 8, 8, 10, 10, 12, 12, 14)
KEYS_0_3 = {")": ")", "{": "(", "}": "}"}


def mlp_0_0(previous_token, attn_0_1_output):
    if previous_token == "(":
        return 10 if attn_0_1_output in ")}" else 3
    if previous_token == ")":
        return 10
    return 3 if attn_0_1_output == "(" else 10


def mlp_0_1(previous_token, token):
    if token in {"<s>", ")"}:
        return 6
    if token == "}":
        return 0 if previous_token in "({" else 6
    return {"(": 5, ")": 6, "}": 6}.get(previous_token, 0)


def mlp_0_2(position, attn_0_1_output):
    if attn_0_1_output == "<s>":
        return 3 if position == 3 else 5
    if attn_0_1_output == "(":
        return {0: 5, 2: 5, 3: 5, 4: 11, 5: 5, 6: 13, 10: 5, 14: 7}.get(position, 3)
    if attn_0_1_output == ")":
        return {1: 7, 4: 7, 6: 6, 8: 7, 10: 7, 12: 7, 14: 7}.get(position, 5)
    if attn_0_1_output == "{":
        return {6: 13, 14: 7}.get(position, 5)
    return {1: 7, 4: 7, 6: 6, 8: 6, 10: 7, 12: 7, 14: 7}.get(position, 5)


def mlp_0_3(previous_token, token):
    if token == "<s>":
        return 3
    if token == ")":
        return {"(": 12, ")": 15, "}": 15}.get(previous_token, 2)
    if token == "}":
        return {")": 15, "{": 12, "}": 15}.get(previous_token, 2)
    return 13 if previous_token in ")}" else 3


KEYS_1_1 = {0: 3, 1: 3, 2: 2, 3: 3, 4: 3, 5: 3, 6: 3, 14: 7}


def mlp_1_0(attn_1_0_output, attn_1_2_output):
    if attn_1_2_output == 2:
        return 15 if attn_1_0_output in {2, 3} else 6
    if attn_1_2_output in {3, 12}:
        return {2: 15, 3: 13, 12: 4, 13: 9}.get(attn_1_0_output, 6)
    if attn_1_2_output == 13:
        return {2: 13, 3: 13, 12: 4, 13: 9}.get(attn_1_0_output, 6)
    if attn_1_2_output == 15:
        return 10 if attn_1_0_output == 3 else 6
    return 6


def mlp_1_1(attn_1_1_output, previous_token):
    if attn_1_1_output == 3 and previous_token not in {")", "}"}:
        return 12
    if attn_1_1_output == 15 and previous_token == ")":
        return 1
    return 11


def mlp_1_2(attn_1_1_output, attn_1_2_output):
    if attn_1_2_output == 3:
        return {3: 15, 12: 12, 13: 3}.get(attn_1_1_output, 0)
    if attn_1_2_output == 13:
        return {3: 2, 12: 3, 13: 3}.get(attn_1_1_output, 0)
    return 0


def mlp_1_3(attn_0_1_output, previous_token):
    if attn_0_1_output not in {"(", "{"} and previous_token in ")}":
        return 4
    if attn_0_1_output == "(" and previous_token in "({":
        return 10
    return 15


def run(tokens):
    wrong = {i: w for i, w in enumerate(tokens) if w not in (WORDS if i else ["<s>"])}
    if wrong or isinstance(tokens, str) or not 1 <= len(tokens) <= 16:
        raise ValueError(f"expected <s>, up to 15 known words; got {wrong or tokens!r}")
    positions = list(range(len(tokens)))
    found = select_closest(positions, tokens, lambda q, k: k == KEYS_0_0.get(q, 3))
    attn_0_0_outputs = aggregate(found, tokens)
    found = select_closest(positions, positions, lambda q, k: k == KEYS_0_1[q])
    attn_0_1_outputs = aggregate(found, tokens)
    found = select_closest(positions, positions, lambda q, k: k == q - 1)
    previous_token = aggregate(found, tokens)  # copies the token just before
    found = select_closest(tokens, tokens, lambda q, k: k == KEYS_0_3.get(q, "{"))
    attn_0_3_outputs = aggregate(found, tokens)
    mlp_0_0_outputs = list(map(mlp_0_0, previous_token, attn_0_1_outputs))
    mlp_0_1_outputs = list(map(mlp_0_1, previous_token, tokens))
    mlp_0_2_outputs = list(map(mlp_0_2, positions, attn_0_1_outputs))
    mlp_0_3_outputs = list(map(mlp_0_3, previous_token, tokens))
    found = select_closest(positions, tokens, lambda q, k: k == (2 if q in "({" else 3))
    attn_1_0_outputs = aggregate(found, mlp_0_3_outputs)
    found = select_closest(positions, positions, lambda q, k: k == KEYS_1_1.get(q, 5))
    attn_1_1_outputs = aggregate(found, mlp_0_3_outputs)
    found = select_closest(
        attn_0_1_outputs,
        attn_0_1_outputs,
        lambda q, k: k == (")" if q in "){" else "}"),
    )
    attn_1_2_outputs = aggregate(found, mlp_0_3_outputs)
    # copies the mlp_0_3_output of the nearest earlier mlp_0_3_output 2
    found = select_closest(mlp_0_3_outputs, mlp_0_3_outputs, lambda q, k: k == 2)
    attn_1_3_outputs = aggregate(found, mlp_0_3_outputs)
    mlp_1_0_outputs = list(map(mlp_1_0, attn_1_0_outputs, attn_1_2_outputs))
    mlp_1_1_outputs = list(map(mlp_1_1, attn_1_1_outputs, previous_token))
    mlp_1_2_outputs = list(map(mlp_1_2, attn_1_1_outputs, attn_1_2_outputs))
    mlp_1_3_outputs = list(map(mlp_1_3, attn_0_1_outputs, previous_token))
    return ["<s>", *classify(locals())[1:]]


# fmt: off
CLASSES = ("F", "P", "T")
NO_VOTES = (0,) * len(CLASSES)  # of the values not listed
VOTES = {
    "tokens": {
        #       "F"     "P"     "T"
        "(": (67319,  18388,      0),
        ")": (    0, -50525, -60729),
        "{": (67893,  19005,      0),
        "}": (    0, -50118, -60410),
    },
    "positions": {
        #      "F"     "P"     "T"
        1:  (    0,   5072,   5631),
        2:  (    0,   2323,  17724),
        3:  (    0,   8759,   4713),
        4:  (    0,   6251,  16133),
        5:  (    0,   4436,   2267),
        6:  (    0,   2709,  11378),
        7:  (    0,   3894,    635),
        8:  (    0,   3244,   9065),
        9:  (    0,   2804,   1040),
        10: (    0,   1958,   8587),
        11: (    0,   1914,     91),
        12: (    0,    893,   8402),
        13: (    6,   1022,      0),
        14: (    0,    944,   8188),
    },
    "attn_0_0_outputs": {
        #         "F"     "P"     "T"
        "<s>": (    0,   3498,   1078),
        "(":   (    0,   2516,   1321),
        ")":   (  200,    244,      0),
        "{":   (    0,   2306,   1252),
    },
    "attn_0_1_outputs": {
        #         "F"     "P"     "T"
        "<s>": (    0,   2348,   5140),
        "(":   (    0,    585,    295),
        ")":   (    0,   2507,   4016),
        "}":   (    0,   2506,   4069),
    },
    "previous_token": {
        #         "F"     "P"     "T"
        "<s>": (    0,   1906,    684),
        "(":   (  765,   1357,      0),
        "{":   (  915,   1713,      0),
        "}":   (    0,     52,      3),
    },
    "attn_0_3_outputs": {
        #         "F"     "P"     "T"
        "<s>": ( 1634,   2578,      0),
        "(":   (  980,   2222,      0),
        "{":   ( 1474,   2860,      0),
        "}":   (    0,    451,    353),
    },
    "mlp_0_0_outputs": {
        #     "F"     "P"     "T"
        3: ( 2231,   2688,      0),
    },
    "mlp_0_1_outputs": {
        #     "F"     "P"     "T"
        5: (  179,    307,      0),
        6: (    0,     50,    -47),
    },
    "mlp_0_2_outputs": {
        #      "F"     "P"     "T"
        3:  (    0,   1341,    619),
        5:  (    0,   2303,   1131),
        7:  (    0,    345,    346),
        11: (    0,   2444,   8149),
        13: (  164,   3065,      0),
    },
    "mlp_0_3_outputs": {
        #      "F"     "P"     "T"
        2:  (    0,   1614,   2392),
        12: (    0,   4603,   4100),
        13: (    0,   2298,   1679),
        15: (    0,   2488,   4337),
    },
    "attn_1_0_outputs": {
        #      "F"     "P"     "T"
        2:  (    0,   5321,   5973),
        3:  (    0,  12995,  10975),
        12: (    0,   8369,   8562),
        13: (    0,   9544,   7578),
    },
    "attn_1_1_outputs": {
        #      "F"     "P"     "T"
        3:  (    0,   5576,   3141),
        12: (    0,   3344,   3963),
        13: (    0,   3593,   4298),
        15: (    0,    824,   2564),
    },
    "attn_1_2_outputs": {
        #      "F"     "P"     "T"
        3:  (    0,   5995,   4934),
        12: (    0,   5609,   4127),
        13: (    0,   5337,   4737),
        15: (    0,   4759,   3906),
    },
    "attn_1_3_outputs": {
        #     "F"     "P"     "T"
        3: (    0,  15430,  16568),
    },
    "mlp_1_0_outputs": {
        #      "F"     "P"     "T"
        4:  (    0,   1756,   3617),
        9:  (    0,    881,   4011),
        10: (    0,    656,   2967),
        13: (    0,    800,   2176),
        15: (    0,   1588,   2925),
    },
    "mlp_1_1_outputs": {
        #      "F"     "P"     "T"
        1:  (    0,   1204,   2636),
        11: (    0,    845,   2597),
    },
    "mlp_1_2_outputs": {
        #      "F"     "P"     "T"
        0:  (    0,    657,   2480),
        2:  (    0,     58,   1101),
        3:  (    0,    959,   1681),
        12: (    0,   1153,   1367),
    },
    "mlp_1_3_outputs": {
        #      "F"     "P"     "T"
        10: (    0,   2817,   1784),
        15: (    0,   3254,   5037),
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
