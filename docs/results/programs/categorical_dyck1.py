"""categorical_dyck1: a Transformer Program. In: up to 16 words; out: a label for each.
Steps: 24 heads copy, 4 functions, 30 variables vote.
Learned by gradient: right on 99.02 % of the test labels, and on 98.89 % of those of
all 32,768 inputs.
Extracted: network = program: equal on every input (compositional proof: 30 modules,
3,078 cells, 2,192 choices, 600 votes).
Simplified: same answer on every input, by rules (88 changes)."""

import sys

WORDS = ("(", ")")


def select_closest(keys, queries, predicate):
    """For each query, the position of its nearest earlier match, or itself, or 0."""
    return [
        next((j for j in [*range(i)[::-1], i] if predicate(query, keys[j])), 0)
        for i, query in enumerate(queries)
    ]


def aggregate(attention, values):
    return [values[j] for j in attention]


KEYS_0_0 = (15, 15, 1, 2, 3, 4, 5, 6, 6, 8, 9, 10, 10, 12, 12, 15)
KEYS_0_2 = (13, 1, 1, 2, 3, 4, 2, 5, 4, 6, 7, 6, 7, 9, 13, 13)
KEYS_0_3 = (14, 1, 14, 3, 2, 5, 4, 7, 7, 9, 8, 11, 11, 13, 13, 14)
KEYS_0_4 = (9, 1, 9, 3, 2, 3, 2, 5, 5, 7, 6, 9, 8, 11, 11, 9)
KEYS_0_5 = (8, 1, 1, 2, 3, 4, 4, 6, 6, 9, 8, 8, 11, 10, 8, 10)
KEYS_0_6 = (9, 1, 1, 2, 2, 3, 5, 4, 7, 6, 5, 7, 9, 8, 9, 11)
KEYS_0_7 = (1, 1, 7, 2, 2, 4, 5, 6, 7, 8, 9, 10, 10, 12, 10, 12)


def mlp_0_1(attn_0_3_output, attn_0_0_output):
    if attn_0_3_output == "<s>":
        return 2 if attn_0_0_output == ")" else 14
    if attn_0_3_output == "(":
        return 6 if attn_0_0_output == "(" else 14
    return 14 if attn_0_0_output == "(" else 2


KEYS_1_6 = {")": "("}


def mlp_1_0(mlp_0_1_output, attn_1_3_output):
    if attn_1_3_output == "<s>":
        return {2: 2, 6: 1, 14: 0}.get(mlp_0_1_output, 10)
    return 1 if mlp_0_1_output == 6 else 10


def mlp_1_1(attn_1_3_output, attn_0_3_output):
    if attn_1_3_output == "<s>":
        return {"<s>": 8, "(": 0, ")": 12}[attn_0_3_output]
    if attn_1_3_output == "(":
        return 0
    return 0 if attn_0_3_output == "(" else 12


def run(tokens):
    ok = isinstance(tokens, (list, tuple)) and 1 <= len(tokens) <= 16
    if not ok or any(w not in (WORDS if i else ["<s>"]) for i, w in enumerate(tokens)):
        raise ValueError(f"expected <s>, up to 15 known words; got {tokens!r}")
    positions = list(range(len(tokens)))
    # copies the token just before, unless position in {0, 1, 8, 12, 14, 15}
    found = select_closest(positions, positions, lambda q, k: k == KEYS_0_0[q])
    attn_0_0_outputs = aggregate(found, tokens)
    found = select_closest(positions, tokens, lambda q, k: k == (4 if q == ")" else 1))
    attn_0_1_outputs = aggregate(found, tokens)
    found = select_closest(positions, positions, lambda q, k: k == KEYS_0_2[q])
    attn_0_2_outputs = aggregate(found, tokens)
    found = select_closest(positions, positions, lambda q, k: k == KEYS_0_3[q])
    attn_0_3_outputs = aggregate(found, tokens)
    found = select_closest(positions, positions, lambda q, k: k == KEYS_0_4[q])
    attn_0_4_outputs = aggregate(found, tokens)
    found = select_closest(positions, positions, lambda q, k: k == KEYS_0_5[q])
    attn_0_5_outputs = aggregate(found, tokens)
    found = select_closest(positions, positions, lambda q, k: k == KEYS_0_6[q])
    attn_0_6_outputs = aggregate(found, tokens)
    # copies the token just before, unless position in {0, 1, 2, 4, 12, 14, 15}
    found = select_closest(positions, positions, lambda q, k: k == KEYS_0_7[q])
    attn_0_7_outputs = aggregate(found, tokens)
    mlp_0_0_outputs = [
        2 if attn_0_1_output == "<s>" and attn_0_7_output == "<s>" else 14
        for attn_0_1_output, attn_0_7_output in zip(attn_0_1_outputs, attn_0_7_outputs)
    ]
    mlp_0_1_outputs = list(map(mlp_0_1, attn_0_3_outputs, attn_0_0_outputs))
    # copies the attn_0_2_output of the nearest earlier attn_0_0_output ")"
    found = select_closest(attn_0_0_outputs, attn_0_0_outputs, lambda q, k: k == ")")
    attn_1_0_outputs = aggregate(found, attn_0_2_outputs)
    # copies the attn_0_5_output of the nearest earlier mlp_0_1_output 2
    found = select_closest(mlp_0_1_outputs, mlp_0_1_outputs, lambda q, k: k == 2)
    attn_1_1_outputs = aggregate(found, attn_0_5_outputs)
    # copies the attn_0_2_output of the nearest earlier mlp_0_1_output 2
    attn_1_2_outputs = aggregate(found, attn_0_2_outputs)
    found = select_closest(
        mlp_0_1_outputs, mlp_0_0_outputs, lambda q, k: k == (2 if q == 2 else 6)
    )
    attn_1_3_outputs = aggregate(found, attn_0_3_outputs)
    found = select_closest(
        attn_0_4_outputs, mlp_0_1_outputs, lambda q, k: k == (")" if q == 2 else "<s>")
    )
    attn_1_4_outputs = aggregate(found, attn_0_6_outputs)
    # copies the attn_0_1_output of the nearest earlier attn_0_7_output ")"
    found = select_closest(attn_0_7_outputs, attn_0_7_outputs, lambda q, k: k == ")")
    attn_1_5_outputs = aggregate(found, attn_0_1_outputs)
    found = select_closest(
        attn_0_0_outputs, attn_0_3_outputs, lambda q, k: k == KEYS_1_6.get(q, "<s>")
    )
    attn_1_6_outputs = aggregate(found, tokens)
    found = select_closest(
        attn_0_0_outputs, mlp_0_0_outputs, lambda q, k: k == (")" if q == 14 else "(")
    )
    attn_1_7_outputs = aggregate(found, attn_0_2_outputs)
    mlp_1_0_outputs = list(map(mlp_1_0, mlp_0_1_outputs, attn_1_3_outputs))
    mlp_1_1_outputs = list(map(mlp_1_1, attn_1_3_outputs, attn_0_3_outputs))
    # copies the attn_1_2_output of the nearest earlier attn_0_5_output ")"
    found = select_closest(attn_0_5_outputs, attn_0_5_outputs, lambda q, k: k == ")")
    attn_2_0_outputs = aggregate(found, attn_1_2_outputs)
    found = select_closest(
        attn_0_0_outputs, mlp_0_0_outputs, lambda q, k: k == (")" if q == 14 else "(")
    )
    attn_2_1_outputs = aggregate(found, attn_1_3_outputs)
    found = select_closest(
        mlp_0_1_outputs, attn_1_3_outputs, lambda q, k: k == (6 if q == ")" else 2)
    )
    attn_2_2_outputs = aggregate(found, attn_1_4_outputs)
    # copies the attn_1_2_output of the nearest earlier attn_0_3_output ")"
    found = select_closest(attn_0_3_outputs, attn_0_3_outputs, lambda q, k: k == ")")
    attn_2_3_outputs = aggregate(found, attn_1_2_outputs)
    found = select_closest(
        attn_0_5_outputs, mlp_0_1_outputs, lambda q, k: k == ("(" if q == 2 else ")")
    )
    attn_2_4_outputs = aggregate(found, mlp_1_0_outputs)
    # copies the attn_1_4_output of the nearest earlier attn_0_6_output ")"
    found = select_closest(attn_0_6_outputs, attn_0_6_outputs, lambda q, k: k == ")")
    attn_2_5_outputs = aggregate(found, attn_1_4_outputs)
    found = select_closest(
        attn_0_0_outputs, positions, lambda q, k: k == ("(" if q in {2, 5} else ")")
    )
    attn_2_6_outputs = aggregate(found, attn_0_1_outputs)
    # copies the attn_1_2_output of the nearest earlier mlp_1_0_output 2
    found = select_closest(mlp_1_0_outputs, mlp_1_0_outputs, lambda q, k: k == 2)
    attn_2_7_outputs = aggregate(found, attn_1_2_outputs)
    return ["<s>", *classify(locals())[1:]]


# fmt: off
CLASSES = ("F", "P", "T")
NO_VOTES = (0,) * len(CLASSES)  # of the values not listed
VOTES = {
    "tokens": {
        #       "F"     "P"     "T"
        "(": (65459,  18324,      0),
        ")": (    0, -47890, -49501),
    },
    "positions": {
        #      "F"     "P"     "T"
        1:  (    0,   7163,  11189),
        2:  (    0,   2228,  20711),
        3:  (    0,   9469,   6893),
        4:  (    0,   3968,  19672),
        5:  (    0,   9408,   6313),
        6:  (    0,   6365,  21917),
        7:  (    0,   6774,   4229),
        8:  (    0,   4332,  17760),
        9:  (    0,   3241,   1474),
        10: (    0,   2068,  14696),
        11: (    0,   1437,    690),
        12: (    0,    974,  13112),
        13: (    0,    608,   1710),
        14: (    0,    212,  12071),
    },
    "attn_0_0_outputs": {
        #         "F"     "P"     "T"
        "<s>": ( 2174,   3266,      0),
        "(":   ( 2103,   2660,      0),
    },
    "attn_0_1_outputs": {
        #       "F"     "P"     "T"
        "(": ( 1426,   2482,      0),
        ")": ( 1225,   1384,      0),
    },
    "attn_0_2_outputs": {
        #       "F"     "P"     "T"
        "(": (    0,   1736,    818),
    },
    "attn_0_3_outputs": {
        #         "F"     "P"     "T"
        "<s>": (   32,   1620,      0),
        "(":   ( 1970,   2168,      0),
    },
    "attn_0_4_outputs": {
        #         "F"     "P"     "T"
        "<s>": (    0,   1471,   1096),
        "(":   (    0,   2485,   1540),
    },
    "attn_0_5_outputs": {
        #       "F"     "P"     "T"
        "(": (    0,   1846,   1084),
    },
    "attn_0_6_outputs": {
        #       "F"     "P"     "T"
        "(": (    0,   2143,   1299),
    },
    "attn_0_7_outputs": {
        #         "F"     "P"     "T"
        "<s>": (    0,    974,    861),
        "(":   (    0,   1585,    714),
    },
    "mlp_0_0_outputs": {
        #      "F"     "P"     "T"
        14: (  299,   2787,      0),
    },
    "mlp_0_1_outputs": {
        #      "F"     "P"     "T"
        2:  (    0,    407,   2092),
        14: (    0,   1845,   6214),
    },
    "attn_1_0_outputs": {
        #       "F"     "P"     "T"
        "(": (    0,    635,    437),
        ")": (    0,     15,    260),
    },
    "attn_1_1_outputs": {
        #         "F"     "P"     "T"
        "<s>": (    0,   8113,   5204),
        "(":   (    0,   1260,    906),
    },
    "attn_1_2_outputs": {
        #         "F"     "P"     "T"
        "<s>": ( 1807,   3875,      0),
        "(":   (    0,    567,    568),
    },
    "attn_1_3_outputs": {
        #       "F"     "P"     "T"
        "(": (    0,   6900,   2207),
        ")": (    0,   8568,   3709),
    },
    "attn_1_4_outputs": {
        #         "F"     "P"     "T"
        "<s>": (    0,    662,    271),
        "(":   (    0,    565,    271),
    },
    "attn_1_5_outputs": {
        #       "F"     "P"     "T"
        "(": (    0,   3265,   3970),
        ")": (    0,   2050,   3037),
    },
    "attn_1_6_outputs": {
        #         "F"     "P"     "T"
        "<s>": (    0,    425,    179),
        "(":   (    0,    400,     51),
    },
    "attn_1_7_outputs": {
        #       "F"     "P"     "T"
        "(": (    0,   1102,   1047),
        ")": (    0,    392,    828),
    },
    "mlp_1_0_outputs": {
        #      "F"     "P"     "T"
        1:  ( 4580,   7362,      0),
        2:  ( 4766,   8154,      0),
        10: ( 3329,   6014,      0),
    },
    "mlp_1_1_outputs": {
        #     "F"     "P"     "T"
        0: (    0,    197,    284),
        8: (    0,    765,    417),
    },
    "attn_2_0_outputs": {
        #         "F"     "P"     "T"
        "<s>": (    0,   1867,   1657),
        "(":   (    0,    776,    318),
    },
    "attn_2_1_outputs": {
        #         "F"     "P"     "T"
        "<s>": (    0,    325,    867),
        "(":   (    0,    332,    339),
    },
    "attn_2_2_outputs": {
        #         "F"     "P"     "T"
        "<s>": (    0,   1474,    334),
        "(":   (    0,    842,    828),
    },
    "attn_2_3_outputs": {
        #         "F"     "P"     "T"
        "<s>": (    0,   1276,   1292),
        "(":   (    0,    433,     44),
    },
    "attn_2_4_outputs": {
        #      "F"     "P"     "T"
        0:  (    0,   4859,   5092),
        1:  (    0,   5571,   5255),
        10: (    0,   4899,   4961),
    },
    "attn_2_5_outputs": {
        #         "F"     "P"     "T"
        "<s>": (    0,   1423,   1390),
        "(":   (    0,   1304,   1246),
    },
    "attn_2_6_outputs": {
        #       "F"     "P"     "T"
        "(": (    0,   3233,   4536),
        ")": (    0,   1961,   3427),
    },
    "attn_2_7_outputs": {
        #         "F"     "P"     "T"
        "<s>": (    0,  13082,  17194),
        "(":   (    0,   2218,   3811),
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
