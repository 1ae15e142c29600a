"""categorical_dyck2: a Transformer Program. In: up to 16 words; out: a label for each.
Steps: 15 heads copy, 8 functions, 25 variables vote.
Learned by gradient: right on 97.21 % of the test labels.
Extracted: network = program: equal on every input (compositional proof: 24 modules,
3,130 cells, 2,192 choices, 951 votes).
Simplified: same answer on every input, by rules (71 changes)."""

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


KEYS_0_4 = {1: 1, 5: 5, 6: 4, 7: 7, 8: 6, 9: 9, 10: 8, 11: 9, 12: 10, 14: 12}
KEYS_0_5 = {")": ")", "{": "(", "}": "}"}
KEYS_0_6 = {")": ")", "}": "}"}
KEYS_0_7 = (14, 14, 14, 2, 3, 4, 5, 6, 7, 8, 8, 10, 10, 12, 12, 14)


def mlp_0_0(attn_0_7_output, attn_0_5_output):
    if attn_0_7_output in {"<s>", "}"}:
        return 14 if attn_0_5_output in "({" else 11
    return 11 if attn_0_5_output in ")}" else 14


def mlp_0_1(attn_0_1_output, attn_0_7_output):
    if attn_0_7_output == "<s>":
        return {"<s>": 14, "(": 0, "{": 1}.get(attn_0_1_output, 2)
    if attn_0_7_output in "({":
        return 10 if attn_0_1_output in ")}" else 1
    return 0 if attn_0_1_output in "({" else 2


def mlp_0_2(previous_token, attn_0_6_output):
    if attn_0_6_output == "(":
        return 0
    if attn_0_6_output == ")":
        return {")": 0, "{": 2, "}": 0}.get(previous_token, 13)
    if attn_0_6_output == "}":
        return {")": 0, "{": 13, "}": 0}.get(previous_token, 2)
    return {"<s>": 3, ")": 14, "}": 14}.get(previous_token, 1)


def mlp_0_3(previous_token, token):
    if token == "<s>":
        return 6
    if token == "(":
        return 10 if previous_token in ")}" else 6
    if token == "{":
        return 10 if previous_token == "}" else 6
    return 6 if previous_token in "({" else 10


KEYS_1_1 = {"<s>": "<s>", "{": ")", "}": ")"}


def mlp_1_0(attn_0_6_output, attn_1_4_output):
    if attn_1_4_output == 1:
        return 11 if attn_0_6_output == "{" else 15
    if attn_1_4_output in {2, 10}:
        return {"(": 15, "{": 10}.get(attn_0_6_output, 8)
    return 15


def mlp_1_1(attn_1_7_output, attn_1_3_output):
    if attn_1_3_output == 0:
        return {1: 5, 3: 15}.get(attn_1_7_output, 11)
    if attn_1_3_output == 3:
        return {0: 9, 1: 5, 2: 4, 3: 15, 13: 4, 14: 8}.get(attn_1_7_output, 11)
    return 11


def mlp_1_2(attn_1_3_output, attn_1_6_output):
    if attn_1_6_output == 3:
        return 12 if attn_1_3_output == 0 else 0
    return 13


def mlp_1_3(attn_1_5_output, attn_1_7_output):
    if attn_1_7_output == 0:
        return {0: 14, 1: 15, 2: 14, 3: 2, 13: 15, 14: 14}.get(attn_1_5_output, 13)
    if attn_1_7_output == 1:
        return 15 if attn_1_5_output in {0, 1, 2, 3, 13} else 13
    if attn_1_7_output == 2:
        return {0: 1, 1: 15, 2: 12, 3: 12, 13: 12, 14: 14}.get(attn_1_5_output, 13)
    if attn_1_7_output == 3:
        return 12 if attn_1_5_output == 2 else 13
    if attn_1_7_output in {13, 14}:
        return {0: 1, 2: 1, 14: 14}.get(attn_1_5_output, 13)
    return 13


def run(tokens):
    ok = isinstance(tokens, (list, tuple)) and 1 <= len(tokens) <= 16
    if not ok or any(w not in (WORDS if i else ["<s>"]) for i, w in enumerate(tokens)):
        raise ValueError(f"expected <s>, up to 15 known words; got {tokens!r}")
    positions = list(range(len(tokens)))
    found = select_closest(positions, tokens, lambda q, k: k == (4 if q in ")}" else 1))
    attn_0_1_outputs = aggregate(found, tokens)
    found = select_closest(positions, positions, lambda q, k: k == q - 1)
    previous_token = aggregate(found, tokens)  # copies the token just before
    # copies the token just before, unless position in {0, 1, 15}
    found = select_closest(
        positions, positions, lambda q, k: k == (15 if q in {0, 1, 15} else q - 1)
    )
    attn_0_3_outputs = aggregate(found, tokens)
    found = select_closest(positions, positions, lambda q, k: k == KEYS_0_4.get(q, 13))
    attn_0_4_outputs = aggregate(found, tokens)
    found = select_closest(tokens, tokens, lambda q, k: k == KEYS_0_5.get(q, "{"))
    attn_0_5_outputs = aggregate(found, tokens)
    found = select_closest(tokens, tokens, lambda q, k: k == KEYS_0_6.get(q, "{"))
    attn_0_6_outputs = aggregate(found, tokens)
    # copies the token just before, unless position in {0, 1, 2, 10, 12, 14}
    found = select_closest(positions, positions, lambda q, k: k == KEYS_0_7[q])
    attn_0_7_outputs = aggregate(found, tokens)
    mlp_0_0_outputs = list(map(mlp_0_0, attn_0_7_outputs, attn_0_5_outputs))
    mlp_0_1_outputs = list(map(mlp_0_1, attn_0_1_outputs, attn_0_7_outputs))
    mlp_0_2_outputs = list(map(mlp_0_2, previous_token, attn_0_6_outputs))
    mlp_0_3_outputs = list(map(mlp_0_3, previous_token, tokens))
    # copies the mlp_0_2_output of the nearest earlier attn_0_4_output ")"
    found = select_closest(attn_0_4_outputs, attn_0_4_outputs, lambda q, k: k == ")")
    attn_1_0_outputs = aggregate(found, mlp_0_2_outputs)
    found = select_closest(
        previous_token, previous_token, lambda q, k: k == KEYS_1_1.get(q, "}")
    )
    attn_1_1_outputs = aggregate(found, mlp_0_2_outputs)
    found = select_closest(
        tokens, tokens, lambda q, k: k == ("{" if q in "{}" else "(")
    )
    attn_1_2_outputs = aggregate(found, mlp_0_1_outputs)
    # copies the mlp_0_2_output of the nearest earlier mlp_0_2_output 0
    found = select_closest(mlp_0_2_outputs, mlp_0_2_outputs, lambda q, k: k == 0)
    attn_1_3_outputs = aggregate(found, mlp_0_2_outputs)
    found = select_closest(
        positions, mlp_0_0_outputs, lambda q, k: k == (5 if q == 14 else 6)
    )
    attn_1_4_outputs = aggregate(found, mlp_0_1_outputs)
    # copies the mlp_0_2_output of the nearest earlier attn_0_4_output "}"
    found = select_closest(attn_0_4_outputs, attn_0_4_outputs, lambda q, k: k == "}")
    attn_1_5_outputs = aggregate(found, mlp_0_2_outputs)
    # copies the mlp_0_2_output of the nearest earlier mlp_0_2_output 2
    found = select_closest(mlp_0_2_outputs, mlp_0_2_outputs, lambda q, k: k == 2)
    attn_1_6_outputs = aggregate(found, mlp_0_2_outputs)
    # copies the mlp_0_2_output at position 3
    found = select_closest(positions, positions, lambda q, k: k == 3)
    attn_1_7_outputs = aggregate(found, mlp_0_2_outputs)
    mlp_1_0_outputs = list(map(mlp_1_0, attn_0_6_outputs, attn_1_4_outputs))
    mlp_1_1_outputs = list(map(mlp_1_1, attn_1_7_outputs, attn_1_3_outputs))
    mlp_1_2_outputs = list(map(mlp_1_2, attn_1_3_outputs, attn_1_6_outputs))
    mlp_1_3_outputs = list(map(mlp_1_3, attn_1_5_outputs, attn_1_7_outputs))
    return ["<s>", *classify(locals())[1:]]


# fmt: off
CLASSES = ("F", "P", "T")
NO_VOTES = (0,) * len(CLASSES)  # of the values not listed
VOTES = {
    "tokens": {
        #       "F"     "P"     "T"
        "(": (87782,      0,  11436),
        ")": (    0, -89513, -66256),
        "{": (87886,      0,  11997),
        "}": (    0, -89693, -66258),
    },
    "positions": {
        #      "F"     "P"     "T"
        1:  ( 4185,   7249,      0),
        2:  (    0,   5516,  10128),
        3:  ( 9113,  14738,      0),
        4:  (    0,    987,   2415),
        5:  ( 8248,  13624,      0),
        6:  (    0,   5314,   3527),
        7:  ( 9935,  15063,      0),
        8:  (    0,   3624,   1409),
        9:  (10979,  14578,      0),
        10: (    0,   2504,    793),
        11: (10995,  13426,      0),
        12: (    0,   1176,    313),
        13: (12489,  13937,      0),
        15: (11216,  11515,      0),
    },
    "attn_0_1_outputs": {
        #       "F"     "P"     "T"
        "(": (    0,   9771,   1993),
        ")": (  431,   3383,      0),
        "{": (    0,   9768,   2062),
        "}": (  481,   3607,      0),
    },
    "previous_token": {
        #         "F"     "P"     "T"
        "<s>": (    0,   1381,   2067),
        "(":   (    0,   1866,   1155),
        "{":   (    0,   1839,   1143),
        "}":   (   24,     31,      0),
    },
    "attn_0_3_outputs": {
        #         "F"     "P"     "T"
        "<s>": (    0,    291,    102),
        "(":   (    0,   1053,    437),
        ")":   (   22,     88,      0),
        "{":   (    0,   1057,    440),
    },
    "attn_0_4_outputs": {
        #         "F"     "P"     "T"
        "<s>": (    0,    777,    732),
        "(":   (   34,   1349,      0),
        ")":   (   53,     77,      0),
        "{":   (  136,   1447,      0),
    },
    "attn_0_5_outputs": {
        #       "F"     "P"     "T"
        "(": (    0,   1091,   1233),
        ")": (    0,    511,   1727),
        "{": (    0,   1021,   1015),
        "}": (    0,    665,   1957),
    },
    "attn_0_6_outputs": {
        #         "F"     "P"     "T"
        "<s>": ( 1313,   1465,      0),
        ")":   (    0,     49,     12),
        "{":   ( 1618,   1947,      0),
    },
    "attn_0_7_outputs": {
        #         "F"     "P"     "T"
        "<s>": (    0,   1587,   1807),
        "(":   (    0,     54,    194),
        ")":   (    0,   1483,    717),
        "}":   (    0,   1575,    877),
    },
    "mlp_0_0_outputs": {
        #      "F"     "P"     "T"
        14: (    0,    482,   1246),
    },
    "mlp_0_1_outputs": {
        #      "F"     "P"     "T"
        0:  (    0,   4204,   2078),
        1:  (    0,   5041,   2703),
        2:  (    0,   7651,   3673),
        10: (    0,   9814,   5061),
    },
    "mlp_0_2_outputs": {
        #      "F"     "P"     "T"
        0:  (    0,   3316,   1333),
        2:  (  315,   2223,      0),
        3:  (    0,  14408,   7445),
        13: (    0,   4235,   2331),
        14: (    0,   2745,    698),
    },
    "mlp_0_3_outputs": {
        #      "F"     "P"     "T"
        10: (    0,    151,    813),
    },
    "attn_1_0_outputs": {
        #      "F"     "P"     "T"
        1:  ( 1172,   3976,      0),
        2:  (    0,   2335,   1190),
        3:  (    0,   1507,    419),
        13: (    0,   1938,    942),
        14: (    0,    783,    744),
    },
    "attn_1_1_outputs": {
        #      "F"     "P"     "T"
        0:  (    0,   4106,   4183),
        1:  (    0,   4721,   3879),
        3:  (    0,   4963,   4349),
        13: (    0,   3002,   3982),
        14: (    0,   5130,   4802),
    },
    "attn_1_2_outputs": {
        #      "F"     "P"     "T"
        0:  (    0,  23039,  15170),
        1:  (    0,  23189,  14785),
        2:  (    0,   3920,   3896),
        14: (  313,  16458,      0),
    },
    "attn_1_3_outputs": {
        #     "F"     "P"     "T"
        3: ( 3497,   4025,      0),
    },
    "attn_1_4_outputs": {
        #      "F"     "P"     "T"
        0:  (    0,   1568,    896),
        1:  (    0,   4822,   1444),
        10: (    0,   3576,   1712),
        14: (    0,   4978,   2576),
    },
    "attn_1_5_outputs": {
        #      "F"     "P"     "T"
        0:  (  282,    609,      0),
        1:  ( 2315,   4978,      0),
        2:  (    0,   1660,   1711),
        3:  (  912,   1995,      0),
        13: (    0,   1669,   -120),
    },
    "attn_1_6_outputs": {
        #     "F"     "P"     "T"
        3: (    0,  11942,  14261),
    },
    "attn_1_7_outputs": {
        #      "F"     "P"     "T"
        1:  (    0,  10704,   6791),
        2:  (    0,   6806,   8192),
        3:  (    0,   9215,   7091),
        13: (    0,  10251,  10128),
        14: (    0,   8798,   7273),
    },
    "mlp_1_0_outputs": {
        #      "F"     "P"     "T"
        8:  (    0,   2071,    824),
        10: (    0,   2366,   1270),
        15: (    0,   2656,   1191),
    },
    "mlp_1_1_outputs": {
        #      "F"     "P"     "T"
        4:  (    0,   3417,   4183),
        5:  (    0,   4459,   4708),
        8:  (    0,   5428,  14318),
        9:  (    0,   5004,   6876),
        15: (    0,   1407,   2337),
    },
    "mlp_1_2_outputs": {
        #      "F"     "P"     "T"
        0:  (    0,  10078,   7618),
        12: (    0,   4326,   5577),
    },
    "mlp_1_3_outputs": {
        #      "F"     "P"     "T"
        2:  (    0,    401,   4821),
        12: (    0,    700,   6771),
        13: (    0,   2351,   5129),
        14: (    0,   1782,   1175),
        15: (    0,   1624,   4879),
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
